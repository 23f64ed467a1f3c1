// SPDX-License-Identifier: MIT
#include "web/atlas_kind.h"

#include <stdio.h>

static loam_isles *isles;

static void close_isles(void)
{
    loam_isles_destroy(isles);
    isles = NULL;
}

static loam_result open_isles(const loam_env *env, uint64_t seed, size_t cache_bytes)
{
    loam_isles_def def = loam_default_isles_def();
    (void)cache_bytes; // islands keep what they need
    def.seed = seed;
    return loam_isles_create(env, &def, &isles);
}

static const char *list_layers(void)
{
    return "map";
}

static loam_result draw(const atlas_view *view, const char *layer, bool roads, loam_picture *out)
{
    loam_isles_map_def def = loam_default_isles_map_def();
    (void)layer;
    (void)roads;
    def.x = view->x;
    def.z = view->z;
    def.w = view->w;
    def.h = view->h;
    def.scale = view->scale;
    def.objects = true;
    return loam_isles_map_draw(isles, &def, out, NULL);
}

typedef struct feature_list
{
    atlas_feature *features;
    int32_t count;
} feature_list;

static bool add_isle(void *user, const loam_isle *isle)
{
    feature_list *const list = user;
    atlas_feature *const feature = &list->features[list->count++];
    *feature = (atlas_feature){
        .kind = "island", .x = isle->x, .z = isle->z, .radius_m = (float)isle->radius};
    snprintf(feature->name, sizeof feature->name, "%s", isle->name);
    return list->count < ATLAS_MAX_FEATURES;
}

static loam_result list_features(const atlas_view *view, atlas_feature *out, int32_t *count)
{
    feature_list list = {.features = out};
    const int64_t half_w = (int64_t)view->w * view->scale / 2;
    const int64_t half_h = (int64_t)view->h * view->scale / 2;
    const loam_result result = loam_isles_find(
        isles,
        (loam_isles_box){view->x - half_w, view->z - half_h, view->x + half_w, view->z + half_h},
        add_isle, &list);
    *count = list.count;
    return result;
}

static bool take_type(void *user, const loam_isle *isle)
{
    *(int32_t *)user = isle->type;
    return false;
}

static loam_result look_at_spot(int64_t x, int64_t z, atlas_spot *out)
{
    int32_t type = -1;
    loam_result result = loam_isles_height(isles, x, z, &out->height);
    result = result == LOAM_OK
                 ? loam_isles_find(isles, (loam_isles_box){x, z, x, z}, take_type, &type)
                 : result;
    out->water = 0;
    out->cover = type < 0 || out->height < 0 ? "sea" : loam_isles_get_def(isles)->types[type].name;
    return result;
}

const atlas_kind atlas_isles = {
    .open = open_isles,
    .close = close_isles,
    .layers = list_layers,
    .draw = draw,
    .features = list_features,
    .spot = look_at_spot,
};
