// SPDX-License-Identifier: MIT
// Recorded sessions: whatever the clock, pauses, speeds, saves and waits were, a replay without a window
// gives the same hash.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"
#include "tool/console.h"
#include "tool/json.h"

enum
{
    SESSIONS = CHECK_SANITIZED ? 3 : 6,
    FRAMES = CHECK_SANITIZED ? 60 : 200,
};

static loam_jobs *jobs;

/// Numbers that follow from a seed.
typedef struct dice
{
    uint64_t seed, count;
} dice;

static int64_t roll(dice *d, int64_t low, int64_t high)
{
    return low + loam_random_below(d->seed, d->count++, (uint32_t)(high - low + 1));
}

static bool chance(dice *d, int64_t one_in)
{
    return roll(d, 1, one_in) == 1;
}

// ---- a player who does anything -------------------------------------------------------------------

static void do_something(session *s, dice *d)
{
    static const char *const plain[] = {"walk left",
                                        "walk right",
                                        "walk stop",
                                        "jump on",
                                        "jump off",
                                        "dive on",
                                        "dive off",
                                        "use on",
                                        "use off",
                                        "tool pickaxe",
                                        "tool block",
                                        "tool wall",
                                        "tool hammer",
                                        "tool bucket",
                                        "brush circle 3",
                                        "brush square 2",
                                        "choose water",
                                        "choose sand",
                                        "choose lava",
                                        "pick",
                                        "undo",
                                        "redo",
                                        "weather storm",
                                        "weather clear",
                                        "time 23:59",
                                        "time 06:30",
                                        "mode limited",
                                        "mode unlimited",
                                        "give sand 50",
                                        "stamp save house",
                                        "stamp drop house"};
    static const char *const placed[] = {"aim %lld %lld",
                                         "edit blocks water circle %lld %lld 5",
                                         "edit blocks air box %lld %lld 12 9",
                                         "edit walls torch tile %lld %lld",
                                         "edit blocks lava fill %lld %lld 500",
                                         "copy %lld %lld 20 10",
                                         "cut %lld %lld 9 9",
                                         "paste %lld %lld flip",
                                         "stamp paste house %lld %lld",
                                         "edit blocks sand square %lld %lld 4"};
    char words[128];
    const loam_player *const player = loam_tile_game_player(session_game(s));
    const int64_t x = player->x / LOAM_PLAYER_FIXED + roll(d, -30, 30);
    const int64_t y = player->y / LOAM_PLAYER_FIXED + roll(d, -30, 30);
    if (chance(d, 60))
    {
        snprintf(words, sizeof words, "place %lld %lld", (long long)(x * 20), (long long)(y + 50));
    }
    else if (chance(d, 2))
    {
        snprintf(words, sizeof words, placed[roll(d, 0, sizeof placed / sizeof *placed - 1)],
                 (long long)x, (long long)y);
    }
    else
    {
        snprintf(words, sizeof words, "%s", plain[roll(d, 0, sizeof plain / sizeof *plain - 1)]);
    }
    (void)test_do(s, words); // some cannot be done: then nothing is
}

static void turn_knobs(session *s, dice *d)
{
    if (chance(d, 9))
    {
        session_set_paused(s, !session_paused(s));
    }
    if (chance(d, 7))
    {
        session_set_speed(s, (int32_t)roll(d, SESSION_SLOWEST, SESSION_FASTEST));
    }
    if (chance(d, 5))
    {
        session_single_step(s);
    }
    if (chance(d, 10))
    {
        CHECK_OK(session_save(s));
    }
}

/// Plays until it was played enough, by some clock. The hash at the end.
static uint64_t play(session *s, dice *d)
{
    session_advance done;
    for (int frame = 0; frame < FRAMES; frame++)
    {
        turn_knobs(s, d);
        for (int64_t deeds = roll(d, -1, 3); deeds > 0; deeds--)
        {
            do_something(s, d);
        }
        test_clock_us += (uint64_t)(chance(d, 20) ? 3000000 : roll(d, 0, 40000));
        CHECK_OK(session_advance_to(s, test_clock_us, (uint64_t)roll(d, 0, 20000), NULL, &done));
    }
    return test_hash(s);
}

// ---- replays --------------------------------------------------------------------------------------

static void check_replay(const char *name, uint64_t hash, uint64_t steps)
{
    char line[256], expected[24];
    snprintf(line, sizeof line, "tiles sim --replay %s --threads 1 --json", name);
    CHECK_INT(console_run(line), TOOL_DONE);
    CHECK_TEXT(console_err, "");
    snprintf(expected, sizeof expected, "%016" PRIx64, hash);
    CHECK_TEXT(json_text_of(console_out, "hash"), expected);
    CHECK(strstr(console_out, "\"agrees\": true") != NULL ||
          strstr(console_out, "\"agrees\":true") != NULL);
    CHECK_NEAR(json_number_of(console_out, "steps"), steps, 0);
}

/// Records a session, and replays it.
static void check_session(session_def *def, dice *d)
{
    def->record = "replay.txt";
    session *s = test_open(def);
    CHECK_TEXT(session_recording(s), "replay.txt");
    const uint64_t before = test_step_of(s);
    const uint64_t hash = play(s, d);
    const uint64_t steps = test_step_of(s) - before;
    test_close(s);
    check_replay("replay.txt", hash, steps);
    remove("replay.txt");
    remove("replay.loam");
    remove("replay.json");
}

static void test_any_session_replays(void)
{
    for (int i = 0; i < SESSIONS; i++)
    {
        dice d = {.seed = (uint64_t)i};
        session_def def = test_def(i % 2 == 0 ? "w.loam" : NULL, jobs);
        def.create = true;
        def.limited = i % 3 == 0;
        def.seed = loam_random_u64(5, (uint64_t)i); // seeds are large
        def.autosave_steps = (int32_t)roll(&d, 1, 200);
        check_session(&def, &d);
        if (def.path != NULL)
        {
            // The same world goes on, and that is recorded anew.
            def.create = false;
            check_session(&def, &d);
            check_session(&def, &d);
        }
        CHECK_INT(folder_count(1), def.path != NULL);
    }
}

static void write_file(const char *name, const char *words)
{
    FILE *file = fopen(name, "w");
    CHECK(file != NULL && fputs(words, file) >= 0);
    if (file != NULL)
    {
        fclose(file);
    }
}

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "r");
    char *words = calloc(1, 1 << 20);
    CHECK(file != NULL && fread(words, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return words;
}

// Definitions travel with a replay: their file may change, or go.
static void test_definitions_are_beside_it(void)
{
    dice d = {.seed = 99};
    write_file("d.json", "{\"materials\": [{\"name\": \"grass\", \"inner\": [\"#123456\"]}]}");
    session_def def = test_def(NULL, jobs);
    def.defs = "d.json";
    def.record = "replay.txt";
    session *s = test_open(&def);
    remove("d.json");
    const uint64_t hash = play(s, &d);
    const uint64_t steps = test_step_of(s);
    test_close(s);
    check_replay("replay.txt", hash, steps);
    write_file("replay.json", "{}");
    console_refuses("tiles sim --replay replay.txt", TOOL_BAD_USAGE,
                    "replay.json is not what it was");
    remove("replay.json");
    console_refuses("tiles sim --replay replay.txt", TOOL_FAILED, "replay.json");
    folder_count(1);
}

static void copy_world(const char *from, const char *to)
{
    static char content[1 << 18];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    const size_t size = in != NULL ? fread(content, 1, sizeof content, in) : 0;
    CHECK_REPORT(size > 0 && out != NULL && fwrite(content, 1, size, out) == size, "%s, %s", from,
                 to);
    if (in != NULL)
    {
        fclose(in);
    }
    if (out != NULL)
    {
        fclose(out);
    }
}

// A world of the first version goes on as one, also with definitions of a file, and its replays say so.
static void test_old_worlds_are_played_as_they_are(void)
{
    for (int with_defs = 0; with_defs < 2; with_defs++)
    {
        dice d = {.seed = 7};
        copy_world(LOAM_FIXTURES "/tiles_1_kept.loam", "w.loam");
        write_file("d.json", "{\"materials\": [{\"name\": \"grass\", \"hardness\": 77}]}");
        session_def def = test_def("w.loam", jobs);
        def.defs = with_defs ? "d.json" : NULL;
        def.record = "replay.txt";
        session *s = test_open(&def);
        CHECK_INT(loam_tile_world_defs(loam_tile_game_world(session_game(s)))->version, 1);
        const uint64_t before = test_step_of(s), hash = play(s, &d);
        const uint64_t steps = test_step_of(s) - before;
        test_close(s);
        char *words = read_file("replay.txt");
        CHECK_CONTAINS(words, "\n# world version 1\n");
        free(words);
        check_replay("replay.txt", hash, steps);
        CHECK_INT(console_run("world info w.loam --json"), TOOL_DONE);
        CHECK_NEAR(json_number_of(console_out, "world_version"), 1, 0);
        folder_count(1);
    }
}

/// A short recording in replay.txt.
static void record_something(void)
{
    session_def def = test_def(NULL, jobs);
    def.record = "replay.txt";
    session *s = test_open(&def);
    CHECK_OK(test_do(s, "walk right"));
    test_steps(s, 130);
    CHECK_OK(test_do(s, "walk stop"));
    CHECK_OK(session_end_recording(s));
    CHECK(session_recording(s) == NULL);
    CHECK_OK(test_do(s, "walk left")); // not recorded any more
    test_steps(s, 10);
    test_close(s);
}

// A program that ends without warning leaves a replay that goes as far as it is known, wherever it was cut.
static void test_a_replay_without_its_end(void)
{
    record_something();
    char *whole = read_file("replay.txt");
    const char *commands = strstr(whole, "# commands\n");
    CHECK(commands != NULL);
    const size_t first = (size_t)(commands - whole) + strlen("# commands\n");
    for (size_t length = first; length < strlen(whole); length += 5)
    {
        char *part = calloc(1, length + 1);
        memcpy(part, whole, length);
        write_file("cut.txt", part);
        free(part);
        CHECK_INT(console_run("tiles sim --replay cut.txt --threads 1"), TOOL_DONE);
        CHECK_TEXT(console_err, "");
        CHECK(strstr(console_out, "has no end") != NULL);
    }
    free(whole);
    folder_count(1);
}

static void test_another_hash_is_told(void)
{
    record_something();
    char *words = read_file("replay.txt");
    char *end = strstr(words, "# end ");
    CHECK(end != NULL);
    char *digit = end + strlen(end) - 2;
    *digit = *digit == '0' ? '1' : '0';
    write_file("replay.txt", words);
    CHECK_INT(console_run("tiles sim --replay replay.txt --threads 1"), TOOL_FAILED);
    CHECK(strstr(console_out, "is not the recorded one") != NULL);
    CHECK_INT(console_run("tiles sim --replay replay.txt --threads 1 --json"), TOOL_FAILED);
    CHECK(json_is_valid(console_out));
    free(words);
    folder_count(1);
}

static void check_head(const char *name, const char *words, int code, const char *part)
{
    char line[128];
    write_file(name, words);
    snprintf(line, sizeof line, "tiles sim --replay %s", name);
    console_refuses(line, code, part);
}

static void test_bad_heads_are_refused(void)
{
    static const char good[] = "# loam replay 1\n# world version 1\n# seed 5\n# ring 8\n"
                               "# begins at 0 90\n# definitions built in\n";
    char words[512];
    check_head("r.txt", "", TOOL_BAD_USAGE, "is not a replay");
    check_head("r.txt", "0 walk left\n", TOOL_BAD_USAGE, "r.txt:1: is not a replay");
    check_head("r.txt", "# loam replay 2\n", TOOL_BAD_USAGE, "is of format 2");
    check_head("r.txt", "# loam replay 1\n# world version 999\n", TOOL_BAD_USAGE,
               "world version 999");
    check_head("r.txt", "# loam replay 1\n# seed -4\n", TOOL_BAD_USAGE, "r.txt:2");
    check_head("r.txt", "# loam replay 1\n# seed 4\n# seed 4\n", TOOL_BAD_USAGE, "r.txt:3");
    check_head("r.txt", "# loam replay 1\n# ring 12\n", TOOL_BAD_USAGE, "8, 16, 32 or 64");
    check_head("r.txt", "# loam replay 1\n# begins at 3\n", TOOL_BAD_USAGE, "begins at X Y");
    check_head("r.txt", "# loam replay 1\n# definitions mine\n", TOOL_BAD_USAGE, "built in");
    check_head("r.txt", "# loam replay 1\n# hash 12\n", TOOL_BAD_USAGE, "16 digits");
    check_head("r.txt", "# loam replay 1\n# colour red\n", TOOL_BAD_USAGE, "colour red");
    check_head("r.txt", "# loam replay 1\n# seed 4\n# commands\n", TOOL_BAD_USAGE,
               "there is no line");
    snprintf(words, sizeof words, "%s# commands\n", good);
    check_head("r.txt", words, TOOL_BAD_USAGE, "# hash");
    snprintf(words, sizeof words, "%s# hash 0123456789abcdef\n# commands\n# end 5 12\n", good);
    check_head("r.txt", words, TOOL_BAD_USAGE, "r.txt:9");
    snprintf(words, sizeof words,
             "%s# hash 0123456789abcdef\n# commands\n9 walk left\n# end 5 0123456789abcdef\n",
             good);
    check_head("r.txt", words, TOOL_BAD_USAGE, "r.txt:10");
    snprintf(words, sizeof words,
             "%s# hash 0123456789abcdef\n# commands\n# end 5 0123456789abcdef\n6 jump on\n", good);
    check_head("r.txt", words, TOOL_BAD_USAGE, "behind the end");
    snprintf(words, sizeof words, "%s# hash 0123456789abcdef\n# commands\n", good);
    check_head("r.txt", words, TOOL_BAD_USAGE, "this program is not what it was");
    check_head("r.txt",
               "# loam replay 1\n# world version 1\n# seed 5\n# ring 8\n# begins with the world "
               "beside it\n# hash 0123456789abcdef\n# commands\n",
               TOOL_FAILED, "r.loam");
    char longest[2048];
    snprintf(longest, sizeof longest, "# loam replay 1\n# %01020d\n", 7); // 1022 letters
    check_head("r.txt", longest, TOOL_BAD_USAGE, "must be");
    snprintf(longest, sizeof longest, "# loam replay 1\n# %01021d\n", 7);
    check_head("r.txt", longest, TOOL_BAD_USAGE, "r.txt:2: the line is longer than 1022 letters");
    console_refuses("tiles sim --replay none.txt", TOOL_FAILED, "none.txt");
    console_refuses("tiles sim --replay r.txt --seed 4", TOOL_BAD_USAGE, "--seed");
    console_refuses("tiles sim --ring 16 --replay r.txt", TOOL_BAD_USAGE, "--ring");
    console_refuses("tiles sim --steps 9 --replay r.txt", TOOL_BAD_USAGE, "--steps");
    folder_count(1);
}

// A recording that cannot begin is told before the game does; one that is there is not written over.
static void test_recordings_that_cannot_begin(void)
{
    write_file("replay.txt", "mine");
    session_def def = test_def(NULL, jobs);
    def.record = "replay.txt";
    session *s = NULL;
    CHECK_OK(session_open(&def, &s));
    CHECK_INT(test_wait(s, SESSION_OPENING), SESSION_FAILED);
    CHECK(strstr(session_error(s), "replay.txt") != NULL);
    session_destroy(s);
    char *words = read_file("replay.txt");
    CHECK_TEXT(words, "mine");
    free(words);
    def.path = "new.loam"; // nor is there a world then, whose name would be taken
    def.create = true;
    CHECK_OK(session_open(&def, &s));
    CHECK_INT(test_wait(s, SESSION_OPENING), SESSION_FAILED);
    CHECK(strstr(session_error(s), "replay.txt") != NULL);
    session_destroy(s);
    CHECK_INT(folder_count(0), 1);
    def.record = "replay.json";
    CHECK_OK(session_open(&def, &s));
    CHECK_INT(test_wait(s, SESSION_OPENING), SESSION_FAILED);
    CHECK(strstr(session_error(s), ".txt") != NULL);
    session_destroy(s);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    test_enter();
    jobs = test_jobs(1);
    RUN(test_any_session_replays);
    RUN(test_definitions_are_beside_it);
    RUN(test_old_worlds_are_played_as_they_are);
    RUN(test_a_replay_without_its_end);
    RUN(test_another_hash_is_told);
    RUN(test_bad_heads_are_refused);
    RUN(test_recordings_that_cannot_begin);
    loam_jobs_destroy(jobs);
    free(console_out);
    free(console_err);
    folder_leave();
    return CHECK_DONE();
}
