// SPDX-License-Identifier: MIT
#include "selftest.h"

// Caves: smoothing at every radius, neighbourhood and edge with each instruction set; single caves with rooms,
// corridors and ways out; pages of one without an end; and their forms, which are also the checks of blocks and
// marching cubes.

enum
{
    W = 77,
    H = 20,
    D = 18,
    WORDS = 2 * H * D,
};

typedef struct cave_case
{
    loam_env env;
    loam_solid in, out;
    uint64_t in_words[WORDS], out_words[WORDS];
} cave_case;

// ---- smoothing ----------------------------------------------------------------------------------

/// One of 36: dimensions, neighbourhood, radius, edge.
static loam_smoothing smoothing_of(int32_t index, loam_isa isa)
{
    loam_smoothing smoothing = loam_default_smoothing(2 + index % 2);
    smoothing.neighbourhood = (loam_neighbourhood)(index / 2 % 2);
    smoothing.radius = 1 + index / 4 % 3;
    smoothing.edge = (loam_edge)(index / 12);
    smoothing.steps = 2;
    smoothing.isa = isa;
    const int32_t neighbours = loam_smoothing_neighbours(&smoothing);
    smoothing.birth = neighbours * 5 / 9;
    smoothing.survival = neighbours * 4 / 9;
    return smoothing;
}

static loam_result smooth(cave_case *with, const loam_smoothing *smoothing, uint64_t *hash)
{
    const int32_t lost = 2 * loam_smoothing_padding(smoothing);
    const size_t size = loam_smoothing_scratch_size(smoothing, W, H, D);
    void *const scratch = loam_alloc(&with->env, size);
    with->out = (loam_solid){with->out_words, W - lost, H - lost,
                             smoothing->dimensions == 3 ? D - lost : D};
    const loam_result result = scratch == NULL ? LOAM_OUT_OF_MEMORY
                                               : loam_solid_smooth(smoothing, &with->out, &with->in,
                                                                   scratch, size);
    *hash = loam_solid_hash(&with->out, *hash);
    loam_free(&with->env, scratch, size);
    return result;
}

static void check_smoothing(selftest *run, cave_case *with, loam_isa isa)
{
    uint64_t hash = 0;
    loam_result result = loam_solid_init(&with->in, W, H, D, with->in_words, sizeof with->in_words);
    for (int32_t i = 0; i < W * H * D; i++)
    {
        loam_solid_set(&with->in, i % W, i / W % H, i / (W * H),
                       loam_random_below(5, (uint64_t)i, 100) < 52);
    }
    for (int32_t i = 0; i < 36 && result == LOAM_OK; i++)
    {
        const loam_smoothing smoothing = smoothing_of(i, isa);
        result = smooth(with, &smoothing, &hash);
    }
    selftest_report(run, "caves smoothing", loam_isa_name(isa), result, hash);
}

// ---- single caves -------------------------------------------------------------------------------

static loam_cave_def def_of(int32_t dimensions)
{
    loam_cave_def def = loam_default_cave_def(dimensions);
    def.fill = dimensions == 2 ? 69.0f : 62.0f;
    if (dimensions == 3)
    {
        def.w = 40;
        def.h = 24;
        def.d = 30;
    }
    return def;
}

static void check_rooms(selftest *run, const cave_case *with, int32_t dimensions)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 6 && result == LOAM_OK; i++)
    {
        loam_cave_def def = def_of(dimensions);
        def.seed = (uint64_t)i;
        def.start = i == 5 ? LOAM_CAVE_OPEN : LOAM_CAVE_RANDOM;
        def.border = i == 4 ? 0 : def.border;
        def.min_room = 10 * (i % 2);
        def.connect = i > 1;
        def.openings = 2 * i;
        def.corridor_width = 1 + i;
        loam_cave *cave = NULL;
        result = loam_cave_create(&with->env, &def, true, &cave);
        hash = result == LOAM_OK ? hash ^ loam_cave_hash(cave) * (2 * (uint64_t)i + 1) : hash;
        loam_cave_destroy(cave);
    }
    selftest_report(run, dimensions == 2 ? "caves rooms 2d" : "caves rooms 3d", "", result, hash);
}

// ---- forms --------------------------------------------------------------------------------------

typedef loam_result add_form(loam_mesh *mesh, const loam_cave *cave, const loam_cave_form *form);

static loam_result add_blocks(loam_mesh *mesh, const loam_cave *cave, const loam_cave_form *form)
{
    return loam_mesh_add_cave_blocks(mesh, cave, form, NULL);
}

static void check_form(selftest *run, const cave_case *with, const char *name, int32_t dimensions,
                       add_form *add)
{
    const loam_cave_def def = def_of(dimensions);
    loam_cave *cave = NULL;
    loam_mesh *mesh = NULL;
    loam_result result = loam_cave_create(&with->env, &def, false, &cave);
    result = result == LOAM_OK ? loam_mesh_create(&with->env, &mesh) : result;
    for (int32_t i = 0; i < 4 && result == LOAM_OK; i++)
    {
        loam_cave_form form = loam_default_cave_form(&def);
        form.straight = form.merge = i % 2 != 0;
        form.ceiling = form.shell = i / 2 != 0;
        form.resolution = 0.75f;
        result = add(mesh, cave, &form);
    }
    selftest_report(run, name, "", result, result == LOAM_OK ? loam_mesh_hash(mesh) : 0);
    loam_mesh_destroy(mesh);
    loam_cave_destroy(cave);
}

/// Quads with ambient occlusion.
static void check_quads(selftest *run, const cave_case *with)
{
    static uint8_t bytes[32 * 32 * 32];
    uint64_t hash = 0;
    loam_voxel_mesher *mesher = NULL;
    loam_result result = loam_voxel_mesher_create(&with->env, &mesher);
    for (uint64_t i = 0; i < sizeof bytes; i++)
    {
        bytes[i] = (uint8_t)(loam_random_below(3, i / 3, 2) * (1 + loam_random_below(4, i / 7, 3)));
    }
    for (int32_t i = 0; i < 4 && result == LOAM_OK; i++)
    {
        const loam_voxels box = {bytes, 30, 30, 30};
        const loam_voxel_look look = {.merge = i % 2 != 0, .occlude = i / 2 != 0};
        const loam_voxel_quad *quads;
        uint32_t count;
        result = loam_voxel_mesher_run(mesher, &box, look, &quads, &count);
        hash = loam_hash_bytes(quads, count * sizeof *quads, hash);
    }
    selftest_report(run, "mesh voxel quads", "", result, hash);
    loam_voxel_mesher_destroy(mesher);
}

// ---- pages --------------------------------------------------------------------------------------

static loam_result hash_pages(loam_pipeline *world, bool solid, uint64_t *hash)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 8 && result == LOAM_OK; i++)
    {
        const loam_page_id id = {.x = i % 2 - 1, .y = solid ? i / 2 % 2 : 0, .z = i / 4};
        const loam_page *page = NULL;
        result = loam_pipeline_get(world, id, &page);
        if (result == LOAM_OK)
        {
            *hash = loam_hash_u64(page->data, page->size / sizeof(uint64_t), *hash);
            loam_pipeline_release(world, page);
        }
    }
    return result;
}

static loam_result run_pages(const loam_env *env, int32_t dimensions, uint64_t *hash)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    loam_cave_def cave = def_of(dimensions), parameters;
    loam_stage_def stage;
    loam_pipeline *world = NULL;
    def.env = *env;
    cave.border = 0;
    cave.min_room = 9;
    loam_result result = loam_cave_stage(&cave, "caves", dimensions == 2 ? 64 : 16, &parameters,
                                         &stage);
    result = result == LOAM_OK ? loam_pipeline_create(&def, &world) : result;
    result = result == LOAM_OK ? loam_pipeline_add(world, &stage) : result;
    result = result == LOAM_OK ? hash_pages(world, dimensions == 3, hash) : result;
    loam_pipeline_destroy(world);
    return result;
}

static void check_pages(selftest *run, const cave_case *with, int32_t threads)
{
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = threads - 1;
    loam_env env = with->env;
    uint64_t hash = 0;
    loam_result result = threads > 1 ? loam_jobs_create(&jobs_def, &env.jobs) : LOAM_OK;
    for (int32_t dimensions = 2; dimensions <= 3 && result == LOAM_OK; dimensions++)
    {
        result = run_pages(&env, dimensions, &hash);
    }
    if (result != LOAM_UNSUPPORTED) // where there are no threads
    {
        char variant[32];
        snprintf(variant, sizeof variant, "%d threads", (int)threads);
        selftest_report(run, "caves pages", variant, result, hash);
    }
    loam_jobs_destroy(env.jobs);
}

void selftest_caves(selftest *run)
{
    const loam_env env = loam_default_env();
    cave_case *const with = loam_alloc(&env, sizeof *with);
    if (with == NULL)
    {
        selftest_fail(run, "caves", "", "out of memory");
        return;
    }
    with->env = env;
    for (int32_t isa = LOAM_ISA_AUTO + 1; isa < LOAM_ISA_COUNT; isa++)
    {
        if (loam_isa_available((loam_isa)isa))
        {
            check_smoothing(run, with, (loam_isa)isa);
        }
    }
    check_rooms(run, with, 2);
    check_rooms(run, with, 3);
    check_quads(run, with);
    check_form(run, with, "caves heights", 2, loam_mesh_add_cave_heights);
    check_form(run, with, "caves blocks", 3, add_blocks);
    check_form(run, with, "caves smooth", 3, loam_mesh_add_cave_surface);
    check_pages(run, with, 1);
    if (selftest_threads(run) > 1)
    {
        check_pages(run, with, selftest_threads(run));
    }
    loam_free(&env, with, sizeof *with);
}
