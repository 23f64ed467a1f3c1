// SPDX-License-Identifier: MIT
#include "cave/caver.h"
#include "cave/eye.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What is written over the cave: where one is below, the way out above, the map, and with F3 figures.

enum
{
    AHEAD_M = 7, // of the way out that the arrow looks past corners
};

static const loam_colour shade = {0, 0, 0, 110}, ink = {255, 255, 255, 235},
                         pointer = {255, 206, 120, 240};

static int32_t scaled(const caver *c, float length)
{
    return painter_scaled(c->r.paint, length);
}

/// What a single cave knows of a cell: its room, -2 for a corridor, -1 for rock, and for what is no cell of it.
static int32_t room_at(const cave_rock *rock, int64_t x, int64_t y, int64_t z)
{
    const bool flat = rock->plan.dimensions == 2;
    if (rock->cave == NULL || !cave_rock_has(rock, x, flat ? 0 : y, z))
    {
        return -1;
    }
    const loam_solid *const walls = &rock->cave->walls;
    return rock->cave->room_of[flat ? z * walls->w + x : (z * walls->h + y) * walls->w + x];
}

/// The same of a cell or one beside it: feet on smooth rock are in a cell of it.
static int32_t room_around(const cave_rock *rock, const int64_t cell[3])
{
    int32_t room = room_at(rock, cell[0], cell[1], cell[2]);
    for (int32_t i = 0; i < 27 && room == -1; i++)
    {
        room = room_at(rock, cell[0] + i % 3 - 1, cell[1] + i / 3 % 3 - 1, cell[2] + i / 9 - 1);
    }
    return room;
}

static void name_room(const caver *c, const int64_t cell[3], char out[96])
{
    const cave_rock *const rock = &c->shown->rock;
    const int32_t room = room_around(rock, cell);
    if (rock->cave == NULL)
    {
        snprintf(out, 96, "a cave without an end");
    }
    else if (!cave_rock_has(rock, cell[0], cell[1] < 0 ? 0 : cell[1], cell[2]))
    {
        snprintf(out, 96, "outside");
    }
    else if (room >= 0)
    {
        snprintf(out, 96, "room %d of %d, %d cells", (int)room + 1, (int)rock->cave->room_count,
                 (int)rock->cave->rooms[room].cells);
    }
    else
    {
        snprintf(out, 96, room == -2 ? "a corridor" : "between rock");
    }
}

static void draw_where(caver *c)
{
    const roam *const r = &c->r;
    const cave_plan *const plan = &c->shown->plan;
    char first[256], second[192], room[96];
    int64_t cell[3];
    const int32_t minutes = (int32_t)(r->hour * 60) % 1440;
    cave_cell_at(&c->shown->rock, r->body.x, r->body.y + 0.5, r->body.z, cell);
    name_room(c, cell, room);
    snprintf(first, sizeof first, "%s   fill %.1f %%, %d steps, survival %d, birth %d of %d away",
             room, (double)plan->fill, (int)plan->steps, (int)plan->survival, (int)plan->birth,
             (int)plan->radius);
    if (c->watches)
    {
        snprintf(first, sizeof first, "It grows: step %d of %d", (int)c->step,
                 (int)c->wanted.steps);
    }
    snprintf(second, sizeof second, "%.1f, %.1f, %.1f   %s   %02d:%02d   %s%s", r->body.x,
             r->body.y, r->body.z, walk_kind_name(r->body.kind), (int)(minutes / 60),
             (int)(minutes % 60), c->lamp > 0 ? "lamp lit" : "lamp out",
             c->records ? "   recording" : "");
    roam_where(&c->r, first, second, "K knobs   N grow   M map   T lamp   F1 help");
}

// ---- the way out ----------------------------------------------------------------------------------

/// A dotted arrow around a point; turn: radians to the right of up.
static void draw_arrow(caver *c, int32_t x, int32_t y, float turn)
{
    const int32_t dot = scaled(c, 3) > 2 ? scaled(c, 3) : 2;
    const float length = (float)dot * 4;
    const float s = sinf(turn), k = cosf(turn);
    for (int32_t i = -3; i <= 4; i++)
    {
        const float far = (float)(i * dot);
        const int32_t size = i == 4 ? dot + 2 : dot;
        painter_fill(c->r.paint,
                     (box){x + (int32_t)lroundf(s * far) - size / 2,
                           y - (int32_t)lroundf(k * far) - size / 2, size, size},
                     pointer);
    }
    for (int32_t side = -1; side <= 1; side += 2)
    {
        for (int32_t i = 1; i <= 2; i++)
        {
            const float along = length - (float)(i * dot), aside = (float)(side * i * dot);
            painter_fill(c->r.paint,
                         (box){x + (int32_t)lroundf(s * along + k * aside) - dot / 2,
                               y - (int32_t)lroundf(k * along - s * aside) - dot / 2, dot, dot},
                         pointer);
        }
    }
}

/// Where the way out goes on, from one's place; false if there is none.
static bool way_out(const caver *c, double *metres, double off[3])
{
    const cave_rock *const rock = &c->shown->rock;
    const double side = (double)rock->plan.resolution;
    int64_t cell[3], to[3];
    int32_t cells;
    cave_cell_at(rock, c->r.body.x, c->r.body.y + 0.5, c->r.body.z, cell);
    if (!cave_rock_way_out(rock, cell, 1 + (int32_t)(AHEAD_M / side), &cells, to))
    {
        return false;
    }
    const double here[3] = {c->r.body.x, c->r.body.y + 0.5, c->r.body.z};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        off[axis] = ((double)to[axis] + 0.5) * side - here[axis];
    }
    off[1] = rock->plan.dimensions == 2 ? 0 : off[1];
    *metres = cells * side;
    return true;
}

static void draw_way_out(caver *c)
{
    double metres, off[3];
    char text[64];
    if (!way_out(c, &metres, off))
    {
        return;
    }
    const double flat = sqrt(off[0] * off[0] + off[2] * off[2]);
    const char *const climb = off[1] > fmax(flat, 1.5)    ? ", up"
                              : off[1] < -fmax(flat, 1.5) ? ", down"
                                                          : "";
    snprintf(text, sizeof text, "way out %.0f m%s", metres, climb);
    const int32_t high = painter_line_height(c->r.paint, TEXT_SMALL), gap = scaled(c, 8);
    const int32_t wide = painter_text_width(c->r.paint, TEXT_SMALL, text, strlen(text));
    const int32_t round = scaled(c, 30);
    const bool beside = c->r.screen == CAVER_KNOBS;
    const int32_t middle = beside ? (scaled(c, CAVER_PANEL) + c->r.paint->w) / 2
                                  : c->r.paint->w / 2;
    const box at = {middle - (wide + round + 3 * gap) / 2, gap, wide + round + 3 * gap,
                    round + gap};
    painter_fill(c->r.paint, at, shade);
    painter_text(c->r.paint, at.x + round + 2 * gap, at.y + (at.h - high) / 2, TEXT_SMALL, ink,
                 text);
    const float yaw = (float)(c->r.yaw * 0.017453292519943295);
    draw_arrow(c, at.x + gap + round / 2, at.y + at.h / 2,
               atan2f((float)off[0], (float)off[2]) - yaw);
}

// ---- figures --------------------------------------------------------------------------------------

int32_t caver_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE])
{
    caver *const c = caver_of(r);
    const cave_counters count = cave_scene_count(c->scene, c->shown->chunks);
    const cave_rock *const rock = &c->shown->rock;
    const roam_times *const t = &r->times;
    const int32_t last = (t->next + ROAM_HISTORY - 1) % ROAM_HISTORY;
    snprintf(lines[0], sizeof lines[0], "frame %.1f ms: rock %.1f, drawing %.1f",
             (double)t->whole[last], (double)t->update[last], (double)t->draw[last]);
    snprintf(lines[1], sizeof lines[1], "drawn %lld chunks of %lld triangles, %lld out of sight",
             (long long)count.chunks, (long long)count.triangles, (long long)count.outside);
    snprintf(lines[2], sizeof lines[2], "%lld chunks made, %.1f MiB on the card",
             (long long)count.made, (double)count.bytes / 1048576);
    snprintf(lines[3], sizeof lines[3], "%s quality on %.60s, rock up to %.0f m",
             quality_name((int32_t)r->quality), r->gl.renderer, (double)cave_scene_view(c->scene));
    snprintf(lines[4], sizeof lines[4], "seed %llu, step %llu of the walk",
             (unsigned long long)c->wanted.seed, (unsigned long long)r->body.steps);
    if (rock->cave != NULL)
    {
        snprintf(lines[5], sizeof lines[5], "%d rooms, %d corridors, %d ways out, %d filled",
                 (int)rock->cave->room_count, (int)rock->cave->corridor_count,
                 (int)rock->cave->opening_count, (int)rock->cave->filled_rooms);
    }
    else
    {
        const loam_pipeline_usage usage = loam_pipeline_usage_now(rock->pipeline);
        snprintf(lines[5], sizeof lines[5], "%.1f MiB of pages of %d cells",
                 (double)(usage.cached_bytes + usage.pinned_bytes) / 1048576, (int)rock->page_side);
    }
    return 6;
}

void caver_over(roam *r)
{
    caver *const c = caver_of(r);
    const int32_t side = scaled(c, CAVER_PREVIEW), gap = scaled(c, 10);
    const int32_t high = painter_line_height(r->paint, TEXT_SMALL);
    draw_where(c);
    draw_way_out(c);
    if (r->screen == CAVER_KNOBS)
    {
        caver_look(c, (box){r->paint->w - side - gap, gap, side, side});
        caver_map(c, (box){r->paint->w - side - gap, 2 * gap + side + high, side, side});
    }
    else if (c->map_shown)
    {
        caver_map(c, (box){r->paint->w - side - gap, gap, side, side});
    }
}
