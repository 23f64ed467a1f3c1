// SPDX-License-Identifier: MIT
// Every field that worlds grow by takes effect in tiles, and at the ends of its range what grows is
// still sound: materials that there are, where they may stand, and no seams.
#include "loam/tiles.h"

#include "check.h"
#include "tiles/changes.h"
#include "tiles/data/defs.h"

#include <stdbool.h>
#include <stdlib.h>

enum
{
    SEED = 20,
    PLACES_MAX = 16,
    TILES_MAX = 1 << 17
};

/// Somewhere to look for a difference.
typedef struct place
{
    loam_tile_area area;
    int64_t step; // 0: all stages; else samples, which are made before consolidation
    loam_tile *tiles;
} place;

static loam_tile_defs *base, *changed;
static change changes[CHANGES_MAX];
static int32_t change_count;
static place places[PLACES_MAX];
static int32_t place_count;
static loam_tile tiles[TILES_MAX];

static loam_tile_source *source_of(const loam_tile_defs *defs)
{
    const loam_env env = loam_default_env();
    loam_tile_source *source = NULL;
    CHECK_OK(loam_tile_source_create(&env, defs, SEED, &source));
    return source;
}

static void fill(const loam_tile_source *source, const place *at, loam_tile *out)
{
    CHECK_OK(at->step > 0 ? loam_tile_source_sample(source, at->area, at->step, out)
                          : loam_tile_source_fill(source, at->area, out));
}

static size_t bytes_of(const place *at)
{
    return (size_t)at->area.w * (size_t)at->area.h * sizeof(loam_tile);
}

static void add_place(const loam_tile_source *source, loam_tile_area area, int64_t step)
{
    place *const now = &places[place_count++];
    *now = (place){area, step, NULL};
    if (place_count > PLACES_MAX || bytes_of(now) > sizeof tiles)
    {
        abort();
    }
    now->tiles = malloc(bytes_of(now));
    fill(source, now, now->tiles);
}

// ---- where to look ------------------------------------------------------------------------------

enum
{
    COLUMNS = 1 << 15,
    APART = 64
};

static loam_tile_column columns[COLUMNS];

static int64_t x_of(int32_t column)
{
    return ((int64_t)column - COLUMNS / 2) * APART;
}

/// How far a climate is from the middle of a biome.
static float distance(const loam_tile_column *column, int32_t biome)
{
    const float t = column->temperature - 0.5f * (float)(biome / 3);
    const float h = column->humidity - 0.5f * (float)(biome % 3);
    return t * t + h * h;
}

/// The column that has most of a biome.
static int32_t middle_of(int32_t biome)
{
    int32_t best = 0;
    for (int32_t i = 1; i < COLUMNS; i++)
    {
        best = distance(&columns[i], biome) < distance(&columns[best], biome) ? i : best;
    }
    CHECK_INT(columns[best].biome, biome);
    return best;
}

static uint32_t surface_of(const loam_tile_column *column)
{
    return base->materials[base->biomes[column->biome].surface].properties;
}

/// A column right of which grass becomes sand, or sand grass.
static int32_t border_of_sand(void)
{
    for (int32_t i = 0; i + 1 < COLUMNS; i++)
    {
        const uint32_t left = surface_of(&columns[i]), right = surface_of(&columns[i + 1]);
        if ((left & LOAM_GRASS && right & LOAM_SAND) || (left & LOAM_SAND && right & LOAM_GRASS))
        {
            return i;
        }
    }
    CHECK_REPORT(false, "there is no border of grass and sand");
    return 0;
}

/// The nine biomes come first, in their order.
static void find_places(void)
{
    loam_tile_source *const source = source_of(base);
    CHECK_OK(loam_tile_source_columns(source, x_of(0), APART, COLUMNS, columns));
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        const int32_t column = middle_of(i);
        const loam_tile_area area = {x_of(column) - 1024, columns[column].surface - 256, 512, 128};
        add_place(source, area, 4);
    }
    const int32_t sand = border_of_sand();
    const loam_tile_area strip = {x_of(sand) - 64, columns[sand].surface - 64, 256, 128};
    add_place(source, strip, 1);
    add_place(source, (loam_tile_area){-4096, -3000, 512, 256}, 12);
    add_place(source, (loam_tile_area){-1024, -1400, 512, 256}, 4);
    const int32_t middle = middle_of(4);
    add_place(source, (loam_tile_area){x_of(middle), columns[middle].surface - 80, 160, 128}, 0);
    loam_tile_source_destroy(source);
}

// ---- effects ------------------------------------------------------------------------------------

/// Whether `changed` grows another world; it is looked for at one place before the others.
static bool takes_effect(int32_t first)
{
    loam_tile_source *const source = source_of(changed);
    bool differs = false;
    for (int32_t i = 0; i < place_count && !differs; i++)
    {
        const place *const at = &places[(i + first) % place_count];
        fill(source, at, tiles);
        differs = memcmp(tiles, at->tiles, bytes_of(at)) != 0;
    }
    loam_tile_source_destroy(source);
    return differs;
}

static bool belongs_to(const change *what, size_t part, size_t size)
{
    return what->part >= part && what->part < part + size;
}

/// Worlds do not grow by these: they are for pictures, for light, for tools and for what happens later.
static bool grows_nothing(const change *what)
{
    return what->field->kind == LOAM_FIELD_COLOUR ||
           what->part >= offsetof(loam_tile_defs, rules) ||
           belongs_to(what, offsetof(loam_tile_defs, materials), sizeof base->materials);
}

static void test_every_field_changes_tiles(void)
{
    const size_t biomes = offsetof(loam_tile_defs, biomes);
    int32_t seen = 0;
    for (int32_t i = 0; i < change_count; i += check_every())
    {
        if (grows_nothing(&changes[i]))
        {
            continue;
        }
        const bool biome = belongs_to(&changes[i], biomes, sizeof base->biomes);
        const bool ground = belongs_to(&changes[i], offsetof(loam_tile_defs, ground),
                                       sizeof base->ground);
        bool differs = false;
        for (change_way way = CHANGE_OTHER; way <= CHANGE_MOST && !differs; way++)
        {
            memcpy(changed, base, sizeof *changed);
            change_apply(changed, &changes[i], way);
            differs = takes_effect(biome    ? changes[i].index
                                   : ground ? LOAM_BIOMES
                                            : place_count - 1);
        }
        CHECK_REPORT(differs, "%s has no effect", changes[i].path);
        seen++;
    }
    CHECK(seen > check_sample(200));
}

static void test_variants_change_tiles(void)
{
    memcpy(changed, base, sizeof *changed);
    changed->materials[TILE_DIRT].inner = 3;
    CHECK(takes_effect(place_count - 1));
    memcpy(changed, base, sizeof *changed);
    changed->materials[TILE_DIRT].outer = 0;
    CHECK(takes_effect(place_count - 1));
}

// The strip lies between what is grass and what is sand, whatever its name.
static void test_properties_change_tiles(void)
{
    memcpy(changed, base, sizeof *changed);
    changed->materials[TILE_SAND].properties &= ~(uint32_t)LOAM_SAND;
    CHECK(takes_effect(LOAM_BIOMES));
}

static void test_what_grows_nothing_changes_no_tile(void)
{
    for (int32_t i = 0; i < change_count; i += 7)
    {
        if (grows_nothing(&changes[i]))
        {
            memcpy(changed, base, sizeof *changed);
            change_apply(changed, &changes[i], CHANGE_OTHER);
            CHECK_REPORT(!takes_effect(0), "%s changes tiles", changes[i].path);
        }
    }
}

// ---- the ends of ranges -------------------------------------------------------------------------

static bool may_stand(uint8_t id, uint8_t variant, uint32_t layer)
{
    const loam_material *const material = &changed->materials[id];
    return material->name[0] != '\0' && material->layers & layer &&
           variant < material->inner + material->outer;
}

/// Tiles that there can be, and the same in a part of the area as in all of it.
static void check_sound(const loam_tile_source *source, loam_tile_area area, const char *what)
{
    static loam_tile part[32 * 24];
    const loam_tile_area inside = {area.x + 57, area.y + 33, 32, 24};
    CHECK_OK(loam_tile_source_fill(source, area, tiles));
    int32_t good = 0;
    while (good < area.w * area.h &&
           may_stand(tiles[good].block, tiles[good].block_variant, LOAM_BLOCKS) &&
           may_stand(tiles[good].wall, tiles[good].wall_variant, LOAM_WALLS))
    {
        good++;
    }
    CHECK_REPORT(good == area.w * area.h, "%s: tile %d is %d %d %d %d", what, good,
                 tiles[good].block, tiles[good].block_variant, tiles[good].wall,
                 tiles[good].wall_variant);
    CHECK_OK(loam_tile_source_fill(source, inside, part));
    for (int32_t row = 0; row < inside.h; row++)
    {
        const size_t from = (size_t)(row + 33) * (size_t)area.w + 57;
        CHECK_REPORT(memcmp(part + row * inside.w, tiles + from, sizeof *part * 32) == 0,
                     "%s: row %d depends on the area", what, row);
    }
}

static void test_the_ends_of_ranges_grow_sound_worlds(void)
{
    for (int32_t i = 0; i < change_count; i += check_every())
    {
        for (change_way way = CHANGE_LEAST; way <= CHANGE_MOST && !grows_nothing(&changes[i]);
             way++)
        {
            memcpy(changed, base, sizeof *changed);
            change_apply(changed, &changes[i], way);
            loam_tile_source *const source = source_of(changed);
            loam_tile_column column;
            const int64_t x = places[changes[i].index].area.x + 1000;
            CHECK_OK(loam_tile_source_columns(source, x, 1, 1, &column));
            check_sound(source, (loam_tile_area){x - 64, column.surface - 48, 128, 80},
                        changes[i].path);
            loam_tile_source_destroy(source);
        }
    }
}

int main(void)
{
    base = changes_defs();
    changed = malloc(sizeof *changed);
    change_count = changes_list(base, changes);
    find_places();
    RUN(test_every_field_changes_tiles);
    RUN(test_variants_change_tiles);
    RUN(test_properties_change_tiles);
    RUN_UNSANITIZED(test_what_grows_nothing_changes_no_tile);
    RUN(test_the_ends_of_ranges_grow_sound_worlds);
    for (int32_t i = 0; i < place_count; i++)
    {
        free(places[i].tiles);
    }
    free(base);
    free(changed);
    return CHECK_DONE();
}
