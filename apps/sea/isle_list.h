// SPDX-License-Identifier: MIT
// The islands around a viewer, in memory and on the graphics card: near ones by their maps, with what stands on them, far
// ones by heights alone. They come by a budget, near ones first; what was there stays until the better one is.
#ifndef LOAM_SEA_ISLE_LIST_H
#define LOAM_SEA_ISLE_LIST_H

#include "gl/target.h"
#include "loam/isles.h"
#include "scene/camera.h"
#include "sea/patch.h"

typedef enum isle_detail
{
    ISLE_NONE,
    ISLE_FAR,  // few heights
    ISLE_SEEN, // more of them
    ISLE_NEAR, // its maps, and what stands on it
} isle_detail;

/// A patch on the card.
typedef struct isle_ground
{
    patch_texels texels;               // its heights stay; the rest goes once it is on the card
    GLuint heights, shapes, low, high; // textures; heights 0: none
    gl_target sun;                     // how much of the sun is seen; framebuffer 0: none
    float sun_light[3];                // that it was made for
} isle_ground;

/// Something that stands on an island.
typedef struct isle_thing
{
    float x, y, z; // from the low corner of its island's ground; y above the sea
    float radius, turn, chance;
    uint8_t kind; // of the island's type; 255: none
    uint8_t shape;
    uint8_t lit; // how much of the sun is seen, of 255
} isle_thing;

/// A slot near the viewer.
typedef struct isle_cell
{
    int64_t slot_x, slot_z;
    bool is_known; // what follows is there
    loam_isle isle;
    isle_detail detail;
    float shows,
        things_show; // share of its pixels, and of those of what stands on it: what comes fades in
    isle_ground ground;
    isle_thing *things;
    int32_t thing_count;
    float things_light[3]; // that their light was found for
    isle_ground bed;       // near the viewer alone
} isle_cell;

typedef struct isle_list
{
    const gl *g;
    loam_isles *isles;
    int64_t view, seen,
        near; // m up to which islands are there at all, with more heights, with their maps
    bool gradual;
    loam_isle_stage stage;
    int64_t reach; // slots from the middle to the border
    int32_t side;  // slots along a side
    isle_cell *cells;
    int32_t *order;       // of cells from the middle outwards
    int64_t mid_x, mid_z; // slots
    bool has_place;
    loam_region *region; // of islands nearby that grow; NULL: none
    int64_t growing;
    uint64_t version; // grows with all that comes and goes
    size_t bytes;     // of textures
    loam_result failed;
} isle_list;

/// isles must outlive the list. Where slots are small islands are there up to less than `view`: see `list->view`.
loam_result isle_list_create(const gl *g, loam_isles *isles, int64_t view, int64_t near,
                             bool gradual, isle_list *out);
/// lost: the context is gone. {0} is allowed.
void isle_list_destroy(isle_list *list, bool lost);

/// Another distance up to which islands have their maps; and up to which there are any, where those that are there stay.
void isle_list_set_near(isle_list *list, int64_t near);
loam_result isle_list_set_view(isle_list *list, int64_t view);

/// Islands nearby are shown as they are at a stage.
void isle_list_set_stage(isle_list *list, loam_isle_stage stage);

/// Lets islands come for about budget_us; all that are wanted if the list is not gradual. *complete: whether all are there.
loam_result isle_list_update(isle_list *list, const camera *from, uint64_t budget_us,
                             bool *complete);

/// The i-th cell from the middle outwards, of side * side.
const isle_cell *isle_list_cell(const isle_list *list, int32_t i);

/// Finds again how much of the sun things see, if it has moved.
void isle_list_light(isle_list *list, const float light[3]);

/// Whether a light is so far from another that shadows differ.
bool isle_light_differs(const float a[3], const float b[3]);

/// Height of an island's ground at a place from its low corner, m.
float isle_ground_at(const patch_texels *patch, float x, float z);

#endif
