// SPDX-License-Identifier: MIT
// What covers the ground near the viewer: where tufts of grass, flowers, ferns, reeds, fallen leaves and stones stand, by
// what the ground is made of there. All of it follows from hashes of places, so that it is the same from wherever it is
// seen. Knows no OpenGL.
#ifndef LOAM_SCENE_COVER_PLAN_H
#define LOAM_SCENE_COVER_PLAN_H

#include "scene/year.h"

#include <stddef.h>

typedef enum cover_form
{
    COVER_GRASS,
    COVER_FLOWERS,
    COVER_FERN,
    COVER_REEDS,
    COVER_LEAVES, // fallen
    COVER_STONES,
    COVER_FORMS,
} cover_form;

enum
{
    COVER_BLOCK = 8,          // m along a side of what is planned at once
    COVER_BLOCK_SPOTS = 1024, // of one form in a block, at most
    COVER_BANDS = 3,          // of cover_ground.texels
    COVER_ROAD_HALF = 3,      // m from the middle of a road that nothing grows in
};

/// What the ground of a square is, a texel a metre, row by row from the south-western corner.
typedef struct cover_ground
{
    int64_t x, z; // of the corner, m
    int32_t side; // texels along a side
    /// 4 bytes a texel, band behind band. First: square roots of the ground's colour; how warm it is, as
    /// cover_map_fragment.glsl has it. Then the shares of grass, dry grass, litter, tundra. Then of loose stones and soil,
    /// mud, sand; and how much of what grows drops its leaves.
    const uint8_t *texels;
    const float *height; // m, of (side + 1)^2 corners
    const float *above;  // m above water that is near; a large number without
    const uint8_t *sea;  // whether that water is the sea
    const uint8_t *road; // whether it is one
    float reach;         // m up to where anything is drawn
    float humidity;      // 0 .. 1
    year_day day;
    float share; // how much of the year the climate sees
} cover_ground;

/// One of them.
typedef struct cover_spot
{
    float at[3];             // from the square's corner; y above the sea
    float size;              // m up
    float turn;              // radians
    float wide;              // m
    float end;               // m from the viewer, where it is gone
    float phase;             // 0 .. 1: what it has of its own
    uint8_t root[4], tip[4]; // square roots of colours
    int8_t slope[4];         // the ground's normal, 127 is 1
} cover_spot;

/// Plans what a form has in a block, (x, z) being its number on the square. out has room for COVER_BLOCK_SPOTS. Those that
/// are seen from farthest come first. Returns how many there are.
int32_t cover_plan(const cover_ground *ground, cover_form form, int32_t x, int32_t z,
                   cover_spot *out);

#endif
