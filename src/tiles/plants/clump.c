// SPDX-License-Identifier: MIT
#include "tiles/plants/clump.h"

#include "loam/random.h"

#include <string.h>

// Leaves spread from a bud as a cellular automaton would let them: a leaf that has power left makes one with
// less in each free neighbour. How much a step costs differs from tile to tile, which frays the edge, and
// diagonal steps cost more, which makes 8 neighbours round instead of square. Then the tiles are listed by the
// power that is left: leaves in the middle come first.
//
// What the automaton comes to rest with is the least that ways from the bud cost, so it is found as such: tiles
// wait in lists by the power that they have (Dial 1969), the most first, and spread when it is their turn. Then
// no way to them can be better. A clump is a small part of the square that it could reach, and only that part is
// ever touched.

enum
{
    SIDE = 2 * LOAM_CLUMP_REACH + 1,
    ROW = SIDE + 2,     // with a tile around that never has a leaf
    UNIT = 16,          // power is counted in these
    HOLES = 14,         // one tile of so many has no leaf, away from the bud
    MAX_LEFT = 1 << 12, // of power, in units
    NONE = -1
};

typedef struct clump
{
    int32_t reach, side; // tiles that are looked at around the bud, and across
    int32_t step;        // what one costs, about
    uint64_t seed;       // of costs
    int32_t
        left[ROW * ROW]; // power, 0 where there is no leaf; around all of it as if there was one
    int16_t first[MAX_LEFT + 1]; // tile that waits with so much power, NONE: there is none
    int16_t next[ROW * ROW], before[ROW * ROW]; // that waits with the same
} clump;

/// The number of the tile at a place, of 0 .. side * side - 1. Rows of places are as long in all clumps: dividing
/// by a constant is cheap.
static int32_t index_of(int32_t place, int32_t side)
{
    return (place / ROW - 1) * side + place % ROW - 1;
}

// ---- spreading ------------------------------------------------------------------------------------

/// Nothing spreads to the tiles around.
static void close_border(clump *all)
{
    const int32_t row = all->side + 2, last = ROW * (row - 1);
    for (int32_t i = 0; i < row; i++)
    {
        all->left[i] = all->left[last + i] = INT32_MAX;
        all->left[i * ROW] = all->left[i * ROW + row - 1] = INT32_MAX;
    }
}

/// A tile gets power and waits for its turn; it no longer waits with what it had.
static void wait_with(clump *all, int32_t place, int32_t left)
{
    const int32_t had = all->left[place];
    if (had > 0)
    {
        const int16_t next = all->next[place], before = all->before[place];
        *(before == NONE ? &all->first[had] : &all->next[before]) = next;
        if (next != NONE)
        {
            all->before[next] = before;
        }
    }
    const int16_t first = all->first[left];
    all->left[place] = left;
    all->next[place] = first;
    all->before[place] = NONE;
    all->first[left] = (int16_t)place;
    if (first != NONE)
    {
        all->before[first] = (int16_t)place;
    }
}

/// Returns the power in the middle.
static int32_t begin(clump *all, int32_t power, int32_t loss, uint64_t seed)
{
    const int64_t full = (int64_t)power * UNIT;
    const int64_t reach = (int64_t)power * 2 / loss; // cheap steps lead farther
    const int32_t left = full < MAX_LEFT ? (int32_t)full : MAX_LEFT;
    all->step = loss < MAX_LEFT ? loss : MAX_LEFT;
    all->seed = seed;
    all->reach = reach < LOAM_CLUMP_REACH ? (int32_t)reach : LOAM_CLUMP_REACH;
    all->side = 2 * all->reach + 1;
    for (int32_t i = 1; i <= all->side; i++)
    {
        memset(all->left + i * ROW + 1, 0, (size_t)all->side * sizeof *all->left);
    }
    memset(all->first, 0xff, (size_t)(left + 1) * sizeof *all->first); // NONE
    close_border(all);
    wait_with(all, (all->reach + 1) * (ROW + 1), left);
    return left;
}

/// What a straight step to a tile costs: always more than nothing.
static int32_t cost_of(const clump *all, int32_t place)
{
    const uint64_t index = (uint64_t)index_of(place, all->side);
    return all->step * (UNIT * 3 / 4 + (int32_t)loam_random_below(all->seed, index, UNIT * 5 / 8));
}

static int32_t cost_of_step(int32_t straight, bool diagonal)
{
    return diagonal ? straight * 23 / UNIT : straight;
}

/// From a tile that has had all that it gets to those around. What even the cheapest step would not better is not
/// asked for its cost: it is most of them.
static void spread_from(clump *all, int32_t place, int32_t neighbours)
{
    static const int32_t steps[8] = {-1, 1, -ROW, ROW, -ROW - 1, -ROW + 1, ROW - 1, ROW + 1};
    const int32_t left = all->left[place];
    const int32_t least = all->step * (UNIT * 3 / 4);
    for (int32_t i = 0; i < neighbours; i++)
    {
        const int32_t to = place + steps[i];
        if (left - cost_of_step(least, i >= 4) <= all->left[to])
        {
            continue;
        }
        const int32_t arriving = left - cost_of_step(cost_of(all, to), i >= 4);
        if (arriving > all->left[to])
        {
            wait_with(all, to, arriving);
        }
    }
}

/// A tile that has a leaf.
typedef struct leaf
{
    int32_t left, index, place;
} leaf;

/// Holes are in the outer half, where sky shows through.
static bool is_hole(const leaf *tile, int32_t full, uint64_t seed)
{
    return tile->left < full / 2 && tile->left > full / 8 &&
           loam_random_below(seed, (uint64_t)(SIDE * SIDE + tile->index), HOLES) == 0;
}

/// Those that wait with the same power, by their places.
static int32_t list_equal(const clump *all, int32_t left, leaf *leaves)
{
    int32_t count = 0;
    for (int32_t place = all->first[left]; place != NONE; place = all->next[place])
    {
        int32_t at = count++;
        const int32_t index = index_of(place, all->side);
        for (; at > 0 && leaves[at - 1].index > index; at--)
        {
            leaves[at] = leaves[at - 1];
        }
        leaves[at] = (leaf){left, index, place};
    }
    return count;
}

/// Lets leaves spread, and lists them: the most power first. Steps cost something, so what spreads has less power
/// than all that had its turn.
static int32_t spread(clump *all, int32_t full, int32_t neighbours, leaf *leaves)
{
    int32_t count = 0;
    for (int32_t left = full; left > 0; left--)
    {
        if (all->first[left] == NONE)
        {
            continue;
        }
        const int32_t end = count + list_equal(all, left, leaves + count);
        for (; count < end; count++)
        {
            spread_from(all, leaves[count].place, neighbours);
        }
    }
    return count;
}

int32_t loam_clump_grow(int32_t power, int32_t loss, int32_t neighbours, uint64_t seed,
                        int8_t (*offsets)[2], int32_t capacity)
{
    clump all;
    leaf leaves[SIDE * SIDE];
    int32_t count = 0;
    if (power <= 0)
    {
        return 0;
    }
    const int32_t full = begin(&all, power, loss, seed);
    const int32_t found = spread(&all, full, neighbours == 8 ? 8 : 4, leaves);
    for (int32_t i = 0; i < found && count < capacity; i++)
    {
        if (!is_hole(&leaves[i], full, seed))
        {
            offsets[count][0] = (int8_t)(leaves[i].place % ROW - 1 - all.reach);
            offsets[count][1] = (int8_t)(leaves[i].place / ROW - 1 - all.reach);
            count++;
        }
    }
    return count;
}
