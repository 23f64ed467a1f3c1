// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "land/basis/detail.h"
#include "land/basis/field.h"
#include "land/basis/lakes.h"
#include "land/water/channels.h"
#include "land/water/climate.h"
#include "land/water/inlets.h"
#include "land/water/raw.h"
#include "land/water/sites.h"
#include "land/water/stems.h"

// Levels 1 and 2: the coarser level's height as a smooth field, read at places that are moved a little, and
// hills on it; then the coarser level's rivers as channels through it.

enum
{
    COARSE_MARGIN = LAND_FINER_REACH -
                    3, // coarse cells around a page: fields reach 4, curves start up to 3 away
    CURVE_MARGIN = 3,  // what a curve has to know around its cell
    CURVE_START = 3,   // how far from a page curves that touch it begin at most
    COARSE_SIDE = 24,  // more than a window of coarse cells is wide or high
    COARSE_CELLS = COARSE_SIDE * COARSE_SIDE,
    FINER = 16,            // fine cells along a coarse one
    WARMTH = LAND_SPARE_0, // temperature at the level of the sea
};

// A window has one cell more than its margin, for sites that lie beside their place.
_Static_assert(CURVE_START + CURVE_MARGIN <= COARSE_MARGIN + 1, "curves, what those know");
_Static_assert(CURVE_START + LAND_FIELD_REACH <= COARSE_MARGIN + 1, "springs, the field there");
_Static_assert(1 + LAND_FIELD_REACH <= COARSE_MARGIN + 1, "the warp, the field there");
_Static_assert(LAND_INLET_REACH + LAND_INLET_STEPS + 1 <= COARSE_MARGIN + 1,
               "an inlet, its mouth, the sea beside that");
_Static_assert(LAND_INLET_REACH + LAND_INLET_MARGIN <= COARSE_MARGIN + 1 &&
                   1 + CURVE_MARGIN <= LAND_INLET_MARGIN,
               "an inlet, the rivers beside it, what their courses know");
_Static_assert(COARSE_MARGIN + 1 <= LAND_COURSE_OFF &&
                   LAND_COURSE_OFF + LAND_ROWS + COARSE_MARGIN + 1 < LAND_COURSE_ROOM &&
                   (int)LAND_CURVE_POINTS <= LAND_COURSE_ROOM,
               "a window begins in the coarser page and ends in it, but for its margin");
_Static_assert(LAND_ROWS >= LOAM_GRAPH_SIDE &&
                   LAND_ROWS / FINER + 2 + 2 * (COARSE_MARGIN + 1) <= COARSE_SIDE,
               "the rows of a page, each of its borders within one, and what is around");
_Static_assert((int)COARSE_CELLS <= (int)LAND_INLET_CELLS, "inlets know every cell of the window");
_Static_assert(COARSE_MARGIN + 1 + 1 <= LAND_FINER_REACH,
               "the window, and that it begins in a cell");

typedef struct coarse_cells
{
    land_window window;
    int64_t page_x,
        page_z; // places are measured from the low corner of this page, in units of the finer level
    int32_t x[COARSE_CELLS], z[COARSE_CELLS];
    float kind[COARSE_CELLS], height[COARSE_CELLS], receiver[COARSE_CELLS], flow[COARSE_CELLS];
    float lake[COARSE_CELLS], ruggedness[COARSE_CELLS], temperature[COARSE_CELLS];
    float rain[COARSE_CELLS], water[COARSE_CELLS], spring[COARSE_CELLS];
    float branch[COARSE_CELLS], arm[COARSE_CELLS];
    land_field_cell field[COARSE_CELLS];
} coarse_cells;

typedef struct finer_scratch
{
    land_channel_cells cells;
    coarse_cells coarse;
    int64_t x[LAND_CELLS], z[LAND_CELLS];
    float dx[LAND_CELLS], dz[LAND_CELLS], rise[LAND_CELLS];
    land_detail detail;
    int32_t from_x, from_z; // of the page, from where coarse cells are measured from
} finer_scratch;

size_t loam_land_finer_raw_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(finer_scratch));
}

static loam_result gather_columns(coarse_cells *coarse, land_page_source cells,
                                  land_page_source ground)
{
    const land_window_column columns[] = {
        {cells, offsetof(land_cells, kind), coarse->kind},
        {cells, offsetof(land_cells, height), coarse->height},
        {cells, offsetof(land_cells, receiver), coarse->receiver},
        {cells, offsetof(land_cells, flow), coarse->flow},
        {cells, offsetof(land_cells, lake), coarse->lake},
        {cells, offsetof(land_cells, ruggedness), coarse->ruggedness},
        {cells, offsetof(land_cells, temperature), coarse->temperature},
        {cells, offsetof(land_cells, rain), coarse->rain},
        {cells, offsetof(land_cells, branch), coarse->branch},
        {cells, offsetof(land_cells, arm), coarse->arm},
        {ground, offsetof(land_ground, water), coarse->water},
    };
    return loam_land_window_columns(&coarse->window, columns, sizeof columns / sizeof *columns);
}

static void pack_field(coarse_cells *coarse)
{
    for (int32_t i = 0; i < coarse->window.w * coarse->window.h; i++)
    {
        coarse->spring[i] = LAND_NOWHERE;
        coarse->x[i] *= FINER;
        coarse->z[i] *= FINER;
        coarse->field[i] = (land_field_cell){
            .x = coarse->x[i],
            .z = coarse->z[i],
            .values = {[LAND_HEIGHT] = coarse->height[i],
                       [LAND_RUGGEDNESS] = coarse->ruggedness[i],
                       [LAND_RAIN] = coarse->rain[i],
                       [WARMTH] = coarse->temperature[i] +
                                  loam_land_climate_lapse(coarse->height[i])},
        };
    }
}

static loam_result gather_coarse(loam_slice *slice, int32_t level, coarse_cells *coarse)
{
    const land_slice_source cells = {.slice = slice, .input = 0};
    const land_slice_source ground = {.slice = slice, .input = 1};
    coarse->window = loam_land_window_over(level - 1, slice->x, slice->z,
                                           slice->x + slice->extent - 1,
                                           slice->z + slice->extent - 1, COARSE_MARGIN);
    coarse->page_x = loam_floor_div(slice->page_x, FINER);
    coarse->page_z = loam_floor_div(slice->page_z, FINER);
    loam_result result = loam_land_window_sites(
        &coarse->window, loam_land_source_of_slice(&cells), offsetof(land_cells, site_x),
        offsetof(land_cells, site_z), coarse->page_x, coarse->page_z, coarse->x, coarse->z);
    result = result ? result
                    : gather_columns(coarse, loam_land_source_of_slice(&cells),
                                     loam_land_source_of_slice(&ground));
    if (!result)
    {
        pack_field(coarse);
    }
    return result;
}

static land_field field_of(const coarse_cells *coarse)
{
    return (land_field){
        .column = (int32_t)(coarse->window.column - coarse->page_x * LOAM_GRAPH_SIDE),
        .row = (int32_t)(coarse->window.row - coarse->page_z * LAND_ROWS),
        .w = coarse->window.w,
        .h = coarse->window.h,
        .cells = coarse->field};
}

static bool has_inflow(const coarse_cells *coarse, int32_t index)
{
    const int32_t w = coarse->window.w;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = index + land_step(d, coarse->window.row + index / w, w);
        if ((int32_t)coarse->receiver[from] == land_opposite(d))
        {
            return true;
        }
    }
    return false;
}

// The field is smoother than the cells: it does not reach up to the highest of them. A channel that begins
// there begins on the field instead, or its surroundings would stand above all others like a table.
static void lower_springs(coarse_cells *coarse)
{
    const int32_t w = coarse->window.w, h = coarse->window.h;
    const land_field field = field_of(coarse);
    for (int32_t r = CURVE_MARGIN; r < h - CURVE_MARGIN; r++)
    {
        for (int32_t i = r * w + CURVE_MARGIN; i < (r + 1) * w - CURVE_MARGIN; i++)
        {
            const int32_t d = (int32_t)coarse->receiver[i];
            if (d == LAND_NO_DIRECTION || coarse->lake[i] > 0 || has_inflow(coarse, i))
            {
                continue;
            }
            float values[LAND_ATTRIBUTES];
            loam_land_field_at(&field, coarse->x[i], coarse->z[i], values);
            const float end = coarse->water[i + land_step(d, coarse->window.row + r, w)];
            coarse->spring[i] = loam_land_spring_water(coarse->water[i], end, values[LAND_HEIGHT]);
        }
    }
    for (int32_t i = 0; i < w * h; i++)
    {
        coarse->water[i] = coarse->spring[i] < LAND_NOWHERE ? coarse->spring[i] : coarse->water[i];
    }
}

// Reads the field at every site, moved by the warp.
static void read_field(const coarse_cells *coarse, const finer_scratch *work, int32_t from_x,
                       int32_t from_z, float units, land_raw *raw)
{
    const land_field field = field_of(coarse);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        float values[LAND_ATTRIBUTES];
        loam_land_field_at(&field, from_x + raw->site_x[i] + loam_floor_int(work->dx[i] * units),
                           from_z + raw->site_z[i] + loam_floor_int(work->dz[i] * units), values);
        raw->height[i] = values[LAND_HEIGHT];
        raw->ruggedness[i] = values[LAND_RUGGEDNESS];
        raw->warmth[i] = values[WARMTH];
        raw->rain[i] = values[LAND_RAIN];
    }
}

static loam_result shape_ground(loam_slice *slice, const coarse_cells *coarse, finer_scratch *work,
                                int32_t from_x, int32_t from_z)
{
    const land_parameters *const parameters = slice->parameters;
    const int32_t level = parameters->level;
    land_raw *const raw = slice->out;
    loam_land_sites_metres(level, slice->x, slice->z, raw, work->x, work->z);
    loam_result result = loam_detail_init(&work->detail, level,
                                          loam_land_detail_seed(parameters->seed, level),
                                          parameters->shape.relief, slice->env->isa);
    result = result ? result
                    : loam_detail_warp(&work->detail, work->x, work->z, LAND_CELLS, work->dx,
                                       work->dz);
    if (result)
    {
        return result;
    }
    read_field(coarse, work, from_x, from_z,
               (float)LOAM_GRAPH_CELL / (float)loam_land_cell_size(level), raw);
    result = loam_detail_rise(&work->detail, work->x, work->z, raw->height, raw->ruggedness,
                              LAND_CELLS, work->dx, work->rise);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        // Where it is rugged, slopes are left to running water.
        raw->height[i] += work->rise[i] * (1 - 0.75f * raw->ruggedness[i]);
    }
    return result
               ? result
               : loam_detail_boldness(&work->detail, work->x, work->z, LAND_CELLS, raw->boldness);
}

static land_curve_cells curve_cells_of(const coarse_cells *coarse,
                                       const land_parameters *parameters)
{
    return (land_curve_cells){.window = coarse->window,
                              .x = coarse->x,
                              .z = coarse->z,
                              .kind = coarse->kind,
                              .receiver = coarse->receiver,
                              .lake = coarse->lake,
                              .flow = coarse->flow,
                              .water = coarse->water,
                              .branch = coarse->branch,
                              .arm = coarse->arm,
                              .seed = loam_land_water_seed(parameters->seed, parameters->level)};
}

static int32_t course_of(const coarse_cells *coarse, int32_t cell, int32_t point)
{
    const int32_t w = coarse->window.w;
    const int64_t column = coarse->window.column + cell % w - coarse->page_x * LOAM_GRAPH_SIDE;
    const int64_t row = coarse->window.row + cell / w - coarse->page_z * LAND_ROWS;
    return land_course_pack(
        (land_course){.column = (int32_t)column, .row = (int32_t)row, .point = point});
}

static loam_result lay_channels(const coarse_cells *coarse, const finer_scratch *work,
                                const land_parameters *parameters, int32_t from_x, int32_t from_z,
                                land_raw *raw)
{
    const land_curve_cells cells = curve_cells_of(coarse, parameters);
    const int32_t w = coarse->window.w, h = coarse->window.h;
    for (int32_t r = CURVE_MARGIN; r < h - CURVE_MARGIN; r++)
    {
        for (int32_t i = r * w + CURVE_MARGIN; i < (r + 1) * w - CURVE_MARGIN; i++)
        {
            if ((int32_t)coarse->receiver[i] == LAND_NO_DIRECTION)
            {
                continue;
            }
            land_curve curve;
            loam_land_stem_of(&cells, parameters->level - 1, i, &curve);
            const int32_t course = course_of(coarse, i, 0);
            loam_land_channel_lay(&work->cells, &curve, from_x, from_z, course, raw);
            int32_t joins = course;
            if ((int32_t)coarse->branch[i] != LAND_NO_DIRECTION)
            {
                land_curve branch;
                loam_land_branch_of(&cells, parameters->level - 1, i, &branch);
                joins = course_of(coarse, branch.to, branch.joint);
                loam_land_channel_lay_branch(&work->cells, &branch, &curve, from_x, from_z, joins,
                                             raw);
            }
            if (course < 0 || joins < 0)
            {
                return loam_fail(LOAM_FAILED, "a river of level %d is too far from the page",
                                 parameters->level - 1);
            }
        }
    }
    return LOAM_OK;
}

// Water of the coarser level ends inland at the site of its sinks.
static void place_sinks(const coarse_cells *coarse, const land_channel_cells *cells, int32_t from_x,
                        int32_t from_z, land_raw *raw)
{
    for (int32_t i = 0; i < coarse->window.w * coarse->window.h; i++)
    {
        const int32_t x = coarse->x[i] - from_x, z = coarse->z[i] - from_z;
        const int32_t cell = (int32_t)coarse->kind[i] == LAND_SINK
                                 ? loam_land_channel_nearest(cells, x, z)
                                 : -1;
        const int32_t column = cell % LAND_CHANNEL_W - LAND_CHANNEL_MARGIN;
        const int32_t row = cell / LAND_CHANNEL_W - LAND_CHANNEL_MARGIN;
        if (cell >= 0 && column >= 0 && row >= 0 && column < LOAM_GRAPH_SIDE && row < LAND_ROWS)
        {
            raw->kind[row * LOAM_GRAPH_SIDE + column] = LAND_SINK;
            raw->height[row * LOAM_GRAPH_SIDE + column] = coarse->water[i];
        }
    }
}

/// A lake in units of the finer level, its site from the low corner of the page.
typedef struct lake_site
{
    int64_t x, z;
    float radius, level;
    land_lake_shape shape;
} lake_site;

enum
{
    SHORE = 24 * LOAM_GRAPH_CELL, // how far from a lake channels may still count as part of it
};

static float apart(float a, float b)
{
    return a < b ? b - a : a - b;
}

// A channel knows itself whether it leads through a lake, so that it enters and leaves it once; its water
// differs from the lake's by little, and from that of another lake nearby by more.
static bool channel_in_lake(const lake_site *lake, const land_raw *raw, int32_t i)
{
    const float off = apart(raw->fixed[i], lake->level);
    const bool nearer = (int32_t)raw->kind[i] != LAND_LAKE ||
                        off < apart(raw->fixed[i], raw->height[i]);
    return raw->still[i] > 0 && off < loam_land_lake_band(lake->level) && nearer;
}

// Cells in the lake are part of it; those beside it lie higher.
static void flood(const lake_site *lake, land_raw *raw)
{
    const float beside = 1.2f * LOAM_GRAPH_CELL;
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const float dx = (float)(raw->site_x[i] - lake->x), dz = (float)(raw->site_z[i] - lake->z);
        const float reach = lake->radius + SHORE;
        const int32_t kind = (int32_t)raw->kind[i];
        if (kind == LAND_SEA || kind == LAND_SINK || dx * dx + dz * dz > reach * reach)
        {
            continue;
        }
        const bool channel = raw->fixed[i] < LAND_NOWHERE;
        const float distance = land_lake_distance(&lake->shape, dx, dz, lake->radius);
        if (channel ? channel_in_lake(lake, raw, i) : distance < 0)
        {
            raw->kind[i] = LAND_LAKE;
            raw->height[i] = lake->level;
        }
        else if (distance < beside && kind != LAND_LAKE && raw->height[i] < land_shore(lake->level))
        {
            raw->height[i] = land_shore(lake->level);
        }
    }
}

// Floods the lakes of a level that is `finer` cells coarser, from a page of its cells.
static void flood_page(const loam_page *page, uint64_t seed, int32_t level, int32_t finer,
                       const loam_slice *slice, land_raw *raw)
{
    const land_cells *const cells = page->data;
    const int64_t x = (page->x * finer - slice->page_x) * LOAM_GRAPH_PAGE;
    const int64_t z = (page->z * finer - slice->page_z) * LOAM_GRAPH_PAGE;
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        if (cells->lake[i] <= 0)
        {
            continue;
        }
        const lake_site lake = {.x = x + (int64_t)cells->site_x[i] * finer,
                                .z = z + (int64_t)cells->site_z[i] * finer,
                                .radius = cells->lake[i] * (float)finer,
                                .level = cells->height[i],
                                .shape = land_lake_shape_of(
                                    seed, level, page->x * LOAM_GRAPH_SIDE + i % LOAM_GRAPH_SIDE,
                                    page->z * LAND_ROWS + i / LOAM_GRAPH_SIDE)};
        const int64_t reach = (int64_t)lake.radius + SHORE;
        if (lake.x > -reach && lake.z > -reach && lake.x < LOAM_GRAPH_PAGE + reach &&
            lake.z < LOAM_GRAPH_PAGE + reach)
        {
            flood(&lake, raw);
        }
    }
}

// Lakes of all coarser levels, the coarsest last: its lakes have no others in them.
static void flood_lakes(loam_slice *slice, land_raw *raw)
{
    const land_parameters *const parameters = slice->parameters;
    for (int32_t up = 1; up <= parameters->level; up++)
    {
        int32_t count;
        const loam_page *const pages = loam_slice_pages(slice, up == 1 ? 0 : 2, &count);
        for (int32_t i = 0; i < count; i++)
        {
            flood_page(&pages[i], parameters->seed, parameters->level - up,
                       up == 1 ? FINER : FINER * FINER, slice, raw);
        }
    }
}

// Channels through the sea stay until it is known whether it is one.
static void sort_kinds(land_raw *raw)
{
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        raw->kind[i] = (float)(raw->height[i] < 0 ? LAND_SEA : LAND_DRY_LAND);
    }
}

static loam_result begin(loam_slice *slice, void *user)
{
    finer_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    coarse_cells *const coarse = &work->coarse;
    loam_land_sites_make(slice, &work->cells, slice->out);
    const loam_result result = gather_coarse(slice, parameters->level, coarse);
    work->from_x = (int32_t)(slice->page_x - coarse->page_x * FINER) * LOAM_GRAPH_PAGE;
    work->from_z = (int32_t)(slice->page_z - coarse->page_z * FINER) * LOAM_GRAPH_PAGE;
    return result;
}

static loam_result shape(loam_slice *slice, void *user)
{
    finer_scratch *const work = user;
    return shape_ground(slice, &work->coarse, work, work->from_x, work->from_z);
}

static loam_result let_water_in(loam_slice *slice, void *user)
{
    finer_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    land_raw *const raw = slice->out;
    lower_springs(&work->coarse);
    const loam_result result = lay_channels(&work->coarse, work, parameters, work->from_x,
                                            work->from_z, raw);
    if (result != LOAM_OK)
    {
        return result;
    }
    sort_kinds(raw);
    const land_curve_cells cells = curve_cells_of(&work->coarse, parameters);
    const land_inlets inlets = {.env = slice->env,
                                .coarse = &cells,
                                .level = parameters->level - 1,
                                .height = work->coarse.height,
                                .x = work->from_x,
                                .z = work->from_z,
                                .mouth = parameters->level == 1 ? -12.0f : -4.0f};
    loam_land_inlets_open(&inlets, raw);
    place_sinks(&work->coarse, &work->cells, work->from_x, work->from_z, raw);
    flood_lakes(slice, raw);
    return LOAM_OK;
}

static land_slice_step *const steps[] = {begin, shape, let_water_in};

int32_t loam_land_finer_raw_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_finer_raw(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(finer_scratch));
}
