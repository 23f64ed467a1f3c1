// SPDX-License-Identifier: MIT
#include "roam/roam.h"

#include <math.h>

// The figure that walks, rides and flies: boxes on joints. What moves are angles, from the way that was gone
// and the time.

/// A place with three directions: to the right, up, ahead.
typedef struct joint
{
    float at[3], right[3], up[3], ahead[3];
} joint;

typedef struct drawing
{
    figure_box *boxes; // ROAM_MAX_BOXES
    int32_t count;
} drawing;

static const float skin[3] = {0.72f, 0.50f, 0.38f}, coat[3] = {0.55f, 0.13f, 0.09f},
                   cloth[3] = {0.16f, 0.19f, 0.27f}, leather[3] = {0.20f, 0.12f, 0.07f},
                   hair[3] = {0.16f, 0.10f, 0.06f}, hide[3] = {0.36f, 0.20f, 0.10f},
                   sail[3] = {0.85f, 0.80f, 0.66f}, feather[3] = {0.30f, 0.24f, 0.19f};

/// A joint at a place relative to another, leant ahead by an angle and to the right by another: what hangs down
/// from it goes back, or to the left.
static joint bend(const joint *j, float right, float up, float ahead, float lean, float roll)
{
    joint out = *j;
    const float s = sinf(lean), c = cosf(lean), rs = sinf(roll), rc = cosf(roll);
    for (int32_t k = 0; k < 3; k++)
    {
        out.at[k] = j->at[k] + j->right[k] * right + j->up[k] * up + j->ahead[k] * ahead;
        const float up_k = j->up[k] * c + j->ahead[k] * s;
        out.ahead[k] = j->ahead[k] * c - j->up[k] * s;
        out.up[k] = up_k * rc + j->right[k] * rs;
        out.right[k] = j->right[k] * rc - up_k * rs;
    }
    return out;
}

/// A box whose middle is that much above the joint, of half widths.
static void add(drawing *d, const joint *j, float above, float w, float h, float l,
                const float colour[3])
{
    if (d->count >= ROAM_MAX_BOXES)
    {
        return;
    }
    figure_box *const b = &d->boxes[d->count++];
    for (int32_t k = 0; k < 3; k++)
    {
        b->centre[k] = j->at[k] + j->up[k] * above;
        b->axes[0][k] = j->right[k] * w;
        b->axes[1][k] = j->up[k] * h;
        b->axes[2][k] = j->ahead[k] * l;
        b->colour[k] = colour[k];
    }
}

/// Two parts that hang down from a joint.
static void add_limb(drawing *d, const joint *from, float length, float thick, float bent,
                     const float upper[3], const float lower[3])
{
    add(d, from, -length * 0.25f, thick, length * 0.26f, thick, upper);
    const joint knee = bend(from, 0, -length * 0.5f, 0, bent, 0);
    add(d, &knee, -length * 0.25f, thick * 0.85f, length * 0.26f, thick * 0.85f, lower);
    const joint end = bend(&knee, 0, -length * 0.5f, thick * 0.7f, 0, 0);
    add(d, &end, 0, thick * 0.9f, thick * 0.5f, thick * 1.6f, lower == skin ? skin : leather);
}

static void add_upper_body(drawing *d, const joint *hip, float swing, float arms_up)
{
    add(d, hip, 0.08f, 0.16f, 0.11f, 0.10f, cloth);
    add(d, hip, 0.36f, 0.19f, 0.20f, 0.11f, coat);
    const joint neck = bend(hip, 0, 0.62f, 0.01f, 0, 0);
    add(d, &neck, 0.11f, 0.10f, 0.12f, 0.11f, skin);
    add(d, &neck, 0.20f, 0.11f, 0.06f, 0.12f, hair);
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float s = (float)side;
        const joint shoulder = bend(hip, 0.24f * s, 0.53f, 0, -swing * s * 0.8f - arms_up,
                                    -0.08f * s);
        add_limb(d, &shoulder, 0.56f, 0.055f, -0.25f - arms_up * 0.3f, coat, skin);
    }
}

static void add_legs(drawing *d, const joint *hip, float swing, float bent)
{
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float s = (float)side, forward = swing * s;
        const joint top = bend(hip, 0.09f * s, 0, 0, forward - bent, 0);
        add_limb(d, &top, 0.86f, 0.075f, fmaxf(forward, 0) * 0.9f + bent * 1.4f + 0.04f, cloth,
                 leather);
    }
}

static void add_walker(drawing *d, const joint *feet, const roam *r)
{
    const float way = (float)fmod(r->body.way, 6283.0);
    const float pace = (float)sqrt(r->body.vx * r->body.vx + r->body.vz * r->body.vz);
    const float wide = fminf(pace * 0.16f, 0.75f);
    const bool falls = r->body.state == WALK_FALLS;
    const float swing = falls ? 0.45f : sinf(way * (pace > 4 ? 2.2f : 3.4f)) * wide;
    const float bob = falls ? 0 : fabsf(cosf(way * (pace > 4 ? 2.2f : 3.4f))) * wide * 0.07f;
    const joint hip = bend(feet, 0, 0.88f + bob - wide * 0.04f, 0, pace > 4 ? 0.16f : 0.03f, 0);
    const joint straight = bend(feet, 0, 0.88f + bob - wide * 0.04f, 0, 0, 0);
    add_upper_body(d, &hip, swing, falls ? 0.7f : 0);
    add_legs(d, &straight, swing, falls ? 0.25f : 0);
}

static void add_swimmer(drawing *d, const joint *feet, const roam *r)
{
    const float beat = sinf((float)fmod(r->seconds, 1000) * 4);
    const joint hip = bend(feet, 0, 0.95f, -0.2f, 1.15f, 0);
    add_upper_body(d, &hip, beat, 1.4f);
    add_legs(d, &hip, beat * 0.4f, 0);
}

static void add_horse(drawing *d, const joint *feet, const roam *r)
{
    const float way = (float)fmod(r->body.way, 6283.0);
    const float pace = (float)sqrt(r->body.vx * r->body.vx + r->body.vz * r->body.vz);
    const float wide = fminf(pace * 0.09f, 0.8f), beat = way * (pace > 6 ? 0.95f : 1.8f);
    const float bob = sinf(beat * 2) * wide * 0.09f;
    const joint back = bend(feet, 0, 1.22f + bob, 0, sinf(beat) * wide * 0.08f, 0);
    add(d, &back, 0, 0.24f, 0.27f, 0.72f, hide);
    for (int32_t i = 0; i < 4; i++)
    {
        const float side = i % 2 == 0 ? -1.0f : 1.0f, end = i < 2 ? 0.58f : -0.58f;
        const float swing = sinf(beat + (i == 0 || i == 3 ? 0.0f : 2.6f)) * wide;
        const joint top = bend(&back, 0.15f * side, -0.15f, end, swing, 0);
        add_limb(d, &top, 1.04f, 0.075f, fmaxf(swing, 0) * 0.9f, hide, hide);
    }
    const joint neck = bend(&back, 0, 0.12f, 0.66f, 0.75f + sinf(beat) * wide * 0.1f, 0);
    add(d, &neck, 0.34f, 0.11f, 0.38f, 0.16f, hide);
    const joint head = bend(&neck, 0, 0.68f, 0.05f, 1.25f, 0);
    add(d, &head, 0.16f, 0.10f, 0.28f, 0.12f, hide);
    const joint tail = bend(&back, 0, 0.15f, -0.76f, -2.5f, sinf(beat) * 0.15f);
    add(d, &tail, 0.30f, 0.05f, 0.32f, 0.06f, hair);
    const joint hip = bend(&back, 0, 0.30f, 0.05f, 0.05f + wide * 0.3f, 0);
    add_upper_body(d, &hip, 0.1f, 0.6f);
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const joint leg = bend(&hip, 0.22f * (float)side, 0, 0, -0.85f, 0.25f * (float)side);
        add_limb(d, &leg, 0.86f, 0.075f, 0.95f, cloth, leather);
    }
}

static void add_wings(drawing *d, const joint *middle, float span, float deep, float flap,
                      const float colour[3])
{
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float s = (float)side;
        const joint inner = bend(middle, 0, 0, 0, 0, s * flap);
        const joint centre = bend(&inner, s * span * 0.25f, 0, 0, 0, 0);
        add(d, &centre, 0, span * 0.25f, 0.02f, deep, colour);
        const joint elbow = bend(&inner, s * span * 0.5f, 0, -deep * 0.15f, 0, s * flap * 0.7f);
        const joint outer = bend(&elbow, s * span * 0.22f, 0, 0, 0, 0);
        add(d, &outer, 0, span * 0.23f, 0.015f, deep * 0.7f, colour);
    }
}

static void add_glider(drawing *d, const joint *feet, float bank)
{
    const joint body = bend(feet, 0, 0.3f, 0, 0.05f, bank);
    const joint frame = bend(&body, 0, 0.75f, 0.2f, 0, 0);
    add_wings(d, &frame, 4.4f, 0.75f, -0.06f, sail);
    const joint hip = bend(&body, 0, 0, -0.35f, 1.45f, 0);
    add_upper_body(d, &hip, 0, 1.2f);
    add_legs(d, &hip, 0.05f, 0);
}

static void add_bird(drawing *d, const joint *feet, const roam *r, float bank)
{
    const float rises = (float)fmax(r->body.vy, 0) * 0.02f;
    const float flap = 0.12f + sinf((float)fmod(r->seconds, 1000) * 7) * fminf(0.25f + rises, 0.6f);
    const joint body = bend(feet, 0, 0.3f, 0, 0, bank);
    add(d, &body, 0, 0.13f, 0.12f, 0.42f, feather);
    const joint head = bend(&body, 0, 0.07f, 0.50f, 0, 0);
    add(d, &head, 0, 0.09f, 0.09f, 0.13f, sail);
    const joint tail = bend(&body, 0, 0, -0.58f, 0, 0);
    add(d, &tail, 0, 0.16f, 0.02f, 0.20f, feather);
    add_wings(d, &body, 2.2f, 0.24f, -flap, feather);
}

/// Feet between two steps, relative to the camera; looking where the walker does.
static joint joint_of_feet(const roam *r)
{
    double at[3];
    roam_feet(r, at);
    const float s = sinf((float)(r->yaw * 0.017453292519943295));
    const float c = cosf((float)(r->yaw * 0.017453292519943295));
    return (joint){.at = {(float)(at[0] - ((double)r->camera.x + r->camera.dx)), (float)at[1],
                          (float)(at[2] - ((double)r->camera.z + r->camera.dz))},
                   .right = {c, 0, -s},
                   .up = {0, 1, 0},
                   .ahead = {s, 0, c}};
}

int32_t roam_figure(const roam *r, figure_box boxes[ROAM_MAX_BOXES])
{
    drawing d = {.boxes = boxes};
    if (r->behind <= 1)
    {
        return 0; // nobody sees their own head from inside
    }
    const joint feet = joint_of_feet(r);
    const double aside = r->body.vx * (double)feet.right[0] + r->body.vz * (double)feet.right[2];
    const float bank = (float)fmax(fmin(aside * 0.02, 0.5), -0.5);
    switch (r->body.kind)
    {
    case WALK_HORSE:
        add_horse(&d, &feet, r);
        break;
    case WALK_GLIDE:
        add_glider(&d, &feet, bank);
        break;
    case WALK_BIRD:
        add_bird(&d, &feet, r, bank);
        break;
    default:
        (r->body.state == WALK_SWIMS ? add_swimmer : add_walker)(&d, &feet, r);
        break;
    }
    return d.count;
}
