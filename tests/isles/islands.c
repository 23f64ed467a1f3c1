// SPDX-License-Identifier: MIT
// What islands are like: found in windows of fixed seas, and checked one by one.
#include "check.h"
#include "isles/isles.h"
#include "isles/small.h"
#include "loam/random.h"

#include <math.h>
#include <stdlib.h>

enum
{
    MAX_FOUND = 512
};

typedef struct found_isles
{
    loam_isle all[MAX_FOUND];
    int32_t count;
} found_isles;

static bool take(void *user, const loam_isle *isle)
{
    found_isles *const found = user;
    found->all[found->count++] = *isle;
    return found->count < MAX_FOUND;
}

static loam_isles *new_sea(uint64_t seed)
{
    const loam_env env = loam_default_env();
    const loam_isles_def def = small_isles(seed);
    loam_isles *isles = NULL;
    CHECK_OK(loam_isles_create(&env, &def, &isles));
    return isles;
}

/// All islands of side x side slots.
static void find_slots(loam_isles *isles, int64_t first, int64_t side, found_isles *out)
{
    const int64_t slot = loam_isles_get_def(isles)->slot;
    const loam_isles_box box = {first * slot, first * slot, (first + side) * slot - 1,
                                (first + side) * slot - 1};
    out->count = 0;
    CHECK_OK(loam_isles_find(isles, box, take, out));
}

static found_isles found;

// An area lies in its slot, with a gap to the edge: so no two touch.
static void test_islands_lie_within_their_slots(void)
{
    loam_isles *const isles = new_sea(3);
    const loam_isles_def *const def = loam_isles_get_def(isles);
    find_slots(isles, -8, 16, &found);
    CHECK_RANGE(found.count, 160, 240); // of 256, where 22 of 100 are empty
    int32_t off = 0;
    for (int32_t i = 0; i < found.count; i++)
    {
        const loam_isle *const isle = &found.all[i];
        const int64_t x = isle->x - isle->slot_x * def->slot,
                      z = isle->z - isle->slot_z * def->slot;
        const loam_range radius = def->types[isle->type].radius;
        CHECK_RANGE(isle->radius, radius.low, radius.high);
        CHECK_RANGE(x, isle->radius + 16, def->slot - isle->radius - 16);
        CHECK_RANGE(z, isle->radius + 16, def->slot - isle->radius - 16);
        off += x != def->slot / 2;
        for (int32_t k = 0; k < isle->node_count; k++)
        {
            const loam_isle_node *const node = &isle->nodes[k];
            const double away = hypot(node->x, node->z);
            CHECK_RANGE(away + (double)node->radius, 0, isle->radius + 0.01);
        }
    }
    CHECK_RANGE(off, found.count * 3 / 4, found.count);
    loam_isles_destroy(isles);
}

static void test_every_type_is_found(void)
{
    loam_isles *const isles = new_sea(3);
    const loam_isles_def *const def = loam_isles_get_def(isles);
    int32_t counts[LOAM_ISLES_MAX_TYPES] = {0}, names = 0, harbours = 0, plots = 0;
    find_slots(isles, -8, 16, &found);
    for (int32_t i = 0; i < found.count; i++)
    {
        counts[found.all[i].type]++;
        names += strlen(found.all[i].name) >= 3;
        for (int32_t k = 0; k < found.all[i].site_count; k++)
        {
            harbours += found.all[i].sites[k].kind == LOAM_ISLE_HARBOUR;
            plots += found.all[i].sites[k].kind == LOAM_ISLE_PLOT;
        }
    }
    for (int32_t i = 0; i < def->type_count; i++)
    {
        CHECK_RANGE(counts[i], 8, 150);
    }
    CHECK_INT(names, found.count);
    CHECK_RANGE(harbours, 20, 200);
    CHECK_RANGE(plots, 150, 1500);
    loam_isles_destroy(isles);
}

enum
{
    LIST = 7, // names of a type
    BLOCK = 32,
    FIRST = -11, // slot of a block
};

/// A sea whose tropical islands are called "0" to "6".
static loam_isles_def sea_with_names(void)
{
    loam_isles_def def = small_isles(3);
    def.types[0].name_count = LIST;
    for (int32_t i = 0; i < LIST; i++)
    {
        def.types[0].names[i][0] = (char)('0' + i);
    }
    return def;
}

/// How often each name stands in a square of slots; returns how many islands have one.
static int32_t count_names(const loam_isles_def *def, int64_t x0, int64_t z0, int32_t side,
                           int32_t counts[LIST])
{
    int32_t count = 0;
    memset(counts, 0, LIST * sizeof counts[0]);
    for (int32_t i = 0; i < side * side; i++)
    {
        loam_isle isle;
        loam_isle_place(def, def->seed, x0 + i % side, z0 + i / side, &isle);
        if (isle.type == 0)
        {
            CHECK_INT(strlen(isle.name), 1);
            counts[isle.name[0] - '0']++;
            count++;
        }
        CHECK(isle.type <= 0 || strlen(isle.name) > 1); // others are made up
    }
    return count;
}

// In squares of each size names are as far from coming again as there are: none twice as often as another and more.
static void test_names_of_a_list_come_again_late(void)
{
    const loam_isles_def def = sea_with_names();
    int32_t squares = 0;
    for (int32_t side = 2; side <= BLOCK; side *= 2)
    {
        for (int32_t i = 0; i < 4; i++)
        {
            int32_t counts[LIST], max = 0;
            const int32_t count = count_names(&def, FIRST + (i % 2) * side,
                                              FIRST - BLOCK + (i / 2) * side, side, counts);
            for (int32_t k = 0; k < LIST; k++)
            {
                max = counts[k] > max ? counts[k] : max;
            }
            CHECK_INT(max, (count + LIST - 1) / LIST);
            squares += count > 1;
        }
    }
    CHECK_RANGE(squares, 12, 20);
}

// The lists of two blocks are shuffled each for itself.
static void test_blocks_have_names_of_their_own(void)
{
    loam_isles_def def = sea_with_names();
    int32_t same = 0, both = 0;
    def.empty = 0.0f;
    def.type_count = 1;
    for (int32_t i = 0; i < LIST; i++)
    {
        loam_isle a, b;
        loam_isle_place(&def, def.seed, FIRST + i % 4, FIRST + i / 4, &a);
        loam_isle_place(&def, def.seed, FIRST + BLOCK + i % 4, FIRST + i / 4, &b);
        same += strcmp(a.name, b.name) == 0;
        both++;
    }
    CHECK_RANGE(same, 0, both - 1);
}

// Which islands touch a box does not follow from slots alone.
static void test_find_takes_what_touches(void)
{
    loam_isles *const isles = new_sea(5);
    find_slots(isles, 0, 3, &found);
    CHECK_RANGE(found.count, 3, 9);
    for (int32_t i = 0; i < found.count; i++)
    {
        const loam_isle isle = found.all[i];
        const int64_t edge = isle.x + isle.radius;
        static found_isles some;
        some.count = 0;
        CHECK_OK(loam_isles_find(isles, (loam_isles_box){edge, isle.z, edge, isle.z}, take, &some));
        CHECK_INT(some.count, 1);
        some.count = 0;
        CHECK_OK(loam_isles_find(isles, (loam_isles_box){edge + 1, isle.z, edge + 1, isle.z}, take,
                                 &some));
        CHECK_INT(some.count, 0);
        // A corner of the square around it is not in the disc.
        const int64_t corner = isle.radius * 3 / 4;
        CHECK_OK(loam_isles_find(
            isles, (loam_isles_box){isle.x + corner, isle.z + corner, edge, isle.z + isle.radius},
            take, &some));
        CHECK_INT(some.count, 0);
    }
    loam_isles_destroy(isles);
}

// Each stage follows from those before it, as the thesis says; written here another way.
static void test_maps_follow_from_each_other(void)
{
    loam_isles *const isles = new_sea(3);
    const loam_isles_def *const def = loam_isles_get_def(isles);
    find_slots(isles, 0, 3, &found);
    for (int32_t i = 0; i < found.count; i++)
    {
        const loam_isle *const isle = &found.all[i];
        const loam_isle_type *const type = &def->types[isle->type];
        loam_isle_maps maps;
        CHECK_OK(loam_isles_open(isles, isle->slot_x, isle->slot_z, LOAM_ISLE_OBJECTS, &maps));
        int32_t wrong = 0;
        for (size_t k = 0; k < maps.samples; k += 7)
        {
            int32_t sums[3] = {0};
            for (int32_t t = 0; t < LOAM_ISLE_MAX_TERRAINS; t++)
            {
                sums[0] += maps.blends[k * LOAM_ISLE_MAX_TERRAINS + (size_t)t];
                sums[1] += maps.rocks[k * LOAM_ISLE_MAX_TERRAINS + (size_t)t];
                sums[2] += maps.terrains[k * LOAM_ISLE_MAX_TERRAINS + (size_t)t];
            }
            wrong += sums[0] != 255 || sums[1] != 255 || sums[2] != 255;
            for (int32_t n = 0; n < isle->node_count; n++)
            {
                const size_t at = (size_t)n * maps.samples + k;
                wrong += maps.gradients[at] < 0.0f || maps.gradients[at] > 1.0f;
                wrong += maps.noises[at] < 0.0f || maps.noises[at] > 1.0f;
                const double product = (double)maps.gradients[at] * (double)maps.noises[at] *
                                       (double)isle->nodes[n].height;
                wrong += fabs(product - (double)maps.products[at]) > 1e-3;
            }
            wrong += maps.sums[k] > type->highest;
            if (type->steep >= 0 && maps.slopes[k] >= type->slope.high)
            {
                wrong += maps.rocks[k * LOAM_ISLE_MAX_TERRAINS + (size_t)type->steep] != 255;
            }
        }
        CHECK_INT(wrong, 0);
        loam_isles_close(isles, &maps);
    }
    loam_isles_destroy(isles);
}

// What is asked in a grid of any step is what the maps have, to the bit.
static void test_heights_are_those_of_the_maps(void)
{
    loam_isles *const isles = new_sea(8);
    find_slots(isles, -1, 2, &found);
    CHECK_RANGE(found.count, 1, 4);
    for (int32_t i = 0; i < found.count; i++)
    {
        const loam_isle *const isle = &found.all[i];
        loam_isle_maps maps;
        CHECK_OK(loam_isles_open(isles, isle->slot_x, isle->slot_z, LOAM_ISLE_FLATS, &maps));
        CHECK(maps.objects == NULL);
        float *const heights = malloc(maps.samples * sizeof *heights);
        const loam_isles_area area = {
            .x = maps.x, .z = maps.z, .step = maps.cell, .w = maps.side, .h = maps.side};
        CHECK_OK(loam_isles_heights(isles, area, heights));
        CHECK(memcmp(heights, maps.heights, maps.samples * sizeof *heights) == 0);
        float one;
        CHECK_OK(loam_isles_height(isles, maps.x + 20 * maps.cell, maps.z + 30 * maps.cell, &one));
        CHECK(one == maps.heights[30 * maps.side + 20]);
        free(heights);
        loam_isles_close(isles, &maps);
    }
    loam_isles_destroy(isles);
}

// Across edges of areas and of slots: a step of a metre is never much more than a slope.
static void test_the_ground_has_no_steps(void)
{
    enum
    {
        W = 1500
    };
    static float row[W];
    loam_isles *const isles = new_sea(8);
    float steepest = 0.0f, highest = -100.0f;
    for (int32_t i = 0; i < 12; i++)
    {
        CHECK_OK(loam_isles_heights(
            isles, (loam_isles_area){.x = -700, .z = 90 * i - 300, .step = 1, .w = W, .h = 1},
            row));
        for (int32_t k = 1; k < W; k++)
        {
            const float rise = fabsf(row[k] - row[k - 1]);
            steepest = rise > steepest ? rise : steepest;
            highest = row[k] > highest ? row[k] : highest;
        }
    }
    CHECK_RANGE(steepest, 0.1, 3.5);
    CHECK_RANGE(highest, 3, 400);
    loam_isles_destroy(isles);
}

// Far from islands there is the bed alone, and in its range.
static void test_the_sea_has_its_depth(void)
{
    loam_isles_def def = small_isles(2);
    const loam_env env = loam_default_env();
    loam_isles *isles = NULL;
    static float heights[64 * 64];
    def.empty = 1.0f;
    CHECK_OK(loam_isles_create(&env, &def, &isles));
    CHECK_OK(loam_isles_heights(isles, (loam_isles_area){.step = 300, .w = 64, .h = 64}, heights));
    float low = heights[0], high = heights[0];
    for (int32_t i = 0; i < 64 * 64; i++)
    {
        low = heights[i] < low ? heights[i] : low;
        high = heights[i] > high ? heights[i] : high;
    }
    CHECK_RANGE(low, -def.depth - def.swell, -def.depth - 1.0f);
    CHECK_RANGE(high, -def.depth + 1.0f, -def.depth + def.swell);
    loam_isle_maps maps;
    CHECK_INT(loam_isles_open(isles, 4, -5, LOAM_ISLE_SUM, &maps), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "slot 4,-5 has no island");
    loam_isles_destroy(isles);
}

/// Heights at every metre of a site.
static void check_flat(loam_isles *isles, const loam_isle *isle, const loam_isle_site *site)
{
    enum
    {
        SIDE = 2 * 40 + 1
    };
    static float heights[SIDE * SIDE];
    const int32_t half = (int32_t)site->radius, side = 2 * half + 1;
    CHECK_OK(loam_isles_heights(isles,
                                (loam_isles_area){.x = isle->x + site->x - half,
                                                  .z = isle->z + site->z - half,
                                                  .step = 1,
                                                  .w = side,
                                                  .h = side},
                                heights));
    int32_t wrong = 0;
    for (int32_t i = 0; i < side * side; i++)
    {
        const float dx = (float)(i % side - half), dz = (float)(i / side - half);
        wrong += sqrtf(dx * dx + dz * dz) <= site->radius && heights[i] != site->level;
    }
    CHECK_INT(wrong, 0);
}

static void test_sites_are_level(void)
{
    loam_isles *const isles = new_sea(3);
    int32_t plots = 0, harbours = 0;
    find_slots(isles, 0, check_cases(7, 4), &found);
    for (int32_t i = 0; i < found.count; i++)
    {
        const loam_isle *const isle = &found.all[i];
        for (int32_t k = 0; k < isle->site_count; k++)
        {
            const bool harbour = isle->sites[k].kind == LOAM_ISLE_HARBOUR;
            check_flat(isles, isle, &isle->sites[k]);
            harbours += harbour;
            plots += !harbour;
            CHECK(isle->sites[k].level > 0.0f);
        }
    }
    CHECK_RANGE(plots, 8, 1000);
    CHECK_RANGE(harbours, 1, 100);
    loam_isles_destroy(isles);
}

// A pier ends where boats float.
static void test_harbours_have_deep_water(void)
{
    loam_isles *const isles = new_sea(3);
    int32_t harbours = 0;
    find_slots(isles, 0, 7, &found);
    for (int32_t i = 0; i < found.count; i++)
    {
        const loam_isle *const isle = &found.all[i];
        for (int32_t k = 0; k < isle->site_count; k++)
        {
            const loam_isle_site *const site = &isle->sites[k];
            float depth;
            if (site->kind == LOAM_ISLE_HARBOUR)
            {
                const float x = (float)site->x + site->east * (site->pier - 8.0f);
                const float z = (float)site->z + site->north * (site->pier - 8.0f);
                CHECK_OK(
                    loam_isles_height(isles, isle->x + lrintf(x), isle->z + lrintf(z), &depth));
                CHECK_RANGE(depth, -40, -2);
                harbours++;
            }
        }
    }
    CHECK_RANGE(harbours, 1, 49);
    loam_isles_destroy(isles);
}

/// How many pairs of objects overlap, looked at one by one.
static int32_t count_overlaps(const loam_isle_maps *maps)
{
    int32_t overlaps = 0;
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        for (int32_t k = 0; k < i; k++)
        {
            const float dx = maps->objects[i].x - maps->objects[k].x;
            const float dz = maps->objects[i].z - maps->objects[k].z;
            const float apart = maps->objects[i].radius + maps->objects[k].radius;
            overlaps += dx * dx + dz * dz < apart * apart;
        }
    }
    return overlaps;
}

/// Whether an object stands where its kind may.
static bool stands_well(const loam_isle_type *type, const loam_isle_maps *maps,
                        const loam_isle_object *object)
{
    const loam_isle_kind *const kind = &type->kinds[object->kind];
    bool well = object->y >= kind->height.low && object->y <= kind->height.high &&
                object->radius >= kind->radius.low && object->radius <= kind->radius.high &&
                object->shape == (int32_t)kind->shape;
    for (int32_t i = 0; i < maps->isle.site_count; i++)
    {
        const loam_isle_site *const site = &maps->isle.sites[i];
        const float dx = object->x - (float)site->x, dz = object->z - (float)site->z;
        well = well && sqrtf(dx * dx + dz * dz) > site->radius;
    }
    return well;
}

static void test_objects_never_overlap(void)
{
    loam_isles *const isles = new_sea(3);
    const loam_isles_def *const def = loam_isles_get_def(isles);
    int32_t shapes[LOAM_ISLE_SHAPE_COUNT] = {0}, wrong = 0;
    find_slots(isles, 0, check_cases(6, 3), &found);
    for (int32_t i = 0; i < found.count; i++)
    {
        loam_isle_maps maps;
        CHECK_OK(loam_isles_open(isles, found.all[i].slot_x, found.all[i].slot_z, LOAM_ISLE_OBJECTS,
                                 &maps));
        CHECK_INT(count_overlaps(&maps), 0);
        for (int32_t k = 0; k < maps.object_count; k++)
        {
            const loam_isle_object *const object = &maps.objects[k];
            shapes[object->shape]++;
            wrong += object->kind >= 0 &&
                     !stands_well(&def->types[found.all[i].type], &maps, object);
        }
        loam_isles_close(isles, &maps);
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(shapes[LOAM_ISLE_TREE], 50, 1e6);
    CHECK_RANGE(shapes[LOAM_ISLE_BOULDER], 20, 1e6);
    CHECK_RANGE(shapes[LOAM_ISLE_HOUSE], 5, 1e6);
    CHECK_RANGE(shapes[LOAM_ISLE_PIER], 5, 1e6);
    CHECK_RANGE(shapes[LOAM_ISLE_BOAT], 1, 1e6);
    loam_isles_destroy(isles);
}

// Not even where a yard is made of what trees like.
static void test_yards_are_kept_free(void)
{
    const loam_env env = loam_default_env();
    loam_isles_def def = small_isles(3);
    loam_isles *isles = NULL;
    int32_t wrong = 0, plots = 0;
    def.type_count = 1;
    def.types[0].yard = 2;
    def.types[0].houses.low = 5.0f;
    CHECK_OK(loam_isles_create(&env, &def, &isles));
    find_slots(isles, 0, 3, &found);
    for (int32_t i = 0; i < found.count; i++)
    {
        loam_isle_maps maps;
        CHECK_OK(loam_isles_open(isles, found.all[i].slot_x, found.all[i].slot_z, LOAM_ISLE_OBJECTS,
                                 &maps));
        plots += maps.isle.site_count;
        for (int32_t k = 0; k < maps.object_count; k++)
        {
            wrong += maps.objects[k].kind >= 0 &&
                     !stands_well(&def.types[0], &maps, &maps.objects[k]);
        }
        loam_isles_close(isles, &maps);
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(plots, 5, 200);
    loam_isles_destroy(isles);
}

/// An island of one type with two terrains, of which a dominant one is to swallow the other.
static loam_isles_def plain_isles(float dominance)
{
    loam_isles_def def = small_isles(1);
    loam_isle_type *const type = &def.types[0];
    def.type_count = 1;
    def.empty = 0.0f;
    type->steep = -1;
    type->houses = (loam_range){0.0f, 0.0f};
    type->harbour = 0.0f;
    type->yard = 0;
    type->kind_count = 0;
    type->terrain_count = 3;
    type->terrains[1].share = 0.0f;
    type->terrains[2].share = 1.0f;
    type->terrains[2].from = 12.0f;
    type->terrains[2].dominance = dominance;
    return def;
}

// A dominant node's terrain begins where the one below it would (Karavasilev 2021, fig. 5.6).
static void test_a_dominant_terrain_swallows_the_one_below(void)
{
    const loam_env env = loam_default_env();
    int64_t sand[2] = {0}, grass[2] = {0};
    for (int32_t dominant = 0; dominant < 2; dominant++)
    {
        const loam_isles_def def = plain_isles((float)dominant);
        loam_isles *isles = NULL;
        loam_isle_maps maps;
        CHECK_OK(loam_isles_create(&env, &def, &isles));
        CHECK_OK(loam_isles_open(isles, 0, 0, LOAM_ISLE_BLENDS, &maps));
        for (size_t i = 0; i < maps.samples; i++)
        {
            const uint8_t *const shares = maps.blends + i * LOAM_ISLE_MAX_TERRAINS;
            sand[dominant] += maps.sums[i] > 0.0f ? shares[1] : 0;
            grass[dominant] += maps.sums[i] > 0.0f ? shares[2] : 0;
            // Half and half at the height where the upper one begins.
            if (dominant == 0 && fabsf(maps.sums[i] - 12.0f) < 0.1f)
            {
                CHECK_RANGE(shares[2], 115, 140);
            }
        }
        loam_isles_close(isles, &maps);
        loam_isles_destroy(isles);
    }
    CHECK_RANGE(sand[0], 255 * 200, 1e9);
    CHECK_RANGE(sand[1], 0, (double)sand[0] * 0.02);
    CHECK_RANGE(grass[1], (double)grass[0] * 1.2, 1e9);
}

// 2^40 m from here islands are as many, as high and as level, and others.
static void test_far_islands_are_like_near_ones(void)
{
    loam_isles *const isles = new_sea(3);
    const int64_t far = ((int64_t)1 << 40) / 1024;
    static found_isles near_ones;
    find_slots(isles, 0, 6, &near_ones);
    find_slots(isles, far, 6, &found);
    CHECK_RANGE(found.count, 20, 36);
    CHECK(found.all[0].seed != near_ones.all[0].seed);
    int32_t sites = 0, dry = 0;
    for (int32_t i = 0; i < found.count; i++)
    {
        const loam_isle *const isle = &found.all[i];
        float highest = -100.0f, height;
        for (int32_t k = 0; k < isle->node_count; k++)
        {
            CHECK_OK(loam_isles_height(isles, isle->x + isle->nodes[k].x,
                                       isle->z + isle->nodes[k].z, &height));
            highest = height > highest ? height : highest;
        }
        dry += highest > 2.0f;
        for (int32_t k = 0; k < isle->site_count && sites < 6; k++, sites++)
        {
            check_flat(isles, isle, &isle->sites[k]);
        }
    }
    CHECK_RANGE(dry, found.count * 3 / 4, found.count);
    CHECK_INT(sites, 6);
    loam_isles_destroy(isles);
}

int main(void)
{
    RUN(test_islands_lie_within_their_slots);
    RUN_UNSANITIZED(test_every_type_is_found);
    RUN(test_names_of_a_list_come_again_late);
    RUN(test_blocks_have_names_of_their_own);
    RUN(test_find_takes_what_touches);
    RUN(test_maps_follow_from_each_other);
    RUN(test_heights_are_those_of_the_maps);
    RUN(test_the_ground_has_no_steps);
    RUN(test_the_sea_has_its_depth);
    RUN(test_sites_are_level);
    RUN_UNSANITIZED(test_harbours_have_deep_water);
    RUN(test_objects_never_overlap);
    RUN(test_yards_are_kept_free);
    RUN(test_a_dominant_terrain_swallows_the_one_below);
    RUN(test_far_islands_are_like_near_ones);
    return CHECK_DONE();
}
