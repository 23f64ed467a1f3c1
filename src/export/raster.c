// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for fseeko

#include "export/raster.h"

#include "loam/picture.h"

#include <errno.h>
#include <math.h>
#include <string.h>

// Maps row by row: what all formats have in common, and bare numbers.

typedef struct format_facts
{
    const raster_kind *kind;
    int32_t file_bytes; // a pixel, in scratch
    int32_t scratch_rows;
} format_facts;

enum
{
    EXR_ROWS = 16 // what its compression takes at a time
};

static const format_facts formats[LOAM_RASTER_FORMAT_COUNT] = {
    [LOAM_RASTER_PNG16] = {&loam_raster_png, 2, 1},
    [LOAM_RASTER_RAW16] = {&loam_raster_raw, 2, 1},
    [LOAM_RASTER_R32] = {&loam_raster_raw, 4, 1},
    [LOAM_RASTER_EXR] = {&loam_raster_exr, 4, EXR_ROWS},
    [LOAM_RASTER_GREY8] = {&loam_raster_png, 1, 1},
    [LOAM_RASTER_RGB8] = {&loam_raster_png, 3, 1},
    [LOAM_RASTER_RGBA8] = {&loam_raster_png, 4, 1},
    [LOAM_RASTER_INDEX8] = {&loam_raster_png, 1, 1},
};

uint16_t loam_raster_level(const loam_raster_def *def, float value)
{
    const double at = ((double)value - def->low) / (def->high - def->low) * 65535;
    return at >= 65535 ? 65535 : at > 0 ? (uint16_t)(at + 0.5) : 0;
}

loam_result loam_raster_failure(loam_raster *raster, const char *what)
{
    if (ferror(raster->file.stream))
    {
        const int error = raster->file.error != 0 ? raster->file.error : EIO;
        return loam_fail(LOAM_IO, "%s: could not be written: %s", raster->path, strerror(error));
    }
    return loam_fail(LOAM_IO, "%s: could not be written: %s", raster->path, what);
}

// ---- bare numbers -----------------------------------------------------------------------------------

static void put_bytes(uint8_t *out, uint32_t value, int32_t count, bool big_endian)
{
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t shift = 8 * (big_endian ? count - 1 - i : i);
        out[i] = (uint8_t)(value >> shift);
    }
}

static void pack_row(const loam_raster *raster, const float *row)
{
    const loam_raster_def *def = &raster->def;
    uint8_t *out = raster->scratch;
    for (int32_t x = 0; x < def->w; x++)
    {
        uint32_t bits;
        memcpy(&bits, &row[x], sizeof bits);
        if (def->format == LOAM_RASTER_RAW16)
        {
            put_bytes(out + 2 * (size_t)x, loam_raster_level(def, row[x]), 2, def->big_endian);
        }
        else
        {
            put_bytes(out + 4 * (size_t)x, bits, 4, def->big_endian);
        }
    }
}

static loam_result nothing_to_begin(loam_raster *raster)
{
    (void)raster;
    return LOAM_OK;
}

static loam_result write_raw(loam_raster *raster, const void *row)
{
    pack_row(raster, row);
    FILE *stream = raster->file.stream;
    errno = 0;
    const int64_t place = (int64_t)(raster->def.h - 1 - raster->rows) *
                          (int64_t)raster->scratch_size;
    const bool placed = !raster->def.upside_down || fseeko(stream, (off_t)place, SEEK_SET) == 0;
    if (!placed || fwrite(raster->scratch, 1, raster->scratch_size, stream) != raster->scratch_size)
    {
        raster->file.error = errno;
        return loam_raster_failure(raster, strerror(errno));
    }
    return LOAM_OK;
}

static void nothing_to_close(loam_raster *raster)
{
    (void)raster;
}

const raster_kind loam_raster_raw = {nothing_to_begin, write_raw, nothing_to_begin,
                                     nothing_to_close};

// ---- all of them ------------------------------------------------------------------------------------

static loam_result check_numbers(const loam_raster_def *def)
{
    if (def->w < 1 || def->h < 1 || def->w > LOAM_MAX_PICTURE_SIDE ||
        def->h > LOAM_MAX_PICTURE_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: a map of %d x %d pixels; sides must be 1 to %d",
                         def->path, (int)def->w, (int)def->h, LOAM_MAX_PICTURE_SIDE);
    }
    const bool scaled = def->format == LOAM_RASTER_PNG16 || def->format == LOAM_RASTER_RAW16;
    if (scaled && !(def->low < def->high && isfinite(def->low) && isfinite(def->high)))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: heights from %g to %g; the lower one must be first", def->path,
                         def->low, def->high);
    }
    const bool indexed = def->format == LOAM_RASTER_INDEX8;
    if (indexed && (def->palette_count < 1 || def->palette_count > 256))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: a palette of %d colours; must be 1 to 256",
                         def->path, (int)def->palette_count);
    }
    return LOAM_OK;
}

static loam_result check_def(const loam_raster_def *def)
{
    const loam_result named = loam_file_check_name(def->path);
    if (named != LOAM_OK)
    {
        return named;
    }
    if (!loam_raster_supports(def->format))
    {
        return loam_fail(LOAM_UNSUPPORTED, "%s: this build of Loam has no OpenEXR, and writes none",
                         def->path);
    }
    return check_numbers(def);
}

static void destroy(loam_raster *raster)
{
    const loam_env env = raster->def.env;
    loam_free(&env, raster->scratch, raster->scratch_size);
    loam_free(&env, raster, sizeof *raster);
}

/// The file is open; takes back all of it if the format cannot begin.
static loam_result begin(loam_raster *raster)
{
    const loam_result result = raster->kind->begin(raster);
    if (result != LOAM_OK)
    {
        loam_raster_abandon(raster);
    }
    return result;
}

loam_result loam_raster_create(const loam_raster_def *def, loam_raster **out)
{
    LOAM_ASSERT(&def->env, out != NULL && (uint32_t)def->format < LOAM_RASTER_FORMAT_COUNT);
    LOAM_ASSERT(&def->env, def->format != LOAM_RASTER_INDEX8 || def->palette != NULL);
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_raster *raster = loam_alloc(&def->env, sizeof *raster);
    if (raster == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const format_facts *facts = &formats[def->format];
    *raster = (loam_raster){.def = *def, .kind = facts->kind};
    memcpy(raster->path, def->path, strlen(def->path) + 1);
    raster->scratch_size = (size_t)def->w * (size_t)(facts->file_bytes * facts->scratch_rows);
    raster->scratch = loam_alloc(&def->env, raster->scratch_size);
    result = raster->scratch != NULL ? loam_file_begin(&raster->file, raster->path)
                                     : LOAM_OUT_OF_MEMORY;
    if (result != LOAM_OK)
    {
        destroy(raster);
        return result;
    }
    result = begin(raster);
    *out = result == LOAM_OK ? raster : NULL;
    return result;
}

loam_result loam_raster_row(loam_raster *raster, const void *row)
{
    LOAM_ASSERT(&raster->def.env, row != NULL && raster->rows < raster->def.h);
    const loam_result result = raster->kind->row(raster, row);
    raster->rows += result == LOAM_OK;
    return result;
}

loam_result loam_raster_finish(loam_raster *raster)
{
    LOAM_ASSERT(&raster->def.env, raster->rows == raster->def.h);
    loam_result result = raster->kind->end(raster);
    if (result != LOAM_OK)
    {
        loam_raster_abandon(raster);
        return result;
    }
    raster->kind->close(raster);
    result = loam_file_commit(&raster->file);
    destroy(raster);
    return result;
}

void loam_raster_abandon(loam_raster *raster)
{
    if (raster != NULL)
    {
        raster->kind->close(raster);
        loam_file_abandon(&raster->file);
        destroy(raster);
    }
}
