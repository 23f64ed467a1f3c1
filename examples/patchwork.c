// SPDX-License-Identifier: MIT
// A patchwork with biomes of one's own, walked through as in a game: cells come into view around the viewer, what was
// seen is kept, and the way back shows the same land. The last view is painted into a PNG, seen from above.
#include <loam/loam.h>

#include <stdio.h>

static const char definitions[] =
    "{ \"chunk_size\": 64, \"sewing_x\": 32, \"sewing_z\": 32, \"view\": 3, \"map_scale\": 6,"
    "  \"adaptation\": \"shrinks\", \"rate\": 0.02, \"least\": 0.1,"
    "  \"materials\": { \"moss\": \"#5d7a3a\", \"ice\": \"#dfeaf2\" },"
    "  \"biomes\": ["
    "    { \"name\": \"bog\", \"colour\": \"#5d7a3a\", \"range\": [0, 0.5], \"octaves\": 3,"
    "      \"scale\": [60, 90], \"vertical\": [2, 4], \"bands\": [{ \"material\": \"moss\" }] },"
    "    { \"name\": \"peaks\", \"colour\": \"#dfeaf2\", \"range\": [0.5, 1], \"fractal\": "
    "\"ridged\","
    "      \"octaves\": 6, \"scale\": [150, 200], \"vertical\": [50, 60], \"offset\": 25,"
    "      \"bands\": [{ \"material\": \"rock\" }, { \"material\": \"ice\", \"from\": 60, "
    "\"blend\": 8 }] }],"
    "  \"transitions\": [{ \"from\": \"peaks\", \"to\": \"bog\", \"profile\": \"cliff\", "
    "\"width\": 0.5 }] }";

typedef struct watch
{
    const loam_patchwork_def *def;
    int64_t came, left;
    uint64_t hash; // of the cell at the origin
} watch;

static void cell_ready(void *user, int64_t x, int64_t z, const loam_patch_vertex *vertices)
{
    watch *const on = user;
    on->came++;
    on->hash = x == 0 && z == 0 ? loam_patch_cell_hash(on->def, vertices) : on->hash;
}

static void cell_leaves(void *user, int64_t x, int64_t z)
{
    (void)x;
    (void)z;
    ((watch *)user)->left++;
}

/// Walks from one vertex to another along x, 8 vertices a second.
static loam_result walk(loam_patchwork_world *world, int64_t from, int64_t to)
{
    loam_result result = LOAM_OK;
    const int64_t step = from < to ? 8 : -8;
    for (int64_t x = from; x != to && result == LOAM_OK; x += step)
    {
        bool complete = false;
        int32_t stay_ms = 1000;
        while (result == LOAM_OK && !complete) // a game would draw a frame each time
        {
            result = loam_patchwork_world_update(world, x, 0, stay_ms, 4000, &complete);
            stay_ms = 0;
        }
    }
    return result;
}

static loam_result paint(const loam_env *env, const loam_patchwork *patchwork, const char *path)
{
    static float heights[400 * 400];
    loam_picture picture = {0};
    int32_t count;
    const loam_ramp_stop *const ramp = loam_ramp_named("terrain", &count);
    loam_result result = loam_patchwork_heights(patchwork, (loam_patch_area){-200, -200, 400, 400},
                                                heights);
    result = result == LOAM_OK ? loam_picture_create(env, 400, 400, loam_rgb(0), &picture) : result;
    if (result == LOAM_OK)
    {
        loam_picture_field(&picture, 0, 0, heights, 400, 400, -10, 90, ramp, count);
        result = loam_png_write(env, path, &picture);
    }
    loam_picture_destroy(env, &picture);
    return result;
}

int main(int argc, char **argv)
{
    const loam_env env = loam_default_env();
    loam_patchwork_def def = loam_default_patchwork_def();
    loam_patchwork_world_def world_def = loam_default_patchwork_world_def();
    loam_patchwork *patchwork = NULL;
    loam_patchwork_world *world = NULL;
    watch on = {.def = &def};
    loam_result result = loam_patchwork_def_read(&env, definitions, sizeof definitions - 1, &def);
    result = result == LOAM_OK ? loam_patchwork_create(&env, &def, &patchwork) : result;
    world_def.patchwork = patchwork;
    world_def.ready = cell_ready;
    world_def.leave = cell_leaves;
    world_def.user = &on;
    result = result == LOAM_OK ? loam_patchwork_world_create(&world_def, &world) : result;
    result = result == LOAM_OK ? walk(world, 0, 1600) : result;
    const uint64_t before = on.hash;
    result = result == LOAM_OK ? walk(world, 1600, 0) : result;
    result = result == LOAM_OK ? paint(&env, patchwork, argc > 1 ? argv[1] : "patchwork.png")
                               : result;
    if (result == LOAM_OK)
    {
        loam_range ranges[LOAM_PATCH_MAX_BIOMES];
        loam_patchwork_ranges(patchwork, ranges);
        printf("%lld cells came and %lld left; bog is now %.2f of the land to come, peaks %.2f; "
               "back home it %s\n",
               (long long)on.came, (long long)on.left, (double)ranges[0].high,
               (double)(1.0f - ranges[1].low),
               on.hash == before ? "looks as before" : "has changed");
    }
    else
    {
        puts(loam_last_error());
    }
    loam_patchwork_world_destroy(world);
    loam_patchwork_destroy(patchwork);
    return result == LOAM_OK && on.hash == before ? 0 : 1;
}
