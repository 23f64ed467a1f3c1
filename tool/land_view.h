// SPDX-License-Identifier: MIT
// Pictures of a land, from the options of `loam land view` to what is drawn.
#ifndef LOAM_TOOL_LAND_VIEW_H
#define LOAM_TOOL_LAND_VIEW_H

#include "land_grower.h"
#include "place/path.h"
#include "volume_part.h"

/// Where one stands, where one looks, and when.
typedef struct view_stop
{
    double x, z;               // m; exact to 2^-3 m and better within the land; NAN: not said
    double height;             // m above the ground, or the water
    double azimuth, elevation; // degrees; azimuth from north over east, NAN: not said
    double hour;               // 0 .. 24
    int32_t day;               // of the year, 1 .. 365; 0: no season
    int32_t weather;           // a weather_kind, or VIEW_BY_CLIMATE until the land is there
} view_stop;

enum
{
    VIEW_MAX_STOPS = PATH_MAX_STOPS,
    VIEW_BY_CLIMATE = 8, // behind the last weather_kind
    VIEW_NO_EYE = -30001,
};

typedef struct view_settings
{
    land_question land;
    option_position at, to;
    double height, fov, tilt, exposure, fog;
    const char *look, *time, *season, *place;
    int32_t weather;
    option_size size;
    int32_t quality, api;
    int64_t view;
    int64_t frames;
    double fps;
    const char *path, *record;
    int32_t body;  // 0: the surface alone; else a loam_volume_form and 1
    int32_t voxel; // of the body: for land_voxel_m
    bool lamp, no_things;
    double eye_y; // m above the sea; VIEW_NO_EYE: by height
    volume_choice volume;
    const char *kinds; // what may stand on the land; NULL: the usual
} view_settings;

#define VIEW_SEASON_OPTION(at) \
    TEXT_OPTION("season", at, "SEASON", "none", \
                "spring, summer, autumn, winter or a day of the year, 1 to 365: leaves, snow and " \
                "the sun's height, where there are seasons; none: a late spring day's sun over " \
                "the mean of the year")

/// What came of it.
typedef struct view_report
{
    const char *renderer;          // what drew
    const char *quality, *weather; // the weather of the last frame
    char season[16];               // of the last frame
    int64_t frames;
    int64_t pages, triangles, blocks, outside, hidden, tiles; // of the last frame
    double grow_seconds, draw_ms; // until the first frame was there; the slowest
    double eye;                   // m above the sea, of the last frame
    int64_t x, z;                 // where the first frame was taken
    char renderer_text[128];
} view_report;

/// Reads HH:MM, and AZ,EL in degrees; what: the option, for messages.
loam_result view_read_time(const char *words, const char *what, double *hour);
loam_result view_read_look(const char *words, const char *what, double *azimuth, double *elevation);

/// "autumn" or "290" as a day of the year.
loam_result view_read_season(const char *words, const char *what, int32_t *day);

/// In the order of weather_kind and quality_kind, which this part of the tool does not know without OpenGL.
const char *view_weather_name(int32_t index);
const char *view_quality_name(int32_t index); // "auto" first

/// Draws the frames between stops, to the settings' output or record. Stops whose weather is by the climate get it, and
/// those that do not say where or where to get a good place near 0,0 and its widest view.
loam_result view_draw(const tool_io *io, const view_settings *settings, view_stop *stops,
                      int32_t count, view_report *report);

/// Rows of options; AT has to be defined, and settings have tilt, exposure and fog, doubles.
#define VIEW_EYE_OPTIONS \
    NUMBER_OPTION("tilt", AT(tilt), -180, 180, "DEG", "0", \
                  "how far the head is tilted to the right"), \
        NUMBER_OPTION("exposure", AT(exposure), -5, 5, "STOPS", "0", \
                      "how much brighter the picture is: 1 is twice as bright, -1 half"), \
        NUMBER_OPTION("fog", AT(fog), -5, 5, "POWER", "0", \
                      "how much thicker the air is than the weather has it: 1 is twice as thick")

#endif
