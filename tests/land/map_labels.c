// SPDX-License-Identifier: MIT
// Where two names want the same place on a map, which one gets it.
#include "atlas/labels.h"
#include "check.h"

enum
{
    MOST = 8,
};

static loam_land_map_def wide_map(void)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.w = 1200;
    def.h = 700;
    def.scale = 1000;
    def.grid = def.bar = def.legend = false;
    return def;
}

/// A feature `right` pixels from the middle of the map, so large that its name fits.
static map_feature feature_at(map_kind kind, int64_t right, float radius_px, uint64_t hash)
{
    return (map_feature){
        .kind = kind, .x = right * 1000, .radius_m = radius_px * 1000, .hash = hash};
}

/// The hashes of the features that get a name, in the order of the labels; returns how many.
static int32_t place(const map_feature *features, int32_t count, uint64_t hashes[MOST])
{
    const loam_env env = loam_default_env();
    const loam_land_map_def def = wide_map();
    map_feature list[MOST];
    memcpy(list, features, (size_t)count * sizeof *list);
    map_labels labels = {0};
    CHECK_OK(loam_map_labels_place(&env, &def, &(map_features){.list = list, .count = count},
                                   &(map_rivers){0}, &(map_room){.sea = &(map_sea){0}}, &labels));
    const int32_t placed = labels.count;
    for (int32_t i = 0; i < placed; i++)
    {
        hashes[i] = labels.list[i].hash;
    }
    loam_map_labels_free(&env, &labels);
    return placed;
}

/// The first wins, whichever of the two was found first.
static void check_wins(map_feature winner, map_feature loser)
{
    const map_feature orders[2][2] = {{winner, loser}, {loser, winner}};
    for (int32_t i = 0; i < 2; i++)
    {
        uint64_t hashes[MOST];
        CHECK_INT(place(orders[i], 2, hashes), 1);
        CHECK_U64(hashes[0], winner.hash);
    }
}

// As an atlas has it: what is large and rare before what there is much of.
static void test_the_more_important_kind_wins(void)
{
    static const map_kind falling[] = {MAP_CONTINENT, MAP_OCEAN,  MAP_SEA,    MAP_ISLAND, MAP_LAKE,
                                       MAP_RANGE,     MAP_DESERT, MAP_FOREST, MAP_PLAIN,  MAP_PEAK};
    enum
    {
        KINDS = sizeof falling / sizeof *falling
    };
    for (int32_t i = 0; i < KINDS; i++)
    {
        for (int32_t j = i + 1; j < KINDS; j++)
        {
            // Whichever hash is the larger.
            check_wins(feature_at(falling[i], 0, 150, 5), feature_at(falling[j], 0, 150, 9));
            check_wins(feature_at(falling[i], 0, 150, 9), feature_at(falling[j], 0, 150, 5));
        }
    }
}

static void test_the_larger_of_a_kind_wins(void)
{
    for (int32_t kind = 0; kind < MAP_KIND_COUNT; kind++)
    {
        if (kind != MAP_RIVER) // these are no features
        {
            check_wins(feature_at((map_kind)kind, 0, 151, 5),
                       feature_at((map_kind)kind, 0, 150, 9));
            check_wins(feature_at((map_kind)kind, 0, 151, 9),
                       feature_at((map_kind)kind, 0, 150, 5));
        }
    }
}

// Equal ones are told apart by what they are, not by the order in which they were found.
static void test_ties_go_to_the_larger_hash(void)
{
    static const uint64_t hashes[][2] = {{9, 5}, {UINT64_MAX, 1}, {(uint64_t)1 << 63, 7}};
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
    {
        check_wins(feature_at(MAP_ISLAND, 0, 150, hashes[i][0]),
                   feature_at(MAP_ISLAND, 0, 150, hashes[i][1]));
    }
    // Kinds of one rank, too.
    check_wins(feature_at(MAP_FOREST, 0, 150, 9), feature_at(MAP_JUNGLE, 0, 150, 5));
    check_wins(feature_at(MAP_JUNGLE, 0, 150, 9), feature_at(MAP_FOREST, 0, 150, 5));
}

// Who has lost takes no room: what is in the way of a loser only is named.
static void test_losers_are_in_nobodys_way(void)
{
    const map_feature first = feature_at(MAP_SEA, -80, 60, 1);
    const map_feature second = feature_at(MAP_ISLAND, 0, 60, 2);
    const map_feature third = feature_at(MAP_BAY, 100, 60, 3);
    uint64_t hashes[MOST];
    // Each two neighbours are in each other's way, and the outer two are not.
    CHECK_INT(place((map_feature[]){second, third}, 2, hashes), 1);
    CHECK_INT(place((map_feature[]){first, second}, 2, hashes), 1);
    static const int8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const map_feature all[3] = {first, second, third};
    for (int32_t i = 0; i < 6; i++)
    {
        const map_feature list[3] = {all[orders[i][0]], all[orders[i][1]], all[orders[i][2]]};
        CHECK_INT(place(list, 3, hashes), 2);
        CHECK_U64(hashes[0], 1);
        CHECK_U64(hashes[1], 3);
    }
}

int main(void)
{
    RUN(test_the_more_important_kind_wins);
    RUN(test_the_larger_of_a_kind_wins);
    RUN(test_ties_go_to_the_larger_hash);
    RUN(test_losers_are_in_nobodys_way);
    return CHECK_DONE();
}
