// SPDX-License-Identifier: MIT
// The living world on the built-in stages: it is what grows, and edits keep to the rules of what grew.
#include "check.h"
#include "toy_world.h"

enum
{
    SEED = 4,
    SIDE = 1024,
};

/// A world near the surface, of a version.
static loam_tile_world *open_version(int32_t version, int32_t threads, loam_jobs **jobs)
{
    static loam_tile_defs defs;
    loam_tile_world_def def = loam_default_tile_world_def();
    CHECK_OK(loam_tile_defs_init_version(&defs, version));
    def.defs = &defs;
    def.still = true;
    *jobs = toy_jobs(threads);
    def.env.jobs = *jobs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){90, -40};
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

/// One without plants, for tests of edges.
static loam_tile_world *open_world(int32_t threads, loam_jobs **jobs)
{
    return open_version(1, threads, jobs);
}

/// A chunk without its plants.
static void bare_chunk(const loam_tile_world *world, loam_chunk_pos at, loam_tile *tiles)
{
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        tiles[i] = loam_tile_world_at_without_plants(
            world, (loam_tile_pos){at.x * 128 + i % 128, at.y * 128 + i / 128});
    }
}

static void test_the_ring_is_what_grows(void)
{
    static loam_tile seen[LOAM_CHUNK_TILES], grown[LOAM_CHUNK_TILES];
    loam_jobs *jobs;
    loam_tile_world *const world = open_version(LOAM_TILES_VERSION, 1, &jobs);
    const loam_env env = loam_default_env();
    loam_tile_source *source;
    CHECK_OK(loam_tile_source_create(&env, loam_tile_world_defs(world), SEED, &source));
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){500, -200}));
    const loam_tile_ring ring = loam_tile_world_ring(world);
    for (int32_t i = 0; i < 64; i += 3)
    {
        const loam_chunk_pos at = {ring.lowest.x + i % 8, ring.lowest.y + i / 8};
        bare_chunk(world, at, seen);
        CHECK_OK(loam_tile_source_chunk(source, at, grown));
        CHECK(memcmp(seen, grown, sizeof seen) == 0);
    }
    loam_tile_source_destroy(source);
    loam_tile_world_destroy(world);
    loam_jobs_destroy(jobs);
}

// ---- edges ----------------------------------------------------------------------------------------

static loam_tile at(const loam_tile_world *world, int64_t x, int64_t y)
{
    return loam_tile_world_at(world, (loam_tile_pos){x, y});
}

static bool is_edge(const loam_tile_world *world, int64_t x, int64_t y, bool walls)
{
    const loam_material *const materials = loam_tile_world_defs(world)->materials;
    for (int64_t dy = -2; dy <= 2; dy++)
    {
        for (int64_t dx = -2; dx <= 2; dx++)
        {
            const loam_tile tile = at(world, x + dx, y + dy);
            const uint8_t id = walls ? tile.wall : tile.block;
            if (dx * dx + dy * dy > 0 && dx * dx + dy * dy <= 5 &&
                (materials[id].properties & LOAM_SOLID) == 0)
            {
                return true;
            }
        }
    }
    return false;
}

/// How many of some tiles have a variant of the wrong kind.
static int32_t count_misfits(const loam_tile_world *world)
{
    const loam_chunk_pos low = loam_tile_world_ring(world).lowest;
    int32_t misfits = 0;
    for (int64_t i = 0; i < 60000; i++)
    {
        const int64_t x = low.x * 128 + 2 + i * 17 % (SIDE - 4);
        const int64_t y = low.y * 128 + 2 + i * 17 / (SIDE - 4) % (SIDE - 4);
        const loam_tile tile = at(world, x, y);
        for (int32_t walls = 0; walls < 2; walls++)
        {
            const loam_material *const material =
                &loam_tile_world_defs(world)->materials[walls ? tile.wall : tile.block];
            const int32_t variant = walls ? tile.wall_variant : tile.block_variant;
            const bool outer = material->outer > 0 && is_edge(world, x, y, walls != 0);
            misfits += outer ? variant < material->inner : variant >= material->inner;
        }
    }
    return misfits;
}

static void edit(loam_tile_world *world, loam_edit_shape shape, uint8_t material, int64_t x,
                 int64_t y)
{
    const loam_edit change = {.shape = shape,
                              .layer = x % 3 == 0 ? LOAM_WALLS : LOAM_BLOCKS,
                              .material = material,
                              .radius = 6,
                              .from = {x, y},
                              .to = {x + 150, y - 70}};
    int64_t changed;
    CHECK_OK(loam_tile_world_edit(world, &change, &changed));
}

// Tiles that grew and tiles that were placed have their edges by the same rule.
static void test_edges_are_those_of_generation(void)
{
    loam_jobs *jobs;
    loam_tile_world *const world = open_world(1, &jobs);
    CHECK_INT(count_misfits(world), 0);
    for (int64_t i = 0; i < 60; i++)
    {
        edit(world, (loam_edit_shape)(i % 4), i % 2 == 0 ? LOAM_AIR : TOY_STONE,
             -300 + i * 97 % 700, -400 + i * 61 % 700);
    }
    CHECK_INT(count_misfits(world), 0);
    loam_tile_world_destroy(world);
    loam_jobs_destroy(jobs);
}

// Putting a tile where it is already is no reason for any variant to change.
static void test_what_fits_is_not_shuffled(void)
{
    loam_jobs *jobs;
    loam_tile_world *const world = open_world(1, &jobs);
    const uint64_t before = loam_tile_world_hash(world);
    for (int64_t i = 0; i < 500; i++)
    {
        const int64_t x = -300 + i * 97 % 700, y = -400 + i * 61 % 700;
        edit(world, LOAM_EDIT_TILE, x % 3 == 0 ? at(world, x, y).wall : at(world, x, y).block, x,
             y);
    }
    CHECK_U64(loam_tile_world_hash(world), before);
    CHECK_INT(loam_tile_world_count(world).unsaved, 0);
    loam_tile_world_destroy(world);
    loam_jobs_destroy(jobs);
}

static uint64_t walk(int32_t threads)
{
    loam_jobs *jobs;
    loam_tile_world *const world = open_world(threads, &jobs);
    for (int64_t i = 0; i < 40; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){90 + 19 * i, -40 - 11 * i}));
        edit(world, LOAM_EDIT_LINE, i % 3 == 0 ? TOY_STONE : LOAM_AIR, 19 * i, -11 * i);
    }
    const uint64_t hash = loam_tile_world_hash(world);
    loam_tile_world_destroy(world);
    loam_jobs_destroy(jobs);
    return hash;
}

static void test_threads_do_not_matter(void)
{
    const uint64_t alone = walk(0);
    CHECK_U64(walk(1), alone);
    CHECK_U64(walk(3), alone);
}

int main(void)
{
    RUN_SERIAL(test_the_ring_is_what_grows);
    RUN_SERIAL(test_edges_are_those_of_generation);
    RUN_SERIAL(test_what_fits_is_not_shuffled);
    RUN(test_threads_do_not_matter);
    return CHECK_DONE();
}
