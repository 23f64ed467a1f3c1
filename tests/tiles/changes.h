// SPDX-License-Identifier: MIT
// Every value of the definitions that a table describes, and ways to change it. The tests that see a
// field take effect, in a hash, in a file, in a world, go through all of them.
#ifndef LOAM_TESTS_TILES_CHANGES_H
#define LOAM_TESTS_TILES_CHANGES_H

#include "loam/tiles.h"

enum
{
    CHANGES_MAX = 1024
};

typedef struct change
{
    char path[96]; // as in messages: "ground.ores[2]"
    const loam_tile_field *field;
    int32_t element;
    size_t part;   // of loam_tile_defs, offset in bytes: where the field's struct begins
    int32_t index; // of the material, biome, rule, fluid or species; 0 for others
} change;

typedef enum change_way
{
    CHANGE_OTHER,  // to another accepted value
    CHANGE_LEAST,  // the least that is accepted
    CHANGE_MOST,   // the most
    CHANGE_BELOW,  // less than that, for a material one that there is not
    CHANGE_ABOVE,  // more, for a material one that has the wrong properties
    CHANGE_NOWHAT, // NaN; as above for what is no float
} change_way;

/// Definitions in which every value matters: each biome has a cover, dunes, peaks and lakes, all ores
/// are something, automata have all the rules there can be; there are two slow rules and two species. Not NULL; free it.
loam_tile_defs *changes_defs(void);

/// All values, for some of the materials and fluids, but those that have to go with another value: what a
/// rule changes, what settles, what falls from the sky, the first part of a species. Returns how many.
int32_t changes_list(const loam_tile_defs *defs, change *out);

/// Changes one value.
void change_apply(loam_tile_defs *defs, const change *what, change_way way);

/// Where the value is.
void *change_at(loam_tile_defs *defs, const change *what);

#endif
