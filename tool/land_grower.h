// SPDX-License-Identifier: MIT
// What verbs that grow land have in common: what all of them are asked, the land of a seed with its threads
// and a trace of its pipeline, and rows of their tables of options.
#ifndef LOAM_TOOL_LAND_GROWER_H
#define LOAM_TOOL_LAND_GROWER_H

#include "loam/loam.h"
#include "tool.h"
#include "trace.h"

/// What all of them are asked. A member of their settings.
typedef struct land_question
{
    uint64_t seed;
    int32_t threads;
    const char *output; // a file that is written at the end, NULL if none is
    const char *trace;  // likewise
    const char *shape;  // a file that says the shape of the land, NULL for the usual one
    const char *inside; // a file that says the numbers of its inside, NULL for the usual ones
    const char *pages;  // a file that keeps what has grown, NULL for none
    const char *world;  // a file that says seed, shape and inside, NULL if they are as above
    bool json;
} land_question;

typedef struct land_grower
{
    loam_land *land;
    loam_inside inside;
    loam_env env; // with the threads
    const char *trace_path;
    trace *trace;           // NULL if none is wanted
    loam_page_store *pages; // likewise
} land_grower;

/// What the file of a land says.
typedef struct land_facts
{
    uint64_t seed;
    loam_land_shape shape;
    loam_inside inside;
    float voxel_m; // 1 or 0.5
} land_facts;

/// LOAM_BAD_ARGUMENT if it is of another kind.
loam_result land_world_read(const char *path, land_facts *out);

/// Reads the numbers of a land's inside over those that are there; path may be NULL.
loam_result land_inside_read(const char *path, loam_inside *inside);

/// Reads what may stand on a land over the usual plan; path may be NULL.
loam_result land_kinds_read(const char *path, loam_thing_plan *out);

/// "1", "0.5": how wide voxels of the finest level are, m.
const char *land_voxel_name(int32_t index);
float land_voxel_m(int32_t index);

/// First looks whether the files can be written. If it fails there is nothing to destroy.
loam_result land_grower_create(const land_question *question, land_grower *out);

/// Writes the trace, if there is one and result, how it went so far, is LOAM_OK.
loam_result land_grower_finish(land_grower *grower, loam_result result);

/// Of a land_grower, or of zeros.
void land_grower_destroy(void *grower);

// ---- options ------------------------------------------------------------------------------------
// at: the offset of the value in the verb's settings.

#define LAND_SEED_OPTION(at) SEED_OPTION(at, "of the land")

#define LAND_SHAPE_OPTION(at) \
    FILE_OPTION("shape", at, ".json", "FILE", \
                "the shape of the land, as loam land explore writes it: docs/land-explore.md")

#define LAND_INSIDE_OPTION(at) \
    FILE_OPTION("inside", at, ".json", "FILE", \
                "the numbers of caves, pillars and all else inside, as loam land inside writes " \
                "them: docs/volume.md")

#define LAND_KINDS_OPTION(at) \
    FILE_OPTION( \
        "kinds", at, ".json", "FILE", \
        "what may stand on the land and where, as loam land kinds writes it: docs/things.md")

/// In a table that has "seed" and, if others says so, "seed shape".
#define LAND_WORLD_OPTION(at, others) \
    FILE_OPTION("world", at, NULL, "WORLD", \
                "the file of a land (loam world new --kind land), which says its seed, shape and " \
                "inside", \
                .not_with = (others))

/// An int32_t, for land_voxel_m.
#define LAND_VOXEL_OPTION(at, what) \
    CHOICE_OPTION("voxel", at, land_voxel_name, "M", "1", "how wide " what " are, metres")

/// An option_position. option: its name; usual: the default.
#define LAND_PLACE_OPTION(option, at, usual, what) \
    POSITION_OPTION(option, at, -(double)LOAM_LAND_END, (double)LOAM_LAND_END, "X,Z", usual, what)
#define LAND_AT_OPTION(at, what) LAND_PLACE_OPTION("at", at, "0,0", what)

/// An int64_t, of maps.
#define LAND_SCALE_OPTION(at) INT_OPTION("scale", at, 1, 10000, "M", "1024", "metres a pixel")

/// An int32_t: a loam_map_layer.
#define LAND_LAYER_OPTION(at) \
    CHOICE_OPTION("layer", at, land_layer_name, "LAYER", "map", "what is shown")

const char *land_layer_name(int32_t index);

#define LAND_PAGES_OPTION(at) \
    FILE_OPTION("pages", at, NULL, "FILE", \
                "keeps what has grown in this file, at most 256 MiB, to be quicker the next time")

#endif
