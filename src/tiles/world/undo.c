// SPDX-License-Identifier: MIT
#include "tiles/world/undo.h"

#include "loam/random.h"
#include "tiles/data/circle.h"
#include "tiles/world/paint.h"

#include <string.h>

// What was changed, tile by tile, in a ring of fixed size: the oldest groups leave when there is no room.
// Undo goes backwards through a group and puts back what was there before, wherever that is still what
// the group has left there; redo goes forwards the same way. A tile that got another material counts as
// unchanged as long as it has that material: its variant follows from what is around. One that only got
// another variant counts as long as it has it.

#define MAX_CHANGES ((size_t)1 << 28) // their numbers have some bits to spare

/// How large the table of tiles is for so many: a power of two, of which half stays empty.
static size_t met_size(size_t count)
{
    size_t size = 1;
    while (size < 2 * count)
    {
        size *= 2;
    }
    return size;
}

loam_result loam_undo_init(loam_undo *undo, const loam_env *env, size_t bytes)
{
    const size_t room = bytes / sizeof(loam_change);
    *undo = (loam_undo){.room = room < MAX_CHANGES ? room : MAX_CHANGES};
    undo->changes = loam_alloc(env, undo->room * sizeof *undo->changes);
    undo->met = loam_alloc(env, met_size(undo->room) * sizeof *undo->met);
    return undo->changes != NULL && undo->met != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

void loam_undo_free(loam_undo *undo, const loam_env *env)
{
    loam_free(env, undo->changes, undo->room * sizeof *undo->changes);
    loam_free(env, undo->met, met_size(undo->room) * sizeof *undo->met);
}

/// The change number `number`, from the oldest on.
static loam_change *change_at(const loam_undo *undo, size_t number)
{
    return &undo->changes[(undo->first + number) % undo->room];
}

// ---- notes ----------------------------------------------------------------------------------------

void loam_undo_begin(loam_undo *undo)
{
    undo->group++;
    undo->lost = false;
}

static void drop_oldest(loam_undo *undo)
{
    const uint32_t oldest = change_at(undo, 0)->group;
    while (undo->done > 0 && change_at(undo, 0)->group == oldest)
    {
        undo->first = (undo->first + 1) % undo->room;
        undo->done--;
    }
    undo->lost |= oldest == undo->group;
}

void loam_undo_note(loam_undo *undo, loam_tile_pos at, loam_tile before, loam_tile after)
{
    if (undo->paused || undo->room == 0)
    {
        return;
    }
    undo->undone = 0;
    if (undo->done == undo->room)
    {
        drop_oldest(undo);
    }
    if (undo->lost)
    {
        undo->unfinished = 0;
        return;
    }
    *change_at(undo, undo->done) = (loam_change){at, before, after, undo->group};
    undo->done++;
    undo->unfinished++;
}

/// A variant that was still to be fitted is what it has become.
static loam_tile with_variant(const loam_tile_world *world, loam_tile after, loam_tile now,
                              loam_layer layer)
{
    const loam_half was = loam_half_of(after, layer), is = loam_half_of(now, layer);
    const bool was_new = was.variant == LOAM_VARIANT_NEW && !world->fluid[was.material];
    return was_new && is.material == was.material ? loam_with_half(after, layer, is) : after;
}

void loam_undo_finish(loam_undo *undo, const loam_tile_world *world)
{
    for (; undo->unfinished > 0; undo->unfinished--)
    {
        loam_change *const change = change_at(undo, undo->done - undo->unfinished);
        const loam_tile now = world->ring.tiles[loam_ring_index(&world->ring, change->at)];
        change->after = with_variant(world, change->after, now, LOAM_BLOCKS);
        change->after = with_variant(world, change->after, now, LOAM_WALLS);
    }
}

// ---- undo and redo --------------------------------------------------------------------------------

/// Changes that are taken back or done again.
typedef struct revision
{
    loam_undo *undo;
    loam_painter painter;
    size_t first, count; // changes
    bool back;
    uint32_t layers;                      // where something changes
    int64_t low_x, high_x, low_y, high_y; // of the changes that are in the ring
    size_t met_mask;                      // of the part of the table that is used
    loam_undo_report report;
} revision;

static const loam_change *revised(const revision *r, size_t i)
{
    return change_at(r->undo, r->first + (r->back ? r->count - 1 - i : i));
}

/// What is known of a tile that was met. A group may have changed it several times: what counts is how it
/// left it.
enum
{
    MET_BLOCK = 1,
    MET_WALL = 2,
    MET_STAYING = 4, // in either layer
    MET_BITS = 3,
};

/// A table of tiles by their places: each entry is the number of a change of that tile, from 1 on, and what
/// is known of it.
static uint32_t *meet(revision *r, size_t number)
{
    const loam_tile_pos at = revised(r, number)->at;
    size_t place = (size_t)loam_seed_at(0, at.x, at.y, 0) & r->met_mask;
    for (;; place = (place + 1) & r->met_mask)
    {
        uint32_t *const entry = &r->undo->met[place];
        if (*entry == 0)
        {
            *entry = (uint32_t)(number + 1) << MET_BITS;
            return entry;
        }
        const loam_tile_pos there = revised(r, (*entry >> MET_BITS) - 1)->at;
        if (there.x == at.x && there.y == at.y)
        {
            return entry;
        }
    }
}

/// Whether a layer is still as it was left, and is to be another.
static bool is_due(loam_half now, loam_half from, loam_half to)
{
    if (from.material != to.material)
    {
        return now.material == from.material;
    }
    return from.variant != to.variant && now.material == from.material &&
           now.variant == from.variant;
}

/// Counts a tile that is to have another material in a layer.
static void report(revision *r, loam_layer layer, size_t number, bool due)
{
    const uint32_t here = layer == LOAM_WALLS ? MET_WALL : MET_BLOCK;
    uint32_t *const entry = meet(r, number);
    if ((*entry & here) != 0)
    {
        return;
    }
    r->report.all_stayed &= !due;
    r->report.stayed += !due && (*entry & MET_STAYING) == 0;
    *entry |= here | (due ? 0 : MET_STAYING);
}

static void revise(revision *r, size_t number)
{
    const loam_change *const change = revised(r, number);
    const loam_ring *const ring = &r->painter.world->ring;
    loam_tile now = ring->tiles[loam_ring_index(ring, change->at)];
    for (int32_t i = LOAM_BLOCKS; i <= LOAM_WALLS; i <<= 1)
    {
        const loam_layer layer = (loam_layer)i;
        const loam_half before = loam_half_of(change->before, layer);
        const loam_half after = loam_half_of(change->after, layer);
        const loam_half from = r->back ? after : before, to = r->back ? before : after;
        const bool due = is_due(loam_half_of(now, layer), from, to);
        if (from.material != to.material)
        {
            report(r, layer, number, due);
        }
        if (due)
        {
            now = loam_with_half(now, layer, to);
            r->layers |= (uint32_t)layer;
        }
    }
    loam_paint_tile(&r->painter, change->at, now);
}

/// Finds the part of the world that the changes are in. False if none of it is in the ring.
static bool measure(revision *r)
{
    size_t inside = 0;
    for (size_t i = 0; i < r->count; i++)
    {
        const loam_tile_pos at = revised(r, i)->at;
        if (!loam_painter_has(&r->painter, at.x, at.y))
        {
            continue;
        }
        r->low_x = inside == 0 || at.x < r->low_x ? at.x : r->low_x;
        r->high_x = inside == 0 || at.x > r->high_x ? at.x : r->high_x;
        r->low_y = inside == 0 || at.y < r->low_y ? at.y : r->low_y;
        r->high_y = inside == 0 || at.y > r->high_y ? at.y : r->high_y;
        inside++;
    }
    return inside > 0;
}

/// Edges follow from what is there now. Dense changes are gone over as a rectangle: each tile once.
static void fit(revision *r, loam_layer layer)
{
    const size_t area = (size_t)(r->high_x - r->low_x + 1) * (size_t)(r->high_y - r->low_y + 1);
    if (area <= 8 * r->count)
    {
        const loam_edit box = {
            .shape = LOAM_EDIT_BOX, .from = {r->low_x, r->low_y}, .to = {r->high_x, r->high_y}};
        const loam_brush brush = loam_brush_of(&box, LOAM_CIRCLE_REACH);
        loam_paint_fit_brush(&r->painter, layer, &brush);
        return;
    }
    for (size_t i = 0; i < r->count; i++)
    {
        const loam_tile_pos at = revised(r, i)->at;
        if (loam_painter_has(&r->painter, at.x, at.y))
        {
            loam_paint_fit_around(&r->painter, layer, at);
        }
    }
}

static void revise_changes(revision *r)
{
    const size_t size = met_size(r->count);
    memset(r->undo->met, 0, size * sizeof *r->undo->met);
    r->met_mask = size - 1;
    r->report.all_stayed = true;
    for (size_t i = 0; i < r->count; i++)
    {
        const loam_tile_pos at = revised(r, i)->at;
        if (loam_painter_has(&r->painter, at.x, at.y))
        {
            revise(r, i);
        }
        else
        {
            r->report.some_far = true;
        }
    }
}

static loam_result revise_all(revision *r)
{
    if (!measure(r))
    {
        return loam_fail(LOAM_FAILED, "all that would change is too far away");
    }
    r->undo->paused = true;
    revise_changes(r);
    for (int32_t layer = LOAM_BLOCKS; layer <= LOAM_WALLS; layer <<= 1)
    {
        if (r->layers & (uint32_t)layer)
        {
            fit(r, (loam_layer)layer);
        }
    }
    r->undo->paused = false;
    r->undo->last = r->report;
    return LOAM_OK;
}

/// How many changes of one group there are from `from` on, in the direction of `back`.
static size_t group_length(const loam_undo *undo, bool back)
{
    const size_t max = back ? undo->done : undo->undone;
    size_t length = 0;
    uint32_t group = 0;
    while (length < max)
    {
        const loam_change *const change = change_at(undo, back ? undo->done - 1 - length
                                                               : undo->done + length);
        if (length > 0 && change->group != group)
        {
            break;
        }
        group = change->group;
        length++;
    }
    return length;
}

loam_result loam_undo_back(loam_undo *undo, loam_tile_world *world)
{
    const size_t count = group_length(undo, true);
    if (count == 0)
    {
        return loam_fail(LOAM_FAILED, undo->lost
                                          ? "undo: the last change was larger than what is kept"
                                          : "undo: there is nothing to undo");
    }
    revision r = {.undo = undo,
                  .painter = loam_painter_make(world),
                  .first = undo->done - count,
                  .count = count,
                  .back = true};
    const loam_result result = revise_all(&r);
    if (result == LOAM_OK)
    {
        undo->done -= count;
        undo->undone += count;
        loam_undo_begin(undo);
    }
    return result;
}

loam_result loam_undo_again(loam_undo *undo, loam_tile_world *world)
{
    const size_t count = group_length(undo, false);
    if (count == 0)
    {
        return loam_fail(LOAM_FAILED, "redo: there is nothing to redo");
    }
    revision r = {
        .undo = undo, .painter = loam_painter_make(world), .first = undo->done, .count = count};
    const loam_result result = revise_all(&r);
    if (result == LOAM_OK)
    {
        undo->done += count;
        undo->undone -= count;
        loam_undo_begin(undo);
    }
    return result;
}
