// SPDX-License-Identifier: MIT
#include "scene/tree_shade.h"

#include "gl/program.h"
#include "loam/loam.h"

#include <math.h>
#include <stdlib.h>

enum
{
    STRIDE = 32,  // m that the map follows the viewer by
    CORNERS = 12, // of two rectangles: the shadow, and what hangs over the ground
    AT_ONCE = 4096,
};

static const float sun_step = 0.03f; // that the sun may have moved by

void tree_shade_begin(const gl *g, tree_shade *out)
{
    static const uint32_t corners[CORNERS] = {0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7};
    const GLsizei size = (GLsizei)sizeof(shade_spot);
    *out = (tree_shade){.g = g};
    g->GenVertexArrays(1, &out->array);
    g->GenBuffers(1, &out->instances);
    g->GenBuffers(1, &out->indices);
    g->BindVertexArray(out->array);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, out->indices);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)sizeof corners, corners, GL_STATIC_DRAW);
    g->BindBuffer(GL_ARRAY_BUFFER, out->instances);
    g->VertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, size, NULL);
    g->VertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, size, (const void *)offsetof(shade_spot, low));
    for (GLuint i = 0; i < 2; i++)
    {
        g->EnableVertexAttribArray(i);
        g->VertexAttribDivisor(i, 1);
    }
    g->BindVertexArray(0);
}

void tree_shade_end(tree_shade *s, bool lost)
{
    if (!lost && s->g != NULL)
    {
        const GLuint buffers[] = {s->instances, s->indices};
        s->g->DeleteBuffers(2, buffers);
        s->g->DeleteVertexArrays(1, &s->array);
        gl_target_destroy(s->g, &s->target);
    }
    free(s->spots);
    *s = (tree_shade){0};
}

static int64_t corner_of(int64_t at)
{
    return loam_floor_div(at + STRIDE / 2, STRIDE) * STRIDE - TREE_SHADE_M / 2;
}

static bool has_sun_moved(const float a[3], const float b[3])
{
    return fabsf(a[0] - b[0]) + fabsf(a[1] - b[1]) + fabsf(a[2] - b[2]) > sun_step;
}

bool tree_shade_is_stale(const tree_shade *s, const camera *from, uint64_t version,
                         const float light[3], int32_t side)
{
    return !s->is_made || s->version != version || s->side != side || s->x != corner_of(from->x) ||
           s->z != corner_of(from->z) || has_sun_moved(s->light, light);
}

loam_result tree_shade_place(tree_shade *s, const camera *from, uint64_t version,
                             const float light[3], int32_t side)
{
    loam_result result = LOAM_OK;
    if (s->side != side)
    {
        gl_target_destroy(s->g, &s->target);
        result = gl_target_create(s->g, side, side, GL_RGBA8, false, &s->target);
    }
    s->side = result == LOAM_OK ? side : 0;
    s->x = corner_of(from->x);
    s->z = corner_of(from->z);
    s->version = version;
    for (int32_t i = 0; i < 3; i++)
    {
        s->light[i] = light[i];
    }
    s->count = 0;
    s->is_made = false;
    return result;
}

loam_result tree_shade_add(tree_shade *s, const shade_spot *spot)
{
    if (s->count == s->room)
    {
        const size_t room = s->room == 0 ? AT_ONCE : 2 * s->room;
        shade_spot *const more = realloc(s->spots, room * sizeof *more);
        if (more == NULL)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the shade of trees");
        }
        s->spots = more;
        s->room = room;
    }
    s->spots[s->count++] = *spot;
    return LOAM_OK;
}

/// What two take they take together: the rest of the light goes through both.
void tree_shade_draw(tree_shade *s, GLuint program)
{
    const gl *const g = s->g;
    g->Disable(GL_DEPTH_TEST);
    gl_target_begin(g, &s->target);
    g->ClearColor(0, 0, 0, 0);
    g->Clear(GL_COLOR_BUFFER_BIT);
    g->Enable(GL_BLEND);
    g->BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_COLOR);
    gl_set1(g, program, "map_m", TREE_SHADE_M);
    g->BindVertexArray(s->array);
    g->BindBuffer(GL_ARRAY_BUFFER, s->instances);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(s->count * sizeof *s->spots), s->spots,
                  GL_STREAM_DRAW);
    g->DrawElementsInstanced(GL_TRIANGLES, CORNERS, GL_UNSIGNED_INT, NULL, (GLsizei)s->count);
    g->BindVertexArray(0);
    g->Disable(GL_BLEND);
    s->is_made = true;
}
