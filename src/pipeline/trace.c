// SPDX-License-Identifier: MIT
#include "pipeline/pipeline.h"

#include <inttypes.h>
#include <stdio.h>

int32_t loam_trace_thread(loam_pipeline *pipeline)
{
    if (pipeline->def.trace == NULL)
    {
        return 0;
    }
    for (int32_t i = 0; i < pipeline->trace_thread_count; i++)
    {
        if (loam_thread_is_current(pipeline->trace_threads[i]))
        {
            return i;
        }
    }
    if (pipeline->trace_thread_count == LOAM_MAX_TRACE_THREADS)
    {
        return LOAM_MAX_TRACE_THREADS - 1;
    }
    pipeline->trace_threads[pipeline->trace_thread_count] = loam_thread_current();
    return pipeline->trace_thread_count++;
}

// Names of stages need no escapes, but an event may come from anywhere.
static void plain_name(const char *name, char text[LOAM_MAX_STAGE_NAME + 1])
{
    int32_t length = 0;
    for (; name != NULL && name[length] != '\0' && length < LOAM_MAX_STAGE_NAME; length++)
    {
        const char letter = name[length];
        const bool plain = letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
        text[length] = plain ? letter : '?';
    }
    text[length] = '\0';
}

int loam_trace_format(const loam_trace_event *event, char *text, size_t size)
{
    char name[LOAM_MAX_STAGE_NAME + 1];
    plain_name(event->stage, name);
    const uint64_t duration = event->end_ns - event->begin_ns;
    // Times are in microseconds. Coordinates are text, because readers keep numbers as doubles.
    return snprintf(text, size,
                    "{\"name\":\"%s\",\"cat\":\"%s\",\"ph\":\"X\",\"ts\":%" PRIu64 ".%03d,"
                    "\"dur\":%" PRIu64 ".%03d,\"pid\":1,\"tid\":%d,\"args\":{\"x\":\"%" PRId64
                    "\",\"y\":\"%" PRId64 "\",\"z\":\"%" PRId64 "\",\"level\":%d,\"slice\":%d}}",
                    name, event->slice < 0 ? "load" : "slice", event->begin_ns / 1000,
                    (int)(event->begin_ns % 1000), duration / 1000, (int)(duration % 1000),
                    event->thread, event->id.x, event->id.y, event->id.z, event->id.level,
                    event->slice);
}
