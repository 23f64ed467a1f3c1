// SPDX-License-Identifier: MIT
#include "world.h"

// loam world upgrade: a world goes on with the newest version of the tiles. A land that can be opened is of the
// newest version already: see loam/store.h.

typedef struct upgrade_settings
{
    const char *world;
    bool json;
} upgrade_settings;

typedef struct upgrade_work
{
    loam_store_kind kind;
    loam_store_upgraded done;
} upgrade_work;

static int print(const tool_io *io)
{
    const upgrade_settings *const settings = io->settings;
    const upgrade_work *const work = io->work;
    const loam_store_upgraded *const done = &work->done;
    tool_report r = report_begin(settings->json);
    report_words(&r, "file", settings->world);
    report_words(&r, "kind", loam_store_kind_name(work->kind));
    report_number(&r, "from", done->from);
    report_number(&r, "to", done->to);
    json_add_bool(&r.json, "definitions", done->definitions);
    report_say_words(&r, "of", work->kind == LOAM_STORE_LAND ? "land " : "");
    report_say_words(&r, "what",
                     done->definitions ? "its definitions are the built-in ones of that version"
                                       : "its definitions are its own, and stay");
    return report_print(
        io, &r,
        done->from == done->to
            ? "{file}: is of {of}version {to}, which is the newest; nothing was changed"
            : "{file}: was of version {from}, is of version {to} now; {what}");
}

static loam_result make(const tool_io *io)
{
    const upgrade_settings *const settings = io->settings;
    const loam_store_def def = world_def_of_any(settings->world, io);
    upgrade_work *const work = io->work;
    loam_store *store = NULL;
    loam_result result = loam_store_open(&def, &store);
    if (result == LOAM_OK)
    {
        work->kind = loam_store_kind_of(store);
        result = loam_store_upgrade(store, &work->done);
    }
    return world_finish(store, result);
}

static const tool_option upgrade_options[] = {
    WORLD_FILE_OPERAND(offsetof(upgrade_settings, world)),
    JSON_OPTION(offsetof(upgrade_settings, json)),
    {0},
};

const tool_verb verb_world_upgrade = {
    .name = "world upgrade",
    .summary = "lets a world go on with the newest version",
    .details = "A world grows what its version grew when it was made, whatever later versions of "
               "Loam grow; loam world info tells which one it is of. From then on it grows what "
               "the newest one does: chunks that are in the file stay as they are, all others are "
               "grown anew, also where somebody has been and changed nothing. Definitions that are "
               "the built-in ones of the old version become those of the new one; others stay. "
               "There is no way back: keep a copy of the file. A world of the newest version is "
               "left alone. A land cannot be upgraded: chunks that were changed would not fit "
               "what grows around them. One of another version is refused, and the Loam that "
               "made it opens it.",
    .options = upgrade_options,
    .settings_size = sizeof(upgrade_settings),
    .example = "loam world upgrade hello.loam",
    .work_size = sizeof(upgrade_work),
    .make = make,
    .report = print,
};
