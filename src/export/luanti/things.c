// SPDX-License-Identifier: MIT
#include "export/luanti/luanti.h"

#include "base/small.h"

#include "loam/flora.h"
#include "loam/maths.h"
#include "loam/plant_form.h"
#include "loam/random.h"

#include <string.h>

// What stands on a land, of nodes. Trees are the plants that their meshes are made of, as voxels of a metre; bushes and
// boulders are lumps. Where two of them meet, wood goes before leaves, and the smaller number before the larger one, so
// that a unit looks the same whoever was planted first.

enum
{
    VARIANTS = LOAM_THING_VARIANTS,
    LEAST_METRES = 2,
    MOST_METRES = 40,
    HEIGHTS = MOST_METRES - LEAST_METRES + 1,
    MOST_BRACKETS = 1 // around the branches that are of wood; thinner ones are among the leaves
};

struct luanti_trees
{
    loam_env env;
    loam_plant_grower *grower;
    loam_plant_voxels *shapes[LOAM_THING_KIND_COUNT][VARIANTS][HEIGHTS];
};

// ---- shapes ---------------------------------------------------------------------------------------

loam_result loam_luanti_trees_create(const loam_env *env, luanti_trees **out)
{
    const loam_plant_limits limits = loam_default_plant_limits();
    luanti_trees *const trees = loam_alloc(env, sizeof *trees);
    *out = trees;
    if (trees == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(trees, 0, sizeof *trees);
    trees->env = *env;
    return loam_plant_grower_create(env, &limits, &trees->grower);
}

void loam_luanti_trees_destroy(luanti_trees *trees)
{
    if (trees == NULL)
    {
        return;
    }
    loam_plant_voxels **const shapes = &trees->shapes[0][0][0];
    for (size_t i = 0; i < sizeof trees->shapes / sizeof *shapes; i++)
    {
        loam_plant_voxels_destroy(shapes[i]);
    }
    loam_plant_grower_destroy(trees->grower);
    loam_free(&trees->env, trees, sizeof *trees);
}

static int32_t metres_of(const loam_land_thing *thing)
{
    const int32_t metres = loam_floor_int(thing->size + 0.5f);
    return metres < LEAST_METRES ? LEAST_METRES : metres > MOST_METRES ? MOST_METRES : metres;
}

/// The trunk and what branches off it; all else is hidden by leaves.
static int32_t keep_branches(const loam_plant *plant, loam_plant_segment *out)
{
    int32_t count = 0;
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        if (plant->segments[i].depth <= MOST_BRACKETS)
        {
            out[count++] = plant->segments[i];
        }
    }
    return count;
}

static loam_result make_voxels(luanti_trees *trees, const loam_plant *plant, int32_t metres,
                               loam_plant_voxels **out)
{
    const size_t bytes = ((size_t)plant->segment_count + 1) * sizeof(loam_plant_segment);
    loam_plant_segment *const kept = loam_alloc(&trees->env, bytes);
    loam_plant few = *plant;
    loam_plant_form form = loam_default_plant_form();
    float low[3], high[3];
    if (kept == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_plant_extent(plant, low, high);
    form.scale = (float)metres / (high[1] > 1.0f ? high[1] : 1.0f);
    form.voxel = 1.0f;
    few.segments = kept;
    few.segment_count = keep_branches(plant, kept);
    const loam_result result = loam_plant_voxels_create(&trees->env, &few, &form, out);
    loam_free(&trees->env, kept, bytes);
    return result;
}

static loam_result grow(luanti_trees *trees, int32_t kind, int32_t variant, int32_t metres,
                        loam_plant_voxels **out)
{
    const char *const text =
        loam_grammar_preset_3d_find(loam_thing_kind_name((loam_thing_kind)kind))->text;
    loam_plant_site site = loam_default_plant_site();
    loam_grammar *grammar = NULL;
    loam_plant plant;
    site.seed = 11 + (uint64_t)variant;
    loam_result result = loam_grammar_create(&trees->env, text, strlen(text), &grammar);
    result = result == LOAM_OK ? loam_plant_grow(trees->grower, grammar, &site, &plant) : result;
    result = result == LOAM_OK ? make_voxels(trees, &plant, metres, out) : result;
    loam_grammar_destroy(grammar);
    return result;
}

loam_result loam_luanti_trees_prepare(luanti_trees *trees, const loam_land_thing *thing)
{
    const int32_t variant = loam_thing_variant(thing), metres = metres_of(thing);
    loam_plant_voxels **const shape = &trees->shapes[thing->shape][variant][metres - LEAST_METRES];
    return *shape != NULL || !loam_thing_is_tree((loam_thing_kind)thing->shape)
               ? LOAM_OK
               : grow(trees, thing->shape, variant, metres, shape);
}

// ---- planting -------------------------------------------------------------------------------------

/// What goes before what: air, leaves, wood, all that was there already.
static int32_t rank_of(int32_t content)
{
    return content == LOAM_VOXEL_AIR ? 0
           : content < LUANTI_WOOD   ? 3
           : content < LUANTI_LEAVES ? 2
           : content < LUANTI_GRASS  ? 1
                                     : 3;
}

static void put(luanti_unit *unit, const int32_t at[3], int32_t content)
{
    if (at[0] >= 0 && at[0] < LUANTI_SIDE && at[1] >= 0 && at[1] < unit->h && at[2] >= 0 &&
        at[2] < LUANTI_SIDE)
    {
        uint8_t *const node = &unit->content[luanti_at(unit, at[0], at[1], at[2])];
        const int32_t before = rank_of(*node), now = rank_of(content);
        *node = now > before || (now == before && content < *node) ? (uint8_t)content : *node;
    }
}

static bool is_far(int32_t dx, int32_t dz)
{
    return dx < -LUANTI_CROWN || dx > LUANTI_CROWN || dz < -LUANTI_CROWN || dz > LUANTI_CROWN;
}

static void put_tree(const loam_plant_voxels *shape, int32_t kind, const int32_t root[3],
                     luanti_unit *unit)
{
    for (int32_t y = 0; y < shape->h; y++)
    {
        for (int32_t z = 0; z < shape->d; z++)
        {
            for (int32_t x = 0; x < shape->w; x++)
            {
                const uint8_t voxel =
                    shape->voxels[((size_t)y * (size_t)shape->d + (size_t)z) * (size_t)shape->w +
                                  (size_t)x];
                const int32_t dx = x - shape->root[0], dz = z - shape->root[2];
                if (voxel != 0 && !is_far(dx, dz))
                {
                    const int32_t at[3] = {root[0] + dx, root[1] + y - shape->root[1],
                                           root[2] + dz};
                    put(unit, at, kind + (voxel == LOAM_PLANT_WOOD ? LUANTI_WOOD : LUANTI_LEAVES));
                }
            }
        }
    }
}

/// Half of a ball, or for boulders a bit more.
static void put_lump(const loam_land_thing *thing, const int32_t root[3], luanti_unit *unit)
{
    const bool is_bush = thing->shape == LOAM_THING_BUSH;
    const float radius = is_bush ? 0.7f * thing->size : 0.8f * thing->size;
    const int32_t reach = loam_floor_int(radius < 8.0f ? radius : 8.0f);
    for (int32_t y = is_bush ? 0 : -reach; y <= reach; y++)
    {
        for (int32_t z = -reach; z <= reach; z++)
        {
            for (int32_t x = -reach; x <= reach; x++)
            {
                const float off = (float)(x * x + z * z) + 1.7f * (float)(y * y);
                const int32_t at[3] = {root[0] + x, root[1] + y, root[2] + z};
                if (off <= radius * radius)
                {
                    put(unit, at, thing->shape + (is_bush ? LUANTI_LEAVES : LUANTI_WOOD));
                }
            }
        }
    }
    put(unit, root, thing->shape + LUANTI_WOOD);
}

static bool is_ground(const luanti_unit *unit, const int32_t at[3])
{
    const uint8_t content = unit->content[luanti_at(unit, at[0], at[1], at[2])];
    return content < LOAM_VOXEL_MATERIAL_COUNT && loam_voxel_is_solid(content);
}

/// The node above the ground below a thing, in the unit; false if there is none there.
static bool find_root(const loam_land_thing *thing, const luanti_unit *unit, int32_t root[3])
{
    const int64_t half = LOAM_SCATTER_ONE / 2;
    root[0] = (int32_t)(loam_floor_div(thing->x + half, LOAM_SCATTER_ONE) - unit->x);
    root[1] = loam_floor_int(thing->y) + 2 - unit->y;
    root[2] = (int32_t)(loam_floor_div(thing->z + half, LOAM_SCATTER_ONE) - unit->z);
    if (root[0] < 0 || root[0] >= LUANTI_SIDE || root[2] < 0 || root[2] >= LUANTI_SIDE ||
        root[1] < 3 || root[1] >= unit->h)
    {
        return false;
    }
    for (int32_t i = 0; i < 3; i++) // its height is that of its place, not of the column
    {
        const int32_t below[3] = {root[0], root[1] - 1, root[2]};
        if (is_ground(unit, below))
        {
            return rank_of(unit->content[luanti_at(unit, root[0], root[1], root[2])]) < 3;
        }
        root[1]--;
    }
    return false;
}

bool loam_luanti_plant(const luanti_trees *trees, const loam_land_thing *thing, luanti_unit *unit)
{
    int32_t root[3];
    if (!find_root(thing, unit, root))
    {
        return false;
    }
    if (loam_thing_is_tree((loam_thing_kind)thing->shape))
    {
        put_tree(
            trees->shapes[thing->shape][loam_thing_variant(thing)][metres_of(thing) - LEAST_METRES],
            thing->shape, root, unit);
    }
    else
    {
        put_lump(thing, root, unit);
    }
    return true;
}

// ---- sowing ---------------------------------------------------------------------------------------

/// What grows on a ground: so many of a hundred, one of so many nodes.
typedef struct growth
{
    int32_t ground;
    float share;
    int32_t first, count;
} growth;

static const growth growths[] = {
    {LOAM_VOXEL_GRASS, 0.18f, LUANTI_GRASS, LUANTI_GRASSES},
    {LOAM_VOXEL_GRASS, 0.012f, LUANTI_FLOWER, LUANTI_FLOWERS},
    {LOAM_VOXEL_LUSH_GRASS, 0.1f, LUANTI_JUNGLE_GRASS, 1},
    {LOAM_VOXEL_LUSH_GRASS, 0.12f, LUANTI_GRASS, LUANTI_GRASSES},
    {LOAM_VOXEL_DRY_GRASS, 0.18f, LUANTI_DRY_GRASS, LUANTI_GRASSES},
    {LOAM_VOXEL_FOREST_FLOOR, 0.1f, LUANTI_FERN, LUANTI_FERNS},
    {LOAM_VOXEL_SAND, 0.004f, LUANTI_DRY_SHRUB, 1},
};

static int32_t choose_growth(uint64_t place, int32_t ground)
{
    float chance = loam_random_float(place, 0);
    for (size_t i = 0; i < sizeof growths / sizeof *growths; i++)
    {
        const growth *const one = &growths[i];
        if (one->ground == ground && chance < one->share)
        {
            return one->first + loam_floor_int(loam_random_float(place, 1) * (float)one->count);
        }
        chance -= one->ground == ground ? one->share : 0;
    }
    return LOAM_VOXEL_AIR;
}

void loam_luanti_sow(uint64_t seed, luanti_unit *unit)
{
    for (int32_t k = 0; k < LUANTI_SIDE; k++)
    {
        for (int32_t i = 0; i < LUANTI_SIDE; i++)
        {
            int32_t j = unit->h - 2;
            while (j > 0 && rank_of(unit->content[luanti_at(unit, i, j, k)]) < 3)
            {
                j--;
            }
            uint8_t *const above = &unit->content[luanti_at(unit, i, j + 1, k)];
            if (*above == LOAM_VOXEL_AIR)
            {
                const uint64_t place = loam_seed_at(seed, unit->x + i, unit->y + j, unit->z + k);
                *above = (uint8_t)choose_growth(place, unit->content[luanti_at(unit, i, j, k)]);
            }
        }
    }
}
