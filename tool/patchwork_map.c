// SPDX-License-Identifier: MIT
#include "patchwork.h"

#include <string.h>

// loam patchwork map: which biome every chunk is (Barrio Morra 2021, fig. 3.48). loam patchwork defs: what patchworks are
// made of, as JSON.

typedef struct map_settings
{
    patch_question question;
    option_size size;
    option_position at;
    int64_t scale;
} map_settings;

typedef struct map_work
{
    patch_grower grower;
    loam_picture picture;
    int64_t counts[LOAM_PATCH_MAX_BIOMES];
    int64_t seen;
    uint64_t hash;
} map_work;

/// Chunks that were seen are as bright as they are, others pale, if any were.
static loam_colour colour_of(const patch_grower *grower, const loam_patch_chunk *chunk, bool fade,
                             int64_t *seen)
{
    const loam_colour full = loam_rgb(grower->def->biomes[chunk->biome].colour);
    const bool known = fade && loam_patchwork_has_seen(grower->patchwork, chunk->x, chunk->z);
    *seen += known;
    return !fade || known ? full : loam_colour_mix(full, loam_rgb(0xf4f1ea), 0.62f);
}

static loam_result draw_map(const map_settings *settings, map_work *out)
{
    const patch_grower *const grower = &out->grower;
    const int32_t scale = (int32_t)settings->scale, w = settings->size.w, h = settings->size.h;
    const bool fade = loam_patchwork_seen(grower->patchwork) > 0;
    const loam_result result = loam_picture_create(&grower->env, w * scale, h * scale, loam_rgb(0),
                                                   &out->picture);
    for (int32_t i = 0; i < w * h && result == LOAM_OK; i++)
    {
        // North is up.
        const int32_t column = i % w, row = i / w;
        const loam_patch_chunk chunk = loam_patchwork_chunk(
            grower->patchwork, settings->at.x - w / 2 + column, settings->at.y + (h - 1) / 2 - row);
        const uint64_t biome = (uint64_t)chunk.biome;
        loam_picture_rectangle(&out->picture, column * scale, row * scale, scale, scale,
                               colour_of(grower, &chunk, fade, &out->seen));
        out->counts[chunk.biome]++;
        out->hash = loam_hash_u64(&biome, 1, out->hash);
    }
    return result;
}

static int print_map(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    const map_work *const map = io->work;
    const patch_grower *const grower = &map->grower;
    const double all = (double)settings->size.w * (double)settings->size.h;
    text shares = {0};
    tool_report r = report_begin(settings->question.json);
    report_uint64(&r, "seed", settings->question.seed);
    report_size(&r, "size", settings->size.w, settings->size.h);
    json_open_at(&r.json, "biomes", '{');
    for (int32_t i = 0; i < grower->def->biome_count; i++)
    {
        const char *const name = grower->def->biomes[i].name;
        json_add_number(&r.json, name, (double)map->counts[i]);
        text_add(&shares, "%s %s %.1f per cent", i > 0 ? "," : "", name,
                 100.0 * (double)map->counts[i] / all);
    }
    json_close(&r.json, '}');
    report_number(&r, "seen", (double)map->seen);
    report_hash(&r, "hash", map->hash);
    report_words(&r, "file", settings->question.output);
    report_say_number(&r, "chunks", all);
    report_say_words(&r, "shares", text_get(&shares));
    const int code = report_print(io, &r,
                                  "{chunks} chunks:{shares}; hash {hash}[; written to {file}]");
    text_free(&shares);
    return code;
}

/// Before anything grows.
static loam_result check_pixels(const map_settings *settings)
{
    char asked[64];
    snprintf(asked, sizeof asked, "--size is %dx%d at this --scale", (int)settings->size.w,
             (int)settings->size.h);
    return tool_check_picture(asked, settings->size.w * settings->scale,
                              settings->size.h * settings->scale, 1);
}

static loam_result make_map(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    const char *const output = settings->question.output;
    map_work *const work = io->work;
    loam_result result = check_pixels(settings);
    result = result == LOAM_OK ? patch_grower_create(&settings->question, &work->grower) : result;
    result = result == LOAM_OK ? draw_map(settings, work) : result;
    return result == LOAM_OK && output != NULL
               ? loam_png_write(&work->grower.env, output, &work->picture)
               : result;
}

static void end_map(void *of)
{
    map_work *const work = of;
    loam_picture_destroy(&work->grower.env, &work->picture);
    patch_grower_destroy(&work->grower);
}

#define AT(field) offsetof(map_settings, field)

static const tool_option map_options[] = {
    SIZE_OPTION("size", AT(size), 1, 4096, "WxH", "128x128", "chunks"),
    POSITION_OPTION("at", AT(at), -0x1p39, 0x1p39, "X,Z", "0,0", "the chunk in the middle"),
    INT_OPTION("scale", AT(scale), 1, 16, "N", "1", "pixels a chunk"),
    PATCH_OPTIONS(AT(question)),
    PATCH_KEEP_OPTION(AT(question), "a file of `loam patchwork walk`: chunks that were seen are as "
                                    "they were, others pale"),
    PICTURE_OPTION(PATCH_AT(AT(question), output), "where the map goes"),
    JSON_OPTION(PATCH_AT(AT(question), json)),
    {0},
};

const tool_verb verb_patchwork_map = {
    .name = "patchwork map",
    .summary = "draws which biome every chunk of a patchwork is",
    .details = "One pixel a chunk, north is up. Biomes follow from ranges over one noise, or from "
               "temperature and rain, as the definitions say.",
    .options = map_options,
    .settings_size = sizeof(map_settings),
    .example = "loam patchwork map --seed 7 --scale 4 -o biomes.png",
    .work_size = sizeof(map_work),
    .make = make_map,
    .report = print_map,
    .destroy = end_map,
};

// ---- definitions --------------------------------------------------------------------------------

static loam_result make_defs(const tool_io *io)
{
    const patch_question *const question = io->settings;
    patch_grower *const grower = io->work;
    char *json = NULL;
    size_t size = 0;
    loam_result result = patch_grower_create(question, grower);
    if (result == LOAM_OK)
    {
        result = loam_patchwork_def_write(&grower->env, grower->def, &json, &size);
    }
    return tool_put_defs(io, result, question->output, &grower->env, json, size);
}

static const tool_option defs_options[] = {
    PATCH_OPTIONS(0),
    OUTPUT_OPTION(PATCH_AT(0, output), NULL, "where the JSON goes; without it, it is printed"),
    {0},
};

const tool_verb verb_patchwork_defs = {
    .name = "patchwork defs",
    .summary = "prints what a patchwork is made of, as JSON",
    .details =
        "Sizes, biomes with their noise and materials, transitions. Change the text, or write "
        "one that names only what should be different, and give it to a verb with --defs.",
    .options = defs_options,
    .settings_size = sizeof(patch_question),
    .example = "loam patchwork defs",
    .work_size = sizeof(patch_grower),
    .make = make_defs,
    .destroy = patch_grower_destroy,
};
