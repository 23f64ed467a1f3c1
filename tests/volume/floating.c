// SPDX-License-Identifier: MIT
// Floating pieces: which go, and that every box says the same.
#include "volume/hills.h"

static const hills flat = {.level = 100.0f, .amplitude = 0.0f, .water = LOAM_LAND_DRY};

/// A box of rock in the air, in half metres, both ends included; lattice places are 4 m apart, so corners are
/// multiples of that, and its faces lie half way to the next place.
typedef struct bar
{
    int64_t low[3], high[3];
} bar;

static void bar_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                        float *out)
{
    const bar *const from = self->parameters;
    for (int32_t i = 0; i < lattice->w * lattice->h * lattice->d; i++)
    {
        const int64_t at[3] = {lattice->x + i % lattice->w * lattice->step,
                               lattice->y + i / lattice->w % lattice->h * lattice->step,
                               lattice->z + i / (lattice->w * lattice->h) * lattice->step};
        bool inside = true;
        for (int32_t axis = 0; axis < 3; axis++)
        {
            inside = inside && at[axis] >= from->low[axis] && at[axis] <= from->high[axis];
        }
        out[i] = inside ? 2.0f : 0.0f;
    }
}

static loam_density_function bar_function(const bar *from)
{
    return (loam_density_function){.name = "bar",
                                   .density = bar_density,
                                   .high = 2.0f,
                                   .parameters = from,
                                   .parameters_size = sizeof *from};
}

/// Solid voxels of the bar in the eight boxes that meet at a corner in the middle of it.
static int32_t count_around(const bar *from, int64_t x, int64_t y, int64_t z, bool keep)
{
    enum
    {
        SIDE = 40
    };
    static int8_t density[SIDE * SIDE * SIDE];
    const loam_density_function function = bar_function(from);
    hills_volume *const with = hills_open(flat, &function, 1, keep);
    int32_t count = 0;
    for (int32_t part = 0; part < 8; part++)
    {
        const loam_volume_box box = {
            0, x - part % 2 * SIDE, y - part / 2 % 2 * SIDE, z - part / 4 * SIDE, SIDE, SIDE, SIDE};
        CHECK_OK(loam_volume_fill(with->grower, &box, &(loam_volume_voxels){NULL, density, false},
                                  NULL));
        for (int32_t i = 0; i < SIDE * SIDE * SIDE; i++)
        {
            count += density[i] > 0 && box.y + i / SIDE % SIDE > 110;
        }
    }
    hills_close(with);
    return count;
}

// A bar of 8 m lies across a corner of eight boxes: all take their part away, or all leave it.
static void test_small_pieces_go_across_corners(void)
{
    const bar small = {{-8, 312, -8}, {8, 328, 8}};
    const int32_t kept = count_around(&small, 0, 160, 0, true);
    CHECK_RANGE(kept, 500, 4000);
    CHECK_INT(count_around(&small, 0, 160, 0, false), 0);
    CHECK_INT(count_around(&small, 3, 161, -2, false), 0);
}

// Longer than 16 m along one axis: it stays, whole, in all boxes.
static void test_large_pieces_stay_whole(void)
{
    const bar along[3] = {{{-24, 312, -8}, {24, 328, 8}},
                          {{-8, 296, -8}, {8, 344, 8}},
                          {{-8, 312, -24}, {8, 328, 24}}};
    for (int32_t i = 0; i < 3; i++)
    {
        const int32_t kept = count_around(&along[i], 0, 160, 0, true);
        CHECK_RANGE(kept, 1000, 20000);
        CHECK_INT(count_around(&along[i], 0, 160, 0, false), kept);
        CHECK_INT(count_around(&along[i], -3, 158, 7, false), kept);
    }
}

// What touches the ground stays, however small.
static void test_what_stands_stays(void)
{
    const bar standing = {{-8, 184, -8}, {8, 232, 8}};
    const int32_t kept = count_around(&standing, 0, 120, 0, true);
    CHECK_RANGE(kept, 50, 4000);
    CHECK_INT(count_around(&standing, 0, 120, 0, false), kept);
}

// ---- an oracle: fill pieces one by one ------------------------------------------------------------

enum
{
    WIDE = 112,
    INNER = 64,
    EDGE = (WIDE - INNER) / 2,
};

static int8_t all[WIDE * WIDE * WIDE];
static int32_t queue[WIDE * WIDE * WIDE];
static uint8_t seen[WIDE * WIDE * WIDE];

/// Empties the piece of a voxel if it fits into a box of 16; pieces of more than fits into the field stay.
static void judge(int32_t from)
{
    int32_t low[3] = {WIDE, WIDE, WIDE}, high[3] = {-1, -1, -1}, first = 0, last = 0;
    const int32_t steps[3] = {1, WIDE, WIDE * WIDE};
    queue[last++] = from;
    seen[from] = 1;
    while (first < last)
    {
        const int32_t at = queue[first++];
        const int32_t place[3] = {at % WIDE, at / WIDE % WIDE, at / (WIDE * WIDE)};
        for (int32_t axis = 0; axis < 3; axis++)
        {
            low[axis] = place[axis] < low[axis] ? place[axis] : low[axis];
            high[axis] = place[axis] > high[axis] ? place[axis] : high[axis];
            for (int32_t sign = -1; sign <= 1; sign += 2)
            {
                const int32_t next = at + sign * steps[axis];
                const bool within = place[axis] + sign >= 0 && place[axis] + sign < WIDE;
                if (within && !seen[next] && all[next] > 0)
                {
                    seen[next] = 1;
                    queue[last++] = next;
                }
            }
        }
    }
    bool fits = true;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        fits = fits && high[axis] - low[axis] < 16 && low[axis] > 0 && high[axis] < WIDE - 1;
    }
    for (int32_t i = 0; i < last && fits; i++)
    {
        all[queue[i]] = (int8_t)(1 - all[queue[i]]);
    }
}

// A cloud of lumps of all sizes: boxes of the volume have what filling piece by piece leaves.
static void test_boxes_agree_with_filling(void)
{
    static int8_t part[INNER * INNER * INNER];
    loam_overhangs_def lumps = loam_default_overhangs_def();
    lumps.share.everywhere = true;
    lumps.wavelength_m = 18.0f;
    lumps.amplitude = 4.0f;
    lumps.reach_m = 120.0f;
    const loam_density_function function = loam_overhangs(&lumps);
    hills_volume *const kept = hills_open(flat, &function, 1, true);
    hills_volume *const with = hills_open(flat, &function, 1, false);
    CHECK_OK(loam_volume_fill(kept->grower, &(loam_volume_box){0, -60, 90, 7, WIDE, WIDE, WIDE},
                              &(loam_volume_voxels){NULL, all, false}, NULL));
    const int8_t *const before = memcpy(malloc(sizeof all), all, sizeof all);
    for (int32_t i = 0; i < WIDE * WIDE * WIDE; i++)
    {
        if (all[i] > 0 && !seen[i])
        {
            judge(i);
        }
    }
    CHECK_OK(loam_volume_fill(
        with->grower, &(loam_volume_box){0, -60 + EDGE, 90 + EDGE, 7 + EDGE, INNER, INNER, INNER},
        &(loam_volume_voxels){NULL, part, false}, NULL));
    int32_t wrong = 0, gone = 0, solid = 0;
    for (int32_t i = 0; i < INNER * INNER * INNER; i++)
    {
        const int32_t at = ((i / (INNER * INNER) + EDGE) * WIDE + i / INNER % INNER + EDGE) * WIDE +
                           i % INNER + EDGE;
        wrong += part[i] != all[at];
        gone += before[at] > 0 && all[at] <= 0;
        solid += all[at] > 0;
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(gone, 100, 50000);
    CHECK_RANGE(solid, 1000, 250000);
    free((void *)(uintptr_t)before);
    hills_close(with);
    hills_close(kept);
}

int main(void)
{
    RUN(test_small_pieces_go_across_corners);
    RUN(test_large_pieces_stay_whole);
    RUN(test_what_stands_stays);
    RUN(test_boxes_agree_with_filling);
    return CHECK_DONE();
}
