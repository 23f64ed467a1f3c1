// SPDX-License-Identifier: MIT
// Definitions while they are read.
#ifndef LOAM_DEFS_READER_H
#define LOAM_DEFS_READER_H

#include "defs/json.h"

typedef struct loam_defs_reader
{
    const loam_tile_defs *before; // what the text is read over
    loam_tile_defs defs;          // what becomes of it
    bool replace;                 // all materials but air are forgotten first
    /// For each material and biome: 1 + the index of the list's element that was about it, 0 if none.
    int32_t material_from[LOAM_MAX_MATERIALS];
    int32_t biome_from[LOAM_BIOMES];
    /// For each byte behind the materials: it referred to one that is gone.
    bool lost[sizeof(loam_tile_defs) - offsetof(loam_tile_defs, biomes)];
} loam_defs_reader;

/// Reads what a text says of the fields among keys into the struct that they are part of; found is what
/// loam_json_members found.
loam_result loam_defs_read_fields(loam_defs_reader *reader, const loam_json_place *place,
                                  const loam_json_keys *keys, const cJSON *const *found,
                                  void *part);

/// The list of materials.
loam_result loam_defs_read_materials(loam_defs_reader *reader, const loam_json_place *place,
                                     const cJSON *item);

/// The list of rules, the object of fluids.
loam_result loam_defs_read_rules(loam_defs_reader *reader, const loam_json_place *place,
                                 const cJSON *item);
loam_result loam_defs_read_fluids(loam_defs_reader *reader, const loam_json_place *place,
                                  const cJSON *item);

/// The list of species.
loam_result loam_defs_read_species(loam_defs_reader *reader, const loam_json_place *place,
                                   const cJSON *item);

/// What a new rule, fluid or species has to say.
typedef struct loam_defs_needs
{
    const char *what; // "rule"
    const char *const *keys;
    int32_t count;
    const char *(*next)(const void *, int32_t); // names of those that there are
} loam_defs_needs;

/// That a new one has said it. It may not be new at all, but a slip.
loam_result loam_defs_check_complete(const loam_tile_defs *defs, const loam_json_place *place,
                                     const cJSON *item, const loam_defs_needs *of,
                                     const char *name);

enum
{
    LIST_NAME, // the first keys of every list
    LIST_REMOVE,
};

/// A list of things with names: rules, or species.
typedef struct loam_defs_list
{
    size_t offset, size; // of the array in definitions, of an element, which begins with its name
    int32_t max;         // elements
    const char *const *keys; // "name", "remove" and others that are no fields
    int32_t key_count;
    bool short_lists; // as of loam_json_keys
    const loam_tile_field *(*fields)(int32_t *count);
    loam_defs_needs needs;
    /// Gives a new one, which is 0 but for its name, what it need not say.
    void (*begin)(const loam_defs_reader *reader, void *element);
    /// What the keys that are no fields say of one, which may move.
    loam_result (*change)(loam_defs_reader *reader, const loam_json_place *place,
                          const cJSON *const *found, int32_t *index);
} loam_defs_list;

loam_result loam_defs_read_list(loam_defs_reader *reader, const loam_defs_list *list,
                                const loam_json_place *place, const cJSON *item);
int32_t loam_defs_list_count(const loam_tile_defs *defs, const loam_defs_list *list);

/// -1 if there is none of that name.
int32_t loam_defs_list_find(const loam_tile_defs *defs, const loam_defs_list *list,
                            const char *name);

/// That no element of list before item has the same "name".
loam_result loam_defs_check_once(const loam_json_place *place, const cJSON *list, const cJSON *item,
                                 const char *name);

/// true, false, or nothing, which is false.
loam_result loam_defs_read_flag(const loam_json_place *place, const cJSON *item, bool *out);

/// Follows a material by its name to the materials that replace those before; false if it is gone.
bool loam_defs_follow(const loam_defs_reader *reader, uint8_t *material);

// When all materials are replaced, rules, fluids and species are forgotten as well. Those of before come
// back, as far as they go with the new materials, if the text names no others; so does what falls from the
// sky.

void loam_defs_forget_life(loam_defs_reader *reader);
void loam_defs_keep_rules(loam_defs_reader *reader, bool named);
void loam_defs_keep_fluids(loam_defs_reader *reader, bool named);
void loam_defs_keep_sky(loam_defs_reader *reader);
void loam_defs_keep_species(loam_defs_reader *reader, bool named);

#endif
