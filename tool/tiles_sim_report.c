// SPDX-License-Identifier: MIT
#include "tiles_sim.h"

#include <inttypes.h>
#include <stdlib.h>

// ---- collecting ---------------------------------------------------------------------------------

void sim_report_free(sim_report *report)
{
    free(report->counts);
    times_free(&report->step_times);
    times_free(&report->light_times);
    times_free(&report->frame_times);
    *report = (sim_report){0};
}

sim_counts *sim_counts_add(sim_report *report)
{
    if (report->count_count == report->count_room)
    {
        const size_t room = report->count_room == 0 ? 32 : 2 * report->count_room;
        sim_counts *counts = realloc(report->counts, room * sizeof *counts);
        if (counts == NULL)
        {
            report->failed = true;
            return NULL;
        }
        report->counts = counts;
        report->count_room = room;
    }
    sim_counts *added = &report->counts[report->count_count++];
    *added = (sim_counts){0};
    return added;
}

// ---- JSON ---------------------------------------------------------------------------------------

static uint64_t count_of(const sim_counts *counts, int32_t id, bool walls)
{
    return walls ? counts->walls[id] : counts->tiles[id];
}

static bool was_there(const sim_report *report, int32_t id, bool walls)
{
    for (size_t i = 0; i < report->count_count; i++)
    {
        if (count_of(&report->counts[i], id, walls) > 0)
        {
            return true;
        }
    }
    return false;
}

/// Counts of every material that was ever there in a layer, at the sampled steps.
static void add_layer(text *json, const sim_report *report, const loam_tile_defs *defs, bool walls)
{
    json_open_at(json, walls ? "walls" : "counts", '{');
    for (int32_t id = 1; id < LOAM_MAX_MATERIALS; id++)
    {
        if (!was_there(report, id, walls))
        {
            continue;
        }
        json_open_at(json, defs->materials[id].name, '[');
        for (size_t i = 0; i < report->count_count; i++)
        {
            json_number(json, (double)count_of(&report->counts[i], id, walls));
        }
        json_close(json, ']');
    }
    json_close(json, '}');
}

static void add_counts(text *json, const sim_report *report, const loam_tile_defs *defs)
{
    json_open_at(json, "sampled_steps", '[');
    for (size_t i = 0; i < report->count_count; i++)
    {
        json_number(json, (double)report->counts[i].step);
    }
    json_close(json, ']');
    add_layer(json, report, defs, false);
    add_layer(json, report, defs, true);
}

static void add_life(text *json, const sim_report *report)
{
    json_open_at(json, "life", '{');
    json_add_number(json, "awake", (double)report->life.awake);
    json_add_number(json, "most_awake", (double)report->most_awake);
    json_add_number(json, "looked_at", (double)report->life.looked_at);
    json_add_number(json, "moved", (double)report->life.moved);
    json_add_number(json, "converted", (double)report->life.converted);
    json_add_number(json, "levelled", (double)report->life.levelled);
    json_add_number(json, "transformed", (double)report->life.transformed);
    json_add_number(json, "fallen", (double)report->life.fallen);
    json_add_number(json, "struck", (double)report->life.struck);
    json_close(json, '}');
}

static void add_plants(text *json, const sim_report *report)
{
    json_open_at(json, "plants", '{');
    json_add_number(json, "standing", (double)report->plants.plants);
    json_add_number(json, "branches", (double)report->plants.branches);
    json_add_number(json, "falling_wood", (double)report->plants.falling);
    json_add_number(json, "fallen_wood", (double)report->plants.fallen);
    json_add_number(json, "taken_wood", (double)report->plants.taken);
    json_add_number(json, "splintered_wood", (double)report->plants.splintered);
    json_add_number(json, "decayed_wood", (double)report->plants.decayed);
    json_add_number(json, "shed_leaves", (double)report->plants.shed);
    json_add_number(json, "dropped_seeds", (double)report->plants.seeds);
    json_close(json, '}');
}

static void add_player(text *json, const sim_report *report)
{
    const loam_player *player = &report->player;
    json_open_at(json, "player", '{');
    json_add_number(json, "x", (double)player->x / LOAM_PLAYER_FIXED);
    json_add_number(json, "y", (double)player->y / LOAM_PLAYER_FIXED);
    json_add_number(json, "health", player->health);
    json_add_bool(json, "on_ground", player->on_ground);
    json_add_bool(json, "in_fluid", player->in_fluid);
    json_close(json, '}');
}

static void add_replay(text *json, const sim_settings *settings, const sim_report *report)
{
    json_add_text(json, "replay", settings->replay);
    json_key(json, "agrees");
    const bool compared = report->verdict == SIM_AGREES || report->verdict == SIM_DIFFERS;
    compared ? json_bool(json, report->verdict == SIM_AGREES) : json_null(json);
}

int sim_print_json(const tool_io *io, const sim_settings *settings, sim_report *report,
                   const loam_tile_defs *defs)
{
    text json = {0};
    json_open(&json, '{');
    json_add_uint64(&json, "seed", report->seed);
    json_add_text(&json, "world", settings->world);
    json_add_number(&json, "ring", 1 << (LOAM_MIN_RING_LOG2 + settings->ring));
    json_add_number(&json, "threads", settings->threads);
    json_add_place(&json, "area", report->area.x, report->area.y);
    json_add_place(&json, "size", report->area.w, report->area.h);
    json_add_number(&json, "steps", (double)report->steps);
    json_add_number(&json, "world_steps", (double)report->world_steps);
    json_add_bool(&json, "stopped", report->stopped);
    json_add_hash(&json, "hash", report->hash);
    add_replay(&json, settings, report);
    json_add_number(&json, "time_of_day", report->time);
    json_add_text(&json, "season", loam_season_name(report->season));
    add_player(&json, report);
    add_counts(&json, report, defs);
    add_life(&json, report);
    add_plants(&json, report);
    json_add_number(&json, "commands", (double)report->commands);
    json_add_number(&json, "failed_commands", (double)report->failed_commands);
    json_add_number(&json, "frames", (double)report->frames);
    json_add_number(&json, "waits", (double)report->counters.waits);
    json_add_number(&json, "generated", (double)report->counters.generated);
    times_add_json(&json, "step_ms", &report->step_times);
    times_add_json(&json, "light_ms", &report->light_times);
    times_add_json(&json, "frame_ms", &report->frame_times);
    json_add_number(&json, "seconds", report->seconds);
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

// ---- sentences ----------------------------------------------------------------------------------

typedef struct change
{
    int32_t id;
    uint64_t before, after;
} change;

static uint64_t size_of(change c)
{
    return c.after > c.before ? c.after - c.before : c.before - c.after;
}

static int compare_changes(const void *a, const void *b)
{
    const change *x = a, *y = b;
    const uint64_t of_x = size_of(*x), of_y = size_of(*y);
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : x->id - y->id;
}

/// If the player has gone, what was counted may not be awake any more.
static void print_left(FILE *out, const sim_report *report)
{
    const sim_counts *last = &report->counts[report->count_count - 1];
    const uint64_t all = (uint64_t)report->area.w * (uint64_t)report->area.h;
    uint64_t counted = 0;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        counted += last->tiles[id];
    }
    if (counted < all)
    {
        fprintf(out,
                "Of the %" PRIu64 " tiles that are counted, %" PRIu64
                " are in the ring at the end: it follows the player.\n",
                all, counted);
    }
}

/// The materials of which there is much more or much less now.
static void print_changes(FILE *out, const sim_report *report, const loam_tile_defs *defs)
{
    enum
    {
        SHOWN = 6
    };
    change changes[LOAM_MAX_MATERIALS];
    const sim_counts *first = &report->counts[0], *last = &report->counts[report->count_count - 1];
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        // Air is what is left: it says nothing.
        changes[id] = (change){id, id > 0 ? first->tiles[id] : 0, id > 0 ? last->tiles[id] : 0};
    }
    qsort(changes, LOAM_MAX_MATERIALS, sizeof *changes, compare_changes);
    for (int32_t i = 0; i < SHOWN && size_of(changes[i]) > 0; i++)
    {
        fprintf(out, "%s%s %" PRIu64 " to %" PRIu64,
                i == 0 ? "Tiles from beginning to end: " : ", ",
                defs->materials[changes[i].id].name, changes[i].before, changes[i].after);
    }
    fprintf(out, size_of(changes[0]) > 0 ? ".\n" : "No material became more or less.\n");
    print_left(out, report);
}

static void print_verdict(FILE *out, const sim_settings *settings, const sim_report *report)
{
    switch (report->verdict)
    {
    case SIM_NO_REPLAY:
        break;
    case SIM_AGREES:
        fprintf(out, "%s: the hash is the recorded one.\n", settings->replay);
        break;
    case SIM_DIFFERS:
        fprintf(out, "%s: the hash is not the recorded one, which is %016" PRIx64 ".\n",
                settings->replay, report->recorded_hash);
        break;
    case SIM_NO_END:
        fprintf(
            out,
            "%s: has no end, and so no hash to compare with; it was replayed as far as it goes.\n",
            settings->replay);
        break;
    }
}

static void print_pictures(FILE *out, const sim_settings *settings, const sim_report *report)
{
    if (settings->record != NULL)
    {
        fprintf(out, "%s has %" PRId64 " frame%s.\n", settings->record, report->frames,
                report->frames == 1 ? "" : "s");
    }
    if (settings->output != NULL)
    {
        fprintf(out, "%s shows the end.\n", settings->output);
    }
    if (settings->record == NULL && settings->output == NULL)
    {
        fprintf(out, "To see it: -o last.png for the end, --record film.mp4 for all of it.\n");
    }
}

int sim_print_text(const tool_io *io, const sim_settings *settings, sim_report *report,
                   const loam_tile_defs *defs)
{
    fprintf(io->out,
            "%" PRId64 " steps in %.3g s; half of them took less than %.3g ms, the slowest %.3g "
            "ms; hash %016" PRIx64 ".\n",
            report->steps, report->seconds, times_quantile(&report->step_times, 0.5),
            times_quantile(&report->step_times, 1), report->hash);
    const uint32_t minutes = (uint32_t)report->time * 1440u / 65536u;
    fprintf(io->out, "It is %02u:%02u in %s, and the player is at %.1f, %.1f.\n", minutes / 60,
            minutes % 60, loam_season_name(report->season),
            (double)report->player.x / LOAM_PLAYER_FIXED,
            (double)report->player.y / LOAM_PLAYER_FIXED);
    print_verdict(io->out, settings, report);
    print_changes(io->out, report, defs);
    print_pictures(io->out, settings, report);
    return TOOL_DONE;
}
