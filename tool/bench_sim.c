// SPDX-License-Identifier: MIT
#include "bench.h"

// loam bench sim: what a step of the living world costs, and what is seen of it.

loam_result bench_sim(bench *run)
{
    const loam_result result = bench_life(run);
    return result != LOAM_OK ? result : bench_light(run);
}
