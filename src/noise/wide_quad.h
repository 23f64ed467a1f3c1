// SPDX-License-Identifier: MIT
// Four at a time with AVX2, for the corners of one sample. What belongs to many samples is left out.
#ifndef LOAM_NOISE_WIDE_H
#define LOAM_NOISE_WIDE_H

// clang-format off
#include <immintrin.h>
#include <stdint.h>

#define WIDE_N 4

typedef __m128 wf;
typedef __m128i wi;
typedef __m128i wm;

static inline wf wf_load(const float *p) { return _mm_loadu_ps(p); }
static inline void wf_store(float *p, wf a) { _mm_storeu_ps(p, a); }
static inline wf wf_set(float a) { return _mm_set1_ps(a); }
static inline wf wf_add(wf a, wf b) { return _mm_add_ps(a, b); }
static inline wf wf_sub(wf a, wf b) { return _mm_sub_ps(a, b); }
static inline wf wf_mul(wf a, wf b) { return _mm_mul_ps(a, b); }
static inline wf wf_min(wf a, wf b) { return _mm_min_ps(a, b); }
static inline wf wf_max(wf a, wf b) { return _mm_max_ps(a, b); }
static inline wf wf_from_i(wi a) { return _mm_cvtepi32_ps(a); }
static inline wf wf_from_bits(wi a) { return _mm_castsi128_ps(a); }
static inline wi wi_from_bits(wf a) { return _mm_castps_si128(a); }

static inline wi wi_load(const int32_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline void wi_store(int32_t *p, wi a) { _mm_storeu_si128((__m128i *)p, a); }
static inline wi wi_set(int32_t a) { return _mm_set1_epi32(a); }
static inline wi wi_add(wi a, wi b) { return _mm_add_epi32(a, b); }
static inline wi wi_sub(wi a, wi b) { return _mm_sub_epi32(a, b); }
static inline wi wi_mul(wi a, wi b) { return _mm_mullo_epi32(a, b); }
static inline wi wi_and(wi a, wi b) { return _mm_and_si128(a, b); }
static inline wi wi_xor(wi a, wi b) { return _mm_xor_si128(a, b); }
#define wi_shl(a, n) _mm_slli_epi32(a, n)
#define wi_shr(a, n) _mm_srli_epi32(a, n)
#define wi_sar(a, n) _mm_srai_epi32(a, n)
static inline wm wi_eq(wi a, wi b) { return _mm_cmpeq_epi32(a, b); }
static inline wi wi_from_m(wm m) { return m; }

static inline wf wf_lookup(const float *table, wi index)
{
    return _mm256_castps256_ps128(
        _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), _mm256_castsi128_si256(index)));
}

static inline wf wf_flip(wf a, wi sign) { return wf_from_bits(wi_xor(wi_from_bits(a), wi_and(sign, wi_set(INT32_MIN)))); }
#endif
