// SPDX-License-Identifier: MIT
// Patches of ground: heights are those of the isles to the bit, from near and from afar, and stages differ.
#include "check.h"
#include "isles/small.h"
#include "sea/patch.h"

#include <math.h>
#include <string.h>

static loam_isles *open_isles(void)
{
    const loam_isles_def def = small_isles(7);
    const loam_env env = loam_default_env();
    loam_isles *isles;
    CHECK_INT(loam_isles_create(&env, &def, &isles), LOAM_OK);
    return isles;
}

/// The first island of a type.
static loam_isle find_isle(loam_isles *isles, int32_t type)
{
    loam_isle isle;
    for (int64_t i = 0; i < 400; i++)
    {
        CHECK_INT(loam_isles_at(isles, i % 20, i / 20, &isle), LOAM_OK);
        if (isle.type == type)
        {
            return isle;
        }
    }
    CHECK(false);
    return isle;
}

static void check_heights(loam_isles *isles, const patch_texels *p, int32_t every)
{
    for (int32_t i = 0; i < p->side * p->side; i += every)
    {
        float height;
        const int64_t x = p->x + (int64_t)(i % p->side) * p->step,
                      z = p->z + (int64_t)(i / p->side) * p->step;
        CHECK_INT(loam_isles_height(isles, x, z, &height), LOAM_OK);
        CHECK(p->heights[i] == height);
        CHECK(p->lowest <= height && p->highest >= height);
    }
}

static void test_heights_are_those_of_the_isles(void)
{
    loam_isles *const isles = open_isles();
    for (int32_t type = 0; type < 5; type++)
    {
        const loam_isle isle = find_isle(isles, type);
        loam_isle_maps maps = {0};
        patch_texels near, far, bed;
        CHECK_INT(loam_isles_open(isles, isle.slot_x, isle.slot_z, LOAM_ISLE_OBJECTS, &maps),
                  LOAM_OK);
        CHECK_INT(patch_of_maps(loam_isles_get_def(isles), &maps, LOAM_ISLE_OBJECTS, &near),
                  LOAM_OK);
        CHECK_INT(patch_of_heights(isles, &isle, 33, &far), LOAM_OK);
        CHECK_INT(patch_of_bed(isles, isle.slot_x, isle.slot_z, &bed), LOAM_OK);
        check_heights(isles, &near, 37);
        check_heights(isles, &far, 5);
        check_heights(isles, &bed, 5);
        // From afar it covers the island's whole area.
        CHECK(far.x <= isle.x - isle.radius);
        CHECK(far.x + (int64_t)far.step * (far.side - 1) >= isle.x + isle.radius);
        loam_isles_close(isles, &maps);
        patch_destroy(&near);
        patch_destroy(&far);
        patch_destroy(&bed);
    }
    loam_isles_destroy(isles);
}

/// Sums of a sample's shares.
static int32_t shares_of(const patch_texels *p, int32_t i)
{
    int32_t sum = 0;
    for (int32_t k = 0; k < 4; k++)
    {
        sum += p->low[4 * i + k] + p->high[4 * i + k];
    }
    return sum;
}

// The guess from afar is mostly what the maps have.
static void test_grounds_agree_from_afar(void)
{
    loam_isles *const isles = open_isles();
    const loam_isle isle = find_isle(isles, 4);
    loam_isle_maps maps = {0};
    patch_texels near, far;
    CHECK_INT(loam_isles_open(isles, isle.slot_x, isle.slot_z, LOAM_ISLE_OBJECTS, &maps), LOAM_OK);
    CHECK_INT(patch_of_maps(loam_isles_get_def(isles), &maps, LOAM_ISLE_OBJECTS, &near), LOAM_OK);
    CHECK_INT(patch_of_heights(isles, &isle, 97, &far), LOAM_OK);
    int32_t same = 0, land = 0;
    for (int32_t i = 0; i < far.side * far.side; i++)
    {
        const int64_t x = far.x + (int64_t)(i % far.side) * far.step - near.x,
                      z = far.z + (int64_t)(i / far.side) * far.step - near.z;
        const int64_t k = (z + near.step / 2) / near.step * near.side +
                          (x + near.step / 2) / near.step;
        CHECK_RANGE(shares_of(&far, i), 251, 259);
        if (far.heights[i] < 1 || x < 0 || z < 0 || x >= near.step * (near.side - 1) ||
            z >= near.step * (near.side - 1))
        {
            continue;
        }
        int32_t difference = 0;
        for (int32_t c = 0; c < 4; c++)
        {
            difference += abs(far.low[4 * i + c] - near.low[4 * k + c]);
        }
        land++;
        same += difference < 128;
    }
    CHECK(land > 200);
    CHECK(same > land / 2);
    loam_isles_close(isles, &maps);
    patch_destroy(&near);
    patch_destroy(&far);
    loam_isles_destroy(isles);
}

// Each step of an island's growth that changes the ground looks different.
static void test_stages_differ(void)
{
    static const loam_isle_stage stages[] = {
        LOAM_ISLE_NODES, LOAM_ISLE_GRADIENTS, LOAM_ISLE_NOISE,  LOAM_ISLE_PRODUCT,
        LOAM_ISLE_SUM,   LOAM_ISLE_BLENDS,    LOAM_ISLE_OBJECTS};
    loam_isles *const isles = open_isles();
    const loam_isle isle = find_isle(isles, 0);
    float highest = 0;
    patch_texels before = {0};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
    {
        loam_isle_maps maps = {0};
        patch_texels p;
        CHECK_INT(loam_isles_open(isles, isle.slot_x, isle.slot_z, stages[i], &maps), LOAM_OK);
        CHECK_INT(patch_of_maps(loam_isles_get_def(isles), &maps, stages[i], &p), LOAM_OK);
        const size_t n = (size_t)p.side * (size_t)p.side;
        CHECK(before.side == 0 || memcmp(before.heights, p.heights, n * sizeof *p.heights) != 0 ||
              memcmp(before.low, p.low, 4 * n) != 0);
        highest = fmaxf(highest, p.highest);
        CHECK(stages[i] != LOAM_ISLE_NODES || p.highest < 0);
        loam_isles_close(isles, &maps);
        patch_destroy(&before);
        before = p;
    }
    CHECK(highest > 5);
    patch_destroy(&before);
    loam_isles_destroy(isles);
}

int main(void)
{
    RUN(test_heights_are_those_of_the_isles);
    RUN(test_grounds_agree_from_afar);
    RUN(test_stages_differ);
    return CHECK_DONE();
}
