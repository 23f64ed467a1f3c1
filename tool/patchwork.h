// SPDX-License-Identifier: MIT
// What the verbs of patchworks have in common: options, the patchwork of a seed and definitions, its cells as a mesh.
#ifndef LOAM_TOOL_PATCHWORK_H
#define LOAM_TOOL_PATCHWORK_H

#include "loam/loam.h"
#include "report.h"

/// What all of them are asked. The first member of their settings.
typedef struct patch_question
{
    uint64_t seed;
    const char *defs;   // NULL: the built-in ones
    const char *keep;   // a file with what was seen, NULL for none
    bool writes_keep;   // so it need not be there yet
    const char *output; // NULL: nothing is written
    int64_t chunk_size; // 0: as in the definitions, like those below
    option_size sewing;
    int32_t method, profile, rule, adaptation;
    int32_t threads;
    bool json;
} patch_question;

typedef struct patch_grower
{
    loam_env env; // with the threads
    loam_patchwork *patchwork;
    const loam_patchwork_def *def;
    bool found; // the kept file was there
} patch_grower;

/// First looks whether the output can be written. If it fails there is nothing to destroy.
loam_result patch_grower_create(const patch_question *question, patch_grower *out);

/// Of a patch_grower, or of zeros.
void patch_grower_destroy(void *grower);

/// Writes what was seen.
loam_result patch_grower_save(const patch_grower *grower, const char *path);

/// How parts are coloured.
typedef enum patch_colours
{
    PATCH_BY_MATERIAL,
    PATCH_BY_CHUNK, // every part has a colour of its own (Barrio Morra 2021, fig. 3.31)
    PATCH_BY_PART,  // terrain and each kind of sewing (fig. 3.38)
    PATCH_BY_BIOME,
} patch_colours;

const char *patch_colours_name(int32_t index);

enum
{
    PATCH_PALETTE = 48
};

/// Chunks and the sewings between them as one mesh, whose corner is the first vertex of the first chunk. Unless by
/// material, the first material of a vertex is the index of a colour: for chunks and parts in patch_palette, for biomes
/// theirs. counts, unless NULL: of the parts by kind.
loam_result patch_mesh(const patch_grower *grower, option_chunks chunks, patch_colours colours,
                       loam_mesh **out);

/// The colours that go with a mesh, 0xRRGGBB, with names; returns how many.
int32_t patch_palette(const patch_grower *grower, patch_colours colours,
                      loam_mesh_material out[PATCH_PALETTE]);

// ---- options ------------------------------------------------------------------------------------

/// at: the offset of the patch_question in the verb's settings.
#define PATCH_AT(at, field) ((at) + offsetof(patch_question, field))
/// names: those behind "defs", which stands for what definitions say.
#define PATCH_CHOICE(title, at, what, ...) \
    NAMES_OPTION(title, at, NAMES("defs", __VA_ARGS__), "NAME", "defs", what)
#define PATCH_ADAPTATION_OPTION(at) \
    PATCH_CHOICE("adaptation", PATCH_AT(at, adaptation), \
                 "what becomes of the range of the biome around; with --keep, shrinks if the " \
                 "definitions say nothing", \
                 "stays", "shrinks", "grows")
#define PATCH_OPTIONS(at) \
    SEED_OPTION(PATCH_AT(at, seed), "of the patchwork"), \
        FILE_OPTION( \
            "defs", PATCH_AT(at, defs), NULL, "FILE", \
            "definitions as JSON, over the built-in ones; `loam patchwork defs` prints them"), \
        INT_OPTION("chunk-size", PATCH_AT(at, chunk_size), 4, LOAM_PATCH_MAX_CHUNK, "N", NULL, \
                   "vertices along a chunk; without it as in the definitions"), \
        SIZE_OPTION("sewing", PATCH_AT(at, sewing), 2, LOAM_PATCH_MAX_SEWING, "WxH", NULL, \
                    "vertices across sewings along x and z; without it as in the definitions"), \
        PATCH_CHOICE("method", PATCH_AT(at, method), \
                     "how chunks are sewn: lines is the first version, blended the second", \
                     "lines", "blended"), \
        PATCH_CHOICE("profile", PATCH_AT(at, profile), "how one side goes over to the other", \
                     "linear", "smooth"), \
        PATCH_CHOICE("rule", PATCH_AT(at, rule), \
                     "whose materials sewings have: mountains is the mountain rule", "blend", \
                     "mountains"), \
        THREADS_OPTION(PATCH_AT(at, threads), "all")

#define PATCH_KEEP_OPTION(at, what) FILE_OPTION("keep", PATCH_AT(at, keep), NULL, "FILE", what)

/// An option_chunks.
#define PATCH_CHUNKS_OPTION(at, usual, max) \
    CHUNKS_OPTION( \
        "chunks", at, 1, max, "X0,Z0,X1,Z1", usual, \
        "which chunks, both ends included; a patchwork has those from -2^40 to 2^40 - 1")

/// An int32_t: patch_colours.
#define PATCH_COLOURS_OPTION(at) \
    CHOICE_OPTION("colours", at, patch_colours_name, "NAME", "materials", "what colours mean")

#endif
