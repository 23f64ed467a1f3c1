// SPDX-License-Identifier: MIT
#include "cave.h"

#include <string.h>

// Pages of a cave that has no end.
//
// A page is a window of it, so smoothing has its margin. Filling small rooms needs one too: a room of fewer than n
// cells that has a cell in the page is within n cells of it, and one that reaches from the page out of a
// window with a margin of n has more. So every page decides alike by the cells that it sees.

enum
{
    LEAST_PAGE = 8,
    MOST_FLAT = 512,
    MOST_SOLID = 128,
};

/// A page's window, and the memory for it.
typedef struct page_plan
{
    int32_t margin;
    int32_t w, h, d;
    size_t solid, window, labels; // bytes
} page_plan;

static page_plan plan_page(const loam_cave_def *def, int32_t page_size)
{
    const bool solid = def->dimensions == 3;
    page_plan plan = {.margin = def->min_room > 1 ? def->min_room : 0};
    plan.w = plan.h = page_size + 2 * plan.margin;
    plan.d = solid ? plan.w : 1;
    const size_t cells = (size_t)plan.w * (size_t)plan.h * (size_t)plan.d;
    plan.solid = loam_solid_size(plan.w, plan.h, plan.d);
    plan.window = loam_cave_window_scratch(def, plan.w, plan.h, plan.d);
    plan.labels = plan.margin > 0 ? cells * sizeof(int32_t) : 0;
    return plan;
}

static size_t scratch_of(const page_plan *plan)
{
    return LOAM_ARENA_SIZE(plan->solid) + LOAM_ARENA_SIZE(plan->window) +
           2 * LOAM_ARENA_SIZE(plan->labels);
}

static void fill_small(loam_solid *walls, int32_t min_room, int32_t *labels, uint32_t *waiting)
{
    loam_room_search search = {walls, labels, waiting};
    loam_cave_room room;
    size_t from = 0;
    while (loam_room_next(&search, &from, 0, &room))
    {
        if (room.cells < min_room)
        {
            loam_room_fill(&search, &room);
        }
    }
}

/// Copies what is inside the margin into the page.
static void take_page(void *out, const loam_solid *window, const page_plan *plan, int32_t side)
{
    const bool solid = window->d > 1;
    const size_t words = (size_t)loam_bits_stride(side) * (size_t)side;
    for (int32_t z = 0; z < (solid ? side : 1); z++)
    {
        const loam_bits from = loam_solid_layer(window, solid ? z + plan->margin : 0);
        loam_bits to = {(uint64_t *)out + (size_t)z * words, side, side};
        (void)loam_bits_copy(&to, 0, 0, &from,
                             (loam_bits_area){plan->margin, plan->margin, side, side});
    }
}

static loam_result run_page(loam_slice *slice)
{
    loam_cave_def def;
    memcpy(&def, slice->parameters, sizeof def);
    def.seed = slice->seed;
    const int32_t side = (int32_t)slice->extent;
    const page_plan plan = plan_page(&def, side);
    const bool solid = def.dimensions == 3;
    const int64_t at[3] = {slice->x - plan.margin, (solid ? slice->y : slice->z) - plan.margin,
                           solid ? slice->z - plan.margin : 0};
    void *const words = loam_arena_take(&slice->scratch, plan.solid);
    void *const scratch = loam_arena_take(&slice->scratch, plan.window);
    loam_solid window;
    loam_result result = loam_solid_init(&window, plan.w, plan.h, plan.d, words, plan.solid);
    result = result == LOAM_OK ? loam_cave_window(&def, &window, at, scratch, plan.window) : result;
    if (result == LOAM_OK && plan.margin > 0)
    {
        int32_t *const labels = loam_arena_take(&slice->scratch, plan.labels);
        fill_small(&window, def.min_room, labels, loam_arena_take(&slice->scratch, plan.labels));
    }
    if (result == LOAM_OK)
    {
        take_page(slice->out, &window, &plan, side);
    }
    return result;
}

static loam_result check_endless(const loam_cave_def *def, int32_t page_size)
{
    const int32_t max = def->dimensions == 3 ? MOST_SOLID : MOST_FLAT;
    if (page_size < LEAST_PAGE || page_size > max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "pages of %d cells a side; must be %d to %d",
                         (int)page_size, LEAST_PAGE, (int)max);
    }
    if (def->border != 0 || def->connect || def->openings != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a cave without an end with a border of %d, %s and %d "
                         "openings; must have none of them",
                         (int)def->border, def->connect ? "corridors" : "no corridors",
                         (int)def->openings);
    }
    if (def->min_room > LOAM_MAX_ENDLESS_ROOM)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "rooms of fewer than %d cells are to be filled in pages; must be 0 to %d",
                         (int)def->min_room, LOAM_MAX_ENDLESS_ROOM);
    }
    return LOAM_OK;
}

/// Only what cells depend on, in memory that was cleared: it is part of the identity of pages.
static void keep_parameters(loam_cave_def *to, const loam_cave_def *def)
{
    memset(to, 0, sizeof *to);
    to->dimensions = def->dimensions;
    to->w = to->h = to->d = 1;
    to->start = def->start;
    to->fill = def->fill;
    to->steps = def->steps;
    to->neighbourhood = def->neighbourhood;
    to->radius = def->radius;
    to->birth = def->birth;
    to->survival = def->survival;
    to->min_room = def->min_room;
    to->corridor_width = 1;
}

loam_result loam_cave_stage(const loam_cave_def *def, const char *name, int32_t page_size,
                            loam_cave_def *parameters, loam_stage_def *out)
{
    loam_result result = check_endless(def, page_size);
    keep_parameters(parameters, def);
    result = result != LOAM_OK ? result : loam_cave_check(parameters);
    if (result != LOAM_OK)
    {
        return result;
    }
    const page_plan plan = plan_page(parameters, page_size);
    const bool solid = def->dimensions == 3;
    *out = loam_default_stage_def();
    out->name = name;
    out->axes = solid ? LOAM_AXES_XYZ : LOAM_AXES_XZ;
    out->page_size = page_size;
    out->payload_size = loam_solid_size(page_size, page_size, solid ? page_size : 1);
    out->scratch_size = scratch_of(&plan);
    out->parameters = parameters;
    out->parameters_size = sizeof *parameters;
    out->run = run_page;
    return LOAM_OK;
}
