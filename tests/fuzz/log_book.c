// SPDX-License-Identifier: MIT
// Any bytes as the log of a sea: no more is read than a book may hold, and what cannot be read is not written.
#include "sail/log_book.h"
#include "written.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static log_book book;
    static char home[64], path[128];
    const char *const from = written(data, size);
    snprintf(home, sizeof home, "%.*s", (int)(strrchr(from, '/') - from), from);
    snprintf(path, sizeof path, "%s/sea-%ld-00000000.log", home, (long)getpid());
    if (rename(from, path) != 0)
    {
        abort();
    }
    const bool is_log = log_book_open(&book, home, (uint64_t)getpid(), 0) == LOAM_OK;
    if (strcmp(book.path, path) != 0 || book.isle_count > LOG_MAX_ISLES ||
        book.mark_count > LOG_MAX_MARKS || (!is_log && !book.fixed))
    {
        abort();
    }
    log_book_free(&book);
    unlink(path);
    return 0;
}
