// SPDX-License-Identifier: MIT
#include "export/file.h"
#include "export/png.h"
#include "loam/export.h"
#include "store/tile_check.h"

#include <errno.h>
#include <inttypes.h>
#include <spng.h>
#include <stdlib.h>
#include <string.h>

// Tiles as pictures, as numbers or in their colours: for looking at them with other programs, and for changing
// them there. A picture that comes back may have been through anything, and may come from anybody: its size is
// checked before there is memory for it, and every tile before it is handed on.

static const char position_key[] = "Loam position";
static const char version_key[] = "Loam world version";
static const char seed_key[] = "Loam seed";
static const char size_key[] = "Loam size";   // of colours
static const char layer_key[] = "Loam layer"; // of colours

enum
{
    MAX_CHUNK_BYTES = 1 << 20, // of what stands beside the pixels
    MAX_TEXTS = 64
};

// ---- writing ------------------------------------------------------------------------------------

typedef struct tile_rows
{
    const loam_tile *tiles;
    loam_tile_area area;
    const loam_tile_defs *defs; // of colours
    loam_layer layer;           // of colours; 0 for tiles as they are
    int32_t version;            // of their world
} tile_rows;

static void fill_row(const void *context, int32_t y, void *row)
{
    const tile_rows *rows = context;
    const size_t w = (size_t)rows->area.w, from_below = (size_t)(rows->area.h - 1 - y);
    memcpy(row, rows->tiles + from_below * w, w * sizeof(loam_tile));
}

static void fill_colour_row(const void *context, int32_t y, void *row)
{
    const tile_rows *rows = context;
    const size_t w = (size_t)rows->area.w, from_below = (size_t)(rows->area.h - 1 - y);
    loam_colour *pixels = row;
    for (size_t x = 0; x < w; x++)
    {
        pixels[x] = loam_tile_layer_colour(rows->defs, rows->layer,
                                           rows->tiles[from_below * w + x]);
    }
}

static const char *layer_name(loam_layer layer)
{
    return layer == LOAM_BLOCKS ? "blocks" : "walls";
}

static struct spng_text text_entry(const char *key, char *words)
{
    struct spng_text entry = {.type = SPNG_TEXT, .length = strlen(words), .text = words};
    memcpy(entry.keyword, key, strlen(key) + 1);
    return entry;
}

static bool is_in_world(int64_t start, int32_t count)
{
    return start >= -LOAM_TILE_END && start <= LOAM_TILE_END - count;
}

static loam_result check_area(const char *path, loam_tile_area area)
{
    if (area.w < 1 || area.h < 1 || area.w > LOAM_MAX_TILE_AREA || area.h > LOAM_MAX_TILE_AREA)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %d x %d tiles; sides must be 1 to %d", path,
                         (int)area.w, (int)area.h, LOAM_MAX_TILE_AREA);
    }
    if (!is_in_world(area.x, area.w) || !is_in_world(area.y, area.h))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: tiles at (%" PRId64 ", %" PRId64 "); must be -2^60 to 2^60 - 1", path,
                         area.x, area.y);
    }
    return LOAM_OK;
}

static loam_result write_tiles(const loam_env *env, const char *path, const tile_rows *rows,
                               uint64_t seed)
{
    const loam_tile_area area = rows->area;
    LOAM_ASSERT(env, rows->tiles != NULL);
    loam_result result = loam_file_check_name(path);
    result = result == LOAM_OK ? check_area(path, area) : result;
    if (result == LOAM_OK && (rows->version < 1 || rows->version > LOAM_TILES_VERSION))
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "%s: version is %d; must be 1 to %d", path,
                           (int)rows->version, LOAM_TILES_VERSION);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    char position[48], version[16], seed_words[24], size[32], layer[16];
    snprintf(position, sizeof position, "%" PRId64 ",%" PRId64, area.x, area.y);
    snprintf(version, sizeof version, "%d", (int)rows->version);
    snprintf(seed_words, sizeof seed_words, "%" PRIu64, seed);
    snprintf(size, sizeof size, "%dx%d", (int)area.w, (int)area.h);
    snprintf(layer, sizeof layer, "%s", layer_name(rows->layer));
    struct spng_text texts[] = {text_entry(position_key, position),
                                text_entry(version_key, version), text_entry(seed_key, seed_words),
                                text_entry(size_key, size), text_entry(layer_key, layer)};
    const bool colours = rows->layer != 0;
    const loam_png_rows source = {.fill = colours ? fill_colour_row : fill_row,
                                  .context = rows,
                                  .w = area.w,
                                  .h = area.h,
                                  .colour_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA,
                                  .bit_depth = 8,
                                  .row_size = (size_t)area.w * sizeof(loam_tile),
                                  .texts = texts,
                                  .text_count = colours ? 5 : 3};
    return loam_png_write_rows(env, path, &source);
}

loam_result loam_png_write_tiles(const loam_env *env, const char *path, const loam_tile *tiles,
                                 loam_tile_area area, uint64_t seed, int32_t version)
{
    const tile_rows rows = {.tiles = tiles, .area = area, .version = version};
    return write_tiles(env, path, &rows, seed);
}

loam_result loam_png_write_tile_colours(const loam_env *env, const char *path,
                                        const loam_tile_defs *defs, loam_layer layer,
                                        const loam_tile *tiles, loam_tile_area area, uint64_t seed)
{
    LOAM_ASSERT(env, defs != NULL && (layer == LOAM_BLOCKS || layer == LOAM_WALLS));
    const tile_rows rows = {tiles, area, defs, layer, defs->version};
    return write_tiles(env, path, &rows, seed);
}

// ---- reading ------------------------------------------------------------------------------------

/// A picture on its way in.
typedef struct incoming
{
    const char *path;
    spng_ctx *png;
    loam_tile_area area;
    loam_tile *tiles;           // as in the file: the highest row first
    loam_tile_colours *colours; // instead of tiles, if not NULL
    bool has_position, has_version;
} incoming;

static loam_result bad_picture(const incoming *in, int error)
{
    return loam_fail(error == SPNG_EMEM ? LOAM_OUT_OF_MEMORY : LOAM_IO, "%s: cannot be read: %s",
                     in->path, spng_strerror(error));
}

static loam_result check_kind(incoming *in)
{
    struct spng_ihdr header;
    const int error = spng_get_ihdr(in->png, &header);
    if (error == SPNG_EUSER_WIDTH || error == SPNG_EUSER_HEIGHT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: is too large; sides must be 1 to %d", in->path,
                         LOAM_MAX_TILE_AREA);
    }
    if (error != 0)
    {
        return error == SPNG_ESIGNATURE ? loam_fail(LOAM_IO, "%s: is no PNG file", in->path)
                                        : bad_picture(in, error);
    }
    if (in->colours == NULL &&
        (header.color_type != SPNG_COLOR_TYPE_TRUECOLOR_ALPHA || header.bit_depth != 8))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: is a PNG of colour type %d with %d bits; must be RGBA, type 6, "
                         "with 8 bits",
                         in->path, (int)header.color_type, (int)header.bit_depth);
    }
    in->area.w = (int32_t)header.width;
    in->area.h = (int32_t)header.height;
    return LOAM_OK;
}

/// A whole number that ends at a character; *words moves behind that.
static bool take_number(const char **words, char end, int64_t *out)
{
    const char *digits = **words == '-' ? *words + 1 : *words;
    char *behind;
    errno = 0;
    *out = strtoll(*words, &behind, 10);
    const bool good = *digits >= '0' && *digits <= '9' && errno == 0 && *behind == end;
    *words = behind + (end != '\0' && good ? 1 : 0);
    return good;
}

static loam_result read_position(incoming *in, const char *words)
{
    const char *rest = words;
    if (!take_number(&rest, ',', &in->area.x) || !take_number(&rest, '\0', &in->area.y))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: its position is \"%.40s\"; must be X,Y", in->path,
                         words);
    }
    return check_area(in->path, in->area);
}

static loam_result check_version(const incoming *in, const char *words)
{
    const char *rest = words;
    int64_t version;
    if (!take_number(&rest, '\0', &version) || version < 1 || version > LOAM_TILES_VERSION)
    {
        return loam_fail(LOAM_UNSUPPORTED, "%s: is of world version %.20s; must be 1 to %d",
                         in->path, words, LOAM_TILES_VERSION);
    }
    return LOAM_OK;
}

static loam_result read_size(const incoming *in, const char *words)
{
    const char *rest = words;
    int64_t w, h;
    if (!take_number(&rest, 'x', &w) || !take_number(&rest, '\0', &h) || w < 1 || h < 1 ||
        w > LOAM_MAX_TILE_AREA || h > LOAM_MAX_TILE_AREA)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: its size is \"%.40s\"; must be WxH with sides of 1 to %d", in->path,
                         words, LOAM_MAX_TILE_AREA);
    }
    in->colours->was_w = (int32_t)w;
    in->colours->was_h = (int32_t)h;
    return LOAM_OK;
}

static loam_result read_layer(const incoming *in, const char *words)
{
    const bool blocks = strcmp(words, layer_name(LOAM_BLOCKS)) == 0;
    if (!blocks && strcmp(words, layer_name(LOAM_WALLS)) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: its layer is \"%.40s\"; must be blocks or walls",
                         in->path, words);
    }
    if (in->colours == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: shows the colours of %s; here it must be tiles as numbers", in->path,
                         words);
    }
    in->colours->layer = blocks ? LOAM_BLOCKS : LOAM_WALLS;
    return LOAM_OK;
}

static loam_result read_text(incoming *in, const struct spng_text *text)
{
    if (strcmp(text->keyword, position_key) == 0)
    {
        in->has_position = true;
        return read_position(in, text->text);
    }
    if (strcmp(text->keyword, version_key) == 0)
    {
        in->has_version = true;
        return check_version(in, text->text);
    }
    if (strcmp(text->keyword, size_key) == 0 && in->colours != NULL)
    {
        return read_size(in, text->text);
    }
    return strcmp(text->keyword, layer_key) == 0 ? read_layer(in, text->text) : LOAM_OK;
}

static loam_result read_texts(incoming *in)
{
    struct spng_text texts[MAX_TEXTS];
    uint32_t count = 0;
    if (spng_get_text(in->png, NULL, &count) != 0)
    {
        return LOAM_OK; // there need not be any
    }
    if (count > MAX_TEXTS)
    {
        return loam_fail(LOAM_IO, "%s: has %u texts; must be at most %d", in->path, (unsigned)count,
                         MAX_TEXTS);
    }
    if (spng_get_text(in->png, texts, &count) != 0)
    {
        return LOAM_OK;
    }
    loam_result result = LOAM_OK;
    for (uint32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = read_text(in, &texts[i]);
    }
    return result;
}

static size_t tile_count(const incoming *in)
{
    return (size_t)in->area.w * (size_t)in->area.h;
}

/// Four bytes a pixel: tiles as they stand there, or colours of whatever kind the picture is.
static loam_result read_pixels(incoming *in, void *pixels, enum spng_format format, int flags)
{
    const size_t size = tile_count(in) * sizeof(loam_tile);
    int error = spng_decode_image(in->png, pixels, size, format, flags);
    error = error != 0 ? error : spng_decode_chunks(in->png); // those behind the pixels
    return error != 0 ? bad_picture(in, error) : LOAM_OK;
}

/// Upside down: the lowest row first.
static void turn_over(incoming *in)
{
    const size_t w = (size_t)in->area.w;
    for (int32_t low = 0, high = in->area.h - 1; low < high; low++, high--)
    {
        loam_tile *a = in->tiles + (size_t)low * w, *b = in->tiles + (size_t)high * w;
        for (size_t x = 0; x < w; x++)
        {
            const loam_tile tile = a[x];
            a[x] = b[x];
            b[x] = tile;
        }
    }
}

static loam_result check_tiles(const incoming *in, const loam_tile_defs *defs)
{
    loam_tile_limits limits;
    loam_tile_limits_init(&limits, defs);
    const size_t bad = loam_tiles_find_bad(&limits, in->tiles, tile_count(in));
    if (bad == tile_count(in))
    {
        return LOAM_OK;
    }
    char what[128];
    loam_tile_describe_bad(&limits, defs, in->tiles[bad], what, sizeof what);
    const size_t w = (size_t)in->area.w;
    return loam_fail(LOAM_BAD_ARGUMENT, "%s: at tile (%" PRId64 ", %" PRId64 ") %s", in->path,
                     in->area.x + (int64_t)(bad % w), in->area.y + (int64_t)(bad / w), what);
}

static loam_result read_tiles(const loam_env *env, incoming *in, const loam_tile_defs *defs)
{
    in->tiles = loam_alloc(env, tile_count(in) * sizeof(loam_tile));
    if (in->tiles == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_result result = read_pixels(in, in->tiles, SPNG_FMT_PNG, 0);
    result = result == LOAM_OK ? read_texts(in) : result;
    if (result == LOAM_OK)
    {
        turn_over(in);
        result = check_tiles(in, defs);
    }
    if (result != LOAM_OK)
    {
        loam_free(env, in->tiles, tile_count(in) * sizeof(loam_tile));
        in->tiles = NULL;
    }
    return result;
}

/// Pictures of tiles as numbers look like noise, and every pixel of one would become something else.
static loam_result check_colours(const incoming *in)
{
    if (in->has_version && in->colours->layer == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: has tiles as numbers; here it must be colours",
                         in->path);
    }
    return LOAM_OK;
}

static loam_result read_colours(const loam_env *env, incoming *in)
{
    loam_tile_colours *const out = in->colours;
    loam_result result = loam_picture_create(env, in->area.w, in->area.h, (loam_colour){0},
                                             &out->picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = read_pixels(in, out->picture.pixels, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    result = result == LOAM_OK ? read_texts(in) : result;
    result = result == LOAM_OK ? check_colours(in) : result;
    if (result != LOAM_OK)
    {
        loam_picture_destroy(env, &out->picture);
    }
    out->has_place = in->has_position;
    out->place = (loam_tile_pos){in->area.x, in->area.y};
    return result;
}

static loam_result read_all(const loam_env *env, incoming *in, const loam_tile_defs *defs)
{
    const loam_result result = check_kind(in);
    if (result != LOAM_OK)
    {
        return result;
    }
    return in->colours != NULL ? read_colours(env, in) : read_tiles(env, in, defs);
}

static loam_result read_stream(const loam_env *env, incoming *in, FILE *stream,
                               const loam_tile_defs *defs)
{
    in->png = spng_ctx_new(0);
    if (in->png == NULL)
    {
        return bad_picture(in, SPNG_EMEM);
    }
    int error = spng_set_image_limits(in->png, LOAM_MAX_TILE_AREA, LOAM_MAX_TILE_AREA);
    error = error != 0 ? error : spng_set_chunk_limits(in->png, MAX_CHUNK_BYTES, MAX_CHUNK_BYTES);
    error = error != 0 ? error : spng_set_crc_action(in->png, SPNG_CRC_ERROR, SPNG_CRC_ERROR);
    error = error != 0 ? error : spng_set_png_file(in->png, stream);
    const loam_result result = error != 0 ? bad_picture(in, error) : read_all(env, in, defs);
    spng_ctx_free(in->png);
    return result;
}

/// Some systems open folders like files, and only reading fails.
static bool is_folder(FILE *stream)
{
    errno = 0;
    const bool folder = fgetc(stream) == EOF && errno == EISDIR;
    rewind(stream);
    return folder;
}

/// defs are needed for tiles only.
static loam_result read_picture(const loam_env *env, incoming *in, const loam_tile_defs *defs)
{
    loam_result result = loam_file_check_name(in->path);
    if (result != LOAM_OK)
    {
        return result;
    }
    FILE *stream = fopen(in->path, "rb");
    if (stream == NULL)
    {
        return loam_fail(errno == ENOENT ? LOAM_NOT_FOUND : LOAM_IO, "%s: cannot be read: %s",
                         in->path, strerror(errno));
    }
    result = is_folder(stream) ? loam_fail(LOAM_IO, "%s: is a folder, no PNG file", in->path)
                               : read_stream(env, in, stream, defs);
    fclose(stream);
    return result;
}

loam_result loam_png_read_tiles(const loam_env *env, const char *path, const loam_tile_defs *defs,
                                loam_tile **tiles, loam_tile_area *area)
{
    LOAM_ASSERT(env, defs != NULL && tiles != NULL && area != NULL);
    incoming in = {.path = path};
    const loam_result result = read_picture(env, &in, defs);
    if (result == LOAM_OK)
    {
        *tiles = in.tiles;
        *area = in.area;
    }
    return result;
}

loam_result loam_png_read_tile_colours(const loam_env *env, const char *path,
                                       loam_tile_colours *out)
{
    LOAM_ASSERT(env, out != NULL);
    loam_tile_colours colours = {0};
    incoming in = {.path = path, .colours = &colours};
    const loam_result result = read_picture(env, &in, NULL);
    if (result == LOAM_OK)
    {
        *out = colours;
    }
    return result;
}
