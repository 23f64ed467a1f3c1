// SPDX-License-Identifier: MIT
#include "plant_draw.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// loam plant draw: plants of one species or of a grammar of the user's own, as a picture and as figures.

enum
{
    MAX_COUNT = 64,
    MARGIN = 8 // pixels around a plant
};

/// One plant's figures.
typedef struct plant_figures
{
    uint64_t seed, hash;
    int32_t segments, organs, letters, iterations;
    float low[3], high[3];
    float largest; // leaf, bud or flower
} plant_figures;

typedef struct plant_work
{
    loam_env env;
    const plant_settings *settings;
    loam_grammar *grammar;
    loam_plant_grower *grower;
    plant_figures figures[MAX_COUNT];
    plant_solid solid; // with a form that is one
    loam_picture pictures[MAX_COUNT];
    char captions[MAX_COUNT][32];
} plant_work;

// ---- the grammar --------------------------------------------------------------------------------

static loam_result read_grammar(plant_work *work, const char *path)
{
    FILE *const file = fopen(path, "rb");
    char *const bytes = loam_alloc(&work->env, LOAM_GRAMMAR_MAX_TEXT + 1);
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (file == NULL)
    {
        result = loam_fail(LOAM_IO, "--grammar: %s cannot be read: %s", path, strerror(errno));
    }
    else if (bytes != NULL)
    {
        const size_t length = fread(bytes, 1, LOAM_GRAMMAR_MAX_TEXT + 1, file);
        result = ferror(file)
                     ? loam_fail(LOAM_IO, "--grammar: %s cannot be read: %s", path, strerror(errno))
                     : loam_grammar_create(&work->env, bytes, length, &work->grammar);
        result = result == LOAM_BAD_ARGUMENT ? loam_fail(result, "%s: %s", path, loam_last_error())
                                             : result;
    }
    loam_free(&work->env, bytes, LOAM_GRAMMAR_MAX_TEXT + 1);
    if (file != NULL)
    {
        fclose(file);
    }
    return result;
}

static const char *next_species(const void *context, int32_t index)
{
    (void)context;
    const loam_grammar_preset *const preset = loam_grammar_preset_at(index);
    return preset != NULL ? preset->name : NULL;
}

static loam_result refuse_species(const char *name)
{
    text message = {0};
    text_add(&message, "there is no species \"%s\"", name);
    text_add_nearest(&message, name, "", next_species, NULL);
    for (int32_t i = 0; next_species(NULL, i) != NULL; i++)
    {
        text_add(&message, "%s%s", i > 0 ? ", " : "", next_species(NULL, i));
    }
    const loam_result result = loam_fail(LOAM_BAD_ARGUMENT, "%s", text_get(&message));
    text_free(&message);
    return result;
}

static loam_result find_grammar(plant_work *work)
{
    if (work->settings->grammar != NULL)
    {
        return read_grammar(work, work->settings->grammar);
    }
    const bool flat = work->settings->form == PLANT_PICTURE;
    const char *const species = work->settings->species;
    const loam_grammar_preset *preset = flat ? NULL : loam_grammar_preset_3d_find(species);
    preset = preset != NULL ? preset : loam_grammar_preset_find(species);
    return preset != NULL
               ? loam_grammar_create(&work->env, preset->text, strlen(preset->text), &work->grammar)
               : refuse_species(work->settings->species);
}

// ---- growing ------------------------------------------------------------------------------------

static loam_plant_site site_of(const plant_settings *settings, int32_t index)
{
    loam_plant_site site = loam_default_plant_site();
    site.seed = index == 0 ? settings->seed : loam_random_u32(settings->seed, (uint64_t)index);
    site.age = (float)settings->age;
    site.soil = (float)settings->soil;
    site.slope = (float)settings->slope;
    site.moisture = (float)settings->moisture;
    site.light = (float)settings->light;
    site.iterations = (int32_t)settings->iterations;
    return site;
}

static loam_result grow(plant_work *work, int32_t index, loam_plant *plant)
{
    const loam_plant_site site = site_of(work->settings, index);
    const loam_result result = loam_plant_grow(work->grower, work->grammar, &site, plant);
    if (result == LOAM_OK)
    {
        plant_figures *const figures = &work->figures[index];
        *figures = (plant_figures){.seed = site.seed,
                                   .hash = loam_plant_hash(plant),
                                   .segments = plant->segment_count,
                                   .organs = plant->organ_count,
                                   .letters = plant->letters,
                                   .iterations = plant->iterations};
        loam_plant_extent(plant, figures->low, figures->high);
        for (int32_t i = 0; i < plant->organ_count; i++)
        {
            const float organ = plant->organs[i].size;
            figures->largest = organ > figures->largest ? organ : figures->largest;
        }
    }
    return result;
}

// ---- the picture --------------------------------------------------------------------------------

static float larger(float a, float b)
{
    return a > b ? a : b;
}

/// One scale for all, so that sizes can be compared; all plants fit.
static void fit(const plant_work *work, loam_plant_look *look)
{
    const option_size size = work->settings->size;
    float half_width = 0.5f, below = 0.0f, above = 0.5f;
    for (int32_t i = 0; i < work->settings->count; i++)
    {
        const plant_figures *const figures = &work->figures[i];
        for (int axis = 0; axis < 3; axis += 2)
        {
            half_width = larger(half_width, figures->high[axis] + figures->largest);
            half_width = larger(half_width, figures->largest - figures->low[axis]);
        }
        above = larger(above, figures->high[1] + figures->largest);
        below = larger(below, -figures->low[1]);
    }
    const float wide = (float)(size.w - 2 * MARGIN) / (2.0f * half_width);
    const float high = (float)(size.h - 2 * MARGIN) / (above + below);
    look->scale = (wide < high ? wide : high) * 0.94f;
    look->x = (float)size.w * 0.5f;
    look->y = (float)(size.h - MARGIN) - below * look->scale;
}

static loam_colour colour_of(const loam_material *material)
{
    return material->colours[material->inner / 2];
}

/// A species that grows in the tile world has the colours of its materials there: a cactus is green.
static loam_result dress(const plant_work *work, plant_colours *out)
{
    const loam_plant_look usual = loam_default_plant_look();
    loam_tile_defs *const defs = malloc(sizeof *defs);
    *out = (plant_colours){usual.wood, usual.wood, usual.leaf, usual.flower};
    if (defs == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for the colours of a plant");
    }
    loam_tile_defs_init(defs);
    const char *const name = work->settings->grammar == NULL ? work->settings->species : NULL;
    const int32_t index = name != NULL ? loam_species_find(defs, name) : -1;
    if (index >= 0)
    {
        const loam_tile_species *const species = &defs->species[index];
        const uint8_t of[4] = {species->parts[0], species->parts[1], species->leaf,
                               species->flower};
        loam_colour *const to[4] = {&out->wood, &out->twig, &out->leaf, &out->flower};
        for (int32_t i = 0; i < 4; i++)
        {
            *to[i] = of[i] != LOAM_AIR ? colour_of(&defs->materials[of[i]]) : *to[i];
        }
        out->twig = species->parts[1] != LOAM_AIR ? out->twig : out->wood;
    }
    free(defs);
    return LOAM_OK;
}

static loam_result draw(plant_work *work, int32_t index, loam_plant_look *look)
{
    const option_size size = work->settings->size;
    loam_plant plant;
    loam_picture *const picture = &work->pictures[index];
    loam_result result = grow(work, index, &plant);
    result = result == LOAM_OK
                 ? loam_picture_create(&work->env, size.w, size.h, loam_rgb(0xeef1ea), picture)
                 : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t ground = (int32_t)look->y;
    loam_picture_rectangle(picture, 0, ground, size.w, size.h - ground, loam_rgb(0xcbbf9f));
    loam_plant_draw(picture, &plant, look);
    snprintf(work->captions[index], sizeof work->captions[index], "seed %" PRIu64,
             work->figures[index].seed);
    return LOAM_OK;
}

static loam_result write_picture(plant_work *work)
{
    const plant_settings *const settings = work->settings;
    loam_plant_look look = loam_default_plant_look();
    look.skeleton = settings->skeleton;
    look.turn = (float)settings->turn;
    plant_colours colours;
    fit(work, &look);
    loam_result result = dress(work, &colours);
    look.wood = colours.wood;
    look.leaf = colours.leaf;
    look.flower = colours.flower;
    const char *captions[MAX_COUNT];
    for (int32_t i = 0; i < settings->count && result == LOAM_OK; i++)
    {
        result = draw(work, i, &look);
        captions[i] = work->captions[i];
    }
    if (result != LOAM_OK || settings->count == 1)
    {
        return result == LOAM_OK ? loam_png_write(&work->env, settings->output, &work->pictures[0])
                                 : result;
    }
    loam_picture sheet;
    result = loam_picture_sheet(&work->env, work->pictures, captions, (int32_t)settings->count,
                                (int32_t)settings->columns, loam_grammar_title(work->grammar),
                                &sheet);
    result = result == LOAM_OK ? loam_png_write(&work->env, settings->output, &sheet) : result;
    loam_picture_destroy(&work->env, &sheet);
    return result;
}

/// The body of the one plant that there is.
static loam_result make_solid(plant_work *work, const loam_plant *plant)
{
    plant_colours colours;
    const loam_result result = dress(work, &colours);
    return result == LOAM_OK
               ? plant_make_solid(&work->env, work->settings, &colours, plant, &work->solid)
               : result;
}

// ---- what is printed ----------------------------------------------------------------------------

static void add_plant(text *json, const plant_figures *figures)
{
    json_open(json, '{');
    json_add_uint64(json, "seed", figures->seed);
    json_add_number(json, "iterations", figures->iterations);
    json_add_number(json, "letters", figures->letters);
    json_add_number(json, "segments", figures->segments);
    json_add_number(json, "organs", figures->organs);
    json_open_at(json, "extent", '[');
    for (int i = 0; i < 3; i++)
    {
        json_number(json, (double)(figures->high[i] - figures->low[i]));
    }
    json_close(json, ']');
    json_add_hash(json, "hash", figures->hash);
    json_close(json, '}');
}

/// The grammar as text, or the word that was walked along. NULL if there is no memory; to be freed.
static char *write_down(const plant_work *work)
{
    const bool word = work->settings->word;
    const size_t size = 1 + (word ? loam_plant_write_word(work->grower, work->grammar, NULL, 0)
                                  : loam_grammar_write(work->grammar, NULL, 0));
    char *const buffer = malloc(size);
    if (buffer != NULL && word)
    {
        loam_plant_write_word(work->grower, work->grammar, buffer, size);
    }
    else if (buffer != NULL)
    {
        loam_grammar_write(work->grammar, buffer, size);
    }
    return buffer;
}

static void say_first(tool_report *r, const plant_figures *first)
{
    report_say_number(r, "iterations", first->iterations);
    report_say_number(r, "letters", first->letters);
    report_say_number(r, "segments", first->segments);
    report_say_number(r, "organs", first->organs);
    report_say_number(r, "width", (double)(first->high[0] - first->low[0]));
    report_say_number(r, "height", (double)(first->high[1] - first->low[1]));
    report_say_hash(r, "hash", first->hash);
}

/// Figures of a body, if there is one; words stay until the report is printed.
static void add_solid(tool_report *r, const plant_work *work, char *words, size_t size)
{
    const bool solid = work->settings->form != PLANT_PICTURE;
    if (solid)
    {
        report_number(r, "vertices", work->solid.vertices);
        report_number(r, "triangles", work->solid.triangles);
        report_number(r, "voxels", (double)work->solid.voxels);
        report_hash(r, "body", work->solid.hash);
    }
    snprintf(words, size, "%" PRIu32 " triangles", work->solid.triangles);
    report_say_words(r, "solid", solid ? words : NULL);
}

static const char *what_of(const plant_settings *settings)
{
    return settings->form != PLANT_PICTURE ? "its body"
           : settings->count == 1          ? "a picture"
                                           : "a sheet";
}

static int print(const tool_io *io, const plant_work *work)
{
    tool_report r = report_begin(work->settings->json);
    report_words(&r, "title", loam_grammar_title(work->grammar));
    report_hash(&r, "grammar", loam_grammar_hash(work->grammar));
    report_number(&r, "dimensions", loam_grammar_dimensions(work->grammar));
    json_open_at(&r.json, "plants", '[');
    for (int32_t i = 0; i < work->settings->count; i++)
    {
        add_plant(&r.json, &work->figures[i]);
    }
    json_close(&r.json, ']');
    char solid[32];
    add_solid(&r, work, solid, sizeof solid);
    if (work->settings->text || work->settings->word)
    {
        char *const written = write_down(work);
        json_add_text(&r.json, work->settings->word ? "word" : "text", written);
        r.json.failed |= written == NULL;
        free(written);
    }
    report_words(&r, "file", work->settings->output);
    report_say_words(&r, "what", what_of(work->settings));
    say_first(&r, &work->figures[0]);
    return report_print(
        io, &r,
        "{title}: {iterations} iterations, {letters} letters, {segments} segments, "
        "{organs} leaves, buds and flowers, {width:.4g} wide and {height:.4g} high, "
        "hash {hash}[; {solid}][; {what} written to {file}]");
}

/// The grammar or the word, as was asked for.
static int print_written(const tool_io *io, const plant_work *work)
{
    char *const written = write_down(work);
    if (written == NULL)
    {
        fprintf(io->err, "loam plant draw: out of memory\n");
        return TOOL_FAILED;
    }
    fprintf(io->out, "%s%s", written, work->settings->word ? "\n" : "");
    free(written);
    return TOOL_DONE;
}

// ---- running ------------------------------------------------------------------------------------

static loam_result make(const tool_io *io)
{
    const plant_settings *const settings = io->settings;
    plant_work *const work = io->work;
    work->settings = settings;
    work->env = loam_default_env();
    loam_plant_limits limits = loam_default_plant_limits();
    limits.letters = limits.values = 1 << 22;
    limits.segments = limits.organs = 1 << 20;
    const bool drawn = settings->output != NULL, flat = settings->form == PLANT_PICTURE;
    loam_result result = drawn ? tool_check_picture("--size and --count ask for too much",
                                                    settings->size.w, settings->size.h,
                                                    settings->count)
                               : LOAM_OK;
    result = result == LOAM_OK ? plant_check_output(settings) : result;
    if (result == LOAM_OK && !flat && settings->count > 1)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT,
                           "--count is %d; must be 1 with --form mesh and voxels",
                           (int)settings->count);
    }
    result = result == LOAM_OK ? find_grammar(work) : result;
    result = result == LOAM_OK ? loam_plant_grower_create(&work->env, &limits, &work->grower)
                               : result;
    loam_plant plant;
    for (int32_t i = (int32_t)settings->count - 1; i >= 0 && result == LOAM_OK; i--)
    {
        result = grow(work, i, &plant);
    }
    if (result == LOAM_OK && !flat)
    {
        return make_solid(work, &plant);
    }
    return result == LOAM_OK && drawn ? write_picture(work) : result;
}

static int report(const tool_io *io)
{
    const plant_settings *const settings = io->settings;
    const bool written = settings->text || settings->word;
    return (written && !settings->json ? print_written : print)(io, io->work);
}

static void end(void *of)
{
    plant_work *const work = of;
    for (int32_t i = 0; i < MAX_COUNT; i++)
    {
        loam_picture_destroy(&work->env, &work->pictures[i]);
    }
    loam_plant_grower_destroy(work->grower);
    loam_grammar_destroy(work->grammar);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(plant_settings, field)
#define FACT_OPTION(field, from, to, usual, what) \
    { \
        .name = #field, .kind = OPTION_NUMBER, .offset = AT(field), .low = (from), .high = (to), \
        .metavar = "N", .standard = usual, .help = what \
    }

static const tool_option plant_options[] = {
    TEXT_OPTION("species", AT(species), "NAME", "oak",
                "which of the species that `loam plant species` lists"),
    FILE_OPTION("grammar", AT(grammar), NULL, "FILE", "a grammar of your own instead",
                .not_with = "species"),
    SEED_OPTION(AT(seed), "of the plant; of a sheet, of its first"),
    FACT_OPTION(age, 0, 10000, "8", "years"),
    FACT_OPTION(soil, 0, 1, "0.5", "how rich the soil is"),
    FACT_OPTION(slope, -8, 8, "0", "how far the ground rises to the right, per length"),
    FACT_OPTION(moisture, 0, 1, "0.5", "how wet it is"),
    FACT_OPTION(light, 0, 1, "1", "how much light there is"),
    INT_OPTION("iterations", AT(iterations), -1, LOAM_GRAMMAR_MAX_ITERATIONS, "N", "-1",
               "how often the axiom is rewritten; -1: as the grammar says"),
    INT_OPTION("count", AT(count), 1, MAX_COUNT, "N", "1", "how many plants, as a sheet"),
    INT_OPTION("columns", AT(columns), 1, MAX_COUNT, "N", "4", "of the sheet"),
    SIZE_OPTION("size", AT(size), 32, 4096, "WxH", "320x320", "pixels of a plant's picture"),
    FACT_OPTION(turn, -360, 360, "0", "degrees that a plant with three dimensions is turned by"),
    FLAG_OPTION(
        "skeleton", AT(skeleton),
        "draw segments as lines with their joints, coloured by the depth of their brackets"),
    FLAG_OPTION("text", AT(text),
                "print the grammar in its text form instead of figures; with --json, beside them"),
    FLAG_OPTION("word", AT(word),
                "print the word that the turtle walked along instead of figures; with --json, "
                "beside them",
                .not_with = "text"),
    NAMES_OPTION("form", AT(form), NAMES("picture", "mesh", "voxels"), "NAME", "picture",
                 "a drawing, or a body: tubes and leaves, or voxels, by rules for three dimensions "
                 "where the species has them"),
    FACT_OPTION(pitch, 5, 90, "12", "degrees downwards, for pictures of bodies"),
    INT_OPTION("level", AT(level), 0, LOAM_MAX_PLANT_LEVEL, "N", "0",
               "mesh: of detail, each with half the sides and leaves of the one before"),
    INT_OPTION("sides", AT(sides), 3, 64, "N", "12", "mesh: of the widest tube"),
    FACT_OPTION(voxel, 0.001, 1000, "0.125", "metres along a side of a voxel"),
    OUTPUT_OPTION(
        AT(output), NULL,
        "where it goes: .png; of a mesh also .glb, .obj and .ply, of voxels these and .vox"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_plant_draw = {
    .name = "plant draw",
    .summary = "grows plants from a grammar, and draws them",
    .details =
        "A grammar is an L-system: a word that is rewritten, letter by letter, and that a "
        "turtle then "
        "walks along, leaving branches, leaves, buds and flowers behind. It reads the "
        "plant's age and "
        "its place, so that the same species differs on rich soil and on a slope. With --form "
        "mesh or voxels it becomes a body, for programs that open such files.",
    .options = plant_options,
    .settings_size = sizeof(plant_settings),
    .example = "loam plant draw --species oak --seed 3 --age 8 -o oak.png",
    .work_size = sizeof(plant_work),
    .make = make,
    .report = report,
    .destroy = end,
};
