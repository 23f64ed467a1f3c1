// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700

#include "export/heightmap/heightmap.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// What engines take. Unity: 2^n + 1 samples, bare numbers whose first row is the south. Unreal: sections of
// 2^n - 1 quads, hence sizes like 1009, 16-bit values around 32768, which is height 0. Godot with Terrain3D:
// regions of 2^n samples without common borders, OpenEXR in metres or bare numbers. docs/heightmaps.md has
// the sources.

enum
{
    GODOT_REACH = 8192 // samples: Terrain3D's importer moves what begins beyond to there
};

typedef struct engine_rules
{
    const char *name;
    const char *formats; // names of those accepted, with blanks between; the first is the default
    const char *sizes;   // in words
    bool (*takes)(int32_t size);
    int32_t size;
    bool shared;
    int32_t splat_channels; // Godot changes colours where alpha is 0: it gets none
    const char *raw;        // how names of bare 16-bit numbers end
} engine_rules;

static bool takes_any(int32_t size)
{
    return size >= 2 && size <= LOAM_MAX_HEIGHTMAP_SIZE;
}

static bool takes_unity(int32_t size)
{
    return size >= 33 && size <= 4097 && ((size - 1) & (size - 2)) == 0;
}

static bool takes_unreal(int32_t size)
{
    static const int32_t sizes[] = {127, 253, 505, 1009, 2017, 4033, 8129};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        if (sizes[i] == size)
        {
            return true;
        }
    }
    return false;
}

static bool takes_godot(int32_t size)
{
    return size >= 64 && size <= LOAM_MAX_HEIGHTMAP_SIZE && size % 64 == 0;
}

static const engine_rules engines[LOAM_HEIGHTMAP_ENGINE_COUNT] = {
    [LOAM_HEIGHTMAP_PLAIN] = {"plain", "png16 raw16 r32 exr", "2 to 8192", takes_any, 1009, true, 4,
                              ".r16"},
    [LOAM_HEIGHTMAP_UNITY] = {"unity", "raw16 png16", "33, 65, 129, 257, 513, 1025, 2049 and 4097",
                              takes_unity, 1025, true, 4, ".raw"},
    [LOAM_HEIGHTMAP_UNREAL] = {"unreal", "png16 raw16", "127, 253, 505, 1009, 2017, 4033 and 8129",
                               takes_unreal, 1009, false, 4, ".r16"},
    [LOAM_HEIGHTMAP_GODOT] = {"godot", "exr raw16", "multiples of 64 from 64 to 8192", takes_godot,
                              1024, false, 3, ".r16"},
};

static const char *const format_names[] = {"png16", "raw16", "r32", "exr"};

const char *loam_heightmap_engine_name(int32_t engine)
{
    return (uint32_t)engine < LOAM_HEIGHTMAP_ENGINE_COUNT ? engines[engine].name : NULL;
}

const char *loam_heightmap_format_name(int32_t format)
{
    return (uint32_t)format <= LOAM_RASTER_EXR ? format_names[format] : NULL;
}

// ---- checking -----------------------------------------------------------------------------------------

/// Whether a word is in a list with blanks between.
static bool is_listed(const char *list, const char *word)
{
    const char *at = strstr(list, word);
    const size_t length = strlen(word);
    return at != NULL && (at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0');
}

static loam_result check_format(const heightmap_plan *plan)
{
    const engine_rules *rules = &engines[plan->engine];
    const char *name = format_names[plan->format];
    if (!is_listed(rules->formats, name))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "format is %s; %s takes: %s", name, rules->name,
                         rules->formats);
    }
    if (!loam_raster_supports(plan->format))
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "format is exr; this build of Loam has no OpenEXR; must be png16, "
                         "raw16 or r32");
    }
    const bool exact = plan->format == LOAM_RASTER_R32 || plan->format == LOAM_RASTER_EXR;
    if (exact && plan->ranged)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "range is given and format is %s, which has metres in it; must be "
                         "png16 or raw16",
                         name);
    }
    if (plan->gis && plan->format != LOAM_RASTER_PNG16)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "gis is given and format is %s; must be png16", name);
    }
    const bool picture = plan->format != LOAM_RASTER_RAW16 && plan->format != LOAM_RASTER_R32;
    if (picture && (plan->big_endian || plan->south_first))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s is asked for and format is %s; must be raw16 or r32",
                         plan->big_endian ? "the big byte order" : "the south first", name);
    }
    return LOAM_OK;
}

/// Unreal takes "4033x4033" and "_x1" in a name for the number of a tile.
static bool looks_like_a_tile(const char *name)
{
    for (const char *x = strchr(name, 'x'); x != NULL; x = strchr(x + 1, 'x'))
    {
        const bool behind = isdigit((unsigned char)x[1]) != 0;
        if (behind && x > name && (x[-1] == '_' || isdigit((unsigned char)x[-1])))
        {
            return true;
        }
    }
    return false;
}

static loam_result check_unreal(const heightmap_plan *plan)
{
    if (looks_like_a_tile(plan->name))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "path is \"%s%s\": unreal takes an x before a digit in it for a tile's "
                         "number; must be a name without",
                         plan->name, plan->extension);
    }
    return LOAM_OK;
}

int32_t loam_heightmap_region(const heightmap_plan *plan)
{
    int32_t region = 2048;
    while (plan->size % region != 0)
    {
        region /= 2;
    }
    return region;
}

static loam_result check_godot(const heightmap_plan *plan)
{
    const int32_t most = plan->columns > plan->rows ? plan->columns : plan->rows;
    const int32_t region = loam_heightmap_region(plan);
    if ((int64_t)most * plan->size > 32 * (int64_t)region)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "size is %d and tiles are %dx%d; godot takes 32 regions along a side, "
            "here of %d samples; it must be a multiple of more, or there must be fewer tiles",
            (int)plan->size, (int)plan->columns, (int)plan->rows, (int)region);
    }
    if ((int64_t)(most / 2) * plan->size > GODOT_REACH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "size is %d and tiles are %dx%d; Terrain3D imports up to %d samples "
                         "from its middle; there must be fewer tiles",
                         (int)plan->size, (int)plan->columns, (int)plan->rows, GODOT_REACH);
    }
    return LOAM_OK;
}

static loam_result check_place(const heightmap_plan *plan)
{
    // One sample more on each side, for slopes.
    const int64_t stride = plan->shared ? plan->size - 1 : plan->size;
    const int64_t w = (stride * plan->columns + 2) * plan->step;
    const int64_t h = (stride * plan->rows + 2) * plan->step;
    if (plan->x < -LOAM_LAND_END + plan->step || plan->x > LOAM_LAND_END - w ||
        plan->z < -LOAM_LAND_END + plan->step || plan->z > LOAM_LAND_END - h)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the samples reach over the end of the land, which is 2^50 m from 0: they "
                         "begin in the south-west at %" PRId64 ",%" PRId64 " and are %" PRId64
                         " m wide and %" PRId64 " m high; must be a place nearer to 0,0",
                         plan->x, plan->z, w, h);
    }
    return LOAM_OK;
}

static loam_result check_plan(const heightmap_plan *plan)
{
    const engine_rules *rules = &engines[plan->engine];
    if (!rules->takes(plan->size))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "size is %d; %s takes: %s", (int)plan->size,
                         rules->name, rules->sizes);
    }
    if (plan->ranged && !(plan->low < plan->high && isfinite(plan->low) && isfinite(plan->high)))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "range is %g,%g; must be finite numbers, the lower one first", plan->low,
                         plan->high);
    }
    loam_result result = check_format(plan);
    result = result == LOAM_OK ? check_place(plan) : result;
    if (result == LOAM_OK && plan->engine == LOAM_HEIGHTMAP_UNREAL)
    {
        result = check_unreal(plan);
    }
    return result == LOAM_OK && plan->engine == LOAM_HEIGHTMAP_GODOT ? check_godot(plan) : result;
}

// ---- names --------------------------------------------------------------------------------------------

static const struct
{
    const char *text;
    loam_raster_format format;
} extensions[] = {
    {".png", LOAM_RASTER_PNG16}, {".raw", LOAM_RASTER_RAW16}, {".r16", LOAM_RASTER_RAW16},
    {".r32", LOAM_RASTER_R32},   {".exr", LOAM_RASTER_EXR},
};

/// The index in extensions, or -1.
static int find_extension(const char *dot)
{
    for (int i = 0; dot != NULL && i < (int)(sizeof extensions / sizeof extensions[0]); i++)
    {
        if (strcmp(dot, extensions[i].text) == 0)
        {
            return i;
        }
    }
    return -1;
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static loam_raster_format default_format(loam_heightmap_engine engine)
{
    int32_t i = 0;
    while (strncmp(engines[engine].formats, format_names[i], strlen(format_names[i])) != 0)
    {
        i++;
    }
    return (loam_raster_format)i;
}

static const char *extension_of(const heightmap_plan *plan)
{
    return plan->format == LOAM_RASTER_RAW16   ? engines[plan->engine].raw
           : plan->format == LOAM_RASTER_R32   ? ".r32"
           : plan->format == LOAM_RASTER_PNG16 ? ".png"
                                               : ".exr";
}

/// The path names a folder: files have a name of ours.
static loam_result place_in_folder(heightmap_plan *plan, const char *output, int32_t format)
{
    plan->format = format >= 0 ? (loam_raster_format)format : default_format(plan->engine);
    plan->extension = extension_of(plan);
    const size_t length = strlen(output);
    const char *slash = output[length - 1] == '/' ? "" : "/";
    snprintf(plan->folder, sizeof plan->folder, "%s%s", output, slash);
    snprintf(plan->name, sizeof plan->name, "land");
    plan->names_folder = true;
    return LOAM_OK;
}

/// The path names a file: the others of the set are named after it.
static loam_result place_as_file(heightmap_plan *plan, const char *output, int32_t format,
                                 int found)
{
    const loam_raster_format named = extensions[found].format;
    if (format >= 0 && (loam_raster_format)format != named)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "format is %s and the path ends in %s, which is %s",
                         format_names[format], extensions[found].text, format_names[named]);
    }
    plan->format = named;
    plan->extension = extensions[found].text;
    const char *slash = strrchr(output, '/');
    const char *name = slash != NULL ? slash + 1 : output;
    const size_t length = strlen(name) - strlen(plan->extension);
    if (length < 1 || length > 200)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "path is \"%s\"; must be a file name of 1 to 200 letters and %s", output,
                         plan->extension);
    }
    snprintf(plan->folder, sizeof plan->folder, "%.*s", (int)(name - output), output);
    snprintf(plan->name, sizeof plan->name, "%.*s", (int)length, name);
    return LOAM_OK;
}

/// Fills format, folder, name and extension from the path; format may be LOAM_HEIGHTMAP_AUTO.
static loam_result place_files(heightmap_plan *plan, const char *output, int32_t format)
{
    enum
    {
        ROOM = 2 * HEIGHTMAP_NAME // for what is added to it
    };
    if (strlen(output) > HEIGHTMAP_PATH - ROOM)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "path has %zu characters; must be 1 to %d",
                         strlen(output), HEIGHTMAP_PATH - ROOM);
    }
    const char *slash = strrchr(output, '/');
    const char *dot = strrchr(slash != NULL ? slash : output, '.');
    const int found = find_extension(dot);
    if (is_folder(output) || dot == NULL || (slash != NULL && slash[1] == '\0'))
    {
        return place_in_folder(plan, output, format);
    }
    if (found < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "path is \"%s\"; must be a file name ending in .png, .raw, .r16, .r32 or "
                         ".exr, or a folder",
                         output);
    }
    return place_as_file(plan, output, format, found);
}

const char *loam_heightmap_layer_name(int32_t layer, char buffer[16])
{
    static const char *const names[] = {"height", "water", "biomes", "flow", "slope", "normals"};
    if (layer < LAYER_SPLAT)
    {
        return names[layer];
    }
    snprintf(buffer, 16, "splat%d", (int)(layer - LAYER_SPLAT));
    return buffer;
}

/// Unity's Terrain Toolbox sorts names as text: 10 must come after 09.
static int unity_digits(const heightmap_plan *plan)
{
    const int32_t most = plan->columns > plan->rows ? plan->columns : plan->rows;
    int digits = 1;
    for (int32_t tens = 10; tens < most; tens *= 10)
    {
        digits++;
    }
    return digits;
}

void loam_heightmap_file_name(const heightmap_plan *plan, int32_t layer, int32_t column,
                              int32_t row, char out[HEIGHTMAP_NAME])
{
    char number[16], tile[32] = "";
    if (plan->columns * plan->rows > 1)
    {
        const bool unity = plan->engine == LOAM_HEIGHTMAP_UNITY;
        const int digits = unity ? unity_digits(plan) : 1;
        snprintf(tile, sizeof tile, unity ? "_%0*d_%0*d" : "_x%0*d_y%0*d", digits, (int)column,
                 digits, (int)(plan->tiles_north ? row : plan->rows - 1 - row));
    }
    const char *const extension = layer > LAYER_WATER ? ".png" : plan->extension;
    const char *const kind = loam_heightmap_layer_name(layer, number);
    if (layer == LAYER_HEIGHT)
    {
        snprintf(out, HEIGHTMAP_NAME, "%s%s%s", plan->name, tile, extension);
    }
    else if (plan->engine == LOAM_HEIGHTMAP_UNREAL)
    {
        // Unreal takes all files whose names begin like the heights' for heights.
        snprintf(out, HEIGHTMAP_NAME, "%s_%s%s%s", kind, plan->name, tile, extension);
    }
    else
    {
        snprintf(out, HEIGHTMAP_NAME, "%s_%s%s%s", plan->name, kind, tile, extension);
    }
}

void loam_heightmap_about_name(const heightmap_plan *plan, const char *extension,
                               char out[HEIGHTMAP_NAME])
{
    // Unreal looks for the size of a single file of bare numbers in the JSON of its name.
    const bool sought = plan->columns * plan->rows == 1 && plan->format == LOAM_RASTER_RAW16;
    snprintf(out, HEIGHTMAP_NAME, "%s%s%s",
             plan->engine == LOAM_HEIGHTMAP_UNREAL && !sought ? "about_" : "", plan->name,
             extension);
}

int64_t loam_heightmap_side(const heightmap_plan *plan, int32_t tiles)
{
    return plan->shared ? tiles * ((int64_t)plan->size - 1) + 1 : (int64_t)tiles * plan->size;
}

loam_land_area loam_heightmap_area(const heightmap_plan *plan, int32_t column, int32_t row)
{
    const int64_t stride = ((int64_t)plan->size - plan->shared) * plan->step;
    return (loam_land_area){.x = plan->x + column * stride,
                            .z = plan->z + row * stride,
                            .step = plan->step,
                            .w = plan->size,
                            .h = plan->size};
}

// ---- heights ------------------------------------------------------------------------------------------

static const double unreal_steps = 12800; // of value to a metre, at a scale of 1

double loam_heightmap_unreal_scale(const heightmap_plan *plan)
{
    return (plan->high - plan->low) / 65535 * unreal_steps;
}

static void fit_unreal(heightmap_plan *plan)
{
    const double down = -plan->low / 32768, up = plan->high / 32767;
    const double hundredths = ceil((down > up ? down : up) * unreal_steps * 100);
    const double step = (hundredths > 1 ? hundredths : 1) / 100 / unreal_steps;
    plan->low = -32768 * step;
    plan->high = 32767 * step;
}

void loam_heightmap_fit_range(heightmap_plan *plan, double min, double max)
{
    const bool exact = plan->format == LOAM_RASTER_R32 || plan->format == LOAM_RASTER_EXR;
    if (!plan->ranged)
    {
        // Whole metres are easier to type into an engine.
        plan->low = exact ? min : floor(min);
        plan->high = exact ? max : ceil(max);
        plan->high += !exact && plan->high <= plan->low;
    }
    if (plan->engine == LOAM_HEIGHTMAP_UNREAL)
    {
        fit_unreal(plan);
    }
}

// ---- the plan -----------------------------------------------------------------------------------------

static loam_result check_number(const char *name, int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s is %" PRId64 "; must be %" PRId64 " to %" PRId64,
                           name, value, low, high);
}

static loam_result check_def(const loam_heightmap_def *def)
{
    if (def->path == NULL || def->path[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "path is missing; must be a file name or a folder");
    }
    const int64_t automatic = LOAM_HEIGHTMAP_AUTO;
    loam_result result = check_number("engine", def->engine, 0, LOAM_HEIGHTMAP_ENGINE_COUNT - 1);
    result = result != LOAM_OK ? result
                               : check_number("format", def->format, automatic, LOAM_RASTER_EXR);
    result = result != LOAM_OK ? result
                               : check_number("columns", def->columns, 1, LOAM_MAX_HEIGHTMAP_TILES);
    result = result != LOAM_OK ? result
                               : check_number("rows", def->rows, 1, LOAM_MAX_HEIGHTMAP_TILES);
    result = result != LOAM_OK ? result
                               : check_number("step", def->step, 1, LOAM_MAX_HEIGHTMAP_STEP);
    result = result != LOAM_OK ? result : check_number("x", def->x, -LOAM_LAND_END, LOAM_LAND_END);
    return result != LOAM_OK ? result : check_number("z", def->z, -LOAM_LAND_END, LOAM_LAND_END);
}

static bool choose(int32_t wanted, bool by_engine)
{
    return wanted == LOAM_HEIGHTMAP_AUTO ? by_engine : wanted != 0;
}

static void place_samples(const loam_heightmap_def *def, heightmap_plan *plan)
{
    plan->x = def->x - loam_heightmap_side(plan, plan->columns) / 2 * plan->step;
    plan->z = def->z - loam_heightmap_side(plan, plan->rows) / 2 * plan->step;
}

static void want_layers(const loam_heightmap_def *def, heightmap_plan *plan)
{
    plan->wanted[LAYER_HEIGHT] = true;
    plan->wanted[LAYER_WATER] = def->water;
    plan->wanted[LAYER_BIOMES] = def->biomes;
    plan->wanted[LAYER_FLOW] = def->flow;
    plan->wanted[LAYER_SLOPE] = def->slope;
    plan->wanted[LAYER_NORMALS] = def->normals;
    const int32_t channels = plan->splat_channels;
    for (int32_t i = 0; i < (plan->biome_count + channels - 1) / channels; i++)
    {
        plan->wanted[LAYER_SPLAT + i] = def->splat;
    }
}

loam_result loam_heightmap_plan_make(const loam_heightmap_def *def, int32_t biome_count,
                                     heightmap_plan *out)
{
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    const engine_rules *const rules = &engines[def->engine];
    *out = (heightmap_plan){.engine = def->engine,
                            .size = def->size == LOAM_HEIGHTMAP_AUTO ? rules->size : def->size,
                            .columns = def->columns,
                            .rows = def->rows,
                            .shared = choose(def->shared_borders, rules->shared),
                            .step = def->step,
                            .biome_count = biome_count,
                            .splat_channels = rules->splat_channels,
                            .big_endian = def->big_endian,
                            .gis = def->gis,
                            .ranged = def->ranged,
                            .low = def->low,
                            .high = def->high};
    const bool unity = def->engine == LOAM_HEIGHTMAP_UNITY;
    out->tiles_north = choose(def->tiles_north, unity);
    place_samples(def, out);
    want_layers(def, out);
    result = place_files(out, def->path, def->format);
    if (result != LOAM_OK)
    {
        return result;
    }
    out->south_first = choose(def->south_first, unity && out->format == LOAM_RASTER_RAW16);
    return check_plan(out);
}

loam_heightmap_def loam_default_heightmap_def(void)
{
    return (loam_heightmap_def){.format = LOAM_HEIGHTMAP_AUTO,
                                .size = LOAM_HEIGHTMAP_AUTO,
                                .columns = 1,
                                .rows = 1,
                                .step = 1,
                                .shared_borders = LOAM_HEIGHTMAP_AUTO,
                                .tiles_north = LOAM_HEIGHTMAP_AUTO,
                                .south_first = LOAM_HEIGHTMAP_AUTO};
}

loam_result loam_heightmap_check(const loam_heightmap_def *def)
{
    LOAM_ASSERT(NULL, def != NULL);
    heightmap_plan plan;
    return loam_heightmap_plan_make(def, LOAM_BIOME_COUNT, &plan);
}
