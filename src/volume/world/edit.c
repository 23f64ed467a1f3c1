// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <math.h>

// What edits do to voxels. A shape gives every place a signed distance: so deep in it, or so far off. What lies in it
// changes; what lies beside it gets the distance for a density where that says more than its own, so that the smooth
// body ends where the shape does, and blocks within half a voxel of it.

enum
{
    MARGIN = 2, // voxels around a shape whose densities may follow it
};

static const float beside = 1.5f; // m from a shape within which densities follow it

const char *loam_voxel_edit_name(int32_t kind)
{
    static const char *const names[LOAM_VOXEL_EDIT_KIND_COUNT] = {
        [LOAM_VOXEL_EDIT_VOXEL] = "voxel",   [LOAM_VOXEL_EDIT_BOX] = "box",
        [LOAM_VOXEL_EDIT_SPHERE] = "sphere", [LOAM_VOXEL_EDIT_LINE] = "line",
        [LOAM_VOXEL_EDIT_DIG] = "dig",       [LOAM_VOXEL_EDIT_HEAP] = "heap",
        [LOAM_VOXEL_EDIT_PAINT] = "paint"};
    return kind >= 0 && kind < LOAM_VOXEL_EDIT_KIND_COUNT ? names[kind] : "?";
}

loam_voxel_edit loam_default_voxel_edit(void)
{
    return (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_SPHERE,
                             .radius_m = 2.5f,
                             .amount = 1.0f,
                             .material = LOAM_VOXEL_AIR};
}

// ---- checks -------------------------------------------------------------------------------------

static bool is_within(loam_voxel_pos at)
{
    const int64_t high = LOAM_VOLUME_TOP - 4 * VOXEL_SIDE;
    return at.x >= -LOAM_VOXEL_MAX_PLACE && at.x <= LOAM_VOXEL_MAX_PLACE &&
           at.z >= -LOAM_VOXEL_MAX_PLACE && at.z <= LOAM_VOXEL_MAX_PLACE && at.y >= -high &&
           at.y <= high;
}

static int64_t longest_side(const loam_voxel_edit *edit)
{
    const int64_t sides[3] = {edit->to.x - edit->from.x, edit->to.y - edit->from.y,
                              edit->to.z - edit->from.z};
    int64_t longest = 0;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const int64_t side = sides[axis] < 0 ? -sides[axis] : sides[axis];
        longest = side > longest ? side : longest;
    }
    return longest + 1;
}

static bool has_end(loam_voxel_edit_kind kind)
{
    return kind == LOAM_VOXEL_EDIT_BOX || kind == LOAM_VOXEL_EDIT_LINE;
}

static bool has_radius(loam_voxel_edit_kind kind)
{
    return kind != LOAM_VOXEL_EDIT_VOXEL && kind != LOAM_VOXEL_EDIT_BOX;
}

static loam_result check_place(const loam_voxel_edit *edit)
{
    if (!is_within(edit->from) || (has_end(edit->kind) && !is_within(edit->to)))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "an edit is at %lld, %lld, %lld; must be within 2^50 m of 0, and %d m up "
                         "and down, as its end",
                         (long long)edit->from.x, (long long)edit->from.y, (long long)edit->from.z,
                         LOAM_VOLUME_TOP - 4 * VOXEL_SIDE);
    }
    const int64_t max = edit->kind == LOAM_VOXEL_EDIT_BOX ? LOAM_VOXEL_MAX_BOX
                                                          : LOAM_VOXEL_MAX_LINE;
    if (has_end(edit->kind) && longest_side(edit) > max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a %s is %lld voxels long; must be 1 to %lld",
                         loam_voxel_edit_name(edit->kind), (long long)longest_side(edit),
                         (long long)max);
    }
    return LOAM_OK;
}

loam_result loam_voxel_edit_check(const loam_voxel_edit *edit)
{
    if ((int32_t)edit->kind < 0 || edit->kind >= LOAM_VOXEL_EDIT_KIND_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the kind of an edit is %d; must be 0 to %d",
                         (int)edit->kind, LOAM_VOXEL_EDIT_KIND_COUNT - 1);
    }
    const bool smooth = edit->kind == LOAM_VOXEL_EDIT_DIG || edit->kind == LOAM_VOXEL_EDIT_HEAP;
    const bool solid = edit->kind == LOAM_VOXEL_EDIT_HEAP || edit->kind == LOAM_VOXEL_EDIT_PAINT;
    if (has_radius(edit->kind) &&
        !(edit->radius_m >= 0.5f && edit->radius_m <= LOAM_VOXEL_MAX_RADIUS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the radius of an edit is %g m; must be 0.5 to %g",
                         (double)edit->radius_m, (double)LOAM_VOXEL_MAX_RADIUS);
    }
    if (smooth && !(edit->amount > 0.0f && edit->amount <= 8.0f))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the amount of an edit is %g m; must be above 0, at most 8",
                         (double)edit->amount);
    }
    if (edit->material >= LOAM_VOXEL_MATERIAL_COUNT ||
        (solid && !loam_voxel_is_solid(edit->material)))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the material of a %s is %d (%s); must be %d to %d",
                         loam_voxel_edit_name(edit->kind), edit->material,
                         loam_voxel_material_name(edit->material), solid ? LOAM_VOXEL_ICE : 0,
                         LOAM_VOXEL_MATERIAL_COUNT - 1);
    }
    return check_place(edit);
}

// ---- shapes -------------------------------------------------------------------------------------

/// A shape in whole metres from `from`, so that floats are exact.
typedef struct shape
{
    const loam_voxel_edit *edit;
    float low[3], high[3]; // of a box
    float along[3];        // of a line
    float length2;
    loam_voxel_pos first, last; // around it, margin included
} shape;

static shape shape_of(const loam_voxel_edit *edit)
{
    shape out = {.edit = edit};
    const bool ends = has_end(edit->kind);
    const int64_t from[3] = {edit->from.x, edit->from.y, edit->from.z};
    const int64_t to[3] = {ends ? edit->to.x : from[0], ends ? edit->to.y : from[1],
                           ends ? edit->to.z : from[2]};
    int64_t *const first[3] = {&out.first.x, &out.first.y, &out.first.z};
    int64_t *const last[3] = {&out.last.x, &out.last.y, &out.last.z};
    const int64_t around = MARGIN + (has_radius(edit->kind) ? (int64_t)edit->radius_m + 1 : 0);
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const float end = (float)(to[axis] - from[axis]);
        out.low[axis] = (end < 0.0f ? end : 0.0f) - 0.5f;
        out.high[axis] = (end > 0.0f ? end : 0.0f) + 0.5f;
        out.along[axis] = end;
        out.length2 += end * end;
        *first[axis] = (to[axis] < from[axis] ? to[axis] : from[axis]) - around;
        *last[axis] = (to[axis] > from[axis] ? to[axis] : from[axis]) + around;
    }
    return out;
}

static float length_of(float x, float y, float z)
{
    return sqrtf(x * x + y * y + z * z);
}

static float depth_in_box(const shape *of, const float at[3])
{
    float inside = 1e9f, off[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const float from_low = at[axis] - of->low[axis], from_high = of->high[axis] - at[axis];
        const float min = from_low < from_high ? from_low : from_high;
        inside = min < inside ? min : inside;
        off[axis] = min < 0.0f ? min : 0.0f;
    }
    return inside >= 0.0f ? inside : -length_of(off[0], off[1], off[2]);
}

static float depth_in_line(const shape *of, const float at[3])
{
    const float dot = at[0] * of->along[0] + at[1] * of->along[1] + at[2] * of->along[2];
    float t = of->length2 > 0.0f ? dot / of->length2 : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return of->edit->radius_m -
           length_of(at[0] - t * of->along[0], at[1] - t * of->along[1], at[2] - t * of->along[2]);
}

/// Metres that a place, relative to `from`, lies in the shape; below 0 beside it.
static float depth_at(const shape *of, const float at[3])
{
    switch (of->edit->kind)
    {
    case LOAM_VOXEL_EDIT_VOXEL:
    case LOAM_VOXEL_EDIT_BOX:
        return depth_in_box(of, at);
    case LOAM_VOXEL_EDIT_LINE:
        return depth_in_line(of, at);
    default:
        return of->edit->radius_m - length_of(at[0], at[1], at[2]);
    }
}

// ---- voxels -------------------------------------------------------------------------------------

static int8_t clamp(int32_t density, int32_t low, int32_t high)
{
    return (int8_t)(density < low ? low : density > high ? high : density);
}

/// In steps of density, to the nearest.
static int32_t steps_of(float metres)
{
    const float scaled = metres * (float)VOXEL_STEPS;
    return (int32_t)(scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f);
}

static void take_away(loam_voxel_world *world, loam_voxel_pos at, float depth, uint8_t material)
{
    int8_t density;
    const uint8_t was = loam_voxel_get(world, at, &density);
    const int32_t steps = steps_of(depth);
    if (depth >= 0.0f)
    {
        const int32_t dug = -steps < density ? -steps : density;
        loam_voxel_set(world, at, material, clamp(dug, -VOXEL_DEEPEST, 0));
        if (loam_voxel_is_solid(was) && material == LOAM_VOXEL_AIR)
        {
            loam_voxel_flood_seed(world, at);
        }
    }
    else if (depth > -beside && density > 0 && -steps < density)
    {
        loam_voxel_set(world, at, was, clamp(-steps, 1, VOXEL_DEEPEST));
    }
}

static void build(loam_voxel_world *world, loam_voxel_pos at, float depth, uint8_t material)
{
    int8_t density;
    const uint8_t was = loam_voxel_get(world, at, &density);
    const int32_t steps = steps_of(depth);
    if (depth >= 0.0f)
    {
        const int32_t built = steps > density ? steps : density;
        loam_voxel_set(world, at, material, clamp(built, 1, VOXEL_DEEPEST));
    }
    else if (depth > -beside && density <= 0 && steps > density)
    {
        loam_voxel_set(world, at, was, clamp(steps, -VOXEL_DEEPEST, 0));
    }
}

/// How much of the amount acts: all at the middle, nothing at the radius, smoothly.
static int32_t share_of(const loam_voxel_edit *edit, float depth)
{
    const float off = 1.0f - depth / edit->radius_m, left = 1.0f - off * off;
    return depth <= 0.0f ? 0 : steps_of(edit->amount * left * left);
}

static void dig(loam_voxel_world *world, loam_voxel_pos at, int32_t steps)
{
    int8_t density;
    const uint8_t was = loam_voxel_get(world, at, &density);
    const int32_t after = density - steps;
    if (steps == 0 || density < -steps_of(beside))
    {
        return;
    }
    const bool opened = density > 0 && after <= 0;
    loam_voxel_set(world, at, opened ? LOAM_VOXEL_AIR : was,
                   clamp(after, -VOXEL_DEEPEST, VOXEL_DEEPEST));
    if (opened)
    {
        loam_voxel_flood_seed(world, at);
    }
}

static void heap(loam_voxel_world *world, loam_voxel_pos at, int32_t steps, uint8_t material)
{
    int8_t density;
    const uint8_t was = loam_voxel_get(world, at, &density);
    const int32_t after = density + steps;
    if (steps == 0 || density > steps_of(beside))
    {
        return;
    }
    const bool closed = density <= 0 && after > 0;
    loam_voxel_set(world, at, closed ? material : was, clamp(after, -VOXEL_DEEPEST, VOXEL_DEEPEST));
}

static void paint(loam_voxel_world *world, loam_voxel_pos at, float depth, uint8_t material)
{
    int8_t density;
    const uint8_t was = loam_voxel_get(world, at, &density);
    if (depth >= 0.0f && loam_voxel_is_solid(was))
    {
        loam_voxel_set(world, at, material, density);
    }
}

static void change_one(loam_voxel_world *world, const loam_voxel_edit *edit, loam_voxel_pos at,
                       float depth)
{
    switch (edit->kind)
    {
    case LOAM_VOXEL_EDIT_DIG:
        dig(world, at, share_of(edit, depth));
        break;
    case LOAM_VOXEL_EDIT_HEAP:
        heap(world, at, share_of(edit, depth), edit->material);
        break;
    case LOAM_VOXEL_EDIT_PAINT:
        paint(world, at, depth, edit->material);
        break;
    default:
        if (loam_voxel_is_solid(edit->material))
        {
            build(world, at, depth, edit->material);
        }
        else
        {
            take_away(world, at, depth, edit->material);
        }
        break;
    }
}

void loam_voxel_edit_apply(loam_voxel_world *world, const loam_voxel_edit *edit)
{
    const shape of = shape_of(edit);
    if (!loam_voxel_open(world, of.first, of.last))
    {
        return;
    }
    loam_voxel_pos at;
    for (at.z = of.first.z; at.z <= of.last.z; at.z++)
    {
        for (at.y = of.first.y; at.y <= of.last.y; at.y++)
        {
            for (at.x = of.first.x; at.x <= of.last.x; at.x++)
            {
                const float place[3] = {(float)(at.x - edit->from.x), (float)(at.y - edit->from.y),
                                        (float)(at.z - edit->from.z)};
                const float depth = depth_at(&of, place);
                if (depth > -beside)
                {
                    change_one(world, edit, at, depth);
                }
            }
        }
    }
}
