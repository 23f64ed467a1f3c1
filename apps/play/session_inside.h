// SPDX-License-Identifier: MIT
// The inside of a session. While it opens or closes, all of it but the first block belongs to the thread
// that does that; otherwise to the program's own.
#ifndef LOAM_PLAY_SESSION_INSIDE_H
#define LOAM_PLAY_SESSION_INSIDE_H

#include "play/session.h"
#include "replay/replay.h"

#include <pthread.h>
#include <stdatomic.h>

/// Saving goes in rounds: changed chunks are saved, a few in every frame, then the player; then
/// nothing more until all of it is on disk.
typedef struct session_rounds
{
    bool wanted;       // begin a round as soon as there is none
    bool running;      // a round is under way
    int32_t cursor;    // of loam_tile_world_save_some
    int32_t passed_on; // chunks passed on in this round: from CHUNKS_TOGETHER on writing goes on
    bool failed;       // something of the last round was not taken
    bool written;      // nothing of what was taken is still to be written
    uint64_t mark;     // of the last round, in the store
    uint64_t step;     // of the last round
    uint64_t safe_step;
    bool changed;                // something has happened since the last round was wanted
    uint64_t next_step, next_us; // when it is time again, whichever is first
} session_rounds;

/// Which file the world is in, to see whether it is still the one that its name leads to.
typedef struct session_file
{
    uint64_t device, number;
} session_file;

/// The file of definitions, as it was when it was looked at last.
typedef struct session_watch
{
    uint64_t next_us; // when it is looked at again
    int64_t mtime_s, mtime_ns, size;
} session_watch;

struct session
{
    session_state state;
    bool close_wanted; // as soon as it is open
    pthread_t thread;
    bool has_thread;
    atomic_bool thread_done;
    atomic_int all_chunks; // of the ring; 0: not known yet
    atomic_int chunks;     // of the ring, that were asked for
    loam_result result;    // of the thread

    loam_env env;
    session_def def; // its strings are those below
    char path[PLAY_MAX_PATH], defs_path[PLAY_MAX_PATH], record[PLAY_MAX_PATH];
    char seed_text[SESSION_MAX_SEED];
    char error[512], warning[1024];

    bool made_file;    // by this session: nothing is in it before it is open
    bool unsaved;      // closing has left everything as it was
    loam_store *store; // NULL if it is not kept
    session_file file;
    loam_tile_defs *defs; // of a world that is not kept
    loam_chunk_store chunk_store;
    loam_tile_game *game;
    bool is_new; // nobody has played it before
    replay_writer *replay;
    uint64_t first_step; // that the replay counts from
    session_rounds saving;
    session_watch watch;

    loam_timestep clock;
    bool clock_runs;
    bool paused;
    int32_t speed;
    int32_t owed; // steps that are due
};

/// What the threads do. The result is that of the session; its message goes to error.
loam_result session_open_now(session *s);
loam_result session_close_now(session *s);

/// Frees what there is, written or not.
void session_drop(session *s);

/// Notes which file the store is in.
void session_find_file(session *s);
/// Whether the world's name still leads to it; the failure says what has become of it.
loam_result session_check_file(const session *s);
/// Everything is on the disk when it returns.
loam_result session_save_all(session *s);
/// Saves a world whose file was removed once more: copies it beside its place, and, when the store has been
/// closed, moves it there if nothing else is. What failed, or where it is instead.
loam_result session_rescue(session *s);

/// Begins, goes on with, and ends rounds of saving. Called after the steps of a frame.
void session_save_some(session *s);

/// Wants a round if it is time for one.
void session_autosave(session *s, uint64_t now_us);

/// The definitions that the world is made of.
const loam_tile_defs *session_defs(const session *s);

/// Reads the file of definitions over the built-in ones. To be freed with session_free_defs.
loam_result session_read_defs(const session *s, loam_tile_defs **out);
void session_free_defs(const session *s, loam_tile_defs *defs);

/// Remembers how the file looks now: changes from here on count.
void session_look_at_defs(session *s);

/// Whether definitions are the same, in every word.
loam_result session_compare_defs(const session *s, const loam_tile_defs *a, const loam_tile_defs *b,
                                 bool *same);

#endif
