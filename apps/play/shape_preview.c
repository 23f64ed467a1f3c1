// SPDX-License-Identifier: MIT
#include "play/shape_preview.h"

#include "loam/export_tile_map.h"
#include "loam/jobs.h"

#include <stdatomic.h>
#include <stdio.h>

// One question at a time. Whoever turns a knob on and on asks in every frame, and gets what was asked when the worker
// became free: pictures lag behind by at most one.

struct shape_preview
{
    loam_env env;
    loam_tile_defs *defs;     // of the question
    loam_tile_source *source; // of revision and seed of the last question that was answered
    uint64_t source_revision, source_seed;
    shape_answer answer;
    loam_job job;
    atomic_bool done; // the job
    bool asked;       // and not taken yet
    bool answered;    // at least once
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

/// A map of w x h pixels around a place.
static loam_result draw(shape_preview *preview, int64_t y, int32_t w, int32_t h, int32_t shrink,
                        loam_picture *out)
{
    loam_env alone = preview->env;
    alone.jobs = NULL; // it runs on a worker, and leaves the others to the game
    loam_tile_map_def def = {.defs = preview->defs,
                             .source = preview->source,
                             .area = {.x = preview->answer.question.x - (int64_t)w * shrink / 2,
                                      .y = y - (int64_t)h * shrink / 2,
                                      .w = w * shrink,
                                      .h = h * shrink},
                             .scale = {.zoom = 1, .shrink = shrink}};
    loam_picture picture;
    loam_tile_map_figures *const figures = loam_alloc(&preview->env, sizeof *figures);
    if (figures == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_result result = loam_tile_map_draw(&def, &alone, &picture, figures);
    loam_free(&preview->env, figures, sizeof *figures);
    if (result == LOAM_OK)
    {
        loam_picture_destroy(&preview->env, out);
        *out = picture;
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
    if (preview->asked || (preview->answered && is_same(question, &preview->answer.question)))
    {
        return;
    }
    if (!preview->answered || preview->source_revision != question->revision)
    {
        *preview->defs = *defs; // which the source has its own of
    }
    preview->answer.question = *question;
    preview->asked = true;
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
    preview->answered = true;
    return &preview->answer;
}
