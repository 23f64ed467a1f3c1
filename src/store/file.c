// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for realpath

#include "store/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The lock is a file of its own, NAME-lock, locked by flock. A process that ends loses the lock,
// however it ends, so there is nothing to clean up. It is not on the world's file itself: closing any
// descriptor of that would take away the locks that SQLite holds on it (they are the process's, by
// POSIX, not the descriptor's). For the same reason nothing here ever opens the world's file.

enum
{
    MAX_LOCK_PATH = LOAM_MAX_WORLD_PATH + 8,
    MAX_LOCK_TEXT = 24, // a process's number, and more than that is none
    LOCK_ATTEMPTS = 100,
    MAX_KEPT = 1000
};

static loam_result failure(const loam_world_file *file, const char *what, int error)
{
    return loam_fail(LOAM_IO, "%s: %s: %s", file->name, what, strerror(error));
}

static loam_result take_name(loam_world_file *file, const char *name)
{
    *file = (loam_world_file){.lock = -1};
    if (name == NULL || name[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a world's file needs a name");
    }
    const size_t length = strlen(name);
    if (length >= LOAM_MAX_WORLD_PATH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a file name of %zu characters; must be 1 to %d",
                         length, LOAM_MAX_WORLD_PATH - 1);
    }
    memcpy(file->name, name, length + 1);
    return LOAM_OK;
}

/// Sets the path to where a file or folder really is, with something behind it.
static loam_result take_path(loam_world_file *file, const char *what, const char *behind)
{
    char *real = realpath(what, NULL);
    if (real == NULL)
    {
        return failure(file, "cannot be opened", errno);
    }
    // A path that ends in '/' is that of the root.
    const char *slash = behind[0] == '\0' || strcmp(real, "/") == 0 ? "" : "/";
    const int length = snprintf(file->path, sizeof file->path, "%s%s%s", real, slash, behind);
    free(real);
    return length >= 0 && length < (int)sizeof file->path
               ? LOAM_OK
               : failure(file, "cannot be opened", ENAMETOOLONG);
}

loam_result loam_world_file_find(loam_world_file *file, const char *name, bool read_only)
{
    const loam_result result = take_name(file, name);
    if (result != LOAM_OK)
    {
        return result;
    }
    file->read_only = read_only;
    struct stat status;
    if (stat(name, &status) != 0)
    {
        return errno == ENOENT ? loam_fail(LOAM_NOT_FOUND, "%s: there is no such file", name)
                               : failure(file, "cannot be opened", errno);
    }
    if (!S_ISREG(status.st_mode))
    {
        return loam_fail(LOAM_IO, "%s: is no world: %s", name,
                         S_ISDIR(status.st_mode) ? "it is a folder" : "it is no plain file");
    }
    if (access(name, R_OK) != 0)
    {
        return failure(file, "cannot be read", errno);
    }
    if (!read_only && access(name, W_OK) != 0)
    {
        return failure(file, "cannot be written, only opened for reading", errno);
    }
    return take_path(file, name, "");
}

/// Sets the path to that of the folder a name is in, with its last part behind it.
static loam_result take_place(loam_world_file *file, const char *name)
{
    char folder[LOAM_MAX_WORLD_PATH];
    memcpy(folder, name, strlen(name) + 1);
    char *slash = strrchr(folder, '/');
    const char *last = slash != NULL ? name + (slash - folder) + 1 : name;
    if (last[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: is a folder's name, not a file's", name);
    }
    if (slash != NULL)
    {
        slash[slash == folder] = '\0'; // the root keeps its slash
    }
    return take_path(file, slash != NULL ? folder : ".", last);
}

loam_result loam_world_file_find_name(loam_world_file *file, const char *name)
{
    const loam_result result = take_name(file, name);
    struct stat status;
    if (result == LOAM_OK && lstat(name, &status) != 0)
    {
        return errno == ENOENT ? loam_fail(LOAM_NOT_FOUND, "%s: there is no such file", name)
                               : failure(file, "cannot be opened", errno);
    }
    return result == LOAM_OK ? take_place(file, name) : result;
}

loam_result loam_world_file_place(loam_world_file *file, const char *name)
{
    const loam_result result = take_name(file, name);
    struct stat status;
    if (result == LOAM_OK && lstat(name, &status) == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: is there already", name);
    }
    return result == LOAM_OK ? take_place(file, name) : result;
}

// ---- a file in the making ------------------------------------------------------------------------

// Somebody may have a file of that name. What does not begin as a world in the making does, stays, and another
// name is taken.

enum
{
    PART_NAMES = 9,
    MAX_PART_PATH = LOAM_MAX_WORLD_PATH + 32
};

static bool is_plain(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink <= 1;
}

static void part_path(const loam_world_file *file, int number, char path[MAX_PART_PATH])
{
    char digit[2] = {number > 0 ? (char)('0' + number) : '\0', '\0'};
    snprintf(path, MAX_PART_PATH, "%s-in-the-making%s", file->path, digit);
}

/// Whether it is what a process that has ended was building: a plain file that is empty or SQLite's.
static bool is_part(const char *path)
{
    static const char beginning[16] = "SQLite format 3";
    const int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
    {
        return false;
    }
    char bytes[sizeof beginning];
    const bool plain = is_plain(descriptor);
    const ssize_t size = plain ? pread(descriptor, bytes, sizeof bytes, 0) : -1;
    close(descriptor);
    return size == 0 ||
           (size == (ssize_t)sizeof bytes && memcmp(bytes, beginning, sizeof bytes) == 0);
}

static void remove_part(const char *path)
{
    static const char *const suffixes[] = {"-journal", "-wal", "-shm", ""};
    if (!is_part(path))
    {
        return;
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
    {
        char beside[MAX_PART_PATH + 16];
        snprintf(beside, sizeof beside, "%s%s", path, suffixes[i]);
        unlink(beside); // mostly there is none
    }
}

loam_result loam_world_file_part(const loam_world_file *file, char path[MAX_PART_PATH])
{
    for (int i = 0; i < PART_NAMES; i++)
    {
        struct stat status;
        part_path(file, i, path);
        remove_part(path);
        if (lstat(path, &status) != 0 && errno == ENOENT)
        {
            return LOAM_OK;
        }
    }
    return loam_fail(LOAM_IO,
                     "%s: cannot be built, as %s-in-the-making and others like it are in the way; "
                     "move them away",
                     file->name, file->name);
}

void loam_world_file_remove_part(const loam_world_file *file)
{
    for (int i = 0; i < PART_NAMES; i++)
    {
        char path[MAX_PART_PATH];
        part_path(file, i, path);
        remove_part(path);
    }
}

// ---- the lock -----------------------------------------------------------------------------------

static void lock_path(const loam_world_file *file, char path[MAX_LOCK_PATH])
{
    snprintf(path, MAX_LOCK_PATH, "%s-lock", file->path);
}

/// The number of the process that holds the lock, as it wrote it; 0 if it cannot be read.
static long holder_of(int descriptor)
{
    char words[MAX_LOCK_TEXT] = {0};
    const ssize_t length = pread(descriptor, words, sizeof words - 1, 0);
    return length > 0 ? strtol(words, NULL, 10) : 0;
}

static loam_result busy(const loam_world_file *file, int descriptor)
{
    const long holder = holder_of(descriptor);
    close(descriptor);
    return holder == (long)getpid()
               ? loam_fail(LOAM_IO, "%s: this process has it open already", file->name)
               : loam_fail(LOAM_IO, "%s: another process has it open (%ld)", file->name, holder);
}

/// Whether the descriptor is of the file that has this name now.
static bool is_still(int descriptor, const char *path)
{
    struct stat by_name, by_descriptor;
    return stat(path, &by_name) == 0 && fstat(descriptor, &by_descriptor) == 0 &&
           by_name.st_ino == by_descriptor.st_ino && by_name.st_dev == by_descriptor.st_dev;
}

/// Whether a plain file is a lock of ours: one with nothing in it but a process's number. (After a loss of
/// power there may be zeros.)
static bool is_lock(int descriptor)
{
    char words[MAX_LOCK_TEXT];
    const ssize_t length = pread(descriptor, words, sizeof words, 0);
    bool ours = length >= 0 && length < (ssize_t)sizeof words;
    for (ssize_t i = 0; i < length; i++)
    {
        ours = ours &&
               (words[i] == '\0' || words[i] == '\n' || (words[i] >= '0' && words[i] <= '9'));
    }
    return ours;
}

static loam_result refuse_lock(const loam_world_file *file, int descriptor)
{
    if (descriptor >= 0)
    {
        close(descriptor);
    }
    return loam_fail(LOAM_IO, "%s: %s-lock is a link or no plain file; move it away", file->name,
                     file->name);
}

static void sign(int descriptor)
{
    char words[MAX_LOCK_TEXT];
    const int length = snprintf(words, sizeof words, "%ld\n", (long)getpid());
    // It is only for the message that others get: on a full disk that has no number in it.
    if (ftruncate(descriptor, 0) == 0 && pwrite(descriptor, words, (size_t)length, 0) != length)
    {
        (void)ftruncate(descriptor, 0);
    }
}

loam_result loam_world_file_lock(loam_world_file *file)
{
    char path[MAX_LOCK_PATH];
    lock_path(file, path);
    for (int attempt = 0; attempt < LOCK_ATTEMPTS; attempt++)
    {
        const int descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                                    0666);
        if (descriptor < 0)
        {
            return errno == ELOOP || errno == EISDIR
                       ? refuse_lock(file, descriptor)
                       : failure(file, "cannot be locked for writing", errno);
        }
        if (!is_plain(descriptor))
        {
            return refuse_lock(file, descriptor);
        }
        if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        {
            return busy(file, descriptor);
        }
        // Whoever held it before may have removed the file after we opened it.
        if (is_still(descriptor, path))
        {
            // Somebody's file can be locked as well, and stays as it is: so does rubbish after a loss of power.
            if (is_lock(descriptor))
            {
                sign(descriptor);
            }
            file->lock = descriptor;
            loam_world_file_remove_part(file);
            return LOAM_OK;
        }
        close(descriptor);
    }
    return loam_fail(LOAM_IO, "%s: cannot be locked for writing", file->name);
}

void loam_world_file_unlock(loam_world_file *file)
{
    if (file->lock >= 0)
    {
        char path[MAX_LOCK_PATH];
        lock_path(file, path);
        if (is_still(file->lock, path) && is_lock(file->lock))
        {
            unlink(path);
        }
        close(file->lock);
        file->lock = -1;
    }
}

// ---- moving into place --------------------------------------------------------------------------

static void folder_of(const char *path, char folder[LOAM_MAX_WORLD_PATH])
{
    memcpy(folder, path, strlen(path) + 1);
    char *slash = strrchr(folder, '/');
    slash[slash == folder] = '\0';
}

bool loam_world_file_is_writable(const loam_world_file *file)
{
    char folder[LOAM_MAX_WORLD_PATH];
    folder_of(file->path, folder);
    return access(file->path, W_OK) == 0 && access(folder, W_OK | X_OK) == 0;
}

uint64_t loam_world_file_id(const loam_world_file *file)
{
    struct stat status;
    return stat(file->path, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

uint64_t loam_world_file_size(const loam_world_file *file, const char *suffix)
{
    char path[LOAM_MAX_WORLD_PATH + 16];
    snprintf(path, sizeof path, "%s%s", file->path, suffix);
    struct stat status;
    return stat(path, &status) == 0 ? (uint64_t)status.st_size : 0;
}

static bool synchronise(const char *path, int flags)
{
    const int descriptor = open(path, flags | O_CLOEXEC);
    if (descriptor < 0)
    {
        return false;
    }
    const bool done = fsync(descriptor) == 0;
    const int error = errno;
    close(descriptor);
    errno = error;
    return done;
}

static bool synchronise_folder(const char *path)
{
    char folder[LOAM_MAX_WORLD_PATH];
    folder_of(path, folder);
    return synchronise(folder, O_RDONLY | O_DIRECTORY);
}

/// Gives the file a second name, which nothing has. Where a file has one name only, it loses the other.
static bool name_again(const char *path, const char *second)
{
    return link(path, second) == 0 ||
           ((errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK) &&
            rename(path, second) == 0);
}

loam_result loam_world_file_keep(const loam_world_file *file, char kept[LOAM_MAX_WORLD_PATH + 32])
{
    for (int number = 1; number <= MAX_KEPT; number++)
    {
        char suffix[16] = "";
        if (number > 1)
        {
            snprintf(suffix, sizeof suffix, "-%d", number);
        }
        snprintf(kept, LOAM_MAX_WORLD_PATH + 32, "%s.damaged%s", file->path, suffix);
        struct stat status;
        if (lstat(kept, &status) == 0)
        {
            continue;
        }
        if (name_again(file->path, kept))
        {
            return LOAM_OK;
        }
        if (errno != EEXIST)
        {
            return failure(file, "is damaged, and could not be kept under another name", errno);
        }
    }
    return failure(file, "is damaged, and could not be kept under another name", EEXIST);
}

void loam_world_file_keep_not(const loam_world_file *file, const char *kept)
{
    struct stat first, second;
    const bool there = stat(file->path, &first) == 0;
    if (!there)
    {
        (void)rename(kept, file->path);
    }
    else if (stat(kept, &second) == 0 && first.st_ino == second.st_ino)
    {
        unlink(kept);
    }
}

loam_result loam_world_file_settle(const loam_world_file *file, const char *part)
{
    if (!synchronise(part, O_RDWR) || rename(part, file->path) != 0 ||
        !synchronise_folder(file->path))
    {
        return failure(file, "could not be written", errno);
    }
    return LOAM_OK;
}
