// SPDX-License-Identifier: MIT
// The climate of a window that is made up: what the wind brings from a sea, and what a range takes away.
#include "land/water/climate.h"

#include "check.h"

enum
{
    SIDE = 2 * LAND_CLIMATE_REACH + 1, // one place with all that its rain comes from
    CELLS = SIDE * SIDE,
    HERE = LAND_CLIMATE_REACH,
    CELL_M = 32768,
    PLACES = 12,
};

static land_climate climate;

/// A level plain with a sea from so many cells on to the east, or, if below 0, to the west.
static void lay_plain(int32_t sea, float height[CELLS])
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const int32_t east = i % SIDE - HERE;
        height[i] = (sea > 0 && east >= sea) || (sea < 0 && east <= sea) ? -1000 : 100;
    }
}

/// A range from north to south, so many cells to the east.
static void raise_range(int32_t at, float height[CELLS])
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        height[i] = i % SIDE - HERE == at ? 2500 : height[i];
    }
}

/// The rain in the middle of the window; latitude is 0 at the equator and 1 at a pole.
static float rain_at(double latitude, int32_t index, const float height[CELLS])
{
    static int64_t x[CELLS], z[CELLS];
    static float temperature[CELLS];
    const int64_t north = (int64_t)((0.5 * latitude - 0.21) * 2 * climate.bands_m);
    for (int32_t i = 0; i < CELLS; i++)
    {
        x[i] = (int64_t)(i % SIDE + index * 37) * CELL_M;
        z[i] = north + (int64_t)(i / SIDE - HERE) * CELL_M * 8 / 9;
        temperature[i] = 20;
    }
    const climate_window window = {x, z, height, temperature, SIDE, SIDE};
    float rain = 0;
    CHECK_OK(loam_land_climate_rain(&climate, &window, HERE, HERE, 1, 1, &rain));
    return rain;
}

// Seas make rain where the wind comes from them: from the east in the trades, from the west further north.
static void test_the_wind_brings_rain_from_the_sea(void)
{
    static float east[CELLS], west[CELLS];
    lay_plain(4, east);
    lay_plain(-4, west);
    for (int32_t i = 0; i < PLACES; i++)
    {
        CHECK(rain_at(0.12, i, east) > 1.3f * rain_at(0.12, i, west));
        CHECK(rain_at(0.6, i, west) > 1.3f * rain_at(0.6, i, east));
    }
}

// Air that has gone over a range has rained out: the plain behind it is drier than without it, and the one
// before it is not.
static void test_ranges_cast_shadows(void)
{
    static float plain[CELLS], before[CELLS], behind[CELLS];
    for (int32_t side = 0; side < 2; side++)
    {
        const int32_t upwind = side == 0 ? 1 : -1;
        const double latitude = side == 0 ? 0.12 : 0.6;
        lay_plain(8 * upwind, plain);
        lay_plain(8 * upwind, before);
        lay_plain(8 * upwind, behind);
        raise_range(4 * upwind, before);
        raise_range(-4 * upwind, behind);
        for (int32_t i = 0; i < PLACES; i++)
        {
            const float usual = rain_at(latitude, i, plain);
            CHECK_RANGE(rain_at(latitude, i, before) / usual, 0.3, 0.85);
            CHECK(rain_at(latitude, i, behind) == usual);
        }
    }
}

// Rising air rains: the foot of a range is wetter to windward than a plain is.
static void test_rising_ground_is_wet(void)
{
    static float plain[CELLS], slope[CELLS];
    lay_plain(4, plain);
    lay_plain(4, slope);
    raise_range(0, slope);
    for (int32_t i = 0; i < PLACES; i++)
    {
        CHECK(rain_at(0.12, i, slope) > 1.2f * rain_at(0.12, i, plain));
    }
}

static void test_heights_are_colder(void)
{
    CHECK_NEAR(loam_land_climate_lapse(1000), 6.2, 0.01);
    CHECK_NEAR(loam_land_climate_lapse(3000), 18.6, 0.01);
    CHECK(loam_land_climate_lapse(-4000) == 0);
}

int main(void)
{
    const loam_land_shape usual = loam_default_land_shape();
    const land_world_shape shape = loam_land_world_shape(&usual);
    CHECK_OK(loam_land_climate_init(&climate, &shape, 5, LOAM_ISA_AUTO));
    RUN(test_the_wind_brings_rain_from_the_sea);
    RUN(test_ranges_cast_shadows);
    RUN(test_rising_ground_is_wet);
    RUN(test_heights_are_colder);
    return CHECK_DONE();
}
