// SPDX-License-Identifier: MIT
// Smoothing of solids: against an automaton that looks at each cell alone, in windows, at all edges, and
// with every instruction set.
#include "grid/field.h"
#include "loam/grid_solid.h"

static loam_solid solid_make(int32_t w, int32_t h, int32_t d)
{
    loam_solid solid = {0};
    const size_t size = loam_solid_size(w, h, d);
    CHECK_OK(loam_solid_init(&solid, w, h, d, field_alloc(size), size));
    return solid;
}

/// Frees a solid, and sees that nothing was written around it or beyond the ends of its rows.
static void solid_free(loam_solid *solid)
{
    const int32_t stride = loam_bits_stride(solid->w);
    uint64_t beyond = 0;
    for (int32_t row = 0; row < solid->h * solid->d && solid->w % 64 != 0; row++)
    {
        beyond |= solid->words[(row + 1) * stride - 1] >> solid->w % 64;
    }
    CHECK_U64(beyond, 0);
    field_release(solid->words, loam_solid_size(solid->w, solid->h, solid->d));
}

static loam_solid solid_random(uint64_t seed, int32_t w, int32_t h, int32_t d, uint32_t percent)
{
    loam_solid solid = solid_make(w, h, d);
    uint64_t index = 0;
    for (int32_t z = 0; z < d; z++)
    {
        for (int32_t y = 0; y < h; y++)
        {
            for (int32_t x = 0; x < w; x++)
            {
                loam_solid_set(&solid, x, y, z, loam_random_below(seed, index++, 100) < percent);
            }
        }
    }
    return solid;
}

static bool solids_equal(const loam_solid *a, const loam_solid *b)
{
    return a->w == b->w && a->h == b->h && a->d == b->d &&
           memcmp(a->words, b->words, loam_solid_size(a->w, a->h, a->d)) == 0;
}

// ---- the reference ------------------------------------------------------------------------------

static bool cell_at(const loam_solid *solid, int32_t x, int32_t y, int32_t z, loam_edge edge)
{
    const bool inside = x >= 0 && y >= 0 && z >= 0 && x < solid->w && y < solid->h && z < solid->d;
    return inside ? loam_solid_get(solid, x, y, z) : edge == LOAM_EDGE_ONE;
}

static bool is_neighbour(const loam_smoothing *rule, int32_t dx, int32_t dy, int32_t dz)
{
    const bool middle = dx == 0 && dy == 0 && dz == 0;
    return !middle && (rule->dimensions == 3 || dz == 0) &&
           (rule->neighbourhood == LOAM_MOORE || abs(dx) + abs(dy) + abs(dz) <= rule->radius);
}

static bool next_cell(const loam_smoothing *rule, const loam_solid *from, int32_t x, int32_t y,
                      int32_t z)
{
    const int32_t r = rule->radius;
    int32_t count = 0;
    for (int32_t dz = -r; dz <= r; dz++)
    {
        for (int32_t dy = -r; dy <= r; dy++)
        {
            for (int32_t dx = -r; dx <= r; dx++)
            {
                count += is_neighbour(rule, dx, dy, dz) &&
                         cell_at(from, x + dx, y + dy, z + dz, rule->edge);
            }
        }
    }
    return count > (loam_solid_get(from, x, y, z) ? rule->survival : rule->birth);
}

/// A box of a solid.
static loam_solid window_of(const loam_solid *from, const int32_t at[3], const int32_t size[3])
{
    loam_solid out = solid_make(size[0], size[1], size[2]);
    for (int32_t z = 0; z < size[2]; z++)
    {
        const loam_bits layer = loam_solid_layer(from, at[2] + z);
        loam_bits to = loam_solid_layer(&out, z);
        CHECK_OK(
            loam_bits_copy(&to, 0, 0, &layer, (loam_bits_area){at[0], at[1], size[0], size[1]}));
    }
    return out;
}

static loam_solid naive_smooth(const loam_smoothing *rule, const loam_solid *in)
{
    loam_solid field = window_of(in, (int32_t[3]){0}, (int32_t[3]){in->w, in->h, in->d});
    for (int32_t i = 0; i < rule->steps; i++)
    {
        loam_solid next = solid_make(in->w, in->h, in->d);
        for (int32_t z = 0; z < in->d; z++)
        {
            for (int32_t y = 0; y < in->h; y++)
            {
                for (int32_t x = 0; x < in->w; x++)
                {
                    loam_solid_set(&next, x, y, z, next_cell(rule, &field, x, y, z));
                }
            }
        }
        solid_free(&field);
        field = next;
    }
    const int32_t p = loam_smoothing_padding(rule), deep = rule->dimensions == 3 ? p : 0;
    loam_solid out = window_of(&field, (int32_t[3]){p, p, deep},
                               (int32_t[3]){in->w - 2 * p, in->h - 2 * p, in->d - 2 * deep});
    solid_free(&field);
    return out;
}

/// What the library makes of it, with dirty scratch memory of exactly the size that it asks for.
static loam_solid smooth(const loam_smoothing *rule, const loam_solid *in)
{
    const int32_t p = loam_smoothing_padding(rule), deep = rule->dimensions == 3 ? p : 0;
    loam_solid out = solid_make(in->w - 2 * p, in->h - 2 * p, in->d - 2 * deep);
    const size_t size = loam_smoothing_scratch_size(rule, in->w, in->h, in->d);
    uint64_t *scratch = field_alloc(size);
    memset(scratch, 0xa7, size);
    CHECK_OK(loam_solid_smooth(rule, &out, in, scratch, size));
    field_release(scratch, size);
    return out;
}

/// A smoothing of any kind; its limits are where something happens.
static loam_smoothing random_smoothing(uint64_t seed)
{
    loam_smoothing rule = loam_default_smoothing((int32_t)loam_random_range(seed, 0, 2, 3));
    rule.neighbourhood = (loam_neighbourhood)loam_random_below(seed, 1, 2);
    rule.radius = (int32_t)loam_random_range(seed, 2, 1, 3);
    rule.steps = (int32_t)loam_random_range(seed, 3, 0, 3);
    rule.edge = (loam_edge)loam_random_below(seed, 4, LOAM_EDGE_COUNT);
    const int32_t all = loam_smoothing_neighbours(&rule);
    rule.birth = (int32_t)loam_random_range(seed, 5, all / 4, all * 3 / 4);
    rule.survival = (int32_t)loam_random_range(seed, 6, all / 4, all * 3 / 4);
    return rule;
}

// ---- tests --------------------------------------------------------------------------------------

static void test_neighbours_are_those_of_the_balls(void)
{
    const int32_t expected[2][2][3] = {{{8, 24, 48}, {4, 12, 24}}, {{26, 124, 342}, {6, 24, 62}}};
    for (int32_t i = 0; i < 12; i++)
    {
        loam_smoothing rule = loam_default_smoothing(2 + i / 6);
        rule.neighbourhood = (loam_neighbourhood)(i / 3 % 2);
        rule.radius = 1 + i % 3;
        CHECK_INT(loam_smoothing_neighbours(&rule), expected[i / 6][i / 3 % 2][i % 3]);
    }
}

static void test_any_smoothing_is_as_cell_by_cell(void)
{
    const int32_t cases = check_sample(160);
    for (int32_t i = 0; i < cases; i++)
    {
        const uint64_t seed = loam_seed_at(5, i, 0, 0);
        loam_smoothing rule = random_smoothing(seed);
        const int32_t least = 2 * loam_smoothing_padding(&rule) + 1;
        const int32_t w = (int32_t)loam_random_range(seed, 7, least, i % 8 == 0 ? 150 : 30);
        const int32_t h = (int32_t)loam_random_range(seed, 8, least, 24);
        const int32_t d = rule.dimensions == 3 ? (int32_t)loam_random_range(seed, 9, least, 24) : 2;
        loam_solid in = solid_random(seed, w, h, d, loam_random_below(seed, 10, 60) + 20);
        loam_solid expected = naive_smooth(&rule, &in);
        for (int32_t isa = 0; isa < LOAM_ISA_COUNT; isa++)
        {
            rule.isa = (loam_isa)isa;
            if (loam_isa_available(rule.isa))
            {
                loam_solid out = smooth(&rule, &in);
                CHECK(solids_equal(&out, &expected));
                solid_free(&out);
            }
        }
        solid_free(&expected);
        solid_free(&in);
    }
}

// What comes out of a window is what comes out of the whole there: pages have no seams.
static void test_a_window_has_the_cells_of_the_whole(void)
{
    for (int32_t i = 0; i < 12; i++)
    {
        loam_smoothing rule = random_smoothing(loam_seed_at(9, i, 0, 0));
        rule.edge = LOAM_EDGE_PADDED;
        rule.dimensions = 3;
        rule.radius = 1 + i % 3;
        rule.steps = 2;
        rule.birth = rule.survival = loam_smoothing_neighbours(&rule) / 2;
        const int32_t p = loam_smoothing_padding(&rule), at[3] = {7 + i, 5, 3};
        const int32_t size[3] = {30 + 2 * p, 11 + 2 * p, 9 + 2 * p}, inner[3] = {30, 11, 9};
        loam_solid in = solid_random(11 + (uint64_t)i, 100, 40, 30, 50);
        loam_solid part = window_of(&in, at, size);
        loam_solid whole = smooth(&rule, &in), small = smooth(&rule, &part);
        loam_solid same = window_of(&whole, at, inner);
        CHECK(solids_equal(&small, &same));
        solid_free(&in);
        solid_free(&part);
        solid_free(&whole);
        solid_free(&small);
        solid_free(&same);
    }
}

static void test_large_solids_go_in_blocks(void)
{
    loam_smoothing rule = loam_default_smoothing(3);
    rule.edge = LOAM_EDGE_ONE;
    rule.steps = 2;
    loam_solid in = solid_random(3, 700, 70, 5, 60);
    loam_solid expected = naive_smooth(&rule, &in), out = smooth(&rule, &in);
    CHECK(solids_equal(&out, &expected));
    CHECK(loam_solid_count(&out) > 1000);
    solid_free(&in);
    solid_free(&out);
    solid_free(&expected);
}

static void test_out_may_be_in(void)
{
    loam_smoothing rule = loam_default_smoothing(3);
    rule.edge = LOAM_EDGE_ZERO;
    loam_solid in = solid_random(4, 70, 20, 10, 60);
    loam_solid expected = smooth(&rule, &in);
    const size_t size = loam_smoothing_scratch_size(&rule, 70, 20, 10);
    uint64_t *scratch = field_alloc(size);
    CHECK_OK(loam_solid_smooth(&rule, &in, &in, scratch, size));
    CHECK(solids_equal(&in, &expected));
    field_release(scratch, size);
    solid_free(&in);
    solid_free(&expected);
}

static void test_bits_are_set_and_counted(void)
{
    loam_solid solid = solid_make(65, 3, 4);
    loam_solid_set(&solid, 64, 2, 3, true);
    loam_solid_set(&solid, 65, 0, 0, true);
    loam_solid_set(&solid, 0, 0, 4, true);
    loam_solid_set(&solid, 0, 0, -1, true);
    CHECK(loam_solid_get(&solid, 64, 2, 3));
    CHECK(!loam_solid_get(&solid, 64, 2, 4));
    CHECK(!loam_solid_get(&solid, 64, 2, -1));
    CHECK_U64(loam_solid_count(&solid), 1);
    const uint64_t hash = loam_solid_hash(&solid, 0);
    loam_solid turned = {solid.words, 65, 4, 3};
    CHECK(loam_solid_hash(&turned, 0) != hash);
    solid_free(&solid);
}

static void refuse(loam_smoothing rule, const char *message)
{
    loam_solid in = solid_random(1, 20, 20, 20, 50);
    uint64_t scratch[8];
    const uint64_t before = loam_solid_hash(&in, 0);
    CHECK_INT(loam_solid_smooth(&rule, &in, &in, scratch, sizeof scratch), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_U64(loam_solid_hash(&in, 0), before);
    solid_free(&in);
}

#define REFUSE(field, value, message) \
    do \
    { \
        loam_smoothing rule = loam_default_smoothing(3); \
        rule.field = value; \
        refuse(rule, message); \
    } while (0)

static void test_bad_smoothings_are_refused(void)
{
    REFUSE(dimensions, 4, "4 dimensions; must be 2 or 3");
    REFUSE(neighbourhood, (loam_neighbourhood)2, "neighbourhood 2");
    REFUSE(radius, 0, "radius is 0; must be 1 to 3");
    REFUSE(radius, 4, "radius is 4; must be 1 to 3");
    REFUSE(birth, 26, "birth is 26; must be 0 to 25");
    REFUSE(birth, -1, "birth is -1; must be 0 to 25");
    REFUSE(survival, 26, "survival is 26; must be 0 to 25");
    REFUSE(steps, -1, "-1 steps");
    REFUSE(steps, LOAM_MAX_SMOOTHING_STEPS + 1, "must be 0 to 1000");
    REFUSE(edge, LOAM_EDGE_COUNT, "edge 3");
    REFUSE(steps, 1, "it must have 18 x 18 x 18");
    REFUSE(edge, LOAM_EDGE_ONE, "the scratch memory has 64 bytes");
    CHECK_INT(loam_solid_size(0, 1, 1), 0);
    CHECK_INT(loam_solid_size(1, 1, LOAM_MAX_BITS_SIDE + 1), 0);
    CHECK_INT(loam_solid_size(65536, 65536, 5), 0);
}

int main(void)
{
    RUN(test_neighbours_are_those_of_the_balls);
    RUN(test_any_smoothing_is_as_cell_by_cell);
    RUN(test_a_window_has_the_cells_of_the_whole);
    RUN(test_large_solids_go_in_blocks);
    RUN(test_out_may_be_in);
    RUN(test_bits_are_set_and_counted);
    RUN(test_bad_smoothings_are_refused);
    return CHECK_DONE();
}
