// SPDX-License-Identifier: MIT
#include "tiles/plants/season.h"

#include "loam/random.h"

#include "base/hash.h"
#include "base/small.h"
#include "tiles/life/life.h"
#include "tiles/plants/seeds.h"
#include "tiles/state/touched.h"

// Times are parts of 65536 of a year. Each plant is early or late by a little, so that a wood changes leaf
// by leaf and tree by tree.
//
// What comes off is not the very cell that is hidden next: one of a few plants that are drawn in every step
// lets a leaf go where one of its own is about to. So a step costs the same in any forest.

enum
{
    FALL_BEGINS = 38000, // in the middle of autumn,
    FALL_LASTS = 9000,   // until its end
    BUDS_BEGIN = 1300,   // in spring
    BUDS_LAST = 5200,
    LATE = 2600,     // the latest plants are, against the earliest
    RANK_DRAW = 500, // random numbers of a plant's seed that are others
    PICKS = 48,      // plants that are asked for leaves in a step,
    ASKED = 4,       // and how many of its cells
    SOON = 3,        // ranks ahead, in which a leaf that falls is
    GALE = 240,      // of PLANT_WIND_FULL: such a wind tears leaves off,
    GALE_PICKS = 48  // of so many plants that are asked in a step
};

#define ENDLESS 1.0e6f // years

// ---- ranks ----------------------------------------------------------------------------------------

/// Twigs are gone before what they grow on.
static uint8_t wood_rank(const body_parts *parts, const uint8_t *ranks, uint32_t index)
{
    const loam_branch *const branch = &parts->branches[index];
    if (branch->parent < 0)
    {
        return SEASON_STEM;
    }
    const uint32_t less = 1 + loam_random_u32(parts->seed, RANK_DRAW + index) % 3;
    const int32_t rank = ranks[branch->parent] - (int32_t)less;
    return (uint8_t)(rank > SEASON_WOOD ? rank : SEASON_WOOD);
}

/// key: of the numbers of leaves.
static uint8_t leaf_rank(const body_parts *parts, uint64_t key, uint32_t cell)
{
    const uint32_t random = (uint32_t)(loam_random_by_key(key, cell) >> 32);
    const bool stays = (float)(random >> 16) >= parts->species->sheds * 65536.0f;
    return (uint8_t)(stays ? SEASON_LEAFLESS : 1 + random % SEASON_LEAVES);
}

void loam_season_rank(body_parts *parts)
{
    uint8_t ranks[PLANT_MAX_BRANCHES];
    const uint64_t key = loam_random_key(loam_seed_at(parts->seed, RANK_DRAW, 0, 0));
    for (uint32_t i = 0; i < parts->branch_count; i++)
    {
        const loam_branch *const branch = &parts->branches[i];
        const bool clump = branch->length == 0;
        ranks[i] = clump ? SEASON_LEAFLESS : wood_rank(parts, ranks, i);
        for (uint32_t cell = branch->cell; cell < branch->cell + branch->cell_count; cell++)
        {
            parts->cells[cell].rank = clump ? leaf_rank(parts, key, cell) : ranks[i];
        }
    }
}

// ---- how bare -------------------------------------------------------------------------------------

int32_t loam_season_part(const loam_tile_world *world)
{
    return loam_tile_world_year(world);
}

/// By the season alone, 0..SEASON_LEAVES.
static int32_t bare_at(int32_t part)
{
    const int32_t fallen = (part - FALL_BEGINS) * SEASON_LEAVES / FALL_LASTS;
    const int32_t budding = SEASON_LEAVES - (part - BUDS_BEGIN) * SEASON_LEAVES / BUDS_LAST;
    const int32_t bare = part < FALL_BEGINS ? budding : fallen;
    return bare < 0 ? 0 : bare < SEASON_LEAVES ? bare : SEASON_LEAVES;
}

/// The time of the year as a plant has it: those that are late live in the past.
static int32_t own_part(uint64_t order, int32_t part)
{
    return (part - (int32_t)((order >> 32) % LATE)) & 65535;
}

int32_t loam_season_bare(const loam_standing *standing, int32_t part)
{
    const int32_t bare = standing->sheds ? bare_at(own_part(standing->order, part)) : 0;
    return bare > standing->withered ? bare : standing->withered;
}

float loam_season_lifespan(const loam_tile_species *species, const loam_tile_plant *plant)
{
    const float share = 0.5f + loam_random_float(plant->seed, RANK_DRAW - 1);
    return species->lifespan > 0.0f ? species->lifespan * share : ENDLESS;
}

int32_t loam_season_withered(const loam_tile_species *species, const loam_tile_plant *plant)
{
    const float since = plant->age - loam_season_lifespan(species, plant);
    if (since < 0.0f)
    {
        return 0;
    }
    const int64_t dead = (int64_t)(since * 256.0f);
    const int64_t lasts = 128 + (int64_t)(species->lifespan * 16.0f); // until nothing is left
    const int64_t levels = SEASON_STEM - SEASON_LEAFLESS;
    return SEASON_LEAFLESS + (int32_t)(dead < lasts ? dead * levels / lasts : levels);
}

// ---- leaves that fall -----------------------------------------------------------------------------

/// Whether fluids move there.
static bool is_alive_at(const loam_tile_world *world, size_t index)
{
    const uint32_t side = (uint32_t)world->ring.side, half = LOAM_CHUNK_SIDE / 2;
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    const uint32_t left = (uint32_t)((uint64_t)low.x * LOAM_CHUNK_SIDE);
    const uint32_t bottom = (uint32_t)((uint64_t)low.y * LOAM_CHUNK_SIDE);
    const uint32_t x = ((uint32_t)index - left) & (side - 1);
    const uint32_t y = ((uint32_t)(index >> world->ring.side_log2) - bottom) & (side - 1);
    return x >= half && x < side - half && y >= half && y < side - half;
}

/// A cell of a plant lets its leaf go, or a seed.
static void let_go(loam_tile_world *world, const plant_view *view, uint32_t cell, uint64_t random)
{
    const size_t index = view->places[cell] - 1;
    loam_tile *const tile = &world->ring.tiles[index];
    const uint8_t falls_as = world->plants->falls_as[tile->wall];
    const bool is_leaf = world->plants->cover.stands[tile->wall] &&
                         !world->plants->cover.is_wood[tile->wall];
    if (!is_leaf || tile->block != LOAM_AIR || !is_alive_at(world, index) ||
        loam_seed_drop(world, view->plant->seed.species, index, random) || falls_as == LOAM_AIR)
    {
        return;
    }
    tile->block = falls_as;
    tile->block_variant = (uint8_t)(loam_seed_at(world->plants->gust_seed, (int64_t)index, 0, 0) &
                                    15);
    loam_life_changed(world, index, LOAM_AIR);
    loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
}

/// A plant that sheds lets go of a few of its cells, if they are there and about to come off.
static void shed_some(loam_tile_world *world, const loam_standing *standing, uint64_t random)
{
    const plant_view view = loam_plants_view(world->plants, standing->slot, standing->plant);
    for (uint64_t i = 0; i < ASKED; i++)
    {
        const uint32_t cell = loam_random_u32(random, i) % view.plant->cell_count;
        const int32_t rank = view.cells[cell].rank;
        if (view.places[cell] != 0 && rank > standing->bare && rank <= standing->bare + SOON)
        {
            let_go(world, &view, cell, loam_random_u32(random, ASKED + i));
        }
    }
}

/// In a storm a leaf comes off here and there, wherever it is on its plant; another grows.
static void tear_off(loam_tile_world *world)
{
    const loam_plants *const p = world->plants;
    for (int32_t i = 0; i < GALE_PICKS; i++)
    {
        const uint64_t random = loam_seed_at(p->gust_seed, (int64_t)world->steps, i, 3);
        const loam_standing *const standing = &p->standing[random % p->standing_count];
        const plant_view view = loam_plants_view(p, standing->slot, standing->plant);
        const uint32_t cell = loam_random_u32(random, 0) % view.plant->cell_count;
        if ((standing->wind > GALE || standing->wind < -GALE) && view.places[cell] != 0)
        {
            let_go(world, &view, cell, loam_random_u32(random, 1));
        }
    }
}

void loam_season_shed(loam_tile_world *world)
{
    const loam_plants *const p = world->plants;
    const int32_t part = loam_season_part(world);
    if (world->life == NULL || p->standing_count == 0)
    {
        return;
    }
    if (world->weather == LOAM_WEATHER_STORM)
    {
        tear_off(world);
    }
    if (part < FALL_BEGINS)
    {
        return;
    }
    for (int32_t i = 0; i < PICKS; i++)
    {
        const uint64_t random = loam_seed_at(p->gust_seed, (int64_t)world->steps, i, 1);
        const loam_standing *const standing = &p->standing[random % p->standing_count];
        const bool sheds = standing->bare > 0 && standing->bare < SEASON_LEAVES;
        if (sheds && own_part(standing->order, part) >= FALL_BEGINS)
        {
            shed_some(world, standing, loam_seed_at(random, i, 0, 2));
        }
    }
}
