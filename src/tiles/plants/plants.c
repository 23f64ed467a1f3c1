// SPDX-License-Identifier: MIT
#include "tiles/plants/plants.h"

#include "loam/random.h"

#include "base/thread.h"
#include "tiles/data/defs.h"
#include "tiles/plants/fall.h"
#include "tiles/plants/growth.h"
#include "tiles/plants/stand.h"
#include "tiles/plants/wind.h"

#include <string.h>

// The arrays and who has what of them (Dubsky 2024, 4.2.2). When no range is large enough they are compacted,
// and when that is not enough they grow; neither is to be seen from outside.

enum
{
    FIRST_PLANTS = 256,
    FIRST_BRANCHES = 1 << 13,
    FIRST_CELLS = 1 << 17
};

// ---- nurseries ------------------------------------------------------------------------------------

/// Nurseries that nobody uses: there are never more than threads that have grown something at a time.
struct loam_nursery_pool
{
    loam_mutex mutex;
    loam_nursery *idle[PLANT_NURSERIES];
    int32_t count;
};

static loam_result make_pool(loam_tile_world *world, loam_plants *plants)
{
    struct loam_nursery_pool *const pool = loam_alloc(&world->env, sizeof *pool);
    if (pool == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(pool, 0, sizeof *pool);
    if (!loam_mutex_init(&pool->mutex))
    {
        loam_free(&world->env, pool, sizeof *pool);
        return loam_fail(LOAM_FAILED, "the system has no more mutexes");
    }
    plants->pool = pool;
    return LOAM_OK;
}

static void free_pool(const loam_env *env, struct loam_nursery_pool *pool)
{
    if (pool == NULL)
    {
        return;
    }
    for (int32_t i = 0; i < pool->count; i++)
    {
        loam_nursery_destroy(env, pool->idle[i]);
    }
    loam_mutex_destroy(&pool->mutex);
    loam_free(env, pool, sizeof *pool);
}

static loam_nursery *take_nursery(struct loam_nursery_pool *pool)
{
    loam_mutex_lock(&pool->mutex);
    loam_nursery *const nursery = pool->count > 0 ? pool->idle[--pool->count] : NULL;
    loam_mutex_unlock(&pool->mutex);
    return nursery;
}

static void give_nursery_back(const loam_env *env, struct loam_nursery_pool *pool,
                              loam_nursery *nursery)
{
    loam_mutex_lock(&pool->mutex);
    const bool fits = pool->count < PLANT_NURSERIES;
    if (fits)
    {
        pool->idle[pool->count++] = nursery;
    }
    loam_mutex_unlock(&pool->mutex);
    if (!fits)
    {
        loam_nursery_destroy(env, nursery);
    }
}

loam_result loam_plants_sprout(loam_tile_world *world, const loam_tile_plant *seeds, int32_t count,
                               loam_plant_block **out)
{
    *out = NULL;
    loam_plants *const plants = world->plants;
    if (plants == NULL || count == 0)
    {
        return LOAM_OK;
    }
    loam_nursery *nursery = take_nursery(plants->pool);
    loam_result result = nursery == NULL ? loam_nursery_create(&world->env, plants->kinds, &nursery)
                                         : LOAM_OK;
    if (result == LOAM_OK)
    {
        result = loam_nursery_grow(nursery, &world->env, seeds, count, out);
        give_nursery_back(&world->env, plants->pool, nursery);
    }
    return result;
}

// ---- memory ---------------------------------------------------------------------------------------

static int32_t slot_count(const loam_tile_world *world)
{
    return world->ring.chunks * world->ring.chunks;
}

static size_t ring_tiles(const loam_tile_world *world)
{
    return (size_t)world->ring.side * (size_t)world->ring.side;
}

static size_t wind_bytes(const loam_tile_world *world)
{
    return (size_t)loam_wind_columns(world) * sizeof(int32_t);
}

static size_t calm_bytes(const loam_tile_world *world)
{
    return (size_t)loam_wind_columns(world) * sizeof(bool);
}

static size_t stirred_bytes(uint32_t plants)
{
    return plants / PLANT_GRAIN + 1;
}

/// What is in use of arrays; of all else nobody knows what it is.
static void copy_used(const loam_plants *to, const loam_plants *from)
{
    const uint32_t cells = loam_ranges_end(&from->cell_ranges);
    memcpy(to->plants, from->plants, loam_ranges_end(&from->plant_ranges) * sizeof *to->plants);
    memcpy(to->standing, from->standing, from->standing_count * sizeof *to->standing);
    memcpy(to->groups, from->groups, from->group_count * sizeof *to->groups);
    memcpy(to->branches, from->branches,
           loam_ranges_end(&from->branch_ranges) * sizeof *to->branches);
    memcpy(to->cells, from->cells, cells * sizeof *to->cells);
    memcpy(to->places, from->places, cells * sizeof *to->places);
}

/// Arrays for so many, with what is in the old ones. The old ones stay if there is no memory.
static loam_result set_room(const loam_env *env, loam_plants *p, uint32_t plants, uint32_t branches,
                            uint32_t cells)
{
    const loam_plants old = *p;
    loam_plants made = {.plants = loam_alloc(env, plants * sizeof *made.plants),
                        .standing = loam_alloc(env, plants * sizeof *made.standing),
                        .groups = loam_alloc(env, plants * sizeof *made.groups),
                        .stirred = loam_alloc(env, stirred_bytes(plants)),
                        .branches = loam_alloc(env, branches * sizeof *made.branches),
                        .cells = loam_alloc(env, cells * sizeof *made.cells),
                        .places = loam_alloc(env, cells * sizeof *made.places)};
    const bool complete = made.plants != NULL && made.standing != NULL && made.groups != NULL &&
                          made.stirred != NULL && made.branches != NULL && made.cells != NULL &&
                          made.places != NULL;
    const loam_plants unused = complete ? old : made;
    const uint32_t unused_plants = complete ? old.plant_ranges.total : plants;
    const uint32_t unused_branches = complete ? old.branch_ranges.total : branches;
    const uint32_t unused_cells = complete ? old.cell_ranges.total : cells;
    if (complete && old.plants != NULL)
    {
        copy_used(&made, &old);
    }
    loam_free(env, unused.plants, unused_plants * sizeof *made.plants);
    loam_free(env, unused.standing, unused_plants * sizeof *made.standing);
    loam_free(env, unused.groups, unused_plants * sizeof *made.groups);
    loam_free(env, unused.stirred, stirred_bytes(unused_plants));
    loam_free(env, unused.branches, unused_branches * sizeof *made.branches);
    loam_free(env, unused.cells, unused_cells * sizeof *made.cells);
    loam_free(env, unused.places, unused_cells * sizeof *made.places);
    if (!complete)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    p->plants = made.plants;
    p->standing = made.standing;
    p->groups = made.groups;
    p->stirred = made.stirred;
    p->branches = made.branches;
    p->cells = made.cells;
    p->places = made.places;
    return LOAM_OK;
}

static loam_result make_canvas(loam_tile_world *world, loam_plants *plants)
{
    const size_t tiles = ring_tiles(world);
    plants->canvas = (plant_canvas){.tiles = world->ring.tiles,
                                    .mask = (uint64_t)world->ring.side - 1,
                                    .stride = (uint64_t)world->ring.side,
                                    .taken = loam_alloc(&world->env, tiles),
                                    .behind = loam_alloc(&world->env, tiles * sizeof(uint16_t)),
                                    .is_plant = plants->cover.is_plant,
                                    .is_front = plants->is_front};
    while (UINT64_C(1) << plants->canvas.stride_log2 < plants->canvas.stride)
    {
        plants->canvas.stride_log2++;
    }
    plants->cover.disturbed = loam_alloc(&world->env, (size_t)slot_count(world));
    plants->cover.reached = loam_alloc(&world->env, (size_t)slot_count(world));
    plants->winds = loam_alloc(&world->env, wind_bytes(world));
    plants->calm = loam_alloc(&world->env, calm_bytes(world));
    if (plants->canvas.taken == NULL || plants->canvas.behind == NULL ||
        plants->cover.disturbed == NULL || plants->cover.reached == NULL || plants->winds == NULL ||
        plants->calm == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(plants->canvas.taken, 0, tiles);
    memset(plants->canvas.behind, 0, tiles * sizeof(uint16_t));
    memset(plants->cover.disturbed, 0, (size_t)slot_count(world));
    memset(plants->cover.reached, 0, (size_t)slot_count(world));
    plants->cover.taken = plants->canvas.taken;
    plants->cover.behind = plants->canvas.behind;
    world->cover = &plants->cover;
    return LOAM_OK;
}

static loam_result make_ranges(loam_tile_world *world, loam_plants *plants)
{
    const loam_env *const env = &world->env;
    const int32_t slots = slot_count(world);
    // Ranges first: they know how large the arrays are when these are freed.
    loam_result result = loam_ranges_init(&plants->plant_ranges, env, slots, FIRST_PLANTS);
    result = result != LOAM_OK
                 ? result
                 : loam_ranges_init(&plants->branch_ranges, env, slots, FIRST_BRANCHES);
    result = result != LOAM_OK ? result
                               : loam_ranges_init(&plants->cell_ranges, env, slots, FIRST_CELLS);
    return result != LOAM_OK ? result
                             : set_room(env, plants, FIRST_PLANTS, FIRST_BRANCHES, FIRST_CELLS);
}

/// Wood that has burnt out is neither flammable nor burning. Leaves fall as the rules say that let one fall now
/// and then.
static void know_materials(loam_plants *plants, const loam_tile_defs *defs)
{
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        const uint32_t properties = defs->materials[i].properties;
        plants->cover.is_plant[i] = (properties & (LOAM_WOOD | LOAM_LEAF)) != 0;
        plants->cover.stands[i] = plants->cover.is_plant[i];
        plants->is_front[i] = !plants->cover.is_plant[i] &&
                              loam_material_is_light(&defs->materials[i]);
        plants->cover.is_wood[i] = (properties & LOAM_WOOD) != 0;
        plants->carries[i] = plants->cover.is_plant[i] &&
                             (properties & (LOAM_FLAMMABLE | LOAM_BURNING));
    }
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs->species[i].name[0] != '\0'; i++)
    {
        const loam_tile_species *const species = &defs->species[i];
        plants->cover.stands[species->leaf] = plants->cover.stands[species->flower] = true;
        for (int32_t part = 0; part < LOAM_SPECIES_PARTS; part++)
        {
            plants->cover.stands[species->parts[part]] = true;
        }
    }
    plants->cover.stands[LOAM_AIR] = false;
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES && defs->rules[i].name[0] != '\0'; i++)
    {
        const loam_slow_rule *const rule = &defs->rules[i];
        if (rule->from != LOAM_AIR && rule->written == LOAM_BLOCKS &&
            plants->cover.is_plant[rule->from] && !plants->cover.is_wood[rule->from] &&
            loam_fluid_find(defs, rule->to) != NULL)
        {
            plants->falls_as[rule->from] = rule->to;
        }
    }
}

loam_result loam_plants_init_growing(loam_tile_world *world)
{
    if (world->defs->species[0].name[0] == '\0')
    {
        return LOAM_OK;
    }
    loam_plants *const plants = world->plants = loam_alloc(&world->env, sizeof *plants);
    if (plants == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(plants, 0, sizeof *plants);
    know_materials(plants, world->defs);
    plants->gust_seed = loam_seed_derive(world->def.seed, "plants' gusts");
    const loam_result result = loam_plant_kinds_create(&world->env, world->defs, &plants->kinds);
    return result != LOAM_OK ? result : make_pool(world, plants);
}

loam_result loam_plants_init(loam_tile_world *world)
{
    loam_result result = loam_plants_init_growing(world);
    if (result != LOAM_OK || world->plants == NULL)
    {
        return result;
    }
    result = make_canvas(world, world->plants);
    result = result != LOAM_OK ? result : make_ranges(world, world->plants);
    return result != LOAM_OK ? result : loam_growth_init(world);
}

void loam_plants_free(loam_tile_world *world)
{
    const loam_env *const env = &world->env;
    loam_plants *const p = world->plants;
    if (p == NULL)
    {
        return;
    }
    loam_growth_free(world);
    free_pool(env, p->pool);
    loam_plant_kinds_destroy(env, p->kinds);
    const uint32_t plants = p->plant_ranges.total, cells = p->cell_ranges.total;
    loam_free(env, p->plants, plants * sizeof *p->plants);
    loam_free(env, p->standing, plants * sizeof *p->standing);
    loam_free(env, p->groups, plants * sizeof *p->groups);
    loam_free(env, p->stirred, stirred_bytes(plants));
    loam_free(env, p->branches, p->branch_ranges.total * sizeof *p->branches);
    loam_free(env, p->cells, cells * sizeof *p->cells);
    loam_free(env, p->places, cells * sizeof *p->places);
    loam_ranges_free(&p->plant_ranges, env);
    loam_ranges_free(&p->branch_ranges, env);
    loam_ranges_free(&p->cell_ranges, env);
    loam_free(env, p->canvas.taken, ring_tiles(world));
    loam_free(env, p->canvas.behind, ring_tiles(world) * sizeof(uint16_t));
    loam_free(env, p->cover.disturbed, (size_t)slot_count(world));
    loam_free(env, p->cover.reached, (size_t)slot_count(world));
    loam_free(env, p->winds, wind_bytes(world));
    loam_free(env, p->calm, calm_bytes(world));
    loam_free(env, p, sizeof *p);
    world->cover = NULL;
}

plant_view loam_plants_view(const loam_plants *plants, int32_t slot, uint32_t plant)
{
    const loam_grown_plant *const grown = &plants->plants[plant];
    const uint32_t cell = loam_ranges_of(&plants->cell_ranges, slot).begin + grown->cell;
    return (plant_view){.plant = grown,
                        .branches = plants->branches +
                                    loam_ranges_of(&plants->branch_ranges, slot).begin +
                                    grown->branch,
                        .cells = plants->cells + cell,
                        .places = plants->places + cell};
}

// ---- coming and going -----------------------------------------------------------------------------

static void move_plants(void *user, uint32_t to, uint32_t from, uint32_t size)
{
    loam_plants *const p = user;
    memmove(p->plants + to, p->plants + from, size * sizeof *p->plants);
}

static void move_branches(void *user, uint32_t to, uint32_t from, uint32_t size)
{
    loam_plants *const p = user;
    memmove(p->branches + to, p->branches + from, size * sizeof *p->branches);
}

static void move_cells(void *user, uint32_t to, uint32_t from, uint32_t size)
{
    loam_plants *const p = user;
    memmove(p->cells + to, p->cells + from, size * sizeof *p->cells);
    memmove(p->places + to, p->places + from, size * sizeof *p->places);
}

static void compact(loam_plants *p)
{
    loam_ranges_compact(&p->plant_ranges, move_plants, p);
    loam_ranges_compact(&p->branch_ranges, move_branches, p);
    loam_ranges_compact(&p->cell_ranges, move_cells, p);
}

void loam_plants_compact(loam_tile_world *world)
{
    if (world->plants != NULL)
    {
        compact(world->plants);
        loam_stand_again(world);
    }
}

/// Room for more than is needed, so that it is seldom needed again.
static uint32_t room_for(const loam_ranges *ranges, uint32_t leaving, uint32_t coming)
{
    const uint32_t there = loam_ranges_free_count(ranges) + leaving;
    return there >= coming ? ranges->total : ranges->total + (coming - there) + ranges->total / 2;
}

static void let_grow(loam_ranges *ranges, uint32_t total)
{
    if (total > ranges->total)
    {
        loam_ranges_grow(ranges, total);
    }
}

/// Sums of what comes and what leaves.
static void count_exchange(const loam_plants *p, const loam_arrival *arrivals, int32_t count,
                           uint32_t leaving[3], uint32_t coming[3])
{
    memset(leaving, 0, 3 * sizeof *leaving);
    memset(coming, 0, 3 * sizeof *coming);
    for (int32_t i = 0; i < count; i++)
    {
        const loam_plant_block *const block = arrivals[i].chunk->plants;
        leaving[0] += loam_ranges_of(&p->plant_ranges, arrivals[i].slot).size;
        leaving[1] += loam_ranges_of(&p->branch_ranges, arrivals[i].slot).size;
        leaving[2] += loam_ranges_of(&p->cell_ranges, arrivals[i].slot).size;
        coming[0] += block != NULL ? block->plant_count : 0;
        coming[1] += block != NULL ? block->branch_count : 0;
        coming[2] += block != NULL ? block->cell_count : 0;
    }
}

static loam_result make_room(loam_tile_world *world, const loam_arrival *arrivals, int32_t count)
{
    loam_plants *const p = world->plants;
    uint32_t leaving[3], coming[3];
    count_exchange(p, arrivals, count, leaving, coming);
    const uint32_t plants = room_for(&p->plant_ranges, leaving[0], coming[0]);
    const uint32_t branches = room_for(&p->branch_ranges, leaving[1], coming[1]);
    const uint32_t cells = room_for(&p->cell_ranges, leaving[2], coming[2]);
    if (plants == p->plant_ranges.total && branches == p->branch_ranges.total &&
        cells == p->cell_ranges.total)
    {
        return LOAM_OK;
    }
    const loam_result result = set_room(&world->env, p, plants, branches, cells);
    if (result == LOAM_OK)
    {
        compact(p);
        let_grow(&p->plant_ranges, plants);
        let_grow(&p->branch_ranges, branches);
        let_grow(&p->cell_ranges, cells);
        loam_stand_again(world); // plants have other numbers
    }
    return result;
}

static loam_result make_leaving(loam_tile_world *world, loam_arrival *arrival)
{
    const loam_plants *const p = world->plants;
    const uint32_t plants = loam_ranges_of(&p->plant_ranges, arrival->slot).size;
    arrival->leaving = NULL;
    if (plants == 0)
    {
        return LOAM_OK;
    }
    arrival->leaving = loam_plant_block_make(&world->env, plants,
                                             loam_ranges_of(&p->branch_ranges, arrival->slot).size,
                                             loam_ranges_of(&p->cell_ranges, arrival->slot).size);
    return arrival->leaving != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

loam_result loam_plants_prepare(loam_tile_world *world, loam_arrival *arrivals, int32_t count)
{
    if (world->plants == NULL)
    {
        return LOAM_OK;
    }
    loam_result result = LOAM_OK;
    int32_t made = 0;
    while (made < count && result == LOAM_OK)
    {
        result = make_leaving(world, &arrivals[made++]);
    }
    result = result == LOAM_OK ? make_room(world, arrivals, count) : result;
    for (int32_t i = 0; i < made && result != LOAM_OK; i++)
    {
        loam_plant_block_free(&world->env, arrivals[i].leaving);
        arrivals[i].leaving = NULL;
    }
    return result;
}

static void copy_out(const loam_plants *p, int32_t slot, loam_plant_block *block)
{
    const loam_range plants = loam_ranges_of(&p->plant_ranges, slot);
    const loam_range branches = loam_ranges_of(&p->branch_ranges, slot);
    const loam_range cells = loam_ranges_of(&p->cell_ranges, slot);
    memcpy(block->plants, p->plants + plants.begin, plants.size * sizeof *block->plants);
    memcpy(block->branches, p->branches + branches.begin, branches.size * sizeof *block->branches);
    memcpy(block->cells, p->cells + cells.begin, cells.size * sizeof *block->cells);
}

static void leave(loam_plants *p, const loam_arrival *arrival)
{
    if (arrival->leaving != NULL)
    {
        copy_out(p, arrival->slot, arrival->leaving);
        loam_ranges_give_back(&p->plant_ranges, arrival->slot);
        loam_ranges_give_back(&p->branch_ranges, arrival->slot);
        loam_ranges_give_back(&p->cell_ranges, arrival->slot);
    }
}

/// There is room: see loam_plants_prepare.
static void take(loam_plants *p, loam_ranges *ranges, int32_t slot, uint32_t size)
{
    if (size > 0 && !loam_ranges_take(ranges, slot, size))
    {
        compact(p);
        (void)loam_ranges_take(ranges, slot, size);
    }
}

static void come(loam_tile_world *world, const loam_arrival *arrival)
{
    loam_plants *const p = world->plants;
    const loam_plant_block *const block = arrival->chunk->plants;
    const int32_t slot = arrival->slot;
    if (block != NULL)
    {
        take(p, &p->plant_ranges, slot, block->plant_count);
        take(p, &p->branch_ranges, slot, block->branch_count);
        take(p, &p->cell_ranges, slot, block->cell_count);
        const uint32_t cell = loam_ranges_of(&p->cell_ranges, slot).begin;
        memcpy(p->plants + loam_ranges_of(&p->plant_ranges, slot).begin, block->plants,
               block->plant_count * sizeof *p->plants);
        memcpy(p->branches + loam_ranges_of(&p->branch_ranges, slot).begin, block->branches,
               block->branch_count * sizeof *p->branches);
        memcpy(p->cells + cell, block->cells, block->cell_count * sizeof *p->cells);
        memset(p->places + cell, 0, block->cell_count * sizeof *p->places);
    }
}

void loam_plants_exchange(loam_tile_world *world, const loam_arrival *arrivals, int32_t count)
{
    if (world->plants == NULL)
    {
        return;
    }
    for (int32_t i = 0; i < count; i++)
    {
        leave(world->plants, &arrivals[i]);
    }
    for (int32_t i = 0; i < count; i++)
    {
        come(world, &arrivals[i]);
        loam_plant_block_free(&world->env, arrivals[i].chunk->plants);
        arrivals[i].chunk->plants = arrivals[i].leaving;
    }
}

// ---- looking --------------------------------------------------------------------------------------

bool loam_plants_cover(const loam_tile_world *world, size_t index)
{
    const loam_plants *const p = world->plants;
    return p != NULL && p->canvas.taken[index] != 0 &&
           p->cover.is_plant[world->ring.tiles[index].wall];
}

void loam_plants_back(loam_tile_world *world, size_t index, loam_tile tile)
{
    if (world->plants != NULL && world->plants->canvas.taken[index] != 0)
    {
        world->plants->canvas.behind[index] = (uint16_t)(tile.wall | tile.wall_variant << 8);
    }
}

void loam_plants_strip(const loam_tile_world *world, int32_t slot, loam_tile *tiles)
{
    const size_t side = (size_t)world->ring.side;
    const size_t x = (size_t)(slot % world->ring.chunks) * LOAM_CHUNK_SIDE;
    const size_t y = (size_t)(slot / world->ring.chunks) * LOAM_CHUNK_SIDE;
    for (size_t i = 0; world->plants != NULL && i < LOAM_CHUNK_TILES; i++)
    {
        const size_t row = y + i / LOAM_CHUNK_SIDE, column = x + i % LOAM_CHUNK_SIDE;
        loam_plant_bare(&world->plants->canvas, row * side + column, &tiles[i]);
    }
}

loam_result loam_plants_copy(const loam_tile_world *world, int32_t slot, loam_plant_block **out)
{
    const loam_plants *const p = world->plants;
    const loam_range plants = p != NULL ? loam_ranges_of(&p->plant_ranges, slot) : (loam_range){0};
    *out = NULL;
    if (plants.size == 0)
    {
        return LOAM_OK;
    }
    loam_plant_block *const block = loam_plant_block_make(
        &world->env, plants.size, loam_ranges_of(&p->branch_ranges, slot).size,
        loam_ranges_of(&p->cell_ranges, slot).size);
    if (block == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    copy_out(p, slot, block);
    for (uint32_t i = 0; i < plants.size; i++)
    {
        const plant_view view = loam_plants_view(p, slot, plants.begin + i);
        for (uint32_t cell = 0; cell < view.plant->cell_count; cell++)
        {
            block->cells[view.plant->cell + cell] = loam_plant_cell_now(&p->canvas, &view, cell);
        }
        (void)loam_fall_note_taken(p, &view, &block->plants[i]);
    }
    *out = block;
    return LOAM_OK;
}

loam_tile_plants loam_plants_count(const loam_tile_world *world)
{
    const loam_plants *const p = world->plants;
    if (p == NULL)
    {
        return (loam_tile_plants){0};
    }
    loam_tile_plants count = {.plants = p->standing_count,
                              .lost = p->lost,
                              .fallen = p->fallen,
                              .taken = p->taken,
                              .splintered = p->splintered,
                              .decayed = p->cover.decayed,
                              .shed = p->shed,
                              .seeds = p->seeds};
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        count.branches += p->plants[p->standing[i].plant].branch_count;
        count.swaying += p->standing[i].awake;
        count.falling += loam_fall_owed(&p->plants[p->standing[i].plant]);
        count.falls += loam_fall_count(&p->plants[p->standing[i].plant]);
    }
    count.bytes = p->plant_ranges.total *
                      (sizeof *p->plants + sizeof *p->standing + sizeof *p->groups) +
                  p->branch_ranges.total * sizeof *p->branches +
                  p->cell_ranges.total * (sizeof *p->cells + sizeof *p->places) +
                  ring_tiles(world) * (sizeof *p->canvas.taken + sizeof *p->canvas.behind);
    return count;
}

/// Of what falls and what has fallen; the seed itself if nothing has.
static uint64_t hash_falls(const plant_view *view, uint64_t seed)
{
    uint64_t hash = seed;
    for (uint32_t i = 0; i < view->plant->branch_count; i++)
    {
        const loam_branch *const branch = &view->branches[i];
        hash = loam_branch_stands(branch) ? hash : loam_seed_at(hash, i, branch->part, branch->top);
    }
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        int32_t numbers[FALL_NUMBERS];
        memcpy(numbers, &view->plant->falls[i], sizeof numbers);
        for (int32_t j = 0; view->plant->falls[i].state != FALL_NONE && j < FALL_NUMBERS; j++)
        {
            hash = loam_seed_at(hash, numbers[j], i, j);
        }
    }
    return hash;
}

/// Of all that a plant's further life follows from.
static uint64_t hash_plant(const loam_plants *p, int32_t slot, uint32_t plant, uint64_t seed)
{
    const plant_view view = loam_plants_view(p, slot, plant);
    const loam_tile_plant *const from = &view.plant->seed;
    uint64_t hash = loam_hash_u64((const uint64_t[]){(uint64_t)from->x, (uint64_t)from->y,
                                                     from->seed, (uint64_t)from->species},
                                  4, seed);
    for (uint32_t i = 0; i < view.plant->branch_count; i++)
    {
        const loam_branch *const branch = &view.branches[i];
        hash = loam_hash_u64((const uint64_t[]){(uint32_t)branch->bend, (uint32_t)branch->speed}, 2,
                             hash);
    }
    for (uint32_t i = 0; i < view.plant->cell_count; i++)
    {
        const loam_plant_cell now = loam_plant_cell_now(&p->canvas, &view, i);
        hash = loam_seed_at(hash, now.material, now.variant, 0);
    }
    return hash_falls(&view, hash);
}

uint64_t loam_plants_hash(const loam_tile_world *world, uint64_t seed)
{
    const loam_plants *const p = world->plants;
    uint64_t hash = seed;
    for (int32_t slot = 0; p != NULL && slot < slot_count(world); slot++)
    {
        const loam_range range = loam_ranges_of(&p->plant_ranges, slot);
        for (uint32_t i = range.begin; i < range.begin + range.size; i++)
        {
            hash = hash_plant(p, slot, i, hash);
        }
    }
    return hash;
}
