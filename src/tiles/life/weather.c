// SPDX-License-Identifier: MIT
#include "tiles/life/weather.h"

#include "loam/maths.h"
#include "loam/noise.h"
#include "loam/random.h"

#include "base/small.h"
#include "tiles/life/climate.h"
#include "tiles/life/life.h"
#include "tiles/state/cover.h"
#include "tiles/state/touched.h"

// Clouds are a noise over place and time that is carried along: by a steady wind, whose side is the
// world's own, and one that comes and goes. Where they are dense it rains. A drop is a tile of water that
// appears under the cloud and falls like any other: it is what fills ponds. There are far fewer drops than would
// put a fire out; that does what they stand for, the wetness of all that is under the open sky.

enum
{
    COLUMN = 64,      // tiles that share a wind and a cloud: a quarter of an update chunk
    COLUMN_ROW = 32,  // columns whose noise is asked for at once
    FIXED = 1 << 16,  // fractions of the steady wind
    CHANCE = 1 << 16, // of a drop
    STORM_WIND = 3,
    DEEP_SNOW = 8,  // tiles: more does not fall
    DEEP_WATER = 8, // and what rock holds above the ground as it grew
    SOAKS = 8,      // of so many drops on earth one stays
    RUNS_OFF = 420, // of CHANCE: from one of the columns in a step
    DRY =
        80, // humidity up to which rain leaves things dry: it is taken up by the air and the ground
    WETS = 8,      // of 1024, with every step of humidity above that
    WETTEST = 768, // of 1024
};

struct loam_skies
{
    loam_noise clouds, gusts, drift;
    uint64_t drop_seed;
    int64_t steady;   // wind, in 1/FIXED tiles a step
    float drift_size; // tiles that the changing wind carries clouds to and fro
};

// ---- set by commands ------------------------------------------------------------------------------

const char *loam_weather_name(loam_weather weather)
{
    static const char *const names[] = {"changing", "clear", "cloudy", "rain", "storm"};
    return (uint32_t)weather < LOAM_WEATHER_COUNT ? names[weather] : NULL;
}

void loam_tile_world_set_weather(loam_tile_world *world, loam_weather weather)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, (uint32_t)weather < LOAM_WEATHER_COUNT);
    world->weather = weather;
}

loam_weather loam_tile_world_weather(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return world->weather;
}

static uint64_t day_steps(const loam_tile_world *world)
{
    return (uint64_t)world->defs->sky.day_steps;
}

void loam_tile_world_set_day_step(loam_tile_world *world, int32_t step)
{
    LOAM_ASSERT(NULL, world != NULL);
    const uint64_t day = day_steps(world);
    LOAM_ASSERT(&world->env, step >= 0 && (uint64_t)step < day);
    world->dawn_offset = ((uint64_t)step + day - world->steps % day) % day;
}

int32_t loam_tile_world_day_step(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    const uint64_t day = day_steps(world);
    return (int32_t)((world->steps % day + world->dawn_offset) % day);
}

void loam_tile_world_set_time(loam_tile_world *world, uint16_t time)
{
    LOAM_ASSERT(NULL, world != NULL);
    const uint64_t day = day_steps(world);
    loam_tile_world_set_day_step(world, (int32_t)((day * time + 65535) / 65536 % day));
}

uint16_t loam_tile_world_time(const loam_tile_world *world)
{
    return (uint16_t)((uint64_t)loam_tile_world_day_step(world) * 65536 / day_steps(world));
}

// ---- making ---------------------------------------------------------------------------------------

static loam_result init_noises(struct loam_skies *skies, const loam_tile_world *world)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    const uint64_t seed = loam_seed_derive(world->def.seed, "sky");
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_SIMPLEX;
    def.isa = world->env.isa;
    def.fractal = LOAM_FRACTAL_FBM;
    def.octaves = 3;
    def.wavelength = (double)sky->cloud_wavelength;
    loam_result result = loam_noise_init(&skies->clouds, &def, loam_seed_derive(seed, "clouds"));
    def.octaves = 2;
    def.wavelength = (double)sky->wind_wavelength;
    result = result != LOAM_OK
                 ? result
                 : loam_noise_init(&skies->gusts, &def, loam_seed_derive(seed, "gusts"));
    def.kind = LOAM_NOISE_VALUE;
    def.octaves = 1;
    def.wavelength = (double)sky->cloud_period;
    return result != LOAM_OK
               ? result
               : loam_noise_init(&skies->drift, &def, loam_seed_derive(seed, "drift"));
}

loam_result loam_weather_init(loam_tile_world *world)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    struct loam_skies *const skies = loam_alloc(&world->env, sizeof *skies);
    if (skies == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    world->skies = skies;
    world->dawn_offset = day_steps(world) / 3; // a world begins at eight in the morning
    loam_year_init(world);
    const bool to_the_right = loam_random_u32(loam_seed_derive(world->def.seed, "side"), 0) & 1;
    const int64_t steady = (int64_t)(sky->wind_strength * 0.5f * (float)FIXED);
    skies->steady = to_the_right ? steady : -steady;
    skies->drift_size = sky->wind_strength * sky->cloud_period * 0.125f;
    skies->drop_seed = loam_seed_derive(world->def.seed, "drops");
    return init_noises(skies, world);
}

void loam_weather_free(loam_tile_world *world)
{
    loam_free(&world->env, world->skies, sizeof *world->skies);
}

// ---- the sky --------------------------------------------------------------------------------------

/// Steps as places of a noise: one wavelength in one period.
static int64_t time_as_place(uint64_t steps, float wavelength, float period)
{
    const uint64_t length = (uint64_t)wavelength, cycle = period < 1.0f ? 1 : (uint64_t)period;
    return (int64_t)(steps / cycle * length + steps % cycle * length / cycle);
}

/// How far clouds have drifted until a step: steadily, in 1/FIXED tiles; and to and fro.
static int64_t drifted_steadily(const struct loam_skies *skies, uint64_t steps)
{
    return (int64_t)(steps % ((uint64_t)1 << 40)) * skies->steady;
}

static float drifted_to_and_fro(const struct loam_skies *skies, uint64_t steps)
{
    return skies->drift_size * loam_noise_at1(&skies->drift, (int64_t)steps);
}

static int64_t drifted(const struct loam_skies *skies, uint64_t steps)
{
    return loam_floor_div(drifted_steadily(skies, steps), FIXED) +
           (int64_t)drifted_to_and_fro(skies, steps);
}

/// What is the same for all columns in a step.
typedef struct sky_moment
{
    int64_t drifted; // tiles that clouds have drifted
    float carried;   // tiles a step that they do now
} sky_moment;

static sky_moment moment_of(const loam_tile_world *world)
{
    const uint64_t second = 100; // what drifts in a second, so that whole tiles can be compared
    const int64_t now = drifted(world->skies, world->steps);
    return (sky_moment){now, (float)(drifted(world->skies, world->steps + second) - now) * 0.01f};
}

/// The row of a noise of the sky that belongs to now.
static int64_t gusts_now(const loam_tile_world *world)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    return time_as_place(world->steps, sky->wind_wavelength, sky->wind_period);
}

static int64_t clouds_now(const loam_tile_world *world)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    return time_as_place(world->steps, sky->cloud_wavelength, sky->cloud_period);
}

static float wind_of(const loam_tile_world *world, const sky_moment *moment, float gust)
{
    const float wind = moment->carried + gust * world->defs->sky.wind_strength;
    return world->weather == LOAM_WEATHER_STORM ? wind * (float)STORM_WIND : wind;
}

static float wind_at(const loam_tile_world *world, const sky_moment *moment, int64_t x)
{
    return wind_of(world, moment, loam_noise_at2(&world->skies->gusts, x, gusts_now(world)));
}

static float cloud_of(const loam_tile_world *world, int32_t humidity, float noise)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    const float share = sky->cloud_share * (0.4f + (float)humidity * (1.2f / LOAM_CLIMATE_MAX));
    const float cloud = loam_clamp01((noise - 0.6f * (1.0f - 2.0f * share)) * 2.0f);
    switch (world->weather)
    {
    case LOAM_WEATHER_CLEAR:
        return 0.0f;
    case LOAM_WEATHER_CLOUDY:
        return loam_clamp(cloud, 0.1f, 0.3f);
    case LOAM_WEATHER_RAIN:
        return loam_clamp01(0.8f + 0.2f * noise);
    case LOAM_WEATHER_STORM:
        return 1.0f;
    default:
        return cloud;
    }
}

static float cloud_at(const loam_tile_world *world, const sky_moment *moment, int64_t x,
                      int32_t humidity)
{
    const float noise = loam_noise_at2(&world->skies->clouds, x - moment->drifted,
                                       clouds_now(world));
    return cloud_of(world, humidity, noise);
}

/// One column after another, the noise of many asked for at once: single samples cost five times as much.
typedef struct column_row
{
    const loam_noise *noise;
    int64_t y;
    float samples[COLUMN_ROW];
} column_row;

/// The noise of column i, whose x is known; columns are asked for in turn, from 0 on.
static float next_sample(column_row *row, int64_t x, int32_t i)
{
    if (i % COLUMN_ROW == 0)
    {
        const loam_noise_area area = {
            .x = x, .y = row->y, .step = COLUMN, .w = COLUMN_ROW, .h = 1, .d = 1};
        (void)loam_noise_grid2(row->noise, row->samples, area);
    }
    return row->samples[i % COLUMN_ROW];
}

/// How much of what the densest cloud gives.
static float rain_of(float cloud)
{
    return loam_clamp01((cloud - 0.35f) * (1.0f / 0.65f));
}

/// Clouds stand above the ground, but do not follow every hill.
int64_t loam_weather_base(const loam_tile_world *world, int64_t x)
{
    return loam_climate_level(world, x) + (int64_t)world->defs->sky.cloud_height;
}

// ---- light and colours ----------------------------------------------------------------------------

/// How high the sun stands: -1 at midnight, 1 at noon.
static float sun_height(const loam_tile_world *world)
{
    const float turn = 6.2831853f / 65536.0f;
    return -loam_cos((float)loam_tile_world_time(world) * turn);
}

static loam_colour by_sun(float sun, loam_colour night, loam_colour dusk, loam_colour noon)
{
    return sun < 0.0f ? loam_colour_mix(night, dusk, loam_clamp01((sun + 0.3f) * (1.0f / 0.3f)))
                      : loam_colour_mix(dusk, noon, loam_clamp01(sun * (1.0f / 0.4f)));
}

/// The colour of the sky at the horizon, blended from the four nearest biomes.
static loam_colour biome_sky(const loam_tile_world *world, loam_climate_column column)
{
    const float scale = 2.0f / LOAM_CLIMATE_MAX;
    const float warm = (float)column.temperature * scale, wet = (float)column.humidity * scale;
    const int32_t row = warm < 1.0f ? 0 : 1, place = wet < 1.0f ? 0 : 1;
    const loam_tile_biome *const biome = &world->defs->biomes[3 * row + place];
    const float right = wet - (float)place;
    return loam_colour_mix(loam_colour_mix(biome[0].sky, biome[1].sky, right),
                           loam_colour_mix(biome[3].sky, biome[4].sky, right), warm - (float)row);
}

static loam_tile_sky_state sky_at(const loam_tile_world *world, const sky_moment *moment, int64_t x,
                                  float sun)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    const loam_climate_column column = loam_climate_at(world, x);
    const float cloud = cloud_at(world, moment, x, column.humidity);
    const loam_colour grey = {150, 154, 160, 255};
    const loam_colour day = loam_colour_mix(biome_sky(world, column), grey, 0.5f * cloud);
    const loam_colour zenith = loam_colour_mix(sky->zenith_noon, grey, 0.6f * cloud);
    loam_colour light = by_sun(sun, sky->night, sky->dusk, sky->noon);
    light.a = (uint8_t)((float)light.a * (1.0f - 0.35f * cloud));
    const loam_colour horizon_dusk = loam_colour_mix(sky->zenith_dusk, sky->dusk, 0.75f);
    const loam_colour horizon_night = loam_colour_mix(sky->zenith_night, sky->night, 0.25f);
    loam_colour low = by_sun(sun, horizon_night, horizon_dusk, day);
    low.a = UINT8_MAX;
    const int32_t temperature = loam_climate_temperature(world, x, column.surface);
    return (loam_tile_sky_state){
        .wind = wind_at(world, moment, x),
        .drifted = (double)drifted_steadily(world->skies, world->steps) / FIXED +
                   (double)drifted_to_and_fro(world->skies, world->steps),
        .cloud = cloud,
        .rain = rain_of(cloud),
        .snows = temperature <= sky->snow_temperature,
        .cloud_y = loam_weather_base(world, x),
        .light = light,
        .low = low,
        .high = by_sun(sun, sky->zenith_night, sky->zenith_dusk, zenith),
        .temperature = temperature,
        .humidity = column.humidity,
    };
}

void loam_tile_world_sky(const loam_tile_world *world, int64_t x, int64_t step, int32_t count,
                         loam_tile_sky_state *out)
{
    LOAM_ASSERT(NULL, world != NULL);
    const float sun = sun_height(world);
    const sky_moment moment = moment_of(world);
    for (int32_t i = 0; i < count; i++)
    {
        const int64_t column = loam_after_steps(x, step, i);
        out[i] = sky_at(world, &moment, loam_nearest_in(column, -LOAM_TILE_END, LOAM_TILE_END - 1),
                        sun);
    }
}

// ---- what it does ---------------------------------------------------------------------------------

int64_t loam_weather_first_column(const loam_tile_world *world)
{
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    return low.x * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2;
}

int64_t loam_weather_end_column(const loam_tile_world *world)
{
    return loam_weather_first_column(world) + world->ring.side - LOAM_CHUNK_SIDE;
}

int32_t loam_weather_side(const loam_tile_world *world)
{
    return world->skies->steady < 0 ? -1 : 1;
}

/// Of 1024, positive to the right.
static int32_t relative_wind(const loam_tile_world *world, float wind)
{
    const float strongest = world->defs->sky.wind_strength * 2.0f;
    const float scale = strongest > 0.0f ? 1.0f / strongest : 0.0f;
    return (int32_t)(loam_clamp(wind * scale, -1.0f, 1.0f) * 1024.0f);
}

void loam_weather_winds(const loam_tile_world *world, int64_t x, int32_t *winds, int32_t count)
{
    const sky_moment moment = moment_of(world);
    column_row gusts = {.noise = &world->skies->gusts, .y = gusts_now(world)};
    for (int32_t i = 0; i < count; i++)
    {
        const float gust = next_sample(&gusts, x + (int64_t)i * COLUMN, i);
        winds[i] = relative_wind(world, wind_of(world, &moment, gust));
    }
}

void loam_weather_blow(const loam_tile_world *world, int16_t *winds, int32_t count)
{
    const int64_t first = loam_weather_first_column(world) - COLUMN;
    const sky_moment moment = moment_of(world);
    column_row gusts = {.noise = &world->skies->gusts, .y = gusts_now(world)};
    for (int32_t i = 0; i < count; i++)
    {
        const int64_t x = first + (int64_t)i * COLUMN;
        const float wind = wind_of(world, &moment, next_sample(&gusts, x + COLUMN / 2, i));
        winds[(uint64_t)loam_floor_div(x, COLUMN) % (uint64_t)count] = (int16_t)relative_wind(world,
                                                                                              wind);
    }
}

/// Whether what falls at a column is water, and not snow.
static bool falls_wet(const loam_tile_world *world, int64_t x, loam_climate_column column)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    return (world->defs->materials[sky->rain].properties & LOAM_EXTINGUISHING) != 0 &&
           sky->rain_chance > 0 &&
           loam_climate_temperature(world, x, column.surface) > sky->snow_temperature;
}

static int16_t wetness_at(const loam_tile_world *world, int64_t x, float cloud_noise)
{
    const loam_climate_column column = loam_climate_at(world, x);
    if (column.humidity <= DRY || !falls_wet(world, x, column))
    {
        return 0;
    }
    const int32_t wets = (column.humidity - DRY) * WETS;
    const float rain = rain_of(cloud_of(world, column.humidity, cloud_noise));
    return (int16_t)(rain * (float)(wets < WETTEST ? wets : WETTEST));
}

void loam_weather_soak(const loam_tile_world *world, int16_t *wet, int32_t count)
{
    const int64_t first = loam_weather_first_column(world) - COLUMN + COLUMN / 2;
    const int64_t drifted = moment_of(world).drifted;
    column_row clouds = {.noise = &world->skies->clouds, .y = clouds_now(world)};
    for (int32_t i = 0; i < count; i++)
    {
        const int64_t x = first + (int64_t)i * COLUMN;
        wet[(uint64_t)loam_floor_div(x, COLUMN) % (uint64_t)count] =
            world->defs->version >= 2 ? wetness_at(world, x, next_sample(&clouds, x - drifted, i))
                                      : 0;
    }
}

/// Whether a row is in the part of the world that lives.
static bool is_alive(const loam_tile_world *world, int64_t y)
{
    const loam_chunk_pos lowest = loam_ring_lowest(&world->ring, world->ring.anchor);
    const int64_t bottom = lowest.y * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2;
    return y >= bottom && y < bottom + world->ring.side - LOAM_CHUNK_SIDE;
}

/// A drop or a flake below the cloud, if there is nothing but air. Whether it appeared.
static bool let_fall(loam_tile_world *world, int64_t x, int64_t y, uint8_t material,
                     uint32_t random)
{
    if (!is_alive(world, y) || material == LOAM_AIR)
    {
        return false;
    }
    const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){x, y});
    loam_tile *const tile = &world->ring.tiles[index];
    if (tile->block != LOAM_AIR || loam_cover_bare(world, index).wall != LOAM_AIR)
    {
        return false;
    }
    tile->block = material;
    tile->block_variant = (uint8_t)(random & 15);
    loam_life_changed(world, index, LOAM_AIR);
    loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
    return true;
}

static uint32_t properties_at(const loam_tile_world *world, int64_t x, int64_t y)
{
    const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){x, y});
    return world->defs->materials[world->ring.tiles[index].block].properties;
}

/// Whether snow lies so deep below a place in the sky that no more comes. Where it is too cold to melt it would
/// bury the land within a year.
static bool is_snowed_in(const loam_tile_world *world, int64_t x, int64_t y)
{
    const loam_chunk_pos lowest = loam_ring_lowest(&world->ring, world->ring.anchor);
    const int64_t bottom = lowest.y * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2;
    while (y > bottom && (properties_at(world, x, y) & LOAM_SOLID) == 0)
    {
        y--;
    }
    return (properties_at(world, x, y) & properties_at(world, x, y - DEEP_SNOW) & LOAM_COLD) != 0;
}

/// What lies below a place in the sky.
typedef struct open_ground
{
    int64_t bed; // the highest tile that is neither air nor rain
    int64_t top; // the highest one of the water that stands on it, or the bed
    bool soaks;  // the bed is of earth
} open_ground;

static uint8_t block_at(const loam_tile_world *world, int64_t x, int64_t y)
{
    return world->ring.tiles[loam_ring_index(&world->ring, (loam_tile_pos){x, y})].block;
}

/// Drops on their way are passed by.
static open_ground look_down(const loam_tile_world *world, int64_t x, int64_t y)
{
    const loam_chunk_pos lowest = loam_ring_lowest(&world->ring, world->ring.anchor);
    const int64_t bottom = lowest.y * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2;
    open_ground ground = {y, y, false};
    do
    {
        while (ground.bed > bottom && block_at(world, x, ground.bed) == LOAM_AIR)
        {
            ground.bed--;
        }
        ground.top = ground.bed;
        while (ground.bed > bottom && block_at(world, x, ground.bed) == world->defs->sky.rain)
        {
            ground.bed--;
        }
    } while (ground.bed > bottom && block_at(world, x, ground.bed) == LOAM_AIR);
    ground.soaks = (properties_at(world, x, ground.bed) & (LOAM_SOIL | LOAM_GRASS | LOAM_SAND)) !=
                   0;
    return ground;
}

/// Rain fills lakes up to where they grew, and what is dug. On earth above that most of it soaks away, and what
/// rock holds gets only so deep: otherwise all that falls would gather in the valleys, which is far more than
/// evaporates there, and drown them within a year.
static bool is_too_wet(const loam_tile_world *world, int64_t x, int64_t y, uint32_t random)
{
    const open_ground ground = look_down(world, x, y);
    if (ground.top + 1 < loam_climate_at(world, x).water_level)
    {
        return false;
    }
    return ground.soaks ? random % SOAKS != 0 : ground.top - ground.bed > DEEP_WATER;
}

/// Whether no more of what falls from a place in the sky has room below.
static bool is_full(const loam_tile_world *world, int64_t x, int64_t y, uint8_t material,
                    uint32_t random)
{
    if (world->defs->version < 2)
    {
        return false;
    }
    return material == world->defs->sky.snow
               ? is_snowed_in(world, x, y)
               : is_alive(world, y) && is_too_wet(world, x, y, random);
}

/// Water that stands on earth, higher than a lake grew or the ground, runs off: the highest tile in one of the
/// columns x .. x + COLUMN - 1.
static void run_off(loam_tile_world *world, int64_t x)
{
    const uint64_t seed = loam_seed_at(world->skies->drop_seed, x, (int64_t)world->steps, 1);
    const uint32_t random = loam_random_u32(seed, 0);
    const int64_t at = x + (random >> 26), y = loam_weather_base(world, at);
    if (random % CHANCE >= RUNS_OFF || !is_alive(world, y))
    {
        return;
    }
    const open_ground ground = look_down(world, at, y);
    if (ground.soaks && ground.top > ground.bed &&
        ground.top >= loam_climate_at(world, at).water_level)
    {
        const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){at, ground.top});
        loam_tile *const tile = &world->ring.tiles[index];
        const uint8_t before = tile->block;
        tile->block = LOAM_AIR;
        tile->block_variant = 0;
        loam_life_changed(world, index, before);
        loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
    }
}

/// What falls on the columns x .. x + COLUMN - 1.
static uint64_t fall_on(loam_tile_world *world, int64_t x, float cloud_noise)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    const loam_climate_column column = loam_climate_at(world, x + COLUMN / 2);
    const float rain = rain_of(cloud_of(world, column.humidity, cloud_noise));
    const uint32_t chance = (uint32_t)(rain * (float)sky->rain_chance);
    if (chance == 0)
    {
        return 0;
    }
    const int32_t temperature = loam_climate_temperature(world, x + COLUMN / 2, column.surface);
    const uint8_t material = temperature <= sky->snow_temperature ? sky->snow : sky->rain;
    const int64_t y = loam_weather_base(world, x + COLUMN / 2);
    uint64_t fallen = 0;
    for (int64_t i = 0; i < COLUMN; i++)
    {
        const uint64_t seed = loam_seed_at(world->skies->drop_seed, x + i, (int64_t)world->steps,
                                           0);
        const uint32_t random = loam_random_u32(seed, 0);
        if (random % CHANCE < chance && !is_full(world, x + i, y, material, random >> 16))
        {
            fallen += let_fall(world, x + i, y - (random >> 28), material, random >> 20);
        }
    }
    return fallen;
}

uint64_t loam_weather_fall(loam_tile_world *world)
{
    const int64_t first = loam_weather_first_column(world);
    const int64_t end = loam_weather_end_column(world);
    const int64_t drifted = moment_of(world).drifted;
    column_row clouds = {.noise = &world->skies->clouds, .y = clouds_now(world)};
    uint64_t fallen = 0;
    for (int64_t x = first; x < end; x += COLUMN)
    {
        const int32_t i = (int32_t)((x - first) / COLUMN);
        fallen += fall_on(world, x, next_sample(&clouds, x + COLUMN / 2 - drifted, i));
        if (world->defs->version >= 2)
        {
            run_off(world, x);
        }
    }
    return fallen;
}
