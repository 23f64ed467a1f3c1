// SPDX-License-Identifier: MIT
// How alike two words are.
#ifndef LOAM_BASE_NEAREST_H
#define LOAM_BASE_NEAREST_H

#include "loam/base.h"

/// How many letters must be changed, added or removed to make b of a. Words of more than 32 letters are
/// 32 apart.
int32_t loam_text_distance(const char *a, const char *b);

#endif
