// SPDX-License-Identifier: MIT
// A small file of JSON, read whole.
#ifndef LOAM_PLACE_JSON_FILE_H
#define LOAM_PLACE_JSON_FILE_H

#include "loam/base.h"

#include <cJSON.h>

/// Reads up to so many bytes. A message names the file, and the line where it is no JSON. *out is the caller's to
/// delete.
loam_result json_file_read(const char *path, int32_t max_bytes, cJSON **out);

#endif
