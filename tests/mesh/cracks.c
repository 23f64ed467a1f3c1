// SPDX-License-Identifier: MIT
// A country of pages of different levels and densities, drawn as a renderer would: no cracks, to the bit.
#include "check.h"
#include "mesh/edges.h"
#include "mesh/toy_land.h"

enum
{
    LAST = LOAM_HEIGHT_SIDE,
    COUNTRY = 3,        // pages of level 2 along a side
    FINE = 4 * COUNTRY, // of level 0
    MOST = FINE * FINE,
};

/// What is drawn: pages by the place of level 0 at their south-west corner.
typedef struct drawn_page
{
    int32_t level, x, z; // in pages of its own level
    int32_t quads;
    float fade; // it has just taken the place of a coarser one
} drawn_page;

static drawn_page drawn[MOST];
static int32_t drawn_count;
static int32_t owner[FINE][FINE]; // which page covers a square of level 0
static toy_page page;

static void draw(int32_t level, int32_t x, int32_t z, uint64_t seed)
{
    const uint32_t place[3] = {(uint32_t)level, (uint32_t)x, (uint32_t)z};
    const uint64_t dice = loam_hash_u32(place, 3, seed);
    drawn[drawn_count++] = (drawn_page){
        .level = level,
        .x = x,
        .z = z,
        .quads = seed == 1 ? 128 : 32, // one country in full: checking takes seconds
        .fade = dice % 4 == 0 ? (float)(dice % 64) / 64.0f : 0.0f};
    for (int32_t k = 0; k < 1 << 2 * level; k++)
    {
        owner[(z << level) + (k >> level)][(x << level) + k % (1 << level)] = drawn_count - 1;
    }
}

/// Splits pages by dice, but so that those side by side, corners included, differ by one level at most.
static void make_country(uint64_t seed)
{
    drawn_count = 0;
    bool split[COUNTRY][COUNTRY];
    for (int32_t k = 0; k < COUNTRY * COUNTRY; k++)
    {
        split[k / COUNTRY][k % COUNTRY] = loam_hash_u32((uint32_t[]){(uint32_t)k}, 1, seed) % 3 !=
                                          0;
    }
    for (int32_t k = 0; k < COUNTRY * COUNTRY; k++)
    {
        const int32_t x = k % COUNTRY, z = k / COUNTRY;
        bool all = true; // around it are split
        for (int32_t n = 0; n < 9; n++)
        {
            const int32_t a = x + n % 3 - 1, b = z + n / 3 - 1;
            all &= a < 0 || b < 0 || a >= COUNTRY || b >= COUNTRY || split[b][a];
        }
        if (!split[z][x])
        {
            draw(2, x, z, seed);
            continue;
        }
        for (int32_t c = 0; c < 4; c++)
        {
            const int32_t fx = 2 * x + c % 2, fz = 2 * z + c / 2;
            const bool again = all &&
                               loam_hash_u32((uint32_t[]){(uint32_t)k, (uint32_t)c}, 2, seed) % 2 ==
                                   0;
            for (int32_t d = 0; d < 4 && again; d++)
            {
                draw(0, 2 * fx + d % 2, 2 * fz + d / 2, seed);
            }
            if (!again)
            {
                draw(1, fx, fz, seed);
            }
        }
    }
}

/// The page at a square of level 0, NULL outside.
static const drawn_page *page_at(int32_t x, int32_t z)
{
    return x < 0 || z < 0 || x >= FINE || z >= FINE ? NULL : &drawn[owner[z][x]];
}

/// What another page wants of a place that both touch.
static float wish_of(const drawn_page *own, const drawn_page *other)
{
    return other == NULL                ? 0
           : other->level > own->level  ? 1
           : other->level == own->level ? other->fade
                                        : 0; // a finer one becomes this one, not this one coarser
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

/// Size of a page's squares in samples of level 0.
static int32_t square_of(const drawn_page *own)
{
    return (LAST / own->quads) << own->level;
}

static void look_around(const drawn_page *own, loam_height_morph *morph, loam_height_index_def *def)
{
    const int32_t size = 1 << own->level, x = own->x * size, z = own->z * size;
    *morph = (loam_height_morph){.inside = own->fade};
    *def = (loam_height_index_def){.quads = own->quads, .ratio = {1, 1, 1, 1}};
    const int32_t dx[4] = {-1, size, 0, 0}, dz[4] = {0, 0, -1, size};
    for (int32_t k = 0; k < 4; k++)
    {
        const drawn_page *const beside = page_at(x + dx[k], z + dz[k]);
        morph->sides[k] = larger(own->fade, wish_of(own, beside));
        const int32_t theirs = beside != NULL ? square_of(beside) : 0;
        def->ratio[k] = theirs > square_of(own) ? theirs / square_of(own) : 1;
        // The four pages that meet in a corner.
        const int32_t cx = x + k % 2 * size, cz = z + k / 2 * size;
        for (int32_t n = 0; n < 4; n++)
        {
            const float wish = wish_of(own, page_at(cx - n % 2, cz - n / 2));
            morph->corners[k] = larger(morph->corners[k], larger(own->fade, wish));
        }
    }
}

static void build(loam_mesh *mesh)
{
    loam_mesh_clear(mesh);
    for (int32_t k = 0; k < drawn_count; k++)
    {
        loam_height_morph morph;
        loam_height_index_def def;
        look_around(&drawn[k], &morph, &def);
        const float side = (float)(LAST << drawn[k].level);
        const float offset[3] = {(float)drawn[k].x * side, 0, (float)drawn[k].z * side};
        toy_make(&page, drawn[k].level, drawn[k].x, drawn[k].z);
        CHECK_OK(loam_mesh_add_heights(mesh, page.vertices, (float)(1 << drawn[k].level), &def,
                                       &morph, offset));
    }
}

static void check_country(loam_mesh *mesh)
{
    build(mesh);
    const edge_count edges = count_edges(mesh);
    CHECK_INT(edges.inner_open, 0);
    CHECK_INT(edges.doubled, 0);
    CHECK(edges.open >= 4 * COUNTRY * 16);
}

static int32_t count_levels(int32_t level)
{
    int32_t count = 0;
    for (int32_t k = 0; k < drawn_count; k++)
    {
        count += drawn[k].level == level;
    }
    return count;
}

// A page that fades beside a finer one would have it follow, so only pages of one level fade at a border: those
// beside finer ones wait.
static void calm_fades(void)
{
    for (int32_t k = 0; k < drawn_count; k++)
    {
        const int32_t size = 1 << drawn[k].level;
        for (int32_t n = 0; n < (size + 2) * (size + 2); n++)
        {
            const drawn_page *const other = page_at(drawn[k].x * size - 1 + n % (size + 2),
                                                    drawn[k].z * size - 1 + n / (size + 2));
            if (other != NULL && other->level < drawn[k].level)
            {
                drawn[k].fade = 0;
            }
        }
    }
}

static void test_levels_and_fades_leave_no_cracks(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    int32_t seen[3] = {0};
    for (uint64_t seed = 1; seed <= 8; seed++)
    {
        make_country(seed);
        for (int32_t round = 0; round < 2; round++)
        {
            calm_fades();
        }
        for (int32_t level = 0; level < 3; level++)
        {
            seen[level] += count_levels(level);
        }
        check_country(mesh);
    }
    CHECK(seen[0] > 8 && seen[1] > 8 && seen[2] > 8);
    loam_mesh_destroy(mesh);
}

/// Pages of one level with any numbers of quads.
static void test_densities_leave_no_cracks(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    drawn_count = 0;
    for (int32_t k = 0; k < COUNTRY * COUNTRY; k++)
    {
        draw(2, k % COUNTRY, k / COUNTRY, 9);
        drawn[k].quads = 16 << loam_hash_u32((uint32_t[]){(uint32_t)k}, 1, 5) % 4;
        drawn[k].fade = 0;
    }
    check_country(mesh);
    loam_mesh_destroy(mesh);
}

/// The check sees cracks: without morphing, or with the squares of its own at a border with a coarser page.
static void test_carelessness_would_be_seen(void)
{
    const loam_env env = loam_default_env();
    const loam_height_index_def plain = {.quads = 32, .ratio = {1, 1, 1, 1}};
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    make_country(3);
    for (int32_t way = 0; way < 2; way++)
    {
        loam_mesh_clear(mesh);
        for (int32_t k = 0; k < drawn_count; k++)
        {
            loam_height_morph morph;
            loam_height_index_def def;
            look_around(&drawn[k], &morph, &def);
            const float side = (float)(LAST << drawn[k].level);
            const float offset[3] = {(float)drawn[k].x * side, 0, (float)drawn[k].z * side};
            toy_make(&page, drawn[k].level, drawn[k].x, drawn[k].z);
            CHECK_OK(loam_mesh_add_heights(mesh, page.vertices, (float)(1 << drawn[k].level),
                                           way == 0 ? &def : &plain, way == 0 ? NULL : &morph,
                                           offset));
        }
        CHECK(count_edges(mesh).inner_open > 100);
    }
    loam_mesh_destroy(mesh);
}

// ---- morphing -----------------------------------------------------------------------------------

static void test_the_morph_fades_smoothly(void)
{
    const loam_height_morph morph = {
        .inside = 0.125f, .sides = {0.25f, 1, 0.125f, 0.5f}, .corners = {0.25f, 1, 0.75f, 1}};
    CHECK(loam_height_morph_at(&morph, LAST, 50) == 1.0f);
    CHECK(loam_height_morph_at(&morph, LAST - 16, 64) == 0.5f);
    CHECK(loam_height_morph_at(&morph, 64, 64) == 0.125f);
    CHECK(loam_height_morph_at(&morph, 0, LAST) == 0.75f);
    CHECK(loam_height_morph_at(&morph, 8, LAST - 4) == 0.5f);
    CHECK(loam_height_morph_at(&morph, 64, LAST) == 0.5f);
    for (int32_t p = 0; p < LAST * LAST; p++)
    {
        const int32_t i = p % LAST, j = p / LAST;
        const float at = loam_height_morph_at(&morph, i, j);
        CHECK_NEAR(loam_height_morph_at(&morph, i + 1, j), at, 1.0f / LOAM_HEIGHT_MORPH);
        CHECK_NEAR(loam_height_morph_at(&morph, i, j + 1), at, 1.0f / LOAM_HEIGHT_MORPH);
    }
}

int main(void)
{
    RUN(test_levels_and_fades_leave_no_cracks);
    RUN(test_densities_leave_no_cracks);
    RUN(test_carelessness_would_be_seen);
    RUN(test_the_morph_fades_smoothly);
    return CHECK_DONE();
}
