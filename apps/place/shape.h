// SPDX-License-Identifier: MIT
// The shape of a land as a file: {"continent_km": 1800, "sea": 0.6, "relief": 1, "temperature": 0, "rain": 1,
// "bands_km": 5000, "biomes": {"hills": {"amplitude": 12, "scale": 400}}}. What it does not say is as usual.
#ifndef LOAM_PLACE_SHAPE_H
#define LOAM_PLACE_SHAPE_H

#include "loam/land.h"

/// A knob of a shape, or of a biome of one.
typedef struct shape_knob
{
    const char *name;  // in files
    const char *label; // for people
    float low, high, step;
    bool whole; // whole numbers only
} shape_knob;

enum
{
    SHAPE_KNOBS = 6,
    SHAPE_BIOME_KNOBS = 7,
};

extern const shape_knob shape_knobs[SHAPE_KNOBS];
float shape_get(const loam_land_shape *shape, int32_t knob);
void shape_set(loam_land_shape *shape, int32_t knob, float value);

/// Of each built-in biome.
extern const shape_knob shape_biome_knobs[SHAPE_BIOME_KNOBS];
float shape_biome_get(const loam_land_shape *shape, int32_t biome, int32_t knob);
void shape_biome_set(loam_land_shape *shape, int32_t biome, int32_t knob, float value);

bool shape_is_same(const loam_land_shape *a, const loam_land_shape *b);

/// LOAM_BAD_ARGUMENT with the path of what is wrong and what is accepted; *out is as it was then.
loam_result shape_read(const char *path, loam_land_shape *out);

/// Of biomes, the numbers that are not as usual.
loam_result shape_write(const char *path, const loam_land_shape *shape);

#endif
