// SPDX-License-Identifier: MIT
#include "tiles/plants/fall.h"

#include <string.h>

// What breaks off. A branch holds as long as a way leads through the wood of its raster from its base to its
// tip: sideways within a row, and from row to row where both rows have the column. (Two rows at a time, so
// that nothing slips through a row that was not drawn, and so not cut, at the angle of that moment.) Only cells
// that are drawn at any angle count: so what holds follows from the cells alone, and whoever looks again, after
// loading, say, finds the same. Wood that has burnt out carries nothing.

enum
{
    LOOK_EVERY = 16, // steps: for the ground
    ROOT_ROWS = 2,   // tiles in the ground
    TWIG = 8         // tiles of wood: less crumbles where it is broken off
};

// ---- what holds -----------------------------------------------------------------------------------

static uint32_t row_mask(const loam_plants *p, const plant_view *view, const loam_branch *branch,
                         uint32_t row)
{
    int32_t count;
    const uint32_t first = loam_plant_core(branch, row, &count);
    const uint32_t column = first - branch->cell - row * branch->across;
    uint32_t mask = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const uint8_t material = view->cells[first + (uint32_t)i].material;
        const bool holds = material == branch->material || p->carries[material];
        mask |= (uint32_t)(holds && material != LOAM_AIR) << (column + (uint32_t)i);
    }
    return mask;
}

/// All of mask that is connected with some of it.
static uint32_t spread_in(uint32_t some, uint32_t mask)
{
    for (int32_t i = 0; i < PLANT_MAX_ACROSS && some != mask; i++)
    {
        some |= (some << 1 | some >> 1) & mask;
    }
    return some;
}

/// Whether nothing has happened to its wood. Then it holds: rows that are drawn at any angle lie within each
/// other, the narrow ones in the wide ones.
static bool is_whole(const plant_view *view, const loam_branch *branch)
{
    bool changed = branch->material == LOAM_AIR;
    for (uint32_t i = branch->cell; i < branch->cell + branch->cell_count; i++)
    {
        changed |= view->cells[i].changed;
    }
    return !changed;
}

/// The first row that is held no more; the branch's top if all is well.
static uint32_t find_break(const loam_plants *p, const plant_view *view, const loam_branch *branch)
{
    if (is_whole(view, branch))
    {
        return branch->top;
    }
    uint32_t held = UINT32_MAX, mask = row_mask(p, view, branch, 0);
    for (uint32_t row = 0; row < branch->top; row++)
    {
        const bool last = row + 1 >= branch->top;
        const uint32_t next = last ? UINT32_MAX : row_mask(p, view, branch, row + 1);
        const uint32_t through = held & mask & next;
        if (through == 0)
        {
            return (held & mask) == 0 ? row : row + 1;
        }
        held = spread_in(through, mask & next);
        mask = next;
    }
    return branch->top;
}

bool loam_fall_uprooted(const loam_tile_world *world, const loam_standing *standing)
{
    if (((world->steps + standing->order) & (LOOK_EVERY - 1)) != 0)
    {
        return false;
    }
    if (standing->floats)
    {
        return false;
    }
    for (int32_t i = 0; i < 3 * ROOT_ROWS; i++)
    {
        const loam_tile_pos at = {standing->x + i % 3 - 1, standing->y - 1 - (i >= 3)};
        const bool there = loam_ring_has(&world->ring, world->ring.anchor, loam_chunk_of_tile(at));
        if (!there || world->solid[world->ring.tiles[loam_ring_index(&world->ring, at)].block])
        {
            return false;
        }
    }
    return true;
}

// ---- what falls -----------------------------------------------------------------------------------

/// Sums over the wood of a part that is seen.
typedef struct wood_sums
{
    const loam_tile_world *world;
    const plant_view *view;
    int32_t count[2]; // thin, stout
    int64_t x, y, squares;
    int32_t left, right, low, high;
} wood_sums;

static int32_t to_signed(uint64_t distance, uint64_t mask)
{
    const uint64_t d = distance & mask;
    return d > mask >> 1 ? -(int32_t)(mask + 1 - d) : (int32_t)d;
}

static void add_cells(wood_sums *sums, uint32_t first, uint32_t end, bool stout)
{
    const plant_canvas *const canvas = &sums->world->plants->canvas;
    for (uint32_t i = first; i < end; i++)
    {
        const uint32_t place = sums->view->places[i];
        if (place == 0)
        {
            continue;
        }
        const uint64_t index = place - 1, row = (uint64_t)(index >> canvas->stride_log2);
        const int32_t x = to_signed(index - (uint64_t)sums->view->plant->x, canvas->mask);
        const int32_t y = to_signed(row - (uint64_t)sums->view->plant->y, canvas->mask);
        sums->left = x < sums->left ? x : sums->left;
        sums->right = x > sums->right ? x : sums->right;
        sums->low = y < sums->low ? y : sums->low;
        sums->high = y > sums->high ? y : sums->high;
        if (sums->world->plants->cover.is_wood[sums->view->cells[i].material])
        {
            sums->count[stout]++;
            sums->x += x;
            sums->y += y;
            sums->squares += (int64_t)x * x + (int64_t)y * y;
        }
    }
}

static wood_sums sum_part(const loam_tile_world *world, const plant_view *view, int32_t part)
{
    const loam_fall *const fall = &view->plant->falls[part - 1];
    const loam_branch *const root = &view->branches[fall->root];
    wood_sums sums = {.world = world,
                      .view = view,
                      .left = INT32_MAX,
                      .right = INT32_MIN,
                      .low = INT32_MAX,
                      .high = INT32_MIN};
    add_cells(&sums, root->cell + (uint32_t)fall->from_row * root->across,
              root->cell + (uint32_t)fall->rows * root->across, true);
    for (uint32_t i = 0; i < view->plant->branch_count; i++)
    {
        const loam_branch *const branch = &view->branches[i];
        if (branch->part == part)
        {
            const uint32_t count = branch->length > 0 ? (uint32_t)branch->top * branch->across
                                                      : branch->cell_count;
            add_cells(&sums, branch->cell, branch->cell + count, 2 * branch->width >= root->width);
        }
    }
    return sums;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/// Its middle, how hard it is to turn, and how far it reaches.
static void weigh(loam_fall *fall, const wood_sums *sums)
{
    const int64_t count = (int64_t)sums->count[0] + sums->count[1];
    const int64_t x = loam_fall_quotient(sums->x * PLANT_TILE, count);
    const int64_t y = loam_fall_quotient(sums->y * PLANT_TILE, count);
    const int64_t square = (x * x + y * y) >> 16;
    const int64_t spread = loam_fall_quotient(sums->squares, count) - square;
    fall->middle[0] = (int32_t)x + PLANT_TILE / 2;
    fall->middle[1] = (int32_t)y + PLANT_TILE / 2;
    fall->at[0] = fall->middle[0] * 256;
    fall->at[1] = fall->middle[1] * 256;
    fall->inertia = (int32_t)(spread > 1 ? spread : 1);
    const int32_t tile_x = fall->middle[0] >> PLANT_TILE_LOG2;
    const int32_t tile_y = fall->middle[1] >> PLANT_TILE_LOG2;
    const int32_t aside = larger(tile_x - sums->left, sums->right - tile_x);
    const int32_t up = larger(tile_y - sums->low, sums->high - tile_y);
    fall->reach = larger(aside, up) + (aside < up ? aside : up) / 2 + 4;
    fall->spin_limit = (int32_t)loam_fall_quotient(INT64_C(854456595), fall->reach); // 1.25 tiles
}

static void set_point(int32_t point[2], const loam_branch *tip)
{
    point[0] = tip != NULL ? tip->x : PLANT_ROOT_X;
    point[1] = tip != NULL ? tip->y : PLANT_ROOT_Y;
}

static void note_points(loam_fall *fall, const loam_branch *branches)
{
    const loam_branch *const root = &branches[fall->root];
    const loam_branch *const parent = root->parent < 0 ? NULL : &branches[root->parent];
    const loam_branch *const older = parent == NULL || parent->parent < 0
                                         ? NULL
                                         : &branches[parent->parent];
    set_point(fall->points[FALL_OLDER], older);
    set_point(fall->points[FALL_BASE], parent);
    set_point(fall->points[FALL_TIP], root);
    fall->heading = (int32_t)root->heading;
}

/// It turns about the middle of the break, if it does not hang from there.
static void set_pivot(loam_fall *fall, const loam_branch *root)
{
    for (int32_t i = 0; i < 2; i++)
    {
        const int64_t way = (int64_t)fall->points[FALL_TIP][i] - fall->points[FALL_BASE][i];
        fall->pivot[i] = fall->points[FALL_BASE][i] +
                         (int32_t)loam_fall_quotient(way * fall->from_row, root->rows);
        fall->arm[i] = fall->middle[i] - fall->pivot[i];
    }
    const int32_t aside = fall->arm[0] < 0 ? -fall->arm[0] : fall->arm[0];
    fall->state = -fall->arm[1] > aside ? FALL_FREE : FALL_HINGED;
}

static void take_part(const plant_view *view, int32_t root, int32_t part)
{
    for (uint32_t i = 0; i < view->plant->branch_count; i++)
    {
        loam_branch *const branch = &view->branches[i];
        const bool beyond = branch->parent >= 0 &&
                            (branch->parent == root || view->branches[branch->parent].part == part);
        if (branch->part == PLANT_STANDS && beyond)
        {
            branch->part = (uint8_t)part;
            branch->drag = branch->weight = 0;
            branch->speed = 0;
            branch->broken = 0;
        }
    }
}

/// The number of a part that nobody has; 0 if all fall still.
static int32_t free_part(const loam_grown_plant *plant)
{
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        if (plant->falls[i].state == FALL_NONE)
        {
            return i + 1;
        }
    }
    return 0;
}

static void break_off(const loam_tile_world *world, const plant_view *view, loam_grown_plant *plant,
                      int32_t root, uint32_t row)
{
    const int32_t part = free_part(plant);
    loam_branch *const branch = &view->branches[root];
    loam_fall *const fall = &plant->falls[part - 1];
    *fall = (loam_fall){
        .state = FALL_RESTS, .root = root, .from_row = (int32_t)row, .rows = branch->top};
    branch->top = (uint8_t)row;
    take_part(view, root, part);
    note_points(fall, view->branches);
    const wood_sums sums = sum_part(world, view, part);
    memcpy(fall->owed, sums.count, sizeof sums.count);
    if (sums.count[0] + sums.count[1] > 0)
    {
        weigh(fall, &sums);
        set_pivot(fall, branch);
    }
}

bool loam_fall_break(const loam_tile_world *world, loam_standing *standing, uint32_t branch,
                     uint32_t row)
{
    loam_plants *const p = world->plants;
    loam_grown_plant *const plant = &p->plants[standing->plant];
    const plant_view view = loam_plants_view(p, standing->slot, standing->plant);
    const int32_t part = free_part(plant);
    if (part == 0)
    {
        return false;
    }
    break_off(world, &view, plant, (int32_t)branch, row);
    loam_fall *const fall = &plant->falls[part - 1];
    fall->state = fall->owed[0] + fall->owed[1] < TWIG ? FALL_RESTS : fall->state;
    standing->falls = standing->awake = true;
    return true;
}

bool loam_fall_find(const loam_tile_world *world, const loam_standing *standing)
{
    loam_plants *const p = world->plants;
    loam_grown_plant *const plant = &p->plants[standing->plant];
    const plant_view view = loam_plants_view(p, standing->slot, standing->plant);
    const bool uprooted = loam_fall_uprooted(world, standing);
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        loam_branch *const branch = &view.branches[i];
        const bool rootless = uprooted && branch->parent < 0;
        const bool asked = branch->hurt || standing->unknown || rootless;
        if (branch->part != PLANT_STANDS || branch->length == 0 || !asked)
        {
            branch->hurt = false;
            continue;
        }
        const uint32_t row = rootless ? 0 : find_break(p, &view, branch);
        if (row < branch->top)
        {
            if (free_part(plant) == 0)
            {
                return true;
            }
            break_off(world, &view, plant, (int32_t)i, row);
        }
        branch->hurt = false;
    }
    return false;
}

// ---- what the world takes -------------------------------------------------------------------------

static uint32_t count_taken(const loam_plants *p, const plant_view *view, uint32_t first,
                            uint32_t end)
{
    uint32_t taken = 0;
    for (uint32_t i = first; i < end; i++)
    {
        taken += view->places[i] != 0 && p->cover.is_wood[view->cells[i].material] &&
                 !p->cover.is_wood[loam_plant_cell_now(&p->canvas, view, i).material];
    }
    return taken;
}

static uint32_t take_owed(loam_fall *fall, bool stout, uint32_t count)
{
    int32_t *const owed = &fall->owed[stout];
    const uint32_t taken = (uint32_t)*owed < count ? (uint32_t)*owed : count;
    *owed -= (int32_t)taken;
    return taken;
}

uint32_t loam_fall_note_taken(const loam_plants *plants, const plant_view *view,
                              loam_grown_plant *plant)
{
    uint32_t taken = 0;
    if (!loam_fall_any(plant))
    {
        return 0;
    }
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        loam_fall *const fall = &plant->falls[i];
        const loam_branch *const root = &view->branches[fall->root];
        if (fall->state != FALL_NONE)
        {
            taken += take_owed(fall, true,
                               count_taken(plants, view,
                                           root->cell + (uint32_t)fall->from_row * root->across,
                                           root->cell + (uint32_t)fall->rows * root->across));
        }
    }
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        const loam_branch *const branch = &view->branches[i];
        if (branch->part != PLANT_STANDS && branch->part != PLANT_GONE && branch->length > 0)
        {
            loam_fall *const fall = &plant->falls[branch->part - 1];
            const bool stout = 2 * branch->width >= view->branches[fall->root].width;
            taken += take_owed(fall, stout,
                               count_taken(plants, view, branch->cell,
                                           branch->cell + (uint32_t)branch->top * branch->across));
        }
    }
    return taken;
}
