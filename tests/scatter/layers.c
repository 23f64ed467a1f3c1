// SPDX-License-Identifier: MIT
// Several layers, masks, clusters, kinds, spacings that vary by place; and what is refused.
#include "scatter/scattered.h"

// ---- layers -------------------------------------------------------------------------------------

/// The least distance between a point of an earlier and one of a later layer.
static double least_between(const scattered *of, int32_t earlier, int32_t later)
{
    double least = 1e30;
    for (size_t i = 0; i < of->count; i++)
    {
        for (size_t k = 0; k < of->count && of->points[i].layer == earlier; k++)
        {
            const double distance = of->points[k].layer == later
                                        ? distance_of(&of->points[i], &of->points[k])
                                        : 1e30;
            least = distance < least ? distance : least;
        }
    }
    return least;
}

static loam_scatter_def three_layers(loam_scatter_method method)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 5.0f, 16);
    def.layer_count = 3;
    def.layers[0].clearance = 3.0f;
    def.layers[1] = loam_default_scatter_layer("second");
    def.layers[1].method = method;
    def.layers[1].spacing = 2.0f;
    def.layers[1].clearance = 0.75f;
    def.layers[2] = loam_default_scatter_layer("third");
    def.layers[2].spacing = 1.0f;
    return def;
}

static void test_later_layers_keep_clear(void)
{
    for (int32_t method = 0; method < LOAM_SCATTER_METHOD_COUNT; method++)
    {
        const loam_scatter_def def = three_layers((loam_scatter_method)method);
        const scattered all = scatter_over(&def, 3, (loam_scatter_area){-48, -48, 96, 96});
        CHECK_RANGE(least_between(&all, 0, 1), 3.0, 3.2);
        CHECK_RANGE(least_between(&all, 0, 2), 3.0, 3.1);
        CHECK_RANGE(least_between(&all, 1, 2), 0.75, 0.8);
        CHECK_RANGE(least_distance(&all, 0), 5.0, 5.3);
        CHECK_RANGE(least_distance(&all, 2), 1.0, 1.05);
        free(all.points);
    }
}

/// Whether a place is within reach of a point of the layer or kept by an earlier one.
static bool is_covered(const scattered *all, const loam_scatter_def *def, int32_t layer, int64_t x,
                       int64_t y)
{
    const loam_scatter_point place = {.x = x, .y = y};
    for (size_t i = 0; i < all->count; i++)
    {
        const loam_scatter_layer *const of = &def->layers[all->points[i].layer];
        const float radius = all->points[i].layer == layer ? of->spacing : of->clearance;
        if (all->points[i].layer <= layer && distance_of(&all->points[i], &place) < (double)radius)
        {
            return true;
        }
    }
    return false;
}

// Between what is there each layer leaves no room, either.
static void test_later_layers_fill_the_gaps(void)
{
    const loam_scatter_def def = three_layers(LOAM_SCATTER_POISSON);
    const scattered all = scatter_over(&def, 4, (loam_scatter_area){-16, -16, 40, 40});
    int32_t left = 0;
    for (uint64_t i = 0; i < 20000; i++)
    {
        const int64_t x = loam_random_range(1, i, -4 * 256, 16 * 256);
        const int64_t y = loam_random_range(2, i, -4 * 256, 16 * 256);
        left += !is_covered(&all, &def, (int32_t)(i % 3), x, y);
    }
    CHECK_INT(left, 0);
    free(all.points);
}

// A layer's points follow from its own name and what is before it: others may come and go.
static void test_layers_leave_earlier_ones_alone(void)
{
    loam_scatter_def def = three_layers(LOAM_SCATTER_HEX);
    const scattered all = scatter_over(&def, 3, (loam_scatter_area){0, 0, 32, 32});
    def.layer_count = 1;
    const scattered first = scatter_over(&def, 3, (loam_scatter_area){0, 0, 32, 32});
    CHECK(memcmp(all.points, first.points, first.count * sizeof *first.points) == 0);
    CHECK_RANGE(first.count, 15, 100);
    CHECK_INT(all.points[first.count].layer, 1);
    free(all.points);
    free(first.points);
}

// ---- masks --------------------------------------------------------------------------------------

// A picture lies north up, is straight between the middles of its shares, and ends.
static void test_a_picture_is_a_mask(void)
{
    static const uint8_t shares[] = {255, 0, 51, 0, 102, 204}; // the northern row first
    loam_scatter_mask mask = {
        .shares = shares, .w = 3, .h = 2, .x = -6, .y = 10, .scale = 4, .outside = 0.25f};
    const struct
    {
        double x, y;
        float share;
    } known[] = {{-4, 12, 0},      {0, 12, 0.4f},   {4, 12, 0.8f},     {-4, 16, 1},
                 {0, 16, 0},       {4, 16, 0.2f},   {-2, 12, 0.2f},    {-4, 14, 0.5f},
                 {2, 14, 0.35f},   {-5.5, 10.5, 0}, {5.5, 17.5, 0.2f}, {-6.5, 12, 0.25f},
                 {6.5, 12, 0.25f}, {0, 9.5, 0.25f}, {0, 18.5, 0.25f}};
    const int64_t far[] = {0, LOAM_SCATTER_END - 1024};
    for (size_t k = 0; k < 2; k++)
    {
        mask.x = -6 - far[k];
        mask.y = 10 + far[k];
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        {
            const int64_t x = (int64_t)(known[i].x * LOAM_SCATTER_ONE) - far[k] * LOAM_SCATTER_ONE,
                          y = (int64_t)(known[i].y * LOAM_SCATTER_ONE) + far[k] * LOAM_SCATTER_ONE;
            CHECK_NEAR(loam_scatter_mask_at(&mask, x, y), known[i].share, 1e-6);
        }
    }
    const uint64_t identity = loam_scatter_mask_identity(&mask);
    mask.scale = 5;
    CHECK(loam_scatter_mask_identity(&mask) != identity);
    mask.scale = 4;
    CHECK_U64(loam_scatter_mask_identity(&mask), identity);
    mask.y++;
    CHECK(loam_scatter_mask_identity(&mask) != identity);
}

/// None left of 0, half of them up to 128, all beyond; what is out of range counts as the nearest.
static float steps(void *user, int64_t x, int64_t y)
{
    (void)user;
    (void)y;
    return x < 0 ? -3.0f : x < 128 * LOAM_SCATTER_ONE ? 0.5f : 7.0f;
}

static size_t count_between(const scattered *of, int64_t from, int64_t to)
{
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++)
    {
        count += of->points[i].x >= from * LOAM_SCATTER_ONE &&
                 of->points[i].x < to * LOAM_SCATTER_ONE;
    }
    return count;
}

static void test_masks_thin(void)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 2.0f, 32);
    const loam_scatter_area area = {-128, 0, 384, 128};
    const scattered all = scatter_over(&def, 2, area);
    def.layers[0].density_at = steps;
    const scattered some = scatter_over(&def, 2, area);
    CHECK_INT(count_between(&some, -128, 0), 0);
    CHECK_RANGE((double)count_between(&some, 0, 128) / (double)count_between(&all, 0, 128), 0.46,
                0.54);
    CHECK_INT(count_between(&some, 128, 256), count_between(&all, 128, 256));
    // What stays is as it was.
    size_t next = 0;
    for (size_t i = 0; i < all.count && next < some.count; i++)
    {
        next += memcmp(&all.points[i], &some.points[next], sizeof all.points[i]) == 0;
    }
    CHECK_INT(next, some.count);
    free(all.points);
    free(some.points);
}

// Glades: where a mask has taken trees away, bushes grow (Blomqvist et al. 2016, 3.6).
static void test_thinned_places_are_free_for_later_layers(void)
{
    loam_scatter_def def = three_layers(LOAM_SCATTER_POISSON);
    def.layers[0].clearance = 5.0f; // nothing grows between them
    def.layers[0].density_at = steps;
    def.layer_count = 2;
    const scattered all = scatter_over(&def, 2, (loam_scatter_area){-64, 0, 320, 64});
    CHECK_RANGE(count_between(&all, -64, 0), 600, 900);
    CHECK_RANGE(count_between(&all, 136, 200), 90, 130); // trees alone, and no room
    free(all.points);
}

// ---- clusters and kinds -------------------------------------------------------------------------

/// The variance of how many points are in squares of 16, relative to their mean: 1 for chance.
static double unevenness(const scattered *of, int32_t side)
{
    double counts[64 * 64] = {0}, mean = (double)of->count / (side * side), sum = 0;
    for (size_t i = 0; i < of->count; i++)
    {
        counts[of->points[i].y / (16 * LOAM_SCATTER_ONE) * side +
               of->points[i].x / (16 * LOAM_SCATTER_ONE)]++;
    }
    for (int32_t i = 0; i < side * side; i++)
    {
        sum += (counts[i] - mean) * (counts[i] - mean);
    }
    return sum / (side * side) / mean;
}

static void test_clusters_are_uneven(void)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 2.0f, 64);
    const loam_scatter_area area = {0, 0, 320, 320};
    const scattered even = scatter_over(&def, 2, area);
    def.layers[0].cluster = 1.0f;
    const scattered uneven = scatter_over(&def, 2, area);
    CHECK_RANGE(unevenness(&even, 20), 0.0, 0.3);
    CHECK_RANGE(unevenness(&uneven, 20), 5.0, 100.0);
    CHECK_RANGE((double)uneven.count / (double)even.count, 0.3, 0.7);
    free(even.points);
    free(uneven.points);
}

/// The share of points whose nearest neighbour is of the same kind.
static double like_neighbours(const scattered *of)
{
    double like = 0;
    for (size_t i = 0; i < of->count; i++)
    {
        double least = 1e30;
        size_t nearest = i;
        for (size_t k = 0; k < of->count; k++)
        {
            const double distance = distance_of(&of->points[i], &of->points[k]);
            nearest = k != i && distance < least ? k : nearest;
            least = k != i && distance < least ? distance : least;
        }
        like += of->points[i].kind == of->points[nearest].kind;
    }
    return like / (double)of->count;
}

static void test_kinds_come_by_weight_and_together(void)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 4.0f, 64);
    def.layers[0].kind_count = 3;
    def.layers[0].kind_weights[0] = 6.0f;
    def.layers[0].kind_weights[1] = 0.0f;
    def.layers[0].kind_weights[2] = 4.0f;
    for (int32_t i = 0; i < 2; i++)
    {
        def.layers[0].together = (float)i;
        def.layers[0].patch_size = 20.0f;
        const scattered all = scatter_over(&def, 6, (loam_scatter_area){0, 0, 256, 256});
        size_t counts[3] = {0};
        for (size_t k = 0; k < all.count; k++)
        {
            counts[all.points[k].kind]++;
        }
        CHECK_INT(counts[1], 0);
        CHECK_RANGE((double)counts[0] / (double)all.count, 0.5, 0.7);
        CHECK_RANGE(like_neighbours(&all), i == 0 ? 0.45 : 0.75, i == 0 ? 0.6 : 1.0);
        free(all.points);
    }
}

static void test_sizes_turns_and_ids_are_drawn(void)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 1.0f, 64);
    def.layers[0].size_low = 2.0f;
    def.layers[0].size_high = 4.0f;
    const scattered all = scatter_over(&def, 6, (loam_scatter_area){0, 0, 64, 64});
    double size = 0, turn = 0;
    uint64_t bits = 0, same = ~(uint64_t)0;
    for (size_t i = 0; i < all.count; i++)
    {
        CHECK(all.points[i].size >= 2.0f && all.points[i].size <= 4.0f);
        CHECK(all.points[i].turn >= 0.0f && all.points[i].turn < 1.0f);
        size += (double)all.points[i].size / (double)all.count;
        turn += (double)all.points[i].turn / (double)all.count;
        bits |= all.points[i].id;
        same &= all.points[i].id;
    }
    CHECK_RANGE(size, 2.95, 3.05);
    CHECK_RANGE(turn, 0.475, 0.525);
    CHECK_U64(bits, ~(uint64_t)0);
    CHECK_U64(same, 0);
    free(all.points);
}

// ---- a spacing that varies ----------------------------------------------------------------------

/// From 1 at the left to 4 at the right.
static float rising(void *user, int64_t x, int64_t y)
{
    (void)user;
    (void)y;
    return 1.0f + 3.0f * (float)(x + 64 * LOAM_SCATTER_ONE) / (128.0f * LOAM_SCATTER_ONE);
}

/// The spacing at a place: that of its square, the widest power of two with a diagonal of at most a spacing of 1.
static float spacing_at_square(int64_t x, int64_t y)
{
    const int64_t side = 128;
    const float said = rising(NULL, loam_floor_div(x, side) * side + side / 2, y);
    return said < 1.0f ? 1.0f : said > 4.0f ? 4.0f : said;
}

static void test_spacing_varies_by_place(void)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 1.0f, 8);
    def.layers[0].spacing_at = rising;
    def.layers[0].widest = 4.0f;
    const scattered all = scatter_over(&def, 6, (loam_scatter_area){-80, 0, 160, 64});
    int32_t too_near = 0, left = 0;
    for (size_t i = 0; i < all.count; i++)
    {
        const double wanted = (double)spacing_at_square(all.points[i].x, all.points[i].y) - 0.004;
        for (size_t k = 0; k < all.count; k++)
        {
            too_near += k != i && distance_of(&all.points[i], &all.points[k]) < wanted;
        }
    }
    CHECK_INT(too_near, 0);
    for (uint64_t i = 0; i < 4000; i++)
    {
        const loam_scatter_point place = {.x = loam_random_range(1, i, -60 * 256, 60 * 256),
                                          .y = loam_random_range(2, i, 5 * 256, 59 * 256)};
        const double own = (double)spacing_at_square(place.x, place.y);
        bool covered = false;
        for (size_t k = 0; k < all.count && !covered; k++)
        {
            const double other = (double)spacing_at_square(all.points[k].x, all.points[k].y);
            covered = distance_of(&all.points[k], &place) < (own > other ? own : other) + 0.004;
        }
        left += !covered;
    }
    CHECK_INT(left, 0);
    CHECK_RANGE(count_between(&all, -64, -32), 800, 1600);
    CHECK_RANGE(count_between(&all, 32, 64), 100, 160);
    free(all.points);
}

// ---- refusals -----------------------------------------------------------------------------------

static void refuses(loam_scatter_def def, const char *message)
{
    CHECK_INT(loam_scatter_check(&def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
}

#define REFUSES(change, message) \
    do \
    { \
        loam_scatter_def def = loam_forest_scatter_def(); \
        change; \
        refuses(def, message); \
    } while (0)

static void test_bad_defs_are_refused(void)
{
    REFUSES(def.page_size = 48, "page size is 48; must be a power of two, 8 to 4096");
    REFUSES(def.page_size = 8192, "8 to 4096");
    REFUSES(def.layer_count = 9, "there are 9 layers; must be 1 to 8");
    REFUSES(def.layer_count = 0, "must be 1 to 8");
    REFUSES(def.name[0] = '\0', "name of a scatter is \"\"");
    REFUSES(memset(def.layers[1].name, 'a', sizeof def.layers[1].name), "1 to 11 letters");
    REFUSES(def.layers[2] = def.layers[0], "two layers are called \"trees\"");
    REFUSES(def.layers[0] = loam_default_scatter_layer("a name too long"), "name of a layer");
    REFUSES(def.layers[1].spacing = 0.1f, "spacing of layer \"bushes\" is 0.1; must be 0.125 to 8");
    REFUSES(def.layers[1].spacing = 33.0f, "must be 0.125 to 8");
    REFUSES(def.layers[1].spacing = NAN, "must be 0.125 to 8");
    REFUSES(def.layers[0].clearance = -1.0f, "clearance of layer \"trees\" is -1; must be 0 to 8");
    REFUSES(def.layers[0].density = 1.5f, "density of layer \"trees\" is 1.5; must be 0 to 1");
    REFUSES(def.layers[0].kind_count = 9, "has 9 kinds; must be 1 to 8");
    REFUSES(def.layers[2].kind_weights[0] = 0.0f, "all kinds of layer \"stones\" have weight 0");
    REFUSES(def.layers[2].size_high = 0.1f, "largest size of layer \"stones\" is 0.1; must be 0.5");
    REFUSES(def.layers[2].method = (loam_scatter_method)3, "method of layer \"stones\" is 3");
    REFUSES((def.layers[0].spacing_at = rising, def.layers[0].widest = 64.5f),
            "widest spacing of layer \"trees\" is 64.5; must be 4.5 to 8");
}

static void test_bad_areas_are_refused(void)
{
    const loam_env env = loam_default_env();
    const loam_scatter_def def = loam_default_scatter_def();
    const loam_scatter_area areas[] = {{0, 0, 0, 5},
                                       {0, 0, 5, INT64_MAX},
                                       {0, 0, 64 * 300, 64 * 300},
                                       {INT64_MAX, 0, 5, 5},
                                       {0, INT64_MIN, 5, 5}};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++)
    {
        size_t count = 0;
        CHECK_INT(loam_scatter_points(&env, &def, 1, areas[i], NULL, 0, &count), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "must be");
    }
}

int main(void)
{
    RUN(test_a_picture_is_a_mask);
    RUN(test_later_layers_keep_clear);
    RUN_UNSANITIZED(test_later_layers_fill_the_gaps);
    RUN(test_layers_leave_earlier_ones_alone);
    RUN(test_masks_thin);
    RUN(test_thinned_places_are_free_for_later_layers);
    RUN_UNSANITIZED(test_clusters_are_uneven);
    RUN_UNSANITIZED(test_kinds_come_by_weight_and_together);
    RUN(test_sizes_turns_and_ids_are_drawn);
    RUN(test_spacing_varies_by_place);
    RUN(test_bad_defs_are_refused);
    RUN(test_bad_areas_are_refused);
    return CHECK_DONE();
}
