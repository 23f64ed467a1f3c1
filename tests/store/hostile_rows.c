// SPDX-License-Identifier: MIT
// Rows, heads of replays and definitions that somebody has changed who knows how to write checksums (hostile.h).
// Each is refused with a message, or what comes of it is within what there can be.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "loam/defs.h"
#include "replay/replay.h"
#include "store/codec.h"
#include "store/extras.h"
#include "store/game.h"
#include "store/hostile.h"
#include "store/land_rows.h"
#include "store/tile_check.h"
#include "store/world.h"
#include "tiles/game/player_pack.h"

static struct
{
    loam_env env;
    sqlite3 *db;       // through which rows are written
    loam_store *store; // through which they are read
    sqlite3 *land_db;  // likewise, of a land
    loam_store *land;
    loam_tile_limits limits;
    uint8_t planes[LOAM_CHUNK_BYTES + 64];
    uint8_t player[LOAM_MAX_PLAYER_BYTES];
    size_t player_size;
    cJSON *defs;

    int32_t accepted;
} with;

static hostile h;

// ---- rows ---------------------------------------------------------------------------------------

static void put_chunk(sqlite3 *db, loam_chunk_pos at, loam_chunk_blob blob)
{
    sqlite3_stmt *put;
    CHECK_INT(sqlite3_prepare_v2(db,
                                 "INSERT OR REPLACE INTO chunks(id, y, x, format, checksum, data) "
                                 "VALUES(1, ?, ?, ?, ?, ?)",
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

static void try_chunk(void)
{
    static uint8_t planes[LOAM_CHUNK_BYTES + 64], packed[LOAM_MAX_CHUNK_BLOB + 64];
    static loam_tile tiles[LOAM_CHUNK_TILES];
    memcpy(planes, with.planes, sizeof planes);
    size_t size = LOAM_CHUNK_BYTES;
    size = hostile_draw(&h, 4) > 0 ? hostile_bytes(&h, planes, size, sizeof planes) : size;
    size = ZSTD_compress(packed, sizeof packed, planes, size, 1);
    size = hostile_draw(&h, 4) == 0 ? hostile_bytes(&h, packed, size, sizeof packed) : size;
    const int64_t format = hostile_draw(&h, 16) == 0 ? hostile_number(&h) : LOAM_CHUNK_FORMAT;
    const loam_chunk_pos at = {0, 0};
    put_chunk(with.db, at, (loam_chunk_blob){.format = format, .bytes = packed, .size = size});
    const loam_result result = loam_store_load(with.store, at, tiles);
    CHECK(result == LOAM_OK || (result == LOAM_NOT_FOUND && loam_last_error()[0] != '\0'));
    if (result == LOAM_OK)
    {
        with.accepted++;
        CHECK_INT(loam_tiles_find_bad(&with.limits, tiles, LOAM_CHUNK_TILES), LOAM_CHUNK_TILES);
    }
}

/// Chunks of a land: any bytes, at any place, which is asked for if there can be such a one.
static void try_land(void)
{
    static uint8_t content[4096], packed[8192], got[LOAM_MAX_LAND_CHUNK_BYTES];
    memset(content, 'v', sizeof content);
    size_t size = hostile_bytes(&h, content, 1000, sizeof content);
    size = ZSTD_compress(packed, sizeof packed, content, size, 1);
    size = hostile_draw(&h, 3) == 0 ? hostile_bytes(&h, packed, size, sizeof packed) : size;
    const int64_t format = hostile_draw(&h, 16) == 0 ? hostile_number(&h) : LOAM_LAND_FORMAT;
    const bool far = hostile_draw(&h, 4) == 0;
    const loam_chunk_pos at = {far ? hostile_number(&h) : 0, far ? hostile_number(&h) : 0};
    put_chunk(with.land_db, at, (loam_chunk_blob){format, packed, size});
    const loam_store_chunk_pos asked = loam_land_row_chunk(at);
    size_t count;
    const loam_result result = loam_store_load_voxels(with.land, asked, got, sizeof got, &count);
    CHECK(result == LOAM_OK ||
          (result == (loam_land_row_exists(asked) ? LOAM_NOT_FOUND : LOAM_BAD_ARGUMENT) &&
           loam_last_error()[0] != '\0'));
    CHECK(count <= LOAM_MAX_LAND_CHUNK_BYTES && (count > 0) == (result == LOAM_OK));
    if (result == LOAM_OK)
    {
        with.accepted++;
        CHECK(loam_land_row_place(asked).x == at.x && loam_land_row_place(asked).y == at.y);
    }
}

static void try_extra(void)
{
    static uint8_t content[4096];
    static const char *const names[] = {"hotbar", "map/0,0", "ring", "a b", "", "x\x1b[1m"};
    const loam_meta_file file = {&with.env, "h.loam", with.db};
    loam_extra extra = {.count = 1};
    snprintf(extra.name, sizeof extra.name, "%s", names[hostile_draw(&h, 6)]);
    memset(content, 'a', sizeof content);
    const size_t size = hostile_bytes(&h, content, 64, sizeof content);
    CHECK_OK(
        loam_pack(&with.env, content, size, &extra.packed, &extra.packed_size, &extra.packed_room));
    uint8_t *const packed = extra.packed;
    const size_t room = extra.packed_room;
    if (hostile_draw(&h, 2) == 0)
    {
        extra.packed_size = hostile_bytes(&h, packed, extra.packed_size, room);
    }
    CHECK_OK(loam_extra_write(&file, &extra));
    size_t count = 0;
    const loam_result result = loam_store_get_extra(with.store, extra.name, content, sizeof content,
                                                    &count);
    CHECK(result == LOAM_OK || (result == LOAM_NOT_FOUND && loam_last_error()[0] != '\0') ||
          result == LOAM_BAD_ARGUMENT);
    CHECK(count <= LOAM_MAX_EXTRA_BYTES);
    with.accepted += result == LOAM_OK;
    loam_free(&with.env, packed, room);
}

static void try_player(void)
{
    uint8_t game[LOAM_GAME_BYTES + 16] = {0}, again[LOAM_MAX_PLAYER_BYTES];
    const size_t head = LOAM_GAME_BYTES - LOAM_MAX_PLAYER_BYTES;
    memcpy(game + head, with.player, with.player_size);
    game[head - 1] = 4; // the ring is not behind
    const size_t size = hostile_bytes(&h, game, head + with.player_size, sizeof game);
    loam_store_player kept = {0};
    loam_game_decode(&kept, game, size);
    CHECK_OK(loam_game_check(&kept));
    static loam_player player;
    if (kept.byte_count > 0 &&
        loam_player_unpack(&player, world_defs(), kept.bytes, (size_t)kept.byte_count) == LOAM_OK)
    {
        with.accepted++;
        CHECK_INT(loam_player_pack(&player, again, sizeof again), kept.byte_count);
        CHECK(memcmp(again, kept.bytes, (size_t)kept.byte_count) == 0);
    }
}

// ---- definitions --------------------------------------------------------------------------------

/// A part of the built-in definitions: of lists only some, so that reading them takes little time.
static cJSON *pick_definitions(void)
{
    cJSON *const made = cJSON_CreateObject();
    const cJSON *const part = cJSON_GetArrayItem(
        with.defs, (int)hostile_draw(&h, (uint32_t)cJSON_GetArraySize(with.defs)));
    if (!cJSON_IsArray(part))
    {
        cJSON_AddItemToObject(made, part->string, cJSON_Duplicate(part, 1));
        return made;
    }
    cJSON *const list = cJSON_AddArrayToObject(made, part->string);
    for (int i = 0; i < 2 && cJSON_GetArraySize(part) > 0; i++)
    {
        const int which = (int)hostile_draw(&h, (uint32_t)cJSON_GetArraySize(part));
        cJSON_AddItemToArray(list, cJSON_Duplicate(cJSON_GetArrayItem(part, which), 1));
    }
    return made;
}

static void try_definitions(void)
{
    static loam_tile_defs defs;
    cJSON *const tree = pick_definitions();
    for (uint32_t times = 1 + hostile_draw(&h, 3); times > 0; times--)
    {
        hostile_json(&h, tree);
    }
    char *const text = cJSON_PrintUnformatted(tree);
    memcpy(&defs, world_defs(), sizeof defs);
    const loam_result result = loam_tile_defs_read(&with.env, text, strlen(text), &defs);
    CHECK(result == LOAM_OK || (result == LOAM_BAD_ARGUMENT && loam_last_error()[0] != '\0'));
    if (result == LOAM_OK)
    {
        with.accepted++;
        CHECK_OK(loam_tile_defs_check(&defs));
    }
    else
    {
        CHECK(memcmp(&defs, world_defs(), sizeof defs) == 0);
    }
    cJSON_free(text);
    cJSON_Delete(tree);
}

// ---- heads of replays ---------------------------------------------------------------------------

static void try_replay(void)
{
    static const char good[] = "# loam replay 1\n# world version 1\n# seed 42\n# ring 16\n"
                               "# begins at -3 141\n# definitions built in\n"
                               "# hash 5b0c0a91d5a3f7e2\n# commands\n0 time 08:00\n118 walk right\n"
                               "# at 200\n231 walk stop\n# end 260 90bd2b4a7e3f0c11\n";
    char text[2048];
    memcpy(text, good, sizeof good);
    for (uint32_t times = 1 + hostile_draw(&h, 3); times > 0; times--)
    {
        hostile_text(&h, text, sizeof text);
    }
    world_write("r.txt", (const uint8_t *)text, strlen(text));
    replay_info info;
    const loam_result result = replay_read("r.txt", &info);
    CHECK(result == LOAM_OK || loam_last_error()[0] != '\0');
    if (result == LOAM_OK)
    {
        with.accepted++;
        CHECK_RANGE(info.ring_log2, LOAM_MIN_RING_LOG2, LOAM_MAX_RING_LOG2);
        CHECK(!info.has_world || !info.has_defs);
    }
}

// ---- all ----------------------------------------------------------------------------------------

static void begin_land(void)
{
    loam_store_def def = world_def("land.loam");
    loam_store *store = NULL;
    CHECK_OK(loam_store_create_land(&def, 7, NULL, &store));
    loam_store_close(store);
    CHECK_INT(sqlite3_open("land.loam", &with.land_db), SQLITE_OK);
    CHECK_INT(sqlite3_exec(with.land_db, "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY", NULL,
                           NULL, NULL),
              SQLITE_OK);
    def.kind = LOAM_STORE_LAND;
    def.read_only = true;
    CHECK_OK(loam_store_open(&def, &with.land));
}

static void begin(void)
{
    static chunk made;
    static loam_player player;
    with.env = loam_default_env();
    loam_store_close(world_make("h.loam", 1, 1));
    CHECK_INT(sqlite3_open("h.loam", &with.db), SQLITE_OK);
    CHECK_INT(sqlite3_exec(with.db, "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY", NULL,
                           NULL, NULL),
              SQLITE_OK);
    with.store = world_open("h.loam", true);
    begin_land();
    loam_tile_limits_init(&with.limits, world_defs());
    world_chunk((loam_chunk_pos){0, 0}, 1, &made);
    for (int i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        with.planes[i] = made.tiles[i].block;
        with.planes[LOAM_CHUNK_TILES + i] = made.tiles[i].wall;
    }
    player = (loam_player){.facing = 1, .health = LOAM_MAX_HEALTH, .brush = LOAM_EDIT_CIRCLE};
    with.player_size = loam_player_pack(&player, with.player, sizeof with.player);
    CHECK_OK(loam_player_unpack(&player, world_defs(), with.player, with.player_size));
    char *text;
    size_t size;
    CHECK_OK(loam_tile_defs_write(&with.env, world_defs(), &text, &size));
    with.defs = cJSON_ParseWithLength(text, size);
    loam_free(&with.env, text, size + 1);
}

static void end(void)
{
    loam_store_close(with.store);
    loam_store_close(with.land);
    sqlite3_close(with.db);
    sqlite3_close(with.land_db);
    cJSON_Delete(with.defs);
}

static void test_whatever_is_in_a_row(void)
{
    static const struct
    {
        const char *name;
        void (*try)(void);
    } kinds[] = {{"chunks", try_chunk},   {"extras", try_extra},
                 {"players", try_player}, {"definitions", try_definitions},
                 {"replays", try_replay}, {"chunks of a land", try_land}};
    const int times = getenv("LOAM_SOAK") != NULL ? 200000 : check_sample(2000);
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
    {
        const uint64_t start = loam_clock_ns();
        with.accepted = 0;
        for (int i = 0; i < times; i++)
        {
            h = (hostile){.seed = loam_seed_at(kind, i, 0, 0)};
            kinds[kind].try();
        }
        printf("%s: %d, %.1f%% accepted, %.0f a second\n", kinds[kind].name, times,
               100.0 * with.accepted / times, times * 1e9 / (double)(loam_clock_ns() - start));
        CHECK_RANGE(with.accepted, times / 100, times); // or the changes are of no use
    }
}

int main(void)
{
    world_enter();
    begin();
    RUN(test_whatever_is_in_a_row);
    end();
    folder_leave();
    return CHECK_DONE();
}
