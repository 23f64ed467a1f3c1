// SPDX-License-Identifier: MIT
// A row of trees from the grammars that come with the library, and one from a grammar of this program's own,
// painted into a PNG.
#include <loam/loam.h>

#include <stdio.h>
#include <string.h>

#define W 960
#define H 320

static const char sapling[] =
    "title Sapling\n"
    "angle 28\n"
    "pipe_width 0.4\n"
    "vary_length 0.2\n"
    "vary_angle 0.3\n"
    "axiom F(4)T(4)\n"
    "T(l) : l > 1.2 -> 60% ?F(l)[+T(l * 0.8)][-T(l * 0.7)] | 40% F(l)*(2)T(l * 0.8)\n"
    "T(l) -> F(l)*(2.5)\n"
    "iterations 7\n";

static loam_result paint(const loam_env *env, loam_plant_grower *grower, loam_picture *picture,
                         const char *text, int32_t place)
{
    loam_grammar *grammar;
    loam_result result = loam_grammar_create(env, text, strlen(text), &grammar);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_plant_site site = loam_default_plant_site();
    site.seed = loam_seed_at(2024, place, 0, 0);
    site.age = 14;
    loam_plant plant;
    result = loam_plant_grow(grower, grammar, &site, &plant);
    if (result == LOAM_OK)
    {
        loam_plant_look look = loam_default_plant_look();
        look.x = 80.0f + 160.0f * (float)place;
        look.y = H - 20;
        loam_plant_draw(picture, &plant, &look);
        printf("%s: %d segments, %d leaves, buds and flowers\n", loam_grammar_title(grammar),
               (int)plant.segment_count, (int)plant.organ_count);
    }
    loam_grammar_destroy(grammar);
    return result;
}

int main(void)
{
    const loam_env env = loam_default_env();
    const loam_plant_limits limits = loam_default_plant_limits();
    const char *const species[] = {"oak", "birch", "spruce", "willow", "acacia"};
    loam_plant_grower *grower = NULL;
    loam_picture picture = {0};
    loam_result result = loam_plant_grower_create(&env, &limits, &grower);
    result = result == LOAM_OK ? loam_picture_create(&env, W, H, loam_rgb(0xdfe9f0), &picture)
                               : result;
    if (result == LOAM_OK)
    {
        loam_picture_rectangle(&picture, 0, H - 20, W, 20, loam_rgb(0x7d8f55));
    }
    for (int32_t i = 0; i < 5 && result == LOAM_OK; i++)
    {
        result = paint(&env, grower, &picture, loam_grammar_preset_find(species[i])->text, i);
    }
    result = result == LOAM_OK ? paint(&env, grower, &picture, sapling, 5) : result;
    result = result == LOAM_OK ? loam_png_write(&env, "grove.png", &picture) : result;
    loam_picture_destroy(&env, &picture);
    loam_plant_grower_destroy(grower);
    if (result != LOAM_OK)
    {
        fprintf(stderr, "grove: %s\n", loam_last_error());
        return 1;
    }
    return 0;
}
