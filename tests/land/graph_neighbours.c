// SPDX-License-Identifier: MIT
// Sites and rings: the same from every window, and neighbours as a search through all triangles finds
// them, also where many sites lie on one circle.
#include "check.h"
#include "land/graph/neighbours.h"
#include "land/graph/sites.h"
#include "land/graph/triangles.h"
#include "loam/random.h"

enum
{
    SIDE = 23,
    MIDDLE = SIDE / 2,
};

typedef struct patch
{
    int32_t x[SIDE * SIDE], z[SIDE * SIDE];
    loam_graph_window window;
} patch;

// SIDE x SIDE sites around lattice cell (column, row).
static patch *make_patch(patch *out, loam_distributor distributor, uint64_t seed, int64_t column,
                         int64_t row)
{
    static loam_graph_point points[SIDE * SIDE];
    loam_graph_sites(distributor, seed, column - MIDDLE, row - MIDDLE, SIDE, SIDE, points);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        out->x[i] = (int32_t)(points[i].x - points[0].x);
        out->z[i] = (int32_t)(points[i].z - points[0].z);
    }
    out->window = (loam_graph_window){.spread = loam_graph_spread_of(distributor),
                                      .row = row - MIDDLE,
                                      .w = SIDE,
                                      .h = SIDE,
                                      .x = out->x,
                                      .z = out->z};
    return out;
}

// The determinant of the rows (x, z, lift, 1) of four sites, from site a.
static int64_t lifted(const patch *in, const int32_t cells[4], const int64_t lift[4])
{
    int64_t x[3], z[3], w[3];
    for (int i = 0; i < 3; i++)
    {
        x[i] = in->x[cells[i + 1]] - in->x[cells[0]];
        z[i] = in->z[cells[i + 1]] - in->z[cells[0]];
        w[i] = lift[i + 1] - lift[0];
    }
    return x[0] * (z[1] * w[2] - w[1] * z[2]) - z[0] * (x[1] * w[2] - w[1] * x[2]) +
           w[0] * (x[1] * z[2] - z[1] * x[2]);
}

// Whether site p lies below the plane through the counterclockwise lifted triangle a, b, c; on one circle
// the lowest of the four is lowered by next to nothing.
static bool is_in_circle(const patch *in, int32_t a, int32_t b, int32_t c, int32_t p)
{
    const int32_t cells[4] = {a, b, c, p};
    int64_t lift[4], nudge[4] = {0};
    int lowest = 0;
    for (int i = 0; i < 4; i++)
    {
        const int64_t x = in->x[cells[i]] - in->x[a], z = in->z[cells[i]] - in->z[a];
        lift[i] = x * x + z * z;
        lowest = cells[i] < cells[lowest] ? i : lowest;
    }
    nudge[lowest] = -1;
    const int64_t exact = lifted(in, cells, lift);
    return (exact != 0 ? exact : lifted(in, cells, nudge)) < 0;
}

static bool is_triangle(const patch *in, int32_t a, int32_t b, int32_t c)
{
    for (int32_t p = 0; p < SIDE * SIDE; p++)
    {
        if (p != a && p != b && p != c && is_in_circle(in, a, b, c, p))
        {
            return false;
        }
    }
    return true;
}

// The neighbour after b around a, by trying all.
static int32_t find_next(const patch *in, int32_t a, int32_t b)
{
    const int64_t bx = in->x[b] - in->x[a], bz = in->z[b] - in->z[a];
    for (int32_t c = 0; c < SIDE * SIDE; c++)
    {
        const int64_t cx = in->x[c] - in->x[a], cz = in->z[c] - in->z[a];
        if (bx * cz - bz * cx > 0 && is_triangle(in, a, b, c))
        {
            return c;
        }
    }
    return -1;
}

static void check_ring(const patch *in, int32_t column, int32_t row)
{
    int32_t ring[LOAM_GRAPH_MAX_RING];
    const int32_t count = loam_graph_ring(&in->window, column, row, ring);
    const int32_t cell = row * SIDE + column;
    CHECK_RANGE(count, 3, LOAM_GRAPH_MAX_RING);
    for (int32_t i = 0; i < count; i++)
    {
        CHECK_INT(ring[(i + 1) % count], find_next(in, cell, ring[i]));
    }
}

static void test_rings_are_those_of_all_triangles(void)
{
    static patch in;
    for (int distributor = 0; distributor < LOAM_DISTRIBUTOR_COUNT; distributor++)
    {
        for (uint64_t seed = 0; seed < 6; seed++)
        {
            const int64_t far = seed % 2 == 0 ? (int64_t)1 << 40 : -57;
            make_patch(&in, (loam_distributor)distributor, seed, far, -far + (int64_t)seed);
            for (int32_t i = -1; i <= 1; i++)
            {
                check_ring(&in, MIDDLE + i, MIDDLE);
                check_ring(&in, MIDDLE, MIDDLE + i);
            }
        }
    }
}

// ---- triangles --------------------------------------------------------------------------------------

enum
{
    AROUND = LOAM_GRAPH_TRIANGLE_MARGIN,
    PAGE_W = LOAM_GRAPH_SIDE + 2 * AROUND,
};

/// How the sites of a page are put where neighbours are least like those of the lattice, or in doubt.
typedef enum place
{
    AS_THEY_ARE,
    IN_CORNERS, // as far from the middle as may be, or as hexagons take it for sure, along both axes
    ON_RASTER,  // of nine places, so that a good part of them lies on circles with others
    PLACE_COUNT,
} place;

typedef struct page_patch
{
    int32_t x[LOAM_GRAPH_TRIANGLE_CELLS], z[LOAM_GRAPH_TRIANGLE_CELLS];
    loam_graph_window window;
    loam_graph_triangles triangles;
} page_patch;

static int32_t offset_at(place where, uint64_t bits, int32_t reach)
{
    return where == IN_CORNERS ? ((bits & 1) != 0 ? reach : -reach)
                               : ((int32_t)(bits % 3) - 1) * (reach & ~255);
}

/// The sites of a page and what lies around it; those of plain lattices moved.
static void make_page(page_patch *out, loam_distributor distributor, uint64_t seed, place where)
{
    const int32_t rows = loam_graph_rows(distributor) + 2 * AROUND;
    const int32_t reach = distributor == LOAM_SITES_HEXAGONS ? 256 : 511;
    loam_graph_page_sites(distributor, seed, (int64_t)1 << 40, -7, AROUND, out->x, out->z);
    for (int32_t i = 0; i < PAGE_W * rows && where != AS_THEY_ARE; i++)
    {
        const uint64_t bits = loam_random_u64(seed, (uint64_t)i);
        out->x[i] += offset_at(where, bits, reach);
        out->z[i] += offset_at(where, bits >> 32, reach);
    }
    out->window = (loam_graph_window){.spread = loam_graph_spread_of(distributor),
                                      .row = -AROUND,
                                      .w = PAGE_W,
                                      .h = rows,
                                      .x = out->x,
                                      .z = out->z};
}

static void check_page(page_patch *in)
{
    CHECK(loam_graph_triangulate(&in->window, -AROUND, &in->triangles));
    for (int32_t row = AROUND; row < in->window.h - AROUND; row++)
    {
        for (int32_t column = AROUND; column < PAGE_W - AROUND; column++)
        {
            int32_t ring[LOAM_GRAPH_MAX_RING], wrapped[LOAM_GRAPH_MAX_RING];
            const int32_t count = loam_graph_triangles_ring(&in->triangles, row * PAGE_W + column,
                                                            ring);
            CHECK_INT(count, loam_graph_ring(&in->window, column, row, wrapped));
            CHECK(memcmp(ring, wrapped, (size_t)count * sizeof ring[0]) == 0);
        }
    }
}

static void test_triangles_have_the_rings_that_are_wrapped(void)
{
    static page_patch in;
    static const loam_distributor distributors[] = {LOAM_SITES_JITTERED, LOAM_SITES_UNIFORM,
                                                    LOAM_SITES_HEXAGONS, LOAM_SITES_SQUARES};
    for (int i = 0; i < 4; i++)
    {
        const bool plain = distributors[i] == LOAM_SITES_HEXAGONS ||
                           distributors[i] == LOAM_SITES_SQUARES;
        for (int where = 0; where < (plain ? PLACE_COUNT : 1); where++)
        {
            for (uint64_t seed = 0; seed < 4; seed++)
            {
                make_page(&in, distributors[i], seed, (place)where);
                check_page(&in);
            }
        }
    }
}

static bool is_accepted(page_patch *in, int32_t *site, int32_t change)
{
    *site += change;
    const bool accepted = loam_graph_triangulate(&in->window, -AROUND, &in->triangles);
    *site -= change;
    return accepted;
}

// Where a site is further from its lattice cell than it should, nothing is said of its neighbours.
static void test_triangles_are_of_sites_near_their_cells(void)
{
    static page_patch in;
    make_page(&in, LOAM_SITES_HEXAGONS, 1, AS_THEY_ARE);
    CHECK(is_accepted(&in, &in.x[7 * PAGE_W + 3], LOAM_GRAPH_JITTER));
    CHECK(!is_accepted(&in, &in.x[7 * PAGE_W + 3], LOAM_GRAPH_JITTER + 1));
    CHECK(!is_accepted(&in, &in.z[in.window.h * PAGE_W - 1], -LOAM_GRAPH_JITTER - 1));
    make_page(&in, LOAM_SITES_SQUARES, 1, AS_THEY_ARE);
    CHECK(is_accepted(&in, &in.z[0], -LOAM_GRAPH_CELL / 2));
    CHECK(!is_accepted(&in, &in.z[0], -LOAM_GRAPH_CELL / 2 - 1));
    CHECK(is_accepted(&in, &in.x[PAGE_W], LOAM_GRAPH_CELL / 2 - 1));
    CHECK(!is_accepted(&in, &in.x[PAGE_W], LOAM_GRAPH_CELL / 2));
    in.window.spread = LOAM_SPREAD_RELAXED;
    CHECK(!is_accepted(&in, &in.x[0], 0));
}

/// Moves the sites around a corner of an even row as far as may be: each along x and z, counterclockwise from the low
/// left one.
static void push_square(page_patch *out, const int32_t signs[8])
{
    const int32_t a = (AROUND + 4) * PAGE_W + 9;
    const int32_t cells[4] = {a, a + 1, a + PAGE_W + 1, a + PAGE_W};
    make_page(out, LOAM_SITES_HEXAGONS, 1, AS_THEY_ARE);
    for (int32_t i = 0; i < 4; i++)
    {
        out->x[cells[i]] += signs[2 * i] * LOAM_GRAPH_JITTER;
        out->z[cells[i]] += signs[2 * i + 1] * LOAM_GRAPH_JITTER;
    }
}

static void test_triangles_turn_left(void)
{
    static page_patch in;
    push_square(&in,
                (const int32_t[]){1, 1, -1, -1, 1, 1, -1, -1}); // parted by the longer diagonal
    check_page(&in);
    push_square(&in, (const int32_t[]){1, -1, -1, 1, -1, 1, 1, -1}); // by none
    CHECK(!loam_graph_triangulate(&in.window, -AROUND, &in.triangles));
}

// Sites on a coarse raster, so that a good part of them lies on circles with others.
static void test_ties_are_those_of_lowered_sites(void)
{
    static patch in;
    for (uint64_t seed = 0; seed < 24; seed++)
    {
        make_patch(&in, LOAM_SITES_SQUARES, seed, 0, 0);
        for (int32_t i = 0; i < SIDE * SIDE; i++)
        {
            const uint64_t bits = loam_random_u64(seed, (uint64_t)i);
            in.x[i] += (int32_t)(bits & 3) * 256 - 512;
            in.z[i] += (int32_t)(bits >> 2 & 3) * 256 - 512;
        }
        check_ring(&in, MIDDLE, MIDDLE);
        check_ring(&in, MIDDLE + 1, MIDDLE + 1);
        check_ring(&in, MIDDLE - 1, MIDDLE);
    }
}

// Who has a neighbour is one of it, in every window.
static void test_neighbours_agree(void)
{
    static patch in, moved;
    for (int distributor = 0; distributor < LOAM_DISTRIBUTOR_COUNT; distributor++)
    {
        for (uint64_t seed = 0; seed < 20; seed++)
        {
            make_patch(&in, (loam_distributor)distributor, seed, -3, 5);
            make_patch(&moved, (loam_distributor)distributor, seed, -2, 4);
            int32_t ring[LOAM_GRAPH_MAX_RING], other[LOAM_GRAPH_MAX_RING];
            const int32_t count = loam_graph_ring(&in.window, MIDDLE, MIDDLE, ring);
            const int32_t same = loam_graph_ring(&moved.window, MIDDLE - 1, MIDDLE + 1, other);
            CHECK_INT(same, count);
            for (int32_t i = 0; i < count; i++)
            {
                CHECK_INT(other[i], ring[i] + SIDE - 1);
            }
            const int32_t column = ring[0] % SIDE, row = ring[0] / SIDE;
            const int32_t its = loam_graph_ring(&in.window, column, row, other);
            int32_t found = 0;
            for (int32_t i = 0; i < its; i++)
            {
                found += other[i] == MIDDLE * SIDE + MIDDLE;
            }
            CHECK_INT(found, 1);
        }
    }
}

static void test_sites_are_the_same_from_every_window(void)
{
    static loam_graph_point whole[40 * 40];
    loam_graph_point part[7 * 5];
    for (int distributor = 0; distributor < LOAM_DISTRIBUTOR_COUNT; distributor++)
    {
        const loam_distributor d = (loam_distributor)distributor;
        const int64_t column = ((int64_t)1 << 45) + 3, row = -((int64_t)1 << 45) - 50;
        loam_graph_sites(d, 9, column, row, 40, 40, whole);
        loam_graph_sites(d, 9, column + 29, row + 11, 7, 5, part);
        for (int32_t j = 0; j < 5; j++)
        {
            CHECK(memcmp(part + j * 7, whole + (j + 11) * 40 + 29, 7 * sizeof part[0]) == 0);
        }
        loam_graph_sites(d, 10, column + 29, row + 11, 7, 5, part);
        const bool plain = d == LOAM_SITES_HEXAGONS || d == LOAM_SITES_SQUARES;
        CHECK((memcmp(part, whole + 11 * 40 + 29, 7 * sizeof part[0]) == 0) == plain);
    }
}

static void test_sites_stay_near_their_cells(void)
{
    static loam_graph_point sites[64 * 72];
    for (int distributor = 0; distributor < LOAM_DISTRIBUTOR_COUNT; distributor++)
    {
        const loam_distributor d = (loam_distributor)distributor;
        const loam_graph_spread spread = loam_graph_spread_of(d);
        const int64_t rows = loam_graph_rows(d);
        loam_graph_sites(d, 3, -32, -rows, 64, 2 * (int32_t)rows, sites);
        int64_t low_x = INT64_MAX, high_x = INT64_MIN, low_z = INT64_MAX, high_z = INT64_MIN;
        for (int64_t i = 0; i < 64 * 2 * rows; i++)
        {
            const int64_t row = i / 64 - rows;
            const int64_t shift = spread != LOAM_SPREAD_HEXAGONS ? 512 : row % 2 != 0 ? 768 : 256;
            const int64_t x = sites[i].x - ((i % 64 - 32) * LOAM_GRAPH_CELL + shift);
            const double middle = ((double)row + 0.5) * LOAM_GRAPH_PAGE / (double)rows;
            const int64_t z = sites[i].z - (int64_t)floor(middle);
            low_x = x < low_x ? x : low_x;
            high_x = x > high_x ? x : high_x;
            low_z = z < low_z ? z : low_z;
            high_z = z > high_z ? z : high_z;
        }
        static const int64_t limits[LOAM_DISTRIBUTOR_COUNT] = {341, 512, 1024, 1024, 0, 0};
        CHECK_RANGE(low_x, -limits[d], -limits[d] / 2);
        CHECK_RANGE(low_z, -limits[d], -limits[d] / 2);
        CHECK_RANGE(high_x, limits[d] / 2, limits[d]);
        CHECK_RANGE(high_z, limits[d] / 2, limits[d]);
    }
}

static void relax(const patch *in, int32_t square_dx, int32_t *x, int32_t *z)
{
    const int32_t cell = MIDDLE * SIDE + MIDDLE;
    loam_graph_relax(&in->window, MIDDLE, MIDDLE, in->x[cell] + square_dx, in->z[cell] - 512, x, z);
    *x -= in->x[cell];
    *z -= in->z[cell];
}

// A site moves to the middle of its cell, as far as it may from its square, and not out of the cell.
static void test_relaxed_sites_stay_in_their_cells(void)
{
    static patch in;
    int32_t x, z;
    make_patch(&in, LOAM_SITES_SQUARES, 0, 0, 0);
    relax(&in, -512, &x, &z);
    CHECK(x == 0 && z == 0);
    relax(&in, -1635, &x, &z);
    CHECK(x == -100 && z == 0);
    relax(&in, 612, &x, &z);
    CHECK(x == 100 && z == 0);
    relax(&in, 5000, &x, &z);
    CHECK(x == 0 && z == 0);
    // With the site in a corner of its cell.
    in.x[MIDDLE * SIDE + MIDDLE + 1] += 300;
    in.x[MIDDLE * SIDE + MIDDLE - 1] += 100;
    relax(&in, -512, &x, &z);
    CHECK_RANGE(x, 80, 120);
    CHECK_RANGE(z, -20, 20);
}

// The middle of all places, APART units from each other, that are nearer to the patch's middle site than to
// any other; from that site.
static void sample_middle(const patch *in, double *x, double *z)
{
    enum
    {
        APART = 32,
        REACH = 2 * LOAM_GRAPH_CELL // further than any cell reaches
    };
    const int32_t site = MIDDLE * SIDE + MIDDLE;
    int64_t sum_x = 0, sum_z = 0, count = 0;
    for (int32_t dz = -REACH; dz <= REACH; dz += APART)
    {
        for (int32_t dx = -REACH; dx <= REACH; dx += APART)
        {
            bool own = true;
            for (int32_t i = 0; i < SIDE * SIDE && own; i++)
            {
                const int64_t ax = in->x[site] + dx - in->x[i], az = in->z[site] + dz - in->z[i];
                own = ax * ax + az * az >= (int64_t)dx * dx + (int64_t)dz * dz;
            }
            sum_x += own ? dx : 0;
            sum_z += own ? dz : 0;
            count += own;
        }
    }
    *x = (double)sum_x / (double)count;
    *z = (double)sum_z / (double)count;
}

static void test_relaxed_sites_are_in_the_middle(void)
{
    static patch in;
    for (uint64_t seed = 0; seed < 12; seed++)
    {
        const int32_t site = MIDDLE * SIDE + MIDDLE;
        int32_t x, z;
        double middle_x, middle_z;
        make_patch(&in, LOAM_SITES_UNIFORM, seed, 3, -5);
        sample_middle(&in, &middle_x, &middle_z);
        // Of a square around it, so that nothing keeps it back.
        loam_graph_relax(&in.window, MIDDLE, MIDDLE, in.x[site] - 512 + (int32_t)middle_x,
                         in.z[site] - 512 + (int32_t)middle_z, &x, &z);
        CHECK_NEAR(x - in.x[site], middle_x, 10);
        CHECK_NEAR(z - in.z[site], middle_z, 10);
    }
}

/// Links that were found and not found.
typedef struct link_count
{
    int32_t linked, apart;
} link_count;

static void check_links(const patch *in, int32_t cell, uint8_t links, link_count *count)
{
    const int32_t row = cell / SIDE, column = cell % SIDE;
    const bool odd = (row + 1 - MIDDLE) % 2 != 0;
    int32_t ring[LOAM_GRAPH_MAX_RING];
    const int32_t ring_count = loam_graph_ring(&in->window, column, row, ring);
    const int32_t around[6] = {cell + 1, cell + SIDE + odd,     cell + SIDE - 1 + odd,
                               cell - 1, cell - SIDE - 1 + odd, cell - SIDE + odd};
    for (int32_t d = 0; d < 6; d++)
    {
        bool found = false;
        for (int32_t i = 0; i < ring_count; i++)
        {
            found = found || ring[i] == around[d];
        }
        CHECK_INT(links >> d & 1, found);
        count->linked += found;
        count->apart += !found;
    }
}

static void test_links_are_lattice_neighbours_in_the_ring(void)
{
    static patch in;
    uint8_t links[SIDE * SIDE];
    link_count count = {0};
    loam_env env = loam_default_env();
    for (uint64_t seed = 0; seed < 100; seed++)
    {
        make_patch(&in, LOAM_SITES_JITTERED, seed, 1, 1);
        const loam_isa isa = (loam_isa)(seed % LOAM_ISA_COUNT);
        env.isa = loam_isa_available(isa) ? isa : LOAM_ISA_AUTO;
        in.window.env = &env;
        loam_graph_links(&in.window, 4, links);
        for (int32_t cell = 0; cell < SIDE * SIDE; cell++)
        {
            const int32_t row = cell / SIDE, column = cell % SIDE;
            if (row < 4 || column < 4 || row >= SIDE - 4 || column >= SIDE - 4)
            {
                CHECK_INT(links[cell], 0);
                continue;
            }
            check_links(&in, cell, links[cell], &count);
        }
    }
    CHECK(count.linked > 6 * count.apart && count.apart > 100);
}

static void test_plain_hexagons_link_to_all(void)
{
    static patch in;
    uint8_t links[SIDE * SIDE];
    make_patch(&in, LOAM_SITES_HEXAGONS, 0, 0, 0);
    loam_graph_links(&in.window, 3, links);
    CHECK_INT(links[MIDDLE * SIDE + MIDDLE], 63);
    CHECK_INT(links[(MIDDLE + 1) * SIDE + MIDDLE], 63);
}

static void test_distributors_have_names(void)
{
    CHECK_TEXT(loam_distributor_name(LOAM_SITES_JITTERED), "jittered");
    CHECK_TEXT(loam_distributor_name(LOAM_SITES_SQUARES), "squares");
    CHECK_TEXT(loam_distributor_name(LOAM_DISTRIBUTOR_COUNT), "?");
    CHECK_TEXT(loam_distributor_name((loam_distributor)-1), "?");
    CHECK_INT(loam_graph_rows(LOAM_SITES_HEXAGONS), 36);
    CHECK_INT(loam_graph_rows(LOAM_SITES_LLOYD_5), 32);
}

int main(void)
{
    RUN(test_rings_are_those_of_all_triangles);
    RUN(test_ties_are_those_of_lowered_sites);
    RUN(test_triangles_have_the_rings_that_are_wrapped);
    RUN(test_triangles_are_of_sites_near_their_cells);
    RUN(test_triangles_turn_left);
    RUN(test_neighbours_agree);
    RUN(test_sites_are_the_same_from_every_window);
    RUN(test_sites_stay_near_their_cells);
    RUN(test_relaxed_sites_stay_in_their_cells);
    RUN(test_relaxed_sites_are_in_the_middle);
    RUN(test_links_are_lattice_neighbours_in_the_ring);
    RUN(test_plain_hexagons_link_to_all);
    RUN(test_distributors_have_names);
    return CHECK_DONE();
}
