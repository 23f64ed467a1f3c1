// SPDX-License-Identifier: MIT
#include "tiles/light/light.h"

#include "loam/jobs.h"
#include "loam/maths.h"

#include <math.h>
#include <string.h>

// Light by directional sweeps. What reaches a unit is the mean over all directions of what a ray gathers on
// its way to it: (light + emission) * translucency, unit after unit (Dubsky 2022, algorithm 2, whose line 2
// has its bracket misplaced; Dubsky 2024, 3.2.1). Rays of one direction that end in different units run
// along the same parallel lines, so each direction is done for all units at once: a carrier on every line
// walks from row to row, gives what it has to the units beside it, takes up what they emit, and loses what
// they swallow. The cost is directions times units, whatever the range.
//
// Lines are one unit apart, and in one row all of them stand at the same distance from the units' centres.
// So nothing is gathered: sampling and giving are sums of a row and of itself shifted by one unit. Directions
// nearer to the columns than to the rows walk over the field turned, and left and right, up and down are
// mirror images; eight directions make one angle.
//
// A direction stands for all between it and its neighbours, else every small light would be a star with as
// many rays as there are directions. So carriers run a little steeper than their direction, and pass a
// small part of their light to the next line on each row: its mean goes the right way, and it widens as
// it goes, about as fast as neighbouring directions part (`choose_spread`).
//
// Lines are fixed in the world, not in the view: what is lit does not shimmer when the view moves.

const float loam_light_lengths[LIGHT_THROUGHS] = {1.0f, 1.2f, 1.41421356f};

/// One of the angles between a row's normal and the diagonal.
typedef struct sweep_angle
{
    float spread;        // part of a carrier's light that goes to the next line, a row
    bool to_and_fro;     // to the next line on one side, and in the next row on the other
    uint64_t half_slope; // 2^-33 units sideways a row that lines run
    float widen;         // how much wider than a B-spline what carriers see and give is
    float emission;      // what the longer way through a row adds to what is emitted there
    float weights[LIGHT_THROUGHS]; // of the planes of what passes
    float slope;                   // units sideways a row that light goes
    float line_slope;              // and that lines go, which is at most as much
} sweep_angle;

/// Chooses the part of a carrier that goes to the next line in a row so that, as far away as a small light is
/// seen, what has gone out in neighbouring directions just joins: light is then spread by 0.4 of the gap.
/// Where that is more than lines could run steeper for, as few directions or small units need it, they run as
/// light does, and the part goes to and fro.
static void choose_spread(sweep_angle *angle, float between, int32_t unit)
{
    const float seen = 20.0f * LIGHT_UNIT / (float)unit, max = 0.45f;
    // A row is a longer way for a slanted ray, and its lines are nearer to each other.
    const float length2 = 1.0f + angle->slope * angle->slope;
    const float variance = 0.15f * between * between * seen * length2 * sqrtf(length2);
    angle->spread = variance < max ? variance : max;
    angle->to_and_fro = angle->spread > 0.9f * angle->slope;
    angle->line_slope = angle->to_and_fro ? angle->slope : angle->slope - angle->spread;
    angle->half_slope = (uint64_t)(angle->line_slope * 2147483648.0f);
}

/// Weights of the parabola through the three lengths, at a length.
static void weigh_lengths(float length, float weights[LIGHT_THROUGHS])
{
    for (int32_t i = 0; i < LIGHT_THROUGHS; i++)
    {
        weights[i] = 1.0f;
        for (int32_t k = 0; k < LIGHT_THROUGHS; k++)
        {
            if (k != i)
            {
                weights[i] *= (length - loam_light_lengths[k]) /
                              (loam_light_lengths[i] - loam_light_lengths[k]);
            }
        }
    }
}

/// What a row of air adds to a carrier that crosses it on a way of some length, relative to the straight
/// way: so that both gather the same in a wide place.
static float longer_emission(float length, int32_t unit)
{
    const float straight = loam_pow(0.8f, (float)unit / LIGHT_UNIT);
    const float slanted = loam_pow(straight, length);
    return straight / (1.0f - straight) * (1.0f - slanted) / slanted;
}

static sweep_angle angle_at(const loam_tile_light_def *def, int32_t index)
{
    const float between = 2.0f * LOAM_PI / (float)def->directions;
    const float turn = ((float)index + 0.5f) * between;
    sweep_angle out = {.slope = loam_sin(turn) / loam_cos(turn)};
    const float length = 1.0f / loam_cos(turn);
    choose_spread(&out, between, def->unit);
    out.widen = 0.125f * (length * length - 1.0f); // the B-spline has a variance of 1/4
    out.emission = longer_emission(length, def->unit);
    weigh_lengths(length, out.weights);
    return out;
}

/// A direction on its way through a field.
typedef struct sweep
{
    const loam_tile_light *light;
    const light_field *field;
    const light_lane *lane;
    const sweep_angle *angle;
    int64_t origin;   // of the field in the world, along the axis that rows follow on
    int32_t margin;   // units around those that are lit
    int32_t side, up; // which way it goes: 1 or -1
    int32_t steps;    // rows that it goes through
    int32_t lines;    // room for carriers of a channel
} sweep;

/// Units of a row from begin to end.
typedef struct span
{
    int32_t begin, end;
} span;

/// The units of step number `step` whose light can still reach a lit one, or whose carrier will be at one.
static span needed(const sweep *s, int32_t step)
{
    const sweep_angle *const angle = s->angle;
    // Light that has spread comes from a little further.
    const int32_t slack = 4 + (int32_t)(2.0f * sqrtf(angle->spread * (float)s->steps));
    const int32_t ahead = (int32_t)(angle->slope * (float)(s->steps - 1 - step)) + slack;
    const int32_t before = step < s->margin
                               ? (int32_t)(angle->line_slope * (float)(s->margin - step))
                               : 0;
    const int32_t begin = ahead < s->margin ? s->margin - ahead : 0;
    const int32_t end = s->field->w - s->margin - before + slack;
    const int32_t last = end < s->field->w ? end : s->field->w;
    return s->side > 0 ? (span){begin, last} : (span){s->field->w - last, s->field->w - begin};
}

static int32_t blocks_of(int32_t count)
{
    return (count + LIGHT_LANES - 1) / LIGHT_LANES;
}

/// Where the lines are in a row: so many whole units, and a part of -1/2 .. 1/2, to the side of the unit that
/// carrier 0 began in.
typedef struct offset
{
    int32_t whole;
    float part;
    bool back; // light goes to the other side in this row
} offset;

/// The carrier that is at a unit.
static float *carrier_at(const sweep *s, float *carriers, offset at, int32_t unit)
{
    const int32_t line = s->side > 0 ? unit - at.whole + s->steps : unit + at.whole;
    return carriers + LIGHT_PAD + line;
}

/// Weights of what is to the left of a point, at it and to the right, if it stands beside the middle of
/// them: a quadratic B-spline. It blurs the same wherever the point is; weights of a straight line would
/// not, and then light runs in stripes. Widened, it blurs the same across a slanted ray as across a
/// straight one.
static void weigh(float beside, float widen, float taps[3])
{
    taps[0] = 0.5f * (0.5f - beside) * (0.5f - beside) + widen;
    taps[1] = 0.75f - beside * beside - 2.0f * widen;
    taps[2] = 0.5f * (0.5f + beside) * (0.5f + beside) + widen;
}

static void deposit_row(const sweep *s, int32_t row, offset at, float *in)
{
    const light_sums *const sums = &s->lane->sums;
    light_deposit deposit = {
        .sum = light_sum(sums, row - s->margin, 0),
        .in = carrier_at(s, in, at, s->margin),
        .lines = s->lines,
        .pitch = sums->pitch,
        .blocks = blocks_of(sums->w),
    };
    // Carriers have not passed on their part yet: their light is ahead of the lines by as much; or half as
    // much before or behind, if it goes to and fro. The units are on the other side of the carriers than the
    // carriers of the units.
    const float spread = s->angle->spread;
    const float ahead = !s->angle->to_and_fro ? spread : (at.back ? 0.5f : -0.5f) * spread;
    weigh(-(float)s->side * (at.part + ahead), s->angle->widen, deposit.taps);
    s->light->kernels->deposit(&deposit);
}

static void carry_row(const sweep *s, int32_t row, span units, offset at, float *in, float *out)
{
    const sweep_angle *const angle = s->angle;
    light_carry carry = {
        .out = carrier_at(s, out, at, units.begin),
        .in = carrier_at(s, in, at, units.begin),
        .lines = s->lines,
        .emission = light_plane(s->field, row, 0) + units.begin,
        .through = s->lane->through + (size_t)row * (size_t)s->field->pitch + LIGHT_PAD +
                   units.begin,
        .pitch = s->field->pitch,
        .side = at.back ? -s->side : s->side,
        .blocks = blocks_of(units.end - units.begin),
        .stay = 1.0f - angle->spread,
        .spread = angle->spread,
        .gain = angle->emission,
        .passing = s->lane->passing,
    };
    weigh((float)s->side * at.part, angle->widen, carry.taps);
    s->light->kernels->carry(&carry);
}

static void run_sweep(const sweep *s)
{
    float *const both = s->lane->carriers;
    const size_t size = (size_t)s->lines * LIGHT_CHANNELS;
    memset(both, 0, 2 * size * sizeof *both);
    const int32_t first = s->up > 0 ? 0 : s->field->h - 1;
    // Rows have their middles at halves, and the lines cross the world's origin: so mirrored places are
    // lit alike. Only the part of a unit matters, so this may wrap around.
    const int64_t begin = s->up > 0 ? s->origin + first : -(s->origin + first) - 1;
    uint64_t at = (uint64_t)(2 * begin + 1) * s->angle->half_slope & 0xffffffffu;
    for (int32_t step = 0; step < s->steps; step++)
    {
        const int32_t row = first + s->up * step;
        const uint64_t round = at + 0x80000000u;
        const offset where = {(int32_t)(round >> 32), (float)(uint32_t)round * 0x1p-32f - 0.5f,
                              s->angle->to_and_fro && ((begin + step) & 1) != 0};
        float *const in = both + (step % 2 == 0 ? 0 : size);
        float *const out = both + (step % 2 == 0 ? size : 0);
        if (step >= s->margin)
        {
            deposit_row(s, row, where, in);
        }
        carry_row(s, row, needed(s, step), where, in, out);
        at += 2 * s->angle->half_slope;
    }
}

/// What passes units for an angle.
static void mix_through(const loam_tile_light *light, const light_field *field,
                        const light_lane *lane, const sweep_angle *angle)
{
    for (int32_t row = 0; row < field->h; row++)
    {
        light->kernels->mix(lane->through + (size_t)row * (size_t)field->pitch,
                            light_plane(field, row, LIGHT_THROUGH) - LIGHT_PAD, field->pitch,
                            angle->weights, field->pitch / LIGHT_LANES);
    }
}

/// All directions of a group of angles, in one orientation.
static void sweep_group(void *context, int64_t begin, int64_t end)
{
    loam_tile_light *const light = context;
    for (int64_t task = begin; task < end; task++)
    {
        const bool turned = task >= light->groups;
        const int32_t group = (int32_t)task % light->groups;
        const light_field *const field = turned ? &light->turned : &light->field;
        const light_lane *const lane = &light->lanes[turned][group];
        memset(lane->sums.rows, 0,
               (size_t)lane->sums.pitch * (size_t)lane->sums.h * LIGHT_CHANNELS * sizeof(float));
        for (int32_t i = group; i < light->def.directions / 8; i += light->groups)
        {
            const sweep_angle angle = angle_at(&light->def, i);
            mix_through(light, field, lane, &angle);
            for (int32_t way = 0; way < 4; way++)
            {
                const sweep s = {
                    .light = light,
                    .field = field,
                    .lane = lane,
                    .angle = &angle,
                    .origin = turned ? light->area.x : light->area.y,
                    .margin = light->def.margin,
                    .side = way & 1 ? 1 : -1,
                    .up = way & 2 ? 1 : -1,
                    .steps = field->h - light->def.margin,
                    .lines = light_lines(field->w, field->h),
                };
                run_sweep(&s);
            }
        }
    }
}

void loam_light_sweep(loam_tile_light *light)
{
    loam_jobs_for(light->env.jobs, 2 * light->groups, 1, sweep_group, light);
}
