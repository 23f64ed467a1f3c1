// SPDX-License-Identifier: MIT
// Loam, flora: plants from grammars. An L-system rewrites a word, letter by letter and all letters at once,
// and a turtle walks along the last word and leaves branches, leaves, buds and flowers behind.
// docs/flora.md explains the text form and has a glossary.
#ifndef LOAM_FLORA_H
#define LOAM_FLORA_H

#include "loam/picture.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    LOAM_GRAMMAR_MAX_TEXT = 65536,     // bytes of a grammar's text
    LOAM_GRAMMAR_MAX_PARAMETERS = 4,   // of a letter
    LOAM_GRAMMAR_MAX_CONSTANTS = 32,   // that a grammar defines
    LOAM_GRAMMAR_MAX_ITERATIONS = 32,  // of rewriting
    LOAM_GRAMMAR_MAX_TITLE = 64,       // bytes of a title, with its end
    LOAM_PLANT_MAX_DEPTH = 64,         // of brackets within brackets
    LOAM_PLANT_MAX_LETTERS = 1 << 24,  // of a word; a caller may allow fewer
    LOAM_PLANT_MAX_SEGMENTS = 1 << 22, // and of what a turtle leaves behind
};

// ---- grammars -----------------------------------------------------------------------------------

/// An L-system, ready to grow plants. It never changes: any number of threads may grow from one.
typedef struct loam_grammar loam_grammar;

/// Reads the text form: length bytes, which need no end. Errors begin with line and column.
LOAM_API loam_result loam_grammar_create(const loam_env *env, const char *text, size_t length,
                                         loam_grammar **out);
LOAM_API void loam_grammar_destroy(loam_grammar *grammar);

/// Writes the text form, which reads back as the same grammar. At most size bytes, the end included;
/// returns the bytes that all of it needs without the end, as snprintf does.
LOAM_API size_t loam_grammar_write(const loam_grammar *grammar, char *out, size_t size);

/// The title, "" if it has none.
LOAM_API const char *loam_grammar_title(const loam_grammar *grammar);

/// 2 or 3.
LOAM_API int32_t loam_grammar_dimensions(const loam_grammar *grammar);

/// A hash of all that the plants depend on: equal for a grammar and for what was read back.
LOAM_API uint64_t loam_grammar_hash(const loam_grammar *grammar);

// ---- presets ------------------------------------------------------------------------------------

/// A grammar that comes with the library.
typedef struct loam_grammar_preset
{
    const char *name; // "oak"
    const char *text;
} loam_grammar_preset;

/// The presets, in alphabetical order, NULL after the last.
LOAM_API const loam_grammar_preset *loam_grammar_preset_at(int32_t index);

/// NULL if there is none of that name.
LOAM_API const loam_grammar_preset *loam_grammar_preset_find(const char *name);

/// The same for presets that have rules of their own in three dimensions, in metres. Of a species that has none,
/// the preset above may have three dimensions itself, or grows in the plane.
LOAM_API const loam_grammar_preset *loam_grammar_preset_3d_at(int32_t index);
LOAM_API const loam_grammar_preset *loam_grammar_preset_3d_find(const char *name);

// ---- where a plant grows ------------------------------------------------------------------------

/// What a plant finds at its place. A grammar reads soil, slope, moisture, light and age as constants.
/// Start from loam_default_plant_site().
typedef struct loam_plant_site
{
    uint64_t seed;      // of this plant: by place and species
    float age;          // years, 0..10000
    float soil;         // 0 poor .. 1 rich
    float slope;        // of the ground: rise per length, -8..8; positive rises to the right
    float moisture;     // 0 dry .. 1 wet
    float light;        // 0 dark .. 1 open sky
    float heading[3];   // in which the plant sets out; any length but 0
    float towards[3];   // where light comes from
    float wind[3];      // where the wind blows to
    int32_t iterations; // of rewriting, or -1 for those of the grammar
} loam_plant_site;

/// Eight years old, on good flat soil, upright.
LOAM_API loam_plant_site loam_default_plant_site(void);

// ---- growing ------------------------------------------------------------------------------------

/// A piece of a branch. Positions are relative to the root: x right, y up, z towards the viewer, in the unit
/// of the grammar.
typedef struct loam_plant_segment
{
    int32_t parent;   // an earlier segment, or -1: it begins at the root
    float base[3];    // where it begins
    float heading[3]; // of length 1; in two dimensions z is 0
    float length;     // > 0
    float width;      // at its base
    float tip_width;  // at its end
    float stiffness;  // >= 0
    int16_t depth;    // of the brackets around it; 0: the trunk
    int16_t part;     // what it is made of, as the grammar says: 0 unless it says otherwise
} loam_plant_segment;

typedef enum loam_plant_organ_kind
{
    LOAM_ORGAN_LEAF,
    LOAM_ORGAN_BUD,
    LOAM_ORGAN_FLOWER,
    LOAM_ORGAN_KIND_COUNT
} loam_plant_organ_kind;

/// "leaf", "bud", "flower".
LOAM_API const char *loam_plant_organ_name(loam_plant_organ_kind kind);

/// A leaf, a bud or a flower.
typedef struct loam_plant_organ
{
    int32_t segment;  // that it sits on the end of, or -1: on the root
    int32_t kind;     // loam_plant_organ_kind
    float at[3];      // its place
    float heading[3]; // of length 1
    float size;       // as the grammar says, 1 unless it says otherwise
} loam_plant_organ;

/// How much one plant may need. Start from loam_default_plant_limits().
typedef struct loam_plant_limits
{
    int32_t letters;  // of a word, 1..LOAM_PLANT_MAX_LETTERS
    int32_t values;   // of all letters of a word, 1..LOAM_PLANT_MAX_LETTERS
    int32_t segments; // 1..LOAM_PLANT_MAX_SEGMENTS
    int32_t organs;   // 0..LOAM_PLANT_MAX_SEGMENTS
} loam_plant_limits;

/// 65,536 letters and values, 16,384 segments and organs.
LOAM_API loam_plant_limits loam_default_plant_limits(void);

/// Room for plants, one after the other. It allocates when it is made and never again, so that growing can
/// happen where nothing may be allocated. One thread at a time.
typedef struct loam_plant_grower loam_plant_grower;

LOAM_API loam_result loam_plant_grower_create(const loam_env *env, const loam_plant_limits *limits,
                                              loam_plant_grower **out);
LOAM_API void loam_plant_grower_destroy(loam_plant_grower *grower);

/// What has grown. The arrays belong to the grower, and are valid until it grows the next.
typedef struct loam_plant
{
    const loam_plant_segment *segments; // parents before children
    const loam_plant_organ *organs;
    int32_t segment_count, organ_count;
    int32_t letters;    // of the last word
    int32_t iterations; // that it was rewritten
} loam_plant;

/// Grows one plant. It depends on grammar and site only. A grammar that asks for more than the grower's
/// limits is refused with the iteration, the number and the limit, and so is one that comes to a number
/// that is not finite or to a negative length.
LOAM_API loam_result loam_plant_grow(loam_plant_grower *grower, const loam_grammar *grammar,
                                     const loam_plant_site *site, loam_plant *out);

/// A seed in the ground.
typedef struct loam_plant_seed
{
    const loam_grammar *grammar;
    loam_plant_site site;
} loam_plant_seed;

/// Grows several plants at once, out[i] from seeds[i], each the same as by itself. The grower's limits of
/// segments and organs hold for all of them together, that of letters for each. If one is refused, so are
/// all, and the message begins with its index.
LOAM_API loam_result loam_plants_grow(loam_plant_grower *grower, const loam_plant_seed *seeds,
                                      int32_t count, loam_plant *out);

/// Only rewrites, for programs that walk along the word with a turtle of their own. *letters is how long it is.
LOAM_API loam_result loam_plant_rewrite(loam_plant_grower *grower, const loam_grammar *grammar,
                                        const loam_plant_site *site, int32_t *letters);

/// The last word of the plant that the grower has grown, as a grammar's axiom would be written. At most size
/// bytes, the end included; returns the bytes that all of it needs without the end.
LOAM_API size_t loam_plant_write_word(const loam_plant_grower *grower, const loam_grammar *grammar,
                                      char *out, size_t size);

/// The box around all segments, widths left aside, and organs.
LOAM_API void loam_plant_extent(const loam_plant *plant, float low[3], float high[3]);

/// A hash of segments and organs, the same on every machine.
LOAM_API uint64_t loam_plant_hash(const loam_plant *plant);

// ---- pictures of plants -------------------------------------------------------------------------

/// How a plant is drawn. Start from loam_default_plant_look().
typedef struct loam_plant_look
{
    float x, y;       // pixel of the root
    float scale;      // pixels a unit, > 0
    float leaf_size;  // of a leaf of size 1, in units; buds and flowers too
    float turn;       // degrees about the upright, for plants with three dimensions
    bool skeleton;    // segments as thin lines, coloured by depth, with their joints and organs
    loam_colour wood; // of part 0; other parts are lighter
    loam_colour leaf, bud, flower;
} loam_plant_look;

LOAM_API loam_plant_look loam_default_plant_look(void);

/// Draws a plant, what is farther away first. Clipped.
LOAM_API void loam_plant_draw(loam_picture *picture, const loam_plant *plant,
                              const loam_plant_look *look);

#ifdef __cplusplus
}
#endif
#endif
