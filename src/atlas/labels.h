// SPDX-License-Identifier: MIT
// Names on a map: how each kind is lettered, and where there is room.
#ifndef LOAM_ATLAS_LABELS_H
#define LOAM_ATLAS_LABELS_H

#include "atlas/features.h"
#include "atlas/furniture.h"
#include "atlas/rivers.h"
#include "atlas/sea.h"

/// A label: letters, each with its place in pixels, so that they may follow a curve.
typedef struct map_label
{
    char text[MAP_MAX_NAME];
    float x[MAP_MAX_NAME], y[MAP_MAX_NAME], angle[MAP_MAX_NAME]; // left ends of the base line
    int32_t count;
    float size, rank;
    float radius; // of the feature, px; 0 for rivers
    map_kind kind;
    uint64_t hash;
    const map_river *river; // whose course it follows, or NULL
    float x0, y0, x1, y1;   // around it
} map_label;

typedef struct map_labels
{
    map_label *list; // the most important first
    int32_t count, capacity;
} map_labels;

/// What names keep clear of besides the furniture.
typedef struct map_room
{
    const map_sea *sea;    // only those of rivers
    const map_box *legend; // NULL if there is none
} map_room;

/// The labels of what a map shows, as far as there is room: each lies on the map, and none touches another,
/// or the furniture. Those of rivers are on land, along a stretch that is long and straight enough for
/// them, and point to the rivers.
loam_result loam_map_labels_place(const loam_env *env, const loam_land_map_def *def,
                                  const map_features *features, const map_rivers *rivers,
                                  const map_room *room, map_labels *out);

void loam_map_labels_free(const loam_env *env, map_labels *labels);

void loam_map_labels_draw(const map_labels *labels, loam_picture *picture);

/// Writes the names of what a map shows onto its picture.
loam_result loam_map_draw_names(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                                const map_room *room, loam_picture *picture);

#endif
