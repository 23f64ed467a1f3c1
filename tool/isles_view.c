// SPDX-License-Identifier: MIT
#include "isles_view.h"

#include "land_view.h"

// loam isles view: a picture of islands in their sea. What is drawn is apps/sea; here are its options.

#ifdef LOAM_HAS_SCENE
typedef struct view_work
{
    isles_grower grower;
    isles_view_report report;
} view_work;

static int print(const tool_io *io)
{
    const isles_view_settings *const settings = io->settings;
    const view_work *const work = io->work;
    const isles_view_report *const v = &work->report;
    tool_report r = report_begin(settings->question.json);
    report_uint64(&r, "seed", settings->question.seed);
    if (settings->slot.given)
    {
        report_words(&r, "name", v->isle.name);
        report_words(&r, "type", isles_type_name(&work->grower, &v->isle));
    }
    report_place(&r, "at", v->x, v->z);
    report_size(&r, "size", settings->size.w, settings->size.h);
    report_words(&r, "renderer", v->renderer);
    report_words(&r, "quality", v->quality);
    report_number(&r, "eye_m", v->eye);
    report_number(&r, "view_m", (double)v->view);
    report_number(&r, "islands", (double)v->islands);
    report_number(&r, "objects", (double)v->objects);
    report_number(&r, "triangles", (double)v->triangles);
    report_number(&r, "grow_seconds", v->grow_seconds);
    report_number(&r, "draw_ms", v->draw_ms);
    report_words(&r, "file", settings->question.output);
    return report_print(io, &r,
                        settings->slot.given
                            ? "{name}, {type}, from {at}, {eye_m:.0f} m above the sea, with "
                              "{objects#object} and {islands#island} in sight, on {size} pixels; "
                              "{quality} quality on {renderer}: {draw_ms:.0f} ms; written to {file}"
                            : "{islands#island} with {objects#object} from {at}, {eye_m:.0f} m "
                              "above the sea, on {size} pixels; {quality} quality on {renderer}: "
                              "{draw_ms:.0f} ms; written to {file}");
}

static loam_result check(const isles_view_settings *settings)
{
    if (settings->slot.given == settings->at.given)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--slot shows an island and --at says where one "
                                            "stands; must be one of them");
    }
    return LOAM_OK;
}

static loam_result make(const tool_io *io)
{
    const isles_view_settings *const settings = io->settings;
    view_work *const work = io->work;
    loam_result result = check(settings);
    result = result == LOAM_OK ? isles_grower_create(&settings->question, &work->grower) : result;
    result = result == LOAM_OK ? isles_view_draw(settings, &work->grower, &work->report) : result;
    return isles_grower_finish(&work->grower, result);
}
#endif

#define AT(field) offsetof(isles_view_settings, field)

static const tool_option view_options[] = {
    POSITION_OPTION("slot", AT(slot), -0x1p40, 0x1p40, "I,J", NULL,
                    "the slot of an island to look at; `loam isles list` says which have islands"),
    NUMBER_OPTION("turn", AT(turn), -360, 360, "N", "25",
                  "with --slot: degrees that the viewer stands to the right of south",
                  .not_with = "at"),
    NUMBER_OPTION("pitch", AT(pitch), 0, 90, "N", "14",
                  "with --slot: degrees that the viewer looks down", .not_with = "at"),
    NUMBER_OPTION("distance", AT(distance), 0.5, 20, "N", "2",
                  "with --slot: from the viewer to the island's middle, as a multiple of its "
                  "radius",
                  .not_with = "at"),
    POSITION_OPTION("at", AT(at), -0x1p51, 0x1p51, "X,Z", NULL,
                    "where one stands, metres, instead of --slot"),
    NUMBER_OPTION("height", AT(height), -200, 20000, "M", "3",
                  "with --at: of the eyes above the ground or the sea; below 0: under the water",
                  .not_with = "slot"),
    TEXT_OPTION("look", AT(look), "AZ,EL", "0,-2",
                "with --at: where one looks, degrees from north over east, and up",
                .not_with = "slot"),
    TEXT_OPTION("time", AT(time), "HH:MM", "10:00", "of the day; the sun is highest at 12:00"),
    TEXT_OPTION("hour", AT(time), "HH:MM", NULL, "another word for --time", .not_with = "time"),
    NAMES_OPTION("weather", AT(weather),
                 NAMES("clear", "fair", "cloudy", "rain", "storm", "snow", "haze", "fog"),
                 "WEATHER", "fair", "what the air and the waves are like"),
    NUMBER_OPTION("seconds", AT(seconds), 0, 1000000, "S", "0",
                  "how long waves and clouds have been moving"),
    SIZE_OPTION("size", AT(size), 48, 8192, "WxH", "1280x720", "of the picture, pixels"),
    NUMBER_OPTION("fov", AT(fov), 10, 120, "DEG", "45", "how much is seen from top to bottom"),
    VIEW_EYE_OPTIONS,
    CHOICE_OPTION("quality", AT(quality), view_quality_name, "QUALITY", "auto",
                  "how much the picture may cost; auto: high"),
    INT_OPTION("view", AT(view), 1024, 32768, "M", "16384",
               "up to where there are islands; 32 slots where that is less"),
    CHOICE_OPTION("stage", AT(stage), isles_choose_stage, "STAGE", "objects",
                  "the step of their growth that islands nearby are shown at"),
    FLAG_OPTION("boat", AT(boat), "a boat sails before the viewer"),
    ISLES_OPTIONS(AT(question)),
    PICTURE_OPTION(ISLES_AT(AT(question), output), "where the picture goes", .required = true),
    {0},
};
#undef AT

const tool_verb verb_isles_view = {
    .name = "isles view",
    .summary = "draws islands in their sea, from anywhere",
    .details = "Ground, what stands on it, water with swell, foam and whirls, sky and weather, by "
               "OpenGL without a window. --slot looks at an island from a distance, --at stands "
               "somewhere.",
    .options = view_options,
    .settings_size = sizeof(isles_view_settings),
    .example = "loam isles view --seed 7 --slot 1,-2 -o island.png",
    .lacks = TOOL_SCENE_LIBRARIES ", and draws no sea; loam isles map draws maps",
#ifdef LOAM_HAS_SCENE
    .work_size = sizeof(view_work),
    .make = make,
    .report = print,
    .destroy = isles_grower_destroy,
#endif
};
