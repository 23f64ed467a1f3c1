// SPDX-License-Identifier: MIT
#include "ui/state.h"

// One widget has the focus. Arrows move it to the nearest one in their direction: first among those of the
// same area, then in the areas around it, so that a list that is scrolled does not lead to what happens to
// stand where its hidden rows would be. Of another area only what is seen of it counts.

const ui_place *map_find(const ui_map *map, ui_id id)
{
    for (int32_t i = 0; id != 0 && i < map->place_count; i++)
    {
        if (map->places[i].id == id)
        {
            return &map->places[i];
        }
    }
    return NULL;
}

const ui_place *map_under(const ui_map *map, int32_t x, int32_t y)
{
    for (int32_t i = map->place_count - 1; i >= 0; i--)
    {
        const ui_place *place = &map->places[i];
        if (place->layer == map->top && box_holds(place->seen, x, y))
        {
            return place;
        }
    }
    return NULL;
}

static bool can_focus(const ui_map *map, const ui_place *place)
{
    return (place->flags & PLACE_FOCUS) != 0 && place->layer == map->top;
}

void focus_set(ui *u, ui_id id)
{
    if (u->focus != id)
    {
        const ui_place *place = map_find(u->seen, id);
        u->focus = id;
        u->focus_at = place != NULL ? place->at : u->focus_at;
        u->edit_clock = u->clock;
    }
    u->follow = true;
}

static const ui_place *first_place(const ui_map *map)
{
    for (int32_t i = 0; i < map->place_count; i++)
    {
        if (can_focus(map, &map->places[i]))
        {
            return &map->places[i];
        }
    }
    return NULL;
}

// The place that has the focus. If none has, the first one gets it, and there is nothing to move.
static const ui_place *focused_or_first(ui *u)
{
    const ui_place *place = map_find(u->seen, u->focus);
    if (place != NULL && can_focus(u->seen, place))
    {
        return place;
    }
    place = first_place(u->seen);
    if (place != NULL)
    {
        focus_set(u, place->id);
    }
    return NULL;
}

// ---- by geometry --------------------------------------------------------------------------------

static bool area_within(const ui_map *map, int32_t area, int32_t outer)
{
    for (; area >= 0; area = map->areas[area].parent)
    {
        if (area == outer)
        {
            return true;
        }
    }
    return false;
}

// What of a place can be seen from an area: areas between the two cut it.
static box seen_from(const ui_map *map, const ui_place *place, int32_t from)
{
    box at = place->at;
    for (int32_t area = place->area; area >= 0 && !area_within(map, from, area);
         area = map->areas[area].parent)
    {
        at = box_cut(at, map->areas[area].view);
    }
    return at;
}

// Turns a box so that the way becomes down.
static box turned(box b, ui_way way)
{
    switch (way)
    {
    case WAY_UP:
        return (box){b.x, -b.y - b.h, b.w, b.h};
    case WAY_LEFT:
        return (box){b.y, -b.x - b.w, b.h, b.w};
    case WAY_RIGHT:
        return (box){b.y, b.x, b.h, b.w};
    default:
        return b;
    }
}

static int64_t distance(int64_t a, int64_t b)
{
    return a > b ? a - b : b - a;
}

enum
{
    ASIDE = 1 << 20 // worse than anything that overlaps
};

// How far a box is below another; negative if it is not below. What does not overlap sideways is worse.
static int64_t way_down(box from, box to)
{
    const int64_t middle_from = 2 * (int64_t)from.x + from.w, middle_to = 2 * (int64_t)to.x + to.w;
    if (2 * (int64_t)to.y + to.h < 2 * ((int64_t)from.y + from.h))
    {
        return -1;
    }
    const int64_t down = to.y > from.y + from.h ? (int64_t)to.y - from.y - from.h : 0;
    const int64_t aside = distance(middle_from, middle_to) / 2;
    const int64_t gap = aside - ((int64_t)from.w + to.w) / 2;
    return down * 4 + (gap < 0 ? aside : ASIDE + 3 * gap + aside) + 1;
}

static int32_t moved_into(int32_t at, int32_t size, int32_t low, int32_t room)
{
    at = at + size > low + room ? low + room - size : at;
    return at < low ? low : at;
}

// Where a place will be seen from outside of its area, when that has been scrolled to it.
static box scrolled_to(const ui_map *map, const ui_place *place, int32_t within)
{
    box at = place->at;
    for (int32_t area = place->area; area >= 0 && area != within; area = map->areas[area].parent)
    {
        const box view = map->areas[area].view;
        at.x = moved_into(at.x, at.w, view.x, view.w);
        at.y = moved_into(at.y, at.h, view.y, view.h);
    }
    return at;
}

// The nearest place in a direction among those within an area, without those of `without`.
static const ui_place *nearest(const ui_map *map, const ui_place *from, ui_way way, int32_t within,
                               int32_t without)
{
    const box start = turned(scrolled_to(map, from, within), way);
    const ui_place *best = NULL;
    int64_t best_score = INT64_MAX;
    for (int32_t i = 0; i < map->place_count; i++)
    {
        const ui_place *place = &map->places[i];
        if (place == from || !can_focus(map, place) || !area_within(map, place->area, within) ||
            (without >= 0 && area_within(map, place->area, without)))
        {
            continue;
        }
        const box at = seen_from(map, place, from->area);
        const int64_t score = at.w > 0 && at.h > 0 ? way_down(start, turned(at, way)) : -1;
        if (score >= 0 && score < best_score)
        {
            best = place;
            best_score = score;
        }
    }
    return best;
}

static ui_way opposite(ui_way way)
{
    static const ui_way ways[] = {WAY_DOWN, WAY_UP, WAY_RIGHT, WAY_LEFT};
    return ways[way];
}

// From one end to the other: as far as one comes in the opposite direction.
static const ui_place *other_end(const ui_map *map, const ui_place *from, ui_way way)
{
    const ui_place *end = from;
    for (int32_t guard = 0; guard < map->place_count; guard++)
    {
        const ui_place *next = nearest(map, end, opposite(way), from->area, -1);
        if (next == NULL)
        {
            break;
        }
        end = next;
    }
    return end != from ? end : NULL;
}

static bool scroll_instead(ui *u, int32_t area, ui_way way)
{
    const int32_t scroll = u->seen->areas[area].scroll;
    return scroll >= 0 && scroll_by(u, scroll, (float)px(u, 60) * (way == WAY_UP ? -1 : 1));
}

void focus_move(ui *u, ui_way way, bool wrap)
{
    const ui_place *from = focused_or_first(u);
    if (from == NULL)
    {
        return;
    }
    const ui_place *to = NULL;
    int32_t without = -1;
    const bool upright = way == WAY_UP || way == WAY_DOWN;
    for (int32_t area = from->area; area >= 0 && to == NULL; area = u->seen->areas[area].parent)
    {
        to = nearest(u->seen, from, way, area, without);
        without = area;
        if (to == NULL && upright && scroll_instead(u, area, way))
        {
            return; // there is more to see, and nothing to use
        }
    }
    // From the first row of a list nobody wants to be at its last, which may be far away.
    const bool in_list = u->seen->areas[from->area].parent > 0;
    if (to == NULL && wrap && upright && !in_list)
    {
        to = other_end(u->seen, from, way);
    }
    if (to != NULL)
    {
        focus_set(u, to->id);
    }
}

// ---- by order -----------------------------------------------------------------------------------

void focus_step(ui *u, int32_t step)
{
    const ui_place *from = focused_or_first(u);
    if (from == NULL)
    {
        return;
    }
    const int32_t count = u->seen->place_count;
    int32_t at = (int32_t)(from - u->seen->places);
    for (int32_t i = 0; i < count; i++)
    {
        at = (at + step + count) % count;
        if (can_focus(u->seen, &u->seen->places[at]))
        {
            focus_set(u, u->seen->places[at].id);
            return;
        }
    }
}

// As far as the view of the area is high, or to its first or last widget.
static void jump(ui *u, int64_t max, int32_t way)
{
    const ui_place *from = focused_or_first(u);
    if (from == NULL)
    {
        return;
    }
    const ui_place *best = from;
    int64_t best_down = 0;
    for (int32_t i = 0; i < u->seen->place_count; i++)
    {
        const ui_place *place = &u->seen->places[i];
        const int64_t down = (int64_t)way * (place->at.y - from->at.y);
        if (can_focus(u->seen, place) && place->area == from->area && down > best_down &&
            down <= max)
        {
            best = place;
            best_down = down;
        }
    }
    focus_set(u, best->id);
}

void focus_page(ui *u, int32_t way)
{
    const ui_place *from = map_find(u->seen, u->focus);
    const int64_t view = from != NULL ? u->seen->areas[from->area].view.h - from->at.h : 0;
    jump(u, view > 0 ? view : 0, way);
}

void focus_end(ui *u, int32_t way)
{
    jump(u, INT32_MAX, way);
}

const char *ui_focus_name(const ui *u, box *at)
{
    *at = u->focus_at;
    return u->focus != 0 && u->focus_name_of == u->focus ? u->focus_name : "";
}

// ---- when things come and go --------------------------------------------------------------------

static const ui_place *nearest_to(const ui_map *map, box at)
{
    const ui_place *best = NULL;
    int64_t best_distance = INT64_MAX;
    for (int32_t i = 0; i < map->place_count; i++)
    {
        const ui_place *place = &map->places[i];
        const int64_t away = distance(2 * (int64_t)place->at.x + place->at.w,
                                      2 * (int64_t)at.x + at.w) +
                             2 * distance(2 * (int64_t)place->at.y + place->at.h,
                                          2 * (int64_t)at.y + at.h);
        if (can_focus(map, place) && away < best_distance)
        {
            best = place;
            best_distance = away;
        }
    }
    return best;
}

// A dialog that came takes the focus, and gives it back when it goes.
static const ui_place *across_layers(ui *u)
{
    if (u->made->top > u->seen->top && u->focus_found)
    {
        u->below = u->focus;
        return first_place(u->made);
    }
    if (u->made->top < u->seen->top && u->below != 0)
    {
        const ui_place *below = map_find(u->made, u->below);
        u->below = 0;
        return below != NULL && can_focus(u->made, below) ? below : NULL;
    }
    return NULL;
}

void focus_settle(ui *u)
{
    const ui_place *now = map_find(u->made, u->focus);
    u->focus_found = now != NULL;
    if (now != NULL && can_focus(u->made, now))
    {
        u->focus_at = now->at;
        return;
    }
    const ui_place *place = across_layers(u);
    if (place == NULL && u->focus == 0)
    {
        place = u->unfocused ? NULL : first_place(u->made);
    }
    else if (place == NULL)
    {
        place = now == NULL ? nearest_to(u->made, u->focus_at) : first_place(u->made);
    }
    if (place != NULL)
    {
        u->focus = place->id;
        u->focus_at = place->at;
    }
}
