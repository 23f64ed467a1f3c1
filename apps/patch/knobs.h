// SPDX-License-Identifier: MIT
// The numbers of a patchwork that can be turned while one is in it (Barrio Morra 2021, A.3): what they are called,
// how far they go, what they are in a def. Knows no window.
#ifndef LOAM_PATCH_KNOBS_H
#define LOAM_PATCH_KNOBS_H

#include "loam/loam.h"

/// What a knob turns.
typedef enum knob_scope
{
    KNOB_OF_WORLD,
    KNOB_OF_BIOME,
} knob_scope;

/// A number that is turned in whole steps, or a choice among names (`step` is 0 then). Field is its name in the
/// tables of loam/patchwork.h, and so in files.
typedef struct knob
{
    const char *label, *field;
    knob_scope scope;
    bool upper;         // the upper end of a range, else its lower end, or the number itself
    float low, high;    // as far as it is turned; what a file says may lie beyond
    int32_t parts;      // of the number's unit that the slider counts: 100 for per cent
    int32_t step;       // of the slider
    const char *format; // of what is shown, in parts: "%d m"
} knob;

enum
{
    KNOBS = 28,
    KNOB_MAX_NAMES = 8,
    KNOB_UNDOS = 32,
};

extern const knob knobs[KNOBS];

/// Whether it is a choice among names.
bool knob_is_choice(const knob *k);

/// A number, in parts of its knob. biome: whose, if it is one of a biome.
int32_t knob_get(const knob *k, const loam_patchwork_def *def, int32_t biome);
/// How far the slider goes: as the knob says, or to where the number is.
void knob_limits(const knob *k, const loam_patchwork_def *def, int32_t biome, int32_t *low,
                 int32_t *high);
/// The other end of a range comes along, and sewings that have become wider than chunks. If the def would not be
/// accepted then it is as it was, and the message says why.
loam_result knob_set(const knob *k, loam_patchwork_def *def, int32_t biome, int32_t value);

/// Names of a choice that this def may have, with the values they stand for; returns how many. *now: which it is.
int32_t knob_names(const knob *k, const loam_patchwork_def *def, int32_t biome,
                   const char *names[KNOB_MAX_NAMES], int32_t values[KNOB_MAX_NAMES], int32_t *now);
loam_result knob_choose(const knob *k, loam_patchwork_def *def, int32_t biome, int32_t value);

/// Percent of the noise that decides on biomes, of which one has its share; by ranges only. What it gains the next
/// one loses, or for the last one that before; every biome keeps at least one.
int32_t knob_share(const loam_patchwork_def *def, int32_t biome);
loam_result knob_set_share(loam_patchwork_def *def, int32_t biome, int32_t percent);

/// Bytes of all cells that are in view.
size_t knob_view_bytes(const loam_patchwork_def *def);
/// The most that the explorer takes.
#define KNOB_MAX_VIEW_BYTES ((size_t)1 << 30)

/// Whether it can be explored: accepted, and its view has room.
loam_result knob_check(const loam_patchwork_def *def);

/// The changes that can be undone, the last ones of them.
typedef struct knob_history
{
    loam_patchwork_def defs[KNOB_UNDOS];
    int32_t count;
} knob_history;

void knob_remember(knob_history *history, const loam_patchwork_def *before);
/// False if there is nothing to undo.
bool knob_undo(knob_history *history, loam_patchwork_def *def);

bool knob_same_def(const loam_patchwork_def *a, const loam_patchwork_def *b);

/// The def as JSON, that --defs takes.
loam_result knob_write(const loam_env *env, const loam_patchwork_def *def, const char *path);

#endif
