// SPDX-License-Identifier: MIT
// The parts of islands, for those who have checked the def.
#ifndef LOAM_ISLES_ISLES_H
#define LOAM_ISLES_ISLES_H

#include "loam/isles.h"

enum
{
    ISLE_GAP = 16,   // m between an area and the edge of its slot
    ISLE_SLICES = 8, // of the maps of a page
};

// ---- slots (slots.c, names.c) -------------------------------------------------------------------

/// The island of a slot without its sites. seed: of the islands of a world.
void loam_isle_place(const loam_isles_def *def, uint64_t seed, int64_t slot_x, int64_t slot_z,
                     loam_isle *out);

/// The type of a slot's island, -1 if the slot is empty.
int32_t loam_isle_type_at(const loam_isles_def *def, uint64_t seed, int64_t slot_x, int64_t slot_z);

/// Writes the name of an island, whose slot, seed and type are known. seed: as above.
void loam_isle_name(const loam_isles_def *def, uint64_t seed, const loam_isle *isle,
                    char out[LOAM_ISLE_MAX_NAME + 1]);

// ---- the ground (ground.c) ----------------------------------------------------------------------

/// An island whose ground can be asked: flat, without pointers to be freed. Of an empty slot it has the bed of
/// the sea alone.
typedef struct isle_ground
{
    const loam_isles_def *def;
    const loam_isle_type *type; // NULL: an empty slot
    loam_isle isle;
    loam_noise bed;
    loam_noise noises[LOAM_ISLE_MAX_NODES];
} isle_ground;

loam_result loam_isle_ground_init(isle_ground *ground, const loam_isles_def *def, uint64_t bed_seed,
                                  const loam_isle *isle);

/// One of a node's maps into out[w h]: gradients and noises are 0..1.
void loam_isle_gradients(const isle_ground *ground, int32_t node, loam_isles_area area, float *out);
void loam_isle_noises(const isle_ground *ground, int32_t node, loam_isles_area area, float *out);
void loam_isle_products(const isle_ground *ground, int32_t node, const float *gradients,
                        const float *noises, size_t count, float *out);

/// The bed of the sea and all products on it, which lie stride floats apart, as heights above the sea.
void loam_isle_sums(const isle_ground *ground, loam_isles_area area, const float *products,
                    size_t stride, float *out);

/// Levels the sites, in place.
void loam_isle_flatten(const loam_isle *isle, loam_isles_area area, float *heights);

/// How much of a place belongs to a levelled site: 1 on it, 0 beyond its ring.
float loam_isle_site_share(const loam_isle_site *site, float x, float z);

enum
{
    ISLE_BLOCK = 32
};

/// A small area of ground with all that it comes from.
typedef struct isle_block
{
    float products[LOAM_ISLE_MAX_NODES][ISLE_BLOCK * ISLE_BLOCK];
    float heights[ISLE_BLOCK * ISLE_BLOCK];
} isle_block;

/// w and h at most ISLE_BLOCK.
void loam_isle_block_fill(const isle_ground *ground, loam_isles_area area, isle_block *out);

/// The island's maps: how many samples along a side, and the first of them.
int32_t loam_isle_side(const loam_isles_def *def, int32_t radius);
loam_isles_area loam_isle_area(const loam_isles_def *def, const loam_isle *isle);

// ---- sites (sites.c) ----------------------------------------------------------------------------

/// Finds what is to be levelled, in samples far apart. scratch has room for loam_isle_sites_scratch() bytes.
size_t loam_isle_sites_scratch(void);
void loam_isle_find_sites(isle_ground *ground, void *scratch);

// ---- terrains (blends.c) ------------------------------------------------------------------------

/// Shares of terrains at one sample by height and dominant nodes; products lie stride floats apart.
void loam_isle_blend(const isle_ground *ground, float height, const float *products, size_t stride,
                     float out[LOAM_ISLE_MAX_TERRAINS]);

/// Gives steep ground its terrain; false if it is not steep.
bool loam_isle_add_rock(const loam_isle_type *type, float slope,
                        float shares[LOAM_ISLE_MAX_TERRAINS]);

/// Gives levelled ground its terrain, (x, z) from the middle of the area; false if it is not levelled.
bool loam_isle_add_yards(const isle_ground *ground, float x, float z,
                         float shares[LOAM_ISLE_MAX_TERRAINS]);

/// Shares as whole parts of 255, and back.
void loam_isle_pack(const float shares[LOAM_ISLE_MAX_TERRAINS],
                    uint8_t out[LOAM_ISLE_MAX_TERRAINS]);
void loam_isle_unpack(const uint8_t packed[LOAM_ISLE_MAX_TERRAINS],
                      float out[LOAM_ISLE_MAX_TERRAINS]);

/// Rise for a metre, from the heights of four neighbours a distance apart.
float loam_isle_slope(float west, float east, float south, float north, float apart);

// ---- objects (objects.c) ------------------------------------------------------------------------

/// What objects are placed on.
typedef struct isle_placing
{
    const isle_ground *ground;
    loam_isles_area area;    // of the maps
    const float *heights;    // after sites were levelled
    const uint8_t *terrains; // the same
} isle_placing;

size_t loam_isle_objects_scratch(void);

/// Places what stands on sites, then one kind of object at a time; returns how many there are. scratch is kept from
/// call to call.
int32_t loam_isle_place_built(const isle_placing *placing, loam_isle_object *objects,
                              void *scratch);
int32_t loam_isle_place_kind(const isle_placing *placing, int32_t kind, loam_isle_object *objects,
                             int32_t count, void *scratch);

// ---- a sea (isles.c) ----------------------------------------------------------------------------

/// The ground of a slot as it is asked at any place.
loam_result loam_isles_ground(loam_isles *isles, int64_t slot_x, int64_t slot_z, isle_ground *out);
const loam_env *loam_isles_env(const loam_isles *isles);

/// The slots that places from first to last are in.
void loam_isles_slots(const loam_isles_def *def, loam_isles_box box, loam_isles_box *slots);

/// Whether a box is in the sea, and has few enough slots.
loam_result loam_isles_check_box(const loam_isles *isles, loam_isles_box box);

// ---- names of stages (stages.c) -----------------------------------------------------------------

#define ISLE_STAGE_PREFIX "isles."
#define ISLE_SITES_STAGE ISLE_STAGE_PREFIX "sites"

#endif
