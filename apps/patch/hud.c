// SPDX-License-Identifier: MIT
#include "patch/patcher.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// What is written over the patchwork: where one is below, what has happened, ranges that change, and with F3 figures.

static const loam_colour ink = {255, 255, 255, 235}, dim = {255, 255, 255, 150},
                         shade = {0, 0, 0, 110};

static int32_t scaled(const patcher *p, float length)
{
    return painter_scaled(p->paint, length);
}

static void draw_where(patcher *p)
{
    char line[256];
    int64_t x, z;
    patch_chunk_here(p, &x, &z);
    const loam_patchwork_def *const def = loam_patchwork_def_of(p->shown->patchwork);
    const loam_patch_chunk chunk = loam_patchwork_chunk(p->shown->patchwork, x, z);
    const int32_t gap = scaled(p, 8), high = painter_line_height(p->paint, TEXT_SMALL);
    const int32_t y = p->paint->h - 2 * high - gap, minutes = (int32_t)(p->hour * 60) % 1440;
    painter_fill(p->paint, (box){0, y - gap / 2, p->paint->w, p->paint->h - y + gap / 2}, shade);
    snprintf(line, sizeof line,
             "%s   chunk %" PRId64 ", %" PRId64
             "   %d octaves, scale %.0f m, vertical %.1f m, offset "
             "%.1f m",
             def->biomes[chunk.biome].name, x, z, (int)chunk.octaves, (double)chunk.scale,
             (double)chunk.vertical, (double)chunk.offset);
    painter_text(p->paint, gap, y, TEXT_SMALL, ink, line);
    snprintf(line, sizeof line, "%.0f, %.0f   %.0f m   %s   %02d:%02d   %s", p->body.x, p->body.z,
             p->body.y, walk_kind_name(p->body.kind), (int)(minutes / 60), (int)(minutes % 60),
             weather_name((int32_t)p->weather));
    painter_text(p->paint, gap, y + high, TEXT_SMALL, dim, line);
    const char *const hint = "K knobs   C colours   M map   F1 help";
    const int32_t w = painter_text_width(p->paint, TEXT_SMALL, hint, strlen(hint));
    painter_text(p->paint, p->paint->w - w - gap, y + high, TEXT_SMALL, dim, hint);
}

/// A bar of all ranges side by side, as long as each is now, with their names if there is room.
static void draw_ranges(patcher *p)
{
    loam_patch_range ranges[LOAM_PATCH_MAX_BIOMES];
    const loam_patchwork_def *const def = loam_patchwork_def_of(p->shown->patchwork);
    if (def->adaptation == LOAM_PATCH_STAYS || def->choice != LOAM_PATCH_BY_RANGES)
    {
        return;
    }
    loam_patchwork_ranges(p->shown->patchwork, ranges);
    const int32_t high = painter_line_height(p->paint, TEXT_SMALL);
    const bool beside = p->screen == PATCH_KNOBS; // between panel and previews
    const int32_t room = p->paint->w - (beside ? scaled(p, PATCH_PANEL + PATCH_PREVIEW + 50) : 0);
    const int32_t w = room < scaled(p, 400) ? room : scaled(p, 400);
    const int32_t x = beside ? scaled(p, PATCH_PANEL + 20) : (p->paint->w - w) / 2;
    const box all = {x, scaled(p, 10), w, high + 4};
    if (w < scaled(p, 40))
    {
        return;
    }
    painter_fill(p->paint, (box){all.x - 2, all.y - 2, all.w + 4, all.h + 4}, shade);
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        const int32_t from = (int32_t)(ranges[i].low * (float)all.w);
        const int32_t to = (int32_t)(ranges[i].high * (float)all.w);
        const box at = {all.x + from, all.y, to - from, all.h};
        char text[64];
        snprintf(text, sizeof text, "%s %.0f %%", def->biomes[i].name,
                 (double)(ranges[i].high - ranges[i].low) * 100);
        painter_fill(p->paint, at, loam_rgb(def->biomes[i].colour));
        painter_push_clip(p->paint, at);
        painter_text(p->paint, at.x + 3, at.y + 2, TEXT_SMALL, (loam_colour){0, 0, 0, 220}, text);
        painter_pop_clip(p->paint);
    }
}

static void draw_figures(patcher *p)
{
    const patch_counters count = patch_view_count(p->view);
    const int32_t gap = scaled(p, 8), high = painter_line_height(p->paint, TEXT_SMALL);
    char lines[6][160];
    snprintf(lines[0], sizeof lines[0], "frame %.1f ms: cells %.1f, drawing %.1f",
             (double)p->frame_ms, (double)p->update_ms, (double)p->draw_ms);
    snprintf(lines[1], sizeof lines[1], "%d cells; drawn %lld of %lld triangles, %lld out of sight",
             (int)p->shown->count, (long long)count.cells, (long long)count.triangles,
             (long long)count.outside);
    snprintf(lines[2], sizeof lines[2], "%.0f MiB of cells in memory, %.1f on the card",
             (double)loam_patchwork_world_bytes(p->shown->world) / 1048576,
             (double)count.bytes / 1048576);
    snprintf(lines[3], sizeof lines[3], "%s quality on %.60s", quality_name((int32_t)p->quality),
             p->gl.renderer);
    snprintf(lines[4], sizeof lines[4], "seed %llu, %lld chunks were seen",
             (unsigned long long)p->wanted.seed,
             (long long)loam_patchwork_seen(p->shown->patchwork));
    snprintf(lines[5], sizeof lines[5], "colours: %s; step %llu",
             patch_paint_name((int32_t)p->colours), (unsigned long long)p->body.steps);
    const box at = {gap, gap * 5, scaled(p, 330), 6 * high + gap};
    painter_fill(p->paint, at, shade);
    for (int32_t i = 0; i < 6; i++)
    {
        painter_text(p->paint, at.x + gap / 2, at.y + gap / 2 + i * high, TEXT_SMALL, ink,
                     lines[i]);
    }
}

void patch_hud(patcher *p, double seconds)
{
    if (p->hidden)
    {
        return;
    }
    draw_where(p);
    draw_ranges(p);
    notices_draw(&p->notices, p->paint, scaled(p, 40), seconds);
    if (p->figures && p->screen != PATCH_KNOBS)
    {
        draw_figures(p);
    }
    const int32_t side = scaled(p, PATCH_PREVIEW), gap = scaled(p, 10);
    if (p->screen == PATCH_KNOBS)
    {
        patch_previews(p, (box){p->paint->w - side - gap, gap, side, p->paint->h});
    }
    else if (p->map_shown)
    {
        patch_map(p, (box){p->paint->w - side - gap, gap, side, side});
    }
}
