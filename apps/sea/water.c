// SPDX-License-Identifier: MIT
#include "sea/inside.h"

#include "gl/program.h"

#include <math.h>
#include <stdio.h>

// The water's grid has rings around the viewer, each some per cent wider than the one before, of which only those sectors
// are drawn that may be in sight. Boats are placed by the processor, vertex by vertex.

enum
{
    VORONOI_PERIOD = 1024, // waves after which the diagram repeats
    RIPPLE_PERIOD = 5120,  // m after which ripples are where they were, at all their paces
};

static const double horizon = 60000; // m
static const double degree = 0.017453292519943295;

// ---- water --------------------------------------------------------------------------------------------

static void set_swell(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    float waves[SWELL_WAVES][4];
    const camera *const c = shot->from;
    const double period = SWELL_PERIOD, turn = 6.283185307179586;
    const double u = (double)air_within(c->x, 0, SWELL_PERIOD) + c->dx,
                 v = (double)air_within(c->z, 0, SWELL_PERIOD) + c->dz;
    for (int32_t i = 0; i < SWELL_WAVES; i++)
    {
        const swell_wave *const w = &shot->swell.waves[i];
        const double turns = (w->east * u + w->north * v) / period +
                             swell_phase(w, shot->look->seconds);
        waves[i][0] = (float)(turn * w->east / period);
        waves[i][1] = (float)(turn * w->north / period);
        waves[i][2] = (float)(turn * (turns - floor(turns)));
        waves[i][3] = (float)w->height;
    }
    gl_set4s(s->g, program, "swell_waves", SWELL_WAVES, waves[0]);
}

/// How far to both sides of where the viewer looks there may be water in sight, radians.
static double half_angle(const camera_frame *f)
{
    const double ahead = sqrt((double)(f->ahead[0] * f->ahead[0] + f->ahead[2] * f->ahead[2]));
    double max = 0;
    if (ahead < 0.3)
    {
        return 3.141592653589793;
    }
    const double ax = (double)f->ahead[0] / ahead, az = (double)f->ahead[2] / ahead;
    for (int32_t i = 0; i < 4; i++)
    {
        const double r = (double)f->tan_x * (i & 1 ? 1 : -1),
                     u = (double)f->tan_y * (i & 2 ? 1 : -1);
        const double x = (double)f->ahead[0] + r * (double)f->right[0] + u * (double)f->up[0],
                     z = (double)f->ahead[2] + r * (double)f->right[2] + u * (double)f->up[2];
        const double along = x * ax + z * az, aside = x * az - z * ax;
        if (along < 0.05)
        {
            return 3.141592653589793; // what lies below the viewer is in sight
        }
        max = fmax(max, fabs(atan2(aside, along)));
    }
    return fmin(max + 0.12, 3.141592653589793);
}

/// Vertices keep their directions while the viewer turns, so that waves do not swim.
static void set_rings(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    const camera_frame *const f = &shot->frame;
    const double half = half_angle(f);
    const double each = 2 * half / s->quality.sectors;
    const double turn = atan2((double)f->ahead[0], (double)f->ahead[2]);
    const double first = fmin(fmax(0.2 * fabs((double)f->eye), 0.6), 40);
    const float rings[4] = {(float)first, (float)horizon, (float)(floor(turn / each + 0.5) * each),
                            (float)half};
    const double grows = log(horizon / first) / (s->card.ring_rows - 1);
    gl_set4s(s->g, program, "rings", 1, rings);
    // A wave of which a quarter is shorter than this is not drawn as one.
    gl_set1(s->g, program, "spacing", (float)fmax(grows, each));
}

static float light_of(uint8_t colour)
{
    return powf((float)colour / 255, 2.2f);
}

static void set_look(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    const gl *const g = s->g;
    const loam_sea_look *const w = &s->water;
    const float shallow[3] = {light_of(w->shallow.r), light_of(w->shallow.g),
                              light_of(w->shallow.b)};
    const float deep[3] = {light_of(w->deep.r), light_of(w->deep.g), light_of(w->deep.b)};
    const float bright = 0.85f; // water sends back less than a map's colours do
    float dim_shallow[3], dim_deep[3];
    for (int32_t k = 0; k < 3; k++)
    {
        dim_shallow[k] = bright * shallow[k];
        dim_deep[k] = 0.7f * bright * deep[k];
    }
    const float hides[4] = {(float)w->shallow.a / 255, fminf((float)w->deep.a / 255, 0.995f),
                            w->deepest, w->foam};
    const float voronoi[4] = {(float)w->wave, (float)w->sharpness, w->waves, w->shear};
    const float speed = (float)sqrt(shot->wind_x * shot->wind_x + shot->wind_z * shot->wind_z);
    const float wind[4] = {(float)shot->wind_x, (float)shot->wind_z, speed, w->distortion};
    const int64_t period = (int64_t)VORONOI_PERIOD * w->wave;
    gl_set3(g, program, "shallow", dim_shallow);
    gl_set3(g, program, "deep", dim_deep);
    gl_set4s(g, program, "hides", 1, hides);
    gl_set4s(g, program, "voronoi", 1, voronoi);
    gl_set4s(g, program, "wind", 1, wind);
    gl_set2(g, program, "ripple_way", (float)fmod(s->ripples[0], RIPPLE_PERIOD),
            (float)fmod(s->ripples[1], RIPPLE_PERIOD));
    gl_set2(g, program, "viewer_voronoi", air_within(shot->from->x, shot->from->dx, period),
            air_within(shot->from->z, shot->from->dz, period));
}

static float boat_length(const sea_boat *b)
{
    return b->length > 0 ? b->length : 9;
}

static void set_wakes(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    float at[SEA_MAX_BOATS][4] = {{0}}, of[SEA_MAX_BOATS][2] = {{0}};
    int32_t count = 0;
    for (int32_t i = 0; i < shot->look->boat_count; i++)
    {
        const sea_boat *const b = &shot->look->boats[i];
        const double east = sin((double)b->yaw * degree), north = cos((double)b->yaw * degree);
        const double half = 0.5 * (double)boat_length(b);
        if (b->wake <= 0)
        {
            continue;
        }
        at[count][0] = (float)(b->x - (double)shot->from->x - shot->from->dx + half * east);
        at[count][1] = (float)(b->z - (double)shot->from->z - shot->from->dz + half * north);
        at[count][2] = (float)east;
        at[count][3] = (float)north;
        of[count][0] = boat_length(b);
        of[count++][1] = b->wake;
    }
    gl_set4s(s->g, program, "wake_at", SEA_MAX_BOATS, at[0]);
    for (int32_t i = 0; i < count; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "wake_of[%d]", (int)i);
        gl_set2(s->g, program, name, of[i][0], of[i][1]);
    }
    gl_set1(s->g, program, "wakes", (float)count);
}

void sea_draw_water(sea_scene *s, const sea_shot *shot)
{
    const gl *const g = s->g;
    const bool under = shot->look->under_water;
    const GLuint program = under ? s->card.below : s->card.water;
    const gl_target *const to = &s->card.drawn;
    const float lens[4] = {(float)to->w, (float)to->h, shot->frame.near, shot->frame.far};
    gl_target_copy(g, to, &s->card.below_it);
    gl_target_begin(g, to);
    air_use(g, &shot->air, program);
    sea_set_soundings(s, shot, program);
    set_swell(s, shot, program);
    set_rings(s, shot, program);
    set_look(s, shot, program);
    set_wakes(s, shot, program);
    gl_set_texture(g, program, "below", 6, GL_TEXTURE_2D, s->card.below_it.colour);
    gl_set_texture(g, program, "below_depth", 7, GL_TEXTURE_2D, s->card.below_it.depth);
    gl_set4s(g, program, "lens", 1, lens);
    gl_set1(g, program, "mirror_steps", (float)s->quality.scene.mirror_steps);
    gl_set1(g, program, "pixel", 2 * shot->frame.tan_y / (float)to->h);
    g->Enable(GL_DEPTH_TEST);
    g->DepthFunc(GL_LESS);
    g->BindVertexArray(s->card.rings);
    g->DrawElementsInstanced(GL_TRIANGLES, s->card.ring_count, GL_UNSIGNED_INT, NULL, 1);
    s->count.triangles += s->card.ring_count / 3;
}

// ---- boats --------------------------------------------------------------------------------------------

/// Axes of a boat: to starboard, up and ahead.
static void find_axes(const sea_boat *b, float axes[3][3])
{
    const double yaw = (double)b->yaw * degree, pitch = (double)b->pitch * degree,
                 roll = (double)b->roll * degree;
    const double right[3] = {cos(yaw), 0, -sin(yaw)};
    const double up[3] = {-sin(yaw) * sin(pitch), cos(pitch), -cos(yaw) * sin(pitch)};
    const double ahead[3] = {sin(yaw) * cos(pitch), sin(pitch), cos(yaw) * cos(pitch)};
    for (int32_t k = 0; k < 3; k++)
    {
        axes[0][k] = (float)(right[k] * cos(roll) - up[k] * sin(roll));
        axes[1][k] = (float)(up[k] * cos(roll) + right[k] * sin(roll));
        axes[2][k] = (float)ahead[k];
    }
}

static void place_boat(const sea_boat *b, const camera *from, tree_shape *shape)
{
    float axes[3][3];
    const float middle[3] = {(float)(b->x - (double)from->x - from->dx), (float)b->y,
                             (float)(b->z - (double)from->z - from->dz)};
    find_axes(b, axes);
    for (uint32_t i = 0; i < shape->vertex_count; i++)
    {
        tree_vertex *const v = &shape->vertices[i];
        const tree_vertex was = *v;
        for (int32_t k = 0; k < 3; k++)
        {
            v->at[k] = middle[k] + was.at[0] * axes[0][k] + was.at[1] * axes[1][k] +
                       was.at[2] * axes[2][k];
            const float n = (float)was.normal[0] * axes[0][k] + (float)was.normal[1] * axes[1][k] +
                            (float)was.normal[2] * axes[2][k];
            v->normal[k] = (int8_t)fmaxf(fminf(n, 127), -127);
        }
    }
}

static void load_boat(const sea_scene *s, const tree_shape *shape)
{
    const gl *const g = s->g;
    const GLsizei size = (GLsizei)sizeof(tree_vertex);
    g->BindVertexArray(s->card.boats);
    g->BindBuffer(GL_ARRAY_BUFFER, s->card.boat_vertices);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(shape->vertex_count * sizeof(tree_vertex)),
                  shape->vertices, GL_STREAM_DRAW);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, s->card.boat_indices);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(shape->index_count * sizeof(uint32_t)),
                  shape->indices, GL_STREAM_DRAW);
    g->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, NULL);
    g->VertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, size,
                           (const void *)offsetof(tree_vertex, normal));
    g->VertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)offsetof(tree_vertex, colour));
    for (GLuint i = 0; i < 3; i++)
    {
        g->EnableVertexAttribArray(i);
    }
}

loam_result sea_draw_boats(sea_scene *s, const sea_shot *shot)
{
    const gl *const g = s->g;
    const GLuint program = s->card.boat;
    loam_result result = LOAM_OK;
    if (shot->look->boat_count == 0)
    {
        return LOAM_OK;
    }
    air_use(g, &shot->air, program);
    gl_set1(g, program, "pixel", 2 * shot->frame.tan_y / (float)s->card.drawn.h);
    gl_set1(g, program, "snow_cover", 0);
    for (int32_t i = 0; i < shot->look->boat_count && result == LOAM_OK; i++)
    {
        tree_shape shape;
        result = form_create_boat(&shot->look->boats[i], &shape);
        if (result != LOAM_OK)
        {
            break;
        }
        place_boat(&shot->look->boats[i], shot->from, &shape);
        load_boat(s, &shape);
        g->DrawElementsInstanced(GL_TRIANGLES, (GLsizei)shape.index_count, GL_UNSIGNED_INT, NULL,
                                 1);
        s->count.triangles += shape.index_count / 3;
        tree_shape_destroy(&shape);
    }
    g->BindVertexArray(0);
    return result;
}
