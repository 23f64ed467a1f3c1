// SPDX-License-Identifier: MIT
// Forms of what stands on islands, from near and from afar: plants and rocks as the land has them (scene/tree_mesh.h), and
// ice, corals, houses, piers and boats of their own. Knows no OpenGL.
#ifndef LOAM_SEA_FORMS_H
#define LOAM_SEA_FORMS_H

#include "loam/isles.h"
#include "scene/tree_mesh.h"
#include "sea/sea.h"

enum
{
    FORM_VARIANTS = 2, // of each shape
    FORMS = LOAM_ISLE_SHAPE_COUNT * FORM_VARIANTS,
};

/// A colour's last byte says how much of it is the kind's own, 255 all.
typedef struct form
{
    tree_shape near, far;
    float spread; // of the form, for a size of 1: what a kind's radius is a multiple of
    float sways;
} form;

/// If it fails *out is empty.
loam_result form_create(loam_isle_shape shape, int32_t variant, form *out);
void form_destroy(form *f);

/// A boat with its sail as it stands, relative to its middle: 1 is a metre; x to starboard, y up, z ahead.
loam_result form_create_boat(const sea_boat *boat, tree_shape *out);

#endif
