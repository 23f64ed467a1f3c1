// SPDX-License-Identifier: MIT
// What somebody could put into a world's file who knows how it is made: bytes, numbers and definitions that were
// changed on purpose, before the checksums over them. All of it follows from a seed.
#ifndef LOAM_TESTS_STORE_HOSTILE_H
#define LOAM_TESTS_STORE_HOSTILE_H

#include "loam/random.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hostile
{
    uint64_t seed, drawn;
} hostile;

static inline uint32_t hostile_draw(hostile *h, uint32_t limit)
{
    return loam_random_below(h->seed, h->drawn++, limit);
}

/// A number that code may not be ready for.
static inline int64_t hostile_number(hostile *h)
{
    static const int64_t ends[] = {
        0, 1, -1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1};
    const int64_t power = (int64_t)1 << hostile_draw(h, 63);
    switch (hostile_draw(h, 4))
    {
    case 0:
        return ends[hostile_draw(h, sizeof ends / sizeof ends[0])];
    case 1:
        return (int64_t)hostile_draw(h, 3) - 1 + power;
    case 2:
        return (int64_t)hostile_draw(h, 3) - 1 - power;
    default:
        return loam_random_range(h->seed, h->drawn++, -300, 300);
    }
}

/// Changes bytes at one place: a bit, a byte, a number, a piece that is copied, moved up or cut off. Returns the
/// new size, at most room.
static inline size_t hostile_change(hostile *h, uint8_t *bytes, size_t size, size_t room)
{
    const size_t at = size > 0 ? hostile_draw(h, (uint32_t)size) : 0;
    const size_t rest = size - at, other = size > 0 ? hostile_draw(h, (uint32_t)size) : 0;
    const size_t length = rest > 0 ? 1 + hostile_draw(h, rest < 16 ? (uint32_t)rest : 16) : 0;
    const int64_t number = hostile_number(h);
    switch (size > 0 ? hostile_draw(h, 6) : 5)
    {
    case 0:
        bytes[at] ^= (uint8_t)(1u << hostile_draw(h, 8));
        return size;
    case 1:
        bytes[at] = (uint8_t)number;
        return size;
    case 2:
        memcpy(bytes + at, &number, length < sizeof number ? length : sizeof number);
        return size;
    case 3:
        memmove(bytes + at, bytes + other, rest < size - other ? rest : size - other);
        return size;
    case 4:
        return at;
    default:
        if (size + 8 <= room)
        {
            memset(bytes + size, (int)hostile_draw(h, 256), 8);
            return size + 8;
        }
        return size;
    }
}

static inline size_t hostile_bytes(hostile *h, uint8_t *bytes, size_t size, size_t room)
{
    for (uint32_t times = 1 + hostile_draw(h, 4); times > 0; times--)
    {
        size = hostile_change(h, bytes, size, room);
    }
    return size;
}

/// Text likewise, with a '\0' behind it: mostly a number or a word in it is replaced, or a line left out or
/// written twice.
static inline void hostile_text(hostile *h, char *text, size_t room)
{
    static const char digits[] = "-0123456789";
    const size_t size = strlen(text);
    char *const at = text + (size > 0 ? hostile_draw(h, (uint32_t)size) : 0);
    char *const number = strpbrk(at, digits), *const line = strchr(at, '\n');
    char rest[4096];
    if (hostile_draw(h, 4) == 0 || (number == NULL && line == NULL))
    {
        text[hostile_bytes(h, (uint8_t *)text, size, room - 1)] = '\0';
    }
    else if (number != NULL && (line == NULL || hostile_draw(h, 2) == 0))
    {
        snprintf(rest, sizeof rest, "%s", number + strspn(number, digits));
        snprintf(number, room - (size_t)(number - text), "%lld%s", (long long)hostile_number(h),
                 rest);
    }
    else
    {
        char *const end = strchr(line + 1, '\n');
        const bool twice = hostile_draw(h, 2) == 0;
        snprintf(rest, sizeof rest, "%s", twice ? line : end != NULL ? end : "\n");
        char *const to = twice && end != NULL ? end : line;
        snprintf(to, room - (size_t)(to - text), "%s", rest);
    }
}

// ---- JSON ---------------------------------------------------------------------------------------

static inline int32_t hostile_count(const cJSON *item)
{
    int32_t count = 1;
    for (const cJSON *child = item->child; child != NULL; child = child->next)
    {
        count += hostile_count(child);
    }
    return count;
}

/// The n-th of all items in a tree, itself first.
static inline cJSON *hostile_item(cJSON *item, int32_t *n)
{
    if ((*n)-- == 0)
    {
        return item;
    }
    cJSON *found = NULL;
    for (cJSON *child = item->child; child != NULL && found == NULL; child = child->next)
    {
        found = hostile_item(child, n);
    }
    return found;
}

static inline cJSON *hostile_pick(hostile *h, cJSON *tree)
{
    int32_t n = (int32_t)hostile_draw(h, (uint32_t)hostile_count(tree));
    return hostile_item(tree, &n);
}

static inline void hostile_set_number(hostile *h, cJSON *item)
{
    static const double values[] = {0.0, -0.0, 0.5, 1e-320, 1e308, -1e308, 1e30, 255.0, 256.0, 1e6};
    const double scale = hostile_draw(h, 3) == 0 ? -1.0
                                                 : 1.0 + (double)hostile_draw(h, 300) / 100.0;
    switch (hostile_draw(h, 3))
    {
    case 0:
        cJSON_SetNumberValue(item, values[hostile_draw(h, sizeof values / sizeof values[0])]);
        break;
    case 1:
        cJSON_SetNumberValue(item, (double)hostile_number(h));
        break;
    default:
        cJSON_SetNumberValue(item, item->valuedouble * scale);
        break;
    }
}

/// Another text of the tree that may be accepted in the place of one: a colour for a colour, a name for a name.
static inline const char *hostile_other_text(hostile *h, const char *text, cJSON *tree)
{
    for (int tries = 0; tries < 20; tries++)
    {
        const cJSON *const other = hostile_pick(h, tree);
        if (cJSON_IsString(other) && (other->valuestring[0] == '#') == (text[0] == '#') &&
            (text[0] != '#' || strlen(other->valuestring) == strlen(text)))
        {
            return other->valuestring;
        }
    }
    return "stone";
}

static inline void hostile_set_text(hostile *h, cJSON *item, cJSON *tree)
{
    static const char *const words[] = {"",     "air",   "water",     "stone", "lava",
                                        "sand", "solid", "no\x1b[1m", "#ff0",  "#ffffffff"};
    char copy[512];
    const char *const other = hostile_other_text(h, item->valuestring, tree);
    const char *const word = words[hostile_draw(h, sizeof words / sizeof words[0])];
    snprintf(copy, sizeof copy, "%s", hostile_draw(h, 4) > 0 ? other : word);
    if (hostile_draw(h, 16) == 0)
    {
        memset(copy, 'x', sizeof copy - 1);
    }
    cJSON_SetValuestring(item, copy);
}

/// Leaves out an item of a list, or has it twice.
static inline void hostile_set_list(hostile *h, cJSON *item)
{
    const int count = cJSON_GetArraySize(item);
    if (count == 0)
    {
        return;
    }
    const int which = (int)hostile_draw(h, (uint32_t)count);
    if (hostile_draw(h, 2) == 0)
    {
        cJSON_DeleteItemFromArray(item, which);
    }
    else if (cJSON_IsArray(item))
    {
        cJSON_AddItemToArray(item, cJSON_Duplicate(cJSON_GetArrayItem(item, which), 1));
    }
}

/// Changes one item of a tree.
static inline void hostile_json(hostile *h, cJSON *tree)
{
    cJSON *const item = hostile_pick(h, tree);
    if (cJSON_IsNumber(item))
    {
        hostile_set_number(h, item);
    }
    else if (cJSON_IsString(item))
    {
        hostile_set_text(h, item, tree);
    }
    else if (cJSON_IsBool(item))
    {
        item->type = cJSON_IsTrue(item) ? cJSON_False : cJSON_True;
    }
    else
    {
        hostile_set_list(h, item);
    }
}

#endif
