// SPDX-License-Identifier: MIT
// Pieces of worlds as hashes, one a line. worlds.py and Worlds.cs grow the same through the bindings, and have to
// print the same lines.
#include "loam/loam.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SEED = 7,
    LAND_X = -7680, // dry ground with trees
    LAND_Z = 26624,
};

static void print(const char *name, uint64_t hash)
{
    printf("%s %016" PRIx64 "\n", name, hash);
}

static void expect(loam_result result)
{
    if (result != LOAM_OK)
    {
        fprintf(stderr, "worlds: %s\n", loam_last_error());
        exit(1);
    }
}

static void print_seeds(void)
{
    print("seed.text", loam_seed_from_text("a green valley"));
    print("seed.derive", loam_seed_derive(SEED, "trees"));
    print("seed.at", loam_seed_at(SEED, -3, 1LL << 40, 9));
    print("random.u64", loam_random_u64(SEED, 5));
    print("random.range", (uint64_t)loam_random_range(SEED, 6, -1000000, 1000000));
    const float weights[] = {1.0f, 0.0f, 3.5f};
    print("random.pick", loam_random_pick(SEED, 11, weights, 3));
}

static void print_noise(void)
{
    static float values[20 * 11 * 9];
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_PERLIN;
    def.wavelength = 32.0;
    def.octaves = 4;
    def.warp = 5.0;
    loam_noise noise;
    expect(loam_noise_init(&noise, &def, SEED));
    const loam_noise_area area = {
        .x = -5, .y = 1LL << 41, .z = 77, .step = 3, .w = 20, .h = 11, .d = 9};
    expect(loam_noise_grid1(&noise, values, area));
    print("noise.row", loam_hash_f32(values, 20, 0));
    expect(loam_noise_grid2(&noise, values, area));
    print("noise.grid", loam_hash_f32(values, 20 * 11, 0));
    expect(loam_noise_grid3(&noise, values, area));
    print("noise.solid", loam_hash_f32(values, 20 * 11 * 9, 0));
    const int64_t x[] = {1, 20, -300}, y[] = {4, -50, 600};
    expect(loam_noise_points(&noise, values, 2, x, y, NULL, 3));
    print("noise.points", loam_hash_f32(values, 3, 0));
}

static void print_tiles(void)
{
    static loam_tile tiles[200 * 120];
    static loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    const loam_env env = loam_default_env();
    loam_tile_source *source;
    expect(loam_tile_source_create(&env, &defs, SEED, &source));
    const loam_tile_pos spawn = loam_tile_source_spawn(source, 0);
    expect(loam_tile_source_fill(
        source, (loam_tile_area){.x = -100, .y = spawn.y - 60, .w = 200, .h = 120}, tiles));
    loam_tile_source_destroy(source);
    print("tiles.defs", loam_tile_defs_hash(&defs));
    print("tiles.spawn", (uint64_t)spawn.y);
    print("tiles.fill", loam_tiles_hash(tiles, 200 * 120, 0));

    loam_tile_world_def def = loam_default_tile_world_def();
    def.seed = SEED;
    def.centre = spawn;
    def.ring_log2 = 3;
    loam_tile_world *world;
    expect(loam_tile_world_create(&def, &world));
    const loam_edit edit = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = (uint8_t)loam_material_find(&defs, "water"),
                            .radius = 6,
                            .from = {.x = 5, .y = spawn.y + 20}};
    int64_t changed;
    expect(loam_tile_world_edit(world, &edit, &changed));
    for (int64_t i = 1; i <= 20; i++)
    {
        expect(loam_tile_world_step(world, (loam_tile_pos){.x = i, .y = spawn.y}));
    }
    print("world.changed", (uint64_t)changed);
    print("world.hash", loam_tile_world_hash(world));
    loam_tile_world_destroy(world);
}

static void print_game(void)
{
    static const char *const lines[] = {"0 walk right", "0 jump on",
                                        "0 edit blocks sand box 20 150 8 4"};
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.seed = SEED;
    def.world.centre = (loam_tile_pos){.x = 0, .y = 146};
    def.world.ring_log2 = 3;
    loam_tile_game *game;
    expect(loam_tile_game_create(&def, &game));
    const loam_tile_defs *const defs = loam_tile_world_defs(loam_tile_game_world(game));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        loam_command command;
        expect(loam_command_read(lines[i], defs, &command));
        expect(loam_tile_game_do(game, &command));
    }
    for (int i = 0; i < 60; i++)
    {
        expect(loam_tile_game_step(game));
    }
    print("game.hash", loam_tile_game_hash(game));
    loam_tile_game_destroy(game);
}

static loam_result add_thing(void *user, const loam_land_thing *thing)
{
    uint64_t *const hash = user;
    *hash = loam_land_thing_hash(thing, *hash);
    return LOAM_OK;
}

static void print_volume(loam_land *land)
{
    static uint8_t materials[24 * 24 * 24];
    static int8_t density[24 * 24 * 24];
    loam_volume_def def = loam_default_volume_def();
    def.seed = SEED;
    def.surface = loam_volume_land(land);
    loam_volume *volume;
    loam_volume_grower *grower;
    expect(loam_volume_create(&def, &volume));
    expect(loam_volume_grower_create(volume, &grower));
    const loam_volume_box box = {.x = LAND_X, .y = 4, .z = LAND_Z, .w = 24, .h = 24, .d = 24};
    loam_volume_kind kind;
    expect(loam_volume_fill(
        grower, &box, &(loam_volume_voxels){.materials = materials, .density = density}, &kind));
    print("volume.kind", kind);
    print("volume.materials", loam_hash_bytes(materials, sizeof materials, 0));
    print("volume.density", loam_hash_bytes(density, sizeof density, 0));
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
}

static void print_land(void)
{
    static float heights[48 * 32];
    static uint8_t biomes[48 * 32];
    loam_land_def def = loam_default_land_def();
    def.seed = SEED;
    loam_land *land;
    expect(loam_land_create(&def, &land));
    const loam_land_area wide = {.x = -60000, .z = -40000, .step = 2500, .w = 48, .h = 32};
    expect(loam_land_fill(land, wide, &(loam_land_samples){.height = heights, .biome = biomes}));
    print("land.heights", loam_hash_f32(heights, 48 * 32, 0));
    print("land.biomes", loam_hash_bytes(biomes, sizeof biomes, 0));
    float height;
    expect(loam_land_height(land, LAND_X + 0.25, LAND_Z + 0.5, &height));
    print("land.height", loam_hash_f32(&height, 1, 0));

    loam_land_things_def things_def = loam_default_land_things_def();
    things_def.land = land;
    loam_land_things *things;
    expect(loam_land_things_create(&things_def, &things));
    uint64_t hash = 0;
    const loam_land_things_area area = {.x = LAND_X, .z = LAND_Z, .w = 96, .h = 96};
    expect(loam_land_things_find(things, area, 0, add_thing, &hash));
    print("land.things", hash);
    loam_land_things_destroy(things);
    print_volume(land);
    loam_land_destroy(land);
}

static bool add_isle(void *user, const loam_isle *isle)
{
    uint64_t *const hash = user;
    *hash = loam_seed_at(*hash ^ loam_isle_hash(isle), isle->x, 0, isle->z);
    return true;
}

static void print_isles(void)
{
    static float heights[40 * 40];
    loam_isles_def def = loam_default_isles_def();
    def.seed = SEED;
    const loam_env env = loam_default_env();
    loam_isles *isles;
    expect(loam_isles_create(&env, &def, &isles));
    uint64_t hash = 0;
    expect(loam_isles_find(isles,
                           (loam_isles_box){.x0 = -4000, .z0 = -4000, .x1 = 4000, .z1 = 4000},
                           add_isle, &hash));
    print("isles.found", hash);
    expect(loam_isles_heights(
        isles, (loam_isles_area){.x = -2000, .z = 0, .step = 100, .w = 40, .h = 40}, heights));
    print("isles.heights", loam_hash_f32(heights, 40 * 40, 0));
    loam_isles_destroy(isles);
}

static void print_scatter(void)
{
    static loam_scatter_point points[20000];
    const loam_scatter_def def = loam_forest_scatter_def();
    const loam_env env = loam_default_env();
    size_t count;
    const loam_scatter_area area = {.x = -50, .y = 20, .w = 100, .h = 80};
    expect(loam_scatter_points(&env, &def, SEED, area, points, 20000, &count));
    print("scatter.count", count);
    print("scatter.hash", loam_scatter_hash(points, count, 0));
}

static void print_cave(void)
{
    loam_cave_def def = loam_default_cave_def(2);
    def.seed = SEED;
    def.w = 60;
    def.h = 40;
    def.connect = true;
    def.openings = 2;
    const loam_env env = loam_default_env();
    loam_cave *cave;
    expect(loam_cave_create(&env, &def, true, &cave));
    print("cave.rooms", (uint64_t)cave->room_count);
    print("cave.hash", loam_cave_hash(cave));
    loam_cave_destroy(cave);
}

static void print_plant(void)
{
    const loam_env env = loam_default_env();
    const char *const text = loam_grammar_preset_find("oak")->text;
    loam_grammar *grammar;
    loam_plant_grower *grower;
    loam_mesh *mesh;
    expect(loam_grammar_create(&env, text, strlen(text), &grammar));
    const loam_plant_limits limits = loam_default_plant_limits();
    expect(loam_plant_grower_create(&env, &limits, &grower));
    loam_plant_site site = loam_default_plant_site();
    site.seed = SEED;
    site.age = 6.0f;
    loam_plant plant;
    expect(loam_plant_grow(grower, grammar, &site, &plant));
    print("plant.hash", loam_plant_hash(&plant));
    expect(loam_mesh_create(&env, &mesh));
    loam_plant_form form = loam_default_plant_form();
    form.sides = 6;
    expect(loam_mesh_add_plant(mesh, &plant, &form));
    print("mesh.vertices", mesh->vertex_count);
    print("mesh.hash", loam_mesh_hash(mesh));
    loam_mesh_destroy(mesh);
    loam_plant_grower_destroy(grower);
    loam_grammar_destroy(grammar);
}

int main(void)
{
    print_seeds();
    print_noise();
    print_tiles();
    print_game();
    print_land();
    print_isles();
    print_scatter();
    print_cave();
    print_plant();
    return 0;
}
