// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/small.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// Objects on an island: houses, piers and boats on its sites, then what grows and lies about, on jittered grids
// (Karavasilev 2021, 3.5 and 5.3). In the thesis objects of different kinds may collide; here each looks at all
// that were placed before it, in buckets that are at least as wide as the widest object, so that the nine around a
// place have whatever could touch it. An island is placed as a whole, so there are no borders to agree on.

enum
{
    BUCKETS = 128, // along a side
};

static const float house_share = 0.62f; // of a plot's radius
static const float piece = 4.0f;        // m of a pier
static const float boat_radius = 3.2f;
static const double grove_wavelength = 110.0; // m

/// Numbers that a candidate draws.
enum
{
    DRAW_X,
    DRAW_Z,
    DRAW_CHANCE,
    DRAW_RADIUS,
    DRAW_TURN,
    DRAWS = 8,
};

/// What was placed, by place.
typedef struct buckets
{
    float side;                       // of a bucket, m
    float first;                      // the edge of the first, m from the middle
    int32_t heads[BUCKETS * BUCKETS]; // an object, and next the one that came before it; -1 none
    int32_t next[LOAM_ISLE_MAX_OBJECTS];
} buckets;

size_t loam_isle_objects_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(buckets));
}

static float widest(const loam_isle_type *type)
{
    float max = type->plot > boat_radius ? type->plot : boat_radius;
    for (int32_t i = 0; i < type->kind_count; i++)
    {
        max = type->kinds[i].radius.high > max ? type->kinds[i].radius.high : max;
    }
    return max;
}

static void empty_buckets(buckets *to, const isle_ground *ground)
{
    const float across = 2.0f * (float)ground->isle.radius, least = 2.0f * widest(ground->type);
    const float side = across / (float)(BUCKETS - 2);
    to->side = side > least ? side : least;
    to->first = -(float)ground->isle.radius - to->side;
    memset(to->heads, -1, sizeof to->heads);
}

static int32_t bucket_of(const buckets *in, float at)
{
    const int32_t bucket = (int32_t)((at - in->first) / in->side);
    return bucket < 1 ? 1 : bucket > BUCKETS - 2 ? BUCKETS - 2 : bucket;
}

static bool is_free(const buckets *in, const loam_isle_object *objects,
                    const loam_isle_object *candidate)
{
    const int32_t x = bucket_of(in, candidate->x), z = bucket_of(in, candidate->z);
    for (int32_t k = 0; k < 9; k++)
    {
        int32_t at = in->heads[(z - 1 + k / 3) * BUCKETS + x - 1 + k % 3];
        for (; at >= 0; at = in->next[at])
        {
            const float dx = objects[at].x - candidate->x, dz = objects[at].z - candidate->z;
            const float apart = objects[at].radius + candidate->radius;
            if (dx * dx + dz * dz < apart * apart)
            {
                return false;
            }
        }
    }
    return true;
}

static int32_t add(buckets *to, loam_isle_object *objects, int32_t count,
                   const loam_isle_object *object)
{
    int32_t *const head = &to->heads[bucket_of(to, object->z) * BUCKETS + bucket_of(to, object->x)];
    objects[count] = *object;
    to->next[count] = *head;
    *head = count;
    return count + 1;
}

// ---- the ground under them ----------------------------------------------------------------------

/// What the ground is like at a place between samples.
typedef struct footing
{
    float height, slope;
    const uint8_t *terrains; // of the nearest sample
} footing;

static footing find_footing(const isle_placing *placing, float x, float z)
{
    const int32_t side = placing->area.w;
    const float cell = (float)placing->area.step, half = (float)(side / 2) * cell;
    const float u = (x + half) / cell, v = (z + half) / cell;
    const int32_t i = loam_floor_int(u), j = loam_floor_int(v);
    const float s = u - (float)i, t = v - (float)j;
    const float *const at = placing->heights + (size_t)j * (size_t)side + (size_t)i;
    const float south = at[0] + (at[1] - at[0]) * s;
    const float north = at[side] + (at[side + 1] - at[side]) * s;
    const size_t nearest = (size_t)(j + (t >= 0.5f)) * (size_t)side + (size_t)(i + (s >= 0.5f));
    return (footing){.height = south + (north - south) * t,
                     .slope = loam_isle_slope(at[0] + at[side], at[1] + at[side + 1], at[0] + at[1],
                                              at[side] + at[side + 1], 2.0f * cell),
                     .terrains = placing->terrains + nearest * LOAM_ISLE_MAX_TERRAINS};
}

// ---- what is built ------------------------------------------------------------------------------

/// A vector as a share of a turn, from east to north.
static float turn_of(float east, float north)
{
    const float turn = loam_atan2(north, east) / (2.0f * LOAM_PI);
    return turn < 0.0f ? turn + 1.0f : turn;
}

static int32_t add_pier(buckets *to, loam_isle_object *objects, int32_t count,
                        const loam_isle_site *site)
{
    const float begin = site->radius;
    const int32_t pieces = (int32_t)((site->pier - begin) / piece) + 2;
    loam_isle_object object = {.y = site->level,
                               .radius = 0.49f * piece,
                               .turn = turn_of(site->east, site->north),
                               .kind = -1,
                               .shape = LOAM_ISLE_PIER};
    for (int32_t i = 0; i < pieces; i++)
    {
        const float away = begin + (float)i * piece;
        object.x = (float)site->x + site->east * away;
        object.z = (float)site->z + site->north * away;
        count = add(to, objects, count, &object);
    }
    // Beside the last piece.
    object.x -= site->north * (boat_radius + 0.6f * piece);
    object.z += site->east * (boat_radius + 0.6f * piece);
    object.y = 0.0f;
    object.radius = boat_radius;
    object.shape = LOAM_ISLE_BOAT;
    return add(to, objects, count, &object);
}

int32_t loam_isle_place_built(const isle_placing *placing, loam_isle_object *objects, void *scratch)
{
    buckets *const in = scratch;
    const loam_isle *const isle = &placing->ground->isle;
    int32_t count = 0;
    empty_buckets(in, placing->ground);
    for (int32_t i = 0; i < isle->site_count; i++)
    {
        const loam_isle_site *const site = &isle->sites[i];
        const bool harbour = site->kind == LOAM_ISLE_HARBOUR;
        const float back = harbour ? 0.35f * site->radius : 0.0f; // away from the pier
        // A harbour's house is on the harbour's ground, and off the pier.
        const float plot = placing->ground->type->plot;
        const float room = harbour && site->radius < plot ? site->radius : plot;
        const loam_isle_object house = {.x = (float)site->x - site->east * back,
                                        .z = (float)site->z - site->north * back,
                                        .y = site->level,
                                        .radius = house_share * room,
                                        .turn = turn_of(site->east, site->north),
                                        .kind = -1,
                                        .shape = LOAM_ISLE_HOUSE};
        count = add(in, objects, count, &house);
        count = harbour ? add_pier(in, objects, count, site) : count;
    }
    return count;
}

// ---- what grows and lies about ------------------------------------------------------------------

/// Candidates of one kind.
typedef struct kind_grid
{
    const isle_placing *placing;
    const loam_isle_kind *kind;
    int32_t number;
    uint64_t seed;
    loam_noise groves;
} kind_grid;

static bool is_on_site(const loam_isle *isle, float x, float z, float radius)
{
    bool on = false;
    for (int32_t i = 0; i < isle->site_count && !on; i++)
    {
        const float dx = x - (float)isle->sites[i].x, dz = z - (float)isle->sites[i].z;
        const float reach = isle->sites[i].radius + radius;
        on = dx * dx + dz * dz < reach * reach;
    }
    return on;
}

/// The chance of a candidate, by how deep in a grove it is.
static float chance_at(const kind_grid *grid, float x, float z)
{
    const loam_isle *const isle = &grid->placing->ground->isle;
    if (grid->kind->groves <= 0.0f)
    {
        return grid->kind->chance;
    }
    const float noise = loam_noise_at2(&grid->groves, isle->x + loam_floor_int(x),
                                       isle->z + loam_floor_int(z));
    const float inside = loam_clamp01(0.5f + 4.0f * noise);
    return grid->kind->chance * (1.0f - grid->kind->groves * (1.0f - inside));
}

/// The candidate of a cell; false if it may not stand where it is.
static bool make_candidate(const kind_grid *grid, float x, float z, uint64_t cell,
                           loam_isle_object *out)
{
    const loam_isle_kind *const kind = grid->kind;
    const loam_isle *const isle = &grid->placing->ground->isle;
    const float limit = (float)isle->radius;
    *out = (loam_isle_object){
        .x = x + kind->spacing * loam_random_float(grid->seed, cell * DRAWS + DRAW_X),
        .z = z + kind->spacing * loam_random_float(grid->seed, cell * DRAWS + DRAW_Z),
        .radius = kind->radius.low + (kind->radius.high - kind->radius.low) *
                                         loam_random_float(grid->seed, cell * DRAWS + DRAW_RADIUS),
        .turn = loam_random_float(grid->seed, cell * DRAWS + DRAW_TURN),
        .kind = grid->number,
        .shape = kind->shape};
    const float drawn = loam_random_float(grid->seed, cell * DRAWS + DRAW_CHANCE);
    if (drawn >= kind->chance || out->x * out->x + out->z * out->z >= limit * limit)
    {
        return false;
    }
    const footing under = find_footing(grid->placing, out->x, out->z);
    out->y = under.height;
    return under.height >= kind->height.low && under.height <= kind->height.high &&
           under.slope <= kind->slope &&
           (float)under.terrains[kind->terrain] >= 255.0f * kind->least &&
           drawn < chance_at(grid, out->x, out->z) &&
           !is_on_site(isle, out->x, out->z, out->radius);
}

static loam_noise grove_noise(uint64_t seed)
{
    loam_noise_def def = loam_default_noise_def();
    loam_noise noise;
    def.wavelength = grove_wavelength;
    def.octaves = 2;
    (void)loam_noise_init(&noise, &def, seed); // these numbers are accepted
    return noise;
}

int32_t loam_isle_place_kind(const isle_placing *placing, int32_t kind, loam_isle_object *objects,
                             int32_t count, void *scratch)
{
    buckets *const in = scratch;
    const loam_isle *const isle = &placing->ground->isle;
    const uint64_t all = loam_seed_derive(isle->seed, "objects");
    kind_grid grid = {.placing = placing,
                      .kind = &placing->ground->type->kinds[kind],
                      .number = kind,
                      .seed = loam_seed_at(all, kind, 0, 0)};
    grid.groves = grove_noise(loam_seed_derive(grid.seed, "groves"));
    const float spacing = grid.kind->spacing, first = -(float)isle->radius;
    const int32_t cells = (int32_t)(2.0f * (float)isle->radius / spacing) + 1;
    for (int32_t k = 0; k < cells * cells; k++)
    {
        loam_isle_object object;
        const float x = first + (float)(k % cells) * spacing;
        const float z = first + (float)(k / cells) * spacing;
        if (make_candidate(&grid, x, z, (uint64_t)k, &object) && is_free(in, objects, &object))
        {
            count = add(in, objects, count, &object);
        }
    }
    return count;
}
