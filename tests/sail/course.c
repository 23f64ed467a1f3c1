// SPDX-License-Identifier: MIT
// Files of voyages: written and read again they lead to the same place; what is none is refused by its line.
#include "voyage/course.h"
#include "check.h"
#include "isles/small.h"
#include "loam/loam.h"

#include <unistd.h>

static char path[] = "/tmp/loam-course-XXXXXX";

static loam_isles *open_isles(uint64_t seed)
{
    loam_isles *isles = NULL;
    const loam_env env = loam_default_env();
    const loam_isles_def def = small_isles(seed);
    CHECK_INT(loam_isles_create(&env, &def, &isles), LOAM_OK);
    return isles;
}

static voyage_input input_of(int32_t i)
{
    voyage_input in = voyage_usual_input();
    in.boat = (boat_input){.rudder = i / 30 % 200 - 100,
                           .row = i / 50 % 100,
                           .sheet = i / 90 % 3 - 1,
                           .sail = i / 70 % 101,
                           .trims = i / 200 % 2 == 0,
                           .anchor = i / 400 % 3 == 2};
    in.walk = (walk_input){.ahead = i / 40 % 100,
                           .aside = -(i / 41 % 100),
                           .lift = i / 300 % 2 * 40,
                           .yaw = i / 20 * 31 % 36000,
                           .pitch = i / 25 % 90 * -10,
                           .run = i / 80 % 2 == 1,
                           .jump = i / 77 % 5 == 1,
                           .kind = i > 1400 ? (walk_kind)(i / 200 % 4) : WALK_FOOT};
    in.wind = 60 + i / 500 * 10;
    in.deed = i == 700 || i == 900 ? VOYAGE_BOARD
              : i == 1000          ? VOYAGE_FETCH
              : i == 1200          ? VOYAGE_TRAVEL
                                   : VOYAGE_GO_ON;
    in.x = i == 1200 ? -3000 : 0;
    in.z = i == 1200 ? 2000 : 0;
    return in;
}

static void test_a_file_leads_to_the_same_place(void)
{
    loam_isles *const isles = open_isles(5);
    course all = {.seed = 5, .x = 100, .z = -200}, again;
    voyage sailed, read;
    CHECK_INT(course_defs_hash(loam_isles_get_def(isles), &all.defs), LOAM_OK);
    for (int32_t i = 0; i < 2400; i++)
    {
        const voyage_input in = input_of(i);
        CHECK_INT(course_add(&all, &in), LOAM_OK);
    }
    CHECK_INT(course_write(&all, path), LOAM_OK);
    CHECK_INT(course_read(path, &again), LOAM_OK);
    CHECK_INT(again.run_count, all.run_count);
    CHECK(again.run_count > 100 && again.run_count < 2000); // steps that are alike are one line
    CHECK_INT(course_sail(&all, isles, &sailed), LOAM_OK);
    CHECK_INT(course_sail(&again, isles, &read), LOAM_OK);
    CHECK_U64(voyage_hash(&sailed), voyage_hash(&read));
    CHECK_U64(read.steps, 2400);
    course_free(&all);
    course_free(&again);
    loam_isles_destroy(isles);
}

static void test_another_sea_is_refused(void)
{
    loam_isles *const isles = open_isles(6);
    course all = {.seed = 5};
    voyage v;
    const voyage_input in = voyage_usual_input();
    CHECK_INT(course_defs_hash(loam_isles_get_def(isles), &all.defs), LOAM_OK);
    CHECK_INT(course_add(&all, &in), LOAM_OK);
    CHECK_INT(course_sail(&all, isles, &v), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "another sea") != NULL);
    all.seed = 6;
    CHECK_INT(course_sail(&all, isles, &v), LOAM_OK);
    all.defs++;
    CHECK_INT(course_sail(&all, isles, &v), LOAM_BAD_ARGUMENT);
    course_free(&all);
    loam_isles_destroy(isles);
}

// What is written can be read: a voyage ends where its file would be too long, and what came before is kept.
static void test_a_voyage_has_an_end(void)
{
    course all = {.seed = 5}, again;
    voyage_input in = voyage_usual_input();
    CHECK_INT(course_add(&all, &in), LOAM_OK);
    all.runs[0].steps = COURSE_MAX_STEPS - 2;
    all.steps = COURSE_MAX_STEPS - 2;
    CHECK_INT(course_add(&all, &in), LOAM_OK);
    in.boat.sail = 0;
    CHECK_INT(course_add(&all, &in), LOAM_OK);
    CHECK_INT(course_add(&all, &in), LOAM_BAD_ARGUMENT); // like the last
    in.boat.sail = 50;
    CHECK_INT(course_add(&all, &in), LOAM_BAD_ARGUMENT); // and another
    CHECK(strstr(loam_last_error(), "more than 16777216 steps") != NULL);
    CHECK_INT(course_write(&all, path), LOAM_OK);
    CHECK_INT(course_read(path, &again), LOAM_OK);
    CHECK_INT(again.run_count, 2);
    CHECK_INT(again.steps, COURSE_MAX_STEPS);
    course_free(&all);
    course_free(&again);
}

static void write_text(const char *text)
{
    FILE *const file = fopen(path, "wb");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

#define HEAD "loam voyage 1\nsea seed=7 defs=00ff at=1,-2\n"

static void test_what_is_no_voyage_is_refused(void)
{
    static const struct
    {
        const char *text, *says;
    } bad[] = {
        {"", "no steps"},
        {"loam walk 1\n", "first line"},
        {"loam voyage 1x\n", "first line"},
        {"loam voyage 1\nsea seed=7\n", "line 2"},
        {"loam voyage 1\nsea seed=7 defs=0 at=1\n", "line 2"},
        {"loam voyage 1\nsea seed=7 defs=0 at=99999999999999999,0\n", "line 2"},
        {"loam voyage 1\nsea seed=7 defs=0 at=1,2 more\n", "line 2"},
        {"loam voyage 1\nsea seed=-1 defs=0 at=1,2\n", "line 2"},
        {"loam voyage 1\nsea seed=18446744073709551616 defs=0 at=1,2\n", "line 2"},
        {"loam voyage 1\nsea seed=1 defs=12345678123456781 at=1,2\n", "line 2"},
        {HEAD, "no steps"},
        {HEAD "0 trim\n", "line 3"},
        {HEAD "-1\n", "line 3"},
        {HEAD "1.5\n", "line 3"},
        {HEAD "16777217\n", "line 3"},
        {HEAD "16777216\n1\n", "more than"},
        {HEAD "5\n5 rudder=101\n", "line 4"},
        {HEAD "5 rudder=\n", "line 3"},
        {HEAD "5 rudder=1x\n", "line 3"},
        {HEAD "5 helm=3\n", "line 3"},
        {HEAD "5 swim\n", "line 3"},
        {HEAD "5 trim=1\n", "line 3"},
        {HEAD "5 sail=-1\n", "line 3"},
        {HEAD "5 wind=251\n", "line 3"},
        {HEAD "2 board\n", "line 3"},
        {HEAD "1 board fetch\n", "line 3"},
        {HEAD "1 board travel=1,2\n", "line 3"},
        {HEAD "1 travel\n", "line 3"},
        {HEAD "1 travel=1\n", "line 3"},
        {HEAD "1 travel=1,99999999999999999\n", "line 3"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        course c;
        write_text(bad[i].text);
        CHECK_INT(course_read(path, &c), LOAM_BAD_ARGUMENT);
        CHECK_REPORT(strstr(loam_last_error(), bad[i].says) != NULL,
                     "case %d: \"%s\" does not say \"%s\"", (int)i, loam_last_error(), bad[i].says);
        CHECK(c.runs == NULL);
    }
    char line[1200];
    memset(line, ' ', sizeof line);
    memcpy(line, HEAD "1", sizeof HEAD);
    line[sizeof line - 1] = '\0';
    write_text(line);
    course c;
    CHECK_INT(course_read(path, &c), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "longer") != NULL);
    CHECK_INT(course_read("/nowhere/at/all", &c), LOAM_IO);
    CHECK_INT(course_write(&c, "/nowhere/at/all"), LOAM_IO);
}

static void test_what_a_line_may_say(void)
{
    course c;
    write_text(HEAD "\n3 rudder=-40 sail=60 trim yaw=100 foot\r\n1 travel=-5,17592186044416 "
                    "horse\n1 board anchor\n");
    CHECK_INT(course_read(path, &c), LOAM_OK);
    CHECK_INT(c.run_count, 3);
    CHECK_U64(c.seed, 7);
    CHECK_U64(c.defs, 255);
    CHECK_INT(c.x, 1);
    CHECK_INT(c.z, -2);
    CHECK_INT(c.runs[0].steps, 3);
    CHECK_INT(c.runs[0].input.boat.rudder, -40);
    CHECK_INT(c.runs[0].input.boat.sail, 60);
    CHECK_INT(c.runs[0].input.wind, 100);
    CHECK(c.runs[0].input.boat.trims && !c.runs[0].input.boat.anchor);
    CHECK_INT(c.runs[1].input.deed, VOYAGE_TRAVEL);
    CHECK_INT(c.runs[1].input.x, -5);
    CHECK_INT(c.runs[1].input.z, VOYAGE_END);
    CHECK_INT(c.runs[1].input.walk.kind, WALK_HORSE);
    CHECK_INT(c.runs[2].input.deed, VOYAGE_BOARD);
    CHECK(c.runs[2].input.boat.anchor);
    course_free(&c);
}

// From the open sea to a pier, at anchor, off the boat and up the pier: the same on every machine.
static void test_a_voyage_to_a_harbour(void)
{
    loam_isles *isles = NULL;
    const loam_env env = loam_default_env();
    loam_isles_def def = loam_default_isles_def();
    course c;
    voyage v;
    CHECK_INT(course_read(LOAM_TEST_SCENES "/voyage_to_a_harbour.txt", &c), LOAM_OK);
    def.seed = c.seed;
    CHECK_INT(loam_isles_create(&env, &def, &isles), LOAM_OK);
    CHECK_INT(course_sail(&c, isles, &v), LOAM_OK);
    CHECK(!v.aboard);
    CHECK(v.boat.anchored);
    CHECK_INT(v.walker.state, WALK_STANDS);
    CHECK_NEAR(v.walker.y, 1.6, 0.01); // on planks
    CHECK_RANGE(v.boat.way, 300, 700);
    CHECK_U64(voyage_hash(&v), 0x57f36ec02e7e7ad4u);
    course_free(&c);
    loam_isles_destroy(isles);
}

int main(void)
{
    const int file = mkstemp(path);
    CHECK(file >= 0 && close(file) == 0);
    RUN(test_a_file_leads_to_the_same_place);
    RUN(test_another_sea_is_refused);
    RUN(test_a_voyage_has_an_end);
    RUN(test_what_is_no_voyage_is_refused);
    RUN(test_what_a_line_may_say);
    RUN(test_a_voyage_to_a_harbour);
    unlink(path);
    return CHECK_DONE();
}
