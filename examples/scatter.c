// SPDX-License-Identifier: MIT
// A wood around a lake, painted into a PNG: trees, bushes and stones that grow nowhere in the water, as stages of a
// pipeline whose pages fit together wherever one asks for them.
#include <loam/loam.h>

#include <stdio.h>

enum
{
    SIDE = 160, // world units
    SCALE = 5,  // pixels a unit
};

/// Places are in 1/256 of a unit. 0 in the lake, more and more on its shore.
static float dry_land(void *user, int64_t x, int64_t y)
{
    const loam_noise *const shore = user;
    const float dx = (float)x / LOAM_SCATTER_ONE - SIDE / 2,
                dy = (float)y / LOAM_SCATTER_ONE - SIDE / 2;
    const float away = (dx * dx + dy * dy) / 1600.0f; // 1 at 40 units from the middle
    return 4.0f * (away - 1.0f) + 3.0f * loam_noise_at2(shore, x, y);
}

static void paint_ground(loam_picture *picture, loam_noise *shore)
{
    for (int32_t i = 0; i < picture->w * picture->h; i++)
    {
        const int64_t x = (int64_t)(i % picture->w) * LOAM_SCATTER_ONE / SCALE;
        const int64_t y = (int64_t)(i / picture->w) * LOAM_SCATTER_ONE / SCALE;
        const float dry = dry_land(shore, x, y);
        picture->pixels[i] = dry > 0.0f
                                 ? loam_colour_mix(loam_rgb(0xe0d5a8), loam_rgb(0xb9c48a), dry)
                                 : loam_colour_mix(loam_rgb(0x7fb4c4), loam_rgb(0x3f7d9c), -dry);
    }
}

/// A point of a layer as a disc with a shadow.
static void paint_point(loam_picture *picture, const loam_scatter_point *point)
{
    static const uint32_t colours[3][3] = {
        {0x4f7a3a, 0x7ea24a, 0x2f5d46}, {0x8a9a4b, 0xb5653f, 0}, {0x8c8982, 0, 0}};
    static const float widths[3] = {4.0f, 1.9f, 1.1f};
    const float x = (float)point->x * SCALE / LOAM_SCATTER_ONE;
    const float y = (float)point->y * SCALE / LOAM_SCATTER_ONE;
    const float width = widths[point->layer] * point->size * SCALE;
    const loam_colour colour = loam_rgb(colours[point->layer][point->kind]);
    loam_picture_line(picture, x + 2, y + 3, x + 2, y + 3, width, (loam_colour){30, 40, 30, 80});
    loam_picture_line(picture, x, y, x, y, width, colour);
    loam_picture_line(picture, x - width / 8, y - width / 8, x - width / 8, y - width / 8,
                      width / 2, loam_colour_shade(colour, 1.15f));
}

/// Stones first, so that trees stand above what grows between them.
static void paint_page(loam_picture *picture, const loam_page *page)
{
    const loam_scatter_point *const points = page->data;
    for (size_t i = page->size / sizeof *points; i > 0; i--)
    {
        paint_point(picture, &points[i - 1]);
    }
}

static loam_result paint_pages(loam_pipeline *world, const loam_scatter_def *def,
                               loam_picture *picture)
{
    const int32_t stage = loam_pipeline_stage_index(world, def->name),
                  pages = SIDE / def->page_size;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < pages * pages && result == LOAM_OK; i++)
    {
        const loam_page *page = NULL;
        result = loam_pipeline_get(
            world, (loam_page_id){.stage = stage, .x = i % pages, .z = i / pages}, &page);
        if (result == LOAM_OK)
        {
            paint_page(picture, page);
            loam_pipeline_release(world, page);
        }
    }
    return result;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "scatter.png";
    loam_scatter_def def = loam_forest_scatter_def();
    loam_pipeline_def world_def = loam_default_pipeline_def();
    loam_noise_def noise_def = loam_default_noise_def();
    loam_pipeline *world = NULL;
    loam_picture picture = {0};
    loam_noise shore;
    world_def.seed = 2016;
    noise_def.wavelength = 40 * LOAM_SCATTER_ONE;
    loam_result result = loam_noise_init(&shore, &noise_def, world_def.seed);
    for (int32_t i = 0; i < def.layer_count; i++)
    {
        def.layers[i].density_at = dry_land;
        def.layers[i].user = &shore;
    }
    result = result != LOAM_OK ? result : loam_pipeline_create(&world_def, &world);
    result = result != LOAM_OK ? result : loam_scatter_add_stages(world, &def);
    result = result != LOAM_OK ? result
                               : loam_picture_create(&world_def.env, SIDE * SCALE, SIDE * SCALE,
                                                     loam_rgb(0), &picture);
    if (result == LOAM_OK)
    {
        paint_ground(&picture, &shore);
        result = paint_pages(world, &def, &picture);
    }
    result = result != LOAM_OK ? result : loam_png_write(&world_def.env, path, &picture);
    loam_picture_destroy(&world_def.env, &picture);
    loam_pipeline_destroy(world);
    puts(result == LOAM_OK ? path : loam_last_error());
    return result == LOAM_OK ? 0 : 1;
}
