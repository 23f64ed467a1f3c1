// SPDX-License-Identifier: MIT
// Small pictures of materials and tools, in one image.
#ifndef LOAM_PLAY_ICONS_H
#define LOAM_PLAY_ICONS_H

#include "window/painter.h"

#include "loam/tile_game.h"

enum
{
    ICON_SIDE = 16, // pixels
    ICON_COLUMNS = 16,
};

/// The ones that are no materials.
typedef enum icon_sign
{
    ICON_PICKAXE, // the tools, as loam_tool counts them
    ICON_HAMMER,
    ICON_BLOCK,
    ICON_WALL,
    ICON_BUCKET,
    ICON_AXE,
    ICON_SHEARS,
    ICON_SAPLING,
    ICON_CIRCLE, // brushes
    ICON_SQUARE,
    ICON_LARGER,
    ICON_SMALLER,
    ICON_SUN,
    ICON_MOON,
    ICON_CLOUD,
    ICON_RAIN,
    ICON_SNOW,
    ICON_FLAME,
    ICON_HEART,
    ICON_PLAYER, // on the map
    ICON_HOME,
    ICON_SIGNS,
} icon_sign;

/// A material as a little piece of it: its variants, edges where it meets the air, fluids with a wavy top,
/// what lets light through before a dark check. pixels has ICON_SIDE x ICON_SIDE, the first row on top.
void icon_of_material(const loam_material *material, loam_colour *pixels);
/// A sign, in its own colours, transparent around.
void icon_of_sign(icon_sign sign, loam_colour *pixels);

typedef struct icons icons;

/// All of them for these definitions, given to the painter.
loam_result icons_create(const loam_env *env, painter *paint, const loam_tile_defs *defs,
                         icons **out);
/// NULL is allowed.
void icons_destroy(icons *all);

/// Draws one, stretched to the box. NULL draws nothing.
void icons_draw(const icons *all, uint8_t material, box to, loam_colour tint);
void icons_draw_sign(const icons *all, icon_sign sign, box to, loam_colour tint);

#endif
