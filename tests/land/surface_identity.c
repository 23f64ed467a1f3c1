// SPDX-License-Identifier: MIT
// What is made from the surface of a land and kept is found again by every land that is the same, in whatever
// process, and by no other.
#define _XOPEN_SOURCE 700 // for popen

#include "loam/land.h"

#include "check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- a stage behind the surface, and a place to keep its pages -------------------------------------------------

enum
{
    PAGE_BYTES = 64,
    KEPT = 16,
};

/// Keeps the pages of one stage: those of the land's own are grown.
typedef struct shelf
{
    uint64_t identities[KEPT];
    uint8_t pages[KEPT][PAGE_BYTES];
    int32_t count;
    bool has_all;   // whatever it is asked for is there
    uint64_t asked; // the last identity that it was asked for
} shelf;

static bool is_ours(const loam_page_id *id)
{
    return id->x == 3 && id->z == 5;
}

static loam_result load(void *user, uint64_t identity, const loam_page_id *id, void *data,
                        size_t capacity, size_t *size)
{
    shelf *const s = user;
    CHECK(capacity >= PAGE_BYTES);
    if (!is_ours(id) || capacity != PAGE_BYTES)
    {
        return LOAM_NOT_FOUND;
    }
    s->asked = identity;
    *size = PAGE_BYTES;
    if (s->has_all)
    {
        memset(data, 0, PAGE_BYTES);
        return LOAM_OK;
    }
    for (int32_t i = 0; i < s->count; i++)
    {
        if (s->identities[i] == identity)
        {
            memcpy(data, s->pages[i], PAGE_BYTES);
            return LOAM_OK;
        }
    }
    return LOAM_NOT_FOUND;
}

static loam_result save(void *user, uint64_t identity, const loam_page_id *id, const void *data,
                        size_t size)
{
    shelf *const s = user;
    if (is_ours(id) && size == PAGE_BYTES && s->count < KEPT)
    {
        s->identities[s->count] = identity;
        memcpy(s->pages[s->count++], data, size);
    }
    return LOAM_OK;
}

/// Trees, say: the first bytes of the surface.
static loam_result run_trees(loam_slice *slice)
{
    const loam_page *const ground = loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z);
    if (ground == NULL)
    {
        return LOAM_FAILED;
    }
    memcpy(slice->out, ground->data, PAGE_BYTES);
    return LOAM_OK;
}

static loam_land *open_land(loam_land_def def, shelf *s)
{
    loam_land *land = NULL;
    def.cache_bytes = (size_t)32 << 20;
    def.store = (loam_back_store){.load = load, .save = save, .user = s};
    CHECK_OK(loam_land_create(&def, &land));
    loam_pipeline *const pipeline = loam_land_pipeline(land);
    loam_stage_info surface;
    CHECK_OK(loam_pipeline_stage_info(pipeline, loam_pipeline_stage_index(pipeline, "land.surface"),
                                      &surface));
    CHECK_INT(surface.version, LOAM_LAND_VERSION);
    const loam_stage_input input = {.stage = "land.surface"};
    loam_stage_def trees = loam_default_stage_def();
    trees.name = "trees";
    trees.axes = surface.axes;
    trees.page_size = surface.page_size;
    trees.payload_size = PAGE_BYTES;
    trees.inputs = &input;
    trees.input_count = 1;
    trees.run = run_trees;
    trees.keep = true;
    CHECK_OK(loam_pipeline_add(pipeline, &trees));
    return land;
}

static void get_trees(loam_land *land, uint8_t bytes[PAGE_BYTES])
{
    loam_pipeline *const pipeline = loam_land_pipeline(land);
    const loam_page_id id = {.stage = loam_pipeline_stage_index(pipeline, "trees"), .x = 3, .z = 5};
    const loam_page *page = NULL;
    CHECK_OK(loam_pipeline_get(pipeline, id, &page));
    if (page != NULL)
    {
        CHECK_INT(page->size, PAGE_BYTES);
        memcpy(bytes, page->data, PAGE_BYTES);
    }
    loam_pipeline_release(pipeline, page);
}

/// The identity of a page of trees, which is not grown.
static uint64_t identity_in(loam_land *land, shelf *s)
{
    uint8_t bytes[PAGE_BYTES];
    s->has_all = true;
    s->asked = 0;
    get_trees(land, bytes);
    CHECK(s->asked != 0);
    return s->asked;
}

static uint64_t identity_of(const loam_land_def *def)
{
    shelf s = {0};
    loam_land *const land = open_land(*def, &s);
    const uint64_t identity = identity_in(land, &s);
    loam_land_destroy(land);
    return identity;
}

// ---- biomes ----------------------------------------------------------------------------------------------------

typedef struct hump
{
    float height, width;
} hump;

static float hump_weight(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    (void)parameters;
    (void)seed;
    return place->base > 50 ? 1 : 0;
}

static float hump_height(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    const hump *const of = parameters;
    (void)seed;
    (void)place;
    return of->height;
}

static const hump humps[2] = {{8, 50}, {8, 51}};

/// A land with two biomes of its own. They lie in a static array.
static loam_land_def land_with_biomes(loam_land_biome biomes[2])
{
    loam_land_def def = loam_default_land_def();
    biomes[0] = (loam_land_biome){.name = "humps",
                                  .colour = 0x112233,
                                  .weight = hump_weight,
                                  .height = hump_height,
                                  .amplitude = 10,
                                  .version = 1,
                                  .parameters = &humps[0],
                                  .parameters_size = sizeof humps[0]};
    biomes[1] = biomes[0];
    biomes[1].name = "mounds";
    def.biomes = biomes;
    def.biome_count = 2;
    return def;
}

// ---- tests -----------------------------------------------------------------------------------------------------

// Wherever they lie in memory: all of them are there at the same time.
static void test_lands_that_are_the_same_have_one_identity(void)
{
    static loam_land_biome biomes[3][2];
    shelf s[3] = {{.has_all = true}, {.has_all = true}, {.has_all = true}};
    loam_land *lands[3];
    hump copies[3];
    for (int i = 0; i < 3; i++)
    {
        copies[i] = humps[0];
        loam_land_def def = land_with_biomes(biomes[i]);
        biomes[i][0].parameters = biomes[i][1].parameters = &copies[i];
        biomes[i][1].colour = (uint32_t)i; // of maps alone
        lands[i] = open_land(def, &s[i]);
    }
    const uint64_t identity = identity_in(lands[0], &s[0]);
    CHECK_U64(identity_in(lands[1], &s[1]), identity);
    CHECK_U64(identity_in(lands[2], &s[2]), identity);
    for (int i = 0; i < 3; i++)
    {
        loam_land_destroy(lands[i]);
    }
}

static void test_lands_that_differ_have_others(void)
{
    enum
    {
        LANDS = 19
    };
    static loam_land_biome biomes[LANDS][2];
    loam_land_def defs[LANDS];
    uint64_t known[LANDS];
    for (int i = 0; i < LANDS; i++)
    {
        defs[i] = land_with_biomes(biomes[i]);
    }
    defs[1].seed++;
    defs[2].shape.continent_km++;
    defs[3].shape.sea += 0.01f;
    defs[4].shape.relief += 0.01f;
    defs[5].shape.temperature++;
    defs[6].shape.rain += 0.01f;
    defs[7].shape.bands_km++;
    defs[8].biome_count = 1;
    defs[9].biome_count = 0;
    biomes[10][0].name = "hump";
    biomes[11][1].amplitude = 11;
    biomes[12][1].version = 2;
    biomes[13][0].parameters = &humps[1];
    biomes[14][0].parameters_size = sizeof(float);
    biomes[15][0].name = "mounds"; // the two change places
    biomes[15][1].name = "humps";
    defs[16].shape.biomes[LOAM_BIOME_HILLS].weight = 2;
    defs[17].shape.biomes[LOAM_BIOME_HILLS].octaves = 2;
    defs[18].shape.biomes[LOAM_BIOME_JUNGLE].weight = 2;
    for (int i = 0; i < LANDS; i++)
    {
        known[i] = identity_of(&defs[i]);
        for (int k = 0; k < i; k++)
        {
            CHECK_REPORT(known[i] != known[k], "lands %d and %d have one identity", i, k);
        }
    }
}

static uint64_t identity_here(void)
{
    static loam_land_biome biomes[2];
    const loam_land_def def = land_with_biomes(biomes);
    return identity_of(&def);
}

static const char *self; // the path of this program

// Their memory begins elsewhere.
static void test_other_processes_agree(void)
{
    const uint64_t expected = identity_here();
    for (int i = 0; i < 3; i++)
    {
        char command[1024];
        uint64_t identity = 0;
        snprintf(command, sizeof command, "'%s' --identity", self);
        FILE *const other = popen(command, "r");
        CHECK(other != NULL && fscanf(other, "%" SCNx64, &identity) == 1);
        CHECK(other != NULL && pclose(other) == 0);
        CHECK_U64(identity, expected);
    }
}

static uint64_t computed(loam_land *land, const char *stage)
{
    loam_stage_counters counters = {0};
    loam_pipeline *const pipeline = loam_land_pipeline(land);
    CHECK_OK(
        loam_pipeline_counters(pipeline, loam_pipeline_stage_index(pipeline, stage), &counters));
    return counters.computed;
}

static void test_what_was_kept_is_found_again(void)
{
    static loam_land_biome biomes[2];
    static shelf s;
    uint8_t grown[PAGE_BYTES], found[PAGE_BYTES];
    const loam_land_def def = land_with_biomes(biomes);
    loam_land *land = open_land(def, &s), *const same = open_land(def, &s);
    get_trees(land, grown);
    CHECK_U64(computed(land, "land.surface"), 1);
    CHECK_U64(computed(land, "trees"), 1);
    CHECK_INT(s.count, 1);
    get_trees(same, found);
    CHECK_INT(memcmp(grown, found, PAGE_BYTES), 0);
    CHECK_U64(computed(same, "land.surface"), 0);
    CHECK_U64(computed(same, "trees"), 0);
    loam_land_destroy(same);
    loam_land_destroy(land);
    biomes[0].version++; // makes other numbers, says the program
    land = open_land(def, &s);
    get_trees(land, found);
    CHECK_U64(computed(land, "trees"), 1);
    CHECK_INT(s.count, 2);
    loam_land_destroy(land);
}

static void test_parameters_are_checked(void)
{
    static loam_land_biome biomes[2];
    loam_land *land;
    const loam_land_def def = land_with_biomes(biomes);
    biomes[1].parameters = NULL;
    CHECK_INT(loam_land_create(&def, &land), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(),
                   "biome mounds has 8 bytes of parameters; must be 0 to 1073741824, 0 for NULL");
    biomes[1].parameters = &humps[0];
    biomes[1].parameters_size = SIZE_MAX;
    CHECK_INT(loam_land_create(&def, &land), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be 0 to 1073741824, 0 for NULL");
    CHECK(land == NULL);
}

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "--identity") == 0)
    {
        printf("%016" PRIx64 "\n", identity_here());
        return 0;
    }
    self = words[0];
    RUN(test_lands_that_are_the_same_have_one_identity);
    RUN(test_lands_that_differ_have_others);
    RUN(test_other_processes_agree);
    RUN(test_what_was_kept_is_found_again);
    RUN(test_parameters_are_checked);
    return CHECK_DONE();
}
