// SPDX-License-Identifier: MIT
// A game without a window: a player walks, jumps, digs a shaft, pours water and hangs up torches, by
// commands that could be typed, clicked or read from a file. The loop is that of a game: fixed steps,
// frames in between. Writes the last frame.
#include <loam/loam.h>

#include <stdio.h>

#define FRAME_W 960 // pixels
#define FRAME_H 540
#define FRAMES 600     // 10 seconds
#define FRAME_US 16667 // 60 a second
#define STEP_US 10000  // LOAM_STEPS_PER_SECOND
#define MOST_STEPS 10  // in a frame; a slow machine gets a slow world, not a stuck one
#define START 3000     // tiles to the right of the middle of the world
#define EVENING 18     // o'clock

/// A command that is done when its time has come. dx, dy are counted from where the player began.
typedef struct cue
{
    int step;
    const char *format; // with %lld for a place
    int dx, dy;
} cue;

static const cue cues[] = {
    {50, "walk right", 0, 0},
    {90, "jump on", 0, 0},
    {120, "jump off", 0, 0},
    {200, "walk stop", 0, 0},
    // A shaft, 7 tiles wide.
    {210, "tool pickaxe", 0, 0},
    {210, "brush circle 3", 0, 0},
    {220, "aim %lld %lld", 190, 20},
    {220, "use on", 0, 0},
    {230, "aim %lld %lld", 190, -40},
    {232, "use off", 0, 0},
    // Water, from a bucket.
    {240, "tool block", 0, 0},
    {240, "choose water", 0, 0},
    {245, "aim %lld %lld", 190, 30},
    {245, "use on", 0, 0},
    {330, "use off", 0, 0},
    // Torches on poles, and a stone that should not be there.
    {400, "edit walls oak_wood box %lld %lld 1 24", 100, -12},
    {400, "edit walls torch tile %lld %lld", 100, 12},
    {400, "edit walls oak_wood box %lld %lld 1 24", 160, -12},
    {400, "edit walls torch tile %lld %lld", 160, 12},
    {410, "edit blocks stone circle %lld %lld 4", 120, 24},
    {420, "undo", 0, 0},
    {500, "walk left", 0, 0},
    {560, "walk stop", 0, 0},
    {560, "aim %lld %lld", 150, 20},
};

/// A game and what its frames need.
typedef struct player_view
{
    loam_tile_game *game;
    loam_tile_frame *frame;
    loam_camera camera;
    loam_picture picture;
    loam_tile_pos start;
    int32_t next; // the cue that comes next
} player_view;

/// Does what is to be done before a step. A command that cannot be done is no reason to stop.
static void do_cues(player_view *view, uint64_t step)
{
    const loam_tile_defs *const defs = loam_tile_world_defs(loam_tile_game_world(view->game));
    for (; view->next < (int32_t)(sizeof cues / sizeof *cues); view->next++)
    {
        const cue *const now = &cues[view->next];
        if ((uint64_t)now->step > step)
        {
            return;
        }
        char words[128], line[160];
        loam_command command;
        snprintf(words, sizeof words, now->format, (long long)(view->start.x + now->dx),
                 (long long)(view->start.y + now->dy));
        snprintf(line, sizeof line, "%d %s", now->step, words);
        if (loam_command_read(line, defs, &command) != LOAM_OK ||
            loam_tile_game_do(view->game, &command) != LOAM_OK)
        {
            printf("%s: %s\n", line, loam_last_error());
        }
    }
}

static loam_result step(player_view *view)
{
    do_cues(view, loam_tile_world_steps(loam_tile_game_world(view->game)));
    const loam_result result = loam_tile_game_step(view->game);
    loam_camera_step(&view->camera, loam_tile_game_player(view->game));
    return result;
}

static loam_result draw(player_view *view, float between)
{
    const loam_tile_frame_scene scene = {.world = loam_tile_game_world(view->game),
                                         .player = loam_tile_game_player(view->game),
                                         .camera = &view->camera,
                                         .between = between,
                                         .outline = true};
    const loam_result result = loam_tile_frame_light(view->frame, &scene);
    loam_tile_frame_draw(view->frame, &scene, &view->picture);
    return result;
}

/// The loop of a game. This one has a clock of its own, so that it takes no longer than it must; only
/// the last frame is drawn.
static loam_result play(player_view *view)
{
    uint64_t now_us = 0;
    loam_timestep clockwork = loam_timestep_begin(now_us, STEP_US, MOST_STEPS);
    loam_result result = LOAM_OK;
    for (int32_t frame = 0; frame < FRAMES && result == LOAM_OK; frame++)
    {
        now_us += FRAME_US;
        const int32_t due = loam_timestep_due(&clockwork, now_us);
        for (int32_t i = 0; i < due && result == LOAM_OK; i++)
        {
            result = step(view);
        }
    }
    return result == LOAM_OK ? draw(view, loam_timestep_fraction(&clockwork)) : result;
}

/// Where the player begins: on the ground. The world is made when that is known.
static loam_result find_start(const loam_tile_game_def *def, loam_tile_pos *start)
{
    static loam_tile_defs defs;
    loam_tile_source *source;
    loam_tile_defs_init(&defs);
    const loam_result result = loam_tile_source_create(&def->world.env, &defs, def->world.seed,
                                                       &source);
    if (result == LOAM_OK)
    {
        *start = loam_tile_source_spawn(source, START);
        loam_tile_source_destroy(source);
    }
    return result;
}

static loam_result open_view(const loam_tile_game_def *def, player_view *view)
{
    loam_tile_frame_def frame = loam_default_tile_frame_def();
    frame.env = def->world.env;
    frame.w = FRAME_W;
    frame.h = FRAME_H;
    view->start = def->world.centre;
    loam_result result = loam_tile_game_create(def, &view->game);
    result = result != LOAM_OK ? result : loam_tile_frame_create(&frame, &view->frame);
    result = result != LOAM_OK ? result
                               : loam_picture_create(&def->world.env, FRAME_W, FRAME_H, loam_rgb(0),
                                                     &view->picture);
    if (result == LOAM_OK)
    {
        loam_camera_begin(&view->camera, loam_tile_game_player(view->game));
        loam_tile_world_set_time(loam_tile_game_world(view->game), EVENING * 65536 / 24);
        loam_tile_world_set_weather(loam_tile_game_world(view->game), LOAM_WEATHER_CLEAR);
    }
    return result;
}

static void close_view(const loam_env *env, player_view *view)
{
    loam_picture_destroy(env, &view->picture);
    loam_tile_frame_destroy(view->frame);
    loam_tile_game_destroy(view->game);
}

int main(int argc, char **argv)
{
    const char *const path = argc > 1 ? argv[1] : "tile_game.png";
    const loam_jobs_def jobs = loam_default_jobs_def();
    loam_tile_game_def def = loam_default_tile_game_def();
    player_view view = {0};
    def.world.seed = loam_seed_from_text("loam");
    loam_result result = loam_jobs_create(&jobs, &def.world.env.jobs);
    result = result != LOAM_OK ? result : find_start(&def, &def.world.centre);
    result = result != LOAM_OK ? result : open_view(&def, &view);
    result = result != LOAM_OK ? result : play(&view);
    result = result != LOAM_OK ? result : loam_png_write(&def.world.env, path, &view.picture);
    if (result == LOAM_OK)
    {
        printf("game %016llx\n%s\n", (unsigned long long)loam_tile_game_hash(view.game), path);
    }
    else
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    close_view(&def.world.env, &view);
    loam_jobs_destroy(def.world.env.jobs);
    return result == LOAM_OK ? 0 : 1;
}
