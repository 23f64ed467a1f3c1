// SPDX-License-Identifier: MIT
#include "pipeline/work.h"

#include <stdio.h>

// What a running stage can see of its inputs: exactly the pages that it declared. Anything else would
// be a dependency that the pipeline does not know of, so asking for it fails the page, even if the
// stage ignores the NULL that it gets.

static const void *refuse(loam_work *work, int32_t input, const char *why)
{
    if (!work->broken)
    {
        work->broken = true;
        const loam_stage *const stage = &work->stages[work->node->page.stage];
        snprintf(work->message, sizeof work->message,
                 "it asked for input %d, %s; declared are %d inputs", input, why,
                 stage->source_count);
    }
    return NULL;
}

// NULL if the stage does not read this input at this level.
static const loam_page_range *find_range(loam_work *work, int32_t input)
{
    const loam_page_id id = loam_node_id(work->node);
    const loam_stage *const stage = &work->stages[id.stage];
    if (input < 0 || input >= stage->source_count)
    {
        return refuse(work, input, "which it did not declare");
    }
    if (!work->ranges_known)
    {
        // These were found to be good when the inputs were asked for.
        (void)loam_stage_ranges(work->stages, &id, &work->ranges);
        work->ranges_known = true;
    }
    const bool all = stage->sources[input].late && work->node->late == LOAM_LATE_ALL;
    const loam_page_range *const range = all ? &work->ranges.late[input]
                                             : &work->ranges.early[input];
    return range->w == 0 ? refuse(work, input, "which it did not declare for this level") : range;
}

const loam_page *loam_slice_pages(loam_slice *slice, int32_t input, int32_t *count)
{
    loam_work *const work = slice->inner;
    const loam_page_range *const range = find_range(work, input);
    if (range == NULL)
    {
        *count = 0;
        return NULL;
    }
    *count = range->w * range->h * range->d;
    return work->node->inputs + range->first;
}

static bool is_within(int64_t value, int64_t first, int32_t count)
{
    return value >= first && value <= first + count - 1;
}

const loam_page *loam_slice_page(loam_slice *slice, int32_t input, int64_t page_x, int64_t page_y,
                                 int64_t page_z)
{
    loam_work *const work = slice->inner;
    const loam_page_range *const range = find_range(work, input);
    if (range == NULL)
    {
        return NULL;
    }
    if (!is_within(page_x, range->x, range->w) || !is_within(page_y, range->y, range->h) ||
        !is_within(page_z, range->z, range->d))
    {
        char why[120];
        snprintf(why, sizeof why, "page (%lld, %lld, %lld), which lies beyond its reach",
                 (long long)page_x, (long long)page_y, (long long)page_z);
        return refuse(work, input, why);
    }
    const int64_t row = (page_z - range->z) * range->h + (page_y - range->y);
    return work->node->inputs + range->first + row * range->w + (page_x - range->x);
}
