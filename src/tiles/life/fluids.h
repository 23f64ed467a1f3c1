// SPDX-License-Identifier: MIT
// Fluids and loose solids: what moves by itself (Dubsky 2022, 3.4 and 4.5.2).
#ifndef LOAM_TILES_FLUIDS_H
#define LOAM_TILES_FLUIDS_H

#include "loam/tile_world.h"

#include "tiles/life/awake.h"
#include "tiles/life/fluid_parts.h"

/// A fluid boiled down. Chances are of 1024; those of decays of 65536.
typedef struct fluid_kind
{
    uint8_t relations[LOAM_MAX_MATERIALS]; // to what is next to it: bits of FLUID_STRAIGHT, ...
    uint8_t material, motion, settled, fumes;
    int32_t ahead; // rows: 1 for what rises, -1 for all else
    uint16_t straight, diagonal, sideways, wind, levelling, settle_chance;
    uint16_t dissolves, appetite, used_up;
    uint8_t contacts[LOAM_MAX_CONTACTS], contact_results[LOAM_MAX_CONTACTS];
    uint16_t contact_chances[LOAM_MAX_CONTACTS];
    uint8_t decay_results[LOAM_MAX_DECAYS];
    uint32_t decay_chances[LOAM_MAX_DECAYS];
    bool decays;
    bool together; // tiles of it can be plain: see fluid_plain.c
    uint8_t ways;  // those that it ever takes: bits of WAY_STRAIGHT, ...
} fluid_kind;

/// All that fluids go by.
typedef struct fluid_rules
{
    fluid_kind kinds[LOAM_MAX_FLUIDS + 1]; // from 1 on
    int32_t kind_count;                    // the first one, which stands for none, included
    uint8_t kind_of[LOAM_MAX_MATERIALS];   // 0: not a fluid
    uint8_t loose_of[LOAM_MAX_MATERIALS];  // what a granular solid is when it has come loose
    bool holds[LOAM_MAX_MATERIALS];        // neither air nor a fluid: something can lie on it
    uint8_t variants[LOAM_MAX_MATERIALS];  // that a new tile can have
    uint16_t hardness[LOAM_MAX_MATERIALS];
    uint8_t
        border; // a block that no fluid goes into or does anything to; LOAM_AIR if there is none
} fluid_rules;

void loam_fluid_rules_init(fluid_rules *rules, const loam_tile_defs *defs);

/// A part of the ring's array: from here on, so many tiles on each axis.
typedef struct fluid_area
{
    uint32_t x, y, side;
} fluid_area;

/// Tiles that fluids move, and what they need to know. Coordinates are those of the ring's array.
typedef struct fluid_field
{
    const loam_env *env; // for assertions
    const fluid_rules *rules;
    loam_tile *tiles;
    loam_awake awake;
    int32_t side_log2;
    const int16_t *winds;   // of every column of quarters, of 1024, positive to the right
    const uint8_t *planted; // not 0: tiles with a plant in their wall, NULL if there are no plants
    const uint16_t *behind; // what is behind it, the material in the low byte
    fluid_area closed;      // whole quarters, which fluids do not leave; they do if its side is 0
} fluid_field;

#define FLUID_TOUCHED_BELOW (1u << 1)
#define FLUID_TOUCHED_SELF (1u << 4)

/// What a quarter did in a step.
typedef struct fluid_report
{
    uint32_t looked_at, moved, converted;
    uint32_t touched; // which of the 3 x 3 quarters around have changed: bit 4 is the own one
    int32_t requests; // how many tiles look for another vessel
    uint32_t seekers[FLUID_REQUESTS]; // where they are in the array
} fluid_report;

/// Moves the fluids of one quarter by a step. x and y are the quarter's first tile; seed is drawn from
/// world seed, step and where the quarter is in the world.
void loam_fluids_quarter(const fluid_field *field, uint32_t x, uint32_t y, uint64_t seed,
                         fluid_report *report);

/// Whether something can lie on a material: it stays where it is, or is loose and only just moving.
static inline bool fluid_supports(const fluid_rules *rules, uint8_t block)
{
    return rules->holds[block] || rules->kinds[rules->kind_of[block]].settled != LOAM_AIR;
}

/// What follows from a block that has changed by other means: what stood on something that is gone (opened)
/// comes loose, and so does what was put where nothing holds it; liquids around look for a new level. The
/// report has what was touched, relative to the quarter that the tile is in.
void loam_fluids_changed(const fluid_field *field, uint32_t x, uint32_t y, bool opened,
                         fluid_report *report);

/// Wakes those tiles of a chunk, just arrived, that could change; and all along its border.
void loam_fluids_arrived(const fluid_field *field, uint32_t x, uint32_t y);

/// Wakes what may lie still because the area that it must not leave ends there.
void loam_fluids_reopen(const fluid_field *field);

#endif
