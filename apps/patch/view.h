// SPDX-License-Identifier: MIT
// Draws a patchwork from anywhere in it: ground, sky, and things of boxes, by OpenGL. Knows no window and no input.
#ifndef LOAM_PATCH_VIEW_H
#define LOAM_PATCH_VIEW_H

#include "gl/gl.h"
#include "patch/cells.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/quality.h"
#include "scene/sky.h"

/// What colours mean.
typedef enum patch_paint
{
    PAINT_MATERIALS,
    PAINT_PARTS,  // terrain and each kind of sewing (Barrio Morra 2021, fig. 3.38)
    PAINT_CHUNKS, // every part has a colour of its own (fig. 3.31)
    PAINT_BIOMES,
    PAINTS,
} patch_paint;

/// "materials", ...; NULL behind the last.
const char *patch_paint_name(int32_t paint);

typedef struct patch_look
{
    double hour; // 0 .. 24
    weather_kind weather;
    double seconds; // moves clouds, ripples, rain and snow
    patch_paint paint;
    const figure_box *boxes; // relative to the camera, as scene_set_boxes
    int32_t box_count;
} patch_look;

typedef struct patch_counters
{
    int64_t triangles, cells, outside; // of the last picture: drawn, and left out
    int64_t loads;                     // cells that were brought to the card for it
    size_t bytes;                      // of cells on the card
} patch_counters;

typedef struct patch_view patch_view;

/// g must be loaded from the context that is current, as for all that follows, and outlive the view. jobs makes
/// textures, NULL: this thread does.
loam_result patch_view_create(const gl *g, quality_kind kind, int32_t w, int32_t h, loam_jobs *jobs,
                              patch_view **out);
/// NULL is allowed. No cells that it has drawn may be left.
void patch_view_destroy(patch_view *view);

/// From now on pictures have w x h pixels. If it fails the view can only be destroyed.
loam_result patch_view_resize(patch_view *view, int32_t w, int32_t h);

/// The hook of cells that are drawn: set it as theirs, with the view as user, before they begin.
void patch_view_drop(void *view, patch_cell *cell);

/// Draws cells, and waits until it is done. The grids of cells of another def are made anew.
loam_result patch_view_draw(patch_view *view, patch_cells *cells, const camera *from,
                            const patch_look *look);

/// The last picture, stretched over the window of the context, of w x h pixels; or into a picture of its size.
void patch_view_show(const patch_view *view, int32_t w, int32_t h);
loam_result patch_view_read(patch_view *view, loam_picture *out);

patch_counters patch_view_count(const patch_view *view);

#endif
