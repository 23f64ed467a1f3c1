// SPDX-License-Identifier: MIT
// JSON that people read: indented, lists of plain values in lines.
#ifndef LOAM_DEFS_EMIT_H
#define LOAM_DEFS_EMIT_H

#include "loam/picture.h"

/// Starts with env set and all else zero. When memory runs out nothing more is added, and failed is set.
typedef struct loam_json_emitter
{
    const loam_env *env;
    char *text; // not terminated
    size_t size, room;
    size_t line;   // where the last line begins
    int32_t depth; // open brackets
    bool first;    // nothing stands in the innermost bracket yet
    bool flow;     // which is a list of plain values
    bool value;    // a key was added, its value comes next
    bool failed;
} loam_json_emitter;

void loam_json_open(loam_json_emitter *out, char bracket); // '{', or '[' for a list of objects
void loam_json_flow(loam_json_emitter *out);               // a list of plain values
void loam_json_close(loam_json_emitter *out, char bracket);
void loam_json_key(loam_json_emitter *out, const char *key);

void loam_json_emit_text(loam_json_emitter *out, const char *name); // short, without escapes
/// Any text of length bytes: quotes, backslashes and control characters are escaped.
void loam_json_emit_quoted(loam_json_emitter *out, const char *text, size_t length);
void loam_json_emit_int(loam_json_emitter *out, int32_t value);
void loam_json_emit_bool(loam_json_emitter *out, bool value);
void loam_json_emit_null(loam_json_emitter *out);
/// Finite; with as few digits as give the same float again.
void loam_json_emit_float(loam_json_emitter *out, float value);
/// "#rrggbb", or "#rrggbbaa" if it is not opaque or if it is a light.
void loam_json_emit_colour(loam_json_emitter *out, loam_colour colour, bool light);

/// The text, with a line break and '\0' at its end: *size + 1 bytes, to be freed with that size. Frees
/// everything else.
loam_result loam_json_finish(loam_json_emitter *out, char **text, size_t *size);

#endif
