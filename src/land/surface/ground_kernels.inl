// SPDX-License-Identifier: MIT
// A file ground_kernels_<isa>.c includes the operations of its instruction set (noise/wide_<isa>.h) and then
// this, with KERNELS defined as the name of its table; it alone is compiled with that set's flags.

#include "land/surface/ground_kernels.h"

#include "loam/maths.h"

#include <string.h>

// a b + c, in two steps everywhere.
static inline wf plus_product(wf a, wf b, wf c)
{
    return wf_add(wf_mul(a, b), c);
}

// ---- crests ---------------------------------------------------------------------------------------------

static const float hanging = 0.6f; // ground falls away from a channel by this part of a side

// How high erosion builds the ground, in steepest rises over one finer cell: fitted to what it does. It
// begins a little beside the channel and ends where erosion's own hops do.
static const float rise_a_cell = 0.53f, rise_from = 0.75f, rise_bend = 1.2f;
static const float far_weight = 0.05f; // of the ground itself beside the water around
static const float fill_part = 0.6f; // of the slope of filled ground that is left in it on average

// Below this height the ground stays as it is, so that beaches are left and the coast does not move.
static const float shore_low_m = 2, shore_high_m = 20;

// What is known of as many samples as there are lanes.
typedef struct heard
{
    wf square, high, low, sum, weight;
} heard;

// What a piece says of samples, some of which are within its reach: t along it, and a part of the reach
// away from it, squared.
static inline void hear(const land_channel_piece *piece, wf t, wf square, wf part, wf valley,
                        heard *out)
{
    const wf one = wf_set(1), unbound = wf_set(LAND_UNBOUND), no = wf_set(-LAND_UNBOUND);
    const wm within = wf_lt(part, one);
    const wf inside = wf_pick(within, wf_sub(one, part), wf_set(0));
    const wf water = wf_sub(wf_set(piece->water), wf_mul(t, wf_set(piece->fall)));
    // Steeper and steeper towards the reach, so that nothing ends abruptly.
    const wf bent = wf_mul(wf_sqrt(square), wf_add(one, wf_mul(wf_set(4), part)));
    const wf side = wf_mul(bent, valley);
    const wf high = wf_add(water, side), low = wf_sub(water, wf_mul(wf_set(hanging), side));
    out->high = wf_min(wf_pick(within, high, unbound), out->high);
    out->low = wf_max(wf_pick(within, low, no), out->low);
    out->square = wf_min(wf_pick(within, square, unbound), out->square);
    const wf near = wf_div(inside, wf_add(part, wf_set(1e-6f))), weight = wf_mul(near, near);
    out->sum = wf_add(out->sum, wf_mul(weight, water));
    out->weight = wf_add(out->weight, weight);
}

// Asks all pieces about the samples from k on.
static inline void ask_lanes(const land_crest_shape *shape, const land_channel_piece *pieces,
                             int32_t count, const land_crest_tile *tile, int32_t k, heard *out)
{
    const wi x = wi_load(tile->x + k), z = wi_load(tile->z + k);
    const wf valley = wf_load(tile->side + k), metres = wf_set(shape->metres);
    const wf one = wf_set(1), per_reach = wf_set(1.0f / (shape->reach * shape->reach));
    for (const land_channel_piece *piece = pieces; piece < pieces + count; piece++)
    {
        const wf ax = wf_set(piece->along_x), az = wf_set(piece->along_z);
        const wf dx = wf_mul(wf_from_i(wi_sub(x, wi_set(piece->x))), metres);
        const wf dz = wf_mul(wf_from_i(wi_sub(z, wi_set(piece->z))), metres);
        const wf along = wf_mul(plus_product(dx, ax, wf_mul(dz, az)), wf_set(piece->inverse));
        const wf t = wf_min(one, wf_max(wf_set(0), along));
        const wf px = wf_sub(dx, wf_mul(t, ax)), pz = wf_sub(dz, wf_mul(t, az));
        const wf square = plus_product(px, px, wf_mul(pz, pz));
        const wf part = wf_mul(square, per_reach);
        if (wm_any(wf_lt(part, one)))
        {
            hear(piece, t, square, part, valley, out);
        }
    }
}

static void ask_pieces(const land_crest_shape *shape, const land_channel_piece *pieces,
                       int32_t count, land_crest_tile *restrict tile)
{
    for (int32_t k = 0; k < LAND_CREST_SAMPLES; k += WIDE_N)
    {
        heard known = {.square = wf_load(tile->square + k),
                       .high = wf_load(tile->high + k),
                       .low = wf_load(tile->low + k),
                       .sum = wf_load(tile->sum + k),
                       .weight = wf_load(tile->weight + k)};
        ask_lanes(shape, pieces, count, tile, k, &known);
        wf_store(tile->square + k, known.square);
        wf_store(tile->high + k, known.high);
        wf_store(tile->low + k, known.low);
        wf_store(tile->sum + k, known.sum);
        wf_store(tile->weight + k, known.weight);
    }
}

// 0 up to low, 1 from high on, smooth between.
static inline wf ramp(wf x, float low, float high)
{
    const wf part = wf_div(wf_sub(x, wf_set(low)), wf_set(high - low));
    const wf t = wf_min(wf_set(1), wf_max(wf_set(0), part));
    return wf_mul(wf_mul(t, t), wf_sub(wf_set(3), wf_mul(wf_set(2), t)));
}

// How high the ground is built so many finer cells away from the channel: less than most, without an edge.
static inline wf profile(wf cells)
{
    const wf none = wf_set(0), most = wf_set(land_crest_most), bend = wf_set(rise_bend);
    const wf rising = wf_mul(wf_set(rise_a_cell), wf_sub(cells, wf_set(rise_from)));
    const wf left = wf_sub(most, rising);
    const wf near = wf_sub(bend, wf_max(left, wf_sub(none, left)));
    const wf more = wf_div(wf_mul(near, near), wf_set(4.0f * rise_bend));
    const wf greatest = wf_max(left, none);
    const wf kept = wf_pick(wf_lt(none, near), wf_add(greatest, more), greatest);
    return wf_pick(wf_lt(rising, none), none, wf_sub(most, kept));
}

static inline wf steepest_rise(const land_level_figures *finer, wf rough, wf bold)
{
    const float most = finer->steep_crest - finer->gentle_crest;
    const wf more = wf_mul(wf_mul(wf_set(most), rough), rough);
    const wf slope = plus_product(more, bold, wf_set(finer->gentle_crest));
    return wf_mul(wf_set(finer->cell_m), slope);
}

static inline void settle_lanes(const land_crest_shape *shape, land_crest_tile *restrict tile,
                                int32_t k)
{
    const float cell = shape->finer.cell_m;
    const wf base = wf_load(tile->base + k), rough = wf_load(tile->rough + k);
    const wf smooth = wf_load(tile->smooth + k);
    // The sea is a channel too. How far it is follows from height and slope, well enough where it is near.
    const wf coast = wf_div(smooth, wf_add(wf_load(tile->slope + k), wf_set(1e-6f)));
    const wf least_way = wf_min(coast, wf_sqrt(wf_load(tile->square + k)));
    const wf way = wf_min(least_way, wf_set(shape->reach));
    const wf above = wf_max(wf_load(tile->low + k), base);
    const wf ground = wf_min(wf_load(tile->high + k), above);
    const wf mean = wf_mul(wf_set(land_crest_mean), ramp(coast, 0, 4 * cell));
    const wf built = wf_sub(profile(wf_div(way, wf_set(cell))), mean);
    const wf rise = plus_product(built, wf_set(shape->shown), mean);
    const wf filled = wf_mul(wf_set(fill_part * shape->finer.least_slope), way);
    const wf steep = steepest_rise(&shape->finer, rough, wf_load(tile->bold + k));
    const wf crest = plus_product(rise, steep, ground);
    const wf raised = wf_add(crest, filled), far = wf_set(far_weight);
    const wf least = wf_div(plus_product(far, raised, wf_load(tile->sum + k)),
                            wf_add(wf_load(tile->weight + k), far));
    const wf settled = plus_product(mean, steepest_rise(&shape->beyond, rough, wf_set(1)),
                                    wf_max(least, raised));
    const wf inland = ramp(smooth, shore_low_m, shore_high_m);
    const wf risen = plus_product(wf_sub(settled, base), inland, base);
    wf_store(tile->base + k, wf_pick(wf_lt(wf_set(0), smooth), risen, base));
}

static void settle(const land_crest_shape *shape, land_crest_tile *restrict tile)
{
    for (int32_t k = 0; k < LAND_CREST_SAMPLES; k += WIDE_N)
    {
        settle_lanes(shape, tile, k);
    }
}

// ---- gullies --------------------------------------------------------------------------------------------

static const float crest_mean = 0.27f; // by which a crest lies below a wave, all in all
static const float least_size = 0.02f; // waves fade where those of the corners cancel each other
static const float crispness = 0.6f;   // how much of a ridge is a crest rather than a wave

typedef struct wide_phasor
{
    wf re, im;
} wide_phasor;

// A turn of 1 is a whole one; turns below 16. Off by 1e-4 at most, which nobody sees.
static inline wide_phasor turned(wf turns)
{
    const wi whole = wi_sub(wi_from_f(wf_add(turns, wf_set(16.5f))), wi_set(16));
    const wf x = wf_mul(wf_sub(turns, wf_from_i(whole)), wf_set(LOAM_PI)), x2 = wf_mul(x, x);
    const wf one = wf_set(1), two = wf_set(2);
    const wf s5 = wf_sub(wf_set(0.0083142f), wf_mul(x2, wf_set(0.000185f)));
    const wf s3 = plus_product(x2, s5, wf_set(-0.1666476f));
    const wf s = wf_mul(x, plus_product(x2, s3, one));
    const wf c4 = wf_sub(wf_set(0.0416365f), wf_mul(x2, wf_set(0.0013397f)));
    const wf c2 = plus_product(x2, c4, wf_set(-0.4999933f));
    const wf c = plus_product(x2, c2, one);
    return (wide_phasor){wf_sub(one, wf_mul(wf_mul(two, s), s)), wf_mul(wf_mul(two, s), c)};
}

static inline wide_phasor widened(land_phasor a)
{
    return (wide_phasor){wf_set(a.re), wf_set(a.im)};
}

static inline wide_phasor mix(wide_phasor a, wide_phasor b, wide_phasor turn, wf share)
{
    // b turned back, as it begins a square further on.
    const wf re = plus_product(b.re, turn.re, wf_mul(b.im, turn.im));
    const wf im = wf_sub(wf_mul(b.im, turn.re), wf_mul(b.re, turn.im));
    return (wide_phasor){plus_product(share, wf_sub(re, a.re), a.re),
                         plus_product(share, wf_sub(im, a.im), a.im)};
}

// The waves of the corners, mixed at points that are u along the row into the square.
static inline wide_phasor mixed_wave(const land_octave_wave *octave, const land_wave_square *square,
                                     wf u, wf share, wf across_x, wf across_z)
{
    const wf way = plus_product(u, across_x, wf_mul(wf_set(square->v), across_z));
    const wide_phasor at = turned(wf_mul(way, wf_set(1.0f / LAND_GULLY_WAVE)));
    const wide_phasor right = turned(wf_mul(across_x, wf_set(octave->waves)));
    const wide_phasor up = turned(wf_mul(across_z, wf_set(octave->waves)));
    const wide_phasor low = mix(widened(square->low_left), widened(square->low_right), right,
                                share);
    const wide_phasor high = mix(widened(square->high_left), widened(square->high_right), right,
                                 share);
    const wide_phasor sum = mix(low, high, up, wf_set(square->high));
    return (wide_phasor){wf_sub(wf_mul(sum.re, at.re), wf_mul(sum.im, at.im)),
                         plus_product(sum.re, at.im, wf_mul(sum.im, at.re))};
}

static inline void add_lanes(const land_octave_wave *octave, const land_wave_square *square,
                             int32_t first, const float *shares, land_wave_field field)
{
    static const float lanes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const wf one = wf_set(1), gx = wf_load(field.east), gz = wf_load(field.north);
    const wf steep = plus_product(gx, gx, wf_mul(gz, gz));
    const wf scale = wf_div(one, wf_sqrt(wf_add(steep, wf_set(1e-12f))));
    const wf across_x = wf_mul(wf_sub(wf_set(0), gz), scale), across_z = wf_mul(gx, scale);
    const wf u = wf_add(wf_set((float)first), wf_load(lanes));
    const wide_phasor mixed = mixed_wave(octave, square, u, wf_load(shares), across_x, across_z);
    const wf power = plus_product(mixed.re, mixed.re, wf_mul(mixed.im, mixed.im));
    const wf size = wf_div(one, wf_sqrt(wf_add(power, wf_set(least_size))));
    const wf wave = wf_mul(mixed.re, size), slope = wf_mul(mixed.im, size), none = wf_set(0);
    // Half of the angle makes a crest with an edge: 1 - 2 |sin(angle / 2)|.
    const wf crest = wf_sub(one, wf_sqrt(wf_mul(wf_set(2), wf_sub(one, wave))));
    const wf fall = wf_sqrt(wf_mul(wf_set(0.5f), wf_add(one, wave)));
    const wf edge = wf_pick(wf_lt(slope, none), wf_sub(none, fall), fall);
    const wf strength = wf_load(field.strength), crisp = wf_set(crispness);
    const wf lift = wf_sub(wf_add(crest, wf_set(crest_mean)), wave);
    const wf rise = wf_mul(wf_mul(strength, wf_set(octave->height)),
                           plus_product(crisp, lift, wave));
    const wf tilt = wf_mul(wf_mul(strength, wf_set(octave->tilt)),
                           plus_product(crisp, wf_sub(edge, slope), slope));
    wf_store(field.height, wf_add(wf_load(field.height), rise));
    wf_store(field.east, wf_sub(gx, wf_mul(tilt, across_x)));
    wf_store(field.north, wf_sub(gz, wf_mul(tilt, across_z)));
}

// Fewer points than there are lanes, by way of a place that has room for all.
static void add_rest(const land_octave_wave *octave, const land_wave_square *square, int32_t first,
                     int32_t count, land_wave_field field)
{
    float room[5][WIDE_N] = {{0}};
    const size_t bytes = (size_t)count * sizeof(float);
    memcpy(room[0], field.height, bytes);
    memcpy(room[1], field.east, bytes);
    memcpy(room[2], field.north, bytes);
    memcpy(room[3], field.strength, bytes);
    memcpy(room[4], octave->shares + first, bytes);
    add_lanes(octave, square, first, room[4],
              (land_wave_field){room[0], room[1], room[2], room[3]});
    memcpy(field.height, room[0], bytes);
    memcpy(field.east, room[1], bytes);
    memcpy(field.north, room[2], bytes);
}

static void add_run(const land_octave_wave *octave, const land_wave_square *square, int32_t first,
                    int32_t count, land_wave_field field)
{
    int32_t i = 0;
    for (; i + WIDE_N <= count; i += WIDE_N)
    {
        const land_wave_field part = {field.height + i, field.east + i, field.north + i,
                                      field.strength + i};
        add_lanes(octave, square, first + i, octave->shares + first + i, part);
    }
    if (i < count)
    {
        const land_wave_field part = {field.height + i, field.east + i, field.north + i,
                                      field.strength + i};
        add_rest(octave, square, first + i, count - i, part);
    }
}

// ---- fields ---------------------------------------------------------------------------------------------

// Sums over sites at as many places as there are lanes.
typedef struct field_sums
{
    wf total, values[LAND_ATTRIBUTES];
} field_sums;

// Adds the sites of a row. One that is too far from a place adds nothing but zeros to its sums.
static inline void add_sites(const land_field_cell *cells, int32_t count, wi x, wi z,
                             field_sums *sums)
{
    const wf one = wf_set(1), none = wf_set(0);
    const wf per_radius = wf_set(1.0f / ((float)LAND_FIELD_RADIUS * (float)LAND_FIELD_RADIUS));
    wf total = none;
    for (const land_field_cell *cell = cells; cell < cells + count; cell++)
    {
        const wf dx = wf_from_i(wi_sub(wi_set(cell->x), x));
        const wf dz = wf_from_i(wi_sub(wi_set(cell->z), z));
        const wf away = wf_mul(plus_product(dx, dx, wf_mul(dz, dz)), per_radius);
        if (!wm_any(wf_lt(away, one)))
        {
            continue;
        }
        const wf inside = wf_max(wf_sub(one, away), none);
        const wf weight = wf_mul(wf_mul(inside, inside), inside);
        total = wf_add(total, weight);
        for (int32_t k = 0; k < LAND_ATTRIBUTES; k++)
        {
            sums->values[k] = plus_product(weight, wf_set(cell->values[k]), sums->values[k]);
        }
    }
    sums->total = wf_add(sums->total, total);
}

static void fill_group(land_field_part part, land_field_group *restrict group)
{
    for (int32_t k = 0; k < LAND_FIELD_GROUP; k += WIDE_N)
    {
        const wi x = wi_load(group->x + k), z = wi_load(group->z + k);
        field_sums sums = {.total = wf_set(0)};
        for (int32_t i = 0; i < LAND_ATTRIBUTES; i++)
        {
            sums.values[i] = wf_set(0);
        }
        for (int32_t r = 0; r < part.rows; r++)
        {
            add_sites(part.cells + (size_t)r * part.stride, part.columns, x, z, &sums);
        }
        const wf scale = wf_div(wf_set(1), sums.total);
        for (int32_t i = 0; i < LAND_ATTRIBUTES; i++)
        {
            wf_store(group->values[i] + k, wf_mul(sums.values[i], scale));
        }
    }
}

#include "land/surface/bank_kernels.inl"

const land_ground_kernels KERNELS = {.ask_pieces = ask_pieces,
                                     .settle = settle,
                                     .add_run = add_run,
                                     .fill_group = fill_group,
                                     .ask_river = ask_river,
                                     .near_river = near_river,
                                     .round_corners = round_corners,
                                     .ask_lake = ask_lake,
                                     .find_ground = find_ground};
