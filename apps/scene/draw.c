// SPDX-License-Identifier: MIT
#include "scene/draw.h"

#include "scene/falls.h"
#include "scene/materials.h"
#include "scene/year.h"

#include <math.h>
#include <stdio.h>

// A picture: maps that have changed go to the card; the light over them is found again if they or the sun
// have; ground, sky behind it, water over a copy of both; then from light to colours.

enum
{
    NEAR_PERIOD = 4096,  // m that patterns on the ground repeat after, at most
    FAR_PERIOD = 131072, // and those of clouds
    FADE_STEP = 6,       // of 255, that a pixel changes by in a frame when new ground fades in
    FADE_FRAMES = 255 / FADE_STEP + 1,
};

/// Not in the first pictures, whose programs know of none.
static bool shows_body(const scene *s)
{
    return s->body != NULL && !s->is_beginning;
}

/// What one picture is drawn with.
typedef struct drawing
{
    const camera *from;
    const scene_look *look;
    weather weather;
    year_day day;
    float declination; // of the sun, as the climate around the viewer has it
    camera_frame frame;
    float windows[CLIPMAP_MAX_LEVELS][4], wraps[CLIPMAP_MAX_LEVELS][4];
    float cloud_base;
    float grid[4]; // see ground_vertex.glsl
    float end;     // of the view, m
    bool fades;
} drawing;

// ---- uniforms that all have -------------------------------------------------------------------------

static void set_levels(const scene *s, drawing *to)
{
    const int64_t side = s->maps.def.side;
    for (int32_t i = 0; i < s->maps.def.levels; i++)
    {
        const clipmap_level *const l = &s->maps.level[i];
        const clipmap_level *const next = &s->maps.level[i + 1 < s->maps.def.levels ? i + 1 : i];
        to->windows[i][0] = (float)(l->x * l->step - to->from->x);
        to->windows[i][1] = (float)(l->z * l->step - to->from->z);
        to->windows[i][2] = (float)l->step;
        to->windows[i][3] = (float)side;
        to->wraps[i][0] = (float)(l->x & (side - 1));
        to->wraps[i][1] = (float)(l->z & (side - 1));
        to->wraps[i][2] = (float)(loam_floor_div(l->x, 2) - next->x);
        to->wraps[i][3] = (float)(loam_floor_div(l->z, 2) - next->z);
    }
}

static float within(int64_t at, double part, int64_t period)
{
    return (float)((double)(at - loam_floor_div(at, period) * period) + part);
}

static void set_lamps(const scene *s, const drawing *shot, GLuint program)
{
    float lamps[SCENE_MAX_LAMPS][4] = {{0}};
    const camera *const c = shot->from;
    for (int32_t i = 0; i < shot->look->lamp_count; i++)
    {
        const scene_lamp *const lamp = &shot->look->lamps[i];
        lamps[i][0] = (float)(lamp->x - (double)c->x - c->dx);
        lamps[i][1] = (float)lamp->y;
        lamps[i][2] = (float)(lamp->z - (double)c->z - c->dz);
        lamps[i][3] = (float)lamp->strength * 2200 / s->sky.exposure;
    }
    gl_set4s(s->g, program, "lamps", SCENE_MAX_LAMPS, lamps[0]);
    s->g->Uniform1i(s->g->GetUniformLocation(program, "lamp_count"), shot->look->lamp_count);
}

/// Uniforms of inside.glsl. Samplers of other kinds may not share a unit, so they are set without a body, too.
static void set_inside(const scene *s, const drawing *shot, GLuint program)
{
    const gl *const g = s->g;
    const land_body *const b = s->body;
    float at[4] = {0}, light[3] = {0};
    if (b != NULL)
    {
        const int64_t cell = body_tile_m(b->def.finest);
        at[0] = (float)(b->mask_x * cell - shot->from->x);
        at[1] = (float)(b->mask_z * cell - shot->from->z);
        at[2] = (float)(BODY_MASK * cell);
        at[3] = b->has_light ? 1 : 0;
        light[0] = (float)(b->light_at[0] * BODY_LIGHT_CELL - shot->from->x);
        light[1] = (float)(b->light_at[1] * BODY_LIGHT_CELL);
        light[2] = (float)(b->light_at[2] * BODY_LIGHT_CELL - shot->from->z);
    }
    gl_set4s(g, program, "body_at", 1, at);
    gl_set3(g, program, "body_light_at", light);
    gl_set1(g, program, "body_floor", b != NULL ? (float)b->floor : 0);
    gl_set1(g, program, "body_strip", b != NULL ? body_strip_m(b) : 0);
    const float over = shot->frame.eye - scene_ground(s, shot->from);
    gl_set1(g, program, "outdoors", fminf(fmaxf(over + 1, 0), 1));
    gl_set1(g, program, "inside_levels", (float)s->maps.def.levels);
    gl_set_texture(g, program, "inside_surface", 10, GL_TEXTURE_2D_ARRAY, s->card.surface);
    gl_set_texture(g, program, "body_mask", 11, GL_TEXTURE_2D, b != NULL ? b->mask_texture : 0);
    gl_set_texture(g, program, "body_light", 12, GL_TEXTURE_3D, b != NULL ? b->light_texture : 0);
    set_lamps(s, shot, program);
}

static void use(const scene *s, const drawing *shot, GLuint program)
{
    const gl *const g = s->g;
    const camera *const c = shot->from;
    const sky *const k = &s->sky;
    const float flat = fmaxf(sqrtf(k->light[0] * k->light[0] + k->light[2] * k->light[2]), 1e-4f);
    const float air[4] = {shot->weather.haze, shot->weather.haze_top, shot->end,
                          shot->weather.cover};
    const float clock[4] = {(float)fmod(shot->look->seconds, 4096), shot->weather.wind,
                            shot->cloud_base, shot->weather.rain};
    g->UseProgram(program);
    gl_set4s(g, program, "level_window", s->maps.def.levels, shot->windows[0]);
    gl_set4s(g, program, "level_wrap", s->maps.def.levels, shot->wraps[0]);
    gl_set2(g, program, "viewer_part", (float)c->dx, (float)c->dz);
    gl_set2(g, program, "viewer_near", within(c->x, c->dx, NEAR_PERIOD),
            within(c->z, c->dz, NEAR_PERIOD));
    gl_set2(g, program, "viewer_far", within(c->x, c->dx, FAR_PERIOD),
            within(c->z, c->dz, FAR_PERIOD));
    gl_set1(g, program, "eye", shot->frame.eye);
    gl_set3(g, program, "light", k->light);
    gl_set3(g, program, "light_colour", k->light_colour);
    gl_set3(g, program, "ambient", k->ambient);
    gl_set3(g, program, "bounce", k->bounce);
    gl_set2(g, program, "light_flat", k->light[0] / flat, k->light[2] / flat);
    gl_set4s(g, program, "air", 1, air);
    gl_set4s(g, program, "clock", 1, clock);
    gl_set1(g, program, "levels", (float)s->maps.def.levels);
    gl_set_matrix(g, program, "to_clip", shot->frame.to_clip);
    gl_set3(g, program, "ahead", shot->frame.ahead);
    gl_set_texture(g, program, "sky_table", 0, GL_TEXTURE_2D, s->card.sky_table);
    gl_set_texture(g, program, "noise_map", 1, GL_TEXTURE_2D, s->card.noise);
    gl_set_texture(g, program, "surface", 2, GL_TEXTURE_2D_ARRAY, s->card.surface);
    set_inside(s, shot, program);
}

static void set_climate(const scene *s, const drawing *shot, GLuint program)
{
    const float half = 0.5f * CLIMATE_STEP;
    const float at[4] = {(float)(s->climate_x - shot->from->x) - half,
                         (float)(s->climate_z - shot->from->z) - half,
                         1.0f / ((float)CLIMATE_SIDE * CLIMATE_STEP), 0};
    gl_set4s(s->g, program, "climate_at", 1, at);
    const float season[4] = {shot->day.spring, shot->day.summer, shot->day.autumn,
                             shot->day.winter};
    gl_set4s(s->g, program, "season", 1, season);
    gl_set1(s->g, program, "season_degrees", shot->day.degrees);
    gl_set_texture(s->g, program, "climate", 3, GL_TEXTURE_2D, s->card.climate);
    gl_set_texture(s->g, program, "shape_map", 4, GL_TEXTURE_2D_ARRAY, s->card.shape);
    gl_set_texture(s->g, program, "light_map", 5, GL_TEXTURE_2D_ARRAY, s->card.light_map);
}

/// What ground and body are made of.
static void set_materials(scene *s, const drawing *shot, GLuint program)
{
    const gl *const g = s->g;
    use(s, shot, program);
    set_climate(s, shot, program);
    gl_set_texture(g, program, "ground_low", 6, GL_TEXTURE_2D_ARRAY, s->card.ground_low);
    gl_set_texture(g, program, "ground_high", 7, GL_TEXTURE_2D_ARRAY, s->card.ground_high);
    gl_set_texture(g, program, "colours", 8, GL_TEXTURE_2D_ARRAY, s->card.colours);
    gl_set_texture(g, program, "bumps", 9, GL_TEXTURE_2D_ARRAY, s->card.bumps);
    gl_set1(g, program, "snow_cover", shot->weather.snow);
    for (int32_t i = 0; i < MATERIALS; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "tile_m[%d]", (int)i);
        gl_set1(g, program, name, material_tile((material)i));
    }
}

// ---- light and colours of the maps ----------------------------------------------------------------------

/// Makes tiles of a level of light_map or painted again, by the program that is in use.
static void make_tiles(const scene *s, GLuint program, GLuint texture, int32_t level,
                       uint64_t tiles)
{
    const gl *const g = s->g;
    stale_part at;
    g->FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, level);
    gl_set1(g, program, "own", (float)level);
    while (stale_next_part(&tiles, s->maps.def.side, &at))
    {
        g->Scissor(at.x, at.y, at.w, at.h);
        gl_draw_all(g, s->card.empty);
    }
}

static bool is_any(const scene *s, const stale_levels tiles)
{
    uint64_t any = 0;
    for (int32_t i = 0; i < s->maps.def.levels; i++)
    {
        any |= tiles[i];
    }
    return any != 0;
}

static void make_all_tiles(const scene *s, GLuint program, GLuint texture, const stale_levels tiles)
{
    const gl *const g = s->g;
    g->BindFramebuffer(GL_FRAMEBUFFER, s->card.light_framebuffer);
    g->Viewport(0, 0, s->maps.def.side, s->maps.def.side);
    g->Enable(GL_SCISSOR_TEST);
    for (int32_t i = 0; i < s->maps.def.levels; i++)
    {
        if (tiles[i] != 0)
        {
            make_tiles(s, program, texture, i, tiles[i]);
        }
    }
    g->Disable(GL_SCISSOR_TEST);
}

/// Light, and for plain pictures the colours of the ground.
static void make_taken(scene *s, const drawing *shot, stale_levels taken[STALE_KINDS])
{
    if (s->quality.plain && is_any(s, taken[STALE_PAINT]))
    {
        set_materials(s, shot, s->card.paint);
        make_all_tiles(s, s->card.paint, s->card.painted, taken[STALE_PAINT]);
    }
    if (is_any(s, taken[STALE_LIGHT]))
    {
        use(s, shot, s->card.light);
        set_climate(s, shot, s->card.light);
        gl_set1(s->g, s->card.light, "steps", (float)s->quality.shadow_steps);
        make_all_tiles(s, s->card.light, s->card.light_map, taken[STALE_LIGHT]);
    }
}

/// Ground that is new in a level's window looks as it does in the next level, until it has its turn.
static void borrow_level(const scene *s, GLuint texture, int32_t level)
{
    const gl *const g = s->g;
    const clipmap_level *const l = &s->maps.level[level];
    const clipmap_rects *const fresh = &s->card.fresh[level];
    const int32_t side = s->maps.def.side, mask = side - 1;
    g->BindFramebuffer(GL_READ_FRAMEBUFFER, s->card.read_framebuffer);
    g->FramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, level + 1);
    g->BindFramebuffer(GL_DRAW_FRAMEBUFFER, s->card.light_framebuffer);
    g->FramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, level);
    for (int32_t i = 0; i < fresh->count; i++)
    {
        stale_part parts[4];
        const int32_t count = gpu_parts_of(side, fresh->rect[i], parts);
        for (int32_t k = 0; k < count; k++)
        {
            const stale_part to = parts[k];
            const int32_t x = (int32_t)((l->x + ((to.x - l->x) & mask)) / 2) & mask,
                          y = (int32_t)((l->z + ((to.y - l->z) & mask)) / 2) & mask;
            g->BlitFramebuffer(x, y, x + to.w / 2, y + to.h / 2, to.x, to.y, to.x + to.w,
                               to.y + to.h, GL_COLOR_BUFFER_BIT, GL_LINEAR);
        }
    }
}

/// The coarsest level has none to borrow from.
static void show_fresh(scene *s, const drawing *shot)
{
    const int32_t last = s->maps.def.levels - 1;
    const clipmap_rects *const fresh = &s->card.fresh[last];
    stale_levels now[STALE_KINDS] = {{0}};
    for (int32_t i = 0; i < fresh->count; i++)
    {
        stale_part parts[4];
        const int32_t count = gpu_parts_of(s->maps.def.side, fresh->rect[i], parts);
        for (int32_t k = 0; k < count; k++)
        {
            now[STALE_LIGHT][last] |= stale_touched(s->maps.def.side, parts[k]);
        }
    }
    now[STALE_PAINT][last] = now[STALE_LIGHT][last];
    make_taken(s, shot, now);
    for (int32_t i = last - 1; i >= 0; i--)
    {
        if (s->card.fresh[i].count > 0)
        {
            borrow_level(s, s->card.light_map, i);
        }
        if (s->card.fresh[i].count > 0 && s->quality.plain)
        {
            borrow_level(s, s->card.painted, i);
        }
    }
}

/// What the ground's colours depend on but for the maps.
static bool is_painted_for(const scene *s, const drawing *shot)
{
    return s->is_painted && s->painted_day == shot->look->day &&
           s->painted_weather == shot->look->weather;
}

/// The short way around midnight.
static double hours_between(double a, double b)
{
    const double way = fabs(a - b);
    return fmin(way, 24 - way);
}

/// Whether the light of the maps is that of this picture, but for what a sun that goes its way changes in a while.
static bool is_shaded_for(const scene *s, const drawing *shot)
{
    return s->is_shaded && hours_between(s->shaded_hour, shot->look->hour) < 0.05 &&
           fabsf(s->shaded_declination - shot->declination) < 0.01f;
}

/// Whether all of it has to be made for this picture rather than some in each.
static bool is_all_due(const scene *s, const drawing *shot)
{
    return !s->def.gradual || (s->is_painted && !is_painted_for(s, shot)) ||
           (s->is_shaded && !is_shaded_for(s, shot));
}

/// Returns whether anything was made.
static bool make_stale(scene *s, const drawing *shot, bool all)
{
    const int32_t first = blocks_first_level(&s->maps, shot->from);
    stale_need need;
    stale_levels taken[STALE_KINDS];
    if (!is_painted_for(s, shot))
    {
        stale_doubt(&s->card.stale, STALE_PAINT, s->maps.def.levels);
    }
    if (!all)
    {
        show_fresh(s, shot);
    }
    stale_find_need(&s->maps, shot->from, &shot->frame, shot->grid[2], first, &need);
    stale_take(&s->card.stale, &need, s->quality.plain ? STALE_KINDS : STALE_PAINT,
               all ? STALE_ALL : s->quality.tiles, taken);
    make_taken(s, shot, taken);
    s->is_painted = s->is_shaded = true;
    s->painted_day = shot->look->day;
    s->painted_weather = shot->look->weather;
    return is_any(s, taken[STALE_LIGHT]) || is_any(s, taken[STALE_PAINT]);
}

static bool is_same_view(const camera *a, const camera *b)
{
    const double off = fabs(a->dx - b->dx) + fabs(a->dz - b->dz) + fabs(a->y - b->y) +
                       fabs(a->azimuth - b->azimuth) + fabs(a->elevation - b->elevation) +
                       fabs(a->fov - b->fov) + fabs(a->tilt - b->tilt);
    return a->x == b->x && a->z == b->z && off < 1e-9;
}

/// New ground fades in while the viewer stands still, for nothing else would hide that it comes. A viewer who
/// moves sees what is there: pictures of other places would only smear.
static void plan_fade(scene *s, drawing *shot, bool changed)
{
    const bool still = s->has_last && is_same_view(&s->last, shot->from);
    s->fade_frames = !still ? 0 : changed ? FADE_FRAMES : s->fade_frames;
    shot->fades = s->fade_frames > 0;
    s->fade_frames -= shot->fades;
    s->last = *shot->from;
    s->has_last = true;
}

/// Whether sky and light are those of this picture.
static bool is_lit_for(const scene *s, const drawing *shot)
{
    return s->is_lit && fabs(s->lit_hour - shot->look->hour) < 1e-9 &&
           s->lit_weather == shot->look->weather &&
           fabsf(s->lit_declination - shot->declination) < 1e-6f;
}

/// If the sun has moved since, light is made again once all of the last has been.
static void follow_sun(scene *s, const drawing *shot, bool all)
{
    const bool moved = !is_lit_for(s, shot) || !s->is_shaded ||
                       fabs(s->shaded_hour - shot->look->hour) > 1e-9 ||
                       fabsf(s->shaded_declination - shot->declination) > 1e-6f;
    if (moved && (all || !s->is_shaded || !stale_any(&s->card.stale, STALE_LIGHT)))
    {
        stale_doubt(&s->card.stale, STALE_LIGHT, s->maps.def.levels);
        s->shaded_hour = shot->look->hour;
        s->shaded_declination = shot->declination;
        s->follows_sun = true;
    }
}

static void refresh(scene *s, drawing *shot)
{
    const bool changed = gpu_load_maps(s->g, &s->card, &s->maps), all = is_all_due(s, shot);
    if (!s->has_climate)
    {
        gpu_load_climate(s->g, &s->card, s->climate);
        s->has_climate = true;
        stale_doubt(&s->card.stale, STALE_PAINT, s->maps.def.levels);
    }
    if (!is_lit_for(s, shot))
    {
        gpu_load_sky(s->g, &s->card, &s->sky);
    }
    follow_sun(s, shot, all);
    s->follows_sun = s->follows_sun && !changed;
    const bool made = make_stale(s, shot, all);
    plan_fade(s, shot, changed || s->looks_new || (made && !all && !s->follows_sun));
    s->looks_new = false;
    s->is_lit = true;
    s->lit_hour = shot->look->hour;
    s->lit_weather = shot->look->weather;
    s->lit_declination = shot->declination;
}

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

/// What the ground and the body are shaded with.
static void set_shading(scene *s, const drawing *shot, GLuint program)
{
    set_materials(s, shot, program);
    gl_set1(s->g, program, "pixel", 2 * shot->frame.tan_y / (float)s->card.drawn.h);
}

/// Where the ground lies that is seen.
static void draw_places(scene *s, const drawing *shot, GLuint program)
{
    static const float none[4] = {0, 0, 0, -1};
    const gl *const g = s->g;
    gl_target_begin(g, &s->card.seen);
    g->ClearBufferfv(GL_COLOR, 0, none);
    use(s, shot, program);
    draw_blocks(s, shot, program, s->blocks.ground, s->blocks.ground_count);
    gl_target_begin(g, &s->card.drawn);
}

static void draw_ground(scene *s, const drawing *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.ground[shows_body(s)], places = s->card.places[shows_body(s)];
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
    if (!shows_body(s))
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
    const GLuint program = s->card.figure[shows_body(s)];
    if (s->box_count == 0)
    {
        return;
    }
    use(s, shot, program);
    g->BindVertexArray(s->card.empty);
    for (int32_t i = 0; i < s->box_count; i++)
    {
        const figure_box *const b = &s->boxes[i];
        gl_set3(g, program, "centre", b->centre);
        gl_set3(g, program, "axis_x", b->axes[0]);
        gl_set3(g, program, "axis_y", b->axes[1]);
        gl_set3(g, program, "axis_z", b->axes[2]);
        gl_set3(g, program, "colour", b->colour);
        g->DrawArrays(GL_TRIANGLES, 0, 36);
    }
}

static loam_result draw_trees(scene *s, const drawing *shot)
{
    const GLuint program = s->card.trees[shows_body(s)];
    trees_count count = {0};
    if (s->trees == NULL)
    {
        return LOAM_OK;
    }
    use(s, shot, program);
    set_climate(s, shot, program);
    gl_set1(s->g, program, "snow_cover", shot->weather.snow);
    set_depth(s->g, GL_LESS, true);
    const loam_result result = trees_draw(s->trees, shot->from, &shot->frame, &count);
    s->count.things = count.things;
    s->count.thing_triangles = count.triangles;
    return result;
}

/// For what is drawn by directions: half of the picture to the right and up.
static void set_view(const scene *s, const drawing *shot, GLuint program)
{
    float right[3], up[3];
    for (int32_t i = 0; i < 3; i++)
    {
        right[i] = shot->frame.right[i] * shot->frame.tan_x;
        up[i] = shot->frame.up[i] * shot->frame.tan_y;
    }
    gl_set3(s->g, program, "right", right);
    gl_set3(s->g, program, "up", up);
}

static void draw_clouds(scene *s, const drawing *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.cloudy;
    g->Disable(GL_DEPTH_TEST);
    gl_target_begin(g, &s->card.cloud_picture);
    use(s, shot, program);
    set_view(s, shot, program);
    gl_set1(g, program, "cloud_steps", (float)s->quality.cloud_steps);
    gl_set_texture(g, program, "cloud_map", 3, GL_TEXTURE_3D, s->card.clouds);
    gl_draw_all(g, s->card.empty);
}

static void draw_sky(scene *s, const drawing *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.sky[shows_body(s) && !s->bare_sky];
    use(s, shot, program);
    set_view(s, shot, program);
    gl_set3(g, program, "sun", s->sky.sun);
    gl_set3(g, program, "moon", s->sky.moon);
    gl_set3(g, program, "disc", s->sky.disc);
    gl_set1(g, program, "night", s->sky.night);
    gl_set_texture(g, program, "cloud_picture", 3, GL_TEXTURE_2D, s->card.cloud_picture.colour);
    set_depth(g, GL_LEQUAL, false); // it lies at the very end
    gl_draw_all(g, s->card.empty);
    set_depth(g, GL_LESS, true);
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
    use(s, shot, program);
    set_climate(s, shot, program);
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
    use(s, shot, program);
    gl_set_texture(g, program, "picture", 2, GL_TEXTURE_2D, s->card.drawn.colour);
    gl_set_texture(g, program, "before", 3, GL_TEXTURE_2D, s->card.before.colour);
    gl_set1(g, program, "exposure", exposure_of(s, shot));
    gl_set1(g, program, "most", shot->fades ? FADE_STEP / 255.0f : 2);
    gl_set1(g, program, "wet", shot->look->under_water ? 1 : 0);
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
    const int64_t x = loam_floor_div(from->x - s->climate_x, CLIMATE_STEP),
                  z = loam_floor_div(from->z - s->climate_z, CLIMATE_STEP);
    if (!s->climate_known || x < 0 || z < 0 || x >= CLIMATE_SIDE || z >= CLIMATE_SIDE)
    {
        return usual;
    }
    const float share = year_share(s->climate[2 * (z * CLIMATE_SIDE + x)]);
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
    set_levels(s, &shot);
    set_grid(s, &shot);
    return shot;
}

/// In caves and gorges hills of the surface hide nothing: they are not drawn there.
static bool is_low(const scene *s, const camera *from)
{
    return shows_body(s) && from->y < (double)scene_ground(s, from) + 40;
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
    if (!is_lit_for(s, &shot))
    {
        sky_compute(look->hour, shot.declination, &shot.weather,
                    fminf(fmaxf((float)from->y, 0), 6000), &s->sky);
    }
    count_part(s, SCENE_SKY, &part);
    refresh(s, &shot);
    count_part(s, SCENE_TERRAIN, &part);
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
    const loam_result stands = draw_trees(s, &shot);
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
    return drawn == LOAM_OK ? stands : drawn;
}
