// SPDX-License-Identifier: MIT
#include "tiles/plants/clump.h"

#include "loam/random.h"

#include "base/hash.h"
#include "base/small.h"

#include <string.h>

// Leaves spread from a bud as a cellular automaton would let them: a leaf that has power left makes one with
// less in each free neighbour. How much a step costs differs from tile to tile, which frays the edge, and
// diagonal steps cost more, which makes 8 neighbours round instead of square. Then the tiles are listed by the
// power that is left: leaves in the middle come first.
//
// What the automaton comes to rest with is the least that ways from the bud cost, and any order leads there. So
// rows are relaxed as a whole, upwards and downwards in turn, each with the rows beside it, until none changes
// (Bellman 1958): numbers of 16 bits without a branch, which compilers turn into vectors. Most clumps are a dozen
// tiles wide and are at rest after a few turns; only the square that power may lead to is looked at.

enum
{
    SIDE = 2 * LOAM_CLUMP_REACH + 1,
    NARROW = 16,             // tiles of a row that are relaxed at once: those of most clumps,
    WIDE = 32,               // and of any
    ROW = 48,                // with a tile on either side that never has a leaf
    UNIT = 16,               // power is counted in these
    HOLES = 14,              // one tile of so many has no leaf, away from the bud
    MAX_LEFT = 1 << 12,      // of power, in units
    TOO_MUCH = 2 * MAX_LEFT, // of cost: nothing leads there
    NONE = -1
};

typedef struct clump
{
    int32_t reach;      // tiles around the bud in which leaves are numbered,
    int32_t far;        // and that power may lead to
    int32_t side;       // across the first
    int32_t step;       // what one costs, about
    uint64_t seed, key; // of costs
    int8_t span[SIDE];  // tiles to either side that power may lead to, of each row
    // Power, 0 where there is no leaf. The tile (x, y) from the bud is at [far + 1 + y][far + 1 + x].
    int16_t left[SIDE + 2][ROW];
    int16_t straight[SIDE][WIDE], diagonal[SIDE][WIDE]; // cost of a step to a tile
} clump;

/// The number of a tile at (x, y) from the bud, of 0 .. side * side - 1.
static int32_t index_of(const clump *all, int32_t x, int32_t y)
{
    return (y + all->reach) * all->side + x + all->reach;
}

/// As loam_random_below, of the clump's seed.
static uint32_t draw_below(const clump *all, uint64_t index, uint32_t limit)
{
    const uint64_t product = (loam_random_by_key(all->key, index) >> 32) * limit;
    return (uint32_t)product < limit ? loam_random_below(all->seed, index, limit)
                                     : (uint32_t)(product >> 32);
}

// ---- spreading ------------------------------------------------------------------------------------

static int16_t limited(int32_t cost)
{
    return (int16_t)(cost < TOO_MUCH ? cost : TOO_MUCH);
}

/// How far power may lead to either side in a row so far from the bud's, by the cheapest steps.
static int32_t find_span(const clump *all, int32_t row, int32_t neighbours, int32_t left)
{
    const int32_t straight = all->step * (UNIT * 3 / 4);
    const int32_t diagonal = neighbours == 8 ? straight * 23 / UNIT : 2 * straight;
    int32_t span = all->far;
    while (span > 0)
    {
        const int32_t both = span < row ? span : row, further = span < row ? row : span;
        if (both * diagonal + (further - both) * straight < left)
        {
            break;
        }
        span--;
    }
    return span;
}

/// What steps to a tile cost: always more than nothing. Those to tiles that power does not lead to cost too much.
static void draw_costs(clump *all, int32_t neighbours, int32_t width, int32_t left)
{
    const int32_t far = all->far;
    for (int32_t y = -far; y <= far; y++)
    {
        const int32_t span = find_span(all, y < 0 ? -y : y, neighbours, left);
        const int32_t index = index_of(all, 0, y);
        int16_t *const straight = all->straight[far + y], *const diagonal = all->diagonal[far + y];
        for (int32_t x = 0; x < width; x++)
        {
            straight[x] = diagonal[x] = TOO_MUCH;
        }
        for (int32_t x = -span; x <= span; x++)
        {
            const uint32_t more = draw_below(all, (uint64_t)(index + x), UNIT * 5 / 8);
            const int32_t cost = all->step * (UNIT * 3 / 4 + (int32_t)more);
            straight[far + x] = limited(cost);
            diagonal[far + x] = neighbours == 8 ? limited(cost * 23 / UNIT) : TOO_MUCH;
        }
        all->span[far + y] = (int8_t)span;
    }
}

static inline int16_t larger(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

/// Gives a row what is left of the power around it. Whether any of its tiles has got more. (Row y of costs is row
/// y + 1 of what is left, and tile x is tile x + 1.)
static inline bool relax_row(clump *all, int32_t y, int32_t width)
{
    const int16_t *const low = all->left[y], *const high = all->left[y + 2];
    const int16_t *const straight = all->straight[y], *const diagonal = all->diagonal[y];
    int16_t *const own = all->left[y + 1];
    int16_t more[WIDE];
    int16_t changed = 0;
    for (int32_t x = 0; x < width; x++)
    {
        const int16_t beside = larger(larger(own[x], own[x + 2]), larger(low[x + 1], high[x + 1]));
        const int16_t corner = larger(larger(low[x], low[x + 2]), larger(high[x], high[x + 2]));
        const int16_t best = larger((int16_t)(beside - straight[x]),
                                    (int16_t)(corner - diagonal[x]));
        more[x] = larger(own[x + 1], best);
        changed |= (int16_t)(more[x] ^ own[x + 1]);
    }
    memcpy(own + 1, more, (size_t)width * sizeof *own);
    return changed != 0;
}

static inline void relax(clump *all, int32_t width)
{
    const int32_t side = 2 * all->far + 1;
    bool changed = true;
    while (changed)
    {
        changed = false;
        for (int32_t y = 0; y < side; y++)
        {
            changed |= relax_row(all, y, width);
        }
        for (int32_t y = side; changed && y-- > 0;)
        {
            (void)relax_row(all, y, width);
        }
    }
}

/// Returns the power in the middle.
static int32_t spread(clump *all, int32_t power, int32_t loss, int32_t neighbours, uint64_t seed)
{
    const int64_t full = (int64_t)power * UNIT;
    const int64_t reach = (int64_t)power * 2 / loss;
    const int32_t left = full < MAX_LEFT ? (int32_t)full : MAX_LEFT;
    all->step = loss < MAX_LEFT ? loss : MAX_LEFT;
    all->seed = seed;
    all->key = loam_random_key(seed);
    all->reach = reach < LOAM_CLUMP_REACH ? (int32_t)reach : LOAM_CLUMP_REACH;
    all->side = 2 * all->reach + 1;
    const int32_t far = (left - 1) / (all->step * (UNIT * 3 / 4)); // by the cheapest steps
    all->far = far < all->reach ? far : all->reach;
    const int32_t width = 2 * all->far + 1 <= NARROW ? NARROW : WIDE;
    memset(all->left, 0, (size_t)(2 * all->far + 3) * sizeof *all->left);
    draw_costs(all, neighbours, width, left);
    all->left[all->far + 1][all->far + 1] = (int16_t)left;
    if (width == NARROW)
    {
        relax(all, NARROW);
    }
    else
    {
        relax(all, WIDE);
    }
    return left;
}

// ---- listing --------------------------------------------------------------------------------------

/// A tile that has a leaf.
typedef struct leaf
{
    int16_t left, next; // the next one that has as much power left, NONE: there is none
    int8_t x, y;
} leaf;

/// Lists of leaves by the power that is lost on the way to them. Most are empty.
typedef struct leaf_lists
{
    leaf leaves[SIDE * SIDE];
    uint64_t there[MAX_LEFT / 64]; // a bit for each list that is not empty
    int16_t first[MAX_LEFT];       // of those
} leaf_lists;

/// Holes are in the outer half, where sky shows through.
static bool is_hole(const clump *all, const leaf *tile, int32_t full)
{
    const uint64_t index = (uint64_t)(SIDE * SIDE + index_of(all, tile->x, tile->y));
    return tile->left < full / 2 && tile->left > full / 8 && draw_below(all, index, HOLES) == 0;
}

/// Tiles that have leaves, each list from the lowest row up and from left to right.
static void list_leaves(const clump *all, leaf_lists *lists, int32_t full)
{
    int16_t count = 0;
    for (int32_t y = all->far; y >= -all->far; y--)
    {
        const int32_t span = all->span[all->far + y];
        for (int32_t x = span; x >= -span; x--)
        {
            const int16_t left = all->left[all->far + 1 + y][all->far + 1 + x];
            if (left > 0)
            {
                const uint32_t lost = (uint32_t)(full - left);
                const uint64_t bit = (uint64_t)1 << lost % 64;
                uint64_t *const there = &lists->there[lost / 64];
                const int16_t next = *there & bit ? lists->first[lost] : NONE;
                lists->leaves[count] = (leaf){left, next, (int8_t)x, (int8_t)y};
                lists->first[lost] = count++;
                *there |= bit;
            }
        }
    }
}

/// Lets leaves of a list grow, but for holes, behind the first `count`. How many there are then.
static int32_t take_list(const clump *all, const leaf *leaves, int32_t first, int32_t full,
                         int8_t (*offsets)[2], int32_t count, int32_t capacity)
{
    for (int32_t i = first; i != NONE && count < capacity; i = leaves[i].next)
    {
        if (!is_hole(all, &leaves[i], full))
        {
            offsets[count][0] = leaves[i].x;
            offsets[count][1] = leaves[i].y;
            count++;
        }
    }
    return count;
}

int32_t loam_clump_grow(int32_t power, int32_t loss, int32_t neighbours, uint64_t seed,
                        int8_t (*offsets)[2], int32_t capacity)
{
    clump all;
    leaf_lists lists;
    int32_t count = 0;
    if (power <= 0)
    {
        return 0;
    }
    const int32_t full = spread(&all, power, loss, neighbours, seed);
    const int32_t words = (full + 63) / 64;
    memset(lists.there, 0, (size_t)words * sizeof *lists.there);
    list_leaves(&all, &lists, full);
    for (int32_t word = 0; word < words; word++)
    {
        for (uint64_t there = lists.there[word]; there != 0; there &= there - 1)
        {
            const uint32_t lost = (uint32_t)word * 64 + loam_lowest_bit(there);
            count = take_list(&all, lists.leaves, lists.first[lost], full, offsets, count,
                              capacity);
        }
    }
    return count;
}
