// SPDX-License-Identifier: MIT
#include "sea/isle_list.h"

#include "gl/texture.h"
#include "loam/maths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A square of slots around the viewer, whose cells are used again when it moves: slot (x, z) is in cell (x mod side,
// z mod side). An island has one of three details by its distance. The islands nearby grow on the pipeline of the isles, in
// slices, so that no update waits for one; heights of those from afar take some milliseconds each.

enum
{
    FAR_SIDE = 33,  // samples of an island from afar
    SEEN_SIDE = 97, // and of one that is nearer
    SEEN_M = 8000,
    BED_M = 1600, // up to where the bed of the sea is there
    // Where slots are small there are many islands: each detail reaches no further than so many slots.
    NEAR_SLOTS = 6,
    SEEN_SLOTS = 8,
    VIEW_SLOTS = 32,
    LIGHT_STEPS = 14,
    FADE_UPDATES = 24, // that an island takes to be seen whole
};

// ---- one island -----------------------------------------------------------------------------------

static void drop_ground(isle_list *list, isle_ground *ground, bool lost)
{
    const gl *const g = list->g;
    const GLuint textures[] = {ground->heights, ground->shapes, ground->low, ground->high};
    if (ground->heights != 0)
    {
        const size_t n = (size_t)ground->texels.side * (size_t)ground->texels.side;
        list->bytes -= n * 24;
    }
    if (!lost)
    {
        g->DeleteTextures(4, textures);
        gl_target_destroy(g, &ground->sun);
    }
    patch_destroy(&ground->texels);
    *ground = (isle_ground){0};
}

/// Textures of a patch, whose shares and shapes are not kept in memory.
static void load_ground(isle_list *list, const patch_texels *texels, isle_ground *out)
{
    const gl *const g = list->g;
    const int32_t side = texels->side;
    const gl_texture_def heights = {GL_TEXTURE_2D, GL_R32F, side, side, 1, false, false, true};
    const gl_texture_def shapes = {GL_TEXTURE_2D, GL_RGBA16F, side, side, 1, true, false, true};
    const gl_texture_def shares = {GL_TEXTURE_2D, GL_RGBA8, side, side, 1, true, false, true};
    out->heights = gl_texture_create(g, &heights, texels->heights);
    out->shapes = gl_texture_create(g, &shapes, texels->shapes);
    out->low = gl_texture_create(g, &shares, texels->low);
    out->high = gl_texture_create(g, &shares, texels->high);
    out->texels = *texels;
    free(out->texels.shapes);
    free(out->texels.low);
    free(out->texels.high);
    out->texels.shapes = NULL;
    out->texels.low = out->texels.high = NULL;
    list->bytes += (size_t)side * (size_t)side * 24;
}

static void drop_isle(isle_list *list, isle_cell *cell, bool lost)
{
    drop_ground(list, &cell->ground, lost);
    free(cell->things);
    cell->things = NULL;
    cell->thing_count = 0;
    cell->detail = ISLE_NONE;
    list->version++;
}

static void drop_cell(isle_list *list, isle_cell *cell, bool lost)
{
    drop_isle(list, cell, lost);
    drop_ground(list, &cell->bed, lost);
    *cell = (isle_cell){0};
}

float isle_ground_at(const patch_texels *patch, float x, float z)
{
    const float max = (float)(patch->side - 1) - 0.001f;
    const float u = fminf(fmaxf(x / (float)patch->step, 0), max);
    const float v = fminf(fmaxf(z / (float)patch->step, 0), max);
    const int32_t i = (int32_t)u, j = (int32_t)v;
    const float *const at = patch->heights + (size_t)j * (size_t)patch->side + i;
    const float south = at[0] + (at[1] - at[0]) * (u - (float)i);
    const float north = at[patch->side] + (at[patch->side + 1] - at[patch->side]) * (u - (float)i);
    return south + (north - south) * (v - (float)j);
}

static loam_result take_things(const loam_isle_maps *maps, isle_cell *cell)
{
    cell->things = malloc(((size_t)maps->object_count + 1) * sizeof *cell->things);
    if (cell->things == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what stands on an island");
    }
    cell->thing_count = maps->object_count;
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        const loam_isle_object *const o = &maps->objects[i];
        const uint32_t some = (uint32_t)i * 2654435769u;
        cell->things[i] = (isle_thing){.x = o->x + (float)(maps->isle.x - maps->x),
                                       .y = o->y,
                                       .z = o->z + (float)(maps->isle.z - maps->z),
                                       .radius = o->radius,
                                       .turn = o->turn,
                                       .chance = (float)(some >> 8) / 16777216.0f,
                                       .kind = o->kind < 0 ? 255 : (uint8_t)o->kind,
                                       .shape = (uint8_t)o->shape,
                                       .lit = 255};
    }
    memset(cell->things_light, 0, sizeof cell->things_light);
    return LOAM_OK;
}

/// Another ground in the place of what was there; where nothing was it fades in.
static void replace_isle(isle_list *list, isle_cell *cell, const patch_texels *texels,
                         isle_detail detail)
{
    const bool comes = cell->detail == ISLE_NONE && list->gradual;
    drop_isle(list, cell, false);
    load_ground(list, texels, &cell->ground);
    cell->detail = detail;
    cell->shows = comes ? 0 : list->gradual ? cell->shows : 1;
}

static loam_result make_near(isle_list *list, isle_cell *cell)
{
    const bool with_things = list->stage >= LOAM_ISLE_OBJECTS;
    loam_isle_maps maps = {0};
    patch_texels texels = {0};
    loam_result result = loam_isles_open(list->isles, cell->slot_x, cell->slot_z, list->stage,
                                         &maps);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = patch_of_maps(loam_isles_get_def(list->isles), &maps, list->stage, &texels);
    if (result == LOAM_OK)
    {
        const bool had_things = cell->thing_count > 0;
        replace_isle(list, cell, &texels, ISLE_NEAR);
        result = with_things ? take_things(&maps, cell) : LOAM_OK;
        cell->things_show = had_things || !list->gradual ? 1 : 0;
    }
    loam_isles_close(list->isles, &maps);
    return result;
}

static loam_result make_far(isle_list *list, isle_cell *cell, isle_detail detail)
{
    patch_texels texels = {0};
    const int32_t side = detail == ISLE_SEEN ? SEEN_SIDE : FAR_SIDE;
    const loam_result result = patch_of_heights(list->isles, &cell->isle, side, &texels);
    if (result == LOAM_OK)
    {
        replace_isle(list, cell, &texels, detail);
    }
    return result;
}

// ---- the list -------------------------------------------------------------------------------------

static int32_t compare_distance(const void *a, const void *b)
{
    const int64_t *const x = a, *const y = b;
    return x[0] < y[0] ? -1 : x[0] > y[0] ? 1 : x[1] < y[1] ? -1 : x[1] > y[1];
}

/// Offsets from the middle by their distance.
static loam_result find_order(isle_list *list)
{
    const int32_t n = list->side * list->side;
    int64_t(*const all)[2] = malloc((size_t)n * sizeof *all);
    list->order = malloc((size_t)n * sizeof *list->order);
    if (all == NULL || list->order == NULL)
    {
        free(all);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the slots of a sea");
    }
    for (int32_t i = 0; i < n; i++)
    {
        const int64_t x = i % list->side - list->reach, z = i / list->side - list->reach;
        all[i][0] = x * x + z * z;
        all[i][1] = i;
    }
    qsort(all, (size_t)n, sizeof *all, compare_distance);
    for (int32_t i = 0; i < n; i++)
    {
        list->order[i] = (int32_t)all[i][1];
    }
    free(all);
    return LOAM_OK;
}

static int64_t limit_slots(const loam_isles *isles, int64_t metres, int32_t slots)
{
    const int64_t max = (int64_t)loam_isles_get_def(isles)->slot * slots;
    return metres < max ? metres : max;
}

loam_result isle_list_create(const gl *g, loam_isles *isles, int64_t view, int64_t near,
                             bool gradual, isle_list *out)
{
    const int64_t slot = loam_isles_get_def(isles)->slot;
    *out = (isle_list){.g = g,
                       .isles = isles,
                       .view = limit_slots(isles, view, VIEW_SLOTS),
                       .seen = limit_slots(isles, SEEN_M, SEEN_SLOTS),
                       .gradual = gradual,
                       .stage = LOAM_ISLE_OBJECTS};
    isle_list_set_near(out, near);
    out->reach = (out->view + slot - 1) / slot;
    out->side = (int32_t)(2 * out->reach + 1);
    out->cells = calloc((size_t)out->side * (size_t)out->side, sizeof *out->cells);
    const loam_result result = out->cells == NULL ? LOAM_OUT_OF_MEMORY : find_order(out);
    if (result != LOAM_OK)
    {
        isle_list_destroy(out, false);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the slots of a sea");
    }
    return LOAM_OK;
}

void isle_list_destroy(isle_list *list, bool lost)
{
    loam_region_destroy(list->region);
    list->region = NULL;
    for (int32_t i = 0; list->cells != NULL && i < list->side * list->side; i++)
    {
        drop_cell(list, &list->cells[i], lost);
    }
    free(list->cells);
    free(list->order);
    *list = (isle_list){0};
}

static void end_region(isle_list *list)
{
    loam_region_destroy(list->region);
    list->region = NULL;
}

void isle_list_set_near(isle_list *list, int64_t near)
{
    const int64_t max = limit_slots(list->isles, near, NEAR_SLOTS);
    end_region(list);
    list->near = max < list->view ? max : list->view;
}

static isle_cell *cell_at(const isle_list *list, int64_t x, int64_t z)
{
    const int64_t i = x - loam_floor_div(x, list->side) * list->side,
                  j = z - loam_floor_div(z, list->side) * list->side;
    return &list->cells[j * list->side + i];
}

loam_result isle_list_set_view(isle_list *list, int64_t view)
{
    isle_list wider;
    const loam_result result = isle_list_create(list->g, list->isles, view, list->near,
                                                list->gradual, &wider);
    if (result != LOAM_OK)
    {
        return result;
    }
    end_region(list);
    for (int32_t i = 0; i < list->side * list->side; i++)
    {
        isle_cell *const cell = &list->cells[i];
        const int64_t x = cell->slot_x - list->mid_x, z = cell->slot_z - list->mid_z;
        const bool stays = x >= -wider.reach && x <= wider.reach && z >= -wider.reach &&
                           z <= wider.reach;
        if (cell->is_known && stays)
        {
            *cell_at(&wider, cell->slot_x, cell->slot_z) = *cell;
            *cell = (isle_cell){0};
        }
        else
        {
            drop_cell(list, cell, false);
        }
    }
    wider.stage = list->stage;
    wider.mid_x = list->mid_x;
    wider.mid_z = list->mid_z;
    wider.version = list->version + 1;
    wider.bytes = list->bytes;
    isle_list_destroy(list, false);
    *list = wider;
    return LOAM_OK;
}

void isle_list_set_stage(isle_list *list, loam_isle_stage stage)
{
    if (stage == list->stage)
    {
        return;
    }
    list->stage = stage;
    end_region(list);
    for (int32_t i = 0; i < list->side * list->side; i++)
    {
        isle_cell *const cell = &list->cells[i];
        // It stays in sight until the other one is there.
        cell->detail = cell->detail == ISLE_NEAR ? ISLE_SEEN : cell->detail;
    }
}

static isle_cell *find_cell(const isle_list *list, int32_t number)
{
    return cell_at(list, list->mid_x + number % list->side - list->reach,
                   list->mid_z + number / list->side - list->reach);
}

const isle_cell *isle_list_cell(const isle_list *list, int32_t i)
{
    return find_cell(list, list->order[i]);
}

/// The cell of a slot, without what it had of another one.
static isle_cell *take_cell(isle_list *list, int32_t number)
{
    const int64_t x = list->mid_x + number % list->side - list->reach,
                  z = list->mid_z + number / list->side - list->reach;
    isle_cell *const cell = find_cell(list, number);
    if (cell->is_known && (cell->slot_x != x || cell->slot_z != z))
    {
        drop_cell(list, cell, false);
    }
    cell->slot_x = x;
    cell->slot_z = z;
    return cell;
}

static double distance_to(const camera *from, int64_t x, int64_t z)
{
    const double dx = (double)(x - from->x) - from->dx, dz = (double)(z - from->z) - from->dz;
    return sqrt(dx * dx + dz * dz);
}

/// What an island should have. It keeps its maps a little longer than it gets them.
static isle_detail wanted_of(const isle_list *list, const isle_cell *cell, const camera *from)
{
    if (cell->isle.type < 0)
    {
        return ISLE_NONE;
    }
    const double d = distance_to(from, cell->isle.x, cell->isle.z) - cell->isle.radius;
    const double near = (double)list->near * (cell->detail == ISLE_NEAR ? 1.25 : 1);
    const double seen = (double)list->seen * (cell->detail == ISLE_SEEN ? 1.25 : 1);
    return d < near                 ? ISLE_NEAR
           : d < seen               ? ISLE_SEEN
           : d < (double)list->view ? ISLE_FAR
                                    : ISLE_NONE;
}

/// Whether its maps have grown: asking for them then waits for nothing.
static bool has_grown(const isle_list *list, const isle_cell *cell)
{
    loam_pipeline *const pipeline = loam_isles_pipeline(list->isles);
    char name[32] = "isles.";
    strcat(name, loam_isle_stage_name(list->stage));
    const loam_page_id id = {
        .stage = loam_pipeline_stage_index(pipeline, name), .x = cell->slot_x, .z = cell->slot_z};
    const loam_page *page = NULL;
    if (loam_pipeline_peek(pipeline, id, &page) != LOAM_OK)
    {
        return false;
    }
    loam_pipeline_release(pipeline, page);
    return true;
}

static void region_fails(void *user, loam_page_id id, loam_result result, const char *message)
{
    isle_list *const list = user;
    (void)id;
    (void)message; // it is the last error
    list->failed = result;
}

/// Islands nearby are asked for, and grow for a while.
static loam_result grow(isle_list *list, const camera *from, uint64_t budget_us)
{
    loam_pipeline *const pipeline = loam_isles_pipeline(list->isles);
    const int64_t slot = loam_isles_get_def(list->isles)->slot;
    char name[32] = "isles.";
    strcat(name, loam_isle_stage_name(list->stage));
    const loam_region_def def = {.stage = loam_pipeline_stage_index(pipeline, name),
                                 .load = list->near,
                                 .keep = list->near + slot,
                                 .failed = region_fails,
                                 .user = list};
    bool idle;
    loam_result result = list->region == NULL ? loam_region_create(pipeline, &def, from->x, 0,
                                                                   from->z, &list->region)
                                              : loam_region_move(list->region, from->x, 0, from->z);
    result = result == LOAM_OK ? loam_pipeline_pump(pipeline, budget_us, &idle) : result;
    return result == LOAM_OK ? list->failed : result;
}

static loam_result follow_bed(isle_list *list, isle_cell *cell, const camera *from)
{
    const int64_t slot = loam_isles_get_def(list->isles)->slot;
    const int64_t half = slot / 2, x = cell->slot_x * slot + half, z = cell->slot_z * slot + half;
    const double aside = fmax(fabs((double)(x - from->x)), fabs((double)(z - from->z))) -
                         (double)half;
    patch_texels texels = {0};
    if (aside > 1.5 * BED_M)
    {
        drop_ground(list, &cell->bed, false);
    }
    if (aside > BED_M || cell->bed.heights != 0)
    {
        return LOAM_OK;
    }
    const loam_result result = patch_of_bed(list->isles, cell->slot_x, cell->slot_z, &texels);
    if (result == LOAM_OK)
    {
        load_ground(list, &texels, &cell->bed);
        list->version++;
    }
    return result;
}

/// One step towards what a cell should have; *whole: whether it is there.
static loam_result follow(isle_list *list, isle_cell *cell, const camera *from, bool *whole)
{
    loam_result result = LOAM_OK;
    if (!cell->is_known)
    {
        result = loam_isles_at(list->isles, cell->slot_x, cell->slot_z, &cell->isle);
        cell->is_known = result == LOAM_OK;
    }
    result = result == LOAM_OK ? follow_bed(list, cell, from) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const isle_detail wanted = wanted_of(list, cell, from);
    *whole = true;
    if (wanted == cell->detail)
    {
        return LOAM_OK;
    }
    if (wanted == ISLE_NONE)
    {
        drop_isle(list, cell, false);
        return LOAM_OK;
    }
    if (wanted != ISLE_NEAR)
    {
        return make_far(list, cell, wanted);
    }
    if (!list->gradual || has_grown(list, cell))
    {
        return make_near(list, cell);
    }
    *whole = false;
    return cell->detail == ISLE_NONE ? make_far(list, cell, ISLE_SEEN) : LOAM_OK;
}

/// What has come is seen a little more; returns whether all is seen whole.
static bool fade(isle_list *list)
{
    const float more = 1.0f / FADE_UPDATES;
    bool whole = true;
    for (int32_t i = 0; i < list->side * list->side; i++)
    {
        isle_cell *const cell = &list->cells[i];
        cell->shows = fminf(cell->shows + more, 1);
        cell->things_show = fminf(cell->things_show + more, 1);
        whole = whole && (cell->ground.heights == 0 || cell->shows == 1) &&
                (cell->thing_count == 0 || cell->things_show == 1);
    }
    return whole;
}

loam_result isle_list_update(isle_list *list, const camera *from, uint64_t budget_us,
                             bool *complete)
{
    const int64_t slot = loam_isles_get_def(list->isles)->slot;
    const uint64_t start = loam_clock_ns();
    list->mid_x = loam_floor_div(from->x, slot);
    list->mid_z = loam_floor_div(from->z, slot);
    list->failed = LOAM_OK;
    list->growing = 0;
    loam_result result = list->gradual ? grow(list, from, budget_us / 2) : LOAM_OK;
    for (int32_t i = 0; i < list->side * list->side && result == LOAM_OK; i++)
    {
        const bool is_late = list->gradual && loam_clock_ns() - start > budget_us * 1000;
        isle_cell *const cell = take_cell(list, list->order[i]);
        bool whole = false;
        if (is_late)
        {
            list->growing += !cell->is_known || wanted_of(list, cell, from) != cell->detail;
            continue;
        }
        result = follow(list, cell, from, &whole);
        list->growing += !whole;
    }
    const bool is_whole = fade(list);
    *complete = result == LOAM_OK && list->growing == 0 && is_whole;
    return result;
}

// ---- light ----------------------------------------------------------------------------------------

bool isle_light_differs(const float a[3], const float b[3])
{
    return fabsf(a[0] - b[0]) + fabsf(a[1] - b[1]) + fabsf(a[2] - b[2]) > 0.006f;
}

/// Whether the sun is seen from a thing's middle past the hills of its island.
static float light_of(const patch_texels *patch, const isle_thing *t, const float light[3])
{
    const float flat = fmaxf(sqrtf(light[0] * light[0] + light[2] * light[2]), 1e-4f);
    const float rise = light[1] / flat, x = light[0] / flat, z = light[2] / flat;
    float seen = 1, way = 1.5f * (float)patch->step;
    for (int32_t i = 0; i < LIGHT_STEPS && seen > 0; i++)
    {
        const float above = t->y + t->radius + rise * way -
                            isle_ground_at(patch, t->x + x * way, t->z + z * way);
        seen = fminf(seen, fmaxf(0.5f + 20 * above / way, 0));
        way *= 1.42f;
    }
    return fminf(seen, 1);
}

void isle_list_light(isle_list *list, const float light[3])
{
    for (int32_t i = 0; i < list->side * list->side; i++)
    {
        isle_cell *const cell = &list->cells[i];
        if (cell->thing_count == 0 || !isle_light_differs(cell->things_light, light))
        {
            continue;
        }
        memcpy(cell->things_light, light, sizeof cell->things_light);
        for (int32_t k = 0; k < cell->thing_count; k++)
        {
            cell->things[k].lit = (uint8_t)(255 * light_of(&cell->ground.texels, &cell->things[k],
                                                           light));
        }
    }
}
