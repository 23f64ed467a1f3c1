// SPDX-License-Identifier: MIT
#include "tool.h"

#include "loam/loam.h"

#include <string.h>

// loam plant species: the grammars that come with the library.

typedef struct species_settings
{
    bool json;
} species_settings;

static loam_result open_preset(const loam_env *env, const loam_grammar_preset *preset,
                               loam_grammar **out)
{
    return loam_grammar_create(env, preset->text, strlen(preset->text), out);
}

static void add_species(text *out, bool json, const char *name, const loam_grammar *grammar)
{
    if (!json)
    {
        text_add(out, "%-20s %dD  %s\n", name, (int)loam_grammar_dimensions(grammar),
                 loam_grammar_title(grammar));
        return;
    }
    json_open(out, '{');
    json_add_text(out, "name", name);
    json_add_text(out, "title", loam_grammar_title(grammar));
    json_add_number(out, "dimensions", loam_grammar_dimensions(grammar));
    json_add_hash(out, "hash", loam_grammar_hash(grammar));
    json_close(out, '}');
}

static int run_plant_species(const tool_io *io, const void *context)
{
    const species_settings *const settings = context;
    const loam_env env = loam_default_env();
    text out = {0};
    if (settings->json)
    {
        json_open(&out, '{');
        json_key(&out, "species");
        json_open(&out, '[');
    }
    loam_result result = LOAM_OK;
    for (int32_t i = 0; loam_grammar_preset_at(i) != NULL && result == LOAM_OK; i++)
    {
        loam_grammar *grammar;
        result = open_preset(&env, loam_grammar_preset_at(i), &grammar);
        if (result == LOAM_OK)
        {
            add_species(&out, settings->json, loam_grammar_preset_at(i)->name, grammar);
            loam_grammar_destroy(grammar);
        }
    }
    if (result != LOAM_OK)
    {
        text_free(&out);
        return tool_complain(io, &verb_plant_species, result);
    }
    if (settings->json)
    {
        json_close(&out, ']');
        json_close(&out, '}');
        return tool_print_json(io, &out);
    }
    fprintf(io->out, "%s", text_get(&out));
    text_free(&out);
    return TOOL_DONE;
}

static const tool_option species_options[] = {
    JSON_OPTION(offsetof(species_settings, json)),
    {0},
};

const tool_verb verb_plant_species = {
    .name = "plant species",
    .summary = "lists the plants that come with Loam",
    .details = "`loam plant draw --species NAME --text` prints the grammar of one, to start from.",
    .options = species_options,
    .settings_size = sizeof(species_settings),
    .example = "loam plant species",
    .run = run_plant_species,
};
