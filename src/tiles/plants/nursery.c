// SPDX-License-Identifier: MIT
#include "tiles/plants/body_parts.h"

#include "base/memory.h"
#include "tiles/plants/raster.h"

#include <string.h>

enum
{
    MAX_LETTERS = 32768,
    ROOM_BRANCHES = 65536, // of a chunk
    ROOM_CELLS = 1 << 19,  // of a chunk
    HANGING_ORIGIN = 5,    // tiles: stems begin two tiles in the ceiling
    FLOATING_ORIGIN = 2,   // and right on the water
    SWAY_SHARE = 4,        // a plant sways out of its box at rest by this part of its height,
    SWAY_LEAST = 4         // and some tiles
};

struct loam_plant_kinds
{
    const loam_tile_defs *defs;
    loam_grammar *grammars[LOAM_MAX_SPECIES]; // NULL from the end of the list on
};

struct loam_nursery
{
    const loam_plant_kinds *kinds;
    loam_plant_grower *grower;
    body_parts parts;
    loam_plant_block *room; // in which a chunk's plants are gathered
};

// ---- kinds ----------------------------------------------------------------------------------------

static loam_result read_grammars(const loam_env *env, loam_plant_kinds *kinds)
{
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && kinds->defs->species[i].name[0] != '\0'; i++)
    {
        const loam_tile_species *const species = &kinds->defs->species[i];
        const loam_result result = loam_grammar_create(
            env, species->grammar, strlen(species->grammar), &kinds->grammars[i]);
        if (result != LOAM_OK)
        {
            return loam_fail(result, "species.%s.grammar: %s", species->name, loam_last_error());
        }
    }
    return LOAM_OK;
}

loam_result loam_plant_kinds_create(const loam_env *env, const loam_tile_defs *defs,
                                    loam_plant_kinds **out)
{
    loam_plant_kinds *const kinds = *out = loam_alloc(env, sizeof *kinds);
    if (kinds == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *kinds = (loam_plant_kinds){.defs = defs};
    return read_grammars(env, kinds);
}

void loam_plant_kinds_destroy(const loam_env *env, loam_plant_kinds *kinds)
{
    if (kinds == NULL)
    {
        return;
    }
    for (int32_t i = 0; i < LOAM_MAX_SPECIES; i++)
    {
        loam_grammar_destroy(kinds->grammars[i]);
    }
    loam_free(env, kinds, sizeof *kinds);
}

// ---- blocks ---------------------------------------------------------------------------------------

loam_plant_block *loam_plant_block_make(const loam_env *env, uint32_t plants, uint32_t branches,
                                        uint32_t cells)
{
    const size_t bytes = LOAM_ARENA_SIZE(sizeof(loam_plant_block)) +
                         LOAM_ARENA_SIZE(plants * sizeof(loam_grown_plant)) +
                         LOAM_ARENA_SIZE(branches * sizeof(loam_branch)) +
                         LOAM_ARENA_SIZE(cells * sizeof(loam_plant_cell));
    void *const memory = loam_alloc(env, bytes);
    if (memory == NULL)
    {
        return NULL;
    }
    loam_arena arena = loam_arena_make(memory, bytes, env);
    loam_plant_block *const block = loam_arena_take(&arena, sizeof *block);
    *block = (loam_plant_block){
        .bytes = bytes, .plant_count = plants, .branch_count = branches, .cell_count = cells};
    block->plants = loam_arena_take(&arena, plants * sizeof *block->plants);
    block->branches = loam_arena_take(&arena, branches * sizeof *block->branches);
    block->cells = loam_arena_take(&arena, cells * sizeof *block->cells);
    return block;
}

void loam_plant_block_free(const loam_env *env, loam_plant_block *block)
{
    if (block != NULL)
    {
        loam_free(env, block, block->bytes);
    }
}

// ---- growing --------------------------------------------------------------------------------------

loam_result loam_nursery_create(const loam_env *env, const loam_plant_kinds *kinds,
                                loam_nursery **out)
{
    loam_nursery *const nursery = *out = loam_alloc(env, sizeof *nursery);
    if (nursery == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *nursery = (loam_nursery){.kinds = kinds};
    nursery->room = loam_plant_block_make(env, LOAM_MAX_CHUNK_PLANTS, ROOM_BRANCHES, ROOM_CELLS);
    const loam_plant_limits limits = {.letters = MAX_LETTERS,
                                      .values = MAX_LETTERS,
                                      .segments = BODY_MAX_SEGMENTS,
                                      .organs = BODY_MAX_SEGMENTS};
    const loam_result result = loam_plant_grower_create(env, &limits, &nursery->grower);
    if (nursery->room == NULL || result != LOAM_OK)
    {
        loam_nursery_destroy(env, nursery);
        *out = NULL;
        return result != LOAM_OK ? result : LOAM_OUT_OF_MEMORY;
    }
    return LOAM_OK;
}

void loam_nursery_destroy(const loam_env *env, loam_nursery *nursery)
{
    if (nursery != NULL)
    {
        loam_plant_grower_destroy(nursery->grower);
        loam_plant_block_free(env, nursery->room);
        loam_free(env, nursery, sizeof *nursery);
    }
}

static void widen(loam_grown_plant *plant, int32_t x, int32_t y)
{
    plant->left = x < plant->left ? x : plant->left;
    plant->right = x > plant->right ? x : plant->right;
    plant->low = y < plant->low ? y : plant->low;
    plant->high = y > plant->high ? y : plant->high;
}

/// What it may cover: its branches and leaves at rest, and as far around as it may sway. What would sway
/// further is not drawn there. So it is known which plants can never meet.
static void set_box(loam_grown_plant *plant, const loam_branch *branches,
                    const loam_plant_cell *cells)
{
    *plant = (loam_grown_plant){.seed = plant->seed,
                                .x = plant->x,
                                .y = plant->y,
                                .branch = plant->branch,
                                .branch_count = plant->branch_count,
                                .cell = plant->cell,
                                .cell_count = plant->cell_count,
                                .low = PLANT_ROOT_Y >> PLANT_TILE_LOG2};
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        const loam_branch *const branch = &branches[i];
        const int32_t x = branch->x >> PLANT_TILE_LOG2, y = branch->y >> PLANT_TILE_LOG2;
        widen(plant, x - branch->across, y - branch->across);
        widen(plant, x + branch->across, y + branch->across);
        for (uint32_t j = 0; branch->length == 0 && j < branch->cell_count; j++)
        {
            widen(plant, x + cells[branch->cell + j].x, y + cells[branch->cell + j].y);
        }
    }
    const int32_t more = (plant->high - plant->low) / SWAY_SHARE + SWAY_LEAST;
    plant->left -= more;
    plant->right += more;
    plant->low -= more;
    plant->high += SWAY_LEAST;
    const int32_t grown[4] = {plant->left, plant->right, plant->low, plant->high};
    memcpy(plant->grown, grown, sizeof grown);
}

/// How far above its seed a plant's places are measured from: stems begin two tiles below that.
static int32_t origin_of(const loam_tile_species *species)
{
    return species->place == LOAM_PLANT_HANGING    ? HANGING_ORIGIN
           : species->place == LOAM_PLANT_ON_WATER ? FLOATING_ORIGIN
                                                   : 0;
}

/// Grows one plant behind those that are there. Whether there is room for more.
static bool grow_one(loam_nursery *nursery, const loam_tile_plant *seed, loam_plant_block *so_far)
{
    const loam_plant_block *const room = nursery->room;
    body_parts *const parts = &nursery->parts;
    const loam_grammar *const grammar = seed->species >= 0 && seed->species < LOAM_MAX_SPECIES
                                            ? nursery->kinds->grammars[seed->species]
                                            : NULL;
    if (so_far->plant_count == room->plant_count ||
        so_far->branch_count + PLANT_MAX_BRANCHES > room->branch_count ||
        so_far->cell_count + PLANT_MAX_CELLS > room->cell_count)
    {
        return false;
    }
    parts->defs = nursery->kinds->defs;
    parts->species = &parts->defs->species[grammar != NULL ? seed->species : 0];
    parts->seed = seed->seed;
    parts->branches = room->branches + so_far->branch_count;
    parts->cells = room->cells + so_far->cell_count;
    parts->branch_count = parts->cell_count = 0;
    const loam_plant_site site = loam_body_site(parts->species, seed);
    loam_plant plant;
    if (grammar == NULL || loam_plant_grow(nursery->grower, grammar, &site, &plant) != LOAM_OK ||
        !loam_body_build(parts, &plant))
    {
        return true;
    }
    loam_grown_plant *const grown = &room->plants[so_far->plant_count++];
    *grown = (loam_grown_plant){.seed = *seed,
                                .x = seed->x,
                                .y = seed->y + origin_of(parts->species),
                                .branch = so_far->branch_count,
                                .branch_count = parts->branch_count,
                                .cell = so_far->cell_count,
                                .cell_count = parts->cell_count};
    set_box(grown, parts->branches, parts->cells);
    so_far->branch_count += parts->branch_count;
    so_far->cell_count += parts->cell_count;
    return true;
}

loam_result loam_nursery_grow(loam_nursery *nursery, const loam_env *env,
                              const loam_tile_plant *seeds, int32_t count, loam_plant_block **out)
{
    loam_plant_block so_far = {0};
    *out = NULL;
    for (int32_t i = 0; i < count && grow_one(nursery, &seeds[i], &so_far); i++)
    {
    }
    if (so_far.plant_count == 0)
    {
        return LOAM_OK;
    }
    loam_plant_block *const block = loam_plant_block_make(env, so_far.plant_count,
                                                          so_far.branch_count, so_far.cell_count);
    if (block == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_plant_block *const room = nursery->room;
    memcpy(block->plants, room->plants, so_far.plant_count * sizeof *block->plants);
    memcpy(block->branches, room->branches, so_far.branch_count * sizeof *block->branches);
    memcpy(block->cells, room->cells, so_far.cell_count * sizeof *block->cells);
    *out = block;
    return LOAM_OK;
}
