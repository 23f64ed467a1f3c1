// SPDX-License-Identifier: MIT
// Worlds that cannot be saved when they are left: the player is asked, and nothing is lost that could be
// kept.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"
#include "playing.h"
#include "spoiled_file.h"

static uint64_t step_in_file(const char *path)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.read_only = true;
    loam_store *store = NULL;
    loam_store_player player = {0};
    CHECK_OK(loam_store_open(&def, &store));
    CHECK_OK(loam_store_get_player(store, &player));
    loam_store_close(store);
    return player.steps;
}

static void wait_for_question(playing *p)
{
    while (!p->a->unsaved)
    {
        frame(p);
        check_rest();
    }
    CHECK_INT(app_top(p->a), SCREEN_LOADING);
    frames(p, 2); // it is seen, and has the focus
}

static bool was_told(const app *a, const char *part)
{
    for (int32_t i = 0; i < APP_NOTICES; i++)
    {
        if (a->notices[i].bad && strstr(a->notices[i].text, part) != NULL)
        {
            return true;
        }
    }
    return false;
}

/// A world in w.loam, of which some steps are not saved.
static playing *begin(uint64_t *steps)
{
    playing *const p = play_begin(640, 360, 1, false, "w.loam");
    frames(p, 20);
    *steps = test_step_of(p->a->s);
    return p;
}

static void test_trying_again_saves_it_all(void)
{
    uint64_t steps;
    playing *const p = begin(&steps);
    spoil_file("w.loam");
    app_leave_world(p->a);
    wait_for_question(p);
    tap(p, KEY_ENTER); // once more, for nothing
    CHECK(!p->a->unsaved);
    wait_for_question(p);
    mend_file("w.loam");
    tap(p, INPUT_PAD_A);
    wait_for(p, SCREEN_TITLE);
    CHECK(!was_told(p->a, "w.loam"));
    CHECK_U64(step_in_file("w.loam"), steps);
    play_end(p);
    folder_count(1);
}

static void test_leaving_anyway(void)
{
    uint64_t steps;
    playing *const p = begin(&steps);
    spoil_file("w.loam");
    app_leave_world(p->a);
    wait_for_question(p);
    tap(p, KEY_ESCAPE); // is no answer
    frames(p, 3);
    CHECK(p->a->unsaved);
    tap(p, KEY_RIGHT);
    tap(p, KEY_ENTER);
    wait_for(p, SCREEN_TITLE);
    CHECK(was_told(p->a, "w.loam"));
    CHECK_INT(p->a->exit_code, 0);
    play_end(p);
    folder_count(1);
}

static void end_stopped(playing *p)
{
    app_end(p->a);
    painter_destroy(p->a->paint);
    free(p->a);
    folder_count(1);
}

// The window closed a second time.
static void test_asked_again_to_quit_it_does(void)
{
    uint64_t steps;
    playing *const p = begin(&steps);
    spoil_file("w.loam");
    p->a->now.quit = true;
    wait_for_question(p);
    CHECK(!app_done(p->a));
    p->a->now.quit = true;
    frame(p);
    CHECK(app_done(p->a));
    CHECK_INT(p->a->exit_code, 1);
    end_stopped(p);
}

// After a signal there are no frames and no questions.
static void test_a_game_that_is_stopped_saves(void)
{
    uint64_t steps;
    playing *const p = begin(&steps);
    CHECK(app_stop(p->a));
    CHECK_INT(p->a->exit_code, 0);
    CHECK_U64(step_in_file("w.loam"), steps);
    end_stopped(p);
}

static void test_a_game_that_is_stopped_asks_nobody(void)
{
    uint64_t steps;
    playing *const p = begin(&steps);
    spoil_file("w.loam");
    CHECK(app_stop(p->a));
    CHECK_INT(p->a->exit_code, 1);
    CHECK(was_told(p->a, "w.loam"));
    end_stopped(p);
}

// It is told at once, and at the end the world is where it was.
static void test_a_file_that_is_removed_is_written_anew(void)
{
    uint64_t steps;
    playing *const p = begin(&steps);
    CHECK_INT(remove("w.loam"), 0);
    CHECK_OK(session_save(p->a->s));
    while (session_error(p->a->s)[0] == '\0')
    {
        frame(p);
        check_rest();
    }
    frame(p);
    CHECK(was_told(p->a, "was removed"));
    steps = test_step_of(p->a->s);
    app_leave_world(p->a);
    wait_for(p, SCREEN_TITLE);
    CHECK_U64(step_in_file("w.loam"), steps);
    CHECK_INT(folder_count(0), 1);
    play_end(p);
    folder_count(1);
}

static void test_what_took_its_place_stays(void)
{
    uint64_t steps;
    char text[8] = "";
    playing *const p = begin(&steps);
    CHECK_INT(remove("w.loam"), 0);
    FILE *file = fopen("w.loam", "w");
    CHECK(file != NULL && fputs("letter", file) >= 0 && fclose(file) == 0);
    app_leave_world(p->a);
    wait_for(p, SCREEN_TITLE);
    CHECK(was_told(p->a, "is saved as w rescued.loam"));
    CHECK_U64(step_in_file("w rescued.loam"), steps);
    file = fopen("w.loam", "r");
    CHECK(file != NULL && fgets(text, sizeof text, file) != NULL && fclose(file) == 0);
    CHECK_TEXT(text, "letter");
    play_end(p);
    folder_count(1);
}

int main(void)
{
    test_enter();
    RUN(test_trying_again_saves_it_all);
    RUN_SERIAL(test_leaving_anyway);
    RUN_SERIAL(test_asked_again_to_quit_it_does);
    RUN(test_a_game_that_is_stopped_saves);
    RUN_SERIAL(test_a_game_that_is_stopped_asks_nobody);
    RUN_SERIAL(test_a_file_that_is_removed_is_written_anew);
    RUN_SERIAL(test_what_took_its_place_stays);
    folder_leave();
    return CHECK_DONE();
}
