// SPDX-License-Identifier: MIT
#include "replay/lines.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

loam_result lines_open(lines *in, const char *path)
{
    *in = (lines){.path = path, .file = fopen(path, "r")};
    return in->file != NULL ? LOAM_OK
                            : loam_fail(LOAM_IO, "%s: cannot be read: %s", path, strerror(errno));
}

static loam_result refuse_line(const lines *in, int letter)
{
    return letter == '\0'
               ? loam_fail(LOAM_BAD_ARGUMENT, "%s:%" PRId64 ": has a byte 0; must be text",
                           in->path, in->number)
               : loam_fail(LOAM_BAD_ARGUMENT, "%s:%" PRId64 ": the line is longer than %d letters",
                           in->path, in->number, LINES_MAX_LENGTH);
}

static loam_result check_size(const lines *in)
{
    if (in->bytes > LINES_MAX_BYTES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: is larger than %d MiB; must be no larger",
                         in->path, LINES_MAX_BYTES >> 20);
    }
    return in->number <= LINES_MAX_COUNT
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s: has more than %d lines; must have no more",
                           in->path, LINES_MAX_COUNT);
}

loam_result lines_next(lines *in, bool *more)
{
    size_t length = 0;
    int letter;
    errno = 0;
    in->number++;
    while ((letter = getc(in->file)) != EOF && letter != '\n')
    {
        if (letter == '\0' || length == LINES_MAX_LENGTH)
        {
            return refuse_line(in, letter);
        }
        in->words[length++] = (char)letter;
    }
    if (letter == EOF && ferror(in->file))
    {
        return loam_fail(LOAM_IO, "%s: cannot be read: %s", in->path, strerror(errno));
    }
    in->bytes += (int64_t)length + 1;
    length -= length > 0 && in->words[length - 1] == '\r';
    in->words[length] = '\0';
    in->cut = letter == EOF && length > 0;
    *more = letter == '\n' || in->cut;
    return *more ? check_size(in) : LOAM_OK;
}

void lines_close(lines *in)
{
    fclose(in->file);
}
