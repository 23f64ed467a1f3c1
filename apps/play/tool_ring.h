// SPDX-License-Identifier: MIT
// The ring of tools around the cursor: shown as long as its key is held; what it points at then is taken.
#ifndef LOAM_PLAY_TOOL_RING_H
#define LOAM_PLAY_TOOL_RING_H

#include "play/app.h"

/// What is around it, clockwise from the top.
enum
{
    RING_PICKAXE,
    RING_HAMMER,
    RING_BLOCK,
    RING_WALL,
    RING_BUCKET,
    RING_AXE,
    RING_SHEARS,
    RING_SAPLING,
    RING_SMALLER,
    RING_SHAPE,
    RING_LARGER,
    RING_PARTS,
};

typedef struct tool_ring
{
    int32_t x, y;  // its middle, pixels
    int32_t part;  // that is pointed at, -1 for none
    bool used;     // a part was taken while it was open: letting go takes nothing more
    int32_t drawn; // the part that the image shows so
    int32_t side;  // of the image
    painter_image *image;
    loam_picture picture;
} tool_ring;

/// Which part lies in a direction, y up; -1 if it is too short.
int32_t tool_ring_part(float x, float y, float least);

/// Opens, follows and closes it by the keys; before the other tools of a frame.
void tool_ring_run(app *a);
void tool_ring_draw(app *a);
void tool_ring_forget(app *a);

#endif
