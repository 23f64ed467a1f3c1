// SPDX-License-Identifier: MIT
// Small pictures beside knobs, and changes of knobs that can be taken back: what explorers with knobs share.
#ifndef LOAM_ROAM_PREVIEW_H
#define LOAM_ROAM_PREVIEW_H

#include "roam/roam.h"

/// Start from {0}.
typedef struct roam_preview
{
    loam_picture picture;
    painter_image *image;
} roam_preview;

/// Whether the picture is there, of w x h pixels, to be painted.
bool roam_preview_begin(roam *r, roam_preview *p, int32_t w, int32_t h);
/// The picture was painted anew.
void roam_preview_painted(roam *r, roam_preview *p);
void roam_preview_end(roam *r, roam_preview *p);

/// Draws it below a line of text; as high as its width says.
void roam_preview_draw(roam *r, roam_preview *p, box at, const char *title, bool smooth);

/// Where one stands and looks to, at a pixel of a map with north above.
void roam_preview_viewer(roam *r, int32_t x, int32_t y);

/// Puts a copy of what was before a change behind others of its size, `most` of them at most: the oldest leaves.
void roam_remember(void *items, int32_t *count, int32_t most, size_t size, const void *before);
/// The last of them, which leaves. False if there is none.
bool roam_recall(const void *items, int32_t *count, size_t size, void *out);

#endif
