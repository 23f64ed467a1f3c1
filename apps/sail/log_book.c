// SPDX-License-Identifier: MIT
#include "sail/log_book.h"

#include "loam/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "loam log 1";

enum
{
    MAX_LINE = 160,
};

void log_book_free(log_book *book)
{
    free(book->isles);
    free(book->marks);
    *book = (log_book){0};
}

bool log_book_knows(const log_book *book, int64_t slot_x, int64_t slot_z)
{
    for (int32_t i = book->isle_count - 1; i >= 0; i--)
    {
        if (book->isles[i].slot_x == slot_x && book->isles[i].slot_z == slot_z)
        {
            return true;
        }
    }
    return false;
}

static bool add_isle(log_book *book, int64_t slot_x, int64_t slot_z, const char *name)
{
    if (book->isle_count >= LOG_MAX_ISLES || log_book_knows(book, slot_x, slot_z))
    {
        return false;
    }
    log_isle *const to = &book->isles[book->isle_count++];
    *to = (log_isle){.slot_x = slot_x, .slot_z = slot_z};
    snprintf(to->name, sizeof to->name, "%s", name);
    return true;
}

bool log_book_add_isle(log_book *book, const loam_isle *isle)
{
    const bool added = add_isle(book, isle->slot_x, isle->slot_z, isle->name);
    book->changed = book->changed || added;
    return added;
}

bool log_book_add_mark(log_book *book, int64_t x, int64_t z, const char *name)
{
    if (book->mark_count >= LOG_MAX_MARKS)
    {
        return false;
    }
    log_mark *const to = &book->marks[book->mark_count++];
    *to = (log_mark){.x = x, .z = z};
    snprintf(to->name, sizeof to->name, "%s", name);
    to->name[strcspn(to->name, "\r\n")] = '\0';
    book->changed = true;
    return true;
}

void log_book_remove_mark(log_book *book, int32_t index)
{
    const size_t behind = (size_t)(book->mark_count - index - 1);
    memmove(&book->marks[index], &book->marks[index + 1], behind * sizeof book->marks[0]);
    book->mark_count--;
    book->changed = true;
}

// ---- the file -----------------------------------------------------------------------------------

static bool read_line(log_book *book, char *line)
{
    int64_t x, z;
    int used = 0;
    line[strcspn(line, "\r\n")] = '\0';
    const bool isle = sscanf(line, "isle %" SCNd64 ",%" SCNd64 " %n", &x, &z, &used) == 2;
    const bool mark = !isle && sscanf(line, "mark %" SCNd64 ",%" SCNd64 " %n", &x, &z, &used) == 2;
    if ((!isle && !mark) || used == 0)
    {
        return false;
    }
    return isle ? add_isle(book, x, z, line + used) || log_book_knows(book, x, z)
                : log_book_add_mark(book, x, z, line + used);
}

static loam_result read_file(log_book *book, FILE *file)
{
    char line[MAX_LINE];
    bool ok = fgets(line, sizeof line, file) != NULL;
    line[ok ? strcspn(line, "\r\n") : 0] = '\0';
    ok = ok && strcmp(line, first_line) == 0;
    int32_t number = 1;
    while (ok && fgets(line, sizeof line, file) != NULL)
    {
        number++;
        ok = line[0] == '\n' || read_line(book, line);
    }
    return ok ? LOAM_OK
              : loam_fail(LOAM_BAD_ARGUMENT,
                          "%s: line %d is not a line of a log; the file is left as it is",
                          book->path, (int)number);
}

loam_result log_book_open(log_book *book, const char *home, uint64_t seed, uint64_t defs)
{
    log_book_free(book);
    book->isles = calloc(LOG_MAX_ISLES, sizeof *book->isles);
    book->marks = calloc(LOG_MAX_MARKS, sizeof *book->marks);
    if (book->isles == NULL || book->marks == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a log");
    }
    snprintf(book->path, sizeof book->path, "%.400s/sea-%" PRIu64 "-%08" PRIx32 ".log", home, seed,
             (uint32_t)defs);
    FILE *const file = fopen(book->path, "rb");
    if (file == NULL)
    {
        book->fixed = errno != ENOENT;
        return book->fixed
                   ? loam_fail(LOAM_IO, "%s cannot be read: %s", book->path, strerror(errno))
                   : LOAM_OK;
    }
    const loam_result result = read_file(book, file);
    fclose(file);
    book->fixed = result != LOAM_OK;
    book->changed = false;
    return result;
}

loam_result log_book_save(log_book *book)
{
    if (!book->changed || book->fixed)
    {
        return LOAM_OK;
    }
    const size_t room = 64 + (size_t)(book->isle_count + book->mark_count) * MAX_LINE;
    char *const text = malloc(room);
    if (text == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", book->path);
    }
    size_t size = (size_t)snprintf(text, room, "%s\n", first_line);
    for (int32_t i = 0; i < book->isle_count; i++)
    {
        const log_isle *const isle = &book->isles[i];
        size += (size_t)snprintf(text + size, room - size, "isle %" PRId64 ",%" PRId64 " %s\n",
                                 isle->slot_x, isle->slot_z, isle->name);
    }
    for (int32_t i = 0; i < book->mark_count; i++)
    {
        const log_mark *const mark = &book->marks[i];
        size += (size_t)snprintf(text + size, room - size, "mark %" PRId64 ",%" PRId64 " %s\n",
                                 mark->x, mark->z, mark->name);
    }
    const loam_result result = loam_file_write(book->path, text, size);
    book->changed = result != LOAM_OK;
    free(text);
    return result;
}
