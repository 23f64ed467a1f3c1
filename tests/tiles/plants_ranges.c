// SPDX-License-Identifier: MIT
// Ranges of a flat array: millions of operations compared with a plain model.
#include "check.h"

#include "loam/random.h"
#include "tiles/plants/ranges.h"

#include <string.h>

enum
{
    OWNERS = 64,
    ROOM = 4096,
    MORE_ROOM = 8192,
    OPERATIONS = 1000000
};

static const loam_env *env;
static uint32_t array[MORE_ROOM]; // what each element's owner wrote there: its number and size
static uint32_t sizes[OWNERS];    // the model: what each has

static uint32_t mark(int32_t owner)
{
    return (uint32_t)owner << 16 | sizes[owner];
}

/// Ranges follow each other without gaps, and everybody has what it took, with what it wrote there.
static bool is_sound(const loam_ranges *ranges)
{
    uint32_t end = 0, used = 0, last = 0;
    bool sound = true;
    for (int32_t i = 0; i < ranges->count; i++)
    {
        const loam_range range = ranges->ranges[i];
        sound &= (range.capacity == 0 || range.begin == end) && range.size <= range.capacity;
        end += range.capacity;
    }
    for (int32_t owner = 0; owner < OWNERS; owner++)
    {
        const loam_range range = loam_ranges_of(ranges, owner);
        sound &= range.size == sizes[owner];
        for (uint32_t i = 0; i < range.size; i++)
        {
            sound &= array[range.begin + i] == mark(owner);
        }
        used += range.size;
        last = range.begin + range.size > last ? range.begin + range.size : last;
    }
    return sound && end == ranges->total && loam_ranges_end(ranges) == last &&
           loam_ranges_free_count(ranges) == ranges->total - used;
}

static void write_marks(const loam_ranges *ranges, int32_t owner)
{
    const loam_range range = loam_ranges_of(ranges, owner);
    for (uint32_t i = 0; i < range.size; i++)
    {
        array[range.begin + i] = mark(owner);
    }
}

static void move(void *user, uint32_t to, uint32_t from, uint32_t size)
{
    (void)user;
    memmove(array + to, array + from, size * sizeof *array);
}

/// Taking may only fail for want of room: after compacting it works whenever there is enough.
static void take(loam_ranges *ranges, int32_t owner, uint32_t size, uint32_t *compacted)
{
    const bool fits = loam_ranges_free_count(ranges) >= size;
    bool taken = loam_ranges_take(ranges, owner, size);
    if (!taken && fits)
    {
        loam_ranges_compact(ranges, move, NULL);
        taken = loam_ranges_take(ranges, owner, size);
        ++*compacted;
    }
    CHECK(taken == fits);
    if (taken)
    {
        sizes[owner] = size;
        write_marks(ranges, owner);
    }
}

static void test_ranges_are_as_a_plain_model_has_them(void)
{
    loam_ranges ranges;
    uint32_t compacted = 0;
    memset(sizes, 0, sizeof sizes);
    CHECK_OK(loam_ranges_init(&ranges, env, OWNERS, ROOM));
    for (uint32_t i = 0; i < OPERATIONS; i++)
    {
        const uint32_t random = loam_random_u32(7, i);
        const int32_t owner = (int32_t)(random % OWNERS);
        const uint32_t size = 1 + (random >> 8) % (random >> 28 == 0 ? 700u : 90u);
        if (sizes[owner] > 0)
        {
            loam_ranges_give_back(&ranges, owner);
            sizes[owner] = 0;
        }
        else
        {
            take(&ranges, owner, size, &compacted);
        }
        if (i == OPERATIONS / 2)
        {
            loam_ranges_compact(&ranges, move, NULL);
            loam_ranges_grow(&ranges, MORE_ROOM);
        }
        if (i % 64 == 0)
        {
            CHECK(is_sound(&ranges));
        }
    }
    CHECK(compacted > 100); // else the sizes here are too small to find anything
    loam_ranges_free(&ranges, env);
}

static void test_giving_back_nothing_is_fine(void)
{
    loam_ranges ranges;
    CHECK_OK(loam_ranges_init(&ranges, env, 2, 10));
    loam_ranges_give_back(&ranges, 1);
    CHECK_INT(loam_ranges_of(&ranges, 1).size, 0);
    CHECK(!loam_ranges_take(&ranges, 0, 11));
    CHECK(loam_ranges_take(&ranges, 0, 10));
    CHECK(!loam_ranges_take(&ranges, 1, 1));
    loam_ranges_give_back(&ranges, 0);
    CHECK_INT(loam_ranges_free_count(&ranges), 10);
    loam_ranges_free(&ranges, env);
}

int main(void)
{
    const loam_env plain = loam_default_env();
    env = &plain;
    RUN(test_ranges_are_as_a_plain_model_has_them);
    RUN(test_giving_back_nothing_is_fine);
    return CHECK_DONE();
}
