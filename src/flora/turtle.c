// SPDX-License-Identifier: MIT
#include "flora/grower.h"
#include "flora/vector.h"

#include "loam/random.h"

#include <math.h>

// The turtle (Dubský 2024, 4.1.1; Blomqvist et al. 2016, 2.6). Its orientation is three directions at right
// angles: heading, left and up. In the plane it only ever turns about up, so one turtle serves both.

typedef struct turtle
{
    vector at, heading, left, up;
    float width, stiffness, tropism;
    float side; // -1 where left and right are swapped
    int32_t part;
    int32_t segment; // that it stands at the end of, or -1
} turtle;

typedef struct turtle_walk
{
    loam_plant_grower *grower;
    const loam_grammar *grammar;
    loam_plant_segment *segments; // of this plant
    int32_t segment_count;
    vector towards; // of the tropism, of length 1
    uint64_t seed;
    turtle now;
    turtle stack[LOAM_PLANT_MAX_DEPTH];
    int32_t depth;
} turtle_walk;

/// Turns towards the tropism's direction by strength times the sine of the angle to it (eq. 4.3).
static void follow_tropism(turtle_walk *walk)
{
    turtle *const now = &walk->now;
    const vector across = cross(now->heading, walk->towards);
    const float sine = length_of(across);
    if (now->tropism == 0.0f || sine < 1e-6f)
    {
        return;
    }
    const vector axis = combine(across, 1.0f / sine, across, 0.0f);
    const float angle = now->tropism * sine;
    const float c = loam_cos(angle), s = loam_sin(angle);
    now->heading = turn_about(now->heading, axis, c, s);
    now->left = turn_about(now->left, axis, c, s);
    now->up = turn_about(now->up, axis, c, s);
}

// ---- what letters do ----------------------------------------------------------------------------

static loam_result refuse(char sign, const char *what, float value, const char *accepted)
{
    return loam_fail(LOAM_BAD_ARGUMENT, "the turtle meets a %c whose %s is %g; must be %s", sign,
                     what, (double)value, accepted);
}

/// A value with chance added: up to a share of it, more or less.
static float vary(const turtle_walk *walk, uint32_t place, flora_setting setting, float value)
{
    const float share = walk->grower->settings[setting];
    return share == 0.0f
               ? value
               : value * (1.0f + share * (2.0f * loam_random_float(walk->seed, place) - 1.0f));
}

static loam_result add_segment(turtle_walk *walk, float length)
{
    loam_plant_grower *const grower = walk->grower;
    turtle *const now = &walk->now;
    if (grower->segment_count == grower->limits.segments)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the turtle draws more than %d segments, which is the limit",
                         (int)grower->limits.segments);
    }
    loam_plant_segment *const segment = &walk->segments[walk->segment_count];
    *segment = (loam_plant_segment){.parent = now->segment,
                                    .length = length,
                                    .width = now->width,
                                    .stiffness = now->stiffness,
                                    .depth = (int16_t)walk->depth,
                                    .part = (int16_t)now->part};
    to_array(now->at, segment->base);
    to_array(now->heading, segment->heading);
    now->segment = walk->segment_count++;
    grower->segment_count++;
    return LOAM_OK;
}

static loam_result go(turtle_walk *walk, char sign, uint32_t place, float length, bool draws)
{
    if (!(length >= 0.0f && length <= 1000000.0f))
    {
        return refuse(sign, "length", length, "0 to 1000000");
    }
    length = vary(walk, place, FLORA_VARY_LENGTH, length);
    loam_result result = LOAM_OK;
    if (draws && length > 0.0f)
    {
        follow_tropism(walk);
        result = add_segment(walk, length);
    }
    walk->now.at = combine(walk->now.at, 1.0f, walk->now.heading, length);
    return result;
}

static loam_result add_organ(turtle_walk *walk, loam_plant_organ_kind kind, float size)
{
    loam_plant_grower *const grower = walk->grower;
    if (grower->organ_count == grower->limits.organs)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the turtle meets more than %d leaves, buds and flowers, which is "
                         "the limit",
                         (int)grower->limits.organs);
    }
    loam_plant_organ *const organ = &grower->organs[grower->organ_count++];
    *organ = (loam_plant_organ){.segment = walk->now.segment, .kind = kind, .size = size};
    to_array(walk->now.at, organ->at);
    to_array(walk->now.heading, organ->heading);
    return LOAM_OK;
}

static loam_result push(turtle_walk *walk)
{
    if (walk->depth == LOAM_PLANT_MAX_DEPTH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "brackets are nested more than %d deep",
                         LOAM_PLANT_MAX_DEPTH);
    }
    walk->stack[walk->depth++] = walk->now;
    return LOAM_OK;
}

static loam_result set_part(turtle_walk *walk, float part)
{
    if (!(part >= 0.0f && part <= 255.0f))
    {
        return refuse('\'', "part", part, "0 to 255");
    }
    walk->now.part = (int32_t)part;
    return LOAM_OK;
}

static loam_result set_not_negative(char sign, const char *what, float value, float *out)
{
    if (!(value >= 0.0f && value <= 1000000.0f))
    {
        return refuse(sign, what, value, "0 to 1000000");
    }
    *out = value;
    return LOAM_OK;
}

static void turn_by(turtle_walk *walk, char sign, float degrees)
{
    turtle *const now = &walk->now;
    switch (sign)
    {
    case '+':
        turn(&now->heading, &now->left, degrees * now->side);
        break;
    case '-':
        turn(&now->heading, &now->left, -degrees * now->side);
        break;
    case '^':
        turn(&now->heading, &now->up, degrees);
        break;
    case '&':
        turn(&now->heading, &now->up, -degrees);
        break;
    case '\\': // the left side goes down
        turn(&now->left, &now->up, -degrees);
        break;
    default:
        turn(&now->left, &now->up, degrees);
        break;
    }
}

/// What a letter without a parameter does by how much.
static float standard_value(const turtle_walk *walk, char sign)
{
    const float *const settings = walk->grower->settings;
    switch (sign)
    {
    case '+':
    case '-':
        return settings[FLORA_PHYLLOTACTIC_ANGLE];
    case '&':
    case '^':
    case '\\':
    case '/':
        return settings[FLORA_BRANCHING_ANGLE];
    case '!':
        return walk->now.width * settings[FLORA_TAPER];
    case '~':
        return settings[FLORA_STIFFNESS];
    case '=':
        return settings[FLORA_TROPISM_STRENGTH];
    case '\'':
    case '*':
    case '@':
    case '$':
        return 1.0f;
    default:
        return settings[FLORA_LENGTH];
    }
}

static loam_result do_letter(turtle_walk *walk, char sign, uint32_t place, float value)
{
    turtle *const now = &walk->now;
    switch (sign)
    {
    case 'F':
        return go(walk, sign, place, value, true);
    case 'f':
        return go(walk, sign, place, value, false);
    case '[':
        return push(walk);
    case ']':
        *now = walk->stack[--walk->depth];
        return LOAM_OK;
    case '!':
        return set_not_negative(sign, "width", value, &now->width);
    case '~':
        return set_not_negative(sign, "stiffness", value, &now->stiffness);
    case '=':
        now->tropism = value;
        return value >= -3.0f && value <= 3.0f ? LOAM_OK
                                               : refuse(sign, "strength", value, "-3 to 3");
    case '\'':
        return set_part(walk, value);
    case '?':
        now->side = loam_random_float(walk->seed, place) < 0.5f ? now->side : -now->side;
        return LOAM_OK;
    case '*':
        return add_organ(walk, LOAM_ORGAN_LEAF, value);
    case '@':
        return add_organ(walk, LOAM_ORGAN_BUD, value);
    case '$':
        return add_organ(walk, LOAM_ORGAN_FLOWER, value);
    case '+':
    case '-':
    case '&':
    case '^':
    case '\\':
    case '/':
        turn_by(walk, sign, vary(walk, place, FLORA_VARY_ANGLE, value));
        return LOAM_OK;
    default:
        return walk->grammar->letters_draw
                   ? go(walk, sign, place, walk->grower->settings[FLORA_LENGTH], true)
                   : LOAM_OK;
    }
}

// ---- widths -------------------------------------------------------------------------------------

/// Widths from tips to root, children before parents. A segment's end is as wide as the widest that goes on
/// from it. With pipes, its base is as wide as all of those together: equal areas, as Leonardo saw.
static void finish_widths(turtle_walk *walk)
{
    const float *const settings = walk->grower->settings;
    const bool pipes = walk->grammar->pipes;
    for (int32_t i = walk->segment_count - 1; i >= 0; i--)
    {
        loam_plant_segment *const segment = &walk->segments[i];
        const bool tip = segment->tip_width == 0.0f;
        if (pipes)
        {
            segment->width = tip ? settings[FLORA_WIDTH] : sqrtf(segment->width);
        }
        segment->tip_width = tip ? segment->width * settings[FLORA_TAPER] : segment->tip_width;
        segment->tip_width = segment->tip_width < segment->width ? segment->tip_width
                                                                 : segment->width;
        if (segment->parent < 0)
        {
            continue;
        }
        loam_plant_segment *const parent = &walk->segments[segment->parent];
        parent->tip_width = parent->tip_width > segment->width ? parent->tip_width : segment->width;
        parent->width += pipes ? segment->width * segment->width : 0.0f;
    }
}

// ---- the walk -----------------------------------------------------------------------------------

static const vector upwards = {0.0f, 1.0f, 0.0f};

static vector tropism_direction(const loam_grammar *grammar, const loam_plant_site *site)
{
    switch (grammar->tropism)
    {
    case FLORA_TROPISM_DOWN:
        return (vector){0.0f, -1.0f, 0.0f};
    case FLORA_TROPISM_LIGHT:
        return direction_of(of_array(site->towards), upwards);
    case FLORA_TROPISM_WIND:
        return direction_of(of_array(site->wind), (vector){1.0f, 0.0f, 0.0f});
    default:
        return upwards;
    }
}

/// In the plane the turtle's up is towards the viewer.
static turtle set_out(const loam_plant_grower *grower, const loam_grammar *grammar,
                      const loam_plant_site *site)
{
    vector heading = of_array(site->heading);
    heading.z = grammar->dimensions == 2 ? 0.0f : heading.z;
    heading = direction_of(heading, upwards);
    const vector viewer = {0.0f, 0.0f, 1.0f}, right = {1.0f, 0.0f, 0.0f};
    const vector left = direction_of(cross(viewer, heading), combine(right, -1.0f, right, 0.0f));
    return (turtle){.heading = heading,
                    .left = left,
                    .up = cross(heading, left),
                    .width = grammar->pipes ? 0.0f : grower->settings[FLORA_WIDTH],
                    .stiffness = grower->settings[FLORA_STIFFNESS],
                    .tropism = grower->settings[FLORA_TROPISM_STRENGTH],
                    .side = 1.0f,
                    .segment = -1};
}

loam_result loam_flora_walk(loam_plant_grower *grower, const loam_grammar *grammar,
                            const loam_plant_site *site)
{
    turtle_walk walk = {.grower = grower,
                        .grammar = grammar,
                        .segments = grower->segments + grower->segment_count,
                        .towards = tropism_direction(grammar, site),
                        .seed = loam_seed_derive(site->seed, "turtle"),
                        .now = set_out(grower, grammar, site)};
    if (grammar->dimensions == 2)
    {
        walk.towards.z = 0.0f;
    }
    const flora_word *const word = &grower->words[0];
    const float *values = word->values;
    loam_result result = LOAM_OK;
    for (uint32_t i = 0; i < word->letter_count && result == LOAM_OK; i++)
    {
        const flora_letter letter = grammar->alphabet[word->letters[i]];
        result = do_letter(&walk, letter.sign, i,
                           letter.values > 0 ? values[0] : standard_value(&walk, letter.sign));
        values += letter.values;
    }
    finish_widths(&walk);
    return result;
}
