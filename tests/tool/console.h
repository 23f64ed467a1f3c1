// SPDX-License-Identifier: MIT
// Runs command lines of the tool inside the test and keeps what they print.
#ifndef LOAM_TESTS_TOOL_CONSOLE_H
#define LOAM_TESTS_TOOL_CONSOLE_H

#include "check.h"
#include "tool.h"

#include <stdlib.h>

static char *console_out; // of the last command line
static char *console_err;

/// Runs a command line, the program's name first, and returns its exit code.
static inline int console_run_words(int count, const char *const *words)
{
    free(console_out);
    free(console_err);
    size_t out_size, err_size;
    FILE *out = open_memstream(&console_out, &out_size);
    FILE *err = open_memstream(&console_err, &err_size);
    const int code = tool_main(count, words, out, err);
    fclose(out);
    fclose(err);
    return code;
}

/// The same for what stands behind the program's name, words separated by single blanks.
static inline int console_run(const char *line)
{
    enum
    {
        MAX_WORDS = 64
    };
    char copy[4096];
    const char *words[MAX_WORDS + 1] = {"loam"};
    int count = 1;
    snprintf(copy, sizeof copy, "%s", line);
    char *rest = copy;
    while (rest != NULL && *rest != '\0' && count < MAX_WORDS)
    {
        words[count++] = rest;
        rest = strchr(rest, ' ');
        if (rest != NULL)
        {
            *rest++ = '\0';
        }
    }
    return console_run_words(count, words);
}

/// Runs a command line that must be refused, with a part of the message.
static inline void console_refuses(const char *line, int code, const char *part)
{
    const int actual = console_run(line);
    CHECK_REPORT(actual == code, "\"%s\" gave exit code %d, expected %d", line, actual, code);
    CHECK_REPORT(strstr(console_err, part) != NULL, "\"%s\" said \"%s\", expected \"%s\"", line,
                 console_err, part);
    CHECK_REPORT(console_out[0] == '\0', "\"%s\" printed \"%s\"", line, console_out);
    CHECK_REPORT(strncmp(console_err, "loam", 4) == 0, "\"%s\" said \"%s\"", line, console_err);
}

static inline void console_done(void)
{
    free(console_out);
    free(console_err);
}

/// The sides of a PNG, from its header.
static inline void png_size(const char *path, int32_t *w, int32_t *h)
{
    unsigned char head[24] = {0};
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL && fread(head, 1, sizeof head, file) == sizeof head);
    if (file != NULL)
    {
        fclose(file);
    }
    *w = head[16] << 24 | head[17] << 16 | head[18] << 8 | head[19];
    *h = head[20] << 24 | head[21] << 16 | head[22] << 8 | head[23];
}

#endif
