// SPDX-License-Identifier: MIT
// Which part of a flat array belongs to which chunk (Dubsky 2024, 4.2.2).
//
// The array is cut into ranges, one behind the other, without gaps. A range is occupied, available or
// shrunken to nothing. Taking the first that is large enough gives what is left over to its right neighbour,
// if that is not occupied; giving back joins all that lie side by side and are not.
#ifndef LOAM_TILES_RANGES_H
#define LOAM_TILES_RANGES_H

#include "loam/base.h"

typedef struct loam_range
{
    uint32_t begin, capacity;
    uint32_t size; // 0: available, or shrunken if there is no capacity either
    int32_t owner; // of an occupied one
} loam_range;

/// Owners are numbers from 0 on; each has one range at most.
typedef struct loam_ranges
{
    loam_range *ranges;
    int32_t count;
    int32_t *of_owner; // -1: none
    int32_t owner_count;
    uint32_t total; // elements of the array
} loam_ranges;

loam_result loam_ranges_init(loam_ranges *ranges, const loam_env *env, int32_t owner_count,
                             uint32_t total);
void loam_ranges_free(loam_ranges *ranges, const loam_env *env);

/// Gives an owner that has nothing size > 0 elements. False if there is no range as large as that.
bool loam_ranges_take(loam_ranges *ranges, int32_t owner, uint32_t size);

/// Takes back what an owner has; fine if it has nothing.
void loam_ranges_give_back(loam_ranges *ranges, int32_t owner);

/// What an owner has: of size 0 if it has nothing.
loam_range loam_ranges_of(const loam_ranges *ranges, int32_t owner);

/// Moves all that is occupied to the front, in its order: calls move for each range that has another place
/// afterwards, from left to right. What is free is one range behind them then.
void loam_ranges_compact(loam_ranges *ranges,
                         void (*move)(void *user, uint32_t to, uint32_t from, uint32_t size),
                         void *user);

/// How many elements are not occupied, and can be taken after compacting.
uint32_t loam_ranges_free_count(const loam_ranges *ranges);

/// How many elements there are up to the last one that is occupied.
uint32_t loam_ranges_end(const loam_ranges *ranges);

/// The array has become larger. To be called after compacting.
void loam_ranges_grow(loam_ranges *ranges, uint32_t total);

#endif
