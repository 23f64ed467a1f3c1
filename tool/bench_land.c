// SPDX-License-Identifier: MIT
#include "bench_land.h"

#include "field.h"

#include <stdio.h>
#include <stdlib.h>

// loam bench land: what the surface and maps of a land cost. The yardstick is one evaluation of simplex noise
// by the scalar reference. One thread works. All of it is measured around one place inland, as rugged near
// the origin as at 2^40 m. Pages of the surface lie where nobody was before, on cells that are there already,
// as for somebody who walks. Maps and first pages begin with nothing, each with a land of its own; first pages
// in 20 places around that one, on land or at sea, one after the other.

enum
{
    SIDE = 128,      // samples of a page
    ROW_PAGES = 8,   // (Dubsky 2022 and Karavasilev 2021 count rows of chunks)
    AREA_PAGES = 64, // along the side of the area whose cells are there: 8 km
    FIRST_PLACES = 20,
    FIRST_APART = 65536 + 5000, // m, between them: elsewhere on a page each time
    MAP_SIDE = 1024,
    SEARCH_STEP = 8192, // m, between the places that are looked at
    AROUND = 8,         // of those on each side that must be land too
    MOST_SQUARES = 16,  // of SIDE such places along a side
};

static const float least_height_m = 20, wanted_ruggedness = 0.3f, accepted_strangeness = 0.02f;

static const int64_t map_scales[] = {1, 16, 256, 4096};

// ---- the land -------------------------------------------------------------------------------------

/// Seas are cheaper than land, and plains than mountains: how far a place and its surroundings are from what
/// is wanted.
static float strangeness(const land_bench *context, int32_t column, int32_t row)
{
    float ruggedness = 0;
    for (int32_t k = 0; k < (2 * AROUND + 1) * (2 * AROUND + 1); k++)
    {
        const int32_t i = (row - AROUND + k / (2 * AROUND + 1)) * SIDE + column - AROUND +
                          k % (2 * AROUND + 1);
        if (context->samples[i] < least_height_m)
        {
            return 2;
        }
        ruggedness += context->ruggedness[i] / ((2 * AROUND + 1) * (2 * AROUND + 1));
    }
    const float off = ruggedness - wanted_ruggedness;
    return off < 0 ? -off : off;
}

/// How near a place comes to what is wanted, at best, within 1000 km to the east and north of the given one.
static loam_result search_square(land_bench *context, int64_t x, int64_t z, float *least)
{
    const loam_land_area area = {.x = x, .z = z, .step = SEARCH_STEP, .w = SIDE, .h = SIDE};
    const loam_land_samples samples = {.height = context->samples,
                                       .ruggedness = context->ruggedness};
    const loam_result result = loam_land_fill(context->land, area, &samples);
    for (int32_t row = AROUND; row < SIDE - AROUND && !result; row++)
    {
        for (int32_t column = AROUND; column < SIDE - AROUND; column++)
        {
            const float off = strangeness(context, column, row);
            context->x = off < *least ? x + column * SEARCH_STEP : context->x;
            context->z = off < *least ? z + row * SEARCH_STEP : context->z;
            *least = off < *least ? off : *least;
        }
    }
    return result;
}

/// A place like what is wanted: from the given one eastwards, as far as there is sea.
static loam_result find_land(land_bench *context, int64_t far)
{
    float least = 3;
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < MOST_SQUARES && least > accepted_strangeness && !result; i++)
    {
        result = search_square(context, far + i * SIDE * SEARCH_STEP, far, &least);
    }
    return result || least <= accepted_strangeness
               ? result
               : loam_fail(LOAM_NOT_FOUND, "there is no land within %d km",
                           (int)(MOST_SQUARES * SIDE * (SEARCH_STEP / 1000)));
}

loam_result land_bench_init(bench *run, land_bench *out)
{
    loam_noise_def simplex = loam_default_noise_def();
    simplex.kind = LOAM_NOISE_SIMPLEX;
    simplex.isa = LOAM_ISA_SCALAR;
    *out = (land_bench){.isa = bench_isa(run)};
    return loam_noise_init(&out->simplex, &simplex, 1);
}

loam_result land_bench_create(bench *run, int64_t far, land_bench *out)
{
    loam_land_def def = loam_default_land_def();
    def.env.isa = bench_isa(run);
    def.cache_bytes = (size_t)1 << 29; // the cells of a large region and all that they grew from
    loam_result result = land_bench_init(run, out);
    result = result == LOAM_OK ? loam_land_create(&def, &out->land) : result;
    return result == LOAM_OK ? find_land(out, far) : result;
}

loam_result land_bench_finish(land_bench *context, loam_result result)
{
    loam_land_destroy(context->land);
    return result == LOAM_OK && context->failed ? LOAM_FAILED : result;
}

static void run_simplex(void *user)
{
    land_bench *context = user;
    const loam_noise_area area = {.step = 1, .w = LAND_BENCH_POINTS, .h = 1, .d = 1};
    context->failed |= loam_noise_grid2(&context->simplex, context->samples, area) != LOAM_OK;
}

void land_bench_measure(bench *run, land_bench *context, const bench_work *work)
{
    const bench_work yardstick = {"simplex 2d, scalar", LAND_BENCH_POINTS, run_simplex, context};
    bench_measure(run, work, &yardstick);
}

void land_bench_name(int64_t far, const char *what, char *name, size_t size)
{
    snprintf(name, size, "land %s%s", what, far != 0 ? ", at 2^40 m" : "");
}

// ---- pages ----------------------------------------------------------------------------------------

static void fill_page(land_bench *context, int64_t page)
{
    const loam_land_area area = {.x = context->x + page % AREA_PAGES * SIDE,
                                 .z = context->z + page / AREA_PAGES % AREA_PAGES * SIDE,
                                 .step = 1,
                                 .w = SIDE,
                                 .h = SIDE};
    const loam_land_samples samples = {.height = context->samples};
    context->failed |= loam_land_fill(context->land, area, &samples) != LOAM_OK;
}

static void run_page(void *user)
{
    land_bench *context = user;
    fill_page(context, context->next++);
}

static void run_row(void *user)
{
    land_bench *context = user;
    for (int32_t i = 0; i < ROW_PAGES; i++)
    {
        fill_page(context, context->next++);
    }
}

/// Grows the cells of the area: one sample of the finest graph in each page needs them.
static loam_result warm_area(land_bench *context)
{
    const loam_land_area area = {
        .x = context->x, .z = context->z, .step = LOAM_LAND_FINE_STEP, .w = SIDE, .h = SIDE};
    const int64_t parts = AREA_PAGES / LOAM_LAND_FINE_STEP;
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < parts * parts && result == LOAM_OK; i++)
    {
        loam_land_area part = area;
        part.x += i % parts * SIDE * LOAM_LAND_FINE_STEP;
        part.z += i / parts * SIDE * LOAM_LAND_FINE_STEP;
        result = loam_land_fill(context->land, part,
                                &(loam_land_samples){.height = context->samples});
    }
    return result;
}

static loam_result measure_pages(bench *run, int64_t far)
{
    land_bench context;
    char page[80], row[80];
    land_bench_name(far, "surface page 128x128 at 1 m", page, sizeof page);
    land_bench_name(far, "surface, row of 8 pages", row, sizeof row);
    if (!bench_wants(run, page) && !bench_wants(run, row))
    {
        return LOAM_OK;
    }
    loam_result result = land_bench_create(run, far, &context);
    result = result == LOAM_OK ? warm_area(&context) : result;
    if (result == LOAM_OK)
    {
        land_bench_measure(run, &context, &(bench_work){page, 1, run_page, &context});
        land_bench_measure(run, &context, &(bench_work){row, 1, run_row, &context});
    }
    return land_bench_finish(&context, result);
}

/// The first page of a land in the next of several places: what whoever enters a land waits for.
static void run_first(void *user)
{
    land_bench *context = user;
    loam_land_def def = loam_default_land_def();
    def.env.isa = context->isa;
    const int64_t place = context->next++ % FIRST_PLACES;
    const loam_land_area area = {.x = context->x + (place % 5 - 2) * FIRST_APART,
                                 .z = context->z + (place / 5 - 2) * FIRST_APART,
                                 .step = 1,
                                 .w = SIDE,
                                 .h = SIDE};
    loam_land *land = NULL;
    loam_result result = loam_land_create(&def, &land);
    result = result == LOAM_OK
                 ? loam_land_fill(land, area, &(loam_land_samples){.height = context->samples})
                 : result;
    context->failed |= result != LOAM_OK;
    loam_land_destroy(land);
}

static loam_result measure_first(bench *run, int64_t far)
{
    land_bench context;
    char name[80];
    land_bench_name(far, "first page 128x128 at 1 m, from nothing", name, sizeof name);
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    const loam_result result = land_bench_create(run, far, &context);
    if (result == LOAM_OK)
    {
        const bench_work yardstick = {"simplex 2d, scalar", LAND_BENCH_POINTS, run_simplex,
                                      &context};
        bench_wait(run, &(bench_work){name, 1, run_first, &context}, &yardstick);
    }
    return land_bench_finish(&context, result);
}

// ---- maps -----------------------------------------------------------------------------------------

/// A land, its map, and the end of both.
static void run_map(void *user)
{
    land_bench *context = user;
    loam_land_def def = loam_default_land_def();
    def.env.isa = context->isa;
    const loam_land_map_def map = {
        .x = context->x, .z = context->z, .w = MAP_SIDE, .h = MAP_SIDE, .scale = context->scale};
    loam_land *land = NULL;
    loam_picture picture = {0};
    loam_result result = loam_land_create(&def, &land);
    result = result == LOAM_OK ? loam_land_map_draw(land, &map, &def.env, &picture, NULL) : result;
    context->failed |= result != LOAM_OK;
    loam_picture_destroy(&def.env, &picture);
    loam_land_destroy(land);
}

static loam_result measure_map(bench *run, int64_t far, int64_t scale)
{
    land_bench context;
    char what[64], name[80];
    snprintf(what, sizeof what, "map 1024x1024 from nothing, %lld m a pixel", (long long)scale);
    land_bench_name(far, what, name, sizeof name);
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    const loam_result result = land_bench_create(run, far, &context);
    context.scale = scale;
    if (result == LOAM_OK)
    {
        land_bench_measure(run, &context, &(bench_work){name, 1, run_map, &context});
    }
    return land_bench_finish(&context, result);
}

loam_result bench_land(bench *run)
{
    const int64_t places[] = {0, (int64_t)1 << 40};
    loam_result result = bench_graph(run);
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        result = bench_land_cells(run, places[i]);
        result = result == LOAM_OK ? measure_pages(run, places[i]) : result;
        result = result == LOAM_OK ? measure_first(run, places[i]) : result;
        for (int32_t k = 0; k < 4 && result == LOAM_OK; k++)
        {
            result = measure_map(run, places[i], map_scales[k]);
        }
    }
    return result;
}
