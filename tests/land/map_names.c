// SPDX-License-Identifier: MIT
// Names on maps: they read well, and maps of any frame agree on what is named and how.
#include "atlas/names.h"

#include "atlas/furniture.h"
#include "atlas/labels.h"
#include "check.h"
#include "loam/random.h"
#include "shared_pages.h"

#include <math.h>

static loam_land *land;

static void test_names_read_well(void)
{
    char name[MAP_MAX_NAME], again[MAP_MAX_NAME], before[MAP_MAX_NAME] = "";
    int32_t repeated = 0;
    for (uint64_t k = 0; k < 6000; k++)
    {
        const map_kind kind = (map_kind)(k % MAP_KIND_COUNT);
        const uint64_t hash = loam_random_u64(1, k);
        loam_map_name_make(kind, hash, (uint32_t)(k / 16), name);
        loam_map_name_make(kind, hash, (uint32_t)(k / 16), again);
        CHECK_TEXT(again, name);
        CHECK_RANGE(strlen(name), 4, 32);
        CHECK(name[0] >= 'A' && name[0] <= 'Z');
        CHECK(name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ")] == '\0');
        CHECK(strstr(name, "  ") == NULL && name[strlen(name) - 1] != ' ');
        repeated += strcmp(name, before) == 0;
        memcpy(before, name, sizeof before);
    }
    CHECK_RANGE(repeated, 0, 3);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

// Nobody lives at these, and each region has its own word for water.
static void test_rivers_are_not_named_like_towns(void)
{
    static const char *const towns[] = {"heim", "mark",  "gard", "holm", "stad",  "berg", "land",
                                        "bad",  "ford",  "wick", "ham",  "field", "bury", "hurst",
                                        "dor",  "worth", "vik",  "ley",  "combe", "don",  "vale"};
    char river[MAP_MAX_NAME], town[MAP_MAX_NAME], other[MAP_MAX_NAME];
    for (uint32_t style = 0; style < (uint32_t)loam_map_name_styles(); style++)
    {
        int32_t alike = 0, repeated = 0;
        for (uint64_t k = 0; k < 500; k++)
        {
            loam_map_name_make(MAP_RIVER, loam_random_u64(1, k), style, river);
            loam_map_name_make(MAP_CONTINENT, loam_random_u64(1, k), style, town);
            loam_map_name_make(MAP_RIVER, loam_random_u64(2, k), style, other);
            alike += strcmp(river, town) == 0;
            repeated += strcmp(river, other) == 0;
            for (size_t i = 0; i < sizeof towns / sizeof towns[0]; i++)
            {
                CHECK_REPORT(!ends_with(river, towns[i]), "a river is called %s", river);
            }
        }
        CHECK_INT(alike, 0);
        CHECK_RANGE(repeated, 0, 5);
    }
}

static void test_kinds_and_regions_differ(void)
{
    char one[MAP_MAX_NAME], other[MAP_MAX_NAME];
    int32_t same = 0;
    for (uint64_t k = 0; k < 100; k++)
    {
        loam_map_name_make(MAP_RIVER, k, 0, one);
        loam_map_name_make(MAP_RIVER, k, 3, other);
        same += strcmp(one, other) == 0;
    }
    CHECK_RANGE(same, 0, 5);
    loam_map_name_make(MAP_LAKE, 7, 1, one);
    CHECK(strstr(one, "Lake") != NULL || strstr(one, "Water") != NULL);
    CHECK(loam_map_feature_region(1, 0, 0) == loam_map_feature_region(1, 1000, 1000));
}

static map_features find(const loam_land_map_def *def)
{
    const loam_env env = loam_default_env();
    map_features features = {0};
    CHECK_OK(loam_map_features_find(land, &env, def, &features));
    return features;
}

static bool lies_on(const loam_land_map_def *def, const map_feature *feature)
{
    const int64_t dx = feature->x - def->x, dz = feature->z - def->z;
    return dx > -def->w / 2 * def->scale && dx < def->w / 2 * def->scale &&
           dz > -def->h / 2 * def->scale && dz < def->h / 2 * def->scale;
}

static bool has_feature(const map_features *features, const map_feature *wanted)
{
    for (int32_t i = 0; i < features->count; i++)
    {
        const map_feature *f = &features->list[i];
        if (f->kind == wanted->kind && f->x == wanted->x && f->z == wanted->z &&
            f->hash == wanted->hash && f->radius_m == wanted->radius_m &&
            f->angle == wanted->angle && f->region == wanted->region)
        {
            return true;
        }
    }
    return false;
}

// What two maps both show, they both name, and alike, wherever their frames are.
static void test_frames_agree(void)
{
    const loam_env env = loam_default_env();
    static const int64_t scales[] = {9000, 2600};
    for (size_t s = 0; s < sizeof scales / sizeof scales[0]; s++)
    {
        loam_land_map_def def = loam_default_land_map_def();
        def.scale = scales[s];
        def.w = 500;
        def.h = 300;
        loam_land_map_def moved = def;
        moved.x += 131 * def.scale + 17;
        moved.z -= 77 * def.scale;
        moved.w = 350;
        map_features one = find(&def), other = find(&moved);
        int32_t shared = 0;
        for (int32_t i = 0; i < one.count; i++)
        {
            if (lies_on(&def, &one.list[i]) && lies_on(&moved, &one.list[i]))
            {
                CHECK(has_feature(&other, &one.list[i]));
                shared++;
            }
        }
        for (int32_t i = 0; i < other.count; i++)
        {
            CHECK(!lies_on(&def, &other.list[i]) || !lies_on(&moved, &other.list[i]) ||
                  has_feature(&one, &other.list[i]));
        }
        CHECK_RANGE(shared, 2, 10000);
        loam_map_features_free(&env, &one);
        loam_map_features_free(&env, &other);
    }
}

// Seas are named where there is sea, lands and peaks where there is land.
static void test_features_lie_where_they_should(void)
{
    const loam_env env = loam_default_env();
    loam_land_map_def def = loam_default_land_map_def();
    def.scale = 6000;
    def.w = 500;
    def.h = 400;
    map_features features = find(&def);
    int32_t wet = 0, dry = 0;
    for (int32_t i = 0; i < features.count; i++)
    {
        const map_feature *f = &features.list[i];
        const bool sea = f->kind == MAP_SEA || f->kind == MAP_OCEAN || f->kind == MAP_BAY;
        const bool high = f->kind == MAP_RANGE || f->kind == MAP_CONTINENT || f->kind == MAP_DESERT;
        CHECK(!sea || f->height < 0);
        CHECK(!high || f->height > 0);
        CHECK(f->radius_m > 0);
        wet += sea;
        dry += !sea;
    }
    CHECK_RANGE(wet, 1, 10000);
    CHECK_RANGE(dry, 1, 10000);
    loam_map_features_free(&env, &features);
}

// The name of a lake on a map in or around it, and that its letters are in its water where there is room.
static void name_of_lake(loam_land *lakes, const loam_land_map_def *def, char name[MAP_MAX_NAME])
{
    const loam_env env = loam_default_env();
    map_features features;
    CHECK_OK(loam_map_features_find(lakes, &env, def, &features));
    CHECK_OK(loam_map_lakes_show(lakes, &env, def, &features));
    map_labels labels;
    CHECK_OK(loam_map_labels_place(&env, def, &features, &(map_rivers){0},
                                   &(map_room){.sea = &(map_sea){0}}, &labels));
    name[0] = '\0';
    for (int32_t i = 0; i < labels.count && name[0] == '\0'; i++)
    {
        const map_label *l = &labels.list[i];
        if (l->kind == MAP_LAKE)
        {
            memcpy(name, l->text, MAP_MAX_NAME);
            const int64_t x = def->x +
                              (int64_t)(l->x[l->count / 2] - (float)def->w / 2) * def->scale,
                          z = def->z + (int64_t)((float)def->h / 2 - l->y[0]) * def->scale;
            float water, height;
            CHECK_OK(loam_land_fill(lakes, (loam_land_area){x, z, 64, 1, 1},
                                    &(loam_land_samples){.height = &height, .water = &water}));
            CHECK(def->scale > 33 || water > height);
        }
    }
    loam_map_labels_free(&env, &labels);
    loam_map_features_free(&env, &features);
}

// A lake has one name, from afar and from so near that its middle is off the map, or nothing else is on it.
static void test_lakes_are_named_at_every_scale(void)
{
    static const struct
    {
        int64_t x, z, scale;
    } maps[] = {{-472000, -125000, 128}, {-474500, -127000, 4}, {-472000, -125000, 257},
                {-472000, -125000, 33},  {-472000, -125000, 8}, {-472000, -125000, 1},
                {-474500, -127000, 16},  {-471000, -129000, 8}};
    loam_land_def land_def = shared_land_def();
    land_def.seed = 11;
    loam_land *lakes = NULL;
    CHECK_OK(loam_land_create(&land_def, &lakes));
    char first[MAP_MAX_NAME], name[MAP_MAX_NAME];
    for (size_t k = 0; k < (size_t)check_sample(sizeof maps / sizeof *maps); k++)
    {
        loam_land_map_def def = loam_default_land_map_def();
        def.x = maps[k].x;
        def.z = maps[k].z;
        def.w = 360;
        def.h = 260;
        def.scale = maps[k].scale;
        name_of_lake(lakes, &def, k == 0 ? first : name);
        CHECK(first[0] != '\0');
        CHECK_REPORT(k == 0 || strcmp(name, first) == 0, "%s, %s at %d m a pixel", first, name,
                     (int)def.scale);
    }
    loam_land_destroy(lakes);
}

// Beyond the end of the land nothing is named, and nothing is asked for.
static void test_at_the_end_of_the_land(void)
{
    const loam_env env = loam_default_env();
    loam_land_map_def def = loam_default_land_map_def();
    def.x = LOAM_LAND_END - 10000000;
    map_features features = find(&def);
    CHECK_INT(features.count, 0);
    loam_map_features_free(&env, &features);
}

// A name without its river would be taken for that of a road.
static void test_rivers_are_named_where_they_are_seen(void)
{
    const loam_env env = loam_default_env();
    for (int32_t layer = 0; layer < LOAM_MAP_LAYER_COUNT; layer++)
    {
        loam_land_map_def def = loam_default_land_map_def();
        def.layer = (loam_map_layer)layer;
        def.scale = 4096;
        map_rivers rivers;
        CHECK_OK(loam_map_rivers_find(land, &env, &def, &rivers));
        const bool seen = def.layer == LOAM_MAP_ATLAS || def.layer == LOAM_MAP_BIOME ||
                          def.layer == LOAM_MAP_FLOW || def.layer == LOAM_MAP_CELLS;
        CHECK_INT(rivers.count > 0, seen);
        loam_map_rivers_free(&env, &rivers);
    }
}

// Rivers have names up to the end of the land, and none beyond.
static void test_rivers_at_the_end_of_the_land(void)
{
    const loam_env env = loam_default_env();
    loam_land_map_def def = loam_default_land_map_def();
    def.w = def.h = 200;
    def.scale = 4096;
    def.x = LOAM_LAND_END - (200 / 2 + 28) * def.scale;
    map_rivers rivers;
    CHECK_OK(loam_map_rivers_find(land, &env, &def, &rivers));
    int32_t near = 0;
    for (int32_t i = 0; i < rivers.count; i++)
    {
        const map_river *river = &rivers.list[i];
        near += river->feature.x > LOAM_LAND_END - 1000000;
        for (int32_t k = 0; k < river->count; k++)
        {
            CHECK(river->x[k] <= LOAM_LAND_END * 8);
        }
    }
    CHECK_RANGE(near, 1, 100);
    loam_map_rivers_free(&env, &rivers);
}

enum
{
    FRAME_W = 240,
    FRAME_H = 180,
    CROWD = 60,
};

static loam_land_map_def small_map(bool furniture)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.w = FRAME_W;
    def.h = FRAME_H;
    def.grid = def.bar = def.legend = furniture;
    return def;
}

static const map_box legend_box = {195, 105, 230, 130};

/// The labels of a small map with so many islands, lakes and peaks that their names cannot all have room,
/// some on its border or just beyond.
static map_labels place_crowd(uint64_t seed, loam_land_map_def def)
{
    const loam_env env = loam_default_env();
    static const map_kind kinds[] = {MAP_ISLAND, MAP_LAKE, MAP_PEAK};
    map_feature list[CROWD];
    for (uint64_t i = 0; i < CROWD; i++)
    {
        const uint64_t random = loam_random_u64(seed, i);
        list[i] = (map_feature){
            .kind = kinds[i % 3],
            .x = ((int64_t)(random % (FRAME_W + 20)) - FRAME_W / 2 - 10) * def.scale,
            .z = ((int64_t)(random / 512 % (FRAME_H + 20)) - FRAME_H / 2 - 10) * def.scale,
            .radius_m = 20.0f * (float)def.scale,
            .hash = random};
    }
    map_labels labels = {0};
    const map_room room = {.sea = &(map_sea){0}, .legend = def.legend ? &legend_box : NULL};
    CHECK_OK(loam_map_labels_place(&env, &def, &(map_features){.list = list, .count = CROWD},
                                   &(map_rivers){0}, &room, &labels));
    CHECK_RANGE(labels.count, 4, CROWD / 2);
    return labels;
}

/// The distance of the letters of two names that are nearest to each other, in sizes of letters: below about
/// 1 one is on the other.
static float nearest_letters(const map_label *a, const map_label *b)
{
    float nearest = 1e9f;
    for (int32_t i = 0; i < a->count * b->count; i++)
    {
        const int32_t p = i % a->count, q = i / a->count;
        const float dx = a->x[p] - b->x[q];
        const float dy = a->y[p] - a->size / 2 - b->y[q] + b->size / 2;
        nearest = fminf(nearest, sqrtf(dx * dx + dy * dy) * 2 / (a->size + b->size));
    }
    return nearest;
}

static void test_no_name_is_over_another(void)
{
    const loam_env env = loam_default_env();
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        map_labels labels = place_crowd(seed, small_map(false));
        for (int32_t i = 0; i < labels.count * labels.count; i++)
        {
            const map_label *a = &labels.list[i % labels.count],
                            *b = &labels.list[i / labels.count];
            CHECK_REPORT(a == b || nearest_letters(a, b) >= 1.5f, "%s is over %s", a->text,
                         b->text);
        }
        loam_map_labels_free(&env, &labels);
    }
}

/// Whether a pixel of a picture of names is drawn on, within a box.
static int32_t count_drawn(const loam_picture *picture, const map_box *box)
{
    int32_t count = 0;
    for (int32_t y = (int32_t)box->y0; y <= (int32_t)box->y1 && y < picture->h; y++)
    {
        for (int32_t x = (int32_t)box->x0; x <= (int32_t)box->x1 && x < picture->w; x++)
        {
            count += picture->pixels[y * picture->w + x].g != 255;
        }
    }
    return count;
}

// Where the scale bar, the legend and the coordinates of the grid stand, no name does; without them there
// would be some.
static void test_no_name_is_on_the_furniture(void)
{
    const loam_env env = loam_default_env();
    const loam_land_map_def with = small_map(true);
    map_box boxes[16];
    CHECK_RANGE(loam_map_furniture_most(&with), 1, 16);
    int32_t count = loam_map_furniture(&with, boxes);
    CHECK_RANGE(count, 3, loam_map_furniture_most(&with));
    CHECK_INT(loam_map_furniture(&(loam_land_map_def){.w = FRAME_W, .h = FRAME_H, .scale = 1},
                                 boxes + count),
              0);
    boxes[count++] = legend_box;
    int32_t before = 0;
    for (uint64_t seed = 0; seed < 40; seed++)
    {
        map_labels labels = place_crowd(seed, small_map(seed % 2 == 0));
        loam_picture picture;
        CHECK_OK(loam_picture_create(&env, FRAME_W, FRAME_H, loam_rgb(0xffffff), &picture));
        loam_map_labels_draw(&labels, &picture);
        for (int32_t i = 0; i < count; i++)
        {
            const int32_t drawn = count_drawn(&picture, &boxes[i]);
            CHECK_REPORT(seed % 2 == 1 || drawn == 0, "%d pixels of names in box %d", (int)drawn,
                         (int)i);
            before += seed % 2 == 1 ? drawn : 0;
        }
        loam_picture_destroy(&env, &picture);
        loam_map_labels_free(&env, &labels);
    }
    CHECK_RANGE(before, 100, 100000);
}

// The boxes hold what is drawn.
static void test_boxes_hold_the_bar(void)
{
    const loam_env env = loam_default_env();
    loam_land_map_def def = small_map(true);
    def.grid = false;
    map_box box;
    CHECK_INT(loam_map_furniture(&def, &box), 1);
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, FRAME_W, FRAME_H, loam_rgb(0xffffff), &picture));
    loam_map_draw_bar(&def, &picture);
    const map_box whole = {0, 0, FRAME_W - 1, FRAME_H - 1};
    // But for the soft edge of its letters.
    const map_box around = {box.x0 - 3, box.y0 - 3, box.x1 + 3, box.y1 + 3};
    CHECK_RANGE(count_drawn(&picture, &whole), 200, 10000);
    CHECK_INT(count_drawn(&picture, &around), count_drawn(&picture, &whole));
    loam_picture_destroy(&env, &picture);
}

static bool is_at_the_border(const loam_picture *picture, int32_t i)
{
    const int32_t column = i % picture->w, row = i / picture->w;
    return column == 0 || row == 0 || column == picture->w - 1 || row == picture->h - 1;
}

static void test_no_name_is_cut_by_the_border(void)
{
    const loam_env env = loam_default_env();
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        map_labels labels = place_crowd(seed, small_map(false));
        loam_picture picture;
        CHECK_OK(loam_picture_create(&env, FRAME_W, FRAME_H, loam_rgb(0xffffff), &picture));
        loam_map_labels_draw(&labels, &picture);
        int32_t within = 0, at_the_border = 0;
        for (int32_t i = 0; i < FRAME_W * FRAME_H; i++)
        {
            within += picture.pixels[i].g != 255;
            at_the_border += picture.pixels[i].g != 255 && is_at_the_border(&picture, i);
        }
        CHECK(within > 1000);
        CHECK_INT(at_the_border, 0);
        loam_picture_destroy(&env, &picture);
        loam_map_labels_free(&env, &labels);
    }
}

/// A river that wanders over a small map: some wind without end, others turn back sharply now and then, or
/// end early.
static map_river wandering_river(uint64_t seed, const loam_land_map_def *def)
{
    const float bend = 0.1f + 0.15f * (float)(seed % 8);
    float x = 20 + (float)loam_random_below(seed, 1, FRAME_W - 40) - FRAME_W / 2;
    float y = 20 + (float)loam_random_below(seed, 2, FRAME_H - 40) - FRAME_H / 2;
    const int32_t leg = 5 + (int32_t)(seed % 11) * 2;
    float way = 6.28f * loam_random_float(seed, 3);
    map_river river = {.feature = {.kind = MAP_RIVER, .hash = seed * 77 + 5},
                       .count = 12 + (int32_t)loam_random_below(seed, 4, MAP_MAX_COURSE - 11),
                       .flow = 8 * loam_map_line_flow(def->scale),
                       .width_m = (float)(seed % 3 * 10) * (float)def->scale};
    for (int32_t i = 0; i < river.count; i++)
    {
        river.x[i] = (int64_t)(x * 8) * def->scale;
        river.z[i] = (int64_t)(y * 8) * def->scale;
        way += bend * (2 * loam_random_float(seed, 100 + (uint64_t)i) - 1);
        way += seed % 2 == 0 && i % leg == leg - 1 ? 2.6f : 0;
        x += 3 * cosf(way);
        y += 3 * sinf(way);
    }
    return river;
}

/// The corners of a letter without what is free around it.
static void corners_of(const map_label *l, int32_t i, float x[4], float y[4])
{
    const char text[2] = {l->text[i], '\0'};
    loam_lettering letters = loam_default_lettering();
    letters.size = l->size;
    letters.spacing = 0;
    const float width = loam_lettering_width(&letters, text);
    const float c = cosf(l->angle[i]), s = sinf(l->angle[i]);
    for (int32_t k = 0; k < 4; k++)
    {
        const float along = k % 2 == 0 ? 0 : width, up = k / 2 == 0 ? 0 : l->size;
        x[k] = l->x[i] + along * c - up * s;
        y[k] = l->y[i] - along * s - up * c;
    }
}

/// How much of each other two boxes cover along an axis; negative if they are apart.
static float covered_along(float angle, const float ax[4], const float ay[4], const float bx[4],
                           const float by[4])
{
    float a0 = 1e9f, a1 = -1e9f, b0 = 1e9f, b1 = -1e9f;
    for (int32_t k = 0; k < 4; k++)
    {
        const float a = ax[k] * cosf(angle) - ay[k] * sinf(angle);
        const float b = bx[k] * cosf(angle) - by[k] * sinf(angle);
        a0 = fminf(a0, a), a1 = fmaxf(a1, a), b0 = fminf(b0, b), b1 = fmaxf(b1, b);
    }
    return fminf(a1, b1) - fmaxf(a0, b0);
}

/// How deep one letter of a name is in another, in sizes of letters.
static float overlap_of(const map_label *l, int32_t i, int32_t j)
{
    float ax[4], ay[4], bx[4], by[4];
    corners_of(l, i, ax, ay);
    corners_of(l, j, bx, by);
    float least = 1e9f;
    for (int32_t k = 0; k < 4; k++)
    {
        const float angle = (k % 2 == 0 ? l->angle[i] : l->angle[j]) + (k / 2 == 0 ? 0 : 1.5708f);
        least = fminf(least, covered_along(angle, ax, ay, bx, by));
    }
    return least / l->size;
}

static void check_letters_are_apart(const map_label *l)
{
    for (int32_t i = 0; i < l->count; i++)
    {
        for (int32_t j = i + 1; j < l->count; j++)
        {
            const float overlap = overlap_of(l, i, j);
            CHECK_REPORT(overlap <= 0.12f, "letters %d and %d of %s overlap by %f of their size",
                         (int)i, (int)j, l->text, (double)overlap);
        }
        CHECK(fabsf(l->angle[i]) < 1.75f);
    }
}

/// The distance in pixels from a letter's foot to the points of its river.
static float away_from_river(const map_label *l, int32_t i, const loam_land_map_def *def)
{
    float nearest = 1e9f;
    for (int32_t k = 0; k < l->river->count; k++)
    {
        const float x = (float)l->river->x[k] / (float)(8 * def->scale) + FRAME_W / 2.0f;
        const float y = FRAME_H / 2.0f - (float)l->river->z[k] / (float)(8 * def->scale);
        nearest = fminf(nearest, hypotf(x - l->x[i], y - l->y[i]));
    }
    return nearest;
}

// However a river winds: no letter is on another, each is beside the river, and none is in the sea.
static void test_letters_of_rivers(void)
{
    const loam_env env = loam_default_env();
    const loam_land_map_def def = small_map(false);
    uint8_t squares[(FRAME_W / 4) * (FRAME_H / 4)] = {0};
    memset(squares, 1, sizeof squares / 3); // the sea is in the north
    const map_sea sea = {squares, FRAME_W / 4, FRAME_H / 4};
    int32_t named = 0;
    for (uint64_t seed = 0; seed < 1500; seed++)
    {
        map_river river = wandering_river(seed, &def);
        map_labels labels = {0};
        CHECK_OK(loam_map_labels_place(&env, &def, &(map_features){0},
                                       &(map_rivers){.list = &river, .count = 1},
                                       &(map_room){.sea = &sea}, &labels));
        for (int32_t n = 0; n < labels.count; n++)
        {
            const map_label *l = &labels.list[n];
            check_letters_are_apart(l);
            for (int32_t i = 0; i < l->count; i++)
            {
                CHECK(away_from_river(l, i, &def) < 3 * l->size + 10);
                CHECK(l->y[i] >= FRAME_H / 3.0f);
            }
            named++;
        }
        loam_map_labels_free(&env, &labels);
    }
    CHECK_RANGE(named, 100, 1400);
}

// The sea and lakes, which are level, are known as such; a river is not, however wide.
static void test_open_water_is_known(void)
{
    enum
    {
        SIDE = 32,
        W = SIDE + 2 * MAP_MARGIN
    };
    static uint8_t kind[W * W];
    static float water[W * W];
    loam_land_map_def def = loam_default_land_map_def();
    def.w = def.h = SIDE;
    const map_tile tile = {
        .area.w = W, .area.h = W, .w = SIDE, .h = SIDE, .of.water = water, .water = kind};
    for (int32_t i = 0; i < W * W; i++)
    {
        const int32_t third = (i % W - MAP_MARGIN) * 4 / SIDE;
        kind[i] = third == 0 ? MAP_SALT : third == 1 ? MAP_DRY : MAP_FRESH;
        water[i] = third == 0 ? 0 : third == 2 ? 12 : 20 - 0.001f * (float)(i % W);
    }
    map_sea sea;
    const loam_env env = loam_default_env();
    CHECK_OK(loam_map_sea_create(&env, &def, &sea));
    loam_map_sea_mark(&sea, &tile);
    CHECK(loam_map_sea_at(&sea, 4, 16) && loam_map_sea_at(&sea, 20, 16));
    CHECK(!loam_map_sea_at(&sea, 12, 16) && !loam_map_sea_at(&sea, 28, 16));
    loam_map_sea_destroy(&env, &sea);
}

int main(void)
{
    loam_land_def def = shared_land_def();
    def.seed = 5;
    CHECK_OK(loam_land_create(&def, &land));
    RUN(test_names_read_well);
    RUN(test_rivers_are_not_named_like_towns);
    RUN(test_kinds_and_regions_differ);
    RUN_UNSANITIZED(test_frames_agree);
    RUN(test_features_lie_where_they_should);
    RUN(test_lakes_are_named_at_every_scale);
    RUN(test_at_the_end_of_the_land);
    RUN(test_rivers_are_named_where_they_are_seen);
    RUN(test_rivers_at_the_end_of_the_land);
    RUN(test_no_name_is_over_another);
    RUN(test_no_name_is_cut_by_the_border);
    RUN(test_no_name_is_on_the_furniture);
    RUN(test_boxes_hold_the_bar);
    RUN(test_letters_of_rivers);
    RUN(test_open_water_is_known);
    loam_land_destroy(land);
    return CHECK_DONE();
}
