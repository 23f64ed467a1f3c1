// SPDX-License-Identifier: MIT
// What the verbs about islands share.
#ifndef LOAM_TOOL_ISLES_H
#define LOAM_TOOL_ISLES_H

#include "report.h"
#include "trace.h"

#include "loam/loam.h"

/// What all verbs are asked.
typedef struct isles_question
{
    uint64_t seed;
    int32_t threads;
    const char *defs; // NULL: the built-in types
    const char *output;
    const char *trace; // NULL: none is written
    bool json;
} isles_question;

/// A sea, and what it needs.
typedef struct isles_grower
{
    loam_env env;
    loam_isles *isles;
    const char *trace_path;
    trace *trace; // NULL if none is wanted
} isles_grower;

loam_result isles_grower_create(const isles_question *question, isles_grower *out);
/// Writes the trace, if there is one.
loam_result isles_grower_finish(isles_grower *grower);
void isles_grower_destroy(isles_grower *grower);

/// For who prints an island: its type's name.
const char *isles_type_name(const isles_grower *grower, const loam_isle *isle);

#define ISLES_AT(base, field) ((base) + offsetof(isles_question, field))
#define DEFS_OPTION(at) \
    FILE_OPTION( \
        "defs", at, NULL, "FILE", \
        "islands and water as JSON, over the built-in ones; `loam isles defs` prints them")
#define TRACE_OPTION(at) \
    FILE_OPTION("trace", at, ".json", "FILE", \
                "where a trace of the work goes, for Perfetto and chrome://tracing")
#define ISLES_OPTIONS(base) \
    SEED_OPTION(ISLES_AT(base, seed), "of the sea"), DEFS_OPTION(ISLES_AT(base, defs)), \
        THREADS_OPTION(ISLES_AT(base, threads), "all"), JSON_OPTION(ISLES_AT(base, json)), \
        TRACE_OPTION(ISLES_AT(base, trace))

#endif
