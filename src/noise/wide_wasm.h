// SPDX-License-Identifier: MIT
// Four at a time with WebAssembly's 128-bit SIMD.
#ifndef LOAM_NOISE_WIDE_H
#define LOAM_NOISE_WIDE_H

// clang-format off
#include <stdint.h>
#include <wasm_simd128.h>

#define WIDE_N 4
#define WIDE_ISA LOAM_ISA_WASM
#define WIDE_KERNELS loam_noise_kernels_wasm
#define WIDE_POINT loam_noise_point

typedef v128_t wf;
typedef v128_t wi;
typedef v128_t wm;

static inline wf wf_load(const float *p) { return wasm_v128_load(p); }
static inline void wf_store(float *p, wf a) { wasm_v128_store(p, a); }
static inline wf wf_set(float a) { return wasm_f32x4_splat(a); }
static inline wf wf_add(wf a, wf b) { return wasm_f32x4_add(a, b); }
static inline wf wf_sub(wf a, wf b) { return wasm_f32x4_sub(a, b); }
static inline wf wf_mul(wf a, wf b) { return wasm_f32x4_mul(a, b); }
static inline wf wf_div(wf a, wf b) { return wasm_f32x4_div(a, b); }
static inline wf wf_sqrt(wf a) { return wasm_f32x4_sqrt(a); }
// pmin(x, y) is y < x ? y : x.
static inline wf wf_min(wf a, wf b) { return wasm_f32x4_pmin(b, a); }
static inline wf wf_max(wf a, wf b) { return wasm_f32x4_pmax(b, a); }
static inline wm wf_lt(wf a, wf b) { return wasm_f32x4_lt(a, b); }
static inline wf wf_pick(wm m, wf yes, wf no) { return wasm_v128_bitselect(yes, no, m); }
static inline wf wf_from_i(wi a) { return wasm_f32x4_convert_i32x4(a); }
static inline wi wi_from_f(wf a) { return wasm_i32x4_trunc_sat_f32x4(a); }
static inline wf wf_from_bits(wi a) { return a; }
static inline wi wi_from_bits(wf a) { return a; }

static inline wi wi_load(const int32_t *p) { return wasm_v128_load(p); }
static inline void wi_store(int32_t *p, wi a) { wasm_v128_store(p, a); }
static inline wi wi_set(int32_t a) { return wasm_i32x4_splat(a); }
static inline wi wi_add(wi a, wi b) { return wasm_i32x4_add(a, b); }
static inline wi wi_sub(wi a, wi b) { return wasm_i32x4_sub(a, b); }
static inline wi wi_mul(wi a, wi b) { return wasm_i32x4_mul(a, b); }
static inline wi wi_and(wi a, wi b) { return wasm_v128_and(a, b); }
static inline wi wi_or(wi a, wi b) { return wasm_v128_or(a, b); }
static inline wi wi_xor(wi a, wi b) { return wasm_v128_xor(a, b); }
#define wi_shl(a, n) wasm_i32x4_shl(a, n)
#define wi_shr(a, n) wasm_u32x4_shr(a, n)
#define wi_sar(a, n) wasm_i32x4_shr(a, n)
static inline wm wi_gt(wi a, wi b) { return wasm_i32x4_gt(a, b); }
static inline wm wi_eq(wi a, wi b) { return wasm_i32x4_eq(a, b); }
static inline wi wi_pick(wm m, wi yes, wi no) { return wasm_v128_bitselect(yes, no, m); }
static inline wi wi_from_m(wm m) { return m; }
static inline wm wm_and(wm a, wm b) { return wasm_v128_and(a, b); }
static inline wm wm_or(wm a, wm b) { return wasm_v128_or(a, b); }
static inline int wm_any(wm m) { return wasm_v128_any_true(m); }
static inline int32_t wi_first(wi a) { return wasm_i32x4_extract_lane(a, 0); }

/// Byte positions of 32-bit element i: 4 i, 4 i + 1, 4 i + 2, 4 i + 3.
static inline v128_t wide_bytes(wi index)
{
    const v128_t spread = wasm_i32x4_mul(index, wasm_i32x4_splat(0x04040404));
    return wasm_i32x4_add(spread, wasm_i32x4_splat(0x03020100));
}
static inline wf wf_expand(const float *table, wi index)
{
    return wasm_i8x16_swizzle(wasm_v128_load(table), wide_bytes(index));
}
static inline wi wi_expand(const int32_t *table, wi index)
{
    return wasm_i8x16_swizzle(wasm_v128_load(table), wide_bytes(index));
}
static inline wf wf_lookup(const float *table, wi index)
{
    const wi i = wasm_v128_and(index, wasm_i32x4_splat(7));
    const wi upper = wasm_i32x4_sub(i, wasm_i32x4_splat(4));
    const wm high = wasm_i32x4_gt(i, wasm_i32x4_splat(3));
    return wf_pick(high, wf_expand(table + 4, wasm_v128_and(upper, high)),
                   wf_expand(table, wasm_v128_andnot(i, high)));
}

typedef struct wl { v128_t low, high; } wl;
static inline wl wl_set(uint64_t a) { return (wl){wasm_i64x2_splat((int64_t)a), wasm_i64x2_splat((int64_t)a)}; }
static inline wl wl_add(wl a, wl b) { return (wl){wasm_i64x2_add(a.low, b.low), wasm_i64x2_add(a.high, b.high)}; }
static inline wl wl_mul(wi a, uint32_t b)
{
    const v128_t factor = wasm_i32x4_splat((int32_t)b);
    return (wl){wasm_u64x2_extmul_low_u32x4(a, factor), wasm_u64x2_extmul_high_u32x4(a, factor)};
}
static inline wl wl_high(wl a) { return (wl){wasm_i64x2_shl(a.low, 32), wasm_i64x2_shl(a.high, 32)}; }
static inline wi wl_bits(wl a, uint32_t n)
{
    return wasm_i32x4_shuffle(wasm_u64x2_shr(a.low, n), wasm_u64x2_shr(a.high, n), 0, 2, 4, 6);
}

static inline wf wf_flip(wf a, wi sign) { return wf_from_bits(wi_xor(wi_from_bits(a), wi_and(sign, wi_set(INT32_MIN)))); }
#endif
