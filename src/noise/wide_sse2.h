// SPDX-License-Identifier: MIT
// Four at a time with SSE2, the baseline of x86-64.
#ifndef LOAM_NOISE_WIDE_H
#define LOAM_NOISE_WIDE_H

// clang-format off
#include <emmintrin.h>
#include <stdint.h>

#define WIDE_N 4
#define WIDE_ISA LOAM_ISA_SSE2
#define WIDE_KERNELS loam_noise_kernels_sse2
#define WIDE_POINT loam_noise_point

typedef __m128 wf;
typedef __m128i wi;
typedef __m128i wm;

static inline wf wf_load(const float *p) { return _mm_loadu_ps(p); }
static inline void wf_store(float *p, wf a) { _mm_storeu_ps(p, a); }
static inline wf wf_set(float a) { return _mm_set1_ps(a); }
static inline wf wf_add(wf a, wf b) { return _mm_add_ps(a, b); }
static inline wf wf_sub(wf a, wf b) { return _mm_sub_ps(a, b); }
static inline wf wf_mul(wf a, wf b) { return _mm_mul_ps(a, b); }
static inline wf wf_div(wf a, wf b) { return _mm_div_ps(a, b); }
static inline wf wf_sqrt(wf a) { return _mm_sqrt_ps(a); }
static inline wf wf_min(wf a, wf b) { return _mm_min_ps(a, b); }
static inline wf wf_max(wf a, wf b) { return _mm_max_ps(a, b); }
static inline wm wf_lt(wf a, wf b) { return _mm_castps_si128(_mm_cmplt_ps(a, b)); }
static inline wf wf_from_i(wi a) { return _mm_cvtepi32_ps(a); }
static inline wi wi_from_f(wf a) { return _mm_cvttps_epi32(a); }
static inline wf wf_from_bits(wi a) { return _mm_castsi128_ps(a); }
static inline wi wi_from_bits(wf a) { return _mm_castps_si128(a); }

static inline wi wi_load(const int32_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline void wi_store(int32_t *p, wi a) { _mm_storeu_si128((__m128i *)p, a); }
static inline wi wi_set(int32_t a) { return _mm_set1_epi32(a); }
static inline wi wi_add(wi a, wi b) { return _mm_add_epi32(a, b); }
static inline wi wi_sub(wi a, wi b) { return _mm_sub_epi32(a, b); }

/// SSE2 multiplies only the even lanes: do both halves and weave them together.
static inline wi wi_mul(wi a, wi b)
{
    const wi even = _mm_mul_epu32(a, b);
    const wi odd = _mm_mul_epu32(_mm_srli_si128(a, 4), _mm_srli_si128(b, 4));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, _MM_SHUFFLE(0, 0, 2, 0)),
                              _mm_shuffle_epi32(odd, _MM_SHUFFLE(0, 0, 2, 0)));
}

static inline wi wi_and(wi a, wi b) { return _mm_and_si128(a, b); }
static inline wi wi_or(wi a, wi b) { return _mm_or_si128(a, b); }
static inline wi wi_xor(wi a, wi b) { return _mm_xor_si128(a, b); }
#define wi_shl(a, n) _mm_slli_epi32(a, n)
#define wi_shr(a, n) _mm_srli_epi32(a, n)
#define wi_sar(a, n) _mm_srai_epi32(a, n)
static inline wm wi_gt(wi a, wi b) { return _mm_cmpgt_epi32(a, b); }
static inline wm wi_eq(wi a, wi b) { return _mm_cmpeq_epi32(a, b); }
static inline wi wi_pick(wm m, wi yes, wi no)
{
    return _mm_or_si128(_mm_and_si128(m, yes), _mm_andnot_si128(m, no));
}
static inline wf wf_pick(wm m, wf yes, wf no)
{
    return _mm_castsi128_ps(wi_pick(m, _mm_castps_si128(yes), _mm_castps_si128(no)));
}
static inline wi wi_from_m(wm m) { return m; }
static inline wm wm_and(wm a, wm b) { return _mm_and_si128(a, b); }
static inline wm wm_or(wm a, wm b) { return _mm_or_si128(a, b); }
static inline int wm_any(wm m) { return _mm_movemask_epi8(m) != 0; }
static inline int32_t wi_first(wi a) { return _mm_cvtsi128_si32(a); }

static inline wf wf_expand(const float *table, wi index)
{
    int32_t i[4];
    wi_store(i, index);
    return _mm_set_ps(table[i[3]], table[i[2]], table[i[1]], table[i[0]]);
}
static inline wi wi_expand(const int32_t *table, wi index)
{
    int32_t i[4];
    wi_store(i, index);
    return _mm_set_epi32(table[i[3]], table[i[2]], table[i[1]], table[i[0]]);
}
static inline wf wf_lookup(const float *table, wi index)
{
    return wf_expand(table, _mm_and_si128(index, _mm_set1_epi32(7)));
}

typedef struct wl { __m128i even, odd; } wl;
static inline wl wl_set(uint64_t a) { return (wl){_mm_set1_epi64x((int64_t)a), _mm_set1_epi64x((int64_t)a)}; }
static inline wl wl_add(wl a, wl b) { return (wl){_mm_add_epi64(a.even, b.even), _mm_add_epi64(a.odd, b.odd)}; }
static inline wl wl_mul(wi a, uint32_t b)
{
    const __m128i factor = _mm_set1_epi64x(b);
    return (wl){_mm_mul_epu32(a, factor), _mm_mul_epu32(_mm_srli_epi64(a, 32), factor)};
}
static inline wl wl_high(wl a) { return (wl){_mm_slli_epi64(a.even, 32), _mm_slli_epi64(a.odd, 32)}; }
static inline wi wl_bits(wl a, int n)
{
    const __m128i low = _mm_set1_epi64x(0xffffffff);
    const __m128i odd = n < 32 ? _mm_slli_epi64(a.odd, 32 - n) : _mm_srli_epi64(a.odd, n - 32);
    return _mm_or_si128(_mm_and_si128(_mm_srli_epi64(a.even, n), low), _mm_andnot_si128(low, odd));
}

static inline wf wf_flip(wf a, wi sign) { return wf_from_bits(wi_xor(wi_from_bits(a), wi_and(sign, wi_set(INT32_MIN)))); }
#endif
