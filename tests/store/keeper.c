// SPDX-License-Identifier: MIT
// A world of voxels whose edits are kept in the file of a land.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "volume/world_fixture.h"

#include "damaged.h"

static const loam_volume_box all = {0, -40, -40, -40, 80, 80, 80};

/// A file for a land, opened or made.
static loam_store *use_file_of(float voxel_m, bool read_only)
{
    loam_store_def def = world_def("w.loam");
    def.voxel_m = voxel_m;
    def.kind = LOAM_STORE_LAND;
    def.read_only = read_only;
    def.env.log.write = keep_log;
    loam_store *store = NULL;
    const loam_result result = loam_store_open(&def, &store);
    CHECK_OK(result == LOAM_NOT_FOUND ? loam_store_create_land(&def, 1, NULL, &store) : result);
    return store;
}

static loam_store *use_file(bool read_only)
{
    return use_file_of(0, read_only);
}

static fixture *begin(loam_store *store)
{
    fixture *const made = fixture_make();
    made->def.store = loam_store_voxels(store);
    made->def.voxel_m = loam_store_voxel_m(store);
    fixture_open(made);
    fixture_settle(made, 100000);
    return made;
}

/// Digs a hole across the corner of eight chunks, and one besides.
static void dig(fixture *world)
{
    loam_voxel_edit edit = loam_default_voxel_edit();
    edit.radius_m = 6;
    CHECK_OK(loam_voxel_world_edit(world->world, &edit, NULL));
    edit.from = (loam_voxel_pos){-16, -16, -16};
    edit.radius_m = 2;
    CHECK_OK(loam_voxel_world_edit(world->world, &edit, NULL));
    fixture_settle(world, 100000);
}

/// Makes a file with that in it; what the world is like.
static uint64_t make_file(int32_t *count)
{
    loam_store *const store = use_file(false);
    fixture *const world = begin(store);
    const uint64_t before = loam_voxel_world_hash(world->world, &all);
    dig(world);
    const uint64_t hash = loam_voxel_world_hash(world->world, &all);
    CHECK(hash != before);
    CHECK_OK(loam_voxel_world_save(world->world));
    *count = loam_voxel_world_count(world->world).edited;
    fixture_close(world);
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    return hash;
}

static void test_what_was_dug_is_there_again(void)
{
    int32_t count;
    const uint64_t hash = make_file(&count);
    CHECK_RANGE(count, 2, 16);
    for (int read_only = 0; read_only < 2; read_only++)
    {
        loam_store *const store = use_file(read_only);
        loam_store_info info;
        CHECK_OK(loam_store_describe(store, &info));
        CHECK_INT(info.chunks, count);
        CHECK((loam_store_voxels(store).save == NULL) == (read_only != 0));
        fixture *const world = begin(store);
        CHECK_U64(loam_voxel_world_hash(world->world, &all), hash);
        CHECK_INT(loam_voxel_world_count(world->world).loaded, count);
        CHECK_INT(world->failures, 0);
        fixture_close(world);
        loam_store_close(store);
    }
    CHECK_INT(folder_count(1), 1);
}

// A damaged chunk grows again, is told of once, and all others are what they were.
static void test_a_damaged_chunk_grows_again(void)
{
    int32_t count;
    const uint64_t hash = make_file(&count);
    flip("w.loam", "chunks", "data", 1, 200);
    loam_store *store = use_file(false);
    log_count = 0;
    fixture *const world = begin(store);
    CHECK(loam_voxel_world_hash(world->world, &all) != hash);
    CHECK_INT(loam_voxel_world_count(world->world).loaded, count - 1);
    CHECK_INT(log_count, 1);
    CHECK_CONTAINS(last_log, "is damaged: its checksum is wrong");
    dig(world); // and is dug again
    CHECK_OK(loam_voxel_world_save(world->world));
    CHECK_U64(loam_voxel_world_hash(world->world, &all), hash);
    fixture_close(world);
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void keep_fault(void *user, const char *message)
{
    snprintf(user, 256, "%s", message);
}

// A file of half metres takes them, and a world of whole metres does not begin on it, though nothing is in it yet.
static void test_half_metres_have_files_of_their_own(void)
{
    static uint8_t voxels[LOAM_MAX_LAND_CHUNK_BYTES];
    const loam_store_chunk_pos here = {-1, -1, -1};
    loam_store_verdict verdict;
    char fault[256] = "";
    size_t size;
    loam_store *store = use_file_of(0.5f, false);
    fixture *world = fixture_make();
    world->def.store = loam_store_voxels(store);
    CHECK_INT(loam_voxel_world_create(&world->def, &world->world), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "voxel_m is 1; must be 0.5, as what is kept");
    CHECK(world->world == NULL);
    fixture_close(world);
    world = begin(store);
    dig(world);
    const uint64_t hash = loam_voxel_world_hash(world->world, &all);
    CHECK_OK(loam_voxel_world_save(world->world));
    fixture_close(world);
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    store = use_file(true);
    world = begin(store);
    CHECK_U64(loam_voxel_world_hash(world->world, &all), hash);
    CHECK_INT(world->failures, 0);
    fixture_close(world);
    CHECK_OK(loam_store_load_voxels(store, here, voxels, sizeof voxels, &size));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
    // Among whole metres verify finds them.
    store = use_file(false);
    CHECK_OK(loam_store_save_voxels(store, here, voxels, size));
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(loam_store_verify(store, keep_fault, fault, &verdict));
    CHECK_INT(verdict.other_faults, 1);
    CHECK_CONTAINS(fault, ", 0.5 m wide");
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Bytes that are whole, but another chunk's: verify tells, and the world does not take them.
static void test_voxels_of_another_place_are_found(void)
{
    static uint8_t voxels[LOAM_MAX_LAND_CHUNK_BYTES];
    const loam_store_chunk_pos here = {-1, -1, -1}, there = {0, 0, 1};
    loam_store_verdict verdict;
    char fault[256] = "";
    int32_t count;
    size_t size;
    (void)make_file(&count);
    loam_store *store = use_file(false);
    CHECK_OK(loam_store_load_voxels(store, here, voxels, sizeof voxels, &size));
    CHECK_OK(loam_store_save_voxels(store, there, voxels, size));
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(loam_store_verify(store, keep_fault, fault, &verdict));
    CHECK_INT(verdict.bad_chunks, 0);
    CHECK_INT(verdict.other_faults, 1);
    CHECK_CONTAINS(fault, "chunk (0, 0, 1) has voxels of (-1, -1, -1), land version ");
    fixture *const world = begin(store);
    CHECK_INT(world->failures, 1);
    CHECK_CONTAINS(world->message, "says that it is -1, -1, -1; must be 0, 0, 1");
    fixture_close(world);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_chunks_that_are_too_large_are_told(void)
{
    static uint8_t voxels[LOAM_VOXEL_CHUNK_MAX_BYTES + 1];
    loam_store *store = use_file(false);
    CHECK_OK(loam_store_save_voxels(store, (loam_store_chunk_pos){0, 0, 0}, voxels, sizeof voxels));
    fixture *const world = begin(store);
    CHECK_INT(world->failures, 1);
    CHECK_CONTAINS(world->message, "chunk (0, 0, 0) has 66561 bytes; must be at most 66560");
    fixture_close(world);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    world_enter();
    RUN(test_half_metres_have_files_of_their_own);
    RUN(test_what_was_dug_is_there_again);
    RUN(test_a_damaged_chunk_grows_again);
    RUN(test_voxels_of_another_place_are_found);
    RUN(test_chunks_that_are_too_large_are_told);
    folder_leave();
    return CHECK_DONE();
}
