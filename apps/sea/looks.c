// SPDX-License-Identifier: MIT
#include "scene/materials.h"
#include "sea/inside.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

// Terrains are anybody's data: a name and a colour. Which material looks most like one is guessed from words in its name,
// else from its colour; and the material is tinted towards the colour, so that it is the terrain's own.

static const struct
{
    const char *word;
    material is;
} words[] = {
    {"sand", MATERIAL_SAND},       {"beach", MATERIAL_SAND},     {"reef", MATERIAL_SAND},
    {"bed", MATERIAL_SAND},        {"dune", MATERIAL_SAND},      {"snow", MATERIAL_SNOW},
    {"ice", MATERIAL_ICE},         {"glacier", MATERIAL_ICE},    {"heath", MATERIAL_DRY_GRASS},
    {"moor", MATERIAL_DRY_GRASS},  {"dry", MATERIAL_DRY_GRASS},  {"grass", MATERIAL_GRASS},
    {"meadow", MATERIAL_GRASS},    {"jungle", MATERIAL_CANOPY},  {"forest", MATERIAL_CANOPY},
    {"wood", MATERIAL_CANOPY},     {"tundra", MATERIAL_TUNDRA},  {"moss", MATERIAL_TUNDRA},
    {"lichen", MATERIAL_TUNDRA},   {"rock", MATERIAL_GREY_ROCK}, {"cliff", MATERIAL_GREY_ROCK},
    {"stone", MATERIAL_GREY_ROCK}, {"scree", MATERIAL_GRAVEL},   {"shingle", MATERIAL_GRAVEL},
    {"gravel", MATERIAL_GRAVEL},   {"pebble", MATERIAL_GRAVEL},  {"yard", MATERIAL_SOIL},
    {"soil", MATERIAL_SOIL},       {"earth", MATERIAL_SOIL},     {"mud", MATERIAL_MUD}};

static void mean_of(material m, float out[3])
{
    uint8_t colour[4], bump[4];
    material_mean(m, colour, bump);
    for (int32_t k = 0; k < 3; k++)
    {
        const float root = (float)colour[k] / 255;
        out[k] = fmaxf(root * root, 0.004f);
    }
}

/// How much light ground of a colour sends back: colours of maps are brighter than ground is, but for what is white.
static void light_of(uint32_t colour, float out[3])
{
    float bright = 0;
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] = powf((float)(colour >> (16 - 8 * k) & 255) / 255, 2.2f);
        bright += out[k] / 3;
    }
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] *= 0.42f + 0.5f * bright * bright;
    }
}

static bool has_word(const char *name, const char *word)
{
    const size_t length = strlen(word);
    for (; *name != 0; name++)
    {
        size_t i = 0;
        while (i < length && tolower((unsigned char)name[i]) == word[i])
        {
            i++;
        }
        if (i == length)
        {
            return true;
        }
    }
    return false;
}

static material nearest_material(const float light[3])
{
    material best = MATERIAL_SAND;
    float least = INFINITY;
    for (int32_t i = 0; i < MATERIALS; i++)
    {
        float mean[3], sum = 0;
        mean_of((material)i, mean);
        for (int32_t k = 0; k < 3; k++)
        {
            const float way = sqrtf(light[k]) - sqrtf(mean[k]);
            sum += way * way;
        }
        best = sum < least ? (material)i : best;
        least = fminf(sum, least);
    }
    return best;
}

static void look_at(const char *name, uint32_t colour, float *layer, float tint[3])
{
    float light[3], mean[3];
    light_of(colour, light);
    material m = MATERIALS;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && m == MATERIALS; i++)
    {
        m = has_word(name, words[i].word) ? words[i].is : m;
    }
    m = m == MATERIALS ? nearest_material(light) : m;
    mean_of(m, mean);
    *layer = (float)m;
    for (int32_t k = 0; k < 3; k++)
    {
        tint[k] = 0.25f + 0.75f * fminf(fmaxf(light[k] / mean[k], 0.3f), 3.5f);
    }
}

ground_look ground_look_of(const loam_isle_type *type)
{
    ground_look look = {0};
    for (int32_t i = 0; i < type->terrain_count; i++)
    {
        look_at(type->terrains[i].name, type->terrains[i].colour, &look.layers[i], look.tints[i]);
    }
    return look;
}

ground_look ground_look_of_bed(void)
{
    ground_look look = {0};
    look_at("bed", 0xcdbb86, &look.layers[0], look.tints[0]);
    return look;
}
