// SPDX-License-Identifier: MIT
#include "bench.h"

#include <string.h>

// Blocks and smooth bodies, within loam bench mesh: quads of a chunk of 62 x 62 x 62 voxels, of a terrain with about
// 10,000 quads and of a cave with about 16,000, masks included; and marching cubes on a smooth field of 128 x
// 128 x 128 cells, of which about 50,000 have a part of the surface. The yardstick is reading as much memory.

enum
{
    SIDE = LOAM_VOXEL_SIDE + 2,
    VOXELS = SIDE * SIDE * SIDE,
    SAMPLES = 131,
    FIELD = SAMPLES * SAMPLES * SAMPLES,
};

typedef struct voxel_context
{
    loam_voxel_mesher *mesher;
    loam_voxels voxels;
    loam_voxel_look look;
    uint32_t quads;
    loam_mesh *mesh;
    loam_density_field field;
    void *scratch;
    size_t scratch_size;
    uint8_t bytes[VOXELS], copied[VOXELS];
    float values[FIELD];
} voxel_context;

static void run_copy(void *user)
{
    voxel_context *const context = user;
    memcpy(context->copied, context->bytes, VOXELS);
}

static void run_quads(void *user)
{
    voxel_context *const context = user;
    const loam_voxel_quad *quads;
    loam_voxel_mesher_run(context->mesher, &context->voxels, context->look, &quads,
                          &context->quads);
}

static void run_surface(void *user)
{
    voxel_context *const context = user;
    loam_mesh_clear(context->mesh);
    loam_mesh_add_surface(context->mesh, &context->field, context->scratch, context->scratch_size);
}

/// Hills with soil and stones on them.
static loam_result fill_terrain(voxel_context *context)
{
    loam_noise_def def = loam_default_noise_def();
    loam_noise noise;
    def.wavelength = 24;
    def.octaves = 4;
    loam_result result = loam_noise_init(&noise, &def, 3);
    const loam_noise_area area = {.step = 1, .w = SIDE, .h = SIDE, .d = 1};
    result = result == LOAM_OK ? loam_noise_grid2(&noise, context->values, area) : result;
    for (int32_t i = 0; i < VOXELS; i++)
    {
        const int32_t x = i % SIDE, y = i / SIDE % SIDE, z = i / (SIDE * SIDE);
        const bool solid = (float)y < 32.0f + 24.0f * context->values[z * SIDE + x];
        const bool stone = loam_random_below(2, (uint64_t)(x + SIDE * z), 5) == 0;
        context->bytes[i] = (uint8_t)(solid ? 1 + (y > 40) + stone : 0);
    }
    return result;
}

/// A cave by the automaton, smoothed until it has 17,000 quads.
static loam_result fill_cave(voxel_context *context)
{
    const loam_env env = loam_default_env();
    loam_cave_def def = loam_default_cave_def(3);
    def.w = def.h = def.d = SIDE;
    def.border = 0;
    def.steps = 14;
    loam_cave *cave = NULL;
    const loam_result result = loam_cave_create(&env, &def, false, &cave);
    for (int32_t i = 0; i < VOXELS && result == LOAM_OK; i++)
    {
        context->bytes[i] = loam_solid_get(&cave->walls, i % SIDE, i / SIDE % SIDE,
                                           i / (SIDE * SIDE));
    }
    loam_cave_destroy(cave);
    return result;
}

static loam_result fill_field(voxel_context *context)
{
    loam_noise_def def = loam_default_noise_def();
    loam_noise noise;
    def.wavelength = 190;
    def.octaves = 1;
    loam_result result = loam_noise_init(&noise, &def, 5);
    const loam_noise_area area = {.step = 1, .w = SAMPLES, .h = SAMPLES, .d = SAMPLES};
    result = result == LOAM_OK ? loam_noise_grid3(&noise, context->values, area) : result;
    context->field = (loam_density_field){
        .values = context->values, .w = SAMPLES, .h = SAMPLES, .d = SAMPLES, .size = 1.0f};
    return result;
}

static void measure_quads(bench *run, voxel_context *context, const char *names[2])
{
    const bench_work copy = {"copying the voxels of a chunk", 1, run_copy, context};
    for (int32_t i = 0; i < 2; i++)
    {
        context->look = (loam_voxel_look){.merge = true, .occlude = i != 0};
        const bench_work quads = {names[i], 1, run_quads, context};
        bench_measure(run, &quads, &copy);
    }
}

static loam_result measure_all(bench *run, voxel_context *context)
{
    context->voxels = (loam_voxels){context->bytes, LOAM_VOXEL_SIDE, LOAM_VOXEL_SIDE,
                                    LOAM_VOXEL_SIDE};
    loam_result result = fill_terrain(context);
    if (result == LOAM_OK)
    {
        measure_quads(run, context,
                      (const char *[2]){"mesh greedy quads of a terrain chunk",
                                        "mesh greedy quads of a terrain chunk, occluded"});
        result = fill_cave(context);
    }
    if (result == LOAM_OK)
    {
        measure_quads(run, context,
                      (const char *[2]){"mesh greedy quads of a cave chunk",
                                        "mesh greedy quads of a cave chunk, occluded"});
        result = fill_field(context);
    }
    if (result == LOAM_OK)
    {
        const bench_work copy = {"copying the voxels of a chunk, byte", VOXELS, run_copy, context};
        const bench_work surface = {"mesh marching cubes, cell", 128.0 * 128.0 * 128.0, run_surface,
                                    context};
        bench_measure(run, &surface, &copy);
    }
    return result;
}

loam_result bench_voxels(bench *run)
{
    const loam_env env = loam_default_env();
    voxel_context *const context = loam_alloc(&env, sizeof *context);
    if (context == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory");
    }
    memset(context, 0, sizeof *context);
    context->scratch_size = loam_surface_scratch_size(SAMPLES, SAMPLES, SAMPLES);
    context->scratch = loam_alloc(&env, context->scratch_size);
    loam_result result = context->scratch != NULL ? loam_voxel_mesher_create(&env, &context->mesher)
                                                  : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? loam_mesh_create(&env, &context->mesh) : result;
    result = result == LOAM_OK ? measure_all(run, context) : result;
    loam_mesh_destroy(context->mesh);
    loam_voxel_mesher_destroy(context->mesher);
    loam_free(&env, context->scratch, context->scratch_size);
    loam_free(&env, context, sizeof *context);
    return result;
}
