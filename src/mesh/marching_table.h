// SPDX-License-Identifier: MIT
// The cases of marching cubes.
#ifndef LOAM_MESH_MARCHING_TABLE_H
#define LOAM_MESH_MARCHING_TABLE_H

#include <stdint.h>

typedef struct loam_marching_case
{
    uint8_t triangles; // 0..5
    uint8_t edges[15]; // three a triangle
} loam_marching_case;

extern const loam_marching_case loam_marching_cases[256];

#endif
