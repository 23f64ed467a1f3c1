// SPDX-License-Identifier: MIT
#include "loam/land_map.h"

#include "atlas/cover.h"
#include "atlas/furniture.h"
#include "atlas/labels.h"
#include "atlas/legend.h"
#include "atlas/paint.h"
#include "atlas/sea.h"
#include "atlas/tile.h"
#include "loam/jobs.h"
#include "loam/random.h"

// Maps are made tile by tile, so that memory does not grow with them, and the pixels of a tile on all
// threads.

enum
{
    MAX_SCALE = 10000,
    MAX_PIXELS = 1 << 28,
};

static const char *const layer_names[LOAM_MAP_LAYER_COUNT] = {
    "map", "biome", "height", "relief", "flow", "temperature", "rain", "cells",
};

const char *loam_map_layer_name(loam_map_layer layer)
{
    return (uint32_t)layer < LOAM_MAP_LAYER_COUNT ? layer_names[layer] : "?";
}

loam_land_map_def loam_default_land_map_def(void)
{
    return (loam_land_map_def){.w = 1024, .h = 768, .scale = 1024, .bar = true};
}

// ---- what is accepted ---------------------------------------------------------------------------------

static loam_result check_sides(const loam_land_map_def *def)
{
    if (def->w < 1 || def->h < 1 || def->w > LOAM_MAX_PICTURE_SIDE ||
        def->h > LOAM_MAX_PICTURE_SIDE || (int64_t)def->w * def->h > MAX_PIXELS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a map of %d x %d pixels; sides must be 1 to %d and at most %d "
                         "pixels in all",
                         (int)def->w, (int)def->h, LOAM_MAX_PICTURE_SIDE, MAX_PIXELS);
    }
    if (def->scale < 1 || def->scale > MAX_SCALE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the scale is %lld metres a pixel; must be 1 to %d",
                         (long long)def->scale, MAX_SCALE);
    }
    return LOAM_OK;
}

/// How far from 0 the centre of a map may be that is so many pixels wide, or high.
static int64_t farthest_centre(int32_t pixels, int64_t scale)
{
    return LOAM_LAND_END - ((int64_t)pixels / 2 + 2 * MAP_MARGIN) * scale;
}

loam_result loam_map_def_check(const loam_land_map_def *def)
{
    if ((uint32_t)def->layer >= LOAM_MAP_LAYER_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the layer is %d; must be 0 to %d", (int)def->layer,
                         LOAM_MAP_LAYER_COUNT - 1);
    }
    const loam_result result = check_sides(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t far_x = farthest_centre(def->w, def->scale),
                  far_z = farthest_centre(def->h, def->scale);
    if (def->x < -far_x || def->x > far_x || def->z < -far_z || def->z > far_z)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the map around %lld, %lld reaches over the end of the land; at "
                         "this size and scale x must be within %lld m of 0 and z within %lld",
                         (long long)def->x, (long long)def->z, (long long)far_x, (long long)far_z);
    }
    return LOAM_OK;
}

// ---- figures ------------------------------------------------------------------------------------------

static void count_pixel(const map_tile *tile, size_t p, loam_land_map_figures *figures)
{
    const float height = tile->of.height[p];
    const bool sea = tile->water[p] == MAP_SALT, lake = tile->water[p] == MAP_FRESH;
    figures->land += !sea;
    figures->lake += lake;
    figures->river += !sea && !lake && tile->river[p] >= 0.5f;
    figures->lowest = height < figures->lowest ? height : figures->lowest;
    figures->highest = height > figures->highest ? height : figures->highest;
    figures->biomes[tile->of.biome[p] % LOAM_MAX_LAND_BIOMES]++;
}

static void count_tile(const map_tile *tile, loam_land_map_figures *figures)
{
    const size_t first = map_tile_at(tile, 0, 0);
    if (figures->pixels == 0)
    {
        figures->lowest = figures->highest = tile->of.height[first];
    }
    figures->pixels += (int64_t)tile->w * tile->h;
    for (int32_t row = 0; row < tile->h; row++)
    {
        const size_t p = map_tile_at(tile, 0, row), count = (size_t)tile->w;
        for (size_t i = p; i < p + count; i++)
        {
            count_pixel(tile, i, figures);
        }
        figures->hash = loam_hash_f32(tile->of.height + p, count, figures->hash);
        figures->hash = loam_hash_f32(tile->of.water + p, count, figures->hash);
        figures->hash = loam_hash_bytes(tile->of.biome + p, count, figures->hash);
    }
}

// ---- drawing ------------------------------------------------------------------------------------------

typedef struct drawing
{
    const map_paint *paint;
    const map_tile *tile;
    loam_picture *picture;
} drawing;

static void paint_rows(void *context, int64_t begin, int64_t end)
{
    const drawing *d = context;
    const map_tile *tile = d->tile;
    for (int32_t row = (int32_t)begin; row < (int32_t)end; row++)
    {
        loam_colour *line = d->picture->pixels + (size_t)(tile->row + row) * (size_t)d->picture->w +
                            tile->column;
        const size_t p = map_tile_at(tile, 0, row);
        for (int32_t i = 0; i < tile->w; i++)
        {
            line[i] = loam_map_paint_pixel(d->paint, tile, p + (size_t)i);
        }
    }
}

static loam_result draw_tile(loam_land *land, const loam_land_map_def *def, const loam_env *env,
                             int32_t column, int32_t row, map_tile *tile, loam_picture *out)
{
    enum
    {
        ROWS = 8 // of a piece of work
    };
    loam_result result = loam_map_tile_fill(land, env, def, column, row, tile);
    result = result == LOAM_OK ? loam_map_tile_lines(land, def, tile) : result;
    result = result == LOAM_OK && tile->cell != NULL ? loam_map_tile_cells(land, tile) : result;
    result = result == LOAM_OK && tile->woods != NULL ? loam_map_cover_fill(land, env, tile)
                                                      : result;
    if (result == LOAM_OK)
    {
        const map_paint paint = loam_map_paint_make(land, def);
        drawing d = {&paint, tile, out};
        loam_jobs_for(env->jobs, tile->h, ROWS, paint_rows, &d);
    }
    return result;
}

static loam_result report(const loam_land_map_def *def, int64_t pixels)
{
    // Columns of tiles that are half done count as much as is done of them.
    const int32_t rows = (int32_t)(pixels / def->w);
    if (def->progress != NULL && !def->progress(def->user, rows, def->h))
    {
        return loam_fail(LOAM_CANCELLED, "the map was stopped after %d of %d rows", (int)rows,
                         (int)def->h);
    }
    return LOAM_OK;
}

/// What is taken down of a map while it is drawn.
typedef struct notes
{
    map_sea sea;
    map_tally tally;
    loam_land_map_figures figures;
} notes;

static void note_tile(const loam_land_map_def *def, const map_tile *tile,
                      const loam_picture *picture, notes *n)
{
    count_tile(tile, &n->figures);
    loam_map_sea_mark(&n->sea, tile);
    if (def->legend)
    {
        loam_map_tally_add(&n->tally, tile, picture);
    }
}

// Downwards, as a tile keeps what it has in common with the one above.
static loam_result draw_tiles(loam_land *land, const loam_land_map_def *def, const loam_env *env,
                              map_tile *tile, loam_picture *out, notes *n)
{
    loam_result result = LOAM_OK;
    for (int32_t column = 0; column < def->w && !result; column += MAP_TILE_W)
    {
        for (int32_t row = 0; row < def->h && !result; row += MAP_TILE_H)
        {
            result = draw_tile(land, def, env, column, row, tile, out);
            if (result == LOAM_OK)
            {
                note_tile(def, tile, out, n);
                result = report(def, n->figures.pixels);
            }
        }
    }
    return result;
}

static loam_result draw_land(loam_land *land, const loam_land_map_def *def, const loam_env *env,
                             loam_picture *out, notes *n)
{
    map_tile tile;
    loam_result result = loam_map_tile_create(env, land, def, &tile);
    if (result == LOAM_OK)
    {
        result = draw_tiles(land, def, env, &tile, out, n);
        loam_map_tile_destroy(env, &tile);
    }
    return result;
}

/// The grid, the names, the bar and the legend as far as they are wanted.
static loam_result draw_furniture(loam_land *land, const loam_land_map_def *def,
                                  const loam_env *env, const notes *n, loam_picture *out)
{
    loam_result result = LOAM_OK;
    const map_legend legend = loam_map_legend_make(land, def, &n->tally);
    if (def->grid)
    {
        loam_map_draw_grid(def, out);
    }
    if (def->names)
    {
        const map_room room = {.sea = &n->sea,
                               .legend = loam_map_has_legend(&legend) ? &legend.box : NULL};
        result = loam_map_draw_names(land, env, def, &room, out);
    }
    if (def->bar)
    {
        loam_map_draw_bar(def, out);
    }
    loam_map_draw_legend(&legend, out);
    return result;
}

static loam_result draw_all(loam_land *land, const loam_land_map_def *def, const loam_env *env,
                            loam_picture *out, loam_land_map_figures *figures)
{
    notes n = {0};
    loam_result result = loam_map_sea_create(env, def, &n.sea);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = draw_land(land, def, env, out, &n);
    result = result == LOAM_OK ? draw_furniture(land, def, env, &n, out) : result;
    loam_map_sea_destroy(env, &n.sea);
    *figures = n.figures;
    return result;
}

loam_result loam_land_map_draw(loam_land *land, const loam_land_map_def *def, const loam_env *env,
                               loam_picture *out, loam_land_map_figures *figures)
{
    LOAM_ASSERT(env, land != NULL);
    LOAM_ASSERT(env, def != NULL);
    LOAM_ASSERT(env, out != NULL);
    *out = (loam_picture){0};
    loam_land_map_figures counted = {0};
    loam_result result = loam_map_def_check(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_picture_create(env, def->w, def->h, loam_rgb(0), out);
    result = result == LOAM_OK ? draw_all(land, def, env, out, &counted) : result;
    if (result != LOAM_OK && out->pixels != NULL)
    {
        loam_picture_destroy(env, out);
    }
    if (result == LOAM_OK && figures != NULL)
    {
        *figures = counted;
    }
    return result;
}
