// SPDX-License-Identifier: MIT
// Folders whose names are UTF-8, in place of the system's own header.
#ifndef LOAM_WINDOWS_DIRENT_H
#define LOAM_WINDOWS_DIRENT_H

struct dirent
{
    char d_name[1024];
};

typedef struct loam_posix_folder DIR;

DIR *loam_posix_opendir(const char *path);
struct dirent *loam_posix_readdir(DIR *folder);
int loam_posix_closedir(DIR *folder);

#define opendir(path) loam_posix_opendir(path)
#define readdir(folder) loam_posix_readdir(folder)
#define closedir(folder) loam_posix_closedir(folder)

#endif
