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

typedef struct tool_verb tool_verb;

/// What a verb runs with, and where it prints to.
typedef struct tool_io
{
    FILE *out;             // what was asked for
    FILE *err;             // complaints and progress
    const tool_verb *verb; // that runs
    const void *settings;  // that its options have filled
    void *work;            // its own
} tool_io;

/// A verb is its options, what it does and what it reports. Options fill its settings; its work is a struct of its
/// own that begins as zeros.
struct tool_verb
{
    const char *name;    // "noise", "noise sheet"
    const char *summary; // what it does, as the end of a sentence that starts with the name
    const char *details; // a paragraph for the help
    const tool_option *options;
    size_t settings_size; // of the struct that the options fill
    const char *example;  // a command line that works when pasted
    size_t work_size;

    // Makes what was asked for; if it fails, the message is printed.
    loam_result (*make)(const tool_io *io);
    // Prints what was made and returns an exit code; NULL if there is nothing to say.
    int (*report)(const tool_io *io);
    // Frees what work has, whether it was made or not; NULL if it needs no freeing.
    void (*destroy)(void *work);
    bool ends_early; // make asks interrupt_asked() often

    // Instead of the functions above: does everything and returns an exit code.
    int (*run)(const tool_io *io, const void *settings);

    // With none of the functions: what this loam was built without, and what there is instead.
    const char *lacks;
};

enum
{
    TOOL_MAX_SETTINGS = 512
};

#define TOOL_SCENE_LIBRARIES "SDL2 or the headers of OpenGL ES 3 (libgles-dev)"

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
int tool_complain(const tool_io *io, loam_result result);

/// Definitions as text go to a file, or, where path is NULL, are printed. result is how making them went: if it
/// failed nothing is written. Frees the text.
loam_result tool_put_defs(const tool_io *io, loam_result result, const char *path,
                          const loam_env *env, char *json, size_t size);

/// Writes a text to a file and frees it.
loam_result tool_write_text(const char *path, text *out);

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

/// LOAM_BAD_ARGUMENT with a message about --isa if this machine has no such instruction set.
loam_result tool_check_isa(loam_isa isa);

// ---- help, from the tables (help.c, manual.c) -----------------------------------------------------

void tool_print_overview(FILE *out);
void tool_print_group(FILE *out, const char *group); // the verbs that begin with this word
void tool_print_help(FILE *out, const tool_verb *verb);
void tool_print_manual(FILE *out);     // roff, for man
void tool_print_completion(FILE *out); // for bash

// ---- the verbs ----------------------------------------------------------------------------------

#define VERB(name) extern const tool_verb verb_##name;
#include "verbs.inl"
#undef VERB

#endif
