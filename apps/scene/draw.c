// SPDX-License-Identifier: MIT
#include "scene/draw.h"

#include "scene/drawing.h"
#include "scene/falls.h"

#include <math.h>

// A picture: ground, sky behind it, water over a copy of both; then from light to colours. Before them the maps that
// have changed go to the card, and the light over them is found (lighting.c).

// ---- ground, sky, water -------------------------------------------------------------------------------

static void draw_blocks(scene *s, const drawing *shot, GLuint program, const block *blocks,
                        int32_t count)
{
    const gl *const g = s->g;
    gl_set4s(g, program, "grid", 1, shot->grid);
    g->BindVertexArray(s->card.grid);
    g->BindBuffer(GL_ARRAY_BUFFER, s->card.blocks);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)count * (GLsizeiptr)sizeof *blocks, blocks,
                  GL_STREAM_DRAW);
    g->DrawElementsInstanced(GL_TRIANGLES, s->card.index_count, GL_UNSIGNED_SHORT, NULL, count);
    s->count.triangles += (int64_t)s->card.index_count / 3 * count;
}

static void set_depth(const gl *g, GLenum test, bool keep)
{
    g->Enable(GL_DEPTH_TEST);
    g->DepthFunc(test);
    g->DepthMask(keep);
}

static void set_pixel(const scene *s, const drawing *shot, GLuint program)
{
    gl_set1(s->g, program, "pixel", 2 * shot->frame.tan_y / (float)s->card.drawn.h);
}

/// What the ground and the body are shaded with.
static void set_shading(scene *s, const drawing *shot, GLuint program)
{
    drawing_set_materials(s, shot, program);
    set_pixel(s, shot, program);
}

/// Where the ground lies that is seen.
static void draw_places(scene *s, const drawing *shot, GLuint program)
{
    static const float none[4] = {0, 0, 0, -1};
    const gl *const g = s->g;
    gl_target_begin(g, &s->card.seen);
    g->ClearBufferfv(GL_COLOR, 0, none);
    drawing_use(s, shot, program);
    draw_blocks(s, shot, program, s->blocks.ground, s->blocks.ground_count);
    gl_target_begin(g, &s->card.drawn);
}

static void draw_ground(scene *s, const drawing *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.ground[drawing_shows_body(s)],
                 places = s->card.places[drawing_shows_body(s)];
    set_depth(g, GL_LESS, true);
    if (places == 0)
    {
        set_shading(s, shot, program);
        gl_set_texture(g, program, "painted", 13, GL_TEXTURE_2D_ARRAY, s->card.painted);
        draw_blocks(s, shot, program, s->blocks.ground, s->blocks.ground_count);
        return;
    }
    draw_places(s, shot, places);
    set_shading(s, shot, program);
    gl_set_texture(g, program, "places", 13, GL_TEXTURE_2D, s->card.seen.colour);
    set_depth(g, GL_GREATER, false); // it is drawn at the very end of depth: not where nothing is
    gl_draw_all(g, s->card.empty);
    set_depth(g, GL_LESS, true);
}

static void draw_tile(scene *s, const drawing *shot, GLuint program, const body_tile *t)
{
    const gl *const g = s->g;
    const double side = (double)body_tile_m(t->level);
    const float x = (float)((double)t->x * side - (double)shot->from->x - shot->from->dx),
                z = (float)((double)t->z * side - (double)shot->from->z - shot->from->dz);
    const float low[3] = {x - 4, t->low, z - 4};
    const float high[3] = {x + (float)side + 4, t->high, z + (float)side + 4};
    if (t->index_count == 0 || !camera_sees(&shot->frame, low, high))
    {
        return;
    }
    gl_set3(g, program, "origin", (const float[3]){x, 0, z});
    g->BindVertexArray(t->array);
    g->DrawElementsInstanced(GL_TRIANGLES, (GLsizei)t->index_count, GL_UNSIGNED_INT, NULL, 1);
    s->count.triangles += t->index_count / 3;
    s->count.tiles++;
}

static void draw_body(scene *s, const drawing *shot)
{
    if (!drawing_shows_body(s))
    {
        return;
    }
    const bool blocks = s->body->def.form == LOAM_VOLUME_BLOCKS;
    const GLuint program = blocks ? s->card.body_blocks : s->card.body;
    set_shading(s, shot, program);
    set_depth(s->g, GL_LESS, true);
    gl_set1(s->g, program, "sun_steps", s->quality.samples * s->quality.shadow_steps < 16 ? 8 : 24);
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        const body_tile *const t = &s->body->tiles[i];
        if (t->used && t->drawn)
        {
            draw_tile(s, shot, program, t);
        }
    }
}

static void draw_boxes(scene *s, const drawing *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.figure[drawing_shows_body(s)];
    if (s->box_count == 0)
    {
        return;
    }
    drawing_use(s, shot, program);
    air_draw_boxes(g, program, s->card.empty, s->boxes, s->box_count);
}

static loam_result draw_trees(scene *s, const drawing *shot)
{
    const GLuint program = s->card.trees[drawing_shows_body(s)];
    trees_count count = {0};
    if (s->trees == NULL)
    {
        return LOAM_OK;
    }
    drawing_use(s, shot, program);
    drawing_set_climate(s, shot, program);
    gl_set1(s->g, program, "snow_cover", shot->weather.snow);
    gl_set_texture(s->g, program, "leaf_map", 13, GL_TEXTURE_2D_ARRAY,
                   s->card.textures.names[TEXTURE_LEAVES]);
    set_pixel(s, shot, program);
    set_depth(s->g, GL_LESS, true);
    const loam_result result = trees_draw(s->trees, shot->from, &shot->frame, program, &count);
    s->count.things = count.things;
    s->count.thing_triangles = count.triangles;
    return result;
}

// ---- what covers the ground ---------------------------------------------------------------------------

static cover_state cover_state_of(const scene *s, const drawing *shot)
{
    cover_state state = {.kind = s->def.quality, .gradual = s->def.gradual};
    for (int32_t i = 0; i < s->maps.def.levels; i++)
    {
        state.ground += s->card.versions[i];
    }
    state.weather = (uint64_t)shot->look->weather * 512 + (uint64_t)shot->look->day;
    return state;
}

static cover_climate cover_climate_of(const scene *s, const drawing *shot)
{
    const camera *const from = shot->from;
    float degrees = 12, humidity = 0.5f;
    (void)climate_degrees(&s->climate, from->x, from->z, &degrees);
    (void)climate_humidity(&s->climate, from->x, from->z, &humidity);
    // In steps, so that not every place has a climate of its own and all is planned again.
    return (cover_climate){roundf(humidity * 16) / 16, roundf(year_share(degrees) * 16) / 16,
                           shot->day};
}

/// Above its reach there is nothing to be seen of it.
static bool wants_cover(const scene *s, const camera *from)
{
    const float reach = s->trees != NULL && !s->def.no_cover ? ground_cover_reach(s->def.quality)
                                                             : 0;
    return reach > 0 && from->y - (double)scene_ground(s, from) < (double)reach;
}

/// Finds what grows around the viewer, if it is not what grew around the last picture's.
static loam_result refresh_cover(scene *s, const drawing *shot)
{
    const cover_state state = cover_state_of(s, shot);
    if (!wants_cover(s, shot->from))
    {
        return LOAM_OK;
    }
    loam_result result = s->cover == NULL ? ground_cover_create(s->g, &s->cover) : LOAM_OK;
    if (result == LOAM_OK && ground_cover_is_stale(s->cover, shot->from, &state, &s->maps))
    {
        const cover_climate climate = cover_climate_of(s, shot);
        drawing_set_materials(s, shot, s->card.cover_map);
        result = ground_cover_make(s->cover, shot->from, &state, &climate, &s->maps, s->def.land,
                                   s->card.cover_map, s->card.empty);
    }
    return result == LOAM_OK ? ground_cover_plan(s->cover) : result;
}

static void draw_cover(scene *s, const drawing *shot)
{
    const GLuint program = s->card.cover[drawing_shows_body(s)];
    cover_count count;
    if (s->cover == NULL || !wants_cover(s, shot->from))
    {
        return;
    }
    drawing_use(s, shot, program);
    drawing_set_climate(s, shot, program);
    gl_set1(s->g, program, "snow_cover", shot->weather.snow);
    set_depth(s->g, GL_LESS, true);
    ground_cover_draw(s->cover, shot->from, &shot->frame, program, &count);
    s->count.cover = count.spots;
    s->count.cover_triangles = count.triangles;
}

/// What comes or leaves fades in as new ground does; so does its shade.
static loam_result shade_trees(scene *s, const drawing *shot)
{
    if (s->trees == NULL)
    {
        return LOAM_OK;
    }
    s->looks_new = s->looks_new || s->trees_version != trees_version(s->trees);
    s->trees_version = trees_version(s->trees);
    if (!trees_wants_shade(s->trees, shot->from, s->sky.light))
    {
        return LOAM_OK;
    }
    drawing_use(s, shot, s->card.shade);
    return trees_make_shade(s->trees, shot->from, s->sky.light, s->card.shade);
}

static void draw_clouds(const scene *s, const drawing *shot)
{
    const air a = drawing_air(s, shot);
    drawing_use(s, shot, s->card.cloudy);
    air_draw_clouds(s->g, &a, s->card.cloudy, s->card.empty, s->card.textures.names[TEXTURE_CLOUDS],
                    s->quality.cloud_steps, &s->card.cloud_picture);
}

static void draw_sky(const scene *s, const drawing *shot)
{
    const air a = drawing_air(s, shot);
    const GLuint program = s->card.sky[drawing_shows_body(s) && !s->bare_sky];
    drawing_use(s, shot, program);
    air_draw_sky(s->g, &a, program, s->card.empty, s->card.cloud_picture.colour);
}

static void draw_water(scene *s, const drawing *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.water;
    const gl_target *const to = &s->card.drawn;
    const float lens[4] = {(float)to->w, (float)to->h, shot->frame.near, shot->frame.far};
    if (s->blocks.water_count == 0)
    {
        return;
    }
    if (s->quality.plain)
    {
        g->Enable(GL_BLEND);
        g->BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    else
    {
        gl_target_copy(g, to, &s->card.below);
    }
    gl_target_begin(g, to);
    drawing_use(s, shot, program);
    drawing_set_climate(s, shot, program);
    gl_set_texture(g, program, "below", 6, GL_TEXTURE_2D, s->card.below.colour);
    gl_set_texture(g, program, "below_depth", 7, GL_TEXTURE_2D, s->card.below.depth);
    gl_set4s(g, program, "lens", 1, lens);
    gl_set1(g, program, "mirror_steps", (float)s->quality.mirror_steps);
    g->Enable(GL_DEPTH_TEST);
    draw_blocks(s, shot, program, s->blocks.water, s->blocks.water_count);
    g->Disable(GL_BLEND);
}

static void swap_targets(gl_target *a, gl_target *b)
{
    const gl_target kept = *a;
    *a = *b;
    *b = kept;
}

static float exposure_of(const scene *s, const drawing *shot)
{
    return s->sky.exposure * exp2f(shot->look->exposure);
}

static void draw_falls(scene *s, const drawing *shot)
{
    const falls_def def = {.weather = &shot->weather,
                           .light = &s->sky,
                           .from = shot->from,
                           .exposure = exposure_of(s, shot),
                           .seconds = shot->look->seconds};
    falls_draw(s->g, s->card.falls, s->card.empty, &def, &s->card.dry, &s->card.shown);
}

static void draw_finish(scene *s, const drawing *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.finish[shot->fades || shot->look->under_water];
    const bool falls = falls_any(&shot->weather);
    swap_targets(s->last_is_dry ? &s->card.dry : &s->card.shown, &s->card.before);
    s->last_is_dry = falls;
    g->Disable(GL_DEPTH_TEST);
    gl_target_begin(g, falls ? &s->card.dry : &s->card.shown);
    drawing_use(s, shot, program);
    gl_set_texture(g, program, "picture", 2, GL_TEXTURE_2D, s->card.drawn.colour);
    gl_set_texture(g, program, "before", 3, GL_TEXTURE_2D, s->card.before.colour);
    gl_set1(g, program, "exposure", exposure_of(s, shot));
    gl_set1(g, program, "most", shot->fades ? DRAWING_FADE_STEP / 255.0f : 2);
    gl_set1(g, program, "wet", shot->look->under_water ? 1 : 0);
    gl_set3(g, program, "wet_takes", (const float[3]){0.32f, 0.11f, 0.09f});
    gl_set3(g, program, "wet_shines", (const float[3]){0.004f, 0.022f, 0.026f});
    gl_set2(g, program, "lens", shot->frame.near, shot->frame.far);
    gl_set_texture(g, program, "depths", 4, GL_TEXTURE_2D, s->card.drawn.depth);
    gl_draw_all(g, s->card.empty);
    if (falls)
    {
        draw_falls(s, shot);
    }
}

// ---- all ------------------------------------------------------------------------------------------------

/// The nearer the viewer is to the ground, the nearer the near plane; depth is finer the farther that is.
static float near_plane(const scene *s, const camera *from)
{
    float least = INFINITY;
    for (int32_t i = 0; i < 25; i++)
    {
        const double reach = 1 + 0.25 * fmax(from->y, 0);
        const double dx = from->dx + (i % 5 - 2) * fmin(reach, 40),
                     dz = from->dz + (i / 5 - 2) * fmin(reach, 40);
        least = fminf(least, (float)from->y - clipmap_top(&s->maps, from->x, from->z, dx, dz));
    }
    return fminf(fmaxf(0.3f * least, 0.25f), 30);
}

/// Windows follow the viewer by whole snaps of two blocks; the next level has to be reached before the nearest
/// edge that there may be. The level that is too fine for the ground below ends as blocks.h has it.
static void set_grid(const scene *s, drawing *to)
{
    const float side = (float)s->maps.def.side, stride = (float)s->quality.stride;
    const float reach = side / 2 - (float)s->maps.def.block - 2 * stride;
    to->grid[0] = stride;
    to->grid[1] = 0.08f * side;
    to->grid[2] = reach;
    to->grid[3] = reach * blocks_share_below(&s->maps, to->from);
}

/// The sun's way changes with the day as much as the climate here does: hardly in the tropics. In steps, as all light
/// is made anew for each.
static float find_declination(const scene *s, const camera *from, const year_day *day)
{
    const float usual = year_at(0).declination;
    float degrees;
    if (!climate_degrees(&s->climate, from->x, from->z, &degrees))
    {
        return usual;
    }
    const float share = year_share(degrees);
    return usual + (day->declination - usual) * roundf(share * 32) / 32;
}

static drawing begin_shot(scene *s, const camera *from, const scene_look *look)
{
    drawing shot = {.from = from,
                    .look = look,
                    .weather = weather_of(look->weather),
                    .day = year_at(look->day)};
    shot.declination = find_declination(s, from, &shot.day);
    shot.weather.haze *= exp2f(look->fog);
    const clipmap_level *const last = &s->maps.level[s->maps.def.levels - 1];
    const float reach = 0.44f * (float)s->maps.def.side * (float)last->step;
    shot.end = fminf(reach, 62000);
    shot.cloud_base = fmaxf(2000, (float)from->y + 1300);
    camera_place(from, (float)s->def.w / (float)s->def.h, near_plane(s, from), shot.end * 2,
                 &shot.frame);
    drawing_set_levels(s, &shot);
    set_grid(s, &shot);
    return shot;
}

/// In caves and gorges hills of the surface hide nothing: they are not drawn there.
static bool is_low(const scene *s, const camera *from)
{
    return drawing_shows_body(s) && from->y < (double)scene_ground(s, from) + 40;
}

/// What has passed since *start belongs to a part.
static void count_part(scene *s, scene_part part, uint64_t *start)
{
    const uint64_t now = loam_clock_ns();
    s->count.part_ns[part] += now - *start;
    *start = now;
}

loam_result scene_draw(scene *s, const camera *from, const scene_look *look)
{
    const gl *const g = s->g;
    const uint64_t start = loam_clock_ns();
    uint64_t part = start;
    s->count = (scene_counters){0};
    clipmap_finish(&s->maps);
    drawing shot = begin_shot(s, from, look);
    count_part(s, SCENE_TERRAIN, &part);
    if (!drawing_is_lit(s, &shot))
    {
        sky_compute(look->hour, shot.declination, &shot.weather,
                    fminf(fmaxf((float)from->y, 0), 6000), &s->sky);
    }
    count_part(s, SCENE_SKY, &part);
    loam_result result = shade_trees(s, &shot);
    count_part(s, SCENE_BODY, &part);
    drawing_refresh(s, &shot);
    count_part(s, SCENE_TERRAIN, &part);
    result = result == LOAM_OK ? refresh_cover(s, &shot) : result;
    count_part(s, SCENE_BODY, &part);
    draw_clouds(s, &shot);
    count_part(s, SCENE_SKY, &part);
    if (s->body != NULL)
    {
        body_load(s->body);
    }
    count_part(s, SCENE_BODY, &part);
    blocks_find(&s->maps, from, &shot.frame, s->keep_hidden || is_low(s, from), &s->blocks);
    gl_target_begin(g, &s->card.drawn);
    g->ClearColor(1, 0, 1, 1);
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    count_part(s, SCENE_TERRAIN, &part);
    draw_body(s, &shot);
    count_part(s, SCENE_BODY, &part);
    draw_ground(s, &shot);
    count_part(s, SCENE_TERRAIN, &part);
    draw_boxes(s, &shot);
    result = result == LOAM_OK ? draw_trees(s, &shot) : result;
    draw_cover(s, &shot);
    count_part(s, SCENE_BODY, &part);
    draw_sky(s, &shot);
    count_part(s, SCENE_SKY, &part);
    draw_water(s, &shot);
    count_part(s, SCENE_WATER, &part);
    draw_finish(s, &shot);
    count_part(s, SCENE_FILM, &part);
    s->count.hand_ns = loam_clock_ns() - start;
    g->Finish();
    s->count.blocks = s->blocks.ground_count;
    s->count.outside = s->blocks.outside;
    s->count.hidden = s->blocks.hidden;
    s->count.draw_ns = loam_clock_ns() - start;
    const loam_result drawn = gl_check(g, "the picture could not be drawn");
    return drawn == LOAM_OK ? result : drawn;
}
