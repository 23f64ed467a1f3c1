// SPDX-License-Identifier: MIT
#include "bench.h"

#include <math.h>
#include <string.h>

// loam bench volume: boxes of voxels with caves, of 64 and of 80 along a side, as the mean over four by four by four
// new ones at the surface of mountains: columns, margins and the rule of floating pieces included. The land's pages of
// cells are there; its surface is not. And boxes that bounds decide. The yardstick is copying a box of 64.
//
// Then a world of voxels there, without threads: digging a hole until its chunks are meshed anew; a second of a flight
// at 100 m/s, near 192 m, six levels, with all chunks grown and meshed that it needs: how much of a second that takes is
// how much of a core such a flight needs; and updates of that flight, sixty a second, with budgets of 4 ms each, where
// levels come later, and of 14 ms, all of a core, and how many chunks are missing then.

enum
{
    MOST = 80,
    VOXELS = MOST * MOST * MOST,
    PLACES = 4, // along each axis
};

typedef struct volume_context
{
    loam_land *land;
    loam_volume *volume;
    loam_volume_grower *grower;
    loam_volume_kind wanted;
    int32_t side;
    int64_t x, y, z; // of the first box
    loam_voxel_world *world;
    loam_voxel_viewer viewer;
    double flown; // m
    loam_mesh *mesh;
    uint64_t edits;
    double missing, updates; // of updates: chunks that were, summed
    uint8_t materials[VOXELS];
    int8_t density[VOXELS];
} volume_context;

static void run_copy(void *user)
{
    volume_context *const context = user;
    memcpy(context->density, context->materials, 64 * 64 * 64);
}

static void grow(volume_context *context, int64_t x, int64_t y, int64_t z)
{
    const loam_volume_box box = {0, x, y, z, context->side, context->side, context->side};
    const loam_volume_voxels out = {context->materials, context->density, true};
    loam_volume_fill(context->grower, &box, &out, NULL);
}

static loam_result make_grower(volume_context *context)
{
    loam_volume_def def = loam_default_volume_def();
    def.surface = loam_volume_land(context->land);
    const loam_result result = loam_volume_create(&def, &context->volume);
    return result == LOAM_OK ? loam_volume_grower_create(context->volume, &context->grower)
                             : result;
}

static void drop_grower(volume_context *context)
{
    loam_volume_grower_destroy(context->grower);
    loam_volume_destroy(context->volume);
    context->grower = NULL;
    context->volume = NULL;
}

/// With a new volume, which knows no columns.
static void run_boxes(void *user)
{
    volume_context *const context = user;
    drop_grower(context);
    if (make_grower(context) != LOAM_OK)
    {
        return;
    }
    for (int32_t i = 0; i < PLACES * PLACES * PLACES; i++)
    {
        grow(context, context->x + i / (PLACES * PLACES) * context->side,
             context->y + i % PLACES * context->side,
             context->z + i / PLACES % PLACES * context->side);
    }
}

/// High above and deep below, with the columns that are there.
static void run_decided(void *user)
{
    volume_context *const context = user;
    grow(context, context->x, context->wanted == LOAM_VOLUME_AIR ? 9000 : -9000, context->z);
}

static void measure(bench *run, volume_context *context)
{
    const bench_work copy = {"copying a box of voxels", 1, run_copy, context};
    const double boxes = PLACES * PLACES * PLACES;
    const bench_work small = {"volume 64 x 64 x 64 with caves, box", boxes, run_boxes, context};
    const bench_work large = {"volume 80 x 80 x 80 with caves, box", boxes, run_boxes, context};
    const bench_work air = {"volume 64 x 64 x 64 of air, box", 1, run_decided, context};
    const bench_work rock = {"volume 64 x 64 x 64 of rock, box", 1, run_decided, context};
    context->side = 64;
    bench_measure(run, &small, &copy);
    context->wanted = LOAM_VOLUME_AIR;
    bench_measure(run, &air, &copy);
    context->wanted = LOAM_VOLUME_ROCK;
    bench_measure(run, &rock, &copy);
    context->side = 80;
    bench_measure(run, &large, &copy);
}

// ---- a world of voxels --------------------------------------------------------------------------

/// What an edit changes is meshed at once, as a renderer would.
static void mesh_changed(void *user, loam_voxel_chunk_pos chunk)
{
    volume_context *const context = user;
    loam_mesh_clear(context->mesh);
    loam_voxel_world_mesh(context->world, chunk, LOAM_VOLUME_SMOOTH, LOAM_VOXEL_ALL_SIDES,
                          context->mesh);
}

/// Holes side by side at the surface.
static void run_edit(void *user)
{
    volume_context *const context = user;
    const int64_t i = (int64_t)context->edits++;
    float height = 0;
    loam_voxel_edit hole = loam_default_voxel_edit();
    hole.from = (loam_voxel_pos){context->viewer.at.x + 5 * (i % 16) - 40, 0,
                                 context->viewer.at.z + 5 * (i / 16 % 16) - 40};
    loam_land_height(context->land, (double)hole.from.x, (double)hole.from.z, &height);
    hole.from.y = (int64_t)height;
    loam_voxel_world_edit(context->world, &hole, NULL);
    loam_voxel_world_update(context->world, &context->viewer, 1, 0, NULL);
}

static void fly_on(volume_context *context, uint64_t budget_us, bool *complete)
{
    loam_voxel_viewer viewer = context->viewer;
    viewer.at.x += (int64_t)context->flown;
    loam_voxel_world_update(context->world, &viewer, 1, budget_us, complete);
}

static void update_with(volume_context *context, uint64_t budget_us)
{
    context->flown += 100.0 / 60.0;
    fly_on(context, budget_us, NULL);
    context->missing += loam_voxel_world_count(context->world).missing;
    context->updates++;
}

static void run_update(void *user)
{
    update_with(user, 4000);
}

static void run_long_update(void *user)
{
    update_with(user, 14000);
}

static void run_flight(void *user)
{
    volume_context *const context = user;
    for (int32_t i = 0; i < 60; i++)
    {
        bool complete = false;
        context->flown += 100.0 / 60.0;
        while (!complete)
        {
            fly_on(context, 1000000, &complete);
        }
    }
}

static void measure_updates(bench *run, volume_context *context, const bench_work *work,
                            const char *name)
{
    const bench_work copy = {"copying a box of voxels", 1, run_copy, context};
    context->missing = context->updates = 0;
    bench_wait(run, work, &copy);
    const double shown = loam_voxel_world_count(context->world).shown;
    const bench_size missing = {name, "those shown", context->missing / fmax(context->updates, 1),
                                shown, "chunks"};
    bench_weigh(run, &missing);
}

static void measure_world(bench *run, volume_context *context)
{
    const bench_work copy = {"copying a box of voxels", 1, run_copy, context};
    const bench_work edit = {"voxel world, a hole dug and meshed, edit", 1, run_edit, context};
    const bench_work flight = {"voxel world at 100 m/s, a second of flight", 1, run_flight,
                               context};
    const bench_work update = {"voxel world at 100 m/s with 4 ms, update", 1, run_update, context};
    const bench_work longer = {"voxel world at 100 m/s with 14 ms, update", 1, run_long_update,
                               context};
    if (!bench_wants(run, edit.name) && !bench_wants(run, flight.name) &&
        !bench_wants(run, update.name) && !bench_wants(run, longer.name))
    {
        return;
    }
    loam_voxel_world_def def = loam_default_voxel_world_def();
    const loam_env env = loam_default_env();
    bool complete = false;
    context->viewer.at = (loam_voxel_pos){context->x, context->y + 140, context->z};
    def.volume = context->volume;
    def.changed = mesh_changed;
    def.coming = mesh_changed;
    def.user = context;
    loam_result result = loam_mesh_create(&env, &context->mesh);
    result = result == LOAM_OK ? loam_voxel_world_create(&def, &context->world) : result;
    while (result == LOAM_OK && !complete)
    {
        result = loam_voxel_world_update(context->world, &context->viewer, 1, 100000, &complete);
    }
    if (result == LOAM_OK)
    {
        bench_wait(run, &edit, &copy);
        bench_measure(run, &flight, &copy);
        measure_updates(run, context, &longer, "chunks missing at 100 m/s with 14 ms");
        measure_updates(run, context, &update, "chunks missing at 100 m/s with 4 ms");
    }
    loam_voxel_world_destroy(context->world);
    loam_mesh_destroy(context->mesh);
}

/// Mountains of seed 3; boxes begin two below the surface.
static loam_result open_volume(volume_context *context)
{
    loam_land_def land = loam_default_land_def();
    float height = 0;
    land.seed = 3;
    context->x = -440000;
    context->z = -160000;
    loam_result result = loam_land_create(&land, &context->land);
    result = result == LOAM_OK
                 ? loam_land_height(context->land, (double)context->x, (double)context->z, &height)
                 : result;
    context->y = (int64_t)height / 64 * 64 - 128;
    return result == LOAM_OK ? make_grower(context) : result;
}

loam_result bench_volume(bench *run)
{
    const loam_env env = loam_default_env();
    volume_context *const context = loam_alloc(&env, sizeof *context);
    if (context == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory");
    }
    memset(context, 0, sizeof *context);
    const loam_result result = open_volume(context);
    if (result == LOAM_OK)
    {
        measure(run, context);
        measure_world(run, context);
    }
    drop_grower(context);
    loam_land_destroy(context->land);
    loam_free(&env, context, sizeof *context);
    return result;
}
