// SPDX-License-Identifier: MIT
// Samples anywhere, each with all of its work: the definition of every noise. The block kernels give
// the same bits.

enum
{
    CELL_SPAN = 4, // cells along an axis that cellular noise looks at
    CORNERS = 8,   // of a cell, at most
};

/// What the lanes of one vector need to know about their places.
typedef struct wide_place
{
    wi hash[3][2];      // per axis: of the cell and of the next one
    wf at[3];           // fraction of the cell
    wi rest[3];         // the same as an integer, of a skewed position its remainder
    wi corner[CORNERS]; // see corner_hash
    bool has_corners;
} wide_place;

#include "noise/kernels_order.inl"

#if WIDE_N > 1
#include "noise/kernels_near.inl"
#else
#include "noise/kernels_anywhere.inl"
#endif

/// The hash of the corner x, y, z of a cell.
static WIDE_INLINE wi corner_hash(const wide_place *place, int dims, int x, int y, int z)
{
    if (place->has_corners)
    {
        return place->corner[x + 2 * y + 4 * z];
    }
    wi sum = place->hash[0][x];
    sum = dims > 1 ? wi_add(sum, place->hash[1][y]) : sum;
    sum = dims > 2 ? wi_add(sum, place->hash[2][z]) : sum;
    return mix(sum);
}

static WIDE_INLINE wf lanes_white(const lanes_job *lanes, int32_t k, int dims)
{
    const wide_place place = place_load(lanes, k, LOAM_NOISE_WHITE, dims);
    return signed_unit(corner_hash(&place, dims, 0, 0, 0));
}

// ---- value --------------------------------------------------------------------------------------

/// A value blended along z, then along y, with its derivatives by both.
typedef struct wide_blend
{
    wf value, dy, dz;
} wide_blend;

static WIDE_INLINE wf value_at(const wide_place *place, int dims, int x, int y, int z)
{
    return signed_unit(corner_hash(place, dims, x, y, z));
}

static WIDE_INLINE wide_blend value_blend(const wide_place *place, const wf weight[3],
                                          const wf weight_slope[3], int dims, int x)
{
    wf line[2] = {wf_set(0), wf_set(0)}, line_dz[2] = {wf_set(0), wf_set(0)};
    for (int y = 0; y < (dims > 1 ? 2 : 1); y++)
    {
        line[y] = value_at(place, dims, x, y, 0);
        if (dims > 2)
        {
            const wf far = value_at(place, dims, x, y, 1);
            line_dz[y] = wf_mul(weight_slope[2], wf_sub(far, line[y]));
            line[y] = lerp(line[y], far, weight[2]);
        }
    }
    if (dims == 1)
    {
        return (wide_blend){line[0], wf_set(0), wf_set(0)};
    }
    return (wide_blend){lerp(line[0], line[1], weight[1]),
                        wf_mul(weight_slope[1], wf_sub(line[1], line[0])),
                        lerp(line_dz[0], line_dz[1], weight[1])};
}

static WIDE_INLINE wf lanes_value(const lanes_job *lanes, int32_t k, int dims, wide_vector *slope)
{
    const wide_place place = place_load(lanes, k, LOAM_NOISE_VALUE, dims);
    wf weight[3], weight_slope[3];
    for (int a = 0; a < dims; a++)
    {
        weight[a] = fade(lanes->shape->fade, place.at[a]);
        weight_slope[a] = fade_slope(lanes->shape->fade, place.at[a]);
    }
    const wide_blend left = value_blend(&place, weight, weight_slope, dims, 0);
    const wide_blend right = value_blend(&place, weight, weight_slope, dims, 1);
    slope->x = wf_mul(weight_slope[0], wf_sub(right.value, left.value));
    slope->y = lerp(left.dy, right.dy, weight[0]);
    slope->z = lerp(left.dz, right.dz, weight[0]);
    return lerp(left.value, right.value, weight[0]);
}

// ---- Perlin -------------------------------------------------------------------------------------

/// On one side of the cell, blended along z and y, gradient noise is a x + b. With the derivatives of
/// a and b by y and z.
typedef struct wide_ramp
{
    wf a, b;
    wf a_dy, b_dy;
    wf a_dz, b_dz;
} wide_ramp;

/// The gradient along x and y and the share c of z, blended along z at one corner of the xy square.
typedef struct wide_pole
{
    wf gx, gy, c;
    wf gx_dz, gy_dz, c_dz;
} wide_pole;

/// A gradient, stretched.
static WIDE_INLINE wide_vector perlin_gradient(wi hash, int dims)
{
    const wf zero = wf_set(0);
    return dims == 1 ? (wide_vector){wf_mul(signed_unit(hash), wf_set(perlin_scale[1])), zero, zero}
                     : gradient_from(&perlin_gradients, hash, dims);
}

static WIDE_INLINE wide_pole perlin_pole(const wide_place *place, const wf weight[3],
                                         const wf weight_slope[3], int dims, int x, int y)
{
    const wf zero = wf_set(0);
    const wide_vector g = perlin_gradient(corner_hash(place, dims, x, y, 0), dims);
    wide_pole pole = {g.x, g.y, zero, zero, zero, zero};
    if (dims > 2)
    {
        const wide_vector h = perlin_gradient(corner_hash(place, dims, x, y, 1), dims);
        const wf z = place->at[2];
        const wf low = wf_mul(g.z, z), high = wf_mul(h.z, wf_sub(z, wf_set(1)));
        pole.c = lerp(low, high, weight[2]);
        pole.c_dz = wf_add(lerp(g.z, h.z, weight[2]), wf_mul(weight_slope[2], wf_sub(high, low)));
        pole.gx_dz = wf_mul(weight_slope[2], wf_sub(h.x, g.x));
        pole.gy_dz = wf_mul(weight_slope[2], wf_sub(h.y, g.y));
        pole.gx = lerp(g.x, h.x, weight[2]);
        pole.gy = lerp(g.y, h.y, weight[2]);
    }
    return pole;
}

static WIDE_INLINE wide_ramp perlin_ramp(const wide_place *place, const wf weight[3],
                                         const wf weight_slope[3], int dims, int x)
{
    const wf zero = wf_set(0);
    const wide_pole near = perlin_pole(place, weight, weight_slope, dims, x, 0);
    if (dims == 1)
    {
        return (wide_ramp){near.gx, zero, zero, zero, zero, zero};
    }
    const wide_pole far = perlin_pole(place, weight, weight_slope, dims, x, 1);
    const wf y0 = place->at[1], y1 = wf_sub(y0, wf_set(1));
    const wf t0 = dims > 2 ? wf_add(wf_mul(near.gy, y0), near.c) : wf_mul(near.gy, y0);
    const wf t1 = dims > 2 ? wf_add(wf_mul(far.gy, y1), far.c) : wf_mul(far.gy, y1);
    const wf t0_dz = wf_add(wf_mul(near.gy_dz, y0), near.c_dz);
    const wf t1_dz = wf_add(wf_mul(far.gy_dz, y1), far.c_dz);
    return (wide_ramp){
        .a = lerp(near.gx, far.gx, weight[1]),
        .b = lerp(t0, t1, weight[1]),
        .a_dy = wf_mul(weight_slope[1], wf_sub(far.gx, near.gx)),
        .b_dy = wf_add(lerp(near.gy, far.gy, weight[1]), wf_mul(weight_slope[1], wf_sub(t1, t0))),
        .a_dz = lerp(near.gx_dz, far.gx_dz, weight[1]),
        .b_dz = lerp(t0_dz, t1_dz, weight[1]),
    };
}

static WIDE_INLINE wf lanes_perlin(const lanes_job *lanes, int32_t k, int dims, wide_vector *slope)
{
    const wide_place place = place_load(lanes, k, LOAM_NOISE_PERLIN, dims);
    wf weight[3], weight_slope[3];
    for (int a = 0; a < dims; a++)
    {
        weight[a] = smootherstep(place.at[a]);
        weight_slope[a] = smootherstep_slope(place.at[a]);
    }
    const wide_ramp l = perlin_ramp(&place, weight, weight_slope, dims, 0);
    const wide_ramp r = perlin_ramp(&place, weight, weight_slope, dims, 1);
    const wf x = place.at[0], u = weight[0];
    const wf da = wf_sub(r.a, l.a), db = wf_sub(wf_sub(r.b, r.a), l.b);
    slope->x = wf_add(lerp(l.a, r.a, u), wf_mul(weight_slope[0], wf_add(wf_mul(da, x), db)));
    slope->y = ramps_at(l.a_dy, l.b_dy, r.a_dy, r.b_dy, x, u);
    slope->z = ramps_at(l.a_dz, l.b_dz, r.a_dz, r.b_dz, x, u);
    return ramps_at(l.a, l.b, r.a, r.b, x, u);
}
