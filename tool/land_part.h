// SPDX-License-Identifier: MIT
// A part of a land's body around a place: what `loam land slice` and `loam land voxels` are asked and grow.
#ifndef LOAM_TOOL_LAND_PART_H
#define LOAM_TOOL_LAND_PART_H

#include "land_grower.h"
#include "volume_part.h"

enum
{
    LAND_PART_BY_SURFACE = -100000 // --middle was not given
};

/// A member of settings.
typedef struct land_part_question
{
    land_question land;
    volume_choice choice;
    option_position at;
    int64_t level, middle;
} land_part_question;

typedef struct land_part
{
    land_grower grower;
    volume_recipe recipe;
    loam_volume *volume;
    volume_part part;
} land_part;

/// Grows size voxels around the place, so many of them below the middle, as they are in the file of a world if
/// there is one. out is to be destroyed, whatever came of it, and stays where it is.
loam_result land_part_grow(const land_part_question *question, option_box size, int32_t below,
                           land_part *out);
void land_part_destroy(land_part *part);

/// of: the question in the settings.
#define LAND_PART_PLACE_OPTIONS(of) \
    LAND_SEED_OPTION(AT(of.land.seed)), LAND_SHAPE_OPTION(AT(of.land.shape)), \
        LAND_INSIDE_OPTION(AT(of.land.inside)), \
        LAND_WORLD_OPTION(AT(of.land.world), "seed shape inside"), \
        LAND_AT_OPTION(AT(of.at), "the place in the middle, metres; x grows east, z grows north")
#define LAND_PART_MIDDLE_OPTION(of, what) \
    INT_OPTION("middle", AT(of.middle), LAND_PART_BY_SURFACE, LOAM_VOLUME_TOP, "M", "-100000", \
               what "; -100000: that of the surface")
#define LAND_PART_CHOICE_OPTIONS(of) \
    VOLUME_ONLY_OPTION(AT(of.choice.only)), VOLUME_EVERYWHERE_OPTION(AT(of.choice.everywhere)), \
        VOLUME_FALLOFF_OPTION(AT(of.choice.falloff)), \
        VOLUME_FLOATING_OPTION(AT(of.choice.keep_floating))

#endif
