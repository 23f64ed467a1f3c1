// SPDX-License-Identifier: MIT
// The worlds that there are, and what is shown of each before it is opened.
#ifndef LOAM_PLAY_WORLDS_H
#define LOAM_PLAY_WORLDS_H

#include "play/app.h"

/// A picture of a world, kept in its file as the extra WORLD_PICTURE_NAME: red, green, blue, row by row.
#define WORLD_PICTURE_NAME "picture"
enum
{
    WORLD_PICTURE_W = 192,
    WORLD_PICTURE_H = 108,
    WORLD_PICTURE_BYTES = WORLD_PICTURE_W * WORLD_PICTURE_H * 3,
    WORLDS_MAX = 4096, // files of a folder that are listed: the newest
};

typedef enum world_state
{
    WORLD_UNSEEN, // nobody has looked into the file yet
    WORLD_FINE,
    WORLD_BAD, // it cannot be opened: `problem` says why
} world_state;

typedef struct world_entry
{
    char name[PLAY_MAX_PATH]; // the file's, without ".loam"
    char path[PLAY_MAX_PATH];
    int64_t changed_s;  // seconds since 1970
    int32_t changed_ns; // and nanoseconds
    uint64_t file_bytes;
    world_state state;
    uint64_t seed;
    char seed_text[SESSION_MAX_SEED]; // as it was written, or the number
    char problem[256];
    painter_image *picture; // NULL: none is kept
} world_entry;

/// Lists the worlds of the folder anew, the newest first. They can be shown at once; what is in them is found
/// out by worlds_look.
loam_result worlds_list(app *a);

/// Once a frame: looks into one file after the other, in the background.
void worlds_look(app *a);

/// 0 before worlds_list.
int32_t worlds_count(const app *a);
const world_entry *worlds_entry(const app *a, int32_t index);

/// Opens a world to play it. If the command line asked for a recording, it is of the first that is played.
/// ring_log2: what is active from now on; 0: as it was.
void worlds_play(app *a, int32_t index, int32_t ring_log2);

/// Removes a world for good, and its line of the list. LOAM_IO if somebody plays it, or it cannot be removed.
loam_result worlds_remove(app *a, int32_t index);

/// "12 MB", "15 November 2026, 13:24": of an entry, for people.
void worlds_say_size(uint64_t bytes, char *out, size_t room);
void worlds_say_date(int64_t seconds, char *out, size_t room);

/// Saves the world that is played now, in the background, and tells so.
void worlds_save(app *a);

/// Keeps a small picture of what is seen now with the world that is played.
void worlds_keep_picture(app *a);
/// The same of any picture: the middle of it that has the right shape, made small.
void worlds_shrink_picture(const loam_picture *from, uint8_t out[WORLD_PICTURE_BYTES]);

/// NULL is allowed.
void worlds_destroy(app *a, app_world_list *worlds);

#endif
