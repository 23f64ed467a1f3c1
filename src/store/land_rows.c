// SPDX-License-Identifier: MIT
#include "store/land_rows.h"

#include "loam/defs.h"
#include "loam/maths.h"
#include "loam/volume.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file of a land has the tables of any world and another number for its format, so that a Loam that knows
// only tiles refuses it. Its chunks are bytes; all that is known of the land is the seed, two versions,
// the shape, how wide voxels are and the numbers of its inside.
//
// A land of another version cannot be grown, and chunks that were changed in it would not fit into what grows
// around them now. So such a file is refused, and stays what it is for the Loam that has made it.

enum
{
    LAYERS = 2 * LOAM_VOLUME_TOP / LOAM_LAND_CHUNK_SIDE,
    MAX_SHAPE_LINE = 24,
    HALF_MM = 500,
    WHOLE_MM = 1000,
};

// ---- places -------------------------------------------------------------------------------------

loam_chunk_pos loam_land_row_place(loam_store_chunk_pos chunk)
{
    return (loam_chunk_pos){.x = chunk.x, .y = chunk.z * LAYERS + chunk.y + LAYERS / 2};
}

loam_store_chunk_pos loam_land_row_chunk(loam_chunk_pos place)
{
    const int64_t z = loam_floor_div(place.y, LAYERS);
    return (loam_store_chunk_pos){.x = place.x, .y = place.y - z * LAYERS - LAYERS / 2, .z = z};
}

bool loam_land_row_exists(loam_store_chunk_pos chunk)
{
    // The last metre of a land belongs to it.
    const int64_t end = LOAM_LAND_END / LOAM_LAND_CHUNK_SIDE;
    return chunk.x >= -end && chunk.x <= end && chunk.z >= -end && chunk.z <= end &&
           chunk.y >= -LAYERS / 2 && chunk.y < LAYERS / 2;
}

// ---- the kind -----------------------------------------------------------------------------------

loam_result loam_meta_get_kind(const loam_meta_file *file, loam_store_kind *out)
{
    char *words;
    size_t size;
    const int32_t format = loam_sql_format(file->db);
    *out = LOAM_STORE_TILES;
    const loam_result result = loam_meta_get(file, LOAM_META_KIND, &words, &size);
    if (result != LOAM_OK)
    {
        // A file of tiles says nothing.
        const bool tiles = result == LOAM_NOT_FOUND && format == LOAM_STORE_TILES_FORMAT;
        return tiles ? LOAM_OK : result == LOAM_NOT_FOUND ? LOAM_IO : result;
    }
    const bool land = strcmp(words, "land") == 0;
    char shown[64];
    loam_text_printable(shown, sizeof shown, words);
    loam_free(file->env, words, size + 1);
    if (land && format == LOAM_STORE_LAND_FORMAT)
    {
        *out = LOAM_STORE_LAND;
        return LOAM_OK;
    }
    return loam_fail(LOAM_IO, "%s: says that it is of kind %s, in a file of format %d", file->name,
                     shown, (int)format);
}

// ---- versions -----------------------------------------------------------------------------------

static loam_result check_version(const char *name, const char *what, uint64_t version, int32_t own)
{
    if (version == (uint64_t)own)
    {
        return LOAM_OK;
    }
    if (version == 0)
    {
        return loam_fail(LOAM_IO, "%s: is of %s version 0; must be %d", name, what, (int)own);
    }
    return version > (uint64_t)own
               ? loam_fail(LOAM_UNSUPPORTED,
                           "%s: is of %s version %" PRIu64
                           "; this Loam (%s) grows version %d; a newer one opens it",
                           name, what, version, loam_version(), (int)own)
               : loam_fail(LOAM_UNSUPPORTED,
                           "%s: is of %s version %" PRIu64
                           "; this Loam (%s) grows version %d only, into which what was changed "
                           "there would not fit; the Loam that made it opens it",
                           name, what, version, loam_version(), (int)own);
}

static loam_result get_versions(const loam_meta_file *file, loam_land_meta *out)
{
    uint64_t land = 0, volume = 0;
    loam_result result = loam_meta_get_number(file, LOAM_META_WORLD_VERSION, &land);
    result = result == LOAM_OK ? loam_meta_get_number(file, LOAM_META_VOLUME_VERSION, &volume)
                               : result;
    result = result == LOAM_OK ? check_version(file->name, "land", land, LOAM_LAND_VERSION)
                               : result;
    result = result == LOAM_OK ? check_version(file->name, "volume", volume, LOAM_VOLUME_VERSION)
                               : result;
    out->version = LOAM_LAND_VERSION;
    out->volume_version = LOAM_VOLUME_VERSION;
    return result;
}

// ---- the shape ----------------------------------------------------------------------------------
// A line for each number of loam_land_shape, in its order, with as many digits as give the same number again.
// Numbers are only ever added at the end of a shape: those that a file does not have are as usual.

enum
{
    NUMBERS = sizeof(loam_land_shape) / sizeof(float)
};

_Static_assert(sizeof(loam_land_shape) == NUMBERS * sizeof(float), "a shape is made of numbers");
_Static_assert(offsetof(loam_land_shape, bands_km) == 5 * sizeof(float), "in their old order");

/// A program's locale may have another decimal point; a file has the usual one.
static void change_point(char *text, char from, char to)
{
    for (char *at = strchr(text, from); at != NULL && from != to; at = strchr(at + 1, from))
    {
        *at = to;
    }
}

static loam_result put_shape(const loam_meta_file *file, const loam_land_shape *shape)
{
    float numbers[NUMBERS];
    char words[NUMBERS * MAX_SHAPE_LINE];
    size_t size = 0;
    memcpy(numbers, shape, sizeof numbers);
    for (int i = 0; i < NUMBERS; i++)
    {
        size += (size_t)snprintf(words + size, sizeof words - size, "%.9g\n", (double)numbers[i]);
    }
    change_point(words, *localeconv()->decimal_point, '.');
    return loam_meta_put(file, LOAM_META_SHAPE, words, size);
}

/// Whether text is that of a shape's numbers, or of the first of them.
static bool read_numbers(const char *words, size_t size, loam_land_shape *shape)
{
    float numbers[NUMBERS];
    const char *line = words;
    bool read = true;
    int count = 0;
    memcpy(numbers, shape, sizeof numbers);
    while (read && count < NUMBERS && line < words + size)
    {
        char *end;
        numbers[count++] = strtof(line, &end);
        read = end > line && *end == '\n';
        line = end + 1;
    }
    memcpy(shape, numbers, sizeof numbers);
    return read && count > 0 && line == words + size;
}

static loam_result get_shape(const loam_meta_file *file, loam_land_shape *out)
{
    char *words;
    size_t size;
    loam_result result = loam_meta_get(file, LOAM_META_SHAPE, &words, &size);
    if (result != LOAM_OK)
    {
        return result == LOAM_NOT_FOUND ? LOAM_IO : result;
    }
    *out = loam_default_land_shape();
    change_point(words, '.', *localeconv()->decimal_point);
    const bool read = read_numbers(words, size, out);
    loam_free(file->env, words, size + 1);
    result = read ? loam_land_shape_check(out) : loam_fail(LOAM_IO, "it is no shape");
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(LOAM_IO, "%s: its shape cannot be used: %s", file->name,
                                         loam_last_error());
}

// ---- voxels -------------------------------------------------------------------------------------

static loam_result put_voxel(const loam_meta_file *file, float voxel_m)
{
    return loam_meta_put_number(file, LOAM_META_VOXEL, voxel_m < 1.0f ? HALF_MM : WHOLE_MM);
}

/// Files from before there were two sizes say nothing, and have whole metres.
static loam_result get_voxel(const loam_meta_file *file, float *out)
{
    uint64_t voxel_mm = WHOLE_MM;
    char *words;
    size_t size;
    const loam_result result = loam_meta_get(file, LOAM_META_VOXEL, &words, &size);
    if (result != LOAM_OK && result != LOAM_NOT_FOUND)
    {
        return result;
    }
    if (result == LOAM_OK)
    {
        char *end;
        voxel_mm = strtoull(words, &end, 10);
        voxel_mm = *end == '\0' ? voxel_mm : 0;
        loam_free(file->env, words, size + 1);
    }
    *out = (float)voxel_mm / WHOLE_MM;
    return voxel_mm == HALF_MM || voxel_mm == WHOLE_MM
               ? LOAM_OK
               : loam_fail(LOAM_UNSUPPORTED, "%s: has voxels of %" PRIu64 " mm; must be %d or %d",
                           file->name, voxel_mm, HALF_MM, WHOLE_MM);
}

// ---- the inside ---------------------------------------------------------------------------------

/// As JSON, in which numbers that come later have room. What is as usual is not said.
static loam_result put_inside(const loam_meta_file *file, const loam_inside *inside)
{
    const loam_inside usual = loam_default_inside();
    int32_t part = 0, field = -1;
    if (!loam_inside_next_difference(inside, &usual, &part, &field))
    {
        return LOAM_OK;
    }
    char *words;
    size_t size;
    loam_result result = loam_inside_write(file->env, inside, &words, &size);
    if (result == LOAM_OK)
    {
        result = loam_meta_put(file, LOAM_META_INSIDE, words, size);
        loam_free(file->env, words, size + 1);
    }
    return result;
}

static loam_result get_inside(const loam_meta_file *file, loam_inside *out)
{
    char *words;
    size_t size;
    *out = loam_default_inside();
    loam_result result = loam_meta_get(file, LOAM_META_INSIDE, &words, &size);
    if (result != LOAM_OK)
    {
        return result == LOAM_NOT_FOUND ? LOAM_OK : result;
    }
    result = loam_inside_read(words, size, out);
    loam_free(file->env, words, size + 1);
    return result == LOAM_OK || result == LOAM_OUT_OF_MEMORY
               ? result
               : loam_fail(LOAM_IO, "%s: its inside cannot be used: %s", file->name,
                           loam_last_error());
}

loam_result loam_land_check_inside(const char *name, const loam_inside *has,
                                   const loam_inside *wanted)
{
    int32_t part = 0, field = -1;
    if (!loam_inside_next_difference(has, wanted, &part, &field))
    {
        return LOAM_OK;
    }
    const loam_inside_part *const of = &loam_inside_parts()[part];
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "%s: was dug in a land whose inside has %s%s%s %g; must be %g", name, of->name,
                     of->name[0] != '\0' ? "." : "", of->fields[field].name,
                     loam_inside_number(has, part, field), loam_inside_number(wanted, part, field));
}

// ---- all of it ----------------------------------------------------------------------------------

loam_result loam_land_meta_put(const loam_meta_file *file, const loam_land_meta *land)
{
    loam_result result = loam_meta_put(file, LOAM_META_KIND, "land", 4);
    result = result == LOAM_OK
                 ? loam_meta_put_number(file, LOAM_META_WORLD_VERSION, LOAM_LAND_VERSION)
                 : result;
    result = result == LOAM_OK
                 ? loam_meta_put_number(file, LOAM_META_VOLUME_VERSION, LOAM_VOLUME_VERSION)
                 : result;
    result = result == LOAM_OK ? put_voxel(file, land->voxel_m) : result;
    result = result == LOAM_OK ? put_inside(file, &land->inside) : result;
    return result == LOAM_OK ? put_shape(file, &land->shape) : result;
}

loam_result loam_land_meta_get(const loam_meta_file *file, loam_land_meta *out)
{
    loam_result result = get_versions(file, out);
    result = result == LOAM_OK ? get_voxel(file, &out->voxel_m) : result;
    result = result == LOAM_OK ? get_inside(file, &out->inside) : result;
    return result == LOAM_OK ? get_shape(file, &out->shape) : result;
}
