// SPDX-License-Identifier: MIT
#include "mesh/plant.h"

#include "base/small.h"

#include "loam/random.h"

#include <string.h>

// Plants as voxels. A voxel is wood if its middle is within a branch, which is at least so wide that voxels of it hang
// together; leaves fill the balls around buds, with holes by chance, more of them towards the rim. The thesis turns
// circles into voxels and shifts them along a line (Blomqvist et al. 2016, 3.5); asking each voxel needs neither.

/// Half the diagonal of a voxel: a line touches the ball of that size around the middle of each voxel it goes through.
static const float LEAST_RADIUS = 0.87f;

/// Lengths are voxels, from the corner of the first.
typedef struct painter
{
    loam_plant_voxels *out;
    vector corner; // of the first voxel, in voxels from the root
    float scale;   // voxels a unit of the grammar
} painter;

/// A ball whose size changes along a line.
typedef struct capsule
{
    vector from, to;
    float first, last; // radius
} capsule;

static uint8_t *voxel_at(const loam_plant_voxels *in, int32_t x, int32_t y, int32_t z)
{
    return &in->voxels[((size_t)y * (size_t)in->d + (size_t)z) * (size_t)in->w + (size_t)x];
}

/// How far a place is within a capsule, as a share of its radius there: 0 on the line, 1 at the rim, more outside.
static float depth_in(const capsule *body, vector at)
{
    const vector line = combine(body->to, 1.0f, body->from, -1.0f);
    const vector off = combine(at, 1.0f, body->from, -1.0f);
    const float length = line.x * line.x + line.y * line.y + line.z * line.z;
    const float along = off.x * line.x + off.y * line.y + off.z * line.z;
    const float t = length > 0.0f ? loam_clamp01(along / length) : 0.0f;
    const float radius = body->first + (body->last - body->first) * t;
    return length_of(combine(off, 1.0f, line, -t)) / radius;
}

/// Leaves never replace wood; inside and below they are shaded, and their rim has holes.
static void paint_voxel(uint8_t *voxel, uint8_t material, float depth, float above, uint64_t place)
{
    const float chance = loam_random_float(place, 0);
    if (material == LOAM_PLANT_WOOD || material == LOAM_PLANT_TWIG)
    {
        *voxel = *voxel == LOAM_PLANT_WOOD ? *voxel : material;
        return;
    }
    if (*voxel != 0 || chance < 0.15f + 0.55f * depth * depth)
    {
        return;
    }
    *voxel = material == LOAM_PLANT_LEAF && above + 0.5f * (chance - 0.5f) < 0.0f ? LOAM_PLANT_SHADE
                                                                                  : material;
}

static int32_t within(float value, int32_t count)
{
    const int32_t whole = loam_floor_int(value);
    return whole < 0 ? 0 : whole < count ? whole : count - 1;
}

static void paint_capsule(const painter *to, const capsule *body, uint8_t material, uint64_t seed)
{
    const float radius = body->first > body->last ? body->first : body->last;
    const float *const from = &body->from.x, *const end = &body->to.x;
    const int32_t size[3] = {to->out->w, to->out->h, to->out->d};
    int32_t low[3], high[3];
    for (int32_t i = 0; i < 3; i++)
    {
        low[i] = within((from[i] < end[i] ? from[i] : end[i]) - radius, size[i]);
        high[i] = within((from[i] > end[i] ? from[i] : end[i]) + radius, size[i]);
    }
    for (int32_t y = low[1]; y <= high[1]; y++)
    {
        for (int32_t z = low[2]; z <= high[2]; z++)
        {
            for (int32_t x = low[0]; x <= high[0]; x++)
            {
                const vector at = {(float)x + 0.5f, (float)y + 0.5f, (float)z + 0.5f};
                const float depth = depth_in(body, at);
                if (depth < 1.0f)
                {
                    paint_voxel(voxel_at(to->out, x, y, z), material, depth,
                                (at.y - body->from.y) / radius, loam_seed_at(seed, x, y, z));
                }
            }
        }
    }
}

/// A place of the plant in voxels.
static vector place_of(const painter *to, const float *at)
{
    return combine(mesh_vector(at, to->scale), 1.0f, to->corner, -1.0f);
}

static float radius_of(const painter *to, float width)
{
    const float radius = 0.5f * width * to->scale;
    return radius > LEAST_RADIUS ? radius : LEAST_RADIUS;
}

static void paint_segments(const painter *to, const loam_plant *plant)
{
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        const loam_plant_segment *const segment = &plant->segments[i];
        const vector from = place_of(to, segment->base);
        const capsule body = {
            from, combine(from, 1.0f, mesh_vector(segment->heading, to->scale), segment->length),
            radius_of(to, segment->width), radius_of(to, segment->tip_width)};
        paint_capsule(to, &body, segment->part == 0 ? LOAM_PLANT_WOOD : LOAM_PLANT_TWIG, 0);
    }
}

static void paint_organs(const painter *to, const loam_plant *plant, uint64_t seed)
{
    for (int32_t i = 0; i < plant->organ_count; i++)
    {
        const loam_plant_organ *const organ = &plant->organs[i];
        const bool leaf = organ->kind == LOAM_ORGAN_LEAF;
        const vector at = place_of(to, organ->at);
        // A leaf is long and thin, a clump is round.
        const float length = leaf ? organ->size : 0.0f, width = leaf ? 0.3f : 2.0f;
        const float radius = radius_of(to, organ->size * width);
        const capsule body = {at, combine(at, 1.0f, mesh_vector(organ->heading, to->scale), length),
                              radius, radius};
        paint_capsule(to, &body,
                      organ->kind == LOAM_ORGAN_FLOWER ? LOAM_PLANT_FLOWER : LOAM_PLANT_LEAF,
                      loam_seed_at(seed, i, 0, 0));
    }
}

/// The box around a plant, in voxels, with widths and leaves; never empty.
static void measure(const loam_plant *plant, float scale, vector *low, vector *high)
{
    float from[3], to[3], max = LEAST_RADIUS;
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        const float radius = 0.5f * plant->segments[i].width * scale + 1.0f;
        max = radius > max ? radius : max;
    }
    for (int32_t i = 0; i < plant->organ_count; i++)
    {
        const float size = plant->organs[i].size * 1.2f * scale + 1.0f;
        max = size > max ? size : max;
    }
    loam_plant_extent(plant, from, to);
    const vector margin = {max, max, max};
    const vector a = mesh_vector(from, scale), b = mesh_vector(to, scale);
    *low = combine((vector){a.x, a.y, b.z}, 1.0f, margin, -1.0f);
    *high = combine((vector){b.x, b.y, a.z}, 1.0f, margin, 1.0f);
}

/// How many voxels from low to high; 0 if that is too many.
static int32_t count_between(float low, float high)
{
    if (!(high - low < (float)LOAM_MAX_PLANT_VOXELS))
    {
        return 0;
    }
    const int32_t count = loam_floor_int(high) - loam_floor_int(low) + 1;
    return count <= LOAM_MAX_PLANT_VOXELS ? count : 0;
}

/// Empty voxels; NULL if there is no memory.
static loam_plant_voxels *make_empty(const loam_env *env, int32_t w, int32_t h, int32_t d)
{
    const size_t size = (size_t)w * (size_t)h * (size_t)d;
    loam_plant_voxels *const voxels = loam_alloc(env, sizeof *voxels);
    uint8_t *const bytes = voxels != NULL ? loam_alloc(env, size) : NULL;
    if (bytes == NULL)
    {
        loam_free(env, voxels, sizeof *voxels);
        return NULL;
    }
    memset(bytes, 0, size);
    *voxels = (loam_plant_voxels){.voxels = bytes, .w = w, .h = h, .d = d, .env = *env};
    return voxels;
}

/// Voxels for the box around a plant, and who paints them.
static loam_result prepare(const loam_env *env, const loam_plant *plant,
                           const loam_plant_form *form, painter *to)
{
    vector low, high;
    to->scale = form->scale / form->voxel;
    measure(plant, to->scale, &low, &high);
    const int32_t w = count_between(low.x, high.x), h = count_between(low.y, high.y),
                  d = count_between(low.z, high.z);
    if (w == 0 || h == 0 || d == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a plant is %.0f x %.0f x %.0f voxels of %g m; must be at most %d a side",
                         (double)(high.x - low.x), (double)(high.y - low.y),
                         (double)(high.z - low.z), (double)form->voxel, LOAM_MAX_PLANT_VOXELS);
    }
    const int32_t corner[3] = {loam_floor_int(low.x), loam_floor_int(low.y), loam_floor_int(low.z)};
    to->corner = (vector){(float)corner[0], (float)corner[1], (float)corner[2]};
    to->out = make_empty(env, w, h, d);
    for (int32_t i = 0; i < 3 && to->out != NULL; i++)
    {
        to->out->root[i] = -corner[i];
    }
    return to->out != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

loam_result loam_plant_voxels_create(const loam_env *env, const loam_plant *plant,
                                     const loam_plant_form *form, loam_plant_voxels **out)
{
    painter to = {0};
    loam_result result = loam_plant_form_check(form);
    result = result == LOAM_OK ? prepare(env, plant, form, &to) : result;
    if (result == LOAM_OK)
    {
        paint_segments(&to, plant);
        paint_organs(&to, plant, form->seed);
        *out = to.out;
    }
    return result;
}

void loam_plant_voxels_destroy(loam_plant_voxels *voxels)
{
    if (voxels != NULL)
    {
        const loam_env env = voxels->env;
        loam_free(&env, voxels->voxels, (size_t)voxels->w * (size_t)voxels->h * (size_t)voxels->d);
        loam_free(&env, voxels, sizeof *voxels);
    }
}
