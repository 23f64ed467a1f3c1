// SPDX-License-Identifier: MIT
// The share of a simplex's corner, and where the corners of a triangle are.

/// What is left of the squared radius after y and z, and what they add to the product of gradient and
/// offset. Along a row only x changes.
typedef struct wide_corner
{
    wf room, share;
} wide_corner;

static WIDE_INLINE wide_corner corner_rest(wide_vector g, wide_vector d, int dims)
{
    wide_corner c = {wf_set(dims == 1 ? 1.0f : 0.5f), wf_set(0)};
    if (dims > 1)
    {
        c.room = wf_sub(c.room, wf_mul(d.y, d.y));
        c.share = wf_mul(g.y, d.y);
    }
    if (dims > 2)
    {
        c.room = wf_sub(c.room, wf_mul(d.z, d.z));
        c.share = wf_add(c.share, wf_mul(g.z, d.z));
    }
    return c;
}

/// Falloff and product at an offset x from a corner.
typedef struct wide_falloff
{
    wf t, dot;
} wide_falloff;

static WIDE_INLINE wide_falloff corner_falloff(wide_corner c, wf gx, wf x)
{
    return (wide_falloff){wf_max(wf_sub(c.room, wf_mul(x, x)), wf_set(0)),
                          wf_add(wf_mul(gx, x), c.share)};
}

static WIDE_INLINE wf falloff_value(wide_falloff f)
{
    const wf t2 = wf_mul(f.t, f.t);
    return wf_mul(wf_mul(t2, t2), f.dot);
}

// ---- two dimensions -----------------------------------------------------------------------------

// The offset from the corner (i, j) is (56 u - 15 v) / 41 in units of 1/71 of the lattice's fraction,
// always whole: dividing by 41 is multiplying by its inverse modulo 2^32, 0xc18f9c19.
#define MAJOR_OVER_41 ((int32_t)(uint32_t)(SKEW2_MAJOR * 0xc18f9c19u))
#define MINOR_OVER_41 ((int32_t)(uint32_t)(SKEW2_MINOR * 0xc18f9c19u))
#define TOTAL_OVER_41 ((int32_t)(uint32_t)((SKEW2_MAJOR + SKEW2_MINOR) * 0xc18f9c19u))
#define SKEW2_UNIT (1.0f / (71.0f * 16777216.0f))

static WIDE_INLINE wi simplex2_offset_int(wi u, wi v)
{
    return wi_sub(wi_mul(u, wi_set(MAJOR_OVER_41)), wi_mul(v, wi_set(MINOR_OVER_41)));
}

static WIDE_INLINE wide_vector simplex2_offset(wi u, wi v)
{
    const wf unit = wf_set(SKEW2_UNIT);
    const wi all = wi_set(TOTAL_OVER_41), share = wi_mul(wi_add(u, v), wi_set(MINOR_OVER_41));
    return (wide_vector){wf_mul(wf_from_i(wi_sub(wi_mul(u, all), share)), unit),
                         wf_mul(wf_from_i(wi_sub(wi_mul(v, all), share)), unit), wf_set(0)};
}

// From the first corner to the middle one, along the axis that has the larger remainder and along the other; and to
// the last one.
#define SIMPLEX2_NEAR (56.0f / 71.0f)
#define SIMPLEX2_SIDE (-15.0f / 71.0f)
#define SIMPLEX2_FAR (41.0f / 71.0f)
