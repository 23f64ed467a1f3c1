// SPDX-License-Identifier: MIT
#include "loam/tile_game.h"

// The camera looks at a point three quarters on the player and one quarter on the cursor, and goes an
// eighth of the way there in every step (as Dubsky 2022's program does). The cursor of a recorded game
// may stay behind, so it leads only so far. Who has gone far at once is looked at at once.

#define SMOOTHING 0.125
#define JUMP_CUT 600.0 // tiles, more than a screen

typedef struct point
{
    double x, y;
} point;

static double limited(double value, double limit)
{
    return value < -limit ? -limit : value > limit ? limit : value;
}

static point middle_of(const loam_player *player)
{
    return (point){(double)player->x / LOAM_PLAYER_FIXED,
                   (double)player->y / LOAM_PLAYER_FIXED + LOAM_PLAYER_HEIGHT / 2.0};
}

static point target_of(const loam_camera *camera, const loam_player *player)
{
    const point middle = middle_of(player);
    if (camera->steady)
    {
        return middle;
    }
    const double x = (double)player->aim.x + 0.5 - middle.x;
    const double y = (double)player->aim.y + 0.5 - middle.y;
    return (point){middle.x + limited(x / 4, LOAM_CAMERA_LEAD),
                   middle.y + limited(y / 4, LOAM_CAMERA_LEAD)};
}

void loam_camera_begin(loam_camera *camera, const loam_player *player)
{
    LOAM_ASSERT(NULL, camera != NULL && player != NULL);
    const point target = target_of(camera, player);
    camera->x = camera->last_x = target.x;
    camera->y = camera->last_y = target.y;
}

void loam_camera_step(loam_camera *camera, const loam_player *player)
{
    LOAM_ASSERT(NULL, camera != NULL && player != NULL);
    const point target = target_of(camera, player);
    const double x = target.x - camera->x, y = target.y - camera->y;
    if (x > JUMP_CUT || x < -JUMP_CUT || y > JUMP_CUT || y < -JUMP_CUT)
    {
        loam_camera_begin(camera, player);
        return;
    }
    camera->last_x = camera->x;
    camera->last_y = camera->y;
    camera->x += x * SMOOTHING;
    camera->y += y * SMOOTHING;
}

void loam_camera_between(const loam_camera *camera, float between, double *x, double *y)
{
    LOAM_ASSERT(NULL, camera != NULL && x != NULL && y != NULL);
    *x = camera->last_x + (camera->x - camera->last_x) * (double)between;
    *y = camera->last_y + (camera->y - camera->last_y) * (double)between;
}
