// SPDX-License-Identifier: MIT
// Two ledges above each other, where the border of two chunks runs between them: still no more than one plant
// of a storey, because each chunk sees its own tiles only.
#include "tiles/grow/plants.h"

#include "tiles/data/defs.h"
#include "tiles/grow/stages.h"

#include "check.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    SIDE = LOAM_CHUNK_SIDE,
    MARGIN = 2,
    WHOLE = SIDE + 2 * MARGIN,
    SEED = 9,
    ROOM = 1 << 16,
};

static loam_tile_defs defs;
static plant_recipe recipe;
static plant_noises noises;
static tile_column columns[WHOLE];
static _Alignas(64) uint8_t memory[ROOM], scratch[ROOM];
static loam_tile_chunk_plants above, below;

/// Ground up to 8 tiles below the surface of the column, and a slab from 1 to 2 above it.
static uint8_t ledge_at(const tile_column *column, int64_t y)
{
    const int64_t height = y - column->surface;
    return height < -8 || height == 1 || height == 2 ? TILE_GRASS : LOAM_AIR;
}

static void place(int64_t chunk_x, int64_t chunk_y, loam_tile_chunk_plants *out)
{
    const tile_types types = loam_types(memory, WHOLE, WHOLE);
    const loam_tile_pos at = {chunk_x * SIDE, chunk_y * SIDE};
    memset(memory, 0, sizeof memory);
    memset(out, 0, sizeof *out);
    for (int32_t i = 0; i < WHOLE * WHOLE; i++)
    {
        types.block[i] = ledge_at(&columns[i % WHOLE], at.y - MARGIN + i / WHOLE);
    }
    CHECK_OK(loam_plants_place(&recipe, &noises, at, &types, out,
                               loam_arena_make(scratch, sizeof scratch, NULL)));
}

static int32_t storey_of(const loam_tile_plant *plant)
{
    return defs.species[plant->species].storey;
}

static bool on_ground(const loam_tile_plant *plant)
{
    return defs.species[plant->species].place <= LOAM_PLANT_ON_SHORE;
}

/// Whether two of the plants stand on the ground of one column.
static int32_t count_doubles(void)
{
    int32_t doubles = 0;
    for (int32_t i = 0; i < above.count; i++)
    {
        for (int32_t j = 0; j < below.count; j++)
        {
            const loam_tile_plant *const a = &above.plants[i], *const b = &below.plants[j];
            doubles += a->x == b->x && storey_of(a) == storey_of(b) && on_ground(a) && on_ground(b);
        }
    }
    return doubles;
}

static void test_one_plant_for_two_ledges(void)
{
    int32_t chunks = 0, plants = 0;
    for (int64_t x = -400; x < 400; x++)
    {
        CHECK_OK(
            loam_columns_fill(&recipe.tiles, &noises.ground, x * SIDE - MARGIN, 1, WHOLE, columns));
        const int64_t surface = columns[WHOLE / 2].surface;
        const int64_t row = loam_floor_div(surface, SIDE), inside = surface - row * SIDE;
        if (inside > 12 && inside < SIDE - 12)
        {
            continue; // no border is near
        }
        const int64_t border = inside <= 12 ? row : row + 1;
        place(x, border, &above);
        place(x, border - 1, &below);
        CHECK_INT(count_doubles(), 0);
        plants += above.count + below.count;
        chunks++;
    }
    CHECK(chunks > 50 && plants > 200);
}

int main(void)
{
    loam_tile_defs_init(&defs);
    loam_plant_recipe_init(&recipe, &defs);
    CHECK_OK(loam_plant_noises_init(&noises, &recipe, SEED, LOAM_ISA_SCALAR));
    CHECK(loam_types_size(WHOLE, WHOLE) <= ROOM && loam_plants_scratch_size() <= ROOM);
    RUN(test_one_plant_for_two_ledges);
    return CHECK_DONE();
}
