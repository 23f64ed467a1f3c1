// SPDX-License-Identifier: MIT
#include "cave/eye.h"

#include <math.h>

static const double degree = 0.017453292519943295;

void cave_cell_at(const cave_rock *rock, double x, double y, double z, int64_t cell[3])
{
    const double side = (double)rock->plan.resolution;
    cell[0] = (int64_t)floor(x / side);
    cell[1] = (int64_t)floor(y / side);
    cell[2] = (int64_t)floor(z / side);
}

void cave_lamp_at(const camera *from, const double eyes[3], double yaw, float out[3])
{
    const double s = sin(yaw * degree), c = cos(yaw * degree);
    out[0] = (float)(eyes[0] + 0.28 * c + 0.2 * s - (double)from->x - from->dx);
    out[1] = (float)(eyes[1] - 0.15);
    out[2] = (float)(eyes[2] - 0.28 * s + 0.2 * c - (double)from->z - from->dz);
}

float cave_darkness(cave_rock *rock, double x, double y, double z)
{
    int64_t cell[3];
    if (!cave_rock_has_sky(rock))
    {
        return 1;
    }
    cave_cell_at(rock, x, y, z, cell);
    const float sky = (float)cave_rock_sky(rock, cell[0], cell[1], cell[2]) / 255;
    return 1 - fminf(sky * 2.2f, 1);
}

double cave_free_way(cave_rock *rock, const double from[3], const double way[3], double length)
{
    const double step = 0.1, before = 0.3;
    double free = 0;
    int64_t cell[3];
    while (free < length)
    {
        const double t = free + step + before;
        cave_cell_at(rock, from[0] + way[0] * t, from[1] + way[1] * t, from[2] + way[2] * t, cell);
        if (cave_rock_is_solid(rock, cell[0], cell[1], cell[2]))
        {
            break;
        }
        free += step;
    }
    return free < length ? free : length;
}
