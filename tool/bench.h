// SPDX-License-Identifier: MIT
// How `loam bench` measures. A part (base, noise, grid, ...) describes pieces of work; the harness repeats
// each for a fraction of a second, keeps the best and the median time, and compares it with
// a yardstick that was measured in the same run, because machines differ.
#ifndef LOAM_TOOL_BENCH_H
#define LOAM_TOOL_BENCH_H

#include "loam/loam.h"

typedef struct bench bench;

/// A piece of work. run does it once, as much as items says, and the same every time.
typedef struct bench_work
{
    const char *name; // "noise perlin 2d wavelength 64"; copied
    double items;     // points, bytes, pages, ... in one call of run
    void (*run)(void *context);
    void *context;
} bench_work;

/// Measures work and prints its line, if its name passes the filter. yardstick, which may be NULL,
/// is measured when its name is first needed in this run. The ratio is the cost of an item relative
/// to the cost of the yardstick's item: 0.1 is ten times as fast.
void bench_measure(bench *run, const bench_work *work, const bench_work *yardstick);

/// The same for work that somebody waits for: each call is timed alone, and may be of other work of the
/// same kind. The line has the time of a call that one in two and one in a hundred is slower than, the latter also in
/// time of a processor, so that it can be judged while others use the machine.
void bench_wait(bench *run, const bench_work *work, const bench_work *yardstick);

/// The same for work that changes what it works on: prepare is called before each time, and takes none.
void bench_prepared(bench *run, const bench_work *work, void (*prepare)(void *context));

/// Prints how large something is, beside something else that it can be compared with, if its name passes
/// the filter.
typedef struct bench_size
{
    const char *name, *yardstick; // the name is copied
    double bytes, yardstick_bytes;
    const char *unit; // NULL: bytes
} bench_size;

void bench_weigh(bench *run, const bench_size *size);

/// Whether the filter lets a name pass: for skipping expensive preparations.
bool bench_wants(const bench *run, const char *name);

/// What the user chose.
loam_isa bench_isa(const bench *run);        // never LOAM_ISA_AUTO
int32_t bench_threads(const bench *run);     // that work, the calling one included, >= 1
struct trace *bench_trace(const bench *run); // NULL without --trace; see trace.h

/// The parts. Each returns LOAM_OK or leaves a message.
loam_result bench_base(bench *run);
loam_result bench_noise(bench *run);
loam_result bench_grid(bench *run);
loam_result bench_pipeline(bench *run);
loam_result bench_scatter(bench *run);
loam_result bench_flora(bench *run);
loam_result bench_mesh(bench *run);
loam_result bench_caves(bench *run);
loam_result bench_tiles(bench *run);
loam_result bench_store(bench *run);
loam_result bench_sim(bench *run);
loam_result bench_land(bench *run);
loam_result bench_things(bench *run);
loam_result bench_volume(bench *run);
loam_result bench_patchwork(bench *run);
loam_result bench_isles(bench *run);
loam_result bench_scene(bench *run); // if there is OpenGL

/// Plants in the tile world, a share of bench_flora.
loam_result bench_plants(bench *run);

/// Shares of bench_sim.
loam_result bench_life(bench *run);
loam_result bench_light(bench *run);

/// Blocks and smooth bodies, within the part mesh.
loam_result bench_voxels(bench *run);

/// Frames, within the part sim.
loam_result bench_frame(bench *run);

#endif
