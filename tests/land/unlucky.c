// SPDX-License-Identifier: MIT
// Data that no seed should give, from stages that were replaced: the page that cannot be made of it fails,
// with a message that says where and why, and nothing else does. No program is ended for it.
#include "check.h"

#include "graph_world.h"
#include "land/basis/cells.h"
#include "land/graph/pages.h"
#include "loam/land_world.h"

#include <stdlib.h>
#include <time.h>

/// Whether the bad page is bad.
typedef struct fate
{
    bool unlucky;
} fate;

static fate now;

static bool is_bad(const loam_slice *slice)
{
    return now.unlucky && slice->page_x == 0 && slice->page_z == 0;
}

/// Lets workers finish what a request that failed has left to them, and forgets all pages.
static void turn_lucky(loam_pipeline *pipeline, int32_t threads)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    while (threads > 0 && loam_pipeline_usage_now(pipeline).under_way > 0)
    {
        nanosleep(&moment, NULL);
    }
    now.unlucky = false;
    loam_pipeline_trim(pipeline);
}

// ---- graphs -----------------------------------------------------------------------------------------

static loam_distributor spread;

/// Sites as they are, but on one page all of them are in one place.
static loam_result run_sites(loam_slice *slice)
{
    loam_site_page *const out = slice->out;
    const loam_result result = loam_graph_run_sites(slice);
    for (int32_t i = 0; is_bad(slice) && i < LOAM_GRAPH_MAX_CELLS; i++)
    {
        out->x[i] = out->z[i] = 0;
    }
    return result;
}

static void replace_sites(loam_pipeline *pipeline, const char *name)
{
    const loam_graph_parameters parameters = {.distributor = (int32_t)spread};
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.axes = LOAM_AXES_XZ;
    def.page_size = (int64_t)LOAM_GRAPH_SIDE * GRAPH_WORLD_CELL;
    def.payload_size = sizeof(loam_site_page);
    def.parameters = &parameters;
    def.parameters_size = sizeof parameters;
    def.run = run_sites;
    CHECK_OK(loam_pipeline_replace(pipeline, &def));
}

static loam_result get_connected(graph_world *world, int64_t x, int64_t z)
{
    const loam_page_id id = {.stage = loam_graph_stage(world->graph), .x = x, .z = z};
    const loam_page *page = NULL;
    const loam_result result = loam_pipeline_get(world->pipeline, id, &page);
    loam_pipeline_release(world->pipeline, page);
    return result;
}

static void check_graph(loam_distributor distributor, const char *stage, int32_t threads)
{
    spread = distributor;
    graph_world world = graph_world_make(distributor, threads, (size_t)16 << 20);
    char name[40];
    snprintf(name, sizeof name, "%s", loam_pipeline_stage_name(world.pipeline, 0));
    replace_sites(world.pipeline, name);
    now.unlucky = true;
    for (int32_t i = 0; i < 2; i++) // asking again tries again, and says the same
    {
        CHECK_INT(get_connected(&world, 0, 0), LOAM_FAILED);
        CHECK_CONTAINS(loam_last_error(), stage);
        CHECK_CONTAINS(loam_last_error(), "has no ring of 3 to 24 neighbours");
        CHECK_OK(get_connected(&world, 9, -9));
    }
    turn_lucky(world.pipeline, threads);
    CHECK_OK(get_connected(&world, 0, 0));
    graph_world_free(&world);
}

static void test_cells_without_a_ring_fail_their_page(void)
{
    for (int32_t threads = CHECK_RACES ? 2 : 0; threads <= 2; threads += 2)
    {
        check_graph(LOAM_SITES_JITTERED, ".vertices, page (", threads);
        check_graph(LOAM_SITES_LLOYD_1, ".relax1, page (", threads);
    }
}

// ---- rivers -----------------------------------------------------------------------------------------

/// Flat land without water; on one page a river between sites that are too far apart.
static loam_result run_cells(loam_slice *slice)
{
    land_cells *const out = slice->out;
    loam_graph_point sites[LAND_CELLS];
    loam_graph_sites(LOAM_SITES_HEXAGONS, 0, slice->page_x * LOAM_GRAPH_SIDE,
                     slice->page_z * LAND_ROWS, LOAM_GRAPH_SIDE, LAND_ROWS, sites);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        out->site_x[i] = (int32_t)(sites[i].x - slice->page_x * LOAM_GRAPH_PAGE);
        out->site_z[i] = (int32_t)(sites[i].z - slice->page_z * LOAM_GRAPH_PAGE);
        out->kind[i] = LAND_DRY_LAND;
        out->height[i] = 100 - (float)(i % LOAM_GRAPH_SIDE);
        out->receiver[i] = out->branch[i] = LAND_NO_DIRECTION;
        out->links[i] = 63;
        out->temperature[i] = 10;
        out->rain[i] = 800;
        if (is_bad(slice) && i / LOAM_GRAPH_SIDE == 20 && i % LOAM_GRAPH_SIDE < 31)
        {
            out->site_z[i] += i % 2 * 4 * LOAM_GRAPH_CELL;
            out->flow[i] = 10 * (float)(i % LOAM_GRAPH_SIDE + 1);
            out->receiver[i] = 0;
        }
    }
    return LOAM_OK;
}

static loam_land *open_land(loam_jobs *jobs)
{
    loam_land_def def = loam_default_land_def();
    def.env.jobs = jobs;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "land2.cells";
    stage.axes = LOAM_AXES_XZ;
    stage.page_size = LOAM_GRAPH_SIDE * loam_land_cell_size(2);
    stage.payload_size = sizeof(land_cells);
    stage.run = run_cells;
    CHECK_OK(loam_pipeline_replace(loam_land_pipeline(land), &stage));
    return land;
}

static const char river_message[] = "a river of level 2 lies more than";
static const double bad_x = 2000, bad_z = 2300, good_x = 30000, good_z = 2300;

/// NULL for 0, or in a build without threads.
static loam_jobs *open_jobs(int32_t threads)
{
    loam_jobs *jobs = NULL;
    const loam_jobs_def def = {.env = loam_default_env(), .threads = threads};
    return threads > 0 && loam_jobs_create(&def, &jobs) == LOAM_OK ? jobs : NULL;
}

static void check_river(int32_t threads)
{
    loam_jobs *const jobs = open_jobs(threads);
    loam_land *const land = open_land(jobs);
    float height = 7;
    now.unlucky = true;
    for (int32_t i = 0; i < 2; i++)
    {
        CHECK_INT(loam_land_height(land, bad_x, bad_z, &height), LOAM_FAILED);
        CHECK_CONTAINS(loam_last_error(), river_message);
        CHECK_CONTAINS(loam_last_error(), "stage ");
        CHECK_CONTAINS(loam_last_error(), "page (");
        CHECK(height == 7);
    }
    // Areas are not made of pages of the surface.
    float heights[64];
    const loam_land_area area = {(int64_t)bad_x, (int64_t)bad_z, 1, 8, 8};
    CHECK_INT(loam_land_fill(land, area, &(loam_land_samples){.height = heights}), LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), river_message);
    CHECK_OK(loam_land_height(land, good_x, good_z, &height));
    CHECK_RANGE(height, 1, 200);
    turn_lucky(loam_land_pipeline(land), threads);
    CHECK_OK(loam_land_height(land, bad_x, bad_z, &height));
    loam_land_destroy(land);
    loam_jobs_destroy(jobs);
}

static void test_rivers_that_are_too_long_fail_their_page(void)
{
    if (!CHECK_SANITIZED) // the next test has no threads either
    {
        check_river(0);
    }
    check_river(2);
}

typedef struct watch
{
    int64_t appeared, failed, other;
} watch;

static void on_appear(void *user, const loam_surface_page *page)
{
    (void)page;
    ((watch *)user)->appeared++;
}

static void on_failed(void *user, loam_result result, const char *message)
{
    watch *const w = user;
    w->failed++;
    w->other += result != LOAM_FAILED || strstr(message, river_message) == NULL;
}

// A viewer who comes by sees what can be made, is told of the rest, and the world goes on.
static void test_streaming_goes_on_beside_failed_pages(void)
{
    loam_land *const land = open_land(NULL);
    watch w = {0};
    loam_land_world_def def = loam_default_land_world_def();
    def.land = land;
    def.view = def.fine = 512;
    def.appear = on_appear;
    def.failed = on_failed;
    def.user = &w;
    const loam_land_viewer viewer = {.x = (int64_t)bad_x, .z = (int64_t)bad_z};
    loam_land_world *world = NULL;
    now.unlucky = true;
    CHECK_OK(loam_land_world_create(&def, viewer, &world));
    for (int32_t i = 0; i < 200; i++)
    {
        CHECK_OK(loam_land_world_update(world, viewer, 1000000, NULL));
    }
    CHECK(w.failed > 0);
    CHECK_INT(w.other, 0);
    turn_lucky(loam_land_pipeline(land), 0);
    bool complete = false;
    for (int32_t i = 0; i < 2000 && !complete; i++)
    {
        CHECK_OK(loam_land_world_update(world, viewer, 1000000, &complete));
    }
    CHECK(complete);
    CHECK(w.appeared > 0);
    loam_land_world_destroy(world);
    loam_land_destroy(land);
}

// ---- courses ----------------------------------------------------------------------------------------

static void test_courses_without_room_are_not_packed(void)
{
    const land_course good = {.column = -LAND_COURSE_OFF, .row = 47, .point = 63};
    const land_course back = land_course_unpack(land_course_pack(good));
    CHECK_INT(back.column, good.column);
    CHECK_INT(back.row, good.row);
    CHECK_INT(back.point, good.point);
    static const land_course bad[] = {
        {.column = -17}, {.column = 48}, {.row = -17}, {.row = 48}, {.point = 64}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        CHECK_INT(land_course_pack(bad[i]), -1);
    }
}

int main(void)
{
    RUN(test_cells_without_a_ring_fail_their_page);
    RUN(test_rivers_that_are_too_long_fail_their_page);
    RUN_SERIAL(test_streaming_goes_on_beside_failed_pages);
    RUN(test_courses_without_room_are_not_packed);
    return CHECK_DONE();
}
