// SPDX-License-Identifier: MIT
// A forest is left alone for a year, with all weather: leaves come off and come back, it neither dies out nor fills
// the world, and neither do wood on the ground and water. In every run the year has 2,400 steps; in the soak, 720,000,
// as defined. Pictures of its twelve days stay in forest-year/ of the build folder.
#include "tool/console.h"
#include "tool/json.h"

#include <sys/stat.h>
#include <unistd.h>

enum
{
    DAYS = 12,
    SHORT_DAY = 200, // steps
    MAX_SAMPLES = 64
};

/// How much there was of something over time.
typedef struct history
{
    double values[MAX_SAMPLES];
    int32_t count;
} history;

/// Adds what there was of a material after a key of the report; of one that was never there, nothing.
static void add_history(history *sum, const char *layer, const char *material)
{
    const char *at = strstr(console_out, layer);
    CHECK(at != NULL);
    at = at != NULL ? json_find(at, material) : NULL;
    for (int32_t i = 0; at != NULL && *at != ']' && i < MAX_SAMPLES; i++)
    {
        char *end;
        sum->values[i] += strtod(at + 1, &end);
        sum->count = i + 1 > sum->count ? i + 1 : sum->count;
        at = end;
    }
}

static double least_of(const history *h)
{
    double least = h->values[0];
    for (int32_t i = 1; i < h->count; i++)
    {
        least = h->values[i] < least ? h->values[i] : least;
    }
    return least;
}

/// Runs the forest for so many days of so many steps, with definitions, or NULL.
static void live(int32_t steps, int32_t day, const char *defs)
{
    char line[1024];
    snprintf(line, sizeof line,
             "tiles sim --seed 11 --at 25104,160 --ring 8 --fixed --no-player --size 1024x1024 "
             "--steps %d"
             " --sample %d --every %d --record " PICTURES "/ --json%s%s",
             (int)steps, (int)day, (int)day, defs != NULL ? " --defs " : "",
             defs != NULL ? defs : "");
    CHECK_INT(console_run(line), TOOL_DONE);
    CHECK_TEXT(console_err, "");
    CHECK(json_is_valid(console_out));
}

static void write_short_days(const char *path)
{
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    if (file != NULL)
    {
        fprintf(file, "{\"sky\": {\"day_steps\": %d}}\n", SHORT_DAY);
        fclose(file);
    }
}

static bool is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_size > 0;
}

static void check_pictures(void)
{
    for (int32_t i = 1; i <= DAYS; i++)
    {
        char path[512];
        snprintf(path, sizeof path, PICTURES "/frame-%06d.png", (int)i);
        CHECK_REPORT(is_there(path), "there is no picture %s", path);
    }
}

static void test_a_year_goes_by(void)
{
    const bool soak = getenv("LOAM_SOAK") != NULL;
    const int32_t day = soak ? 60000 : SHORT_DAY;
    char defs[512];
    snprintf(defs, sizeof defs, PICTURES "/short.json");
    (void)mkdir(PICTURES, 0777);
    write_short_days(defs);
    live(1, 1, soak ? NULL : defs);
    const double plants = json_number_of(console_out, "standing");
    CHECK(plants > 200);
    live(DAYS * day, day, soak ? NULL : defs);

    const double left = json_number_of(console_out, "standing");
    CHECK_REPORT(left > 0.6 * plants && left < 1.7 * plants, "%g plants became %g", plants, left);
    history leaves = {0}, wood = {0}, water = {0};
    add_history(&leaves, "\"walls\"", "leaf");
    add_history(&wood, "\"walls\"", "oak_wood");
    add_history(&wood, "\"walls\"", "birch_wood");
    add_history(&wood, "\"walls\"", "pine_wood");
    add_history(&water, "\"counts\"", "water");
    CHECK_INT(leaves.count, DAYS + 1);
    CHECK_REPORT(least_of(&leaves) < 0.2 * leaves.values[0], "%g of %g leaves are there in winter",
                 least_of(&leaves), leaves.values[0]);
    CHECK_REPORT(leaves.values[DAYS] > 0.6 * leaves.values[0], "%g leaves became %g",
                 leaves.values[0], leaves.values[DAYS]);
    CHECK_REPORT(wood.values[DAYS] > 0.6 * wood.values[0] &&
                     wood.values[DAYS] < 1.7 * wood.values[0],
                 "%g tiles of wood became %g", wood.values[0], wood.values[DAYS]);
    CHECK_REPORT(water.values[DAYS] > 0.5 * water.values[0] &&
                     water.values[DAYS] < 2.0 * water.values[0],
                 "%g tiles of water became %g", water.values[0], water.values[DAYS]);
    check_pictures();
    (void)unlink(defs);
}

int main(void)
{
    RUN(test_a_year_goes_by);
    return CHECK_DONE();
}
