// SPDX-License-Identifier: MIT
// Records frames: as a film through the program ffmpeg, or as a folder of numbered pictures.
#ifndef LOAM_TOOL_RECORDER_H
#define LOAM_TOOL_RECORDER_H

#include "loam/loam.h"

typedef enum recorder_kind
{
    RECORDER_MP4,
    RECORDER_WEBM,
    RECORDER_FOLDER,
} recorder_kind;

typedef struct recorder recorder;

typedef struct recorder_def
{
    const char *path;        // ends with ".mp4", ".webm" or "/"
    int32_t w, h;            // of a film: even
    double fps;              // frames a second
    const char *size_option; // what the user set w and h with, for the message; NULL: --view
} recorder_def;

/// Whether a film can be made of this, before anything is computed. The message names the option --record.
loam_result recorder_check(const recorder_def *def);

/// Begins. A film appears under its name when it is finished; until then it is in a file of its own beside
/// it, which ends with ".part".
loam_result recorder_open(const recorder_def *def, recorder **out);

/// The number of the process that makes a film; 0 for pictures. NULL is allowed.
long recorder_process(const recorder *record);

/// Adds a frame of the def's size.
loam_result recorder_add(recorder *record, const loam_picture *picture);

/// Finishes what was recorded until now. Whether it is whole: a film's file is looked at before it gets its
/// name. There is nothing left to close afterwards. NULL is allowed.
loam_result recorder_close(recorder *record);

/// Gives up: removes what there is of a film.
void recorder_abandon(recorder *record);

#endif
