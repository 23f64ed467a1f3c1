// SPDX-License-Identifier: MIT
// The numbers of a land's inside from any bytes: what is refused changes nothing and says why; what is accepted writes
// and reads back the same, and digs.
#include "loam/defs.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

static loam_result fill_flat(void *user, loam_land_area area, const loam_volume_columns *out)
{
    (void)user;
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        out->height[i] = out->base[i] = 60.0f;
        out->water[i] = LOAM_LAND_DRY;
        out->temperature[i] = out->humidity[i] = out->soil[i] = out->ruggedness[i] = 0.5f;
        out->bank[i] = 1024.0f;
        out->ice[i] = out->biome[i] = 0;
    }
    return LOAM_OK;
}

static void dig(const loam_inside *inside)
{
    enum
    {
        SIDE = 8
    };
    const loam_volume_box box = {2, 0, 0, 0, SIDE, SIDE, SIDE};
    uint8_t materials[SIDE * SIDE * SIDE];
    loam_density_function functions[LOAM_DENSITY_COUNT];
    loam_volume_def def = loam_default_volume_def();
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    loam_inside_functions(inside, functions);
    def.surface.fill = fill_flat;
    def.falloff_m = inside->falloff_m;
    def.functions = functions;
    def.function_count = LOAM_DENSITY_COUNT;
    def.keep_floating = true;
    require(loam_volume_create(&def, &volume) == LOAM_OK);
    require(loam_volume_grower_create(volume, &grower) == LOAM_OK);
    require(loam_volume_fill(grower, &box, &(loam_volume_voxels){.materials = materials}, NULL) ==
            LOAM_OK);
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
}

static void check_accepted(const loam_env *env, const loam_inside *inside)
{
    loam_inside again = loam_default_inside();
    char *text = NULL;
    size_t size = 0;
    require(loam_inside_write(env, inside, &text, &size) == LOAM_OK);
    require(loam_inside_read(text, size, &again) == LOAM_OK);
    require(memcmp(&again, inside, sizeof again) == 0);
    loam_free(env, text, size + 1);
    dig(inside);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const loam_env env = loam_default_env();
    const loam_inside before = loam_default_inside();
    loam_inside inside = before;
    // Of exactly this size, so that a step too far is seen.
    char *text = malloc(size > 0 ? size : 1);
    if (text == NULL)
    {
        return 0;
    }
    if (size > 0)
    {
        memcpy(text, data, size);
    }
    if (loam_inside_read(text, size, &inside) == LOAM_OK)
    {
        check_accepted(&env, &inside);
    }
    else
    {
        require(memcmp(&inside, &before, sizeof inside) == 0 && loam_last_error()[0] != '\0');
    }
    free(text);
    return 0;
}
