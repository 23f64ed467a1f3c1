// SPDX-License-Identifier: MIT
// Lines of commands: any bytes are a command or a message, and a command that is written is read again as
// it was.
#include "loam/tile_game.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static loam_tile_defs defs;

static void check_round_trip(const loam_command *command)
{
    char line[LOAM_MAX_COMMAND_LINE], again[LOAM_MAX_COMMAND_LINE];
    loam_command read;
    if (loam_command_check(command, &defs) != LOAM_OK)
    {
        abort();
    }
    loam_command_write(command, &defs, line);
    if (loam_command_read(line, &defs, &read) != LOAM_OK)
    {
        abort();
    }
    loam_command_write(&read, &defs, again);
    if (strcmp(line, again) != 0)
    {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (defs.materials[LOAM_AIR].name[0] == '\0')
    {
        loam_tile_defs_init(&defs);
    }
    char *const line = malloc(size + 1); // of exactly this size, so that a step too far is seen
    if (line == NULL)
    {
        return 0;
    }
    memcpy(line, data, size);
    line[size] = '\0';
    loam_command command;
    if (loam_command_read(line, &defs, &command) == LOAM_OK)
    {
        check_round_trip(&command);
    }
    free(line);
    return 0;
}
