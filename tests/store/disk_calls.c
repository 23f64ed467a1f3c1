// SPDX-License-Identifier: MIT
#include "store/disk.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

// What our own code does to files: the linker puts these in the place of the system's functions (--wrap).

int __wrap_open(const char *path, int flags, ...);
int __wrap_rename(const char *from, const char *to);
int __wrap_link(const char *path, const char *second);
int __wrap_unlink(const char *path);
int __wrap_remove(const char *path);
int __wrap_ftruncate(int descriptor, off_t size);
int __wrap_fsync(int descriptor);
int __wrap_fdatasync(int descriptor);
ssize_t __wrap_pwrite(int descriptor, const void *bytes, size_t size, off_t offset);
int __real_open(const char *path, int flags, ...);
int __real_rename(const char *from, const char *to);
int __real_link(const char *path, const char *second);
int __real_unlink(const char *path);
int __real_remove(const char *path);
int __real_ftruncate(int descriptor, off_t size);
int __real_fsync(int descriptor);
int __real_fdatasync(int descriptor);
ssize_t __real_pwrite(int descriptor, const void *bytes, size_t size, off_t offset);

int __wrap_open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? (mode_t)va_arg(rest, int) : 0;
    va_end(rest);
    if (disk_inside_sqlite)
    {
        return __real_open(path, flags, mode);
    }
    disk_lock();
    const bool mine = disk_has_path(path), new = mine && !disk_exists(path);
    const int descriptor = __real_open(path, flags, mode);
    if (descriptor >= 0 && new)
    {
        disk_note_created(path);
    }
    else if (descriptor >= 0 && mine && (flags & O_TRUNC) != 0)
    {
        disk_note_size(disk_file_of(descriptor), 0);
    }
    disk_unlock();
    return descriptor;
}

int __wrap_rename(const char *from, const char *to)
{
    disk_lock();
    const int code = __real_rename(from, to);
    if (code == 0 && disk_has_path(to))
    {
        disk_note_rename(from, to);
    }
    disk_unlock();
    return code;
}

int __wrap_link(const char *path, const char *second)
{
    disk_lock();
    const int code = __real_link(path, second);
    if (code == 0 && disk_has_path(second))
    {
        disk_note_link(path, second);
    }
    disk_unlock();
    return code;
}

static int take_away(const char *path, int (*call)(const char *path))
{
    if (disk_inside_sqlite)
    {
        return call(path);
    }
    disk_lock();
    const int code = call(path);
    if (code == 0 && disk_has_path(path))
    {
        disk_note_unlink(path);
    }
    disk_unlock();
    return code;
}

int __wrap_unlink(const char *path)
{
    return take_away(path, __real_unlink);
}

int __wrap_remove(const char *path)
{
    return take_away(path, __real_remove);
}

int __wrap_ftruncate(int descriptor, off_t size)
{
    if (disk_inside_sqlite)
    {
        return __real_ftruncate(descriptor, size);
    }
    disk_lock();
    const int code = __real_ftruncate(descriptor, size);
    const int file = disk_file_of(descriptor);
    if (code == 0 && file >= 0)
    {
        disk_note_size(file, size);
    }
    disk_unlock();
    return code;
}

static int synchronise(int descriptor, int (*call)(int descriptor))
{
    if (disk_inside_sqlite)
    {
        return call(descriptor);
    }
    disk_lock();
    const int code = call(descriptor);
    const int file = disk_file_of(descriptor);
    if (code == 0 && file >= 0)
    {
        disk_note_sync(file);
    }
    else if (code == 0 && disk_is_folder(descriptor))
    {
        disk_note_folder_sync();
    }
    disk_unlock();
    return code;
}

int __wrap_fsync(int descriptor)
{
    return synchronise(descriptor, __real_fsync);
}

int __wrap_fdatasync(int descriptor)
{
    return synchronise(descriptor, __real_fdatasync);
}

ssize_t __wrap_pwrite(int descriptor, const void *bytes, size_t size, off_t offset)
{
    if (disk_inside_sqlite)
    {
        return __real_pwrite(descriptor, bytes, size, offset);
    }
    disk_lock();
    const ssize_t written = __real_pwrite(descriptor, bytes, size, offset);
    const int file = disk_file_of(descriptor);
    if (written > 0 && file >= 0)
    {
        disk_note_write(file, offset, bytes, (size_t)written);
    }
    disk_unlock();
    return written;
}
