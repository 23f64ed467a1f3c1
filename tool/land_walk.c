// SPDX-License-Identifier: MIT
#include "land_grower.h"
#include "land_view.h"
#include "report.h"
#include "walk/ground.h"
#include "walk/inputs.h"

// loam land walk: a walk that was recorded, without a window: where it ends, to the bit.

typedef struct walk_settings
{
    land_question land; // the seed is the file's
    const char *file;
} walk_settings;

typedef struct walk_work
{
    land_grower grower;
    inputs all;
    walker end;
} walk_work;

static loam_result walk_all(loam_land *land, const inputs *all, walker *w)
{
    ground under;
    walk_input in;
    int32_t run = 0, start = 0;
    ground_begin(&under, land);
    const walk_world world = ground_world(&under);
    const double above = all->from.height - walker_eyes(WALK_GLIDE);
    const bool flies = all->from.height > walker_eyes(WALK_HORSE) + 0.5;
    *w = (walker){.kind = flies ? WALK_GLIDE : WALK_FOOT};
    loam_result result = walker_place(w, &world, all->from.x, all->from.z, flies ? above : 0);
    for (int32_t step = 0; result == LOAM_OK && inputs_at(all, step, &run, &start, &in); step++)
    {
        result = walker_step(w, &in, &world);
    }
    ground_end(&under);
    return result;
}

static int print(const tool_io *io)
{
    const walk_settings *const settings = io->settings;
    const walker *const w = &((const walk_work *)io->work)->end;
    tool_report r = report_begin(settings->land.json);
    report_number(&r, "steps", (double)w->steps);
    report_number(&r, "x", w->x);
    report_number(&r, "y", w->y);
    report_number(&r, "z", w->z);
    report_words(&r, "kind", walk_kind_name(w->kind));
    json_add_uint64(&r.json, "hash", walker_hash(w));
    report_say_hash(&r, "hash", walker_hash(w));
    return report_print(io, &r,
                        "{steps} steps {kind}, to {x:.3f},{z:.3f} at {y:.3f} m; hash {hash}");
}

static loam_result make(const tool_io *io)
{
    const walk_settings *const settings = io->settings;
    walk_work *const work = io->work;
    land_question land = settings->land;
    loam_result result = settings->file != NULL
                             ? inputs_read(settings->file, view_weather_name, &work->all)
                             : loam_fail(LOAM_BAD_ARGUMENT, "there is nothing to walk: give "
                                                            "--replay-walk FILE.txt");
    land.seed = work->all.from.seed;
    result = result == LOAM_OK ? land_grower_create(&land, &work->grower) : result;
    return result == LOAM_OK ? walk_all(work->grower.land, &work->all, &work->end) : result;
}

static void end(void *of)
{
    walk_work *const work = of;
    inputs_free(&work->all);
    land_grower_destroy(&work->grower);
}

#define AT(field) offsetof(walk_settings, field)

static const tool_option walk_options[] = {
    FILE_OPTION("replay-walk", AT(file), ".txt", "FILE",
                "a walk that loam land explore --record-walk has written"),
    LAND_SHAPE_OPTION(AT(land.shape)),
    THREADS_OPTION(AT(land.threads), "all"),
    JSON_OPTION(AT(land.json)),
    {0},
};

#undef AT

const tool_verb verb_land_walk = {
    .name = "land walk",
    .summary = "walks through a land as a file says, and tells where that ends",
    .details =
        "Repeats a walk that was recorded, without a window. The same file leads to the same "
        "place, to the bit, whatever the machine and however fast its frames were.",
    .options = walk_options,
    .settings_size = sizeof(walk_settings),
    .example = "loam land walk --replay-walk scenes/walk_to_the_river.txt",
    .work_size = sizeof(walk_work),
    .make = make,
    .report = print,
    .destroy = end,
};
