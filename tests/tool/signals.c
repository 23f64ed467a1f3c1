// SPDX-License-Identifier: MIT
// Signals to interrupt and to terminate, to every verb that can take long: it ends, and nothing is lost that
// is not said to be. Each is given work without an end; that it ends at all is the signal's doing.
#define _XOPEN_SOURCE 700 // for mkdtemp, clock_getcpuclockid

#include "export/folder.h"
#include "loam/store.h"
#include "tool/console.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct program
{
    pid_t id;
    int status; // when it has ended
    char said[4096];
} program;

/// Becomes the tool. Its words go to files, which no other process keeps open for us.
static void become_tool(const char *line)
{
    char copy[512];
    char *words[64] = {(char *)(uintptr_t) "loam"};
    int count = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word != NULL && count < 63; word = strtok(NULL, " "))
    {
        words[count++] = word;
    }
    const int out = open("/dev/null", O_WRONLY), err = creat("said.txt", 0666);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    signal(SIGINT, SIG_DFL); // who runs tests in the background may ignore it
    execv(LOAM_PROGRAM, words);
    _exit(126);
}

static program start(const char *line)
{
    remove("said.txt");
    program run = {.id = fork()};
    if (run.id == 0)
    {
        become_tool(line);
    }
    CHECK(run.id > 0);
    return run;
}

static void wait_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/// Waits until it has computed for so long, however busy the machine is. False if it has ended before.
static bool let_work(program *run, int32_t ms)
{
    clockid_t clock;
    struct timespec time = {0};
    int64_t worked_ms = 0;
    while (worked_ms < ms)
    {
        if (waitpid(run->id, &run->status, WNOHANG) == run->id)
        {
            return false;
        }
        if (clock_getcpuclockid(run->id, &clock) == 0 && clock_gettime(clock, &time) == 0)
        {
            worked_ms = (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
        }
        wait_a_moment();
    }
    return true;
}

/// Whether it has not ended; its end is still to be waited for.
static bool is_alive(const program *run)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)run->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
}

static void read_said(program *run)
{
    FILE *file = fopen("said.txt", "rb");
    const size_t size = file != NULL ? fread(run->said, 1, sizeof run->said - 1, file) : 0;
    run->said[size] = '\0';
    if (file != NULL)
    {
        fclose(file);
    }
}

/// Waits for its end and keeps what it has said.
static void await_end(program *run)
{
    CHECK(waitpid(run->id, &run->status, 0) == run->id);
    read_said(run);
}

static bool was_killed(const program *run, int number)
{
    return WIFSIGNALED(run->status) && WTERMSIG(run->status) == number;
}

static bool has_failed(const program *run)
{
    return WIFEXITED(run->status) && WEXITSTATUS(run->status) == TOOL_FAILED;
}

static const int numbers[] = {SIGINT, SIGTERM};

// ---- verbs that keep nothing --------------------------------------------------------------------

static void end_at_once(program *run, const char *line, int number)
{
    kill(run->id, number);
    await_end(run);
    CHECK_REPORT(was_killed(run, number), "%s: status %d, %s", line, run->status, run->said);
    CHECK_TEXT(run->said, "");
    CHECK(access("n.png", F_OK) != 0);
}

// What they would make is not there before they are done, and the system says how they ended.
static void test_verbs_that_only_compute(void)
{
    static const char *const lines[] = {
        "noise --size 16384x16384 --octaves 16 -o n.png",
        "noise sheet --size 1024x1024 -o n.png",
        "tiles map --size 16000x16000 -o n.png",
        "tiles sheet --size 4000x4000 -o n.png",
        "tiles hash --chunks 0,0,1000,1000",
        "land graph --size 8000x8000 -o n.png",
        "land river --min-flow 2 --at 300000,950000 -o n.png",
        "selftest",
        "bench",
        "bench walk",
        "tiles sim --ring 64 --steps 1", // that is how long opening takes
        "tiles walk --ring 64 --to 9,9",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        program run = start(lines[i]);
        const bool works = let_work(&run, 20);
        CHECK_REPORT(works, "%s has ended with status %d", lines[i], run.status);
        if (works)
        {
            end_at_once(&run, lines[i], numbers[i % 2]);
        }
    }
    folder_count(1);
}

// They wait for what comes out of a pipe, and nothing does.
static void test_verbs_that_wait_for_a_pipe(void)
{
    static const char *const lines[] = {
        "tiles sim --commands pipe",    "tiles sim --defs pipe",
        "tiles walk --defs pipe",       "world new n.loam --defs pipe",
        "world import-png w.loam pipe", "tiles map --defs pipe -o n.png",
    };
    CHECK_INT(mkfifo("pipe", 0666), 0);
    CHECK_INT(console_run("world new w.loam"), 0);
    for (size_t i = 0; i < 2 * sizeof lines / sizeof *lines; i++)
    {
        program run = start(lines[i / 2]);
        int end;
        while ((end = open("pipe", O_WRONLY | O_NONBLOCK)) < 0 && errno == ENXIO && is_alive(&run))
        {
            wait_a_moment(); // until it is there
        }
        CHECK(end >= 0);
        end_at_once(&run, lines[i / 2], numbers[i % 2]);
        close(end);
    }
    CHECK_INT(console_run("world verify w.loam"), 0);
    folder_count(1);
}

// ---- verbs that finish ----------------------------------------------------------------------------

/// Sends a signal once the program does what has to be finished: found by trying, as how long opening takes
/// differs from machine to machine. prepare, if there is one, comes before each attempt.
static program stop_in_time(const char *line, int number, void (*prepare)(void))
{
    program run = {0};
    for (int32_t ms = 4; ms < 1000000; ms += 1 + ms / 2)
    {
        if (prepare != NULL)
        {
            prepare();
        }
        run = start(line);
        if (!let_work(&run, ms))
        {
            break;
        }
        kill(run.id, number);
        await_end(&run);
        if (!was_killed(&run, number))
        {
            return run;
        }
    }
    CHECK_REPORT(false, "%s: status %d, %s", line, run.status, run.said);
    return run;
}

static void make_world(void)
{
    folder_count(1);
    CHECK_INT(console_run("world new w.loam"), 0);
}

static uint64_t steps_in_world(void)
{
    loam_store_def def = loam_default_store_def();
    def.path = "w.loam";
    def.read_only = true;
    loam_store *store = NULL;
    loam_store_player player = {0};
    CHECK_OK(loam_store_open(&def, &store));
    (void)loam_store_get_player(store, &player);
    loam_store_close(store);
    return player.steps;
}

// What was done until then is in the file, and how much that is, is said.
static void test_worlds_are_saved(void)
{
    static const char *const lines[] = {
        "tiles sim --world w.loam --ring 8 --steps 10000000",
        "tiles walk --world w.loam --ring 8 --to 9000000,0 --dig 3"};
    for (int i = 0; i < 4; i++)
    {
        const program run = stop_in_time(lines[i / 2], numbers[i % 2], make_world);
        const char *said = strstr(run.said, "stopped after ");
        unsigned long long steps = 0;
        CHECK(has_failed(&run));
        CHECK_REPORT(said != NULL && sscanf(said, "stopped after %llu of ", &steps) == 1, "%s",
                     run.said);
        CHECK_INT(steps_in_world(), steps);
        CHECK_INT(console_run("world verify w.loam"), 0);
    }
    folder_count(1);
}

/// A new world beside the picture, which takes long to grow.
static void replace_world(void)
{
    remove("w.loam");
    remove("w.loam-journal");
    remove("w.loam-wal");
    remove("w.loam-shm");
    CHECK_INT(console_run("world new w.loam"), 0);
}

static void test_a_picture_is_put_in_as_far_as_it_is_said(void)
{
    make_world();
    CHECK_INT(console_run("world export-png w.loam --chunks 0,0,31,31 -o t.png"), 0);
    const program run = stop_in_time("world import-png w.loam t.png --at 64,64", SIGINT,
                                     replace_world);
    const char *said = strstr(run.said, "the world has ");
    unsigned long long put = 0, all = 0;
    CHECK(has_failed(&run));
    CHECK_REPORT(said != NULL && sscanf(said, "the world has %llu of %llu", &put, &all) == 2, "%s",
                 run.said);
    CHECK_INT(all, 33 * 33);
    char words[80];
    snprintf(words, sizeof words, "w.loam: %llu chunks, 0 damaged", put);
    CHECK_INT(console_run("world verify w.loam"), 0);
    CHECK_CONTAINS(console_out, words);
    folder_count(1);
}

static void empty_folder(void)
{
    folder_count(1);
}

// Nothing is left of what is not whole.
static void test_what_is_not_whole_is_taken_away(void)
{
    static const char *const lines[] = {"land map --size 16000x16000 --scale 1 -o n.png",
                                        "land map --size 16000x16000 --scale 2000 --names -o n.png",
                                        "land heightmap --size 8129 --scale 1 -o n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        const program run = stop_in_time(lines[i], numbers[i % 2], empty_folder);
        CHECK_REPORT(has_failed(&run) && strstr(run.said, "stopped") != NULL, "%s: %s", lines[i],
                     run.said);
        CHECK_INT(folder_count(1), 1); // said.txt
    }
}

// ---- other programs -------------------------------------------------------------------------------

/// In front of all others: a program that takes no frames and does not end.
static void install_film_maker(void)
{
    char path[4096], here[1024];
    FILE *file = fopen("ffmpeg", "w");
    CHECK(file != NULL && fputs("#!/bin/sh\necho $$ > ffmpeg.pid\nexec sleep 600\n", file) >= 0);
    CHECK_INT(fclose(file), 0);
    CHECK_INT(chmod("ffmpeg", 0755), 0);
    CHECK(getcwd(here, sizeof here) != NULL);
    snprintf(path, sizeof path, "%s:%s", here, getenv("PATH"));
    CHECK_INT(setenv("PATH", path, 1), 0);
}

static void end_film_maker(void)
{
    FILE *file = fopen("ffmpeg.pid", "r");
    long id = 0;
    CHECK(file != NULL && fscanf(file, "%ld", &id) == 1 && id > 1);
    if (id > 1)
    {
        kill((pid_t)id, SIGKILL);
    }
    if (file != NULL)
    {
        fclose(file);
    }
    remove("ffmpeg.pid");
}

static bool is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_size > 0;
}

static void test_a_film_that_is_never_finished(void)
{
    static const char *const lines[] = {
        "tiles sim --ring 8 --steps 10 --view 64x64 --record f.mp4", // waits for the end
        "tiles sim --ring 8 --steps 10000000 --record f.mp4",        // for a frame to be taken
        "land fly --frames 100000 --scale 4096 --size 256x256 --record f.mp4"};
    install_film_maker();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        program run = start(lines[i]);
        while (!is_there("ffmpeg.pid") && is_alive(&run))
        {
            wait_a_moment();
        }
        kill(run.id, numbers[i % 2]);
        await_end(&run);
        CHECK_REPORT(has_failed(&run) && strstr(run.said, "what was not written is lost") != NULL,
                     "%s: status %d, %s", lines[i], run.status, run.said);
        CHECK(!is_there("f.mp4"));
        end_film_maker();
    }
    folder_count(1);
}

// ---- the game -------------------------------------------------------------------------------------

#ifdef LOAM_HAS_WINDOW
/// Waits until the program has said something. False if it has ended before.
static bool hear(program *run, const char *words)
{
    while (waitpid(run->id, &run->status, WNOHANG) == 0)
    {
        read_said(run);
        if (strstr(run->said, words) != NULL)
        {
            return true;
        }
        wait_a_moment();
    }
    CHECK_REPORT(false, "ended with status %d before \"%s\": %s", run->status, words, run->said);
    return false;
}

/// Nobody else can write the file until it is closed.
static sqlite3 *stop_disk(const char *path)
{
    sqlite3 *db = NULL;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_busy_timeout(db, 1000000), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void test_the_game_saves(void)
{
    for (int i = 0; i < 2; i++)
    {
        program run = start("tiles play --verbose --seed 1 --world w.loam");
        if (hear(&run, "screen: game"))
        {
            kill(run.id, numbers[i]);
            await_end(&run);
            CHECK_REPORT(WIFEXITED(run.status) && WEXITSTATUS(run.status) == 0, "status %d",
                         run.status);
            CHECK_CONTAINS(run.said, "world: closed");
        }
        CHECK_INT(console_run("world verify w.loam"), 0);
    }
    folder_count(1); // what stands beside the world, too
}

static void test_the_game_does_not_wait_for_a_disk(void)
{
    for (int i = 0; i < 2; i++)
    {
        program run = start("tiles play --verbose --seed 1 --world w.loam");
        if (hear(&run, "screen: game"))
        {
            sqlite3 *const db = stop_disk("w.loam");
            kill(run.id, numbers[i]);
            await_end(&run);
            sqlite3_close(db);
            CHECK(has_failed(&run));
            CHECK_CONTAINS(run.said, "loam tiles play: stopped after a second of waiting; what was "
                                     "not written is lost");
        }
        CHECK_INT(console_run("world verify w.loam"), 0);
    }
    folder_count(1); // what stands beside the world, too
}

// Nothing is played yet, so there is nothing to wait for.
static void test_the_game_does_not_wait_for_a_world_that_opens(void)
{
    program run = start("tiles play --verbose --ring 64 --seed 1 --world w.loam");
    if (hear(&run, "screen: loading"))
    {
        kill(run.id, SIGTERM);
        await_end(&run);
        CHECK_REPORT(WIFEXITED(run.status) && WEXITSTATUS(run.status) == 0, "status %d, %s",
                     run.status, run.said);
        CHECK_REPORT(strstr(run.said, "screen: game") == NULL, "%s", run.said);
    }
}
#endif

int main(void)
{
    folder_enter();
    RUN(test_verbs_that_only_compute);
    RUN(test_verbs_that_wait_for_a_pipe);
    RUN(test_worlds_are_saved);
    RUN(test_a_picture_is_put_in_as_far_as_it_is_said);
    RUN(test_what_is_not_whole_is_taken_away);
    RUN(test_a_film_that_is_never_finished);
#ifdef LOAM_HAS_WINDOW
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_RENDER_DRIVER", "software", 1);
    setenv("LOAM_HOME", ".", 1);
    RUN(test_the_game_saves);
    RUN(test_the_game_does_not_wait_for_a_disk);
    RUN(test_the_game_does_not_wait_for_a_world_that_opens);
#endif
    folder_leave();
    console_done();
    return CHECK_DONE();
}
