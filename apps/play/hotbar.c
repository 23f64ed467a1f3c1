// SPDX-License-Identifier: MIT
#include "play/hotbar.h"

#include "play/control.h"
#include "play/ingame.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// The hotbar is kept as the names of its materials, a line each, behind the number of the chosen slot: so
// it survives definitions that number their materials otherwise.

enum
{
    SLOT = 44, // units along a side
    GAP = 3,
    MARGIN = 10,
    NAME_SECONDS = 3,
    MAX_TEXT = (HOTBAR_SLOTS + 1) * (LOAM_MAX_NAME + 1),
};

static const char kept_as[] = "hotbar";

// ---- keeping ------------------------------------------------------------------------------------

static void begin_with(app *a)
{
    static const char *const good[HOTBAR_SLOTS] = {
        "dirt", "stone", "oak_wood", "sand", "torch", "water", "lava", "acid", "obsidian", "fire"};
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        const int32_t material = loam_material_find(ingame_defs(a), good[i]);
        a->hotbar[i] = material > 0 ? material : LOAM_AIR;
    }
    a->slot = 0;
}

/// The next line of a text, without its end; NULL if there is none.
static char *next_line(char **rest)
{
    char *const line = *rest, *const end = line != NULL ? strchr(line, '\n') : NULL;
    if (end != NULL)
    {
        *end = '\0';
        *rest = end + 1;
        return line;
    }
    return NULL;
}

static bool recall(app *a)
{
    char text[MAX_TEXT + 1], *rest = text;
    size_t count = 0;
    if (session_recall(a->s, kept_as, text, MAX_TEXT, &count) != LOAM_OK || count > MAX_TEXT)
    {
        return false;
    }
    text[count] = '\0';
    const char *line = next_line(&rest);
    if (line == NULL || line[0] < '0' || line[0] > '9')
    {
        return false;
    }
    a->slot = line[0] - '0';
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        line = next_line(&rest);
        const int32_t material = line != NULL ? loam_material_find(ingame_defs(a), line) : -1;
        a->hotbar[i] = material > 0 ? material : LOAM_AIR;
    }
    return true;
}

void hotbar_enter(app *a)
{
    if (!recall(a))
    {
        begin_with(a);
    }
    a->in->name_seconds = 0;
}

static void keep(app *a)
{
    char text[MAX_TEXT + 1];
    int length = snprintf(text, sizeof text, "%d\n", (int)a->slot);
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        const char *const name = a->hotbar[i] != LOAM_AIR
                                     ? ingame_defs(a)->materials[a->hotbar[i]].name
                                     : "";
        length += snprintf(text + length, sizeof text - (size_t)length, "%s\n", name);
    }
    if (session_path(a->s) != NULL && session_keep(a->s, kept_as, text, (size_t)length) != LOAM_OK)
    {
        app_complain(a, "hotbar");
    }
}

void hotbar_leave(app *a)
{
    keep(a);
}

// ---- choosing -----------------------------------------------------------------------------------

static void choose(app *a, int32_t slot)
{
    const uint8_t material = (uint8_t)a->hotbar[slot];
    a->slot = slot;
    a->in->name_seconds = NAME_SECONDS;
    if (material != LOAM_AIR)
    {
        control_take_material(a, material);
    }
}

void hotbar_choose(app *a, int32_t slot)
{
    choose(a, (slot % HOTBAR_SLOTS + HOTBAR_SLOTS) % HOTBAR_SLOTS);
}

void hotbar_put(app *a, int32_t slot, uint8_t material)
{
    a->hotbar[slot] = material;
    if (slot == a->slot)
    {
        choose(a, slot);
    }
    keep(a);
}

void hotbar_pick(app *a, uint8_t material)
{
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        if (a->hotbar[i] == material)
        {
            choose(a, i);
            return;
        }
    }
    hotbar_put(a, a->slot, material);
}

// ---- what is carried ----------------------------------------------------------------------------

/// Where something new can be put: the first slot of something that is not carried. Not the chosen one while
/// it is placed from: what is placed does not change by itself.
static int32_t free_slot(const app *a)
{
    const loam_player *const player = ingame_player(a);
    const bool places = player->tool == LOAM_TOOL_BLOCK || player->tool == LOAM_TOOL_WALL ||
                        player->tool == LOAM_TOOL_SAPLING;
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        if (hotbar_count(player, (uint8_t)a->hotbar[i]) == 0 && !(places && i == a->slot))
        {
            return i;
        }
    }
    return -1;
}

static bool has_slot(const app *a, uint8_t material)
{
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        if (a->hotbar[i] == material)
        {
            return true;
        }
    }
    return false;
}

static void give_slot(app *a, uint8_t material)
{
    const int32_t slot = has_slot(a, material) ? -1 : free_slot(a);
    if (slot >= 0)
    {
        a->hotbar[slot] = material;
        if (slot == a->slot)
        {
            control_choose(a, material);
        }
        keep(a);
    }
}

void hotbar_fill(app *a)
{
    const loam_player *const player = ingame_player(a);
    bool carried[LOAM_MAX_MATERIALS] = {false};
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS && player->limited; i++)
    {
        const uint8_t material = player->inventory[i].material;
        if (material != LOAM_AIR && !carried[material] && !a->in->carried[material])
        {
            give_slot(a, material);
        }
        carried[material] = material != LOAM_AIR;
    }
    memcpy(a->in->carried, carried, sizeof carried);
}

// ---- counting, naming ---------------------------------------------------------------------------

int64_t hotbar_count(const loam_player *player, uint8_t material)
{
    int64_t count = 0;
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        count += player->inventory[i].material == material ? player->inventory[i].count : 0;
    }
    return count;
}

void hotbar_count_text(int64_t count, char out[8])
{
    if (count < 10000)
    {
        snprintf(out, 8, "%d", (int)count);
    }
    else if (count < 1000000)
    {
        snprintf(out, 8, "%dk", (int)(count / 1000));
    }
    else
    {
        snprintf(out, 8, "%dM", (int)(count / 1000000 < 999 ? count / 1000000 : 999));
    }
}

void hotbar_name(const loam_material *material, char out[LOAM_MAX_NAME + 1])
{
    for (int32_t i = 0; i <= LOAM_MAX_NAME; i++)
    {
        out[i] = material->name[i] == '_' ? ' ' : material->name[i];
    }
    out[LOAM_MAX_NAME] = '\0';
    out[0] = (char)toupper((unsigned char)out[0]);
}

// ---- drawing ------------------------------------------------------------------------------------

box hotbar_box(const app *a, int32_t slot)
{
    const int32_t w = a->paint->w, h = a->paint->h;
    const int32_t gap = painter_scaled(a->paint, GAP), margin = painter_scaled(a->paint, MARGIN);
    const int32_t fitting = (w - 2 * margin) / (HOTBAR_SLOTS + 2) - gap;
    const int32_t wanted = painter_scaled(a->paint, SLOT);
    const int32_t side = wanted < fitting ? wanted : fitting;
    const int32_t whole = (HOTBAR_SLOTS + 1) * (side + gap) + 3 * gap;
    const int32_t left = (w - whole) / 2;
    const int32_t x = slot < 0 ? left : left + (slot + 1) * (side + gap) + 3 * gap;
    return (box){x, h - side - margin, side, side};
}

int32_t hotbar_slot_at(const app *a, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        if (box_holds(hotbar_box(a, i), x, y))
        {
            return i;
        }
    }
    return -1;
}

/// Where the picture in a slot is: a whole number of times its pixels, if there is room.
static box inside(box at)
{
    const int32_t room = at.w * 3 / 4;
    const int32_t side = room >= ICON_SIDE ? room / ICON_SIDE * ICON_SIDE : room;
    return (box){at.x + (at.w - side) / 2, at.y + (at.h - side) / 2, side, side};
}

void hotbar_draw_slot(app *a, box at, uint8_t material, bool chosen, bool hovered)
{
    const ui_theme *const theme = ui_get_theme(a->u);
    const loam_player *const player = ingame_player(a);
    const int32_t line = painter_scaled(a->paint, chosen ? 2 : 1);
    loam_colour plate = hovered ? theme->widget_hovered : theme->widget;
    plate.a = chosen ? 230 : 190;
    painter_fill(a->paint, at, plate);
    painter_frame(a->paint, at, line, chosen ? theme->accent : theme->panel_edge);
    if (material == LOAM_AIR)
    {
        return;
    }
    const int64_t count = hotbar_count(player, material);
    const bool is_missing = player->limited && count == 0;
    icons_draw(a->in->icons, material, inside(at),
               (loam_colour){255, 255, 255, is_missing ? 90 : 255});
    if (player->limited)
    {
        char text[8];
        hotbar_count_text(count, text);
        const int32_t w = painter_text_width(a->paint, TEXT_SMALL, text, sizeof text);
        const int32_t h = painter_line_height(a->paint, TEXT_SMALL);
        const int32_t x = at.x + at.w - w - 2 * line - 1, y = at.y + at.h - h;
        painter_text(a->paint, x + 1, y + 1, TEXT_SMALL, (loam_colour){0, 0, 0, 220}, text);
        painter_text(a->paint, x, y, TEXT_SMALL, is_missing ? theme->bad : theme->text, text);
    }
}

/// Whether a slot is large enough to write on it.
static bool has_room(const app *a, box at)
{
    return 2 * painter_line_height(a->paint, TEXT_SMALL) <= at.h;
}

static void draw_number(app *a, box at, int32_t slot)
{
    if (!has_room(a, at))
    {
        return;
    }
    const ui_theme *const theme = ui_get_theme(a->u);
    const char text[2] = {(char)('0' + (slot + 1) % 10), '\0'};
    const int32_t x = at.x + painter_scaled(a->paint, 4), y = at.y + painter_scaled(a->paint, 1);
    painter_text(a->paint, x + 1, y + 1, TEXT_SMALL, (loam_colour){0, 0, 0, 200}, text);
    painter_text(a->paint, x, y, TEXT_SMALL, slot == a->slot ? theme->text : theme->text_dim, text);
}

static void draw_tool(app *a)
{
    const ui_theme *const theme = ui_get_theme(a->u);
    const loam_player *const player = ingame_player(a);
    const box at = hotbar_box(a, -1);
    loam_colour plate = theme->widget;
    plate.a = 190;
    painter_fill(a->paint, at, plate);
    painter_frame(a->paint, at, painter_scaled(a->paint, 1), theme->panel_edge);
    box tool = inside(at);
    tool.x -= at.w / 12;
    tool.y -= at.h / 12;
    icons_draw_sign(a->in->icons, (icon_sign)player->tool, tool, loam_rgb(0xffffff));
    if (!has_room(a, at))
    {
        return;
    }
    char text[16];
    snprintf(text, sizeof text, "%d", (int)(2 * player->radius + 1));
    const int32_t h = painter_line_height(a->paint, TEXT_SMALL), side = at.w / 4;
    const int32_t w = painter_text_width(a->paint, TEXT_SMALL, text, sizeof text);
    const int32_t x = at.x + at.w - w - painter_scaled(a->paint, 4), y = at.y + at.h - h;
    icons_draw_sign(a->in->icons, player->brush == LOAM_EDIT_CIRCLE ? ICON_CIRCLE : ICON_SQUARE,
                    (box){x - side - painter_scaled(a->paint, 2), y + (h - side) / 2, side, side},
                    theme->text_dim);
    painter_text(a->paint, x + 1, y + 1, TEXT_SMALL, (loam_colour){0, 0, 0, 220}, text);
    painter_text(a->paint, x, y, TEXT_SMALL, theme->text, text);
}

/// What was just chosen, above the hotbar, for a while.
static void draw_name(app *a)
{
    char name[LOAM_MAX_NAME + 1];
    const float seconds = a->in->name_seconds;
    if (seconds <= 0 || a->hotbar[a->slot] == LOAM_AIR)
    {
        return;
    }
    const uint8_t alpha = (uint8_t)(seconds >= 1 ? 255 : 255 * seconds);
    loam_colour colour = ui_get_theme(a->u)->text;
    colour.a = alpha;
    hotbar_name(&ingame_defs(a)->materials[a->hotbar[a->slot]], name);
    const box at = hotbar_box(a, a->slot);
    const int32_t w = painter_text_width(a->paint, TEXT_NORMAL, name, sizeof name);
    const loam_player *const player = ingame_player(a);
    const bool hurt = player->health < LOAM_MAX_HEALTH || player->burning; // which is shown there
    const int32_t x = at.x + (at.w - w) / 2;
    const int32_t y = at.y - painter_line_height(a->paint, TEXT_NORMAL) -
                      painter_scaled(a->paint, hurt ? 26 : 4);
    painter_text(a->paint, x + 1, y + 1, TEXT_NORMAL, (loam_colour){0, 0, 0, alpha}, name);
    painter_text(a->paint, x, y, TEXT_NORMAL, colour, name);
    a->in->name_seconds -= ingame_seconds(a);
}

void hotbar_draw(app *a)
{
    const bool mouse = a->now.device != INPUT_GAMEPAD;
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        const box at = hotbar_box(a, i);
        const bool hovered = mouse && box_holds(at, a->now.mouse_x, a->now.mouse_y);
        hotbar_draw_slot(a, at, (uint8_t)a->hotbar[i], i == a->slot, hovered);
        draw_number(a, at, i);
    }
    draw_tool(a);
    draw_name(a);
}
