// SPDX-License-Identifier: MIT
#include "isles/paint.h"

#include "base/small.h"
#include "loam/jobs.h"
#include "loam/random.h"

#include <inttypes.h>

// A map of the sea from above. First the ground of every pixel, land and bed alike, in the colours of its terrains
// and under a light; then the water over what lies below it, through which the bed is seen moved about; then objects
// and names. Each pixel follows from its place, so maps side by side are one map (but for what water shows of the
// bed beyond an edge, names and objects that an edge cuts).

enum
{
    INNER = ISLE_BLOCK - 2, // pixels of a block: each looks at its neighbours
    WATER_ROWS = 64,        // that are painted at once
    OBJECT_SCALE = 8,       // metres a pixel up to which objects are seen
};

static const int64_t max_pixels = (int64_t)1 << 26;

loam_isles_map_def loam_default_isles_map_def(void)
{
    return (loam_isles_map_def){.w = 1024, .h = 768, .scale = 4, .objects = true};
}

typedef struct painter
{
    loam_isles *isles;
    const loam_isles_map_def *def;
    loam_sea sea;
    isle_ground *ground;
    loam_picture bed, *out; // the ground alone, and with water
    float *heights;         // rows go south, as those of pictures
    int64_t x0, z1;         // of the first pixel
    int32_t i0, j0, w, h;   // pixels that lie in one slot
} painter;

// ---- the ground ---------------------------------------------------------------------------------

static loam_colour blend_colours(const loam_isle_type *type, const float *shares)
{
    float r = 0.0f, g = 0.0f, b = 0.0f;
    for (int32_t i = 0; i < type->terrain_count; i++)
    {
        const loam_colour colour = loam_rgb(type->terrains[i].colour);
        r += shares[i] * (float)colour.r;
        g += shares[i] * (float)colour.g;
        b += shares[i] * (float)colour.b;
    }
    return (loam_colour){(uint8_t)loam_clamp(r, 0.0f, 255.0f), (uint8_t)loam_clamp(g, 0.0f, 255.0f),
                         (uint8_t)loam_clamp(b, 0.0f, 255.0f), 255};
}

/// How much of a bed belongs to an island: beyond islands all beds look alike.
static float raised_share(const isle_ground *ground, const isle_block *block, int32_t at)
{
    float raised = 0.0f;
    for (int32_t i = 0; i < ground->isle.node_count; i++)
    {
        raised += block->products[i][at];
    }
    return loam_clamp01(4.0f * raised / ground->def->depth);
}

/// The colour of a sample of a block that has neighbours on all sides. The block's rows go north.
static loam_colour ground_colour(const painter *p, const isle_block *block, loam_isles_area area,
                                 int32_t at)
{
    static const loam_colour bare = {0xcd, 0xbb, 0x86, 255};
    const float *const h = block->heights + at;
    const float scale = (float)area.step;
    const float dx = (h[1] - h[-1]) / (2.0f * scale);
    const float dz = (h[area.w] - h[-area.w]) / (2.0f * scale);
    loam_colour colour = bare;
    if (p->ground->type != NULL)
    {
        const loam_isle *const isle = &p->ground->isle;
        float shares[LOAM_ISLE_MAX_TERRAINS];
        loam_isle_blend(p->ground, *h, block->products[0] + at, ISLE_BLOCK * ISLE_BLOCK, shares);
        (void)loam_isle_add_rock(p->ground->type,
                                 loam_isle_slope(h[-1], h[1], h[-area.w], h[area.w], 2.0f * scale),
                                 shares);
        (void)loam_isle_add_yards(p->ground, (float)(area.x + at % area.w * area.step - isle->x),
                                  (float)(area.z + at / area.w * area.step - isle->z), shares);
        colour = loam_colour_mix(bare, blend_colours(p->ground->type, shares),
                                 raised_share(p->ground, block, at));
    }
    return loam_colour_shade(colour, 0.42f + 0.58f * loam_relief(1.3f * dx, -1.3f * dz));
}

/// Pixels from (i, j) on, at most INNER on a side.
static void paint_block(const painter *p, int32_t i, int32_t j, int32_t w, int32_t h)
{
    isle_block block;
    const int64_t scale = p->def->scale;
    const loam_isles_area area = {.x = p->x0 + (i - 1) * scale,
                                  .z = p->z1 - (j + h) * scale,
                                  .step = scale,
                                  .w = w + 2,
                                  .h = h + 2};
    loam_isle_block_fill(p->ground, area, &block);
    for (int32_t k = 0; k < w * h; k++)
    {
        const int32_t column = k % w, row = k / w;
        const int32_t at = (h - row) * area.w + column + 1;
        const size_t pixel = (size_t)(j + row) * (size_t)p->def->w + (size_t)(i + column);
        p->heights[pixel] = block.heights[at];
        p->bed.pixels[pixel] = ground_colour(p, &block, area, at);
    }
}

static void paint_blocks(void *context, int64_t begin, int64_t end)
{
    const painter *const p = context;
    const int32_t across = (p->w + INNER - 1) / INNER;
    for (int64_t b = begin; b < end; b++)
    {
        const int32_t i = (int32_t)(b % across) * INNER, j = (int32_t)(b / across) * INNER;
        const int32_t w = p->w - i < INNER ? p->w - i : INNER;
        const int32_t h = p->h - j < INNER ? p->h - j : INNER;
        paint_block(p, p->i0 + i, p->j0 + j, w, h);
    }
}

/// The slot that a pixel is in, and how many pixels from it on are, going east or south.
static int64_t slot_run(int64_t place, int64_t step, int32_t slot, int32_t max, int32_t *count)
{
    const int64_t number = loam_floor_div(place, slot), into = place - number * slot;
    const int64_t left = step > 0 ? (slot - into + step - 1) / step : into / -step + 1;
    *count = left < max ? (int32_t)left : max;
    return number;
}

/// Rows of ground and water, of which a map has as many of each.
static loam_result tell_progress(const painter *p, int32_t ground, int32_t water)
{
    const loam_isles_map_def *const def = p->def;
    return def->progress == NULL || def->progress(def->user, (ground + water) / 2, def->h)
               ? LOAM_OK
               : loam_fail(LOAM_CANCELLED, "the map was stopped");
}

/// The pixels of a row of slots.
static loam_result paint_slots(painter *p, int64_t slot_z)
{
    const loam_isles_map_def *const def = p->def;
    const int32_t slot = loam_isles_get_def(p->isles)->slot;
    loam_result result = LOAM_OK;
    for (p->i0 = 0; p->i0 < def->w && result == LOAM_OK; p->i0 += p->w)
    {
        const int64_t slot_x = slot_run(p->x0 + p->i0 * def->scale, def->scale, slot,
                                        def->w - p->i0, &p->w);
        result = loam_isles_ground(p->isles, slot_x, slot_z, p->ground);
        const int64_t blocks = (int64_t)((p->w + INNER - 1) / INNER) * ((p->h + INNER - 1) / INNER);
        if (result == LOAM_OK)
        {
            const int64_t done = (int64_t)p->h * (p->i0 + p->w) / def->w;
            loam_jobs_for(loam_isles_env(p->isles)->jobs, blocks, 1, paint_blocks, p);
            result = tell_progress(p, p->j0 + (int32_t)done, 0);
        }
    }
    return result;
}

static loam_result paint_ground(painter *p)
{
    const loam_isles_map_def *const def = p->def;
    const int32_t slot = loam_isles_get_def(p->isles)->slot;
    loam_result result = LOAM_OK;
    for (p->j0 = 0; p->j0 < def->h && result == LOAM_OK; p->j0 += p->h)
    {
        const int64_t slot_z = slot_run(p->z1 - p->j0 * def->scale, -def->scale, slot,
                                        def->h - p->j0, &p->h);
        result = paint_slots(p, slot_z);
    }
    return result;
}

// ---- water --------------------------------------------------------------------------------------

/// The bed as it is seen at a pixel: moved about, but never land.
static loam_colour seen_bed(const painter *p, int32_t i, int32_t j, int64_t x, int64_t z)
{
    float east, north;
    loam_sea_distort(&p->sea, x, z, p->def->time_ms, &east, &north);
    const float scale = (float)p->def->scale;
    const int64_t column = loam_nearest_in(i + loam_floor_int(east / scale + 0.5f), 0,
                                           p->def->w - 1);
    const int64_t row = loam_nearest_in(j - loam_floor_int(north / scale + 0.5f), 0, p->def->h - 1);
    const int64_t moved = row * p->def->w + column, own = (int64_t)j * p->def->w + i;
    return p->bed.pixels[p->heights[moved] < 0.0f ? moved : own];
}

static void paint_water_rows(void *context, int64_t begin, int64_t end)
{
    const painter *const p = context;
    for (int64_t j = p->j0 + begin; j < p->j0 + end; j++)
    {
        for (int32_t i = 0; i < p->def->w; i++)
        {
            const int64_t at = j * p->def->w + i;
            const int64_t x = p->x0 + i * p->def->scale, z = p->z1 - j * p->def->scale;
            const float depth = -p->heights[at];
            p->out->pixels[at] = depth > 0.0f
                                     ? loam_sea_colour(&p->sea, x, z, p->def->time_ms, depth,
                                                       seen_bed(p, i, (int32_t)j, x, z))
                                     : p->bed.pixels[at];
        }
    }
}

static loam_result paint_water(painter *p)
{
    loam_result result = LOAM_OK;
    for (p->j0 = 0; p->j0 < p->def->h && result == LOAM_OK; p->j0 += WATER_ROWS)
    {
        const int32_t left = p->def->h - p->j0, rows = left < WATER_ROWS ? left : WATER_ROWS;
        loam_jobs_for(loam_isles_env(p->isles)->jobs, rows, 4, paint_water_rows, p);
        result = tell_progress(p, p->def->h, p->j0 + rows);
    }
    return result;
}

// ---- islands ------------------------------------------------------------------------------------

typedef enum isle_task
{
    COUNT_ISLE,
    PAINT_SUNK,     // objects below the water, on the bed
    PAINT_STANDING, // all others
    PAINT_NAME,
} isle_task;

/// What is done for each island of a map.
typedef struct isle_visit
{
    painter *p;
    isle_task task;
    int32_t count;
    loam_result result;
} isle_visit;

static loam_result paint_objects(isle_visit *visit, const isles_canvas *canvas,
                                 const loam_isle *isle)
{
    loam_isles *const isles = visit->p->isles;
    loam_isle_maps maps;
    const loam_result result = loam_isles_open(isles, isle->slot_x, isle->slot_z, LOAM_ISLE_OBJECTS,
                                               &maps);
    if (result == LOAM_OK)
    {
        loam_isles_paint_objects(canvas, &loam_isles_get_def(isles)->types[isle->type], &maps,
                                 visit->task == PAINT_SUNK);
        loam_isles_close(isles, &maps);
    }
    return result;
}

static bool visit_isle(void *user, const loam_isle *isle)
{
    isle_visit *const visit = user;
    painter *const p = visit->p;
    const isles_canvas canvas = {visit->task == PAINT_SUNK ? &p->bed : p->out, p->x0, p->z1,
                                 p->def->scale};
    visit->count++;
    if (visit->task == PAINT_NAME)
    {
        loam_isles_paint_name(&canvas, isle);
    }
    else if (visit->task != COUNT_ISLE)
    {
        visit->result = paint_objects(visit, &canvas, isle);
    }
    return visit->result == LOAM_OK;
}

/// What a map shows.
static loam_isles_box box_of(const painter *p)
{
    const int64_t scale = p->def->scale;
    return (loam_isles_box){p->x0, p->z1 - (p->def->h - 1) * scale, p->x0 + (p->def->w - 1) * scale,
                            p->z1};
}

/// The result; *count, if not NULL, is how many islands there are.
static loam_result visit_isles(painter *p, isle_task task, int32_t *count)
{
    isle_visit visit = {.p = p, .task = task};
    const loam_result result = loam_isles_find(p->isles, box_of(p), visit_isle, &visit);
    if (count != NULL)
    {
        *count = visit.count;
    }
    return result == LOAM_OK ? visit.result : result;
}

// ---- the map ------------------------------------------------------------------------------------

static void measure(const painter *p, loam_isles_map_figures *out)
{
    const size_t count = (size_t)p->def->w * (size_t)p->def->h;
    out->lowest = out->highest = p->heights[0];
    out->land = 0;
    for (size_t i = 0; i < count; i++)
    {
        out->land += p->heights[i] >= 0.0f;
        out->lowest = p->heights[i] < out->lowest ? p->heights[i] : out->lowest;
        out->highest = p->heights[i] > out->highest ? p->heights[i] : out->highest;
    }
    out->hash = loam_hash_f32(p->heights, count, 0);
}

static loam_result check_map(const loam_isles_map_def *def)
{
    if (def->w < 1 || def->h < 1 || def->w > LOAM_MAX_PICTURE_SIDE ||
        def->h > LOAM_MAX_PICTURE_SIDE || (int64_t)def->w * def->h > max_pixels)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a map of %d x %d pixels; sides must be 1 to %d, %" PRId64
                         " pixels in all at most",
                         (int)def->w, (int)def->h, LOAM_MAX_PICTURE_SIDE, max_pixels);
    }
    if (def->scale < 1 || def->scale > 256)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "scale is %" PRId64 "; must be 1 to 256", def->scale);
    }
    if (def->time_ms < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "time is %" PRId64 " ms; must be 0 or more",
                         def->time_ms);
    }
    const int64_t end = LOAM_ISLES_END - LOAM_MAX_PICTURE_SIDE * def->scale;
    return def->x >= -end && def->x <= end && def->z >= -end && def->z <= end
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "a map around %" PRId64 ",%" PRId64 "; must be within +-2^52 m", def->x,
                           def->z);
}

/// Waves that are smaller than a few pixels would flicker: they fade.
static loam_sea_look look_at_scale(loam_isles *isles, const loam_isles_map_def *def)
{
    loam_sea_look look = def->sea != NULL ? *def->sea : loam_isles_get_def(isles)->water;
    look.waves *= loam_clamp01((float)look.wave / (4.0f * (float)def->scale) - 0.6f);
    return look;
}

static loam_result paint_all(painter *p, loam_isles_map_figures *figures)
{
    const bool objects = p->def->objects && p->def->scale <= OBJECT_SCALE;
    loam_result result = paint_ground(p);
    result = result == LOAM_OK && objects ? visit_isles(p, PAINT_SUNK, NULL) : result;
    result = result == LOAM_OK ? paint_water(p) : result;
    result = result == LOAM_OK && objects ? visit_isles(p, PAINT_STANDING, NULL) : result;
    result = result == LOAM_OK && p->def->names ? visit_isles(p, PAINT_NAME, NULL) : result;
    if (result == LOAM_OK && figures != NULL)
    {
        measure(p, figures);
        result = visit_isles(p, COUNT_ISLE, &figures->isles);
    }
    return result;
}

loam_result loam_isles_map_draw(loam_isles *isles, const loam_isles_map_def *def, loam_picture *out,
                                loam_isles_map_figures *figures)
{
    const loam_env *const env = loam_isles_env(isles);
    painter p = {.isles = isles, .def = def, .out = out};
    const loam_sea_look look = look_at_scale(isles, def);
    *out = (loam_picture){0};
    loam_result result = check_map(def);
    result = result == LOAM_OK ? loam_sea_init(&p.sea, &look) : result;
    if (result == LOAM_OK)
    {
        p.x0 = def->x - def->w / 2 * def->scale;
        p.z1 = def->z + def->h / 2 * def->scale;
        result = loam_isles_check_box(isles, box_of(&p));
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t size = (size_t)def->w * (size_t)def->h * sizeof(float);
    p.heights = loam_alloc(env, size);
    p.ground = loam_alloc(env, sizeof *p.ground);
    result = p.heights == NULL || p.ground == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
    result = result == LOAM_OK ? loam_picture_create(env, def->w, def->h, loam_rgb(0), &p.bed)
                               : result;
    result = result == LOAM_OK ? loam_picture_create(env, def->w, def->h, loam_rgb(0), out)
                               : result;
    result = result == LOAM_OK ? paint_all(&p, figures) : result;
    loam_picture_destroy(env, &p.bed);
    loam_free(env, p.heights, size);
    loam_free(env, p.ground, sizeof *p.ground);
    if (result != LOAM_OK)
    {
        loam_picture_destroy(env, out);
    }
    return result;
}
