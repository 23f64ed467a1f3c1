// SPDX-License-Identifier: MIT
#include "cave.h"

#include <string.h>

// loam cave 2d and loam cave 3d: caves by cellular automata, as pictures, meshes, voxels and figures.

// ---- settings -----------------------------------------------------------------------------------

/// The default limits are a share of the neighbours: 4 and 5 of 8, 14 and 15 of 26.
static void set_limits(loam_cave_def *def, const cave_settings *settings)
{
    loam_smoothing smoothing = loam_default_smoothing(def->dimensions);
    const int32_t usual = loam_smoothing_neighbours(&smoothing);
    smoothing.neighbourhood = def->neighbourhood;
    smoothing.radius = def->radius;
    const int32_t all = loam_smoothing_neighbours(&smoothing);
    const int32_t birth = (2 * smoothing.birth * all + usual) / (2 * usual);
    const int32_t survival = (2 * smoothing.survival * all + usual) / (2 * usual);
    def->birth = settings->birth >= 0 ? (int32_t)settings->birth : birth;
    def->survival = settings->survival >= 0 ? (int32_t)settings->survival : survival;
}

static loam_cave_def def_of(const cave_settings *settings, int32_t dimensions)
{
    loam_cave_def def = loam_default_cave_def(dimensions);
    const bool solid = dimensions == 3;
    def.w = solid ? settings->box.w : settings->flat.w;
    def.h = solid ? settings->box.h : settings->flat.h;
    def.d = solid ? settings->box.d : 1;
    def.x = settings->at.x;
    def.y = solid ? settings->level : settings->at.y;
    def.z = solid ? settings->at.y : 0;
    def.seed = settings->seed;
    def.start = (loam_cave_start)settings->start;
    def.fill = (float)settings->fill;
    def.border = (int32_t)settings->border;
    def.steps = (int32_t)settings->steps;
    def.neighbourhood = (loam_neighbourhood)settings->neighbourhood;
    def.radius = (int32_t)settings->radius;
    def.min_room = (int32_t)settings->min_room;
    def.connect = settings->connect;
    def.corridor_width = (int32_t)settings->corridor;
    def.openings = (int32_t)settings->openings;
    set_limits(&def, settings);
    return def;
}

static loam_cave_form form_of(const cave_settings *settings, const loam_cave_def *def)
{
    loam_cave_form form = loam_default_cave_form(def);
    form.resolution = (float)settings->resolution;
    form.wall_height = (float)settings->wall_height;
    form.straight = settings->straight;
    form.floor = !settings->no_floor;
    form.ceiling = settings->ceiling;
    form.merge = !settings->no_merge;
    form.occlude = settings->ao;
    form.shell = settings->shell;
    form.corner[0] *= form.resolution;
    form.corner[2] *= form.resolution;
    return form;
}

// ---- files --------------------------------------------------------------------------------------

loam_result cave_build(const cave_work *work, const loam_cave *cave, const loam_cave_form *form,
                       loam_mesh **out)
{
    loam_mesh *mesh = NULL;
    loam_result result = loam_mesh_create(&work->env, &mesh);
    if (result == LOAM_OK)
    {
        switch ((cave_shape)work->settings.shape)
        {
        case CAVE_HEIGHTS:
            result = loam_mesh_add_cave_heights(mesh, cave, form);
            break;
        case CAVE_BLOCKS:
            result = loam_mesh_add_cave_blocks(mesh, cave, form, NULL);
            break;
        case CAVE_SMOOTH:
            result = loam_mesh_add_cave_surface(mesh, cave, form);
            break;
        }
    }
    *out = mesh;
    return result;
}

static uint8_t voxel_at(void *user, int32_t x, int32_t y, int32_t z)
{
    const cave_work *const work = user;
    return loam_cave_block(work->cave, &work->form, x, y, z);
}

/// By number; what is 0 is open.
static const loam_mesh_material materials[] = {
    {"open", 0x000000}, {"floor", 0xcdb187}, {"wall", 0x94857a}, {"ceiling", 0x6f6a78}};

static loam_result write_vox(cave_work *work)
{
    const loam_colour palette[] = {loam_rgb(materials[1].colour), loam_rgb(materials[2].colour),
                                   loam_rgb(materials[3].colour)};
    int32_t size[3];
    loam_cave_blocks_size(work->cave, &work->form, size);
    const loam_vox_def def = {.w = size[0],
                              .h = size[1],
                              .d = size[2],
                              .voxel = voxel_at,
                              .user = work,
                              .palette = palette,
                              .palette_count = 3};
    return loam_vox_write(work->settings.output, &def, &work->vox);
}

static loam_result write_mesh(cave_work *work)
{
    loam_mesh_file_def def = loam_default_mesh_file_def();
    def.env = work->env;
    def.path = work->settings.output;
    def.name = "cave";
    def.materials = materials;
    def.material_count = sizeof materials / sizeof materials[0];
    return loam_mesh_write(&def, work->mesh);
}

static loam_result write_png(cave_work *work)
{
    loam_picture picture = {0};
    loam_result result = cave_paint(work, &picture);
    result = result == LOAM_OK ? loam_png_write(&work->env, work->settings.output, &picture)
                               : result;
    loam_picture_destroy(&work->env, &picture);
    return result;
}

static loam_result write(cave_work *work)
{
    const char *const path = work->settings.output;
    return option_ends_with(path, ".png")   ? write_png(work)
           : option_ends_with(path, ".vox") ? write_vox(work)
                                            : write_mesh(work);
}

// ---- what is printed ----------------------------------------------------------------------------

static int32_t largest_room(const loam_cave *cave)
{
    int32_t max = 0;
    for (int32_t i = 0; i < cave->room_count; i++)
    {
        max = cave->rooms[i].cells > max ? cave->rooms[i].cells : max;
    }
    return max;
}

static double cells_of(const cave_work *work)
{
    return (double)work->def.w * (double)work->def.h * (double)work->def.d;
}

static void add_numbers(text *json, const char *key, const int32_t *numbers, int32_t count)
{
    json_open_at(json, key, '[');
    for (int32_t i = 0; i < count; i++)
    {
        json_number(json, numbers[i]);
    }
    json_close(json, ']');
}

static void add_rooms(text *json, const loam_cave *cave)
{
    json_open_at(json, "rooms", '[');
    for (int32_t i = 0; i < cave->room_count; i++)
    {
        json_open(json, '{');
        json_add_number(json, "cells", cave->rooms[i].cells);
        add_numbers(json, "low", cave->rooms[i].low, 3);
        add_numbers(json, "high", cave->rooms[i].high, 3);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_open_at(json, "corridors", '[');
    for (int32_t i = 0; i < cave->corridor_count; i++)
    {
        json_open(json, '{');
        add_numbers(json, "rooms", cave->corridors[i].rooms, 2);
        add_numbers(json, "from", cave->corridors[i].from, 3);
        add_numbers(json, "to", cave->corridors[i].to, 3);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_open_at(json, "openings", '[');
    for (int32_t i = 0; i < cave->opening_count; i++)
    {
        json_open(json, '{');
        json_add_number(json, "room", cave->openings[i].room);
        add_numbers(json, "to", cave->openings[i].to, 3);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/// What the form came to. As blocks: faces drawn against all there are (Barrio Morra 2021, 3.1.3).
static void add_form(text *json, const cave_work *work)
{
    json_open_at(json, "faces", '{');
    json_add_number(json, "all", (double)work->faces.all);
    json_add_number(json, "visible", (double)work->faces.visible);
    json_add_number(json, "quads", (double)work->faces.quads);
    json_close(json, '}');
    json_add_number(json, "vertices", work->mesh->vertex_count);
    json_add_number(json, "triangles", work->mesh->index_count / 3);
    json_open_at(json, "bounds", '[');
    float low[3], high[3];
    loam_mesh_bounds(work->mesh, low, high);
    for (int32_t i = 0; i < 6; i++)
    {
        json_exact(json, (double)(i < 3 ? low[i] : high[i - 3]));
    }
    json_close(json, ']');
    json_add_hash(json, "mesh_hash", loam_mesh_hash(work->mesh));
}

/// What is known of rooms, if they were looked for.
static void report_rooms(tool_report *r, const loam_cave *cave, text *words)
{
    if (cave->room_of == NULL)
    {
        return;
    }
    report_number(r, "filled_rooms", cave->filled_rooms);
    report_number(r, "largest_room", largest_room(cave));
    add_rooms(&r->json, cave);
    text_add(words, "; %d rooms, the largest of %d cells, %d filled; %d corridors, %d openings",
             (int)cave->room_count, (int)largest_room(cave), (int)cave->filled_rooms,
             (int)cave->corridor_count, (int)cave->opening_count);
}

static int print(const tool_io *io)
{
    const cave_work *const work = io->work;
    const loam_cave *const cave = work->cave;
    const double walls = (double)loam_solid_count(&cave->walls);
    text rooms = {0};
    tool_report r = report_begin(work->settings.json);
    report_uint64(&r, "seed", work->def.seed);
    add_numbers(&r.json, "size", (const int32_t[3]){work->def.w, work->def.h, work->def.d},
                work->def.dimensions);
    report_number(&r, "cells", cells_of(work));
    report_number(&r, "walls", walls);
    report_number(&r, "birth", work->def.birth);
    report_number(&r, "survival", work->def.survival);
    report_rooms(&r, cave, &rooms);
    add_form(&r.json, work);
    if (work->vox.models > 0)
    {
        report_number(&r, "voxels", (double)work->vox.voxels);
        report_number(&r, "models", work->vox.models);
    }
    report_hash(&r, "hash", loam_cave_hash(cave));
    report_words(&r, "file", work->settings.output);
    report_say_number(&r, "share", 100.0 * walls / cells_of(work));
    report_say_words(&r, "rooms", text_get(&rooms));
    report_say_number(&r, "visible", (double)work->faces.visible);
    report_say_number(&r, "all", (double)work->faces.all);
    report_say_number(&r, "quads", (double)work->faces.quads);
    const int code = report_print(
        io, &r,
        "{cells} cells, {share:.1f} per cent of them walls{rooms}; {visible} faces of {all} are "
        "visible, {quads} quads; hash {hash}[; written to {file}]");
    text_free(&rooms);
    return code;
}

// ---- running ------------------------------------------------------------------------------------

/// Faces as blocks, whatever the form is that was asked for.
static loam_result count_faces(cave_work *work)
{
    loam_mesh *mesh = NULL;
    loam_result result = loam_mesh_create(&work->env, &mesh);
    result = result == LOAM_OK
                 ? loam_mesh_add_cave_blocks(mesh, work->cave, &work->form, &work->faces)
                 : result;
    loam_mesh_destroy(mesh);
    return result;
}

/// Options that only one form knows.
static loam_result check_form(const cave_settings *settings)
{
    const char *const wrong = settings->straight   ? "straight"
                              : settings->no_floor ? "no-floor"
                                                   : NULL;
    if (settings->ao && settings->shape != CAVE_BLOCKS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--ao is for --form blocks");
    }
    return wrong != NULL && settings->shape != CAVE_HEIGHTS
               ? loam_fail(LOAM_BAD_ARGUMENT, "--%s is for --form heights", wrong)
           : settings->output != NULL ? loam_file_check(settings->output)
                                      : LOAM_OK;
}

static loam_result make(cave_work *work, int32_t dimensions)
{
    const cave_settings *const settings = &work->settings;
    work->env = loam_default_env();
    work->def = def_of(settings, dimensions);
    work->form = form_of(settings, &work->def);
    const bool rooms = settings->rooms || settings->view == CAVE_VIEW_ROOMS;
    loam_result result = check_form(settings);
    result = result == LOAM_OK ? loam_cave_create(&work->env, &work->def, rooms, &work->cave)
                               : result;
    result = result == LOAM_OK ? count_faces(work) : result;
    result = result == LOAM_OK ? cave_build(work, work->cave, &work->form, &work->mesh) : result;
    return result == LOAM_OK && settings->output != NULL ? write(work) : result;
}

static loam_result make_2d(const tool_io *io)
{
    cave_work *const work = io->work;
    work->settings = *(const cave_settings *)io->settings;
    return make(work, 2);
}

static loam_result make_3d(const tool_io *io)
{
    cave_work *const work = io->work;
    cave_settings *const settings = &work->settings;
    *settings = *(const cave_settings *)io->settings;
    settings->shape += CAVE_BLOCKS; // there are no heights
    settings->view = settings->view == 0 ? CAVE_VIEW_FORM : CAVE_VIEW_STEPS;
    return make(work, 3);
}

static void end(void *of)
{
    cave_work *const work = of;
    loam_mesh_destroy(work->mesh);
    loam_cave_destroy(work->cave);
}

// ---- options ------------------------------------------------------------------------------------

static const char *choose_flat_shape(int32_t index)
{
    static const char *const names[] = {"heights", "blocks", "smooth"};
    return index < 3 ? names[index] : NULL;
}

static const char *choose_solid_shape(int32_t index)
{
    return choose_flat_shape(index + 1);
}

#define AT(field) offsetof(cave_settings, field)

// What both have, but for the defaults.
#define RULE_OPTIONS(full, steps_usual, border_usual) \
    SEED_OPTION(AT(seed), "of the cave"), \
        NUMBER_OPTION("fill", AT(fill), 0, 100, "N", full, \
                      "per cent of the cells that start as walls"), \
        NAMES_OPTION("start", AT(start), NAMES("random", "open"), "NAME", "random", \
                     "how cells inside the border begin"), \
        INT_OPTION("border", AT(border), 0, 64, "N", border_usual, \
                   "cells of wall along the sides; 0: a window of a cave without an end"), \
        INT_OPTION("steps", AT(steps), 0, LOAM_MAX_CAVE_STEPS, "N", steps_usual, "of smoothing"), \
        NAMES_OPTION("neighbourhood", AT(neighbourhood), NAMES("moore", "von-neumann"), "NAME", \
                     "moore", "which cells count as neighbours"), \
        INT_OPTION("radius", AT(radius), 1, LOAM_MAX_SMOOTHING_RADIUS, "N", "1", \
                   "how far neighbours are away"), \
        INT_OPTION("birth", AT(birth), -1, 341, "N", "-1", \
                   "an open cell with more walls around becomes one; -1: by the neighbourhood"), \
        INT_OPTION("survival", AT(survival), -1, 341, "N", "-1", \
                   "a wall with more walls around stays; -1: by the neighbourhood"), \
        FLAG_OPTION("rooms", AT(rooms), "look for rooms and tell of them"), \
        INT_OPTION("min-room", AT(min_room), 0, 1e9, "N", "0", "rooms of fewer cells are filled"), \
        FLAG_OPTION("connect", AT(connect), "join all rooms by corridors"), \
        INT_OPTION("corridor", AT(corridor), 1, LOAM_MAX_CORRIDOR_WIDTH, "N", "3", \
                   "cells that corridors and openings are wide"), \
        INT_OPTION("openings", AT(openings), 0, LOAM_MAX_CAVE_OPENINGS, "N", "0", \
                   "ways to the outside")

#define FORM_OPTIONS(pixels_usual, turn_usual, pitch_usual) \
    NUMBER_OPTION("resolution", AT(resolution), 0.001, 1000, "N", "1", "metres a cell"), \
        FLAG_OPTION("no-merge", AT(no_merge), "blocks: a quad for every face"), \
        FLAG_OPTION("ao", AT(ao), \
                    "blocks: ambient occlusion, in the colours of vertices; corners are darker"), \
        FLAG_OPTION("shell", AT(shell), "blocks and smooth: the outside of the rock too"), \
        SIZE_OPTION("pixels", AT(pixels), 48, 4096, "WxH", pixels_usual, "of a shaded picture"), \
        NUMBER_OPTION("turn", AT(turn), -360, 360, "N", turn_usual, \
                      "degrees around, for a shaded picture"), \
        NUMBER_OPTION("pitch", AT(pitch), 5, 90, "N", pitch_usual, \
                      "degrees downwards, for a shaded picture"), \
        OUTPUT_OPTION( \
            AT(output), ".png .glb .obj .ply .vox", \
            "where it goes: a picture (.png), the mesh (.glb, .obj, .ply) or voxels (.vox)"), \
        JSON_OPTION(AT(json)), \
    { \
        0 \
    }

static const tool_option flat_options[] = {
    SIZE_OPTION("size", AT(flat), 1, LOAM_MAX_CAVE_SIDE, "WxH", "100x100", "cells"),
    RULE_OPTIONS("67", "8", "3"),
    POSITION_OPTION("at", AT(at), -0x1p60, 0x1p60, "X,Y", "0,0",
                    "the first cell, in a cave without an end"),
    CHOICE_OPTION("form", AT(shape), choose_flat_shape, "NAME", "heights", "what it is made into"),
    NAMES_OPTION("view", AT(view), NAMES("cells", "rooms", "form", "steps"), "NAME", "cells",
                 "what a picture shows"),
    INT_OPTION("scale", AT(scale), 1, 64, "N", "4", "pixels a cell, for maps"),
    NUMBER_OPTION("wall-height", AT(wall_height), 0.001, 1000, "N", "3", "metres"),
    FLAG_OPTION("straight", AT(straight), "heights: upright walls"),
    FLAG_OPTION("no-floor", AT(no_floor), "heights: walls only"),
    FLAG_OPTION("ceiling", AT(ceiling), "a ceiling over what is open"),
    FORM_OPTIONS("960x720", "25", "50"),
};

static const tool_option solid_options[] = {
    BOX_OPTION("size", AT(box), 1, LOAM_MAX_CAVE_SIDE, "64x64x64", "cells"),
    RULE_OPTIONS("60", "6", "2"),
    POSITION_OPTION("at", AT(at), -0x1p60, 0x1p60, "X,Z", "0,0",
                    "the first cell, in a cave without an end"),
    INT_OPTION("level", AT(level), -0x1p53, 0x1p53, "N", "0", "the height of the first cell in it"),
    CHOICE_OPTION("form", AT(shape), choose_solid_shape, "NAME", "blocks", "what it is made into"),
    NAMES_OPTION("view", AT(view), NAMES("form", "steps"), "NAME", "form", "what a picture shows"),
    NUMBER_OPTION("cut", AT(cut), 1, 100, "N", "50",
                  "per cent of the height that a picture shows, the rest taken off; 100: all, "
                  "without the rock around"),
    FORM_OPTIONS("960x720", "30", "35"),
};

const tool_verb verb_cave_2d = {
    .name = "cave 2d",
    .summary = "makes a cave seen from above, by a cellular automaton",
    .details = "Cells start as walls or open at random, or open inside a border, and go with their "
               "neighbours step by "
               "step. Rooms can be found, filled, joined by corridors and opened to the outside. "
               "What comes out is a "
               "map, a mesh of heights, of blocks or of a smooth body, or voxels; the ending of "
               "the file says which.",
    .options = flat_options,
    .settings_size = sizeof(cave_settings),
    .example = "loam cave 2d --size 100x100 --min-room 20 --connect --view rooms -o cave.png",
    .work_size = sizeof(cave_work),
    .make = make_2d,
    .report = print,
    .destroy = end,
};

const tool_verb verb_cave_3d = {
    .name = "cave 3d",
    .summary = "makes a cave in three dimensions, by a cellular automaton",
    .details = "As `loam cave 2d`, with neighbours above and below too. A picture shows the rock "
               "with its upper part "
               "taken off.",
    .options = solid_options,
    .settings_size = sizeof(cave_settings),
    .example = "loam cave 3d --size 64x32x64 --form smooth -o cave.png",
    .work_size = sizeof(cave_work),
    .make = make_3d,
    .report = print,
    .destroy = end,
};
