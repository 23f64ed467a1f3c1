// SPDX-License-Identifier: MIT
#include "export/heightmap/heightmap.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What stands beside the files, in JSON: all that one needs to use them, and to make them again. It is written
// twice: first only its size is found out.

typedef struct about_text
{
    char *bytes; // NULL while it is measured
    size_t size, room;
    char last; // that was added
} about_text;

LOAM_PRINTF(2, 3)
static void add(about_text *json, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(json->bytes != NULL ? json->bytes + json->size : NULL,
                                 json->bytes != NULL ? json->room - json->size : 0, format, values);
    va_end(values);
    json->size += (size_t)length;
}

static void add_sign(about_text *json, char sign)
{
    add(json, "%c", sign);
    json->last = sign;
}

/// A comma, if something stands before that a comma must follow.
static void separate(about_text *json)
{
    if (json->last != '{' && json->last != '[' && json->last != ':')
    {
        add(json, ",");
    }
    json->last = 0;
}

static void put_text(about_text *json, const char *value)
{
    const char *const end = value + strlen(value);
    separate(json);
    add(json, "\"");
    for (const char *c = value; c < end; c++)
    {
        const size_t bytes = loam_text_character(c, (size_t)(end - c));
        if (*c == '"' || *c == '\\')
        {
            add(json, "\\%c", *c);
        }
        else if ((unsigned char)*c < 0x20 || *c == 0x7f)
        {
            add(json, "\\u%04x", (unsigned)*c);
        }
        else if (bytes == 0)
        {
            add(json, "\\ufffd"); // names of files need not be UTF-8, and JSON has nothing else
        }
        else
        {
            add(json, "%.*s", (int)bytes, c);
            c += bytes - 1;
        }
    }
    add(json, "\"");
}

static void put_key(about_text *json, const char *key)
{
    put_text(json, key);
    add_sign(json, ':');
}

static void open_bracket(about_text *json, char bracket)
{
    separate(json);
    add_sign(json, bracket);
}

static void close_bracket(about_text *json, char bracket)
{
    add_sign(json, bracket);
}

/// Whole numbers as people write them, others with the fewest digits that give the same number again.
static void put_number(about_text *json, double value)
{
    char number[40];
    int precision = 6; // less would write 20 as 2e+01
    separate(json);
    if (value == floor(value) && fabs(value) < 9007199254740992.0)
    {
        add(json, "%.0f", value);
        return;
    }
    do
    {
        snprintf(number, sizeof number, "%.*g", precision, value);
    } while (strtod(number, NULL) != value && ++precision <= 17);
    add(json, "%s", number);
}

static void add_number(about_text *json, const char *key, double value)
{
    put_key(json, key);
    put_number(json, value);
}

static void add_text(about_text *json, const char *key, const char *value)
{
    put_key(json, key);
    put_text(json, value);
}

static void add_bool(about_text *json, const char *key, bool value)
{
    put_key(json, key);
    separate(json);
    add(json, value ? "true" : "false");
}

static void add_hash(about_text *json, const char *key, uint64_t value)
{
    put_key(json, key);
    separate(json);
    add(json, "\"%016" PRIx64 "\"", value);
}

/// As text, because readers may only have doubles.
static void add_place(about_text *json, const char *key, int64_t x, int64_t z)
{
    put_key(json, key);
    open_bracket(json, '[');
    add(json, "\"%" PRId64 "\",\"%" PRId64 "\"", x, z);
    close_bracket(json, ']');
}

static void add_pair(about_text *json, const char *key, double a, double b)
{
    put_key(json, key);
    open_bracket(json, '[');
    put_number(json, a);
    put_number(json, b);
    close_bracket(json, ']');
}

static bool is_bare(const heightmap_plan *plan)
{
    return plan->format == LOAM_RASTER_RAW16 || plan->format == LOAM_RASTER_R32;
}

static bool is_scaled(const heightmap_plan *plan)
{
    return plan->format == LOAM_RASTER_PNG16 || plan->format == LOAM_RASTER_RAW16;
}

static void add_origin(about_text *json, uint64_t seed)
{
    add_text(json, "generator", "loam");
    add_text(json, "version", loam_version());
    add_number(json, "land_version", LOAM_LAND_VERSION);
    put_key(json, "seed");
    separate(json);
    add(json, "\"%" PRIu64 "\"", seed);
}

static void add_shape(about_text *json, const heightmap_plan *plan)
{
    add_number(json, "size", plan->size);
    if (plan->engine == LOAM_HEIGHTMAP_UNREAL)
    {
        // What Unreal looks for beside a file of bare numbers.
        add_number(json, "width", plan->size);
        add_number(json, "height", plan->size);
        add_number(json, "bpp", 16);
    }
    add_pair(json, "tiles", plan->columns, plan->rows);
    add_bool(json, "shared_borders", plan->shared);
    add_pair(json, "samples", (double)loam_heightmap_side(plan, plan->columns),
             (double)loam_heightmap_side(plan, plan->rows));
    add_number(json, "metres_per_pixel", (double)plan->step);
    // Of the sample in the south-west; x grows east, z grows north.
    add_place(json, "origin", plan->x, plan->z);
    add_text(json, "row_order", plan->south_first ? "south first" : "north first");
    put_key(json, "byte_order");
    if (is_bare(plan))
    {
        put_text(json, plan->big_endian ? "big" : "little");
    }
    else
    {
        separate(json);
        add(json, "null");
    }
}

static void add_heights(about_text *json, const heightmap_plan *plan,
                        const heightmap_result *result)
{
    add_pair(json, "range", plan->low, plan->high);
    if (is_scaled(plan))
    {
        // metres = range[0] + value * metres_per_step
        add_number(json, "metres_per_step", (plan->high - plan->low) / 65535);
    }
    add_pair(json, "heights", (double)result->min, (double)result->max);
    add_number(json, "clamped", (double)result->clamped);
    add_number(json, "sea_level", 0);
    if (is_scaled(plan))
    {
        add_number(json, "sea_level_value", -plan->low / (plan->high - plan->low) * 65535);
    }
}

/// What to type where in the engine.
static void add_engine(about_text *json, const heightmap_plan *plan)
{
    add_text(json, "engine", loam_heightmap_engine_name(plan->engine));
    if (plan->engine == LOAM_HEIGHTMAP_PLAIN)
    {
        return;
    }
    const double quads = (double)(plan->size - 1) * (double)plan->step;
    put_key(json, "import");
    open_bracket(json, '{');
    switch (plan->engine)
    {
    case LOAM_HEIGHTMAP_UNITY:
        add_number(json, "terrain_width", quads);
        add_number(json, "terrain_length", quads);
        // Unity divides values by 65536.
        add_number(json, "terrain_height", (plan->high - plan->low) / 65535 * 65536);
        add_number(json, "position_y", plan->low);
        add_bool(json, "flip_vertically", is_bare(plan) && !plan->south_first);
        break;
    case LOAM_HEIGHTMAP_UNREAL:
        add_number(json, "scale_x", 100 * (double)plan->step);
        add_number(json, "scale_y", 100 * (double)plan->step);
        add_number(json, "scale_z", loam_heightmap_unreal_scale(plan));
        add_number(json, "location_z", 0);
        break;
    default:
        add_number(json, "vertex_spacing", (double)plan->step);
        add_number(json, "region_size", loam_heightmap_region(plan));
        if (is_scaled(plan))
        {
            add_pair(json, "r16_range", plan->low, plan->high);
            add_pair(json, "r16_size", plan->size, plan->size);
        }
        break;
    }
    close_bracket(json, '}');
}

static void add_biomes(about_text *json, const heightmap_plan *plan, const loam_land *land,
                       const heightmap_result *result)
{
    put_key(json, "biomes");
    open_bracket(json, '[');
    for (int32_t i = 0; i < plan->biome_count; i++)
    {
        char colour[8], splat[16];
        snprintf(colour, sizeof colour, "#%06x",
                 (unsigned)loam_land_biome_colour(land, i) & 0xffffffu);
        open_bracket(json, '{');
        add_number(json, "index", i);
        add_text(json, "name", loam_land_biome_name(land, i));
        add_text(json, "colour", colour);
        if (plan->wanted[LAYER_BIOMES])
        {
            add_number(json, "samples", (double)result->biomes[i]);
        }
        if (plan->wanted[LAYER_SPLAT] && result->used[LAYER_SPLAT + i / plan->splat_channels])
        {
            add_text(json, "splat",
                     loam_heightmap_layer_name(LAYER_SPLAT + i / plan->splat_channels, splat));
            add_text(json, "channel",
                     (const char *const[]){"r", "g", "b", "a"}[i % plan->splat_channels]);
        }
        close_bracket(json, '}');
    }
    close_bracket(json, ']');
}

static const char *meaning(int32_t layer)
{
    static const char *const meanings[] = {
        [LAYER_HEIGHT] = "the ground, beds of rivers, lakes and seas included",
        [LAYER_WATER] = "the surface of the water, of the ground where there is none; as heights",
        [LAYER_BIOMES] = "the index of the biome with the greatest weight",
        [LAYER_FLOW] = "255 * log2(1 + km^2 that drain through the river) / 20, 0 away from water",
        [LAYER_SLOPE] = "255 * degrees / 90",
        [LAYER_NORMALS] = "red east, green north (unreal: south), blue up; 0 is -1, 255 is 1",
        [LAYER_SPLAT] =
            "weights of as many biomes as it has channels; those of all files sum to 255",
    };
    return meanings[layer < LAYER_SPLAT ? layer : LAYER_SPLAT];
}

static void add_layers(about_text *json, const heightmap_plan *plan, const heightmap_result *result)
{
    put_key(json, "layers");
    open_bracket(json, '[');
    for (int32_t layer = 0; layer < LAYER_LIMIT; layer++)
    {
        char number[16];
        if (plan->wanted[layer] && result->used[layer])
        {
            open_bracket(json, '{');
            add_text(json, "layer", loam_heightmap_layer_name(layer, number));
            add_text(json, "format",
                     layer <= LAYER_WATER ? loam_heightmap_format_name(plan->format) : "png8");
            // Pictures have the north on top, whatever bare numbers have.
            const bool south = layer <= LAYER_WATER && plan->south_first;
            add_text(json, "row_order", south ? "south first" : "north first");
            add_text(json, "meaning", meaning(layer));
            close_bracket(json, '}');
        }
    }
    close_bracket(json, ']');
}

/// Terrain3D's x and z, which counts south, of a tile's corner in the north-west: around the middle of its
/// world, which has an end.
static void add_import_position(about_text *json, const heightmap_plan *plan, int32_t column,
                                int32_t row)
{
    const double tile = (double)plan->size * (double)plan->step;
    const int32_t from_north = plan->rows - 1 - row;
    const double x = column - plan->columns / 2, z = from_north - plan->rows / 2;
    add_pair(json, "import_position", tile * x, tile * z);
    add_pair(json, "import_position_samples", plan->size * x, plan->size * z);
}

static void add_file(about_text *json, const heightmap_plan *plan, const heightmap_result *result,
                     int32_t layer, int32_t tile)
{
    const int32_t column = tile % plan->columns, row = tile / plan->columns;
    const loam_land_area area = loam_heightmap_area(plan, column, row);
    char name[HEIGHTMAP_NAME], number[16];
    loam_heightmap_file_name(plan, layer, column, row, name);
    open_bracket(json, '{');
    add_text(json, "file", name);
    add_text(json, "layer", loam_heightmap_layer_name(layer, number));
    add_pair(json, "tile", column, row);
    add_place(json, "origin", area.x, area.z);
    if (layer == LAYER_HEIGHT && plan->engine == LOAM_HEIGHTMAP_GODOT)
    {
        add_import_position(json, plan, column, row);
    }
    if (layer == LAYER_HEIGHT)
    {
        add_pair(json, "heights", (double)result->tiles[tile].min, (double)result->tiles[tile].max);
        add_hash(json, "hash", result->tiles[tile].hash);
    }
    close_bracket(json, '}');
}

static void add_files(about_text *json, const heightmap_plan *plan, const heightmap_result *result)
{
    put_key(json, "files");
    open_bracket(json, '[');
    for (int32_t tile = 0; tile < plan->columns * plan->rows; tile++)
    {
        for (int32_t layer = 0; layer < LAYER_LIMIT; layer++)
        {
            if (plan->wanted[layer] && result->used[layer])
            {
                add_file(json, plan, result, layer, tile);
            }
        }
    }
    close_bracket(json, ']');
}

static void tell(about_text *json, const heightmap_plan *plan, const loam_land *land,
                 const heightmap_result *result)
{
    open_bracket(json, '{');
    add_origin(json, loam_land_seed(land));
    add_shape(json, plan);
    add_text(json, "format", loam_heightmap_format_name(plan->format));
    add_heights(json, plan, result);
    add_engine(json, plan);
    add_hash(json, "hash", result->hash);
    if (plan->wanted[LAYER_BIOMES] || plan->wanted[LAYER_SPLAT])
    {
        add_biomes(json, plan, land, result);
    }
    add_layers(json, plan, result);
    add_files(json, plan, result);
    close_bracket(json, '}');
}

char *loam_heightmap_tell(const heightmap_plan *plan, const loam_land *land,
                          const heightmap_result *result, const loam_env *env)
{
    about_text measured = {.last = '['};
    tell(&measured, plan, land, result);
    about_text written = {
        .bytes = loam_alloc(env, measured.size + 1), .room = measured.size + 1, .last = '['};
    if (written.bytes != NULL)
    {
        tell(&written, plan, land, result);
    }
    return written.bytes;
}
