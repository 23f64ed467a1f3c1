// SPDX-License-Identifier: MIT
#include "play/control.h"
#include "play/hotbar.h"
#include "play/ingame.h"
#include "play/screens.h"

#include <stdio.h>
#include <string.h>

// Without limits the inventory is everything that the definitions have, by what it is; with limits it is
// what the player carries. Whatever is used goes to the slot of the hotbar that is chosen.

enum
{
    PANEL_W = 620, // units
    CELL = 48,
    CARRIED_H = 340, // that is needed to show all that is carried
    MAX_TIP = 512,
};

typedef enum category
{
    GROUND,
    STONE,
    PLANTS,
    FLUIDS,
    OTHERS,
    CATEGORIES,
} category;

static const char *const headings[CATEGORIES] = {"Ground", "Stone and ore", "Wood and plants",
                                                 "Fluids", "Others"};

static category category_of(const loam_material *material)
{
    const uint32_t properties = material->properties;
    if (properties & (LOAM_LIQUID | LOAM_GAS))
    {
        return FLUIDS;
    }
    const uint32_t seed = LOAM_LOOSE | LOAM_FLAMMABLE;
    if ((properties & (LOAM_WOOD | LOAM_LEAF)) != 0 || (properties & seed) == seed)
    {
        return PLANTS;
    }
    if (properties & (LOAM_STONE | LOAM_ORE))
    {
        return STONE;
    }
    const uint32_t ground = LOAM_SOIL | LOAM_GRASS | LOAM_SAND | LOAM_GRANULAR | LOAM_COLD;
    return (properties & LOAM_SOLID) && (properties & ground) ? GROUND : OTHERS;
}

// ---- words about a material -----------------------------------------------------------------------

static void tip_of(const loam_material *material, char out[MAX_TIP])
{
    char name[LOAM_MAX_NAME + 1];
    hotbar_name(material, name);
    int length = snprintf(out, MAX_TIP, "%s\n", name);
    const char *between = "";
    for (int32_t i = 0; i < LOAM_PROPERTY_COUNT; i++)
    {
        if (material->properties >> i & 1)
        {
            length += snprintf(out + length, MAX_TIP - (size_t)length, "%s%s", between,
                               loam_property_name(i));
            between = ", ";
        }
    }
    const char *const place = material->layers == LOAM_BLOCKS  ? "block"
                              : material->layers == LOAM_WALLS ? "wall"
                                                               : "block or wall";
    const bool is_fluid = (material->properties & (LOAM_LIQUID | LOAM_GAS | LOAM_LOOSE)) != 0;
    length += snprintf(out + length, MAX_TIP - (size_t)length, "\n%s", place);
    if (!is_fluid)
    {
        length += snprintf(out + length, MAX_TIP - (size_t)length, ", hardness %d",
                           (int)material->hardness);
    }
    if (material->light[0].a > 0)
    {
        snprintf(out + length, MAX_TIP - (size_t)length, ", shines");
    }
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == ' ' ? '_' : c;
}

/// Whether the name, or a property, has what is searched for.
static bool is_found(const loam_material *material, const char *search)
{
    char wanted[LOAM_MAX_NAME + 1] = "";
    for (size_t i = 0; search[i] != '\0' && i < LOAM_MAX_NAME; i++)
    {
        wanted[i] = lower(search[i]);
    }
    bool found = strstr(material->name, wanted) != NULL;
    for (int32_t i = 0; i < LOAM_PROPERTY_COUNT && !found; i++)
    {
        found = (material->properties >> i & 1) && strstr(loam_property_name(i), wanted) != NULL;
    }
    return found;
}

// ---- cells --------------------------------------------------------------------------------------

static int32_t slot_key(const app *a)
{
    for (int32_t i = 0; i < HOTBAR_SLOTS && !ui_wants_keys(a->u); i++)
    {
        if (input_pressed(&a->now, KEY_1 + i))
        {
            return i;
        }
    }
    return -1;
}

static box square_in(box at)
{
    const int32_t side = at.w < at.h ? at.w : at.h;
    return (box){at.x + (at.w - side) / 2, at.y + (at.h - side) / 2, side, side};
}

/// One material, to be put into the hotbar.
static void cell(app *a, uint8_t material, int32_t number)
{
    char tip[MAX_TIP], id[24];
    snprintf(id, sizeof id, "cell %d", (int)number);
    if (a->in->fresh)
    {
        ui_focus_next(a->u);
        a->in->fresh = false;
    }
    const ui_item item = ui_custom(a->u, id, CELL);
    const int32_t key = item.hovered || item.focused ? slot_key(a) : -1;
    hotbar_draw_slot(a, square_in(item.at), material, item.focused, item.hovered);
    if (material == LOAM_AIR)
    {
        return;
    }
    if (item.hovered || item.focused)
    {
        tip_of(&ingame_defs(a)->materials[material], tip);
        ui_tooltip(a->u, tip);
    }
    if (key >= 0)
    {
        hotbar_put(a, key, material);
    }
    else if (item.used)
    {
        hotbar_put(a, a->slot, material);
    }
}

static int32_t columns_of(const app *a, box at)
{
    const int32_t fit = (at.w - painter_scaled(a->paint, 40)) / painter_scaled(a->paint, CELL + 6);
    return fit < 1 ? 1 : fit > 16 ? 16 : fit;
}

static void run_category(app *a, category which, int32_t columns)
{
    const loam_tile_defs *const defs = ingame_defs(a);
    bool any = false;
    for (int32_t i = 1; i < LOAM_MAX_MATERIALS; i++)
    {
        const loam_material *const material = &defs->materials[i];
        if (material->name[0] == '\0' || category_of(material) != which ||
            !is_found(material, a->in->search))
        {
            continue;
        }
        if (!any)
        {
            ui_heading(a->u, headings[which]);
            ui_columns(a->u, columns, NULL);
            any = true;
        }
        cell(a, (uint8_t)i, i);
    }
    ui_columns(a->u, 1, NULL);
}

static bool any_found(const app *a)
{
    const loam_tile_defs *const defs = ingame_defs(a);
    for (int32_t i = 1; i < LOAM_MAX_MATERIALS; i++)
    {
        if (defs->materials[i].name[0] != '\0' && is_found(&defs->materials[i], a->in->search))
        {
            return true;
        }
    }
    return false;
}

static void run_all(app *a, box at)
{
    ui_text_field(a->u, "Search", a->in->search, sizeof a->in->search, "a name or a property");
    for (int32_t i = 0; i < CATEGORIES; i++)
    {
        run_category(a, (category)i, columns_of(a, at));
    }
    if (!any_found(a))
    {
        ui_label(a->u, "Nothing is called so, and nothing is like that.");
    }
}

static void run_carried(app *a)
{
    const loam_player *const player = ingame_player(a);
    ui_columns(a->u, HOTBAR_SLOTS, NULL);
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const bool empty = player->inventory[i].count == 0;
        cell(a, empty ? LOAM_AIR : player->inventory[i].material, i);
    }
    ui_columns(a->u, 1, NULL);
}

// ---- the screen ---------------------------------------------------------------------------------

void screen_inventory_enter(app *a)
{
    if (a->in != NULL)
    {
        a->in->fresh = true;
    }
}

/// Above the hotbar, which stays in sight; what is carried needs no more than its height.
static box place_of(const app *a, bool limited)
{
    const int32_t margin = painter_scaled(a->paint, 12), bottom = hotbar_box(a, 0).y - margin;
    const bool fits = limited && bottom > painter_scaled(a->paint, CARRIED_H);
    box at = ui_centre(a->u, PANEL_W, 10000);
    at.y = fits ? bottom / 2 : margin;
    at.h = fits ? 0 : bottom - margin;
    return at;
}

static void run_mode(app *a)
{
    bool limited = ingame_player(a)->limited;
    if (ui_toggle(a->u, "Limited", &limited))
    {
        control_do(a, &(loam_command){.action = LOAM_ACTION_MODE, .choice = limited});
    }
    ui_tooltip(a->u, "Digging takes time, and only what was dug can be placed");
}

void screen_inventory_run(app *a)
{
    if (a->in == NULL)
    {
        app_pop(a);
        return;
    }
    const bool limited = ingame_player(a)->limited;
    const box at = place_of(a, limited);
    ui_panel_begin(a->u, limited ? "What you carry" : "Materials", at);
    if (limited)
    {
        run_carried(a);
        ui_space(a->u, 8);
    }
    else
    {
        run_all(a, at);
    }
    run_mode(a);
    ui_panel_end(a->u);
    hotbar_draw(a);
    const int32_t slot = hotbar_slot_at(a, a->now.mouse_x, a->now.mouse_y);
    if (slot >= 0 && input_pressed(&a->now, INPUT_MOUSE_LEFT))
    {
        hotbar_choose(a, slot);
    }
    const bool key = play_pressed(&a->settings.bindings, &a->now, PLAY_INVENTORY);
    if (ui_back(a->u) || (key && !ui_wants_keys(a->u)))
    {
        app_pop(a);
    }
}
