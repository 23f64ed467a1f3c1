// SPDX-License-Identifier: MIT
// Runs that are logged in the folder "disk" (disk.h), crashed at many points, and looked at afterwards: in the
// folder "image", and where the power goes again while the first crash is mended, in "again".
#ifndef LOAM_TESTS_STORE_CRASHING_H
#define LOAM_TESTS_STORE_CRASHING_H

#include "check.h"
#include "export/folder.h"
#include "loam/random.h"
#include "store/disk.h"
#include "store/disk_vfs.h"

#include <stdlib.h>
#include <sys/stat.h>

enum
{
    MAX_PROMISES = 1024,
    MAX_REPORTS = 5, // crashes that are told of
    FAULT_BYTES = 512,
};

/// From so many operations on, everything up to a number is to be there.
typedef struct promise
{
    size_t length;
    uint64_t number;
} promise;

typedef struct run
{
    disk_log *log;
    promise promises[MAX_PROMISES];
    int count;
} run;

static inline void run_promise(run *of, uint64_t number)
{
    if (of->count == MAX_PROMISES)
    {
        fprintf(stderr, "too many promises\n");
        exit(1);
    }
    of->promises[of->count++] = (promise){disk_length(of->log), number};
}

/// The last number that is to be there after a crash; false if nothing has been promised by then.
static inline bool run_promised(const run *of, size_t length, uint64_t *number)
{
    bool any = false;
    *number = 0;
    for (int i = 0; i < of->count && of->promises[i].length <= length; i++)
    {
        *number = of->promises[i].number;
        any = true;
    }
    return any;
}

/// How the crashes of a run are looked at: whether what a folder has is fine after one at a length of the log.
/// It opens the world, reads it and goes on; fault says what is wrong.
typedef struct crash_test
{
    bool (*is_fine)(const run *of, const char *folder, size_t length, uint64_t seed, char *fault);
    int points;
    bool report; // failures are failures of the test
} crash_test;

static inline int crash_points(int in_gate, int in_soak)
{
    return getenv("LOAM_SOAK") != NULL ? in_soak : check_sample(in_gate);
}

/// Whether a crash within what mends the first one is fine, too.
static inline bool crash_again(const crash_test *test, const run *of, size_t length, uint64_t seed,
                               char *fault)
{
    disk_log *const log = disk_begin("image");
    bool fine = test->is_fine(of, "image", length, seed, fault);
    disk_end(log);
    const size_t steps = disk_length(log) - disk_start(log);
    if (fine)
    {
        const uint32_t more = loam_random_below(seed, 1, (uint32_t)(steps + 1));
        disk_crash(log, disk_start(log) + more, seed + 1, "again");
        fine = test->is_fine(of, "again", length, seed + 1, fault);
    }
    disk_free(log);
    return fine;
}

/// Crashes at many points of a run; how many of them were not fine.
static inline int crash_run(const crash_test *test, const run *of)
{
    const size_t start = disk_start(of->log), length = disk_length(of->log);
    int bad = 0;
    for (int i = 0; i < test->points; i++)
    {
        const uint64_t seed = (uint64_t)i;
        const size_t any = start + loam_random_below(99, seed, (uint32_t)(length - start + 1));
        const size_t at = i % 2 == 0 ? disk_next_turn(of->log, any) : any;
        char fault[FAULT_BYTES] = "";
        disk_crash(of->log, at, seed, "image");
        const bool fine = i % 4 == 3 ? crash_again(test, of, at, seed, fault)
                                     : test->is_fine(of, "image", at, seed, fault);
        bad += !fine;
        if (test->report)
        {
            CHECK_REPORT(fine || bad > MAX_REPORTS, "crash %d, after %zu of %zu operations: %s", i,
                         at, length, fault);
        }
    }
    printf("%d crashes over %zu operations, %d not fine\n", test->points, length - start, bad);
    return bad;
}

// ---- folders --------------------------------------------------------------------------------------

static const char *const crash_folders[] = {"disk", "image", "again"};

static inline void crash_empty(const char *name)
{
    if (chdir(name) != 0)
    {
        perror(name);
        exit(1);
    }
    folder_count(1);
    CHECK_INT(chdir(".."), 0);
}

/// In a folder of the test's own, before any world is opened.
static inline void crash_begin(void)
{
    disk_vfs_use();
    for (size_t i = 0; i < sizeof crash_folders / sizeof crash_folders[0]; i++)
    {
        CHECK_INT(mkdir(crash_folders[i], 0777), 0);
    }
}

static inline void crash_end(void)
{
    for (size_t i = 0; i < sizeof crash_folders / sizeof crash_folders[0]; i++)
    {
        crash_empty(crash_folders[i]);
    }
}

#endif
