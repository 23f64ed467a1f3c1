// SPDX-License-Identifier: MIT
// The power goes while the tool makes, walks, simulates, compacts and imports (store/disk.h). Afterwards all
// verbs take the world, it is whole, and every chunk of which a flush or a verb had said before that it is
// saved is there, as it was then or later.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "loam/store.h"
#include "store/crashing.h"
#include "tool/console.h"

enum
{
    MAX_SAVED = 4096
};

/// What was handed over to be saved, in this order: chunks and players.
typedef struct saved
{
    bool is_player;
    loam_chunk_pos chunk;
    uint64_t hash;
} saved;

static struct
{
    run *of; // that is logged, NULL if none is
    saved list[MAX_SAVED];
    size_t count;
    size_t logged; // how many of them the run had; others come from going on after a crash
    loam_chunk_store chunks; // the store's own
} history;

// ---- what is noted while verbs run ------------------------------------------------------------------
// The linker puts these in the place of the functions of the store that hand something over.

loam_chunk_store __wrap_loam_store_chunks(loam_store *store);
loam_result __wrap_loam_store_save(loam_store *store, loam_chunk_pos chunk, const loam_tile *tiles);
loam_result __wrap_loam_store_set_player(loam_store *store, const loam_store_player *player);
loam_result __wrap_loam_store_flush(loam_store *store);
loam_chunk_store __real_loam_store_chunks(loam_store *store);
loam_result __real_loam_store_save(loam_store *store, loam_chunk_pos chunk, const loam_tile *tiles);
loam_result __real_loam_store_set_player(loam_store *store, const loam_store_player *player);
loam_result __real_loam_store_flush(loam_store *store);

static void note(saved what)
{
    if (history.count == MAX_SAVED)
    {
        fprintf(stderr, "too much is saved\n");
        exit(1);
    }
    history.list[history.count++] = what;
}

static uint64_t hash_of_tiles(const loam_tile *tiles)
{
    return loam_hash_bytes(tiles, LOAM_CHUNK_TILES * sizeof *tiles, 0);
}

static uint64_t hash_of_player(const loam_store_player *player)
{
    const uint64_t words[] = {(uint64_t)player->x, (uint64_t)player->y, player->steps,
                              (uint64_t)player->time_of_day, (uint64_t)player->weather};
    return loam_hash_bytes(player->bytes, (size_t)player->byte_count,
                           loam_hash_u64(words, sizeof words / sizeof words[0], 0));
}

/// Whatever was handed over before a flush is safe when it returns.
static loam_result note_flush(loam_result result, size_t count)
{
    if (result == LOAM_OK && history.of != NULL)
    {
        run_promise(history.of, count);
    }
    return result;
}

static loam_result load_chunk(void *user, loam_chunk_pos chunk, loam_tile *tiles)
{
    return history.chunks.load(user, chunk, tiles);
}

static loam_result save_chunk(void *user, loam_chunk_pos chunk, const loam_tile *tiles)
{
    note((saved){.chunk = chunk, .hash = hash_of_tiles(tiles)});
    return history.chunks.save(user, chunk, tiles);
}

static loam_result flush_chunks(void *user)
{
    const size_t count = history.count;
    return note_flush(history.chunks.flush(user), count);
}

loam_chunk_store __wrap_loam_store_chunks(loam_store *store)
{
    history.chunks = __real_loam_store_chunks(store);
    return (loam_chunk_store){.load = load_chunk,
                              .save = history.chunks.save != NULL ? save_chunk : NULL,
                              .flush = history.chunks.flush != NULL ? flush_chunks : NULL,
                              .user = history.chunks.user};
}

loam_result __wrap_loam_store_save(loam_store *store, loam_chunk_pos chunk, const loam_tile *tiles)
{
    note((saved){.chunk = chunk, .hash = hash_of_tiles(tiles)});
    return __real_loam_store_save(store, chunk, tiles);
}

loam_result __wrap_loam_store_set_player(loam_store *store, const loam_store_player *player)
{
    note((saved){.is_player = true, .hash = hash_of_player(player)});
    return __real_loam_store_set_player(store, player);
}

loam_result __wrap_loam_store_flush(loam_store *store)
{
    const size_t count = history.count;
    return note_flush(__real_loam_store_flush(store), count);
}

// ---- what is done before the power goes -------------------------------------------------------------

static void do_verb(const char *line)
{
    CHECK_REPORT(console_run(line) == 0, "%s: %s", line, console_err);
    run_promise(history.of, history.count);
}

static void write_commands(const char *path)
{
    FILE *const file = fopen(path, "w");
    CHECK(file != NULL);
    fputs("0 edit blocks water circle 0 120 6\n5 walk right\n20 edit blocks sand circle 10 115 4\n",
          file);
    fclose(file);
}

static run use_world(void)
{
    static const char *const lines[] = {
        "world new disk/w.loam --seed 7",
        "tiles walk --world disk/w.loam --from 0,-40 --to 200,-40 --speed 800 --dig 3 --ring 8 "
        "--threads 0",
        "tiles sim --world disk/w.loam --ring 8 --steps 40 --threads 0 --commands what.txt",
        "world compact disk/w.loam",
        "world import-png disk/w.loam t.png --at 3,3",
        "tiles sim --world disk/w.loam --ring 8 --steps 20 --threads 0",
        "world compact disk/w.loam",
    };
    run made = {.log = disk_begin("disk")};
    history.of = &made;
    history.count = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    {
        do_verb(lines[i]);
    }
    history.of = NULL;
    history.logged = history.count;
    disk_end(made.log);
    CHECK_RANGE(history.logged, 20, MAX_SAVED);
    return made;
}

// ---- what is found afterwards -----------------------------------------------------------------------

static bool verb_takes(const char *line, char *fault)
{
    const int code = console_run(line);
    if (code != 0)
    {
        snprintf(fault, FAULT_BYTES, "\"%s\" gave %d: %s%s", line, code, console_err, console_out);
    }
    return code == 0;
}

static bool readers_take(const char *path, uint64_t seed, char *fault)
{
    static const char *const lines[] = {"world info %s", "world verify %s",
                                        "tiles map --world %s --at 0,-40 --size 32x32 -o out.png",
                                        "world export-png %s --chunks 0,-1,0,-1 -o out.png"};
    char line[256];
    bool fine = true;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0] && fine; i++)
    {
        snprintf(line, sizeof line, lines[(i + seed) % 4], path);
        fine = verb_takes(line, fault);
    }
    return fine;
}

static bool is_of(const saved *one, const saved *other)
{
    return one->is_player == other->is_player &&
           (one->is_player || (one->chunk.x == other->chunk.x && one->chunk.y == other->chunk.y));
}

static uint64_t hash_in(loam_store *store, const saved *what)
{
    static loam_tile tiles[LOAM_CHUNK_TILES];
    loam_store_player player;
    if (what->is_player)
    {
        return loam_store_get_player(store, &player) == LOAM_OK ? hash_of_player(&player) : 0;
    }
    return loam_store_load(store, what->chunk, tiles) == LOAM_OK ? hash_of_tiles(tiles) : 0;
}

typedef struct versions
{
    size_t oldest, newest; // one more than the place in the list; 0: none
} versions;

/// Which ones of what was saved a world may have: the same may have been saved twice.
static versions versions_in(loam_store *store, const saved *what)
{
    const uint64_t hash = hash_in(store, what);
    versions found = {0};
    for (size_t i = 0; i < history.count; i++)
    {
        if (history.list[i].hash == hash && is_of(&history.list[i], what))
        {
            found.oldest = found.oldest == 0 ? i + 1 : found.oldest;
            found.newest = i + 1;
        }
    }
    return found;
}

/// What a world must have, given what was promised and how old its player is. If that is from after a crash,
/// nothing follows from it for what was handed over before the crash.
typedef struct demand
{
    size_t promised, player;
} demand;

static bool is_demanded(const demand *of, size_t i)
{
    return i < of->promised ||
           (i < of->player && (of->player <= history.logged || i >= history.logged));
}

/// The last of what is demanded of the same thing.
static size_t last_demanded(const demand *of, size_t i)
{
    size_t last = i;
    for (size_t k = i + 1; k < history.count; k++)
    {
        last = is_demanded(of, k) && is_of(&history.list[k], &history.list[i]) ? k : last;
    }
    return last;
}

/// Whether the last promised version of everything is there, or a later one; and nothing that was handed over
/// before the player is older than it.
static bool all_is_there(loam_store *store, size_t promised, char *fault)
{
    const demand of = {promised, versions_in(store, &(saved){.is_player = true}).oldest};
    for (size_t i = 0; i < history.count; i++)
    {
        const saved *const what = &history.list[i];
        const bool look = is_demanded(&of, i) && last_demanded(&of, i) == i;
        const size_t version = look ? versions_in(store, what).newest : SIZE_MAX;
        if (version < i + 1)
        {
            snprintf(fault, FAULT_BYTES,
                     "%s (%" PRId64 ", %" PRId64
                     ") is %zu, expected %zu (promised %zu, player %zu)",
                     what->is_player ? "player" : "chunk", what->chunk.x, what->chunk.y, version,
                     i + 1, promised, of.player);
            return false;
        }
    }
    return true;
}

static bool has_all(const char *path, size_t promised, char *fault)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.read_only = true;
    loam_store *store;
    if (loam_store_open(&def, &store) != LOAM_OK)
    {
        snprintf(fault, FAULT_BYTES, "open: %s", loam_last_error());
        return false;
    }
    const bool there = all_is_there(store, promised, fault);
    loam_store_close(store);
    return there;
}

static bool can_go_on(const char *path, uint64_t seed, char *fault)
{
    static const char *const lines[] = {
        "world compact %s", "world import-png %s t.png --at 5,5",
        "tiles walk --world %s --from 0,-40 --to 20,-40 --speed 400 --dig 1 --ring 8 --threads 0",
        "tiles sim --world %s --ring 8 --steps 2 --threads 0"};
    char line[256];
    snprintf(line, sizeof line, lines[loam_random_below(seed, 0, 4)], path);
    return verb_takes(line, fault);
}

static bool is_fine(const run *of, const char *folder, size_t length, uint64_t seed, char *fault)
{
    char path[64];
    uint64_t count;
    const bool promised = run_promised(of, length, &count);
    struct stat status;
    snprintf(path, sizeof path, "%s/w.loam", folder);
    if (strcmp(folder, "image") == 0)
    {
        history.count = history.logged;
    }
    if (!promised && stat(path, &status) != 0)
    {
        char line[128];
        snprintf(line, sizeof line, "world new %s", path);
        return verb_takes(line, fault);
    }
    if (seed % 2 == 0)
    {
        return readers_take(path, seed, fault) && has_all(path, (size_t)count, fault) &&
               can_go_on(path, seed, fault);
    }
    return (seed % 4 == 1 || has_all(path, (size_t)count, fault)) && can_go_on(path, seed, fault) &&
           readers_take(path, seed, fault);
}

static void test_what_verbs_have_saved_is_there(void)
{
    const crash_test test = {is_fine, crash_points(80, 2500), true};
    write_commands("what.txt");
    CHECK_INT(console_run("world new other.loam --seed 9"), 0);
    CHECK_INT(console_run("world export-png other.loam --chunks 0,0,1,1 -o t.png"), 0);
    run made = use_world();
    CHECK(disk_is_complete(made.log));
    CHECK_INT(crash_run(&test, &made), 0);
    disk_free(made.log);
}

int main(void)
{
    if (access("/dev/shm", W_OK) == 0)
    {
        setenv("TMPDIR", "/dev/shm", 0); // nothing waits for a real disk
    }
    folder_enter();
    crash_begin();
    RUN(test_what_verbs_have_saved_is_there);
    crash_end();
    folder_leave();
    return CHECK_DONE();
}
