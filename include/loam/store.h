// SPDX-License-Identifier: MIT
// Loam, store: a tile world in one file that survives crashes. Part of the library loam-io, which uses
// SQLite and zstd.
//
// Whatever was written before the last flush is there after the process or the machine stopped at any
// moment. Chunks are checked when they are read: a damaged one is set aside and reported, and grows
// again; nothing else is lost. One process writes a world at a time; others may read it meanwhile.
//
// At rest a world is one file. While it is written there are others beside it, whose names begin with
// its own: NAME-wal and NAME-journal belong to it, NAME-shm, NAME-lock and
// NAME-in-the-making do not matter.
#ifndef LOAM_STORE_H
#define LOAM_STORE_H

#include "loam/tile_game.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the file format. Files of a later one are refused.
#define LOAM_STORE_FORMAT 1

typedef struct loam_store loam_store;

/// How a world's file is made or opened. Start from loam_default_store_def().
typedef struct loam_store_def
{
    loam_env env;     // with jobs, chunks are compressed by its workers
    const char *path; // "name.loam"
    bool read_only;
    size_t queue_bytes; // chunks that wait to be written, at most; saving waits beyond it. At least
                        // 65,536: one chunk
    bool never_waits;   // saving fails instead of waiting beyond queue_bytes: for threads that draw
    int32_t level;      // of compression, 1..19
} loam_store_def;

LOAM_API loam_store_def loam_default_store_def(void);

/// Makes a new file, which appears whole or not at all; one that is there already is left alone:
/// LOAM_BAD_ARGUMENT. defs, which are copied into it; NULL: built in.
LOAM_API loam_result loam_store_create(const loam_store_def *def, uint64_t seed,
                                       const loam_tile_defs *defs, loam_store **out);

/// Opens a file. LOAM_NOT_FOUND if there is none; LOAM_IO if it is none of ours, is damaged beyond use,
/// may not be read or written, or another process writes it; LOAM_UNSUPPORTED if it is of a later format
/// or world version. What is refused is left as it is. Reading needs no right to write anything, and may
/// go on beside a process that writes. Only if a process has ended in the middle of opening or closing the
/// file, it is mended first, for which whoever reads needs the right to write it and its folder, too.
LOAM_API loam_result loam_store_open(const loam_store_def *def, loam_store **out);

/// Writes what waits and closes the file. NULL is allowed. Whether writing worked is said by
/// loam_store_flush, called before.
LOAM_API void loam_store_close(loam_store *store);

/// Removes a file for good, with what stands beside it, whatever is in it; of a link only the link.
/// LOAM_NOT_FOUND if there is none; LOAM_IO if a process has it open for writing, or it cannot be removed,
/// and then it is what it was.
LOAM_API loam_result loam_store_remove(const char *path);

/// The functions for loam_tile_world_def. That world must have the seed and the definitions of the store,
/// loam_store_seed and loam_store_defs, or two worlds end up in one file. A store that only reads has no
/// functions for saving.
LOAM_API loam_chunk_store loam_store_chunks(loam_store *store);

// ---- chunks -------------------------------------------------------------------------------------

/// As in loam_chunk_store, from any thread. What was saved last is loaded, written or not. A damaged
/// chunk is set aside, logged, counted, and LOAM_NOT_FOUND; so is one of materials or variants that the
/// definitions do not have.
LOAM_API loam_result loam_store_load(loam_store *store, loam_chunk_pos chunk, loam_tile *tiles);

/// Takes a copy and writes it soon. If queue_bytes are waiting already it waits, or fails if writing
/// fails or the store never waits. LOAM_BAD_ARGUMENT for tiles that the definitions do not have.
LOAM_API loam_result loam_store_save(loam_store *store, loam_chunk_pos chunk,
                                     const loam_tile *tiles);

/// Returns when all that was saved is on the disk, or says why it cannot be written. What could not be
/// written is kept in memory, and is tried again: by the next flush, and every second.
LOAM_API loam_result loam_store_flush(loam_store *store);

// What is handed over, by saving chunks and by what begins with loam_store_set below, is written in the
// background, soon and without a flush. Up to 64 chunks are written together, at once or not at all, and
// with the last of them all else that was handed over up to then. So a player that is found in the file
// is never newer than the chunks that were handed over before it.

/// While a store is held nothing new is begun to be written, except for a flush or if queue_bytes are
/// waiting: what is handed over meanwhile is written together, as far as said above. Calls do not nest.
LOAM_API void loam_store_hold(loam_store *store);
LOAM_API void loam_store_release(loam_store *store);

/// A number for all that was handed over up to now, for loam_store_written.
LOAM_API uint64_t loam_store_mark(loam_store *store);

/// Whether all up to a mark is on the disk. Waits for nothing. A failure is that of the last attempt to
/// write, as long as there is something that could not be written.
LOAM_API loam_result loam_store_written(loam_store *store, uint64_t mark, bool *written);

/// Flushes, and calls visit for every chunk, in order of y, then x. A result other than LOAM_OK ends it.
/// visit may use the store.
LOAM_API loam_result loam_store_each(loam_store *store,
                                     loam_result (*visit)(void *user, loam_chunk_pos chunk),
                                     void *user);

// ---- what else is in the file -------------------------------------------------------------------

/// Where the player is, what time and weather it is: with the chunks, all that the steps of a game follow
/// from. Its undo and redo, its clipboard and its stamps are not kept.
typedef struct loam_store_player
{
    int64_t x, y;         // 1/256 of a tile
    uint64_t steps;       // since the world began
    int32_t time_of_day;  // steps since midnight
    int32_t weather;      // of loam_weather
    int32_t lag_x, lag_y; // chunks that the ring's middle is beyond the chunk of x, y; -1..1
    int32_t
        byte_count; // of bytes; 0: files from before there were games, and programs that have none
    uint8_t bytes[LOAM_MAX_PLAYER_BYTES]; // of loam_player_pack
} loam_store_player;

/// Written soon. LOAM_BAD_ARGUMENT for a weather or a count that there is not.
LOAM_API loam_result loam_store_set_player(loam_store *store, const loam_store_player *player);
/// LOAM_NOT_FOUND if none was ever set.
LOAM_API loam_result loam_store_get_player(loam_store *store, loam_store_player *player);

#define LOAM_MAX_EXTRA_NAME 63
#define LOAM_MAX_EXTRA_BYTES ((size_t)1 << 20)
#define LOAM_MAX_EXTRAS 65536

/// Keeps bytes with the world under a name of the program's own: 1 to LOAM_MAX_EXTRA_NAME of a-z 0-9 _ / ,
/// and -. count 0 removes it. Written soon, compressed. From any thread. LOAM_BAD_ARGUMENT for a name, a
/// count or a number of extras beyond what is accepted; LOAM_IO if 64 MiB wait already.
LOAM_API loam_result loam_store_set_extra(loam_store *store, const char *name, const void *bytes,
                                          size_t count);

/// *count is how many bytes there are; at most room of them are copied. From any thread. LOAM_NOT_FOUND if
/// there is none, or it is damaged, which is logged.
LOAM_API loam_result loam_store_get_extra(loam_store *store, const char *name, void *bytes,
                                          size_t room, size_t *count);

/// Replaces the definitions in the file, from the next time on that it is opened. Materials that are there
/// keep their ids, names, layers and numbers of variants, which chunks are made of: LOAM_BAD_ARGUMENT with
/// the material's name if they do not. Others may be added, and everything else may change. Written soon.
LOAM_API loam_result loam_store_set_defs(loam_store *store, const loam_tile_defs *defs);

/// The same question without an answer in the file: whether worlds with the definitions `old` may go on
/// with others.
LOAM_API loam_result loam_tile_defs_check_heir(const loam_tile_defs *old,
                                               const loam_tile_defs *defs);

/// Begins a game in the world of a store: where it was kept last, as if it had never stopped, or, if it
/// never was, on the ground at x = 0. `at`, if it is not NULL, is where the player is put instead. Of the
/// def's world, env, seed, defs, centre, lag and first_step are those of the store, and its chunks are the
/// store's unless def->world.store has functions already, which then are to go through it. A player that
/// cannot be used begins anew, which is logged. The store outlives the game.
LOAM_API loam_result loam_store_begin_game(loam_store *store, const loam_tile_game_def *def,
                                           const loam_tile_pos *at, loam_tile_game **out);

/// Hands over where the player, the sky and time are: loam_store_set_player. Chunks are the world's own to
/// save, before this.
LOAM_API loam_result loam_store_keep_game(loam_store *store, loam_tile_game *game);

typedef struct loam_store_info
{
    uint64_t seed;
    int32_t format, world_version;
    uint64_t chunks, damaged; // in the file; set aside
    uint64_t chunk_bytes;     // compressed
    uint64_t file_bytes;
    uint64_t loaded, saved; // since it was opened
    uint64_t created_s;     // seconds since 1970
} loam_store_info;

LOAM_API loam_result loam_store_describe(loam_store *store, loam_store_info *out);
LOAM_API const loam_tile_defs *loam_store_defs(const loam_store *store);
LOAM_API uint64_t loam_store_seed(const loam_store *store);

// ---- care ---------------------------------------------------------------------------------------

/// What a check has found: calls found(user, message) for each fault.
typedef struct loam_store_verdict
{
    uint64_t chunks, bad_chunks;
    uint64_t other_faults;
} loam_store_verdict;

/// Reads everything that is in the file and checks it. Changes nothing. LOAM_OK also if faults were found.
LOAM_API loam_result loam_store_verify(loam_store *store,
                                       void (*found)(void *user, const char *message), void *user,
                                       loam_store_verdict *out);

/// What compacting has done.
typedef struct loam_store_compaction
{
    uint64_t chunks; // that are in the new file
    uint64_t left;   // damaged or missing ones that are not, as far as they can be counted
    char kept[512];  // where the old file is kept; "" if everything in it could be read
} loam_store_compaction;

/// Writes the file anew without gaps, and forgets what was set aside. The old file stays until the new
/// one is complete. If anything in it is damaged or cannot be read, it stays beside the new one as well,
/// as NAME.damaged, NAME.damaged-2 and so on, whichever is free, which is logged and said by out; the
/// result is still LOAM_OK. out may be NULL. LOAM_IO if another process has the file open, even for
/// reading.
LOAM_API loam_result loam_store_compact(loam_store *store, loam_store_compaction *out);

/// Flushes, and writes a copy of the file to a place that has none, where it appears whole or not at all.
/// Others may go on reading and saving meanwhile.
LOAM_API loam_result loam_store_copy(loam_store *store, const char *path);

#ifdef __cplusplus
}
#endif
#endif
