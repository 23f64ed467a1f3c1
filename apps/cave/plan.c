// SPDX-License-Identifier: MIT
#include "cave/plan.h"

#include <math.h>
#include <string.h>

// A knob is a row of a table: where its number lies in a plan, and how far it turns.

enum
{
    FLAT = 1,     // counts in two dimensions alone
    SOLID = 2,    // in three
    SINGLE = 4,   // not without an end
    LOW_BODY = 8, // as heights
    MOST_SIDE = 256,
    MOST_UP = 128,
    MOST_LAYERS = 26, // of walls: what a chunk has room for
    MOST_ROOM = 512,
    MOST_SOLID_ROOM = 16,
};

static const char *const dimension_names[] = {"2d", "3d", NULL};
static const char *const start_names[] = {"random", "open", NULL};
static const char *const neighbourhood_names[] = {"moore", "von-neumann", NULL};
static const char *const body_names[] = {"heights", "blocks", "smooth", NULL};

#define AT(field) offsetof(cave_plan, field)
#define WHOLE(id, title, field, from, to, steps, shown, when) \
    { \
        id, title, CAVE_KNOB_WHOLE, AT(field), from, to, steps, 1, shown, NULL, when \
    }
#define PART(id, title, field, from, to, steps, one, shown, when) \
    { \
        id, title, CAVE_KNOB_PART, AT(field), from, to, steps, one, shown, NULL, when \
    }
#define FLAG(id, title, field, when) \
    { \
        id, title, CAVE_KNOB_FLAG, AT(field), 0, 1, 1, 1, NULL, NULL, when \
    }
#define CHOICE(id, title, field, from, to, all) \
    { \
        id, title, CAVE_KNOB_CHOICE, AT(field), from, to, 1, 1, NULL, all, 0 \
    }

const cave_knob cave_knobs[CAVE_KNOBS] = {
    CHOICE("cave", "Cave", dimensions, 2, 3, dimension_names),
    FLAG("endless", "Endless", endless, 0),
    CHOICE("form", "Form", body, 0, CAVE_BODIES - 1, body_names),
    PART("fill", "Fill", fill, 0, 100, 1, 1, "%d %%", 0),
    CHOICE("start", "Start", start, 0, LOAM_CAVE_START_COUNT - 1, start_names),
    WHOLE("steps", "Steps", steps, 0, 30, 1, "%d", 0),
    CHOICE("neighbourhood", "Neighbours", neighbourhood, 0, LOAM_NEIGHBOURHOOD_COUNT - 1,
           neighbourhood_names),
    WHOLE("radius", "Radius", radius, 1, LOAM_MAX_SMOOTHING_RADIUS, 1, "%d", 0),
    WHOLE("survival", "Survival", survival, 0, 341, 1, "%d", 0),
    WHOLE("birth", "Birth", birth, 0, 341, 1, "%d", 0),
    WHOLE("min-room", "Least room", min_room, 0, MOST_ROOM, 4, "%d", 0),
    FLAG("connect", "Corridors", connect, SINGLE),
    WHOLE("corridor", "Their width", corridor, 1, LOAM_MAX_CORRIDOR_WIDTH, 1, "%d", SINGLE),
    WHOLE("openings", "Ways out", openings, 0, 16, 1, "%d", SINGLE),
    WHOLE("border", "Border", border, 1, 16, 1, "%d", SINGLE),
    WHOLE("width", "Width", east, 8, MOST_SIDE, 4, "%d", SINGLE),
    WHOLE("height", "Height", up, 8, MOST_UP, 4, "%d", SINGLE | SOLID),
    WHOLE("depth", "Depth", north, 8, MOST_SIDE, 4, "%d", SINGLE),
    PART("resolution", "Cell", resolution, 2, 40, 1, 10, "%d/10 m", 0),
    PART("wall-height", "Walls", wall_height, 5, 200, 5, 10, "%d/10 m", FLAT),
    FLAG("ceiling", "Ceiling", ceiling, FLAT),
    FLAG("straight", "Upright walls", straight, FLAT | LOW_BODY),
};

// ---- plans ----------------------------------------------------------------------------------------

cave_plan cave_default_plan(int32_t dimensions)
{
    const loam_cave_def def = loam_default_cave_def(dimensions);
    const bool solid = def.dimensions == 3;
    cave_plan plan;
    memset(&plan, 0, sizeof plan); // padding, too: plans are compared
    plan.seed = 1;
    plan.dimensions = def.dimensions;
    plan.east = plan.north = 96;
    plan.up = 40;
    plan.start = def.start;
    plan.fill = def.fill;
    plan.border = def.border;
    plan.steps = def.steps;
    plan.neighbourhood = def.neighbourhood;
    plan.radius = def.radius;
    plan.birth = def.birth;
    plan.survival = def.survival;
    plan.min_room = solid ? 64 : 20;
    plan.connect = true;
    plan.corridor = def.corridor_width;
    plan.openings = 4;
    plan.body = CAVE_BODY_SMOOTH;
    plan.ceiling = true;
    plan.wall_height = 4;
    plan.resolution = 1;
    return plan;
}

/// Rooms up to which size can be filled: in pages they cost a margin of as many cells.
static int32_t most_room(const cave_plan *plan)
{
    return !plan->endless          ? MOST_ROOM
           : plan->dimensions == 3 ? MOST_SOLID_ROOM
                                   : LOAM_MAX_ENDLESS_ROOM;
}

loam_cave_def cave_plan_def(const cave_plan *plan)
{
    loam_cave_def def = loam_default_cave_def(plan->dimensions);
    const bool solid = plan->dimensions == 3;
    def.w = plan->east;
    def.h = solid ? plan->up : plan->north;
    def.d = solid ? plan->north : 1;
    def.seed = plan->seed;
    def.start = (loam_cave_start)plan->start;
    def.fill = plan->fill;
    def.border = plan->endless ? 0 : plan->border;
    def.steps = plan->steps;
    def.neighbourhood = (loam_neighbourhood)plan->neighbourhood;
    def.radius = plan->radius;
    def.birth = plan->birth;
    def.survival = plan->survival;
    def.min_room = plan->min_room < most_room(plan) ? plan->min_room : most_room(plan);
    def.connect = plan->connect && !plan->endless;
    def.corridor_width = plan->corridor;
    def.openings = plan->endless ? 0 : plan->openings;
    return def;
}

loam_cave_form cave_plan_form(const cave_plan *plan)
{
    const loam_cave_def def = cave_plan_def(plan);
    loam_cave_form form = loam_default_cave_form(&def);
    form.wall_height = plan->wall_height / plan->resolution;
    form.straight = plan->straight;
    form.ceiling = plan->ceiling;
    form.corner[0] = form.corner[2] = 0;
    return form;
}

int32_t cave_plan_layers(const cave_plan *plan)
{
    const int32_t layers = (int32_t)(plan->wall_height / plan->resolution + 0.5f);
    return layers < 1 ? 1 : layers;
}

loam_result cave_plan_check(const cave_plan *plan)
{
    const loam_cave_def def = cave_plan_def(plan);
    const loam_result result = loam_cave_check(&def);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (plan->dimensions == 3 && plan->body == CAVE_BODY_HEIGHTS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "form is heights in three dimensions; must be blocks or smooth");
    }
    if (plan->endless && plan->start == LOAM_CAVE_OPEN)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "start is open, where there is neither border nor end; "
                                            "must be random");
    }
    if (plan->dimensions == 2 && cave_plan_layers(plan) > MOST_LAYERS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "walls of %g m are %d cells of %g m; must be at most %d",
                         (double)plan->wall_height, (int)cave_plan_layers(plan),
                         (double)plan->resolution, MOST_LAYERS);
    }
    return LOAM_OK;
}

bool cave_plan_is_same(const cave_plan *a, const cave_plan *b)
{
    return memcmp(a, b, sizeof *a) == 0; // all began as a default one
}

// ---- knobs ----------------------------------------------------------------------------------------

bool cave_knob_counts(const cave_knob *k, const cave_plan *plan)
{
    return ((k->of & FLAT) == 0 || plan->dimensions == 2) &&
           ((k->of & SOLID) == 0 || plan->dimensions == 3) &&
           ((k->of & SINGLE) == 0 || !plan->endless) &&
           ((k->of & LOW_BODY) == 0 || plan->body == CAVE_BODY_HEIGHTS);
}

int32_t cave_knob_get(const cave_knob *k, const cave_plan *plan)
{
    const uint8_t *const at = (const uint8_t *)plan + k->offset;
    int32_t whole;
    float part;
    bool flag;
    switch (k->kind)
    {
    case CAVE_KNOB_PART:
        memcpy(&part, at, sizeof part);
        return (int32_t)lroundf(part * (float)k->parts);
    case CAVE_KNOB_FLAG:
        memcpy(&flag, at, sizeof flag);
        return flag;
    default:
        memcpy(&whole, at, sizeof whole);
        return whole;
    }
}

static void put(const cave_knob *k, cave_plan *plan, int32_t value)
{
    uint8_t *const at = (uint8_t *)plan + k->offset;
    const float part = (float)value / (float)k->parts;
    const bool flag = value != 0;
    switch (k->kind)
    {
    case CAVE_KNOB_PART:
        memcpy(at, &part, sizeof part);
        break;
    case CAVE_KNOB_FLAG:
        memcpy(at, &flag, sizeof flag);
        break;
    default:
        memcpy(at, &value, sizeof value);
        break;
    }
}

static int32_t neighbours_of(const cave_plan *plan)
{
    loam_smoothing smoothing = loam_default_smoothing(plan->dimensions);
    smoothing.neighbourhood = (loam_neighbourhood)plan->neighbourhood;
    smoothing.radius = plan->radius;
    return loam_smoothing_neighbours(&smoothing);
}

void cave_knob_limits(const cave_knob *k, const cave_plan *plan, int32_t *low, int32_t *high)
{
    const int32_t now = cave_knob_get(k, plan);
    const bool limit = k->offset == AT(birth) || k->offset == AT(survival);
    *low = k->offset == AT(body) && plan->dimensions == 3 ? CAVE_BODY_BLOCKS : k->low;
    *high = limit ? neighbours_of(plan) - 1 : k->offset == AT(min_room) ? most_room(plan) : k->high;
    *low = now < *low ? now : *low;
    *high = now > *high ? now : *high;
}

/// A limit as the same share of other neighbours.
static int32_t share_of(int32_t limit, int32_t before, int32_t now)
{
    const int32_t scaled = (2 * limit * now + before) / (2 * before);
    return scaled < now ? scaled : now - 1;
}

cave_plan cave_knob_turned(const cave_knob *k, const cave_plan *plan, int32_t value)
{
    cave_plan next = *plan;
    const int32_t before = neighbours_of(plan);
    if (k->offset == AT(dimensions) && value != plan->dimensions)
    {
        next = cave_default_plan(value);
        next.seed = plan->seed;
        next.endless = plan->endless;
        next.resolution = plan->resolution;
        return next;
    }
    put(k, &next, value);
    const int32_t now = neighbours_of(&next);
    if (now != before && now > 0)
    {
        next.birth = share_of(plan->birth, before, now);
        next.survival = share_of(plan->survival, before, now);
    }
    return next;
}

loam_result cave_knob_set(const cave_knob *k, cave_plan *plan, int32_t value)
{
    if (value < k->low || value > k->high)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %d; must be %d to %d", k->name, (int)value,
                         (int)k->low, (int)k->high);
    }
    const cave_plan next = cave_knob_turned(k, plan, value);
    const loam_result result = cave_plan_check(&next);
    if (result == LOAM_OK)
    {
        *plan = next;
    }
    return result;
}
