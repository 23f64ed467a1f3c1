// SPDX-License-Identifier: MIT
// Texts that are read over the built-in definitions, and what comes of it.
#ifndef LOAM_TESTS_DEFS_READING_H
#define LOAM_TESTS_DEFS_READING_H

#include "loam/defs.h"

#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

static loam_env env;
static loam_tile_defs *built_in;
static loam_tile_defs *defs; // what a text is read over

/// Reads a text, with ' for ", over the built-in definitions.
static loam_result read_text(const char *text)
{
    char *const json = malloc(strlen(text) + 1);
    for (size_t i = 0; i <= strlen(text); i++)
    {
        json[i] = text[i] == '\'' ? '"' : text[i];
    }
    memcpy(defs, built_in, sizeof *defs);
    const loam_result result = loam_tile_defs_read(&env, json, strlen(json), defs);
    free(json);
    return result;
}

static void accepts(const char *text)
{
    CHECK_REPORT(read_text(text) == LOAM_OK, "%s: %s", text, loam_last_error());
}

/// The message is this, or begins with it if it ends in "...".
static void refuses(const char *text, const char *message)
{
    CHECK_REPORT(read_text(text) == LOAM_BAD_ARGUMENT, "%s is accepted", text);
    const size_t length = strlen(message);
    const bool begins = length > 3 && strcmp(message + length - 3, "...") == 0;
    const char *const said = loam_last_error();
    CHECK_REPORT(begins ? strncmp(said, message, length - 3) == 0 : strcmp(said, message) == 0,
                 "%s: \"%s\", expected \"%s\"", text, said, message);
    CHECK_REPORT(memcmp(defs, built_in, sizeof *defs) == 0, "%s was read in part", text);
}

static void reading_begin(void)
{
    env = loam_default_env();
    built_in = malloc(sizeof *built_in);
    defs = malloc(sizeof *defs);
    loam_tile_defs_init(built_in);
}

static void reading_end(void)
{
    free(built_in);
    free(defs);
}

#endif
