// SPDX-License-Identifier: MIT
#include "cave/rock.h"

#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A single cave is a loam_cave in memory; one without an end is pages of loam_cave_stage on a pipeline, which a region
// around the viewer asks for. In both the same cells are solid as in what loam cave 2d and 3d write.

enum
{
    FLAT_PAGE = 64, // cells along a side
    SOLID_PAGE = 64,
    PAGE_BYTES = 64 << 20, // of pages that nobody needs now
};

static const char stage_name[] = "caves";

static bool is_flat(const cave_rock *rock)
{
    return rock->plan.dimensions == 2;
}

// ---- ways out -------------------------------------------------------------------------------------

/// Cells of a single cave by number, x fastest.
static void place_of(const loam_solid *walls, int64_t number, int32_t at[3])
{
    at[0] = (int32_t)(number % walls->w);
    at[1] = (int32_t)(number / walls->w % walls->h);
    at[2] = (int32_t)(number / walls->w / walls->h);
}

static int64_t number_of(const loam_solid *walls, int32_t x, int32_t y, int32_t z)
{
    return ((int64_t)z * walls->h + y) * walls->w + x;
}

static bool has_cell(const loam_solid *walls, int32_t x, int32_t y, int32_t z)
{
    return x >= 0 && y >= 0 && z >= 0 && x < walls->w && y < walls->h && z < walls->d;
}

/// Whether a cell at a side leads into the open: sideways, and in three dimensions upwards.
static bool is_at_side(const cave_rock *rock, const int32_t at[3])
{
    const loam_solid *const walls = &rock->cave->walls;
    const bool side = at[0] == 0 || at[0] == walls->w - 1 || at[1] == walls->h - 1;
    return is_flat(rock) ? side || at[1] == 0 : side || at[2] == 0 || at[2] == walls->d - 1;
}

/// The first cells of the search: open ones at the sides.
static int64_t begin_ways(cave_rock *rock, int32_t *queue)
{
    const loam_solid *const walls = &rock->cave->walls;
    const int64_t count = (int64_t)walls->w * walls->h * walls->d;
    int64_t waiting = 0;
    for (int64_t i = 0; i < count; i++)
    {
        int32_t at[3];
        place_of(walls, i, at);
        rock->out[i] = -1;
        if (is_at_side(rock, at) && !loam_solid_get(walls, at[0], at[1], at[2]))
        {
            rock->out[i] = 1;
            queue[waiting++] = (int32_t)i;
        }
    }
    return waiting;
}

/// Breadth first: how far all cells are from the open.
static loam_result find_ways(cave_rock *rock)
{
    static const int32_t steps[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                        {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};
    const loam_solid *const walls = &rock->cave->walls;
    const size_t count = (size_t)walls->w * (size_t)walls->h * (size_t)walls->d;
    int32_t *const queue = malloc(count * sizeof *queue);
    rock->out = malloc(count * sizeof *rock->out);
    if (queue == NULL || rock->out == NULL)
    {
        free(queue);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the ways of a cave");
    }
    int64_t waiting = begin_ways(rock, queue);
    for (int64_t i = 0; i < waiting; i++)
    {
        int32_t at[3];
        place_of(walls, queue[i], at);
        for (int32_t k = 0; k < 6; k++)
        {
            const int32_t x = at[0] + steps[k][0], y = at[1] + steps[k][1], z = at[2] + steps[k][2];
            const int64_t next = number_of(walls, x, y, z);
            if (has_cell(walls, x, y, z) && rock->out[next] < 0 && !loam_solid_get(walls, x, y, z))
            {
                rock->out[next] = rock->out[queue[i]] + 1;
                queue[waiting++] = (int32_t)next;
            }
        }
    }
    free(queue);
    return LOAM_OK;
}

// ---- beginning and ending -------------------------------------------------------------------------

static loam_result begin_single(cave_rock *rock)
{
    const cave_plan *const plan = &rock->plan;
    loam_result result = loam_cave_create(&rock->env, &rock->def, true, &rock->cave);
    if (result != LOAM_OK)
    {
        return result;
    }
    rock->hash = loam_cave_hash(rock->cave);
    rock->size[0] = plan->east;
    rock->size[1] = is_flat(rock) ? rock->layers + (plan->ceiling ? CAVE_SLAB : 0) : plan->up;
    rock->size[2] = plan->north;
    return find_ways(rock);
}

static loam_result begin_endless(cave_rock *rock)
{
    loam_cave_def parameters;
    loam_stage_def stage;
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = rock->env;
    def.seed = rock->plan.seed;
    def.cache_bytes = PAGE_BYTES;
    rock->page_side = is_flat(rock) ? FLAT_PAGE : SOLID_PAGE;
    loam_result result = loam_cave_stage(&rock->def, stage_name, (int32_t)rock->page_side,
                                         &parameters, &stage);
    result = result == LOAM_OK ? loam_pipeline_create(&def, &rock->pipeline) : result;
    return result == LOAM_OK ? loam_pipeline_add(rock->pipeline, &stage) : result;
}

loam_result cave_rock_begin(const loam_env *env, const cave_plan *plan, const int64_t *bubble,
                            int32_t bubble_cells, cave_rock *out)
{
    *out = (cave_rock){
        .env = *env, .plan = *plan, .def = cave_plan_def(plan), .layers = cave_plan_layers(plan)};
    if (bubble != NULL)
    {
        memcpy(out->bubble, bubble, sizeof out->bubble);
        out->bubble_cells = bubble_cells;
    }
    loam_result result = cave_plan_check(plan);
    result = result != LOAM_OK ? result : plan->endless ? begin_endless(out) : begin_single(out);
    if (result != LOAM_OK)
    {
        cave_rock_end(out);
    }
    return result;
}

void cave_rock_end(cave_rock *rock)
{
    loam_region_destroy(rock->region);
    loam_pipeline_destroy(rock->pipeline);
    loam_cave_destroy(rock->cave);
    free(rock->out);
    *rock = (cave_rock){0};
}

loam_result cave_rock_follow(cave_rock *rock, const int64_t at[3], int64_t reach,
                             uint64_t budget_us)
{
    if (rock->pipeline == NULL)
    {
        return LOAM_OK;
    }
    const int64_t y = is_flat(rock) ? 0 : at[1];
    const loam_region_def def = {.load = reach, .keep = reach + rock->page_side};
    loam_result result = rock->region == NULL ? loam_region_create(rock->pipeline, &def, at[0], y,
                                                                   at[2], &rock->region)
                                              : loam_region_move(rock->region, at[0], y, at[2]);
    bool idle;
    return result == LOAM_OK ? loam_pipeline_pump(rock->pipeline, budget_us, &idle) : result;
}

// ---- cells ----------------------------------------------------------------------------------------

bool cave_rock_has(const cave_rock *rock, int64_t x, int64_t y, int64_t z)
{
    return rock->cave == NULL || (x >= 0 && y >= 0 && z >= 0 && x < rock->size[0] &&
                                  y < rock->size[1] && z < rock->size[2]);
}

static bool is_in_bubble(const cave_rock *rock, int64_t x, int64_t y, int64_t z)
{
    const int64_t dx = x - rock->bubble[0], dy = y - rock->bubble[1], dz = z - rock->bubble[2];
    const int64_t r = rock->bubble_cells;
    return r > 0 && dx * dx + dz * dz + (is_flat(rock) ? 0 : dy * dy) <= r * r;
}

/// A cell above its map in two dimensions.
static bool is_raised(const cave_rock *rock, int64_t x, int64_t y, int64_t z, bool wall)
{
    const bool has = cave_rock_has(rock, x, 0, z);
    if (y < 0)
    {
        return true;
    }
    if (y >= rock->layers)
    {
        return has && rock->plan.ceiling && (rock->cave == NULL || y < rock->layers + CAVE_SLAB);
    }
    return has && wall && !is_in_bubble(rock, x, y, z);
}

static bool is_single_solid(const cave_rock *rock, int64_t x, int64_t y, int64_t z)
{
    const loam_solid *const walls = &rock->cave->walls;
    if (is_flat(rock))
    {
        const bool wall = cave_rock_has(rock, x, 0, z) &&
                          loam_solid_get(walls, (int32_t)x, (int32_t)z, 0);
        return is_raised(rock, x, y, z, wall);
    }
    return !cave_rock_has(rock, x, y, z)
               ? y < 0
               : loam_solid_get(walls, (int32_t)x, (int32_t)y, (int32_t)z) &&
                     !is_in_bubble(rock, x, y, z);
}

static void fill_single(const cave_rock *rock, const int64_t low[3], const int32_t size[3],
                        uint8_t *out)
{
    for (int32_t z = 0; z < size[2]; z++)
    {
        for (int32_t y = 0; y < size[1]; y++)
        {
            for (int32_t x = 0; x < size[0]; x++)
            {
                *out++ = is_single_solid(rock, low[0] + x, low[1] + y, low[2] + z);
            }
        }
    }
}

/// The part of a range that a page has.
static void cut(int64_t low, int32_t size, int64_t page, int64_t side, int64_t *from, int64_t *to)
{
    *from = page * side > low ? page * side : low;
    *to = (page + 1) * side < low + size ? (page + 1) * side : low + size;
}

/// What one page has of a box. In two dimensions the whole column follows from one cell.
static void take_page(const cave_rock *rock, const loam_page *page, const int64_t low[3],
                      const int32_t size[3], uint8_t *out)
{
    const int64_t side = rock->page_side;
    const bool flat = is_flat(rock);
    const loam_solid cells = {(uint64_t *)(uintptr_t)page->data, (int32_t)side, (int32_t)side,
                              flat ? 1 : (int32_t)side};
    int64_t from[3] = {0, low[1], 0}, to[3] = {0, low[1] + size[1], 0};
    cut(low[0], size[0], page->x, side, &from[0], &to[0]);
    cut(low[2], size[2], page->z, side, &from[2], &to[2]);
    if (!flat)
    {
        cut(low[1], size[1], page->y, side, &from[1], &to[1]);
    }
    for (int64_t z = from[2]; z < to[2]; z++)
    {
        for (int64_t y = from[1]; y < to[1]; y++)
        {
            uint8_t *const row = out + ((z - low[2]) * size[1] + (y - low[1])) * size[0];
            for (int64_t x = from[0]; x < to[0]; x++)
            {
                const int32_t in_x = (int32_t)(x - page->x * side),
                              in_y = (int32_t)((flat ? z : y) - (flat ? page->z : page->y) * side),
                              in_z = flat ? 0 : (int32_t)(z - page->z * side);
                const bool wall = loam_solid_get(&cells, in_x, in_y, in_z);
                row[x - low[0]] = flat ? is_raised(rock, x, y, z, wall)
                                       : wall && !is_in_bubble(rock, x, y, z);
            }
        }
    }
}

static loam_result fill_endless(cave_rock *rock, const int64_t low[3], const int32_t size[3],
                                bool waits, uint8_t *out)
{
    int64_t first[3], last[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const bool none = axis == 1 && is_flat(rock);
        first[axis] = none ? 0 : loam_floor_div(low[axis], rock->page_side);
        last[axis] = none ? 0 : loam_floor_div(low[axis] + size[axis] - 1, rock->page_side);
    }
    loam_page_id id = {0};
    for (id.z = first[2]; id.z <= last[2]; id.z++)
    {
        for (id.y = first[1]; id.y <= last[1]; id.y++)
        {
            for (id.x = first[0]; id.x <= last[0]; id.x++)
            {
                const loam_page *page;
                const loam_result result = waits ? loam_pipeline_get(rock->pipeline, id, &page)
                                                 : loam_pipeline_peek(rock->pipeline, id, &page);
                if (result != LOAM_OK)
                {
                    return result;
                }
                take_page(rock, page, low, size, out);
                loam_pipeline_release(rock->pipeline, page);
            }
        }
    }
    return LOAM_OK;
}

loam_result cave_rock_fill(cave_rock *rock, const int64_t low[3], const int32_t size[3], bool waits,
                           uint8_t *out)
{
    if (rock->cave == NULL)
    {
        return fill_endless(rock, low, size, waits, out);
    }
    fill_single(rock, low, size, out);
    return LOAM_OK;
}

bool cave_rock_is_solid(cave_rock *rock, int64_t x, int64_t y, int64_t z)
{
    uint8_t solid = 1;
    return cave_rock_fill(rock, (const int64_t[3]){x, y, z}, (const int32_t[3]){1, 1, 1}, true,
                          &solid) != LOAM_OK ||
           solid != 0;
}

// ---- light and ways -------------------------------------------------------------------------------

bool cave_rock_has_sky(const cave_rock *rock)
{
    return rock->cave != NULL || (is_flat(rock) && !rock->plan.ceiling);
}

/// Cells to the outside; 0 is there, -1: no way.
static int32_t out_at(const cave_rock *rock, int64_t x, int64_t y, int64_t z)
{
    if (!cave_rock_has(rock, x, is_flat(rock) ? 0 : y, z))
    {
        return 0;
    }
    return is_flat(rock)
               ? rock->out[z * rock->cave->walls.w + x]
               : rock->out[number_of(&rock->cave->walls, (int32_t)x, (int32_t)y, (int32_t)z)];
}

uint8_t cave_rock_sky(const cave_rock *rock, int64_t x, int64_t y, int64_t z)
{
    const float reach_m = 22;
    if (rock->cave == NULL || (is_flat(rock) && (!rock->plan.ceiling || y >= rock->layers)))
    {
        return cave_rock_has_sky(rock) ? 255 : 0;
    }
    const int32_t cells = out_at(rock, x, y, z);
    const float far = (float)cells * rock->plan.resolution / reach_m;
    return cells < 0 || far >= 1 ? 0 : (uint8_t)(255 * (1 - far) * (1 - far) * (1 - far));
}

/// The number of steps to the outside at a cell, or beside it: whoever walks stands in corners of cells.
static int32_t out_around(const cave_rock *rock, int64_t at[3])
{
    int32_t best = out_at(rock, at[0], at[1], at[2]);
    const int64_t from[3] = {at[0], at[1], at[2]};
    for (int32_t i = 0; i < 27 && best < 0; i++)
    {
        const int64_t x = from[0] + i % 3 - 1, y = from[1] + i / 3 % 3 - 1, z = from[2] + i / 9 - 1;
        const int32_t there = cave_rock_has(rock, x, is_flat(rock) ? 0 : y, z)
                                  ? out_at(rock, x, y, z)
                                  : -1;
        if (there > 0)
        {
            best = there;
            at[0] = x;
            at[1] = y;
            at[2] = z;
        }
    }
    return best;
}

static int32_t step_out(const cave_rock *rock, int64_t at[3])
{
    static const int32_t steps[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, 0, -1},
                                        {0, 0, 1},  {0, -1, 0}, {0, 1, 0}};
    const int32_t here = out_at(rock, at[0], at[1], at[2]);
    for (int32_t k = 0; k < (is_flat(rock) ? 4 : 6); k++)
    {
        const int64_t x = at[0] + steps[k][0], y = at[1] + steps[k][1], z = at[2] + steps[k][2];
        const int32_t there = out_at(rock, x, y, z);
        if (there == here - 1 && (there > 0 || is_flat(rock) || y >= 0))
        {
            at[0] = x;
            at[1] = y;
            at[2] = z;
            return there;
        }
    }
    return here;
}

bool cave_rock_way_out(const cave_rock *rock, const int64_t from[3], int32_t ahead, int32_t *cells,
                       int64_t to[3])
{
    memcpy(to, from, 3 * sizeof *to);
    *cells = rock->cave == NULL ? -1 : out_around(rock, to);
    if (*cells <= 0)
    {
        return false;
    }
    for (int32_t i = 0, left = *cells; i < ahead && left > 0; i++)
    {
        const int32_t next = step_out(rock, to);
        if (next == left)
        {
            break;
        }
        left = next;
    }
    return true;
}
