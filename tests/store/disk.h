// SPDX-License-Identifier: MIT
// A disk that loses its power. Whatever is done to the files of one folder goes into a log: by SQLite
// (disk_vfs.c stands between it and the disk) and by our own code (disk_calls.c, in the place of open, rename,
// fsync and others). Any beginning of the log can then be made into a folder as a machine might find it when
// it starts again.
//
// What was synchronised before is there. Of everything else each piece is there or not, whatever came before
// or after it: writes sector by sector, where a lost one may leave zeros or rubbish, files that became
// shorter, names that were given, moved and taken away. A file's name is safe when its folder was
// synchronised, as POSIX has it, not when the file was.
#ifndef LOAM_TESTS_STORE_DISK_H
#define LOAM_TESTS_STORE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct disk_log disk_log;

/// Begins to log what is done to the files of a folder; what is in it already is safe. One folder is logged at
/// a time, and its files are opened after this. Ends the program if it cannot.
disk_log *disk_begin(const char *folder);
void disk_end(disk_log *log);
void disk_free(disk_log *log);

/// From now on synchronising does nothing, as with disks that lie: tests then have to fail.
void disk_lie(disk_log *log);

/// How many operations are in a log, and with how many it began: those of what was there already.
size_t disk_length(disk_log *log);
size_t disk_start(const disk_log *log);

/// The next length of a log, not below one, at which a name, a size or what is safe has just changed.
size_t disk_next_turn(disk_log *log, size_t length);

/// Writes the files of a crash after so many operations into a folder, which is there and is emptied. What is
/// lost follows from the seed.
void disk_crash(disk_log *log, size_t length, uint64_t seed, const char *folder);

/// Whether the log tells all that is in the logged folder: nothing went past it. Says on stderr what did.
bool disk_is_complete(disk_log *log);

// ---- for what stands in between -----------------------------------------------------------------------------

/// Around an operation and its note, so that the log has the order of the disk.
void disk_lock(void);
void disk_unlock(void);

/// Whether this thread is inside of SQLite's own functions, whose calls are not ours to note.
extern _Thread_local bool disk_inside_sqlite;

/// Whether a path is one of a file in the folder that is logged. With the lock, as all below.
bool disk_has_path(const char *path);
bool disk_exists(const char *path);

/// A file, known by its path or its descriptor; -1 if it is none that is logged.
int disk_file_at(const char *path);
int disk_file_of(int descriptor);
/// Whether a file is one of the log that is written now: logs number theirs alike.
const disk_log *disk_current(void);

void disk_note_write(int file, int64_t offset, const void *bytes, size_t size);
void disk_note_size(int file, int64_t size);
void disk_note_sync(int file);
void disk_note_created(const char *path);
void disk_note_link(const char *path, const char *second);
void disk_note_rename(const char *from, const char *to);
void disk_note_unlink(const char *path);
void disk_note_folder_sync(void);
/// Whether a descriptor is of the folder itself.
bool disk_is_folder(int descriptor);

#endif
