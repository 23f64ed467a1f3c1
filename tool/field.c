// SPDX-License-Identifier: MIT
#include "field.h"

#include <math.h>

enum
{
    PIECE = 4096 // samples of one dimension that a thread takes at a time
};

loam_result field_threads(int32_t threads, loam_jobs **out)
{
    *out = NULL;
    if (threads < 2)
    {
        return LOAM_OK;
    }
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = threads - 1;
    return loam_jobs_create(&def, out);
}

typedef struct fill_context
{
    const loam_noise *noise;
    int32_t dims;
    loam_noise_area area;
    float *out;
    progress *bar;
    _Atomic int result; // a loam_result
} fill_context;

static void end_range(fill_context *context, loam_result result, int64_t done)
{
    if (result != LOAM_OK)
    {
        atomic_store(&context->result, result);
    }
    if (context->bar != NULL)
    {
        progress_add(context->bar, done);
    }
}

static void fill_piece(void *user, int64_t begin, int64_t end)
{
    fill_context *context = user;
    loam_noise_area piece = context->area;
    piece.x += begin * piece.step;
    piece.w = (int32_t)(end - begin);
    end_range(context, loam_noise_grid1(context->noise, context->out + begin, piece), end - begin);
}

static void fill_band(void *user, int64_t begin, int64_t end)
{
    fill_context *context = user;
    loam_noise_area band = context->area;
    band.y += begin * band.step;
    band.h = (int32_t)(end - begin);
    float *out = context->out + (size_t)begin * (size_t)band.w;
    const loam_result result = context->dims == 3 ? loam_noise_grid3(context->noise, out, band)
                                                  : loam_noise_grid2(context->noise, out, band);
    end_range(context, result, end - begin);
}

/// Rows in a band: tall ones share more work between rows, many keep all threads busy to the end.
static int64_t band_height(const loam_jobs *jobs, int32_t h)
{
    const int64_t height = h / (jobs != NULL ? loam_jobs_width(jobs) * 4 : 1);
    return height < 16 ? 16 : height > 256 ? 256 : height;
}

loam_result field_fill(loam_jobs *jobs, const loam_noise *noise, int32_t dims, loam_noise_area area,
                       float *out, progress *bar)
{
    fill_context context = {
        .noise = noise, .dims = dims, .area = area, .out = out, .bar = bar, .result = LOAM_OK};
    if (dims == 1)
    {
        loam_jobs_for(jobs, area.w, PIECE, fill_piece, &context);
    }
    else
    {
        loam_jobs_for(jobs, area.h, band_height(jobs, area.h), fill_band, &context);
    }
    const loam_result result = (loam_result)atomic_load(&context.result);
    // The message was left on the thread that met the failure, which may be another.
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(result, "the noise could not be evaluated: %s",
                                         loam_result_name(result));
}

field_figures field_measure(const float *values, size_t count)
{
    field_figures figures = {
        .hash = loam_hash_f32(values, count, 0), .min = HUGE_VAL, .max = -HUGE_VAL};
    double sum = 0;
    for (size_t i = 0; i < count; i++)
    {
        const double value = (double)values[i];
        figures.min = value < figures.min ? value : figures.min;
        figures.max = value > figures.max ? value : figures.max;
        sum += value;
    }
    figures.mean = sum / (double)count;
    double squares = 0;
    for (size_t i = 0; i < count; i++)
    {
        const double off = (double)values[i] - figures.mean;
        squares += off * off;
    }
    figures.sd = sqrt(squares / (double)count);
    return figures;
}
