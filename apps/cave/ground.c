// SPDX-License-Identifier: MIT
#include "cave/ground.h"

#include "cave/eye.h"
#include "loam/mesh_body.h"

#include <math.h>

// A step gathers the cells around the walker, makes of them what is drawn there, and moves a capsule among it, or a box
// among blocks (loam/mesh_body.h). In cells, counted from the box, and so that the middle of a cube has whole numbers.

/// Cells that blocks ask for, from the box's corner on.
static bool is_solid(const void *user, const int64_t at[3])
{
    const cave_ground *const g = user;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (at[axis] < -2 || at[axis] >= g->size[axis] + 2)
        {
            return false;
        }
    }
    return cave_mesh_is_solid(&g->mesher, g->size, (int32_t)at[0], (int32_t)at[1], (int32_t)at[2]);
}

/// How solid the smooth body is in the middle of a cell: 0 .. 64, its surface is at 32.
static double blurred(const cave_ground *g, int32_t x, int32_t y, int32_t z)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < 27; i++)
    {
        const int32_t dx = i % 3 - 1, dy = i / 3 % 3 - 1, dz = i / 9 - 1;
        const int32_t weight = (2 - dx * dx) * (2 - dy * dy) * (2 - dz * dz);
        sum += cave_mesh_is_solid(&g->mesher, g->size, x + dx, y + dy, z + dz) ? weight : 0;
    }
    return sum;
}

/// Whether the middle of a body lies in rock. Slopes of heights have no inside.
static bool is_stuck(const cave_ground *g, const loam_mesh_body *body)
{
    const loam_mesh_body_scene among = {is_solid, g, NULL};
    if (g->rock->plan.body != CAVE_BODY_SMOOTH)
    {
        return g->rock->plan.body == CAVE_BODY_BLOCKS &&
               loam_mesh_body_is_stuck(&among, body, LOAM_MESH_BODY_CAPSULE);
    }
    const double at[3] = {body->at[0], body->at[1] + 0.5 * body->height, body->at[2]};
    double sum = 0, part[3];
    int32_t low[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        low[axis] = (int32_t)floor(at[axis]);
        part[axis] = at[axis] - low[axis];
    }
    for (int32_t i = 0; i < 8; i++)
    {
        const int32_t x = i & 1, y = i >> 1 & 1, z = i >> 2;
        const double share = (x != 0 ? part[0] : 1 - part[0]) * (y != 0 ? part[1] : 1 - part[1]) *
                             (z != 0 ? part[2] : 1 - part[2]);
        sum += share * blurred(g, low[0] + x, low[1] + y, low[2] + z);
    }
    return sum > 32;
}

static loam_mesh_body body_of(const cave_ground *g, const walker *w)
{
    static const double sizes[WALK_KINDS][2] = {{0.35, 1.8}, {0.6, 2.6}, {0.4, 0.9}, {0.3, 0.7}};
    const double cell = (double)g->rock->plan.resolution;
    const bool walks = w->kind == WALK_FOOT || w->kind == WALK_HORSE;
    // A block up, if legs can; of a smooth body as high as legs can.
    const double leg = 0.6 / cell, block = cell <= 1.1 ? 1.05 : 0;
    const bool blocks = g->rock->plan.body == CAVE_BODY_BLOCKS;
    return (loam_mesh_body){.radius = sizes[w->kind][0] / cell,
                            .height = sizes[w->kind][1] / cell,
                            .step = !walks                  ? 0
                                    : blocks && block > leg ? block
                                                            : leg};
}

/// The box of cells around a step, and the body in it.
static void plan_box(const cave_ground *g, const walker *w, const double wish[3],
                     loam_mesh_body *body, int64_t low[3], int32_t size[3])
{
    const double cell = (double)g->rock->plan.resolution;
    const double feet[3] = {w->x / cell, w->y / cell, w->z / cell};
    int64_t origin[3], from[3], to[3];
    *body = body_of(g, w);
    for (int32_t axis = 0; axis < 3; axis++)
    {
        origin[axis] = (int64_t)floor(feet[axis]);
        body->at[axis] = feet[axis] - (double)origin[axis] - 0.5;
    }
    loam_mesh_body_reach(body, wish, from, to);
    for (int32_t axis = 0; axis < 3; axis++)
    {
        low[axis] = origin[axis] + from[axis];
        size[axis] = (int32_t)(to[axis] - from[axis] + 1);
    }
    if (g->rock->plan.body == CAVE_BODY_HEIGHTS) // whose triangles follow from the lowest layer
    {
        low[1] = 0;
        size[1] = 1;
    }
    for (int32_t axis = 0; axis < 3; axis++)
    {
        body->at[axis] += (double)(origin[axis] - low[axis]);
    }
}

static loam_result gather(cave_ground *g, const int64_t low[3])
{
    const bool blocks = g->rock->plan.body == CAVE_BODY_BLOCKS; // which need no triangles
    const loam_result result = (blocks ? cave_mesh_cells : cave_mesh_box)(&g->mesher, g->rock, low,
                                                                          g->size, true);
    for (uint32_t i = 0; i < g->mesher.mesh->vertex_count && result == LOAM_OK; i++)
    {
        for (int32_t axis = 0; axis < 3; axis++)
        {
            g->mesher.mesh->vertices[i].position[axis] -= 0.5f;
        }
    }
    return result;
}

static loam_result move(void *user, const walker *w, const double by[3], walk_moved *out)
{
    cave_ground *const g = user;
    const double cell = (double)g->rock->plan.resolution;
    const double wish[3] = {by[0] / cell, by[1] / cell, by[2] / cell};
    int64_t low[3];
    loam_mesh_body body;
    loam_mesh_body_moved to;
    plan_box(g, w, wish, &body, low, g->size);
    const loam_result result = gather(g, low);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool blocks = g->rock->plan.body == CAVE_BODY_BLOCKS;
    const loam_mesh_body_scene among = {is_solid, g, blocks ? NULL : g->mesher.mesh};
    *out = (walk_moved){.x = w->x, .y = w->y, .z = w->z, .normal = {0, 1, 0}};
    out->stuck = is_stuck(g, &body);
    if (out->stuck)
    {
        return LOAM_OK;
    }
    // Boxes come up on blocks by any progress, and stand on their edges.
    loam_mesh_body_move(&among, &body, wish, blocks ? LOAM_MESH_BODY_BOX : LOAM_MESH_BODY_CAPSULE,
                        &to);
    out->x = ((double)low[0] + to.at[0] + 0.5) * cell;
    out->y = ((double)low[1] + to.at[1] + 0.5) * cell;
    out->z = ((double)low[2] + to.at[2] + 0.5) * cell;
    out->ground = to.ground;
    out->ceiling = to.ceiling;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        out->normal[axis] = (float)to.normal[axis];
    }
    return LOAM_OK;
}

static bool is_wet(void *user, const walker *w, double above)
{
    (void)user;
    (void)w;
    (void)above;
    return false;
}

static loam_result no_ground(void *user, double x, double z, walk_ground *out)
{
    (void)user;
    (void)x;
    (void)z;
    *out = (walk_ground){.height = -20000, .water = -30000, .normal = {0, 1, 0}};
    return LOAM_OK;
}

walk_world cave_ground_world(cave_ground *g)
{
    return (walk_world){no_ground, move, is_wet, g};
}

void cave_ground_end(cave_ground *g)
{
    cave_mesher_end(&g->mesher);
}

void cave_ground_place(walker *w, double x, double y, double z)
{
    const bool flies = w->kind == WALK_GLIDE || w->kind == WALK_BIRD;
    w->x = x;
    w->y = y;
    w->z = z;
    w->vx = w->vy = w->vz = 0;
    w->state = flies ? WALK_FLIES : WALK_FALLS;
}

bool cave_ground_is_free(cave_rock *rock, double x, double y, double z)
{
    bool free = true;
    for (int32_t i = 0; i < 3 && free; i++)
    {
        int64_t cell[3];
        cave_cell_at(rock, x, y + 0.4 + 0.6 * i, z, cell);
        free = !cave_rock_is_solid(rock, cell[0], cell[1], cell[2]);
    }
    return free;
}

loam_result cave_ground_step(cave_ground *g, walker *w, const walk_input *in)
{
    const walk_world world = cave_ground_world(g);
    walk_input slower = *in;
    // Through caves one does not glide at 60 m/s: some percent of it, of both paces.
    const int32_t share = in->kind != WALK_GLIDE && in->kind != WALK_BIRD ? 100
                          : in->kind == WALK_GLIDE                        ? (in->run ? 3 : 10)
                                                                          : (in->run ? 12 : 20);
    slower.ahead = in->ahead * share / 100;
    slower.aside = in->aside * share / 100;
    slower.lift = in->lift * share / 100;
    return walker_step(w, &slower, &world);
}
