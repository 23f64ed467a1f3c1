// SPDX-License-Identifier: MIT
// Made-up heights for pages of any level and place: the same for whoever asks, and others at every level, as those
// of a land are.
#ifndef LOAM_TESTS_MESH_TOY_LAND_H
#define LOAM_TESTS_MESH_TOY_LAND_H

#include "loam/mesh.h"
#include "loam/random.h"

enum
{
    TOY_SIDE = LOAM_HEIGHT_SIDE,
    TOY_ROW = TOY_SIDE + 3,
    TOY_COARSE_ROW = TOY_SIDE / 2 + 3,
};

/// A page's samples, x and z in pages of its level.
typedef struct toy_page
{
    float height[TOY_ROW * TOY_ROW], coarser[TOY_COARSE_ROW * TOY_COARSE_ROW];
    uint8_t materials[4 * LOAM_HEIGHT_VERTICES], weights[4 * LOAM_HEIGHT_VERTICES];
    loam_height_vertex vertices[LOAM_HEIGHT_VERTICES];
    int32_t level, x, z;
} toy_page;

/// Waves and noise at a place in units of level 0.
static inline float toy_height(int32_t level, int32_t x, int32_t z)
{
    const int32_t wave = x % 200 < 100 ? x % 200 : 200 - x % 200;
    const uint32_t noise[3] = {(uint32_t)level, (uint32_t)x, (uint32_t)z};
    const float rough = (float)(loam_hash_u32(noise, 3, 1) % 1000) * 0.003f;
    return (float)wave * 0.37f - (float)z * 0.11f + rough + (float)level * 0.9f;
}

static inline loam_height_field toy_field(toy_page *page, int32_t level, int32_t x, int32_t z)
{
    const int32_t step = 1 << level, x0 = x * TOY_SIDE * step, z0 = z * TOY_SIDE * step;
    page->level = level;
    page->x = x;
    page->z = z;
    for (int32_t p = 0; p < TOY_ROW * TOY_ROW; p++)
    {
        page->height[p] = toy_height(level, x0 + (p % TOY_ROW - 1) * step,
                                     z0 + (p / TOY_ROW - 1) * step);
    }
    for (int32_t p = 0; p < TOY_COARSE_ROW * TOY_COARSE_ROW; p++)
    {
        page->coarser[p] = toy_height(level + 1, x0 + (p % TOY_COARSE_ROW - 1) * 2 * step,
                                      z0 + (p / TOY_COARSE_ROW - 1) * 2 * step);
    }
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
    {
        page->materials[4 * p] = (uint8_t)(p % 7);
        page->materials[4 * p + 1] = (uint8_t)(p % 5);
        page->weights[4 * p] = (uint8_t)(p % 256);
        page->weights[4 * p + 1] = (uint8_t)(255 - p % 256);
    }
    return (loam_height_field){.level = level,
                               .step = (float)step,
                               .height = page->height + TOY_ROW + 1,
                               .height_stride = TOY_ROW,
                               .coarser = page->coarser + TOY_COARSE_ROW + 1,
                               .coarser_stride = TOY_COARSE_ROW,
                               .materials = page->materials,
                               .weights = page->weights};
}

static inline void toy_make(toy_page *page, int32_t level, int32_t x, int32_t z)
{
    const loam_height_field field = toy_field(page, level, x, z);
    loam_height_vertices(&field, page->vertices, NULL, NULL);
}

#endif
