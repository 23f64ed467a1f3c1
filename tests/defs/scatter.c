// SPDX-License-Identifier: MIT
// A scatter as JSON: what is read, and what is refused with its place.
#include "check.h"
#include "loam/defs.h"

static void test_all_of_a_layer_is_read(void)
{
    static const char text[] =
        "{\"name\": \"reef\", \"page_size\": 32, \"layers\": [{\"name\": \"corals\", \"method\": "
        "\"hex\", \"spacing\": 3, \"jitter\": 0.5, \"clearance\": 2, \"density\": 0.25, "
        "\"cluster\": "
        "0.125, \"cluster_size\": 12, \"kinds\": [1, 2, 0.5], \"together\": 0.75, \"patch_size\": "
        "9, \"size\": [0.5, 3]}, {\"name\": \"shells\"}]}";
    loam_scatter_def def = loam_forest_scatter_def();
    CHECK_OK(loam_scatter_def_read(text, strlen(text), &def));
    const loam_scatter_layer *const layer = &def.layers[0];
    CHECK_TEXT(def.name, "reef");
    CHECK_INT(def.page_size, 32);
    CHECK_INT(def.layer_count, 2);
    CHECK_TEXT(layer->name, "corals");
    CHECK_INT(layer->method, LOAM_SCATTER_HEX);
    const float read[] = {layer->spacing,        layer->jitter,          layer->clearance,
                          layer->density,        layer->cluster,         layer->cluster_size,
                          layer->together,       layer->patch_size,      layer->size_low,
                          layer->size_high,      layer->kind_weights[0], layer->kind_weights[1],
                          layer->kind_weights[2]};
    const float wanted[] = {3, 0.5f, 2, 0.25f, 0.125f, 12, 0.75f, 9, 0.5f, 3, 1, 2, 0.5f};
    CHECK_INT(layer->kind_count, 3);
    CHECK_INT(memcmp(read, wanted, sizeof read), 0);
    // What is not named is as usual.
    const loam_scatter_layer usual = loam_default_scatter_layer("shells");
    CHECK_INT(memcmp(&def.layers[1], &usual, sizeof usual), 0);
}

static void test_what_is_wrong_is_named(void)
{
    static const char *const cases[][2] = {
        {"[]", "object"},
        {"{\"layer\": []}", "layer"},
        {"{\"layers\": []}", "layers"},
        {"{\"layers\": [{}]}", "layers[0].name is missing"},
        {"{\"layers\": [{\"name\": \"twelve chars\"}]}",
         "layers[0].name has 12 characters; must be 1 to 11"},
        {"{\"layers\": [{\"name\": \"a\", \"method\": \"posson\"}]}", "poisson"},
        {"{\"layers\": [{\"name\": \"a\", \"spacing\": \"wide\"}]}", "layers[0].spacing"},
        {"{\"layers\": [{\"name\": \"a\", \"spacing\": 9}]}",
         "spacing of layer \"a\" is 9; must be 0.125 to 8"},
        {"{\"layers\": [{\"name\": \"a\", \"kinds\": [1, -1]}]}", "layers[0].kinds[1]"},
        {"{\"layers\": [{\"name\": \"a\", \"size\": [1]}]}", "layers[0].size"},
        {"{\"layers\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", "two layers are called \"a\""},
        {"{\"page_size\": 17}", "page size is 17"},
        {"{\"page_size\": 1e9}", "page_size"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        loam_scatter_def def = loam_forest_scatter_def(), before = def;
        CHECK_INT(loam_scatter_def_read(cases[i][0], strlen(cases[i][0]), &def), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i][1]);
        CHECK_INT(memcmp(&def, &before, sizeof def), 0);
    }
}

int main(void)
{
    RUN(test_all_of_a_layer_is_read);
    RUN(test_what_is_wrong_is_named);
    return CHECK_DONE();
}
