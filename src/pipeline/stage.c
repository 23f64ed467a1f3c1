// SPDX-License-Identifier: MIT
#include "pipeline/stage.h"

#include "base/small.h"
#include "loam/random.h"

#include <string.h>

// A stage may read earlier stages only, so a cycle cannot be written: "limiting stages within the
// pipeline to reading data from the stages before" (Blomqvist et al. 2016, 4.1). Everything about a
// def that can be wrong is found here, once, when the stage is added; what is left for later is
// whether a page's inputs still lie in the world.
//
// The identity of a page is a hash of all that its bytes depend on. It is built like the pages are:
// the identity of a stage at a level contains the identities of its inputs at the levels it reads,
// so a change anywhere changes everything behind it and nothing else.

static bool name_is_good(const char *name)
{
    static const char accepted[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    const size_t length = strlen(name);
    return length >= 1 && length <= LOAM_MAX_STAGE_NAME && strspn(name, accepted) == length;
}

bool loam_axes_have(loam_axes axes, int32_t axis)
{
    return axis == 0 || (axis == 1 ? axes != LOAM_AXES_XZ : axes != LOAM_AXES_XY);
}

int64_t loam_stage_extent(const loam_stage *stage, int32_t level)
{
    return stage->page_size << level;
}

bool loam_source_read_at(const loam_source *source, int32_t level)
{
    return level >= source->first_level && level <= source->last_level;
}

static int32_t source_level(const loam_source *source, int32_t level)
{
    return source->level == LOAM_SAME_LEVEL ? level : source->level;
}

static int32_t find_name(const loam_stage *stages, int32_t count, const char *name)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (strcmp(stages[i].name, name) == 0)
        {
            return i;
        }
    }
    return -1;
}

static loam_result check_shape(const loam_stage_def *def)
{
    if (def->name == NULL || !name_is_good(def->name))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage name is '%.40s'; must be 1 to %d letters, digits, '_', '-', '.'",
                         def->name == NULL ? "" : def->name, LOAM_MAX_STAGE_NAME);
    }
    if (def->axes != LOAM_AXES_XY && def->axes != LOAM_AXES_XZ && def->axes != LOAM_AXES_XYZ)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: axes are %d; must be XY, XZ or XYZ",
                         def->name, (int)def->axes);
    }
    if (def->levels < 1 || def->levels > LOAM_MAX_LEVELS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: levels are %d; must be 1 to %d", def->name,
                         def->levels, LOAM_MAX_LEVELS);
    }
    const int64_t largest = LOAM_MAX_EXTENT >> (def->levels - 1);
    if (def->page_size < 1 || def->page_size > largest)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s: page size is %lld; with %d levels it must be 1 to %lld",
                         def->name, (long long)def->page_size, def->levels, (long long)largest);
    }
    return LOAM_OK;
}

static loam_result check_work(const loam_stage_def *def)
{
    if (def->run == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: run is NULL", def->name);
    }
    if (def->payload_size > LOAM_MAX_PAYLOAD)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: payload size is %zu; must be 0 to %zu",
                         def->name, def->payload_size, LOAM_MAX_PAYLOAD);
    }
    if (def->scratch_size > LOAM_MAX_PAYLOAD)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: scratch size is %zu; must be 0 to %zu",
                         def->name, def->scratch_size, LOAM_MAX_PAYLOAD);
    }
    if (def->parameters_size > LOAM_MAX_PAYLOAD ||
        (def->parameters == NULL && def->parameters_size > 0))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s: %zu bytes of parameters; must be 0 to %zu, 0 for NULL",
                         def->name, def->parameters_size, LOAM_MAX_PAYLOAD);
    }
    if (def->input_count < 0 || def->input_count > LOAM_MAX_INPUTS ||
        (def->inputs == NULL && def->input_count > 0))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: %d inputs; must be 0 to %d, 0 for NULL",
                         def->name, def->input_count, LOAM_MAX_INPUTS);
    }
    return LOAM_OK;
}

// Which of the input's levels is read, and whether that is not too many pages.
static loam_result check_input_level(const loam_stage_def *def, const loam_stage_input *input,
                                     const loam_stage *read, int32_t level)
{
    const int32_t read_level = input->level == LOAM_SAME_LEVEL ? level : input->level;
    if (read_level < 0 || read_level >= read->levels)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s: at level %d it reads level %d of input %s; must be 0 to %d",
                         def->name, level, read_level, read->name, read->levels - 1);
    }
    const int64_t length = (def->page_size << level) + 2 * input->reach;
    const int64_t along = loam_most_pages(length, loam_stage_extent(read, read_level));
    int64_t pages = 1;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (loam_axes_have(read->axes, axis))
        {
            pages = along > LOAM_MAX_INPUT_PAGES ? LOAM_MAX_INPUT_PAGES + 1 : pages * along;
        }
    }
    if (pages > LOAM_MAX_INPUT_PAGES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s: at level %d a page reads up to %lld pages of input %s along an "
                         "axis; must be at most %d pages in all",
                         def->name, level, (long long)along, read->name, LOAM_MAX_INPUT_PAGES);
    }
    return LOAM_OK;
}

static loam_result check_input(const loam_stage_def *def, const loam_stage_input *input,
                               const loam_stage *read)
{
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (loam_axes_have(read->axes, axis) && !loam_axes_have(def->axes, axis))
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "stage %s: input %s has pages along %c and the stage has not, so a page "
                "would read endlessly many",
                def->name, read->name, "xyz"[axis]);
        }
    }
    if (input->reach < 0 || input->reach > LOAM_MAX_EXTENT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s: reach into input %s is %lld; must be 0 to %lld", def->name,
                         read->name, (long long)input->reach, (long long)LOAM_MAX_EXTENT);
    }
    if (input->first_level < 0 || input->last_level < input->first_level ||
        input->last_level >= def->levels)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT, "stage %s: it reads input %s at levels %d to %d; must be 0 to %d",
            def->name, read->name, input->first_level, input->last_level, def->levels - 1);
    }
    for (int32_t level = input->first_level; level <= input->last_level; level++)
    {
        const loam_result result = check_input_level(def, input, read, level);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    return LOAM_OK;
}

// stages[0 .. place) may be read; stages[place ..) are there, but come too late.
static loam_result find_input(const loam_stage_def *def, const char *name, const loam_stage *stages,
                              int32_t place, int32_t stage_count, int32_t *out)
{
    *out = name == NULL ? -1 : find_name(stages, stage_count, name);
    if (name != NULL && strcmp(name, def->name) == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: it cannot read itself", def->name);
    }
    if (*out >= place)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s: input %s comes later; must be earlier "
                         "stages",
                         def->name, name);
    }
    if (*out < 0)
    {
        return loam_fail(LOAM_NOT_FOUND, "stage %s: there is no earlier stage '%.40s' to read",
                         def->name, name == NULL ? "" : name);
    }
    return LOAM_OK;
}

// Pages that are asked for later come behind those of all inputs, so late inputs do, too.
static loam_result check_late(const loam_stage_def *def)
{
    for (int32_t i = 1; i < def->input_count; i++)
    {
        if (def->inputs[i - 1].late && !def->inputs[i].late)
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "stage %s: input %s is late, and %s behind it is not; late inputs must "
                "come last",
                def->name, def->inputs[i - 1].stage, def->inputs[i].stage);
        }
    }
    return LOAM_OK;
}

static bool has_late(const loam_stage *stage)
{
    return stage->source_count > 0 && stage->sources[stage->source_count - 1].late;
}

static loam_result copy_inputs(loam_stage *stage, const loam_stage_def *def,
                               const loam_stage *stages, int32_t place, int32_t stage_count)
{
    for (int32_t i = 0; i < def->input_count; i++)
    {
        const loam_stage_input *const input = &def->inputs[i];
        int32_t read;
        loam_result result = find_input(def, input->stage, stages, place, stage_count, &read);
        if (result == LOAM_OK)
        {
            result = check_input(def, input, &stages[read]);
        }
        if (result != LOAM_OK)
        {
            return result;
        }
        stage->sources[i] = (loam_source){.stage = read,
                                          .level = input->level,
                                          .first_level = input->first_level,
                                          .last_level = input->last_level,
                                          .reach = input->reach,
                                          .late = input->late && def->wants_late != NULL};
    }
    stage->source_count = def->input_count;
    return check_late(def);
}

loam_result loam_stage_count_slices(const loam_stage *stage, const void *parameters,
                                    int32_t slices[LOAM_MAX_LEVELS])
{
    for (int32_t level = 0; level < stage->levels; level++)
    {
        slices[level] = stage->slice_count == NULL ? 1 : stage->slice_count(parameters, level);
        if (slices[level] < 1)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "stage %s: slice_count gave %d for level %d; must be 1 or more",
                             stage->name, slices[level], level);
        }
    }
    return LOAM_OK;
}

static void copy_plain_fields(loam_stage *stage, const loam_stage_def *def, uint64_t seed)
{
    *stage = (loam_stage){
        .axes = def->axes,
        .page_size = def->page_size,
        .levels = def->levels,
        .version = def->version,
        .payload_size = def->payload_size,
        .scratch_size = def->scratch_size,
        .parameters_size = def->parameters_size,
        .slice_count = def->slice_count,
        .run = def->run,
        .user = def->user,
        .keep = def->keep,
        .enabled = true,
        .seed = loam_seed_derive(seed, def->name),
    };
    memcpy(stage->name, def->name, strlen(def->name) + 1);
}

loam_result loam_stage_init(loam_stage *stage, const loam_stage_def *def, const loam_env *env,
                            const loam_stage *stages, int32_t place, int32_t stage_count,
                            uint64_t seed)
{
    loam_result result = check_shape(def);
    if (result == LOAM_OK)
    {
        result = check_work(def);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    copy_plain_fields(stage, def, seed);
    result = copy_inputs(stage, def, stages, place, stage_count);
    stage->wants_late = has_late(stage) ? def->wants_late : NULL;
    if (result == LOAM_OK)
    {
        result = loam_stage_count_slices(stage, def->parameters, stage->slices);
    }
    if (result != LOAM_OK || def->parameters == NULL)
    {
        return result;
    }
    stage->parameters = loam_alloc(env, def->parameters_size);
    if (stage->parameters == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memcpy(stage->parameters, def->parameters, def->parameters_size);
    return LOAM_OK;
}

void loam_stage_free(loam_stage *stage, const loam_env *env)
{
    loam_free(env, stage->parameters, stage->parameters_size);
    stage->parameters = NULL;
}

// Everything about a stage but its inputs.
static uint64_t own_identity(const loam_stage *stage, int32_t level, uint64_t seed)
{
    const uint64_t words[] = {
        seed,
        loam_hash_bytes(stage->name, strlen(stage->name), 0),
        loam_hash_bytes(stage->parameters, stage->parameters_size, 1),
        stage->parameters_size,
        stage->version,
        stage->enabled,
        stage->axes,
        (uint64_t)stage->page_size,
        (uint64_t)level,
        stage->payload_size,
    };
    return loam_hash_u64(words, sizeof words / sizeof words[0], 0);
}

void loam_stage_identify(loam_stage *stages, int32_t place, uint64_t seed)
{
    loam_stage *const stage = &stages[place];
    for (int32_t level = 0; level < stage->levels; level++)
    {
        uint64_t identity = own_identity(stage, level, seed);
        for (int32_t i = 0; i < stage->source_count && stage->enabled; i++)
        {
            const loam_source *const source = &stage->sources[i];
            const int32_t read_level = source_level(source, level);
            const bool read = loam_source_read_at(source, level);
            const uint64_t words[] = {
                identity,
                read,
                read ? stages[source->stage].identity[read_level] : 0,
                read ? (uint64_t)source->reach : 0,
            };
            identity = loam_hash_u64(words, sizeof words / sizeof words[0], 0);
        }
        stage->identity[level] = identity;
    }
}

uint64_t loam_stage_page_identity(const loam_stage *stage, const loam_page_id *id)
{
    return loam_seed_at(stage->identity[id->level], id->x, id->y, id->z);
}

void loam_stage_collect(loam_stage *stages, int32_t place)
{
    loam_stage *const stage = &stages[place];
    memset(stage->reads, 0, sizeof stage->reads);
    stage->reads[place / 64] = (uint64_t)1 << place % 64;
    for (int32_t i = 0; i < stage->source_count; i++)
    {
        const loam_stage *const read = &stages[stage->sources[i].stage];
        for (int32_t word = 0; word < LOAM_STAGE_WORDS; word++)
        {
            stage->reads[word] |= read->reads[word];
        }
    }
}

bool loam_stage_depends(const loam_stage *stages, int32_t reader, int32_t read)
{
    return (stages[reader].reads[read / 64] >> read % 64 & 1) != 0;
}

// Pages -limit .. limit - 1 lie in the world.
static int64_t page_limit(const loam_stage *stage, int32_t level)
{
    return LOAM_WORLD_END / loam_stage_extent(stage, level);
}

static loam_result check_place(const loam_stage *stage, const loam_page_id *id)
{
    const int64_t limit = page_limit(stage, id->level);
    const int64_t place[3] = {id->x, id->y, id->z};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const bool used = loam_axes_have(stage->axes, axis);
        if (!used && place[axis] != 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "stage %s has no pages along %c, the coordinate is %lld; must be 0",
                             stage->name, "xyz"[axis], (long long)place[axis]);
        }
        if (used && (place[axis] < -limit || place[axis] >= limit))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "stage %s: page coordinate %c is %lld; at level %d it must be %lld "
                             "to %lld",
                             stage->name, "xyz"[axis], (long long)place[axis], id -> level,
                             (long long)-limit, (long long)(limit - 1));
        }
    }
    return LOAM_OK;
}

loam_result loam_stage_check_id(const loam_stage *stages, int32_t stage_count,
                                const loam_page_id *id)
{
    if (id->stage < 0 || id->stage >= stage_count)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage is %d; must be 0 to %d", id->stage,
                         stage_count - 1);
    }
    const loam_stage *const stage = &stages[id->stage];
    if (id->level < 0 || id->level >= stage->levels)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: level is %d; must be 0 to %d", stage->name,
                         id->level, stage->levels - 1);
    }
    return check_place(stage, id);
}

// One axis of a range. Nothing overflows: a place in the world is at most 2^62, a reach 2^60.
static bool axis_range(int64_t low, int64_t extent, int64_t reach, const loam_stage *read,
                       int32_t read_level, int64_t *first, int32_t *count)
{
    const int64_t read_extent = loam_stage_extent(read, read_level);
    const int64_t limit = page_limit(read, read_level);
    const int64_t last = loam_floor_div(low + extent - 1 + reach, read_extent);
    *first = loam_floor_div(low - reach, read_extent);
    *count = (int32_t)(last - *first + 1);
    return *first >= -limit && last < limit;
}

static bool source_range(const loam_stage *stages, const loam_page_id *id,
                         const loam_source *source, int64_t reach, loam_page_range *range)
{
    const loam_stage *const read = &stages[source->stage];
    const int64_t extent = loam_stage_extent(&stages[id->stage], id->level);
    const int64_t place[3] = {id->x, id->y, id->z};
    int64_t first[3] = {0, 0, 0};
    int32_t count[3] = {1, 1, 1};
    bool inside = true;
    range->stage = source->stage;
    range->level = source_level(source, id->level);
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (loam_axes_have(read->axes, axis))
        {
            inside = axis_range(place[axis] * extent, extent, reach, read, range->level,
                                &first[axis], &count[axis]) &&
                     inside;
        }
    }
    range->x = first[0];
    range->y = first[1];
    range->z = first[2];
    range->w = count[0];
    range->h = count[1];
    range->d = count[2];
    return inside;
}

static loam_result add_range(const loam_stage *stages, const loam_page_id *id,
                             const loam_source *source, int64_t reach, loam_page_range *range,
                             int32_t *total)
{
    *range = (loam_page_range){.stage = source->stage, .first = *total};
    if (!loam_source_read_at(source, id->level))
    {
        return LOAM_OK;
    }
    if (!source_range(stages, id, source, reach, range))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "input %s would be read beyond the end of the world; must be "
                         "pages whose reach stays within -2^62 to 2^62",
                         stages[range->stage].name);
    }
    *total += range->w * range->h * range->d;
    return LOAM_OK;
}

loam_result loam_stage_ranges(const loam_stage *stages, const loam_page_id *id,
                              loam_page_ranges *out)
{
    const loam_stage *const stage = &stages[id->stage];
    out->total = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < stage->source_count && !result; i++)
    {
        const loam_source *const source = &stage->sources[i];
        result = add_range(stages, id, source, source->late ? 0 : source->reach, &out->early[i],
                           &out->total);
    }
    out->early_total = out->total;
    for (int32_t i = 0; i < stage->source_count && !result; i++)
    {
        const loam_source *const source = &stage->sources[i];
        out->late[i] = (loam_page_range){.stage = source->stage};
        result = source->late
                     ? add_range(stages, id, source, source->reach, &out->late[i], &out->total)
                     : LOAM_OK;
    }
    return result;
}
