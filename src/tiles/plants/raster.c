// SPDX-License-Identifier: MIT
#include "tiles/plants/raster.h"

#include "tiles/plants/turns.h"
#include "tiles/state/cover.h"

enum
{
    QUARTER = 4, // of a tile: tips are drawn where they are, that exactly
    QUARTER_SHIFT = PLANT_TILE_LOG2 - 2,
    SIFTED = 64, // cells that are looked at before any of them is put or lifted
};

const uint32_t loam_plant_reciprocals[PLANT_MAX_ROWS + 1] = {
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
    bool wraps;                     // what it may cover lies across the ends of the canvas's array
    ptrdiff_t origin;               // where its own tile would be in the array, if it does not wrap
    uint32_t *lost;                 // how many cells were cut off
} planting;

/// value, if it fits beside any box; else far away on the same side.
static int32_t nearby(int64_t value)
{
    return (int32_t)(value < INT32_MIN / 2   ? INT32_MIN / 2
                     : value > INT32_MAX / 2 ? INT32_MAX / 2
                                             : value);
}

/// Where a tile would be in the array if both its coordinates were as far from the box's corner there.
static ptrdiff_t find_origin(const planting *p)
{
    const uint64_t mask = p->canvas->mask;
    const ptrdiff_t column = (ptrdiff_t)((p->x + (uint64_t)p->left) & mask) - p->left;
    const ptrdiff_t row = (ptrdiff_t)((p->y + (uint64_t)p->low) & mask) - p->low;
    return row * (ptrdiff_t)p->canvas->stride + column;
}

static bool is_split(uint64_t first, int32_t length, uint64_t mask)
{
    return length < 0 || (first & mask) + (uint64_t)length > mask;
}

static planting planting_of(const plant_canvas *canvas, const plant_view *view, uint32_t *lost)
{
    const loam_grown_plant *const plant = view->plant;
    const int32_t left = nearby(canvas->area.x - plant->x), low = nearby(canvas->area.y - plant->y);
    const int32_t right = left + canvas->area.w - 1, high = low + canvas->area.h - 1;
    planting p = {.canvas = canvas,
                  .view = view,
                  .left = plant->left > left ? plant->left : left,
                  .right = plant->right < right ? plant->right : right,
                  .low = plant->low > low ? plant->low : low,
                  .high = plant->high < high ? plant->high : high,
                  .x = (uint64_t)plant->x - canvas->left,
                  .y = (uint64_t)plant->y - canvas->low,
                  .lost = lost};
    p.wraps = is_split(p.x + (uint64_t)p.left, p.right - p.left, canvas->mask) ||
              is_split(p.y + (uint64_t)p.low, p.high - p.low, canvas->mask);
    p.origin = p.wraps ? 0 : find_origin(&p);
    return p;
}

static void cut_off(const planting *p, uint32_t cell)
{
    loam_plant_cell *const what = &p->view->cells[cell];
    if (what->material != LOAM_AIR)
    {
        what->material = LOAM_AIR;
        what->variant = 0;
        what->changed = true;
        *p->lost += 1;
    }
}

/// Whether it is to be seen there.
static bool show_cell(const planting *p, uint32_t cell, loam_plant_cell what, size_t index)
{
    const plant_canvas *const canvas = p->canvas;
    loam_tile *const tile = &canvas->tiles[index];
    if (canvas->is_plant[tile->wall] || canvas->is_front[tile->wall])
    {
        return false; // wood that lies before all that stands, or a torch
    }
    canvas->taken[index] = PLANT_TAKEN;
    if (canvas->behind != NULL)
    {
        canvas->behind[index] = (uint16_t)(tile->wall | tile->wall_variant << 8);
        p->view->places[cell] = (uint32_t)index + 1;
    }
    tile->wall = what.material;
    tile->wall_variant = what.variant;
    return true;
}

/// taken: of the tile. In woods another one is there nine times out of ten: then that is all there is to it.
/// Whether the cell is to be seen.
static inline bool put_cell_at(const planting *p, uint32_t cell, size_t index, uint8_t taken)
{
    if (taken != 0)
    {
        if ((taken & PLANT_CUT) != 0)
        {
            cut_off(p, cell);
        }
        return false;
    }
    const loam_plant_cell what = p->view->cells[cell];
    return what.material != LOAM_AIR && what.rank > p->view->bare &&
           show_cell(p, cell, what, index);
}

/// Wherever it is.
static bool put_cell(const planting *p, uint32_t cell, int32_t x, int32_t y)
{
    const plant_canvas *const canvas = p->canvas;
    if (x < p->left || x > p->right || y < p->low || y > p->high)
    {
        return false;
    }
    const size_t index = (size_t)(((p->y + (uint64_t)y) & canvas->mask) * canvas->stride +
                                  ((p->x + (uint64_t)x) & canvas->mask));
    return put_cell_at(p, cell, index, canvas->taken[index]);
}

/// Whether all of a box is what the plant may cover, in one piece of the array.
static inline bool is_inside(const planting *p, int32_t left, int32_t right, int32_t low,
                             int32_t high)
{
    return !p->wraps && left >= p->left && right <= p->right && low >= p->low && high <= p->high;
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

/// What is the same in all rows of a branch as it is drawn.
typedef struct row_maker
{
    plant_stroke stroke;
    uint32_t part;          // 65536 / rows of the stroke
    int32_t width, more;    // at the base, and what the tip has more
    int64_t slope;          // what it covers more, as it slopes: of 2^26
    int32_t linear, square; // of the curve
    int32_t across;         // of the raster
    uint32_t rows, cell;    // of the raster
} row_maker;

static row_maker maker_of(const loam_branch *branch, const plant_stroke *s)
{
    const uint32_t part = loam_plant_reciprocals[s->count];
    const int32_t slope = (int32_t)((uint32_t)distance(s->begin, s->end) * part);
    return (row_maker){.stroke = *s,
                       .part = part,
                       .width = branch->width,
                       .more = branch->tip_width - branch->width,
                       .slope = (int64_t)slope * 105,
                       .linear = 2 * (s->control - s->begin),
                       .square = s->begin - 2 * s->control + s->end,
                       .across = branch->across,
                       .rows = branch->rows,
                       .cell = branch->cell};
}

/// Which row of the raster row i of a stroke shows.
static inline uint32_t raster_row(const row_maker *m, int32_t i)
{
    return (uint32_t)i * m->rows * m->part >> 16;
}

/// Where the axis is across, in 1/256 of a tile, at a part u of 1024 of the way.
static inline int32_t across_at(const row_maker *m, int32_t u)
{
    return m->stroke.begin * 64 + ((m->linear * u + (m->square * u >> 10) * u) >> 4);
}

/// Tiles that it covers in a row: more where it slopes.
static inline int32_t width_at(const row_maker *m, int32_t u)
{
    const int32_t width = m->width + (m->more * u >> 10);
    const int32_t wider = width + (int32_t)(width * m->slope >> 26);
    const int32_t tiles = (wider + PLANT_TILE / 2) >> PLANT_TILE_LOG2;
    return tiles < 1 ? 1 : tiles < m->across ? tiles : m->across;
}

static inline plant_row row_at(const row_maker *m, int32_t i)
{
    const plant_stroke *const s = &m->stroke;
    const int32_t u = (int32_t)((2 * (uint32_t)i + 1) * m->part >> 7);
    const int32_t count = width_at(m, u);
    const int32_t first = (across_at(m, u) - (count - 1) * (PLANT_TILE / 2)) >> PLANT_TILE_LOG2;
    const int32_t along = (s->from >> 2) + (s->to < s->from ? -i : i);
    const uint32_t row = raster_row(m, i);
    return (plant_row){.x = s->upright ? first : along,
                       .y = s->upright ? along : first,
                       .count = count,
                       .row = row,
                       .cell = m->cell + row * (uint32_t)m->across +
                               (uint32_t)(m->across - count) / 2};
}

plant_row loam_plant_row(const loam_branch *branch, const plant_stroke *stroke, int32_t i)
{
    const row_maker m = maker_of(branch, stroke);
    return row_at(&m, i);
}

static bool put_row(const planting *p, const plant_row *row, bool upright)
{
    bool seen = false;
    const int32_t right = upright ? row->x + row->count - 1 : row->x;
    const int32_t high = upright ? row->y : row->y + row->count - 1;
    if (!is_inside(p, row->x, right, row->y, high))
    {
        for (int32_t j = 0; j < row->count; j++)
        {
            seen |= put_cell(p, row->cell + (uint32_t)j, upright ? row->x + j : row->x,
                             upright ? row->y : row->y + j);
        }
        return seen;
    }
    const ptrdiff_t stride = (ptrdiff_t)p->canvas->stride, step = upright ? 1 : stride;
    const ptrdiff_t first = p->origin + row->y * stride + row->x;
    const uint8_t *const taken = p->canvas->taken;
    for (int32_t j = 0; j < row->count; j++)
    {
        const size_t index = (size_t)(first + j * step);
        seen |= put_cell_at(p, row->cell + (uint32_t)j, index, taken[index]);
    }
    return seen;
}

/// Whether a branch is a tile wide in all of its rows, and all of it is where its plant may be.
static bool is_twig(const planting *p, const row_maker *m)
{
    const plant_stroke *const s = &m->stroke;
    const int32_t widest = m->width + (m->more > 0 ? m->more : 0);
    const int32_t low_end = s->begin < s->end ? s->begin : s->end;
    const int32_t high_end = s->begin > s->end ? s->begin : s->end;
    const int32_t low = (low_end < s->control ? low_end : s->control) >> 2;
    const int32_t high = (high_end > s->control ? high_end : s->control) >> 2;
    const int32_t from = (s->from < s->to ? s->from : s->to) >> 2;
    const int32_t to = (s->from > s->to ? s->from : s->to) >> 2;
    const bool thin = widest + (int32_t)(widest * m->slope >> 26) < 3 * PLANT_TILE / 2;
    return thin && (s->upright ? is_inside(p, low - 1, high + 1, from, to)
                               : is_inside(p, from, to, low - 1, high + 1));
}

/// A twig: what put_rows would do, with all that is the same in its rows left out.
static void put_twig(const planting *p, loam_branch *branch, const row_maker *m, uint32_t first,
                     uint32_t end)
{
    const plant_stroke *const s = &m->stroke;
    const uint8_t *const taken = p->canvas->taken;
    const ptrdiff_t stride = (ptrdiff_t)p->canvas->stride;
    const ptrdiff_t along = s->upright ? stride : 1, across = s->upright ? 1 : stride;
    const ptrdiff_t forth = s->to < s->from ? -along : along;
    const uint32_t middle = m->cell + (uint32_t)(m->across - 1) / 2;
    const int32_t count = s->count < branch->rows ? s->count : branch->rows;
    ptrdiff_t row_start = p->origin + (s->from >> 2) * along;
    bool seen = false;
    for (int32_t i = 0; i < count; i++, row_start += forth)
    {
        const uint32_t row = raster_row(m, i);
        const int32_t u = (int32_t)((2 * (uint32_t)i + 1) * m->part >> 7);
        const size_t index = (size_t)(row_start + (across_at(m, u) >> PLANT_TILE_LOG2) * across);
        if (taken[index] != PLANT_TAKEN && row >= first && row < end)
        {
            seen |= put_cell_at(p, middle + row * (uint32_t)m->across, index, taken[index]);
        }
    }
    branch->put |= seen;
}

/// Rows from one of the raster to before another.
static void put_rows(const planting *p, loam_branch *branch, const plant_stroke *s, uint32_t first,
                     uint32_t end)
{
    const row_maker m = maker_of(branch, s);
    const int32_t count = s->count < branch->rows ? s->count : branch->rows;
    if (is_twig(p, &m))
    {
        put_twig(p, branch, &m, first, end);
        return;
    }
    for (int32_t i = 0; i < count; i++)
    {
        const uint32_t number = raster_row(&m, i);
        if (number >= first && number < end)
        {
            const plant_row row = row_at(&m, i);
            branch->put |= put_row(p, &row, m.stroke.upright);
        }
    }
}

static void put_branch(const planting *p, loam_branch *branch)
{
    const plant_stroke s = loam_plant_stroke(p->view, branch);
    put_rows(p, branch, &s, 0, branch->top);
}

/// Puts cells of a clump whose middle is at a place: all of them where it may. Those that may be seen are listed
/// first, without a branch that depends on what is there: nobody could foresee it.
static bool put_leaves(const planting *p, loam_tile_pos middle, uint32_t first, uint32_t end)
{
    const loam_plant_cell *const cells = p->view->cells;
    const uint8_t *const taken = p->canvas->taken;
    const ptrdiff_t stride = (ptrdiff_t)p->canvas->stride;
    const ptrdiff_t origin = p->origin + (ptrdiff_t)middle.y * stride + (ptrdiff_t)middle.x;
    uint32_t free[SIFTED], count = 0;
    for (uint32_t i = first; i < end; i++)
    {
        const size_t index = (size_t)(origin + cells[i].y * stride + cells[i].x);
        free[count] = i;
        count += taken[index] != PLANT_TAKEN;
    }
    bool seen = false;
    for (uint32_t i = 0; i < count; i++)
    {
        const loam_plant_cell cell = cells[free[i]];
        const size_t index = (size_t)(origin + cell.y * stride + cell.x);
        seen |= put_cell_at(p, free[i], index, taken[index]);
    }
    return seen;
}

static void put_clump(const planting *p, loam_branch *branch)
{
    const int32_t x = branch->drawn_x >> 2, y = branch->drawn_y >> 2, reach = branch->reach;
    const loam_plant_cell *const cells = p->view->cells;
    const uint32_t end = branch->cell + branch->cell_count;
    if (!is_inside(p, x - reach, x + reach, y - reach, y + reach))
    {
        for (uint32_t i = branch->cell; i < end; i++)
        {
            branch->put |= put_cell(p, i, x + cells[i].x, y + cells[i].y);
        }
        return;
    }
    for (uint32_t i = branch->cell; i < end; i += SIFTED)
    {
        branch->put |= put_leaves(p, (loam_tile_pos){x, y}, i, end - i < SIFTED ? end : i + SIFTED);
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

/// Takes a cell out that is put, and notes what has become of it. Whether that is another material.
static bool lift_put_cell(const plant_canvas *canvas, const plant_view *view, uint32_t cell)
{
    const size_t index = view->places[cell] - 1;
    loam_tile *const tile = &canvas->tiles[index];
    loam_plant_cell *const was = &view->cells[cell];
    const uint8_t before = was->material;
    if (tile->wall != before || tile->wall_variant != was->variant || !canvas->is_plant[before])
    {
        *was = loam_plant_cell_now(canvas, view, cell);
    }
    loam_plant_bare(canvas, index, tile);
    canvas->taken[index] &= PLANT_CUT;
    canvas->behind[index] = 0;
    view->places[cell] = 0;
    return was->material != before;
}

/// Cells from the first to before the end; those that are put are listed first, as in put_leaves.
static uint32_t lift_some(const plant_canvas *canvas, const plant_view *view, uint32_t first,
                          uint32_t end, bool *changed)
{
    uint32_t there[SIFTED], count = 0, lost = 0;
    for (uint32_t i = first; i < end; i++)
    {
        there[count] = i;
        count += view->places[i] != 0;
    }
    for (uint32_t i = 0; i < count; i++)
    {
        *changed |= lift_put_cell(canvas, view, there[i]);
        lost += view->cells[there[i]].material == LOAM_AIR;
    }
    return lost;
}

static uint32_t lift_branch(const plant_canvas *canvas, const plant_view *view, loam_branch *branch)
{
    const uint32_t end = branch->put ? branch->cell + branch->cell_count : branch->cell;
    uint32_t lost = 0;
    for (uint32_t i = branch->cell; i < end; i += SIFTED)
    {
        lost += lift_some(canvas, view, i, end - i < SIFTED ? end : i + SIFTED, &branch->hurt);
    }
    branch->put = false;
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
