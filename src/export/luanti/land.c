// SPDX-License-Identifier: MIT
#include "export/luanti/luanti.h"

#include "base/small.h"

#include "loam/jobs.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// A part of a land becomes a world row by row of units. The units of a row are made side by side: voxels, things, what
// grows on the ground, light, blocks; the calling thread finds the things of a row before and keeps its blocks behind.

enum
{
    UNIT_BLOCKS = LOAM_LUANTI_UNIT / LUANTI_BLOCK,
    SLAB = LOAM_MAX_VOLUME_SIDE, // voxels that are grown at once, upwards
    SURVEY_STEP = 8,             // m between samples of where the ground is
    SURVEY_SLACK = 64,           // m that it may be lower between them
    ABOVE_GROUND = 384,          // m that pillars, arches and trees rise, at most
    ABOVE_VOXELS = 48,           // nodes for trees above the highest voxel
    LOWEST = -30000,             // nodes of a world
    START_REACH = 24,            // nodes around the start where a better one is looked for
    START_STEP = 6, // nodes that it may be higher or lower than the ground was said to be
};

/// What grows in one unit.
typedef struct unit_work
{
    luanti_blob *blobs;
    int32_t count, room;
    int64_t things;
    bool has_start;
    int32_t start[3];
    loam_result result;
    char message[256];
} unit_work;

typedef struct land_work
{
    const loam_luanti_def *def;
    luanti_node nodes[LUANTI_NODE_COUNT];
    char path[LUANTI_PATH];
    int64_t x, z;         // m, of the first unit, without its margin
    int32_t wide, deep;   // units
    int32_t y, blocks_up; // the lowest node and how many blocks there may be above each other
    luanti_trees *trees;
    loam_land_thing *things; // of a row of units
    size_t thing_count, thing_room;
    unit_work *units; // of a row
    int32_t row;
    luanti_folder *folder;
    loam_luanti_figures figures;
} land_work;

// ---- one unit -------------------------------------------------------------------------------------

static void unit_free(luanti_unit *unit)
{
    loam_free(&unit->env, unit->content, unit->size);
    loam_free(&unit->env, unit->day, unit->size);
    loam_free(&unit->env, unit->night, unit->size);
}

static loam_result unit_allocate(luanti_unit *unit, int32_t h)
{
    unit->h = h;
    unit->size = (size_t)LUANTI_SIDE * (size_t)h * LUANTI_SIDE;
    unit->content = loam_alloc(&unit->env, unit->size);
    unit->day = loam_alloc(&unit->env, unit->size);
    unit->night = loam_alloc(&unit->env, unit->size);
    if (unit->content == NULL || unit->day == NULL || unit->night == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(unit->content, LOAM_VOXEL_AIR, unit->size);
    return LOAM_OK;
}

/// What a voxel is as a node: water above the sea is that of rivers, which does not flood what lies below.
static uint8_t content_of(uint8_t material, int32_t y)
{
    return material == LOAM_VOXEL_WATER && y > 0 ? LUANTI_RIVER_WATER : material;
}

static loam_volume_box slab_box(const luanti_unit *unit, int32_t slab)
{
    return (loam_volume_box){0,    unit->x,    unit->y + slab * SLAB, unit->z, LUANTI_SIDE,
                             SLAB, LUANTI_SIDE};
}

/// How many slabs there are from the bottom up to the last that is not all air.
static loam_result count_slabs(const land_work *work, loam_volume_grower *grower,
                               const luanti_unit *unit, int32_t *out)
{
    const loam_volume_voxels nothing = {.sparse = true};
    int32_t slab = (work->blocks_up * LUANTI_BLOCK + SLAB - 1) / SLAB;
    loam_volume_kind kind = LOAM_VOLUME_AIR;
    loam_result result = LOAM_OK;
    while (slab > 1 && kind == LOAM_VOLUME_AIR && result == LOAM_OK)
    {
        const loam_volume_box box = slab_box(unit, slab - 1);
        result = loam_volume_fill(grower, &box, &nothing, &kind);
        slab -= kind == LOAM_VOLUME_AIR;
    }
    *out = slab;
    return result;
}

static void take_slab(luanti_unit *unit, int32_t slab, const uint8_t *materials)
{
    for (int32_t k = 0; k < LUANTI_SIDE; k++)
    {
        for (int32_t j = 0; j < SLAB; j++)
        {
            const uint8_t *const from = materials + ((size_t)k * SLAB + (size_t)j) * LUANTI_SIDE;
            uint8_t *const to = unit->content + luanti_at(unit, 0, slab * SLAB + j, k);
            for (int32_t i = 0; i < LUANTI_SIDE; i++)
            {
                to[i] = content_of(from[i], unit->y + slab * SLAB + j);
            }
        }
    }
}

static loam_result fill_slabs(loam_volume_grower *grower, luanti_unit *unit, int32_t slabs,
                              uint8_t *scratch)
{
    loam_result result = LOAM_OK;
    for (int32_t slab = 0; slab < slabs && result == LOAM_OK; slab++)
    {
        const loam_volume_box box = slab_box(unit, slab);
        const loam_volume_voxels out = {.materials = scratch};
        result = loam_volume_fill(grower, &box, &out, NULL);
        if (result == LOAM_OK)
        {
            take_slab(unit, slab, scratch);
        }
    }
    return result;
}

static loam_result grow_unit(const land_work *work, luanti_unit *unit)
{
    const size_t bytes = (size_t)LUANTI_SIDE * SLAB * LUANTI_SIDE;
    uint8_t *const scratch = loam_alloc(&unit->env, bytes);
    loam_volume_grower *grower = NULL;
    int32_t slabs = 0;
    loam_result result = scratch != NULL ? loam_volume_grower_create(work->def->volume, &grower)
                                         : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? count_slabs(work, grower, unit, &slabs) : result;
    result = result == LOAM_OK ? unit_allocate(unit, slabs * SLAB + ABOVE_VOXELS) : result;
    result = result == LOAM_OK ? fill_slabs(grower, unit, slabs, scratch) : result;
    loam_volume_grower_destroy(grower);
    loam_free(&unit->env, scratch, bytes);
    return result;
}

static bool is_inside(const loam_land_thing *thing, const luanti_unit *unit)
{
    const int64_t x = loam_floor_div(thing->x, LOAM_SCATTER_ONE) - unit->x - LUANTI_MARGIN;
    const int64_t z = loam_floor_div(thing->z, LOAM_SCATTER_ONE) - unit->z - LUANTI_MARGIN;
    return x >= 0 && x < LOAM_LUANTI_UNIT && z >= 0 && z < LOAM_LUANTI_UNIT;
}

static void furnish_unit(const land_work *work, luanti_unit *unit, unit_work *out)
{
    for (size_t i = 0; i < work->thing_count; i++)
    {
        const bool stands = loam_luanti_plant(work->trees, &work->things[i], unit);
        out->things += stands && is_inside(&work->things[i], unit);
    }
    if (!work->def->bare)
    {
        loam_luanti_sow(loam_seed_derive(loam_land_seed(work->def->land), "luanti.growth"), unit);
    }
}

/// The node above the highest ground of a column, if there is nothing but clear nodes above it; else -1.
static int32_t open_ground(const land_work *work, const luanti_unit *unit, int32_t i, int32_t k)
{
    int32_t j = unit->h - 1;
    while (j > 0 && work->nodes[unit->content[luanti_at(unit, i, j, k)]].passage == LUANTI_CLEAR)
    {
        j--;
    }
    return loam_voxel_is_solid(unit->content[luanti_at(unit, i, j, k)]) ? j + 1 : -1;
}

/// Where players begin, if that lies in the unit: the place as it was chosen by samples of the ground, or the nearest
/// one around it that is open to the sky; not in a rock that stands there, nor in a trunk.
static void find_start(const land_work *work, const luanti_unit *unit, unit_work *out)
{
    const int32_t *const wanted = work->figures.start;
    const int64_t x = work->def->x + wanted[0] - unit->x, z = work->def->z + wanted[2] - unit->z;
    out->has_start = x >= LUANTI_MARGIN && x < LUANTI_MARGIN + LOAM_LUANTI_UNIT &&
                     z >= LUANTI_MARGIN && z < LUANTI_MARGIN + LOAM_LUANTI_UNIT;
    int32_t nearest = INT32_MAX;
    for (int32_t n = 0; n < (2 * START_REACH + 1) * (2 * START_REACH + 1) && out->has_start; n++)
    {
        const int32_t dx = n % (2 * START_REACH + 1) - START_REACH,
                      dz = n / (2 * START_REACH + 1) - START_REACH;
        const int32_t j = open_ground(work, unit, (int32_t)x + dx, (int32_t)z + dz);
        const int32_t y = unit->y + j, off = dx * dx + dz * dz;
        if (j >= 0 && off < nearest && y >= wanted[1] - START_STEP && y <= wanted[1] + START_STEP)
        {
            nearest = off;
            out->start[0] = wanted[0] + dx;
            out->start[1] = y;
            out->start[2] = wanted[2] + dz;
        }
    }
    out->has_start = out->has_start && nearest < INT32_MAX;
}

static bool is_empty(const luanti_unit *unit, const int32_t corner[3])
{
    for (int32_t n = 0; n < LUANTI_BLOCK * LUANTI_BLOCK; n++)
    {
        const size_t at = luanti_at(unit, corner[0], corner[1] + n % LUANTI_BLOCK,
                                    corner[2] + n / LUANTI_BLOCK);
        for (int32_t i = 0; i < LUANTI_BLOCK; i++)
        {
            if (unit->content[at + (size_t)i] != LOAM_VOXEL_AIR)
            {
                return false;
            }
        }
    }
    return true;
}

/// The block b of a column, counted from below: where it lies in the unit, and in the world.
static loam_result pack_block(const land_work *work, const luanti_unit *unit, int32_t column,
                              int32_t across, int32_t b, unit_work *out)
{
    const int32_t i = across % UNIT_BLOCKS, k = across / UNIT_BLOCKS;
    const int32_t corner[3] = {LUANTI_MARGIN + i * LUANTI_BLOCK, b * LUANTI_BLOCK,
                               LUANTI_MARGIN + k * LUANTI_BLOCK};
    const int32_t block[3] = {column * UNIT_BLOCKS - work->wide * UNIT_BLOCKS / 2 + i,
                              unit->y / LUANTI_BLOCK + b,
                              work->row * UNIT_BLOCKS - work->deep * UNIT_BLOCKS / 2 + k};
    return loam_luanti_pack(work->nodes, unit, corner, block, &out->blobs[out->count++]);
}

/// All blocks up to the last one that is not all air, above which the world is air, too.
static loam_result pack_unit(const land_work *work, const luanti_unit *unit, int32_t column,
                             unit_work *out)
{
    const int32_t up = unit->h / LUANTI_BLOCK;
    loam_result result = LOAM_OK;
    out->room = up * UNIT_BLOCKS * UNIT_BLOCKS;
    out->blobs = loam_alloc(&unit->env, (size_t)out->room * sizeof *out->blobs);
    for (int32_t across = 0; across < UNIT_BLOCKS * UNIT_BLOCKS && out->blobs != NULL; across++)
    {
        int32_t top = up;
        bool empty = true;
        while (top > 0 && empty)
        {
            const int32_t corner[3] = {LUANTI_MARGIN + across % UNIT_BLOCKS * LUANTI_BLOCK,
                                       (top - 1) * LUANTI_BLOCK,
                                       LUANTI_MARGIN + across / UNIT_BLOCKS * LUANTI_BLOCK};
            empty = is_empty(unit, corner);
            top -= empty;
        }
        for (int32_t b = 0; b < top && result == LOAM_OK; b++)
        {
            result = pack_block(work, unit, column, across, b, out);
        }
    }
    return out->blobs != NULL ? result : LOAM_OUT_OF_MEMORY;
}

static void make_unit(const land_work *work, int32_t column, unit_work *out)
{
    luanti_unit unit = {.env = work->def->env,
                        .x = work->x + (int64_t)column * LOAM_LUANTI_UNIT - LUANTI_MARGIN,
                        .z = work->z + (int64_t)work->row * LOAM_LUANTI_UNIT - LUANTI_MARGIN,
                        .y = work->y};
    *out = (unit_work){.result = grow_unit(work, &unit)};
    if (out->result == LOAM_OK)
    {
        furnish_unit(work, &unit, out);
        find_start(work, &unit, out);
        out->result = loam_luanti_shine(work->nodes, &unit);
    }
    out->result = out->result == LOAM_OK ? pack_unit(work, &unit, column, out) : out->result;
    if (out->result != LOAM_OK)
    {
        snprintf(out->message, sizeof out->message, "%s", loam_last_error());
    }
    unit_free(&unit);
}

static void make_units(void *context, int64_t begin, int64_t end)
{
    land_work *const work = context;
    for (int64_t column = begin; column < end; column++)
    {
        make_unit(work, (int32_t)column, &work->units[column]);
    }
}

// ---- a row ----------------------------------------------------------------------------------------

static loam_result take_thing(void *user, const loam_land_thing *thing)
{
    land_work *const work = user;
    const loam_env *const env = &work->def->env;
    if (work->thing_count == work->thing_room)
    {
        const size_t room = work->thing_room > 0 ? 2 * work->thing_room : 1024;
        loam_land_thing *const things = loam_alloc(env, room * sizeof *things);
        if (things == NULL)
        {
            return LOAM_OUT_OF_MEMORY;
        }
        if (work->thing_count > 0)
        {
            memcpy(things, work->things, work->thing_count * sizeof *things);
        }
        loam_free(env, work->things, work->thing_room * sizeof *things);
        work->things = things;
        work->thing_room = room;
    }
    work->things[work->thing_count++] = *thing;
    return loam_luanti_trees_prepare(work->trees, thing);
}

static loam_result find_things(land_work *work)
{
    const loam_land_things_area area = {
        work->x - LUANTI_MARGIN, work->z + (int64_t)work->row * LOAM_LUANTI_UNIT - LUANTI_MARGIN,
        (int64_t)work->wide * LOAM_LUANTI_UNIT + 2 * LUANTI_MARGIN, LUANTI_SIDE};
    work->thing_count = 0;
    return work->def->things == NULL
               ? LOAM_OK
               : loam_land_things_find(work->def->things, area, 0, take_thing, work);
}

static loam_result keep_blob(land_work *work, const luanti_blob *blob)
{
    loam_luanti_figures *const figures = &work->figures;
    const bool first = figures->nodes == 0;
    if (blob->nodes > 0)
    {
        figures->low = first || blob->low < figures->low ? blob->low : figures->low;
        figures->high = first || blob->high > figures->high ? blob->high : figures->high;
    }
    figures->blocks++;
    figures->nodes += blob->nodes;
    figures->hash += blob->hash;
    return loam_luanti_folder_add(work->folder, blob);
}

static loam_result keep_unit(land_work *work, unit_work *unit)
{
    loam_result result = unit->result;
    if (result != LOAM_OK && unit->message[0] != '\0')
    {
        result = loam_fail(result, "%s", unit->message);
    }
    work->figures.things += unit->things;
    for (int32_t i = 0; i < 3 && unit->has_start; i++)
    {
        work->figures.start[i] = unit->start[i];
    }
    for (int32_t i = 0; i < unit->count; i++)
    {
        luanti_blob *const blob = &unit->blobs[i];
        result = result == LOAM_OK ? keep_blob(work, blob) : result;
        loam_free(&work->def->env, blob->bytes, blob->size);
    }
    loam_free(&work->def->env, unit->blobs, (size_t)unit->room * sizeof *unit->blobs);
    return result;
}

static loam_result make_row(land_work *work)
{
    const loam_luanti_def *const def = work->def;
    loam_result result = find_things(work);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_jobs_for(def->env.jobs, work->wide, 1, make_units, work);
    for (int32_t column = 0; column < work->wide; column++)
    {
        const loam_result kept = keep_unit(work, &work->units[column]);
        result = result == LOAM_OK ? kept : result;
    }
    const bool goes_on = def->progress == NULL ||
                         def->progress(def->user, (int64_t)(work->row + 1) * work->wide,
                                       (int64_t)work->wide * work->deep);
    return result == LOAM_OK && !goes_on ? loam_fail(LOAM_CANCELLED, "stopped; nothing was written")
                                         : result;
}

// ---- the whole ------------------------------------------------------------------------------------

/// What samples of the ground say of the whole part.
typedef struct ground_survey
{
    loam_land_area area;
    float *height, *water;
    size_t count;
} ground_survey;

static loam_result look(const land_work *work, ground_survey *out)
{
    const loam_env *const env = &work->def->env;
    *out = (ground_survey){.area = {.x = work->x,
                                    .z = work->z,
                                    .step = SURVEY_STEP,
                                    .w = work->wide * LOAM_LUANTI_UNIT / SURVEY_STEP,
                                    .h = work->deep * LOAM_LUANTI_UNIT / SURVEY_STEP}};
    out->count = (size_t)out->area.w * (size_t)out->area.h;
    out->height = loam_alloc(env, out->count * sizeof(float));
    out->water = loam_alloc(env, out->count * sizeof(float));
    return out->height != NULL && out->water != NULL
               ? loam_land_fill(work->def->land, out->area,
                                &(loam_land_samples){.height = out->height, .water = out->water})
               : LOAM_OUT_OF_MEMORY;
}

static void look_done(const land_work *work, ground_survey *survey)
{
    loam_free(&work->def->env, survey->height, survey->count * sizeof(float));
    loam_free(&work->def->env, survey->water, survey->count * sizeof(float));
}

/// The lowest and the highest node that there may be.
static loam_result choose_heights(land_work *work, const ground_survey *survey)
{
    float low = survey->height[0], high = survey->height[0];
    for (size_t i = 0; i < survey->count; i++)
    {
        low = survey->height[i] < low ? survey->height[i] : low;
        high = survey->height[i] > high ? survey->height[i] : high;
    }
    const int64_t from = (int64_t)low - SURVEY_SLACK - work->def->depth,
                  to = (int64_t)(high > 0 ? high : 0) + ABOVE_GROUND;
    if (from < LOWEST || to > -LOWEST)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "the ground lies between %.0f and %.0f m; Luanti has %d to %d",
                         (double)low, (double)high, LOWEST, -LOWEST);
    }
    work->y = (int32_t)loam_floor_div(from, LUANTI_BLOCK) * LUANTI_BLOCK;
    work->blocks_up = (int32_t)((to - work->y) / LUANTI_BLOCK) + 1;
    return LOAM_OK;
}

/// The dry place that is nearest to the middle, or the middle.
static void choose_start(land_work *work, const ground_survey *survey)
{
    const int64_t step = SURVEY_STEP;
    int64_t nearest = INT64_MAX;
    size_t best = 0;
    for (size_t i = 0; i < survey->count; i++)
    {
        const int64_t x = survey->area.x + (int64_t)(i % (size_t)survey->area.w) * step -
                          work->def->x;
        const int64_t z = survey->area.z + (int64_t)(i / (size_t)survey->area.w) * step -
                          work->def->z;
        const bool dry = survey->water[i] <= survey->height[i];
        const int64_t off = x * x + z * z + (dry ? 0 : INT64_MAX / 2);
        best = off < nearest ? i : best;
        nearest = off < nearest ? off : nearest;
    }
    const float ground = survey->height[best], water = survey->water[best];
    work->figures.start[0] = (int32_t)(survey->area.x +
                                       (int64_t)(best % (size_t)survey->area.w) * step -
                                       work->def->x);
    work->figures.start[1] = loam_floor_int(water > ground ? water : ground) + 2;
    work->figures.start[2] = (int32_t)(survey->area.z +
                                       (int64_t)(best / (size_t)survey->area.w) * step -
                                       work->def->z);
}

static loam_result plan(land_work *work)
{
    ground_survey survey;
    loam_result result = look(work, &survey);
    result = result == LOAM_OK ? choose_heights(work, &survey) : result;
    if (result == LOAM_OK)
    {
        choose_start(work, &survey);
    }
    look_done(work, &survey);
    return result;
}

static loam_result make_all(land_work *work)
{
    const loam_env *const env = &work->def->env;
    loam_result result = plan(work);
    result = result == LOAM_OK ? loam_luanti_trees_create(env, &work->trees) : result;
    result = result == LOAM_OK ? loam_luanti_folder_begin(env, work->path, &work->folder) : result;
    work->units = loam_alloc(env, (size_t)work->wide * sizeof *work->units);
    result = result == LOAM_OK && work->units == NULL ? LOAM_OUT_OF_MEMORY : result;
    for (work->row = 0; work->row < work->deep && result == LOAM_OK; work->row++)
    {
        result = make_row(work);
    }
    result = result == LOAM_OK ? loam_luanti_folder_finish(work->folder, work->def, &work->figures)
                               : result;
    loam_luanti_folder_destroy(work->folder);
    loam_free(env, work->units, (size_t)work->wide * sizeof *work->units);
    loam_luanti_trees_destroy(work->trees);
    loam_free(env, work->things, work->thing_room * sizeof *work->things);
    return result;
}

// ---- public ---------------------------------------------------------------------------------------

loam_luanti_def loam_default_luanti_def(void)
{
    return (loam_luanti_def){.env = loam_default_env(), .w = 512, .d = 512, .depth = 64};
}

static loam_result check_number(const char *name, int64_t value, int64_t max)
{
    return value >= 1 && value <= max
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s is %lld; must be 1 to %lld", name,
                           (long long)value, (long long)max);
}

/// A line of a settings file.
static loam_result check_name(const char *what, const char *name)
{
    size_t length = 0;
    while (name[length] != '\0' && (uint8_t)name[length] >= ' ' && name[length] != 0x7f)
    {
        length++;
    }
    return name[length] == '\0' && length >= 1 && length <= LOAM_MAX_LUANTI_NAME
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "the name of %s must have 1 to %d bytes and no control characters", what,
                           LOAM_MAX_LUANTI_NAME);
}

/// Without slashes at its end; "" if that is too long.
static void tidy_path(const char *path, char out[LUANTI_PATH])
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
    {
        length--;
    }
    snprintf(out, LUANTI_PATH, "%.*s", length < LUANTI_PATH ? (int)length : 0, path);
}

static loam_result check_path(const loam_luanti_def *def)
{
    char path[LUANTI_PATH];
    struct stat status;
    tidy_path(def->path != NULL ? def->path : "", path);
    if (path[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the path must have 1 to %d bytes", LUANTI_PATH - 1);
    }
    if (lstat(path, &status) == 0)
    {
        return loam_fail(LOAM_IO, "%s: is there already", path);
    }
    const char *const slash = strrchr(path, '/');
    return check_name("the world", def->name != NULL ? def->name
                                   : slash != NULL   ? slash + 1
                                                     : path);
}

loam_result loam_luanti_check(const loam_luanti_def *def)
{
    loam_result result = check_number("w", def->w, LOAM_MAX_LUANTI_SIDE);
    result = result == LOAM_OK ? check_number("d", def->d, LOAM_MAX_LUANTI_SIDE) : result;
    result = result == LOAM_OK ? check_number("depth", def->depth, LOAM_MAX_LUANTI_DEPTH) : result;
    result = result == LOAM_OK ? check_path(def) : result;
    for (int32_t i = 1; i < LOAM_VOXEL_MATERIAL_COUNT && def->nodes != NULL; i++)
    {
        if (result == LOAM_OK && def->nodes[i] != NULL)
        {
            result = check_name(loam_voxel_material_name(i), def->nodes[i]);
        }
    }
    return result;
}

loam_result loam_luanti_write(const loam_luanti_def *def, loam_luanti_figures *figures)
{
    land_work *const work = loam_alloc(&def->env, sizeof *work);
    if (work == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(work, 0, sizeof *work);
    work->def = def;
    work->wide = (def->w + LOAM_LUANTI_UNIT - 1) / LOAM_LUANTI_UNIT;
    work->deep = (def->d + LOAM_LUANTI_UNIT - 1) / LOAM_LUANTI_UNIT;
    work->x = def->x - (int64_t)work->wide * LOAM_LUANTI_UNIT / 2;
    work->z = def->z - (int64_t)work->deep * LOAM_LUANTI_UNIT / 2;
    work->figures.w = work->wide * LOAM_LUANTI_UNIT;
    work->figures.d = work->deep * LOAM_LUANTI_UNIT;
    tidy_path(def->path != NULL ? def->path : "", work->path);
    loam_luanti_nodes(def, work->nodes);
    loam_result result = loam_luanti_check(def);
    result = result == LOAM_OK ? make_all(work) : result;
    if (figures != NULL)
    {
        *figures = work->figures;
    }
    loam_free(&def->env, work, sizeof *work);
    return result;
}
