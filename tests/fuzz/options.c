// SPDX-License-Identifier: MIT
// Command lines: the first byte chooses a verb, the rest are words between line breaks. Whatever
// is accepted must lie in the range that the table states. Nothing is run, so nothing is written.
#include "tool.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

static void check_value(const tool_option *option, const void *slot)
{
    switch (option->kind)
    {
    case OPTION_INT:
    {
        const double value = (double)*(const int64_t *)slot;
        require(value >= option->low && value <= option->high);
        break;
    }
    case OPTION_NUMBER:
    {
        const double value = *(const double *)slot;
        require(value >= option->low && value <= option->high);
        break;
    }
    case OPTION_CHOICE:
    {
        const int32_t chosen = *(const int32_t *)slot;
        for (int32_t i = 0; i <= chosen; i++)
        {
            require(option->choice(i) != NULL);
        }
        break;
    }
    case OPTION_SIZE:
    {
        const option_size *sides = slot;
        require(sides->w >= option->low && sides->w <= option->high);
        require(sides->h >= option->low && sides->h <= option->high);
        break;
    }
    case OPTION_BOX:
    {
        const option_box *sides = slot;
        require(sides->w >= option->low && sides->w <= option->high);
        require(sides->h >= option->low && sides->h <= option->high);
        require(sides->d >= option->low && sides->d <= option->high);
        break;
    }
    case OPTION_CHUNKS:
    {
        const option_chunks *chunks = slot;
        const double w = (double)(chunks->x1 - chunks->x0 + 1);
        const double h = (double)(chunks->y1 - chunks->y0 + 1);
        require(w >= option->low && w <= option->high);
        require(h >= option->low && h <= option->high);
        require(chunks->x0 >= -OPTION_CHUNK_END && chunks->x1 < OPTION_CHUNK_END);
        require(chunks->y0 >= -OPTION_CHUNK_END && chunks->y1 < OPTION_CHUNK_END);
        break;
    }
    case OPTION_THREADS:
        require(*(const int32_t *)slot >= 0 && *(const int32_t *)slot <= 256);
        break;
    default:
        break;
    }
}

static void check_words(const tool_verb *verb, int count, const char *const *words, FILE *err)
{
    double settings[TOOL_MAX_SETTINGS / sizeof(double)] = {0};
    if (options_parse(verb->options, "loam", count, words, settings, err) != OPTIONS_OK)
    {
        return;
    }
    for (const tool_option *option = verb->options; option->name != NULL; option++)
    {
        if (option->standard != NULL || option->required || option->kind == OPTION_FLAG)
        {
            check_value(option, (const char *)settings + option->offset);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum
    {
        MAX_WORDS = 32,
        MAX_SIZE = 4096
    };
    static FILE *err;
    static char buffer[MAX_SIZE + 1];
    err = err != NULL ? err : fopen("/dev/null", "w");
    if (size < 1 || size > MAX_SIZE)
    {
        return 0;
    }
    memcpy(buffer, data + 1, size - 1);
    buffer[size - 1] = '\0';
    const char *words[MAX_WORDS];
    int count = 0;
    char *rest = buffer;
    while (rest != NULL && count < MAX_WORDS)
    {
        words[count++] = rest;
        rest = strchr(rest, '\n');
        if (rest != NULL)
        {
            *rest++ = '\0';
        }
    }
    int verbs = 0;
    while (tool_verbs[verbs] != NULL)
    {
        verbs++;
    }
    check_words(tool_verbs[data[0] % verbs], count, words, err);
    int used;
    require(tool_find(count, words, &used) != NULL ? used > 0 && used <= count : used == 0);
    return 0;
}
