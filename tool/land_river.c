// SPDX-License-Identifier: MIT
#include "land_grower.h"
#include "progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// loam land river: follows the river that is nearest to a place until it ends.

enum
{
    EIGHTHS = 8, // of a metre: what points are in
    FIRST_POINTS = 1 << 17,
    FINER_POINTS = 16, // of the fine course, for each of the coarse one
    MOST_POINTS = 1 << 22,
    PICTURE_W = 1000,
    PICTURE_H = 750,
};

typedef struct river_settings
{
    land_question land;
    option_position at;
    double min_flow;
    bool coarse;
} river_settings;

typedef struct river
{
    land_grower grower;
    loam_river_point *points;
    int32_t count;
    loam_river_end end;
    double length_m;
    int32_t lakes; // that it runs through
    // What it is called where it is followed from, and at its end, by when it may have joined a larger one.
    char name[LOAM_MAX_RIVER_NAME], end_name[LOAM_MAX_RIVER_NAME];
} river;

// ---- running ------------------------------------------------------------------------------------

static double metres(int64_t eighths)
{
    return (double)eighths / EIGHTHS;
}

static double step_length(const loam_river_point *from, const loam_river_point *to)
{
    const double dx = metres(to->x - from->x), dz = metres(to->z - from->z);
    return sqrt(dx * dx + dz * dz);
}

static void measure(river *r)
{
    for (int32_t i = 1; i < r->count; i++)
    {
        r->length_m += step_length(&r->points[i - 1], &r->points[i]);
        r->lakes += r->points[i].lake && !r->points[i - 1].lake;
    }
}

static bool show_progress(void *user, int32_t points)
{
    progress *bar = user;
    if (bar != NULL)
    {
        progress_add(bar, points - atomic_load(&bar->done));
    }
    return true;
}

/// Follows with more and more room until the river fits. bar may be NULL.
static loam_result follow_on(const river_settings *settings, loam_land *land, bool coarse,
                             progress *bar, river *out)
{
    loam_result result = LOAM_OK;
    const loam_land_river_def def = {.x = settings->at.x,
                                     .z = settings->at.y,
                                     .min_flow = (float)settings->min_flow,
                                     .coarse = coarse,
                                     .progress = show_progress,
                                     .user = bar};
    out->end = LOAM_RIVER_BUFFER_FULL;
    for (int32_t room = FIRST_POINTS;
         result == LOAM_OK && out->end == LOAM_RIVER_BUFFER_FULL && room <= MOST_POINTS; room *= 4)
    {
        free(out->points);
        out->points = malloc((size_t)room * sizeof *out->points);
        if (out->points == NULL)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY, "there is no memory for %d points", (int)room);
        }
        result = loam_land_river(land, &def, out->points, room, &out->count, &out->end);
    }
    return result;
}

static loam_result name(const river_settings *settings, loam_land *land, river *r)
{
    const loam_result result = loam_land_river_name(land, &r->points[0], settings->coarse, r->name);
    return result == LOAM_OK
               ? loam_land_river_name(land, &r->points[r->count - 1], settings->coarse, r->end_name)
               : result;
}

/// The coarse course, whose cells the fine one needs anyway, tells how much there will be.
static loam_result follow(const tool_io *io, const river_settings *settings, loam_land *land,
                          river *out)
{
    loam_result result = follow_on(settings, land, true, NULL, out);
    if (result == LOAM_OK && !settings->coarse)
    {
        progress bar;
        progress_begin(&bar, io->err, "points", (int64_t)out->count * FINER_POINTS);
        result = follow_on(settings, land, false, &bar, out);
        progress_end(&bar);
    }
    if (result == LOAM_NOT_FOUND)
    {
        return loam_fail(result,
                         "%s that carries as much as --min-flow %.10g; a lower one finds "
                         "smaller rivers, and --at another place",
                         loam_last_error(), settings->min_flow);
    }
    if (result == LOAM_OK)
    {
        measure(out);
        result = name(settings, land, out);
    }
    return result;
}

/// The smallest map that shows the whole river.
static loam_land_map_def frame_river(const river *r)
{
    int64_t x0 = INT64_MAX, z0 = INT64_MAX, x1 = INT64_MIN, z1 = INT64_MIN;
    for (int32_t i = 0; i < r->count; i++)
    {
        const int64_t x = r->points[i].x / EIGHTHS, z = r->points[i].z / EIGHTHS;
        x0 = x < x0 ? x : x0, x1 = x > x1 ? x : x1;
        z0 = z < z0 ? z : z0, z1 = z > z1 ? z : z1;
    }
    const int64_t wide = (x1 - x0) / (PICTURE_W * 8 / 10), high = (z1 - z0) / (PICTURE_H * 8 / 10);
    loam_land_map_def def = loam_default_land_map_def();
    def.scale = 1 + (wide > high ? wide : high);
    def.scale = def.scale > 10000 ? 10000 : def.scale;
    def.x = x0 + (x1 - x0) / 2;
    def.z = z0 + (z1 - z0) / 2;
    def.w = PICTURE_W;
    def.h = PICTURE_H;
    return def;
}

/// Draws the course of the river over its map.
static void draw_course(const loam_land_map_def *def, const river *r, loam_picture *picture)
{
    const double unit = (double)(def->scale * EIGHTHS);
    float last_x = 0, last_y = 0;
    for (int32_t i = 0; i < r->count; i++)
    {
        const loam_river_point *p = &r->points[i];
        const float x = (float)((double)(p->x - def->x * EIGHTHS) / unit + (double)(def->w / 2) +
                                0.5);
        const float y = (float)((double)(def->z * EIGHTHS - p->z) / unit + (double)(def->h / 2) +
                                0.5);
        const float wide = p->width / (float)def->scale;
        if (i > 0)
        {
            loam_picture_line(picture, last_x, last_y, x, y, wide > 3 ? wide : 3,
                              loam_rgb(0x1f5fae));
        }
        last_x = x, last_y = y;
    }
}

static loam_result draw_river(const river_settings *settings, const river *r)
{
    const land_grower *const grower = &r->grower;
    if (settings->land.output == NULL)
    {
        return LOAM_OK;
    }
    const loam_land_map_def def = frame_river(r);
    loam_picture picture;
    loam_result result = loam_land_map_draw(grower->land, &def, &grower->env, &picture, NULL);
    if (result == LOAM_OK)
    {
        draw_course(&def, r, &picture);
        result = loam_png_write(&grower->env, settings->land.output, &picture);
        loam_picture_destroy(&grower->env, &picture);
    }
    return result;
}

// ---- printing -----------------------------------------------------------------------------------

static const char *end_text(loam_river_end end)
{
    return end == LOAM_RIVER_SEA ? "sea" : end == LOAM_RIVER_LAKE ? "lake" : "cut";
}

static void add_point(text *json, const loam_river_point *point)
{
    json_open(json, '{');
    json_add_exact(json, "x", metres(point->x));
    json_add_exact(json, "z", metres(point->z));
    json_add_exact(json, "height", (double)point->height);
    json_add_exact(json, "width", (double)point->width);
    json_add_exact(json, "flow", (double)point->flow);
    json_add_bool(json, "lake", point->lake);
    json_close(json, '}');
}

static int print_json(const tool_io *io)
{
    const river_settings *const settings = io->settings;
    const river *const r = io->work;
    text json = {0};
    json_open(&json, '{');
    json_add_uint64(&json, "seed", settings->land.seed);
    json_add_place(&json, "at", settings->at.x, settings->at.y);
    json_add_number(&json, "min_flow", settings->min_flow);
    json_add_text(&json, "name", r->name);
    json_add_text(&json, "end_name", r->end_name);
    json_add_number(&json, "length_m", r->length_m);
    json_add_number(&json, "lakes", r->lakes);
    json_add_text(&json, "end", end_text(r->end));
    json_open_at(&json, "points", '[');
    for (int32_t i = 0; i < r->count; i++)
    {
        add_point(&json, &r->points[i]);
    }
    json_close(&json, ']');
    json_add_text(&json, "file", settings->land.output);
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static void print_place(const tool_io *io, const loam_river_point *point)
{
    fprintf(io->out, "%.0f,%.0f", metres(point->x), metres(point->z));
}

static void print_length(const tool_io *io, double length_m)
{
    const bool is_short = length_m < 999.5; // rounds to less than 1000 m
    fprintf(io->out, is_short ? "%.0f m" : "%.1f km", is_short ? length_m : length_m / 1000);
}

static int print_sentence(const tool_io *io)
{
    const river_settings *const settings = io->settings;
    const river *const r = io->work;
    const loam_river_point *first = &r->points[0], *last = &r->points[r->count - 1];
    fprintf(io->out, "The %s at ", r->name);
    print_place(io, first);
    fprintf(io->out, " runs for ");
    print_length(io, r->length_m);
    fprintf(io->out,
            " and falls from %.0f m to %.0f m; it is %.1f m wide there and %.1f m at its end",
            (double)first->height, (double)last->height, (double)first->width, (double)last->width);
    if (strcmp(r->name, r->end_name) != 0)
    {
        fprintf(io->out, ", where it is the %s", r->end_name);
    }
    if (r->lakes > 0)
    {
        fprintf(io->out, ", flows through %d lake%s", (int)r->lakes, r->lakes == 1 ? "" : "s");
    }
    fprintf(io->out, "%s %s at ", r->lakes > 0 ? " and" : ", and",
            r->end == LOAM_RIVER_SEA    ? "ends in the sea"
            : r->end == LOAM_RIVER_LAKE ? "ends in a lake without an outlet"
                                        : "was followed no further than");
    print_place(io, last);
    fprintf(io->out, ".");
    if (settings->land.output != NULL)
    {
        fprintf(io->out, " A map of it is in %s.", settings->land.output);
    }
    fprintf(io->out, "\n");
    return TOOL_DONE;
}

static int print(const tool_io *io)
{
    const river_settings *const settings = io->settings;
    return (settings->land.json ? print_json : print_sentence)(io);
}

static loam_result make(const tool_io *io)
{
    const river_settings *const settings = io->settings;
    river *const r = io->work;
    loam_result result = land_grower_create(&settings->land, &r->grower);
    result = result == LOAM_OK ? follow(io, settings, r->grower.land, r) : result;
    result = result == LOAM_OK ? draw_river(settings, r) : result;
    return land_grower_finish(&r->grower, result);
}

static void end(void *of)
{
    river *const r = of;
    free(r->points);
    land_grower_destroy(&r->grower);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(river_settings, field)

static const tool_option river_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_AT_OPTION(AT(at), "the place whose nearest river is followed, metres"),
    NUMBER_OPTION(
        "min-flow", AT(min_flow), 2, 1e7, "KM2", "10",
        "the least river that counts, by the square kilometres that drain through it, as wet "
        "as 1000 mm of rain"),
    THREADS_OPTION(AT(land.threads), "all"),
    PICTURE_OPTION(AT(land.output), "where a map of the river goes"),
    FLAG_OPTION("coarse", AT(coarse),
                "follow it on the graph of 2 km, as maps above 32 m a pixel show it"),
    FLAG_OPTION("json", AT(land.json), "print one JSON object, with all points"),
    LAND_PAGES_OPTION(AT(land.pages)),
    TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_river = {
    .name = "land river",
    .summary = "follows the nearest river to its end",
    .details =
        "From the point of the river that is nearest to the place, down to the sea or to a "
        "lake without an outlet. Its water never rises on the way, and what flows never "
        "becomes less. What it is called is what maps call it: where it joins a larger river "
        "that one's name goes on. A river is looked for within 64 km, on the graph of 2 km, and "
        "then, but with --coarse, on the finest one beside what was found; there is none near "
        "some places.",
    .options = river_options,
    .settings_size = sizeof(river_settings),
    .example = "loam land river --seed 3 --at -440000,-160000 --min-flow 1000 -o river.png",
    .work_size = sizeof(river),
    .make = make,
    .report = print,
    .destroy = end,
};
