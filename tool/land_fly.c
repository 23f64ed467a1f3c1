// SPDX-License-Identifier: MIT
#include "film/recorder.h"
#include "interrupt.h"
#include "land_flight.h"
#include "land_grower.h"
#include "progress.h"
#include "report.h"
#include "times.h"

#include <inttypes.h>

// loam land fly: a map that slides by, as a film, and whether it was drawn in time.

typedef struct fly_settings
{
    land_question land;
    option_position from, to;
    option_size size;
    int64_t frames, scale;
    double fps;
    int32_t layer;
    const char *record;
} fly_settings;

typedef struct flying
{
    const tool_io *io;
    const fly_settings *settings;
    land_grower grower;
    loam_picture picture;
    recorder *record;
    flight flight;
    int64_t frames; // shown
    double seconds;
} flying;

static recorder_def film_of(const fly_settings *settings)
{
    return (recorder_def){settings->record, settings->size.w, settings->size.h, settings->fps,
                          "--size"};
}

// ---- beginning ----------------------------------------------------------------------------------

static bool is_too_far(option_position at, int64_t max)
{
    return at.x < -max || at.x > max || at.y < -max || at.y > max;
}

/// What the table of options cannot say.
static loam_result check(const fly_settings *settings)
{
    const int64_t side = settings->size.w > settings->size.h ? settings->size.w : settings->size.h;
    const int64_t max = LOAM_LAND_END - (side + 2 * FLIGHT_PIECE) * settings->scale;
    if (is_too_far(settings->from, max) || is_too_far(settings->to, max))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the flight reaches over the end of the land; at this size and "
                         "scale --from and --to must be within %" PRId64 " m of 0",
                         max);
    }
    const recorder_def film = film_of(settings);
    return settings->record != NULL ? recorder_check(&film) : LOAM_OK;
}

static loam_result begin_film(flying *fly)
{
    const recorder_def film = film_of(fly->settings);
    const loam_result result = recorder_open(&film, &fly->record);
    return result == LOAM_UNSUPPORTED
               ? loam_fail(result, "%s; without it, --record frames/ writes numbered pictures",
                           loam_last_error())
               : result;
}

/// Pixels lie at whole multiples of the scale, so that a place looks the same in every flight.
static flight_place pixel_of(const fly_settings *settings, option_position at)
{
    return (flight_place){loam_floor_div(at.x, settings->scale),
                          -loam_floor_div(at.y, settings->scale)};
}

static loam_result begin(flying *fly)
{
    const fly_settings *settings = fly->settings;
    loam_result result = land_grower_create(&settings->land, &fly->grower);
    if (result == LOAM_OK)
    {
        result = loam_picture_create(&fly->grower.env, settings->size.w, settings->size.h,
                                     loam_rgb(0), &fly->picture);
    }
    if (result == LOAM_OK && settings->record != NULL)
    {
        result = begin_film(fly);
    }
    fly->flight = (flight){.land = fly->grower.land,
                           .env = fly->grower.env,
                           .layer = (loam_map_layer)settings->layer,
                           .scale = settings->scale,
                           .w = settings->size.w,
                           .h = settings->size.h,
                           .from = pixel_of(settings, settings->from),
                           .to = pixel_of(settings, settings->to),
                           .frames = settings->frames,
                           .fps = settings->fps};
    return result == LOAM_OK ? flight_begin(&fly->flight) : result;
}

static void end(flying *fly)
{
    recorder_abandon(fly->record);
    flight_end(&fly->flight);
    loam_picture_destroy(&fly->grower.env, &fly->picture);
    land_grower_destroy(&fly->grower);
}

// ---- flying -------------------------------------------------------------------------------------

static loam_result show_frames(flying *fly)
{
    progress bar;
    loam_result result = LOAM_OK;
    const uint64_t start = loam_clock_ns();
    progress_begin(&bar, fly->io->err, "frames", fly->settings->frames);
    while (fly->frames < fly->settings->frames && result == LOAM_OK && !interrupt_asked())
    {
        result = flight_frame(&fly->flight, fly->frames, &fly->picture);
        if (result == LOAM_OK && fly->record != NULL)
        {
            result = recorder_add(fly->record, &fly->picture);
        }
        fly->frames += result == LOAM_OK;
        progress_add(&bar, 1);
    }
    progress_end(&bar);
    fly->seconds = seconds_since(start);
    return result;
}

static loam_result run_all(flying *fly)
{
    loam_result result = check(fly->settings);
    result = result == LOAM_OK ? begin(fly) : result;
    interrupt_wait_for(recorder_process(fly->record));
    result = result == LOAM_OK ? show_frames(fly) : result;
    if (result == LOAM_OK && fly->frames > 0)
    {
        recorder *record = fly->record;
        fly->record = NULL;
        result = recorder_close(record);
    }
    if (result == LOAM_OK && (fly->flight.frame_times.failed || fly->flight.piece_times.failed))
    {
        result = loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the figures");
    }
    return land_grower_finish(&fly->grower, result);
}

// ---- printing -----------------------------------------------------------------------------------

static void add_question(tool_report *to, const fly_settings *settings)
{
    report_uint64(to, "seed", settings->land.seed);
    report_place(to, "from", settings->from.x, settings->from.y);
    report_place(to, "to", settings->to.x, settings->to.y);
    report_size(to, "size", settings->size.w, settings->size.h);
    report_number(to, "scale", (double)settings->scale);
    report_words(to, "layer", land_layer_name(settings->layer));
    report_number(to, "fps", settings->fps);
    report_number(to, "threads", settings->land.threads);
}

static int print_report(flying *fly)
{
    flight *f = &fly->flight;
    tool_report to = report_begin(fly->settings->land.json);
    add_question(&to, fly->settings);
    report_number(&to, "frames", (double)fly->frames);
    report_number(&to, "pages", (double)f->drawn);
    report_number(&to, "waited", (double)f->waited);
    report_number(&to, "slowest_frame_ms", times_quantile(&f->frame_times, 1));
    times_add_json(&to.json, "frame_ms", &f->frame_times);
    times_add_json(&to.json, "page_ms", &f->piece_times);
    report_number(&to, "begin_ms", (double)f->begin_ns * 1e-6);
    report_number(&to, "seconds", fly->seconds);
    report_hash(&to, "hash", f->hash);
    report_words(&to, "file", fly->frames > 0 ? fly->settings->record : NULL);
    return report_print(
        fly->io, &to,
        "{frames#frame} in {seconds:.1f} s, {pages} pieces of the map drawn; {waited} frames "
        "waited for one, the slowest took {slowest_frame_ms:.1f} ms; hash {hash}[\nwritten to "
        "{file}]");
}

static int print_all(flying *fly)
{
    const int code = print_report(fly);
    if (code == TOOL_DONE && !fly->settings->land.json)
    {
        times_print(fly->io->out, "frame", &fly->flight.frame_times);
        times_print(fly->io->out, "piece", &fly->flight.piece_times);
    }
    return code;
}

static int run_fly(const tool_io *io, const void *context)
{
    flying fly = {.io = io, .settings = context};
    const interrupt_guard before = interrupt_begin(io->verb->name);
    const loam_result result = run_all(&fly);
    int code = result != LOAM_OK ? tool_complain(io, result) : print_all(&fly);
    if (result == LOAM_OK && fly.frames < fly.settings->frames)
    {
        fprintf(io->err, "loam land fly: stopped after %" PRId64 " of %" PRId64 " frames\n",
                fly.frames, fly.settings->frames);
        code = TOOL_FAILED;
    }
    end(&fly);
    interrupt_end(before);
    return code;
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(fly_settings, field)

static const tool_option fly_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_PLACE_OPTION("from", AT(from), "0,0",
                      "the place in the middle of the first frame, metres"),
    LAND_PLACE_OPTION("to", AT(to), "1000000,0", "the place in the middle of the last frame"),
    INT_OPTION("frames", AT(frames), 1, 1000000, "N", "300", "how many frames"),
    LAND_SCALE_OPTION(AT(scale)),
    SIZE_OPTION("size", AT(size), 16, 8192, "WxH", "1280x720", "pixels of a frame"),
    NUMBER_OPTION("fps", AT(fps), 1, 240, "F", "30",
                  "frames a second: of the film, and that the map has to keep up with"),
    LAND_LAYER_OPTION(AT(layer)),
    FILE_OPTION("record", AT(record), NULL, "FILE",
                "a film that ends with .mp4 or .webm, or a folder for pictures that ends with /"),
    THREADS_OPTION(AT(land.threads), "all"),
    JSON_OPTION(AT(land.json)),
    LAND_PAGES_OPTION(AT(land.pages)),
    TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_fly = {
    .name = "land fly",
    .summary = "flies over the map of a land, and records it",
    .details =
        "The map slides by in a straight line. What comes into view is drawn ahead, one piece of "
        "256 by 256 pixels after the other, in the time that is left of each frame; a frame that "
        "is due before its pieces are there has waited. The flight begins when what its first "
        "second shows is there. Frames are counted by the clock of a film that is played, not "
        "written, so writing it takes no time of theirs. The hash is that of "
        "all frames, the same however long anything took. Ctrl-C ends it early and finishes the "
        "film, if it has a frame yet. Films need the program ffmpeg.",
    .options = fly_options,
    .settings_size = sizeof(fly_settings),
    .example =
        "loam land fly --seed 3 --from -440000,-160000 --to -240000,-60000 --record flight.mp4",
    .run = run_fly,
};
