// SPDX-License-Identifier: MIT
#include "times.h"

#include <stdlib.h>

double ms_since(uint64_t start_ns)
{
    return (double)(loam_clock_ns() - start_ns) * 1e-6;
}

double seconds_since(uint64_t start_ns)
{
    return (double)(loam_clock_ns() - start_ns) * 1e-9;
}

void times_add(times *of, uint64_t ns)
{
    if (of->count == of->room)
    {
        const size_t room = of->room == 0 ? 4096 : 2 * of->room;
        float *ms = realloc(of->ms, room * sizeof *ms);
        if (ms == NULL)
        {
            of->failed = true;
            return;
        }
        of->ms = ms;
        of->room = room;
    }
    of->ms[of->count++] = (float)ns * 1e-6f;
}

void times_free(times *of)
{
    free(of->ms);
    *of = (times){0};
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double times_quantile(times *of, double share)
{
    if (of->count == 0)
    {
        return 0;
    }
    qsort(of->ms, of->count, sizeof *of->ms, compare);
    const size_t at = (size_t)((double)of->count * share);
    return (double)of->ms[at < of->count ? at : of->count - 1];
}

void times_add_json(text *json, const char *key, times *of)
{
    json_key(json, key);
    json_open(json, '{');
    json_add_number(json, "p50", times_quantile(of, 0.5));
    json_add_number(json, "p99", times_quantile(of, 0.99));
    json_add_number(json, "max", times_quantile(of, 1));
    json_close(json, '}');
}

void times_print(FILE *out, const char *name, times *of)
{
    fprintf(out, "  %-9s %7.3f ms for half of them, %7.3f for 99 in 100, %7.3f the slowest\n", name,
            times_quantile(of, 0.5), times_quantile(of, 0.99), times_quantile(of, 1));
}
