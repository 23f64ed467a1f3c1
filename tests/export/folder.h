// SPDX-License-Identifier: MIT
// A folder of a test's own.
#ifndef LOAM_TESTS_EXPORT_FOLDER_H
#define LOAM_TESTS_EXPORT_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder_path[256];

/// Makes a new empty folder and goes there.
static inline void folder_enter(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder_path, sizeof folder_path, "%s/loam-test-XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(folder_path) == NULL || chdir(folder_path) != 0)
    {
        perror(folder_path);
        exit(1);
    }
}

/// How many files are in the folder; removes them if asked to.
static inline int folder_count(int remove_them)
{
    DIR *folder = opendir(".");
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
    {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
        {
            count++;
            if (remove_them)
            {
                remove(entry->d_name);
            }
        }
    }
    closedir(folder);
    return count;
}

/// Whether something is being made in the folder, or was and has been left there.
static inline int folder_has_part(void)
{
    DIR *folder = opendir(".");
    int found = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
    {
        const size_t length = strlen(entry->d_name);
        found |= length > 5 && strcmp(entry->d_name + length - 5, ".part") == 0;
    }
    closedir(folder);
    return found;
}

static inline void folder_leave(void)
{
    folder_count(1);
    if (chdir("/") != 0 || rmdir(folder_path) != 0)
    {
        perror(folder_path);
    }
}

#endif
