// SPDX-License-Identifier: MIT
#include "noise/wide_quad.h"

#include "noise/noise.h"
#include "noise/point.h"
#include "noise/tables.h"

#include <string.h>

// Single places of Perlin and simplex noise in the plane, whose four corners are four lanes: (0, 0), (1, 0), (0, 1)
// and (1, 1). Of those a triangle leaves one out. Everything else goes the reference's way.

#define WIDE_INLINE inline __attribute__((always_inline))

#include "noise/kernels_hash.inl"

#include "noise/kernels_corner.inl"
#include "noise/kernels_emit.inl"

#define LANES(v, a, b, c, d) _mm_shuffle_epi32(v, _MM_SHUFFLE(d, c, b, a))
#define LANES_OF(v, a, b, c, d) _mm_shuffle_ps(v, v, _MM_SHUFFLE(d, c, b, a))

/// Hashes of the corners of the place's cell.
static WIDE_INLINE wi corners(const loam_noise_octave *octave, const point_place *place)
{
    const __m128i both = _mm_set_epi64x(1, 0);
    const wf x = wf_from_bits(_mm_add_epi64(_mm_set1_epi64x(place->cell[0]), both));
    const wf y = wf_from_bits(_mm_add_epi64(_mm_set1_epi64x(place->cell[1]), both));
    const wide_cell cell = {wi_from_bits(_mm_shuffle_ps(x, y, _MM_SHUFFLE(2, 0, 2, 0))),
                            wi_from_bits(_mm_shuffle_ps(x, y, _MM_SHUFFLE(3, 1, 3, 1)))};
    const wi key = wi_load((const int32_t *)octave->key[0]); // two words of x, two of y
    const wi hash = axis_hash_keyed(cell, LANES(key, 0, 0, 2, 2), LANES(key, 1, 1, 3, 3));
    return mix(wi_add(LANES(hash, 0, 1, 0, 1), LANES(hash, 2, 2, 3, 3)));
}

static WIDE_INLINE bool perlin(const loam_noise_octave *octave, const int64_t at[3], wf *n)
{
    const point_place place = loam_point_place(at, octave->frequency, 2);
    const wide_vector g = gradient_from(&perlin_gradients, corners(octave, &place), 2);
    const wi rest = _mm_set_epi32(0, 0, place.rest[1], place.rest[0]);
    const wf where = wf_mul(wf_from_i(rest), wf_set(1.0f / (float)LATTICE_ONE));
    const wf weight = smootherstep(where);
    const wf y = wf_sub(LANES_OF(where, 1, 1, 1, 1), _mm_set_ps(1, 1, 0, 0));
    const wf share = wf_mul(g.y, y);
    // a and b of a x + b on the left side and on the right
    const wf ramps = lerp(_mm_movelh_ps(g.x, share), _mm_movehl_ps(share, g.x),
                          LANES_OF(weight, 1, 1, 1, 1));
    const wf right_a = LANES_OF(ramps, 1, 1, 1, 1), left_b = LANES_OF(ramps, 2, 2, 2, 2);
    *n = ramps_at(ramps, left_b, right_a, LANES_OF(ramps, 3, 3, 3, 3), where, weight);
    return true;
}

/// False if the place is too far out.
static WIDE_INLINE bool simplex(const loam_noise_octave *octave, const int64_t at[3], wf *n)
{
    point_place place = loam_point_place(at, octave->frequency, 2);
    if (!loam_point_skew(&place, 2))
    {
        return false;
    }
    const wide_vector g = gradient_from(&plain_gradients, corners(octave, &place), 2);
    const wide_vector offset = simplex2_offset(wi_set(place.rest[0]), wi_set(place.rest[1]));
    const float near = SIMPLEX2_NEAR, side = SIMPLEX2_SIDE, far = SIMPLEX2_FAR;
    const wide_vector d = {wf_sub(offset.x, _mm_set_ps(far, side, near, 0)),
                           wf_sub(offset.y, _mm_set_ps(far, near, side, 0)), wf_set(0)};
    const wf value = falloff_value(corner_falloff(corner_rest(g, d, 2), g.x, d.x));
    const wf middle = place.rest[0] > place.rest[1] ? LANES_OF(value, 1, 1, 1, 1)
                                                    : LANES_OF(value, 2, 2, 2, 2);
    *n = wf_mul(wf_add(wf_add(value, middle), LANES_OF(value, 3, 3, 3, 3)),
                wf_set(simplex_scale[2]));
    return true;
}

typedef bool sample(const loam_noise_octave *octave, const int64_t at[3], wf *n);

/// False if an octave's place is too far out.
static WIDE_INLINE bool sum(const loam_noise *noise, const int64_t at[3], sample *octave_at,
                            float *out)
{
    const loam_noise_def *const def = &noise->def;
    wf value = wf_set(0), n = value;
    for (int32_t i = 0; i < def->octaves; i++)
    {
        const loam_noise_octave *const octave = &noise->octaves[i];
        if (!octave_at(octave, at, &n))
        {
            return false;
        }
        const lattice_target target = loam_noise_target(def, octave, i);
        value = target.plain ? n : fold(&target, value, n);
    }
    *out = _mm_cvtss_f32(value);
    return true;
}

// Each is a function of its own, so that one octave does not pay for what several need.
#define APART __attribute__((noinline))

APART static bool perlin_sum(const loam_noise *noise, int64_t x, int64_t y, float *out)
{
    return sum(noise, (const int64_t[3]){x, y, 0}, perlin, out);
}

APART static bool simplex_sum(const loam_noise *noise, int64_t x, int64_t y, float *out)
{
    return sum(noise, (const int64_t[3]){x, y, 0}, simplex, out);
}

APART static bool perlin_plain(const loam_noise *noise, int64_t x, int64_t y, float *out)
{
    wf n;
    perlin(noise->octaves, (const int64_t[3]){x, y, 0}, &n);
    *out = _mm_cvtss_f32(n);
    return true;
}

APART static bool simplex_plain(const loam_noise *noise, int64_t x, int64_t y, float *out)
{
    wf n;
    if (!simplex(noise->octaves, (const int64_t[3]){x, y, 0}, &n))
    {
        return false;
    }
    *out = _mm_cvtss_f32(n);
    return true;
}

bool loam_noise_point_avx2(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z,
                           float *out)
{
    const loam_noise_def *const def = &noise->def;
    const bool plain = def->octaves == 1 && def->fractal == LOAM_FRACTAL_FBM;
    if (dims != 2 || def->warp > 0.0)
    {
        return loam_noise_point(noise, dims, x, y, z, out);
    }
    switch (def->kind)
    {
    case LOAM_NOISE_PERLIN:
        return plain ? perlin_plain(noise, x, y, out) : perlin_sum(noise, x, y, out);
    case LOAM_NOISE_SIMPLEX:
        return plain ? simplex_plain(noise, x, y, out) : simplex_sum(noise, x, y, out);
    default:
        return loam_noise_point(noise, dims, x, y, z, out);
    }
}
