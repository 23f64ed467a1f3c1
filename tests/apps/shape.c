// SPDX-License-Identifier: MIT
// A new world that is shaped by knobs: what they turn, what can be undone, what is seen of it.
#include "check.h"
#include "export/folder.h"
#include "play/shaping.h"

#include "loam/defs.h"
#include "loam/export_tile_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    MAX_SHOWN = 17, // letters of a label that a panel has room for
    PATIENCE = 100000,
};

static loam_tile_defs defs, before;

static const tile_knob *find(const char *label)
{
    int32_t count;
    const tile_knob *const knobs = tile_knobs(&count);
    for (int32_t i = 0; i < count; i++)
    {
        if (strcmp(knobs[i].label, label) == 0)
        {
            return &knobs[i];
        }
    }
    fprintf(stderr, "there is no knob %s\n", label);
    exit(1);
}

// ---- knobs --------------------------------------------------------------------------------------

/// Turns a knob to a value and back; what it was then is in `before`.
static void check_turning(const tile_knob *knob, int32_t biome, int32_t value)
{
    const int32_t old = tile_knob_get(knob, &defs, biome);
    const uint64_t hash = loam_tile_defs_hash(&defs);
    before = defs;
    if (tile_knob_set(knob, &defs, biome, value) != LOAM_OK)
    {
        CHECK_U64(loam_tile_defs_hash(&defs), hash); // refused: nothing has changed
        return;
    }
    CHECK_INT(tile_knob_get(knob, &defs, biome), value);
    CHECK((value == old) == (loam_tile_defs_hash(&defs) == hash));
    defs = before;
}

static void test_every_knob_turns_what_it_names(void)
{
    int32_t count, pages[TILE_KNOB_PAGES] = {0}, taken = 0;
    const tile_knob *const knobs = tile_knobs(&count);
    loam_tile_defs_init(&defs);
    for (int32_t i = 0; i < count; i++)
    {
        char label[TILE_KNOB_MAX_LABEL];
        int32_t low, high;
        tile_knob_label(&knobs[i], &defs, label);
        CHECK(strlen(label) <= MAX_SHOWN && strchr(label, '%') == NULL);
        CHECK(strlen(tile_knob_meaning(&knobs[i])) > 0);
        pages[knobs[i].page]++;
        if (tile_knob_is_material(&knobs[i]))
        {
            continue;
        }
        tile_knob_limits(&knobs[i], &defs, 4, &low, &high);
        CHECK(low < high);
        check_turning(&knobs[i], 4, low);
        check_turning(&knobs[i], 4, high);
        check_turning(&knobs[i], 4, tile_knob_get(&knobs[i], &defs, 4));
        taken += tile_knob_set(&knobs[i], &defs, 4, high) == LOAM_OK;
        defs = before;
    }
    for (int32_t page = 0; page < TILE_KNOB_PAGES; page++)
    {
        CHECK(pages[page] >= 5);
    }
    CHECK(taken >= count * 3 / 4); // few ends are refused because of another number
}

static void test_every_offered_material_is_accepted(void)
{
    static uint8_t ids[LOAM_MAX_MATERIALS];
    static const char *names[LOAM_MAX_MATERIALS];
    int32_t count, materials = 0;
    const tile_knob *const knobs = tile_knobs(&count);
    loam_tile_defs_init(&defs);
    for (int32_t i = 0; i < count; i++)
    {
        if (!tile_knob_is_material(&knobs[i]))
        {
            continue;
        }
        const int32_t offered = tile_knob_materials(&knobs[i], &defs, ids, names);
        CHECK(offered >= 2);
        materials++;
        for (int32_t j = 0; j < offered; j++)
        {
            before = defs;
            CHECK_OK(tile_knob_set(&knobs[i], &defs, TILE_KNOB_ALL_BIOMES, ids[j]));
            CHECK_INT(tile_knob_get(&knobs[i], &defs, 3), ids[j]);
            defs = before;
        }
    }
    CHECK(materials >= 10);
}

static void test_what_is_refused_changes_nothing(void)
{
    static const char *const labels[] = {"Surface", "Common rock", "It rains"};
    loam_tile_defs_init(&defs);
    const int32_t torch = loam_material_find(&defs, "torch"); // neither ground nor a fluid
    const uint64_t hash = loam_tile_defs_hash(&defs);
    CHECK(torch > 0);
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    {
        CHECK_INT(tile_knob_set(find(labels[i]), &defs, 4, torch), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "torch; must be a");
        CHECK_U64(loam_tile_defs_hash(&defs), hash);
    }
}

static void test_all_biomes_keep_their_shares(void)
{
    const tile_knob *const hills = find("Hills"), *const ground = find("Lowest ground");
    loam_tile_defs_init(&defs);
    before = defs;
    const int32_t mean = tile_knob_get(hills, &defs, TILE_KNOB_ALL_BIOMES);
    CHECK_OK(tile_knob_set(hills, &defs, TILE_KNOB_ALL_BIOMES, 2 * mean));
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        const float was = before.biomes[i].elevation_range;
        CHECK(fabsf(defs.biomes[i].elevation_range - 2 * was) <= 0.02f * was);
        CHECK(memcmp(&defs.biomes[i].soil_depth, &before.biomes[i].soil_depth, sizeof(float)) == 0);
    }
    const int32_t low = tile_knob_get(ground, &defs, TILE_KNOB_ALL_BIOMES);
    CHECK_OK(tile_knob_set(ground, &defs, TILE_KNOB_ALL_BIOMES, low + 100));
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        const float shift = defs.biomes[i].elevation - before.biomes[i].elevation;
        CHECK(fabsf(shift - 100) <= 1);
    }
    CHECK_OK(tile_knob_set(hills, &defs, TILE_KNOB_ALL_BIOMES, 0));
    CHECK_OK(tile_knob_set(hills, &defs, TILE_KNOB_ALL_BIOMES, 60)); // there are no shares left
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        CHECK(fabsf(defs.biomes[i].elevation_range - 60) < 0.001f);
    }
}

static void test_smoothing_is_of_blocks_and_walls(void)
{
    loam_tile_defs_init(&defs);
    CHECK_OK(tile_knob_set(find("Smoothing"), &defs, 0, 3));
    CHECK(defs.blocks.iterations == 3 && defs.walls.iterations == 3);
}

static void test_ores_that_are_not_there_have_no_knobs(void)
{
    int32_t count, there = 0, ores = 0;
    const tile_knob *const knobs = tile_knobs(&count);
    loam_tile_defs_init(&defs);
    for (int32_t i = 0; i < count; i++)
    {
        there += tile_knob_is_there(&knobs[i], &defs) && knobs[i].about != NULL;
    }
    for (int32_t i = 0; i < (int32_t)sizeof defs.ground.ores; i++)
    {
        ores += defs.ground.ores[i] != LOAM_AIR;
    }
    CHECK(ores > 0 && ores < (int32_t)sizeof defs.ground.ores);
    CHECK_INT(there, 2 * ores);
}

// ---- shaping ------------------------------------------------------------------------------------

static app *make_app(int32_t threads)
{
    app *const a = calloc(1, sizeof *a);
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = threads;
    a->env = loam_default_env();
    CHECK_OK(play_folders_find(&a->folders));
    CHECK_OK(painter_nothing_create(&a->paint));
    CHECK_OK(loam_jobs_create(&jobs, &a->env.jobs));
    return a;
}

static void end_app(app *a)
{
    painter_destroy(a->paint);
    loam_jobs_destroy(a->env.jobs);
    free(a);
}

static void test_changes_are_undone_one_by_one(void)
{
    const tile_knob *const caves = find("Cave size"), *const lakes = find("Lake spacing");
    app *const a = make_app(0);
    shaping *const s = shaping_create(a, NULL);
    CHECK(s != NULL && !s->turned);
    const uint64_t first = loam_tile_defs_hash(&s->defs);
    const int32_t size = tile_knob_get(caves, &s->defs, 0);
    for (int32_t i = 0; i < 20; i++) // pulled: one change
    {
        CHECK_OK(shaping_turn(s, caves, 200 + 8 * i, 1000000 + 16000 * (uint64_t)i));
    }
    CHECK(s->turned && s->undo_count == 1);
    CHECK_OK(shaping_turn(s, lakes, 1000, 5000000));
    CHECK_INT(s->undo_count, 2);
    const uint64_t now = loam_tile_defs_hash(&s->defs);
    CHECK(shaping_turn(s, find("Surface"), LOAM_AIR, 9000000) != LOAM_OK);
    CHECK_CONTAINS(loam_last_error(), "must be a solid material");
    CHECK_U64(loam_tile_defs_hash(&s->defs), now);
    CHECK_INT(s->undo_count, 2);
    shaping_undo(s);
    CHECK_INT(tile_knob_get(caves, &s->defs, 0), 200 + 8 * 19);
    shaping_undo(s);
    CHECK_INT(tile_knob_get(caves, &s->defs, 0), size);
    CHECK(!s->turned && loam_tile_defs_hash(&s->defs) == first);
    shaping_undo(s); // there is nothing
    CHECK_U64(loam_tile_defs_hash(&s->defs), first);
    shaping_destroy(a, s);
    end_app(a);
}

// Whatever a pull goes through, what it ends with follows from where it began.
static void test_a_pull_to_nothing_and_back_changes_nothing(void)
{
    const tile_knob *const summits = find("Summits"), *const hills = find("Hills");
    app *const a = make_app(0);
    shaping *const s = shaping_create(a, NULL);
    const int32_t mean = tile_knob_get(summits, &s->defs, TILE_KNOB_ALL_BIOMES);
    before = s->defs;
    for (int32_t i = 0; i <= 20; i++)
    {
        const int32_t part = i <= 10 ? 10 - i : i - 10;
        CHECK_OK(shaping_turn(s, summits, mean * part / 10, 1000000 + 16000 * (uint64_t)i));
    }
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        CHECK(fabsf(s->defs.biomes[i].peaks - before.biomes[i].peaks) <
              0.01f * before.biomes[i].peaks + 0.5f);
    }
    CHECK_INT(s->undo_count, 1);
    CHECK_OK(shaping_turn(s, hills, 300, 1000000 + 21 * 16000)); // another knob at once
    CHECK_INT(s->undo_count, 2);
    shaping_destroy(a, s);
    end_app(a);
}

static void test_the_oldest_changes_are_forgotten(void)
{
    const tile_knob *const caves = find("Cave size");
    app *const a = make_app(0);
    shaping *const s = shaping_create(a, NULL);
    for (int32_t i = 0; i <= TILE_KNOB_UNDOS + 3; i++)
    {
        CHECK_OK(shaping_turn(s, caves, 200 + 8 * i, 1000000 * (uint64_t)(i + 1)));
    }
    CHECK_INT(s->undo_count, TILE_KNOB_UNDOS);
    shaping_reset(s);
    CHECK(!s->turned);
    shaping_undo(s);
    CHECK(s->turned);
    CHECK_INT(tile_knob_get(caves, &s->defs, 0), 200 + 8 * (TILE_KNOB_UNDOS + 3));
    for (int32_t i = 0; i < 2 * TILE_KNOB_UNDOS; i++)
    {
        shaping_undo(s);
    }
    CHECK_INT(tile_knob_get(caves, &s->defs, 0), 200 + 8 * 4);
    shaping_destroy(a, s);
    end_app(a);
}

static void test_what_was_shaped_is_read_back(void)
{
    char path[PLAY_MAX_PATH];
    app *const a = make_app(0);
    shaping *const s = shaping_create(a, NULL);
    CHECK_OK(shaping_turn(s, find("Cave size"), 800, 1000000));
    CHECK_OK(shaping_write(a, s, "Shaped", path));
    loam_tile_defs_init(&defs);
    CHECK_OK(loam_tile_defs_read_file(&a->env, path, &defs));
    CHECK_U64(loam_tile_defs_hash(&defs), loam_tile_defs_hash(&s->defs));
    shaping *const again = shaping_create(a, path);
    CHECK(again != NULL && !again->turned);
    CHECK_U64(loam_tile_defs_hash(&again->defs), loam_tile_defs_hash(&s->defs));
    CHECK(shaping_create(a, "/is/not/there.json") == NULL);
    CHECK_CONTAINS(loam_last_error(), "/is/not/there.json");
    shaping_destroy(a, again);
    shaping_destroy(a, s);
    CHECK_INT(unlink(path), 0);
    end_app(a);
}

// ---- what is seen -------------------------------------------------------------------------------

static const shape_answer *wait_for_answer(shape_preview *preview)
{
    for (int32_t i = 0; i < PATIENCE; i++)
    {
        const shape_answer *const answer = shape_preview_take(preview);
        if (answer != NULL)
        {
            return answer;
        }
        check_rest();
    }
    fprintf(stderr, "no answer\n");
    exit(1);
}

/// The picture of a map that is drawn as everybody does.
static bool is_map(const loam_picture *picture, uint64_t seed, int64_t x, int64_t y, int32_t shrink)
{
    const loam_env env = loam_default_env();
    loam_tile_source *source;
    loam_picture own;
    static loam_tile_map_figures figures;
    CHECK_OK(loam_tile_source_create(&env, &defs, seed, &source));
    const loam_tile_map_def def = {.defs = &defs,
                                   .source = source,
                                   .area = {.x = x - (int64_t)picture->w * shrink / 2,
                                            .y = y - (int64_t)picture->h * shrink / 2,
                                            .w = picture->w * shrink,
                                            .h = picture->h * shrink},
                                   .scale = {.zoom = 1, .shrink = shrink}};
    CHECK_OK(loam_tile_map_draw(&def, &env, &own, &figures));
    const bool same = own.w == picture->w && own.h == picture->h &&
                      memcmp(own.pixels, picture->pixels,
                             sizeof *own.pixels * (size_t)own.w * (size_t)own.h) == 0;
    loam_picture_destroy(&env, &own);
    loam_tile_source_destroy(source);
    return same;
}

static void check_preview(int32_t threads)
{
    app *const a = make_app(threads);
    shape_preview *preview;
    shape_question question = {.revision = 1,
                               .seed = 5,
                               .x = 3000,
                               .on_ground = true,
                               .far_w = 60,
                               .far_h = 20,
                               .near_w = 96,
                               .near_h = 64,
                               .tiles_a_pixel = 2};
    loam_tile_defs_init(&defs);
    CHECK_OK(shape_preview_create(&a->env, &preview));
    shape_preview_ask(preview, &defs, &question);
    const shape_answer *answer = wait_for_answer(preview);
    CHECK_OK(answer->result);
    CHECK(is_map(&answer->near, 5, 3000, answer->question.y, 2));
    CHECK(is_map(&answer->far, 5, 3000, SHAPE_FAR_HEIGHT, SHAPE_FAR_TILES));
    shape_preview_ask(preview, &defs, &question); // just this is there already
    CHECK(!shape_preview_is_busy(preview));

    CHECK_OK(tile_knob_set(find("Hills"), &defs, TILE_KNOB_ALL_BIOMES, 400));
    question.revision = 2;
    shape_preview_ask(preview, &defs, &question);
    answer = wait_for_answer(preview);
    CHECK(is_map(&answer->near, 5, 3000, answer->question.y, 2));
    question.x = -700;
    question.y = 40;
    question.on_ground = false;
    question.tiles_a_pixel = 1;
    shape_preview_ask(preview, &defs, &question);
    answer = wait_for_answer(preview);
    CHECK(is_map(&answer->near, 5, -700, 40, 1));
    question.seed = 6;
    shape_preview_ask(preview, &defs, &question);
    answer = wait_for_answer(preview);
    CHECK(is_map(&answer->near, 6, -700, 40, 1));
    question.x = 0;
    shape_preview_ask(preview, &defs, &question); // it ends in the middle of this
    shape_preview_destroy(preview);
    end_app(a);
}

static void test_pictures_are_of_the_world_as_it_will_be(void)
{
    check_preview(0);
    check_preview(2);
}

int main(void)
{
    folder_enter();
    setenv("LOAM_HOME", folder_path, 1);
    RUN(test_every_knob_turns_what_it_names);
    RUN(test_every_offered_material_is_accepted);
    RUN(test_what_is_refused_changes_nothing);
    RUN(test_all_biomes_keep_their_shares);
    RUN(test_smoothing_is_of_blocks_and_walls);
    RUN(test_ores_that_are_not_there_have_no_knobs);
    RUN(test_changes_are_undone_one_by_one);
    RUN(test_a_pull_to_nothing_and_back_changes_nothing);
    RUN(test_the_oldest_changes_are_forgotten);
    RUN(test_what_was_shaped_is_read_back);
    RUN(test_pictures_are_of_the_world_as_it_will_be);
    char command[sizeof folder_path + 16];
    snprintf(command, sizeof command, "rm -rf '%s'/*", folder_path);
    CHECK_INT(system(command), 0);
    folder_leave();
    return CHECK_DONE();
}
