// SPDX-License-Identifier: MIT
// JSON objects whose plain values are described by a table: loam/plain_field.h.
#ifndef LOAM_DEFS_PLAIN_H
#define LOAM_DEFS_PLAIN_H

#include "defs/emit.h"
#include "defs/json.h"

#include "loam/plain_field.h"

/// The number of what a text names.
loam_result loam_json_reference(const loam_json_place *place, const cJSON *item,
                                const char *(*next)(const void *, int32_t), const void *context,
                                int32_t *out);

/// Refuses an object that lacks a member.
loam_result loam_json_need(const loam_json_place *place, const char *key, const cJSON *item);

/// "#rrggbb" as 0xRRGGBB.
loam_result loam_json_rgb(const loam_json_place *place, const cJSON *item, uint32_t *out);

/// The members of an object: fields of a table first, then keys of its own. Reads the fields into part; found has
/// room for all.
loam_result loam_json_object(const loam_json_place *place, const cJSON *item,
                             const loam_plain_field *fields, int32_t field_count,
                             const char *const *own, int32_t own_count, void *part,
                             const cJSON **found);

/// Writes the fields of a table as members of the object that is open.
void loam_json_write_plain(loam_json_emitter *out, const loam_plain_field *fields, int32_t count,
                           const void *of);

/// A name of 1 and more bytes, escaped where it has to be.
void loam_json_write_name(loam_json_emitter *out, const char *name);

#endif
