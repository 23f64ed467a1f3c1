// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_group.h"

#include <string.h>

static uint32_t density_of(const loam_tile_defs *defs, const fluid_rules *rules, uint8_t material)
{
    const uint8_t kind = rules->kind_of[material];
    return kind == 0 ? LOAM_AIR_DENSITY : (uint32_t)defs->fluids[kind - 1].density;
}

/// How a fluid meets a material that moves, too, or air.
static uint8_t meet_free(const loam_tile_defs *defs, const fluid_rules *rules,
                         const loam_tile_fluid *fluid, uint8_t material)
{
    const uint32_t own = (uint32_t)fluid->density, other = density_of(defs, rules, material);
    const bool rises = fluid->motion == LOAM_RISES;
    const uint8_t other_kind = rules->kind_of[material];
    // Loose solids come down through a gas by themselves: what lies on them has to hear of it.
    const bool loose = rules->kinds[other_kind].settled != LOAM_AIR;
    const bool gives_way = rises ? other > own && !loose : other < own;
    const bool is_gas = other_kind == 0 || defs->fluids[other_kind - 1].motion == LOAM_RISES;
    uint8_t bits = FLUID_PASSES;
    bits |= gives_way && fluid->straight > 0 ? FLUID_STRAIGHT : 0;
    // A gas goes sideways among gases only: else a lake would boil where steam stands beside it.
    bits |= gives_way && fluid->sideways > 0 && (!rises || is_gas) ? FLUID_SIDEWAYS : 0;
    bits |= is_gas && !rises ? FLUID_SPACE : 0;
    return bits;
}

static uint8_t relate(const loam_tile_defs *defs, const fluid_rules *rules,
                      const loam_tile_fluid *fluid, uint8_t material)
{
    const loam_material *const other = &defs->materials[material];
    uint8_t bits = 0;
    for (int32_t i = 0; i < LOAM_MAX_CONTACTS; i++)
    {
        const bool meets = fluid->contacts[i] != LOAM_AIR && fluid->contacts[i] == material;
        bits |= meets && fluid->contact_chances[i] > 0 ? FLUID_CONTACT : 0;
    }
    if (material == fluid->material)
    {
        return bits | FLUID_SAME | FLUID_PASSES;
    }
    if (material == LOAM_AIR || rules->kind_of[material] != 0)
    {
        return bits | meet_free(defs, rules, fluid, material);
    }
    const bool solid = (other->properties & LOAM_SOLID) != 0;
    const bool eaten = solid && fluid->dissolves > 0 && fluid->appetite > 0 &&
                       other->hardness <= fluid->dissolves;
    return (uint8_t)(bits | (solid ? FLUID_RESTS : 0) | (eaten ? FLUID_EATS : 0));
}

/// The ways that a fluid ever takes.
static uint8_t ways_of(const loam_tile_fluid *fluid)
{
    const bool settles = fluid->motion == LOAM_FALLS && fluid->settled != LOAM_AIR &&
                         fluid->settle_chance > 0;
    return (uint8_t)(WAY_STRAIGHT | WAY_CONTACT | WAY_SIDEWAYS | WAY_SIDEWAYS << 1 |
                     (fluid->diagonal > 0 ? WAY_DIAGONAL | WAY_DIAGONAL << 1 : 0) |
                     (settles ? WAY_SETTLES : 0));
}

static void boil_down(fluid_kind *kind, const loam_tile_fluid *fluid)
{
    // A pile has no level: its variant has other bits there.
    const bool levels = fluid->motion == LOAM_FALLS && fluid->settled == LOAM_AIR;
    *kind = (fluid_kind){
        .material = fluid->material,
        .motion = (uint8_t)fluid->motion,
        .ahead = fluid->motion == LOAM_RISES ? 1 : -1,
        .settled = fluid->motion == LOAM_FALLS ? fluid->settled : LOAM_AIR,
        .fumes = fluid->fumes,
        .straight = (uint16_t)fluid->straight,
        .diagonal = (uint16_t)fluid->diagonal,
        .sideways = (uint16_t)fluid->sideways,
        .wind = (uint16_t)fluid->wind,
        .levelling = (uint16_t)(levels ? fluid->levelling : 0),
        .settle_chance = (uint16_t)(fluid->settled != LOAM_AIR ? fluid->settle_chance : 0),
        .dissolves = (uint16_t)fluid->dissolves,
        .appetite = (uint16_t)fluid->appetite,
        .used_up = (uint16_t)fluid->used_up,
        .ways = ways_of(fluid),
    };
    for (int32_t i = 0; i < LOAM_MAX_CONTACTS; i++)
    {
        kind->contacts[i] = fluid->contacts[i];
        kind->contact_results[i] = fluid->contact_results[i];
        kind->contact_chances[i] = (uint16_t)fluid->contact_chances[i];
    }
    for (int32_t i = 0; i < LOAM_MAX_DECAYS; i++)
    {
        kind->decay_results[i] = fluid->decay_results[i];
        kind->decay_chances[i] = (uint32_t)fluid->decay_chances[i];
        kind->decays |= fluid->decay_chances[i] > 0;
    }
}

/// Whether a fluid falls through air by nothing but its chances, and reacts with other fluids only.
static bool flows_together(const fluid_rules *rules, const fluid_kind *kind)
{
    const uint8_t free = FLUID_STRAIGHT | FLUID_SIDEWAYS;
    bool together = kind->motion == LOAM_FALLS && kind->settled == LOAM_AIR && kind->wind == 0 &&
                    !kind->decays && (kind->relations[LOAM_AIR] & free) == free;
    for (int32_t i = 0; i < LOAM_MAX_CONTACTS; i++)
    {
        together = together &&
                   (kind->contacts[i] == LOAM_AIR || rules->kind_of[kind->contacts[i]] != 0);
    }
    return together;
}

/// A block for where fluids must not go, and nothing lies on: best an id without a material. If every id has
/// one, something solid that nothing eats.
static uint8_t find_border(const fluid_rules *rules)
{
    uint8_t solid = LOAM_AIR;
    for (int32_t id = LOAM_MAX_MATERIALS - 1; id > LOAM_AIR; id--)
    {
        uint8_t bits = 0;
        for (int32_t kind = 1; kind < rules->kind_count; kind++)
        {
            bits |= rules->kinds[kind].relations[id];
        }
        const bool still = rules->kind_of[id] == 0 && rules->loose_of[id] == LOAM_AIR;
        if (still && bits == 0)
        {
            return (uint8_t)id;
        }
        solid = still && bits == FLUID_RESTS ? (uint8_t)id : solid;
    }
    return solid;
}

void loam_fluid_rules_init(fluid_rules *rules, const loam_tile_defs *defs)
{
    memset(rules, 0, sizeof *rules);
    rules->kind_count = 1;
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        boil_down(&rules->kinds[rules->kind_count], &defs->fluids[i]);
        rules->kind_of[defs->fluids[i].material] = (uint8_t)rules->kind_count++;
        rules->loose_of[rules->kinds[i + 1].settled] = defs->fluids[i].material;
    }
    rules->loose_of[LOAM_AIR] = LOAM_AIR;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        rules->holds[id] = id != LOAM_AIR && rules->kind_of[id] == 0;
        rules->variants[id] = (uint8_t)defs->materials[id].inner;
        rules->hardness[id] = (uint16_t)defs->materials[id].hardness;
        for (int32_t kind = 1; kind < rules->kind_count; kind++)
        {
            rules->kinds[kind].relations[id] = relate(defs, rules, &defs->fluids[kind - 1],
                                                      (uint8_t)id);
        }
    }
    for (int32_t i = 1; i < rules->kind_count; i++)
    {
        rules->kinds[i].together = flows_together(rules, &rules->kinds[i]);
    }
    rules->border = find_border(rules);
}
