// SPDX-License-Identifier: MIT
// A world that is played: the game, the file that it is kept in, its time, and what is recorded of it.
// Opening and closing, which take long, happen in the background.
#ifndef LOAM_PLAY_SESSION_H
#define LOAM_PLAY_SESSION_H

#include "play/folders.h"

#include "loam/loam.h"

typedef struct session session;

/// The seed as it was written, an extra of the world.
#define SESSION_SEED_NAME "seed"
enum
{
    SESSION_MAX_SEED = 64 // bytes of it that are kept, with the 0
};

typedef struct session_def
{
    loam_env env;     // its jobs are shared with others
    const char *path; // of the world's file; NULL: a world that is not kept
    bool create;      // the file is to be made anew, with the seed and the definitions
    uint64_t seed;    // of a new world
    const char *
        seed_text; // as the player wrote it, kept with a new world to be shown; NULL: as the number
    const char *defs;  // a file of definitions, watched for changes; NULL: built in, or the file's
    bool bare;         // a new world with the built-in definitions has no plants: for measuring
    int32_t ring_log2; // of a new world; one that is opened remembers its own
    bool resize;       // it gets ring_log2 all the same, and remembers that
    bool limited;      // a new world's player begins so
    int32_t
        autosave_steps; // a crash loses no more, of the world's time and of the player's; 0: never
    const char
        *record; // NAME.txt: writes a replay of all that is done from the beginning, with the
                 // world or the definitions beside it; NULL: not
} session_def;

typedef enum session_state
{
    SESSION_OPENING,
    SESSION_OPEN,
    SESSION_FAILED,  // to open: session_error says why
    SESSION_CLOSING, // everything is being saved
    SESSION_UNSAVED, // closing could not save everything: session_error says why, session_close tries again
    SESSION_CLOSED, // session_error says what else has failed, if anything
} session_state;

/// Begins to open. The strings are copied.
loam_result session_open(const session_def *def, session **out);
/// To be asked every frame: the state may change then, and only then.
session_state session_poll(session *s);
float session_progress(const session *s); // of opening, 0..1
/// Why it failed; why not everything could be saved when it was closed; while it is open, why the last round
/// of saving is not on the disk yet, which goes on being tried. "" if all is well.
const char *session_error(const session *s);
/// What was wrong when it was opened, and did not keep it from being played; "" if nothing.
const char *session_warning(const session *s);
/// Begins to save everything and close, or tries again. The game is not there any more.
void session_close(session *s);
/// Waits until it is closed, and frees it, and what could not be saved with it. NULL is allowed.
void session_destroy(session *s);

// ---- while it is open ---------------------------------------------------------------------------

loam_tile_game *session_game(session *s);
const char *session_path(const session *s); // NULL if it is not kept
uint64_t session_seed(const session *s);
int32_t session_ring_log2(const session *s);

/// Does a command before the next step, and records it. As loam_tile_game_do.
loam_result session_do(session *s, const loam_command *command);

enum
{
    SESSION_SLOWEST = -3, // an eighth
    SESSION_FASTEST = 3,  // eight times
};

/// Time: speed is a power of two.
void session_set_paused(session *s, bool paused);
bool session_paused(const session *s);
void session_set_speed(session *s, int32_t speed);
int32_t session_speed(const session *s);
void session_single_step(session *s); // one more, while it is paused

typedef struct session_advance
{
    int32_t steps; // that were done
    bool waiting;  // a chunk was not there yet, and the step will be done in a later frame
    uint64_t step_ns;
} session_advance;

/// Takes the steps that are due by the clock, as long as budget_us allows, but at least one; moves the
/// camera. A step whose chunks are not there is put off, never waited for. Autosaves when it is time, in the
/// background.
loam_result session_advance_to(session *s, uint64_t now_us, uint64_t budget_us, loam_camera *camera,
                               session_advance *out);
/// Instead of it in frames in which the world stands still behind something: what passes is not made up for
/// later, and saving goes on.
void session_stand_still(session *s, uint64_t now_us);
/// For drawing, 0..1.
float session_between(const session *s);

/// Everything is handed over to be written soon; nothing waits. Then session_saved_step rises when it is on
/// the disk.
loam_result session_save(session *s);
uint64_t session_saved_step(const session *s);
bool session_saving(const session *s);

// ---- what a world keeps beside its chunks (loam_store_set_extra) ----------------------------------

loam_result session_keep(session *s, const char *name, const void *bytes, size_t count);
/// *count is how many bytes there are, at most room are written. LOAM_NOT_FOUND.
loam_result session_recall(session *s, const char *name, void *bytes, size_t room, size_t *count);

// ---- replays ------------------------------------------------------------------------------------

/// The file that is being written, NULL if none is.
const char *session_recording(const session *s);
/// Ends it: the number of steps and the hash at the end are written into it.
loam_result session_end_recording(session *s);

// ---- definitions --------------------------------------------------------------------------------

/// Whether a file can be used for the definitions of a new world.
loam_result session_check_defs(const loam_env *env, const char *path);

/// Whether the file of definitions has changed since it was read; looks once a second. A changed file that is
/// right: LOAM_OK and *reload is true: close this session and open it again (which takes the new ones). One
/// that is wrong: the message, once for every change.
loam_result session_watch_defs(session *s, uint64_t now_us, bool *reload);

#endif
