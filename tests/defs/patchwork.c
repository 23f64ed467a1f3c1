// SPDX-License-Identifier: MIT
// Patchworks as JSON: what is written is read again, texts over what is there, and texts that are refused.
#include "check.h"
#include "loam/defs.h"

#include <stdlib.h>
#include <string.h>

static loam_patchwork_def def; // what a text was read over

/// Reads a text, with ' for ", over the built-in def.
static loam_result read_text(const char *text)
{
    const loam_env env = loam_default_env();
    const size_t length = strlen(text);
    char *const json = malloc(length + 1);
    for (size_t i = 0; i <= length; i++)
    {
        json[i] = text[i] == '\'' ? '"' : text[i];
    }
    def = loam_default_patchwork_def();
    const loam_result result = loam_patchwork_def_read(&env, json, length, &def);
    free(json);
    return result;
}

static void refuses(const char *text, const char *part)
{
    const loam_patchwork_def before = loam_default_patchwork_def();
    CHECK_REPORT(read_text(text) == LOAM_BAD_ARGUMENT, "%s is accepted", text);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK(memcmp(before.biomes, def.biomes, sizeof def.biomes) == 0);
    CHECK(before.chunk_size == def.chunk_size && before.material_count == def.material_count);
}

static void test_what_is_written_is_read_again(void)
{
    const loam_env env = loam_default_env();
    loam_patchwork_def one = loam_default_patchwork_def(), two = loam_default_patchwork_def();
    one.transitions[0] = (loam_patch_transition){3, 1, LOAM_PATCH_CLIFF, 0.4f, 0.3f};
    one.transition_count = 1;
    one.chunk_size = 64;
    one.biomes[2].vertical.high = 33.3f;
    one.claim_sewings = true;
    char *text = NULL, *again = NULL;
    size_t size = 0, again_size = 0;
    CHECK_OK(loam_patchwork_def_write(&env, &one, &text, &size));
    CHECK_OK(loam_patchwork_def_read(&env, text, size, &two));
    CHECK_OK(loam_patchwork_def_write(&env, &two, &again, &again_size));
    CHECK_TEXT(again, text);
    CHECK(two.biomes[2].vertical.high == 33.3f && two.claim_sewings);
    CHECK_INT(two.transitions[0].from, 3);
    loam_free(&env, text, size + 1);
    loam_free(&env, again, again_size + 1);
    one.chunk_size = 3;
    CHECK_INT(loam_patchwork_def_write(&env, &one, &text, &size), LOAM_BAD_ARGUMENT);
}

static void test_texts_change_what_they_name(void)
{
    CHECK_OK(read_text(
        "{'chunk_size': 32, 'sewing_x': 5, 'sewing_z': 7, 'sewing': 'lines', 'noise': 'simplex'}"));
    CHECK_INT(def.chunk_size, 32);
    CHECK_INT(def.sewing_z, 7);
    CHECK_INT(def.sewing, LOAM_PATCH_LINES);
    CHECK_INT(def.biome_count, 4);
    CHECK_OK(read_text(
        "{'materials': {'moss': '#5d7a3a', 'snow': '#ffffff'}, 'biomes': ["
        "{'name': 'plains', 'range': [0, 0.5]},"
        "{'name': 'bog', 'range': [0.5, 1], 'scale': 70, 'bands': [{'material': 'moss'}]}],"
        "'transitions': [{'from': 'bog', 'to': 'plains'}]}"));
    CHECK_INT(def.material_count, 7);
    CHECK_INT(def.materials[5].colour, 0xffffff);
    CHECK_INT(def.biome_count, 2);
    CHECK(def.biomes[0].band_count == 3 && def.biomes[0].scale.high == 190.0f); // as plains were
    CHECK(def.biomes[1].scale.low == 70.0f && def.biomes[1].scale.high == 70.0f);
    CHECK_INT(def.biomes[1].bands[0].material, 6);
    CHECK_INT(def.transitions[0].profile, LOAM_PATCH_CLIFF);
    CHECK_INT(def.transitions[0].from, 1);
}

static void test_bad_texts_are_refused(void)
{
    refuses("{", "line 1, column 2");
    refuses("[]", "the whole text is a list");
    refuses("{'chunk_size': 0}", "chunk_size is 0; must be a whole number from 4 to 512");
    refuses("{'chunk_size': 1e9}", "must be a whole number from 4 to 512");
    refuses("{'chunk_size': '128'}", "chunk_size is \"128\"");
    refuses("{'sewin': 'lines'}", "did you mean sewing?");
    refuses("{'sewing': 'zigzag'}", "sewing is \"zigzag\"; must be lines, blended");
    refuses("{'rate': 1e99}", "rate is");
    refuses("{'claim_sewings': 1}", "must be true or false");
    refuses("{'materials': ['grass']}", "materials is a list");
    refuses("{'materials': {'grass': 'green'}}", "materials.grass is \"green\"");
    refuses("{'materials': {'a very long name of a material indeed': '#000000'}}",
            "must be 1 to 31");
    refuses("{'materials': {'q\\\"': '#000000'}}", "without quotes");
    refuses("{'biomes': []}", "biomes is a list of 0");
    refuses("{'biomes': [{'range': [0, 1]}]}", "biomes[0].name is missing");
    refuses("{'biomes': [{'name': 'a', 'range': [0.2, 1]}]}",
            "a.range is 0.2 to 1; must begin at 0");
    refuses("{'biomes': [{'name': 'a', 'range': [0, 0.5]}]}", "the last one must end at 1");
    refuses("{'biomes': [{'name': 'a', 'range': [0, 1, 2]}]}", "biomes[0].range is a list of 3");
    refuses("{'biomes': [{'name': 'a', 'range': [1, 0]}]}", "the lower first");
    refuses("{'biomes': [{'name': 'a', 'bands': [{'material': 'gras'}]}]}", "did you mean grass?");
    refuses("{'biomes': [{'name': 'a', 'bands': [{'from': 3}]}]}", "bands[0].material is missing");
    refuses("{'biomes': [{'name': 'a', 'steep': 7}]}", "biomes[0].steep is 7");
    refuses("{'transitions': [{'from': 'hills'}]}", "transitions[0].to is missing");
    refuses("{'transitions': [{'from': 'hills', 'to': 'hills'}]}", "must be two of");
    refuses("{'transitions': [{'from': 'hills', 'to': 'moon'}]}", "transitions[0].to is \"moon\"");
    refuses("{'transitions': 3}", "transitions is 3");
}

static void test_files_that_are_not_there(void)
{
    const loam_env env = loam_default_env();
    CHECK_INT(loam_patchwork_def_read_file(&env, "/nowhere/patchwork.json", &def), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "/nowhere/patchwork.json");
}

int main(void)
{
    RUN(test_what_is_written_is_read_again);
    RUN(test_texts_change_what_they_name);
    RUN(test_bad_texts_are_refused);
    RUN(test_files_that_are_not_there);
    return CHECK_DONE();
}
