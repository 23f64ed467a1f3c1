// SPDX-License-Identifier: MIT
// The parts of a plant's body, for those who have checked the form.
#ifndef LOAM_MESH_PLANT_H
#define LOAM_MESH_PLANT_H

#include "flora/vector.h"

#include "loam/plant_form.h"

/// A place or direction of a plant as a mesh has it: z of plants points to the viewer, that of meshes north.
static inline vector mesh_vector(const float *of, float scale)
{
    return (vector){of[0] * scale, of[1] * scale, -of[2] * scale};
}

/// Any direction at right angles to one.
static inline vector across_of(vector along)
{
    const vector east = {1.0f, 0.0f, 0.0f}, up = {0.0f, 1.0f, 0.0f};
    const bool level = along.x < 0.7f && along.x > -0.7f;
    return direction_of(cross(along, level ? east : up), up);
}

/// Whether all of a form is as its header says; leaves a message otherwise.
loam_result loam_plant_form_check(const loam_plant_form *form);

/// Adds leaves, buds and flowers as cards.
loam_result loam_mesh_add_leaves(loam_mesh *mesh, const loam_plant *plant,
                                 const loam_plant_form *form);

#endif
