// SPDX-License-Identifier: MIT
#include "tiles/plants/fall.h"

#include "loam/random.h"

#include "tiles/life/life.h"
#include "tiles/plants/seeds.h"
#include "tiles/state/touched.h"

#include <string.h>

// How a part ends. While it falls its leaves come off; thin branches crumble where they hit the ground; when it
// rests the other thin ones follow, a few in a step from the tips on, and at last the stout wood stays where it
// is. What lies is wood in the walls before the open sky, or in the place of a cave's walls where no sky is near:
// nobody stumbles over it, and fire, mould and spades treat it as they treat any wood.
//
// A part is owed as many tiles as were seen of it in the world when it broke. At another angle it may cover
// more tiles or fewer: so what finds its place is counted, what is too much is not laid down, and what is too
// little is laid beside the rest.

enum
{
    FLYING_LEAVES = 48,  // in a step, of all parts: others are gone
    FLIES = 3,           // one of 2^FLIES leaves is seen to fly
    SHEDS = 1,           // of 1024 leaves in a step, while it falls, and more when it is fast
    SHEDS_WHEN_FAST = 6, // with every 1/4 of a tile a step
    SHEDS_AT_REST = 60,  // when it lies
    CRUMBLE_AT_ONCE = 3, // thin branches of a part that rests, in a step
    DEEPEST = 256,       // tiles that crumbs fall
    ROLLS = 16,          // and to the sides
    HIGHEST = 24,        // tiles above, and to the sides, where there may be a place
    WIDEST = 24
};

/// A part of a plant that ends.
typedef struct ending
{
    loam_tile_world *world;
    plant_view view;
    loam_fall *fall;
    int32_t part;
    uint64_t seed;
    int32_t *flying; // leaves that may still be let fly
} ending;

// ---- places ---------------------------------------------------------------------------------------

/// What wood may lie before: the open sky, or else the walls of a cave, which it takes the place of.
typedef enum backdrop
{
    BEFORE_SKY,
    BEFORE_WALLS
} backdrop;

static bool is_open(const loam_tile_world *world, loam_tile_pos at, backdrop behind)
{
    const loam_ring *const ring = &world->ring;
    if (!loam_ring_has(ring, ring->anchor, loam_chunk_of_tile(at)))
    {
        return false;
    }
    const size_t index = loam_ring_index(ring, at);
    const uint8_t wall = loam_cover_bare(world, index).wall;
    return !world->solid[ring->tiles[index].block] &&
           (wall == LOAM_AIR ||
            (behind == BEFORE_WALLS && world->solid[wall] && !world->plants->cover.is_wood[wall]));
}

static loam_tile_pos sink(const loam_tile_world *world, loam_tile_pos at, backdrop behind)
{
    for (int32_t i = 0; i < DEEPEST && is_open(world, (loam_tile_pos){at.x, at.y - 1}, behind); i++)
    {
        at.y--;
    }
    return at;
}

/// Whether one can roll to a column: it is open there, and below.
static bool rolls_to(const loam_tile_world *world, int64_t x, int64_t y, backdrop behind)
{
    return is_open(world, (loam_tile_pos){x, y}, behind) &&
           is_open(world, (loam_tile_pos){x, y - 1}, behind);
}

/// As low as one can fall from an open place, and roll: crumbs make heaps, not towers.
static loam_tile_pos drop(const loam_tile_world *world, loam_tile_pos from, backdrop behind)
{
    loam_tile_pos at = sink(world, from, behind);
    for (int32_t i = 0; i < ROLLS; i++)
    {
        const int64_t first = at.x + ((at.x + at.y + i) & 1) * 2 - 1, other = 2 * at.x - first;
        const bool left = rolls_to(world, first, at.y, behind);
        if (!left && !rolls_to(world, other, at.y, behind))
        {
            break;
        }
        at = sink(world, (loam_tile_pos){left ? first : other, at.y}, behind);
    }
    return at;
}

/// The next open place in a column, upwards.
static bool find_above(const loam_tile_world *world, loam_tile_pos *at, backdrop behind)
{
    for (int32_t i = 0; i <= HIGHEST; i++, at->y++)
    {
        if (is_open(world, *at, behind))
        {
            return true;
        }
    }
    return false;
}

static bool find_before(const loam_tile_world *world, loam_tile_pos *place, backdrop behind)
{
    for (int32_t i = 0; i <= 2 * WIDEST; i++)
    {
        loam_tile_pos at = {place->x + (i & 1 ? (i + 1) / 2 : -i / 2), place->y};
        if (find_above(world, &at, behind))
        {
            *place = drop(world, at, behind);
            return true;
        }
    }
    return false;
}

/// A place for a tile that cannot stay where it is. False if there is none around.
static bool find_place(const loam_tile_world *world, loam_tile_pos *place)
{
    return find_before(world, place, BEFORE_SKY) || find_before(world, place, BEFORE_WALLS);
}

/// Becomes the wall there, behind the plant that may stand before it.
static void lay(loam_tile_world *world, loam_tile_pos at, loam_plant_cell cell)
{
    loam_plants *const p = world->plants;
    const size_t index = loam_ring_index(&world->ring, at);
    if (p->canvas.taken[index] & PLANT_TAKEN)
    {
        p->canvas.behind[index] = (uint16_t)(cell.material | cell.variant << 8);
    }
    else
    {
        world->ring.tiles[index].wall = cell.material;
        world->ring.tiles[index].wall_variant = cell.variant;
    }
    loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
    p->fallen++;
}

// ---- leaves ---------------------------------------------------------------------------------------

static void let_fly(const ending *e, size_t index, uint8_t leaf, uint64_t random)
{
    loam_tile_world *const world = e->world;
    loam_tile *const tile = &world->ring.tiles[index];
    const uint8_t flying = world->plants->falls_as[leaf];
    if (loam_seed_drop(world, e->view.plant->seed.species, index, random))
    {
        return;
    }
    if (*e->flying > 0 && (random >> 32 & ((1 << FLIES) - 1)) == 0 && flying != LOAM_AIR &&
        tile->block == LOAM_AIR)
    {
        tile->block = flying;
        tile->block_variant = (uint8_t)(random >> 48 & 1);
        loam_life_changed(world, index, LOAM_AIR);
        loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
        --*e->flying;
    }
}

/// Takes a cell of the plant out of the world for good. Returns what it was.
static loam_plant_cell end_cell(const ending *e, uint32_t cell)
{
    const loam_plant_cell was = e->view.cells[cell];
    loam_plant_lift_cell(&e->world->plants->canvas, &e->view, cell);
    e->view.cells[cell].material = LOAM_AIR;
    e->view.cells[cell].variant = 0;
    e->view.cells[cell].changed = true;
    return was;
}

/// So many of 1024 come off.
static void shed(const ending *e, const loam_branch *clump, uint32_t chance)
{
    for (uint32_t i = clump->cell; i < clump->cell + clump->cell_count; i++)
    {
        const uint32_t drawn = (uint32_t)(i * UINT32_C(2654435761) + (uint32_t)e->seed) >> 22;
        if (drawn < chance && e->view.cells[i].material != LOAM_AIR)
        {
            const uint64_t random = loam_seed_at(e->seed, (int64_t)i, 0, 0);
            const uint32_t place = e->view.places[i];
            const loam_plant_cell leaf = end_cell(e, i);
            e->world->plants->shed++;
            if (place != 0)
            {
                let_fly(e, place - 1, leaf.material, random);
            }
        }
    }
}

// ---- wood -----------------------------------------------------------------------------------------

/// Rows of a branch of the part, and how it is drawn.
typedef struct wood_rows
{
    const loam_branch *branch;
    plant_stroke stroke;
    uint32_t first, end;
    bool stout;
} wood_rows;

static wood_rows rows_of(const ending *e, const loam_branch *branch)
{
    const loam_branch *const root = &e->view.branches[e->fall->root];
    const bool is_root = branch == root;
    return (wood_rows){.branch = branch,
                       .stroke = is_root ? loam_plant_fall_stroke(&e->view, e->fall)
                                         : loam_plant_stroke(&e->view, branch),
                       .first = is_root ? (uint32_t)e->fall->from_row : 0,
                       .end = is_root ? (uint32_t)e->fall->rows : branch->top,
                       .stout = is_root || 2 * branch->width >= root->width};
}

typedef enum lying
{
    LIES_HERE, // if the place is open
    LIES_NEAR, // one of each row
    LIES_BELOW
} lying;

static void lay_cell(const ending *e, int32_t *owed, loam_plant_cell cell, loam_tile_pos at,
                     lying how)
{
    const bool here = how != LIES_NEAR && is_open(e->world, at, BEFORE_SKY);
    if (*owed == 0 || !e->world->plants->cover.is_wood[cell.material] ||
        (!here && (how == LIES_HERE || !find_place(e->world, &at))))
    {
        return;
    }
    lay(e->world, how == LIES_BELOW ? drop(e->world, at, BEFORE_SKY) : at, cell);
    --*owed;
}

/// Lays wood down where it is drawn, or near that, as long as any is owed. The cells stay.
static void lay_rows(const ending *e, const wood_rows *rows, int32_t *owed, lying how)
{
    const plant_stroke *const s = &rows->stroke;
    for (int32_t i = 0; i < s->count && i < rows->branch->rows; i++)
    {
        const plant_row row = loam_plant_row(rows->branch, s, i);
        const int32_t count = how == LIES_NEAR ? 1 : row.count;
        for (int32_t j = 0; row.row >= rows->first && row.row < rows->end && j < count; j++)
        {
            const loam_grown_plant *const plant = e->view.plant;
            const loam_tile_pos at = {plant->x + (s->upright ? row.x + j : row.x),
                                      plant->y + (s->upright ? row.y : row.y + j)};
            lay_cell(e, owed, e->view.cells[row.cell + (uint32_t)j], at, how);
        }
    }
}

/// Of blades and stalks, which are no wood, nothing will lie there but a seed here and there.
static void lift_rows(const ending *e, const wood_rows *rows)
{
    const uint32_t across = rows->branch->across;
    for (uint32_t i = rows->first * across; i < rows->end * across; i++)
    {
        const uint32_t cell = rows->branch->cell + i, place = e->view.places[cell];
        loam_plant_lift_cell(&e->world->plants->canvas, &e->view, cell);
        if (place != 0 && !e->world->plants->cover.is_wood[e->view.cells[cell].material])
        {
            (void)loam_seed_drop(e->world, e->view.plant->seed.species, place - 1,
                                 loam_seed_at(e->seed, (int64_t)cell, 0, 1));
        }
    }
}

static void end_rows(const ending *e, const wood_rows *rows)
{
    const uint32_t across = rows->branch->across;
    for (uint32_t i = rows->first * across; i < rows->end * across; i++)
    {
        (void)end_cell(e, rows->branch->cell + i);
    }
}

static void crumble(const ending *e, loam_branch *branch)
{
    if (branch->length == 0)
    {
        shed(e, branch, 1024);
    }
    else
    {
        const wood_rows rows = rows_of(e, branch);
        lift_rows(e, &rows);
        lay_rows(e, &rows, &e->fall->owed[rows.stout], LIES_BELOW);
        end_rows(e, &rows);
    }
    branch->part = PLANT_GONE;
}

/// What is broken, and all that it carries.
static void crumble_broken(const ending *e)
{
    for (uint32_t i = 0; i < e->view.plant->branch_count; i++)
    {
        loam_branch *const branch = &e->view.branches[i];
        if (branch->part == e->part)
        {
            const loam_branch *const parent = &e->view.branches[branch->parent];
            branch->broken |= branch->parent != e->fall->root && parent->part == e->part &&
                              parent->broken;
        }
    }
    for (uint32_t i = e->view.plant->branch_count; i-- > 0;)
    {
        loam_branch *const branch = &e->view.branches[i];
        if (branch->part == e->part && branch->broken)
        {
            crumble(e, branch);
        }
    }
}

/// Breaks some of the thin branches of a part that rests, the last ones first. Whether there were any.
static bool break_some(const ending *e)
{
    int32_t broken = 0;
    const loam_branch *const root = &e->view.branches[e->fall->root];
    for (uint32_t i = e->view.plant->branch_count; i-- > 0 && broken < CRUMBLE_AT_ONCE;)
    {
        loam_branch *const branch = &e->view.branches[i];
        if (branch->part == e->part && branch->length > 0 && 2 * branch->width < root->width)
        {
            branch->broken = 1;
            broken++;
        }
    }
    return broken > 0;
}

/// Calls a step for the rows of the branch that broke, and of all that fell with it.
static void each_rows(const ending *e, int32_t *owed, lying how,
                      void (*step)(const ending *, const wood_rows *, int32_t *, lying))
{
    wood_rows rows = rows_of(e, &e->view.branches[e->fall->root]);
    step(e, &rows, owed, how);
    for (uint32_t i = 0; i < e->view.plant->branch_count; i++)
    {
        const loam_branch *const branch = &e->view.branches[i];
        if (branch->part == e->part && branch->length > 0)
        {
            rows = rows_of(e, branch);
            step(e, &rows, owed, how);
        }
    }
}

static void lift_step(const ending *e, const wood_rows *rows, int32_t *owed, lying how)
{
    (void)owed;
    (void)how;
    lift_rows(e, rows);
}

static void end_step(const ending *e, const wood_rows *rows, int32_t *owed, lying how)
{
    (void)owed;
    (void)how;
    end_rows(e, rows);
}

/// What the branch that broke is made of, or else the first one of the plant that is wood; air if none is.
static uint8_t wood_of(const ending *e)
{
    const bool *const is_wood = e->world->plants->cover.is_wood;
    uint8_t wood = e->view.branches[e->fall->root].material;
    for (uint32_t i = 0; i < e->view.plant->branch_count && !is_wood[wood]; i++)
    {
        wood = e->view.branches[i].material;
    }
    return is_wood[wood] ? wood : LOAM_AIR;
}

/// What is still owed: the wood that is drawn at this angle was not enough, or there was none.
static void lay_rest(const ending *e)
{
    const loam_plant_cell cell = {.material = wood_of(e)};
    if (cell.material == LOAM_AIR)
    {
        return; // it has no wood of its own: it splinters
    }
    const loam_tile_pos middle = {e->view.plant->x + (e->fall->at[0] >> 16),
                                  e->view.plant->y + (e->fall->at[1] >> 16)};
    for (loam_tile_pos at = middle; e->fall->owed[1] > 0 && find_place(e->world, &at); at = middle)
    {
        lay(e->world, at, cell);
        e->fall->owed[1]--;
    }
}

/// All that is left becomes tiles.
static void settle(const ending *e)
{
    loam_fall *const fall = e->fall;
    each_rows(e, NULL, LIES_HERE, lift_step);
    each_rows(e, &fall->owed[1], fall->age == 0 ? LIES_BELOW : LIES_HERE,
              lay_rows);            // what has never moved was broken off in the air
    fall->owed[1] += fall->owed[0]; // what thin branches still owe lies beside the stout ones
    fall->owed[0] = 0;
    for (int32_t before = 0; fall->owed[1] > 0 && fall->owed[1] != before;)
    {
        before = fall->owed[1];
        each_rows(e, &fall->owed[1], LIES_NEAR, lay_rows);
    }
    lay_rest(e);
    e->world->plants->splintered += (uint64_t)fall->owed[1];
    each_rows(e, NULL, LIES_HERE, end_step);
    for (uint32_t i = 0; i < e->view.plant->branch_count; i++)
    {
        loam_branch *const branch = &e->view.branches[i];
        if (branch->part == e->part)
        {
            if (branch->length == 0)
            {
                shed(e, branch, 1024);
            }
            branch->part = PLANT_GONE;
        }
    }
    *fall = (loam_fall){.state = FALL_NONE};
}

// ---- plants ---------------------------------------------------------------------------------------

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

static void end_part(const ending *e)
{
    const loam_fall *const fall = e->fall;
    const bool rests = fall->state == FALL_RESTS;
    const uint32_t fast = (uint32_t)(magnitude(fall->speed[0]) + magnitude(fall->speed[1])) >> 14;
    const uint32_t sheds = rests ? SHEDS_AT_REST : SHEDS + SHEDS_WHEN_FAST * fast;
    for (uint32_t i = 0; i < e->view.plant->branch_count; i++)
    {
        const loam_branch *const branch = &e->view.branches[i];
        if (branch->part == e->part && branch->length == 0)
        {
            shed(e, branch, sheds);
        }
    }
    const bool more = rests && break_some(e);
    crumble_broken(e);
    if (rests && !more)
    {
        settle(e);
    }
}

/// Whoever is behind what has gone is to be seen again.
static void disturb_box(loam_tile_world *world, const loam_standing *standing)
{
    const loam_chunk_pos first = loam_chunk_of_tile((loam_tile_pos){standing->left, standing->low});
    const loam_chunk_pos last = loam_chunk_of_tile(
        (loam_tile_pos){standing->right, standing->high});
    for (int64_t y = first.y; y <= last.y; y++)
    {
        for (int64_t x = first.x; x <= last.x; x++)
        {
            world->plants->cover
                .disturbed[loam_ring_slot_of(&world->ring, (loam_chunk_pos){x, y})] = true;
        }
    }
    world->plants->cover.any_disturbed = true;
}

/// The box is as it has grown again when nothing falls any more.
static void follow_box(loam_tile_world *world, const loam_standing *standing,
                       loam_grown_plant *plant)
{
    if (loam_fall_any(plant))
    {
        world->plants->stand_again |= loam_fall_widen(plant);
        return;
    }
    disturb_box(world, standing);
    plant->left = plant->grown[0];
    plant->right = plant->grown[1];
    plant->low = plant->grown[2];
    plant->high = plant->grown[3];
    world->plants->stand_again = true;
}

void loam_falls_end(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    int32_t flying = FLYING_LEAVES;
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const loam_standing *const standing = &p->standing[i];
        loam_grown_plant *const plant = &p->plants[standing->plant];
        if (!standing->falls || !loam_fall_any(plant))
        {
            continue;
        }
        for (int32_t part = 1; part <= PLANT_MAX_FALLS; part++)
        {
            if (plant->falls[part - 1].state != FALL_NONE)
            {
                const ending e = {
                    .world = world,
                    .view = loam_plants_view(p, standing->slot, standing->plant),
                    .fall = &plant->falls[part - 1],
                    .part = part,
                    .seed = loam_seed_at(standing->order, (int64_t)world->steps, 0, 0),
                    .flying = &flying};
                end_part(&e);
            }
        }
        loam_saving_touch(world, standing->slot);
        follow_box(world, standing, plant);
    }
}
