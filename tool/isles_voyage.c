// SPDX-License-Identifier: MIT
#include "isles.h"
#include "voyage/course.h"

// loam isles voyage: a voyage that was recorded, without a window: where it ends, to the bit.

typedef struct voyage_settings
{
    isles_question question; // the seed is the file's
    const char *file;
} voyage_settings;

typedef struct voyage_work
{
    isles_grower grower;
    course all;
    voyage end;
} voyage_work;

static int print(const tool_io *io)
{
    const voyage_settings *const settings = io->settings;
    const voyage *const v = &((const voyage_work *)io->work)->end;
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

static loam_result make(const tool_io *io)
{
    const voyage_settings *const settings = io->settings;
    voyage_work *const work = io->work;
    isles_question question = settings->question;
    loam_result result = settings->file != NULL
                             ? course_read(settings->file, &work->all)
                             : loam_fail(LOAM_BAD_ARGUMENT,
                                         "there is nothing to sail: give --replay FILE.txt");
    question.seed = work->all.seed;
    result = result == LOAM_OK ? isles_grower_create(&question, &work->grower) : result;
    result = result == LOAM_OK ? course_sail(&work->all, work->grower.isles, &work->end) : result;
    return isles_grower_finish(&work->grower, result);
}

static void end(void *of)
{
    voyage_work *const work = of;
    course_free(&work->all);
    isles_grower_destroy(&work->grower);
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
    .work_size = sizeof(voyage_work),
    .make = make,
    .report = print,
    .destroy = end,
};
