// SPDX-License-Identifier: MIT
#include "cave_place.h"

#ifdef LOAM_HAS_SCENE
#include "cave/eye.h"
#include "cave/ground.h"
#include "cave/scene.h"
#include "film/recorder.h"
#include "gl/gl.h"
#include "loam/export.h"
#include "window/context.h"

#include <math.h>
#endif

// loam cave view: a picture from within a cave, without a window. What is drawn is apps/cave; here are its options.

typedef struct view_settings
{
    cave_question question;
    option_size size;
    double fov, height;
    int64_t view;
    int32_t quality, threads;
    const char *walk, *record;
    double fps;
    const char *output;
    bool json;
} view_settings;

#ifdef LOAM_HAS_SCENE
typedef struct shooting
{
    const view_settings *settings;
    loam_env env;
    cave_place at;
    cave_rock rock;
    cave_stand stand;
    context *context;
    gl gl;
    cave_scene *scene;
    cave_chunks *chunks;
    loam_picture picture;
    camera from;
    quality_kind quality;
    uint64_t hash;
    cave_counters count;
    inputs walk;
    walker body;
    double adapted; // of eyes to the dark
} shooting;

static int print(const tool_io *io, shooting *s)
{
    char line[CAVE_PLACE_MAX];
    int64_t cell[3], to[3];
    int32_t cells;
    tool_report r = report_begin(s->settings->json);
    cave_place_write(&s->at, line);
    cave_cell_at(&s->rock, s->at.at[0], s->at.at[1] + 0.5, s->at.at[2], cell);
    report_words(&r, "place", line);
    report_size(&r, "size", s->settings->size.w, s->settings->size.h);
    report_words(&r, "renderer", s->gl.renderer);
    report_words(&r, "quality", quality_name((int32_t)s->quality));
    if (s->rock.cave != NULL)
    {
        report_number(&r, "rooms", s->rock.cave->room_count);
        report_number(&r, "openings", s->rock.cave->opening_count);
        report_hash(&r, "cave_hash", s->rock.hash);
    }
    if (cave_rock_way_out(&s->rock, cell, 1, &cells, to))
    {
        report_number(&r, "way_out_m", (double)cells * (double)s->at.plan.resolution);
    }
    if (s->walk.steps > 0)
    {
        report_number(&r, "steps", (double)s->walk.steps);
        report_hash(&r, "walk_hash", walker_hash(&s->body));
        report_words(&r, "film", s->settings->record);
    }
    report_number(&r, "triangles", (double)s->count.triangles);
    report_number(&r, "chunks", (double)s->count.chunks);
    report_hash(&r, "hash", s->hash);
    report_words(&r, "file", s->settings->output);
    return report_print(io, &r,
                        s->walk.steps > 0
                            ? "{place}, after {steps#step} of a walk, hash {walk_hash}: "
                              "{triangles#triangle} on {size} pixels; hash {hash}[; film {film}]; "
                              "written to {file}"
                            : "{place}: {triangles#triangle} on {size} pixels; {quality} quality "
                              "on {renderer}; hash {hash}; written to {file}");
}

static quality_kind quality_wanted(const shooting *s)
{
    return s->settings->quality > 0 ? (quality_kind)(s->settings->quality - 1)
           : s->gl.software         ? QUALITY_MEDIUM
                                    : QUALITY_HIGH;
}

static loam_result find_place(shooting *s)
{
    const float side = s->at.plan.resolution;
    loam_result result = cave_rock_begin(&s->env, &s->at.plan, NULL, 0, &s->rock);
    if (result != LOAM_OK || s->at.has_at)
    {
        return result;
    }
    result = cave_rock_stand(&s->rock, (const int64_t[3]){0}, &s->stand);
    for (int32_t axis = 0; axis < 3 && result == LOAM_OK; axis++)
    {
        const double middle = axis == 1 ? 0 : 0.5;
        s->at.at[axis] = ((double)s->stand.cell[axis] + middle) * (double)side;
    }
    s->at.yaw = s->at.has_look ? s->at.yaw : s->stand.yaw;
    s->at.has_at = s->at.has_look = true;
    return result;
}

static loam_result open_scene(shooting *s)
{
    const view_settings *const settings = s->settings;
    loam_result result = context_create(CONTEXT_ANY, &s->context);
    if (result == LOAM_OK)
    {
        const bool es = context_get_kind(s->context) == CONTEXT_ES;
        result = gl_load(&s->gl, context_proc, s->context, es);
    }
    s->quality = quality_wanted(s);
    result = result == LOAM_OK ? cave_scene_create(&s->gl, s->quality, settings->size.w,
                                                   settings->size.h, s->env.jobs, &s->scene)
                               : result;
    if (result == LOAM_OK)
    {
        cave_scene_set_view(s->scene, (float)settings->view);
        result = cave_chunks_create(s->scene, &s->rock, &s->chunks);
    }
    return result;
}

/// Eyes at the place, and what is seen by them.
static cave_look look_from(shooting *s)
{
    const double eyes[3] = {s->at.at[0], s->at.at[1] + s->settings->height, s->at.at[2]};
    s->from = (camera){.x = (int64_t)floor(eyes[0]),
                       .z = (int64_t)floor(eyes[2]),
                       .dx = eyes[0] - floor(eyes[0]),
                       .dz = eyes[2] - floor(eyes[2]),
                       .y = eyes[1],
                       .azimuth = s->at.yaw,
                       .elevation = s->at.pitch,
                       .fov = s->settings->fov};
    cave_look look = {.hour = s->at.minutes / 60.0,
                      .weather = (weather_kind)s->at.weather,
                      .seconds = 100,
                      .lamp = (float)s->at.lamp,
                      .adapted = cave_darkness(&s->rock, eyes[0], eyes[1], eyes[2])};
    cave_lamp_at(&s->from, eyes, s->at.yaw, look.lamp_at);
    return look;
}

static loam_result shoot(shooting *s, double seconds)
{
    bool complete = false;
    cave_look look = look_from(s);
    // Whoever stands has stood there for a while, whoever goes has eyes that follow.
    s->adapted = seconds == 0 ? (double)look.adapted
                              : (double)look.adapted +
                                    (s->adapted - (double)look.adapted) * exp(-2.5 * seconds);
    look.adapted = (float)s->adapted;
    loam_result result = LOAM_OK;
    while (!complete && result == LOAM_OK)
    {
        result = cave_chunks_update(s->scene, s->chunks, &s->from, 1000000, true, &complete);
    }
    result = result == LOAM_OK ? cave_scene_draw(s->scene, s->chunks, &s->from, &look) : result;
    s->hash = cave_chunks_hash(s->chunks);
    s->count = cave_scene_count(s->scene, s->chunks);
    return result;
}

// ---- walks ----------------------------------------------------------------------------------------

static loam_result read_place(void *user, const char *line)
{
    return cave_place_read(line, user);
}

static loam_result check_film(const view_settings *settings)
{
    if (settings->record == NULL)
    {
        return LOAM_OK;
    }
    if (settings->walk == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--record is a film of a walk; give it with --walk");
    }
    const recorder_def film = {settings->record, settings->size.w, settings->size.h, settings->fps,
                               "--size"};
    return recorder_check(&film);
}

static loam_result film_frame(shooting *s, recorder *film, double seconds)
{
    s->at.at[0] = s->body.x;
    s->at.at[1] = s->body.y;
    s->at.at[2] = s->body.z;
    s->at.yaw = s->body.yaw / 100.0;
    s->at.pitch = s->body.pitch / 100.0;
    if (film == NULL)
    {
        return LOAM_OK;
    }
    loam_result result = shoot(s, seconds);
    result = result == LOAM_OK ? cave_scene_read(s->scene, &s->picture) : result;
    return result == LOAM_OK ? recorder_add(film, &s->picture) : result;
}

/// All steps of the walk, and a frame whenever one is due.
static loam_result take_steps(shooting *s, recorder *film)
{
    cave_ground ground = {.rock = &s->rock};
    const double every = (double)WALK_STEPS_PER_SECOND / s->settings->fps;
    int32_t run = 0, run_start = 0;
    double due = 0;
    walk_input in;
    loam_result result = LOAM_OK;
    cave_ground_place(&s->body, s->at.at[0], s->at.at[1], s->at.at[2]);
    for (int32_t i = 0; result == LOAM_OK && inputs_at(&s->walk, i, &run, &run_start, &in); i++)
    {
        result = cave_ground_step(&ground, &s->body, &in);
        if (result == LOAM_OK && i >= due)
        {
            result = film_frame(s, film, 1 / s->settings->fps);
            due += every;
        }
    }
    cave_ground_end(&ground);
    return result == LOAM_OK ? film_frame(s, NULL, 0) : result; // where it has led to
}

static loam_result walk(shooting *s)
{
    const view_settings *const settings = s->settings;
    recorder *film = NULL;
    if (settings->walk == NULL)
    {
        return LOAM_OK;
    }
    const recorder_def def = {settings->record, settings->size.w, settings->size.h, settings->fps,
                              "--size"};
    loam_result result = settings->record != NULL ? recorder_open(&def, &film) : LOAM_OK;
    result = result == LOAM_OK ? take_steps(s, film) : result;
    if (result != LOAM_OK)
    {
        recorder_abandon(film);
        return result;
    }
    return recorder_close(film);
}

/// The place that was asked for, or where the walk begins.
static loam_result read_question(shooting *s)
{
    const view_settings *const settings = s->settings;
    const loam_result result = cave_question_place(&settings->question, &s->at);
    const inputs_place where = {read_place, &s->at};
    return result == LOAM_OK && settings->walk != NULL
               ? inputs_read_from(settings->walk, CAVE_WALK_TITLE, &where, &s->walk)
               : result;
}

static loam_result keep(shooting *s)
{
    const view_settings *const settings = s->settings;
    const loam_result result = cave_scene_read(s->scene, &s->picture);
    return result == LOAM_OK ? loam_png_write(&s->env, settings->output, &s->picture) : result;
}

static loam_result run(shooting *s)
{
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = s->settings->threads;
    loam_result result = read_question(s);
    result = result == LOAM_OK ? check_film(s->settings) : result;
    result = result == LOAM_OK ? loam_file_check(s->settings->output) : result;
    result = result == LOAM_OK ? loam_jobs_create(&jobs, &s->env.jobs) : result;
    result = result == LOAM_OK ? find_place(s) : result;
    result = result == LOAM_OK ? open_scene(s) : result;
    result = result == LOAM_OK ? loam_picture_create(&s->env, s->settings->size.w,
                                                     s->settings->size.h, loam_rgb(0), &s->picture)
                               : result;
    result = result == LOAM_OK ? walk(s) : result;
    result = result == LOAM_OK ? shoot(s, 0) : result;
    return result == LOAM_OK ? keep(s) : result;
}

static int run_view(const tool_io *io, const void *given)
{
    shooting s = {.settings = given, .env = loam_default_env()};
    const loam_result result = run(&s);
    const int code = result != LOAM_OK ? tool_complain(io, result) : print(io, &s);
    loam_picture_destroy(&s.env, &s.picture);
    if (s.scene != NULL)
    {
        cave_chunks_destroy(s.scene, s.chunks);
        cave_scene_destroy(s.scene);
    }
    context_destroy(s.context);
    cave_rock_end(&s.rock);
    loam_jobs_destroy(s.env.jobs);
    inputs_free(&s.walk);
    return code;
}
#endif

static const char *choose_quality(int32_t index)
{
    static const char *const names[] = {"auto", "low", "medium", "high", "ultra", NULL};
    return names[index];
}

#define AT(field) offsetof(view_settings, field)

static const tool_option view_options[] = {
    CAVE_QUESTION_OPTIONS(AT(question)),
    NUMBER_OPTION("eyes", AT(height), 0.1, 4, "M", "1.7", "metres of the eyes above the feet"),
    SIZE_OPTION("size", AT(size), 48, 8192, "WxH", "1280x720", "of the picture, pixels"),
    NUMBER_OPTION("fov", AT(fov), 10, 120, "DEG", "65", "how much is seen from top to bottom"),
    INT_OPTION("view", AT(view), 8, 512, "M", "96", "how far rock is drawn"),
    CHOICE_OPTION("quality", AT(quality), choose_quality, "QUALITY", "auto",
                  "how much the picture may cost; auto: medium where the processor draws, else "
                  "high"),
    FILE_OPTION("walk", AT(walk), ".txt", "FILE",
                "a walk that loam cave explore recorded (F9); the picture is of its end"),
    TEXT_OPTION("record", AT(record), "FILE", NULL,
                "with --walk: a film of it, .mp4 or .webm by ffmpeg, or a folder of pictures if it "
                "ends in /"),
    NUMBER_OPTION("fps", AT(fps), 1, 60, "N", "30", "frames a second of the film"),
    THREADS_OPTION(AT(threads), "all"),
    PICTURE_OPTION(AT(output), "where the picture goes", .required = true),
    JSON_OPTION(AT(json)),
    {0},
};

#undef AT

const tool_verb verb_cave_view = {
    .name = "cave view",
    .summary = "draws a cave from within, by a lamp and the light that falls in",
    .details = "The picture of `loam cave explore` without a window, by OpenGL. Without --at one "
               "stands on the floor of the largest room and looks to where most is to be seen. A "
               "hash says which rock was drawn: it is the same on every machine.",
    .options = view_options,
    .settings_size = sizeof(view_settings),
    .example = "loam cave view --cave 3d --seed 7 -o view.png",
    .lacks = TOOL_SCENE_LIBRARIES
    ", and draws no cave from within; loam cave 3d --view form draws it cut open",
#ifdef LOAM_HAS_SCENE
    .run = run_view,
#endif
};
