// SPDX-License-Identifier: MIT
// Loam, land: the part of a land that a viewer who moves about needs, page by page.
#ifndef LOAM_LAND_WORLD_H
#define LOAM_LAND_WORLD_H

#include "loam/base.h"
#include "loam/land.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A page of the surface: LOAM_SURFACE_SIDE + 1 samples along each side, `step` apart, the last row and
/// column shared with the neighbours.
#define LOAM_SURFACE_SIDE 128
#define LOAM_SURFACE_LEVELS 12 // steps of 1, 2, 4, ... 2048 m

typedef struct loam_surface_page
{
    int32_t level;
    int64_t x, z; // of its low corner, m
    int64_t step;
    // LOAM_SURFACE_SIDE + 1 rows of as many, northwards, as loam_land_samples has them.
    const float *height, *water;
    const uint8_t *biome;
} loam_surface_page;

typedef struct loam_land_world loam_land_world;

/// Settings of a world that streams. Start from loam_default_land_world_def().
typedef struct loam_land_world_def
{
    loam_land *land; // must outlive the world
    int64_t view;    // m: within this distance everything is there, 1 .. 2^24
    /// m, 1 .. 2^24: within this distance pages are of level 0, and each further level reaches twice as far.
    /// From 512 on, pages side by side differ by one level at most, once all is there and unless memory is
    /// short.
    int64_t fine;
    /// Of pages that are held, those that wait for their neighbours included. If it does not suffice, levels
    /// behind the first end sooner, so that what is far away is coarser; less than level 0 and a coarse rest
    /// take is refused.
    size_t memory_bytes;
    /// Pages come and go in loam_land_world_update, on its thread; they leave in loam_land_world_destroy too.
    /// What a page points to may be read, from any thread, until it has left. A page that is replaced by
    /// finer or coarser ones leaves in the same update in which those appear, after them: there is never a
    /// hole, and never two for long.
    void (*appear)(void *user, const loam_surface_page *page);
    void (*leave)(void *user, const loam_surface_page *page);
    /// A page could not be made. What was shown in its place stays; it is tried again some updates later.
    void (*failed)(void *user, loam_result result, const char *message);
    void *user; // callbacks may be NULL, and must not update or destroy the world
} loam_land_world_def;

/// A view of 8192 m, fine up to 512 m, 128 MiB. The land has to be set.
LOAM_API loam_land_world_def loam_default_land_world_def(void);

typedef struct loam_land_viewer
{
    int64_t x, z;         // m
    float look_x, look_z; // where it looks, of any length; (0, 0) for all around
} loam_land_viewer;

/// Looks at nothing yet: pages come with updates. LOAM_BAD_ARGUMENT for what is out of range, and for too
/// little memory: the message says how much is needed. If it fails *out is NULL. A world is used by one
/// thread at a time; a land may have several worlds, all on the same thread.
LOAM_API loam_result loam_land_world_create(const loam_land_world_def *def, loam_land_viewer viewer,
                                            loam_land_world **out);

/// All pages leave. NULL is allowed.
LOAM_API void loam_land_world_destroy(loam_land_world *world);

/// Moves the viewer and makes pages appear, refine and leave, what is near and looked at first. budget_us
/// bounds what is done: slices, if the land has no threads, and callbacks. Slices take a quarter of a
/// millisecond, few of them more than one; what would not end in time, as far as that is known, is left to
/// the next update. One slice and one page, or the four in the place of one, come in every update, whatever
/// the budget; and what a jump leaves behind leaves at once. *complete, if not NULL: whether everything
/// within the view is there as fine as it should be. Pumps the land's pipeline, so from the thread that does
/// that, if another part of the program does too.
LOAM_API loam_result loam_land_world_update(loam_land_world *world, loam_land_viewer viewer,
                                            uint64_t budget_us, bool *complete);

typedef struct loam_land_world_counters
{
    int64_t pages;           // that are shown
    int64_t wanted;          // that show the view when all is there
    size_t memory_bytes;     // of pages that are held, never more than the def's
    uint64_t appeared, left; // pages, ever
    int64_t complete_to;     // m: nearer to the viewer than this there is no place without a page
    int64_t reach[LOAM_SURFACE_LEVELS]; // m: within this no page is coarser than the level
} loam_land_world_counters;

LOAM_API loam_land_world_counters loam_land_world_count(const loam_land_world *world);

#ifdef __cplusplus
}
#endif
#endif
