// SPDX-License-Identifier: MIT
// The land at its largest: continents and seas, shelves, island arcs, mountain ranges along the borders of
// plates.
#ifndef LOAM_LAND_CONTINENTS_H
#define LOAM_LAND_CONTINENTS_H

#include "land/basis/shape.h"
#include "loam/noise.h"

typedef struct land_continents
{
    loam_noise mass, plates, belts, along, peaks, arcs, spots, upland, hills;
    float sea_level; // of mass
    float relief;
} land_continents;

loam_result loam_continents_init(land_continents *continents, const land_world_shape *shape,
                                 uint64_t seed, loam_isa isa);

/// Height (m, below 0 is sea) and ruggedness (0..1) at places, before water has run over them. scratch holds
/// loam_continents_scratch(count) floats.
size_t loam_continents_scratch(size_t count);
loam_result loam_continents_fill(const land_continents *continents, const int64_t *x,
                                 const int64_t *z, size_t count, float *scratch, float *height,
                                 float *ruggedness);

#endif
