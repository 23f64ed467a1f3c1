// SPDX-License-Identifier: MIT
// PNG files of any kind, row by row.
#ifndef LOAM_EXPORT_PNG_H
#define LOAM_EXPORT_PNG_H

#include "loam/base.h"

#include <stdio.h>

struct spng_ctx;
struct spng_plte;
struct spng_text;

/// Where rows come from, the uppermost first, and what stands beside them.
/// loam_png_begin asks for no rows, and needs no fill.
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
    struct spng_plte *palette; // NULL for none
} loam_png_rows;

/// Writes all that stands before the rows. *png takes the rows; spng_ctx_free it, also after a failure.
/// Returns an error of libspng's.
int loam_png_begin(FILE *stream, const loam_png_rows *source, struct spng_ctx **png);

/// Writes a file that appears whole or not at all.
loam_result loam_png_write_rows(const loam_env *env, const char *path, const loam_png_rows *source);

#endif
