// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/small.h"
#include "loam/random.h"

#include <math.h>

// Where ground is levelled for houses and a harbour: what Karavasilev 2021 (5.3, object placement) designed and
// did not build. They are found in samples of the whole island that lie far apart, so an island's sites cost
// little, and are known before any of its maps.
//
// A harbour lies low at a shore with deep water a short way off; houses stand on gentle ground, rather near the
// harbour, or near the first of them. No site reaches into another's ring, so each is as level as it says.

enum
{
    HALF = 40, // samples from the middle to the edge
    SIDE = 2 * HALF + 1,
    DIRECTIONS = 8,
};

static const float harbour_radius = 15.0f;
static const float harbour_level = 1.6f;
static const float deep = -2.5f;       // m: where boats float
static const float pier_beyond = 8.0f; // m that a pier goes on from there
static const float longest_pier = 90.0f;
static const float boat_room = 5.0f;   // m on either side of a pier
static const float lowest_plot = 2.5f; // m above the sea
static const float gentle = 0.32f;     // rise for a metre
static const float scatter = 90.0f;    // m by which chance moves the order of plots

/// The ground in samples far apart.
typedef struct survey
{
    isle_ground *ground;
    loam_isles_area area;
    float heights[SIDE * SIDE];
    isle_block block;
} survey;

size_t loam_isle_sites_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(survey));
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static void fill_survey(survey *s)
{
    for (int32_t j = 0; j < SIDE; j += ISLE_BLOCK)
    {
        for (int32_t i = 0; i < SIDE; i += ISLE_BLOCK)
        {
            const int32_t w = smaller(ISLE_BLOCK, SIDE - i), h = smaller(ISLE_BLOCK, SIDE - j);
            const loam_isles_area part = {.x = s->area.x + i * s->area.step,
                                          .z = s->area.z + j * s->area.step,
                                          .step = s->area.step,
                                          .w = w,
                                          .h = h};
            loam_isle_block_fill(s->ground, part, &s->block);
            for (int32_t k = 0; k < w * h; k++)
            {
                s->heights[(j + k / w) * SIDE + i + k % w] = s->block.heights[k];
            }
        }
    }
}

/// The steepest way to one of the four neighbours. Not at the edge.
static float steepness(const survey *s, int32_t at)
{
    static const int32_t around[] = {-1, 1, -SIDE, SIDE};
    float max = 0.0f;
    for (int32_t i = 0; i < 4; i++)
    {
        const float rise = fabsf(s->heights[at + around[i]] - s->heights[at]);
        max = rise > max ? rise : max;
    }
    return max / (float)s->area.step;
}

/// A place of the survey, from the middle of the island.
static float local_x(const survey *s, int32_t at)
{
    return (float)((at % SIDE - HALF) * s->area.step);
}

static float local_z(const survey *s, int32_t at)
{
    return (float)((at / SIDE - HALF) * s->area.step);
}

static float distance(float dx, float dz)
{
    return sqrtf(dx * dx + dz * dz);
}

/// How far a place is from a site and its pier, m.
static float distance_to_site(const loam_isle_site *site, float x, float z)
{
    const float dx = x - (float)site->x, dz = z - (float)site->z;
    const float along = loam_clamp(dx * site->east + dz * site->north, 0.0f, site->pier);
    const float beside = distance(dx - along * site->east, dz - along * site->north);
    const float away = distance(dx, dz) - site->radius - site->ring;
    return beside - 2.0f * boat_room < away && site->pier > 0.0f ? beside - 2.0f * boat_room : away;
}

/// Whether a site has room: in the island, and beside all that are there.
static bool has_room(const survey *s, int32_t at, float reach)
{
    const loam_isle *const isle = &s->ground->isle;
    const float x = local_x(s, at), z = local_z(s, at);
    bool free = distance(x, z) + reach < (float)isle->radius;
    for (int32_t i = 0; i < isle->site_count && free; i++)
    {
        free = distance_to_site(&isle->sites[i], x, z) > reach;
    }
    return free;
}

static void add_site(survey *s, int32_t at, loam_isle_site site)
{
    loam_isle *const isle = &s->ground->isle;
    site.x = (int32_t)local_x(s, at);
    site.z = (int32_t)local_z(s, at);
    isle->sites[isle->site_count++] = site;
}

// ---- a harbour ----------------------------------------------------------------------------------

static const int32_t step_x[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_z[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};

/// How far deep water is in a direction, m, beyond what is levelled; more than any pier if there is none, or land
/// lies before it.
static float way_to_deep(const survey *s, int32_t at, int32_t direction)
{
    const float step = (float)s->area.step *
                       distance((float)step_x[direction], (float)step_z[direction]);
    for (int32_t k = 1; (float)k * step <= longest_pier; k++)
    {
        const int32_t x = at % SIDE + k * step_x[direction], z = at / SIDE + k * step_z[direction];
        if (x < 0 || z < 0 || x >= SIDE || z >= SIDE || s->heights[z * SIDE + x] > 1.0f)
        {
            break;
        }
        if (s->heights[z * SIDE + x] < deep && (float)k * step >= 2.0f * harbour_radius)
        {
            return (float)k * step;
        }
    }
    return 2.0f * longest_pier;
}

static void add_harbour(survey *s, uint64_t seed)
{
    int32_t best = -1, best_direction = 0;
    float min = 1e9f, pier = 0.0f;
    for (int32_t at = SIDE + 1; at < SIDE * SIDE - SIDE - 1; at++)
    {
        if (s->heights[at] < 0.4f || s->heights[at] > 5.0f || steepness(s, at) > 2.0f * gentle)
        {
            continue;
        }
        for (int32_t d = 0; d < DIRECTIONS; d++)
        {
            const float way = way_to_deep(s, at, d);
            const float score = way + 60.0f * loam_random_float(seed, (uint64_t)at);
            const float reach = way + pier_beyond;
            if (score < min && reach <= longest_pier && has_room(s, at, reach + harbour_radius))
            {
                min = score;
                best = at;
                best_direction = d;
                pier = reach;
            }
        }
    }
    if (best >= 0)
    {
        const float x = (float)step_x[best_direction], z = (float)step_z[best_direction];
        add_site(s, best,
                 (loam_isle_site){.kind = LOAM_ISLE_HARBOUR,
                                  .radius = harbour_radius,
                                  .ring = harbour_radius,
                                  .level = harbour_level,
                                  .east = x / distance(x, z),
                                  .north = z / distance(x, z),
                                  .pier = pier});
    }
}

// ---- houses -------------------------------------------------------------------------------------

static bool suits_house(const survey *s, int32_t at, float reach)
{
    return s->heights[at] >= lowest_plot && steepness(s, at) <= gentle && has_room(s, at, reach);
}

/// Near the first site, as far as chance lets it.
static float plot_score(const survey *s, int32_t at, uint64_t seed)
{
    const loam_isle *const isle = &s->ground->isle;
    const float chance = scatter * loam_random_float(seed, (uint64_t)at);
    return isle->site_count == 0 ? chance
                                 : chance + distance(local_x(s, at) - (float)isle->sites[0].x,
                                                     local_z(s, at) - (float)isle->sites[0].z);
}

/// False if there is no room for another.
static bool add_house(survey *s, uint64_t seed)
{
    const float radius = s->ground->type->plot, ring = radius;
    int32_t best = -1;
    float min = 1e9f;
    for (int32_t at = SIDE + 1; at < SIDE * SIDE - SIDE - 1; at++)
    {
        const float score = plot_score(s, at, seed);
        if (score < min && suits_house(s, at, radius + ring))
        {
            min = score;
            best = at;
        }
    }
    if (best < 0)
    {
        return false;
    }
    const loam_isle *const isle = &s->ground->isle;
    const bool first = isle->site_count == 0;
    const float x = first ? 1.0f : (float)isle->sites[0].x - local_x(s, best);
    const float z = first ? 0.0f : (float)isle->sites[0].z - local_z(s, best);
    add_site(s, best,
             (loam_isle_site){.kind = LOAM_ISLE_PLOT,
                              .radius = radius,
                              .ring = ring,
                              .level = s->heights[best],
                              .east = x / distance(x, z),
                              .north = z / distance(x, z)});
    return true;
}

void loam_isle_find_sites(isle_ground *ground, void *scratch)
{
    survey *const s = scratch;
    const loam_isle *const isle = &ground->isle;
    const uint64_t seed = loam_seed_derive(isle->seed, "sites");
    const loam_isle_type *const type = ground->type;
    const int32_t houses = (int32_t)loam_random_range(seed, 0, (int64_t)type->houses.low,
                                                      (int64_t)type->houses.high);
    const bool harbour = loam_random_float(seed, 1) < type->harbour;
    if (houses == 0 && !harbour)
    {
        return;
    }
    s->ground = ground;
    s->area.step = (isle->radius + HALF - 1) / HALF;
    s->area.x = isle->x - HALF * s->area.step;
    s->area.z = isle->z - HALF * s->area.step;
    fill_survey(s);
    if (harbour)
    {
        add_harbour(s, loam_seed_derive(seed, "harbour"));
    }
    bool room = true;
    for (int32_t i = 0; i < houses && room; i++)
    {
        room = add_house(s, loam_seed_derive(seed, "houses"));
    }
}
