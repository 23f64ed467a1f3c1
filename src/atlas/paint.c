// SPDX-License-Identifier: MIT
#include "atlas/paint.h"

#include "base/small.h"
#include "land/surface/ramps.h"
#include "loam/maths.h"

#include <math.h>
#include <stddef.h>

// An atlas as painters made them: tints by height and by what grows there, shaded from several sides at once
// (Mark 1992) with warm lights and cool shadows (Imhof 1982), the sea in soft steps with a light rim along
// the coast. Slopes are exaggerated the more the smaller the scale, for a mountain range is hardly steep when
// seen from ten kilometres a pixel.

typedef struct rgb
{
    float r, g, b;
} rgb;

static const map_tint land_tints[] = {{0, 0xb5cda0},    {120, 0xc3d5a5},  {350, 0xdadfb3},
                                      {800, 0xe6d6ab},  {1400, 0xd8b98f}, {2200, 0xbf9c80},
                                      {3200, 0xc3b2a6}, {4300, 0xe9e5e1}, {5500, 0xfbfbfb}};

static const map_tint sea_tints[] = {{0, 0xc9e3e8},    {40, 0xb5d8e3},   {200, 0x9bc8da},
                                     {1000, 0x7db1cc}, {2500, 0x659bbd}, {4500, 0x4f84ac},
                                     {7000, 0x3f719b}};

static const map_tint height_tints[] = {{-6000, 0x1f3f6e}, {-3000, 0x3f74a6}, {-200, 0x8fc0da},
                                        {-1, 0xd4ecf2},    {0, 0x6f9f5b},     {300, 0xb4c878},
                                        {800, 0xece2a2},   {1600, 0xd0a063},  {2800, 0x9a6a48},
                                        {4200, 0xcfc6c2},  {5500, 0xffffff}};

static const map_tint cold_and_warm[] = {{-40, 0x3b2a6e}, {-20, 0x3f62b0}, {-5, 0x7fb4dc},
                                         {5, 0xcfe8e6},   {12, 0xf2efc0},  {20, 0xf3c46c},
                                         {28, 0xde7a45},  {38, 0x9e2f35}};

static const map_tint dry_and_wet[] = {{0, 0xead9b0},   {200, 0xe3dca0},  {500, 0xbed38c},
                                       {900, 0x86bf90}, {1500, 0x4a9fa0}, {2500, 0x2c6fa3},
                                       {4500, 0x2a3f84}};

// Of the logarithm of the flow to base 2.
static const map_tint flow_tints[] = {{-8, 0xf4efe2}, {0, 0xe4e4d2},  {4, 0xb5d0d2},
                                      {8, 0x6ea6c4},  {12, 0x3474a8}, {18, 0x173b73}};

// The sea along the coast, and rivers that come to it.
static const uint32_t shallows = 0xc9e3e8;

// Metres above the sea from which on up a broad river has nothing of its colour.
static const float tidal = 14;

enum
{
    ESTUARY = 12 // pixels up a river that its colour becomes the sea's
};
_Static_assert((int)ESTUARY < (int)MAP_MARGIN, "whatever a pixel shows lies within the margin");

static rgb from_hex(uint32_t colour)
{
    return (rgb){(float)(colour >> 16 & 255), (float)(colour >> 8 & 255), (float)(colour & 255)};
}

static rgb mix(rgb a, rgb b, float t)
{
    const float s = t > 0 ? (t < 1 ? t : 1) : 0;
    return (rgb){a.r + (b.r - a.r) * s, a.g + (b.g - a.g) * s, a.b + (b.b - a.b) * s};
}

static uint8_t channel(float value)
{
    return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + 0.5f);
}

static rgb tint_at(const map_tint *tints, int32_t count, float at)
{
    int32_t next = 0;
    while (next < count && tints[next].at <= at)
    {
        next++;
    }
    if (next == 0 || next == count)
    {
        return from_hex(tints[next == 0 ? 0 : count - 1].colour);
    }
    const map_tint *low = &tints[next - 1], *high = &tints[next];
    return mix(from_hex(low->colour), from_hex(high->colour),
               (at - low->at) / (high->at - low->at));
}

#define TINT(tints, at) tint_at(tints, (int32_t)(sizeof(tints) / sizeof(tints)[0]), at)
#define RAMP(list) \
    { \
        .tints = (list), .count = (int32_t)(sizeof(list) / sizeof(list)[0]) \
    }

map_ramp loam_map_paint_ramp(loam_map_layer layer)
{
    static const map_ramp ramps[LOAM_MAP_LAYER_COUNT] = {
        [LOAM_MAP_HEIGHT] = RAMP(height_tints),
        [LOAM_MAP_FLOW] = RAMP(flow_tints),
        [LOAM_MAP_TEMPERATURE] = RAMP(cold_and_warm),
        [LOAM_MAP_RAIN] = RAMP(dry_and_wet),
    };
    map_ramp ramp = ramps[layer];
    ramp.doubles = layer == LOAM_MAP_FLOW;
    return ramp;
}

static loam_colour to_colour(rgb colour)
{
    return (loam_colour){channel(colour.r), channel(colour.g), channel(colour.b), 255};
}

loam_colour loam_map_ramp_colour(const map_ramp *ramp, float at)
{
    return to_colour(tint_at(ramp->tints, ramp->count, at));
}

// Exaggerated slopes come no nearer to upright than this, so that where the faintest is seen a wall is not
// black.
static const float steepest = 1.7f;

// ---- light ----------------------------------------------------------------------------------------

/// How much lighter (to 0.4) or darker (to -1) than flat ground a slope is: lights from the north-west, the
/// west, the north and the south-west together.
static float light_on(float east, float north)
{
    static const float lights[4][3] = {
        {-0.7071f, 0.7071f, 0.56f}, {-1, 0, 0.2f}, {0, 1, 0.16f}, {-0.7071f, -0.7071f, 0.08f}};
    const float low = 0.7071f; // sine and cosine of 45 degrees, the height of all lights
    const float length = sqrtf(east * east + north * north + 1);
    float sum = 0;
    for (int i = 0; i < 4; i++)
    {
        const float toward = -(east * lights[i][0] + north * lights[i][1]);
        const float lambert = (toward * low + low) / (length * low);
        sum += lights[i][2] * (lambert > 0 ? lambert : 0);
    }
    return sum - 1;
}

static float slope_light(const map_paint *paint, const map_tile *tile, const float *heights,
                         size_t p, size_t reach)
{
    const size_t row = (size_t)tile->area.w * reach;
    const float scale = paint->exaggeration / (2 * (float)reach * (float)tile->area.step);
    const float east = (heights[p + reach] - heights[p - reach]) * scale;
    const float north = (heights[p + row] - heights[p - row]) * scale;
    const float less = 1 / sqrtf(1 + (east * east + north * north) / (steepest * steepest));
    return light_on(east * less, north * less);
}

/// The detail of the ground, and behind it the shape of the land as a whole.
static float land_light(const map_paint *paint, const map_tile *tile, size_t p)
{
    const float fine = slope_light(paint, tile, tile->ground, p, 1);
    const float broad = slope_light(paint, tile, tile->smooth, p, 2);
    // What lies lower than what is around it gets less light from the sky.
    const float above = (tile->ground[p] - tile->smooth[p]) * paint->exaggeration /
                        ((float)tile->area.step * 6);
    const float sky = above < -0.25f ? -0.25f : above > 0.12f ? 0.12f : above;
    const float light = 0.42f * fine + 0.58f * broad + 0.5f * sky;
    return light < 0 ? light / (1 - 0.6f * light) : light; // deep shadows keep their colour
}

static rgb lit(rgb colour, float light, float strength)
{
    static const rgb warm = {255, 249, 228}, cool = {62, 66, 104};
    const float s = light * strength;
    return s > 0 ? mix(colour, warm, s * 1.25f)
                 : mix(colour,
                       (rgb){cool.r * colour.r / 190, cool.g * colour.g / 190,
                             cool.b * colour.b / 190},
                       -s);
}

// ---- the layers -------------------------------------------------------------------------------------

static bool is_sea_biome(int32_t biome)
{
    return biome == LOAM_BIOME_OCEAN || biome == LOAM_BIOME_SHELF;
}

/// The colours of biomes, mixed by their weights, those of the sea left out.
static rgb biome_colour(const map_paint *paint, const map_tile *tile, size_t p)
{
    rgb sum = {0, 0, 0};
    float total = 0;
    for (int32_t b = 0; b < tile->biomes; b++)
    {
        const float weight = tile->of.weights[(size_t)b * tile->plane + p];
        if (weight > 0 && !is_sea_biome(b))
        {
            const rgb colour = from_hex(loam_land_biome_colour(paint->land, b));
            sum = (rgb){sum.r + colour.r * weight, sum.g + colour.g * weight,
                        sum.b + colour.b * weight};
            total += weight;
        }
    }
    return total > 1e-3f ? (rgb){sum.r / total, sum.g / total, sum.b / total} : from_hex(0xd9d2b0);
}

static const int64_t smooth_contours = 12; // m a pixel

/// How strongly a contour line shows: thin, every fifth stronger, none where they would be crowded.
static float contour_cover(const map_paint *paint, const map_tile *tile, size_t p)
{
    if (paint->contour <= 0)
    {
        return 0;
    }
    // Further off dunes and hummocks are smaller than a pixel or two, and lines around each of them would be
    // dots.
    const float *h = tile->area.step < smooth_contours ? tile->ground : tile->smooth;
    const size_t row = (size_t)tile->area.w;
    const float east = (h[p + 1] - h[p - 1]) * 0.5f, north = (h[p + row] - h[p - row]) * 0.5f;
    const float steep = sqrtf(east * east + north * north) + 1e-6f;
    const float lines = h[p] / paint->contour, nearest = floorf(lines + 0.5f);
    const float apart = paint->contour / steep; // pixels from line to line
    const float distance = fabsf(lines - nearest) * apart;
    const bool strong = nearest - 5 * floorf(nearest / 5) < 0.5f;
    const float crowd = land_ramp(strong ? apart * 2.5f : apart, 4, 10);
    const float cover = (strong ? 1.05f : 0.85f) - distance;
    return nearest < 0.5f || cover <= 0 ? 0
                                        : (cover < 1 ? cover : 1) * crowd * (strong ? 0.3f : 0.17f);
}

/// What a close map shows on the ground: drier and wetter spots, rock where it is steep, woods.
static rgb ground_colour(const map_paint *paint, const map_tile *tile, size_t p, rgb colour)
{
    if (paint->close <= 0)
    {
        return colour;
    }
    // Hollows are wetter.
    const float hollow = (tile->smooth[p] - tile->ground[p]) / (float)tile->area.step;
    const float moist = tile->dapple[p] * 0.8f + loam_clamp(hollow * 3, -0.5f, 0.5f);
    colour = moist < 0 ? mix(colour, from_hex(0xe3d9a4), -moist * 0.42f * paint->close)
                       : mix(colour, from_hex(0x7f9f62), moist * 0.34f * paint->close);
    const float gravel = 1 - land_ramp(tile->of.river[p], 2, 7 + 6 * tile->dapple[p]);
    colour = mix(colour, from_hex(0xd9d2bd), gravel * 0.7f * paint->banks);
    const rgb leaves = mix(colour, from_hex(0x44733f), 0.5f);
    return mix(colour, leaves, tile->woods[p] * paint->close);
}

static rgb land_colour(const map_paint *paint, const map_tile *tile, size_t p)
{
    const float height = tile->ground[p];
    rgb colour = mix(TINT(land_tints, height), biome_colour(paint, tile, p), 0.62f);
    colour = mix(colour, from_hex(0xf6eedb), 0.10f);
    colour = ground_colour(paint, tile, p, colour);
    // Snow lies where the year is cold, less on what is steep, where there is rock.
    const float steep = land_ramp(loam_map_tile_slope(tile, tile->ground, p), 0.45f, 1.1f);
    colour = mix(colour, from_hex(0x9c9288), steep * 0.65f);
    const float cold = land_ramp(-tile->of.temperature[p], 5, 13);
    colour = mix(colour, from_hex(0xf2f5f9), cold * (0.85f - 0.55f * steep));
    const float light = land_light(paint, tile, p) + 0.8f * tile->crown[p];
    colour = lit(colour, light, 0.92f);
    return mix(colour, from_hex(0x7a4f2a), contour_cover(paint, tile, p));
}

/// Depth in soft steps: half of it counts as the step that it lies on.
static float stepped(float depth)
{
    static const float steps[] = {0, 20, 50, 100, 200, 500, 1000, 2000, 3000, 4000, 5000, 6000};
    float step = 0;
    for (size_t i = 1; i < sizeof steps / sizeof steps[0]; i++)
    {
        step += (steps[i] - steps[i - 1]) * land_ramp(depth, 0.9f * steps[i], 1.1f * steps[i]);
    }
    return 0.55f * depth + 0.45f * step;
}

/// The sea, or what is as low as the sea: by depth, lighter along the coast.
static rgb sea_colour(const map_paint *paint, const map_tile *tile, size_t p)
{
    rgb colour = TINT(sea_tints, stepped(tile->ground[p] - tile->of.height[p]));
    const float rim = 1 - tile->coast[p] / MAP_COAST_REACH;
    colour = mix(colour, from_hex(0xe6f4f4), rim > 0 ? rim * rim * 0.75f : 0);
    const float ice = tile->of.weights[LOAM_BIOME_ICE * tile->plane + p];
    colour = lit(colour, slope_light(paint, tile, tile->of.height, p, 2), 0.22f * paint->deep);
    return mix(colour, from_hex(0xf1f6fa), ice * 0.92f);
}

/// How near the sea is: 1 beside it .. 0 some pixels up a river.
static float estuary(const map_tile *tile, size_t p)
{
    if (tile->ground[p] > 20 + 0.25f * (float)tile->area.step)
    {
        return 0; // so high above it that nothing need be looked for
    }
    int32_t nearest = ESTUARY * ESTUARY;
    for (int32_t v = -ESTUARY; v <= ESTUARY; v++)
    {
        for (int32_t u = -ESTUARY; u <= ESTUARY; u++)
        {
            const ptrdiff_t away = v * (ptrdiff_t)tile->area.w + u;
            const bool salt = tile->water[(ptrdiff_t)p + away] == MAP_SALT;
            nearest = salt && u * u + v * v < nearest ? u * u + v * v : nearest;
        }
    }
    return 1 - land_ramp(sqrtf((float)nearest), 0.5f, ESTUARY);
}

/// Of rivers that are lines: paler where the year is cold.
static rgb line_colour(const map_tile *tile, size_t p)
{
    return mix(from_hex(0x3f80b4), from_hex(0xa3c6de), land_ramp(-tile->of.temperature[p], 5, 13));
}

/// And where they come to the sea.
static rgb river_colour(const map_tile *tile, size_t p)
{
    return mix(line_colour(tile, p), from_hex(shallows), estuary(tile, p) * 0.85f);
}

static float narrow_share(const map_tile *tile, size_t p)
{
    return tile->narrow[p] > 0 ? tile->narrow[p] : 0;
}

/// The narrower, the more like a line: so a river does not change its colour where it begins to be water.
static rgb lake_colour(const map_tile *tile, size_t p)
{
    const float depth = tile->ground[p] - tile->of.height[p];
    const rgb clear = mix(from_hex(0xa9d3e6), from_hex(0x6fa9cc), land_ramp(depth, 0, 40));
    const rgb colour = mix(clear, from_hex(0xe4eef5),
                           land_ramp(-tile->of.temperature[p], 8, 16) * 0.8f);
    return mix(colour, line_colour(tile, p), narrow_share(tile, p) * 0.85f);
}

/// A river is one water with its sea: the lower it stands the more it looks like it, long before it is there,
/// and in the last pixels however steeply it falls.
static rgb fresh_colour(const map_paint *paint, const map_tile *tile, size_t p)
{
    const float low = (1 - land_ramp(tile->ground[p], 0, tidal)) * (1 - narrow_share(tile, p));
    const float near = estuary(tile, p);
    const float salt = low > near ? low : near;
    const rgb colour = lake_colour(tile, p);
    return salt > 0 ? mix(colour, sea_colour(paint, tile, p), salt) : colour;
}

static bool is_sea(const map_tile *tile, size_t p)
{
    return tile->water[p] == MAP_SALT;
}

/// A line where land and water meet, but none around what is hardly more than a line.
static float shore_line(const map_tile *tile, size_t p)
{
    return (1 - fabsf(tile->shore[p])) * (1 - narrow_share(tile, p));
}

/// The water at or beside a pixel.
static rgb water_colour(const map_paint *paint, const map_tile *tile, size_t p)
{
    if (tile->water[p] != MAP_DRY)
    {
        return is_sea(tile, p) ? sea_colour(paint, tile, p) : fresh_colour(paint, tile, p);
    }
    return tile->narrow[p] >= 0 ? fresh_colour(paint, tile, p) : from_hex(shallows);
}

static rgb atlas_colour(const map_paint *paint, const map_tile *tile, size_t p)
{
    const float wet = map_wet(tile, p);
    rgb colour = wet < 1 ? land_colour(paint, tile, p) : from_hex(0);
    if (wet < 1 && tile->river[p] > 0)
    {
        colour = mix(colour, river_colour(tile, p), tile->river[p] * 0.92f);
    }
    // A road beside a river leaves the river to be seen.
    colour = mix(colour, from_hex(0x8c3b2a),
                 tile->road[p] * (wet < 1 ? 0.75f : 0) * (1 - 0.8f * tile->river[p]));
    if (wet > 0)
    {
        colour = mix(colour, water_colour(paint, tile, p), wet);
    }
    colour = mix(colour, from_hex(0x2f5f86), shore_line(tile, p) * 0.7f);
    const bool narrow = wet > 0 && !is_sea(tile, p) && tile->narrow[p] == 1;
    return narrow ? mix(colour, river_colour(tile, p), tile->river[p] * 0.92f) : colour;
}

/// Cells are told apart by their borders, and by being a little lighter or darker.
static rgb cell_colour(const map_tile *tile, size_t p, rgb colour)
{
    const uint32_t cell = tile->cell[p];
    const bool border = cell != tile->cell[p + 1] || cell != tile->cell[p + (size_t)tile->area.w];
    const float light = (float)(cell % 256) / 255 - 0.5f;
    colour = mix(colour, light > 0 ? from_hex(0xffffff) : from_hex(0), fabsf(light) * 0.3f);
    return mix(colour, from_hex(0x30343c), border ? 0.55f : 0);
}

static rgb flat_biome(const map_paint *paint, const map_tile *tile, size_t p)
{
    return tile->water[p] == MAP_FRESH
               ? from_hex(0x7fb2d2)
               : from_hex(loam_land_biome_colour(paint->land, tile->of.biome[p]));
}

static rgb plain_colour(const map_paint *paint, const map_tile *tile, size_t p)
{
    const bool wet = tile->water[p] != MAP_DRY;
    const float light = land_light(paint, tile, p);
    const rgb river = from_hex(0x3a6f9e);
    switch (paint->layer)
    {
    case LOAM_MAP_BIOME:
        return mix(lit(flat_biome(paint, tile, p), light, 0.35f), river,
                   wet ? 0 : tile->river[p] * 0.6f);
    case LOAM_MAP_CELLS:
        return mix(cell_colour(tile, p, flat_biome(paint, tile, p)), river,
                   wet ? 0 : tile->river[p] * 0.9f);
    case LOAM_MAP_HEIGHT:
        return TINT(height_tints, tile->of.height[p]);
    case LOAM_MAP_FLOW:
        return mix(wet && is_sea(tile, p)
                       ? from_hex(0xc3d3dc)
                       : lit(TINT(flow_tints, loam_log2(tile->of.flow[p] + 0.004f)), light, 0.3f),
                   from_hex(0x14386f), wet ? 0 : tile->river[p]);
    case LOAM_MAP_TEMPERATURE:
        return lit(TINT(cold_and_warm, tile->of.temperature[p]), wet ? 0 : light, 0.35f);
    case LOAM_MAP_RAIN:
        return lit(TINT(dry_and_wet, tile->of.rain[p]), wet ? 0 : light, 0.35f);
    default:
        return wet ? lit(from_hex(0xb4bcc2), slope_light(paint, tile, tile->of.height, p, 2), 0.4f)
                   : lit(from_hex(0xc4c0b8), light, 1.1f);
    }
}

map_paint loam_map_paint_make(const loam_land *land, const loam_land_map_def *def)
{
    static const float spacings[] = {1, 2, 5, 10, 20, 50, 100}, close_up = 4;
    const float scale = (float)def->scale;
    map_paint paint = {
        .land = land, .layer = def->layer, .exaggeration = 0.8f * loam_pow(scale, 0.37f)};
    // Closely seen the ground is made out by its faintest slopes; the bottom of the sea is not.
    paint.deep = paint.exaggeration < close_up ? paint.exaggeration / close_up : 1;
    paint.exaggeration = paint.exaggeration > close_up ? paint.exaggeration : close_up;
    const float wanted = loam_pow(scale, 0.85f);
    for (size_t i = 0; def->scale <= 64 && i < sizeof spacings / sizeof spacings[0]; i++)
    {
        paint.contour = spacings[i] <= wanted || i == 0 ? spacings[i] : paint.contour;
    }
    // What covers the ground fades with the scale.
    paint.banks = scale < 4 ? 1 - 0.3f * (scale - 1) : 0;
    paint.close = 1 - land_ramp(loam_log2(scale), 4, 6.2f);
    return paint;
}

bool loam_map_paints_rivers(loam_map_layer layer)
{
    return layer == LOAM_MAP_ATLAS || layer == LOAM_MAP_BIOME || layer == LOAM_MAP_CELLS ||
           layer == LOAM_MAP_FLOW;
}

loam_colour loam_map_paint_pixel(const map_paint *paint, const map_tile *tile, size_t p)
{
    rgb colour = paint->layer == LOAM_MAP_ATLAS ? atlas_colour(paint, tile, p)
                                                : plain_colour(paint, tile, p);
    if (paint->layer != LOAM_MAP_ATLAS)
    {
        colour = mix(colour, from_hex(0x2b3a48), shore_line(tile, p) * 0.5f);
        colour = mix(colour, from_hex(0x7c2f22), tile->road[p] * 0.8f);
    }
    return to_colour(colour);
}
