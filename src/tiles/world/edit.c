// SPDX-License-Identifier: MIT
#include "tiles/world/edit.h"

#include "loam/random.h"

#include "tiles/data/circle.h"
#include "tiles/world/paint.h"

// An edit goes over its shape twice (paint.h): it changes materials, and then finds variants for these
// and for what is around them. A fill finds its tiles first, because it may have to change nothing.

/// An edit under way.
typedef struct editor
{
    loam_painter painter;
    const loam_edit *edit;
    loam_edit_filter *accepts; // NULL: everything
    void *user;
    int64_t found; // tiles of a fill
} editor;

loam_result loam_edit_init(loam_tile_world *world)
{
    world->edit_seeds[0] = loam_seed_derive(world->def.seed, "edit blocks");
    world->edit_seeds[1] = loam_seed_derive(world->def.seed, "edit walls");
    world->filled = loam_alloc(&world->env, LOAM_MAX_EDIT_FILL * sizeof *world->filled);
    return world->filled != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

void loam_edit_free(loam_tile_world *world)
{
    loam_free(&world->env, world->filled, LOAM_MAX_EDIT_FILL * sizeof *world->filled);
}

// ---- checks ---------------------------------------------------------------------------------------

static loam_result check_material(const loam_tile_world *world, const loam_edit *edit)
{
    const loam_material *const material = &world->defs->materials[edit->material];
    if (material->name[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "material is %d; must be the id of a material that exists",
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
                     "%s is (%lld, %lld); must be -2^60 to 2^60 - 1 on both axes", name,
                     (long long)x, (long long)y);
}

static loam_result check_length(const loam_edit *edit, int64_t max)
{
    const loam_result result = check_place("to", edit->to.x, edit->to.y);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t x = edit->to.x - edit->from.x, y = edit->to.y - edit->from.y;
    if (x > max || x < -max || y > max || y < -max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "to is (%lld, %lld) from `from`; must be at most %lld on both axes",
                         (long long)x, (long long)y, (long long)max);
    }
    return LOAM_OK;
}

static loam_result check_numbers(const loam_edit *edit)
{
    const bool is_round = edit->shape == LOAM_EDIT_SQUARE || edit->shape == LOAM_EDIT_CIRCLE ||
                          edit->shape == LOAM_EDIT_LINE;
    if (is_round && (edit->radius < 0 || edit->radius > LOAM_MAX_EDIT_RADIUS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "radius is %d; must be 0 to %d", edit->radius,
                         LOAM_MAX_EDIT_RADIUS);
    }
    if (edit->shape == LOAM_EDIT_FILL && (edit->limit < 1 || edit->limit > LOAM_MAX_EDIT_FILL))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "limit is %d; must be 1 to %d", edit->limit,
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
        return loam_fail(LOAM_BAD_ARGUMENT, "shape is %d; must be 0 to %d", (int)edit->shape,
                         LOAM_EDIT_SHAPE_COUNT - 1);
    }
    if (edit->layer != LOAM_BLOCKS && edit->layer != LOAM_WALLS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "layer is %d; must be %d or %d", (int)edit->layer,
                         LOAM_BLOCKS, LOAM_WALLS);
    }
    loam_result result = check_material(world, edit);
    result = result != LOAM_OK ? result : check_place("from", edit->from.x, edit->from.y);
    return result != LOAM_OK ? result : check_numbers(edit);
}

// ---- brushes --------------------------------------------------------------------------------------

static loam_tile tile_at(const editor *e, loam_tile_pos at)
{
    const loam_ring *const ring = &e->painter.world->ring;
    return ring->tiles[loam_ring_index(ring, at)];
}

static void paint(editor *e, loam_tile_pos at)
{
    const loam_tile tile = tile_at(e, at);
    if (loam_half_of(tile, e->edit->layer).material != e->edit->material &&
        (e->accepts == NULL || e->accepts(e->user, at, tile)))
    {
        loam_paint_material(&e->painter, at, e->edit->layer, e->edit->material);
    }
}

static void draw(editor *e)
{
    const loam_brush brush = loam_brush_of(e->edit, 0);
    for (int64_t y = brush.low_y; y <= brush.high_y; y++)
    {
        const loam_span span = loam_painter_clip(&e->painter, loam_brush_row(&brush, y));
        for (int64_t x = span.first; x <= span.last; x++)
        {
            paint(e, (loam_tile_pos){x, span.y});
        }
    }
    if (e->painter.changed > 0)
    {
        const loam_brush grown = loam_brush_of(e->edit, LOAM_CIRCLE_REACH);
        loam_paint_fit_brush(&e->painter, e->edit->layer, &grown);
    }
}

// ---- fill -----------------------------------------------------------------------------------------
// A tile that was found is marked by the material that it will get, and all marks are taken back before
// anything is changed in earnest.

/// The material of the layer in a tile of the ring.
static uint8_t *material_at(const editor *e, size_t index)
{
    loam_tile *const tile = &e->painter.world->ring.tiles[index];
    return e->edit->layer == LOAM_WALLS ? &tile->wall : &tile->block;
}

static loam_tile_pos place_of(const editor *e, size_t index)
{
    const loam_tile_area ring = e->painter.ring;
    const size_t side = (size_t)e->painter.world->ring.side;
    const uint64_t mask = side - 1;
    return (loam_tile_pos){ring.x + (int64_t)((index % side - (uint64_t)ring.x) & mask),
                           ring.y + (int64_t)((index / side - (uint64_t)ring.y) & mask)};
}

/// Takes a tile if it is of the material that is being replaced. False if it is more than allowed.
static bool spread_to(editor *e, loam_tile_pos at, uint8_t replaced)
{
    const size_t index = loam_ring_index(&e->painter.world->ring, at);
    uint8_t *const material = material_at(e, index);
    if (*material != replaced)
    {
        return true;
    }
    if (e->found == e->edit->limit)
    {
        return false;
    }
    e->painter.world->filled[e->found++] = (uint32_t)index;
    *material = e->edit->material;
    return true;
}

static loam_result refuse_fill(const editor *e, const char *reason)
{
    return loam_fail(LOAM_FAILED, "the fill from (%lld, %lld) goes beyond %s",
                     (long long)e->edit->from.x, (long long)e->edit->from.y, reason);
}

/// The tiles taken so far are the queue of those whose neighbours are to be looked at.
static loam_result spread(editor *e, uint8_t replaced)
{
    static const int8_t sides[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    (void)spread_to(e, e->edit->from, replaced);
    for (int64_t i = 0; i < e->found; i++)
    {
        const loam_tile_pos at = place_of(e, e->painter.world->filled[i]);
        for (int32_t side = 0; side < 4; side++)
        {
            const loam_tile_pos next = {at.x + sides[side][0], at.y + sides[side][1]};
            if (!loam_painter_has(&e->painter, next.x, next.y))
            {
                return refuse_fill(e, "the ring");
            }
            if (!spread_to(e, next, replaced))
            {
                return refuse_fill(e, "its limit");
            }
        }
    }
    return LOAM_OK;
}

static void paint_found(editor *e, uint8_t replaced)
{
    const loam_tile_world *const world = e->painter.world;
    const bool edges_change = world->solid[replaced] != world->solid[e->edit->material];
    for (int64_t i = 0; i < e->found; i++)
    {
        paint(e, place_of(e, world->filled[i]));
    }
    for (int64_t i = 0; i < e->found; i++)
    {
        const loam_tile_pos at = place_of(e, world->filled[i]);
        edges_change ? loam_paint_fit_around(&e->painter, e->edit->layer, at)
                     : loam_paint_fit(&e->painter, e->edit->layer, at);
    }
}

static loam_result fill(editor *e)
{
    const loam_tile_pos from = e->edit->from;
    if (!loam_painter_has(&e->painter, from.x, from.y))
    {
        return refuse_fill(e, "the ring");
    }
    const uint8_t replaced = loam_half_of(tile_at(e, from), e->edit->layer).material;
    if (replaced == e->edit->material)
    {
        return LOAM_OK;
    }
    const loam_result result = spread(e, replaced);
    for (int64_t i = 0; i < e->found; i++)
    {
        *material_at(e, e->painter.world->filled[i]) = replaced;
    }
    if (result == LOAM_OK)
    {
        paint_found(e, replaced);
    }
    return result;
}

// ---- edits ----------------------------------------------------------------------------------------

loam_result loam_edit_where(loam_tile_world *world, const loam_edit *edit,
                            loam_edit_filter *accepts, void *user, int64_t *changed)
{
    editor e = {
        .painter = loam_painter_make(world), .edit = edit, .accepts = accepts, .user = user};
    loam_result result = check(world, edit);
    if (result == LOAM_OK && edit->shape == LOAM_EDIT_FILL)
    {
        result = fill(&e);
    }
    else if (result == LOAM_OK)
    {
        draw(&e);
    }
    loam_paint_done(&e.painter);
    if (changed != NULL)
    {
        *changed = e.painter.changed;
    }
    return result;
}

loam_result loam_tile_world_edit(loam_tile_world *world, const loam_edit *edit, int64_t *changed)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, edit != NULL);
    return loam_edit_where(world, edit, NULL, NULL, changed);
}
