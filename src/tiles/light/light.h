// SPDX-License-Identifier: MIT
// Light's insides. light_units.c turns tiles into units, light_sweep.c sends light through them,
// light_shade.c makes shadows of what arrives, light.c holds it together.
#ifndef LOAM_TILES_LIGHT_H
#define LOAM_TILES_LIGHT_H

#include "loam/tile_light.h"
#include "tiles/light/light_kernels.h"

enum
{
    // A row of units: its emission, and how much light passes it on ways of three lengths (light_sweep.c
    // mixes them for every length between).
    LIGHT_THROUGH = LIGHT_CHANNELS,
    LIGHT_THROUGHS = 3,
    LIGHT_PLANES = LIGHT_CHANNELS + LIGHT_THROUGHS,
    LIGHT_PAD = 16,   // units beside a row that may be read, and written in sums
    LIGHT_SKY = 32,   // tiles between two looks at the sky
    LIGHT_GROUPS = 4, // directions are summed in so many groups, whatever the threads
    LIGHT_RIM = 1,    // units around the view that are lit too, for smoothness
    LIGHT_UNIT = 4,   // tiles along the unit that translucency is said of
};

/// The lengths of the three ways.
extern const float loam_light_lengths[LIGHT_THROUGHS];

/// How much of a unit's own emission it sees: half of a step, as the way of a ray that ends in its middle.
#define LIGHT_SELF 0.5f

/// Units of the world: (x, y) is their lowest, leftmost one.
typedef struct light_area
{
    int64_t x, y;
    int32_t w, h;
} light_area;

/// Units row by row, each row LIGHT_PLANES planes.
typedef struct light_field
{
    float *rows;
    int32_t w, h, pitch;
} light_field;

static inline float *light_plane(const light_field *field, int32_t row, int32_t plane)
{
    return field->rows + ((size_t)row * LIGHT_PLANES + (size_t)plane) * (size_t)field->pitch +
           LIGHT_PAD;
}

/// Sums of what reaches each lit unit, row by row, each row LIGHT_CHANNELS planes.
typedef struct light_sums
{
    float *rows;
    int32_t w, h, pitch;
} light_sums;

static inline float *light_sum(const light_sums *sums, int32_t row, int32_t channel)
{
    return sums->rows + ((size_t)row * LIGHT_CHANNELS + (size_t)channel) * (size_t)sums->pitch +
           LIGHT_PAD;
}

/// Room for the carriers of a channel in a field: one for each line, and a row of rows beside them.
static inline int32_t light_lines(int32_t w, int32_t h)
{
    return w + h + 2 * LIGHT_PAD + LIGHT_LANES;
}

/// What materials give and let through, as numbers that can be added up.
typedef struct light_tables
{
    // Of blocks, then of walls, by material: translucency, 1 << 16 if it is sky, 1 << 24 if it may shine.
    uint32_t sums[2 * LOAM_MAX_MATERIALS];
    uint8_t looks[LOAM_MAX_MATERIALS]
                 [256]; // of what shines: the variant that a variant shines like
    float emission[LOAM_MAX_MATERIALS][LOAM_MAX_VARIANTS][LIGHT_CHANNELS];
    // How much passes a unit whose tiles' translucencies have this sum.
    float through[LIGHT_UNIT * LIGHT_UNIT * 255 + 1][LIGHT_THROUGHS];
} light_tables;

/// A group of directions has its own scratch, in both orientations.
typedef struct light_lane
{
    float *through;  // what passes for the angle at hand, as a field of one plane
    float *carriers; // two rows of all channels
    float *passing;  // a row
    light_sums sums;
} light_lane;

struct loam_tile_light
{
    loam_tile_light_def def;
    loam_env env;
    const loam_light_kernels *kernels;
    light_tables *tables;
    int32_t groups; // of directions, at most LIGHT_GROUPS

    uint8_t *memory; // all that follows, as large as the largest view so far needed
    size_t memory_size;
    light_area area, lit;              // units of the field; those of them that are lit
    light_field field, turned;         // as they are; rows for columns
    light_lane lanes[2][LIGHT_GROUPS]; // for the field, for the turned field
    loam_tile_sky_state *skies;
    float (*sky)[LIGHT_CHANNELS]; // of each column of the field

    // What reached each lit unit, blended with what did before; and what shadows are made
    // of. Row by row.
    float (*light)[LIGHT_CHANNELS], (*before)[LIGHT_CHANNELS];
    loam_shadow *tints;
    size_t room;      // units in each
    light_area shown; // the units that they are of; w is 0 before the first update
};

/// The light of a colour: its channels, brightest 1, times its power.
void loam_light_of_colour(loam_colour colour, float power, float out[LIGHT_CHANNELS]);

/// How much a tile that shines with this alpha emits, relative to the sky of noon.
float loam_light_power(int32_t alpha);

/// Emission is said of LIGHT_UNIT tiles; for other units it is less, so that all look alike.
float loam_light_scale(int32_t unit);

/// Fills the tables with what passes units, which depends on their size alone.
void loam_light_fill_through(light_tables *tables, int32_t unit);

/// Fills light->field from tiles, sky and lamps.
void loam_light_fill_field(loam_tile_light *light, const loam_tile_light_scene *scene);

/// Makes light->turned of light->field.
void loam_light_turn_field(loam_tile_light *light);

/// Sums what reaches the lit units into the sums of all lanes.
void loam_light_sweep(loam_tile_light *light);

/// The shadow that lies over what gets this light.
loam_shadow loam_light_shadow(const float light[LIGHT_CHANNELS]);

/// Light of the lit units from the sums of the lanes, blended with what was there before, as shadows.
void loam_light_finish(loam_tile_light *light);

#endif
