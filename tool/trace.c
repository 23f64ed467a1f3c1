// SPDX-License-Identifier: MIT
#include "trace.h"

#include "loam/export.h"
#include "text.h"

#include <pthread.h>
#include <stdlib.h>

// Events are kept as text until the end: writing a file while something is measured would be
// measured too. A line takes some 150 bytes, so a forgotten trace stays within a few hundred
// megabytes.

enum
{
    MAX_EVENTS = 1 << 21,
    MAX_LINE = 512
};

struct trace
{
    pthread_mutex_t lock;
    text lines;
    int64_t events;
};

trace *trace_create(void)
{
    trace *file = calloc(1, sizeof *file);
    if (file == NULL)
    {
        loam_fail(LOAM_OUT_OF_MEMORY, "there is no memory for a trace");
        return NULL;
    }
    pthread_mutex_init(&file->lock, NULL);
    return file;
}

void trace_destroy(trace *file)
{
    if (file != NULL)
    {
        pthread_mutex_destroy(&file->lock);
        text_free(&file->lines);
        free(file);
    }
}

void trace_event(void *user, const loam_trace_event *event)
{
    trace *file = user;
    char line[MAX_LINE];
    const int length = loam_trace_format(event, line, sizeof line);
    if (length < 0 || length >= MAX_LINE)
    {
        return;
    }
    pthread_mutex_lock(&file->lock);
    if (file->events < MAX_EVENTS)
    {
        text_add(&file->lines, "%s%s", file->events > 0 ? ",\n" : "", line);
        file->events++;
    }
    pthread_mutex_unlock(&file->lock);
}

loam_result trace_write(trace *file, const char *path)
{
    text whole = {0};
    pthread_mutex_lock(&file->lock);
    const bool lost = file->lines.failed;
    text_add(&whole, "[\n%s\n]\n", text_get(&file->lines));
    pthread_mutex_unlock(&file->lock);
    loam_result result = LOAM_OK;
    if (lost || whole.failed)
    {
        result = loam_fail(LOAM_OUT_OF_MEMORY, "%s: there is no memory for a trace", path);
    }
    else
    {
        result = loam_file_write(path, whole.data, whole.size);
    }
    text_free(&whole);
    return result;
}
