// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "report.h"
#include "volume_part.h"

#include <inttypes.h>
#include <string.h>

// loam land figure: figures of Blomqvist et al. 2016 about the terrain module, made anew: 3.8, plains that become
// mountains; 3.9, a flat surface as a density with a hard edge and with a falloff; 4.2, plains, mountains and ridged
// mountains with caverns and tunnels below. Their surfaces are noises of table A.1, without a land.

enum
{
    FIGURE_3_8,
    FIGURE_3_9,
    FIGURE_4_2,
    FIGURE_COUNT,
    WIDE = 320, // voxels
    DEEP = 200,
    MIDDLE = 240, // m above the sea
};

typedef struct figure_settings
{
    int32_t number;
    uint64_t seed;
    option_size pixels;
    double turn, pitch;
    const char *output;
    bool json;
} figure_settings;

/// Noises of the table, and how much of each there is from west to east.
typedef struct figure_surface
{
    int32_t number;
    int64_t step; // m a voxel: places are a table's metres times this
    loam_noise noises[LOAM_TERRAIN_COUNT];
    float amplitudes[LOAM_TERRAIN_COUNT];
} figure_surface;

static float between(float value)
{
    return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value * value * (3.0f - 2.0f * value);
}

/// How much there is of each terrain at a share of the width, from 0 to 1.
static void weigh(int32_t number, float along, float weights[LOAM_TERRAIN_COUNT])
{
    memset(weights, 0, LOAM_TERRAIN_COUNT * sizeof weights[0]);
    if (number == FIGURE_3_8)
    {
        weights[LOAM_TERRAIN_MOUNTAINS] = between((along - 0.25f) * 2.0f);
        weights[LOAM_TERRAIN_PLAINS] = 1.0f - weights[LOAM_TERRAIN_MOUNTAINS];
    }
    else if (number == FIGURE_4_2)
    {
        weights[LOAM_TERRAIN_RIDGES] = between((along - 0.6f) * 5.0f);
        weights[LOAM_TERRAIN_MOUNTAINS] = between((along - 0.2f) * 5.0f) -
                                          weights[LOAM_TERRAIN_RIDGES];
        weights[LOAM_TERRAIN_PLAINS] = 1.0f - weights[LOAM_TERRAIN_RIDGES] -
                                       weights[LOAM_TERRAIN_MOUNTAINS];
    }
}

static loam_result fill_surface(void *user, loam_land_area area, const loam_volume_columns *out)
{
    const figure_surface *const from = user;
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        const int64_t x = area.x + i % area.w * area.step, z = area.z + i / area.w * area.step;
        float weights[LOAM_TERRAIN_COUNT], height = (float)MIDDLE;
        weigh(from->number, (float)x / (float)(WIDE * from->step), weights);
        for (int32_t t = 0; t < LOAM_TERRAIN_COUNT; t++)
        {
            const bool any = weights[t] > 0.0f;
            height += any ? weights[t] * from->amplitudes[t] *
                                loam_noise_at2(&from->noises[t], x, z)
                          : 0.0f;
        }
        out->height[i] = height;
        out->base[i] = (float)MIDDLE;
        out->water[i] = LOAM_LAND_DRY;
        out->temperature[i] = 10.0f;
        out->humidity[i] = 0.5f;
        out->soil[i] = 0.5f;
        out->bank[i] = 1024.0f;
        out->biome[i] = LOAM_BIOME_GRASSLAND;
    }
    return LOAM_OK;
}

static loam_result make_surface(const figure_settings *settings, figure_surface *out)
{
    loam_result result = LOAM_OK;
    *out = (figure_surface){.number = settings->number,
                            .step = settings->number == FIGURE_3_9 ? 1 : 2};
    for (int32_t t = 0; t < LOAM_TERRAIN_COUNT && result == LOAM_OK; t++)
    {
        const loam_noise_def def = loam_terrain_noise((loam_terrain)t, &out->amplitudes[t]);
        result = loam_noise_init(&out->noises[t], &def, loam_seed_derive(settings->seed, "figure"));
    }
    return result;
}

// ---- growing ------------------------------------------------------------------------------------

/// Colours of the figure take the place of materials: yellow plains, orange between, red mountains.
static void colour_part(const figure_settings *settings, volume_part *part)
{
    for (size_t i = 0; i < part->count; i++)
    {
        float weights[LOAM_TERRAIN_COUNT];
        const int32_t x = (int32_t)(i % (size_t)part->box.w);
        weigh(settings->number, (float)x / (float)part->box.w, weights);
        const uint8_t colour = weights[LOAM_TERRAIN_PLAINS] > 0.98f   ? 1
                               : weights[LOAM_TERRAIN_PLAINS] < 0.02f ? 3
                                                                      : 2;
        part->materials[i] = part->materials[i] != LOAM_VOXEL_AIR ? colour : LOAM_VOXEL_AIR;
    }
}

static loam_result grow(const figure_settings *settings, figure_surface *surface, double falloff,
                        const loam_volume_box *box, volume_part *part)
{
    static const char *const functions[FIGURE_COUNT] = {"none", "overhangs", "caverns,tunnels"};
    const volume_choice choice = {
        .only = functions[settings->number], .falloff = falloff, .everywhere = true};
    const loam_env env = loam_default_env();
    loam_inside inside = loam_default_inside();
    inside.overhangs.reach_m = 40.0f;
    inside.overhangs.amplitude = 0.9f;
    inside.caverns.openness = 0.85f;
    volume_recipe recipe;
    loam_volume *volume = NULL;
    loam_result result = volume_choose(&choice, &inside, settings->seed,
                                       (loam_volume_surface){fill_surface, surface}, &recipe);
    recipe.def.plain = settings->number != FIGURE_4_2;
    result = result == LOAM_OK ? loam_volume_create(&recipe.def, &volume) : result;
    result = result == LOAM_OK ? volume_part_grow(&env, volume, box, part) : result;
    loam_volume_destroy(volume);
    return result;
}

/// Two halves side by side: without falloff, and with.
static loam_result grow_halves(const figure_settings *settings, figure_surface *surface,
                               volume_part *part)
{
    const loam_volume_box left = {0, 0, MIDDLE - 40, 0, 120, 80, 120},
                          right = {0, 0, MIDDLE - 40, 0, 264, 80, 120};
    volume_part hard = {0};
    loam_result result = grow(settings, surface, 1.0, &left, &hard);
    result = result == LOAM_OK ? grow(settings, surface, 12.0, &right, part) : result;
    for (size_t i = 0; i < part->count && result == LOAM_OK; i++)
    {
        const int32_t x = (int32_t)(i % 264);
        const size_t row = i / 264;
        if (x < 144)
        {
            part->materials[i] = x < 120 ? hard.materials[row * 120 + (size_t)x] : LOAM_VOXEL_AIR;
            part->density[i] = x < 120 ? hard.density[row * 120 + (size_t)x] : -16;
        }
    }
    if (hard.materials != NULL)
    {
        volume_part_destroy(&hard);
    }
    return result;
}

static loam_result grow_figure(const figure_settings *settings, volume_part *part)
{
    static const loam_volume_box wide = {1, 0, 40, 0, WIDE, 160, DEEP};
    figure_surface surface;
    loam_result result = make_surface(settings, &surface);
    if (result != LOAM_OK || settings->number == FIGURE_3_9)
    {
        return result == LOAM_OK ? grow_halves(settings, &surface, part) : result;
    }
    loam_volume_box box = wide;
    box.y = settings->number == FIGURE_3_8 ? 70 : 10;
    result = grow(settings, &surface, 12.0, &box, part);
    if (result == LOAM_OK && settings->number == FIGURE_3_8)
    {
        colour_part(settings, part);
    }
    return result;
}

static loam_result paint(const figure_settings *settings, const volume_part *part)
{
    loam_colour colours[LOAM_VOXEL_MATERIAL_COUNT] = {{0}};
    const bool coloured = settings->number == FIGURE_3_8;
    colours[1] = loam_rgb(0xe3cf57);
    colours[2] = loam_rgb(0xe0953f);
    colours[3] = loam_rgb(0xc2503a);
    const volume_look look = {settings->pixels, settings->turn, settings->pitch,
                              coloured ? colours : NULL};
    loam_mesh *mesh = NULL;
    loam_picture picture = {0};
    loam_result result = volume_part_mesh(part, LOAM_VOLUME_BLOCKS, &mesh);
    result = result == LOAM_OK ? volume_part_paint(&part->env, mesh, &look, &picture) : result;
    result = result == LOAM_OK ? loam_png_write(&part->env, settings->output, &picture) : result;
    loam_picture_destroy(&part->env, &picture);
    loam_mesh_destroy(mesh);
    return result;
}

// ---- the verb -----------------------------------------------------------------------------------

static const char *const numbers[] = {"3.8", "3.9", "4.2", NULL};

static int print(const tool_io *io)
{
    const figure_settings *const settings = io->settings;
    const volume_part *const part = io->work;
    tool_report r = report_begin(settings->json);
    report_words(&r, "figure", numbers[settings->number]);
    report_uint64(&r, "seed", settings->seed);
    report_hash(&r, "hash", volume_part_hash(part));
    report_words(&r, "file", settings->output);
    return report_print(io, &r, "figure {figure}, hash {hash}; written to {file}");
}

static loam_result make(const tool_io *io)
{
    const figure_settings *const settings = io->settings;
    volume_part *const part = io->work;
    part->env = loam_default_env();
    loam_result result = loam_file_check(settings->output);
    result = result == LOAM_OK ? grow_figure(settings, part) : result;
    return result == LOAM_OK ? paint(settings, part) : result;
}

static void end(void *part)
{
    volume_part_destroy(part);
}

#define AT(field) offsetof(figure_settings, field)

static const tool_option figure_options[] = {
    NAMES_OPTION("number", AT(number), numbers, "N", "4.2", "which figure"),
    SEED_OPTION(AT(seed), "of the noises"),
    SIZE_OPTION("pixels", AT(pixels), 48, 4096, "WxH", "960x600", "of the picture"),
    NUMBER_OPTION("turn", AT(turn), -360, 360, "DEG", "20", "degrees around"),
    NUMBER_OPTION("pitch", AT(pitch), 5, 90, "DEG", "28", "degrees downwards"),
    PICTURE_OPTION(AT(output), "where the picture goes", .required = true),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_land_figure = {
    .name = "land figure",
    .summary = "draws figures of the thesis that volumes come from",
    .details = "3.8: plains (yellow) become mountains (red), and hills lie between. 3.9: a flat "
               "surface with noise around it, left with a hard edge, right with a falloff. 4.2: "
               "plains, mountains and ridged mountains, caverns and tunnels below (Blomqvist et "
               "al. 2016).",
    .options = figure_options,
    .settings_size = sizeof(figure_settings),
    .example = "loam land figure --number 4.2 -o figure.png",
    .work_size = sizeof(volume_part),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
