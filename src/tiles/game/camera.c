// SPDX-License-Identifier: MIT
#include "loam/tile_game.h"

// The camera looks at a point three quarters on the player and one quarter on the cursor, and goes an
// eighth of the way there in every step (as Dubsky 2022's program does). The cursor of a recorded game
// may stay behind, so it leads only so far. Who has gone far at once is looked at at once.
//
// A player who walks up a hill climbs it by whole tiles. For the eyes it sinks in by as much, and rises
// again within a few steps.

#define SMOOTHING 0.125
#define JUMP_CUT 600.0 // tiles, more than a screen
#define RISING 0.25    // of what it has sunk in, a step
#define MAX_SUNK 2.0   // tiles

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

/// From the player to where the camera looks.
static point lead_of(const loam_camera *camera, const loam_player *player)
{
    const point middle = middle_of(player);
    const double max_lead = camera->max_lead > 0 ? camera->max_lead : LOAM_CAMERA_LEAD;
    switch (camera->lead)
    {
    case LOAM_LEAD_FOLLOWS:
        return (point){limited(((double)player->aim.x + 0.5 - middle.x) / 4, max_lead),
                       limited(((double)player->aim.y + 0.5 - middle.y) / 4, max_lead)};
    case LOAM_LEAD_STAYS:
        return (point){camera->lead_x, camera->lead_y};
    default:
        return (point){0, 0};
    }
}

static void sink(loam_camera *camera, const loam_player *player)
{
    const double climbed = (double)(player->y - player->last_y) / LOAM_PLAYER_FIXED;
    const bool is_step = player->on_ground && (climbed >= 0.9 || climbed <= -0.9);
    camera->last_sunk = camera->sunk;
    camera->sunk = limited(camera->sunk + (is_step ? climbed : 0), MAX_SUNK) * (1 - RISING);
}

void loam_camera_begin(loam_camera *camera, const loam_player *player)
{
    LOAM_ASSERT(NULL, camera != NULL && player != NULL);
    const point middle = middle_of(player), lead = lead_of(camera, player);
    camera->lead_x = lead.x;
    camera->lead_y = lead.y;
    camera->x = camera->last_x = middle.x + lead.x;
    camera->y = camera->last_y = middle.y + lead.y;
    camera->sunk = camera->last_sunk = 0;
}

void loam_camera_step(loam_camera *camera, const loam_player *player)
{
    LOAM_ASSERT(NULL, camera != NULL && player != NULL);
    const point middle = middle_of(player), lead = lead_of(camera, player);
    const double x = middle.x + lead.x - camera->x, y = middle.y + lead.y - camera->y;
    if (x > JUMP_CUT || x < -JUMP_CUT || y > JUMP_CUT || y < -JUMP_CUT)
    {
        loam_camera_begin(camera, player);
        return;
    }
    camera->last_x = camera->x;
    camera->last_y = camera->y;
    camera->x += x * SMOOTHING;
    camera->y += y * SMOOTHING;
    if (camera->lead != LOAM_LEAD_STAYS)
    {
        camera->lead_x = camera->x - middle.x;
        camera->lead_y = camera->y - middle.y;
    }
    sink(camera, player);
}

void loam_camera_interpolate(const loam_camera *camera, float between, double *x, double *y)
{
    LOAM_ASSERT(NULL, camera != NULL && x != NULL && y != NULL);
    *x = camera->last_x + (camera->x - camera->last_x) * (double)between;
    *y = camera->last_y + (camera->y - camera->last_y) * (double)between;
}
