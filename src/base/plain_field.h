// SPDX-License-Identifier: MIT
// Checks of structs whose plain values are described by a table.
#ifndef LOAM_BASE_PLAIN_FIELD_H
#define LOAM_BASE_PLAIN_FIELD_H

#include "loam/plain_field.h"

/// Whether a value is within its limits. whose: what a message begins with, "plains." or "type atoll: "; may be "".
loam_result loam_plain_check(const loam_plain_field *field, const void *of, const char *whose);

/// The same for the first count rows of a table.
loam_result loam_plain_check_all(const loam_plain_field *fields, int32_t count, const void *of,
                                 const char *whose);

#endif
