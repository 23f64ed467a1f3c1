// SPDX-License-Identifier: MIT
#include "tiles/plants/growth.h"

#include "loam/random.h"

#include "tiles/plants/fall.h"
#include "tiles/plants/season.h"
#include "tiles/plants/stand.h"

// A plant is looked at now and then, and has a chance to be half a year older each time: so its age is all
// that has to be kept. How large the chance is follows from the season, the light and the water at its
// place, in integers. What is cut is mended first. A plant whose ground is gone, or whose stem is, dies; one
// that is older than its span of life withers from the leaves to the stem.

enum
{
    FULL = 256,
    ROOF = 40,    // tiles above a root that solid blocks keep the light off
    DARK = 64,    // of 256: what light is left below a roof
    SHADED = 128, // and below a larger tree
    NEAR_WATER = 4,
    CHANCE = 65536,
    STAGES = 2, // of a year
};

#define STAGE 0.5f // years

uint8_t loam_growth_block(const loam_tile_world *world, int64_t x, int64_t y)
{
    return loam_tile_world_at(world, (loam_tile_pos){x, y}).block;
}

uint32_t loam_growth_properties(const loam_tile_world *world, int64_t x, int64_t y)
{
    return world->defs->materials[loam_growth_block(world, x, y)].properties;
}

// ---- light, water and ground ----------------------------------------------------------------------

/// Spring and summer; a little in early autumn.
int32_t loam_growth_season(const loam_tile_world *world)
{
    const int32_t part = loam_season_part(world);
    return part < 32768 ? 2 * FULL : part < 36864 ? FULL : 0;
}

static bool lives_in_the_dark(const loam_tile_species *species)
{
    return species->place == LOAM_PLANT_IN_CAVES || species->place == LOAM_PLANT_HANGING;
}

static bool has_roof(const loam_tile_world *world, const loam_tile_plant *plant)
{
    for (int64_t y = plant->y + 1; y <= plant->y + ROOF; y++)
    {
        if ((loam_growth_properties(world, plant->x, y) & LOAM_SOLID) != 0)
        {
            return true;
        }
    }
    return false;
}

/// Whether a tree stands in the crown of a larger one.
static bool is_shaded(const loam_tile_world *world, const loam_standing *standing, int64_t x)
{
    const loam_plants *const p = world->plants;
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const loam_standing *const other = &p->standing[i];
        const bool above = other->left < x && other->right > x && other->high > standing->high &&
                           other->low < standing->high;
        if (above && other->withered == 0)
        {
            return true;
        }
    }
    return false;
}

static int32_t light_at(const loam_tile_world *world, const loam_standing *standing,
                        const loam_tile_plant *plant, const loam_tile_species *species)
{
    if (lives_in_the_dark(species))
    {
        return FULL;
    }
    const bool tree = species->storey == LOAM_STOREY_TREES;
    return has_roof(world, plant)                         ? DARK
           : tree && is_shaded(world, standing, plant->x) ? SHADED
                                                          : FULL;
}

static int32_t water_at(const loam_tile_world *world, const loam_tile_plant *plant)
{
    for (int64_t x = plant->x - NEAR_WATER; x <= plant->x + NEAR_WATER; x++)
    {
        for (int64_t y = plant->y - NEAR_WATER; y <= plant->y; y++)
        {
            if ((loam_growth_properties(world, x, y) & LOAM_WET) != 0)
            {
                return FULL;
            }
        }
    }
    const float moisture = plant->moisture;
    return moisture >= 1.0f ? FULL
                            : FULL / 2 + (moisture > 0.0f ? (int32_t)(moisture * 128.0f) : 0);
}

/// Whether there is still something that it stands on, hangs from, or floats on.
static bool has_ground(const loam_tile_world *world, const loam_tile_plant *plant,
                       const loam_tile_species *species)
{
    const bool hangs = species->place == LOAM_PLANT_HANGING;
    const uint32_t wanted = species->place == LOAM_PLANT_ON_WATER ? species->soil : LOAM_SOLID;
    const int64_t first = hangs ? plant->y + 1 : plant->y - 2;
    for (int64_t y = first; y < first + 2; y++)
    {
        if ((loam_growth_properties(world, plant->x, y) & wanted) != 0)
        {
            return true;
        }
    }
    return false;
}

// ---- damage ---------------------------------------------------------------------------------------

/// Whether something of it is not as it has grown. What nothing has happened to since the last step is in the
/// world as in its cells.
static bool is_cut(const loam_tile_world *world, const loam_standing *standing)
{
    const loam_plants *const p = world->plants;
    const plant_view view = loam_plants_view(p, standing->slot, standing->plant);
    const bool disturbed = p->cover.any_disturbed && loam_stand_disturbed(world, standing);
    for (uint32_t i = 0; i < view.plant->branch_count; i++)
    {
        if (!loam_branch_stands(&view.branches[i]))
        {
            return true;
        }
    }
    for (uint32_t i = 0; i < view.plant->cell_count; i++)
    {
        if (view.cells[i].changed ||
            (disturbed && loam_plant_cell_now(&p->canvas, &view, i).changed))
        {
            return true;
        }
    }
    return false;
}

/// Whether nothing is left of its stem.
static bool is_felled(const loam_tile_world *world, const loam_standing *standing)
{
    const loam_plants *const p = world->plants;
    const plant_view view = loam_plants_view(p, standing->slot, standing->plant);
    const loam_branch *const stem = view.branches;
    for (uint32_t i = stem->cell; i < stem->cell + stem->cell_count; i++)
    {
        if (stem->part != PLANT_GONE &&
            loam_plant_cell_now(&p->canvas, &view, i).material != LOAM_AIR)
        {
            return false;
        }
    }
    return is_cut(world, standing);
}

// ---- fates ----------------------------------------------------------------------------------------

/// Of CHANCE, that a plant gets a stage older in a visit, with nothing in its way.
static int64_t chance_of(const loam_tile_world *world, const loam_tile_species *species)
{
    const int64_t growth = (int64_t)(species->growth * 256.0f);
    return GROWTH_VISIT * growth * STAGES * (CHANCE / 256) / loam_tile_world_year_steps(world);
}

static bool happens(const loam_tile_world *world, const loam_tile_plant *plant, int64_t chance,
                    int64_t which)
{
    const uint64_t seed = loam_seed_at(plant->seed, (int64_t)world->steps, which, 0);
    return (int64_t)(loam_random_u32(seed, 0) % CHANCE) < chance;
}

static growth_fate die(const loam_tile_species *species, const loam_tile_plant *plant, float *age)
{
    if (species->lifespan <= 0.0f)
    {
        return GROWTH_GOES;
    }
    *age = loam_season_lifespan(species, plant);
    return GROWTH_STAYS;
}

/// Also when it is cold and dark.
static growth_fate wither(const loam_tile_world *world, const loam_tile_species *species,
                          const loam_tile_plant *plant, int64_t chance, float *age)
{
    *age += happens(world, plant, chance, 0) ? STAGE : 0.0f;
    const loam_tile_plant then = {.seed = plant->seed, .age = *age};
    return loam_season_withered(species, &then) == SEASON_STEM ? GROWTH_GOES : GROWTH_STAYS;
}

growth_fate loam_growth_fate(const loam_tile_world *world, const loam_standing *standing,
                             float *age)
{
    const loam_plants *const p = world->plants;
    const loam_tile_plant *const plant = &p->plants[standing->plant].seed;
    const loam_tile_species *const species = &world->defs->species[plant->species];
    const int64_t chance = chance_of(world, species);
    *age = plant->age;
    if (loam_fall_any(&p->plants[standing->plant]))
    {
        return GROWTH_STAYS; // until it lies
    }
    if (standing->withered > 0)
    {
        return wither(world, species, plant, chance, age);
    }
    if (is_felled(world, standing) || !has_ground(world, plant, species))
    {
        return die(species, plant, age);
    }
    const int64_t season = lives_in_the_dark(species) ? FULL : loam_growth_season(world);
    const bool mends = happens(world, plant, season * (CHANCE / FULL / 4), 1);
    const bool may_grow = happens(world, plant, chance * season / FULL, 2); // in full light
    if (!mends && !may_grow)
    {
        return GROWTH_STAYS; // however it is: to look at all of it is dear
    }
    if (is_cut(world, standing))
    {
        return mends ? GROWTH_MENDS : GROWTH_STAYS;
    }
    if (!may_grow)
    {
        return GROWTH_STAYS;
    }
    const int64_t good = season * light_at(world, standing, plant, species) *
                         water_at(world, plant);
    if (!happens(world, plant, chance * good / (FULL * FULL * FULL), 2))
    {
        return GROWTH_STAYS;
    }
    *age += STAGE;
    return plant->age < species->age_high ? GROWTH_GROWS : GROWTH_STAYS;
}
