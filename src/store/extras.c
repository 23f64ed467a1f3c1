// SPDX-License-Identifier: MIT
#include "store/extras.h"

#include "store/codec.h"

#include <string.h>

// Extras that wait: a short list in the order of coming, as programs hand over few at a time; and the
// numbers of all that there are, so that a limit can be kept without asking the file.

enum
{
    MAX_WAITING = 64 << 20 // bytes
};

static size_t bytes_of(size_t count)
{
    return sizeof(loam_extra) + count;
}

static void free_extra(const loam_env *env, loam_extra *extra)
{
    loam_free(env, extra->packed, extra->packed_room);
    loam_free(env, extra, bytes_of(extra->count));
}

void loam_extras_free(loam_extras *extras, const loam_env *env)
{
    for (loam_extra *extra = extras->first, *next; extra != NULL; extra = next)
    {
        next = extra->next;
        free_extra(env, extra);
    }
    loam_free(env, extras->ids, extras->id_room * sizeof *extras->ids);
    *extras = (loam_extras){0};
}

loam_result loam_extra_check_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_/,-";
    const size_t length = strlen(name);
    return length >= 1 && length <= LOAM_MAX_EXTRA_NAME && strspn(name, letters) == length
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "an extra's name is \"%.80s\"; must be 1 to %d of a-z 0-9 _ / , -", name,
                           LOAM_MAX_EXTRA_NAME);
}

// ---- which there are ----------------------------------------------------------------------------

/// Where an id is, or belongs.
static size_t place_of(const loam_extras *extras, int64_t id)
{
    size_t low = 0, high = extras->id_count;
    while (low < high)
    {
        const size_t middle = (low + high) / 2;
        if (extras->ids[middle] < id)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

static bool has_id(const loam_extras *extras, size_t place, int64_t id)
{
    return place < extras->id_count && extras->ids[place] == id;
}

static loam_result make_id_room(loam_extras *extras, const loam_env *env)
{
    if (extras->id_count < extras->id_room)
    {
        return LOAM_OK;
    }
    const size_t room = extras->id_room == 0 ? 64 : 2 * extras->id_room;
    int64_t *const ids = loam_alloc(env, room * sizeof *ids);
    if (ids == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (extras->id_count > 0)
    {
        memcpy(ids, extras->ids, extras->id_count * sizeof *ids);
    }
    loam_free(env, extras->ids, extras->id_room * sizeof *ids);
    extras->ids = ids;
    extras->id_room = room;
    return LOAM_OK;
}

loam_result loam_extras_note(loam_extras *extras, const loam_env *env, int64_t id)
{
    const size_t place = place_of(extras, id);
    if (has_id(extras, place, id))
    {
        return LOAM_OK;
    }
    if (extras->id_count == LOAM_MAX_EXTRAS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "there are %d extras; must not be more",
                         LOAM_MAX_EXTRAS);
    }
    const loam_result result = make_id_room(extras, env);
    if (result == LOAM_OK)
    {
        memmove(extras->ids + place + 1, extras->ids + place,
                (extras->id_count - place) * sizeof *extras->ids);
        extras->ids[place] = id;
        extras->id_count++;
    }
    return result;
}

static void forget(loam_extras *extras, int64_t id)
{
    const size_t place = place_of(extras, id);
    if (has_id(extras, place, id))
    {
        extras->id_count--;
        memmove(extras->ids + place, extras->ids + place + 1,
                (extras->id_count - place) * sizeof *extras->ids);
    }
}

// ---- waiting ------------------------------------------------------------------------------------

static bool is_same(const loam_extra *a, const loam_extra *b)
{
    return a->definitions == b->definitions && (a->version > 0) == (b->version > 0) &&
           strcmp(a->name, b->name) == 0;
}

static loam_extra *find_newest(const loam_extras *extras, const loam_extra *like)
{
    loam_extra *found = NULL;
    for (loam_extra *extra = extras->first; extra != NULL; extra = extra->next)
    {
        found = is_same(extra, like) ? extra : found;
    }
    return found;
}

const loam_extra *loam_extras_waiting(const loam_extras *extras, const char *name)
{
    loam_extra like = {0};
    memcpy(like.name, name, strlen(name) + 1);
    return find_newest(extras, &like);
}

/// The link that leads to an extra.
static loam_extra **link_to(loam_extras *extras, const loam_extra *extra)
{
    loam_extra **link = &extras->first;
    while (*link != extra)
    {
        link = &(*link)->next;
    }
    return link;
}

static void take_out(loam_extras *extras, const loam_env *env, loam_extra *extra)
{
    *link_to(extras, extra) = extra->next;
    extras->last = NULL;
    for (loam_extra *other = extras->first; other != NULL; other = other->next)
    {
        extras->last = other;
    }
    extras->waiting_bytes -= extra->count;
    free_extra(env, extra);
}

static void append(loam_extras *extras, loam_extra *extra)
{
    if (extras->last != NULL)
    {
        extras->last->next = extra;
    }
    else
    {
        extras->first = extra;
    }
    extras->last = extra;
    extras->waiting_bytes += extra->count;
}

static loam_extra *copy_of(const loam_env *env, const loam_extra *what, const void *bytes)
{
    loam_extra *const extra = loam_alloc(env, bytes_of(what->count));
    if (extra != NULL)
    {
        *extra = *what;
        extra->next = NULL;
        extra->taken = extra->replaced = extra->written = false;
        extra->packed = NULL;
        extra->packed_size = extra->packed_room = 0;
        if (what->count > 0)
        {
            memcpy(extra->bytes, bytes, what->count);
        }
    }
    return extra;
}

/// Notes that there is an extra, or is none any more.
static loam_result count_in(loam_extras *extras, const loam_env *env, const loam_extra *what)
{
    if (what->definitions)
    {
        return LOAM_OK;
    }
    const int64_t id = loam_extra_id(what->name);
    if (what->count == 0)
    {
        forget(extras, id);
        return LOAM_OK;
    }
    return loam_extras_note(extras, env, id);
}

loam_result loam_extras_put(loam_extras *extras, const loam_env *env, const loam_extra *what,
                            const void *bytes)
{
    if (extras->waiting_bytes + what->count > MAX_WAITING)
    {
        return loam_fail(LOAM_IO, "%zu bytes of extras wait already to be written",
                         extras->waiting_bytes);
    }
    loam_extra *const extra = copy_of(env, what, bytes);
    loam_result result = extra != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? count_in(extras, env, what) : result;
    if (result != LOAM_OK)
    {
        loam_free(env, extra, bytes_of(what->count));
        return result;
    }
    loam_extra *const older = find_newest(extras, what);
    if (older != NULL && older->taken)
    {
        older->replaced = true;
    }
    else if (older != NULL)
    {
        extra->number = older->number; // also for those who wait for that one
        take_out(extras, env, older);
    }
    append(extras, extra);
    return LOAM_OK;
}

void loam_extras_settle(loam_extras *extras, const loam_env *env)
{
    for (loam_extra *extra = extras->first, *next; extra != NULL; extra = next)
    {
        next = extra->next;
        if (!extra->taken)
        {
            continue;
        }
        extra->taken = false;
        if (extra->replaced && !extra->written)
        {
            loam_extra *const newer = find_newest(extras, extra);
            newer->number = extra->number < newer->number ? extra->number : newer->number;
        }
        if (extra->replaced || extra->written)
        {
            take_out(extras, env, extra);
        }
    }
}

bool loam_extras_wait_until(const loam_extras *extras, uint64_t number)
{
    const loam_extra *extra = extras->first;
    while (extra != NULL && extra->number > number)
    {
        extra = extra->next;
    }
    return extra != NULL;
}
