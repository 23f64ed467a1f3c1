// SPDX-License-Identifier: MIT
// A viewer who has come to a place has the ground there that one has who begins there, and no texel of the maps is
// left as memory was: not even where the widest window reaches beyond the coarse maps that lie under everything.
#include "check.h"
#include "scene/clipmap.h"

#include <math.h>
#include <string.h>

static loam_land *land;

// As medium quality has them: the last window is as wide as the far map, and seldom stands in its middle.
static const clipmap_def wide = {.side = 256, .block = 16, .levels = 10};

/// Fills what is to be painted with what no land has, as memory that was used before may.
static void spoil(clipmap *m)
{
    const size_t count = (size_t)(m->def.side * m->def.side);
    for (int32_t i = 0; i < m->def.levels; i++)
    {
        const clipmap_level *const l = &m->level[i];
        memset(l->biome, 255, count);
        for (size_t k = 0; k < count; k++)
        {
            l->height[k] = l->water[k] = l->surface[2 * k] = l->surface[2 * k + 1] = NAN;
            l->shape[4 * k] = l->shape[4 * k + 1] = NAN;
        }
    }
}

static size_t slot(const clipmap *m, int64_t x, int64_t z)
{
    const int64_t mask = m->def.side - 1;
    return (size_t)((z & mask) * m->def.side + (x & mask));
}

static void make_spoilt(const clipmap_def *def, clipmap *out)
{
    CHECK_INT(clipmap_create(def, out), LOAM_OK);
    spoil(out);
}

/// Texels of all levels that nothing was painted on, or that were not made ready to be drawn.
static int32_t count_unknown(const clipmap *m)
{
    const int32_t count = m->def.side * m->def.side;
    int32_t unknown = 0;
    for (int32_t i = 0; i < m->def.levels; i++)
    {
        const clipmap_level *const l = &m->level[i];
        for (int32_t k = 0; k < count; k++)
        {
            const bool known = !isnan(l->height[k]) && !isnan(l->water[k]) && l->biome[k] != 255 &&
                               !isnan(l->surface[2 * k]) && !isnan(l->surface[2 * k + 1]) &&
                               !isnan(l->shape[4 * k]) && !isnan(l->shape[4 * k + 1]);
            unknown += !known;
        }
    }
    return unknown;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

/// What the land has at all samples of a far map that lie nearest to texels of a window, as one fill: thousands of
/// small ones take much longer.
typedef struct truth
{
    loam_land_area area;
    float *height, *water;
    uint8_t *biome;
} truth;

static void span(int64_t begin, const clipmap *m, const far_map *map, int64_t low, int64_t *first,
                 int32_t *count)
{
    const int64_t step = m->level[m->def.levels - 1].step, high = low + far_map_side(map);
    const int64_t last = clamp((begin + m->def.side - 1) * step, low, high);
    *first = low + (clamp(begin * step, low, high) - low) / map->step * map->step;
    *count = (int32_t)((last - *first) / map->step) + 1;
}

static truth truth_create(const clipmap *m, const far_map *map)
{
    const clipmap_level *const l = &m->level[m->def.levels - 1];
    truth t = {.area = {.step = map->step}};
    span(l->x, m, map, map->page[0].x, &t.area.x, &t.area.w);
    span(l->z, m, map, map->page[0].z, &t.area.z, &t.area.h);
    const size_t count = (size_t)t.area.w * (size_t)t.area.h;
    t.height = calloc(count, sizeof *t.height);
    t.water = calloc(count, sizeof *t.water);
    t.biome = calloc(count, 1);
    const loam_land_samples samples = {.height = t.height, .water = t.water, .biome = t.biome};
    CHECK_OK(loam_land_fill(land, t.area, &samples));
    return t;
}

static void truth_destroy(truth *t)
{
    free(t->height);
    free(t->water);
    free(t->biome);
}

/// Whether a texel is as the land has it at a sample of a far map; between two of them the last bit may be lost.
static bool is_of_land(const clipmap_level *l, size_t at, const truth *t, int64_t x, int64_t z)
{
    const loam_land_area *const a = &t->area;
    const size_t k = (size_t)((z - a->z) / a->step * a->w + (x - a->x) / a->step);
    return fabsf(l->height[at] - t->height[k]) < 0.001f && l->water[at] == t->water[k] &&
           l->biome[at] == t->biome[k];
}

/// Of the texels of the last level, how many are not as the land has them at the nearest place of a far map. *beyond:
/// how many lie beyond it; all: these count too.
static int32_t count_strange(const clipmap *m, const far_map *map, bool all, int32_t *beyond)
{
    const clipmap_level *const l = &m->level[m->def.levels - 1];
    const int64_t low_x = map->page[0].x, low_z = map->page[0].z, side = far_map_side(map);
    truth of_land = truth_create(m, map);
    int32_t strange = 0;
    *beyond = 0;
    for (int64_t i = 0; i < m->def.side * m->def.side; i++)
    {
        const int64_t x = l->x + i % m->def.side, z = l->z + i / m->def.side;
        const int64_t near_x = clamp(x * l->step, low_x, low_x + side);
        const int64_t near_z = clamp(z * l->step, low_z, low_z + side);
        const bool inside = near_x == x * l->step && near_z == z * l->step;
        if ((near_x - low_x) % map->step == 0 && (near_z - low_z) % map->step == 0)
        {
            *beyond += !inside;
            strange += (inside || all) && !is_of_land(l, slot(m, x, z), &of_land, near_x, near_z);
        }
    }
    truth_destroy(&of_land);
    return strange;
}

/// Where the far map ends before the widest window does the ground goes on as at its border: after a beginning, while
/// the viewer goes until another map is fetched, and after a jump.
static void test_ground_goes_on_beyond_the_far_map(void)
{
    static const struct
    {
        int64_t x, z;
        bool fetches; // another far map
        bool jumps;   // so that nothing of the map before is left in the windows
    } way[] = {{-190000, 60000, true, true},   {-190030, 60030, false, false},
               {-180000, 52000, false, false}, {-176000, 74000, false, false},
               {-170000, 74000, true, false},  {400000, -250000, true, true}};
    clipmap m;
    int32_t max = 0;
    make_spoilt(&wide, &m);
    for (size_t i = 0; i < sizeof way / sizeof way[0]; i++)
    {
        const int64_t was = m.far.page[0].x;
        const bool all = way[i].jumps || !way[i].fetches;
        int32_t beyond;
        CHECK_OK(clipmap_move(&m, land, NULL, way[i].x, way[i].z, false));
        clipmap_finish(&m);
        CHECK_INT(m.far.page[0].x != was, way[i].fetches);
        CHECK_INT(count_unknown(&m), 0);
        CHECK_INT(count_strange(&m, &m.far, all, &beyond), 0);
        max = beyond > max ? beyond : max;
    }
    CHECK(max > 4000);
    clipmap_destroy(&m);
}

/// So it is beyond the map of the continents, which a viewer may get to the edge of before another is fetched.
static void test_ground_goes_on_beyond_the_continents(void)
{
    const loam_jobs_def two = {.env = loam_default_env(), .threads = 1};
    clipmap_def def = wide;
    clipmap m;
    loam_jobs *jobs;
    int32_t beyond = 0;
    def.gradual = true;
    CHECK_OK(loam_jobs_create(&two, &jobs));
    make_spoilt(&def, &m);
    for (int64_t i = 0; i < 5; i++)
    {
        const int64_t was = m.first.page[0].x;
        CHECK_OK(clipmap_move(&m, land, jobs, -186880 + 16000 * i, 60000, true));
        clipmap_finish(&m);
        CHECK_INT(m.first.page[0].x != was, i == 0);
        CHECK_INT(count_unknown(&m), 0);
        CHECK_INT(count_strange(&m, &m.first, true, &beyond), 0);
    }
    CHECK(beyond > 800);
    clipmap_destroy(&m);
    loam_jobs_destroy(jobs);
}

// ---- with pages -------------------------------------------------------------------------------------

enum
{
    VIEW = 512,
    MAX_UPDATES = 2000,
};

typedef struct place
{
    int64_t x, z;
} place;

typedef struct viewer
{
    clipmap maps;
    loam_land_world *world;
} viewer;

static void page_appears(void *user, const loam_surface_page *page)
{
    viewer *const v = user;
    CHECK_OK(clipmap_add_page(&v->maps, page));
}

static void page_leaves(void *user, const loam_surface_page *page)
{
    viewer *const v = user;
    clipmap_remove_page(&v->maps, page);
}

static void begin(viewer *v, place at)
{
    loam_land_world_def def = loam_default_land_world_def();
    def.land = land;
    def.view = VIEW;
    def.appear = page_appears;
    def.leave = page_leaves;
    def.user = v;
    make_spoilt(&wide, &v->maps);
    CHECK_OK(loam_land_world_create(&def, (loam_land_viewer){.x = at.x, .z = at.z}, &v->world));
}

/// Until all is there.
static void go(viewer *v, place to)
{
    bool complete = false;
    for (int32_t i = 0; i < MAX_UPDATES && !complete; i++)
    {
        CHECK_OK(clipmap_move(&v->maps, land, NULL, to.x, to.z, false));
        CHECK_OK(loam_land_world_update(v->world, (loam_land_viewer){.x = to.x, .z = to.z}, 20000,
                                        &complete));
    }
    CHECK(complete);
    clipmap_finish(&v->maps);
}

static void end(viewer *v)
{
    loam_land_world_destroy(v->world);
    clipmap_destroy(&v->maps);
}

/// Texels within the view, in which all pages are there, that differ. Slopes and water know of a few texels around.
static int32_t count_different(const viewer *a, const viewer *b, place at)
{
    int32_t different = 0;
    for (int32_t i = 0; i < wide.levels; i++)
    {
        const clipmap_level *const l = &a->maps.level[i], *const m = &b->maps.level[i];
        CHECK(l->x == m->x && l->z == m->z);
        for (int64_t k = 0; k < wide.side * wide.side; k++)
        {
            const int64_t x = l->x + k % wide.side, z = l->z + k / wide.side;
            const size_t t = slot(&a->maps, x, z);
            const double away = hypot((double)(x * l->step - at.x), (double)(z * l->step - at.z));
            const double around = away + 16 * (double)l->step;
            const bool same = l->height[t] == m->height[t] && l->water[t] == m->water[t] &&
                              l->biome[t] == m->biome[t];
            const bool alike = memcmp(l->surface + 2 * t, m->surface + 2 * t, 8) == 0 &&
                               memcmp(l->shape + 4 * t, m->shape + 4 * t, 16) == 0 &&
                               memcmp(l->ground + 4 * t, m->ground + 4 * t, 4) == 0;
            different += (away <= VIEW && !same) || (around <= VIEW && !alike);
        }
    }
    return different;
}

/// Along a way of short steps, long ones and a jump.
static void check_arrivals(uint64_t seed)
{
    static const place way[] = {{0, 0},       {30, 0},       {0, 0},        {-400, 250},
                                {-370, 280},  {2600, -1900}, {2630, -1900}, {9000, 7000},
                                {9000, 7030}, {90000, 7000}};
    loam_land_def def = loam_default_land_def();
    def.seed = seed;
    CHECK_OK(loam_land_create(&def, &land));
    viewer comes, begins;
    begin(&comes, (place){-232400, 86150});
    for (size_t i = 0; i < sizeof way / sizeof way[0]; i++)
    {
        const place at = {way[i].x - 232400, way[i].z + 86150};
        go(&comes, at);
        begin(&begins, at);
        go(&begins, at);
        CHECK_INT(count_unknown(&comes.maps), 0);
        CHECK_INT(count_unknown(&begins.maps), 0);
        CHECK_INT(count_different(&comes, &begins, at), 0);
        end(&begins);
    }
    end(&comes);
    loam_land_destroy(land);
}

static void test_who_comes_has_the_ground_of_who_begins_there(void)
{
    for (uint64_t seed = 3; seed < 3 + (uint64_t)check_cases(2, 1); seed++)
    {
        check_arrivals(seed);
    }
}

int main(void)
{
    RUN(test_who_comes_has_the_ground_of_who_begins_there);
    loam_land_def def = loam_default_land_def();
    def.seed = 3;
    if (loam_land_create(&def, &land) != LOAM_OK)
    {
        return 1;
    }
    RUN(test_ground_goes_on_beyond_the_far_map);
    RUN(test_ground_goes_on_beyond_the_continents);
    loam_land_destroy(land);
    return CHECK_DONE();
}
