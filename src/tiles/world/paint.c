// SPDX-License-Identifier: MIT
#include "tiles/world/paint.h"

#include "loam/random.h"
#include "tiles/data/circle.h"
#include "tiles/data/variant.h"
#include "tiles/life/life.h"
#include "tiles/plants/plants.h"
#include "tiles/state/touched.h"
#include "tiles/world/undo.h"

// Materials are changed first, and edges are looked for when all of them are in place (Dubsky 2022, 3.1.4
// and 4.5.1). A changed tile whose material has edges gets the variant LOAM_VARIANT_NEW, which no such
// material has, until it is fitted; the tiles around are fitted too, because they may have become an edge
// or are none any more.
//
// Fluids keep their state in the whole byte of the variant, so that any value may be theirs. They have no
// edges, get their variant at once, and are never fitted.

loam_painter loam_painter_make(loam_tile_world *world)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    return (loam_painter){
        .world = world,
        .ring = {ring.lowest.x * LOAM_CHUNK_SIDE, ring.lowest.y * LOAM_CHUNK_SIDE, ring.side,
                 ring.side},
    };
}

bool loam_painter_has(const loam_painter *p, int64_t x, int64_t y)
{
    return x >= p->ring.x && x < p->ring.x + p->ring.w && y >= p->ring.y &&
           y < p->ring.y + p->ring.h;
}

loam_span loam_painter_clip(const loam_painter *p, loam_span span)
{
    const int64_t last = p->ring.x + p->ring.w - 1;
    const bool outside = span.y < p->ring.y || span.y >= p->ring.y + p->ring.h;
    return (loam_span){.y = span.y,
                       .first = span.first > p->ring.x ? span.first : p->ring.x,
                       .last = outside            ? INT64_MIN
                               : span.last < last ? span.last
                                                  : last};
}

// ---- one tile -------------------------------------------------------------------------------------

static uint8_t pick_variant(const loam_tile_world *world, loam_layer layer, loam_tile_pos at,
                            uint8_t id, bool edge)
{
    const loam_material *const material = &world->defs->materials[id];
    const uint64_t seed = loam_seed_at(world->edit_seeds[layer == LOAM_WALLS], at.x, at.y,
                                       (int64_t)world->steps);
    return loam_variant_pick(material->inner, material->outer, edge, loam_random_u32(seed, 0));
}

/// All changes come through here: they are noted for undo and for saving, and the living world hears of
/// them.
static void put(loam_painter *p, loam_tile_pos at, loam_tile tile, bool noted)
{
    loam_tile_world *const world = p->world;
    const size_t index = loam_ring_index(&world->ring, at);
    const loam_tile before = world->ring.tiles[index];
    const loam_tile bare = loam_cover_bare(world,
                                           index); // a plant comes back to nobody who undoes
    world->ring.tiles[index] = tile;
    if (world->undo != NULL && noted)
    {
        loam_undo_note(world->undo, at, tile.wall != before.wall ? bare : before, tile);
    }
    loam_saving_touch_by_hand(world, loam_ring_slot_at(&world->ring, index));
    if (tile.wall != before.wall)
    {
        loam_plants_cut(world, index);
    }
    else if (tile.wall_variant != before.wall_variant)
    {
        loam_cover_disturb(world, index);
    }
    const bool stirred = world->fluid[tile.block] && tile.block_variant != before.block_variant;
    if (tile.block != before.block || stirred)
    {
        loam_life_changed(world, index, before.block);
    }
}

static loam_tile tile_at(const loam_painter *p, loam_tile_pos at)
{
    return p->world->ring.tiles[loam_ring_index(&p->world->ring, at)];
}

/// What is left of a layer of a tile where it is taken away: a plant goes before the wall behind it.
static loam_half half_without(const loam_painter *p, loam_tile_pos at, loam_layer layer)
{
    const size_t index = loam_ring_index(&p->world->ring, at);
    if (layer == LOAM_WALLS && loam_plants_cover(p->world, index))
    {
        return loam_half_of(loam_cover_bare(p->world, index), layer);
    }
    return (loam_half){LOAM_AIR, pick_variant(p->world, layer, at, LOAM_AIR, false)};
}

/// A wall that was put among plants is no part of them, even if it is of wood or leaves.
static void build(const loam_painter *p, loam_tile_pos at, loam_tile before, loam_tile tile)
{
    if (tile.wall != before.wall)
    {
        loam_plants_back(p->world, loam_ring_index(&p->world->ring, at), tile);
    }
}

void loam_paint_material(loam_painter *p, loam_tile_pos at, loam_layer layer, uint8_t material)
{
    const bool has_edges = p->world->defs->materials[material].outer > 0 &&
                           !p->world->fluid[material];
    const loam_half half = material == LOAM_AIR ? half_without(p, at, layer)
                           : has_edges          ? (loam_half){material, LOAM_VARIANT_NEW}
                                       : (loam_half){material, pick_variant(p->world, layer, at,
                                                                            material, false)};
    const loam_tile before = tile_at(p, at), tile = loam_with_half(before, layer, half);
    put(p, at, tile, true);
    build(p, at, before, tile);
    p->changed++;
}

void loam_paint_tile(loam_painter *p, loam_tile_pos at, loam_tile tile)
{
    const loam_tile before = tile_at(p, at);
    if (tile.block == before.block && tile.block_variant == before.block_variant &&
        tile.wall == before.wall && tile.wall_variant == before.wall_variant)
    {
        return;
    }
    put(p, at, tile, true);
    build(p, at, before, tile);
    p->changed += tile.block != before.block || tile.wall != before.wall;
}

// ---- variants -------------------------------------------------------------------------------------

/// Whether all neighbours of a tile are in the ring.
static bool is_surrounded(const loam_painter *p, loam_tile_pos at)
{
    return loam_painter_has(p, at.x - LOAM_CIRCLE_REACH, at.y - LOAM_CIRCLE_REACH) &&
           loam_painter_has(p, at.x + LOAM_CIRCLE_REACH, at.y + LOAM_CIRCLE_REACH);
}

static loam_tile bare_at(const loam_painter *p, loam_tile_pos at)
{
    return loam_cover_bare(p->world, loam_ring_index(&p->world->ring, at));
}

/// Plants make no edges: what counts is the wall behind them.
static bool is_edge(const loam_painter *p, loam_layer layer, loam_tile_pos at)
{
    for (int32_t i = 0; i < LOAM_CIRCLE_TILES; i++)
    {
        const loam_tile_pos near = {at.x + loam_circle[i].x, at.y + loam_circle[i].y};
        if (loam_painter_has(p, near.x, near.y) &&
            !p->world->solid[loam_half_of(bare_at(p, near), layer).material])
        {
            return true;
        }
    }
    return false;
}

/// What lies at the border of the ring may be an edge for reasons that are not in the ring: it keeps what
/// it has, unless it is new.
void loam_paint_fit(loam_painter *p, loam_layer layer, loam_tile_pos at)
{
    const loam_tile tile = tile_at(p, at);
    const loam_half of = loam_half_of(tile, layer);
    if (p->world->fluid[of.material])
    {
        return;
    }
    const loam_material *const material = &p->world->defs->materials[of.material];
    const bool edge = material->outer > 0 && is_edge(p, layer, at);
    if (loam_variant_fits(material->inner, material->outer, edge, of.variant))
    {
        return;
    }
    if (of.variant < material->inner + material->outer && !edge && !is_surrounded(p, at))
    {
        return;
    }
    const loam_half fitted = {of.material, pick_variant(p->world, layer, at, of.material, edge)};
    put(p, at, loam_with_half(tile, layer, fitted), of.variant != LOAM_VARIANT_NEW);
}

void loam_paint_fit_around(loam_painter *p, loam_layer layer, loam_tile_pos at)
{
    loam_paint_fit(p, layer, at);
    for (int32_t i = 0; i < LOAM_CIRCLE_TILES; i++)
    {
        const loam_tile_pos near = {at.x + loam_circle[i].x, at.y + loam_circle[i].y};
        if (loam_painter_has(p, near.x, near.y))
        {
            loam_paint_fit(p, layer, near);
        }
    }
}

void loam_paint_fit_brush(loam_painter *p, loam_layer layer, const loam_brush *brush)
{
    for (int64_t y = brush->low_y; y <= brush->high_y; y++)
    {
        const loam_span span = loam_painter_clip(p, loam_brush_row(brush, y));
        for (int64_t x = span.first; x <= span.last; x++)
        {
            loam_paint_fit(p, layer, (loam_tile_pos){x, span.y});
        }
    }
}

void loam_paint_done(loam_painter *p)
{
    if (p->world->undo != NULL)
    {
        loam_undo_finish(p->world->undo, p->world);
    }
}
