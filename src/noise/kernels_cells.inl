// SPDX-License-Identifier: MIT
// Cellular noise after Worley 1996: one random point per cell, distances to the nearest ones.
//
// The points of the 4 x 4 (x 4) cells around a sample are looked at: two cells to either side of the
// nearest cell border. With the offsets limited as they are (see cell_jitter in noise.c) no point
// further away can be among the two nearest, so the noise is continuous and has no seams.

/// Running minimum over cells. Distances are squared for the Euclidean metric.
typedef struct wide_nearest
{
    wf first, second;
    wi hash; // of the nearest point
} wide_nearest;

static WIDE_INLINE wide_nearest nearest_none(void)
{
    return (wide_nearest){wf_set(1e9f), wf_set(1e9f), wi_set(0)};
}

static WIDE_INLINE void nearest_add(wide_nearest *n, wf distance, wi hash, bool second, bool value)
{
    if (second)
    {
        n->second = wf_min(n->second, wf_max(n->first, distance));
    }
    if (value)
    {
        n->hash = wi_pick(wf_lt(distance, n->first), hash, n->hash);
    }
    n->first = wf_min(n->first, distance);
}

/// One axis' share of a distance, and how shares add up.
static WIDE_INLINE wf axis_distance(loam_cell_metric metric, wf d)
{
    return metric == LOAM_METRIC_EUCLIDEAN ? wf_mul(d, d) : absolute(d);
}

static WIDE_INLINE wf join_distance(loam_cell_metric metric, wf a, wf b)
{
    return metric == LOAM_METRIC_CHEBYSHEV ? wf_max(a, b) : wf_add(a, b);
}

/// Where in its cell a point lies on an axis, from bits of its hash: the centre, give or take jitter.
static WIDE_INLINE wf point_at(wi hash, int axis, int dims, wf jitter)
{
    wi bits;
    float unit;
    if (dims < 3)
    {
        bits = axis == 0 ? wi_and(hash, wi_set(0xffff)) : wi_shr(hash, 16);
        unit = 1.0f / 32768.0f;
    }
    else
    {
        bits = axis == 0   ? wi_and(hash, wi_set(0x3ff))
               : axis == 1 ? wi_and(wi_shr(hash, 11), wi_set(0x3ff))
                           : wi_shr(hash, 22);
        unit = 1.0f / 512.0f;
    }
    const wf offset = wf_sub(wf_mul(wf_from_i(bits), wf_set(unit)), wf_set(1));
    return wf_add(wf_set(0.5f), wf_mul(jitter, offset));
}

/// Minus the sample's position within the CELL_SPAN cells that are looked at. Those begin one cell
/// before its own if the sample is in the upper half, else two.
static WIDE_INLINE wf span_offset(wi fraction)
{
    const wf at = wf_mul(wf_from_i(fraction), wf_set(1.0f / (float)LATTICE_ONE));
    const wm upper = wi_gt(fraction, wi_set(LATTICE_ONE / 2 - 1));
    return wf_sub(wf_pick(upper, wf_set(-1), wf_set(-2)), at);
}

static WIDE_INLINE wf cells_finish(const lattice_shape *shape, const wide_nearest *n)
{
    const bool euclidean = shape->metric == LOAM_METRIC_EUCLIDEAN;
    const wf scale = wf_set(shape->cell_scale);
    if (shape->cell == LOAM_CELL_VALUE)
    {
        return signed_unit(mix(n->hash));
    }
    if (shape->cell == LOAM_CELL_F1)
    {
        return wf_mul(euclidean ? root(n->first) : n->first, scale);
    }
    const wf second = euclidean ? root(n->second) : n->second;
    if (shape->cell == LOAM_CELL_F2)
    {
        return wf_mul(second, scale);
    }
    return wf_mul(wf_sub(second, euclidean ? root(n->first) : n->first), scale);
}

// ---- anywhere -----------------------------------------------------------------------------------

/// The distance to the point of cell number `number` of those looked at, x counted fastest.
static WIDE_INLINE wf lanes_cell(const lattice_shape *shape, wi hash, const wf offset[3],
                                 int number, int dims)
{
    const int cell[3] = {number % CELL_SPAN, number / CELL_SPAN % CELL_SPAN,
                         number / CELL_SPAN / CELL_SPAN};
    const wf jitter = wf_set(shape->jitter);
    wf share[3] = {wf_set(0), wf_set(0), wf_set(0)};
    for (int a = 0; a < dims; a++)
    {
        const wf d = wf_add(point_at(hash, a, dims, jitter),
                            wf_add(wf_set((float)cell[a]), offset[a]));
        share[a] = axis_distance(shape->metric, d);
    }
    const wf rest = dims > 2 ? join_distance(shape->metric, share[1], share[2]) : share[1];
    return join_distance(shape->metric, share[0], rest);
}

static WIDE_INLINE wf lanes_cells(const lanes_job *lanes, int32_t k, int dims)
{
    wi hash[3][CELL_SPAN];
    wf offset[3];
    for (int a = 0; a < dims; a++)
    {
        span_hashes(lanes, a, k, hash[a]);
        offset[a] = span_offset(fraction_bits(lanes, a, k));
    }
    const int cells = dims == 1   ? CELL_SPAN
                      : dims == 2 ? CELL_SPAN * CELL_SPAN
                                  : CELL_SPAN * CELL_SPAN * CELL_SPAN;
    wide_nearest n = nearest_none();
    for (int i = 0; i < cells; i++)
    {
        wi sum = hash[0][i % CELL_SPAN];
        sum = dims > 1 ? wi_add(sum, hash[1][i / CELL_SPAN % CELL_SPAN]) : sum;
        sum = dims > 2 ? wi_add(sum, hash[2][i / CELL_SPAN / CELL_SPAN]) : sum;
        const wi point = mix(sum);
        nearest_add(&n, lanes_cell(lanes->shape, point, offset, i, dims), point, true, true);
    }
    return cells_finish(lanes->shape, &n);
}
