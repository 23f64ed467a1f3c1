// SPDX-License-Identifier: MIT
// The selftest: hashes of everything that must be the same on every machine, compared with a table.
// `loam selftest` runs it, and so does a program of its own that needs nothing but the core, for other
// processors and for WebAssembly.
#ifndef LOAM_SELFTEST_H
#define LOAM_SELFTEST_H

#include "loam/loam.h"

#include <stdio.h>

typedef enum selftest_style
{
    SELFTEST_TEXT,  // failures, and "N passed, M failed" at the end
    SELFTEST_JSON,  // one object
    SELFTEST_TABLE, // golden.c with the hashes of this machine
} selftest_style;

/// Computes everything and prints; quick leaves out what takes long, for emulated processors. The
/// pipeline is also run by so many threads, the calling one included; 0 and 1 leave that out. False if
/// anything is not as the table says, or, for SELFTEST_TABLE, if the variants of this machine do not agree
/// among themselves.
bool selftest_run(selftest_style style, int32_t threads, bool quick, FILE *out);

/// Threads that work unless somebody wants another number.
#define SELFTEST_THREADS 3

// ---- for the checks -----------------------------------------------------------------------------

typedef struct selftest selftest;

/// Compares a hash with the table's. variant, "" if there is only one, says how it was computed
/// ("avx2", "2 threads"): all variants of a name must have the same hash.
void selftest_check(selftest *run, const char *name, const char *variant, uint64_t hash);

/// Counts a failure: something could not be computed at all.
void selftest_fail(selftest *run, const char *name, const char *variant, const char *reason);

/// The one or the other: a hash if it could be computed, else a failure with the last message.
void selftest_report(selftest *run, const char *name, const char *variant, loam_result result,
                     uint64_t hash);

/// Whether this run leaves out an entry of the table because it takes long. It is not missed then.
bool selftest_leave_out(selftest *run, const char *name);

/// How many threads are wanted, the calling one included.
int32_t selftest_threads(const selftest *run);

void selftest_base(selftest *run);
void selftest_noise(selftest *run);
void selftest_grid(selftest *run);
void selftest_picture(selftest *run);
void selftest_pipeline(selftest *run);
void selftest_scatter(selftest *run);
void selftest_flora(selftest *run);
void selftest_mesh(selftest *run);
void selftest_plant_forms(selftest *run);
void selftest_caves(selftest *run);
void selftest_tiles(selftest *run);
void selftest_world(selftest *run);
void selftest_game(selftest *run);
void selftest_life(selftest *run);
void selftest_plants(selftest *run);
void selftest_graph(selftest *run);
void selftest_land(selftest *run);
void selftest_volume(selftest *run);
void selftest_patchwork(selftest *run);
void selftest_isles(selftest *run);
void selftest_things(selftest *run);
void selftest_voyage(selftest *run);

/// Within selftest_land: pages of a land with all channels, around a place.
void selftest_land_pages(selftest *run, loam_land *land, loam_land_viewer viewer);

// ---- the table ----------------------------------------------------------------------------------

typedef struct selftest_golden
{
    const char *name;
    uint64_t hash;
} selftest_golden;

/// A change of any of these is a change of somebody's world: it raises the version of every kind of world that
/// it reaches (LOAM_TILES_VERSION, LOAM_LAND_VERSION, LOAM_PATCHWORK_VERSION, LOAM_ISLES_VERSION). CONTRIBUTING says which.
extern const selftest_golden selftest_goldens[];
extern const int32_t selftest_golden_count;

#endif
