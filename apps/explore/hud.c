// SPDX-License-Identifier: MIT
#include "explore/explorer.h"
#include "place/season.h"

#include <math.h>
#include <string.h>

// What is written over the land: a compass above, where one is below, what has happened, and with F3 figures.

static const loam_colour ink = {255, 255, 255, 235}, dim = {255, 255, 255, 150},
                         shade = {0, 0, 0, 110};

// ---- compass ------------------------------------------------------------------------------------

static void draw_mark(explorer *e, int32_t x, int32_t y, int32_t degrees)
{
    static const char *const names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    const bool named = degrees % 45 == 0;
    const int32_t h = painter_scaled(e->paint, named ? 7 : 4);
    const int32_t w = painter_scaled(e->paint, 1);
    painter_fill(e->paint, (box){x, y, w > 0 ? w : 1, h}, named ? ink : dim);
    if (named)
    {
        write_centred(e->paint, x, y + h, TEXT_SMALL,
                      degrees == 0 ? (loam_colour){255, 190, 120, 255} : ink, names[degrees / 45]);
    }
}

static void draw_compass(explorer *e)
{
    const int32_t middle = e->paint->w / 2, top = painter_scaled(e->paint, 8);
    const int32_t half = painter_scaled(e->paint, 170);
    const double azimuth = e->camera.azimuth, per_degree = (double)half / 80;
    const box at = {middle - half, top - painter_scaled(e->paint, 3), 2 * half,
                    painter_scaled(e->paint, 30)};
    painter_fill(e->paint, at, shade);
    painter_push_clip(e->paint, at);
    for (int32_t degrees = 0; degrees < 360; degrees += 15)
    {
        const double off = remainder(degrees - azimuth, 360);
        if (fabs(off) < 80)
        {
            draw_mark(e, middle + (int32_t)lround(off * per_degree), top, degrees);
        }
    }
    painter_pop_clip(e->paint);
    painter_fill(e->paint, (box){middle, at.y, painter_scaled(e->paint, 1) + 1, at.h / 3},
                 (loam_colour){255, 190, 120, 255});
}

// ---- where one is -------------------------------------------------------------------------------

/// Asks about the ground and the river now and then, as one comes along.
static void look_around(explorer *e)
{
    const double dx = e->body.x - e->asked_x, dz = e->body.z - e->asked_z;
    scout_answer found;
    if (scout_take(e->scout, SCOUT_RIVER, &found))
    {
        const bool near = found.result == LOAM_OK && found.river_m < 400;
        const bool is_new = near && strcmp(e->river, found.river) != 0 && found.river[0] != 0;
        snprintf(e->river, sizeof e->river, "%s", near ? found.river : "");
        if (is_new)
        {
            explore_log(e, "river: %s", e->river);
        }
    }
    if ((e->biome < 0 || dx * dx + dz * dz > 60 * 60) && !scout_is_busy(e->scout, SCOUT_RIVER) &&
        !e->seeking && scene_has_detail(e->scene, e->body.x, e->body.z, 1))
    {
        const scout_question here = {.x = (int64_t)floor(e->body.x),
                                     .z = (int64_t)floor(e->body.z)};
        scout_ask(e->scout, SCOUT_RIVER, &here);
        e->asked_x = e->body.x;
        e->asked_z = e->body.z;
        (void)ground_biome(&e->ground, e->body.x, e->body.z, &e->biome);
    }
}

/// How well a feature is what one stands at: 0 in its middle, 1 and more too far.
static double farness(const explorer *e, const loam_land_feature *f)
{
    const double dx = (double)f->x - e->body.x, dz = (double)f->z - e->body.z;
    const double away = sqrt(dx * dx + dz * dz), radius = (double)f->radius_m;
    return f->kind == LOAM_FEATURE_LAKE    ? away / (2 * radius + 400)
           : f->kind == LOAM_FEATURE_RANGE ? away / (1.5 * radius + 1500)
           : f->kind == LOAM_FEATURE_PEAK  ? away / 4000
                                           : 1;
}

/// The lake, the range and the peak that one is nearest to.
static void take_names(explorer *e, const scout_answer *found)
{
    static const loam_feature_kind kinds[EXPLORE_NEAR] = {LOAM_FEATURE_LAKE, LOAM_FEATURE_RANGE,
                                                          LOAM_FEATURE_PEAK};
    for (int32_t k = 0; k < EXPLORE_NEAR; k++)
    {
        const loam_land_feature *best = NULL;
        for (int32_t i = 0; i < found->feature_count; i++)
        {
            const loam_land_feature *const f = &found->features[i];
            const double most = best != NULL ? farness(e, best) : 1;
            best = f->kind == kinds[k] && farness(e, f) < most ? f : best;
        }
        if (best != NULL && strcmp(e->near[k], best->name) != 0)
        {
            explore_log(e, "near: %s, a %s", best->name, loam_feature_kind_name(kinds[k]));
        }
        snprintf(e->near[k], sizeof e->near[k], "%s", best != NULL ? best->name : "");
    }
}

/// Asks what is called what, every half kilometre.
static void name_around(explorer *e)
{
    const double dx = e->body.x - e->named_x, dz = e->body.z - e->named_z;
    scout_answer found;
    if (scout_take(e->scout, SCOUT_NEAR, &found))
    {
        take_names(e, &found);
        e->has_climate = found.result == LOAM_OK;
        e->climate = (climate_at){found.degrees, found.humidity};
        e->climate_base = found.base;
        explore_log(e, "names: %d around", (int)found.feature_count);
        scout_answer_free(&found);
    }
    if ((!e->has_named || dx * dx + dz * dz > 500 * 500) && e->biome >= 0 && !e->seeking &&
        !scout_is_busy(e->scout, SCOUT_NEAR))
    {
        const scout_question here = {.x = (int64_t)floor(e->body.x),
                                     .z = (int64_t)floor(e->body.z)};
        scout_ask(e->scout, SCOUT_NEAR, &here);
        e->has_named = true;
        e->named_x = e->body.x;
        e->named_z = e->body.z;
    }
}

static void draw_where(explorer *e)
{
    char line[384];
    const double speed = sqrt(e->body.vx * e->body.vx + e->body.vy * e->body.vy +
                              e->body.vz * e->body.vz);
    const int32_t gap = painter_scaled(e->paint, 8),
                  high = painter_line_height(e->paint, TEXT_SMALL);
    const int32_t y = e->paint->h - 2 * high - gap;
    const int32_t minutes = (int32_t)(e->hour * 60) % 1440;
    char names[4 * LOAM_MAX_RIVER_NAME] = "";
    for (int32_t k = 0, size = 0; k < EXPLORE_NEAR; k++)
    {
        size += snprintf(names + size, sizeof names - (size_t)size, "%s%s",
                         e->near[k][0] != 0 ? "   " : "", e->near[k]);
    }
    char season[SEASON_MAX_TEXT] = "";
    if (e->day > 0)
    {
        season_write(e->day, season);
    }
    const bool is_number = season[0] >= '0' && season[0] <= '9';
    snprintf(line, sizeof line, "%.0f m above the sea   %s%s%s%s   %02d:%02d   %s%s%s%s", e->body.y,
             e->biome >= 0 ? loam_land_biome_name(e->land, e->biome) : "",
             e->river[0] != 0 ? "   the river " : "", e->river, names, (int)(minutes / 60),
             (int)(minutes % 60), weather_name((int32_t)e->weather), season[0] != 0 ? "   " : "",
             is_number ? "day " : "", season);
    painter_fill(e->paint, (box){0, y - gap / 2, e->paint->w, e->paint->h - y + gap / 2}, shade);
    painter_text(e->paint, gap, y, TEXT_SMALL, ink, line);
    snprintf(line, sizeof line, "%.0f, %.0f   %s%s   %.0f m/s", e->body.x, e->body.z,
             walk_kind_name(e->body.kind),
             e->body.state == WALK_SWIMS    ? ", swimming"
             : e->body.state == WALK_SLIDES ? ", sliding"
                                            : "",
             speed);
    painter_text(e->paint, gap, y + high, TEXT_SMALL, dim, line);
    const char *const hint = "F1 help   M map   Esc menu";
    const int32_t w = painter_text_width(e->paint, TEXT_SMALL, hint, strlen(hint));
    painter_text(e->paint, e->paint->w - w - gap, y + high, TEXT_SMALL, dim, hint);
}

static void draw_wait(explorer *e)
{
    const char *const text = e->seeking      ? "Looking for a good place to begin at ..."
                             : e->arriving   ? "The ground is growing ..."
                             : e->waits > 30 ? "Waiting for the ground ahead ..."
                                             : NULL;
    if (text != NULL)
    {
        write_centred(e->paint, e->paint->w / 2, e->paint->h * 2 / 3, TEXT_NORMAL, ink, text);
    }
}

// ---- figures ------------------------------------------------------------------------------------

static void draw_graph(explorer *e, box at)
{
    const float *const parts[2] = {e->times.whole, e->times.draw};
    const loam_colour colours[2] = {{255, 255, 255, 160}, {120, 200, 255, 200}};
    const int32_t bar = painter_scaled(e->paint, 2) > 0 ? painter_scaled(e->paint, 2) : 1;
    painter_fill(e->paint, at, shade);
    for (int32_t part = 0; part < 2; part++)
    {
        for (int32_t i = 0; i < EXPLORE_HISTORY; i++)
        {
            const float ms = parts[part][(e->times.next + i) % EXPLORE_HISTORY];
            const int32_t h = (int32_t)fminf(ms / 100 * (float)at.h, (float)at.h);
            painter_fill(e->paint, (box){at.x + i * bar, at.y + at.h - h, bar, h}, colours[part]);
        }
    }
}

enum
{
    FIGURES = 9
};

/// Lines on a shade as wide as the widest of them. How high it is.
static int32_t draw_lines(explorer *e, int32_t x, int32_t y, char lines[FIGURES][160])
{
    const int32_t gap = painter_scaled(e->paint, 8),
                  high = painter_line_height(e->paint, TEXT_SMALL);
    box at = {x, y, 0, FIGURES * high + gap};
    for (int32_t i = 0; i < FIGURES; i++)
    {
        const int32_t w = painter_text_width(e->paint, TEXT_SMALL, lines[i], strlen(lines[i]));
        at.w = w + gap > at.w ? w + gap : at.w;
    }
    painter_fill(e->paint, at, shade);
    for (int32_t i = 0; i < FIGURES; i++)
    {
        painter_text(e->paint, x + gap / 2, y + gap / 2 + i * high, TEXT_SMALL, ink, lines[i]);
    }
    return at.h;
}

static void draw_figures(explorer *e)
{
    const scene_counters count = scene_count(e->scene);
    const int32_t last = (e->times.next + EXPLORE_HISTORY - 1) % EXPLORE_HISTORY;
    const int32_t gap = painter_scaled(e->paint, 8);
    char lines[FIGURES][160];
    const float *const cost = e->times.parts;
    snprintf(lines[0], sizeof lines[0], "frame %.1f ms: land %.1f, drawing %.1f",
             (double)e->times.whole[last], (double)e->times.update[last],
             (double)e->times.draw[last]);
    snprintf(lines[1], sizeof lines[1], "%lld pages, %lld triangles, %lld blocks",
             (long long)count.pages, (long long)count.triangles, (long long)count.blocks);
    snprintf(lines[2], sizeof lines[2], "%lld blocks out of sight, %lld behind hills",
             (long long)count.outside, (long long)count.hidden);
    snprintf(lines[3], sizeof lines[3], "%.0f MiB of textures",
             (double)count.texture_bytes / 1048576);
    snprintf(lines[4], sizeof lines[4], "%s quality%s on %.60s", quality_name((int32_t)e->quality),
             e->has_pace ? " (automatic)" : "", e->gl.renderer);
    snprintf(lines[5], sizeof lines[5], "seed %llu, step %llu", (unsigned long long)e->seed,
             (unsigned long long)e->body.steps);
    snprintf(lines[6], sizeof lines[6], "hash %016llx", (unsigned long long)walker_hash(&e->body));
    snprintf(lines[7], sizeof lines[7],
             "on average: update %.1f, terrain %.1f, water %.1f, sky %.1f",
             (double)cost[EXPLORE_UPDATE], (double)cost[SCENE_TERRAIN], (double)cost[SCENE_WATER],
             (double)cost[SCENE_SKY]);
    snprintf(lines[8], sizeof lines[8], "inside %.1f, film %.1f, interface %.1f, card %.1f",
             (double)cost[SCENE_BODY], (double)cost[SCENE_FILM], (double)cost[EXPLORE_INTERFACE],
             (double)cost[EXPLORE_CARD]);
    const int32_t bottom = gap * 5 + draw_lines(e, gap, gap * 5, lines);
    draw_graph(e, (box){gap, bottom + gap, painter_scaled(e->paint, 2 * EXPLORE_HISTORY),
                        painter_scaled(e->paint, 60)});
}

void explore_hud(explorer *e, double seconds)
{
    look_around(e);
    name_around(e);
    if (e->hidden || e->screen == EXPLORE_PHOTO)
    {
        return;
    }
    if (e->screen != EXPLORE_ATLAS)
    {
        draw_compass(e);
        draw_where(e);
    }
    draw_wait(e);
    notices_draw(&e->notices, e->paint, painter_scaled(e->paint, 46), seconds);
    if (e->figures)
    {
        draw_figures(e);
    }
}
