// SPDX-License-Identifier: MIT
#include "play/screens.h"
#include "play/shaping.h"
#include "play/worlds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// What a new world is to be like. Everything has a value from the start: whoever only wants to play goes
// through by pressing Enter.

enum
{
    RINGS = APP_RINGS,
    MAX_NUMBERED = 10000,
};

const char *const screen_ring_names[RINGS] = {"Small", "Medium", "Large", "Huge"};

static bool is_taken(const app *a, const char *name)
{
    char path[PLAY_MAX_PATH];
    return play_world_path(&a->folders, name, path) == LOAM_OK && access(path, F_OK) == 0;
}

/// "World", "World 2", ...: the first that is free.
static void suggest_name(app *a)
{
    char *name = a->new_world.name;
    snprintf(name, PLAY_MAX_WORLD_NAME, "World");
    for (int32_t i = 2; i < MAX_NUMBERED && is_taken(a, name); i++)
    {
        snprintf(name, PLAY_MAX_WORLD_NAME, "World %d", (int)i);
    }
}

void screen_new_world_throw_dice(app *a)
{
    const uint64_t now = loam_clock_ns() ^ (uint64_t)time(NULL) << 32;
    snprintf(a->new_world.seed, sizeof a->new_world.seed, "%" PRIu32,
             loam_random_below(now, a->frames, 1000000000));
}

void screen_new_world_enter(app *a)
{
    if (a->new_world.away)
    {
        a->new_world.away = false;
        return;
    }
    a->new_world = (app_new_world){.ring = app_new_ring_log2(a) - LOAM_MIN_RING_LOG2,
                                   .limited = app_new_limited(a),
                                   .defs_from = a->new_defs != NULL ? APP_DEFS_FILE
                                                                    : APP_DEFS_BUILT_IN};
    if (a->new_defs != NULL)
    {
        snprintf(a->new_world.defs, sizeof a->new_world.defs, "%s", a->new_defs);
    }
    suggest_name(a);
    screen_new_world_throw_dice(a);
    shaping_destroy(a, a->shaping);
    a->shaping = NULL;
}

// ---- making it ----------------------------------------------------------------------------------

static loam_result check_defs(app *a)
{
    const app_new_world *form = &a->new_world;
    if (form->defs_from != APP_DEFS_FILE)
    {
        return LOAM_OK;
    }
    if (form->defs[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "Definitions: give the path of a file, or choose those "
                                            "that are built in");
    }
    return session_check_defs(&a->env, form->defs);
}

static loam_result check_name(app *a, char path[PLAY_MAX_PATH])
{
    if (a->new_world.name[strspn(a->new_world.name, " ")] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "Give the world a name");
    }
    const loam_result result = play_world_path(&a->folders, a->new_world.name, path);
    if (result == LOAM_OK && access(path, F_OK) == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "There is a world called %s already: choose another "
                         "name",
                         a->new_world.name);
    }
    return result;
}

/// The file of definitions of the new world, "" if they are built in.
static loam_result find_defs(app *a, char defs[PLAY_MAX_PATH])
{
    const app_new_world *form = &a->new_world;
    snprintf(defs, PLAY_MAX_PATH, "%s", form->defs_from == APP_DEFS_FILE ? form->defs : "");
    return form->defs_from == APP_DEFS_SHAPED ? shaping_write(a, a->shaping, form->name, defs)
                                              : check_defs(a);
}

static void create(app *a)
{
    app_new_world *form = &a->new_world;
    char path[PLAY_MAX_PATH], defs[PLAY_MAX_PATH];
    loam_result result = check_name(a, path);
    result = result == LOAM_OK ? find_defs(a, defs) : result;
    if (result != LOAM_OK)
    {
        snprintf(form->error, sizeof form->error, "%s", loam_last_error());
        return;
    }
    if (form->seed[0] == '\0')
    {
        screen_new_world_throw_dice(a);
    }
    a->settings.ring = form->ring + LOAM_MIN_RING_LOG2;
    a->settings.limited = form->limited;
    a->settings_changed = true;
    const session_def def = {.path = path,
                             .create = true,
                             .seed = loam_seed_from_text(form->seed),
                             .seed_text = form->seed,
                             .defs = defs[0] != '\0' ? defs : NULL,
                             .ring_log2 = a->settings.ring,
                             .limited = form->limited,
                             .autosave_steps = a->settings.autosave_seconds * LOAM_STEPS_PER_SECOND,
                             .record = a->record_commands};
    app_play(a, &def);
    a->record_commands = NULL; // a file holds one world's
}

// ---- asking -------------------------------------------------------------------------------------

// Each says whether something was changed.

static bool ask_seed(app *a)
{
    static const float shares[2] = {4, 1};
    ui_columns(a->u, 2, shares);
    const bool written = ui_text_field(a->u, "Seed", a->new_world.seed, sizeof a->new_world.seed,
                                       "by chance");
    ui_tooltip(a->u, "A number or any text: the same seed grows the same world, everywhere.");
    const bool thrown = ui_button(a->u, "Dice");
    if (thrown)
    {
        screen_new_world_throw_dice(a);
    }
    ui_columns(a->u, 1, NULL);
    return written || thrown;
}

int32_t screen_new_world_megabytes(int32_t ring_log2)
{
    // The program's own memory (RssAnon) in a window of 1280 x 720, some screens into a new world. The
    // tiles themselves have 4, 16, 64 and 256.
    static const int32_t measured[RINGS] = {85, 125, 240, 690};
    return measured[ring_log2 - LOAM_MIN_RING_LOG2];
}

static bool ask_ring(app *a)
{
    const bool changed = ui_choice(a->u, "Active area", &a->new_world.ring, screen_ring_names,
                                   RINGS);
    ui_tooltip(a->u, "The world has no end. Water flows and grass grows in this part of it, around "
                     "you; the rest waits until you come. A larger one needs a faster machine.");
    char texts[RINGS][128];
    const char *all[RINGS];
    for (int32_t i = 0; i < RINGS; i++)
    {
        const int32_t side = LOAM_CHUNK_SIDE << (i + LOAM_MIN_RING_LOG2);
        snprintf(texts[i], sizeof texts[i], "%d x %d tiles around you, about %d MB of memory",
                 (int)side, (int)side, (int)screen_new_world_megabytes(i + LOAM_MIN_RING_LOG2));
        all[i] = texts[i];
    }
    ui_label_chosen(a->u, all, RINGS, a->new_world.ring, ui_get_theme(a->u)->text_dim);
    return changed;
}

static bool ask_mode(app *a)
{
    static const char *const names[2] = {"Unlimited", "Limited"};
    static const char *const meanings[2] = {"Dig at once, and place whatever you like.",
                                            "Digging takes time, and you place what you have dug."};
    int32_t mode = a->new_world.limited;
    const bool changed = ui_choice(a->u, "Building", &mode, names, 2);
    a->new_world.limited = mode == 1;
    ui_label_chosen(a->u, meanings, 2, mode, ui_get_theme(a->u)->text_dim);
    return changed;
}

static bool ask_defs(app *a)
{
    static const char *const names[] = {"Built in", "From a file", "Shaped here"};
    const bool shaped = a->shaping != NULL && a->shaping->turned;
    int32_t from = (int32_t)a->new_world.defs_from;
    static const float shares[2] = {4, 1};
    ui_columns(a->u, 2, shares);
    const bool changed = ui_choice(a->u, "Definitions", &from, names, shaped ? 3 : 2);
    ui_tooltip(a->u,
               "Materials, biomes, fluids and rules. A file of your own changes or adds some: "
               "docs/definitions.md tells how.");
    a->new_world.defs_from = (app_defs_from)from;
    if (ui_button(a->u, "Shape"))
    {
        a->new_world.away = true;
        app_push(a, SCREEN_SHAPE);
    }
    ui_tooltip(a->u,
               "Turn hills, caves, biomes, ores, water and plants, and see what comes of it.");
    ui_columns(a->u, 1, NULL);
    ui_enable_next(a->u, from == APP_DEFS_FILE);
    return ui_text_field(a->u, "File", a->new_world.defs, sizeof a->new_world.defs,
                         "path of a JSON file") ||
           changed;
}

void screen_new_world_run(app *a)
{
    app_new_world *form = &a->new_world;
    ui_panel_begin(a->u, "New world", ui_centre(a->u, 560, 0));
    bool changed = ui_text_field(a->u, "Name", form->name, sizeof form->name, "of the world");
    changed = ask_seed(a) || changed;
    changed = ask_ring(a) || changed;
    changed = ask_mode(a) || changed;
    changed = ask_defs(a) || changed;
    if (changed)
    {
        form->error[0] = '\0'; // it was about what was there before
    }
    ui_space(a->u, 4);
    ui_columns(a->u, 2, NULL);
    const bool wanted = ui_button(a->u, "Create");
    const bool back = ui_button(a->u, "Back");
    ui_columns(a->u, 1, NULL);
    if (form->error[0] != '\0') // below everything, which stays where it is
    {
        ui_label_coloured(a->u, form->error, ui_get_theme(a->u)->bad);
    }
    ui_panel_end(a->u);
    if (wanted)
    {
        create(a);
    }
    else if (back || ui_back(a->u))
    {
        app_pop(a);
    }
}
