// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require

#include "exact.glsl"
#include "noise_job.h"
#include "../noise/tables.h"

// One sample of a grid per invocation, each with all of its work. This is noise/kernels_lanes.inl and its
// companions once more, in the same words: operation for operation, in the same order.

layout(local_size_x = JOB_THREADS) in;
layout(constant_id = 0) const int KIND = 3;
layout(constant_id = 1) const int DIMS = 2;
layout(constant_id = 2) const int WARPED = 0;

layout(std430, binding = 0) readonly buffer job_buffer { gpu_noise_job jobs[]; };
layout(std430, binding = 1) writeonly buffer out_buffer { float samples[]; };
layout(push_constant) uniform part { gpu_noise_part push; };

#define job jobs[push.job]

const int WHITE = 0, VALUE = 1, PERLIN = 2, SIMPLEX = 3, CELLULAR = 4;
const int LINEAR = 1, SMOOTHSTEP = 2;
const int F1 = 0, F2 = 1, CELL_VALUE = 3;
const int EUCLIDEAN = 0, CHEBYSHEV = 2;
const int FBM = 0, RIDGED = 1, TURBULENCE = 2, SQUARES = 3, MINIMUM = 4;
const int ONE = 1 << 24;

const float gradient2_x[8] = float[8](GRADIENT2_X);
const float gradient2_y[8] = float[8](GRADIENT2_Y);
const float gradient3_x[8] = float[8](GRADIENT3_X);
const float gradient3_y[8] = float[8](GRADIENT3_Y);
const float gradient3_z[8] = float[8](GRADIENT3_Z);
const float perlin_scale[4] = float[4](PERLIN_SCALES);
const float simplex_scale[4] = float[4](SIMPLEX_SCALES);

/// Where a sample is: a 64-bit cell along each axis, and a fraction of it (skewed, of SKEW_ONE).
struct lattice
{
    uvec2 cell[3];
    int fraction[3];
};

/// Hashes of the cell and of the next one along each axis, and the fractions as floats.
struct place
{
    uint hash[3][2];
    float at[3];
};

// ---- places ---------------------------------------------------------------------------------------

/// position * frequency with 128 bits, of which 64 are cell and 24 are fraction.
void locate(inout lattice l, int axis, uvec2 position, uvec2 frequency)
{
    uint h00, l00, h01, l01, h10, l10, h11, l11, c1, c2, c3, c4, c5;
    umulExtended(position.x, frequency.x, h00, l00);
    umulExtended(position.x, frequency.y, h01, l01);
    umulExtended(position.y, frequency.x, h10, l10);
    umulExtended(position.y, frequency.y, h11, l11);
    const uint r1 = uaddCarry(uaddCarry(h00, l01, c1), l10, c2);
    const uint r2a = uaddCarry(uaddCarry(h01, h10, c3), l11, c4);
    const uint r2 = uaddCarry(r2a, c1 + c2, c5);
    uvec2 high = uvec2(r2, h11 + c3 + c4 + c5);
    if ((position.y & 0x80000000u) != 0u)
    {
        high = wide_add(high, wide_add(~frequency, uvec2(1, 0)));
    }
    l.cell[axis] = uvec2(r1 >> 8 | high.x << 24, high.x >> 8 | high.y << 24);
    l.fraction[axis] = int((l00 >> 16 | r1 << 16) & 0xffffffu);
}

void nudge(inout lattice l, int axis, int whole, int part)
{
    const int fraction = l.fraction[axis] + part;
    l.cell[axis] = wide_add(wide_add(l.cell[axis], wide_from(whole)), wide_from(fraction >> 24));
    l.fraction[axis] = fraction & (ONE - 1);
}

void shift(inout lattice l, int axis, float offset)
{
    int whole = int(offset);
    whole -= float(whole) > offset ? 1 : 0;
    nudge(l, axis, whole, int(wf_mul(wf_sub(offset, float(whole)), 16777216.0)));
}

/// The floor of a signed cell divided by a small number; the rest.
uvec2 divide(uvec2 cell, uint divisor, out uint rest)
{
    const uint sign = uint(int(cell.y) >> 31);
    const uvec2 a = cell ^ sign;
    const uint digits[4] = uint[4](a.y >> 16, a.y & 0xffffu, a.x >> 16, a.x & 0xffffu);
    uint quotient[4];
    uint carried = 0u;
    for (int i = 0; i < 4; i++)
    {
        const uint part = carried << 16 | digits[i];
        quotient[i] = part / divisor;
        carried = part - quotient[i] * divisor;
    }
    rest = sign != 0u ? divisor - 1u - carried : carried;
    return uvec2(quotient[2] << 16 | quotient[3], quotient[0] << 16 | quotient[1]) ^ sign;
}

/// Skewed coordinates: (56 x + 15 y) / 41, (4 x + y + z) / 3.
void skew(inout lattice l)
{
    const uint divisor = DIMS == 2 ? 41u : 3u, one = divisor << 24;
    const uint major = DIMS == 2 ? 56u : 4u, minor = DIMS == 2 ? 15u : 1u;
    uvec2 cell[3] = uvec2[3](uvec2(0), uvec2(0), uvec2(0));
    uint rest[3] = uint[3](0u, 0u, 0u), fraction[3] = uint[3](0u, 0u, 0u);
    for (int a = 0; a < DIMS; a++)
    {
        cell[a] = divide(l.cell[a], divisor, rest[a]);
        fraction[a] = uint(l.fraction[a]);
    }
    for (int a = 0; a < DIMS; a++)
    {
        const int b = (a + 1) % DIMS, c = DIMS == 2 ? 2 : (a + 2) % 3;
        const uint cells = major * rest[a] + minor * (rest[b] + rest[c]);
        const uint whole = cells / divisor;
        const uint left = ((cells - whole * divisor) << 24) + major * fraction[a] +
                          minor * (fraction[b] + fraction[c]);
        const uint carry = (left >= one ? 1u : 0u) + (left >= 2u * one ? 1u : 0u);
        const uvec2 others = wide_multiply(wide_add(cell[b], cell[c]), uvec2(minor, 0));
        l.cell[a] = wide_add(wide_add(wide_multiply(cell[a], uvec2(major, 0)), others),
                             uvec2(whole + carry, 0));
        l.fraction[a] = int(left - carry * one);
    }
}

// ---- hashes and gradients -------------------------------------------------------------------------

uint mix32(uint x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

uint axis_hash(uvec2 cell, uvec2 key)
{
    uint x = (cell.x ^ key.x) * 0x9e3779b1u;
    x = (x ^ x >> 15) + cell.y * 0x85ebca77u;
    return mix32(x + key.y);
}

float signed_unit(uint hash) { return wf_mul(float(int(hash) >> 8), 1.0 / 8388608.0); }

float signed_by(float value, uint sign_at_top)
{
    return uintBitsToFloat(floatBitsToUint(value) ^ (sign_at_top & 0x80000000u));
}

vec3 gradient(uint hash)
{
    const uint i = hash & 7u;
    if (DIMS == 1)
    {
        return vec3(signed_unit(hash), 0, 0);
    }
    if (DIMS == 2)
    {
        return vec3(signed_by(gradient2_x[i], hash), signed_by(gradient2_y[i], hash << 1), 0);
    }
    return vec3(signed_by(gradient3_x[i], hash), signed_by(gradient3_y[i], hash << 1),
                signed_by(gradient3_z[i], hash << 2));
}

place place_of(lattice l, gpu_octave octave)
{
    place p;
    p.at = float[3](0.0, 0.0, 0.0);
    for (int a = 0; a < DIMS; a++)
    {
        p.hash[a][0] = axis_hash(l.cell[a], octave.key[a]);
        p.hash[a][1] = axis_hash(wide_add(l.cell[a], uvec2(1, 0)), octave.key[a]);
        p.at[a] = wf_mul(float(l.fraction[a]), 1.0 / 16777216.0);
    }
    return p;
}

uint corner_hash(place p, int x, int y, int z)
{
    uint sum = p.hash[0][x];
    sum += DIMS > 1 ? p.hash[1][y] : 0u;
    sum += DIMS > 2 ? p.hash[2][z] : 0u;
    return mix32(sum);
}

// ---- value and Perlin -----------------------------------------------------------------------------

float smootherstep(float t)
{
    const float inner = wf_add(wf_mul(t, wf_sub(wf_mul(t, 6.0), 15.0)), 10.0);
    return wf_min(wf_mul(wf_mul(wf_mul(t, t), t), inner), 1.0);
}

float fade(float t)
{
    if (job.fade == LINEAR)
    {
        return t;
    }
    return job.fade == SMOOTHSTEP ? wf_mul(wf_mul(t, t), wf_sub(3.0, wf_add(t, t)))
                                  : smootherstep(t);
}

float value_blend(place p, float weight[3], int x)
{
    float line[2] = float[2](0.0, 0.0);
    for (int y = 0; y < (DIMS > 1 ? 2 : 1); y++)
    {
        line[y] = signed_unit(corner_hash(p, x, y, 0));
        if (DIMS > 2)
        {
            line[y] = lerp(line[y], signed_unit(corner_hash(p, x, y, 1)), weight[2]);
        }
    }
    return DIMS == 1 ? line[0] : lerp(line[0], line[1], weight[1]);
}

float value_noise(place p)
{
    float weight[3] = float[3](0.0, 0.0, 0.0);
    for (int a = 0; a < DIMS; a++)
    {
        weight[a] = fade(p.at[a]);
    }
    return lerp(value_blend(p, weight, 0), value_blend(p, weight, 1), weight[0]);
}

/// The gradient along x and y and the share of z, blended along z at one corner of the xy square.
vec3 perlin_pole(place p, float weight[3], int x, int y)
{
    const float scale = perlin_scale[DIMS];
    const vec3 g = gradient(corner_hash(p, x, y, 0));
    const vec2 near = vec2(wf_mul(g.x, scale), wf_mul(g.y, scale));
    if (DIMS < 3)
    {
        return vec3(near, 0);
    }
    const vec3 h = gradient(corner_hash(p, x, y, 1));
    const float low = wf_mul(wf_mul(g.z, scale), p.at[2]);
    const float high = wf_mul(wf_mul(h.z, scale), wf_sub(p.at[2], 1.0));
    return vec3(lerp(near.x, wf_mul(h.x, scale), weight[2]),
                lerp(near.y, wf_mul(h.y, scale), weight[2]), lerp(low, high, weight[2]));
}

/// On one side of the cell gradient noise is a x + b.
vec2 perlin_ramp(place p, float weight[3], int x)
{
    const vec3 near = perlin_pole(p, weight, x, 0);
    if (DIMS == 1)
    {
        return vec2(near.x, job.zero);
    }
    const vec3 far = perlin_pole(p, weight, x, 1);
    const float low = wf_mul(near.y, p.at[1]), high = wf_mul(far.y, wf_sub(p.at[1], 1.0));
    return vec2(lerp(near.x, far.x, weight[1]),
                lerp(DIMS > 2 ? wf_add(low, near.z) : low, DIMS > 2 ? wf_add(high, far.z) : high,
                     weight[1]));
}

float perlin_noise(place p)
{
    float weight[3] = float[3](0.0, 0.0, 0.0);
    for (int a = 0; a < DIMS; a++)
    {
        weight[a] = smootherstep(p.at[a]);
    }
    const vec2 l = perlin_ramp(p, weight, 0), r = perlin_ramp(p, weight, 1);
    const float da = wf_sub(r.x, l.x), db = wf_sub(wf_sub(r.y, r.x), l.y), x = p.at[0];
    return wf_add(wf_add(wf_mul(l.x, x), l.y), wf_mul(weight[0], wf_add(wf_mul(da, x), db)));
}

// ---- simplex --------------------------------------------------------------------------------------

float simplex_corner(vec3 g, vec3 d)
{
    float room = DIMS == 1 ? 1.0 : 0.5, share = job.zero;
    if (DIMS > 1)
    {
        room = wf_sub(room, wf_mul(d.y, d.y));
        share = wf_mul(g.y, d.y);
    }
    if (DIMS > 2)
    {
        room = wf_sub(room, wf_mul(d.z, d.z));
        share = wf_add(share, wf_mul(g.z, d.z));
    }
    const float t = wf_max(wf_sub(room, wf_mul(d.x, d.x)), 0.0);
    const float t2 = wf_mul(t, t);
    return wf_mul(wf_mul(t2, t2), wf_add(wf_mul(g.x, d.x), share));
}

vec3 minus(vec3 v, vec3 by) { return vec3(wf_sub(v.x, by.x), wf_sub(v.y, by.y), wf_sub(v.z, by.z)); }

float simplex1(place p)
{
    const vec3 d = vec3(p.at[0], 0, 0);
    return wf_add(simplex_corner(gradient(mix32(p.hash[0][0])), d),
                  simplex_corner(gradient(mix32(p.hash[0][1])), minus(d, vec3(1, 0, 0))));
}

float simplex2(place p, int u, int v)
{
    const float unit = 1.0 / (71.0 * 16777216.0);
    const int major = int(56u * 0xc18f9c19u), minor = int(15u * 0xc18f9c19u);
    const vec3 d = vec3(wf_mul(float(u * major - v * minor), unit),
                        wf_mul(float(v * major - u * minor), unit), 0);
    const bool lower = u > v;
    const float near = 56.0 / 71.0, side = -15.0 / 71.0, far = 41.0 / 71.0;
    const vec3 step = lower ? vec3(near, side, 0) : vec3(side, near, 0);
    const uint middle = lower ? p.hash[0][1] + p.hash[1][0] : p.hash[0][0] + p.hash[1][1];
    float sum = simplex_corner(gradient(mix32(p.hash[0][0] + p.hash[1][0])), d);
    sum = wf_add(sum, simplex_corner(gradient(mix32(middle)), minus(d, step)));
    return wf_add(sum, simplex_corner(gradient(mix32(p.hash[0][1] + p.hash[1][1])),
                                      minus(d, vec3(far, far, 0))));
}

float offset3(int u, int v, int w)
{
    return wf_mul(float((u * 5 - v - w) * int(0xaaaaaaabu)), 1.0 / (6.0 * 16777216.0));
}

float step_if(bool stepped, float share) { return stepped ? wf_sub(1.0, share) : -share; }

float simplex3(place p, int u, int v, int w)
{
    const vec3 d = vec3(offset3(u, v, w), offset3(v, w, u), offset3(w, u, v));
    const bool second[3] = bool[3](u >= v && u >= w, v > u && v >= w, w > u && w > v);
    const bool third[3] = bool[3](u >= v || u >= w, v > u || v >= w, w > u || w > v);
    uint sum[4] = uint[4](0u, 0u, 0u, 0u);
    for (int a = 0; a < 3; a++)
    {
        sum[0] += p.hash[a][0];
        sum[1] += p.hash[a][second[a] ? 1 : 0];
        sum[2] += p.hash[a][third[a] ? 1 : 0];
        sum[3] += p.hash[a][1];
    }
    const float s1 = 1.0 / 6.0, s2 = 2.0 / 6.0;
    const vec3 to_second = vec3(step_if(second[0], s1), step_if(second[1], s1), step_if(second[2], s1));
    const vec3 to_third = vec3(step_if(third[0], s2), step_if(third[1], s2), step_if(third[2], s2));
    float value = simplex_corner(gradient(mix32(sum[0])), d);
    value = wf_add(value, simplex_corner(gradient(mix32(sum[1])), minus(d, to_second)));
    value = wf_add(value, simplex_corner(gradient(mix32(sum[2])), minus(d, to_third)));
    return wf_add(value, simplex_corner(gradient(mix32(sum[3])), minus(d, vec3(0.5))));
}

float simplex_noise(lattice l, gpu_octave octave)
{
    if (DIMS > 1)
    {
        skew(l);
    }
    const place p = place_of(l, octave);
    const float sum = DIMS == 1   ? simplex1(p)
                      : DIMS == 2 ? simplex2(p, l.fraction[0], l.fraction[1])
                                  : simplex3(p, l.fraction[0], l.fraction[1], l.fraction[2]);
    return wf_mul(sum, simplex_scale[DIMS]);
}

// ---- cellular -------------------------------------------------------------------------------------

float root(float x)
{
    const float half_x = wf_mul(x, 0.5);
    float y = uintBitsToFloat(0x5f375a86u - (floatBitsToUint(x) >> 1));
    for (int i = 0; i < 3; i++)
    {
        y = wf_mul(y, wf_sub(1.5, wf_mul(wf_mul(half_x, y), y)));
    }
    return wf_mul(x, y);
}

/// Where in its cell a point lies on an axis: the centre, give or take jitter.
float point_at(uint hash, int axis)
{
    const uint bits = DIMS < 3    ? (axis == 0 ? hash & 0xffffu : hash >> 16)
                      : axis == 0 ? hash & 0x3ffu
                      : axis == 1 ? hash >> 11 & 0x3ffu
                                  : hash >> 22;
    const float unit = DIMS < 3 ? 1.0 / 32768.0 : 1.0 / 512.0;
    return wf_add(0.5, wf_mul(job.jitter, wf_sub(wf_mul(float(bits), unit), 1.0)));
}

float join(float a, float b) { return job.metric == CHEBYSHEV ? wf_max(a, b) : wf_add(a, b); }

float cell_distance(uint hash, float offset[3], ivec3 cell)
{
    float share[3] = float[3](0.0, 0.0, 0.0);
    for (int a = 0; a < DIMS; a++)
    {
        const float d = wf_add(point_at(hash, a), wf_add(float(cell[a]), offset[a]));
        share[a] = job.metric == EUCLIDEAN ? wf_mul(d, d) : absolute(d);
    }
    return join(share[0], DIMS > 2 ? join(share[1], share[2]) : share[1]);
}

float cells_finish(float first, float second, uint hash)
{
    const bool euclidean = job.metric == EUCLIDEAN;
    if (job.cell == CELL_VALUE)
    {
        return signed_unit(mix32(hash));
    }
    const float near = euclidean ? root(first) : first, far = euclidean ? root(second) : second;
    return wf_mul(job.cell == F1 ? near : job.cell == F2 ? far : wf_sub(far, near), job.cell_scale);
}

float cellular_noise(lattice l, gpu_octave octave)
{
    uint hash[3][4];
    float offset[3] = float[3](0.0, 0.0, 0.0);
    for (int a = 0; a < DIMS; a++)
    {
        const bool upper = l.fraction[a] >= ONE / 2;
        uvec2 cell = wide_add(l.cell[a], wide_from(upper ? -1 : -2));
        offset[a] = wf_sub(upper ? -1.0 : -2.0, wf_mul(float(l.fraction[a]), 1.0 / 16777216.0));
        for (int i = 0; i < 4; i++)
        {
            hash[a][i] = axis_hash(cell, octave.key[a]);
            cell = wide_add(cell, uvec2(1, 0));
        }
    }
    float first = 1e9, second = 1e9;
    uint nearest = 0u;
    for (int i = 0; i < (DIMS == 1 ? 4 : DIMS == 2 ? 16 : 64); i++)
    {
        const ivec3 cell = ivec3(i & 3, i >> 2 & 3, i >> 4);
        uint sum = hash[0][cell.x];
        sum += DIMS > 1 ? hash[1][cell.y] : 0u;
        sum += DIMS > 2 ? hash[2][cell.z] : 0u;
        const uint point = mix32(sum);
        const float distance = cell_distance(point, offset, cell);
        second = wf_min(second, wf_max(first, distance));
        nearest = distance < first ? point : nearest;
        first = wf_min(first, distance);
    }
    return cells_finish(first, second, nearest);
}

// ---- octaves --------------------------------------------------------------------------------------

float octave_noise(lattice l, gpu_octave octave)
{
    switch (KIND)
    {
    case VALUE:
        return value_noise(place_of(l, octave));
    case PERLIN:
        return perlin_noise(place_of(l, octave));
    case SIMPLEX:
        return simplex_noise(l, octave);
    case CELLULAR:
        return cellular_noise(l, octave);
    default:
        return signed_unit(corner_hash(place_of(l, octave), 0, 0, 0));
    }
}

float octave_shape(float n)
{
    switch (job.fractal)
    {
    case RIDGED:
        return wf_sub(1.0, wf_add(absolute(n), absolute(n)));
    case TURBULENCE:
    case MINIMUM:
        return absolute(n);
    case SQUARES:
        return wf_mul(n, n);
    default:
        return n;
    }
}

float fold(float before, float n, int number, float weight)
{
    const float term = wf_mul(weight, octave_shape(n));
    if (number == 0)
    {
        return term;
    }
    return job.fractal == MINIMUM ? wf_min(before, term) : wf_add(before, term);
}

lattice lattice_of(uvec2 position[3], gpu_octave octave)
{
    lattice l;
    for (int a = 0; a < DIMS; a++)
    {
        locate(l, a, position[a], octave.frequency);
    }
    return l;
}

/// By how far a sample is moved along an axis, world units.
float warp_along(int axis, uvec2 position[3])
{
    float sum = 0.0;
    for (int i = 0; i < job.warp_octaves; i++)
    {
        const gpu_octave octave = job.warp[axis * JOB_OCTAVES + i];
        const float term = wf_mul(octave.weight, simplex_noise(lattice_of(position, octave), octave));
        sum = i == 0 ? term : wf_add(sum, term);
    }
    return sum;
}

float sample_at(uvec2 position[3])
{
    float warp[3] = float[3](0.0, 0.0, 0.0), value = 0.0;
    for (int a = 0; WARPED != 0 && a < DIMS; a++)
    {
        warp[a] = warp_along(a, position);
    }
    for (int i = 0; i < job.octaves; i++)
    {
        const gpu_octave octave = job.octave[i];
        lattice l = lattice_of(position, octave);
        for (int a = 0; a < DIMS; a++)
        {
            if (job.centred != 0)
            {
                nudge(l, a, 0, ONE / 2 - 1);
            }
            if (WARPED != 0)
            {
                shift(l, a, wf_mul(warp[a], octave.cells_per_unit));
            }
        }
        const float n = octave_noise(l, octave);
        value = job.plain != 0 ? n : fold(value, n, i, octave.weight);
    }
    return value;
}

void main()
{
    const uint own = gl_GlobalInvocationID.x;
    if (own >= push.count)
    {
        return;
    }
    const uint index = push.first + own, w = uint(job.w), h = uint(job.h);
    const uint place[3] = uint[3](index % w, index / w % h, index / w / h);
    uvec2 position[3];
    for (int a = 0; a < 3; a++)
    {
        position[a] = wide_add(job.start[a], wide_multiply(job.pace, uvec2(place[a], 0)));
    }
    samples[push.to + own] = sample_at(position);
}
