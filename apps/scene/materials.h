// SPDX-License-Identifier: MIT
// What the ground is made of: textures of grass, rock, sand, ... from noise, with normals. Knows no OpenGL.
#ifndef LOAM_SCENE_MATERIALS_H
#define LOAM_SCENE_MATERIALS_H

#include "loam/base.h"

/// In the order of the shaders. The first eight are grounds (grounds.h).
typedef enum material
{
    MATERIAL_GRASS,
    MATERIAL_DRY_GRASS,
    MATERIAL_LITTER, // the floor of forests
    MATERIAL_TUNDRA,
    MATERIAL_SAND,
    MATERIAL_RED_ROCK,
    MATERIAL_MUD,
    MATERIAL_SNOW,
    MATERIAL_GREY_ROCK,
    MATERIAL_GRAVEL,
    MATERIAL_SOIL,
    MATERIAL_ICE,
    MATERIAL_CANOPY, // forests from afar
    MATERIAL_BROWN_ROCK,
    MATERIALS,
} material;

/// Metres that a texture covers before it repeats.
float material_tile(material of);

/// Fills side x side texels of 4 bytes each, side a power of two. colour: square roots of red, green and
/// blue light, and the height. bump: normal to u and to v (128 is 0), roughness, the height.
void material_fill(material of, int32_t side, uint8_t *colour, uint8_t *bump);

/// One texel for all of it: what is between its colours, without a bump.
void material_mean(material of, uint8_t colour[4], uint8_t bump[4]);

/// side x side texels of four noises that repeat, 0 .. 255 with a mean of about 128.
void material_noise(int32_t side, uint8_t *texels);

/// side^3 texels for clouds: puffs, 0 .. 255.
void material_clouds(int32_t side, uint8_t *texels);

#endif
