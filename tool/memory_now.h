// SPDX-License-Identifier: MIT
#ifndef LOAM_TOOL_MEMORY_NOW_H
#define LOAM_TOOL_MEMORY_NOW_H

#include <stddef.h>

/// The bytes of memory that this process has now; 0 where nobody says it.
size_t memory_now(void);

#endif
