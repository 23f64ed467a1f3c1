// SPDX-License-Identifier: MIT
// A file of what was seen of a patchwork that adapts: that of loam patchwork walk --keep.
#ifndef LOAM_PATCH_KEEP_H
#define LOAM_PATCH_KEEP_H

#include "loam/loam.h"

/// Takes over what the file has; nothing if there is none. Messages begin with its name.
loam_result keep_load(loam_patchwork *patchwork, const char *path);
/// Writes the file, whole or not at all.
loam_result keep_save(const loam_env *env, const loam_patchwork *patchwork, const char *path);

#endif
