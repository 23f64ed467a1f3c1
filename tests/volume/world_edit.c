// SPDX-License-Identifier: MIT
// Edits of a world of voxels: what each kind does, undo, water that comes, what is kept, and that neither order of
// growing, threads nor budgets change what edits make.
#include "volume/world/world.h"
#include "world_fixture.h"

static fixture *open_here(void)
{
    fixture *const world = fixture_make();
    fixture_open(world);
    fixture_settle(world, 100000);
    return world;
}

static void update(fixture *world)
{
    CHECK_OK(loam_voxel_world_update(world->world, &world->viewer, 1, 100000, NULL));
}

static void edit(fixture *world, loam_voxel_edit edit)
{
    const int32_t reports = world->reports;
    uint64_t number = 0;
    CHECK_OK(loam_voxel_world_edit(world->world, &edit, &number));
    update(world);
    CHECK_INT(world->reports, reports + 1);
    CHECK_U64(world->report.number, number);
}

static uint8_t material_at(fixture *world, loam_voxel_pos at, int8_t *density)
{
    uint8_t material = 255;
    CHECK_OK(loam_voxel_world_at(world->world, at, &material, density));
    return material;
}

/// A column whose ground is dry and nearly level for some metres around.
static loam_voxel_pos find_dry(fixture *world)
{
    for (int64_t x = -40; x <= 40; x += 4)
    {
        for (int64_t z = -40; z <= 40; z += 4)
        {
            const int64_t y = fixture_ground(world, x, z);
            if (y > 2 && llabs(fixture_ground(world, x + 4, z) - y) <= 1 &&
                llabs(fixture_ground(world, x, z + 4) - y) <= 1)
            {
                return (loam_voxel_pos){x, y, z};
            }
        }
    }
    CHECK(false);
    return (loam_voxel_pos){0, 0, 0};
}

static const loam_volume_box all = {0, -48, -48, -48, 96, 96, 96};

// ---- kinds --------------------------------------------------------------------------------------

static void test_a_voxel_is_set_and_dug(void)
{
    fixture *const world = open_here();
    const loam_voxel_pos ground = find_dry(world), above = {ground.x, ground.y + 3, ground.z};
    int8_t density;
    edit(world, (loam_voxel_edit){
                    .kind = LOAM_VOXEL_EDIT_VOXEL, .from = above, .material = LOAM_VOXEL_GOLD});
    CHECK_INT(material_at(world, above, &density), LOAM_VOXEL_GOLD);
    CHECK_INT(density, 8);
    CHECK_INT(world->report.built[LOAM_VOXEL_GOLD], 1);
    CHECK_INT(world->report.flooded, 0);
    CHECK(world->changed > 0);
    const uint8_t was = material_at(world, ground, NULL);
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL, .from = ground});
    CHECK_INT(material_at(world, ground, &density), LOAM_VOXEL_AIR);
    CHECK(density <= 0);
    CHECK_INT(world->report.dug[was], 1);
    fixture_close(world);
}

// Every voxel of a box against what the shape says, written another way; only near it do densities change.
static void test_shapes_change_what_lies_in_them(void)
{
    enum
    {
        SIDE = 40,
        COUNT = SIDE * SIDE * SIDE,
    };
    static uint8_t before[COUNT], after[COUNT];
    static int8_t before_density[COUNT], after_density[COUNT];
    fixture *const world = open_here();
    const loam_voxel_pos at = find_dry(world);
    const loam_volume_box box = {0, at.x - 20, at.y - 20, at.z - 20, SIDE, SIDE, SIDE};
    const loam_voxel_edit edits[] = {
        {.kind = LOAM_VOXEL_EDIT_SPHERE, .from = at, .radius_m = 4.5f},
        {.kind = LOAM_VOXEL_EDIT_BOX,
         .from = {at.x - 3, at.y + 1, at.z - 9},
         .to = {at.x + 5, at.y + 4, at.z - 2},
         .material = LOAM_VOXEL_BASALT},
        {.kind = LOAM_VOXEL_EDIT_LINE,
         .from = {at.x - 8, at.y - 6, at.z},
         .to = {at.x + 8, at.y + 2, at.z + 3},
         .radius_m = 2.0f},
    };
    for (int32_t e = 0; e < 3; e++)
    {
        CHECK_OK(loam_voxel_world_read(world->world, &box,
                                       &(loam_volume_voxels){before, before_density, false}));
        edit(world, edits[e]);
        CHECK_OK(loam_voxel_world_read(world->world, &box,
                                       &(loam_volume_voxels){after, after_density, false}));
        int32_t inside = 0, wrong = 0;
        for (int32_t i = 0; i < COUNT; i++)
        {
            const double x = (double)(box.x + i % SIDE), y = (double)(box.y + i / SIDE % SIDE),
                         z = (double)(box.z + i / SIDE / SIDE);
            const loam_voxel_edit *const it = &edits[e];
            double far = 0;
            if (it->kind == LOAM_VOXEL_EDIT_BOX)
            {
                const bool in = x >= (double)it->from.x && x <= (double)it->to.x &&
                                y >= (double)it->from.y && y <= (double)it->to.y &&
                                z >= (double)it->from.z && z <= (double)it->to.z;
                far = in ? -0.5 : 9;
                const bool beside = x >= (double)it->from.x - 2 && x <= (double)it->to.x + 2 &&
                                    y >= (double)it->from.y - 2 && y <= (double)it->to.y + 2 &&
                                    z >= (double)it->from.z - 2 && z <= (double)it->to.z + 2;
                far = !in && beside ? 1 : far;
            }
            else
            {
                // The nearest of many points along the line.
                double least = 1e9;
                for (int32_t t = 0; t <= 400; t++)
                {
                    const bool line = it->kind == LOAM_VOXEL_EDIT_LINE;
                    const double u = line ? t / 400.0 : 0;
                    const double dx = x - (double)it->from.x -
                                      u * (line ? (double)(it->to.x - it->from.x) : 0),
                                 dy = y - (double)it->from.y -
                                      u * (line ? (double)(it->to.y - it->from.y) : 0),
                                 dz = z - (double)it->from.z -
                                      u * (line ? (double)(it->to.z - it->from.z) : 0);
                    const double d = sqrt(dx * dx + dy * dy + dz * dz);
                    least = d < least ? d : least;
                    t += line ? 0 : 400;
                }
                far = least - (double)it->radius_m;
                far = fabs(far) < 1e-3 ? 0.5 : far; // on its rim either is right
            }
            if (far < 0)
            {
                wrong += after[i] != it->material;
                inside++;
            }
            else
            {
                wrong += far > 0.01 && far != 0.5 && after[i] != before[i];
                wrong += far > 2 && after_density[i] != before_density[i];
            }
            wrong += loam_voxel_is_solid(after[i]) != (after_density[i] > 0);
        }
        CHECK_INT(wrong, 0);
        CHECK(inside > 100);
    }
    fixture_close(world);
}

static void test_dig_and_heap_move_the_surface(void)
{
    fixture *const world = open_here();
    const loam_voxel_pos at = find_dry(world);
    loam_voxel_edit brush = {.kind = LOAM_VOXEL_EDIT_HEAP,
                             .from = at,
                             .radius_m = 5.0f,
                             .amount = 2.0f,
                             .material = LOAM_VOXEL_CLAY};
    edit(world, brush);
    CHECK_RANGE(fixture_ground(world, at.x, at.z), at.y + 1, at.y + 2);
    CHECK(world->report.built[LOAM_VOXEL_CLAY] > 10);
    const int64_t high = fixture_ground(world, at.x, at.z);
    brush.kind = LOAM_VOXEL_EDIT_DIG;
    edit(world, brush);
    edit(world, brush);
    CHECK(fixture_ground(world, at.x, at.z) < high - 1);
    CHECK(world->report.changed > 10);
    fixture_close(world);
}

static void test_paint_leaves_the_form(void)
{
    fixture *const world = open_here();
    const loam_voxel_pos at = find_dry(world);
    int8_t before, after;
    material_at(world, at, &before);
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_PAINT,
                                  .from = at,
                                  .radius_m = 3.0f,
                                  .material = LOAM_VOXEL_SNOW});
    CHECK_INT(material_at(world, at, &after), LOAM_VOXEL_SNOW);
    CHECK_INT(after, before);
    CHECK_INT(material_at(world, (loam_voxel_pos){at.x, at.y + 3, at.z}, NULL), LOAM_VOXEL_AIR);
    CHECK_INT(world->report.built[LOAM_VOXEL_SNOW] + world->report.dug[LOAM_VOXEL_SNOW], 0);
    CHECK(world->report.changed > 20);
    fixture_close(world);
}

static void test_bad_edits_are_refused(void)
{
    fixture *const world = fixture_make();
    fixture_open(world);
    loam_voxel_edit bad = loam_default_voxel_edit();
    bad.radius_m = NAN;
    CHECK_INT(loam_voxel_world_edit(world->world, &bad, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be 0.5 to 32");
    bad = loam_default_voxel_edit();
    bad.material = LOAM_VOXEL_MATERIAL_COUNT;
    CHECK_INT(loam_voxel_world_edit(world->world, &bad, NULL), LOAM_BAD_ARGUMENT);
    bad.kind = LOAM_VOXEL_EDIT_HEAP;
    bad.material = LOAM_VOXEL_WATER;
    CHECK_INT(loam_voxel_world_edit(world->world, &bad, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "water");
    bad = loam_default_voxel_edit();
    bad.kind = LOAM_VOXEL_EDIT_BOX;
    bad.to.z = 64;
    CHECK_INT(loam_voxel_world_edit(world->world, &bad, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "65 voxels long");
    bad = loam_default_voxel_edit();
    bad.from.y = LOAM_VOLUME_TOP;
    CHECK_INT(loam_voxel_world_edit(world->world, &bad, NULL), LOAM_BAD_ARGUMENT);
    bad = loam_default_voxel_edit();
    bad.kind = LOAM_VOXEL_EDIT_DIG;
    bad.amount = 0;
    CHECK_INT(loam_voxel_world_edit(world->world, &bad, NULL), LOAM_BAD_ARGUMENT);
    bad.kind = LOAM_VOXEL_EDIT_KIND_COUNT;
    CHECK_INT(loam_voxel_world_edit(world->world, &bad, NULL), LOAM_BAD_ARGUMENT);
    update(world);
    CHECK_INT(world->reports, 0);
    fixture_close(world);
}

// ---- undo ---------------------------------------------------------------------------------------

static void test_undo_and_redo_go_back_and_forth(void)
{
    fixture *const world = open_here();
    const loam_voxel_pos at = find_dry(world);
    uint64_t hashes[4];
    for (int32_t i = 0; i < 4; i++)
    {
        hashes[i] = loam_voxel_world_hash(world->world, &all);
        loam_voxel_edit brush = loam_default_voxel_edit();
        brush.kind = i % 2 == 0 ? LOAM_VOXEL_EDIT_DIG : LOAM_VOXEL_EDIT_SPHERE;
        brush.radius_m = 3.0f + (float)i;
        brush.from = (loam_voxel_pos){at.x + 2 * i, at.y, at.z - i};
        edit(world, brush);
    }
    const uint64_t last = loam_voxel_world_hash(world->world, &all);
    CHECK_INT(loam_voxel_world_count(world->world).undo, 4);
    for (int32_t i = 3; i >= 0; i--)
    {
        CHECK_OK(loam_voxel_world_undo(world->world));
        update(world);
        CHECK_U64(loam_voxel_world_hash(world->world, &all), hashes[i]);
        CHECK_INT(world->report.what, -1);
    }
    CHECK_OK(loam_voxel_world_undo(world->world)); // of nothing
    for (int32_t i = 0; i < 4; i++)
    {
        CHECK_OK(loam_voxel_world_redo(world->world));
    }
    update(world);
    CHECK_U64(loam_voxel_world_hash(world->world, &all), last);
    CHECK_INT(loam_voxel_world_count(world->world).redo, 0);
    // A new edit ends what could be done again.
    CHECK_OK(loam_voxel_world_undo(world->world));
    update(world);
    CHECK_INT(loam_voxel_world_count(world->world).redo, 1);
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL,
                                  .from = {at.x, at.y + 9, at.z},
                                  .material = LOAM_VOXEL_GOLD});
    CHECK_INT(loam_voxel_world_count(world->world).redo, 0);
    fixture_close(world);
}

static void test_undo_forgets_the_oldest(void)
{
    fixture *const world = fixture_make();
    world->def.undo_bytes = 20000;
    fixture_open(world);
    fixture_settle(world, 100000);
    const loam_voxel_pos at = find_dry(world);
    for (int32_t i = 0; i < 12; i++)
    {
        loam_voxel_edit brush = loam_default_voxel_edit();
        brush.from = (loam_voxel_pos){at.x + 3 * i, at.y - 2, at.z};
        edit(world, brush);
        CHECK(loam_voxel_world_count(world->world).undo_bytes <= world->def.undo_bytes);
    }
    CHECK_RANGE(loam_voxel_world_count(world->world).undo, 1, 11);
    fixture_close(world);
}

// ---- levels -------------------------------------------------------------------------------------

static void test_coarser_levels_show_every_second_voxel(void)
{
    fixture *const world = fixture_make();
    fixture_open(world);
    // Level 1 begins behind 64 m; edits go where no chunk of level 0 is.
    fixture_settle(world, 100000);
    const loam_voxel_pos at = {-100, 8, 12};
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_BOX,
                                  .from = {at.x - 6, at.y - 5, at.z - 6},
                                  .to = {at.x + 7, at.y + 9, at.z + 9},
                                  .material = LOAM_VOXEL_BASALT});
    CHECK(world->changed > 0);
    int32_t basalt = 0, wrong = 0;
    for (int32_t pass = 0; pass < 2; pass++)
    {
        for (int64_t i = 0; i < 16 * 16 * 16; i++)
        {
            const loam_volume_box one = {1, -60 + i % 16, -4 + i / 16 % 16, i / 256, 1, 1, 1};
            uint8_t material = 0;
            int8_t density = 0;
            CHECK_OK(loam_voxel_world_read(world->world, &one,
                                           &(loam_volume_voxels){&material, &density, false}));
            const loam_voxel_pos place = {2 * one.x, 2 * one.y, 2 * one.z};
            const bool in = place.x >= at.x - 6 && place.x <= at.x + 7 && place.y >= at.y - 5 &&
                            place.y <= at.y + 9 && place.z >= at.z - 6 && place.z <= at.z + 9;
            basalt += in;
            wrong += in && (material != LOAM_VOXEL_BASALT || density <= 0);
            wrong += !in && material == LOAM_VOXEL_BASALT;
        }
        // The same after all was forgotten and grew again.
        world->viewer.at.x = 100000;
        update(world);
        world->viewer.at.x = 0;
        fixture_settle(world, 100000);
    }
    CHECK_INT(wrong, 0);
    CHECK(basalt > 300);
    fixture_close(world);
}

// ---- water --------------------------------------------------------------------------------------

/// A dry column of the shore: water lies within a few voxels to the west.
static bool find_shore(fixture *world, loam_voxel_pos *out)
{
    for (int64_t z = -40; z <= 40; z++)
    {
        for (int64_t x = -40; x < 36; x++)
        {
            uint8_t here, beside;
            here = material_at(world, (loam_voxel_pos){x, -5, z}, NULL);
            beside = material_at(world, (loam_voxel_pos){x + 1, -5, z}, NULL);
            if (here == LOAM_VOXEL_WATER && loam_voxel_is_solid(beside) &&
                fixture_ground(world, x + 6, z) > -4)
            {
                *out = (loam_voxel_pos){x + 1, -5, z};
                return true;
            }
        }
    }
    return false;
}

static void test_what_is_dug_beside_water_fills(void)
{
    fixture *const world = open_here();
    loam_voxel_pos shore = {0, 0, 0};
    CHECK(find_shore(world, &shore));
    const uint64_t before = loam_voxel_world_hash(world->world, &all);
    // A pit beside the water that reaches deeper and higher than its level, which is -5: the last voxel below -4.
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_BOX,
                                  .from = {shore.x, -9, shore.z},
                                  .to = {shore.x + 4, -2, shore.z}});
    int32_t wet = 0, wrong = 0;
    for (int64_t x = shore.x; x <= shore.x + 4; x++)
    {
        for (int64_t y = -9; y <= -2; y++)
        {
            const uint8_t is = material_at(world, (loam_voxel_pos){x, y, shore.z}, NULL);
            wrong += is != (y <= -5 ? LOAM_VOXEL_WATER : LOAM_VOXEL_AIR);
            wet += is == LOAM_VOXEL_WATER;
        }
    }
    CHECK_INT(wrong, 0);
    CHECK(wet >= 25);
    CHECK_RANGE(world->report.flooded, 1, wet);
    CHECK_OK(loam_voxel_world_undo(world->world));
    update(world);
    CHECK_U64(loam_voxel_world_hash(world->world, &all), before);
    fixture_close(world);
}

static void test_a_dry_pit_stays_dry(void)
{
    fixture *const world = open_here();
    const loam_voxel_pos at = find_dry(world);
    edit(world,
         (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_BOX, .from = {at.x, at.y - 2, at.z}, .to = at});
    CHECK_INT(world->report.flooded, 0);
    CHECK_INT(material_at(world, at, NULL), LOAM_VOXEL_AIR);
    fixture_close(world);
}

// ---- keeping ------------------------------------------------------------------------------------

static void dig_some(fixture *world, loam_voxel_pos at)
{
    for (int32_t i = 0; i < 3; i++)
    {
        loam_voxel_edit brush = loam_default_voxel_edit();
        brush.from = (loam_voxel_pos){at.x + 4 * i, at.y - i, at.z};
        edit(world, brush);
    }
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL,
                                  .from = {at.x, at.y + 5, at.z},
                                  .material = LOAM_VOXEL_LAMP});
}

static void test_what_is_kept_comes_back(void)
{
    static kept store;
    for (int32_t listed = 0; listed < 2; listed++)
    {
        fixture *world = fixture_make();
        world->def.store = kept_keeper(&store);
        fixture_open(world);
        fixture_settle(world, 100000);
        const loam_voxel_pos at = find_dry(world);
        dig_some(world, at);
        const uint64_t hash = loam_voxel_world_hash(world->world, &all);
        CHECK(loam_voxel_world_count(world->world).unsaved > 0);
        store.save_fails = true;
        CHECK_INT(loam_voxel_world_save(world->world), LOAM_IO);
        CHECK_CONTAINS(loam_last_error(), "the disk is full");
        store.save_fails = false;
        CHECK_OK(loam_voxel_world_save(world->world));
        CHECK_INT(loam_voxel_world_count(world->world).unsaved, 0);
        CHECK_INT(loam_voxel_world_count(world->world).edited, store.count);
        fixture_close(world);
        world = fixture_make();
        world->def.store = kept_keeper(&store);
        world->def.store.list = listed != 0 ? kept_list : NULL;
        fixture_open(world);
        fixture_settle(world, 100000);
        CHECK_U64(loam_voxel_world_hash(world->world, &all), hash);
        CHECK_INT(loam_voxel_world_count(world->world).loaded, store.count);
        CHECK_INT(world->failures, 0);
        fixture_close(world);
        kept_free(&store);
    }
}

static fixture *open_kept(kept *store, float voxel_m)
{
    fixture *const world = fixture_make();
    world->def.store = kept_keeper(store);
    world->def.voxel_m = voxel_m;
    fixture_open(world);
    fixture_settle(world, 100000);
    return world;
}

// Half metres are dug and kept as whole ones are, and light stands on their ground; a world of whole metres refuses them.
static void test_half_metres_are_kept_and_never_mixed(void)
{
    static kept store;
    fixture *world = open_kept(&store, 0.5f);
    const loam_voxel_pos at = find_dry(world);
    loam_voxel_light above, below;
    CHECK_OK(loam_voxel_world_light(world->world, (loam_voxel_pos){at.x, at.y + 2, at.z}, &above));
    CHECK_OK(loam_voxel_world_light(world->world, (loam_voxel_pos){at.x, at.y - 9, at.z}, &below));
    CHECK_INT(above.sky, LOAM_VOXEL_LIGHT_MAX);
    CHECK_INT(below.sky, 0);
    dig_some(world, at);
    const uint64_t hash = loam_voxel_world_hash(world->world, &all);
    CHECK_OK(loam_voxel_world_save(world->world));
    fixture_close(world);
    loam_voxel_kept says;
    CHECK(store.count > 0);
    CHECK_OK(loam_voxel_chunk_describe(store.chunks[0].bytes, store.chunks[0].size, &says));
    CHECK(says.voxel_m == 0.5f);
    world = open_kept(&store, 0.5f);
    CHECK_U64(loam_voxel_world_hash(world->world, &all), hash);
    CHECK_INT(world->failures, 0);
    fixture_close(world);
    world = open_kept(&store, 1.0f);
    CHECK(world->failures > 0);
    CHECK_CONTAINS(world->message, "a kept chunk has voxels of 0.5 m; must be 1");
    fixture_close(world);
    kept_free(&store);
}

static void test_what_cannot_be_read_is_not_overwritten(void)
{
    static kept store;
    fixture *world = fixture_make();
    world->def.store = kept_keeper(&store);
    fixture_open(world);
    fixture_settle(world, 100000);
    const loam_voxel_pos at = find_dry(world);
    dig_some(world, at);
    CHECK_OK(loam_voxel_world_save(world->world));
    fixture_close(world);
    world = fixture_make();
    world->def.store = kept_keeper(&store);
    fixture_open(world);
    store.load_fails = true;
    fixture_settle(world, 100000);
    CHECK(world->failures > 0);
    CHECK_CONTAINS(world->message, "the disk does not answer");
    const int32_t saves = store.saves;
    edit(world,
         (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL, .from = at, .material = LOAM_VOXEL_GOLD});
    CHECK_INT(world->report.changed, 0);
    CHECK_CONTAINS(world->message, "cannot be read: it is not edited");
    CHECK_OK(loam_voxel_world_save(world->world));
    CHECK_INT(store.saves, saves);
    fixture_close(world);
    kept_free(&store);
    store.load_fails = false;
}

// Memory that is there again a moment later does not make what is kept be edited as if it had just grown.
static void test_what_had_no_memory_is_not_overwritten(void)
{
    static kept store;
    for (int32_t listed = 0; listed < 2; listed++)
    {
        fixture *world = fixture_make();
        world->def.store = kept_keeper(&store);
        fixture_open(world);
        fixture_settle(world, 100000);
        const loam_voxel_pos at = find_dry(world);
        dig_some(world, at);
        CHECK_OK(loam_voxel_world_save(world->world));
        fixture_close(world);
        world = fixture_make();
        world->def.store = kept_keeper(&store);
        world->def.store.list = listed != 0 ? kept_list : NULL;
        world->def.env.memory = (loam_allocator){fixture_alloc, fixture_free, world};
        fixture_open(world);
        world->refused_size = 2 * VOXEL_COUNT;
        const loam_voxel_edit gold = {
            .kind = LOAM_VOXEL_EDIT_VOXEL, .from = at, .material = LOAM_VOXEL_GOLD};
        edit(world, gold);
        CHECK_INT(world->refused_size, 0);
        CHECK_INT(world->report.changed, 0);
        CHECK_CONTAINS(world->message, "is not edited");
        const int32_t saves = store.saves;
        CHECK_OK(loam_voxel_world_save(world->world));
        CHECK_INT(store.saves, saves);
        edit(world, gold);
        CHECK(world->report.changed > 0);
        fixture_close(world);
        kept_free(&store);
    }
}

/// Opens a world over bytes that the first kept chunk has been replaced with. Whether they were taken.
static bool takes(kept *store, const uint8_t *bytes, size_t size, uint64_t plain, char *message)
{
    free(store->chunks[0].bytes);
    store->chunks[0].bytes = malloc(size + 1);
    memcpy(store->chunks[0].bytes, bytes, size);
    store->chunks[0].size = size;
    store->count = 1;
    fixture *const world = fixture_make();
    world->def.near_m = 32;
    world->def.levels = 1;
    world->def.store = kept_keeper(store);
    const loam_voxel_pos chunk = store->chunks[0].at;
    world->viewer.at = (loam_voxel_pos){32 * chunk.x + 16, 32 * chunk.y + 16, 32 * chunk.z + 16};
    fixture_open(world);
    fixture_settle(world, 100000);
    const loam_volume_box box = {0, 32 * chunk.x, 32 * chunk.y, 32 * chunk.z, 32, 32, 32};
    const bool taken = world->failures == 0;
    CHECK_INT(loam_voxel_world_count(world->world).refused, !taken);
    CHECK(taken || loam_voxel_world_hash(world->world, &box) == plain);
    snprintf(message, 512, "%s", world->message);
    fixture_close(world);
    return taken;
}

static void test_damaged_and_foreign_bytes_are_refused(void)
{
    static kept store;
    static uint8_t bytes[LOAM_VOXEL_CHUNK_MAX_BYTES], damaged[LOAM_VOXEL_CHUNK_MAX_BYTES];
    char message[512];
    fixture *const world = open_here();
    world->def.store = kept_keeper(&store);
    loam_voxel_world_destroy(world->world);
    fixture_open(world);
    fixture_settle(world, 100000);
    const loam_voxel_pos at = find_dry(world);
    const loam_voxel_chunk_pos chunk = loam_voxel_chunk_of(at);
    const loam_volume_box box = {0, 32 * chunk.x, 32 * chunk.y, 32 * chunk.z, 32, 32, 32};
    const uint64_t plain = loam_voxel_world_hash(world->world, &box);
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL,
                                  .from = {32 * chunk.x + 16, 32 * chunk.y + 16, 32 * chunk.z + 16},
                                  .material = LOAM_VOXEL_GOLD});
    CHECK_OK(loam_voxel_world_save(world->world));
    fixture_close(world);
    CHECK_INT(store.count, 1);
    const size_t size = store.chunks[0].size;
    memcpy(bytes, store.chunks[0].bytes, size);
    CHECK(takes(&store, bytes, size, plain, message));
    loam_voxel_kept told;
    CHECK_OK(loam_voxel_chunk_describe(bytes, size, &told));
    CHECK_INT(told.land_version, LOAM_LAND_VERSION);
    CHECK_INT(told.chunk.x, chunk.x);
    for (int32_t i = 0; i < check_cases(8, 2); i++)
    {
        const size_t cut = (size_t)loam_random_below(7, (uint64_t)i, (uint32_t)size - 1) + 1;
        CHECK(!takes(&store, bytes, cut, plain, message));
        memcpy(damaged, bytes, size);
        damaged[cut] ^= (uint8_t)(1 + loam_random_below(8, (uint64_t)i, 255));
        CHECK(!takes(&store, damaged, size, plain, message));
    }
    // Bytes whose checksum is right, and what they say is not.
    const struct
    {
        size_t at;
        const char *what;
    } lies[] = {{0, "no chunk"},        {4, "format"}, {8, "land version"},
                {12, "volume version"}, {16, "seed"},  {24, "says that it is"},
                {60, "damaged"}};
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++)
    {
        memcpy(damaged, bytes, size);
        damaged[lies[i].at] ^= 0x45;
        const uint64_t hash = loam_hash_bytes(damaged, size - 8, 0x58564f4c);
        for (int32_t k = 0; k < 8; k++)
        {
            damaged[size - 8 + (size_t)k] = (uint8_t)(hash >> 8 * k);
        }
        CHECK(!takes(&store, damaged, size, plain, message));
        CHECK_CONTAINS(message, lies[i].what);
    }
    kept_free(&store);
}

// Whatever follows the head, with a checksum that fits: it is refused, or sound voxels.
static void test_no_bytes_overrun(void)
{
    static uint8_t bytes[LOAM_VOXEL_CHUNK_MAX_BYTES], voxels[2 * VOXEL_COUNT];
    static loam_voxel_world plain;
    fixture *const world = fixture_make();
    voxel_edited edited = {.at = {0, 1, 2, 3}, .voxels = voxels};
    int32_t taken = 0, refused = 0;
    plain.def = world->def;
    for (uint64_t i = 0; i < 3000; i++)
    {
        memset(voxels, 0, VOXEL_COUNT);
        memset(voxels + VOXEL_COUNT, 0x82, VOXEL_COUNT);
        const size_t whole = loam_voxel_pack(&plain, &edited, bytes);
        const size_t size = i % 3 == 0 ? whole
                                       : whole - loam_random_below(5, i, (uint32_t)whole - 56);
        for (uint64_t k = 0; k < 1 + i % 5; k++)
        {
            bytes[48 + loam_random_below(6 + k, i, (uint32_t)size - 55)] = (uint8_t)
                loam_random_below(20 + k, i, i % 2 == 0 ? 256 : 3);
        }
        const uint64_t hash = loam_hash_bytes(bytes, size - 8, 0x58564f4c);
        for (int32_t k = 0; k < 8; k++)
        {
            bytes[size - 8 + (size_t)k] = (uint8_t)(hash >> 8 * k);
        }
        const bool good = loam_voxel_unpack(&plain, edited.at, bytes, size, voxels) == LOAM_OK;
        taken += good;
        refused += !good;
        for (size_t v = 0; v < VOXEL_COUNT && good; v += 97)
        {
            CHECK(loam_voxel_is_solid(voxels[v]) == ((int8_t)voxels[VOXEL_COUNT + v] > 0));
        }
    }
    CHECK(taken > 5 && refused > 1000);
    fixture_close(world);
}

// Without a store what was edited stays, packed, however far one goes.
static void test_edits_stay_in_memory_without_a_keeper(void)
{
    fixture *const world = fixture_make();
    world->def.memory_bytes = (size_t)8 << 20; // a quarter of it for edits
    world->def.near_m = 32;
    world->def.levels = 1;
    world->viewer.near_m = 32;
    fixture_open(world);
    // Chunks in a row, more than fit.
    for (int64_t i = 0; i < 60; i++)
    {
        edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL,
                                      .from = {1000 + 64 * i, 100, 16},
                                      .material = LOAM_VOXEL_GOLD});
    }
    const loam_voxel_world_counters counters = loam_voxel_world_count(world->world);
    CHECK(counters.edited >= 60);
    CHECK(counters.edited_bytes < (size_t)3 << 20);
    for (int64_t i = 0; i < 60; i += 20)
    {
        world->viewer.at = (loam_voxel_pos){1000 + 64 * i, 100, 16};
        fixture_settle(world, 100000);
        CHECK_INT(material_at(world, world->viewer.at, NULL), LOAM_VOXEL_GOLD);
    }
    fixture_close(world);
}

// ---- order and threads --------------------------------------------------------------------------

static void edit_range(void *context, int64_t begin, int64_t end)
{
    fixture *const world = context;
    for (int64_t i = begin; i < end; i++)
    {
        // Far enough from each other that their order does not matter.
        loam_voxel_edit brush = loam_default_voxel_edit();
        brush.from = (loam_voxel_pos){-30 + 12 * (i % 6), -2, -30 + 12 * (i / 6)};
        brush.kind = i % 2 == 0 ? LOAM_VOXEL_EDIT_SPHERE : LOAM_VOXEL_EDIT_DIG;
        CHECK_OK(loam_voxel_world_edit(world->world, &brush, NULL));
    }
}

static void test_when_and_where_from_edits_come_changes_nothing(void)
{
    loam_jobs *jobs = NULL;
    loam_jobs_def jobs_def = loam_default_jobs_def();
    uint64_t hashes[4];
    jobs_def.threads = 2;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    for (int32_t i = 0; i < 4; i++)
    {
        fixture *const world = fixture_make();
        world->hills->surface.water = LOAM_LAND_DRY;
        world->def.env.jobs = i >= 2 ? jobs : NULL;
        fixture_open(world);
        if (i == 1 || i == 3)
        {
            fixture_settle(world, 100000); // before the edits: otherwise chunks grow for them
        }
        loam_jobs_for(i == 3 ? jobs : NULL, 36, 5, edit_range, world);
        fixture_settle(world, i == 0 ? 100 : 100000);
        hashes[i] = loam_voxel_world_hash(world->world, &all);
        CHECK_INT(world->reports, 36);
        fixture_close(world);
    }
    CHECK(hashes[0] != 0);
    for (int32_t i = 1; i < 4; i++)
    {
        CHECK_U64(hashes[i], hashes[0]);
    }
    loam_jobs_destroy(jobs);
}

int main(void)
{
    RUN(test_when_and_where_from_edits_come_changes_nothing);
    RUN_UNSANITIZED(test_a_voxel_is_set_and_dug);
    RUN_UNSANITIZED(test_shapes_change_what_lies_in_them);
    RUN_UNSANITIZED(test_dig_and_heap_move_the_surface);
    RUN_UNSANITIZED(test_paint_leaves_the_form);
    RUN_SERIAL(test_bad_edits_are_refused);
    RUN_SERIAL(test_undo_and_redo_go_back_and_forth);
    RUN_UNSANITIZED(test_undo_forgets_the_oldest);
    RUN_SERIAL(test_coarser_levels_show_every_second_voxel);
    RUN_SERIAL(test_what_is_dug_beside_water_fills);
    RUN_UNSANITIZED(test_a_dry_pit_stays_dry);
    RUN_SERIAL(test_what_is_kept_comes_back);
    RUN_SERIAL(test_half_metres_are_kept_and_never_mixed);
    RUN_SERIAL(test_what_cannot_be_read_is_not_overwritten);
    RUN_SERIAL(test_what_had_no_memory_is_not_overwritten);
    RUN_SERIAL(test_damaged_and_foreign_bytes_are_refused);
    RUN_SERIAL(test_no_bytes_overrun);
    RUN_SERIAL(test_edits_stay_in_memory_without_a_keeper);
    return CHECK_DONE();
}
