// SPDX-License-Identifier: MIT
#include "tiles/game/sapling.h"

#include "tiles/game/inventory.h"
#include "tiles/life/climate.h"

#include <string.h>

// A player carries materials, not species. Seeds, leaves and flowers say best what they are of; a stem is the next
// best, and twigs come last. Of several species that could be meant the one is planted that may stand there, and
// rather one that likes the climate: a nut becomes a date palm on a shore, a berry seed a bush where it is mild.
//
// With limits a plant takes a seed of its species, whatever says which one is meant; species that have none are
// planted as cuttings.

enum
{
    CLASSES = 3 // seeds, leaves and flowers; stems; other parts
};

static bool has_part(const loam_tile_species *species, uint8_t material)
{
    bool found = false;
    for (int32_t i = 0; i < LOAM_SPECIES_PARTS; i++)
    {
        found = found || species->parts[i] == material;
    }
    return found;
}

static bool is_of_class(const loam_tile_species *species, uint8_t material, int32_t class)
{
    return class == 0 ? species->seed == material || species->leaf == material ||
                            species->flower == material
           : class == 1 ? species->parts[0] == material
                        : has_part(species, material);
}

static bool likes(const loam_tile_game *game, const loam_tile_species *species)
{
    const loam_climate_column here = loam_climate_at(game->world, game->player.aim.x);
    return here.temperature >= species->temperature_low &&
           here.temperature <= species->temperature_high &&
           here.humidity >= species->humidity_low && here.humidity <= species->humidity_high;
}

/// The class in which the chosen material is part of a species, and the first such; -1 if there is none.
static int32_t find_class(const loam_tile_game *game, int32_t *first)
{
    const loam_tile_species *const all = game->world->defs->species;
    const uint8_t material = game->player.material;
    for (int32_t class = 0; class < CLASSES && material != LOAM_AIR; class ++)
    {
        for (int32_t i = 0; i < LOAM_MAX_SPECIES && all[i].name[0] != '\0'; i++)
        {
            if (is_of_class(&all[i], material, class))
            {
                *first = i;
                return class;
            }
        }
    }
    return -1;
}

/// What would be planted; -1 with a message if nothing would.
static int32_t choose(const loam_tile_game *game)
{
    const loam_tile_species *const all = game->world->defs->species;
    int32_t first = 0;
    const int32_t class = find_class(game, &first);
    if (class < 0)
    {
        (void)loam_fail(LOAM_FAILED,
                        "use: choose a seed, leaves, a flower or wood of what you want to plant");
        return -1;
    }
    for (int32_t n = 0; n < 2 * LOAM_MAX_SPECIES; n++)
    {
        const int32_t i = n % LOAM_MAX_SPECIES;
        if (all[i].name[0] != '\0' && is_of_class(&all[i], game->player.material, class) &&
            (n >= LOAM_MAX_SPECIES || likes(game, &all[i])) &&
            loam_tile_world_can_plant(game->world, i, game->player.aim) == LOAM_OK)
        {
            return i;
        }
    }
    (void)loam_tile_world_can_plant(game->world, first, game->player.aim); // why not
    return -1;
}

/// What a sapling of a species is made from.
static uint8_t stock_of(const loam_tile_game *game, int32_t species, int32_t *count)
{
    const uint8_t seed = game->world->defs->species[species].seed;
    *count = seed != LOAM_AIR ? 1 : LOAM_CUTTING_TILES;
    return seed != LOAM_AIR ? seed : game->player.material;
}

static loam_result check_stock(const loam_tile_game *game, int32_t species)
{
    int32_t wanted;
    const uint8_t stock = stock_of(game, species, &wanted);
    const int64_t there = loam_inventory_count(&game->player, stock);
    return !game->player.limited || there >= wanted
               ? LOAM_OK
               : loam_fail(LOAM_FAILED, "use: a sapling of %s takes %d of %s, and you have %d",
                           game->world->defs->species[species].name, wanted,
                           game->world->defs->materials[stock].name, (int)there);
}

loam_result loam_sapling_check(const loam_tile_game *game)
{
    const int32_t species = choose(game);
    return species < 0 ? LOAM_FAILED : check_stock(game, species);
}

void loam_sapling_use(loam_tile_game *game)
{
    const int32_t species = choose(game);
    if (species >= 0 && check_stock(game, species) == LOAM_OK &&
        loam_tile_world_plant(game->world, species, game->player.aim) == LOAM_OK &&
        game->player.limited)
    {
        int32_t count;
        const uint8_t stock = stock_of(game, species, &count);
        loam_inventory_take(&game->env, &game->player, stock, count);
    }
}
