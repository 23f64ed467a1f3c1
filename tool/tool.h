// SPDX-License-Identifier: MIT
// The tool `loam`: a list of verbs, and how one is chosen and run.
#ifndef LOAM_TOOL_TOOL_H
#define LOAM_TOOL_TOOL_H

#include "options.h"

/// Where what people make in a window is kept, in words: play/folders.h.
#ifdef _WIN32
#define TOOL_HOME "%LOAM_HOME%, else in %LOCALAPPDATA%\\Loam"
#else
#define TOOL_HOME "$LOAM_HOME, else in $XDG_DATA_HOME/loam, else in ~/.local/share/loam"
#endif

/// Exit codes.
enum
{
    TOOL_DONE = 0,
    TOOL_FAILED = 1,
    TOOL_BAD_USAGE = 2
};

/// Where a verb prints to.
typedef struct tool_io
{
    FILE *out; // what was asked for
    FILE *err; // complaints and progress
} tool_io;

typedef struct tool_verb
{
    const char *name;    // "noise", "noise sheet"
    const char *summary; // what it does, as the end of a sentence that starts with the name
    const char *details; // a paragraph for the help
    const tool_option *options;
    size_t settings_size;                                // of the struct that the options fill
    const char *example;                                 // a command line that works when pasted
    int (*run)(const tool_io *io, const void *settings); // returns an exit code
} tool_verb;

enum
{
    TOOL_MAX_SETTINGS = 512
};

/// All verbs, NULL after the last.
extern const tool_verb *const tool_verbs[];

/// Runs a command line and returns its exit code.
int tool_main(int count, const char *const *words, FILE *out, FILE *err);

/// The verb that words begin with, and how many of them are its name; NULL if there is none.
const tool_verb *tool_find(int count, const char *const *words, int *used);

/// Whether word is the first of a verb that has two.
bool tool_is_group(const char *word);

/// Complains that there is no such verb and returns the exit code. If the first word is a group, those
/// of the group are named.
int tool_unknown_verb(FILE *err, int count, const char *const *words);

/// Prints "loam VERB: " and the message of the last failing library call. Returns the exit code: bad
/// usage if the library refused a value, failed otherwise.
int tool_complain(const tool_io *io, const tool_verb *verb, loam_result result);

/// Definitions as text go to a file, or, where path is NULL, are printed. result is how making them went: if it
/// failed nothing is written. Frees the text.
loam_result tool_put_defs(const tool_io *io, loam_result result, const char *path,
                          const loam_env *env, char *json, size_t size);

/// Prints json (and frees it) and returns an exit code.
int tool_print_json(const tool_io *io, text *json);

enum
{
    TOOL_MAX_PIXELS =
        1
        << 27 // of a picture; pictures of a sheet have half, as the sheet is in memory beside them
};

/// Before anything grows: whether a picture of w x h pixels can be made, or a sheet of count of them if that
/// is above 1. LOAM_BAD_ARGUMENT with a message that begins with what was asked: "--size is 64x64 tiles".
loam_result tool_check_picture(const char *asked, int64_t w, int64_t h, int64_t count);

/// For OPTION_CHOICE: the names of the instruction sets, in the order of loam_isa.
const char *tool_choose_isa(int32_t index);

/// Whether this machine has an instruction set; if not, complains about --isa.
bool tool_check_isa(const tool_io *io, const tool_verb *verb, loam_isa isa);

// ---- help, from the tables (help.c, manual.c) -----------------------------------------------------

void tool_print_overview(FILE *out);
void tool_print_group(FILE *out, const char *group); // the verbs that begin with this word
void tool_print_help(FILE *out, const tool_verb *verb);
void tool_print_manual(FILE *out);     // roff, for man
void tool_print_completion(FILE *out); // for bash

// ---- the verbs ----------------------------------------------------------------------------------

extern const tool_verb verb_version;
extern const tool_verb verb_help;
extern const tool_verb verb_noise;
extern const tool_verb verb_noise_sheet;
extern const tool_verb verb_gpu_info;     // if there can be graphics processors
extern const tool_verb verb_gpu_selftest; // the same
extern const tool_verb verb_gpu_bench;    // the same
extern const tool_verb verb_gpu_sim;      // the same
extern const tool_verb verb_tiles_commands;
extern const tool_verb verb_tiles_defs;
extern const tool_verb verb_tiles_map;
extern const tool_verb verb_tiles_sheet;
extern const tool_verb verb_tiles_biomes;
extern const tool_verb verb_tiles_hash;
extern const tool_verb verb_tiles_export;
extern const tool_verb verb_tiles_play;
extern const tool_verb verb_tiles_sim;
extern const tool_verb verb_tiles_walk;
extern const tool_verb verb_plant_draw;
extern const tool_verb verb_plant_map;
extern const tool_verb verb_plant_sheet;
extern const tool_verb verb_plant_species;
extern const tool_verb verb_cave_2d;
extern const tool_verb verb_cave_3d;
extern const tool_verb verb_cave_view;
extern const tool_verb verb_cave_explore;
extern const tool_verb verb_scatter_map;
extern const tool_verb verb_land_graph;
extern const tool_verb verb_land_inside;
extern const tool_verb verb_land_kinds;
extern const tool_verb verb_land_map;
extern const tool_verb verb_land_mesh;
extern const tool_verb verb_land_slice;
extern const tool_verb verb_land_things;
extern const tool_verb verb_land_luanti;
extern const tool_verb verb_land_voxels;
extern const tool_verb verb_land_figure;
extern const tool_verb verb_land_fly;
extern const tool_verb verb_land_river;
extern const tool_verb verb_land_heightmap;
extern const tool_verb verb_land_view;
extern const tool_verb verb_land_explore;
extern const tool_verb verb_land_walk;
extern const tool_verb verb_isles_map;
extern const tool_verb verb_isles_island;
extern const tool_verb verb_isles_list;
extern const tool_verb verb_isles_defs;
extern const tool_verb verb_isles_mesh;
extern const tool_verb verb_isles_objects;
extern const tool_verb verb_isles_heightmap;
extern const tool_verb verb_isles_view;
extern const tool_verb verb_isles_sail;
extern const tool_verb verb_isles_voyage;
extern const tool_verb verb_patchwork_map;
extern const tool_verb verb_patchwork_mesh;
extern const tool_verb verb_patchwork_view;
extern const tool_verb verb_patchwork_walk;
extern const tool_verb verb_patchwork_explore;
extern const tool_verb verb_patchwork_defs;
extern const tool_verb verb_world_new;
extern const tool_verb verb_world_info;
extern const tool_verb verb_world_verify;
extern const tool_verb verb_world_compact;
extern const tool_verb verb_world_upgrade;
extern const tool_verb verb_world_export_png;
extern const tool_verb verb_world_import_png;
extern const tool_verb verb_selftest;
extern const tool_verb verb_bench;
extern const tool_verb verb_bench_walk;
extern const tool_verb verb_bench_play;    // if there can be windows
extern const tool_verb verb_bench_explore; // if there can be OpenGL

#endif
