// SPDX-License-Identifier: MIT
// Water falls, arrives and never becomes less, at every level, over many seeds.
#include "water_falls.h"

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

// Streams that are longer than the rounds of the flow: what cannot be counted on all of its way is not
// counted.
static void test_flow_of_the_longest_streams(void)
{
    loam_land *land = make_land(16609);
    check_place(land, 0, 1, 2, 1);
    loam_land_destroy(land);
    loam_land_def def = loam_default_land_def();
    def.seed = 977;
    def.shape = (loam_land_shape){4000, 0.1f, 4, 0, 4, 20000};
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
    RUN(test_flow_of_the_longest_streams);
    RUN(test_water_far_away);
    return CHECK_DONE();
}
