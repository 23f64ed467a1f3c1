// SPDX-License-Identifier: MIT
// The numbers and materials of a tile world that can be turned before it is made: what they are called, on which page
// they stand, how far they go. Where they lie in the definitions is known to the library. Knows no window.
#ifndef LOAM_PLAY_TILE_KNOBS_H
#define LOAM_PLAY_TILE_KNOBS_H

#include "loam/tiles.h"

typedef enum tile_knob_page
{
    TILE_KNOBS_CLIMATE,
    TILE_KNOBS_RELIEF,
    TILE_KNOBS_BIOME, // of one biome, or of all nine at once
    TILE_KNOBS_CAVES,
    TILE_KNOBS_ROCK,
    TILE_KNOBS_WATER,
    TILE_KNOBS_PLANTS,
    TILE_KNOBS_SKY,
    TILE_KNOB_PAGES,
} tile_knob_page;

extern const char *const tile_knob_page_names[TILE_KNOB_PAGES];

/// What part of the definitions a knob turns.
typedef enum tile_knob_scope
{
    TILE_KNOB_OF_GROUND,
    TILE_KNOB_OF_BIOME,
    TILE_KNOB_OF_AUTOMATA, // of blocks and walls at once
    TILE_KNOB_OF_GROVES,
    TILE_KNOB_OF_SKY,
} tile_knob_scope;

/// A number that is turned in whole steps, or a material (step is 0 then).
typedef struct tile_knob
{
    const char *label; // with one %s if it is about a material of the same place in `about`
    const char *field; // its name in the tables of loam/tiles.h, and so in files
    const char *about; // a field of materials, or NULL
    int32_t element;   // of the field
    tile_knob_page page;
    tile_knob_scope scope;
    bool shifts;        // of all biomes at once: adds to each, instead of multiplying
    uint32_t any_of;    // of loam_property: a material has one of these
    float low, high;    // as far as it is turned; what a file says may lie beyond
    int32_t parts;      // of the number's unit that the slider counts: 100 for per cent
    int32_t step;       // of the slider
    const char *format; // of what is shown, in parts: "%d tiles"
} tile_knob;

enum
{
    TILE_KNOB_ALL_BIOMES = -1,
    TILE_KNOB_MAX_LABEL = 64,
    TILE_KNOB_UNDOS = 24,
};

/// All of them, page by page.
const tile_knob *tile_knobs(int32_t *count);

bool tile_knob_is_material(const tile_knob *knob);
/// Whether it turns anything in these definitions: shares of ores do not if there is no ore.
bool tile_knob_is_there(const tile_knob *knob, const loam_tile_defs *defs);
void tile_knob_label(const tile_knob *knob, const loam_tile_defs *defs,
                     char out[TILE_KNOB_MAX_LABEL]);
/// What the field's table says of it.
const char *tile_knob_meaning(const tile_knob *knob);

/// A number in parts of its knob, or a material's id. biome: whose, or TILE_KNOB_ALL_BIOMES: the mean of all
/// (a material: that of the first).
int32_t tile_knob_get(const tile_knob *knob, const loam_tile_defs *defs, int32_t biome);
/// How far the slider goes: as the knob says, or to where the number is.
void tile_knob_limits(const tile_knob *knob, const loam_tile_defs *defs, int32_t biome,
                      int32_t *low, int32_t *high);
/// Turns it. For all biomes each keeps its share of the mean, or its distance from it if the knob shifts. If the
/// definitions would not be accepted they are as they were, and the message says why.
loam_result tile_knob_set(const tile_knob *knob, loam_tile_defs *defs, int32_t biome,
                          int32_t value);

/// Ids and names of the materials that it can be; returns how many.
int32_t tile_knob_materials(const tile_knob *knob, const loam_tile_defs *defs,
                            uint8_t ids[LOAM_MAX_MATERIALS], const char *names[LOAM_MAX_MATERIALS]);

#endif
