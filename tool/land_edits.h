// SPDX-License-Identifier: MIT
// What was dug and built in the file of a land, in a part of its volume.
#ifndef LOAM_TOOL_LAND_EDITS_H
#define LOAM_TOOL_LAND_EDITS_H

#include "volume_part.h"

/// Puts the changed chunks of a file into a part of level 0 that has grown from its seed and shape; parts of other
/// levels stay as they are. path NULL: there is no file.
loam_result land_edits_apply(const char *path, loam_volume *volume, volume_part *part);

#endif
