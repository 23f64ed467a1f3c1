// SPDX-License-Identifier: MIT
#include "export/png.h"

#include "export/file.h"
#include "loam/export.h"

#include <errno.h>
#include <spng.h>
#include <string.h>

// PNG through libspng, row by row, so that a large picture needs no second copy in memory.

// Noise hardly compresses: a higher level costs several times the time for a few per cent.
enum
{
    COMPRESSION_LEVEL = 5
};

int loam_png_begin(FILE *stream, const loam_png_rows *source, spng_ctx **png)
{
    *png = spng_ctx_new(SPNG_CTX_ENCODER);
    if (*png == NULL)
    {
        return SPNG_EMEM;
    }
    struct spng_ihdr header = {.width = (uint32_t)source->w,
                               .height = (uint32_t)source->h,
                               .bit_depth = source->bit_depth,
                               .color_type = source->colour_type};
    int error = spng_set_png_file(*png, stream);
    error = error != 0 ? error : spng_set_ihdr(*png, &header);
    error = error != 0 ? error
                       : spng_set_option(*png, SPNG_IMG_COMPRESSION_LEVEL, COMPRESSION_LEVEL);
    error = error != 0 || source->text_count == 0
                ? error
                : spng_set_text(*png, source->texts, source->text_count);
    error = error != 0 || source->palette == NULL ? error : spng_set_plte(*png, source->palette);
    return error != 0 ? error
                      : spng_encode_image(*png, NULL, 0, SPNG_FMT_PNG,
                                          SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
}

static int write_png(FILE *stream, const loam_png_rows *source, void *row)
{
    spng_ctx *png;
    int error = loam_png_begin(stream, source, &png);
    for (int32_t y = 0; y < source->h && error == 0; y++)
    {
        source->fill(source->context, y, row);
        error = spng_encode_row(png, row, source->row_size);
    }
    spng_ctx_free(png);
    return error == SPNG_EOI ? 0 : error;
}

loam_result loam_png_write_rows(const loam_env *env, const char *path, const loam_png_rows *source)
{
    loam_file file;
    const loam_result opened = loam_file_begin(&file, path);
    if (opened != LOAM_OK)
    {
        return opened;
    }
    void *row = loam_alloc(env, source->row_size);
    if (row == NULL)
    {
        loam_file_abandon(&file);
        return LOAM_OUT_OF_MEMORY;
    }
    errno = 0;
    const int error = write_png(file.stream, source, row);
    file.error = errno;
    loam_free(env, row, source->row_size);
    // A failed write is also in the stream's state, from where commit reports it with its reason.
    if (error == 0 || ferror(file.stream))
    {
        return loam_file_commit(&file);
    }
    loam_file_abandon(&file);
    return loam_fail(error == SPNG_EMEM ? LOAM_OUT_OF_MEMORY : LOAM_IO,
                     "%s: could not be written: %s", path, spng_strerror(error));
}

static loam_result check(const char *path, int32_t w, int32_t h)
{
    const loam_result result = loam_file_check_name(path);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (w < 1 || h < 1 || w > LOAM_MAX_PICTURE_SIDE || h > LOAM_MAX_PICTURE_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: a picture of %d x %d pixels; sides must be 1 to %d", path, (int)w,
                         (int)h, LOAM_MAX_PICTURE_SIDE);
    }
    return LOAM_OK;
}

static void fill_rgba(const void *context, int32_t y, void *row)
{
    const loam_picture *picture = context;
    memcpy(row, picture->pixels + (size_t)y * (size_t)picture->w,
           (size_t)picture->w * sizeof(loam_colour));
}

static void fill_rgb(const void *context, int32_t y, void *row)
{
    const loam_picture *picture = context;
    const loam_colour *pixels = picture->pixels + (size_t)y * (size_t)picture->w;
    uint8_t *out = row;
    for (int32_t x = 0; x < picture->w; x++)
    {
        *out++ = pixels[x].r;
        *out++ = pixels[x].g;
        *out++ = pixels[x].b;
    }
}

static bool is_opaque(const loam_picture *picture)
{
    const size_t count = (size_t)picture->w * (size_t)picture->h;
    for (size_t i = 0; i < count; i++)
    {
        if (picture->pixels[i].a != 255)
        {
            return false;
        }
    }
    return true;
}

loam_result loam_png_write(const loam_env *env, const char *path, const loam_picture *picture)
{
    LOAM_ASSERT(env, picture != NULL);
    const loam_result result = check(path, picture->w, picture->h);
    if (result != LOAM_OK)
    {
        return result;
    }
    LOAM_ASSERT(env, picture->pixels != NULL);
    const bool opaque = is_opaque(picture);
    const loam_png_rows source = {.fill = opaque ? fill_rgb : fill_rgba,
                                  .context = picture,
                                  .w = picture->w,
                                  .h = picture->h,
                                  .colour_type = opaque ? SPNG_COLOR_TYPE_TRUECOLOR
                                                        : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA,
                                  .bit_depth = 8,
                                  .row_size = (size_t)picture->w * (opaque ? 3 : 4)};
    return loam_png_write_rows(env, path, &source);
}

typedef struct grey_field
{
    const float *values;
    int32_t w;
    float low, scale;
} grey_field;

/// A value as a whole number from 0 to white. NaN fails both comparisons and is black.
static uint32_t level(const grey_field *field, float value, float white)
{
    const float at = (value - field->low) * field->scale;
    return at >= 1.0f ? (uint32_t)white : at > 0.0f ? (uint32_t)(at * white + 0.5f) : 0u;
}

static void fill_grey8(const void *context, int32_t y, void *row)
{
    const grey_field *field = context;
    const float *values = field->values + (size_t)y * (size_t)field->w;
    uint8_t *out = row;
    for (int32_t x = 0; x < field->w; x++)
    {
        out[x] = (uint8_t)level(field, values[x], 255.0f);
    }
}

static void fill_grey16(const void *context, int32_t y, void *row)
{
    const grey_field *field = context;
    const float *values = field->values + (size_t)y * (size_t)field->w;
    uint16_t *out = row;
    for (int32_t x = 0; x < field->w; x++)
    {
        out[x] = (uint16_t)level(field, values[x], 65535.0f);
    }
}

loam_result loam_png_write_field(const loam_env *env, const char *path, const float *values,
                                 int32_t w, int32_t h, float low, float high, int32_t bits)
{
    LOAM_ASSERT(env, values != NULL);
    const loam_result result = check(path, w, h);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (bits != 8 && bits != 16)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %d bits a pixel; must be 8 or 16", path,
                         (int)bits);
    }
    if (!(low < high))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: black is %g and white is %g; black must be below white", path,
                         (double)low, (double)high);
    }
    const grey_field grey = {.values = values, .w = w, .low = low, .scale = 1.0f / (high - low)};
    const loam_png_rows source = {.fill = bits == 8 ? fill_grey8 : fill_grey16,
                                  .context = &grey,
                                  .w = w,
                                  .h = h,
                                  .colour_type = SPNG_COLOR_TYPE_GRAYSCALE,
                                  .bit_depth = (uint8_t)bits,
                                  .row_size = (size_t)w * (size_t)(bits / 8)};
    return loam_png_write_rows(env, path, &source);
}
