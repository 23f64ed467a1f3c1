// SPDX-License-Identifier: MIT
#include "replay/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum
{
    STEPS_A_NOTE = 100
};

struct replay_writer
{
    loam_env env;
    FILE *file;
    uint64_t noted;
    int error; // the first that the system reported
    char path[REPLAY_MAX_PATH];
};

loam_result replay_path_beside(const char *path, const char *end, char out[REPLAY_MAX_PATH])
{
    const size_t length = strlen(path);
    if (length <= 4 || strcmp(path + length - 4, ".txt") != 0 || path[length - 5] == '/')
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the replay's file is %s; must be a name that ends with .txt", path);
    }
    if (length - 4 + strlen(end) >= REPLAY_MAX_PATH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the replay's path has %zu letters; must be at most %d",
                         length, REPLAY_MAX_PATH - 16);
    }
    memcpy(out, path, length - 4);
    memcpy(out + length - 4, end, strlen(end) + 1);
    return LOAM_OK;
}

static void note_error(replay_writer *writer, bool failed)
{
    if (failed && writer->error == 0)
    {
        writer->error = errno != 0 ? errno : EIO;
    }
}

static void write_head(replay_writer *writer, const replay_info *info)
{
    FILE *const file = writer->file;
    fprintf(file, "# loam replay %d\n", REPLAY_FORMAT);
    fprintf(file, "# world version %d\n", (int)info->version);
    fprintf(file, "# seed %" PRIu64 "\n", info->seed);
    fprintf(file, "# ring %d\n", 1 << info->ring_log2);
    if (info->has_world)
    {
        fprintf(file, "# begins with the world beside it\n");
    }
    else
    {
        fprintf(file, "# begins at %" PRId64 " %" PRId64 "\n", info->start.x, info->start.y);
        fprintf(file, "# definitions %s\n", info->has_defs ? "beside it" : "built in");
    }
    fprintf(file, "# hash %016" PRIx64 "\n", info->begin_hash);
    fprintf(file, "# commands\n");
}

loam_result replay_begin(const loam_env *env, const char *path, const replay_info *info,
                         replay_writer **out)
{
    char unused[REPLAY_MAX_PATH];
    *out = NULL;
    const loam_result result = replay_path_beside(path, ".loam", unused);
    if (result != LOAM_OK)
    {
        return result;
    }
    replay_writer *const writer = loam_alloc(env, sizeof *writer);
    if (writer == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *writer = (replay_writer){.env = *env, .file = fopen(path, "wx")};
    if (writer->file == NULL)
    {
        const int error = errno;
        loam_free(env, writer, sizeof *writer);
        return loam_fail(LOAM_IO, "%s: cannot be written: %s", path, strerror(error));
    }
    snprintf(writer->path, sizeof writer->path, "%s", path);
    errno = 0;
    write_head(writer, info);
    note_error(writer, fflush(writer->file) != 0);
    *out = writer;
    return LOAM_OK;
}

const char *replay_path(const replay_writer *writer)
{
    return writer->path;
}

void replay_add(replay_writer *writer, const loam_command *command, const loam_tile_defs *defs)
{
    char line[LOAM_MAX_COMMAND_LINE];
    loam_command_write(command, defs, line);
    note_error(writer, fprintf(writer->file, "%s\n", line) < 0);
}

void replay_note_steps(replay_writer *writer, uint64_t steps)
{
    if (steps >= writer->noted + STEPS_A_NOTE)
    {
        writer->noted = steps;
        note_error(writer, fprintf(writer->file, "# at %" PRIu64 "\n", steps) < 0);
        note_error(writer, fflush(writer->file) != 0);
    }
}

static loam_result close_writer(replay_writer *writer)
{
    const loam_env env = writer->env;
    note_error(writer, fclose(writer->file) != 0);
    const loam_result result = writer->error == 0
                                   ? LOAM_OK
                                   : loam_fail(LOAM_IO, "%s: could not be written: %s",
                                               writer->path, strerror(writer->error));
    loam_free(&env, writer, sizeof *writer);
    return result;
}

loam_result replay_end(replay_writer *writer, uint64_t steps, uint64_t hash)
{
    if (writer == NULL)
    {
        return LOAM_OK;
    }
    note_error(writer,
               fprintf(writer->file, "# end %" PRIu64 " %016" PRIx64 "\n", steps, hash) < 0);
    return close_writer(writer);
}

void replay_abandon(replay_writer *writer)
{
    if (writer != NULL)
    {
        (void)close_writer(writer);
    }
}
