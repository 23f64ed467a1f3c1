// SPDX-License-Identifier: MIT
#include "isles.h"

#include "field.h"
#include "progress.h"

#include <math.h>

// loam isles map: the sea with its islands from above. loam isles list: which islands there are. loam isles defs: what
// they are made of.

static loam_result begin_trace(const isles_question *question, isles_grower *grower)
{
    loam_result result = question->trace != NULL ? loam_file_check(question->trace) : LOAM_OK;
    if (result != LOAM_OK || question->trace == NULL)
    {
        return result;
    }
    grower->trace_path = question->trace;
    grower->trace = trace_create();
    if (grower->trace == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_pipeline_set_trace(loam_isles_pipeline(grower->isles), trace_event, grower->trace);
    return LOAM_OK;
}

loam_result isles_grower_create(const isles_question *question, isles_grower *out)
{
    loam_isles_def def = loam_default_isles_def();
    def.seed = question->seed;
    *out = (isles_grower){.env = loam_default_env()};
    loam_result result = question->output != NULL ? loam_file_check(question->output) : LOAM_OK;
    if (result == LOAM_OK && question->defs != NULL)
    {
        result = loam_isles_def_read_file(&out->env, question->defs, &def);
    }
    result = result == LOAM_OK ? field_threads(question->threads, &out->env.jobs) : result;
    result = result == LOAM_OK ? loam_isles_create(&out->env, &def, &out->isles) : result;
    result = result == LOAM_OK ? begin_trace(question, out) : result;
    if (result != LOAM_OK)
    {
        isles_grower_destroy(out);
    }
    return result;
}

loam_result isles_grower_open(const isles_question *question, option_position slot,
                              loam_isle_stage last, isles_grower *out)
{
    const loam_result result = isles_grower_create(question, out);
    return result == LOAM_OK ? loam_isles_open(out->isles, slot.x, slot.y, last, &out->maps)
                             : result;
}

loam_result isles_grower_finish(isles_grower *grower, loam_result result)
{
    return result == LOAM_OK && grower->trace != NULL
               ? trace_write(grower->trace, grower->trace_path)
               : result;
}

void isles_grower_destroy(void *of)
{
    isles_grower *const grower = of;
    if (grower->isles != NULL)
    {
        loam_isles_close(grower->isles, &grower->maps);
    }
    loam_isles_destroy(grower->isles);
    loam_jobs_destroy(grower->env.jobs);
    trace_destroy(grower->trace);
    *grower = (isles_grower){0};
}

const char *isles_type_name(const isles_grower *grower, const loam_isle *isle)
{
    return isle->type >= 0 ? loam_isles_get_def(grower->isles)->types[isle->type].name : "none";
}

const loam_isle_type *isles_type_of(const isles_grower *grower)
{
    return &loam_isles_get_def(grower->isles)->types[grower->maps.isle.type];
}

const char *isles_choose_stage(int32_t index)
{
    return index < LOAM_ISLE_STAGE_COUNT ? loam_isle_stage_name((loam_isle_stage)index) : NULL;
}

// ---- map ----------------------------------------------------------------------------------------

typedef struct map_settings
{
    isles_question question;
    option_position at;
    option_size size;
    int64_t scale;
    double time;
    bool names, no_objects;
} map_settings;

typedef struct map_work
{
    isles_grower grower;
    loam_isles_map_figures figures;
} map_work;

static int print_map(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    const loam_isles_map_figures *const figures = &((const map_work *)io->work)->figures;
    const double pixels = (double)settings->size.w * (double)settings->size.h;
    tool_report r = report_begin(settings->question.json);
    report_uint64(&r, "seed", settings->question.seed);
    report_number(&r, "version", LOAM_ISLES_VERSION);
    report_place(&r, "at", settings->at.x, settings->at.y);
    report_size(&r, "size", settings->size.w, settings->size.h);
    report_number(&r, "scale", (double)settings->scale);
    report_number(&r, "isles", figures->isles);
    report_number(&r, "land", (double)figures->land);
    report_number(&r, "lowest", (double)figures->lowest);
    report_number(&r, "highest", (double)figures->highest);
    report_hash(&r, "hash", figures->hash);
    report_words(&r, "file", settings->question.output);
    report_say_number(&r, "share", 100.0 * (double)figures->land / pixels);
    return report_print(io, &r,
                        "{isles#island} on {size} pixels of {scale} m, {share:.1f} per cent land, "
                        "{lowest:.0f} to {highest:.0f} m; hash {hash}[; written to {file}]");
}

static loam_result draw_map(const tool_io *io, const map_settings *settings,
                            const isles_grower *grower, loam_isles_map_figures *figures)
{
    progress bar;
    loam_picture picture = {0};
    loam_isles_map_def def = loam_default_isles_map_def();
    progress_begin(&bar, io->err, "rows", settings->size.h);
    def.x = settings->at.x;
    def.z = settings->at.y;
    def.w = settings->size.w;
    def.h = settings->size.h;
    def.scale = settings->scale;
    def.time_ms = (int64_t)llround(1000.0 * settings->time);
    def.names = settings->names;
    def.objects = !settings->no_objects;
    def.progress = progress_to_row;
    def.user = &bar;
    loam_result result = loam_isles_map_draw(grower->isles, &def, &picture, figures);
    if (result == LOAM_OK && settings->question.output != NULL)
    {
        progress_say(&bar, "writing the picture");
        result = loam_png_write(&grower->env, settings->question.output, &picture);
    }
    loam_picture_destroy(&grower->env, &picture);
    progress_end(&bar);
    return result;
}

static loam_result make_map(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    map_work *const work = io->work;
    loam_result result = isles_grower_create(&settings->question, &work->grower);
    result = result == LOAM_OK ? draw_map(io, settings, &work->grower, &work->figures) : result;
    return isles_grower_finish(&work->grower, result);
}

#define AT(field) offsetof(map_settings, field)

static const tool_option map_options[] = {
    POSITION_OPTION("at", AT(at), -0x1p51, 0x1p51, "X,Z", "0,0",
                    "the place in the centre, metres; x grows east, z grows north"),
    SIZE_OPTION("size", AT(size), 1, 65536, "WxH", "1024x768", "how many pixels"),
    INT_OPTION("scale", AT(scale), 1, 256, "M", "4", "metres a pixel"),
    NUMBER_OPTION("seconds", AT(time), 0, 1e9, "S", "0", "how long the water has been moving"),
    NUMBER_OPTION("time", AT(time), 0, 1e9, "S", NULL, "another word for --seconds",
                  .not_with = "seconds"),
    FLAG_OPTION("names", AT(names), "write the islands' names"),
    FLAG_OPTION("no-objects", AT(no_objects),
                "leave out trees, houses and piers; they are seen up to 8 metres a pixel"),
    ISLES_OPTIONS(AT(question)),
    PICTURE_OPTION(ISLES_AT(AT(question), output),
                   "where the map goes; without it, pixels are only counted"),
    {0},
};
#undef AT

const tool_verb verb_isles_map = {
    .name = "isles map",
    .summary = "draws islands in their sea, from above",
    .details = "North is up. Colours and clearness of the water go by its depth; there is foam at "
               "the shores, and waves move with --seconds.",
    .options = map_options,
    .settings_size = sizeof(map_settings),
    .example = "loam isles map --seed 7 --scale 8 --names -o sea.png",
    .work_size = sizeof(map_work),
    .make = make_map,
    .report = print_map,
    .destroy = isles_grower_destroy,
};

// ---- list ---------------------------------------------------------------------------------------

typedef struct list_settings
{
    isles_question question;
    option_position at;
    option_size extent;
} list_settings;

/// What is found is told at once.
typedef struct list_work
{
    isles_grower grower;
    text json, lines;
    int32_t count;
    uint64_t hash;
} list_work;

static bool list_isle(void *user, const loam_isle *isle)
{
    list_work *const work = user;
    const uint64_t hash = loam_isle_hash(isle);
    json_open(&work->json, '{');
    json_add_text(&work->json, "name", isle->name);
    json_add_text(&work->json, "type", isles_type_name(&work->grower, isle));
    json_add_place(&work->json, "slot", isle->slot_x, isle->slot_z);
    json_add_place(&work->json, "at", isle->x, isle->z);
    json_add_number(&work->json, "radius", isle->radius);
    json_add_number(&work->json, "nodes", isle->node_count);
    json_add_number(&work->json, "sites", isle->site_count);
    json_add_hash(&work->json, "hash", hash);
    json_close(&work->json, '}');
    text_add(&work->lines, "%s, %s, slot %lld,%lld, at %lld,%lld, radius %d m\n", isle->name,
             isles_type_name(&work->grower, isle), (long long)isle->slot_x, (long long)isle->slot_z,
             (long long)isle->x, (long long)isle->z, (int)isle->radius);
    work->count++;
    work->hash = loam_hash_u64(&hash, 1, work->hash);
    return true;
}

static int print_list(const tool_io *io)
{
    const list_settings *const settings = io->settings;
    list_work *const work = io->work;
    tool_report r = report_begin(settings->question.json);
    report_uint64(&r, "seed", settings->question.seed);
    report_number(&r, "version", LOAM_ISLES_VERSION);
    report_number(&r, "count", work->count);
    json_key(&r.json, "isles");
    text_add(&r.json, "%s", text_get(&work->json));
    report_hash(&r, "hash", work->hash);
    report_say_words(&r, "lines", text_get(&work->lines));
    return report_print(io, &r, "{lines}{count#island}; hash {hash}");
}

static loam_result make_list(const tool_io *io)
{
    const list_settings *const settings = io->settings;
    list_work *const work = io->work;
    const int64_t w = settings->extent.w, h = settings->extent.h;
    const int64_t x0 = settings->at.x - w / 2, z0 = settings->at.y - h / 2;
    loam_result result = isles_grower_create(&settings->question, &work->grower);
    json_open(&work->json, '[');
    if (result == LOAM_OK)
    {
        result = loam_isles_find(work->grower.isles,
                                 (loam_isles_box){x0, z0, x0 + w - 1, z0 + h - 1}, list_isle, work);
    }
    json_close(&work->json, ']');
    return isles_grower_finish(&work->grower, result);
}

static void end_list(void *of)
{
    list_work *const work = of;
    text_free(&work->json);
    text_free(&work->lines);
    isles_grower_destroy(&work->grower);
}

#define AT(field) offsetof(list_settings, field)

static const tool_option list_options[] = {
    POSITION_OPTION("at", AT(at), -0x1p51, 0x1p51, "X,Z", "0,0", "the middle, metres"),
    SIZE_OPTION("extent", AT(extent), 1, 2097152, "WxH", "8192x8192", "how far it reaches, metres"),
    ISLES_OPTIONS(AT(question)),
    {0},
};
#undef AT

const tool_verb verb_isles_list = {
    .name = "isles list",
    .summary = "lists the islands that touch a rectangle of the sea",
    .details = "Name, type, slot, place and radius of each. `loam isles island` shows one by its "
               "slot.",
    .options = list_options,
    .settings_size = sizeof(list_settings),
    .example = "loam isles list --seed 7 --extent 6000x6000",
    .work_size = sizeof(list_work),
    .make = make_list,
    .report = print_list,
    .destroy = end_list,
};

// ---- definitions --------------------------------------------------------------------------------

static loam_result make_defs(const tool_io *io)
{
    const isles_question *const question = io->settings;
    isles_grower *const grower = io->work;
    char *json = NULL;
    size_t size = 0;
    loam_result result = isles_grower_create(question, grower);
    if (result == LOAM_OK)
    {
        result = loam_isles_def_write(&grower->env, loam_isles_get_def(grower->isles), &json,
                                      &size);
    }
    return tool_put_defs(io, result, question->output, &grower->env, json, size);
}

static const tool_option defs_options[] = {
    DEFS_OPTION(ISLES_AT(0, defs)),
    OUTPUT_OPTION(ISLES_AT(0, output), NULL, "where the JSON goes; without it, it is printed"),
    {0},
};

const tool_verb verb_isles_defs = {
    .name = "isles defs",
    .summary = "prints what seas and their islands are made of, as JSON",
    .details = "Slots, the look of the water, types of islands, their names, terrains and objects. "
               "Change the text, or write one "
               "that names only what should be different, and give it to a verb with --defs.",
    .options = defs_options,
    .settings_size = sizeof(isles_question),
    .example = "loam isles defs",
    .work_size = sizeof(isles_grower),
    .make = make_defs,
    .destroy = isles_grower_destroy,
};
