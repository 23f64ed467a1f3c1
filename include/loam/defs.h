// SPDX-License-Identifier: MIT
// Loam, defs: definitions as JSON text. Part of the library loam-io, which uses cJSON.
#ifndef LOAM_DEFS_H
#define LOAM_DEFS_H

#include "loam/isles.h"
#include "loam/land_things.h"
#include "loam/patchwork.h"
#include "loam/scatter.h"
#include "loam/tiles.h"
#include "loam/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest text that is accepted.
#define LOAM_MAX_DEFS_TEXT ((size_t)16 << 20)

/// All of a world's definitions as JSON, '\0' at the end. Reading it back over any definitions gives the
/// same ones to the bit. Free text with loam_free(env, text, *size + 1). Definitions that
/// loam_tile_defs_check refuses are refused. docs/definitions.md describes the text. None of its numbers
/// needs more than 32 bits; one that does would be written in quotes, because many readers of JSON have
/// doubles only.
LOAM_API loam_result loam_tile_defs_write(const loam_env *env, const loam_tile_defs *defs,
                                          char **text, size_t *size);

/// Reads JSON over the definitions that are in defs already: what the text does not name stays as it
/// is; materials, biomes, rules and fluids with a known name change; materials, rules and fluids with a
/// new name are added. With "replace": true on top all materials but air, all rules and all fluids are
/// forgotten first; what referred to a material then refers to the one that has its name, and a text
/// without rules, or without fluids, keeps those of before that go with its materials. If anything is wrong
/// defs is as it was, and the message says where: "line 3, column 7: ..." for what is no JSON, and a path
/// such as "materials[4].properties[0]" for what is wrong in it. Texts are UTF-8 of at most
/// LOAM_MAX_DEFS_TEXT bytes and 2^17 values. cJSON takes memory from malloc while it reads, not from env.
LOAM_API loam_result loam_tile_defs_read(const loam_env *env, const char *text, size_t size,
                                         loam_tile_defs *defs);

/// The same from a file; messages begin with its name.
LOAM_API loam_result loam_tile_defs_read_file(const loam_env *env, const char *path,
                                              loam_tile_defs *defs);

// ---- patchworks ---------------------------------------------------------------------------------

/// A patchwork as JSON, but for its seed; as loam_tile_defs_write. docs/patchwork.md describes the text.
LOAM_API loam_result loam_patchwork_def_write(const loam_env *env, const loam_patchwork_def *def,
                                              char **text, size_t *size);

/// Reads JSON over the def that is there: values that the text does not name stay; materials are added, or get another
/// colour; "biomes" and "transitions" are whole lists, where a biome of a known name begins as it was, and new biomes
/// end the old transitions. If anything is wrong def is as it was, and the message says where, as with
/// loam_tile_defs_read, which has the same limits.
LOAM_API loam_result loam_patchwork_def_read(const loam_env *env, const char *text, size_t size,
                                             loam_patchwork_def *def);

/// The same from a file; messages begin with its name.
LOAM_API loam_result loam_patchwork_def_read_file(const loam_env *env, const char *path,
                                                  loam_patchwork_def *def);

// ---- seas with islands --------------------------------------------------------------------------

/// A sea as JSON, but for its seed; as loam_tile_defs_write. docs/isles.md describes the text.
LOAM_API loam_result loam_isles_def_write(const loam_env *env, const loam_isles_def *def,
                                          char **text, size_t *size);

/// A hash of what islands grow from: all that is written but the look of the water and lists of names. The same on every machine.
LOAM_API loam_result loam_isles_def_hash(const loam_env *env, const loam_isles_def *def,
                                         uint64_t *out);

/// Reads JSON over the def that is there: values that the text does not name stay; "types", and the "terrains" and
/// "objects" of a type, are whole lists, where what has a known name begins as it was, and a new type begins as the
/// one that it is "like", or as the first. If anything is wrong def is as it was, and the message says where, as with
/// loam_tile_defs_read, which has the same limits.
LOAM_API loam_result loam_isles_def_read(const loam_env *env, const char *text, size_t size,
                                         loam_isles_def *def);

/// The same from a file; messages begin with its name.
LOAM_API loam_result loam_isles_def_read_file(const loam_env *env, const char *path,
                                              loam_isles_def *def);

// ---- the inside of a land -----------------------------------------------------------------------

/// The numbers of an inside as JSON; as loam_tile_defs_write. docs/volume.md describes the text.
LOAM_API loam_result loam_inside_write(const loam_env *env, const loam_inside *inside, char **text,
                                       size_t *size);

/// Reads JSON over the numbers that are there: what the text does not name stays. If anything is wrong inside is as it
/// was, and the message says where: "tunnels.radius is 40; must be 2 to 30".
LOAM_API loam_result loam_inside_read(const char *text, size_t size, loam_inside *inside);

/// The same from a file; messages begin with its name.
LOAM_API loam_result loam_inside_read_file(const loam_env *env, const char *path,
                                           loam_inside *inside);

// ---- things on a land ---------------------------------------------------------------------------

/// What may stand on a land as JSON; as loam_tile_defs_write. docs/things.md describes the text.
LOAM_API loam_result loam_thing_plan_write(const loam_env *env, const loam_thing_plan *plan,
                                           char **text, size_t *size);

/// Reads JSON over the plan that is there: "layers" and "kinds" are whole lists, where what has a known name begins as
/// it was, a new one as the one that it is "like", or as loam_default_thing_layer() and loam_default_thing_kind().
/// Values that the text does not name stay. If anything is wrong plan is as it was, and the message says where.
LOAM_API loam_result loam_thing_plan_read(const loam_env *env, const char *text, size_t size,
                                          loam_thing_plan *plan);

/// The same from a file; messages begin with its name.
LOAM_API loam_result loam_thing_plan_read_file(const loam_env *env, const char *path,
                                               loam_thing_plan *plan);

// ---- scatters -----------------------------------------------------------------------------------

/// Reads JSON over the def that is there: "name", "page_size" and "layers", a whole list whose layers begin as default
/// ones. docs/scatter.md describes the text. If anything is wrong def is as it was, and the message says where.
LOAM_API loam_result loam_scatter_def_read(const char *text, size_t size, loam_scatter_def *def);

/// The same from a file; messages begin with its name.
LOAM_API loam_result loam_scatter_def_read_file(const loam_env *env, const char *path,
                                                loam_scatter_def *def);

#ifdef __cplusplus
}
#endif
#endif
