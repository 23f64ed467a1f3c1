// SPDX-License-Identifier: MIT
// What a world of voxels consists of.
//
//     volume ──> chunks: bordered boxes at every level ──> meshes, rays, bodies, light
//                   ▲ lay over
//     edits ──> edited chunks of level 0 <──> store
//
// A chunk holds one voxel before and two behind its own, so that its mesh needs no other. What was edited is held a
// second time, whole and without a border: the truth that is kept. Chunks are copies, the volume's voxels with every
// edited chunk laid over them that they touch, at coarser levels every second voxel of it. So what a chunk holds follows
// from the volume and the edits alone.
#ifndef LOAM_VOLUME_WORLD_WORLD_H
#define LOAM_VOLUME_WORLD_WORLD_H

#include "loam/volume_world.h"

#include "base/thread.h"
#include "loam/jobs.h"
#include "loam/maths.h"
#include "volume/volume.h"

#include <stdatomic.h>

enum
{
    VOXEL_SIDE = LOAM_VOXEL_CHUNK,
    VOXEL_COUNT = VOXEL_SIDE * VOXEL_SIDE * VOXEL_SIDE, // of an edited chunk
    VOXEL_WIDE = LOAM_VOXEL_BORDERED,
    VOXEL_WIDE_COUNT = VOXEL_WIDE * VOXEL_WIDE * VOXEL_WIDE, // of a chunk
    VOXEL_LIT_COUNT = LOAM_VOXEL_LIT * LOAM_VOXEL_LIT * LOAM_VOXEL_LIT,
    VOXEL_GROUP = 2 * VOXEL_SIDE + 3, // along a side of eight chunks and their border
    VOXEL_GROUP_COUNT = VOXEL_GROUP * VOXEL_GROUP * VOXEL_GROUP,
    VOXEL_TASK_CHUNKS = 32, // that a task grows: eights above each other
    VOXEL_MAX_TASKS = 16,
    VOXEL_STEPS = 16,    // of density a voxel
    VOXEL_DEEPEST = 126, // a density
};

// ---- tables -------------------------------------------------------------------------------------

/// From places of chunks to what is known of them: open addressing, linear steps.
typedef struct voxel_slot
{
    loam_voxel_chunk_pos at;
    void *value; // NULL: free
} voxel_slot;

typedef struct voxel_table
{
    voxel_slot *slots;
    uint32_t count, room; // room is 0 or a power of two
} voxel_table;

void *loam_voxel_table_get(const voxel_table *table, loam_voxel_chunk_pos at);
/// value is not NULL, and nothing is at the place yet.
loam_result loam_voxel_table_put(const loam_env *env, voxel_table *table, loam_voxel_chunk_pos at,
                                 void *value);
void loam_voxel_table_remove(voxel_table *table, loam_voxel_chunk_pos at);
void loam_voxel_table_free(const loam_env *env, voxel_table *table);

// ---- chunks -------------------------------------------------------------------------------------

typedef enum voxel_state
{
    VOXEL_ABSENT,
    VOXEL_GROWING,
    VOXEL_THERE,
} voxel_state;

typedef struct voxel_chunk
{
    loam_voxel_chunk_pos at;
    uint8_t state; // voxel_state
    uint8_t kind;  // loam_volume_kind of all it holds; only of MIXED there are always voxels
    bool shown, wanted, changed;
    bool inner;      // finer ones should be shown in its place
    bool settled;    // all that is wanted in its place is shown
    bool stirred;    // other chunks within it are wanted or there since it was last settled
    bool announced;  // the program was told that it comes
    bool listed;     // among the missing
    int32_t below;   // how many finer ones within it are shown
    uint8_t *voxels; // VOXEL_WIDE_COUNT materials, as many densities; NULL where the volume's serve
    uint8_t *light;  // VOXEL_LIT_COUNT, NULL until asked for
    uint64_t sure;   // what is wanted within it stays so until viewers have gone so far
    uint64_t used;   // the update that it was last wanted in
    uint64_t order;  // what grows first, lowest first
} voxel_chunk;

/// A chunk of level 0 as edits have made it.
typedef struct voxel_edited
{
    loam_voxel_chunk_pos at;
    uint8_t *voxels; // VOXEL_COUNT materials, as many densities; NULL if they are packed or kept
    uint8_t *packed; // instead of them, without a store
    size_t packed_size;
    bool kept; // the store has it, or may have (known by a list, not read yet)
    bool none; // the store has nothing that could be read: remembered so that it is not asked again
    bool broken;  // the store has it and cannot read it: nothing is edited there
    bool dirty;   // the store has not got what it is now
    bool open;    // the edit under way reads or writes it
    bool fresh;   // nothing was ever changed in it
    bool touched; // the edit under way changed voxels between low and high
    int16_t low[3], high[3];
    uint64_t used; // the update that it was last needed in
} voxel_edited;

// ---- growing ------------------------------------------------------------------------------------

typedef struct voxel_task
{
    loam_job job;
    loam_volume_grower *grower;
    uint8_t *scratch; // materials and densities of a group, and then of one chunk
    const loam_env *env;
    voxel_chunk *chunks[VOXEL_TASK_CHUNKS];
    struct
    {
        loam_result result;
        uint8_t kind;
        uint8_t *voxels;
        char message[160];
    } grown[VOXEL_TASK_CHUNKS];
    int32_t count;
    int32_t begun,
        grown_count; // how many chunks a box was begun for, and how many of them are grown
    int32_t taken;   // that the world has taken over
    bool filled;     // the box of those that were begun is filled
    bool eight;      // that box is of an eight
    int32_t finest;  // as the world's
    size_t grain;    // of loam_volume_fill_step: small for the thread that updates
    bool busy;
    bool waited; // its job is over
    atomic_bool done;
} voxel_task;

// ---- edits --------------------------------------------------------------------------------------

/// A voxel that an edit has changed.
typedef struct voxel_change
{
    uint32_t chunk; // index in the record's
    uint16_t index; // (k 32 + j) 32 + i
    uint8_t old_material, new_material;
    int8_t old_density, new_density;
} voxel_change;

/// What an edit has changed, in its order.
typedef struct voxel_record
{
    struct voxel_record *older, *newer;
    uint64_t number;
    loam_voxel_chunk_pos *chunks;
    voxel_change *changes;
    uint32_t chunk_count, chunk_room, change_count, change_room;
} voxel_record;

typedef struct voxel_command
{
    int32_t what; // 0 an edit, -1 undo, 1 redo
    uint64_t number;
    loam_voxel_edit edit;
} voxel_command;

/// Voxels that water may come to.
typedef struct voxel_queue
{
    loam_voxel_pos *places;
    uint32_t count, room;
} voxel_queue;

struct loam_voxel_world
{
    loam_voxel_world_def def;
    loam_env env;
    int32_t finest; // what the volume calls the world's level 0: 0, or -1 for half metres
    voxel_table chunks, edited;
    size_t memory, reserved, edited_memory;
    uint64_t updates;
    // viewers as they were when wanted chunks were last found, and metres that they have gone
    loam_voxel_viewer viewers[LOAM_VOXEL_MAX_VIEWERS];
    int32_t viewer_count;
    uint64_t gone_m;
    bool looked;
    voxel_chunk **roots; // of the octrees within reach
    uint32_t root_count, root_room;
    uint64_t settle_ns;    // that settling took last
    bool any_changed;      // some chunk's changed is set
    uint64_t look_again;   // the update in which chunks that failed are tried again; 0: none did
    voxel_chunk **missing; // wanted, and not there or not told of, by order
    uint32_t missing_count, missing_next, missing_room;
    voxel_task tasks[VOXEL_MAX_TASKS];
    int32_t task_count;
    bool threads;
    // edits
    loam_mutex mutex; // of what waits
    voxel_command *waiting;
    uint32_t waiting_count, waiting_room;
    uint64_t next_number;
    voxel_record *newest, *oldest; // what can be undone
    voxel_record *undone;          // what can be done again, the last undone first
    voxel_record *writing;         // of the edit under way; NULL of an undo or redo
    size_t undo_memory;
    int32_t undo_count, redo_count;
    voxel_edited **opened;
    uint32_t opened_count, opened_room;
    voxel_edited *last; // that was looked at
    loam_voxel_report report;
    voxel_queue flood;
    loam_result trouble; // what went wrong first in the edit under way
    // keeping
    uint8_t *bytes; // LOAM_VOXEL_CHUNK_MAX_BYTES
    loam_voxel_world_counters counters;
    // reading
    voxel_chunk *near; // that was looked at last
    loam_mesh *mesh;   // triangles that bodies and rays meet
    volume_room scratch, samples, window;
    // light
    volume_room flooding;
    voxel_table heights; // of the land, by chunk
};

// ---- small --------------------------------------------------------------------------------------

static inline bool voxel_same(loam_voxel_chunk_pos a, loam_voxel_chunk_pos b)
{
    return a.level == b.level && a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Rounds down, also below 0.
static inline int64_t voxel_shift(int64_t value, int32_t bits)
{
    return value >= 0 ? value >> bits : -((-value - 1) >> bits) - 1;
}

static inline size_t voxel_wide_index(int32_t i, int32_t j, int32_t k)
{
    return ((size_t)k * VOXEL_WIDE + (size_t)j) * VOXEL_WIDE + (size_t)i;
}

static inline uint16_t voxel_index(int32_t i, int32_t j, int32_t k)
{
    return (uint16_t)((k * VOXEL_SIDE + j) * VOXEL_SIDE + i);
}

/// Whether a chunk can be shown.
static inline bool voxel_is_ready(const loam_voxel_world *world, const voxel_chunk *chunk)
{
    return chunk->state == VOXEL_THERE && (chunk->announced || world->def.coming == NULL);
}

/// A box of the world as the volume knows it.
static inline loam_volume_box voxel_volume_box(loam_volume_box box, int32_t finest)
{
    box.level += finest;
    return box;
}

// ---- steps --------------------------------------------------------------------------------------

// tree.c: which chunks should be there, and which are shown
loam_result loam_voxel_want(loam_voxel_world *world, const loam_voxel_viewer *viewers,
                            int32_t count);
/// Shows and hides what can be.
void loam_voxel_settle(loam_voxel_world *world);
/// A chunk is shown no more, or does not come.
void loam_voxel_leave(loam_voxel_world *world, voxel_chunk *chunk);
/// A chunk that is wanted is there. Tells the program, if it wants to know.
void loam_voxel_tell_coming(loam_voxel_world *world, voxel_chunk *chunk);
/// The record of a chunk that is neither there nor wanted goes.
void loam_voxel_forget(loam_voxel_world *world, voxel_chunk *chunk);

// grow.c
/// Until a time of loam_clock_ns.
void loam_voxel_grow_some(loam_voxel_world *world, uint64_t end_ns);
/// Waits for all that threads are growing, and drops it.
void loam_voxel_stop_growing(loam_voxel_world *world);
loam_result loam_voxel_tasks_create(loam_voxel_world *world);
void loam_voxel_tasks_destroy(loam_voxel_world *world);
/// Gives a chunk without voxels those of the volume.
loam_result loam_voxel_expand(loam_voxel_world *world, voxel_chunk *chunk);
void loam_voxel_drop(loam_voxel_world *world, voxel_chunk *chunk);
void loam_voxel_drop_light(loam_voxel_world *world, voxel_chunk *chunk);
/// What kind voxels are.
loam_volume_kind loam_voxel_kind_of(const uint8_t *voxels, size_t count);
void loam_voxel_report_failure(loam_voxel_world *world, loam_result result, const char *message);

// edited.c
/// Lays every edited chunk over a new one that it touches.
loam_result loam_voxel_lay_over(loam_voxel_world *world, voxel_chunk *chunk);
/// What was edited at a place of chunks of level 0, its voxels in memory; NULL if nothing was.
voxel_edited *loam_voxel_edited_get(loam_voxel_world *world, loam_voxel_chunk_pos at);
/// Voxels of level 0 between low and high of an edited chunk go to all chunks that show them.
void loam_voxel_spread(loam_voxel_world *world, const voxel_edited *edited);
loam_result loam_voxel_edited_list(loam_voxel_world *world);
loam_result loam_voxel_edited_save(loam_voxel_world *world, voxel_edited *edited);
/// Packs or saves what is not near, if there is too much.
void loam_voxel_edited_tidy(loam_voxel_world *world);
void loam_voxel_edited_free(loam_voxel_world *world, voxel_edited *edited);
/// A record for a chunk that is to be edited: from its chunk, or grown.
voxel_edited *loam_voxel_edited_make(loam_voxel_world *world, loam_voxel_chunk_pos at);

// pack.c
size_t loam_voxel_pack(const loam_voxel_world *world, const voxel_edited *edited, uint8_t *out);
loam_result loam_voxel_unpack(const loam_voxel_world *world, loam_voxel_chunk_pos at,
                              const uint8_t *bytes, size_t size, uint8_t *voxels);

// write.c: voxels of the edit under way
/// Whether the chunks of a box could be read; world->trouble says why not.
bool loam_voxel_open(loam_voxel_world *world, loam_voxel_pos low, loam_voxel_pos high);
/// material and density of a voxel; air where it could not be read (world->trouble says why).
uint8_t loam_voxel_get(loam_voxel_world *world, loam_voxel_pos at, int8_t *density);
void loam_voxel_set(loam_voxel_world *world, loam_voxel_pos at, uint8_t material, int8_t density);
/// Before and after an edit, an undo or a redo: then what has changed is shown and told.
void loam_voxel_begin(loam_voxel_world *world, uint64_t number, int32_t what);
void loam_voxel_end(loam_voxel_world *world);

// undo.c
/// Applies all that waits.
void loam_voxel_apply_waiting(loam_voxel_world *world);
/// Notes a change in the record of the edit under way; false without memory.
bool loam_voxel_note(loam_voxel_world *world, loam_voxel_chunk_pos chunk, voxel_change change);
void loam_voxel_records_free(loam_voxel_world *world);

// edit.c
loam_result loam_voxel_edit_check(const loam_voxel_edit *edit);
void loam_voxel_edit_apply(loam_voxel_world *world, const loam_voxel_edit *edit);

// flood.c
/// A voxel has become air: water may come.
void loam_voxel_flood_seed(loam_voxel_world *world, loam_voxel_pos at);
void loam_voxel_flood_run(loam_voxel_world *world);

// read.c
/// The chunk of a level that has a voxel of that level, NULL if it is not there.
voxel_chunk *loam_voxel_chunk_there(loam_voxel_world *world, loam_voxel_chunk_pos at);
/// Materials alone, without growing densities; NOT_FOUND parts become `missing`, and *all says whether there were any.
void loam_voxel_read_materials(loam_voxel_world *world, const loam_volume_box *box, uint8_t missing,
                               uint8_t *out, bool *all);

// mesh.c
loam_result loam_voxel_triangles(loam_voxel_world *world, const loam_volume_box *cells,
                                 const loam_voxel_pos *origin);

// light.c
/// Voxels from low to high have changed: light around is no longer known.
void loam_voxel_darken(loam_voxel_world *world, loam_voxel_pos low, loam_voxel_pos high);
void loam_voxel_heights_free(loam_voxel_world *world);

#endif
