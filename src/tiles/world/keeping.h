// SPDX-License-Identifier: MIT
// Finds, makes, packs and drops chunks in memory beside the ring.
#ifndef LOAM_TILES_KEEPING_H
#define LOAM_TILES_KEEPING_H

#include "tiles/state/kept.h"

/// expected is how many chunks there will be, about.
loam_result loam_kept_init(loam_kept_set *set, const loam_env *env, size_t expected);

/// What all of them take.
size_t loam_kept_bytes(const loam_kept_set *set);

/// Frees the chunks too. None may be under way.
void loam_kept_free(loam_kept_set *set, const loam_env *env);

/// NULL if there is none.
loam_kept *loam_kept_find(const loam_kept_set *set, loam_chunk_pos at);

/// Makes an idle chunk in the list ahead. NULL with a message if there is no memory.
loam_kept *loam_kept_make(loam_kept_set *set, const loam_env *env, loam_chunk_pos at);

/// Takes a chunk out of the set and frees it.
void loam_kept_drop(loam_kept_set *set, const loam_env *env, loam_kept *chunk);

/// Packs a chunk that is here. False if there is no memory: then it is as it was.
bool loam_kept_pack(loam_kept_set *set, const loam_env *env, const loam_tile_defs *defs,
                    loam_kept *chunk);

/// Unpacks a chunk that is packed: it has changed, and is here, in the list retired. NULL with a message if
/// there is no memory: then it stays packed.
loam_kept *loam_kept_unpack(loam_kept_set *set, const loam_env *env, loam_chunk_pos at);

/// Puts a chunk into another list of the set, as its newest.
void loam_kept_move(loam_kept *chunk, loam_kept_list *list);

/// The chunk is another one from now on.
void loam_kept_rename(loam_kept_set *set, loam_kept *chunk, loam_chunk_pos at);

#endif
