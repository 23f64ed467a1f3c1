// SPDX-License-Identifier: MIT
#include "tiles/life/transform.h"

#include "loam/jobs.h"
#include "loam/random.h"

#include "base/hash.h"
#include "tiles/data/circle.h"
#include "tiles/data/variant.h"
#include "tiles/life/barren.h"
#include "tiles/life/climate.h"
#include "tiles/life/life.h"
#include "tiles/life/slow_rules.h"
#include "tiles/state/cover.h"
#include "tiles/state/touched.h"

#include <stddef.h>
#include <string.h>

// An update chunk is cut into as many cells as tiles are looked at, and one tile of each cell is drawn by
// a hash of the step and of where the chunk is in the world. All tiles are decided on as they were before
// the step; what changes goes to a list in which each chunk has its place, so that threads write where
// nobody else does, and is carried out afterwards.
//
// Properties of all that is around a tile are combined per layer (Dubsky 2022, 4.5.1), with a few bits
// more for what modifiers ask for, so a rule is a comparison of bits.
//
// A rule may let something appear where there was air. Two rules can meet there: then the material with
// the greater id is what appears, whoever is first. All else changes only the tile that is looked at. So
// the order of changes makes no difference.

enum
{
    CELLS_ACROSS = 4,
    CELL_SIDE = LOAM_CHUNK_SIDE / CELLS_ACROSS,
    CHUNKS_AT_ONCE = 16, // of a task
    LEANS = 16,          // variants of what moves
    ALWAYS = 1024,
    RAIN_COLUMN = 64,  // tiles that share their rain
    STIR_REACH = 31,   // tiles
    MOST_CENTRES = 32, // tiles around which tiles are stirred up by one
    MOST_STIRRED = 96, // changes of an update chunk in a step, of what was stirred up
    MOST_CHANGES = 2 * LOAM_LOOKS + MOST_STIRRED,
    DRAW_VARIANT = LOAM_MAX_SLOW_RULES, // random numbers below are those of rules
    DRAW_WET = DRAW_VARIANT + 2,
    ROOF = 24, // tiles above, where something solid keeps the rain off
    NO_RULE = -1
};

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/// What happens to a layer of a tile.
typedef struct change
{
    uint32_t index; // in the ring
    int16_t rule;   // that was followed; NO_RULE: only the variant is another
    uint8_t material, variant;
    bool walls;
    bool appears; // where there was air
} change;

struct loam_transform
{
    uint64_t pick_seed, tile_seed;
    slow_rules rules;
    loam_barren barren;
    ptrdiff_t circle[LOAM_CIRCLE_TILES]; // where neighbours are in the array
    change *changes;                     // MOST_CHANGES for each update chunk
    int32_t *change_counts;              // of each update chunk
    uint64_t followed[LOAM_MAX_SLOW_RULES];
};

typedef struct loam_transform transform;

// ---- preparing ------------------------------------------------------------------------------------

static size_t chunk_room(const loam_tile_world *world)
{
    return (size_t)world->ring.chunks * (size_t)world->ring.chunks;
}

loam_result loam_transform_init(loam_tile_world *world)
{
    const loam_env *const env = &world->env;
    transform *const t = loam_alloc(env, sizeof *t);
    if (t == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    world->transform = t;
    *t = (transform){
        .pick_seed = loam_seed_derive(world->def.seed, "slow picks"),
        .tile_seed = loam_seed_derive(world->def.seed, "slow tiles"),
        .changes = loam_alloc(env, chunk_room(world) * MOST_CHANGES * sizeof *t->changes),
        .change_counts = loam_alloc(env, chunk_room(world) * sizeof *t->change_counts),
    };
    for (int32_t i = 0; i < LOAM_CIRCLE_TILES; i++)
    {
        t->circle[i] = (ptrdiff_t)loam_circle[i].y * world->ring.side + loam_circle[i].x;
    }
    loam_result result = loam_barren_init(&t->barren, world);
    result = result == LOAM_OK ? loam_slow_rules_init(&t->rules, env, world->defs) : result;
    return t->changes != NULL && t->change_counts != NULL ? result : LOAM_OUT_OF_MEMORY;
}

void loam_transform_free(loam_tile_world *world)
{
    transform *const t = world->transform;
    const loam_env *const env = &world->env;
    if (t != NULL)
    {
        loam_slow_rules_free(&t->rules, env);
        loam_barren_free(&t->barren, world);
        loam_free(env, t->change_counts, chunk_room(world) * sizeof *t->change_counts);
        loam_free(env, t->changes, chunk_room(world) * MOST_CHANGES * sizeof *t->changes);
        loam_free(env, t, sizeof *t);
    }
}

// ---- one tile -------------------------------------------------------------------------------------

/// A tile that is looked at.
typedef struct look
{
    const loam_tile_world *world;
    loam_tile_pos at;
    loam_tile tile;
    uint32_t around[2]; // what is around, in blocks and walls
    uint64_t seed;      // of its random numbers; 0 until one is needed
} look;

static uint32_t draw(look *l, uint64_t number)
{
    if (l->seed == 0)
    {
        l->seed = loam_seed_at(l->world->transform->tile_seed, l->at.x, l->at.y,
                               (int64_t)l->world->steps);
    }
    return loam_random_u32(l->seed, number);
}

/// Across the edges of the array.
static size_t index_near(const loam_tile_world *world, loam_tile_pos at, loam_circle_offset by)
{
    const loam_tile_pos near = {at.x + by.x, at.y + by.y};
    return loam_ring_index(&world->ring, near);
}

/// What a wall is. A plant is what it is, and as open as what is behind it.
static inline uint32_t see_wall(const loam_tile_world *world, loam_tile near, size_t index)
{
    const uint32_t *const seen = world->transform->rules.seen;
    const loam_cover *const cover = world->cover;
    if (cover == NULL || !loam_cover_may_show(cover, near.wall) || cover->taken[index] == 0)
    {
        return seen[near.wall];
    }
    const uint8_t behind = (uint8_t)cover->behind[index];
    return (seen[near.wall] & ~SEEN_EDGES) | (seen[behind] & SEEN_EDGES);
}

/// Combines what a neighbour is with what was seen before.
static inline void see(look *l, loam_tile near, size_t index)
{
    const uint32_t block = l->world->transform->rules.seen[near.block];
    const uint32_t wall = see_wall(l->world, near, index);
    const uint32_t open = (block & wall & SEEN_AIR) << 1; // SEEN_OPEN_SKY
    l->around[0] |= block | open;
    l->around[1] |= wall | open;
}

/// In which bits of materials two tiles that lie side by side differ from two others.
static inline uint64_t difference(const loam_tile *pair, uint64_t others)
{
    uint64_t tiles;
    memcpy(&tiles, pair, sizeof tiles);
    return tiles ^ others;
}

/// Whether all tiles around are of the same materials as the one in the middle. Most are, in rock and in
/// lakes: two at a time are compared.
static bool is_uniform(const loam_tile *centre, ptrdiff_t side)
{
    static const loam_tile materials[2] = {{255, 0, 255, 0}, {255, 0, 255, 0}};
    const loam_tile middle[2] = {*centre, *centre};
    uint64_t mask, same, other = 0;
    memcpy(&mask, materials, sizeof mask);
    memcpy(&same, middle, sizeof same);
    for (ptrdiff_t row = -1; row <= 1; row++)
    {
        const loam_tile *const at = centre + row * side;
        other |= difference(at - 2, same) | difference(at, same) | difference(at + 1, same);
    }
    for (ptrdiff_t row = -2; row <= 2; row += 4)
    {
        const loam_tile *const at = centre + row * side;
        other |= difference(at - 1, same) | difference(at, same);
    }
    return (other & mask) == 0;
}

static void look_around(look *l, size_t index)
{
    const loam_tile_world *const world = l->world;
    const size_t side = (size_t)world->ring.side, reach = LOAM_CIRCLE_REACH;
    const size_t x = index & (side - 1), margin = reach * side + reach;
    const bool wraps = x < reach || x >= side - reach || index < margin ||
                       index >= side * side - margin;
    if (wraps)
    {
        for (int32_t i = 0; i < LOAM_CIRCLE_TILES; i++)
        {
            const size_t near = index_near(world, l->at, loam_circle[i]);
            see(l, world->ring.tiles[near], near);
        }
        return;
    }
    const loam_tile *const centre = world->ring.tiles + index;
    if (is_uniform(centre, (ptrdiff_t)side))
    {
        see(l, *centre, index);
        return;
    }
    look seen = *l; // a copy stays in registers
    for (int32_t i = 0; i < LOAM_CIRCLE_TILES; i++)
    {
        const ptrdiff_t near = world->transform->circle[i];
        see(&seen, centre[near], index + (size_t)near);
    }
    *l = seen;
}

static bool has_roof(const loam_tile_world *world, loam_tile_pos at)
{
    if (at.y + ROOF < loam_climate_at(world, at.x).surface)
    {
        return true;
    }
    for (int8_t i = 1; i <= ROOF; i++)
    {
        const size_t above = index_near(world, at, (loam_circle_offset){0, i});
        if (world->solid[world->ring.tiles[above].block])
        {
            return true;
        }
    }
    return false;
}

/// Where it burns, rain is as if water were around.
static void see_rain(look *l)
{
    const loam_tile_world *const world = l->world;
    const uint32_t *const seen = world->transform->rules.seen;
    const uint32_t fire = l->around[0] | l->around[1] | seen[l->tile.block] | seen[l->tile.wall];
    if ((fire & LOAM_BURNING) == 0)
    {
        return;
    }
    const size_t column = ((size_t)l->at.x & (size_t)(world->ring.side - 1)) / RAIN_COLUMN;
    const int32_t wet = world->life->wet[column];
    if (wet > 0 && (int32_t)(draw(l, DRAW_WET) >> 22) < wet && !has_roof(world, l->at))
    {
        l->around[0] |= LOAM_EXTINGUISHING;
        l->around[1] |= LOAM_EXTINGUISHING;
    }
}

static bool is_in_climate(const look *l, const slow_rule *rule)
{
    const int32_t temperature = loam_climate_temperature(l->world, l->at.x, l->at.y);
    const int32_t humidity = loam_climate_at(l->world, l->at.x).humidity;
    return temperature >= rule->temperature[0] && temperature <= rule->temperature[1] &&
           humidity >= rule->humidity[0] && humidity <= rule->humidity[1];
}

static uint32_t layer_of(bool walls)
{
    return walls ? LOAM_WALLS : LOAM_BLOCKS;
}

static uint8_t material_of(loam_tile tile, uint32_t layer)
{
    return layer == LOAM_WALLS ? tile.wall : tile.block;
}

/// Whether there is room for what a rule writes elsewhere: in the other layer of the tile, or above it.
static bool is_free(const look *l, const slow_rule *rule, uint32_t layer)
{
    const loam_circle_offset above = {0, 1};
    const loam_tile there = rule->written == layer
                                ? l->world->ring.tiles[index_near(l->world, l->at, above)]
                                : l->tile;
    return material_of(there, rule->written) == LOAM_AIR;
}

static bool rule_fits(look *l, int32_t number, bool walls)
{
    const slow_rule *const rule = &l->world->transform->rules.rules[number];
    const uint32_t own = l->around[walls];
    const uint32_t around = rule->mixed ? own | l->around[!walls] : own;
    return (around & rule->required) == rule->required && (around & rule->forbidden) == 0 &&
           (own & rule->own_required) == rule->own_required && (own & rule->own_forbidden) == 0 &&
           (!rule->has_climate || is_in_climate(l, rule)) &&
           (rule->written == 0 || is_free(l, rule, layer_of(walls))) &&
           (rule->chance >= ALWAYS || (int32_t)(draw(l, (uint64_t)number) >> 22) < rule->chance);
}

/// A variant for a material that comes to a layer. A fluid leans to any side.
static uint8_t new_variant(look *l, uint8_t id, bool walls, bool edge)
{
    const loam_material *const material = &l->world->defs->materials[id];
    const uint32_t random = draw(l, (uint64_t)DRAW_VARIANT + walls);
    return l->world->transform->rules.flows[id]
               ? (uint8_t)(random % LEANS)
               : loam_variant_pick(material->inner, material->outer, edge, random);
}

static bool is_edge(const look *l, bool walls)
{
    return (l->around[walls] & SEEN_NOT_SOLID) != 0;
}

static change follow(look *l, int32_t number, bool walls)
{
    const slow_rule *const rule = &l->world->transform->rules.rules[number];
    const uint32_t layer = layer_of(walls), target = rule->written != 0 ? rule->written : layer;
    const bool above = rule->written == layer, to_walls = target == LOAM_WALLS;
    const loam_tile_pos at = {l->at.x, l->at.y + above};
    return (change){
        .index = (uint32_t)loam_ring_index(&l->world->ring, at),
        .rule = (int16_t)number,
        .material = rule->to,
        .variant = new_variant(l, rule->to, to_walls, above || is_edge(l, to_walls)),
        .walls = to_walls,
        .appears = rule->written != 0,
    };
}

/// The first rule that fits is followed. If none does, the variant is made to fit. Returns how many
/// changes were written to out.
static int32_t decide_layer(look *l, size_t index, bool walls, change *out)
{
    const transform *const t = l->world->transform;
    const uint8_t id = walls ? l->tile.wall : l->tile.block;
    const rule_list *const list = &t->rules.lists[walls][id];
    for (int32_t i = 0; i < list->count; i++)
    {
        const int32_t number = t->rules.numbers[list->first + (uint32_t)i];
        if (rule_fits(l, number, walls))
        {
            *out = follow(l, number, walls);
            return 1;
        }
    }
    const loam_material *const material = &l->world->defs->materials[id];
    const uint8_t variant = walls ? l->tile.wall_variant : l->tile.block_variant;
    const bool edge = is_edge(l, walls);
    if (!list->fits_edges || loam_variant_fits(material->inner, material->outer, edge, variant))
    {
        return 0;
    }
    *out = (change){.index = (uint32_t)index,
                    .rule = NO_RULE,
                    .material = id,
                    .variant = new_variant(l, id, walls, edge),
                    .walls = walls};
    return 1;
}

/// Decides on a tile with what is around it, and `beside` as well. Returns how many changes were written to
/// out: at most 2.
static int32_t decide_beside(const loam_tile_world *world, loam_tile_pos at, uint32_t beside,
                             change *out)
{
    const transform *const t = world->transform;
    const size_t index = loam_ring_index(&world->ring, at);
    look l = {
        .world = world, .at = at, .tile = world->ring.tiles[index], .around = {beside, beside}};
    if (!loam_rules_heed(&t->rules, l.tile))
    {
        return 0;
    }
    look_around(&l, index);
    see_rain(&l);
    int32_t count = t->rules.heeded[0][l.tile.block] ? decide_layer(&l, index, false, out) : 0;
    count += t->rules.heeded[1][l.tile.wall] ? decide_layer(&l, index, true, out + count) : 0;
    return count;
}

static int32_t decide(const loam_tile_world *world, loam_tile_pos at, change *out)
{
    return decide_beside(world, at, 0, out);
}

// ---- carrying out ---------------------------------------------------------------------------------

/// Whether what appears is more than what is there: air, or what another rule has let appear.
static bool prevails(const change *c, const uint8_t *there)
{
    return c->material > there[0] || (c->material == there[0] && c->variant > there[1]);
}

/// Wood that lies in the walls and is wood no more.
static void count_decay(loam_tile_world *world, const change *c, uint8_t before)
{
    loam_cover *const cover = world->cover;
    if (cover != NULL && cover->is_wood[before] && !cover->is_wood[c->material] &&
        cover->taken[c->index] == 0)
    {
        cover->decayed++;
    }
}

static void carry_out(loam_tile_world *world, const change *c)
{
    const size_t layer = c->walls ? offsetof(loam_tile, wall) : offsetof(loam_tile, block);
    uint8_t *const there = (uint8_t *)&world->ring.tiles[c->index] + layer; // its variant is next
    const uint8_t before = there[0];
    if (c->appears && !prevails(c, there))
    {
        return;
    }
    there[0] = c->material;
    there[1] = c->variant;
    if (!c->walls && before != c->material)
    {
        loam_life_changed(world, c->index, before);
    }
    if (c->walls)
    {
        count_decay(world, c, before);
        loam_cover_disturb(world, c->index);
    }
    loam_saving_touch(world, loam_ring_slot_at(&world->ring, c->index));
}

/// Returns how many rules were followed.
static uint64_t carry_out_all(loam_tile_world *world, const change *changes, int32_t count)
{
    uint64_t followed = 0;
    for (int32_t i = 0; i < count; i++)
    {
        carry_out(world, &changes[i]);
        if (changes[i].rule != NO_RULE)
        {
            world->transform->followed[changes[i].rule]++;
            followed++;
        }
    }
    return followed;
}

// ---- steps ----------------------------------------------------------------------------------------

/// The tiles of an update chunk whose turn it is, and where they are in the ring.
typedef struct chunk_picks
{
    loam_tile_pos at[LOAM_LOOKS];
    size_t index[LOAM_LOOKS];
    int32_t count;
} chunk_picks;

/// Draws one tile of each cell, and asks for its memory; none where no rule would find anything.
static void draw_picks(const loam_tile_world *world, loam_tile_pos low, chunk_picks *picks)
{
    picks->count = 0;
    if (loam_barren_is(&world->transform->barren, world, low))
    {
        return;
    }
    const size_t side = (size_t)world->ring.side;
    const uint64_t key = loam_random_key(
        loam_seed_at(world->transform->pick_seed, low.x, low.y, (int64_t)world->steps));
    picks->count = LOAM_LOOKS;
    for (int32_t cell = 0; cell < LOAM_LOOKS; cell++)
    {
        const uint32_t random = (uint32_t)(loam_random_by_key(key, (uint64_t)cell) >> 32);
        const int64_t x = low.x + cell % CELLS_ACROSS * CELL_SIDE + random % CELL_SIDE;
        const int64_t y = low.y + cell / CELLS_ACROSS * CELL_SIDE + random / CELL_SIDE % CELL_SIDE;
        picks->at[cell] = (loam_tile_pos){x, y};
        picks->index[cell] = ((size_t)y & (side - 1)) * side + ((size_t)x & (side - 1));
        PREFETCH(&world->ring.tiles[picks->index[cell]]);
    }
}

/// Asks for the memory around a tile. Where a row of it lies in two lines, the second one is asked for, too.
static void ask_for(const loam_tile_world *world, size_t index)
{
    const size_t side = (size_t)world->ring.side;
    for (size_t row = 0; row <= 2 * LOAM_CIRCLE_REACH; row++)
    {
        const size_t first = index + (row - LOAM_CIRCLE_REACH) * side - LOAM_CIRCLE_REACH;
        PREFETCH(&world->ring.tiles[first & (side * side - 1)]);
        PREFETCH(&world->ring.tiles[(first + 2 * LOAM_CIRCLE_REACH) & (side * side - 1)]);
    }
}

/// Leaves only tiles that some rule is about: what is around the others, most of all in the sky, is not
/// even asked for.
static void sift_picks(const loam_tile_world *world, chunk_picks *picks)
{
    int32_t count = 0;
    for (int32_t i = 0; i < picks->count; i++)
    {
        if (loam_rules_heed(&world->transform->rules, world->ring.tiles[picks->index[i]]))
        {
            ask_for(world, picks->index[i]);
            picks->at[count++] = picks->at[i];
        }
    }
    picks->count = count;
}

/// The changes of an update chunk.
typedef struct change_list
{
    change *changes;
    int32_t count, stirred;
} change_list;

/// Tiles around one whose turn it is that have a turn, too.
typedef struct stirring
{
    loam_tile_pos middle;
    uint64_t done[2 * STIR_REACH + 1]; // of tiles up to STIR_REACH away, a bit each
    loam_tile_pos centres[MOST_CENTRES];
    int32_t centre_count;
} stirring;

/// Whether a tile is near enough and has its turn for the first time.
static bool take_turn(stirring *s, loam_tile_pos at)
{
    const uint64_t x = (uint64_t)(at.x - s->middle.x + STIR_REACH);
    const uint64_t y = (uint64_t)(at.y - s->middle.y + STIR_REACH);
    if (x > 2 * STIR_REACH || y > 2 * STIR_REACH || (s->done[y] >> x & 1) != 0)
    {
        return false;
    }
    s->done[y] |= (uint64_t)1 << x;
    return true;
}

static bool is_stirring(const transform *t, const change *changes, int32_t count)
{
    return (count > 0 && changes[0].rule != NO_RULE && t->rules.rules[changes[0].rule].stirs) ||
           (count > 1 && changes[1].rule != NO_RULE && t->rules.rules[changes[1].rule].stirs);
}

static void look_around_centre(const loam_tile_world *world, loam_tile_pos centre, stirring *s,
                               change_list *list)
{
    for (int32_t i = 0; i < LOAM_CIRCLE_TILES && list->stirred + 2 <= MOST_STIRRED; i++)
    {
        const loam_tile_pos at = {centre.x + loam_circle[i].x, centre.y + loam_circle[i].y};
        if (!take_turn(s, at))
        {
            continue;
        }
        change *const own = list->changes + list->count;
        const int32_t count = decide(world, at, own);
        list->count += count;
        list->stirred += count;
        if (s->centre_count < MOST_CENTRES && is_stirring(world->transform, own, count))
        {
            s->centres[s->centre_count++] = at;
        }
    }
}

/// Looks at a tile whose turn it is. If that is stirred up all around have a turn, and so on: a fire burns
/// as one. A tile that has several turns in a step changes in the same way in each.
static void look_at(const loam_tile_world *world, loam_tile_pos at, change_list *list)
{
    change *const own = list->changes + list->count;
    const int32_t count = decide(world, at, own);
    list->count += count;
    if (!is_stirring(world->transform, own, count))
    {
        return;
    }
    stirring s = {.middle = at, .centres = {at}, .centre_count = 1};
    (void)take_turn(&s, at);
    for (int32_t i = 0; i < s.centre_count; i++)
    {
        look_around_centre(world, s.centres[i], &s, list);
    }
}

static void decide_chunk(const loam_tile_world *world, int64_t chunk, const chunk_picks *picks)
{
    const transform *const t = world->transform;
    change_list list = {.changes = &t->changes[chunk * MOST_CHANGES]};
    for (int32_t i = 0; i < picks->count; i++)
    {
        look_at(world, picks->at[i], &list);
    }
    t->change_counts[chunk] = list.count;
}

/// Update chunks begin .. end - 1. While memory is fetched for one, others are drawn and decided on.
static void decide_chunks(void *context, int64_t begin, int64_t end)
{
    const loam_tile_world *const world = context;
    chunk_picks picks[3]; // of three chunks, in turn
    for (int64_t next = begin; next < end + 2; next++)
    {
        if (next < end)
        {
            draw_picks(world, world->updates[next], &picks[next % 3]);
        }
        if (next > begin && next <= end)
        {
            sift_picks(world, &picks[(next - 1) % 3]);
        }
        if (next >= begin + 2)
        {
            decide_chunk(world, next - 2, &picks[(next - 2) % 3]);
        }
    }
}

void loam_transform_arrived(loam_tile_world *world, int32_t slot)
{
    const transform *const t = world->transform;
    loam_barren_look(&t->barren, world, &t->rules, slot);
}

uint64_t loam_transform_step(loam_tile_world *world)
{
    const transform *const t = world->transform;
    uint64_t followed = 0;
    loam_barren_step(&t->barren, world, &t->rules);
    loam_jobs_for(world->env.jobs, world->update_count, CHUNKS_AT_ONCE, decide_chunks, world);
    for (int32_t i = 0; i < world->update_count; i++)
    {
        followed += carry_out_all(world, &t->changes[(size_t)i * MOST_CHANGES],
                                  t->change_counts[i]);
    }
    return followed;
}

bool loam_transform_look(loam_tile_world *world, loam_tile_pos at)
{
    change changes[2];
    return carry_out_all(world, changes, decide(world, at, changes)) > 0;
}

bool loam_transform_look_beside(loam_tile_world *world, loam_tile_pos at, uint8_t material)
{
    change changes[2];
    const uint32_t beside = world->defs->materials[material].properties;
    return carry_out_all(world, changes, decide_beside(world, at, beside, changes)) > 0;
}

bool loam_transform_passes_over(const loam_tile_world *world, loam_tile_pos low)
{
    return loam_barren_is(&world->transform->barren, world, low);
}

bool loam_transform_heeds(const loam_tile_world *world, loam_tile tile)
{
    return loam_rules_heed(&world->transform->rules, tile);
}

uint64_t loam_transform_followed(const loam_tile_world *world, int32_t rule)
{
    return world->transform->followed[rule];
}
