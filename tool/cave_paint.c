// SPDX-License-Identifier: MIT
#include "cave.h"
#include "mesh_view.h"

#include <stdio.h>
#include <string.h>

// Pictures of caves: maps of cells, rooms in colours, shaded forms, and a sheet of the steps of smoothing
// (Barrio Morra 2021, fig. 3.4).

enum
{
    MAX_STEPS_SHOWN = 24,
    CUT = 4, // a material, beside those of caves
};

static bool is_wall(const loam_cave *cave, int32_t x, int32_t y)
{
    return loam_solid_get(&cave->walls, x, y, 0);
}

static void paint_cell(loam_picture *picture, const cave_work *work, int32_t x, int32_t y,
                       loam_colour colour)
{
    const int32_t scale = (int32_t)work->settings.scale;
    // North is up: the last row of cells is the first of the picture.
    const int32_t row = work->cave->walls.h - 1 - y;
    loam_picture_rectangle(picture, x * scale, row * scale, scale, scale, colour);
}

// ---- maps ---------------------------------------------------------------------------------------

/// Colours that are far apart, in an order that goes on for ever (steps of the golden ratio around the circle).
static loam_colour room_colour(int32_t room)
{
    static const uint32_t wheel[12] = {0xd9774f, 0xd9a84f, 0xc7cf5a, 0x7fc46a, 0x4fc49a, 0x55c3d6,
                                       0x5b93dd, 0x7f78e0, 0xab6fdb, 0xd76fc4, 0xdb6f93, 0xe0a08c};
    const loam_colour base = loam_rgb(wheel[(uint32_t)room * 7u % 12u]);
    return loam_colour_shade(base, 1.0f - 0.08f * (float)((uint32_t)room / 12u % 4u));
}

static loam_colour cell_colour(const cave_work *work, const loam_cave *cave, int32_t x, int32_t y,
                               bool rooms)
{
    const loam_colour wall = loam_rgb(rooms ? 0x2b2a2e : 0x000000);
    if (is_wall(cave, x, y))
    {
        return wall;
    }
    const int32_t room = rooms && cave->room_of != NULL
                             ? cave->room_of[(size_t)y * (size_t)work->def.w + (size_t)x]
                             : -1;
    return !rooms ? loam_rgb(0xffffff) : room >= 0 ? room_colour(room) : loam_rgb(0xf4ecd8);
}

static loam_result paint_map(cave_work *work, const loam_cave *cave, bool rooms, loam_picture *out)
{
    const int32_t scale = (int32_t)work->settings.scale, w = work->def.w, h = work->def.h;
    const loam_result result = loam_picture_create(&work->env, w * scale, h * scale,
                                                   loam_rgb(0x000000), out);
    for (int32_t y = 0; result == LOAM_OK && y < h; y++)
    {
        for (int32_t x = 0; x < w; x++)
        {
            paint_cell(out, work, x, y, cell_colour(work, cave, x, y, rooms));
        }
    }
    return result;
}

// ---- forms --------------------------------------------------------------------------------------

static mesh_view view_of(const cave_work *work, option_size pixels)
{
    mesh_view view = {.w = pixels.w,
                      .h = pixels.h,
                      .turn = work->settings.turn,
                      .pitch = work->settings.pitch,
                      .ground = loam_rgb(0x17151a)};
    const bool heights = work->settings.shape == CAVE_HEIGHTS;
    view.colours[LOAM_CAVE_FLOOR] = loam_rgb(heights ? 0xc9a878 : 0xcdb187);
    view.colours[LOAM_CAVE_WALL] = loam_rgb(heights ? 0x8d8378 : 0x94857a);
    view.colours[LOAM_CAVE_CEILING] = loam_rgb(0x6f6a78);
    view.colours[CUT] = loam_rgb(0x4c4650);
    return view;
}

/// The lower part of a cave, which has no more than walls; free its words with loam_free.
static loam_result cut_off(const cave_work *work, const loam_cave *cave, loam_cave *out)
{
    const loam_solid *const from = &cave->walls;
    const int32_t kept = (int32_t)((double)from->h * work->settings.cut / 100.0);
    const int32_t h = kept > 0 ? kept : 1;
    const size_t size = loam_solid_size(from->w, h, from->d);
    void *const memory = loam_alloc(&work->env, size);
    *out = (loam_cave){.env = work->env};
    if (memory == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory");
    }
    loam_result result = loam_solid_init(&out->walls, from->w, h, from->d, memory, size);
    for (int32_t z = 0; z < from->d && result == LOAM_OK; z++)
    {
        const loam_bits layer = loam_solid_layer(from, z);
        loam_bits to = loam_solid_layer(&out->walls, z);
        result = loam_bits_copy(&to, 0, 0, &layer, (loam_bits_area){0, 0, from->w, h});
    }
    return result;
}

/// Gives what lies at the sides of the mesh and on top of it a material of its own: there is where it was cut.
static void mark_cut(loam_mesh *mesh, float resolution)
{
    float low[3], high[3];
    const float near = 0.6f * resolution;
    loam_mesh_bounds(mesh, low, high);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        loam_vertex *const v = &mesh->vertices[i];
        const float *const p = v->position, *const n = v->normal;
        if ((p[1] > high[1] - near && n[1] > 0.3f) || (p[0] < low[0] + near && n[0] < -0.3f) ||
            (p[0] > high[0] - near && n[0] > 0.3f) || (p[2] < low[2] + near && n[2] < -0.3f) ||
            (p[2] > high[2] - near && n[2] > 0.3f))
        {
            memset(v->weights, 0, sizeof v->weights);
            v->materials[0] = CUT;
            v->weights[0] = 255;
        }
    }
}

static loam_result paint_form(cave_work *work, const loam_cave *cave, option_size pixels,
                              loam_picture *out)
{
    const bool cut = work->def.dimensions == 3 && work->settings.cut < 100.0;
    loam_cave_form form = work->form;
    loam_cave part = {0};
    loam_mesh *mesh = NULL;
    loam_result result = cut ? cut_off(work, cave, &part) : LOAM_OK;
    form.shell = form.shell || cut;
    result = result == LOAM_OK ? cave_build(work, cut ? &part : cave, &form, &mesh) : result;
    if (result == LOAM_OK && cut)
    {
        mark_cut(mesh, form.resolution);
    }
    const mesh_view view = view_of(work, pixels);
    result = result == LOAM_OK ? mesh_view_draw(&work->env, mesh, &view, out) : result;
    loam_mesh_destroy(mesh);
    loam_free(&work->env, part.walls.words,
              loam_solid_size(part.walls.w, part.walls.h, part.walls.d));
    return result;
}

// ---- steps --------------------------------------------------------------------------------------

static loam_result paint_step(cave_work *work, int32_t step, loam_picture *out)
{
    loam_cave_def def = work->def;
    def.steps = step;
    def.min_room = def.openings = 0;
    def.connect = false;
    loam_cave *cave = NULL;
    loam_result result = loam_cave_create(&work->env, &def, false, &cave);
    if (result == LOAM_OK)
    {
        const option_size small = {work->settings.pixels.w / 3, work->settings.pixels.h / 3};
        result = def.dimensions == 2 ? paint_map(work, cave, false, out)
                                     : paint_form(work, cave, small, out);
    }
    loam_cave_destroy(cave);
    return result;
}

static loam_result paint_steps(cave_work *work, loam_picture *out)
{
    loam_picture pictures[MAX_STEPS_SHOWN + 1] = {{0}};
    char captions[MAX_STEPS_SHOWN + 1][24];
    const char *list[MAX_STEPS_SHOWN + 1];
    if (work->def.steps > MAX_STEPS_SHOWN)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a sheet of %d steps; must be 0 to %d",
                         (int)work->def.steps, MAX_STEPS_SHOWN);
    }
    loam_result result = LOAM_OK;
    const int32_t count = work->def.steps + 1;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        snprintf(captions[i], sizeof captions[i], i == 0 ? "start" : "step %d", (int)i);
        list[i] = captions[i];
        result = paint_step(work, i, &pictures[i]);
    }
    result = result == LOAM_OK ? loam_picture_sheet(&work->env, pictures, list, count, 3, NULL, out)
                               : result;
    for (int32_t i = 0; i < count; i++)
    {
        loam_picture_destroy(&work->env, &pictures[i]);
    }
    return result;
}

loam_result cave_paint(cave_work *work, loam_picture *out)
{
    const cave_view view = (cave_view)work->settings.view;
    switch (view)
    {
    case CAVE_VIEW_STEPS:
        return paint_steps(work, out);
    case CAVE_VIEW_FORM:
        return paint_form(work, work->cave, work->settings.pixels, out);
    case CAVE_VIEW_CELLS:
    case CAVE_VIEW_ROOMS:
        break;
    }
    return work->def.dimensions == 3 ? paint_form(work, work->cave, work->settings.pixels, out)
                                     : paint_map(work, work->cave, view == CAVE_VIEW_ROOMS, out);
}
