// SPDX-License-Identifier: MIT
#include "gl/program.h"
#include "gl/texture.h"
#include "patch/view_inside.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A picture: cells that have come, or are drawn at another level than before, go to the card; then ground, figures and
// the sky behind them; then from light to colours; then rain or snow before it all.

/// What one picture is drawn with.
typedef struct drawing
{
    const camera *from;
    const patch_look *look;
    const loam_patchwork_def *def;
    weather weather;
    camera_frame frame;
    float end; // of what is seen, m
    air air;
} drawing;

// ---- cells on the card ----------------------------------------------------------------------------

void patch_view_drop(void *view, patch_cell *cell)
{
    patch_view *const v = view;
    const GLuint buffer = cell->buffer, array = cell->array;
    if (cell->level >= 0)
    {
        v->frame.g->DeleteVertexArrays(1, &array);
        v->frame.g->DeleteBuffers(1, &buffer);
        cell->level = -1;
        cell->buffer = cell->array = 0;
    }
}

static loam_result make_indices(patch_view *v, const loam_patchwork_def *def)
{
    const int32_t sides[3] = {def->chunk_size, def->sewing_x, def->sewing_z};
    if (memcmp(sides, v->sides, sizeof sides) == 0)
    {
        return LOAM_OK;
    }
    const gl *const g = v->frame.g;
    const cell_grid finest = cell_grid_of(def, 0);
    uint32_t *const corners = malloc((size_t)finest.indices * sizeof *corners);
    cell_vertex *const room = realloc(v->room, (size_t)finest.vertices * sizeof *room);
    v->room = room != NULL ? room : v->room;
    if (corners == NULL || room == NULL)
    {
        free(corners);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the grid of cells");
    }
    g->DeleteBuffers(CELL_STRIDES, v->indices);
    g->GenBuffers(CELL_STRIDES, v->indices);
    g->BindVertexArray(0);
    for (int32_t i = 0; i < CELL_STRIDES; i++)
    {
        const cell_grid grid = cell_grid_of(def, i);
        cell_indices(&grid, corners);
        g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, v->indices[i]);
        g->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                      (GLsizeiptr)grid.indices * (GLsizeiptr)sizeof *corners, corners,
                      GL_STATIC_DRAW);
    }
    free(corners);
    memcpy(v->sides, sides, sizeof sides);
    return gl_check(g, "the grid of cells could not be made");
}

static void load(patch_view *v, const loam_patchwork_def *def, patch_cell *cell, int32_t level)
{
    const gl *const g = v->frame.g;
    const cell_grid grid = cell_grid_of(def, level);
    const GLsizei size = (GLsizei)sizeof(cell_vertex);
    GLuint buffer, array;
    patch_view_drop(v, cell);
    cell_fill(def, cell, &grid, v->room);
    g->GenVertexArrays(1, &array);
    g->GenBuffers(1, &buffer);
    g->BindVertexArray(array);
    g->BindBuffer(GL_ARRAY_BUFFER, buffer);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)grid.vertices * size, v->room, GL_STATIC_DRAW);
    for (GLuint i = 0; i < 4; i++)
    {
        g->EnableVertexAttribArray(i);
    }
    g->VertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, size, NULL);
    g->VertexAttribPointer(1, 2, GL_SHORT, GL_TRUE, size,
                           (const void *)offsetof(cell_vertex, normal));
    g->VertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)offsetof(cell_vertex, weights));
    g->VertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)(offsetof(cell_vertex, weights) + 4));
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, v->indices[level]);
    g->BindVertexArray(0);
    cell->array = array;
    cell->buffer = buffer;
    cell->level = level;
    v->count.loads++;
}

// ---- colours --------------------------------------------------------------------------------------

/// A colour as light. Screens show paints: what lies outside is darker, and greyer by a share.
static void linear(uint32_t rgb, float factor, float share, float out[3])
{
    float grey = 0;
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] = powf((float)(rgb >> (16 - 8 * k) & 255) / 255, 2.2f) * factor;
        grey += out[k] / 3;
    }
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] += (grey - out[k]) * share;
    }
}

static bool contains(const char *text, const char *part)
{
    for (; *text != 0; text++)
    {
        size_t i = 0;
        while (part[i] != 0 && tolower((unsigned char)text[i]) == part[i])
        {
            i++;
        }
        if (part[i] == 0)
        {
            return true;
        }
    }
    return false;
}

/// The texture of a material, by words in its name; -1 for water.
static int32_t layer_of(const char *name)
{
    static const struct
    {
        const char *word;
        int32_t layer;
    } words[] = {{"water", -1},
                 {"dry", MATERIAL_DRY_GRASS},
                 {"grass", MATERIAL_GRASS},
                 {"meadow", MATERIAL_GRASS},
                 {"heath", MATERIAL_DRY_GRASS},
                 {"forest", MATERIAL_LITTER},
                 {"leaves", MATERIAL_LITTER},
                 {"moss", MATERIAL_TUNDRA},
                 {"tundra", MATERIAL_TUNDRA},
                 {"sand", MATERIAL_SAND},
                 {"mud", MATERIAL_MUD},
                 {"clay", MATERIAL_MUD},
                 {"snow", MATERIAL_SNOW},
                 {"ice", MATERIAL_ICE},
                 {"gravel", MATERIAL_GRAVEL},
                 {"red", MATERIAL_RED_ROCK},
                 {"brown", MATERIAL_BROWN_ROCK},
                 {"rock", MATERIAL_GREY_ROCK},
                 {"stone", MATERIAL_GREY_ROCK}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    {
        if (contains(name, words[i].word))
        {
            return words[i].layer;
        }
    }
    return MATERIAL_SOIL;
}

static void set_slots(const patch_view *v, const drawing *shot, const patch_cell *cell)
{
    float slots[CELL_SLOTS][4] = {{0}};
    for (int32_t i = 0; i < CELL_SLOTS; i++)
    {
        if (cell->slots[i] >= 0 && cell->slots[i] < shot->def->material_count)
        {
            const loam_patch_material *const m = &shot->def->materials[cell->slots[i]];
            linear(m->colour, 0.7f, 0.38f, slots[i]);
            slots[i][3] = (float)layer_of(m->name);
        }
    }
    gl_set4s(v->frame.g, v->ground, "slots", CELL_SLOTS, slots[0]);
}

/// Colours around the circle, lighter and darker.
static uint32_t wheel(uint64_t index)
{
    static const uint32_t hues[12] = {0xd9774f, 0xd9a84f, 0xc7cf5a, 0x7fc46a, 0x4fc49a, 0x55c3d6,
                                      0x5b93dd, 0x7f78e0, 0xab6fdb, 0xd76fc4, 0xdb6f93, 0xe0a08c};
    return hues[index % 12];
}

static uint32_t paint_of(const drawing *shot, const patch_cell *cell, int32_t part)
{
    static const uint32_t parts[LOAM_PATCH_PART_COUNT] = {0xe6e0d2, 0xb07a48, 0xc777a8, 0x4fb3c4};
    switch (shot->look->paint)
    {
    case PAINT_CHUNKS:
        return wheel(loam_seed_at((uint64_t)part, cell->x, 0, cell->z) >> 20);
    case PAINT_BIOMES:
        return part == LOAM_PATCH_TERRAIN ? shot->def->biomes[cell->biome].colour : 0xe8e2d4;
    default:
        return parts[part];
    }
}

static void set_paint(const patch_view *v, const drawing *shot, const patch_cell *cell)
{
    const bool painted = shot->look->paint != PAINT_MATERIALS;
    gl_set1(v->frame.g, v->ground, "painted", painted ? 1 : 0);
    for (int32_t i = 0; i < LOAM_PATCH_PART_COUNT && painted; i++)
    {
        char name[8];
        float colour[3];
        snprintf(name, sizeof name, "own[%d]", (int)i);
        linear(paint_of(shot, cell, i), 0.55f, 0, colour);
        gl_set3(v->frame.g, v->ground, name, colour);
    }
}

// ---- ground ---------------------------------------------------------------------------------------

/// Corners of a cell, relative to the camera.
static void box_of(const drawing *shot, const patch_cell *cell, float low[3], float high[3])
{
    const loam_patchwork_def *const def = shot->def;
    const double spacing = (double)def->spacing;
    const loam_patch_area area = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, cell->x, cell->z);
    low[0] = (float)((double)area.x * spacing - (double)shot->from->x - shot->from->dx);
    low[1] = cell->low;
    low[2] = (float)((double)area.z * spacing - (double)shot->from->z - shot->from->dz);
    high[0] = low[0] + (float)((def->chunk_size + def->sewing_x - 2) * spacing);
    high[1] = cell->high;
    high[2] = low[2] + (float)((def->chunk_size + def->sewing_z - 2) * spacing);
}

/// How far a camera is from a box.
static double distance_to(const drawing *shot, const float low[3], const float high[3])
{
    const float eye[3] = {0, shot->frame.eye, 0};
    double sum = 0;
    for (int32_t k = 0; k < 3; k++)
    {
        const float off = fmaxf(fmaxf(low[k] - eye[k], eye[k] - high[k]), 0);
        sum += (double)off * (double)off;
    }
    return sqrt(sum);
}

static void draw_cell(patch_view *v, const drawing *shot, patch_cell *cell)
{
    const gl *const g = v->frame.g;
    float low[3], high[3];
    box_of(shot, cell, low, high);
    if (!camera_sees(&shot->frame, low, high))
    {
        v->count.outside++;
        return;
    }
    const int32_t level = cell_level_for(shot->def, distance_to(shot, low, high), v->share);
    if (cell->level != level)
    {
        load(v, shot->def, cell, level);
    }
    const cell_grid grid = cell_grid_of(shot->def, level);
    const float at[4] = {low[0], low[2], shot->def->spacing,
                         1.5f * shot->def->spacing * (float)grid.stride};
    const float sizes[4] = {(float)grid.columns, (float)grid.rows, (float)grid.stride, 0};
    gl_set4s(g, v->ground, "cell", 1, at);
    gl_set4s(g, v->ground, "grid", 1, sizes);
    gl_set2(g, v->ground, "last", (float)grid.last_x, (float)grid.last_z);
    set_slots(v, shot, cell);
    set_paint(v, shot, cell);
    g->BindVertexArray(cell->array);
    g->DrawElementsInstanced(GL_TRIANGLES, grid.indices, GL_UNSIGNED_INT, NULL, 1);
    v->count.triangles += grid.indices / 3;
    v->count.cells++;
}

static void draw_ground(patch_view *v, const drawing *shot, patch_cells *cells)
{
    const gl *const g = v->frame.g;
    air_use(g, &shot->air, v->ground);
    gl_set_texture(g, v->ground, "colours", 2, GL_TEXTURE_2D_ARRAY, v->frame.colours);
    gl_set_texture(g, v->ground, "bumps", 3, GL_TEXTURE_2D_ARRAY, v->frame.bumps);
    gl_set1(g, v->ground, "edge", (float)(shot->def->chunk_size - 1));
    gl_set1(g, v->ground, "snow_cover", shot->weather.snow);
    for (int32_t i = 0; i < MATERIALS; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "tile_m[%d]", (int)i);
        gl_set1(g, v->ground, name, material_tile((material)i));
    }
    g->Enable(GL_DEPTH_TEST);
    g->DepthFunc(GL_LESS);
    g->DepthMask(GL_TRUE);
    int64_t x, z;
    const double spacing = (double)shot->def->spacing;
    loam_patch_chunk_at(shot->def, (int64_t)floor((double)shot->from->x / spacing),
                        (int64_t)floor((double)shot->from->z / spacing), &x, &z);
    patch_cells_sort(cells, x, z);
    for (int32_t i = 0; i < cells->count; i++)
    {
        draw_cell(v, shot, &cells->cells[i]);
    }
}

// ---- the picture ----------------------------------------------------------------------------------

/// Fills in what a picture is drawn with; *shot stays where it is.
static void begin_shot(patch_view *v, const patch_cells *cells, const camera *from,
                       const patch_look *look, drawing *shot)
{
    const loam_patchwork_def *const def = loam_patchwork_def_of(cells->patchwork);
    const int32_t sewing = def->sewing_x < def->sewing_z ? def->sewing_x : def->sewing_z;
    const float cell = (float)(def->chunk_size + sewing - 2) * def->spacing;
    *shot = (drawing){.from = from, .look = look, .def = def, .weather = weather_of(look->weather)};
    // Cells are there that far out, at least; haze hides what may be missing beyond.
    shot->end = (float)def->view * cell;
    camera_place(from, (float)v->frame.shown.w / (float)v->frame.shown.h, 0.25f,
                 shot->end * 3 + 4000, &shot->frame);
    sky_frame_light(&v->frame, look->hour, look->weather, from->y);
    shot->air = sky_frame_air(&v->frame, from, &shot->frame, &shot->weather, look->seconds,
                              shot->end, fmaxf(2000, (float)from->y + 1300));
}

static size_t bytes_on_card(const loam_patchwork_def *def, const patch_cells *cells)
{
    size_t bytes = 0;
    for (int32_t i = 0; i < cells->count; i++)
    {
        const int32_t level = cells->cells[i].level;
        bytes += level >= 0 ? (size_t)cell_grid_of(def, level).vertices * sizeof(cell_vertex) : 0;
    }
    return bytes;
}

loam_result patch_view_draw(patch_view *v, patch_cells *cells, const camera *from,
                            const patch_look *look)
{
    const gl *const g = v->frame.g;
    drawing shot;
    begin_shot(v, cells, from, look, &shot);
    const loam_result result = make_indices(v, shot.def);
    if (result != LOAM_OK)
    {
        return result;
    }
    v->count = (patch_counters){0};
    sky_frame_clouds(&v->frame, &shot.air);
    gl_target_begin(g, &v->frame.drawn);
    g->ClearColor(1, 0, 1, 1);
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    draw_ground(v, &shot, cells);
    sky_frame_boxes(&v->frame, &shot.air, look->boxes, look->box_count);
    sky_frame_sky(&v->frame, &shot.air);
    sky_frame_finish(&v->frame, &shot.air, v->frame.light.exposure, false);
    g->Finish();
    v->count.bytes = bytes_on_card(shot.def, cells);
    return gl_check(g, "the picture could not be drawn");
}
