// SPDX-License-Identifier: MIT
// A tile is the same, whatever area it was asked for with, by whichever way, thread or instruction set.
#include "world.h"

#include "base/counting.h"

#include "tiles/grow/pools.h"
#include "tiles/grow/recipe.h"

#include "loam/jobs.h"

enum
{
    SIDE = LOAM_CHUNK_SIDE,
    REGION = 3 * SIDE,
};

static loam_tile region[REGION * REGION], part[REGION * REGION], chunk[LOAM_CHUNK_TILES];

// Places on both sides of 0, at the surface, in the depth, in the sky, and far away.
static const loam_chunk_pos places[] = {
    {0, 0},
    {-2, 1},
    {5, -5},
    {-40, -20},
    {3, 60},
    {(int64_t)1 << 33, 0},
    {-((int64_t)1 << 33), -3},
    {0, -((int64_t)1 << 33)},
};

static void compare_chunk(const loam_tile *whole, int32_t x, int32_t y, const char *what,
                          int64_t at)
{
    int32_t wrong = 0;
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const int32_t row = y * SIDE + i / SIDE, column = x * SIDE + i % SIDE;
        wrong += !tiles_equal(chunk[i], whole[row * REGION + column]);
    }
    CHECK_REPORT(wrong == 0, "%s: %d tiles of chunk (%d, %d) near %lld differ", what, wrong, x, y,
                 (long long)at);
}

static void test_a_region_is_its_chunks(void)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        loam_tile_source *source = grow(i);
        const loam_chunk_pos at = places[i];
        const loam_tile_area area = {at.x * SIDE, at.y * SIDE, REGION, REGION};
        CHECK_OK(loam_tile_source_fill(source, area, region));
        for (int32_t k = 0; k < 9; k++)
        {
            const loam_chunk_pos pos = {at.x + k % 3, at.y + k / 3};
            CHECK_OK(loam_tile_source_chunk(source, pos, chunk));
            compare_chunk(region, k % 3, k / 3, "by chunks", at.x);
        }
        loam_tile_source_destroy(source);
    }
}

static void test_any_window_shows_the_same(void)
{
    loam_tile_source *source = grow(99);
    const int64_t x0 = -200, y0 = -130;
    CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){x0, y0, REGION, REGION}, region));
    for (uint64_t i = 0; i < 60; i++)
    {
        const int32_t w = (int32_t)loam_random_range(1, i, 1, 90);
        const int32_t h = (int32_t)loam_random_range(2, i, 1, 90);
        const int32_t x = (int32_t)loam_random_range(3, i, 0, REGION - w);
        const int32_t y = (int32_t)loam_random_range(4, i, 0, REGION - h);
        CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){x0 + x, y0 + y, w, h}, part));
        int32_t wrong = 0;
        for (int32_t k = 0; k < w * h; k++)
        {
            wrong += !tiles_equal(part[k], region[(y + k / w) * REGION + x + k % w]);
        }
        CHECK_INT(wrong, 0);
    }
    loam_tile_source_destroy(source);
}

/// Whether so many tiles from one on are air before a wall.
static bool is_hollow(const loam_tile *first, int32_t side)
{
    bool hollow = true;
    for (int32_t i = 0; i < side * side; i++)
    {
        const loam_tile tile = first[i / side * SIDE + i % side];
        hollow = hollow && tile.block == LOAM_AIR && tile.wall != LOAM_AIR;
    }
    return hollow;
}

// A window that lies within a cave has no block in it: its walls are those of the chunk all the same.
static void test_windows_without_blocks(void)
{
    enum
    {
        HOLE = 6
    };
    int32_t found = 0;
    loam_tile_source *source = grow(7);
    for (int64_t x = 0; x < 6; x++)
    {
        const loam_chunk_pos at = {x, -6};
        CHECK_OK(loam_tile_source_chunk(source, at, chunk));
        for (int32_t i = 0; i < SIDE * (SIDE - HOLE); i += 37)
        {
            const int32_t column = i % SIDE, row = i / SIDE;
            if (column > SIDE - HOLE || !is_hollow(chunk + i, HOLE))
            {
                continue;
            }
            const loam_tile_area area = {x * SIDE + column, at.y * SIDE + row, HOLE, HOLE};
            CHECK_OK(loam_tile_source_fill(source, area, part));
            for (int32_t k = 0; k < HOLE * HOLE; k++)
            {
                CHECK(tiles_equal(part[k], chunk[i + k / HOLE * SIDE + k % HOLE]));
            }
            found++;
        }
    }
    CHECK(found > 20);
    loam_tile_source_destroy(source);
}

static void test_instruction_sets_agree(void)
{
    loam_tile_source *best = grow(5);
    for (int32_t isa = LOAM_ISA_SCALAR; isa < LOAM_ISA_COUNT; isa++)
    {
        loam_env env = loam_default_env();
        env.isa = (loam_isa)isa;
        if (!loam_isa_available(env.isa))
        {
            continue;
        }
        loam_tile_source *source = grow_with(&env, &builtin, 5);
        for (int64_t y = -9; y < 3; y += 3)
        {
            CHECK_OK(loam_tile_source_chunk(best, (loam_chunk_pos){7, y}, region));
            CHECK_OK(loam_tile_source_chunk(source, (loam_chunk_pos){7, y}, chunk));
            CHECK(memcmp(region, chunk, sizeof chunk) == 0);
        }
        loam_tile_source_destroy(source);
    }
    loam_tile_source_destroy(best);
}

// ---- everywhere -----------------------------------------------------------------------------------

enum
{
    APART = 512,
    COLUMNS = 8000,
    EVERY = 250,
    LAKES = 24, // of either kind
};

/// Whether a column is one of the places that are looked at: now and then anywhere, and the first lakes,
/// frozen ones and others.
static bool is_looked_at(const loam_tile_column *column, int32_t number, int32_t lakes[2])
{
    const bool cold = column->temperature < 0.2f;
    return number % EVERY == 0 || (column->water > column->surface && lakes[cold]++ < LAKES);
}

/// Goes on with a hash over the chunk of a tile.
static uint64_t hash_chunk(const loam_tile_source *source, int64_t x, int64_t y, uint64_t hash)
{
    const loam_chunk_pos at = loam_chunk_of_tile((loam_tile_pos){x, y});
    CHECK_OK(loam_tile_source_chunk(source, at, chunk));
    return loam_hash_bytes(chunk, sizeof chunk, hash);
}

// What has grown stays, in all biomes, at the ends of lakes, in the depth: the selftest looks at few places.
// A hash that changes means that worlds have changed: see CONTRIBUTING.
static void test_many_places_are_as_they_were(void)
{
    static loam_tile_column columns[COLUMNS];
    const int64_t first = -(int64_t)APART * COLUMNS / 2;
    loam_tile_source *const source = grow(5);
    int32_t lakes[2] = {0};
    uint64_t hash = 0;
    CHECK_OK(loam_tile_source_columns(source, first, APART, COLUMNS, columns));
    for (int32_t i = 0; i < COLUMNS; i++)
    {
        const int64_t x = first + (int64_t)i * APART, surface = columns[i].surface;
        if (is_looked_at(&columns[i], i, lakes))
        {
            hash = hash_chunk(source, x, surface + 40, hash);
            hash = hash_chunk(source, x, surface, hash);
            hash = hash_chunk(source, x, surface - 60, hash);
            hash = hash_chunk(source, x, surface - 200 - i % 7 * 400, hash);
        }
    }
    CHECK(lakes[0] >= LAKES && lakes[1] >= LAKES);
    CHECK_U64(hash, 0xaac9f1182d564cc7u);
    loam_tile_source_destroy(source);
}

// ---- the pipeline -------------------------------------------------------------------------------

static void check_pages(loam_pipeline *pipeline, const loam_tile_source *source, uint64_t order)
{
    const int32_t stage = loam_pipeline_stage_index(pipeline, "variants");
    for (int64_t i = 0; i < 24; i++)
    {
        const int64_t k = (int64_t)(((uint64_t)i * 7 + order * 5) % 24);
        const loam_page_id id = {.stage = stage, .x = k % 6 - 3, .y = k / 6 - 3};
        const loam_page *page = NULL;
        CHECK_OK(loam_pipeline_get(pipeline, id, &page));
        CHECK_OK(loam_tile_source_chunk(source, (loam_chunk_pos){id.x, id.y}, chunk));
        CHECK(page && page->size == sizeof chunk && memcmp(page->data, chunk, sizeof chunk) == 0);
        loam_pipeline_release(pipeline, page);
    }
}

static void test_stages_make_the_same(void)
{
    loam_tile_source *source = grow(1234);
    for (int32_t threads = 0; threads <= 2; threads++)
    {
        loam_jobs_def jobs_def = loam_default_jobs_def();
        jobs_def.threads = threads;
        loam_pipeline_def def = loam_default_pipeline_def();
        CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
        def.seed = 1234;
        loam_pipeline *pipeline = NULL;
        CHECK_OK(loam_pipeline_create(&def, &pipeline));
        CHECK_OK(loam_tile_stages_add(pipeline, &builtin));
        check_pages(pipeline, source, (uint64_t)threads);
        loam_pipeline_destroy(pipeline);
        loam_jobs_destroy(def.env.jobs);
    }
    loam_tile_source_destroy(source);
}

// A stage that is switched off leaves air.
static void test_stages_can_be_switched_off(void)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    loam_pipeline *pipeline = NULL;
    const loam_page *page = NULL;
    loam_tile_defs_init(&builtin);
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    CHECK_OK(loam_tile_stages_add(pipeline, &builtin));
    CHECK_OK(loam_pipeline_set_enabled(pipeline, "ground", false));
    const loam_page_id id = {.stage = loam_pipeline_stage_index(pipeline, "variants"), .y = -5};
    CHECK_OK(loam_pipeline_get(pipeline, id, &page));
    memset(chunk, 0, sizeof chunk);
    CHECK(page && page->size == sizeof chunk && memcmp(page->data, chunk, sizeof chunk) == 0);
    loam_pipeline_release(pipeline, page);
    loam_pipeline_destroy(pipeline);
}

// Equal definitions are the same parameters of a stage, whatever lies between their fields: a back store
// finds pages of the one for the other.
static void test_padding_is_no_parameter(void)
{
    static loam_tile_defs other;
    static tile_recipe a, b;
    memset(&other, 0xa5, sizeof other);
    loam_tile_defs_init(&builtin);
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        builtin.biomes[i].name[LOAM_MAX_NAME - 1] = 'x'; // behind the end of the name
    }
    builtin.blocks.birth_above[LOAM_MAX_TILE_RULES - 1] = 7; // of a rule that is not in use
    loam_recipe_init(&a, &builtin);
    loam_tile_defs_init(&other);
    loam_recipe_init(&b, &other);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    other.ground.cave_wavelength += 1.0f;
    loam_recipe_init(&b, &other);
    CHECK(memcmp(&a, &b, sizeof a) != 0);
}

// ---- other automata -----------------------------------------------------------------------------

// Whatever the automata are, padding follows from them, and no seam shows.
static void test_padding_follows_the_automata(void)
{
    static loam_tile_defs defs;
    const loam_env env = loam_default_env();
    const int32_t iterations[][2] = {{0, 0}, {1, 5}, {20, 3}, {32, 32}};
    for (size_t i = 0; i < sizeof iterations / sizeof *iterations; i++)
    {
        loam_tile_defs_init(&defs);
        defs.blocks.iterations = iterations[i][0];
        defs.walls.iterations = iterations[i][1];
        loam_tile_source *source = grow_with(&env, &defs, i);
        CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){0, -SIDE, REGION, REGION}, region));
        for (int32_t k = 0; k < 9; k++)
        {
            CHECK_OK(loam_tile_source_chunk(source, (loam_chunk_pos){k % 3, k / 3 - 1}, chunk));
            compare_chunk(region, k % 3, k / 3, "other automata", (int64_t)i);
        }
        loam_tile_source_destroy(source);
    }
}

// Automata that let everything grow reach as far into the sky as they have rounds, whichever rows a window
// begins with: what is far above the ground is left out in bands.
static void test_automata_reach_into_the_sky(void)
{
    enum
    {
        W = 16,
        H = 140,
        DOWN = 84
    };
    static loam_tile_defs defs;
    loam_tile_column column;
    const loam_env env = loam_default_env();
    loam_tile_defs_init(&defs);
    defs.blocks = (loam_tile_automaton){.iterations = 20, .rule_count = 1};
    loam_tile_source *source = grow_with(&env, &defs, 3);
    CHECK_OK(loam_tile_source_columns(source, 0, 1, 1, &column));
    CHECK_OK(
        loam_tile_source_fill(source, (loam_tile_area){0, column.surface - DOWN, W, H}, region));
    int32_t solid = 0;
    for (int32_t row = DOWN; row < H; row++)
    {
        solid += region[row * W].block != LOAM_AIR;
    }
    CHECK_RANGE(solid, 15, 40);
    for (int32_t higher = 1; higher <= 64; higher++)
    {
        const loam_tile_area area = {0, column.surface - DOWN + higher, W, H - higher};
        CHECK_OK(loam_tile_source_fill(source, area, part));
        int32_t wrong = 0;
        for (int32_t i = 0; i < area.w * area.h; i++)
        {
            wrong += !tiles_equal(part[i], region[higher * W + i]);
        }
        CHECK_INT(wrong, 0);
    }
    loam_tile_source_destroy(source);
}

// ---- pools --------------------------------------------------------------------------------------

// Pools keep 30 tiles below the ground, and there are some that just do.
static void test_pools_keep_below_the_ground(void)
{
    static tile_recipe recipe;
    static ground_noises noises;
    static tile_pools pools;
    loam_tile_defs_init(&builtin);
    loam_recipe_init(&recipe, &builtin);
    CHECK_OK(loam_ground_noises_init(&noises, &recipe, 4, LOAM_ISA_AUTO));
    int64_t highest = INT64_MIN, count = 0;
    for (int64_t i = 0; i < 30000; i++)
    {
        const tile_brick *brick;
        column_depths below;
        const int64_t x = i * (int64_t)recipe.ground.pool_width;
        CHECK_OK(loam_column_depths(&recipe, &noises, x, &below));
        CHECK_OK(loam_pool_brick(&recipe, &noises, &pools, x, below.surface - 50, &brick));
        CHECK_OK(loam_column_depths(&recipe, &noises, (brick->x0 + brick->x1) / 2, &below));
        if (brick->level != INT64_MIN)
        {
            const int64_t above = brick->level - below.surface;
            highest = above > highest ? above : highest;
            count++;
        }
    }
    CHECK(count > 1000);
    CHECK_INT(highest, -30);
}

static void compare_brick(const tile_brick *brick, const tile_brick *other)
{
    CHECK_INT(brick->x0, other->x0);
    CHECK_INT(brick->x1, other->x1);
    CHECK_INT(brick->y0, other->y0);
    CHECK_INT(brick->y1, other->y1);
    CHECK_INT(brick->level, other->level);
    CHECK_INT(brick->level != INT64_MIN ? brick->fluid : 0,
              other->level != INT64_MIN ? other->fluid : 0);
}

// Bricks of a rectangle are those that are found one by one, whichever row it begins in.
static void test_bricks_come_together(void)
{
    enum
    {
        BRICKS_W = 7,
        BRICKS_H = 6
    };
    static tile_recipe recipe;
    static ground_noises noises;
    static tile_pools pools;
    static tile_brick bricks[BRICKS_W * BRICKS_H];
    int32_t filled = 0;
    loam_tile_defs_init(&builtin);
    loam_recipe_init(&recipe, &builtin);
    CHECK_OK(loam_ground_noises_init(&noises, &recipe, 4, LOAM_ISA_AUTO));
    for (int64_t at = -9; at < 0; at++)
    {
        const brick_area area = {at * 1000003, at, BRICKS_W, BRICKS_H};
        memset(bricks, 0xee, sizeof bricks);
        CHECK_OK(loam_pool_bricks(&recipe, &noises, area, bricks));
        for (int32_t i = 0; i < BRICKS_W * BRICKS_H; i++)
        {
            const tile_brick *other;
            CHECK_OK(loam_pool_brick(&recipe, &noises, &pools, bricks[i].x0, bricks[i].y0, &other));
            compare_brick(&bricks[i], other);
            filled += other->level != INT64_MIN;
        }
        const int64_t width = (int64_t)recipe.ground.pool_width;
        CHECK_INT(bricks[0].x0, area.column * width + (at % 2 != 0 ? width / 2 : 0));
        CHECK_INT(bricks[BRICKS_W + 1].y0, (at + 1) * (int64_t)recipe.ground.pool_height);
    }
    CHECK(filled > 20);
}

// ---- bad input ----------------------------------------------------------------------------------

static void test_bad_areas_are_refused(void)
{
    loam_tile_source *source = grow(1);
    const loam_tile_area areas[] = {{0, 0, 0, 5},
                                    {0, 0, 5, -1},
                                    {0, 0, LOAM_MAX_TILE_AREA + 1, 1},
                                    {LOAM_TILE_END, 0, 1, 1},
                                    {LOAM_TILE_END - 4, 0, 4, 1},
                                    {0, INT64_MIN, 1, 1},
                                    {INT64_MAX, 0, 2, 2}};
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    {
        const loam_result expected = i == 4 ? LOAM_OK : LOAM_BAD_ARGUMENT;
        CHECK_INT(loam_tile_source_fill(source, areas[i], part), expected);
    }
    const loam_tile_area area = {0, 0, 4, 4};
    CHECK_INT(loam_tile_source_sample(source, area, 0, part), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "step is 0");
    CHECK_INT(loam_tile_source_sample(source, area, LOAM_MAX_TILE_STEP + 1, part),
              LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_tile_source_chunk(source, (loam_chunk_pos){(int64_t)1 << 53, 0}, part),
              LOAM_BAD_ARGUMENT);
    loam_tile_column column;
    CHECK_INT(loam_tile_source_columns(source, 0, 1, 0, &column), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_tile_source_columns(source, 0, 0, 1, &column), LOAM_BAD_ARGUMENT);
    loam_tile_source_destroy(source);
}

static void test_no_memory_is_a_result(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_tile_defs_init(&builtin);
    for (int64_t at = 1; at <= 3; at++)
    {
        loam_tile_source *source = NULL;
        counter.asked = 0;
        counter.refuse_at = at;
        loam_result result = loam_tile_source_create(&env, &builtin, 3, &source);
        result = result ? result : loam_tile_source_chunk(source, (loam_chunk_pos){0, 0}, chunk);
        CHECK_INT(result, at <= 2 ? LOAM_OUT_OF_MEMORY : LOAM_OK);
        loam_tile_source_destroy(source);
        CHECK_INT(counter.blocks, 0);
    }
}

int main(void)
{
    RUN_SERIAL(test_a_region_is_its_chunks);
    RUN_SERIAL(test_any_window_shows_the_same);
    RUN_SERIAL(test_windows_without_blocks);
    RUN_SERIAL(test_instruction_sets_agree);
    RUN_UNSANITIZED(test_many_places_are_as_they_were);
    RUN(test_stages_make_the_same);
    RUN_SERIAL(test_stages_can_be_switched_off);
    RUN_SERIAL(test_padding_is_no_parameter);
    RUN_SERIAL(test_padding_follows_the_automata);
    RUN_SERIAL(test_automata_reach_into_the_sky);
    RUN_SERIAL(test_pools_keep_below_the_ground);
    RUN_SERIAL(test_bricks_come_together);
    RUN_SERIAL(test_bad_areas_are_refused);
    RUN_SERIAL(test_no_memory_is_a_result);
    return CHECK_DONE();
}
