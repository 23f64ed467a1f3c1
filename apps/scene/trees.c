// SPDX-License-Identifier: MIT
#include "scene/trees.h"

#include "gl/program.h"
#include "scene/leaf_texture.h"
#include "scene/tree_forms.h"
#include "scene/tree_mesh.h"
#include "scene/tree_shade.h"

#include <math.h>
#include <stdlib.h>

enum
{
    SHAPES = LOAM_THING_KIND_COUNT * TREE_VARIANTS,
    TALLEST = 48, // m that a thing may reach above the ground of its page
    SUNK = 1,     // of 4 m, that things are set into ground that is coarser than theirs
};

/// How far and how many, by quality.
typedef struct trees_limits
{
    int64_t reach;              // m, of level 0; each next level twice as far
    float near;                 // m up to which shapes may be those from near
    int64_t triangles, of_near; // that are drawn at most; of them near ones
    int32_t shade;              // texels along a side of the map of shade
} trees_limits;

static const trees_limits limits_of[QUALITY_KINDS] = {
    [QUALITY_LOW] = {128, 40, 30000, 14000, 256},
    [QUALITY_MEDIUM] = {192, 80, 200000, 120000, 512},
    [QUALITY_HIGH] = {320, 160, 1200000, 900000, 512},
    [QUALITY_ULTRA] = {512, 260, 3000000, 2400000, 1024},
};

/// A shape on the card.
typedef struct shape_on_card
{
    GLuint array, vertices, indices;
    GLsizei index_count;
} shape_on_card;

/// One that is drawn: to the viewer, but y above the sea.
typedef struct instance
{
    float at[3], size;
    float turn[2]; // cosine, sine
    float wide, tint;
    float shown[2]; // from and up to which share of its pixels it is drawn
    float sways;
} instance;

/// One that may be.
typedef struct candidate
{
    instance instance;
    float distance, end; // to the viewer; up to where it is drawn
    float early;         // see tree_forms.h
    int32_t shape;
} candidate;

typedef struct page_list
{
    const loam_page **pages;
    int32_t count, room;
} page_list;

struct trees
{
    const gl *g;
    loam_land_things *things;
    loam_region *regions[LOAM_THINGS_LEVELS]; // NULL: none
    page_list pages;
    loam_result page_result;
    uint64_t version; // grows with pages that come and leave
    tree_shade shade;
    float spread[SHAPES], low[SHAPES]; // of crowns
    quality_kind kind;
    bool has_regions;
    int32_t made; // shapes
    shape_on_card near[SHAPES], far[SHAPES];
    GLuint instances;
    candidate *candidates;
    instance *sorted;
    size_t count, room;
};

// ---- pages ----------------------------------------------------------------------------------------

static void page_ready(void *user, const loam_page *page)
{
    trees *const t = user;
    page_list *const list = &t->pages;
    if (list->count == list->room)
    {
        const int32_t room = list->room == 0 ? 256 : 2 * list->room;
        const loam_page **const more = realloc(list->pages, (size_t)room * sizeof *more);
        if (more == NULL)
        {
            t->page_result = loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for pages of trees");
            return;
        }
        list->pages = more;
        list->room = room;
    }
    list->pages[list->count++] = page;
    t->version++;
}

static void page_leaves(void *user, const loam_page *page)
{
    trees *const t = user;
    for (int32_t i = 0; i < t->pages.count; i++)
    {
        if (t->pages.pages[i] == page)
        {
            t->pages.pages[i] = t->pages.pages[--t->pages.count];
            t->version++;
            return;
        }
    }
}

static void page_fails(void *user, loam_page_id id, loam_result result, const char *message)
{
    trees *const t = user;
    (void)id;
    t->page_result = loam_fail(result, "%s", message);
}

static void end_regions(trees *t)
{
    for (int32_t i = 0; i < LOAM_THINGS_LEVELS; i++)
    {
        loam_region_destroy(t->regions[i]);
        t->regions[i] = NULL;
    }
    t->has_regions = false;
}

static loam_result begin_regions(trees *t, const camera *from)
{
    loam_pipeline *const pipeline = loam_land_things_pipeline(t->things);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_THINGS_LEVELS && result == LOAM_OK; i++)
    {
        const int64_t reach = limits_of[t->kind].reach << i;
        const loam_region_def def = {.stage = loam_land_things_stage(t->things),
                                     .level = i,
                                     .load = reach,
                                     .keep = reach + ((int64_t)LOAM_THINGS_PAGE << i),
                                     .ready = page_ready,
                                     .leave = page_leaves,
                                     .failed = page_fails,
                                     .user = t};
        result = loam_region_create(pipeline, &def, from->x, 0, from->z, &t->regions[i]);
    }
    t->has_regions = true;
    return result;
}

/// Regions around the viewer, as far as the quality has them.
static loam_result follow(trees *t, const camera *from, quality_kind kind)
{
    loam_result result = LOAM_OK;
    if (t->has_regions && kind != t->kind)
    {
        end_regions(t);
    }
    t->kind = kind;
    if (!t->has_regions)
    {
        return begin_regions(t, from);
    }
    for (int32_t i = 0; i < LOAM_THINGS_LEVELS && result == LOAM_OK; i++)
    {
        result = loam_region_move(t->regions[i], from->x, 0, from->z);
    }
    return result;
}

// ---- shapes ---------------------------------------------------------------------------------------

static void load_shape(const gl *g, const tree_shape *shape, shape_on_card *out)
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
    for (GLuint i = 0; i < 6; i++)
    {
        g->EnableVertexAttribArray(i);
        g->VertexAttribDivisor(i, i >= 3);
    }
    g->BindVertexArray(0);
    out->index_count = (GLsizei)shape->index_count;
}

static loam_result make_shape(trees *t)
{
    tree_shape near, far;
    const int32_t i = t->made;
    const loam_result result = tree_shapes_create((loam_thing_kind)(i / TREE_VARIANTS),
                                                  i % TREE_VARIANTS, &near, &far);
    if (result == LOAM_OK)
    {
        load_shape(t->g, &near, &t->near[i]);
        load_shape(t->g, &far, &t->far[i]);
        t->spread[i] = near.spread;
        t->low[i] = near.low;
        t->made++;
    }
    tree_shape_destroy(&near);
    tree_shape_destroy(&far);
    return result;
}

// ---- making ---------------------------------------------------------------------------------------

loam_result trees_create(const gl *g, loam_land_things *things, trees **out)
{
    *out = NULL;
    trees *const t = calloc(1, sizeof *t);
    if (t == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for trees");
    }
    t->g = g;
    t->things = things;
    g->GenBuffers(1, &t->instances);
    tree_shade_begin(g, &t->shade);
    *out = t;
    return LOAM_OK;
}

static void drop_shape(const gl *g, const shape_on_card *shape)
{
    const GLuint buffers[] = {shape->vertices, shape->indices};
    g->DeleteBuffers(2, buffers);
    g->DeleteVertexArrays(1, &shape->array);
}

void trees_destroy(trees *t, bool lost)
{
    if (t == NULL)
    {
        return;
    }
    end_regions(t);
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
    free(t->pages.pages);
    free(t->candidates);
    free(t->sorted);
    free(t);
}

loam_result trees_update(trees *t, const camera *from, quality_kind kind, uint64_t budget_us,
                         bool *complete)
{
    bool idle = false;
    t->page_result = LOAM_OK;
    loam_result result = t->made < SHAPES ? make_shape(t) : LOAM_OK;
    result = result == LOAM_OK ? follow(t, from, kind) : result;
    result = result == LOAM_OK
                 ? loam_pipeline_pump(loam_land_things_pipeline(t->things), budget_us, &idle)
                 : result;
    *complete = idle && t->made == SHAPES;
    return result == LOAM_OK ? t->page_result : result;
}

static int32_t shape_of(const loam_land_thing *thing)
{
    return thing->shape * TREE_VARIANTS + loam_thing_variant(thing);
}

// ---- shade ----------------------------------------------------------------------------------------

uint64_t trees_version(const trees *t)
{
    return t->version;
}

bool trees_wants_shade(const trees *t, const camera *from, const float light[3])
{
    return t->made == SHAPES &&
           tree_shade_is_stale(&t->shade, from, t->version, light, limits_of[t->kind].shade);
}

/// Pages of a level count where the finer ones end, as in the picture, about the middle of the map.
static loam_result add_shade(trees *t, const loam_land_thing *thing, int32_t level)
{
    const int64_t half = TREE_SHADE_M / 2;
    const float x = (float)((double)(thing->x - (t->shade.x + half) * LOAM_SCATTER_ONE) /
                            LOAM_SCATTER_ONE),
                z = (float)((double)(thing->z - (t->shade.z + half) * LOAM_SCATTER_ONE) /
                            LOAM_SCATTER_ONE);
    const float reach = (float)limits_of[t->kind].reach, d = sqrtf(x * x + z * z);
    const float first = level == 0 ? 0 : reach * (float)(1 << (level - 1));
    const int32_t shape = shape_of(thing);
    const float room = (float)half + TALLEST;
    if (d < first || d >= reach * (float)(1 << level) || fabsf(x) > room || fabsf(z) > room)
    {
        return LOAM_OK;
    }
    return tree_shade_add(&t->shade, &(shade_spot){.x = x + (float)half,
                                                   .z = z + (float)half,
                                                   .size = thing->size,
                                                   .radius = thing->size * t->spread[shape],
                                                   .low = t->low[shape]});
}

loam_result trees_make_shade(trees *t, const camera *from, const float light[3], GLuint program)
{
    loam_result result = tree_shade_place(&t->shade, from, t->version, light,
                                          limits_of[t->kind].shade);
    for (int32_t i = 0; i < t->pages.count && result == LOAM_OK; i++)
    {
        const loam_page *const page = t->pages.pages[i];
        const loam_land_thing *const things = page->data;
        const int64_t side = (int64_t)LOAM_THINGS_PAGE << page->level;
        const int64_t x = page->x * side - t->shade.x, z = page->z * side - t->shade.z;
        const bool is_near = x < TREE_SHADE_M + TALLEST && z < TREE_SHADE_M + TALLEST &&
                             x + side > -TALLEST && z + side > -TALLEST;
        for (size_t k = 0; is_near && k < page->size / sizeof *things && result == LOAM_OK; k++)
        {
            result = add_shade(t, &things[k], page->level);
        }
    }
    if (result == LOAM_OK)
    {
        tree_shade_draw(&t->shade, program);
    }
    return result;
}

trees_shade_map trees_shade(const trees *t)
{
    return (trees_shade_map){t->shade.is_made ? t->shade.target.colour : 0, t->shade.x, t->shade.z,
                             TREE_SHADE_M};
}

// ---- what is drawn --------------------------------------------------------------------------------

/// Up to where a thing is seen: the end of the last level that has it.
static float end_of(float rank, float reach)
{
    int32_t level = 0;
    while (level + 1 < LOAM_THINGS_LEVELS && rank < loam_land_things_max_rank(level + 1))
    {
        level++;
    }
    return reach * (float)(1 << level);
}

/// Each may be drawn twice, in its near and in its far form.
static loam_result make_room(trees *t)
{
    size_t max = 0;
    for (int32_t i = 0; i < t->pages.count; i++)
    {
        max += t->pages.pages[i]->size / sizeof(loam_land_thing);
    }
    if (max <= t->room)
    {
        return LOAM_OK;
    }
    free(t->candidates);
    free(t->sorted);
    t->candidates = malloc(2 * max * sizeof *t->candidates);
    t->sorted = malloc(4 * max * sizeof *t->sorted);
    t->room = t->candidates != NULL && t->sorted != NULL ? 2 * max : 0;
    return t->room > 0 ? LOAM_OK : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for trees");
}

/// Differences are of integers: no float has a place of the world.
static void add_candidate(trees *t, const camera *from, const camera_frame *frame,
                          const loam_land_thing *thing, int32_t level)
{
    const float reach = (float)limits_of[t->kind].reach;
    const float x = (float)((double)(thing->x - from->x * LOAM_SCATTER_ONE) / LOAM_SCATTER_ONE -
                            from->dx),
                z = (float)((double)(thing->z - from->z * LOAM_SCATTER_ONE) / LOAM_SCATTER_ONE -
                            from->dz);
    const float d = sqrtf(x * x + z * z), end = end_of(thing->rank, reach);
    const float first = level == 0 ? 0 : reach * (float)(1 << (level - 1));
    if (d < first || d >= fminf(end, reach * (float)(1 << level)))
    {
        return;
    }
    const float size = thing->size, wide = size;
    const float y = thing->y - (level == 0 ? 0.1f : 0.25f * SUNK * (float)(1 << level));
    const float low[3] = {x - wide, y - 1, z - wide}, high[3] = {x + wide, y + size, z + wide};
    if (!camera_sees(frame, low, high))
    {
        return;
    }
    const float turn = 6.2831853f * thing->turn;
    const uint64_t some = thing->id * 0x9e3779b97f4a7c15u;
    const bool is_bush = thing->shape == LOAM_THING_BUSH;
    t->candidates[t->count++] = (candidate){
        .instance = {.at = {x, y, z},
                     .size = size,
                     .turn = {cosf(turn), sinf(turn)},
                     .wide = 0.88f + 0.24f * (float)(some >> 48 & 255) / 255,
                     .tint = (float)(some >> 56) / 255,
                     .sways = thing->shape == LOAM_THING_BOULDER ? 0
                              : is_bush                          ? 0.5f
                                                                 : 1},
        .distance = d,
        .end = end,
        .early = (float)(some >> 32 & 255) / 255,
        .shape = shape_of(thing)};
}

static void find_candidates(trees *t, const camera *from, const camera_frame *frame)
{
    t->count = 0;
    for (int32_t i = 0; i < t->pages.count; i++)
    {
        const loam_page *const page = t->pages.pages[i];
        const loam_land_thing *const things = page->data;
        const size_t count = page->size / sizeof *things;
        const int64_t side = (int64_t)LOAM_THINGS_PAGE << page->level;
        const float x = (float)(page->x * side - from->x), z = (float)(page->z * side - from->z);
        const float low[3] = {x - TALLEST, -20000, z - TALLEST};
        const float high[3] = {x + (float)side + TALLEST, 20000, z + (float)side + TALLEST};
        for (size_t k = 0; k < count && camera_sees(frame, low, high); k++)
        {
            add_candidate(t, from, frame, &things[k], page->level);
        }
    }
}

/// Up to where there are near forms, and up to where there are any, so that triangles are few enough.
static void find_ends(const trees *t, float *near, float *end)
{
    const trees_limits *const limits = &limits_of[t->kind];
    tree_bins bins = {.widest = (float)(limits->reach << (LOAM_THINGS_LEVELS - 1))};
    for (size_t i = 0; i < t->count; i++)
    {
        const candidate *const c = &t->candidates[i];
        tree_bins_add(&bins, c->distance, t->near[c->shape].index_count / 3,
                      t->far[c->shape].index_count / 3);
    }
    tree_bins_find_ends(&bins, &(tree_budget){limits->of_near, limits->triangles, limits->near},
                        near, end);
}

static int32_t forms_of(const candidate *c, float near, float end, tree_form out[2])
{
    const tree_distance at = {
        .to_viewer = c->distance, .end = c->end, .early = c->early, .near = near, .budget = end};
    return tree_forms(&at, out);
}

/// Far forms are behind all near ones.
static int32_t place_of(const candidate *c, const tree_form *form)
{
    return form->is_far ? SHAPES + c->shape : c->shape;
}

/// By shapes, first[i] being where those of the i-th begin.
static void sort(const trees *t, float near, float end, size_t first[2 * SHAPES + 1])
{
    size_t next[2 * SHAPES] = {0};
    tree_form forms[2];
    for (size_t i = 0; i < t->count; i++)
    {
        const candidate *const c = &t->candidates[i];
        const int32_t count = forms_of(c, near, end, forms);
        for (int32_t k = 0; k < count; k++)
        {
            next[place_of(c, &forms[k])]++;
        }
    }
    first[0] = 0;
    for (int32_t i = 0; i < 2 * SHAPES; i++)
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
            to->shown[1] = forms[k].to;
        }
    }
}

static void draw_shape(const trees *t, const shape_on_card *shape, size_t first, size_t count,
                       trees_count *out)
{
    const gl *const g = t->g;
    const GLsizei size = (GLsizei)sizeof(instance);
    const size_t at = first * sizeof(instance);
    g->BindVertexArray(shape->array);
    g->BindBuffer(GL_ARRAY_BUFFER, t->instances);
    g->VertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, size, (const void *)at);
    g->VertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, size,
                           (const void *)(at + offsetof(instance, turn)));
    g->VertexAttribPointer(5, 3, GL_FLOAT, GL_FALSE, size,
                           (const void *)(at + offsetof(instance, shown)));
    g->DrawElementsInstanced(GL_TRIANGLES, shape->index_count, GL_UNSIGNED_INT, NULL,
                             (GLsizei)count);
    out->things += (int64_t)count;
    out->triangles += (int64_t)count * (shape->index_count / 3);
}

/// How leaves of a shape are cut, see trees_fragment.glsl. Those of palms are cards already.
static void set_leaves(const trees *t, GLuint program, int32_t shape)
{
    const loam_thing_kind kind = (loam_thing_kind)(shape % SHAPES / TREE_VARIANTS);
    const bool needles = kind == LOAM_THING_SPRUCE || kind == LOAM_THING_PINE;
    gl_set2(t->g, program, "leaf_kind", needles ? LEAF_NEEDLES : LEAF_BROAD,
            kind == LOAM_THING_PALM ? 0 : 1);
}

loam_result trees_draw(trees *t, const camera *from, const camera_frame *frame, GLuint program,
                       trees_count *out)
{
    const gl *const g = t->g;
    size_t first[2 * SHAPES + 1];
    float near, end;
    const loam_result result = make_room(t);
    *out = (trees_count){0};
    if (result != LOAM_OK || t->made < SHAPES)
    {
        return result;
    }
    find_candidates(t, from, frame);
    find_ends(t, &near, &end);
    sort(t, near, end, first);
    g->BindBuffer(GL_ARRAY_BUFFER, t->instances);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(first[2 * SHAPES] * sizeof *t->sorted), t->sorted,
                  GL_STREAM_DRAW);
    for (int32_t i = 0; i < 2 * SHAPES; i++)
    {
        if (first[i + 1] > first[i])
        {
            set_leaves(t, program, i);
            draw_shape(t, i < SHAPES ? &t->near[i] : &t->far[i - SHAPES], first[i],
                       first[i + 1] - first[i], out);
        }
    }
    g->BindVertexArray(0);
    return LOAM_OK;
}
