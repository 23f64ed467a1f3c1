// SPDX-License-Identifier: MIT
// Whether this build has threads.
#ifndef LOAM_TESTS_TOOL_THREADS_H
#define LOAM_TESTS_TOOL_THREADS_H

#include "loam/jobs.h"

static inline bool has_threads(void)
{
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 1;
    loam_jobs *jobs = NULL;
    const loam_result result = loam_jobs_create(&def, &jobs);
    loam_jobs_destroy(jobs);
    return result == LOAM_OK;
}

#endif
