// SPDX-License-Identifier: MIT
// The plain values of a patchwork's def, as tables: checks, files and their messages come from one place.
#ifndef LOAM_LAND_PATCHWORK_FIELDS_H
#define LOAM_LAND_PATCHWORK_FIELDS_H

#include "loam/patchwork.h"

/// Whether the fields of a struct are within their limits. whose: "plains" and so on, for the message; may be "".
loam_result loam_patch_check_fields(const loam_patch_field *fields, int32_t count, const void *of,
                                    const char *whose);

#endif
