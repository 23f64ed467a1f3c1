// SPDX-License-Identifier: MIT
#include "store/disk_vfs.h"

#include "store/disk.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

// Every function hands on to the system's own VFS, and notes what it did. The index of a write-ahead log is
// left alone: it is memory.

typedef struct disk_file
{
    sqlite3_file base;
    const disk_log *log; // that knows it
    int number;          // in there, -1 if none does
    sqlite3_file *real;  // behind this struct
} disk_file;

static sqlite3_vfs *real_vfs;
static sqlite3_syscall_ptr real_open_directory;
static _Thread_local bool opened_directory;

/// SQLite opens a folder to synchronise it and for nothing else.
static int open_directory(const char *path, int *descriptor)
{
    opened_directory = true;
    return ((int (*)(const char *, int *))real_open_directory)(path, descriptor);
}

static void begin(void)
{
    disk_lock();
    disk_inside_sqlite = true;
    opened_directory = false;
}

static int end(int code)
{
    if (opened_directory && disk_current() != NULL)
    {
        disk_note_folder_sync();
    }
    disk_inside_sqlite = false;
    disk_unlock();
    return code;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((disk_file *)file)->real;
}

static bool is_logged(const sqlite3_file *file)
{
    const disk_file *const mine = (const disk_file *)file;
    return mine->number >= 0 && mine->log == disk_current();
}

// ---- files --------------------------------------------------------------------------------------

static int close_file(sqlite3_file *file)
{
    sqlite3_file *const real = real_of(file);
    return real->pMethods != NULL ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    return real_of(file)->pMethods->xRead(real_of(file), bytes, size, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    begin();
    const int code = real_of(file)->pMethods->xWrite(real_of(file), bytes, size, offset);
    if (code == SQLITE_OK && is_logged(file))
    {
        disk_note_write(((disk_file *)file)->number, offset, bytes, (size_t)size);
    }
    return end(code);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    begin();
    const int code = real_of(file)->pMethods->xTruncate(real_of(file), size);
    if (code == SQLITE_OK && is_logged(file))
    {
        disk_note_size(((disk_file *)file)->number, size);
    }
    return end(code);
}

static int sync_file(sqlite3_file *file, int flags)
{
    begin();
    const int code = real_of(file)->pMethods->xSync(real_of(file), flags);
    if (code == SQLITE_OK && is_logged(file))
    {
        disk_note_sync(((disk_file *)file)->number);
    }
    return end(code);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int lock_file(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xLock(real_of(file), kind);
}

static int unlock_file(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), kind);
}

static int look_for_lock(sqlite3_file *file, int *held)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), held);
}

static int control_file(sqlite3_file *file, int what, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

static int sector_size(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int characteristics(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int map_memory(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int lock_memory(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void order_memory(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int unmap_memory(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, // without memory mapping, which would go past the log
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = look_for_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_memory,
    .xShmLock = lock_memory,
    .xShmBarrier = order_memory,
    .xShmUnmap = unmap_memory,
};

// ---- the folder ---------------------------------------------------------------------------------

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                     int *out_flags)
{
    (void)vfs;
    disk_file *const mine = (disk_file *)file;
    *mine = (disk_file){.number = -1, .real = (sqlite3_file *)(mine + 1)};
    begin();
    const bool new = path != NULL &&disk_has_path(path) && !disk_exists(path);
    const int code = real_vfs->xOpen(real_vfs, path, mine->real, flags, out_flags);
    if (code == SQLITE_OK)
    {
        mine->base.pMethods = &methods;
        if (new)
        {
            disk_note_created(path);
        }
        mine->log = disk_current();
        mine->number = path != NULL ? disk_file_at(path) : -1;
    }
    return end(code);
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    begin();
    const int code = real_vfs->xDelete(real_vfs, path, sync);
    if (code == SQLITE_OK && disk_has_path(path))
    {
        disk_note_unlink(path);
    }
    return end(code);
}

void disk_vfs_use(void)
{
    static sqlite3_vfs vfs;
    real_vfs = sqlite3_vfs_find(NULL);
    real_open_directory = real_vfs->xGetSystemCall(real_vfs, "openDirectory");
    vfs = *real_vfs;
    vfs.zName = "disk";
    vfs.szOsFile = (int)sizeof(disk_file) + real_vfs->szOsFile;
    vfs.xOpen = open_file;
    vfs.xDelete = delete_file;
    if (real_open_directory == NULL ||
        real_vfs->xSetSystemCall(real_vfs, "openDirectory", (sqlite3_syscall_ptr)open_directory) !=
            SQLITE_OK ||
        sqlite3_vfs_register(&vfs, 1) != SQLITE_OK)
    {
        fprintf(stderr, "disk: SQLite does not take another VFS\n");
        exit(1);
    }
}
