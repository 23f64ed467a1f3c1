// SPDX-License-Identifier: MIT
// Text that grows, and JSON made of it.
#ifndef LOAM_TOOL_TEXT_H
#define LOAM_TOOL_TEXT_H

#include "loam/base.h"

/// Starts as {0}. If memory runs out, what was added stays and `failed` is set.
typedef struct text
{
    char *data; // ends with '\0' as soon as something was added
    size_t size;
    size_t capacity;
    bool failed;
} text;

void text_free(text *buffer);
void text_add(text *buffer, const char *format, ...) LOAM_PRINTF(2, 3);
const char *text_get(const text *buffer); // never NULL

// ---- JSON ---------------------------------------------------------------------------------------
// Commas are put where they belong:
// `json_open(&t, '{'); json_key(&t, "seed"); json_number(&t, 1); json_close(&t, '}');`

void json_open(text *json, char bracket);  // '{' or '['
void json_close(text *json, char bracket); // '}' or ']'
void json_key(text *json, const char *key);
void json_text(text *json, const char *value);
void json_number(text *json, double value); // what is not finite becomes null
void json_exact(text *json, double value);  // the shortest that reads as the same number again
void json_int64(text *json, int64_t value); // as text, because readers may only have doubles
void json_uint64(text *json, uint64_t value);
void json_hash(text *json, uint64_t value); // as text of 16 hexadecimal digits
void json_bool(text *json, bool value);
void json_null(text *json);

// A key and its value.
void json_open_at(text *json, const char *key, char bracket);
void json_add_uint64(text *json, const char *key, uint64_t value);
void json_add_hash(text *json, const char *key, uint64_t value);
void json_add_bool(text *json, const char *key, bool value);
void json_add_number(text *json, const char *key, double value);
void json_add_exact(text *json, const char *key, double value);
void json_add_text(text *json, const char *key, const char *value);     // NULL becomes null
void json_add_place(text *json, const char *key, int64_t x, int64_t y); // as json_int64
void json_add_size(text *json, const char *key, int32_t w, int32_t h);

#endif
