// SPDX-License-Identifier: MIT
#include "play/explored.h"

#include "play/ingame.h"

// What is in the view is looked at chunk by chunk, those first that were never seen, a few in each frame;
// the others again in turn, because the world changes. A pixel is the mean of every fourth of its tiles. What
// lies in the dark is not seen, and neither is what is beyond the window.

enum
{
    LOOKS = 2,        // chunks that are looked at in a frame for the first time
    AGAIN_FRAMES = 2, // frames between two that are looked at again
    SAVE_SECONDS = 10,
    STRIDE = 2, // tiles between two that count
};

#define DARK 0.97f // shadows from here on hide what is there

static loam_result keep(void *user, const char *name, const void *bytes, size_t count)
{
    return session_keep(user, name, bytes, count);
}

static loam_result recall(void *user, const char *name, void *bytes, size_t room, size_t *count)
{
    return session_recall(user, name, bytes, room, count);
}

void explored_enter(app *a)
{
    const bool is_kept = session_path(a->s) != NULL;
    const explored_def def = {.env = a->env,
                              .keep = is_kept ? keep : NULL,
                              .recall = is_kept ? recall : NULL,
                              .user = a->s,
                              .max_regions = EXPLORED_MAX_REGIONS};
    a->map = NULL;
    if (explored_create(&def, &a->map) != LOAM_OK)
    {
        app_complain(a, "map");
    }
}

void explored_leave(app *a)
{
    if (a->map != NULL)
    {
        explored_save(a->map, EXPLORED_MAX_REGIONS);
    }
    explored_destroy(a->map);
    a->map = NULL;
}

// ---- seeing -------------------------------------------------------------------------------------

/// By day, and dark where there is neither block nor wall far down.
static loam_tile_view view_from_afar(void)
{
    loam_tile_view view = loam_default_tile_view();
    view.sky_low = (loam_colour){20, 24, 34, 255};
    view.sky_high = (loam_colour){122, 172, 214, 255};
    view.sky_base = -300;
    view.sky_height = 700;
    return view;
}

static loam_colour mean_of(const loam_tile_world *world, const loam_tile_view *view,
                           loam_tile_pos low)
{
    const loam_tile_defs *const defs = loam_tile_world_defs(world);
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const size_t mask = (size_t)ring.side - 1;
    const int32_t count = (EXPLORED_TILES / STRIDE) * (EXPLORED_TILES / STRIDE);
    int32_t red = 0, green = 0, blue = 0;
    for (int64_t y = low.y; y < low.y + EXPLORED_TILES; y += STRIDE)
    {
        const loam_tile *const row = ring.tiles + ((size_t)y & mask) * (size_t)ring.side;
        for (int64_t x = low.x; x < low.x + EXPLORED_TILES; x += STRIDE)
        {
            const loam_colour c = loam_tile_colour(defs, view, row[(size_t)x & mask], y);
            red += c.r;
            green += c.g;
            blue += c.b;
        }
    }
    return (loam_colour){(uint8_t)(red / count), (uint8_t)(green / count), (uint8_t)(blue / count),
                         255};
}

void explored_see(const loam_tile_world *world, loam_chunk_pos chunk, loam_colour *pixels)
{
    const loam_tile_view view = view_from_afar();
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        const int32_t row = EXPLORED_CHUNK - 1 - i / EXPLORED_CHUNK;
        pixels[i] = mean_of(
            world, &view,
            (loam_tile_pos){chunk.x * LOAM_CHUNK_SIDE + i % EXPLORED_CHUNK * EXPLORED_TILES,
                            chunk.y * LOAM_CHUNK_SIDE + row * EXPLORED_TILES});
    }
}

// ---- looking ------------------------------------------------------------------------------------

static bool is_seen(const app *a, loam_tile_pos at, loam_tile_pos low, loam_tile_pos high)
{
    return at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y &&
           loam_tile_frame_shadow(a->frame, at).a < DARK;
}

static void hide_what_is_not_seen(const app *a, loam_chunk_pos chunk, loam_colour *pixels)
{
    const loam_tile_pos low = app_tile_at(a, 0, a->paint->h - 1);
    const loam_tile_pos high = app_tile_at(a, a->paint->w - 1, 0);
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        const loam_tile_pos middle = {chunk.x * LOAM_CHUNK_SIDE +
                                          i % EXPLORED_CHUNK * EXPLORED_TILES + EXPLORED_TILES / 2,
                                      (chunk.y + 1) * LOAM_CHUNK_SIDE -
                                          i / EXPLORED_CHUNK * EXPLORED_TILES - EXPLORED_TILES / 2};
        pixels[i].a = is_seen(a, middle, low, high) ? 255 : 0;
    }
}

static void look_at(app *a, loam_chunk_pos chunk)
{
    loam_colour pixels[EXPLORED_CHUNK_PIXELS];
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    explored_see(world, chunk, pixels);
    hide_what_is_not_seen(a, chunk, pixels);
    // Without memory the map has a hole there, until the next look.
    (void)explored_put(a->map, chunk, pixels);
}

static bool is_here(const app *a, loam_chunk_pos chunk)
{
    const loam_tile_pos low = {chunk.x * LOAM_CHUNK_SIDE, chunk.y * LOAM_CHUNK_SIDE};
    return loam_tile_world_contains(loam_tile_game_world(session_game(a->s)), low);
}

/// Those of the view that were never seen; returns how many it has looked at.
static int32_t look_for_new(app *a, loam_chunk_pos low, loam_chunk_pos high)
{
    int32_t looked = 0;
    for (int64_t y = low.y; y <= high.y && looked < LOOKS; y++)
    {
        for (int64_t x = low.x; x <= high.x && looked < LOOKS; x++)
        {
            const loam_chunk_pos chunk = {x, y};
            if (is_here(a, chunk) && !explored_has(a->map, chunk))
            {
                look_at(a, chunk);
                looked++;
            }
        }
    }
    return looked;
}

static void look_again(app *a, loam_chunk_pos low, loam_chunk_pos high)
{
    const uint64_t wide = (uint64_t)(high.x - low.x + 1),
                   all = wide * (uint64_t)(high.y - low.y + 1);
    const uint64_t turn = a->frames / AGAIN_FRAMES % all;
    const loam_chunk_pos chunk = {low.x + (int64_t)(turn % wide), low.y + (int64_t)(turn / wide)};
    if (a->frames % AGAIN_FRAMES == 0 && is_here(a, chunk))
    {
        look_at(a, chunk);
    }
}

void explored_look(app *a)
{
    if (a->map == NULL || a->frame == NULL)
    {
        return;
    }
    const loam_chunk_pos low = loam_chunk_of_tile(app_tile_at(a, 0, a->paint->h - 1));
    const loam_chunk_pos high = loam_chunk_of_tile(app_tile_at(a, a->paint->w - 1, 0));
    if (look_for_new(a, low, high) == 0)
    {
        look_again(a, low, high);
    }
    if (a->now_us / 1000000 / SAVE_SECONDS != a->last_us / 1000000 / SAVE_SECONDS)
    {
        a->in->map_saving = true;
    }
    if (a->in->map_saving)
    {
        a->in->map_saving = !explored_save(a->map, 1);
    }
}
