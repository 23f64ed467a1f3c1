// SPDX-License-Identifier: MIT
#include "explore/scout.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct desk
{
    bool asked, open, answered; // to be begun; not answered yet
    uint64_t number;            // of the question: an answer to an older one is thrown away
    scout_question question;
    scout_answer answer;
} desk;

struct scout
{
    loam_env env;
    loam_land *land;
    pthread_t thread;
    pthread_mutex_t mutex; // of all below
    pthread_cond_t changed;
    bool ending;
    desk desks[SCOUT_KINDS];
    scout_kind doing; // for look_up
    uint64_t doing_number;
};

// ---- answers ------------------------------------------------------------------------------------

static void seek_start(scout *s, scout_answer *a)
{
    a->result = loam_land_find_start(s->land, a->asked.x, a->asked.z, &a->start);
}

static void name_river(scout *s, scout_answer *a)
{
    loam_land_river_def def = loam_default_land_river_def();
    loam_river_point points[2];
    int32_t count = 0;
    loam_river_end end;
    def.x = a->asked.x;
    def.z = a->asked.z;
    def.min_flow = 2;
    a->result = loam_land_river(s->land, &def, points, 2, &count, &end);
    if (a->result == LOAM_OK)
    {
        const double dx = (double)(points[0].x - a->asked.x * 8) / 8;
        const double dz = (double)(points[0].z - a->asked.z * 8) / 8;
        a->river_m = sqrt(dx * dx + dz * dz) - (double)points[0].width * 0.5;
        a->result = loam_land_river_name(s->land, &points[0], false, a->river);
    }
    // That there is none is an answer.
    a->result = a->result == LOAM_NOT_FOUND ? LOAM_OK : a->result;
}

/// Whether anybody still wants to know.
static bool look_up(void *user, int32_t rows, int32_t of)
{
    scout *const s = user;
    (void)rows;
    (void)of;
    pthread_mutex_lock(&s->mutex);
    const bool wanted = !s->ending && s->desks[s->doing].number == s->doing_number;
    pthread_mutex_unlock(&s->mutex);
    return wanted;
}

static void draw_map(scout *s, scout_answer *a)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.x = a->asked.x;
    def.z = a->asked.z;
    def.w = a->asked.w;
    def.h = a->asked.h;
    def.scale = a->asked.scale;
    def.names = def.bar = true;
    def.progress = look_up;
    def.user = s;
    a->result = loam_land_map_draw(s->land, &def, &s->env, &a->picture, NULL);
}

// ---- names --------------------------------------------------------------------------------------

/// What a map would name, into what room there is behind the features that are known.
static loam_result add_features(scout *s, const scout_question *map, scout_answer *a)
{
    loam_land_map_def def = loam_default_land_map_def();
    int32_t count = 0;
    def.x = map->x;
    def.z = map->z;
    def.w = map->w;
    def.h = map->h;
    def.scale = map->scale;
    const int32_t room = SCOUT_MAX_FEATURES - a->feature_count;
    const loam_result result = loam_land_features(s->land, &def, &s->env,
                                                  a->features + a->feature_count, room, &count);
    a->feature_count += count < room ? count : room;
    return result;
}

static bool make_room(scout_answer *a)
{
    a->features = calloc(SCOUT_MAX_FEATURES, sizeof *a->features);
    if (a->features == NULL)
    {
        a->result = loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for names");
    }
    return a->features != NULL;
}

static void find_names(scout *s, scout_answer *a)
{
    if (make_room(a))
    {
        a->result = add_features(s, &a->asked, a);
    }
}

/// Lakes and peaks are small and near, ranges are large and their middle may be far.
static void name_near(scout *s, scout_answer *a)
{
    const scout_question small = {
        .x = a->asked.x, .z = a->asked.z, .scale = 64, .w = 128, .h = 128};
    const scout_question large = {
        .x = a->asked.x, .z = a->asked.z, .scale = 400, .w = 160, .h = 160};
    if (make_room(a))
    {
        a->result = add_features(s, &small, a);
        a->result = a->result == LOAM_OK ? add_features(s, &large, a) : a->result;
    }
    if (a->result == LOAM_OK)
    {
        const loam_land_area here = {a->asked.x, a->asked.z, 1, 1, 1};
        a->result = loam_land_fill(s->land, here,
                                   &(loam_land_samples){.temperature = &a->degrees,
                                                        .humidity = &a->humidity,
                                                        .base = &a->base});
    }
}

// ---- previews -----------------------------------------------------------------------------------

/// Colours of biomes, lighter where the ground rises towards the north-west.
static void paint_preview(loam_land *land, const float *height, const uint8_t *biome, float step,
                          loam_picture *out)
{
    const int32_t w = out->w, h = out->h;
    for (int32_t p = 0; p < w * h; p++)
    {
        const int32_t i = p % w,
                      j = h - 1 - p / w; // rows of areas go north, those of pictures south
        const size_t at = (size_t)j * (size_t)w + (size_t)i;
        const size_t beside = (size_t)(j > 0 ? j - 1 : j) * (size_t)w +
                              (size_t)(i < w - 1 ? i + 1 : i);
        const float rise = height[at] > 0 ? (height[beside] - height[at]) / step : 0;
        const float light = fmaxf(fminf(1 - 6 * rise, 1.3f), 0.6f);
        const loam_colour base = loam_rgb(loam_land_biome_colour(land, biome[at]));
        const float parts[3] = {(float)base.r * light, (float)base.g * light,
                                (float)base.b * light};
        out->pixels[p] = (loam_colour){(uint8_t)fminf(parts[0], 255), (uint8_t)fminf(parts[1], 255),
                                       (uint8_t)fminf(parts[2], 255), 255};
    }
}

static loam_result fill_preview(loam_land *land, scout_answer *a)
{
    const scout_question *const q = &a->asked;
    const size_t count = (size_t)q->w * (size_t)q->h;
    const loam_env env = loam_default_env();
    float *const height = malloc(count * sizeof *height);
    uint8_t *const biome = malloc(count);
    const loam_land_area area = {.x = q->x - q->w / 2 * q->scale,
                                 .z = q->z - q->h / 2 * q->scale,
                                 .step = q->scale,
                                 .w = q->w,
                                 .h = q->h};
    loam_result result = height != NULL && biome != NULL
                             ? loam_picture_create(&env, q->w, q->h, loam_rgb(0), &a->picture)
                             : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a preview");
    result = result == LOAM_OK
                 ? loam_land_fill(land, area,
                                  &(loam_land_samples){.height = height, .biome = biome})
                 : result;
    if (result == LOAM_OK)
    {
        paint_preview(land, height, biome, (float)q->scale, &a->picture);
    }
    free(height);
    free(biome);
    return result;
}

/// Biomes of a land of the same seed and another shape.
static void draw_preview(scout *s, scout_answer *a)
{
    loam_land_def def = loam_default_land_def();
    loam_land *land = NULL;
    def.seed = loam_land_seed(s->land);
    def.shape = a->asked.shape;
    def.cache_bytes = (size_t)32 << 20;
    a->result = loam_land_create(&def, &land);
    a->result = a->result == LOAM_OK ? fill_preview(land, a) : a->result;
    loam_land_destroy(land);
}

static void answer(scout *s, scout_kind kind, scout_answer *a)
{
    static void (*const doers[SCOUT_KINDS])(scout *, scout_answer *) = {
        [SCOUT_START] = seek_start,     [SCOUT_RIVER] = name_river, [SCOUT_NEAR] = name_near,
        [SCOUT_PREVIEW] = draw_preview, [SCOUT_MAP] = draw_map,     [SCOUT_FIND] = find_names};
    doers[kind](s, a);
    if (a->result != LOAM_OK)
    {
        snprintf(a->message, sizeof a->message, "%s", loam_last_error());
    }
}

void scout_answer_free(scout_answer *answer)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, &answer->picture);
    free(answer->features);
    answer->features = NULL;
}

// ---- the thread ---------------------------------------------------------------------------------

/// The first question that is open; SCOUT_KINDS if none is.
static scout_kind next_kind(const scout *s)
{
    for (int32_t i = 0; i < SCOUT_KINDS; i++)
    {
        if (s->desks[i].asked)
        {
            return (scout_kind)i;
        }
    }
    return SCOUT_KINDS;
}

/// The mutex is held, but not while it is answered.
static void do_one(scout *s, scout_kind kind)
{
    desk *const d = &s->desks[kind];
    scout_answer a = {.asked = d->question};
    d->asked = false;
    s->doing = kind;
    s->doing_number = d->number;
    pthread_mutex_unlock(&s->mutex);
    answer(s, kind, &a);
    pthread_mutex_lock(&s->mutex);
    if (d->number != s->doing_number || s->ending)
    {
        scout_answer_free(&a);
        return;
    }
    d->answer = a;
    d->answered = true;
    d->open = false;
}

static void *run(void *user)
{
    scout *const s = user;
    pthread_mutex_lock(&s->mutex);
    while (!s->ending)
    {
        const scout_kind kind = next_kind(s);
        if (kind == SCOUT_KINDS)
        {
            pthread_cond_wait(&s->changed, &s->mutex);
        }
        else
        {
            do_one(s, kind);
        }
    }
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

// ---- from outside -------------------------------------------------------------------------------

loam_result scout_create(loam_land *land, scout **out)
{
    *out = NULL;
    scout *const s = calloc(1, sizeof *s);
    if (s == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a scout");
    }
    s->env = loam_default_env();
    s->land = land;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->changed, NULL);
    if (pthread_create(&s->thread, NULL, run, s) != 0)
    {
        pthread_mutex_destroy(&s->mutex);
        pthread_cond_destroy(&s->changed);
        free(s);
        return loam_fail(LOAM_UNSUPPORTED, "no thread can be started for a scout");
    }
    *out = s;
    return LOAM_OK;
}

void scout_destroy(scout *s)
{
    if (s == NULL)
    {
        return;
    }
    pthread_mutex_lock(&s->mutex);
    s->ending = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->mutex);
    pthread_join(s->thread, NULL);
    for (int32_t i = 0; i < SCOUT_KINDS; i++)
    {
        scout_answer_free(&s->desks[i].answer);
    }
    pthread_mutex_destroy(&s->mutex);
    pthread_cond_destroy(&s->changed);
    free(s);
}

void scout_ask(scout *s, scout_kind kind, const scout_question *question)
{
    pthread_mutex_lock(&s->mutex);
    desk *const d = &s->desks[kind];
    scout_answer_free(&d->answer);
    d->answered = false;
    d->question = *question;
    d->asked = d->open = true;
    d->number++;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->mutex);
}

bool scout_is_busy(scout *s, scout_kind kind)
{
    pthread_mutex_lock(&s->mutex);
    const bool busy = s->desks[kind].open;
    pthread_mutex_unlock(&s->mutex);
    return busy;
}

bool scout_take(scout *s, scout_kind kind, scout_answer *out)
{
    pthread_mutex_lock(&s->mutex);
    desk *const d = &s->desks[kind];
    const bool answered = d->answered;
    if (answered)
    {
        *out = d->answer;
        d->answer = (scout_answer){0};
        d->answered = false;
    }
    pthread_mutex_unlock(&s->mutex);
    return answered;
}
