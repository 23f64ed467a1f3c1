// SPDX-License-Identifier: MIT
// Looks at a film's file from outside: whether all of it has been written.
#ifndef LOAM_FILM_CONTAINER_H
#define LOAM_FILM_CONTAINER_H

#include "film/recorder.h"

/// Whether a film ends where its own headers say that it does, and has been finished: an MP4 consists of whole
/// boxes, an index and pictures among them; the segment of a WebM ends with the file. A file that cannot be
/// read is not whole. kind: RECORDER_MP4 or RECORDER_WEBM.
bool container_is_whole(const char *path, recorder_kind kind);

#endif
