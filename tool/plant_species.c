// SPDX-License-Identifier: MIT
#include "report.h"

#include "loam/loam.h"

#include <string.h>

// loam plant species: the grammars that come with the library.

typedef struct species_settings
{
    bool json;
} species_settings;

typedef struct species_work
{
    tool_report report;
    text lines;
} species_work;

static void add_species(tool_report *r, text *lines, const char *name, const loam_grammar *grammar)
{
    text_add(lines, "%s%-20s %dD  %s", lines->size > 0 ? "\n" : "", name,
             (int)loam_grammar_dimensions(grammar), loam_grammar_title(grammar));
    json_open(&r->json, '{');
    json_add_text(&r->json, "name", name);
    json_add_text(&r->json, "title", loam_grammar_title(grammar));
    json_add_number(&r->json, "dimensions", loam_grammar_dimensions(grammar));
    json_add_hash(&r->json, "hash", loam_grammar_hash(grammar));
    json_close(&r->json, '}');
}

static loam_result make(const tool_io *io)
{
    const species_settings *const settings = io->settings;
    species_work *const work = io->work;
    const loam_env env = loam_default_env();
    const loam_grammar_preset *preset;
    loam_result result = LOAM_OK;
    work->report = report_begin(settings->json);
    json_open_at(&work->report.json, "species", '[');
    for (int32_t i = 0; (preset = loam_grammar_preset_at(i)) != NULL && result == LOAM_OK; i++)
    {
        loam_grammar *grammar = NULL;
        result = loam_grammar_create(&env, preset->text, strlen(preset->text), &grammar);
        if (result == LOAM_OK)
        {
            add_species(&work->report, &work->lines, preset->name, grammar);
        }
        loam_grammar_destroy(grammar);
    }
    json_close(&work->report.json, ']');
    return result;
}

static int print(const tool_io *io)
{
    species_work *const work = io->work;
    report_say_words(&work->report, "lines", text_get(&work->lines));
    return report_print(io, &work->report, "{lines}");
}

static void end(void *of)
{
    species_work *const work = of;
    text_free(&work->report.json);
    text_free(&work->lines);
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
    .work_size = sizeof(species_work),
    .make = make,
    .report = print,
    .destroy = end,
};
