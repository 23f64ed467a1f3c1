// SPDX-License-Identifier: MIT
#include "land_grower.h"
#include "loam/defs.h"

// loam land inside: the numbers of a land's inside as JSON.

typedef struct inside_settings
{
    const char *inside, *world, *output;
} inside_settings;

static loam_result choose(const inside_settings *settings, loam_inside *out)
{
    *out = loam_default_inside();
    if (settings->world != NULL)
    {
        land_facts facts;
        const loam_result result = land_world_read(settings->world, &facts);
        *out = result == LOAM_OK ? facts.inside : *out;
        return result;
    }
    return land_inside_read(settings->inside, out);
}

static loam_result make(const tool_io *io)
{
    const inside_settings *const settings = io->settings;
    const loam_env env = loam_default_env();
    loam_inside inside;
    char *json = NULL;
    size_t size = 0;
    loam_result result = choose(settings, &inside);
    result = result == LOAM_OK ? loam_inside_write(&env, &inside, &json, &size) : result;
    return tool_put_defs(io, result, settings->output, &env, json, size);
}

#define AT(field) offsetof(inside_settings, field)

static const tool_option inside_options[] = {
    LAND_INSIDE_OPTION(AT(inside)),
    FILE_OPTION("world", AT(world), NULL, "WORLD", "the file of a land, whose numbers are written",
                .not_with = "inside"),
    OUTPUT_OPTION(AT(output), ".json", "where the JSON goes; without it, it is printed"),
    {0},
};

const tool_verb verb_land_inside = {
    .name = "land inside",
    .summary = "prints what the inside of a land is dug by, as JSON",
    .details = "How many tunnels, caverns, pillars, overhangs, arches, ravines, sinkholes and "
               "cliffs there are, where, and how large. Change the text, or write one that names "
               "only what should be different, and give it with --inside to loam land slice, "
               "voxels, mesh, view and explore, or to loam world new.",
    .options = inside_options,
    .settings_size = sizeof(inside_settings),
    .example = "loam land inside",
    .make = make,
};
