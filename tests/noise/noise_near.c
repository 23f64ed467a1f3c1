// SPDX-License-Identifier: MIT
// Samples that are asked for together are mostly near to each other, and then take a way of their own: it gives what
// the reference gives, wherever they lie and however far apart, to both sides of where it ends.
#include "check.h"

#include "loam/noise.h"
#include "loam/random.h"
#include "noise/lattice.h"

enum
{
    POINTS = LATTICE_COLUMNS + 37, // a whole batch, and one that fills no whole vectors
};

/// Spreads in world units: alike, side by side, as far as cells of some wavelength are near, and further.
static const int64_t spreads[] = {
    1,       40,      1 << 12,          1 << 20,         1 << 21, (1 << 21) + 2,
    1 << 22, 1 << 24, (int64_t)1 << 31, (int64_t)1 << 33};
enum
{
    SPREADS = sizeof spreads / sizeof *spreads
};

/// Within spread of a place, both ends included.
static void scatter(int64_t *at, int32_t count, int64_t place, int64_t spread, uint64_t seed)
{
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t way = loam_random_u64(seed, (uint64_t)i) % (uint64_t)(2 * spread);
        at[i] = i == 1   ? place - spread
                : i == 2 ? place + spread - 1
                         : (int64_t)((uint64_t)place - (uint64_t)spread + way);
    }
}

// ---- positions ----------------------------------------------------------------------------------

/// Whether the points count as near; then their positions are those of single points.
static bool check_positions(const struct loam_noise_kernels *kernels, const int64_t *at,
                            uint64_t frequency, int32_t nudge, int32_t count)
{
    static lattice_axis expected;
    static lattice_places places;
    static lattice_near near;
    if (!kernels->places(&places, at, count) ||
        !kernels->positions(&near, &places, frequency, nudge, count))
    {
        return false;
    }
    loam_lattice_axis_points(&expected, at, frequency, count);
    loam_lattice_nudge(&expected, nudge, count);
    for (int32_t i = 0; i < count; i++)
    {
        CHECK_INT(near.base + near.cell[i], expected.cell[i]);
        CHECK_INT(near.fraction[i], expected.fraction[i]);
        CHECK(near.cell[i] >= LATTICE_NEAR_MARGIN);
        CHECK((uint32_t)near.cell[i] < (1u << LATTICE_NEAR_BITS) - LATTICE_NEAR_MARGIN);
    }
    return true;
}

static void test_positions_are_exact(void)
{
    static const int64_t firsts[] = {
        0, -1, 12345, -((int64_t)1 << 40), ((int64_t)1 << 62) - 5, -((int64_t)1 << 62) + 9};
    // Cells of 2^40 units to 2^-20, most of them powers of two, others with all of their bits.
    static const uint64_t frequencies[] = {
        1,          1 << 15,       1 << 16,       29478107360,   17179869184,
        3435973837, 1099511627775, 1099511627776, 6597069766657, (uint64_t)1 << 60};
    int64_t at[LATTICE_COLUMNS];
    for (int isa = LOAM_ISA_SSE2; isa < LOAM_ISA_COUNT; isa++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.isa = (loam_isa)isa;
        loam_noise noise;
        if (!loam_isa_available(def.isa) || loam_noise_init(&noise, &def, 1) != LOAM_OK)
        {
            continue;
        }
        for (uint64_t i = 0; i < 6 * 10 * SPREADS; i++)
        {
            const int64_t spread = spreads[i / 60];
            const uint64_t frequency = frequencies[i / 6 % 10];
            scatter(at, LATTICE_COLUMNS, firsts[i % 6], spread, i);
            const bool small = (double)spread * (double)frequency < 0x1p60 &&
                               (double)frequency < 0x1p40 && spread < (int64_t)1 << 31;
            const bool near = check_positions(noise.kernels, at, frequency, 0, LATTICE_COLUMNS);
            CHECK(near || !small);
            check_positions(noise.kernels, at, frequency, LATTICE_ONE / 2 - 1, LATTICE_COLUMNS - 3);
        }
    }
}

// The guess of what all axes share: never too high, and too low by less than there is room for.
static void test_guesses_of_skews_have_room(void)
{
    enum
    {
        CELLS = 1 << LATTICE_NEAR_BITS
    };
    for (int dims = 2; dims <= 3; dims++)
    {
        const int32_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
        const int32_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
        int32_t min = divisor, max = 0;
        for (int32_t sum = 0; sum < dims * (CELLS + SKEW2_DIVISOR + 2); sum++)
        {
            const float share = (float)sum * (dims == 2 ? SKEW2_SHARE : SKEW3_SHARE);
            const int32_t left = minor * sum - divisor * (int32_t)share;
            min = left < min ? left : min;
            max = left > max ? left : max;
        }
        CHECK_INT(min, 0);
        // With all fractions it is less than two cells, so one carry is enough.
        CHECK(max + dims * minor <= 2 * divisor);
    }
}

// ---- samples ------------------------------------------------------------------------------------

static void describe(const loam_noise_def *def, int32_t dims, const int64_t place[3],
                     int64_t spread)
{
    fprintf(stderr,
            "  %s %dd wavelength %g warp %g, within %" PRId64 " of %" PRId64 ",%" PRId64 ",%" PRId64
            "\n",
            loam_noise_kind_name(def->kind), (int)dims, def->wavelength, def->warp, spread,
            place[0], place[1], place[2]);
}

/// Points by each instruction set, as the reference has them.
static void check_points(loam_noise_def def, int32_t dims, const int64_t place[3], int64_t spread,
                         uint64_t seed)
{
    static int64_t at[3][POINTS];
    static float expected[POINTS], found[POINTS];
    loam_noise noise;
    for (int a = 0; a < 3; a++)
    {
        scatter(at[a], POINTS, place[a], spread, 3 * seed + (uint64_t)a);
    }
    def.isa = LOAM_ISA_SCALAR;
    CHECK_OK(loam_noise_init(&noise, &def, seed));
    CHECK_OK(loam_noise_points(&noise, expected, dims, at[0], at[1], at[2], POINTS));
    for (int i = 0; i < 8; i++)
    {
        const float single = dims == 1   ? loam_noise_at1(&noise, at[0][i])
                             : dims == 2 ? loam_noise_at2(&noise, at[0][i], at[1][i])
                                         : loam_noise_at3(&noise, at[0][i], at[1][i], at[2][i]);
        CHECK(memcmp(&single, &expected[i], sizeof single) == 0);
    }
    for (int isa = LOAM_ISA_SCALAR + 1; isa < LOAM_ISA_COUNT; isa++)
    {
        def.isa = (loam_isa)isa;
        if (!loam_isa_available(def.isa))
        {
            continue;
        }
        CHECK_OK(loam_noise_init(&noise, &def, seed));
        CHECK_OK(loam_noise_points(&noise, found, dims, at[0], at[1], at[2], POINTS));
        const bool equal = memcmp(expected, found, sizeof found) == 0;
        CHECK_REPORT(equal, "points by %s differ from scalar", loam_isa_name(def.isa));
        for (int i = 0; i < 8 && equal; i++)
        {
            const float single = dims == 1   ? loam_noise_at1(&noise, at[0][i])
                                 : dims == 2 ? loam_noise_at2(&noise, at[0][i], at[1][i])
                                             : loam_noise_at3(&noise, at[0][i], at[1][i], at[2][i]);
            CHECK_REPORT(memcmp(&single, &expected[i], sizeof single) == 0,
                         "a single point by %s differs from scalar", loam_isa_name(def.isa));
        }
        if (!equal)
        {
            describe(&def, dims, place, spread);
        }
    }
}

/// A place around which cells pass 0 or a multiple of 2^32, a large one, or any.
static int64_t some_place(uint64_t seed, double wavelength)
{
    const uint64_t bits = loam_random_u64(7, seed);
    const int64_t border = (int64_t)((double)((uint64_t)1 << 32) * wavelength);
    switch (bits % 6)
    {
    case 0:
        return 0;
    case 1:
        return border;
    case 2:
        return -3 * border;
    case 3:
        return ((int64_t)1 << 62) - (int64_t)(bits >> 40);
    case 4:
        return -((int64_t)1 << 40);
    default:
        return (int64_t)(bits >> 20) - ((int64_t)1 << 43);
    }
}

static void test_points_are_the_references(void)
{
    static const double wavelengths[] = {0.3, 1.0, 2.0, 37.3, 64.0, 1000.0, 65536.0};
    static const double warps[] = {0, 0, 0, 30, 300000};
    const uint64_t rounds = (uint64_t)check_cases(4000, 400);
    for (uint64_t round = 0; round < rounds; round++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = (loam_noise_kind)(round % LOAM_NOISE_KIND_COUNT);
        def.wavelength = wavelengths[round / 5 % 7];
        def.warp = warps[loam_random_below(8, round, 5)];
        def.octaves = 1 + (int32_t)(round % 2);
        def.fade = (loam_noise_fade)loam_random_below(9, round, LOAM_FADE_COUNT);
        const int64_t place[3] = {some_place(3 * round, def.wavelength),
                                  some_place(3 * round + 1, def.wavelength),
                                  some_place(3 * round + 2, def.wavelength)};
        check_points(def, 1 + (int32_t)loam_random_below(10, round, 3), place,
                     spreads[loam_random_below(11, round, SPREADS)], round);
        if (check_failures > 20)
        {
            return;
        }
    }
}

int main(void)
{
    RUN(test_positions_are_exact);
    RUN(test_guesses_of_skews_have_room);
    RUN(test_points_are_the_references);
    return CHECK_DONE();
}
