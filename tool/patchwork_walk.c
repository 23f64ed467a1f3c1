// SPDX-License-Identifier: MIT
#include "patchwork.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

// loam patchwork walk: a viewer walks through a patchwork that adapts (Barrio Morra 2021, 3.5). What was seen is kept in a
// file; a walk that was recorded gives the same world again. A recording is a text: on each line milliseconds, x and z
// of the vertex where the viewer was for so long.

typedef struct walk_settings
{
    patch_question question;
    const char *walk, *record;
    option_position from, to;
    double speed;
    int64_t pause_ms;
} walk_settings;

typedef struct walker
{
    const walk_settings *settings;
    patch_grower grower;
    loam_patchwork_world *world;
    text record;
    int64_t steps, cells;
    uint64_t cells_hash; // added up, so that their order does not matter
    uint64_t hash;       // of all that was seen
} walker;

enum
{
    STEP_MS = 500,
    MAX_LINE = 128,
    MAX_STEPS = 1000000,
};

// ---- walking ------------------------------------------------------------------------------------

static void cell_ready(void *user, int64_t x, int64_t z, const loam_patch_vertex *vertices)
{
    walker *const on = user;
    on->cells++;
    on->cells_hash += loam_patch_cell_hash(on->grower.def, vertices) *
                      (2 * loam_seed_at(1, x, 0, z) + 1);
}

static loam_result step(walker *on, int64_t x, int64_t z, int32_t milliseconds)
{
    bool complete = false;
    loam_result result = loam_patchwork_world_update(on->world, x, z, milliseconds, 100000,
                                                     &complete);
    while (result == LOAM_OK && !complete)
    {
        result = loam_patchwork_world_update(on->world, x, z, 0, 100000, &complete);
    }
    if (on->settings->record != NULL)
    {
        text_add(&on->record, "%d %" PRId64 " %" PRId64 "\n", (int)milliseconds, x, z);
    }
    on->steps++;
    return result;
}

/// A straight way, half a second at a time.
static loam_result walk_straight(walker *on)
{
    const walk_settings *const s = on->settings;
    const double dx = (double)(s->to.x - s->from.x), dz = (double)(s->to.y - s->from.y);
    const double length = dx > 0 ? dx + (dz > 0 ? dz : -dz) : -dx + (dz > 0 ? dz : -dz);
    const double stride = s->speed * STEP_MS / 1000.0 / (double)on->grower.def->spacing;
    const int64_t count = (int64_t)(length / stride);
    if (count >= MAX_STEPS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a walk of %.0f steps; must be below %d",
                         length / stride, MAX_STEPS);
    }
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i <= count && result == LOAM_OK; i++)
    {
        const double t = count > 0 ? (double)i / (double)count : 0.0;
        result = step(on, s->from.x + (int64_t)(dx * t), s->from.y + (int64_t)(dz * t), STEP_MS);
    }
    for (int64_t left = s->pause_ms; left > 0 && result == LOAM_OK; left -= STEP_MS)
    {
        result = step(on, s->to.x, s->to.y, (int32_t)(left < STEP_MS ? left : STEP_MS));
    }
    return result;
}

static loam_result walk_line(walker *on, const char *line, int64_t number)
{
    int milliseconds;
    int64_t x, z;
    char rest;
    if (sscanf(line, "%9d %19" SCNd64 " %19" SCNd64 " %c", &milliseconds, &x, &z, &rest) != 3)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "line %" PRId64 " is no \"MILLISECONDS X Z\" of whole numbers", number);
    }
    const loam_result result = step(on, x, z, milliseconds);
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(result, "line %" PRId64 ": %s", number, loam_last_error());
}

static loam_result walk_lines(walker *on, FILE *stream)
{
    char line[MAX_LINE];
    loam_result result = LOAM_OK;
    for (int64_t number = 1; result == LOAM_OK && fgets(line, sizeof line, stream) != NULL;
         number++)
    {
        if (strchr(line, '\n') == NULL && !feof(stream))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "line %" PRId64 " is longer than %d characters",
                             number, MAX_LINE - 2);
        }
        const bool empty = line[strspn(line, " \t\r\n")] == '\0' || line[0] == '#';
        result = empty ? LOAM_OK : walk_line(on, line, number);
        if (on->steps > MAX_STEPS)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "more than %d steps; must be at most that",
                             MAX_STEPS);
        }
    }
    return result == LOAM_OK && ferror(stream)
               ? loam_fail(LOAM_IO, "cannot be read: %s", strerror(errno))
               : result;
}

static loam_result walk_again(walker *on, const char *path)
{
    FILE *const stream = fopen(path, "rb");
    if (stream == NULL)
    {
        return loam_fail(LOAM_IO, "%s: cannot be read: %s", path, strerror(errno));
    }
    const loam_result result = walk_lines(on, stream);
    fclose(stream);
    return result == LOAM_OK ? LOAM_OK : loam_fail(result, "%s: %s", path, loam_last_error());
}

// ---- what is printed ----------------------------------------------------------------------------

static int print(const tool_io *io)
{
    const walker *const on = io->work;
    loam_range ranges[LOAM_PATCH_MAX_BIOMES];
    text shares = {0};
    tool_report r = report_begin(on->settings->question.json);
    loam_patchwork_ranges(on->grower.patchwork, ranges);
    report_uint64(&r, "seed", on->grower.def->seed);
    report_number(&r, "steps", (double)on->steps);
    report_number(&r, "seen", (double)loam_patchwork_seen(on->grower.patchwork));
    report_number(&r, "cells", (double)on->cells);
    json_open_at(&r.json, "ranges", '{');
    for (int32_t i = 0; i < on->grower.def->biome_count; i++)
    {
        const char *const name = on->grower.def->biomes[i].name;
        const double range = (double)(ranges[i].high - ranges[i].low);
        json_add_exact(&r.json, name, range);
        text_add(&shares, "%s %s %.3f", i > 0 ? "," : "", name, range);
    }
    json_close(&r.json, '}');
    report_hash(&r, "cells_hash", on->cells_hash);
    report_hash(&r, "hash", on->hash);
    report_words(&r, "file", on->settings->question.keep);
    report_say_words(&r, "shares", text_get(&shares));
    const int code = report_print(io, &r,
                                  "{steps} steps, {cells} cells came into view, {seen} chunks were "
                                  "seen; ranges are now{shares}; hash {hash}[; kept in {file}]");
    text_free(&shares);
    return code;
}

// ---- running ------------------------------------------------------------------------------------

static loam_result check_files(const walk_settings *settings)
{
    loam_result result = settings->record != NULL ? loam_file_check(settings->record) : LOAM_OK;
    return result == LOAM_OK && settings->question.keep != NULL
               ? loam_file_check(settings->question.keep)
               : result;
}

static loam_result make_world(walker *on)
{
    loam_patchwork_world_def def = loam_default_patchwork_world_def();
    def.env = on->grower.env;
    def.patchwork = on->grower.patchwork;
    def.ready = cell_ready;
    def.user = on;
    return loam_patchwork_world_create(&def, &on->world);
}

static loam_result save(const walker *on)
{
    loam_result result = on->record.failed ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory")
                                           : LOAM_OK;
    if (result == LOAM_OK && on->settings->record != NULL)
    {
        const char *const lines = text_get(&on->record);
        result = loam_file_write(on->settings->record, lines, strlen(lines));
    }
    return result == LOAM_OK && on->settings->question.keep != NULL
               ? patch_grower_save(&on->grower, on->settings->question.keep)
               : result;
}

static loam_result hash_of(const walker *on, uint64_t *hash)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    const loam_result result = loam_patchwork_pack(on->grower.patchwork, &bytes, &size);
    *hash = result == LOAM_OK ? loam_hash_bytes(bytes, size, 0) : 0;
    loam_free(&on->grower.env, bytes, size);
    return result;
}

static loam_result make(const tool_io *io)
{
    walker *const on = io->work;
    on->settings = io->settings;
    patch_question question = on->settings->question;
    question.writes_keep = true;
    loam_result result = check_files(on->settings);
    result = result == LOAM_OK ? patch_grower_create(&question, &on->grower) : result;
    result = result == LOAM_OK ? make_world(on) : result;
    if (result == LOAM_OK)
    {
        result = on->settings->walk != NULL ? walk_again(on, on->settings->walk)
                                            : walk_straight(on);
    }
    result = result == LOAM_OK ? save(on) : result;
    return result == LOAM_OK ? hash_of(on, &on->hash) : result;
}

static void end(void *of)
{
    walker *const on = of;
    loam_patchwork_world_destroy(on->world);
    patch_grower_destroy(&on->grower);
    text_free(&on->record);
}

#define AT(field) offsetof(walk_settings, field)
#define PLACE_OPTION(title, field, usual, what) \
    { \
        .name = (title), .kind = OPTION_POSITION, .offset = AT(field), .low = -0x1p45, \
        .high = 0x1p45, .metavar = "X,Z", .standard = (usual), .help = (what) \
    }

static const tool_option walk_options[] = {
    FILE_OPTION("walk", AT(walk), NULL, "FILE", "a recorded walk: lines of milliseconds, x and z",
                .not_with = "from to speed pause"),
    PLACE_OPTION("from", from, "0,0", "the vertex where a straight walk begins"),
    PLACE_OPTION("to", to, "2000,0", "the vertex where it ends"),
    NUMBER_OPTION("speed", AT(speed), 0.1, 10000, "N", "20", "metres a second"),
    INT_OPTION("pause", AT(pause_ms), 0, 3600000, "MS", "0", "milliseconds to stay at the end"),
    PATCH_ADAPTATION_OPTION(AT(question)),
    PATCH_OPTIONS(AT(question)),
    PATCH_KEEP_OPTION(AT(question), "what was seen before, if it is there, and where what is seen "
                                    "is kept"),
    FILE_OPTION("record", AT(record), NULL, "FILE", "where the walk is recorded"),
    JSON_OPTION(PATCH_AT(AT(question), json)),
    {0},
};

const tool_verb verb_patchwork_walk = {
    .name = "patchwork walk",
    .summary = "walks through a patchwork that adapts to what the viewer sees",
    .details =
        "The range of the biome that the viewer stays in shrinks, grows or stays, and what was "
        "seen stays as it was. Cells around are made as in a game. The hash is of all that "
        "was seen: the same walk has the same.",
    .options = walk_options,
    .settings_size = sizeof(walk_settings),
    .example = "loam patchwork walk --to 4000,1000 --keep seen.patch --record walk.txt",
    .work_size = sizeof(walker),
    .make = make,
    .report = print,
    .destroy = end,
};
