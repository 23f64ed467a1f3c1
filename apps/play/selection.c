// SPDX-License-Identifier: MIT
#include "play/selection.h"

#include "play/control.h"
#include "play/ingame.h"

#include <stdio.h>
#include <string.h>

// The game keeps the clipboard and the stamps, and nobody can look into them; so what they look like is
// remembered here when something is copied, for the ghost that hangs at the cursor. Large ones are
// remembered coarsely: a ghost is no larger than 256 x 256 pixels.

enum
{
    GHOST_SIDE = 256,
    DASH = 5, // units
    DASHES_A_SECOND = 4,
};

loam_tile_area selection_area(const app_selection *marked)
{
    const loam_tile_pos from = marked->from, to = marked->to;
    const int64_t w = (from.x < to.x ? to.x - from.x : from.x - to.x) + 1;
    const int64_t h = (from.y < to.y ? to.y - from.y : from.y - to.y) + 1;
    return (loam_tile_area){from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y,
                            (int32_t)w, (int32_t)h};
}

loam_tile_pos selection_place(loam_tile_pos aim, int32_t w, int32_t h)
{
    return (loam_tile_pos){aim.x - w / 2, aim.y - h / 2};
}

bool selection_is_busy(const app *a)
{
    return a->selection.marking || a->selection.pasting;
}

bool selection_cancel(app *a)
{
    app_selection *const marked = &a->selection;
    const bool any = marked->marking || marked->marked || marked->pasting;
    marked->marking = marked->marked = marked->pasting = false;
    return any;
}

// ---- marking ------------------------------------------------------------------------------------

static int64_t near(int64_t from, int64_t to)
{
    const int64_t max = LOAM_MAX_EDIT_BOX - 1;
    return to - from > max ? from + max : from - to > max ? from - max : to;
}

static void mark(app *a, bool begins, bool held)
{
    app_selection *const marked = &a->selection;
    const loam_tile_pos aim = ingame_player(a)->aim;
    if (begins)
    {
        *marked = (app_selection){
            .marking = true, .from = aim, .to = aim, .copied = marked->copied};
    }
    if (!marked->marking)
    {
        return;
    }
    marked->to = (loam_tile_pos){near(marked->from.x, aim.x), near(marked->from.y, aim.y)};
    if (marked->to.x != aim.x || marked->to.y != aim.y)
    {
        app_notice_add(a, false, "A rectangle is at most %d tiles wide and high",
                       LOAM_MAX_EDIT_BOX);
    }
    if (!held)
    {
        marked->marking = false;
        marked->marked = marked->from.x != marked->to.x || marked->from.y != marked->to.y;
    }
}

// ---- copying ------------------------------------------------------------------------------------

static void free_stamp(app *a, ingame_stamp *stamp)
{
    if (stamp->image != NULL)
    {
        painter_image_destroy(a->paint, stamp->image);
    }
    loam_picture_destroy(&a->env, &stamp->picture);
    *stamp = (ingame_stamp){0};
}

/// What the rectangle looks like without its plants, as they are not copied; without a picture if there is no memory for one.
static ingame_stamp look_at(app *a, loam_tile_area area)
{
    ingame_stamp stamp = {.w = area.w, .h = area.h};
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const int32_t side = area.w > area.h ? area.w : area.h, step = (side - 1) / GHOST_SIDE + 1;
    loam_tile_view view = loam_default_tile_view();
    view.sky_low = view.sky_high = (loam_colour){16, 18, 24, 110};
    if (loam_picture_create(&a->env, (area.w - 1) / step + 1, (area.h - 1) / step + 1,
                            (loam_colour){0}, &stamp.picture) != LOAM_OK)
    {
        stamp.picture = (loam_picture){0};
        return stamp;
    }
    for (int32_t i = 0; i < stamp.picture.w * stamp.picture.h; i++)
    {
        const loam_tile_pos at = {area.x + (int64_t)(i % stamp.picture.w) * step,
                                  area.y + area.h - 1 - (int64_t)(i / stamp.picture.w) * step};
        stamp.picture.pixels[i] = loam_tile_colour(
            ingame_defs(a), &view, loam_tile_world_at_without_plants(world, at), at.y);
    }
    return stamp;
}

static void copy(app *a, loam_action action)
{
    app_selection *const marked = &a->selection;
    if (!marked->marked)
    {
        char key[64];
        app_notice_add(
            a, false, "Mark a rectangle first: hold %s and drag",
            play_binding_text(&a->settings.bindings, PLAY_SELECT, a->now.device, key, sizeof key));
        return;
    }
    const loam_tile_area area = selection_area(marked);
    ingame_stamp stamp = look_at(a, area);
    if (!control_do(a, &(loam_command){
                           .action = action, .x = area.x, .y = area.y, .x2 = area.w, .y2 = area.h}))
    {
        free_stamp(a, &stamp);
        return;
    }
    free_stamp(a, &a->in->clipboard);
    a->in->clipboard = stamp;
    marked->copied = true;
    marked->marked = action == LOAM_ACTION_COPY; // what was cut is gone
    app_notice_add(a, false, "%s %d x %d tiles", action == LOAM_ACTION_CUT ? "Cut" : "Copied",
                   (int)area.w, (int)area.h);
}

// ---- pasting ------------------------------------------------------------------------------------

/// What hangs at the cursor.
static ingame_stamp *hanging(app *a)
{
    for (int32_t i = 0; a->selection.stamp[0] != '\0' && i < a->in->stamp_count; i++)
    {
        if (strcmp(a->in->stamps[i].name, a->selection.stamp) == 0)
        {
            return &a->in->stamps[i];
        }
    }
    return &a->in->clipboard;
}

static void begin_pasting(app *a)
{
    app_selection *const marked = &a->selection;
    const bool again = marked->pasting && marked->stamp[0] == '\0';
    if (!marked->copied)
    {
        app_notice_add(a, false, "Nothing was copied or cut yet");
        return;
    }
    marked->marking = marked->marked = false;
    marked->pasting = !again; // the key that began it ends it
    marked->stamp[0] = '\0';
    marked->w = a->in->clipboard.w;
    marked->h = a->in->clipboard.h;
}

static void paste(app *a, bool again)
{
    app_selection *const marked = &a->selection;
    const loam_tile_pos at = selection_place(ingame_player(a)->aim, marked->w, marked->h);
    const bool is_stamp = marked->stamp[0] != '\0';
    loam_command command = {.action = is_stamp ? LOAM_ACTION_STAMP : LOAM_ACTION_PASTE,
                            .choice = is_stamp, // 1 pastes it
                            .x = at.x,
                            .y = at.y,
                            .number = marked->flipped};
    memcpy(command.name, marked->stamp, sizeof command.name);
    a->in->use_wanted = true; // the same press is no use of a tool
    if (control_do(a, &command))
    {
        marked->pasting = again;
    }
}

void selection_run(app *a)
{
    const play_bindings *const bindings = &a->settings.bindings;
    app_selection *const marked = &a->selection;
    mark(a, play_pressed(bindings, &a->now, PLAY_SELECT),
         play_is_down(bindings, &a->now, PLAY_SELECT));
    if (play_pressed(bindings, &a->now, PLAY_COPY))
    {
        copy(a, LOAM_ACTION_COPY);
    }
    else if (play_pressed(bindings, &a->now, PLAY_CUT))
    {
        copy(a, LOAM_ACTION_CUT);
    }
    else if (play_pressed(bindings, &a->now, PLAY_PASTE))
    {
        begin_pasting(a);
    }
    if (marked->pasting && play_pressed(bindings, &a->now, PLAY_FLIP))
    {
        marked->flipped = !marked->flipped;
    }
    if (marked->pasting && !a->ring_open && play_pressed(bindings, &a->now, PLAY_USE))
    {
        paste(a, play_pressed_with_shift(bindings, &a->now, PLAY_USE));
    }
}

// ---- stamps -------------------------------------------------------------------------------------

static ingame_stamp copy_of(app *a, const ingame_stamp *stamp, const char *name)
{
    ingame_stamp other = {.w = stamp->w, .h = stamp->h};
    snprintf(other.name, sizeof other.name, "%s", name);
    if (stamp->picture.pixels != NULL &&
        loam_picture_create(&a->env, stamp->picture.w, stamp->picture.h, (loam_colour){0},
                            &other.picture) == LOAM_OK)
    {
        memcpy(other.picture.pixels, stamp->picture.pixels,
               (size_t)stamp->picture.w * (size_t)stamp->picture.h * sizeof(loam_colour));
    }
    return other;
}

static bool do_stamp(app *a, int32_t choice, const char *name)
{
    loam_command command = {.action = LOAM_ACTION_STAMP, .choice = choice};
    snprintf(command.name, sizeof command.name, "%s", name);
    return control_do(a, &command);
}

void selection_save_stamp(app *a, const char *name)
{
    int32_t index = 0;
    if (!do_stamp(a, 0, name))
    {
        return;
    }
    while (index < a->in->stamp_count && strcmp(a->in->stamps[index].name, name) != 0)
    {
        index++;
    }
    LOAM_ASSERT(&a->env, index < LOAM_MAX_STAMPS);
    if (index == a->in->stamp_count)
    {
        a->in->stamps[a->in->stamp_count++] = (ingame_stamp){0};
    }
    free_stamp(a, &a->in->stamps[index]);
    a->in->stamps[index] = copy_of(a, &a->in->clipboard, name);
}

void selection_take_stamp(app *a, int32_t index)
{
    const ingame_stamp *const stamp = &a->in->stamps[index];
    app_selection *const marked = &a->selection;
    *marked = (app_selection){
        .pasting = true, .copied = marked->copied, .w = stamp->w, .h = stamp->h};
    memcpy(marked->stamp, stamp->name, sizeof marked->stamp);
}

void selection_drop_stamp(app *a, int32_t index)
{
    ingame_stamp *const stamps = a->in->stamps;
    if (!do_stamp(a, 2, stamps[index].name))
    {
        return;
    }
    a->selection.pasting = false;
    free_stamp(a, &stamps[index]);
    a->in->stamp_count--;
    memmove(stamps + index, stamps + index + 1,
            (size_t)(a->in->stamp_count - index) * sizeof *stamps);
}

void selection_forget(app *a)
{
    for (int32_t i = 0; i < a->in->stamp_count; i++)
    {
        free_stamp(a, &a->in->stamps[i]);
    }
    a->in->stamp_count = 0;
    free_stamp(a, &a->in->clipboard);
}

// ---- drawing ------------------------------------------------------------------------------------

/// One edge of a box: dashes that walk along it. from, to and the phase in pixels.
static void draw_edge(app *a, bool upright, int32_t across, int32_t from, int32_t to, int32_t phase)
{
    const int32_t dash = painter_scaled(a->paint, DASH), thick = painter_scaled(a->paint, 1);
    const int32_t end = upright ? a->paint->h : a->paint->w;
    const int32_t first = from > 0 ? from : 0, last = to < end ? to : end;
    const int32_t start = first - ((first - from + phase) % dash);
    for (int32_t at = start; at < last; at += dash)
    {
        const bool bright = (at - from + phase) / dash % 2 == 0;
        const int32_t low = at > first ? at : first, high = at + dash < last ? at + dash : last;
        const loam_colour colour = bright ? loam_rgb(0xffffff) : (loam_colour){16, 18, 24, 220};
        painter_fill(a->paint,
                     upright ? (box){across, low, thick, high - low}
                             : (box){low, across, high - low, thick},
                     colour);
    }
}

static void draw_box(app *a, box at, const char *words)
{
    const int32_t thick = painter_scaled(a->paint, 1), dash = painter_scaled(a->paint, DASH);
    const uint64_t dashes = a->now_us * DASHES_A_SECOND;
    const int32_t phase = (int32_t)(dashes * (uint64_t)dash / 1000000 % (uint64_t)(2 * dash));
    draw_edge(a, false, at.y - thick, at.x, at.x + at.w, 2 * dash - phase);
    draw_edge(a, true, at.x + at.w, at.y, at.y + at.h, 2 * dash - phase);
    draw_edge(a, false, at.y + at.h, at.x, at.x + at.w, phase);
    draw_edge(a, true, at.x - thick, at.y, at.y + at.h, phase);
    const int32_t line = painter_line_height(a->paint, TEXT_SMALL);
    const int32_t y = at.y - line - 2 * thick > 0 ? at.y - line - 2 * thick : at.y + 2 * thick;
    const int32_t x = at.x > 0 ? at.x : 0;
    painter_text(a->paint, x + 1, y + 1, TEXT_SMALL, (loam_colour){0, 0, 0, 220}, words);
    painter_text(a->paint, x, y, TEXT_SMALL, loam_rgb(0xffffff), words);
}

/// An image cannot be drawn the other way round: a flipped one is drawn in columns.
static void draw_ghost(app *a, box at)
{
    const loam_colour tint = {255, 255, 255, 165};
    ingame_stamp *const stamp = hanging(a);
    painter_image *const image = selection_image(a, stamp);
    const loam_picture *const picture = &stamp->picture;
    if (image == NULL)
    {
        return;
    }
    if (!a->selection.flipped)
    {
        painter_image_draw(a->paint, image, (box){0, 0, picture->w, picture->h}, at, tint, false);
        return;
    }
    for (int32_t i = 0; i < picture->w; i++)
    {
        const int32_t left = at.x + at.w * (picture->w - 1 - i) / picture->w;
        const int32_t right = at.x + at.w * (picture->w - i) / picture->w;
        painter_image_draw(a->paint, image, (box){i, 0, 1, picture->h},
                           (box){left, at.y, right - left, at.h}, tint, false);
    }
}

painter_image *selection_image(app *a, ingame_stamp *stamp)
{
    const loam_picture *const picture = &stamp->picture;
    if (stamp->image == NULL && picture->pixels != NULL)
    {
        if (painter_image_create(a->paint, picture->w, picture->h, &stamp->image) != LOAM_OK)
        {
            stamp->image = NULL;
            return NULL;
        }
        painter_image_update(a->paint, stamp->image, picture);
    }
    return stamp->image;
}

void selection_draw(app *a)
{
    char words[64];
    const app_selection *const marked = &a->selection;
    if (marked->pasting)
    {
        const loam_tile_pos low = selection_place(ingame_player(a)->aim, marked->w, marked->h);
        const box at = app_box_of_tiles(a, low, marked->w, marked->h);
        draw_ghost(a, at);
        snprintf(words, sizeof words, "%s%s%d x %d%s", marked->stamp,
                 marked->stamp[0] != '\0' ? "  " : "", (int)marked->w, (int)marked->h,
                 marked->flipped ? "  flipped" : "");
        draw_box(a, at, words);
    }
    else if (marked->marking || marked->marked)
    {
        const loam_tile_area area = selection_area(marked);
        snprintf(words, sizeof words, "%d x %d", (int)area.w, (int)area.h);
        draw_box(a, app_box_of_tiles(a, (loam_tile_pos){area.x, area.y}, area.w, area.h), words);
    }
}
