// SPDX-License-Identifier: MIT
#include "walk/inputs.h"

#include "loam/export.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "loam walk 1";
static const char *const kind_words[WALK_KINDS] = {"foot", "horse", "glide", "bird"};

enum
{
    MAX_LINE = 1024,
};

void inputs_free(inputs *all)
{
    free(all->runs);
    *all = (inputs){0};
}

static bool is_same(const walk_input *a, const walk_input *b)
{
    return a->ahead == b->ahead && a->aside == b->aside && a->lift == b->lift && a->yaw == b->yaw &&
           a->pitch == b->pitch && a->run == b->run && a->jump == b->jump && a->kind == b->kind;
}

static loam_result add_run(inputs *all, int32_t steps, const walk_input *in)
{
    if (all->run_count >= INPUTS_MAX_RUNS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a walk has more than %d changes", INPUTS_MAX_RUNS);
    }
    if (all->steps + steps > INPUTS_MAX_STEPS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a walk has more than %d steps", INPUTS_MAX_STEPS);
    }
    if (all->run_count == all->run_capacity)
    {
        const int32_t more = all->run_capacity * 2 + 256;
        input_run *const runs = realloc(all->runs, (size_t)more * sizeof *runs);
        if (runs == NULL)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the inputs of a walk");
        }
        all->runs = runs;
        all->run_capacity = more;
    }
    all->runs[all->run_count++] = (input_run){steps, *in};
    all->steps += steps;
    return LOAM_OK;
}

loam_result inputs_add(inputs *all, const walk_input *in)
{
    input_run *const last = all->run_count > 0 ? &all->runs[all->run_count - 1] : NULL;
    if (last != NULL && is_same(&last->input, in) && all->steps < INPUTS_MAX_STEPS)
    {
        last->steps++;
        all->steps++;
        return LOAM_OK;
    }
    return add_run(all, 1, in);
}

bool inputs_at(const inputs *all, int32_t step, int32_t *run, int32_t *run_start, walk_input *out)
{
    while (*run < all->run_count && step >= *run_start + all->runs[*run].steps)
    {
        *run_start += all->runs[*run].steps;
        (*run)++;
    }
    if (*run >= all->run_count)
    {
        return false;
    }
    *out = all->runs[*run].input;
    return true;
}

// ---- writing ------------------------------------------------------------------------------------

static int write_run(char *line, size_t room, const input_run *run)
{
    const walk_input *const in = &run->input;
    return snprintf(line, room, "%d %d %d %d %d %d%s%s %s\n", (int)run->steps, (int)in->ahead,
                    (int)in->aside, (int)in->lift, (int)in->yaw, (int)in->pitch,
                    in->run ? " run" : "", in->jump ? " jump" : "", kind_words[in->kind]);
}

loam_result inputs_write_from(const inputs *all, const char *title, const char *from,
                              const char *path)
{
    enum
    {
        MAX_RUN = 112
    };
    const size_t room = strlen(title) + strlen(from) + 64 + (size_t)all->run_count * MAX_RUN;
    char *const text = malloc(room);
    if (text == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path);
    }
    size_t size = (size_t)snprintf(text, room, "%s\nplace %s\n", title, from);
    for (int32_t i = 0; i < all->run_count; i++)
    {
        size += (size_t)write_run(text + size, room - size, &all->runs[i]);
    }
    const loam_result result = loam_file_write(path, text, size);
    free(text);
    return result;
}

loam_result inputs_write(const inputs *all, const char *(*weathers)(int32_t index),
                         const char *path)
{
    char line[PLACE_MAX_TEXT];
    place_write(&all->from, weathers, line);
    return inputs_write_from(all, first_line, line, path);
}

// ---- reading ------------------------------------------------------------------------------------

static bool read_words(char *words, walk_input *in)
{
    bool has_kind = false, ok = true;
    for (char *word = strtok(words, " \r\n"); word != NULL && ok; word = strtok(NULL, " \r\n"))
    {
        ok = !has_kind; // which is the last one
        if (strcmp(word, "run") == 0 || strcmp(word, "jump") == 0)
        {
            *(word[0] == 'r' ? &in->run : &in->jump) = true;
            continue;
        }
        for (int32_t i = 0; i < WALK_KINDS; i++)
        {
            if (strcmp(word, kind_words[i]) == 0)
            {
                in->kind = (walk_kind)i;
                has_kind = true;
            }
        }
        ok = ok && has_kind;
    }
    return ok && has_kind;
}

static bool is_within(int32_t value, int32_t max)
{
    return value >= -max && value <= max;
}

static bool read_run(char *line, input_run *out)
{
    int n[6], used = 0;
    if (sscanf(line, "%d %d %d %d %d %d%n", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &used) != 6)
    {
        return false;
    }
    *out = (input_run){n[0],
                       {.ahead = n[1], .aside = n[2], .lift = n[3], .yaw = n[4], .pitch = n[5]}};
    return n[0] >= 1 && n[0] <= INPUTS_MAX_STEPS && is_within(n[1], 100) && is_within(n[2], 100) &&
           is_within(n[3], 100) && is_within(n[4], 36000) && is_within(n[5], 9000) &&
           read_words(line + used, &out->input);
}

static loam_result read_lines(FILE *file, const char *path, const char *title,
                              const inputs_place *where, inputs *out)
{
    char line[MAX_LINE];
    loam_result result = LOAM_OK;
    for (int32_t number = 1; result == LOAM_OK && fgets(line, sizeof line, file) != NULL; number++)
    {
        input_run run = {0};
        if (number == 1)
        {
            result = strncmp(line, title, strlen(title)) == 0
                         ? LOAM_OK
                         : loam_fail(LOAM_BAD_ARGUMENT,
                                     "%s is not a walk: its first line must be "
                                     "\"%s\"",
                                     path, title);
        }
        else if (number == 2)
        {
            result = strncmp(line, "place ", 6) == 0
                         ? where->read(where->user, line + 6)
                         : loam_fail(LOAM_BAD_ARGUMENT, "%s: line 2 must be \"place ...\"", path);
        }
        else if (line[0] != '\n')
        {
            result = read_run(line, &run)
                         ? add_run(out, run.steps, &run.input)
                         : loam_fail(LOAM_BAD_ARGUMENT,
                                     "%s: line %d must be STEPS AHEAD ASIDE LIFT YAW PITCH [run] "
                                     "[jump] and foot, horse, glide or bird",
                                     path, (int)number);
        }
    }
    return result == LOAM_OK && out->steps == 0
               ? loam_fail(LOAM_BAD_ARGUMENT, "%s is not a walk: it has no steps", path)
               : result;
}

loam_result inputs_read_from(const char *path, const char *title, const inputs_place *where,
                             inputs *out)
{
    FILE *const file = fopen(path, "rb");
    *out = (inputs){.from = {.height = 1.7, .minutes = 600}};
    if (file == NULL)
    {
        return loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    const loam_result result = read_lines(file, path, title, where, out);
    fclose(file);
    if (result != LOAM_OK)
    {
        inputs_free(out);
    }
    return result;
}

typedef struct land_place
{
    const char *(*weathers)(int32_t index);
    inputs *to;
} land_place;

static loam_result read_place(void *user, const char *line)
{
    const land_place *const reading = user;
    return place_read(line, reading->weathers, &reading->to->from, NULL);
}

loam_result inputs_read(const char *path, const char *(*weathers)(int32_t index), inputs *out)
{
    land_place reading = {weathers, out};
    return inputs_read_from(path, first_line, &(inputs_place){read_place, &reading}, out);
}
