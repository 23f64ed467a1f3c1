// SPDX-License-Identifier: MIT
#include "roam/roam.h"

#include <math.h>
#include <string.h>

// What is written over the world: where one is below, what has happened, and with F3 figures.

static const loam_colour ink = {255, 255, 255, 235}, dim = {255, 255, 255, 150},
                         shade = {0, 0, 0, 110};

void roam_where(roam *r, const char *first, const char *second, const char *keys)
{
    const int32_t gap = painter_scaled(r->paint, 8),
                  high = painter_line_height(r->paint, TEXT_SMALL);
    const int32_t y = r->paint->h - 2 * high - gap;
    const int32_t w = painter_text_width(r->paint, TEXT_SMALL, keys, strlen(keys));
    painter_fill(r->paint, (box){0, y - gap / 2, r->paint->w, r->paint->h - y + gap / 2}, shade);
    painter_text(r->paint, gap, y, TEXT_SMALL, ink, first);
    painter_text(r->paint, gap, y + high, TEXT_SMALL, dim, second);
    painter_text(r->paint, r->paint->w - w - gap, y + high, TEXT_SMALL, dim, keys);
}

// ---- figures ------------------------------------------------------------------------------------

static void draw_graph(roam *r, box at)
{
    const float *const parts[2] = {r->times.whole, r->times.draw};
    const loam_colour colours[2] = {{255, 255, 255, 160}, {120, 200, 255, 200}};
    const int32_t bar = painter_scaled(r->paint, 2) > 0 ? painter_scaled(r->paint, 2) : 1;
    painter_fill(r->paint, at, shade);
    for (int32_t part = 0; part < 2; part++)
    {
        for (int32_t i = 0; i < ROAM_HISTORY; i++)
        {
            const float ms = parts[part][(r->times.next + i) % ROAM_HISTORY];
            const int32_t h = (int32_t)fminf(ms / 100 * (float)at.h, (float)at.h);
            painter_fill(r->paint, (box){at.x + i * bar, at.y + at.h - h, bar, h}, colours[part]);
        }
    }
}

/// Lines on a shade as wide as the widest of them, and the times of frames below.
static void draw_figures(roam *r)
{
    char lines[ROAM_MAX_FIGURES][ROAM_LINE];
    const int32_t count = r->kind->figures(r, lines);
    const int32_t gap = painter_scaled(r->paint, 8),
                  high = painter_line_height(r->paint, TEXT_SMALL);
    box at = {gap, gap * 5, 0, count * high + gap};
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t w = painter_text_width(r->paint, TEXT_SMALL, lines[i], strlen(lines[i]));
        at.w = w + gap > at.w ? w + gap : at.w;
    }
    painter_fill(r->paint, at, shade);
    for (int32_t i = 0; i < count; i++)
    {
        painter_text(r->paint, at.x + gap / 2, at.y + gap / 2 + i * high, TEXT_SMALL, ink,
                     lines[i]);
    }
    draw_graph(r, (box){gap, at.y + at.h + gap, painter_scaled(r->paint, 2 * ROAM_HISTORY),
                        painter_scaled(r->paint, 60)});
}

static bool is_bare(const roam *r)
{
    return r->hidden || (r->screen >= ROAM_OWN && r->kind->screens[r->screen - ROAM_OWN].bare);
}

void roam_notices(roam *r, double seconds)
{
    if (!is_bare(r))
    {
        notices_draw(&r->notices, r->paint, painter_scaled(r->paint, 46), seconds);
    }
}

void roam_over(roam *r)
{
    if (is_bare(r))
    {
        return;
    }
    r->kind->over(r);
    if (r->figures && r->screen == ROAM_WALK)
    {
        draw_figures(r);
    }
}
