// SPDX-License-Identifier: MIT
// Forms of what stands on islands: whole meshes of some size, and boats whose sails stand as they are told.
#include "sea/forms.h"
#include "check.h"

#include <math.h>

static void check_shape(const tree_shape *shape, float max)
{
    CHECK(shape->index_count > 0 && shape->index_count % 3 == 0);
    for (uint32_t i = 0; i < shape->index_count; i++)
    {
        CHECK(shape->indices[i] < shape->vertex_count);
    }
    for (uint32_t i = 0; i < shape->vertex_count; i++)
    {
        const tree_vertex *const v = &shape->vertices[i];
        const float n = sqrtf((float)(v->normal[0] * v->normal[0] + v->normal[1] * v->normal[1] +
                                      v->normal[2] * v->normal[2]));
        CHECK_RANGE(n, 100, 130);
        for (int32_t k = 0; k < 3; k++)
        {
            CHECK(fabsf(v->at[k]) <= max);
        }
    }
}

static void test_all_shapes_have_forms(void)
{
    for (int32_t i = 0; i < FORMS; i++)
    {
        form f;
        CHECK_INT(form_create((loam_isle_shape)(i / FORM_VARIANTS), i % FORM_VARIANTS, &f),
                  LOAM_OK);
        check_shape(&f.near, 4.5f);
        CHECK(f.spread > 0.1f);
        CHECK(f.far.index_count == 0 || f.far.index_count < f.near.index_count);
        form_destroy(&f);
    }
}

/// How far vertices reach to starboard, and up.
static void reach_of(const sea_boat *boat, float *starboard, float *port, float *up)
{
    tree_shape shape;
    CHECK_INT(form_create_boat(boat, &shape), LOAM_OK);
    check_shape(&shape, 2 * boat->length);
    *starboard = *port = *up = 0;
    for (uint32_t i = 0; i < shape.vertex_count; i++)
    {
        *starboard = fmaxf(*starboard, shape.vertices[i].at[0]);
        *port = fmaxf(*port, -shape.vertices[i].at[0]);
        *up = fmaxf(*up, shape.vertices[i].at[1]);
    }
    tree_shape_destroy(&shape);
}

static void test_booms_swing_to_their_side(void)
{
    float starboard, port, up;
    reach_of(&(sea_boat){.length = 10, .sail = 1, .boom = 70}, &starboard, &port, &up);
    CHECK(starboard > 4.5f);
    CHECK(port < 2.5f);
    CHECK_RANGE(up, 8, 13);
    reach_of(&(sea_boat){.length = 10, .sail = 1, .boom = -70}, &starboard, &port, &up);
    CHECK(port > 4.5f);
    CHECK(starboard < 2.5f);
    reach_of(&(sea_boat){.length = 10, .sail = 0, .boom = 0}, &starboard, &port, &up);
    CHECK(starboard < 2);
}

int main(void)
{
    RUN(test_all_shapes_have_forms);
    RUN(test_booms_swing_to_their_side);
    return CHECK_DONE();
}
