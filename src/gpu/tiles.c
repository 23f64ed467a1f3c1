// SPDX-License-Identifier: MIT
#include "gpu/tiles.h"

#include "gpu/noise.h"

#include "tiles/grow/area.h"
#include "tiles/grow/ground_rules.h"
#include "tiles/grow/pools.h"
#include "tiles/grow/source.h"

#include "gpu/tile_job.h"

#include "loam/maths.h"

#include <string.h>

// Tiles grow in parts. The processor finds what holds for a column, a row, a stratum or a brick of pools, which is
// where anything is divided or drawn; the device does what is done for each tile: noises, ground, automata, variants.

_Static_assert(TILE_BIOMES == LOAM_BIOMES && TILE_MATERIALS == LOAM_MAX_MATERIALS,
               "kernels have room for all");
_Static_assert(TILE_ROWS >= TILE_PART_H + 2 * (LOAM_MAX_CONSOLIDATION + 2), "and for all rows");
_Static_assert(sizeof(tile_column) == 15 * 4 && sizeof(tile_stratum) == 3 * 4 &&
                   sizeof(cave_rules) == 8 * 4,
               "C and GLSL have members at the same places");

static const uint32_t ground_code[] =
#include "embedded/tile_ground.comp.inc"
    ;
static const uint32_t bits_code[] =
#include "embedded/tile_bits.comp.inc"
    ;
static const uint32_t variants_code[] =
#include "embedded/tile_variants.comp.inc"
    ;

/// A rectangle that is grown at once.
typedef struct tile_part
{
    loam_tile_area tiles;
    tile_window window; // of the ground
    int32_t rows;       // of it that are not sky
    int64_t first_stratum;
    int32_t strata;
    brick_area bricks;
} tile_part;

/// What loam_gpu_tiles_fill works with.
typedef struct tile_work
{
    loam_gpu *gpu;
    const loam_tile_source *source;
    int32_t pad, margin;
    gpu_kernel *noises[TILE_NOISES];
    gpu_kernel *ground, *pack, *step, *inner, *variants;
    tile_column *columns; // of the parts that are above each other
    tile_brick *bricks;
    int32_t bricks_room;
} tile_work;

static const loam_noise *noise_of(const loam_tile_source *source, int32_t number)
{
    const ground_noises *const ground = &source->ground;
    const loam_noise *const noises[TILE_NOISES] = {
        [FIELD_DITHER] = &ground->dither,
        [FIELD_WANDER] = &ground->wander,
        [FIELD_FOLD] = &ground->fold,
        [FIELD_MIX] = &ground->mix,
        [FIELD_THIN] = &ground->thin,
        [FIELD_WIDE] = &ground->wide,
        [FIELD_ORE] = &ground->ore,
        [FIELD_ZONE] = &ground->zone,
        [GROUND_FIELDS + FIELD_BLOCK] = &source->variants.block,
        [GROUND_FIELDS + FIELD_WALL] = &source->variants.wall,
    };
    return noises[number];
}

// ---- parts ----------------------------------------------------------------------------------------

static int32_t window_w(const tile_work *work, loam_tile_area tiles)
{
    return tiles.w + 2 * work->pad;
}

/// Rows below where there is nothing but air.
static int32_t count_rows(const tile_work *work, const tile_window *window)
{
    int32_t highest = -TILE_HEIGHT_END;
    for (int32_t i = 0; i < window->w; i++)
    {
        const int32_t top = loam_column_top(&work->columns[work->margin + i]);
        highest = top > highest ? top : highest;
    }
    const int64_t sky = loam_ground_sky(highest);
    return window->y >= sky              ? 0
           : sky - window->y < window->h ? (int32_t)(sky - window->y)
                                         : window->h;
}

/// Strata from the lowest bent row to the highest one; noises are within -1..1.
static void find_strata(const tile_work *work, tile_part *part)
{
    const int64_t bend = (int64_t)work->source->recipe.ground.layer_wander + 1;
    int32_t low = work->columns[work->margin].tilt, high = low;
    for (int32_t i = 0; i < part->window.w; i++)
    {
        const int32_t tilt = work->columns[work->margin + i].tilt;
        low = tilt < low ? tilt : low;
        high = tilt > high ? tilt : high;
    }
    const int64_t top = part->window.y + part->window.h + high + bend;
    part->first_stratum = loam_floor_div(part->window.y + low - bend, STRATUM_SIDE);
    part->strata = (int32_t)(loam_floor_div(top, STRATUM_SIDE) - part->first_stratum) + 1;
    LOAM_ASSERT(&work->gpu->env, part->strata <= TILE_STRATA);
}

/// All bricks that a tile can be bent into.
static void find_bricks(const tile_work *work, tile_part *part)
{
    const loam_tile_ground *const ground = &work->source->recipe.ground;
    const tile_window *const window = &part->window;
    const int64_t width = (int64_t)ground->pool_width, height = (int64_t)ground->pool_height;
    const int64_t bend_x = (int64_t)BEND_X + 1, bend_y = (int64_t)BEND_Y + 1;
    const int64_t left = loam_floor_div(window->x - bend_x - width / 2, width);
    const int64_t right = loam_floor_div(window->x + window->w + bend_x, width);
    const int64_t low = loam_floor_div(window->y - bend_y, height);
    const int64_t high = loam_floor_div(window->y + window->h + bend_y, height);
    part->bricks = (brick_area){left, low, (int32_t)(right - left) + 1, (int32_t)(high - low) + 1};
}

static tile_part plan_part(const tile_work *work, loam_tile_area tiles)
{
    const int32_t pad = work->pad;
    tile_part part = {
        .tiles = tiles,
        .window = {tiles.x - pad, tiles.y - pad, 1, window_w(work, tiles), tiles.h + 2 * pad}};
    part.rows = count_rows(work, &part.window);
    find_strata(work, &part);
    find_bricks(work, &part);
    return part;
}

// ---- parameters of kernels ------------------------------------------------------------------------

static void describe_ground(const loam_tile_ground *from, struct gpu_tile_ground *to)
{
    *to = (struct gpu_tile_ground){
        .border_wander = from->border_wander,
        .border_dither = from->border_dither,
        .strip_width = from->strip_width,
        .deep_line = from->deep_line,
        .layer_wander = from->layer_wander,
        .pebble_share = from->pebble_share,
        .strip = from->strip,
        .rock = from->rock,
        .old_rock = from->old_rock,
        .deep_rock = from->deep_rock,
        .deep_stratum = from->deep_stratum,
        .pebbles = from->pebbles,
        .water = from->water,
        .ice = from->ice,
    };
    for (int32_t i = 0; i < ORES; i++)
    {
        to->ores[i] = from->ores[i];
        to->ore_tops[i] = from->ore_tops[i];
        to->ore_shares[i] = from->ore_shares[i];
    }
}

static void describe_recipe(const tile_recipe *recipe, struct gpu_tile_job *job)
{
    job->grass = LOAM_GRASS;
    job->sand = LOAM_SAND;
    job->earth = LOAM_SOIL;
    job->least_ore = loam_ground_least_ore(&recipe->ground);
    job->caves = loam_cave_rules(&recipe->ground);
    describe_ground(&recipe->ground, &job->ground);
    for (int32_t i = 0; i < TILE_BIOMES; i++)
    {
        const loam_tile_biome *const biome = &recipe->biomes[i];
        job->biomes[i] = (struct gpu_tile_biome){biome->surface, biome->soil, biome->rock,
                                                 biome->cover};
    }
    for (int32_t i = 0; i < TILE_MATERIALS; i++)
    {
        job->properties[i] = recipe->properties[i];
        job->inner[i] = recipe->inner[i];
        job->outer[i] = recipe->outer[i];
    }
}

static void describe_rows(const tile_work *work, const tile_part *part, struct gpu_tile_job *job)
{
    const loam_tile_ground *const ground = &work->source->recipe.ground;
    const uint64_t seed = loam_strata_seed(work->source->ground.seed);
    for (int32_t i = 0; i < part->rows; i++)
    {
        const int32_t y = loam_clamped_height(part->window.y + i);
        job->rows_of[i] = (struct gpu_tile_row){y, loam_cave_threshold(ground, y)};
    }
    for (int32_t i = 0; i < part->strata; i++)
    {
        job->strata[i] = loam_stratum_make(ground, seed, part->first_stratum + i);
    }
}

static void describe_part(const tile_work *work, const tile_part *part, struct gpu_tile_job *job)
{
    const loam_tile_ground *const ground = &work->source->recipe.ground;
    const tile_window *const window = &part->window;
    const int64_t width = (int64_t)ground->pool_width, height = (int64_t)ground->pool_height;
    *job = (struct gpu_tile_job){
        .w = window->w,
        .h = window->h,
        .rows = part->rows,
        .pad = work->pad,
        .tiles_w = part->tiles.w,
        .tiles_h = part->tiles.h,
        .stride = (window->w + 31) / 32,
        .margin = work->margin,
        .strata_from = (int32_t)(window->y - part->first_stratum * STRATUM_SIDE),
        .bricks_x = (int32_t)(window->x - part->bricks.column * width),
        .bricks_y = (int32_t)(window->y - part->bricks.row * height),
        .bricks_w = part->bricks.w,
        .brick_w = (int32_t)width,
        .brick_h = (int32_t)height,
        .bricks_shifted = (int32_t)(part->bricks.row & 1),
    };
    describe_recipe(&work->source->recipe, job);
    describe_rows(work, part, job);
}

static void describe_noises(const tile_work *work, const tile_part *part,
                            struct gpu_noise_job *jobs)
{
    const tile_window *const window = &part->window;
    const loam_noise_area ground = {
        .x = window->x, .y = window->y, .step = 1, .w = window->w, .h = part->rows, .d = 1};
    const loam_noise_area tiles = {.x = part->tiles.x,
                                   .y = part->tiles.y,
                                   .step = 1,
                                   .w = part->tiles.w,
                                   .h = part->tiles.h,
                                   .d = 1};
    for (int32_t i = 0; i < TILE_NOISES; i++)
    {
        jobs[i] = loam_gpu_noise_job(noise_of(work->source, i),
                                     i < GROUND_FIELDS ? &ground : &tiles, 2);
    }
}

static size_t brick_count(const tile_part *part)
{
    return (size_t)part->bricks.w * (size_t)part->bricks.h;
}

static loam_result need_bricks(tile_work *work, int32_t count)
{
    const loam_env *const env = &work->gpu->env;
    if (work->bricks_room >= count)
    {
        return LOAM_OK;
    }
    loam_free(env, work->bricks, (size_t)work->bricks_room * sizeof *work->bricks);
    work->bricks = loam_alloc(env, (size_t)count * sizeof *work->bricks);
    work->bricks_room = work->bricks == NULL ? 0 : count;
    return work->bricks == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
}

static loam_result describe_bricks(tile_work *work, const tile_part *part, struct gpu_brick *bricks)
{
    const loam_tile_source *const source = work->source;
    const size_t count = brick_count(part);
    loam_result result = need_bricks(work, (int32_t)count);
    result = result == LOAM_OK
                 ? loam_pool_bricks(&source->recipe, &source->ground, part->bricks, work->bricks)
                 : result;
    for (size_t i = 0; i < count && result == LOAM_OK; i++)
    {
        const tile_brick *const brick = &work->bricks[i];
        const bool empty = brick->level == INT64_MIN;
        bricks[i] = (struct gpu_brick){empty ? INT32_MIN : (int32_t)(brick->level - part->window.y),
                                       brick->fluid};
    }
    return result;
}

// ---- commands -------------------------------------------------------------------------------------

/// Where things are in what is uploaded.
typedef struct upload_plan
{
    size_t noises, job, bricks; // bytes
} upload_plan;

static upload_plan plan_upload(const tile_work *work, const tile_part *part)
{
    const size_t columns = (size_t)(part->window.w + 2 * work->margin);
    return (upload_plan){TILE_NOISES * sizeof(struct gpu_noise_job),
                         sizeof(struct gpu_tile_job) + columns * sizeof(tile_column),
                         brick_count(part) * sizeof(struct gpu_brick)};
}

static size_t ground_words(const tile_part *part)
{
    const size_t w = (size_t)part->window.w, h = (size_t)part->window.h;
    return w * h + PLANES * h * ((w + 31) / 32);
}

static loam_result need_buffers(loam_gpu *gpu, const tile_part *part, upload_plan plan)
{
    gpu_tile_buffers *const all = &gpu->tile;
    const size_t ground = (size_t)part->window.w * (size_t)part->rows * GROUND_FIELDS;
    const size_t tiles = (size_t)part->tiles.w * (size_t)part->tiles.h;
    const size_t variants = tiles * VARIANT_FIELDS;
    const struct
    {
        gpu_buffer *buffer;
        size_t size;
        bool mapped;
    } needs[] = {
        {&all->upload, plan.noises + plan.job + plan.bricks, true},
        {&all->noises, plan.noises, false},
        {&all->job, plan.job, false},
        {&all->bricks, plan.bricks, false},
        {&all->fields, (ground > variants ? ground : variants) * sizeof(float), false},
        {&all->ground, ground_words(part) * sizeof(uint32_t), false},
        {&all->tiles, tiles * sizeof(uint32_t), false},
        {&all->staging, tiles * sizeof(uint32_t), true},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof needs / sizeof *needs && result == LOAM_OK; i++)
    {
        result = loam_gpu_buffer_need(gpu, needs[i].buffer, needs[i].size, needs[i].mapped);
    }
    return result;
}

static void bind_kernels(const tile_work *work)
{
    loam_gpu *const gpu = work->gpu;
    const gpu_tile_buffers *const all = &gpu->tile;
    const gpu_buffer *const bits[] = {&all->job, &all->ground};
    for (int32_t i = 0; i < TILE_NOISES; i++)
    {
        loam_gpu_kernel_bind(gpu, work->noises[i],
                             (const gpu_buffer *const[]){&all->noises, &all->fields}, 2);
    }
    loam_gpu_kernel_bind(
        gpu, work->ground,
        (const gpu_buffer *const[]){&all->job, &all->bricks, &all->fields, &all->ground}, 4);
    loam_gpu_kernel_bind(gpu, work->pack, bits, 2);
    loam_gpu_kernel_bind(gpu, work->step, bits, 2);
    loam_gpu_kernel_bind(gpu, work->inner, bits, 2);
    loam_gpu_kernel_bind(
        gpu, work->variants,
        (const gpu_buffer *const[]){&all->job, &all->fields, &all->ground, &all->tiles}, 4);
}

static void dispatch_tiles(loam_gpu *gpu, const gpu_kernel *kernel, const void *push,
                           uint32_t push_bytes, size_t count)
{
    loam_gpu_dispatch(gpu, kernel, push, push_bytes,
                      (uint32_t)((count + TILE_THREADS - 1) / TILE_THREADS));
}

static void copy_inputs(loam_gpu *gpu, upload_plan plan)
{
    gpu_tile_buffers *const all = &gpu->tile;
    loam_gpu_copy(gpu, &all->upload, 0, &all->noises, 0, plan.noises);
    loam_gpu_copy(gpu, &all->upload, plan.noises, &all->job, 0, plan.job);
    loam_gpu_copy(gpu, &all->upload, plan.noises + plan.job, &all->bricks, 0, plan.bricks);
    loam_gpu_barrier(gpu);
}

/// Noises from number first on, count samples each, one after another in the fields.
static void dispatch_noises(const tile_work *work, uint32_t first, uint32_t number, size_t count)
{
    for (uint32_t i = 0; i < number; i++)
    {
        const struct gpu_noise_part part = {
            .count = (uint32_t)count, .job = first + i, .to = i * (uint32_t)count};
        loam_gpu_noise_dispatch(work->gpu, work->noises[first + i], part);
    }
}

/// The next step of a layer that is in planes first and first + 1.
static void dispatch_step(const tile_work *work, const loam_tile_automaton *automaton, int32_t step,
                          int32_t first, size_t words)
{
    const int32_t number = step % automaton->rule_count;
    const loam_rule rule = loam_rule_thresholds(automaton->birth_above[number],
                                                automaton->death_below[number]);
    const struct gpu_bits_step push = {first + step % 2, first + (step + 1) % 2, rule.birth,
                                       rule.survival};
    dispatch_tiles(work->gpu, work->step, &push, sizeof push, words);
}

/// Both automata, and where the inner tiles are. Planes 0 and 1 are those of blocks, 2 and 3 those of walls.
static struct gpu_variant_planes dispatch_bits(const tile_work *work, size_t words)
{
    loam_gpu *const gpu = work->gpu;
    const loam_tile_automaton *const blocks = &work->source->recipe.blocks;
    const loam_tile_automaton *const walls = &work->source->recipe.walls;
    const struct gpu_bits_step packed = {.from = 0, .to = 2};
    dispatch_tiles(gpu, work->pack, &packed, sizeof packed, words);
    loam_gpu_barrier(gpu);
    for (int32_t i = 0; i < blocks->iterations || i < walls->iterations; i++)
    {
        if (i < blocks->iterations)
        {
            dispatch_step(work, blocks, i, 0, words);
        }
        if (i < walls->iterations)
        {
            dispatch_step(work, walls, i, 2, words);
        }
        loam_gpu_barrier(gpu);
    }
    const int32_t block = blocks->iterations % 2, wall = 2 + walls->iterations % 2;
    const struct gpu_variant_planes planes = {block, wall, block ^ 1, wall ^ 1};
    const struct gpu_bits_step find[2] = {{.from = block, .to = planes.inner_block},
                                          {.from = wall, .to = planes.inner_wall}};
    dispatch_tiles(gpu, work->inner, &find[0], sizeof find[0], words);
    dispatch_tiles(gpu, work->inner, &find[1], sizeof find[1], words);
    return planes;
}

static loam_result run_part(const tile_work *work, const tile_part *part, upload_plan plan)
{
    loam_gpu *const gpu = work->gpu;
    const size_t h = (size_t)part->window.h, w = (size_t)part->window.w;
    const size_t tiles = (size_t)part->tiles.w * (size_t)part->tiles.h;
    const loam_result result = loam_gpu_begin(gpu);
    if (result != LOAM_OK)
    {
        return result;
    }
    copy_inputs(gpu, plan);
    dispatch_noises(work, 0, GROUND_FIELDS, w * (size_t)part->rows);
    loam_gpu_barrier(gpu);
    dispatch_tiles(gpu, work->ground, NULL, 0, w * h);
    loam_gpu_barrier(gpu);
    const struct gpu_variant_planes planes = dispatch_bits(work, h * ((w + 31) / 32));
    dispatch_noises(work, GROUND_FIELDS, VARIANT_FIELDS, tiles);
    loam_gpu_barrier(gpu);
    dispatch_tiles(gpu, work->variants, &planes, sizeof planes, tiles);
    loam_gpu_barrier(gpu);
    loam_gpu_copy(gpu, &gpu->tile.tiles, 0, &gpu->tile.staging, 0, tiles * sizeof(uint32_t));
    loam_gpu_barrier(gpu);
    return loam_gpu_finish(gpu);
}

// ---- filling --------------------------------------------------------------------------------------

static void clear_part(const tile_part *part, loam_tile *out, size_t pitch)
{
    for (int32_t y = 0; y < part->tiles.h; y++)
    {
        memset(out + (size_t)y * pitch, 0, (size_t)part->tiles.w * sizeof *out);
    }
}

static void fetch_part(const loam_gpu *gpu, const tile_part *part, loam_tile *out, size_t pitch)
{
    const size_t w = (size_t)part->tiles.w;
    for (size_t y = 0; y < (size_t)part->tiles.h; y++)
    {
        const uint32_t *const words = (const uint32_t *)gpu->tile.staging.mapped + y * w;
        for (size_t x = 0; x < w; x++)
        {
            out[y * pitch + x] = loam_gpu_tile_of(words[x]);
        }
    }
}

static loam_result fill_part(tile_work *work, loam_tile_area tiles, loam_tile *out, size_t pitch)
{
    loam_gpu *const gpu = work->gpu;
    const tile_part part = plan_part(work, tiles);
    if (part.rows == 0)
    {
        clear_part(&part, out, pitch);
        return LOAM_OK;
    }
    const upload_plan plan = plan_upload(work, &part);
    loam_result result = need_buffers(gpu, &part, plan);
    if (result != LOAM_OK)
    {
        return result;
    }
    char *const upload = gpu->tile.upload.mapped, *const job = upload + plan.noises;
    describe_noises(work, &part, (struct gpu_noise_job *)(void *)upload);
    describe_part(work, &part, (struct gpu_tile_job *)(void *)job);
    memcpy(job + sizeof(struct gpu_tile_job), work->columns,
           plan.job - sizeof(struct gpu_tile_job));
    result = describe_bricks(work, &part, (struct gpu_brick *)(void *)(job + plan.job));
    bind_kernels(work);
    result = result == LOAM_OK ? run_part(work, &part, plan) : result;
    if (result == LOAM_OK)
    {
        fetch_part(gpu, &part, out, pitch);
    }
    return result;
}

/// Parts above each other, which have the same columns.
static loam_result fill_stack(tile_work *work, loam_tile_area area, loam_tile *out, size_t pitch)
{
    const loam_tile_source *const source = work->source;
    loam_result result = loam_columns_fill(&source->recipe, &source->ground,
                                           area.x - work->pad - work->margin, 1,
                                           window_w(work, area) + 2 * work->margin, work->columns);
    for (int32_t y = 0; y < area.h && result == LOAM_OK; y += TILE_PART_H)
    {
        const int32_t h = area.h - y < TILE_PART_H ? area.h - y : TILE_PART_H;
        result = fill_part(work, (loam_tile_area){area.x, area.y + y, area.w, h},
                           out + (size_t)y * pitch, pitch);
    }
    return result;
}

static loam_result get_kernels(tile_work *work)
{
    loam_gpu *const gpu = work->gpu;
    const gpu_source ground = {
        .code = ground_code, .code_bytes = sizeof ground_code, .bindings = 4};
    const gpu_source variants = {
        .code = variants_code, .code_bytes = sizeof variants_code, .bindings = 4};
    gpu_kernel **const of_bits[] = {
        [BITS_PACK] = &work->pack, [BITS_STEP] = &work->step, [BITS_INNER] = &work->inner};
    loam_result result = loam_gpu_kernel_get(gpu, &ground, &work->ground);
    result = result == LOAM_OK ? loam_gpu_kernel_get(gpu, &variants, &work->variants) : result;
    for (int32_t i = 0; i <= BITS_INNER && result == LOAM_OK; i++)
    {
        const gpu_source bits = {.code = bits_code,
                                 .code_bytes = sizeof bits_code,
                                 .bindings = 2,
                                 .special_count = 1,
                                 .special = {i}};
        result = loam_gpu_kernel_get(gpu, &bits, of_bits[i]);
    }
    for (int32_t i = 0; i < TILE_NOISES && result == LOAM_OK; i++)
    {
        result = loam_gpu_noise_kernel(gpu, noise_of(work->source, i), 2, &work->noises[i]);
    }
    return result;
}

static loam_result fill_area(tile_work *work, loam_tile_area area, loam_tile *out)
{
    loam_result result = get_kernels(work);
    for (int32_t x = 0; x < area.w && result == LOAM_OK; x += TILE_PART_W)
    {
        const int32_t w = area.w - x < TILE_PART_W ? area.w - x : TILE_PART_W;
        result = fill_stack(work, (loam_tile_area){area.x + x, area.y, w, area.h}, out + x,
                            (size_t)area.w);
    }
    return result;
}

loam_result loam_gpu_tiles_fill(loam_gpu *gpu, const loam_tile_source *source, loam_tile_area area,
                                loam_tile *tiles)
{
    LOAM_ASSERT(NULL, gpu != NULL && source != NULL && tiles != NULL);
    loam_result result = loam_tile_area_check(area, 1);
    if (result != LOAM_OK)
    {
        return result;
    }
    tile_work work = {.gpu = gpu, .source = source, .pad = loam_recipe_padding(&source->recipe)};
    work.margin = loam_ground_margin(&source->recipe, 1);
    const int32_t w = area.w < TILE_PART_W ? area.w : TILE_PART_W;
    const size_t size = (size_t)(w + 2 * (work.pad + work.margin)) * sizeof *work.columns;
    work.columns = loam_alloc(&gpu->env, size);
    result = work.columns == NULL ? LOAM_OUT_OF_MEMORY : fill_area(&work, area, tiles);
    loam_free(&gpu->env, work.columns, size);
    loam_free(&gpu->env, work.bricks, (size_t)work.bricks_room * sizeof *work.bricks);
    return result;
}

void loam_gpu_tiles_free(loam_gpu *gpu)
{
    gpu_tile_buffers *const all = &gpu->tile;
    gpu_buffer *const buffers[] = {&all->upload, &all->noises, &all->job,   &all->bricks,
                                   &all->fields, &all->ground, &all->tiles, &all->staging};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    {
        loam_gpu_buffer_free(gpu, buffers[i]);
    }
}
