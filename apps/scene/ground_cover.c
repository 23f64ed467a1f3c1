// SPDX-License-Identifier: MIT
#include "scene/ground_cover.h"

#include "gl/program.h"
#include "gl/target.h"
#include "scene/cover_blocks.h"
#include "scene/cover_forms.h"

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
    TALLEST = 3,    // m
    PLAN_US = 1500, // of a frame, for blocks that are planned
};

static const float reaches[QUALITY_KINDS] = {0, 64, 96, 120};
// Of the reach, up to where the near forms are; at that place they are what the far ones are.
static const float near_share = 0.24f;

typedef struct form_on_card
{
    GLuint array, vertices, indices;
    GLsizei index_count;
} form_on_card;

struct ground_cover
{
    const gl *g;
    form_on_card near[COVER_FORMS], far[COVER_FORMS];
    gl_target map;
    bool is_made;
    cover_state state; // it was made for
    int32_t waited;    // frames
    // The map that was read, and what the land says of it.
    cover_ground ground;
    uint8_t *texels, *sea, *road;
    float *height, *above;
    // What was planned: each block has the slot of its place in the land, whatever square it is on.
    cover_block blocks[MAX_BLOCKS];
    cover_spot *room; // for those of one block
    // Blocks of the square that differ from what they are to be planned from, the nearest first.
    int32_t stale[MAX_BLOCKS];
    int32_t stale_count, stale_done;
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
    c->room = malloc((size_t)COVER_FORMS * COVER_BLOCK_SPOTS * sizeof *c->room);
    const bool ok = c->texels != NULL && c->sea != NULL && c->road != NULL && c->above != NULL &&
                    c->height != NULL && c->room != NULL;
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
        gl_target_destroy(c->g, &c->map);
    }
    for (int32_t i = 0; i < MAX_BLOCKS; i++)
    {
        cover_block_drop(lost ? NULL : c->g, &c->blocks[i]);
    }
    free(c->texels);
    free(c->sea);
    free(c->road);
    free(c->above);
    free(c->height);
    free(c->room);
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

/// Whether the ground lies elsewhere than when it was planned, by some of its heights.
static bool has_ground_moved(const ground_cover *c, const clipmap *maps)
{
    const int32_t row = c->ground.side + 1, across = row / SAMPLE;
    for (int32_t i = 0; i < across * across; i++)
    {
        const int32_t x = i % across * SAMPLE, z = i / across * SAMPLE;
        const float now = maps->level[0].surface[2 * clipmap_texel_at(&maps->def, c->ground.x + x,
                                                                      c->ground.z + z)];
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
        c->height[i] = l->surface[2 * clipmap_texel_at(&maps->def, x, z)];
    }
    for (int32_t i = 0; i < side * side; i++)
    {
        const size_t at = 4 * clipmap_texel_at(&maps->def, c->ground.x + i % side,
                                               c->ground.z + i / side);
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

static int32_t across_of(const ground_cover *c)
{
    return c->ground.side / COVER_BLOCK;
}

static int64_t floor_mod(int64_t a, int64_t n)
{
    return a - loam_floor_div(a, n) * n;
}

/// The slot of a block of the square.
static cover_block *slot_of_block(ground_cover *c, int32_t block)
{
    const int32_t across = across_of(c);
    const int64_t x = c->ground.x / COVER_BLOCK + block % across,
                  z = c->ground.z / COVER_BLOCK + block / across;
    return &c->blocks[floor_mod(z, across) * across + floor_mod(x, across)];
}

/// Whether what is in a slot is of this block of the square.
static bool is_of(const ground_cover *c, const cover_block *slot, int32_t block)
{
    const int32_t across = across_of(c);
    return slot->is_made && slot->x == c->ground.x / COVER_BLOCK + block % across &&
           slot->z == c->ground.z / COVER_BLOCK + block / across;
}

/// From the middle of the square, m.
static float block_off(const ground_cover *c, int32_t block)
{
    const int32_t across = across_of(c);
    const float half = 0.5f * (float)c->ground.side;
    return hypotf(((float)(block % across) + 0.5f) * COVER_BLOCK - half,
                  ((float)(block / across) + 0.5f) * COVER_BLOCK - half);
}

typedef struct block_order
{
    float off;
    int32_t block;
} block_order;

static int compare_offs(const void *a, const void *b)
{
    const float x = ((const block_order *)a)->off, y = ((const block_order *)b)->off;
    return (x > y) - (x < y);
}

/// What the viewer goes on by before the next map may come into reach.
static void list_stale(ground_cover *c)
{
    block_order order[MAX_BLOCKS];
    const int32_t across = across_of(c);
    const float farthest = c->ground.reach + 2.5f * COVER_BLOCK;
    int32_t count = 0;
    for (int32_t i = 0; i < across * across; i++)
    {
        const cover_block *const slot = slot_of_block(c, i);
        const float off = block_off(c, i);
        if (off < farthest &&
            !(is_of(c, slot, i) &&
              slot->made_of == cover_block_sources(&c->ground, i % across, i / across)))
        {
            order[count++] = (block_order){off, i};
        }
    }
    qsort(order, (size_t)count, sizeof *order, compare_offs);
    c->stale_count = count;
    c->stale_done = 0;
    for (int32_t i = 0; i < count; i++)
    {
        c->stale[i] = order[i].block;
    }
}

loam_result ground_cover_plan(ground_cover *c)
{
    const int32_t across = across_of(c);
    const uint64_t until = loam_clock_ns() + (uint64_t)PLAN_US * 1000;
    loam_result result = LOAM_OK;
    while (c->stale_done < c->stale_count && result == LOAM_OK)
    {
        const int32_t block = c->stale[c->stale_done++];
        result = cover_block_plan(c->g, &c->ground, block % across, block / across, c->room,
                                  slot_of_block(c, block));
        if (c->state.gradual && loam_clock_ns() >= until)
        {
            break;
        }
    }
    return result;
}

loam_result ground_cover_make(ground_cover *c, const camera *from, const cover_state *state,
                              const cover_climate *climate, const clipmap *maps, loam_land *land,
                              GLuint program, GLuint empty)
{
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
    if (result == LOAM_OK)
    {
        list_stale(c);
        c->state = *state;
        c->is_made = true;
    }
    return result;
}

// ---- drawing ----------------------------------------------------------------------------------------

/// Of the spots of a form, which are sorted, those that do not end before a distance.
static uint32_t seen_of(const cover_block *block, int32_t form, float distance)
{
    uint32_t low = block->first[form], high = block->first[form + 1];
    while (low < high)
    {
        const uint32_t middle = low + (high - low) / 2;
        const bool is_seen = block->ends[middle] > distance;
        low = is_seen ? middle + 1 : low;
        high = is_seen ? high : middle;
    }
    return low - block->first[form];
}

static void draw_spots(const ground_cover *c, const form_on_card *form, const cover_block *block,
                       uint32_t first, uint32_t count, cover_count *out)
{
    const gl *const g = c->g;
    const GLsizei size = (GLsizei)sizeof(cover_spot);
    const size_t at = (size_t)first * sizeof(cover_spot);
    g->BindVertexArray(form->array);
    g->BindBuffer(GL_ARRAY_BUFFER, block->spots);
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

/// Its corner, from the viewer.
static void block_corner(const cover_block *block, const camera *from, float out[3])
{
    out[0] = (float)((double)(block->x * COVER_BLOCK - from->x) - from->dx);
    out[1] = 0;
    out[2] = (float)((double)(block->z * COVER_BLOCK - from->z) - from->dz);
}

/// How far the nearest place of a block is from the viewer; INFINITY if it is not seen.
static float block_distance(const cover_block *block, const camera *from, const camera_frame *frame)
{
    float corner[3];
    block_corner(block, from, corner);
    const float low[3] = {corner[0] - 1, block->low - 1, corner[2] - 1};
    const float high[3] = {corner[0] + COVER_BLOCK + 1, block->high + TALLEST,
                           corner[2] + COVER_BLOCK + 1};
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

/// A block that is seen.
typedef struct seen_block
{
    const cover_block *block;
    float distance;
} seen_block;

static void draw_form(const ground_cover *c, const seen_block *seen, int32_t count,
                      const camera *from, int32_t form, GLuint program, cover_count *out)
{
    const float near = near_share * c->ground.reach;
    gl_set2(c->g, program, "form", form == COVER_FERN ? 1 : 0,
            form == COVER_STONES || form == COVER_LEAVES ? 1 : 0);
    for (int32_t i = 0; i < count; i++)
    {
        const cover_block *const block = seen[i].block;
        const uint32_t spots = seen_of(block, form, seen[i].distance);
        if (spots > 0)
        {
            float anchor[3];
            block_corner(block, from, anchor);
            gl_set3(c->g, program, "anchor", anchor);
            draw_spots(c, seen[i].distance < near ? &c->near[form] : &c->far[form], block,
                       block->first[form], spots, out);
        }
    }
}

void ground_cover_draw(ground_cover *c, const camera *from, const camera_frame *frame,
                       GLuint program, cover_count *out)
{
    seen_block seen[MAX_BLOCKS];
    int32_t count = 0;
    *out = (cover_count){0};
    if (!c->is_made)
    {
        return;
    }
    for (int32_t i = 0; i < across_of(c) * across_of(c); i++)
    {
        const cover_block *const block = slot_of_block(c, i);
        const float distance = is_of(c, block, i) ? block_distance(block, from, frame) : INFINITY;
        if (distance < c->ground.reach)
        {
            seen[count++] = (seen_block){block, distance};
        }
    }
    gl_set2(c->g, program, "ends", near_share * c->ground.reach, c->ground.reach);
    for (int32_t form = 0; form < COVER_FORMS; form++)
    {
        draw_form(c, seen, count, from, form, program, out);
    }
    c->g->BindVertexArray(0);
}
