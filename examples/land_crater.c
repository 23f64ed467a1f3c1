// SPDX-License-Identifier: MIT
// A biome of your own on the land: craters, one to every square of three kilometres. It says how much of it
// there is at a place and what it does to the height; the land mixes it with its own biomes, everywhere and
// at every scale. A map of some of them goes to craters.png.
#include <loam/loam.h>

#include <stdio.h>

typedef struct crater_field
{
    int64_t square; // m
    float radius;   // m, of the largest
    float depth;    // m
} crater_field;

// How far a place is from the crater of its square, in radii. Squares are known by whole numbers and craters
// stay within them, so a place needs to look at no other.
static float crater_distance(const crater_field *field, uint64_t seed, const loam_land_place *place,
                             float *size)
{
    const int64_t s = field->square;
    const int64_t column = loam_floor_div(place->x, s), row = loam_floor_div(place->z, s);
    const uint64_t own = loam_seed_at(seed, column, 0, row);
    const float radius = field->radius * (0.3f + 0.7f * loam_random_float(own, 0));
    const int64_t room = s - 2 * (int64_t)field->radius;
    const int64_t x = column * s + (int64_t)field->radius +
                      (int64_t)(loam_random_float(own, 1) * (float)room);
    const int64_t z = row * s + (int64_t)field->radius +
                      (int64_t)(loam_random_float(own, 2) * (float)room);
    const float dx = (float)(place->x - x), dz = (float)(place->z - z);
    *size = radius / field->radius;
    return (dx * dx + dz * dz) / (radius * radius);
}

// Continuous, 0 at the edge. Large against 1, the sum of the others, so that craters are plain to see; on
// land only, well above the sea.
static float crater_weight(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    float size;
    const float square = crater_distance(parameters, seed, place, &size);
    const float dry = place->base < 5 ? 0 : place->base > 25 ? 1 : (place->base - 5) / 20;
    return square < 1 ? 30 * dry * (1 - square) * (1 - square) : 0;
}

// A bowl with a rim.
static float crater_height(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    const crater_field *field = parameters;
    float size;
    const float square = crater_distance(field, seed, place, &size);
    return size * field->depth *
           (square < 0.45f ? square / 0.45f * 1.25f - 1 : 0.25f * (1 - square) / 0.55f);
}

static loam_result draw(const loam_env *env, loam_land *land)
{
    loam_land_map_def map = loam_default_land_map_def();
    map.x = -60000;
    map.z = -20000;
    map.w = 480;
    map.h = 360;
    map.scale = 24;
    loam_picture picture;
    loam_land_map_figures figures;
    loam_result result = loam_land_map_draw(land, &map, env, &picture, &figures);
    if (result == LOAM_OK)
    {
        printf("%d of %d pixels are %s\n", (int)figures.biomes[LOAM_BIOME_COUNT],
               (int)figures.pixels, loam_land_biome_name(land, LOAM_BIOME_COUNT));
        result = loam_png_write(env, "craters.png", &picture);
        loam_picture_destroy(env, &picture);
    }
    return result;
}

int main(void)
{
    const crater_field field = {.square = 3000, .radius = 900, .depth = 130};
    const loam_land_biome craters = {.name = "craters",
                                     .colour = 0x8d7f74,
                                     .version = 1, // raised when craters come out differently
                                     .weight = crater_weight,
                                     .height = crater_height,
                                     .amplitude = field.depth,
                                     .parameters = &field,
                                     .parameters_size = sizeof field};
    loam_land_def def = loam_default_land_def();
    def.biomes = &craters;
    def.biome_count = 1;
    loam_land *land;
    loam_result result = loam_land_create(&def, &land);
    if (result == LOAM_OK)
    {
        result = draw(&def.env, land);
        loam_land_destroy(land);
    }
    if (result != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    return result == LOAM_OK ? 0 : 1;
}
