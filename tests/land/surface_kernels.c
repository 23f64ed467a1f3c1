// SPDX-License-Identifier: MIT
// The kernels of crests, gullies and banks: every instruction set gives the bits of the reference.
#include "land/surface/crests.h"
#include "land/surface/rivers.h"

#include "check.h"
#include "loam/land.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

enum
{
    TILES = 200,
    PIECES = 24,
    POINTS = LAND_GULLY_SQUARE,
    LAND_SIDE = 64,
    RIVERS = 7, // more than keep sides
    FINEST = LOAM_LAND_LEVELS - 1,
};

static const land_ground_kernels *const reference = &loam_land_ground_kernels_scalar;

static float between(uint64_t seed, uint64_t index, float low, float high)
{
    return low + (high - low) * loam_random_float(seed, index);
}

// ---- crests ---------------------------------------------------------------------------------------------

static land_crest_shape make_shape(float shown)
{
    const land_bank_figures banks = loam_land_bank_figures_of(1);
    return (land_crest_shape){.finer = loam_land_figures(2),
                              .shown = shown,
                              .metres = banks.metres,
                              .reach = 0.9f * banks.cell};
}

// Pieces within two cells around the origin.
static void make_pieces(const land_crest_shape *shape, uint64_t seed, land_channel_piece *pieces)
{
    const float far = 2.2f * shape->reach / shape->metres;
    for (uint64_t k = 0; k < PIECES; k++)
    {
        const uint64_t own = loam_random_u64(seed, 1000 + k);
        const float dx = between(own, 2, -300, 300), dz = between(own, 3, -300, 300);
        const float square = k % 8 == 0 ? 0 : dx * dx + dz * dz; // some have no length
        pieces[k] = (land_channel_piece){.x = (int32_t)between(own, 0, -far, far),
                                         .z = (int32_t)between(own, 1, -far, far),
                                         .along_x = k % 8 == 0 ? 0 : dx,
                                         .along_z = k % 8 == 0 ? 0 : dz,
                                         .length = sqrtf(square),
                                         .inverse = square > 0 ? 1 / square : 0,
                                         .water = between(own, 4, 0, 900),
                                         .fall = between(own, 5, 0, 40)};
    }
}

// Samples of a mountain side, or of a coast: some of them lie in the sea.
static void make_tile(const land_crest_shape *shape, uint64_t seed, land_crest_tile *tile)
{
    const float spacing = between(seed, 0, 40, 500) / shape->metres;
    for (int32_t k = 0; k < LAND_CREST_SAMPLES; k++)
    {
        const uint64_t own = loam_random_u64(seed, 100 + (uint64_t)k);
        tile->x[k] = (int32_t)(spacing * (float)(k % LAND_CREST_TILE));
        tile->z[k] = (int32_t)(spacing * (float)(k / LAND_CREST_TILE));
        tile->rough[k] = between(own, 0, 0, 1);
        tile->bold[k] = between(own, 5, 0.2f, 1.7f);
        tile->smooth[k] = seed % 2 == 0 ? between(own, 1, 0, 2000) : between(own, 1, -20, 40);
        tile->slope[k] = between(own, 2, 0, 0.5f);
        tile->base[k] = tile->smooth[k] + between(own, 3, -50, 300);
        tile->side[k] = between(own, 4, 0.02f, 0.6f);
        tile->square[k] = tile->high[k] = LAND_UNBOUND;
        tile->low[k] = -LAND_UNBOUND;
        tile->sum[k] = tile->weight[k] = 0;
    }
}

static void raise(const land_ground_kernels *kernels, uint64_t seed, land_crest_tile *tile)
{
    const land_crest_shape shape = make_shape(between(seed, 7, 0, 1));
    land_channel_piece pieces[PIECES];
    make_pieces(&shape, seed, pieces);
    make_tile(&shape, seed, tile);
    kernels->ask_pieces(&shape, pieces, PIECES, tile);
    kernels->settle(&shape, tile);
}

static void check_crests(const land_ground_kernels *kernels)
{
    static land_crest_tile expected, found;
    int32_t reached = 0;
    for (uint64_t seed = 0; seed < TILES; seed++)
    {
        raise(reference, seed, &expected);
        raise(kernels, seed, &found);
        CHECK(memcmp(&expected, &found, sizeof found) == 0);
        for (int32_t k = 0; k < LAND_CREST_SAMPLES; k++)
        {
            reached += expected.square[k] < LAND_UNBOUND ? 1 : 0;
        }
    }
    CHECK_RANGE(reached, TILES * LAND_CREST_SAMPLES / 4, TILES * LAND_CREST_SAMPLES - 1);
}

// Whether pieces are asked at once or one by one is the same, and those beyond the reach say nothing.
static void check_parts(const land_ground_kernels *kernels)
{
    static land_crest_tile whole, parts;
    const land_crest_shape shape = make_shape(1);
    land_channel_piece pieces[PIECES];
    make_pieces(&shape, 5, pieces);
    make_tile(&shape, 5, &whole);
    parts = whole;
    kernels->ask_pieces(&shape, pieces, PIECES, &whole);
    const int32_t away = (int32_t)(20 * shape.reach / shape.metres);
    for (int32_t k = 0; k < PIECES; k++)
    {
        land_channel_piece far = pieces[k];
        far.x += k % 2 == 0 ? away : -away;
        kernels->ask_pieces(&shape, &far, 1, &parts);
        kernels->ask_pieces(&shape, &pieces[k], 1, &parts);
    }
    CHECK(memcmp(&whole, &parts, sizeof parts) == 0);
}

// ---- gullies --------------------------------------------------------------------------------------------

typedef struct run_points
{
    float height[POINTS], east[POINTS], north[POINTS], strength[POINTS];
} run_points;

static void make_points(uint64_t seed, run_points *out)
{
    for (int32_t i = 0; i < POINTS; i++)
    {
        const uint64_t own = loam_random_u64(seed, (uint64_t)i);
        out->height[i] = between(own, 0, -10, 10);
        out->east[i] = between(own, 1, -0.4f, 0.4f);
        out->north[i] = between(own, 2, -0.4f, 0.4f);
        out->strength[i] = between(own, 3, 0, 1);
    }
}

// Adds an octave to `count` points from `first` on.
static void add(const land_ground_kernels *kernels, uint64_t seed, int32_t first, int32_t count,
                run_points *out)
{
    land_octave_wave octave = {.square = POINTS, .waves = 2, .height = 12, .tilt = 0.8f};
    for (int32_t i = 0; i < POINTS; i++)
    {
        const float t = (float)i / (float)POINTS;
        octave.shares[i] = t * t * (3 - 2 * t);
    }
    float corners[8];
    for (uint64_t k = 0; k < 8; k++)
    {
        corners[k] = between(seed, 50 + k, -0.7f, 0.7f);
    }
    const land_wave_square square = {.low_left = {corners[0], corners[1]},
                                     .low_right = {corners[2], corners[3]},
                                     .high_left = {corners[4], corners[5]},
                                     .high_right = {corners[6], corners[7]},
                                     .v = (float)(seed % POINTS),
                                     .high = octave.shares[seed % POINTS]};
    kernels->add_run(&octave, &square, first, count,
                     (land_wave_field){out->height + first, out->east + first, out->north + first,
                                       out->strength + first});
}

// Runs of every length, from every place: points beside them stay as they are.
static void check_gullies(const land_ground_kernels *kernels)
{
    run_points before, whole, found;
    for (uint64_t seed = 0; seed < 40; seed++)
    {
        make_points(seed, &before);
        whole = before;
        add(reference, seed, 0, POINTS, &whole);
        for (int32_t first = 0; first < POINTS; first++)
        {
            const int32_t count = 1 + (int32_t)(seed * 7 + 5 * (uint64_t)first) % (POINTS - first);
            run_points expected = before;
            memcpy(expected.height + first, whole.height + first, (size_t)count * sizeof(float));
            memcpy(expected.east + first, whole.east + first, (size_t)count * sizeof(float));
            memcpy(expected.north + first, whole.north + first, (size_t)count * sizeof(float));
            found = before;
            add(kernels, seed, first, count, &found);
            CHECK(memcmp(&expected, &found, sizeof found) == 0);
        }
    }
}

// ---- banks ----------------------------------------------------------------------------------------------

// A river that winds through the places around the origin: brooks, and some that are wider than a tile.
static void make_river(const land_bank_figures *figures, uint64_t seed, land_river_curve *out)
{
    const float widest = between(seed, 0, 0, 1), half = 0.5f + 100 * widest * widest;
    *out = (land_river_curve){.half = half, .grade = between(seed, 1, 0, 0.02f)};
    out->x[0] = (int32_t)between(seed, 2, -1500, 500);
    out->z[0] = (int32_t)between(seed, 3, -1500, 1500);
    out->lift = between(seed, 4, 0, 2);
    out->low_x = out->high_x = out->x[0];
    out->low_z = out->high_z = out->z[0];
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        const uint64_t own = loam_random_u64(seed, 100 + (uint64_t)i);
        const int32_t x = out->x[i + 1] = out->x[i] + (int32_t)between(own, 0, -50, 200);
        const int32_t z = out->z[i + 1] = out->z[i] + (int32_t)between(own, 1, -200, 200);
        const float dx = (float)(x - out->x[i]) * figures->metres;
        const float dz = (float)(z - out->z[i]) * figures->metres;
        const float square = dx * dx + dz * dz;
        out->along_x[i] = dx;
        out->along_z[i] = dz;
        out->inverse[i] = square > 0 ? 1 / square : 0;
        out->pieces[i] = (land_river_piece){.level = 50 - (float)i,
                                            .fall = 1,
                                            .half = 0.5f * half,
                                            .widening = 0.5f * half,
                                            .flow = 100 * half};
        out->low_x = x < out->low_x ? x : out->low_x;
        out->low_z = z < out->low_z ? z : out->low_z;
        out->high_x = x > out->high_x ? x : out->high_x;
        out->high_z = z > out->high_z ? z : out->high_z;
    }
}

// Samples at 1, 2, 4 or 8 m, of which some tiles are full.
static void make_bank_tile(const land_bank_figures *figures, uint64_t seed, int64_t step,
                           land_bank_tile *tile)
{
    const int32_t most = (int32_t)between(seed, 0, 1, 2 * LAND_BANK_SAMPLES);
    loam_land_bank_tile_init(tile, seed);
    for (int32_t k = 0; k < LAND_BANK_SAMPLES && k < most; k++)
    {
        const uint64_t own = loam_random_u64(seed, 100 + (uint64_t)k);
        const int64_t x = k % 8 * step, z = k / 8 * step;
        loam_land_bank_tile_add(tile,
                                &(land_bank_sample){.at_x = x,
                                                    .at_z = z,
                                                    .x = (int32_t)((float)x / figures->metres),
                                                    .z = (int32_t)((float)z / figures->metres),
                                                    .smooth = between(own, 0, 20, 120),
                                                    .side = between(own, 1, 0.02f, 0.6f),
                                                    .tide = between(own, 2, 0.5f, 1)});
    }
    loam_land_bank_tile_close(tile);
}

// Asks rivers and a lake about a tile, and finds its ground.
static void bound(const land_ground_kernels *kernels, uint64_t seed, land_bank_tile *tile,
                  float ground[LAND_BANK_SAMPLES])
{
    const int64_t step = (int64_t)1 << seed % 4;
    land_bank_figures figures = loam_land_bank_figures_of(FINEST);
    figures.water_range_m = between(seed, 1, 0, 200);
    make_bank_tile(&figures, seed, step, tile);
    for (uint64_t i = 0; i < RIVERS; i++)
    {
        land_river_curve curve;
        make_river(&figures, loam_random_u64(seed, 50 + i), &curve);
        const land_river_part whole = loam_land_river_whole(&curve);
        kernels->ask_river(&whole, &figures, (float)step, tile);
    }
    kernels->round_corners(tile);
    land_lake_places lake = {.radius = between(seed, 2, 0, 40), .water = between(seed, 3, 30, 60)};
    for (int32_t k = 0; k < LAND_BANK_SAMPLES; k++)
    {
        lake.out[k] = (float)(k % 8 + k / 8) - between(seed, 4, -50, 20);
        ground[k] = tile->smooth[k < tile->count ? k : 0] + between(seed, 5 + (uint64_t)k, -9, 9);
    }
    if (seed % 3 == 0)
    {
        kernels->ask_lake(&lake, &figures, (float)step, tile);
    }
    kernels->find_ground(&figures, tile, ground);
}

static void check_row(const float *expected, const float *found, int32_t count)
{
    CHECK(memcmp(expected, found, (size_t)count * sizeof *found) == 0);
}

static void check_banks(const land_ground_kernels *kernels)
{
    static land_bank_tile expected, found;
    int32_t wet = 0, beside = 0, cornered = 0;
    for (uint64_t seed = 0; seed < TILES; seed++)
    {
        float ground[LAND_BANK_SAMPLES], same[LAND_BANK_SAMPLES];
        bound(reference, seed, &expected, ground);
        bound(kernels, seed, &found, same);
        check_row(ground, same, expected.count);
        check_row(expected.water, found.water, expected.count);
        check_row(expected.distance, found.distance, expected.count);
        check_row(expected.flow, found.flow, expected.count);
        check_row(expected.bed, found.bed, expected.count);
        check_row(expected.low, found.low, expected.count);
        CHECK_INT(expected.waved, found.waved);
        for (int32_t k = 0; k < expected.count; k++)
        {
            CHECK_INT(expected.side_count[k], found.side_count[k]);
            wet += expected.bed[k] < LAND_UNBOUND ? 1 : 0;
            beside += expected.low[k] > -LAND_UNBOUND ? 1 : 0;
            cornered += expected.side_count[k] > 1 ? 1 : 0;
        }
    }
    const int32_t few = TILES * LAND_BANK_SAMPLES / 50;
    CHECK(wet > few && beside > few && cornered > few);
}

// Only how far rivers are: the same as when all is asked, where that is near enough to be told.
static void check_distances(const land_ground_kernels *kernels)
{
    static land_bank_tile all, distances;
    land_bank_figures figures = loam_land_bank_figures_of(FINEST);
    figures.water_range_m = LAND_RIVER_FAR;
    figures.ragged = 0; // whose banks lie beside the boxes that curves are left out by
    for (uint64_t seed = 0; seed < TILES; seed++)
    {
        make_bank_tile(&figures, seed, 8, &all);
        distances = all;
        for (uint64_t i = 0; i < RIVERS; i++)
        {
            land_river_curve curve;
            make_river(&figures, loam_random_u64(seed, 50 + i), &curve);
            const land_river_part whole = loam_land_river_whole(&curve);
            kernels->ask_river(&whole, &figures, 8, &all);
            kernels->near_river(&whole, &figures, &distances);
        }
        check_row(all.distance, distances.distance, all.count);
    }
}

static void test_every_set_gives_the_bits_of_the_reference(void)
{
    for (int32_t isa = LOAM_ISA_AUTO; isa < LOAM_ISA_COUNT; isa++)
    {
        if (loam_isa_available((loam_isa)isa))
        {
            const land_ground_kernels *kernels = loam_land_ground_kernels_of((loam_isa)isa);
            CHECK((kernels == reference) ==
                  ((loam_isa)isa == LOAM_ISA_SCALAR || loam_isa_best() == LOAM_ISA_SCALAR));
            check_crests(kernels);
            check_parts(kernels);
            check_gullies(kernels);
            check_banks(kernels);
            check_distances(kernels);
        }
    }
}

// ---- a land ---------------------------------------------------------------------------------------------

static void fill(loam_isa isa, loam_land_area area, float *heights)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 1;
    def.env.isa = isa;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = heights}));
    loam_land_destroy(land);
}

// High mountains with crests from both coarser graphs.
static void test_a_land_has_the_heights_of_the_reference(void)
{
    static float expected[LAND_SIDE * LAND_SIDE], found[LAND_SIDE * LAND_SIDE];
    const loam_land_area areas[] = {{-1155000, -524000, 128, LAND_SIDE, LAND_SIDE},
                                    {-1155000, -524000, 2048, LAND_SIDE, LAND_SIDE}};
    for (int32_t a = 0; a < 2; a++)
    {
        fill(LOAM_ISA_SCALAR, areas[a], expected);
        fill(LOAM_ISA_AUTO, areas[a], found);
        CHECK(memcmp(expected, found, sizeof found) == 0);
    }
}

int main(void)
{
    RUN(test_every_set_gives_the_bits_of_the_reference);
    RUN(test_a_land_has_the_heights_of_the_reference);
    return CHECK_DONE();
}
