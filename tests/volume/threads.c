// SPDX-License-Identifier: MIT
// Growers of one volume on several threads, over one land: each box is what it is when boxes are grown one by one, in
// another order. And a land's surface: what stands on it ends at its heights.
#include "check.h"
#include "loam/loam.h"

enum
{
    BOXES = 12,
    SIDE = 32,
    COUNT = SIDE * SIDE * SIDE,
};

typedef struct boxes
{
    const loam_volume *volume;
    int64_t y;
    uint64_t hashes[BOXES];
    loam_result results[BOXES];
} boxes;

static void grow_one(boxes *work, int64_t index)
{
    loam_volume_grower *grower = NULL;
    uint8_t *const materials = malloc(COUNT);
    int8_t *const density = malloc(COUNT);
    const loam_volume_box box = {
        0, -440000 + index % 4 * SIDE, work->y + index / 4 * SIDE, -160000, SIDE, SIDE, SIDE};
    loam_result result = loam_volume_grower_create(work->volume, &grower);
    result = result == LOAM_OK
                 ? loam_volume_fill(grower, &box, &(loam_volume_voxels){materials, density, false},
                                    NULL)
                 : result;
    work->results[index] = result;
    work->hashes[index] = loam_hash_bytes(density, COUNT, loam_hash_bytes(materials, COUNT, 1));
    loam_volume_grower_destroy(grower);
    free(materials);
    free(density);
}

static void grow_range(void *context, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
    {
        grow_one(context, i);
    }
}

static void test_threads_and_orders_do_not_matter(void)
{
    loam_land_def land_def = loam_default_land_def();
    loam_land *land = NULL;
    loam_volume_def def = loam_default_volume_def();
    loam_volume *volume = NULL;
    loam_jobs_def jobs_def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    float height = 0;
    land_def.seed = 3;
    jobs_def.threads = 2;
    CHECK_OK(loam_land_create(&land_def, &land));
    def.surface = loam_volume_land(land);
    CHECK_OK(loam_volume_create(&def, &volume));
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    CHECK_OK(loam_land_height(land, -440000, -160000, &height));
    boxes together = {.volume = volume, .y = (int64_t)height - 60}, alone = together;
    loam_jobs_for(jobs, BOXES, 1, grow_range, &together);
    for (int32_t i = BOXES - 1; i >= 0; i--)
    {
        grow_one(&alone, i);
        CHECK_OK(together.results[i]);
        CHECK_OK(alone.results[i]);
        CHECK_U64(together.hashes[i], alone.hashes[i]);
    }
    CHECK(together.hashes[0] != together.hashes[1]);
    loam_jobs_destroy(jobs);
    loam_volume_destroy(volume);
    loam_land_destroy(land);
}

// Without functions the topmost voxel of a column is that of the land's height, where it is dry.
static void test_a_land_ends_at_its_heights(void)
{
    static int8_t density[COUNT];
    static const loam_density_function none[1] = {{0}};
    loam_land_def land_def = loam_default_land_def();
    loam_land *land = NULL;
    loam_volume_def def = loam_default_volume_def();
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    float middle = 0;
    int32_t wrong = 0, met = 0;
    land_def.seed = 3;
    def.functions = none;
    CHECK_OK(loam_land_create(&land_def, &land));
    def.surface = loam_volume_land(land);
    CHECK_OK(loam_volume_create(&def, &volume));
    CHECK_OK(loam_volume_grower_create(volume, &grower));
    CHECK_OK(loam_land_height(land, -440000 + SIDE / 2, -160000 + SIDE / 2, &middle));
    const loam_volume_box box = {0, -440000, (int64_t)middle - SIDE / 2, -160000, SIDE, SIDE, SIDE};
    CHECK_OK(loam_volume_fill(grower, &box, &(loam_volume_voxels){NULL, density, false}, NULL));
    for (int32_t column = 0; column < SIDE * SIDE; column++)
    {
        float height = 0;
        const int32_t x = column % SIDE, z = column / SIDE;
        CHECK_OK(loam_land_height(land, (double)(box.x + x), (double)(box.z + z), &height));
        for (int32_t y = 0; y < SIDE; y++)
        {
            const bool below = (float)(box.y + y) < height;
            wrong += below != (density[(z * SIDE + y) * SIDE + x] > 0);
            met += below;
        }
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(met, COUNT / 10, COUNT * 9 / 10);
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_threads_and_orders_do_not_matter);
    RUN_SERIAL(test_a_land_ends_at_its_heights);
    return CHECK_DONE();
}
