// SPDX-License-Identifier: MIT
// A trace is one JSON list with an entry for every event, whichever thread it came from.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "trace.h"

#include "check.h"
#include "export/folder.h"
#include "loam/jobs.h"
#include "tool/json.h"

enum
{
    EVENTS = 500
};

static char file_text[1 << 18];

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(file_text, 1, sizeof file_text - 1, file) : 0;
    file_text[size] = '\0';
    if (file != NULL)
    {
        fclose(file);
    }
}

static int count_of(const char *part)
{
    int count = 0;
    for (const char *at = strstr(file_text, part); at != NULL; at = strstr(at + 1, part))
    {
        count++;
    }
    return count;
}

static void send_events(void *user, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
    {
        const loam_trace_event event = {.stage = "height",
                                        .id = {.x = i, .y = -i},
                                        .thread = (int32_t)(i % 3),
                                        .begin_ns = (uint64_t)i * 1000,
                                        .end_ns = (uint64_t)i * 1000 + 500};
        trace_event(user, &event);
    }
}

static void test_every_event_is_written(void)
{
    trace *file = trace_create();
    CHECK(file != NULL);
    CHECK_OK(trace_write(file, "empty.json"));
    read_file("empty.json");
    CHECK(json_is_valid(file_text));
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    loam_jobs *jobs = NULL;
    if (loam_jobs_create(&def, &jobs) != LOAM_OK)
    {
        jobs = NULL; // a build without threads
    }
    loam_jobs_for(jobs, EVENTS, 7, send_events, file);
    loam_jobs_destroy(jobs);
    CHECK_OK(trace_write(file, "trace.json"));
    read_file("trace.json");
    CHECK(json_is_valid(file_text));
    CHECK_INT(count_of("height"), EVENTS);
    CHECK_INT(trace_write(file, "no/where.json"), LOAM_IO);
    trace_destroy(file);
    trace_destroy(NULL);
    CHECK_INT(folder_count(1), 2);
}

int main(void)
{
    folder_enter();
    RUN(test_every_event_is_written);
    folder_leave();
    return CHECK_DONE();
}
