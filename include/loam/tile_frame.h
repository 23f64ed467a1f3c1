// SPDX-License-Identifier: MIT
// Loam, tiles: a picture of the game as its player sees it: sky, clouds, walls, blocks, fluids, light,
// flames, the player, rain. For the eyes, as light is.
#ifndef LOAM_TILE_FRAME_H
#define LOAM_TILE_FRAME_H

#include "loam/tile_game.h"
#include "loam/tile_light.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_FRAME_ZOOM 4 // pixels along the side of a tile, as a player sees it

/// Settings of a frame. Start from loam_default_tile_frame_def().
typedef struct loam_tile_frame_def
{
    loam_env env; // rows are composed in parallel if its jobs have threads
    int32_t w, h; // pixels, 16..LOAM_MAX_FRAME_SIDE
    int32_t zoom; // pixels along the side of a tile, 1..LOAM_MAX_FRAME_ZOOM; LOAM_FRAME_ZOOM
    bool
        light; // whether there are shadows; true. Then at most about 4000 tiles along a side are seen
    loam_tile_light_def light_def;
    /// How bright dark places are, 0.5..2; 1. It is a gamma: neither full light nor darkness change.
    float brightness;
} loam_tile_frame_def;

#define LOAM_MAX_FRAME_SIDE 7680
#define LOAM_MAX_FRAME_ZOOM 16
#define LOAM_MIN_FRAME_BRIGHTNESS 0.5f
#define LOAM_MAX_FRAME_BRIGHTNESS 2.0f

typedef struct loam_tile_frame loam_tile_frame;

LOAM_API loam_tile_frame_def loam_default_tile_frame_def(void);
LOAM_API loam_result loam_tile_frame_create(const loam_tile_frame_def *def, loam_tile_frame **out);
LOAM_API void loam_tile_frame_destroy(loam_tile_frame *frame);

/// What is seen. between is how much of a step has passed since the last one, 0..1: player, camera and
/// rain are drawn in between (Dubsky 2022, 2.4).
typedef struct loam_tile_frame_scene
{
    const loam_tile_world *world;
    const loam_player *player; // NULL: none is drawn
    const loam_camera *camera;
    float between;
    const loam_lamp *lamps; // beside the player's own
    int32_t lamp_count;     // 0..LOAM_MAX_LAMPS, or one less if there is a player, who has one
    bool outline;           // of the brush at the cursor
} loam_tile_frame_scene;

/// To be called after a step, or several, before frames are drawn: computes the light around the camera.
/// LOAM_BAD_ARGUMENT for a number of lamps that is not accepted; what was lit before stays.
LOAM_API loam_result loam_tile_frame_light(loam_tile_frame *frame,
                                           const loam_tile_frame_scene *scene);

/// Composes a frame into the picture, which has the frame's size. Nothing is allocated.
LOAM_API void loam_tile_frame_draw(loam_tile_frame *frame, const loam_tile_frame_scene *scene,
                                   loam_picture *picture);

/// The shadow that lies over the middle of a tile, as the last light was; none without light, or before any.
LOAM_API loam_shadow loam_tile_frame_shadow(const loam_tile_frame *frame, loam_tile_pos tile);

/// The tile that is seen at a pixel of the frame, which may lie beyond it; and the other way round, the upper
/// left pixel of a tile; tiles more than 2^26 away count as if they were nearer. Of the scene, its camera and
/// between count.
LOAM_API loam_tile_pos loam_tile_frame_tile(const loam_tile_frame *frame,
                                            const loam_tile_frame_scene *scene, int32_t x,
                                            int32_t y);
LOAM_API void loam_tile_frame_pixel(const loam_tile_frame *frame,
                                    const loam_tile_frame_scene *scene, loam_tile_pos tile,
                                    int32_t *x, int32_t *y);

#ifdef __cplusplus
}
#endif
#endif
