// SPDX-License-Identifier: MIT
#include "tile_options.h"

#include "loam/defs.h"
#include "loam/export.h"

// loam tiles defs: the definitions of the tile world as JSON.

typedef struct defs_settings
{
    const char *defs;
    const char *output;
} defs_settings;

static loam_result make(const tool_io *io)
{
    const defs_settings *const settings = io->settings;
    const loam_env env = loam_default_env();
    loam_tile_defs *defs = NULL;
    char *json = NULL;
    size_t size = 0;
    loam_result result = tool_load_defs(settings->defs, &defs);
    result = result != LOAM_OK ? result : loam_tile_defs_write(&env, defs, &json, &size);
    result = tool_put_defs(io, result, settings->output, &env, json, size);
    tool_free_defs(defs);
    return result;
}

static const tool_option defs_options[] = {
    TILE_DEFS_OPTION(offsetof(defs_settings, defs)),
    OUTPUT_OPTION(offsetof(defs_settings, output), NULL,
                  "where the JSON goes; without it, it is printed"),
    {0},
};

const tool_verb verb_tiles_defs = {
    .name = "tiles defs",
    .summary = "prints what the tile world is made of, as JSON",
    .details = "Materials, biomes, the numbers of the ground, rules, fluids, the sky and the "
               "species. Change the text, or write one that "
               "names only what should be different, and give it to a verb with --defs.",
    .options = defs_options,
    .settings_size = sizeof(defs_settings),
    .example = "loam tiles defs",
    .make = make,
};
