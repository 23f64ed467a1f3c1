// SPDX-License-Identifier: MIT
#include "tiles/plants/stand.h"

#include "loam/jobs.h"
#include "loam/random.h"

#include "base/small.h"
#include "tiles/plants/fall.h"
#include "tiles/plants/season.h"
#include "tiles/plants/sway.h"
#include "tiles/plants/wind.h"
#include "tiles/state/touched.h"

#include <stdlib.h>
#include <string.h>

// Plants whose boxes touch are a group. If one of a group moves, all of it is lifted out and put back in its
// order: so who is seen where two meet depends on where they are, and never on what was before. Groups have
// no tile in common, and may be worked on at the same time.

// ---- who stands -----------------------------------------------------------------------------------

static int64_t higher(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t lower(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/// Of 1024. Bytes from a file, and pipelines, may say anything.
static int32_t reach_of(float wind)
{
    return wind > 0.0f ? (int32_t)(loam_clamp01(wind) * 1024.0f) : 0;
}

uint64_t loam_stand_order(const loam_grown_plant *plant)
{
    return loam_seed_at(plant->seed.seed, plant->seed.x, plant->seed.y, 0);
}

/// Tiles that a plant may cover in an area.
static void set_box(loam_standing *standing, const loam_grown_plant *plant, loam_tile_area area)
{
    standing->left = higher(plant->x + plant->left, area.x);
    standing->right = lower(plant->x + plant->right, area.x + area.w - 1);
    standing->low = higher(plant->y + plant->low, area.y);
    standing->high = lower(plant->y + plant->high, area.y + area.h - 1);
}

loam_standing loam_stand_of(const loam_tile_defs *defs, const loam_grown_plant *plant,
                            loam_tile_area area, int32_t year_part)
{
    const loam_tile_species *const species = &defs->species[plant->seed.species];
    loam_standing standing = {
        .x = plant->x,
        .y = plant->y,
        .order = loam_stand_order(plant),
        .reach = {reach_of(plant->seed.wind_left), reach_of(plant->seed.wind_right)},
        .withered = loam_season_withered(species, &plant->seed),
        .sheds = species->sheds > 0.0f,
        .floats = species->place == LOAM_PLANT_ON_WATER,
        .awake = true,
        .hurt = true,
        .unknown = true,
        .falls = true};
    set_box(&standing, plant, area);
    standing.bare = loam_season_bare(&standing, year_part);
    return standing;
}

static void find_standing(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    const int32_t slots = world->ring.chunks * world->ring.chunks;
    const int32_t part = loam_season_part(world);
    p->standing_count = 0;
    for (int32_t slot = 0; slot < slots; slot++)
    {
        const loam_range range = loam_ranges_of(&p->plant_ranges, slot);
        for (uint32_t i = range.begin; i < range.begin + range.size; i++)
        {
            loam_standing *const standing = &p->standing[p->standing_count++];
            *standing = loam_stand_of(world->defs, &p->plants[i], p->canvas.area, part);
            standing->plant = i;
            standing->slot = slot;
        }
    }
}

static int compare_left(const void *left, const void *right)
{
    const loam_standing *const a = left, *const b = right;
    return a->left != b->left ? (a->left > b->left) - (a->left < b->left)
                              : (a->order > b->order) - (a->order < b->order);
}

static int compare_order(const void *left, const void *right)
{
    const loam_standing *const a = left, *const b = right;
    return a->group != b->group ? (a->group > b->group) - (a->group < b->group)
                                : (a->order > b->order) - (a->order < b->order);
}

/// A group is known by its leftmost plant while groups are joined.
static int32_t leader_of(loam_standing *standing, int32_t i)
{
    while (standing[i].group != i)
    {
        standing[i].group = standing[standing[i].group].group;
        i = standing[i].group;
    }
    return i;
}

static void join(loam_standing *standing, int32_t a, int32_t b)
{
    const int32_t first = leader_of(standing, a), second = leader_of(standing, b);
    standing[first > second ? first : second].group = first > second ? second : first;
}

static void join_those_that_meet(loam_plants *p)
{
    loam_standing *const standing = p->standing;
    const int32_t count = (int32_t)p->standing_count;
    for (int32_t i = 0; i < count; i++)
    {
        standing[i].group = i;
    }
    for (int32_t i = 0; i < count; i++)
    {
        for (int32_t j = i + 1; j < count && standing[j].left <= standing[i].right; j++)
        {
            if (standing[i].low <= standing[j].high && standing[j].low <= standing[i].high)
            {
                join(standing, i, j);
            }
        }
    }
    for (int32_t i = 0; i < count; i++)
    {
        standing[i].group = leader_of(standing, i);
    }
}

static void list_groups(loam_plants *p)
{
    p->group_count = 0;
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        if (i == 0 || p->standing[i].group != p->standing[i - 1].group)
        {
            p->groups[p->group_count++] = (loam_plant_group){.first = i};
        }
        p->groups[p->group_count - 1].count++;
    }
}

/// Notes the slots that a plant may cover tiles of.
static void note_reach(loam_tile_world *world, const loam_standing *standing)
{
    const loam_chunk_pos first = loam_chunk_of_tile((loam_tile_pos){standing->left, standing->low});
    const loam_chunk_pos last = loam_chunk_of_tile(
        (loam_tile_pos){standing->right, standing->high});
    for (int64_t y = first.y; y <= last.y; y++)
    {
        for (int64_t x = first.x; x <= last.x; x++)
        {
            const int32_t slot = loam_ring_slot_of(&world->ring, (loam_chunk_pos){x, y});
            world->plants->cover.reached[slot] = true;
        }
    }
}

static void note_reaches(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    memset(p->cover.reached, 0, (size_t)world->ring.chunks * (size_t)world->ring.chunks);
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        note_reach(world, &p->standing[i]);
    }
}

static void group_again(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    p->stand_again = false;
    note_reaches(world);
    qsort(p->standing, p->standing_count, sizeof *p->standing, compare_left);
    join_those_that_meet(p);
    qsort(p->standing, p->standing_count, sizeof *p->standing, compare_order);
    list_groups(p);
}

/// Something that falls needs more room, or needs it no more. All others are as they were: who is quiet stays so.
static void follow_boxes(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        set_box(&p->standing[i], &p->plants[p->standing[i].plant], p->canvas.area);
    }
    group_again(world);
}

void loam_stand_again(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    p->canvas.area = (loam_tile_area){low.x * LOAM_CHUNK_SIDE, low.y * LOAM_CHUNK_SIDE,
                                      world->ring.side, world->ring.side};
    p->year_part = -1; // all are looked at in the next step
    find_standing(world);
    group_again(world);
}

// ---- lifting and putting back ---------------------------------------------------------------------

static plant_view view_of(const loam_plants *p, const loam_standing *standing)
{
    plant_view view = loam_plants_view(p, standing->slot, standing->plant);
    view.bare = standing->bare;
    return view;
}

/// Cuts are over when all plants that they may have met were put again.
static void heal_slot(loam_tile_world *world, int32_t slot)
{
    const size_t side = (size_t)world->ring.side;
    const size_t x = (size_t)(slot % world->ring.chunks) * LOAM_CHUNK_SIDE;
    const size_t y = (size_t)(slot / world->ring.chunks) * LOAM_CHUNK_SIDE;
    for (size_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const size_t index = (y + i / LOAM_CHUNK_SIDE) * side + x + i % LOAM_CHUNK_SIDE;
        world->plants->canvas.taken[index] &= PLANT_TAKEN;
    }
}

static void end_disturbance(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    for (int32_t i = 0; p->cover.any_disturbed && i < world->ring.chunks * world->ring.chunks; i++)
    {
        if (p->cover.disturbed[i] && p->any_cut)
        {
            heal_slot(world, i);
        }
        p->cover.disturbed[i] = false;
    }
    p->cover.any_disturbed = p->any_cut = false;
}

void loam_plants_lift(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    for (uint32_t i = 0; p != NULL && i < p->standing_count; i++)
    {
        const plant_view view = view_of(p, &p->standing[i]);
        p->taken += loam_fall_note_taken(p, &view, &p->plants[p->standing[i].plant]);
        p->lost += loam_plant_lift(&p->canvas, &view);
    }
}

void loam_plants_settle(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    if (p == NULL)
    {
        return;
    }
    loam_stand_again(world);
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const plant_view view = view_of(p, &p->standing[i]);
        (void)loam_plant_aim(&view);
        p->lost += loam_plant_put(&p->canvas, &view);
    }
    end_disturbance(world);
}

// ---- steps ----------------------------------------------------------------------------------------

/// One that feels a wind, or moves.
static void sway(const loam_tile_world *world, loam_standing *standing, int32_t wind)
{
    const plant_view view = view_of(world->plants, standing);
    const bool falls = loam_fall_any(view.plant);
    standing->wind = wind;
    standing->falls = falls;
    standing->awake = loam_sway_step(view.branches, view.plant->branch_count, wind) || falls;
    if (falls)
    {
        loam_fall_move(world, standing);
    }
    standing->elsewhere |= (standing->awake && loam_plant_aim(&view)) || falls;
}

/// Those that are quiet and stay so, which are most of them when the air is still, are hardly looked at: what is
/// here needs nothing but their entry.
static void sway_some(void *context, int64_t begin, int64_t end)
{
    const loam_tile_world *const world = context;
    const loam_plants *const p = world->plants;
    bool stirred = false;
    for (int64_t i = begin; i < end; i++)
    {
        loam_standing *const standing = &p->standing[i];
        standing->elsewhere = false;
        if (p->year_moved)
        {
            const int32_t bare = loam_season_bare(standing, p->year_part);
            standing->elsewhere = bare != standing->bare; // it looks different where it is
            standing->bare = bare;
        }
        standing->hurt |= loam_fall_uprooted(world, standing);
        const int32_t wind = loam_wind_at(world, standing, standing->x);
        if (standing->awake || wind != standing->wind)
        {
            sway(world, standing, wind);
        }
        stirred |= standing->elsewhere || standing->awake || standing->hurt || standing->falls;
    }
    p->stirred[begin / PLANT_GRAIN] = stirred;
}

/// Whether any plant is not as quiet as it was, or something has happened to one.
static bool any_stirred(const loam_plants *p)
{
    bool any = p->cover.any_disturbed;
    for (uint32_t i = 0; i < p->standing_count; i += PLANT_GRAIN)
    {
        any |= p->stirred[i / PLANT_GRAIN];
    }
    return any;
}

/// It looks at all slots that the plant may reach.
bool loam_stand_disturbed(const loam_tile_world *world, const loam_standing *standing)
{
    const loam_tile_pos low = {standing->left, standing->low};
    const loam_tile_pos high = {standing->right, standing->high};
    const loam_chunk_pos first = loam_chunk_of_tile(low), last = loam_chunk_of_tile(high);
    for (int64_t y = first.y; y <= last.y; y++)
    {
        for (int64_t x = first.x; x <= last.x; x++)
        {
            if (world->plants->cover
                    .disturbed[loam_ring_slot_of(&world->ring, (loam_chunk_pos){x, y})])
            {
                return true;
            }
        }
    }
    return false;
}

static void find_groups(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    for (uint32_t g = 0; g < p->group_count; g++)
    {
        loam_plant_group *const group = &p->groups[g];
        group->again = false;
        for (uint32_t i = group->first; i < group->first + group->count; i++)
        {
            const loam_standing *const standing = &p->standing[i];
            const bool disturbed = p->cover.any_disturbed && loam_stand_disturbed(world, standing);
            group->again |= standing->elsewhere || disturbed;
            if (standing->awake || disturbed)
            {
                loam_saving_touch(world, standing->slot);
            }
        }
    }
}

/// Lifts a group out, and puts it back.
static void put_group(const loam_plants *p, loam_plant_group *group)
{
    for (uint32_t i = group->first; i < group->first + group->count; i++)
    {
        loam_standing *const standing = &p->standing[i];
        const plant_view view = view_of(p, standing);
        group->taken += loam_fall_note_taken(p, &view, &p->plants[standing->plant]);
        group->lost += loam_plant_lift_noting(&p->canvas, &view, &standing->hurt);
    }
    for (uint32_t i = group->first; i < group->first + group->count; i++)
    {
        const plant_view view = view_of(p, &p->standing[i]);
        const uint32_t lost = loam_plant_put(&p->canvas, &view);
        p->standing[i].hurt |= lost > 0;
        group->lost += lost;
    }
}

static void put_some(void *context, int64_t begin, int64_t end)
{
    const loam_tile_world *const world = context;
    const loam_plants *const p = world->plants;
    for (int64_t g = begin; g < end; g++)
    {
        loam_plant_group *const group = &p->groups[g];
        group->lost = group->taken = 0;
        if (group->again)
        {
            put_group(p, group);
        }
        for (uint32_t i = group->first; i < group->first + group->count; i++)
        {
            loam_standing *const standing = &p->standing[i];
            if (standing->hurt)
            {
                standing->hurt = loam_fall_find(world, standing);
                standing->unknown &= standing->hurt;
                standing->falls = loam_fall_any(&p->plants[standing->plant]);
            }
            standing->awake |= standing->falls;
        }
    }
}

/// All groups in which one has moved, or something has happened.
static void put_groups(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    find_groups(world);
    loam_jobs_for(p->group_count > 1 ? world->env.jobs : NULL, p->group_count, 1, put_some, world);
    for (uint32_t g = 0; g < p->group_count; g++)
    {
        p->lost += p->groups[g].lost;
        p->taken += p->groups[g].taken;
    }
    end_disturbance(world);
    loam_falls_strike(world);
    loam_falls_end(world);
}

void loam_plants_step(loam_tile_world *world)
{
    loam_plants *const p = world->plants;
    if (p == NULL || p->standing_count == 0)
    {
        return;
    }
    if (p->stand_again)
    {
        follow_boxes(world);
    }
    loam_wind_follow(world);
    const int32_t part = loam_season_part(world);
    p->year_moved = part != p->year_part;
    p->year_part = part;
    loam_jobs_for(p->standing_count > PLANT_GRAIN ? world->env.jobs : NULL, p->standing_count,
                  PLANT_GRAIN, sway_some, world);
    if (any_stirred(p))
    {
        put_groups(world);
    }
    loam_season_shed(world);
}

void loam_plants_cut(loam_tile_world *world, size_t index)
{
    loam_cover_disturb(world, index);
    if (world->plants != NULL && world->plants->canvas.taken[index] != 0)
    {
        world->plants->canvas.taken[index] |= PLANT_CUT;
        world->plants->any_cut = true;
    }
}
