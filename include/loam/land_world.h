// SPDX-License-Identifier: MIT
// Loam, land: the part of a land around a moving viewer, page by page.
#ifndef LOAM_LAND_WORLD_H
#define LOAM_LAND_WORLD_H

#include "loam/base.h"
#include "loam/land.h"
#include "loam/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A page of the surface: LOAM_SURFACE_SIDE + 1 samples along each side, `step` apart, the last row and
/// column shared with the neighbours.
#define LOAM_SURFACE_SIDE 128
#define LOAM_SURFACE_LEVELS 12 // steps of 1, 2, 4, ... 2048 m

/// Channels that pages may have beside height, water and biome: bits of loam_land_def.page_channels. With all
/// of them a page is smaller than 400,000 bytes.
typedef enum loam_page_channel
{
    LOAM_PAGE_APRON = 1 << 0,   // heights one sample beyond the page, on all sides
    LOAM_PAGE_NORMAL = 1 << 1,  // normals
    LOAM_PAGE_WATER = 1 << 2,   // water that goes on under the shore, and its kind
    LOAM_PAGE_FLOW = 1 << 3,    // where rivers flow, and how fast
    LOAM_PAGE_BIOMES = 1 << 4,  // the four strongest biomes, and their weights
    LOAM_PAGE_GROUND = 1 << 5,  // soil, wetness and snow
    LOAM_PAGE_RANGES = 1 << 6,  // distances to rivers and to the coast
    LOAM_PAGE_COARSER = 1 << 7, // heights of the next coarser level
    LOAM_PAGE_ALL = (1 << 8) - 1,
} loam_page_channel;

/// Samples along a side of what changes slowly: every fourth of the page's, the first and the last included.
#define LOAM_SURFACE_SLOW (LOAM_SURFACE_SIDE / 4 + 1)
/// Samples along a side of the next coarser level: every second.
#define LOAM_SURFACE_COARSE (LOAM_SURFACE_SIDE / 2 + 1)

/// What is not there is NULL. Rows go north; sample (i, j) lies at (x + i step, z + j step). On a shared border
/// two pages of a level have the same bits.
typedef struct loam_surface_page
{
    int32_t level;
    int64_t x, z; // of its low corner, m
    int64_t step;
    // LOAM_SURFACE_SIDE + 1 rows of as many, as loam_land_samples has them.
    const float
        *height; // (i, j) at [j * height_stride + i]; with LOAM_PAGE_APRON i and j from -1 to
                 // LOAM_SURFACE_SIDE + 1
    /// With LOAM_PAGE_WATER dry samples have a level too: beside water that of the nearest of it, but never
    /// above the ground; elsewhere one below the ground. So kind says what is wet, and a mesh of water is the
    /// squares with a wet corner.
    const float *water;
    const uint8_t *biome; // the strongest at [(j * (LOAM_SURFACE_SIDE + 1) + i) * biome_stride]
    int32_t height_stride;
    int32_t biome_stride;   // 1; with LOAM_PAGE_BIOMES 4: behind the strongest come the next three
    uint32_t channels;      // what it has
    const int16_t *normal;  // east and north of the upward normal, two a sample, 32767 is 1
    const uint8_t *kind;    // loam_water_kind
    const uint8_t *weights; // of the four biomes; the sum is 255
    const uint8_t *snow;    // 0 none .. 255 all
    // LOAM_SURFACE_SLOW rows of as many:
    const uint8_t *soil, *wetness; // 0 bare, dry .. 255 deep, wet
    const int16_t *river;          // as loam_land_samples.river, 1/16 m
    const int16_t *coast;          // as loam_land_samples.coast, 1/4 m
    const int8_t *flow; // of the nearest river within four samples, east and north, 1/16 m/s
    /// What pages of the next level have at their own samples, one more on every side included: (i, j) at
    /// [j * coarser_stride + i], from -1 to LOAM_SURFACE_COARSE. The last level repeats its own.
    const float *coarser;
    int32_t coarser_stride;
} loam_surface_page;

/// A page as loam_height_vertices takes it: with LOAM_PAGE_BIOMES its biomes are the materials, with
/// LOAM_PAGE_COARSER it morphs. Without LOAM_PAGE_APRON the field's height is NULL.
LOAM_API loam_height_field loam_surface_page_field(const loam_surface_page *page);

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

/// A view of 8192 m, fine up to 512 m, 128 MiB. Set the land.
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
