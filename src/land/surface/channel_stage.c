// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "land/surface/channels.h"
#include "land/surface/ramps.h"
#include "land/surface/streams.h"
#include "land/surface/waters.h"
#include "land/water/climate.h"

#include <string.h>

// A page is made in parts, each a block of the surface: first its own samples with one more on every side, then
// those of the next coarser level. What needs neighbours comes last, when all samples are known.

enum
{
    FINEST_MIDDLE = 6, // the finest level of pages that each coarser graph serves
    FINEST_COARSE = 10,
    INPUTS = 5,
    PART_SIDE =
        LAND_COARSE_SIDE, // the most samples along a part: one of the coarser level may be all of it
    PART_SAMPLES = PART_SIDE * PART_SIDE,
    SLOW = 4, // samples from one that changes slowly to the next
};

_Static_assert(PART_SIDE >= (LAND_APRON_SIDE + 1) / 2, "a side has two parts or more");

// ---- inputs -------------------------------------------------------------------------------------

// A page reads the graph of its own step and that of twice the step, with all rivers that matter to it, and of
// the coarser graphs the lakes.

static int32_t input_of(int32_t graph, int32_t level)
{
    return graph == 2   ? 0
           : graph == 1 ? (level < FINEST_MIDDLE - 1 ? 3 : 1)
                        : (level < FINEST_COARSE - 1 ? 4 : 2);
}

static void set_inputs(loam_stage_input inputs[INPUTS])
{
    static const struct
    {
        const char *stage;
        int32_t graph, first, last;
        bool rivers;
    } all[INPUTS] = {
        {"land2.cells", 2, 0, FINEST_MIDDLE - 1, true},
        {"land1.cells", 1, FINEST_MIDDLE - 1, FINEST_COARSE - 1, true},
        {"land0.cells", 0, FINEST_COARSE - 1, LOAM_SURFACE_LEVELS - 1, true},
        {"land1.cells", 1, 0, FINEST_MIDDLE - 2, false},
        {"land0.cells", 0, 0, FINEST_COARSE - 2, false},
    };
    for (int32_t i = 0; i < INPUTS; i++)
    {
        const int32_t margin = loam_land_river_margin(all[i].graph, LAND_RIVER_FAR) + 4;
        const int32_t cells = all[i].rivers ? margin : 5;
        inputs[i] = (loam_stage_input){.stage = all[i].stage,
                                       .reach = cells * loam_land_cell_size(all[i].graph),
                                       .first_level = all[i].first,
                                       .last_level = all[i].last};
    }
}

// ---- parts --------------------------------------------------------------------------------------

/// The stage's parameters: a pointer to what outlives the pipeline's use of it, as for "land.surface".
typedef struct stage_parameters
{
    const land_surface *surface;
} stage_parameters;

static const land_surface *surface_of(const void *parameters)
{
    stage_parameters own;
    memcpy(&own, parameters, sizeof own);
    return own.surface;
}

/// Into how many parts a side is cut: coarse pages have many cells and rivers on them.
static int32_t parts_of(int32_t level)
{
    static const int32_t parts[LOAM_SURFACE_LEVELS] = {2, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4, 4};
    return parts[level];
}

/// Those of the coarser samples, which are half as many along a side.
static int32_t coarse_parts_of(uint32_t channels, int32_t level)
{
    const bool wanted = (channels & LOAM_PAGE_COARSER) != 0 && level + 1 < LOAM_SURFACE_LEVELS;
    return wanted ? (parts_of(level + 1) + 1) / 2 : 0;
}

static int32_t count_slices(const void *parameters, int32_t level)
{
    const int32_t parts = parts_of(level);
    const int32_t coarse = coarse_parts_of(surface_of(parameters)->channels, level);
    return (parts * parts + coarse * coarse) * LAND_BLOCK_STEPS + 1;
}

/// Which part a slice works on, and which step of it. None: the last slice.
typedef struct page_part
{
    bool none, coarse;
    int32_t step;
    int32_t column, row, w, h; // samples, of the apron or of the coarser level
} page_part;

static page_part part_of(const loam_slice *slice, uint32_t channels)
{
    const int32_t own = parts_of(slice->level), coarse = coarse_parts_of(channels, slice->level);
    const int32_t number = slice->index / LAND_BLOCK_STEPS;
    page_part part = {.step = slice->index % LAND_BLOCK_STEPS, .coarse = number >= own * own};
    const int32_t parts = part.coarse ? coarse : own;
    const int32_t side = part.coarse ? LAND_COARSE_SIDE : LAND_APRON_SIDE;
    const int32_t within = part.coarse ? number - own * own : number;
    part.none = within >= parts * parts;
    if (!part.none)
    {
        const int32_t i = within % parts, j = within / parts;
        part.column = i * side / parts;
        part.row = j * side / parts;
        part.w = (i + 1) * side / parts - part.column;
        part.h = (j + 1) * side / parts - part.row;
    }
    return part;
}

// ---- memory -------------------------------------------------------------------------------------

/// What is kept from slice to slice.
typedef struct page_work
{
    uint32_t channels;
    int32_t biome_count;
    land_channel_planes planes;
    land_channel_page page;
    land_block_samples samples; // of a part
    land_block_samples wanted;  // those that its block is asked for
    land_block block;
    block_work *filling;
    loam_arena rest;  // all of it for each part
    loam_arena arena; // of the part
} page_work;

static size_t own_scratch(const land_surface *surface)
{
    const size_t biomes = (size_t)(LOAM_BIOME_COUNT + surface->kit.biomes.own_count);
    return LOAM_ARENA_SIZE(sizeof(page_work)) +
           3 * LOAM_ARENA_SIZE(LAND_APRON_SAMPLES * sizeof(float)) +
           LOAM_ARENA_SIZE(LAND_APRON_SAMPLES) + 8 * LOAM_ARENA_SIZE(PART_SAMPLES * sizeof(float)) +
           2 * LOAM_ARENA_SIZE(PART_SAMPLES) +
           LOAM_ARENA_SIZE(biomes * PART_SAMPLES * sizeof(float));
}

static float *take_part(loam_arena *arena, bool wanted)
{
    return wanted ? loam_arena_take(arena, PART_SAMPLES * sizeof(float)) : NULL;
}

static void set_samples(page_work *work, loam_arena *arena)
{
    const bool ground = (work->channels & LOAM_PAGE_GROUND) != 0;
    const bool ranges = (work->channels & LOAM_PAGE_RANGES) != 0;
    const bool biomes = (work->channels & LOAM_PAGE_BIOMES) != 0;
    work->samples = (land_block_samples){
        .height = take_part(arena, true),
        .water = take_part(arena, true),
        .base = take_part(arena, ground),
        .temperature = take_part(arena, ground),
        .humidity = take_part(arena, ground),
        .soil = take_part(arena, ground),
        .coast = take_part(arena, ranges),
        .river = take_part(arena, ground || ranges),
        .kind = loam_arena_take(arena, PART_SAMPLES),
        .biome = loam_arena_take(arena, PART_SAMPLES),
        .weights = biomes ? loam_arena_take(arena, (size_t)work->biome_count * PART_SAMPLES *
                                                       sizeof(float))
                          : NULL,
    };
}

static page_work *begin_page(loam_slice *slice, const land_surface *surface)
{
    loam_arena *const arena = &slice->scratch;
    page_work *const work = loam_arena_take(arena, sizeof *work);
    *work = (page_work){.channels = surface->channels,
                        .biome_count = LOAM_BIOME_COUNT + surface->kit.biomes.own_count};
    work->planes.step = (int64_t)1 << slice->level;
    work->planes.height = loam_arena_take(arena, LAND_APRON_SAMPLES * sizeof(float));
    work->planes.water = loam_arena_take(arena, LAND_APRON_SAMPLES * sizeof(float));
    work->planes.warmth = loam_arena_take(arena, LAND_APRON_SAMPLES * sizeof(float));
    work->planes.kind = loam_arena_take(arena, LAND_APRON_SAMPLES);
    work->page = loam_land_channels_in(slice->out, surface->channels);
    set_samples(work, arena);
    work->rest = *arena;
    return work;
}

// ---- from parts to the page ---------------------------------------------------------------------

static void begin_part(const loam_slice *slice, const land_surface *surface, const page_part *part,
                       page_work *work)
{
    const int64_t own = (int64_t)1 << slice->level, step = part->coarse ? 2 * own : own;
    const uint32_t ranged = LOAM_PAGE_GROUND | LOAM_PAGE_RANGES | LOAM_PAGE_FLOW;
    work->arena = work->rest;
    work->block = (land_block){
        .x = slice->x - step + part->column * step,
        .z = slice->z - step + part->row * step,
        .step = step,
        .w = part->w,
        .h = part->h,
        .level = loam_land_level_of(step),
        .water_range_m = !part->coarse && (work->channels & ranged) != 0 ? LAND_RIVER_FAR : 0};
    const land_block_samples heights = {.height = work->samples.height,
                                        .water = work->samples.water};
    work->wanted = part->coarse ? heights : work->samples;
    work->filling = loam_land_block_begin(&surface->kit, &work->block, &work->arena, &work->wanted);
}

static uint8_t in_bytes(float share)
{
    return (uint8_t)(loam_clamp01(share) * 255.0f + 0.5f);
}

static int16_t in_units(float metres, float unit)
{
    const float units = loam_clamp(metres * unit, -32767, 32767);
    return (int16_t)(units + (units < 0 ? -0.5f : 0.5f));
}

/// What changes slowly, at place `at` of the page from sample p of a part.
static void put_slow(const page_work *work, size_t p, int32_t at)
{
    const land_channel_page *const page = &work->page;
    const land_block_samples *const from = &work->samples;
    if (page->soil != NULL)
    {
        // Banks are wet whatever the climate is.
        const float bank = 1.0f - land_ramp(from->river[p], 0, 24);
        const float humid = 0.75f * from->humidity[p];
        page->soil[at] = in_bytes(from->soil[p]);
        page->wetness[at] = in_bytes(from->kind[p] != LOAM_WATER_NONE ? 1
                                     : bank > humid                   ? bank
                                                                      : humid);
    }
    if (page->river != NULL)
    {
        page->river[at] = in_units(from->river[p], 16);
        page->coast[at] = in_units(from->coast[p], 4);
    }
}

/// Sample p of a part, which is (i, j) of the page.
static void put_sample(const page_work *work, size_t p, size_t count, int32_t i, int32_t j)
{
    const int32_t at = j * LAND_PATCH_SIDE + i;
    const uint8_t strongest = work->samples.biome[p];
    if (work->page.weights == NULL)
    {
        work->page.biome[at] = strongest;
    }
    else
    {
        loam_land_pick_biomes(work->samples.weights + p, count, work->biome_count, strongest,
                              work->page.biome + 4 * at, work->page.weights + 4 * at);
    }
    if (i % SLOW == 0 && j % SLOW == 0)
    {
        put_slow(work, p, j / SLOW * LOAM_SURFACE_SLOW + i / SLOW);
    }
}

static void put_part(const page_work *work, const page_part *part)
{
    const land_block_samples *const from = &work->samples;
    const size_t count = (size_t)part->w * (size_t)part->h;
    for (size_t p = 0; p < count; p++)
    {
        const int32_t column = part->column + (int32_t)(p % (size_t)part->w);
        const int32_t row = part->row + (int32_t)(p / (size_t)part->w);
        const int32_t at = row * LAND_APRON_SIDE + column;
        work->planes.height[at] = from->height[p];
        work->planes.water[at] = from->water[p];
        work->planes.kind[at] = from->kind[p];
        if (from->temperature != NULL)
        {
            // The climate is that of the base; what stands out of it is colder.
            const float rise = from->height[p] - from->base[p];
            work->planes.warmth[at] = from->temperature[p] - (rise > 0 ? rise * LAND_LAPSE : 0);
        }
        if (column > 0 && row > 0 && column <= LAND_PATCH_SIDE && row <= LAND_PATCH_SIDE)
        {
            put_sample(work, p, count, column - 1, row - 1);
        }
    }
}

static void put_coarse_part(const page_work *work, const page_part *part)
{
    for (int32_t r = 0; r < part->h; r++)
    {
        memcpy(work->page.coarser + (part->row + r) * LAND_COARSE_SIDE + part->column,
               work->samples.height + r * part->w, (size_t)part->w * sizeof(float));
    }
}

/// The last level has no coarser one.
static void repeat_heights(const page_work *work)
{
    for (int32_t p = 0; p < LAND_COARSE_SAMPLES; p++)
    {
        // The outermost are as far away as the samples of the page go.
        const int32_t last = LAND_APRON_SIDE - 1;
        const int32_t i = 2 * (p % LAND_COARSE_SIDE) - 1, j = 2 * (p / LAND_COARSE_SIDE) - 1;
        const int32_t column = i < 0      ? 0
                               : i > last ? last
                                          : i,
                      row = j < 0      ? 0
                            : j > last ? last
                                       : j;
        work->page.coarser[p] = work->planes.height[row * LAND_APRON_SIDE + column];
    }
}

// ---- flow ---------------------------------------------------------------------------------------

typedef struct flow_target
{
    const page_work *work;
    const page_part *part;
} flow_target;

static int8_t in_sixteenths(float speed)
{
    return (int8_t)(speed * 16.0f + (speed < 0 ? -0.5f : 0.5f));
}

static void put_flow(void *user, int32_t i, int32_t j, float east, float north)
{
    const flow_target *const to = user;
    const int32_t column = (to->part->column + i - 1) / SLOW, row = (to->part->row + j - 1) / SLOW;
    int8_t *const flow = to->work->page.flow + 2 * (row * LOAM_SURFACE_SLOW + column);
    flow[0] = in_sixteenths(east);
    flow[1] = in_sixteenths(north);
}

/// From sample `from` of the apron, the first that changes slowly.
static int32_t first_slow(int32_t from)
{
    return from == 0 ? 1 : (SLOW - (from - 1) % SLOW) % SLOW;
}

static loam_result put_flows(const page_work *work, const page_part *part, loam_arena arena)
{
    const float reach = (float)(SLOW * work->block.step);
    const flow_target to = {.work = work, .part = part};
    land_stream_places places = {.first_i = first_slow(part->column),
                                 .first_j = first_slow(part->row),
                                 .every = SLOW,
                                 .reach = reach < LAND_RIVER_FAR ? reach : LAND_RIVER_FAR,
                                 .put = put_flow,
                                 .user = (void *)(uintptr_t)&to};
    return loam_land_streams_find(work->filling, &places, arena);
}

// ---- the stage ----------------------------------------------------------------------------------

static loam_result step_part(loam_slice *slice, page_work *work, const page_part *part)
{
    land_page_source sources[LOAM_LAND_LEVELS] = {0};
    land_slice_source inputs[LOAM_LAND_LEVELS];
    for (int32_t graph = 0; graph <= work->block.level; graph++)
    {
        inputs[graph] = (land_slice_source){slice, input_of(graph, slice->level)};
        sources[graph] = loam_land_source_of_slice(&inputs[graph]);
    }
    // What the last step takes is free when it is done.
    const loam_arena before = work->arena;
    loam_result result = loam_land_block_step(work->filling, part->step, sources);
    if (result != LOAM_OK || part->step < LAND_BLOCK_STEPS - 1)
    {
        return result;
    }
    if (part->coarse)
    {
        put_coarse_part(work, part);
        return LOAM_OK;
    }
    put_part(work, part);
    return work->page.flow != NULL ? put_flows(work, part, before) : LOAM_OK;
}

static loam_result run(loam_slice *slice)
{
    const land_surface *const surface = surface_of(slice->parameters);
    const page_part part = part_of(slice, surface->channels);
    page_work *const work = slice->index == 0 ? begin_page(slice, surface)
                                              : (void *)slice->scratch.base;
    if (part.none)
    {
        loam_land_channels_finish(&work->planes, work->channels, &work->page);
        if (work->page.coarser != NULL && slice->level + 1 == LOAM_SURFACE_LEVELS)
        {
            repeat_heights(work);
        }
        return LOAM_OK;
    }
    if (part.step == 0)
    {
        begin_part(slice, surface, &part, work);
    }
    return step_part(slice, work, &part);
}

loam_result loam_land_channels_add_stage(land_surface *surface, uint32_t channels)
{
    if ((channels & ~(uint32_t)LOAM_PAGE_ALL) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "page_channels is 0x%x; must be bits of 0x%x",
                         (unsigned)channels, (unsigned)LOAM_PAGE_ALL);
    }
    surface->channels = channels;
    if (channels == 0)
    {
        return LOAM_OK;
    }
    loam_stage_input inputs[INPUTS];
    set_inputs(inputs);
    const stage_parameters parameters = {.surface = surface};
    loam_stage_def def = loam_default_stage_def();
    def.name = "land.page";
    def.axes = LOAM_AXES_XZ;
    def.page_size = LOAM_SURFACE_SIDE;
    def.levels = LOAM_SURFACE_LEVELS;
    def.payload_size = loam_land_channels_size(channels);
    def.scratch_size = surface->scratch + own_scratch(surface);
    def.slice_count = count_slices;
    def.inputs = inputs;
    def.input_count = INPUTS;
    def.parameters = &parameters;
    def.parameters_size = sizeof parameters;
    def.run = run;
    const loam_result result = loam_pipeline_add(surface->pipeline, &def);
    surface->page_stage = loam_pipeline_stage_index(surface->pipeline, def.name);
    return result;
}
