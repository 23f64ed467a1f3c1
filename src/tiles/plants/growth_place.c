// SPDX-License-Identifier: MIT
#include "tiles/plants/growth.h"

#include "loam/random.h"

#include "base/small.h"
#include "tiles/life/climate.h"
#include "tiles/plants/season.h"

// Seeds sprout where a new world has places for plants: one in each cell of a storey's spacing, for a species
// that is drawn by climate, ground and groves as there (grow/plants_choose.c). So glades stay glades, and a
// wood is never denser than woods are. Which species a cell is for, and whether it is for any, is drawn anew
// every few years. A seed needs a grown plant of its kind near by, and room.

enum
{
    EPOCH_YEARS = 4,
    SPOTS = 8, // of a column that are looked at
    HEADROOM = 3,
    LILY_DEPTH = 10,
    CAVE_DEPTH = 12, // below the surface, as it grew
    HANGING_ROOM = 14,
    SLOPE = 4,
    SHORE = 4,      // tiles from water
    SEED_WAY = 96,  // tiles that a seed gets, along x
    SEED_RISE = 64, // and y
    LEVEL = 24      // plants that are farther above or below do not take room
};

#define SPROUT_AGE 0.5f

typedef struct spot
{
    int64_t x, y;
    uint32_t places; // bits of loam_plant_place
    uint32_t soil;
} spot;

typedef struct cell_place
{
    int32_t storey;
    int64_t cell, x;
    uint64_t seed;
} cell_place;

static bool solid_at(const loam_tile_world *world, int64_t x, int64_t y)
{
    return (loam_growth_properties(world, x, y) & LOAM_SOLID) != 0;
}

static bool wet_at(const loam_tile_world *world, int64_t x, int64_t y)
{
    return (loam_growth_properties(world, x, y) & LOAM_WET) != 0;
}

static bool free_above(const loam_tile_world *world, int64_t x, int64_t y, int64_t step,
                       int32_t room)
{
    for (int32_t i = 0; i < room; i++)
    {
        if (loam_growth_block(world, x, y + step * i) != LOAM_AIR)
        {
            return false;
        }
    }
    return true;
}

static bool beside_water(const loam_tile_world *world, int64_t x, int64_t y)
{
    bool found = false;
    for (int64_t i = -SHORE; i <= SHORE && !found; i++)
    {
        found = wet_at(world, x + i, y - 1) || wet_at(world, x + i, y - 2);
    }
    return found;
}

/// What a tile of air would be good for; places is 0 if nothing.
static spot spot_at(const loam_tile_world *world, int64_t x, int64_t y, int64_t depth)
{
    static const int32_t cave_room = 7;
    spot s = {.x = x, .y = y};
    const bool cave = depth >= CAVE_DEPTH;
    if (solid_at(world, x, y - 1) && solid_at(world, x, y - 2) &&
        free_above(world, x, y, 1, cave ? cave_room : HEADROOM))
    {
        s.soil = loam_growth_properties(world, x, y - 1);
        s.places = cave ? 1u << LOAM_PLANT_IN_CAVES : 1u << LOAM_PLANT_ON_GROUND;
        s.places |= !cave && beside_water(world, x, y) ? 1u << LOAM_PLANT_ON_SHORE : 0u;
    }
    else if (depth >= 0 && solid_at(world, x, y + 1) && free_above(world, x, y, -1, HANGING_ROOM))
    {
        s.soil = loam_growth_properties(world, x, y + 1);
        s.places = 1u << LOAM_PLANT_HANGING;
    }
    else if (!cave && wet_at(world, x, y - 1) && wet_at(world, x, y - 2) &&
             !wet_at(world, x, y - LILY_DEPTH - 1))
    {
        s.soil = loam_growth_properties(world, x, y - 1);
        s.places = 1u << LOAM_PLANT_ON_WATER;
    }
    return s;
}

/// One of the spots of a column of a chunk, drawn.
static spot find_spot(const loam_tile_world *world, loam_chunk_pos chunk, int64_t x,
                      uint64_t random)
{
    const int64_t surface = loam_climate_at(world, x).surface, low = chunk.y * LOAM_CHUNK_SIDE;
    spot found = {0};
    uint32_t count = 0;
    for (int64_t y = low; y < low + LOAM_CHUNK_SIDE && count < SPOTS; y++)
    {
        if (loam_growth_block(world, x, y) != LOAM_AIR)
        {
            continue;
        }
        const spot s = spot_at(world, x, y, surface - y);
        count += s.places != 0;
        if (s.places != 0 && loam_random_u32(random, count) % count == 0)
        {
            found = s;
        }
    }
    return found;
}

// ---- which species --------------------------------------------------------------------------------

/// A storey, the more likely the more places it has, and one of its places.
static cell_place draw_cell(const loam_tile_world *world, loam_chunk_pos chunk, uint64_t random)
{
    const loam_growth *const growth = world->plants->growth;
    const loam_tile_groves *const groves = &world->defs->groves;
    const int32_t trees = (int32_t)(LOAM_CHUNK_SIDE / groves->spacing[LOAM_STOREY_TREES]) + 1;
    const int32_t shrubs = (int32_t)(LOAM_CHUNK_SIDE / groves->spacing[LOAM_STOREY_SHRUBS]) + 1;
    const int32_t herbs = (int32_t)(LOAM_CHUNK_SIDE / groves->spacing[LOAM_STOREY_HERBS]) + 1;
    const int32_t draw = (int32_t)(loam_random_u32(random, 0) % (uint32_t)(trees + shrubs + herbs));
    cell_place at = {.storey = draw < trees            ? LOAM_STOREY_TREES
                               : draw < trees + shrubs ? LOAM_STOREY_SHRUBS
                                                       : LOAM_STOREY_HERBS};
    const int64_t spacing = (int64_t)groves->spacing[at.storey];
    const int64_t x = chunk.x * LOAM_CHUNK_SIDE +
                      loam_random_range(random, 1, 0, LOAM_CHUNK_SIDE - 1);
    at.cell = loam_floor_div(x, spacing);
    const uint64_t epoch = (uint64_t)loam_tile_world_year_steps(world) * EPOCH_YEARS;
    const uint64_t phase = loam_seed_at(growth->seed, at.cell, at.storey, 0) % epoch;
    const int64_t number = (int64_t)((world->steps % ((uint64_t)1 << 62) + phase) / epoch);
    at.seed = loam_seed_at(growth->noises.storeys[at.storey], at.cell, number, 0);
    at.x = at.cell * spacing + loam_random_range(at.seed, 1, 0, spacing / 2);
    return at;
}

static float slope_at(const loam_tile_world *world, int64_t x)
{
    const int32_t rise = loam_climate_at(world, x + SLOPE).surface -
                         loam_climate_at(world, x - SLOPE).surface;
    return loam_clamp((float)rise * (1.0f / (2 * SLOPE)), -8.0f, 8.0f);
}

/// As when a world is new: see grow/plants.c.
static int32_t choose(const loam_tile_world *world, const cell_place *at, const spot *s)
{
    const loam_growth *const growth = world->plants->growth;
    const loam_climate_column column = loam_climate_at(world, at->x);
    const bool deep = (s->places & (1u << LOAM_PLANT_IN_CAVES | 1u << LOAM_PLANT_HANGING)) != 0;
    const uint64_t seed = deep ? loam_seed_at(at->seed, s->x, s->y, 1) : at->seed;
    if (deep && loam_random_float(seed, 1) >= world->defs->groves.cave_share)
    {
        return -1;
    }
    const plant_niche niche = {
        .storey = at->storey,
        .places = s->places,
        .soil = s->soil,
        .temperature = (float)column.temperature * (1.0f / LOAM_CLIMATE_MAX),
        .humidity = (float)column.humidity * (1.0f / LOAM_CLIMATE_MAX),
        .slope = deep ? 0.0f : slope_at(world, s->x),
        .depth = deep ? (float)(column.surface - s->y) : 0.0f,
        .grove = deep ? 1.0f : loam_grove_at(&growth->recipe, &growth->noises, s->x),
        .x = s->x,
        .y = deep ? s->y : 0,
        .seed = seed};
    return loam_species_choose(&growth->recipe, &growth->noises, &niche);
}

// ---- parents and room -----------------------------------------------------------------------------

static int64_t distance(int64_t a, int64_t b)
{
    return a < b ? b - a : a - b;
}

/// The nearest grown plant of a species that is alive; NULL if there is none near by.
static const loam_tile_plant *find_parent(const loam_tile_world *world, int32_t species,
                                          const spot *s)
{
    const loam_plants *const p = world->plants;
    const float ripe = world->defs->species[species].age_high * 0.375f;
    const loam_tile_plant *best = NULL;
    int64_t best_way = INT64_MAX;
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const loam_tile_plant *const plant = &p->plants[p->standing[i].plant].seed;
        const int64_t dx = distance(plant->x, s->x), dy = distance(plant->y, s->y);
        const bool could = plant->species == species && p->standing[i].withered == 0 &&
                           plant->age >= ripe && dx <= SEED_WAY && dy <= SEED_RISE;
        if (could && dx + dy < best_way)
        {
            best = plant;
            best_way = dx + dy;
        }
    }
    return best;
}

static bool takes_room(const loam_tile_world *world, const loam_tile_plant *plant,
                       const cell_place *at, int64_t y)
{
    const int64_t spacing = (int64_t)world->defs->groves.spacing[at->storey];
    const bool near = distance(plant->x, at->x) < (spacing + 1) / 2 ||
                      loam_floor_div(plant->x, spacing) == at->cell;
    return near && distance(plant->y, y) < LEVEL &&
           world->defs->species[plant->species].storey == at->storey;
}

static bool has_room(const loam_tile_world *world, const cell_place *at, int64_t y)
{
    const loam_plants *const p = world->plants;
    bool room = true;
    for (uint32_t i = 0; i < p->standing_count && room; i++)
    {
        room = !takes_room(world, &p->plants[p->standing[i].plant].seed, at, y);
    }
    const growth_plan *const plan = &p->growth->plan; // those that sprout in this very visit
    for (int32_t i = plan->old_count; i < plan->count && room; i++)
    {
        room = !takes_room(world, &plan->plants[i], at, y);
    }
    return room;
}

bool loam_growth_find_place(const loam_tile_world *world, loam_chunk_pos chunk, uint64_t random,
                            loam_tile_plant *out)
{
    const cell_place at = draw_cell(world, chunk, random);
    if (loam_floor_div(at.x, LOAM_CHUNK_SIDE) != chunk.x)
    {
        return false;
    }
    const spot s = find_spot(world, chunk, at.x, loam_seed_at(random, 1, 0, 0));
    const int32_t species = s.places != 0 && has_room(world, &at, s.y) ? choose(world, &at, &s)
                                                                       : -1;
    const loam_tile_plant *const parent = species >= 0 ? find_parent(world, species, &s) : NULL;
    if (parent == NULL || loam_random_float(random, 2) >= world->defs->species[species].spread)
    {
        return false;
    }
    const bool deep = (s.places & (1u << LOAM_PLANT_IN_CAVES | 1u << LOAM_PLANT_HANGING)) != 0;
    *out = *parent; // soil, water, light and wind are as near by
    out->x = s.x;
    out->y = s.y;
    out->seed = loam_seed_at(random, s.x, s.y, 3);
    out->age = SPROUT_AGE;
    out->slope = deep ? 0.0f : slope_at(world, s.x);
    return true;
}
