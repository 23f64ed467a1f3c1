// SPDX-License-Identifier: MIT
// Brings chunks into memory: from the store, or by growing them. At once, or ahead of the movement.
#ifndef LOAM_TILES_STREAM_H
#define LOAM_TILES_STREAM_H

#include "tiles/state/world.h"

/// Gets the chunks that slots arrivals[0 .. count - 1].slot have when the ring's anchor is there, and
/// returns when all of them are here. The first that cannot be grown fails all; the others stay in
/// memory.
loam_result loam_stream_get(loam_tile_world *world, loam_chunk_pos anchor, loam_arrival *arrivals,
                            int32_t count);

/// The centre has moved; call it in every step. A jump is no movement.
void loam_stream_moved(loam_tile_world *world, loam_tile_pos from, loam_tile_pos to);

/// Asks the workers for what is wanted ahead, and drops what nobody wants any more. Does nothing if
/// nothing has changed since.
void loam_stream_look_ahead(loam_tile_world *world);

/// Something that was in memory is not there any more, or the ring has moved: look again.
void loam_stream_changed(loam_tile_world *world);

/// Somebody wants a ring with this anchor: its chunks stay in memory for some steps, or until somebody
/// wants another.
void loam_stream_remember(loam_tile_world *world, loam_chunk_pos anchor);

/// Whether a ring with this anchor could be filled at once. Asks for what is missing; without workers
/// one chunk is grown. Remembers the anchor.
bool loam_stream_ask(loam_tile_world *world, loam_chunk_pos anchor);

/// Without workers: grows what is wanted ahead. Whether nothing is missing any more.
bool loam_stream_pump(loam_tile_world *world, uint64_t budget_us);

/// Returns when no chunk is under way any more.
void loam_stream_stop(loam_tile_world *world);

#endif
