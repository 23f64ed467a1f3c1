// SPDX-License-Identifier: MIT
#include "plant_views.h"

#include <math.h>

static const loam_colour wood = {214, 190, 158, 255}, joint = {255, 255, 255, 255},
                         leaves = {118, 190, 92, 150}, edge = {110, 118, 132, 255},
                         to_left = {92, 156, 236, 200}, to_right = {240, 150, 70, 200};

/// A plant in a picture.
typedef struct view_pen
{
    loam_picture *picture;
    const loam_tile_plant *plant;
    float zoom;
} view_pen;

const char *plant_view_name(int32_t view)
{
    static const char *const names[] = {"tiles", "skeleton", "forces", "ranges"};
    return view < PLANT_VIEW_COUNT ? names[view] : NULL;
}

static float pixel_x(const view_pen *pen, float x)
{
    return ((float)pen->plant->x + x) * pen->zoom;
}

static float pixel_y(const view_pen *pen, float y)
{
    return (float)pen->picture->h - ((float)pen->plant->y + y) * pen->zoom;
}

static void line(const view_pen *pen, const loam_tile_branch *branch, float width,
                 loam_colour colour)
{
    loam_picture_line(pen->picture, pixel_x(pen, branch->from[0]), pixel_y(pen, branch->from[1]),
                      pixel_x(pen, branch->to[0]), pixel_y(pen, branch->to[1]), width, colour);
}

static void dot(const view_pen *pen, const float at[2], float width, loam_colour colour)
{
    const float x = pixel_x(pen, at[0]), y = pixel_y(pen, at[1]);
    loam_picture_line(pen->picture, x, y, x, y, width, colour);
}

/// As wide as a disc of its tiles.
static float clump_width(const view_pen *pen, const loam_tile_branch *branch)
{
    return 1.13f * sqrtf((float)branch->tiles) * pen->zoom;
}

// ---- views ----------------------------------------------------------------------------------------

static void draw_skeleton(const view_pen *pen, const loam_tile_pose *pose)
{
    for (int32_t i = 0; i < pose->count; i++)
    {
        const loam_tile_branch *const branch = &pose->branches[i];
        if (branch->is_clump)
        {
            dot(pen, branch->to, clump_width(pen, branch), (loam_colour){118, 190, 92, 50});
            dot(pen, branch->to, 2.5f, leaves);
        }
    }
    for (int32_t i = 0; i < pose->count; i++)
    {
        const loam_tile_branch *const branch = &pose->branches[i];
        if (!branch->is_clump)
        {
            line(pen, branch, 1.6f, wood);
            dot(pen, branch->from, 3.4f, joint);
        }
    }
}

static float largest_moment(const loam_tile_pose *pose)
{
    float largest = 1.0e-6f;
    for (int32_t i = 0; i < pose->count; i++)
    {
        largest = fmaxf(largest, fabsf(pose->branches[i].moment));
    }
    return largest;
}

/// Dark where little acts on a joint, bright where most does; roots of shares, as a stem carries all the rest.
static void draw_forces(const view_pen *pen, const loam_tile_pose *pose)
{
    int32_t stops;
    const loam_ramp_stop *const heat = loam_ramp_named("heat", &stops);
    const float largest = largest_moment(pose);
    for (int32_t i = pose->count - 1; i >= 0; i--)
    {
        const loam_tile_branch *const branch = &pose->branches[i];
        const float share = sqrtf(sqrtf(fabsf(branch->moment) / largest));
        if (branch->is_clump)
        {
            dot(pen, branch->to, 2.5f, leaves);
            continue;
        }
        line(pen, branch, 1.0f + 5.0f * share, loam_ramp_at(heat, stops, 0.25f + 0.75f * share));
    }
}

static void draw_bones(const view_pen *pen, const loam_tile_pose *pose, loam_colour colour)
{
    for (int32_t i = 0; i < pose->count; i++)
    {
        const loam_tile_branch *const branch = &pose->branches[i];
        if (branch->is_clump)
        {
            dot(pen, branch->to, 2.0f, colour);
        }
        else
        {
            line(pen, branch, 1.4f, colour);
        }
    }
}

static void draw_box(const view_pen *pen, const int32_t box[4])
{
    const float left = pixel_x(pen, (float)box[0]), right = pixel_x(pen, (float)box[2] + 1);
    const float low = pixel_y(pen, (float)box[1]), high = pixel_y(pen, (float)box[3] + 1);
    loam_picture_line(pen->picture, left, low, right, low, 1, edge);
    loam_picture_line(pen->picture, left, high, right, high, 1, edge);
    loam_picture_line(pen->picture, left, low, left, high, 1, edge);
    loam_picture_line(pen->picture, right, low, right, high, 1, edge);
}

static loam_result draw_ranges(const loam_env *env, const loam_tile_defs *defs, const view_pen *pen,
                               loam_tile_pose *pose)
{
    static const float winds[] = {-1.0f, 1.0f, 0.0f};
    const loam_colour colours[] = {to_left, to_right, joint};
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 3 && result == LOAM_OK; i++)
    {
        result = loam_tile_plant_pose(env, defs, pen->plant, winds[i], pose);
        draw_bones(pen, pose, colours[i]);
    }
    if (result == LOAM_OK && pose->count > 0)
    {
        draw_box(pen, pose->box);
    }
    return result;
}

loam_result plant_view_draw(const loam_env *env, const loam_tile_defs *defs, plant_view view,
                            const loam_tile_plant *plant, int32_t zoom, loam_picture *picture)
{
    static loam_tile_branch branches[LOAM_MAX_PLANT_BRANCHES];
    loam_tile_pose pose = {.branches = branches, .room = LOAM_MAX_PLANT_BRANCHES};
    const view_pen pen = {picture, plant, (float)zoom};
    if (view == PLANT_VIEW_RANGES)
    {
        return draw_ranges(env, defs, &pen, &pose);
    }
    const float wind = view == PLANT_VIEW_FORCES ? 1.0f : 0.0f;
    const loam_result result = loam_tile_plant_pose(env, defs, plant, wind, &pose);
    if (result == LOAM_OK)
    {
        (view == PLANT_VIEW_FORCES ? draw_forces : draw_skeleton)(&pen, &pose);
    }
    return result;
}
