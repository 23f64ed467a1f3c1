// SPDX-License-Identifier: MIT
#include "cave/caver.h"
#include "cave/eye.h"

#include "loam/random.h"

#include <math.h>
#include <string.h>

// The screen of knobs, the picture of what they make, and the map.

enum
{
    LOOK_SIDE = 96,       // cells of the picture beside the knobs
    MOST_WORK = 30000000, // cells times steps for it: a frame has no more time
};

static const uint32_t wall_colour = 0x2a2724, plain_colour = 0x5d7a3a, corridor_colour = 0xf4efe2,
                      out_colour = 0xffce78, unknown_colour = 0x151515;

/// Rooms in colours that differ from each other, pale enough for what lies on them.
static uint32_t room_colour(int32_t room)
{
    static const uint32_t hues[12] = {0xc9b79a, 0xa9bfa0, 0x9fb4c6, 0xc6a9ad, 0xb7a9c9, 0xc9c39a,
                                      0x9ac0bd, 0xc9ac93, 0xa8adc9, 0xb9c99f, 0xc39fbd, 0xb5b0a5};
    return hues[room % 12];
}

// ---- the map --------------------------------------------------------------------------------------

/// What a cell of a single cave is on a map.
static uint32_t cell_colour(const loam_cave *cave, int64_t number, bool wall)
{
    const int32_t room = cave->room_of != NULL ? cave->room_of[number] : 0;
    return wall ? wall_colour : room >= 0 ? room_colour(room) : corridor_colour;
}

static uint32_t map_colour(const cave_rock *rock, int64_t x, int64_t y, int64_t z, bool solid)
{
    const bool flat = rock->plan.dimensions == 2;
    if (rock->cave == NULL)
    {
        return solid ? wall_colour : room_colour(0);
    }
    if (!cave_rock_has(rock, x, flat ? 0 : y, z))
    {
        return plain_colour;
    }
    const loam_solid *const walls = &rock->cave->walls;
    return cell_colour(rock->cave, flat ? z * walls->w + x : (z * walls->h + y) * walls->w + x,
                       solid);
}

/// Cells around one, at a height; north above.
static void paint_map(caver *c, const int64_t middle[3])
{
    enum
    {
        SIDE = CAVER_MAP_SIDE
    };
    static uint8_t cells[SIDE * SIDE];
    cave_rock *const rock = &c->shown->rock;
    const int64_t y = rock->plan.dimensions == 2 ? 0 : middle[1];
    const int64_t low[3] = {middle[0] - SIDE / 2, y, middle[2] - SIDE / 2};
    const int32_t size[3] = {SIDE, 1, SIDE};
    const bool known = cave_rock_fill(rock, low, size, false, cells) == LOAM_OK;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const int32_t x = i % SIDE, z = SIDE - 1 - i / SIDE;
        c->map.picture.pixels[i] = loam_rgb(
            known ? map_colour(rock, low[0] + x, y, low[2] + z, cells[z * SIDE + x] != 0)
                  : unknown_colour);
    }
    for (int32_t k = 0; rock->cave != NULL && k < rock->cave->opening_count; k++)
    {
        const int32_t *const to = rock->cave->openings[k].to;
        const int64_t x = to[0] - low[0], z = (rock->plan.dimensions == 2 ? to[1] : to[2]) - low[2];
        for (int32_t i = 0; i < 9; i++)
        {
            const int64_t px = x + i % 3 - 1, pz = z + i / 3 - 1;
            if (px >= 0 && pz >= 0 && px < SIDE && pz < SIDE)
            {
                c->map.picture.pixels[(SIDE - 1 - pz) * SIDE + px] = loam_rgb(out_colour);
            }
        }
    }
}

void caver_map(caver *c, box at)
{
    int64_t cell[3];
    char title[64];
    if (!roam_preview_begin(&c->r, &c->map, CAVER_MAP_SIDE, CAVER_MAP_SIDE))
    {
        return;
    }
    cave_cell_at(&c->shown->rock, c->r.body.x, c->r.body.y + 0.9, c->r.body.z, cell);
    if (c->map_of != c->shown || memcmp(cell, c->map_at, sizeof cell) != 0)
    {
        paint_map(c, cell);
        roam_preview_painted(&c->r, &c->map);
        memcpy(c->map_at, cell, sizeof cell);
        c->map_of = c->shown;
    }
    snprintf(title, sizeof title, c->shown->plan.dimensions == 2 ? "Map" : "Map at %.0f m",
             c->r.body.y + 0.9);
    roam_preview_draw(&c->r, &c->map, at, title, false);
    roam_preview_viewer(&c->r, at.x + at.w / 2,
                        at.y + painter_line_height(c->r.paint, TEXT_SMALL) + at.w / 2);
}

// ---- the picture beside the knobs -----------------------------------------------------------------

/// The part of what is wanted that the picture shows: all of a small flat cave, else a window around one, at one's
/// height, as if it had no end. Returns whether there is time for it.
static bool look_def(const caver *c, const int64_t at[3], loam_cave_def *def)
{
    const cave_plan *const plan = &c->wanted;
    const bool flat = plan->dimensions == 2;
    *def = cave_plan_def(plan);
    if (flat && !plan->endless)
    {
        return true;
    }
    def->seed = plan->endless ? loam_seed_derive(plan->seed, "caves") : plan->seed;
    def->border = def->openings = def->min_room = 0;
    def->connect = false;
    def->w = LOOK_SIDE;
    def->h = flat ? LOOK_SIDE : 1;
    def->d = flat ? 1 : LOOK_SIDE;
    def->x = at[0] - LOOK_SIDE / 2;
    def->y = flat ? at[2] - LOOK_SIDE / 2 : at[1];
    def->z = flat ? 0 : at[2] - LOOK_SIDE / 2;
    const int64_t margin = 2 * (int64_t)plan->steps * plan->radius, side = LOOK_SIDE + margin;
    const int64_t work = side * side * (flat ? 1 : 1 + margin) * (plan->steps + 1);
    return work * (plan->radius > 1 ? 4 : 1) <= MOST_WORK;
}

static void paint_look(caver *c, const int64_t at[3])
{
    loam_cave_def def;
    loam_cave *cave = NULL;
    loam_picture *const out = &c->look.picture;
    const bool known = look_def(c, at, &def) &&
                       loam_cave_create(&c->r.env, &def, def.border > 0, &cave) == LOAM_OK;
    const bool flat = def.dimensions == 2;
    const int32_t w = def.w, h = flat ? def.h : def.d, side = w > h ? w : h;
    for (int32_t i = 0; i < out->w * out->h; i++)
    {
        const int32_t x = (i % out->w) * side / out->w - (side - w) / 2,
                      z = (out->h - 1 - i / out->w) * side / out->h - (side - h) / 2;
        const bool within = known && x >= 0 && z >= 0 && x < w && z < h;
        const bool wall = within && loam_solid_get(&cave->walls, x, flat ? z : 0, flat ? 0 : z);
        out->pixels[i] = loam_rgb(within ? cell_colour(cave, (int64_t)z * w + x, wall)
                                         : unknown_colour);
    }
    loam_cave_destroy(cave);
}

void caver_look(caver *c, box at)
{
    int64_t cell[3];
    if (!roam_preview_begin(&c->r, &c->look, 2 * LOOK_SIDE, 2 * LOOK_SIDE))
    {
        return;
    }
    cave_cell_at(&c->shown->rock, c->r.body.x, c->r.body.y + 0.9, c->r.body.z, cell);
    if (!c->has_look || !cave_plan_is_same(&c->look_of, &c->wanted) ||
        memcmp(cell, c->look_at, sizeof cell) != 0)
    {
        paint_look(c, cell);
        roam_preview_painted(&c->r, &c->look);
        c->look_of = c->wanted;
        memcpy(c->look_at, cell, sizeof cell);
        c->has_look = true;
    }
    roam_preview_draw(&c->r, &c->look, at, "What the knobs make", false);
}

void caver_pictures_end(caver *c)
{
    roam_preview_end(&c->r, &c->map);
    roam_preview_end(&c->r, &c->look);
}

// ---- knobs ----------------------------------------------------------------------------------------

void caver_want(caver *c, const cave_plan *plan)
{
    roam_remember(c->undos, &c->undo_count, CAVER_UNDOS, sizeof *c->undos, &c->wanted);
    c->wanted = *plan;
    c->knobs_rest_s = 0;
    c->watches = false;
}

void caver_undo(caver *c)
{
    if (!roam_recall(c->undos, &c->undo_count, sizeof *c->undos, &c->wanted))
    {
        roam_tell(&c->r, false, "There is nothing to undo");
        return;
    }
    c->knobs_rest_s = 0;
    c->watches = false;
    roam_tell(&c->r, false, "Undone");
}

/// Whether it was turned; what is refused is told.
static bool turn(caver *c, const cave_knob *k)
{
    int32_t low, high, value = cave_knob_get(k, &c->wanted);
    bool turned;
    cave_knob_limits(k, &c->wanted, &low, &high);
    if (k->kind == CAVE_KNOB_FLAG)
    {
        bool on = value != 0;
        turned = ui_toggle(c->r.u, k->label, &on);
        value = on;
    }
    else if (k->kind == CAVE_KNOB_CHOICE)
    {
        int32_t index = value - low;
        turned = ui_choice(c->r.u, k->label, &index, k->names + (low - k->low), high - low + 1);
        value = low + index;
    }
    else
    {
        turned = ui_slider(c->r.u, k->label, &value, low, high, k->step, k->format);
    }
    if (turned && cave_knob_set(k, &c->wanted, value) != LOAM_OK)
    {
        roam_complain(&c->r, k->label);
        return false;
    }
    if (turned)
    {
        roam_log(&c->r, "knob: %s %d", k->name, (int)value);
    }
    return turned;
}

static void copy_place(caver *c)
{
    char text[CAVE_PLACE_MAX];
    const cave_place here = caver_here(c);
    cave_place_write(&here, text);
    window_clipboard_set(text);
    roam_tell(&c->r, false, "Copied: %s", text);
}

static void run_buttons(caver *c)
{
    ui_columns(c->r.u, 2, NULL);
    if (ui_button_enabled(c->r.u, "Undo", c->undo_count > 0))
    {
        caver_undo(c);
    }
    if (ui_button(c->r.u, "As it was"))
    {
        caver_want(c, &c->first);
    }
    if (ui_button(c->r.u, "Another seed"))
    {
        cave_plan plan = c->wanted;
        plan.seed++;
        caver_want(c, &plan);
    }
    if (ui_button(c->r.u, c->watches ? "Stop watching" : "Watch it grow"))
    {
        caver_watch(c, false);
    }
    if (ui_button(c->r.u, "Copy the place"))
    {
        copy_place(c);
    }
    const bool back = ui_button(c->r.u, "Back");
    ui_columns(c->r.u, 1, NULL);
    if (back || ui_back(c->r.u) || input_pressed(&c->r.now, CAVER_KEY_KNOBS))
    {
        roam_go(&c->r, ROAM_WALK);
    }
}

void caver_turning(roam *r)
{
    caver *const c = caver_of(r);
    const cave_plan before = c->wanted;
    const bool rested = c->knobs_rest_s > 0.35; // a slider that is pulled is one change
    const int32_t gap = painter_scaled(r->paint, 10);
    const int32_t below = 2 * painter_line_height(r->paint, TEXT_SMALL) + 2 * gap;
    bool turned = false;
    ui_panel_begin(
        r->u, "Knobs",
        (box){gap, gap, painter_scaled(r->paint, CAVER_PANEL), r->paint->h - gap - below});
    for (int32_t i = 0; i < CAVE_KNOBS; i++)
    {
        if (cave_knob_counts(&cave_knobs[i], &c->wanted))
        {
            turned = turn(c, &cave_knobs[i]) || turned;
        }
    }
    ui_label_coloured(r->u, c->next != NULL ? "The new cave grows ..." : "This is what is shown.",
                      ui_get_theme(r->u)->text_dim);
    if (turned)
    {
        c->knobs_rest_s = 0;
        c->watches = false;
        if (rested)
        {
            roam_remember(c->undos, &c->undo_count, CAVER_UNDOS, sizeof *c->undos, &before);
        }
    }
    run_buttons(c);
    ui_panel_end(r->u);
}
