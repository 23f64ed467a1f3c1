// SPDX-License-Identifier: MIT
// Replays: what was done in a game, as a file of commands that also says how the game began and what came
// out. Beside NAME.txt stand NAME.loam, the world as it was, if it was loaded, or NAME.json, its
// definitions, if they are not the built-in ones. docs/commands.md has the format.
#ifndef LOAM_REPLAY_REPLAY_H
#define LOAM_REPLAY_REPLAY_H

#include "loam/loam.h"

enum
{
    REPLAY_FORMAT = 1,
    REPLAY_MAX_PATH = 512,
};

typedef struct replay_info
{
    int32_t version; // of the tiles that are played in, 1..LOAM_TILES_VERSION
    uint64_t seed;
    int32_t ring_log2;
    bool has_world;      // it began with NAME.loam, and seed, start and definitions are that one's
    bool has_defs;       // else: it began with NAME.json
    loam_tile_pos start; // else: where the player began
    uint64_t begin_hash; // of the game before the first command
    // of a replay that was read
    bool ended;     // as it should; else it goes as far as it is known
    uint64_t steps; // that were done
    uint64_t hash;  // at the end
} replay_info;

/// The path of a file beside a replay: NAME.txt and ".loam" make NAME.loam. LOAM_BAD_ARGUMENT if the replay's
/// path does not end with .txt or is too long.
loam_result replay_path_beside(const char *path, const char *end, char out[REPLAY_MAX_PATH]);

// ---- writing ------------------------------------------------------------------------------------

typedef struct replay_writer replay_writer;

/// Begins a file that is not there yet. The files beside it are the caller's to write.
loam_result replay_begin(const loam_env *env, const char *path, const replay_info *info,
                         replay_writer **out);
const char *replay_path(const replay_writer *writer);

/// Adds a command, whose step counts from the beginning of the replay.
void replay_add(replay_writer *writer, const loam_command *command, const loam_tile_defs *defs);

/// Notes that so many steps are done. Now and then everything is handed to the system, so that it is there
/// if the program ends without warning.
void replay_note_steps(replay_writer *writer, uint64_t steps);

/// Ends and closes it. LOAM_IO if something could not be written. NULL is allowed.
loam_result replay_end(replay_writer *writer, uint64_t steps, uint64_t hash);

/// Closes it without an end. NULL is allowed.
void replay_abandon(replay_writer *writer);

// ---- reading ------------------------------------------------------------------------------------

/// Reads all but the commands. The message of a failure begins with file:line.
loam_result replay_read(const char *path, replay_info *out);

#endif
