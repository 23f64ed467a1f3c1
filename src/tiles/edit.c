// SPDX-License-Identifier: MIT
#include "tiles/edit.h"

#include "loam/random.h"

#include "tiles/brush.h"
#include "tiles/circle.h"
#include "tiles/saving.h"
#include "tiles/variant.h"

// An edit changes materials first and looks for edges when all of them are in place (Dubsky 2022, 3.1.4
// and 4.5.1). A changed tile gets the variant NEW, which no material has. The second pass goes over the
// shape grown by the circle of neighbours and gives another variant to whatever has one that does not
// fit: new tiles, and those that have become an edge or are none any more. Whether a variant fits
// depends on materials alone, so the order of the second pass does not matter, nor does a tile that it
// meets twice.

enum
{
    NEW = UINT8_MAX
};

/// An edit under way.
typedef struct painter
{
    loam_tile_world *world;
    const loam_edit *edit;
    loam_tile_area ring; // all tiles that there are
    size_t layer;        // where the layer's material is in a tile; its variant is next
    uint64_t seed;
    int64_t changed;
} painter;

loam_result loam_edit_init(loam_tile_world *world)
{
    world->edit_seeds[0] = loam_seed_derive(world->def.seed, "edit blocks");
    world->edit_seeds[1] = loam_seed_derive(world->def.seed, "edit walls");
    world->filled = loam_alloc(&world->env, LOAM_MAX_EDIT_FILL * sizeof *world->filled);
    world->replaced = loam_alloc(&world->env, LOAM_MAX_EDIT_FILL * sizeof *world->replaced);
    return world->filled != NULL && world->replaced != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

void loam_edit_free(loam_tile_world *world)
{
    loam_free(&world->env, world->filled, LOAM_MAX_EDIT_FILL * sizeof *world->filled);
    loam_free(&world->env, world->replaced, LOAM_MAX_EDIT_FILL * sizeof *world->replaced);
}

// ---- checks ---------------------------------------------------------------------------------------

static loam_result check_material(const loam_tile_world *world, const loam_edit *edit)
{
    const loam_material *const material = &world->defs->materials[edit->material];
    if (material->name[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "material is %d, accepted are the ids of materials that exist",
                         edit->material);
    }
    if ((material->layers & (uint32_t)edit->layer) == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "material %s may not stand among %s, only among %s",
                         material->name, edit->layer == LOAM_WALLS ? "walls" : "blocks",
                         edit->layer == LOAM_WALLS ? "blocks" : "walls");
    }
    return LOAM_OK;
}

static loam_result check_place(const char *name, int64_t x, int64_t y)
{
    const int64_t end = LOAM_TILE_END;
    if (x >= -end && x < end && y >= -end && y < end)
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "%s is (%lld, %lld), accepted are -2^60 to 2^60 - 1 on both axes", name,
                     (long long)x, (long long)y);
}

static loam_result check_length(const loam_edit *edit, int64_t most)
{
    const loam_result result = check_place("to", edit->to.x, edit->to.y);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t x = edit->to.x - edit->from.x, y = edit->to.y - edit->from.y;
    if (x > most || x < -most || y > most || y < -most)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "to is (%lld, %lld) from `from`, accepted are at most %lld on both axes",
                         (long long)x, (long long)y, (long long)most);
    }
    return LOAM_OK;
}

static loam_result check_numbers(const loam_edit *edit)
{
    const bool is_round = edit->shape == LOAM_EDIT_SQUARE || edit->shape == LOAM_EDIT_CIRCLE ||
                          edit->shape == LOAM_EDIT_LINE;
    if (is_round && (edit->radius < 0 || edit->radius > LOAM_MAX_EDIT_RADIUS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "radius is %d, accepted are 0 to %d", edit->radius,
                         LOAM_MAX_EDIT_RADIUS);
    }
    if (edit->shape == LOAM_EDIT_FILL && (edit->limit < 1 || edit->limit > LOAM_MAX_EDIT_FILL))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "limit is %d, accepted are 1 to %d", edit->limit,
                         LOAM_MAX_EDIT_FILL);
    }
    return edit->shape == LOAM_EDIT_LINE  ? check_length(edit, LOAM_MAX_EDIT_LINE)
           : edit->shape == LOAM_EDIT_BOX ? check_length(edit, LOAM_MAX_EDIT_BOX - 1)
                                          : LOAM_OK;
}

static loam_result check(const loam_tile_world *world, const loam_edit *edit)
{
    if ((uint32_t)edit->shape >= LOAM_EDIT_SHAPE_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "shape is %d, accepted are 0 to %d", (int)edit->shape,
                         LOAM_EDIT_SHAPE_COUNT - 1);
    }
    if (edit->layer != LOAM_BLOCKS && edit->layer != LOAM_WALLS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "layer is %d, accepted are %d and %d", (int)edit->layer,
                         LOAM_BLOCKS, LOAM_WALLS);
    }
    loam_result result = check_material(world, edit);
    result = result != LOAM_OK ? result : check_place("from", edit->from.x, edit->from.y);
    return result != LOAM_OK ? result : check_numbers(edit);
}

// ---- one tile -------------------------------------------------------------------------------------

/// The material of the layer in a tile of the ring; its variant is the byte behind it.
static uint8_t *material_at(const painter *p, size_t index)
{
    return (uint8_t *)&p->world->ring.tiles[index] + p->layer;
}

static void set_new(painter *p, size_t index)
{
    uint8_t *const tile = material_at(p, index);
    tile[0] = p->edit->material;
    tile[1] = NEW;
    p->changed++;
}

static bool is_in_ring(const painter *p, int64_t x, int64_t y)
{
    return x >= p->ring.x && x < p->ring.x + p->ring.w && y >= p->ring.y &&
           y < p->ring.y + p->ring.h;
}

/// Whether all neighbours of a tile are in the ring.
static bool is_surrounded(const painter *p, int64_t x, int64_t y)
{
    return is_in_ring(p, x - LOAM_CIRCLE_REACH, y - LOAM_CIRCLE_REACH) &&
           is_in_ring(p, x + LOAM_CIRCLE_REACH, y + LOAM_CIRCLE_REACH);
}

static bool is_edge(const painter *p, int64_t x, int64_t y)
{
    const loam_tile_world *const world = p->world;
    for (int32_t i = 0; i < LOAM_CIRCLE_TILES; i++)
    {
        const loam_tile_pos at = {x + loam_circle[i].x, y + loam_circle[i].y};
        if (is_in_ring(p, at.x, at.y) &&
            !world->solid[*material_at(p, loam_ring_index(&world->ring, at))])
        {
            return true;
        }
    }
    return false;
}

/// Gives a tile of the ring a variant that fits, if it has none. What lies at the border of the ring may
/// be an edge for reasons that are not in the ring: it keeps what it has, unless it is new.
static void fit(painter *p, int64_t x, int64_t y)
{
    const size_t index = loam_ring_index(&p->world->ring, (loam_tile_pos){x, y});
    uint8_t *const tile = material_at(p, index);
    const loam_material *const material = &p->world->defs->materials[tile[0]];
    const int32_t variant = tile[1], inner = material->inner, outer = material->outer;
    const bool edge = outer > 0 && is_edge(p, x, y);
    if (loam_variant_fits(inner, outer, edge, variant))
    {
        return;
    }
    if (variant < inner + outer && !edge && !is_surrounded(p, x, y))
    {
        return;
    }
    const uint64_t seed = loam_seed_at(p->seed, x, y, (int64_t)p->world->steps);
    tile[1] = loam_variant_pick(inner, outer, edge, loam_random_u32(seed, 0));
    if (tile[1] != variant) // as it is for all that are new
    {
        loam_saving_touch(p->world, loam_ring_slot_at(&p->world->ring, index));
    }
}

// ---- brushes --------------------------------------------------------------------------------------

/// The part of a span that is in the ring; first > last if none is.
static loam_span clip(const painter *p, loam_span span)
{
    const int64_t last = p->ring.x + p->ring.w - 1;
    const bool outside = span.y < p->ring.y || span.y >= p->ring.y + p->ring.h;
    return (loam_span){.y = span.y,
                       .first = span.first > p->ring.x ? span.first : p->ring.x,
                       .last = outside            ? INT64_MIN
                               : span.last < last ? span.last
                                                  : last};
}

static void paint(painter *p, const loam_brush *brush)
{
    for (int64_t y = brush->low_y; y <= brush->high_y; y++)
    {
        const loam_span span = clip(p, loam_brush_row(brush, y));
        for (int64_t x = span.first; x <= span.last; x++)
        {
            const size_t index = loam_ring_index(&p->world->ring, (loam_tile_pos){x, span.y});
            if (*material_at(p, index) != p->edit->material)
            {
                set_new(p, index);
            }
        }
    }
}

static void fit_around(painter *p, const loam_brush *grown)
{
    for (int64_t y = grown->low_y; y <= grown->high_y; y++)
    {
        const loam_span span = clip(p, loam_brush_row(grown, y));
        for (int64_t x = span.first; x <= span.last; x++)
        {
            fit(p, x, span.y);
        }
    }
}

static void draw(painter *p)
{
    const loam_brush brush = loam_brush_of(p->edit, 0);
    paint(p, &brush);
    if (p->changed > 0)
    {
        const loam_brush grown = loam_brush_of(p->edit, LOAM_CIRCLE_REACH);
        fit_around(p, &grown);
    }
}

// ---- fill -----------------------------------------------------------------------------------------

static loam_tile_pos place_of(const painter *p, size_t index)
{
    const size_t side = (size_t)p->world->ring.side;
    const uint64_t mask = side - 1;
    return (loam_tile_pos){p->ring.x + (int64_t)((index % side - (uint64_t)p->ring.x) & mask),
                           p->ring.y + (int64_t)((index / side - (uint64_t)p->ring.y) & mask)};
}

/// Takes a tile if it is of the material that is being replaced. False if it is more than allowed.
static bool spread_to(painter *p, loam_tile_pos at, uint8_t replaced)
{
    const size_t index = loam_ring_index(&p->world->ring, at);
    const uint8_t *const tile = material_at(p, index);
    if (tile[0] != replaced)
    {
        return true;
    }
    if (p->changed == p->edit->limit)
    {
        return false;
    }
    p->world->filled[p->changed] = (uint32_t)index;
    p->world->replaced[p->changed] = tile[1];
    set_new(p, index);
    return true;
}

static loam_result refuse_fill(painter *p, uint8_t replaced, const char *reason)
{
    for (int64_t i = 0; i < p->changed; i++)
    {
        uint8_t *const tile = material_at(p, p->world->filled[i]);
        tile[0] = replaced;
        tile[1] = p->world->replaced[i];
    }
    p->changed = 0;
    return loam_fail(LOAM_FAILED, "the fill from (%lld, %lld) goes beyond %s",
                     (long long)p->edit->from.x, (long long)p->edit->from.y, reason);
}

/// The tiles taken so far are the queue of those whose neighbours are to be looked at.
static loam_result spread(painter *p, uint8_t replaced)
{
    static const int8_t sides[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    (void)spread_to(p, p->edit->from, replaced);
    for (int64_t i = 0; i < p->changed; i++)
    {
        const loam_tile_pos at = place_of(p, p->world->filled[i]);
        for (int32_t side = 0; side < 4; side++)
        {
            const loam_tile_pos next = {at.x + sides[side][0], at.y + sides[side][1]};
            if (!is_in_ring(p, next.x, next.y))
            {
                return refuse_fill(p, replaced, "the ring");
            }
            if (!spread_to(p, next, replaced))
            {
                return refuse_fill(p, replaced, "its limit");
            }
        }
    }
    return LOAM_OK;
}

static void fit_filled(painter *p, bool edges_changed)
{
    for (int64_t i = 0; i < p->changed; i++)
    {
        const loam_tile_pos at = place_of(p, p->world->filled[i]);
        fit(p, at.x, at.y);
        for (int32_t n = 0; n < LOAM_CIRCLE_TILES && edges_changed; n++)
        {
            const loam_tile_pos near = {at.x + loam_circle[n].x, at.y + loam_circle[n].y};
            if (is_in_ring(p, near.x, near.y))
            {
                fit(p, near.x, near.y);
            }
        }
    }
}

static loam_result fill(painter *p)
{
    const loam_tile_pos from = p->edit->from;
    if (!is_in_ring(p, from.x, from.y))
    {
        return refuse_fill(p, LOAM_AIR, "the ring");
    }
    const uint8_t replaced = *material_at(p, loam_ring_index(&p->world->ring, from));
    if (replaced == p->edit->material)
    {
        return LOAM_OK;
    }
    const loam_result result = spread(p, replaced);
    if (result == LOAM_OK)
    {
        fit_filled(p, p->world->solid[replaced] != p->world->solid[p->edit->material]);
    }
    return result;
}

// ---- edits ----------------------------------------------------------------------------------------

loam_result loam_tile_world_edit(loam_tile_world *world, const loam_edit *edit, int64_t *changed)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, edit != NULL);
    loam_result result = check(world, edit);
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const bool walls = edit->layer == LOAM_WALLS;
    painter p = {
        .world = world,
        .edit = edit,
        .ring = {ring.lowest.x * LOAM_CHUNK_SIDE, ring.lowest.y * LOAM_CHUNK_SIDE, ring.side,
                 ring.side},
        .layer = walls ? offsetof(loam_tile, wall) : offsetof(loam_tile, block),
        .seed = world->edit_seeds[walls],
    };
    if (result == LOAM_OK && edit->shape == LOAM_EDIT_FILL)
    {
        result = fill(&p);
    }
    else if (result == LOAM_OK)
    {
        draw(&p);
    }
    if (changed != NULL)
    {
        *changed = p.changed;
    }
    return result;
}
