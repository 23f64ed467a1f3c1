// SPDX-License-Identifier: MIT
// A patchwork: where parts lie, heights against the thesis's own formulas, joints, materials, and defs that are refused.
#include "loam/patchwork.h"
#include "check.h"
#include "loam/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static loam_patchwork *make_with(const loam_patchwork_def *def, loam_isa isa)
{
    loam_env env = loam_default_env();
    env.isa = isa;
    loam_patchwork *patchwork = NULL;
    CHECK_OK(loam_patchwork_create(&env, def, &patchwork));
    return patchwork;
}

static loam_patchwork *make(const loam_patchwork_def *def)
{
    return make_with(def, LOAM_ISA_AUTO);
}

/// Small chunks, sewings that differ along the axes, all biomes within a few chunks.
static loam_patchwork_def small_def(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.chunk_size = 16;
    def.sewing_x = 9;
    def.sewing_z = 6;
    def.map_scale = 3.0f;
    return def;
}

enum
{
    CASES = 5
};

/// Both versions of sewing, both profiles, transitions, the narrowest sewing there is.
static loam_patchwork_def case_of(int32_t index)
{
    loam_patchwork_def def = small_def();
    def.seed = (uint64_t)index + 3;
    def.sewing = index == 1 ? LOAM_PATCH_LINES : LOAM_PATCH_BLENDED;
    def.profile = index == 2 ? LOAM_PATCH_LINEAR : LOAM_PATCH_SMOOTH;
    if (index == 3)
    {
        def.transitions[0] = (loam_patch_transition){3, 1, LOAM_PATCH_CLIFF, 0.4f, 0.3f};
        def.transitions[1] = (loam_patch_transition){0, 2, LOAM_PATCH_LINEAR, 0.5f, 1.0f};
        def.transition_count = 2;
    }
    if (index == 4)
    {
        def.sewing_x = def.sewing_z = 2;
    }
    return def;
}

// ---- places -------------------------------------------------------------------------------------

// The example of 3.2.2: chunks of 32, sewings of 3.
static void test_parts_lie_where_the_thesis_has_them(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.chunk_size = 32;
    def.sewing_x = def.sewing_z = 3;
    loam_patch_area area = loam_patch_area_of(&def, LOAM_PATCH_TERRAIN, 0, 0);
    CHECK_INT(area.x, -15);
    CHECK_INT(area.x + area.w - 1, 16);
    area = loam_patch_area_of(&def, LOAM_PATCH_HORIZONTAL, 1, 0);
    CHECK_INT(area.x, 49);
    CHECK_INT(area.z, -15);
    CHECK_INT(area.w, 3);
    CHECK_INT(area.h, 32);
    area = loam_patch_area_of(&def, LOAM_PATCH_DIAGONAL, 0, -1);
    CHECK_INT(area.x, 16);
    CHECK_INT(area.z, 16 - 33);
}

static void test_as_many_sewings_as_joints(void)
{
    int64_t counts[LOAM_PATCH_PART_COUNT], found[LOAM_PATCH_PART_COUNT] = {0};
    loam_patch_counts(7, 5, counts);
    for (int32_t i = 0; i < 35; i++)
    {
        const bool right = i % 7 < 6, above = i / 7 < 4;
        found[LOAM_PATCH_TERRAIN]++;
        found[LOAM_PATCH_HORIZONTAL] += right;
        found[LOAM_PATCH_VERTICAL] += above;
        found[LOAM_PATCH_DIAGONAL] += right && above;
    }
    for (int32_t i = 0; i < LOAM_PATCH_PART_COUNT; i++)
    {
        CHECK_INT(counts[i], found[i]);
    }
    loam_patch_counts(0, 5, counts);
    CHECK_INT(counts[LOAM_PATCH_HORIZONTAL], 0);
}

/// Distance from a vertex to a chunk along x.
static int64_t distance(const loam_patchwork_def *def, int64_t x, int64_t chunk)
{
    const loam_patch_area area = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, chunk, 0);
    const int64_t last = area.x + area.w - 1;
    return x < area.x ? area.x - x : x > last ? x - last : 0;
}

static void test_a_vertex_belongs_to_the_nearest_chunk(void)
{
    for (int32_t sewing = 2; sewing <= 9; sewing++)
    {
        loam_patchwork_def def = small_def();
        def.sewing_x = sewing;
        const int64_t starts[] = {-2000, (int64_t)1 << 45, -((int64_t)1 << 45)};
        for (int32_t i = 0; i < 3 * 4000; i++)
        {
            int64_t chunk, other;
            const int64_t x = starts[i / 4000] + i % 4000;
            loam_patch_chunk_at(&def, x, 0, &chunk, &other);
            const int64_t own = distance(&def, x, chunk);
            CHECK(own <= distance(&def, x, chunk - 1) && own <= distance(&def, x, chunk + 1));
        }
    }
}

// ---- heights ------------------------------------------------------------------------------------

/// The ground of a chunk at a vertex, beyond its edge too.
static double ground(const loam_patchwork_def *def, const loam_patch_chunk *chunk, int64_t x,
                     int64_t z)
{
    const loam_patch_area own = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, chunk->x, chunk->z);
    if (def->sewing == LOAM_PATCH_LINES)
    {
        x = x < own.x ? own.x : x >= own.x + own.w ? own.x + own.w - 1 : x;
        z = z < own.z ? own.z : z >= own.z + own.h ? own.z + own.h - 1 : z;
    }
    loam_noise_def noise_def = loam_default_noise_def();
    noise_def.kind = def->noise;
    noise_def.fractal = def->biomes[chunk->biome].fractal;
    noise_def.wavelength = (double)chunk->scale / (double)def->spacing;
    noise_def.octaves = chunk->octaves;
    noise_def.persistence = (double)chunk->persistence;
    noise_def.lacunarity = (double)chunk->lacunarity;
    noise_def.isa = LOAM_ISA_SCALAR;
    loam_noise noise;
    CHECK_OK(loam_noise_init(&noise, &noise_def, loam_seed_derive(def->seed, "patchwork ground")));
    return (double)chunk->offset + (double)chunk->vertical * (double)loam_noise_at2(&noise, x, z);
}

static double profile(const loam_patchwork_def *def, int32_t from, int32_t to, double t)
{
    loam_patch_transition use = {.profile = def->profile};
    bool turned = false;
    for (int32_t i = 0; i < def->transition_count; i++)
    {
        const loam_patch_transition *const one = &def->transitions[i];
        if ((one->from == from && one->to == to) || (one->from == to && one->to == from))
        {
            use = *one;
            turned = one->from == to;
        }
    }
    t = turned ? 1 - t : t;
    if (use.profile == LOAM_PATCH_CLIFF)
    {
        t = t <= 0 ? 0 : t >= 1 ? 1 : (t - (double)use.at) / (double)use.width + 0.5;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
    }
    t = use.profile == LOAM_PATCH_LINEAR ? t : t * t * (3 - 2 * t);
    return turned ? 1 - t : t;
}

/// Equations 5 to 8, with y_l (1 - t) + y_r t. Which chunks a vertex is between is searched for.
static double expected(const loam_patchwork *of, int64_t x, int64_t z)
{
    const loam_patchwork_def *const def = loam_patchwork_def_of(of);
    int64_t cx, cz;
    loam_patch_chunk_at(def, x, z, &cx, &cz);
    loam_patch_area own = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, cx, cz);
    cx -= x < own.x;
    cz -= z < own.z;
    own = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, cx, cz);
    const double over_x = (double)(x - (own.x + own.w - 1)),
                 over_z = (double)(z - (own.z + own.h - 1));
    const double tx = over_x > 0 ? over_x / (def->sewing_x - 1) : 0;
    const double tz = over_z > 0 ? over_z / (def->sewing_z - 1) : 0;
    loam_patch_chunk c[4];
    double y[4];
    for (int32_t i = 0; i < 4; i++)
    {
        c[i] = loam_patchwork_chunk(of, cx + i % 2, cz + i / 2);
        y[i] = ground(def, &c[i], x, z);
    }
    const double south = profile(def, c[0].biome, c[1].biome, tx);
    const double north = profile(def, c[2].biome, c[3].biome, tx);
    const double west = profile(def, c[0].biome, c[2].biome, tz);
    const double east = profile(def, c[1].biome, c[3].biome, tz);
    const double sx = south * (1 - tz) + north * tz, sz = west * (1 - tx) + east * tx;
    return (y[0] * (1 - sx) + y[1] * sx) * (1 - sz) + (y[2] * (1 - sx) + y[3] * sx) * sz;
}

static void test_heights_are_those_of_the_equations(void)
{
    enum
    {
        W = 90,
        H = 70
    };
    static float heights[W * H];
    for (int32_t i = 0; i < CASES; i++)
    {
        const loam_patchwork_def def = case_of(i);
        loam_patchwork *of = make(&def);
        const loam_patch_area area = {.x = -40, .z = -33, .w = W, .h = H};
        CHECK_OK(loam_patchwork_heights(of, area, heights));
        double worst = 0;
        for (int32_t k = 0; k < W * H; k += 3)
        {
            const double wanted = expected(of, area.x + k % W, area.z + k / W);
            worst = fmax(worst, fabs((double)heights[k] - wanted));
        }
        CHECK_RANGE(worst, 0.0, 0.002);
        loam_patchwork_destroy(of);
    }
}

static void test_heights_ignore_the_area(void)
{
    enum
    {
        W = 80,
        H = 60
    };
    static float whole[W * H], part[W * H];
    const int64_t places[] = {-37, ((int64_t)1 << 43) + 5};
    for (int32_t i = 0; i < CASES * 2; i++)
    {
        const loam_patchwork_def def = case_of(i / 2);
        loam_patchwork *of = make(&def);
        const int64_t at = places[i % 2];
        CHECK_OK(loam_patchwork_heights(of, (loam_patch_area){at, -at, W, H}, whole));
        const int32_t cuts[][4] = {
            {0, 0, 1, H}, {13, 7, 31, 22}, {W - 1, H - 1, 1, 1}, {40, 3, 3, 50}};
        for (int32_t k = 0; k < 4; k++)
        {
            const loam_patch_area area = {at + cuts[k][0], -at + cuts[k][1], cuts[k][2],
                                          cuts[k][3]};
            CHECK_OK(loam_patchwork_heights(of, area, part));
            for (int32_t row = 0; row < area.h; row++)
            {
                CHECK(memcmp(part + row * area.w, whole + (cuts[k][1] + row) * W + cuts[k][0],
                             (size_t)area.w * sizeof *part) == 0);
            }
        }
        loam_patchwork_destroy(of);
    }
}

// Where all chunks are alike, sewings are nothing but more of the same ground.
static void test_like_chunks_show_no_sewing(void)
{
    loam_patchwork_def def = small_def();
    def.biomes[0] = def.biomes[3];
    def.biomes[0].range = (loam_range){0, 1};
    def.biome_count = 1;
    loam_range *const drawn[] = {&def.biomes[0].octaves,    &def.biomes[0].persistence,
                                 &def.biomes[0].lacunarity, &def.biomes[0].scale,
                                 &def.biomes[0].vertical,   &def.biomes[0].offset};
    for (int32_t i = 0; i < 6; i++)
    {
        drawn[i]->high = drawn[i]->low;
    }
    loam_patchwork *of = make(&def);
    static float heights[100 * 100];
    CHECK_OK(loam_patchwork_heights(of, (loam_patch_area){0, 0, 100, 100}, heights));
    const loam_patch_chunk chunk = loam_patchwork_chunk(of, 0, 0);
    for (int32_t i = 0; i < 100 * 100; i += 7)
    {
        CHECK_NEAR((double)heights[i], ground(&def, &chunk, i % 100, i / 100), 0.001);
    }
    loam_patchwork_destroy(of);
}

// ---- joints -------------------------------------------------------------------------------------

typedef struct grown
{
    loam_patchwork_def def;
    loam_patchwork *of;
    loam_patch_vertex *cells[3 * 3];
} grown;

static grown grow_with(const loam_patchwork_def *def, loam_isa isa)
{
    grown g = {.def = *def, .of = make_with(def, isa)};
    void *const scratch = aligned_alloc(64, LOAM_ARENA_SIZE(loam_patch_cell_scratch(def)));
    for (int32_t i = 0; i < 9; i++)
    {
        g.cells[i] = malloc((size_t)loam_patch_cell_vertices(def) * sizeof **g.cells);
        CHECK_OK(loam_patchwork_cell(g.of, i % 3, i / 3, g.cells[i], scratch));
    }
    free(scratch);
    return g;
}

static grown grow(const loam_patchwork_def *def)
{
    return grow_with(def, LOAM_ISA_AUTO);
}

static void ungrow(grown *g)
{
    for (int32_t i = 0; i < 9; i++)
    {
        free(g->cells[i]);
    }
    loam_patchwork_destroy(g->of);
}

/// All vertices of all parts at a place: how many there are, and whether each is as the first.
static int32_t vertices_at(const grown *g, int64_t x, int64_t z, bool *same, loam_patch_vertex *out)
{
    int32_t found = 0;
    *same = true;
    for (int32_t i = 0; i < 9 * LOAM_PATCH_PART_COUNT; i++)
    {
        const loam_patch_part part = (loam_patch_part)(i % LOAM_PATCH_PART_COUNT);
        const int32_t cell = i / LOAM_PATCH_PART_COUNT;
        const loam_patch_area a = loam_patch_area_of(&g->def, part, cell % 3, cell / 3);
        if (x >= a.x && x < a.x + a.w && z >= a.z && z < a.z + a.h)
        {
            const loam_patch_vertex *const v = g->cells[cell] +
                                               loam_patch_first_vertex(&g->def, part) +
                                               (z - a.z) * a.w + (x - a.x);
            *out = found == 0 ? *v : *out;
            *same = *same && memcmp(v, out, sizeof *v) == 0;
            found++;
        }
    }
    return found;
}

static void test_parts_meet_at_every_vertex(void)
{
    for (int32_t i = 0; i < CASES; i++)
    {
        const loam_patchwork_def def = case_of(i);
        grown g = grow(&def);
        const loam_patch_area from = loam_patch_area_of(&def, LOAM_PATCH_TERRAIN, 0, 0);
        const loam_patch_area to = loam_patch_area_of(&def, LOAM_PATCH_DIAGONAL, 2, 2);
        const int32_t w = (int32_t)(to.x + to.w - from.x), h = (int32_t)(to.z + to.h - from.z);
        float *const heights = malloc((size_t)w * (size_t)h * sizeof *heights);
        CHECK_OK(loam_patchwork_heights(g.of, (loam_patch_area){from.x, from.z, w, h}, heights));
        int32_t shared = 0, single = 0;
        for (int32_t k = 0; k < w * h; k++)
        {
            bool same;
            loam_patch_vertex v;
            const int32_t found = vertices_at(&g, from.x + k % w, from.z + k / w, &same, &v);
            CHECK(found > 0 && same);
            CHECK(v.height == heights[k]);
            CHECK_INT(v.weights[0] + v.weights[1] + v.weights[2] + v.weights[3], 255);
            shared += found > 1;
            single += found == 1;
        }
        CHECK(shared > 300 && single > 300);
        free(heights);
        ungrow(&g);
    }
}

/// Every biome has materials of its own, so that more meet in diagonal sewings than a vertex has room for.
static loam_patchwork_def crowded_def(void)
{
    loam_patchwork_def def = case_of(3);
    def.map_scale = 2.0f;
    def.material_count = 3 * def.biome_count;
    for (int32_t i = 0; i < def.material_count; i++)
    {
        def.materials[i] = def.materials[0];
        def.materials[i].name[0] = (char)('a' + i);
    }
    for (int32_t i = 0; i < def.biome_count; i++)
    {
        loam_patch_biome *const biome = &def.biomes[i];
        biome->bands[0] = (loam_patch_band){.material = 3 * i};
        biome->bands[1] = (loam_patch_band){.material = 3 * i + 1, .from = 0.0f, .blend = 100.0f};
        biome->band_count = 2;
        biome->steep = 3 * i + 2;
        biome->slope = (loam_range){0.0f, 2.0f};
    }
    return def;
}

// Rows are made in vectors of all widths, and their ends lie within one; what does not fit goes another way.
static void test_all_processors_make_the_same_cells(void)
{
    for (int32_t i = 0; i <= CASES; i++)
    {
        loam_patchwork_def def = i < CASES ? case_of(i) : crowded_def();
        grown plain = grow_with(&def, LOAM_ISA_SCALAR);
        int32_t full = 0;
        for (int32_t isa = LOAM_ISA_SCALAR + 1; isa < LOAM_ISA_COUNT; isa++)
        {
            if (!loam_isa_available((loam_isa)isa))
            {
                continue;
            }
            grown wide = grow_with(&def, (loam_isa)isa);
            for (int32_t k = 0; k < 9 * loam_patch_cell_vertices(&def); k++)
            {
                const int32_t cell = k % 9, vertex = k / 9;
                const loam_patch_vertex *const v = &wide.cells[cell][vertex];
                CHECK(memcmp(v, &plain.cells[cell][vertex], sizeof *v) == 0);
                full += v->weights[0] > 0 && v->weights[1] > 0 && v->weights[2] > 0 &&
                        v->weights[3] > 0;
            }
            ungrow(&wide);
        }
        CHECK(full > 0 || i < CASES || loam_isa_best() == LOAM_ISA_SCALAR);
        ungrow(&plain);
    }
}

static double smoothed(double t)
{
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

/// What each material of a crowded def should have at a vertex of a diagonal sewing, of 255.
static void weigh_crowded(const grown *g, int32_t cell, int32_t i, int32_t j,
                          const loam_patch_vertex *v, double out[12])
{
    const double e = v->normal[0] / 32767.0, n = v->normal[1] / 32767.0;
    const double slope = sqrt((e * e + n * n) / (1 - e * e - n * n));
    const double bare = smoothed(slope / 2), upper = smoothed(((double)v->height + 100) / 200);
    const double x = smoothed(i / (g->def.sewing_x - 1.0)),
                 z = smoothed(j / (g->def.sewing_z - 1.0));
    memset(out, 0, 12 * sizeof *out);
    for (int32_t k = 0; k < 4; k++)
    {
        const int32_t biome = loam_patchwork_chunk(g->of, cell % 3 + k % 2, cell / 3 + k / 2).biome;
        const double share = 255 * (k % 2 ? x : 1 - x) * (k / 2 ? z : 1 - z);
        out[3 * biome] += share * (1 - bare) * (1 - upper);
        out[3 * biome + 1] += share * (1 - bare) * upper;
        out[3 * biome + 2] += share * bare;
    }
}

static int fall(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

// The four heaviest stay, with what the others had shared out among them.
static void test_the_lightest_materials_are_left_out(void)
{
    loam_patchwork_def def = crowded_def();
    def.transition_count = 0;
    grown g = grow(&def);
    const int32_t w = def.sewing_x, count = w * def.sewing_z;
    int32_t crowded = 0;
    for (int32_t k = 0; k < 9 * count; k++)
    {
        const int32_t cell = k / count, at = k % count;
        const loam_patch_vertex *const v = g.cells[cell] + at +
                                           loam_patch_first_vertex(&def, LOAM_PATCH_DIAGONAL);
        double wanted[12], sorted[12];
        weigh_crowded(&g, cell, at % w, at / w, v, wanted);
        memcpy(sorted, wanted, sizeof sorted);
        qsort(sorted, 12, sizeof *sorted, fall);
        const double kept = sorted[0] + sorted[1] + sorted[2] + sorted[3];
        for (int32_t m = 0; m < LOAM_MESH_MATERIALS; m++)
        {
            const double weight = wanted[v->materials[m]];
            CHECK(v->weights[m] == 0 || weight > sorted[3] - 1.5);
            CHECK(v->weights[m] == 0 || fabs(v->weights[m] - weight * 255 / kept) < 3.5);
        }
        crowded += sorted[4] > 1;
    }
    CHECK(crowded >= 20);
    ungrow(&g);
}

static void test_normals_are_those_of_the_heights(void)
{
    const loam_patchwork_def def = case_of(0);
    grown g = grow(&def);
    static float h[3 * 3];
    for (int64_t k = 0; k < 60 * 40; k += 7)
    {
        bool same;
        loam_patch_vertex v;
        const int64_t x = k % 60, z = k / 60;
        CHECK(vertices_at(&g, x, z, &same, &v) > 0);
        CHECK_OK(loam_patchwork_heights(g.of, (loam_patch_area){x - 1, z - 1, 3, 3}, h));
        const double east = (double)(h[5] - h[3]) / 2, north = (double)(h[7] - h[1]) / 2;
        const double length = sqrt(east * east + north * north + 1);
        CHECK_NEAR(v.normal[0] / 32767.0, -east / length, 0.0002);
        CHECK_NEAR(v.normal[1] / 32767.0, -north / length, 0.0002);
    }
    ungrow(&g);
}

static void test_meshes_have_the_triangles_of_their_part(void)
{
    const loam_patchwork_def def = case_of(0);
    const loam_env env = loam_default_env();
    grown g = grow(&def);
    for (int32_t part = 0; part < LOAM_PATCH_PART_COUNT; part++)
    {
        loam_mesh *mesh = NULL;
        CHECK_OK(loam_mesh_create(&env, &mesh));
        const float offset[3] = {10, 20, 30};
        CHECK_OK(loam_mesh_add_patch(mesh, &def, g.cells[4], (loam_patch_part)part, offset));
        CHECK_OK(loam_mesh_add_patch(mesh, &def, g.cells[4], (loam_patch_part)part, NULL));
        const loam_patch_area area = loam_patch_area_of(&def, (loam_patch_part)part, 1, 1);
        const uint32_t half = (uint32_t)(area.w * area.h);
        CHECK_INT(mesh->vertex_count, 2 * half);
        CHECK_INT(mesh->index_count, 2 * 6 * (area.w - 1) * (area.h - 1));
        double covered = 0;
        for (uint32_t i = 0; i < mesh->index_count; i += 3)
        {
            const float *a = mesh->vertices[mesh->indices[i]].position;
            const float *b = mesh->vertices[mesh->indices[i + 1]].position;
            const float *c = mesh->vertices[mesh->indices[i + 2]].position;
            const float up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
            CHECK(up > 0); // fronts look up
            covered += 0.5 * (double)up;
        }
        CHECK_NEAR(covered, 2.0 * (area.w - 1) * (area.h - 1), 0.001);
        CHECK(mesh->vertices[0].position[1] == mesh->vertices[half].position[1] + 20);
        loam_mesh_destroy(mesh);
    }
    ungrow(&g);
}

// ---- materials ----------------------------------------------------------------------------------

static bool has_material(const loam_patch_biome *biome, int32_t material)
{
    bool found = biome->steep == material;
    for (int32_t i = 0; i < biome->band_count; i++)
    {
        found = found || biome->bands[i].material == material;
    }
    return found;
}

// 5.2: a sewing beside mountains has their materials alone. Without the rule it has those of its neighbours.
static void test_mountains_claim_their_sewings(void)
{
    loam_patchwork_def def = small_def();
    int32_t claimed = 0, foreign[2] = {0};
    def.biomes[3].bands[0].material = def.biomes[3].bands[1].material = 4; // rock, no grass
    for (uint64_t seed = 1; seed <= 60; seed++)
    {
        for (int32_t rule = 0; rule < 2; rule++)
        {
            def.seed = seed;
            def.claim_sewings = rule != 0;
            grown g = grow(&def);
            const int32_t left = loam_patchwork_chunk(g.of, 1, 1).biome;
            const int32_t right = loam_patchwork_chunk(g.of, 2, 1).biome;
            const loam_patch_vertex *const sewing = g.cells[4] + loam_patch_first_vertex(
                                                                     &def, LOAM_PATCH_HORIZONTAL);
            for (int32_t k = 0; k < def.sewing_x * def.chunk_size && (left == 3) != (right == 3);
                 k++)
            {
                claimed += rule;
                for (int32_t m = 0; m < 4; m++)
                {
                    foreign[rule] += sewing[k].weights[m] > 0 &&
                                     !has_material(&def.biomes[3], sewing[k].materials[m]);
                }
            }
            ungrow(&g);
        }
    }
    CHECK(claimed > 300);
    CHECK(foreign[0] > 100);
    CHECK_INT(foreign[1], 0);
}

static void test_peaks_have_snow(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.chunk_size = 64;
    def.sewing_x = def.sewing_z = 16;
    def.spacing = 4.0f;
    def.map_scale = 6.0f;
    int32_t snowy[2] = {0}, all[2] = {0};
    grown g = grow(&def);
    for (int32_t i = 0; i < 9; i++)
    {
        for (int32_t k = 0; k < loam_patch_cell_vertices(&def); k++)
        {
            const loam_patch_vertex *const v = &g.cells[i][k];
            const bool high = v->height > 145, low = v->height < 100;
            for (int32_t m = 0; m < 4 && (high || low); m++)
            {
                snowy[high] += v->materials[m] == 5 && v->weights[m] > 100;
            }
            all[high] += high || low;
        }
    }
    CHECK(all[0] > 1000);
    CHECK_INT(snowy[0], 0);
    CHECK(all[1] == 0 || snowy[1] > all[1] / 4);
    ungrow(&g);
}

// A cliff: the ground of one side, unmixed, up to its foot, and that of the other beyond.
static void test_a_pair_can_have_a_cliff(void)
{
    loam_patchwork_def def = small_def();
    def.sewing_x = 13;
    def.transitions[0] = (loam_patch_transition){3, 1, LOAM_PATCH_CLIFF, 0.5f, 0.15f};
    def.transition_count = 1;
    loam_patchwork *of = make(&def);
    int32_t met = 0;
    for (int64_t c = 0; c < 3000; c++)
    {
        const loam_patch_chunk left = loam_patchwork_chunk(of, c, 0);
        const loam_patch_chunk right = loam_patchwork_chunk(of, c + 1, 0);
        if ((left.biome == 3 && right.biome == 1) || (left.biome == 1 && right.biome == 3))
        {
            float row[13];
            loam_patch_area area = loam_patch_area_of(&def, LOAM_PATCH_HORIZONTAL, c, 0);
            area.h = 1;
            CHECK_OK(loam_patchwork_heights(of, area, row));
            for (int32_t i = 0; i < 13; i++)
            {
                const loam_patch_chunk *const side = i < 6 ? &left : &right;
                const double own = ground(&def, side, area.x + i, area.z);
                CHECK(i == 6 || fabs((double)row[i] - own) < 0.001);
            }
            met++;
        }
    }
    CHECK(met > 20);
    loam_patchwork_destroy(of);
}

// ---- biomes -------------------------------------------------------------------------------------

static void test_ranges_are_shares(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.biomes[0].range = (loam_range){0, 0.1f};
    def.biomes[1].range = (loam_range){0.1f, 0.5f};
    def.map_scale = 5.0f;
    loam_patchwork *of = make(&def);
    int32_t counts[4] = {0};
    for (int32_t i = 0; i < 100 * 100; i++)
    {
        counts[loam_patchwork_chunk(of, 5 * (i % 100), 5 * (i / 100)).biome]++;
    }
    CHECK_RANGE(counts[0], 700, 1300);
    CHECK_RANGE(counts[1], 3500, 4500);
    CHECK_RANGE(counts[2], 2000, 3000);
    CHECK_RANGE(counts[3], 2000, 3000);
    loam_patchwork_destroy(of);
}

static void test_chunks_draw_within_their_ranges(void)
{
    loam_patchwork_def def = small_def();
    def.choice = LOAM_PATCH_BY_CLIMATE;
    loam_patchwork *of = make(&def);
    int32_t counts[4] = {0};
    float low = 1e9f, high = -1e9f;
    for (int32_t i = 0; i < 3000; i++)
    {
        const loam_patch_chunk c = loam_patchwork_chunk(of, i % 60, i / 60);
        const loam_patch_biome *const biome = &def.biomes[c.biome];
        CHECK(c.octaves >= (int32_t)biome->octaves.low &&
              c.octaves <= (int32_t)biome->octaves.high);
        CHECK(c.scale >= biome->scale.low && c.scale <= biome->scale.high);
        CHECK(c.vertical >= biome->vertical.low && c.vertical <= biome->vertical.high);
        CHECK(c.lacunarity >= biome->lacunarity.low && c.lacunarity <= biome->lacunarity.high);
        low = c.biome == 2 ? fminf(low, c.offset) : low;
        high = c.biome == 2 ? fmaxf(high, c.offset) : high;
        counts[c.biome]++;
    }
    for (int32_t i = 0; i < 4; i++)
    {
        CHECK(counts[i] > 100);
    }
    CHECK(high - low > 7.0f); // of 8
    loam_patchwork_destroy(of);
}

// ---- refusals -----------------------------------------------------------------------------------

static void refuse(const loam_patchwork_def *def, const char *part)
{
    const loam_env env = loam_default_env();
    loam_patchwork *of = NULL;
    CHECK_INT(loam_patchwork_create(&env, def, &of), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK(of == NULL);
}

#define REFUSE(change, part) \
    do \
    { \
        loam_patchwork_def def = loam_default_patchwork_def(); \
        change; \
        refuse(&def, part); \
    } while (0)

static void test_bad_defs_are_refused(void)
{
    const loam_patchwork_def good = loam_default_patchwork_def();
    CHECK_OK(loam_patchwork_check(&good));
    REFUSE(def.chunk_size = 0, "chunk_size is 0; must be 4 to 512");
    REFUSE(def.chunk_size = 1000000000, "must be 4 to 512");
    REFUSE(def.chunk_size = 31, "must be even");
    REFUSE(def.sewing_x = 1, "sewing_x is 1; must be 2 to 256");
    REFUSE(def.sewing_z = 200, "must be at most chunk_size, 128");
    REFUSE(def.view = 1000000000, "view is 1e+09; must be 1 to 64");
    REFUSE(def.spacing = NAN, "spacing is nan");
    REFUSE(def.noise = LOAM_NOISE_WHITE, "must be value, perlin or simplex");
    REFUSE(def.noise = (loam_noise_kind)77, "noise is 77");
    REFUSE(def.biome_count = 17, "17 biomes; must be 1 to 16");
    REFUSE(def.biome_count = -1, "-1 biomes");
    REFUSE(def.biomes[1].range.low = 0.3f, "plains.range is 0.3 to 0.5; must begin at 0.25");
    REFUSE(def.biomes[3].range.high = 0.9f,
           "mountains.range ends at 0.9; the last one must end at 1");
    REFUSE(def.biomes[2].range.high = 0.5f, "not be empty");
    REFUSE(def.biomes[2].vertical.low = INFINITY, "hills.vertical is inf");
    REFUSE(def.biomes[2].octaves.high = 4.5f, "must be whole");
    REFUSE(def.biomes[2].bands[1].material = 6, "hills.bands[1] has material 6");
    REFUSE(def.biomes[3].bands[2].from = 45.0f, "within the blend of the band below");
    REFUSE(def.biomes[3].steep = -2, "mountains.steep is material -2");
    REFUSE(memcpy(def.biomes[3].name, "hills", 6), "two biomes are called hills");
    REFUSE(memset(def.materials[2].name, 'x', 32), "materials[2] has no name");
    REFUSE(def.choice = LOAM_PATCH_BY_CLIMATE;
           def.biomes[0].rain.low = 0.8f, "0 biomes have temperature 0 and rain 0.75; must be 1");
    REFUSE(def.choice = LOAM_PATCH_BY_CLIMATE;
           def.biomes[1].rain.high = 1.0f,
           "2 biomes have temperature 0.4 and rain 0.75; must be 1");
    REFUSE(def.transition_count = 1, "must be two of 0 to 3");
    REFUSE(def.transition_count = 33, "33 transitions");
    REFUSE(def.adaptation = LOAM_PATCH_SHRINKS;
           def.least = 0.3f, "least is 0.3; must be at most 0.25");
    REFUSE(def.adaptation = LOAM_PATCH_GROWS;
           def.choice = LOAM_PATCH_BY_CLIMATE, "chosen by ranges");
    REFUSE(def.biomes[0].octaves.high = 12; def.biomes[0].scale.low = 1; def.spacing = 1000;
           def.biomes[0].lacunarity.high = 4, "water: noise");
}

static void test_far_places_are_refused(void)
{
    const loam_patchwork_def def = small_def();
    loam_patchwork *of = make(&def);
    float height;
    CHECK_INT(loam_patchwork_heights(of, (loam_patch_area){INT64_MAX, 0, 1, 1}, &height),
              LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_patchwork_heights(of, (loam_patch_area){0, 0, 0, 1}, &height),
              LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_patchwork_cell(of, 0, LOAM_PATCHWORK_END, NULL, NULL), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_patchwork_visit(of, INT64_MIN, 0, 1), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_patchwork_visit(of, 0, 0, -1), LOAM_BAD_ARGUMENT);
    loam_patchwork_destroy(of);
}

int main(void)
{
    RUN(test_parts_lie_where_the_thesis_has_them);
    RUN(test_as_many_sewings_as_joints);
    RUN(test_a_vertex_belongs_to_the_nearest_chunk);
    RUN(test_heights_are_those_of_the_equations);
    RUN(test_heights_ignore_the_area);
    RUN(test_like_chunks_show_no_sewing);
    RUN(test_parts_meet_at_every_vertex);
    RUN(test_all_processors_make_the_same_cells);
    RUN(test_the_lightest_materials_are_left_out);
    RUN(test_normals_are_those_of_the_heights);
    RUN(test_meshes_have_the_triangles_of_their_part);
    RUN(test_mountains_claim_their_sewings);
    RUN(test_peaks_have_snow);
    RUN(test_a_pair_can_have_a_cliff);
    RUN(test_ranges_are_shares);
    RUN(test_chunks_draw_within_their_ranges);
    RUN(test_bad_defs_are_refused);
    RUN(test_far_places_are_refused);
    return CHECK_DONE();
}
