// SPDX-License-Identifier: MIT
#include "tool.h"

#include "loam/loam.h"

#include <string.h>

// What `loam help` and --help print, and the verbs version and help.

enum
{
    INDENT = 2,
    LINE = 90,
    COLUMN = 26
};

/// Prints text in lines that start at column `left`; the cursor is at column `at`.
static void print_wrapped(FILE *out, const char *paragraph, int left, int at)
{
    bool first = true; // on its line
    while (*paragraph != '\0')
    {
        const int length = (int)strcspn(paragraph, " ");
        if (!first && at + 1 + length > LINE)
        {
            fprintf(out, "\n");
            at = 0;
            first = true;
        }
        const int pad = !first ? 1 : at < left ? left - at : 0;
        fprintf(out, "%*s%.*s", pad, "", length, paragraph);
        at += pad + length;
        first = false;
        paragraph += length;
        paragraph += strspn(paragraph, " ");
    }
    fprintf(out, "\n");
}

static void print_option(FILE *out, const tool_option *option)
{
    text usage = {0}, meaning = {0};
    option_add_usage(&usage, option);
    text_add(&meaning, "%s", option->help);
    if (option->kind != OPTION_FLAG && option->kind != OPTION_TEXT)
    {
        text_add(&meaning, ": ");
        option_add_accepted(&meaning, option);
    }
    if (option->standard != NULL)
    {
        text_add(&meaning, " (default %s)", option->standard);
    }
    int at = fprintf(out, "%*s%s", INDENT, "", text_get(&usage));
    if (at >= COLUMN)
    {
        fprintf(out, "\n");
        at = 0;
    }
    print_wrapped(out, text_get(&meaning), COLUMN, at);
    text_free(&usage);
    text_free(&meaning);
}

void tool_print_help(FILE *out, const tool_verb *verb)
{
    fprintf(out, "loam %s: %s\n\nusage: loam %s", verb->name, verb->summary, verb->name);
    for (const tool_option *option = verb->options; option->name != NULL; option++)
    {
        if (option->operand)
        {
            fprintf(out, " [%s]", option->metavar);
        }
    }
    fprintf(out, " [options]\n\n");
    print_wrapped(out, verb->details, 0, 0);
    fprintf(out, "\n");
    for (const tool_option *option = verb->options; option->name != NULL; option++)
    {
        print_option(out, option);
    }
    const int at = fprintf(out, "%*s--help", INDENT, "");
    print_wrapped(out, "show this", COLUMN, at);
    fprintf(out, "\nexample:\n%*s%s\n", INDENT, "", verb->example);
}

static void print_summary(FILE *out, const tool_verb *verb)
{
    const int at = fprintf(out, "%*sloam %s", INDENT, "", verb->name);
    print_wrapped(out, verb->summary, COLUMN, at);
}

void tool_print_overview(FILE *out)
{
    fprintf(out, "loam %s: grows endless game worlds from a seed\n\nusage: loam VERB [options]\n\n",
            loam_version());
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        print_summary(out, tool_verbs[i]);
    }
    fprintf(out, "\nloam VERB --help tells more about one of them and ends with an example.\n"
                 "Exit codes: 0 done, 1 failed, 2 bad usage.\n");
}

void tool_print_group(FILE *out, const char *group)
{
    const size_t length = strlen(group);
    fprintf(out, "usage: loam %s VERB [options]\n\n", group);
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        const char *name = tool_verbs[i]->name;
        if (strncmp(name, group, length) == 0 && name[length] == ' ')
        {
            print_summary(out, tool_verbs[i]);
        }
    }
    fprintf(out, "\nloam %s VERB --help tells more about one of them.\n", group);
}

// ---- loam version -------------------------------------------------------------------------------

typedef struct version_settings
{
    bool json;
} version_settings;

static int run_version(const tool_io *io, const void *context)
{
    const version_settings *settings = context;
    if (!settings->json)
    {
        fprintf(io->out, "loam %s, tiles of version %d, land of version %d, instruction set %s\n",
                loam_version(), LOAM_TILES_VERSION, LOAM_LAND_VERSION,
                loam_isa_name(loam_isa_best()));
        return TOOL_DONE;
    }
    text json = {0};
    json_open(&json, '{');
    json_add_text(&json, "version", loam_version());
    json_add_number(&json, "tiles_version", LOAM_TILES_VERSION);
    json_add_number(&json, "land_version", LOAM_LAND_VERSION);
    json_add_text(&json, "isa", loam_isa_name(loam_isa_best()));
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static const tool_option version_options[] = {
    JSON_OPTION(offsetof(version_settings, json)),
    {0},
};

const tool_verb verb_version = {
    .name = "version",
    .summary = "says which version this is",
    .details = "The world version changes whenever the same seed would grow another world.",
    .options = version_options,
    .settings_size = sizeof(version_settings),
    .example = "loam version --json",
    .run = run_version,
};

// ---- loam help ----------------------------------------------------------------------------------

typedef struct help_settings
{
    const char *thing;
    const char *verb;
    bool man;
    bool bash;
} help_settings;

static int run_help(const tool_io *io, const void *context)
{
    const help_settings *settings = context;
    if (settings->man || settings->bash)
    {
        (settings->man ? tool_print_manual : tool_print_completion)(io->out);
        return TOOL_DONE;
    }
    if (settings->thing == NULL)
    {
        tool_print_overview(io->out);
        return TOOL_DONE;
    }
    const char *words[] = {settings->thing, settings->verb};
    const int count = settings->verb != NULL ? 2 : 1;
    int used;
    const tool_verb *verb = tool_find(count, words, &used);
    if (verb == NULL && count == 1 && tool_is_group(words[0]))
    {
        tool_print_group(io->out, words[0]);
        return TOOL_DONE;
    }
    if (verb == NULL || used < count)
    {
        return tool_unknown_verb(io->err, count - used, words + used);
    }
    tool_print_help(io->out, verb);
    return TOOL_DONE;
}

static const tool_option help_options[] = {
    TEXT_OPTION("thing", offsetof(help_settings, thing), "VERB", NULL,
                "a verb to explain, or the first word of several; without one, all of them",
                .operand = true),
    TEXT_OPTION("verb", offsetof(help_settings, verb), "WORD", NULL,
                "the second word of a verb that has two", .operand = true),
    FLAG_OPTION("man", offsetof(help_settings, man), "print the manual page, for man -l"),
    FLAG_OPTION("bash", offsetof(help_settings, bash), "print the completion script for bash"),
    {0},
};

const tool_verb verb_help = {
    .name = "help",
    .summary = "explains the verbs",
    .details = "The same text as VERB --help.",
    .options = help_options,
    .settings_size = sizeof(help_settings),
    .example = "loam help noise",
    .run = run_help,
};
