// SPDX-License-Identifier: MIT
#include "play/shape_preview.h"

#include "loam/export_tile_map.h"
#include "loam/jobs.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// One question at a time. Whoever turns a knob on and on asks in every frame, and gets what was asked when the worker
// became free: pictures lag behind by at most one. What takes long is drawn in bands, between which it ends early if
// something else is asked for meanwhile, or nobody will look at it any more.

enum
{
    BAND_TILES = 256, // high
    PATIENCE_MS = 700 // after which an answer gives way to another question
};

struct shape_preview
{
    loam_env env;
    loam_tile_defs *defs;     // of the question
    loam_tile_source *source; // of revision and seed of the last question that was answered
    uint64_t source_revision, source_seed;
    shape_question wanted; // as it was asked
    shape_answer answer;
    loam_job job;
    atomic_bool done; // the job
    atomic_bool stop; // the answer is not wanted any more
    uint64_t asked_ns;
    bool asked;    // and not taken yet
    bool answered; // at least once
};

static bool has_workers(const shape_preview *preview)
{
    return preview->env.jobs != NULL && loam_jobs_width(preview->env.jobs) > 1;
}

// ---- drawing ------------------------------------------------------------------------------------

static loam_result renew_source(shape_preview *preview)
{
    const shape_question *const question = &preview->answer.question;
    if (preview->source != NULL && preview->source_revision == question->revision &&
        preview->source_seed == question->seed)
    {
        return LOAM_OK;
    }
    loam_tile_source_destroy(preview->source);
    preview->source = NULL;
    preview->source_revision = question->revision;
    preview->source_seed = question->seed;
    return loam_tile_source_create(&preview->env, preview->defs, question->seed, &preview->source);
}

static loam_result find_ground(shape_preview *preview)
{
    shape_question *const question = &preview->answer.question;
    loam_tile_column column;
    if (!question->on_ground)
    {
        return LOAM_OK;
    }
    const loam_result result = loam_tile_source_columns(preview->source, question->x, 1, 1,
                                                        &column);
    if (result == LOAM_OK)
    {
        question->y = column.water > column.surface ? column.water : column.surface;
    }
    return result;
}

/// A map of some rows of pixels, of which the highest is so many tiles above the lowest of all, into a picture.
static loam_result draw_band(shape_preview *preview, const loam_tile_map_def *def,
                             loam_tile_map_figures *figures, loam_picture *out, int32_t row)
{
    loam_env alone = preview->env;
    alone.jobs = NULL; // it runs on a worker, and leaves the others to the game
    loam_picture band;
    if (atomic_load(&preview->stop))
    {
        return loam_fail(LOAM_CANCELLED, "another picture is wanted");
    }
    const loam_result result = loam_tile_map_draw(def, &alone, &band, figures);
    if (result == LOAM_OK)
    {
        memcpy(out->pixels + (size_t)row * (size_t)out->w, band.pixels,
               sizeof *band.pixels * (size_t)band.w * (size_t)band.h);
        loam_picture_destroy(&preview->env, &band);
    }
    return result;
}

static loam_result draw_bands(shape_preview *preview, int64_t y, int32_t shrink, loam_picture *out)
{
    loam_tile_map_figures *const figures = loam_alloc(&preview->env, sizeof *figures);
    const bool sampled = shrink > LOAM_TILE_MAP_MAX_EXACT; // which is quick
    const int32_t most = sampled ? out->h : BAND_TILES / shrink;
    const int64_t left = preview->answer.question.x - (int64_t)out->w * shrink / 2;
    const int64_t low = y - (int64_t)out->h * shrink / 2;
    loam_result result = figures != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    for (int32_t row = 0; row < out->h && result == LOAM_OK; row += most)
    {
        const int32_t rows = out->h - row < most ? out->h - row : most;
        const loam_tile_map_def def = {.defs = preview->defs,
                                       .source = preview->source,
                                       .area = {.x = left,
                                                .y = low + (int64_t)(out->h - row - rows) * shrink,
                                                .w = out->w * shrink,
                                                .h = rows * shrink},
                                       .scale = {.zoom = 1, .shrink = shrink}};
        result = draw_band(preview, &def, figures, out, row);
    }
    loam_free(&preview->env, figures, sizeof *figures);
    return result;
}

/// A map of w x h pixels around a place.
static loam_result draw(shape_preview *preview, int64_t y, int32_t w, int32_t h, int32_t shrink,
                        loam_picture *out)
{
    loam_picture picture;
    loam_result result = loam_picture_create(&preview->env, w, h, loam_rgb(0), &picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = draw_bands(preview, y, shrink, &picture);
    if (result == LOAM_OK)
    {
        loam_picture_destroy(&preview->env, out);
        *out = picture;
    }
    else
    {
        loam_picture_destroy(&preview->env, &picture);
    }
    return result;
}

static void answer(void *context)
{
    shape_preview *const preview = context;
    shape_answer *const out = &preview->answer;
    loam_result result = renew_source(preview);
    result = result == LOAM_OK ? find_ground(preview) : result;
    const shape_question *const question = &out->question;
    result = result == LOAM_OK ? draw(preview, SHAPE_FAR_HEIGHT, question->far_w, question->far_h,
                                      SHAPE_FAR_TILES, &out->far)
                               : result;
    result = result == LOAM_OK ? draw(preview, question->y, question->near_w, question->near_h,
                                      question->tiles_a_pixel, &out->near)
                               : result;
    out->result = result;
    snprintf(out->message, sizeof out->message, "%s", result == LOAM_OK ? "" : loam_last_error());
    atomic_store(&preview->done, true);
}

// ---- asking -------------------------------------------------------------------------------------

loam_result shape_preview_create(const loam_env *env, shape_preview **out)
{
    shape_preview *const preview = loam_alloc(env, sizeof *preview);
    *out = preview;
    if (preview == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *preview = (shape_preview){.env = *env};
    preview->defs = loam_alloc(env, sizeof *preview->defs);
    if (preview->defs == NULL)
    {
        shape_preview_destroy(preview);
        *out = NULL;
        return LOAM_OUT_OF_MEMORY;
    }
    preview->job = (loam_job){.run = answer, .context = preview, .priority = LOAM_PRIORITY_LOW};
    return LOAM_OK;
}

void shape_preview_destroy(shape_preview *preview)
{
    if (preview == NULL)
    {
        return;
    }
    atomic_store(&preview->stop, true);
    if (preview->asked && has_workers(preview) &&
        !loam_jobs_cancel(preview->env.jobs, &preview->job))
    {
        loam_jobs_wait(preview->env.jobs, &preview->job);
    }
    const loam_env env = preview->env;
    loam_tile_source_destroy(preview->source);
    loam_picture_destroy(&env, &preview->answer.far);
    loam_picture_destroy(&env, &preview->answer.near);
    if (preview->defs != NULL)
    {
        loam_free(&env, preview->defs, sizeof *preview->defs);
    }
    loam_free(&env, preview, sizeof *preview);
}

static bool is_same(const shape_question *a, const shape_question *b)
{
    return a->revision == b->revision && a->seed == b->seed && a->x == b->x &&
           a->on_ground == b->on_ground && (a->on_ground || a->y == b->y) && a->far_w == b->far_w &&
           a->far_h == b->far_h && a->near_w == b->near_w && a->near_h == b->near_h &&
           a->tiles_a_pixel == b->tiles_a_pixel;
}

void shape_preview_ask(shape_preview *preview, const loam_tile_defs *defs,
                       const shape_question *question)
{
    if (preview->asked)
    {
        const uint64_t ms = (loam_clock_ns() - preview->asked_ns) / 1000000;
        atomic_store(&preview->stop, ms > PATIENCE_MS && !is_same(question, &preview->wanted));
        return;
    }
    if (preview->answered && is_same(question, &preview->wanted))
    {
        return;
    }
    if (!preview->answered || preview->source_revision != question->revision)
    {
        *preview->defs = *defs; // which the source has its own of
    }
    preview->answer.question = preview->wanted = *question;
    preview->asked = true;
    preview->asked_ns = loam_clock_ns();
    atomic_store(&preview->stop, false);
    atomic_store(&preview->done, false);
    if (has_workers(preview))
    {
        loam_jobs_submit(preview->env.jobs, &preview->job);
    }
    else
    {
        answer(preview);
    }
}

bool shape_preview_is_busy(const shape_preview *preview)
{
    return preview->asked;
}

const shape_answer *shape_preview_take(shape_preview *preview)
{
    if (!preview->asked || !atomic_load(&preview->done))
    {
        return NULL;
    }
    if (has_workers(preview))
    {
        loam_jobs_wait(preview->env.jobs, &preview->job);
    }
    preview->asked = false;
    preview->answered = preview->answer.result != LOAM_CANCELLED;
    return preview->answered ? &preview->answer : NULL;
}
