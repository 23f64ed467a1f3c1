// SPDX-License-Identifier: MIT
// A world on small pages that cost nothing, fail on demand and count what is done, and somebody who watches
// it.
#ifndef LOAM_TESTS_LAND_WORLD_TOY_H
#define LOAM_TESTS_LAND_WORLD_TOY_H

#include "../pipeline/meter.h"
#include "check.h"
#include "land/world/plan.h"
#include "land/world/source.h"
#include "loam/loam.h"

enum
{
    TOY_PAYLOAD = 64,
    TOY_PAGE_BYTES = TOY_PAYLOAD + 1024, // as a world counts them
    TOY_MAX_PAGES = 4096,
};

/// What the toy's stage does.
typedef struct toy_stage
{
    atomic_llong slices;     // done, ever
    atomic_llong fail_every; // pages whose hash is a multiple of it fail; 0: none
    atomic_llong fail_times; // as many failures are left
    int32_t slice_count;
    uint64_t slice_ns;  // that a slice takes
    uint64_t appear_ns; // that whoever is told of a page takes
} toy_stage;

static toy_stage toy;

/// Pages that are shown, as callbacks told.
typedef struct toy_watch
{
    loam_surface_page pages[TOY_MAX_PAGES];
    int32_t count;
    int64_t appeared, left, failed;
    int32_t wrong; // told of a page that cannot be
} toy_watch;

typedef struct toy_world
{
    meter memory;
    loam_jobs *jobs;
    loam_pipeline *pipeline;
    loam_land_world *world;
    toy_watch watch;
    loam_land_world_def def;
} toy_world;

// ---- the stage --------------------------------------------------------------------------------------

static inline uint64_t page_hash(int64_t x, int64_t z, int32_t level)
{
    const uint64_t words[] = {(uint64_t)x, (uint64_t)z, (uint64_t)level};
    return loam_hash_u64(words, 3, 77);
}

static inline void wait_ns(uint64_t ns)
{
    const uint64_t begin_ns = loam_clock_ns();
    while (loam_clock_ns() - begin_ns < ns)
    {
    }
}

static inline loam_result run(loam_slice *slice)
{
    const uint64_t hash = page_hash(slice->page_x, slice->page_z, slice->level);
    const long long every = atomic_load(&toy.fail_every);
    atomic_fetch_add(&toy.slices, 1);
    wait_ns(toy.slice_ns);
    if (every > 0 && hash % (uint64_t)every == 0 && atomic_fetch_sub(&toy.fail_times, 1) > 0)
    {
        return loam_fail(LOAM_FAILED, "broken");
    }
    memcpy(slice->out, &hash, sizeof hash);
    return LOAM_OK;
}

static inline int32_t count_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return toy.slice_count > 0 ? toy.slice_count : 1;
}

static inline void read_page(const loam_page *page, loam_surface_page *out)
{
    out->height = page->data;
}

static inline loam_result add_stage(loam_pipeline *pipeline)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = "surface";
    def.axes = LOAM_AXES_XZ;
    def.page_size = LOAM_SURFACE_SIDE;
    def.levels = LOAM_SURFACE_LEVELS;
    def.payload_size = TOY_PAYLOAD;
    def.slice_count = count_slices;
    def.run = run;
    return loam_pipeline_add(pipeline, &def);
}

// ---- watching ---------------------------------------------------------------------------------------

/// Page side in metres.
static inline int64_t toy_side(const loam_surface_page *page)
{
    return (int64_t)LOAM_SURFACE_SIDE << page->level;
}

static inline bool is_good(const loam_surface_page *page)
{
    const int64_t side = toy_side(page);
    uint64_t hash;
    memcpy(&hash, page->height, sizeof hash);
    const bool exists = page->x >= -LOAM_LAND_END && page->x < LOAM_LAND_END &&
                        page->z >= -LOAM_LAND_END && page->z < LOAM_LAND_END;
    return exists && page->level >= 0 && page->level < LOAM_SURFACE_LEVELS && page->x % side == 0 &&
           page->z % side == 0 && page->step == (int64_t)1 << page->level &&
           hash == page_hash(page->x / side, page->z / side, page->level);
}

static inline int32_t find(const toy_watch *watch, const loam_surface_page *page)
{
    int32_t i = 0;
    while (i < watch->count && (watch->pages[i].level != page->level ||
                                watch->pages[i].x != page->x || watch->pages[i].z != page->z))
    {
        i++;
    }
    return i;
}

static inline void on_appear(void *user, const loam_surface_page *page)
{
    toy_watch *const watch = user;
    const bool fits = watch->count < TOY_MAX_PAGES && find(watch, page) == watch->count;
    watch->appeared++;
    wait_ns(toy.appear_ns);
    watch->wrong += !fits || !is_good(page);
    if (fits)
    {
        watch->pages[watch->count++] = *page;
    }
}

static inline void on_leave(void *user, const loam_surface_page *page)
{
    toy_watch *const watch = user;
    const int32_t at = find(watch, page);
    watch->left++;
    watch->wrong += at == watch->count || !is_good(page) || watch->pages[at].height != page->height;
    if (at < watch->count)
    {
        watch->pages[at] = watch->pages[--watch->count];
    }
}

static inline void on_failed(void *user, loam_result result, const char *message)
{
    toy_watch *const watch = user;
    watch->failed++;
    watch->wrong += message[0] == '\0' || result == LOAM_OK;
}

// ---- life -------------------------------------------------------------------------------------------

/// Settings that fit a toy: view 6000, fine 512, memory for 1000 pages.
static inline loam_land_world_def toy_world_def(void)
{
    loam_land_world_def def = loam_default_land_world_def();
    def.view = 6000;
    def.fine = 512;
    def.memory_bytes = (size_t)1000 * TOY_PAGE_BYTES;
    return def;
}

static inline loam_jobs *make_jobs(int32_t threads)
{
    loam_jobs_def def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    def.threads = threads;
    if (threads > 0 && loam_jobs_create(&def, &jobs) == LOAM_UNSUPPORTED)
    {
        def.threads = 0;
        CHECK_OK(loam_jobs_create(&def, &jobs));
    }
    return jobs;
}

/// The same on a meter that was set before.
static inline bool toy_world_reopen(toy_world *t, loam_land_world_def def, int32_t threads,
                                    size_t cache_bytes, int64_t x, int64_t z)
{
    loam_pipeline_def pipeline = loam_default_pipeline_def();
    memset(&t->watch, 0, sizeof t->watch);
    t->jobs = make_jobs(threads);
    t->pipeline = NULL;
    t->world = NULL;
    t->def = def;
    t->def.appear = on_appear;
    t->def.leave = on_leave;
    t->def.failed = on_failed;
    t->def.user = &t->watch;
    pipeline.env = meter_env(&t->memory);
    pipeline.env.jobs = t->jobs;
    pipeline.cache_bytes = cache_bytes;
    if (loam_pipeline_create(&pipeline, &t->pipeline) != LOAM_OK ||
        add_stage(t->pipeline) != LOAM_OK)
    {
        return false;
    }
    const land_source source = {.env = pipeline.env,
                                .pipeline = t->pipeline,
                                .payload_size = TOY_PAYLOAD,
                                .read = read_page};
    return loam_land_world_create_on(&source, &t->def, (loam_land_viewer){x, z, 0, 0}, &t->world) ==
           LOAM_OK;
}

/// Makes one at a place. threads 0: none. False if memory ran out, or if something was refused.
static inline bool toy_world_open(toy_world *t, loam_land_world_def def, int32_t threads,
                                  size_t cache_bytes, int64_t x, int64_t z)
{
    memset(&t->memory, 0, sizeof t->memory);
    return toy_world_reopen(t, def, threads, cache_bytes, x, z);
}

/// Ends it, and looks whether all pages have left and all memory is given back.
static inline void toy_world_close(toy_world *t)
{
    loam_land_world_destroy(t->world);
    CHECK_INT(t->watch.count, 0);
    CHECK_INT(t->watch.left, t->watch.appeared);
    CHECK_INT(t->watch.wrong, 0);
    loam_pipeline_destroy(t->pipeline);
    loam_jobs_destroy(t->jobs);
    CHECK_INT(atomic_load(&t->memory.bytes), 0);
    CHECK_INT(atomic_load(&t->memory.blocks), 0);
}

// ---- looking ----------------------------------------------------------------------------------------

static inline int64_t away(int64_t point, int64_t low, int64_t side)
{
    return point < low ? low - point : point > low + side ? point - low - side : 0;
}

/// From the viewer to the nearest point of a page, m.
static inline double toy_distance(loam_land_viewer viewer, const loam_surface_page *page)
{
    const int64_t side = toy_side(page);
    return hypot((double)away(viewer.x, page->x, side), (double)away(viewer.z, page->z, side));
}

static inline bool overlap(const loam_surface_page *a, const loam_surface_page *b)
{
    return a->x < b->x + toy_side(b) && b->x < a->x + toy_side(a) && a->z < b->z + toy_side(b) &&
           b->z < a->z + toy_side(a);
}

static inline void check_overlaps(const toy_watch *watch)
{
    int32_t overlaps = 0;
    for (int32_t i = 0; i < watch->count; i++)
    {
        for (int32_t j = 0; j < i; j++)
        {
            overlaps += overlap(&watch->pages[i], &watch->pages[j]);
        }
    }
    CHECK_INT(overlaps, 0);
}

/// Of a square, what pages show; they do not overlap.
static inline int64_t shown_area(const toy_watch *watch, const loam_surface_page *square)
{
    int64_t area = 0;
    for (int32_t i = 0; i < watch->count; i++)
    {
        const int64_t side = toy_side(&watch->pages[i]);
        area += overlap(&watch->pages[i], square) ? side * side : 0;
    }
    return area;
}

static inline int32_t top_level(const loam_land_world_counters *counters, int64_t view)
{
    int32_t level = 0;
    while (level < LOAM_SURFACE_LEVELS - 1 && counters->reach[level] < view)
    {
        level++;
    }
    return level;
}

/// Every page of the top level that is nearer than complete_to is shown in all its parts.
static inline void check_holes(const toy_world *t, loam_land_viewer viewer)
{
    const loam_land_world_counters counters = loam_land_world_count(t->world);
    const int32_t top = top_level(&counters, t->def.view);
    const int64_t side = (int64_t)LOAM_SURFACE_SIDE << top;
    const int64_t reach = t->def.view / side + 2;
    int32_t holes = 0;
    for (int64_t i = 0; i < (2 * reach + 1) * (2 * reach + 1); i++)
    {
        loam_surface_page square = {.level = top};
        square.x = (viewer.x / side + i % (2 * reach + 1) - reach) * side;
        square.z = (viewer.z / side + i / (2 * reach + 1) - reach) * side;
        const bool exists = square.x >= -LOAM_LAND_END && square.x < LOAM_LAND_END &&
                            square.z >= -LOAM_LAND_END && square.z < LOAM_LAND_END;
        holes += exists && toy_distance(viewer, &square) < (double)counters.complete_to &&
                 shown_area(&t->watch, &square) != side * side;
    }
    CHECK_INT(holes, 0);
}

static inline void check_counters(const toy_world *t)
{
    const loam_land_world_counters counters = loam_land_world_count(t->world);
    CHECK_INT(counters.pages, t->watch.count);
    CHECK_INT(counters.appeared, t->watch.appeared);
    CHECK_INT(counters.left, t->watch.left);
    CHECK(counters.memory_bytes <= t->def.memory_bytes);
    CHECK(counters.memory_bytes >= (size_t)counters.pages * TOY_PAGE_BYTES);
    CHECK_RANGE(counters.complete_to, 0, t->def.view);
}

/// Updates once and looks at what is shown: pages do not overlap, and nearer than complete_to there is no
/// hole.
static inline bool toy_world_step(toy_world *t, loam_land_viewer viewer, uint64_t budget_us)
{
    bool complete = false;
    CHECK_OK(loam_land_world_update(t->world, viewer, budget_us, &complete));
    CHECK_INT(t->watch.wrong, 0);
    check_counters(t);
    check_overlaps(&t->watch);
    check_holes(t, viewer);
    CHECK(!complete || loam_land_world_count(t->world).complete_to == t->def.view);
    return complete;
}

static inline bool has_settled(const toy_world *t)
{
    const loam_land_world_counters counters = loam_land_world_count(t->world);
    return counters.memory_bytes == (size_t)counters.pages * TOY_PAGE_BYTES;
}

/// Until all is there, and nothing more under way.
static inline void toy_world_finish(toy_world *t, loam_land_viewer viewer)
{
    bool complete = false;
    for (int64_t updates = 0; (!complete || !has_settled(t)) && check_failures == 0; updates++)
    {
        CHECK_OK(loam_land_world_update(t->world, viewer, 1000, &complete));
        CHECK(updates < 10000000); // or it never ends
    }
    CHECK(toy_world_step(t, viewer, 1000) || check_failures > 0);
}

/// Shown pages are no coarser than their distance allows, and not much finer.
static inline void toy_check_levels(const toy_world *t, loam_land_viewer viewer)
{
    const loam_land_world_counters counters = loam_land_world_count(t->world);
    int32_t coarse = 0, fine = 0;
    for (int32_t i = 0; i < t->watch.count; i++)
    {
        const loam_surface_page *const page = &t->watch.pages[i];
        const int64_t side = 2 * toy_side(page);
        loam_surface_page parent = {.level = page->level + 1};
        parent.x = page->x - ((page->x % side) + side) % side;
        parent.z = page->z - ((page->z % side) + side) % side;
        coarse += page->level > 0 &&
                  toy_distance(viewer, page) <= (double)counters.reach[page->level - 1];
        fine += page->level < top_level(&counters, t->def.view) &&
                toy_distance(viewer, &parent) > (double)land_plan_keep(counters.reach[page->level]);
    }
    CHECK_INT(coarse, 0);
    CHECK_INT(fine, 0);
}

#endif
