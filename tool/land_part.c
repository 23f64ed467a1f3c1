// SPDX-License-Identifier: MIT
#include "land_part.h"

#include "land_edits.h"

/// Around the place, and in height around the surface there unless somebody says otherwise.
static loam_result choose_box(const land_part_question *question, loam_land *land, option_box size,
                              int32_t below, loam_volume_box *box)
{
    const double voxel = (double)loam_volume_voxel_m((int32_t)question->level);
    float height = (float)question->middle;
    const loam_result result = question->middle == LAND_PART_BY_SURFACE
                                   ? loam_land_height(land, (double)question->at.x,
                                                      (double)question->at.y, &height)
                                   : LOAM_OK;
    // From voxels that are multiples of the cell of half a metre, without floats for far places.
    const int64_t x = question->level < 0 ? question->at.x * 2
                                          : loam_floor_div(question->at.x, (int64_t)voxel),
                  z = question->level < 0 ? question->at.y * 2
                                          : loam_floor_div(question->at.y, (int64_t)voxel);
    *box = (loam_volume_box){(int32_t)question->level,
                             x - size.w / 2,
                             (int64_t)((double)height / voxel) - below,
                             z - size.d / 2,
                             size.w,
                             size.h,
                             size.d};
    return result;
}

loam_result land_part_grow(const land_part_question *question, option_box size, int32_t below,
                           land_part *out)
{
    loam_volume_box box;
    loam_result result = land_grower_create(&question->land, &out->grower);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_land *const land = out->grower.land;
    result = volume_choose(&question->choice, &out->grower.inside, loam_land_seed(land),
                           loam_volume_land(land), &out->recipe);
    result = result == LOAM_OK ? choose_box(question, land, size, below, &box) : result;
    result = result == LOAM_OK ? loam_volume_create(&out->recipe.def, &out->volume) : result;
    result = result == LOAM_OK ? volume_part_grow(&out->grower.env, out->volume, &box, &out->part)
                               : result;
    return result == LOAM_OK ? land_edits_apply(question->land.world, out->volume, &out->part)
                             : result;
}

void land_part_destroy(land_part *part)
{
    if (part->grower.land != NULL)
    {
        volume_part_destroy(&part->part);
        loam_volume_destroy(part->volume);
        land_grower_destroy(&part->grower);
    }
}
