// SPDX-License-Identifier: MIT
#include "isles.h"

#include <math.h>

// loam isles island: how one island came to be, stage by stage (Karavasilev 2021, figures 5.7 to 5.16).

typedef struct island_settings
{
    isles_question question;
    option_position slot;
    int32_t stage;
    int64_t size;
    bool sheet;
} island_settings;

/// A stage being drawn: a square picture, north is up.
typedef struct stage_picture
{
    loam_picture *picture;
    const loam_isle_maps *maps;
    const loam_isle_type *type;
} stage_picture;

static const uint32_t water_rgb = 0x2d6f9f;

/// The sample that a pixel of an n x n picture shows.
static size_t sample_at(const loam_isle_maps *maps, int32_t n, int32_t i, int32_t j)
{
    const int64_t column = (int64_t)i * maps->side / n;
    const int64_t row = (int64_t)(n - 1 - j) * maps->side / n;
    return (size_t)(row * maps->side + column);
}

/// A place from the middle of the island, in pixels.
static float pixel_x(const stage_picture *to, float x)
{
    const float across = (float)(to->maps->side * to->maps->cell);
    return (x / across + 0.5f) * (float)to->picture->w;
}

static float pixel_y(const stage_picture *to, float z)
{
    const float across = (float)(to->maps->side * to->maps->cell);
    return (0.5f - z / across) * (float)to->picture->w;
}

static float pixels(const stage_picture *to, float metres)
{
    return metres / (float)(to->maps->side * to->maps->cell) * (float)to->picture->w;
}

static void draw_circle(const stage_picture *to, float x, float z, float radius, float width,
                        loam_colour colour)
{
    enum
    {
        PARTS = 96
    };
    for (int32_t i = 0; i < PARTS; i++)
    {
        const float a = 2.0f * LOAM_PI * (float)i / PARTS,
                    b = 2.0f * LOAM_PI * (float)(i + 1) / PARTS;
        loam_picture_line(to->picture, pixel_x(to, x + radius * loam_cos(a)),
                          pixel_y(to, z + radius * loam_sin(a)),
                          pixel_x(to, x + radius * loam_cos(b)),
                          pixel_y(to, z + radius * loam_sin(b)), width, colour);
    }
}

static void draw_dot(const stage_picture *to, float x, float z, float radius, loam_colour colour)
{
    const float px = pixel_x(to, x), py = pixel_y(to, z);
    loam_picture_line(to->picture, px, py, px, py, 2.0f * radius, colour);
}

// ---- stages -------------------------------------------------------------------------------------

/// Areas of influence in the colours of their terrains; dominant nodes have a large dot.
static void draw_nodes(const stage_picture *to)
{
    const loam_isle *const isle = &to->maps->isle;
    const float line = 1.0f + (float)to->picture->w / 300.0f;
    loam_picture_rectangle(to->picture, 0, 0, to->picture->w, to->picture->h, loam_rgb(0x24415c));
    draw_circle(to, 0.0f, 0.0f, (float)isle->radius, line, loam_rgb(0x9fb6c9));
    for (int32_t i = 0; i < isle->node_count; i++)
    {
        const loam_isle_node *const node = &isle->nodes[i];
        const loam_colour colour = loam_rgb(to->type->terrains[node->terrain].colour);
        draw_circle(to, (float)node->x, (float)node->z, node->radius, line, colour);
        draw_dot(to, (float)node->x, (float)node->z, (node->dominant ? 5.0f : 2.0f) * line, colour);
    }
}

/// The maps of all nodes side by side, from black to white.
static void draw_node_maps(const stage_picture *to, const float *values)
{
    const loam_isle_maps *const maps = to->maps;
    int32_t across = 1;
    while (across * across < maps->isle.node_count)
    {
        across++;
    }
    const size_t all = maps->samples * (size_t)maps->isle.node_count;
    float max = 1e-6f;
    for (size_t i = 0; i < all; i++)
    {
        max = values[i] > max ? values[i] : max;
    }
    // The last row of maps may be missing: then the others stand in the middle.
    const int32_t side = to->picture->w / across, n = side > 4 ? side - 2 : side;
    const int32_t rows = (maps->isle.node_count + across - 1) / across;
    const int32_t top = (to->picture->h - rows * side) / 2;
    loam_picture_rectangle(to->picture, 0, 0, to->picture->w, to->picture->h, loam_rgb(0x2c3440));
    for (int32_t k = 0; k < maps->isle.node_count * n * n; k++)
    {
        const int32_t node = k / (n * n), i = k % n, j = k / n % n;
        const float value = values[(size_t)node * maps->samples + sample_at(maps, n, i, j)];
        const uint8_t grey = (uint8_t)(255.0f * value / max);
        const int32_t x = node % across * side + i, y = top + node / across * side + j;
        to->picture->pixels[y * to->picture->w + x] = (loam_colour){grey, grey, grey, 255};
    }
}

static void draw_gradients(const stage_picture *to)
{
    draw_node_maps(to, to->maps->gradients);
}

static void draw_noise(const stage_picture *to)
{
    draw_node_maps(to, to->maps->noises);
}

static void draw_product(const stage_picture *to)
{
    draw_node_maps(to, to->maps->products);
}

/// How bright a sample is under a light.
static float relief_at(const loam_isle_maps *maps, const float *heights, size_t at)
{
    const size_t side = (size_t)maps->side, column = at % side, row = at / side;
    const size_t west = column > 0 ? at - 1 : at, east = column + 1 < side ? at + 1 : at;
    const size_t south = row > 0 ? at - side : at, north = row + 1 < side ? at + side : at;
    const float scale = 0.75f / (float)maps->cell;
    return 0.42f + 0.58f * loam_relief((heights[east] - heights[west]) * scale,
                                       (heights[south] - heights[north]) * scale);
}

static void draw_sum(const stage_picture *to)
{
    const loam_isle_maps *const maps = to->maps;
    int32_t count;
    const loam_ramp_stop *const ramp = loam_ramp_named("terrain", &count);
    for (int32_t k = 0; k < to->picture->w * to->picture->h; k++)
    {
        const size_t at = sample_at(maps, to->picture->w, k % to->picture->w, k / to->picture->w);
        const float height = maps->sums[at];
        const loam_colour land = loam_ramp_at(ramp, count,
                                              0.52f + 0.48f * height / to->type->highest);
        const loam_colour water = loam_colour_mix(loam_rgb(0x7fc0cf), loam_rgb(0x173f66),
                                                  -height / 30.0f);
        to->picture->pixels[k] = loam_colour_shade(height < 0.0f ? water : land,
                                                   relief_at(maps, maps->sums, at));
    }
}

/// Terrains by their shares; below the sea they are tinted.
static void draw_terrains(const stage_picture *to, const uint8_t *shares, const float *heights,
                          bool shaded)
{
    const loam_isle_maps *const maps = to->maps;
    for (int32_t k = 0; k < to->picture->w * to->picture->h; k++)
    {
        const size_t at = sample_at(maps, to->picture->w, k % to->picture->w, k / to->picture->w);
        float sum[3] = {0};
        for (int32_t t = 0; t < to->type->terrain_count; t++)
        {
            const loam_colour colour = loam_rgb(to->type->terrains[t].colour);
            const float share = (float)shares[at * LOAM_ISLE_MAX_TERRAINS + (size_t)t] / 255.0f;
            sum[0] += share * (float)colour.r;
            sum[1] += share * (float)colour.g;
            sum[2] += share * (float)colour.b;
        }
        loam_colour colour = {(uint8_t)sum[0], (uint8_t)sum[1], (uint8_t)sum[2], 255};
        colour = shaded ? loam_colour_shade(colour, relief_at(maps, heights, at)) : colour;
        to->picture->pixels[k] = heights[at] < 0.0f ? loam_colour_mix(colour, loam_rgb(water_rgb),
                                                                      0.4f - heights[at] / 40.0f)
                                                    : colour;
    }
}

static void draw_blends(const stage_picture *to)
{
    draw_terrains(to, to->maps->blends, to->maps->sums, false);
}

static void draw_rock(const stage_picture *to)
{
    draw_terrains(to, to->maps->rocks, to->maps->sums, false);
}

static void draw_flats(const stage_picture *to)
{
    const loam_isle *const isle = &to->maps->isle;
    const float line = 1.0f + (float)to->picture->w / 500.0f;
    draw_terrains(to, to->maps->terrains, to->maps->heights, true);
    for (int32_t i = 0; i < isle->site_count; i++)
    {
        const loam_isle_site *const site = &isle->sites[i];
        draw_circle(to, (float)site->x, (float)site->z, site->radius, line,
                    loam_rgb(site->kind == LOAM_ISLE_HARBOUR ? 0xd04030 : 0x803020));
    }
}

static void draw_objects(const stage_picture *to)
{
    draw_terrains(to, to->maps->terrains, to->maps->heights, true);
    for (int32_t i = 0; i < to->maps->object_count; i++)
    {
        const loam_isle_object *const object = &to->maps->objects[i];
        const uint32_t colour = object->kind >= 0 ? to->type->kinds[object->kind].colour
                                : object->shape == LOAM_ISLE_HOUSE ? 0xb5402c
                                                                   : 0x6b4a2c;
        const float radius = pixels(to, object->radius);
        draw_dot(to, object->x, object->z, radius > 0.8f ? radius : 0.8f, loam_rgb(colour));
    }
}

typedef void (*draw_function)(const stage_picture *to);

static const draw_function draw_stage[LOAM_ISLE_STAGE_COUNT] = {
    draw_nodes,  draw_gradients, draw_noise, draw_product, draw_sum,
    draw_blends, draw_rock,      draw_flats, draw_objects};

// ---- pictures -----------------------------------------------------------------------------------

static loam_result make_picture(const isles_grower *grower, loam_isle_stage stage, int32_t size,
                                loam_picture *out)
{
    const loam_result result = loam_picture_create(&grower->env, size, size, loam_rgb(0), out);
    if (result == LOAM_OK)
    {
        const stage_picture to = {out, &grower->maps, isles_type_of(grower)};
        draw_stage[stage](&to);
    }
    return result;
}

static loam_result make_sheet(const isles_grower *grower, int32_t size, loam_picture *out)
{
    const loam_isle *const isle = &grower->maps.isle;
    loam_picture pictures[LOAM_ISLE_STAGE_COUNT] = {0};
    const char *captions[LOAM_ISLE_STAGE_COUNT];
    char title[96];
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_ISLE_STAGE_COUNT && result == LOAM_OK; i++)
    {
        captions[i] = loam_isle_stage_name((loam_isle_stage)i);
        result = make_picture(grower, (loam_isle_stage)i, size, &pictures[i]);
    }
    snprintf(title, sizeof title, "%s, %s", isle->name, isles_type_name(grower, isle));
    result = result == LOAM_OK ? loam_picture_sheet(&grower->env, pictures, captions,
                                                    LOAM_ISLE_STAGE_COUNT, 3, title, out)
                               : result;
    for (int32_t i = 0; i < LOAM_ISLE_STAGE_COUNT; i++)
    {
        loam_picture_destroy(&grower->env, &pictures[i]);
    }
    return result;
}

static loam_result write_picture(const island_settings *settings, const isles_grower *grower)
{
    const int32_t size = (int32_t)settings->size;
    loam_picture picture = {0};
    loam_result result = settings->sheet ? make_sheet(grower, size, &picture)
                                         : make_picture(grower, (loam_isle_stage)settings->stage,
                                                        size, &picture);
    result = result == LOAM_OK ? loam_png_write(&grower->env, settings->question.output, &picture)
                               : result;
    loam_picture_destroy(&grower->env, &picture);
    return result;
}

// ---- what is printed ----------------------------------------------------------------------------

static void add_nodes(text *json, const loam_isle_type *type, const loam_isle *isle)
{
    json_open_at(json, "nodes", '[');
    for (int32_t i = 0; i < isle->node_count; i++)
    {
        const loam_isle_node *const node = &isle->nodes[i];
        json_open(json, '{');
        json_add_text(json, "terrain", type->terrains[node->terrain].name);
        json_add_number(json, "x", node->x);
        json_add_number(json, "z", node->z);
        json_add_number(json, "radius", (double)node->radius);
        json_add_number(json, "height", (double)node->height);
        json_add_bool(json, "dominant", node->dominant != 0);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void add_sites(text *json, const loam_isle *isle)
{
    json_open_at(json, "sites", '[');
    for (int32_t i = 0; i < isle->site_count; i++)
    {
        const loam_isle_site *const site = &isle->sites[i];
        json_open(json, '{');
        json_add_text(json, "kind", site->kind == LOAM_ISLE_HARBOUR ? "harbour" : "plot");
        json_add_number(json, "x", site->x);
        json_add_number(json, "z", site->z);
        json_add_number(json, "radius", (double)site->radius);
        json_add_number(json, "level", (double)site->level);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/// How many objects there are of each kind of the type, and of those that were built.
static void add_objects(text *json, const loam_isle_type *type, const loam_isle_maps *maps)
{
    int32_t counts[LOAM_ISLE_MAX_KINDS] = {0}, built[LOAM_ISLE_SHAPE_COUNT] = {0};
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        const loam_isle_object *const object = &maps->objects[i];
        *(object->kind >= 0 ? &counts[object->kind] : &built[object->shape]) += 1;
    }
    json_open_at(json, "objects", '{');
    for (int32_t i = 0; i < type->kind_count; i++)
    {
        json_add_number(json, type->kinds[i].name, counts[i]);
    }
    for (int32_t i = LOAM_ISLE_HOUSE; i <= LOAM_ISLE_BOAT; i++)
    {
        json_add_number(json, loam_isle_shape_name((loam_isle_shape)i), built[i]);
    }
    json_close(json, '}');
}

static int print(const tool_io *io)
{
    const island_settings *const settings = io->settings;
    const isles_grower *const grower = io->work;
    const loam_isle_maps *const maps = &grower->maps;
    const loam_isle *const isle = &maps->isle;
    const loam_isle_type *const type = isles_type_of(grower);
    tool_report r = report_begin(settings->question.json);
    report_uint64(&r, "seed", settings->question.seed);
    report_number(&r, "version", LOAM_ISLES_VERSION);
    report_words(&r, "name", isle->name);
    report_words(&r, "type", type->name);
    report_place(&r, "slot", isle->slot_x, isle->slot_z);
    report_place(&r, "at", isle->x, isle->z);
    report_number(&r, "radius", isle->radius);
    report_number(&r, "side", maps->side);
    report_number(&r, "cell", maps->cell);
    add_nodes(&r.json, type, isle);
    add_sites(&r.json, isle);
    add_objects(&r.json, type, maps);
    report_hash(&r, "hash", loam_isle_maps_hash(maps));
    report_words(&r, "file", settings->question.output);
    report_say_number(&r, "node_count", isle->node_count);
    report_say_number(&r, "site_count", isle->site_count);
    report_say_number(&r, "object_count", maps->object_count);
    return report_print(io, &r,
                        "{name}, {type}, at {at}, radius {radius} m: {node_count#node}, "
                        "{site_count#levelled site}, {object_count#object}; hash {hash}[; written "
                        "to {file}]");
}

static loam_result make(const tool_io *io)
{
    const island_settings *const settings = io->settings;
    isles_grower *const grower = io->work;
    const int64_t count = settings->sheet ? LOAM_ISLE_STAGE_COUNT : 1;
    const loam_isle_stage last = settings->sheet ? LOAM_ISLE_OBJECTS
                                                 : (loam_isle_stage)settings->stage;
    loam_result result = tool_check_picture("--size", settings->size, settings->size, count);
    result = result == LOAM_OK
                 ? isles_grower_open(&settings->question, settings->slot, last, grower)
                 : result;
    if (result == LOAM_OK && settings->question.output != NULL)
    {
        result = write_picture(settings, grower);
    }
    return isles_grower_finish(grower, result);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(island_settings, field)

static const tool_option island_options[] = {
    ISLES_SLOT_OPTION(AT(slot)),
    CHOICE_OPTION("stage", AT(stage), isles_choose_stage, "STAGE", "objects",
                  "how far it grows, and what is drawn"),
    FLAG_OPTION("sheet", AT(sheet), "draw all stages on one sheet", .not_with = "stage"),
    INT_OPTION("size", AT(size), 16, 4096, "N", "512", "pixels along a side, of each stage"),
    ISLES_OPTIONS(AT(question)),
    PICTURE_OPTION(ISLES_AT(AT(question), output),
                   "where the picture goes; without it, things are only counted"),
    {0},
};
#undef AT

const tool_verb verb_isles_island = {
    .name = "isles island",
    .summary = "shows how an island comes to be, stage by stage",
    .details = "Terrain nodes, their gradients and noises, the product and the sum of these, the "
               "blends of terrains, rock on steep ground, levelled sites, objects.",
    .options = island_options,
    .settings_size = sizeof(island_settings),
    .example = "loam isles island --seed 7 --slot 2,-3 --sheet --size 256 -o island.png",
    .work_size = sizeof(isles_grower),
    .make = make,
    .report = print,
    .destroy = isles_grower_destroy,
};
