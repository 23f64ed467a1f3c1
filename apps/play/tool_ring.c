// SPDX-License-Identifier: MIT
#include "play/tool_ring.h"

#include "play/control.h"
#include "play/icons.h"
#include "play/ingame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The tools clockwise from the top, and the brush at the end, on the left.
// The disc is a picture that is made when the ring opens or points elsewhere, with smooth edges; pictures
// and words are drawn over it.

enum
{
    RADIUS = 132, // units
    HOLE = 46,
    GAP = 3, // between two parts
    ICON = 32,
    DEAD = 24, // units that the mouse goes before it points at something
};

#define TURN 6.28318530717958647692
#define PART_TURN ((float)(TURN / RING_PARTS))
#define STICK_LEAST 0.4f

static const char *const names[RING_PARTS] = {
    [RING_PICKAXE] = "Pickaxe: digs blocks", [RING_HAMMER] = "Hammer: removes walls",
    [RING_BLOCK] = "Blocks: places them",    [RING_WALL] = "Walls: places them",
    [RING_BUCKET] = "Bucket: takes fluids",  [RING_AXE] = "Axe: cuts plants",
    [RING_SHEARS] = "Shears: cut leaves",    [RING_SAPLING] = "Sapling: plants one",
    [RING_SMALLER] = "Smaller brush",        [RING_SHAPE] = "Shape of the brush",
    [RING_LARGER] = "Larger brush",
};

static int32_t units(const app *a, float length)
{
    return painter_scaled(a->paint, length);
}

int32_t tool_ring_part(float x, float y, float least)
{
    if (x * x + y * y < least * least)
    {
        return -1;
    }
    const int32_t turned = (int32_t)floorf(atan2f(x, y) / PART_TURN + 0.5f);
    return (turned + RING_PARTS) % RING_PARTS;
}

// ---- opening, choosing --------------------------------------------------------------------------

static int32_t within(int32_t value, int32_t low, int32_t high)
{
    return value > high ? (low > high ? (low + high) / 2 : high) : value < low ? low : value;
}

static void open_ring(app *a)
{
    tool_ring *const ring = &a->in->ring;
    const int32_t room = units(a, RADIUS + 8);
    const bool pad = a->now.device == INPUT_GAMEPAD;
    ring->x = within(pad ? a->paint->w / 2 : a->now.mouse_x, room, a->paint->w - room);
    ring->y = within(pad ? a->paint->h / 2 : a->now.mouse_y, room, a->paint->h - room);
    ring->part = -1;
    ring->used = false; // a window that lost the focus has closed the last one
    a->ring_open = true;
}

static void point(app *a)
{
    tool_ring *const ring = &a->in->ring;
    ring->part = a->now.device == INPUT_GAMEPAD
                     ? tool_ring_part(a->now.look_x, a->now.look_y, STICK_LEAST)
                     : tool_ring_part((float)(a->now.mouse_x - ring->x),
                                      (float)(ring->y - a->now.mouse_y), (float)units(a, DEAD));
}

static void take(app *a, int32_t part)
{
    const loam_player *const player = ingame_player(a);
    if (part >= RING_PICKAXE && part <= RING_SAPLING)
    {
        control_take(a, (loam_tool)part);
        a->in->wall_by_choice = false;
        return;
    }
    const bool other = part == RING_SHAPE;
    const int32_t by = (part == RING_LARGER) - (part == RING_SMALLER);
    if (other || by != 0)
    {
        control_brush(
            a, (player->brush == LOAM_EDIT_CIRCLE) != other ? LOAM_EDIT_CIRCLE : LOAM_EDIT_SQUARE,
            player->radius + by);
    }
}

void tool_ring_run(app *a)
{
    const play_bindings *const bindings = &a->settings.bindings;
    const bool held = play_is_down(bindings, &a->now, PLAY_TOOL_RING);
    if (!a->ring_open && held)
    {
        open_ring(a);
    }
    if (!a->ring_open)
    {
        return;
    }
    if (held)
    {
        point(a);
        if (play_pressed(bindings, &a->now, PLAY_USE)) // as often as wanted, while it stays open
        {
            take(a, a->in->ring.part);
            a->in->ring.used = true;
        }
        return;
    }
    if (!a->in->ring.used)
    {
        take(a, a->in->ring.part);
    }
    a->in->ring.used = false;
    a->ring_open = false;
}

// ---- the disc -----------------------------------------------------------------------------------

/// How much of a pixel lies inside of an edge that is so far away.
static float cover(float distance)
{
    return distance < -0.5f ? 0 : distance > 0.5f ? 1 : distance + 0.5f;
}

/// How far a point is from the nearest border of two parts, a line from the middle outwards.
static float from_border(float x, float y)
{
    const float parts = atan2f(x, y) / PART_TURN + 0.5f;
    const float beside = parts - floorf(parts);
    return sqrtf(x * x + y * y) * sinf(fminf(beside, 1 - beside) * PART_TURN);
}

/// What a disc is painted with.
typedef struct disc
{
    loam_colour plain, edge, chosen;
    float radius, hole, gap, rim; // pixels
    int32_t part;                 // that is chosen
} disc;

static loam_colour disc_pixel(const disc *d, float x, float y, int32_t part)
{
    const float far = sqrtf(x * x + y * y);
    if (far < d->hole - d->gap + 0.5f) // the ground of the words in the middle
    {
        return (loam_colour){12, 13, 17, (uint8_t)(215 * cover(d->hole - d->gap - far))};
    }
    const bool is_chosen = part == d->part;
    const float radius = is_chosen ? d->radius : d->radius - 2.5f * d->rim;
    const float inside = cover(radius - far) * cover(far - d->hole) *
                         cover(from_border(x, y) - d->gap / 2);
    if (inside <= 0)
    {
        return (loam_colour){0};
    }
    const float bright = 0.55f + 0.35f * (far - d->hole) / (radius - d->hole);
    loam_colour colour = is_chosen               ? loam_colour_shade(d->chosen, bright)
                         : far > radius - d->rim ? d->edge
                                                 : d->plain;
    colour.a = (uint8_t)(230 * inside);
    return colour;
}

static bool prepare(app *a)
{
    tool_ring *const ring = &a->in->ring;
    const int32_t side = 2 * units(a, RADIUS + 2);
    if (ring->image != NULL && ring->side == side)
    {
        return true;
    }
    tool_ring_forget(a);
    if (loam_picture_create(&a->env, side, side, (loam_colour){0}, &ring->picture) != LOAM_OK ||
        painter_image_create(a->paint, side, side, &ring->image) != LOAM_OK)
    {
        tool_ring_forget(a);
        return false;
    }
    ring->side = side;
    ring->drawn = RING_PARTS; // none of what it can be
    return true;
}

/// Paints those parts anew that look differently now.
static void paint_disc(app *a)
{
    tool_ring *const ring = &a->in->ring;
    const ui_theme *const theme = ui_get_theme(a->u);
    const bool all = ring->drawn == RING_PARTS;
    const disc d = {
        theme->panel,          theme->panel_edge,    theme->accent,      (float)units(a, RADIUS),
        (float)units(a, HOLE), (float)units(a, GAP), (float)units(a, 2), ring->part};
    for (int32_t i = 0; i < ring->side * ring->side; i++)
    {
        const float x = (float)(i % ring->side - ring->side / 2) + 0.5f;
        const float y = (float)(ring->side / 2 - i / ring->side) - 0.5f;
        const int32_t part = tool_ring_part(x, y, 0);
        if (all || part == ring->part || part == ring->drawn)
        {
            ring->picture.pixels[i] = disc_pixel(&d, x, y, part);
        }
    }
    ring->drawn = ring->part;
    painter_image_update(a->paint, ring->image, &ring->picture);
}

static void draw_disc(app *a)
{
    tool_ring *const ring = &a->in->ring;
    if (ring->drawn != ring->part)
    {
        paint_disc(a);
    }
    painter_image_draw(
        a->paint, ring->image, (box){0, 0, ring->side, ring->side},
        (box){ring->x - ring->side / 2, ring->y - ring->side / 2, ring->side, ring->side},
        loam_rgb(0xffffff), false);
}

void tool_ring_forget(app *a)
{
    tool_ring *const ring = &a->in->ring;
    if (ring->image != NULL)
    {
        painter_image_destroy(a->paint, ring->image);
    }
    loam_picture_destroy(&a->env, &ring->picture);
    ring->picture = (loam_picture){0};
    ring->image = NULL;
}

// ---- what stands on it --------------------------------------------------------------------------

static icon_sign sign_of(const loam_player *player, int32_t part)
{
    switch (part)
    {
    case RING_SMALLER:
        return ICON_SMALLER;
    case RING_LARGER:
        return ICON_LARGER;
    case RING_SHAPE: // what it would become
        return player->brush == LOAM_EDIT_CIRCLE ? ICON_SQUARE : ICON_CIRCLE;
    default:
        return (icon_sign)part;
    }
}

static void draw_parts(app *a)
{
    const tool_ring *const ring = &a->in->ring;
    const loam_player *const player = ingame_player(a);
    const double far = units(a, (RADIUS + HOLE) / 2.0f);
    for (int32_t i = 0; i < RING_PARTS; i++)
    {
        const double angle = i * TURN / RING_PARTS;
        const int32_t side = units(a, i <= RING_SAPLING ? ICON : ICON * 0.75f);
        const int32_t x = ring->x + (int32_t)lround(sin(angle) * far);
        const int32_t y = ring->y - (int32_t)lround(cos(angle) * far);
        icons_draw_sign(a->in->icons, sign_of(player, i),
                        (box){x - side / 2, y - side / 2, side, side}, loam_rgb(0xffffff));
        if (i == (int32_t)player->tool)
        {
            const int32_t w = units(a, 18);
            painter_fill(a->paint, (box){x - w / 2, y + side / 2 + units(a, 5), w, units(a, 3)},
                         ring->part == i ? loam_rgb(0xffffff) : ui_get_theme(a->u)->accent);
        }
    }
}

static void centred(app *a, int32_t y, text_size size, loam_colour colour, const char *text)
{
    const int32_t w = painter_text_width(a->paint, size, text, strlen(text));
    painter_text(a->paint, a->in->ring.x - w / 2 + 1, y + 1, size, (loam_colour){0, 0, 0, 200},
                 text);
    painter_text(a->paint, a->in->ring.x - w / 2, y, size, colour, text);
}

static void draw_words(app *a)
{
    char brush[32];
    const tool_ring *const ring = &a->in->ring;
    const ui_theme *const theme = ui_get_theme(a->u);
    const loam_player *const player = ingame_player(a);
    const int32_t line = painter_line_height(a->paint, TEXT_SMALL);
    snprintf(brush, sizeof brush, "%d wide", (int)(2 * player->radius + 1));
    const int32_t side = units(a, 18);
    icons_draw_sign(a->in->icons, player->brush == LOAM_EDIT_CIRCLE ? ICON_CIRCLE : ICON_SQUARE,
                    (box){ring->x - side / 2, ring->y - side, side, side}, theme->text);
    centred(a, ring->y + units(a, 3), TEXT_SMALL, theme->text, brush);
    if (ring->part >= 0)
    {
        const int32_t below = ring->y + units(a, RADIUS + 8);
        const int32_t y = below + line < a->paint->h
                              ? below
                              : ring->y - units(a, RADIUS + 8) -
                                    painter_line_height(a->paint, TEXT_NORMAL);
        const int32_t w = painter_text_width(a->paint, TEXT_NORMAL, names[ring->part],
                                             strlen(names[ring->part]));
        const int32_t pad = units(a, 6);
        painter_fill(a->paint,
                     (box){ring->x - w / 2 - pad, y - pad / 3, w + 2 * pad,
                           painter_line_height(a->paint, TEXT_NORMAL) + pad},
                     (loam_colour){12, 13, 17, 200});
        centred(a, y, TEXT_NORMAL, theme->text, names[ring->part]);
    }
}

void tool_ring_draw(app *a)
{
    if (a->ring_open && prepare(a))
    {
        draw_disc(a);
        draw_parts(a);
        draw_words(a);
    }
}
