// SPDX-License-Identifier: MIT
#include "tiles/plants/ranges.h"

// Dubsky's algorithm 4.1 overwrites the capacity before it uses it, and 4.2 moves the begin of a joined range
// by the begin of its neighbour where it must be the neighbour's capacity; both are mended here. A shrunken
// range's begin is kept up to date as well, so that ranges always follow each other.

enum
{
    NONE = -1
};

static size_t range_bytes(const loam_ranges *ranges)
{
    return (size_t)ranges->count * sizeof *ranges->ranges;
}

static size_t owner_bytes(const loam_ranges *ranges)
{
    return (size_t)ranges->owner_count * sizeof *ranges->of_owner;
}

/// Everything is one available range, and all others are shrunken behind it.
static void forget_all(loam_ranges *ranges)
{
    for (int32_t i = 0; i < ranges->count; i++)
    {
        ranges->ranges[i] = (loam_range){.begin = i == 0 ? 0 : ranges->total};
    }
    ranges->ranges[0].capacity = ranges->total;
    for (int32_t i = 0; i < ranges->owner_count; i++)
    {
        ranges->of_owner[i] = NONE;
    }
}

loam_result loam_ranges_init(loam_ranges *ranges, const loam_env *env, int32_t owner_count,
                             uint32_t total)
{
    // Between two occupied ranges there may be one that is not; hence twice as many, and one at least.
    *ranges = (loam_ranges){
        .count = 4 * owner_count + 1, .owner_count = owner_count, .total = total};
    ranges->ranges = loam_alloc(env, range_bytes(ranges));
    ranges->of_owner = loam_alloc(env, owner_bytes(ranges));
    if (ranges->ranges == NULL || ranges->of_owner == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    forget_all(ranges);
    return LOAM_OK;
}

void loam_ranges_free(loam_ranges *ranges, const loam_env *env)
{
    loam_free(env, ranges->ranges, range_bytes(ranges));
    loam_free(env, ranges->of_owner, owner_bytes(ranges));
}

/// Gives what a range does not need to its right neighbour.
static void donate(loam_range *range, loam_range *right)
{
    const uint32_t left_over = range->capacity - range->size;
    range->capacity = range->size;
    right->begin -= left_over;
    right->capacity += left_over;
}

bool loam_ranges_take(loam_ranges *ranges, int32_t owner, uint32_t size)
{
    for (int32_t i = 0; i < ranges->count; i++)
    {
        loam_range *const range = &ranges->ranges[i];
        if (range->size == 0 && range->capacity >= size)
        {
            range->size = size;
            range->owner = owner;
            ranges->of_owner[owner] = i;
            if (i + 1 < ranges->count && range[1].size == 0)
            {
                donate(range, &range[1]);
            }
            return true;
        }
    }
    return false;
}

/// A range that is not occupied takes over its right neighbour, if that is not either.
static void take_over_right(loam_ranges *ranges, int32_t i)
{
    loam_range *const range = &ranges->ranges[i];
    if (i + 1 < ranges->count && range[1].size == 0)
    {
        range->capacity += range[1].capacity;
        range[1].begin += range[1].capacity;
        range[1].capacity = 0;
    }
}

void loam_ranges_give_back(loam_ranges *ranges, int32_t owner)
{
    int32_t i = ranges->of_owner[owner];
    if (i == NONE)
    {
        return;
    }
    ranges->of_owner[owner] = NONE;
    ranges->ranges[i].size = 0;
    take_over_right(ranges, i);
    while (i > 0 && ranges->ranges[i - 1].size == 0)
    {
        take_over_right(ranges, --i);
    }
}

loam_range loam_ranges_of(const loam_ranges *ranges, int32_t owner)
{
    const int32_t i = ranges->of_owner[owner];
    return i == NONE ? (loam_range){0} : ranges->ranges[i];
}

/// The range behind the last occupied one, after compacting.
static loam_range *find_rest(loam_ranges *ranges)
{
    loam_range *range = ranges->ranges;
    while (range->size > 0)
    {
        range++;
    }
    return range;
}

void loam_ranges_compact(loam_ranges *ranges,
                         void (*move)(void *user, uint32_t to, uint32_t from, uint32_t size),
                         void *user)
{
    uint32_t end = 0;
    int32_t occupied = 0;
    for (int32_t i = 0; i < ranges->count; i++)
    {
        const loam_range range = ranges->ranges[i];
        if (range.size > 0)
        {
            if (range.begin != end)
            {
                move(user, end, range.begin, range.size);
            }
            ranges->ranges[occupied] = (loam_range){end, range.size, range.size, range.owner};
            ranges->of_owner[range.owner] = occupied++;
            end += range.size;
        }
    }
    for (int32_t i = occupied; i < ranges->count; i++)
    {
        ranges->ranges[i] = (loam_range){.begin = i == occupied ? end : ranges->total};
    }
    find_rest(ranges)->capacity = ranges->total - end;
}

uint32_t loam_ranges_free_count(const loam_ranges *ranges)
{
    uint32_t used = 0;
    for (int32_t i = 0; i < ranges->count; i++)
    {
        used += ranges->ranges[i].size;
    }
    return ranges->total - used;
}

uint32_t loam_ranges_end(const loam_ranges *ranges)
{
    uint32_t end = 0;
    for (int32_t i = 0; i < ranges->count; i++)
    {
        const loam_range *const range = &ranges->ranges[i];
        end = range->size > 0 ? range->begin + range->size : end;
    }
    return end;
}

void loam_ranges_grow(loam_ranges *ranges, uint32_t total)
{
    loam_range *const rest = find_rest(ranges);
    rest->capacity += total - ranges->total;
    for (loam_range *range = rest + 1; range < ranges->ranges + ranges->count; range++)
    {
        range->begin = total;
    }
    ranges->total = total;
}
