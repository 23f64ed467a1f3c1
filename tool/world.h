// SPDX-License-Identifier: MIT
// What verbs about a world's file have in common.
#ifndef LOAM_TOOL_WORLD_H
#define LOAM_TOOL_WORLD_H

#include "report.h"

#include "loam/store.h"

/// The operand WORLD, a const char *, for a verb's table.
#define WORLD_FILE_OPERAND(settings_offset) \
    { \
        .name = "world", .operand = true, .required = true, .kind = OPTION_FILE, \
        .offset = (settings_offset), .metavar = "WORLD", .help = "the world's file" \
    }

/// How a world's file is opened. Warnings are printed with the verb's name before them; io must outlive the store.
loam_store_def world_def(const char *path, const tool_io *io);

/// The same for a verb that takes worlds of every kind; others take tiles and refuse the rest.
loam_store_def world_def_of_any(const char *path, const tool_io *io);

/// The next number of a biome that is not as usual, after the one given (0, -1 for the first); false if there is none.
bool world_next_unusual(const loam_land_shape *shape, int32_t *biome, int32_t *knob);

/// Adds the shape of a land as an object that --shape takes; of biomes, the numbers that are not as usual.
void world_add_shape(text *json, const loam_land_shape *shape);

/// Adds the inside of a land as an object that --inside takes: the numbers that are not as usual.
void world_add_inside(text *json, const loam_inside *inside);

/// Writes what waits, closes the file, and says whether all went well: result is how it went before.
loam_result world_finish(loam_store *store, loam_result result);

#endif
