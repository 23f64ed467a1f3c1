// SPDX-License-Identifier: MIT
// The shape of a graph: its elements refer to each other both ways and across pages, Euler's formula
// holds, cells are those that sites say, and walks never end.
#include "check.h"
#include "graph_world.h"
#include "land/graph/neighbours.h"
#include "land/graph/pages.h"

#define FAR_PAGE ((int64_t)1 << 40)

// Sites that were relaxed five times take long, so they are looked at once, far away.

// ---- references ---------------------------------------------------------------------------------------

// How often the ring of a cell has an element at the same place as another list has it.
static int32_t count_in_ring(const graph_square *square, graph_id cell, graph_id neighbour,
                             graph_id edge)
{
    const loam_graph_page *const page = graph_square_page(square, cell);
    int32_t found = 0;
    for (int32_t i = page->ring_begin[cell.index]; i < page->ring_begin[cell.index + 1]; i++)
    {
        found += graph_id_equal(graph_id_of(cell, page->ring_cells[i]), neighbour) &&
                 graph_id_equal(graph_id_of(cell, page->ring_edges[i]), edge);
    }
    return found;
}

static bool is_lower(const graph_square *square, graph_id a, graph_id b)
{
    const int32_t rows = square->pages[0][0].cell_count / LOAM_GRAPH_SIDE;
    const int32_t a_row = a.z * rows + a.index / 32, b_row = b.z * rows + b.index / 32;
    return a_row < b_row || (a_row == b_row && a.x * 32 + a.index % 32 < b.x * 32 + b.index % 32);
}

static void check_cell(const graph_square *square, graph_id cell)
{
    const loam_graph_page *const page = graph_square_page(square, cell);
    const int32_t begin = page->ring_begin[cell.index], end = page->ring_begin[cell.index + 1];
    CHECK_RANGE(end - begin, 3, LOAM_GRAPH_MAX_RING);
    for (int32_t i = begin; i < end; i++)
    {
        const graph_id neighbour = graph_id_of(cell, page->ring_cells[i]);
        const graph_id edge_id = graph_id_of(cell, page->ring_edges[i]);
        const graph_id vertex_id = graph_id_of(cell, page->ring_vertices[i]);
        CHECK_INT(count_in_ring(square, neighbour, cell, edge_id), 1);

        // The edge ends where the ring's corners are, with its first cell on the left.
        const loam_graph_edge *const edge =
            &graph_square_page(square, edge_id)->edges[edge_id.index];
        const bool first = graph_id_equal(graph_id_of(edge_id, edge->cells[0]), cell);
        CHECK_INT(first, is_lower(square, cell, neighbour));
        CHECK(graph_id_equal(graph_id_of(edge_id, edge->vertices[first]), vertex_id));
        const graph_id before = graph_id_of(cell, page->ring_vertices[i > begin ? i - 1 : end - 1]);
        CHECK(graph_id_equal(graph_id_of(edge_id, edge->vertices[!first]), before));

        const loam_graph_vertex *const vertex =
            &graph_square_page(square, vertex_id)->vertices[vertex_id.index];
        int32_t own = -1;
        for (int32_t k = 0; k < 3; k++)
        {
            own = graph_id_equal(graph_id_of(vertex_id, vertex->cells[k]), cell) ? k : own;
        }
        CHECK(own >= 0);
        const graph_id next = graph_id_of(cell, page->ring_cells[i + 1 < end ? i + 1 : begin]);
        CHECK(graph_id_equal(graph_id_of(vertex_id, vertex->cells[(own + 1) % 3]), neighbour));
        CHECK(graph_id_equal(graph_id_of(vertex_id, vertex->cells[(own + 2) % 3]), next));
    }
}

static void check_edge(const graph_square *square, graph_id id)
{
    const loam_graph_edge *const edge = &graph_square_page(square, id)->edges[id.index];
    const graph_id a = graph_id_of(id, edge->cells[0]), b = graph_id_of(id, edge->cells[1]);
    CHECK(a.x == id.x && a.z == id.z && is_lower(square, a, b));
    CHECK_INT(count_in_ring(square, a, b, id), 1);
    CHECK_INT(count_in_ring(square, b, a, id), 1);
    CHECK(!graph_id_equal(graph_id_of(id, edge->vertices[0]), graph_id_of(id, edge->vertices[1])));
    for (int32_t end = 0; end < 2; end++)
    {
        const graph_id vertex_id = graph_id_of(id, edge->vertices[end]);
        const loam_graph_vertex *const vertex =
            &graph_square_page(square, vertex_id)->vertices[vertex_id.index];
        int32_t found = 0;
        for (int32_t k = 0; k < 3; k++)
        {
            found += graph_id_equal(graph_id_of(vertex_id, vertex->edges[k]), id) &&
                     graph_id_equal(graph_id_of(vertex_id, vertex->vertices[k]),
                                    graph_id_of(id, edge->vertices[1 - end]));
        }
        CHECK_INT(found, 1);
    }
}

// All three cells are as far from a corner as its place, rounded down to whole units, allows.
static void check_vertex(const graph_square *square, graph_id id)
{
    const loam_graph_vertex *const vertex = &graph_square_page(square, id)->vertices[id.index];
    double distance[3];
    for (int32_t k = 0; k < 3; k++)
    {
        const graph_id cell = graph_id_of(id, vertex->cells[k]);
        const loam_graph_page *const page = graph_square_page(square, cell);
        const double x = page->site_x[cell.index] + (cell.x - id.x) * LOAM_GRAPH_PAGE - vertex->x -
                         0.5;
        const double z = page->site_z[cell.index] + (cell.z - id.z) * LOAM_GRAPH_PAGE - vertex->z -
                         0.5;
        distance[k] = sqrt(x * x + z * z);
        CHECK(k == 0 || is_lower(square, graph_id_of(id, vertex->cells[0]), cell));

        // The edge opposite of a cell lies between the others.
        const graph_id edge_id = graph_id_of(id, vertex->edges[k]);
        const loam_graph_edge *const edge =
            &graph_square_page(square, edge_id)->edges[edge_id.index];
        CHECK(!graph_id_equal(graph_id_of(edge_id, edge->cells[0]), cell) &&
              !graph_id_equal(graph_id_of(edge_id, edge->cells[1]), cell));
    }
    CHECK(graph_id_of(id, vertex->cells[0]).x == id.x &&
          graph_id_of(id, vertex->cells[0]).z == id.z);
    CHECK_NEAR(distance[1], distance[0], 1.5);
    CHECK_NEAR(distance[2], distance[0], 1.5);
}

static void check_references(loam_distributor distributor, int64_t page_x, int64_t page_z)
{
    graph_world world = graph_world_make(distributor, 0, (size_t)64 << 20);
    graph_square square = graph_square_hold(&world, page_x, page_z, 4);
    for (int32_t p = 0; p < 4; p++)
    {
        const int32_t x = 1 + p % 2, z = 1 + p / 2;
        const loam_graph_page *const page = &square.pages[z][x];
        CHECK_INT(page->cell_count, LOAM_GRAPH_SIDE * loam_graph_rows(distributor));
        for (int32_t i = 0; i < page->cell_count; i++)
        {
            check_cell(&square, (graph_id){x, z, i});
        }
        for (int32_t i = 0; i < page->edge_count; i++)
        {
            check_edge(&square, (graph_id){x, z, i});
        }
        for (int32_t i = 0; i < page->vertex_count; i++)
        {
            check_vertex(&square, (graph_id){x, z, i});
        }
    }
    graph_square_release(&square);
    graph_world_free(&world);
}

static void test_references_agree_both_ways(void)
{
    for (int d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        if (d != LOAM_SITES_LLOYD_5)
        {
            check_references((loam_distributor)d, -2, -2);
        }
        check_references((loam_distributor)d, FAR_PAGE, -FAR_PAGE);
    }
}

// ---- Euler --------------------------------------------------------------------------------------------

enum
{
    MAX_ELEMENTS = 6 * 6 * LOAM_GRAPH_MAX_VERTICES,
};

// Marks of elements, by page and index.
enum
{
    COUNTED = 1,
    BORDER = 2,
};

static uint8_t edge_marks[SQUARE_MAX][SQUARE_MAX][LOAM_GRAPH_MAX_EDGES];
static uint8_t vertex_marks[SQUARE_MAX][SQUARE_MAX][LOAM_GRAPH_MAX_VERTICES];
static int32_t component[SQUARE_MAX][SQUARE_MAX][LOAM_GRAPH_MAX_CELLS];
static graph_id stack[MAX_ELEMENTS];

static bool is_inner(const graph_square *square, graph_id id)
{
    return id.x >= 1 && id.x < square->side - 1 && id.z >= 1 && id.z < square->side - 1;
}

// Spreads a component's number over inner cells.
static void flood(const graph_square *square, graph_id from, int32_t number)
{
    int32_t depth = 0;
    stack[depth++] = from;
    component[from.z][from.x][from.index] = number;
    while (depth > 0)
    {
        const graph_id cell = stack[--depth];
        const loam_graph_page *const page = graph_square_page(square, cell);
        for (int32_t i = page->ring_begin[cell.index]; i < page->ring_begin[cell.index + 1]; i++)
        {
            const graph_id next = graph_id_of(cell, page->ring_cells[i]);
            if (is_inner(square, next) && component[next.z][next.x][next.index] == 0)
            {
                component[next.z][next.x][next.index] = number;
                stack[depth++] = next;
            }
        }
    }
}

// Goes along the border of the inner cells, which lie on the left, until it closes; marks its edges with
// BORDER.
static void follow_border(const graph_square *square, graph_id cell, int32_t slot)
{
    for (;;)
    {
        const loam_graph_page *page = graph_square_page(square, cell);
        const graph_id edge = graph_id_of(cell, page->ring_edges[slot]);
        uint8_t *const mark = &edge_marks[edge.z][edge.x][edge.index];
        if ((*mark & BORDER) != 0)
        {
            return;
        }
        *mark |= BORDER;
        // The next edge around this cell, or beyond the cell behind that, if it is an inner one.
        const int32_t begin = page->ring_begin[cell.index], end = page->ring_begin[cell.index + 1];
        slot = slot + 1 < end ? slot + 1 : begin;
        const graph_id next = graph_id_of(cell, page->ring_cells[slot]);
        if (!is_inner(square, next))
        {
            continue;
        }
        page = graph_square_page(square, next);
        int32_t back = page->ring_begin[next.index];
        while (!graph_id_equal(graph_id_of(next, page->ring_cells[back]), cell))
        {
            back++;
        }
        slot = back + 1 < page->ring_begin[next.index + 1] ? back + 1
                                                           : page->ring_begin[next.index];
        cell = next;
    }
}

typedef struct tally
{
    int32_t cells, edges, vertices, components, borders;
} tally;

static void tally_cell(const graph_square *square, graph_id cell, tally *sum)
{
    const loam_graph_page *const page = graph_square_page(square, cell);
    sum->cells++;
    if (component[cell.z][cell.x][cell.index] == 0)
    {
        flood(square, cell, ++sum->components);
    }
    for (int32_t i = page->ring_begin[cell.index]; i < page->ring_begin[cell.index + 1]; i++)
    {
        const graph_id edge = graph_id_of(cell, page->ring_edges[i]);
        const graph_id vertex = graph_id_of(cell, page->ring_vertices[i]);
        uint8_t *const edge_mark = &edge_marks[edge.z][edge.x][edge.index];
        uint8_t *const vertex_mark = &vertex_marks[vertex.z][vertex.x][vertex.index];
        sum->edges += (*edge_mark & COUNTED) == 0;
        sum->vertices += *vertex_mark == 0;
        *edge_mark |= COUNTED;
        *vertex_mark = COUNTED;
        if (!is_inner(square, graph_id_of(cell, page->ring_cells[i])) && (*edge_mark & BORDER) == 0)
        {
            sum->borders++;
            follow_border(square, cell, i);
        }
    }
}

// Corners join three edges, so the border of some cells is a number of closed lines: one around each
// piece, and one around each hole.
static void check_euler(loam_distributor distributor, int64_t page_x, int64_t page_z, int32_t side)
{
    graph_world world = graph_world_make(distributor, 0, (size_t)64 << 20);
    graph_square square = graph_square_hold(&world, page_x, page_z, side);
    memset(edge_marks, 0, sizeof edge_marks);
    memset(vertex_marks, 0, sizeof vertex_marks);
    memset(component, 0, sizeof component);
    tally sum = {0};
    for (int32_t z = 1; z < side - 1; z++)
    {
        for (int32_t x = 1; x < side - 1; x++)
        {
            for (int32_t i = 0; i < square.pages[z][x].cell_count; i++)
            {
                tally_cell(&square, (graph_id){x, z, i}, &sum);
            }
        }
    }
    const int32_t holes = sum.borders - sum.components;
    CHECK_INT(sum.vertices - sum.edges + sum.cells, sum.components - holes);
    CHECK_INT(sum.components, 1);
    CHECK_RANGE(sum.edges, 3.0 * sum.cells, 3.3 * sum.cells);
    graph_square_release(&square);
    graph_world_free(&world);
}

static void test_eulers_formula_holds(void)
{
    for (int d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        if (d != LOAM_SITES_LLOYD_5)
        {
            check_euler((loam_distributor)d, -2, 3, 3);
        }
        check_euler((loam_distributor)d, -FAR_PAGE, FAR_PAGE, d == LOAM_SITES_LLOYD_5 ? 3 : 4);
    }
}

// ---- agreement with the sites -------------------------------------------------------------------------

static void check_sites(loam_distributor distributor, int64_t page_x, int64_t page_z)
{
    enum
    {
        MARGIN = 6,
        W = LOAM_GRAPH_SIDE + 2 * MARGIN,
        H = LOAM_GRAPH_MAX_ROWS + 2 * MARGIN,
    };
    static loam_graph_point points[W * H];
    static int32_t x[W * H], z[W * H];
    const int32_t rows = loam_graph_rows(distributor), h = rows + 2 * MARGIN;
    loam_graph_sites(distributor, graph_world_sites_seed(), page_x * LOAM_GRAPH_SIDE - MARGIN,
                     page_z * rows - MARGIN, W, h, points);
    for (int32_t i = 0; i < W * h; i++)
    {
        x[i] = (int32_t)(points[i].x - page_x * LOAM_GRAPH_PAGE);
        z[i] = (int32_t)(points[i].z - page_z * LOAM_GRAPH_PAGE);
    }
    const loam_graph_window window = {NULL, loam_graph_spread_of(distributor), -MARGIN, W, h, x, z};
    graph_world world = graph_world_make(distributor, 0, (size_t)64 << 20);
    graph_square square = graph_square_hold(&world, page_x, page_z, 1);
    const loam_graph_page *const page = &square.pages[0][0];
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        const int32_t column = i % LOAM_GRAPH_SIDE + MARGIN, row = i / LOAM_GRAPH_SIDE + MARGIN;
        int32_t ring[LOAM_GRAPH_MAX_RING];
        const int32_t count = loam_graph_ring(&window, column, row, ring);
        CHECK_INT(page->site_x[i], x[row * W + column]);
        CHECK_INT(page->site_z[i], z[row * W + column]);
        CHECK_INT(page->ring_begin[i + 1] - page->ring_begin[i], count);
        for (int32_t k = 0; k < count; k++)
        {
            const loam_graph_ref ref = page->ring_cells[page->ring_begin[i] + k];
            const int32_t c = ref.page_dx * LOAM_GRAPH_SIDE + ref.index % LOAM_GRAPH_SIDE;
            const int32_t r = ref.page_dz * rows + ref.index / LOAM_GRAPH_SIDE;
            CHECK_INT((r + MARGIN) * W + c + MARGIN, ring[k]);
        }
    }
    graph_square_release(&square);
    graph_world_free(&world);
}

static void test_pages_are_those_of_the_sites(void)
{
    for (int d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        if (d != LOAM_SITES_LLOYD_5)
        {
            check_sites((loam_distributor)d, 0, -1);
        }
        check_sites((loam_distributor)d, -FAR_PAGE, FAR_PAGE);
    }
}

// ---- walks --------------------------------------------------------------------------------------------

// A walker holds the page that it is in.
typedef struct walker
{
    graph_world *world;
    const loam_page *held;
    loam_graph_page page;
    int64_t x, z;
    int32_t index, pages;
} walker;

static void go_to(walker *w, loam_graph_ref to)
{
    w->index = to.index;
    if (w->held != NULL && to.page_dx == 0 && to.page_dz == 0)
    {
        return;
    }
    w->x += to.page_dx;
    w->z += to.page_dz;
    w->pages++;
    loam_pipeline_release(w->world->pipeline, w->held);
    const loam_page_id id = {.stage = loam_graph_stage(w->world->graph), .x = w->x, .z = w->z};
    CHECK_OK(loam_pipeline_get(w->world->pipeline, id, &w->held));
    CHECK_OK(loam_graph_read(w->held, &w->page));
}

// From cell to cell, always to the neighbour that lies furthest in one direction or, at times, to any.
static void walk_cells(graph_world *world, uint64_t seed, uint64_t steps)
{
    walker w = {.world = world};
    go_to(&w, (loam_graph_ref){0, 0, 40});
    for (uint64_t step = 0; step < steps; step++)
    {
        const int32_t begin = w.page.ring_begin[w.index];
        const int32_t count = w.page.ring_begin[w.index + 1] - begin;
        int32_t choice = (int32_t)loam_random_below(seed, step, (uint32_t)count);
        for (int32_t i = 0; step % 4 != 0 && i < count; i++)
        {
            const loam_graph_ref best = w.page.ring_cells[begin + choice];
            const loam_graph_ref ref = w.page.ring_cells[begin + i];
            choice = ref.page_dx * 32 + ref.index % 32 > best.page_dx * 32 + best.index % 32
                         ? i
                         : choice;
        }
        const loam_graph_ref to = w.page.ring_cells[begin + choice];
        const graph_id from = {-to.page_dx, -to.page_dz, w.index};
        go_to(&w, to);
        int32_t back = 0;
        for (int32_t i = w.page.ring_begin[w.index]; i < w.page.ring_begin[w.index + 1]; i++)
        {
            back += graph_id_equal(graph_id_of((graph_id){0, 0, 0}, w.page.ring_cells[i]), from);
        }
        CHECK_INT(back, 1);
    }
    CHECK((uint64_t)w.pages > steps / 50);
    loam_pipeline_release(world->pipeline, w.held);
}

// Along edges from corner to corner, never straight back.
static void walk_vertices(graph_world *world, uint64_t seed)
{
    walker w = {.world = world};
    go_to(&w, (loam_graph_ref){0, 0, 17});
    int32_t came_by = 0;
    for (uint64_t step = 0; step < 10000; step++)
    {
        const loam_graph_vertex *const vertex = &w.page.vertices[w.index];
        const int32_t turn = 1 + (int32_t)loam_random_below(seed, step, 2);
        const loam_graph_ref to = vertex->vertices[(came_by + turn) % 3];
        const graph_id from = {-to.page_dx, -to.page_dz, w.index};
        go_to(&w, to);
        int32_t found = -1;
        for (int32_t k = 0; k < 3; k++)
        {
            const graph_id end = graph_id_of((graph_id){0, 0, 0},
                                             w.page.vertices[w.index].vertices[k]);
            found = graph_id_equal(end, from) ? k : found;
        }
        CHECK(found >= 0);
        came_by = found < 0 ? 0 : found;
    }
    CHECK(w.pages > 5);
    loam_pipeline_release(world->pipeline, w.held);
}

static void test_walks_never_end_at_a_page(void)
{
    for (int d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        // A cache for some pages, so that they go and come again; relaxed ones read too many for that.
        const bool relaxed = d == LOAM_SITES_LLOYD_1 || d == LOAM_SITES_LLOYD_5;
        const size_t cache = (size_t)(relaxed ? 48 : 12) << 20;
        graph_world world = graph_world_make((loam_distributor)d, 0, cache);
        walk_cells(&world, (uint64_t)d, relaxed ? 400 : 1600);
        walk_vertices(&world, (uint64_t)d);
        loam_stage_counters counters;
        CHECK_OK(loam_pipeline_counters(world.pipeline, loam_graph_stage(world.graph), &counters));
        CHECK(relaxed || counters.evicted > 0);
        graph_world_free(&world);
    }
}

int main(void)
{
    RUN(test_references_agree_both_ways);
    RUN_UNSANITIZED(test_eulers_formula_holds);
    RUN(test_pages_are_those_of_the_sites);
    RUN(test_walks_never_end_at_a_page);
    return CHECK_DONE();
}
