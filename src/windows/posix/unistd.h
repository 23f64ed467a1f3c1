// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_UNISTD_H
#define LOAM_WINDOWS_UNISTD_H

#include_next <unistd.h>

#include <sys/types.h>

#undef X_OK
#undef W_OK
#undef R_OK
#undef F_OK
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4

int loam_posix_close(int descriptor);
int loam_posix_access(const char *path, int rights);
int loam_posix_unlink(const char *path);
int loam_posix_rmdir(const char *path);
int loam_posix_link(const char *path, const char *second);
ssize_t loam_posix_readlink(const char *path, char *out, size_t room);
ssize_t loam_posix_write(int descriptor, const void *bytes, size_t size);
int loam_posix_fsync(int descriptor);
ssize_t loam_posix_pread(int descriptor, void *bytes, size_t size, off64_t offset);
ssize_t loam_posix_pwrite(int descriptor, const void *bytes, size_t size, off64_t offset);

#define close(descriptor) loam_posix_close(descriptor)
#define access(path, rights) loam_posix_access(path, rights)
#define unlink(path) loam_posix_unlink(path)
#define rmdir(path) loam_posix_rmdir(path)
#define link(path, second) loam_posix_link(path, second)
#define readlink(path, out, room) loam_posix_readlink(path, out, room)
#define write(descriptor, bytes, size) loam_posix_write(descriptor, bytes, size)
#define fsync(descriptor) loam_posix_fsync(descriptor)
#define pread(descriptor, bytes, size, offset) loam_posix_pread(descriptor, bytes, size, offset)
#define pwrite(descriptor, bytes, size, offset) loam_posix_pwrite(descriptor, bytes, size, offset)

#endif
