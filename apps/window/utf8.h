// SPDX-License-Identifier: MIT
// Letters of a text in UTF-8.
#ifndef LOAM_WINDOW_UTF8_H
#define LOAM_WINDOW_UTF8_H

#include <stdint.h>

/// The letter at *at, which is before end, and moves *at behind it. A byte that belongs to no letter is a
/// question mark of its own.
uint32_t utf8_next(const char **at, const char *end);

#endif
