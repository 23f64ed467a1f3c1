// SPDX-License-Identifier: MIT
#include "tiles/grow/stages.h"

#include "tiles/grow/plants.h"
#include "tiles/grow/variants.h"

// The tile world as stages of a pipeline. A page of the ground covers its chunk and the margin that the
// later stages eat up, so that a chunk needs no page but its own: one chunk alone costs one chunk, not
// nine. The ground is a pure function of the place, so the margins of neighbours agree.

static int32_t ground_side(const tile_recipe *recipe)
{
    return LOAM_CHUNK_SIDE + 2 * loam_recipe_padding(recipe);
}

static int32_t types_side(void)
{
    return LOAM_CHUNK_SIDE + 2 * loam_shape_reach(LOAM_SHAPE_CIRCLE);
}

static loam_result run_ground(loam_slice *slice)
{
    const tile_recipe *recipe = slice->parameters;
    const int32_t side = ground_side(recipe), pad = loam_recipe_padding(recipe);
    ground_planes planes = loam_ground_planes(slice->out, side, side);
    ground_noises *noises = loam_arena_take(&slice->scratch, sizeof *noises);
    const tile_window window = {slice->x - pad, slice->y - pad, 1, side, side};
    const loam_result result = loam_ground_noises_init(noises, recipe, slice->seed,
                                                       slice->env->isa);
    return result ? result : loam_ground_fill(recipe, noises, window, &planes, slice->scratch);
}

static loam_result run_consolidate(loam_slice *slice)
{
    const tile_recipe *recipe = slice->parameters;
    const loam_page *page = loam_slice_page(slice, 0, slice->page_x, slice->page_y, 0);
    if (!page || page->size == 0)
    {
        return LOAM_OK; // the ground is switched off
    }
    const int32_t side = ground_side(recipe);
    const ground_planes ground = loam_ground_planes((void *)(uintptr_t)page->data, side, side);
    tile_types types = loam_types(slice->out, types_side(), types_side());
    return loam_consolidate(recipe, slice->env->isa, &ground, &types, slice->scratch);
}

static loam_result run_variants(loam_slice *slice)
{
    const tile_recipe *recipe = slice->parameters;
    const loam_page *page = loam_slice_page(slice, 0, slice->page_x, slice->page_y, 0);
    if (!page || page->size == 0)
    {
        return LOAM_OK; // no types: air
    }
    const tile_types types = loam_types((void *)(uintptr_t)page->data, types_side(), types_side());
    const tile_window window = {slice->x, slice->y, 1, LOAM_CHUNK_SIDE, LOAM_CHUNK_SIDE};
    variant_noises *noises = loam_arena_take(&slice->scratch, sizeof *noises);
    const loam_result result = loam_variant_noises_init(noises, slice->seed, slice->env->isa);
    return result ? result
                  : loam_variants_fill(recipe, slice->env->isa, noises, window, &types, slice->out,
                                       slice->scratch);
}

static loam_result run_plants(loam_slice *slice)
{
    const plant_recipe *recipe = slice->parameters;
    const loam_page *page = loam_slice_page(slice, 0, slice->page_x, slice->page_y, 0);
    loam_tile_chunk_plants *plants = slice->out;
    plant_noises *noises = loam_arena_take(&slice->scratch, sizeof *noises);
    loam_result result = LOAM_OK;
    if (page && page->size > 0)
    {
        const tile_types types = loam_types((void *)(uintptr_t)page->data, types_side(),
                                            types_side());
        const loam_tile_pos chunk = {slice->x, slice->y};
        const bool possible = loam_plants_possible(&types); // else noises are not worth making
        result = possible
                     ? loam_plant_noises_init(noises, recipe, slice->world_seed, slice->env->isa)
                     : LOAM_OK;
        result = result || !possible
                     ? result
                     : loam_plants_place(recipe, noises, chunk, &types, plants, slice->scratch);
    }
    slice->out_size = loam_chunk_plants_size(plants);
    return result;
}

static loam_stage_def stage_of(const char *name, const tile_recipe *recipe)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.axes = LOAM_AXES_XY;
    def.page_size = LOAM_CHUNK_SIDE;
    def.version = (uint32_t)recipe->version;
    def.parameters = recipe;
    def.parameters_size = sizeof *recipe;
    return def;
}

static loam_result add_ground(loam_pipeline *pipeline, const tile_recipe *recipe)
{
    const int32_t side = ground_side(recipe);
    loam_stage_def def = stage_of(TILE_STAGE_GROUND, recipe);
    def.payload_size = loam_ground_size(side, side);
    def.scratch_size = loam_ground_scratch_size(recipe, side) +
                       LOAM_ARENA_SIZE(sizeof(ground_noises));
    def.run = run_ground;
    return loam_pipeline_add(pipeline, &def);
}

static loam_result add_consolidate(loam_pipeline *pipeline, const tile_recipe *recipe)
{
    const int32_t side = ground_side(recipe);
    const loam_stage_input input = {.stage = TILE_STAGE_GROUND};
    loam_stage_def def = stage_of(TILE_STAGE_CONSOLIDATE, recipe);
    def.payload_size = loam_types_size(types_side(), types_side());
    def.scratch_size = loam_consolidate_scratch_size(side, side);
    def.inputs = &input;
    def.input_count = 1;
    def.run = run_consolidate;
    return loam_pipeline_add(pipeline, &def);
}

static loam_result add_variants(loam_pipeline *pipeline, const tile_recipe *recipe)
{
    const loam_stage_input input = {.stage = TILE_STAGE_CONSOLIDATE};
    loam_stage_def def = stage_of(TILE_STAGE_VARIANTS, recipe);
    def.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    def.scratch_size = loam_variants_scratch_size(LOAM_CHUNK_SIDE, LOAM_CHUNK_SIDE) +
                       LOAM_ARENA_SIZE(sizeof(variant_noises));
    def.inputs = &input;
    def.input_count = 1;
    def.run = run_variants;
    return loam_pipeline_add(pipeline, &def);
}

static loam_result add_plants(loam_pipeline *pipeline, const plant_recipe *recipe)
{
    const loam_stage_input input = {.stage = TILE_STAGE_CONSOLIDATE};
    loam_stage_def def = stage_of(TILE_STAGE_PLANTS, &recipe->tiles);
    def.parameters = recipe;
    def.parameters_size = sizeof *recipe;
    def.payload_size = sizeof(loam_tile_chunk_plants);
    def.scratch_size = loam_plants_scratch_size() + LOAM_ARENA_SIZE(sizeof(plant_noises));
    def.inputs = &input;
    def.input_count = 1;
    def.run = run_plants;
    return loam_pipeline_add(pipeline, &def);
}

loam_result loam_tile_stages_add(loam_pipeline *pipeline, const loam_tile_defs *defs)
{
    loam_result result = loam_tile_defs_check(defs);
    plant_recipe recipe;
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_plant_recipe_init(&recipe, defs);
    result = add_ground(pipeline, &recipe.tiles);
    result = result ? result : add_consolidate(pipeline, &recipe.tiles);
    result = result ? result : add_variants(pipeline, &recipe.tiles);
    return result || defs->version < 2 ? result : add_plants(pipeline, &recipe);
}
