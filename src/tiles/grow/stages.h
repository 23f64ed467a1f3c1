// SPDX-License-Identifier: MIT
// The names of the stages, from which their seeds are derived.
#ifndef LOAM_TILES_STAGES_H
#define LOAM_TILES_STAGES_H

#define TILE_STAGE_GROUND "ground"
#define TILE_STAGE_CONSOLIDATE "consolidate"
#define TILE_STAGE_VARIANTS "variants"
#define TILE_STAGE_PLANTS "plants"

#endif
