// SPDX-License-Identifier: MIT
#include "play/overlay.h"

#include "play/explored.h"
#include "play/hotbar.h"
#include "play/ingame.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// On the left the graph of the last frames, its parts stacked, and what the program and the world do; on
// the right what the cursor points at. The graph is a little picture that is drawn anew in every frame: some
// thousand pixels, where boxes would be as many calls.

enum
{
    MARGIN = 10, // units
    PAD = 8,
    FIRST_TAB = 120,              // where the first number of a line ends
    TAB = 84,                     // and each one after it
    LEFT_W = FIRST_TAB + 2 * TAB, // of what is shown on the left, whatever the numbers are
    GRAPH_H = 64,                 // pixels of the graph's picture
    GRAPH_MS = 33,                // that it is high
    MAX_LINES = 48,
};

static const loam_colour plate_colour = {12, 13, 17, 200};

typedef struct column
{
    char lines[MAX_LINES][96];
    bool dim[MAX_LINES];
    int32_t count;
} column;

static void add_line(column *to, bool dim, const char *format, va_list arguments)
{
    if (to->count < MAX_LINES)
    {
        vsnprintf(to->lines[to->count], sizeof to->lines[0], format, arguments);
        to->dim[to->count++] = dim;
    }
}

static void say(column *to, const char *format, ...) LOAM_PRINTF(2, 3);
static void head(column *to, const char *format, ...) LOAM_PRINTF(2, 3);

static void say(column *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_line(to, false, format, arguments);
    va_end(arguments);
}

static void head(column *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_line(to, true, format, arguments);
    va_end(arguments);
}

static int32_t units(const app *a, float length)
{
    return painter_scaled(a->paint, length);
}

// ---- times --------------------------------------------------------------------------------------

static const struct
{
    app_time part;
    const char *name;
    loam_colour colour;
} parts[] = {
    {TIME_STEPS, "steps", {94, 168, 98, 255}},   {TIME_LIGHT, "light", {232, 190, 84, 255}},
    {TIME_COMPOSE, "draw", {86, 142, 214, 255}}, {TIME_INTERFACE, "ui", {186, 110, 196, 255}},
    {TIME_SHOW, "show", {206, 98, 84, 255}},
};

enum
{
    PARTS = sizeof parts / sizeof *parts
};

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// The value that so much of the last frames stay below. The frame that is being made does not count.
static float percentile(const app_times *times, app_time part, float share)
{
    float sorted[APP_HISTORY];
    int32_t count = 0;
    for (int32_t i = 0; i < APP_HISTORY; i++)
    {
        if (i != times->next && times->ms[TIME_WHOLE][i] > 0)
        {
            sorted[count++] = times->ms[part][i];
        }
    }
    if (count == 0)
    {
        return 0;
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    return sorted[(int32_t)((float)(count - 1) * share + 0.5f)];
}

/// Remembers when this frame began. Those from before a pause of the overlay do not count.
static void mark_frame(app *a)
{
    if (a->frames != a->in->overlay_frame + 1)
    {
        memset(a->in->frame_us, 0, sizeof a->in->frame_us);
    }
    a->in->overlay_frame = a->frames;
    a->in->frame_us[a->times.next] = a->now_us;
}

/// Frames and steps a second, as long as there are some to look at.
static void say_rates(const app *a, column *to)
{
    int32_t steps = 0, frames = 0, at = a->times.next;
    uint64_t first = a->now_us;
    for (; frames < APP_HISTORY - 1; frames++)
    {
        const int32_t before = (at + APP_HISTORY - 1) % APP_HISTORY;
        if (a->in->frame_us[before] == 0)
        {
            break;
        }
        steps += a->times.step_count[at];
        first = a->in->frame_us[before];
        at = before;
    }
    const double seconds = (double)(a->now_us - first) * 1e-6;
    say(to, "%.0f frames, %.0f steps a second", seconds > 0 ? frames / seconds : 0,
        seconds > 0 ? steps / seconds : 0);
}

static void say_times(const app *a, column *to)
{
    head(to, "milliseconds\tp50\tp99");
    say(to, "frame\t%.2f\t%.2f", (double)percentile(&a->times, TIME_WHOLE, 0.5f),
        (double)percentile(&a->times, TIME_WHOLE, 0.99f));
    for (int32_t i = 0; i < PARTS; i++)
    {
        say(to, "%s\t%.2f\t%.2f", parts[i].name, (double)percentile(&a->times, parts[i].part, 0.5f),
            (double)percentile(&a->times, parts[i].part, 0.99f));
    }
}

// ---- the graph ----------------------------------------------------------------------------------

static void draw_bar(loam_picture *picture, const app_times *times, int32_t x)
{
    const int32_t frame = (times->next + 1 + x) % APP_HISTORY;
    float below = 0;
    int32_t y = GRAPH_H;
    for (int32_t i = 0; i < PARTS; i++)
    {
        below += times->ms[parts[i].part][frame];
        const int32_t top = GRAPH_H - (int32_t)(below * GRAPH_H / GRAPH_MS + 0.5f);
        for (; y > top && y > 0; y--)
        {
            picture->pixels[(y - 1) * picture->w + x] = parts[i].colour;
        }
    }
    // What belongs to no part: a frame that took long elsewhere is seen, too.
    const int32_t whole = GRAPH_H -
                          (int32_t)(times->ms[TIME_WHOLE][frame] * GRAPH_H / GRAPH_MS + 0.5f);
    for (; y > whole && y > 0; y--)
    {
        picture->pixels[(y - 1) * picture->w + x] = (loam_colour){130, 134, 144, 255};
    }
}

static bool prepare(app *a)
{
    ingame *const in = a->in;
    if (in->graph != NULL)
    {
        return true;
    }
    if (loam_picture_create(&a->env, APP_HISTORY, GRAPH_H, (loam_colour){0}, &in->graph_picture) !=
        LOAM_OK)
    {
        in->graph_picture = (loam_picture){0};
        return false;
    }
    if (painter_image_create(a->paint, APP_HISTORY, GRAPH_H, &in->graph) != LOAM_OK)
    {
        loam_picture_destroy(&a->env, &in->graph_picture);
        in->graph_picture = (loam_picture){0};
        in->graph = NULL;
        return false;
    }
    return true;
}

static void draw_graph(app *a, box at)
{
    if (!prepare(a))
    {
        return;
    }
    loam_picture *const picture = &a->in->graph_picture;
    for (int32_t i = 0; i < picture->w * picture->h; i++)
    {
        picture->pixels[i] = (loam_colour){0, 0, 0, 90};
    }
    for (int32_t x = 0; x < APP_HISTORY - 1; x++)
    {
        draw_bar(picture, &a->times, x);
    }
    painter_image_update(a->paint, a->in->graph, picture);
    painter_image_draw(a->paint, a->in->graph, (box){0, 0, picture->w, picture->h}, at,
                       loam_rgb(0xffffff), false);
    const int32_t y = at.y + at.h - at.h * 1000 / 60 / GRAPH_MS;
    painter_fill(a->paint, (box){at.x, y, at.w, 1}, (loam_colour){255, 255, 255, 90});
    painter_text(a->paint, at.x + units(a, 3), y - painter_line_height(a->paint, TEXT_SMALL),
                 TEXT_SMALL, (loam_colour){255, 255, 255, 150}, "1/60 s");
}

static void draw_legend(app *a, int32_t x, int32_t y)
{
    const int32_t line = painter_line_height(a->paint, TEXT_SMALL), side = units(a, 8);
    for (int32_t i = 0; i < PARTS; i++)
    {
        painter_fill(a->paint, (box){x, y + (line - side) / 2, side, side}, parts[i].colour);
        painter_text(a->paint, x + side + units(a, 3), y, TEXT_SMALL, ui_get_theme(a->u)->text_dim,
                     parts[i].name);
        x += side + units(a, 12) +
             painter_text_width(a->paint, TEXT_SMALL, parts[i].name, strlen(parts[i].name));
    }
}

// ---- the world ----------------------------------------------------------------------------------

static double mib(size_t bytes)
{
    return (double)bytes / (1 << 20);
}

/// A count of at most five letters.
typedef struct short_count
{
    char text[8];
} short_count;

static short_count brief(uint64_t count)
{
    short_count out;
    hotbar_count_text((int64_t)(count < INT64_MAX ? count : INT64_MAX), out.text);
    return out;
}

static void say_world(const app *a, column *to)
{
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const loam_tile_world_counters c = loam_tile_world_count(world);
    const loam_tile_life life = loam_tile_world_life(world);
    head(to, "chunks\tgrown\tloaded\trecalled");
    say(to, "\t%s\t%s\t%s", brief(c.generated).text, brief(c.loaded).text, brief(c.recalled).text);
    head(to, "waits\tahead\tsaved\tunsaved");
    say(to, "%s\t%s\t%s\t%s", brief(c.waits).text, brief(c.ahead).text, brief(c.saved).text,
        brief(c.unsaved).text);
    head(to, "memory\tMiB");
    say(to, "tiles\t%.0f", mib(c.ring_bytes));
    say(to, "kept\t%.1f", mib(c.kept_bytes));
    if (a->map != NULL)
    {
        say(to, "map, regions\t%d\tof %d", (int)explored_loaded(a->map),
            (int)explored_known(a->map));
    }
    head(to, "life, a step\tawake\tmoved\tlevelled");
    say(to, "\t%s\t%s\t%s", brief(life.awake).text, brief(life.moved).text,
        brief(life.levelled).text);
    head(to, "\tconverted\ttransformed\tfallen");
    say(to, "\t%s\t%s\t%s", brief(life.converted).text, brief(life.transformed).text,
        brief(life.fallen).text);
}

/// How the wind blows where the player is, in tiles a second, and what it does to plants.
static void say_wind(const loam_tile_world *world, int64_t x, column *to)
{
    loam_tile_sky_state sky;
    loam_tile_world_sky(world, x, 1, 1, &sky);
    const double wind = (double)sky.wind * LOAM_STEPS_PER_SECOND;
    const loam_tile_plants plants = loam_tile_world_plants(world);
    say(to, "wind %.1f tiles a second%s", wind < 0 ? -wind : wind,
        wind > 0   ? ", to the right"
        : wind < 0 ? ", to the left"
                   : "");
    say(to, "%s plants, %s branches, %s sway", brief(plants.plants).text,
        brief(plants.branches).text, brief(plants.swaying).text);
}

static void say_place(const app *a, column *to)
{
    const loam_player *const player = ingame_player(a);
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const int32_t minutes = (int32_t)((uint32_t)loam_tile_world_time(world) * 24 * 60 / 65536);
    head(to, "world");
    say(to, "seed %" PRIu64, session_seed(a->s));
    say(to, "step %" PRIu64 "  ring %d chunks", loam_tile_world_steps(world),
        1 << session_ring_log2(a->s));
    say(to, "%02d:%02d  %s  weather %s", (int)(minutes / 60), (int)(minutes % 60),
        loam_season_name(loam_tile_world_season(world)),
        loam_weather_name(loam_tile_world_weather(world)));
    say_wind(world, loam_floor_div(player->x, LOAM_PLAYER_FIXED), to);
    head(to, "player");
    say(to, "at %.2f, %.2f", (double)player->x / LOAM_PLAYER_FIXED,
        (double)player->y / LOAM_PLAYER_FIXED);
    say(to, "speed %.1f, %.1f tiles a second",
        (double)player->vx / LOAM_PLAYER_FIXED * LOAM_STEPS_PER_SECOND,
        (double)player->vy / LOAM_PLAYER_FIXED * LOAM_STEPS_PER_SECOND);
    say(to, "%s%s%s", player->on_ground ? "on ground" : "in the air",
        player->in_fluid ? ", in fluid" : "", player->limited ? ", limited" : "");
}

// ---- the tile under the cursor ------------------------------------------------------------------

static void say_properties(column *to, uint32_t properties)
{
    char text[96] = " ";
    size_t length = 1;
    for (int32_t i = 0; i < LOAM_PROPERTY_COUNT; i++)
    {
        const char *const name = loam_property_name(i);
        if ((properties >> i & 1) == 0)
        {
            continue;
        }
        if (length + strlen(name) + 1 > 40)
        {
            say(to, "%s", text);
            length = 1;
        }
        length += (size_t)snprintf(text + length, sizeof text - length, " %s", name);
    }
    if (length > 1)
    {
        say(to, "%s", text);
    }
}

/// The numbers that the definitions say a material has.
static void say_numbers(column *to, const loam_material *material)
{
    int32_t count;
    const loam_tile_field *const fields = loam_material_fields(&count);
    for (int32_t i = 0; i < count; i++)
    {
        if (fields[i].kind == LOAM_FIELD_INT && fields[i].count == 1)
        {
            int32_t value;
            memcpy(&value, (const char *)material + fields[i].offset, sizeof value);
            say(to, "  %s %d", fields[i].name, (int)value);
        }
    }
}

static void say_layer(const app *a, column *to, const char *layer, uint8_t id, uint8_t variant)
{
    const loam_material *const material = &ingame_defs(a)->materials[id];
    if (id == LOAM_AIR)
    {
        head(to, "%s: none", layer);
        return;
    }
    head(to, "%s: %s", layer, material->name);
    const int32_t variants = material->inner + material->outer;
    const loam_colour light = material->light[variant < variants ? variant : variants - 1];
    say(to, "  id %d  variant %d of %d", id, variant, (int)variants);
    say_properties(to, material->properties);
    say_numbers(to, material);
    if (light.a > 0)
    {
        say(to, "  light %d %d %d, %d strong", light.r, light.g, light.b, light.a);
    }
}

static void say_tile(const app *a, column *to)
{
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const loam_tile_pos at = ingame_player(a)->aim;
    loam_tile_sky_state sky;
    head(to, "tile %" PRId64 ", %" PRId64, at.x, at.y);
    if (!loam_tile_world_contains(world, at))
    {
        say(to, "  beyond what is awake");
        return;
    }
    const loam_tile tile = loam_tile_world_at(world, at);
    say_layer(a, to, "block", tile.block, tile.block_variant);
    say_layer(a, to, "wall", tile.wall, tile.wall_variant);
    loam_tile_world_sky(world, at.x, 1, 1, &sky);
    head(to, "sky");
    say(to, "  light %d %d %d, %d strong", sky.light.r, sky.light.g, sky.light.b, sky.light.a);
    say(to, "  cloud %.2f  rain %.2f%s  wind %.2f", (double)sky.cloud, (double)sky.rain,
        sky.snows ? " snow" : "", (double)sky.wind);
    say(to, "  temperature %d  humidity %d", (int)sky.temperature, (int)sky.humidity);
}

// ---- drawing ------------------------------------------------------------------------------------

static int32_t width_of(const app *a, const column *of)
{
    int32_t w = 0;
    for (int32_t i = 0; i < of->count; i++)
    {
        const bool tabs = strchr(of->lines[i], '\t') != NULL;
        const int32_t one = tabs ? 0
                                 : painter_text_width(a->paint, TEXT_SMALL, of->lines[i],
                                                      sizeof of->lines[i]);
        w = one > w ? one : w;
    }
    return w;
}

/// What follows tabs stands in columns, on their right edge.
static void draw_line(app *a, int32_t x, int32_t y, loam_colour colour, const char *line)
{
    char part[sizeof((column *)0)->lines[0]];
    for (int32_t i = 0; line != NULL; i++)
    {
        const char *const tab = strchr(line, '\t');
        snprintf(part, sizeof part, "%.*s",
                 (int)(tab != NULL ? (size_t)(tab - line) : strlen(line)), line);
        const int32_t w = painter_text_width(a->paint, TEXT_SMALL, part, sizeof part);
        const int32_t right = x + units(a, (float)(FIRST_TAB + (i - 1) * TAB));
        painter_text(a->paint, i == 0 ? x : right - w, y, TEXT_SMALL, colour, part);
        line = tab != NULL ? tab + 1 : NULL;
    }
}

static void draw_column(app *a, const column *of, int32_t x, int32_t y)
{
    const ui_theme *const theme = ui_get_theme(a->u);
    const int32_t line = painter_line_height(a->paint, TEXT_SMALL);
    for (int32_t i = 0; i < of->count && y + line <= a->paint->h; i++)
    {
        draw_line(a, x, y,
                  of->dim[i] ? loam_colour_mix(theme->accent, theme->text, 0.3f) : theme->text,
                  of->lines[i]);
        y += line;
    }
}

static int32_t height_of(const app *a, const column *of)
{
    return of->count * painter_line_height(a->paint, TEXT_SMALL) + 2 * units(a, PAD);
}

/// A plate with lines on it, cut where the window ends.
static void draw_plate(app *a, const column *of, int32_t x, int32_t y, int32_t w)
{
    const int32_t pad = units(a, PAD), room = a->paint->h - y - units(a, MARGIN);
    const int32_t high = height_of(a, of), h = high < room ? high : room;
    if (h > 2 * pad)
    {
        const box at = {x, y, w, h};
        painter_fill(a->paint, at, plate_colour);
        painter_push_clip(a->paint, (box){at.x, at.y, at.w, at.h - pad / 2});
        draw_column(a, of, x + pad, y + pad);
        painter_pop_clip(a->paint);
    }
}

/// The graph and the times; how high they are.
static int32_t draw_times(app *a, int32_t x, int32_t y, int32_t w)
{
    column text = {.count = 0};
    say_rates(a, &text);
    say_times(a, &text);
    const int32_t pad = units(a, PAD), line = painter_line_height(a->paint, TEXT_SMALL);
    const int32_t graph_h = units(a, GRAPH_H), text_y = y + graph_h + line + 2 * pad;
    const int32_t h = text_y - y + text.count * line + pad;
    painter_fill(a->paint, (box){x, y, w, h}, plate_colour);
    draw_graph(a, (box){x + pad, y + pad, w - 2 * pad, graph_h});
    draw_legend(a, x + pad, y + pad + graph_h + pad / 4);
    draw_column(a, &text, x + pad, text_y);
    return h;
}

/// Times on the left and the world below them; the tile on the right. In a low window the world stands
/// beside the times, and the tile below them if there is no room for three.
static void draw_all(app *a)
{
    column world = {.count = 0}, tile = {.count = 0};
    say_world(a, &world);
    say_place(a, &world);
    say_tile(a, &tile);
    const int32_t margin = units(a, MARGIN), pad = units(a, PAD), top = units(a, 40);
    const int32_t left_w = units(a, LEFT_W) + 2 * pad, tile_w = width_of(a, &tile) + 2 * pad;
    const int32_t tile_x = a->paint->w - margin - tile_w;
    const int32_t below = top + draw_times(a, margin, top, left_w);
    const bool is_low = below + height_of(a, &world) + margin > a->paint->h;
    const int32_t world_x = is_low ? margin + left_w + pad / 2 : margin;
    draw_plate(a, &world, world_x, is_low ? top : below, left_w);
    const bool is_narrow = is_low && tile_x < world_x + left_w + pad;
    draw_plate(a, &tile, is_narrow ? margin : tile_x, is_narrow ? below + pad / 2 : top, tile_w);
}

void overlay_draw(app *a)
{
    if (!app_world_is_open(a) || a->in == NULL)
    {
        return;
    }
    mark_frame(a);
    draw_all(a);
}
