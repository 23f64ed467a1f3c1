// SPDX-License-Identifier: MIT
#include "land_view.h"

#include "interrupt.h"
#include "place/season.h"
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// loam land view: pictures and films of a land. What is drawn is apps/scene; here are its options.

enum
{
    USUAL_ELEVATION = -2, // degrees
};

const char *view_weather_name(int32_t index)
{
    static const char *const names[] = {"clear", "fair", "cloudy", "rain",    "storm",
                                        "snow",  "haze", "fog",    "climate", NULL};
    return names[index];
}

const char *view_quality_name(int32_t index)
{
    static const char *const names[] = {"auto", "low", "medium", "high", "ultra", NULL};
    return names[index];
}

#ifdef LOAM_HAS_SCENE
typedef struct view_work
{
    view_settings settings; // with what a place says
    view_stop stops[VIEW_MAX_STOPS];
    view_report report;
} view_work;

// ---- reading --------------------------------------------------------------------------------------

loam_result view_read_time(const char *words, const char *what, double *hour)
{
    char *end = NULL;
    const long hours = strtol(words, &end, 10);
    const bool has_minutes = end == words + 2 && *end == ':' && strlen(words) == 5;
    const long minutes = has_minutes ? strtol(words + 3, &end, 10) : -1;
    if (!has_minutes || *end != 0 || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 ||
        words[3] < '0' || words[3] > '5' || words[0] < '0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %s; must be 00:00 to 23:59", what, words);
    }
    *hour = (double)hours + (double)minutes / 60;
    return LOAM_OK;
}

loam_result view_read_look(const char *words, const char *what, double *azimuth, double *elevation)
{
    char *end = NULL;
    const double a = strtod(words, &end);
    const bool has_first = end != words && *end == ',';
    const char *const second = has_first ? end + 1 : words;
    const double e = has_first ? strtod(second, &end) : 0;
    if (!has_first || end == second || *end != 0 || !(a >= -360 && a <= 360))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s is %s; must be AZ,EL: degrees from north over east, -360 to 360, and "
                         "degrees up, -90 to 90",
                         what, words);
    }
    if (!(e >= -90 && e <= 90))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s has an elevation of %g; must be -90 to 90", what,
                         e);
    }
    *azimuth = a;
    *elevation = e;
    return LOAM_OK;
}

loam_result view_read_season(const char *words, const char *what, int32_t *day)
{
    return season_read(words, day)
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s is %s; must be %s", what, words, season_accepted);
}

static place place_of(const view_settings *settings, const view_stop *stop)
{
    return (place){.seed = settings->land.seed,
                   .x = stop->x,
                   .z = stop->z,
                   .height = stop->height,
                   .azimuth = stop->azimuth,
                   .elevation = stop->elevation,
                   .minutes = (int32_t)lround(stop->hour * 60),
                   .weather = stop->weather,
                   .day = stop->day,
                   .fov = settings->fov,
                   .tilt = settings->tilt,
                   .exposure = settings->exposure,
                   .fog = settings->fog};
}

static view_stop stop_of(const place *at)
{
    return (view_stop){.x = at->x,
                       .z = at->z,
                       .height = at->height,
                       .azimuth = at->azimuth,
                       .elevation = at->elevation,
                       .hour = at->minutes / 60.0,
                       .day = at->day,
                       .weather = at->weather};
}

/// What --place says holds, whatever the other options do.
static loam_result read_place(view_settings *settings, view_stop *stop)
{
    place at = place_of(settings, stop);
    if (place_read(settings->place, view_weather_name, &at, NULL) != LOAM_OK)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--place: %s", loam_last_error());
    }
    settings->land.seed = at.seed;
    settings->fov = at.fov;
    settings->tilt = at.tilt;
    settings->exposure = at.exposure;
    settings->fog = at.fog;
    *stop = stop_of(&at);
    return LOAM_OK;
}

static loam_result read_path(const view_settings *settings, const view_stop *first,
                             view_stop *stops, int32_t *count)
{
    const place from = place_of(settings, first);
    place *const places = malloc(VIEW_MAX_STOPS * sizeof *places);
    loam_result result = places != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    *count = 0;
    if (result == LOAM_OK)
    {
        result = path_read(settings->path, view_weather_name, &from, places, count);
    }
    for (int32_t i = 0; i < *count && result == LOAM_OK; i++)
    {
        stops[i] = stop_of(&places[i]);
    }
    free(places);
    return result == LOAM_OK ? LOAM_OK : loam_fail(result, "--path: %s", loam_last_error());
}

/// What the table of options cannot say, and the stops that it asks for. The seed may be that of a place.
static loam_result read_stops(view_settings *settings, view_stop *stops, int32_t *count)
{
    view_stop first = {.x = settings->at.given ? (double)settings->at.x : (double)NAN,
                       .z = settings->at.given ? (double)settings->at.y : (double)NAN,
                       .height = settings->height,
                       .azimuth = (double)NAN,
                       .elevation = USUAL_ELEVATION,
                       .weather = settings->weather};
    loam_result result = view_read_time(settings->time, "--time", &first.hour);
    if (result == LOAM_OK && settings->look != NULL)
    {
        result = view_read_look(settings->look, "--look", &first.azimuth, &first.elevation);
    }
    result = result == LOAM_OK ? view_read_season(settings->season, "--season", &first.day)
                               : result;
    if (result == LOAM_OK && settings->place != NULL)
    {
        result = read_place(settings, &first);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    if (settings->path != NULL)
    {
        return read_path(settings, &first, stops, count);
    }
    stops[0] = stops[1] = first;
    stops[1].x = (double)settings->to.x;
    stops[1].z = (double)settings->to.y;
    *count = settings->to.given ? 2 : 1;
    return LOAM_OK;
}

static loam_result check(const view_settings *settings)
{
    if (settings->land.output == NULL && settings->record == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "there is nothing to write: give -o FILE.png for a "
                                            "picture or --record FILE.mp4 for a film");
    }
    if (settings->land.output != NULL && settings->record != NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "-o writes a picture and --record a film; must be one of them");
    }
    if (settings->voxel != 0 && settings->body == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--voxel is for --body smooth and --body blocks");
    }
    if (settings->land.inside != NULL && settings->body == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--inside is for --body smooth and --body blocks");
    }
    return LOAM_OK;
}

// ---- printing -------------------------------------------------------------------------------------

static int print(const tool_io *io)
{
    const view_work *const work = io->work;
    const view_settings *const settings = &work->settings;
    const view_report *const v = &work->report;
    tool_report r = report_begin(settings->land.json);
    report_uint64(&r, "seed", settings->land.seed);
    report_place(&r, "at", v->x, v->z);
    report_size(&r, "size", settings->size.w, settings->size.h);
    report_words(&r, "renderer", v->renderer);
    report_words(&r, "quality", v->quality);
    report_words(&r, "weather", v->weather);
    report_words(&r, "season", v->season);
    report_number(&r, "frames", (double)v->frames);
    report_number(&r, "eye_m", v->eye);
    report_number(&r, "pages", (double)v->pages);
    report_number(&r, "triangles", (double)v->triangles);
    report_number(&r, "blocks", (double)v->blocks);
    report_number(&r, "blocks_outside", (double)v->outside);
    report_number(&r, "blocks_hidden", (double)v->hidden);
    report_number(&r, "body_tiles", (double)v->tiles);
    report_number(&r, "grow_seconds", v->grow_seconds);
    report_number(&r, "slowest_draw_ms", v->draw_ms);
    report_words(&r, "file", settings->record != NULL ? settings->record : settings->land.output);
    return report_print(
        io, &r,
        "{frames#frame} of {size} pixels at {eye_m:.0f} m above the sea, {pages#page} "
        "grown in {grow_seconds:.1f} s; {quality} quality on {renderer}: "
        "{triangles#triangle}, {slowest_draw_ms:.0f} ms; written to {file}");
}

static loam_result make(const tool_io *io)
{
    view_work *const work = io->work;
    view_settings *const settings = &work->settings;
    int32_t count = 0;
    *settings = *(const view_settings *)io->settings;
    loam_result result = check(settings);
    result = result == LOAM_OK ? read_stops(settings, work->stops, &count) : result;
    return result == LOAM_OK ? view_draw(io, settings, work->stops, count, &work->report) : result;
}
#endif

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(view_settings, field)

static const tool_option view_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_PLACE_OPTION("at", AT(at), NULL,
                      "where one stands, metres; without it a good place near 0,0 is looked for"),
    NUMBER_OPTION("height", AT(height), 0.5, 20000, "M", "2",
                  "of the eyes above the ground, or above the water"),
    TEXT_OPTION("look", AT(look), "AZ,EL", NULL,
                "where one looks: degrees from north over east, and up; without it 0,-2, or where "
                "the view is widest from a place that was looked for"),
    TEXT_OPTION("time", AT(time), "HH:MM", "10:00", "of the day; the sun is highest at 12:00"),
    VIEW_SEASON_OPTION(AT(season)),
    TEXT_OPTION(
        "place", AT(place), "PLACE", NULL,
        "a place as loam land explore copies it: seed=, at=, height=, look=, time=, weather=, "
        "season=, fov=, tilt=, exposure=, fog=; what it says holds before the other options"),
    CHOICE_OPTION(
        "weather", AT(weather), view_weather_name, "WEATHER", "clear",
        "what the air is like; climate: what the land's climate brings at the place and the hour"),
    SIZE_OPTION("size", AT(size), 16, 8192, "WxH", "1280x720", "pixels of a picture"),
    NUMBER_OPTION("fov", AT(fov), 10, 120, "DEG", "50", "how much is seen from top to bottom"),
    VIEW_EYE_OPTIONS,
    CHOICE_OPTION(
        "quality", AT(quality), view_quality_name, "QUALITY", "auto",
        "how much a picture may cost; auto: high, low if the processor plays the graphics card "
        "and a film is made"),
    INT_OPTION("view", AT(view), 512, 65536, "M", "16384",
               "up to where the ground has all its detail; beyond it is coarse"),
    NAMES_OPTION(
        "body", AT(body), NAMES("surface", "smooth", "blocks"), "FORM", "surface",
        "the land near the viewer with its inside, caves, arches and pillars, smooth or of "
        "blocks; surface: without"),
    LAND_INSIDE_OPTION(AT(land.inside)),
    LAND_KINDS_OPTION(AT(kinds)),
    LAND_VOXEL_OPTION(AT(voxel), "voxels of the --body nearest to the viewer"),
    NUMBER_OPTION(
        "eye-y", AT(eye_y), VIEW_NO_EYE, 30000, "M", "-30001",
        "height of the eyes above the sea, below the ground too, rather than by --height; "
        "-30001: by --height"),
    FLAG_OPTION("no-things", AT(no_things),
                "leaves out trees, bushes, boulders and what covers the ground near by"),
    FLAG_OPTION("lamp", AT(lamp), "whoever looks carries a lamp"),
    VOLUME_ONLY_OPTION(AT(volume.only)),
    VOLUME_EVERYWHERE_OPTION(AT(volume.everywhere)),
    LAND_PLACE_OPTION("to", AT(to), NULL, "a film goes there in a straight line"),
    FILE_OPTION("path", AT(path), ".json", "FILE",
                "a film goes by these places, looks and times: see docs/land-view.md",
                .not_with = "to"),
    INT_OPTION("frames", AT(frames), 1, 1000000, "N", "1", "how many pictures a film has"),
    NUMBER_OPTION("fps", AT(fps), 1, 240, "F", "30", "pictures a second of a film"),
    PICTURE_OPTION(AT(land.output), "where the picture goes"),
    FILE_OPTION("record", AT(record), NULL, "FILE",
                "a film that ends with .mp4 or .webm, or a folder for pictures that ends with /"),
    NAMES_OPTION("gl", AT(api), NAMES("any", "es", "core"), "GL", "any",
                 "es: OpenGL ES 3.0; core: OpenGL 3.3 core; any: the first of them that there is"),
    THREADS_OPTION(AT(land.threads), "all"),
    JSON_OPTION(AT(land.json)),
    LAND_PAGES_OPTION(AT(land.pages)),
    TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_view = {
    .name = "land view",
    .summary = "draws a land as one sees it, as a picture or a film",
    .details =
        "Ground, water, sky and weather as seen from a place in the land, at a time of the day. "
        "Needs no window and no display; without a graphics card the processor draws, which takes "
        "some seconds a picture. --to and --path make films; their frames show everything that "
        "there is, however long it takes to grow. Ctrl-C ends a film early and finishes it. Films "
        "need the program ffmpeg.",
    .options = view_options,
    .settings_size = sizeof(view_settings),
    .example = "loam land view --seed 3 --at -232400,86150 --height 12 --look 210,-1 -o view.png",
    .lacks = TOOL_SCENE_LIBRARIES ", and draws no land; loam land map draws maps",
#ifdef LOAM_HAS_SCENE
    .work_size = sizeof(view_work),
    .make = make,
    .report = print,
    .ends_early = true,
#endif
};
