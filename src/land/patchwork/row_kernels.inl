// SPDX-License-Identifier: MIT
// A file row_kernels_<isa>.c includes the operations of its instruction set (noise/wide_<isa>.h) and then this, with
// KERNELS defined as the name of its table; it alone is compiled with that set's flags.

#include "land/patchwork/row_kernels.h"

// ---- slopes -------------------------------------------------------------------------------------

/// Rounded from a number that is above 0.
static inline wi normal_part(wf rise, wf scale)
{
    return wi_sub(wi_from_f(wf_sub(wf_set(32768.5f), wf_mul(rise, scale))), wi_set(32768));
}

static void find_slopes(loam_patch_slopes *out, const float *heights, ptrdiff_t stride,
                        int32_t count, float steepness)
{
    const wf steep = wf_set(steepness);
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        const float *const at = heights + i;
        const wf east = wf_mul(wf_sub(wf_load(at + 1), wf_load(at - 1)), steep);
        const wf north = wf_mul(wf_sub(wf_load(at + stride), wf_load(at - stride)), steep);
        const wf square = wf_add(wf_mul(east, east), wf_mul(north, north));
        const wf scale = wf_div(wf_set(32767.0f), wf_sqrt(wf_add(square, wf_set(1.0f))));
        wf_store(out->slope + i, wf_sqrt(square));
        const wi low = wi_and(normal_part(east, scale), wi_set(0xffff));
        wi_store(out->normals + i, wi_or(low, wi_shl(normal_part(north, scale), 16)));
    }
}

// ---- one biome ----------------------------------------------------------------------------------

/// 3 t^2 - 2 t^3 of a number that is cut to 0..1, in parts of most; 0 if it is no number.
static inline wi smooth_share(wf t, wf most)
{
    const wf zero = wf_set(0.0f), one = wf_set(1.0f);
    const wf above = wf_pick(wf_lt(zero, t), t, zero);
    const wf inside = wf_pick(wf_lt(above, one), above, one);
    const wf bent = wf_sub(wf_set(3.0f), wf_mul(wf_set(2.0f), inside));
    return wi_from_f(wf_add(wf_mul(wf_mul(wf_mul(inside, inside), bent), most), wf_set(0.5f)));
}

static void find_alone(loam_patch_mix *out, const loam_patch_look *look, const float *heights,
                       const float *slope, int32_t count)
{
    const loam_patch_look with = *look;
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        const wf height = wf_load(heights + i);
        wf above = wf_set(1.0f); // in the blend of the own band, 1 at its end
        wi materials = wi_set(with.materials[0]);
        for (int32_t band = 1; band < with.band_count; band++) // they rise: the last one counts
        {
            const wf from = wf_set(with.bands[band]);
            const wm below = wf_lt(height, from);
            above = wf_pick(below, above, wf_mul(wf_sub(height, from), wf_set(with.blends[band])));
            materials = wi_pick(below, materials, wi_set(with.materials[band]));
        }
        const wf bared = wf_mul(wf_sub(wf_load(slope + i), wf_set(with.steep_from)),
                                wf_set(with.steep));
        const wi bare = smooth_share(bared, wf_set(255.0f)), rest = wi_sub(wi_set(255), bare);
        const wi share = smooth_share(above, wf_from_i(rest));
        // Also if it is no number: then there is no blend.
        const wi upper = wi_pick(wf_lt(above, wf_set(1.0f)), share, rest);
        const wi lower = wi_sub(rest, upper);
        wi_store(out->materials + i, materials);
        wi_store(out->weights + i, wi_or(wi_or(bare, wi_shl(lower, 8)), wi_shl(upper, 16)));
    }
}

// ---- several ------------------------------------------------------------------------------------

enum
{
    NO_MATERIAL = 255,
};

/// Materials of vertices while they are mixed, in the order in which they come.
typedef struct mixture
{
    wi materials[LOAM_MESH_MATERIALS];
    wf weights[LOAM_MESH_MATERIALS];
    wi crowded; // not 0 where there was no room
} mixture;

/// Adds a material to its own place, or to the first free one.
static inline void add_material(mixture *mix, wi material, wf weight)
{
    const wf zero = wf_set(0.0f);
    const wi none = wi_set(NO_MATERIAL);
    material = wi_pick(wf_lt(zero, weight), material, none);
    for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
    {
        const wi there = mix->materials[k];
        const wm here = wm_or(wi_eq(there, material), wi_eq(there, none));
        mix->materials[k] = wi_pick(here, material, there);
        mix->weights[k] = wf_add(mix->weights[k], wf_pick(here, weight, zero));
        material = wi_pick(here, none, material);
        weight = wf_pick(here, zero, weight);
    }
    mix->crowded = wi_or(mix->crowded, wi_xor(material, none));
}

static inline void add_corner(mixture *mix, const loam_patch_mix *alone, wf share, int32_t i)
{
    const wi byte = wi_set(255);
    wi materials = wi_load(alone->materials + i), weights = wi_load(alone->weights + i);
    for (int32_t m = 0; m < LOAM_PATCH_ALONE; m++)
    {
        const wf weight = wf_mul(share, wf_from_i(wi_and(weights, byte)));
        add_material(mix, wi_and(materials, byte), weight);
        materials = wi_shr(materials, 8);
        weights = wi_shr(weights, 8);
    }
}

/// A word for each vertex: bytes that add up to 255.
static inline void round_mixture(const mixture *mix, wi *materials, wi *weights)
{
    const wi zero = wi_set(0);
    wi rounded[LOAM_MESH_MATERIALS], left = wi_set(255), most = wi_set(-1), heaviest = zero;
    for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
    {
        rounded[k] = wi_from_f(wf_add(mix->weights[k], wf_set(0.5f)));
        const wm more = wi_gt(rounded[k], most);
        left = wi_sub(left, rounded[k]);
        most = wi_pick(more, rounded[k], most);
        heaviest = wi_pick(more, wi_set(k), heaviest);
    }
    *materials = *weights = zero;
    for (int32_t k = LOAM_MESH_MATERIALS - 1; k >= 0; k--)
    {
        const wm none = wi_eq(mix->materials[k], wi_set(NO_MATERIAL));
        const wi more = wi_pick(wi_eq(heaviest, wi_set(k)), left, zero);
        *materials = wi_or(wi_shl(*materials, 8), wi_pick(none, zero, mix->materials[k]));
        *weights = wi_or(wi_shl(*weights, 8), wi_add(rounded[k], more));
    }
}

/// Where only one biome has a share: its own words.
static inline wi take_alone(const loam_patch_shares *shares, int32_t corners, int32_t i,
                            wi *materials, wi *weights)
{
    wi there[LOAM_PATCH_CORNERS], count = wi_set(0);
    for (int32_t k = 0; k < corners; k++)
    {
        there[k] = wi_set(0);
    }
    for (int32_t k = 0; k < corners; k++)
    {
        wi *const of = &there[shares->first[k]];
        *of = wi_or(*of, wi_from_m(wf_lt(wf_set(0.0f), wf_load(shares->of[k] + i))));
    }
    for (int32_t k = 0; k < corners; k++)
    {
        count = wi_add(count, there[k]);
    }
    const wi only = wi_from_m(wi_eq(count, wi_set(-1)));
    for (int32_t k = 0; k < corners; k++)
    {
        const wm this = wi_eq(wi_and(only, there[k]), wi_set(-1));
        *materials = wi_pick(this, wi_load(shares->alone[k]->materials + i), *materials);
        *weights = wi_pick(this, wi_load(shares->alone[k]->weights + i), *weights);
    }
    return only;
}

static inline bool mix_corners(loam_patch_mix *out, int32_t *crowded,
                               const loam_patch_shares *shares, int32_t count, int32_t corners)
{
    wi any = wi_set(0);
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        mixture mix = {.crowded = wi_set(0)};
        for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
        {
            mix.materials[k] = wi_set(NO_MATERIAL);
            mix.weights[k] = wf_set(0.0f);
        }
        for (int32_t k = 0; k < corners; k++)
        {
            add_corner(&mix, shares->alone[k], wf_load(shares->of[k] + i), i);
        }
        wi materials, weights;
        round_mixture(&mix, &materials, &weights);
        const wi only = take_alone(shares, corners, i, &materials, &weights);
        mix.crowded = wi_and(mix.crowded, wi_xor(only, wi_set(-1)));
        any = wi_or(any, mix.crowded);
        wi_store(out->materials + i, materials);
        wi_store(out->weights + i, weights);
        wi_store(crowded + i, mix.crowded);
    }
    return wm_any(wi_gt(any, wi_set(0))) != 0;
}

static bool mix_row(loam_patch_mix *out, int32_t crowded[LOAM_PATCH_ROW],
                    const loam_patch_shares *shares, int32_t count)
{
    return shares->count == 2 ? mix_corners(out, crowded, shares, count, 2)
                              : mix_corners(out, crowded, shares, count, LOAM_PATCH_CORNERS);
}

const loam_patch_kernels KERNELS = {.slopes = find_slopes, .alone = find_alone, .mix = mix_row};
