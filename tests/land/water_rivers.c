// SPDX-License-Identifier: MIT
// Water falls, arrives and never becomes less, at every level, over many seeds.
#include "base/small.h"
#include "land/water/flow.h"
#include "shared_pages.h"
#include "water_falls.h"

#include <math.h>

// Every second land has a shape of its own.
static void test_water_falls_and_grows(void)
{
    const bool soak = getenv("LOAM_SOAK") != NULL;
    const int32_t seeds = soak ? 100 : 2, pages = soak ? 4 : 2;
    for (int32_t seed = 1; seed <= seeds; seed++)
    {
        loam_land *land = seed % 2 == 0 ? make_land((uint64_t)seed)
                                        : make_odd_land((uint64_t)seed + 2);
        check_place(land, 0, -1, -1, soak ? 2 : 1);
        check_place(land, 1, -7 - seed, 5 + seed, pages);
        check_place(land, 2, -110 - seed, 80 + seed, pages);
        loam_land_destroy(land);
    }
    CHECK_RANGE(rivers_seen, 500, 1e12);
}

// What the channels of the coarser level carry, as they are laid.
static float *carried_of(loam_land *land, const water_view *view, int32_t level)
{
    char name[24];
    snprintf(name, sizeof name, "land%d.raw", level);
    const int32_t stage = loam_pipeline_stage_index(land->pipeline, name);
    land_pinned_pages pinned;
    CHECK_OK(loam_land_pinned_pages_get(&pinned, &land->env, land->pipeline, stage, &view->window));
    float *out = view_column(view, loam_land_source_of_pinned(&pinned),
                             offsetof(land_raw, carried));
    loam_land_pinned_pages_release(&pinned);
    return out;
}

// Steps down from a cell of a channel to one that carries as much by itself, or to the sea or the border.
static int32_t steps_to_its_like(const water_view *view, const float *carried, int32_t cell)
{
    const float flow = carried[cell];
    int32_t steps = 0;
    for (int32_t d = (int32_t)view->receiver[cell]; d != LAND_NO_DIRECTION; steps++)
    {
        const int32_t to = view_step(view, cell, d);
        if (to < 0 || carried[to] >= flow || (int32_t)view->kind[to] == LAND_SEA)
        {
            break;
        }
        cell = to;
        d = (int32_t)view->receiver[cell];
    }
    return steps;
}

static int32_t longest_passing_on(loam_land *land, int32_t level, int64_t page_x, int64_t page_z,
                                  int32_t pages)
{
    water_view view = view_pages(land, level, page_x, page_z, pages, pages);
    float *const carried = carried_of(land, &view, level);
    int32_t longest = 0;
    for (int32_t i = 0; i < view.count; i++)
    {
        const int32_t steps = carried[i] > 0 ? steps_to_its_like(&view, carried, i) : 0;
        longest = steps > longest ? steps : longest;
    }
    free(carried);
    free_view(&view);
    return longest;
}

// Where two channels share a cell its water goes on along the lower one, with what the larger one carries:
// until that is joined, or the rounds of the flow are over and it would become less.
static void test_channels_pass_their_flow_on(void)
{
    const bool soak = getenv("LOAM_SOAK") != NULL;
    const int32_t seeds = soak ? 30 : 1, pages = soak ? 8 : 3;
    int32_t longest = 0;
    for (int32_t seed = 1; seed <= seeds; seed++)
    {
        loam_land *land = seed % 2 == 0 ? make_land((uint64_t)seed)
                                        : make_odd_land((uint64_t)seed + 100);
        for (int32_t level = 1; level < LOAM_LAND_LEVELS; level++)
        {
            const int32_t here = longest_passing_on(land, level, -9 - 3 * seed, 7 + 5 * seed,
                                                    pages);
            longest = here > longest ? here : longest;
        }
        loam_land_destroy(land);
    }
    printf("flow was passed on for %d cells of %d\n", longest, LAND_PASS_HOPS);
    CHECK_RANGE(longest, 1, LAND_PASS_HOPS);
}

// Streams that are longer than the rounds of the flow: what cannot be counted on all of its way is not
// counted.
static void test_flow_of_the_longest_streams(void)
{
    loam_land *land = make_land(16609);
    check_place(land, 0, 1, 2, 1);
    loam_land_destroy(land);
    loam_land_def def = shared_land_def();
    def.seed = 977;
    def.shape.continent_km = 4000;
    def.shape.sea = 0.1f;
    def.shape.relief = def.shape.rain = 4;
    def.shape.bands_km = 20000;
    CHECK_OK(loam_land_create(&def, &land));
    check_place(land, 0, -2, -2, getenv("LOAM_SOAK") != NULL ? 4 : 2);
    loam_land_destroy(land);
    // A channel at whose beginning nothing flows yet was none, and lost what ran into it there.
    land = make_land(3);
    check_place(land, 2, -97, -38, 1);
    loam_land_destroy(land);
    // At level 1 flow once fell along streams that were larger than the channel they ran into.
    land = make_odd_land(1013);
    check_place(land, 1, -40, 43, 2);
    loam_land_destroy(land);
}

// 2^47 m from the origin.
static void test_water_far_away(void)
{
    loam_land *land = make_land(7);
    check_place(land, 0, (int64_t)1 << 27, -((int64_t)1 << 27), 1);
    check_place(land, 1, (int64_t)1 << 31, -((int64_t)1 << 31), 1);
    check_place(land, 2, (int64_t)1 << 35, -((int64_t)1 << 35), 1);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_water_falls_and_grows);
    RUN_UNSANITIZED(test_channels_pass_their_flow_on);
    RUN(test_flow_of_the_longest_streams);
    RUN(test_water_far_away);
    return CHECK_DONE();
}
