// SPDX-License-Identifier: MIT
#include "tiles/grow/plants.h"

#include "tiles/grow/stages.h"

#include "base/small.h"

#include "loam/random.h"

#include <string.h>

// Each storey has a row of places along x: one in every cell of its spacing, in the first half of the cell.
// So no two are closer than half the spacing, and no chunk has to ask another. At a place the column tells
// whether there is ground or water, the chunk's own tiles tell where exactly, and what it is made of; a chunk
// without that tile places nothing, so that each plant is placed by one chunk.
//
// Under ground every run of air in a place's column has a floor and a ceiling to grow on.

enum
{
    MARGIN = 2, // tiles that types has on each side
    NEAR = 8,   // columns on each side that are looked at for slope and shore
    NEAR_COLUMNS = LOAM_CHUNK_SIDE + 2 * NEAR,
    SLOPE = 4, // on each side of a plant
    FAR = 96,  // and for what shelters from wind
    FAR_STEP = 8,
    FAR_COUNT = FAR / FAR_STEP,
    FAR_COLUMNS = LOAM_CHUNK_SIDE / FAR_STEP + 2 * FAR_COUNT + 1,

    WINDOW_UP = 4, // consolidation moves the surface by so much at most
    WINDOW_DOWN = 10,
    HEADROOM = 3,    // air above a root; a column has no two roots closer than that
    SHALLOW = 3,     // water that plants stand in
    LILY_DEPTH = 10, // and float on, at most
    CAVE_DEPTH = 12, // below the surface, where caves begin: below what may be its ground
    HANGING_ROOM = 14,
};

static const int32_t cave_rooms[LOAM_STOREY_COUNT] = {30, 14, 7};    // air above a floor
static const int32_t shore_widths[LOAM_STOREY_COUNT] = {NEAR, 5, 3}; // how far a shore reaches

// ---- preparations -------------------------------------------------------------------------------

static float climate_of(int32_t value)
{
    return (float)value * (1.0f / LOAM_CLIMATE_MAX);
}

static void copy_species(plant_species *to, const loam_tile_species *from)
{
    to->key = (uint32_t)(loam_hash_bytes(from->name, strlen(from->name), 0) >> 40);
    to->place = from->place;
    to->storey = from->storey;
    to->soil = from->soil;
    to->temperature_low = climate_of(from->temperature_low);
    to->temperature_high = climate_of(from->temperature_high);
    to->humidity_low = climate_of(from->humidity_low);
    to->humidity_high = climate_of(from->humidity_high);
    to->slope = from->slope;
    to->depth_low = from->depth_low;
    to->depth_high = from->depth_high;
    to->share = from->share;
    to->groves = from->groves;
    to->age_low = from->age_low;
    to->age_high = from->age_high;
}

void loam_plant_recipe_init(plant_recipe *recipe, const loam_tile_defs *defs)
{
    memset(recipe, 0, sizeof *recipe);
    loam_recipe_init(&recipe->tiles, defs);
    recipe->groves = defs->groves; // floats only: it has no padding
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs->species[i].name[0] != '\0'; i++)
    {
        copy_species(&recipe->species[i], &defs->species[i]);
        recipe->species_count++;
    }
}

static loam_result init_noise(loam_noise *noise, uint64_t seed, const char *name, float wavelength,
                              loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_VALUE;
    def.wavelength = (double)wavelength;
    def.isa = isa;
    return loam_noise_init(noise, &def, loam_seed_derive(seed, name));
}

loam_result loam_plant_noises_init(plant_noises *noises, const plant_recipe *recipe, uint64_t seed,
                                   loam_isa isa)
{
    static const char *const storeys[LOAM_STOREY_COUNT] = {"trees", "shrubs", "herbs"};
    const float wavelength = recipe->groves.wavelength;
    const uint64_t own = loam_seed_derive(seed, TILE_STAGE_PLANTS);
    noises->seed = own;
    for (int32_t i = 0; i < LOAM_STOREY_COUNT; i++)
    {
        noises->storeys[i] = loam_seed_derive(own, storeys[i]);
    }
    loam_result result = loam_ground_noises_init(&noises->ground, &recipe->tiles,
                                                 loam_seed_derive(seed, TILE_STAGE_GROUND), isa);
    result = result ? result : init_noise(&noises->groves, own, "groves", wavelength, isa);
    result = result ? result
                    : init_noise(&noises->patches, own, "patches", wavelength * 0.15f, isa);
    return result ? result : init_noise(&noises->stands, own, "stands", wavelength * 0.6f, isa);
}

size_t loam_chunk_plants_size(const loam_tile_chunk_plants *plants)
{
    return offsetof(loam_tile_chunk_plants, plants) +
           (size_t)plants->count * sizeof *plants->plants;
}

// ---- a chunk ------------------------------------------------------------------------------------

/// What a chunk's plants are placed with. Positions in it are relative to the chunk.
typedef struct plant_chunk
{
    const plant_recipe *recipe;
    const plant_noises *noises;
    const tile_types *types;
    loam_tile_pos at;
    tile_column *near; // from NEAR columns left of the chunk on
    tile_column *far;  // from FAR columns left of it on, every FAR_STEP, once they are asked for
    float *groves;     // of each column, 0..1
    bool knows_far;
    loam_result result;
    loam_tile_chunk_plants *out;
} plant_chunk;

size_t loam_plants_scratch_size(void)
{
    return LOAM_ARENA_SIZE(NEAR_COLUMNS * sizeof(tile_column)) +
           LOAM_ARENA_SIZE(FAR_COLUMNS * sizeof(tile_column)) +
           2 * LOAM_ARENA_SIZE(LOAM_CHUNK_SIDE * sizeof(float));
}

static const tile_column *column_at(const plant_chunk *chunk, int32_t x)
{
    return &chunk->near[x + NEAR];
}

/// The block at a place, which may lie in the margin.
static uint8_t block_at(const plant_chunk *chunk, int32_t x, int32_t y)
{
    return chunk->types
        ->block[(size_t)(y + MARGIN) * (size_t)chunk->types->w + (size_t)(x + MARGIN)];
}

static uint32_t properties_at(const plant_chunk *chunk, int32_t x, int32_t y)
{
    return chunk->recipe->tiles.properties[block_at(chunk, x, y)];
}

static bool solid_at(const plant_chunk *chunk, int32_t x, int32_t y)
{
    return (properties_at(chunk, x, y) & LOAM_SOLID) != 0;
}

static bool open_sky_at(const plant_chunk *chunk, int32_t x, int32_t y)
{
    return chunk->types
               ->wall[(size_t)(y + MARGIN) * (size_t)chunk->types->w + (size_t)(x + MARGIN)] ==
           LOAM_AIR;
}

/// Rise per tile, positive to the right.
static float slope_at(const plant_chunk *chunk, int32_t x)
{
    const int32_t rise = column_at(chunk, x + SLOPE)->surface -
                         column_at(chunk, x - SLOPE)->surface;
    return loam_clamp((float)rise * (1.0f / (2 * SLOPE)), -8.0f, 8.0f);
}

/// Far columns are asked for by plants under the open sky, which most chunks have none of. Whether they are known.
static bool find_far(plant_chunk *chunk)
{
    if (!chunk->knows_far)
    {
        chunk->result = loam_columns_fill(&chunk->recipe->tiles, &chunk->noises->ground,
                                          chunk->at.x - FAR, FAR_STEP, FAR_COLUMNS, chunk->far);
        chunk->knows_far = true;
    }
    return chunk->result == LOAM_OK;
}

/// How much of the wind from one side reaches a height: hills up to FAR tiles away shelter it, the more the
/// higher they stand before the sky.
static float wind_from(plant_chunk *chunk, int32_t x, int32_t height, int32_t side)
{
    static const float per_tile[FAR_COUNT] = {0.125f,      0.0625f,     0.04166667f, 0.03125f,
                                              0.025f,      0.02083333f, 0.01785714f, 0.015625f,
                                              0.01388889f, 0.0125f,     0.01136364f, 0.01041667f};
    const int32_t middle = FAR_COUNT + (x + FAR_STEP / 2) / FAR_STEP;
    float highest = 0.0f;
    if (!find_far(chunk))
    {
        return 0.0f;
    }
    for (int32_t i = 1; i <= FAR_COUNT; i++)
    {
        const int32_t hill =
            chunk->far[loam_nearest_in(middle + side * i, 0, FAR_COLUMNS - 1)].surface;
        const float angle = (float)(hill - height - 2) * per_tile[i - 1];
        highest = angle > highest ? angle : highest;
    }
    return loam_clamp01(1.0f - 1.6f * highest);
}

// ---- a plant ------------------------------------------------------------------------------------

/// A place where a plant could stand.
typedef struct plant_spot
{
    int32_t x, y; // of the root
    bool cave, open;
    plant_niche niche;
} plant_spot;

static void add_plant(plant_chunk *chunk, const plant_spot *spot, int32_t species)
{
    loam_tile_chunk_plants *const out = chunk->out;
    if (out->count == LOAM_MAX_CHUNK_PLANTS)
    {
        return;
    }
    const plant_species *const of = &chunk->recipe->species[species];
    const tile_column *const column = column_at(chunk, spot->x);
    const int64_t x = chunk->at.x + spot->x, y = chunk->at.y + spot->y;
    const uint64_t seed = loam_seed_at(chunk->noises->seed, x, y, of->key);
    const float young = loam_random_float(seed, 1), slope = slope_at(chunk, spot->x);
    const float steep = slope < 0.0f ? -slope : slope;
    const float wet = of->place == LOAM_PLANT_ON_SHORE || of->place == LOAM_PLANT_ON_WATER ? 1.0f
                                                                                           : 0.0f;
    out->plants[out->count++] = (loam_tile_plant){
        .x = x,
        .y = y,
        .seed = seed,
        .age = of->age_high - (of->age_high - of->age_low) * young * young, // most are grown up
        .soil = loam_clamp01(0.35f + 0.4f * column->humidity + 0.006f * column->soil -
                             0.3f * steep),
        .slope = spot->cave ? 0.0f : slope,
        .moisture = loam_clamp01(column->humidity + wet),
        .light = spot->open ? 1.0f : 0.0f,
        .wind_left = spot->open ? wind_from(chunk, spot->x, column->surface, -1) : 0.0f,
        .wind_right = spot->open ? wind_from(chunk, spot->x, column->surface, 1) : 0.0f,
        .species = species,
    };
}

static bool try_spot(plant_chunk *chunk, const plant_spot *spot)
{
    const int32_t species = loam_species_choose(chunk->recipe, chunk->noises, &spot->niche);
    if (species >= 0)
    {
        add_plant(chunk, spot, species);
    }
    return species >= 0;
}

// ---- under the open sky -------------------------------------------------------------------------

static bool can_root(const plant_chunk *chunk, int32_t x, int32_t y)
{
    bool free = solid_at(chunk, x, y - 1) && solid_at(chunk, x, y - 2);
    for (int32_t i = 0; i < HEADROOM; i++)
    {
        free = free && !solid_at(chunk, x, y + i);
    }
    return free;
}

/// The height of the first free tile above the ground, where this chunk has it; -1 if it has not. If the
/// chunk has all of the window it takes the topmost; if not, it looks at so few rows that no other could
/// be a second root.
static int32_t find_ground(const plant_chunk *chunk, int32_t x)
{
    const int64_t surface = column_at(chunk, x)->surface - chunk->at.y;
    const bool whole = surface - WINDOW_DOWN >= 0 && surface + WINDOW_UP < LOAM_CHUNK_SIDE;
    const int64_t top = surface + (whole ? WINDOW_UP : 1);
    const int64_t bottom = surface - (whole ? WINDOW_DOWN : HEADROOM - 1);
    const int64_t first = top < LOAM_CHUNK_SIDE ? top : LOAM_CHUNK_SIDE - 1;
    for (int64_t y = first; y >= bottom && y >= 0; y--)
    {
        if (can_root(chunk, x, (int32_t)y))
        {
            return (int32_t)y;
        }
    }
    return -1;
}

/// Whether water is beside a dry column, and not far below.
static bool beside_water(const plant_chunk *chunk, int32_t x, int32_t width)
{
    const int32_t surface = column_at(chunk, x)->surface;
    bool found = false;
    for (int32_t i = -width; i <= width; i++)
    {
        const tile_column *const other = column_at(chunk, x + i);
        found = found || (other->water > other->surface && surface - other->water <= width / 3);
    }
    return found;
}

static plant_niche niche_of(const plant_chunk *chunk, int32_t storey, int32_t x, uint64_t seed)
{
    const tile_column *const column = column_at(chunk, x);
    return (plant_niche){
        .storey = storey,
        .temperature = column->temperature,
        .humidity = column->humidity,
        .slope = slope_at(chunk, x),
        .grove = chunk->groves[x],
        .x = chunk->at.x + x,
        .seed = seed,
    };
}

/// On ground, dry or under shallow water.
static bool try_ground(plant_chunk *chunk, int32_t storey, int32_t x, uint64_t seed)
{
    const tile_column *const column = column_at(chunk, x);
    const int32_t depth = column->water > column->surface ? column->water - column->surface : 0;
    const int32_t y = depth <= SHALLOW ? find_ground(chunk, x) : -1;
    if (y < 0)
    {
        return false;
    }
    plant_spot spot = {.x = x, .y = y, .open = true, .niche = niche_of(chunk, storey, x, seed)};
    const bool dry = block_at(chunk, x, y) == LOAM_AIR;
    spot.niche.places = (depth == 0 && dry ? 1u << LOAM_PLANT_ON_GROUND : 0u) |
                        (depth > 0 || beside_water(chunk, x, shore_widths[storey])
                             ? 1u << LOAM_PLANT_ON_SHORE
                             : 0u);
    spot.niche.soil = properties_at(chunk, x, y - 1);
    return try_spot(chunk, &spot);
}

/// On a lake that is neither all too shallow nor deep.
static void try_water(plant_chunk *chunk, int32_t storey, int32_t x, uint64_t seed)
{
    const tile_column *const column = column_at(chunk, x);
    const int64_t y = (int64_t)column->water - chunk->at.y;
    if (column->water <= column->surface + 1 || column->water > column->surface + LILY_DEPTH ||
        y < 0 || y >= LOAM_CHUNK_SIDE || block_at(chunk, x, (int32_t)y) != LOAM_AIR)
    {
        return;
    }
    plant_spot spot = {
        .x = x, .y = (int32_t)y, .open = true, .niche = niche_of(chunk, storey, x, seed)};
    spot.niche.places = 1u << LOAM_PLANT_ON_WATER;
    spot.niche.soil = properties_at(chunk, x, (int32_t)y - 1);
    try_spot(chunk, &spot);
}

// ---- under ground -------------------------------------------------------------------------------

/// A floor (up) or a ceiling at y of a run of air.
static void try_cave(plant_chunk *chunk, int32_t storey, int32_t x, int32_t y, bool up)
{
    const int64_t depth = column_at(chunk, x)->surface - (chunk->at.y + y);
    const uint64_t seed = loam_seed_at(chunk->noises->storeys[storey], chunk->at.x + x,
                                       chunk->at.y + y, up ? 1 : 2);
    const bool too_high = depth < (up ? CAVE_DEPTH : 0);
    if (too_high || loam_random_float(seed, 1) >= chunk->recipe->groves.cave_share)
    {
        return;
    }
    plant_spot spot = {.x = x,
                       .y = y,
                       .cave = true,
                       .open = !up && open_sky_at(chunk, x, y),
                       .niche = niche_of(chunk, storey, x, seed)};
    spot.niche.y = chunk->at.y + y;
    spot.niche.slope = 0.0f;
    spot.niche.grove = 1.0f; // caves have no glades, only stands
    spot.niche.depth = (float)(depth < TILE_HEIGHT_END ? depth : TILE_HEIGHT_END);
    spot.niche.places = 1u << (up ? LOAM_PLANT_IN_CAVES : LOAM_PLANT_HANGING);
    spot.niche.soil = properties_at(chunk, x, up ? y - 1 : y + 1);
    try_spot(chunk, &spot);
}

/// Goes through the runs of air of a column, as far as the chunk sees them.
static void try_caves(plant_chunk *chunk, int32_t storey, int32_t x)
{
    enum
    {
        END = LOAM_CHUNK_SIDE + MARGIN
    };
    for (int32_t y = -MARGIN + 1; y < END; y++)
    {
        const int32_t first = y;
        while (y < END && block_at(chunk, x, y) == LOAM_AIR)
        {
            y++;
        }
        const int32_t room = y - first, last = y - 1;
        if (room >= cave_rooms[storey] && first >= 0 && first < LOAM_CHUNK_SIDE &&
            solid_at(chunk, x, first - 1))
        {
            try_cave(chunk, storey, x, first, true);
        }
        if (room >= HANGING_ROOM && y < END && last < LOAM_CHUNK_SIDE && solid_at(chunk, x, y))
        {
            try_cave(chunk, storey, x, last, false);
        }
    }
}

// ---- all of a chunk -----------------------------------------------------------------------------

static float grove_of(const plant_recipe *recipe, float grove, float patch)
{
    const float contrast = recipe->groves.contrast * 0.5f;
    return loam_clamp01(0.5f + contrast * (0.8f * grove + 0.35f * patch));
}

float loam_grove_at(const plant_recipe *recipe, const plant_noises *noises, int64_t x)
{
    return grove_of(recipe, loam_noise_at1(&noises->groves, x),
                    loam_noise_at1(&noises->patches, x));
}

static loam_result sample_groves(plant_chunk *chunk, float *patches)
{
    const loam_noise_area area = {
        .x = chunk->at.x, .step = 1, .w = LOAM_CHUNK_SIDE, .h = 1, .d = 1};
    loam_result result = loam_noise_grid1(&chunk->noises->groves, chunk->groves, area);
    result = result ? result : loam_noise_grid1(&chunk->noises->patches, patches, area);
    for (int32_t i = 0; i < LOAM_CHUNK_SIDE && result == LOAM_OK; i++)
    {
        chunk->groves[i] = grove_of(chunk->recipe, chunk->groves[i], patches[i]);
    }
    return result;
}

static loam_result prepare(plant_chunk *chunk, loam_arena *scratch)
{
    const plant_recipe *const recipe = chunk->recipe;
    const ground_noises *const ground = &chunk->noises->ground;
    chunk->near = loam_arena_take(scratch, NEAR_COLUMNS * sizeof *chunk->near);
    chunk->far = loam_arena_take(scratch, FAR_COLUMNS * sizeof *chunk->far);
    chunk->groves = loam_arena_take(scratch, LOAM_CHUNK_SIDE * sizeof(float));
    float *const patches = loam_arena_take(scratch, LOAM_CHUNK_SIDE * sizeof(float));
    loam_result result = loam_columns_fill(&recipe->tiles, ground, chunk->at.x - NEAR, 1,
                                           NEAR_COLUMNS, chunk->near);
    return result ? result : sample_groves(chunk, patches);
}

static void place_storey(plant_chunk *chunk, int32_t storey)
{
    const int64_t spacing = (int64_t)chunk->recipe->groves.spacing[storey];
    const int64_t first = loam_floor_div(chunk->at.x, spacing);
    const int64_t last = loam_floor_div(chunk->at.x + LOAM_CHUNK_SIDE - 1, spacing);
    for (int64_t cell = first; cell <= last; cell++)
    {
        const uint64_t seed = loam_seed_at(chunk->noises->storeys[storey], cell, 0, 0);
        const int64_t x = cell * spacing + loam_random_range(seed, 1, 0, spacing / 2) - chunk->at.x;
        if (x < 0 || x >= LOAM_CHUNK_SIDE)
        {
            continue;
        }
        if (!try_ground(chunk, storey, (int32_t)x, seed))
        {
            try_water(chunk, storey, (int32_t)x, seed);
        }
        try_caves(chunk, storey, (int32_t)x);
    }
}

/// From left to right, then from below.
static void sort_plants(loam_tile_chunk_plants *all)
{
    for (int32_t i = 1; i < all->count; i++)
    {
        const loam_tile_plant plant = all->plants[i];
        int32_t at = i;
        for (; at > 0 && (all->plants[at - 1].x > plant.x ||
                          (all->plants[at - 1].x == plant.x && all->plants[at - 1].y > plant.y));
             at--)
        {
            all->plants[at] = all->plants[at - 1];
        }
        all->plants[at] = plant;
    }
}

bool loam_plants_possible(const tile_types *types)
{
    const size_t count = (size_t)types->w * (size_t)types->h;
    uint8_t any = LOAM_AIR;
    for (size_t i = 0; i < count; i++)
    {
        any |= types->block[i];
    }
    return any != LOAM_AIR && memchr(types->block, LOAM_AIR, count) != NULL;
}

loam_result loam_plants_place(const plant_recipe *recipe, const plant_noises *noises,
                              loam_tile_pos chunk, const tile_types *types,
                              loam_tile_chunk_plants *out, loam_arena scratch)
{
    plant_chunk work = {
        .recipe = recipe, .noises = noises, .types = types, .at = chunk, .out = out};
    if (recipe->species_count == 0 || !loam_plants_possible(types))
    {
        return LOAM_OK;
    }
    work.result = prepare(&work, &scratch);
    for (int32_t storey = 0; storey < LOAM_STOREY_COUNT && work.result == LOAM_OK; storey++)
    {
        place_storey(&work, storey);
    }
    sort_plants(out);
    return work.result;
}
