// SPDX-License-Identifier: MIT
// Caves of a given size: how they start, what smoothing has to do with windows, rooms, corridors and ways out.
#include "check.h"
#include "loam/caves.h"
#include "loam/random.h"

#include <stdlib.h>

static loam_cave *make(const loam_cave_def *def)
{
    const loam_env env = loam_default_env();
    loam_cave *cave = NULL;
    CHECK_OK(loam_cave_create(&env, def, true, &cave));
    return cave;
}

static bool is_open(const loam_cave *cave, int32_t x, int32_t y, int32_t z)
{
    const loam_solid *w = &cave->walls;
    const bool inside = x >= 0 && y >= 0 && z >= 0 && x < w->w && y < w->h && z < w->d;
    return inside && !loam_solid_get(w, x, y, z);
}

// ---- start and smoothing ------------------------------------------------------------------------

static void test_as_many_walls_as_asked_for(void)
{
    const float fills[] = {0.0f, 0.01f, 12.5f, 50.0f, 67.0f, 99.9f, 100.0f};
    for (int32_t i = 0; i < 7; i++)
    {
        loam_cave_def def = loam_default_cave_def(2);
        def.w = def.h = 700;
        def.border = def.steps = 0;
        def.fill = fills[i];
        loam_cave *cave = make(&def);
        const double walls = (double)loam_solid_count(&cave->walls);
        const double expected = 4900.0 * (double)fills[i];
        // Four deviations of so many draws, and what 16 digits round off.
        const double spread = 4 * sqrt(expected * (1 - (double)fills[i] / 100)) + 5;
        CHECK_NEAR(walls, expected, spread);
        CHECK(fills[i] > 0.0f || walls == 0);
        CHECK(fills[i] < 100.0f || walls == 490000);
        loam_cave_destroy(cave);
    }
}

static void test_windows_without_a_border_overlap(void)
{
    for (int32_t dimensions = 2; dimensions <= 3; dimensions++)
    {
        loam_cave_def def = loam_default_cave_def(dimensions);
        def.border = 0;
        def.steps = 3;
        def.radius = dimensions == 2 ? 3 : 2;
        loam_smoothing s = loam_default_smoothing(dimensions);
        s.radius = def.radius;
        def.birth = def.survival = loam_smoothing_neighbours(&s) * 6 / 10;
        def.w = 90;
        def.h = 40;
        def.d = dimensions == 2 ? 1 : 30;
        def.x = -70;
        def.y = -5;
        loam_cave *a = make(&def);
        const int32_t dx = 37, dy = 11, dz = dimensions == 2 ? 0 : 9;
        def.x += dx;
        def.y += dy;
        def.z += dz;
        loam_cave *b = make(&def);
        int32_t wrong = 0;
        for (int32_t z = dz; z < def.d; z++)
        {
            for (int32_t y = dy; y < def.h; y++)
            {
                for (int32_t x = dx; x < def.w; x++)
                {
                    wrong += is_open(a, x, y, z) != is_open(b, x - dx, y - dy, z - dz);
                }
            }
        }
        CHECK_INT(wrong, 0);
        CHECK_RANGE(loam_solid_count(&a->walls), 100, def.w * def.h * def.d - 100);
        loam_cave_destroy(a);
        loam_cave_destroy(b);
    }
}

// A window is what smoothing makes of the start around it.
static void test_a_window_is_the_smoothed_start(void)
{
    loam_cave_def def = loam_default_cave_def(3);
    def.border = 0;
    def.steps = 2;
    def.w = 50;
    def.h = 9;
    def.d = 12;
    def.x = 1000;
    loam_cave *window = make(&def);
    loam_cave_def start = def;
    start.steps = 0;
    start.w += 4;
    start.h += 4;
    start.d += 4;
    start.x -= 2;
    start.y -= 2;
    start.z -= 2;
    loam_cave *around = make(&start);
    loam_smoothing smoothing = loam_default_smoothing(3);
    smoothing.steps = 2;
    const size_t size = loam_smoothing_scratch_size(&smoothing, start.w, start.h, start.d);
    void *scratch = malloc(size);
    loam_solid out = {around->walls.words, def.w, def.h, def.d};
    CHECK_OK(loam_solid_smooth(&smoothing, &out, &around->walls, scratch, size));
    CHECK_U64(loam_solid_hash(&out, 0), loam_solid_hash(&window->walls, 0));
    free(scratch);
    loam_cave_destroy(window);
    loam_cave_destroy(around);
}

static void test_far_away_is_as_good_as_here(void)
{
    loam_cave_def def = loam_default_cave_def(2);
    def.border = 0;
    def.w = def.h = 300;
    loam_cave *here = make(&def);
    def.x = ((int64_t)1 << 59) + 12345;
    def.y = -((int64_t)1 << 58);
    loam_cave *there = make(&def);
    const double share = (double)loam_solid_count(&here->walls) /
                         (double)loam_solid_count(&there->walls);
    CHECK_RANGE(share, 0.8, 1.25);
    CHECK(loam_cave_hash(here) != loam_cave_hash(there));
    loam_cave_destroy(here);
    loam_cave_destroy(there);
}

static void test_a_border_closes_the_cave(void)
{
    for (int32_t i = 0; i < 8; i++)
    {
        loam_cave_def def = loam_default_cave_def(2 + i % 2);
        def.seed = (uint64_t)i;
        def.border = 1 + i / 2;
        def.start = (loam_cave_start)(i / 4);
        def.survival = i % 2 == 0 ? 7 : 25; // wears down all that it can
        def.w = def.h = 40;
        def.d = i % 2 == 0 ? 1 : 40;
        loam_cave *cave = make(&def);
        int32_t open = 0, inside = 0;
        for (int32_t c = 0; c < def.w * def.h * def.d; c++)
        {
            const int32_t p[3] = {c % 40, c / 40 % 40, c / 1600}, b = def.border;
            bool border = p[0] < b || p[1] < b || p[0] >= 40 - b || p[1] >= 40 - b;
            border = border || (i % 2 != 0 && (p[2] < b || p[2] >= 40 - b));
            open += border && is_open(cave, p[0], p[1], p[2]);
            inside += is_open(cave, p[0], p[1], p[2]);
        }
        CHECK_INT(open, 0);
        CHECK(inside > 0);
        loam_cave_destroy(cave);
    }
}

static void test_an_open_start_is_open(void)
{
    loam_cave_def def = loam_default_cave_def(2);
    def.start = LOAM_CAVE_OPEN;
    def.border = 3;
    def.w = 20;
    def.h = 12;
    loam_cave *cave = make(&def);
    CHECK_INT(cave->room_count, 1);
    CHECK_INT(cave->rooms[0].cells, 14 * 6);
    loam_cave_destroy(cave);
}

// ---- rooms --------------------------------------------------------------------------------------

/// Floods open cells from one on; returns how many there are. seen has a byte for each cell.
static int32_t flood(const loam_cave *cave, int32_t x, int32_t y, int32_t z, uint8_t *seen)
{
    const loam_solid *w = &cave->walls;
    int32_t *stack = malloc((size_t)w->w * (size_t)w->h * (size_t)w->d * sizeof *stack * 6);
    int32_t top = 0, count = 0;
    stack[top++] = (z * w->h + y) * w->w + x;
    while (top > 0)
    {
        const int32_t cell = stack[--top],
                      p[3] = {cell % w->w, cell / w->w % w->h, cell / (w->w * w->h)};
        if (seen[cell])
        {
            continue;
        }
        seen[cell] = 1;
        count++;
        for (int axis = 0; axis < 3; axis++)
        {
            for (int32_t d = -1; d <= 1; d += 2)
            {
                int32_t q[3] = {p[0], p[1], p[2]};
                q[axis] += d;
                if (is_open(cave, q[0], q[1], q[2]))
                {
                    stack[top++] = (q[2] * w->h + q[1]) * w->w + q[0];
                }
            }
        }
    }
    free(stack);
    return count;
}

/// How many pieces the open cells are in; *least is the size of the smallest.
static int32_t count_pieces(const loam_cave *cave, int32_t *least)
{
    const loam_solid *w = &cave->walls;
    uint8_t *seen = calloc((size_t)w->w * (size_t)w->h, (size_t)w->d);
    int32_t pieces = 0;
    *least = INT32_MAX;
    for (int32_t c = 0; c < w->w * w->h * w->d; c++)
    {
        const int32_t x = c % w->w, y = c / w->w % w->h, z = c / (w->w * w->h);
        if (is_open(cave, x, y, z) && !seen[c])
        {
            const int32_t cells = flood(cave, x, y, z, seen);
            *least = cells < *least ? cells : *least;
            pieces++;
        }
    }
    free(seen);
    return pieces;
}

static loam_cave_def roomy(int32_t dimensions, uint64_t seed)
{
    loam_cave_def def = loam_default_cave_def(dimensions);
    def.seed = seed;
    def.fill = dimensions == 2 ? 70.0f : 62.5f;
    if (dimensions == 3)
    {
        def.w = 50;
        def.h = 30;
        def.d = 40;
    }
    return def;
}

static void test_rooms_are_the_pieces(void)
{
    for (int32_t i = 0; i < 6; i++)
    {
        const loam_cave_def def = roomy(2 + i % 2, (uint64_t)i);
        loam_cave *cave = make(&def);
        int32_t least, sum = 0, wrong = 0;
        CHECK_INT(count_pieces(cave, &least), cave->room_count);
        CHECK(cave->room_count > 3);
        for (int32_t k = 0; k < cave->room_count; k++)
        {
            const loam_cave_room *room = &cave->rooms[k];
            const int32_t *f = room->first;
            sum += room->cells;
            wrong += cave->room_of[(f[2] * def.h + f[1]) * def.w + f[0]] != k;
        }
        for (int32_t c = 0; c < def.w * def.h * def.d; c++)
        {
            const int32_t p[3] = {c % def.w, c / def.w % def.h, c / (def.w * def.h)};
            const int32_t room = cave->room_of[c];
            wrong += (room >= 0) != is_open(cave, p[0], p[1], p[2]);
            for (int axis = 0; axis < 3 && room >= 0; axis++)
            {
                wrong += p[axis] < cave->rooms[room].low[axis] ||
                         p[axis] > cave->rooms[room].high[axis];
            }
        }
        CHECK_INT(wrong, 0);
        CHECK_INT(sum, def.w * def.h * def.d - (int64_t)loam_solid_count(&cave->walls));
        loam_cave_destroy(cave);
    }
}

static void test_small_rooms_are_filled(void)
{
    for (int32_t i = 0; i < 6; i++)
    {
        loam_cave_def def = roomy(2 + i % 2, (uint64_t)i);
        loam_cave *all = make(&def);
        def.min_room = 25;
        loam_cave *few = make(&def);
        int32_t least;
        CHECK_INT(count_pieces(few, &least), few->room_count);
        CHECK(least >= 25);
        CHECK(few->filled_rooms > 0);
        CHECK_INT(few->room_count + few->filled_rooms, all->room_count);
        loam_cave_destroy(all);
        loam_cave_destroy(few);
    }
}

static void test_a_room_of_the_least_size_stays(void)
{
    loam_cave_def def = roomy(2, 3);
    loam_cave *all = make(&def);
    int32_t cells = INT32_MAX, alike = 0;
    for (int32_t i = 0; i < all->room_count; i++)
    {
        cells = all->rooms[i].cells < cells ? all->rooms[i].cells : cells;
    }
    for (int32_t i = 0; i < all->room_count; i++)
    {
        alike += all->rooms[i].cells == cells;
    }
    for (int32_t i = 0; i < 2; i++)
    {
        def.min_room = cells + i;
        loam_cave *cave = make(&def);
        CHECK_INT(cave->filled_rooms, i * alike);
        loam_cave_destroy(cave);
    }
    loam_cave_destroy(all);
}

static void test_corridors_join_all_rooms(void)
{
    for (int32_t i = 0; i < 12; i++)
    {
        loam_cave_def def = roomy(2 + i % 2, (uint64_t)i);
        def.connect = true;
        def.corridor_width = 1 + i % 5;
        loam_cave *cave = make(&def);
        int32_t least;
        CHECK_INT(cave->corridor_count, cave->room_count - 1);
        CHECK_INT(count_pieces(cave, &least), 1);
        loam_cave_destroy(cave);
    }
}

static bool near_room(const loam_cave *cave, const loam_cave_def *def, const int32_t p[3])
{
    for (int32_t i = 0; i < 27; i++)
    {
        const int32_t q[3] = {p[0] + i % 3 - 1, p[1] + i / 3 % 3 - 1, p[2] + i / 9 - 1};
        if (is_open(cave, q[0], q[1], q[2]) &&
            cave->room_of[(q[2] * def->h + q[1]) * def->w + q[0]] >= 0)
        {
            return true;
        }
    }
    return false;
}

// More than two cells from its ends, a corridor touches no room.
static void test_corridors_run_along_no_wall(void)
{
    int32_t cells = 0, touching = 0;
    for (int32_t i = 0; i < 16; i++)
    {
        loam_cave_def def = roomy(2 + i % 2, 100 + (uint64_t)i);
        def.min_room = 130;
        def.w = 160;
        def.connect = true;
        def.corridor_width = 1;
        loam_cave *cave = make(&def);
        for (int32_t k = 0; k < cave->corridor_count; k++)
        {
            const loam_cave_corridor *c = &cave->corridors[k];
            int32_t length = 0;
            for (int axis = 0; axis < 3; axis++)
            {
                length = abs(c->to[axis] - c->from[axis]) > length
                             ? abs(c->to[axis] - c->from[axis])
                             : length;
            }
            for (int32_t step = 3; step <= length - 3; step++)
            {
                int32_t p[3];
                for (int axis = 0; axis < 3; axis++)
                {
                    p[axis] = c->from[axis] +
                              (int32_t)floor((double)(c->to[axis] - c->from[axis]) * step / length +
                                             0.5);
                }
                cells++;
                CHECK(is_open(cave, p[0], p[1], p[2]));
                touching += near_room(cave, &def, p);
            }
        }
        loam_cave_destroy(cave);
    }
    CHECK(cells > 60);
    CHECK_INT(touching, 0);
}

// No two rooms that a corridor joins are nearer to each other than its ends.
static void test_corridors_are_the_shortest(void)
{
    loam_cave_def def = roomy(2, 5);
    def.min_room = 30;
    def.connect = true;
    loam_cave *cave = make(&def);
    for (int32_t k = 0; k < cave->corridor_count; k++)
    {
        const loam_cave_corridor *c = &cave->corridors[k];
        const int32_t dx = c->to[0] - c->from[0], dy = c->to[1] - c->from[1];
        int32_t least = INT32_MAX;
        for (int32_t a = 0; a < def.w * def.h; a++)
        {
            for (int32_t b = 0; b < def.w * def.h && cave->room_of[a] == c->rooms[0]; b++)
            {
                const int32_t x = a % def.w - b % def.w, y = a / def.w - b / def.w;
                if (cave->room_of[b] == c->rooms[1] && x * x + y * y < least)
                {
                    least = x * x + y * y;
                }
            }
        }
        CHECK_INT(dx * dx + dy * dy, least);
    }
    CHECK(cave->corridor_count > 5);
    loam_cave_destroy(cave);
}

static void test_openings_lead_out(void)
{
    for (int32_t i = 0; i < 8; i++)
    {
        loam_cave_def def = roomy(2 + i % 2, (uint64_t)i);
        def.openings = 1 + i;
        def.connect = true;
        loam_cave *cave = make(&def);
        CHECK_INT(cave->opening_count, def.openings);
        int32_t sides = 0, least;
        for (int32_t k = 0; k < cave->opening_count; k++)
        {
            const int32_t *to = cave->openings[k].to;
            CHECK(is_open(cave, to[0], to[1], to[2]));
            const bool at_side = to[0] == 0 || to[0] == def.w - 1 ||
                                 (i % 2 == 0 ? to[1] == 0 || to[1] == def.h - 1
                                             : to[2] == 0 || to[2] == def.d - 1);
            sides += at_side;
        }
        CHECK_INT(sides, def.openings);
        CHECK_INT(count_pieces(cave, &least), 1);
        loam_cave_destroy(cave);
    }
}

// ---- the same everywhere --------------------------------------------------------------------------

static void test_instruction_sets_agree(void)
{
    for (int32_t dimensions = 2; dimensions <= 3; dimensions++)
    {
        loam_cave_def def = roomy(dimensions, 9);
        def.connect = true;
        loam_cave *first = make(&def);
        for (int32_t isa = 0; isa < LOAM_ISA_COUNT; isa++)
        {
            def.isa = (loam_isa)isa;
            if (loam_isa_available(def.isa))
            {
                loam_cave *again = make(&def);
                CHECK_U64(loam_cave_hash(again), loam_cave_hash(first));
                loam_cave_destroy(again);
            }
        }
        loam_cave_destroy(first);
    }
}

static void test_the_smallest_caves(void)
{
    for (int32_t i = 0; i < 16; i++)
    {
        loam_cave_def def = loam_default_cave_def(2 + i % 2);
        def.w = 1 + i % 3;
        def.h = 1 + i / 4;
        def.d = i % 2 == 0 ? 1 : 2;
        def.border = i / 8;
        def.connect = true;
        def.openings = 3;
        def.min_room = 2;
        loam_cave *cave = make(&def);
        CHECK(cave != NULL);
        loam_cave_destroy(cave);
    }
}

// ---- bad input ----------------------------------------------------------------------------------

#define REFUSE(field, value, message) \
    do \
    { \
        loam_cave_def def = loam_default_cave_def(3); \
        loam_cave *cave = (loam_cave *)&def; \
        const loam_env env = loam_default_env(); \
        def.field = value; \
        CHECK_INT(loam_cave_create(&env, &def, true, &cave), LOAM_BAD_ARGUMENT); \
        CHECK_CONTAINS(loam_last_error(), message); \
        CHECK(cave == NULL); \
    } while (0)

static void test_bad_caves_are_refused(void)
{
    REFUSE(fill, 101.0f, "fill is 101 per cent; must be 0 to 100");
    REFUSE(fill, NAN, "must be 0 to 100");
    REFUSE(fill, -0.5f, "fill is -0.5");
    REFUSE(w, 0, "width is 0; must be 1 to 16384");
    REFUSE(h, 1000000000, "height is 1000000000; must be 1 to 16384");
    REFUSE(d, -1, "depth is -1; must be 1 to 16384");
    REFUSE(birth, 26, "birth is 26; must be 0 to 25");
    REFUSE(survival, 26, "survival is 26; must be 0 to 25");
    REFUSE(radius, 4, "radius is 4; must be 1 to 3");
    REFUSE(steps, 101, "number of steps is 101; must be 0 to 100");
    REFUSE(border, 65, "border is 65; must be 0 to 64");
    REFUSE(openings, 65, "number of openings is 65");
    REFUSE(corridor_width, 0, "corridor width is 0; must be 1 to 15");
    REFUSE(start, LOAM_CAVE_START_COUNT, "start is 2");
    REFUSE(dimensions, 1, "1 dimensions; must be 2 or 3");
    REFUSE(dimensions, 2, "birth is 15; must be 0 to 7");
    REFUSE(w = def.h, 16384, "at most 1073741824 in all");
    REFUSE(w = def.h, 1025, "at most 67108864 in all");
}

int main(void)
{
    RUN(test_as_many_walls_as_asked_for);
    RUN(test_windows_without_a_border_overlap);
    RUN(test_a_window_is_the_smoothed_start);
    RUN(test_far_away_is_as_good_as_here);
    RUN(test_a_border_closes_the_cave);
    RUN(test_an_open_start_is_open);
    RUN(test_rooms_are_the_pieces);
    RUN(test_small_rooms_are_filled);
    RUN(test_a_room_of_the_least_size_stays);
    RUN(test_corridors_join_all_rooms);
    RUN(test_corridors_run_along_no_wall);
    RUN(test_corridors_are_the_shortest);
    RUN(test_openings_lead_out);
    RUN(test_instruction_sets_agree);
    RUN(test_the_smallest_caves);
    RUN(test_bad_caves_are_refused);
    return CHECK_DONE();
}
