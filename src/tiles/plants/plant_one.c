// SPDX-License-Identifier: MIT
#include "loam/tile_world.h"

#include "loam/random.h"

#include "tiles/life/climate.h"
#include "tiles/plants/stand.h"
#include "tiles/state/touched.h"

#include <stdlib.h>
#include <string.h>

// Planting by hand: finds the ground near a place, asks whether the species could stand there, grows a young one
// and brings it into the ring as the plants of a chunk come there. Where a plant may stand is what placing asks of
// new worlds (grow/plants.c), but for the climate and how steep it is: gardeners are allowed more.

enum
{
    LOOK = 12,       // tiles that the ground is looked for, up and down
    HEADROOM = 3,    // free tiles above a root
    SHORE = 8,       // columns on each side within which there is water
    SHORE_ROWS = 3,  // and rows
    APART = 2,       // between the roots of two of a storey, sideways
    APART_ROWS = 4,  // and up and down
    YEARS_YOUNG = 1, // old when planted
};

#define SOIL 0.6f // neither poor nor rich

/// What is asked for.
typedef struct planting
{
    const loam_tile_world *world;
    const loam_tile_species *species;
    loam_tile_pos root;
} planting;

static uint8_t block_at(const planting *p, int64_t x, int64_t y)
{
    return loam_tile_world_at(p->world, (loam_tile_pos){x, y}).block;
}

static uint32_t properties_at(const planting *p, int64_t x, int64_t y)
{
    return p->world->defs->materials[block_at(p, x, y)].properties;
}

static bool solid_at(const planting *p, int64_t x, int64_t y)
{
    return (properties_at(p, x, y) & LOAM_SOLID) != 0;
}

static bool wet_at(const planting *p, int64_t x, int64_t y)
{
    return (properties_at(p, x, y) & LOAM_WET) != 0 && !solid_at(p, x, y);
}

// ---- where ----------------------------------------------------------------------------------------

static bool is_root(const planting *p, int64_t x, int64_t y)
{
    switch (p->species->place)
    {
    case LOAM_PLANT_HANGING:
        return !solid_at(p, x, y) && solid_at(p, x, y + 1);
    case LOAM_PLANT_ON_WATER:
        return block_at(p, x, y) == LOAM_AIR && wet_at(p, x, y - 1);
    default:
        return !solid_at(p, x, y) && solid_at(p, x, y - 1);
    }
}

/// The nearest place above or below where something like it begins. Nearer ones first, the lower of two.
static bool find_root(planting *p, loam_tile_pos at)
{
    for (int32_t i = 0; i <= 2 * LOOK; i++)
    {
        const int64_t y = at.y + (i % 2 == 0 ? i / 2 : -(i + 1) / 2);
        if (is_root(p, at.x, y) && loam_tile_world_contains(p->world, (loam_tile_pos){at.x, y}))
        {
            p->root = (loam_tile_pos){at.x, y};
            return true;
        }
    }
    return false;
}

static bool has_room(const planting *p)
{
    const int32_t up = p->species->place == LOAM_PLANT_HANGING ? -1 : 1;
    bool free = true;
    for (int32_t i = 0; i < HEADROOM; i++)
    {
        free = free && !solid_at(p, p->root.x, p->root.y + up * i);
    }
    return free;
}

static bool near_water(const planting *p)
{
    bool found = false;
    for (int64_t y = -SHORE_ROWS; y <= SHORE_ROWS; y++)
    {
        for (int64_t x = -SHORE; x <= SHORE; x++)
        {
            found = found || wet_at(p, p->root.x + x, p->root.y + y);
        }
    }
    return found;
}

static bool under_sky(const planting *p)
{
    return loam_tile_world_at_without_plants(p->world, p->root).wall == LOAM_AIR;
}

/// What is missing at a root of the right kind, NULL if nothing is.
static const char *what_is_wrong(const planting *p)
{
    const bool dry = block_at(p, p->root.x, p->root.y) == LOAM_AIR;
    switch (p->species->place)
    {
    case LOAM_PLANT_ON_GROUND:
        return !dry ? "grows on dry ground" : under_sky(p) ? NULL : "grows under the open sky";
    case LOAM_PLANT_ON_SHORE:
        return near_water(p) ? NULL : "grows beside water";
    case LOAM_PLANT_IN_CAVES:
        return !dry ? "grows on dry ground" : under_sky(p) ? "grows in caves" : NULL;
    default:
        return NULL;
    }
}

static const loam_grown_plant *crowding(const planting *p)
{
    const loam_plants *const all = p->world->plants;
    for (uint32_t i = 0; i < all->standing_count; i++)
    {
        const loam_grown_plant *const other = &all->plants[all->standing[i].plant];
        const int64_t x = other->seed.x - p->root.x, y = other->seed.y - p->root.y;
        if (p->world->defs->species[other->seed.species].storey == p->species->storey &&
            llabs(x) <= APART && llabs(y) <= APART_ROWS)
        {
            return other;
        }
    }
    return NULL;
}

static loam_result check_ground(const planting *p)
{
    const char *const name = p->species->name;
    const bool hangs = p->species->place == LOAM_PLANT_HANGING;
    const int64_t ground = p->root.y + (hangs ? 1 : -1);
    const char *const wrong = what_is_wrong(p);
    if (wrong != NULL)
    {
        return loam_fail(LOAM_FAILED, "plant: %s %s", name, wrong);
    }
    if ((properties_at(p, p->root.x, ground) & p->species->soil) == 0)
    {
        return loam_fail(LOAM_FAILED, "plant: %s does not grow on %s", name,
                         p->world->defs->materials[block_at(p, p->root.x, ground)].name);
    }
    return has_room(p) ? LOAM_OK : loam_fail(LOAM_FAILED, "plant: there is no room for %s", name);
}

static loam_result check_place(planting *p, loam_tile_pos at)
{
    static const char *const kinds[LOAM_PLANT_PLACE_COUNT] = {[LOAM_PLANT_ON_GROUND] = "ground",
                                                              [LOAM_PLANT_ON_SHORE] = "ground",
                                                              [LOAM_PLANT_ON_WATER] = "open water",
                                                              [LOAM_PLANT_IN_CAVES] = "ground",
                                                              [LOAM_PLANT_HANGING] = "ceiling"};
    if (!loam_tile_world_contains(p->world, at))
    {
        return loam_fail(LOAM_FAILED, "plant: (%lld, %lld) is beyond the ring", (long long)at.x,
                         (long long)at.y);
    }
    if (!find_root(p, at))
    {
        return loam_fail(LOAM_FAILED, "plant: %s finds no %s near (%lld, %lld)", p->species->name,
                         kinds[p->species->place], (long long)at.x, (long long)at.y);
    }
    const loam_result result = check_ground(p);
    const loam_grown_plant *const other = result == LOAM_OK ? crowding(p) : NULL;
    return other == NULL ? result
                         : loam_fail(LOAM_FAILED, "plant: there is %s already",
                                     p->world->defs->species[other->seed.species].name);
}

static loam_result begin(planting *p, const loam_tile_world *world, int32_t species,
                         loam_tile_pos at)
{
    if (species < 0 || species >= LOAM_MAX_SPECIES || world->defs->species[species].name[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "species is %d; must be the index of one that exists",
                         (int)species);
    }
    if (world->plants == NULL)
    {
        return loam_fail(LOAM_FAILED,
                         "plant: nothing grows in a world that has no stage for plants");
    }
    *p = (planting){.world = world, .species = &world->defs->species[species]};
    return check_place(p, at);
}

loam_result loam_tile_world_can_plant(const loam_tile_world *world, int32_t species,
                                      loam_tile_pos at)
{
    LOAM_ASSERT(NULL, world != NULL);
    planting p;
    return begin(&p, world, species, at);
}

// ---- planting ---------------------------------------------------------------------------------------

static loam_tile_plant seed_of(const planting *p, int32_t species)
{
    const loam_tile_world *const world = p->world;
    const bool open = under_sky(p);
    const bool wet = p->species->place == LOAM_PLANT_ON_SHORE ||
                     p->species->place == LOAM_PLANT_ON_WATER;
    const float humidity = (float)loam_climate_at(world, p->root.x).humidity *
                           (1.0f / LOAM_CLIMATE_MAX);
    const uint64_t planted = loam_seed_derive(world->def.seed, "planted");
    return (loam_tile_plant){
        .x = p->root.x,
        .y = p->root.y,
        .seed = loam_seed_at(planted, p->root.x, p->root.y, (int64_t)(world->steps & INT64_MAX)),
        .age = YEARS_YOUNG,
        .soil = SOIL,
        .moisture = wet ? 1.0f : humidity,
        .light = open ? 1.0f : 0.0f,
        .wind_left = open ? 1.0f : 0.0f,
        .wind_right = open ? 1.0f : 0.0f,
        .species = species,
    };
}

/// Two blocks as one.
static loam_plant_block *join(const loam_env *env, const loam_plant_block *a,
                              const loam_plant_block *b)
{
    loam_plant_block *const block = loam_plant_block_make(env, a->plant_count + b->plant_count,
                                                          a->branch_count + b->branch_count,
                                                          a->cell_count + b->cell_count);
    if (block == NULL)
    {
        return NULL;
    }
    memcpy(block->plants, a->plants, a->plant_count * sizeof *a->plants);
    memcpy(block->branches, a->branches, a->branch_count * sizeof *a->branches);
    memcpy(block->cells, a->cells, a->cell_count * sizeof *a->cells);
    memcpy(block->branches + a->branch_count, b->branches, b->branch_count * sizeof *b->branches);
    memcpy(block->cells + a->cell_count, b->cells, b->cell_count * sizeof *b->cells);
    for (uint32_t i = 0; i < b->plant_count; i++)
    {
        loam_grown_plant *const plant = &block->plants[a->plant_count + i];
        *plant = b->plants[i];
        plant->branch += a->branch_count;
        plant->cell += a->cell_count;
    }
    return block;
}

/// Takes the block, whatever comes of it.
static loam_result replace_plants(loam_tile_world *world, int32_t slot, loam_plant_block *block)
{
    loam_kept *const chunk = loam_alloc(&world->env, sizeof *chunk);
    loam_arrival arrival = {.slot = slot, .chunk = chunk};
    if (chunk == NULL)
    {
        loam_plant_block_free(&world->env, block);
        return LOAM_OUT_OF_MEMORY;
    }
    chunk->plants = block;
    const loam_result result = loam_plants_prepare(world, &arrival, 1);
    if (result == LOAM_OK)
    {
        loam_plants_lift(world);
        loam_plants_exchange(world, &arrival, 1);
        loam_plants_settle(world);
        loam_saving_touch_by_hand(world, slot);
    }
    loam_plant_block_free(&world->env, chunk->plants); // those that were there before
    loam_free(&world->env, chunk, sizeof *chunk);
    return result;
}

/// Adds what has grown to the plants of a slot, and takes it, whatever comes of it.
static loam_result add_to_slot(loam_tile_world *world, int32_t slot, loam_plant_block *grown)
{
    loam_plant_block *there = NULL;
    loam_result result = loam_plants_copy(world, slot, &there);
    if (result == LOAM_OK && there == NULL)
    {
        return replace_plants(world, slot, grown);
    }
    loam_plant_block *const all = result == LOAM_OK ? join(&world->env, there, grown) : NULL;
    loam_plant_block_free(&world->env, there);
    loam_plant_block_free(&world->env, grown);
    return all != NULL ? replace_plants(world, slot, all) : LOAM_OUT_OF_MEMORY;
}

loam_result loam_tile_world_plant(loam_tile_world *world, int32_t species, loam_tile_pos at)
{
    LOAM_ASSERT(NULL, world != NULL);
    planting p;
    loam_result result = begin(&p, world, species, at);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t slot = loam_ring_slot_of(&world->ring, loam_chunk_of_tile(p.root));
    if (loam_ranges_of(&world->plants->plant_ranges, slot).size >= LOAM_MAX_CHUNK_PLANTS)
    {
        return loam_fail(LOAM_FAILED, "plant: there are %d plants already; no chunk has more",
                         LOAM_MAX_CHUNK_PLANTS);
    }
    const loam_tile_plant seed = seed_of(&p, species);
    loam_plant_block *grown = NULL;
    result = loam_plants_sprout(world, &seed, 1, &grown);
    if (result == LOAM_OK && grown == NULL)
    {
        return loam_fail(LOAM_FAILED, "plant: the grammar of %s makes nothing that stands",
                         p.species->name);
    }
    return result == LOAM_OK ? add_to_slot(world, slot, grown) : result;
}
