// SPDX-License-Identifier: MIT
#include "land/basis/area.h"

static bool is_beyond(int64_t place)
{
    return place < -LOAM_LAND_END || place > LOAM_LAND_END;
}

loam_result loam_land_check_place(int64_t x, int64_t z)
{
    return is_beyond(x) || is_beyond(z)
               ? loam_fail(LOAM_BAD_ARGUMENT,
                           "(%lld, %lld) is not on the land, which ends %lld m from 0",
                           (long long)x, (long long)z, (long long)LOAM_LAND_END)
               : LOAM_OK;
}

loam_result loam_land_check_area(const loam_land_area *area)
{
    if (area->step < 1 || area->step > 65536)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the step of an area is %lld m; must be 1 to 65536",
                         (long long)area->step);
    }
    if (area->w < 1 || area->h < 1 || area->w > 65536 || area->h > 65536 ||
        (int64_t)area->w * area->h > (int64_t)1 << 28)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "an area is %d x %d samples; must be 1 to 65536 each and 2^28 together",
                         area->w, area->h);
    }
    const loam_result result = loam_land_check_place(area->x, area->z);
    return result ? result
                  : loam_land_check_place(area->x + (area->w - 1) * area->step,
                                          area->z + (area->h - 1) * area->step);
}
