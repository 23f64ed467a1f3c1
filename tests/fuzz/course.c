// SPDX-License-Identifier: MIT
// Any bytes as a voyage: what was read is within what files may hold, or there is a message; and it is written and read
// again as the same.
#include "voyage/course.h"
#include "written.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int64_t steps_of(const course *c)
{
    int64_t steps = 0;
    for (int32_t i = 0; i < c->run_count; i++)
    {
        steps += c->runs[i].steps;
    }
    return steps;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const path = written(data, size);
    course first, again;
    if (course_read(path, &first) != LOAM_OK)
    {
        return 0;
    }
    const int64_t steps = steps_of(&first);
    if (first.run_count > COURSE_MAX_RUNS || steps > COURSE_MAX_STEPS || steps < 1 ||
        course_write(&first, path) != LOAM_OK || course_read(path, &again) != LOAM_OK ||
        again.run_count != first.run_count || steps_of(&again) != steps ||
        again.seed != first.seed || again.x != first.x || again.z != first.z)
    {
        abort();
    }
    course_free(&first);
    course_free(&again);
    return 0;
}
