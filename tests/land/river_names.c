// SPDX-License-Identifier: MIT
// Names of rivers: one river has one name, on every level of the graph and all along its course, and those
// that meet have different ones.
#include "water_find.h"

#include "atlas/rivers.h"
#include "land/water/course_page.h"
#include "land/water/river_id.h"
#include "land/water/stems.h"
#include "loam/land_map.h"

enum
{
    MOST_POINTS = 1 << 13, // enough for a coarse course; fine ones are cut
    FINE_POINTS = 3000,
    MOST_LINES = 1 << 16,
    PLACES = 5,
    MOUTHS = 2,          // whose confluences are looked at, of each window
    MEETING_POINTS = 60, // of a course that comes to a confluence
    FINE_RIVERS = 2,
    NEAR_POINTS = 40, // of a course: where two run side by side before what flows is their sum
    OVERVIEW = 8,     // lines
};

static loam_river_point course[MOST_POINTS], fine[MOST_POINTS];
static loam_land_line lines[MOST_LINES];
static int32_t line_count;
static loam_land *land;

/// Places near rivers of that land, from brooks up. All of them come to the same sea.
static const int64_t places[PLACES][2] = {{-440000, -160000},
                                          {-400000, -200000},
                                          {-420000, -100000},
                                          {-360000, -160000},
                                          {-330000, -90000}};

/// The points of the river nearest to a place that carries something, as many as there is room for.
static int32_t follow_from(int64_t x, int64_t z, bool coarse, int32_t room,
                           loam_river_point *points)
{
    const loam_land_river_def def = {.x = x, .z = z, .min_flow = 10, .coarse = coarse};
    int32_t count;
    loam_river_end end;
    CHECK_OK(loam_land_river(land, &def, points, room, &count, &end));
    return count;
}

/// The points of the river nearest to the k-th place.
static int32_t follow(int32_t k, bool coarse, loam_river_point *points)
{
    return follow_from(places[k][0], places[k][1], coarse, coarse ? MOST_POINTS : FINE_POINTS,
                       points);
}

static land_river_id id_at(int32_t level, const loam_river_point *point)
{
    land_river_id id = {0};
    CHECK_OK(loam_land_river_id_of(land, level, point->x, point->z, point->flow, &id));
    return id;
}

static bool same_river(const land_river_id *a, const land_river_id *b)
{
    return a->level == b->level && a->column == b->column && a->row == b->row &&
           a->point == b->point && a->x == b->x && a->z == b->z;
}

/// How often the river changes on the way down; each time it must have joined a larger one.
static int32_t count_changes(int32_t level, int32_t count)
{
    land_river_id seen[64];
    int32_t rivers = 0;
    for (int32_t i = 0; i < count && rivers < 64; i++)
    {
        const land_river_id here = id_at(level, &course[i]);
        if (rivers > 0 && same_river(&here, &seen[rivers - 1]))
        {
            continue;
        }
        for (int32_t k = 0; k < rivers; k++)
        {
            CHECK_REPORT(!same_river(&here, &seen[k]), "river %d comes back at point %d", (int)k,
                         (int)i);
        }
        const loam_river_point *before = &course[i > NEAR_POINTS ? i - NEAR_POINTS : 0];
        const loam_river_point *behind =
            &course[i + NEAR_POINTS < count ? i + NEAR_POINTS : count - 1];
        CHECK_REPORT(rivers == 0 || behind->flow >= 1.2f * before->flow,
                     "another river at point %d, where %f becomes %f", (int)i, (double)before->flow,
                     (double)behind->flow);
        seen[rivers++] = here;
    }
    return rivers - 1;
}

static void test_a_river_is_one_all_along(void)
{
    int32_t changes = 0, points = 0;
    for (int32_t k = 0; k < check_sample(PLACES); k++)
    {
        const int32_t count = follow(k, true, course);
        points += count;
        changes += count_changes(1, count);
    }
    CHECK_RANGE(points, check_sample(7000), 1000000);
    // Most of them run into a larger one once or twice.
    CHECK_RANGE(changes, check_sample(10), 20);
}

/// What was seen of names at confluences.
typedef struct seen_names
{
    int32_t confluences, rivers, points, changes;
} seen_names;

// The rivers that come to a cell where wide ones meet, each from a way above it.
static void follow_those_that_meet(const water_view *view, int32_t cell, seen_names *seen)
{
    const int64_t cell_m = loam_land_cell_size(1), page_m = cell_m * LOAM_GRAPH_SIDE;
    const int64_t left = view->window.column / LOAM_GRAPH_SIDE * page_m;
    const int64_t low = view->window.row / LAND_ROWS * page_m;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = view_step(view, cell, d);
        if (view_inflow(view, cell, d) > 1000)
        {
            const int32_t count = follow_from(left + view->x[from] * cell_m / LOAM_GRAPH_CELL,
                                              low + view->z[from] * cell_m / LOAM_GRAPH_CELL, true,
                                              MEETING_POINTS, course);
            seen->changes += count_changes(1, count);
            seen->points += count;
            seen->rivers++;
        }
    }
    seen->confluences++;
}

// Rivers that meet come by each other before: each has its name there, and one of them keeps it.
static void test_confluences_do_not_confuse(void)
{
    loam_land *const usual = land;
    seen_names seen = {0};
    for (int32_t p = 0; p < FIND_WINDOWS; p += check_every())
    {
        found_place mouths[MOUTHS + 1];
        land = make_land(find_windows[p].seed);
        const int32_t ends = find_large_mouths(land, &find_windows[p], mouths, MOUTHS);
        for (int32_t m = 0; m < ends; m++)
        {
            water_view view = view_around(land, 1, mouths[m]);
            for (int32_t i = 0; i < view.count; i++)
            {
                if (is_confluence(&view, i))
                {
                    follow_those_that_meet(&view, i, &seen);
                }
            }
            free_view(&view);
        }
        loam_land_destroy(land);
    }
    land = usual;
    printf("%d rivers to %d confluences, %d points, %d changes\n", seen.rivers, seen.confluences,
           seen.points, seen.changes);
    CHECK(seen.confluences >= check_sample(20));
    CHECK(seen.changes >= seen.confluences);
}

// On the finest graph, too.
static void test_a_river_is_one_on_the_finest_graph(void)
{
    const int32_t most = check_sample(FINE_POINTS), count = follow(0, false, course);
    CHECK_INT(count_changes(2, count < most ? count : most), 0);
}

/// The point of the coarse course that is nearest to one of the fine course, before what that joins next.
static const loam_river_point *nearest_point(const loam_river_point *to, int32_t count)
{
    int32_t best = 0;
    double least = 1e300;
    for (int32_t i = 0; i < count; i++)
    {
        const double dx = (double)(course[i].x - to->x), dz = (double)(course[i].z - to->z);
        if (dx * dx + dz * dz < least && course[i].flow < 2 * to->flow)
        {
            best = i;
            least = dx * dx + dz * dz;
        }
    }
    return &course[best];
}

// The finest graph and that of 2 km agree.
static void test_fine_and_coarse_agree(void)
{
    int32_t compared = 0, differ = 0;
    for (int32_t k = 0; k < check_sample(FINE_RIVERS); k++)
    {
        const int32_t count = follow(k, true, course);
        const int32_t fine_count = follow(k, false, fine);
        // Where they begin they may be two rivers that are about to meet.
        for (int32_t i = 29; i < fine_count; i += 29 * check_every())
        {
            const loam_river_point *there = nearest_point(&fine[i], count);
            const land_river_id a = id_at(2, &fine[i]), b = id_at(1, there);
            compared++;
            differ += !same_river(&a, &b);
        }
    }
    CHECK_RANGE(compared, check_sample(check_sample(100)), 100000);
    CHECK_INT(differ, 0);
}

static loam_result keep_line(void *user, const loam_land_line *line)
{
    (void)user;
    if (line->kind == LOAM_LINE_RIVER && line->height0 > 0 && line_count < MOST_LINES)
    {
        lines[line_count++] = *line;
    }
    return LOAM_OK;
}

/// The lines of so many cells each way.
static void find_lines(int32_t level, int64_t x, int64_t z, int32_t side, float min_flow)
{
    const int64_t cell = loam_land_cell_size(level);
    const loam_land_area area = {.x = x, .z = z, .step = cell, .w = side, .h = side};
    line_count = 0;
    CHECK_OK(loam_land_lines(land, level, area, min_flow, keep_line, NULL));
}

// What overviews draw is what closer maps draw: the river at a place of a line of the continents is that of
// the nearest line of the regions that carries as much.
static void test_overviews_agree(void)
{
    int32_t compared = 0, differ = 0;
    find_lines(0, -500000, -250000, 12, 4000);
    static loam_land_line overview[OVERVIEW];
    const int32_t apart = line_count / OVERVIEW;
    CHECK_RANGE(apart, 1, MOST_LINES);
    for (int32_t i = 0; i < OVERVIEW; i++)
    {
        overview[i] = lines[i * apart];
    }
    for (int32_t i = 0; i < OVERVIEW; i++)
    {
        const loam_land_line *a = &overview[i];
        line_count = 0;
        CHECK_OK(loam_land_lines(
            land, 1,
            (loam_land_area){
                .x = a->x1 / 8 - 3000, .z = a->z1 / 8 - 3000, .step = 1000, .w = 7, .h = 7},
            0.9f * a->flow1, keep_line, NULL));
        for (int32_t k = 0; k < line_count; k++)
        {
            const loam_land_line *b = &lines[k];
            if (b->flow1 <= 1.02f * a->flow1)
            {
                land_river_id one, other;
                CHECK_OK(loam_land_river_id_of(land, 0, a->x1, a->z1, a->flow1, &one));
                CHECK_OK(loam_land_river_id_of(land, 1, b->x1, b->z1, b->flow1, &other));
                compared++;
                differ += !same_river(&one, &other);
                break;
            }
        }
    }
    CHECK_RANGE(compared, OVERVIEW / 2, OVERVIEW);
    CHECK_INT(differ, 0);
}

static int by_end(const void *a, const void *b)
{
    const loam_land_line *p = a, *q = b;
    return p->x1 != q->x1   ? (p->x1 < q->x1 ? -1 : 1)
           : p->z1 != q->z1 ? (p->z1 < q->z1 ? -1 : 1)
                            : 0;
}

// Rivers that meet have different names: one of them goes on, the others were its tributaries.
static void test_those_that_meet_differ(void)
{
    static const float least[] = {1500, 40, 2};
    int32_t meetings = 0, same = 0;
    for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
    {
        find_lines(level, level == 0 ? -1400000 : -440000, level == 0 ? -1000000 : -160000, 64,
                   least[level]);
        qsort(lines, (size_t)line_count, sizeof *lines, by_end);
        for (int32_t i = 0; i + 1 < line_count; i++)
        {
            const loam_land_line *a = &lines[i], *b = &lines[i + 1];
            if (by_end(a, b) == 0 && a->height1 > 0)
            {
                land_river_id one, other;
                CHECK_OK(loam_land_river_id_of(land, level, a->x0, a->z0, a->flow0, &one));
                CHECK_OK(loam_land_river_id_of(land, level, b->x0, b->z0, b->flow0, &other));
                meetings++;
                same += same_river(&one, &other);
            }
        }
    }
    CHECK_RANGE(meetings, 100, MOST_LINES);
    CHECK_RANGE(same, 0, meetings / 50);
}

static void test_courses_are_packed(void)
{
    for (int32_t k = 0; k < 64 * 64 * 33; k++)
    {
        const land_course course_of = {
            .column = k / 33 % 64 - 16, .row = k / (33 * 64) - 16, .point = k % 33};
        const float kept = (float)land_course_pack(course_of);
        const land_course back = land_course_unpack((int32_t)kept);
        CHECK(kept > 0 && back.column == course_of.column && back.row == course_of.row &&
              back.point == course_of.point);
    }
}

static int32_t index_of(const course_page *page, int64_t column, int64_t row)
{
    const land_window *const window = &page->cells.window;
    return (int32_t)(row - window->row) * window->w + (int32_t)(column - window->column);
}

/// How far a cell of a page is from the point of the coarser curve that it says it lies in, in cells.
static double distance_from_course(const course_page *page, int32_t cell, course_page *coarser)
{
    enum
    {
        FINER = 16 // pages along a coarser one
    };
    const land_course from = land_course_unpack((int32_t)page->course[cell]);
    const int64_t column = loam_floor_div(page->page_x, FINER) * LOAM_GRAPH_SIDE + from.column;
    const int64_t row = loam_floor_div(page->page_z, FINER) * LAND_ROWS + from.row;
    CHECK_OK(loam_land_course_around(coarser, column, row));
    land_curve curve;
    loam_land_stem_of(&coarser->cells, index_of(coarser, column, row), &curve);
    const int64_t x = loam_land_course_eighths(coarser, coarser->page_x, curve.x[from.point]);
    const int64_t z = loam_land_course_eighths(coarser, coarser->page_z, curve.z[from.point]);
    const double dx = (double)(x -
                               loam_land_course_eighths(page, page->page_x, page->cells.x[cell]));
    const double dz = (double)(z -
                               loam_land_course_eighths(page, page->page_z, page->cells.z[cell]));
    return sqrt(dx * dx + dz * dz) / (double)(loam_land_cell_size(page->level) * 8);
}

// A page inland: what branches of deltas lie in is where they lead to.
static void test_channels_know_their_curves(void)
{
    for (int32_t level = 1; level < LOAM_LAND_LEVELS; level++)
    {
        const int64_t side = loam_land_cell_size(level) * LOAM_GRAPH_SIDE;
        const int64_t page_x = loam_floor_div(-440000, side),
                      page_z = loam_floor_div(-160000, side);
        course_page *page, *coarser;
        CHECK_OK(loam_land_course_page_make(land, level, &page));
        CHECK_OK(loam_land_course_page_make(land, level - 1, &coarser));
        CHECK_OK(loam_land_course_load(page, page_x, page_z));
        int32_t channels = 0;
        for (int32_t i = 0; i < LAND_CELLS; i++)
        {
            const int32_t cell = index_of(page, page_x * LOAM_GRAPH_SIDE + i % LOAM_GRAPH_SIDE,
                                          page_z * LAND_ROWS + i / LOAM_GRAPH_SIDE);
            if (page->course[cell] > 0)
            {
                channels++;
                CHECK_RANGE(distance_from_course(page, cell, coarser), 0, 3);
            }
        }
        CHECK_RANGE(channels, 20, LAND_CELLS);
        loam_land_course_page_free(page);
        loam_land_course_page_free(coarser);
    }
}

static void test_names_are_those_of_the_river(void)
{
    const int32_t count = follow(1, true, course);
    CHECK_RANGE(count, 2, MOST_POINTS);
    char name[LOAM_MAX_RIVER_NAME] = "", again[LOAM_MAX_RIVER_NAME] = "";
    CHECK_OK(loam_land_river_name(land, &course[0], true, name));
    CHECK_RANGE(strlen(name), 4, LOAM_MAX_RIVER_NAME - 1);
    CHECK_OK(loam_land_river_name(land, &course[0], true, again));
    CHECK_TEXT(again, name);
}

// The courses that names follow lead down, and never to where they have been.
static void test_courses_do_not_turn_back(void)
{
    const loam_env env = loam_default_env();
    loam_land_map_def def = loam_default_land_map_def();
    def.x = -265005;
    def.z = -122738;
    def.scale = 64;
    map_rivers rivers;
    int32_t points = 0;
    CHECK_OK(loam_map_rivers_find(land, &env, &def, &rivers));
    for (int32_t k = 0; k < rivers.count; k++)
    {
        const map_river *river = &rivers.list[k];
        for (int32_t i = 0; i < river->count; i++)
        {
            for (int32_t j = 0; j < i; j++)
            {
                CHECK(river->x[i] != river->x[j] || river->z[i] != river->z[j]);
            }
        }
        points += river->count;
    }
    CHECK_RANGE(points, 500, 100000);
    loam_map_rivers_free(&env, &rivers);
}

static void test_places_without_a_river(void)
{
    char again[LOAM_MAX_RIVER_NAME] = "as it was";
    const int64_t x = 1300000, z = -600000; // far out at sea
    float height;
    CHECK_OK(loam_land_height(land, (double)x, (double)z, &height));
    CHECK_RANGE(height, -6000, -3000);
    const loam_river_point sea = {.x = x * 8, .z = z * 8, .flow = 100};
    CHECK_INT(loam_land_river_name(land, &sea, true, again), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "there is no river at 1300000, -600000");
    CHECK_TEXT(again, "as it was");
    CHECK_INT(loam_land_river_name(land, &sea, false, again), LOAM_NOT_FOUND);
    CHECK_TEXT(again, "as it was");
    const loam_river_point out = {.x = LOAM_LAND_END * 8 + 80, .z = 0, .flow = 100};
    CHECK_INT(loam_land_river_name(land, &out, true, again), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(again, "as it was");
}

int main(void)
{
    land = make_land(3);
    RUN(test_a_river_is_one_all_along);
    RUN_UNSANITIZED(test_confluences_do_not_confuse);
    RUN(test_a_river_is_one_on_the_finest_graph);
    RUN(test_fine_and_coarse_agree);
    RUN(test_overviews_agree);
    RUN(test_those_that_meet_differ);
    RUN(test_courses_are_packed);
    RUN(test_channels_know_their_curves);
    RUN(test_names_are_those_of_the_river);
    RUN(test_courses_do_not_turn_back);
    RUN(test_places_without_a_river);
    loam_land_destroy(land);
    return CHECK_DONE();
}
