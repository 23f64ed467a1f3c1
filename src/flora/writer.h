// SPDX-License-Identifier: MIT
// Text that is written into a buffer that may be too small for it.
#ifndef LOAM_FLORA_WRITER_H
#define LOAM_FLORA_WRITER_H

#include "loam/base.h"

typedef struct flora_writer
{
    char *out;
    size_t size;   // of out
    size_t length; // of the text so far, whether it fitted or not
} flora_writer;

void loam_flora_put(flora_writer *writer, const char *bytes, size_t count);
void loam_flora_put_text(flora_writer *writer, const char *text);

/// A number as loam_flora_take_number reads it; below 10^9.
void loam_flora_put_number(flora_writer *writer, float number);

/// Ends the text, and returns its length.
size_t loam_flora_writer_end(flora_writer *writer);

#endif
