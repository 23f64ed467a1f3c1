// SPDX-License-Identifier: MIT
#include "tiles/plants/body_parts.h"

#include "loam/maths.h"
#include "loam/random.h"

#include "base/hash.h"
#include "base/small.h"
#include "tiles/plants/clump.h"
#include "tiles/plants/season.h"
#include "tiles/plants/turns.h"

#include <string.h>

// What a turtle has left behind becomes branches: longer ones in several pieces, each with a raster that has
// room for it at any angle, and a clump of leaves for each bud, leaf and flower. Growing may divide and take
// roots; a step may not.

enum
{
    ROOT_DEPTH = 2,     // tiles that a stem begins in the ground
    MOST_TILES = 4096,  // that a branch is wide, to count with
    THICK = 5 * 128,    // so wide, a branch stands before leaves
    MAX_CLUMP = 400,    // leaves
    FLOWER_POWER = 2,   // of a flower of size 1, and what it loses with every tile
    DRAW_VARIANT = 1000 // random numbers of a plant below are others
};

/// Grammars may say that something is a million units wide.
static int32_t to_lengths(float tiles)
{
    return (int32_t)(loam_clamp(tiles, 0.0f, (float)MOST_TILES) * PLANT_TILE + 0.5f);
}

/// The angle of a direction.
static uint32_t turn_of(const float heading[3])
{
    const float turns = loam_atan2(heading[1], heading[0]) * (0.15915494f * 65536.0f * 256.0f);
    return (uint32_t)(int32_t)turns << 8;
}

static loam_branch *add_branch(body_parts *parts, uint32_t cells)
{
    const bool fits = parts->branch_count < PLANT_MAX_BRANCHES &&
                      parts->cell_count + cells <= PLANT_MAX_CELLS;
    if (!fits)
    {
        return NULL;
    }
    loam_branch *const branch = &parts->branches[parts->branch_count++];
    *branch = (loam_branch){.cell = parts->cell_count, .cell_count = cells};
    parts->cell_count += cells;
    return branch;
}

// ---- branches -------------------------------------------------------------------------------------

/// As many tiles as it covers in a row at most: it may slope by 45 degrees.
static int32_t across_of(int32_t width)
{
    const int32_t across = (width * 3 / 2 + PLANT_TILE / 2) / PLANT_TILE;
    return across < 1 ? 1 : across < PLANT_MAX_ACROSS ? across : PLANT_MAX_ACROSS;
}

/// A number of a cell; key: of the plant's seed.
static int32_t draw_of_cell(uint64_t key, uint32_t cell, uint32_t below)
{
    return (int32_t)((uint32_t)(loam_random_by_key(key, DRAW_VARIANT + cell) >> 32) % below);
}

/// Variants of wood run from its dark side to its light one: so bark has a shadow.
static void shade_cells(body_parts *parts, const loam_branch *branch)
{
    const int32_t inner = parts->defs->materials[branch->material].inner;
    const uint64_t key = loam_random_key(parts->seed);
    for (int32_t i = 0; i < branch->rows * branch->across; i++)
    {
        const uint32_t cell = branch->cell + (uint32_t)i;
        const int32_t side = branch->across > 1 ? (i % branch->across) * inner / branch->across : 0;
        const int32_t variant = side + draw_of_cell(key, cell, 3) - 1;
        parts->cells[cell] = (loam_plant_cell){.material = branch->material,
                                               .variant = (uint8_t)(variant < 0       ? 0
                                                                    : variant < inner ? variant
                                                                                      : inner - 1)};
    }
}

typedef struct stem_piece
{
    int32_t parent;
    uint32_t rest;
    float length, width, tip_width; // tiles
    float stiffness;
    uint8_t material;
} stem_piece;

/// Returns its number, or -1 if there is no room.
static int32_t add_piece(body_parts *parts, const stem_piece *piece)
{
    const float widest = piece->width > piece->tip_width ? piece->width : piece->tip_width;
    const int32_t across = across_of(to_lengths(widest));
    const int32_t rows = loam_floor_int(piece->length) + 3;
    loam_branch *const branch = add_branch(parts, (uint32_t)(rows * across));
    if (branch == NULL)
    {
        return -1;
    }
    branch->parent = piece->parent;
    branch->rest = piece->rest;
    branch->length = to_lengths(piece->length);
    branch->length = branch->length > 0 ? branch->length : 1;
    branch->width = to_lengths(piece->width);
    branch->tip_width = to_lengths(piece->tip_width);
    branch->rows = (uint8_t)rows;
    branch->top = branch->rows;
    branch->across = (uint8_t)across;
    branch->material = piece->material;
    branch->thick = branch->width >= THICK;
    const int32_t before = piece->parent < 0 ? 0 : parts->branches[piece->parent].length;
    branch->lead = before > 0 ? branch->length * (PLANT_TILE / 2) / before : 0;
    branch->lead = branch->lead < 4 * PLANT_TILE ? branch->lead : 4 * PLANT_TILE;
    parts->stiffness[parts->branch_count - 1] = piece->stiffness;
    shade_cells(parts, branch);
    return (int32_t)parts->branch_count - 1;
}

/// A segment in as many pieces as it needs. Returns the last one, or -1 if there is no room.
static int32_t add_segment(body_parts *parts, const loam_plant_segment *segment, int32_t parent,
                           uint32_t turn)
{
    const loam_tile_species *const species = parts->species;
    const bool is_stem = segment->parent < 0;
    const float length = segment->length * species->scale + (is_stem ? (float)ROOT_DEPTH : 0.0f);
    const int32_t count = loam_floor_int(length * (1.0f / PLANT_MAX_PIECE)) + 1;
    const float share = 1.0f / (float)count;
    const float taper = (segment->tip_width - segment->width) * share;
    const uint32_t before = parent < 0 ? 0 : parts->turns[parent];
    for (int32_t i = 0; i < count; i++)
    {
        const float width = segment->width + taper * (float)i;
        const stem_piece piece = {.parent = parent,
                                  .rest = i == 0 ? turn - before : 0,
                                  .length = length * share,
                                  .width = width * species->scale,
                                  .tip_width = (width + taper) * species->scale,
                                  .stiffness = segment->stiffness,
                                  .material = loam_species_material(species, segment->part)};
        parent = add_piece(parts, &piece);
        if (parent < 0)
        {
            return -1;
        }
        parts->turns[parent] = turn;
    }
    return parent;
}

// ---- leaves ---------------------------------------------------------------------------------------

static int32_t grow_clump(const body_parts *parts, const loam_plant_organ *organ, uint64_t seed,
                          int8_t (*offsets)[2])
{
    const loam_tile_species *const species = parts->species;
    const bool flower = organ->kind == LOAM_ORGAN_FLOWER;
    const int32_t power = flower ? (int32_t)(organ->size * FLOWER_POWER + 0.5f)
                                 : (int32_t)(organ->size * (float)species->leaf_power);
    const int32_t loss = flower ? FLOWER_POWER : species->leaf_loss;
    return loam_clump_grow(power, loss, flower ? 4 : species->leaf_neighbours, seed, offsets,
                           MAX_CLUMP);
}

/// How far leaves are from their bud, along each axis.
static int32_t reach_of(int8_t (*offsets)[2], int32_t count)
{
    int32_t reach = 0;
    for (int32_t i = 0; i < count; i++)
    {
        for (int32_t axis = 0; axis < 2; axis++)
        {
            const int32_t distance = offsets[i][axis] < 0 ? -offsets[i][axis] : offsets[i][axis];
            reach = distance > reach ? distance : reach;
        }
    }
    return reach;
}

/// Variants of leaves run from dark to light: a clump is lit from above.
static uint8_t leaf_variant(int32_t inner, uint64_t key, uint32_t cell, const int8_t offset[2])
{
    const int32_t chance = draw_of_cell(key, cell, 64) - 32;
    const int32_t lit = 64 + 15 * offset[1] - 6 * offset[0] + chance; // of 128
    const int32_t variant = lit * inner / 128;
    return (uint8_t)(variant < 0 ? 0 : variant < inner ? variant : inner - 1);
}

static void add_clump(body_parts *parts, const loam_plant_organ *organ, int32_t number)
{
    const uint8_t material = organ->kind == LOAM_ORGAN_FLOWER ? parts->species->flower
                                                              : parts->species->leaf;
    const int32_t parent = organ->segment < 0 ? 0 : parts->last_piece[organ->segment];
    if (material == LOAM_AIR || parent < 0)
    {
        return;
    }
    int8_t offsets[MAX_CLUMP][2];
    const uint64_t seed = loam_seed_at(parts->seed, number, 0, 0);
    const int32_t count = grow_clump(parts, organ, seed, offsets);
    loam_branch *const branch = count > 0 ? add_branch(parts, (uint32_t)count) : NULL;
    if (branch == NULL)
    {
        return;
    }
    const int32_t inner = parts->defs->materials[material].inner;
    const uint64_t key = loam_random_key(parts->seed);
    branch->parent = parent;
    branch->material = material;
    branch->reach = (uint8_t)reach_of(offsets, count);
    parts->stiffness[parts->branch_count - 1] = 1.0f;
    for (int32_t i = 0; i < count; i++)
    {
        const uint32_t cell = branch->cell + (uint32_t)i;
        parts->cells[cell] = (loam_plant_cell){
            .material = material,
            .variant = leaf_variant(inner, key, cell, offsets[i]),
            .x = offsets[i][0],
            .y = offsets[i][1]};
    }
}

// ---- whole plants ---------------------------------------------------------------------------------

loam_plant_site loam_body_site(const loam_tile_species *species, const loam_tile_plant *seed)
{
    loam_plant_site site = loam_default_plant_site();
    site.seed = seed->seed;
    site.age = loam_clamp(seed->age, 0.0f, species->age_high); // then it grows no more
    site.soil = loam_clamp01(seed->soil);
    site.slope = loam_clamp(seed->slope, -8.0f, 8.0f);
    site.moisture = loam_clamp01(seed->moisture);
    site.light = loam_clamp01(seed->light);
    // A grammar that hangs turns down by itself: it looks the same wherever it is drawn.
    const bool hangs = species->place == LOAM_PLANT_HANGING;
    site.heading[0] = hangs ? 0.0f : -0.25f * loam_clamp(seed->slope, -1.0f, 1.0f);
    site.heading[1] = 1.0f;
    return site;
}

bool loam_body_build(body_parts *parts, const loam_plant *plant)
{
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        const loam_plant_segment *const segment = &plant->segments[i];
        const int32_t parent = segment->parent < 0 ? -1 : parts->last_piece[segment->parent];
        const bool has_parent = segment->parent < 0 || parent >= 0;
        parts->last_piece[i] = has_parent
                                   ? add_segment(parts, segment, parent, turn_of(segment->heading))
                                   : -1;
    }
    if (parts->branch_count == 0)
    {
        return false;
    }
    for (int32_t i = 0; i < plant->organ_count; i++)
    {
        add_clump(parts, &plant->organs[i], i);
    }
    loam_body_set_mechanics(parts);
    loam_season_rank(parts);
    return true;
}
