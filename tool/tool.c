// SPDX-License-Identifier: MIT
#include "tool.h"

#include "interrupt.h"
#include "loam/export.h"
#include "loam/picture.h"

#include <signal.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

const tool_verb *const tool_verbs[] = {
#define VERB(name) &verb_##name,
#include "verbs.inl"
#undef VERB
    NULL,
};

static bool words_are(const char *name, int count, const char *const *words, int *used)
{
    *used = 0;
    while (*name != '\0')
    {
        const size_t length = strcspn(name, " ");
        if (*used == count || strlen(words[*used]) != length ||
            strncmp(words[*used], name, length) != 0)
        {
            return false;
        }
        (*used)++;
        name += length + (name[length] == ' ');
    }
    return true;
}

const tool_verb *tool_find(int count, const char *const *words, int *used)
{
    const tool_verb *found = NULL;
    *used = 0;
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        int length;
        if (words_are(tool_verbs[i]->name, count, words, &length) && length > *used)
        {
            found = tool_verbs[i];
            *used = length;
        }
    }
    return found;
}

int tool_complain(const tool_io *io, loam_result result)
{
    fprintf(io->err, "loam %s: %s\n", io->verb->name, loam_last_error());
    return result == LOAM_BAD_ARGUMENT || result == LOAM_UNSUPPORTED ? TOOL_BAD_USAGE : TOOL_FAILED;
}

loam_result tool_put_defs(const tool_io *io, loam_result result, const char *path,
                          const loam_env *env, char *json, size_t size)
{
    if (result == LOAM_OK && path != NULL)
    {
        result = loam_file_write(path, json, size);
    }
    else if (result == LOAM_OK)
    {
        fputs(json, io->out);
    }
    loam_free(env, json, size + 1);
    return result;
}

loam_result tool_write_text(const char *path, text *out)
{
    const loam_result result = out->failed
                                   ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path)
                                   : loam_file_write(path, text_get(out), out->size);
    text_free(out);
    return result;
}

int tool_print_json(const tool_io *io, text *json)
{
    if (json->failed)
    {
        fprintf(io->err, "loam: out of memory\n");
        text_free(json);
        return TOOL_FAILED;
    }
    fprintf(io->out, "%s\n", text_get(json));
    text_free(json);
    return TOOL_DONE;
}

loam_result tool_check_picture(const char *asked, int64_t w, int64_t h, int64_t count)
{
    const int64_t max = count > 1 ? TOOL_MAX_PIXELS / 2 : TOOL_MAX_PIXELS;
    if (w <= LOAM_MAX_PICTURE_SIDE && h <= LOAM_MAX_PICTURE_SIDE && w * h <= max / count)
    {
        return LOAM_OK;
    }
    char pictures[40] = "a picture";
    if (count > 1)
    {
        snprintf(pictures, sizeof pictures, "%lld pictures", (long long)count);
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "%s, %s of %lldx%lld pixels; sides must be at most %d, %lld pixels in all",
                     asked, pictures, (long long)w, (long long)h, LOAM_MAX_PICTURE_SIDE,
                     (long long)max);
}

const char *tool_choose_isa(int32_t index)
{
    return index < LOAM_ISA_COUNT ? loam_isa_name((loam_isa)index) : NULL;
}

loam_result tool_check_isa(loam_isa isa)
{
    if (isa == LOAM_ISA_AUTO || loam_isa_available(isa))
    {
        return LOAM_OK;
    }
    text there = {0};
    for (int32_t i = LOAM_ISA_AUTO + 1; i < LOAM_ISA_COUNT; i++)
    {
        if (loam_isa_available((loam_isa)i))
        {
            text_add(&there, ", %s", loam_isa_name((loam_isa)i));
        }
    }
    const loam_result result = loam_fail(
        LOAM_BAD_ARGUMENT, "--isa is %s, which this machine does not have; must be auto%s",
        loam_isa_name(isa), text_get(&there));
    text_free(&there);
    return result;
}

bool tool_is_group(const char *word)
{
    const size_t length = strlen(word);
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        const char *name = tool_verbs[i]->name;
        if (strncmp(name, word, length) == 0 && name[length] == ' ')
        {
            return true;
        }
    }
    return false;
}

/// All verbs, or those that begin with the first word of context if that is a group.
static const char *next_verb(const void *context, int32_t index)
{
    const char *group = context;
    const size_t length = group != NULL ? strlen(group) : 0;
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        const bool fits = group == NULL || strncmp(tool_verbs[i]->name, group, length) == 0;
        if (fits && index-- == 0)
        {
            return tool_verbs[i]->name;
        }
    }
    return NULL;
}

int tool_unknown_verb(FILE *err, int count, const char *const *words)
{
    text name = {0}, message = {0};
    const char *group = tool_is_group(words[0]) ? words[0] : NULL;
    const bool both = group != NULL && count > 1;
    text_add(&name, "%s%s%s", words[0], both ? " " : "", both ? words[1] : "");
    text_add(&message, "there is no verb \"%s\"", text_get(&name));
    text_add_nearest(&message, text_get(&name), "", next_verb, group);
    for (int32_t i = 0; next_verb(group, i) != NULL; i++)
    {
        text_add(&message, "%s%s", i > 0 ? ", " : "one of ", next_verb(group, i));
    }
    fprintf(err, "loam: %s\n", text_get(&message));
    text_free(&name);
    text_free(&message);
    return TOOL_BAD_USAGE;
}

/// Does a verb's work, reports it, and frees what it took.
static int do_work(tool_io *io)
{
    const tool_verb *const verb = io->verb;
    io->work = calloc(1, verb->work_size > 0 ? verb->work_size : 1);
    if (io->work == NULL)
    {
        return tool_complain(io, loam_fail(LOAM_OUT_OF_MEMORY, "out of memory"));
    }
    interrupt_guard before = {0};
    if (verb->ends_early)
    {
        before = interrupt_begin(verb->name);
    }
    const loam_result result = verb->make(io);
    if (verb->ends_early)
    {
        interrupt_end(before);
    }
    const int code = result != LOAM_OK      ? tool_complain(io, result)
                     : verb->report != NULL ? verb->report(io)
                                            : TOOL_DONE;
    if (verb->destroy != NULL)
    {
        verb->destroy(io->work);
    }
    free(io->work);
    return code;
}

static int run_verb(const tool_verb *verb, int count, const char *const *words, tool_io io)
{
    alignas(max_align_t) char settings[TOOL_MAX_SETTINGS] = {0};
    char who[64];
    snprintf(who, sizeof who, "loam %s", verb->name);
    io.verb = verb;
    io.settings = settings;
    switch (options_parse(verb->options, who, count, words, settings, io.err))
    {
    case OPTIONS_HELP:
        tool_print_help(io.out, verb);
        return TOOL_DONE;
    case OPTIONS_OK:
        if (verb->lacks != NULL && verb->make == NULL && verb->run == NULL)
        {
            fprintf(io.err, "loam %s: this loam was built without %s\n", verb->name, verb->lacks);
            return TOOL_FAILED;
        }
        return verb->run != NULL ? verb->run(&io, settings) : do_work(&io);
    case OPTIONS_BAD:
        break;
    }
    return TOOL_BAD_USAGE;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int run_words(int count, const char *const *words, const tool_io *io)
{
    if (count == 0)
    {
        tool_print_overview(io->err);
        return TOOL_BAD_USAGE;
    }
    if (asks_for_help(words[0]))
    {
        tool_print_overview(io->out);
        return TOOL_DONE;
    }
    if (strcmp(words[0], "--version") == 0)
    {
        return run_verb(&verb_version, count - 1, words + 1, *io);
    }
    int used;
    const tool_verb *verb = tool_find(count, words, &used);
    if (verb == NULL && count > 1 && tool_is_group(words[0]) && asks_for_help(words[1]))
    {
        tool_print_group(io->out, words[0]);
        return TOOL_DONE;
    }
    if (verb == NULL && count == 1 && tool_is_group(words[0]))
    {
        fprintf(io->err, "loam: \"%s\" needs a verb behind it\n\n", words[0]);
        tool_print_group(io->err, words[0]);
        return TOOL_BAD_USAGE;
    }
    return verb != NULL ? run_verb(verb, count - used, words + used, *io)
                        : tool_unknown_verb(io->err, count, words);
}

int tool_main(int count, const char *const *words, FILE *out, FILE *err)
{
    const tool_io io = {.out = out, .err = err};
    signal(SIGXFSZ, SIG_IGN); // a file that becomes too large is a failure that is told
    const int code = run_words(count > 0 ? count - 1 : 0, words + 1, &io);
    if (fflush(out) != 0 || ferror(out))
    {
        fprintf(err, "loam: the output could not be written\n");
        return TOOL_FAILED;
    }
    return code;
}
