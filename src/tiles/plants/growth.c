// SPDX-License-Identifier: MIT
#include "tiles/plants/growth.h"

#include "loam/random.h"

#include "tiles/plants/season.h"
#include "tiles/plants/stand.h"
#include "tiles/state/touched.h"

#include <string.h>

// Chunks of the ring are visited one after another, so that a step has one visit at most. A visit decides
// what becomes of each plant of the chunk (growth_fate.c) and where seeds sprout (growth_place.c), all by
// hashes of seed, place and step. Plants that look different then are built from their seeds, as those of a
// chunk that arrives, and the chunk's plants are exchanged for them: what could fail comes before that.

enum
{
    TRIES = 4, // seeds that look for a place in a visit
    MENDED = 2 // branches at least that are mended in a visit, and a sixteenth of all
};

// ---- making ---------------------------------------------------------------------------------------

loam_result loam_growth_init(loam_tile_world *world)
{
    loam_growth *const growth = world->plants->growth = loam_alloc(&world->env, sizeof *growth);
    if (growth == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(growth, 0, sizeof *growth);
    growth->chunk = loam_alloc(&world->env, sizeof *growth->chunk);
    if (growth->chunk == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(growth->chunk, 0, sizeof *growth->chunk);
    growth->seed = loam_seed_derive(world->def.seed, "plants' seeds");
    loam_plant_recipe_init(&growth->recipe, world->defs);
    return loam_plant_noises_init(&growth->noises, &growth->recipe, world->def.seed,
                                  world->env.isa);
}

void loam_growth_free(loam_tile_world *world)
{
    loam_growth *const growth = world->plants->growth;
    if (growth != NULL)
    {
        loam_free(&world->env, growth->chunk, sizeof *growth->chunk);
        loam_free(&world->env, growth, sizeof *growth);
    }
}

// ---- what becomes of them -------------------------------------------------------------------------

static void plan_plants(loam_tile_world *world, int32_t slot, growth_plan *plan)
{
    const loam_plants *const p = world->plants;
    const loam_range range = loam_ranges_of(&p->plant_ranges, slot);
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const loam_standing *const standing = &p->standing[i];
        if (standing->slot != slot)
        {
            continue;
        }
        const uint32_t at = standing->plant - range.begin;
        float age;
        plan->plants[at] = p->plants[standing->plant].seed;
        plan->fates[at] = loam_growth_fate(world, standing, &age);
        plan->aged |= age != plan->plants[at].age;
        plan->changed |= plan->fates[at] != GROWTH_STAYS;
        plan->plants[at].age = age;
    }
    plan->old_count = plan->count = (int32_t)range.size;
}

static void plan_seeds(loam_tile_world *world, int32_t slot, growth_plan *plan)
{
    const loam_chunk_pos chunk = world->ring.slots[slot].chunk;
    const uint64_t seed = loam_seed_at(world->plants->growth->seed, chunk.x, chunk.y,
                                       (int64_t)world->steps);
    for (int32_t i = 0; i < TRIES && plan->count < LOAM_MAX_CHUNK_PLANTS; i++)
    {
        loam_tile_plant *const next = &plan->plants[plan->count];
        if (loam_growth_find_place(world, chunk, loam_seed_at(seed, i, 0, 0), next))
        {
            plan->fates[plan->count++] = GROWTH_GROWS;
            plan->changed = true;
        }
    }
}

/// Plants that are older and look the same.
static void set_ages(loam_tile_world *world, int32_t slot, const growth_plan *plan)
{
    loam_plants *const p = world->plants;
    const uint32_t first = loam_ranges_of(&p->plant_ranges, slot).begin;
    p->year_part = -1; // some may have withered: all are looked at in the next step
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        loam_standing *const standing = &p->standing[i];
        if (standing->slot == slot)
        {
            loam_tile_plant *const seed = &p->plants[standing->plant].seed;
            seed->age = plan->plants[standing->plant - first].age;
            standing->withered = loam_season_withered(&world->defs->species[seed->species], seed);
        }
    }
}

// ---- building them --------------------------------------------------------------------------------

static bool is_built(growth_fate fate)
{
    return fate == GROWTH_GROWS || fate == GROWTH_MENDS;
}

/// Builds those that look different, all at once.
static loam_result build(loam_tile_world *world, const growth_plan *plan, loam_plant_block **out)
{
    loam_tile_plant seeds[LOAM_MAX_CHUNK_PLANTS];
    int32_t count = 0;
    for (int32_t i = 0; i < plan->count; i++)
    {
        if (is_built(plan->fates[i]))
        {
            seeds[count++] = plan->plants[i];
        }
    }
    return loam_plants_sprout(world, seeds, count, out);
}

static bool is_whole(const loam_plant_cell *cells, const loam_branch *branch)
{
    bool whole = loam_branch_stands(branch);
    for (uint32_t i = branch->cell; i < branch->cell + branch->cell_count; i++)
    {
        whole = whole && !cells[i].changed;
    }
    return whole;
}

/// Branches that grow from whole ones are whole again, some in a visit: from the root to the tips. The others
/// stay as they were.
static void mend(loam_branch *branches, uint32_t count, const loam_branch *old,
                 const loam_plant_cell *was, loam_plant_cell *cells)
{
    bool whole[PLANT_MAX_BRANCHES];
    uint32_t left = MENDED + count / 16;
    for (uint32_t i = 0; i < count; i++)
    {
        loam_branch *const branch = &branches[i];
        const bool grows = branch->parent < 0 || whole[branch->parent];
        const bool was_whole = is_whole(was, &old[i]);
        whole[i] = was_whole || (grows && left > 0);
        left -= whole[i] && !was_whole;
        if (!whole[i])
        {
            memcpy(cells + branch->cell, was + branch->cell, branch->cell_count * sizeof *cells);
            branch->part = old[i].part;
            branch->top = old[i].top;
        }
    }
}

/// A plant that was built goes on with what it was: its bends, if it has the same branches, and its cuts.
static void go_on(const loam_plant_block *built, const loam_grown_plant *plant,
                  const loam_plant_block *old, const loam_grown_plant *was, growth_fate fate)
{
    loam_branch *const branches = built->branches + plant->branch;
    if (plant->branch_count != was->branch_count || plant->cell_count != was->cell_count)
    {
        return;
    }
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        branches[i].bend = old->branches[was->branch + i].bend;
        branches[i].speed = old->branches[was->branch + i].speed;
    }
    loam_branches_place(branches, plant->branch_count);
    if (fate == GROWTH_MENDS)
    {
        mend(branches, plant->branch_count, old->branches + was->branch, old->cells + was->cell,
             built->cells + plant->cell);
    }
}

// ---- putting them together ------------------------------------------------------------------------

/// A plant of one of two blocks.
typedef struct part
{
    const loam_plant_block *block; // NULL: it is left out
    const loam_grown_plant *plant;
    const loam_tile_plant *seed;
} part;

static bool is_of(const loam_plant_block *block, uint32_t next, const loam_tile_plant *seed)
{
    return block != NULL && next < block->plant_count &&
           block->plants[next].seed.seed == seed->seed && block->plants[next].seed.x == seed->x &&
           block->plants[next].seed.y == seed->y;
}

/// From which block each plant comes. What could not be built stays as it was, if it was there.
static void find_parts(const growth_plan *plan, const loam_plant_block *old,
                       const loam_plant_block *built, part parts[LOAM_MAX_CHUNK_PLANTS])
{
    uint32_t next = 0;
    for (int32_t i = 0; i < plan->count; i++)
    {
        const loam_grown_plant *const was = i < plan->old_count ? &old->plants[i] : NULL;
        const growth_fate fate = plan->fates[i];
        parts[i] = (part){0};
        if (is_built(fate) && is_of(built, next, &plan->plants[i]))
        {
            const loam_grown_plant *const plant = &built->plants[next++];
            parts[i] = (part){built, plant, &plan->plants[i]};
            if (was != NULL)
            {
                go_on(built, plant, old, was, fate);
            }
        }
        else if (was != NULL && fate != GROWTH_GOES)
        {
            parts[i] = (part){old, was, is_built(fate) ? &was->seed : &plan->plants[i]};
        }
    }
}

static void add_part(loam_plant_block *block, loam_plant_block *so_far, const part *from)
{
    loam_grown_plant *const plant = &block->plants[so_far->plant_count++];
    *plant = *from->plant;
    plant->seed = *from->seed;
    plant->branch = so_far->branch_count;
    plant->cell = so_far->cell_count;
    memcpy(block->branches + plant->branch, from->block->branches + from->plant->branch,
           plant->branch_count * sizeof *block->branches);
    memcpy(block->cells + plant->cell, from->block->cells + from->plant->cell,
           plant->cell_count * sizeof *block->cells);
    so_far->branch_count += plant->branch_count;
    so_far->cell_count += plant->cell_count;
}

/// *out is NULL if no plant is left.
static loam_result join(loam_tile_world *world, const growth_plan *plan,
                        const loam_plant_block *old, const loam_plant_block *built,
                        loam_plant_block **out)
{
    part parts[LOAM_MAX_CHUNK_PLANTS];
    uint32_t plants = 0, branches = 0, cells = 0;
    *out = NULL;
    find_parts(plan, old, built, parts);
    for (int32_t i = 0; i < plan->count; i++)
    {
        plants += parts[i].block != NULL;
        branches += parts[i].block != NULL ? parts[i].plant->branch_count : 0;
        cells += parts[i].block != NULL ? parts[i].plant->cell_count : 0;
    }
    if (plants == 0)
    {
        return LOAM_OK;
    }
    loam_plant_block *const block = *out = loam_plant_block_make(&world->env, plants, branches,
                                                                 cells);
    loam_plant_block so_far = {0};
    for (int32_t i = 0; i < plan->count && block != NULL; i++)
    {
        if (parts[i].block != NULL)
        {
            add_part(block, &so_far, &parts[i]);
        }
    }
    return block != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

/// The chunk's plants leave, and the new ones come; block is used up.
static loam_result replace(loam_tile_world *world, int32_t slot, loam_plant_block *block)
{
    loam_kept *const chunk = world->plants->growth->chunk;
    loam_arrival arrival = {.slot = slot, .chunk = chunk};
    chunk->plants = block;
    const loam_result result = loam_plants_prepare(world, &arrival, 1);
    if (result == LOAM_OK)
    {
        loam_plants_lift(world);
        loam_plants_exchange(world, &arrival, 1);
        loam_plants_settle(world);
    }
    loam_plant_block_free(&world->env, chunk->plants);
    chunk->plants = NULL;
    return result;
}

static loam_result change(loam_tile_world *world, int32_t slot, const growth_plan *plan)
{
    loam_plant_block *old = NULL, *built = NULL, *block = NULL;
    loam_result result = loam_plants_copy(world, slot, &old);
    result = result == LOAM_OK ? build(world, plan, &built) : result;
    result = result == LOAM_OK ? join(world, plan, old, built, &block) : result;
    result = result == LOAM_OK ? replace(world, slot, block) : result;
    loam_plant_block_free(&world->env, old);
    loam_plant_block_free(&world->env, built);
    return result;
}

// ---- visits ---------------------------------------------------------------------------------------

loam_result loam_growth_visit(loam_tile_world *world, int32_t slot)
{
    growth_plan *const plan = &world->plants->growth->plan;
    loam_result result = LOAM_OK;
    plan->aged = plan->changed = false;
    plan_plants(world, slot, plan);
    if (loam_growth_season(world) > 0)
    {
        plan_seeds(world, slot, plan);
    }
    if (plan->changed)
    {
        result = change(world, slot, plan);
    }
    else if (plan->aged)
    {
        set_ages(world, slot, plan);
    }
    if (result == LOAM_OK && (plan->changed || plan->aged))
    {
        loam_saving_touch(world, slot);
    }
    return result;
}

loam_result loam_growth_step(loam_tile_world *world)
{
    if (world->plants == NULL)
    {
        return LOAM_OK;
    }
    const uint64_t slots = (uint64_t)world->ring.chunks * (uint64_t)world->ring.chunks;
    const uint64_t every = slots < GROWTH_VISIT ? GROWTH_VISIT / slots : 1;
    return world->steps % every == 0
               ? loam_growth_visit(world, (int32_t)(world->steps / every % slots))
               : LOAM_OK;
}
