// SPDX-License-Identifier: MIT
#include "web/game.h"

#include <loam/loam.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum
{
    MAX_SEED = 200,
    STEP_US = 1000000 / LOAM_STEPS_PER_SECOND,
    MOST_STEPS = 5,    // in a frame; a slow machine gets a slow world, not a stuck one
    GROW_US = 2000,    // of a frame, for chunks ahead of the player
    SAVE_CHUNKS = 4,   // in a frame while a round of saving is under way
    SAVE_STEPS = 2000, // from one round to the next
    MORNING = 8 * 60,  // minutes
    BRUSH = 3,         // a new player's, and a limited one's, which digs slowly
    LIMITED_BRUSH = 1,
    LIMITED_TORCHES = 40,
};

/// What a game goes on from, with its chunks. The bytes are WebAssembly's own, which has one order of them.
typedef struct kept_state
{
    uint64_t steps;
    int64_t year_step;
    int64_t x, y; // the tile where the player stands
    int32_t day_step;
    int32_t weather;
    int32_t lag_x, lag_y;
    int32_t player_size;
    int32_t reserved; // 0
    uint8_t player[LOAM_MAX_PLAYER_BYTES];
} kept_state;

typedef struct web_game
{
    loam_env env;
    loam_tile_defs defs;
    loam_tile_game *game;
    loam_tile_frame *frame;
    loam_picture picture;
    int32_t zoom;
    loam_camera camera;
    loam_timestep clockwork;
    bool kept;                            // the page keeps it
    bool dark;                            // steps were made since the light was computed
    int32_t saving;                       // where a round of saving is; 0: none is under way
    uint64_t next_saving;                 // the step of the next one
    uint8_t plants[LOAM_MAX_PLANT_BYTES]; // of the chunk that is saved next
    size_t plants_size;
} web_game;

static web_game web;
static kept_state state;

static loam_tile_world *world(void)
{
    return loam_tile_game_world(web.game);
}

// ---- chunks -------------------------------------------------------------------------------------

static loam_result load_tiles(void *user, loam_chunk_pos chunk, loam_tile *tiles)
{
    (void)user;
    const int32_t size = LOAM_CHUNK_TILES * (int32_t)sizeof *tiles;
    const int32_t there = keeper_load_tiles(chunk.x, chunk.y, tiles, size);
    return there == size          ? LOAM_OK
           : there == KEEPER_NONE ? LOAM_NOT_FOUND
                                  : loam_fail(LOAM_IO, "a kept chunk cannot be read");
}

static loam_result load_plants(void *user, loam_chunk_pos chunk, uint8_t *bytes, size_t room,
                               size_t *size)
{
    (void)user;
    const int32_t there = keeper_load_plants(chunk.x, chunk.y, bytes, (int32_t)room);
    *size = there > 0 ? (size_t)there : 0;
    return there >= 0 || there == KEEPER_NONE
               ? LOAM_OK
               : loam_fail(LOAM_IO, "plants of a kept chunk cannot be read");
}

static loam_result save_plants(void *user, loam_chunk_pos chunk, const uint8_t *bytes, size_t size)
{
    (void)user;
    (void)chunk;
    LOAM_ASSERT(&web.env, size <= sizeof web.plants);
    memcpy(web.plants, bytes, size);
    web.plants_size = size;
    return LOAM_OK;
}

static loam_result save_tiles(void *user, loam_chunk_pos chunk, const loam_tile *tiles)
{
    (void)user;
    const int32_t saved = keeper_save_chunk(chunk.x, chunk.y, tiles,
                                            LOAM_CHUNK_TILES * (int32_t)sizeof *tiles, web.plants,
                                            (int32_t)web.plants_size);
    return saved == 0 ? LOAM_OK : loam_fail(LOAM_IO, "the browser has no room for this world");
}

// ---- beginning and going on ---------------------------------------------------------------------

static loam_result find_ground(uint64_t seed, loam_tile_pos *out)
{
    loam_tile_source *source = NULL;
    const loam_result result = loam_tile_source_create(&web.env, &web.defs, seed, &source);
    *out = result == LOAM_OK ? loam_tile_source_spawn(source, 0) : (loam_tile_pos){0};
    loam_tile_source_destroy(source);
    return result;
}

static loam_result do_now(loam_command command)
{
    command.step = loam_tile_world_steps(world());
    return loam_tile_game_do(web.game, &command);
}

/// A new game begins in the morning.
static loam_result begin_day(bool limited)
{
    const int32_t torch = loam_material_find(&web.defs, "torch");
    const loam_command commands[] = {
        {.action = LOAM_ACTION_TIME, .number = MORNING},
        {.action = LOAM_ACTION_BRUSH,
         .shape = LOAM_EDIT_CIRCLE,
         .number = limited ? LIMITED_BRUSH : BRUSH},
        {.action = LOAM_ACTION_MODE, .choice = 1},
        {.action = LOAM_ACTION_GIVE, .material = (uint8_t)torch, .number = LIMITED_TORCHES},
    };
    const int32_t count = limited ? 4 : 2;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = do_now(commands[i]);
    }
    return result;
}

/// Whether the state is one that a game can go on from. It may come from a damaged file.
static bool is_sound(int32_t size)
{
    const int32_t head = (int32_t)offsetof(kept_state, player);
    return size > head && state.player_size == size - head &&
           state.player_size <= LOAM_MAX_PLAYER_BYTES && state.x > -LOAM_PLAYER_END &&
           state.x < LOAM_PLAYER_END && state.y > -LOAM_PLAYER_END && state.y < LOAM_PLAYER_END &&
           state.lag_x >= -1 && state.lag_x <= 1 && state.lag_y >= -1 && state.lag_y <= 1 &&
           state.day_step >= 0 && state.day_step < web.defs.sky.day_steps && state.weather >= 0 &&
           state.weather < LOAM_WEATHER_COUNT && state.year_step >= 0;
}

static loam_result go_on(void)
{
    if (state.year_step >= loam_tile_world_year_steps(world()))
    {
        return loam_fail(LOAM_IO, "the kept game has a day that its year does not have");
    }
    loam_tile_world_set_day_step(world(), state.day_step);
    loam_tile_world_set_weather(world(), (loam_weather)state.weather);
    loam_tile_world_set_year_step(world(), state.year_step);
    return loam_tile_game_set_player(web.game, state.player, (size_t)state.player_size);
}

static loam_result make_game(const char *seed, int32_t ring_log2, bool goes_on)
{
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.env = web.env;
    def.world.seed = loam_seed_from_text(seed);
    def.world.defs = &web.defs;
    def.world.ring_log2 = ring_log2;
    def.world.autosave_steps = 0; // rounds of saving come first
    if (web.kept)
    {
        def.world.store = (loam_chunk_store){.load = load_tiles,
                                             .save = save_tiles,
                                             .load_plants = load_plants,
                                             .save_plants = save_plants};
    }
    loam_result result = LOAM_OK;
    if (goes_on)
    {
        def.world.first_step = state.steps;
        def.world.centre = (loam_tile_pos){state.x, state.y};
        def.world.lag = (loam_chunk_pos){state.lag_x, state.lag_y};
    }
    else
    {
        result = find_ground(def.world.seed, &def.world.centre);
    }
    return result == LOAM_OK ? loam_tile_game_create(&def, &web.game) : result;
}

void game_close(void)
{
    loam_tile_frame_destroy(web.frame);
    loam_picture_destroy(&web.env, &web.picture);
    loam_tile_game_destroy(web.game);
    web.frame = NULL;
    web.picture = (loam_picture){0};
    web.game = NULL;
}

int32_t game_version(void)
{
    return LOAM_TILES_VERSION;
}

int32_t game_open(int32_t version, int32_t ring_log2, int32_t limited, int32_t kept,
                  int32_t state_size)
{
    game_close();
    web.env = loam_default_env();
    web.kept = kept != 0;
    web.saving = 0;
    web.dark = true;
    if (loam_tile_defs_init_version(&web.defs, version) != LOAM_OK)
    {
        return words_fail();
    }
    const bool goes_on = state_size > 0;
    if (goes_on && !is_sound(state_size))
    {
        snprintf(words, sizeof words, "the kept game is damaged");
        return MODULE_FAILED;
    }
    words[MAX_SEED] = '\0';
    loam_result result = make_game(words, ring_log2, goes_on);
    result = result != LOAM_OK ? result : goes_on ? go_on() : begin_day(limited != 0);
    if (result != LOAM_OK)
    {
        const int32_t failed = words_fail();
        game_close();
        return failed;
    }
    web.next_saving = loam_tile_world_steps(world()) + SAVE_STEPS;
    web.clockwork = loam_timestep_begin(0, STEP_US, MOST_STEPS);
    loam_camera_begin(&web.camera, loam_tile_game_player(web.game));
    return 0;
}

// ---- keeping ------------------------------------------------------------------------------------

/// The tile that a place of the player's is in.
static int64_t tile_of(int64_t place)
{
    return place / LOAM_PLAYER_FIXED - (place % LOAM_PLAYER_FIXED < 0);
}

/// How far the ring is behind on an axis. One that is farther behind than it ever stays has a jump before it,
/// after which it is not behind at all.
static int32_t lag_of(int64_t ring, int64_t chunk)
{
    const int64_t lag = ring - chunk;
    return lag >= -1 && lag <= 1 ? (int32_t)lag : 0;
}

static loam_result commit(void)
{
    const loam_player *const player = loam_tile_game_player(web.game);
    const loam_tile_ring ring = loam_tile_world_ring(world());
    const int64_t half = ring.side / LOAM_CHUNK_SIDE / 2;
    state = (kept_state){.steps = loam_tile_world_steps(world()),
                         .year_step = loam_tile_world_year_step(world()),
                         .x = tile_of(player->x),
                         .y = tile_of(player->y),
                         .day_step = loam_tile_world_day_step(world()),
                         .weather = (int32_t)loam_tile_world_weather(world())};
    const loam_chunk_pos chunk = loam_chunk_of_tile((loam_tile_pos){state.x, state.y});
    state.lag_x = lag_of(ring.lowest.x + half, chunk.x);
    state.lag_y = lag_of(ring.lowest.y + half, chunk.y);
    state.player_size = (int32_t)loam_player_pack(player, state.player, sizeof state.player);
    const int32_t size = (int32_t)offsetof(kept_state, player) + state.player_size;
    web.next_saving = state.steps + SAVE_STEPS;
    web.saving = 0;
    return keeper_commit(&state, size) == 0
               ? LOAM_OK
               : loam_fail(LOAM_IO, "the browser has no room for this world");
}

int32_t game_save(void)
{
    if (web.game == NULL || !web.kept)
    {
        return 0;
    }
    loam_result result = loam_tile_world_save(world());
    result = result == LOAM_OK ? commit() : result;
    return result == LOAM_OK ? 0 : words_fail();
}

/// A little of it in every frame, now and then.
static loam_result save_some(void)
{
    if (!web.kept || (web.saving == 0 && loam_tile_world_steps(world()) < web.next_saving))
    {
        return LOAM_OK;
    }
    loam_result result = loam_tile_world_save_some(world(), SAVE_CHUNKS, &web.saving);
    if (result == LOAM_OK && web.saving == 0)
    {
        result = commit();
    }
    if (result != LOAM_OK) // and again after a while
    {
        web.saving = 0;
        web.next_saving = loam_tile_world_steps(world()) + SAVE_STEPS;
    }
    return result;
}

// ---- steps --------------------------------------------------------------------------------------

int32_t game_do(void)
{
    static char line[LOAM_MAX_COMMAND_LINE + 32];
    loam_command command;
    words[LOAM_MAX_COMMAND_LINE] = '\0';
    snprintf(line, sizeof line, "%llu %s", (unsigned long long)loam_tile_world_steps(world()),
             words);
    if (loam_command_read(line, &web.defs, &command) != LOAM_OK ||
        loam_tile_game_do(web.game, &command) != LOAM_OK)
    {
        return words_fail();
    }
    return 0;
}

static loam_result step(void)
{
    const loam_result result = loam_tile_game_step(web.game);
    loam_camera_step(&web.camera, loam_tile_game_player(web.game));
    web.dark = true;
    return result;
}

int32_t game_step(int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (step() != LOAM_OK)
        {
            return words_fail();
        }
    }
    return count;
}

int32_t game_advance(double now_ms)
{
    const int32_t due = loam_timestep_due(&web.clockwork, (uint64_t)(now_ms * 1000.0));
    int32_t made = 0;
    for (; made < due && loam_tile_game_ready(web.game); made++)
    {
        if (step() != LOAM_OK)
        {
            return words_fail();
        }
    }
    loam_tile_world_pump(world(), GROW_US);
    return save_some() == LOAM_OK ? made : words_fail();
}

// ---- seeing -------------------------------------------------------------------------------------

static loam_tile_frame_scene scene(void)
{
    return (loam_tile_frame_scene){.world = world(),
                                   .player = loam_tile_game_player(web.game),
                                   .camera = &web.camera,
                                   .between = loam_timestep_fraction(&web.clockwork),
                                   .outline = true};
}

static loam_result make_frame(int32_t w, int32_t h, int32_t zoom)
{
    loam_tile_frame_destroy(web.frame);
    loam_picture_destroy(&web.env, &web.picture);
    web.frame = NULL;
    web.picture = (loam_picture){0};
    loam_tile_frame_def def = loam_default_tile_frame_def();
    def.env = web.env;
    def.w = w;
    def.h = h;
    def.zoom = zoom;
    loam_result result = loam_tile_frame_create(&def, &web.frame);
    if (result == LOAM_OK)
    {
        result = loam_picture_create(&web.env, w, h, loam_rgb(0), &web.picture);
    }
    web.zoom = result == LOAM_OK ? zoom : 0;
    web.dark = true;
    return result;
}

int32_t game_draw(int32_t w, int32_t h, int32_t zoom)
{
    const bool fits = web.picture.w == w && web.picture.h == h && web.zoom == zoom;
    if (!fits && make_frame(w, h, zoom) != LOAM_OK)
    {
        return words_fail();
    }
    const loam_tile_frame_scene seen = scene();
    if (web.dark && loam_tile_frame_light(web.frame, &seen) != LOAM_OK)
    {
        return words_fail();
    }
    web.dark = false;
    loam_tile_frame_draw(web.frame, &seen, &web.picture);
    return 0;
}

int32_t game_aim(int32_t x, int32_t y)
{
    if (web.frame == NULL)
    {
        return 0;
    }
    const loam_tile_frame_scene seen = scene();
    const loam_tile_pos at = loam_tile_frame_tile(web.frame, &seen, x, y);
    const loam_tile_pos aimed = loam_tile_game_player(web.game)->aim;
    if (at.x == aimed.x && at.y == aimed.y)
    {
        return 0;
    }
    return do_now((loam_command){.action = LOAM_ACTION_AIM, .x = at.x, .y = at.y}) == LOAM_OK
               ? 0
               : words_fail();
}

const void *game_pixels(void)
{
    return web.picture.pixels;
}

void *game_state(void)
{
    return &state;
}

int32_t game_state_room(void)
{
    return (int32_t)sizeof state;
}

void game_hash(void)
{
    snprintf(words, sizeof words, "%016llx", (unsigned long long)loam_tile_game_hash(web.game));
}

// ---- words for the page -------------------------------------------------------------------------

static size_t put_inventory(size_t at, const loam_player *player)
{
    at += (size_t)snprintf(words + at, sizeof words - at, ",\"inventory\":[");
    const char *comma = "";
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const loam_inventory_slot slot = player->inventory[i];
        if (slot.material != LOAM_AIR)
        {
            at += (size_t)snprintf(words + at, sizeof words - at, "%s[%d,%d]", comma, slot.material,
                                   (int)slot.count);
            comma = ",";
        }
    }
    return at + (size_t)snprintf(words + at, sizeof words - at, "]");
}

void game_status(void)
{
    const loam_player *const player = loam_tile_game_player(web.game);
    const int32_t minutes = (int32_t)((int64_t)loam_tile_world_day_step(world()) * 24 * 60 /
                                      web.defs.sky.day_steps);
    size_t at = (size_t)snprintf(
        words, sizeof words,
        "{\"step\":%llu,\"x\":%.2f,\"y\":%.2f,\"health\":%d,\"tool\":%d,\"material\":%d,"
        "\"radius\":%d,\"square\":%s,\"limited\":%s,\"minutes\":%d,\"weather\":\"%s\","
        "\"season\":\"%s\"",
        (unsigned long long)loam_tile_world_steps(world()), (double)player->x / LOAM_PLAYER_FIXED,
        (double)player->y / LOAM_PLAYER_FIXED, (int)player->health, (int)player->tool,
        (int)player->material, (int)player->radius,
        player->brush == LOAM_EDIT_SQUARE ? "true" : "false", player->limited ? "true" : "false",
        (int)minutes, loam_weather_name(loam_tile_world_weather(world())),
        loam_season_name(loam_tile_world_season(world())));
    at = put_inventory(at, player);
    snprintf(words + at, sizeof words - at, "}");
}

void game_materials(void)
{
    size_t at = (size_t)snprintf(words, sizeof words, "[");
    const char *comma = "";
    for (int32_t i = 1; i < LOAM_MAX_MATERIALS; i++)
    {
        const loam_material *const material = &web.defs.materials[i];
        if (material->name[0] != '\0')
        {
            const loam_colour colour = material->colours[0];
            at += (size_t)snprintf(
                words + at, sizeof words - at, "%s[%d,\"%s\",\"#%02x%02x%02x\",%u]", comma, (int)i,
                material->name, colour.r, colour.g, colour.b, (unsigned)material->layers);
            comma = ",";
        }
    }
    snprintf(words + at, sizeof words - at, "]");
}
