// SPDX-License-Identifier: MIT
#include "scatter/scatter.h"

#include <stdio.h>
#include <string.h>

// A scatter on a pipeline.
//
// A Poisson disc depends on what is there already, so pages of an endless one need an order that everybody agrees on.
// Pages have four colours, like 2 x 2 tiles: no two of a colour touch. The ground of a page, where its sites may lie, goes
// a quarter page beyond it, and no spacing is more than half a page: so pages of one colour do not matter to each
// other. There is a stage for each colour. It fills pages of its colour between those of the colours before it, whose
// pages it reads as far as they matter, and leaves all others empty. What comes out depends on neither order
// nor threads, and has no seams.
//
// Then a stage gathers the layer: it takes the sites that lie on the page, or makes those of squares or
// hexagons, thins them, and puts them behind the points of earlier layers. Later layers read that.

enum
{
    COLOURS = 4,
};

/// Sizes of the scratch memory of a stage.
typedef struct room
{
    size_t discs, sites, fill;
} room;

static room room_of(const loam_scatter_plan *plan)
{
    const bool poisson = plan->method == LOAM_SCATTER_POISSON;
    const int32_t sites = plan->colour >= 0 ? plan->near_capacity : plan->capacity;
    return (room){(size_t)plan->disc_capacity * sizeof(loam_scatter_disc),
                  (size_t)sites * sizeof(loam_scatter_site),
                  poisson ? loam_scatter_poisson_scratch(plan)
                          : loam_scatter_lattice_scratch(plan)};
}

static loam_scatter_page page_of(const loam_slice *slice)
{
    const loam_scatter_plan *const plan = slice->parameters;
    return (loam_scatter_page){.plan = plan,
                               .layer = slice->user,
                               .seed = loam_scatter_layer_seed(plan, slice->world_seed),
                               .page_x = slice->page_x,
                               .page_y = slice->page_z,
                               .x = slice->x * LOAM_SCATTER_ONE - plan->margin,
                               .y = slice->z * LOAM_SCATTER_ONE - plan->margin};
}

static loam_result check_place(const loam_slice *slice)
{
    const int64_t end = LOAM_SCATTER_END - slice->extent;
    return slice->x >= -end && slice->x <= end && slice->z >= -end && slice->z <= end
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "points are scattered up to %lld from 0",
                           (long long)LOAM_SCATTER_END);
}

/// Whether a length from the corner of ground is within range of it.
static bool is_near(int64_t offset, int32_t ground, int32_t range)
{
    return offset >= -(int64_t)range && offset < (int64_t)ground + range;
}

/// Collects earlier points, and how far they keep others away, from an input.
static void collect_discs(loam_slice *slice, int32_t input, loam_scatter_page *page,
                          loam_scatter_disc *discs)
{
    const loam_scatter_plan *const plan = page->plan;
    int32_t pages;
    const loam_page *const inputs = loam_slice_pages(slice, input, &pages);
    page->discs = discs;
    for (int32_t i = 0; i < pages; i++)
    {
        const loam_scatter_point *const points = inputs[i].data;
        for (size_t k = 0; k < inputs[i].size / sizeof *points; k++)
        {
            const int64_t x = points[k].x - page->x, y = points[k].y - page->y;
            const int32_t clearance = plan->clearances[points[k].layer];
            if (is_near(x, plan->ground, clearance) && is_near(y, plan->ground, clearance))
            {
                discs[page->disc_count++] = (loam_scatter_disc){(int32_t)x, (int32_t)y, clearance};
            }
        }
    }
}

/// Adds the sites of pages around, relative to the ground of this one, that are within range of it; less than 0: that
/// are on the page itself.
static int32_t collect_sites(loam_slice *slice, int32_t input, int32_t range,
                             loam_scatter_site *sites, int32_t count)
{
    const loam_scatter_plan *const plan = slice->parameters;
    int32_t pages;
    const loam_page *const inputs = loam_slice_pages(slice, input, &pages);
    for (int32_t i = 0; i < pages; i++)
    {
        const loam_scatter_site *const from = inputs[i].data;
        const int32_t x = (int32_t)(inputs[i].x - slice->page_x) * plan->page;
        const int32_t y = (int32_t)(inputs[i].z - slice->page_z) * plan->page;
        for (size_t k = 0; k < inputs[i].size / sizeof *from; k++)
        {
            const loam_scatter_site site = {from[k].x + x, from[k].y + y, from[k].spacing};
            if (is_near(site.x, plan->ground, range) && is_near(site.y, plan->ground, range))
            {
                sites[count++] = site;
            }
        }
    }
    return count;
}

// ---- a colour -----------------------------------------------------------------------------------

static loam_result run_colour(loam_slice *slice)
{
    loam_scatter_page page = page_of(slice);
    const loam_scatter_plan *const plan = page.plan;
    const room sizes = room_of(plan);
    const int32_t colour = (int32_t)((slice->page_x & 1) + 2 * (slice->page_z & 1));
    loam_result result = check_place(slice);
    if (result != LOAM_OK || colour != plan->colour)
    {
        slice->out_size = 0;
        return result;
    }
    loam_scatter_disc *const discs = loam_arena_take(&slice->scratch, sizes.discs);
    loam_scatter_site *const sites = loam_arena_take(&slice->scratch, sizes.sites);
    int32_t count = 0;
    if (plan->index > 0)
    {
        collect_discs(slice, plan->colour, &page, discs);
    }
    for (int32_t i = 0; i < plan->colour; i++)
    {
        count = collect_sites(slice, i, plan->widest, sites, count);
    }
    result = loam_scatter_fill_poisson(&page, sites, count, &slice->scratch, slice->out, &count);
    slice->out_size = (size_t)count * sizeof(loam_scatter_site);
    return result;
}

// ---- a layer ------------------------------------------------------------------------------------

/// The sites of the page itself.
static int32_t own_sites(loam_slice *slice, loam_scatter_page *page, loam_scatter_site *sites,
                         loam_scatter_disc *discs)
{
    const loam_scatter_plan *const plan = page->plan;
    int32_t count = 0;
    if (plan->method != LOAM_SCATTER_POISSON)
    {
        if (plan->index > 0)
        {
            collect_discs(slice, 0, page, discs);
        }
        return loam_scatter_fill_lattice(page, &slice->scratch, sites);
    }
    for (int32_t i = 0; i < COLOURS; i++)
    {
        count = collect_sites(slice, i + (plan->index > 0), -plan->margin, sites, count);
    }
    return count;
}

static loam_result run_layer(loam_slice *slice)
{
    loam_scatter_page page = page_of(slice);
    const loam_scatter_plan *const plan = page.plan;
    const room sizes = room_of(plan);
    loam_scatter_disc *const discs = loam_arena_take(&slice->scratch, sizes.discs);
    loam_scatter_site *const sites = loam_arena_take(&slice->scratch, sizes.sites);
    loam_scatter_point *out = slice->out;
    size_t earlier = 0;
    int32_t kept = 0;
    loam_result result = check_place(slice);
    if (result == LOAM_OK && plan->index > 0)
    {
        const loam_page *const before = loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z);
        earlier = before != NULL ? before->size : 0;
        if (earlier > 0)
        {
            memcpy(out, before->data, earlier);
        }
    }
    if (result == LOAM_OK)
    {
        const int32_t count = own_sites(slice, &page, sites, discs);
        result = loam_scatter_thin(&page, sites, count, out + earlier / sizeof *out, &kept);
    }
    slice->out_size = earlier + (size_t)kept * sizeof *out;
    return result;
}

// ---- adding them --------------------------------------------------------------------------------

/// In world units.
static int64_t reach_of(int32_t length)
{
    return (length + LOAM_SCATTER_ONE - 1) / LOAM_SCATTER_ONE;
}

typedef char stage_name[LOAM_MAX_STAGE_NAME + 1];

/// The stage that gathers a layer; the last one has the name of the whole.
static void name_layer(stage_name out, const loam_scatter_def *def, int32_t index)
{
    const bool last = index == def->layer_count - 1;
    snprintf(out, sizeof(stage_name), "%s%s%s", def->name, last ? "" : ".",
             last ? "" : def->layers[index].name);
}

static void name_colour(stage_name out, const loam_scatter_def *def, int32_t index, int32_t colour)
{
    snprintf(out, sizeof(stage_name), "%s.%s.%d", def->name, def->layers[index].name, (int)colour);
}

/// What all stages of a layer have.
static loam_stage_def begin_stage(const loam_scatter_def *def, const loam_scatter_plan *plan)
{
    loam_stage_def stage = loam_default_stage_def();
    const room sizes = room_of(plan);
    stage.axes = LOAM_AXES_XZ;
    stage.page_size = def->page_size;
    stage.parameters = plan;
    stage.parameters_size = sizeof *plan;
    // The pipeline hands it back to run, which only reads it.
    stage.user = (void *)(uintptr_t)&def->layers[plan->index];
    stage.scratch_size = LOAM_ARENA_SIZE(sizes.discs) + LOAM_ARENA_SIZE(sizes.sites) + sizes.fill;
    return stage;
}

static loam_result add_colour(loam_pipeline *pipeline, const loam_scatter_def *def,
                              loam_scatter_plan *plan, int32_t colour)
{
    stage_name name, names[COLOURS];
    loam_stage_input inputs[COLOURS];
    plan->colour = colour;
    for (int32_t i = 0; i < colour; i++)
    {
        name_colour(names[i], def, plan->index, i);
        inputs[i] = (loam_stage_input){.stage = names[i],
                                       .reach = reach_of(plan->widest + 2 * plan->margin)};
    }
    if (plan->index > 0)
    {
        name_layer(names[colour], def, plan->index - 1);
        inputs[colour] = (loam_stage_input){.stage = names[colour],
                                            .reach = reach_of(plan->reach + plan->margin)};
    }
    name_colour(name, def, plan->index, colour);
    loam_stage_def stage = begin_stage(def, plan);
    stage.name = name;
    stage.inputs = inputs;
    stage.input_count = colour + (plan->index > 0);
    stage.payload_size = (size_t)plan->capacity * sizeof(loam_scatter_site);
    stage.run = run_colour;
    return loam_pipeline_add(pipeline, &stage);
}

static loam_result add_layer(loam_pipeline *pipeline, const loam_scatter_def *def,
                             loam_scatter_plan *plan)
{
    const bool poisson = plan->method == LOAM_SCATTER_POISSON;
    const int32_t first = plan->index > 0;
    stage_name name, names[1 + COLOURS];
    loam_stage_input inputs[1 + COLOURS];
    plan->colour = -1;
    if (first > 0)
    {
        name_layer(names[0], def, plan->index - 1);
        inputs[0] = (loam_stage_input){.stage = names[0],
                                       .reach = poisson ? 0 : reach_of(plan->reach)};
    }
    for (int32_t i = 0; i < COLOURS && poisson; i++)
    {
        name_colour(names[first + i], def, plan->index, i);
        inputs[first + i] = (loam_stage_input){.stage = names[first + i],
                                               .reach = reach_of(plan->margin)};
    }
    name_layer(name, def, plan->index);
    loam_stage_def stage = begin_stage(def, plan);
    stage.name = name;
    stage.inputs = inputs;
    stage.input_count = first + (poisson ? COLOURS : 0);
    stage.payload_size = ((size_t)plan->capacity + (size_t)plan->earlier_capacity) *
                         sizeof(loam_scatter_point);
    stage.run = run_layer;
    return loam_pipeline_add(pipeline, &stage);
}

loam_result loam_scatter_add_stages(loam_pipeline *pipeline, const loam_scatter_def *def)
{
    loam_result result = loam_scatter_check(def);
    for (int32_t i = 0; result == LOAM_OK && i < def->layer_count; i++)
    {
        const int32_t colours = def->layers[i].method == LOAM_SCATTER_POISSON ? COLOURS : 0;
        loam_scatter_plan plan;
        loam_scatter_plan_layer(def, i, &plan);
        for (int32_t colour = 0; colour < colours && result == LOAM_OK; colour++)
        {
            result = add_colour(pipeline, def, &plan, colour);
        }
        result = result == LOAM_OK ? add_layer(pipeline, def, &plan) : result;
    }
    return result;
}
