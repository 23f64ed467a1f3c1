// SPDX-License-Identifier: MIT
#include "scene/body.h"

#include "gl/texture.h"
#include "scene/body_light.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Squares of BODY_ACROSS x BODY_ACROSS tiles lie around each other, each level's tiles twice as wide as those of
// the one inside, whose square is left out. Squares begin at tiles of the next level, so the viewer has a third of a
// square before him at least. When the viewer goes on, tiles that were drawn stay until all that take their
// place are there: no place is drawn twice, and none goes back to the surface in between.

enum
{
    SLACK = 32, // m that a viewer may go down before tiles reach deeper
};

// ---- making ---------------------------------------------------------------------------------------

static void make_textures(land_body *b)
{
    const gl_texture_def mask = {GL_TEXTURE_2D, GL_R8, BODY_MASK, BODY_MASK, 1,
                                 false,         false, false};
    const gl_texture_def light = {GL_TEXTURE_3D, GL_RG8, BODY_LIGHT_W, BODY_LIGHT_H,
                                  BODY_LIGHT_W,  true,   false,        false};
    b->mask_texture = gl_texture_create(b->g, &mask, NULL);
    b->light_texture = gl_texture_create(b->g, &light, NULL);
}

/// One for the thread that updates, and with jobs as many as run beside it.
static loam_result create_works(land_body *b)
{
    const int32_t width = b->def.jobs != NULL ? loam_jobs_width(b->def.jobs) : 1;
    const bool beside = width > 1 && b->def.source.volume != NULL;
    const int32_t max = !beside ? 1 : width < BODY_WORKS ? width : BODY_WORKS;
    loam_result result = body_light_create(&b->light_work, b->land, &b->def.source, beside);
    while (result == LOAM_OK && b->work_count < max)
    {
        body_work *const work = &b->works[b->work_count];
        result = body_work_create(b->land, &b->def.source, b->work_count > 0, work);
        work->form = b->def.form;
        b->work_count += result == LOAM_OK;
    }
    return result;
}

static void end_job(const land_body *b, loam_job *job, bool *busy)
{
    if (*busy)
    {
        (void)loam_jobs_cancel(b->def.jobs, job);
        loam_jobs_wait(b->def.jobs, job);
        *busy = false;
    }
}

static void destroy_works(land_body *b)
{
    end_job(b, &b->light_work.job, &b->light_work.busy);
    body_light_destroy(&b->light_work);
    for (int32_t i = 0; i < b->work_count; i++)
    {
        end_job(b, &b->works[i].job, &b->works[i].busy);
        body_work_destroy(&b->works[i]);
    }
}

loam_result body_create(const body_def *def, const gl *g, loam_land *land, land_body **out)
{
    *out = NULL;
    if (def->levels < 1 || def->levels > BODY_MAX_LEVELS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the body has %d levels; must be 1 to %d",
                         (int)def->levels, BODY_MAX_LEVELS);
    }
    land_body *const b = calloc(1, sizeof *b);
    uint8_t *const light = malloc((size_t)2 * BODY_LIGHT_W * BODY_LIGHT_W * BODY_LIGHT_H);
    if (b == NULL || light == NULL)
    {
        free(b);
        free(light);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the land as a body");
    }
    b->def = *def;
    b->g = g;
    b->land = land;
    b->light = light;
    const loam_result result = create_works(b);
    if (result != LOAM_OK)
    {
        destroy_works(b);
        free(light);
        free(b);
        return result;
    }
    make_textures(b);
    *out = b;
    return LOAM_OK;
}

static void drop_tile(land_body *b, body_tile *t)
{
    const GLuint buffers[] = {t->vertices, t->indices};
    b->g->DeleteBuffers(2, buffers); // 0 is left alone
    b->g->DeleteVertexArrays(1, &t->array);
    *t = (body_tile){0};
}

void body_destroy(land_body *b, bool lost)
{
    if (b == NULL)
    {
        return;
    }
    const GLuint textures[] = {b->mask_texture, b->light_texture};
    for (int32_t i = 0; i < BODY_MAX_TILES && !lost; i++)
    {
        drop_tile(b, &b->tiles[i]);
    }
    if (!lost)
    {
        b->g->DeleteTextures(2, textures);
    }
    destroy_works(b);
    free(b->light);
    free(b);
}

// ---- which tiles ----------------------------------------------------------------------------------

/// The low corner of a level's square, in tiles of that level.
static int64_t square_at(int64_t viewer, int32_t level)
{
    const int64_t wide = 2 * body_tile_m(level);
    // The tile of the next level that the viewer is in, and BODY_ACROSS / 2 of them around.
    return (loam_floor_div(viewer, wide) - (BODY_ACROSS / 2 - 1) / 2) * 2;
}

/// Whether the square of the finer level takes the place of a tile.
static bool is_within_finer(const camera *from, int32_t level, int64_t x, int64_t z)
{
    const int64_t in_x = square_at(from->x, level - 1) / 2,
                  in_z = square_at(from->z, level - 1) / 2;
    return x >= in_x && z >= in_z && x < in_x + BODY_ACROSS / 2 && z < in_z + BODY_ACROSS / 2;
}

/// On which sides blocks of a tile have to go on to those of finer ones.
static uint32_t finer_sides(const land_body *b, const camera *from, const body_tile *t)
{
    if (t->level == b->def.finest || b->def.form != LOAM_VOLUME_BLOCKS)
    {
        return 0;
    }
    return (is_within_finer(from, t->level, t->x + 1, t->z) ? BODY_EAST : 0u) |
           (is_within_finer(from, t->level, t->x, t->z + 1) ? BODY_NORTH : 0u);
}

static bool is_wanted(const land_body *b, const camera *from, int32_t level, int64_t x, int64_t z)
{
    const int64_t low_x = square_at(from->x, level), low_z = square_at(from->z, level);
    if (x < low_x || z < low_z || x >= low_x + BODY_ACROSS || z >= low_z + BODY_ACROSS)
    {
        return false;
    }
    if (level == b->def.finest)
    {
        return true;
    }
    return level < b->def.finest + b->def.levels && !is_within_finer(from, level, x, z);
}

static body_tile *find_tile(land_body *b, int32_t level, int64_t x, int64_t z)
{
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        body_tile *const t = &b->tiles[i];
        if (t->used && t->level == level && t->x == x && t->z == z)
        {
            return t;
        }
    }
    return NULL;
}

static void add_tile(land_body *b, int32_t level, int64_t x, int64_t z)
{
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        if (!b->tiles[i].used)
        {
            b->tiles[i] = (body_tile){.level = level, .x = x, .z = z, .used = true, .wanted = true};
            return;
        }
    }
}

static void plan(land_body *b, const camera *from)
{
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        body_tile *const t = &b->tiles[i];
        t->wanted = t->used && is_wanted(b, from, t->level, t->x, t->z);
        if (t->used && !t->wanted && !t->drawn)
        {
            drop_tile(b, t);
        }
    }
    for (int32_t level = b->def.finest; level < b->def.finest + b->def.levels; level++)
    {
        const int64_t x = square_at(from->x, level), z = square_at(from->z, level);
        for (int32_t i = 0; i < BODY_ACROSS * BODY_ACROSS; i++)
        {
            const int64_t at_x = x + i % BODY_ACROSS, at_z = z + i / BODY_ACROSS;
            if (is_wanted(b, from, level, at_x, at_z) && find_tile(b, level, at_x, at_z) == NULL)
            {
                add_tile(b, level, at_x, at_z);
            }
        }
    }
}

// ---- one tile -------------------------------------------------------------------------------------

static void set_attributes(const gl *g)
{
    const GLsizei size = (GLsizei)sizeof(body_vertex);
    g->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, NULL);
    g->VertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, size,
                           (const void *)offsetof(body_vertex, normal));
    for (GLuint i = 0; i < 4; i++)
    {
        const size_t at = offsetof(body_vertex, shares) + (size_t)i * 4;
        g->VertexAttribPointer(2 + i, 4, GL_UNSIGNED_BYTE, GL_TRUE, size, (const void *)at);
    }
    g->VertexAttribPointer(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                           (const void *)offsetof(body_vertex, tint));
    for (GLuint i = 0; i < 7; i++)
    {
        g->EnableVertexAttribArray(i);
    }
}

/// Brings what was made to the card.
static void load_tile(const land_body *b, const body_work *work, body_tile *t)
{
    const gl *const g = b->g;
    const loam_mesh *const mesh = work->mesher.mesh;
    float low[3], high[3];
    loam_mesh_bounds(mesh, low, high);
    t->low = low[1];
    t->high = high[1];
    t->index_count = mesh->index_count;
    if (t->array == 0)
    {
        g->GenVertexArrays(1, &t->array);
        g->GenBuffers(1, &t->vertices);
        g->GenBuffers(1, &t->indices);
    }
    g->BindVertexArray(t->array);
    g->BindBuffer(GL_ARRAY_BUFFER, t->vertices);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(mesh->vertex_count * sizeof(body_vertex)),
                  work->mesher.vertices, GL_STATIC_DRAW);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, t->indices);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(mesh->index_count * sizeof(uint32_t)),
                  mesh->indices, GL_STATIC_DRAW);
    set_attributes(g);
    g->BindVertexArray(0);
}

static void tell_work(const land_body *b, body_work *work, const body_tile *t, const camera *from)
{
    work->level = t->level;
    // Blocks are merged already; what has changed is waited for.
    work->simplifies = t->level > b->def.finest && b->def.form == LOAM_VOLUME_SMOOTH && !t->stale;
    work->x = t->x;
    work->z = t->z;
    work->finer = finer_sides(b, from, t);
    work->eye_y = from->y;
}

static loam_result take_tile(const land_body *b, const body_work *work, body_tile *t)
{
    if (work->result == LOAM_OK)
    {
        t->bottom = work->bottom;
        t->finer = work->finer;
        load_tile(b, work, t);
        t->ready = true;
        t->stale = false;
    }
    return work->result;
}

static loam_result make_tile(land_body *b, body_tile *t, const camera *from)
{
    body_work *const work = &b->works[0];
    tell_work(b, work, t, from);
    body_work_run(work);
    return take_tile(b, work, t);
}

// ---- jobs -------------------------------------------------------------------------------------------

/// Whether a job may make a tile: nothing in it was changed, as far up and down as there is land.
static bool can_grow(const land_body *b, const body_tile *t)
{
    const body_source *const from = &b->def.source;
    const int64_t side = body_tile_m(t->level), more = side / (BODY_SIDE / 4);
    const int64_t low[3] = {t->x * side - more, -LOAM_VOLUME_TOP, t->z * side - more};
    const int64_t high[3] = {(t->x + 1) * side + more, LOAM_VOLUME_TOP, (t->z + 1) * side + more};
    return b->work_count > 1 && !t->stale &&
           (from->is_changed == NULL || !from->is_changed(from->user, low, high));
}

static body_work *idle_work(land_body *b)
{
    for (int32_t i = 1; i < b->work_count; i++)
    {
        if (!b->works[i].busy)
        {
            return &b->works[i];
        }
    }
    return NULL;
}

/// Takes over what jobs have finished until time is over, at least one.
static loam_result take_finished(land_body *b, uint64_t end)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 1; i < b->work_count && result == LOAM_OK; i++)
    {
        body_work *const work = &b->works[i];
        if (!work->busy || !atomic_load_explicit(&work->done, memory_order_acquire))
        {
            continue;
        }
        loam_jobs_wait(b->def.jobs, &work->job);
        work->busy = false;
        body_tile *const t = find_tile(b, work->level, work->x, work->z);
        if (t != NULL && t->growing && !work->outdated)
        {
            result = take_tile(b, work, t);
            result = result == LOAM_OK ? result : loam_fail(result, "%s", work->message);
        }
        if (t != NULL)
        {
            t->growing = false;
        }
        if (loam_clock_ns() >= end)
        {
            break;
        }
    }
    return result;
}

// ---- what is drawn --------------------------------------------------------------------------------

static bool overlap(const body_tile *a, const body_tile *b)
{
    const int64_t wa = body_tile_m(a->level), wb = body_tile_m(b->level);
    return a->x * wa < (b->x + 1) * wb && b->x * wb < (a->x + 1) * wa &&
           a->z * wa < (b->z + 1) * wb && b->z * wb < (a->z + 1) * wa;
}

/// Whether any tile of a kind lies over t.
static bool is_over(const land_body *b, const body_tile *t, bool drawn_before)
{
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        const body_tile *const o = &b->tiles[i];
        const bool counts = drawn_before ? o->drawn && !o->wanted : o->wanted && !o->ready;
        if (o->used && o != t && counts && overlap(o, t))
        {
            return true;
        }
    }
    return false;
}

static void settle(land_body *b)
{
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        body_tile *const t = &b->tiles[i];
        if (t->used && t->drawn && !t->wanted && !is_over(b, t, false))
        {
            drop_tile(b, t);
        }
    }
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        body_tile *const t = &b->tiles[i];
        if (t->used && t->wanted)
        {
            t->drawn = t->ready && !is_over(b, t, true);
        }
    }
}

static void paint_mask(land_body *b, const camera *from)
{
    uint8_t before[sizeof b->mask];
    const int64_t cell = body_tile_m(b->def.finest);
    const int64_t x = loam_floor_div(from->x, cell) - BODY_MASK / 2;
    const int64_t z = loam_floor_div(from->z, cell) - BODY_MASK / 2;
    const bool moved = x != b->mask_x || z != b->mask_z;
    memcpy(before, b->mask, sizeof before);
    memset(b->mask, 0, sizeof b->mask);
    b->mask_x = x;
    b->mask_z = z;
    b->floor = 32767;
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        const body_tile *const t = &b->tiles[i];
        const int64_t wide = body_tile_m(t->level) / cell;
        for (int64_t k = 0; k < wide * wide && t->used && t->drawn; k++)
        {
            const int64_t cx = t->x * wide + k % wide - x, cz = t->z * wide + k / wide - z;
            if (cx >= 0 && cz >= 0 && cx < BODY_MASK && cz < BODY_MASK)
            {
                b->mask[cz * BODY_MASK + cx] = 255;
            }
        }
        b->floor = t->used && t->drawn && t->bottom < b->floor ? t->bottom : b->floor;
    }
    b->mask_loaded = b->mask_loaded && !moved && memcmp(before, b->mask, sizeof before) == 0;
}

// ---- following the viewer -------------------------------------------------------------------------

static double distance(const body_tile *t, const camera *from)
{
    const double side = (double)body_tile_m(t->level);
    const double dx = ((double)t->x + 0.5) * side - (double)from->x,
                 dz = ((double)t->z + 0.5) * side - (double)from->z;
    return dx * dx + dz * dz;
}

/// What has changed first, then what is missing, near ones first; then what is not deep enough, or has others beside it.
static body_tile *choose(land_body *b, const camera *from)
{
    body_tile *best = NULL;
    double min = 1e300;
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        body_tile *const t = &b->tiles[i];
        const bool shallow = t->ready && from->y - SLACK < (double)t->bottom;
        const bool other = t->ready && t->finer != finer_sides(b, from, t);
        const double kind = t->stale ? 0 : !t->ready ? 1 : 2;
        if (t->used && t->wanted && (t->stale || (!t->growing && (!t->ready || shallow || other))))
        {
            const double far = kind * 1e12 + distance(t, from);
            best = far < min ? t : best;
            min = fmin(min, far);
        }
    }
    return best;
}

/// Whether a tile was given to a job; or all that may do it are busy, and then there is nothing to do.
static bool leave_to_jobs(land_body *b, body_tile *t, const camera *from, bool *full)
{
    if (!can_grow(b, t))
    {
        return false;
    }
    body_work *const work = idle_work(b);
    *full = work == NULL;
    if (work != NULL)
    {
        tell_work(b, work, t, from);
        t->growing = true;
        body_work_submit(work, b->def.jobs);
    }
    return true;
}

static bool is_growing(const land_body *b)
{
    bool any = false;
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        any = any || b->tiles[i].growing;
    }
    return any;
}

loam_result body_update(land_body *b, const camera *from, uint64_t budget_us, bool *complete)
{
    const uint64_t end = loam_clock_ns() + budget_us * 1000;
    plan(b, from);
    loam_result result = take_finished(b, end);
    body_tile *t = choose(b, from);
    bool full = false;
    while (t != NULL && result == LOAM_OK && !full)
    {
        const bool urgent = t->stale, left = leave_to_jobs(b, t, from, &full);
        result = left ? LOAM_OK : make_tile(b, t, from);
        t = result == LOAM_OK ? choose(b, from) : t;
        if (!urgent && !left && loam_clock_ns() >= end)
        {
            break;
        }
    }
    result = result == LOAM_NOT_FOUND ? LOAM_OK : result;
    settle(b);
    paint_mask(b, from);
    bool lit = true;
    result = result == LOAM_OK ? body_light_follow(b, from, &lit) : result;
    *complete = t == NULL && lit && !is_growing(b);
    return result;
}

void body_touch(land_body *b, const int64_t low[3], const int64_t high[3])
{
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        body_tile *const t = &b->tiles[i];
        const int64_t side = body_tile_m(t->level), reach = side / (BODY_SIDE / 2);
        const bool touched = t->used && low[0] - reach < (t->x + 1) * side &&
                             high[0] + reach >= t->x * side && low[2] - reach < (t->z + 1) * side &&
                             high[2] + reach >= t->z * side;
        t->stale |= touched && t->ready;
        for (int32_t k = 1; k < b->work_count && touched && t->growing; k++)
        {
            body_work *const work = &b->works[k];
            work->outdated |= work->busy && work->level == t->level && work->x == t->x &&
                              work->z == t->z;
        }
    }
    b->light_stale = true;
}

float body_strip_m(const land_body *b)
{
    // Blocks end half a voxel before their tile does.
    const float voxel = loam_volume_voxel_m(b->def.finest + b->def.levels - 1);
    return fmaxf(0.5f * voxel + 1, 3);
}

void body_load(land_body *b)
{
    const gl_texture_def mask = {GL_TEXTURE_2D, GL_R8, BODY_MASK, BODY_MASK, 1,
                                 false,         false, false};
    const gl_texture_def light = {GL_TEXTURE_3D, GL_RG8, BODY_LIGHT_W, BODY_LIGHT_H,
                                  BODY_LIGHT_W,  true,   false,        false};
    if (!b->mask_loaded)
    {
        gl_texture_rows(b->g, b->mask_texture, &mask, 0, 0, BODY_MASK, b->mask);
        b->mask_loaded = true;
    }
    for (int32_t k = 0; k < BODY_LIGHT_W && b->has_light && !b->light_loaded; k++)
    {
        const size_t layer = (size_t)2 * BODY_LIGHT_W * BODY_LIGHT_H;
        gl_texture_rows(b->g, b->light_texture, &light, k, 0, BODY_LIGHT_H,
                        b->light + layer * (size_t)k);
    }
    b->light_loaded = b->has_light;
}
