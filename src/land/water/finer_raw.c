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
    CURVE_START = 3,   // how far from a page curves that touch it begin at most
    COARSE_SIDE = 24,  // more than a window of coarse cells is wide or high
    COARSE_CELLS = COARSE_SIDE * COARSE_SIDE,
    FINER = 16,            // fine cells along a coarse one
    WARMTH = LAND_SPARE_0, // temperature at the level of the sea
};

// A window has one cell more than its margin, for sites that lie beside their place.
_Static_assert(CURVE_START + LAND_CURVE_MARGIN <= COARSE_MARGIN + 1, "curves, what those know");
_Static_assert(CURVE_START + LAND_FIELD_REACH <= COARSE_MARGIN + 1, "springs, the field there");
_Static_assert(1 + LAND_FIELD_REACH <= COARSE_MARGIN + 1, "the warp, the field there");
_Static_assert(LAND_INLET_REACH + LAND_INLET_STEPS + 1 <= COARSE_MARGIN + 1,
               "an inlet, its mouth, the sea beside that");
_Static_assert(LAND_INLET_REACH + LAND_INLET_MARGIN <= COARSE_MARGIN + 1 &&
                   1 + LAND_CURVE_MARGIN <= LAND_INLET_MARGIN,
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
    int64_t page_x, page_z;  // places are measured from the low corner of this page
    land_curve_cells curves; // their water is what runs over the ground, with springs lowered
    const float *height;
    float ruggedness[COARSE_CELLS], temperature[COARSE_CELLS], rain[COARSE_CELLS];
    float water[COARSE_CELLS], lowered[COARSE_CELLS];
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
    return LOAM_ARENA_SIZE(sizeof(finer_scratch)) + LAND_CURVE_CELLS_SIZE(COARSE_CELLS);
}

static loam_result gather_columns(coarse_cells *coarse, land_page_source cells,
                                  land_page_source ground)
{
    const land_window_column columns[] = {
        {cells, offsetof(land_cells, ruggedness), coarse->ruggedness},
        {cells, offsetof(land_cells, temperature), coarse->temperature},
        {cells, offsetof(land_cells, rain), coarse->rain},
        {ground, offsetof(land_ground, water), coarse->water},
    };
    return loam_land_window_columns(&coarse->curves.window, columns,
                                    sizeof columns / sizeof *columns);
}

static void pack_field(coarse_cells *coarse)
{
    const land_curve_cells *const curves = &coarse->curves;
    for (int32_t i = 0; i < curves->window.w * curves->window.h; i++)
    {
        coarse->field[i] = (land_field_cell){
            .x = curves->x[i],
            .z = curves->z[i],
            .values = {[LAND_HEIGHT] = coarse->height[i],
                       [LAND_RUGGEDNESS] = coarse->ruggedness[i],
                       [LAND_RAIN] = coarse->rain[i],
                       [WARMTH] = coarse->temperature[i] +
                                  loam_land_climate_lapse(coarse->height[i])},
        };
    }
}

static loam_result gather_coarse(loam_slice *slice, coarse_cells *coarse)
{
    const land_parameters *const parameters = slice->parameters;
    const int32_t level = parameters->level - 1;
    const land_slice_source cells = {.slice = slice, .input = 0};
    const land_slice_source ground = {.slice = slice, .input = 1};
    const land_window window = loam_land_window_over(level, slice->x, slice->z,
                                                     slice->x + slice->extent - 1,
                                                     slice->z + slice->extent - 1, COARSE_MARGIN);
    coarse->page_x = loam_floor_div(slice->page_x, FINER);
    coarse->page_z = loam_floor_div(slice->page_z, FINER);
    const land_curve_source from = {.cells = loam_land_source_of_slice(&cells),
                                    .level = level,
                                    .seed = parameters->seed,
                                    .page_x = coarse->page_x,
                                    .page_z = coarse->page_z};
    loam_result result = loam_land_curve_cells_gather(&window, &from, &slice->scratch,
                                                      &coarse->curves);
    result = result ? result
                    : gather_columns(coarse, from.cells, loam_land_source_of_slice(&ground));
    if (!result)
    {
        coarse->height = coarse->curves.water;
        coarse->curves.water = coarse->water;
        pack_field(coarse);
    }
    return result;
}

static land_field field_of(const coarse_cells *coarse)
{
    return (land_field){
        .column = (int32_t)(coarse->curves.window.column - coarse->page_x * LOAM_GRAPH_SIDE),
        .row = (int32_t)(coarse->curves.window.row - coarse->page_z * LAND_ROWS),
        .w = coarse->curves.window.w,
        .h = coarse->curves.window.h,
        .cells = coarse->field};
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

static int32_t course_of(const coarse_cells *coarse, int32_t cell, int32_t point)
{
    const land_window *const window = &coarse->curves.window;
    const int64_t column = window->column + cell % window->w - coarse->page_x * LOAM_GRAPH_SIDE;
    const int64_t row = window->row + cell / window->w - coarse->page_z * LAND_ROWS;
    return land_course_pack(
        (land_course){.column = (int32_t)column, .row = (int32_t)row, .point = point});
}

// Lays the course of a coarse cell and that of its branch, if it has one.
static loam_result lay_courses(const finer_scratch *work, int32_t cell, land_raw *raw)
{
    const land_curve_cells *const cells = &work->coarse.curves;
    const int32_t course = course_of(&work->coarse, cell, 0);
    int32_t joins = course;
    land_curve curve, branch;
    loam_land_stem_of(cells, cell, &curve);
    loam_land_channel_lay(&work->cells, &curve, work->from_x, work->from_z, course, raw);
    if (cells->branch[cell] != LAND_NO_DIRECTION)
    {
        loam_land_branch_of(cells, cell, &branch);
        joins = course_of(&work->coarse, branch.to, branch.joint);
        loam_land_channel_lay_branch(&work->cells, &branch, &curve, work->from_x, work->from_z,
                                     joins, raw);
    }
    return course >= 0 && joins >= 0
               ? LOAM_OK
               : loam_fail(LOAM_FAILED, "a river of level %d is too far from the page",
                           cells->level);
}

static loam_result lay_channels(const finer_scratch *work, land_raw *raw)
{
    const land_curve_cells *const cells = &work->coarse.curves;
    const int32_t w = cells->window.w, h = cells->window.h, margin = LAND_CURVE_MARGIN;
    loam_result result = LOAM_OK;
    for (int32_t r = margin; r < h - margin; r++)
    {
        for (int32_t i = r * w + margin; i < (r + 1) * w - margin && !result; i++)
        {
            result = land_has_curve(cells, i) ? lay_courses(work, i, raw) : LOAM_OK;
        }
    }
    return result;
}

// Water of the coarser level ends inland at the site of its sinks.
static void place_sinks(const finer_scratch *work, land_raw *raw)
{
    const land_curve_cells *const coarse = &work->coarse.curves;
    for (int32_t i = 0; i < coarse->window.w * coarse->window.h; i++)
    {
        const int32_t x = coarse->x[i] - work->from_x, z = coarse->z[i] - work->from_z;
        const int32_t cell = coarse->kind[i] == LAND_SINK
                                 ? loam_land_channel_nearest(&work->cells, x, z)
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
    coarse_cells *const coarse = &work->coarse;
    loam_land_sites_make(slice, &work->cells, slice->out);
    const loam_result result = gather_coarse(slice, coarse);
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
    coarse_cells *const coarse = &work->coarse;
    const land_field field = field_of(coarse);
    loam_land_lower_springs(&coarse->curves, &field, coarse->lowered);
    coarse->curves.water = coarse->lowered;
    const loam_result result = lay_channels(work, raw);
    if (result != LOAM_OK)
    {
        return result;
    }
    sort_kinds(raw);
    const land_inlets inlets = {.env = slice->env,
                                .coarse = &coarse->curves,
                                .height = coarse->height,
                                .x = work->from_x,
                                .z = work->from_z,
                                .mouth = parameters->level == 1 ? -12.0f : -4.0f};
    loam_land_inlets_open(&inlets, raw);
    place_sinks(work, raw);
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
