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
    /// For each byte of biomes and ground: it referred to a material that is gone.
    bool lost[offsetof(loam_tile_defs, blocks) - offsetof(loam_tile_defs, biomes)];
} loam_defs_reader;

/// Reads what a text says of the fields among keys into the struct that they are part of; found is what
/// loam_json_members found.
loam_result loam_defs_read_fields(loam_defs_reader *reader, const loam_json_place *place,
                                  const loam_json_keys *keys, const cJSON *const *found,
                                  void *part);

/// The list of materials.
loam_result loam_defs_read_materials(loam_defs_reader *reader, const loam_json_place *place,
                                     const cJSON *item);

#endif
