// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <stdlib.h>
#include <string.h>

// Chunks grow in eights, those that one of the next level covers: around a box voxels are looked at for floating pieces,
// and around one of 64 that is much less than around eight of 32. Eights above each other grow in one task, because a
// grower keeps the columns of the land from one box to the one above it. Each task has a grower of its own. With threads
// tasks run beside the program, and an update takes over what is finished; without, each update takes a task some small
// steps further, until its time is over. Either way one chunk after another is taken over while there is time.

enum
{
    VOXEL_BYTES = 2 * VOXEL_WIDE_COUNT,
    RETRY = 64, // updates until what failed is tried again
    GROUP_BYTES = 2 * VOXEL_GROUP_COUNT,
    LEAST_GROUP = 3, // chunks of an eight that are better grown together
    DEEP_LEVEL = 2,  // from this level on
    DEEP_M = 64,     // what lies so deep is all rock
    GRAIN = 4096,    // values of functions in a step of an update: a fraction of a millisecond
};

// ---- memory -------------------------------------------------------------------------------------

void loam_voxel_drop_light(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->light != NULL)
    {
        loam_free(&world->env, chunk->light, VOXEL_LIT_COUNT);
        chunk->light = NULL;
        world->memory -= VOXEL_LIT_COUNT;
    }
}

static void drop_voxels(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->voxels != NULL)
    {
        loam_free(&world->env, chunk->voxels, VOXEL_BYTES);
        chunk->voxels = NULL;
        world->memory -= VOXEL_BYTES;
    }
    loam_voxel_drop_light(world, chunk);
    if (world->near == chunk)
    {
        world->near = NULL;
    }
}

void loam_voxel_drop(loam_voxel_world *world, voxel_chunk *chunk)
{
    drop_voxels(world, chunk);
    world->counters.in_memory -= chunk->state == VOXEL_THERE;
    loam_voxel_table_remove(&world->chunks, chunk->at);
    world->memory -= sizeof *chunk;
    loam_free(&world->env, chunk, sizeof *chunk);
}

static bool is_spare(const voxel_chunk *chunk)
{
    return chunk != NULL && chunk->state == VOXEL_THERE && !chunk->wanted && !chunk->shown;
}

static int compare_used(const void *a, const void *b)
{
    const voxel_chunk *const one = *(voxel_chunk *const *)a, *const other = *(
                                                                 voxel_chunk *const *)b;
    return one->used < other->used ? -1 : one->used > other->used;
}

/// Makes room for so many bytes by dropping chunks that nobody wants, longest unused first, and some more so that this
/// is rare. Whether there is room.
static bool make_space(loam_voxel_world *world, size_t bytes)
{
    const size_t max = world->def.memory_bytes;
    if (world->memory + world->reserved + bytes <= max)
    {
        return true;
    }
    uint32_t count = 0;
    const size_t size = (size_t)world->chunks.count * sizeof(voxel_chunk *);
    voxel_chunk **const spare = loam_alloc(&world->env, size);
    for (uint32_t i = 0; i < world->chunks.room && spare != NULL; i++)
    {
        if (is_spare(world->chunks.slots[i].value))
        {
            spare[count++] = world->chunks.slots[i].value;
        }
    }
    if (count > 1)
    {
        qsort(spare, count, sizeof(voxel_chunk *), compare_used);
    }
    for (uint32_t i = 0; i < count && world->memory + world->reserved + bytes > max / 8 * 7; i++)
    {
        voxel_chunk *const chunk = spare[i];
        drop_voxels(world, chunk);
        world->counters.in_memory--;
        chunk->state = VOXEL_ABSENT;
        loam_voxel_forget(world, chunk);
    }
    loam_free(&world->env, spare, size);
    return world->memory + world->reserved + bytes <= max;
}

// ---- one chunk ----------------------------------------------------------------------------------

static loam_volume_box wide_box(loam_voxel_chunk_pos at)
{
    return (loam_volume_box){at.level,
                             at.x * VOXEL_SIDE - 1,
                             at.y * VOXEL_SIDE - 1,
                             at.z * VOXEL_SIDE - 1,
                             VOXEL_WIDE,
                             VOXEL_WIDE,
                             VOXEL_WIDE};
}

loam_volume_kind loam_voxel_kind_of(const uint8_t *voxels, size_t count)
{
    const int8_t *const density = (const int8_t *)voxels + count;
    uint8_t any = 0;
    int8_t low = 127, high = -128;
    for (size_t i = 0; i < count; i++)
    {
        any |= voxels[i];
        low = density[i] < low ? density[i] : low;
        high = density[i] > high ? density[i] : high;
    }
    return any == LOAM_VOXEL_AIR ? LOAM_VOLUME_AIR : low > 0 ? LOAM_VOLUME_ROCK : LOAM_VOLUME_MIXED;
}

static loam_voxel_chunk_pos group_of(loam_voxel_chunk_pos at)
{
    return (loam_voxel_chunk_pos){at.level + 1, voxel_shift(at.x, 1), voxel_shift(at.y, 1),
                                  voxel_shift(at.z, 1)};
}

static loam_volume_box group_box(loam_voxel_chunk_pos group)
{
    return (loam_volume_box){group.level - 1,
                             group.x * 2 * VOXEL_SIDE - 1,
                             group.y * 2 * VOXEL_SIDE - 1,
                             group.z * 2 * VOXEL_SIDE - 1,
                             VOXEL_GROUP,
                             VOXEL_GROUP,
                             VOXEL_GROUP};
}

static bool is_within_top(const loam_volume_box *box)
{
    const int64_t voxel = INT64_C(1) << box->level;
    return box->y * voxel >= -LOAM_VOLUME_TOP && (box->y + box->h) * voxel <= LOAM_VOLUME_TOP;
}

/// Of coarse levels what is deep below all ground around is rock: nobody sees its caves from so far. Decided by the
/// eight, whichever of them grows. *known: with little time the surface may have to come first, in later steps.
static loam_result find_deep(voxel_task *task, const loam_volume_box *box, bool *deep, bool *known)
{
    *deep = false;
    *known = true;
    if (box->level < DEEP_LEVEL || !is_within_top(box))
    {
        return LOAM_OK;
    }
    const loam_volume_box there = voxel_volume_box(*box, task->finest);
    const volume_window window = loam_volume_window_of(&there, VOLUME_ALL_SIDES);
    float lowest = 0;
    loam_result result = task->grain != SIZE_MAX
                             ? loam_volume_columns_fetch(task->grower, &window, known)
                             : LOAM_OK;
    result = result == LOAM_OK && *known ? loam_volume_lowest(task->grower, &window, &lowest)
                                         : result;
    const float top = (float)(box->y + box->h) * loam_volume_voxel_m(there.level);
    *deep = result == LOAM_OK && *known && top < lowest - (float)DEEP_M;
    return result;
}

static void note_grown(voxel_task *task, int32_t index, loam_result result, loam_volume_kind kind)
{
    task->grown[index].result = result;
    task->grown[index].kind = (uint8_t)kind;
    task->grown[index].voxels = NULL;
    if (result != LOAM_OK)
    {
        loam_text_printable(task->grown[index].message, sizeof task->grown[index].message,
                            loam_last_error());
    }
}

/// From the task's scratch, if there is a surface in it.
static void take_chunk(voxel_task *task, int32_t index, const uint8_t *voxels)
{
    const loam_volume_kind kind = loam_voxel_kind_of(voxels, VOXEL_WIDE_COUNT);
    uint8_t *const copy = kind == LOAM_VOLUME_MIXED ? loam_alloc(task->env, VOXEL_BYTES) : NULL;
    note_grown(task, index,
               kind != LOAM_VOLUME_MIXED || copy != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY, kind);
    if (copy != NULL)
    {
        memcpy(copy, voxels, VOXEL_BYTES);
        task->grown[index].voxels = copy;
    }
}

/// Cuts a chunk out of its eight.
static void cut(const uint8_t *group, loam_voxel_chunk_pos at, uint8_t *out)
{
    const size_t x = (size_t)(at.x & 1) * VOXEL_SIDE, y = (size_t)(at.y & 1) * VOXEL_SIDE,
                 z = (size_t)(at.z & 1) * VOXEL_SIDE;
    for (int32_t k = 0; k < VOXEL_WIDE; k++)
    {
        for (int32_t j = 0; j < VOXEL_WIDE; j++)
        {
            const uint8_t *const from = group +
                                        ((z + (size_t)k) * VOXEL_GROUP + y + (size_t)j) *
                                            VOXEL_GROUP +
                                        x;
            uint8_t *const to = out + voxel_wide_index(0, j, k);
            memcpy(to, from, VOXEL_WIDE);
            memcpy(to + VOXEL_WIDE_COUNT, from + VOXEL_GROUP_COUNT, VOXEL_WIDE);
        }
    }
}

/// How many chunks from the next one on are of one eight.
static int32_t count_eight(const voxel_task *task)
{
    const loam_voxel_chunk_pos group = group_of(task->chunks[task->begun]->at);
    int32_t count = 1;
    while (task->begun + count < task->count &&
           voxel_same(group_of(task->chunks[task->begun + count]->at), group))
    {
        count++;
    }
    return count;
}

/// Those that were begun are all alike: of one kind, or failed.
static void end_begun(voxel_task *task, loam_result result, loam_volume_kind kind)
{
    while (task->grown_count < task->begun)
    {
        note_grown(task, task->grown_count++, result, kind);
    }
    task->filled = false;
}

/// Begins the box of the next chunk, or that of its eight if enough of them are missing.
static void begin_next(voxel_task *task)
{
    const loam_voxel_chunk_pos at = task->chunks[task->begun]->at;
    loam_volume_box box = group_box(group_of(at));
    const int32_t count = count_eight(task);
    bool deep, known;
    loam_result result = find_deep(task, &box, &deep, &known);
    if (result == LOAM_OK && !known)
    {
        return;
    }
    task->eight = count >= LEAST_GROUP && is_within_top(&box);
    task->begun += task->eight || deep || result != LOAM_OK ? count : 1;
    if (deep || result != LOAM_OK)
    {
        end_begun(task, result, LOAM_VOLUME_ROCK);
        return;
    }
    box = voxel_volume_box(task->eight ? box : wide_box(at), task->finest);
    const size_t voxels = task->eight ? VOXEL_GROUP_COUNT : VOXEL_WIDE_COUNT;
    const loam_volume_voxels out = {task->scratch, (int8_t *)task->scratch + voxels, true};
    result = loam_volume_fill_begin(task->grower, &box, &out, task->grain);
    if (result != LOAM_OK)
    {
        end_begun(task, result, LOAM_VOLUME_MIXED);
    }
}

static void fill_begun(voxel_task *task)
{
    const loam_result result = loam_volume_fill_step(task->grower, &task->filled);
    const loam_volume_kind kind = task->grower->filling.kind;
    if (result != LOAM_OK || (task->filled && kind != LOAM_VOLUME_MIXED))
    {
        end_begun(task, result, kind);
    }
}

/// Takes one chunk out of the box that is filled.
static void take_next(voxel_task *task)
{
    const int32_t index = task->grown_count++;
    const uint8_t *voxels = task->scratch;
    if (task->eight)
    {
        cut(task->scratch, task->chunks[index]->at, task->scratch + GROUP_BYTES);
        voxels = task->scratch + GROUP_BYTES;
    }
    take_chunk(task, index, voxels);
    task->filled = task->grown_count < task->begun;
}

/// One step of a task that is not done.
static void step_task(voxel_task *task)
{
    if (task->grown_count == task->begun)
    {
        begin_next(task);
    }
    else if (!task->filled)
    {
        fill_begun(task);
    }
    else
    {
        take_next(task);
    }
}

static void run_task(void *context)
{
    voxel_task *const task = context;
    while (task->grown_count < task->count)
    {
        step_task(task);
    }
    atomic_store_explicit(&task->done, true, memory_order_release);
}

loam_result loam_voxel_expand(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->voxels != NULL)
    {
        return LOAM_OK;
    }
    const loam_volume_box box = voxel_volume_box(wide_box(chunk->at), world->finest);
    uint8_t *const voxels = loam_alloc(&world->env, VOXEL_BYTES);
    if (voxels == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_volume_voxels out = {voxels, (int8_t *)voxels + VOXEL_WIDE_COUNT, false};
    const loam_result result = loam_volume_fill(world->tasks[VOXEL_MAX_TASKS - 1].grower, &box,
                                                &out, NULL);
    if (result != LOAM_OK)
    {
        loam_free(&world->env, voxels, VOXEL_BYTES);
        return result;
    }
    chunk->voxels = voxels;
    world->memory += VOXEL_BYTES;
    return LOAM_OK;
}

// ---- tasks --------------------------------------------------------------------------------------

static bool can_grow(const voxel_chunk *chunk)
{
    return chunk != NULL && chunk->wanted && chunk->state == VOXEL_ABSENT;
}

/// The one way into a task: what grows in one is in no other, whoever asks.
static void add_to_task(voxel_task *task, voxel_chunk *chunk)
{
    if (can_grow(chunk))
    {
        chunk->state = VOXEL_GROWING;
        task->chunks[task->count++] = chunk;
    }
}

/// Those of an eight that are missing; whether there are any.
static bool add_group(loam_voxel_world *world, voxel_task *task, loam_voxel_chunk_pos group)
{
    const int32_t before = task->count;
    for (int32_t i = 0; i < 8 && task->count < VOXEL_TASK_CHUNKS; i++)
    {
        // Those above each other together, because of their columns.
        const loam_voxel_chunk_pos at = {group.level - 1, 2 * group.x + (i >> 1 & 1),
                                         2 * group.y + (i & 1), 2 * group.z + (i >> 2)};
        add_to_task(task, loam_voxel_table_get(&world->chunks, at));
    }
    return task->count > before;
}

/// Goes to the next chunk that has to grow. On the way the program is told of one that was there before it was wanted;
/// whether that was so.
static bool tell_next(loam_voxel_world *world)
{
    for (; world->missing_next < world->missing_count; world->missing_next++)
    {
        voxel_chunk *const chunk = world->missing[world->missing_next];
        if (chunk->wanted && chunk->state == VOXEL_THERE && !voxel_is_ready(world, chunk))
        {
            loam_voxel_tell_coming(world, chunk);
            return true;
        }
        if (can_grow(chunk))
        {
            return false;
        }
    }
    return false;
}

/// The next chunk that is missing, its eight, and those above and below.
static bool fill_task(loam_voxel_world *world, voxel_task *task)
{
    // The program may not have been told of all chunks before it yet, so missing_next stays.
    uint32_t next = world->missing_next;
    while (next < world->missing_count && !can_grow(world->missing[next]))
    {
        next++;
    }
    if (next == world->missing_count)
    {
        return false;
    }
    // All if there is room, or one eight, or one chunk.
    int32_t room = VOXEL_TASK_CHUNKS;
    while (room > 0 && !make_space(world, (size_t)room * VOXEL_BYTES))
    {
        room = room > 8 ? 8 : room - 7;
    }
    if (room <= 0)
    {
        return false;
    }
    task->count = task->begun = task->grown_count = task->taken = 0;
    task->filled = false;
    const loam_voxel_chunk_pos first = group_of(world->missing[next]->at);
    if (room == 1)
    {
        add_to_task(task, world->missing[next]);
    }
    else
    {
        add_group(world, task, first);
    }
    for (int64_t way = -1; way <= 1 && room > 8; way += 2)
    {
        loam_voxel_chunk_pos at = first;
        do
        {
            at.y += way;
        } while (task->count <= VOXEL_TASK_CHUNKS - 8 && add_group(world, task, at));
    }
    task->busy = task->count > 0;
    world->reserved += (size_t)task->count * VOXEL_BYTES;
    return task->busy;
}

void loam_voxel_report_failure(loam_voxel_world *world, loam_result result, const char *message)
{
    if (world->def.failed != NULL)
    {
        world->def.failed(world->def.user, result, message);
    }
}

/// The light that others have found depends on what has come.
static void tell_light(loam_voxel_world *world, const voxel_chunk *chunk)
{
    if (chunk->at.level == 0)
    {
        const loam_voxel_pos low = loam_voxel_chunk_first(chunk->at);
        loam_voxel_darken(world, low,
                          (loam_voxel_pos){low.x + VOXEL_SIDE - 1, low.y + VOXEL_SIDE - 1,
                                           low.z + VOXEL_SIDE - 1});
    }
}

static void take_one(loam_voxel_world *world, voxel_task *task, int32_t index)
{
    voxel_chunk *const chunk = task->chunks[index];
    world->reserved -= VOXEL_BYTES;
    if (task->grown[index].result != LOAM_OK)
    {
        chunk->state = VOXEL_ABSENT;
        world->look_again = world->updates + RETRY;
        loam_voxel_report_failure(world, task->grown[index].result, task->grown[index].message);
        loam_voxel_forget(world, chunk);
        return;
    }
    chunk->voxels = task->grown[index].voxels;
    chunk->kind = task->grown[index].kind;
    world->memory += chunk->voxels != NULL ? VOXEL_BYTES : 0;
    const loam_result result = loam_voxel_lay_over(world, chunk);
    if (result != LOAM_OK)
    {
        drop_voxels(world, chunk);
        chunk->state = VOXEL_ABSENT;
        world->look_again = world->updates + RETRY;
        loam_voxel_report_failure(world, result, loam_last_error());
        loam_voxel_forget(world, chunk);
        return;
    }
    chunk->state = VOXEL_THERE;
    chunk->used = world->updates;
    world->counters.in_memory++;
    world->counters.grown++;
    tell_light(world, chunk);
    if (chunk->wanted)
    {
        loam_voxel_tell_coming(world, chunk);
    }
}

/// Takes over what has grown, at least one chunk if any has, until time is over; whether there is time left.
static bool take_over(loam_voxel_world *world, voxel_task *task, uint64_t end_ns)
{
    bool time = true;
    while (task->taken < task->grown_count && time)
    {
        take_one(world, task, task->taken++);
        time = loam_clock_ns() < end_ns;
    }
    if (task->taken == task->count)
    {
        task->busy = false;
        task->count = task->taken = 0;
    }
    return time;
}

static void submit(loam_voxel_world *world, voxel_task *task)
{
    atomic_store_explicit(&task->done, false, memory_order_relaxed);
    task->waited = false;
    task->job = (loam_job){.run = run_task, .context = task, .priority = LOAM_PRIORITY_NORMAL};
    loam_jobs_submit(world->env.jobs, &task->job);
}

static bool is_done(loam_voxel_world *world, voxel_task *task)
{
    if (!task->busy || !atomic_load_explicit(&task->done, memory_order_acquire))
    {
        return false;
    }
    if (!task->waited)
    {
        loam_jobs_wait(world->env.jobs, &task->job);
        task->waited = true;
    }
    return true;
}

static void grow_with_threads(loam_voxel_world *world, uint64_t end_ns)
{
    bool time = true, more = true; // more to grow, and room for it
    for (int32_t i = 0; i < world->task_count; i++)
    {
        voxel_task *const task = &world->tasks[i];
        if (time && is_done(world, task))
        {
            time = take_over(world, task, end_ns);
        }
        while (time && tell_next(world))
        {
            time = loam_clock_ns() < end_ns;
        }
        if (more && !task->busy)
        {
            more = fill_task(world, task);
            if (more)
            {
                submit(world, task);
            }
        }
    }
}

/// A step of telling, or of the one task; false if there is nothing to do.
static bool step_here(loam_voxel_world *world)
{
    voxel_task *const task = &world->tasks[0];
    if (!task->busy && tell_next(world))
    {
        return true;
    }
    if (!task->busy && !fill_task(world, task))
    {
        return false;
    }
    if (task->taken == task->grown_count)
    {
        step_task(task);
    }
    take_over(world, task, 0);
    return true;
}

static void grow_here(loam_voxel_world *world, uint64_t end_ns)
{
    while (step_here(world) && loam_clock_ns() < end_ns)
    {
    }
}

void loam_voxel_grow_some(loam_voxel_world *world, uint64_t end_ns)
{
    if (world->threads)
    {
        grow_with_threads(world, end_ns);
    }
    else
    {
        grow_here(world, end_ns);
    }
}

void loam_voxel_stop_growing(loam_voxel_world *world)
{
    for (int32_t i = 0; i < world->task_count; i++)
    {
        voxel_task *const task = &world->tasks[i];
        if (task->busy && world->threads && !task->waited)
        {
            (void)loam_jobs_cancel(world->env.jobs, &task->job);
            loam_jobs_wait(world->env.jobs, &task->job);
        }
        for (int32_t k = task->taken; k < task->count && task->busy; k++)
        {
            task->chunks[k]->state = VOXEL_ABSENT;
            world->reserved -= VOXEL_BYTES;
            if (k < task->grown_count)
            {
                loam_free(&world->env, task->grown[k].voxels, VOXEL_BYTES);
            }
        }
        task->busy = false;
    }
}

static loam_result open_task(loam_voxel_world *world, voxel_task *task)
{
    task->env = &world->env;
    task->grain = world->threads ? SIZE_MAX : GRAIN;
    task->finest = world->finest;
    task->scratch = loam_alloc(&world->env, GROUP_BYTES + VOXEL_BYTES);
    return task->scratch != NULL ? loam_volume_grower_create(world->def.volume, &task->grower)
                                 : LOAM_OUT_OF_MEMORY;
}

/// The last task is the one of the thread that updates, for what has to be there at once.
loam_result loam_voxel_tasks_create(loam_voxel_world *world)
{
    const int32_t width = world->env.jobs != NULL ? loam_jobs_width(world->env.jobs) : 1;
    world->threads = width > 1;
    world->task_count = width > 1 ? width
                                  : 1; // one more than threads, so that none waits for an update
    world->task_count = world->task_count < VOXEL_MAX_TASKS ? world->task_count
                                                            : VOXEL_MAX_TASKS - 1;
    loam_result result = open_task(world, &world->tasks[VOXEL_MAX_TASKS - 1]);
    for (int32_t i = 0; i < world->task_count && result == LOAM_OK; i++)
    {
        result = open_task(world, &world->tasks[i]);
    }
    return result;
}

void loam_voxel_tasks_destroy(loam_voxel_world *world)
{
    for (int32_t i = 0; i < VOXEL_MAX_TASKS; i++)
    {
        loam_volume_grower_destroy(world->tasks[i].grower);
        loam_free(&world->env, world->tasks[i].scratch, GROUP_BYTES + VOXEL_BYTES);
    }
}
