// SPDX-License-Identifier: MIT
// What verbs that grow land need: the land of a seed, threads, and a trace of its pipeline.
#ifndef LOAM_TOOL_LAND_GROWER_H
#define LOAM_TOOL_LAND_GROWER_H

#include "loam/loam.h"
#include "tool.h"
#include "trace.h"

typedef struct land_grower
{
    loam_land *land;
    loam_env env; // with the threads
    uint64_t seed;
    const char *trace_path;
    trace *trace; // NULL if none is wanted
} land_grower;

/// trace_path may be NULL. If it fails there is nothing to destroy.
loam_result land_grower_create(uint64_t seed, int32_t threads, const char *trace_path,
                               land_grower *out);

/// Writes the trace, if there is one.
loam_result land_grower_finish(land_grower *grower);

void land_grower_destroy(land_grower *grower);

/// Options that all of these verbs have. offset: of the value in the verb's settings.
#define LAND_SEED_OPTION(seed_offset) \
    { \
        .name = "seed", .kind = OPTION_SEED, .offset = (seed_offset), .metavar = "SEED", \
        .standard = "1", .help = "of the land, a number or any text" \
    }
#define LAND_AT_OPTION(at_offset, what) \
    { \
        .name = "at", .kind = OPTION_POSITION, .offset = (at_offset), \
        .low = -(double)LOAM_LAND_END, .high = (double)LOAM_LAND_END, .metavar = "X,Z", \
        .standard = "0,0", .help = what \
    }
#define LAND_THREADS_OPTION(threads_offset) \
    { \
        .name = "threads", .kind = OPTION_THREADS, .offset = (threads_offset), .metavar = "N", \
        .standard = "all", .help = "how many threads work" \
    }
#define LAND_TRACE_OPTION(trace_offset) \
    { \
        .name = "trace", .kind = OPTION_FILE, .offset = (trace_offset), .suffix = ".json", \
        .metavar = "FILE", \
        .help = "where a trace of the work goes, for Perfetto and chrome://tracing" \
    }

#endif
