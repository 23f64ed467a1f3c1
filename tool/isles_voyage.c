// SPDX-License-Identifier: MIT
#include "isles.h"
#include "voyage/course.h"

// loam isles voyage: a voyage that was recorded, without a window: where it ends, to the bit.

typedef struct voyage_settings
{
    isles_question question; // the seed is the file's
    const char *file;
} voyage_settings;

static int print(const tool_io *io, const voyage_settings *settings, const voyage *v)
{
    tool_report r = report_begin(settings->question.json);
    const uint64_t hash = voyage_hash(v);
    report_number(&r, "steps", (double)v->steps);
    report_number(&r, "x", v->walker.x);
    report_number(&r, "y", v->walker.y);
    report_number(&r, "z", v->walker.z);
    report_words(&r, "how", v->aboard ? "aboard" : walk_kind_name(v->walker.kind));
    report_number(&r, "sailed", v->boat.way);
    report_hash(&r, "hash", hash);
    return report_print(
        io, &r, "{steps} steps, {sailed:.0f} m sailed; {how} at {x:.3f},{z:.3f}; hash {hash}");
}

static int run_voyage(const tool_io *io, const void *context)
{
    voyage_settings settings = *(const voyage_settings *)context;
    course all = {0};
    voyage v = {0};
    isles_grower grower = {0};
    loam_result result = settings.file != NULL
                             ? course_read(settings.file, &all)
                             : loam_fail(LOAM_BAD_ARGUMENT,
                                         "there is nothing to sail: give --replay FILE.txt");
    settings.question.seed = all.seed;
    result = result == LOAM_OK ? isles_grower_create(&settings.question, &grower) : result;
    if (result == LOAM_OK)
    {
        result = course_sail(&all, grower.isles, &v);
        result = result == LOAM_OK ? isles_grower_finish(&grower) : result;
        isles_grower_destroy(&grower);
    }
    course_free(&all);
    return result == LOAM_OK ? print(io, &settings, &v)
                             : tool_complain(io, &verb_isles_voyage, result);
}

#define AT(field) offsetof(voyage_settings, field)

static const tool_option voyage_options[] = {
    FILE_OPTION("replay", AT(file), ".txt", "FILE",
                "a voyage that loam isles sail --record has written"),
    DEFS_OPTION(ISLES_AT(AT(question), defs)),
    THREADS_OPTION(ISLES_AT(AT(question), threads), "all"),
    JSON_OPTION(ISLES_AT(AT(question), json)),
    TRACE_OPTION(ISLES_AT(AT(question), trace)),
    {0},
};

#undef AT

const tool_verb verb_isles_voyage = {
    .name = "isles voyage",
    .summary = "sails as a file says, and tells where that ends",
    .details =
        "Repeats a voyage that was recorded, without a window: sailing, walking, flying. The same "
        "file leads to the same place, to the bit, whatever the machine and however fast its "
        "frames were. A sea with other islands needs the --defs that it was recorded with.",
    .options = voyage_options,
    .settings_size = sizeof(voyage_settings),
    .example = "loam isles voyage --replay scenes/voyage_to_a_harbour.txt",
    .run = run_voyage,
};
