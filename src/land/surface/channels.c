// SPDX-License-Identifier: MIT
#include "land/surface/channels.h"

#include <string.h>

// A page begins with the bits of its channels, so that whoever reads it needs nothing else.

enum
{
    HEADER = 64,
};

/// Counts where the next channel lies.
typedef struct cursor
{
    uint8_t *memory; // NULL while only the size is wanted
    size_t used;
} cursor;

static void *take(cursor *at, bool wanted, size_t size)
{
    if (!wanted)
    {
        return NULL;
    }
    void *const here = at->memory != NULL ? at->memory + at->used : NULL;
    at->used += LOAM_ARENA_SIZE(size);
    return here;
}

static land_channel_page lay_out(cursor *at, uint32_t channels)
{
    const size_t all = LAND_PATCH_SAMPLES;
    const bool apron = (channels & LOAM_PAGE_APRON) != 0;
    const bool biomes = (channels & LOAM_PAGE_BIOMES) != 0;
    const bool ground = (channels & LOAM_PAGE_GROUND) != 0;
    const bool ranges = (channels & LOAM_PAGE_RANGES) != 0;
    land_channel_page page = {0};
    page.height = take(at, true, (apron ? LAND_APRON_SAMPLES : all) * sizeof(float));
    page.water = take(at, true, all * sizeof(float));
    page.biome = take(at, true, biomes ? 4 * all : all);
    page.weights = take(at, biomes, 4 * all);
    page.kind = take(at, (channels & LOAM_PAGE_WATER) != 0, all);
    page.normal = take(at, (channels & LOAM_PAGE_NORMAL) != 0, 2 * all * sizeof(int16_t));
    page.snow = take(at, ground, all);
    page.soil = take(at, ground, LAND_SLOW_SAMPLES);
    page.wetness = take(at, ground, LAND_SLOW_SAMPLES);
    page.river = take(at, ranges, LAND_SLOW_SAMPLES * sizeof(int16_t));
    page.coast = take(at, ranges, LAND_SLOW_SAMPLES * sizeof(int16_t));
    page.flow = take(at, (channels & LOAM_PAGE_FLOW) != 0, 2 * (size_t)LAND_SLOW_SAMPLES);
    page.coarser = take(at, (channels & LOAM_PAGE_COARSER) != 0,
                        LAND_COARSE_SAMPLES * sizeof(float));
    return page;
}

size_t loam_land_channels_size(uint32_t channels)
{
    cursor at = {.used = HEADER};
    (void)lay_out(&at, channels);
    return at.used;
}

land_channel_page loam_land_channels_in(uint8_t *memory, uint32_t channels)
{
    cursor at = {.memory = memory, .used = HEADER};
    memcpy(memory, &channels, sizeof channels);
    return lay_out(&at, channels);
}

loam_height_field loam_surface_page_field(const loam_surface_page *page)
{
    LOAM_ASSERT(NULL, page != NULL);
    const bool biomes = (page->channels & LOAM_PAGE_BIOMES) != 0;
    return (loam_height_field){.level = page->level,
                               .step = (float)page->step,
                               .height = (page->channels & LOAM_PAGE_APRON) != 0 ? page->height
                                                                                 : NULL,
                               .height_stride = page->height_stride,
                               .coarser = page->coarser,
                               .coarser_stride = page->coarser_stride,
                               .materials = biomes ? page->biome : NULL,
                               .weights = page->weights};
}

void loam_land_channels_read(const loam_page *page, loam_surface_page *out)
{
    uint32_t channels;
    memcpy(&channels, page->data, sizeof channels);
    cursor at = {.memory = (uint8_t *)(uintptr_t)page->data, .used = HEADER};
    const land_channel_page in = lay_out(&at, channels);
    const bool apron = (channels & LOAM_PAGE_APRON) != 0;
    out->channels = channels;
    out->height_stride = apron ? LAND_APRON_SIDE : LAND_PATCH_SIDE;
    out->height = in.height + (apron ? LAND_APRON_SIDE + 1 : 0);
    out->biome_stride = (channels & LOAM_PAGE_BIOMES) != 0 ? 4 : 1;
    out->water = in.water;
    out->biome = in.biome;
    out->weights = in.weights;
    out->kind = in.kind;
    out->normal = in.normal;
    out->snow = in.snow;
    out->soil = in.soil;
    out->wetness = in.wetness;
    out->river = in.river;
    out->coast = in.coast;
    out->flow = in.flow;
    out->coarser = in.coarser != NULL ? in.coarser + LAND_COARSE_SIDE + 1 : NULL;
    out->coarser_stride = in.coarser != NULL ? LAND_COARSE_SIDE : 0;
}
