// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for realpath

#include "export/heightmap/heightmap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// All files of a set are first written into a folder of their own beside their places, and go there when all are
// whole: a full disk leaves an old set as it was. They go there under a lock: of two runs that write one set, one
// set stands there at the end and not some files of each.

/// Where the files are while they are being made, and what must be undone.
typedef struct staging_folder
{
    char folder[HEIGHTMAP_PATH + HEIGHTMAP_NAME]; // with '/' at its end
    bool made_target;                             // the folder that the path names was not there
} staging_folder;

// ---- places -------------------------------------------------------------------------------------------

/// The longest path that is ever made: folder, name, layer, tile, extension.
typedef char file_path[2 * HEIGHTMAP_PATH];

static void about_path(const heightmap_plan *plan, const char *folder, const char *extension,
                       file_path out)
{
    char name[HEIGHTMAP_NAME];
    loam_heightmap_about_name(plan, extension, name);
    snprintf(out, sizeof(file_path), "%s%s", folder, name);
}

static void sidecar_path(const heightmap_plan *plan, const char *folder, file_path out)
{
    about_path(plan, folder, ".json", out);
}

static void layer_path(const heightmap_plan *plan, const char *folder, int32_t layer, int32_t tile,
                       file_path out)
{
    char name[HEIGHTMAP_NAME];
    loam_heightmap_file_name(plan, layer, tile % plan->columns, tile / plan->columns, name);
    snprintf(out, sizeof(file_path), "%s%s", folder, name);
}

typedef loam_result (*with_file)(const char *staged, const char *target, bool wanted);

/// The world file of a tile's layer, if it has one.
static loam_result for_world_file(const heightmap_plan *plan, const staging_folder *staging,
                                  int32_t layer, int32_t tile, bool wanted, with_file with)
{
    file_path staged, target;
    char name[HEIGHTMAP_NAME];
    if (!loam_heightmap_world_name(plan, layer, tile % plan->columns, tile / plan->columns, name))
    {
        return LOAM_OK;
    }
    snprintf(staged, sizeof staged, "%s%s", staging->folder, name);
    snprintf(target, sizeof target, "%s%s", plan->folder, name);
    return with(staged, target, wanted);
}

/// Calls `with` for every file of the set, the sidecar last, until one fails.
static loam_result for_all_files(const heightmap_plan *plan, const staging_folder *staging,
                                 const heightmap_result *result, with_file with)
{
    file_path staged, target;
    for (int32_t tile = 0; tile < plan->columns * plan->rows; tile++)
    {
        for (int32_t layer = 0; layer < LAYER_LIMIT; layer++)
        {
            if (plan->wanted[layer])
            {
                layer_path(plan, staging->folder, layer, tile, staged);
                layer_path(plan, plan->folder, layer, tile, target);
                const bool used = result == NULL || result->used[layer];
                loam_result code = with(staged, target, used);
                code = code == LOAM_OK ? for_world_file(plan, staging, layer, tile, used, with)
                                       : code;
                if (code != LOAM_OK)
                {
                    return code;
                }
            }
        }
    }
    if (plan->gis)
    {
        about_path(plan, staging->folder, ".vrt", staged);
        about_path(plan, plan->folder, ".vrt", target);
        const loam_result code = with(staged, target, true);
        if (code != LOAM_OK)
        {
            return code;
        }
    }
    sidecar_path(plan, staging->folder, staged);
    sidecar_path(plan, plan->folder, target);
    return with(staged, target, true);
}

static loam_result check_target(const char *staged, const char *target, bool wanted)
{
    (void)staged, (void)wanted;
    struct stat status;
    if (stat(target, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    {
        return loam_fail(LOAM_IO, "%s: cannot be written: it is no ordinary file", target);
    }
    return loam_file_check(target);
}

static loam_result publish(const char *staged, const char *target, bool wanted)
{
    if (!wanted)
    {
        return LOAM_OK; // a splat map without any weight; goes with the folder
    }
    char *real = realpath(target, NULL); // links stay links
    const bool moved = rename(staged, real != NULL ? real : target) == 0;
    const int error = errno;
    free(real);
    return moved ? LOAM_OK
                 : loam_fail(LOAM_IO, "%s: could not be written: %s", target, strerror(error));
}

/// Waits until nobody else moves files into the folder. The lock ends with the descriptor; where there are
/// none, it goes without.
static loam_result lock_target(const heightmap_plan *plan, const heightmap_progress *progress,
                               int *descriptor)
{
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    *descriptor = open(plan->folder[0] != '\0' ? plan->folder : ".", O_RDONLY | O_CLOEXEC);
    while (*descriptor >= 0 && flock(*descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
        const loam_result result = loam_heightmap_go_on(progress);
        if (result != LOAM_OK)
        {
            close(*descriptor);
            return result;
        }
        nanosleep(&moment, NULL);
    }
    return LOAM_OK;
}

static loam_result publish_all(const heightmap_plan *plan, const staging_folder *staging,
                               const heightmap_progress *progress, const heightmap_result *made)
{
    int lock;
    loam_result result = lock_target(plan, progress, &lock);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = for_all_files(plan, staging, made, publish);
    if (lock >= 0)
    {
        close(lock);
    }
    return result;
}

static loam_result forget(const char *staged, const char *target, bool wanted)
{
    (void)target, (void)wanted;
    unlink(staged);
    return LOAM_OK;
}

static loam_result make_folder(const char *path, bool *made)
{
    *made = mkdir(path, 0777) == 0;
    return *made || errno == EEXIST
               ? LOAM_OK
               : loam_fail(LOAM_IO, "%s: the folder cannot be made: %s", path, strerror(errno));
}

static loam_result begin_staging(const heightmap_plan *plan, staging_folder *out)
{
    *out = (staging_folder){0};
    loam_result result = plan->names_folder ? make_folder(plan->folder, &out->made_target)
                                            : LOAM_OK;
    // First the places themselves: better said now than after an hour.
    result = result == LOAM_OK ? for_all_files(plan, out, NULL, check_target) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    bool made = false;
    for (int attempt = 0; attempt < 100 && !made && result == LOAM_OK; attempt++)
    {
        snprintf(out->folder, sizeof out->folder, "%s%s.%ld-%d.part/", plan->folder, plan->name,
                 (long)getpid(), attempt);
        result = make_folder(out->folder, &made);
    }
    if (result == LOAM_OK && !made)
    {
        result = loam_fail(LOAM_IO,
                           "%s: a folder to write into for a while cannot be made: it is there",
                           out->folder);
        out->folder[0] = '\0';
    }
    return result;
}

static void end_staging(const heightmap_plan *plan, const staging_folder *staging, bool keep_target)
{
    if (staging->folder[0] != '\0')
    {
        for_all_files(plan, staging, NULL, forget);
        rmdir(staging->folder);
    }
    if (staging->made_target && !keep_target)
    {
        rmdir(plan->folder);
    }
}

// ---- all of it ----------------------------------------------------------------------------------------

typedef struct heightmap_set
{
    loam_land *land;
    const loam_env *env;
    heightmap_plan plan;
    heightmap_progress progress;
    heightmap_result result;
    char *about;
} heightmap_set;

loam_result loam_heightmap_go_on(const heightmap_progress *progress)
{
    return progress->call == NULL || progress->call(progress->user, progress->rows, progress->of)
               ? LOAM_OK
               : loam_fail(LOAM_CANCELLED, "stopped; nothing was written");
}

static size_t text_size(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

static loam_result write_about(const heightmap_set *set, const char *folder)
{
    file_path path;
    sidecar_path(&set->plan, folder, path);
    // It ends with a line break, as lines of text do, for which there is the room of its '\0'.
    const size_t length = strlen(set->about);
    set->about[length] = '\n';
    const loam_result result = loam_file_write(path, set->about, length + 1);
    set->about[length] = '\0';
    return result;
}

static loam_result draw_all(heightmap_set *set, const char *folder)
{
    heightmap_plan *const plan = &set->plan;
    loam_result result = loam_heightmap_draw(plan, set->land, set->env, folder, &set->progress,
                                             &set->result);
    result = result == LOAM_OK && plan->gis ? loam_heightmap_write_gis(plan, &set->result, folder)
                                            : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    set->about = loam_heightmap_tell(plan, set->land, &set->result, set->env);
    return set->about != NULL ? write_about(set, folder) : LOAM_OUT_OF_MEMORY;
}

/// What failed is reported by the name that was asked for: nobody knows the folder that it was made in.
static loam_result retell(const heightmap_plan *plan, const staging_folder *staging,
                          loam_result result)
{
    char message[2 * HEIGHTMAP_PATH];
    const size_t length = strlen(staging->folder);
    snprintf(message, sizeof message, "%s", loam_last_error());
    return length > 0 && strncmp(message, staging->folder, length) == 0
               ? loam_fail(result, "%s%s", plan->folder, message + length)
               : result;
}

static loam_result write_set(heightmap_set *set)
{
    staging_folder staging;
    loam_result result = begin_staging(&set->plan, &staging);
    result = result == LOAM_OK ? draw_all(set, staging.folder) : result;
    result = result == LOAM_OK ? publish_all(&set->plan, &staging, &set->progress, &set->result)
                               : retell(&set->plan, &staging, result);
    end_staging(&set->plan, &staging, result == LOAM_OK);
    return result;
}

/// Takes what is said about the set over.
static loam_result tell_figures(heightmap_set *set, loam_heightmap_figures *out)
{
    const heightmap_plan *const plan = &set->plan;
    file_path path;
    sidecar_path(plan, plan->folder, path);
    char *const about_path = loam_alloc(set->env, text_size(path));
    if (about_path == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memcpy(about_path, path, text_size(path));
    *out = (loam_heightmap_figures){.format = plan->format,
                                    .size = plan->size,
                                    .samples = loam_heightmap_side(plan, plan->columns) *
                                               loam_heightmap_side(plan, plan->rows),
                                    .min = set->result.min,
                                    .max = set->result.max,
                                    .low = plan->low,
                                    .high = plan->high,
                                    .unreal_scale = loam_heightmap_unreal_scale(plan),
                                    .clamped = set->result.clamped,
                                    .hash = set->result.hash,
                                    .about_path = about_path,
                                    .about = set->about};
    set->about = NULL;
    return LOAM_OK;
}

loam_result loam_heightmap_write(loam_land *land, const loam_heightmap_def *def,
                                 const loam_env *env, loam_heightmap_figures *figures)
{
    LOAM_ASSERT(NULL, land != NULL && def != NULL && env != NULL);
    heightmap_set set = {
        .land = land, .env = env, .progress = {.call = def->progress, .user = def->user}};
    loam_result result = loam_heightmap_plan_make(def, loam_land_biome_count(land), &set.plan);
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t size = (size_t)set.plan.columns * (size_t)set.plan.rows * sizeof(heightmap_tile);
    set.result.tiles = loam_alloc(env, size);
    if (set.result.tiles == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    result = write_set(&set);
    result = result == LOAM_OK && figures != NULL ? tell_figures(&set, figures) : result;
    loam_free(env, set.about, text_size(set.about));
    loam_free(env, set.result.tiles, size);
    return result;
}

void loam_heightmap_figures_free(const loam_env *env, loam_heightmap_figures *figures)
{
    loam_free(env, figures->about, text_size(figures->about));
    loam_free(env, figures->about_path, text_size(figures->about_path));
    figures->about = figures->about_path = NULL;
}
