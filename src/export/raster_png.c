// SPDX-License-Identifier: MIT
#include "export/png.h"
#include "export/raster.h"

#include <errno.h>
#include <spng.h>

// Maps as PNG files, through libspng.

static loam_result failed(loam_raster *raster, int error)
{
    raster->file.error = errno;
    return error == SPNG_EMEM
               ? loam_fail(LOAM_OUT_OF_MEMORY, "%s: %s", raster->path, spng_strerror(error))
               : loam_raster_failure(raster, spng_strerror(error));
}

static void fill_palette(const loam_raster_def *def, struct spng_plte *palette)
{
    *palette = (struct spng_plte){.n_entries = (uint32_t)def->palette_count};
    for (int32_t i = 0; i < def->palette_count; i++)
    {
        const uint32_t colour = def->palette[i];
        palette->entries[i] = (struct spng_plte_entry){.red = (uint8_t)(colour >> 16),
                                                       .green = (uint8_t)(colour >> 8),
                                                       .blue = (uint8_t)colour};
    }
}

static uint8_t colour_type(loam_raster_format format)
{
    return format == LOAM_RASTER_RGB8     ? SPNG_COLOR_TYPE_TRUECOLOR
           : format == LOAM_RASTER_RGBA8  ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
           : format == LOAM_RASTER_INDEX8 ? SPNG_COLOR_TYPE_INDEXED
                                          : SPNG_COLOR_TYPE_GRAYSCALE;
}

static loam_result begin_png(loam_raster *raster)
{
    const loam_raster_def *def = &raster->def;
    struct spng_plte palette;
    const bool indexed = def->format == LOAM_RASTER_INDEX8;
    if (indexed)
    {
        fill_palette(def, &palette);
    }
    const loam_png_rows source = {.w = def->w,
                                  .h = def->h,
                                  .colour_type = colour_type(def->format),
                                  .bit_depth = def->format == LOAM_RASTER_PNG16 ? 16 : 8,
                                  .palette = indexed ? &palette : NULL};
    errno = 0;
    const int error = loam_png_begin(raster->file.stream, &source, &raster->png);
    return error == 0 ? LOAM_OK : failed(raster, error);
}

static size_t row_size(const loam_raster_def *def)
{
    const size_t pixel = def->format == LOAM_RASTER_RGB8    ? 3
                         : def->format == LOAM_RASTER_RGBA8 ? 4
                         : def->format == LOAM_RASTER_PNG16 ? 2
                                                            : 1;
    return (size_t)def->w * pixel;
}

static loam_result write_row(loam_raster *raster, const void *row)
{
    const loam_raster_def *def = &raster->def;
    if (def->format == LOAM_RASTER_PNG16)
    {
        const float *values = row;
        uint16_t *levels = raster->scratch; // libspng puts the bytes in order
        for (int32_t x = 0; x < def->w; x++)
        {
            levels[x] = loam_raster_level(def, values[x]);
        }
        row = levels;
    }
    errno = 0;
    const int error = spng_encode_row(raster->png, row, row_size(def));
    return error == 0 || error == SPNG_EOI ? LOAM_OK : failed(raster, error);
}

static loam_result end_png(loam_raster *raster)
{
    (void)raster; // the last row has brought the end
    return LOAM_OK;
}

static void close_png(loam_raster *raster)
{
    spng_ctx_free(raster->png);
    raster->png = NULL;
}

const raster_kind loam_raster_png = {begin_png, write_row, end_png, close_png};
