// SPDX-License-Identifier: MIT
#ifdef LOAM_HAS_WINDOW
#include "in_turn.h"

#ifdef LOAM_HAS_SCENE
/// The land as the title opens it: where the player left it.
static int explore_again(const play_options *tiles, FILE *err, bool *to_title)
{
    const explore_options land = {.at = {.seed = 1, .height = 1.7, .minutes = 600},
                                  .shape = loam_default_land_shape(),
                                  .inside = loam_default_inside(),
                                  .voxel_m = 1,
                                  .resumes = true,
                                  .w = tiles->w,
                                  .h = tiles->h,
                                  .threads = tiles->threads,
                                  .verbose = tiles->verbose};
    return explore_run(&land, err, to_title);
}

/// A patchwork as the title opens it.
static int patch_again(const play_options *tiles, FILE *err, bool *to_title)
{
    patch_options patchwork = {.def = loam_default_patchwork_def(),
                               .w = tiles->w,
                               .h = tiles->h,
                               .threads = tiles->threads,
                               .verbose = tiles->verbose};
    patchwork.def.seed = 7;
    return patch_run(&patchwork, err, to_title);
}

/// The sea as the title opens it: where the player left it.
static int sail_again(const play_options *tiles, FILE *err, bool *to_title)
{
    const sail_options sea = {
        .def = loam_default_isles_def(),
        .at = {.seed = 7, .x = 2989, .z = -5300, .elevation = -6, .minutes = 600},
        .resumes = true,
        .w = tiles->w,
        .h = tiles->h,
        .threads = tiles->threads,
        .verbose = tiles->verbose};
    return sail_run(&sea, err, to_title);
}

/// The cave as the title opens it: where the player left it.
static int cave_again(const play_options *tiles, FILE *err, bool *to_title)
{
    caver_options cave = {.at = cave_default_place(3),
                          .resumes = true,
                          .w = tiles->w,
                          .h = tiles->h,
                          .threads = tiles->threads,
                          .verbose = tiles->verbose};
    cave.at.plan.seed = 7;
    return caver_run(&cave, err, to_title);
}

int in_turn_play(const play_options *options, FILE *err)
{
    play_options tiles = *options;
    bool to_land, to_patchwork, to_sea, to_cave, to_title;
    int code;
    tiles.to_land = &to_land;
    tiles.to_patchwork = &to_patchwork;
    tiles.to_sea = &to_sea;
    tiles.to_cave = &to_cave;
    do
    {
        to_land = to_patchwork = to_sea = to_cave = to_title = false;
        code = play_run(&tiles, err);
        if (code == 0 && to_land)
        {
            code = explore_again(&tiles, err, &to_title);
        }
        else if (code == 0 && to_patchwork)
        {
            code = patch_again(&tiles, err, &to_title);
        }
        else if (code == 0 && to_sea)
        {
            code = sail_again(&tiles, err, &to_title);
        }
        else if (code == 0 && to_cave)
        {
            code = cave_again(&tiles, err, &to_title);
        }
        tiles = (play_options){.w = tiles.w, // from now on the title
                               .h = tiles.h,
                               .threads = tiles.threads,
                               .verbose = tiles.verbose,
                               .to_land = &to_land,
                               .to_patchwork = &to_patchwork,
                               .to_sea = &to_sea,
                               .to_cave = &to_cave};
    } while (to_title);
    return code;
}

int in_turn_explore(const explore_options *options, FILE *err)
{
    bool to_title = false;
    const int code = explore_run(options, err, &to_title);
    const play_options tiles = {
        .w = options->w, .h = options->h, .threads = options->threads, .verbose = options->verbose};
    return to_title ? in_turn_play(&tiles, err) : code;
}

int in_turn_patch(const patch_options *options, FILE *err)
{
    bool to_title = false;
    const int code = patch_run(options, err, &to_title);
    const play_options tiles = {
        .w = options->w, .h = options->h, .threads = options->threads, .verbose = options->verbose};
    return to_title ? in_turn_play(&tiles, err) : code;
}

int in_turn_sail(const sail_options *options, FILE *err)
{
    bool to_title = false;
    const int code = sail_run(options, err, &to_title);
    const play_options tiles = {
        .w = options->w, .h = options->h, .threads = options->threads, .verbose = options->verbose};
    return to_title ? in_turn_play(&tiles, err) : code;
}

int in_turn_cave(const caver_options *options, FILE *err)
{
    bool to_title = false;
    const int code = caver_run(options, err, &to_title);
    const play_options tiles = {
        .w = options->w, .h = options->h, .threads = options->threads, .verbose = options->verbose};
    return to_title ? in_turn_play(&tiles, err) : code;
}
#else
int in_turn_play(const play_options *options, FILE *err)
{
    return play_run(options, err);
}
#endif
#else
typedef int in_turn_needs_a_window; // ISO C wants something in every source
#endif
