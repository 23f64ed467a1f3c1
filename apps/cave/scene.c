// SPDX-License-Identifier: MIT
#include "cave/scene.h"

#include "loam/maths.h"
#include "loam/random.h"
#include "scene/materials.h"
#include "scene/shader_texts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Chunks lie in a ball around the viewer; those within it that are missing are made nearest first, and those far beyond
// it leave. A picture draws what is in sight from the nearest on, so that the rest fails the test of depth early.

enum
{
    MAX_CHUNKS = 8192,
};

static const float near_m = 0.06f;

typedef struct chunk
{
    int64_t at[3]; // in chunks
    bool used;
    double away; // cells, from the viewer to the nearest point
    GLuint array, vertices, indices;
    uint32_t index_count;
    float low[3], high[3]; // of its triangles, cells from its corner
    uint64_t hash;
} chunk;

struct cave_chunks
{
    cave_rock *rock;
    chunk *list;
    int32_t count, room;
    int64_t planned[3]; // cell of the viewer when they were planned
    float planned_m;
    int64_t reach; // cells
    bool is_planned;
    cave_mesher mesher;
    int64_t made;
    size_t bytes;
};

struct cave_scene
{
    const gl *g;
    sky_frame frame;
    GLuint rock; // a program
    float view_m;
    cave_counters count;
};

/// What one picture is drawn with.
typedef struct drawing
{
    const camera *from;
    const cave_look *look;
    const cave_rock *rock;
    weather weather;
    camera_frame frame;
    air air;
    float cell;
} drawing;

static const struct
{
    const char *name, *text;
} own_texts[] = {
#include "embedded/cave_shaders.inl"
};

static const char *own_text(const char *name)
{
    for (size_t i = 0; i < sizeof own_texts / sizeof own_texts[0]; i++)
    {
        if (strcmp(own_texts[i].name, name) == 0)
        {
            return own_texts[i].text;
        }
    }
    return "";
}

// ---- making ---------------------------------------------------------------------------------------

loam_result cave_scene_create(const gl *g, quality_kind kind, int32_t w, int32_t h, loam_jobs *jobs,
                              cave_scene **out)
{
    *out = NULL;
    cave_scene *const s = calloc(1, sizeof *s);
    if (s == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a view");
    }
    const gl_program_def rock = {.name = "cave",
                                 .weights = own_text("cave_materials"),
                                 .more = quality_of(kind).plain ? own_text("cave_fast")
                                                                : shader_text("taken"),
                                 .vertex = own_text("cave_vertex"),
                                 .fragment = own_text("cave_fragment"),
                                 .attributes = {"at", "normal", "shade"}};
    s->g = g;
    s->view_m = g->software ? 40 : 96;
    loam_result result = sky_frame_begin(g, kind, own_text("cave_inside"), jobs, &s->frame);
    result = result == LOAM_OK ? sky_frame_program(&s->frame, &rock, &s->rock) : result;
    result = result == LOAM_OK ? sky_frame_resize(&s->frame, w, h) : result;
    if (result != LOAM_OK)
    {
        cave_scene_destroy(s);
        return result;
    }
    *out = s;
    return LOAM_OK;
}

void cave_scene_destroy(cave_scene *s)
{
    if (s == NULL)
    {
        return;
    }
    s->g->DeleteProgram(s->rock); // 0 is left alone
    sky_frame_end(&s->frame);
    free(s);
}

loam_result cave_scene_resize(cave_scene *s, int32_t w, int32_t h)
{
    return sky_frame_resize(&s->frame, w, h);
}

void cave_scene_set_view(cave_scene *s, float view_m)
{
    s->view_m = fminf(fmaxf(view_m, 8), 512);
}

float cave_scene_view(const cave_scene *s)
{
    return s->view_m;
}

loam_result cave_chunks_create(cave_scene *s, cave_rock *rock, cave_chunks **out)
{
    (void)s;
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the rock of a cave");
    }
    (*out)->rock = rock;
    return LOAM_OK;
}

static void drop(const cave_scene *s, cave_chunks *set, chunk *c)
{
    s->g->DeleteVertexArrays(1, &c->array); // 0 is left alone
    s->g->DeleteBuffers(1, &c->vertices);
    s->g->DeleteBuffers(1, &c->indices);
    set->bytes -= c->index_count * sizeof(uint32_t);
    *c = set->list[--set->count];
}

void cave_chunks_destroy(cave_scene *s, cave_chunks *set)
{
    if (set == NULL)
    {
        return;
    }
    while (set->count > 0)
    {
        drop(s, set, &set->list[set->count - 1]);
    }
    cave_mesher_end(&set->mesher);
    free(set->list);
    free(set);
}

// ---- which chunks ---------------------------------------------------------------------------------

static int64_t cell_of(const cave_rock *rock, int64_t whole, double part)
{
    return (int64_t)floor(((double)whole + part) / (double)rock->plan.resolution);
}

/// Cells from a chunk to a cell.
static double away_from(const int64_t at[3], const int64_t cell[3])
{
    double sum = 0;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const int64_t low = at[axis] * CAVE_CHUNK - CAVE_CHUNK_LOW, high = low + CAVE_CHUNK;
        const int64_t off = cell[axis] < low     ? low - cell[axis]
                            : cell[axis] >= high ? cell[axis] - high + 1
                                                 : 0;
        sum += (double)off * (double)off;
    }
    return sqrt(sum);
}

/// Chunks above each other in which there can be rock.
static void rows_of(const cave_rock *rock, int64_t cell_y, int64_t reach, int64_t *low,
                    int64_t *high)
{
    const bool flat = rock->plan.dimensions == 2;
    const int64_t most = flat ? rock->layers + CAVE_SLAB : rock->size[1];
    *low = loam_floor_div(cell_y - reach + CAVE_CHUNK_LOW, CAVE_CHUNK);
    *high = loam_floor_div(cell_y + reach + CAVE_CHUNK_LOW, CAVE_CHUNK);
    if (flat || rock->cave != NULL)
    {
        const int64_t top = loam_floor_div(most + CAVE_CHUNK_LOW, CAVE_CHUNK);
        *low = *low < 0 ? 0 : *low;
        *high = *high > top ? top : *high;
    }
}

static bool has_chunk(const cave_chunks *set, const int64_t at[3])
{
    for (int32_t i = 0; i < set->count; i++)
    {
        const chunk *const c = &set->list[i];
        if (c->at[0] == at[0] && c->at[1] == at[1] && c->at[2] == at[2])
        {
            return true;
        }
    }
    return false;
}

static loam_result add_chunk(cave_chunks *set, const int64_t at[3], double away)
{
    if (set->count == set->room)
    {
        const int32_t room = set->room > 0 ? 2 * set->room : 256;
        chunk *const list = room <= MAX_CHUNKS ? realloc(set->list, (size_t)room * sizeof *list)
                                               : NULL;
        if (list == NULL)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY,
                             "out of memory for the rock of a cave; see less far");
        }
        set->list = list;
        set->room = room;
    }
    set->list[set->count] = (chunk){.away = away};
    memcpy(set->list[set->count++].at, at, sizeof set->list->at);
    return LOAM_OK;
}

static int by_distance(const void *a, const void *b)
{
    const chunk *const one = a, *const other = b;
    return one->away < other->away ? -1 : one->away > other->away;
}

static loam_result add_missing(cave_chunks *set, const int64_t cell[3], int64_t reach)
{
    int64_t low[3], high[3], at[3];
    loam_result result = LOAM_OK;
    for (int32_t axis = 0; axis < 3; axis += 2)
    {
        low[axis] = loam_floor_div(cell[axis] - reach + CAVE_CHUNK_LOW, CAVE_CHUNK);
        high[axis] = loam_floor_div(cell[axis] + reach + CAVE_CHUNK_LOW, CAVE_CHUNK);
    }
    rows_of(set->rock, cell[1], reach, &low[1], &high[1]);
    const int32_t before = set->count;
    for (at[0] = low[0]; at[0] <= high[0]; at[0]++)
    {
        for (at[1] = low[1]; at[1] <= high[1]; at[1]++)
        {
            for (at[2] = low[2]; at[2] <= high[2] && result == LOAM_OK; at[2]++)
            {
                const double away = away_from(at, cell);
                // Those that were there before, for new ones differ from each other.
                const cave_chunks old = {.list = set->list, .count = before};
                if (away <= (double)reach && !has_chunk(&old, at))
                {
                    result = add_chunk(set, at, away);
                }
            }
        }
    }
    return result;
}

static loam_result plan(const cave_scene *s, cave_chunks *set, const int64_t cell[3])
{
    const int64_t reach = (int64_t)(s->view_m / set->rock->plan.resolution) + 1;
    for (int32_t i = set->count - 1; i >= 0; i--)
    {
        set->list[i].away = away_from(set->list[i].at, cell);
        if (set->list[i].away > (double)(reach + CAVE_CHUNK))
        {
            drop(s, set, &set->list[i]);
        }
    }
    set->reach = reach;
    const loam_result result = add_missing(set, cell, reach);
    qsort(set->list, (size_t)set->count, sizeof *set->list, by_distance);
    memcpy(set->planned, cell, sizeof set->planned);
    set->planned_m = s->view_m;
    set->is_planned = true;
    return result;
}

// ---- chunks ---------------------------------------------------------------------------------------

static void load(const cave_scene *s, cave_chunks *set, chunk *c)
{
    const gl *const g = s->g;
    const cave_mesher *const m = &set->mesher;
    const GLsizei size = (GLsizei)sizeof(cave_vertex);
    c->index_count = m->mesh->index_count;
    if (c->index_count == 0)
    {
        return;
    }
    loam_mesh_bounds(m->mesh, c->low, c->high);
    g->GenVertexArrays(1, &c->array);
    g->GenBuffers(1, &c->vertices);
    g->GenBuffers(1, &c->indices);
    g->BindVertexArray(c->array);
    g->BindBuffer(GL_ARRAY_BUFFER, c->vertices);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)m->mesh->vertex_count * size, m->vertices,
                  GL_STATIC_DRAW);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, c->indices);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(c->index_count * sizeof(uint32_t)),
                  m->mesh->indices, GL_STATIC_DRAW);
    g->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, NULL);
    g->VertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, size,
                           (const void *)offsetof(cave_vertex, normal));
    g->VertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)offsetof(cave_vertex, open));
    for (GLuint i = 0; i < 3; i++)
    {
        g->EnableVertexAttribArray(i);
    }
    g->BindVertexArray(0);
    set->bytes += c->index_count * sizeof(uint32_t);
}

static loam_result make(const cave_scene *s, cave_chunks *set, chunk *c, bool waits)
{
    const int32_t size[3] = {CAVE_CHUNK, CAVE_CHUNK, CAVE_CHUNK};
    int64_t low[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        low[axis] = c->at[axis] * CAVE_CHUNK - CAVE_CHUNK_LOW;
    }
    loam_result result = cave_mesh_box(&set->mesher, set->rock, low, size, waits);
    result = result == LOAM_OK ? cave_mesh_shade(&set->mesher, set->rock, low, size) : result;
    if (result == LOAM_OK)
    {
        load(s, set, c);
        c->hash = loam_mesh_hash(set->mesher.mesh) ^ loam_seed_at(1, c->at[0], c->at[1], c->at[2]);
        c->used = true;
        set->made++;
    }
    return result;
}

loam_result cave_chunks_update(cave_scene *s, cave_chunks *set, const camera *from,
                               uint64_t budget_us, bool waits, bool *complete)
{
    const uint64_t end = loam_clock_ns() + budget_us * 1000;
    const int64_t cell[3] = {cell_of(set->rock, from->x, from->dx), cell_of(set->rock, 0, from->y),
                             cell_of(set->rock, from->z, from->dz)};
    loam_result result = LOAM_OK;
    *complete = true;
    if (!set->is_planned || memcmp(cell, set->planned, sizeof cell) != 0 ||
        set->planned_m != s->view_m)
    {
        result = plan(s, set, cell);
    }
    for (int32_t i = 0, tried = 0; i < set->count && result == LOAM_OK; i++)
    {
        chunk *const c = &set->list[i];
        if (c->used)
        {
            continue;
        }
        if (tried++ > 0 && loam_clock_ns() >= end)
        {
            *complete = false;
            break;
        }
        result = make(s, set, c, waits);
        *complete = *complete && result == LOAM_OK;
        result = result == LOAM_NOT_FOUND ? LOAM_OK : result;
    }
    return result;
}

uint64_t cave_chunks_hash(const cave_chunks *set)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < set->count; i++)
    {
        const chunk *const c = &set->list[i];
        const bool counts = c->used && c->index_count > 0 && c->away <= (double)set->reach;
        sum += counts ? c->hash : 0;
    }
    return sum;
}

// ---- the picture ----------------------------------------------------------------------------------

static void begin_shot(cave_scene *s, const cave_rock *rock, const camera *from,
                       const cave_look *look, drawing *shot)
{
    *shot = (drawing){.from = from,
                      .look = look,
                      .rock = rock,
                      .weather = weather_of(look->weather),
                      .cell = rock->plan.resolution};
    camera_place(from, (float)s->frame.shown.w / (float)s->frame.shown.h, near_m,
                 cave_rock_has_sky(rock) ? 6000 : s->view_m * 2, &shot->frame);
    sky_frame_light(&s->frame, look->hour, look->weather, 0);
    shot->air = sky_frame_air(&s->frame, from, &shot->frame, &shot->weather, look->seconds,
                              s->view_m, 2000);
}

/// What cave_inside.glsl asks for.
static void set_lamp(const cave_scene *s, const drawing *shot, GLuint program)
{
    const cave_look *const look = shot->look;
    const float lamp[4] = {look->lamp_at[0], look->lamp_at[1], look->lamp_at[2], look->lamp};
    s->g->UseProgram(program);
    gl_set4s(s->g, program, "lamp", 1, lamp);
    gl_set1(s->g, program, "eye_sky", 1 - look->adapted);
    gl_set1(s->g, program, "view_m", s->view_m);
}

static void draw_chunk(cave_scene *s, const drawing *shot, const chunk *c)
{
    const gl *const g = s->g;
    const camera *const from = shot->from;
    float origin[3], low[3], high[3];
    const double corner[3] = {
        (double)(c->at[0] * CAVE_CHUNK - CAVE_CHUNK_LOW) * (double)shot->cell - (double)from->x -
            from->dx,
        (double)(c->at[1] * CAVE_CHUNK - CAVE_CHUNK_LOW) * (double)shot->cell,
        (double)(c->at[2] * CAVE_CHUNK - CAVE_CHUNK_LOW) * (double)shot->cell - (double)from->z -
            from->dz};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        origin[axis] = (float)corner[axis];
        low[axis] = origin[axis] + c->low[axis] * shot->cell;
        high[axis] = origin[axis] + c->high[axis] * shot->cell;
    }
    if (!camera_sees(&shot->frame, low, high))
    {
        s->count.outside++;
        return;
    }
    gl_set3(g, s->rock, "origin", origin);
    g->BindVertexArray(c->array);
    g->DrawElementsInstanced(GL_TRIANGLES, (GLsizei)c->index_count, GL_UNSIGNED_INT, NULL, 1);
    s->count.triangles += c->index_count / 3;
    s->count.chunks++;
}

static void draw_rock(cave_scene *s, const drawing *shot, const cave_chunks *set)
{
    const gl *const g = s->g;
    air_use(g, &shot->air, s->rock);
    set_lamp(s, shot, s->rock);
    gl_set_texture(g, s->rock, "colours", 2, GL_TEXTURE_2D_ARRAY, s->frame.colours);
    gl_set_texture(g, s->rock, "bumps", 3, GL_TEXTURE_2D_ARRAY, s->frame.bumps);
    gl_set1(g, s->rock, "cell", shot->cell);
    gl_set1(g, s->rock, "texel", (float)s->frame.quality.texture);
    for (int32_t i = 0; i < MATERIALS; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "tile_m[%d]", (int)i);
        gl_set1(g, s->rock, name, material_tile((material)i));
    }
    g->Enable(GL_DEPTH_TEST);
    g->DepthFunc(GL_LESS);
    g->DepthMask(GL_TRUE);
    for (int32_t i = 0; i < set->count; i++)
    {
        if (set->list[i].used && set->list[i].index_count > 0)
        {
            draw_chunk(s, shot, &set->list[i]);
        }
    }
}

/// Eyes that are used to the dark make a lamp's light as bright as a dull day.
static float exposure_of(const cave_scene *s, const cave_look *look)
{
    const float dark = 3, day = s->frame.light.exposure;
    return day * powf(dark / day, look->adapted);
}

loam_result cave_scene_draw(cave_scene *s, cave_chunks *set, const camera *from,
                            const cave_look *look)
{
    const gl *const g = s->g;
    const bool has_sky = cave_rock_has_sky(set->rock);
    drawing shot;
    begin_shot(s, set->rock, from, look, &shot);
    s->count = (cave_counters){0};
    if (has_sky)
    {
        sky_frame_clouds(&s->frame, &shot.air);
    }
    gl_target_begin(g, &s->frame.drawn);
    g->ClearColor(0.0006f, 0.0007f, 0.001f, 1); // what lies beyond the lamp, as the shader has it
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    draw_rock(s, &shot, set);
    if (look->box_count > 0)
    {
        set_lamp(s, &shot, s->frame.figure);
        sky_frame_boxes(&s->frame, &shot.air, look->boxes, look->box_count);
    }
    if (has_sky)
    {
        sky_frame_sky(&s->frame, &shot.air);
    }
    sky_frame_finish(&s->frame, &shot.air, exposure_of(s, look), !has_sky || look->adapted > 0.3f);
    g->Finish();
    return gl_check(g, "the picture could not be drawn");
}

void cave_scene_show(const cave_scene *s, int32_t w, int32_t h)
{
    sky_frame_show(&s->frame, w, h);
}

loam_result cave_scene_read(cave_scene *s, loam_picture *out)
{
    return sky_frame_read(&s->frame, out);
}

cave_counters cave_scene_count(const cave_scene *s, const cave_chunks *set)
{
    cave_counters count = s->count;
    count.made = set->made;
    count.bytes = set->bytes;
    return count;
}
