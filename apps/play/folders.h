// SPDX-License-Identifier: MIT
// Where the player's things are: worlds, settings, pictures, clips, replays, definitions. In $LOAM_HOME, else in
// $XDG_DATA_HOME/loam, else in ~/.local/share/loam; on Windows in %LOCALAPPDATA%\\Loam instead of these two.
#ifndef LOAM_PLAY_FOLDERS_H
#define LOAM_PLAY_FOLDERS_H

#include "loam/base.h"

enum
{
    PLAY_MAX_PATH = 480,
    PLAY_MAX_WORLD_NAME = 64, // bytes with the 0
};

typedef struct play_folders
{
    char home[PLAY_MAX_PATH], worlds[PLAY_MAX_PATH], pictures[PLAY_MAX_PATH], clips[PLAY_MAX_PATH],
        replays[PLAY_MAX_PATH], definitions[PLAY_MAX_PATH];
    char settings[PLAY_MAX_PATH]; // the file
} play_folders;

/// Finds them and makes those that are missing.
loam_result play_folders_find(play_folders *out);

/// A path in a folder that is not taken: FOLDER/NAME-DATE-TIME.END, with a number behind if there is one
/// already.
loam_result play_fresh_path(const char *folder, const char *name, const char *end,
                            char out[PLAY_MAX_PATH]);

/// Whether a world may be called so: 1..63 bytes of UTF-8, no '/', no '\\', no control characters, not
/// beginning with a dot or a space and not ending with one. The message says what is wrong.
loam_result play_check_world_name(const char *name);

/// WORLDS/NAME.loam. LOAM_BAD_ARGUMENT as above.
loam_result play_world_path(const play_folders *folders, const char *name, char out[PLAY_MAX_PATH]);

#endif
