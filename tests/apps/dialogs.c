// SPDX-License-Identifier: MIT
// Dialogs stand still while somebody works with them, and what they say of memory is so.
#include "playing.h"

#include "play/screens.h"
#include "ui/state.h"

#include "sanitized.h"

#include <sys/wait.h>
#include <unistd.h>

// ---- standing still -----------------------------------------------------------------------------

static playing *game;
static ui_map before;

static void remember(void)
{
    frames(game, 3);
    before = *game->a->u->seen;
}

/// All that was there is there still, at the same place.
static void check_still(const char *what)
{
    frame(game);
    frame(game); // a height is known in the next one
    for (int32_t i = 0; i < before.place_count; i++)
    {
        const ui_place *const was = &before.places[i];
        const ui_place *const is = map_find(game->a->u->seen, was->id);
        CHECK_REPORT(
            is != NULL && is->at.x == was->at.x && is->at.y == was->at.y && is->at.w == was->at.w,
            "%s moves a widget from %d, %d to %d, %d", what, (int)was->at.x, (int)was->at.y,
            is != NULL ? (int)is->at.x : -1, is != NULL ? (int)is->at.y : -1);
    }
    CHECK(before.place_count > 5);
}

static void test_the_new_world_stands_still(void)
{
    app *const a = game->a;
    app_push(a, SCREEN_NEW_WORLD);
    remember();
    for (int32_t ring = 0; ring < 4; ring++)
    {
        a->new_world.ring = ring;
        check_still("the area");
    }
    a->new_world.limited = !a->new_world.limited;
    check_still("the mode");
    a->new_world.defs_from = APP_DEFS_FILE;
    check_still("a file of definitions");
    snprintf(a->new_world.error, sizeof a->new_world.error, "%s",
             "There is a world called so already: choose another name, or another folder, or "
             "whatever else it takes to have three lines of words about something that is wrong");
    check_still("an error");
    a->new_world.error[0] = '\0';
    check_still("an error that is mended");
    app_pop(a);
}

static void test_the_settings_stand_still(void)
{
    app *const a = game->a;
    app_push(a, SCREEN_SETTINGS);
    remember();
    a->settings.vsync = !a->settings.vsync;
    check_still("vertical sync");
    a->settings.vsync = !a->settings.vsync;
    check_still("vertical sync");
    app_pop(a);
}

// What cannot be used has no focus, and is not changed by keys.
static void test_the_focus_passes_what_cannot_be_used(void)
{
    app *const a = game->a;
    box at;
    app_push(a, SCREEN_SETTINGS);
    a->settings.vsync = true;
    frames(game, 3);
    for (int32_t i = 0; i < 20; i++)
    {
        tap(game, KEY_DOWN);
        frame(game);
        CHECK(strcmp(ui_focus_name(a->u, &at), "Frames a second") != 0);
    }
    a->settings.vsync = false;
    bool reached = false;
    for (int32_t i = 0; i < 20; i++)
    {
        tap(game, KEY_DOWN);
        frame(game);
        reached = reached || strcmp(ui_focus_name(a->u, &at), "Frames a second") == 0;
    }
    CHECK(reached);
    app_pop(a);
}

static void test_dialogs_stand_still(void)
{
    static const struct
    {
        int32_t w, h;
        float scale;
    } windows[] = {{1280, 720, 1}, {1920, 1080, 1.5f}, {900, 700, 1}, {520, 760, 1}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i += (size_t)check_cases(1, 2))
    {
        game = play_begin(windows[i].w, windows[i].h, windows[i].scale, false, NULL);
        game->a->settings.light = PLAY_LIGHT_OFF;
        test_the_new_world_stands_still();
        test_the_settings_stand_still();
        test_the_focus_passes_what_cannot_be_used();
        play_end(game);
    }
}

// ---- memory -------------------------------------------------------------------------------------

/// Of this process, without files that are mapped; 0 if nobody knows.
static double own_megabytes(void)
{
    char line[256];
    long kilobytes = 0;
    FILE *const file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        (void)sscanf(line, "RssAnon: %ld", &kilobytes);
    }
    if (file != NULL)
    {
        fclose(file);
    }
    return (double)kilobytes * 1024e-6;
}

/// Plays in a world of its own, without others that were there before.
static double measure(int32_t ring_log2)
{
    double measured = 0;
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0)
    {
        playing *const p = play_begin_ring(1280, 720, 1, true, NULL, ring_log2);
        press(p, p->a->settings.bindings.of[PLAY_RIGHT].keys[0]);
        frames(p, 60);
        measured = own_megabytes();
        _exit(write(ends[1], &measured, sizeof measured) == sizeof measured ? 0 : 1);
    }
    int status = 1;
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
    CHECK_INT(read(ends[0], &measured, sizeof measured), sizeof measured);
    close(ends[0]);
    close(ends[1]);
    return measured;
}

static void test_memory_is_as_the_dialog_says(void)
{
    if (own_megabytes() <= 0 || CHECK_SANITIZED)
    {
        return;
    }
    for (int32_t ring = LOAM_MIN_RING_LOG2; ring <= LOAM_MAX_RING_LOG2; ring++)
    {
        const double measured = measure(ring), said = screen_new_world_megabytes(ring);
        printf("ring %d: %.0f MB measured, %.0f MB said\n", 1 << ring, measured, said);
        CHECK_RANGE(said, measured * 0.9, measured * 1.15 + 30); // a window has some, too
    }
}

int main(void)
{
    RUN(test_memory_is_as_the_dialog_says);
    RUN(test_dialogs_stand_still);
    return CHECK_DONE();
}
