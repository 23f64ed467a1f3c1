// SPDX-License-Identifier: MIT
#include "land_grower.h"
#include "loam/defs.h"

// loam land kinds: what may stand on a land, as JSON.

typedef struct kinds_settings
{
    const char *kinds, *output;
} kinds_settings;

static loam_result make(const tool_io *io)
{
    const kinds_settings *const settings = io->settings;
    const loam_env env = loam_default_env();
    loam_thing_plan plan;
    char *json = NULL;
    size_t size = 0;
    loam_result result = land_kinds_read(settings->kinds, &plan);
    result = result == LOAM_OK ? loam_thing_plan_write(&env, &plan, &json, &size) : result;
    return tool_put_defs(io, result, settings->output, &env, json, size);
}

#define AT(field) offsetof(kinds_settings, field)

static const tool_option kinds_options[] = {
    LAND_KINDS_OPTION(AT(kinds)),
    OUTPUT_OPTION(AT(output), ".json", "where the JSON goes; without it, it is printed"),
    {0},
};

const tool_verb verb_land_kinds = {
    .name = "land kinds",
    .summary = "prints what may stand on a land, as JSON",
    .details = "Layers of things and how much of each biome they have, kinds with their sizes, "
               "shapes and climates. Change the text, or write one that names only what should be "
               "different, and give it with --kinds to loam land things, mesh, view and explore.",
    .options = kinds_options,
    .settings_size = sizeof(kinds_settings),
    .example = "loam land kinds",
    .make = make,
};
