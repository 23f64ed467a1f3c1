// SPDX-License-Identifier: MIT
// Reading values of a JSON tree, with complaints that say where in it something is wrong.
#ifndef LOAM_DEFS_JSON_H
#define LOAM_DEFS_JSON_H

#include "loam/tiles.h"

#include <cJSON.h>

/// Where a value stands. Made on the stack while going down the tree: key in parent, or element index
/// of it if there is no key. The whole text has no parent.
typedef struct loam_json_place
{
    const struct loam_json_place *parent;
    const char *key;
    int32_t index;
} loam_json_place;

/// The keys of an object: some of its own, and those of a table of fields.
typedef struct loam_json_keys
{
    const char *const *own;
    int32_t own_count;
    const loam_tile_field *fields; // may be NULL
    int32_t field_count;
    bool short_lists; // lists may be shorter than the fields: the rest is 0, or none
} loam_json_keys;

enum
{
    LOAM_JSON_MAX_KEYS = 96
};

/// The tree of a text, to be freed with cJSON_Delete. What is no JSON, or too much of it, is refused.
loam_result loam_json_parse(const char *text, size_t size, cJSON **tree);

/// Fails with the path of the place before the message: "materials[4].properties[0] is ...".
loam_result loam_json_fail(const loam_json_place *place, const char *format, ...) LOAM_PRINTF(2, 3);

/// Fails with what stands there: "ground.rock is 3; must be " and the rest.
loam_result loam_json_refuse(const loam_json_place *place, const cJSON *item, const char *format,
                             ...) LOAM_PRINTF(3, 4);

/// The number of a name among the candidates, next(context, 0), ... until NULL; -1 for none.
int32_t loam_json_find(const char *name, const char *(*next)(const void *, int32_t),
                       const void *context);

/// Fails because what stands there is none of the candidates, next(context, 0), ... until NULL, and
/// says which one it may be a slip of.
loam_result loam_json_refuse_name(const loam_json_place *place, const cJSON *item,
                                  const char *(*next)(const void *, int32_t), const void *context);

/// Fails because an object has a key that is none of the candidates.
loam_result loam_json_refuse_key(const loam_json_place *place, const char *key,
                                 const char *(*next)(const void *, int32_t), const void *context);

/// The members of an object by the index of their keys, own ones first; NULL for those that are not
/// there. found has room for all keys. Other keys, and keys that come twice, are refused.
loam_result loam_json_members(const loam_json_place *place, const cJSON *item,
                              const loam_json_keys *keys, const cJSON **found);

/// A list of low to high elements.
loam_result loam_json_list(const loam_json_place *place, const cJSON *item, int32_t low,
                           int32_t high, int32_t *count);

/// A text of 1 to LOAM_MAX_NAME bytes; name has room for them and '\0'.
loam_result loam_json_name(const loam_json_place *place, const cJSON *item, char *name);

loam_result loam_json_int(const loam_json_place *place, const cJSON *item, double low, double high,
                          int32_t *out);
loam_result loam_json_float(const loam_json_place *place, const cJSON *item, double low,
                            double high, float *out);

/// "#rrggbb", which is opaque, or "#rrggbbaa". Light has no such default: it needs all eight digits.
loam_result loam_json_colour(const loam_json_place *place, const cJSON *item, bool light,
                             loam_colour *out);

/// A list of names as bits: bit i for the name next(NULL, i).
loam_result loam_json_bits(const loam_json_place *place, const cJSON *item,
                           const char *(*next)(const void *, int32_t), uint32_t *out);

#endif
