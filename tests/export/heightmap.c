// SPDX-License-Identifier: MIT
// Sets of height maps as a program writes them. tests/tool/heightmap.c looks into files of every engine; here is
// what only callers see: what is refused, memory, stopping, and that a set is there whole or not at all.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "check.h"
#include "export/folder.h"
#include "land/shared_pages.h"
#include "loam/export_heightmap.h"
#include "tool/threads.h"

#include <sys/stat.h>

enum
{
    SIDE = 33,
    STEP = 500
};

static loam_land *land;

static loam_heightmap_def small_def(const char *path)
{
    loam_heightmap_def def = loam_default_heightmap_def();
    def.path = path;
    def.size = SIDE;
    def.step = STEP;
    def.x = -440000;
    def.z = -160000;
    return def;
}

static bool is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

// A file of floats has what the land says of its places, the north first.
static void test_a_set_holds_the_land(void)
{
    static float read[SIDE * SIDE], heights[SIDE * SIDE];
    const loam_env env = loam_default_env();
    const loam_heightmap_def def = small_def("a.r32");
    loam_heightmap_figures figures;
    CHECK_INT(loam_heightmap_write(land, &def, &env, &figures), LOAM_OK);
    FILE *file = fopen("a.r32", "rb");
    CHECK(file != NULL && fread(read, sizeof read, 1, file) == 1 && fgetc(file) == EOF);
    fclose(file);
    const loam_land_area area = {.x = def.x - SIDE / 2 * STEP,
                                 .z = def.z - SIDE / 2 * STEP,
                                 .step = STEP,
                                 .w = SIDE,
                                 .h = SIDE};
    CHECK_INT(loam_land_fill(land, area, &(loam_land_samples){.height = heights}), LOAM_OK);
    float min = heights[0], max = heights[0];
    for (int row = 0; row < SIDE; row++)
    {
        CHECK(memcmp(read + row * SIDE, heights + (SIDE - 1 - row) * SIDE, SIDE * sizeof(float)) ==
              0);
        for (int i = 0; i < SIDE; i++)
        {
            const float height = heights[row * SIDE + i];
            min = height < min ? height : min;
            max = height > max ? height : max;
        }
    }
    CHECK_INT(figures.format, LOAM_RASTER_R32);
    CHECK_INT(figures.samples, SIDE * SIDE);
    CHECK(figures.min == min && figures.max == max);
    CHECK(figures.low == (double)min && figures.high == (double)max);
    CHECK_TEXT(figures.about_path, "a.json");
    CHECK_INT(folder_count(0), 2);
    loam_heightmap_figures_free(&env, &figures);
    folder_count(1);
}

// What the figures say about a set is what its file says.
static void test_figures_and_file_say_the_same(void)
{
    char read[1 << 14] = "";
    const loam_env env = loam_default_env();
    loam_heightmap_def def = small_def("a.png");
    def.columns = 2, def.biomes = true;
    loam_heightmap_figures figures;
    CHECK_INT(loam_heightmap_write(land, &def, &env, &figures), LOAM_OK);
    FILE *file = fopen("a.json", "rb");
    CHECK(file != NULL && fread(read, 1, sizeof read, file) < sizeof read);
    fclose(file);
    const size_t length = strlen(figures.about);
    CHECK_INT(strlen(read), length + 1);
    CHECK(memcmp(read, figures.about, length) == 0 && read[length] == '\n');
    CHECK_INT(figures.samples, SIDE * (2 * SIDE - 1)); // they share a border
    CHECK_CONTAINS(figures.about, "\"shared_borders\":true");
    CHECK_INT(folder_count(1), 5);
    loam_heightmap_figures_free(&env, &figures);
}

static void test_what_is_refused(void)
{
    const struct
    {
        loam_heightmap_def def;
        const char *message;
    } cases[] = {
        {{.path = NULL, .columns = 1, .rows = 1, .step = 1}, "path is missing"},
        {{.path = "", .columns = 1, .rows = 1, .step = 1}, "path is missing"},
        {{.path = "a", .engine = LOAM_HEIGHTMAP_ENGINE_COUNT}, "engine is 4; must be 0 to 3"},
        {{.path = "a", .format = LOAM_RASTER_GREY8}, "format is 4; must be -1 to 3"},
        {{.path = "a", .columns = 65, .rows = 1, .step = 1}, "columns is 65; must be 1 to 64"},
        {{.path = "a", .columns = 1, .rows = 0, .step = 1}, "rows is 0; must be 1 to 64"},
        {{.path = "a", .columns = 1, .rows = 1, .step = 65537}, "step is 65537; must be 1 to"},
        {{.path = "a", .columns = 1, .rows = 1, .step = 1, .x = INT64_MIN}, "x is -92233720368547"},
        {{.path = "a", .columns = 1, .rows = 1, .step = 1, .z = INT64_MAX}, "z is 92233720368547"},
        {{.path = "a", .columns = 1, .rows = 1, .step = 1, .size = 1}, "size is 1; plain takes: 2"},
        {{.path = "a",
          .columns = 1,
          .rows = 1,
          .step = 1,
          .size = 9,
          .ranged = true,
          .low = 0,
          .high = (double)INFINITY},
         "range is 0,inf; must be finite numbers, the lower one first"},
        {{.path = "a.jpg", .columns = 1, .rows = 1, .step = 1, .size = 9}, "path is \"a.jpg\""},
    };
    const loam_env env = loam_default_env();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        CHECK_INT(loam_heightmap_check(&cases[i].def), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i].message);
        CHECK_INT(loam_heightmap_write(land, &cases[i].def, &env, NULL), LOAM_BAD_ARGUMENT);
    }
    CHECK_INT(folder_count(0), 0);
}

static bool stop_later(void *user, int64_t rows, int64_t of)
{
    CHECK(rows >= 0 && rows <= of);
    return --*(int *)user > 0;
}

// Whenever it is stopped, an older set stays as it was, and nothing of the new one is left.
static void test_a_set_that_is_stopped(void)
{
    const loam_env env = loam_default_env();
    loam_heightmap_def def = small_def("a.png");
    loam_heightmap_figures figures;
    CHECK_INT(loam_heightmap_write(land, &def, &env, &figures), LOAM_OK);
    const uint64_t old = figures.hash;
    loam_heightmap_figures_free(&env, &figures);
    struct stat before, after;
    CHECK_INT(stat("a.png", &before), 0);
    def.columns = def.rows = 2;
    def.water = true;
    int stopped = 0;
    for (int calls = 1; calls < 100; calls++)
    {
        int left = calls;
        def.progress = stop_later, def.user = &left;
        const loam_result result = loam_heightmap_write(land, &def, &env, &figures);
        if (result == LOAM_OK)
        {
            CHECK(figures.hash != old);
            loam_heightmap_figures_free(&env, &figures);
            break;
        }
        stopped++;
        CHECK_INT(result, LOAM_CANCELLED);
        CHECK_TEXT(loam_last_error(), "stopped; nothing was written");
        CHECK_INT(folder_count(0), 2);
    }
    CHECK_INT(stopped, 8); // four tiles are measured, and drawn
    CHECK_INT(stat("a.png", &after), 0);
    CHECK(before.st_ino == after.st_ino); // nothing is named a.png in a set of tiles
    CHECK(is_there("a_x0_y1.png") && is_there("a_water_x1_y0.png"));
    folder_count(1);
}

// ---- memory -------------------------------------------------------------------------------------------

static int64_t live_bytes;
static int allocations_left;

static void *counted_alloc(void *user, size_t size)
{
    (void)user;
    if (allocations_left >= 0 && allocations_left-- == 0)
    {
        return NULL;
    }
    live_bytes += (int64_t)size;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void counted_free(void *user, void *memory, size_t size)
{
    (void)user;
    live_bytes -= memory != NULL ? (int64_t)size : 0;
    free(memory);
}

// Each allocation fails once: that is said, nothing is written, and nothing leaks.
static void test_memory_that_runs_out(void)
{
    loam_env env = loam_default_env();
    env.memory.alloc = counted_alloc;
    env.memory.free = counted_free;
    loam_heightmap_def def = small_def("a.png");
    def.biomes = def.splat = def.flow = def.normals = def.gis = true;
    int failed = 0;
    for (;; failed++)
    {
        allocations_left = failed;
        loam_heightmap_figures figures;
        const loam_result result = loam_heightmap_write(land, &def, &env, &figures);
        if (result == LOAM_OK)
        {
            allocations_left = -1;
            loam_heightmap_figures_free(&env, &figures);
            break;
        }
        CHECK_INT(result, LOAM_OUT_OF_MEMORY);
        CHECK_INT(live_bytes, 0);
        // The last one is for the figures of a set that is there.
        CHECK(folder_count(0) == 0 || is_there("a.json"));
    }
    CHECK(failed >= 8);
    CHECK_INT(live_bytes, 0);
    folder_count(1);
}

// A set is the same with any number of threads.
static void test_threads_do_not_matter(void)
{
    if (!has_threads())
    {
        return;
    }
    loam_heightmap_def def = small_def("a.png");
    def.water = def.biomes = def.splat = def.slope = true;
    char *about = NULL;
    for (int threads = 1; threads <= 4; threads += 3)
    {
        loam_env env = loam_default_env();
        loam_jobs_def jobs = loam_default_jobs_def();
        jobs.threads = threads;
        CHECK_INT(loam_jobs_create(&jobs, &env.jobs), LOAM_OK);
        loam_heightmap_figures figures;
        CHECK_INT(loam_heightmap_write(land, &def, &env, &figures), LOAM_OK);
        if (about == NULL)
        {
            about = strdup(figures.about);
        }
        else
        {
            CHECK_TEXT(figures.about, about);
        }
        loam_heightmap_figures_free(&env, &figures);
        loam_jobs_destroy(env.jobs);
    }
    free(about);
    folder_count(1);
}

int main(void)
{
    const loam_land_def def = shared_land_def();
    CHECK_INT(loam_land_create(&def, &land), LOAM_OK);
    folder_enter();
    RUN_SERIAL(test_a_set_holds_the_land);
    RUN_SERIAL(test_figures_and_file_say_the_same);
    RUN_SERIAL(test_what_is_refused);
    RUN_SERIAL(test_a_set_that_is_stopped);
    RUN_SERIAL(test_memory_that_runs_out);
    RUN(test_threads_do_not_matter);
    folder_leave();
    loam_land_destroy(land);
    shared_pages_end();
    return CHECK_DONE();
}
