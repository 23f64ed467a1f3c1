// SPDX-License-Identifier: MIT
#include "heightmap.h"

#include <math.h>
#include <stdio.h>

// What stands beside the files, in JSON: all that one needs to use them, and to make them again.

/// Whole numbers as people write them, others exactly.
static void put_number(text *json, double value)
{
    value == floor(value) ? json_number(json, value) : json_exact(json, value);
}

static void add_number(text *json, const char *key, double value)
{
    json_key(json, key);
    put_number(json, value);
}

static void add_text(text *json, const char *key, const char *value)
{
    json_key(json, key);
    json_text(json, value);
}

static void add_place(text *json, const char *key, int64_t x, int64_t z)
{
    json_key(json, key);
    json_open(json, '[');
    json_int64(json, x);
    json_int64(json, z);
    json_close(json, ']');
}

static void add_pair(text *json, const char *key, double a, double b)
{
    json_key(json, key);
    json_open(json, '[');
    put_number(json, a);
    put_number(json, b);
    json_close(json, ']');
}

static bool is_bare(const heightmap_plan *plan)
{
    return plan->format == LOAM_RASTER_RAW16 || plan->format == LOAM_RASTER_R32;
}

static bool is_scaled(const heightmap_plan *plan)
{
    return plan->format == LOAM_RASTER_PNG16 || plan->format == LOAM_RASTER_RAW16;
}

static void add_origin(text *json, uint64_t seed)
{
    add_text(json, "generator", "loam");
    add_text(json, "version", loam_version());
    json_key(json, "land_version");
    json_number(json, LOAM_LAND_VERSION);
    json_key(json, "seed");
    json_uint64(json, seed);
}

static void add_shape(text *json, const heightmap_plan *plan)
{
    add_number(json, "size", plan->size);
    if (plan->engine == ENGINE_UNREAL)
    {
        // What Unreal looks for beside a file of bare numbers.
        add_number(json, "width", plan->size);
        add_number(json, "height", plan->size);
        add_number(json, "bpp", 16);
    }
    add_pair(json, "tiles", plan->columns, plan->rows);
    json_key(json, "shared_borders");
    json_bool(json, plan->shared);
    add_pair(json, "samples", (double)heightmap_side(plan, plan->columns),
             (double)heightmap_side(plan, plan->rows));
    add_number(json, "metres_per_pixel", (double)plan->step);
    // Of the sample in the south-west; x grows east, z grows north.
    add_place(json, "origin", plan->x, plan->z);
    add_text(json, "row_order", plan->south_first ? "south first" : "north first");
    json_key(json, "byte_order");
    is_bare(plan) ? json_text(json, plan->big_endian ? "big" : "little") : json_null(json);
}

static void add_heights(text *json, const heightmap_plan *plan, const heightmap_result *result)
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
static void add_engine(text *json, const heightmap_plan *plan)
{
    add_text(json, "engine", heightmap_engine_name(plan->engine));
    if (plan->engine == ENGINE_PLAIN)
    {
        return;
    }
    const double quads = (double)(plan->size - 1) * (double)plan->step;
    json_key(json, "import");
    json_open(json, '{');
    switch (plan->engine)
    {
    case ENGINE_UNITY:
        add_number(json, "terrain_width", quads);
        add_number(json, "terrain_length", quads);
        // Unity divides values by 65536.
        add_number(json, "terrain_height", (plan->high - plan->low) / 65535 * 65536);
        add_number(json, "position_y", plan->low);
        json_key(json, "flip_vertically");
        json_bool(json, is_bare(plan) && !plan->south_first);
        break;
    case ENGINE_UNREAL:
        add_number(json, "scale_x", 100 * (double)plan->step);
        add_number(json, "scale_y", 100 * (double)plan->step);
        add_number(json, "scale_z", heightmap_unreal_scale(plan));
        add_number(json, "location_z", 0);
        break;
    default:
        add_number(json, "vertex_spacing", (double)plan->step);
        add_number(json, "region_size", heightmap_region(plan));
        if (is_scaled(plan))
        {
            add_pair(json, "r16_range", plan->low, plan->high);
            add_pair(json, "r16_size", plan->size, plan->size);
        }
        break;
    }
    json_close(json, '}');
}

static void add_biomes(text *json, const heightmap_plan *plan, const loam_land *land,
                       const heightmap_result *result)
{
    json_key(json, "biomes");
    json_open(json, '[');
    for (int32_t i = 0; i < plan->biome_count; i++)
    {
        char colour[8], splat[16];
        snprintf(colour, sizeof colour, "#%06x",
                 (unsigned)loam_land_biome_colour(land, i) & 0xffffffu);
        json_open(json, '{');
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
                     heightmap_layer_name(LAYER_SPLAT + i / plan->splat_channels, splat));
            add_text(json, "channel",
                     (const char *const[]){"r", "g", "b", "a"}[i % plan->splat_channels]);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
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

static void add_layers(text *json, const heightmap_plan *plan, const heightmap_result *result)
{
    json_key(json, "layers");
    json_open(json, '[');
    for (int32_t layer = 0; layer < LAYER_LIMIT; layer++)
    {
        char number[16];
        if (plan->wanted[layer] && result->used[layer])
        {
            json_open(json, '{');
            add_text(json, "layer", heightmap_layer_name(layer, number));
            add_text(json, "format",
                     layer <= LAYER_WATER ? heightmap_format_name(plan->format) : "png8");
            // Pictures have the north on top, whatever bare numbers have.
            const bool south = layer <= LAYER_WATER && plan->south_first;
            add_text(json, "row_order", south ? "south first" : "north first");
            add_text(json, "meaning", meaning(layer));
            json_close(json, '}');
        }
    }
    json_close(json, ']');
}

/// Terrain3D's x and z, which counts south, of a tile's corner in the north-west: around the middle of its
/// world, which has an end.
static void add_import_position(text *json, const heightmap_plan *plan, int32_t column, int32_t row)
{
    const double tile = (double)plan->size * (double)plan->step;
    const int32_t from_north = plan->rows - 1 - row;
    const double x = column - plan->columns / 2, z = from_north - plan->rows / 2;
    add_pair(json, "import_position", tile * x, tile * z);
    add_pair(json, "import_position_samples", plan->size * x, plan->size * z);
}

static void add_file(text *json, const heightmap_plan *plan, const heightmap_result *result,
                     int32_t layer, int32_t tile)
{
    const int32_t column = tile % plan->columns, row = tile / plan->columns;
    const loam_land_area area = heightmap_area(plan, column, row);
    char name[HEIGHTMAP_NAME], number[16];
    heightmap_file_name(plan, layer, column, row, name);
    json_open(json, '{');
    add_text(json, "file", name);
    add_text(json, "layer", heightmap_layer_name(layer, number));
    add_pair(json, "tile", column, row);
    add_place(json, "origin", area.x, area.z);
    if (layer == LAYER_HEIGHT && plan->engine == ENGINE_GODOT)
    {
        add_import_position(json, plan, column, row);
    }
    if (layer == LAYER_HEIGHT)
    {
        add_pair(json, "heights", (double)result->tiles[tile].min, (double)result->tiles[tile].max);
        json_key(json, "hash");
        json_hash(json, result->tiles[tile].hash);
    }
    json_close(json, '}');
}

static void add_files(text *json, const heightmap_plan *plan, const heightmap_result *result)
{
    json_key(json, "files");
    json_open(json, '[');
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
    json_close(json, ']');
}

void heightmap_tell(text *json, const heightmap_plan *plan, const loam_land *land, uint64_t seed,
                    const heightmap_result *result)
{
    json_open(json, '{');
    add_origin(json, seed);
    add_shape(json, plan);
    add_text(json, "format", heightmap_format_name(plan->format));
    add_heights(json, plan, result);
    add_engine(json, plan);
    json_key(json, "hash");
    json_hash(json, result->hash);
    if (plan->wanted[LAYER_BIOMES] || plan->wanted[LAYER_SPLAT])
    {
        add_biomes(json, plan, land, result);
    }
    add_layers(json, plan, result);
    add_files(json, plan, result);
}
