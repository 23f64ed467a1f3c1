// SPDX-License-Identifier: MIT
// Edits against a plain reading of the header: which tiles get another material, which get another
// variant, and which stay as they are.
#include "check.h"
#include "tiles/world/brush.h"
#include "toy_world.h"

#include "loam/random.h"

#include <stdlib.h>

enum
{
    SIDE = 1024,
    TILES = SIDE * SIDE,
    SEED = 31,
};

/// A world on the toy whose ring does not begin at the beginning of its array.
typedef struct scene
{
    loam_tile_world_def def;
    loam_tile_world *world;
    loam_tile_pos low;       // the lowest tile of the ring
    loam_tile before[TILES]; // by distance from low, row by row
    loam_tile after[TILES];
    bool expected[TILES];    // gets the edit's material
    bool near_change[TILES]; // is, or has in its circle, a tile of another material
} scene;

static scene s;

static void scene_open(void)
{
    memset(&s, 0, sizeof s);
    s.def = loam_default_tile_world_def();
    s.def.still = true;
    s.def.seed = SEED;
    s.def.ring_log2 = 3;
    s.def.still = true;
    s.def.centre = (loam_tile_pos){700, -300};
    s.def.pipeline = toy_edged_pipeline(&s.def.env, SEED);
    CHECK_OK(loam_tile_world_create(&s.def, &s.world));
    const loam_chunk_pos lowest = loam_tile_world_ring(s.world).lowest;
    s.low = (loam_tile_pos){lowest.x * 128, lowest.y * 128};
    CHECK((s.low.x & (SIDE - 1)) != 0 && (s.low.y & (SIDE - 1)) != 0);
}

static void scene_close(void)
{
    loam_tile_world_destroy(s.world);
    loam_pipeline_destroy(s.def.pipeline);
}

static void look(loam_tile *tiles)
{
    const loam_tile_ring ring = loam_tile_world_ring(s.world);
    for (int32_t i = 0; i < TILES; i++)
    {
        const int64_t x = (s.low.x + i % SIDE) & (SIDE - 1), y = (s.low.y + i / SIDE) & (SIDE - 1);
        tiles[i] = ring.tiles[y * SIDE + x];
    }
}

static uint8_t material_of(loam_tile tile, loam_layer layer)
{
    return layer == LOAM_BLOCKS ? tile.block : tile.wall;
}

static uint8_t variant_of(loam_tile tile, loam_layer layer)
{
    return layer == LOAM_BLOCKS ? tile.block_variant : tile.wall_variant;
}

static bool is_solid(uint8_t material)
{
    return (loam_tile_world_defs(s.world)->materials[material].properties & LOAM_SOLID) != 0;
}

// ---- what the header says -------------------------------------------------------------------------

static double line_distance(const loam_edit *edit, double x, double y)
{
    const bool is_line = edit->shape == LOAM_EDIT_LINE;
    const double ax = is_line ? (double)(edit->to.x - edit->from.x) : 0;
    const double ay = is_line ? (double)(edit->to.y - edit->from.y) : 0;
    const double px = x - (double)edit->from.x, py = y - (double)edit->from.y;
    const double length2 = ax * ax + ay * ay;
    double t = length2 > 0 ? (px * ax + py * ay) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px - t * ax, py - t * ay);
}

static bool is_in_shape(const loam_edit *edit, int64_t x, int64_t y)
{
    const int64_t dx = llabs(x - edit->from.x), dy = llabs(y - edit->from.y);
    switch (edit->shape)
    {
    case LOAM_EDIT_TILE:
        return dx == 0 && dy == 0;
    case LOAM_EDIT_SQUARE:
        return dx < edit->radius + 1 && dy < edit->radius + 1;
    case LOAM_EDIT_BOX:
        return (x - edit->from.x) * (x - edit->to.x) <= 0 &&
               (y - edit->from.y) * (y - edit->to.y) <= 0;
    default:
        return line_distance(edit, (double)x, (double)y) <= edit->radius + 0.5 + 1e-9;
    }
}

/// The tiles that join `from`, by going through the whole ring until nothing is new.
static void flood(const loam_edit *edit)
{
    const int64_t start = (edit->from.y - s.low.y) * SIDE + edit->from.x - s.low.x;
    const uint8_t replaced = material_of(s.before[start], edit->layer);
    s.expected[start] = true;
    for (bool grown = true; grown;)
    {
        grown = false;
        for (int32_t i = 0; i < TILES; i++)
        {
            const int32_t x = i % SIDE, y = i / SIDE;
            const bool joins = (x > 0 && s.expected[i - 1]) ||
                               (x < SIDE - 1 && s.expected[i + 1]) ||
                               (y > 0 && s.expected[i - SIDE]) ||
                               (y < SIDE - 1 && s.expected[i + SIDE]);
            if (joins && !s.expected[i] && material_of(s.before[i], edit->layer) == replaced)
            {
                s.expected[i] = grown = true;
            }
        }
    }
}

static void expect(const loam_edit *edit)
{
    memset(s.expected, 0, sizeof s.expected);
    if (edit->shape == LOAM_EDIT_FILL)
    {
        flood(edit);
        return;
    }
    for (int32_t i = 0; i < TILES; i++)
    {
        s.expected[i] = is_in_shape(edit, s.low.x + i % SIDE, s.low.y + i / SIDE);
    }
}

static bool in_circle(int32_t dx, int32_t dy)
{
    return dx * dx + dy * dy > 0 && dx * dx + dy * dy <= 5;
}

/// Marks what is near a changed tile. Returns how many have changed.
static int64_t mark_changes(loam_layer layer)
{
    int64_t changed = 0;
    memset(s.near_change, 0, sizeof s.near_change);
    for (int32_t i = 0; i < TILES; i++)
    {
        if (material_of(s.before[i], layer) == material_of(s.after[i], layer))
        {
            continue;
        }
        changed++;
        for (int32_t n = 0; n < 25; n++)
        {
            const int32_t dx = n % 5 - 2, dy = n / 5 - 2;
            const int32_t x = i % SIDE + dx, y = i / SIDE + dy;
            if ((n == 12 || in_circle(dx, dy)) && x >= 0 && x < SIDE && y >= 0 && y < SIDE)
            {
                s.near_change[y * SIDE + x] = true;
            }
        }
    }
    return changed;
}

static bool is_edge(loam_layer layer, int32_t i)
{
    for (int32_t n = 0; n < 25; n++)
    {
        const int32_t dx = n % 5 - 2, dy = n / 5 - 2;
        const int32_t x = i % SIDE + dx, y = i / SIDE + dy;
        if (in_circle(dx, dy) && x >= 0 && x < SIDE && y >= 0 && y < SIDE &&
            !is_solid(material_of(s.after[y * SIDE + x], layer)))
        {
            return true;
        }
    }
    return false;
}

static bool fits(uint8_t material, uint8_t variant, bool edge)
{
    const loam_material *const of = &loam_tile_world_defs(s.world)->materials[material];
    return edge && of->outer > 0 ? variant >= of->inner && variant < of->inner + of->outer
                                 : variant < of->inner;
}

static bool is_at_border(int32_t i)
{
    const int32_t x = i % SIDE, y = i / SIDE;
    return x < 2 || y < 2 || x >= SIDE - 2 || y >= SIDE - 2;
}

/// Whether the variant of a tile is what the header promises.
static bool variant_is_right(loam_layer layer, int32_t i)
{
    const uint8_t was = variant_of(s.before[i], layer), is = variant_of(s.after[i], layer);
    const uint8_t material = material_of(s.after[i], layer);
    if (!s.near_change[i])
    {
        return is == was;
    }
    const bool edge = is_edge(layer, i);
    if (material != material_of(s.before[i], layer))
    {
        return fits(material, is, edge);
    }
    const bool keeps = fits(material, was, edge) || (!edge && is_at_border(i));
    return keeps ? is == was : fits(material, is, edge);
}

/// Edits and compares every tile of the ring. Returns how many have changed.
static int64_t check_edit(const loam_edit *edit)
{
    look(s.before);
    expect(edit);
    int64_t changed = -1;
    CHECK_OK(loam_tile_world_edit(s.world, edit, &changed));
    look(s.after);
    const loam_layer other = edit->layer == LOAM_BLOCKS ? LOAM_WALLS : LOAM_BLOCKS;
    int32_t wrong_materials = 0, wrong_variants = 0, wrong_layer = 0;
    for (int32_t i = 0; i < TILES; i++)
    {
        const uint8_t was = material_of(s.before[i], edit->layer);
        wrong_materials += material_of(s.after[i], edit->layer) !=
                           (s.expected[i] ? edit->material : was);
        wrong_layer += material_of(s.after[i], other) != material_of(s.before[i], other) ||
                       variant_of(s.after[i], other) != variant_of(s.before[i], other);
    }
    CHECK_INT(changed, mark_changes(edit->layer));
    for (int32_t i = 0; i < TILES; i++)
    {
        wrong_variants += !variant_is_right(edit->layer, i);
    }
    CHECK_INT(wrong_materials, 0);
    CHECK_INT(wrong_variants, 0);
    CHECK_INT(wrong_layer, 0);
    return changed;
}

// ---- shapes ---------------------------------------------------------------------------------------

static loam_tile_pos place(uint64_t round, uint64_t index)
{
    return (loam_tile_pos){s.low.x + loam_random_range(round, index, -80, SIDE + 80),
                           s.low.y + loam_random_range(round, index + 1, -80, SIDE + 80)};
}

// All shapes, everywhere in the ring and partly beyond it.
static void test_random_edits(void)
{
    static const uint8_t materials[] = {LOAM_AIR, TOY_STONE, TOY_DIRT, TOY_WATER};
    const uint64_t rounds = (uint64_t)toy_rounds(24);
    scene_open();
    for (uint64_t i = 0; i < rounds; i++)
    {
        const loam_layer layer = i % 3 == 0 ? LOAM_WALLS : LOAM_BLOCKS;
        const loam_edit edit = {
            .shape = (loam_edit_shape)(i % 4),
            .layer = layer,
            .material = materials[loam_random_below(i, 1, layer == LOAM_WALLS ? 3 : 4)],
            .radius = (int32_t)loam_random_below(i, 2, i % 8 == 0 ? 65 : 9),
            .from = place(i, 3),
            .to = place(i, 5),
        };
        check_edit(&edit);
        CHECK_OK(loam_tile_world_step(s.world, s.def.centre));
    }
    scene_close();
}

// Whichever corners they are given by.
static void test_boxes(void)
{
    scene_open();
    for (uint64_t i = 0; i < 8; i++)
    {
        loam_edit edit = {.shape = LOAM_EDIT_BOX,
                          .layer = i % 3 == 0 ? LOAM_WALLS : LOAM_BLOCKS,
                          .material = i % 2 == 0 ? LOAM_AIR : TOY_DIRT,
                          .radius = 50, // means nothing here
                          .from = place(i, 3)};
        edit.to.x = edit.from.x + (i & 1 ? 1 : -1) * (int64_t)loam_random_below(i, 8, 200);
        edit.to.y = edit.from.y + (i & 2 ? 1 : -1) * (int64_t)loam_random_below(i, 9, 200);
        check_edit(&edit);
    }
    scene_close();
}

static void test_fills_are_floods(void)
{
    scene_open();
    for (uint64_t i = 0; i < (uint64_t)toy_rounds(4) && i < 4; i++)
    {
        // A box of walls keeps the fill small enough.
        const loam_tile_pos from = {700 + 90 * ((int64_t)i - 2), -300};
        const uint8_t outside = i % 2 == 0 ? TOY_STONE : LOAM_AIR;
        const loam_layer layer = i < 2 ? LOAM_BLOCKS : LOAM_WALLS;
        loam_edit edit = {.shape = LOAM_EDIT_SQUARE,
                          .layer = layer,
                          .material = outside,
                          .radius = 30,
                          .from = from};
        check_edit(&edit);
        edit.material = TOY_DIRT;
        edit.shape = LOAM_EDIT_CIRCLE;
        edit.radius = 12;
        check_edit(&edit);
        edit.material = outside; // an island in the lake
        edit.radius = 3;
        edit.from.x += 5;
        check_edit(&edit);
        edit.shape = LOAM_EDIT_FILL;
        edit.material = layer == LOAM_BLOCKS ? TOY_WATER : TOY_STONE;
        edit.from = from;
        edit.limit = 489 - 37; // exactly what there is
        CHECK_INT(check_edit(&edit), edit.limit);
    }
    scene_close();
}

static void test_a_fill_beyond_its_limit_changes_nothing(void)
{
    scene_open();
    loam_edit edit = {.shape = LOAM_EDIT_SQUARE,
                      .layer = LOAM_BLOCKS,
                      .material = TOY_STONE,
                      .radius = 20,
                      .from = {700, -300}};
    check_edit(&edit);
    edit.material = LOAM_AIR;
    edit.radius = 5;
    check_edit(&edit);
    const uint64_t before = loam_tile_world_hash(s.world);
    CHECK_OK(loam_tile_world_step(s.world, s.def.centre));
    edit.shape = LOAM_EDIT_FILL;
    edit.material = TOY_WATER;
    int64_t changed = -1;
    for (edit.limit = 1; edit.limit < 121; edit.limit += 17)
    {
        CHECK_INT(loam_tile_world_edit(s.world, &edit, &changed), LOAM_FAILED);
        CHECK_CONTAINS(loam_last_error(), "the fill from (700, -300) goes beyond its limit");
        CHECK_INT(changed, 0);
        CHECK_U64(loam_tile_world_hash(s.world), before);
    }
    edit.limit = 121;
    CHECK_INT(check_edit(&edit), 121);
    // Filling with what is there already is no change.
    CHECK_OK(loam_tile_world_edit(s.world, &edit, &changed));
    CHECK_INT(changed, 0);
    scene_close();
}

static void test_a_fill_beyond_the_ring_changes_nothing(void)
{
    scene_open();
    // A gallery from the middle to beyond the border.
    loam_edit edit = {.shape = LOAM_EDIT_LINE,
                      .layer = LOAM_BLOCKS,
                      .material = TOY_DIRT,
                      .radius = 3,
                      .from = {700, -300},
                      .to = {700 + SIDE, -290}};
    check_edit(&edit);
    const uint64_t before = loam_tile_world_hash(s.world);
    edit.shape = LOAM_EDIT_FILL;
    edit.material = TOY_WATER;
    edit.limit = LOAM_MAX_EDIT_FILL;
    CHECK_INT(loam_tile_world_edit(s.world, &edit, NULL), LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "beyond the ring");
    edit.from.x += 100000;
    CHECK_INT(loam_tile_world_edit(s.world, &edit, NULL), LOAM_FAILED);
    CHECK_U64(loam_tile_world_hash(s.world), before);
    scene_close();
}

static void test_what_is_beyond_the_ring_is_left_alone(void)
{
    scene_open();
    const uint64_t before = loam_tile_world_hash(s.world);
    for (int32_t shape = LOAM_EDIT_TILE; shape <= LOAM_EDIT_LINE; shape++)
    {
        const loam_edit edit = {.shape = (loam_edit_shape)shape,
                                .layer = LOAM_BLOCKS,
                                .material = TOY_WATER,
                                .radius = 64,
                                .from = {LOAM_TILE_END - 1, -LOAM_TILE_END},
                                .to = {LOAM_TILE_END - 9, -LOAM_TILE_END}};
        int64_t changed = -1;
        CHECK_OK(loam_tile_world_edit(s.world, &edit, &changed));
        CHECK_INT(changed, 0);
    }
    CHECK_U64(loam_tile_world_hash(s.world), before);
    scene_close();
}

// Lines of all slopes: one span a row, neighbouring rows touch, both ends are in, and both directions
// give the same.
static void test_lines_have_no_gaps(void)
{
    for (uint64_t i = 0; i < 3000; i++)
    {
        const int64_t far = i % 10 == 0 ? LOAM_MAX_EDIT_LINE : 40;
        const loam_edit edit = {.shape = LOAM_EDIT_LINE,
                                .radius = (int32_t)loam_random_below(i, 0, i % 2 == 0 ? 1 : 5),
                                .from = {7, -9},
                                .to = {7 + loam_random_range(i, 1, -far, far),
                                       -9 + loam_random_range(i, 2, -far, far)}};
        loam_edit back = edit;
        back.from = edit.to;
        back.to = edit.from;
        const loam_brush brush = loam_brush_of(&edit, 0), reverse = loam_brush_of(&back, 0);
        CHECK_INT(brush.low_y, reverse.low_y);
        CHECK_INT(brush.high_y, reverse.high_y);
        loam_span last = loam_brush_row(&brush, brush.low_y);
        int32_t wrong = 0;
        for (int64_t y = brush.low_y; y <= brush.high_y; y++)
        {
            const loam_span span = loam_brush_row(&brush, y), other = loam_brush_row(&reverse, y);
            wrong += span.first > span.last || span.y != y;
            wrong += span.first != other.first || span.last != other.last;
            wrong += span.first > last.last + 1 || span.last < last.first - 1;
            wrong += y == edit.from.y && (span.first > edit.from.x || span.last < edit.from.x);
            wrong += y == edit.to.y && (span.first > edit.to.x || span.last < edit.to.x);
            last = span;
        }
        CHECK_INT(wrong, 0);
    }
}

// ---- variants and saving ----------------------------------------------------------------------------

static void test_new_tiles_have_all_sorts_of_variants(void)
{
    int32_t inner[64] = {0}, fluid[64] = {0};
    scene_open();
    loam_edit edit = {.shape = LOAM_EDIT_SQUARE,
                      .layer = LOAM_BLOCKS,
                      .material = TOY_STONE,
                      .radius = 64,
                      .from = {700, -300}};
    for (int32_t i = 0; i < 2; i++)
    {
        check_edit(&edit);
        for (int64_t t = 0; t < 121 * 121; t++)
        {
            const loam_tile_pos at = {700 - 60 + t % 121, -300 - 60 + t / 121};
            (i == 0 ? inner : fluid)[loam_tile_world_at(s.world, at).block_variant & 63]++;
        }
        edit.material = TOY_WATER;
    }
    for (int32_t i = 0; i < 64; i++)
    {
        CHECK(inner[i] == 0 || i < 12);
        CHECK(fluid[i] == 0 || i < 16);
    }
    // Most of the stone was new; every variant has about its share.
    for (int32_t i = 0; i < 12; i++)
    {
        CHECK_RANGE(inner[i], 121 * 121 / 12 * 0.8, 121 * 121 / 12 * 1.2);
    }
    CHECK_RANGE(fluid[0], 121 * 121 / 16 * 0.8, 121 * 121 / 16 * 1.2);
    CHECK_RANGE(fluid[15], 121 * 121 / 16 * 0.8, 121 * 121 / 16 * 1.2);
    scene_close();
}

// The variant of a fluid is its state, all 256 of them: edits around it leave it alone.
static void test_fluids_keep_their_state(void)
{
    scene_open();
    loam_edit edit = {.shape = LOAM_EDIT_SQUARE,
                      .layer = LOAM_BLOCKS,
                      .material = TOY_WATER,
                      .radius = 8,
                      .from = {700, -300}};
    check_edit(&edit);
    const loam_tile_ring ring = loam_tile_world_ring(s.world);
    loam_tile *const tiles = (loam_tile *)ring.tiles; // as the living world writes them
    for (int32_t i = 0; i < 256; i++)
    {
        const int64_t x = (692 + i % 16) & (SIDE - 1), y = (-308 + i / 16) & (SIDE - 1);
        tiles[y * SIDE + x].block_variant = (uint8_t)i;
    }
    edit.material = TOY_DIRT;
    edit.radius = 0;
    for (int64_t x = 691; x <= 709; x += 3)
    {
        edit.from = (loam_tile_pos){x, -309};
        CHECK_OK(loam_tile_world_edit(s.world, &edit, NULL));
        edit.from = (loam_tile_pos){x, -299};
        CHECK_OK(loam_tile_world_edit(s.world, &edit, NULL));
    }
    for (int32_t i = 0; i < 256; i++)
    {
        const loam_tile tile = loam_tile_world_at(s.world,
                                                  (loam_tile_pos){692 + i % 16, -308 + i / 16});
        CHECK(tile.block != TOY_WATER || tile.block_variant == i);
    }
    scene_close();
}

/// A circle of dirt, after so many steps in a world of a seed. The hash of the ring.
static uint64_t circle_after(int32_t steps, uint64_t seed)
{
    loam_tile_world_def def = s.def;
    loam_tile_world *world;
    def.seed = seed;
    CHECK_OK(loam_tile_world_create(&def, &world));
    for (int32_t i = 0; i < steps; i++)
    {
        CHECK_OK(loam_tile_world_step(world, def.centre));
    }
    const loam_edit edit = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_WALLS,
                            .material = TOY_DIRT,
                            .radius = 9,
                            .from = {700, -300}};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
    const uint64_t hash = loam_tile_world_hash(world);
    loam_tile_world_destroy(world);
    return hash;
}

static void test_variants_are_drawn_by_seed_and_step(void)
{
    scene_open();
    const uint64_t hash = circle_after(3, SEED);
    CHECK_U64(circle_after(3, SEED), hash);
    CHECK(circle_after(4, SEED) != hash);
    CHECK(circle_after(3, SEED + 1) != hash);
    scene_close();
}

static void test_edits_mark_the_chunks_that_they_change(void)
{
    scene_open();
    loam_edit edit = {
        .shape = LOAM_EDIT_CIRCLE, .layer = LOAM_BLOCKS, .material = TOY_WATER, .radius = 9};
    edit.from = (loam_tile_pos){768 + 40, -256 + 60};
    check_edit(&edit);
    CHECK_INT(loam_tile_world_count(s.world).unsaved, 1);
    check_edit(&edit); // nothing is left to change
    CHECK_INT(loam_tile_world_count(s.world).unsaved, 1);
    edit.from = (loam_tile_pos){768, -256}; // where four chunks meet
    check_edit(&edit);
    CHECK_INT(loam_tile_world_count(s.world).unsaved, 4);
    scene_close();
}

// A new wall beside a chunk's border makes edges in the next chunk: that has changed, too.
static void test_edges_beyond_a_chunk_border_are_marked(void)
{
    scene_open();
    loam_edit edit = {.shape = LOAM_EDIT_SQUARE,
                      .layer = LOAM_WALLS,
                      .material = TOY_STONE,
                      .radius = 20,
                      .from = {768, -200}};
    check_edit(&edit);
    CHECK_INT(loam_tile_world_count(s.world).unsaved, 2);
    loam_tile_world_destroy(s.world);
    toy_store store;
    toy_store_init(&store);
    s.def.store = toy_store_functions(&store);
    CHECK_OK(loam_tile_world_create(&s.def, &s.world));
    check_edit(&edit);
    CHECK_OK(loam_tile_world_save(s.world));
    edit = (loam_edit){
        .shape = LOAM_EDIT_TILE, .layer = LOAM_WALLS, .material = LOAM_AIR, .from = {768, -200}};
    CHECK_INT(check_edit(&edit), 1);
    CHECK_INT(loam_tile_world_count(s.world).unsaved, 2);
    loam_tile_world_destroy(s.world);
    s.world = NULL;
    CHECK_OK(loam_tile_world_create(&s.def, &s.world));
    look(s.before);
    CHECK(memcmp(s.before, s.after, sizeof s.before) == 0);
    scene_close();
    toy_store_free(&store);
}

// ---- what is refused --------------------------------------------------------------------------------

static void refuse(loam_edit edit, const char *message)
{
    int64_t changed = -1;
    CHECK_INT(loam_tile_world_edit(s.world, &edit, &changed), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_INT(changed, 0);
}

static void test_bad_edits_are_refused(void)
{
    scene_open();
    const uint64_t before = loam_tile_world_hash(s.world);
    const loam_edit good = {.shape = LOAM_EDIT_LINE,
                            .layer = LOAM_BLOCKS,
                            .material = TOY_DIRT,
                            .from = {700, -300},
                            .to = {701, -300},
                            .limit = 1};
    loam_edit bad = good;
    bad.shape = LOAM_EDIT_SHAPE_COUNT;
    refuse(bad, "shape is 6; must be 0 to 5");
    bad = good;
    bad.layer = (loam_layer)(LOAM_BLOCKS | LOAM_WALLS);
    refuse(bad, "layer is 3; must be 1 or 2");
    bad = good;
    bad.material = 255;
    refuse(bad, "material is 255");
    bad = good;
    bad.material = TOY_WATER;
    bad.layer = LOAM_WALLS;
    refuse(bad, "material water may not stand among walls, only among blocks");
    bad = good;
    bad.radius = -1;
    refuse(bad, "radius is -1; must be 0 to 64");
    bad.radius = 65;
    refuse(bad, "radius is 65");
    bad = good;
    bad.to.x = bad.from.x + LOAM_MAX_EDIT_LINE + 1;
    refuse(bad, "to is (16385, 0) from `from`; must be at most 16384");
    bad.to.x = INT64_MIN;
    refuse(bad, "to is (");
    bad = good;
    bad.shape = LOAM_EDIT_BOX;
    bad.to.y = bad.from.y - LOAM_MAX_EDIT_BOX;
    refuse(bad, "to is (1, -1024) from `from`; must be at most 1023");
    bad = good;
    bad.from.y = LOAM_TILE_END;
    refuse(bad, "from is (");
    bad = good;
    bad.shape = LOAM_EDIT_FILL;
    bad.limit = 0;
    refuse(bad, "limit is 0; must be 1 to 65536");
    bad.limit = LOAM_MAX_EDIT_FILL + 1;
    refuse(bad, "limit is 65537");
    CHECK_U64(loam_tile_world_hash(s.world), before);
    CHECK_OK(loam_tile_world_edit(s.world, &good, NULL));
    scene_close();
}

int main(void)
{
    RUN(test_random_edits);
    RUN(test_boxes);
    RUN(test_fills_are_floods);
    RUN(test_a_fill_beyond_its_limit_changes_nothing);
    RUN(test_a_fill_beyond_the_ring_changes_nothing);
    RUN(test_what_is_beyond_the_ring_is_left_alone);
    RUN(test_lines_have_no_gaps);
    RUN(test_new_tiles_have_all_sorts_of_variants);
    RUN(test_fluids_keep_their_state);
    RUN(test_variants_are_drawn_by_seed_and_step);
    RUN(test_edits_mark_the_chunks_that_they_change);
    RUN(test_edges_beyond_a_chunk_border_are_marked);
    RUN(test_bad_edits_are_refused);
    return CHECK_DONE();
}
