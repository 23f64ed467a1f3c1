// SPDX-License-Identifier: MIT
#include "cave.h"

#include "loam/random.h"

#include <string.h>

// A cave of a given size: start, smoothing, and what is done about rooms.

enum
{
    MAX_BORDER = 64
};

// ---- checks -------------------------------------------------------------------------------------

loam_cave_def loam_default_cave_def(int32_t dimensions)
{
    const loam_smoothing smoothing = loam_default_smoothing(dimensions);
    const bool solid = smoothing.dimensions == 3;
    return (loam_cave_def){.dimensions = smoothing.dimensions,
                           .w = solid ? 64 : 100,
                           .h = solid ? 64 : 100,
                           .d = solid ? 64 : 1,
                           .seed = 1,
                           .fill = solid ? 60.0f : 67.0f,
                           .border = solid ? 2 : 3,
                           .steps = solid ? 6 : 8,
                           .neighbourhood = smoothing.neighbourhood,
                           .radius = smoothing.radius,
                           .birth = smoothing.birth,
                           .survival = smoothing.survival,
                           .corridor_width = 3};
}

static loam_result check_range(const char *name, int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "a cave's %s is %lld; must be %lld to %lld", name,
                           (long long)value, (long long)low, (long long)high);
}

static loam_result check_size(const loam_cave_def *def)
{
    loam_result result = check_range("width", def->w, 1, LOAM_MAX_CAVE_SIDE);
    result = result != LOAM_OK ? result : check_range("height", def->h, 1, LOAM_MAX_CAVE_SIDE);
    result = result != LOAM_OK
                 ? result
                 : check_range(def->dimensions == 3 ? "depth" : "depth in 2 dimensions", def->d, 1,
                               def->dimensions == 3 ? LOAM_MAX_CAVE_SIDE : 1);
    if (result == LOAM_OK && (int64_t)def->w * def->h > LOAM_MAX_CAVE_CELLS / def->d)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a cave of %d x %d x %d cells; must have at most %lld in all", (int)def->w,
                         (int)def->h, (int)def->d, (long long)LOAM_MAX_CAVE_CELLS);
    }
    return result;
}

static loam_result check_fill(const loam_cave_def *def)
{
    return def->fill >= 0.0f && def->fill <= 100.0f
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "a cave's fill is %g per cent; must be 0 to 100",
                           (double)def->fill);
}

loam_result loam_cave_check(const loam_cave_def *def)
{
    const loam_smoothing smoothing = loam_cave_smoothing(def);
    const struct
    {
        const char *name;
        int64_t value, low, high;
    } ranges[] = {
        {"start", (int64_t)def->start, 0, LOAM_CAVE_START_COUNT - 1},
        {"border", def->border, 0, MAX_BORDER},
        {"number of steps", def->steps, 0, LOAM_MAX_CAVE_STEPS},
        {"smallest room", def->min_room, 0, INT32_MAX},
        {"corridor width", def->corridor_width, 1, LOAM_MAX_CORRIDOR_WIDTH},
        {"number of openings", def->openings, 0, LOAM_MAX_CAVE_OPENINGS},
        {"x", def->x, -LOAM_MAX_EXTENT, LOAM_MAX_EXTENT},
        {"y", def->y, -LOAM_MAX_EXTENT, LOAM_MAX_EXTENT},
        {"z", def->z, -LOAM_MAX_EXTENT, LOAM_MAX_EXTENT},
    };
    loam_result result = loam_smoothing_check(&smoothing);
    result = result != LOAM_OK ? result : check_size(def);
    result = result != LOAM_OK ? result : check_fill(def);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && result == LOAM_OK; i++)
    {
        result = check_range(ranges[i].name, ranges[i].value, ranges[i].low, ranges[i].high);
    }
    return result;
}

// ---- memory -------------------------------------------------------------------------------------

/// A cave and its memory: lists are allocated as large as they can become.
typedef struct owned_cave
{
    loam_cave cave; // first: this is what callers have
    int32_t *room_of;
    loam_cave_room *rooms;
    loam_cave_corridor *corridors;
    loam_cave_opening *openings;
    size_t walls_size, cells, room_room;
} owned_cave;

void loam_cave_destroy(loam_cave *cave)
{
    if (cave == NULL)
    {
        return;
    }
    owned_cave *const owned = (owned_cave *)(void *)cave;
    const loam_env env = cave->env;
    loam_free(&env, cave->walls.words, owned->walls_size);
    loam_free(&env, owned->room_of, owned->cells * sizeof *owned->room_of);
    loam_free(&env, owned->rooms, owned->room_room * sizeof *owned->rooms);
    loam_free(&env, owned->corridors, owned->room_room * sizeof *owned->corridors);
    loam_free(&env, owned->openings, LOAM_MAX_CAVE_OPENINGS * sizeof *owned->openings);
    loam_free(&env, owned, sizeof *owned);
}

static loam_result allocate(const loam_env *env, const loam_cave_def *def, owned_cave **out)
{
    owned_cave *const owned = loam_alloc(env, sizeof *owned);
    if (owned == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *owned = (owned_cave){.walls_size = loam_solid_size(def->w, def->h, def->d)};
    owned->cave.env = *env;
    void *const words = loam_alloc(env, owned->walls_size);
    const loam_result result = words == NULL ? LOAM_OUT_OF_MEMORY
                                             : loam_solid_init(&owned->cave.walls, def->w, def->h,
                                                               def->d, words, owned->walls_size);
    if (result != LOAM_OK)
    {
        loam_cave_destroy(&owned->cave);
        return result;
    }
    *out = owned;
    return LOAM_OK;
}

// ---- cells --------------------------------------------------------------------------------------

/// Sets all cells of the border.
static void wall_up(const loam_cave_def *def, loam_solid *walls)
{
    const int32_t b = def->border;
    for (int32_t z = 0; z < walls->d; z++)
    {
        loam_bits layer = loam_solid_layer(walls, z);
        const bool end = def->dimensions == 3 && (z < b || z >= walls->d - b);
        const int32_t w = walls->w, h = walls->h, x = b < w ? b : w, y = b < h ? b : h;
        const loam_bits_area areas[4] = {
            {0, 0, w, end ? h : y}, {0, h - y, w, y}, {0, 0, x, h}, {w - x, 0, x, h}};
        for (int32_t i = 0; i < 4; i++)
        {
            (void)loam_bits_fill(&layer, areas[i], true);
        }
    }
}

/// Starts and smooths a cave that is closed by a border.
static loam_result make_closed(const loam_cave_def *def, loam_solid *walls, void *scratch,
                               size_t size)
{
    const loam_smoothing smoothing = loam_cave_smoothing(def);
    const int64_t at[3] = {def->x, def->y, def->z};
    loam_cave_begin(def, walls, at, scratch);
    wall_up(def, walls);
    const loam_result result = loam_solid_smooth(&smoothing, walls, walls, scratch, size);
    // A rule may wear walls down from within.
    wall_up(def, walls);
    return result;
}

static loam_result make_cells(const loam_env *env, const loam_cave_def *def, loam_solid *walls)
{
    const loam_smoothing smoothing = loam_cave_smoothing(def);
    const bool closed = def->border > 0;
    const size_t row = loam_cave_row_size(def->w);
    size_t size = closed ? loam_smoothing_scratch_size(&smoothing, def->w, def->h, def->d)
                         : loam_cave_window_scratch(def, def->w, def->h, def->d);
    size = size > row ? size : row;
    void *const scratch = loam_alloc(env, size);
    if (scratch == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const int64_t at[3] = {def->x, def->y, def->z};
    const loam_result result = closed ? make_closed(def, walls, scratch, size)
                                      : loam_cave_window(def, walls, at, scratch, size);
    loam_free(env, scratch, size);
    return result;
}

// ---- rooms --------------------------------------------------------------------------------------

static bool touches_side(const loam_solid *walls, const loam_cave_room *room, bool solid)
{
    return room->low[0] == 0 || room->low[1] == 0 || room->high[0] == walls->w - 1 ||
           room->high[1] == walls->h - 1 ||
           (solid && (room->low[2] == 0 || room->high[2] == walls->d - 1));
}

static loam_result keep_room(owned_cave *owned, const loam_cave_room *room)
{
    const size_t count = (size_t)owned->cave.room_count;
    if (count == owned->room_room)
    {
        const size_t more = count > 0 ? 2 * count : 64;
        loam_cave_room *const rooms = loam_alloc(&owned->cave.env, more * sizeof *rooms);
        if (rooms == NULL)
        {
            return LOAM_OUT_OF_MEMORY;
        }
        if (count > 0)
        {
            memcpy(rooms, owned->rooms, count * sizeof *rooms);
        }
        loam_free(&owned->cave.env, owned->rooms, owned->room_room * sizeof *rooms);
        owned->rooms = rooms;
        owned->room_room = more;
    }
    owned->rooms[owned->cave.room_count++] = *room;
    return LOAM_OK;
}

static loam_result find_rooms(owned_cave *owned, const loam_cave_def *def, uint32_t *waiting)
{
    loam_room_search search = {&owned->cave.walls, owned->room_of, waiting};
    loam_cave_room room;
    size_t from = 0;
    loam_result result = LOAM_OK;
    while (result == LOAM_OK && loam_room_next(&search, &from, owned->cave.room_count, &room))
    {
        const bool goes_on = def->border == 0 &&
                             touches_side(&owned->cave.walls, &room, def->dimensions == 3);
        if (room.cells < def->min_room && !goes_on)
        {
            loam_room_fill(&search, &room);
            owned->cave.filled_rooms++;
        }
        else
        {
            result = keep_room(owned, &room);
        }
    }
    return result;
}

static loam_result join_rooms(owned_cave *owned, const loam_cave_def *def, uint32_t *nearest)
{
    const loam_env *const env = &owned->cave.env;
    const size_t rooms = owned->room_room, size = 3 * rooms * sizeof(uint32_t);
    uint32_t *const memory = loam_alloc(env, size);
    owned->corridors = loam_alloc(env, rooms * sizeof *owned->corridors);
    owned->openings = loam_alloc(env, LOAM_MAX_CAVE_OPENINGS * sizeof *owned->openings);
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (memory != NULL && owned->corridors != NULL && owned->openings != NULL)
    {
        loam_room_join join = {.def = def,
                               .walls = &owned->cave.walls,
                               .room_of = owned->room_of,
                               .nearest = nearest,
                               .group = (int32_t *)(void *)memory,
                               .best = memory + rooms,
                               .room_count = owned->cave.room_count,
                               .corridors = owned->corridors};
        owned->cave.corridor_count = def->connect ? loam_rooms_connect(&join) : 0;
        owned->cave.opening_count = loam_rooms_open(&join, owned->openings);
        result = LOAM_OK;
    }
    loam_free(env, memory, size);
    return result;
}

static loam_result make_rooms(owned_cave *owned, const loam_cave_def *def)
{
    const loam_env *const env = &owned->cave.env;
    owned->cells = (size_t)def->w * (size_t)def->h * (size_t)def->d;
    owned->room_of = loam_alloc(env, owned->cells * sizeof *owned->room_of);
    uint32_t *const scratch = loam_alloc(env, owned->cells * sizeof *scratch);
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (owned->room_of != NULL && scratch != NULL)
    {
        result = find_rooms(owned, def, scratch);
        result = result == LOAM_OK && owned->cave.room_count > 0 ? join_rooms(owned, def, scratch)
                                                                 : result;
    }
    loam_free(env, scratch, owned->cells * sizeof *scratch);
    owned->cave.room_of = owned->room_of;
    owned->cave.rooms = owned->rooms;
    owned->cave.corridors = owned->corridors;
    owned->cave.openings = owned->openings;
    return result;
}

// ---- public -------------------------------------------------------------------------------------

loam_result loam_cave_create(const loam_env *env, const loam_cave_def *def, bool rooms,
                             loam_cave **out)
{
    *out = NULL;
    const bool wanted = rooms || def->min_room > 1 || def->connect || def->openings > 0;
    loam_result result = loam_cave_check(def);
    if (result == LOAM_OK && wanted && (int64_t)def->w * def->h > LOAM_MAX_CAVE_ROOM_CELLS / def->d)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT,
                           "rooms of a cave of %d x %d x %d cells; must have at most %lld in all",
                           (int)def->w, (int)def->h, (int)def->d,
                           (long long)LOAM_MAX_CAVE_ROOM_CELLS);
    }
    owned_cave *owned = NULL;
    result = result == LOAM_OK ? allocate(env, def, &owned) : result;
    result = result == LOAM_OK ? make_cells(env, def, &owned->cave.walls) : result;
    result = result == LOAM_OK && wanted ? make_rooms(owned, def) : result;
    if (result != LOAM_OK)
    {
        loam_cave_destroy(owned != NULL ? &owned->cave : NULL);
        return result;
    }
    *out = &owned->cave;
    return LOAM_OK;
}

static uint64_t hash_places(const int32_t *numbers, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
    {
        const uint32_t number = (uint32_t)numbers[i];
        seed = loam_hash_u32(&number, 1, seed);
    }
    return seed;
}

uint64_t loam_cave_hash(const loam_cave *cave)
{
    uint64_t hash = loam_solid_hash(&cave->walls, 0);
    const int32_t counts[4] = {cave->room_count, cave->corridor_count, cave->opening_count,
                               cave->filled_rooms};
    hash = hash_places(counts, 4, hash);
    for (int32_t i = 0; i < cave->room_count; i++)
    {
        const loam_cave_room *const room = &cave->rooms[i];
        hash = hash_places(&room->cells, 1, hash);
        hash = hash_places(room->low, 3, hash_places(room->high, 3, hash));
        hash = hash_places(room->first, 3, hash);
    }
    for (int32_t i = 0; i < cave->corridor_count; i++)
    {
        const loam_cave_corridor *const corridor = &cave->corridors[i];
        hash = hash_places(corridor->from, 3, hash_places(corridor->rooms, 2, hash));
        hash = hash_places(corridor->to, 3, hash);
    }
    for (int32_t i = 0; i < cave->opening_count; i++)
    {
        const loam_cave_opening *const opening = &cave->openings[i];
        hash = hash_places(opening->from, 3, hash_places(&opening->room, 1, hash));
        hash = hash_places(opening->to, 3, hash);
    }
    return hash;
}
