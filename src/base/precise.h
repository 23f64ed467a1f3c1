// SPDX-License-Identifier: MIT
// The deterministic functions before they are rounded to float: for use inside base, where a result
// goes on into further arithmetic, and for tests, which see more of the error here.
#ifndef LOAM_BASE_PRECISE_H
#define LOAM_BASE_PRECISE_H

/// Relative errors are below 1e-12, those of the logarithm below 4e-15. Special values are not looked
/// after: arguments are finite.

double loam_precise_sin(float x);
double loam_precise_cos(float x);

/// The cosine of an angle given in turns, 0 <= turns < 1.
double loam_precise_cos_turns(double turns);

/// Not both 0.
double loam_precise_atan2(float y, float x);

/// -151 <= x <= 129.
double loam_precise_exp2(double x);

/// x is positive and normal.
double loam_precise_log2(double x);

#endif
