// SPDX-License-Identifier: MIT
#include "web/atlas.h"

#include "web/atlas_kind.h"

#include <stdio.h>
#include <string.h>

enum
{
    MAX_SEED = 200,
    MAX_SIDE = 1024,
    FEATURE_ROOM = 256, // bytes of a feature as text, at most
};

static const atlas_kind *const kinds[] = {&atlas_land, &atlas_isles};
static const atlas_kind *kind = &atlas_land;
static loam_env env;
static loam_picture picture;
static uint64_t seed;

static void drop_picture(void)
{
    loam_picture_destroy(&env, &picture);
    picture = (loam_picture){0};
}

static int32_t refuse(const char *what, int32_t value, int32_t min, int32_t max)
{
    snprintf(words, sizeof words, "%s is %d; must be %d to %d", what, (int)value, (int)min,
             (int)max);
    return MODULE_FAILED;
}

int32_t atlas_open(int32_t which, int32_t cache_bytes)
{
    const int32_t count = (int32_t)(sizeof kinds / sizeof kinds[0]);
    if (which < 0 || which >= count)
    {
        return refuse("kind", which, 0, count - 1);
    }
    drop_picture();
    kind->close();
    kind = kinds[which];
    env = loam_default_env();
    words[MAX_SEED] = '\0';
    seed = loam_seed_from_text(words);
    return kind->open(&env, seed, (size_t)cache_bytes) == LOAM_OK ? 0 : words_fail();
}

int32_t atlas_draw(int64_t x, int64_t z, int32_t side, int32_t scale, int32_t roads)
{
    if (side < 1 || side > MAX_SIDE)
    {
        return refuse("side", side, 1, MAX_SIDE);
    }
    const atlas_view view = {.x = x, .z = z, .w = side, .h = side, .scale = scale};
    drop_picture();
    return kind->draw(&view, words, roads != 0, &picture) == LOAM_OK ? 0 : words_fail();
}

const void *atlas_pixels(void)
{
    return picture.pixels;
}

static void write_features(const atlas_feature *features, int32_t count, const atlas_view *view)
{
    size_t at = (size_t)snprintf(words, sizeof words, "[");
    for (int32_t i = 0; i < count && at < sizeof words - FEATURE_ROOM; i++)
    {
        const atlas_feature *const feature = &features[i];
        at += (size_t)snprintf(words + at, sizeof words - at, "%s[\"%s\",\"%s\",%lld,%lld,%.0f]",
                               i > 0 ? "," : "", feature->kind, feature->name,
                               (long long)(feature->x - view->x), (long long)(feature->z - view->z),
                               (double)feature->radius_m);
    }
    snprintf(words + at, sizeof words - at, "]");
}

int32_t atlas_features(int64_t x, int64_t z, int32_t w, int32_t h, int32_t scale)
{
    static atlas_feature features[ATLAS_MAX_FEATURES];
    const atlas_view view = {.x = x, .z = z, .w = w, .h = h, .scale = scale};
    int32_t count = 0;
    if (kind->features(&view, features, &count) != LOAM_OK)
    {
        return words_fail();
    }
    write_features(features, count, &view);
    return 0;
}

int32_t atlas_place(int64_t x, int64_t z)
{
    atlas_spot spot;
    if (kind->spot(x, z, &spot) != LOAM_OK)
    {
        return words_fail();
    }
    char level[32] = "null";
    if (spot.water > spot.height)
    {
        snprintf(level, sizeof level, "%.1f", (double)spot.water);
    }
    snprintf(words, sizeof words, "{\"height\":%.1f,\"water\":%s,\"cover\":\"%s\"}",
             (double)spot.height, level, spot.cover);
    return 0;
}

void atlas_layers(void)
{
    snprintf(words, sizeof words, "%s", kind->layers());
}

void atlas_seed(void)
{
    snprintf(words, sizeof words, "%llu", (unsigned long long)seed);
}
