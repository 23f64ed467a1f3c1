// SPDX-License-Identifier: MIT
// Islands of a type of one's own in an endless sea: which there are, how high they are, what stands on them, and a
// map of them.
#include <loam/loam.h>

#include <stdio.h>
#include <string.h>

/// A low island of one hill, with a village and a harbour.
static loam_isle_type village_isle(const loam_isle_type *like)
{
    loam_isle_type type = *like;
    strcpy(type.name, "village");
    strcpy(type.suffix, "Haven");
    type.radius = (loam_range){300.0f, 500.0f};
    type.nodes = (loam_range){2.0f, 3.0f};
    type.houses = (loam_range){8.0f, 14.0f};
    type.harbour = 1.0f;
    return type;
}

typedef struct visit
{
    loam_isles *isles;
    int32_t count;
} visit;

/// Tells of an island: its height in the middle, and its objects.
static bool tell(void *user, const loam_isle *isle)
{
    visit *const v = user;
    loam_isle_maps maps;
    float height = 0.0f;
    if (loam_isles_height(v->isles, isle->x, isle->z, &height) != LOAM_OK ||
        loam_isles_open(v->isles, isle->slot_x, isle->slot_z, LOAM_ISLE_OBJECTS, &maps) != LOAM_OK)
    {
        return false;
    }
    printf("%s: %.0f m high in the middle, %d sites, %d objects\n", isle->name, (double)height,
           (int)isle->site_count, (int)maps.object_count);
    loam_isles_close(v->isles, &maps);
    v->count++;
    return true;
}

static loam_result draw(loam_isles *isles, const loam_env *env, const char *path)
{
    loam_isles_map_def map = loam_default_isles_map_def();
    loam_picture picture = {0};
    map.w = map.h = 512;
    map.scale = 8;
    map.names = true;
    loam_result result = loam_isles_map_draw(isles, &map, &picture, NULL);
    result = result == LOAM_OK ? loam_png_write(env, path, &picture) : result;
    loam_picture_destroy(env, &picture);
    return result;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "isles.png";
    const loam_env env = loam_default_env();
    loam_isles_def def = loam_default_isles_def();
    loam_isles *isles = NULL;
    def.seed = loam_seed_from_text("treasure");
    def.types[0] = village_isle(&def.types[0]);
    def.type_count = 2; // villages and atolls
    loam_result result = loam_isles_create(&env, &def, &isles);
    if (result == LOAM_OK)
    {
        visit v = {.isles = isles};
        result = loam_isles_find(isles, (loam_isles_box){-2048, -2048, 2048, 2048}, tell, &v);
        result = result == LOAM_OK && v.count > 0 ? draw(isles, &env, path) : result;
    }
    puts(result == LOAM_OK ? path : loam_last_error());
    loam_isles_destroy(isles);
    return result == LOAM_OK ? 0 : 1;
}
