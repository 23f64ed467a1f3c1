// SPDX-License-Identifier: MIT
// Loam, pipeline: an endless world as a list of stages, each of which turns pages of earlier stages
// into pages of its own, on demand.
//
// A NULL that no comment allows is a caller's bug and meets LOAM_ASSERT.
//
// A page is a pure function of (world seed, stage, coordinate, level, parameters). It never depends
// on the order of requests, the number of threads, or on what was cached.
#ifndef LOAM_PIPELINE_H
#define LOAM_PIPELINE_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_STAGES 256
#define LOAM_MAX_INPUTS 8
#define LOAM_MAX_LEVELS 24
#define LOAM_MAX_STAGE_NAME 31
#define LOAM_MAX_PAYLOAD ((size_t)1 << 30) // and the most scratch memory
#define LOAM_MAX_INPUT_PAGES 65536         // that one input can hand to one page
#define LOAM_MAX_REGION_PAGES 4194304

/// Worlds reach from -LOAM_WORLD_END to LOAM_WORLD_END on every axis. A page that would read beyond
/// that fails; the same holds for extents and reaches above LOAM_MAX_EXTENT, which are refused.
#define LOAM_WORLD_END ((int64_t)1 << 62)
#define LOAM_MAX_EXTENT ((int64_t)1 << 60)

typedef struct loam_pipeline loam_pipeline;

// ---- stages -------------------------------------------------------------------------------------

/// The axes that a stage's pages lie on. A 2D stage of a side-view world uses XY, one of a land seen
/// from above XZ; both can feed a 3D stage. The coordinate on an axis that is not used is 0.
typedef enum loam_axes
{
    LOAM_AXES_XY,
    LOAM_AXES_XZ,
    LOAM_AXES_XYZ,
} loam_axes;

#define LOAM_SAME_LEVEL (-1)

/// What a stage reads: all pages of an earlier stage that touch its own page grown by reach on every
/// axis. A 2D stage cannot read a 3D one, nor one on other axes: on the axis that it lacks there
/// would be no end of pages.
typedef struct loam_stage_input
{
    const char *stage;   // an earlier stage
    int64_t reach;       // world units, 0..LOAM_MAX_EXTENT
    int32_t level;       // the input's level of detail, or LOAM_SAME_LEVEL
    int32_t first_level; // the levels of this stage at which it reads this input
    int32_t last_level;  // included; 0, 0 is level 0 only
    bool late; // at first only pages that touch the page itself, see loam_stage_def.wants_late
} loam_stage_input;

/// A finished page, or one that a stage reads. data is read-only and aligned to 64 bytes; size may be
/// 0 (then data is NULL): a stage that is switched off makes such pages.
typedef struct loam_page
{
    const void *data;
    size_t size;
    int32_t stage; // index, see loam_pipeline_stage_index
    int32_t level;
    int64_t x, y, z; // page coordinate: the page covers x * size << level, ...
} loam_page;

typedef struct loam_slice loam_slice;

/// A stage. Names, inputs and parameters are copied when it is added. Parameters go into the identity
/// of pages as they lie in memory: clear a struct before filling it, or its padding counts too, and put
/// no pointers in unless they are the same in every run. Machines of another byte order find other
/// identities, so a back store serves one kind of machine. Start from loam_default_stage_def().
typedef struct loam_stage_def
{
    const char *name; // 1..LOAM_MAX_STAGE_NAME letters, digits, '_', '-', '.'
    loam_axes axes;
    int64_t page_size;   // world units along each of its axes at level 0, >= 1; doubles per level
    int32_t levels;      // 1..LOAM_MAX_LEVELS
    uint32_t version;    // part of the identity of its pages: raise it when run makes other bytes
    size_t payload_size; // the largest payload it makes, in bytes
    size_t scratch_size; // work memory for one page, kept from slice to slice
    const loam_stage_input *inputs;
    int32_t input_count;    // 0..LOAM_MAX_INPUTS
    const void *parameters; // part of the identity of its pages, may be NULL: see above
    size_t parameters_size;

    /// Into how many slices a page's work is cut, >= 1. Asked when the stage is added or gets
    /// other parameters. NULL: 1.
    int32_t (*slice_count)(const void *parameters, int32_t level);

    /// Does one slice. Slices of a page run one after another, in order, on one thread at a time.
    /// Anything but LOAM_OK fails the page; leave a message with loam_fail.
    loam_result (*run)(loam_slice *slice);
    void *user; // for run, which must make the same bytes whatever it points to; not copied

    /// Whether a page needs all pages of its late inputs, which come last among inputs. Asked once, when
    /// it has the pages of all others and, of late ones, those that touch the page itself; it may read
    /// these and nothing else: there is neither out nor scratch. What it leaves out is not computed, and
    /// run cannot read it. NULL: every page needs them. It must not fail. Pages that are wanted late make
    /// the progress of earlier stages fall back, and with a small cache what they read may be computed again.
    bool (*wants_late)(loam_slice *slice);

    bool keep; // hand pages to the back store and look for them there
} loam_stage_def;

LOAM_API loam_stage_def loam_default_stage_def(void);

/// What a stage's run function works on. It fills out, may use scratch, and reads inputs.
struct loam_slice
{
    uint64_t seed;          // of this stage: from the world seed and the stage's name
    uint64_t world_seed;    // for stages that need what another one makes of its seed
    const void *parameters; // the copy
    void *user;
    int64_t page_x, page_y, page_z;
    int64_t x, y, z; // world position of the page's low corner; 0 on an unused axis
    int64_t extent;  // world units that the page covers along each axis: page_size << level
    int32_t level;
    int32_t index; // this slice, 0 .. count - 1
    int32_t count;
    void *out;          // payload_size bytes, zero when the first slice begins, aligned to 64
    size_t out_size;    // payload_size when the first slice begins; a stage may make it smaller
    loam_arena scratch; // scratch_size bytes, empty when the first slice begins
    const loam_env *env;
    void *inner; // private
};

/// The pages of input number `input` (as declared), all that touch this page grown by the reach (or this
/// page, if late ones were not wanted), z slowest, x fastest. An input that was not declared, or not at this level, fails the page and gives
/// NULL with *count 0.
LOAM_API const loam_page *loam_slice_pages(loam_slice *slice, int32_t input, int32_t *count);

/// The page of input number `input` at a page coordinate of that input. A page that was not declared
/// or lies beyond the reach fails the page that is being made, and gives NULL.
LOAM_API const loam_page *loam_slice_page(loam_slice *slice, int32_t input, int64_t page_x,
                                          int64_t page_y, int64_t page_z);

// ---- the pipeline -------------------------------------------------------------------------------

/// Names one page. stage is an index, see loam_pipeline_stage_index.
typedef struct loam_page_id
{
    int32_t stage;
    int32_t level;
    int64_t x, y, z;
} loam_page_id;

/// Somewhere to keep pages between runs. identity is a hash of everything the page's bytes depend on,
/// so a page that was stored under other parameters or another seed is never found. Called from any
/// thread, also at the same time for different pages.
typedef struct loam_back_store
{
    /// Fills data with at most capacity bytes: LOAM_OK and *size, or LOAM_NOT_FOUND. Any other
    /// result, or a size above capacity, is logged, and the page is computed.
    loam_result (*load)(void *user, uint64_t identity, const loam_page_id *id, void *data,
                        size_t capacity, size_t *size);
    /// A failure is logged and counted; the page stays usable.
    loam_result (*save)(void *user, uint64_t identity, const loam_page_id *id, const void *data,
                        size_t size);
    void *user;
} loam_back_store;

/// One piece of work, for a trace.
typedef struct loam_trace_event
{
    const char *stage;
    loam_page_id id;
    int32_t slice;     // -1: the back store was asked for the page
    int32_t thread;    // small numbers, 0 is the first thread seen
    uint64_t begin_ns; // loam_clock_ns
    uint64_t end_ns;
} loam_trace_event;

/// Settings of a pipeline. Start from loam_default_pipeline_def().
typedef struct loam_pipeline_def
{
    loam_env env;       // the job pool, if there is one, must outlive the pipeline
    uint64_t seed;      // the world seed
    size_t cache_bytes; // budget for finished pages that are not pinned; each counts its payload
                        // and about 200 bytes of bookkeeping
    loam_back_store store;
    void (*trace)(void *user, const loam_trace_event *event); // may be NULL; from any thread
    void *trace_user;
} loam_pipeline_def;

LOAM_API loam_pipeline_def loam_default_pipeline_def(void);
LOAM_API loam_result loam_pipeline_create(const loam_pipeline_def *def, loam_pipeline **out);

/// Cancels what is under way and frees everything. Pages must have been released and regions
/// destroyed before. NULL is allowed.
LOAM_API void loam_pipeline_destroy(loam_pipeline *pipeline);

/// Adds a stage behind those that are there. Its inputs must be there already, so a cycle cannot be
/// written. Stages are added before the first request.
LOAM_API loam_result loam_pipeline_add(loam_pipeline *pipeline, const loam_stage_def *def);

/// Puts another stage in the place of the one with the same name. Its inputs must come before that
/// place; axes, page size and levels must be as they were. Pages that depend on it are dropped from
/// the cache. Not while anything is under way, or a page that depends on it is pinned. Whether it is
/// enabled and its delay stay as they were.
LOAM_API loam_result loam_pipeline_replace(loam_pipeline *pipeline, const loam_stage_def *def);

/// Gives a stage other parameters (same size). Pages that depend on it get another identity, and
/// are dropped from the cache. As with replace, nothing may be under way, and no page
/// that depends on the stage may be pinned.
LOAM_API loam_result loam_pipeline_set_parameters(loam_pipeline *pipeline, const char *stage,
                                                  const void *parameters, size_t size);

/// Switches a stage off or on. Off, its pages are empty, and its inputs are not computed. When
/// this is possible: as for set_parameters.
LOAM_API loam_result loam_pipeline_set_enabled(loam_pipeline *pipeline, const char *stage,
                                               bool enabled);

/// Delays each page of a stage until so many microseconds after its work began, so that people can
/// watch (Karavasilev 2021, 6.3). No thread is blocked meanwhile. It changes when pages appear, never
/// what is in them. Allowed at any time.
LOAM_API loam_result loam_pipeline_set_delay(loam_pipeline *pipeline, const char *stage,
                                             uint64_t microseconds);

/// Another trace than the def's, for pipelines made by others; NULL for none. Before the first request.
LOAM_API void loam_pipeline_set_trace(loam_pipeline *pipeline,
                                      void (*trace)(void *user, const loam_trace_event *event),
                                      void *user);

LOAM_API int32_t loam_pipeline_stage_count(const loam_pipeline *pipeline);

/// NULL if there is no such stage. Valid as long as the pipeline.
LOAM_API const char *loam_pipeline_stage_name(const loam_pipeline *pipeline, int32_t stage);

/// The index of a stage, -1 if there is none of that name.
LOAM_API int32_t loam_pipeline_stage_index(const loam_pipeline *pipeline, const char *name);

/// What others may know of a stage: for programs that read the pages of stages which are not their own.
typedef struct loam_stage_info
{
    const char *name; // valid as long as the pipeline
    loam_axes axes;
    int64_t page_size; // as in its def, like all but the last
    int32_t levels;
    uint32_t version;
    size_t payload_size;
    int32_t input_count;
    bool keep;
    bool enabled; // see loam_pipeline_set_enabled
} loam_stage_info;

/// LOAM_BAD_ARGUMENT if there is no such stage; *out is then as it was.
LOAM_API loam_result loam_pipeline_stage_info(const loam_pipeline *pipeline, int32_t stage,
                                              loam_stage_info *out);

/// A hash of everything that the pages of a stage depend on at a level, but for their place: parameters for a stage
/// of another pipeline that reads this one. 0 if there is no such stage or level.
LOAM_API uint64_t loam_pipeline_stage_identity(const loam_pipeline *pipeline, int32_t stage,
                                               int32_t level);

/// Whether the pages of a stage depend on those of another, through whatever stages are between; a stage
/// depends on itself. False if there is no such stage.
LOAM_API bool loam_pipeline_stage_depends(const loam_pipeline *pipeline, int32_t stage, int32_t on);

// ---- requests -----------------------------------------------------------------------------------

/// One page now. The calling thread works along with the others until the page is there. The page stays
/// pinned until loam_pipeline_release. From any thread, but not from within a stage. A page that fails
/// leaves "stage NAME, page (x, y, z) level n: ..." of the page where it went wrong; asking again
/// tries again.
LOAM_API loam_result loam_pipeline_get(loam_pipeline *pipeline, loam_page_id id,
                                       const loam_page **out);

/// As get, but only if the page is in the cache already: LOAM_NOT_FOUND otherwise.
LOAM_API loam_result loam_pipeline_peek(loam_pipeline *pipeline, loam_page_id id,
                                        const loam_page **out);

/// NULL is allowed.
LOAM_API void loam_pipeline_release(loam_pipeline *pipeline, const loam_page *page);

/// Works for programs without threads, and calls the callbacks of regions for all. Runs slices on
/// the calling thread until nothing is left or budget_us microseconds have passed, not counting the
/// time that callbacks take. After the first, a slice that would take longer than what is left, as
/// those of its stage did of late, is left to the next call. What is not a slice (finding inputs,
/// showing pages that were delayed) is done in small pieces. If env.jobs has threads they do the
/// work, and pump only calls callbacks. *idle, if not NULL, is set to whether nothing is under way
/// and no callback waits. From one thread at a time.
LOAM_API loam_result loam_pipeline_pump(loam_pipeline *pipeline, uint64_t budget_us, bool *idle);

// ---- regions ------------------------------------------------------------------------------------

typedef struct loam_region loam_region;

/// The pages of one stage and level around a moving point. Pages nearer than load are asked for,
/// nearest first; pages further than keep leave. The distance between the two is the hysteresis:
/// walking back and forth less than that computes nothing twice. Callbacks come from within
/// loam_pipeline_pump, on its thread, and from loam_region_destroy; they must not call pump. Move
/// and destroy a region on the thread that pumps.
typedef struct loam_region_def
{
    int32_t stage;
    int32_t level;
    int64_t load; // world units from the point to the nearest point of the page, >= 0
    int64_t keep; // load..LOAM_MAX_EXTENT, and at most LOAM_MAX_REGION_PAGES within it
    void (*ready)(void *user, const loam_page *page); // page stays valid until it leaves
    void (*leave)(void *user, const loam_page *page);
    void (*failed)(void *user, loam_page_id id, loam_result result, const char *message);
    void *user; // the callbacks may be NULL
} loam_region_def;

LOAM_API loam_result loam_region_create(loam_pipeline *pipeline, const loam_region_def *def,
                                        int64_t x, int64_t y, int64_t z, loam_region **out);

/// Moves the point. Pages that come within load are asked for, those beyond keep leave (and are
/// cancelled if under way), priorities follow. Pages that failed are tried again once the point has
/// moved into another page (of the region's stage and level) or a stage has changed since they did. If
/// memory runs out, the point has moved and the pages that are missing come with the next move. A
/// region that is being destroyed cannot be moved: LOAM_BAD_ARGUMENT.
LOAM_API loam_result loam_region_move(loam_region *region, int64_t x, int64_t y, int64_t z);

/// All its pages leave (with callbacks, at once), what is under way for it is cancelled. Its callbacks
/// must not destroy it again meanwhile. NULL is allowed.
LOAM_API void loam_region_destroy(loam_region *region);

// ---- watching -----------------------------------------------------------------------------------

typedef struct loam_stage_counters
{
    uint64_t computed;
    uint64_t hits;   // requests, of people and of later stages, answered from the cache
    uint64_t loaded; // from the back store
    uint64_t saved;
    uint64_t save_failures;
    uint64_t evicted;
    uint64_t cancelled;
    uint64_t failed;    // also those that failed because of an input
    uint64_t time_ns;   // spent in its slices
    uint64_t under_way; // pages wanted and not there yet
    float progress;     // slices done of those wanted since nothing was under way, 0..1; 1 when
                        // nothing is
} loam_stage_counters;

LOAM_API loam_result loam_pipeline_counters(loam_pipeline *pipeline, int32_t stage,
                                            loam_stage_counters *out);

/// What the pages of a pipeline take: payloads and scratch memory are never more than the budget,
/// pinned_bytes and working_bytes together. Besides, each page under way takes some 200 bytes, and
/// some 100 for each page that it reads. No page begins while 2 have begun (without threads) or as
/// many as env.jobs runs at once and 2 more, so working_bytes is at most that number times the largest
/// payload_size + scratch_size + 2 KiB; of scratch memory of 4 MiB or more up to 8 are kept for later pages. Only pages that loam_pipeline_get waits for may begin beyond
/// that, one for each thread that works on them.
typedef struct loam_pipeline_usage
{
    size_t cached_bytes; // finished pages that are not pinned, at most the budget
    size_t
        pinned_bytes; // finished pages that were not released yet or that a page under way reads,
                      // and those that are delayed
    size_t working_bytes; // payloads and scratch memory of pages that have begun and are not done
    uint64_t pages;       // finished pages in memory
    uint64_t under_way;
} loam_pipeline_usage;

LOAM_API loam_pipeline_usage loam_pipeline_usage_now(loam_pipeline *pipeline);

/// Drops every page that is not pinned, and memory kept for reuse.
LOAM_API void loam_pipeline_trim(loam_pipeline *pipeline);

/// One trace event as a line of the Chrome trace format, without the comma. A file is "[", the lines
/// joined by commas, "]"; Perfetto and chrome://tracing open it. Returns the length that snprintf
/// would.
LOAM_API int loam_trace_format(const loam_trace_event *event, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
