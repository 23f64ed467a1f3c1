// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include "scene/draw.h"

#include <math.h>
#include <stdlib.h>

enum
{
    MIB = 1 << 20,
    MIN_VIEW = 512,
    MAX_VIEW = 65536,
    GROUND_FIRST_S = 10,
    HIGH_M = 2000,
};

scene_def scene_default_def(void)
{
    return (scene_def){.quality = QUALITY_HIGH,
                       .w = 1280,
                       .h = 720,
                       .view = 16384,
                       .memory_bytes = (size_t)512 * MIB};
}

static loam_result check_def(const scene_def *def)
{
    if (def->w < 1 || def->h < 1 || def->w > SCENE_MAX_SIDE || def->h > SCENE_MAX_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a picture has %dx%d pixels; must be 1 to %d a side",
                         (int)def->w, (int)def->h, SCENE_MAX_SIDE);
    }
    if (def->view < MIN_VIEW || def->view > MAX_VIEW)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the view is %lld m; must be %d to %d",
                         (long long)def->view, MIN_VIEW, MAX_VIEW);
    }
    return LOAM_OK;
}

// ---- pages ----------------------------------------------------------------------------------------

static void page_appears(void *user, const loam_surface_page *page)
{
    scene *const s = user;
    const loam_result result = clipmap_add_page(&s->maps, page);
    s->page_result = s->page_result == LOAM_OK ? result : s->page_result;
}

static void page_leaves(void *user, const loam_surface_page *page)
{
    scene *const s = user;
    clipmap_remove_page(&s->maps, page);
}

static void page_fails(void *user, loam_result result, const char *message)
{
    scene *const s = user;
    (void)message; // it is the last error
    s->page_result = result;
}

static loam_result make_world(scene *s, const camera *from)
{
    loam_land_world_def def = loam_default_land_world_def();
    def.land = s->def.land;
    def.view = s->def.view;
    def.memory_bytes = s->def.memory_bytes;
    def.appear = page_appears;
    def.leave = page_leaves;
    def.failed = page_fails;
    def.user = s;
    return loam_land_world_create(&def, (loam_land_viewer){.x = from->x, .z = from->z}, &s->world);
}

// ---- making ---------------------------------------------------------------------------------------

static void end_next(scene *s, bool lost)
{
    texture_maker_end(s->next.maker, NULL);
    texture_set_destroy(&s->next.textures);
    if (s->g != NULL)
    {
        gpu_destroy(s->g, &s->next.card, lost);
    }
    s->next = (scene_next){0};
}

/// Whether what takes long is made by jobs while pictures are drawn already.
static bool makes_later(const scene *s)
{
    return s->def.gradual && s->def.jobs != NULL && loam_jobs_width(s->def.jobs) > 1;
}

/// All that follows from s->quality and s->textures.
static loam_result make_parts(scene *s)
{
    const quality q = s->quality;
    const clipmap_def maps = {.side = q.side,
                              .block = q.side / 16,
                              .levels = q.levels,
                              .gradual = makes_later(s),
                              .things = s->things};
    const loam_result result = clipmap_create(&maps, &s->maps);
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t max = (size_t)blocks_max(&s->maps);
    s->blocks.ground = malloc(max * sizeof *s->blocks.ground);
    s->blocks.water = malloc(max * sizeof *s->blocks.water);
    if (s->blocks.ground == NULL || s->blocks.water == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the blocks of the ground");
    }
    return gpu_create(s->g, &q, &s->textures, s->def.w, s->def.h, &s->card);
}

/// The first pictures are plain, with coarse textures: these are made at once.
static loam_result make_first(scene *s)
{
    const quality_kind wanted = s->def.quality;
    s->is_beginning = wanted != QUALITY_LOW;
    s->def.quality = QUALITY_LOW;
    s->quality = quality_of(QUALITY_LOW);
    loam_result result = texture_set_create_coarse(false, &s->textures);
    result = result == LOAM_OK ? make_parts(s) : result;
    s->next = (scene_next){.is_wanted = true, .kind = wanted};
    return result;
}

static loam_result make_whole(scene *s)
{
    const quality q = s->quality = quality_of(s->def.quality);
    const loam_result result = texture_set_create(q.texture, !q.plain, s->def.jobs, &s->textures);
    return result == LOAM_OK ? make_parts(s) : result;
}

static loam_result make_things(scene *s)
{
    loam_land_things_def def = loam_default_land_things_def();
    def.env.jobs = s->def.jobs;
    def.land = s->def.land;
    def.plan = s->def.plan;
    return s->def.things ? loam_land_things_create(&def, &s->things) : LOAM_OK;
}

loam_result scene_create(const scene_def *def, const gl *g, scene **out)
{
    *out = NULL;
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    scene *const s = calloc(1, sizeof *s);
    if (s == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a scene");
    }
    s->def = *def;
    s->g = g;
    result = make_things(s);
    result = result != LOAM_OK ? result : makes_later(s) ? make_first(s) : make_whole(s);
    if (result != LOAM_OK)
    {
        scene_destroy(s);
        return result;
    }
    *out = s;
    return LOAM_OK;
}

void scene_destroy(scene *s)
{
    if (s == NULL)
    {
        return;
    }
    loam_land_world_destroy(s->world);
    end_next(s, false);
    climate_end(&s->climate);
    scene_drop(s, false);
    texture_set_destroy(&s->textures);
    clipmap_destroy(&s->maps);
    loam_land_things_destroy(s->things);
    free(s->blocks.ground);
    free(s->blocks.water);
    free(s);
}

void scene_drop(scene *s, bool lost)
{
    body_destroy(s->body, lost);
    s->body = NULL;
    trees_destroy(s->trees, lost);
    s->trees = NULL;
    ground_cover_destroy(s->cover, lost);
    s->cover = NULL;
    if (s->g != NULL)
    {
        gpu_destroy(s->g, &s->card, lost);
        gpu_destroy(s->g, &s->next.card, lost);
    }
    s->g = NULL;
}

static loam_result make_inside_programs(scene *s)
{
    bool all;
    return gpu_make_programs(s->g, &s->quality, true, INT32_MAX, &s->card, &all);
}

/// Programs for a body, unless they would be those of the first pictures, which do without.
static loam_result make_inside(scene *s)
{
    return s->is_beginning ? LOAM_OK : make_inside_programs(s);
}

loam_result scene_remake(scene *s, const gl *g)
{
    s->g = g;
    s->is_lit = s->is_shaded = s->is_painted = s->has_climate = s->has_last = false;
    loam_result result = gpu_create(g, &s->quality, &s->textures, s->def.w, s->def.h, &s->card);
    result = result == LOAM_OK && s->has_body ? make_inside(s) : result;
    if (result == LOAM_OK && s->has_body)
    {
        result = body_create(&s->body_def, g, s->def.land, &s->body);
    }
    return result;
}

// ---- body -----------------------------------------------------------------------------------------

loam_result scene_set_body(scene *s, const body_def *def)
{
    body_destroy(s->body, false);
    s->body = NULL;
    s->has_body = def != NULL;
    if (def == NULL)
    {
        return LOAM_OK;
    }
    s->body_def = *def;
    // Beyond the pages the surface is too coarse to meet it.
    while (s->body_def.levels > 1 &&
           ((int64_t)MIN_VIEW << (s->body_def.levels - 1)) > s->def.view << -def->finest)
    {
        s->body_def.levels--;
    }
    loam_result result = make_inside(s);
    result = result == LOAM_OK ? body_create(&s->body_def, s->g, s->def.land, &s->body) : result;
    s->has_body = result == LOAM_OK;
    return result;
}

void scene_touch(scene *s, const int64_t low[3], const int64_t high[3])
{
    if (s->body != NULL)
    {
        body_touch(s->body, low, high);
    }
}

static loam_result fill_from_volume(void *user, const loam_volume_box *box,
                                    const loam_volume_voxels *out, loam_volume_kind *kind)
{
    return loam_volume_fill(user, box, out, kind);
}

body_source scene_volume(loam_volume_grower *grower)
{
    return (body_source){.fill = fill_from_volume, .user = grower};
}

// ---- quality --------------------------------------------------------------------------------------

/// Copies the pages that the world has announced.
static loam_result copy_pages(const clipmap *from, clipmap *to)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < from->page_count && result == LOAM_OK; i++)
    {
        result = clipmap_add_page(to, &from->pages[i]);
    }
    return result;
}

/// What depends on the quality.
typedef struct scene_parts
{
    quality quality;
    clipmap maps;
    texture_set textures;
    block_list blocks;
    gpu card;
} scene_parts;

static scene_parts parts_of(const scene *s)
{
    return (scene_parts){s->quality, s->maps, s->textures, s->blocks, s->card};
}

static void put_parts(scene *s, const scene_parts *parts)
{
    s->quality = parts->quality;
    s->maps = parts->maps;
    s->textures = parts->textures;
    s->blocks = parts->blocks;
    s->card = parts->card;
}

static void destroy_parts(const gl *g, scene_parts *parts)
{
    gpu_destroy(g, &parts->card, false);
    texture_set_destroy(&parts->textures);
    clipmap_destroy(&parts->maps);
    free(parts->blocks.ground);
    free(parts->blocks.water);
}

/// Goes over to a quality whose textures are there, and perhaps programs. They belong to the scene from now on.
static loam_result change_quality(scene *s, quality_kind kind, texture_set textures, gpu card)
{
    const bool was_beginning = s->is_beginning;
    scene_parts old = parts_of(s);
    put_parts(s, &(scene_parts){.quality = quality_of(kind), .textures = textures, .card = card});
    s->is_beginning = false;
    loam_result result = make_parts(s);
    result = result == LOAM_OK ? copy_pages(&old.maps, &s->maps) : result;
    result = result == LOAM_OK && s->body != NULL ? make_inside(s) : result;
    if (result != LOAM_OK)
    {
        scene_parts made = parts_of(s);
        put_parts(s, &old);
        s->is_beginning = was_beginning;
        destroy_parts(s->g, &made);
        return result;
    }
    clipmap_take_far(&s->maps, &old.maps);
    destroy_parts(s->g, &old);
    s->def.quality = kind;
    s->is_lit = s->is_shaded = s->is_painted = s->has_climate = s->has_last = s->last_is_dry =
        false;
    return LOAM_OK;
}

/// Whole textures, which are on the card, for the coarse ones of the first pictures.
static loam_result replace_textures(scene *s)
{
    const texture_set old = s->textures;
    s->textures = s->next.textures;
    s->next.textures = old;
    s->looks_new = true;
    stale_doubt(&s->card.stale, STALE_PAINT, s->maps.def.levels);
    gpu_replace_textures(s->g, &s->quality, &s->next.card.textures, &s->card);
    loam_result result = gl_check(s->g, "textures could not be made");
    result = result == LOAM_OK && s->body != NULL ? make_inside_programs(s) : result;
    // Without its programs the inside stays away, as it does from the first pictures.
    s->is_beginning = result != LOAM_OK;
    return result;
}

static loam_result follow_textures(scene *s, bool ground_first)
{
    scene_next *const next = &s->next;
    const quality q = quality_of(next->kind);
    if (next->maker == NULL && !ground_first)
    {
        return texture_maker_begin(q.texture, !q.plain, s->def.jobs, &next->maker);
    }
    if (next->maker != NULL && texture_maker_is_done(next->maker))
    {
        texture_maker_end(next->maker, &next->textures);
        next->maker = NULL;
    }
    return LOAM_OK;
}

/// Whether the textures that are made are on the card, too: some more of them are.
static bool load_textures(scene *s)
{
    scene_next *const next = &s->next;
    if (next->card.textures.names[0] == 0)
    {
        texture_card_begin(s->g, &next->textures, &next->card.textures);
    }
    return texture_card_load(s->g, &next->textures, SCENE_TEXTURE_BYTES, &next->card.textures);
}

/// Some textures or a program a call, then all else. *over: whether there is nothing more to do.
static loam_result make_next(scene *s, bool *over)
{
    scene_next *const next = &s->next;
    const quality q = quality_of(next->kind);
    loam_result result = LOAM_OK;
    *over = load_textures(s);
    if (!*over)
    {
        return gl_check(s->g, "textures could not be made");
    }
    if (next->kind == s->def.quality)
    {
        return replace_textures(s);
    }
    result = gpu_make_programs(s->g, &q, s->body != NULL, 1, &next->card, over);
    if (result == LOAM_OK && *over)
    {
        const texture_set textures = next->textures;
        const gpu card = next->card;
        next->textures = (texture_set){0};
        next->card = (gpu){0};
        result = change_quality(s, next->kind, textures, card);
    }
    return result;
}

/// Goes on with what is to come. If it fails what is shown stays, and the error is the last one.
static void follow_next(scene *s, bool ground_first)
{
    scene_next *const next = &s->next;
    bool over = false;
    loam_result result = LOAM_OK;
    if (next->is_wanted && next->textures.side == 0)
    {
        result = follow_textures(s, ground_first);
    }
    else if (next->is_wanted)
    {
        result = make_next(s, &over);
    }
    if (result != LOAM_OK || over)
    {
        // The first pictures are not to stay: what fails above low quality is tried with it.
        const bool is_bare = result != LOAM_OK && s->textures.side == 1 &&
                             next->kind != QUALITY_LOW;
        end_next(s, false);
        *next = (scene_next){.is_wanted = is_bare, .kind = QUALITY_LOW};
    }
}

bool scene_is_changing(const scene *s)
{
    return s->next.is_wanted;
}

quality_kind scene_quality(const scene *s)
{
    return s->def.quality;
}

loam_result scene_set_quality(scene *s, quality_kind kind)
{
    const bool is_shown = kind == s->def.quality && s->textures.side > 1;
    if (s->next.is_wanted ? kind == s->next.kind : is_shown)
    {
        return LOAM_OK;
    }
    if (makes_later(s))
    {
        // What is shown may be what is wanted again; the first pictures have no textures worth keeping.
        end_next(s, false);
        s->next = (scene_next){.is_wanted = !is_shown, .kind = kind};
        return LOAM_OK;
    }
    texture_set textures;
    const quality q = quality_of(kind);
    const loam_result result = texture_set_create(q.texture, !q.plain, s->def.jobs, &textures);
    return result == LOAM_OK ? change_quality(s, kind, textures, (gpu){0}) : result;
}

// ---- following the viewer -------------------------------------------------------------------------

static bool is_detailed(const scene *s, int64_t x, int64_t z)
{
    for (int32_t i = 0; i < s->maps.page_count; i++)
    {
        const loam_surface_page *const page = &s->maps.pages[i];
        const int64_t dx = x - page->x, dz = z - page->z;
        if (page->level == 0 && dx >= 0 && dz >= 0 && dx < LOAM_SURFACE_SIDE &&
            dz < LOAM_SURFACE_SIDE)
        {
            return true;
        }
    }
    return false;
}

/// After a beginning and after a jump all hands are for the ground to stand on. Not for long, and not for who flies
/// high above it: a viewer may be quicker than it comes.
static bool wants_ground_first(scene *s, const camera *from)
{
    const uint64_t now = loam_clock_ns();
    const bool is_high = s->world != NULL && from->y > (double)scene_ground(s, from) + HIGH_M;
    if (!makes_later(s) || is_high || is_detailed(s, from->x, from->z))
    {
        s->groundless_ns = 0;
        return false;
    }
    s->groundless_ns = s->groundless_ns == 0 ? now : s->groundless_ns;
    return now - s->groundless_ns < GROUND_FIRST_S * (uint64_t)1000000000;
}

/// They come behind the ground, and anew with another context.
static loam_result update_trees(scene *s, const camera *from, uint64_t budget_us, bool *whole)
{
    loam_result result = LOAM_OK;
    if (s->trees == NULL)
    {
        result = trees_create(s->g, s->things, &s->trees);
    }
    return result == LOAM_OK ? trees_update(s->trees, from, s->def.quality, budget_us, whole)
                             : result;
}

static loam_result update_climate(scene *s, const camera *from, bool ground_first)
{
    bool changed = false;
    const loam_result result = climate_follow(&s->climate, s->def.land,
                                              makes_later(s) ? s->def.jobs : NULL, from->x, from->z,
                                              ground_first, &changed);
    s->has_climate = s->has_climate && !changed;
    return result;
}

/// What is left of an update's time for its next part: a quarter at least, so that none waits for ever.
static uint64_t time_left_us(uint64_t budget_us, uint64_t start_ns)
{
    const uint64_t min = budget_us / 4, used = (loam_clock_ns() - start_ns) / 1000;
    return used + min < budget_us ? budget_us - used : min;
}

loam_result scene_update(scene *s, const camera *from, uint64_t budget_us, bool *complete)
{
    const uint64_t start = loam_clock_ns();
    loam_result result = LOAM_OK;
    s->page_result = LOAM_OK;
    const bool ground_first = wants_ground_first(s, from);
    follow_next(s, ground_first);
    result = clipmap_move(&s->maps, s->def.land, s->def.jobs, from->x, from->z, ground_first);
    result = result == LOAM_OK ? update_climate(s, from, ground_first) : result;
    if (result == LOAM_OK && s->world == NULL)
    {
        result = make_world(s, from);
    }
    if (result == LOAM_OK)
    {
        const float turn = (float)(from->azimuth * 0.017453292519943295);
        const loam_land_viewer viewer = {from->x, from->z, sinf(turn), cosf(turn)};
        result = loam_land_world_update(s->world, viewer, time_left_us(budget_us, start), complete);
    }
    if (result == LOAM_OK && s->body != NULL)
    {
        bool whole = true;
        result = body_update(s->body, from, time_left_us(budget_us, start), &whole);
        if (complete != NULL)
        {
            *complete = *complete && whole;
        }
    }
    if (result == LOAM_OK && s->def.things)
    {
        bool whole = false;
        result = ground_first ? LOAM_OK
                              : update_trees(s, from, time_left_us(budget_us, start), &whole);
        if (complete != NULL)
        {
            *complete = *complete && whole;
        }
    }
    if (complete != NULL)
    {
        *complete = *complete && !scene_is_changing(s) && clipmap_is_whole(&s->maps) &&
                    s->climate.is_whole;
    }
    return result == LOAM_OK ? s->page_result : result;
}

void scene_set_boxes(scene *s, const figure_box *boxes, int32_t count)
{
    LOAM_ASSERT(NULL, count >= 0 && count <= SCENE_MAX_BOXES);
    for (int32_t i = 0; i < count; i++)
    {
        s->boxes[i] = boxes[i];
    }
    s->box_count = count;
}

bool scene_has_detail(const scene *s, double x, double z, double radius)
{
    bool all = true;
    for (int32_t i = 0; i < 4 && all; i++)
    {
        all = is_detailed(s, (int64_t)floor(x + (i & 1 ? radius : -radius)),
                          (int64_t)floor(z + (i & 2 ? radius : -radius)));
    }
    return all;
}

float scene_top(const scene *s, const camera *at)
{
    return clipmap_top(&s->maps, at->x, at->z, at->dx, at->dz);
}

float scene_ground(const scene *s, const camera *at)
{
    return clipmap_height(&s->maps, at->x, at->z, at->dx, at->dz);
}

loam_result scene_resize(scene *s, int32_t w, int32_t h)
{
    scene_def def = s->def;
    def.w = w;
    def.h = h;
    loam_result result = check_def(&def);
    result = result == LOAM_OK ? gpu_resize(s->g, &s->quality, w, h, &s->card) : result;
    s->def = result == LOAM_OK ? def : s->def;
    s->has_last = false;
    return result;
}

loam_result scene_set_view(scene *s, int64_t view)
{
    scene_def def = s->def;
    def.view = view;
    const loam_result result = check_def(&def);
    if (result == LOAM_OK && view != s->def.view)
    {
        // The maps keep what they were painted with; the next update begins another world.
        loam_land_world_destroy(s->world);
        s->world = NULL;
        s->def = def;
    }
    return result;
}

void scene_show(const scene *s, int32_t w, int32_t h)
{
    gl_target_show(s->g, &s->card.shown, w, h);
}

scene_counters scene_count(const scene *s)
{
    scene_counters count = s->count;
    count.pages = s->maps.page_count;
    count.texture_bytes = s->card.bytes;
    return count;
}

loam_result scene_read_cover(scene *s, loam_picture *out)
{
    return gl_target_read(s->g, &s->card.shown, out);
}

loam_result scene_read(scene *s, loam_picture *out)
{
    const loam_result result = scene_read_cover(s, out);
    for (size_t i = 0; i < (size_t)out->w * (size_t)out->h; i++)
    {
        out->pixels[i].a = 255;
    }
    return result;
}
