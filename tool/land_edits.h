// SPDX-License-Identifier: MIT
// What was dug and built in the file of a land, in a part of its volume.
#ifndef LOAM_TOOL_LAND_EDITS_H
#define LOAM_TOOL_LAND_EDITS_H

#include "volume_part.h"

/// Puts the changed chunks of a file into a part that has grown from its seed and shape. LOAM_BAD_ARGUMENT if the part's
/// voxels are finer than the file's. path NULL: there is no file.
loam_result land_edits_apply(const char *path, loam_volume *volume, volume_part *part);

#endif
