// SPDX-License-Identifier: MIT
// Draws what stands on the islands of a list, near and far forms as on land (scene/tree_forms.h), and its shade. Forms are
// made one an update.
#ifndef LOAM_SEA_THINGS_H
#define LOAM_SEA_THINGS_H

#include "scene/tree_shade.h"
#include "sea/card.h"
#include "sea/forms.h"
#include "sea/isle_list.h"

typedef struct things things;

typedef struct things_count
{
    int64_t things, triangles;
} things_count;

loam_result things_create(const gl *g, things **out);
/// NULL is allowed. lost: the context is gone.
void things_destroy(things *t, bool lost);

/// Makes a form, or all of them. *whole: whether there are all.
loam_result things_update(things *t, bool all, bool *whole);

/// The map of shade around the viewer, made again if it has to be with a program that is in use and has its uniforms.
bool things_wants_shade(const things *t, const isle_list *list, const camera *from,
                        const float light[3], const sea_cost *q);
loam_result things_make_shade(things *t, const isle_list *list, const camera *from,
                              const float light[3], const sea_cost *q, GLuint program);
const tree_shade *things_shade(const things *t);

/// Draws with a program that is in use and has its uniforms.
loam_result things_draw(things *t, const isle_list *list, const camera *from,
                        const camera_frame *frame, const sea_cost *q, things_count *out);

#endif
