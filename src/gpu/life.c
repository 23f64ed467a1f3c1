// SPDX-License-Identifier: MIT
#include "gpu/life.h"

#include "tiles/life/fluid_group.h"

#include "base/hash.h"

#include "loam/maths.h"
#include "loam/random.h"

#include <string.h>

// An area that lives: its tiles stay on the device, which moves its fluids, step after step. The processor is asked
// only for what follows from tiles that the program has written: that is done before the next step, in the part of the
// ring around them, by its own functions.

enum
{
    STEPS_AT_ONCE = 32, // more, and counters could overflow, and a device seem to hang
    PHASES = 4,
    CHUNK_LOG2 = 7,
    MARGIN = 2 // tiles: what follows from a change is that near
};

_Static_assert(LIFE_FLUIDS == LOAM_MAX_FLUIDS + 1 && LIFE_MATERIALS == LOAM_MAX_MATERIALS,
               "kernels have room for all");
_Static_assert(LIFE_QUARTER == QUARTER_SIDE && LOAM_FLIES == 2 && LOAM_MAX_CONTACTS == 4 &&
                   LOAM_MAX_DECAYS == 2 && LOAM_AIR == 0,
               "kernels have the same numbers");
_Static_assert(LOAM_CHUNK_SIDE == 1 << CHUNK_LOG2, "it is a power of two");
_Static_assert(sizeof(struct gpu_life_step) <= GPU_PUSH_BYTES, "a step can be told");

static const uint32_t fluids_code[] =
#include "embedded/tile_fluids.comp.inc"
    ;
static const uint32_t levels_code[] =
#include "embedded/tile_levels.comp.inc"
    ;

loam_gpu_life_def loam_default_gpu_life_def(void)
{
    return (loam_gpu_life_def){.ring_log2 = 4};
}

// ---- parameters of kernels ------------------------------------------------------------------------

static gpu_wide wide_of(uint64_t number)
{
    return (gpu_wide){(uint32_t)number, (uint32_t)(number >> 32)};
}

static void describe_fluid(const fluid_kind *from, struct gpu_fluid *to)
{
    *to = (struct gpu_fluid){
        .ahead = from->ahead,
        .decays = from->decays,
        .motion = from->motion,
        .settled = from->settled,
        .fumes = from->fumes,
        .straight = from->straight,
        .diagonal = from->diagonal,
        .sideways = from->sideways,
        .wind = from->wind,
        .levelling = from->levelling,
        .settle_chance = from->settle_chance,
        .dissolves = from->dissolves,
        .appetite = from->appetite,
        .used_up = from->used_up,
        .ways = from->ways,
    };
    for (int32_t i = 0; i < LOAM_MAX_CONTACTS; i++)
    {
        to->contacts[i] = from->contacts[i];
        to->contact_results[i] = from->contact_results[i];
        to->contact_chances[i] = from->contact_chances[i];
    }
    for (int32_t i = 0; i < LOAM_MAX_DECAYS; i++)
    {
        to->decay_results[i] = from->decay_results[i];
        to->decay_chances[i] = from->decay_chances[i];
    }
    for (int32_t i = 0; i < LIFE_MATERIALS; i++)
    {
        to->relations[i / 4] |= (uint32_t)from->relations[i] << i % 4 * 8;
    }
}

static void describe_job(const loam_gpu_life *life, int32_t version, struct gpu_life_job *job)
{
    const fluid_rules *const rules = &life->rules;
    *job = (struct gpu_life_job){
        .left = wide_of((uint64_t)life->def.lowest.x * LOAM_CHUNK_SIDE),
        .low = wide_of((uint64_t)life->def.lowest.y * LOAM_CHUNK_SIDE),
        .side_log2 = (uint32_t)life->field.side_log2,
        .border = version >= 2 ? rules->border : 0u,
    };
    for (int32_t i = 0; i < LIFE_FLUIDS; i++)
    {
        describe_fluid(&rules->kinds[i], &job->fluids[i]);
    }
    for (int32_t i = 0; i < LIFE_MATERIALS; i++)
    {
        job->materials[i] = (struct gpu_life_material){rules->kind_of[i], rules->loose_of[i],
                                                       rules->holds[i], rules->variants[i],
                                                       rules->hardness[i]};
    }
}

// ---- bringing tiles -------------------------------------------------------------------------------

static uint32_t quarters_of(const loam_gpu_life *life)
{
    return life->side / QUARTER_SIDE;
}

static size_t tile_count(const loam_gpu_life *life)
{
    return (size_t)life->side * life->side;
}

static size_t seeker_count(const loam_gpu_life *life)
{
    return (size_t)quarters_of(life) * quarters_of(life) * FLUID_REQUESTS;
}

static size_t state_words(const loam_gpu_life *life)
{
    return STATE_WORDS + (size_t)quarters_of(life) * quarters_of(life) + seeker_count(life);
}

/// Puts what copies a row of words between a square whose sides are joined and the staging buffer into the list.
static void copy_row(loam_gpu_life *life, const gpu_buffer *square, size_t square_at, uint32_t side,
                     uint32_t x, uint32_t y, uint32_t w, size_t staging_at, bool to_square)
{
    const uint32_t column = x & (side - 1), row = y & (side - 1);
    const uint32_t until_end = side - column, first = w < until_end ? w : until_end;
    const size_t from_row = square_at + (size_t)row * side;
    const size_t at[2] = {from_row + column, from_row}, counts[2] = {first, w - first};
    for (int32_t i = 0; i < 2 && counts[i] > 0; i++)
    {
        const size_t word = sizeof(uint32_t), there = at[i] * word, bytes = counts[i] * word;
        const size_t here = (staging_at + (i == 0 ? 0 : first)) * word;
        if (to_square)
        {
            loam_gpu_copy(life->gpu, &life->staging, here, square, there, bytes);
        }
        else
        {
            loam_gpu_copy(life->gpu, square, there, &life->staging, here, bytes);
        }
    }
}

static void copy_tiles(loam_gpu_life *life, loam_tile_area area, bool to_device)
{
    for (uint32_t row = 0; row < (uint32_t)area.h; row++)
    {
        copy_row(life, &life->tiles, 0, life->side, (uint32_t)(uint64_t)area.x,
                 (uint32_t)(uint64_t)area.y + row, (uint32_t)area.w, (size_t)row * (size_t)area.w,
                 to_device);
    }
}

/// Has the quarters worked on in and around an area.
static void wake_area(loam_gpu_life *life, loam_tile_area area)
{
    const size_t ones = (size_t)area.w * (size_t)area.h; // behind the tiles
    const uint32_t quarters = quarters_of(life);
    const int64_t left = loam_floor_div(area.x - 1, QUARTER_SIDE);
    const int64_t right = loam_floor_div(area.x + area.w, QUARTER_SIDE);
    const int64_t low = loam_floor_div(area.y - 1, QUARTER_SIDE);
    const int64_t high = loam_floor_div(area.y + area.h, QUARTER_SIDE);
    const uint32_t w = right - left < quarters ? (uint32_t)(right - left) + 1 : quarters;
    const uint32_t h = high - low < quarters ? (uint32_t)(high - low) + 1 : quarters;
    for (uint32_t i = 0; i < quarters; i++)
    {
        ((uint32_t *)life->staging.mapped)[ones + i] = 1;
    }
    for (uint32_t row = 0; row < h; row++)
    {
        copy_row(life, &life->state, STATE_WORDS, quarters, (uint32_t)(uint64_t)left,
                 (uint32_t)(uint64_t)low + row, w, ones, true);
    }
}

static loam_result need_staging(loam_gpu_life *life, loam_tile_area area)
{
    const size_t words = (size_t)area.w * (size_t)area.h + quarters_of(life);
    return loam_gpu_buffer_need(life->gpu, &life->staging, words * sizeof(uint32_t), true);
}

/// The tile of the processor's ring.
static loam_tile *own_tile(const loam_gpu_life *life, loam_tile_area area, uint32_t i)
{
    const uint32_t mask = life->side - 1, w = (uint32_t)area.w;
    const uint32_t x = (uint32_t)(uint64_t)area.x + i % w, y = (uint32_t)(uint64_t)area.y + i / w;
    return &life->field.tiles[(size_t)(y & mask) * life->side + (x & mask)];
}

/// Brings an area of the device to the processor's ring.
static loam_result fetch_area(loam_gpu_life *life, loam_tile_area area)
{
    loam_result result = need_staging(life, area);
    result = result == LOAM_OK ? loam_gpu_begin(life->gpu) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    copy_tiles(life, area, false);
    loam_gpu_barrier(life->gpu);
    result = loam_gpu_finish(life->gpu);
    const uint32_t *const words = life->staging.mapped;
    for (uint32_t i = 0; i < (uint32_t)area.w * (uint32_t)area.h && result == LOAM_OK; i++)
    {
        *own_tile(life, area, i) = loam_gpu_tile_of(words[i]);
    }
    return result;
}

/// And back; what is around is looked at in the next step.
static loam_result send_area(loam_gpu_life *life, loam_tile_area area)
{
    loam_result result = need_staging(life, area);
    result = result == LOAM_OK ? loam_gpu_begin(life->gpu) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    uint32_t *const words = life->staging.mapped;
    for (uint32_t i = 0; i < (uint32_t)area.w * (uint32_t)area.h; i++)
    {
        words[i] = loam_gpu_tile_word(*own_tile(life, area, i));
    }
    copy_tiles(life, area, true);
    wake_area(life, area);
    loam_gpu_barrier(life->gpu);
    return loam_gpu_finish(life->gpu);
}

// ---- making ---------------------------------------------------------------------------------------

loam_tile_area loam_gpu_life_area(const loam_gpu_life *life)
{
    LOAM_ASSERT(NULL, life != NULL);
    return (loam_tile_area){life->def.lowest.x * LOAM_CHUNK_SIDE,
                            life->def.lowest.y * LOAM_CHUNK_SIDE, (int32_t)life->side,
                            (int32_t)life->side};
}

static loam_result check_def(const loam_gpu *gpu, const loam_gpu_life_def *def)
{
    if (def->ring_log2 < LOAM_MIN_RING_LOG2 || def->ring_log2 > LOAM_MAX_RING_LOG2)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "gpu life: ring_log2 is %d; must be %d to %d",
                         (int)def->ring_log2, LOAM_MIN_RING_LOG2, LOAM_MAX_RING_LOG2);
    }
    const int64_t end = LOAM_TILE_END / LOAM_CHUNK_SIDE, chunks = INT64_C(1) << def->ring_log2;
    if (def->lowest.x < -end || def->lowest.x > end - chunks || def->lowest.y < -end ||
        def->lowest.y > end - chunks)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "gpu life: a ring of %d chunks from chunk (%lld, %lld) on is not within "
                         "the world",
                         (int)chunks, (long long)def->lowest.x, (long long)def->lowest.y);
    }
    const uint64_t side = (uint64_t)chunks * LOAM_CHUNK_SIDE,
                   bytes = side * side * sizeof(uint32_t);
    return bytes <= gpu->most_bound
               ? LOAM_OK
               : loam_fail(LOAM_UNSUPPORTED,
                           "gpu life: a ring of %d chunks takes %d MiB; %s can bind %d MiB",
                           (int)chunks, (int)(bytes >> 20), gpu->info.name,
                           (int)(gpu->most_bound >> 20));
}

static loam_result make_kernels(loam_gpu_life *life)
{
    const gpu_source fluids = {
        .code = fluids_code, .code_bytes = sizeof fluids_code, .bindings = 3};
    loam_result result = loam_gpu_kernel_get(life->gpu, &fluids, &life->fluids);
    for (int32_t i = 0; i <= LEVELS_APPLY && result == LOAM_OK; i++)
    {
        const gpu_source levels = {.code = levels_code,
                                   .code_bytes = sizeof levels_code,
                                   .bindings = 4,
                                   .special_count = 1,
                                   .special = {i}};
        result = loam_gpu_kernel_get(life->gpu, &levels, &life->levels[i]);
    }
    return result;
}

static loam_result make_buffers(loam_gpu_life *life)
{
    loam_gpu *const gpu = life->gpu;
    const size_t word = sizeof(uint32_t), state = state_words(life) * word;
    const size_t transfers = 2 * seeker_count(life) * sizeof(struct gpu_transfer);
    const size_t job = sizeof(struct gpu_life_job);
    loam_result result = loam_gpu_buffer_need(gpu, &life->job, job, false);
    result = result == LOAM_OK ? loam_gpu_buffer_need(gpu, &life->state, state, false) : result;
    result = result == LOAM_OK
                 ? loam_gpu_buffer_need(gpu, &life->tiles, tile_count(life) * word, false)
                 : result;
    result = result == LOAM_OK ? loam_gpu_buffer_need(gpu, &life->transfers, transfers, false)
                               : result;
    const size_t staged = state > job ? state : job;
    return result == LOAM_OK ? loam_gpu_buffer_need(gpu, &life->staging, staged, true) : result;
}

/// Brings bytes to a buffer of the device.
static loam_result send_bytes(loam_gpu_life *life, const void *bytes, size_t size,
                              const gpu_buffer *to)
{
    const loam_result result = loam_gpu_begin(life->gpu);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (bytes != NULL)
    {
        memcpy(life->staging.mapped, bytes, size);
    }
    else
    {
        memset(life->staging.mapped, 0, size);
    }
    loam_gpu_copy(life->gpu, &life->staging, 0, to, 0, size);
    loam_gpu_barrier(life->gpu);
    return loam_gpu_finish(life->gpu);
}

static loam_result make_field(loam_gpu_life *life)
{
    const loam_env *const env = &life->gpu->env;
    loam_result result = loam_awake_init(&life->field.awake, env, (int32_t)life->side);
    result = result == LOAM_OK ? loam_changes_init(&life->changes, env, &life->field.awake)
                               : result;
    life->field.tiles = loam_alloc(env, tile_count(life) * sizeof(loam_tile));
    return result == LOAM_OK && life->field.tiles == NULL ? LOAM_OUT_OF_MEMORY : result;
}

static loam_result begin(loam_gpu_life *life, const loam_tile_defs *defs, const loam_tile *tiles)
{
    struct gpu_life_job job;
    const loam_tile_area area = loam_gpu_life_area(life);
    loam_result result = make_field(life);
    result = result == LOAM_OK ? make_kernels(life) : result;
    result = result == LOAM_OK ? make_buffers(life) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    for (uint32_t i = 0; i < tile_count(life); i++)
    {
        *own_tile(life, area, i) = tiles != NULL ? tiles[i] : (loam_tile){0};
    }
    describe_job(life, defs->version, &job);
    result = send_bytes(life, &job, sizeof job, &life->job);
    result = result == LOAM_OK
                 ? send_bytes(life, NULL, state_words(life) * sizeof(uint32_t), &life->state)
                 : result;
    return result == LOAM_OK ? send_area(life, area) : result;
}

static loam_result make_life(loam_gpu *gpu, const loam_gpu_life_def *def,
                             const loam_tile_defs *defs, const loam_tile *tiles,
                             loam_gpu_life **out)
{
    loam_gpu_life *const life = loam_alloc(&gpu->env, sizeof *life);
    if (life == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(life, 0, sizeof *life);
    life->gpu = gpu;
    life->def = *def;
    life->def.defs = NULL;
    life->side = (uint32_t)LOAM_CHUNK_SIDE << def->ring_log2;
    life->fluid_seed = loam_seed_derive(def->seed, "fluids");
    life->field.env = &gpu->env;
    life->field.rules = &life->rules;
    life->field.side_log2 = CHUNK_LOG2 + def->ring_log2;
    loam_fluid_rules_init(&life->rules, defs);
    loam_result result = life->rules.kind_count > 1
                             ? begin(life, defs, tiles)
                             : loam_fail(LOAM_BAD_ARGUMENT,
                                         "gpu life: the definitions have no fluids, so nothing "
                                         "would ever move");
    if (result != LOAM_OK)
    {
        loam_gpu_life_destroy(life);
        return result;
    }
    *out = life;
    return LOAM_OK;
}

loam_result loam_gpu_life_create(loam_gpu *gpu, const loam_gpu_life_def *def,
                                 const loam_tile *tiles, loam_gpu_life **out)
{
    LOAM_ASSERT(NULL, gpu != NULL && def != NULL && out != NULL);
    *out = NULL;
    loam_result result = check_def(gpu, def);
    if (result != LOAM_OK || def->defs != NULL)
    {
        result = result == LOAM_OK ? loam_tile_defs_check(def->defs) : result;
        return result == LOAM_OK ? make_life(gpu, def, def->defs, tiles, out) : result;
    }
    loam_tile_defs *const defs = loam_alloc(&gpu->env, sizeof *defs);
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_tile_defs_init(defs);
    result = make_life(gpu, def, defs, tiles, out);
    loam_free(&gpu->env, defs, sizeof *defs);
    return result;
}

void loam_gpu_life_destroy(loam_gpu_life *life)
{
    if (life == NULL)
    {
        return;
    }
    loam_gpu *const gpu = life->gpu;
    gpu_buffer *const buffers[] = {&life->job, &life->tiles, &life->state, &life->transfers,
                                   &life->staging};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    {
        loam_gpu_buffer_free(gpu, buffers[i]);
    }
    loam_free(&gpu->env, life->field.tiles, tile_count(life) * sizeof(loam_tile));
    loam_changes_free(&life->changes, &gpu->env, &life->field.awake);
    loam_awake_free(&life->field.awake, &gpu->env);
    loam_free(&gpu->env, life, sizeof *life);
}

// ---- reading and writing --------------------------------------------------------------------------

static loam_result check_area(const loam_gpu_life *life, loam_tile_area area)
{
    const loam_tile_area all = loam_gpu_life_area(life);
    const bool inside = area.w >= 1 && area.w <= all.w && area.x >= all.x &&
                        area.x <= all.x + all.w - area.w && area.h >= 1 && area.h <= all.h &&
                        area.y >= all.y && area.y <= all.y + all.h - area.h;
    return inside ? LOAM_OK
                  : loam_fail(LOAM_BAD_ARGUMENT,
                              "gpu life: %d x %d tiles from (%lld, %lld) on are not within the "
                              "%d x %d from (%lld, %lld) on that live",
                              (int)area.w, (int)area.h, (long long)area.x, (long long)area.y,
                              (int)all.w, (int)all.h, (long long)all.x, (long long)all.y);
}

loam_result loam_gpu_life_read(loam_gpu_life *life, loam_tile_area area, loam_tile *tiles)
{
    LOAM_ASSERT(NULL, life != NULL && tiles != NULL);
    loam_result result = check_area(life, area);
    result = result == LOAM_OK ? fetch_area(life, area) : result;
    for (uint32_t i = 0; i < (uint32_t)area.w * (uint32_t)area.h && result == LOAM_OK; i++)
    {
        tiles[i] = *own_tile(life, area, i);
    }
    return result;
}

/// The smallest area that has both in it.
static loam_tile_area area_of_both(loam_tile_area a, loam_tile_area b)
{
    const int64_t x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    const int64_t right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
    const int64_t top = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
    return (loam_tile_area){x, y, (int32_t)(right - x), (int32_t)(top - y)};
}

/// Notes that the block of a tile is another one now. Beside the outermost tiles of the ring is nothing known.
static void note_change(loam_gpu_life *life, uint32_t x, uint32_t y, uint8_t before, uint8_t now)
{
    const uint32_t mask = life->side - 1;
    const uint32_t column = (x - (uint32_t)((uint64_t)life->def.lowest.x * LOAM_CHUNK_SIDE)) & mask;
    const uint32_t row = (y - (uint32_t)((uint64_t)life->def.lowest.y * LOAM_CHUNK_SIDE)) & mask;
    if (before != now && column - 1 < mask - 1 && row - 1 < mask - 1)
    {
        const bool opened = fluid_supports(&life->rules, before) && !life->rules.holds[now];
        loam_changes_note(&life->changes, &life->field.awake, x & mask, y & mask, opened);
    }
}

loam_result loam_gpu_life_write(loam_gpu_life *life, loam_tile_area area, const loam_tile *tiles)
{
    LOAM_ASSERT(NULL, life != NULL && tiles != NULL);
    loam_result result = check_area(life, area);
    result = result == LOAM_OK ? fetch_area(life, area) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool first = !life->changes.any;
    for (uint32_t i = 0; i < (uint32_t)area.w * (uint32_t)area.h; i++)
    {
        loam_tile *const tile = own_tile(life, area, i);
        note_change(life, (uint32_t)(uint64_t)area.x + i % (uint32_t)area.w,
                    (uint32_t)(uint64_t)area.y + i / (uint32_t)area.w, tile->block, tiles[i].block);
        *tile = tiles[i];
    }
    life->changed = first ? area : area_of_both(life->changed, area);
    return send_area(life, area);
}

// ---- steps ----------------------------------------------------------------------------------------

static void follow_change(void *user, uint32_t x, uint32_t y, bool opened)
{
    const loam_gpu_life *const life = user;
    fluid_report report;
    loam_fluids_changed(&life->field, x, y, opened, &report);
}

/// An area with some tiles around it, as far as they are in the ring.
static loam_tile_area with_margin(const loam_gpu_life *life, loam_tile_area area)
{
    const loam_tile_area all = loam_gpu_life_area(life);
    const int64_t left = area.x - MARGIN > all.x ? area.x - MARGIN : all.x;
    const int64_t low = area.y - MARGIN > all.y ? area.y - MARGIN : all.y;
    const int64_t right = area.x + area.w + MARGIN, top = area.y + area.h + MARGIN;
    return (loam_tile_area){left, low,
                            (int32_t)((right < all.x + all.w ? right : all.x + all.w) - left),
                            (int32_t)((top < all.y + all.h ? top : all.y + all.h) - low)};
}

/// What follows from what the program wrote since the last step.
static loam_result follow_changes(loam_gpu_life *life)
{
    if (!life->changes.any)
    {
        return LOAM_OK;
    }
    const loam_tile_area area = with_margin(life, life->changed);
    const loam_result result = fetch_area(life, area);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_tile_area all = loam_gpu_life_area(life);
    loam_changes_each(&life->changes, &life->field.awake, (uint32_t)(uint64_t)all.x,
                      (uint32_t)(uint64_t)all.y, follow_change, life);
    return send_area(life, area);
}

static uint32_t groups_of(size_t count)
{
    return (uint32_t)((count + LIFE_LEVEL_THREADS - 1) / LIFE_LEVEL_THREADS);
}

static void dispatch_step(loam_gpu_life *life, uint64_t number)
{
    loam_gpu *const gpu = life->gpu;
    const uint64_t seed = fluid_mix(life->fluid_seed, number);
    const uint32_t chunks = life->side / LOAM_CHUNK_SIDE - 1;
    struct gpu_life_step step = {.seed = wide_of(seed), .key = wide_of(loam_place_key(seed))};
    for (step.turn = 0; step.turn < PHASES; step.turn++)
    {
        loam_gpu_dispatch(gpu, life->fluids, &step, sizeof step, chunks * chunks);
        loam_gpu_barrier(gpu);
    }
    for (int32_t i = 0; i <= LEVELS_APPLY; i++)
    {
        loam_gpu_dispatch(gpu, life->levels[i], &step, sizeof step,
                          i == LEVELS_APPLY ? 1 : groups_of(seeker_count(life)));
        loam_gpu_barrier(gpu);
    }
}

static void bind_kernels(const loam_gpu_life *life)
{
    const gpu_buffer *const buffers[] = {&life->job, &life->tiles, &life->state, &life->transfers};
    loam_gpu_kernel_bind(life->gpu, life->fluids, buffers, 3);
    for (int32_t i = 0; i <= LEVELS_APPLY; i++)
    {
        loam_gpu_kernel_bind(life->gpu, life->levels[i], buffers, 4);
    }
}

/// Adds what the device has counted: its counters go round.
static void count(loam_gpu_life *life)
{
    uint32_t now[STATE_WORDS], more[STATE_WORDS];
    memcpy(now, life->staging.mapped, sizeof now);
    for (int32_t i = 0; i < STATE_WORDS; i++)
    {
        more[i] = now[i] - life->counted[i];
        life->counted[i] = now[i];
    }
    life->lived.moved += more[STATE_MOVED];
    life->lived.converted += more[STATE_CONVERTED];
    life->lived.levelled += more[STATE_LEVELLED];
}

static loam_result run_steps(loam_gpu_life *life, int32_t steps)
{
    loam_gpu *const gpu = life->gpu;
    loam_result result = loam_gpu_buffer_need(gpu, &life->staging, sizeof life->counted, true);
    result = result == LOAM_OK ? loam_gpu_begin(gpu) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t i = 0; i < steps; i++)
    {
        dispatch_step(life, life->def.first_step + life->lived.steps + (uint64_t)i + 1);
    }
    loam_gpu_copy(gpu, &life->state, 0, &life->staging, 0, sizeof life->counted);
    loam_gpu_barrier(gpu);
    result = loam_gpu_finish(gpu);
    if (result == LOAM_OK)
    {
        count(life);
        life->lived.steps += (uint64_t)steps;
    }
    return result;
}

loam_result loam_gpu_life_step(loam_gpu_life *life, int32_t steps)
{
    LOAM_ASSERT(NULL, life != NULL);
    if (steps < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "gpu life: steps is %d; must be at least 0",
                         (int)steps);
    }
    loam_result result = steps > 0 ? follow_changes(life) : LOAM_OK;
    bind_kernels(life);
    for (int32_t left = steps; left > 0 && result == LOAM_OK; left -= STEPS_AT_ONCE)
    {
        result = run_steps(life, left < STEPS_AT_ONCE ? left : STEPS_AT_ONCE);
    }
    return result;
}

loam_gpu_lived loam_gpu_life_count(const loam_gpu_life *life)
{
    LOAM_ASSERT(NULL, life != NULL);
    return life->lived;
}
