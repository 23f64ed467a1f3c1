// SPDX-License-Identifier: MIT
#include "selftest.h"

// The land's inside: each function alone, all of them at three levels and far away, with every instruction set, and
// both forms of meshes; over hills of noise.

enum
{
    SIDE = 40,
    COUNT = SIDE * SIDE * SIDE,
};

typedef struct volume_case
{
    loam_env env;
    uint8_t materials[COUNT];
    int8_t density[COUNT];
} volume_case;

static loam_result fill_hills(void *user, loam_land_area area, const loam_volume_columns *out)
{
    loam_noise noise;
    loam_noise_def def = loam_default_noise_def();
    (void)user;
    def.wavelength = 120;
    def.octaves = 3;
    loam_result result = loam_noise_init(&noise, &def, 3);
    const loam_noise_area places = {
        .x = area.x, .y = area.z, .step = area.step, .w = area.w, .h = area.h, .d = 1};
    result = result == LOAM_OK ? loam_noise_grid2(&noise, out->height, places) : result;
    for (int64_t i = 0; i < (int64_t)area.w * area.h && result == LOAM_OK; i++)
    {
        out->base[i] = 150.0f + 20.0f * out->height[i];
        out->height[i] = 150.0f + 60.0f * out->height[i];
        out->water[i] = out->height[i] < 130.0f ? 130.0f : LOAM_LAND_DRY;
        out->temperature[i] = 15.0f;
        out->humidity[i] = 0.3f;
        out->soil[i] = 0.4f;
        out->ruggedness[i] = 0.7f;
        out->bank[i] = 4.0f * (out->height[i] - 130.0f);
        const int64_t x = area.x / area.step + i % area.w, z = area.z / area.step + i / area.w;
        out->biome[i] = ((x + 3 * z) & 7) == 0 ? LOAM_BIOME_DESERT : LOAM_BIOME_HILLS;
    }
    return result;
}

/// The same with one biome.
static loam_result fill_even_hills(void *user, loam_land_area area, const loam_volume_columns *out)
{
    const loam_result result = fill_hills(user, area, out);
    for (int64_t i = 0; i < (int64_t)area.w * area.h && result == LOAM_OK; i++)
    {
        out->biome[i] = LOAM_BIOME_HILLS;
    }
    return result;
}

static loam_result open_volume(const volume_case *with, loam_isa isa,
                               const loam_density_function *one, loam_volume **volume,
                               loam_volume_grower **grower)
{
    loam_volume_def def = loam_default_volume_def();
    def.env = with->env;
    def.env.isa = isa;
    def.surface = (loam_volume_surface){fill_hills, NULL};
    def.functions = one;
    def.function_count = one != NULL;
    const loam_result result = loam_volume_create(&def, volume);
    return result == LOAM_OK ? loam_volume_grower_create(*volume, grower) : result;
}

static loam_result hash_box(volume_case *with, loam_volume_grower *grower, loam_volume_box box,
                            uint64_t *hash)
{
    const loam_volume_voxels out = {with->materials, with->density, false};
    const loam_result result = loam_volume_fill(grower, &box, &out, NULL);
    *hash = loam_hash_bytes(with->density, COUNT, loam_hash_bytes(with->materials, COUNT, *hash));
    return result;
}

/// Those that stand in cells are rare by default.
static loam_density_function function_of(int32_t index)
{
    static loam_arches_def arches;
    static loam_sinkholes_def sinkholes;
    arches = loam_default_arches_def();
    sinkholes = loam_default_sinkholes_def();
    arches.spacing_m = sinkholes.spacing_m = 90.0f;
    arches.chance = sinkholes.chance = 1.0f;
    return index == 4   ? loam_arches(&arches)
           : index == 6 ? loam_sinkholes(&sinkholes)
                        : loam_default_density(index);
}

/// One function, at and below the surface.
static void check_function(selftest *run, volume_case *with, int32_t index)
{
    const loam_density_function function = function_of(index);
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    uint64_t hash = 0;
    char name[64];
    loam_result result = open_volume(with, LOAM_ISA_AUTO, &function, &volume, &grower);
    for (int32_t part = 0; part < 4 && result == LOAM_OK; part++)
    {
        const loam_volume_box box = {1, 60 * part, 40 + 10 * part, -30, SIDE, SIDE, SIDE};
        result = hash_box(with, grower, box, &hash);
    }
    snprintf(name, sizeof name, "volume %s", function.name);
    selftest_report(run, name, "", result, hash);
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
}

static void check_levels(selftest *run, volume_case *with, loam_isa isa)
{
    static const loam_volume_box boxes[] = {{0, -20, 120, 7, SIDE, SIDE, SIDE},
                                            {-1, 33, 260, 1000, SIDE, SIDE, SIDE},
                                            {2, -300, 20, 11, SIDE, SIDE, SIDE},
                                            {0, (int64_t)1 << 41, 70, -5, SIDE, SIDE, SIDE}};
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    uint64_t hash = 0;
    loam_result result = open_volume(with, isa, NULL, &volume, &grower);
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0] && result == LOAM_OK; i++)
    {
        result = hash_box(with, grower, boxes[i], &hash);
    }
    selftest_report(run, "volume voxels", loam_isa_name(isa), result, hash);
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
}

static void check_forms(selftest *run, const volume_case *with)
{
    static const char *const names[LOAM_VOLUME_FORM_COUNT] = {"volume smooth", "volume blocks",
                                                              "volume shaded blocks"};
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    loam_result result = open_volume(with, LOAM_ISA_AUTO, NULL, &volume, &grower);
    for (int32_t form = 0; form < LOAM_VOLUME_FORM_COUNT; form++)
    {
        const loam_volume_box box = {0, -20, 120, 7, SIDE, SIDE, SIDE};
        loam_mesh *mesh = NULL;
        result = result == LOAM_OK ? loam_mesh_create(&with->env, &mesh) : result;
        result = result == LOAM_OK
                     ? loam_mesh_add_volume(mesh, grower, &box, (loam_volume_form)form, NULL)
                     : result;
        selftest_report(run, names[form], "", result, result == LOAM_OK ? loam_mesh_hash(mesh) : 0);
        loam_mesh_destroy(mesh);
    }
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
}

// ---- a world of voxels --------------------------------------------------------------------------

/// A tunnel towards the coarser level, a pit that water may come to, a heap, a lamp, and one edit that is undone.
static loam_result edit_world(loam_voxel_world *world, const loam_voxel_viewer *viewer)
{
    const loam_voxel_edit edits[] = {
        {.kind = LOAM_VOXEL_EDIT_LINE, .from = {8, 140, 8}, .to = {100, 150, 30}, .radius_m = 4.0f},
        {.kind = LOAM_VOXEL_EDIT_BOX, .from = {-20, 115, -20}, .to = {10, 132, 0}},
        {.kind = LOAM_VOXEL_EDIT_HEAP,
         .from = {4, 140, 20},
         .radius_m = 6.0f,
         .amount = 3.0f,
         .material = LOAM_VOXEL_CLAY},
        {.kind = LOAM_VOXEL_EDIT_VOXEL, .from = {-5, 118, -7}, .material = LOAM_VOXEL_LAMP},
        {.kind = LOAM_VOXEL_EDIT_DIG, .from = {20, 140, 8}, .radius_m = 7.0f, .amount = 4.0f},
        {.kind = LOAM_VOXEL_EDIT_SPHERE, .from = {0, 150, 0}, .radius_m = 9.0f},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof edits / sizeof edits[0] && result == LOAM_OK; i++)
    {
        result = loam_voxel_world_edit(world, &edits[i], NULL);
    }
    result = result == LOAM_OK ? loam_voxel_world_undo(world) : result;
    return result == LOAM_OK ? loam_voxel_world_update(world, viewer, 1, 1000, NULL) : result;
}

static loam_result hash_chunk_bytes(void *user, loam_voxel_pos chunk, const uint8_t *bytes,
                                    size_t size)
{
    // Chunks come in any order.
    (void)chunk;
    *(uint64_t *)user += loam_hash_bytes(bytes, size, 1);
    return LOAM_OK;
}

static loam_result load_nothing(void *user, loam_voxel_pos chunk, uint8_t *bytes, size_t capacity,
                                size_t *size)
{
    (void)user, (void)chunk, (void)bytes, (void)capacity;
    *size = 0;
    return LOAM_OK;
}

typedef struct world_hashes
{
    uint64_t kept, voxels, meshes, light;
} world_hashes;

static loam_result hash_world(const volume_case *with, loam_voxel_world *world, world_hashes *out)
{
    static const loam_volume_box boxes[] = {{0, -22, 110, -22, 60, 50, 60},
                                            {1, 34, 66, 2, 20, 20, 20}};
    static uint8_t light[LOAM_VOXEL_LIT * LOAM_VOXEL_LIT * LOAM_VOXEL_LIT];
    static const loam_voxel_chunk_pos chunk = {0, 0, 4, 0}, dark = {0, -1, 3, -1};
    loam_mesh *mesh = NULL;
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++)
    {
        const uint64_t hash = loam_voxel_world_hash(world, &boxes[i]);
        if (hash == 0)
        {
            return loam_fail(LOAM_NOT_FOUND, "box %d is not there", (int)i);
        }
        out->voxels = loam_hash_u64(&hash, 1, out->voxels);
    }
    loam_result result = loam_voxel_world_light_chunk(world, dark, light);
    out->light = loam_hash_bytes(light, sizeof light, 1);
    result = result == LOAM_OK ? loam_mesh_create(&with->env, &mesh) : result;
    for (int32_t form = 0; form <= LOAM_VOLUME_BLOCKS && result == LOAM_OK; form++)
    {
        result = loam_voxel_world_mesh(world, chunk, (loam_volume_form)form, LOAM_VOXEL_ALL_SIDES,
                                       mesh);
    }
    out->meshes = result == LOAM_OK ? loam_mesh_hash(mesh) : 0;
    loam_mesh_destroy(mesh);
    return result == LOAM_OK ? loam_voxel_world_save(world) : result;
}

static void check_world(selftest *run, const volume_case *with)
{
    loam_volume *volume = NULL;
    loam_voxel_world *world = NULL;
    loam_volume_def volume_def = loam_default_volume_def();
    world_hashes hashes = {0};
    loam_voxel_world_def def = loam_default_voxel_world_def();
    const loam_voxel_viewer viewer = {.at = {8, 136, 8}};
    bool complete = false;
    volume_def.surface = (loam_volume_surface){fill_even_hills, NULL};
    loam_result result = loam_volume_create(&volume_def, &volume);
    def.env = with->env;
    def.volume = volume;
    def.near_m = 32;
    def.levels = 2;
    def.store = (loam_voxel_store){
        .load = load_nothing, .save = hash_chunk_bytes, .user = &hashes.kept};
    result = result == LOAM_OK ? loam_voxel_world_create(&def, &world) : result;
    result = result == LOAM_OK ? edit_world(world, &viewer) : result;
    while (result == LOAM_OK && !complete)
    {
        result = loam_voxel_world_update(world, &viewer, 1, 100000, &complete);
    }
    result = result == LOAM_OK ? hash_world(with, world, &hashes) : result;
    selftest_report(run, "volume world voxels", "", result, hashes.voxels);
    selftest_report(run, "volume world kept", "", result, hashes.kept);
    selftest_report(run, "volume world meshes", "", result, hashes.meshes);
    selftest_report(run, "volume world light", "", result, hashes.light);
    loam_voxel_world_destroy(world);
    loam_volume_destroy(volume);
}

void selftest_volume(selftest *run)
{
    const loam_env env = loam_default_env();
    volume_case *const with = loam_alloc(&env, sizeof *with);
    if (with == NULL)
    {
        selftest_fail(run, "volume", "", "out of memory");
        return;
    }
    with->env = env;
    for (int32_t i = 0; i < LOAM_DENSITY_COUNT; i++)
    {
        check_function(run, with, i);
    }
    for (int32_t isa = LOAM_ISA_AUTO + 1; isa < LOAM_ISA_COUNT; isa++)
    {
        if (loam_isa_available((loam_isa)isa))
        {
            check_levels(run, with, (loam_isa)isa);
        }
    }
    check_forms(run, with);
    check_world(run, with);
    loam_free(&env, with, sizeof *with);
}
