// SPDX-License-Identifier: MIT
#include "tiles/game/sapling.h"

#include "tiles/game/inventory.h"
#include "tiles/life/climate.h"

#include <string.h>

// A player carries materials, not species. Leaves and flowers say best what they are of; a stem is the next
// best, and twigs come last. Of several species that could be meant the one is planted that may stand there, and
// rather one that likes the climate: a palm leaf becomes a date palm on a shore, a berry a bush where it is mild.

enum
{
    CLASSES = 3 // leaves and flowers, stems, other parts
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
    return class == 0   ? species->leaf == material || species->flower == material
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
                        "use: choose leaves, a flower or wood of what you want to plant");
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

static loam_result check_stock(const loam_tile_game *game)
{
    const loam_player *const player = &game->player;
    const int64_t there = loam_inventory_count(player, player->material);
    return !player->limited || there >= LOAM_SAPLING_TILES
               ? LOAM_OK
               : loam_fail(LOAM_FAILED, "use: a sapling takes %d of %s, and you have %d",
                           LOAM_SAPLING_TILES, game->world->defs->materials[player->material].name,
                           (int)there);
}

loam_result loam_sapling_check(const loam_tile_game *game)
{
    const int32_t species = choose(game);
    return species < 0 ? LOAM_FAILED : check_stock(game);
}

void loam_sapling_use(loam_tile_game *game)
{
    loam_player *const player = &game->player;
    const int32_t species = choose(game);
    if (species >= 0 && check_stock(game) == LOAM_OK &&
        loam_tile_world_plant(game->world, species, player->aim) == LOAM_OK && player->limited)
    {
        loam_inventory_take(&game->env, player, player->material, LOAM_SAPLING_TILES);
    }
}
