// SPDX-License-Identifier: MIT
// Files that are not there, and memory that is not there.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "loam/defs.h"

#include "base/counting.h"
#include "check.h"
#include "export/folder.h"

#include <cJSON.h>
#include <stdbool.h>
#include <sys/stat.h>

static loam_tile_defs *built_in;
static loam_tile_defs *defs;

static void start(void)
{
    memcpy(defs, built_in, sizeof *defs);
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

// Each allocation fails once: nothing leaks, nothing changes.
static void test_writing_without_memory(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_result result = LOAM_OUT_OF_MEMORY;
    for (int64_t at = 1; result != LOAM_OK && at < 100; at++)
    {
        char *text = NULL;
        size_t size = 0;
        counter.asked = 0;
        counter.refuse_at = at;
        result = loam_tile_defs_write(&env, built_in, &text, &size);
        CHECK(result == LOAM_OK || (result == LOAM_OUT_OF_MEMORY && text == NULL));
        CHECK(at == 1 ? result == LOAM_OUT_OF_MEMORY : true);
        if (result == LOAM_OK)
        {
            CHECK_INT(strlen(text), size);
            loam_free(&env, text, size + 1);
        }
        CHECK_INT(counter.blocks, 0);
        CHECK_INT(counter.bytes, 0);
    }
    CHECK_OK(result);
}

static void test_reading_without_memory(void)
{
    static const char text[] = "{\"ground\": {\"rock\": \"dirt\"}}";
    write_file("rock.json", text, sizeof text - 1);
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_result result = LOAM_OUT_OF_MEMORY;
    int64_t at = 1;
    for (; result != LOAM_OK && at < 100; at++)
    {
        start();
        counter.asked = 0;
        counter.refuse_at = at;
        result = loam_tile_defs_read_file(&env, "rock.json", defs);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        CHECK((memcmp(defs, built_in, sizeof *defs) == 0) == (result != LOAM_OK));
        CHECK_INT(counter.blocks, 0);
        CHECK_INT(counter.bytes, 0);
    }
    CHECK_OK(result);
    CHECK(at > 3); // the text, the definitions
    remove("rock.json");
}

// ---- cJSON has memory of its own ----------------------------------------------------------------

static int64_t json_asked, json_refuse_at, json_blocks;

static void *json_alloc(size_t size)
{
    void *const memory = ++json_asked == json_refuse_at ? NULL : malloc(size);
    json_blocks += memory != NULL;
    return memory;
}

static void json_free(void *memory)
{
    json_blocks -= memory != NULL;
    free(memory);
}

static void test_reading_when_cjson_has_no_memory(void)
{
    static const char text[] = "{\"ground\": {\"strata\": [\"air\", \"air\", \"air\", "
                               "\"clay\"], \"lava_top\": -5.5}}";
    const loam_env env = loam_default_env();
    cJSON_Hooks hooks = {json_alloc, json_free};
    cJSON_InitHooks(&hooks);
    loam_result result = LOAM_OUT_OF_MEMORY;
    int64_t at = 1;
    for (; result != LOAM_OK && at < 100; at++)
    {
        start();
        json_asked = 0;
        json_refuse_at = at;
        result = loam_tile_defs_read(&env, text, sizeof text - 1, defs);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        CHECK((memcmp(defs, built_in, sizeof *defs) == 0) == (result != LOAM_OK));
        CHECK_INT(json_blocks, 0);
    }
    cJSON_InitHooks(NULL);
    CHECK_OK(result);
    CHECK(at > 10);
}

// ---- files --------------------------------------------------------------------------------------

static void test_files_are_read(void)
{
    const loam_env env = loam_default_env();
    char *text = NULL;
    size_t size;
    CHECK_OK(loam_tile_defs_write(&env, built_in, &text, &size));
    write_file("all.json", text, size);
    loam_free(&env, text, size + 1);
    start();
    defs->ground.rock = defs->ground.deep_rock;
    CHECK_OK(loam_tile_defs_read_file(&env, "all.json", defs));
    CHECK(memcmp(defs, built_in, sizeof *defs) == 0);
    remove("all.json");
}

/// Reading the file is refused, with this message, and nothing changes.
static void refuses(const char *path, loam_result expected, const char *message)
{
    const loam_env env = loam_default_env();
    start();
    CHECK_INT(loam_tile_defs_read_file(&env, path, defs), expected);
    CHECK_TEXT(loam_last_error(), message);
    CHECK(memcmp(defs, built_in, sizeof *defs) == 0);
}

static void test_files_that_cannot_be_read(void)
{
    refuses("none.json", LOAM_NOT_FOUND, "none.json: cannot be read: No such file or directory");
    refuses("", LOAM_NOT_FOUND, ": cannot be read: No such file or directory");
    mkdir("folder", 0777);
    refuses("folder", LOAM_IO, "folder: cannot be read: Is a directory");
    rmdir("folder");
    write_file("bad.json", "{\n  \"ground\" {}}", 16);
    refuses("bad.json", LOAM_BAD_ARGUMENT,
            "bad.json: line 2, column 12: expected a : behind the key, found {");
    write_file("bad.json", "{\"blocks\": 3}", 13);
    refuses("bad.json", LOAM_BAD_ARGUMENT, "bad.json: blocks is 3; must be an object");
    write_file("bad.json", "", 0);
    refuses("bad.json", LOAM_BAD_ARGUMENT,
            "bad.json: line 1, column 1: expected a value, found the end of the text");
    remove("bad.json");
}

static void test_files_that_are_too_large(void)
{
    char *const large = calloc(1, LOAM_MAX_DEFS_TEXT + 1);
    memset(large, ' ', LOAM_MAX_DEFS_TEXT + 1);
    memcpy(large, "{}", 2);
    write_file("large.json", large, LOAM_MAX_DEFS_TEXT);
    const loam_env env = loam_default_env();
    start();
    CHECK_OK(loam_tile_defs_read_file(&env, "large.json", defs));
    write_file("large.json", large, LOAM_MAX_DEFS_TEXT + 1);
    refuses("large.json", LOAM_BAD_ARGUMENT,
            "large.json: a text of more than 16777216 bytes; must be at most as many");
    remove("large.json");
    free(large);
    struct stat status;
    if (stat("/dev/zero", &status) == 0 && S_ISCHR(status.st_mode)) // it never ends
    {
        refuses("/dev/zero", LOAM_BAD_ARGUMENT,
                "/dev/zero: a text of more than 16777216 bytes; must be at most as many");
    }
}

int main(void)
{
    folder_enter();
    built_in = malloc(sizeof *built_in);
    defs = malloc(sizeof *defs);
    loam_tile_defs_init(built_in);
    RUN(test_writing_without_memory);
    RUN(test_reading_without_memory);
    RUN(test_reading_when_cjson_has_no_memory);
    RUN(test_files_are_read);
    RUN(test_files_that_cannot_be_read);
    RUN(test_files_that_are_too_large);
    CHECK_INT(folder_count(0), 0);
    free(built_in);
    free(defs);
    folder_leave();
    return CHECK_DONE();
}
