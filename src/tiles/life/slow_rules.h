// SPDX-License-Identifier: MIT
// The slow rules of the definitions, prepared: which hold for a material in a layer, as comparisons of bits.
#ifndef LOAM_TILES_SLOW_RULES_H
#define LOAM_TILES_SLOW_RULES_H

#include "loam/tiles.h"

// Of what is around, beside properties.
#define SEEN_NOT_SOLID (1u << LOAM_PROPERTY_COUNT)
#define SEEN_AIR (1u << (LOAM_PROPERTY_COUNT + 1))
#define SEEN_OPEN_SKY (1u << (LOAM_PROPERTY_COUNT + 2))
#define SEEN_EDGES (SEEN_NOT_SOLID | SEEN_AIR) // what a plant's tile has from the wall behind it

/// A rule that holds for a material in a layer.
typedef struct slow_rule
{
    uint32_t required, forbidden;         // in both layers if mixed, else in the tile's
    uint32_t own_required, own_forbidden; // in the tile's layer: what modifiers say
    int32_t chance;
    uint8_t temperature[2], humidity[2]; // low, high
    uint8_t to;
    bool mixed, has_climate, stirs;
    uint32_t written; // of loam_layer, 0: it replaces the tile
} slow_rule;

/// The rules of a material in a layer: `count` of `numbers` from `first` on, and whether its variant has
/// to fit.
typedef struct rule_list
{
    uint32_t first;
    uint16_t count;
    bool fits_edges;
} rule_list;

typedef struct slow_rules
{
    uint32_t seen[LOAM_MAX_MATERIALS]; // what a material is when it is around
    bool flows[LOAM_MAX_MATERIALS];
    slow_rule rules[LOAM_MAX_SLOW_RULES];   // by their place in the definitions
    rule_list lists[2][LOAM_MAX_MATERIALS]; // of blocks and walls
    bool heeded[2][LOAM_MAX_MATERIALS];     // there is something to do in its list
    uint8_t *numbers;                       // of rules
    size_t number_count;
} slow_rules;

/// What it needs is freed by loam_slow_rules_free, after a failure too.
loam_result loam_slow_rules_init(slow_rules *rules, const loam_env *env,
                                 const loam_tile_defs *defs);
void loam_slow_rules_free(slow_rules *rules, const loam_env *env);

#endif
