// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include "base/small.h"

#include <string.h>

// The sum of all functions at the places of the lattice: 4 m apart, or a voxel where those are larger. A function
// is asked only between the heights that it can reach, and not at all where its weight is 0 everywhere.

typedef struct lattice_work
{
    loam_volume_grower *grower;
    const volume_window *window;
    int32_t w, h, d; // places
    float first_m;   // height of the lowest
    float step_m;
} lattice_work;

/// Places between two heights: from *first, *count of them. One more on both sides, because values run straight
/// to what is 0 there.
static void clip(const lattice_work *work, float low, float high, int32_t *first, int32_t *count)
{
    const float last = (float)(work->h - 1);
    if (high < work->first_m - work->step_m || low > work->first_m + (last + 1.0f) * work->step_m)
    {
        *first = *count = 0;
        return;
    }
    const float a = loam_clamp((low - work->first_m) / work->step_m, -1.0f, last + 1.0f);
    const float b = loam_clamp((high - work->first_m) / work->step_m, -1.0f, last + 1.0f);
    const int32_t from = loam_floor_int(a), to = loam_floor_int(b) + 1;
    *first = from < 0 ? 0 : from;
    *count = (to < work->h ? to + 1 : work->h) - *first;
}

// ---- columns ------------------------------------------------------------------------------------

/// Weights at columns, within 0..1. False if all are 0.
static bool weigh(const volume_function *function, const loam_volume_columns *columns, float *out)
{
    const size_t count = (size_t)columns->w * (size_t)columns->d;
    bool any = false;
    if (function->def.weight != NULL)
    {
        function->def.weight(&function->self, columns, out);
    }
    for (size_t i = 0; i < count; i++)
    {
        // What is no number counts as 0.
        const float weight = function->def.weight == NULL ? 1.0f : out[i];
        out[i] = weight > 0.0f ? (weight < 1.0f ? weight : 1.0f) : 0.0f;
        any = any || out[i] > 0.0f;
    }
    return any;
}

/// Half metres from a place of the lattice to the next.
static int64_t step_of(const volume_window *window)
{
    return (int64_t)(2.0f * (float)window->cell * window->voxel_m);
}

static loam_volume_lattice lattice_of(const loam_volume_grower *grower, const volume_window *window)
{
    const int64_t step = step_of(window);
    return (loam_volume_lattice){.x = window->x / window->cell * step,
                                 .y = window->y / window->cell * step,
                                 .z = window->z / window->cell * step,
                                 .step = step,
                                 .w = volume_points(window->w, window->cell),
                                 .h = volume_points(window->h, window->cell),
                                 .d = volume_points(window->d, window->cell),
                                 .columns = &grower->columns.lattice};
}

loam_result loam_volume_look(loam_volume_grower *grower, const volume_window *window)
{
    volume_columns_cache *const cache = &grower->columns;
    const loam_volume *const volume = grower->volume;
    loam_volume_lattice lattice = lattice_of(grower, window);
    const size_t plane = (size_t)lattice.w * (size_t)lattice.d;
    size_t planes = 0;
    for (int32_t i = 0; i < volume->function_count; i++)
    {
        planes += 1 + (size_t)volume->functions[i].def.column_numbers;
    }
    const loam_result result = loam_volume_make_room(&volume->env, &cache->looked,
                                                     planes * plane * sizeof(float));
    lattice.h = 1;
    float *next = cache->looked.memory;
    for (int32_t i = 0; i < volume->function_count && result == LOAM_OK; i++)
    {
        const volume_function *const function = &volume->functions[i];
        const bool any = weigh(function, &cache->lattice, next);
        cache->weights[i] = any ? next : NULL;
        cache->numbers[i] = next + plane;
        if (any && function->def.look != NULL)
        {
            function->def.look(&function->self, &lattice, next + plane);
        }
        next += (1 + (size_t)function->def.column_numbers) * plane;
    }
    return result;
}

// ---- functions ----------------------------------------------------------------------------------

static loam_result refuse(const volume_function *function, const loam_volume_lattice *lattice,
                          size_t index)
{
    const size_t w = (size_t)lattice->w, h = (size_t)lattice->h;
    return loam_fail(LOAM_FAILED, "%s gave no number at %g,%g,%g m; must be %g to %g",
                     function->def.name,
                     0.5 * (double)(lattice->x + (int64_t)(index % w) * lattice->step),
                     0.5 * (double)(lattice->y + (int64_t)(index / w % h) * lattice->step),
                     0.5 * (double)(lattice->z + (int64_t)(index / (w * h)) * lattice->step),
                     (double)function->def.low, (double)function->def.high);
}

/// Adds a slab of a function to the sum.
static loam_result add_slab(const lattice_work *work, const volume_function *function,
                            const float *weights, const loam_volume_lattice *slab, int32_t first)
{
    const float *const part = work->grower->part.memory;
    float *const sum = work->grower->sum.memory;
    const float low = function->def.low, high = function->def.high;
    for (int32_t k = 0; k < slab->d; k++)
    {
        for (int32_t j = 0; j < slab->h; j++)
        {
            const size_t from = ((size_t)k * (size_t)slab->h + (size_t)j) * (size_t)slab->w;
            const size_t to = ((size_t)k * (size_t)work->h + (size_t)(first + j)) * (size_t)slab->w;
            const float *const weight = weights + (size_t)k * (size_t)slab->w;
            for (int32_t i = 0; i < slab->w; i++)
            {
                const float value = part[from + (size_t)i];
                if (!(value > -1e30f && value < 1e30f))
                {
                    return refuse(function, slab, from + (size_t)i);
                }
                sum[to + (size_t)i] += weight[i] * (value < low    ? low
                                                    : value > high ? high
                                                                   : value);
            }
        }
    }
    return LOAM_OK;
}

/// The heights between which a function acts in the window: places from *first, *count of them.
static void find_reach(const lattice_work *work, const volume_function *function, int32_t *first,
                       int32_t *count)
{
    float low = work->first_m, high = work->first_m + (float)(work->h - 1) * work->step_m;
    *first = *count = 0;
    if (function->def.reach == NULL ||
        function->def.reach(&function->self, &work->grower->columns.ranges, &low, &high))
    {
        clip(work, low, high, first, count);
    }
}

/// Adds some layers of the function that is under way, from below; whether it is done.
static loam_result add_layers(const lattice_work *work, size_t grain, bool *done)
{
    loam_volume_grower *const grower = work->grower;
    const int32_t index = grower->summed.function;
    const volume_function *const function = &grower->volume->functions[index];
    const float *const weights = grower->columns.weights[index];
    const size_t layer = (size_t)work->w * (size_t)work->d;
    int32_t first = 0, count = 0;
    if (weights != NULL)
    {
        find_reach(work, function, &first, &count);
    }
    first += grower->summed.layers;
    count -= grower->summed.layers;
    *done = count <= 0 || grain / layer >= (size_t)count;
    if (count <= 0)
    {
        return LOAM_OK;
    }
    loam_volume_lattice slab = lattice_of(grower, work->window);
    slab.y += first * slab.step;
    slab.h = *done ? count : grain < layer ? 1 : (int32_t)(grain / layer);
    slab.numbers = grower->columns.numbers[index];
    grower->summed.layers += slab.h;
    function->def.density(&function->self, &slab, grower->part.memory);
    if (!grower->any)
    {
        memset(grower->sum.memory, 0, layer * (size_t)work->h * sizeof(float));
        grower->any = true;
    }
    return add_slab(work, function, weights, &slab, first);
}

static void find_range(loam_volume_grower *grower, size_t count)
{
    const float *const sum = grower->sum.memory;
    grower->low = grower->high = 0.0f;
    for (size_t i = 0; i < count && grower->any; i++)
    {
        grower->low = sum[i] < grower->low ? sum[i] : grower->low;
        grower->high = sum[i] > grower->high ? sum[i] : grower->high;
    }
}

static lattice_work work_of(loam_volume_grower *grower, const volume_window *window)
{
    return (lattice_work){.grower = grower,
                          .window = window,
                          .w = volume_points(window->w, window->cell),
                          .h = volume_points(window->h, window->cell),
                          .d = volume_points(window->d, window->cell),
                          .first_m = (float)window->y * window->voxel_m,
                          .step_m = (float)window->cell * window->voxel_m};
}

loam_result loam_volume_sum_begin(loam_volume_grower *grower, const volume_window *window)
{
    const lattice_work work = work_of(grower, window);
    const loam_env *const env = &grower->volume->env;
    const size_t count = (size_t)work.w * (size_t)work.h * (size_t)work.d;
    const loam_result result = loam_volume_make_room(env, &grower->sum, count * sizeof(float));
    grower->any = false;
    grower->summed = (volume_summed){0};
    return result == LOAM_OK ? loam_volume_make_room(env, &grower->part, count * sizeof(float))
                             : result;
}

loam_result loam_volume_sum_step(loam_volume_grower *grower, const volume_window *window,
                                 size_t grain, bool *done)
{
    const lattice_work work = work_of(grower, window);
    volume_summed *const at = &grower->summed;
    loam_result result = LOAM_OK;
    bool added = true;
    // Functions that do not act here take no time: they are passed over together.
    while (at->function < grower->volume->function_count && result == LOAM_OK && added)
    {
        const int32_t before = at->layers;
        result = add_layers(&work, grain, &added);
        const bool worked = at->layers > before;
        if (added)
        {
            at->function++;
            at->layers = 0;
        }
        if (worked && grain != SIZE_MAX)
        {
            break;
        }
    }
    *done = at->function == grower->volume->function_count;
    if (*done && result == LOAM_OK)
    {
        find_range(grower, (size_t)work.w * (size_t)work.h * (size_t)work.d);
    }
    return result;
}
