// SPDX-License-Identifier: MIT
// What a tile of the ground is, from its column and the noises over the plane. C and GLSL read this one file.
//
// Before it is included, macros say where numbers are: GROUND, BIOME(index), IS_GRASS(material), IS_SAND, IS_EARTH and
// LEAST_ORE of the definitions, COLUMN(index) of the columns, which are COLUMN_STEP tiles apart. KNOWN and KNOWS are a
// parameter and an argument that lead there, or nothing.

// ---- soil ---------------------------------------------------------------------------------------

/// The biome whose ground is here: borders wander, and are frayed.
TILE_FUNCTION int border_biome(KNOWN int column, float offset)
{
    EXACT shifted = offset + AS_FLOAT(BORDER_BIAS);
    return COLUMN(column + (AS_INT(shifted) - BORDER_BIAS) / COLUMN_STEP).biome;
}

TILE_FUNCTION float border_offset(KNOWN tile_place place)
{
    EXACT offset = place.wander * GROUND.border_wander + place.dither * GROUND.border_dither;
    return offset;
}

TILE_FUNCTION bool grass_meets_sand(KNOWN int left, int right)
{
    return (IS_GRASS(left) && IS_SAND(right)) || (IS_SAND(left) && IS_GRASS(right));
}

TILE_FUNCTION tile_soil soil_at(KNOWN tile_place place)
{
    const float offset = border_offset(KNOWS place);
    EXACT to_left = offset - 0.5f * GROUND.strip_width;
    EXACT to_right = offset + 0.5f * GROUND.strip_width;
    const int here = border_biome(KNOWS place.column, offset);
    const int left = border_biome(KNOWS place.column, to_left);
    const int right = border_biome(KNOWS place.column, to_right);
    const bool strip = grass_meets_sand(KNOWS BIOME(left).surface, BIOME(right).surface);
    tile_soil kinds;
    kinds.surface = strip ? GROUND.strip : BIOME(here).surface;
    kinds.soil = strip ? GROUND.strip : BIOME(here).soil;
    kinds.cover = BIOME(here).cover;
    kinds.earthy = IS_EARTH(kinds.soil);
    return kinds;
}

/// What lies depth tiles under the ground, while that is soil.
TILE_FUNCTION int soil_layer(KNOWN tile_place place, tile_soil kinds, int depth)
{
    const int surface = COLUMN(place.column).surface;
    const float surface_depth = COLUMN(place.column).surface_depth;
    EXACT fray = AS_FLOAT(depth) + place.dither;
    EXACT cover_line = COLUMN(place.column).cover_line + place.wander * COVER_WANDER;
    EXACT pebble_depth = surface_depth + PEBBLE_DEPTH;
    EXACT pebble = place.ore + PEBBLE_ZONES * place.zone;
    EXACT least_pebble = ORE_RARE - ORE_RICH * GROUND.pebble_share;
    const bool drowned = COLUMN(place.column).water > surface;
    const bool covered = kinds.cover != NO_MATERIAL && !drowned && AS_FLOAT(surface) > cover_line;
    if (covered && fray <= COLUMN(place.column).cover_depth)
    {
        return kinds.cover;
    }
    if (fray <= surface_depth && !drowned)
    {
        return kinds.surface;
    }
    const bool is_pebble = GROUND.pebbles != NO_MATERIAL && kinds.earthy && fray > pebble_depth &&
                           pebble > least_pebble;
    return is_pebble ? GROUND.pebbles : kinds.soil;
}

// ---- rock ---------------------------------------------------------------------------------------

/// How far rock layers are bent upwards.
TILE_FUNCTION int layer_bend(KNOWN float fold)
{
    EXACT bend = fold * GROUND.layer_wander;
    return AS_INT(bend);
}

/// A pocket of ore, NO_MATERIAL for none. Each kind has regions of its own.
TILE_FUNCTION int ore_at(KNOWN tile_place place)
{
    EXACT region = (0.5f + 0.6f * place.zone) * AS_FLOAT(ORES);
    const int number = AS_INT(region);
    const int kind = number < 0 ? 0 : number >= ORES ? ORES - 1 : number;
    if (place.ore <= LEAST_ORE || place.ore <= least_ore_of(GROUND.ore_shares[kind]))
    {
        return NO_MATERIAL;
    }
    return AS_FLOAT(place.y) < GROUND.ore_tops[kind] ? GROUND.ores[kind] : NO_MATERIAL;
}

/// The rock under the soil: its borders go with the folds, and wander further.
TILE_FUNCTION int biome_rock_at(KNOWN tile_place place)
{
    EXACT further = border_offset(KNOWS place) +
                    place.fold * (ROCK_WANDER - 1.0f) * GROUND.border_wander;
    return BIOME(border_biome(KNOWS place.column, further)).rock;
}

/// Rock by depth: that of the biome, the common one, that of the depth. Strata run through them all, once
/// it is settled rock.
TILE_FUNCTION int rock_at(KNOWN tile_place place, int bend, int stratum)
{
    if (AS_FLOAT(place.y + bend) < GROUND.deep_line)
    {
        return stratum != NO_MATERIAL && GROUND.deep_stratum != NO_MATERIAL ? GROUND.deep_stratum
                                                                            : GROUND.deep_rock;
    }
    if (stratum != NO_MATERIAL)
    {
        return stratum;
    }
    EXACT age = place.cave_mix + OLD_FRAY * place.dither;
    return place.y - bend > COLUMN(place.column).rock_line ? biome_rock_at(KNOWS place)
           : age > 0.0f                                    ? GROUND.old_rock
                                                           : GROUND.rock;
}

// ---- tiles --------------------------------------------------------------------------------------

/// Above the ground: sky, or a lake, with ice on it in the cold.
TILE_FUNCTION tile_ground ground_above(KNOWN tile_place place)
{
    const int water = COLUMN(place.column).water;
    const bool wet = place.y < water;
    const bool ice = wet && GROUND.ice != NO_MATERIAL &&
                     COLUMN(place.column).temperature < FROZEN && water - place.y <= ICE_THICKNESS;
    const tile_soil kinds = soil_at(KNOWS place);
    tile_ground tile;
    tile.empty = wet ? GROUND.water : NO_MATERIAL;
    tile.solid = ice ? GROUND.ice : soil_layer(KNOWS place, kinds, 0);
    tile.wall = kinds.soil;
    tile.block = ice;
    tile.walled = false;
    return tile;
}

/// Whether the soil of a column ends above a tile that is so deep.
TILE_FUNCTION bool is_rock(KNOWN tile_place place, float depth)
{
    EXACT soil = COLUMN(place.column).soil * (1.0f + SOIL_FRAY * place.dither);
    return depth > soil;
}
