// SPDX-License-Identifier: MIT
// The explorer of patchworks from inside: what its parts share.
#ifndef LOAM_PATCH_PATCHER_H
#define LOAM_PATCH_PATCHER_H

#include "patch/explore.h"
#include "patch/knobs.h"
#include "patch/view.h"
#include "roam/preview.h"

enum
{
    PATCH_NOISE_SIDE = 96, // pixels of the previews
    PATCH_MAP_SIDE = 49,
    PATCH_PANEL = 380,   // units that the panel of knobs is wide
    PATCH_PREVIEW = 150, // and previews
    KEY_COLOURS = KEY_C,
    KEY_KNOBS = KEY_A + 10, // K
};

/// Screens beside those of every explorer.
enum
{
    PATCH_KNOBS = ROAM_OWN,
};

typedef struct patcher
{
    roam r;
    const patch_options *options;

    // the patchwork
    patch_view *view;
    patch_cells *shown, *next; // next: one with other numbers, which grows beside; NULL: none does
    loam_patchwork_def wanted; // as the knobs stand
    loam_patchwork_def first;  // as it was when it was opened
    knob_history history;
    double knobs_rest_s; // since a knob was turned
    bool complete_logged;
    int32_t chosen; // what the knobs are of: 0 all, else a biome's number plus 1
    const char *keep;
    double unsaved_s;
    char *record; // lines so far
    size_t record_used, record_room;
    bool records;

    // where the world was told that one is, m, and since when
    double stay_x, stay_z;
    int32_t stay_ms;

    // how it is seen
    bool map_shown; // M
    patch_paint colours;
    roam_preview noise, map;
    int32_t map_frames; // since it was painted
    int64_t map_x, map_z;
    const patch_cells *map_of;
    loam_patchwork_def noise_of; // what it was painted of
    int32_t noise_biome;
} patcher;

/// The explorer of a roam, which is its first member.
static inline patcher *patcher_of(roam *r)
{
    return (patcher *)r;
}

// ---- worlds.c: the patchwork that is shown and the one that grows
/// The one of p->wanted, at once.
loam_result patch_worlds_begin(patcher *p);
void patch_worlds_end(patcher *p);
/// Time passes where one is; cells come; knobs that rest make another patchwork grow.
loam_result patch_worlds_follow(patcher *p, double seconds);
/// What was seen is written, if a file was asked for and the patchwork is the one that it is of.
void patch_save_kept(patcher *p);
loam_result patch_write_record(patcher *p, const char *path);
/// Chunk that one is in.
void patch_chunk_here(const patcher *p, int64_t *x, int64_t *z);

// ---- control.c: what roam_kind asks for about steps and keys
void patch_commands(roam *r, double seconds);
bool patch_step(roam *r);
/// Stands on the ground of a place, m.
void patch_stand(patcher *p, double x, double z);

// ---- hud.c: what is written over the patchwork
void patch_over(roam *r);
int32_t patch_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE]);

// ---- turning.c: knobs and previews
void patch_turning(roam *r);
/// Brings the previews up to date; draws them below each other from a corner on, each so wide.
void patch_previews(patcher *p, box at);
void patch_map(patcher *p, box at);
void patch_previews_end(patcher *p);
/// The last change is taken back.
void patch_undo(patcher *p);

#endif
