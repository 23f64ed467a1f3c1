// SPDX-License-Identifier: MIT
// Plants of every species: they are built soundly, sway without ever breaking loose, come to rest, and are
// put into tiles and lifted out again without a trace.
#include "check.h"

#include "loam/random.h"
#include "tiles/plants/body.h"
#include "tiles/plants/raster.h"
#include "tiles/plants/sway.h"

#include <string.h>

enum
{
    SIDE = 512,
    STORM_STEPS = CHECK_SANITIZED ? 500 : 20000
};

static loam_env env;
static loam_tile_defs defs;
static loam_plant_kinds *kinds;
static loam_nursery *nursery;
static loam_tile tiles[SIDE * SIDE], before[SIDE * SIDE];
static uint8_t taken[SIDE * SIDE];
static bool is_plant[LOAM_MAX_MATERIALS], is_front[LOAM_MAX_MATERIALS];
static uint16_t behind[SIDE * SIDE];
static uint32_t places[PLANT_MAX_CELLS];

static loam_plant_block *grow(int32_t species, float age, uint64_t seed)
{
    const loam_tile_plant plant = {.x = 200,
                                   .y = 100,
                                   .seed = seed,
                                   .age = age,
                                   .soil = 0.6f,
                                   .moisture = 0.5f,
                                   .light = 1.0f,
                                   .wind_left = 1.0f,
                                   .wind_right = 1.0f,
                                   .species = species};
    loam_plant_block *block = NULL;
    CHECK_OK(loam_nursery_grow(nursery, &env, &plant, 1, &block));
    return block;
}

static plant_canvas canvas_here(void)
{
    return (plant_canvas){.tiles = tiles,
                          .mask = SIDE - 1,
                          .stride = SIDE,
                          .area = {0, 0, SIDE, SIDE},
                          .taken = taken,
                          .behind = behind,
                          .is_plant = is_plant,
                          .is_front = is_front};
}

static plant_view view_of(const loam_plant_block *block)
{
    return (plant_view){block->plants, block->branches, block->cells, places, 0};
}

static int32_t species_count(void)
{
    int32_t count = 0;
    while (count < LOAM_MAX_SPECIES && defs.species[count].name[0] != '\0')
    {
        count++;
    }
    return count;
}

/// Calls test for a plant of every species.
static void with_each(void (*test)(loam_plant_block *block))
{
    CHECK(species_count() >= 20);
    for (int32_t i = 0; i < species_count(); i++)
    {
        loam_plant_block *const block = grow(i, defs.species[i].age_high, 5 + (uint64_t)i);
        CHECK_REPORT(block != NULL && block->plant_count == 1, "%s grows", defs.species[i].name);
        if (block != NULL)
        {
            test(block);
        }
        loam_plant_block_free(&env, block);
    }
}

// ---- building -------------------------------------------------------------------------------------

static void check_sound(loam_plant_block *block)
{
    uint32_t cells = 0;
    bool sound = true;
    for (uint32_t i = 0; i < block->branch_count; i++)
    {
        const loam_branch *const branch = &block->branches[i];
        sound &= branch->parent < (int32_t)i && branch->parent >= -1;
        sound &= branch->cell == cells && branch->length <= PLANT_MAX_PIECE * PLANT_TILE;
        sound &= branch->length == 0 ||
                 (branch->cell_count == (uint32_t)branch->rows * branch->across &&
                  branch->rows <= PLANT_MAX_ROWS && branch->across <= PLANT_MAX_ACROSS);
        cells += branch->cell_count;
    }
    CHECK(sound);
    CHECK_INT(cells, block->cell_count);
}

static void test_plants_are_sound(void)
{
    with_each(check_sound);
}

static void test_the_same_seed_grows_the_same_plant(void)
{
    loam_plant_block *const one = grow(0, 20.0f, 9), *const other = grow(0, 20.0f, 9),
                            *const third = grow(0, 20.0f, 10);
    CHECK(one->branch_count == other->branch_count);
    CHECK(memcmp(one->branches, other->branches, one->branch_count * sizeof *one->branches) == 0);
    CHECK(memcmp(one->cells, other->cells, one->cell_count * sizeof *one->cells) == 0);
    CHECK(one->branch_count != third->branch_count ||
          memcmp(one->branches, third->branches, one->branch_count * sizeof *one->branches) != 0);
    loam_plant_block_free(&env, one);
    loam_plant_block_free(&env, other);
    loam_plant_block_free(&env, third);
}

// ---- swaying --------------------------------------------------------------------------------------

/// Joints meet: a branch is as far from its parent's tip as it is long.
static bool joints_meet(const loam_plant_block *block)
{
    for (uint32_t i = 0; i < block->branch_count; i++)
    {
        const loam_branch *const branch = &block->branches[i];
        const loam_branch *const parent = branch->parent < 0 ? NULL
                                                             : &block->branches[branch->parent];
        const int64_t x = branch->x - (parent != NULL ? parent->x : PLANT_ROOT_X);
        const int64_t y = branch->y - (parent != NULL ? parent->y : PLANT_ROOT_Y);
        const int64_t off = x * x + y * y - (int64_t)branch->length * branch->length;
        const int64_t allowed = 8 * (int64_t)branch->length + 16; // of rounding
        if (off > allowed || off < -allowed)
        {
            return false;
        }
    }
    return true;
}

/// Whether any joint is bent further than this.
static bool is_bent(const loam_plant_block *block, int32_t than)
{
    bool bent = false;
    for (uint32_t i = 0; i < block->branch_count; i++)
    {
        bent |= block->branches[i].bend > than || block->branches[i].bend < -than;
    }
    return bent;
}

/// Storms that change as badly as they can, with the plant's own swing, for long; then calm.
static void check_stable(loam_plant_block *block)
{
    bool bent = false, sound = true;
    for (int32_t i = 0; i < STORM_STEPS; i++)
    {
        const int32_t period = 10 + (i >> 9) * 7;
        (void)loam_sway_step(block->branches, block->branch_count,
                             i / period % 2 == 0 ? PLANT_WIND_FULL : -PLANT_WIND_FULL);
        bent |= i % 50 == 0 && is_bent(block, 1 << 18);
        sound &= i % 50 != 0 || joints_meet(block);
        for (uint32_t b = 0; b < block->branch_count && i % 50 == 0; b++)
        {
            sound &= block->branches[b].bend >= -PLANT_TURN_LIMIT &&
                     block->branches[b].bend <= PLANT_TURN_LIMIT;
        }
    }
    CHECK(sound);
    const loam_tile_species *const species = &defs.species[block->plants->seed.species];
    CHECK_REPORT(bent || species->sway < 0.03f, "%s bends", species->name); // a cactus is stiff
    int32_t steps = 0;
    while (loam_sway_step(block->branches, block->branch_count, 0) && steps < 20000)
    {
        steps++;
    }
    CHECK_REPORT(steps < 20000, "%s comes to rest", defs.species[block->plants->seed.species].name);
    CHECK(!is_bent(block, 1 << 20)); // to a tenth of a degree where it has grown,
    const loam_branch at_rest = block->branches[block->branch_count / 2];
    CHECK(!loam_sway_step(block->branches, block->branch_count, 0)); // and stays so
    CHECK(memcmp(&at_rest, &block->branches[block->branch_count / 2], sizeof at_rest) == 0);
}

static void test_no_storm_breaks_the_sway(void)
{
    with_each(check_stable);
}

static void test_wind_bends_to_its_side(void)
{
    loam_plant_block *const block = grow(0, 20.0f, 3);
    const int32_t top = (int32_t)block->branch_count - 1;
    const int32_t rest_x = block->branches[top].x;
    for (int32_t i = 0; i < 300; i++)
    {
        (void)loam_sway_step(block->branches, block->branch_count, PLANT_WIND_FULL);
    }
    CHECK(block->branches[top].x > rest_x + PLANT_TILE);
    for (int32_t i = 0; i < 600; i++)
    {
        (void)loam_sway_step(block->branches, block->branch_count, -PLANT_WIND_FULL);
    }
    CHECK(block->branches[top].x < rest_x - PLANT_TILE);
    loam_plant_block_free(&env, block);
}

// ---- tiles ----------------------------------------------------------------------------------------

static void paint_tiles(void)
{
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
    {
        const uint32_t random = loam_random_u32(1, i);
        tiles[i] = (loam_tile){.block = (uint8_t)(random % 5),
                               .block_variant = (uint8_t)(random >> 8 & 3),
                               .wall = (uint8_t)(random >> 16 & 3),
                               .wall_variant = (uint8_t)(random >> 24 & 3)};
    }
    memcpy(before, tiles, sizeof before);
}

static uint32_t count_places(const loam_plant_block *block)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < block->cell_count; i++)
    {
        count += places[i] != 0;
    }
    return count;
}

/// Put, lifted out, put elsewhere, hundreds of times: the world is what it was, and so are its cells.
static void check_no_trace(loam_plant_block *block)
{
    const plant_canvas canvas = canvas_here();
    const plant_view view = view_of(block);
    static loam_plant_cell cells[PLANT_MAX_CELLS];
    paint_tiles();
    memcpy(cells, block->cells, block->cell_count * sizeof *cells);
    bool clean = true, drawn = true;
    for (int32_t i = 0; i < 200; i++)
    {
        (void)loam_sway_step(block->branches, block->branch_count,
                             i / 60 % 2 == 0 ? PLANT_WIND_FULL : -PLANT_WIND_FULL);
        (void)loam_plant_aim(&view);
        loam_plant_put(&canvas, &view);
        drawn &= count_places(block) > 0 && memcmp(tiles, before, sizeof tiles) != 0;
        CHECK_INT(loam_plant_lift(&canvas, &view), 0);
        clean &= memcmp(tiles, before, sizeof tiles) == 0 && count_places(block) == 0;
    }
    CHECK_REPORT(drawn, "%s is drawn", defs.species[block->plants->seed.species].name);
    CHECK(clean);
    CHECK(memcmp(cells, block->cells, block->cell_count * sizeof *cells) == 0);
}

static void test_nothing_is_left_behind(void)
{
    with_each(check_no_trace);
}

/// What the world did to tiles is found in the cells, and put again as it was, to the tile.
static void check_changes_stay(loam_plant_block *block)
{
    const plant_canvas canvas = canvas_here();
    const plant_view view = view_of(block);
    static loam_tile changed[SIDE * SIDE];
    const uint8_t burnt = (uint8_t)loam_material_find(&defs, "burnt_wood");
    paint_tiles();
    (void)loam_plant_aim(&view);
    loam_plant_put(&canvas, &view);
    uint32_t dug = 0;
    for (uint32_t i = 0; i < block->cell_count; i++)
    {
        loam_tile *const tile = places[i] != 0 ? &tiles[places[i] - 1] : NULL;
        const uint32_t random = loam_random_u32(2, i) % 4;
        if (tile != NULL && random < 2)
        {
            tile->wall = random == 0 ? burnt : LOAM_AIR;
            tile->wall_variant = 0;
            dug += random == 1;
        }
    }
    memcpy(changed, tiles, sizeof changed);
    CHECK_INT(loam_plant_lift(&canvas, &view), dug);
    CHECK(memcmp(tiles, before, sizeof tiles) == 0);
    loam_plant_put(&canvas, &view);
    uint32_t other = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
    {
        // Where a cell is gone the wall behind is to be seen, or another branch.
        other += taken[i] && changed[i].wall != LOAM_AIR &&
                 memcmp(&tiles[i], &changed[i], sizeof *tiles) != 0;
    }
    CHECK_INT(other, 0);
    (void)loam_plant_lift(&canvas, &view);
    CHECK(memcmp(tiles, before, sizeof tiles) == 0);
}

static void test_what_happens_to_tiles_stays(void)
{
    with_each(check_changes_stay);
}

/// A wall that somebody builds where a plant is stays, and the plant has lost the tile.
static void test_a_new_wall_takes_a_plants_place(void)
{
    const plant_canvas canvas = canvas_here();
    loam_plant_block *const block = grow(0, 20.0f, 3);
    const plant_view view = view_of(block);
    paint_tiles();
    (void)loam_plant_aim(&view);
    loam_plant_put(&canvas, &view);
    uint32_t cell = 0;
    while (places[cell] == 0)
    {
        cell++;
    }
    const uint32_t index = places[cell] - 1;
    tiles[index].wall = (uint8_t)loam_material_find(&defs, "stone");
    tiles[index].wall_variant = 0;
    CHECK_INT(loam_plant_lift(&canvas, &view), 1);
    CHECK_INT(tiles[index].wall, loam_material_find(&defs, "stone"));
    CHECK_INT(block->cells[cell].material, LOAM_AIR);
    loam_plant_block_free(&env, block);
}

int main(void)
{
    env = loam_default_env();
    loam_tile_defs_init(&defs);
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        is_plant[i] = (defs.materials[i].properties & (LOAM_WOOD | LOAM_LEAF)) != 0;
    }
    CHECK_OK(loam_plant_kinds_create(&env, &defs, &kinds));
    CHECK_OK(loam_nursery_create(&env, kinds, &nursery));
    RUN(test_plants_are_sound);
    RUN(test_the_same_seed_grows_the_same_plant);
    RUN(test_no_storm_breaks_the_sway);
    RUN(test_wind_bends_to_its_side);
    RUN(test_nothing_is_left_behind);
    RUN(test_what_happens_to_tiles_stays);
    RUN(test_a_new_wall_takes_a_plants_place);
    loam_nursery_destroy(&env, nursery);
    loam_plant_kinds_destroy(&env, kinds);
    return CHECK_DONE();
}
