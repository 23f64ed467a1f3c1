// SPDX-License-Identifier: MIT
#include "tiles/plants/fall.h"

// What falls on other plants. Stout wood of a part that falls fast breaks what is at most half as wide as itself; on
// what is thicker it comes to a stop, turns about the place, slides off and falls on. So nothing hangs in the air
// for ever: what is slow goes past in front of others, and nothing rests but on the ground.
//
// The tiles that a part covers are marked with how wide it is there, in the bits of what plants know of a tile that
// nobody else uses; then branches of others that could be there are followed.

enum
{
    FAST = 1 << 14,    // 1/65536 of a tile, a step: a quarter of a tile
    SPIN_SPEED = 6433, // 2^26 * 65536 * 2 pi / 2^32
    SPIN_SHIFT = 26,   // the same
    MARK_SHIFT = 2,    // above the bits of plant_taken
    WIDTH_SHIFT = 7,   // widths are marked in halves of a tile
    HEAVY = 24,        // tiles of wood: less strikes nobody
    MOST_STRIKES = 40, // hits, after which other plants do not stop a part
    NEAR_BRANCH = PLANT_MAX_ROWS + PLANT_MAX_ACROSS
};

/// A part that falls, and what it has met.
typedef struct striker
{
    loam_tile_world *world;
    plant_view view;
    loam_fall *fall;
    int32_t part;
    int64_t box[4];    // tiles that it may cover: left, right, low, high
    int64_t marked[4]; // the same of those that are marked, and some more
    bool held;
    int32_t at[2]; // where: 1/256 of a tile, from the part's plant
} striker;

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

static int64_t spun(const loam_fall *fall, int64_t tiles)
{
    return fall->spin * tiles * SPIN_SPEED >> SPIN_SHIFT;
}

/// Whether any end of it may be fast.
static bool may_strike(const loam_fall *fall)
{
    const bool moves = fall->state == FALL_HINGED || fall->state == FALL_FREE ||
                       fall->state == FALL_ROLLS;
    return moves && fall->hits < MOST_STRIKES && fall->owed[0] + fall->owed[1] >= HEAVY &&
           magnitude(fall->speed[0]) + magnitude(fall->speed[1]) +
                   2 * magnitude(spun(fall, fall->reach)) >=
               FAST;
}

/// Whether it is fast in a tile, from the part's plant.
static bool is_fast_at(const loam_fall *fall, int64_t x, int64_t y)
{
    const int64_t right = x - (fall->at[0] >> 16), up = y - (fall->at[1] >> 16);
    return magnitude(fall->speed[0] - spun(fall, up)) +
               magnitude(fall->speed[1] + spun(fall, right)) >=
           FAST;
}

// ---- marks ----------------------------------------------------------------------------------------

static uint8_t *mark_at(const striker *s, int64_t x, int64_t y)
{
    return &s->world->plants->canvas.taken[loam_ring_index(&s->world->ring, (loam_tile_pos){x, y})];
}

/// The tiles that a branch as it is drawn may cover, from its plant's own: left, right, low, high.
static void bound(const loam_branch *branch, const plant_stroke *s, int32_t box[4])
{
    const int32_t max = s->begin > s->end ? s->begin : s->end;
    const int32_t min = s->begin < s->end ? s->begin : s->end;
    const int32_t along[2] = {s->from < s->to ? s->from : s->to, s->from < s->to ? s->to : s->from};
    const int32_t across[2] = {min < s->control ? min : s->control,
                               max > s->control ? max : s->control};
    const int32_t *const x = s->upright ? across : along, *const y = s->upright ? along : across;
    const int32_t more = branch->across + 1;
    box[0] = (x[0] >> 2) - more;
    box[1] = (x[1] >> 2) + more;
    box[2] = (y[0] >> 2) - more;
    box[3] = (y[1] >> 2) + more;
}

static void note_marked(striker *s, const loam_branch *branch, const plant_stroke *stroke)
{
    int32_t box[4];
    bound(branch, stroke, box);
    const int64_t x = s->view.plant->x, y = s->view.plant->y;
    s->marked[0] = x + box[0] < s->marked[0] ? x + box[0] : s->marked[0];
    s->marked[1] = x + box[1] > s->marked[1] ? x + box[1] : s->marked[1];
    s->marked[2] = y + box[2] < s->marked[2] ? y + box[2] : s->marked[2];
    s->marked[3] = y + box[3] > s->marked[3] ? y + box[3] : s->marked[3];
}

/// Whether a branch of another plant, as it is drawn, may cover a marked tile.
static bool may_meet(const striker *s, const plant_view *other, const loam_branch *branch,
                     const plant_stroke *stroke)
{
    int32_t box[4];
    bound(branch, stroke, box);
    const int64_t x = other->plant->x, y = other->plant->y;
    return x + box[0] <= s->marked[1] && x + box[1] >= s->marked[0] && y + box[2] <= s->marked[3] &&
           y + box[3] >= s->marked[2];
}

/// Marks the tiles of rows of a branch, or takes the marks away: width 0.
static void mark_rows(const striker *s, const loam_branch *branch, const plant_stroke *stroke,
                      uint32_t first, uint32_t end, uint32_t width)
{
    const loam_grown_plant *const plant = s->view.plant;
    for (int32_t i = 0; i < stroke->count && i < branch->rows; i++)
    {
        const plant_row row = loam_plant_row(branch, stroke, i);
        for (int32_t j = 0; row.row >= first && row.row < end && j < row.count; j++)
        {
            const int32_t x = stroke->upright ? row.x + j : row.x;
            const int32_t y = stroke->upright ? row.y : row.y + j;
            const bool there = s->view.cells[row.cell + (uint32_t)j].material != LOAM_AIR;
            uint8_t *const mark = mark_at(s, plant->x + x, plant->y + y);
            if (width == 0 || (there && width > (uint32_t)*mark >> MARK_SHIFT))
            {
                *mark = (uint8_t)((*mark & ((1 << MARK_SHIFT) - 1)) | width << MARK_SHIFT);
            }
        }
    }
}

/// As it is marked: what is thinner or wider than can be marked counts as that.
static uint32_t marked_width(const loam_branch *branch)
{
    const uint32_t width = (uint32_t)branch->width >> WIDTH_SHIFT, max = UINT8_MAX >> MARK_SHIFT;
    return width < 1 ? 1 : width > max ? max : width;
}

static void mark_part(striker *s, bool marks)
{
    const loam_branch *const root = &s->view.branches[s->fall->root];
    const plant_stroke first = loam_plant_fall_stroke(&s->view, s->fall);
    note_marked(s, root, &first);
    mark_rows(s, root, &first, (uint32_t)s->fall->from_row, (uint32_t)s->fall->rows,
              marks ? marked_width(root) : 0);
    for (uint32_t i = 0; i < s->view.plant->branch_count; i++)
    {
        const loam_branch *const branch = &s->view.branches[i];
        if (branch->part == s->part && branch->length > 0 && 2 * branch->width >= root->width)
        {
            const plant_stroke stroke = loam_plant_stroke(&s->view, branch);
            note_marked(s, branch, &stroke);
            mark_rows(s, branch, &stroke, 0, branch->top, marks ? marked_width(branch) : 0);
        }
    }
}

// ---- others ---------------------------------------------------------------------------------------

/// It is stopped where that is nearest to its middle.
static void note_hold(striker *s, int64_t x, int64_t y)
{
    const int32_t place[2] = {(int32_t)x * PLANT_TILE + PLANT_TILE / 2,
                              (int32_t)y * PLANT_TILE + PLANT_TILE / 2};
    const int32_t middle = s->fall->at[0] >> 8;
    if (loam_fall_counts(s->fall, place[0]) &&
        (!s->held || magnitude(place[0] - middle) < magnitude(s->at[0] - middle)))
    {
        s->held = true;
        s->at[0] = place[0];
        s->at[1] = place[1];
    }
}

/// The first row of a branch of another plant that is to break; its top if none is.
static uint32_t strike_rows(striker *s, const plant_view *other, const loam_branch *branch)
{
    const plant_stroke stroke = loam_plant_stroke(other, branch);
    if (!may_meet(s, other, branch, &stroke))
    {
        return branch->top;
    }
    for (int32_t i = 0; i < stroke.count && i < branch->rows; i++)
    {
        const plant_row row = loam_plant_row(branch, &stroke, i);
        for (int32_t j = 0; row.row < branch->top && j < row.count; j++)
        {
            const int64_t x = other->plant->x + (stroke.upright ? row.x + j : row.x);
            const int64_t y = other->plant->y + (stroke.upright ? row.y : row.y + j);
            const int32_t width = *mark_at(s, x, y) >> MARK_SHIFT << WIDTH_SHIFT;
            const int64_t from_x = x - s->view.plant->x, from_y = y - s->view.plant->y;
            if (width == 0 || other->cells[row.cell + (uint32_t)j].material == LOAM_AIR ||
                !is_fast_at(s->fall, from_x, from_y))
            {
                continue;
            }
            if (2 * branch->width <= width)
            {
                return row.row;
            }
            note_hold(s, from_x, from_y);
        }
    }
    return branch->top;
}

/// The part of a box where something marked may be.
static void bound_marked(const striker *s, int64_t box[4])
{
    box[0] = s->box[0] > s->marked[0] ? s->box[0] : s->marked[0];
    box[1] = s->box[1] < s->marked[1] ? s->box[1] : s->marked[1];
    box[2] = s->box[2] > s->marked[2] ? s->box[2] : s->marked[2];
    box[3] = s->box[3] < s->marked[3] ? s->box[3] : s->marked[3];
}

static void strike_plant(striker *s, loam_standing *standing)
{
    int64_t box[4];
    bound_marked(s, box);
    if (standing->left > box[1] || standing->right < box[0] || standing->low > box[3] ||
        standing->high < box[2])
    {
        return;
    }
    const plant_view other = loam_plants_view(s->world->plants, standing->slot, standing->plant);
    const int64_t left = box[0] - NEAR_BRANCH - other.plant->x;
    const int64_t right = box[1] + NEAR_BRANCH - other.plant->x;
    const int64_t low = box[2] - NEAR_BRANCH - other.plant->y;
    const int64_t high = box[3] + NEAR_BRANCH - other.plant->y;
    for (uint32_t i = 0; i < other.plant->branch_count; i++)
    {
        const loam_branch *const branch = &other.branches[i];
        const int32_t x = branch->drawn_x >> 2, y = branch->drawn_y >> 2;
        const bool near = x >= left && x <= right && y >= low && y <= high;
        if (near && branch->part == PLANT_STANDS && branch->length > 0)
        {
            const uint32_t row = strike_rows(s, &other, branch);
            if (row < branch->top)
            {
                (void)loam_fall_break(s->world, standing, i, row);
            }
        }
    }
}

// ---- parts ----------------------------------------------------------------------------------------

static void strike_group(striker *s, const loam_plant_group *group, const loam_standing *own)
{
    loam_standing *const all = s->world->plants->standing;
    mark_part(s, true);
    for (uint32_t i = group->first; i < group->first + group->count; i++)
    {
        if (&all[i] != own)
        {
            strike_plant(s, &all[i]);
        }
    }
    mark_part(s, false);
    if (s->held)
    {
        s->fall->hits++;
        loam_fall_go_on_about(s->fall, s->at);
    }
}

static void strike_with(loam_tile_world *world, const loam_plant_group *group,
                        const loam_standing *own)
{
    loam_plants *const p = world->plants;
    loam_grown_plant *const plant = &p->plants[own->plant];
    for (int32_t part = 1; part <= PLANT_MAX_FALLS; part++)
    {
        loam_fall *const fall = &plant->falls[part - 1];
        if (may_strike(fall) && loam_fall_is_inside(p, plant, fall))
        {
            int32_t box[4];
            loam_fall_box(fall, box);
            striker s = {
                .world = world,
                .view = loam_plants_view(p, own->slot, own->plant),
                .fall = fall,
                .part = part,
                .box = {plant->x + box[0], plant->x + box[1], plant->y + box[2], plant->y + box[3]},
                .marked = {INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN}};
            strike_group(&s, group, own);
        }
    }
}

void loam_falls_strike(loam_tile_world *world)
{
    const loam_plants *const p = world->plants;
    for (uint32_t g = 0; g < p->group_count; g++)
    {
        const loam_plant_group *const group = &p->groups[g];
        for (uint32_t i = group->first; group->count > 1 && i < group->first + group->count; i++)
        {
            if (p->standing[i].falls)
            {
                strike_with(world, group, &p->standing[i]);
            }
        }
    }
}
