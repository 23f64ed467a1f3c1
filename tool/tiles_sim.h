// SPDX-License-Identifier: MIT
// loam tiles sim: its settings, the commands that it is given, its world, and what it reports.
#ifndef LOAM_TOOL_TILES_SIM_H
#define LOAM_TOOL_TILES_SIM_H

#include "replay/replay.h"
#include "times.h"
#include "tool.h"

#include "loam/loam.h"

typedef struct sim_settings
{
    const char *seed, *world, *defs;
    option_position at;
    int32_t ring; // less LOAM_MIN_RING_LOG2
    int64_t steps;
    const char *commands, *replay;
    int32_t threads;
    option_size size; // tiles; 0 x 0: as many as the view shows
    option_size view; // pixels
    int64_t zoom;
    const char *record, *output;
    int64_t every;
    double fps;     // 0: as fast as it happens
    int64_t sample; // 0: a twentieth of the steps
    bool fixed, no_light, no_player, no_save, json;
    int32_t version; // of a replay's tiles; 0: of the world's file, or the newest
} sim_settings;

// ---- commands -----------------------------------------------------------------------------------

/// A command and the line that it stands in.
typedef struct sim_command
{
    loam_command command;
    int64_t line;
} sim_command;

typedef struct sim_script
{
    sim_command *commands; // in the order of their steps
    size_t count, room;
    size_t next; // the first that was not done yet
} sim_script;

/// Reads a file of commands. The message of a failure begins with file:line. A last line that does not end
/// is left out if the file may be cut.
loam_result sim_script_read(const char *path, const loam_tile_defs *defs, bool may_be_cut,
                            sim_script *out);
void sim_script_free(sim_script *script);

// ---- replays ------------------------------------------------------------------------------------

/// A recorded game, and room for the settings that it stands for.
typedef struct sim_replay
{
    replay_info info;
    char seed[24];
    char world[REPLAY_MAX_PATH], defs[REPLAY_MAX_PATH];
} sim_replay;

/// Reads a replay, and fills in the settings that it stands for.
loam_result sim_replay_open(sim_replay *replay, sim_settings *settings);

typedef enum sim_verdict
{
    SIM_NO_REPLAY,
    SIM_AGREES,
    SIM_DIFFERS,
    SIM_NO_END, // the recording has none, and there is nothing to compare with
} sim_verdict;

// ---- the world ----------------------------------------------------------------------------------

/// A game in a world that is grown anew, or in one from a file.
typedef struct sim_world
{
    const tool_io *io;
    const sim_settings *settings;
    loam_env env;
    uint64_t seed;
    loam_tile_defs *defs; // NULL with a store, which has its own
    loam_store *store;    // NULL without a file
    loam_tile_pos start;  // where the player begins
    loam_tile_game *game;
} sim_world;

/// Gets the definitions and the seed, and opens the file if there is one. io, settings and env are set.
loam_result sim_world_open(sim_world *world);

/// Begins the game in an open world.
loam_result sim_world_begin(sim_world *world);

/// Keeps the game in the file, if there is one that may be changed.
loam_result sim_world_save(sim_world *world);

/// Allowed after any failure.
void sim_world_close(sim_world *world);

const loam_tile_defs *sim_world_defs(const sim_world *world);

// ---- figures ------------------------------------------------------------------------------------

typedef struct sim_counts
{
    int64_t step;
    uint64_t tiles[LOAM_MAX_MATERIALS]; // by their blocks,
    uint64_t walls[LOAM_MAX_MATERIALS]; // and by their walls, plants before them included
} sim_counts;

typedef struct sim_report
{
    int64_t steps;        // that were done
    uint64_t world_steps; // since the world began
    bool stopped;         // by a signal
    sim_verdict verdict;
    uint64_t recorded_hash;
    sim_counts *counts;
    size_t count_count, count_room;
    loam_tile_life life; // sums; awake: at the end
    loam_tile_plants plants;
    uint64_t most_awake;
    times step_times, light_times, frame_times;
    int64_t frames, commands, failed_commands;
    loam_tile_world_counters counters;
    loam_player player;
    uint64_t seed, hash;
    uint16_t time;
    loam_season season;
    loam_tile_area area; // that is counted
    double seconds;
    bool failed; // out of memory
} sim_report;

void sim_report_free(sim_report *report);
sim_counts *sim_counts_add(sim_report *report); // NULL if out of memory

int sim_print_json(const tool_io *io, const sim_settings *settings, sim_report *report,
                   const loam_tile_defs *defs);
int sim_print_text(const tool_io *io, const sim_settings *settings, sim_report *report,
                   const loam_tile_defs *defs);

#endif
