// SPDX-License-Identifier: MIT
#include "explore/explorer.h"
#include "place/season.h"

#include <math.h>
#include <string.h>

// What is written over the land: a compass above, where one is below, what has happened, and with F3 figures.

static const loam_colour ink = {255, 255, 255, 235}, dim = {255, 255, 255, 150};

// ---- compass ------------------------------------------------------------------------------------

static void draw_mark(explorer *e, int32_t x, int32_t y, int32_t degrees)
{
    static const char *const names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    const bool named = degrees % 45 == 0;
    const int32_t h = painter_scaled(e->r.paint, named ? 7 : 4);
    const int32_t w = painter_scaled(e->r.paint, 1);
    painter_fill(e->r.paint, (box){x, y, w > 0 ? w : 1, h}, named ? ink : dim);
    if (named)
    {
        write_centred(e->r.paint, x, y + h, TEXT_SMALL,
                      degrees == 0 ? (loam_colour){255, 190, 120, 255} : ink, names[degrees / 45]);
    }
}

static void draw_compass(explorer *e)
{
    const int32_t middle = e->r.paint->w / 2, top = painter_scaled(e->r.paint, 8);
    const int32_t half = painter_scaled(e->r.paint, 170);
    const double azimuth = e->r.camera.azimuth, per_degree = (double)half / 80;
    const box at = {middle - half, top - painter_scaled(e->r.paint, 3), 2 * half,
                    painter_scaled(e->r.paint, 30)};
    painter_fill(e->r.paint, at, (loam_colour){0, 0, 0, 110});
    painter_push_clip(e->r.paint, at);
    for (int32_t degrees = 0; degrees < 360; degrees += 15)
    {
        const double off = remainder(degrees - azimuth, 360);
        if (fabs(off) < 80)
        {
            draw_mark(e, middle + (int32_t)lround(off * per_degree), top, degrees);
        }
    }
    painter_pop_clip(e->r.paint);
    painter_fill(e->r.paint, (box){middle, at.y, painter_scaled(e->r.paint, 1) + 1, at.h / 3},
                 (loam_colour){255, 190, 120, 255});
}

// ---- where one is -------------------------------------------------------------------------------

/// Asks about the ground and the river now and then, as one comes along.
static void ask_ground(explorer *e)
{
    const double dx = e->r.body.x - e->asked_x, dz = e->r.body.z - e->asked_z;
    scout_answer found;
    if (scout_take(e->scout, SCOUT_RIVER, &found))
    {
        const bool near = found.result == LOAM_OK && found.river_m < 400;
        const bool is_new = near && strcmp(e->river, found.river) != 0 && found.river[0] != 0;
        snprintf(e->river, sizeof e->river, "%s", near ? found.river : "");
        if (is_new)
        {
            roam_log(&e->r, "river: %s", e->river);
        }
    }
    if ((e->biome < 0 || dx * dx + dz * dz > 60 * 60) && !scout_is_busy(e->scout, SCOUT_RIVER) &&
        !e->seeking && scene_has_detail(e->scene, e->r.body.x, e->r.body.z, 1))
    {
        const scout_question here = {.x = (int64_t)floor(e->r.body.x),
                                     .z = (int64_t)floor(e->r.body.z)};
        scout_ask(e->scout, SCOUT_RIVER, &here);
        e->asked_x = e->r.body.x;
        e->asked_z = e->r.body.z;
        (void)ground_biome(&e->ground, e->r.body.x, e->r.body.z, &e->biome);
    }
}

/// How well a feature is what one stands at: 0 in its middle, 1 and more too far.
static double farness(const explorer *e, const loam_land_feature *f)
{
    const double dx = (double)f->x - e->r.body.x, dz = (double)f->z - e->r.body.z;
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
            const double max = best != NULL ? farness(e, best) : 1;
            best = f->kind == kinds[k] && farness(e, f) < max ? f : best;
        }
        if (best != NULL && strcmp(e->near[k], best->name) != 0)
        {
            roam_log(&e->r, "near: %s, a %s", best->name, loam_feature_kind_name(kinds[k]));
        }
        snprintf(e->near[k], sizeof e->near[k], "%s", best != NULL ? best->name : "");
    }
}

/// Asks what is called what, every half kilometre.
static void name_around(explorer *e)
{
    const double dx = e->r.body.x - e->named_x, dz = e->r.body.z - e->named_z;
    scout_answer found;
    if (scout_take(e->scout, SCOUT_NEAR, &found))
    {
        take_names(e, &found);
        e->has_climate = found.result == LOAM_OK;
        e->climate = (climate_at){found.degrees, found.humidity};
        e->climate_base = found.base;
        roam_log(&e->r, "names: %d around", (int)found.feature_count);
        scout_answer_free(&found);
    }
    if ((!e->has_named || dx * dx + dz * dz > 500 * 500) && e->biome >= 0 && !e->seeking &&
        !scout_is_busy(e->scout, SCOUT_NEAR))
    {
        const scout_question here = {.x = (int64_t)floor(e->r.body.x),
                                     .z = (int64_t)floor(e->r.body.z)};
        scout_ask(e->scout, SCOUT_NEAR, &here);
        e->has_named = true;
        e->named_x = e->r.body.x;
        e->named_z = e->r.body.z;
    }
}

const char *explore_river(const explorer *e, char out[EXPLORE_RIVER])
{
    const bool says_so = strncmp(e->river, "River ", strlen("River ")) == 0;
    snprintf(out, EXPLORE_RIVER, "%s%s", e->river[0] != 0 && !says_so ? "river " : "", e->river);
    return out;
}

/// Height, biome, names, hour, weather and season, as far as they are known.
static void write_where(const explorer *e, char *line, size_t size)
{
    char season[SEASON_MAX_TEXT] = "", height[32] = "", names[4 * LOAM_MAX_RIVER_NAME] = "";
    char river[EXPLORE_RIVER];
    const int32_t minutes = (int32_t)(e->r.hour * 60) % 1440;
    for (int32_t k = 0, used = 0; k < EXPLORE_NEAR; k++)
    {
        used += snprintf(names + used, sizeof names - (size_t)used, "%s%s",
                         e->near[k][0] != 0 ? "   " : "", e->near[k]);
    }
    if (!e->arriving)
    {
        snprintf(height, sizeof height, "%.0f m above the sea   ", e->r.body.y);
    }
    if (e->day > 0)
    {
        season_write(e->day, season);
    }
    const bool is_number = season[0] >= '0' && season[0] <= '9';
    snprintf(line, size, "%s%s%s%s%s   %02d:%02d   %s%s%s%s", height,
             e->biome >= 0 ? loam_land_biome_name(e->land, e->biome) : "",
             e->river[0] != 0 ? "   the " : "", explore_river(e, river), names, (int)(minutes / 60),
             (int)(minutes % 60), weather_name((int32_t)e->r.weather), season[0] != 0 ? "   " : "",
             is_number ? "day " : "", season);
}

static void draw_where(explorer *e)
{
    char first[384], second[160];
    const walker *const w = &e->r.body;
    write_where(e, first, sizeof first);
    snprintf(second, sizeof second, "%lld, %lld   %s%s   %.0f m/s", llround(w->x), llround(w->z),
             walk_kind_name(w->kind),
             w->state == WALK_SWIMS    ? ", swimming"
             : w->state == WALK_SLIDES ? ", sliding"
                                       : "",
             sqrt(w->vx * w->vx + w->vy * w->vy + w->vz * w->vz));
    roam_where(&e->r, first, second, "F1 help   M map   Esc menu");
}

static void draw_wait(explorer *e)
{
    const char *const text = e->seeking      ? "Looking for a good place to begin at ..."
                             : e->arriving   ? "The ground is growing ..."
                             : e->waits > 30 ? "Waiting for the ground ahead ..."
                                             : NULL;
    if (text != NULL)
    {
        write_centred(e->r.paint, e->r.paint->w / 2, e->r.paint->h * 2 / 3, TEXT_NORMAL, ink, text);
    }
}

// ---- figures ------------------------------------------------------------------------------------

int32_t explore_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE])
{
    explorer *const e = explorer_of(r);
    const scene_counters count = scene_count(e->scene);
    const roam_times *const t = &r->times;
    const int32_t last = (t->next + ROAM_HISTORY - 1) % ROAM_HISTORY;
    const float *const cost = e->costs;
    snprintf(lines[0], sizeof lines[0], "frame %.1f ms: land %.1f, drawing %.1f",
             (double)t->whole[last], (double)t->update[last], (double)t->draw[last]);
    snprintf(lines[1], sizeof lines[1], "%lld pages, %lld triangles, %lld blocks",
             (long long)count.pages, (long long)count.triangles, (long long)count.blocks);
    snprintf(lines[2], sizeof lines[2], "%lld blocks out of sight, %lld behind hills",
             (long long)count.outside, (long long)count.hidden);
    snprintf(lines[3], sizeof lines[3], "%.0f MiB of textures",
             (double)count.texture_bytes / 1048576);
    snprintf(lines[4], sizeof lines[4], "%s quality%s on %.60s",
             quality_name((int32_t)e->r.quality), e->has_pace ? " (automatic)" : "",
             e->r.gl.renderer);
    snprintf(lines[5], sizeof lines[5], "seed %llu, step %llu", (unsigned long long)e->seed,
             (unsigned long long)e->r.body.steps);
    snprintf(lines[6], sizeof lines[6], "hash %016llx",
             (unsigned long long)walker_hash(&e->r.body));
    snprintf(lines[7], sizeof lines[7],
             "on average: update %.1f, terrain %.1f, water %.1f, sky %.1f",
             (double)cost[EXPLORE_UPDATE], (double)cost[SCENE_TERRAIN], (double)cost[SCENE_WATER],
             (double)cost[SCENE_SKY]);
    snprintf(lines[8], sizeof lines[8], "inside %.1f, film %.1f, interface %.1f, card %.1f",
             (double)cost[SCENE_BODY], (double)cost[SCENE_FILM], (double)cost[EXPLORE_INTERFACE],
             (double)cost[EXPLORE_CARD]);
    return 9;
}

void explore_look_around(explorer *e)
{
    ask_ground(e);
    name_around(e);
}

void explore_over(roam *r)
{
    explorer *const e = explorer_of(r);
    if (r->screen != EXPLORE_ATLAS)
    {
        draw_compass(e);
        draw_where(e);
    }
    draw_wait(e);
}
