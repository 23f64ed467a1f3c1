// SPDX-License-Identifier: MIT
// Bookmarks, settings, shapes and paths when the disk is full: what was there stays, and the player is told.
#define _XOPEN_SOURCE 700 // for resource limits

#include "explore/explorer.h"
#include "place/path.h"
#include "place/shape.h"

#include "check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static struct rlimit before;

/// No file may have more than some bytes, as if the disk ended there.
static void fill_disk(void)
{
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit small = {.rlim_cur = 10, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
}

static void empty_disk(void)
{
    setrlimit(RLIMIT_FSIZE, &before);
}

static explorer *make_explorer(void)
{
    explorer *const e = calloc(1, sizeof *e);
    e->r.env = loam_default_env();
    e->r.settings = play_default_settings();
    e->biome = -1;
    e->arriving = true; // so that one is at the target
    e->target = (place){.seed = 3, .x = 10, .z = 20, .height = 2};
    snprintf(e->r.folders.home, sizeof e->r.folders.home, ".");
    snprintf(e->r.folders.settings, sizeof e->r.folders.settings, "test_walk_full_disk.json");
    remove("places.txt");
    CHECK_OK(places_read(e));
    return e;
}

static void free_explorer(explorer *e)
{
    free(e->places);
    free(e);
}

/// The whole file, which is short.
static void read_file(const char *path, char text[4096])
{
    FILE *const file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(text, 1, 4095, file) : 0;
    text[size] = 0;
    if (file != NULL)
    {
        fclose(file);
    }
}

static bool is_told(const explorer *e, const char *words)
{
    bool told = false;
    for (int32_t i = 0; i < MAX_NOTICES; i++)
    {
        told |= e->r.notices.all[i].bad && strstr(e->r.notices.all[i].text, words) != NULL;
    }
    return told;
}

static void test_bookmarks_are_named_by_rivers(void)
{
    static const char *const rivers[] = {"", "Ithisir", "River Branent"};
    static const char *const names[] = {"", "the river Ithisir", "the River Branent"};
    explorer *const e = make_explorer();
    for (int32_t i = 0; i < 3; i++)
    {
        char name[EXPLORE_MAX_NAME + 8];
        snprintf(e->river, sizeof e->river, "%s", rivers[i]);
        places_mark(e);
        snprintf(name, sizeof name, "%s%s", i > 0 ? " by " : "", names[i]);
        CHECK_CONTAINS(e->places[i].name, name);
        CHECK(strstr(e->places[i].name, "river River") == NULL);
        CHECK((strstr(e->places[i].name, " by ") != NULL) == (i > 0));
    }
    free_explorer(e);
}

static void test_bookmarks_stay_as_they_were(void)
{
    static char first[4096], then[4096];
    explorer *const e = make_explorer();
    places_mark(e);
    CHECK_INT(e->place_count, 1);
    read_file("places.txt", first);
    CHECK_CONTAINS(first, "at=10.000,20.000");
    fill_disk();
    places_mark(e);
    empty_disk();
    CHECK_INT(e->place_count, 1);
    CHECK(is_told(e, "bookmark: "));
    fill_disk();
    places_remove(e, 0); // nothing is left to write, and that fits
    empty_disk();
    CHECK_INT(e->place_count, 0);
    places_mark(e);
    places_mark(e);
    read_file("places.txt", first);
    fill_disk();
    places_remove(e, 0);
    empty_disk();
    CHECK_INT(e->place_count, 2);
    CHECK(is_told(e, "bookmarks: "));
    read_file("places.txt", then);
    CHECK_TEXT(then, first);
    free_explorer(e);
}

static void test_damaged_lines_that_cannot_be_kept_stay_where_they_are(void)
{
    static char then[4096];
    explorer *const e = make_explorer();
    FILE *const file = fopen("places.txt", "wb");
    fputs("a line that is no place at all\nseed=3 at=1,2 | here\n", file);
    fclose(file);
    remove("places-damaged.txt");
    free(e->places);
    fill_disk();
    CHECK_OK(places_read(e));
    empty_disk();
    CHECK_INT(e->place_count, 1);
    CHECK(is_told(e, "places-damaged.txt cannot be written"));
    places_mark(e);
    CHECK_INT(e->place_count, 1);
    CHECK(is_told(e, "could not be kept elsewhere"));
    read_file("places.txt", then);
    CHECK_CONTAINS(then, "no place at all");
    remove("places-damaged.txt");
    free_explorer(e);
}

/// They are moved as they are, and only once.
static void test_damaged_lines_are_moved(void)
{
    static char then[4096];
    explorer *const e = make_explorer();
    FILE *const file = fopen("places.txt", "wb");
    fputs("nonsense\nseed=3 at=wrong | no\nseed=3 at=1,2 | here\n", file);
    fclose(file);
    remove("places-damaged.txt");
    for (int32_t i = 0; i < 2; i++)
    {
        free(e->places);
        e->place_count = 0;
        CHECK_OK(places_read(e));
        CHECK_INT(e->place_count, 1);
        read_file("places-damaged.txt", then);
        CHECK_TEXT(then, "nonsense\nseed=3 at=wrong | no\n");
    }
    read_file("places.txt", then);
    CHECK_CONTAINS(then, " | here\n");
    CHECK(strstr(then, "wrong") == NULL && strstr(then, "nonsense") == NULL);
    remove("places-damaged.txt");
    free_explorer(e);
}

static void test_settings_stay_as_they_were(void)
{
    explorer *const e = make_explorer();
    play_settings read = play_default_settings();
    e->r.settings.land_fov = 77;
    CHECK_OK(play_settings_write(e->r.folders.settings, &e->r.settings));
    e->r.settings.land_fov = 33;
    fill_disk();
    CHECK(play_settings_write(e->r.folders.settings, &e->r.settings) == LOAM_IO);
    empty_disk();
    CHECK_CONTAINS(loam_last_error(), "test_walk_full_disk.json");
    CHECK_OK(play_settings_read(e->r.folders.settings, &read, NULL, NULL));
    CHECK_INT(read.land_fov, 77);
    remove(e->r.folders.settings);
    free_explorer(e);
}

static void test_shapes_and_paths_stay_as_they_were(void)
{
    loam_land_shape shape = loam_default_land_shape(), shape_read_back = shape;
    place stops[2] = {{.height = 2}, {.height = 3}}, first = {.height = 1};
    static place read[PATH_MAX_STOPS];
    int32_t count = 0;
    shape.sea = 0.3f;
    CHECK_OK(shape_write("test_walk_full_shape.json", &shape));
    CHECK_OK(path_write("test_walk_full_path.json", weather_name, stops, 2));
    shape.sea = 0.4f;
    fill_disk();
    CHECK(shape_write("test_walk_full_shape.json", &shape) == LOAM_IO);
    CHECK(path_write("test_walk_full_path.json", weather_name, stops, 1) == LOAM_IO);
    empty_disk();
    CHECK_OK(shape_read("test_walk_full_shape.json", &shape_read_back));
    CHECK(shape_read_back.sea == 0.3f);
    CHECK_OK(path_read("test_walk_full_path.json", weather_name, &first, read, &count));
    CHECK_INT(count, 2);
    remove("test_walk_full_shape.json");
    remove("test_walk_full_path.json");
}

int main(void)
{
    RUN(test_bookmarks_are_named_by_rivers);
    RUN(test_bookmarks_stay_as_they_were);
    RUN(test_damaged_lines_that_cannot_be_kept_stay_where_they_are);
    RUN(test_damaged_lines_are_moved);
    RUN(test_settings_stay_as_they_were);
    RUN(test_shapes_and_paths_stay_as_they_were);
    remove("places.txt");
    return CHECK_DONE();
}
