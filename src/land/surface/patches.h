// SPDX-License-Identifier: MIT
// A page of 1 m samples that is held for questions.
#ifndef LOAM_LAND_PATCHES_H
#define LOAM_LAND_PATCHES_H

#include "land/land.h"

struct loam_land_patch
{
    loam_page page;
};

#endif
