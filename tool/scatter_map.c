// SPDX-License-Identifier: MIT
#include "field.h"
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// loam scatter map: what stands where on an endless plane, as a picture, a list and figures.

enum
{
    MOST_POINTS = 1 << 24
};

typedef struct map_settings
{
    int32_t method;
    double radius, widest, jitter, density, cluster, cluster_size;
    const char *layers, *mask, *mask_layer;
    double mask_scale;
    option_position mask_at;
    bool forest;
    uint64_t seed;
    option_position at;
    option_size size;
    int64_t scale;
    int32_t threads;
    const char *output, *list;
    bool json;
} map_settings;

typedef struct map_work
{
    loam_env env;
    const map_settings *settings;
    loam_scatter_def def;
    loam_noise spacing; // of --radius-most
    loam_scatter_mask mask;
    uint8_t *shares; // of --mask
    loam_scatter_area area;
    loam_scatter_point *points;
    size_t room, count;
} map_work;

// ---- what is scattered --------------------------------------------------------------------------

static float spacing_at(void *user, int64_t x, int64_t y)
{
    const map_work *const work = user;
    const float low = (float)work->settings->radius, high = (float)work->settings->widest;
    return low + (high - low) * (0.5f + 0.7f * loam_noise_at2(&work->spacing, x, y));
}

/// A spacing that goes up and down in waves of some twenty of the widest.
static loam_result vary_spacing(map_work *work)
{
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 20.0 * work->settings->widest * LOAM_SCATTER_ONE;
    work->def.layers[0].spacing_at = spacing_at;
    work->def.layers[0].widest = (float)work->settings->widest;
    work->def.layers[0].user = work;
    return loam_noise_init(&work->spacing, &def, loam_seed_derive(work->settings->seed, "spacing"));
}

/// Pages of a few spacings are fastest.
static int32_t page_for(double spacing)
{
    int32_t page = LOAM_MIN_SCATTER_PAGE;
    while (page < 4.0 * spacing && page < LOAM_MAX_SCATTER_PAGE)
    {
        page *= 2;
    }
    return page;
}

static loam_result make_def(map_work *work)
{
    const map_settings *const settings = work->settings;
    const bool varies = settings->widest > settings->radius;
    if (settings->forest || settings->layers != NULL)
    {
        work->def = loam_forest_scatter_def();
        return settings->layers != NULL
                   ? loam_scatter_def_read_file(&work->env, settings->layers, &work->def)
                   : LOAM_OK;
    }
    loam_scatter_layer *const layer = &work->def.layers[0];
    work->def = loam_default_scatter_def();
    work->def.page_size = page_for(varies ? settings->widest : settings->radius);
    layer->method = (loam_scatter_method)settings->method;
    layer->spacing = (float)settings->radius;
    layer->clearance = 0.0f;
    layer->jitter = (float)settings->jitter;
    layer->density = (float)settings->density;
    layer->cluster = (float)settings->cluster;
    layer->cluster_size = (float)settings->cluster_size;
    if (settings->widest > 0.0 && !varies)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--radius-most is %g; must be above --radius, which is %g",
                         settings->widest, settings->radius);
    }
    if (varies && layer->method != LOAM_SCATTER_POISSON)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--radius-most is for --method poisson");
    }
    return varies ? vary_spacing(work) : LOAM_OK;
}

/// Bright and opaque is where points stay.
static void fill_shares(uint8_t *shares, const loam_picture *picture)
{
    for (int64_t i = 0; i < (int64_t)picture->w * picture->h; i++)
    {
        const loam_colour c = picture->pixels[i];
        shares[i] = (uint8_t)((c.r + c.g + c.b) * c.a / (3 * 255));
    }
}

/// The picture lies north up, its south-western corner at --mask-at, or its middle at 0,0.
static loam_result read_mask(map_work *work)
{
    const map_settings *const settings = work->settings;
    loam_tile_colours colours;
    const loam_result result = loam_png_read_tile_colours(&work->env, settings->mask, &colours);
    if (result != LOAM_OK)
    {
        return loam_fail(result, "--mask: %s", loam_last_error());
    }
    const loam_picture *const picture = &colours.picture;
    const double scale = settings->mask_scale;
    work->mask = (loam_scatter_mask){.w = picture->w,
                                     .h = picture->h,
                                     .scale = (float)scale,
                                     .x = settings->mask_at.x,
                                     .y = settings->mask_at.y};
    if (!settings->mask_at.given)
    {
        work->mask.x = -(int64_t)(0.5 * scale * picture->w);
        work->mask.y = -(int64_t)(0.5 * scale * picture->h);
    }
    work->shares = loam_alloc(&work->env, (size_t)picture->w * (size_t)picture->h);
    work->mask.shares = work->shares;
    if (work->shares != NULL)
    {
        fill_shares(work->shares, picture);
    }
    loam_picture_destroy(&work->env, &colours.picture);
    return work->shares != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

/// Of a layer that may have a spacing_at, too, with the same user.
static float mask_at(void *user, int64_t x, int64_t y)
{
    map_work *const work = user;
    return loam_scatter_mask_at(&work->mask, x, y);
}

/// All layers have it, or one.
static loam_result put_mask(map_work *work)
{
    const char *const name = work->settings->mask_layer;
    if (work->settings->mask == NULL &&
        (name != NULL || work->settings->mask_at.given || work->settings->mask_scale != 1))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--mask-layer, --mask-at and --mask-scale are for --mask");
    }
    const loam_result result = work->settings->mask != NULL ? read_mask(work) : LOAM_OK;
    int32_t count = 0;
    for (int32_t i = 0; i < work->def.layer_count && result == LOAM_OK; i++)
    {
        loam_scatter_layer *const layer = &work->def.layers[i];
        const bool has_mask = work->settings->mask != NULL &&
                              (name == NULL || strcmp(layer->name, name) == 0);
        if (has_mask)
        {
            layer->density_at = mask_at;
            layer->user = work;
            layer->identity = loam_scatter_mask_identity(&work->mask);
            count++;
        }
    }
    return result != LOAM_OK || work->settings->mask == NULL || count > 0
               ? result
               : loam_fail(LOAM_BAD_ARGUMENT, "--mask-layer is %s; must be the name of a layer",
                           name);
}

static loam_result find_points(map_work *work)
{
    const map_settings *const settings = work->settings;
    const int64_t w = (settings->size.w + settings->scale - 1) / settings->scale;
    const int64_t h = (settings->size.h + settings->scale - 1) / settings->scale;
    loam_result result = loam_scatter_check(&work->def);
    if (result != LOAM_OK)
    {
        return result;
    }
    work->area = (loam_scatter_area){settings->at.x - w / 2, settings->at.y - h / 2, w, h};
    const size_t room = loam_scatter_capacity(&work->def, w, h);
    if (room > MOST_POINTS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--size is %dx%d at this --scale, with room for %zu points; must be at "
                         "most %d of them",
                         (int)settings->size.w, (int)settings->size.h, room, MOST_POINTS);
    }
    work->points = loam_alloc(&work->env, room * sizeof *work->points);
    work->room = work->points != NULL ? room : 0;
    return work->points == NULL ? LOAM_OUT_OF_MEMORY
                                : loam_scatter_points(&work->env, &work->def, settings->seed,
                                                      work->area, work->points, room, &work->count);
}

// ---- the picture --------------------------------------------------------------------------------

/// Colours of layers, and of kinds within them.
static const uint32_t palette[4][4] = {{0x4f7a3a, 0x7ea24a, 0x2f5d46, 0x95803f},
                                       {0x8a9a4b, 0xb5653f, 0x6d8f5c, 0xa99a5a},
                                       {0x8c8982, 0xa59a86, 0x77797c, 0x94a0a4},
                                       {0xc9a23c, 0xb25f7a, 0x7a6ba8, 0xd8d2c0}};

static void draw_disc(loam_picture *picture, float x, float y, float radius, loam_colour colour)
{
    loam_picture_line(picture, x, y, x, y, 2.0f * radius, colour);
}

/// How wide things are, of a spacing. In one layer alone Poisson discs show how near two can be, and points of cells are
/// small; where there are several layers, things have sizes of their own.
static float width_of(const map_work *work, const loam_scatter_layer *layer)
{
    return work->def.layer_count > 1               ? 0.84f
           : layer->method == LOAM_SCATTER_POISSON ? 0.92f
                                                   : 0.45f;
}

/// A round thing with its shadow, lit from the top left.
static void draw_point(loam_picture *picture, const map_work *work, const loam_scatter_point *point)
{
    const loam_scatter_layer *const layer = &work->def.layers[point->layer];
    const float scale = (float)work->settings->scale;
    const float x = (float)(point->x - work->area.x * LOAM_SCATTER_ONE) * scale / LOAM_SCATTER_ONE;
    const float y = (float)(point->y - work->area.y * LOAM_SCATTER_ONE) * scale / LOAM_SCATTER_ONE;
    const float spacing = layer->spacing_at != NULL
                              ? layer->spacing_at(layer->user, point->x, point->y)
                              : layer->spacing;
    const float radius = scale * spacing * width_of(work, layer) * 0.5f *
                         (work->def.layer_count > 1 ? point->size : 1.0f);
    const loam_colour colour = loam_rgb(palette[point->layer % 4][point->kind % 4]);
    const float top = (float)picture->h - y; // north is up
    draw_disc(picture, x + 0.22f * radius, top + 0.28f * radius, radius,
              (loam_colour){40, 42, 30, 70});
    draw_disc(picture, x, top, radius, loam_colour_shade(colour, 0.82f));
    draw_disc(picture, x - 0.1f * radius, top - 0.12f * radius, 0.8f * radius, colour);
    draw_disc(picture, x - 0.25f * radius, top - 0.3f * radius, 0.4f * radius,
              loam_colour_shade(colour, 1.18f));
}

static loam_result write_picture(const map_work *work)
{
    const map_settings *const settings = work->settings;
    loam_picture picture = {0};
    loam_result result = loam_picture_create(&work->env, settings->size.w, settings->size.h,
                                             loam_rgb(0xd9d3b4), &picture);
    // What came first stands above what grows between.
    for (size_t i = work->count; i > 0 && result == LOAM_OK; i--)
    {
        draw_point(&picture, work, &work->points[i - 1]);
    }
    result = result == LOAM_OK ? loam_png_write(&work->env, settings->output, &picture) : result;
    loam_picture_destroy(&work->env, &picture);
    return result;
}

// ---- the list -----------------------------------------------------------------------------------

/// A place in world units, to the last digit.
static void add_place(text *list, int64_t place)
{
    const uint64_t size = place < 0 ? 0 - (uint64_t)place : (uint64_t)place;
    text_add(list, "%s%" PRIu64 ".%08" PRIu64 ",", place < 0 ? "-" : "", size / LOAM_SCATTER_ONE,
             size % LOAM_SCATTER_ONE * 390625);
}

static loam_result write_list(const map_work *work)
{
    text list = {0};
    text_add(&list, "x,y,layer,kind,size,turn,id\n");
    for (size_t i = 0; i < work->count; i++)
    {
        const loam_scatter_point *const point = &work->points[i];
        add_place(&list, point->x);
        add_place(&list, point->y);
        text_add(&list, "%s,%d,%.4f,%.4f,%016" PRIx64 "\n", work->def.layers[point->layer].name,
                 (int)point->kind, (double)point->size, (double)point->turn, point->id);
    }
    const loam_result result = list.failed
                                   ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory")
                                   : loam_file_write(work->settings->list, list.data, list.size);
    text_free(&list);
    return result;
}

// ---- figures ------------------------------------------------------------------------------------

/// The least distance of two points of a layer, which lie by y; 0 if there are not two.
static double least_distance(const map_work *work, int32_t layer)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < work->count; i++)
    {
        const loam_scatter_point *const a = &work->points[i];
        for (size_t k = i + 1; k < work->count && a->layer == layer; k++)
        {
            const loam_scatter_point *const b = &work->points[k];
            const double x = (double)(b->x - a->x) / LOAM_SCATTER_ONE;
            const double y = (double)(b->y - a->y) / LOAM_SCATTER_ONE;
            if (b->layer != layer || y >= least)
            {
                break;
            }
            const double distance = sqrt(x * x + y * y);
            least = distance < least ? distance : least;
        }
    }
    return isinf(least) ? 0.0 : least;
}

static void count_layer(const map_work *work, int32_t layer, double *kinds, double *all)
{
    for (size_t i = 0; i < work->count; i++)
    {
        if (work->points[i].layer == layer)
        {
            kinds[work->points[i].kind]++;
            ++*all;
        }
    }
}

static void add_layer(tool_report *r, text *words, const map_work *work, int32_t index)
{
    const loam_scatter_layer *const layer = &work->def.layers[index];
    const double least = least_distance(work, index);
    double kinds[LOAM_MAX_SCATTER_KINDS] = {0}, all = 0;
    count_layer(work, index, kinds, &all);
    json_open(&r->json, '{');
    json_add_text(&r->json, "name", layer->name);
    json_add_text(&r->json, "method", loam_scatter_method_name(layer->method));
    json_add_number(&r->json, "points", all);
    json_add_number(&r->json, "least_distance", least);
    json_open_at(&r->json, "kinds", '[');
    for (int32_t i = 0; i < layer->kind_count; i++)
    {
        json_number(&r->json, kinds[i]);
    }
    json_close(&r->json, ']');
    json_close(&r->json, '}');
    text_add(words, "%s%.0f %s, %.2f apart or more", index > 0 ? "; " : "", all, layer->name,
             least);
}

static int print(const tool_io *io)
{
    const map_work *const work = io->work;
    text words = {0};
    tool_report r = report_begin(work->settings->json);
    report_uint64(&r, "seed", work->settings->seed);
    report_place(&r, "corner", work->area.x, work->area.y);
    report_size(&r, "area", (int32_t)work->area.w, (int32_t)work->area.h);
    report_number(&r, "points", (double)work->count);
    json_open_at(&r.json, "layers", '[');
    for (int32_t i = 0; i < work->def.layer_count; i++)
    {
        add_layer(&r, &words, work, i);
    }
    json_close(&r.json, ']');
    report_hash(&r, "hash", loam_scatter_hash(work->points, work->count, 0));
    report_words(&r, "file", work->settings->output);
    report_words(&r, "list", work->settings->list);
    report_say_words(&r, "words", text_get(&words));
    const int code = report_print(
        io, &r,
        "{area: x } units: {words}; hash {hash}[; written to {file}][; points written to {list}]");
    text_free(&words);
    return code;
}

// ---- running ------------------------------------------------------------------------------------

static loam_result check_files(const map_settings *settings)
{
    char asked[64];
    snprintf(asked, sizeof asked, "--size is %dx%d", (int)settings->size.w, (int)settings->size.h);
    loam_result result = tool_check_picture(asked, settings->size.w, settings->size.h, 1);
    result = result == LOAM_OK && settings->output != NULL ? loam_file_check(settings->output)
                                                           : result;
    return result == LOAM_OK && settings->list != NULL ? loam_file_check(settings->list) : result;
}

static loam_result make(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    map_work *const work = io->work;
    work->settings = settings;
    work->env = loam_default_env();
    loam_result result = check_files(settings);
    result = result == LOAM_OK ? make_def(work) : result;
    result = result == LOAM_OK ? put_mask(work) : result;
    result = result == LOAM_OK ? field_threads(settings->threads, &work->env.jobs) : result;
    result = result == LOAM_OK ? find_points(work) : result;
    result = result == LOAM_OK && settings->output != NULL ? write_picture(work) : result;
    return result == LOAM_OK && settings->list != NULL ? write_list(work) : result;
}

static void end(void *of)
{
    map_work *const work = of;
    loam_free(&work->env, work->points, work->room * sizeof *work->points);
    loam_free(&work->env, work->shares, (size_t)work->mask.w * (size_t)work->mask.h);
    loam_jobs_destroy(work->env.jobs);
}

static const char *choose_method(int32_t index)
{
    return index < LOAM_SCATTER_METHOD_COUNT ? loam_scatter_method_name((loam_scatter_method)index)
                                             : NULL;
}

#define AT(field) offsetof(map_settings, field)
#define ONE_LAYER "method radius radius-most jitter density cluster cluster-size"

static const tool_option map_options[] = {
    CHOICE_OPTION("method", AT(method), choose_method, "NAME", "poisson", "how points are placed"),
    NUMBER_OPTION("radius", AT(radius), 0.125, 1024, "N", "4",
                  "how far points are apart, at least (poisson) or from middle to middle, units"),
    NUMBER_OPTION("radius-most", AT(widest), 0, 1024, "N", "0",
                  "poisson: it varies by a noise, up to this; 0: it does not"),
    NUMBER_OPTION("jitter", AT(jitter), 0, 1, "N", "0.75",
                  "jitter and hex: how far points are moved in their cells"),
    NUMBER_OPTION("density", AT(density), 0, 1, "N", "1", "how many of the points stay"),
    NUMBER_OPTION("cluster", AT(cluster), 0, 1, "N", "0", "how empty it is between clusters"),
    NUMBER_OPTION("cluster-size", AT(cluster_size), 1, 65536, "N", "32", "of clusters, units"),
    FLAG_OPTION("forest", AT(forest), "trees, bushes and stones instead of one layer",
                .not_with = ONE_LAYER),
    FILE_OPTION("layers", AT(layers), ".json", "FILE", "layers from a file instead",
                .not_with = ONE_LAYER " forest"),
    FILE_OPTION("mask", AT(mask), ".png", "FILE",
                "a picture of where points stay: white all, black or transparent none"),
    NUMBER_OPTION("mask-scale", AT(mask_scale), 0.001, 65536, "N", "1", "units a pixel of --mask"),
    POSITION_OPTION("mask-at", AT(mask_at), -0x1p50, 0x1p50, "X,Y", NULL,
                    "the south-western corner of --mask, units; without it its middle is at 0,0"),
    TEXT_OPTION("mask-layer", AT(mask_layer), "NAME", NULL,
                "the layer that --mask is for; without it all of them"),
    SEED_OPTION(AT(seed), "of the plane"),
    POSITION_OPTION("at", AT(at), -0x1p50, 0x1p50, "X,Y", "0,0", "the middle, units"),
    SIZE_OPTION("size", AT(size), 16, 16384, "WxH", "768x512", "pixels"),
    INT_OPTION("scale", AT(scale), 1, 256, "N", "6", "pixels a unit"),
    THREADS_OPTION(AT(threads), "1"),
    PICTURE_OPTION(AT(output), "where the picture goes"),
    FILE_OPTION("points", AT(list), ".csv", "FILE", "where a list of all points goes"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_scatter_map = {
    .name = "scatter map",
    .summary = "places things on an endless plane and draws them",
    .details =
        "Jittered squares, jittered hexagons, or Poisson discs: as many points as there is "
        "room for, none nearer to another than the radius, without seams wherever one looks. "
        "--forest has trees, bushes that keep clear of them, and stones between; --layers "
        "reads such layers from a file (docs/scatter.md); --mask keeps them to a picture. North "
        "is up.",
    .options = map_options,
    .settings_size = sizeof(map_settings),
    .example = "loam scatter map --forest --seed 7 -o forest.png",
    .work_size = sizeof(map_work),
    .make = make,
    .report = print,
    .destroy = end,
};
