// SPDX-License-Identifier: MIT
// Sixteen at a time with AVX-512 (F, BW, DQ, VL).
#ifndef LOAM_NOISE_WIDE_H
#define LOAM_NOISE_WIDE_H

// clang-format off
#include <immintrin.h>
#include <stdint.h>

#define WIDE_N 16
#define WIDE_ISA LOAM_ISA_AVX512
#define WIDE_KERNELS loam_noise_kernels_avx512
#define WIDE_POINT loam_noise_point_avx2

typedef __m512 wf;
typedef __m512i wi;
typedef __mmask16 wm;

static inline wf wf_load(const float *p) { return _mm512_loadu_ps(p); }
static inline void wf_store(float *p, wf a) { _mm512_storeu_ps(p, a); }
static inline wf wf_set(float a) { return _mm512_set1_ps(a); }
static inline wf wf_add(wf a, wf b) { return _mm512_add_ps(a, b); }
static inline wf wf_sub(wf a, wf b) { return _mm512_sub_ps(a, b); }
static inline wf wf_mul(wf a, wf b) { return _mm512_mul_ps(a, b); }
static inline wf wf_div(wf a, wf b) { return _mm512_div_ps(a, b); }
static inline wf wf_sqrt(wf a) { return _mm512_sqrt_ps(a); }
static inline wf wf_min(wf a, wf b) { return _mm512_min_ps(a, b); }
static inline wf wf_max(wf a, wf b) { return _mm512_max_ps(a, b); }
static inline wm wf_lt(wf a, wf b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
static inline wf wf_pick(wm m, wf yes, wf no) { return _mm512_mask_blend_ps(m, no, yes); }
static inline wf wf_from_i(wi a) { return _mm512_cvtepi32_ps(a); }
static inline wi wi_from_f(wf a) { return _mm512_cvttps_epi32(a); }
static inline wf wf_from_bits(wi a) { return _mm512_castsi512_ps(a); }
static inline wi wi_from_bits(wf a) { return _mm512_castps_si512(a); }

static inline wi wi_load(const int32_t *p) { return _mm512_loadu_si512(p); }
static inline void wi_store(int32_t *p, wi a) { _mm512_storeu_si512(p, a); }
static inline wi wi_set(int32_t a) { return _mm512_set1_epi32(a); }
static inline wi wi_add(wi a, wi b) { return _mm512_add_epi32(a, b); }
static inline wi wi_sub(wi a, wi b) { return _mm512_sub_epi32(a, b); }
static inline wi wi_mul(wi a, wi b) { return _mm512_mullo_epi32(a, b); }
static inline wi wi_and(wi a, wi b) { return _mm512_and_si512(a, b); }
static inline wi wi_or(wi a, wi b) { return _mm512_or_si512(a, b); }
static inline wi wi_xor(wi a, wi b) { return _mm512_xor_si512(a, b); }
#define wi_shl(a, n) _mm512_slli_epi32(a, n)
#define wi_shr(a, n) _mm512_srli_epi32(a, n)
#define wi_sar(a, n) _mm512_srai_epi32(a, n)
static inline wm wi_gt(wi a, wi b) { return _mm512_cmpgt_epi32_mask(a, b); }
static inline wm wi_eq(wi a, wi b) { return _mm512_cmpeq_epi32_mask(a, b); }
static inline wi wi_pick(wm m, wi yes, wi no) { return _mm512_mask_blend_epi32(m, no, yes); }
static inline wi wi_from_m(wm m) { return _mm512_movm_epi32(m); }
static inline wm wm_and(wm a, wm b) { return (wm)(a & b); }
static inline wm wm_or(wm a, wm b) { return (wm)(a | b); }
static inline int wm_any(wm m) { return m != 0; }
static inline int32_t wi_first(wi a) { return _mm_cvtsi128_si32(_mm512_castsi512_si128(a)); }

static inline wf wf_expand(const float *table, wi index)
{
    return _mm512_permutexvar_ps(index, _mm512_loadu_ps(table));
}
static inline wi wi_expand(const int32_t *table, wi index)
{
    return _mm512_permutexvar_epi32(index, wi_load(table));
}
static inline wf wf_lookup(const float *table, wi index) { return wf_expand(table, index); }

/// The same of a table of twice as many.
static inline wf wf_expand_two(const float *table, wi index)
{
    return _mm512_permutex2var_ps(_mm512_loadu_ps(table), index, _mm512_loadu_ps(table + 16));
}
/// One more where m is true.
static inline wi wi_raise(wi a, wm m) { return _mm512_mask_add_epi32(a, m, a, _mm512_set1_epi32(1)); }
static inline wm wi_odd(wi a) { return _mm512_test_epi32_mask(a, _mm512_set1_epi32(1)); }
/// a[0], b[0], a[1], ...
static inline void wf_store_pairs(float *p, wf a, wf b)
{
    const wi low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const wi high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    wf_store(p, _mm512_permutex2var_ps(a, low, b));
    wf_store(p + 16, _mm512_permutex2var_ps(a, high, b));
}

typedef struct wl { __m512i even, odd; } wl;
static inline wl wl_set(uint64_t a) { return (wl){_mm512_set1_epi64((int64_t)a), _mm512_set1_epi64((int64_t)a)}; }
static inline wl wl_add(wl a, wl b) { return (wl){_mm512_add_epi64(a.even, b.even), _mm512_add_epi64(a.odd, b.odd)}; }
static inline wl wl_mul(wi a, uint32_t b)
{
    const __m512i factor = _mm512_set1_epi64(b);
    return (wl){_mm512_mul_epu32(a, factor), _mm512_mul_epu32(_mm512_srli_epi64(a, 32), factor)};
}
static inline wl wl_high(wl a) { return (wl){_mm512_slli_epi64(a.even, 32), _mm512_slli_epi64(a.odd, 32)}; }
static inline wi wl_bits(wl a, unsigned n)
{
    const __m512i odd = n < 32 ? _mm512_slli_epi64(a.odd, 32 - n) : _mm512_srli_epi64(a.odd, n - 32);
    return _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(a.even, n), odd);
}

static inline wf wf_flip(wf a, wi sign) { return wf_from_bits(_mm512_ternarylogic_epi32(wi_from_bits(a), sign, wi_set(INT32_MIN), 0x78)); }
#endif
