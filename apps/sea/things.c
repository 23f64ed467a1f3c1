// SPDX-License-Identifier: MIT
#include "sea/things.h"

#include "scene/tree_forms.h"

#include <math.h>
#include <stdlib.h>

// As scene/trees.c does it: all that may be in sight is listed with its distance, distances say up to where there are
// triangles for near forms and for any, and the rest is sorted by forms and drawn with an instance each.

enum
{
    TALLEST = 40,
};

/// A form on the card.
typedef struct form_on_card
{
    GLuint array, vertices, indices;
    GLsizei index_count;
} form_on_card;

/// One that is drawn: to the viewer, but y above the sea.
typedef struct instance
{
    float at[3], size;
    float turn[2]; // cosine, sine
    float wide, chance;
    float shown[2]; // from and up to which share of its pixels it is drawn
    float sways, lit;
    float kind[3]; // colour
} instance;

/// One that may be.
typedef struct candidate
{
    instance instance;
    float distance, end; // to the viewer; up to where it is drawn
    float shows;         // share of its pixels: what comes fades in
    int32_t form;
} candidate;

struct things
{
    const gl *g;
    int32_t made; // forms
    form_on_card near[FORMS], far[FORMS];
    float spread[FORMS], low[FORMS], sways[FORMS];
    GLuint instances;
    tree_shade shade;
    candidate *candidates;
    instance *sorted;
    size_t count, room;
};

// ---- forms ------------------------------------------------------------------------------------------

static void load_shape(const gl *g, const tree_shape *shape, form_on_card *out)
{
    const GLsizei size = (GLsizei)sizeof(tree_vertex);
    g->GenVertexArrays(1, &out->array);
    g->GenBuffers(1, &out->vertices);
    g->GenBuffers(1, &out->indices);
    g->BindVertexArray(out->array);
    g->BindBuffer(GL_ARRAY_BUFFER, out->vertices);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(shape->vertex_count * sizeof(tree_vertex)),
                  shape->vertices, GL_STATIC_DRAW);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, out->indices);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(shape->index_count * sizeof(uint32_t)),
                  shape->indices, GL_STATIC_DRAW);
    g->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, NULL);
    g->VertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, size,
                           (const void *)offsetof(tree_vertex, normal));
    g->VertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)offsetof(tree_vertex, colour));
    for (GLuint i = 0; i < 7; i++)
    {
        g->EnableVertexAttribArray(i);
        g->VertexAttribDivisor(i, i >= 3);
    }
    g->BindVertexArray(0);
    out->index_count = (GLsizei)shape->index_count;
}

static loam_result make_form(things *t)
{
    form f;
    const int32_t i = t->made;
    const loam_result result = form_create((loam_isle_shape)(i / FORM_VARIANTS), i % FORM_VARIANTS,
                                           &f);
    if (result == LOAM_OK)
    {
        load_shape(t->g, &f.near, &t->near[i]);
        // What has no form for afar is simple enough.
        load_shape(t->g, f.far.index_count > 0 ? &f.far : &f.near, &t->far[i]);
        t->spread[i] = f.spread;
        t->low[i] = f.near.low;
        t->sways[i] = f.sways;
        t->made++;
    }
    form_destroy(&f);
    return result;
}

loam_result things_create(const gl *g, things **out)
{
    *out = NULL;
    things *const t = calloc(1, sizeof *t);
    if (t == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what stands on islands");
    }
    t->g = g;
    g->GenBuffers(1, &t->instances);
    tree_shade_begin(g, &t->shade);
    *out = t;
    return LOAM_OK;
}

static void drop_shape(const gl *g, const form_on_card *shape)
{
    const GLuint buffers[] = {shape->vertices, shape->indices};
    g->DeleteBuffers(2, buffers);
    g->DeleteVertexArrays(1, &shape->array);
}

void things_destroy(things *t, bool lost)
{
    if (t == NULL)
    {
        return;
    }
    tree_shade_end(&t->shade, lost);
    for (int32_t i = 0; i < t->made && !lost; i++)
    {
        drop_shape(t->g, &t->near[i]);
        drop_shape(t->g, &t->far[i]);
    }
    if (!lost)
    {
        t->g->DeleteBuffers(1, &t->instances);
    }
    free(t->candidates);
    free(t->sorted);
    free(t);
}

loam_result things_update(things *t, bool all, bool *whole)
{
    loam_result result = LOAM_OK;
    for (int32_t i = t->made; i < FORMS && result == LOAM_OK; i++)
    {
        result = make_form(t);
        if (!all)
        {
            break;
        }
    }
    *whole = t->made == FORMS;
    return result;
}

static int32_t form_of(const isle_thing *thing)
{
    return thing->shape * FORM_VARIANTS + (thing->chance > 0.5f);
}

/// What a form is multiplied with.
static float size_of(const things *t, const isle_thing *thing)
{
    const int32_t number = form_of(thing);
    // Palms are as tall as they are wide twice over; others keep the proportions of their form.
    return thing->radius / t->spread[number];
}

// ---- shade ------------------------------------------------------------------------------------------

bool things_wants_shade(const things *t, const isle_list *list, const camera *from,
                        const float light[3], const sea_cost *q)
{
    return t->made == FORMS && tree_shade_is_stale(&t->shade, from, list->version, light, q->shade);
}

static loam_result shade_cell(things *t, const isle_cell *cell)
{
    const float x = (float)(cell->ground.texels.x - t->shade.x),
                z = (float)(cell->ground.texels.z - t->shade.z);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < cell->thing_count && result == LOAM_OK; i++)
    {
        const isle_thing *const thing = &cell->things[i];
        const shade_spot spot = {.x = x + thing->x,
                                 .z = z + thing->z,
                                 .size = size_of(t, thing),
                                 .radius = thing->radius,
                                 .low = t->low[form_of(thing)]};
        const bool is_there = spot.x > -TALLEST && spot.z > -TALLEST &&
                              spot.x < TREE_SHADE_M + TALLEST && spot.z < TREE_SHADE_M + TALLEST;
        const bool throws = thing->y > 0 && thing->shape != LOAM_ISLE_PIER &&
                            thing->shape != LOAM_ISLE_BOAT;
        result = is_there && throws ? tree_shade_add(&t->shade, &spot) : LOAM_OK;
    }
    return result;
}

loam_result things_make_shade(things *t, const isle_list *list, const camera *from,
                              const float light[3], const sea_cost *q, GLuint program)
{
    loam_result result = tree_shade_place(&t->shade, from, list->version, light, q->shade);
    for (int32_t i = 0; i < list->side * list->side && result == LOAM_OK; i++)
    {
        result = shade_cell(t, &list->cells[i]);
    }
    if (result == LOAM_OK)
    {
        tree_shade_draw(&t->shade, program);
    }
    return result;
}

const tree_shade *things_shade(const things *t)
{
    return &t->shade;
}

// ---- what is drawn ------------------------------------------------------------------------------------

static loam_result make_room(things *t, const isle_list *list)
{
    size_t max = 0;
    for (int32_t i = 0; i < list->side * list->side; i++)
    {
        max += (size_t)list->cells[i].thing_count;
    }
    if (max <= t->room)
    {
        return LOAM_OK;
    }
    free(t->candidates);
    free(t->sorted);
    t->candidates = malloc(max * sizeof *t->candidates);
    t->sorted = malloc(2 * max * sizeof *t->sorted);
    t->room = t->candidates != NULL && t->sorted != NULL ? max : 0;
    return t->room > 0 ? LOAM_OK
                       : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what stands on islands");
}

/// Up to where something is seen: large ones farther than small ones, what was built farthest.
static float end_of(const isle_thing *thing, float near)
{
    const bool is_built = thing->shape >= LOAM_ISLE_HOUSE;
    return fminf(is_built ? 1200 * thing->radius : 650 * thing->radius, near);
}

static void set_kind(const isle_list *list, const isle_cell *cell, const isle_thing *thing,
                     float out[3])
{
    const loam_isle_type *const type = &loam_isles_get_def(list->isles)->types[cell->isle.type];
    const uint32_t colour = thing->kind < LOAM_ISLE_MAX_KINDS ? type->kinds[thing->kind].colour
                                                              : 0xffffff;
    for (int32_t k = 0; k < 3; k++)
    {
        const float c = (float)(colour >> (16 - 8 * k) & 255) / 255;
        out[k] = 1.1f * powf(c, 2);
    }
}

static void add_candidate(things *t, const isle_list *list, const isle_cell *cell,
                          const isle_thing *thing, const float corner[2], const camera_frame *frame)
{
    const float x = corner[0] + thing->x, z = corner[1] + thing->z;
    const float d = sqrtf(x * x + z * z), end = end_of(thing, (float)list->near);
    if (d >= end)
    {
        return;
    }
    const int32_t number = form_of(thing);
    const float size = size_of(t, thing), wide = fmaxf(2 * thing->radius, 1);
    const float low[3] = {x - wide, thing->y - 2 * size, z - wide},
                high[3] = {x + wide, thing->y + 2.2f * size, z + wide};
    if (!camera_sees(frame, low, high))
    {
        return;
    }
    const float turn = 6.2831853f * thing->turn;
    const bool is_grown = thing->shape <= LOAM_ISLE_BOULDER;
    candidate *const c = &t->candidates[t->count++];
    *c = (candidate){.instance = {.at = {x, thing->y - (is_grown ? 0.12f : 0), z},
                                  .size = size,
                                  .turn = {cosf(turn), sinf(turn)},
                                  .wide = is_grown ? 0.9f + 0.2f * thing->chance : 1,
                                  .chance = thing->chance,
                                  .sways = t->sways[number],
                                  .lit = (float)thing->lit / 255},
                     .distance = d,
                     .end = end,
                     .shows = cell->things_show,
                     .form = number};
    set_kind(list, cell, thing, c->instance.kind);
}

static void find_candidates(things *t, const isle_list *list, const camera *from,
                            const camera_frame *frame)
{
    t->count = 0;
    for (int32_t i = 0; i < list->side * list->side; i++)
    {
        const isle_cell *const cell = &list->cells[i];
        if (cell->thing_count == 0)
        {
            continue;
        }
        const patch_texels *const p = &cell->ground.texels;
        const float corner[2] = {(float)((double)(p->x - from->x) - from->dx),
                                 (float)((double)(p->z - from->z) - from->dz)};
        const float wide = (float)(p->step * (p->side - 1));
        const float low[3] = {corner[0], p->lowest, corner[1]},
                    high[3] = {corner[0] + wide, p->highest + TALLEST, corner[1] + wide};
        for (int32_t k = 0; k < cell->thing_count && camera_sees(frame, low, high); k++)
        {
            add_candidate(t, list, cell, &cell->things[k], corner, frame);
        }
    }
}

/// Up to where there are near forms, and up to where there are any, so that triangles are few enough.
static void find_ends(const things *t, const sea_cost *q, float widest, float *near, float *end)
{
    tree_bins bins = {.widest = widest};
    for (size_t i = 0; i < t->count; i++)
    {
        const candidate *const c = &t->candidates[i];
        tree_bins_add(&bins, c->distance, t->near[c->form].index_count / 3,
                      t->far[c->form].index_count / 3);
    }
    tree_bins_find_ends(&bins, &(tree_budget){q->near_triangles, q->triangles, q->near_forms}, near,
                        end);
}

static int32_t forms_of(const candidate *c, float near, float end, tree_form out[2])
{
    const tree_distance at = {.to_viewer = c->distance,
                              .end = c->end,
                              .early = c->instance.chance,
                              .near = near,
                              .budget = end};
    return tree_forms(&at, out);
}

/// Far forms are behind all near ones.
static int32_t place_of(const candidate *c, const tree_form *of)
{
    return of->is_far ? FORMS + c->form : c->form;
}

/// By forms, first[i] being where those of the i-th begin.
static void sort(const things *t, float near, float end, size_t first[2 * FORMS + 1])
{
    size_t next[2 * FORMS] = {0};
    tree_form forms[2];
    for (size_t i = 0; i < t->count; i++)
    {
        const int32_t count = forms_of(&t->candidates[i], near, end, forms);
        for (int32_t k = 0; k < count; k++)
        {
            next[place_of(&t->candidates[i], &forms[k])]++;
        }
    }
    first[0] = 0;
    for (int32_t i = 0; i < 2 * FORMS; i++)
    {
        first[i + 1] = first[i] + next[i];
        next[i] = first[i];
    }
    for (size_t i = 0; i < t->count; i++)
    {
        const candidate *const c = &t->candidates[i];
        const int32_t count = forms_of(c, near, end, forms);
        for (int32_t k = 0; k < count; k++)
        {
            instance *const to = &t->sorted[next[place_of(c, &forms[k])]++];
            *to = c->instance;
            to->shown[0] = forms[k].from;
            to->shown[1] = fminf(forms[k].to, c->shows);
        }
    }
}

static void draw_form(const things *t, const form_on_card *shape, size_t first, size_t count,
                      things_count *out)
{
    const gl *const g = t->g;
    const GLsizei size = (GLsizei)sizeof(instance);
    const size_t at = first * sizeof(instance);
    g->BindVertexArray(shape->array);
    g->BindBuffer(GL_ARRAY_BUFFER, t->instances);
    g->VertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, size, (const void *)at);
    g->VertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, size,
                           (const void *)(at + offsetof(instance, turn)));
    g->VertexAttribPointer(5, 4, GL_FLOAT, GL_FALSE, size,
                           (const void *)(at + offsetof(instance, shown)));
    g->VertexAttribPointer(6, 3, GL_FLOAT, GL_FALSE, size,
                           (const void *)(at + offsetof(instance, kind)));
    g->DrawElementsInstanced(GL_TRIANGLES, shape->index_count, GL_UNSIGNED_INT, NULL,
                             (GLsizei)count);
    out->things += (int64_t)count;
    out->triangles += (int64_t)count * (shape->index_count / 3);
}

loam_result things_draw(things *t, const isle_list *list, const camera *from,
                        const camera_frame *frame, const sea_cost *q, things_count *out)
{
    const gl *const g = t->g;
    size_t first[2 * FORMS + 1];
    float near, end;
    const loam_result result = make_room(t, list);
    *out = (things_count){0};
    if (result != LOAM_OK || t->made < FORMS)
    {
        return result;
    }
    find_candidates(t, list, from, frame);
    find_ends(t, q, (float)list->near, &near, &end);
    sort(t, near, end, first);
    g->BindBuffer(GL_ARRAY_BUFFER, t->instances);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(first[2 * FORMS] * sizeof *t->sorted), t->sorted,
                  GL_STREAM_DRAW);
    for (int32_t i = 0; i < 2 * FORMS; i++)
    {
        if (first[i + 1] > first[i])
        {
            draw_form(t, i < FORMS ? &t->near[i] : &t->far[i - FORMS], first[i],
                      first[i + 1] - first[i], out);
        }
    }
    g->BindVertexArray(0);
    return LOAM_OK;
}
