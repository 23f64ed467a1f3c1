// SPDX-License-Identifier: MIT
// One value at a time: the reference that every instruction set must equal to the bit.
//
// The wide_ operations are the whole vocabulary of the kernels. wf is a vector of floats, wi of 32-bit
// integers, wm of truth values; WIDE_N is how many they hold. The wide sets have wl, too, as many 64-bit
// integers: wl_mul multiplies without loss, wl_high moves the lower halves up, wl_bits gives 32 bits from bit n on.
#ifndef LOAM_NOISE_WIDE_H
#define LOAM_NOISE_WIDE_H

// clang-format off
#include <math.h>
#include <stdint.h>
#include <string.h>

#define WIDE_N 1
#define WIDE_ISA LOAM_ISA_SCALAR
#define WIDE_KERNELS loam_noise_kernels_scalar
#define WIDE_POINT loam_noise_point

typedef float wf;
typedef int32_t wi;
typedef int wm;

static inline wf wf_load(const float *p) { return *p; }
static inline void wf_store(float *p, wf a) { *p = a; }
static inline wf wf_set(float a) { return a; }
static inline wf wf_add(wf a, wf b) { return a + b; }
static inline wf wf_sub(wf a, wf b) { return a - b; }
static inline wf wf_mul(wf a, wf b) { return a * b; }
static inline wf wf_div(wf a, wf b) { return a / b; }
static inline wf wf_sqrt(wf a) { return sqrtf(a); }
static inline wf wf_min(wf a, wf b) { return a < b ? a : b; }
static inline wf wf_max(wf a, wf b) { return a > b ? a : b; }
static inline wm wf_lt(wf a, wf b) { return a < b; }
static inline wf wf_pick(wm m, wf yes, wf no) { return m ? yes : no; }
static inline wf wf_from_i(wi a) { return (float)a; }
/// Towards 0.
static inline wi wi_from_f(wf a) { return (int32_t)a; }

static inline wf wf_from_bits(wi a)
{
    float f;
    memcpy(&f, &a, sizeof f);
    return f;
}

static inline wi wi_from_bits(wf a)
{
    int32_t i;
    memcpy(&i, &a, sizeof i);
    return i;
}

static inline wi wi_load(const int32_t *p) { return *p; }
static inline void wi_store(int32_t *p, wi a) { *p = a; }
static inline wi wi_set(int32_t a) { return a; }
static inline wi wi_add(wi a, wi b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline wi wi_sub(wi a, wi b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline wi wi_mul(wi a, wi b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
static inline wi wi_and(wi a, wi b) { return a & b; }
static inline wi wi_or(wi a, wi b) { return a | b; }
static inline wi wi_xor(wi a, wi b) { return a ^ b; }
#define wi_shl(a, n) ((int32_t)((uint32_t)(a) << (n)))
#define wi_shr(a, n) ((int32_t)((uint32_t)(a) >> (n)))
#define wi_sar(a, n) ((a) >> (n))
static inline wm wi_gt(wi a, wi b) { return a > b; }
static inline wm wi_eq(wi a, wi b) { return a == b; }
static inline wi wi_pick(wm m, wi yes, wi no) { return m ? yes : no; }
/// -1 where true, 0 where false.
static inline wi wi_from_m(wm m) { return -m; }
static inline wm wm_and(wm a, wm b) { return a & b; }
static inline wm wm_or(wm a, wm b) { return a | b; }
static inline int wm_any(wm m) { return m; }
static inline int32_t wi_first(wi a) { return a; }

/// table[index] for indices 0 .. WIDE_N - 1; all of table[0 .. WIDE_N - 1] is readable.
static inline wf wf_expand(const float *table, wi index) { return table[index]; }
static inline wi wi_expand(const int32_t *table, wi index) { return table[index]; }
/// table[index & 7] out of a table of 16 that repeats its first 8.
static inline wf wf_lookup(const float *table, wi index) { return table[index & 7]; }

static inline wf wf_flip(wf a, wi sign) { return wf_from_bits(wi_xor(wi_from_bits(a), wi_and(sign, wi_set(INT32_MIN)))); }
#endif
