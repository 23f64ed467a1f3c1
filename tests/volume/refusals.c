// SPDX-License-Identifier: MIT
// What volumes do not accept, functions of a program's own, and memory that runs out.
#include "volume/hills.h"

static const hills usual = {.level = 200.0f, .amplitude = 40.0f, .water = LOAM_LAND_DRY};

static void check_box_refused(loam_volume_box box, const char *part)
{
    const loam_density_function none[1] = {{0}};
    hills_volume *const with = hills_open(usual, none, 0, false);
    CHECK_INT(loam_volume_fill(with->grower, &box, &(loam_volume_voxels){0}, NULL),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), part);
    hills_close(with);
}

static void test_boxes_are_checked(void)
{
    const int64_t end = LOAM_LAND_END;
    check_box_refused((loam_volume_box){0, 0, 0, 0, 0, 8, 8}, "0 voxels; must be 1 to 128");
    check_box_refused((loam_volume_box){0, 0, 0, 0, 8, 129, 8}, "129 voxels; must be 1 to 128");
    check_box_refused((loam_volume_box){-2, 0, 0, 0, 8, 8, 8}, "level is -2; must be -1 to 6");
    check_box_refused((loam_volume_box){7, 0, 0, 0, 8, 8, 8}, "level is 7; must be -1 to 6");
    check_box_refused((loam_volume_box){0, end, 0, 0, 8, 8, 8}, "beyond the land's end");
    check_box_refused((loam_volume_box){0, INT64_MIN, 0, 0, 8, 8, 8}, "beyond the land's end");
    check_box_refused((loam_volume_box){0, 0, 0, INT64_MAX, 8, 8, 8}, "beyond the land's end");
    check_box_refused((loam_volume_box){0, 0, 32768, 0, 8, 8, 8}, "must be -32768 to 32767");
    check_box_refused((loam_volume_box){0, 0, INT64_MIN, 0, 8, 8, 8}, "must be -32768 to 32767");
}

static void check_def_refused(const loam_volume_def *def, const char *part)
{
    loam_volume *volume = (loam_volume *)(uintptr_t)1;
    CHECK_INT(loam_volume_create(def, &volume), LOAM_BAD_ARGUMENT);
    CHECK(volume == NULL);
    CHECK_CONTAINS(loam_last_error(), part);
}

static void test_defs_are_checked(void)
{
    hills surface = usual;
    loam_volume_def def = loam_default_volume_def();
    check_def_refused(&def, "has no surface");
    def.surface = (loam_volume_surface){hills_fill, &surface};
    def.falloff_m = 0.0f;
    check_def_refused(&def, "falloff is 0 m; must be 1 to 256");
    def.falloff_m = NAN;
    check_def_refused(&def, "falloff is ");
    def.falloff_m = 12.0f;
    loam_density_function functions[LOAM_MAX_DENSITIES + 1] = {{0}};
    def.functions = functions;
    def.function_count = LOAM_MAX_DENSITIES + 1;
    check_def_refused(&def, "33 functions; must be 0 to 32");
    def.function_count = 1;
    check_def_refused(&def, "function 0 has no name");
    functions[0].name = "mine";
    check_def_refused(&def, "function 0 has no density");
    loam_tunnels_def tunnels = loam_default_tunnels_def();
    tunnels.radius_m = 1.0f;
    functions[0] = loam_tunnels(&tunnels);
    check_def_refused(&def, "tunnels.radius is 1; must be 2 to 30");
    loam_caverns_def caverns = loam_default_caverns_def();
    caverns.openness = NAN;
    functions[0] = loam_caverns(&caverns);
    check_def_refused(&def, "caverns.openness is ");
}

static void give_nan(const loam_density_self *self, const loam_volume_lattice *lattice, float *out)
{
    const int32_t count = lattice->w * lattice->h * lattice->d;
    (void)self;
    for (int32_t i = 0; i < count; i++)
    {
        out[i] = i == count / 2 ? NAN : 0.0f;
    }
}

static void give_much(const loam_density_self *self, const loam_volume_lattice *lattice, float *out)
{
    (void)self;
    for (int32_t i = 0; i < lattice->w * lattice->h * lattice->d; i++)
    {
        out[i] = -1000.0f;
    }
}

// A function that gives no number fails the box, in words; one that gives too much is cut to its bounds.
static void test_functions_are_held_to_their_word(void)
{
    static float density[16 * 16 * 16];
    const loam_volume_box box = {0, 0, 100, 0, 16, 16, 16};
    loam_density_function function = {.name = "mine", .density = give_nan, .low = -1.0f};
    hills_volume *bad = hills_open(usual, &function, 1, false);
    CHECK_INT(loam_volume_density(bad->grower, &box, density), LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "mine gave no number at ");
    hills_close(bad);
    function = (loam_density_function){.name = "mine", .density = give_much, .low = -0.25f};
    bad = hills_open(usual, &function, 1, false);
    CHECK_OK(loam_volume_density(bad->grower, &box, density));
    for (int32_t i = 0; i < 16 * 16 * 16; i++)
    {
        CHECK_NEAR(density[i], 0.75, 1e-6);
    }
    hills_close(bad);
}

/// A slope that is known from the place.
static float slope_height(int64_t x, int64_t z)
{
    return 100.0f + 0.25f * (float)x + 0.0625f * (float)z;
}

static loam_result slope_fill(void *user, loam_land_area area, const loam_volume_columns *out)
{
    (void)user;
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        out->height[i] = slope_height(area.x + i % area.w * area.step,
                                      area.z + i / area.w * area.step);
        out->base[i] = out->height[i];
    }
    return LOAM_OK;
}

/// No number where a column is not that of its place.
static void look_at_columns(const loam_density_self *self, const loam_volume_lattice *lattice,
                            float *out)
{
    (void)self;
    for (int32_t i = 0; i < lattice->w * lattice->h * lattice->d; i++)
    {
        const int32_t x = i % lattice->w, z = i / (lattice->w * lattice->h);
        const float height = slope_height((lattice->x + x * lattice->step) / 2,
                                          (lattice->z + z * lattice->step) / 2);
        const bool right = lattice->columns->height[z * lattice->w + x] == height &&
                           lattice->columns->slope[z * lattice->w + x] == sqrtf(0.06640625f);
        out[i] = right ? 0.0f : NAN;
    }
}

static void test_functions_see_their_columns(void)
{
    static float density[20 * 20 * 20];
    const loam_density_function function = {.name = "looker", .density = look_at_columns};
    loam_volume_def def = loam_default_volume_def();
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    def.surface = (loam_volume_surface){slope_fill, NULL};
    def.functions = &function;
    def.function_count = 1;
    CHECK_OK(loam_volume_create(&def, &volume));
    CHECK_OK(loam_volume_grower_create(volume, &grower));
    for (int32_t level = LOAM_VOLUME_FINEST; level <= LOAM_VOLUME_COARSEST; level++)
    {
        const loam_volume_box box = {level, -13, 5, 77, 20, 20, 20};
        CHECK_OK(loam_volume_density(grower, &box, density));
    }
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
}

static loam_result no_surface(void *user, loam_land_area area, const loam_volume_columns *out)
{
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        out->height[i] = NAN;
    }
    return *(const loam_result *)user == LOAM_OK ? LOAM_OK
                                                 : loam_fail(*(const loam_result *)user, "no land");
}

static void test_surfaces_may_fail(void)
{
    loam_result wanted = LOAM_OUT_OF_MEMORY;
    loam_volume_def def = loam_default_volume_def();
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    def.surface = (loam_volume_surface){no_surface, &wanted};
    CHECK_OK(loam_volume_create(&def, &volume));
    CHECK_OK(loam_volume_grower_create(volume, &grower));
    const loam_volume_box box = {0, 0, 0, 0, 8, 8, 8};
    CHECK_INT(loam_volume_fill(grower, &box, &(loam_volume_voxels){0}, NULL), LOAM_OUT_OF_MEMORY);
    wanted = LOAM_OK;
    CHECK_INT(loam_volume_fill(grower, &box, &(loam_volume_voxels){0}, NULL), LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "the surface gave a height of ");
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
}

// ---- memory ---------------------------------------------------------------------------------------

typedef struct purse
{
    int32_t left; // how often there is memory
    int64_t held; // bytes
    loam_allocator real;
} purse;

static void *spend(void *user, size_t size)
{
    purse *const from = user;
    void *const memory = from->left-- > 0 ? from->real.alloc(from->real.user, size) : NULL;
    from->held += memory != NULL ? (int64_t)size : 0;
    return memory;
}

static void return_memory(void *user, void *memory, size_t size)
{
    purse *const from = user;
    from->held -= (int64_t)size;
    from->real.free(from->real.user, memory, size);
}

static loam_result grow_with(purse *from)
{
    static uint8_t materials[32 * 32 * 32];
    static int8_t density[32 * 32 * 32];
    hills surface = usual;
    loam_volume_def def = loam_default_volume_def();
    def.env.memory = (loam_allocator){spend, return_memory, from};
    def.surface = (loam_volume_surface){hills_fill, &surface};
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    const loam_volume_box box = {0, 0, 180, 0, 32, 32, 32};
    loam_result result = loam_volume_create(&def, &volume);
    result = result == LOAM_OK ? loam_volume_grower_create(volume, &grower) : result;
    result = result == LOAM_OK
                 ? loam_volume_fill(grower, &box, &(loam_volume_voxels){materials, density, false},
                                    NULL)
                 : result;
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
    return result;
}

static void test_memory_may_run_out(void)
{
    int32_t failures = 0;
    for (int32_t left = 0; left < 64; left++)
    {
        purse from = {left, 0, loam_default_env().memory};
        const loam_result result = grow_with(&from);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        CHECK_INT(from.held, 0);
        failures += result != LOAM_OK;
    }
    CHECK_RANGE(failures, 8, 40);
}

int main(void)
{
    RUN(test_boxes_are_checked);
    RUN(test_defs_are_checked);
    RUN(test_functions_are_held_to_their_word);
    RUN(test_functions_see_their_columns);
    RUN(test_surfaces_may_fail);
    RUN(test_memory_may_run_out);
    return CHECK_DONE();
}
