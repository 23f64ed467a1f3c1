// SPDX-License-Identifier: MIT
// A world of voxels as viewers move through it: what is shown covers the view once, without holes; what is read and
// meshed is what the volume has; memory stays within its budget; threads and budgets change nothing.
#include "world_fixture.h"

#include "mesh/edges.h"

/// Which shown chunk a voxel of level 0 is in, -1 if none; checks that there are not two.
static int32_t cover(const fixture *from, loam_voxel_pos at)
{
    int32_t found = -1;
    for (int32_t i = 0; i < from->shown_count; i++)
    {
        const loam_voxel_pos low = loam_voxel_chunk_first(from->shown[i]);
        const int64_t size = (int64_t)LOAM_VOXEL_CHUNK << from->shown[i].level;
        if (at.x >= low.x && at.x < low.x + size && at.y >= low.y && at.y < low.y + size &&
            at.z >= low.z && at.z < low.z + size)
        {
            CHECK_INT(found, -1);
            found = i;
        }
    }
    return found;
}

static loam_voxel_pos near_place(const fixture *from, int32_t reach, uint64_t index)
{
    const loam_voxel_pos at = from->viewer.at;
    return (loam_voxel_pos){at.x + loam_random_range(5, 3 * index, -reach, reach),
                            at.y + loam_random_range(5, 3 * index + 1, -reach, reach),
                            at.z + loam_random_range(5, 3 * index + 2, -reach, reach)};
}

static double distance(loam_voxel_pos a, loam_voxel_pos b)
{
    const double x = (double)(a.x - b.x), y = (double)(a.y - b.y), z = (double)(a.z - b.z);
    return sqrt(x * x + y * y + z * z);
}

static void test_what_is_shown_covers_the_view_once(void)
{
    fixture *const world = fixture_make();
    world->def.levels = 3;
    world->viewer.at = (loam_voxel_pos){1000, 3, -777};
    fixture_open(world);
    fixture_settle(world, 100000);
    int32_t fine = 0, coarse = 0;
    for (uint64_t i = 0; i < 400; i++)
    {
        const loam_voxel_pos at = near_place(world, i % 2 == 0 ? 240 : 70, i);
        const double far = distance(at, world->viewer.at);
        const int32_t found = cover(world, at);
        CHECK(found >= 0 || far >= 256 - 1);
        if (found >= 0 && far < 63)
        {
            CHECK_INT(world->shown[found].level, 0);
            fine++;
        }
        coarse += found >= 0 && world->shown[found].level == 2;
    }
    CHECK(fine > 30 && coarse > 20);
    CHECK_INT(loam_voxel_world_count(world->world).shown, world->shown_count);
    fixture_close(world);
}

static void test_walking_leaves_no_hole(void)
{
    fixture *const world = fixture_make();
    fixture_open(world);
    fixture_settle(world, 100000);
    const int32_t ready = world->ready;
    int32_t stayed = 0;
    for (int32_t step = 0; step < 60; step++)
    {
        bool before[16];
        loam_voxel_pos places[16];
        world->viewer.at.x += 5;
        for (int32_t i = 0; i < 16; i++)
        {
            places[i] = near_place(world, 70, (uint64_t)(i + 16 * step));
            before[i] = cover(world, places[i]) >= 0;
        }
        CHECK_OK(loam_voxel_world_update(world->world, &world->viewer, 1, 2000, NULL));
        for (int32_t i = 0; i < 16; i++)
        {
            CHECK(cover(world, places[i]) >= 0 || !before[i]);
            stayed += before[i];
        }
    }
    CHECK(stayed > 300);
    fixture_settle(world, 100000);
    CHECK(world->ready > ready + 50);
    CHECK(world->left > 50);
    fixture_close(world);
}

static void test_two_viewers_both_see(void)
{
    fixture *const world = fixture_make();
    bool complete = false;
    const loam_voxel_viewer viewers[2] = {{.at = {0, 0, 0}}, {.at = {5000, 0, 300}, .near_m = 32}};
    fixture_open(world);
    while (!complete)
    {
        CHECK_OK(loam_voxel_world_update(world->world, viewers, 2, 100000, &complete));
    }
    const loam_volume_box here = {0, -20, -20, -20, 40, 40, 40},
                          there = {0, 4990, -10, 290, 20, 20, 20},
                          between = {0, 2500, 0, 150, 1, 1, 1};
    CHECK(loam_voxel_world_is_loaded(world->world, &here));
    CHECK(loam_voxel_world_is_loaded(world->world, &there));
    CHECK(!loam_voxel_world_is_loaded(world->world, &between));
    CHECK_INT(loam_voxel_world_at(world->world, (loam_voxel_pos){2500, 0, 150}, NULL, NULL),
              LOAM_NOT_FOUND);
    CHECK_OK(loam_voxel_world_update(world->world, NULL, 0, 1000, &complete));
    CHECK_INT(world->shown_count, 0);
    fixture_close(world);
}

static void check_read(float voxel_m)
{
    enum
    {
        SIDE = 50,
        COUNT = SIDE * SIDE * SIDE,
    };
    static uint8_t materials[COUNT], expected[COUNT];
    static int8_t density[COUNT], expected_density[COUNT];
    fixture *const world = fixture_make();
    world->def.voxel_m = voxel_m;
    fixture_open(world);
    fixture_settle(world, 100000);
    const loam_volume_box boxes[] = {{0, -25, -25, -25, SIDE, SIDE, SIDE},
                                     {0, -33, -9, 11, SIDE, 31, 20},
                                     {1, 32, -20, -10, 7, SIDE, 33}};
    for (int32_t i = 0; i < 3; i++)
    {
        const loam_volume_box *const box = &boxes[i];
        const size_t count = (size_t)box->w * (size_t)box->h * (size_t)box->d;
        CHECK_OK(loam_voxel_world_read(world->world, box,
                                       &(loam_volume_voxels){materials, density, false}));
        loam_volume_box there = *box;
        there.level -= voxel_m < 1;
        CHECK_OK(loam_volume_fill(world->hills->grower, &there,
                                  &(loam_volume_voxels){expected, expected_density, false}, NULL));
        CHECK(memcmp(materials, expected, count) == 0);
        CHECK(memcmp(density, expected_density, count) == 0);
    }
    fixture_close(world);
}

static void test_what_is_read_is_what_the_volume_has(void)
{
    check_read(1.0f);
    check_read(0.5f);
}

static void test_meshes_are_those_of_the_volume(void)
{
    fixture *const world = fixture_make();
    loam_mesh *mesh = NULL, *expected = NULL;
    const loam_env env = loam_default_env();
    int32_t solid = 0;
    fixture_open(world);
    fixture_settle(world, 100000);
    CHECK_OK(loam_mesh_create(&env, &mesh));
    CHECK_OK(loam_mesh_create(&env, &expected));
    static loam_voxel_copy copy;
    for (int32_t i = 0; i < world->shown_count; i += 5)
    {
        const loam_voxel_chunk_pos at = world->shown[i];
        const loam_volume_box box = {at.level, at.x * 32, at.y * 32, at.z * 32, 32, 32, 32};
        for (loam_volume_form form = 0; form < LOAM_VOLUME_FORM_COUNT; form++)
        {
            loam_mesh_clear(mesh);
            loam_mesh_clear(expected);
            CHECK_OK(loam_voxel_world_mesh(world->world, at, form, 0, mesh));
            CHECK_OK(loam_mesh_add_volume(expected, world->hills->grower, &box, form, NULL));
            CHECK_U64(loam_mesh_hash(mesh), loam_mesh_hash(expected));
            loam_mesh_clear(expected);
            CHECK_OK(loam_voxel_world_copy(world->world, at, &copy));
            CHECK_OK(loam_mesh_add_voxel_chunk(expected, &copy, form, 0));
            CHECK_U64(loam_mesh_hash(mesh), loam_mesh_hash(expected));
            solid += mesh->index_count > 0;
        }
    }
    CHECK(solid > 10);
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(expected);
    fixture_close(world);
}

/// Adds the bare surface of a chunk, in voxels of its level from the viewer's chunk on.
static void add_at(fixture *from, loam_voxel_chunk_pos at, loam_voxel_chunk_pos origin,
                   loam_mesh *out)
{
    const float size = (float)(1 << at.level), side = LOAM_VOXEL_CHUNK;
    const int64_t chunks[3] = {at.x - origin.x, at.y - origin.y, at.z - origin.z};
    const uint32_t first = out->vertex_count;
    CHECK_OK(loam_voxel_world_mesh(from->world, at, LOAM_VOLUME_SMOOTH, 0, out));
    for (uint32_t i = first; i < out->vertex_count; i++)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            float *const p = &out->vertices[i].position[k];
            *p = *p / size + (float)chunks[k] * side;
        }
    }
}

/// Whether an edge lies where a chunk of the level ends and none of it is shown beside.
static bool is_at_joint(const fixture *from, loam_voxel_chunk_pos origin, const float *a,
                        const float *b)
{
    const float side = LOAM_VOXEL_CHUNK;
    bool joint = false;
    for (int32_t k = 0; k < 3; k++)
    {
        if (a[k] != b[k] || floorf(a[k] / side) != a[k] / side)
        {
            continue;
        }
        int32_t shown = 0;
        for (int32_t behind = 0; behind < 2; behind++)
        {
            int64_t at[3];
            for (int32_t axis = 0; axis < 3; axis++)
            {
                at[axis] = (int64_t)floorf(0.5f * (a[axis] + b[axis]) / side) -
                           (axis == k && behind == 1);
            }
            const loam_voxel_chunk_pos beside = {origin.level, origin.x + at[0], origin.y + at[1],
                                                 origin.z + at[2]};
            shown += loam_voxel_world_is_shown(from->world, beside);
        }
        joint = joint || shown < 2;
    }
    return joint;
}

/// Edges of a mesh that are open and not at a joint; *open: at one.
static int32_t count_cracks(const fixture *from, loam_voxel_chunk_pos origin, const loam_mesh *mesh,
                            int32_t *open)
{
    const uint32_t size = 1u << 21;
    mesh_edge *const table = calloc(size, sizeof *table);
    int32_t cracks = 0;
    CHECK(table != NULL && 2 * mesh->index_count < size);
    add_edges(mesh, table, size - 1);
    for (uint32_t i = 0; i < mesh->index_count; i++)
    {
        const uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        const float *const a = mesh->vertices[mesh->indices[i]].position;
        const float *const b = mesh->vertices[mesh->indices[next]].position;
        const mesh_edge *const edge = find_edge(table, size - 1, edge_key(a, b));
        if (edge->there != edge->back)
        {
            const bool joint = is_at_joint(from, origin, a, b);
            *open += joint;
            cracks += !joint;
        }
    }
    free(table);
    return cracks;
}

// All shown chunks of a level are one surface to the bit: it ends only where none of that level is shown beside it.
static void test_chunks_of_a_level_are_one_surface(void)
{
    fixture *const world = fixture_make();
    loam_mesh *mesh = NULL;
    const loam_env env = loam_default_env();
    fixture_open(world);
    fixture_settle(world, 100000);
    CHECK_OK(loam_mesh_create(&env, &mesh));
    for (int32_t level = 0; level < 2; level++)
    {
        loam_voxel_chunk_pos origin = {.level = -1};
        int32_t open = 0;
        loam_mesh_clear(mesh);
        for (int32_t i = 0; i < world->shown_count; i++)
        {
            origin = origin.level < 0 && world->shown[i].level == level ? world->shown[i] : origin;
            if (world->shown[i].level == level)
            {
                add_at(world, world->shown[i], origin, mesh);
            }
        }
        CHECK(mesh->index_count > 3000);
        CHECK_INT(count_cracks(world, origin, mesh, &open), 0);
        CHECK(open > 50);
    }
    loam_mesh_destroy(mesh);
    fixture_close(world);
}

// A skirt hangs on every edge that ends at a side: with all of them no open edge is at a side's plane, only below.
static void test_skirts_close_the_rim(void)
{
    fixture *const world = fixture_make();
    loam_mesh *bare = NULL, *mesh = NULL;
    const loam_env env = loam_default_env();
    int32_t skirted = 0;
    fixture_open(world);
    fixture_settle(world, 100000);
    CHECK_OK(loam_mesh_create(&env, &bare));
    CHECK_OK(loam_mesh_create(&env, &mesh));
    for (int32_t i = 0; i < world->shown_count; i++)
    {
        loam_mesh_clear(bare);
        loam_mesh_clear(mesh);
        CHECK_OK(loam_voxel_world_mesh(world->world, world->shown[i], LOAM_VOLUME_SMOOTH, 0, bare));
        CHECK_OK(loam_voxel_world_mesh(world->world, world->shown[i], LOAM_VOLUME_SMOOTH,
                                       LOAM_VOXEL_ALL_SIDES, mesh));
        CHECK(mesh->index_count >= bare->index_count);
        CHECK((mesh->index_count > bare->index_count) == (bare->index_count > 0));
        skirted += mesh->index_count > bare->index_count;
        // A directed edge without its opposite ends the surface: at none of the bare mesh's vertices any more.
        uint32_t open = 0;
        for (uint32_t a = 0; a < mesh->index_count && bare->index_count < 9000; a++)
        {
            const uint32_t from = mesh->indices[a], to = mesh->indices[a % 3 == 2 ? a - 2 : a + 1];
            bool closed = from >= bare->vertex_count || to >= bare->vertex_count;
            for (uint32_t b = 0; b < mesh->index_count && !closed; b++)
            {
                closed = mesh->indices[b] == to &&
                         mesh->indices[b % 3 == 2 ? b - 2 : b + 1] == from;
            }
            open += !closed;
        }
        CHECK_INT(open, 0);
        i += 3;
    }
    CHECK(skirted > 4);
    loam_mesh_destroy(bare);
    loam_mesh_destroy(mesh);
    fixture_close(world);
}

// Blocks: with skirts there are more faces at the sides, and none where all around is rock.
static void test_skirts_of_blocks_stay_near_the_surface(void)
{
    fixture *const world = fixture_make();
    loam_mesh *bare = NULL, *mesh = NULL;
    const loam_env env = loam_default_env();
    uint32_t more = 0;
    fixture_open(world);
    fixture_settle(world, 100000);
    CHECK_OK(loam_mesh_create(&env, &bare));
    CHECK_OK(loam_mesh_create(&env, &mesh));
    for (int32_t i = 0; i < world->shown_count; i += 3)
    {
        loam_mesh_clear(bare);
        loam_mesh_clear(mesh);
        CHECK_OK(loam_voxel_world_mesh(world->world, world->shown[i], LOAM_VOLUME_BLOCKS, 0, bare));
        CHECK_OK(loam_voxel_world_mesh(world->world, world->shown[i], LOAM_VOLUME_BLOCKS,
                                       LOAM_VOXEL_ALL_SIDES, mesh));
        CHECK(bare->index_count > 0 || mesh->index_count == 0);
        more += mesh->index_count - bare->index_count;
    }
    CHECK(more > 1000);
    loam_mesh_destroy(bare);
    loam_mesh_destroy(mesh);
    fixture_close(world);
}

static void update_within_memory(fixture *world, uint64_t budget_us)
{
    if (world->def.env.jobs != NULL)
    {
        check_rest(); // for the threads
    }
    CHECK_OK(loam_voxel_world_update(world->world, &world->viewer, 1, budget_us, NULL));
    CHECK(loam_voxel_world_count(world->world).memory_bytes <= world->def.memory_bytes);
}

static void check_memory(loam_jobs *jobs, uint64_t budget_us)
{
    fixture *const world = fixture_make();
    world->def.memory_bytes = (size_t)8 << 20;
    world->def.near_m = 96;
    world->def.env.memory = (loam_allocator){fixture_alloc, fixture_free, world};
    world->def.env.jobs = jobs;
    fixture_open(world);
    for (int32_t step = 0; step < 80; step++)
    {
        world->viewer.at.x += 12;
        update_within_memory(world, budget_us);
    }
    // What is nearest comes though not all has room.
    const loam_volume_box here = {0, world->viewer.at.x - 8, -8, -8, 16, 16, 16};
    for (int32_t i = 0; i < 10000 && !loam_voxel_world_is_loaded(world->world, &here); i++)
    {
        update_within_memory(world, budget_us);
    }
    CHECK(loam_voxel_world_is_loaded(world->world, &here));
    CHECK(world->allocated > (size_t)4 << 20);
    loam_voxel_world_destroy(world->world);
    world->world = NULL;
    CHECK_INT(world->allocated, 0);
    fixture_close(world);
}

static void test_memory_stays_within_its_budget(void)
{
    loam_jobs *jobs = NULL;
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = 2;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    check_memory(NULL, 20000);
    check_memory(jobs, 0);
    check_memory(jobs, 500);
    loam_jobs_destroy(jobs);
}

// The hash of all that is near, grown in slices of any length, on threads or none, after walks of any kind.
static void test_threads_and_budgets_change_nothing(void)
{
    const loam_volume_box box = {0, -40, -40, -40, 80, 80, 80},
                          coarse = {1, 34, -20, -20, 20, 40, 40};
    uint64_t hashes[3], coarse_hashes[3];
    loam_jobs *jobs = NULL;
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = 2;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    for (int32_t i = 0; i < 3; i++)
    {
        fixture *const world = fixture_make();
        world->def.env.jobs = i == 2 ? jobs : NULL;
        world->viewer.at.x = i == 1 ? 150 : 0;
        fixture_open(world);
        for (int32_t step = 0; step < 30 && i > 0; step++)
        {
            CHECK_OK(loam_voxel_world_update(world->world, &world->viewer, 1, 500, NULL));
            world->viewer.at.x -= world->viewer.at.x > 0 ? 10 : 0;
        }
        world->viewer.at.x = 0;
        fixture_settle(world, i == 0 ? 1000000 : 700);
        hashes[i] = loam_voxel_world_hash(world->world, &box);
        coarse_hashes[i] = loam_voxel_world_hash(world->world, &coarse);
        fixture_close(world);
    }
    CHECK(hashes[0] != 0 && coarse_hashes[0] != 0);
    CHECK_U64(hashes[1], hashes[0]);
    CHECK_U64(hashes[2], hashes[0]);
    CHECK_U64(coarse_hashes[1], coarse_hashes[0]);
    CHECK_U64(coarse_hashes[2], coarse_hashes[0]);
    loam_jobs_destroy(jobs);
}

// ---- small steps --------------------------------------------------------------------------------

enum
{
    TILE_COLUMNS = 32 * 32, // that a volume asks its surface for at once
};

/// What an update without time has done.
typedef struct step_counts
{
    hills surface;
    int64_t columns; // of the surface
    int32_t coming;
    fixture *world;
    loam_voxel_chunk_pos told[FIXTURE_SHOWN];
    int32_t told_count;
} step_counts;

static loam_result count_columns(void *user, loam_land_area area, const loam_volume_columns *out)
{
    step_counts *const counts = user;
    counts->columns += (int64_t)area.w * area.h;
    return hills_fill(&counts->surface, area, out);
}

static int32_t find_told(const step_counts *counts, loam_voxel_chunk_pos at)
{
    for (int32_t i = 0; i < counts->told_count; i++)
    {
        const loam_voxel_chunk_pos *const one = &counts->told[i];
        if (one->level == at.level && one->x == at.x && one->y == at.y && one->z == at.z)
        {
            return i;
        }
    }
    return -1;
}

static void count_coming(void *user, loam_voxel_chunk_pos chunk)
{
    step_counts *const counts = user;
    counts->coming++;
    CHECK(!loam_voxel_world_is_shown(counts->world->world, chunk));
    CHECK_INT(find_told(counts, chunk), -1);
    counts->told[counts->told_count++] = chunk;
}

static void check_told(void *user, loam_voxel_chunk_pos chunk)
{
    CHECK(find_told(user, chunk) >= 0);
}

static void forget_told(void *user, loam_voxel_chunk_pos chunk)
{
    step_counts *const counts = user;
    const int32_t at = find_told(counts, chunk);
    CHECK(at >= 0);
    counts->told[at >= 0 ? at : 0] = counts->told[--counts->told_count];
}

/// Updates without time until all is there; the most chunks that came in one.
static int32_t settle_in_steps(step_counts *counts)
{
    int32_t max = 0;
    for (bool complete = false; !complete;)
    {
        counts->columns = counts->coming = 0;
        CHECK_OK(
            loam_voxel_world_update(counts->world->world, &counts->world->viewer, 1, 0, &complete));
        CHECK(counts->columns <= TILE_COLUMNS);
        max = counts->coming > max ? counts->coming : max;
    }
    return max;
}

// Without time an update does one step: it asks the surface for one tile or none, and tells of one chunk at most.
// Chunks are told of before they are shown, also those that were in memory, and all of them leave.
static void test_an_update_without_time_does_one_small_step(void)
{
    static step_counts counts;
    static const loam_density_function none[1] = {{0}};
    fixture *const world = fixture_make();
    loam_volume_def def = loam_default_volume_def();
    loam_volume *volume = NULL;
    counts = (step_counts){.surface = {.level = 0, .amplitude = 14, .water = -4}, .world = world};
    def.surface = (loam_volume_surface){count_columns, &counts};
    def.functions = none;
    CHECK_OK(loam_volume_create(&def, &volume));
    world->def.volume = volume;
    world->def.levels = 4;
    world->def.coming = count_coming;
    world->def.ready = check_told;
    world->def.leave = forget_told;
    world->def.changed = NULL;
    world->def.user = &counts;
    fixture_open(world);
    CHECK_INT(settle_in_steps(&counts), 1);
    const uint64_t grown = loam_voxel_world_count(world->world).grown;
    world->viewer.at.x += 200;
    CHECK_INT(settle_in_steps(&counts), 1);
    CHECK(loam_voxel_world_count(world->world).grown > grown);
    world->viewer.at.x -= 200;
    CHECK_INT(settle_in_steps(&counts), 1);
    CHECK_INT(counts.told_count, loam_voxel_world_count(world->world).shown);
    loam_voxel_world_destroy(world->world);
    world->world = NULL;
    CHECK_INT(counts.told_count, 0);
    loam_volume_destroy(volume);
    fixture_close(world);
}

static void test_what_is_out_of_range_is_refused(void)
{
    fixture *const world = fixture_make();
    loam_voxel_world *none = NULL;
    loam_voxel_world_def def = world->def;
    def.levels = 8;
    CHECK_INT(loam_voxel_world_create(&def, &none), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "levels is 8; must be 1 to 7");
    def = world->def;
    def.voxel_m = 0.25f;
    CHECK_INT(loam_voxel_world_create(&def, &none), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "voxel_m is 0.25; must be 1 or 0.5");
    def = world->def;
    def.near_m = 8;
    CHECK_INT(loam_voxel_world_create(&def, &none), LOAM_BAD_ARGUMENT);
    def = world->def;
    def.memory_bytes = 1000;
    CHECK_INT(loam_voxel_world_create(&def, &none), LOAM_BAD_ARGUMENT);
    def = world->def;
    def.volume = NULL;
    CHECK_INT(loam_voxel_world_create(&def, &none), LOAM_BAD_ARGUMENT);
    fixture_open(world);
    world->viewer.at.x = LOAM_VOXEL_MAX_PLACE + 1;
    CHECK_INT(loam_voxel_world_update(world->world, &world->viewer, 1, 0, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "viewer 0");
    uint8_t byte;
    CHECK_INT(loam_voxel_world_read(world->world, &(loam_volume_box){0, 0, 0, 0, 0, 1, 1},
                                    &(loam_volume_voxels){.materials = &byte}),
              LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_voxel_world_read(world->world, &(loam_volume_box){2, 0, 0, 0, 1, 1, 1},
                                    &(loam_volume_voxels){.materials = &byte}),
              LOAM_BAD_ARGUMENT);
    fixture_close(world);
}

int main(void)
{
    RUN(test_threads_and_budgets_change_nothing);
    RUN_SERIAL(test_what_is_shown_covers_the_view_once);
    RUN_SERIAL(test_walking_leaves_no_hole);
    RUN_UNSANITIZED(test_two_viewers_both_see);
    RUN_SERIAL(test_what_is_read_is_what_the_volume_has);
    RUN_SERIAL(test_meshes_are_those_of_the_volume);
    RUN_UNSANITIZED(test_chunks_of_a_level_are_one_surface);
    RUN_UNSANITIZED(test_skirts_close_the_rim);
    RUN_SERIAL(test_skirts_of_blocks_stay_near_the_surface);
    RUN_SERIAL(test_memory_stays_within_its_budget);
    RUN_SERIAL(test_an_update_without_time_does_one_small_step);
    RUN_SERIAL(test_what_is_out_of_range_is_refused);
    return CHECK_DONE();
}
