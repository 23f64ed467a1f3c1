// SPDX-License-Identifier: MIT
#include "voyage/course.h"

#include "loam/defs.h"
#include "loam/export.h"
#include "loam/random.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "loam voyage 1";
static const char *const kind_words[WALK_KINDS] = {"foot", "horse", "glide", "bird"};
static const char *const deed_words[VOYAGE_DEEDS] = {"", "board", "fetch", "travel"};

enum
{
    MAX_LINE = 512,
    MAX_RUN = 384, // characters of a line that is written
};

/// Numbers of a line, and what they are if it does not say so.
static const struct
{
    const char *name;
    size_t offset;
    int32_t low, high, usual;
} numbers[] = {
    {"rudder", offsetof(voyage_input, boat.rudder), -100, 100, 0},
    {"row", offsetof(voyage_input, boat.row), -100, 100, 0},
    {"sheet", offsetof(voyage_input, boat.sheet), -100, 100, 0},
    {"sail", offsetof(voyage_input, boat.sail), 0, 100, 0},
    {"wind", offsetof(voyage_input, wind), 0, WIND_MAX_PERCENT, 100},
    {"ahead", offsetof(voyage_input, walk.ahead), -100, 100, 0},
    {"aside", offsetof(voyage_input, walk.aside), -100, 100, 0},
    {"lift", offsetof(voyage_input, walk.lift), -100, 100, 0},
    {"yaw", offsetof(voyage_input, walk.yaw), -36000, 36000, 0},
    {"pitch", offsetof(voyage_input, walk.pitch), -9000, 9000, 0},
};

static const struct
{
    const char *name;
    size_t offset;
} flags[] = {
    {"trim", offsetof(voyage_input, boat.trims)},
    {"anchor", offsetof(voyage_input, boat.anchor)},
    {"run", offsetof(voyage_input, walk.run)},
    {"jump", offsetof(voyage_input, walk.jump)},
};

enum
{
    NUMBERS = sizeof numbers / sizeof numbers[0],
    FLAGS = sizeof flags / sizeof flags[0],
};

static int32_t *number_of(voyage_input *in, int32_t i)
{
    return (int32_t *)(void *)((char *)in + numbers[i].offset);
}

static bool *flag_of(voyage_input *in, int32_t i)
{
    return (bool *)(void *)((char *)in + flags[i].offset);
}

void course_free(course *c)
{
    free(c->runs);
    *c = (course){0};
}

// ---- collecting ---------------------------------------------------------------------------------

static bool is_same(const voyage_input *a, const voyage_input *b)
{
    voyage_input one = *a, other = *b;
    bool same = one.deed == VOYAGE_GO_ON && other.deed == VOYAGE_GO_ON &&
                one.walk.kind == other.walk.kind;
    for (int32_t i = 0; i < NUMBERS; i++)
    {
        same = same && *number_of(&one, i) == *number_of(&other, i);
    }
    for (int32_t i = 0; i < FLAGS; i++)
    {
        same = same && *flag_of(&one, i) == *flag_of(&other, i);
    }
    return same;
}

static loam_result add_run(course *c, int32_t steps, const voyage_input *in)
{
    if (c->run_count >= COURSE_MAX_RUNS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a voyage has more than %d changes", COURSE_MAX_RUNS);
    }
    if (c->steps > COURSE_MAX_STEPS - steps)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a voyage has more than %d steps", COURSE_MAX_STEPS);
    }
    if (c->run_count == c->run_capacity)
    {
        const int32_t more = c->run_capacity * 2 + 256;
        course_run *const runs = realloc(c->runs, (size_t)more * sizeof *runs);
        if (runs == NULL)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a voyage");
        }
        c->runs = runs;
        c->run_capacity = more;
    }
    c->runs[c->run_count++] = (course_run){steps, *in};
    c->steps += steps;
    return LOAM_OK;
}

loam_result course_add(course *c, const voyage_input *in)
{
    course_run *const last = c->run_count > 0 ? &c->runs[c->run_count - 1] : NULL;
    if (last != NULL && is_same(&last->input, in) && c->steps < COURSE_MAX_STEPS)
    {
        last->steps++;
        c->steps++;
        return LOAM_OK;
    }
    return add_run(c, 1, in);
}

loam_result course_defs_hash(const loam_isles_def *def, uint64_t *out)
{
    const loam_env env = loam_default_env();
    return loam_isles_def_hash(&env, def, out);
}

// ---- writing ------------------------------------------------------------------------------------

static size_t write_run(char line[MAX_RUN], const course_run *run)
{
    voyage_input in = run->input;
    size_t used = (size_t)snprintf(line, MAX_RUN, "%d", (int)run->steps);
    for (int32_t i = 0; i < NUMBERS; i++)
    {
        if (*number_of(&in, i) != numbers[i].usual)
        {
            used += (size_t)snprintf(line + used, MAX_RUN - used, " %s=%d", numbers[i].name,
                                     (int)*number_of(&in, i));
        }
    }
    for (int32_t i = 0; i < FLAGS; i++)
    {
        if (*flag_of(&in, i))
        {
            used += (size_t)snprintf(line + used, MAX_RUN - used, " %s", flags[i].name);
        }
    }
    if (in.walk.kind != WALK_FOOT)
    {
        used += (size_t)snprintf(line + used, MAX_RUN - used, " %s", kind_words[in.walk.kind]);
    }
    if (in.deed == VOYAGE_TRAVEL)
    {
        used += (size_t)snprintf(line + used, MAX_RUN - used, " travel=%" PRId64 ",%" PRId64, in.x,
                                 in.z);
    }
    else if (in.deed != VOYAGE_GO_ON)
    {
        used += (size_t)snprintf(line + used, MAX_RUN - used, " %s", deed_words[in.deed]);
    }
    return used + (size_t)snprintf(line + used, MAX_RUN - used, "\n");
}

loam_result course_write(const course *c, const char *path)
{
    char *const text = malloc(MAX_LINE + (size_t)c->run_count * MAX_RUN);
    if (text == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path);
    }
    size_t size = (size_t)snprintf(
        text, MAX_LINE, "%s\nsea seed=%" PRIu64 " defs=%016" PRIx64 " at=%" PRId64 ",%" PRId64 "\n",
        first_line, c->seed, c->defs, c->x, c->z);
    for (int32_t i = 0; i < c->run_count; i++)
    {
        size += write_run(text + size, &c->runs[i]);
    }
    const loam_result result = loam_file_write(path, text, size);
    free(text);
    return result;
}

// ---- reading ------------------------------------------------------------------------------------

/// A whole number that fills the word from here on.
static bool read_number(const char *word, int32_t low, int32_t high, int32_t *out)
{
    char *end;
    errno = 0;
    const long value = strtol(word, &end, 10);
    *out = (int32_t)value;
    return end != word && *end == '\0' && errno == 0 && value >= low && value <= high;
}

static bool read_place(const char *word, int64_t *x, int64_t *z)
{
    int used = 0;
    if (sscanf(word, "%" SCNd64 ",%" SCNd64 "%n", x, z, &used) != 2 || word[used] != '\0')
    {
        return false;
    }
    return *x >= -VOYAGE_END && *x <= VOYAGE_END && *z >= -VOYAGE_END && *z <= VOYAGE_END;
}

/// A step has one deed at most.
static bool read_deed(voyage_deed deed, voyage_input *in)
{
    const bool first = in->deed == VOYAGE_GO_ON;
    in->deed = deed;
    return first;
}

static bool read_value(char *word, char *value, voyage_input *in)
{
    if (strcmp(word, deed_words[VOYAGE_TRAVEL]) == 0)
    {
        return read_deed(VOYAGE_TRAVEL, in) && read_place(value, &in->x, &in->z);
    }
    for (int32_t i = 0; i < NUMBERS; i++)
    {
        if (strcmp(word, numbers[i].name) == 0)
        {
            return read_number(value, numbers[i].low, numbers[i].high, number_of(in, i));
        }
    }
    return false;
}

static bool read_plain(const char *word, voyage_input *in)
{
    for (int32_t i = 0; i < FLAGS; i++)
    {
        if (strcmp(word, flags[i].name) == 0)
        {
            *flag_of(in, i) = true;
            return true;
        }
    }
    for (int32_t i = 0; i < WALK_KINDS; i++)
    {
        if (strcmp(word, kind_words[i]) == 0)
        {
            in->walk.kind = (walk_kind)i;
            return true;
        }
    }
    for (int32_t i = VOYAGE_BOARD; i <= VOYAGE_FETCH; i++)
    {
        if (strcmp(word, deed_words[i]) == 0)
        {
            return read_deed((voyage_deed)i, in);
        }
    }
    return false;
}

static bool read_run(char *line, course_run *out)
{
    *out = (course_run){0};
    for (int32_t i = 0; i < NUMBERS; i++)
    {
        *number_of(&out->input, i) = numbers[i].usual;
    }
    char *word = strtok(line, " \t\r\n");
    bool ok = word != NULL && read_number(word, 1, COURSE_MAX_STEPS, &out->steps);
    while (ok && (word = strtok(NULL, " \t\r\n")) != NULL)
    {
        char *const equals = strchr(word, '=');
        if (equals != NULL)
        {
            *equals = '\0';
        }
        ok = equals != NULL ? read_value(word, equals + 1, &out->input)
                            : read_plain(word, &out->input);
    }
    return ok && (out->input.deed == VOYAGE_GO_ON || out->steps == 1);
}

static bool read_sea(const char *line, course *out)
{
    int used = 0;
    char seed[22], defs[17], place[64];
    if (sscanf(line, "sea seed=%21[0-9] defs=%16[0-9a-f] at=%63s%n", seed, defs, place, &used) !=
            3 ||
        line[used + (int)strspn(line + used, " \r\n")] != '\0')
    {
        return false;
    }
    errno = 0; // what is too large for a seed
    out->seed = strtoull(seed, NULL, 10);
    out->defs = strtoull(defs, NULL, 16);
    return errno == 0 && read_place(place, &out->x, &out->z);
}

static loam_result read_line(char *line, int32_t number, const char *path, course *out)
{
    course_run run;
    if (strlen(line) >= MAX_LINE - 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: line %d is longer than %d characters", path,
                         (int)number, MAX_LINE - 2);
    }
    if (number == 1)
    {
        line[strcspn(line, "\r\n")] = '\0';
        return strcmp(line, first_line) == 0
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT,
                               "%s is not a voyage: its first line must be \"%s\"", path,
                               first_line);
    }
    if (number == 2)
    {
        return read_sea(line, out)
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT,
                               "%s: line 2 must be \"sea seed=N defs=HASH at=X,Z\"", path);
    }
    if (line[strspn(line, " \t\r\n")] == '\0')
    {
        return LOAM_OK;
    }
    return read_run(line, &run) ? add_run(out, run.steps, &run.input)
                                : loam_fail(LOAM_BAD_ARGUMENT,
                                            "%s: line %d must be a number of steps and what is "
                                            "asked of them (rudder=-40 sail=100 trim ...); a step "
                                            "that boards, fetches or travels stands alone",
                                            path, (int)number);
}

static loam_result read_lines(FILE *file, const char *path, course *out)
{
    char line[MAX_LINE];
    loam_result result = LOAM_OK;
    int32_t number = 1;
    for (; result == LOAM_OK && fgets(line, sizeof line, file) != NULL; number++)
    {
        result = read_line(line, number, path, out);
    }
    if (result == LOAM_OK && ferror(file))
    {
        result = loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    return result == LOAM_OK && out->steps == 0
               ? loam_fail(LOAM_BAD_ARGUMENT, "%s is not a voyage: it has no steps", path)
               : result;
}

loam_result course_read(const char *path, course *out)
{
    FILE *const file = fopen(path, "rb");
    *out = (course){0};
    if (file == NULL)
    {
        return loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    const loam_result result = read_lines(file, path, out);
    fclose(file);
    if (result != LOAM_OK)
    {
        course_free(out);
    }
    return result;
}

// ---- sailing ------------------------------------------------------------------------------------

static loam_result check_sea(const course *c, const loam_isles *isles)
{
    const loam_isles_def *const def = loam_isles_get_def(isles);
    uint64_t defs;
    const loam_result result = course_defs_hash(def, &defs);
    if (result != LOAM_OK)
    {
        return result;
    }
    return def->seed == c->seed && defs == c->defs
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "the voyage is of another sea: seed %" PRIu64 " and islands %016" PRIx64
                           ", not seed %" PRIu64 " and %016" PRIx64,
                           c->seed, c->defs, def->seed, defs);
}

loam_result course_sail(const course *c, loam_isles *isles, voyage *out)
{
    voyage_world world = {0};
    loam_result result = check_sea(c, isles);
    result = result == LOAM_OK ? voyage_world_create(isles, &world) : result;
    result = result == LOAM_OK ? voyage_begin(out, &world, c->x, c->z) : result;
    for (int32_t i = 0; i < c->run_count && result == LOAM_OK; i++)
    {
        for (int32_t step = 0; step < c->runs[i].steps && result == LOAM_OK; step++)
        {
            result = voyage_step(out, &c->runs[i].input, &world);
        }
    }
    voyage_world_destroy(&world);
    return result;
}
