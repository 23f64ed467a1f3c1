// SPDX-License-Identifier: MIT
#include "cave.h"

#include "loam/random.h"

#include <stdlib.h>

// Corridors that join all rooms, and ways out (Barrio Morra 2021, 3.1.1: the closest points of two empty spaces,
// joined by a hallway).
//
// Every cell of rock learns the room cell that is nearest to it, by passing them on from neighbour to neighbour in
// sweeps (Danielsson 1980). Where two cells side by side have nearest cells of different rooms, the line
// between these is a corridor that might be dug. Of all of them a shortest tree is taken, in rounds in which each
// group of rooms takes the shortest line that leads out of it (Borůvka 1926). Ties are broken by place.
//
// A line of the tree is a shortest one, so that it cannot run along a wall: if it came near a room on its way, a
// shorter line would lead there.

enum
{
    WALL = -1,
    DUG = -2,
    SWEEPS = 2,
};

#define NO_CELL UINT32_MAX

typedef struct cave_grid
{
    int32_t size[3];
    size_t steps[3];
    size_t cells;
} cave_grid;

static cave_grid grid_of(const loam_solid *walls)
{
    const size_t row = (size_t)walls->w, layer = row * (size_t)walls->h;
    return (cave_grid){{walls->w, walls->h, walls->d}, {1, row, layer}, layer * (size_t)walls->d};
}

static void place_of(const cave_grid *grid, size_t cell, int32_t at[3])
{
    at[2] = (int32_t)(cell / grid->steps[2]);
    at[1] = (int32_t)(cell % grid->steps[2] / grid->steps[1]);
    at[0] = (int32_t)(cell % grid->steps[1]);
}

/// The square of the distance between two cells.
static int64_t distance2(const cave_grid *grid, size_t a, size_t b)
{
    int32_t p[3], q[3];
    place_of(grid, a, p);
    place_of(grid, b, q);
    int64_t sum = 0;
    for (int axis = 0; axis < 3; axis++)
    {
        const int64_t away = p[axis] - q[axis];
        sum += away * away;
    }
    return sum;
}

// ---- nearest cells ------------------------------------------------------------------------------

/// Takes over what a neighbour knows if it is nearer.
static void learn(const loam_room_join *join, const cave_grid *grid, size_t cell, size_t neighbour)
{
    const uint32_t theirs = join->nearest[neighbour], mine = join->nearest[cell];
    if (theirs != NO_CELL && theirs != mine &&
        (mine == NO_CELL || distance2(grid, cell, theirs) < distance2(grid, cell, mine)))
    {
        join->nearest[cell] = theirs;
    }
}

/// A cell learns from its neighbours along axes and diagonals, one half of which a sweep has been at.
static void learn_around(const loam_room_join *join, const cave_grid *grid, size_t cell, bool back)
{
    int32_t at[3];
    place_of(grid, cell, at);
    // 13 of 27 come before the middle, in the order of memory; those behind it are their mirror images. A single
    // layer has none before and behind.
    for (int32_t i = grid->size[2] == 1 ? 9 : 0; i < 13; i++)
    {
        const int32_t d[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        ptrdiff_t step = 0;
        bool inside = true;
        for (int axis = 0; axis < 3; axis++)
        {
            const int32_t moved = at[axis] + (back ? -d[axis] : d[axis]);
            inside = inside && moved >= 0 && moved < grid->size[axis];
            step += (back ? -d[axis] : d[axis]) * (ptrdiff_t)grid->steps[axis];
        }
        if (inside)
        {
            learn(join, grid, cell, (size_t)((ptrdiff_t)cell + step));
        }
    }
}

static void find_nearest(const loam_room_join *join, const cave_grid *grid)
{
    for (size_t i = 0; i < grid->cells; i++)
    {
        join->nearest[i] = join->room_of[i] >= 0 ? (uint32_t)i : NO_CELL;
    }
    for (int32_t sweep = 0; sweep < 2 * SWEEPS; sweep++)
    {
        const bool back = sweep % 2 != 0;
        for (size_t i = 0; i < grid->cells; i++)
        {
            const size_t cell = back ? grid->cells - 1 - i : i;
            if (join->room_of[cell] < 0)
            {
                learn_around(join, grid, cell, back);
            }
        }
    }
}

// ---- the shortest tree --------------------------------------------------------------------------

static int32_t group_of(const loam_room_join *join, int32_t room)
{
    while (join->group[room] != room)
    {
        join->group[room] = join->group[join->group[room]];
        room = join->group[room];
    }
    return room;
}

/// Whether the line a b is shorter than c d; lines of one length have an order too.
static bool is_shorter(const cave_grid *grid, const uint32_t a[2], const uint32_t b[2])
{
    const int64_t one = distance2(grid, a[0], a[1]), other = distance2(grid, b[0], b[1]);
    const uint32_t a_low = a[0] < a[1] ? a[0] : a[1], b_low = b[0] < b[1] ? b[0] : b[1];
    const uint32_t a_high = a[0] ^ a[1] ^ a_low, b_high = b[0] ^ b[1] ^ b_low;
    return one != other ? one < other : a_low != b_low ? a_low < b_low : a_high < b_high;
}

/// Offers a line to the group of the room that it begins in.
static void offer(const loam_room_join *join, const cave_grid *grid, uint32_t from, uint32_t to)
{
    const int32_t group = group_of(join, join->room_of[from]);
    uint32_t *const best = join->best + 2 * (size_t)group;
    const uint32_t line[2] = {from, to};
    if (best[0] == NO_CELL || is_shorter(grid, line, best))
    {
        best[0] = from;
        best[1] = to;
    }
}

/// Looks at all lines between groups, and leaves each with the shortest that leads out of it.
static void find_lines(const loam_room_join *join, const cave_grid *grid)
{
    for (int32_t i = 0; i < 2 * join->room_count; i++)
    {
        join->best[i] = NO_CELL;
    }
    for (size_t cell = 0; cell < grid->cells; cell++)
    {
        int32_t at[3];
        place_of(grid, cell, at);
        const uint32_t a = join->nearest[cell];
        for (int axis = 0; axis < 3; axis++)
        {
            if (at[axis] + 1 >= grid->size[axis])
            {
                continue;
            }
            const uint32_t b = join->nearest[cell + grid->steps[axis]];
            if (a != NO_CELL && b != NO_CELL && join->room_of[a] != join->room_of[b] &&
                group_of(join, join->room_of[a]) != group_of(join, join->room_of[b]))
            {
                offer(join, grid, a, b);
                offer(join, grid, b, a);
            }
        }
    }
}

/// Joins groups along the lines that they have; returns how many corridors there are then.
static int32_t join_groups(const loam_room_join *join, const cave_grid *grid, int32_t count)
{
    for (int32_t room = 0; room < join->room_count; room++)
    {
        const uint32_t *const line = join->best + 2 * (size_t)room;
        if (line[0] == NO_CELL)
        {
            continue;
        }
        const int32_t a = join->room_of[line[0]], b = join->room_of[line[1]];
        if (group_of(join, a) != group_of(join, b))
        {
            loam_cave_corridor *const corridor = &join->corridors[count++];
            corridor->rooms[0] = a;
            corridor->rooms[1] = b;
            place_of(grid, line[0], corridor->from);
            place_of(grid, line[1], corridor->to);
            join->group[group_of(join, a)] = group_of(join, b);
        }
    }
    return count;
}

// ---- digging ------------------------------------------------------------------------------------

/// Opens what is around a cell, as wide as corridors are, and at least so far from the sides.
static void dig_at(const loam_room_join *join, const cave_grid *grid, const int32_t at[3],
                   const int32_t kept[3])
{
    const int32_t width = join->def->corridor_width, low = -(width - 1) / 2, shift = 1 - width % 2;
    const bool flat = grid->size[2] == 1;
    for (int32_t i = 0; i < width * width * (flat ? 1 : width); i++)
    {
        const int32_t o[3] = {low + i % width, low + i / width % width,
                              flat ? 0 : low + i / (width * width)};
        int32_t sum = 0;
        size_t cell = 0;
        bool inside = true;
        for (int axis = 0; axis < 3; axis++)
        {
            const int32_t c = axis == 2 && flat ? 0 : 2 * o[axis] - shift, p = at[axis] + o[axis];
            sum += c * c;
            inside = inside && p >= kept[axis] && p < grid->size[axis] - kept[axis];
            cell += (size_t)(inside ? p : 0) * grid->steps[axis];
        }
        if (inside && sum <= width * width)
        {
            loam_solid_set(join->walls, at[0] + o[0], at[1] + o[1], at[2] + o[2], false);
            join->room_of[cell] = join->room_of[cell] == WALL ? DUG : join->room_of[cell];
        }
    }
}

/// Digs a straight line, one axis at a time from cell to cell, so that it hangs together.
static void dig_line(const loam_room_join *join, const cave_grid *grid, const int32_t from[3],
                     const int32_t to[3], const int32_t kept[3])
{
    int32_t at[3] = {from[0], from[1], from[2]}, length = 0;
    for (int axis = 0; axis < 3; axis++)
    {
        const int32_t away = abs(to[axis] - from[axis]);
        length = away > length ? away : length;
    }
    dig_at(join, grid, at, kept);
    for (int32_t i = 1; i <= length; i++)
    {
        for (int axis = 0; axis < 3; axis++)
        {
            const int64_t way = 2 * (int64_t)(to[axis] - from[axis]) * i + length;
            const int64_t floor = way >= 0 ? way / (2 * length)
                                           : -((-way + 2 * length - 1) / (2 * length));
            const int32_t next = from[axis] + (int32_t)floor;
            if (next != at[axis])
            {
                at[axis] = next;
                dig_at(join, grid, at, kept);
            }
        }
    }
}

// ---- ways out -----------------------------------------------------------------------------------

/// A side of the cave, and a part of its length.
typedef struct way_out
{
    int axis, along;
    bool high;
    int32_t first, last; // along the side
} way_out;

static way_out plan_way(const loam_room_join *join, const cave_grid *grid, int32_t index)
{
    const loam_cave_def *const def = join->def;
    const int ground = def->dimensions == 3 ? 2 : 1; // the other axis on the ground
    const uint32_t first = loam_random_below(loam_seed_derive(def->seed, "openings"), 0, 4);
    const int32_t side = (int32_t)(first + (uint32_t)index) % 4;
    way_out way = {.axis = side % 2 == 0 ? 0 : ground, .high = side / 2 != 0};
    way.along = way.axis == 0 ? ground : 0;
    const int32_t parts = (def->openings + 3) / 4, part = index / 4;
    way.first = (int32_t)((int64_t)grid->size[way.along] * part / parts);
    way.last = (int32_t)((int64_t)grid->size[way.along] * (part + 1) / parts) - 1;
    return way;
}

/// The cell of a room that is nearest to a part of a side; false if there is none before it.
static bool find_way(const loam_room_join *join, const cave_grid *grid, const way_out *way,
                     int32_t from[3])
{
    int32_t least = INT32_MAX;
    for (size_t cell = 0; cell < grid->cells; cell++)
    {
        int32_t at[3];
        if (join->room_of[cell] < 0)
        {
            continue;
        }
        place_of(grid, cell, at);
        const int32_t away = way->high ? grid->size[way->axis] - 1 - at[way->axis] : at[way->axis];
        if (away < least && at[way->along] >= way->first && at[way->along] <= way->last)
        {
            least = away;
            from[0] = at[0];
            from[1] = at[1];
            from[2] = at[2];
        }
    }
    return least != INT32_MAX;
}

// ---- for cave.c ---------------------------------------------------------------------------------

int32_t loam_rooms_connect(loam_room_join *join)
{
    const cave_grid grid = grid_of(join->walls);
    int32_t count = 0, before;
    for (int32_t i = 0; i < join->room_count; i++)
    {
        join->group[i] = i;
    }
    if (join->room_count < 2)
    {
        return 0;
    }
    find_nearest(join, &grid);
    do
    {
        before = count;
        find_lines(join, &grid);
        count = join_groups(join, &grid, count);
    } while (count != before && count + 1 < join->room_count);
    const int32_t border = join->def->border;
    const int32_t kept[3] = {border, border, join->def->dimensions == 3 ? border : 0};
    for (int32_t i = 0; i < count; i++)
    {
        dig_line(join, &grid, join->corridors[i].from, join->corridors[i].to, kept);
    }
    return count;
}

int32_t loam_rooms_open(loam_room_join *join, loam_cave_opening *openings)
{
    const cave_grid grid = grid_of(join->walls);
    int32_t count = 0;
    for (int32_t i = 0; i < join->def->openings; i++)
    {
        const way_out way = plan_way(join, &grid, i);
        loam_cave_opening *const opening = &openings[count];
        if (!find_way(join, &grid, &way, opening->from))
        {
            continue;
        }
        for (int axis = 0; axis < 3; axis++)
        {
            opening->to[axis] = opening->from[axis];
        }
        opening->to[way.axis] = way.high ? grid.size[way.axis] - 1 : 0;
        const size_t cell = (size_t)opening->from[0] + (size_t)opening->from[1] * grid.steps[1] +
                            (size_t)opening->from[2] * grid.steps[2];
        opening->room = join->room_of[cell];
        count++;
    }
    for (int32_t i = 0; i < count; i++)
    {
        // As wide as a corridor, but not out through another side.
        int32_t kept[3] = {1, 1, grid.size[2] > 1 ? 1 : 0};
        const int axis = openings[i].to[0] != openings[i].from[0]   ? 0
                         : openings[i].to[2] != openings[i].from[2] ? 2
                         : openings[i].to[1] != openings[i].from[1] ? 1
                                                                    : -1;
        if (axis >= 0)
        {
            kept[axis] = 0;
            dig_line(join, &grid, openings[i].from, openings[i].to, kept);
        }
    }
    return count;
}
