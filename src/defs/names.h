// SPDX-License-Identifier: MIT
// Names of what definitions number, for reading and writing.
#ifndef LOAM_DEFS_NAMES_H
#define LOAM_DEFS_NAMES_H

#include <stdint.h>

// Each gives the name of bit or place number index, NULL after the last.

const char *loam_next_property(const void *unused, int32_t index);
const char *loam_next_layer(const void *unused, int32_t index);
const char *loam_next_temperature(const void *unused, int32_t index);
const char *loam_next_humidity(const void *unused, int32_t index);

// The same for the materials and biomes that there are, one after another.

const char *loam_next_material(const void *defs, int32_t index);
const char *loam_next_biome(const void *defs, int32_t index);

#endif
