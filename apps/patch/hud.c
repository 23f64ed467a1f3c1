// SPDX-License-Identifier: MIT
#include "patch/patcher.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// What is written over the patchwork: where one is below, what has happened, ranges that change, and with F3 figures.

static const loam_colour shade = {0, 0, 0, 110};

static int32_t scaled(const patcher *p, float length)
{
    return painter_scaled(p->r.paint, length);
}

static void draw_where(patcher *p)
{
    char first[256], second[160];
    int64_t x, z;
    patch_chunk_here(p, &x, &z);
    const loam_patchwork_def *const def = loam_patchwork_def_of(p->shown->patchwork);
    const loam_patch_chunk chunk = loam_patchwork_chunk(p->shown->patchwork, x, z);
    const int32_t minutes = (int32_t)(p->r.hour * 60) % 1440;
    const walker *const w = &p->r.body;
    snprintf(first, sizeof first,
             "%s   chunk %" PRId64 ", %" PRId64
             "   %d octaves, scale %.0f m, vertical %.1f m, offset "
             "%.1f m",
             def->biomes[chunk.biome].name, x, z, (int)chunk.octaves, (double)chunk.scale,
             (double)chunk.vertical, (double)chunk.offset);
    snprintf(second, sizeof second, "%lld, %lld   %lld m   %s   %02d:%02d   %s", llround(w->x),
             llround(w->z), llround(w->y), walk_kind_name(w->kind), (int)(minutes / 60),
             (int)(minutes % 60), weather_name((int32_t)p->r.weather));
    roam_where(&p->r, first, second, "K knobs   C colours   M map   F1 help");
}

/// A bar of all ranges side by side, as long as each is now, with their names if there is room.
static void draw_ranges(patcher *p)
{
    loam_range ranges[LOAM_PATCH_MAX_BIOMES];
    const loam_patchwork_def *const def = loam_patchwork_def_of(p->shown->patchwork);
    if (def->adaptation == LOAM_PATCH_STAYS || def->choice != LOAM_PATCH_BY_RANGES)
    {
        return;
    }
    loam_patchwork_ranges(p->shown->patchwork, ranges);
    const int32_t high = painter_line_height(p->r.paint, TEXT_SMALL);
    const bool beside = p->r.screen == PATCH_KNOBS; // between panel and previews
    const int32_t room = p->r.paint->w - (beside ? scaled(p, PATCH_PANEL + PATCH_PREVIEW + 50) : 0);
    const int32_t w = room < scaled(p, 400) ? room : scaled(p, 400);
    const int32_t x = beside ? scaled(p, PATCH_PANEL + 20) : (p->r.paint->w - w) / 2;
    const box all = {x, scaled(p, 10), w, high + 4};
    if (w < scaled(p, 40))
    {
        return;
    }
    painter_fill(p->r.paint, (box){all.x - 2, all.y - 2, all.w + 4, all.h + 4}, shade);
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        const int32_t from = (int32_t)(ranges[i].low * (float)all.w);
        const int32_t to = (int32_t)(ranges[i].high * (float)all.w);
        const box at = {all.x + from, all.y, to - from, all.h};
        char text[64];
        snprintf(text, sizeof text, "%s %.0f %%", def->biomes[i].name,
                 (double)(ranges[i].high - ranges[i].low) * 100);
        painter_fill(p->r.paint, at, loam_rgb(def->biomes[i].colour));
        painter_push_clip(p->r.paint, at);
        painter_text(p->r.paint, at.x + 3, at.y + 2, TEXT_SMALL, (loam_colour){0, 0, 0, 220}, text);
        painter_pop_clip(p->r.paint);
    }
}

int32_t patch_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE])
{
    patcher *const p = patcher_of(r);
    const patch_counters count = patch_view_count(p->view);
    const roam_times *const t = &r->times;
    const int32_t last = (t->next + ROAM_HISTORY - 1) % ROAM_HISTORY;
    snprintf(lines[0], sizeof lines[0], "frame %.1f ms: cells %.1f, drawing %.1f",
             (double)t->whole[last], (double)t->update[last], (double)t->draw[last]);
    snprintf(lines[1], sizeof lines[1], "%d cells; drawn %lld of %lld triangles, %lld out of sight",
             (int)p->shown->count, (long long)count.cells, (long long)count.triangles,
             (long long)count.outside);
    snprintf(lines[2], sizeof lines[2], "%.0f MiB of cells in memory, %.1f on the card",
             (double)loam_patchwork_world_bytes(p->shown->world) / 1048576,
             (double)count.bytes / 1048576);
    snprintf(lines[3], sizeof lines[3], "%s quality on %.60s", quality_name((int32_t)p->r.quality),
             p->r.gl.renderer);
    snprintf(lines[4], sizeof lines[4], "seed %llu, %lld chunks were seen",
             (unsigned long long)p->wanted.seed,
             (long long)loam_patchwork_seen(p->shown->patchwork));
    snprintf(lines[5], sizeof lines[5], "colours: %s; step %llu",
             patch_paint_name((int32_t)p->colours), (unsigned long long)p->r.body.steps);
    return 6;
}

void patch_over(roam *r)
{
    patcher *const p = patcher_of(r);
    const int32_t side = scaled(p, PATCH_PREVIEW), gap = scaled(p, 10);
    draw_where(p);
    draw_ranges(p);
    if (r->screen == PATCH_KNOBS)
    {
        patch_previews(p, (box){r->paint->w - side - gap, gap, side, r->paint->h});
    }
    else if (p->map_shown)
    {
        patch_map(p, (box){r->paint->w - side - gap, gap, side, side});
    }
}
