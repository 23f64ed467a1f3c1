// SPDX-License-Identifier: MIT
// Eight at a time with AVX2.
#ifndef LOAM_NOISE_WIDE_H
#define LOAM_NOISE_WIDE_H

// clang-format off
#include <immintrin.h>
#include <stdint.h>

#define WIDE_N 8
#define WIDE_ISA LOAM_ISA_AVX2
#define WIDE_KERNELS loam_noise_kernels_avx2
#define WIDE_POINT loam_noise_point_avx2

typedef __m256 wf;
typedef __m256i wi;
typedef __m256i wm;

static inline wf wf_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void wf_store(float *p, wf a) { _mm256_storeu_ps(p, a); }
static inline wf wf_set(float a) { return _mm256_set1_ps(a); }
static inline wf wf_add(wf a, wf b) { return _mm256_add_ps(a, b); }
static inline wf wf_sub(wf a, wf b) { return _mm256_sub_ps(a, b); }
static inline wf wf_mul(wf a, wf b) { return _mm256_mul_ps(a, b); }
static inline wf wf_div(wf a, wf b) { return _mm256_div_ps(a, b); }
static inline wf wf_sqrt(wf a) { return _mm256_sqrt_ps(a); }
static inline wf wf_min(wf a, wf b) { return _mm256_min_ps(a, b); }
static inline wf wf_max(wf a, wf b) { return _mm256_max_ps(a, b); }
static inline wm wf_lt(wf a, wf b)
{
    return _mm256_castps_si256(_mm256_cmp_ps(a, b, _CMP_LT_OQ));
}
static inline wf wf_pick(wm m, wf yes, wf no)
{
    return _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(m));
}
static inline wf wf_from_i(wi a) { return _mm256_cvtepi32_ps(a); }
static inline wi wi_from_f(wf a) { return _mm256_cvttps_epi32(a); }
static inline wf wf_from_bits(wi a) { return _mm256_castsi256_ps(a); }
static inline wi wi_from_bits(wf a) { return _mm256_castps_si256(a); }

static inline wi wi_load(const int32_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
static inline void wi_store(int32_t *p, wi a) { _mm256_storeu_si256((__m256i *)p, a); }
static inline wi wi_set(int32_t a) { return _mm256_set1_epi32(a); }
static inline wi wi_add(wi a, wi b) { return _mm256_add_epi32(a, b); }
static inline wi wi_sub(wi a, wi b) { return _mm256_sub_epi32(a, b); }
static inline wi wi_mul(wi a, wi b) { return _mm256_mullo_epi32(a, b); }
static inline wi wi_and(wi a, wi b) { return _mm256_and_si256(a, b); }
static inline wi wi_or(wi a, wi b) { return _mm256_or_si256(a, b); }
static inline wi wi_xor(wi a, wi b) { return _mm256_xor_si256(a, b); }
#define wi_shl(a, n) _mm256_slli_epi32(a, n)
#define wi_shr(a, n) _mm256_srli_epi32(a, n)
#define wi_sar(a, n) _mm256_srai_epi32(a, n)
static inline wm wi_gt(wi a, wi b) { return _mm256_cmpgt_epi32(a, b); }
static inline wm wi_eq(wi a, wi b) { return _mm256_cmpeq_epi32(a, b); }
static inline wi wi_pick(wm m, wi yes, wi no)
{
    return wi_from_bits(wf_pick(m, wf_from_bits(yes), wf_from_bits(no)));
}
static inline wi wi_from_m(wm m) { return m; }
static inline wm wm_and(wm a, wm b) { return _mm256_and_si256(a, b); }
static inline wm wm_or(wm a, wm b) { return _mm256_or_si256(a, b); }
static inline int wm_any(wm m) { return !_mm256_testz_si256(m, m); }
static inline int32_t wi_first(wi a) { return _mm_cvtsi128_si32(_mm256_castsi256_si128(a)); }

static inline wf wf_expand(const float *table, wi index)
{
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), index);
}
static inline wi wi_expand(const int32_t *table, wi index)
{
    return _mm256_permutevar8x32_epi32(wi_load(table), index);
}
static inline wf wf_lookup(const float *table, wi index) { return wf_expand(table, index); }

/// The same of a table of twice as many.
static inline wf wf_expand_two(const float *table, wi index)
{
    return wf_pick(wi_gt(index, wi_set(7)), wf_expand(table + 8, index), wf_expand(table, index));
}
/// One more where m is true.
static inline wi wi_raise(wi a, wm m) { return _mm256_sub_epi32(a, m); }
static inline wm wi_odd(wi a) { return _mm256_slli_epi32(a, 31); }
/// a[0], b[0], a[1], ...
static inline void wf_store_pairs(float *p, wf a, wf b)
{
    const wf low = _mm256_unpacklo_ps(a, b), high = _mm256_unpackhi_ps(a, b);
    wf_store(p, _mm256_permute2f128_ps(low, high, 0x20));
    wf_store(p + 8, _mm256_permute2f128_ps(low, high, 0x31));
}

typedef struct wl { __m256i even, odd; } wl;
static inline wl wl_set(uint64_t a) { return (wl){_mm256_set1_epi64x((int64_t)a), _mm256_set1_epi64x((int64_t)a)}; }
static inline wl wl_add(wl a, wl b) { return (wl){_mm256_add_epi64(a.even, b.even), _mm256_add_epi64(a.odd, b.odd)}; }
static inline wl wl_mul(wi a, uint32_t b)
{
    const __m256i factor = _mm256_set1_epi64x(b);
    return (wl){_mm256_mul_epu32(a, factor), _mm256_mul_epu32(_mm256_srli_epi64(a, 32), factor)};
}
static inline wl wl_high(wl a) { return (wl){_mm256_slli_epi64(a.even, 32), _mm256_slli_epi64(a.odd, 32)}; }
static inline wi wl_bits(wl a, int n)
{
    const __m256i odd = n < 32 ? _mm256_slli_epi64(a.odd, 32 - n) : _mm256_srli_epi64(a.odd, n - 32);
    return _mm256_blend_epi32(_mm256_srli_epi64(a.even, n), odd, 0xaa);
}

static inline wf wf_flip(wf a, wi sign) { return wf_from_bits(wi_xor(wi_from_bits(a), wi_and(sign, wi_set(INT32_MIN)))); }
#endif
