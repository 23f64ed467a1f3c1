// SPDX-License-Identifier: MIT
#include "cave/rock.h"

#include "loam/random.h"

#include <math.h>
#include <string.h>

// Where one begins: by rule, so that the same cave begins at the same place everywhere.

enum
{
    CLEAR = 4,         // cells around a place that are looked at
    FLAT_WINDOW = 128, // cells along a side in which an endless cave's rooms are looked for
    SOLID_WINDOW = 64,
    SEEN = 48, // cells that are looked along
    WAYS = 16, // directions
};

/// A cave with its first cell.
typedef struct window
{
    const loam_cave *cave;
    int64_t low[3];
    bool flat;
    int32_t head;   // cells of room above the feet
    int32_t lowest; // what lies below this layer is not known
} window;

/// In two dimensions all of a column is as its cell.
static bool is_open(const window *w, int32_t x, int32_t y, int32_t z)
{
    const loam_solid *const walls = &w->cave->walls;
    if (w->flat)
    {
        return x >= 0 && z >= 0 && x < walls->w && z < walls->h && !loam_solid_get(walls, x, z, 0);
    }
    return x >= 0 && y >= 0 && z >= 0 && x < walls->w && y < walls->h && z < walls->d &&
           !loam_solid_get(walls, x, y, z);
}

static bool has_head_room(const window *w, int32_t x, int32_t y, int32_t z)
{
    bool open = true;
    for (int32_t i = 0; i < w->head && open; i++)
    {
        open = is_open(w, x, y + i, z);
    }
    return open;
}

static bool is_floor(const window *w, int32_t x, int32_t y, int32_t z)
{
    return has_head_room(w, x, y, z) && (w->flat || (y > w->lowest && !is_open(w, x, y - 1, z)));
}

/// How many cells around a place are open at the height of the feet.
static int32_t clear_around(const window *w, int32_t x, int32_t y, int32_t z)
{
    for (int32_t r = 1; r <= CLEAR; r++)
    {
        for (int32_t i = -r; i <= r; i++)
        {
            if (!has_head_room(w, x + i, y, z - r) || !has_head_room(w, x + i, y, z + r) ||
                !has_head_room(w, x - r, y, z + i) || !has_head_room(w, x + r, y, z + i))
            {
                return r - 1;
            }
        }
    }
    return CLEAR;
}

static int32_t largest_room(const loam_cave *cave)
{
    int32_t best = -1;
    for (int32_t i = 0; i < cave->room_count; i++)
    {
        best = best < 0 || cave->rooms[i].cells > cave->rooms[best].cells ? i : best;
    }
    return best;
}

/// The best place on the floor of a room.
static bool find_floor(const window *w, int32_t number, int32_t out[3])
{
    const loam_cave_room *const room = &w->cave->rooms[number];
    const loam_solid *const walls = &w->cave->walls;
    int64_t best = INT64_MIN;
    for (int32_t k = room->low[2]; k <= room->high[2]; k++)
    {
        for (int32_t j = room->low[1]; j <= room->high[1]; j++)
        {
            for (int32_t x = room->low[0]; x <= room->high[0]; x++)
            {
                const int32_t y = w->flat ? 0 : j, z = w->flat ? j : k;
                if (w->cave->room_of[((int64_t)k * walls->h + j) * walls->w + x] != number ||
                    !is_floor(w, x, y, z))
                {
                    continue;
                }
                const int64_t dx = 2 * x - room->low[0] - room->high[0],
                              dz = 2 * z - (w->flat ? room->low[1] + room->high[1]
                                                    : room->low[2] + room->high[2]);
                const int64_t score = ((int64_t)clear_around(w, x, y, z) << 40) - dx * dx - dz * dz;
                if (score > best)
                {
                    best = score;
                    memcpy(out, (const int32_t[3]){x, y, z}, 3 * sizeof *out);
                }
            }
        }
    }
    return best != INT64_MIN;
}

/// Degrees to where most is to be seen.
static int32_t widest_view(const window *w, const int32_t at[3])
{
    static const int8_t ways[WAYS][2] = {{0, 2},  {1, 2},  {2, 2},  {2, 1},   {2, 0},   {2, -1},
                                         {2, -2}, {1, -2}, {0, -2}, {-1, -2}, {-2, -2}, {-2, -1},
                                         {-2, 0}, {-2, 1}, {-2, 2}, {-1, 2}};
    static const int32_t degrees[WAYS] = {0,   27,  45,  63,  90,  117, 135, 153,
                                          180, 207, 225, 243, 270, 297, 315, 333};
    int32_t best = 0, most = -1;
    const int32_t eyes = at[1] + (w->head > 1 ? w->head - 1 : 0);
    for (int32_t i = 0; i < WAYS; i++)
    {
        int32_t far = 0;
        while (far < SEEN &&
               is_open(w, at[0] + ways[i][0] * far / 2, eyes, at[2] + ways[i][1] * far / 2))
        {
            far++;
        }
        best = far > most ? degrees[i] : best;
        most = far > most ? far : most;
    }
    return best;
}

static loam_result stand_in(const window *w, cave_stand *out)
{
    const int32_t room = largest_room(w->cave);
    int32_t at[3];
    if (room < 0 || !find_floor(w, room, at))
    {
        return loam_fail(LOAM_NOT_FOUND, "nobody has room to stand in this cave; less fill, a "
                                         "higher limit of survival or higher walls make some");
    }
    out->yaw = widest_view(w, at);
    out->room_cells = w->cave->rooms[room].cells;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        out->cell[axis] = w->low[axis] + at[axis];
    }
    return LOAM_OK;
}

loam_result cave_rock_stand(cave_rock *rock, const int64_t around[3], cave_stand *out)
{
    const bool flat = rock->plan.dimensions == 2;
    const int32_t head = (int32_t)ceilf(1.9f / rock->plan.resolution);
    window w = {.cave = rock->cave,
                .flat = flat,
                .head = head < 1 ? 1 : head,
                .lowest = rock->cave != NULL ? -1 : 0};
    if (flat && rock->plan.ceiling && w.head > rock->layers)
    {
        return loam_fail(LOAM_NOT_FOUND,
                         "walls are %g m high under a ceiling; nobody has room to "
                         "stand below 1.9 m",
                         (double)rock->plan.wall_height);
    }
    if (rock->cave != NULL)
    {
        return stand_in(&w, out);
    }
    loam_cave_def def = rock->def;
    loam_cave *cave;
    def.seed = loam_seed_derive(rock->plan.seed, "caves");
    def.min_room = 0; // small ones are not the largest
    def.w = def.h = flat ? FLAT_WINDOW : SOLID_WINDOW;
    def.d = flat ? 1 : SOLID_WINDOW;
    w.low[0] = def.x = around[0] - def.w / 2;
    w.low[1] = flat ? 0 : around[1] - def.h / 2;
    w.low[2] = around[2] - (flat ? def.h : def.d) / 2;
    def.y = flat ? w.low[2] : w.low[1];
    def.z = flat ? 0 : w.low[2];
    loam_result result = loam_cave_create(&rock->env, &def, true, &cave);
    if (result == LOAM_OK)
    {
        w.cave = cave;
        result = stand_in(&w, out);
        loam_cave_destroy(cave);
    }
    return result;
}
