// SPDX-License-Identifier: MIT
// The C library's memory, aligned.
#ifndef LOAM_BASE_MEMORY_H
#define LOAM_BASE_MEMORY_H

#include "loam/base.h"

#define LOAM_ALIGNMENT 64u

/// malloc and free, aligned to LOAM_ALIGNMENT.
loam_allocator loam_default_allocator(void);

#endif
