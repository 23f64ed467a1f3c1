// SPDX-License-Identifier: MIT
// Two pictures of a world that is not made yet: a long piece of it from far away, and one place tile by tile. A worker
// draws them, so no frame waits; without workers they are drawn in the frame that asks for them.
#ifndef LOAM_PLAY_SHAPE_PREVIEW_H
#define LOAM_PLAY_SHAPE_PREVIEW_H

#include "loam/picture.h"
#include "loam/tiles.h"

/// What is to be seen. Questions with the same revision have the same definitions.
typedef struct shape_question
{
    uint64_t revision;
    uint64_t seed;
    int64_t x, y;         // tile in the middle of the near picture; the far one is around x
    bool on_ground;       // y is that of the ground there
    int32_t far_w, far_h; // pixels
    int32_t near_w, near_h;
    int32_t tiles_a_pixel; // of the near one: 1, 2, 4 or 8
} shape_question;

enum
{
    SHAPE_FAR_TILES = 16,  // along the side of a pixel of the far picture
    SHAPE_FAR_HEIGHT = 50, // the height in its middle
};

typedef struct shape_answer
{
    shape_question question; // y is where the near picture is
    loam_result result;
    char message[256]; // why it failed
    loam_picture far, near;
} shape_answer;

typedef struct shape_preview shape_preview;

loam_result shape_preview_create(const loam_env *env, shape_preview **out);
/// Waits for what is being drawn. NULL is allowed.
void shape_preview_destroy(shape_preview *preview);

/// Begins to answer, unless it is drawing or has answered just this. defs are copied.
void shape_preview_ask(shape_preview *preview, const loam_tile_defs *defs,
                       const shape_question *question);
bool shape_preview_is_busy(const shape_preview *preview);
/// Whether a new answer has come, which holds until the next question: NULL if not.
const shape_answer *shape_preview_take(shape_preview *preview);

#endif
