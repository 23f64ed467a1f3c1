// SPDX-License-Identifier: MIT
// Whether a text is JSON, and if not, where and why.
#ifndef LOAM_DEFS_SCAN_H
#define LOAM_DEFS_SCAN_H

#include "loam/base.h"

enum
{
    LOAM_JSON_MAX_DEPTH = 16,       // lists and objects in each other
    LOAM_JSON_MAX_VALUES = 1 << 17, // so that no text becomes gigabytes of small objects
    LOAM_JSON_MAX_NUMBER = 63       // characters of a number; cJSON does not read on behind them
};

/// Whether text is one JSON value (RFC 8259) in UTF-8 within the limits above, and nothing behind it. A
/// byte order mark is allowed. If not, the message begins with "line 3, column 7: "; columns count
/// characters.
loam_result loam_json_scan(const char *text, size_t size);

#endif
