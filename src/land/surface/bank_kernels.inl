// SPDX-License-Identifier: MIT
// What waters say of the samples of a tile: part of ground_kernels.inl. The ground beside a water stays above
// it, and below a valley's side; both bounds lose their force with the distance.

#include "land/surface/river_depth.inl"

// Steep, so that it holds the water of bends too, which stands higher upstream.
static const float bank_slope = 6;
// Corners are at most so round: not as far as some tiles do not know of.
static const float roundest_m = 100;
// How far beside its banks a river has a share in the water of corners, at most. In a rounded corner one of
// two banks is nearer than a quarter of what rounds it, which is less: half the width of the narrower one.
static const float mixed_m = 14;

static inline wm not_in(wm mask)
{
    return wi_eq(wi_from_m(mask), wi_set(0));
}

static inline wf clamped(wf x, float low, float high)
{
    return wf_min(wf_set(high), wf_max(wf_set(low), x));
}

// ramp() from 0 to a height of each lane's own.
static inline wf ramp_to(wf x, wf high)
{
    const wf t = clamped(wf_div(x, high), 0, 1);
    return wf_mul(wf_mul(t, t), wf_sub(wf_set(3), wf_mul(wf_set(2), t)));
}

// land_smooth_min in lanes.
static inline wf smooth_min(wf a, wf b, wf k)
{
    const wf apart = wf_max(wf_sub(a, b), wf_sub(b, a)), least = wf_min(a, b);
    const wf near = wf_sub(k, apart);
    const wf less = wf_sub(least, wf_div(wf_mul(near, near), wf_mul(wf_set(4), k)));
    return wf_pick(wf_lt(wf_set(0), near), less, least);
}

// Stores what holds for the samples of a mask, and leaves the others.
static inline void store_in(wm mask, float *at, wf value)
{
    wf_store(at, wf_pick(mask, value, wf_load(at)));
}

static inline void lower(wm mask, float *at, wf value)
{
    store_in(mask, at, wf_min(value, wf_load(at)));
}

static inline void raise(wm mask, float *at, wf value)
{
    store_in(mask, at, wf_max(value, wf_load(at)));
}

// ---- rivers -----------------------------------------------------------------------------------------------

// The square of the way from samples to the box around a part, in units.
static inline wf box_square(const land_river_part *part, wi x, wi z)
{
    const wi left = wi_sub(wi_set(part->low_x), x), right = wi_sub(x, wi_set(part->high_x));
    const wi below = wi_sub(wi_set(part->low_z), z), above = wi_sub(z, wi_set(part->high_z));
    const wi dx = wi_pick(wi_gt(left, right), left, right);
    const wi dz = wi_pick(wi_gt(below, above), below, above);
    const wf gx = wf_max(wf_from_i(dx), wf_set(0)), gz = wf_max(wf_from_i(dz), wf_set(0));
    return plus_product(gx, gx, wf_mul(gz, gz));
}

// Whether a river can bound the ground or be nearer than those that are known already. Rounding must not
// leave out one that does.
static inline wm matters(const land_river_part *part, const land_bank_figures *figures, wf box,
                         wf distance)
{
    const float half = part->curve->half;
    const wf bounding = wf_set(figures->reach + land_wide_bank(half, figures->cell));
    const wf reported = wf_min(distance, wf_set(figures->water_range_m));
    const wf reach = wf_add(wf_max(bounding, reported), wf_set(half));
    const wf limit = wf_mul(wf_set(1.001f), reach);
    const wf square = wf_mul(box, wf_set(figures->metres * figures->metres));
    return not_in(wf_lt(wf_mul(limit, limit), square));
}

// What a river is at the points of it that are nearest to samples.
typedef struct nearest_points
{
    wf square;         // of the distance, m
    wf from_x, from_z; // from the point to the sample, m
    wf even;           // half its width, if its banks were even
    wf water;
    wf distance;
    wf half, out; // with the banks that it has: half its width, m to its bank
} nearest_points;

static inline void find_nearest(const land_river_part *part, float metres, wi x, wi z,
                                nearest_points *out)
{
    const land_river_curve *const curve = part->curve;
    out->square = wf_set(LAND_UNBOUND);
    out->from_x = out->from_z = out->even = out->water = wf_set(0);
    for (int32_t i = part->first; i <= part->last; i++)
    {
        const wf ax = wf_set(curve->along_x[i]), az = wf_set(curve->along_z[i]);
        const wf dx = wf_mul(wf_from_i(wi_sub(x, wi_set(curve->x[i]))), wf_set(metres));
        const wf dz = wf_mul(wf_from_i(wi_sub(z, wi_set(curve->z[i]))), wf_set(metres));
        const wf along = wf_mul(plus_product(dx, ax, wf_mul(dz, az)), wf_set(curve->inverse[i]));
        const wf t = clamped(along, 0, 1);
        const wf px = wf_sub(dx, wf_mul(t, ax)), pz = wf_sub(dz, wf_mul(t, az));
        const wf square = plus_product(px, px, wf_mul(pz, pz));
        const wm nearer = wf_lt(square, out->square);
        if (!wm_any(nearer))
        {
            continue;
        }
        const land_river_piece *const piece = &curve->pieces[i];
        const wf fall = wf_mul(t, wf_set(piece->fall));
        out->square = wf_min(square, out->square);
        out->from_x = wf_pick(nearer, px, out->from_x);
        out->from_z = wf_pick(nearer, pz, out->from_z);
        out->even = wf_pick(nearer, plus_product(t, wf_set(piece->widening), wf_set(piece->half)),
                            out->even);
        out->water = wf_pick(nearer, wf_sub(wf_set(piece->level), fall), out->water);
    }
    out->distance = wf_sqrt(out->square);
}

// How far banks lie inside of the even ones, `out` metres away: large rivers have bays too, none is uneven in
// its middle.
static inline wf raggedness(float most, land_bank_tile *restrict tile, int32_t k, wm asked, wf half,
                            wf out)
{
    const wf none = wf_set(0), part = wf_set(0.6f);
    const wf bays = clamped(wf_mul(wf_set(0.1f), wf_sub(half, wf_set(3))), 0, most);
    const wf beside = wf_sub(wf_max(out, wf_sub(none, out)), bays);
    const wf fade = wf_sub(wf_set(1), ramp_to(beside, wf_sub(wf_mul(wf_set(2.5f), bays), bays)));
    const wm uneven = wm_and(asked, wm_and(wf_lt(none, bays), wf_lt(none, fade)));
    if (!wm_any(uneven))
    {
        return none;
    }
    if (!tile->waved)
    {
        loam_land_bank_tile_wave(tile);
    }
    const wf nooks = wf_min(bays, wf_set(2.2f)), roots = wf_min(bays, wf_set(0.8f));
    const wf large = plus_product(wf_mul(part, bays), wf_load(tile->waves[0] + k),
                                  wf_mul(wf_mul(part, nooks), wf_load(tile->waves[1] + k)));
    const wf all = plus_product(wf_mul(part, roots), wf_load(tile->waves[2] + k), large);
    return wf_pick(uneven, wf_mul(fade, all), none);
}

// Near the sea all of a river stands lower, its bed and banks with it.
static inline void measure(const land_river_part *part, const land_bank_figures *figures,
                           land_bank_tile *restrict tile, int32_t k, wm asked, nearest_points *out)
{
    find_nearest(part, figures->metres, wi_load(tile->x + k), wi_load(tile->z + k), out);
    out->water = wf_mul(out->water, wf_load(tile->tide + k));
    const wf even = wf_sub(out->distance, out->even);
    const wf uneven = raggedness(figures->ragged, tile, k, asked, out->even, even);
    out->half = wf_sub(out->even, uneven);
    out->out = wf_add(even, uneven);
}

// A water whose bank is `out` metres away: where it stands, half its width, how far the ground lies below its
// bank, and its own fall per metre.
typedef struct bank_sides
{
    wf water, out, half;
    float grade, lift;
} bank_sides;

// Lets a water bound the ground beside it: less and less with the distance, so that the corridor has no edge.
static inline void bound_ground(const land_bank_figures *figures, const bank_sides *bank, wm asked,
                                land_bank_tile *restrict tile, int32_t k)
{
    const float least = 0.4f * figures->cell;
    const wf one = wf_set(1), smooth = wf_load(tile->smooth + k), water = bank->water;
    const wf wide = wf_min(bank->half, wf_set(least));
    const wf reach = wf_add(wf_set(figures->reach), wide), out = wf_max(bank->out, wf_set(0));
    const wm within = wm_and(asked, wf_lt(out, reach));
    if (!wm_any(within))
    {
        return;
    }
    const wf fade = ramp_to(out, reach);
    const wf side = wf_load(tile->side + k), cone = plus_product(side, out, water);
    const wf room = wf_sub(one, wf_div(out, reach)); // none where the bounds end
    const wf cut = smooth_min(smooth, cone, clamped(wf_mul(wf_set(0.3f), out), 0.01f, 8));
    // Wide rivers are seen at large steps: the next sample, a step further at most, must hold their water.
    const wf plateau = wf_add(wf_set(0.12f * figures->reach),
                              wf_min(wf_mul(wf_set(3), wide), wf_set(least)));
    const wf beyond = wf_div(wf_sub(out, plateau), room);
    const wf past = wf_pick(wf_lt(plateau, out), beyond, wf_set(0));
    const wf held = wf_add(water, clamped(wf_mul(out, wf_set(bank_slope)), 0, land_bank_m));
    const wf falling = wf_sub(held, wf_mul(wf_set(1.5f * bank->grade), out));
    const wf sinking = wf_div(wf_mul(wf_mul(wf_set(0.1f), past), past), wf_add(past, plateau));
    raise(within, tile->lift + k, wf_mul(wf_set(bank->lift), wf_sub(one, fade)));
    const wf top = wf_add(water, wf_div(wf_mul(side, out), room));
    lower(within, tile->cone + k, wf_add(top, wf_set(land_bank_m)));
    lower(within, tile->high + k, plus_product(wf_sub(smooth, cut), fade, cut));
    raise(within, tile->low + k, wf_sub(falling, sinking));
}

// Keeps rivers that may round corners with others.
static inline void add_sides(const nearest_points *river, float flow, wm shown,
                             land_bank_tile *restrict tile, int32_t k)
{
    const wf most = wf_min(wf_mul(wf_set(2), river->even), wf_set(roundest_m));
    const wm outside = wf_lt(river->out, wf_set(-roundest_m));
    const wm near = wm_and(wm_and(shown, wf_lt(river->out, most)), not_in(outside));
    if (!wm_any(near))
    {
        return;
    }
    const wi count = wi_load(tile->side_count + k);
    const wf scale = wf_div(wf_set(1), wf_add(river->distance, wf_set(1e-3f)));
    const wf none = wf_set(0);
    for (int32_t s = 0; s < LAND_RIVER_SIDES; s++)
    {
        land_river_sides *const sides = &tile->sides[s];
        const wm here = wm_and(near, wi_eq(count, wi_set(s)));
        if (wm_any(here))
        {
            store_in(here, sides->out + k, river->out);
            store_in(here, sides->half + k, river->even);
            store_in(here, sides->to_x + k, wf_mul(wf_sub(none, river->from_x), scale));
            store_in(here, sides->to_z + k, wf_mul(wf_sub(none, river->from_z), scale));
            store_in(here, sides->flow + k, wf_set(flow));
        }
    }
    const wm room = wm_and(near, wi_gt(wi_set(LAND_RIVER_SIDES), count));
    wi_store(tile->side_count + k, wi_sub(count, wi_from_m(room)));
}

// Where rivers meet the water is a mean of theirs, each by how many metres inside of its banks it is, so that
// a brook that runs into a river does not show in it. Beside its banks a river counts less and less, as far
// as corners are rounded: so there is no step where one of them ends.
static inline void mix_water(const nearest_points *river, wm shown, land_bank_tile *restrict tile,
                             int32_t k)
{
    const wf beside = clamped(wf_mul(wf_set(0.5f), river->even), 0.2f, mixed_m);
    const wm near = wm_and(shown, wf_lt(river->out, beside));
    if (!wm_any(near))
    {
        return;
    }
    const wf one = wf_set(1), none = wf_set(0);
    const wf in = wf_sub(one, wf_mul(wf_set(0.4f), wf_min(river->out, none)));
    const wf share = wf_sub(in, wf_div(wf_max(river->out, none), beside));
    const wf before = wf_load(tile->weight + k), had = wf_load(tile->water + k);
    const wf own = wf_mul(share, share), all = wf_add(before, own);
    const wf mean = plus_product(wf_sub(river->water, had), wf_div(own, all), had);
    const wm first = not_in(wf_lt(none, before));
    store_in(near, tile->water + k, wf_pick(first, river->water, mean));
    store_in(near, tile->weight + k, all);
}

static inline void fill_bed(const nearest_points *river, wm wet, land_bank_tile *restrict tile,
                            int32_t k)
{
    const wf away = wf_div(river->distance, river->half);
    const wf depth = wf_mul(river_depth(river->half), wf_sub(wf_set(1), wf_mul(away, away)));
    const wf bed = wf_sub(wf_sub(river->water, wf_set(0.03f)), depth);
    lower(wet, tile->bed + k, bed);
}

static inline void ask_river_lanes(const land_river_part *part, const land_bank_figures *figures,
                                   float step, land_bank_tile *restrict tile, int32_t k, wm asked)
{
    const float flow = part->curve->pieces[0].flow; // the same in all of them
    nearest_points river;
    measure(part, figures, tile, k, asked, &river);
    lower(asked, tile->distance + k, river.out);
    const wf calm = wf_sub(wf_set(1), ramp(river.out, 0, figures->calm));
    raise(asked, tile->flow + k, wf_mul(wf_set(flow), calm));
    // Brooks are shown where samples are so close that their water hangs together.
    const wm narrow = wf_lt(wf_mul(wf_set(2), river.even), wf_set(1.5f * step));
    const wm shown = wm_and(asked, not_in(narrow)), inside = wf_lt(river.out, wf_set(0));
    add_sides(&river, flow, shown, tile, k);
    mix_water(&river, shown, tile, k);
    const wm wet = wm_and(shown, inside), dry = wm_and(asked, not_in(wet));
    if (wm_any(wet))
    {
        fill_bed(&river, wet, tile, k);
    }
    lower(wm_and(dry, inside), tile->hidden + k, wf_add(river.water, wf_set(land_bank_m)));
    // Under water there is the bed alone.
    const wm flooded = wf_lt(wf_load(tile->bed + k), wf_set(LAND_UNBOUND));
    const bank_sides bank = {.water = river.water,
                             .out = river.out,
                             .half = river.half,
                             .grade = part->curve->grade,
                             .lift = part->curve->lift};
    bound_ground(figures, &bank, wm_and(dry, not_in(flooded)), tile, k);
}

static void ask_river(const land_river_part *part, const land_bank_figures *figures, float step,
                      land_bank_tile *restrict tile)
{
    for (int32_t k = 0; k < tile->count; k += WIDE_N)
    {
        const wf box = box_square(part, wi_load(tile->x + k), wi_load(tile->z + k));
        const wm asked = matters(part, figures, box, wf_load(tile->distance + k));
        if (wm_any(asked))
        {
            ask_river_lanes(part, figures, step, tile, k, asked);
        }
    }
}

static void near_river(const land_river_part *part, const land_bank_figures *figures,
                       land_bank_tile *restrict tile)
{
    for (int32_t k = 0; k < tile->count; k += WIDE_N)
    {
        const wf box = box_square(part, wi_load(tile->x + k), wi_load(tile->z + k));
        const wf distance = wf_load(tile->distance + k);
        const wf gap = wf_sub(wf_mul(wf_sqrt(box), wf_set(figures->metres)),
                              wf_set(part->curve->half));
        const wm asked = wm_and(matters(part, figures, box, distance), wf_lt(gap, distance));
        if (wm_any(asked))
        {
            nearest_points river;
            measure(part, figures, tile, k, asked, &river);
            lower(asked, tile->distance + k, river.out);
        }
    }
}

// ---- corners ----------------------------------------------------------------------------------------------

// The corner between two rivers is round: there is water where both are near and lie in different directions.
// Pieces of one river, one behind the other, lie in the same.
static inline void round_corner(const land_river_sides *a, const land_river_sides *b, wm asked,
                                land_bank_tile *restrict tile, int32_t k)
{
    const wf a_out = wf_load(a->out + k), b_out = wf_load(b->out + k);
    const wf two = wf_set(2), least = wf_min(wf_load(a->half + k), wf_load(b->half + k));
    const wf radius = wf_min(wf_mul(two, least), wf_set(roundest_m));
    const wf further = wf_mul(two, wf_max(a_out, b_out));
    const wf cosine = plus_product(wf_load(a->to_x + k), wf_load(b->to_x + k),
                                   wf_mul(wf_load(a->to_z + k), wf_load(b->to_z + k)));
    const wf turn = wf_mul(wf_mul(wf_set(0.25f), radius), wf_sub(wf_set(1), cosine));
    const wf near = wf_mul(turn, clamped(wf_sub(two, wf_div(further, radius)), 0, 1));
    const wm met = wm_and(asked, wf_lt(wf_set(1e-3f), near));
    if (!wm_any(met))
    {
        return;
    }
    const wf distance = smooth_min(a_out, b_out, near), known = wf_load(tile->distance + k);
    const wm wet = wm_and(met, wf_lt(distance, wf_min(known, wf_set(0))));
    const wf deep = wf_pick(wf_lt(wf_set(-3), distance), wf_mul(wf_set(-0.4f), distance),
                            wf_set(1.2f));
    lower(wet, tile->bed + k, wf_sub(wf_sub(wf_load(tile->water + k), wf_set(0.03f)), deep));
    raise(wet, tile->flow + k, wf_max(wf_load(a->flow + k), wf_load(b->flow + k)));
    lower(met, tile->distance + k, distance);
}

// Beside rivers there is none of their water, and in them the bed lies below what others let it be.
static inline void settle_water(land_bank_tile *restrict tile, int32_t k)
{
    const wm flooded = wf_lt(wf_load(tile->bed + k), wf_set(LAND_UNBOUND));
    lower(flooded, tile->bed + k, wf_sub(wf_load(tile->water + k), wf_set(0.03f)));
    store_in(not_in(flooded), tile->water + k, wf_set(LOAM_LAND_DRY));
}

static void round_corners(land_bank_tile *restrict tile)
{
    for (int32_t k = 0; k < tile->count; k += WIDE_N)
    {
        const wi count = wi_load(tile->side_count + k);
        for (int32_t i = 1; i < LAND_RIVER_SIDES; i++)
        {
            const wm asked = wi_gt(count, wi_set(i));
            for (int32_t other = 0; other < i && wm_any(asked); other++)
            {
                round_corner(&tile->sides[other], &tile->sides[i], asked, tile, k);
            }
        }
        settle_water(tile, k);
    }
}

// ---- lakes ------------------------------------------------------------------------------------------------

// Steep at the shore, flat in the middle; deeper lakes are larger. The bed of a river that runs through
// fades.
static inline void fill_lake(const land_lake_places *lake, wf out, wm wet,
                             land_bank_tile *restrict tile, int32_t k)
{
    const wf in = wf_sub(wf_set(0), out), bed = wf_load(tile->bed + k);
    const wf part = clamped(wf_div(in, wf_set(0.6f * lake->radius)), 0, 1);
    const wf deep = wf_mul(wf_mul(wf_set(land_lake_depth(lake->radius) - 0.05f), part),
                           wf_sub(wf_set(2), part));
    const wf own = wf_sub(wf_set(lake->water - 0.05f), deep);
    const wf mixed = plus_product(wf_sub(own, bed), ramp(in, 0, 12), bed);
    store_in(wet, tile->bed + k, wf_pick(wf_lt(bed, own), mixed, own));
    store_in(wet, tile->weight + k, wf_set(LAND_LAKE_WEIGHT));
    store_in(wet, tile->water + k, wf_set(lake->water));
}

static void ask_lake(const land_lake_places *lake, const land_bank_figures *figures, float step,
                     land_bank_tile *restrict tile)
{
    const float radius = lake->radius;
    const wm all = wf_lt(wf_set(0), wf_set(1));
    const wm shown = not_in(wf_lt(wf_set(radius), wf_set(land_least_lake * step)));
    for (int32_t k = 0; k < tile->count; k += WIDE_N)
    {
        const wf out = wf_load(lake->out + k), water = wf_set(lake->water);
        const wm inside = wf_lt(out, wf_set(0)), wet = wm_and(inside, shown);
        lower(all, tile->distance + k, out);
        lower(wm_and(inside, not_in(wet)), tile->hidden + k, wf_add(water, wf_set(land_bank_m)));
        // Its rim is low and soon falls, or what leaves it would run in a canyon.
        const bank_sides rim = {.water = water,
                                .out = out,
                                .half = wf_set(radius < 16 ? radius : 16),
                                .grade = 0.015f};
        bound_ground(figures, &rim, not_in(wet), tile, k);
        fill_lake(lake, out, wet, tile, k);
    }
}

// ---- ground -----------------------------------------------------------------------------------------------

// The ground beside waters. Valleys are cut into the smooth ground, and what stands on it stands on their
// sides too, less and less towards the water. Edges are rounder the further from it, so that the bank itself
// stands where it should.
static inline wf ground_beside(const land_bank_figures *figures, const land_bank_tile *tile,
                               int32_t k, wf ground)
{
    const wf none = wf_set(0), smooth = wf_load(tile->smooth + k), low = wf_load(tile->low + k);
    const wf distance = wf_load(tile->distance + k);
    const wf round = clamped(wf_mul(wf_set(0.05f), distance), 0.01f, 0.8f);
    const wf own = wf_min(wf_load(tile->high + k), smooth);
    const wf lifted = wf_add(own, wf_load(tile->lift + k));
    const wf cut = wf_min(lifted, wf_max(wf_load(tile->cone + k), own));
    const wf added = wf_mul(wf_sub(ground, smooth), ramp(distance, 0, figures->calm));
    const wf held = wf_sub(none, smooth_min(wf_sub(none, cut), wf_sub(none, low), round));
    // Hollows take a share of what is above the lowest, so that they never reach it.
    const wf above = wf_max(wf_sub(held, low), none);
    const wf hollow = plus_product(above, wf_div(above, wf_sub(above, added)), low);
    const wf result = wf_pick(wf_lt(added, none), hollow, wf_add(held, added));
    return wf_min(result, wf_load(tile->hidden + k));
}

static void find_ground(const land_bank_figures *figures, const land_bank_tile *tile,
                        float ground[LAND_BANK_SAMPLES])
{
    const wf least = wf_set(land_dry_ground(0));
    for (int32_t k = 0; k < tile->count; k += WIDE_N)
    {
        const wf bed = wf_load(tile->bed + k), before = wf_load(ground + k);
        const wm flooded = wf_lt(bed, wf_set(LAND_UNBOUND));
        // Where no water is near: the same, to the bit, as where none has been asked.
        const wm bound = wf_lt(wf_set(-LAND_UNBOUND), wf_load(tile->low + k));
        const wf dry = wf_pick(bound, ground_beside(figures, tile, k, before), before);
        wf_store(ground + k, wf_pick(flooded, bed, wf_max(dry, least)));
    }
}
