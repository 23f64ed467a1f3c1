// SPDX-License-Identifier: MIT
// Knobs of a patchwork: what they turn, what they refuse, undo, files, previews.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "patch/knobs.h"

#include "check.h"
#include "export/folder.h"
#include "patch/keep.h"
#include "patch/previews.h"

static const knob *named(const char *label)
{
    for (int32_t i = 0; i < KNOBS; i++)
    {
        if (strcmp(knobs[i].label, label) == 0)
        {
            return &knobs[i];
        }
    }
    CHECK_REPORT(false, "no knob is called %s", label);
    return &knobs[0];
}

static void test_knobs_have_names_of_their_own(void)
{
    for (int32_t i = 0; i < KNOBS; i++)
    {
        CHECK(knobs[i].label != NULL);
        for (int32_t k = 0; k < i; k++)
        {
            CHECK(strcmp(knobs[i].label, knobs[k].label) != 0);
        }
    }
}

static bool one_is_as_it_was(const knob *k, int32_t biome)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    const loam_patchwork_def before = def;
    CHECK_OK(knob_set(k, &def, biome, knob_get(k, &def, biome)));
    // What lies between two steps goes to the nearer one; nothing in it has more than four figures.
    for (size_t i = 0; i < sizeof def; i++)
    {
        if (((const uint8_t *)&def)[i] != ((const uint8_t *)&before)[i])
        {
            return false;
        }
    }
    return true;
}

static void test_a_knob_that_is_not_turned_changes_nothing(void)
{
    for (int32_t i = 0; i < KNOBS; i++)
    {
        for (int32_t biome = 0; biome < 4 && !knob_is_choice(&knobs[i]); biome++)
        {
            // Halves of a metre are too coarse for the heights of water.
            const bool rounds = strcmp(knobs[i].field, "vertical") == 0 && biome == 0;
            CHECK_REPORT(rounds || one_is_as_it_was(&knobs[i], biome), "%s of biome %d",
                         knobs[i].label, (int)biome);
        }
    }
}

/// Both ends of all sliders, of every biome: a def that is accepted, or the one before.
static void test_all_that_can_be_turned_is_accepted(void)
{
    for (int32_t i = 0; i < KNOBS; i++)
    {
        for (int32_t biome = 0; biome < 4 && !knob_is_choice(&knobs[i]); biome++)
        {
            loam_patchwork_def def = loam_default_patchwork_def();
            int32_t low, high;
            knob_limits(&knobs[i], &def, biome, &low, &high);
            CHECK_OK(knob_set(&knobs[i], &def, biome, low));
            CHECK_INT(knob_get(&knobs[i], &def, biome), low);
            CHECK_OK(loam_patchwork_check(&def));
            const loam_result result = knob_set(&knobs[i], &def, biome, high);
            CHECK(result == LOAM_OK || strstr(loam_last_error(), "view") != NULL);
            CHECK(result != LOAM_OK || knob_get(&knobs[i], &def, biome) == high);
            CHECK_OK(loam_patchwork_check(&def));
        }
    }
}

static void test_ends_of_ranges_push_each_other(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    CHECK_OK(knob_set(named("Octaves"), &def, 1, 8)); // was 3 to 4
    CHECK_INT(def.biomes[1].octaves.low, 8);
    CHECK_INT(def.biomes[1].octaves.high, 8);
    CHECK_OK(knob_set(named("Octaves to"), &def, 1, 2));
    CHECK_INT(def.biomes[1].octaves.low, 2);
    CHECK_INT(def.biomes[1].octaves.high, 2);
    CHECK_INT(def.biomes[2].octaves.low, 4); // nobody else's
}

static void test_sewings_are_never_wider_than_chunks(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    CHECK_OK(knob_set(named("Chunk size"), &def, 0, 16));
    CHECK_INT(def.chunk_size, 16);
    CHECK_INT(def.sewing_x, 16);
    CHECK_INT(def.sewing_z, 16);
    CHECK_OK(knob_set(named("Sewing z"), &def, 0, 128));
    CHECK_INT(def.sewing_z, 16);
}

static void test_choices_offer_what_is_accepted(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    const char *names[KNOB_MAX_NAMES];
    int32_t values[KNOB_MAX_NAMES], now;
    const int32_t noises = knob_names(named("Noise"), &def, 0, names, values, &now);
    CHECK_INT(noises, 3);
    CHECK_TEXT(names[now], "perlin");
    CHECK_INT(knob_names(named("Profile"), &def, 0, names, values, &now), 2);
    CHECK_INT(knob_names(named("Mountains"), &def, 0, names, values, &now), 2);
    CHECK_TEXT(names[now], "off");
    CHECK_OK(knob_choose(named("Mountains"), &def, 0, 1));
    CHECK(def.claim_sewings);
    CHECK_INT(knob_names(named("Fractal"), &def, 3, names, values, &now), LOAM_FRACTAL_COUNT);
    CHECK_TEXT(names[now], "ridged");
    CHECK(knob_choose(named("Noise"), &def, 0, LOAM_NOISE_WHITE) != LOAM_OK);
    CHECK_INT(def.noise, LOAM_NOISE_PERLIN);
}

static void test_shares_always_cover_everything(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    const int32_t wanted[] = {40, 1, 99, 30, 0, 200};
    for (int32_t i = 0; i < 24; i++)
    {
        const int32_t biome = i % 4;
        CHECK_OK(knob_set_share(&def, biome, wanted[i % 6]));
        CHECK_OK(loam_patchwork_check(&def));
        CHECK(def.biomes[0].range.low == 0.0f && def.biomes[3].range.high == 1.0f);
        for (int32_t k = 0; k < 4; k++)
        {
            CHECK(knob_share(&def, k) >= 1);
        }
    }
    def = loam_default_patchwork_def();
    CHECK_OK(knob_set_share(&def, 3, 40));
    CHECK_INT(knob_share(&def, 3), 40);
    CHECK_INT(knob_share(&def, 2), 10);
    def.choice = LOAM_PATCH_BY_CLIMATE;
    CHECK_INT(knob_set_share(&def, 3, 20), LOAM_BAD_ARGUMENT);
    CHECK_INT(knob_share(&def, 3), 40);
}

static void test_a_view_that_takes_too_much_is_refused(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.view = 64;
    CHECK_INT(knob_check(&def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "see less far");
    def.chunk_size = 16;
    def.sewing_x = def.sewing_z = 8;
    CHECK_OK(knob_check(&def));
    CHECK_INT(knob_set(named("Chunk size"), &def, 0, 256), LOAM_BAD_ARGUMENT);
    CHECK_INT(def.chunk_size, 16); // as it was
}

static void test_the_last_changes_can_be_undone(void)
{
    static knob_history history;
    loam_patchwork_def def = loam_default_patchwork_def();
    CHECK(!knob_undo(&history, &def));
    for (int32_t i = 0; i < KNOB_UNDOS + 5; i++)
    {
        knob_remember(&history, &def);
        def.seed = (uint64_t)i + 100;
    }
    for (int32_t i = 0; i < KNOB_UNDOS; i++)
    {
        CHECK(knob_undo(&history, &def));
    }
    CHECK_U64(def.seed, 104); // the first five are forgotten
    CHECK(!knob_undo(&history, &def));
}

static void test_what_was_turned_is_written_and_read_again(void)
{
    const loam_env env = loam_default_env();
    const char *const path = "knobs.json";
    loam_patchwork_def def = loam_default_patchwork_def(), read = def;
    CHECK_OK(knob_set(named("Persistence to"), &def, 2, 77));
    CHECK_OK(knob_set(named("Offset"), &def, 2, -40));
    CHECK_OK(knob_choose(named("Noise"), &def, 0, LOAM_NOISE_SIMPLEX));
    CHECK_OK(knob_set_share(&def, 0, 33));
    CHECK_OK(knob_write(&env, &def, path));
    CHECK_OK(loam_patchwork_def_read_file(&env, path, &read));
    CHECK(knob_same_def(&def, &read));
    unlink(path);
    CHECK(knob_write(&env, &def, "/nowhere/at/all.json") != LOAM_OK);
}

static double mean_of(const loam_picture *picture)
{
    double sum = 0;
    for (int32_t i = 0; i < picture->w * picture->h; i++)
    {
        sum += picture->pixels[i].g;
    }
    return sum / (picture->w * picture->h);
}

static void test_previews_show_noise_and_biomes(void)
{
    const loam_env env = loam_default_env();
    loam_patchwork_def def = loam_default_patchwork_def();
    loam_picture before, after, map;
    loam_patchwork *patchwork = NULL;
    CHECK_OK(loam_picture_create(&env, 64, 64, loam_rgb(0), &before));
    CHECK_OK(loam_picture_create(&env, 64, 64, loam_rgb(0), &after));
    CHECK_OK(loam_picture_create(&env, 9, 9, loam_rgb(0), &map));
    CHECK_OK(preview_noise(&def, 1, 4, &before));
    CHECK_RANGE(mean_of(&before), 90, 165);
    CHECK_OK(knob_set(named("Octaves"), &def, 1, 1));
    CHECK_OK(knob_set(named("Octaves to"), &def, 1, 1));
    CHECK_OK(preview_noise(&def, 1, 4, &after));
    CHECK(memcmp(before.pixels, after.pixels, sizeof *after.pixels * 64 * 64) != 0);
    CHECK_OK(loam_patchwork_create(&env, &def, &patchwork));
    preview_map(patchwork, 100, -50, &map);
    for (int32_t i = 0; i < 81; i++)
    {
        const int32_t biome = loam_patchwork_chunk(patchwork, 96 + i % 9, -46 - i / 9).biome;
        const loam_colour expected = loam_rgb(def.biomes[biome].colour);
        CHECK(memcmp(&map.pixels[i], &expected, sizeof expected) == 0);
    }
    loam_patchwork_destroy(patchwork);
    loam_picture_destroy(&env, &before);
    loam_picture_destroy(&env, &after);
    loam_picture_destroy(&env, &map);
}

/// What was seen comes back; a file of something else is refused by name, and no file is none.
static void test_what_was_seen_is_kept(void)
{
    const loam_env env = loam_default_env();
    const char *const path = "kept.patch";
    FILE *const file = fopen(path, "wb");
    loam_patchwork_def def = loam_default_patchwork_def();
    loam_patchwork *one = NULL, *two = NULL;
    def.adaptation = LOAM_PATCH_SHRINKS;
    CHECK_OK(loam_patchwork_create(&env, &def, &one));
    CHECK_OK(loam_patchwork_create(&env, &def, &two));
    CHECK(file != NULL && fwrite("nonsense", 1, 8, file) == 8);
    fclose(file);
    CHECK_INT(keep_load(one, path), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), path);
    CHECK_OK(loam_patchwork_visit(one, 500, 500, 3000));
    CHECK_OK(keep_save(&env, one, path));
    CHECK_OK(keep_load(two, path));
    CHECK_INT(loam_patchwork_seen(two), loam_patchwork_seen(one));
    CHECK(loam_patchwork_seen(two) > 0);
    unlink(path);
    CHECK_OK(keep_load(two, path)); // there is none: nothing changes
    CHECK(loam_patchwork_seen(two) > 0);
    loam_patchwork_destroy(one);
    loam_patchwork_destroy(two);
}

int main(void)
{
    folder_enter();
    RUN(test_knobs_have_names_of_their_own);
    RUN(test_a_knob_that_is_not_turned_changes_nothing);
    RUN(test_all_that_can_be_turned_is_accepted);
    RUN(test_ends_of_ranges_push_each_other);
    RUN(test_sewings_are_never_wider_than_chunks);
    RUN(test_choices_offer_what_is_accepted);
    RUN(test_shares_always_cover_everything);
    RUN(test_a_view_that_takes_too_much_is_refused);
    RUN(test_the_last_changes_can_be_undone);
    RUN(test_what_was_turned_is_written_and_read_again);
    RUN(test_previews_show_noise_and_biomes);
    RUN(test_what_was_seen_is_kept);
    folder_leave();
    return CHECK_DONE();
}
