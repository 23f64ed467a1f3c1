// SPDX-License-Identifier: MIT
#include "tiles/grow/recipe.h"

#include "loam/grid.h"
#include "loam/random.h"

#include <string.h>

// Definitions are for people; a recipe is for the stages. It is made once per world, the noises once
// per page: that takes microseconds, and keeps pointers out of a stage's parameters.

/// Bytes of a kind of field.
static size_t size_of(const loam_tile_field *field)
{
    return (size_t)field->count *
           (field->kind == LOAM_FIELD_MATERIAL ? sizeof(uint8_t) : sizeof(uint32_t));
}

/// Copies what the fields name and leaves padding alone: equal definitions make equal recipes, whatever
/// their padding holds.
static void copy_fields(void *to, const void *from, const loam_tile_field *fields, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const size_t offset = fields[i].offset;
        memcpy((char *)to + offset, (const char *)from + offset, size_of(&fields[i]));
    }
}

/// Rules that are not in use are left out.
static void copy_automaton(loam_tile_automaton *to, const loam_tile_automaton *from)
{
    to->iterations = from->iterations;
    to->rule_count = from->rule_count;
    for (int32_t i = 0; i < from->rule_count; i++)
    {
        to->birth_above[i] = from->birth_above[i];
        to->death_below[i] = from->death_below[i];
    }
}

void loam_recipe_init(tile_recipe *recipe, const loam_tile_defs *defs)
{
    int32_t count;
    const loam_tile_field *fields = loam_tile_biome_fields(&count);
    memset(recipe, 0, sizeof *recipe);
    recipe->version = defs->version;
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        copy_fields(&recipe->biomes[i], &defs->biomes[i], fields, count);
    }
    fields = loam_tile_ground_fields(&count);
    copy_fields(&recipe->ground, &defs->ground, fields, count);
    copy_automaton(&recipe->blocks, &defs->blocks);
    copy_automaton(&recipe->walls, &defs->walls);
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        recipe->properties[i] = defs->materials[i].properties;
        recipe->inner[i] = (uint8_t)defs->materials[i].inner;
        recipe->outer[i] = (uint8_t)defs->materials[i].outer;
    }
}

int32_t loam_recipe_padding(const tile_recipe *recipe)
{
    const int32_t blocks = recipe->blocks.iterations;
    const int32_t walls = recipe->walls.iterations;
    return (blocks > walls ? blocks : walls) + loam_shape_reach(LOAM_SHAPE_CIRCLE);
}

// ---- noises -------------------------------------------------------------------------------------

/// One octave.
static loam_noise_def plain(loam_noise_kind kind, float wavelength)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = kind;
    def.wavelength = (double)wavelength;
    return def;
}

static loam_noise_def octaves(loam_noise_def def, loam_noise_fractal fractal, int32_t count,
                              float persistence)
{
    def.fractal = fractal;
    def.octaves = count;
    def.persistence = (double)persistence;
    return def;
}

static loam_noise_def faded(loam_noise_def def, loam_noise_fade fade)
{
    def.fade = fade;
    return def;
}

/// The least of two octaves whose frequencies are 1 and 1.5 (Dubsky 2022, eq. 3.3).
static loam_noise_def thin_caves(const loam_tile_ground *ground)
{
    loam_noise_def def = plain(LOAM_NOISE_SIMPLEX, ground->cave_wavelength);
    def.fractal = LOAM_FRACTAL_MINIMUM;
    def.octaves = 2;
    def.lacunarity = 1.5;
    def.persistence = 2.0 / 3.0;
    return def;
}

typedef struct noise_row
{
    loam_noise *noise;
    const char *name; // its seed is derived by it
    loam_noise_def def;
} noise_row;

static loam_result init_rows(const noise_row *rows, size_t count, uint64_t seed, loam_isa isa)
{
    for (size_t i = 0; i < count; i++)
    {
        loam_noise_def def = rows[i].def;
        def.isa = isa;
        const loam_result result = loam_noise_init(rows[i].noise, &def,
                                                   loam_seed_derive(seed, rows[i].name));
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    return LOAM_OK;
}

loam_result loam_ground_noises_init(ground_noises *noises, const tile_recipe *recipe, uint64_t seed,
                                    loam_isa isa)
{
    const loam_tile_ground *g = &recipe->ground;
    const loam_noise_kind value = LOAM_NOISE_VALUE, simplex = LOAM_NOISE_SIMPLEX;
    const loam_noise_def climate = octaves(
        faded(plain(value, g->climate_wavelength), LOAM_FADE_LINEAR), LOAM_FRACTAL_FBM,
        g->climate_octaves, 0.5f);
    const noise_row rows[] = {
        {&noises->temperature, "temperature", climate},
        {&noises->humidity, "humidity", climate},
        {&noises->elevation, "elevation",
         octaves(plain(value, g->elevation_wavelength), LOAM_FRACTAL_FBM, g->elevation_octaves,
                 g->elevation_persistence)},
        {&noises->roughness, "roughness",
         octaves(faded(plain(value, g->roughness_wavelength), LOAM_FADE_LINEAR), LOAM_FRACTAL_FBM,
                 g->roughness_octaves, g->roughness_persistence)},
        {&noises->peaks, "peaks",
         octaves(plain(value, g->peak_wavelength), LOAM_FRACTAL_RIDGED, 4, 0.5f)},
        {&noises->dunes, "dunes",
         octaves(plain(value, g->dune_wavelength), LOAM_FRACTAL_RIDGED, 1, 0.5f)},
        {&noises->mouths, "mouths", plain(value, 200.0f)},
        {&noises->tilt, "tilt", octaves(plain(value, 3000.0f), LOAM_FRACTAL_FBM, 2, 0.5f)},
        {&noises->wander, "wander", plain(simplex, 48.0f)},
        {&noises->fold, "fold", octaves(plain(simplex, 420.0f), LOAM_FRACTAL_FBM, 2, 0.35f)},
        {&noises->mix, "mix", plain(simplex, g->mix_wavelength)},
        {&noises->wide, "wide",
         octaves(plain(simplex, g->cave_wavelength), LOAM_FRACTAL_TURBULENCE, g->wide_octaves,
                 0.5f)},
        {&noises->thin, "thin", thin_caves(g)},
        {&noises->ore, "ore", plain(simplex, g->ore_wavelength)},
        {&noises->zone, "zone", plain(simplex, g->ore_wavelength * 9.0f)},
        {&noises->dither, "dither", plain(LOAM_NOISE_WHITE, 1.0f)},
    };
    noises->seed = seed;
    return init_rows(rows, sizeof rows / sizeof *rows, seed, isa);
}
