// SPDX-License-Identifier: MIT
// Worlds that somebody has made who knows how to write checksums (store/hostile.h): with other definitions, a
// player anywhere, chunks of anything, a hotbar and a map that are none. Each is refused with a message, or it is
// played for 50 steps: frames are drawn, things are dug, built and poured, and it is left and saved.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/playing.h"
#include "play/explored.h"
#include "replay/replay.h"
#include "store/codec.h"
#include "store/extras.h"
#include "store/game.h"
#include "store/hostile.h"
#include "store/world.h"
#include "tiles/changes.h"
#include "tool/console.h"

#include <signal.h>

enum
{
    STEPS = 50,
    WIDTH = 320,
    HEIGHT = 180,
};

static loam_env env;
static bytes good;          // a world's file
static hostile h;           // of the world that is tried
static playing *game;       // the program
static loam_tile_defs made; // the definitions of the world that is tried
static int32_t played;

/// Assertions and sanitizers end the program: it says which world it was.
static void tell_world(int number)
{
    char words[64];
    const int length = snprintf(words, sizeof words, "hostile world %" PRIu64 "\n", h.seed);
    (void)!write(STDERR_FILENO, words, (size_t)length);
    signal(number, SIG_DFL);
    raise(number);
}

// ---- definitions --------------------------------------------------------------------------------

/// Some values are others, most of them accepted ones, at the ends of what is accepted.
static void change_values(void)
{
    static change list[CHANGES_MAX];
    static loam_tile_defs before;
    const int32_t count = changes_list(&made, list);
    for (uint32_t times = 1 + hostile_draw(&h, 20); times > 0; times--)
    {
        const change *const what = &list[hostile_draw(&h, (uint32_t)count)];
        memcpy(&before, &made, sizeof made);
        change_apply(&made, what, (change_way)hostile_draw(&h, CHANGE_MOST + 1));
        if (loam_tile_defs_check(&made) != LOAM_OK)
        {
            memcpy(&made, &before, sizeof made);
        }
    }
}

static char *write_definitions(void)
{
    char *json;
    size_t size;
    CHECK_OK(loam_tile_defs_write(&env, &made, &json, &size));
    cJSON *const tree = cJSON_ParseWithLength(json, size);
    loam_free(&env, json, size + 1);
    for (uint32_t times = hostile_draw(&h, 4); times > 0; times--)
    {
        hostile_json(&h, tree);
    }
    char *const changed = cJSON_PrintUnformatted(tree);
    cJSON_Delete(tree);
    return changed;
}

static void put_definitions(const loam_meta_file *meta)
{
    uint8_t *packed;
    size_t size, room;
    loam_tile_defs_init(&made);
    if (hostile_draw(&h, 2) == 0)
    {
        loam_tile_defs *const all = changes_defs();
        memcpy(&made, all, sizeof made);
        free(all);
    }
    change_values();
    char *const json = write_definitions();
    CHECK_OK(loam_pack(&env, json, strlen(json), &packed, &size, &room));
    CHECK_OK(loam_meta_put(meta, LOAM_META_DEFINITIONS, packed, size));
    loam_free(&env, packed, room);
    cJSON_free(json);
}

// ---- the rest of a file -------------------------------------------------------------------------

static int64_t place(void)
{
    return hostile_draw(&h, 3) == 0 ? hostile_number(&h)
                                    : loam_random_range(h.seed, h.drawn++, -60000, 60000);
}

static void put_player(const loam_meta_file *meta)
{
    uint8_t bytes_of[LOAM_GAME_BYTES + 16];
    char words[128], *kept;
    size_t size;
    const int64_t steps = hostile_draw(&h, 2) == 0 ? hostile_number(&h) : 7;
    const int length = snprintf(words, sizeof words, "%lld %lld %llu %lld", (long long)place(),
                                (long long)place(), (unsigned long long)steps,
                                (long long)hostile_number(&h));
    CHECK_OK(loam_meta_get(meta, LOAM_META_GAME, &kept, &size));
    memcpy(bytes_of, kept, size);
    loam_free(&env, kept, size + 1);
    for (int i = 0; i < 8; i++)
    {
        bytes_of[i] = (uint8_t)((uint64_t)steps >> (8 * i)); // else it is not of that player
    }
    const size_t changed = 10 + hostile_bytes(&h, bytes_of + 10, size - 10, sizeof bytes_of - 10);
    bytes_of[8] = (uint8_t)hostile_draw(&h, LOAM_WEATHER_COUNT + 1);
    bytes_of[9] = (uint8_t)hostile_draw(&h, 10);
    CHECK_OK(loam_meta_put(meta, LOAM_META_GAME, bytes_of, changed));
    CHECK_OK(loam_meta_put(meta, LOAM_META_PLAYER, words, (size_t)length));
}

static void put_numbers(const loam_meta_file *meta)
{
    CHECK_OK(loam_meta_put_number(meta, LOAM_META_SEED, (uint64_t)hostile_number(&h)));
    if (hostile_draw(&h, 8) == 0)
    {
        CHECK_OK(loam_meta_put_number(meta, LOAM_META_CREATED, (uint64_t)hostile_number(&h)));
    }
    if (hostile_draw(&h, 16) == 0)
    {
        CHECK_OK(loam_meta_put_number(meta, LOAM_META_WORLD_VERSION, hostile_draw(&h, 3)));
    }
}

static void put_extra(const loam_meta_file *meta, const char *name, uint8_t *content, size_t size)
{
    loam_extra extra = {.count = 1};
    snprintf(extra.name, sizeof extra.name, "%s", name);
    CHECK_OK(loam_pack(&env, content, size, &extra.packed, &extra.packed_size, &extra.packed_room));
    CHECK_OK(loam_extra_write(meta, &extra));
    loam_free(&env, extra.packed, extra.packed_room);
}

/// What the program keeps with a world, changed. Rings are small, so that opening one does not take seconds.
static void put_extras(const loam_meta_file *meta)
{
    static const char *const names[] = {"hotbar", "seed", "picture", "map", "map/0,0", "map/-1,0"};
    static uint8_t content[LOAM_MAX_EXTRA_BYTES];
    uint8_t ring[3] = {(uint8_t)hostile_draw(&h, 5)};
    put_extra(meta, "ring", ring, hostile_draw(&h, sizeof ring + 1));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        char *kept;
        size_t size = 0;
        if (loam_extra_read(meta, names[i], &kept, &size) == LOAM_OK)
        {
            memcpy(content, kept, size);
            loam_free(&env, kept, size + 1);
        }
        put_extra(meta, names[i], content,
                  hostile_bytes(&h, content, size, size < 4096 ? 4096 : sizeof content));
    }
}

/// A chunk of anything that may be there, or of what may not.
static void fill_chunk(loam_tile *tiles)
{
    uint8_t ids[4];
    for (int i = 0; i < 4; i++)
    {
        ids[i] = (uint8_t)hostile_draw(&h, 40);
        ids[i] = made.materials[ids[i]].name[0] != '\0' ? ids[i] : (uint8_t)LOAM_AIR;
    }
    for (int i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        tiles[i] = (loam_tile){.block = ids[loam_random_below(h.seed, (uint64_t)i, 3)]};
    }
    if (hostile_draw(&h, 8) == 0)
    {
        (void)hostile_bytes(&h, (uint8_t *)tiles, LOAM_CHUNK_BYTES, LOAM_CHUNK_BYTES);
    }
}

static void put_chunk(sqlite3 *db, loam_chunk_pos at, const loam_tile *tiles)
{
    static uint8_t planes[LOAM_CHUNK_BYTES], packed[LOAM_MAX_CHUNK_BLOB];
    memset(planes, 0, sizeof planes);
    for (int i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        planes[i] = tiles[i].block;
        planes[LOAM_CHUNK_TILES + i] = tiles[i].wall;
    }
    const size_t size = ZSTD_compress(packed, sizeof packed, planes, sizeof planes, 1);
    const loam_chunk_blob blob = {LOAM_CHUNK_FORMAT, packed, size};
    sqlite3_stmt *put;
    CHECK_INT(sqlite3_prepare_v2(db,
                                 "INSERT OR REPLACE INTO chunks(y, x, format, checksum, data) "
                                 "VALUES(?, ?, ?, ?, ?)",
                                 -1, &put, NULL),
              SQLITE_OK);
    sqlite3_bind_int64(put, 1, at.y);
    sqlite3_bind_int64(put, 2, at.x);
    sqlite3_bind_int64(put, 3, blob.format);
    sqlite3_bind_int64(put, 4, (int64_t)loam_chunk_checksum(at, blob));
    sqlite3_bind_blob64(put, 5, blob.bytes, blob.size, SQLITE_STATIC);
    CHECK_INT(sqlite3_step(put), SQLITE_DONE);
    sqlite3_finalize(put);
}

static void put_chunks(sqlite3 *db)
{
    static loam_tile tiles[LOAM_CHUNK_TILES];
    for (uint32_t i = hostile_draw(&h, 6); i > 0; i--)
    {
        const loam_chunk_pos at = {(int64_t)hostile_draw(&h, 4) - 2,
                                   (int64_t)hostile_draw(&h, 4) - 1};
        fill_chunk(tiles);
        put_chunk(db, at, tiles);
    }
}

static void make_world(const char *path)
{
    sqlite3 *db;
    world_write(path, good.data, good.size);
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, "PRAGMA synchronous=OFF; BEGIN", NULL, NULL, NULL), SQLITE_OK);
    const loam_meta_file meta = {&env, path, db};
    loam_tile_defs_init(&made);
    if (hostile_draw(&h, 4) > 0)
    {
        put_definitions(&meta);
    }
    if (hostile_draw(&h, 2) == 0)
    {
        put_player(&meta);
    }
    if (hostile_draw(&h, 3) == 0)
    {
        put_numbers(&meta);
    }
    if (hostile_draw(&h, 2) == 0)
    {
        put_extras(&meta);
    }
    put_chunks(db);
    CHECK_INT(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// ---- playing ------------------------------------------------------------------------------------

/// Something that a player could do, near where it is.
static void do_something(session *s)
{
    static const char *const lines[] = {"0 walk left",
                                        "0 walk right",
                                        "0 jump on",
                                        "0 dive on",
                                        "0 tool pickaxe",
                                        "0 tool bucket",
                                        "0 tool block",
                                        "0 use on",
                                        "0 weather rain",
                                        "0 weather storm",
                                        "0 time 23:59",
                                        "0 undo",
                                        "0 mode limited",
                                        "0 brush circle 9",
                                        "0 choose %s",
                                        "0 give %s 99",
                                        "0 aim %lld %lld",
                                        "0 place %lld %lld",
                                        "0 edit blocks %s circle %lld %lld 12",
                                        "0 edit walls %s circle %lld %lld 7"};
    const loam_tile_defs *const defs = loam_tile_world_defs(loam_tile_game_world(session_game(s)));
    const loam_player *const player = loam_tile_game_player(session_game(s));
    const long long x = player->x / LOAM_PLAYER_FIXED + (long long)hostile_draw(&h, 60) - 30;
    const long long y = player->y / LOAM_PLAYER_FIXED + (long long)hostile_draw(&h, 60) - 30;
    const char *const material = defs->materials[hostile_draw(&h, 40)].name;
    const uint32_t which = hostile_draw(&h, sizeof lines / sizeof lines[0]);
    char line[LOAM_MAX_COMMAND_LINE + 64];
    if (which == 16 || which == 17)
    {
        snprintf(line, sizeof line, lines[which], x, y);
    }
    else
    {
        snprintf(line, sizeof line, lines[which], material, x, y);
    }
    loam_command command;
    if (loam_command_read(line, defs, &command) == LOAM_OK)
    {
        (void)session_do(s, &command);
    }
}

/// Opens a world in the program and plays, or sees why it cannot be.
static void play_file(const char *path)
{
    app *const a = game->a;
    const session_def def = {.path = path, .ring_log2 = LOAM_MIN_RING_LOG2, .autosave_steps = 20};
    app_play(a, &def);
    do
    {
        frame(game);
        check_rest();
    } while (app_top(a) != SCREEN_GAME && a->next.error[0] == '\0');
    if (a->next.error[0] != '\0')
    {
        a->next.error[0] = '\0';
        app_go(a, SCREEN_TITLE);
        return;
    }
    played++;
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const uint64_t first = loam_tile_world_steps(world);
    while (loam_tile_world_steps(world) - first < STEPS)
    {
        do_something(a->s);
        frame(game);
    }
    app_push(a, SCREEN_MAP);
    frames(game, 2);
    play_leave(game);
}

/// What the tool says of it, and what it makes of a replay that begins with it or somewhere.
static void show_world(const char *path)
{
    static const char good_head[] = "# loam replay 1\n# world version 1\n# seed 42\n# ring 8\n"
                                    "# begins at -3 141\n# definitions built in\n"
                                    "# hash 5b0c0a91d5a3f7e2\n# commands\n0 time 08:00\n"
                                    "2 walk right\n# end 5 90bd2b4a7e3f0c11\n";
    char line[128], head[1024];
    replay_info info;
    snprintf(line, sizeof line, "world verify %s", path);
    const int code = console_run(line);
    CHECK(code == 0 || console_err[0] != '\0' || console_out[0] != '\0');
    memcpy(head, good_head, sizeof good_head);
    hostile_text(&h, head, sizeof head);
    world_write("w.txt", (const uint8_t *)head, strlen(head));
    if (hostile_draw(&h, 4) == 0 && replay_read("w.txt", &info) == LOAM_OK && info.steps < STEPS &&
        info.ring_log2 < 5)
    {
        CHECK(console_run("tiles sim --replay w.txt --threads 0") != 0); // no hash is right
        CHECK(console_err[0] != '\0');
    }
}

static void make_good_world(void)
{
    const session_def def = {
        .path = "w.loam", .create = true, .seed = 7, .ring_log2 = 3, .autosave_steps = 1000};
    app_play(game->a, &def);
    wait_for(game, SCREEN_GAME);
    frames(game, 30);
    play_leave(game);
    good = world_bytes("w.loam");
    CHECK(good.size > 0);
}

static void try_world(uint64_t seed)
{
    h = (hostile){.seed = seed};
    if (CHECK_SANITIZED)
    {
        fprintf(stderr, "hostile world %" PRIu64 "\n", seed);
    }
    make_world("w.loam");
    play_file("w.loam");
    show_world("w.loam");
    remove("w.loam");
}

// LOAM_HOSTILE=N tries world N alone.
static void test_worlds_are_refused_or_played(void)
{
    const char *const only = getenv("LOAM_HOSTILE");
    const int worlds = only != NULL ? 1 : getenv("LOAM_SOAK") != NULL ? 10000 : check_cases(30, 12);
    const uint64_t first = only != NULL ? strtoull(only, NULL, 10) : 0;
    const uint64_t start = loam_clock_ns();
    for (int i = 0; i < worlds; i++)
    {
        try_world(first + (uint64_t)i);
    }
    printf("%d worlds, %d played, %.1f a second\n", worlds, (int)played,
           worlds * 1e9 / (double)(loam_clock_ns() - start));
    CHECK(only != NULL || played > worlds / 4);
}

int main(void)
{
    world_enter();
    env = loam_default_env();
    signal(SIGABRT, tell_world);
    signal(SIGTERM, tell_world);
    game = play_start(WIDTH, HEIGHT, 1, false);
    make_good_world();
    RUN(test_worlds_are_refused_or_played);
    free(good.data);
    play_end(game);
    folder_leave();
    return CHECK_DONE();
}
