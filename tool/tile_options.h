// SPDX-License-Identifier: MIT
// What verbs about tiles have in common.
#ifndef LOAM_TOOL_TILE_OPTIONS_H
#define LOAM_TOOL_TILE_OPTIONS_H

#include "tool.h"

#include "loam/export_tile_map.h"

/// The option --defs, a const char *, for a verb's table.
#define TILE_DEFS_OPTION(settings_offset) \
    FILE_OPTION("defs", settings_offset, NULL, "FILE", "JSON that changes the built-in definitions")

/// The option --seed, a const char *, of a verb that also has --world.
#define TILE_SEED_OPTION(settings_offset) \
    TEXT_OPTION("seed", settings_offset, "SEED", NULL, \
                "of a world that is not kept, a number or any text; 1 if neither it nor --world " \
                "is given")

/// The option --ring, an int32_t: how many times the side of the smallest ring is doubled.
#define TILE_RING_OPTION(settings_offset) \
    CHOICE_OPTION("ring", settings_offset, tool_ring_name, "N", "16", \
                  "chunks along the side of what is active")

const char *tool_ring_name(int32_t index);

/// Refuses --seed and --defs, NULL if not given, together with --world.
loam_result tool_check_world(const char *world, const char *seed, const char *defs);

/// The built-in definitions, changed by the file at path unless it is NULL. Checked. Free them with
/// tool_free_defs.
loam_result tool_load_defs(const char *path, loam_tile_defs **out);
/// The same over the built-in definitions of a version; 0: of the newest.
loam_result tool_load_defs_of(int32_t version, const char *path, loam_tile_defs **out);

/// NULL is allowed.
void tool_free_defs(loam_tile_defs *defs);

/// Whether so many maps of a def can be made at once. If not, says so; --at, --size and --zoom are named in it.
loam_result tile_map_check(const loam_tile_map_def *def, int32_t pictures);

/// The progress of a map, whose user is a progress.
void tile_map_progress(void *user, int64_t parts);

#endif
