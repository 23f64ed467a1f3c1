// SPDX-License-Identifier: MIT
#include "land/water/stages.h"

#include "land/water/basins.h"
#include "land/water/climate.h"
#include "land/water/deltas.h"
#include "land/water/erosion.h"
#include "land/water/flow.h"
#include "land/water/height.h"
#include "land/water/rain.h"
#include "land/water/raw.h"
#include "land/water/roads.h"
#include "land/water/shores.h"

#include <stdio.h>
#include <string.h>

enum
{
    MAX_INPUTS = 4,
    MAX_NAME = 16,
};

/// One stage of a level: what it reads, by the names of steps, and from how many cells away.
typedef struct water_step
{
    const char *name;
    int32_t level; // the only one that has it; 0 for no such limit
    loam_result (*run)(loam_slice *slice);
    int32_t (*slices)(const void *parameters, int32_t level); // NULL: 1
    size_t (*scratch)(void);
    bool (*wants_late)(loam_slice *slice);
    size_t payload;
    bool keep; // for the back store: what other stages read; with these, none before them is needed
    struct
    {
        const char *name;
        int32_t cells;
        int32_t coarser; // how many levels
        bool late;       // for pages that wants_late says it for
    } inputs[MAX_INPUTS];
} water_step;

static const water_step first_steps[] = {
    {.name = "raw",
     .run = loam_land_run_first_raw,
     .slices = loam_land_first_raw_slices,
     .scratch = loam_land_first_raw_scratch,
     .payload = sizeof(land_raw)},
    {.name = "basins",
     .run = loam_land_run_basins,
     .scratch = loam_land_basins_scratch,
     .wants_late = loam_land_basins_look_around,
     .payload = sizeof(land_basins),
     .inputs = {{"raw", LAND_SEA_HOPS, 0, true}}},
    {.name = "height",
     .run = loam_land_run_height,
     .slices = loam_land_height_slices,
     .scratch = loam_land_height_scratch,
     .payload = sizeof(land_ground),
     .keep = true,
     .inputs = {{"raw", LAND_HEIGHT_MARGIN, 0, false}, {"basins", LAND_HEIGHT_MARGIN, 0, false}}},
    {.name = "climate",
     .run = loam_land_run_rain,
     .slices = loam_land_rain_slices,
     .scratch = loam_land_rain_scratch,
     .payload = sizeof(land_rain),
     .inputs = {{"raw", LAND_CLIMATE_REACH, 0, false}}},
    {.name = "roads",
     .run = loam_land_run_roads,
     .slices = loam_land_roads_slices,
     .scratch = loam_land_roads_scratch,
     .payload = sizeof(land_roads),
     .inputs = {{"raw", LAND_ROAD_REACH, 0, false}, {"height", LAND_ROAD_REACH, 0, false}}},
    {.name = "cells",
     .run = loam_land_run_cells,
     .slices = loam_land_cells_slices,
     .scratch = loam_land_first_cells_scratch,
     .payload = sizeof(land_cells),
     .keep = true,
     .inputs = {{"raw", LAND_FIRST_FLOW_HOPS + LAND_FLOW_RING, 0, false},
                {"height", LAND_FIRST_FLOW_HOPS + LAND_FLOW_RING, 0, false},
                {"climate", LAND_FIRST_FLOW_HOPS + LAND_FLOW_RING, 0, false},
                {"roads", 0, 0, false}}},
};

static const water_step finer_steps[] = {
    {.name = "draft",
     .run = loam_land_run_finer_raw,
     .slices = loam_land_finer_raw_slices,
     .scratch = loam_land_finer_raw_scratch,
     .payload = sizeof(land_raw),
     .inputs = {{"cells", LAND_FINER_REACH, 1, false},
                {"height", LAND_FINER_REACH, 1, false},
                {"cells", 1, 2, false}}}, // lakes; not for level 1
    {.name = "raw",
     .run = loam_land_run_shores,
     .scratch = loam_land_shores_scratch,
     .payload = sizeof(land_raw),
     .inputs = {{"draft", LAND_SHORE_MARGIN, 0, false}}},
    {.name = "filled",
     .run = loam_land_run_height,
     .slices = loam_land_height_slices,
     .scratch = loam_land_height_scratch,
     .payload = sizeof(land_ground),
     .inputs = {{"raw", LAND_HEIGHT_MARGIN, 0, false}}},
    {.name = "eroded",
     .level = 1,
     .run = loam_land_run_erosion,
     .slices = loam_land_erosion_slices,
     .scratch = loam_land_erosion_scratch,
     .payload = sizeof(land_ground),
     .inputs = {{"raw", LAND_HEIGHT_MARGIN, 0, false}, {"filled", LAND_HEIGHT_MARGIN, 0, false}}},
    {.name = "height",
     .level = 1,
     .run = loam_land_run_deltas,
     .slices = loam_land_deltas_slices,
     .scratch = loam_land_deltas_scratch,
     .wants_late = loam_land_deltas_near,
     .payload = sizeof(land_ground),
     .keep = true,
     .inputs = {{"raw", LAND_DELTA_MARGIN, 0, false}, {"eroded", LAND_DELTA_MARGIN, 0, true}}},
    {.name = "height",
     .level = 2,
     .run = loam_land_run_erosion,
     .slices = loam_land_erosion_slices,
     .scratch = loam_land_erosion_scratch,
     .payload = sizeof(land_ground),
     .keep = true,
     .inputs = {{"raw", LAND_HEIGHT_MARGIN, 0, false}, {"filled", LAND_HEIGHT_MARGIN, 0, false}}},
    {.name = "roads",
     .run = loam_land_run_ways,
     .slices = loam_land_ways_slices,
     .scratch = loam_land_ways_scratch,
     .payload = sizeof(land_roads),
     .inputs = {{"raw", LAND_WAY_REACH, 0, false},
                {"height", LAND_WAY_REACH, 0, false},
                {"cells", LAND_WAY_COARSE_REACH, 1, false}}},
    {.name = "cells",
     .run = loam_land_run_cells,
     .slices = loam_land_cells_slices,
     .scratch = loam_land_cells_scratch,
     .payload = sizeof(land_cells),
     .keep = true,
     .inputs = {{"raw", LAND_FLOW_HOPS + LAND_FLOW_RING, 0, false},
                {"height", LAND_FLOW_HOPS + LAND_FLOW_RING, 0, false},
                {"roads", 0, 0, false}}},
};

static loam_result add_step(loam_pipeline *pipeline, const land_parameters *parameters,
                            const water_step *step)
{
    const int32_t level = parameters->level;
    char name[MAX_NAME], names[MAX_INPUTS][MAX_NAME];
    loam_stage_input inputs[MAX_INPUTS];
    int32_t count = 0;
    while (count < MAX_INPUTS && step->inputs[count].name != NULL &&
           step->inputs[count].coarser <= level)
    {
        const int32_t from = level - step->inputs[count].coarser;
        snprintf(names[count], MAX_NAME, "land%d.%s", from, step->inputs[count].name);
        // Neither columns nor rows are longer than a cell.
        inputs[count] = (loam_stage_input){.stage = names[count],
                                           .reach = step->inputs[count].cells *
                                                    loam_land_cell_size(from),
                                           .late = step->inputs[count].late};
        count++;
    }
    snprintf(name, sizeof name, "land%d.%s", level, step->name);
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.axes = LOAM_AXES_XZ;
    def.page_size = LOAM_GRAPH_SIDE * loam_land_cell_size(level);
    def.version = LOAM_LAND_VERSION;
    def.payload_size = step->payload;
    def.scratch_size = step->scratch();
    def.inputs = inputs;
    def.input_count = count;
    def.parameters = parameters;
    def.parameters_size = sizeof *parameters;
    def.run = step->run;
    def.slice_count = step->slices;
    def.wants_late = step->wants_late;
    def.keep = step->keep;
    return loam_pipeline_add(pipeline, &def);
}

static loam_result add_steps(loam_pipeline *pipeline, const land_parameters *parameters,
                             const water_step *steps, size_t count)
{
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < count && !result; i++)
    {
        if (steps[i].level == 0 || steps[i].level == parameters->level)
        {
            result = add_step(pipeline, parameters, &steps[i]);
        }
    }
    return result;
}

loam_result loam_land_water_add(loam_pipeline *pipeline, uint64_t seed,
                                const loam_land_shape *shape)
{
    loam_result result = LOAM_OK;
    for (int32_t level = 0; level < LOAM_LAND_LEVELS && !result; level++)
    {
        const bool first = level == 0;
        land_parameters parameters;
        memset(&parameters, 0, sizeof parameters);
        parameters.seed = seed;
        parameters.shape = loam_land_world_shape(shape);
        parameters.level = level;
        result = add_steps(pipeline, &parameters, first ? first_steps : finer_steps,
                           first ? sizeof first_steps / sizeof *first_steps
                                 : sizeof finer_steps / sizeof *finer_steps);
    }
    return result;
}
