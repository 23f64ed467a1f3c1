// SPDX-License-Identifier: MIT
// PNG files of any kind, row by row.
#ifndef LOAM_EXPORT_PNG_H
#define LOAM_EXPORT_PNG_H

#include "loam/base.h"

struct spng_text;

/// Where rows come from, the uppermost first, and what stands beside them.
typedef struct loam_png_rows
{
    void (*fill)(const void *context, int32_t y, void *row);
    const void *context;
    int32_t w, h;
    uint8_t colour_type;
    uint8_t bit_depth;
    size_t row_size;
    struct spng_text *texts;
    uint32_t text_count;
} loam_png_rows;

/// Writes a file that appears whole or not at all.
loam_result loam_png_write_rows(const loam_env *env, const char *path, const loam_png_rows *source);

#endif
