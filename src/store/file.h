// SPDX-License-Identifier: MIT
// Where a world's file is, and who may write it.
#ifndef LOAM_STORE_FILE_H
#define LOAM_STORE_FILE_H

#include "loam/base.h"

enum
{
    LOAM_MAX_WORLD_PATH = 480 // SQLite takes 512, with what it puts behind
};

/// Whether a file that this process has open can lose its place to another one.
#ifdef _WIN32
#define LOAM_OPEN_FILES_GIVE_WAY 0
#else
#define LOAM_OPEN_FILES_GIVE_WAY 1
#endif

typedef struct loam_world_file
{
    char name[LOAM_MAX_WORLD_PATH]; // as the caller wrote it, for messages
    char path[LOAM_MAX_WORLD_PATH]; // where it really is, links followed, from the root on
    bool read_only;
    bool immutable; // neither the file nor anything beside it can be written by us
    int lock;       // a descriptor, -1 if it is not locked
} loam_world_file;

/// Finds a file that is there, and can be opened as it is asked for. Opens nothing.
loam_result loam_world_file_find(loam_world_file *file, const char *name, bool read_only);

/// Finds the place of a file that is not there yet.
loam_result loam_world_file_place(loam_world_file *file, const char *name);

/// Finds anything that has this name, whatever it is, and does not follow it if it is a link.
loam_result loam_world_file_find_name(loam_world_file *file, const char *name);

/// Keeps all others from writing the file until it is unlocked, or this process ends in whatever way. Removes
/// the file that another process was building when it ended.
loam_result loam_world_file_lock(loam_world_file *file);
void loam_world_file_unlock(loam_world_file *file);

/// Whether we may write the file and change what is in its folder.
bool loam_world_file_is_writable(const loam_world_file *file);

/// Whether another file has taken the place of the one that was found. id is what
/// loam_world_file_id has returned before.
uint64_t loam_world_file_id(const loam_world_file *file);

/// The size of the file with this behind its name, 0 if there is none: "-wal".
uint64_t loam_world_file_size(const loam_world_file *file, const char *suffix);

/// The path of a file to build a world in, beside its place, where there is none; with the lock. LOAM_IO if
/// other files have all the names for it. What was built and is of no use is removed again.
loam_result loam_world_file_part(const loam_world_file *file, char path[LOAM_MAX_WORLD_PATH + 32]);
void loam_world_file_remove_part(const loam_world_file *file);

/// Gives the file a second name beside the first, NAME.damaged or the next one that is free, so that it
/// stays when another takes its place.
loam_result loam_world_file_keep(const loam_world_file *file, char kept[LOAM_MAX_WORLD_PATH + 32]);

/// Takes that name away, if the first one is still there or can be given back.
void loam_world_file_keep_not(const loam_world_file *file, const char *kept);

/// Moves a complete file to the place of a world, in one step that is on the disk when it returns.
loam_result loam_world_file_settle(const loam_world_file *file, const char *part);

#endif
