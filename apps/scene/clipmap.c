// SPDX-License-Identifier: MIT
#include "scene/clipmap.h"

#include "scene/grounds.h"
#include "scene/woods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    // m, of the two maps under everything. Up to 512 m the land's heights follow the graph of two kilometres, above
    // that the one of the continents, which is hundreds of metres off: a wall would stand where detail ends. But it
    // is there in a quarter of the time.
    FAR_STEP = 256,
    FAR_ACROSS = 4,
    FIRST_STEP = 1024,
    FIRST_ACROSS = 2,
    NEAR = 4,   // how far a viewer goes before another is fetched: 1 / NEAR of half a side
    MUST = 2,   // and how far without one
    SPREAD = 8, // texels that water is known of beside itself
    DRAWN_SPREAD = 3,
    OPAQUE_M = 45, // of water, through which no ground is seen
};

// ---- making -------------------------------------------------------------------------------------

static loam_result create_level(const clipmap_def *def, int32_t index, clipmap_level *out)
{
    const size_t count = (size_t)def->side * (size_t)def->side;
    const size_t across = (size_t)(def->side / def->block), blocks = across * across;
    const size_t cells = count / (CLIPMAP_CELL * CLIPMAP_CELL);
    *out = (clipmap_level){.step = (int64_t)1 << index, .x = INT64_MIN};
    out->height = malloc(count * sizeof(float));
    out->water = malloc(count * sizeof(float));
    out->biome = malloc(count);
    out->surface = malloc(count * 2 * sizeof(float));
    out->shape = malloc(count * 4 * sizeof(float));
    out->ground = malloc(count * CLIPMAP_GROUNDS);
    out->wooded = malloc(count);
    out->low = malloc(blocks * sizeof(float));
    out->cell = malloc(cells * sizeof(float));
    out->least = malloc(cells * sizeof(float));
    out->high = malloc(blocks * sizeof(float));
    out->wet = malloc(blocks * sizeof(float));
    const bool ok = out->height != NULL && out->water != NULL && out->biome != NULL &&
                    out->surface != NULL && out->shape != NULL && out->ground != NULL &&
                    out->wooded != NULL && out->low != NULL && out->high != NULL &&
                    out->wet != NULL && out->cell != NULL && out->least != NULL;
    return ok ? LOAM_OK : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for maps of the ground");
}

static loam_result create_far(clipmap *maps)
{
    const size_t texels = (size_t)maps->def.side * (size_t)maps->def.side;
    loam_result result = far_map_create(FAR_STEP, FAR_ACROSS, &maps->far);
    result = result == LOAM_OK ? far_map_create(FIRST_STEP, FIRST_ACROSS, &maps->first) : result;
    maps->near_water = malloc(texels * sizeof(float));
    maps->to_water = malloc(texels * sizeof(float));
    return result != LOAM_OK || (maps->near_water != NULL && maps->to_water != NULL)
               ? result
               : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a map of the land");
}

loam_result clipmap_create(const clipmap_def *def, clipmap *out)
{
    *out = (clipmap){.def = *def};
    LOAM_ASSERT(NULL, def->levels >= 2 && def->levels <= CLIPMAP_MAX_LEVELS);
    LOAM_ASSERT(NULL, (def->side & (def->side - 1)) == 0 && def->block * 16 <= def->side);
    loam_result result = create_far(out);
    for (int32_t i = 0; i < def->levels && result == LOAM_OK; i++)
    {
        result = create_level(def, i, &out->level[i]);
    }
    if (result != LOAM_OK)
    {
        clipmap_destroy(out);
    }
    return result;
}

void clipmap_destroy(clipmap *maps)
{
    for (int32_t i = 0; i < maps->def.levels; i++)
    {
        clipmap_level *const l = &maps->level[i];
        void *const all[] = {l->height, l->water, l->biome, l->surface, l->shape, l->ground,
                             l->wooded, l->low,   l->high,  l->wet,     l->cell,  l->least};
        for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        {
            free(all[k]);
        }
    }
    far_fetch_end(maps->far_coming, NULL);
    far_fetch_end(maps->first_coming, NULL);
    far_map_destroy(&maps->far);
    far_map_destroy(&maps->first);
    free(maps->near_water);
    free(maps->to_water);
    free(maps->pages);
    *maps = (clipmap){0};
}

// ---- painting -----------------------------------------------------------------------------------

static int64_t max_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static float lower_of(float a, float b)
{
    return a < b ? a : b;
}

static float higher_of(float a, float b)
{
    return a > b ? a : b;
}

static clipmap_rect window_of(const clipmap *maps, const clipmap_level *l)
{
    return (clipmap_rect){l->x, l->z, l->x + maps->def.side, l->z + maps->def.side};
}

clipmap_rect clipmap_cut(clipmap_rect a, clipmap_rect b)
{
    return (clipmap_rect){max_of(a.x0, b.x0), max_of(a.z0, b.z0), min_of(a.x1, b.x1),
                          min_of(a.z1, b.z1)};
}

static clipmap_rect join(clipmap_rect a, clipmap_rect b)
{
    return (clipmap_rect){min_of(a.x0, b.x0), min_of(a.z0, b.z0), max_of(a.x1, b.x1),
                          max_of(a.z1, b.z1)};
}

static clipmap_rect wider(clipmap_rect r, int64_t by)
{
    return (clipmap_rect){r.x0 - by, r.z0 - by, r.x1 + by, r.z1 + by};
}

static bool is_empty(clipmap_rect r)
{
    return r.x0 >= r.x1 || r.z0 >= r.z1;
}

static int64_t size_of(clipmap_rect r)
{
    return (r.x1 - r.x0) * (r.z1 - r.z0);
}

/// Joins it with the one that grows least by it, if that is little or there is no room for another.
void clipmap_add_rect(clipmap_rects *to, clipmap_rect added)
{
    int32_t best = 0;
    int64_t least = INT64_MAX;
    for (int32_t i = 0; i < to->count; i++)
    {
        const int64_t grows = size_of(join(to->rect[i], added)) - size_of(to->rect[i]) -
                              size_of(added);
        best = grows < least ? i : best;
        least = grows < least ? grows : least;
    }
    if (to->count == CLIPMAP_MAX_RECTS || least <= 256)
    {
        to->rect[best] = join(to->rect[best], added);
    }
    else
    {
        to->rect[to->count++] = added;
    }
}

/// The texels of a level in a square so many m a side, its last row and column included.
static clipmap_rect texels_in(const clipmap_level *l, int64_t x, int64_t z, int64_t side)
{
    return (clipmap_rect){
        loam_floor_div(x + l->step - 1, l->step), loam_floor_div(z + l->step - 1, l->step),
        loam_floor_div(x + side, l->step) + 1, loam_floor_div(z + side, l->step) + 1};
}

/// A page that is coarser than the level: heights run straight between its samples.
static void paint_between(const loam_surface_page *page, int64_t dx, int64_t dz, size_t at,
                          clipmap_level *l)
{
    const int64_t row = LOAM_SURFACE_SIDE + 1, last = LOAM_SURFACE_SIDE - 1;
    const int64_t i = min_of(dx / page->step, last), j = min_of(dz / page->step, last);
    const float u = (float)(dx - i * page->step) / (float)page->step;
    const float v = (float)(dz - j * page->step) / (float)page->step;
    const float *const h = page->height + j * page->height_stride + i;
    const float *const north = h + page->height_stride;
    const float low = h[0] + (h[1] - h[0]) * u, high = north[0] + (north[1] - north[0]) * u;
    const int64_t nearest = (j + (v > 0.5f)) * row + i + (u > 0.5f);
    l->height[at] = low + (high - low) * v;
    l->water[at] = page->water[nearest];
    l->biome[at] = page->biome[nearest * page->biome_stride];
}

/// One texel, at (dx, dz) m from the low corner of a page.
static void paint_texel(const loam_surface_page *page, int64_t dx, int64_t dz, size_t at,
                        clipmap_level *l)
{
    if (page->step > l->step)
    {
        paint_between(page, dx, dz, at, l);
        return;
    }
    const int64_t i = dx / page->step, j = dz / page->step;
    const int64_t from = j * (LOAM_SURFACE_SIDE + 1) + i;
    l->height[at] = page->height[j * page->height_stride + i];
    l->water[at] = page->water[from];
    l->biome[at] = page->biome[from * page->biome_stride];
}

static void paint(clipmap *maps, clipmap_level *l, const loam_surface_page *page, clipmap_rect rect)
{
    const clipmap_rect r = clipmap_cut(
        rect, texels_in(l, page->x, page->z, LOAM_SURFACE_SIDE * page->step));
    if (is_empty(r))
    {
        return;
    }
    clipmap_add_rect(&l->painted, r);
    for (int64_t z = r.z0; z < r.z1; z++)
    {
        for (int64_t x = r.x0; x < r.x1; x++)
        {
            paint_texel(page, x * l->step - page->x, z * l->step - page->z,
                        clipmap_texel_at(&maps->def, x, z), l);
        }
    }
}

static bool is_apart(clipmap_rect a, clipmap_rect b)
{
    return a.x0 >= b.x1 || a.x1 <= b.x0 || a.z0 >= b.z1 || a.z1 <= b.z0;
}

/// What is in one rectangle and not in another, as four that may be empty.
static void find_outside(clipmap_rect now, clipmap_rect was, clipmap_rect out[4])
{
    if (is_apart(now, was))
    {
        out[0] = now;
        out[1] = out[2] = out[3] = (clipmap_rect){0};
        return;
    }
    const int64_t x0 = max_of(now.x0, was.x0), x1 = min_of(now.x1, was.x1);
    out[0] = (clipmap_rect){now.x0, now.z0, x0, now.z1};
    out[1] = (clipmap_rect){x1, now.z0, now.x1, now.z1};
    out[2] = (clipmap_rect){x0, now.z0, x1, was.z0};
    out[3] = (clipmap_rect){x0, was.z1, x1, now.z1};
}

/// The texels of a level that a map under everything covers.
static clipmap_rect far_covers(const clipmap_level *l, const far_map *map)
{
    return map->is_known ? texels_in(l, map->page[0].x, map->page[0].z, far_map_side(map))
                         : (clipmap_rect){INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN};
}

/// What a far map has at a place, or beyond its border at the nearest place on that.
static void paint_nearest(const far_map *map, int64_t x, int64_t z, size_t at, clipmap_level *l)
{
    const int64_t side = LOAM_SURFACE_SIDE * map->step, whole = far_map_side(map);
    const int64_t dx = min_of(max_of(x - map->page[0].x, 0), whole);
    const int64_t dz = min_of(max_of(z - map->page[0].z, 0), whole);
    const int64_t i = min_of(dx / side, map->across - 1), j = min_of(dz / side, map->across - 1);
    paint_texel(&map->page[j * map->across + i], dx - i * side, dz - j * side, at, l);
}

/// The widest windows reach beyond a far map: by up to half a snap at once, and by as much more as the viewer goes
/// until another is there. There the ground goes on as it is at the border.
static void paint_beyond(clipmap *maps, clipmap_level *l, const far_map *map, clipmap_rect rect)
{
    clipmap_rect parts[4];
    LOAM_ASSERT(NULL, map->is_known);
    find_outside(rect, far_covers(l, map), parts);
    for (int32_t i = 0; i < 4; i++)
    {
        const clipmap_rect r = parts[i];
        if (is_empty(r))
        {
            continue;
        }
        clipmap_add_rect(&l->painted, r);
        for (int64_t z = r.z0; z < r.z1; z++)
        {
            for (int64_t x = r.x0; x < r.x1; x++)
            {
                paint_nearest(map, x * l->step, z * l->step, clipmap_texel_at(&maps->def, x, z), l);
            }
        }
    }
}

static void paint_far(clipmap *maps, clipmap_level *l, const far_map *map, clipmap_rect rect)
{
    for (int32_t i = 0; i < map->across * map->across && map->is_known; i++)
    {
        paint(maps, l, &map->page[i], rect);
    }
}

/// Leaves no texel as it was: the lowest map, one of which is known, goes on without end.
static void paint_all(clipmap *maps, clipmap_level *l, clipmap_rect rect)
{
    if (is_empty(rect))
    {
        return;
    }
    paint_beyond(maps, l, maps->first.is_known ? &maps->first : &maps->far, rect);
    paint_far(maps, l, &maps->first, rect);
    paint_far(maps, l, &maps->far, rect);
    for (int32_t i = 0; i < maps->page_count; i++)
    {
        paint(maps, l, &maps->pages[i], rect);
    }
}

static bool has_windows(const clipmap *maps)
{
    return maps->level[0].x != INT64_MIN;
}

loam_result clipmap_add_page(clipmap *maps, const loam_surface_page *page)
{
    if (maps->page_count == maps->page_capacity)
    {
        const int32_t more = maps->page_capacity * 2 + 64;
        loam_surface_page *const pages = realloc(maps->pages, (size_t)more * sizeof *pages);
        if (pages == NULL)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the list of pages");
        }
        maps->pages = pages;
        maps->page_capacity = more;
    }
    maps->pages[maps->page_count++] = *page;
    for (int32_t i = 0; i < maps->def.levels && has_windows(maps); i++)
    {
        paint(maps, &maps->level[i], page, window_of(maps, &maps->level[i]));
    }
    return LOAM_OK;
}

void clipmap_remove_page(clipmap *maps, const loam_surface_page *page)
{
    for (int32_t i = 0; i < maps->page_count; i++)
    {
        if (maps->pages[i].height == page->height)
        {
            maps->pages[i] = maps->pages[--maps->page_count];
            return;
        }
    }
}

// ---- moving -------------------------------------------------------------------------------------

/// Where the window ends now, slopes and water know nothing of what is beyond.
static void mark_edges(clipmap_level *l, clipmap_rect now, clipmap_rect was)
{
    const clipmap_rect edges[4] = {{now.x0, now.z0, now.x0 + (now.x0 > was.x0), now.z1},
                                   {now.x1 - (now.x1 < was.x1), now.z0, now.x1, now.z1},
                                   {now.x0, now.z0, now.x1, now.z0 + (now.z0 > was.z0)},
                                   {now.x0, now.z1 - (now.z1 < was.z1), now.x1, now.z1}};
    for (int32_t i = 0; i < 4; i++)
    {
        if (!is_empty(edges[i]))
        {
            clipmap_add_rect(&l->painted, edges[i]);
        }
    }
}

/// What is in one rectangle and not in another.
static void paint_outside(clipmap *maps, clipmap_level *l, clipmap_rect now, clipmap_rect was)
{
    clipmap_rect parts[4];
    find_outside(now, was, parts);
    for (int32_t i = 0; i < 4; i++)
    {
        woods_forget(&maps->def, l, parts[i]);
        paint_all(maps, l, parts[i]);
    }
}

/// Windows stand at whole blocks of the next level, so that rings are made of whole blocks.
static void move_level(clipmap *maps, clipmap_level *l, int64_t x, int64_t z)
{
    const int64_t side = maps->def.side, snap = 2 * maps->def.block;
    const bool first = l->x == INT64_MIN;
    const clipmap_rect was = first ? (clipmap_rect){0} : window_of(maps, l);
    l->x = loam_floor_div(loam_floor_div(x, l->step) + snap / 2, snap) * snap - side / 2;
    l->z = loam_floor_div(loam_floor_div(z, l->step) + snap / 2, snap) * snap - side / 2;
    const clipmap_rect now = window_of(maps, l);
    paint_outside(maps, l, now, was);
    if (!first && !is_apart(now, was))
    {
        mark_edges(l, now, was);
    }
}

/// A map under everything has taken the place of another. Where both are they are the same.
static void show_far(clipmap *maps, const far_map *before)
{
    for (int32_t i = 0; i < maps->def.levels && has_windows(maps); i++)
    {
        clipmap_level *const l = &maps->level[i];
        paint_outside(maps, l, window_of(maps, l), far_covers(l, before));
    }
}

/// Takes what has come, or lets another come, unless that is put off.
static loam_result follow_far(clipmap *maps, far_map *map, far_fetch **coming, loam_land *land,
                              loam_jobs *jobs, int64_t x, int64_t z, bool ground_first)
{
    loam_result result = LOAM_OK;
    if (*coming != NULL && !far_fetch_has(*coming, x, z, 1))
    {
        far_fetch_cancel(*coming); // a jump: it is about another place
    }
    if (*coming != NULL && far_fetch_is_done(*coming))
    {
        const far_map before = *map; // its pages are gone then, but for where they were
        const bool is_wanted = far_fetch_has(*coming, x, z, 1);
        result = far_fetch_end(*coming, map);
        *coming = NULL;
        if (result == LOAM_OK && is_wanted)
        {
            show_far(maps, &before);
        }
    }
    const bool wants = *coming == NULL && !far_map_has(map, x, z, NEAR);
    maps->is_put_off = maps->is_put_off || (wants && ground_first);
    if (result == LOAM_OK && wants && !ground_first)
    {
        result = far_fetch_begin(map->step, map->across, land, jobs, x, z, coming);
    }
    return result;
}

/// Fetches a map at once.
static loam_result fetch_now(clipmap *maps, far_map *map, loam_land *land, loam_jobs *jobs,
                             int64_t x, int64_t z)
{
    const far_map before = *map;
    const loam_result result = far_map_fetch(map, land, jobs, x, z);
    if (result == LOAM_OK)
    {
        show_far(maps, &before);
    }
    return result;
}

/// The map of the continents is always there; the better one comes when it can.
static loam_result follow_gradually(clipmap *maps, loam_land *land, loam_jobs *jobs, int64_t x,
                                    int64_t z, bool ground_first)
{
    loam_result result = LOAM_OK;
    maps->is_put_off = false;
    if (!far_map_has(&maps->first, x, z, MUST))
    {
        result = fetch_now(maps, &maps->first, land, jobs, x, z);
    }
    result = result == LOAM_OK ? follow_far(maps, &maps->first, &maps->first_coming, land, jobs, x,
                                            z, ground_first)
                               : result;
    return result == LOAM_OK
               ? follow_far(maps, &maps->far, &maps->far_coming, land, jobs, x, z, ground_first)
               : result;
}

loam_result clipmap_move(clipmap *maps, loam_land *land, loam_jobs *jobs, int64_t x, int64_t z,
                         bool ground_first)
{
    loam_result result = LOAM_OK;
    if (maps->def.gradual)
    {
        result = follow_gradually(maps, land, jobs, x, z, ground_first);
    }
    else if (!far_map_has(&maps->far, x, z, NEAR))
    {
        result = fetch_now(maps, &maps->far, land, jobs, x, z);
    }
    for (int32_t i = 0; i < maps->def.levels && result == LOAM_OK; i++)
    {
        move_level(maps, &maps->level[i], x, z);
    }
    return result;
}

bool clipmap_is_whole(const clipmap *maps)
{
    bool is_bare = false;
    for (int32_t i = 0; i < maps->def.levels; i++)
    {
        is_bare = is_bare || maps->level[i].bare.count > 0;
    }
    return maps->far.is_known && maps->far_coming == NULL && !maps->is_put_off && !is_bare;
}

static void swap_maps(far_map *a, far_map *b)
{
    const far_map kept = *a;
    *a = *b;
    *b = kept;
}

void clipmap_take_far(clipmap *maps, clipmap *from)
{
    far_fetch *const fetches[2] = {from->far_coming, from->first_coming};
    LOAM_ASSERT(NULL, !has_windows(maps) && maps->far_coming == NULL);
    swap_maps(&maps->far, &from->far);
    swap_maps(&maps->first, &from->first);
    maps->far_coming = fetches[0];
    maps->first_coming = fetches[1];
    from->far_coming = from->first_coming = NULL;
}

// ---- what is drawn ------------------------------------------------------------------------------

/// An area of a level in which near water is looked for.
typedef struct water_search
{
    clipmap_rect area;
    float *level; // of the nearest water
    float *far;   // texels to it
} water_search;

static size_t place_in(const water_search *search, int64_t x, int64_t z)
{
    return (size_t)((z - search->area.z0) * (search->area.x1 - search->area.x0) + x -
                    search->area.x0);
}

/// Takes over the water of a neighbour that has some nearer.
static void take_water(const water_search *search, size_t at, size_t from)
{
    const float far = search->far[from] + 1;
    if (far < search->far[at])
    {
        search->far[at] = far;
        search->level[at] = search->level[from];
    }
}

/// The level of the nearest water, by two sweeps over the area.
static void find_water(const clipmap *maps, const clipmap_level *l, const water_search *search)
{
    const clipmap_rect r = search->area;
    for (int64_t z = r.z0; z < r.z1; z++)
    {
        for (int64_t x = r.x0; x < r.x1; x++)
        {
            const size_t at = place_in(search, x, z);
            const float water = l->water[clipmap_texel_at(&maps->def, x, z)];
            const bool wet = water > LOAM_LAND_DRY;
            search->level[at] = wet ? water : CLIPMAP_DRY;
            search->far[at] = wet ? 0 : SPREAD + 1;
            take_water(search, at, place_in(search, max_of(x - 1, r.x0), z));
            take_water(search, at, place_in(search, x, max_of(z - 1, r.z0)));
        }
    }
    for (int64_t z = r.z1 - 1; z >= r.z0; z--)
    {
        for (int64_t x = r.x1 - 1; x >= r.x0; x--)
        {
            const size_t at = place_in(search, x, z);
            take_water(search, at, place_in(search, min_of(x + 1, r.x1 - 1), z));
            take_water(search, at, place_in(search, x, min_of(z + 1, r.z1 - 1)));
        }
    }
}

/// Where woods were found they stay until those of another biome are.
static void set_ground(const clipmap *maps, clipmap_level *l, size_t at)
{
    const size_t plane = (size_t)maps->def.side * (size_t)maps->def.side * 4;
    if (!woods_are_in(maps, l) || l->wooded[at] == WOODS_UNKNOWN)
    {
        const uint8_t *const grounds = grounds_of_biome(l->biome[at]);
        memcpy(l->ground + at * 4, grounds, 4);
        memcpy(l->ground + plane + at * 4, grounds + 4, 4);
    }
}

static void shape_texel(clipmap *maps, clipmap_level *l, int64_t x, int64_t z,
                        const water_search *search)
{
    const int64_t x0 = l->x, z0 = l->z, x1 = x0 + maps->def.side - 1, z1 = z0 + maps->def.side - 1;
    const int64_t west = max_of(x - 1, x0), east = min_of(x + 1, x1);
    const int64_t south = max_of(z - 1, z0), north = min_of(z + 1, z1);
    const float dx = (l->height[clipmap_texel_at(&maps->def, east, z)] -
                      l->height[clipmap_texel_at(&maps->def, west, z)]) /
                     (float)((east - west) * l->step);
    const float dz = (l->height[clipmap_texel_at(&maps->def, x, north)] -
                      l->height[clipmap_texel_at(&maps->def, x, south)]) /
                     (float)((north - south) * l->step);
    const size_t at = clipmap_texel_at(&maps->def, x, z), near = place_in(search, x, z);
    const float scale = 1 / sqrtf(1 + dx * dx + dz * dz), far = search->far[near];
    const float water = far <= DRAWN_SPREAD ? search->level[near] : CLIPMAP_DRY;
    const float above = l->height[at] - search->level[near] + 0.1f * far;
    float *const shape = l->shape + at * 4;
    shape[0] = -dx * scale;
    shape[1] = -dz * scale;
    shape[2] = far <= SPREAD ? lower_of(higher_of(above, -64), 8) : 8;
    shape[3] = fabsf(water) < 0.01f ? 1 : 0; // the sea, not a river or lake
    l->surface[at * 2] = l->height[at];
    l->surface[at * 2 + 1] = water;
    set_ground(maps, l, at);
}

static void shape_rect(clipmap *maps, clipmap_level *l, clipmap_rect r)
{
    const clipmap_rect window = window_of(maps, l);
    const water_search search = {clipmap_cut(wider(r, SPREAD), window), maps->near_water,
                                 maps->to_water};
    find_water(maps, l, &search);
    for (int64_t z = r.z0; z < r.z1; z++)
    {
        for (int64_t x = r.x0; x < r.x1; x++)
        {
            shape_texel(maps, l, x, z, &search);
        }
    }
}

/// What was painted is seen in slopes and water around it.
static void shape_painted(clipmap *maps, clipmap_level *l)
{
    for (int32_t i = 0; i < l->painted.count; i++)
    {
        const clipmap_rect r = clipmap_cut(wider(l->painted.rect[i], SPREAD + 1),
                                           window_of(maps, l));
        if (!is_empty(r))
        {
            clipmap_add_rect(&l->changed, r);
        }
        if (!is_empty(r) && woods_are_in(maps, l))
        {
            clipmap_add_rect(&l->bare, r);
        }
    }
    l->painted.count = 0;
    for (int32_t i = 0; i < l->changed.count; i++)
    {
        shape_rect(maps, l, l->changed.rect[i]);
    }
}

/// Two texels beyond the block count, since what is drawn is led over to the next level.
static void bound_block(clipmap *maps, clipmap_level *l, int64_t bx, int64_t bz)
{
    const int64_t block = maps->def.block, side = maps->def.side;
    const int64_t x0 = max_of(bx * block - 2, 0), x1 = min_of((bx + 1) * block + 2, side - 1);
    const int64_t z0 = max_of(bz * block - 2, 0), z1 = min_of((bz + 1) * block + 2, side - 1);
    float low = INFINITY, high = -INFINITY, wet = 0, least_depth = INFINITY;
    for (int64_t z = z0; z <= z1; z++)
    {
        for (int64_t x = x0; x <= x1; x++)
        {
            const float *const s = l->surface +
                                   clipmap_texel_at(&maps->def, l->x + x, l->z + z) * 2;
            low = lower_of(low, s[0]);
            high = higher_of(high, higher_of(s[0], s[1]));
            wet = s[1] > CLIPMAP_DRY && s[1] > s[0] ? 1 : wet;
            least_depth = lower_of(least_depth, s[1] - s[0]);
        }
    }
    const size_t at = clipmap_block_at(&maps->def, l, bx, bz);
    l->low[at] = low;
    l->high[at] = high;
    l->wet[at] = least_depth > OPAQUE_M ? 2 : wet;
}

static void find_lowest_in(clipmap *maps, clipmap_level *l, int64_t x, int64_t z)
{
    float low = INFINITY;
    for (int64_t i = 0; i < CLIPMAP_CELL * CLIPMAP_CELL; i++)
    {
        low = lower_of(
            low, l->height[clipmap_texel_at(&maps->def, l->x + x * CLIPMAP_CELL + i % CLIPMAP_CELL,
                                            l->z + z * CLIPMAP_CELL + i / CLIPMAP_CELL)]);
    }
    l->cell[clipmap_cell_at(&maps->def, l, x, z)] = low;
}

static void find_lowest_around(clipmap *maps, clipmap_level *l, int64_t x, int64_t z)
{
    const int64_t last = maps->def.side / CLIPMAP_CELL - 1;
    float low = INFINITY;
    for (int64_t i = 0; i < 9; i++)
    {
        const int64_t cx = min_of(max_of(x + i % 3 - 1, 0), last);
        const int64_t cz = min_of(max_of(z + i / 3 - 1, 0), last);
        low = lower_of(low, l->cell[clipmap_cell_at(&maps->def, l, cx, cz)]);
    }
    l->least[clipmap_cell_at(&maps->def, l, x, z)] = low;
}

/// The squares of the window, so many texels a side, that texels up to `around` beside a rectangle lie in.
static clipmap_rect squares_of(const clipmap *maps, const clipmap_level *l, clipmap_rect r,
                               int64_t around, int64_t size)
{
    const clipmap_rect in = clipmap_cut(wider(r, around), window_of(maps, l));
    return (clipmap_rect){(in.x0 - l->x) / size, (in.z0 - l->z) / size,
                          (in.x1 - l->x + size - 1) / size, (in.z1 - l->z + size - 1) / size};
}

static void for_squares(clipmap *maps, clipmap_level *l, clipmap_rect r,
                        void (*visit)(clipmap *maps, clipmap_level *l, int64_t x, int64_t z))
{
    for (int64_t z = r.z0; z < r.z1; z++)
    {
        for (int64_t x = r.x0; x < r.x1; x++)
        {
            visit(maps, l, x, z);
        }
    }
}

/// Blocks and cells where the ground has changed.
static void bound_changed(clipmap *maps, clipmap_level *l)
{
    for (int32_t i = 0; i < l->changed.count; i++)
    {
        const clipmap_rect r = l->changed.rect[i];
        for_squares(maps, l, squares_of(maps, l, r, 2, maps->def.block), bound_block);
        for_squares(maps, l, squares_of(maps, l, r, 0, CLIPMAP_CELL), find_lowest_in);
    }
    for (int32_t i = 0; i < l->changed.count; i++)
    {
        for_squares(maps, l, squares_of(maps, l, l->changed.rect[i], CLIPMAP_CELL, CLIPMAP_CELL),
                    find_lowest_around);
    }
}

/// Returns how many texels were looked for woods at.
static int64_t finish_level(clipmap *maps, clipmap_level *l, int64_t most_woods)
{
    const clipmap_rects before = l->changed;
    l->changed.count = 0;
    if (l->painted.count > 0)
    {
        shape_painted(maps, l);
        bound_changed(maps, l);
    }
    const int64_t woods = woods_grow(maps, l, most_woods);
    l->version += l->changed.count > 0;
    l->changed = l->changed.count > 0 ? l->changed : before;
    return woods;
}

void clipmap_finish(clipmap *maps)
{
    const int64_t max = maps->def.gradual ? CLIPMAP_WOODS : INT64_MAX;
    maps->woods = 0;
    for (int32_t i = 0; i < maps->def.levels; i++)
    {
        maps->woods += finish_level(maps, &maps->level[i], max - maps->woods);
    }
}

float clipmap_height(const clipmap *maps, int64_t x, int64_t z, double dx, double dz)
{
    for (int32_t i = 0; i < maps->def.levels; i++)
    {
        const clipmap_level *const l = &maps->level[i];
        const double u = (dx + (double)(x - l->x * l->step)) / (double)l->step;
        const double v = (dz + (double)(z - l->z * l->step)) / (double)l->step;
        const bool in = u >= 0 && v >= 0 && u < maps->def.side - 1 && v < maps->def.side - 1;
        if (in)
        {
            const int64_t tx = l->x + (int64_t)u, tz = l->z + (int64_t)v;
            const float a = (float)(u - floor(u)), b = (float)(v - floor(v));
            const float low = l->height[clipmap_texel_at(&maps->def, tx, tz)] * (1 - a) +
                              l->height[clipmap_texel_at(&maps->def, tx + 1, tz)] * a;
            const float high = l->height[clipmap_texel_at(&maps->def, tx, tz + 1)] * (1 - a) +
                               l->height[clipmap_texel_at(&maps->def, tx + 1, tz + 1)] * a;
            return low + (high - low) * b;
        }
    }
    return 0;
}

float clipmap_top(const clipmap *maps, int64_t x, int64_t z, double dx, double dz)
{
    const float ground = clipmap_height(maps, x, z, dx, dz);
    for (int32_t i = 0; i < maps->def.levels; i++)
    {
        const clipmap_level *const l = &maps->level[i];
        const int64_t tx = loam_floor_div(x + (int64_t)floor(dx), l->step);
        const int64_t tz = loam_floor_div(z + (int64_t)floor(dz), l->step);
        if (tx >= l->x && tz >= l->z && tx < l->x + maps->def.side && tz < l->z + maps->def.side)
        {
            return fmaxf(ground, l->surface[clipmap_texel_at(&maps->def, tx, tz) * 2 + 1]);
        }
    }
    return ground;
}
