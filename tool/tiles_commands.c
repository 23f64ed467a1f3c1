// SPDX-License-Identifier: MIT
#include "tool.h"

#include "loam/tile_game.h"

// loam tiles commands: what can be done in a game, from the table that commands are read by.

enum
{
    COLUMN = 46 // where meanings begin
};

static int run_commands(const tool_io *io, const void *context)
{
    int32_t count;
    const loam_command_form *const forms = loam_command_forms(&count);
    (void)context;
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(io->out, "STEP %-*s %s\n", COLUMN, forms[i].syntax, forms[i].meaning);
    }
    return TOOL_DONE;
}

static const tool_option no_options[] = {{0}};

const tool_verb verb_tiles_commands = {
    .name = "tiles commands",
    .summary = "prints the commands that drive a game of the tile world",
    .details = "A file for loam tiles sim --commands has one of them per line. Words in small "
               "letters stand for themselves, | separates what can be chosen, [] may be left out, "
               "words in capitals are arguments; STEP is the step in which it happens, a hundredth "
               "of a second. docs/commands.md tells more.",
    .options = no_options,
    .example = "loam tiles commands",
    .run = run_commands,
};
