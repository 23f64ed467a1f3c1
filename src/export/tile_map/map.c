// SPDX-License-Identifier: MIT
#include "export/tile_map/layers.h"
#include "export/tile_map/tiles.h"

#include "loam/jobs.h"
#include "loam/random.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

// A map is grown in blocks that several threads take one after another. A block becomes pixels at once,
// so that only the picture has to fit into memory, never the tiles. Its hash is kept by its number: the
// hash of a map is that of its blocks in order, whoever was first.

enum
{
    BLOCK_W = 512, // tiles or samples; both are whole pixels at every scale
    BLOCK_H = 256,
    FILL_W = LOAM_TILE_MAP_FILL_W / BLOCK_W, // blocks
    FILL_H = LOAM_TILE_MAP_FILL_H / BLOCK_H,
    SAMPLES_A_SIDE = 4 // of a pixel, where not every tile is looked at
};

// ---- scales and layers --------------------------------------------------------------------------

static const struct
{
    const char *name;
    loam_tile_map_scale scale;
} scales[] = {
    {"16", {16, 1}},   {"8", {8, 1}},     {"6", {6, 1}},     {"4", {4, 1}},   {"3", {3, 1}},
    {"2", {2, 1}},     {"1", {1, 1}},     {"1/2", {1, 2}},   {"1/4", {1, 4}}, {"1/8", {1, 8}},
    {"1/16", {1, 16}}, {"1/32", {1, 32}}, {"1/64", {1, 64}},
};

enum
{
    SCALE_COUNT = sizeof scales / sizeof scales[0],
    SCALE_FOUR = 3
};

const char *loam_tile_map_scale_name(int32_t index)
{
    return (uint32_t)index < SCALE_COUNT ? scales[index].name : NULL;
}

loam_tile_map_scale loam_tile_map_scale_of(int32_t index)
{
    return loam_tile_map_scale_name(index) != NULL ? scales[index].scale : (loam_tile_map_scale){0};
}

int32_t loam_tile_map_scale_for(int32_t w, int32_t h, int64_t pixels)
{
    const int64_t side = w > h ? w : h;
    int32_t index = SCALE_FOUR;
    while (index + 1 < SCALE_COUNT &&
           side * scales[index].scale.zoom > pixels * scales[index].scale.shrink)
    {
        index++;
    }
    return index;
}

const char *loam_tile_map_layer_name(int32_t layer)
{
    static const char *const names[] = {"both",  "blocks", "walls", "solid",
                                        "biome", "height", "chunks"};
    return (uint32_t)layer < LOAM_TILE_MAP_LAYER_COUNT ? names[layer] : NULL;
}

// ---- what is looked at --------------------------------------------------------------------------

/// The tiles or samples of a map as a grid.
typedef struct map_grid
{
    int64_t step;   // tiles between two of them
    int32_t shrink; // how many there are along the side of a pixel
    int32_t w, h;
    int32_t blocks_w, blocks_h;
} map_grid;

static int32_t parts_of(int64_t whole, int64_t part)
{
    return (int32_t)((whole + part - 1) / part);
}

static map_grid make_grid(const loam_tile_map_def *def)
{
    const int32_t shrink = def->scale.shrink;
    const bool exact = shrink <= LOAM_TILE_MAP_MAX_EXACT;
    map_grid grid = {.step = exact ? 1 : shrink / SAMPLES_A_SIDE,
                     .shrink = exact ? shrink : SAMPLES_A_SIDE};
    grid.w = parts_of(def->area.w, grid.step);
    grid.h = parts_of(def->area.h, grid.step);
    grid.blocks_w = parts_of(grid.w, BLOCK_W);
    grid.blocks_h = parts_of(grid.h, BLOCK_H);
    return grid;
}

void loam_tile_map_size(const loam_tile_map_def *def, int64_t *w, int64_t *h)
{
    const loam_tile_map_scale scale = def->scale;
    *w = scale.zoom * (int64_t)parts_of(def->area.w, scale.shrink);
    *h = scale.zoom * (int64_t)parts_of(def->area.h, scale.shrink);
}

int64_t loam_tile_map_work(const loam_tile_map_def *def)
{
    const map_grid grid = make_grid(def);
    return (int64_t)grid.blocks_w * grid.blocks_h;
}

static loam_result check_scale(loam_tile_map_scale scale)
{
    for (int32_t i = 0; i < SCALE_COUNT; i++)
    {
        if (scales[i].scale.zoom == scale.zoom && scales[i].scale.shrink == scale.shrink)
        {
            return LOAM_OK;
        }
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "the scale is %d/%d; must be 16, 8, 6, 4, 3, 2, 1, 1/2, 1/4 and so on to 1/64",
                     (int)scale.zoom, (int)scale.shrink);
}

static loam_result check_area(loam_tile_area area)
{
    if (area.w < 1 || area.h < 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the map is of %dx%d tiles; must be 1x1 or more",
                         (int)area.w, (int)area.h);
    }
    const bool inside = area.x >= -LOAM_TILE_END && area.y >= -LOAM_TILE_END &&
                        area.x <= LOAM_TILE_END - area.w && area.y <= LOAM_TILE_END - area.h;
    return inside ? LOAM_OK
                  : loam_fail(LOAM_BAD_ARGUMENT,
                              "the map lies beyond the end of the world; must lie within "
                              "-2^60 to 2^60");
}

loam_result loam_tile_map_check(const loam_tile_map_def *def)
{
    if ((uint32_t)def->layer >= LOAM_TILE_MAP_LAYER_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "layer is %d; must be 0 to %d", (int)def->layer,
                         LOAM_TILE_MAP_LAYER_COUNT - 1);
    }
    loam_result result = check_scale(def->scale);
    result = result == LOAM_OK ? check_area(def->area) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    int64_t w, h;
    loam_tile_map_size(def, &w, &h);
    return w <= LOAM_MAX_PICTURE_SIDE && h <= LOAM_MAX_PICTURE_SIDE
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "the map is %" PRId64 "x%" PRId64 " pixels; sides must be at most %d", w,
                           h, LOAM_MAX_PICTURE_SIDE);
}

// ---- blocks -------------------------------------------------------------------------------------

typedef struct map_job
{
    const loam_tile_map_def *def;
    const loam_env *env;
    map_grid grid;
    loam_tile_view view;
    loam_picture *picture;
    uint64_t *hashes; // of the blocks
    // Blocks whose tiles the def's fill has grown; all blocks if it has none.
    int32_t first_x, first_y, part_w, part_h;
    loam_tile *grown; // NULL: the source grows them
    loam_tile_area grown_area;
    _Atomic int64_t blocks[LOAM_MAX_MATERIALS], walls[LOAM_MAX_MATERIALS];
    _Atomic int result; // a loam_result
} map_job;

/// Which tiles or samples a block has; x and y are where they lie in the world.
static loam_tile_area block_area(const map_job *job, int64_t index)
{
    const map_grid *grid = &job->grid;
    const int32_t left = (int32_t)(index % grid->blocks_w) * BLOCK_W;
    const int32_t low = (int32_t)(index / grid->blocks_w) * BLOCK_H;
    return (loam_tile_area){.x = job->def->area.x + left * grid->step,
                            .y = job->def->area.y + low * grid->step,
                            .w = grid->w - left < BLOCK_W ? grid->w - left : BLOCK_W,
                            .h = grid->h - low < BLOCK_H ? grid->h - low : BLOCK_H};
}

static void count_tiles(map_job *job, const loam_tile *tiles, size_t count)
{
    int32_t blocks[LOAM_MAX_MATERIALS] = {0}, walls[LOAM_MAX_MATERIALS] = {0};
    for (size_t i = 0; i < count; i++)
    {
        blocks[tiles[i].block]++;
        walls[tiles[i].wall]++;
    }
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        atomic_fetch_add(&job->blocks[i], blocks[i]);
        atomic_fetch_add(&job->walls[i], walls[i]);
    }
}

static void draw_block(const map_job *job, const loam_tile *tiles, loam_tile_area area)
{
    const map_grid *grid = &job->grid;
    const loam_tile_area whole = job->def->area;
    const loam_tile_drawing drawing = {.defs = job->def->defs,
                                       .view = job->view,
                                       .tiles = tiles,
                                       .area = area,
                                       .step = grid->step,
                                       .zoom = job->def->scale.zoom,
                                       .shrink = grid->shrink};
    const int64_t left = (area.x - whole.x) / grid->step, low = (area.y - whole.y) / grid->step;
    const int32_t x = (int32_t)(left * drawing.zoom / grid->shrink);
    const int32_t from_below = drawing.zoom * parts_of(low + area.h, grid->shrink);
    loam_tiles_draw(job->picture, x, job->picture->h - from_below, &drawing);
}

/// Whether plants are to be seen: not among samples, nor where only blocks are shown.
static bool has_plants(const loam_tile_map_def *def)
{
    return !def->bare && def->scale.shrink <= LOAM_TILE_MAP_MAX_EXACT &&
           def->layer != LOAM_TILE_MAP_BLOCKS && def->layer != LOAM_TILE_MAP_SOLID;
}

static loam_result put_plants(const map_job *job, loam_tile_planter *planter, loam_tile_area area,
                              loam_tile *tiles, loam_tile *chunk)
{
    const loam_tile_planting plants = {*job->env, job->def->defs, job->def->source, job->def->store,
                                       planter};
    return planter != NULL ? loam_tile_planting_put(&plants, area, tiles, chunk) : LOAM_OK;
}

/// chunk has room for one; planter may be NULL.
static loam_result grow_block(map_job *job, int64_t index, loam_tile *tiles, loam_tile *chunk,
                              loam_tile_planter *planter)
{
    const loam_tile_area area = block_area(job, index);
    const size_t count = (size_t)area.w * (size_t)area.h;
    const tile_ground ground = {job->def->source, job->def->store, job->grown, job->grown_area};
    loam_result result = loam_tile_ground_fill(&ground, area, job->grid.step,
                                               job->def->scale.shrink <= LOAM_TILE_MAP_MAX_EXACT,
                                               tiles, chunk);
    if (result == LOAM_OK)
    {
        job->hashes[index] = loam_tiles_hash(tiles, count, 0);
        count_tiles(job, tiles, count);
        result = put_plants(job, planter, area, tiles, chunk);
        draw_block(job, tiles, area);
    }
    return result;
}

static void grow_blocks(void *user, int64_t begin, int64_t end)
{
    map_job *job = user;
    const size_t size = sizeof(loam_tile) * (BLOCK_W * BLOCK_H + LOAM_CHUNK_TILES);
    loam_tile *tiles = loam_alloc(job->env, size);
    loam_tile_planter *planter = NULL;
    loam_result result = tiles != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    if (result == LOAM_OK && has_plants(job->def))
    {
        result = loam_tile_planting_create(job->env, job->def->defs, job->def->store, &planter);
    }
    for (int64_t i = begin; i < end && result == LOAM_OK; i++)
    {
        const int64_t x = job->first_x + i % job->part_w, y = job->first_y + i / job->part_w;
        result = grow_block(job, y * job->grid.blocks_w + x, tiles, tiles + BLOCK_W * BLOCK_H,
                            planter);
        if (job->def->progress != NULL)
        {
            job->def->progress(job->def->user, 1);
        }
    }
    loam_tile_planter_destroy(planter);
    loam_free(job->env, tiles, size);
    if (result != LOAM_OK)
    {
        atomic_store(&job->result, result);
    }
}

static loam_result grow_chosen(map_job *job)
{
    loam_jobs_for(job->env->jobs, (int64_t)job->part_w * job->part_h, 1, grow_blocks, job);
    const loam_result result = (loam_result)atomic_load(&job->result);
    // The message was left on the thread that met the failure, which may be another.
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(result, "the world could not be grown or read: %s",
                                         loam_result_name(result));
}

/// Blocks from (x, y) on that the def's fill grows at once.
static loam_result grow_part(map_job *job, int32_t x, int32_t y)
{
    const map_grid *const grid = &job->grid;
    const int32_t left = x * BLOCK_W, low = y * BLOCK_H;
    const int32_t right = grid->w - left, up = grid->h - low;
    const loam_tile_area area = {job->def->area.x + left, job->def->area.y + low,
                                 right < LOAM_TILE_MAP_FILL_W ? right : LOAM_TILE_MAP_FILL_W,
                                 up < LOAM_TILE_MAP_FILL_H ? up : LOAM_TILE_MAP_FILL_H};
    job->first_x = x;
    job->first_y = y;
    job->part_w = parts_of(area.w, BLOCK_W);
    job->part_h = parts_of(area.h, BLOCK_H);
    job->grown_area = area;
    const loam_result result = job->def->fill(job->def->fill_user, area, job->grown);
    return result == LOAM_OK ? grow_chosen(job) : result;
}

static loam_result grow_parts(map_job *job)
{
    const size_t size = sizeof *job->grown * LOAM_TILE_MAP_FILL_W * LOAM_TILE_MAP_FILL_H;
    loam_result result = LOAM_OK;
    job->grown = loam_alloc(job->env, size);
    if (job->grown == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (int32_t y = 0; y < job->grid.blocks_h && result == LOAM_OK; y += FILL_H)
    {
        for (int32_t x = 0; x < job->grid.blocks_w && result == LOAM_OK; x += FILL_W)
        {
            result = grow_part(job, x, y);
        }
    }
    loam_free(job->env, job->grown, size);
    return result;
}

static loam_result grow_all(map_job *job)
{
    if (job->def->fill != NULL && job->def->scale.shrink <= LOAM_TILE_MAP_MAX_EXACT)
    {
        return grow_parts(job);
    }
    job->part_w = job->grid.blocks_w;
    job->part_h = job->grid.blocks_h;
    return grow_chosen(job);
}

// ---- the whole ----------------------------------------------------------------------------------

static void take_figures(const map_job *job, loam_tile_map_figures *figures)
{
    const map_grid *grid = &job->grid;
    figures->exact = job->def->scale.shrink <= LOAM_TILE_MAP_MAX_EXACT;
    figures->tiles = (int64_t)grid->w * grid->h;
    figures->hash = loam_hash_u64(job->hashes, (size_t)loam_tile_map_work(job->def), 0);
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        figures->blocks[i] = atomic_load(&job->blocks[i]);
        figures->walls[i] = atomic_load(&job->walls[i]);
    }
}

/// Tiles go onto a transparent picture; what is behind them comes last.
static loam_result draw_onto(map_job *job, loam_tile_map_figures *figures)
{
    const loam_tile_map_def *def = job->def;
    const loam_env *env = job->env;
    map_columns columns;
    loam_result result = loam_tile_map_columns_init(&columns, env, def, job->grid.step);
    result = result == LOAM_OK ? grow_all(job) : result;
    if (result == LOAM_OK)
    {
        take_figures(job, figures);
        loam_tile_map_columns_count(&columns, figures->biomes);
        result = loam_tile_map_finish(def, &columns, env, job->picture);
    }
    loam_tile_map_columns_free(&columns, env);
    return result;
}

loam_result loam_tile_map_draw(const loam_tile_map_def *def, const loam_env *env,
                               loam_picture *picture, loam_tile_map_figures *figures)
{
    *picture = (loam_picture){0};
    memset(figures, 0, sizeof *figures);
    loam_result result = loam_tile_map_check(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    int64_t w, h;
    loam_tile_map_size(def, &w, &h);
    const size_t hashes_size = (size_t)loam_tile_map_work(def) * sizeof(uint64_t);
    map_job job = {.def = def,
                   .env = env,
                   .grid = make_grid(def),
                   .view = loam_tile_map_view(def->layer),
                   .picture = picture,
                   .hashes = loam_alloc(env, hashes_size)};
    result = job.hashes != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    const loam_colour clear = {0};
    result = result == LOAM_OK ? loam_picture_create(env, (int32_t)w, (int32_t)h, clear, picture)
                               : result;
    result = result == LOAM_OK ? draw_onto(&job, figures) : result;
    loam_free(env, job.hashes, hashes_size);
    if (result != LOAM_OK)
    {
        loam_picture_destroy(env, picture);
    }
    return result;
}
