// SPDX-License-Identifier: MIT
#include "bench.h"

loam_result bench_pipeline(bench *run)
{
    (void)run;
    return LOAM_OK;
}
