// SPDX-License-Identifier: MIT
// The legend of a map: what its colours mean.
#ifndef LOAM_ATLAS_LEGEND_H
#define LOAM_ATLAS_LEGEND_H

#include "atlas/furniture.h"
#include "atlas/paint.h"

enum
{
    MAP_MAX_SWATCHES = LOAM_MAX_LAND_BIOMES + 1 // lakes too
};

/// The colours that pixels of biomes, and behind those of lakes, have on a map, added up.
typedef struct map_tally
{
    int64_t r[MAP_MAX_SWATCHES], g[MAP_MAX_SWATCHES], b[MAP_MAX_SWATCHES], count[MAP_MAX_SWATCHES];
} map_tally;

/// Adds the pixels of a tile that has been painted, but for those of shores, rivers and roads.
void loam_map_tally_add(map_tally *tally, const map_tile *tile, const loam_picture *picture);

typedef struct map_swatch
{
    const char *text;
    loam_colour colour;
    int64_t count; // of pixels
} map_swatch;

/// A title, and below it a ramp of values or the colours of biomes, those first that most of the map shows.
typedef struct map_legend
{
    map_box box; // around all of it; nothing if the map has none
    const char *title;
    float size;    // of letters
    map_ramp ramp; // without tints if there is none
    map_swatch swatches[MAP_MAX_SWATCHES];
    int32_t swatch_count, rows; // rows of a column of them
    float column;               // px, from one to the next
} map_legend;

/// Makes the legend of a map that wants one, in its lower right corner above the bar. Biomes for which there
/// is no room are left out, those first of which there is least. There is none on the layer of the relief,
/// and on maps that are too small for it.
map_legend loam_map_legend_make(const loam_land *land, const loam_land_map_def *def,
                                const map_tally *tally);

bool loam_map_has_legend(const map_legend *legend);

void loam_map_draw_legend(const map_legend *legend, loam_picture *picture);

/// Where a swatch is, and what is written beside it.
map_box loam_map_legend_swatch(const map_legend *legend, int32_t index);
map_box loam_map_legend_text(const map_legend *legend, int32_t index);

/// Where the ramp has a value between those of its ends.
map_box loam_map_legend_ramp(const map_legend *legend);
float loam_map_legend_ramp_y(const map_legend *legend, float value);

#endif
