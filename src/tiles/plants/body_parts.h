// SPDX-License-Identifier: MIT
// A plant while it is built.
#ifndef LOAM_TILES_BODY_PARTS_H
#define LOAM_TILES_BODY_PARTS_H

#include "loam/flora.h"

#include "tiles/plants/body.h"

enum
{
    BODY_MAX_SEGMENTS = 2048, // of a turtle's
};

typedef struct body_parts
{
    const loam_tile_defs *defs;
    const loam_tile_species *species;
    uint64_t seed;
    loam_branch *branches;  // room for PLANT_MAX_BRANCHES
    loam_plant_cell *cells; // room for PLANT_MAX_CELLS
    uint32_t branch_count, cell_count;
    uint32_t turns[PLANT_MAX_BRANCHES]; // headings at rest
    float stiffness[PLANT_MAX_BRANCHES];
    int32_t last_piece[BODY_MAX_SEGMENTS]; // of a segment; -1: there was no room for it
} body_parts;

/// What a plant finds at its place.
loam_plant_site loam_body_site(const loam_tile_species *species, const loam_tile_plant *seed);

/// Makes branches of what has grown. False if there is nothing that can stand.
bool loam_body_build(body_parts *parts, const loam_plant *plant);

/// What makes each branch sway, from its form at rest.
void loam_body_set_mechanics(body_parts *parts);

#endif
