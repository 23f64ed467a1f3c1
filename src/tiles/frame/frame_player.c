// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"

// The player: a small figure of 14 x 24 dots, half a tile each, looking to the right. Letters are colours.
// Head and trunk are shared, legs go by what the player does.

enum
{
    DOTS_W = 2 * LOAM_PLAYER_WIDTH,
    DOTS_H = 2 * LOAM_PLAYER_HEIGHT,
    BODY_H = 16,
    LEGS_H = DOTS_H - BODY_H,
    STRIDE = 5 * LOAM_PLAYER_FIXED, // way from one picture of walking to the next
    SWIM_STEPS = 16,                // and of swimming, steps
};

static const char body[BODY_H][DOTS_W + 1] = {
    "....hhhhhh....", //
    "...hhhhhhhhh..", //
    "..hhhhhhhhhh..", //
    "..hhhHhhssss..", //
    "..hhHssssssss.", //
    "..hHHssseesse.", //
    "..hHdssseesse.", //
    "..HHddsssssss.", //
    "...HdddsssS...", //
    "..RrrrrrrrR...", //
    ".RRrrrrrrrr...", //
    "..TtttttttttT.", //
    "..TttttttttTT.", //
    "..TtttttttTtT.", //
    "...TttttttTsS.", //
    "...bbbbbBbbb..", //
};

typedef enum pose
{
    STANDING,
    STRIDING,
    PASSING,
    LEAPING,
    PADDLING,
    POSE_COUNT,
} pose;

static const char legs[POSE_COUNT][LEGS_H][DOTS_W + 1] = {
    [STANDING] =
        {
            "...PppppppPp..", //
            "...PpppPpppp..", //
            "...Pppp.Pppp..", //
            "...Pppp.Pppp..", //
            "...Pppp.Pppp..", //
            "...FFff.FFff..", //
            "...Fffff.ffff.", //
            "...Fffff.ffff.", //
        },
    [STRIDING] =
        {
            "...Pppppppp...", //
            "..PpppPpppppp.", //
            "..Pppp..Ppppp.", //
            ".Pppp....Pppp.", //
            ".Ppp......Ppp.", //
            "FFf.......Fff.", //
            "Fff.......ffff", //
            ".FF.......fff.", //
        },
    [PASSING] =
        {
            "...Pppppppp...", //
            "....PPpppp....", //
            "....PPpppp....", //
            "...PPPpppp....", //
            "..FFP.pppp....", //
            "..FFf.FFff....", //
            "...F..ffff....", //
            "......fffff...", //
        },
    [LEAPING] =
        {
            "...Ppppppppp..", //
            "..PpppPppppp..", //
            "..Ppp...Pppp..", //
            ".Ppp....Pppf..", //
            ".PFf....FFff..", //
            ".Fff.....ffff.", //
            ".F............", //
            "..............", //
        },
    [PADDLING] =
        {
            "..Pppppppp....", //
            ".PpppPpppp....", //
            ".Ppp..Pppp....", //
            "Ppp..Pppp.....", //
            "PFf..Ppp......", //
            "Fff.FFff......", //
            "F...Fff.......", //
            "....F.........", //
        },
};

static loam_colour colour_of(char letter)
{
    switch (letter)
    {
    case 'h':
        return loam_rgb(0x7a4526);
    case 'H':
        return loam_rgb(0x54301c);
    case 's':
        return loam_rgb(0xf0c49a);
    case 'S':
        return loam_rgb(0xd09a72);
    case 'd':
        return loam_rgb(0xd8a67e);
    case 'e':
        return loam_rgb(0x2a2430);
    case 'r':
        return loam_rgb(0xd9483b);
    case 'R':
        return loam_rgb(0xa8322f);
    case 't':
        return loam_rgb(0x3d8f96);
    case 'T':
        return loam_rgb(0x2a6873);
    case 'b':
        return loam_rgb(0x5a3d28);
    case 'B':
        return loam_rgb(0xe3b64a);
    case 'p':
        return loam_rgb(0x566079);
    case 'P':
        return loam_rgb(0x3e465c);
    case 'f':
        return loam_rgb(0x6b452c);
    case 'F':
        return loam_rgb(0x4c301f);
    default:
        return (loam_colour){0};
    }
}

static pose pose_of(const loam_player *player, uint64_t steps)
{
    if (player->in_fluid && !player->on_ground)
    {
        return steps / SWIM_STEPS % 2 == 0 ? PADDLING : LEAPING;
    }
    if (!player->on_ground)
    {
        return LEAPING;
    }
    if (player->vx == 0)
    {
        return STANDING;
    }
    return (uint32_t)player->walked / STRIDE % 2 == 0 ? STRIDING : PASSING;
}

/// The dot at (x, y), counted from the lowest, leftmost one, of a figure that may be mirrored.
static char dot_at(pose shown, int32_t facing, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= DOTS_W || y >= DOTS_H)
    {
        return '.';
    }
    const int32_t column = facing < 0 ? DOTS_W - 1 - x : x;
    const int32_t row = DOTS_H - 1 - y;
    return row < BODY_H ? body[row][column] : legs[shown][row - BODY_H][column];
}

/// A dot's colour; around the figure a dark line, so that it is seen before anything.
static loam_colour dot_colour(pose shown, int32_t facing, int32_t x, int32_t y)
{
    const char letter = dot_at(shown, facing, x, y);
    if (letter != '.')
    {
        return colour_of(letter);
    }
    const bool beside = dot_at(shown, facing, x - 1, y) != '.' ||
                        dot_at(shown, facing, x + 1, y) != '.' ||
                        dot_at(shown, facing, x, y - 1) != '.' ||
                        dot_at(shown, facing, x, y + 1) != '.';
    return beside ? (loam_colour){24, 18, 26, 130} : (loam_colour){0};
}

/// Whoever burns glows.
static loam_colour burning(loam_colour colour, int32_t y, uint64_t steps)
{
    const float part = (y + (int32_t)(steps / 6)) % 5 < 2 ? 0.55f : 0.25f;
    loam_colour hot = loam_colour_mix(colour, (loam_colour){255, 140, 40, 255}, part);
    hot.a = colour.a;
    return hot;
}

/// What liquid there is lies before the player, too.
static loam_colour in_liquid(const loam_tile_frame *frame, double x, double y, loam_colour colour)
{
    const loam_tile_defs *defs = loam_tile_world_defs(frame->scene->world);
    const int64_t tile_x = (int64_t)x - (x < (double)(int64_t)x);
    const int64_t tile_y = (int64_t)y - (y < (double)(int64_t)y);
    const loam_tile tile = loam_frame_tile(&frame->ring, tile_x, tile_y);
    const frame_look *look = &frame->looks->blocks[tile.block << 8 | tile.block_variant];
    if ((look->kind & LOOK_LIQUID) == 0)
    {
        return colour;
    }
    const loam_tile_view plain = {.layer = LOAM_VIEW_BLOCKS, .sky_height = 1};
    loam_colour liquid = loam_tile_colour(defs, &plain, tile, 0);
    liquid = loam_colour_mix(colour, liquid, 0.45f * (float)liquid.a / 255.0f);
    liquid.a = colour.a;
    return liquid;
}

static void draw_dot(loam_tile_frame *frame, double x, double y, loam_colour colour)
{
    const frame_view *view = &frame->view;
    const double left = (double)view->tile_x + (double)view->off_x / view->zoom;
    const double low = (double)view->tile_y + (double)view->off_y / view->zoom;
    const int32_t x0 = loam_floor_int((float)((x - left) * view->zoom + 0.5));
    const int32_t x1 = loam_floor_int((float)((x + 0.5 - left) * view->zoom + 0.5));
    const int32_t y0 = loam_floor_int((float)((y - low) * view->zoom + 0.5));
    const int32_t y1 = loam_floor_int((float)((y + 0.5 - low) * view->zoom + 0.5));
    for (int32_t row = y0; row < y1; row++)
    {
        for (int32_t column = x0; column < x1; column++)
        {
            loam_frame_pixel(frame, column, view->h - 1 - row, colour);
        }
    }
}

void loam_frame_player(loam_tile_frame *frame)
{
    const loam_player *player = frame->scene->player;
    const uint64_t steps = loam_tile_world_steps(frame->scene->world);
    const double part = (double)loam_clamp01(frame->scene->between);
    const double fixed = LOAM_PLAYER_FIXED;
    const double feet_x = ((double)player->last_x + (double)(player->x - player->last_x) * part) /
                          fixed;
    const loam_camera *camera = frame->scene->camera;
    const double sunk = camera->last_sunk + (camera->sunk - camera->last_sunk) * part;
    const double feet_y = ((double)player->last_y + (double)(player->y - player->last_y) * part) /
                              fixed -
                          sunk;
    const pose shown = pose_of(player, steps);
    const double far = 2.0 * LOAM_MAX_FRAME_SIDE; // tiles: not seen at any zoom
    if (feet_x - frame->view.x > far || feet_x - frame->view.x < -far ||
        feet_y - frame->view.y > far || feet_y - frame->view.y < -far)
    {
        return;
    }
    for (int32_t y = -1; y <= DOTS_H; y++)
    {
        for (int32_t x = -1; x <= DOTS_W; x++)
        {
            loam_colour colour = dot_colour(shown, player->facing, x, y);
            if (colour.a == 0)
            {
                continue;
            }
            const double dot_x = feet_x + 0.5 * (x - DOTS_W / 2), dot_y = feet_y + 0.5 * y;
            colour = in_liquid(frame, dot_x + 0.25, dot_y + 0.25, colour);
            colour = loam_frame_lit(frame, dot_x, dot_y, colour);
            colour = player->burning ? burning(colour, y, steps) : colour;
            draw_dot(frame, dot_x, dot_y, colour);
        }
    }
}

// ---- the brush ----------------------------------------------------------------------------------

static bool in_brush(const loam_player *player, int32_t dx, int32_t dy)
{
    const int32_t radius = player->radius;
    if (dx < -radius || dx > radius || dy < -radius || dy > radius)
    {
        return false;
    }
    // At most radius + 1/2 from the middle, in whole numbers.
    return player->brush != LOAM_EDIT_CIRCLE || dx * dx + dy * dy <= radius * radius + radius;
}

static void draw_edge(loam_tile_frame *frame, int64_t tile_x, int64_t tile_y, bool upright)
{
    const frame_view *view = &frame->view;
    const int64_t x = (tile_x - view->tile_x) * view->zoom - view->off_x;
    const int64_t y = (tile_y - view->tile_y) * view->zoom - view->off_y;
    if (x < -view->zoom || y < -view->zoom || x > view->w || y > view->h)
    {
        return;
    }
    for (int32_t i = 0; i < view->zoom; i++)
    {
        const int32_t column = (int32_t)x + (upright ? 0 : i), row = (int32_t)y + (upright ? i : 0);
        loam_frame_pixel(frame, column, view->h - 1 - row, (loam_colour){255, 255, 255, 170});
    }
}

/// A line between tiles of the brush and others.
void loam_frame_outline(loam_tile_frame *frame)
{
    const loam_player *player = frame->scene->player;
    const int32_t reach = player->radius + 1;
    for (int32_t dy = -reach; dy <= reach; dy++)
    {
        for (int32_t dx = -reach; dx <= reach; dx++)
        {
            const bool here = in_brush(player, dx, dy);
            if (here != in_brush(player, dx - 1, dy))
            {
                draw_edge(frame, player->aim.x + dx, player->aim.y + dy, true);
            }
            if (here != in_brush(player, dx, dy - 1))
            {
                draw_edge(frame, player->aim.x + dx, player->aim.y + dy, false);
            }
        }
    }
}
