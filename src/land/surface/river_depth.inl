// SPDX-License-Identifier: MIT
// How deep rivers are, for whoever has included one of noise/wide_<isa>.h: the kernels, and rivers.c for one
// river at a time.

// In its middle, by half its width: 0.2 + 0.25 w^0.6 to 10 % for widths up to 800, without a power for every
// place; springs are shallow.
static inline wf river_depth(wf half)
{
    const wf narrow = wf_add(wf_mul(wf_set(0.36f), wf_sqrt(half)), wf_set(0.25f));
    const wf depth = wf_add(wf_mul(wf_set(0.012f), half), narrow);
    return wf_min(depth, wf_mul(wf_set(1.2f), half));
}
