// SPDX-License-Identifier: MIT
#include "tiles/plants/fall.h"

#include "base/small.h"
#include "tiles/plants/turns.h"

#include <string.h>

// How a part falls. It is rigid, and has one middle; it turns about its stump, falls freely, or turns about
// the place where it touches the ground, and in each of these a step is decided by a look at the tiles that it
// would cover then. If one of its stout branches would be in the ground it stays where it was, and:
//
//   from the stump, or free:  it goes on about the place that it hit,
//   about a place:            if that is on the other side of its middle it rests, else it goes on about the
//                             nearer one.
//
// Hits next to what it turns about do not count, or it would never get past them; so a part that has no far end
// could turn into the ground step by step. It rests when its middle would be there.
//
// It rests on solid ground alone. Of plants in its way it breaks thin branches; thick ones stop it like ground, and
// it slides off them (fall_strike.c).
//
// An impact keeps the moment about the place that was hit, as that of any rigid body that does not bounce.

enum
{
    GRAVITY = 460,                    // 1/65536 of a tile, a step
    FASTEST = 5 << 14,                // 1/65536 of a tile: 1.25 tiles a step
    TURN_GRAVITY = 18740,             // GRAVITY times 2^32 / (2 pi) / 65536 / 256
    TURN_SPEED = 652,                 // 16 * 2^32 / (2 pi) / 2^24
    LEAST_LEVER = 3 * PLANT_TILE / 2, // what stands upright leans nevertheless
    COMES_OFF = 5 << 27,              // of the stump: 56 degrees
    NEAR_PIVOT = 3 * PLANT_TILE,
    COMPACT = 9,   // inertia, in square tiles: as far from its middle as what is near a pivot
    OLDEST = 3000, // steps: then it lies where it is
    FURTHEST = 3000 << 16, // from its plant: the same
    MOST_HITS = 150,
    ROOM = 24, // tiles around a part that falls, before its box is widened again
};

uint32_t loam_fall_count(const loam_grown_plant *plant)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        count += plant->falls[i].state != FALL_NONE;
    }
    return count;
}

bool loam_fall_any(const loam_grown_plant *plant)
{
    return loam_fall_count(plant) > 0;
}

uint64_t loam_fall_owed(const loam_grown_plant *plant)
{
    uint64_t owed = 0;
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        const loam_fall *const fall = &plant->falls[i];
        owed += fall->state != FALL_NONE ? (uint64_t)(fall->owed[0] + fall->owed[1]) : 0;
    }
    return owed;
}

int64_t loam_fall_quotient(int64_t dividend, int64_t divisor)
{
    uint64_t left = dividend < 0 ? 0 - (uint64_t)dividend : (uint64_t)dividend, result = 0;
    int32_t shift = 0;
    while (shift < 62 && (uint64_t)divisor << shift <= left >> 1)
    {
        shift++;
    }
    for (; shift >= 0; shift--)
    {
        if (left >= (uint64_t)divisor << shift)
        {
            left -= (uint64_t)divisor << shift;
            result |= (uint64_t)1 << shift;
        }
    }
    return dividend < 0 ? -(int64_t)result : (int64_t)result;
}

// ---- where it is ----------------------------------------------------------------------------------

static void place_in_fall(const loam_fall *fall, loam_branch *branches, loam_branch *branch)
{
    const bool first = branch->parent == fall->root;
    const loam_branch *const parent = &branches[branch->parent];
    branch->heading = (first ? (uint32_t)fall->heading : parent->heading) + branch->rest +
                      (uint32_t)branch->bend;
    branch->x = (first ? fall->points[FALL_TIP][0] : parent->x) +
                turn_scale(turn_cosine(branch->heading), branch->length, 15);
    branch->y = (first ? fall->points[FALL_TIP][1] : parent->y) +
                turn_scale(turn_sine(branch->heading), branch->length, 15);
}

void loam_fall_place(const loam_grown_plant *plant, loam_branch *branches)
{
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        if (branches[i].part != PLANT_STANDS && branches[i].part != PLANT_GONE)
        {
            place_in_fall(&plant->falls[branches[i].part - 1], branches, &branches[i]);
        }
    }
}

void loam_fall_box(const loam_fall *fall, int32_t box[4])
{
    const int32_t x = fall->at[0] >> 16, y = fall->at[1] >> 16, reach = fall->reach + 2;
    box[0] = x - reach;
    box[1] = x + reach;
    box[2] = y - reach;
    box[3] = y + reach;
}

bool loam_fall_widen(loam_grown_plant *plant)
{
    const loam_grown_plant before = *plant;
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        int32_t box[4];
        loam_fall_box(&plant->falls[i], box);
        const bool fits = box[0] >= plant->left && box[1] <= plant->right && box[2] >= plant->low &&
                          box[3] <= plant->high;
        if (plant->falls[i].state != FALL_NONE && !fits)
        {
            plant->left = plant->left < box[0] - ROOM ? plant->left : box[0] - ROOM;
            plant->right = plant->right > box[1] + ROOM ? plant->right : box[1] + ROOM;
            plant->low = plant->low < box[2] - ROOM ? plant->low : box[2] - ROOM;
            plant->high = plant->high > box[3] + ROOM ? plant->high : box[3] + ROOM;
        }
    }
    return before.left != plant->left || before.right != plant->right || before.low != plant->low ||
           before.high != plant->high;
}

bool loam_fall_is_inside(const loam_plants *p, const loam_grown_plant *plant, const loam_fall *fall)
{
    const loam_tile_area area = p->canvas.area;
    int32_t box[4];
    loam_fall_box(fall, box);
    return plant->x + box[0] > area.x + 2 && plant->x + box[1] < area.x + area.w - 3 &&
           plant->y + box[2] > area.y + 2 && plant->y + box[3] < area.y + area.h - 3;
}

// ---- moving ---------------------------------------------------------------------------------------

static int32_t nearest_in(int64_t value, int32_t bound)
{
    return (int32_t)(value < -bound ? -bound : value > bound ? bound : value);
}

/// From the pivot, or any place, to the middle: 1/256 of a tile.
static void lever_from(const loam_fall *fall, const int32_t place[2], int32_t lever[2])
{
    lever[0] = (fall->at[0] >> 8) - place[0];
    lever[1] = (fall->at[1] >> 8) - place[1];
}

/// The inertia about a place, in square tiles.
static int64_t inertia_about(const loam_fall *fall, const int32_t lever[2])
{
    const int64_t x = lever[0], y = lever[1];
    return fall->inertia + ((x * x + y * y) >> 16) + 1;
}

/// What the weight pulls with, and the wind: at least so much that it falls at all, to the side that it leans
/// to.
static int32_t pull_on(const loam_fall *fall, const int32_t lever[2], int32_t wind, int32_t side)
{
    const int32_t height = lever[1] > 0 ? lever[1] : 0;
    const int32_t pull = lever[0] + (fall->state == FALL_HINGED ? turn_scale(height, wind, 12) : 0);
    const int32_t to = pull != 0 ? pull : side;
    return pull > -LEAST_LEVER && pull < LEAST_LEVER ? (to < 0 ? -LEAST_LEVER : LEAST_LEVER) : pull;
}

static void turn_about_pivot(loam_fall *fall, int32_t wind, int32_t side)
{
    int32_t lever[2];
    lever_from(fall, fall->pivot, lever);
    const int64_t moment = (int64_t)pull_on(fall, lever, wind, side) * TURN_GRAVITY;
    const int64_t gain = loam_fall_quotient(moment, inertia_about(fall, lever));
    fall->spin = nearest_in((int64_t)fall->spin - gain - (fall->spin >> 8), fall->spin_limit);
    fall->turn = (int32_t)((uint32_t)fall->turn + (uint32_t)fall->spin);
    const int32_t cosine = turn_cosine((uint32_t)fall->turn);
    const int32_t sine = turn_sine((uint32_t)fall->turn);
    const int32_t x = fall->pivot[0] + turn_scale(cosine, fall->arm[0], 15) -
                      turn_scale(sine, fall->arm[1], 15);
    const int32_t y = fall->pivot[1] + turn_scale(sine, fall->arm[0], 15) +
                      turn_scale(cosine, fall->arm[1], 15);
    fall->speed[0] = nearest_in((int64_t)x * 256 - fall->at[0], FASTEST);
    fall->speed[1] = nearest_in((int64_t)y * 256 - fall->at[1], FASTEST);
    fall->at[0] = x * 256;
    fall->at[1] = y * 256;
}

static void fall_freely(loam_fall *fall)
{
    fall->speed[1] = nearest_in((int64_t)fall->speed[1] - GRAVITY, FASTEST);
    fall->speed[0] -= fall->speed[0] >> 7;
    fall->spin -= fall->spin >> 8;
    fall->at[0] += fall->speed[0];
    fall->at[1] += fall->speed[1];
    fall->turn = (int32_t)((uint32_t)fall->turn + (uint32_t)fall->spin);
}

/// It comes off a stump when it lies low enough, and off any edge when it hangs from it.
static void come_off(loam_fall *fall)
{
    int32_t lever[2];
    lever_from(fall, fall->pivot, lever);
    const int32_t aside = lever[0] < 0 ? -lever[0] : lever[0];
    const bool turned = fall->turn > COMES_OFF || fall->turn < -COMES_OFF;
    if ((fall->state == FALL_HINGED && turned) ||
        (fall->state != FALL_FREE && lever[1] < 0 && -lever[1] > aside))
    {
        fall->state = FALL_FREE;
    }
}

// ---- hitting --------------------------------------------------------------------------------------

/// Where stout branches would be in the ground: next to the middle on either side.
typedef struct hits
{
    bool any[2]; // to the left of the middle, to the right
    int32_t at[2][2];
} hits;

typedef struct fall_look
{
    const loam_tile_world *world;
    const plant_view *view;
    const loam_fall *fall;
    hits found;
} fall_look;

bool loam_fall_counts(const loam_fall *fall, int32_t x)
{
    if (fall->state == FALL_FREE)
    {
        return true;
    }
    const int32_t from = x - fall->pivot[0];
    return (fall->at[0] >> 8) >= fall->pivot[0] ? from > NEAR_PIVOT : from < -NEAR_PIVOT;
}

static void note_hit(fall_look *look, int32_t tile_x, int32_t tile_y)
{
    const int32_t x = tile_x * PLANT_TILE + PLANT_TILE / 2;
    const int32_t middle = look->fall->at[0] >> 8;
    const int32_t side = x > middle;
    int32_t *const best = look->found.at[side];
    if (!loam_fall_counts(look->fall, x))
    {
        return;
    }
    const bool nearer = side ? x < best[0] : x > best[0];
    if (!look->found.any[side] || nearer)
    {
        look->found.any[side] = true;
        best[0] = x;
        best[1] = tile_y * PLANT_TILE + PLANT_TILE / 2;
    }
}

static bool is_solid(const fall_look *look, int32_t x, int32_t y)
{
    const loam_grown_plant *const plant = look->view->plant;
    const loam_tile_pos at = {plant->x + x, plant->y + y};
    const size_t index = loam_ring_index(&look->world->ring, at);
    return look->world->solid[look->world->ring.tiles[index].block];
}

/// Looks at the rows of a branch from one to before another. Thin branches break where they hit something.
static void look_at_rows(fall_look *look, loam_branch *branch, const plant_stroke *s,
                         uint32_t first, uint32_t end)
{
    const bool stout = 2 * branch->width >= look->view->branches[look->fall->root].width;
    for (int32_t i = 0; i < s->count && i < branch->rows; i++)
    {
        const plant_row row = loam_plant_row(branch, s, i);
        for (int32_t j = 0; row.row >= first && row.row < end && j < row.count; j++)
        {
            const int32_t x = s->upright ? row.x + j : row.x, y = s->upright ? row.y : row.y + j;
            const loam_plant_cell cell = look->view->cells[row.cell + (uint32_t)j];
            if (cell.material == LOAM_AIR || !is_solid(look, x, y))
            {
                continue;
            }
            branch->broken |= !stout;
            if (stout)
            {
                note_hit(look, x, y);
            }
        }
    }
}

static hits look_around(const loam_tile_world *world, const plant_view *view, int32_t part)
{
    fall_look look = {.world = world, .view = view, .fall = &view->plant->falls[part - 1]};
    loam_branch *const root = &view->branches[look.fall->root];
    const plant_stroke first = loam_plant_fall_stroke(view, look.fall);
    look_at_rows(&look, root, &first, (uint32_t)look.fall->from_row, (uint32_t)look.fall->rows);
    for (uint32_t i = 0; i < view->plant->branch_count; i++)
    {
        loam_branch *const branch = &view->branches[i];
        if (branch->part == part && branch->length > 0)
        {
            const plant_stroke s = loam_plant_stroke(view, branch);
            look_at_rows(&look, branch, &s, 0, branch->top);
        }
    }
    return look.found;
}

void loam_fall_go_on_about(loam_fall *fall, const int32_t place[2])
{
    int32_t lever[2];
    lever_from(fall, place, lever);
    const int64_t cross = (int64_t)lever[0] * fall->speed[1] - (int64_t)lever[1] * fall->speed[0];
    const int64_t moment = (int64_t)fall->inertia * fall->spin + (cross * TURN_SPEED >> 4);
    const int64_t spin = loam_fall_quotient(moment, inertia_about(fall, lever));
    const bool upwards = lever[0] < 0 ? spin < 0 : spin > 0;
    fall->spin = upwards ? 0 : nearest_in(spin - (spin >> 2), fall->spin_limit);
    memcpy(fall->pivot, place, sizeof fall->pivot);
    const int32_t cosine = turn_cosine((uint32_t)fall->turn);
    const int32_t sine = turn_sine((uint32_t)fall->turn);
    fall->arm[0] = turn_scale(cosine, lever[0], 15) + turn_scale(sine, lever[1], 15);
    fall->arm[1] = turn_scale(cosine, lever[1], 15) - turn_scale(sine, lever[0], 15);
    fall->state = FALL_ROLLS;
}

/// Whether it turns about a place in the ground: not about its stump, another plant, or what was dug away since.
static bool is_grounded(const loam_tile_world *world, const plant_view *view, const loam_fall *fall)
{
    const fall_look look = {.world = world, .view = view};
    return fall->state == FALL_ROLLS &&
           is_solid(&look, fall->pivot[0] >> PLANT_TILE_LOG2, fall->pivot[1] >> PLANT_TILE_LOG2);
}

/// Whether a part without far ends is in the ground with its middle.
static bool is_sunk(const loam_tile_world *world, const plant_view *view, const loam_fall *fall)
{
    const fall_look look = {.world = world, .view = view};
    return fall->inertia <= COMPACT && is_solid(&look, fall->at[0] >> 16, fall->at[1] >> 16);
}

static void hit(loam_fall *fall, const hits *found, bool grounded)
{
    const bool both = found->any[0] && found->any[1];
    const bool is_right = (fall->at[0] >> 8) >= fall->pivot[0]; // the middle, from the pivot
    const bool other_side = found->any[is_right];
    fall->hits++;
    if ((fall->state == FALL_FREE && both) || (grounded && other_side) || fall->hits > MOST_HITS)
    {
        fall->state = FALL_RESTS;
        return;
    }
    loam_fall_go_on_about(fall, found->at[found->any[1]]);
}

static void aim_part(const plant_view *view, int32_t part)
{
    for (uint32_t i = 0; i < view->plant->branch_count; i++)
    {
        loam_branch *const branch = &view->branches[i];
        if (branch->part == part)
        {
            int32_t now[2];
            loam_fall_point(&view->plant->falls[part - 1], (int32_t[2]){branch->x, branch->y}, now);
            branch->drawn_x = (now[0] + 32) >> 6;
            branch->drawn_y = (now[1] + 32) >> 6;
        }
    }
}

static void move_part(const loam_tile_world *world, const plant_view *view, loam_fall *fall,
                      int32_t part, const loam_standing *standing)
{
    const loam_fall before = *fall;
    fall->age++;
    if (fall->state == FALL_FREE)
    {
        fall_freely(fall);
    }
    else
    {
        turn_about_pivot(fall, standing->wind, standing->order & 1 ? 1 : -1);
    }
    aim_part(view, part);
    const hits found = look_around(world, view, part);
    const bool sunk = is_sunk(world, view, fall);
    if (sunk || found.any[0] || found.any[1])
    {
        const int32_t speed[2] = {fall->speed[0], fall->speed[1]}, spin = fall->spin;
        *fall = before;
        fall->age++;
        memcpy(fall->speed, speed, sizeof speed);
        fall->spin = spin;
        if (sunk)
        {
            fall->state = FALL_RESTS;
        }
        else
        {
            hit(fall, &found, is_grounded(world, view, fall));
        }
        aim_part(view, part);
    }
    else
    {
        come_off(fall);
    }
    const bool far = fall->at[0] > FURTHEST || fall->at[0] < -FURTHEST || fall->at[1] > FURTHEST ||
                     fall->at[1] < -FURTHEST;
    fall->state = far || fall->age > OLDEST ? FALL_RESTS : fall->state;
}

void loam_fall_move(const loam_tile_world *world, const loam_standing *standing)
{
    loam_plants *const p = world->plants;
    loam_grown_plant *const plant = &p->plants[standing->plant];
    const plant_view view = loam_plants_view(p, standing->slot, standing->plant);
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        loam_fall *const fall = &plant->falls[i];
        if (fall->state != FALL_NONE && fall->state != FALL_RESTS &&
            loam_fall_is_inside(p, plant, fall))
        {
            move_part(world, &view, fall, i + 1, standing);
        }
    }
}
