// SPDX-License-Identifier: MIT
// The log of a sea: islands that were found and places that were marked, in a file of lines.
//
//   loam log 1
//   isle 3,-2 Saint Mary Cay
//   mark 120,-3400 where the wind is good
#ifndef LOAM_SAIL_LOG_BOOK_H
#define LOAM_SAIL_LOG_BOOK_H

#include "loam/isles.h"

enum
{
    LOG_MAX_MARKS = 256,
    LOG_MAX_ISLES = 8192,
    LOG_MAX_NAME = 48,
};

typedef struct log_isle
{
    int64_t slot_x, slot_z;
    char name[LOG_MAX_NAME];
} log_isle;

typedef struct log_mark
{
    int64_t x, z;
    char name[LOG_MAX_NAME];
} log_mark;

/// Start from {0}.
typedef struct log_book
{
    log_isle *isles; // LOG_MAX_ISLES
    log_mark *marks; // LOG_MAX_MARKS
    int32_t isle_count, mark_count;
    char path[512];
    bool changed;
    bool fixed; // the file has lines that cannot be read: it is not written
} log_book;

/// Reads the file of a sea, if it is there. LOAM_BAD_ARGUMENT, with an empty book that is not written, for a file that
/// is no log.
loam_result log_book_open(log_book *book, const char *home, uint64_t seed, uint64_t defs);
void log_book_free(log_book *book);

/// Writes it if it has changed.
loam_result log_book_save(log_book *book);

bool log_book_knows(const log_book *book, int64_t slot_x, int64_t slot_z);
/// False if it is there already, or the book is full.
bool log_book_add_isle(log_book *book, const loam_isle *isle);
bool log_book_add_mark(log_book *book, int64_t x, int64_t z, const char *name);
void log_book_remove_mark(log_book *book, int32_t index);

#endif
