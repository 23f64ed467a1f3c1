// SPDX-License-Identifier: MIT
#include "replay/lines.h"
#include "replay/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The head of a replay is strict: a replay that begins differently from the game that was recorded is
// worth nothing. Behind it, comments that say nothing are passed over, as in any file of commands.

typedef struct reading
{
    const char *path;
    int64_t line;
    replay_info *info;
    uint32_t seen; // which lines of the head
    bool has_head;
    uint64_t last_step; // that anything happened in
} reading;

enum
{
    SEEN_VERSION = 1,
    SEEN_SEED = 2,
    SEEN_RING = 4,
    SEEN_BEGIN = 8,
    SEEN_DEFS = 16,
    SEEN_HASH = 32,
};

static loam_result bad_line(const reading *r, const char *accepted, const char *words)
{
    return loam_fail(LOAM_BAD_ARGUMENT, "%s:%" PRId64 ": the line is \"%.80s\"; must be %s",
                     r->path, r->line, words, accepted);
}

/// Whether words are a whole number of digits, and nothing behind it.
static bool read_number(const char *words, int base, uint64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    char *rest;
    errno = 0;
    *out = strtoull(words, &rest, base);
    return errno == 0 && rest != words && *rest == '\0' && strchr(digits, words[0]) != NULL;
}

static bool read_place(const char *words, loam_tile_pos *out)
{
    char *rest, *end;
    errno = 0;
    out->x = strtoll(words, &rest, 10);
    if (rest == words || *rest != ' ')
    {
        return false;
    }
    out->y = strtoll(rest + 1, &end, 10);
    return errno == 0 && end != rest + 1 && *end == '\0';
}

/// What stands behind a beginning, NULL if the words begin otherwise.
static const char *behind(const char *words, const char *beginning)
{
    const size_t length = strlen(beginning);
    return strncmp(words, beginning, length) == 0 ? words + length : NULL;
}

// ---- the head -----------------------------------------------------------------------------------

static loam_result read_version(reading *r, const char *words)
{
    uint64_t version;
    if (!read_number(words, 10, &version))
    {
        return bad_line(r, "# world version N", words);
    }
    if (version < 1 || version > LOAM_TILES_VERSION)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "%s:%" PRId64 ": is of world version %" PRIu64
                         "; this Loam (%s) grows versions 1 to %d",
                         r->path, r->line, version, loam_version(), LOAM_TILES_VERSION);
    }
    r->info->version = (int32_t)version;
    return LOAM_OK;
}

static loam_result read_seed(reading *r, const char *words)
{
    return read_number(words, 10, &r->info->seed) ? LOAM_OK : bad_line(r, "# seed N", words);
}

static loam_result read_ring(reading *r, const char *words)
{
    uint64_t side;
    if (!read_number(words, 10, &side))
    {
        return bad_line(r, "# ring 8, 16, 32 or 64", words);
    }
    for (int32_t log2 = LOAM_MIN_RING_LOG2; log2 <= LOAM_MAX_RING_LOG2; log2++)
    {
        if (side == (uint64_t)1 << log2)
        {
            r->info->ring_log2 = log2;
            return LOAM_OK;
        }
    }
    return bad_line(r, "# ring 8, 16, 32 or 64", words);
}

static loam_result read_beginning(reading *r, const char *words)
{
    if (strcmp(words, "with the world beside it") == 0)
    {
        r->info->has_world = true;
        r->seen |= SEEN_DEFS; // the world has them
        return LOAM_OK;
    }
    const char *place = behind(words, "at ");
    return place != NULL && read_place(place, &r->info->start)
               ? LOAM_OK
               : bad_line(r, "# begins at X Y, # begins with the world beside it", words);
}

static loam_result read_definitions(reading *r, const char *words)
{
    r->info->has_defs = strcmp(words, "beside it") == 0;
    return r->info->has_defs || strcmp(words, "built in") == 0
               ? LOAM_OK
               : bad_line(r, "# definitions built in, # definitions beside it", words);
}

static loam_result read_hash(reading *r, const char *words)
{
    return strlen(words) == 16 && read_number(words, 16, &r->info->begin_hash)
               ? LOAM_OK
               : bad_line(r, "# hash and 16 digits", words);
}

static const struct
{
    const char *beginning;
    uint32_t bit;
    loam_result (*read)(reading *r, const char *words);
} heads[] = {
    {"# world version ", SEEN_VERSION, read_version},
    {"# seed ", SEEN_SEED, read_seed},
    {"# ring ", SEEN_RING, read_ring},
    {"# begins ", SEEN_BEGIN, read_beginning},
    {"# definitions ", SEEN_DEFS, read_definitions},
    {"# hash ", SEEN_HASH, read_hash},
};

enum
{
    HEADS = sizeof heads / sizeof heads[0]
};

static loam_result end_head(reading *r)
{
    for (int i = 0; i < HEADS; i++)
    {
        if ((r->seen & heads[i].bit) == 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%s:%" PRId64 ": there is no line \"%s...\" above",
                             r->path, r->line, heads[i].beginning);
        }
    }
    r->has_head = true;
    return LOAM_OK;
}

static loam_result read_head(reading *r, const char *line)
{
    if (strcmp(line, "# commands") == 0)
    {
        return end_head(r);
    }
    for (int i = 0; i < HEADS; i++)
    {
        const char *words = behind(line, heads[i].beginning);
        if (words == NULL)
        {
            continue;
        }
        if ((r->seen & heads[i].bit) != 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "%s:%" PRId64 ": \"%s\" does not fit to a line above", r->path,
                             r->line, line);
        }
        r->seen |= heads[i].bit;
        return heads[i].read(r, words);
    }
    return bad_line(r,
                    "what begins with # world version, seed, ring, begins, definitions, hash or "
                    "commands",
                    line);
}

static loam_result read_first(const reading *r, const char *line)
{
    const char *words = behind(line, "# loam replay ");
    uint64_t format;
    if (words == NULL || !read_number(words, 10, &format))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s:1: is not a replay: it does not begin with \"# loam replay %d\"",
                         r->path, REPLAY_FORMAT);
    }
    return format == REPLAY_FORMAT
               ? LOAM_OK
               : loam_fail(LOAM_UNSUPPORTED,
                           "%s:1: is of format %" PRIu64 "; this Loam (%s) reads format %d",
                           r->path, format, loam_version(), REPLAY_FORMAT);
}

// ---- the rest -----------------------------------------------------------------------------------

static loam_result read_end(reading *r, const char *words)
{
    char *rest;
    errno = 0;
    r->info->steps = strtoull(words, &rest, 10);
    if (errno != 0 || rest == words || *rest != ' ' || strlen(rest + 1) != 16 ||
        !read_number(rest + 1, 16, &r->info->hash) || r->info->steps < r->last_step)
    {
        return bad_line(r, "# end, the number of steps, and a hash of 16 digits", words);
    }
    r->info->ended = true;
    return LOAM_OK;
}

static loam_result read_rest(reading *r, const char *line)
{
    const char *words = behind(line, "# end ");
    if (r->info->ended && line[0] != '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s:%" PRId64 ": something stands behind the end",
                         r->path, r->line);
    }
    if (words != NULL)
    {
        return read_end(r, words);
    }
    words = behind(line, "# at ");
    // Commands say in which step they are by themselves.
    const uint64_t step = strtoull(words != NULL ? words : line, NULL, 10);
    r->last_step = line[0] != '#' || words != NULL ? (step > r->last_step ? step : r->last_step)
                                                   : r->last_step;
    return LOAM_OK;
}

static loam_result read_line(reading *r, const char *line)
{
    return r->line == 1  ? read_first(r, line)
           : r->has_head ? read_rest(r, line)
                         : read_head(r, line);
}

loam_result replay_read(const char *path, replay_info *out)
{
    *out = (replay_info){0};
    reading r = {.path = path, .info = out};
    lines in;
    loam_result result = lines_open(&in, path);
    if (result != LOAM_OK)
    {
        return result;
    }
    bool more = true;
    while (result == LOAM_OK && more)
    {
        result = lines_next(&in, &more);
        r.line = in.number;
        // A line without an end: the program ended while it was written.
        result = result == LOAM_OK && more && !in.cut ? read_line(&r, in.words) : result;
    }
    lines_close(&in);
    if (result == LOAM_OK && !r.has_head)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "%s: is not a replay: it ends before its commands",
                           path);
    }
    out->steps = out->ended ? out->steps : r.last_step;
    return result;
}
