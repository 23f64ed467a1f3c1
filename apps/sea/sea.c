// SPDX-License-Identifier: MIT
#include "sea/sea.h"

#include "scene/falls.h"
#include "sea/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

sea_def sea_default_def(void)
{
    return (sea_def){.quality = QUALITY_HIGH, .w = 1280, .h = 720, .view = 16384};
}

static loam_result check_def(const sea_def *def)
{
    if (def->w < 1 || def->h < 1 || def->w > SEA_MAX_SIDE || def->h > SEA_MAX_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a picture has %dx%d pixels; must be 1 to %d a side",
                         (int)def->w, (int)def->h, SEA_MAX_SIDE);
    }
    if (def->view < SEA_MIN_VIEW || def->view > SEA_MAX_VIEW)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the view is %lld m; must be %d to %d",
                         (long long)def->view, SEA_MIN_VIEW, SEA_MAX_VIEW);
    }
    return LOAM_OK;
}

// ---- making -----------------------------------------------------------------------------------------

/// Whether what takes long is made by jobs while pictures are drawn already.
static bool makes_later(const sea_scene *s)
{
    return s->def.gradual && s->def.jobs != NULL && loam_jobs_width(s->def.jobs) > 1;
}

/// Textures for a quality: whole ones, or coarse ones at first.
static loam_result make_textures(sea_scene *s)
{
    const quality *const q = &s->quality.scene;
    if (!makes_later(s))
    {
        return texture_set_create(q->texture, !q->plain, s->def.jobs, &s->textures);
    }
    const loam_result result = texture_set_create_coarse(!q->plain, &s->textures);
    return result == LOAM_OK ? texture_maker_begin(q->texture, !q->plain, s->def.jobs, &s->maker)
                             : result;
}

static void find_looks(sea_scene *s)
{
    const loam_isles_def *const def = loam_isles_get_def(s->def.isles);
    for (int32_t i = 0; i < def->type_count; i++)
    {
        s->looks[i] = ground_look_of(&def->types[i]);
    }
    s->looks[LOAM_ISLES_MAX_TYPES] = ground_look_of_bed();
}

/// All that lies on the card.
static loam_result make_card(sea_scene *s)
{
    loam_result result = sea_card_create(s->g, &s->quality, &s->textures, s->def.w, s->def.h,
                                         &s->card);
    result = result == LOAM_OK ? isle_list_create(s->g, s->def.isles, s->def.view, s->quality.near,
                                                  s->def.gradual, &s->isles)
                               : result;
    isle_list_set_stage(&s->isles, s->stage);
    return result == LOAM_OK ? things_create(s->g, &s->things) : result;
}

loam_result sea_create(const sea_def *def, const gl *g, sea_scene **out)
{
    *out = NULL;
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    sea_scene *const s = calloc(1, sizeof *s);
    if (s == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a sea");
    }
    s->def = *def;
    s->g = g;
    s->stage = LOAM_ISLE_OBJECTS;
    s->water = loam_isles_get_def(def->isles)->water;
    s->quality = sea_cost_of(def->quality);
    find_looks(s);
    result = make_textures(s);
    result = result == LOAM_OK ? make_card(s) : result;
    if (result != LOAM_OK)
    {
        sea_destroy(s);
        return result;
    }
    *out = s;
    return LOAM_OK;
}

void sea_destroy(sea_scene *s)
{
    if (s == NULL)
    {
        return;
    }
    sea_drop(s, false);
    texture_maker_end(s->maker, NULL);
    texture_set_destroy(&s->textures);
    free(s->instances);
    free(s);
}

void sea_drop(sea_scene *s, bool lost)
{
    if (s->g != NULL)
    {
        things_destroy(s->things, lost);
        if (s->isles.cells != NULL)
        {
            isle_list_destroy(&s->isles, lost);
        }
        sea_card_destroy(s->g, &s->card, lost);
    }
    s->things = NULL;
    s->g = NULL;
}

/// What was made for another picture counts no more.
static void forget(sea_scene *s)
{
    s->is_lit = s->near.is_made = s->wide.is_made = false;
}

loam_result sea_remake(sea_scene *s, const gl *g)
{
    s->g = g;
    forget(s);
    return make_card(s);
}

loam_result sea_resize(sea_scene *s, int32_t w, int32_t h)
{
    sea_def def = s->def;
    def.w = w;
    def.h = h;
    loam_result result = check_def(&def);
    result = result == LOAM_OK ? sea_card_resize(s->g, &s->quality, w, h, &s->card) : result;
    s->def = result == LOAM_OK ? def : s->def;
    return result;
}

/// Textures of another size, at once or by jobs.
static loam_result change_textures(const sea_scene *s, const sea_cost *q, texture_set *textures,
                                   texture_maker **maker)
{
    return makes_later(s)
               ? texture_maker_begin(q->scene.texture, !q->scene.plain, s->def.jobs, maker)
               : texture_set_create(q->scene.texture, !q->scene.plain, s->def.jobs, textures);
}

loam_result sea_set_quality(sea_scene *s, quality_kind kind)
{
    const sea_cost q = sea_cost_of(kind);
    texture_set textures = {0};
    texture_maker *maker = NULL;
    sea_card card = {0};
    if (kind == s->def.quality)
    {
        return LOAM_OK;
    }
    loam_result result = change_textures(s, &q, &textures, &maker);
    const bool has_textures = textures.side > 0;
    result = result == LOAM_OK ? sea_card_create(s->g, &q, has_textures ? &textures : &s->textures,
                                                 s->def.w, s->def.h, &card)
                               : result;
    if (result != LOAM_OK)
    {
        texture_maker_end(maker, NULL);
        texture_set_destroy(&textures);
        return result;
    }
    texture_maker_end(s->maker, NULL);
    s->maker = maker;
    if (has_textures)
    {
        texture_set_destroy(&s->textures);
        s->textures = textures;
    }
    sea_card_destroy(s->g, &s->card, false);
    s->card = card;
    s->quality = q;
    s->def.quality = kind;
    isle_list_set_near(&s->isles, q.near);
    forget(s);
    return LOAM_OK;
}

loam_result sea_set_view(sea_scene *s, int64_t view)
{
    sea_def def = s->def;
    def.view = view;
    loam_result result = check_def(&def);
    if (result != LOAM_OK || view == s->def.view)
    {
        return result;
    }
    result = isle_list_set_view(&s->isles, view);
    s->def.view = result == LOAM_OK ? view : s->def.view;
    isle_list_set_near(&s->isles, s->quality.near);
    return result;
}

quality_kind sea_quality(const sea_scene *s)
{
    return s->def.quality;
}

void sea_set_stage(sea_scene *s, loam_isle_stage last)
{
    s->stage = last;
    isle_list_set_stage(&s->isles, last);
}

loam_result sea_set_water(sea_scene *s, const loam_sea_look *water)
{
    loam_sea ready;
    const loam_result result = loam_sea_init(&ready, water);
    if (result == LOAM_OK)
    {
        s->water = *water;
        s->near.is_made = s->wide.is_made =
            false; // soundings reach as deep as water hides the ground
    }
    return result;
}

// ---- following the viewer -------------------------------------------------------------------------------

/// Whole textures for coarse ones, when they are there.
static loam_result follow_textures(sea_scene *s)
{
    if (s->maker == NULL || !texture_maker_is_done(s->maker))
    {
        return LOAM_OK;
    }
    texture_set_destroy(&s->textures);
    texture_maker_end(s->maker, &s->textures);
    s->maker = NULL;
    return sea_card_replace(s->g, &s->textures, &s->card);
}

loam_result sea_update(sea_scene *s, const camera *from, uint64_t budget_us, bool *complete)
{
    const int64_t max = LOAM_ISLES_END - 2 * (int64_t)SEA_MAX_VIEW;
    bool all_isles = false, all_things = false;
    if (from->x < -max || from->x > max || from->z < -max || from->z > max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the view from %lld,%lld reaches over the end of the sea; places must be "
                         "within %lld m of 0",
                         (long long)from->x, (long long)from->z, (long long)max);
    }
    loam_result result = follow_textures(s);
    result = result == LOAM_OK ? things_update(s->things, !s->def.gradual, &all_things) : result;
    result = result == LOAM_OK ? isle_list_update(&s->isles, from, budget_us, &all_isles) : result;
    if (complete != NULL)
    {
        *complete = result == LOAM_OK && all_isles && all_things && s->maker == NULL;
    }
    return result;
}

// ---- drawing ----------------------------------------------------------------------------------------------

static void find_wind(const sea_look *look, double *x, double *z)
{
    const double usual = 0.7071 * (double)weather_of(look->weather).wind;
    const bool is_given = look->wind_x != 0 || look->wind_z != 0;
    *x = is_given ? look->wind_x : usual;
    *z = is_given ? look->wind_z : usual;
}

swell sea_swell(const sea_scene *s, const sea_look *look)
{
    double x, z;
    find_wind(look, &x, &z);
    return swell_of(x, z, (uint64_t)s->water.seed);
}

/// Where clouds and ripples have come to: what is between two pictures goes with the wind that there is now.
static void follow_wind(sea_scene *s, const sea_shot *shot)
{
    const double since = shot->look->seconds - (s->drifts ? s->drift_seconds : 0);
    const double speed = (double)shot->weather.wind;
    const double pace = (0.6 + 0.12 * speed) / fmax(speed, 0.5); // of ripples
    const double wind[2] = {shot->wind_x, shot->wind_z};
    for (int32_t k = 0; k < 2; k++)
    {
        s->clouds[k] += wind[k] * since;
        s->ripples[k] += wind[k] * pace * since;
    }
    s->drift_seconds = shot->look->seconds;
    s->drifts = true;
}

/// The ground or the sea, whichever is higher, below a viewer.
static float top_below(const sea_scene *s, const camera *from)
{
    float top = 0;
    for (int32_t i = 0; i < s->isles.side * s->isles.side; i++)
    {
        const isle_ground *const ground = &s->isles.cells[i].ground;
        const patch_texels *const p = &ground->texels;
        const double x = (double)(from->x - p->x) + from->dx,
                     z = (double)(from->z - p->z) + from->dz;
        const double wide = (double)p->step * (p->side - 1);
        if (ground->heights != 0 && x >= 0 && z >= 0 && x < wide && z < wide)
        {
            top = fmaxf(top, isle_ground_at(p, (float)x, (float)z));
        }
    }
    return top;
}

static void begin_shot(sea_scene *s, const camera *from, const sea_look *look, sea_shot *shot)
{
    const float over = fabsf((float)from->y - (look->under_water ? 0 : top_below(s, from)));
    const float near = fminf(fmaxf(0.22f * over, 0.2f), 20);
    *shot = (sea_shot){.from = from, .look = look, .weather = weather_of(look->weather)};
    shot->weather.haze *= exp2f(look->fog);
    find_wind(look, &shot->wind_x, &shot->wind_z);
    shot->weather.wind = (float)sqrt(shot->wind_x * shot->wind_x + shot->wind_z * shot->wind_z);
    shot->swell = sea_swell(s, look);
    follow_wind(s, shot);
    camera_place(from, (float)s->def.w / (float)s->def.h, near, 70000, &shot->frame);
    shot->air = (air){.from = from,
                      .frame = &shot->frame,
                      .light = &s->sky,
                      .weather = &shot->weather,
                      .seconds = look->seconds,
                      .drift = {s->clouds[0], s->clouds[1]},
                      .end = fmaxf(1.4f * (float)s->isles.view, 9000),
                      .cloud_base = fmaxf(1700, (float)from->y + 1300),
                      .sky_table = s->card.sky_table,
                      .noise = s->card.textures.names[TEXTURE_NOISE]};
}

static void light_sky(sea_scene *s, const sea_shot *shot)
{
    const sea_look *const look = shot->look;
    if (s->is_lit && s->lit_hour == look->hour && s->lit_weather == look->weather)
    {
        return;
    }
    const float summer = 0.2f; // rad that the sun stands north of the equator, at noon
    sky_compute(look->hour, summer, &shot->weather, fminf(fmaxf((float)shot->from->y, 0), 6000),
                &s->sky);
    air_load_sky(s->g, s->card.sky_table, &s->sky);
    s->is_lit = true;
    s->lit_hour = look->hour;
    s->lit_weather = look->weather;
}

static loam_result shade_things(sea_scene *s, const sea_shot *shot)
{
    if (!things_wants_shade(s->things, &s->isles, shot->from, s->sky.light, &s->quality))
    {
        return LOAM_OK;
    }
    air_use(s->g, &shot->air, s->card.shade);
    return things_make_shade(s->things, &s->isles, shot->from, s->sky.light, &s->quality,
                             s->card.shade);
}

static loam_result draw_things(sea_scene *s, const sea_shot *shot)
{
    const GLuint program = s->card.object;
    things_count count;
    air_use(s->g, &shot->air, program);
    sea_set_shade(s, shot, program);
    gl_set1(s->g, program, "snow_cover", shot->weather.snow);
    gl_set1(s->g, program, "pixel", 2 * shot->frame.tan_y / (float)s->card.drawn.h);
    const loam_result result = things_draw(s->things, &s->isles, shot->from, &shot->frame,
                                           &s->quality, &count);
    s->count.objects = count.things;
    s->count.triangles += count.triangles;
    return result;
}

/// Samplers of other kinds may not share a unit, so those of a land's inside are set, too.
static void use_with_inside(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    const gl *const g = s->g;
    air_use(g, &shot->air, program);
    gl_set_texture(g, program, "inside_surface", 10, GL_TEXTURE_2D_ARRAY, 0);
    gl_set_texture(g, program, "body_mask", 13, GL_TEXTURE_2D, 0);
    gl_set_texture(g, program, "body_light", 12, GL_TEXTURE_3D, 0);
}

static void draw_boxes(const sea_scene *s, const sea_shot *shot)
{
    if (shot->look->box_count > 0)
    {
        use_with_inside(s, shot, s->card.figure);
        air_draw_boxes(s->g, s->card.figure, s->card.empty, shot->look->boxes,
                       shot->look->box_count);
    }
}

static void draw_clouds(const sea_scene *s, const sea_shot *shot)
{
    air_use(s->g, &shot->air, s->card.cloudy);
    air_draw_clouds(s->g, &shot->air, s->card.cloudy, s->card.empty,
                    s->card.textures.names[TEXTURE_CLOUDS], s->quality.scene.cloud_steps,
                    &s->card.cloud_picture);
}

static void draw_sky(const sea_scene *s, const sea_shot *shot)
{
    use_with_inside(s, shot, s->card.sky);
    air_draw_sky(s->g, &shot->air, s->card.sky, s->card.empty, s->card.cloud_picture.colour);
}

static float exposure_of(const sea_scene *s, const sea_shot *shot)
{
    const float usual = 0.4f; // stops: water sends little light back, and eyes follow that
    return s->sky.exposure * exp2f(shot->look->exposure + usual);
}

static void draw_finish(const sea_scene *s, const sea_shot *shot)
{
    const gl *const g = s->g;
    const bool falls = falls_any(&shot->weather) && !shot->look->under_water;
    const GLuint program = s->card.finish[shot->look->under_water];
    g->Disable(GL_DEPTH_TEST);
    gl_target_begin(g, falls ? &s->card.dry : &s->card.shown);
    air_use(g, &shot->air, program);
    gl_set_texture(g, program, "picture", 2, GL_TEXTURE_2D, s->card.drawn.colour);
    gl_set_texture(g, program, "before", 3, GL_TEXTURE_2D, s->card.drawn.colour);
    gl_set_texture(g, program, "depths", 4, GL_TEXTURE_2D, s->card.drawn.depth);
    gl_set1(g, program, "exposure", exposure_of(s, shot));
    gl_set1(g, program, "most", 2);
    gl_set1(g, program, "wet", shot->look->under_water ? 1 : 0);
    gl_set3(g, program, "wet_takes", (const float[3]){0.11f, 0.034f, 0.026f});
    gl_set3(g, program, "wet_shines", (const float[3]){0.008f, 0.055f, 0.078f});
    gl_set2(g, program, "lens", shot->frame.near, shot->frame.far);
    gl_draw_all(g, s->card.empty);
    if (falls)
    {
        const falls_def def = {.weather = &shot->weather,
                               .light = &s->sky,
                               .from = shot->from,
                               .exposure = exposure_of(s, shot),
                               .seconds = shot->look->seconds};
        falls_draw(g, s->card.falls, s->card.empty, &def, &s->card.dry, &s->card.shown);
    }
}

/// What is seen, without water.
static loam_result draw_solid(sea_scene *s, const sea_shot *shot)
{
    const gl *const g = s->g;
    gl_target_begin(g, &s->card.drawn);
    g->ClearColor(0, 0, 0, 1);
    g->Enable(GL_DEPTH_TEST);
    g->DepthFunc(GL_LESS);
    g->DepthMask(GL_TRUE);
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    loam_result result = sea_draw_grounds(s, shot);
    result = result == LOAM_OK ? draw_things(s, shot) : result;
    result = result == LOAM_OK ? sea_draw_boats(s, shot) : result;
    draw_boxes(s, shot);
    draw_sky(s, shot);
    return result;
}

loam_result sea_draw(sea_scene *s, const camera *from, const sea_look *look)
{
    const gl *const g = s->g;
    const uint64_t start = loam_clock_ns();
    sea_shot shot;
    LOAM_ASSERT(NULL, look->boat_count >= 0 && look->boat_count <= SEA_MAX_BOATS);
    LOAM_ASSERT(NULL, look->box_count >= 0 && look->box_count <= SEA_MAX_BOXES);
    s->count = (sea_counters){0};
    begin_shot(s, from, look, &shot);
    light_sky(s, &shot);
    loam_result result = sea_draw_soundings(s, &shot);
    sea_draw_sun(s, &shot);
    result = result == LOAM_OK ? shade_things(s, &shot) : result;
    draw_clouds(s, &shot);
    result = result == LOAM_OK ? draw_solid(s, &shot) : result;
    sea_draw_water(s, &shot);
    draw_finish(s, &shot);
    s->count.hand_ns = loam_clock_ns() - start;
    g->Finish();
    s->count.draw_ns = loam_clock_ns() - start;
    const loam_result drawn = gl_check(g, "the picture could not be drawn");
    return drawn == LOAM_OK ? result : drawn;
}

// ---- what is to be had of it --------------------------------------------------------------------------------

void sea_show(const sea_scene *s, int32_t w, int32_t h)
{
    gl_target_show(s->g, &s->card.shown, w, h);
}

loam_result sea_read(sea_scene *s, loam_picture *out)
{
    const loam_result result = gl_target_read(s->g, &s->card.shown, out);
    for (size_t i = 0; i < (size_t)out->w * (size_t)out->h; i++)
    {
        out->pixels[i].a = 255;
    }
    return result;
}

sea_counters sea_count(const sea_scene *s)
{
    sea_counters count = s->count;
    count.growing = s->isles.growing;
    count.view = s->isles.view;
    count.texture_bytes = s->card.bytes + s->isles.bytes;
    return count;
}
