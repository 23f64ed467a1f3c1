// SPDX-License-Identifier: MIT
#include "bench.h"

// loam bench sim: what a step of the living world costs, and what is seen of it.

loam_result bench_sim(bench *run)
{
    return bench_light(run);
}
