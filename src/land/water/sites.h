// SPDX-License-Identifier: MIT
// The sites of a page and who borders on whom, for the first stage of a level.
#ifndef LOAM_LAND_WATER_SITES_H
#define LOAM_LAND_WATER_SITES_H

#include "land/water/channels.h"

/// Sites and links of a slice's page and what lies around it; those of the page into raw too, which otherwise
/// is cleared of channels.
void loam_land_sites_make(const loam_slice *slice, land_channel_cells *cells, land_raw *raw);

/// Sites in metres, rounded down. (x, z) is the low corner of the page.
void loam_land_sites_metres(int32_t level, int64_t x, int64_t z, const land_raw *raw,
                            int64_t *out_x, int64_t *out_z);

#endif
