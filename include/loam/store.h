// SPDX-License-Identifier: MIT
// Loam, store: a world in one file that survives crashes: of tiles, or a land with what was dug and built in
// it. Part of the library loam-io, which uses SQLite and zstd.
//
// Whatever was written before the last flush is there after the process or the machine stopped at any
// moment. Chunks are checked when they are read: a damaged one is set aside and reported, and grows
// again; nothing else is lost. One process writes a world at a time; others may read it meanwhile.
//
// At rest a world is one file. While it is written there are others next to it, whose names begin with
// its own: NAME-wal and NAME-journal belong to it, NAME-shm, NAME-lock and
// NAME-in-the-making do not matter.
#ifndef LOAM_STORE_H
#define LOAM_STORE_H

#include "loam/land.h"
#include "loam/tile_game.h"
#include "loam/volume_world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the file format. Files of a later one are refused. Worlds of tiles are written in the first,
/// lands in the second, which differ in what a file says about its world and in what its chunks are.
#define LOAM_STORE_FORMAT 2
#define LOAM_STORE_TILES_FORMAT 1
#define LOAM_STORE_LAND_FORMAT 2

/// What a world is made of.
typedef enum loam_store_kind
{
    LOAM_STORE_TILES,
    LOAM_STORE_LAND,
    LOAM_STORE_ANY, // for opening: whichever it is, see loam_store_kind_of
} loam_store_kind;

/// "tiles", "land"; "?" for anything else.
LOAM_API const char *loam_store_kind_name(loam_store_kind kind);

typedef struct loam_store loam_store;

/// How a world's file is made or opened. Start from loam_default_store_def().
typedef struct loam_store_def
{
    loam_env env;     // with jobs, chunks are compressed by its workers
    const char *path; // "name.loam"
    bool read_only;
    loam_store_kind kind; // that the file must be of, else LOAM_BAD_ARGUMENT. For opening only
    float
        voxel_m; // of a land: 1 or 0.5. A new file has it (0: 1); one that is opened has to (0: either),
                 // LOAM_BAD_ARGUMENT if it has not
    const loam_inside *
        inside; // of a land: what its volume is dug by. A new file has it (NULL: as usual); one that is opened
    // has to (NULL: any), or LOAM_BAD_ARGUMENT names the first number that differs
    size_t
        queue_bytes; // chunks that wait to be written, at most, but one; saving waits beyond it. At
                     // least 65,536: one chunk of tiles
    bool never_waits; // saving fails instead of waiting beyond queue_bytes: for threads that draw
    int32_t level;    // of compression, 1..19
} loam_store_def;

LOAM_API loam_store_def loam_default_store_def(void);

/// Makes a new file, which appears whole or not at all; one that is there already is left alone:
/// LOAM_BAD_ARGUMENT. defs, which are copied into it, have the version of the world; NULL: built in, newest.
LOAM_API loam_result loam_store_create(const loam_store_def *def, uint64_t seed,
                                       const loam_tile_defs *defs, loam_store **out);

/// The same for a new file of a land, of the versions that this library grows. shape NULL: the default.
LOAM_API loam_result loam_store_create_land(const loam_store_def *def, uint64_t seed,
                                            const loam_land_shape *shape, loam_store **out);

/// Opens a file. LOAM_NOT_FOUND if there is none; LOAM_IO if it is none of ours, is damaged beyond use,
/// may not be read or written, or another process writes it; LOAM_UNSUPPORTED if it is of a later format
/// or world version. A world of tiles of an older version goes on as it is; a land of another version than
/// LOAM_LAND_VERSION and LOAM_VOLUME_VERSION cannot be grown, and is LOAM_UNSUPPORTED. What is refused is left as it is. Reading needs no right to write anything, and may
/// go on beside a process that writes. Only if a process has ended in the middle of opening or closing the
/// file, it is mended first, for which the reader needs permission to write it and its folder.
LOAM_API loam_result loam_store_open(const loam_store_def *def, loam_store **out);

/// Writes what waits and closes the file. NULL is allowed. Whether writing worked is said by
/// loam_store_flush, called before.
LOAM_API void loam_store_close(loam_store *store);

/// Removes a file and those next to it, whatever is in it; of a link only the link.
/// LOAM_NOT_FOUND if there is none; LOAM_IO if a process has it open for writing, or it cannot be removed,
/// and then it is what it was.
LOAM_API loam_result loam_store_remove(const char *path);

/// The functions for loam_tile_world_def. That world must have the seed and the definitions of the store,
/// loam_store_seed and loam_store_defs (which have its version), or two worlds end up in one file. A store that only reads has no
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

/// The plants of a chunk, as in loam_chunk_store. Saving them comes right before saving the chunk, from the same
/// thread, and both are written together. Damaged plants are logged and lost, and nothing else is: *size is
/// then 0. LOAM_BAD_ARGUMENT for more than LOAM_MAX_PLANT_BYTES.
LOAM_API loam_result loam_store_save_plants(loam_store *store, loam_chunk_pos chunk,
                                            const uint8_t *bytes, size_t size);
LOAM_API loam_result loam_store_load_plants(loam_store *store, loam_chunk_pos chunk, uint8_t *bytes,
                                            size_t room, size_t *size);

/// Returns when all that was saved is on the disk, or says why it cannot be written. What could not be
/// written is kept in memory, and is tried again: by the next flush, and every second.
LOAM_API loam_result loam_store_flush(loam_store *store);

// What is saved, chunks and whatever loam_store_set_... takes, is queued and written in the background, soon
// and without a flush. Up to 64 chunks are written in one transaction, and with the last of them all else that
// was saved before it. So a player that is found in the file is never newer than the chunks that were saved
// before it.

/// While writing is paused, only a flush or a full queue (queue_bytes) writes: what is saved meanwhile is
/// written together, within the limits above. Calls do not nest.
LOAM_API void loam_store_pause(loam_store *store);
LOAM_API void loam_store_resume(loam_store *store);

/// A number for all that was saved up to now, for loam_store_written.
LOAM_API uint64_t loam_store_mark(loam_store *store);

/// Whether all up to a mark is on the disk. Waits for nothing. A failure is that of the last attempt to
/// write, as long as there is something that could not be written.
LOAM_API loam_result loam_store_written(loam_store *store, uint64_t mark, bool *written);

/// Flushes, and calls visit for every chunk, in order of y, then x. A result other than LOAM_OK ends it.
/// visit may use the store.
LOAM_API loam_result loam_store_each(loam_store *store,
                                     loam_result (*visit)(void *user, loam_chunk_pos chunk),
                                     void *user);

// ---- chunks of a land ---------------------------------------------------------------------------
// A land grows, and only chunks of voxels that were changed are kept, each whole. The store takes them
// as bytes, which the world of voxels makes and reads. All that is said of chunks above holds for them.
// What a program keeps besides, such as the last place and bookmarks, are extras.
//
// These functions are for lands, those for tiles, players and definitions for tiles; of a store of the other
// kind they want nothing: LOAM_BAD_ARGUMENT.

#define LOAM_MAX_LAND_CHUNK_BYTES 131072

/// Where a chunk of 32^3 voxels is, in chunks: x east, y up, z north. There are those within LOAM_LAND_END and
/// LOAM_VOLUME_TOP voxels.
typedef struct loam_store_chunk_pos
{
    int64_t x, y, z;
} loam_store_chunk_pos;

/// Takes a copy and writes it soon, as loam_store_save does. size is 1..LOAM_MAX_LAND_CHUNK_BYTES.
LOAM_API loam_result loam_store_save_voxels(loam_store *store, loam_store_chunk_pos chunk,
                                            const uint8_t *bytes, size_t size);

/// *size is how many bytes there are, 0 if it fails; they are copied if there is room for all of them.
/// LOAM_NOT_FOUND if there is no such chunk, or it is damaged and was set aside, as by loam_store_load.
LOAM_API loam_result loam_store_load_voxels(loam_store *store, loam_store_chunk_pos chunk,
                                            uint8_t *bytes, size_t room, size_t *size);

/// As loam_store_each, in order of z, then y, then x.
LOAM_API loam_result loam_store_each_voxels(
    loam_store *store, loam_result (*visit)(void *user, loam_store_chunk_pos chunk), void *user);

/// The functions for loam_voxel_world_def, whose volume must have the seed, the shape and the inside of the store, or two
/// lands end up in one file; a world whose voxels have another size refuses them. A store that only reads has no function for saving. What was set aside counts as never
/// changed. Saving waits if queue_bytes are waiting; a store that never waits has it tried again.
LOAM_API loam_voxel_store loam_store_voxels(loam_store *store);

// ---- what else is in the file -------------------------------------------------------------------

/// Where the player is, what time and weather it is: with the chunks, all that the steps of a game follow
/// from. Its undo and redo, its clipboard and its stamps are not kept.
typedef struct loam_store_player
{
    int64_t x, y;         // 1/256 of a tile
    uint64_t steps;       // since the world began
    int32_t time_of_day;  // steps since midnight
    int32_t weather;      // of loam_weather
    int64_t year_step;    // steps since spring began, plus 1; 0: not known, as in older files
    int32_t lag_x, lag_y; // chunks that the ring's middle is beyond the chunk of x, y; -1..1
    int32_t
        byte_count; // of bytes; 0: files from before there were games, and programs that have none
    uint8_t bytes[LOAM_MAX_PLAYER_BYTES]; // of loam_player_pack
} loam_store_player;

/// Written soon. LOAM_BAD_ARGUMENT for a weather, a step of the year or a count that there is not.
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

/// Checks the same without changing a file: whether worlds with the definitions `old` may be upgraded to
/// others.
LOAM_API loam_result loam_tile_defs_check_upgrade(const loam_tile_defs *old,
                                                  const loam_tile_defs *defs);

/// Begins a game in the world of a store: where it was kept last, as if it had never stopped, or, if it
/// never was, on the ground at x = 0. `at`, if it is not NULL, is where the player is put instead. Of the
/// def's world, env, seed, defs, centre, lag and first_step are those of the store, and its chunks are the
/// store's unless def->world.store has functions already, which then are to go through it. A player that
/// cannot be used starts over, which is logged. The store outlives the game.
LOAM_API loam_result loam_store_begin_game(loam_store *store, const loam_tile_game_def *def,
                                           const loam_tile_pos *at, loam_tile_game **out);

/// Saves where the player, the sky and time are, by loam_store_set_player. The world saves its chunks itself,
/// before this.
LOAM_API loam_result loam_store_save_game(loam_store *store, loam_tile_game *game);

typedef struct loam_store_info
{
    loam_store_kind kind;
    uint64_t seed;
    int32_t format;
    int32_t
        world_version; // 1..LOAM_TILES_VERSION, that of loam_store_defs; of a land LOAM_LAND_VERSION
    int32_t volume_version;   // of a land; 0 for tiles
    uint64_t chunks, damaged; // in the file; set aside
    uint64_t chunk_bytes;     // compressed
    uint64_t file_bytes;
    uint64_t loaded, saved; // since it was opened
    uint64_t created_s;     // seconds since 1970
} loam_store_info;

/// What a store is of, what is in its file, and what has been read and written since it was opened.
LOAM_API loam_result loam_store_describe(loam_store *store, loam_store_info *out);
LOAM_API loam_store_kind loam_store_kind_of(const loam_store *store);
LOAM_API uint64_t loam_store_seed(const loam_store *store);

/// NULL for a land.
LOAM_API const loam_tile_defs *loam_store_defs(const loam_store *store);

/// NULL for tiles.
LOAM_API const loam_land_shape *loam_store_shape(const loam_store *store);

/// How wide a land's voxels are, 1 or 0.5 m; 0 for tiles. For loam_voxel_world_def.voxel_m.
LOAM_API float loam_store_voxel_m(const loam_store *store);

/// What a land's volume is dug by; NULL for tiles. For loam_inside_functions.
LOAM_API const loam_inside *loam_store_inside(const loam_store *store);

// ---- versions -----------------------------------------------------------------------------------
// A file says which version of the tile worlds its world is of, and an older one goes on as it is: the
// definitions of a store have that version (loam_tile_defs.version), so whatever is grown with them is what that
// version grew, bit for bit. Of lands a Loam grows one version alone: a file of another one is refused when it is
// opened, and never holds chunks of two.

/// What upgrading has done.
typedef struct loam_store_upgraded
{
    int32_t from,
        to; // equal if the world was of the newest version already: then nothing was changed
    bool
        definitions; // the file had the built-in definitions of the old version, and has those of the new one
} loam_store_upgraded;

/// A land is of the newest version if it can be opened at all, and is left alone. Of a world of tiles:
/// Raises the version of the world in the file to LOAM_TILES_VERSION, and returns when that is on the disk, or
/// says why it is not: then it is tried again, as by loam_store_flush. All of it is there or nothing. It holds from the next time on that the file is opened:
/// chunks that are in the file stay as they are, all others grow as the new version grows them, also where
/// the player has been and changed nothing. Definitions of a program's own stay. There is no way back.
/// LOAM_BAD_ARGUMENT if the store only reads. out may be NULL.
LOAM_API loam_result loam_store_upgrade(loam_store *store, loam_store_upgraded *out);

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
