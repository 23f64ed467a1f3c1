// SPDX-License-Identifier: MIT
// Names of what definitions number, for reading and writing.
#ifndef LOAM_DEFS_NAMES_H
#define LOAM_DEFS_NAMES_H

#include "loam/tiles.h"

// Each gives the name of bit or place number index, NULL after the last.

const char *loam_next_property(const void *unused, int32_t index);
const char *loam_next_layer(const void *unused, int32_t index);
const char *loam_next_motion(const void *unused, int32_t index);
const char *loam_next_place(const void *unused, int32_t index);
const char *loam_next_storey(const void *unused, int32_t index);
const char *loam_next_temperature(const void *unused, int32_t index);
const char *loam_next_humidity(const void *unused, int32_t index);

/// Which of these names the bits of a kind of field; NULL if it has none.
const char *(*loam_names_of_bits(loam_field_kind kind))(const void *, int32_t);

// The same for the materials, biomes, rules, fluids and species that there are, one after another.

const char *loam_next_material(const void *defs, int32_t index);
const char *loam_next_biome(const void *defs, int32_t index);
const char *loam_next_rule(const void *defs, int32_t index);
const char *loam_next_fluid(const void *defs, int32_t index);
const char *loam_next_species(const void *defs, int32_t index);

#endif
