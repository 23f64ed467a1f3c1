// SPDX-License-Identifier: MIT
#include "play/explored.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// The map is made of regions of 16 x 16 chunks, which are read and kept as a whole: "map/X,Y". A list of
// those that there are, "map/index", says which ones are worth asking for. In memory there are the ones that
// were used last, each with three smaller pictures of itself for looking from afar.

enum
{
    KNOWN_BYTES = EXPLORED_CHUNKS / 8,
    INDEX_VERSION = 1,
    INDEX_ENTRY = 16, // bytes: x, y
    LEVEL_PIXELS = EXPLORED_PIXELS + EXPLORED_PIXELS / 4 + EXPLORED_PIXELS / 16 +
                   EXPLORED_PIXELS / 64,
    MAX_EXTRA_NAME = 64,
};

static const char index_name[] = "map/index";

typedef struct region_pos
{
    int64_t x, y;
} region_pos;

typedef struct region
{
    region_pos at;
    uint64_t used;   // when
    bool changed;    // since it was kept
    bool levels_old; // the smaller pictures are to be made anew
    uint8_t known[KNOWN_BYTES];
    loam_colour *pixels; // LEVEL_PIXELS, level by level
} region;

struct explored
{
    explored_def def;
    region regions[EXPLORED_MAX_REGIONS];
    int32_t count;
    uint64_t clock;    // counts uses
    region_pos *index; // EXPLORED_MAX_KNOWN, in order of y, then x
    int32_t index_count;
    bool index_changed;
    uint8_t *packed; // EXPLORED_MAX_PACKED, or the index
};

enum
{
    INDEX_BYTES = 1 + EXPLORED_MAX_KNOWN * INDEX_ENTRY,
    PACKED_BYTES = INDEX_BYTES > EXPLORED_MAX_PACKED ? INDEX_BYTES : EXPLORED_MAX_PACKED,
};

// ---- the index ----------------------------------------------------------------------------------

static bool is_before(region_pos a, region_pos b)
{
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

static bool is_same(region_pos a, region_pos b)
{
    return a.x == b.x && a.y == b.y;
}

/// Where a region stands in the index, or would.
static int32_t find_known(const explored *map, region_pos at)
{
    int32_t low = 0, high = map->index_count;
    while (low < high)
    {
        const int32_t middle = low + (high - low) / 2;
        if (is_before(map->index[middle], at))
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

static bool is_known(const explored *map, region_pos at)
{
    const int32_t i = find_known(map, at);
    return i < map->index_count && is_same(map->index[i], at);
}

static loam_result add_known(explored *map, region_pos at)
{
    const int32_t i = find_known(map, at);
    if (i < map->index_count && is_same(map->index[i], at))
    {
        return LOAM_OK;
    }
    if (map->index_count == EXPLORED_MAX_KNOWN)
    {
        return loam_fail(LOAM_FAILED, "map: %d regions are remembered, no more are accepted",
                         EXPLORED_MAX_KNOWN);
    }
    memmove(map->index + i + 1, map->index + i,
            (size_t)(map->index_count - i) * sizeof *map->index);
    map->index[i] = at;
    map->index_count++;
    map->index_changed = true;
    return LOAM_OK;
}

static void put_64(uint8_t *bytes, int64_t value)
{
    for (int32_t i = 0; i < 8; i++)
    {
        bytes[i] = (uint8_t)((uint64_t)value >> 8 * i);
    }
}

static int64_t get_64(const uint8_t *bytes)
{
    uint64_t value = 0;
    for (int32_t i = 0; i < 8; i++)
    {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return (int64_t)value;
}

static loam_result keep_index(explored *map)
{
    map->packed[0] = INDEX_VERSION;
    for (int32_t i = 0; i < map->index_count; i++)
    {
        put_64(map->packed + 1 + i * INDEX_ENTRY, map->index[i].x);
        put_64(map->packed + 9 + i * INDEX_ENTRY, map->index[i].y);
    }
    const size_t count = 1 + (size_t)map->index_count * INDEX_ENTRY;
    const loam_result result = map->def.keep(map->def.user, index_name, map->packed, count);
    map->index_changed = result != LOAM_OK;
    return result;
}

/// Entries that are out of order or beyond the world are none that were written here.
static bool read_index(explored *map, size_t count)
{
    const int64_t end = LOAM_TILE_END / (LOAM_CHUNK_SIDE * EXPLORED_REGION);
    if (count < 1 || count > INDEX_BYTES || map->packed[0] != INDEX_VERSION ||
        (count - 1) % INDEX_ENTRY != 0)
    {
        return false;
    }
    map->index_count = (int32_t)((count - 1) / INDEX_ENTRY);
    for (int32_t i = 0; i < map->index_count; i++)
    {
        const region_pos at = {get_64(map->packed + 1 + i * INDEX_ENTRY),
                               get_64(map->packed + 9 + i * INDEX_ENTRY)};
        if (at.x < -end || at.x >= end || at.y < -end || at.y >= end ||
            (i > 0 && !is_before(map->index[i - 1], at)))
        {
            map->index_count = 0;
            return false;
        }
        map->index[i] = at;
    }
    return true;
}

static void recall_index(explored *map)
{
    size_t count = 0;
    if (map->def.recall == NULL)
    {
        return;
    }
    const loam_result result = map->def.recall(map->def.user, index_name, map->packed, PACKED_BYTES,
                                               &count);
    if (result != LOAM_NOT_FOUND && (result != LOAM_OK || !read_index(map, count)))
    {
        loam_log_write(&map->def.env, LOAM_LOG_WARNING, "map: its index cannot be read");
    }
}

// ---- regions ------------------------------------------------------------------------------------

static void name_region(region_pos at, char out[MAX_EXTRA_NAME])
{
    snprintf(out, MAX_EXTRA_NAME, "map/%" PRId64 ",%" PRId64, at.x, at.y);
}

static bool keep_region(explored *map, region *r)
{
    char name[MAX_EXTRA_NAME];
    if (map->def.keep == NULL)
    {
        return false;
    }
    name_region(r->at, name);
    const size_t count = explored_pack(r->known, r->pixels, map->packed);
    const loam_result result = map->def.keep(map->def.user, name, map->packed, count);
    if (result != LOAM_OK)
    {
        loam_log_write(&map->def.env, LOAM_LOG_WARNING, "%s", loam_last_error());
    }
    r->changed = result != LOAM_OK;
    return result == LOAM_OK;
}

static void recall_region(explored *map, region *r)
{
    char name[MAX_EXTRA_NAME];
    size_t count = 0;
    name_region(r->at, name);
    loam_result result = map->def.recall(map->def.user, name, map->packed, EXPLORED_MAX_PACKED,
                                         &count);
    result = result == LOAM_OK && count > EXPLORED_MAX_PACKED
                 ? loam_fail(LOAM_BAD_ARGUMENT, "map: %zu bytes are not a region", count)
                 : result;
    result = result == LOAM_OK ? explored_unpack(map->packed, count, r->known, r->pixels) : result;
    if (result != LOAM_OK)
    {
        loam_log_write(&map->def.env, LOAM_LOG_WARNING, "%s: %s", name, loam_last_error());
        memset(r->known, 0, sizeof r->known);
        memset(r->pixels, 0, LEVEL_PIXELS * sizeof *r->pixels);
    }
}

static region *find_loaded(explored *map, region_pos at)
{
    for (int32_t i = 0; i < map->count; i++)
    {
        if (is_same(map->regions[i].at, at))
        {
            map->regions[i].used = ++map->clock;
            return &map->regions[i];
        }
    }
    return NULL;
}

/// A place in memory for one more: a new one, or that of the region unused longest.
static region *make_room(explored *map)
{
    if (map->count < map->def.max_regions)
    {
        region *const r = &map->regions[map->count];
        r->pixels = loam_alloc(&map->def.env, LEVEL_PIXELS * sizeof *r->pixels);
        map->count += r->pixels != NULL;
        return r->pixels != NULL ? r : NULL;
    }
    region *oldest = &map->regions[0];
    for (int32_t i = 1; i < map->count; i++)
    {
        oldest = map->regions[i].used < oldest->used ? &map->regions[i] : oldest;
    }
    if (oldest->changed)
    {
        keep_region(map, oldest);
    }
    return oldest;
}

static region *load(explored *map, region_pos at)
{
    region *const r = make_room(map);
    if (r == NULL)
    {
        return NULL;
    }
    *r = (region){.at = at, .used = ++map->clock, .levels_old = true, .pixels = r->pixels};
    memset(r->pixels, 0, LEVEL_PIXELS * sizeof *r->pixels);
    if (map->def.recall != NULL && is_known(map, at))
    {
        recall_region(map, r);
    }
    return r;
}

// ---- making, ending -----------------------------------------------------------------------------

loam_result explored_create(const explored_def *def, explored **out)
{
    LOAM_ASSERT(&def->env, def->max_regions >= 1 && def->max_regions <= EXPLORED_MAX_REGIONS);
    explored *const map = loam_alloc(&def->env, sizeof *map);
    if (map == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(map, 0, sizeof *map);
    map->def = *def;
    map->index = loam_alloc(&def->env, EXPLORED_MAX_KNOWN * sizeof *map->index);
    map->packed = loam_alloc(&def->env, PACKED_BYTES);
    if (map->index == NULL || map->packed == NULL)
    {
        explored_destroy(map);
        return LOAM_OUT_OF_MEMORY;
    }
    recall_index(map);
    *out = map;
    return LOAM_OK;
}

void explored_destroy(explored *map)
{
    if (map == NULL)
    {
        return;
    }
    const loam_env env = map->def.env;
    for (int32_t i = 0; i < map->count; i++)
    {
        loam_free(&env, map->regions[i].pixels, LEVEL_PIXELS * sizeof(loam_colour));
    }
    loam_free(&env, map->index, EXPLORED_MAX_KNOWN * sizeof *map->index);
    loam_free(&env, map->packed, PACKED_BYTES);
    loam_free(&env, map, sizeof *map);
}

// ---- chunks -------------------------------------------------------------------------------------

static region_pos region_of(loam_chunk_pos chunk)
{
    return (region_pos){loam_floor_div(chunk.x, EXPLORED_REGION),
                        loam_floor_div(chunk.y, EXPLORED_REGION)};
}

/// The number of a chunk in its region, the highest row first.
static int32_t number_of(loam_chunk_pos chunk, region_pos at)
{
    const int32_t x = (int32_t)(chunk.x - at.x * EXPLORED_REGION);
    const int32_t y = (int32_t)(chunk.y - at.y * EXPLORED_REGION);
    return (EXPLORED_REGION - 1 - y) * EXPLORED_REGION + x;
}

static bool has_chunk(const region *r, int32_t number)
{
    return (r->known[number / 8] >> number % 8 & 1) != 0;
}

bool explored_has(explored *map, loam_chunk_pos chunk)
{
    const region_pos at = region_of(chunk);
    region *r = find_loaded(map, at);
    r = r == NULL && is_known(map, at) ? load(map, at) : r;
    return r != NULL && has_chunk(r, number_of(chunk, at));
}

static bool is_beside(const explored_box *in, region_pos at)
{
    return at.x >= in->left - 1 && at.x <= in->right + 1 && at.y >= in->low - 1 &&
           at.y <= in->high + 1;
}

static void widen(explored_box *in, int64_t x, int64_t y)
{
    in->left = x < in->left ? x : in->left;
    in->right = x > in->right ? x : in->right;
    in->low = y < in->low ? y : in->low;
    in->high = y > in->high ? y : in->high;
}

/// The regions that hang together with one.
static explored_box regions_around(const explored *map, region_pos at)
{
    explored_box found = {at.x, at.y, at.x, at.y};
    for (int32_t i = 0, steady = 0; steady < map->index_count; i = (i + 1) % map->index_count)
    {
        const explored_box before = found;
        if (is_beside(&found, map->index[i]))
        {
            widen(&found, map->index[i].x, map->index[i].y);
        }
        steady = memcmp(&before, &found, sizeof found) == 0 ? steady + 1 : 0;
    }
    return found;
}

/// One that is not in memory counts as a whole: it is not worth reading it now.
static void widen_by_region(explored *map, region_pos at, explored_box *in)
{
    const region *const r = find_loaded(map, at);
    const int64_t left = at.x * EXPLORED_SIDE, top = (at.y + 1) * EXPLORED_SIDE - 1;
    if (r == NULL)
    {
        widen(in, left, top - EXPLORED_SIDE + 1);
        widen(in, left + EXPLORED_SIDE - 1, top);
        return;
    }
    for (int32_t i = 0; i < EXPLORED_PIXELS; i++)
    {
        if (r->pixels[i].a > 0)
        {
            widen(in, left + i % EXPLORED_SIDE, top - i / EXPLORED_SIDE);
        }
    }
}

explored_box explored_around(explored *map, loam_tile_pos tile)
{
    const int64_t x = loam_floor_div(tile.x, EXPLORED_TILES),
                  y = loam_floor_div(tile.y, EXPLORED_TILES);
    const explored_box near = regions_around(
        map, (region_pos){loam_floor_div(x, EXPLORED_SIDE), loam_floor_div(y, EXPLORED_SIDE)});
    explored_box found = {x, y, x, y};
    for (int32_t i = 0; i < map->index_count; i++)
    {
        if (is_beside(&near, map->index[i]))
        {
            widen_by_region(map, map->index[i], &found);
        }
    }
    return found;
}

loam_result explored_put(explored *map, loam_chunk_pos chunk, const loam_colour *pixels)
{
    const region_pos at = region_of(chunk);
    const int32_t number = number_of(chunk, at);
    region *r = find_loaded(map, at);
    r = r == NULL ? load(map, at) : r;
    if (r == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_result result = add_known(map, at);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t left = number % EXPLORED_REGION * EXPLORED_CHUNK;
    const int32_t top = number / EXPLORED_REGION * EXPLORED_CHUNK;
    bool differs = false;
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        loam_colour *const to =
            &r->pixels[(top + i / EXPLORED_CHUNK) * EXPLORED_SIDE + left + i % EXPLORED_CHUNK];
        const loam_colour colour = pixels[i].a != 0 ? explored_coarse(pixels[i]) : *to;
        differs = differs || memcmp(to, &colour, sizeof colour) != 0;
        *to = colour;
    }
    r->known[number / 8] = (uint8_t)(r->known[number / 8] | 1 << number % 8);
    r->changed = r->changed || differs;
    r->levels_old = r->levels_old || differs;
    return LOAM_OK;
}

// ---- drawing ------------------------------------------------------------------------------------

/// The mean of four pixels, those counted that were seen.
static loam_colour mean(const loam_colour *a, const loam_colour *b)
{
    const loam_colour four[4] = {a[0], a[1], b[0], b[1]};
    int32_t red = 0, green = 0, blue = 0, count = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        const int32_t seen = four[i].a != 0;
        red += seen * four[i].r;
        green += seen * four[i].g;
        blue += seen * four[i].b;
        count += seen;
    }
    return count == 0 ? (loam_colour){0}
                      : (loam_colour){(uint8_t)(red / count), (uint8_t)(green / count),
                                      (uint8_t)(blue / count), 255};
}

static loam_colour *level_of(const region *r, int32_t level)
{
    loam_colour *pixels = r->pixels;
    for (int32_t i = 0; i < level; i++)
    {
        pixels += EXPLORED_PIXELS >> 2 * i;
    }
    return pixels;
}

static void make_levels(region *r)
{
    for (int32_t level = 1; level < EXPLORED_LEVELS; level++)
    {
        const loam_colour *const from = level_of(r, level - 1);
        loam_colour *const to = level_of(r, level);
        const int32_t side = EXPLORED_SIDE >> level;
        for (int32_t i = 0; i < side * side; i++)
        {
            const loam_colour *const upper = from + i / side * 4 * side + i % side * 2;
            to[i] = mean(upper, upper + 2 * side);
        }
    }
    r->levels_old = false;
}

/// Copies what a region has of the part of the map. x, y: where its upper left pixel is in the picture.
static void copy_region(region *r, int32_t level, int64_t x, int64_t y, loam_picture *out)
{
    const int64_t side = EXPLORED_SIDE >> level;
    const int64_t left = x > 0 ? x : 0, right = x + side < out->w ? x + side : out->w;
    const int64_t top = y > 0 ? y : 0, bottom = y + side < out->h ? y + side : out->h;
    if (level > 0 && r->levels_old)
    {
        make_levels(r);
    }
    const loam_colour *const pixels = level_of(r, level);
    for (int64_t row = top; row < bottom; row++)
    {
        memcpy(out->pixels + row * out->w + left, pixels + (row - y) * side + left - x,
               (size_t)(right - left) * sizeof *pixels);
    }
}

/// Neighbours beyond the picture count as seen: the pixel itself stands for them.
static void soften_row(loam_colour *row, const loam_colour *above, const loam_colour *below,
                       int32_t w)
{
    uint8_t left = row[0].a, here = left; // as they were: what was just written is slow to read
    for (int32_t x = 0; x < w; x++)
    {
        const uint8_t right = row[x + 1 < w ? x + 1 : x].a;
        const int32_t unseen = (left == 0) + (right == 0) + (above[x].a == 0) + (below[x].a == 0);
        row[x].a = (uint8_t)(here != 0 ? 255 - 45 * unseen : 0);
        left = here;
        here = right;
    }
}

/// What was seen fades into what was not, by how many of its neighbours were.
static void soften(loam_picture *picture)
{
    for (int32_t y = 0; y < picture->h; y++)
    {
        loam_colour *const row = picture->pixels + (int64_t)y * picture->w;
        soften_row(row, y > 0 ? row - picture->w : row, y + 1 < picture->h ? row + picture->w : row,
                   picture->w);
    }
}

/// Whether a region can be loaded without one leaving that this picture shows.
static bool has_room(const explored *map, uint64_t since)
{
    bool has = map->count < map->def.max_regions;
    for (int32_t i = 0; i < map->count && !has; i++)
    {
        has = map->regions[i].used <= since;
    }
    return has;
}

void explored_draw(explored *map, int32_t level, int64_t x, int64_t y, loam_picture *out)
{
    const int64_t side = EXPLORED_SIDE >> level;
    const uint64_t since = map->clock;
    bool may_load = true;
    memset(out->pixels, 0, (size_t)out->w * (size_t)out->h * sizeof *out->pixels);
    for (int64_t ry = loam_floor_div(y - out->h + 1, side); ry <= loam_floor_div(y, side); ry++)
    {
        for (int64_t rx = loam_floor_div(x, side); rx <= loam_floor_div(x + out->w - 1, side); rx++)
        {
            const region_pos at = {rx, ry};
            region *r = is_known(map, at) ? find_loaded(map, at) : NULL;
            if (r == NULL && may_load && is_known(map, at) && has_room(map, since))
            {
                r = load(map, at);
                may_load = false;
            }
            if (r != NULL)
            {
                copy_region(r, level, rx * side - x, y - (ry * side + side - 1), out);
            }
        }
    }
    soften(out);
}

// ---- keeping ------------------------------------------------------------------------------------

bool explored_save(explored *map, int32_t max)
{
    bool all = true;
    for (int32_t i = 0; i < map->count && map->def.keep != NULL; i++)
    {
        if (map->regions[i].changed && max-- > 0)
        {
            keep_region(map, &map->regions[i]);
        }
        all = all && !map->regions[i].changed;
    }
    if (all && map->index_changed && map->def.keep != NULL)
    {
        all = keep_index(map) == LOAM_OK;
    }
    return all;
}

int32_t explored_loaded(const explored *map)
{
    return map->count;
}

int32_t explored_known(const explored *map)
{
    return map->index_count;
}
