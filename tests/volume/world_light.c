// SPDX-License-Identifier: MIT
// Light among voxels: open ground is bright, caves are dark, what is dug lets it in, lamps shine; and all of it against
// a flood that is written another way.
#include "world_fixture.h"

static void edit(fixture *world, loam_voxel_edit edit)
{
    CHECK_OK(loam_voxel_world_edit(world->world, &edit, NULL));
    CHECK_OK(loam_voxel_world_update(world->world, &world->viewer, 1, 100000, NULL));
}

static loam_voxel_light light_at(fixture *world, int64_t x, int64_t y, int64_t z)
{
    loam_voxel_light light = {99, 99};
    CHECK_OK(loam_voxel_world_light(world->world, (loam_voxel_pos){x, y, z}, &light));
    return light;
}

static fixture *open_here(void)
{
    fixture *const world = fixture_make();
    world->hills->surface.water = LOAM_LAND_DRY;
    fixture_open(world);
    fixture_settle(world, 100000);
    return world;
}

static void test_caves_are_dark_and_the_open_is_bright(void)
{
    fixture *const world = open_here();
    const int64_t y = fixture_ground(world, 3, 3);
    CHECK_INT(light_at(world, 3, y + 1, 3).sky, 15);
    CHECK_INT(light_at(world, 3, y, 3).sky, 0);
    CHECK_INT(light_at(world, 3, y + 40, 3).sky, 15);
    // A closed room, deep.
    edit(world, (loam_voxel_edit){
                    .kind = LOAM_VOXEL_EDIT_BOX, .from = {0, y - 25, 0}, .to = {6, y - 20, 6}});
    CHECK_INT(light_at(world, 3, y - 22, 3).sky, 0);
    CHECK_INT(light_at(world, 3, y - 22, 3).lamp, 0);
    // A lamp on its floor.
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL,
                                  .from = {3, y - 25, 3},
                                  .material = LOAM_VOXEL_LAMP});
    CHECK_INT(light_at(world, 3, y - 25, 3).lamp, 14);
    CHECK_INT(light_at(world, 3, y - 22, 3).lamp, 11);
    CHECK_INT(light_at(world, 5, y - 22, 2).lamp, 8);
    CHECK_INT(light_at(world, 9, y - 22, 3).lamp, 0); // in the rock
    // A shaft lets the sky in, without loss straight down and one less for each step aside.
    edit(world, (loam_voxel_edit){
                    .kind = LOAM_VOXEL_EDIT_BOX, .from = {3, y - 20, 3}, .to = {3, y + 2, 3}});
    CHECK_INT(light_at(world, 3, y - 24, 3).sky, 15);
    CHECK_INT(light_at(world, 5, y - 24, 3).sky, 13);
    CHECK_INT(light_at(world, 6, y - 24, 6).sky, 9);
    // A lid makes it dark again.
    CHECK_OK(loam_voxel_world_undo(world->world));
    CHECK_OK(loam_voxel_world_update(world->world, &world->viewer, 1, 100000, NULL));
    CHECK_INT(light_at(world, 5, y - 24, 3).sky, 0);
    fixture_close(world);
}

// The largest of what the sides have, less one, repeated until nothing changes.
static void test_light_is_that_of_a_slow_flood(void)
{
    enum
    {
        SIDE = 66,
        COUNT = SIDE * SIDE * SIDE,
    };
    static uint8_t materials[COUNT], light[LOAM_VOXEL_LIT * LOAM_VOXEL_LIT * LOAM_VOXEL_LIT];
    static uint8_t sky[COUNT], lamp[COUNT];
    fixture *const world = open_here();
    const loam_voxel_chunk_pos chunk = {0, 0, -1, 0};
    const loam_volume_box box = {0, -17, -49, -17, SIDE, SIDE, SIDE};
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_LINE,
                                  .from = {2, 6, 3},
                                  .to = {28, -28, 20},
                                  .radius_m = 3.0f});
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_LINE,
                                  .from = {28, -28, 20},
                                  .to = {-9, -26, 16},
                                  .radius_m = 2.0f});
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL,
                                  .from = {10, -27, 18},
                                  .material = LOAM_VOXEL_LAMP});
    CHECK_OK(
        loam_voxel_world_read(world->world, &box, &(loam_volume_voxels){.materials = materials}));
    memset(sky, 0, sizeof sky);
    memset(lamp, 0, sizeof lamp);
    for (int32_t i = 0; i < COUNT; i++)
    {
        // Hills are lower than 16: the window's top is above them all, or below in the open.
        bool open = !loam_voxel_is_solid(materials[i]);
        for (int32_t y = i / SIDE % SIDE + 1; y < SIDE && open; y++)
        {
            open = !loam_voxel_is_solid(materials[i + (y - i / SIDE % SIDE) * SIDE]);
        }
        sky[i] = open ? 15 : 0;
        lamp[i] = materials[i] == LOAM_VOXEL_LAMP ? 14 : 0;
    }
    const int32_t steps[6] = {-1, 1, -SIDE, SIDE, -SIDE * SIDE, SIDE * SIDE};
    for (bool changed = true; changed;)
    {
        changed = false;
        for (int32_t i = SIDE * SIDE; i < COUNT - SIDE * SIDE; i++)
        {
            const int32_t x = i % SIDE, y = i / SIDE % SIDE;
            for (int32_t k = 0; k < 6 && x > 0 && x < SIDE - 1 && y > 0 && y < SIDE - 1 &&
                                !loam_voxel_is_solid(materials[i]);
                 k++)
            {
                const uint8_t more = sky[i + steps[k]], shine = lamp[i + steps[k]];
                if (more > sky[i] + 1)
                {
                    sky[i] = more - 1;
                    changed = true;
                }
                if (shine > lamp[i] + 1)
                {
                    lamp[i] = shine - 1;
                    changed = true;
                }
            }
        }
    }
    CHECK_OK(loam_voxel_world_light_chunk(world->world, chunk, light));
    int32_t wrong = 0, between = 0, shining = 0;
    for (int32_t i = 0; i < LOAM_VOXEL_LIT * LOAM_VOXEL_LIT * LOAM_VOXEL_LIT; i++)
    {
        const int32_t x = i % LOAM_VOXEL_LIT + 16, y = i / LOAM_VOXEL_LIT % LOAM_VOXEL_LIT + 16,
                      z = i / LOAM_VOXEL_LIT / LOAM_VOXEL_LIT + 16;
        const int32_t at = (z * SIDE + y) * SIDE + x;
        wrong += light[i] >> 4 != sky[at] || (light[i] & 15) != lamp[at];
        between += sky[at] > 0 && sky[at] < 15;
        shining += lamp[at] > 0;
    }
    CHECK_INT(wrong, 0);
    CHECK(between > 100 && shining > 100);
    fixture_close(world);
}

static void test_those_who_asked_are_told(void)
{
    fixture *const world = open_here();
    const int64_t y = fixture_ground(world, 3, 3);
    light_at(world, 3, y - 60, 3);
    world->changed = 0;
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_VOXEL,
                                  .from = {3, y + 4, 3},
                                  .material = LOAM_VOXEL_SNOW});
    CHECK(world->changed >= 2); // the chunk of the voxel, and the one below whose sky it may be
    fixture_close(world);
}

int main(void)
{
    RUN(test_caves_are_dark_and_the_open_is_bright);
    RUN(test_light_is_that_of_a_slow_flood);
    RUN(test_those_who_asked_are_told);
    return CHECK_DONE();
}
