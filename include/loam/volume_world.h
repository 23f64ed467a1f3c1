// SPDX-License-Identifier: MIT
// Loam, volume: a world of voxels. Chunks of a volume around moving viewers, edits of them, and what is changed
// is kept; meshes, rays, bodies that collide, water that fills what is dug, and light.
//
// A voxel (x, y, z) of level 0 is a cube of one metre around the place (x, y, z): it reaches from x - 0.5 to
// x + 0.5. With voxels of half a metre (loam_voxel_world_def.voxel_m) all lengths of this header, metres too, count
// voxels of level 0: a radius_m of 3 is then one of 1.5 m. What a chunk holds is a pure function of the volume and of the edits in their order: never of when or
// on which thread it grew, of budgets, or of what is in memory.
//
// A world is used by one thread at a time; only loam_voxel_world_edit, _undo and _redo may be called from any
// thread at any time. Whatever can fail returns LOAM_OK, LOAM_BAD_ARGUMENT for what is not accepted,
// LOAM_NOT_FOUND for what is not there yet, LOAM_OUT_OF_MEMORY, or what the volume or the store gave;
// loam_last_error() says why.
#ifndef LOAM_VOLUME_WORLD_H
#define LOAM_VOLUME_WORLD_H

#include "loam/base.h"
#include "loam/mesh.h"
#include "loam/volume.h"
#include "loam/voxel_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_VOXEL_CHUNK 32 // voxels along a side of a chunk, at every level
#define LOAM_VOXEL_MAX_LEVELS (LOAM_VOLUME_COARSEST + 1)
#define LOAM_VOXEL_MAX_VIEWERS 16

/// Places are within this many metres of 0 on every axis; heights within LOAM_VOLUME_TOP.
#define LOAM_VOXEL_MAX_PLACE (INT64_C(1) << 50)

/// A voxel of level 0.
typedef struct loam_voxel_pos
{
    int64_t x, y, z;
} loam_voxel_pos;

/// A chunk: the voxels of its level from (x, y, z) * LOAM_VOXEL_CHUNK on. A chunk of level n covers eight of level
/// n - 1: those at (2x, 2y, 2z) and behind.
typedef struct loam_voxel_chunk_pos
{
    int32_t level; // 0..LOAM_VOXEL_MAX_LEVELS - 1
    int64_t x, y, z;
} loam_voxel_chunk_pos;

/// A place between voxels: metres from the middle of a voxel of level 0, near enough that floats are exact.
typedef struct loam_voxel_point
{
    loam_voxel_pos origin;
    double offset[3]; // m, within 65536 of 0
} loam_voxel_point;

/// The chunk of level 0 that a voxel is in.
LOAM_API loam_voxel_chunk_pos loam_voxel_chunk_of(loam_voxel_pos at);

/// The first voxel of a chunk, in voxels of level 0.
LOAM_API loam_voxel_pos loam_voxel_chunk_first(loam_voxel_chunk_pos chunk);

/// The voxel of level 0 that a place is in.
LOAM_API loam_voxel_pos loam_voxel_at_point(const loam_voxel_point *point);

// ---- keeping ------------------------------------------------------------------------------------

/// Largest size of a saved chunk, bytes.
#define LOAM_VOXEL_CHUNK_MAX_BYTES 66560

/// Where changed chunks are kept: a file, a data base, a server. Only chunks of level 0 that were edited are, whole.
/// Bytes say what they are: a format, the versions of land and volume, the seed, the chunk, a checksum. All are
/// called from the thread that uses the world; `chunk` counts chunks of level 0, not voxels.
typedef struct loam_voxel_store
{
    /// Copies the chunk's bytes. *size is 0 if there is none. LOAM_OK, or why it cannot be read; then the chunk
    /// grows without its edits, and that is reported.
    loam_result (*load)(void *user, loam_voxel_pos chunk, uint8_t *bytes, size_t capacity,
                        size_t *size);
    /// Takes bytes over; they are gone after the call. If it fails the chunk stays in memory and is tried again.
    loam_result (*save)(void *user, loam_voxel_pos chunk, const uint8_t *bytes, size_t size);
    /// Calls found once for every chunk that is kept, in any order; loam_voxel_world_create asks. Without it (NULL)
    /// load is asked for every chunk of level 0, and coarser levels show a kept edit only after its chunk was near.
    loam_result (*list)(void *user, void (*found)(void *context, loam_voxel_pos chunk),
                        void *context);
    float
        voxel_m; // of what it keeps: a world whose voxels are of another size is refused. 0: it does not know
    void *user;
} loam_voxel_store;

// ---- a world ------------------------------------------------------------------------------------

typedef struct loam_voxel_world loam_voxel_world;

typedef enum loam_voxel_edit_kind
{
    LOAM_VOXEL_EDIT_VOXEL,  // the voxel at `from` becomes `material`
    LOAM_VOXEL_EDIT_BOX,    // all from `from` to `to`, both included
    LOAM_VOXEL_EDIT_SPHERE, // all within radius_m of `from`
    LOAM_VOXEL_EDIT_LINE,   // all within radius_m of the line between `from` and `to`
    LOAM_VOXEL_EDIT_DIG, // takes from the smooth body around `from`: `amount` of it at the middle, less outwards
    LOAM_VOXEL_EDIT_HEAP, // adds to the smooth body; what becomes solid is `material`
    LOAM_VOXEL_EDIT_PAINT, // what is solid within radius_m of `from` becomes `material`, its form stays
    LOAM_VOXEL_EDIT_KIND_COUNT,
} loam_voxel_edit_kind;

/// "voxel", "box", "sphere", "line", "dig", "heap", "paint"; "?" for anything else.
LOAM_API const char *loam_voxel_edit_name(int32_t kind);

#define LOAM_VOXEL_MAX_RADIUS 32.0f // m
#define LOAM_VOXEL_MAX_BOX 64       // voxels along a side of a box
#define LOAM_VOXEL_MAX_LINE 128     // voxels along an axis of a line
#define LOAM_VOXEL_MAX_EDITS 65536  // that wait for an update
#define LOAM_VOXEL_MAX_FLOOD 65536  // voxels that water may fill after one edit

/// A change of the world. What becomes air beside or below water (or lava), or above whose side it stands, fills:
/// see docs/volume.md. What becomes solid in water displaces it. Voxels of solid materials get a density of half a
/// voxel where they were not solid, so that blocks and the smooth body agree within half a voxel.
typedef struct loam_voxel_edit
{
    loam_voxel_edit_kind kind;
    loam_voxel_pos from, to; // `to` of boxes and lines
    float radius_m;          // of spheres, lines, dig, heap and paint: 0.5..LOAM_VOXEL_MAX_RADIUS
    float amount;     // of dig and heap: m that the surface moves at the middle, above 0, at most 8
    uint8_t material; // what it becomes; LOAM_VOXEL_AIR digs. heap and paint take solid ones only
} loam_voxel_edit;

/// A sphere of air with a radius of 2.5 m at (0, 0, 0), an amount of 1.
LOAM_API loam_voxel_edit loam_default_voxel_edit(void);

/// What an edit has done, or an undo or redo of it.
typedef struct loam_voxel_report
{
    uint64_t number; // as loam_voxel_world_edit gave it; of an undo or redo that of the edit
    int32_t what;    // 0 an edit, -1 it was undone, 1 it was done again
    int64_t changed; // voxels that are other than before, those of flooded included
    int64_t flooded; // voxels that a liquid has filled
    loam_voxel_pos low, high;                 // a box around all that has changed, if anything has
    int64_t dug[LOAM_VOXEL_MATERIAL_COUNT];   // solid voxels that are no longer, by what they were
    int64_t built[LOAM_VOXEL_MATERIAL_COUNT]; // voxels that have become solid, by what they are
} loam_voxel_report;

/// Settings of a world. Start from loam_default_voxel_world_def().
typedef struct loam_voxel_world_def
{
    loam_env env;        // with env.jobs chunks grow on its threads
    loam_volume *volume; // must outlive the world
    loam_voxel_store
        store; // all NULL: nothing is kept beyond the process; changed chunks stay in memory, packed
    size_t
        memory_bytes; // of chunks: what is no longer wanted leaves first; then what is far does not come
    size_t undo_bytes; // for undo: the oldest edits are forgotten
    int32_t
        near_m; // within this distance chunks are of level 0; each further level reaches twice as far
    int32_t levels; // 1..LOAM_VOXEL_MAX_LEVELS
    float
        voxel_m; // of level 0: 1 or 0.5. Kept chunks say which, and are refused in a world of the other
    // Called from loam_voxel_world_update (`leave` from _destroy, too); any may be NULL. They may
    // read the world and mesh its chunks, and must not update or destroy it.
    /// A chunk has come and will be shown as soon as all is there that has to appear with it: the time to make its mesh,
    /// because chunks come one by one, within the budget, and appear many at once. Called again if its voxels change
    /// before that. `ready` follows, or `leave` if it is not needed any more.
    void (*coming)(void *user, loam_voxel_chunk_pos chunk);
    /// A chunk is shown from now on. What it takes the place of leaves in the same update, after it: shown chunks
    /// never overlap for longer, and what was shown is never a hole.
    void (*ready)(void *user, loam_voxel_chunk_pos chunk);
    /// Voxels of a chunk that is shown, or so close to it that its mesh changes, have changed.
    void (*changed)(void *user, loam_voxel_chunk_pos chunk);
    void (*leave)(void *user, loam_voxel_chunk_pos chunk);
    /// What an edit has done.
    void (*edited)(void *user, const loam_voxel_report *report);
    /// A chunk could not grow, or kept bytes were damaged, foreign or of another version (then it grows again), or
    /// could not be saved. The world goes on.
    void (*failed)(void *user, loam_result result, const char *message);
    void *user;
} loam_voxel_world_def;

/// Voxels of a metre, 192 m near, 6 levels, 256 MiB of chunks, 16 MiB for undo. Set the volume.
LOAM_API loam_voxel_world_def loam_default_voxel_world_def(void);

/// Looks at nothing yet: chunks come with updates. If it fails *out is NULL.
LOAM_API loam_result loam_voxel_world_create(const loam_voxel_world_def *def,
                                             loam_voxel_world **out);

/// Shown chunks leave. Edits that have not been saved are lost: call loam_voxel_world_save first. NULL is allowed.
LOAM_API void loam_voxel_world_destroy(loam_voxel_world *world);

typedef struct loam_voxel_viewer
{
    loam_voxel_pos at;
    int32_t near_m; // instead of the def's, at most that; 0: the def's
} loam_voxel_viewer;

/// Applies all edits that wait, in order; then makes chunks grow, appear and leave, what is near first. Growing
/// is done by env.jobs and only handed over here, or by this thread in small steps: either until budget_us
/// microseconds have gone, at least one step in each update if any chunk is missing. Edits are applied whole.
/// *complete, if not NULL: whether everything is shown as fine as it should be. count may be 0: then all that is
/// shown leaves.
LOAM_API loam_result loam_voxel_world_update(loam_voxel_world *world,
                                             const loam_voxel_viewer *viewers, int32_t count,
                                             uint64_t budget_us, bool *complete);

/// Passes every changed chunk to store.save now. The first failure is returned; the others were tried nevertheless.
/// Without store.save there is nothing to do. Edits that still wait are not included.
LOAM_API loam_result loam_voxel_world_save(loam_voxel_world *world);

/// The same for up to max_chunks, for programs that save a little in every frame. *left, if not NULL: how many
/// there are still.
LOAM_API loam_result loam_voxel_world_save_some(loam_voxel_world *world, int32_t max_chunks,
                                                int32_t *left);

typedef struct loam_voxel_world_counters
{
    int32_t shown;          // chunks that are shown
    int32_t in_memory;      // chunks
    int32_t missing;        // chunks that should be shown and are not there
    int32_t edited;         // chunks of level 0 that were ever edited, in memory or kept
    int32_t unsaved;        // of these, those that the store does not have yet
    int32_t undo, redo;     // edits that can be undone, and done again
    uint64_t grown, loaded; // chunks that ever grew, and kept ones that were ever read
    uint64_t refused;       // kept chunks that were damaged, foreign or of another version
    size_t memory_bytes;    // of chunks
    size_t edited_bytes;    // of edited chunks in memory, beside memory_bytes
    size_t undo_bytes;
} loam_voxel_world_counters;

LOAM_API loam_voxel_world_counters loam_voxel_world_count(const loam_voxel_world *world);

// ---- reading ------------------------------------------------------------------------------------

/// Whether a box is there: all chunks of its level that it touches are in memory.
LOAM_API bool loam_voxel_world_is_loaded(const loam_voxel_world *world, const loam_volume_box *box);

/// Whether a chunk is shown.
LOAM_API bool loam_voxel_world_is_shown(const loam_voxel_world *world, loam_voxel_chunk_pos chunk);

/// One voxel of level 0; material and density may be NULL. LOAM_NOT_FOUND where nothing is there yet.
LOAM_API loam_result loam_voxel_world_at(loam_voxel_world *world, loam_voxel_pos at,
                                         uint8_t *material, int8_t *density);

/// Voxels of a box of any level from 0 on, edits included, as loam_volume_fill gives them; sparse is not looked at.
/// LOAM_NOT_FOUND if not all of it is there.
LOAM_API loam_result loam_voxel_world_read(loam_voxel_world *world, const loam_volume_box *box,
                                           const loam_volume_voxels *out);

/// A hash of materials and densities of a box that is there, the same on every machine; 0 if it is not.
LOAM_API uint64_t loam_voxel_world_hash(loam_voxel_world *world, const loam_volume_box *box);

// ---- meshes -------------------------------------------------------------------------------------

/// All six sides, for skirts.
#define LOAM_VOXEL_ALL_SIDES ((1u << LOAM_FACE_COUNT) - 1u)

/// Beside these bits, for chunks with finer ones beside them: blocks end half a voxel before the next chunk's first
/// place, and finer ones begin later than that. With this bit blocks go on to that place on sides with skirts.
#define LOAM_VOXEL_MEETS_FINER (1u << LOAM_FACE_COUNT)

/// Adds the surface of a chunk that is there. Positions are metres from the middle of its first voxel. Chunks of one
/// level join without a crack, whether or not the others are there. skirts has a bit (1 << loam_voxel_face) for each
/// side beside which a chunk of another level may be shown: there the surface goes on inwards for two voxels, so
/// that no background shows between levels. A chunk without surface adds nothing.
LOAM_API loam_result loam_voxel_world_mesh(loam_voxel_world *world, loam_voxel_chunk_pos chunk,
                                           loam_volume_form form, uint32_t skirts, loam_mesh *out);

/// Voxels that a chunk's mesh is made from: a side of LOAM_VOXEL_CHUNK + 3, from one voxel before the chunk's first
/// on. For programs that mesh on threads of their own: the world copies, a thread makes the mesh.
#define LOAM_VOXEL_BORDERED (LOAM_VOXEL_CHUNK + 3)
typedef struct loam_voxel_copy
{
    loam_voxel_chunk_pos chunk;
    bool empty; // there is no surface: the arrays say nothing
    uint8_t materials[LOAM_VOXEL_BORDERED * LOAM_VOXEL_BORDERED * LOAM_VOXEL_BORDERED];
    int8_t density[LOAM_VOXEL_BORDERED * LOAM_VOXEL_BORDERED * LOAM_VOXEL_BORDERED];
} loam_voxel_copy;

LOAM_API loam_result loam_voxel_world_copy(loam_voxel_world *world, loam_voxel_chunk_pos chunk,
                                           loam_voxel_copy *out);

/// The mesh of a copy, as loam_voxel_world_mesh adds it. A pure function, for any thread. Takes memory from
/// mesh->env while it runs.
LOAM_API loam_result loam_mesh_add_voxel_chunk(loam_mesh *mesh, const loam_voxel_copy *copy,
                                               loam_volume_form form, uint32_t skirts);

// ---- rays and bodies ----------------------------------------------------------------------------
// Against what is shown: as blocks against cubes, smooth against the triangles of the mesh. Level 0 only: where it is
// not there yet, nothing is met and bodies do not move.

typedef struct loam_voxel_hit
{
    bool any;
    double distance_m;
    loam_voxel_point point;
    float normal[3];
    loam_voxel_pos voxel;  // what was met: of the smooth body the solid voxel nearest to the point
    loam_voxel_pos before; // the voxel in front of it, where one would build
    uint8_t material;
} loam_voxel_hit;

/// Follows a ray up to length_m, 0..1024. direction has any length but 0. Liquids are passed through. What is not
/// there ends the ray without a hit.
LOAM_API loam_result loam_voxel_world_cast(loam_voxel_world *world, const loam_voxel_point *from,
                                           const float direction[3], double length_m,
                                           loam_volume_form form, loam_voxel_hit *hit);

/// A body that stands upright.
typedef struct loam_voxel_body
{
    loam_voxel_point at; // the middle of its lower end
    float radius_m;      // half its width, 0.1..4
    float height_m;      // 0.2..8; of a capsule at least 2 radius_m
    float step_m;        // so high it climbs without jumping, 0..1.5
} loam_voxel_body;

typedef struct loam_voxel_moved
{
    loam_voxel_point at;
    bool ground, wall, ceiling; // what it has met
    bool stuck;                 // it began inside of what is solid: then it was not moved
    bool missing;               // voxels around are not there: then it was not moved
    float normal[3];            // of the ground, if any was met; otherwise up
} loam_voxel_moved;

/// Moves a body by wish metres, at most 16 on each axis, and stops or slides along what is in the way. Deterministic.
LOAM_API loam_result loam_voxel_world_move_box(loam_voxel_world *world, const loam_voxel_body *body,
                                               const float wish[3], loam_volume_form form,
                                               loam_voxel_moved *out);
LOAM_API loam_result loam_voxel_world_move_capsule(loam_voxel_world *world,
                                                   const loam_voxel_body *body, const float wish[3],
                                                   loam_volume_form form, loam_voxel_moved *out);

// ---- edits --------------------------------------------------------------------------------------

/// Queues an edit, from any thread; the next update applies it, those of one thread in their order. Where no chunk
/// is there, it grows for it. *number, if not NULL, is the edit's in reports. LOAM_BAD_ARGUMENT for what is out of
/// range: nothing is queued then. LOAM_FAILED if LOAM_VOXEL_MAX_EDITS wait.
LOAM_API loam_result loam_voxel_world_edit(loam_voxel_world *world, const loam_voxel_edit *edit,
                                           uint64_t *number);

/// Queues taking back the last edit, water that it let in included, or doing it again; nothing happens if there is
/// none. Voxels that have changed since otherwise stay. From any thread.
LOAM_API loam_result loam_voxel_world_undo(loam_voxel_world *world);
LOAM_API loam_result loam_voxel_world_redo(loam_voxel_world *world);

// ---- light --------------------------------------------------------------------------------------

#define LOAM_VOXEL_LIGHT_MAX 15
#define LOAM_VOXEL_SKY_REACH 96 // voxels above a chunk in which what shades it is looked for

/// How bright it is in a voxel, 0..LOAM_VOXEL_LIGHT_MAX each.
typedef struct loam_voxel_light
{
    uint8_t sky;  // by the sky: 15 where nothing is above, one less for each step in its shade
    uint8_t lamp; // by LOAM_VOXEL_LAMP (14) and lava (10), one less for each step
} loam_voxel_light;

/// The light in a voxel of level 0; in solid ones 0, but lamps themselves. LOAM_NOT_FOUND where nothing is there.
LOAM_API loam_result loam_voxel_world_light(loam_voxel_world *world, loam_voxel_pos at,
                                            loam_voxel_light *out);

/// The light of a chunk of level 0 and one voxel around it: sky * 16 + lamp, (i, j, k) from -1 on at
/// ((k + 1) side + j + 1) side + i + 1 with a side of LOAM_VOXEL_CHUNK + 2. What is not there counts as solid below
/// the surface's height and as air above.
#define LOAM_VOXEL_LIT (LOAM_VOXEL_CHUNK + 2)
LOAM_API loam_result loam_voxel_world_light_chunk(loam_voxel_world *world,
                                                  loam_voxel_chunk_pos chunk, uint8_t *out);

// ---- kept bytes ---------------------------------------------------------------------------------

/// What kept bytes say of themselves, for tools that look into files. LOAM_FAILED with a message for bytes that are
/// no chunk or damaged; of another version or seed they are described all the same.
typedef struct loam_voxel_kept
{
    uint32_t land_version, volume_version;
    uint64_t seed;        // of the volume
    float voxel_m;        // 1 or 0.5
    loam_voxel_pos chunk; // counts chunks of level 0
} loam_voxel_kept;

LOAM_API loam_result loam_voxel_chunk_describe(const uint8_t *bytes, size_t size,
                                               loam_voxel_kept *out);

#ifdef __cplusplus
}
#endif
#endif
