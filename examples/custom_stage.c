// SPDX-License-Identifier: MIT
// A world of your own in three stages, height -> slope -> colour, painted into a PNG.
// A stage turns pages of earlier stages into pages of its own. It says what it reads and how far
// around its page it looks; the pipeline computes what is needed, on all threads, and keeps it for
// later. Such a world has no edge: pages can be asked for in any order, and are always the same.
#include <loam/loam.h>

#include <stdio.h>

#define SIDE 128 // of a page, in tiles
#define AREA (SIDE * SIDE)
#define PAGES_X 10 // of the picture
#define PAGES_Y 6

// ---- stage 1: height, about -1 (deep sea) to 1 (highest peak), out of nothing but the seed ----------

static loam_result fill(float *out, const loam_slice *slice, const loam_noise_def *def,
                        const char *name)
{
    const loam_noise_area area = {slice->x, slice->y, .step = 1, .w = SIDE, .h = SIDE, .d = 1};
    loam_noise noise;
    const loam_result result = loam_noise_init(&noise, def, loam_seed_derive(slice->seed, name));
    return result == LOAM_OK ? loam_noise_grid2(&noise, out, area) : result;
}

static float smooth(float low, float high, float value)
{
    const float t = value < low ? 0.0f : value > high ? 1.0f : (value - low) / (high - low);
    return t * t * (3.0f - 2.0f * t);
}

static loam_result run_height(loam_slice *slice)
{
    // Parameters are part of the identity of every page: with others it is another world.
    const double wavelength = *(const double *)slice->parameters;
    float *const height = slice->out;
    // Work memory comes from the arena, as much as was declared. It lives as long as the page's work.
    float *const ridges = loam_arena_take(&slice->scratch, AREA * sizeof(float));
    loam_noise_def land = loam_default_noise_def(), mountains = land;
    land.isa = mountains.isa = slice->env->isa;
    land.wavelength = wavelength;
    land.octaves = 9;
    land.warp = wavelength / 20;
    land.warp_wavelength = wavelength / 2;
    mountains.fractal = LOAM_FRACTAL_RIDGED;
    mountains.wavelength = wavelength / 3;
    mountains.octaves = 7;
    loam_result result = fill(height, slice, &land, "land");
    result = result == LOAM_OK ? fill(ridges, slice, &mountains, "mountains") : result;
    for (int i = 0; i < AREA && result == LOAM_OK; i++)
    {
        const float inland = smooth(0.05f, 0.6f, height[i]); // mountains grow there
        height[i] = 0.5f * height[i] + 0.03f + 0.6f * inland * (ridges[i] + 0.25f);
    }
    return result;
}

// ---- stage 2: slope, how far the ground rises to the right and downwards ----------------------------

typedef struct slope
{
    float right, down;
} slope;

// With a reach of one tile there are 3 x 3 pages, row by row: the tile may lie on any of them.
static float height_at(const loam_page *pages, int x, int y)
{
    const float *const heights = pages[(y + SIDE) / SIDE * 3 + (x + SIDE) / SIDE].data;
    return heights[(y + SIDE) % SIDE * SIDE + (x + SIDE) % SIDE];
}

static loam_result run_slope(loam_slice *slice)
{
    int32_t count;
    const loam_page *const pages = loam_slice_pages(slice, 0, &count);
    slope *const out = slice->out;
    for (int i = 0; i < AREA; i++)
    {
        const int x = i % SIDE, y = i / SIDE;
        out[i].right = (height_at(pages, x + 1, y) - height_at(pages, x - 1, y)) / 2;
        out[i].down = (height_at(pages, x, y + 1) - height_at(pages, x, y - 1)) / 2;
    }
    return LOAM_OK;
}

// ---- stage 3: colour, by height and steepness, lit from the top left --------------------------------

static loam_colour paint(float height, slope rise)
{
    static const loam_ramp_stop sea[] = {
        {-0.4f, {10, 30, 66, 255}}, {-0.12f, {20, 66, 118, 255}}, {0.0f, {84, 162, 180, 255}}};
    static const loam_ramp_stop land[] = {
        {0.0f, {222, 205, 160, 255}}, {0.02f, {124, 154, 80, 255}},  {0.16f, {66, 114, 58, 255}},
        {0.3f, {92, 112, 70, 255}},   {0.45f, {137, 130, 118, 255}}, {0.55f, {244, 246, 250, 255}}};
    if (height <= 0.0f)
    {
        return loam_ramp_at(sea, 3, height);
    }
    const loam_colour ground = loam_ramp_at(land, 6, height), rock = {118, 108, 98, 255};
    const float steep = smooth(1e-4f, 8e-4f, rise.right * rise.right + rise.down * rise.down);
    return loam_colour_shade(loam_colour_mix(ground, rock, steep),
                             loam_relief(rise.right * 25, rise.down * 25));
}

static loam_result run_colour(loam_slice *slice)
{
    int32_t count; // without reach there is exactly one page of each input
    const float *const height = loam_slice_pages(slice, 0, &count)->data;
    const slope *const rise = loam_slice_pages(slice, 1, &count)->data;
    loam_colour *const out = slice->out;
    for (int i = 0; i < AREA; i++)
    {
        out[i] = paint(height[i], rise[i]);
    }
    return LOAM_OK;
}

// ---- putting it together ----------------------------------------------------------------------------

static bool add_stages(loam_pipeline *pipeline)
{
    const double wavelength = 700;
    const loam_stage_input slope_reads[] = {{.stage = "height", .reach = 1}};
    const loam_stage_input colour_reads[] = {{.stage = "height"}, {.stage = "slope"}};
    loam_stage_def height = loam_default_stage_def();
    height.page_size = SIDE;
    loam_stage_def slopes = height, colour = height;
    height.name = "height";
    height.payload_size = AREA * sizeof(float);
    height.scratch_size = LOAM_ARENA_SIZE(AREA * sizeof(float));
    height.parameters = &wavelength;
    height.parameters_size = sizeof wavelength;
    height.run = run_height;
    slopes.name = "slope";
    slopes.payload_size = AREA * sizeof(slope);
    slopes.inputs = slope_reads;
    slopes.input_count = 1;
    slopes.run = run_slope;
    colour.name = "colour";
    colour.payload_size = AREA * sizeof(loam_colour);
    colour.inputs = colour_reads;
    colour.input_count = 2;
    colour.run = run_colour;
    return loam_pipeline_add(pipeline, &height) == LOAM_OK &&
           loam_pipeline_add(pipeline, &slopes) == LOAM_OK &&
           loam_pipeline_add(pipeline, &colour) == LOAM_OK;
}

typedef struct painter
{
    loam_pipeline *pipeline;
    int32_t colour; // the stage
    loam_picture picture;
} painter;

// A game asks for a region around its player and pumps once a frame. A picture needs certain pages
// now: each thread asks for some of them, and works along until they are there.
static void paint_pages(void *context, int64_t begin, int64_t end)
{
    painter *const p = context;
    for (int64_t i = begin; i < end; i++)
    {
        const loam_page_id id = {.stage = p->colour, .x = i % PAGES_X, .y = i / PAGES_X};
        const loam_page *page;
        if (loam_pipeline_get(p->pipeline, id, &page) != LOAM_OK)
        {
            fprintf(stderr, "%s\n", loam_last_error());
            continue;
        }
        const loam_picture view = {.pixels = (loam_colour *)page->data, .w = SIDE, .h = SIDE};
        loam_picture_blit(&p->picture, (int32_t)id.x * SIDE, (int32_t)id.y * SIDE, &view);
        loam_pipeline_release(p->pipeline, page); // until here it was ours to read
    }
}

int main(int argc, char **argv)
{
    const char *const path = argc > 1 ? argv[1] : "custom_stage.png";
    const loam_jobs_def jobs_def = loam_default_jobs_def();
    loam_pipeline_def def = loam_default_pipeline_def();
    def.seed = loam_seed_from_text("loam");
    painter p = {0};
    bool good = loam_jobs_create(&jobs_def, &def.env.jobs) == LOAM_OK &&
                loam_pipeline_create(&def, &p.pipeline) == LOAM_OK && add_stages(p.pipeline) &&
                loam_picture_create(&def.env, PAGES_X * SIDE, PAGES_Y * SIDE, loam_rgb(0xff00ff),
                                    &p.picture) == LOAM_OK;
    if (good)
    {
        p.colour = loam_pipeline_stage_index(p.pipeline, "colour");
        loam_jobs_for(def.env.jobs, PAGES_X * PAGES_Y, 1, paint_pages, &p);
        loam_stage_counters colour;
        good = loam_pipeline_counters(p.pipeline, p.colour, &colour) == LOAM_OK &&
               colour.failed == 0 && loam_png_write(&def.env, path, &p.picture) == LOAM_OK;
    }
    good ? printf("%s\n", path) : fprintf(stderr, "%s\n", loam_last_error());
    loam_picture_destroy(&def.env, &p.picture);
    loam_pipeline_destroy(p.pipeline);
    loam_jobs_destroy(def.env.jobs);
    return good ? 0 : 1;
}
