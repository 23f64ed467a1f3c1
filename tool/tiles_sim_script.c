// SPDX-License-Identifier: MIT
#include "tiles_sim.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A file of commands is read whole before anything happens: a mistake in its last line costs nothing.

enum
{
    MAX_LINE = 1024,
    MAX_COMMANDS = 10000000,
};

static bool make_room(sim_script *script)
{
    if (script->count < script->room)
    {
        return true;
    }
    const size_t room = script->room == 0 ? 256 : script->room * 2;
    sim_command *commands = realloc(script->commands, room * sizeof *commands);
    if (commands == NULL)
    {
        return false;
    }
    script->commands = commands;
    script->room = room;
    return true;
}

static loam_result add_command(sim_script *script, const char *path, int64_t line,
                               const loam_command *command)
{
    if (script->count > 0 && script->commands[script->count - 1].command.step > command->step)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s:%" PRId64 ": the step is %" PRIu64
                         " and a line above has step %" PRIu64 "; accepted: steps in rising order",
                         path, line, command->step,
                         script->commands[script->count - 1].command.step);
    }
    if (script->count == MAX_COMMANDS || !make_room(script))
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "%s:%" PRId64 ": too many commands", path, line);
    }
    script->commands[script->count++] = (sim_command){.command = *command, .line = line};
    return LOAM_OK;
}

static loam_result read_line(sim_script *script, const char *path, int64_t line, char *words,
                             const loam_tile_defs *defs)
{
    loam_command command;
    if (strlen(words) == MAX_LINE - 1 && words[MAX_LINE - 2] != '\n')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s:%" PRId64 ": the line is longer than %d letters",
                         path, line, MAX_LINE - 2);
    }
    const loam_result result = loam_command_read(words, defs, &command);
    if (result == LOAM_NOT_FOUND)
    {
        return LOAM_OK;
    }
    return result == LOAM_OK
               ? add_command(script, path, line, &command)
               : loam_fail(result, "%s:%" PRId64 ": %s", path, line, loam_last_error());
}

loam_result sim_script_read(const char *path, const loam_tile_defs *defs, bool may_be_cut,
                            sim_script *out)
{
    char words[MAX_LINE];
    loam_result result = LOAM_OK;
    *out = (sim_script){0};
    FILE *file = fopen(path, "r");
    if (file == NULL)
    {
        return loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    for (int64_t line = 1; result == LOAM_OK && fgets(words, sizeof words, file) != NULL; line++)
    {
        const bool cut = may_be_cut && strchr(words, '\n') == NULL && feof(file);
        result = cut ? LOAM_OK : read_line(out, path, line, words, defs);
    }
    if (result == LOAM_OK && ferror(file))
    {
        result = loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    fclose(file);
    return result;
}

void sim_script_free(sim_script *script)
{
    free(script->commands);
    *script = (sim_script){0};
}
