// SPDX-License-Identifier: MIT
// What stands on a piece of land, as a game takes it: a list of places, a mesh for each shape, and both with the ground
// below them in one file that other programs open.
#include <loam/loam.h>

#include <stdio.h>

enum
{
    SIDE = 192,  // m
    STEP = 4,    // m between samples of the ground
    ROOM = 4096, // things, at most
    ROW = SIDE / STEP + 1,
    SHAPES = LOAM_THING_KIND_COUNT * LOAM_THING_VARIANTS,
};

static const int64_t west = -7264, south = -19040; // a wood by the sea of seed 2

/// Everything of one shape: an instanced draw call of a game, a mesh with its places in a file.
typedef struct batch
{
    loam_mesh *mesh;
    loam_mesh_material materials[LOAM_THING_MATERIALS];
    loam_mesh_place places[ROOM];
    int32_t count;
} batch;

static batch batches[SHAPES];

/// Positions are exact whole numbers in the land; subtract a corner near by before they become floats.
static loam_result take(void *user, const loam_land_thing *thing)
{
    (void)user;
    batch *const to = &batches[thing->shape * LOAM_THING_VARIANTS + loam_thing_variant(thing)];
    if (to->count == ROOM)
    {
        return LOAM_CANCELLED;
    }
    const float x = (float)(thing->x - west * LOAM_SCATTER_ONE) / LOAM_SCATTER_ONE,
                z = (float)(thing->z - south * LOAM_SCATTER_ONE) / LOAM_SCATTER_ONE;
    to->places[to->count++] = (loam_mesh_place){{x, thing->y, z}, thing->turn, thing->size};
    return LOAM_OK;
}

static loam_result make_shape(const loam_env *env, int32_t which, loam_mesh_set *set)
{
    batch *const of = &batches[which];
    const loam_thing_kind kind = (loam_thing_kind)(which / LOAM_THING_VARIANTS);
    for (int32_t i = 0; i < LOAM_THING_MATERIALS; i++)
    {
        of->materials[i] = (loam_mesh_material){"", loam_thing_colour(kind, i)};
    }
    *set = (loam_mesh_set){.name = loam_thing_kind_name(kind),
                           .materials = of->materials,
                           .material_count = LOAM_THING_MATERIALS,
                           .places = of->places,
                           .place_count = of->count};
    loam_result result = loam_mesh_create(env, &of->mesh);
    set->mesh = of->mesh;
    return result == LOAM_OK ? loam_mesh_add_thing(of->mesh, kind, which % LOAM_THING_VARIANTS, 0)
                             : result;
}

static loam_result make_ground(loam_land *land, loam_mesh *mesh)
{
    static float height[ROW * ROW];
    static uint8_t biome[ROW * ROW], materials[4 * ROW * ROW], weights[4 * ROW * ROW];
    const loam_land_area area = {west, south, STEP, ROW, ROW};
    loam_result result = loam_land_fill(land, area,
                                        &(loam_land_samples){.height = height, .biome = biome});
    for (int32_t i = 0; i < ROW * ROW; i++)
    {
        materials[4 * i] = biome[i];
        weights[4 * i] = 255;
    }
    const loam_height_grid grid = {.w = ROW,
                                   .h = ROW,
                                   .step = STEP,
                                   .height = height,
                                   .stride = ROW,
                                   .materials = materials,
                                   .weights = weights};
    return result == LOAM_OK ? loam_mesh_add_grid(mesh, &grid, NULL) : result;
}

static loam_result write_file(const loam_env *env, loam_land *land, const char *path)
{
    loam_mesh_set sets[SHAPES];
    loam_mesh_material biomes[LOAM_BIOME_COUNT];
    loam_mesh_file_def def = loam_default_mesh_file_def();
    loam_mesh *ground = NULL;
    loam_result result = loam_mesh_create(env, &ground);
    result = result == LOAM_OK ? make_ground(land, ground) : result;
    for (int32_t i = 0; i < SHAPES && result == LOAM_OK; i++)
    {
        result = make_shape(env, i, &sets[i]);
    }
    for (int32_t i = 0; i < LOAM_BIOME_COUNT; i++)
    {
        biomes[i] = (loam_mesh_material){loam_land_biome_name(land, i),
                                         loam_land_biome_colour(land, i)};
    }
    def.path = path;
    def.x = west;
    def.z = south;
    def.materials = biomes;
    def.material_count = LOAM_BIOME_COUNT;
    def.sets = sets;
    def.set_count = SHAPES;
    result = result == LOAM_OK ? loam_mesh_write(&def, ground) : result;
    for (int32_t i = 0; i < SHAPES; i++)
    {
        loam_mesh_destroy(batches[i].mesh);
    }
    loam_mesh_destroy(ground);
    return result;
}

int main(int argc, char **argv)
{
    const char *const path = argc > 1 ? argv[1] : "wood.glb";
    const loam_env env = loam_default_env();
    loam_land_def land_def = loam_default_land_def();
    loam_land_things_def def = loam_default_land_things_def();
    loam_land *land = NULL;
    loam_land_things *things = NULL;
    land_def.seed = 2;
    loam_result result = loam_land_create(&land_def, &land);
    def.land = land;
    result = result == LOAM_OK ? loam_land_things_create(&def, &things) : result;
    // Level 0 is everything; each further level is a part of the one before, for what is farther away.
    const loam_land_things_area area = {west, south, SIDE, SIDE};
    result = result == LOAM_OK ? loam_land_things_find(things, area, 0, take, NULL) : result;
    result = result == LOAM_OK ? write_file(&env, land, path) : result;
    for (int32_t i = 0; i < SHAPES && result == LOAM_OK; i += LOAM_THING_VARIANTS)
    {
        printf("%-8s %d\n", loam_thing_kind_name((loam_thing_kind)(i / LOAM_THING_VARIANTS)),
               (int)(batches[i].count + batches[i + 1].count));
    }
    loam_land_things_destroy(things);
    loam_land_destroy(land);
    puts(result == LOAM_OK ? path : loam_last_error());
    return result == LOAM_OK ? 0 : 1;
}
