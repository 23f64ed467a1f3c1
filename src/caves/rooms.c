// SPDX-License-Identifier: MIT
#include "cave.h"

// Rooms: open cells that hang together along axes, found by flooding them one after another in the order of
// memory, so that their numbers depend on nothing else.

enum
{
    WALL = -1,
    UNSEEN = -3
};

/// Walks over the cells beside a cell that are inside.
typedef struct sides
{
    size_t row, layer;
    int32_t w, h, d;
} sides;

static sides sides_of(const loam_solid *walls)
{
    return (sides){(size_t)walls->w, (size_t)walls->w * (size_t)walls->h, walls->w, walls->h,
                   walls->d};
}

static void place_of(const sides *s, size_t cell, int32_t at[3])
{
    at[2] = (int32_t)(cell / s->layer);
    at[1] = (int32_t)(cell % s->layer / s->row);
    at[0] = (int32_t)(cell % s->row);
}

/// The cells beside one, up to six.
static int32_t cells_beside(const sides *s, size_t cell, const int32_t at[3], size_t beside[6])
{
    int32_t count = 0;
    const size_t steps[3] = {1, s->row, s->layer};
    const int32_t sizes[3] = {s->w, s->h, s->d};
    for (int axis = 0; axis < 3; axis++)
    {
        if (at[axis] > 0)
        {
            beside[count++] = cell - steps[axis];
        }
        if (at[axis] + 1 < sizes[axis])
        {
            beside[count++] = cell + steps[axis];
        }
    }
    return count;
}

static void include_cell(loam_cave_room *room, const int32_t at[3])
{
    for (int axis = 0; axis < 3; axis++)
    {
        room->low[axis] = at[axis] < room->low[axis] ? at[axis] : room->low[axis];
        room->high[axis] = at[axis] > room->high[axis] ? at[axis] : room->high[axis];
    }
}

/// Labels all cells as walls or unseen ones.
static void label_walls(const loam_room_search *search)
{
    const loam_solid *const walls = search->walls;
    int32_t *label = search->room_of;
    for (int32_t z = 0; z < walls->d; z++)
    {
        for (int32_t y = 0; y < walls->h; y++)
        {
            const uint64_t *const row = walls->words + ((size_t)z * (size_t)walls->h + (size_t)y) *
                                                           (size_t)loam_bits_stride(walls->w);
            for (int32_t x = 0; x < walls->w; x++)
            {
                *label++ = (row[x / 64] >> x % 64 & 1) != 0 ? WALL : UNSEEN;
            }
        }
    }
}

/// Floods from a cell that has its label already.
static void flood(loam_room_search *search, const sides *s, size_t start, loam_cave_room *room)
{
    const int32_t number = search->room_of[start];
    size_t done = 0, known = 1;
    search->waiting[0] = (uint32_t)start;
    while (done < known)
    {
        const size_t cell = search->waiting[done++];
        int32_t at[3];
        size_t beside[6];
        place_of(s, cell, at);
        include_cell(room, at);
        const int32_t count = cells_beside(s, cell, at, beside);
        for (int32_t i = 0; i < count; i++)
        {
            if (search->room_of[beside[i]] == UNSEEN)
            {
                search->room_of[beside[i]] = number;
                search->waiting[known++] = (uint32_t)beside[i];
            }
        }
    }
    room->cells = (int32_t)known;
}

bool loam_room_next(loam_room_search *search, size_t *from, int32_t number, loam_cave_room *room)
{
    const sides s = sides_of(search->walls);
    const size_t cells = s.layer * (size_t)s.d;
    if (*from == 0)
    {
        label_walls(search);
    }
    for (; *from < cells; ++*from)
    {
        if (search->room_of[*from] == UNSEEN)
        {
            place_of(&s, *from, room->first);
            for (int axis = 0; axis < 3; axis++)
            {
                room->low[axis] = room->high[axis] = room->first[axis];
            }
            search->room_of[*from] = number;
            flood(search, &s, *from, room);
            ++*from;
            return true;
        }
    }
    return false;
}

void loam_room_fill(loam_room_search *search, const loam_cave_room *room)
{
    const sides s = sides_of(search->walls);
    for (int32_t i = 0; i < room->cells; i++)
    {
        int32_t at[3];
        place_of(&s, search->waiting[i], at);
        loam_solid_set(search->walls, at[0], at[1], at[2], true);
        search->room_of[search->waiting[i]] = WALL;
    }
}
