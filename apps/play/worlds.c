// SPDX-License-Identifier: MIT
#include "play/worlds.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

// The folder is read at once: names, dates and sizes. Opening a world takes longer, as its file is looked
// through; a worker does that, one world at a time, and the list fills while it is looked at.

static const char ending[] = ".loam";

/// What a worker finds in a file. It knows nothing of the list, which may change meanwhile.
typedef struct look
{
    loam_job job;
    loam_env env; // without jobs: it is one itself
    char path[PLAY_MAX_PATH];
    atomic_bool done;
    bool fine, has_picture;
    uint64_t seed;
    char seed_text[SESSION_MAX_SEED];
    char problem[256];
    uint8_t picture[WORLD_PICTURE_BYTES];
} look;

struct app_world_list
{
    world_entry *entries;
    int32_t count, room;
    bool looking; // the job is under way, or done and not yet taken
    look now;
};

// ---- the folder ---------------------------------------------------------------------------------

static bool is_world_name(const char *name)
{
    const size_t length = strlen(name), end = sizeof ending - 1;
    return length > end && name[0] != '.' && strcmp(name + length - end, ending) == 0;
}

static loam_result make_room(app *a, app_world_list *list)
{
    if (list->count < list->room)
    {
        return LOAM_OK;
    }
    const int32_t room = list->room == 0 ? 16 : 2 * list->room;
    world_entry *entries = loam_alloc(&a->env, (size_t)room * sizeof *entries);
    if (entries == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (list->count > 0)
    {
        memcpy(entries, list->entries, (size_t)list->count * sizeof *entries);
    }
    loam_free(&a->env, list->entries, (size_t)list->room * sizeof *entries);
    list->entries = entries;
    list->room = room;
    return LOAM_OK;
}

static loam_result add_file(app *a, app_world_list *list, const char *name)
{
    world_entry entry = {.state = WORLD_UNSEEN};
    const int length = snprintf(entry.path, sizeof entry.path, "%s/%s", a->folders.worlds, name);
    struct stat status;
    if (!is_world_name(name) || length < 0 || length >= (int)sizeof entry.path ||
        stat(entry.path, &status) != 0 || S_ISDIR(status.st_mode))
    {
        return LOAM_OK; // nothing that could be opened
    }
    snprintf(entry.name, sizeof entry.name, "%.*s", (int)(strlen(name) - (sizeof ending - 1)),
             name);
    entry.changed_s = status.st_mtim.tv_sec;
    entry.changed_ns = (int32_t)status.st_mtim.tv_nsec;
    entry.file_bytes = (uint64_t)status.st_size;
    const loam_result result = make_room(a, list);
    if (result == LOAM_OK)
    {
        list->entries[list->count++] = entry;
    }
    return result;
}

static int newest_first(const void *left, const void *right)
{
    const world_entry *a = left, *b = right;
    if (a->changed_s != b->changed_s)
    {
        return a->changed_s > b->changed_s ? -1 : 1;
    }
    if (a->changed_ns != b->changed_ns)
    {
        return a->changed_ns > b->changed_ns ? -1 : 1;
    }
    return strcmp(a->name, b->name);
}

static loam_result read_folder(app *a, app_world_list *list)
{
    DIR *folder = opendir(a->folders.worlds);
    if (folder == NULL)
    {
        return loam_fail(LOAM_IO, "the folder %s cannot be read: %s", a->folders.worlds,
                         strerror(errno));
    }
    loam_result result = LOAM_OK;
    struct dirent *found;
    while (result == LOAM_OK && list->count < WORLDS_MAX && (found = readdir(folder)) != NULL)
    {
        result = add_file(a, list, found->d_name);
    }
    closedir(folder);
    if (list->count > 1)
    {
        qsort(list->entries, (size_t)list->count, sizeof *list->entries, newest_first);
    }
    return result;
}

loam_result worlds_list(app *a)
{
    worlds_destroy(a, a->worlds);
    a->worlds = loam_alloc(&a->env, sizeof *a->worlds);
    if (a->worlds == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *a->worlds = (app_world_list){0};
    return read_folder(a, a->worlds);
}

int32_t worlds_count(const app *a)
{
    return a->worlds != NULL ? a->worlds->count : 0;
}

const world_entry *worlds_entry(const app *a, int32_t index)
{
    LOAM_ASSERT(&a->env, index >= 0 && index < worlds_count(a));
    return &a->worlds->entries[index];
}

// ---- looking into files -------------------------------------------------------------------------

/// What was written is believed if it is this world's seed: files come from anybody.
static void find_seed(look *to, loam_store *store)
{
    size_t count = 0;
    memset(to->seed_text, 0, sizeof to->seed_text);
    to->seed = loam_store_seed(store);
    if (loam_store_get_extra(store, SESSION_SEED_NAME, to->seed_text, sizeof to->seed_text - 1,
                             &count) != LOAM_OK ||
        count >= sizeof to->seed_text || loam_seed_from_text(to->seed_text) != to->seed)
    {
        snprintf(to->seed_text, sizeof to->seed_text, "%" PRIu64, to->seed);
    }
}

static void look_into(void *context)
{
    look *to = context;
    loam_store_def def = loam_default_store_def();
    def.env = to->env;
    def.path = to->path;
    def.read_only = true;
    loam_store *store = NULL;
    to->fine = loam_store_open(&def, &store) == LOAM_OK;
    if (to->fine)
    {
        size_t count = 0;
        find_seed(to, store);
        to->has_picture = loam_store_get_extra(store, WORLD_PICTURE_NAME, to->picture,
                                               sizeof to->picture, &count) == LOAM_OK &&
                          count == sizeof to->picture;
    }
    else
    {
        // Its name is known to whoever reads this.
        const char *message = loam_last_error();
        const size_t length = strlen(to->path);
        const bool named = strncmp(message, to->path, length) == 0 && message[length] == ':';
        snprintf(to->problem, sizeof to->problem, "%s", named ? message + length + 2 : message);
    }
    loam_store_close(store);
    atomic_store(&to->done, true);
}

static bool has_workers(const app *a)
{
    return a->env.jobs != NULL && loam_jobs_width(a->env.jobs) > 1;
}

static world_entry *first_unseen(app_world_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
    {
        if (list->entries[i].state == WORLD_UNSEEN)
        {
            return &list->entries[i];
        }
    }
    return NULL;
}

static void begin_look(app *a, const world_entry *entry)
{
    look *now = &a->worlds->now;
    now->env = a->env;
    now->env.jobs = NULL;
    now->job = (loam_job){.run = look_into, .context = now, .priority = LOAM_PRIORITY_NORMAL};
    memcpy(now->path, entry->path, sizeof now->path);
    now->fine = now->has_picture = false;
    atomic_store(&now->done, false);
    a->worlds->looking = true;
    if (has_workers(a))
    {
        loam_jobs_submit(a->env.jobs, &now->job);
        return;
    }
    look_into(now);
}

static void end_look(app *a)
{
    if (has_workers(a))
    {
        loam_jobs_wait(a->env.jobs, &a->worlds->now.job);
    }
    a->worlds->looking = false;
}

/// A picture that cannot be shown is no reason not to show the rest.
static painter_image *make_image(app *a, const uint8_t *bytes)
{
    loam_picture picture;
    painter_image *image = NULL;
    if (loam_picture_create(&a->env, WORLD_PICTURE_W, WORLD_PICTURE_H, loam_rgb(0), &picture) !=
        LOAM_OK)
    {
        return NULL;
    }
    for (int32_t i = 0; i < WORLD_PICTURE_W * WORLD_PICTURE_H; i++)
    {
        picture.pixels[i] = (loam_colour){bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2], 255};
    }
    if (painter_image_create(a->paint, picture.w, picture.h, &image) == LOAM_OK)
    {
        painter_image_update(a->paint, image, &picture);
    }
    loam_picture_destroy(&a->env, &picture);
    return image;
}

static void take_look(app *a, world_entry *entry)
{
    const look *from = &a->worlds->now;
    entry->state = from->fine ? WORLD_FINE : WORLD_BAD;
    entry->seed = from->seed;
    memcpy(entry->seed_text, from->seed_text, sizeof entry->seed_text);
    memcpy(entry->problem, from->problem, sizeof entry->problem);
    entry->picture = from->has_picture ? make_image(a, from->picture) : NULL;
}

void worlds_look(app *a)
{
    app_world_list *list = a->worlds;
    if (list == NULL)
    {
        return;
    }
    if (list->looking && atomic_load(&list->now.done))
    {
        end_look(a);
        for (int32_t i = 0; i < list->count; i++)
        {
            if (strcmp(list->entries[i].path, list->now.path) == 0)
            {
                take_look(a, &list->entries[i]);
            }
        }
    }
    const world_entry *next = first_unseen(list);
    if (!list->looking && next != NULL)
    {
        begin_look(a, next);
    }
}

// ---- playing ------------------------------------------------------------------------------------

void worlds_play(app *a, int32_t index, int32_t ring_log2)
{
    const session_def def = {.path = worlds_entry(a, index)->path,
                             .autosave_steps = a->settings.autosave_seconds * LOAM_STEPS_PER_SECOND,
                             .ring_log2 = ring_log2 > 0 ? ring_log2 : a->settings.ring,
                             .resize = ring_log2 > 0,
                             .record = a->record_commands};
    app_play(a, &def);
    a->record_commands = NULL;
}

// ---- removing -----------------------------------------------------------------------------------

static void forget_entry(app *a, int32_t index)
{
    app_world_list *list = a->worlds;
    if (list->entries[index].picture != NULL)
    {
        painter_image_destroy(a->paint, list->entries[index].picture);
    }
    list->count--;
    memmove(list->entries + index, list->entries + index + 1,
            (size_t)(list->count - index) * sizeof *list->entries);
}

loam_result worlds_remove(app *a, int32_t index)
{
    if (a->worlds->looking)
    {
        end_look(a); // the file must not be open
    }
    const loam_result result = loam_store_remove(worlds_entry(a, index)->path);
    if (result == LOAM_OK || result == LOAM_NOT_FOUND)
    {
        forget_entry(a, index);
        return LOAM_OK;
    }
    return result;
}

void worlds_destroy(app *a, app_world_list *worlds)
{
    if (worlds == NULL)
    {
        return;
    }
    if (worlds->looking && has_workers(a) && !loam_jobs_cancel(a->env.jobs, &worlds->now.job))
    {
        loam_jobs_wait(a->env.jobs, &worlds->now.job);
    }
    for (int32_t i = 0; i < worlds->count; i++)
    {
        if (worlds->entries[i].picture != NULL)
        {
            painter_image_destroy(a->paint, worlds->entries[i].picture);
        }
    }
    loam_free(&a->env, worlds->entries, (size_t)worlds->room * sizeof *worlds->entries);
    loam_free(&a->env, worlds, sizeof *worlds);
    a->worlds = a->worlds == worlds ? NULL : a->worlds;
}

// ---- for people ---------------------------------------------------------------------------------

void worlds_say_size(uint64_t bytes, char *out, size_t room)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    double amount = (double)bytes / 1000;
    int32_t unit = 0;
    while (amount >= 999.5 && unit < 3)
    {
        amount /= 1000;
        unit++;
    }
    snprintf(out, room, amount < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
}

void worlds_say_date(int64_t seconds, char *out, size_t room)
{
    const time_t when = (time_t)seconds;
    struct tm local;
    if (localtime_r(&when, &local) == NULL || strftime(out, room, "%d %B %Y, %H:%M", &local) == 0)
    {
        snprintf(out, room, "?");
        return;
    }
    if (out[0] == '0')
    {
        memmove(out, out + 1, strlen(out)); // the day of the month without its 0
    }
}

// ---- pictures -----------------------------------------------------------------------------------

/// The mean of a rectangle of pixels.
static void mean_of(const loam_picture *from, box part, uint8_t out[3])
{
    uint64_t r = 0, g = 0, b = 0;
    for (int32_t y = part.y; y < part.y + part.h; y++)
    {
        const loam_colour *row = from->pixels + (int64_t)y * from->w;
        for (int32_t x = part.x; x < part.x + part.w; x++)
        {
            r += row[x].r;
            g += row[x].g;
            b += row[x].b;
        }
    }
    const uint64_t count = (uint64_t)part.w * (uint64_t)part.h;
    out[0] = (uint8_t)(r / count);
    out[1] = (uint8_t)(g / count);
    out[2] = (uint8_t)(b / count);
}

/// The part of a length that a small pixel stands for, at least one.
static void span_of(int32_t index, int32_t count, int32_t length, int32_t *begin, int32_t *size)
{
    *begin = (int32_t)((int64_t)index * length / count);
    const int32_t end = (int32_t)((int64_t)(index + 1) * length / count);
    *size = end > *begin ? end - *begin : 1;
}

void worlds_shrink_picture(const loam_picture *from, uint8_t out[WORLD_PICTURE_BYTES])
{
    box middle = {0, 0, from->w, from->h};
    if ((int64_t)from->w * WORLD_PICTURE_H > (int64_t)from->h * WORLD_PICTURE_W)
    {
        const int32_t w = (int32_t)((int64_t)from->h * WORLD_PICTURE_W / WORLD_PICTURE_H);
        middle.w = w > 0 ? w : 1;
        middle.x = (from->w - middle.w) / 2;
    }
    else
    {
        const int32_t h = (int32_t)((int64_t)from->w * WORLD_PICTURE_H / WORLD_PICTURE_W);
        middle.h = h > 0 ? h : 1;
        middle.y = (from->h - middle.h) / 2;
    }
    for (int32_t i = 0; i < WORLD_PICTURE_W * WORLD_PICTURE_H; i++)
    {
        box part;
        span_of(i % WORLD_PICTURE_W, WORLD_PICTURE_W, middle.w, &part.x, &part.w);
        span_of(i / WORLD_PICTURE_W, WORLD_PICTURE_H, middle.h, &part.y, &part.h);
        part.x += middle.x;
        part.y += middle.y;
        mean_of(from, part, out + 3 * i);
    }
}

void worlds_keep_picture(app *a)
{
    if (!app_world_is_open(a) || session_path(a->s) == NULL || a->picture.pixels == NULL)
    {
        return;
    }
    uint8_t *small = loam_alloc(&a->env, WORLD_PICTURE_BYTES);
    if (small == NULL)
    {
        return;
    }
    worlds_shrink_picture(&a->picture, small);
    if (session_keep(a->s, WORLD_PICTURE_NAME, small, WORLD_PICTURE_BYTES) != LOAM_OK)
    {
        loam_log_write(&a->env, LOAM_LOG_WARNING, "the world's picture cannot be kept: %s",
                       loam_last_error());
    }
    loam_free(&a->env, small, WORLD_PICTURE_BYTES);
}

void worlds_save(app *a)
{
    if (session_path(a->s) == NULL)
    {
        app_notice_add(a, false, "This world is not kept");
        return;
    }
    worlds_keep_picture(a);
    if (session_save(a->s) != LOAM_OK)
    {
        app_complain(a, "save");
        return;
    }
    app_notice_add(a, false, "The world is being saved");
}
