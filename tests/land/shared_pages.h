// SPDX-License-Identifier: MIT
// Pages of cells that tests of the land share, as files: dozens of programs look at the same lands, and growing
// those takes most of their time. The folder is named by the environment, LOAM_TEST_PAGES, and within it by a
// hash of the built library, so that no page outlives the code that has made it. Tests of determinism grow
// their own.
#ifndef LOAM_TESTS_SHARED_PAGES_H
#define LOAM_TESTS_SHARED_PAGES_H

#include "loam/land.h"
#include "loam/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
    SHARED_PAGES_PATH = 512
};

static char shared_pages_folder[SHARED_PAGES_PATH - 64];

/// A hash of the library that this program was built with.
static inline uint64_t shared_pages_key(void)
{
    uint64_t key = 0;
    static uint8_t bytes[1 << 16];
    FILE *const library = fopen(LOAM_TEST_LIBRARY, "rb");
    for (size_t count = 1; library != NULL && count > 0;)
    {
        count = fread(bytes, 1, sizeof bytes, library);
        key = loam_hash_bytes(bytes, count, key + 1);
    }
    if (library != NULL)
    {
        fclose(library);
    }
    return key;
}

static inline void shared_pages_path(uint64_t identity, char *path)
{
    snprintf(path, SHARED_PAGES_PATH, "%s/%016" PRIx64, shared_pages_folder, identity);
}

/// A file is a hash of the page and the page.
static inline loam_result shared_pages_load(void *user, uint64_t identity, const loam_page_id *id,
                                            void *data, size_t capacity, size_t *size)
{
    (void)user;
    (void)id;
    char path[SHARED_PAGES_PATH];
    shared_pages_path(identity, path);
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
    {
        return LOAM_NOT_FOUND;
    }
    uint64_t hash = 0;
    const size_t head = fread(&hash, 1, sizeof hash, file);
    *size = fread(data, 1, capacity, file);
    fclose(file);
    return head == sizeof hash && hash == loam_hash_bytes(data, *size, identity) ? LOAM_OK
                                                                                 : LOAM_NOT_FOUND;
}

/// Written under a name of this process's own first: others may look for it meanwhile.
static inline loam_result shared_pages_save(void *user, uint64_t identity, const loam_page_id *id,
                                            const void *data, size_t size)
{
    (void)user;
    (void)id;
    char path[SHARED_PAGES_PATH], part[SHARED_PAGES_PATH + 32];
    shared_pages_path(identity, path);
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    FILE *const file = fopen(part, "wb");
    if (file != NULL)
    {
        const uint64_t hash = loam_hash_bytes(data, size, identity);
        const bool written = fwrite(&hash, 1, sizeof hash, file) == sizeof hash &&
                             fwrite(data, 1, size, file) == size;
        if (fclose(file) != 0 || !written || rename(part, path) != 0)
        {
            remove(part); // a full disk costs time, nothing else
        }
    }
    return LOAM_OK;
}

/// Pages of the library as it was before it was built again.
static inline void shared_pages_remove_others(const char *folder)
{
    char command[2 * SHARED_PAGES_PATH];
    const char *const name = strrchr(shared_pages_folder, '/') + 1;
    snprintf(command, sizeof command,
             "find '%s' -mindepth 1 -maxdepth 1 ! -name %s -exec rm -rf {} +", folder, name);
    if (system(command) != 0)
    {
        return; // they are only in the way of the disk
    }
}

/// The store for a land's def; none if the environment names no folder.
static inline loam_back_store shared_pages(void)
{
    const char *const folder = getenv("LOAM_TEST_PAGES");
    if (folder == NULL)
    {
        return (loam_back_store){0};
    }
    if (shared_pages_folder[0] == '\0')
    {
        mkdir(folder, 0777);
        snprintf(shared_pages_folder, sizeof shared_pages_folder, "%s/%016" PRIx64, folder,
                 shared_pages_key());
        if (mkdir(shared_pages_folder, 0777) == 0)
        {
            shared_pages_remove_others(folder);
        }
    }
    return (loam_back_store){.load = shared_pages_load, .save = shared_pages_save};
}

/// From here on lands grow pages of their own, as tests of determinism, memory and traces need it.
static inline void shared_pages_end(void)
{
    unsetenv("LOAM_TEST_PAGES");
}

/// The usual def of a land whose pages are shared.
static inline loam_land_def shared_land_def(void)
{
    loam_land_def def = loam_default_land_def();
    def.store = shared_pages();
    return def;
}

#endif
