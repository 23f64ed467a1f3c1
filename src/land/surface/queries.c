// SPDX-License-Identifier: MIT
#include "land/basis/area.h"
#include "land/land.h"
#include "land/surface/patches.h"

#include <math.h>

// What programs ask a land. A question about one place is one about its page of 1 m samples.

loam_result loam_land_fill(loam_land *land, loam_land_area area, const loam_land_samples *samples)
{
    return loam_land_surface_fill(land->surface, area, samples);
}

float loam_land_step_bound(const loam_land *land, int64_t step)
{
    LOAM_ASSERT(&land->env, step >= 1 && step <= 65536);
    return loam_land_surface_bound(land->surface, step);
}

// The page of a place, held.
static loam_result page_of(loam_land *land, double x, double z, const loam_page **out)
{
    // Also what is no number, or too large for a whole one.
    const double end = (double)LOAM_LAND_END;
    if (!(x >= -end && x <= end && z >= -end && z <= end))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "(%g, %g) is not on the land, which ends %.0f m from 0",
                         x, z, end);
    }
    return loam_land_surface_pin(land->surface, (int64_t)floor(x), (int64_t)floor(z), out);
}

// What one page says of a place.
typedef float (*page_answer)(const loam_page *page, double x, double z);

static loam_result ask_page(loam_land *land, double x, double z, page_answer answer, float *out)
{
    const loam_page *page;
    const loam_result result = page_of(land, x, z, &page);
    if (result == LOAM_OK)
    {
        *out = answer(page, x, z);
        loam_pipeline_release(land->pipeline, page);
    }
    return result;
}

loam_result loam_land_height(loam_land *land, double x, double z, float *height)
{
    return ask_page(land, x, z, loam_land_page_height, height);
}

loam_result loam_land_water(loam_land *land, double x, double z, float *level)
{
    return ask_page(land, x, z, loam_land_page_water, level);
}

loam_result loam_land_river_distance(loam_land *land, double x, double z, float *metres)
{
    return ask_page(land, x, z, loam_land_page_river, metres);
}

loam_result loam_land_biome_at(loam_land *land, double x, double z, int32_t *biome)
{
    float found;
    const loam_result result = ask_page(land, x, z, loam_land_page_biome, &found);
    *biome = result == LOAM_OK ? (int32_t)found : *biome;
    return result;
}

loam_result loam_land_pin(loam_land *land, int64_t x, int64_t z, const loam_land_patch **out)
{
    const loam_page *page = NULL;
    loam_result result = loam_land_check_place(x, z);
    result = result ? result : loam_land_surface_pin(land->surface, x, z, &page);
    *out = result == LOAM_OK ? (const loam_land_patch *)page : NULL;
    return result;
}

void loam_land_unpin(loam_land *land, const loam_land_patch *patch)
{
    loam_pipeline_release(land->pipeline, patch != NULL ? &patch->page : NULL);
}

float loam_land_patch_height(const loam_land_patch *patch, double x, double z)
{
    const double u = x - (double)(patch->page.x * LOAM_SURFACE_SIDE);
    const double v = z - (double)(patch->page.z * LOAM_SURFACE_SIDE);
    LOAM_ASSERT(NULL, u >= 0 && v >= 0 && u <= LOAM_SURFACE_SIDE && v <= LOAM_SURFACE_SIDE);
    return loam_land_page_height(&patch->page, x, z);
}
