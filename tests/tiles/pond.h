// SPDX-License-Identifier: MIT
// A small field of fluids without a world around it, for tests of how they move. Its sides are joined,
// as those of the ring's array are.
#ifndef LOAM_TESTS_TILES_POND_H
#define LOAM_TESTS_TILES_POND_H

#include "check.h"
#include "loam/random.h"
#include "tiles/data/defs.h"
#include "tiles/life/fluid_group.h"
#include "tiles/life/level.h"

#include <stdlib.h>

enum
{
    POND_LOG2 = 7,
    POND_SIDE = 1 << POND_LOG2,
    POND_TILES = POND_SIDE * POND_SIDE,
    POND_SEEKERS = 4 * FLUID_REQUESTS,
};

typedef struct pond
{
    loam_tile_defs defs;
    fluid_rules rules;
    fluid_field field;
    int16_t winds[POND_SIDE / QUARTER_SIDE];
    uint64_t seed, steps;
    uint64_t looked_at, moved, converted, levelled; // in the last step
    uint32_t touched[4];                            // by quarters in the order of their turns
    int32_t most_requests;                          // of a quarter in any step
    loam_tile tiles[POND_TILES];
} pond;

/// A pond full of a tile, by the built-in definitions. Free it with pond_close.
static inline pond *pond_open(uint64_t seed, uint8_t block)
{
    const loam_env env = loam_default_env();
    pond *const p = calloc(1, sizeof *p);
    if (p == NULL)
    {
        abort();
    }
    loam_tile_defs_init(&p->defs);
    loam_fluid_rules_init(&p->rules, &p->defs);
    p->seed = seed;
    p->field = (fluid_field){
        .rules = &p->rules, .tiles = p->tiles, .side_log2 = POND_LOG2, .winds = p->winds};
    CHECK_OK(loam_awake_init(&p->field.awake, &env, POND_SIDE));
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        p->tiles[i] = (loam_tile){.block = block};
    }
    return p;
}

static inline void pond_close(pond *p)
{
    const loam_env env = loam_default_env();
    loam_awake_free(&p->field.awake, &env);
    free(p);
}

/// To be called when the definitions were changed.
static inline void pond_redefine(pond *p)
{
    loam_fluid_rules_init(&p->rules, &p->defs);
}

static inline loam_tile *pond_at(pond *p, int32_t x, int32_t y)
{
    return &p->tiles[(y & (POND_SIDE - 1)) * POND_SIDE + (x & (POND_SIDE - 1))];
}

/// To be called when tiles were written: all of them wake up.
static inline void pond_wake(pond *p)
{
    for (uint32_t i = 0; i < POND_TILES; i++)
    {
        const bool fluid = p->rules.kind_of[p->tiles[i].block] != 0;
        loam_awake_set_fluid(&p->field.awake, i % POND_SIDE, i / POND_SIDE, fluid);
    }
    loam_awake_all(&p->field.awake);
}

static inline void pond_put(pond *p, int32_t x, int32_t y, int32_t w, int32_t h, uint8_t block)
{
    for (int32_t i = 0; i < w * h; i++)
    {
        const uint8_t lean = p->rules.kind_of[block] != 0 ? loam_random_u32(p->seed, i) & 1 : 0;
        *pond_at(p, x + i % w, y + i / w) = (loam_tile){.block = block, .block_variant = lean};
    }
}

/// Changes one block as an edit does.
static inline void pond_edit(pond *p, int32_t x, int32_t y, uint8_t block)
{
    fluid_report report;
    loam_tile *const tile = pond_at(p, x, y);
    const uint8_t before = tile->block;
    tile->block = block;
    tile->block_variant = 0;
    const uint32_t at_x = (uint32_t)x & (POND_SIDE - 1), at_y = (uint32_t)y & (POND_SIDE - 1);
    const fluid_rules *const rules = p->field.rules;
    loam_awake_set_fluid(&p->field.awake, at_x, at_y, rules->kind_of[block] != 0);
    loam_awake_around(&p->field.awake, at_x, at_y);
    loam_fluids_changed(&p->field, at_x, at_y, fluid_supports(rules, before), &report);
}

static inline void pond_level(pond *p, const fluid_report *reports, uint64_t step_seed)
{
    const fluid_area area = {0, 0, POND_SIDE};
    level_transfer transfers[POND_SEEKERS];
    int32_t count = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        for (int32_t k = 0; k < reports[i].requests; k++)
        {
            const uint32_t at = reports[i].seekers[k];
            transfers[count] = loam_level_seek(&p->field, &area, at % POND_SIDE, at / POND_SIDE,
                                               fluid_mix(step_seed, (uint64_t)count));
            count++;
        }
    }
    for (int32_t i = 0; i < count; i++)
    {
        p->levelled += transfers[i].found && loam_level_transfer(&p->field, &transfers[i]);
    }
}

/// A step, as life.c makes it.
static inline void pond_step(pond *p)
{
    const uint64_t step_seed = fluid_mix(p->seed, p->steps++);
    const uint8_t *const order = loam_fluids_order(step_seed);
    fluid_report reports[4] = {{0}};
    p->looked_at = p->moved = p->converted = p->levelled = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        const uint32_t x = (order[i] & 1) * QUARTER_SIDE, y = (order[i] >> 1) * QUARTER_SIDE;
        if (loam_awake_sift(&p->field.awake, x, y))
        {
            const uint64_t seed = loam_seed_at(step_seed, x, y, 0);
            loam_fluids_quarter(&p->field, x, y, seed, &reports[i]);
        }
        p->touched[i] = reports[i].touched;
        p->looked_at += reports[i].looked_at;
        p->most_requests = reports[i].requests > p->most_requests ? reports[i].requests
                                                                  : p->most_requests;
        p->moved += reports[i].moved;
        p->converted += reports[i].converted;
    }
    pond_level(p, reports, step_seed);
}

static inline void pond_run(pond *p, int32_t steps)
{
    for (int32_t i = 0; i < steps; i++)
    {
        pond_step(p);
    }
}

/// Runs until nothing is awake, at most so many steps. How many it took.
static inline int32_t pond_rest(pond *p, int32_t max)
{
    int32_t steps = 0;
    while (steps < max && loam_awake_count(&p->field.awake) > 0)
    {
        pond_step(p);
        steps++;
    }
    return steps;
}

static inline int64_t pond_count(const pond *p, uint8_t block)
{
    int64_t count = 0;
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        count += p->tiles[i].block == block;
    }
    return count;
}

/// Counts of all blocks; a loose solid counts as what it is at rest.
static inline void pond_census(const pond *p, int64_t counts[LOAM_MAX_MATERIALS])
{
    memset(counts, 0, LOAM_MAX_MATERIALS * sizeof *counts);
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        const uint8_t block = p->tiles[i].block;
        const uint8_t settled = p->rules.kinds[p->rules.kind_of[block]].settled;
        counts[settled != LOAM_AIR ? settled : block]++;
    }
}

/// Tiles whose bit does not say whether they are fluids.
static inline int64_t pond_wrong_bits(const pond *p)
{
    int64_t wrong = 0;
    for (uint32_t i = 0; i < POND_TILES; i++)
    {
        const size_t place = loam_awake_place(&p->field.awake, i % POND_SIDE, i / POND_SIDE);
        const bool bit = p->field.awake.fluids[place] >> i % 32 & 1;
        wrong += bit != (p->rules.kind_of[p->tiles[i].block] != 0);
    }
    return wrong;
}

/// No contacts, no decays, nothing is eaten: what is there stays.
static inline void pond_make_inert(pond *p)
{
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS; i++)
    {
        loam_tile_fluid *const fluid = &p->defs.fluids[i];
        memset(fluid->contact_chances, 0, sizeof fluid->contact_chances);
        memset(fluid->decay_chances, 0, sizeof fluid->decay_chances);
        fluid->appetite = 0;
    }
    pond_redefine(p);
}

#endif
