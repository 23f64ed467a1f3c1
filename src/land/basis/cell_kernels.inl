// SPDX-License-Identifier: MIT
// A file cell_kernels_<isa>.c includes the operations of its instruction set (noise/wide_<isa>.h) and then this, with
// KERNELS defined as the name of its table; it alone is compiled with that set's flags.
//
// The last vector of a run ends where the run does, and does some cells again: what is written is nowhere read.

#include "land/basis/cell_kernels.h"

_Static_assert(WIDE_N <= (int)LAND_WIDEST_CELLS, "a run has a whole vector at least");

/// Where the vector begins that has cell i of a run and as many after it as there are.
static inline int32_t vector_at(int32_t i, int32_t count)
{
    return i + WIDE_N <= count ? i : count - WIDE_N;
}

static inline wf absolute(wf a)
{
    return wf_max(a, wf_sub(wf_set(0.0f), a));
}

// ---- links --------------------------------------------------------------------------------------

/// Sites from those of some cells: those of the neighbours that are asked about, and the least cotangents of the
/// angles under which others see the two, on either side.
typedef struct link_sides
{
    wf x, z, left, right;
} link_sides;

static inline wf away(const int32_t *sites, int32_t step)
{
    return wf_from_i(wi_sub(wi_load(sites + step), wi_load(sites)));
}

static inline void see_from(link_sides *sides, wf x, wf z)
{
    const wf none = wf_set(1e30f), zero = wf_set(0.0f);
    const wf cross = wf_sub(wf_mul(sides->x, z), wf_mul(sides->z, x));
    const wf dot = wf_add(wf_mul(x, wf_sub(x, sides->x)), wf_mul(z, wf_sub(z, sides->z)));
    const wf cotangent = wf_div(dot, cross);
    sides->left = wf_min(wf_pick(wf_lt(zero, cross), cotangent, none), sides->left);
    sides->right = wf_min(wf_pick(wf_lt(cross, zero), wf_sub(zero, cotangent), none), sides->right);
}

// Two sites are neighbours if some circle through both is empty: if the widest angles under which sites on
// either side see them add up to less than half a turn, that is their cotangents to more than nothing. What
// is divided is exact: sites of two rings are less than 3100 units away, and their products below 2^24. A
// circle through both with an angle of cotangent c has length * sqrt(1 + c^2) for its diameter.
static inline wi decide(const link_sides *sides, float clear, int32_t direction)
{
    const wf zero = wf_set(0.0f), one = wf_set(1.0f);
    const wf sum = wf_add(sides->left, sides->right);
    const wf sizes = wf_add(wf_add(one, absolute(sides->left)), absolute(sides->right));
    const wf doubt = wf_mul(wf_set(1e-6f), sizes);
    const wf c = wf_min(wf_min(sides->left, sides->right), zero);
    const wf square = wf_add(wf_mul(sides->x, sides->x), wf_mul(sides->z, sides->z));
    const wf diameter = wf_mul(square, wf_add(one, wf_mul(c, c))); // its square
    const wm is_narrow = wf_lt(diameter, wf_set(clear * clear));
    const wm linked = wm_and(wf_lt(doubt, sum), is_narrow);
    const wm apart = wf_lt(sum, wf_sub(zero, doubt));
    const wi unsure = wi_pick(apart, wi_set(0), wi_set(LAND_UNDECIDED(direction)));
    return wi_pick(linked, wi_set(LAND_LINKED(direction)), unsure);
}

static void find_links(const land_link_row *row, int32_t count, uint8_t *out)
{
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        const int32_t first = vector_at(i, count);
        const int32_t *const x = row->x + first, *const z = row->z + first;
        link_sides sides[3];
        for (int32_t d = 0; d < 3; d++)
        {
            const int32_t there = row->towards[d];
            sides[d] = (link_sides){away(x, there), away(z, there), wf_set(1e30f), wf_set(1e30f)};
        }
        for (int32_t k = 0; k < LAND_AROUND; k++)
        {
            const wf from_x = away(x, row->around[k]), from_z = away(z, row->around[k]);
            for (int32_t d = 0; d < 3; d++)
            {
                see_from(&sides[d], from_x, from_z);
            }
        }
        wi found = wi_set(0);
        for (int32_t d = 0; d < 3; d++)
        {
            found = wi_or(found, decide(&sides[d], row->clear, d));
        }
        int32_t links[WIDE_N];
        wi_store(links, found);
        for (int32_t k = 0; k < WIDE_N; k++)
        {
            out[first + k] = (uint8_t)links[k];
        }
    }
}

// ---- meshes -------------------------------------------------------------------------------------

static void measure(const int32_t *x, const int32_t *z, int32_t there, const float *links,
                    int32_t bit, float unit_m, float none, int32_t count, float *restrict out)
{
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        const int32_t first = vector_at(i, count);
        const wf dx = away(x + first, there), dz = away(z + first, there);
        const wf way = wf_sqrt(wf_add(wf_mul(dx, dx), wf_mul(dz, dz)));
        const wi has = wi_and(wi_from_f(wf_load(links + first)), wi_set(bit));
        wf_store(out + first,
                 wf_pick(wi_eq(has, wi_set(0)), wf_set(none), wf_mul(wf_set(unit_m), way)));
    }
}

static inline wf from_beside(const land_spread_row *row, int32_t d, int32_t i)
{
    return wf_add(wf_load(row->in[d] + i),
                  wf_mul(wf_load(row->length[d] + i), wf_load(row->rise[d] + i)));
}

static bool spread(const land_spread_row *row, int32_t count, float *restrict out,
                   float *restrict arrival)
{
    const land_spread_row with = *row;
    wi changes = wi_set(0);
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        const int32_t at = vector_at(i, count);
        const wf a = wf_min(from_beside(&with, 0, at), from_beside(&with, 1, at));
        const wf b = wf_min(from_beside(&with, 2, at), from_beside(&with, 3, at));
        const wf c = wf_min(from_beside(&with, 4, at), from_beside(&with, 5, at));
        const wf best = wf_max(wf_min(wf_min(a, b), c), wf_load(with.floor + at));
        const wf value = wf_min(best, wf_load(with.cap + at)), before = wf_load(with.before + at);
        const wm changed = wm_or(wf_lt(value, before), wf_lt(before, value));
        wf_store(arrival + at, wf_pick(changed, wf_set(with.round), wf_load(arrival + at)));
        wf_store(out + at, value);
        changes = wi_or(changes, wi_from_m(changed));
    }
    return wm_any(wi_gt(wi_set(0), changes));
}

// ---- rounds of water ----------------------------------------------------------------------------

// These loops are plain: compilers make vectors of them.

static bool flow(const land_flow_row *row, int32_t count, float *restrict out)
{
    const land_flow_row with = *row;
    int32_t changes = 0;
    for (int32_t i = 0; i < count; i++)
    {
        float sum = with.own[i], most = with.carried[i];
        for (int32_t d = 0; d < 6; d++)
        {
            const float part = with.comes[d][i] * with.from[d][i];
            sum += part;
            most = part > most ? part : most;
        }
        const float value = with.channel[i] > 0 ? most : sum;
        changes |= value != with.before[i];
        out[i] = value;
    }
    return changes != 0;
}

static void ascend(const land_ascent_row *row, int32_t count, float *restrict cost,
                   float *restrict ground)
{
    const land_ascent_row with = *row;
    for (int32_t i = 0; i < count; i++)
    {
        float best = with.cost[i], g = with.ground[i];
        for (int32_t d = 0; d < 6; d++)
        {
            const float least = with.grounds[d][i] + with.rise[i] * with.lengths[d][i];
            const float risen = with.floor[i] < least ? least : with.floor[i];
            const float so_far = with.costs[d][i] - with.grounds[d][i];
            const float here = risen + (so_far + with.way[i] * with.lengths[d][i]);
            g = here < best ? risen : g;
            best = here < best ? here : best;
        }
        cost[i] = best;
        ground[i] = g;
    }
}

const land_cell_kernels KERNELS = {.find_links = find_links,
                                   .measure = measure,
                                   .spread = spread,
                                   .flow = flow,
                                   .ascend = ascend};
