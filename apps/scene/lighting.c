// SPDX-License-Identifier: MIT
#include "scene/drawing.h"

#include <math.h>

// Maps that have changed go to the card, and the light over them and the colours of the ground are found again, tile
// by tile; so they are if the sun has moved. What is new fades in.

enum
{
    FADE_FRAMES = 255 / DRAWING_FADE_STEP + 1,
};

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
        drawing_set_materials(s, shot, s->card.paint);
        make_all_tiles(s, s->card.paint, s->card.painted, taken[STALE_PAINT]);
    }
    if (is_any(s, taken[STALE_LIGHT]))
    {
        drawing_use(s, shot, s->card.light);
        drawing_set_climate(s, shot, s->card.light);
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
bool drawing_is_lit(const scene *s, const drawing *shot)
{
    return s->is_lit && fabs(s->lit_hour - shot->look->hour) < 1e-9 &&
           s->lit_weather == shot->look->weather &&
           fabsf(s->lit_declination - shot->declination) < 1e-6f;
}

/// If the sun has moved since, light is made again once all of the last has been.
static void follow_sun(scene *s, const drawing *shot, bool all)
{
    const bool moved = !drawing_is_lit(s, shot) || !s->is_shaded ||
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

void drawing_refresh(scene *s, drawing *shot)
{
    const bool changed = gpu_load_maps(s->g, &s->card, &s->maps), all = is_all_due(s, shot);
    if (!s->has_climate)
    {
        gpu_load_climate(s->g, &s->card, s->climate.texels);
        s->has_climate = true;
        stale_doubt(&s->card.stale, STALE_PAINT, s->maps.def.levels);
    }
    if (!drawing_is_lit(s, shot))
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
