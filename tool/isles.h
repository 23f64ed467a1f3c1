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
    loam_isle_maps maps; // of the island that was opened
    const char *trace_path;
    trace *trace; // NULL if none is wanted
} isles_grower;

loam_result isles_grower_create(const isles_question *question, isles_grower *out);

/// The same, and opens the island of a slot.
loam_result isles_grower_open(const isles_question *question, option_position slot,
                              loam_isle_stage last, isles_grower *out);

/// Writes the trace, if there is one and result, how it went so far, is LOAM_OK.
loam_result isles_grower_finish(isles_grower *grower, loam_result result);

/// Of an isles_grower, or of zeros.
void isles_grower_destroy(void *grower);

/// Of an island, or of the one that was opened.
const char *isles_type_name(const isles_grower *grower, const loam_isle *isle);
const loam_isle_type *isles_type_of(const isles_grower *grower);

/// For OPTION_CHOICE: the names of stages.
const char *isles_choose_stage(int32_t index);

#define ISLES_AT(base, field) ((base) + offsetof(isles_question, field))
/// An option_position.
#define ISLES_SLOT_OPTION(at) \
    POSITION_OPTION("slot", at, -0x1p40, 0x1p40, "I,J", NULL, \
                    "the slot; `loam isles list` says which have islands", .required = true)
#define DEFS_OPTION(at) \
    FILE_OPTION( \
        "defs", at, NULL, "FILE", \
        "islands and water as JSON, over the built-in ones; `loam isles defs` prints them")
#define ISLES_OPTIONS(base) \
    SEED_OPTION(ISLES_AT(base, seed), "of the sea"), DEFS_OPTION(ISLES_AT(base, defs)), \
        THREADS_OPTION(ISLES_AT(base, threads), "all"), JSON_OPTION(ISLES_AT(base, json)), \
        TRACE_OPTION(ISLES_AT(base, trace))

#endif
