// SPDX-License-Identifier: MIT
// A map on its way into a file, and the ways to write one.
#ifndef LOAM_EXPORT_RASTER_H
#define LOAM_EXPORT_RASTER_H

#include "export/file.h"
#include "loam/export.h"

struct spng_ctx;
struct loam_exr;

/// How a family of formats is written. Each returns what went wrong; errno is then in file.error, if the
/// stream failed.
typedef struct raster_kind
{
    loam_result (*begin)(loam_raster *raster);
    loam_result (*row)(loam_raster *raster, const void *row);
    loam_result (*end)(loam_raster *raster); // all rows are there
    void (*close)(loam_raster *raster);      // frees what begin made, also if that failed
} raster_kind;

struct loam_raster
{
    loam_raster_def def;
    const raster_kind *kind;
    loam_file file;
    char path[LOAM_MAX_PATH];
    int32_t rows;  // handed over so far
    void *scratch; // one row as it is in the file; 16 for OpenEXR
    size_t scratch_size;
    struct spng_ctx *png;
    struct loam_exr *exr;
};

extern const raster_kind loam_raster_png, loam_raster_raw, loam_raster_exr;

/// A height as 16 bits.
uint16_t loam_raster_level(const loam_raster_def *def, float value);

/// A failed write, with errno, or whatever else libraries say.
loam_result loam_raster_failure(loam_raster *raster, const char *what);

#endif
