// SPDX-License-Identifier: MIT
// A density function of your own inside the land: a hollow mountain. It digs a dome under the surface around a place,
// fading in towards its middle, and leaves a pillar of rock to carry the roof; the land's own caves are there too.
// A part of it goes to hollow_mountain.vox, cut through the middle.
#include <loam/loam.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    WIDE = 128,
    HIGH = 96,
    DEEP = 64,
};

typedef struct hollow
{
    int64_t x, y, z; // half metres: the middle of its floor
    float radius;    // m
} hollow;

// How far inside the dome a place is, from 1 in the middle to 0 at its wall, as a density that digs.
static void hollow_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                           float *out)
{
    const hollow *const from = self->parameters;
    for (int32_t i = 0; i < lattice->w * lattice->h * lattice->d; i++)
    {
        const int64_t x = lattice->x + i % lattice->w * lattice->step,
                      y = lattice->y + i / lattice->w % lattice->h * lattice->step,
                      z = lattice->z + i / (lattice->w * lattice->h) * lattice->step;
        const float dx = 0.5f * (float)(x - from->x), dy = 0.5f * (float)(y - from->y),
                    dz = 0.5f * (float)(z - from->z);
        const float flat = sqrtf(dx * dx + dz * dz);
        const float dome = 1.0f - sqrtf(dx * dx + dz * dz + 2.0f * dy * dy) / from->radius;
        const float floor_ = dy / 6.0f + 0.5f, pillar = (flat - 6.0f) / 6.0f;
        const float open = fminf(4.0f * dome, fminf(floor_, pillar));
        out[i] = -3.0f * fmaxf(0.0f, fminf(1.0f, open));
    }
}

// Nothing happens below its floor or above its roof, so other chunks need not ask.
static bool hollow_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                         float *low, float *high)
{
    const hollow *const from = self->parameters;
    (void)ranges;
    *low = 0.5f * (float)from->y - 4.0f;
    *high = 0.5f * (float)from->y + from->radius;
    return true;
}

static uint8_t voxels[WIDE * HIGH * DEEP];

static uint8_t voxel_at(void *user, int32_t x, int32_t y, int32_t z)
{
    (void)user;
    return voxels[(z * HIGH + y) * WIDE + x];
}

static loam_result write_file(void)
{
    loam_colour palette[LOAM_VOXEL_MATERIAL_COUNT - 1];
    for (int32_t i = 1; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        palette[i - 1] = loam_rgb(loam_voxel_material_colour(i));
    }
    const loam_vox_def def = {.w = WIDE,
                              .h = HIGH,
                              .d = DEEP,
                              .voxel = voxel_at,
                              .palette = palette,
                              .palette_count = LOAM_VOXEL_MATERIAL_COUNT - 1};
    return loam_vox_write("hollow_mountain.vox", &def, NULL);
}

static loam_result grow(loam_land *land, int64_t x, int64_t z)
{
    float height = 0;
    loam_result result = loam_land_height(land, (double)x, (double)z, &height);
    const int64_t floor_y = (int64_t)height - 70;
    const hollow middle = {2 * x, 2 * floor_y, 2 * z, 60.0f};
    const loam_density_function functions[] = {
        loam_default_density(0), // tunnels
        {.name = "hollow mountain",
         .density = hollow_density,
         .reach = hollow_reach,
         .low = -3.0f,
         .parameters = &middle,
         .parameters_size = sizeof middle},
    };
    loam_volume_def def = loam_default_volume_def();
    def.surface = loam_volume_land(land);
    def.functions = functions;
    def.function_count = 2;
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    result = result == LOAM_OK ? loam_volume_create(&def, &volume) : result;
    result = result == LOAM_OK ? loam_volume_grower_create(volume, &grower) : result;
    const loam_volume_box box = {0, x - WIDE / 2, floor_y - 12, z, WIDE, HIGH, DEEP};
    const loam_volume_voxels out = {.materials = voxels};
    result = result == LOAM_OK ? loam_volume_fill(grower, &box, &out, NULL) : result;
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
    return result == LOAM_OK ? write_file() : result;
}

int main(void)
{
    loam_land_def def = loam_default_land_def();
    loam_land *land = NULL;
    def.seed = 3;
    loam_result result = loam_land_create(&def, &land);
    result = result == LOAM_OK ? grow(land, -440000, -160000) : result;
    loam_land_destroy(land);
    int32_t open = 0;
    for (int32_t i = 0; i < WIDE * HIGH * DEEP; i++)
    {
        open += voxels[i] == LOAM_VOXEL_AIR;
    }
    if (result != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
        return EXIT_FAILURE;
    }
    printf("hollow_mountain.vox: %d of %d voxels are open\n", (int)open, WIDE * HIGH * DEEP);
    return EXIT_SUCCESS;
}
