// SPDX-License-Identifier: MIT
// Simplex noise after Perlin 2001: a sum over the corners of the simplex that a point lies in, each a
// gradient times the fourth power of a falloff. The kernel's radius is the height of a simplex, so
// that a corner's share ends where the corner does.

typedef struct wide_sum
{
    wf value;
    wide_vector slope;
} wide_sum;

/// Adds one corner's share, given the offset from it, or begins with it.
static WIDE_INLINE void simplex_corner(wide_sum *sum, wide_vector g, wide_vector d, int dims,
                                       bool first)
{
    const wide_falloff f = corner_falloff(corner_rest(g, d, dims), g.x, d.x);
    const wf t2 = wf_mul(f.t, f.t), t4 = wf_mul(t2, t2);
    const wf pull = wf_mul(wf_mul(wf_set(8), wf_mul(t2, f.t)), f.dot);
    const wide_sum own = {falloff_value(f),
                          {wf_sub(wf_mul(t4, g.x), wf_mul(pull, d.x)),
                           wf_sub(wf_mul(t4, g.y), wf_mul(pull, d.y)),
                           wf_sub(wf_mul(t4, g.z), wf_mul(pull, d.z))}};
    if (first)
    {
        *sum = own;
        return;
    }
    sum->value = wf_add(sum->value, own.value);
    sum->slope.x = wf_add(sum->slope.x, own.slope.x);
    sum->slope.y = wf_add(sum->slope.y, own.slope.y);
    sum->slope.z = wf_add(sum->slope.z, own.slope.z);
}

static WIDE_INLINE wf simplex_finish(const wide_sum *sum, int dims, wide_vector *slope)
{
    const wf scale = wf_set(simplex_scale[dims]);
    slope->x = wf_mul(sum->slope.x, scale);
    slope->y = wf_mul(sum->slope.y, scale);
    slope->z = wf_mul(sum->slope.z, scale);
    return wf_mul(sum->value, scale);
}

static WIDE_INLINE wide_vector vector_minus(wide_vector v, wf x, wf y, wf z)
{
    return (wide_vector){wf_sub(v.x, x), wf_sub(v.y, y), wf_sub(v.z, z)};
}

static WIDE_INLINE wf lanes_simplex1(const lanes_job *lanes, int32_t k, wide_vector *slope)
{
    const wide_place place = place_load(lanes, k, LOAM_NOISE_SIMPLEX, 1);
    const wf zero = wf_set(0);
    const wide_vector d0 = {place.at[0], zero, zero};
    const wide_vector d1 = vector_minus(d0, wf_set(1), zero, zero);
    wide_sum sum;
    simplex_corner(&sum, gradient(mix(place.hash[0][0]), 1), d0, 1, true);
    simplex_corner(&sum, gradient(mix(place.hash[0][1]), 1), d1, 1, false);
    return simplex_finish(&sum, 1, slope);
}

// ---- two dimensions -----------------------------------------------------------------------------

/// A simplex: offset of the sample from the first corner, and for each corner the step that leads to
/// it and its gradient.
typedef struct wide_simplex
{
    wide_vector offset;
    wide_vector step[4];
    wide_vector gradient[4];
} wide_simplex;

/// How far along each axis the last corner is from the first.
static const float simplex_last_step[4] = {0, 0, SIMPLEX2_FAR, 0.5f};

static WIDE_INLINE wf simplex_sum(const wide_simplex *simplex, int dims, wide_vector *slope)
{
    wide_sum sum;
    simplex_corner(&sum, simplex->gradient[0], simplex->offset, dims, true);
    for (int c = 1; c <= dims; c++)
    {
        const wide_vector *const step = &simplex->step[c];
        simplex_corner(&sum, simplex->gradient[c],
                       vector_minus(simplex->offset, step->x, step->y, step->z), dims, false);
    }
    return simplex_finish(&sum, dims, slope);
}

/// The triangle from the remainders, without gradients; `lower` where its middle corner is (1, 0).
static WIDE_INLINE wide_simplex simplex2_triangle(wi u, wi v, wm lower)
{
    const wf near = wf_set(SIMPLEX2_NEAR), side = wf_set(SIMPLEX2_SIDE), zero = wf_set(0);
    const wf far = wf_set(simplex_last_step[2]);
    return (wide_simplex){
        .offset = simplex2_offset(u, v),
        .step = {{zero, zero, zero},
                 {wf_pick(lower, near, side), wf_pick(lower, side, near), zero},
                 {far, far, zero}},
    };
}

static WIDE_INLINE wide_simplex simplex2_corners(const wi rest[3], const wi corner[CORNERS])
{
    wide_simplex simplex = simplex2_triangle(rest[0], rest[1], wi_gt(rest[0], rest[1]));
    for (int c = 0; c < 3; c++)
    {
        simplex.gradient[c] = gradient(corner[c], 2);
    }
    return simplex;
}

// ---- three dimensions ---------------------------------------------------------------------------

// The same in space: (5 u - v - w) / 3 in units of 1/6, which is 2 u less a third of all.
#define INVERSE_3 ((int32_t)0xaaaaaaabu)
#define SKEW3_UNIT (1.0f / (6.0f * 16777216.0f))

static WIDE_INLINE wi simplex3_share(wi u, wi v, wi w)
{
    return wi_mul(wi_add(wi_add(u, v), w), wi_set(INVERSE_3));
}

static WIDE_INLINE wi simplex3_offset_int(wi u, wi share)
{
    return wi_sub(wi_add(u, u), share);
}

static WIDE_INLINE wide_vector simplex3_offset(wi u, wi v, wi w)
{
    const wf unit = wf_set(SKEW3_UNIT);
    const wi share = simplex3_share(u, v, w);
    return (wide_vector){wf_mul(wf_from_i(simplex3_offset_int(u, share)), unit),
                         wf_mul(wf_from_i(simplex3_offset_int(v, share)), unit),
                         wf_mul(wf_from_i(simplex3_offset_int(w, share)), unit)};
}

static WIDE_INLINE wf step_if(wm stepped, float share)
{
    return wf_pick(stepped, wf_set(1.0f - share), wf_set(-share));
}

static WIDE_INLINE wide_simplex simplex3_corners(const wi rest[3], const wi corner[CORNERS])
{
    const wide_order o = simplex3_order(rest[0], rest[1], rest[2]);
    const float s1 = 1.0f / 6.0f, s2 = 2.0f / 6.0f;
    const wf zero = wf_set(0), last = wf_set(simplex_last_step[3]);
    wide_simplex simplex = {
        .offset = simplex3_offset(rest[0], rest[1], rest[2]),
        .step = {{zero, zero, zero},
                 {step_if(o.second[0], s1), step_if(o.second[1], s1), step_if(o.second[2], s1)},
                 {step_if(o.third[0], s2), step_if(o.third[1], s2), step_if(o.third[2], s2)},
                 {last, last, last}},
    };
    for (int c = 0; c < 4; c++)
    {
        simplex.gradient[c] = gradient(corner[c], 3);
    }
    return simplex;
}

static WIDE_INLINE wf simplex_at(const wi rest[3], const wi corner[CORNERS], int dims,
                                 wide_vector *slope)
{
    const wide_simplex simplex = dims == 2 ? simplex2_corners(rest, corner)
                                           : simplex3_corners(rest, corner);
    return simplex_sum(&simplex, dims, slope);
}

static WIDE_INLINE wf lanes_simplex(const lanes_job *lanes, int32_t k, int dims, wide_vector *slope)
{
    if (dims == 1)
    {
        return lanes_simplex1(lanes, k, slope);
    }
    wide_place place = place_load(lanes, k, LOAM_NOISE_SIMPLEX, dims);
    if (!place.has_corners)
    {
        simplex_hashes(place.corner, place.rest, (const wi(*)[2])place.hash, dims);
    }
    return simplex_at(place.rest, place.corner, dims, slope);
}
