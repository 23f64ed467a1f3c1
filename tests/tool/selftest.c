// SPDX-License-Identifier: MIT
// loam selftest passes, says so in the promised form, and would notice a change.
#include "selftest.h"

#include "tool/console.h"
#include "tool/json.h"

// In words with one thread, as JSON with several: the hashes are the same, so each form needs one run of them.
static double passed_alone;

static void test_all_hashes_agree(void)
{
    CHECK_INT(console_run("selftest --threads 1"), 0);
    CHECK_REPORT(strstr(console_out, " passed, 0 failed\n") != NULL, "%s", console_out);
    // The count is the last line.
    const size_t length = strlen(console_out);
    const char *last = console_out + length - 1;
    while (last > console_out && last[-1] != '\n')
    {
        last--;
    }
    CHECK_CONTAINS(last, " passed, 0 failed\n");
    passed_alone = atof(last);
    CHECK(passed_alone > 500);
}

// The number of threads is the user's, and changes nothing but how often it is checked.
static void test_threads_are_those_wanted(void)
{
    CHECK_INT(console_run("selftest --json --threads 5"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_RANGE(json_number_of(console_out, "failed"), 0, 0);
    CHECK_RANGE(json_number_of(console_out, "passed"), 500, 1e9);
    CHECK_CONTAINS(console_out, "\"variant\":\"scalar\"");
    CHECK_CONTAINS(console_out, "\"variant\":\"no threads\"");
    const bool threaded = strstr(console_out, "\"variant\":\"5 threads\"") != NULL;
    loam_jobs *jobs = NULL;
    const loam_jobs_def def = loam_default_jobs_def();
    CHECK(threaded == (loam_jobs_create(&def, &jobs) == LOAM_OK)); // not in a build without threads
    loam_jobs_destroy(jobs);
    CHECK(threaded == (json_number_of(console_out, "passed") > passed_alone));
    console_refuses("selftest --threads many", 2, "--threads is \"many\"; must be all or 0 to");
}

// What --print writes is the table: whoever updates it changes nothing but what has changed.
static void test_print_gives_the_table(void)
{
    CHECK_INT(console_run("selftest --print --threads 1"), 0);
    const char *at = console_out;
    for (int32_t i = 0; i < selftest_golden_count; i++)
    {
        char entry[160];
        snprintf(entry, sizeof entry, "    {\"%s\", 0x%016" PRIx64 "},\n", selftest_goldens[i].name,
                 selftest_goldens[i].hash);
        at = strstr(at, entry);
        CHECK_REPORT(at != NULL, "%s is not printed, or not in its place",
                     selftest_goldens[i].name);
        if (at == NULL)
        {
            break;
        }
    }
}

static void test_names_are_unique(void)
{
    for (int32_t i = 0; i < selftest_golden_count; i++)
    {
        for (int32_t k = 0; k < i; k++)
        {
            CHECK(strcmp(selftest_goldens[i].name, selftest_goldens[k].name) != 0);
        }
    }
}

int main(void)
{
    RUN(test_all_hashes_agree);
    // The same hashes, told in other ways.
    RUN_UNSANITIZED(test_threads_are_those_wanted);
    RUN_UNSANITIZED(test_print_gives_the_table);
    RUN(test_names_are_unique);
    console_done();
    return CHECK_DONE();
}
