// SPDX-License-Identifier: MIT
// Voxels of a volume: where they end, that boxes agree, that levels agree, what they are made of.
#include "volume/hills.h"

static const hills usual = {.level = 200.0f, .amplitude = 40.0f, .water = LOAM_LAND_DRY};
static const loam_density_function nothing[1] = {{0}};

enum
{
    SIDE = 48,
    COUNT = SIDE * SIDE * SIDE,
};

static uint8_t materials[64 * 64 * 64], others[64 * 64 * 64];
static int8_t density[64 * 64 * 64], other_density[64 * 64 * 64];

static void grow(hills_volume *from, loam_volume_box box, uint8_t *to, int8_t *values)
{
    CHECK_OK(loam_volume_fill(from->grower, &box, &(loam_volume_voxels){to, values, false}, NULL));
}

/// Heights of columns of a box.
static void heights_of(hills *surface, const loam_volume_box *box, float *out)
{
    static float spare[8][COUNT];
    static uint8_t bytes[2][COUNT];
    const loam_volume_columns columns = {.w = box->w,
                                         .d = box->d,
                                         .height = out,
                                         .water = spare[0],
                                         .base = spare[1],
                                         .temperature = spare[2],
                                         .humidity = spare[3],
                                         .soil = spare[4],
                                         .ruggedness = spare[5],
                                         .bank = spare[6],
                                         .slope = spare[7],
                                         .ice = bytes[0],
                                         .biome = bytes[1]};
    const int64_t step = (int64_t)1 << box->level;
    CHECK_OK(hills_fill(
        surface, (loam_land_area){box->x * step, box->z * step, step, box->w, box->d}, &columns));
}

// Without functions a voxel is solid exactly if its middle lies below the surface.
static void test_ground_ends_at_the_surface(void)
{
    hills_volume *const with = hills_open(usual, nothing, 0, false);
    for (int32_t level = 0; level < 4; level++)
    {
        const int64_t middle = 200 >> level;
        const loam_volume_box box = {level, -7, middle - SIDE / 2, 1000003, SIDE, SIDE, SIDE};
        static float heights[SIDE * SIDE];
        int32_t wrong = 0, solid = 0;
        grow(with, box, materials, density);
        heights_of(&with->surface, &box, heights);
        for (int32_t i = 0; i < COUNT; i++)
        {
            const int32_t y = i / SIDE % SIDE, column = i / (SIDE * SIDE) * SIDE + i % SIDE;
            const bool below = (float)(box.y + y) * loam_volume_voxel_m(level) < heights[column];
            wrong += below != (density[i] > 0) || below != loam_voxel_is_solid(materials[i]);
            solid += below;
        }
        CHECK_INT(wrong, 0);
        CHECK_RANGE(solid, COUNT / 8, COUNT * 7 / 8);
    }
    hills_close(with);
}

// Half metres lie on straight lines between whole ones.
static void test_half_metres_lie_between(void)
{
    hills_volume *const with = hills_open(usual, nothing, 0, false);
    const loam_volume_box box = {-1, 10, 390, -20, SIDE, SIDE, SIDE},
                          whole = {0, 5, 195, -10, SIDE, SIDE, SIDE};
    static float heights[SIDE * SIDE];
    heights_of(&with->surface, &whole, heights);
    grow(with, box, materials, density);
    int32_t wrong = 0;
    for (int32_t k = 0; k < SIDE; k++)
    {
        for (int32_t i = 0; i < SIDE; i++)
        {
            const float *const corner = &heights[k / 2 * SIDE + i / 2];
            const float height = 0.25f * (corner[0] + corner[i & 1] + corner[(k & 1) * SIDE] +
                                          corner[(k & 1) * SIDE + (i & 1)]);
            for (int32_t j = 0; j < SIDE; j++)
            {
                const float over = 0.5f * (float)(box.y + j) - height;
                const bool solid = density[(k * SIDE + j) * SIDE + i] > 0;
                wrong += (over < -0.001f && !solid) || (over > 0.001f && solid);
            }
        }
    }
    CHECK_INT(wrong, 0);
    hills_close(with);
}

// A voxel is the same in every box, also in ones of half its size, and far away.
static void check_boxes_agree(hills_volume *with, loam_volume_box box)
{
    grow(with, box, materials, density);
    const int32_t half = SIDE / 2;
    int32_t wrong = 0, mixed = 0;
    for (int32_t part = 7; part >= 0; part--)
    {
        const int32_t x = part % 2 * half, y = part / 2 % 2 * half, z = part / 4 * half;
        const loam_volume_box piece = {box.level, box.x + x, box.y + y, box.z + z,
                                       half,      half,      half};
        grow(with, piece, others, other_density);
        for (int32_t i = 0; i < half * half * half; i++)
        {
            const int32_t at = ((z + i / (half * half)) * SIDE + y + i / half % half) * SIDE + x +
                               i % half;
            wrong += others[i] != materials[at] || other_density[i] != density[at];
            mixed += density[at] > 0;
        }
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(mixed, 1, COUNT - 1);
}

static void test_boxes_agree(void)
{
    loam_density_function functions[LOAM_DENSITY_COUNT];
    hills_functions(functions);
    hills_volume *const with = hills_open(usual, functions, LOAM_DENSITY_COUNT, false);
    check_boxes_agree(with, (loam_volume_box){0, -21, 165, 33, SIDE, SIDE, SIDE});
    check_boxes_agree(with, (loam_volume_box){0, 1001, 185, -2003, SIDE, SIDE, SIDE});
    // Corners of cells of ores and of features meet in its middle.
    check_boxes_agree(with, (loam_volume_box){0, -24, 136, 8, SIDE, SIDE, SIDE});
    check_boxes_agree(with, (loam_volume_box){1, 77, 75, 5, SIDE, SIDE, SIDE});
    check_boxes_agree(with, (loam_volume_box){3, -5, 10, 6, SIDE, SIDE, SIDE});
    check_boxes_agree(with, (loam_volume_box){0, ((int64_t)1 << 40) + 3, 175, -((int64_t)1 << 45),
                                              SIDE, SIDE, SIDE});
    if (!CHECK_SANITIZED)
    {
        check_boxes_agree(with, (loam_volume_box){-1, 300, 390, 77, SIDE, SIDE, SIDE});
    }
    hills_close(with);
}

// Far places are others, and not those of near ones again.
static void test_far_places_differ(void)
{
    loam_density_function functions[LOAM_DENSITY_COUNT];
    hills_functions(functions);
    hills_volume *const with = hills_open(usual, functions, LOAM_DENSITY_COUNT, false);
    grow(with, (loam_volume_box){0, 0, 100, 0, 32, 32, 32}, materials, density);
    grow(with, (loam_volume_box){0, (int64_t)1 << 32, 100, 0, 32, 32, 32}, others, other_density);
    CHECK(memcmp(materials, others, 32 * 32 * 32) != 0);
    hills_close(with);
}

// Coarser levels have every second place, to the bit, since the surface is the same there.
static void test_levels_have_the_same_densities(void)
{
    static float fine[64 * 64 * 64], coarse[32 * 32 * 32];
    loam_density_function functions[LOAM_DENSITY_COUNT];
    hills_functions(functions);
    hills_volume *const with = hills_open(usual, functions, LOAM_DENSITY_COUNT, false);
    for (int32_t level = 0; level < 4; level++)
    {
        const int64_t x = -30, y = (200 >> (level + 1)) - 16, z = 44;
        CHECK_OK(loam_volume_density(
            with->grower, &(loam_volume_box){level, 2 * x, 2 * y, 2 * z, 64, 64, 64}, fine));
        CHECK_OK(loam_volume_density(with->grower,
                                     &(loam_volume_box){level + 1, x, y, z, 32, 32, 32}, coarse));
        int32_t wrong = 0;
        for (int32_t i = 0; i < 32 * 32 * 32; i++)
        {
            const int32_t at = (i / 1024 * 2 * 64 + i / 32 % 32 * 2) * 64 + i % 32 * 2;
            // Slopes are told over the lattice's cells, which are wider where voxels are.
            wrong += level < 2 ? coarse[i] != fine[at] : false;
        }
        CHECK_INT(wrong, 0);
    }
    hills_close(with);
}

// Each function alone does something, and digs or raises as it should.
static void test_every_function_acts(void)
{
    loam_density_function functions[LOAM_DENSITY_COUNT];
    hills_functions(functions);
    hills_volume *const bare = hills_open(usual, nothing, 0, true);
    for (int32_t f = 0; f < LOAM_DENSITY_COUNT; f++)
    {
        hills_volume *const with = hills_open(usual, &functions[f], 1, true);
        int32_t dug = 0, raised = 0;
        for (int32_t part = 0; part < 12; part++)
        {
            const loam_volume_box box = {0, part % 4 * 64, 60 + part / 4 * 64, 0, 64, 64, 64};
            grow(bare, box, materials, density);
            grow(with, box, others, other_density);
            for (int32_t i = 0; i < 64 * 64 * 64; i++)
            {
                dug += density[i] > 0 && other_density[i] <= 0;
                raised += density[i] <= 0 && other_density[i] > 0;
            }
        }
        CHECK_REPORT(dug + raised > 100, "%s changed %d voxels", functions[f].name, dug + raised);
        CHECK_REPORT(dug == 0 || functions[f].low < 0, "%s digs", functions[f].name);
        CHECK_REPORT(raised == 0 || functions[f].high > 0, "%s raises", functions[f].name);
        hills_close(with);
    }
    hills_close(bare);
}

// ---- functions by themselves ----------------------------------------------------------------------

enum
{
    LONG = 96, // places
    TALL = 160,
};

static float plane[9][LONG * LONG], numbers[8 * LONG * LONG], values[LONG * LONG * TALL];

/// A flat land of 200 m, or one that rises from 170 to 230.
static loam_volume_columns plain_columns(float slope)
{
    static uint8_t bytes[2][LONG * LONG];
    for (int32_t i = 0; i < LONG * LONG; i++)
    {
        plane[0][i] = 200.0f + slope * 4.0f * (float)(i % LONG - LONG / 2);
        plane[2][i] = 200.0f;
        plane[7][i] = 1024.0f;
        plane[8][i] = slope;
    }
    return (loam_volume_columns){LONG,     LONG,     plane[0], plane[1], plane[2],
                                 plane[3], plane[4], plane[5], plane[6], plane[7],
                                 plane[8], bytes[0], bytes[1]};
}

static void check_reach(const loam_density_function *function, float slope)
{
    static uint8_t state[1 << 16];
    const loam_volume_columns columns = plain_columns(slope);
    const loam_density_self self = {function->parameters, state, 77};
    const loam_volume_ranges ranges = {200.0f - 192.0f * slope, 200.0f + 188.0f * slope, 200.0f,
                                       200.0f};
    loam_volume_lattice lattice = {-1000, -320, 3000, 8, LONG, TALL, LONG, &columns, numbers};
    float low, high;
    int32_t wrong = 0, acting = 0;
    CHECK(function->state_size <= sizeof state);
    CHECK_OK(function->prepare(function->parameters, 77, LOAM_ISA_AUTO, state));
    function->look != NULL ? function->look(&self, &lattice, numbers) : (void)0;
    function->density(&self, &lattice, values);
    CHECK(function->reach(&self, &ranges, &low, &high));
    for (int32_t i = 0; i < LONG * LONG * TALL; i++)
    {
        const float y = -160.0f + 4.0f * (float)(i / LONG % TALL);
        wrong += (y < low || y > high) && values[i] != 0.0f;
        wrong += !(values[i] >= function->low && values[i] <= function->high);
        acting += values[i] != 0.0f;
    }
    CHECK_REPORT(wrong == 0, "%s: %d places beyond its reach", function->name, wrong);
    CHECK_REPORT(acting > 100, "%s acts at %d places", function->name, acting);
}

/// A part of what check_reach made, asked for by itself: values are those of the whole.
static void check_part(const loam_density_function *function, float slope)
{
    enum
    {
        PART = 9
    };
    static uint8_t state[1 << 16];
    static float part_plane[9][PART * PART], part_numbers[8 * PART * PART],
        part[PART * PART * TALL];
    static uint8_t bytes[PART * PART];
    plain_columns(slope);
    const loam_density_self self = {function->parameters, state, 77};
    CHECK_OK(function->prepare(function->parameters, 77, LOAM_ISA_AUTO, state));
    int32_t wrong = 0;
    for (int32_t at = 0; at + PART < LONG; at += 7)
    {
        for (int32_t i = 0; i < 9 * PART * PART; i++)
        {
            const int32_t c = i % (PART * PART);
            part_plane[i / (PART * PART)][c] =
                plane[i / (PART * PART)][(at + c / PART) * LONG + (LONG - PART - at) + c % PART];
        }
        const loam_volume_columns columns = {
            PART,          PART,          part_plane[0], part_plane[1], part_plane[2],
            part_plane[3], part_plane[4], part_plane[5], part_plane[6], part_plane[7],
            part_plane[8], bytes,         bytes};
        const loam_volume_lattice lattice = {-1000 + 8 * (LONG - PART - at),
                                             -320,
                                             3000 + 8 * at,
                                             8,
                                             PART,
                                             TALL,
                                             PART,
                                             &columns,
                                             part_numbers};
        function->look != NULL ? function->look(&self, &lattice, part_numbers) : (void)0;
        function->density(&self, &lattice, part);
        for (int32_t i = 0; i < PART * PART * TALL; i++)
        {
            const int32_t x = LONG - PART - at + i % PART, y = i / PART % TALL,
                          z = at + i / (PART * TALL);
            wrong += part[i] != values[(z * TALL + y) * LONG + x];
        }
    }
    CHECK_REPORT(wrong == 0, "%s: %d places differ in a part", function->name, wrong);
}

// Outside of what they say that they reach, functions are 0: chunks there never ask them.
static void test_functions_keep_to_their_reach(void)
{
    loam_density_function functions[LOAM_DENSITY_COUNT];
    hills_functions(functions);
    for (int32_t f = 0; f < LOAM_DENSITY_COUNT; f++)
    {
        check_reach(&functions[f], 0.25f);
        check_part(&functions[f], 0.25f);
    }
}

// What bounds say without looking is what is there; and it is said of what is high and what is deep.
static void test_kinds_are_true(void)
{
    loam_density_function functions[LOAM_DENSITY_COUNT];
    hills_functions(functions);
    hills_volume *const with = hills_open(usual, functions, LOAM_DENSITY_COUNT, false);
    int32_t kinds[3] = {0};
    for (int64_t y = -512; y < 768; y += 32)
    {
        const loam_volume_box box = {0, 640, y, 64, 32, 32, 32};
        loam_volume_kind kind;
        memset(materials, 99, 32 * 32 * 32);
        CHECK_OK(loam_volume_fill(with->grower, &box,
                                  &(loam_volume_voxels){materials, density, true}, &kind));
        CHECK((kind == LOAM_VOLUME_MIXED) == (materials[0] != 99));
        grow(with, box, others, other_density);
        for (int32_t i = 0; i < 32 * 32 * 32; i++)
        {
            CHECK(kind != LOAM_VOLUME_AIR || others[i] == LOAM_VOXEL_AIR);
            CHECK(kind != LOAM_VOLUME_ROCK || loam_voxel_is_solid(others[i]));
        }
        kinds[kind]++;
    }
    CHECK_RANGE(kinds[LOAM_VOLUME_AIR], 10, 20);
    CHECK_RANGE(kinds[LOAM_VOLUME_ROCK], 5, 20);
    CHECK_RANGE(kinds[LOAM_VOLUME_MIXED], 5, 20);
    // Columns of boxes above each other are asked for once; the last fill of a box has the columns of both.
    CHECK_INT(with->surface.asked, 1);
    hills_close(with);
}

// Soil under grass, water up to its level and no function near it.
static void test_materials_lie_in_order(void)
{
    const hills wet = {.level = 200.0f, .amplitude = 40.0f, .water = 196.0f};
    hills_volume *const with = hills_open(wet, nothing, 0, false);
    uint32_t counts[LOAM_VOXEL_MATERIAL_COUNT] = {0}, wrong = 0;
    const loam_volume_box box = {0, 0, 176, 0, SIDE, SIDE, SIDE};
    grow(with, box, materials, density);
    for (int32_t i = 0; i < COUNT; i++)
    {
        const int32_t y = i / SIDE % SIDE;
        counts[materials[i]]++;
        wrong += materials[i] == LOAM_VOXEL_WATER && box.y + y >= 196;
        wrong += materials[i] == LOAM_VOXEL_AIR && box.y + y < 196;
        wrong += materials[i] == LOAM_VOXEL_GRASS && y + 1 < SIDE &&
                 materials[i + SIDE] != LOAM_VOXEL_AIR;
        wrong += materials[i] == LOAM_VOXEL_SOIL && y + 1 < SIDE &&
                 materials[i + SIDE] != LOAM_VOXEL_GRASS && materials[i + SIDE] != LOAM_VOXEL_SOIL;
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(counts[LOAM_VOXEL_GRASS], 100, SIDE * SIDE);
    CHECK_RANGE(counts[LOAM_VOXEL_SOIL], counts[LOAM_VOXEL_GRASS], 4 * counts[LOAM_VOXEL_GRASS]);
    CHECK_RANGE(counts[LOAM_VOXEL_WATER], 100, COUNT);
    hills_close(with);
}

// Frozen water has one voxel of ice on top, which is solid, and water below it.
static void test_ice_lies_on_water(void)
{
    const hills frozen = {.level = 200.0f, .amplitude = 40.0f, .water = 196.5f, .ice = 1};
    hills_volume *const with = hills_open(frozen, nothing, 0, false);
    uint32_t ice = 0, water = 0, wrong = 0;
    const loam_volume_box box = {0, 0, 176, 0, SIDE, SIDE, SIDE};
    grow(with, box, materials, density);
    for (int32_t i = 0; i < COUNT; i++)
    {
        const int32_t y = i / SIDE % SIDE;
        ice += materials[i] == LOAM_VOXEL_ICE;
        water += materials[i] == LOAM_VOXEL_WATER;
        wrong += materials[i] == LOAM_VOXEL_ICE && box.y + y != 196;
        wrong += materials[i] == LOAM_VOXEL_WATER && box.y + y >= 196;
        wrong += loam_voxel_is_solid(materials[i]) != (density[i] > 0);
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(ice, 100, SIDE * SIDE);
    CHECK_RANGE(water, 100, COUNT);
    hills_close(with);
}

// Ores lie in rock at all levels that show them; coarser voxels are the finer ones at their places.
static void test_ores_are_the_same_at_all_levels(void)
{
    hills_volume *const with = hills_open(usual, nothing, 0, false);
    uint32_t ores = 0, wrong = 0;
    grow(with, (loam_volume_box){0, 0, 40, 0, SIDE, SIDE, SIDE}, materials, density);
    grow(with, (loam_volume_box){1, 0, 20, 0, SIDE / 2, SIDE / 2, SIDE / 2}, others, other_density);
    for (int32_t i = 0; i < COUNT / 8; i++)
    {
        const int32_t half = SIDE / 2;
        const int32_t at = (i / (half * half) * 2 * SIDE + i / half % half * 2) * SIDE +
                           i % half * 2;
        wrong += others[i] != materials[at];
        ores += others[i] >= LOAM_VOXEL_COAL;
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(ores, 20, COUNT / 80);
    hills_close(with);
}

// Vertices on the plane that two boxes share are the same ones.
static int compare_vertices(const void *a, const void *b)
{
    return memcmp(a, b, 3 * sizeof(float));
}

static uint32_t vertices_at(loam_mesh *mesh, float x, float out[][3], uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->vertex_count && count < room; i++)
    {
        if (mesh->vertices[i].position[0] == x)
        {
            memcpy(out[count++], mesh->vertices[i].position, 3 * sizeof(float));
        }
    }
    qsort(out, count, sizeof out[0], compare_vertices);
    return count;
}

static void test_meshes_fit_together(void)
{
    static float left[8192][3], right[8192][3];
    loam_density_function functions[LOAM_DENSITY_COUNT];
    hills_functions(functions);
    hills_volume *const with = hills_open(usual, functions, LOAM_DENSITY_COUNT, false);
    const loam_env env = loam_default_env();
    loam_mesh *one = NULL, *two = NULL;
    CHECK_OK(loam_mesh_create(&env, &one));
    CHECK_OK(loam_mesh_create(&env, &two));
    const loam_volume_box a = {0, 0, 160, 0, 32, 64, 32}, b = {0, 32, 160, 0, 32, 64, 32};
    CHECK_OK(loam_mesh_add_volume(one, with->grower, &a, LOAM_VOLUME_SMOOTH, NULL));
    CHECK_OK(loam_mesh_add_volume(two, with->grower, &b, LOAM_VOLUME_SMOOTH,
                                  (const float[3]){32.0f, 0.0f, 0.0f}));
    const uint32_t count = vertices_at(one, 32.0f, left, 8192);
    CHECK_INT(vertices_at(two, 32.0f, right, 8192), count);
    CHECK_RANGE(count, 20, 8191);
    CHECK(memcmp(left, right, count * sizeof left[0]) == 0);
    loam_mesh_destroy(one);
    loam_mesh_destroy(two);
    hills_close(with);
}

// Both forms end within half a voxel of the ground.
static void test_forms_agree_within_half_a_voxel(void)
{
    hills_volume *const with = hills_open(usual, nothing, 0, false);
    const loam_env env = loam_default_env();
    const loam_volume_box box = {0, 100, 150, 100, 40, 100, 40};
    static float heights[COUNT];
    heights_of(&with->surface, &(loam_volume_box){0, 100, 0, 100, 42, 1, 42}, heights);
    for (int32_t form = 0; form < LOAM_VOLUME_FORM_COUNT; form++)
    {
        loam_mesh *mesh = NULL;
        uint32_t wrong = 0, tops = 0;
        CHECK_OK(loam_mesh_create(&env, &mesh));
        CHECK_OK(loam_mesh_add_volume(mesh, with->grower, &box, (loam_volume_form)form, NULL));
        for (uint32_t i = 0; i < mesh->vertex_count; i++)
        {
            const float *const p = mesh->vertices[i].position;
            const bool whole = p[0] == (float)(int32_t)p[0] && p[2] == (float)(int32_t)p[2];
            if (form == LOAM_VOLUME_SMOOTH && whole && p[0] >= 0.0f && p[2] >= 0.0f)
            {
                const float height = heights[(int32_t)p[2] * 42 + (int32_t)p[0]];
                const float over = p[1] + 150.0f - height;
                tops++;
                wrong += over < -0.1f || over > 0.1f;
            }
            if (form != LOAM_VOLUME_SMOOTH && mesh->vertices[i].normal[1] > 0.5f)
            {
                // The middle of the voxel whose corner it is, one of four.
                float best = 100.0f;
                for (int32_t corner = 0; corner < 4; corner++)
                {
                    const int32_t x = (int32_t)(p[0] + 0.5f) - corner % 2,
                                  z = (int32_t)(p[2] + 0.5f) - corner / 2;
                    const float over = x >= 0 && z >= 0 ? p[1] + 150.0f - heights[z * 42 + x]
                                                        : 100.0f;
                    const float away = over < 0.0f ? -over : over;
                    best = away < best ? away : best;
                }
                tops++;
                wrong += best > 0.5f;
            }
        }
        CHECK_INT(wrong, 0);
        CHECK_RANGE(tops, 100, 100000);
        loam_mesh_destroy(mesh);
    }
    hills_close(with);
}

int main(void)
{
    RUN(test_ground_ends_at_the_surface);
    RUN(test_half_metres_lie_between);
    RUN(test_boxes_agree);
    RUN(test_far_places_differ);
    RUN(test_levels_have_the_same_densities);
    RUN(test_every_function_acts);
    RUN(test_functions_keep_to_their_reach);
    RUN(test_kinds_are_true);
    RUN(test_materials_lie_in_order);
    RUN(test_ice_lies_on_water);
    RUN(test_ores_are_the_same_at_all_levels);
    RUN(test_meshes_fit_together);
    RUN(test_forms_agree_within_half_a_voxel);
    return CHECK_DONE();
}
