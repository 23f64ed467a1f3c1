// SPDX-License-Identifier: MIT
#include "play/hud.h"

#include "play/clip.h"
#include "play/hotbar.h"
#include "play/ingame.h"

#include <stdio.h>
#include <string.h>

// Everything stands at an edge and is as wide as it needs: the middle belongs to the world. What is as
// usual is not shown: a full health bar, time that goes as it should.

enum
{
    MARGIN = 10, // units
    PAD = 6,
    SIGN = 16,
    NOTICE_WIDTH = 380,
    NOTICE_LINES = 4,
    NOTICE_GAP = 4,
    HEALTH_W = 160,
    HEALTH_H = 8,
    BLINK_MS = 500,
    DIG_W = 40,
    DIG_H = 6,
};

static int32_t units(const app *a, float length)
{
    return painter_scaled(a->paint, length);
}

static loam_colour faded(loam_colour colour, float by)
{
    colour.a = (uint8_t)((float)colour.a * (by < 0 ? 0 : by < 1 ? by : 1));
    return colour;
}

/// A box with its corners cut off.
static void plate(app *a, box at, loam_colour colour)
{
    const int32_t cut = units(a, 2);
    painter_fill(a->paint, (box){at.x + cut, at.y, at.w - 2 * cut, cut}, colour);
    painter_fill(a->paint, (box){at.x, at.y + cut, at.w, at.h - 2 * cut}, colour);
    painter_fill(a->paint, (box){at.x + cut, at.y + at.h - cut, at.w - 2 * cut, cut}, colour);
}

static int32_t width(const app *a, text_size size, const char *text)
{
    return painter_text_width(a->paint, size, text, strlen(text));
}

static bool blinks(const app *a)
{
    return a->now_us / 1000 / BLINK_MS % 2 == 0;
}

// ---- time and weather ---------------------------------------------------------------------------

static icon_sign sign_of_sky(const loam_tile_sky_state *sky, int32_t minutes)
{
    const bool is_day = minutes >= 6 * 60 && minutes < 18 * 60;
    if (sky->rain > 0.02f)
    {
        return sky->snows ? ICON_SNOW : ICON_RAIN;
    }
    if (sky->cloud > 0.5f)
    {
        return ICON_CLOUD;
    }
    return is_day ? ICON_SUN : ICON_MOON;
}

static void speed_text(const app *a, char out[16])
{
    const int32_t speed = session_speed(a->s);
    const char *const paused = session_paused(a->s) ? "paused" : "";
    if (speed == 0)
    {
        snprintf(out, 16, "%s", paused);
    }
    else
    {
        snprintf(out, 16, "%s%s%s%d", paused, paused[0] != '\0' ? " " : "", speed < 0 ? "1/" : "x",
                 1 << (speed < 0 ? -speed : speed));
    }
}

/// That time does not go as usual: bright, whatever lies behind it.
static void draw_speed(app *a, box clock)
{
    char speed[16];
    speed_text(a, speed);
    if (speed[0] == '\0')
    {
        return;
    }
    const int32_t pad = units(a, PAD), line = painter_line_height(a->paint, TEXT_NORMAL);
    const box at = {clock.x + clock.w + pad, clock.y, width(a, TEXT_NORMAL, speed) + 2 * pad,
                    clock.h};
    plate(a, at, loam_rgb(0xffd45e));
    painter_text(a->paint, at.x + pad, at.y + (at.h - line) / 2, TEXT_NORMAL, loam_rgb(0x1a1408),
                 speed);
}

/// The clock, what the sky does, and the speed of time if it is not the usual one.
static void draw_clock(app *a)
{
    char clock[16];
    loam_tile_sky_state sky;
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const ui_theme *const theme = ui_get_theme(a->u);
    const int32_t minutes = (int32_t)((uint32_t)loam_tile_world_time(world) * 24 * 60 / 65536);
    loam_tile_world_sky(world, ingame_player(a)->x / LOAM_PLAYER_FIXED, 1, 1, &sky);
    snprintf(clock, sizeof clock, "%02d:%02d", (int)(minutes / 60), (int)(minutes % 60));
    const int32_t pad = units(a, PAD), sign = units(a, SIGN);
    const int32_t line = painter_line_height(a->paint, TEXT_NORMAL);
    const int32_t h = (line > sign ? line : sign) + pad;
    const box at = {units(a, MARGIN), units(a, MARGIN),
                    sign + width(a, TEXT_NORMAL, clock) + 3 * pad, h};
    plate(a, at, (loam_colour){12, 13, 17, 190});
    icons_draw_sign(a->in->icons, sign_of_sky(&sky, minutes),
                    (box){at.x + pad, at.y + (h - sign) / 2, sign, sign}, loam_rgb(0xffffff));
    const int32_t y = at.y + (h - line) / 2;
    painter_text(a->paint, at.x + sign + 2 * pad, y, TEXT_NORMAL, theme->text, clock);
    draw_speed(a, at);
}

// ---- what is being recorded ---------------------------------------------------------------------

/// A dot with a word, from the right edge inwards; returns where the next one ends.
static int32_t draw_sign(app *a, int32_t right, loam_colour dot, const char *word)
{
    const int32_t pad = units(a, PAD), side = units(a, 8);
    const int32_t line = painter_line_height(a->paint, TEXT_NORMAL), h = line + pad;
    const int32_t w = side + 3 * pad + width(a, TEXT_NORMAL, word);
    const box at = {right - w, units(a, MARGIN), w, h};
    plate(a, at, (loam_colour){12, 13, 17, 150});
    plate(a, (box){at.x + pad, at.y + (h - side) / 2, side, side}, dot);
    painter_text(a->paint, at.x + side + 2 * pad, at.y + pad / 2, TEXT_NORMAL,
                 ui_get_theme(a->u)->text, word);
    return at.x - pad;
}

static void draw_signs(app *a)
{
    const loam_colour red = {226, 58, 58, 255}, dim = {226, 58, 58, 90};
    int32_t right = a->paint->w - units(a, MARGIN);
    if (clip_running(a))
    {
        right = draw_sign(a, right, blinks(a) ? red : dim, "clip");
    }
    if (session_recording(a->s) != NULL)
    {
        right = draw_sign(a, right, blinks(a) ? red : dim, "replay");
    }
    if (a->save_failed)
    {
        draw_sign(a, right, blinks(a) ? red : dim, "not saved");
    }
    else if (session_saving(a->s))
    {
        draw_sign(a, right, ui_get_theme(a->u)->accent, "saving");
    }
}

// ---- health -------------------------------------------------------------------------------------

static void draw_health(app *a)
{
    const loam_player *const player = ingame_player(a);
    const box first = hotbar_box(a, 0);
    const int32_t sign = units(a, SIGN), w = units(a, HEALTH_W), h = units(a, HEALTH_H);
    const int32_t x = hotbar_box(a, -1).x, y = first.y - sign - units(a, PAD);
    if (player->health < LOAM_MAX_HEALTH)
    {
        const box bar = {x + sign + units(a, 4), y + (sign - h) / 2, w, h};
        const bool is_low = player->health < LOAM_MAX_HEALTH / 4;
        icons_draw_sign(a->in->icons, ICON_HEART, (box){x, y, sign, sign},
                        loam_rgb(is_low && blinks(a) ? 0xffffff : 0xdddddd));
        painter_fill(a->paint, bar, (loam_colour){12, 13, 17, 190});
        const int32_t filled = (bar.w - 2) * player->health / LOAM_MAX_HEALTH;
        painter_fill(a->paint, (box){bar.x + 1, bar.y + 1, filled, bar.h - 2},
                     is_low ? loam_rgb(0xff5a4a) : loam_rgb(0xd84848));
        painter_fill(a->paint, (box){bar.x + 1, bar.y + 1, filled, (bar.h - 2) / 3},
                     (loam_colour){255, 255, 255, 60});
    }
    if (player->burning)
    {
        const int32_t at = x + sign + w + units(a, 10);
        icons_draw_sign(a->in->icons, ICON_FLAME, (box){at, y, sign, sign}, loam_rgb(0xffffff));
        painter_text(a->paint, at + sign + units(a, 4), y, TEXT_SMALL, loam_rgb(0xffc070),
                     "burning: get into water");
    }
}

// ---- digging ------------------------------------------------------------------------------------

/// How far what is being dug is, below the brush.
static void draw_digging(app *a)
{
    const loam_player *const player = ingame_player(a);
    const int32_t needed = player->digging > 0 ? loam_tile_game_dig_steps(session_game(a->s)) : 0;
    if (needed <= 0)
    {
        return;
    }
    const int32_t radius = player->radius, side = 2 * radius + 1;
    const box brush = app_box_of_tiles(
        a, (loam_tile_pos){player->aim.x - radius, player->aim.y - radius}, side, side);
    const int32_t w = units(a, DIG_W), h = units(a, DIG_H), edge = units(a, 1);
    const box bar = {brush.x + (brush.w - w) / 2, brush.y + brush.h + units(a, 6), w, h};
    const int32_t done = player->digging < needed ? player->digging : needed;
    painter_fill(a->paint, bar, (loam_colour){12, 13, 17, 220});
    painter_fill(a->paint,
                 (box){bar.x + edge, bar.y + edge,
                       (int32_t)((int64_t)(w - 2 * edge) * done / needed), h - 2 * edge},
                 loam_rgb(0xffd45e));
}

void hud_draw(app *a)
{
    if (a->in == NULL)
    {
        return;
    }
    draw_clock(a);
    draw_signs(a);
    draw_health(a);
    draw_digging(a);
    hotbar_draw(a);
}

// ---- notices ------------------------------------------------------------------------------------

/// How many bytes of a text fit in a width, cut between words if there are several.
static size_t fitting(const app *a, const char *text, int32_t room)
{
    size_t fits = 0, word = 0;
    for (size_t i = 1; i <= strlen(text); i++)
    {
        const bool within_letter = ((unsigned char)text[i] & 0xc0) == 0x80;
        if (within_letter || painter_text_width(a->paint, TEXT_NORMAL, text, i) > room)
        {
            if (!within_letter)
            {
                break;
            }
            continue;
        }
        fits = i;
        word = text[i] == ' ' || text[i] == '\0' ? i : word;
    }
    return text[fits] == '\0' || word == 0 ? fits : word;
}

/// Wraps a notice; returns how many lines it has.
static int32_t wrap(const app *a, const char *text, int32_t room, char lines[NOTICE_LINES][256])
{
    int32_t count = 0;
    while (*text != '\0' && count < NOTICE_LINES)
    {
        size_t length = fitting(a, text, room);
        length = length > 0 ? length : strlen(text); // narrower than a letter
        snprintf(lines[count++], 256, "%.*s", (int)length, text);
        text += length;
        text += *text == ' ';
    }
    return count;
}

typedef enum notice_corner
{
    CORNER_TOP_RIGHT,
    CORNER_BOTTOM_LEFT,
    CORNER_BOTTOM_RIGHT,
    CORNER_TOP_LEFT,
    CORNERS,
} notice_corner;

/// A notice as it is drawn.
typedef struct notice_look
{
    char lines[NOTICE_LINES][256];
    int32_t count, w, h;
} notice_look;

static notice_look look_of(const app *a, const app_notice *notice, int32_t widest)
{
    notice_look look;
    const int32_t pad = units(a, PAD), bar = units(a, 3);
    const int32_t max = a->paint->w * 2 / 3;
    look.count = wrap(a, notice->text, (widest < max ? widest : max) - 3 * pad - bar, look.lines);
    look.w = 0;
    for (int32_t i = 0; i < look.count; i++)
    {
        const int32_t one = width(a, TEXT_NORMAL, look.lines[i]);
        look.w = one > look.w ? one : look.w;
    }
    look.w += 3 * pad + bar;
    look.h = look.count * painter_line_height(a->paint, TEXT_NORMAL) + pad;
    return look;
}

static void draw_notice(app *a, const app_notice *notice, const notice_look *look, int32_t x,
                        int32_t y)
{
    const ui_theme *const theme = ui_get_theme(a->u);
    const int32_t pad = units(a, PAD), bar = units(a, 3);
    const int32_t line = painter_line_height(a->paint, TEXT_NORMAL);
    const box at = {x, y, look->w, look->h};
    painter_fill(a->paint, at, faded((loam_colour){14, 15, 20, 215}, notice->seconds));
    painter_fill(a->paint, (box){at.x, at.y, bar, at.h},
                 faded(notice->bad ? theme->bad : theme->accent, notice->seconds));
    for (int32_t i = 0; i < look->count; i++)
    {
        painter_text(a->paint, at.x + bar + pad, at.y + pad / 2 + i * line, TEXT_NORMAL,
                     faded(theme->text, notice->seconds), look->lines[i]);
    }
}

/// All of them as they stand in a corner, the newest at the edge.
typedef struct notice_stack
{
    notice_look looks[APP_NOTICES];
    const app_notice *notices[APP_NOTICES];
    int32_t count;
    box at;
    notice_corner corner;
} notice_stack;

static bool is_left(notice_corner corner)
{
    return corner == CORNER_TOP_LEFT || corner == CORNER_BOTTOM_LEFT;
}

static bool is_top(notice_corner corner)
{
    return corner == CORNER_TOP_LEFT || corner == CORNER_TOP_RIGHT;
}

/// Between the clock and the signs above, and the hotbar below.
static int32_t notices_top(const app *a)
{
    return units(a, MARGIN) + painter_line_height(a->paint, TEXT_NORMAL) + 2 * units(a, PAD);
}

static int32_t notices_bottom(const app *a)
{
    return app_world_is_open(a) ? hotbar_box(a, 0).y - units(a, NOTICE_GAP)
                                : a->paint->h - units(a, MARGIN);
}

/// The newest ones, as many as there is room for, and one.
static void stack_notices(const app *a, int32_t widest, notice_stack *stack)
{
    const int32_t gap = units(a, NOTICE_GAP), room = notices_bottom(a) - notices_top(a);
    stack->count = stack->at.w = stack->at.h = 0;
    for (int32_t i = 0; i < APP_NOTICES; i++)
    {
        if (a->notices[i].seconds <= 0)
        {
            continue;
        }
        const notice_look look = look_of(a, &a->notices[i], widest);
        if (stack->count > 0 && stack->at.h + look.h > room)
        {
            break;
        }
        stack->at.w = look.w > stack->at.w ? look.w : stack->at.w;
        stack->at.h += look.h + gap;
        stack->notices[stack->count] = &a->notices[i];
        stack->looks[stack->count++] = look;
    }
}

static void put_stack(const app *a, notice_corner corner, notice_stack *stack)
{
    const int32_t margin = units(a, MARGIN);
    stack->corner = corner;
    stack->at.x = is_left(corner) ? margin : a->paint->w - margin - stack->at.w;
    stack->at.y = is_top(corner) ? notices_top(a) : notices_bottom(a) - stack->at.h;
}

/// Where they are wanted most, or else where no panel is; narrower, if that helps.
static void place_stack(const app *a, notice_stack *stack)
{
    const int32_t aside = units(a, PAD); // from panels
    static const float widths[] = {NOTICE_WIDTH, NOTICE_WIDTH * 0.6f, NOTICE_WIDTH * 0.45f};
    static const notice_corner usual[CORNERS] = {CORNER_TOP_RIGHT, CORNER_BOTTOM_LEFT,
                                                 CORNER_BOTTOM_RIGHT, CORNER_TOP_LEFT};
    static const notice_corner by_overlay[CORNERS] = {CORNER_BOTTOM_RIGHT, CORNER_TOP_RIGHT,
                                                      CORNER_BOTTOM_LEFT, CORNER_TOP_LEFT};
    static const notice_corner by_logo[CORNERS] = {CORNER_BOTTOM_LEFT, CORNER_BOTTOM_RIGHT,
                                                   CORNER_TOP_LEFT, CORNER_TOP_RIGHT};
    const notice_corner *const corners = app_top(a) == SCREEN_TITLE ? by_logo
                                         : a->overlay               ? by_overlay
                                                                    : usual;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    {
        stack_notices(a, units(a, widths[i]), stack);
        for (int32_t k = 0; k < CORNERS; k++)
        {
            put_stack(a, corners[k], stack);
            const box wanted = {stack->at.x - aside, stack->at.y - aside, stack->at.w + 2 * aside,
                                stack->at.h + 2 * aside};
            if (!ui_covers(a->u, wanted) && stack->at.y >= 0)
            {
                return;
            }
        }
    }
    stack_notices(a, units(a, NOTICE_WIDTH), stack);
    put_stack(a, corners[0], stack);
}

void hud_notices(app *a)
{
    notice_stack stack;
    place_stack(a, &stack);
    const int32_t gap = units(a, NOTICE_GAP);
    int32_t y = is_top(stack.corner) ? stack.at.y : stack.at.y + stack.at.h;
    for (int32_t i = 0; i < stack.count; i++)
    {
        const notice_look *const look = &stack.looks[i];
        const int32_t x = is_left(stack.corner) ? stack.at.x : stack.at.x + stack.at.w - look->w;
        y -= is_top(stack.corner) ? 0 : look->h + gap;
        draw_notice(a, stack.notices[i], look, x, y);
        y += is_top(stack.corner) ? look->h + gap : 0;
    }
}
