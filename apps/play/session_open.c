// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for realpath

#include "play/session_inside.h"

#include "loam/defs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// What takes long: opening a file, perhaps with new definitions, and growing or loading the chunks of the
// ring; and the other way round.

#define EXTRA_RING "ring"
#define EXTRA_DEFS "definitions"

enum
{
    QUEUE_BYTES = 512 << 20, // more than a whole ring: saving finds room, however slow the disk is
    MORNING = 8 * 60,        // minutes
    BRUSH = 3,               // a new player's, and a limited one's, which digs slowly
    LIMITED_BRUSH = 1,
    LIMITED_TORCHES = 40, // a new player's, who has limits: enough for some caves
    CLOSING_ROUNDS = 16
};

// ---- the file -----------------------------------------------------------------------------------

static loam_store_def store_def(const session *s)
{
    loam_store_def def = loam_default_store_def();
    def.env = s->env;
    def.path = s->def.path;
    def.queue_bytes = QUEUE_BYTES;
    def.never_waits = true;
    return def;
}

/// The definitions of a new world, or of one that is not kept.
static loam_result make_defs(session *s)
{
    if (s->def.defs != NULL)
    {
        return session_read_defs(s, &s->defs);
    }
    s->defs = loam_alloc(&s->env, sizeof *s->defs);
    if (s->defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_tile_defs_init(s->defs);
    if (s->def.bare)
    {
        memset(s->defs->species, 0, sizeof s->defs->species);
    }
    return LOAM_OK;
}

static loam_result remember(session *s)
{
    const uint8_t ring = (uint8_t)s->def.ring_log2;
    loam_result result = loam_store_set_extra(s->store, EXTRA_RING, &ring, 1);
    if (result == LOAM_OK && s->def.defs != NULL)
    {
        char full[4096]; // PATH_MAX
        const char *path = realpath(s->def.defs, full) != NULL ? full : s->def.defs;
        result = loam_store_set_extra(s->store, EXTRA_DEFS, path, strlen(path));
    }
    return result;
}

static loam_result create_file(session *s)
{
    const loam_store_def def = store_def(s);
    loam_result result = make_defs(s);
    result = result == LOAM_OK ? loam_store_create(&def, s->def.seed, s->defs, &s->store) : result;
    s->made_file = result == LOAM_OK;
    session_free_defs(s, s->defs);
    s->defs = NULL;
    if (result == LOAM_OK && s->def.seed_text != NULL)
    {
        result = loam_store_set_extra(s->store, SESSION_SEED_NAME, s->def.seed_text,
                                      strlen(s->def.seed_text));
    }
    return result == LOAM_OK ? remember(s) : result;
}

/// Whether a path, which comes from a file that anybody may have made, leads to something that a read could
/// wait for.
static bool is_no_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/// A world is there without the file that its definitions once came from.
static void warn_of_defs(session *s, const char *path, const char *why)
{
    snprintf(s->warning, sizeof s->warning,
             "this world goes on with the definitions that it has: %s%s%s", path,
             path[0] != '\0' ? ": " : "", why);
}

/// What the world has kept of how it was played: the ring, and where its definitions come from.
static void recall(session *s)
{
    uint8_t ring;
    size_t count;
    if (!s->def.resize && loam_store_get_extra(s->store, EXTRA_RING, &ring, 1, &count) == LOAM_OK &&
        count == 1 && ring >= LOAM_MIN_RING_LOG2 && ring <= LOAM_MAX_RING_LOG2)
    {
        s->def.ring_log2 = ring;
    }
    if (s->def.defs == NULL &&
        loam_store_get_extra(s->store, EXTRA_DEFS, s->defs_path, sizeof s->defs_path - 1, &count) ==
            LOAM_OK &&
        count < sizeof s->defs_path)
    {
        s->defs_path[count] = '\0';
        s->def.defs = is_no_file(s->defs_path) ? NULL : s->defs_path;
        if (s->def.defs == NULL)
        {
            warn_of_defs(s, s->defs_path, "is no file");
        }
    }
}

/// Puts the definitions of their file into the world's, if they are others.
static loam_result renew_defs(session *s)
{
    loam_tile_defs *defs = NULL;
    bool same = true;
    loam_result result = session_read_defs(s, &defs);
    result = result == LOAM_OK ? session_compare_defs(s, defs, loam_store_defs(s->store), &same)
                               : result;
    if (result == LOAM_OK && !same)
    {
        result = loam_store_set_defs(s->store, defs);
        result = result == LOAM_OK ? loam_store_flush(s->store) : result;
        if (result == LOAM_OK)
        {
            const loam_store_def def = store_def(s);
            loam_store_close(s->store);
            s->store = NULL;
            result = loam_store_open(&def, &s->store);
        }
    }
    session_free_defs(s, defs);
    return result;
}

static loam_result open_file(session *s)
{
    const loam_store_def def = store_def(s);
    const bool asked = s->def.defs != NULL;
    loam_result result = loam_store_open(&def, &s->store);
    if (result != LOAM_OK)
    {
        return result;
    }
    s->def.seed = loam_store_seed(s->store);
    recall(s);
    result = s->def.defs != NULL ? renew_defs(s) : LOAM_OK;
    if (result != LOAM_OK && !asked && s->store != NULL)
    {
        warn_of_defs(s, "", loam_last_error());
        result = LOAM_OK;
    }
    return result == LOAM_OK ? remember(s) : result;
}

// ---- the game -----------------------------------------------------------------------------------

/// Every chunk of the ring is asked for once: that is how far opening is.
static loam_result load_counted(void *user, loam_chunk_pos chunk, loam_tile *tiles)
{
    session *const s = user;
    atomic_fetch_add_explicit(&s->chunks, 1, memory_order_relaxed);
    return s->store != NULL ? s->chunk_store.load(s->chunk_store.user, chunk, tiles)
                            : LOAM_NOT_FOUND;
}

static loam_result save_chunk(void *user, loam_chunk_pos chunk, const loam_tile *tiles)
{
    const session *const s = user;
    return s->chunk_store.save(s->chunk_store.user, chunk, tiles);
}

static loam_result load_plants(void *user, loam_chunk_pos chunk, uint8_t *bytes, size_t room,
                               size_t *size)
{
    const session *const s = user;
    return s->chunk_store.load_plants(s->chunk_store.user, chunk, bytes, room, size);
}

static loam_result save_plants(void *user, loam_chunk_pos chunk, const uint8_t *bytes, size_t size)
{
    const session *const s = user;
    return s->chunk_store.save_plants(s->chunk_store.user, chunk, bytes, size);
}

static loam_result flush_chunks(void *user)
{
    const session *const s = user;
    return s->chunk_store.flush(s->chunk_store.user);
}

static loam_result find_start(session *s, loam_tile_pos *out)
{
    loam_tile_source *source = NULL;
    const loam_result result = loam_tile_source_create(&s->env, s->defs, s->def.seed, &source);
    *out = result == LOAM_OK ? loam_tile_source_spawn(source, 0) : (loam_tile_pos){0};
    loam_tile_source_destroy(source);
    return result;
}

static loam_result begin_game(session *s)
{
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.env = s->env;
    def.world.ring_log2 = s->def.ring_log2;
    def.world.autosave_steps = 0; // our rounds of saving come first
    atomic_store(&s->all_chunks, 1 << (2 * s->def.ring_log2));
    def.world.store = (loam_chunk_store){.load = load_counted, .user = s};
    if (s->store != NULL)
    {
        loam_store_player player;
        s->chunk_store = loam_store_chunks(s->store);
        def.world.store.save = save_chunk;
        def.world.store.load_plants = load_plants;
        def.world.store.save_plants = save_plants;
        def.world.store.flush = flush_chunks;
        s->is_new = loam_store_get_player(s->store, &player) != LOAM_OK;
        return loam_store_begin_game(s->store, &def, NULL, &s->game);
    }
    s->is_new = true;
    def.world.defs = s->defs;
    def.world.seed = s->def.seed;
    const loam_result result = find_start(s, &def.world.centre);
    return result == LOAM_OK ? loam_tile_game_create(&def, &s->game) : result;
}

/// Whoever has limits begins with torches, if the world's materials have any: nothing else gives light.
static loam_result give_torches(session *s)
{
    const int32_t torch = loam_material_find(session_defs(s), "torch");
    const loam_command give = {
        .action = LOAM_ACTION_GIVE, .material = (uint8_t)torch, .number = LIMITED_TORCHES};
    return torch > LOAM_AIR ? session_do(s, &give) : LOAM_OK;
}

/// A new world begins in the morning. These are commands, so that replays have them.
static loam_result begin_day(session *s)
{
    const loam_command morning = {.action = LOAM_ACTION_TIME, .number = MORNING};
    const loam_command limited = {.action = LOAM_ACTION_MODE, .choice = 1};
    const loam_command brush = {.action = LOAM_ACTION_BRUSH,
                                .shape = LOAM_EDIT_CIRCLE,
                                .number = s->def.limited ? LIMITED_BRUSH : BRUSH};
    loam_result result = session_do(s, &morning);
    result = result == LOAM_OK ? session_do(s, &brush) : result;
    if (result != LOAM_OK || !s->def.limited)
    {
        return result;
    }
    result = session_do(s, &limited);
    return result == LOAM_OK ? give_torches(s) : result;
}

// ---- replays ------------------------------------------------------------------------------------

static loam_result write_defs_beside(session *s)
{
    char path[REPLAY_MAX_PATH];
    char *text;
    size_t size;
    loam_result result = replay_path_beside(s->def.record, ".json", path);
    result = result == LOAM_OK ? loam_tile_defs_write(&s->env, session_defs(s), &text, &size)
                               : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    FILE *const file = fopen(path, "wx");
    const bool written = file != NULL && fwrite(text, 1, size, file) == size;
    const bool closed = file != NULL && fclose(file) == 0;
    loam_free(&s->env, text, size + 1);
    return written && closed ? LOAM_OK : loam_fail(LOAM_IO, "%s: cannot be written", path);
}

static loam_result copy_world_beside(session *s)
{
    char path[REPLAY_MAX_PATH];
    const loam_result result = replay_path_beside(s->def.record, ".loam", path);
    return result == LOAM_OK ? loam_store_copy(s->store, path) : result;
}

/// Before the game begins: what it begins with. A file that was just made has nothing that the seed and the
/// definitions do not say.
static loam_result begin_recording(session *s)
{
    if (s->def.record == NULL)
    {
        return LOAM_OK;
    }
    return s->store != NULL && !s->def.create ? copy_world_beside(s)
           : s->def.defs != NULL              ? write_defs_beside(s)
                                              : LOAM_OK;
}

static loam_result open_replay(session *s)
{
    const loam_player *const player = loam_tile_game_player(s->game);
    if (s->def.record == NULL)
    {
        return LOAM_OK;
    }
    const replay_info info = {
        .version = session_defs(s)->version,
        .seed = s->def.seed,
        .ring_log2 = s->def.ring_log2,
        .has_world = s->store != NULL && !s->def.create,
        .has_defs = s->def.defs != NULL,
        .start = player->home,
        .begin_hash = loam_tile_game_hash(s->game),
    };
    return replay_begin(&s->env, s->def.record, &info, &s->replay);
}

// ---- all of it ----------------------------------------------------------------------------------

static loam_result check_def(session *s)
{
    if (s->def.ring_log2 < LOAM_MIN_RING_LOG2 || s->def.ring_log2 > LOAM_MAX_RING_LOG2)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "ring_log2 is %d; must be %d to %d",
                         (int)s->def.ring_log2, LOAM_MIN_RING_LOG2, LOAM_MAX_RING_LOG2);
    }
    if (s->def.autosave_steps < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "autosave_steps is %d; must be 0, never, or more",
                         (int)s->def.autosave_steps);
    }
    return LOAM_OK;
}

static loam_result open_all(session *s)
{
    loam_result result = check_def(s);
    if (result == LOAM_OK)
    {
        result = s->def.path == NULL ? make_defs(s) : s->def.create ? create_file(s) : open_file(s);
    }
    session_find_file(s);
    session_look_at_defs(s);
    result = result == LOAM_OK ? begin_recording(s) : result;
    result = result == LOAM_OK ? begin_game(s) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    s->first_step = loam_tile_world_steps(loam_tile_game_world(s->game));
    s->saving.safe_step = s->first_step;
    s->saving.written = true;
    s->saving.next_step = s->first_step + (uint64_t)s->def.autosave_steps;
    s->saving.next_us = UINT64_MAX; // until it is known what time it is
    result = open_replay(s);
    result = result == LOAM_OK && s->is_new ? begin_day(s) : result;
    if (result == LOAM_OK && s->store != NULL)
    {
        result = loam_store_save_game(s->store, s->game);
    }
    return result;
}

loam_result session_open_now(session *s)
{
    const loam_result result = open_all(s);
    if (result != LOAM_OK && s->made_file)
    {
        // Nobody has played it, and whoever tries again wants the same name.
        char why[512];
        snprintf(why, sizeof why, "%s", loam_last_error());
        session_drop(s);
        remove(s->def.path);
        return loam_fail(result, "%s", why);
    }
    return result;
}

/// Chunks that find the queue full are tried again when it is empty.
loam_result session_save_all(session *s)
{
    loam_tile_world *const world = loam_tile_game_world(s->game);
    loam_store_pause(s->store);
    loam_result result = loam_store_save_game(s->store, s->game);
    loam_result saved = LOAM_IO;
    for (int round = 0; round < CLOSING_ROUNDS && saved != LOAM_OK; round++)
    {
        saved = loam_tile_world_save(world);
        if (saved != LOAM_OK && loam_store_flush(s->store) != LOAM_OK)
        {
            break;
        }
    }
    loam_store_resume(s->store);
    result = result == LOAM_OK ? saved : result;
    return result == LOAM_OK ? loam_store_flush(s->store) : result;
}

loam_result session_close_now(session *s)
{
    const loam_result recorded = session_end_recording(s);
    char why[512];
    snprintf(why, sizeof why, "%s", loam_last_error());
    if (recorded != LOAM_OK)
    {
        loam_log_write(&s->env, LOAM_LOG_WARNING, "replay: %s", why);
    }
    const bool removed = session_check_file(s) != LOAM_OK;
    const loam_result saved = s->store == NULL ? LOAM_OK
                              : removed        ? session_rescue(s)
                                               : session_save_all(s);
    s->unsaved = saved != LOAM_OK && s->store != NULL;
    if (saved != LOAM_OK)
    {
        return saved; // whoever is asked may make room, and try again
    }
    session_drop(s);
    return recorded == LOAM_OK ? LOAM_OK : loam_fail(recorded, "%s", why);
}

void session_drop(session *s)
{
    replay_abandon(s->replay);
    loam_tile_game_destroy(s->game);
    loam_store_close(s->store);
    session_free_defs(s, s->defs);
    s->replay = NULL;
    s->game = NULL;
    s->store = NULL;
    s->defs = NULL;
}
