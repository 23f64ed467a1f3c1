// SPDX-License-Identifier: MIT
// What a map of Tiled is made of, and the two forms in which it is written: XML and JSON.
#ifndef LOAM_EXPORT_TILED_TILED_H
#define LOAM_EXPORT_TILED_TILED_H

#include "loam/export_tiled.h"

#include <stdio.h>

enum
{
    TILED_MAX_PROPERTIES = LOAM_PROPERTY_COUNT + 4,
    TILED_MAX_ROWS = 2 * LOAM_MAX_MATERIALS
};

// ---- the tile set -------------------------------------------------------------------------------

/// A material in one of the layers: a row of the picture, a variant each.
typedef struct tiled_row
{
    uint8_t material;
    bool is_wall;
    int32_t variants;
} tiled_row;

typedef struct tiled_set
{
    const loam_tile_defs *defs;
    tiled_row rows[TILED_MAX_ROWS];
    int32_t row_count, columns;
    int32_t row_of[2][LOAM_MAX_MATERIALS]; // of blocks, of walls; -1: there is none
    int32_t kinds;                         // tiles that are something
} tiled_set;

void loam_tiled_set_init(tiled_set *set, const loam_tile_defs *defs);

/// The number of a tile in a layer of the map: 0 for air, else 1 and its number in the picture.
uint32_t loam_tiled_number(const tiled_set *set, bool is_wall, uint8_t material, uint8_t variant);

loam_result loam_tiled_write_picture(const tiled_set *set, const loam_env *env, const char *path,
                                     int32_t pixels);

// ---- what is written ----------------------------------------------------------------------------

typedef enum tiled_kind
{
    TILED_TEXT,
    TILED_WHOLE, // a number of 32 bits: Tiled has no longer ones
    TILED_TRUE,
    TILED_COLOUR,
} tiled_kind;

/// "string", "int", ...: Tiled's names.
const char *loam_tiled_type_name(tiled_kind kind);

typedef struct tiled_property
{
    const char *name;
    tiled_kind kind;
    const char *text;
    int32_t whole;
    loam_colour colour;
} tiled_property;

typedef struct tiled_properties
{
    tiled_property list[TILED_MAX_PROPERTIES];
    int32_t count;
} tiled_properties;

typedef struct tiled_head
{
    int32_t w, h, pixels; // the map's sides in tiles; a tile's in pixels
    int32_t layers, objects;
    loam_colour sky;
    tiled_properties properties;
    const tiled_set *set;
    const char *picture; // its name, in the folder of the map
} tiled_head;

/// A tile of the set that is more than its picture.
typedef struct tiled_tile
{
    int32_t id;
    const char *material;
    tiled_properties properties;
    bool collides;
} tiled_tile;

/// In pixels from the upper left corner. A point has no size.
typedef struct tiled_object
{
    const char *name, *kind;
    int64_t x, y, w, h;
} tiled_object;

typedef struct tiled_writer
{
    FILE *out;
    const tiled_head *head;
    int32_t layers, objects; // that were begun
    bool follows;            // whether something stands before, in a list that needs commas
} tiled_writer;

/// A form, in the order in which its functions are called: a map, its tiles, then layers of either kind. Numbers of
/// tiles stand between begin_layer and end_layer, the same in both forms.
typedef struct tiled_form
{
    void (*begin)(tiled_writer *to);
    void (*put_tile)(tiled_writer *to, const tiled_tile *tile);
    void (*end_tiles)(tiled_writer *to);
    void (*begin_layer)(tiled_writer *to, const char *name);
    void (*end_layer)(tiled_writer *to);
    void (*begin_objects)(tiled_writer *to, const char *name);
    void (*put_object)(tiled_writer *to, const tiled_object *object);
    void (*end_objects)(tiled_writer *to);
    void (*end)(tiled_writer *to);
} tiled_form;

extern const tiled_form loam_tiled_xml, loam_tiled_json;

#endif
