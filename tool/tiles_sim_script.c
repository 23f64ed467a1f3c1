// SPDX-License-Identifier: MIT
#include "tiles_sim.h"

#include "replay/lines.h"

#include <inttypes.h>
#include <stdlib.h>

// A file of commands is read whole before anything happens: a mistake in its last line costs nothing.

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
                         " and a line above has step %" PRIu64 "; steps must be in rising order",
                         path, line, command->step,
                         script->commands[script->count - 1].command.step);
    }
    if (!make_room(script))
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "%s:%" PRId64 ": no memory for so many commands", path,
                         line);
    }
    script->commands[script->count++] = (sim_command){.command = *command, .line = line};
    return LOAM_OK;
}

static loam_result read_line(sim_script *script, const lines *in, const loam_tile_defs *defs)
{
    loam_command command;
    const loam_result result = loam_command_read(in->words, defs, &command);
    if (result == LOAM_NOT_FOUND)
    {
        return LOAM_OK;
    }
    return result == LOAM_OK
               ? add_command(script, in->path, in->number, &command)
               : loam_fail(result, "%s:%" PRId64 ": %s", in->path, in->number, loam_last_error());
}

loam_result sim_script_read(const char *path, const loam_tile_defs *defs, bool may_be_cut,
                            sim_script *out)
{
    lines in;
    *out = (sim_script){0};
    loam_result result = lines_open(&in, path);
    if (result != LOAM_OK)
    {
        return result;
    }
    bool more = true;
    while (result == LOAM_OK && more)
    {
        result = lines_next(&in, &more);
        const bool left_out = in.cut && may_be_cut;
        result = result == LOAM_OK && more && !left_out ? read_line(out, &in, defs) : result;
    }
    lines_close(&in);
    return result;
}

void sim_script_free(sim_script *script)
{
    free(script->commands);
    *script = (sim_script){0};
}
