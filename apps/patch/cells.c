// SPDX-License-Identifier: MIT
#include "patch/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- streaming ------------------------------------------------------------------------------------

/// The materials that weigh most in a cell, and the heights of its ground.
static void look_at(const loam_patchwork_def *def, patch_cell *cell)
{
    uint32_t sums[LOAM_PATCH_MAX_MATERIALS] = {0};
    const int32_t count = loam_patch_cell_vertices(def);
    cell->low = cell->high = cell->vertices[0].height;
    for (int32_t i = 0; i < count; i++)
    {
        const loam_patch_vertex *const v = &cell->vertices[i];
        cell->low = fminf(cell->low, v->height);
        cell->high = fmaxf(cell->high, v->height);
        for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
        {
            sums[v->materials[k] % LOAM_PATCH_MAX_MATERIALS] += v->weights[k];
        }
    }
    for (int32_t slot = 0; slot < CELL_SLOTS; slot++)
    {
        int32_t best = 0;
        for (int32_t i = 1; i < LOAM_PATCH_MAX_MATERIALS; i++)
        {
            best = sums[i] > sums[best] ? i : best;
        }
        cell->slots[slot] = (int8_t)(sums[best] > 0 ? best : -1);
        sums[best] = 0;
    }
}

static void cell_comes(void *user, int64_t x, int64_t z, const loam_patch_vertex *vertices)
{
    patch_cells *const all = user;
    if (all->count == all->room)
    {
        const int32_t room = all->room > 0 ? 2 * all->room : 64;
        patch_cell *const more = realloc(all->cells, (size_t)room * sizeof *more);
        if (more == NULL)
        {
            all->failed = loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for cells");
            return;
        }
        all->cells = more;
        all->room = room;
    }
    patch_cell *const cell = &all->cells[all->count++];
    *cell = (patch_cell){.x = x,
                         .z = z,
                         .vertices = vertices,
                         .biome = loam_patchwork_chunk(all->patchwork, x, z).biome,
                         .level = -1};
    look_at(loam_patchwork_def_of(all->patchwork), cell);
}

static void cell_leaves(void *user, int64_t x, int64_t z)
{
    patch_cells *const all = user;
    for (int32_t i = 0; i < all->count; i++)
    {
        if (all->cells[i].x == x && all->cells[i].z == z)
        {
            if (all->drop != NULL)
            {
                all->drop(all->user, &all->cells[i]);
            }
            all->cells[i] = all->cells[--all->count];
            return;
        }
    }
}

loam_result patch_cells_create(const loam_env *env, const loam_patchwork_def *def, patch_cells *out)
{
    *out = (patch_cells){.env = *env};
    return loam_patchwork_create(env, def, &out->patchwork);
}

loam_result patch_cells_begin(patch_cells *to)
{
    loam_patchwork_world_def def = loam_default_patchwork_world_def();
    def.env = to->env;
    def.patchwork = to->patchwork;
    def.ready = cell_comes;
    def.leave = cell_leaves;
    def.user = to;
    return loam_patchwork_world_create(&def, &to->world);
}

void patch_cells_destroy(patch_cells *from)
{
    loam_patchwork_world_destroy(from->world); // cells leave
    for (int32_t i = 0; i < from->count && from->drop != NULL; i++)
    {
        from->drop(from->user, &from->cells[i]);
    }
    loam_patchwork_destroy(from->patchwork);
    free(from->cells);
    *from = (patch_cells){0};
}

loam_result patch_cells_update(patch_cells *all, int64_t x, int64_t z, int32_t milliseconds,
                               uint64_t budget_us, bool *complete)
{
    const loam_result result = loam_patchwork_world_update(all->world, x, z, milliseconds,
                                                           budget_us, complete);
    return result == LOAM_OK ? all->failed : result;
}

static int compare(const void *a, const void *b)
{
    const int64_t first = ((const patch_cell *)a)->away, second = ((const patch_cell *)b)->away;
    return (first > second) - (first < second);
}

void patch_cells_sort(patch_cells *all, int64_t chunk_x, int64_t chunk_z)
{
    for (int32_t i = 0; i < all->count; i++)
    {
        patch_cell *const cell = &all->cells[i];
        const int64_t dx = cell->x - chunk_x, dz = cell->z - chunk_z;
        cell->away = dx * dx + dz * dz;
    }
    if (all->count > 1)
    {
        qsort(all->cells, (size_t)all->count, sizeof *all->cells, compare);
    }
}

// ---- grids ----------------------------------------------------------------------------------------

cell_grid cell_grid_of(const loam_patchwork_def *def, int32_t level)
{
    cell_grid grid = {.stride = 1 << level,
                      .last_x = def->chunk_size + def->sewing_x - 2,
                      .last_z = def->chunk_size + def->sewing_z - 2};
    grid.columns = (grid.last_x + grid.stride - 1) / grid.stride + 1;
    grid.rows = (grid.last_z + grid.stride - 1) / grid.stride + 1;
    const int32_t around = 2 * (grid.columns + grid.rows);
    grid.vertices = grid.columns * grid.rows + around;
    grid.indices = 6 * ((grid.columns - 1) * (grid.rows - 1) + around - 4);
    return grid;
}

/// A cell that is being copied.
typedef struct copying
{
    const loam_patchwork_def *def;
    const patch_cell *cell;
    const cell_grid *grid;
    int32_t firsts[LOAM_PATCH_PART_COUNT]; // vertices of the parts
} copying;

/// The vertex at a column and row of all parts together.
static const loam_patch_vertex *vertex_at(const copying *on, int32_t column, int32_t row)
{
    const int32_t side = on->def->chunk_size;
    const bool right = column >= side, above = row >= side;
    const int32_t part = (right ? LOAM_PATCH_HORIZONTAL : 0) + (above ? LOAM_PATCH_VERTICAL : 0);
    const int32_t w = right ? on->def->sewing_x : side;
    return &on->cell->vertices[on->firsts[part] + (above ? row - side + 1 : row) * w +
                               (right ? column - side + 1 : column)];
}

static void fill_weights(const loam_patch_vertex *from, const int8_t slots[CELL_SLOTS],
                         uint8_t out[CELL_SLOTS])
{
    memset(out, 0, CELL_SLOTS);
    for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
    {
        for (int32_t slot = 0; slot < CELL_SLOTS && from->weights[k] > 0; slot++)
        {
            if (slots[slot] == (int8_t)from->materials[k])
            {
                out[slot] = (uint8_t)(out[slot] + from->weights[k]);
                break;
            }
        }
    }
}

static void fill_one(const copying *on, int32_t column, int32_t row, cell_vertex *out)
{
    const cell_grid *const grid = on->grid;
    const int32_t x = column * grid->stride < grid->last_x ? column * grid->stride : grid->last_x;
    const int32_t z = row * grid->stride < grid->last_z ? row * grid->stride : grid->last_z;
    const loam_patch_vertex *const from = vertex_at(on, x, z);
    out->height = from->height;
    out->normal[0] = from->normal[0];
    out->normal[1] = from->normal[1];
    fill_weights(from, on->cell->slots, out->weights);
}

void cell_fill(const loam_patchwork_def *def, const patch_cell *cell, const cell_grid *grid,
               cell_vertex *out)
{
    copying on = {.def = def, .cell = cell, .grid = grid};
    for (int32_t i = 0; i < LOAM_PATCH_PART_COUNT; i++)
    {
        on.firsts[i] = loam_patch_first_vertex(def, (loam_patch_part)i);
    }
    for (int32_t i = 0; i < grid->columns * grid->rows; i++)
    {
        fill_one(&on, i % grid->columns, i / grid->columns, &out[i]);
    }
    cell_vertex *skirt = out + grid->columns * grid->rows;
    for (int32_t i = 0; i < grid->columns; i++)
    {
        skirt[i] = out[i];
        skirt[grid->columns + i] = out[(grid->rows - 1) * grid->columns + i];
    }
    skirt += 2 * grid->columns;
    for (int32_t i = 0; i < grid->rows; i++)
    {
        skirt[i] = out[i * grid->columns];
        skirt[grid->rows + i] = out[i * grid->columns + grid->columns - 1];
    }
}

static uint32_t *add_quad(uint32_t *out, int32_t a, int32_t b, int32_t c, int32_t d)
{
    const int32_t corners[6] = {a, b, c, b, d, c};
    for (int32_t k = 0; k < 6; k++)
    {
        *out++ = (uint32_t)corners[k];
    }
    return out;
}

/// Quads from vertices of an edge, `step` apart, down to those of the skirt.
static uint32_t *add_skirt(uint32_t *out, int32_t edge, int32_t step, int32_t skirt, int32_t count)
{
    for (int32_t i = 0; i + 1 < count; i++)
    {
        out = add_quad(out, edge + i * step, edge + (i + 1) * step, skirt + i, skirt + i + 1);
    }
    return out;
}

void cell_indices(const cell_grid *grid, uint32_t *out)
{
    const int32_t w = grid->columns, h = grid->rows, skirt = w * h;
    for (int32_t i = 0; i < (w - 1) * (h - 1); i++)
    {
        const int32_t x = i % (w - 1), z = i / (w - 1), a = z * w + x;
        out = (x + z) % 2 != 0 ? add_quad(out, a, a + 1, a + w, a + w + 1)
                               : add_quad(out, a + w, a, a + w + 1, a + 1);
    }
    out = add_skirt(out, 0, 1, skirt, w);
    out = add_skirt(out, (h - 1) * w, 1, skirt + w, w);
    out = add_skirt(out, 0, w, skirt + 2 * w, h);
    (void)add_skirt(out, w - 1, w, skirt + 2 * w + h, h);
}

int32_t cell_level_for(const loam_patchwork_def *def, double distance, double share)
{
    const int32_t side = def->chunk_size;
    int32_t level = 0;
    while (level + 1 < CELL_STRIDES && (4 << level) < side &&
           (double)(2 << level) * (double)def->spacing < distance * share)
    {
        level++;
    }
    return level;
}
