// SPDX-License-Identifier: MIT
#include "bench.h"

// loam bench sim: what a step of the living world costs, and what is seen of it.

loam_result bench_sim(bench *run)
{
    loam_result result = bench_life(run);
    result = result == LOAM_OK ? bench_light(run) : result;
    return result == LOAM_OK ? bench_frame(run) : result;
}
