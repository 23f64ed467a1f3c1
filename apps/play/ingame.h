// SPDX-License-Identifier: MIT
// What the parts of the game's screen remember from frame to frame, as long as a world is open.
#ifndef LOAM_PLAY_INGAME_H
#define LOAM_PLAY_INGAME_H

#include "play/app.h"
#include "play/icons.h"
#include "play/tool_ring.h"

/// What a stamp, or the clipboard, looks like.
typedef struct ingame_stamp
{
    char name[LOAM_MAX_NAME + 1]; // "" of the clipboard
    loam_picture picture;         // a pixel a tile; none if there was no memory for it
    painter_image *image;         // of it, made when it is drawn first
    int32_t w, h;                 // tiles
} ingame_stamp;

struct ingame
{
    icons *icons;           // NULL if they could not be made
    bool use_wanted;        // in the last frame
    bool using;             // since the button was pressed
    bool use_works;         // has, since then
    char use_refused[256];  // why not, if it has not; "" if that needs no words
    bool hanging;           // lights, since the button was pressed
    loam_tile_pos light_at; // where the last one was hung up
    bool brush_lent;        // a light is held: the brush is the smallest, and was this one
    loam_edit_shape own_brush;
    int32_t own_radius;
    bool wall_by_choice;              // walls were taken for a material that is nothing else
    bool carried[LOAM_MAX_MATERIALS]; // by a limited player, in the last frame
    float name_seconds;               // for how long the name of the chosen material is still shown
    tool_ring ring;

    // copying: the game itself does not tell what it holds
    ingame_stamp clipboard;
    ingame_stamp stamps[LOAM_MAX_STAMPS];
    int32_t stamp_count;
    char stamp_name[LOAM_MAX_NAME + 1]; // that is being written
    bool naming;                        // its field had the focus in the last frame

    // the inventory
    char search[LOAM_MAX_NAME + 1];
    bool fresh; // the screen was just entered: the focus has a place to be in

    // the map
    double map_x, map_y; // tiles in the middle
    int32_t map_zoom;    // 2 to this are the pixels along 8 tiles
    bool map_zoomed;     // by the player: it opens as it was left
    bool map_dragged;
    bool map_saving; // some of it in each frame
    int32_t map_mouse_x, map_mouse_y;
    painter_image *map_image;
    loam_picture map_picture;

    // the overlay
    uint64_t frame_us[APP_HISTORY]; // when frames began; 0: before it was shown
    uint64_t overlay_frame;         // the last one that it was shown in
    painter_image *graph;
    loam_picture graph_picture;
};

/// A world was opened: what is kept with it is recalled.
void ingame_enter(app *a);
/// It is about to be closed, while it can still be asked.
void ingame_leave(app *a);

/// Seconds since the last frame, at most a tenth.
float ingame_seconds(const app *a);

const loam_player *ingame_player(const app *a);
const loam_tile_defs *ingame_defs(const app *a);

#endif
