// SPDX-License-Identifier: MIT
// Loam, base: seeds, hashes, stateless random numbers. All of it is the same on every machine.
#ifndef LOAM_RANDOM_H
#define LOAM_RANDOM_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- hashes -------------------------------------------------------------------------------------
// XXH3, 64 bits. The typed ones hash the little-endian form, so that every machine agrees.

/// A hash of count elements.
LOAM_API uint64_t loam_hash_bytes(const void *bytes, size_t count, uint64_t seed);
LOAM_API uint64_t loam_hash_u32(const uint32_t *words, size_t count, uint64_t seed);
LOAM_API uint64_t loam_hash_u64(const uint64_t *words, size_t count, uint64_t seed);
LOAM_API uint64_t loam_hash_f32(const float *values, size_t count, uint64_t seed);

// ---- seeds --------------------------------------------------------------------------------------

/// A seed from what a person typed: a whole number below 2^64 (decimal or 0x..., a leading '-'
/// allowed) stands for itself modulo 2^64, any other text for its hash. Larger numbers are text.
LOAM_API uint64_t loam_seed_from_text(const char *text);

/// The seed of a named part of something that has a seed: a stage of a world, a noise of a stage.
/// Changing one part leaves its siblings alone.
LOAM_API uint64_t loam_seed_derive(uint64_t parent, const char *name);

/// The seed of a place.
LOAM_API uint64_t loam_seed_at(uint64_t parent, int64_t x, int64_t y, int64_t z);

// ---- random numbers -----------------------------------------------------------------------------
// Stateless: the number is a function of (seed, index). Draw with index 0, 1, 2, ... from a seed of
// your own, derived by name and place.

/// Uniform over all numbers of so many bits.
LOAM_API uint64_t loam_random_u64(uint64_t seed, uint64_t index);
LOAM_API uint32_t loam_random_u32(uint64_t seed, uint64_t index);

/// Uniform in 0 .. limit - 1, without bias. limit 0 gives 0.
LOAM_API uint32_t loam_random_below(uint64_t seed, uint64_t index, uint32_t limit);

/// Uniform in first .. last, both included, without bias. last < first gives first.
LOAM_API int64_t loam_random_range(uint64_t seed, uint64_t index, int64_t first, int64_t last);

/// Uniform in [0, 1), a multiple of 2^-24.
LOAM_API float loam_random_float(uint64_t seed, uint64_t index);

/// Normally distributed, mean 0, standard deviation 1, at most 7.6 from 0.
LOAM_API float loam_random_normal(uint64_t seed, uint64_t index);

/// An index into weights, drawn in proportion to them. Negative weights and NaN count as 0,
/// infinite ones as FLT_MAX. If no weight is positive, or count is 0, returns count.
LOAM_API size_t loam_random_pick(uint64_t seed, uint64_t index, const float *weights, size_t count);

#ifdef __cplusplus
}
#endif
#endif
