// SPDX-License-Identifier: MIT
#include "tiles/plants/raster.h"

#include "tiles/plants/turns.h"
#include "tiles/state/cover.h"

enum
{
    QUARTER = 4, // of a tile: tips are drawn where they are, that exactly
    QUARTER_SHIFT = PLANT_TILE_LOG2 - 2,
};

/// 65536 / n, rounded up: a step does not divide.
static const uint32_t reciprocals[PLANT_MAX_ROWS + 1] = {
    0,    65536, 32768, 21846, 16384, 13108, 10923, 9363, 8192, 7282, 6554,
    5958, 5462,  5042,  4682,  4370,  4096,  3856,  3641, 3450, 3277};

// ---- tiles ----------------------------------------------------------------------------------------

/// A plant and where it is put. Places are tiles from the plant's own.
typedef struct planting
{
    const plant_canvas *canvas;
    const plant_view *view;
    int32_t left, right, low, high; // what it may cover, all included
    uint64_t x, y;                  // of the plant, in the canvas
    uint32_t *lost;                 // how many cells were cut off
} planting;

/// value, if it fits beside any box; else far away on the same side.
static int32_t nearby(int64_t value)
{
    return (int32_t)(value < INT32_MIN / 2   ? INT32_MIN / 2
                     : value > INT32_MAX / 2 ? INT32_MAX / 2
                                             : value);
}

static planting planting_of(const plant_canvas *canvas, const plant_view *view, uint32_t *lost)
{
    const loam_grown_plant *const plant = view->plant;
    const int32_t left = nearby(canvas->area.x - plant->x), low = nearby(canvas->area.y - plant->y);
    const int32_t right = left + canvas->area.w - 1, high = low + canvas->area.h - 1;
    return (planting){.canvas = canvas,
                      .view = view,
                      .left = plant->left > left ? plant->left : left,
                      .right = plant->right < right ? plant->right : right,
                      .low = plant->low > low ? plant->low : low,
                      .high = plant->high < high ? plant->high : high,
                      .x = (uint64_t)plant->x - canvas->left,
                      .y = (uint64_t)plant->y - canvas->low,
                      .lost = lost};
}

static inline void put_cell(const planting *p, uint32_t cell, int32_t x, int32_t y)
{
    const plant_canvas *const canvas = p->canvas;
    const plant_view *const view = p->view;
    const loam_plant_cell what = view->cells[cell];
    if (what.material == LOAM_AIR || x < p->left || x > p->right || y < p->low || y > p->high)
    {
        return;
    }
    const size_t index = (size_t)(((p->y + (uint64_t)y) & canvas->mask) * canvas->stride +
                                  ((p->x + (uint64_t)x) & canvas->mask));
    if ((canvas->taken[index] & PLANT_CUT) != 0)
    {
        view->cells[cell].material = LOAM_AIR;
        view->cells[cell].variant = 0;
        view->cells[cell].changed = true;
        *p->lost += 1;
        return;
    }
    if (what.rank <= view->bare)
    {
        return;
    }
    loam_tile *const tile = &canvas->tiles[index];
    if (canvas->taken[index] != 0 || canvas->is_plant[tile->wall] || canvas->is_front[tile->wall])
    {
        return; // another one is there, or wood that lies before all that stands, or a torch
    }
    canvas->taken[index] = PLANT_TAKEN;
    if (canvas->behind != NULL)
    {
        canvas->behind[index] = (uint16_t)(tile->wall | tile->wall_variant << 8);
        view->places[cell] = (uint32_t)index + 1;
    }
    tile->wall = what.material;
    tile->wall_variant = what.variant;
}

// ---- branches -------------------------------------------------------------------------------------

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

/// A place in quarters of a tile.
typedef struct joint
{
    int32_t x, y;
} joint;

static int32_t to_quarters(int32_t length)
{
    return (length + (1 << (QUARTER_SHIFT - 1))) >> QUARTER_SHIFT;
}

static joint tip_of(const loam_branch *branch)
{
    return (joint){branch->drawn_x, branch->drawn_y};
}

static plant_stroke stroke_along(joint base, joint control, joint tip)
{
    const bool upright = distance(base.y, tip.y) >= distance(base.x, tip.x);
    plant_stroke s = upright ? (plant_stroke){base.y, tip.y, base.x, control.x, tip.x, 0, true}
                             : (plant_stroke){base.x, tip.x, base.y, control.y, tip.y, 0, false};
    s.count = distance(s.from >> 2, s.to >> 2) + 1;
    s.count = s.count < PLANT_MAX_ROWS ? s.count : PLANT_MAX_ROWS;
    return s;
}

/// The middle control point lies ahead of the parent's tip by half the branch's length (Dubsky 2024, figure
/// 4.12). Along the axis the curve goes evenly, so that every row is met once.
static plant_stroke stroke_after(const loam_branch *branch, joint older, joint base, joint tip)
{
    const joint control = {base.x + ((base.x - older.x) * branch->lead >> 8),
                           base.y + ((base.y - older.y) * branch->lead >> 8)};
    return stroke_along(base, control, tip);
}

static plant_stroke first_stroke(joint base, joint tip)
{
    return stroke_along(base, (joint){(base.x + tip.x) >> 1, (base.y + tip.y) >> 1}, tip);
}

static plant_stroke stroke_of(const loam_branch *branches, const loam_branch *branch)
{
    const joint root = {PLANT_ROOT_X >> QUARTER_SHIFT, PLANT_ROOT_Y >> QUARTER_SHIFT};
    const loam_branch *const parent = branch->parent < 0 ? NULL : &branches[branch->parent];
    if (parent == NULL)
    {
        return first_stroke(root, tip_of(branch));
    }
    const joint older = parent->parent < 0 ? root : tip_of(&branches[parent->parent]);
    return stroke_after(branch, older, tip_of(parent), tip_of(branch));
}

void loam_fall_point(const loam_fall *fall, const int32_t point[2], int32_t now[2])
{
    const int32_t x = point[0] - fall->middle[0], y = point[1] - fall->middle[1];
    const int32_t cosine = turn_cosine((uint32_t)fall->turn);
    const int32_t sine = turn_sine((uint32_t)fall->turn);
    now[0] = (fall->at[0] >> 8) + turn_scale(cosine, x, 15) - turn_scale(sine, y, 15);
    now[1] = (fall->at[1] >> 8) + turn_scale(sine, x, 15) + turn_scale(cosine, y, 15);
}

static joint joint_of(const loam_fall *fall, int32_t point)
{
    int32_t now[2];
    loam_fall_point(fall, fall->points[point], now);
    return (joint){to_quarters(now[0]), to_quarters(now[1])};
}

plant_stroke loam_plant_fall_stroke(const plant_view *view, const loam_fall *fall)
{
    const loam_branch *const branch = &view->branches[fall->root];
    const joint base = joint_of(fall, FALL_BASE), tip = joint_of(fall, FALL_TIP);
    return branch->parent < 0 ? first_stroke(base, tip)
                              : stroke_after(branch, joint_of(fall, FALL_OLDER), base, tip);
}

plant_stroke loam_plant_stroke(const plant_view *view, const loam_branch *branch)
{
    if (branch->part == PLANT_STANDS)
    {
        return stroke_of(view->branches, branch);
    }
    const loam_fall *const fall = &view->plant->falls[branch->part - 1];
    const loam_branch *const parent = &view->branches[branch->parent];
    if (branch->parent == fall->root)
    {
        return stroke_after(branch, joint_of(fall, FALL_BASE), joint_of(fall, FALL_TIP),
                            tip_of(branch));
    }
    const joint older = parent->parent == fall->root ? joint_of(fall, FALL_TIP)
                                                     : tip_of(&view->branches[parent->parent]);
    return stroke_after(branch, older, tip_of(parent), tip_of(branch));
}

/// Where the axis is across, in 1/256 of a tile, at a part u of 1024 of the way.
static int32_t across_at(const plant_stroke *s, int32_t u)
{
    const int32_t linear = 2 * (s->control - s->begin);
    const int32_t square = s->begin - 2 * s->control + s->end;
    return s->begin * 64 + ((linear * u + (square * u >> 10) * u) >> 4);
}

/// Tiles that it covers in a row: more where it slopes.
static int32_t width_at(const loam_branch *branch, const plant_stroke *s, int32_t u)
{
    const int32_t width = branch->width + ((branch->tip_width - branch->width) * u >> 10);
    const int32_t slope = (int32_t)((uint32_t)distance(s->begin, s->end) * reciprocals[s->count]);
    const int32_t wider = width + (int32_t)((int64_t)width * slope * 105 >> 26);
    const int32_t tiles = (wider + PLANT_TILE / 2) >> PLANT_TILE_LOG2;
    return tiles < 1 ? 1 : tiles < branch->across ? tiles : branch->across;
}

static inline plant_row row_at(const loam_branch *branch, const plant_stroke *s, int32_t i)
{
    const uint32_t part = reciprocals[s->count];
    const int32_t u = (int32_t)((2 * (uint32_t)i + 1) * part >> 7);
    const int32_t count = width_at(branch, s, u);
    const int32_t first = (across_at(s, u) - (count - 1) * (PLANT_TILE / 2)) >> PLANT_TILE_LOG2;
    const int32_t along = (s->from >> 2) + (s->to < s->from ? -i : i);
    const uint32_t row = (uint32_t)i * branch->rows * part >> 16;
    return (plant_row){.x = s->upright ? first : along,
                       .y = s->upright ? along : first,
                       .count = count,
                       .row = row,
                       .cell = branch->cell + row * branch->across +
                               (uint32_t)(branch->across - count) / 2};
}

plant_row loam_plant_row(const loam_branch *branch, const plant_stroke *stroke, int32_t i)
{
    return row_at(branch, stroke, i);
}

uint32_t loam_plant_core(const loam_branch *branch, uint32_t row, int32_t *count)
{
    const int32_t u = (int32_t)((2 * row + 1) * reciprocals[branch->rows] >> 7);
    const int32_t width = branch->width + ((branch->tip_width - branch->width) * u >> 10);
    const int32_t tiles = (width + PLANT_TILE / 2) >> PLANT_TILE_LOG2;
    *count = tiles < 1 ? 1 : tiles < branch->across ? tiles : branch->across;
    return branch->cell + row * branch->across + (uint32_t)(branch->across - *count) / 2;
}

/// Rows from one of the raster to before another.
static void put_rows(const planting *p, const loam_branch *branch, const plant_stroke *s,
                     uint32_t first, uint32_t end)
{
    for (int32_t i = 0; i < s->count && i < branch->rows; i++)
    {
        const plant_row row = row_at(branch, s, i);
        for (int32_t j = 0; row.row >= first && row.row < end && j < row.count; j++)
        {
            put_cell(p, row.cell + (uint32_t)j, s->upright ? row.x + j : row.x,
                     s->upright ? row.y : row.y + j);
        }
    }
}

static void put_branch(const planting *p, const loam_branch *branch)
{
    const plant_stroke s = loam_plant_stroke(p->view, branch);
    put_rows(p, branch, &s, 0, branch->top);
}

static void put_clump(const planting *p, const loam_branch *branch)
{
    const int32_t x = branch->drawn_x >> 2, y = branch->drawn_y >> 2;
    for (uint32_t i = branch->cell; i < branch->cell + branch->cell_count; i++)
    {
        put_cell(p, i, x + p->view->cells[i].x, y + p->view->cells[i].y);
    }
}

// ---- plants ---------------------------------------------------------------------------------------

static joint aim_of(const plant_view *view, const loam_branch *branch)
{
    int32_t now[2] = {branch->x, branch->y};
    if (branch->part != PLANT_STANDS && branch->part != PLANT_GONE)
    {
        loam_fall_point(&view->plant->falls[branch->part - 1], (int32_t[2]){branch->x, branch->y},
                        now);
    }
    return (joint){to_quarters(now[0]), to_quarters(now[1])};
}

bool loam_plant_aim(const plant_view *view)
{
    bool elsewhere = false;
    for (uint32_t i = 0; i < view->plant->branch_count; i++)
    {
        loam_branch *const branch = &view->branches[i];
        const joint aim = aim_of(view, branch);
        elsewhere |= aim.x != branch->drawn_x || aim.y != branch->drawn_y;
        branch->drawn_x = aim.x;
        branch->drawn_y = aim.y;
    }
    return elsewhere;
}

/// Thick wood stands before leaves, leaves before twigs.
static int32_t turn_of(const loam_branch *branch)
{
    return branch->length == 0 ? 1 : branch->thick ? 0 : 2;
}

/// Of branches that broke: the rows that fall.
static void put_fallen_rows(const planting *p, int32_t turn)
{
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        const loam_fall *const fall = &p->view->plant->falls[i];
        if (fall->state != FALL_NONE && turn_of(&p->view->branches[fall->root]) == turn)
        {
            const plant_stroke s = loam_plant_fall_stroke(p->view, fall);
            put_rows(p, &p->view->branches[fall->root], &s, (uint32_t)fall->from_row,
                     (uint32_t)fall->rows);
        }
    }
}

uint32_t loam_plant_put(const plant_canvas *canvas, const plant_view *view)
{
    uint32_t lost = 0;
    const planting p = planting_of(canvas, view, &lost);
    for (int32_t turn = 0; turn < 3; turn++)
    {
        for (uint32_t i = 0; i < view->plant->branch_count; i++)
        {
            loam_branch *const branch = &view->branches[i];
            const uint32_t before = lost;
            if (turn_of(branch) == turn && branch->part != PLANT_GONE)
            {
                (turn == 1 ? put_clump : put_branch)(&p, branch);
            }
            if (lost != before)
            {
                branch->hurt = true;
            }
        }
        put_fallen_rows(&p, turn);
    }
    return lost;
}

loam_plant_cell loam_plant_cell_now(const plant_canvas *canvas, const plant_view *view,
                                    uint32_t cell)
{
    loam_plant_cell now = view->cells[cell];
    if (view->places[cell] != 0)
    {
        const loam_tile *const tile = &canvas->tiles[view->places[cell] - 1];
        const bool there = canvas->is_plant[tile->wall];
        const loam_plant_cell was = now;
        now.material = there ? tile->wall : LOAM_AIR;
        now.variant = there ? tile->wall_variant : 0;
        now.changed |= now.material != was.material || now.variant != was.variant;
    }
    return now;
}

void loam_plant_bare(const plant_canvas *canvas, size_t index, loam_tile *tile)
{
    loam_cover_strip(tile, canvas->taken[index], canvas->behind[index], canvas->is_plant);
}

void loam_plant_lift_cell(const plant_canvas *canvas, const plant_view *view, uint32_t cell)
{
    if (view->places[cell] != 0)
    {
        const size_t index = view->places[cell] - 1;
        loam_plant_bare(canvas, index, &canvas->tiles[index]);
        canvas->taken[index] &= PLANT_CUT;
        canvas->behind[index] = 0;
        view->places[cell] = 0;
    }
}

static uint32_t lift_branch(const plant_canvas *canvas, const plant_view *view, loam_branch *branch)
{
    const uint32_t end = branch->cell + branch->cell_count;
    uint32_t lost = 0;
    bool changed = false;
    for (uint32_t i = branch->cell; i < end; i++)
    {
        if (view->places[i] != 0)
        {
            const uint8_t before = view->cells[i].material;
            view->cells[i] = loam_plant_cell_now(canvas, view, i);
            changed |= view->cells[i].material != before;
            lost += view->cells[i].material == LOAM_AIR;
            loam_plant_lift_cell(canvas, view, i);
        }
    }
    branch->hurt |= changed;
    return lost;
}

uint32_t loam_plant_lift_noting(const plant_canvas *canvas, const plant_view *view, bool *changed)
{
    uint32_t lost = 0;
    for (uint32_t i = 0; i < view->plant->branch_count; i++)
    {
        lost += lift_branch(canvas, view, &view->branches[i]);
        *changed |= view->branches[i].hurt;
    }
    return lost;
}

uint32_t loam_plant_lift(const plant_canvas *canvas, const plant_view *view)
{
    bool changed = false;
    return loam_plant_lift_noting(canvas, view, &changed);
}
