// SPDX-License-Identifier: MIT
#include "scene/ground_cover.h"

#include "gl/program.h"
#include "gl/target.h"
#include "scene/cover_forms.h"
#include "scene/cover_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MARGIN = 2 * COVER_BLOCK, // m that the map is wider than the reach, for a viewer who goes on
    PATIENCE = 12,            // frames between two plans for ground that has other heights now
    LONG_PATIENCE = 120,      // and for maps that have changed somewhere
    SAMPLE = 7,               // m between heights that are compared
    MAX_SIDE = 288,
    MAX_BLOCKS = (MAX_SIDE / COVER_BLOCK) * (MAX_SIDE / COVER_BLOCK),
    TALLEST = 3, // m
};

static const float reaches[QUALITY_KINDS] = {0, 64, 96, 120};
// Of the reach, up to where the near forms are; at that place they are what the far ones are.
static const float near_share = 0.24f;

/// Where the spots of a block and a form are in the buffer.
typedef struct block_run
{
    uint32_t first, count;
} block_run;

typedef struct form_on_card
{
    GLuint array, vertices, indices;
    GLsizei index_count;
} form_on_card;

struct ground_cover
{
    const gl *g;
    form_on_card near[COVER_FORMS], far[COVER_FORMS];
    GLuint instances;
    gl_target map;
    bool is_made;
    cover_state state; // it was made for
    int32_t waited;    // frames
    // The map that was read, and what the land says of it.
    cover_ground ground;
    uint8_t *texels, *sea, *road;
    float *height, *above;
    // What was planned.
    cover_spot *spots;
    size_t count, room;
    block_run runs[COVER_FORMS][MAX_BLOCKS];
    float low[MAX_BLOCKS], high[MAX_BLOCKS]; // of the ground of a block, m
};

float ground_cover_reach(quality_kind kind)
{
    return reaches[kind];
}

static int32_t side_of(quality_kind kind)
{
    const int32_t half = ((int32_t)reaches[kind] + COVER_BLOCK - 1) / COVER_BLOCK * COVER_BLOCK;
    return 2 * (half + MARGIN);
}

// ---- making -----------------------------------------------------------------------------------------

static void load_form(const gl *g, cover_form form, bool is_far, form_on_card *out)
{
    cover_shape shape;
    const GLsizei size = (GLsizei)sizeof(cover_vertex);
    cover_shape_make(form, is_far, &shape);
    g->GenVertexArrays(1, &out->array);
    g->GenBuffers(1, &out->vertices);
    g->GenBuffers(1, &out->indices);
    g->BindVertexArray(out->array);
    g->BindBuffer(GL_ARRAY_BUFFER, out->vertices);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)shape.vertex_count * size, shape.vertices,
                  GL_STATIC_DRAW);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, out->indices);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                  (GLsizeiptr)shape.index_count * (GLsizeiptr)sizeof(uint16_t), shape.indices,
                  GL_STATIC_DRAW);
    g->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, NULL);
    g->VertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, size,
                           (const void *)offsetof(cover_vertex, normal));
    g->VertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)offsetof(cover_vertex, has));
    for (GLuint i = 0; i < 8; i++)
    {
        g->EnableVertexAttribArray(i);
        g->VertexAttribDivisor(i, i >= 3);
    }
    g->BindVertexArray(0);
    out->index_count = shape.index_count;
}

static loam_result make_room(ground_cover *c)
{
    const size_t texels = (size_t)MAX_SIDE * MAX_SIDE;
    c->texels = malloc(texels * 4 * COVER_BANDS);
    c->sea = malloc(texels);
    c->road = malloc(texels);
    c->above = malloc(texels * sizeof *c->above);
    c->height = malloc((size_t)(MAX_SIDE + 1) * (MAX_SIDE + 1) * sizeof *c->height);
    const bool ok = c->texels != NULL && c->sea != NULL && c->road != NULL && c->above != NULL &&
                    c->height != NULL;
    return ok ? LOAM_OK : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what covers the ground");
}

loam_result ground_cover_create(const gl *g, ground_cover **out)
{
    *out = NULL;
    ground_cover *const c = calloc(1, sizeof *c);
    if (c == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what covers the ground");
    }
    c->g = g;
    const loam_result result = make_room(c);
    if (result != LOAM_OK)
    {
        ground_cover_destroy(c, true);
        return result;
    }
    for (int32_t i = 0; i < COVER_FORMS; i++)
    {
        load_form(g, (cover_form)i, false, &c->near[i]);
        load_form(g, (cover_form)i, true, &c->far[i]);
    }
    g->GenBuffers(1, &c->instances);
    *out = c;
    return LOAM_OK;
}

static void drop_form(const gl *g, const form_on_card *form)
{
    const GLuint buffers[] = {form->vertices, form->indices};
    g->DeleteBuffers(2, buffers);
    g->DeleteVertexArrays(1, &form->array);
}

void ground_cover_destroy(ground_cover *c, bool lost)
{
    if (c == NULL)
    {
        return;
    }
    for (int32_t i = 0; i < COVER_FORMS && !lost; i++)
    {
        drop_form(c->g, &c->near[i]);
        drop_form(c->g, &c->far[i]);
    }
    if (!lost)
    {
        c->g->DeleteBuffers(1, &c->instances);
        gl_target_destroy(c->g, &c->map);
    }
    free(c->texels);
    free(c->sea);
    free(c->road);
    free(c->above);
    free(c->height);
    free(c->spots);
    free(c);
}

// ---- the map ----------------------------------------------------------------------------------------

static int64_t corner_of(int64_t at, int32_t side)
{
    return loam_floor_div(at + COVER_BLOCK / 2, COVER_BLOCK) * COVER_BLOCK - side / 2;
}

/// How far, m, the viewer may be from the middle of the map.
static bool is_near_middle(const ground_cover *c, const camera *from)
{
    const int32_t side = c->ground.side;
    const int64_t x = c->ground.x + side / 2 - from->x, z = c->ground.z + side / 2 - from->z;
    return llabs(x) <= COVER_BLOCK && llabs(z) <= COVER_BLOCK;
}

static size_t slot_of(const clipmap *maps, int64_t x, int64_t z)
{
    const int64_t mask = maps->def.side - 1;
    return (size_t)((z & mask) * maps->def.side + (x & mask));
}

/// Whether the ground lies elsewhere than when it was planned, by some of its heights.
static bool has_ground_moved(const ground_cover *c, const clipmap *maps)
{
    const int32_t row = c->ground.side + 1, across = row / SAMPLE;
    for (int32_t i = 0; i < across * across; i++)
    {
        const int32_t x = i % across * SAMPLE, z = i / across * SAMPLE;
        const float now =
            maps->level[0].surface[2 * slot_of(maps, c->ground.x + x, c->ground.z + z)];
        if (fabsf(now - c->height[z * row + x]) > 0.02f)
        {
            return true;
        }
    }
    return false;
}

bool ground_cover_is_stale(ground_cover *c, const camera *from, const cover_state *state,
                           const clipmap *maps)
{
    if (reaches[state->kind] <= 0)
    {
        return false;
    }
    const bool same = c->is_made && c->state.kind == state->kind &&
                      c->state.weather == state->weather && is_near_middle(c, from);
    if (same && c->state.ground == state->ground)
    {
        return false;
    }
    c->waited++;
    return !same || !state->gradual || c->waited >= LONG_PATIENCE ||
           (c->waited >= PATIENCE && has_ground_moved(c, maps));
}

static loam_result paint_map(ground_cover *c, const camera *from, GLuint program, GLuint empty)
{
    const gl *const g = c->g;
    const int32_t side = c->ground.side;
    loam_result result = LOAM_OK;
    if (c->map.w != side)
    {
        gl_target_destroy(g, &c->map);
        result = gl_target_create(g, side, COVER_BANDS * side, GL_RGBA8, false, &c->map);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    const float corner[4] = {(float)((double)(c->ground.x - from->x) - from->dx),
                             (float)((double)(c->ground.z - from->z) - from->dz), (float)side, 0};
    g->Disable(GL_DEPTH_TEST);
    g->Disable(GL_BLEND);
    gl_target_begin(g, &c->map);
    gl_set4s(g, program, "cover_at", 1, corner);
    gl_draw_all(g, empty);
    g->PixelStorei(GL_PACK_ALIGNMENT, 4);
    g->ReadPixels(0, 0, side, COVER_BANDS * side, GL_RGBA, GL_UNSIGNED_BYTE, c->texels);
    return LOAM_OK;
}

/// From the finest level of the maps, which is a metre a texel and wider than the reach.
static void read_maps(ground_cover *c, const clipmap *maps)
{
    const clipmap_level *const l = &maps->level[0];
    const int32_t side = c->ground.side, row = side + 1;
    for (int32_t i = 0; i < row * row; i++)
    {
        const int64_t x = c->ground.x + i % row, z = c->ground.z + i / row;
        c->height[i] = l->surface[2 * slot_of(maps, x, z)];
    }
    for (int32_t i = 0; i < side * side; i++)
    {
        const size_t at = 4 * slot_of(maps, c->ground.x + i % side, c->ground.z + i / side);
        c->above[i] = l->shape[at + 2];
        c->sea[i] = l->shape[at + 3] > 0.5f;
    }
}

static void mark_road(ground_cover *c, double x, double z)
{
    const int32_t side = c->ground.side, half = COVER_ROAD_HALF;
    const int32_t i = (int32_t)floor(x), k = (int32_t)floor(z);
    for (int32_t n = 0; n < (2 * half + 1) * (2 * half + 1); n++)
    {
        const int32_t dx = n % (2 * half + 1) - half, dz = n / (2 * half + 1) - half;
        const bool in = i + dx >= 0 && k + dz >= 0 && i + dx < side && k + dz < side;
        if (in && dx * dx + dz * dz <= half * half)
        {
            c->road[(k + dz) * side + i + dx] = 1;
        }
    }
}

static loam_result take_road(void *user, const loam_land_line *line)
{
    ground_cover *const c = user;
    if (line->kind != LOAM_LINE_ROAD)
    {
        return LOAM_OK;
    }
    const double x0 = (double)line->x0 * 0.125 - (double)c->ground.x,
                 z0 = (double)line->z0 * 0.125 - (double)c->ground.z;
    const double dx = (double)(line->x1 - line->x0) * 0.125,
                 dz = (double)(line->z1 - line->z0) * 0.125;
    const int32_t steps = 1 + (int32_t)fmin(hypot(dx, dz), 1e5);
    for (int32_t i = 0; i <= steps; i++)
    {
        mark_road(c, x0 + dx * i / steps, z0 + dz * i / steps);
    }
    return LOAM_OK;
}

static loam_result read_roads(ground_cover *c, loam_land *land)
{
    const int32_t side = c->ground.side;
    const loam_land_area area = {c->ground.x, c->ground.z, 1, side, side};
    memset(c->road, 0, (size_t)side * (size_t)side);
    return loam_land_lines(land, LOAM_LAND_LEVELS - 1, area, 1e30f, take_road, c);
}

// ---- planning ---------------------------------------------------------------------------------------

static loam_result want_spots(ground_cover *c)
{
    if (c->room - c->count >= COVER_BLOCK_SPOTS)
    {
        return LOAM_OK;
    }
    const size_t room = c->room == 0 ? 16 * COVER_BLOCK_SPOTS : 2 * c->room;
    cover_spot *const more = realloc(c->spots, room * sizeof *more);
    if (more == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what covers the ground");
    }
    c->spots = more;
    c->room = room;
    return LOAM_OK;
}

static void bound_block(ground_cover *c, int32_t block, int32_t x, int32_t z)
{
    const int32_t row = c->ground.side + 1;
    c->low[block] = INFINITY;
    c->high[block] = -INFINITY;
    for (int32_t i = 0; i < (COVER_BLOCK + 1) * (COVER_BLOCK + 1); i++)
    {
        const float h = c->height[(z * COVER_BLOCK + i / (COVER_BLOCK + 1)) * row +
                                  x * COVER_BLOCK + i % (COVER_BLOCK + 1)];
        c->low[block] = fminf(c->low[block], h);
        c->high[block] = fmaxf(c->high[block], h);
    }
}

/// What the last plan may be longer for than the last, as the viewer goes on before the next one.
static bool is_in_reach(const ground_cover *c, int32_t x, int32_t z)
{
    const float half = 0.5f * (float)c->ground.side;
    const float dx = fabsf(((float)x + 0.5f) * COVER_BLOCK - half),
                dz = fabsf(((float)z + 0.5f) * COVER_BLOCK - half);
    return hypotf(dx, dz) < c->ground.reach + 2.5f * COVER_BLOCK;
}

static loam_result plan_all(ground_cover *c)
{
    const int32_t across = c->ground.side / COVER_BLOCK;
    loam_result result = LOAM_OK;
    c->count = 0;
    for (int32_t i = 0; i < across * across && result == LOAM_OK; i++)
    {
        const int32_t x = i % across, z = i / across;
        bound_block(c, i, x, z);
        for (int32_t form = 0; form < COVER_FORMS && result == LOAM_OK; form++)
        {
            block_run *const run = &c->runs[form][i];
            *run = (block_run){.first = (uint32_t)c->count};
            result = want_spots(c);
            if (result == LOAM_OK && is_in_reach(c, x, z))
            {
                run->count = (uint32_t)cover_plan(&c->ground, (cover_form)form, x, z,
                                                  c->spots + c->count);
                c->count += run->count;
            }
        }
    }
    return result;
}

loam_result ground_cover_make(ground_cover *c, const camera *from, const cover_state *state,
                              const cover_climate *climate, const clipmap *maps, loam_land *land,
                              GLuint program, GLuint empty)
{
    const gl *const g = c->g;
    const int32_t side = side_of(state->kind);
    c->ground = (cover_ground){.x = corner_of(from->x, side),
                               .z = corner_of(from->z, side),
                               .side = side,
                               .texels = c->texels,
                               .height = c->height,
                               .above = c->above,
                               .sea = c->sea,
                               .road = c->road,
                               .reach = reaches[state->kind],
                               .humidity = climate->humidity,
                               .share = climate->share,
                               .day = climate->day};
    c->is_made = false;
    c->waited = 0;
    loam_result result = paint_map(c, from, program, empty);
    read_maps(c, maps);
    result = result == LOAM_OK ? read_roads(c, land) : result;
    result = result == LOAM_OK ? plan_all(c) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    g->BindBuffer(GL_ARRAY_BUFFER, c->instances);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(c->count * sizeof *c->spots), c->spots,
                  GL_DYNAMIC_DRAW);
    c->state = *state;
    c->is_made = true;
    return LOAM_OK;
}

// ---- drawing ----------------------------------------------------------------------------------------

/// Of the spots of a run, which are sorted, those that do not end before a distance.
static uint32_t seen_of(const ground_cover *c, const block_run *run, float distance)
{
    uint32_t low = 0, high = run->count;
    while (low < high)
    {
        const uint32_t middle = low + (high - low) / 2;
        const bool is_seen = c->spots[run->first + middle].end > distance;
        low = is_seen ? middle + 1 : low;
        high = is_seen ? high : middle;
    }
    return low;
}

static void draw_run(const ground_cover *c, const form_on_card *form, uint32_t first,
                     uint32_t count, cover_count *out)
{
    const gl *const g = c->g;
    const GLsizei size = (GLsizei)sizeof(cover_spot);
    const size_t at = (size_t)first * sizeof(cover_spot);
    g->BindVertexArray(form->array);
    g->BindBuffer(GL_ARRAY_BUFFER, c->instances);
    g->VertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, size, (const void *)at);
    g->VertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, size,
                           (const void *)(at + offsetof(cover_spot, turn)));
    g->VertexAttribPointer(5, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)(at + offsetof(cover_spot, root)));
    g->VertexAttribPointer(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)(at + offsetof(cover_spot, tip)));
    g->VertexAttribPointer(7, 4, GL_BYTE, GL_TRUE, size,
                           (const void *)(at + offsetof(cover_spot, slope)));
    g->DrawElementsInstanced(GL_TRIANGLES, form->index_count, GL_UNSIGNED_SHORT, NULL,
                             (GLsizei)count);
    out->spots += count;
    out->triangles += (int64_t)count * (form->index_count / 3);
}

/// How far the nearest place of a block is from the viewer; INFINITY if it is not seen.
static float block_distance(const ground_cover *c, const camera *from, const camera_frame *frame,
                            int32_t block)
{
    const int32_t across = c->ground.side / COVER_BLOCK;
    const float x = (float)((double)(c->ground.x + block % across * COVER_BLOCK - from->x) -
                            from->dx),
                z = (float)((double)(c->ground.z + block / across * COVER_BLOCK - from->z) -
                            from->dz);
    const float low[3] = {x - 1, c->low[block] - 1, z - 1};
    const float high[3] = {x + COVER_BLOCK + 1, c->high[block] + TALLEST, z + COVER_BLOCK + 1};
    if (!camera_sees(frame, low, high))
    {
        return INFINITY;
    }
    const float eye[3] = {0, frame->eye, 0};
    float sum = 0;
    for (int32_t i = 0; i < 3; i++)
    {
        const float off = fmaxf(fmaxf(low[i] - eye[i], eye[i] - high[i]), 0);
        sum += off * off;
    }
    return sqrtf(sum);
}

static void draw_form(const ground_cover *c, const float *distances, int32_t form, GLuint program,
                      cover_count *out)
{
    const int32_t across = c->ground.side / COVER_BLOCK;
    const float near = near_share * c->ground.reach;
    gl_set2(c->g, program, "form", form == COVER_FERN ? 1 : 0,
            form == COVER_STONES || form == COVER_LEAVES ? 1 : 0);
    for (int32_t i = 0; i < across * across; i++)
    {
        const block_run *const run = &c->runs[form][i];
        const uint32_t count = run->count > 0 ? seen_of(c, run, distances[i]) : 0;
        if (count > 0)
        {
            draw_run(c, distances[i] < near ? &c->near[form] : &c->far[form], run->first, count,
                     out);
        }
    }
}

void ground_cover_draw(ground_cover *c, const camera *from, const camera_frame *frame,
                       GLuint program, cover_count *out)
{
    float distances[MAX_BLOCKS];
    *out = (cover_count){0};
    if (!c->is_made)
    {
        return;
    }
    const int32_t across = c->ground.side / COVER_BLOCK;
    const float anchor[3] = {(float)((double)(c->ground.x - from->x) - from->dx), 0,
                             (float)((double)(c->ground.z - from->z) - from->dz)};
    for (int32_t i = 0; i < across * across; i++)
    {
        distances[i] = block_distance(c, from, frame, i);
    }
    gl_set3(c->g, program, "anchor", anchor);
    gl_set2(c->g, program, "ends", near_share * c->ground.reach, c->ground.reach);
    for (int32_t form = 0; form < COVER_FORMS; form++)
    {
        draw_form(c, distances, form, program, out);
    }
    c->g->BindVertexArray(0);
}
