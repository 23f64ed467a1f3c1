// SPDX-License-Identifier: MIT
// What was explored: packed and back, within its bounds, and the same as a simple model of it.
#include "check.h"

#include "play/explored.h"

#include "loam/random.h"

#include <stdlib.h>

// ---- somewhere to keep it -----------------------------------------------------------------------

enum
{
    SHELVES = 64
};

typedef struct shelf
{
    char name[64];
    uint8_t *bytes;
    size_t count;
} shelf;

static struct
{
    shelf shelves[SHELVES];
    int32_t count;
    int32_t kept, recalled;
    bool refuses;
} store;

static shelf *find(const char *name)
{
    for (int32_t i = 0; i < store.count; i++)
    {
        if (strcmp(store.shelves[i].name, name) == 0)
        {
            return &store.shelves[i];
        }
    }
    return NULL;
}

static loam_result keep(void *user, const char *name, const void *bytes, size_t count)
{
    shelf *to = find(name);
    (void)user;
    if (store.refuses)
    {
        return loam_fail(LOAM_IO, "no");
    }
    if (to == NULL)
    {
        to = &store.shelves[store.count++];
        snprintf(to->name, sizeof to->name, "%s", name);
    }
    to->bytes = realloc(to->bytes, count);
    memcpy(to->bytes, bytes, count);
    to->count = count;
    store.kept++;
    return LOAM_OK;
}

static loam_result recall(void *user, const char *name, void *bytes, size_t room, size_t *count)
{
    const shelf *const from = find(name);
    (void)user;
    store.recalled++;
    if (from == NULL)
    {
        return loam_fail(LOAM_NOT_FOUND, "no %s", name);
    }
    *count = from->count;
    memcpy(bytes, from->bytes, from->count < room ? from->count : room);
    return LOAM_OK;
}

static void forget_all(void)
{
    for (int32_t i = 0; i < store.count; i++)
    {
        free(store.shelves[i].bytes);
    }
    memset(&store, 0, sizeof store);
}

static explored *make(int32_t regions, bool kept)
{
    explored *map = NULL;
    const explored_def def = {.env = loam_default_env(),
                              .keep = kept ? keep : NULL,
                              .recall = kept ? recall : NULL,
                              .max_regions = regions};
    CHECK_OK(explored_create(&def, &map));
    return map;
}

// ---- made-up chunks -----------------------------------------------------------------------------

static loam_colour pixel_of(loam_chunk_pos chunk, int32_t i, uint64_t age)
{
    const uint64_t seed = loam_seed_at(age, chunk.x, chunk.y, 0);
    const bool plain = loam_random_u32(seed, 1000) % 2 == 0; // runs, and none
    const uint32_t v = loam_random_u32(seed, plain ? (uint64_t)i / 40 : (uint64_t)i);
    // A fifth is not seen; what it was before stays, so that is the same at every age.
    const bool seen = loam_random_u32(loam_seed_at(0, chunk.x, chunk.y, 0), (uint64_t)i) % 5 != 0;
    return (loam_colour){(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), seen ? 255 : 0};
}

static void put(explored *map, loam_chunk_pos chunk, uint64_t age)
{
    loam_colour pixels[EXPLORED_CHUNK_PIXELS];
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        pixels[i] = pixel_of(chunk, i, age);
    }
    CHECK_OK(explored_put(map, chunk, pixels));
}

// ---- packing ------------------------------------------------------------------------------------

static uint8_t packed[EXPLORED_MAX_PACKED + 16];
static loam_colour pixels_in[EXPLORED_PIXELS], pixels_out[EXPLORED_PIXELS];

/// A region of noise, runs and gaps.
static void make_region(uint64_t seed, uint8_t known[EXPLORED_CHUNKS / 8])
{
    const uint32_t run = 1 + loam_random_below(seed, 0, 300);
    memset(known, 0, EXPLORED_CHUNKS / 8);
    memset(pixels_in, 0, sizeof pixels_in);
    for (int32_t i = 0; i < EXPLORED_PIXELS; i++)
    {
        const int32_t chunk = i / EXPLORED_SIDE / EXPLORED_CHUNK * EXPLORED_REGION +
                              i % EXPLORED_SIDE / EXPLORED_CHUNK;
        const uint32_t v = loam_random_u32(seed, 7 + (uint64_t)i / run);
        if (seed == 0 || loam_random_u32(seed + 1, (uint64_t)chunk) % 3 == 0)
        {
            known[chunk / 8] = (uint8_t)(known[chunk / 8] | 1 << chunk % 8);
            pixels_in[i] = explored_coarse(
                (loam_colour){(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), 255});
        }
    }
}

static void test_regions_come_back(void)
{
    uint8_t known[EXPLORED_CHUNKS / 8], back[EXPLORED_CHUNKS / 8];
    for (uint64_t seed = 0; seed < 24; seed++)
    {
        make_region(seed, known);
        const size_t count = explored_pack(known, pixels_in, packed);
        CHECK_RANGE(count, 1, EXPLORED_MAX_PACKED);
        CHECK_OK(explored_unpack(packed, count, back, pixels_out));
        CHECK(memcmp(known, back, sizeof known) == 0);
        CHECK(memcmp(pixels_in, pixels_out, sizeof pixels_in) == 0);
    }
}

/// Runs are cut where a byte ends, whatever follows them.
static void test_long_runs_come_back(void)
{
    uint8_t known[EXPLORED_CHUNKS / 8], back[EXPLORED_CHUNKS / 8];
    memset(known, 0, sizeof known);
    known[0] = 1;
    for (int32_t length = 0; length <= EXPLORED_CHUNK_PIXELS; length++)
    {
        memset(pixels_in, 0, sizeof pixels_in);
        for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
        {
            const loam_colour colour = {(uint8_t)(i < length ? 255 : i * 8), 0, 0, 255};
            pixels_in[i / EXPLORED_CHUNK * EXPLORED_SIDE + i % EXPLORED_CHUNK] = explored_coarse(
                colour);
        }
        const size_t count = explored_pack(known, pixels_in, packed);
        CHECK_OK(explored_unpack(packed, count, back, pixels_out));
        CHECK(memcmp(pixels_in, pixels_out, sizeof pixels_in) == 0);
    }
    CHECK_RANGE(explored_pack(known, pixels_in, packed), 34, 48); // all the same
}

static void test_noise_fits_in_the_room_that_is_promised(void)
{
    uint8_t known[EXPLORED_CHUNKS / 8];
    memset(known, 255, sizeof known);
    for (int32_t i = 0; i < EXPLORED_PIXELS; i++)
    {
        pixels_in[i] = (loam_colour){(uint8_t)(i * 8), (uint8_t)(i / 32), 0, 255};
    }
    memset(packed + EXPLORED_MAX_PACKED, 77, 16);
    CHECK_RANGE(explored_pack(known, pixels_in, packed), EXPLORED_PIXELS * 2, EXPLORED_MAX_PACKED);
    for (int32_t i = 0; i < 16; i++)
    {
        CHECK_INT(packed[EXPLORED_MAX_PACKED + i], 77);
    }
}

static void test_other_bytes_are_refused(void)
{
    uint8_t known[EXPLORED_CHUNKS / 8];
    make_region(5, known);
    const size_t count = explored_pack(known, pixels_in, packed);
    for (size_t cut = 0; cut < count; cut += cut < 100 ? 1 : 977)
    {
        uint8_t *const part = malloc(cut + 1); // its own memory, so that nothing reads beyond it
        memcpy(part, packed, cut);
        CHECK(explored_unpack(part, cut, known, pixels_out) == LOAM_BAD_ARGUMENT);
        free(part);
    }
    packed[count] = 0;
    CHECK(explored_unpack(packed, count + 1, known, pixels_out) == LOAM_BAD_ARGUMENT);
    packed[0] = 2;
    CHECK(explored_unpack(packed, count, known, pixels_out) == LOAM_BAD_ARGUMENT);
}

// The last pixels say how many they are: more than there are places for is wrong, though no byte is missing.
static void test_more_pixels_than_places_are_refused(void)
{
    enum
    {
        LAST = EXPLORED_CHUNK_PIXELS % 128 + 126 // behind a run of two pixels
    };
    uint8_t known[EXPLORED_CHUNKS / 8] = {1};
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        const int32_t at = i / EXPLORED_CHUNK * EXPLORED_SIDE + i % EXPLORED_CHUNK;
        pixels_in[at] = (loam_colour){(uint8_t)(i < 2 ? 0 : i * 8), 80, 80, 255};
    }
    const size_t count = explored_pack(known, pixels_in, packed);
    uint8_t *const head = packed + count - 2 * LAST - 1;
    CHECK_INT(*head, LAST - 1);
    CHECK_OK(explored_unpack(packed, count, known, pixels_out));
    (*head)++;
    CHECK(explored_unpack(packed, count, known, pixels_out) == LOAM_BAD_ARGUMENT);
}

static void test_damaged_bytes_do_no_harm(void)
{
    uint8_t known[EXPLORED_CHUNKS / 8];
    for (uint64_t i = 0; i < 60; i++)
    {
        make_region(9, known);
        const size_t count = explored_pack(known, pixels_in, packed);
        uint8_t *const other = malloc(count);
        memcpy(other, packed, count);
        for (uint64_t k = 0; k < 5; k++)
        {
            other[loam_random_below(i, k, (uint32_t)count)] = (uint8_t)loam_random_u32(i, 50 + k);
        }
        (void)explored_unpack(other, count, known, pixels_out); // whatever it says
        free(other);
    }
}

// ---- the map ------------------------------------------------------------------------------------

/// The pixel of the map that a made-up chunk should have there.
static loam_colour expected(int64_t x, int64_t y, uint64_t ages[32][32])
{
    const int64_t cx = x >= 0 ? x / 16 : -((15 - x) / 16), cy = y >= 0 ? y / 16 : -((15 - y) / 16);
    const uint64_t age = cx < -16 || cy < -16 || cx >= 16 || cy >= 16 ? 0 : ages[cy + 16][cx + 16];
    const int32_t i = (int32_t)((15 - (y - cy * 16)) * 16 + (x - cx * 16));
    return age == 0 ? (loam_colour){0}
                    : explored_coarse(pixel_of((loam_chunk_pos){cx, cy}, i, age));
}

/// Colours are as the model says; how much they fade to unseen neighbours is the eye's affair.
static void compare(explored *map, uint64_t ages[32][32], int64_t x, int64_t y)
{
    enum
    {
        W = 150,
        H = 90
    };
    static loam_colour pixels[W * H];
    loam_picture picture = {pixels, W, H};
    for (int32_t i = 0; i < 6; i++)
    {
        explored_draw(map, 0, x, y, &picture); // recalls one region at a time
    }
    int32_t wrong = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour want = expected(x + i % W, y - i / W, ages), have = pixels[i];
        wrong += want.r != have.r || want.g != have.g || want.b != have.b ||
                 (want.a == 0) != (have.a == 0);
    }
    CHECK_INT(wrong, 0);
}

/// A walk around the origin, where four regions meet, seen by maps of any size in memory; now and then
/// the map is left and opened again.
static void test_walks_are_remembered(void)
{
    for (int32_t regions = 1; regions <= 4; regions++)
    {
        static uint64_t ages[32][32];
        memset(ages, 0, sizeof ages);
        loam_chunk_pos at = {0, 0};
        explored *map = make(regions, true);
        for (uint64_t i = 0; i < 400; i++)
        {
            at.x += loam_random_range(3, 4 * i, -1, 1);
            at.y += loam_random_range(3, 4 * i + 1, -1, 1);
            at.x = at.x < -16 ? -16 : at.x > 15 ? 15 : at.x;
            at.y = at.y < -16 ? -16 : at.y > 15 ? 15 : at.y;
            CHECK_INT(explored_has(map, at), ages[at.y + 16][at.x + 16] != 0);
            ages[at.y + 16][at.x + 16] = i + 1;
            put(map, at, i + 1);
            CHECK(explored_has(map, at));
            CHECK_RANGE(explored_loaded(map), 1, regions);
            if (i % 97 == 0)
            {
                CHECK(explored_save(map, 100));
                explored_destroy(map);
                map = make(regions, true);
            }
        }
        if (regions == 4)
        {
            compare(map, ages, -80, 40);
            compare(map, ages, -256, 255);
            compare(map, ages, 3, -7);
        }
        CHECK_RANGE(explored_known(map), 1, 4);
        explored_destroy(map);
        forget_all();
    }
}

static void test_what_has_not_changed_is_not_kept_again(void)
{
    explored *map = make(8, true);
    put(map, (loam_chunk_pos){-1, 3}, 1);
    put(map, (loam_chunk_pos){40, 3}, 1);
    CHECK(!explored_save(map, 1));
    CHECK(explored_save(map, 1));
    const int32_t kept = store.kept;
    CHECK_INT(kept, 3); // and the index
    put(map, (loam_chunk_pos){-1, 3}, 1);
    CHECK(explored_save(map, 1));
    CHECK_INT(store.kept, kept);
    put(map, (loam_chunk_pos){-1, 3}, 2);
    CHECK(explored_save(map, 1));
    CHECK_INT(store.kept, kept + 1);
    store.refuses = true;
    put(map, (loam_chunk_pos){-1, 3}, 3);
    CHECK(!explored_save(map, 1));
    store.refuses = false;
    CHECK(explored_save(map, 1));
    explored_destroy(map);
    forget_all();
}

static void test_regions_that_are_not_there_are_not_asked_for(void)
{
    static loam_colour pixels[64 * 64];
    loam_picture picture = {pixels, 64, 64};
    explored *map = make(8, true);
    const int32_t asked = store.recalled;
    for (int64_t i = 0; i < 20; i++)
    {
        explored_draw(map, 3, i * 1000, -i * 777, &picture);
        CHECK(!explored_has(map, (loam_chunk_pos){i * 99, i}));
    }
    CHECK_INT(store.recalled, asked);
    CHECK_INT(explored_loaded(map), 0);
    explored_destroy(map);
    forget_all();
}

static void test_a_damaged_store_is_an_empty_map(void)
{
    explored *map = make(8, true);
    put(map, (loam_chunk_pos){0, 0}, 1);
    CHECK(explored_save(map, 9));
    explored_destroy(map);
    find("map/0,0")->bytes[0] = 99;
    map = make(8, true);
    CHECK_INT(explored_known(map), 1);
    CHECK(!explored_has(map, (loam_chunk_pos){0, 0}));
    put(map, (loam_chunk_pos){0, 0}, 2);
    CHECK(explored_has(map, (loam_chunk_pos){0, 0}));
    explored_destroy(map);
    find("map/index")->count = 7;
    map = make(8, true);
    CHECK_INT(explored_known(map), 0);
    explored_destroy(map);
    forget_all();
    // An index that is out of order, with its first two entries.
    map = make(8, true);
    put(map, (loam_chunk_pos){0, 0}, 1);
    put(map, (loam_chunk_pos){1000, 0}, 1);
    CHECK(explored_save(map, 9));
    explored_destroy(map);
    shelf *const index = find("map/index");
    CHECK_INT(index->count, 1 + 2 * 16);
    uint8_t first[16];
    memcpy(first, index->bytes + 1, 16);
    memcpy(index->bytes + 1, index->bytes + 17, 16);
    memcpy(index->bytes + 17, first, 16);
    map = make(8, true);
    CHECK_INT(explored_known(map), 0);
    explored_destroy(map);
    forget_all();
}

/// What is in the dark now stays as it was seen before.
static void test_what_is_not_seen_stays(void)
{
    static loam_colour pixels[EXPLORED_CHUNK_PIXELS];
    loam_picture picture = {pixels, EXPLORED_CHUNK, EXPLORED_CHUNK};
    loam_colour seen[EXPLORED_CHUNK_PIXELS];
    explored *map = make(2, false);
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        seen[i] = (loam_colour){255, 0, 0, (uint8_t)(i < 100 ? 255 : 0)};
    }
    CHECK_OK(explored_put(map, (loam_chunk_pos){0, 0}, seen));
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        seen[i] = (loam_colour){0, 0, 255, (uint8_t)(i >= 50 && i < 150 ? 255 : 0)};
    }
    CHECK_OK(explored_put(map, (loam_chunk_pos){0, 0}, seen));
    explored_draw(map, 0, 0, EXPLORED_CHUNK - 1, &picture);
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        CHECK_INT(pixels[i].r, i < 50 ? 255 : 0);
        CHECK_INT(pixels[i].b, i >= 50 && i < 150 ? 255 : 0);
        CHECK((pixels[i].a != 0) == (i < 150));
    }
    explored_destroy(map);
}

/// From afar a pixel is the mean of those that were seen.
static void test_levels_are_means(void)
{
    static loam_colour pixels[32 * 32];
    loam_picture picture = {pixels, 32, 32};
    loam_colour flat[EXPLORED_CHUNK_PIXELS];
    explored *map = make(2, false);
    for (int32_t i = 0; i < EXPLORED_CHUNK_PIXELS; i++)
    {
        flat[i] = (loam_colour){(uint8_t)(i % 2 == 0 ? 0 : 255), 0, 255, 255};
    }
    for (int64_t i = 0; i < 9; i++)
    {
        CHECK_OK(explored_put(map, (loam_chunk_pos){i % 3, i / 3}, flat));
    }
    explored_draw(map, 1, 8, 15, &picture); // the chunk in the middle: 8 pixels
    CHECK_INT(pixels[0].r, 127);
    CHECK_INT(pixels[0].b, 255);
    CHECK_INT(pixels[0].a, 255);
    explored_draw(map, 3, 2, 3, &picture);
    CHECK_INT(pixels[0].r, 127);
    explored_destroy(map);
}

// ---- memory -------------------------------------------------------------------------------------

static int32_t allocations_left;
static int64_t bytes_out;

static void *scarce_alloc(void *user, size_t size)
{
    (void)user;
    if (allocations_left-- <= 0)
    {
        return NULL;
    }
    bytes_out += (int64_t)size;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void scarce_free(void *user, void *memory, size_t size)
{
    (void)user;
    bytes_out -= (int64_t)size;
    free(memory);
}

static void check_around(explored *map, loam_tile_pos tile, explored_box wanted)
{
    const explored_box found = explored_around(map, tile);
    CHECK_INT(found.left, wanted.left);
    CHECK_INT(found.right, wanted.right);
    CHECK_INT(found.low, wanted.low);
    CHECK_INT(found.high, wanted.high);
}

/// Of what hangs together, to the pixel; what is far away does not count.
static void test_what_is_around_a_place(void)
{
    loam_colour pixels[EXPLORED_CHUNK_PIXELS] = {{0}};
    explored *map = make(8, true);
    check_around(map, (loam_tile_pos){-1, 9}, (explored_box){-1, 1, -1, 1});
    pixels[0].a = 255; // the upper left one
    CHECK_OK(explored_put(map, (loam_chunk_pos){3, 0}, pixels));
    CHECK_OK(explored_put(map, (loam_chunk_pos){-2, 1}, pixels));
    CHECK_OK(explored_put(map, (loam_chunk_pos){-EXPLORED_REGION - 1, -1}, pixels));
    CHECK_OK(explored_put(map, (loam_chunk_pos){50 * EXPLORED_REGION, 0}, pixels));
    const int64_t side = EXPLORED_CHUNK;
    const explored_box all = {(-EXPLORED_REGION - 1) * side, -1, 3 * side, 2 * side - 1};
    check_around(map, (loam_tile_pos){0, 0}, all);
    CHECK(explored_save(map, 100));
    explored_destroy(map);
    map = make(8, true); // nothing is in memory: whole regions
    check_around(
        map, (loam_tile_pos){0, 0},
        (explored_box){-2 * EXPLORED_SIDE, -EXPLORED_SIDE, EXPLORED_SIDE - 1, EXPLORED_SIDE - 1});
    explored_destroy(map);
    forget_all();
}

static void test_without_memory_nothing_leaks(void)
{
    loam_colour pixels[EXPLORED_CHUNK_PIXELS] = {{1, 2, 3, 255}};
    for (int32_t n = 0; n < 6; n++)
    {
        explored *map = NULL;
        explored_def def = {.env = loam_default_env(), .max_regions = 4};
        def.env.memory = (loam_allocator){scarce_alloc, scarce_free, NULL};
        allocations_left = n;
        const loam_result result = explored_create(&def, &map);
        CHECK(result == (n < 3 ? LOAM_OUT_OF_MEMORY : LOAM_OK));
        if (result == LOAM_OK)
        {
            CHECK(explored_put(map, (loam_chunk_pos){0, 0}, pixels) ==
                  (n < 4 ? LOAM_OUT_OF_MEMORY : LOAM_OK));
            CHECK_INT(explored_has(map, (loam_chunk_pos){0, 0}), n >= 4);
        }
        explored_destroy(map);
        CHECK_INT(bytes_out, 0);
    }
}

int main(void)
{
    RUN(test_regions_come_back);
    RUN(test_long_runs_come_back);
    RUN(test_noise_fits_in_the_room_that_is_promised);
    RUN(test_other_bytes_are_refused);
    RUN(test_more_pixels_than_places_are_refused);
    RUN(test_damaged_bytes_do_no_harm);
    RUN(test_walks_are_remembered);
    RUN(test_what_has_not_changed_is_not_kept_again);
    RUN(test_regions_that_are_not_there_are_not_asked_for);
    RUN(test_a_damaged_store_is_an_empty_map);
    RUN(test_what_is_not_seen_stays);
    RUN(test_levels_are_means);
    RUN(test_what_is_around_a_place);
    RUN(test_without_memory_nothing_leaks);
    return CHECK_DONE();
}
