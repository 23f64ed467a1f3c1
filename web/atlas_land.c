// SPDX-License-Identifier: MIT
#include "web/atlas_kind.h"

#include <stdio.h>
#include <string.h>

static loam_env env;
static loam_land *land;

static void close_land(void)
{
    loam_land_destroy(land);
    land = NULL;
}

static loam_result open_land(const loam_env *asked, uint64_t seed, size_t cache_bytes)
{
    loam_land_def def = loam_default_land_def();
    env = *asked;
    def.env = env;
    def.seed = seed;
    def.cache_bytes = cache_bytes;
    return loam_land_create(&def, &land);
}

static const char *list_layers(void)
{
    static char names[512];
    size_t at = 0;
    for (loam_map_layer layer = 0; layer < LOAM_MAP_LAYER_COUNT; layer++)
    {
        at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", layer > 0 ? "," : "",
                               loam_map_layer_name(layer));
    }
    return names;
}

static loam_land_map_def map_of(const atlas_view *view)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.x = view->x;
    def.z = view->z;
    def.w = view->w;
    def.h = view->h;
    def.scale = view->scale;
    def.grid = false;
    def.bar = false;
    def.names = false;
    def.legend = false;
    return def;
}

static loam_result draw(const atlas_view *view, const char *layer, bool roads, loam_picture *out)
{
    loam_land_map_def def = map_of(view);
    def.layer = 0;
    while (def.layer < LOAM_MAP_LAYER_COUNT && strcmp(layer, loam_map_layer_name(def.layer)) != 0)
    {
        def.layer++;
    }
    def.roads = roads;
    return loam_land_map_draw(land, &def, &env, out, NULL);
}

static loam_result list_features(const atlas_view *view, atlas_feature *out, int32_t *count)
{
    static loam_land_feature found[ATLAS_MAX_FEATURES];
    const loam_land_map_def def = map_of(view);
    int32_t all = 0;
    const loam_result result = loam_land_features(land, &def, &env, found, ATLAS_MAX_FEATURES,
                                                  &all);
    *count = result != LOAM_OK ? 0 : all < ATLAS_MAX_FEATURES ? all : ATLAS_MAX_FEATURES;
    for (int32_t i = 0; i < *count; i++)
    {
        out[i] = (atlas_feature){.kind = loam_feature_kind_name(found[i].kind),
                                 .x = found[i].x,
                                 .z = found[i].z,
                                 .radius_m = found[i].radius_m};
        snprintf(out[i].name, sizeof out[i].name, "%s", found[i].name);
    }
    return result;
}

static loam_result look_at_spot(int64_t x, int64_t z, atlas_spot *out)
{
    int32_t biome = 0;
    loam_result result = loam_land_height(land, (double)x, (double)z, &out->height);
    result = result == LOAM_OK ? loam_land_water(land, (double)x, (double)z, &out->water) : result;
    result = result == LOAM_OK ? loam_land_biome_at(land, (double)x, (double)z, &biome) : result;
    out->cover = result == LOAM_OK ? loam_land_biome_name(land, biome) : "";
    return result;
}

const atlas_kind atlas_land = {
    .open = open_land,
    .close = close_land,
    .layers = list_layers,
    .draw = draw,
    .features = list_features,
    .spot = look_at_spot,
};
