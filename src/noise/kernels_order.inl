// SPDX-License-Identifier: MIT
// Which corners a simplex has, and their hashes.

/// Which corner comes second and third on the way from (0, 0, 0) to (1, 1, 1): per axis, whether it
/// has been stepped along by then. The axis with the largest remainder goes first; of equal ones, the
/// earlier.
typedef struct wide_order
{
    wm second[3], third[3];
} wide_order;

static WIDE_INLINE wide_order simplex3_order(wi u, wi v, wi w)
{
    const wm u_v = wi_gt(u, wi_sub(v, wi_set(1))); // u >= v
    const wm u_w = wi_gt(u, wi_sub(w, wi_set(1)));
    const wm v_w = wi_gt(v, wi_sub(w, wi_set(1)));
    const wm v_u = wi_gt(v, u), w_u = wi_gt(w, u), w_v = wi_gt(w, v);
    return (wide_order){{wm_and(u_v, u_w), wm_and(v_u, v_w), wm_and(w_u, w_v)},
                        {wm_or(u_v, u_w), wm_or(v_u, v_w), wm_or(w_u, w_v)}};
}

/// Of the corners from the first to the last. rest: remainders of the skewed position; hash: of its cell and of the
/// next one, along each axis.
static WIDE_INLINE void simplex2_hashes(wi corner[CORNERS], const wi rest[3], const wi hash[3][2])
{
    const wm lower = wi_gt(rest[0], rest[1]);
    const wi middle = wi_add(wi_pick(lower, hash[0][1], hash[0][0]),
                             wi_pick(lower, hash[1][0], hash[1][1]));
    corner[0] = mix(wi_add(hash[0][0], hash[1][0]));
    corner[1] = mix(middle);
    corner[2] = mix(wi_add(hash[0][1], hash[1][1]));
}

static WIDE_INLINE void simplex3_hashes(wi corner[CORNERS], const wi rest[3], const wi hash[3][2])
{
    const wide_order o = simplex3_order(rest[0], rest[1], rest[2]);
    wi sum[4] = {wi_set(0), wi_set(0), wi_set(0), wi_set(0)};
    for (int a = 0; a < 3; a++)
    {
        sum[0] = wi_add(sum[0], hash[a][0]);
        sum[1] = wi_add(sum[1], wi_pick(o.second[a], hash[a][1], hash[a][0]));
        sum[2] = wi_add(sum[2], wi_pick(o.third[a], hash[a][1], hash[a][0]));
        sum[3] = wi_add(sum[3], hash[a][1]);
    }
    for (int c = 0; c < 4; c++)
    {
        corner[c] = mix(sum[c]);
    }
}

static WIDE_INLINE void simplex_hashes(wi corner[CORNERS], const wi rest[3], const wi hash[3][2],
                                       int dims)
{
    if (dims == 2)
    {
        simplex2_hashes(corner, rest, hash);
    }
    else
    {
        simplex3_hashes(corner, rest, hash);
    }
}
