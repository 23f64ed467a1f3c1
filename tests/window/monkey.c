// SPDX-License-Identifier: MIT
// Somebody who knows nothing plays: keys, mouse, text and gamepad by chance, windows that change their size,
// lose the keyboard and are closed, frames that take no time or an hour. Nothing of it may break the program
// or a world. Takes LOAM_MONKEY_SECONDS, and prints the seed of every game: `monkey SEED` plays it again.
// (The background takes its own time, so a game that is played again is not quite the same.)
#include "real_app.h"

#include "loam/random.h"

#include <dirent.h>
#include <stdatomic.h>

enum
{
    SOAK_SECONDS = 1800,
    MOST_FRAMES = CHECK_RACES ? 300 : 1500, // of a game; the clock is looked at between games
    MOST_WORLDS = 5,                        // that are kept for later games
    SMALL = 420,                            // pixels: windows are seldom larger
};

/// What it likes to do for a while.
typedef enum mood
{
    PLAYING,
    IN_MENUS,
    WRITING,
    WITH_PAD,
    ANYTHING,
    MOODS,
} mood;

typedef struct monkey
{
    real_app r;
    uint64_t seed, asked; // for chance
    mood mood;
    int32_t mood_left; // frames
    int32_t mouse_x, mouse_y;
} monkey;

static uint64_t screen_frames[SCREENS];
static atomic_int_fast64_t bytes_out;

// ---- memory that is counted ---------------------------------------------------------------------

static void *count_alloc(void *user, size_t size)
{
    const loam_allocator *const under = user;
    void *const memory = under->alloc(under->user, size);
    if (memory != NULL)
    {
        atomic_fetch_add(&bytes_out, (int_fast64_t)size);
    }
    return memory;
}

static void count_free(void *user, void *memory, size_t size)
{
    const loam_allocator *const under = user;
    atomic_fetch_sub(&bytes_out, (int_fast64_t)size);
    under->free(under->user, memory, size);
}

static loam_env counted_env(void)
{
    static loam_allocator under;
    loam_env env = loam_default_env();
    under = env.memory;
    env.memory = (loam_allocator){count_alloc, count_free, &under};
    return env;
}

// ---- chance -------------------------------------------------------------------------------------

static int32_t below(monkey *m, int32_t count)
{
    return (int32_t)loam_random_below(m->seed, m->asked++, (uint32_t)count);
}

static bool one_in(monkey *m, int32_t count)
{
    return below(m, count) == 0;
}

/// Most frames are as they should be. Some take no time, some very long.
static uint64_t frame_time(monkey *m)
{
    if (one_in(m, 500))
    {
        return 3600u * 1000000u;
    }
    if (one_in(m, 60))
    {
        return (uint64_t)below(m, 2000000);
    }
    return (uint64_t)below(m, one_in(m, 4) ? 100000 : 20000);
}

// ---- events -------------------------------------------------------------------------------------

static void push_key(int scancode, bool pressed)
{
    SDL_Event event = {.key = {.type = pressed ? SDL_KEYDOWN : SDL_KEYUP}};
    event.key.keysym.scancode = (SDL_Scancode)scancode;
    event.key.keysym.sym = SDL_GetKeyFromScancode((SDL_Scancode)scancode);
    SDL_PushEvent(&event);
}

static void push_button(const monkey *m, int button, bool pressed)
{
    SDL_Event event = {.button = {.type = pressed ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                  .button = (Uint8)button,
                                  .x = m->mouse_x,
                                  .y = m->mouse_y}};
    SDL_PushEvent(&event);
}

static void push_motion(const monkey *m)
{
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION, .x = m->mouse_x, .y = m->mouse_y}};
    SDL_PushEvent(&event);
}

static void push_wheel(int32_t y)
{
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .y = y}};
    SDL_PushEvent(&event);
}

static void push_text(const char *text)
{
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    SDL_PushEvent(&event);
}

static void push_window_event(int what)
{
    SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .event = (Uint8)what}};
    SDL_PushEvent(&event);
}

// ---- what it does -------------------------------------------------------------------------------

static void tap_or_hold(monkey *m, int scancode)
{
    push_key(scancode, true);
    if (!one_in(m, 3))
    {
        push_key(scancode, false);
    }
}

static void move_mouse(monkey *m)
{
    const int32_t reach = one_in(m, 10) ? 4000 : 60;
    m->mouse_x += below(m, 2 * reach + 1) - reach;
    m->mouse_y += below(m, 2 * reach + 1) - reach;
    int32_t w, h;
    window_size(m->r.a->win, &w, &h);
    if (m->mouse_x < -9 || m->mouse_y < -9 || m->mouse_x > w + 9 || m->mouse_y > h + 9)
    {
        m->mouse_x = below(m, w);
        m->mouse_y = below(m, h);
    }
    push_motion(m);
}

/// All that has a key in the game, more often what moves and digs.
static void play(monkey *m)
{
    static const int often[] = {SDL_SCANCODE_A, SDL_SCANCODE_D,     SDL_SCANCODE_SPACE,
                                SDL_SCANCODE_S, SDL_SCANCODE_1,     SDL_SCANCODE_6,
                                SDL_SCANCODE_7, SDL_SCANCODE_8,     SDL_SCANCODE_0,
                                SDL_SCANCODE_Z, SDL_SCANCODE_LCTRL, SDL_SCANCODE_LSHIFT};
    move_mouse(m);
    if (one_in(m, 4))
    {
        push_button(m, 1 + below(m, 3), !one_in(m, 3));
    }
    if (one_in(m, 8))
    {
        push_wheel(below(m, 7) - 3);
    }
    if (one_in(m, 4))
    {
        tap_or_hold(m, often[below(m, (int32_t)(sizeof often / sizeof often[0]))]);
    }
    if (one_in(m, 10))
    {
        tap_or_hold(m, SDL_SCANCODE_A + below(m, SDL_SCANCODE_F12 - SDL_SCANCODE_A + 1));
    }
}

static void use_menus(monkey *m)
{
    static const int keys[] = {SDL_SCANCODE_UP,     SDL_SCANCODE_DOWN,     SDL_SCANCODE_DOWN,
                               SDL_SCANCODE_LEFT,   SDL_SCANCODE_RIGHT,    SDL_SCANCODE_RETURN,
                               SDL_SCANCODE_RETURN, SDL_SCANCODE_TAB,      SDL_SCANCODE_ESCAPE,
                               SDL_SCANCODE_PAGEUP, SDL_SCANCODE_PAGEDOWN, SDL_SCANCODE_DELETE,
                               SDL_SCANCODE_E,      SDL_SCANCODE_M,        SDL_SCANCODE_T,
                               SDL_SCANCODE_F1,     SDL_SCANCODE_HOME,     SDL_SCANCODE_ESCAPE};
    if (one_in(m, 3))
    {
        tap_or_hold(m, keys[below(m, (int32_t)(sizeof keys / sizeof keys[0]))]);
    }
    if (one_in(m, 6))
    {
        move_mouse(m);
        push_button(m, 1, true);
        push_button(m, 1, false);
    }
}

static void write_text(monkey *m)
{
    static const char *const texts[] = {"a",  "Loam", "../",  "ü",        "\xff", "",
                                        "7",  " ",    "日本", "\xf0\x9f", ".",    "-1",
                                        "/x", "oak",  "%s%n", "\\",       "\n",   "\x7f"};
    if (one_in(m, 2))
    {
        push_text(texts[below(m, (int32_t)(sizeof texts / sizeof texts[0]))]);
    }
    if (one_in(m, 4))
    {
        push_key(SDL_SCANCODE_LCTRL, true);
        tap_or_hold(m, SDL_SCANCODE_A + below(m, 26));
        push_key(SDL_SCANCODE_LCTRL, false);
    }
    if (one_in(m, 6))
    {
        tap_or_hold(m, one_in(m, 2) ? SDL_SCANCODE_BACKSPACE : SDL_SCANCODE_TAB);
    }
}

static void use_pad(monkey *m)
{
    if (one_in(m, 2))
    {
        SDL_JoystickSetVirtualAxis(m->r.stick, below(m, SDL_CONTROLLER_AXIS_MAX),
                                   (Sint16)(below(m, 65536) - 32768));
    }
    if (one_in(m, 2))
    {
        SDL_JoystickSetVirtualButton(m->r.stick, below(m, SDL_CONTROLLER_BUTTON_MAX),
                                     (Uint8)below(m, 2));
    }
    if (one_in(m, 40))
    {
        pad_rest(&m->r);
    }
    if (one_in(m, 200))
    {
        unplug_pad(&m->r);
        real_frame(&m->r, 1000);
        plug_pad(&m->r);
    }
}

static void do_anything(monkey *m)
{
    for (int32_t i = below(m, one_in(m, 20) ? 100 : 4); i > 0; i--)
    {
        push_key(below(m, SDL_NUM_SCANCODES), one_in(m, 2));
    }
    move_mouse(m);
    push_button(m, below(m, 7), one_in(m, 2));
}

static void change_window(monkey *m)
{
    int32_t w, h;
    window_size(m->r.a->win, &w, &h);
    if (w > SMALL || h > SMALL || one_in(m, 200))
    {
        const int32_t max = one_in(m, 30) ? 1200 : SMALL - 320;
        (void)window_set_mode(m->r.a->win, WINDOW_NORMAL, 320 + below(m, max), 200 + below(m, max));
    }
    if (one_in(m, 150))
    {
        m->r.focused = !m->r.focused;
        push_window_event(m->r.focused ? SDL_WINDOWEVENT_FOCUS_GAINED : SDL_WINDOWEVENT_FOCUS_LOST);
    }
    if (one_in(m, 3000))
    {
        push_window_event(SDL_WINDOWEVENT_CLOSE);
    }
}

static void act(monkey *m)
{
    static void (*const acts[MOODS])(monkey *) = {play, use_menus, write_text, use_pad,
                                                  do_anything};
    if (m->mood_left-- <= 0)
    {
        m->mood = (mood)below(m, MOODS);
        m->mood = !one_in(m, 2) ? m->mood : app_top(m->r.a) == SCREEN_GAME ? PLAYING : IN_MENUS;
        m->mood_left = 10 + below(m, 100);
    }
    acts[m->mood](m);
    change_window(m);
}

/// What would only take time: large worlds, and the largest letters on the smallest window are enough.
static void keep_small(app *a)
{
    a->new_world.ring = 0;
    a->settings.ring = LOAM_MIN_RING_LOG2;
}

// ---- games --------------------------------------------------------------------------------------

static bool next_world(DIR *worlds, char *path, size_t room)
{
    for (const struct dirent *entry = readdir(worlds); entry != NULL; entry = readdir(worlds))
    {
        const size_t length = strlen(entry->d_name);
        if (length > 5 && strcmp(entry->d_name + length - 5, ".loam") == 0)
        {
            snprintf(path, room, "%s/worlds/%s", home_path, entry->d_name);
            return true;
        }
    }
    return false;
}

static void check_world(const char *path)
{
    const session_def def = {.env = loam_default_env(),
                             .path = path,
                             .ring_log2 = LOAM_MIN_RING_LOG2,
                             .autosave_steps = 100};
    session *s = NULL;
    CHECK_OK(session_open(&def, &s));
    while (s != NULL && session_poll(s) == SESSION_OPENING)
    {
        SDL_Delay(1);
    }
    CHECK_REPORT(s != NULL && session_poll(s) == SESSION_OPEN, "%s cannot be opened: %s", path,
                 s != NULL ? session_error(s) : loam_last_error());
    session_destroy(s);
}

/// Every world can be opened after the game.
static void check_worlds(void)
{
    char path[PLAY_MAX_PATH];
    char folder[PLAY_MAX_PATH];
    int32_t count = 0;
    snprintf(folder, sizeof folder, "%s/worlds", home_path);
    DIR *const worlds = opendir(folder);
    while (worlds != NULL && next_world(worlds, path, sizeof path))
    {
        check_world(path);
        count++;
    }
    closedir(worlds);
    if (count > MOST_WORLDS)
    {
        home_empty("worlds");
    }
}

static void begin_somewhere(monkey *m)
{
    char path[PLAY_MAX_PATH];
    if (one_in(m, 3))
    {
        return; // at the title
    }
    const bool kept = !one_in(m, 4);
    snprintf(path, sizeof path, "%s/worlds/%" PRIu64 ".loam", home_path, m->seed % 100000);
    const session_def def = {.path = kept ? path : NULL,
                             .create = kept && access(path, F_OK) != 0,
                             .seed = m->seed,
                             .ring_log2 = LOAM_MIN_RING_LOG2,
                             .limited = one_in(m, 2),
                             .autosave_steps = 1 + below(m, 500)};
    app_play(m->r.a, &def);
}

static uint64_t play_game(uint64_t seed)
{
    static monkey m;
    m = (monkey){.seed = seed};
    play_settings settings = play_default_settings();
    settings.window_w = 320 + below(&m, SMALL - 320);
    settings.window_h = 200 + below(&m, SMALL - 200);
    settings.ring = LOAM_MIN_RING_LOG2;
    real_begin(&m.r, counted_env(), &settings);
    begin_somewhere(&m);
    const uint64_t max = (uint64_t)(100 + below(&m, MOST_FRAMES));
    uint64_t frames = 0;
    while (frames < max && !app_done(m.r.a))
    {
        const bool waits = app_top(m.r.a) == SCREEN_LOADING; // for the background
        act(&m);
        real_frame(&m.r, frame_time(&m));
        keep_small(m.r.a);
        screen_frames[app_top(m.r.a)]++;
        frames += waits ? 0 : 1;
        SDL_Delay(waits ? 1 : 0);
    }
    real_end(&m.r);
    CHECK_INT(atomic_load(&bytes_out), 0);
    check_worlds();
    home_empty("pictures");
    home_empty("clips");
    home_empty("replays");
    return frames;
}

static int32_t seconds_to_play(void)
{
    const char *const text = getenv("LOAM_MONKEY_SECONDS");
    if (text != NULL)
    {
        return atoi(text);
    }
    return getenv("LOAM_SOAK") != NULL ? SOAK_SECONDS : LOAM_MONKEY_SECONDS;
}

static void play_games(uint64_t seed, int32_t seconds)
{
    const uint64_t end = loam_clock_ns() + (uint64_t)seconds * 1000000000u;
    uint64_t frames = 0, games = 0;
    do
    {
        fprintf(stderr, "monkey %" PRIu64 "\n", seed);
        frames += play_game(seed++);
        games++;
    } while (loam_clock_ns() < end && check_failures == 0);
    printf("%" PRIu64 " games, %" PRIu64 " frames:", games, frames);
    for (int32_t i = 0; i < SCREENS; i++)
    {
        printf(" %s %" PRIu64, app_screens[i].name, screen_frames[i]);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    home_begin();
    if (argc > 1)
    {
        play_games(strtoull(argv[1], NULL, 10), 0);
    }
    else
    {
        play_games(loam_clock_ns() % 1000000000u, seconds_to_play());
    }
    home_end();
    SDL_Quit();
    return CHECK_DONE();
}
