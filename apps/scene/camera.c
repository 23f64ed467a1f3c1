// SPDX-License-Identifier: MIT
#include "scene/camera.h"

#include <math.h>
#include <string.h>

static void set(float out[3], float x, float y, float z)
{
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The plane through the eye that holds the edge `along` and looks inwards.
static void set_side(const camera_frame *f, float share, const float across[3], float out[4])
{
    const float scale = 1 / sqrtf(1 + share * share);
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] = (across[k] + f->ahead[k] * fabsf(share)) * scale;
    }
    out[3] = -out[1] * f->eye;
}

static void set_sides(camera_frame *f)
{
    float left[3], down[3];
    for (int32_t k = 0; k < 3; k++)
    {
        left[k] = -f->right[k];
        down[k] = -f->up[k];
    }
    set_side(f, f->tan_x, f->right, f->sides[0]);
    set_side(f, f->tan_x, left, f->sides[1]);
    set_side(f, f->tan_y, f->up, f->sides[2]);
    set_side(f, f->tan_y, down, f->sides[3]);
}

static void set_matrix(camera_frame *f)
{
    const float eye[3] = {0, f->eye, 0};
    const float a = (f->far + f->near) / (f->near - f->far);
    const float b = 2 * f->far * f->near / (f->near - f->far);
    for (int32_t k = 0; k < 3; k++)
    {
        f->to_clip[4 * k + 0] = f->right[k] / f->tan_x;
        f->to_clip[4 * k + 1] = f->up[k] / f->tan_y;
        f->to_clip[4 * k + 2] = -f->ahead[k] * a;
        f->to_clip[4 * k + 3] = f->ahead[k];
    }
    f->to_clip[12] = -dot(f->right, eye) / f->tan_x;
    f->to_clip[13] = -dot(f->up, eye) / f->tan_y;
    f->to_clip[14] = dot(f->ahead, eye) * a + b;
    f->to_clip[15] = -dot(f->ahead, eye);
}

static void tilt_head(camera_frame *f, float tilt)
{
    const float s = sinf(tilt), c = cosf(tilt);
    for (int32_t k = 0; k < 3 && tilt != 0; k++)
    {
        const float right = f->right[k], up = f->up[k];
        f->right[k] = c * right - s * up;
        f->up[k] = c * up + s * right;
    }
}

void camera_place(const camera *from, float aspect, float near, float far, camera_frame *out)
{
    const float turn = (float)(from->azimuth * 0.017453292519943295);
    const float lift = (float)(from->elevation * 0.017453292519943295);
    const float sa = sinf(turn), ca = cosf(turn), se = sinf(lift), ce = cosf(lift);
    out->tan_y = tanf((float)(from->fov * 0.5 * 0.017453292519943295));
    out->tan_x = out->tan_y * aspect;
    out->eye = (float)from->y;
    out->near = near;
    out->far = far;
    // x east, y up, z north: seen from above, east is right of north, so right is turned by a quarter.
    set(out->right, ca, 0, -sa);
    set(out->ahead, sa * ce, se, ca * ce);
    set(out->up, -sa * se, ce, -ca * se);
    tilt_head(out, (float)(from->tilt * 0.017453292519943295));
    set_matrix(out);
    set_sides(out);
}

bool camera_sees(const camera_frame *frame, const float low[3], const float high[3])
{
    for (int32_t i = 0; i < 4; i++)
    {
        const float *const p = frame->sides[i];
        float max = p[3];
        for (int32_t k = 0; k < 3; k++)
        {
            max += p[k] > 0 ? p[k] * high[k] : p[k] * low[k];
        }
        if (max < 0)
        {
            return false;
        }
    }
    return true;
}
