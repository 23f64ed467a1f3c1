// SPDX-License-Identifier: MIT
#include "web/atlas.h"

#include <loam/loam.h>

#include <stdio.h>
#include <string.h>

enum
{
    MAX_SEED = 200,
    MAX_SIDE = 1024,
    MAX_FEATURES = 256,
};

typedef struct web_atlas
{
    loam_env env;
    loam_land *land;
    loam_picture picture;
} web_atlas;

static web_atlas atlas;

static void drop_picture(void)
{
    loam_picture_destroy(&atlas.env, &atlas.picture);
    atlas.picture = (loam_picture){0};
}

int32_t atlas_open(int32_t cache_bytes)
{
    drop_picture();
    loam_land_destroy(atlas.land);
    atlas.env = loam_default_env();
    loam_land_def def = loam_default_land_def();
    words[MAX_SEED] = '\0';
    def.env = atlas.env;
    def.seed = loam_seed_from_text(words);
    def.cache_bytes = (size_t)cache_bytes;
    return loam_land_create(&def, &atlas.land) == LOAM_OK ? 0 : words_fail();
}

/// LOAM_MAP_LAYER_COUNT if there is none of the name in the words.
static loam_map_layer find_layer(void)
{
    loam_map_layer layer = 0;
    while (layer < LOAM_MAP_LAYER_COUNT && strcmp(words, loam_map_layer_name(layer)) != 0)
    {
        layer++;
    }
    return layer;
}

int32_t atlas_draw(int64_t x, int64_t z, int32_t side, int32_t scale, int32_t roads)
{
    const loam_map_layer layer = find_layer();
    if (layer == LOAM_MAP_LAYER_COUNT || side < 1 || side > MAX_SIDE)
    {
        snprintf(words, sizeof words,
                 "side is %d; must be 1 to %d, and the layer one of atlas_layers", (int)side,
                 MAX_SIDE);
        return MODULE_FAILED;
    }
    loam_land_map_def def = loam_default_land_map_def();
    def.x = x;
    def.z = z;
    def.w = side;
    def.h = side;
    def.scale = scale;
    def.layer = layer;
    def.grid = false;
    def.bar = false;
    def.names = false;
    def.legend = false;
    def.roads = roads != 0;
    drop_picture();
    return loam_land_map_draw(atlas.land, &def, &atlas.env, &atlas.picture, NULL) == LOAM_OK
               ? 0
               : words_fail();
}

const void *atlas_pixels(void)
{
    return atlas.picture.pixels;
}

static void write_features(const loam_land_feature *features, int32_t count, int64_t x, int64_t z)
{
    size_t at = (size_t)snprintf(words, sizeof words, "[");
    for (int32_t i = 0; i < count && at < sizeof words - 256; i++)
    {
        const loam_land_feature *const feature = &features[i];
        at += (size_t)snprintf(words + at, sizeof words - at, "%s[\"%s\",\"%s\",%lld,%lld,%.0f]",
                               i > 0 ? "," : "", loam_feature_kind_name(feature->kind),
                               feature->name, (long long)(feature->x - x),
                               (long long)(feature->z - z), (double)feature->radius_m);
    }
    snprintf(words + at, sizeof words - at, "]");
}

int32_t atlas_features(int64_t x, int64_t z, int32_t w, int32_t h, int32_t scale)
{
    static loam_land_feature features[MAX_FEATURES];
    loam_land_map_def def = loam_default_land_map_def();
    int32_t count = 0;
    def.x = x;
    def.z = z;
    def.w = w;
    def.h = h;
    def.scale = scale;
    if (loam_land_features(atlas.land, &def, &atlas.env, features, MAX_FEATURES, &count) != LOAM_OK)
    {
        return words_fail();
    }
    write_features(features, count < MAX_FEATURES ? count : MAX_FEATURES, x, z);
    return 0;
}

int32_t atlas_place(int64_t x, int64_t z)
{
    float height, water;
    int32_t biome;
    if (loam_land_height(atlas.land, (double)x, (double)z, &height) != LOAM_OK ||
        loam_land_water(atlas.land, (double)x, (double)z, &water) != LOAM_OK ||
        loam_land_biome_at(atlas.land, (double)x, (double)z, &biome) != LOAM_OK)
    {
        return words_fail();
    }
    char level[32] = "null";
    if (water > height)
    {
        snprintf(level, sizeof level, "%.1f", (double)water);
    }
    snprintf(words, sizeof words, "{\"height\":%.1f,\"water\":%s,\"biome\":\"%s\"}", (double)height,
             level, loam_land_biome_name(atlas.land, biome));
    return 0;
}

void atlas_layers(void)
{
    size_t at = 0;
    for (loam_map_layer layer = 0; layer < LOAM_MAP_LAYER_COUNT; layer++)
    {
        at += (size_t)snprintf(words + at, sizeof words - at, "%s%s", layer > 0 ? "," : "",
                               loam_map_layer_name(layer));
    }
}

void atlas_seed(void)
{
    snprintf(words, sizeof words, "%llu", (unsigned long long)loam_land_seed(atlas.land));
}
