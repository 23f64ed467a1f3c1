// SPDX-License-Identifier: MIT
#include "play/settings.h"

#include "check.h"
#include "play/settings_fields.h"

#include "loam/loam.h"

#include <stdlib.h>
#include <unistd.h>

static char path[128], damaged[160];
static char told[4096]; // all complaints
static int32_t complaints;

static void remember(void *user, const char *message)
{
    CHECK(user == &complaints);
    complaints++;
    const size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s\n", message);
}

static loam_result read_back(play_settings *out)
{
    complaints = 0;
    told[0] = '\0';
    return play_settings_read(path, out, remember, &complaints);
}

static void put(const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, count, file) == count);
    fclose(file);
}

static loam_result read_text(const char *text, play_settings *out)
{
    put(text, strlen(text));
    return read_back(out);
}

/// Whether two settings are the same, told by what is in them, not by what is between.
static bool same(const play_settings *a, const play_settings *b)
{
    int32_t count;
    const setting_field *fields = setting_fields(&count);
    bool equal = true;
    for (int32_t i = 0; i < count; i++)
    {
        equal = equal && setting_get(a, &fields[i]) == setting_get(b, &fields[i]);
    }
    for (int32_t i = 0; i < PLAY_ACTIONS; i++)
    {
        const play_binding *x = &a->bindings.of[i], *y = &b->bindings.of[i];
        equal = equal && x->pad == y->pad;
        for (int32_t k = 0; k < 2; k++)
        {
            equal = equal && x->keys[k] == y->keys[k] && x->ctrl[k] == y->ctrl[k];
        }
    }
    return equal;
}

static void test_defaults_are_accepted_when_written(void)
{
    const play_settings written = play_default_settings();
    play_settings read;
    CHECK_OK(play_settings_write(path, &written));
    CHECK_OK(read_back(&read));
    CHECK_INT(complaints, 0);
    CHECK(same(&written, &read));
}

// Every field, at both of its ends.
static void test_everything_is_found_again(void)
{
    int32_t count;
    const setting_field *fields = setting_fields(&count);
    for (int32_t i = 0; i < 2 * count; i++)
    {
        play_settings written = play_default_settings(), read;
        setting_set(&written, &fields[i / 2], i % 2 == 0 ? fields[i / 2].low : fields[i / 2].high);
        CHECK_OK(play_settings_write(path, &written));
        CHECK_OK(read_back(&read));
        CHECK_INT(complaints, 0);
        CHECK_REPORT(same(&written, &read), "%s", fields[i / 2].key);
    }
}

static void test_bindings_are_found_again(void)
{
    play_settings written = play_default_settings(), read;
    written.bindings.of[PLAY_MAP] = (play_binding){0}; // with nothing at all
    written.bindings.of[PLAY_JUMP] = (play_binding){
        {KEY_LEFT_CTRL, INPUT_WHEEL_DOWN}, {false, true}, INPUT_STICK_UP};
    CHECK_OK(play_settings_write(path, &written));
    CHECK_OK(read_back(&read));
    CHECK_INT(complaints, 0);
    CHECK(same(&written, &read));
}

static void check_kept(const play_settings *written)
{
    play_settings read;
    CHECK_OK(play_settings_write(path, written));
    CHECK_OK(read_back(&read));
    CHECK_REPORT(same(written, &read), "codes are lost: %s", told);
}

// Every code that has a name can be bound and found again, many in one file.
static void test_all_codes_survive(void)
{
    play_settings written = play_default_settings();
    written.bindings = (play_bindings){0};
    int32_t action = 0;
    for (input_code code = 1; code < INPUT_CODES; code++)
    {
        if (strcmp(input_code_name(code), "?") == 0)
        {
            continue;
        }
        play_binding *binding = &written.bindings.of[action];
        *(code < INPUT_PAD_FIRST ? &binding->keys[0] : &binding->pad) = code;
        action = (action + 1) % PLAY_ACTIONS;
        if (action == 0)
        {
            check_kept(&written);
            written.bindings = (play_bindings){0};
        }
    }
    check_kept(&written);
}

static void test_no_file_is_all_defaults(void)
{
    const play_settings defaults = play_default_settings();
    play_settings read;
    unlink(path);
    CHECK_INT(read_back(&read), LOAM_NOT_FOUND);
    CHECK_INT(complaints, 0);
    CHECK(same(&read, &defaults));
}

static void test_what_is_missing_has_its_default(void)
{
    play_settings expected = play_default_settings(), read;
    expected.zoom = 7;
    expected.bindings.of[PLAY_MAP].pad = INPUT_NONE;
    CHECK_OK(read_text("{\"zoom\": 7, \"bindings\": {\"map\": {\"pad\": null}}}", &read));
    CHECK_INT(complaints, 0);
    CHECK(same(&read, &expected));
}

static void test_each_wrong_thing_is_told(void)
{
    static const struct
    {
        const char *text, *part;
    } cases[] = {
        {"{\"zoom\": 0}", "zoom is not understood; must be a whole number, 1 to 16"},
        {"{\"zoom\": 1e300}", "zoom"},
        {"{\"zoom\": 2.5}", "zoom"},
        {"{\"zoom\": \"4\"}", "zoom"},
        {"{\"resolution_percent\": 33}", "must be 0, 25, 50 or 100"},
        {"{\"vsync\": 1}", "vsync is not understood; must be true or false"},
        {"{\"light\": \"bright\"}", "\"off\", \"fast\", \"good\" or \"fine\""},
        {"{\"window_mode\": 2}", "window_mode"},
        {"{\"zom\": 4}", "the setting \"zom\" is not known, did you mean \"zoom\"?"},
        {"{\"quite_different\": 4}", "\"quite_different\" is not known"},
        {"{\"bindings\": []}", "bindings"},
        {"{\"bindings\": {\"jum\": {}}}", "did you mean \"jump\"?"},
        {"{\"bindings\": {\"jump\": \"A\"}}", "bindings.jump"},
        {"{\"bindings\": {\"jump\": {\"keys\": \"A\"}}}", "bindings.jump.keys is no list"},
        {"{\"bindings\": {\"jump\": {\"keys\": [\"Nothing\"]}}}", "\"Nothing\""},
        {"{\"bindings\": {\"jump\": {\"keys\": [\"A\", \"B\", \"C\"]}}}", "\"C\""},
        {"{\"bindings\": {\"jump\": {\"keys\": [7]}}}", "bindings.jump.keys"},
        {"{\"bindings\": {\"jump\": {\"pad\": \"A\"}}}", "bindings.jump.pad: \"A\""},
    };
    const play_settings defaults = play_default_settings();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        play_settings read;
        CHECK_OK(read_text(cases[i].text, &read));
        CHECK_INT(complaints, 1);
        CHECK_CONTAINS(told, cases[i].part);
        CHECK_CONTAINS(told, path);
        CHECK(same(&read, &defaults));
    }
}

static void test_what_is_no_json_is_set_aside(void)
{
    static const char *const texts[] = {"", "{", "[]", "{} {}", "\"zoom\"", "{\"zoom\": }", "\xff"};
    const play_settings defaults = play_default_settings();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        play_settings read;
        CHECK_OK(read_text(texts[i], &read));
        CHECK_INT(complaints, 1);
        CHECK_CONTAINS(told, damaged);
        CHECK(same(&read, &defaults));
        CHECK(access(path, F_OK) != 0);
        CHECK_INT(access(damaged, F_OK), 0);
        unlink(damaged);
    }
}

static void test_huge_files_are_refused(void)
{
    static char huge[(1 << 20) + 2];
    memset(huge, ' ', sizeof huge);
    put(huge, sizeof huge);
    play_settings read;
    CHECK_INT(read_back(&read), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), path);
    CHECK_INT(read_back(&read), LOAM_BAD_ARGUMENT);
}

static void test_a_folder_in_its_place_is_an_error(void)
{
    play_settings read = play_default_settings();
    CHECK_INT(play_settings_read(".", &read, NULL, NULL), LOAM_IO);
    CHECK_INT(play_settings_write("no/such/folder/settings.json", &read), LOAM_IO);
}

static bool all_in_range(const play_settings *settings)
{
    int32_t count;
    const setting_field *fields = setting_fields(&count);
    bool fine = true;
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t value = setting_get(settings, &fields[i]);
        fine = fine && value >= fields[i].low && value <= fields[i].high;
    }
    return fine;
}

// A written file with random bytes changed, cut or doubled: never a crash, never a value beyond its range.
static void test_garbage_is_survived(void)
{
    static char text[16384], changed[16384];
    const play_settings written = play_default_settings();
    CHECK_OK(play_settings_write(path, &written));
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    CHECK(size > 1000 && size < sizeof text);
    if (file != NULL)
    {
        fclose(file);
    }
    for (uint64_t round = 0; round < 600; round++)
    {
        memcpy(changed, text, size);
        const uint32_t changes = 1 + loam_random_below(round, 0, 8);
        for (uint32_t i = 1; i <= changes; i++)
        {
            static const char likely[] = "{}[]\",:0123456789e-.\\u";
            const uint32_t at = loam_random_below(round, 3 * i, (uint32_t)size);
            const uint32_t byte = loam_random_below(round, 3 * i + 1, 256);
            changed[at] = byte % 2 == 0 ? (char)byte : likely[byte % (sizeof likely - 1)];
        }
        const bool cut = loam_random_below(round, 1000, 4) == 0;
        put(changed, cut ? loam_random_below(round, 1001, (uint32_t)size) : size);
        play_settings read;
        CHECK_OK(read_back(&read));
        CHECK(all_in_range(&read));
        unlink(damaged);
    }
}

int main(void)
{
    snprintf(path, sizeof path, "test_settings_%ld.json", (long)getpid());
    snprintf(damaged, sizeof damaged, "%s.damaged", path);
    RUN(test_defaults_are_accepted_when_written);
    RUN(test_everything_is_found_again);
    RUN(test_bindings_are_found_again);
    RUN(test_all_codes_survive);
    RUN(test_no_file_is_all_defaults);
    RUN(test_what_is_missing_has_its_default);
    RUN(test_each_wrong_thing_is_told);
    RUN(test_what_is_no_json_is_set_aside);
    RUN(test_huge_files_are_refused);
    RUN(test_a_folder_in_its_place_is_an_error);
    RUN(test_garbage_is_survived);
    unlink(path);
    return CHECK_DONE();
}
