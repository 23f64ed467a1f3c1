// SPDX-License-Identifier: MIT
// Loam, land: maps, from one metre a pixel to ten kilometres.
#ifndef LOAM_LAND_MAP_H
#define LOAM_LAND_MAP_H

#include "loam/base.h"
#include "loam/land.h"
#include "loam/picture.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum loam_map_layer
{
    LOAM_MAP_ATLAS, // "map": shaded relief, biomes, depth of the sea, rivers, lakes, coast
    LOAM_MAP_BIOME,
    LOAM_MAP_HEIGHT,
    LOAM_MAP_RELIEF,
    LOAM_MAP_FLOW,
    LOAM_MAP_TEMPERATURE,
    LOAM_MAP_RAIN,
    LOAM_MAP_CELLS,
    LOAM_MAP_LAYER_COUNT,
} loam_map_layer;

/// "map", "biome", ... as the tool calls them; "?" for anything else.
LOAM_API const char *loam_map_layer_name(loam_map_layer layer);

/// Settings of a map. Start from loam_default_land_map_def().
typedef struct loam_land_map_def
{
    int64_t x, z;  // the centre, m
    int32_t w, h;  // pixels
    int64_t scale; // metres a pixel, 1 .. 10000
    loam_map_layer layer;
    bool grid, bar, names, roads;
    /// What the colours mean: biomes, those on the map, or values. The layer "relief" has none, nor have maps
    /// that are too small for it.
    bool legend;
    /// Called now and then from the calling thread with the rows done, if not NULL; false stops
    /// (LOAM_CANCELLED).
    bool (*progress)(void *user, int32_t rows, int32_t of);
    void *user;
} loam_land_map_def;

LOAM_API loam_land_map_def loam_default_land_map_def(void);

/// What a map shows, in figures.
typedef struct loam_land_map_figures
{
    int64_t pixels, land, lake, river; // that show each
    float lowest, highest;             // m
    int64_t biomes[LOAM_MAX_LAND_BIOMES];
    uint64_t hash; // of heights, water and biomes
} loam_land_map_figures;

/// Draws a map; north is up. Pixel (i, j) from the upper left shows the place (x + (i - w / 2) scale,
/// z - (j - h / 2) scale). With env's threads. The picture is the caller's, loam_picture_destroy it; if
/// anything fails there is none. At most 2^28 pixels, none of them beyond the end of the land. figures may be
/// NULL.
LOAM_API loam_result loam_land_map_draw(loam_land *land, const loam_land_map_def *def,
                                        const loam_env *env, loam_picture *out,
                                        loam_land_map_figures *figures);

/// Room for the name of a river, with the '\0'.
#define LOAM_MAX_RIVER_NAME 40

/// What maps call the river at a point that loam_land_river found, with coarse as it was there: a river has
/// one name on every graph and all along its course, down to where it ends or joins a larger one.
/// LOAM_NOT_FOUND if there is no river at the point; then, as after any failure, name is as it was.
LOAM_API loam_result loam_land_river_name(loam_land *land, const loam_river_point *point,
                                          bool coarse, char name[LOAM_MAX_RIVER_NAME]);

// ---- what has a name ----------------------------------------------------------------------------------

typedef enum loam_feature_kind
{
    LOAM_FEATURE_OCEAN,
    LOAM_FEATURE_SEA,
    LOAM_FEATURE_BAY,
    LOAM_FEATURE_CONTINENT,
    LOAM_FEATURE_ISLAND,
    LOAM_FEATURE_RANGE,
    LOAM_FEATURE_PEAK,
    LOAM_FEATURE_LAKE,
    LOAM_FEATURE_RIVER,
    LOAM_FEATURE_FOREST,
    LOAM_FEATURE_JUNGLE,
    LOAM_FEATURE_TAIGA,
    LOAM_FEATURE_DESERT,
    LOAM_FEATURE_MARSH,
    LOAM_FEATURE_ICE,
    LOAM_FEATURE_PLAIN,
    LOAM_FEATURE_KIND_COUNT,
} loam_feature_kind;

/// "ocean", "sea", ..., "range", "peak", "lake", "river", ...; "?" for anything else.
LOAM_API const char *loam_feature_kind_name(loam_feature_kind kind);

/// Something that maps name.
typedef struct loam_land_feature
{
    loam_feature_kind kind;
    int64_t x,
        z; // m: the middle of it, the top of a peak, where a river is strongest in its square
    float radius_m; // of the largest circle within it, about; half its width for a river
    float height;   // m: of the ground there, of the water of lakes and rivers
    char name[LOAM_MAX_RIVER_NAME];
} loam_land_feature;

/// What a map of this place, size and scale would name, whether or not there is room for its letters: each
/// once, nearest to the map's centre first. Some lie beyond its border, by up to the size of what fits its
/// scale. *count is how many there are; out gets as many of these as fit into capacity. def says the place,
/// the size and the scale; the rest of it is not used. Takes as long as the names of a map do. With env's memory.
LOAM_API loam_result loam_land_features(loam_land *land, const loam_land_map_def *def,
                                        const loam_env *env, loam_land_feature *out,
                                        int32_t capacity, int32_t *count);

#ifdef __cplusplus
}
#endif
#endif
