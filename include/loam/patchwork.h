// SPDX-License-Identifier: MIT
// Loam, patchwork: an endless land of square chunks, each with noise parameters of its own by its biome, sewn
// together by strips in between (Barrio Morra 2021, 3.2 to 3.5). docs/patchwork.md shows it.
//
// Places are vertices of one endless grid: whole numbers, x to the east and z to the north. Around every chunk of
// terrain there is room for sewing: to the right of it a horizontal one, above it a vertical one, and a diagonal one
// where four chunks meet. A chunk and the three sewings that have its coordinate are its cell. Parts share the
// vertices along their edges, so chunks repeat every chunk_size + sewing - 2 vertices.
#ifndef LOAM_PATCHWORK_H
#define LOAM_PATCHWORK_H

#include "loam/mesh.h"
#include "loam/noise.h"
#include "loam/pipeline.h"
#include "loam/plain_field.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Raised when the same def gives other heights or materials.
#define LOAM_PATCHWORK_VERSION 1

#define LOAM_PATCH_MAX_NAME 31
#define LOAM_PATCH_MAX_BIOMES 16
#define LOAM_PATCH_MAX_BANDS 6
#define LOAM_PATCH_MAX_MATERIALS 32
#define LOAM_PATCH_MAX_TRANSITIONS 32
#define LOAM_PATCH_MAX_CHUNK 512
#define LOAM_PATCH_MAX_SEWING 256
#define LOAM_PATCH_MAX_VIEW 64

/// Chunks lie from -LOAM_PATCHWORK_END to LOAM_PATCHWORK_END - 1 on both axes.
#define LOAM_PATCHWORK_END ((int64_t)1 << 40)

// ---- what a patchwork is ------------------------------------------------------------------------

/// What the ground is made of, from a height on.
typedef struct loam_patch_band
{
    int32_t material; // index
    float from;       // m; the first band begins at the bottom, whatever this says
    float blend; // m above and below `from` over which the band below goes over to this one, >= 0
} loam_patch_band;

/// How the one side goes over to the other across a sewing.
typedef enum loam_patch_profile
{
    LOAM_PATCH_LINEAR, // as in the thesis: creases along the edges of sewings
    LOAM_PATCH_SMOOTH, // level at both ends (3 t^2 - 2 t^3): no creases
    LOAM_PATCH_CLIFF,  // all of it within `width` around `at`
    LOAM_PATCH_PROFILE_COUNT,
} loam_patch_profile;

/// A pair of biomes whose sewing differs from others. Shares run from the first biome to the second.
typedef struct loam_patch_transition
{
    int32_t from, to; // biomes, not the same; no pair twice, whichever comes first
    loam_patch_profile profile;
    float at;    // cliff: its middle, 0..1
    float width; // cliff: 0.01..1
} loam_patch_transition;

/// A kind of chunk. Which one a chunk is follows from `range`, or from `temperature` and `rain`.
typedef struct loam_patch_biome
{
    char name[LOAM_PATCH_MAX_NAME + 1];
    uint32_t colour;                             // 0xRRGGBB, on maps
    loam_range range;                            // of one noise, within 0..1; see loam_patch_choice
    loam_range temperature;                      // within 0..1
    loam_range rain;                             // within 0..1
    loam_noise_fractal fractal;                  // how octaves become one value
    loam_range octaves;                          // 1..12, whole
    loam_range persistence;                      // 0..1
    loam_range lacunarity;                       // 1..4
    loam_range scale;                            // wavelength of the first octave, m, 1..100000
    loam_range vertical;                         // height at a noise of 1, m, -10000..10000
    loam_range offset;                           // added to heights, m, -10000..10000
    loam_patch_band bands[LOAM_PATCH_MAX_BANDS]; // in rising order of `from`
    int32_t band_count;                          // 1..LOAM_PATCH_MAX_BANDS
    int32_t steep;                               // material of steep ground, -1 for none
    loam_range
        slope;   // rise for a metre at which it begins, and from which on there is nothing else
    bool claims; // with claim_sewings: sewings at its chunks have its materials alone
} loam_patch_biome;

typedef struct loam_patch_material
{
    char name[LOAM_PATCH_MAX_NAME + 1];
    uint32_t colour; // 0xRRGGBB
} loam_patch_material;

/// What decides on a chunk's biome.
typedef enum loam_patch_choice
{
    LOAM_PATCH_BY_RANGES,  // one noise: ranges follow each other and cover 0 to 1
    LOAM_PATCH_BY_CLIMATE, // two noises: rectangles of temperature and rain cover all from 0 to 1
    LOAM_PATCH_CHOICE_COUNT,
} loam_patch_choice;

/// How chunks are sewn together.
typedef enum loam_patch_sewing
{
    LOAM_PATCH_LINES,   // first version: straight lines between the edges of chunks
    LOAM_PATCH_BLENDED, // second: every chunk's own ground goes on, and one goes over to the other
    LOAM_PATCH_SEWING_COUNT,
} loam_patch_sewing;

/// What becomes of the range of the biome that a viewer stays in (Barrio Morra 2021, 3.5).
typedef enum loam_patch_adaptation
{
    LOAM_PATCH_STAYS,
    LOAM_PATCH_SHRINKS, // as in the thesis: what one has seen enough of becomes rare
    LOAM_PATCH_GROWS,
    LOAM_PATCH_ADAPTATION_COUNT,
} loam_patch_adaptation;

/// A patchwork: plain data, without pointers. Start from loam_default_patchwork_def().
typedef struct loam_patchwork_def
{
    uint64_t seed;
    int32_t chunk_size;         // vertices along a side of a chunk, even, 4..LOAM_PATCH_MAX_CHUNK
    int32_t sewing_x, sewing_z; // vertices across a sewing, those of both chunks included:
                                // 2..LOAM_PATCH_MAX_SEWING, at most chunk_size
    float spacing;              // m between vertices, 0.01..1000
    int32_t view; // how far the viewer sees, in chunks around the own one, 1..LOAM_PATCH_MAX_VIEW
    loam_patch_sewing sewing;
    loam_patch_profile profile; // of all pairs that have no transition: linear or smooth
    bool claim_sewings;         // the mountain rule (5.2): see loam_patch_biome.claims
    loam_noise_kind noise;      // of heights: value, Perlin or simplex
    loam_patch_choice choice;
    float map_scale;     // wavelength of the noises that decide on biomes, in chunks, 2..10000
    int32_t map_octaves; // of them, 1..8
    loam_patch_adaptation adaptation; // by ranges only
    float rate;                       // how much of 0..1 a range loses or gains in a second, 0..1
    float least;                      // no range becomes smaller than this, 0..1
    loam_patch_material materials[LOAM_PATCH_MAX_MATERIALS];
    int32_t material_count; // 1..LOAM_PATCH_MAX_MATERIALS
    loam_patch_biome biomes[LOAM_PATCH_MAX_BIOMES];
    int32_t biome_count; // 1..LOAM_PATCH_MAX_BIOMES
    loam_patch_transition transitions[LOAM_PATCH_MAX_TRANSITIONS];
    int32_t transition_count; // 0..LOAM_PATCH_MAX_TRANSITIONS
} loam_patchwork_def;

/// Water, plains, hills and mountains with snow on them; chunks of 128, sewings of 48, no adaptation.
LOAM_API loam_patchwork_def loam_default_patchwork_def(void);

// ---- what it is made of, for files ------------------------------------------------------------------

enum
{
    LOAM_PATCH_DEF_FIELDS = 15,
    LOAM_PATCH_BIOME_FIELDS = 13,
    LOAM_PATCH_TRANSITION_FIELDS = 3,
};

/// The values of a def, a biome and a transition, as many as the constants above say.
LOAM_API const loam_plain_field *loam_patch_def_fields(void);
LOAM_API const loam_plain_field *loam_patch_biome_fields(void);
LOAM_API const loam_plain_field *loam_patch_transition_fields(void);

/// Whether all of it is as described above; leaves a message otherwise.
LOAM_API loam_result loam_patchwork_check(const loam_patchwork_def *def);

// ---- places -------------------------------------------------------------------------------------

/// The parts of a cell.
typedef enum loam_patch_part
{
    LOAM_PATCH_TERRAIN,
    LOAM_PATCH_HORIZONTAL, // sewing to the right of its chunk
    LOAM_PATCH_VERTICAL,   // sewing above
    LOAM_PATCH_DIAGONAL,   // sewing above and to the right
    LOAM_PATCH_PART_COUNT,
} loam_patch_part;

/// "terrain", "horizontal", ...
LOAM_API const char *loam_patch_part_name(loam_patch_part part);

/// A rectangle of vertices.
typedef struct loam_patch_area
{
    int64_t x, z; // of the first, in the south-west
    int32_t w, h; // how many to the east and to the north
} loam_patch_area;

/// The vertices of a part of the cell of a chunk (equations 4 to 7).
LOAM_API loam_patch_area loam_patch_area_of(const loam_patchwork_def *def, loam_patch_part part,
                                            int64_t chunk_x, int64_t chunk_z);

/// The chunk that a vertex belongs to: its own one on terrain, the nearer one on a sewing. (The thesis divides by
/// chunk_size + sewing, and so loses two vertices with every chunk.)
LOAM_API void loam_patch_chunk_at(const loam_patchwork_def *def, int64_t x, int64_t z,
                                  int64_t *chunk_x, int64_t *chunk_z);

/// How many parts of each kind there are where w x h chunks are sewn to each other, and not beyond.
LOAM_API void loam_patch_counts(int64_t w, int64_t h, int64_t counts[LOAM_PATCH_PART_COUNT]);

// ---- a patchwork --------------------------------------------------------------------------------

typedef struct loam_patchwork loam_patchwork;

/// Queries may come from any thread, also at the same time; what changes it (loam_patchwork_visit, _unpack) from one
/// thread at a time. All give the same on every machine.
LOAM_API loam_result loam_patchwork_create(const loam_env *env, const loam_patchwork_def *def,
                                           loam_patchwork **out);
/// NULL is allowed.
LOAM_API void loam_patchwork_destroy(loam_patchwork *patchwork);

LOAM_API const loam_patchwork_def *loam_patchwork_def_of(const loam_patchwork *patchwork);

/// What a chunk is, and what it has drawn.
typedef struct loam_patch_chunk
{
    int64_t x, z; // of the chunk
    int32_t biome;
    int32_t octaves;
    float persistence, lacunarity, scale, vertical, offset;
} loam_patch_chunk;

/// A chunk that was seen is what it was then; any other what the current ranges make of it.
LOAM_API loam_patch_chunk loam_patchwork_chunk(const loam_patchwork *patchwork, int64_t chunk_x,
                                               int64_t chunk_z);

/// Heights of vertices, in metres, row by row from the south: out has area.w * area.h. The height of a vertex depends
/// on nothing but its place. Sides up to LOAM_MESH_MAX_GRID.
LOAM_API loam_result loam_patchwork_heights(const loam_patchwork *patchwork, loam_patch_area area,
                                            float *out);

/// A vertex of a part, 16 bytes. Where it lies follows from its number.
typedef struct loam_patch_vertex
{
    float height;      // m
    int16_t normal[2]; // east and north of the upward normal, 32767 is 1
    uint8_t materials[LOAM_MESH_MATERIALS];
    uint8_t weights[LOAM_MESH_MATERIALS]; // of the materials; the sum is 255
} loam_patch_vertex;

/// How many vertices a cell has, and which of them is a part's first. Each part has area.w vertices a row.
LOAM_API int32_t loam_patch_cell_vertices(const loam_patchwork_def *def);
LOAM_API int32_t loam_patch_first_vertex(const loam_patchwork_def *def, loam_patch_part part);

/// Bytes of scratch memory for a cell.
LOAM_API size_t loam_patch_cell_scratch(const loam_patchwork_def *def);

/// The vertices of a cell, part by part, with normals and materials. Vertices that parts share are the same, those of
/// neighbouring cells too, to the bit; but for the materials of sewings that a biome claims. scratch is aligned as
/// loam_alloc does, and has loam_patch_cell_scratch bytes.
LOAM_API loam_result loam_patchwork_cell(const loam_patchwork *patchwork, int64_t chunk_x,
                                         int64_t chunk_z, loam_patch_vertex *out, void *scratch);

/// Triangles of a part, which all cells have in common: 6 (w - 1) (h - 1) indices that count from the part's first
/// vertex. loam_patch_index_count says how many.
LOAM_API int32_t loam_patch_index_count(const loam_patchwork_def *def, loam_patch_part part);
LOAM_API void loam_patch_indices(const loam_patchwork_def *def, loam_patch_part part,
                                 uint32_t *out);

/// Adds a part of a cell to a mesh, moved by offset in metres from the part's south-west corner (NULL: not moved).
LOAM_API loam_result loam_mesh_add_patch(loam_mesh *mesh, const loam_patchwork_def *def,
                                         const loam_patch_vertex *cell, loam_patch_part part,
                                         const float offset[3]);

/// A hash of the vertices of a cell, the same on every machine.
LOAM_API uint64_t loam_patch_cell_hash(const loam_patchwork_def *def,
                                       const loam_patch_vertex *cell);

// ---- adaptation ---------------------------------------------------------------------------------
// A chunk keeps the ranges with which it was first seen. So what was seen stays as it is, and a recorded walk gives
// the same world again.

/// A viewer stands at a vertex for some milliseconds, up to an hour. Chunks up to view + 2 around are seen first; then
/// the range of the biome there changes, ten times a second. Without adaptation nothing happens. LOAM_OUT_OF_MEMORY
/// leaves everything as it was.
LOAM_API loam_result loam_patchwork_visit(loam_patchwork *patchwork, int64_t x, int64_t z,
                                          int32_t milliseconds);

/// The current ranges, one for each biome.
LOAM_API void loam_patchwork_ranges(const loam_patchwork *patchwork, loam_range *out);

/// How many chunks have been seen.
LOAM_API int64_t loam_patchwork_seen(const loam_patchwork *patchwork);

/// Whether a chunk has been seen.
LOAM_API bool loam_patchwork_has_seen(const loam_patchwork *patchwork, int64_t chunk_x,
                                      int64_t chunk_z);

/// All that time has changed, as bytes, for a file: which chunks were seen with which ranges, and the current ranges.
/// Free bytes with loam_free(env, bytes, *size).
LOAM_API loam_result loam_patchwork_pack(const loam_patchwork *patchwork, uint8_t **bytes,
                                         size_t *size);

/// Takes such bytes over, instead of all that was. Bytes that are damaged, of another def, or of a newer version are
/// refused, and nothing has changed then.
LOAM_API loam_result loam_patchwork_unpack(loam_patchwork *patchwork, const uint8_t *bytes,
                                           size_t size);

// ---- streaming ----------------------------------------------------------------------------------

/// A stage whose pages are the cells of a patchwork: page (x, 0, z) is that of chunk (x, z), as
/// loam_patchwork_cell fills it. LOAM_PATCH_UNITS world units of the pipeline are a cell. The patchwork must outlive the
/// pipeline; its own seed counts, and not that of the pipeline.
#define LOAM_PATCH_UNITS 256
LOAM_API loam_stage_def loam_patchwork_stage(const loam_patchwork *patchwork, const char *name);

/// Cells around a walking viewer.
typedef struct loam_patchwork_world loam_patchwork_world;

/// Settings of a world. Start from loam_default_patchwork_world_def().
typedef struct loam_patchwork_world_def
{
    loam_env env;              // with env.jobs, threads make the cells
    loam_patchwork *patchwork; // must outlive the world
    size_t cache_bytes;        // for cells that are no longer in view
    /// A cell has come into view, or leaves it; either may be NULL. vertices are valid until it leaves. Called from
    /// within loam_patchwork_world_update and _destroy.
    void (*ready)(void *user, int64_t chunk_x, int64_t chunk_z, const loam_patch_vertex *vertices);
    void (*leave)(void *user, int64_t chunk_x, int64_t chunk_z);
    void *user;
} loam_patchwork_world_def;

/// 64 MiB for cells that are no longer in view.
LOAM_API loam_patchwork_world_def loam_default_patchwork_world_def(void);

LOAM_API loam_result loam_patchwork_world_create(const loam_patchwork_world_def *def,
                                                 loam_patchwork_world **out);
/// NULL is allowed.
LOAM_API void loam_patchwork_world_destroy(loam_patchwork_world *world);

/// The viewer has been at a vertex for some milliseconds (loam_patchwork_visit); cells nearer than `view` chunks come,
/// nearest first, those that are half a chunk further leave. Works for about budget_us microseconds, or hands over what
/// threads have made. *complete, if not NULL, is set to whether nothing within the view is missing. A cell that fails
/// fails the update, with its message.
LOAM_API loam_result loam_patchwork_world_update(loam_patchwork_world *world, int64_t x, int64_t z,
                                                 int32_t milliseconds, uint64_t budget_us,
                                                 bool *complete);

/// How many cells are in view, and the memory of all cells, those under way and in the cache included.
LOAM_API int32_t loam_patchwork_world_count(const loam_patchwork_world *world);
LOAM_API size_t loam_patchwork_world_bytes(loam_patchwork_world *world);

#ifdef __cplusplus
}
#endif
#endif
