// SPDX-License-Identifier: MIT
// A graph: what it has put onto its pipeline.
#ifndef LOAM_LAND_GRAPH_GRAPH_H
#define LOAM_LAND_GRAPH_GRAPH_H

#include "land/graph/pages.h"

#define LOAM_MAX_GRAPH_NAME 15
#define LOAM_MAX_STAGE_COLUMNS 16

/// A column and where it lies.
typedef struct loam_known_column
{
    char name[LOAM_MAX_COLUMN_NAME + 1];
    loam_graph_element element;
    int32_t stage;       // of the pipeline
    int32_t first, slot; // among the graph's columns and those of its stage; first < 0: registered
    size_t offset;       // registered: bytes into the payload
} loam_known_column;

/// A stage of columns.
typedef struct loam_column_stage
{
    const struct loam_graph *graph;
    loam_result (*run)(const loam_graph_view *view, loam_slice *slice, float *const *out);
    int32_t first, count;                   // its columns
    int32_t reads[LOAM_MAX_STAGE_COLUMNS];  // columns
    int32_t inputs[LOAM_MAX_STAGE_COLUMNS]; // the input of the stage that each of those comes with
    int32_t read_count;
} loam_column_stage;

struct loam_graph
{
    loam_env env;
    loam_pipeline *pipeline;
    char name[LOAM_MAX_GRAPH_NAME + 1];
    loam_distributor distributor;
    int64_t cell_size;
    int32_t sites, connect; // stages: the last one of sites, and NAME.connect
    loam_known_column columns[LOAM_MAX_GRAPH_COLUMNS];
    int32_t column_count;
    loam_column_stage stages[LOAM_MAX_STAGES];
    int32_t stage_count;
};

#endif
