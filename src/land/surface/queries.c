// SPDX-License-Identifier: MIT
#include "land/land.h"

#include <math.h>

// What programs ask a land. A question about one place is one about its page of 1 m samples.

struct loam_land_patch
{
    loam_page page;
};

loam_result loam_land_fill(loam_land *land, loam_land_area area, const loam_land_samples *samples)
{
    return loam_land_surface_fill(land->surface, area, samples);
}

float loam_land_step_bound(const loam_land *land, int64_t step)
{
    return loam_land_surface_bound(land->surface, step);
}

// The page of a place, held.
static loam_result page_of(loam_land *land, double x, double z, const loam_page **out)
{
    const double end = (double)LOAM_LAND_END;
    if (!(x >= -end && x <= end && z >= -end && z <= end))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "(%g, %g) is not on the land, which ends at %g m", x, z,
                         end);
    }
    return loam_land_surface_hold(land->surface, (int64_t)floor(x), (int64_t)floor(z), out);
}

loam_result loam_land_height(loam_land *land, double x, double z, float *height)
{
    const loam_page *page;
    const loam_result result = page_of(land, x, z, &page);
    if (result == LOAM_OK)
    {
        *height = loam_land_page_height(page, x, z);
        loam_pipeline_release(land->pipeline, page);
    }
    return result;
}

loam_result loam_land_water(loam_land *land, double x, double z, float *level)
{
    const loam_page *page;
    const loam_result result = page_of(land, x, z, &page);
    if (result == LOAM_OK)
    {
        *level = loam_land_page_water(page, x, z);
        loam_pipeline_release(land->pipeline, page);
    }
    return result;
}

loam_result loam_land_biome_at(loam_land *land, double x, double z, int32_t *biome)
{
    const loam_page *page;
    const loam_result result = page_of(land, x, z, &page);
    if (result == LOAM_OK)
    {
        *biome = loam_land_page_biome(page, x, z);
        loam_pipeline_release(land->pipeline, page);
    }
    return result;
}

loam_result loam_land_river_distance(loam_land *land, double x, double z, float *metres)
{
    const loam_page *page;
    const loam_result result = page_of(land, x, z, &page);
    if (result == LOAM_OK)
    {
        *metres = loam_land_page_river(page, x, z);
        loam_pipeline_release(land->pipeline, page);
    }
    return result;
}

loam_result loam_land_hold(loam_land *land, int64_t x, int64_t z, const loam_land_patch **out)
{
    const loam_page *page;
    const loam_result result = loam_land_surface_hold(land->surface, x, z, &page);
    *out = result == LOAM_OK ? (const loam_land_patch *)page : NULL;
    return result;
}

void loam_land_release(loam_land *land, const loam_land_patch *patch)
{
    loam_pipeline_release(land->pipeline, patch != NULL ? &patch->page : NULL);
}

float loam_land_patch_height(const loam_land_patch *patch, double x, double z)
{
    return loam_land_page_height(&patch->page, x, z);
}
