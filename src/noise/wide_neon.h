// SPDX-License-Identifier: MIT
// Four at a time with NEON on 64-bit ARM.
#ifndef LOAM_NOISE_WIDE_H
#define LOAM_NOISE_WIDE_H

// clang-format off
#include <arm_neon.h>
#include <stdint.h>

#define WIDE_N 4
#define WIDE_ISA LOAM_ISA_NEON
#define WIDE_KERNELS loam_noise_kernels_neon
#define WIDE_POINT loam_noise_point

typedef float32x4_t wf;
typedef int32x4_t wi;
typedef uint32x4_t wm;

static inline wf wf_load(const float *p) { return vld1q_f32(p); }
static inline void wf_store(float *p, wf a) { vst1q_f32(p, a); }
static inline wf wf_set(float a) { return vdupq_n_f32(a); }
static inline wf wf_add(wf a, wf b) { return vaddq_f32(a, b); }
static inline wf wf_sub(wf a, wf b) { return vsubq_f32(a, b); }
static inline wf wf_mul(wf a, wf b) { return vmulq_f32(a, b); }
static inline wf wf_div(wf a, wf b) { return vdivq_f32(a, b); }
static inline wf wf_sqrt(wf a) { return vsqrtq_f32(a); }
// vminq and vmaxq order -0 and +0; the others do not.
static inline wf wf_min(wf a, wf b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
static inline wf wf_max(wf a, wf b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
static inline wm wf_lt(wf a, wf b) { return vcltq_f32(a, b); }
static inline wf wf_pick(wm m, wf yes, wf no) { return vbslq_f32(m, yes, no); }
static inline wf wf_from_i(wi a) { return vcvtq_f32_s32(a); }
static inline wi wi_from_f(wf a) { return vcvtq_s32_f32(a); }
static inline wf wf_from_bits(wi a) { return vreinterpretq_f32_s32(a); }
static inline wi wi_from_bits(wf a) { return vreinterpretq_s32_f32(a); }

static inline wi wi_load(const int32_t *p) { return vld1q_s32(p); }
static inline void wi_store(int32_t *p, wi a) { vst1q_s32(p, a); }
static inline wi wi_set(int32_t a) { return vdupq_n_s32(a); }
static inline wi wi_add(wi a, wi b) { return vaddq_s32(a, b); }
static inline wi wi_sub(wi a, wi b) { return vsubq_s32(a, b); }
static inline wi wi_mul(wi a, wi b) { return vmulq_s32(a, b); }
static inline wi wi_and(wi a, wi b) { return vandq_s32(a, b); }
static inline wi wi_or(wi a, wi b) { return vorrq_s32(a, b); }
static inline wi wi_xor(wi a, wi b) { return veorq_s32(a, b); }
#define wi_shl(a, n) vshlq_n_s32(a, n)
#define wi_shr(a, n) vreinterpretq_s32_u32(vshrq_n_u32(vreinterpretq_u32_s32(a), n))
#define wi_sar(a, n) vshrq_n_s32(a, n)
static inline wm wi_gt(wi a, wi b) { return vcgtq_s32(a, b); }
static inline wm wi_eq(wi a, wi b) { return vceqq_s32(a, b); }
static inline wi wi_pick(wm m, wi yes, wi no) { return vbslq_s32(m, yes, no); }
static inline wi wi_from_m(wm m) { return vreinterpretq_s32_u32(m); }
static inline wm wm_and(wm a, wm b) { return vandq_u32(a, b); }
static inline wm wm_or(wm a, wm b) { return vorrq_u32(a, b); }
static inline int wm_any(wm m) { return vmaxvq_u32(m) != 0; }
static inline int32_t wi_first(wi a) { return vgetq_lane_s32(a, 0); }

/// Byte positions of 32-bit element i: 4 i, 4 i + 1, 4 i + 2, 4 i + 3.
static inline uint8x16_t wide_bytes(wi index)
{
    const uint32x4_t spread = vmulq_n_u32(vreinterpretq_u32_s32(index), 0x04040404u);
    return vreinterpretq_u8_u32(vaddq_u32(spread, vdupq_n_u32(0x03020100u)));
}
static inline wf wf_expand(const float *table, wi index)
{
    const uint8x16_t t = vreinterpretq_u8_f32(vld1q_f32(table));
    return vreinterpretq_f32_u8(vqtbl1q_u8(t, wide_bytes(index)));
}
static inline wi wi_expand(const int32_t *table, wi index)
{
    const uint8x16_t t = vreinterpretq_u8_s32(vld1q_s32(table));
    return vreinterpretq_s32_u8(vqtbl1q_u8(t, wide_bytes(index)));
}
static inline wf wf_lookup(const float *table, wi index)
{
    const uint8x16x2_t t = {{vreinterpretq_u8_f32(vld1q_f32(table)),
                             vreinterpretq_u8_f32(vld1q_f32(table + 4))}};
    return vreinterpretq_f32_u8(vqtbl2q_u8(t, wide_bytes(vandq_s32(index, vdupq_n_s32(7)))));
}

typedef struct wl { uint64x2_t low, high; } wl;
static inline wl wl_set(uint64_t a) { return (wl){vdupq_n_u64(a), vdupq_n_u64(a)}; }
static inline wl wl_add(wl a, wl b) { return (wl){vaddq_u64(a.low, b.low), vaddq_u64(a.high, b.high)}; }
static inline wl wl_mul(wi a, uint32_t b)
{
    const uint32x4_t u = vreinterpretq_u32_s32(a);
    return (wl){vmull_n_u32(vget_low_u32(u), b), vmull_n_u32(vget_high_u32(u), b)};
}
static inline wl wl_high(wl a) { return (wl){vshlq_n_u64(a.low, 32), vshlq_n_u64(a.high, 32)}; }
static inline wi wl_bits(wl a, int n)
{
    const int64x2_t right = vdupq_n_s64(-n);
    const uint32x2_t low = vmovn_u64(vshlq_u64(a.low, right));
    return vreinterpretq_s32_u32(vcombine_u32(low, vmovn_u64(vshlq_u64(a.high, right))));
}

static inline wf wf_flip(wf a, wi sign) { return wf_from_bits(wi_xor(wi_from_bits(a), wi_and(sign, wi_set(INT32_MIN)))); }
#endif
