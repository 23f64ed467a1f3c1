// SPDX-License-Identifier: MIT
// A stage as the pipeline keeps it: the checked copy of its def, the identity of its pages, and which
// pages of earlier stages one of its pages reads.
#ifndef LOAM_PIPELINE_STAGE_H
#define LOAM_PIPELINE_STAGE_H

#include "loam/pipeline.h"

enum
{
    LOAM_STAGE_WORDS = (LOAM_MAX_STAGES + 63) / 64 // of a set of stages
};

/// An input, its stage found.
typedef struct loam_source
{
    int32_t stage;
    int32_t level; // or LOAM_SAME_LEVEL
    int32_t first_level, last_level;
    int64_t reach;
    bool late;
} loam_source;

typedef struct loam_stage
{
    char name[LOAM_MAX_STAGE_NAME + 1];
    loam_axes axes;
    int64_t page_size;
    int32_t levels;
    uint32_t version;
    size_t payload_size;
    size_t scratch_size;
    loam_source sources[LOAM_MAX_INPUTS];
    int32_t source_count;
    uint64_t reads[LOAM_STAGE_WORDS]; // a bit for each stage that it depends on, and its own
    void *parameters;                 // owned
    size_t parameters_size;
    int32_t (*slice_count)(const void *parameters, int32_t level);
    loam_result (*run)(loam_slice *slice);
    bool (*wants_late)(loam_slice *slice); // NULL if no input is late
    void *user;
    bool keep;

    bool enabled;
    uint64_t delay_ns;
    uint64_t seed;
    int32_t slices[LOAM_MAX_LEVELS];
    uint64_t identity[LOAM_MAX_LEVELS];

    loam_stage_counters counters; // progress is worked out when somebody asks
    uint64_t slices_wanted;       // since nothing was under way
    uint64_t slices_done;
    uint64_t slice_ns[LOAM_MAX_LEVELS]; // what a slice takes, the longest of late
} loam_stage;

/// The pages of one input that a page reads: w x h x d of them from (x, y, z) on. None of the three
/// is 0, or all of them are (an input that is not read at this level).
typedef struct loam_page_range
{
    int64_t x, y, z;
    int32_t w, h, d;
    int32_t stage, level;
    int32_t first; // index of its first page among the pages of all inputs
} loam_page_range;

/// What a page reads, one range per input. Pages that late inputs are asked for come behind all others.
typedef struct loam_page_ranges
{
    loam_page_range early[LOAM_MAX_INPUTS]; // of late inputs, what touches the page itself
    loam_page_range late[LOAM_MAX_INPUTS];  // of late inputs, all
    int32_t early_total;
    int32_t total;
} loam_page_ranges;

/// Checks def against the stages before place and fills stage with a copy. seed is the world's.
loam_result loam_stage_init(loam_stage *stage, const loam_stage_def *def, const loam_env *env,
                            const loam_stage *stages, int32_t place, int32_t stage_count,
                            uint64_t seed);
void loam_stage_free(loam_stage *stage, const loam_env *env);

/// Asks slice_count for every level.
loam_result loam_stage_count_slices(const loam_stage *stage, const void *parameters,
                                    int32_t slices[LOAM_MAX_LEVELS]);

/// Works out which stages stages[place] depends on. Those before it are done.
void loam_stage_collect(loam_stage *stages, int32_t place);

/// Works out the identities of stages[place] at all levels. Those before it are done.
void loam_stage_identify(loam_stage *stages, int32_t place, uint64_t seed);

/// The hash of everything that the bytes of a page depend on.
uint64_t loam_stage_page_identity(const loam_stage *stage, const loam_page_id *id);

/// Whether stages[reader] is stages[read] or depends on it.
bool loam_stage_depends(const loam_stage *stages, int32_t reader, int32_t read);

/// Whether stages[id.stage] has such a page: its level exists, and it lies in the world.
loam_result loam_stage_check_id(const loam_stage *stages, int32_t stage_count,
                                const loam_page_id *id);

/// Whether the axes of a stage contain x (0), y (1), z (2).
bool loam_axes_have(loam_axes axes, int32_t axis);

/// How long a page of the stage is at a level.
int64_t loam_stage_extent(const loam_stage *stage, int32_t level);

/// Whether a stage reads an input at a level of its own.
bool loam_source_read_at(const loam_source *source, int32_t level);

/// The pages that a page reads. Fails if some would lie outside of the world, also if they are late and
/// nobody may ask for them.
loam_result loam_stage_ranges(const loam_stage *stages, const loam_page_id *id,
                              loam_page_ranges *out);

/// The most pages of length `page` that an interval of `length` >= 1 units can touch, wherever it
/// lies.
static inline int64_t loam_most_pages(int64_t length, int64_t page)
{
    return length == 1 ? 1 : (length - 2) / page + 2;
}

#endif
