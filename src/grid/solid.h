// SPDX-License-Identifier: MIT
// Solids of bits, for those who have checked their arguments.
#ifndef LOAM_GRID_INNER_SOLID_H
#define LOAM_GRID_INNER_SOLID_H

#include "bits.h"
#include "loam/grid_solid.h"

/// A solid that a caller gave; name says which, for the message.
loam_result loam_solid_check(const loam_solid *solid, const char *name);

/// The field at z without a check; the solid may be larger than what callers may have.
static inline loam_bits loam_solid_layer_at(const loam_solid *solid, int32_t z)
{
    const size_t words = (size_t)loam_bits_stride(solid->w) * (size_t)solid->h;
    return (loam_bits){solid->words + (size_t)z * words, solid->w, solid->h};
}

#endif
