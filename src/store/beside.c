// SPDX-License-Identifier: MIT
#include "store/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// SQLite finds these files by their names alone and trusts them. Somebody else may have put them there: a
// pipe, on which opening waits for ever; a link, through which another file would be written; or a journal
// that ends with the name of a "super-journal" (a transaction over several files, which no world has),
// which SQLite deletes when it has followed the journal. So they are looked at before SQLite does.
//
// The end of such a journal, as in SQLite's file format, section 3: the name, its length and a sum of its
// bytes, four bytes each, and the eight bytes that journals also begin with.

enum
{
    MAX_PATH = LOAM_MAX_WORLD_PATH + 16,
    TAIL_BYTES = 16,
    SCAN_BYTES = 65536
};

static void path_of(const loam_world_file *file, const char *suffix, char path[MAX_PATH])
{
    snprintf(path, MAX_PATH, "%s%s", file->path, suffix);
}

static loam_result refuse(const loam_world_file *file, const char *suffix, const char *why)
{
    return loam_fail(LOAM_IO, "%s: %s%s %s; move it away", file->name, file->name, suffix, why);
}

/// status may be of a file that has just lost its name.
static loam_result check_plain(const loam_world_file *file, const char *suffix,
                               const struct stat *status)
{
    return !S_ISREG(status->st_mode) ? refuse(file, suffix, "is no plain file")
           : status->st_nlink > 1    ? refuse(file, suffix, "has another name, too")
                                     : LOAM_OK;
}

/// Looks by the name alone: a descriptor of our own would, when closed, end locks that SQLite has on it.
static loam_result check_kind(const loam_world_file *file, const char *suffix)
{
    char path[MAX_PATH];
    path_of(file, suffix, path);
    struct stat status;
    return lstat(path, &status) == 0 ? check_plain(file, suffix, &status) : LOAM_OK;
}

static bool names_super_journal(int descriptor, off_t size)
{
    static const uint8_t magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    uint8_t tail[TAIL_BYTES];
    if (size < TAIL_BYTES ||
        pread(descriptor, tail, sizeof tail, size - TAIL_BYTES) != (ssize_t)sizeof tail)
    {
        return false;
    }
    const off_t length = (off_t)((uint32_t)tail[0] << 24 | (uint32_t)tail[1] << 16 |
                                 (uint32_t)tail[2] << 8 | tail[3]);
    return length > 0 && length <= size - TAIL_BYTES && memcmp(tail + 8, magic, sizeof magic) == 0;
}

/// SQLite locks no journal, so this file may be opened.
static loam_result check_journal(const loam_world_file *file)
{
    static const char suffix[] = "-journal";
    char path[MAX_PATH];
    path_of(file, suffix, path);
    const int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
    {
        // One that cannot be opened is none that SQLite could follow.
        return errno == ELOOP ? refuse(file, suffix, "is no plain file") : LOAM_OK;
    }
    struct stat status;
    loam_result result = fstat(descriptor, &status) == 0
                             ? check_plain(file, suffix, &status)
                             : loam_fail(LOAM_IO, "%s: %s%s cannot be read: %s", file->name,
                                         file->name, suffix, strerror(errno));
    if (result == LOAM_OK && names_super_journal(descriptor, status.st_size))
    {
        result = refuse(file, suffix,
                        "is no world's: it names another file, which would be deleted");
    }
    close(descriptor);
    return result;
}

loam_result loam_beside_check(const loam_world_file *file)
{
    loam_result result = check_journal(file);
    result = result == LOAM_OK ? check_kind(file, "-wal") : result;
    return result == LOAM_OK ? check_kind(file, "-shm") : result;
}

/// Looks for bytes that an SQLite file begins with. Both kinds of files have pages as they are.
static bool find_header(int descriptor, uint8_t header[LOAM_HEADER_BYTES])
{
    static const char magic[] = "SQLite format 3";
    uint8_t bytes[SCAN_BYTES];
    off_t offset = 0;
    for (ssize_t got; (got = pread(descriptor, bytes, sizeof bytes, offset)) >= LOAM_HEADER_BYTES;
         offset += got - (LOAM_HEADER_BYTES - 1))
    {
        for (ssize_t i = 0; i + LOAM_HEADER_BYTES <= got; i++)
        {
            if (bytes[i] == 'S' && memcmp(bytes + i, magic, sizeof magic) == 0)
            {
                memcpy(header, bytes + i, LOAM_HEADER_BYTES);
                return true;
            }
        }
    }
    return false;
}

/// SQLite locks neither of the two, so they may be opened.
bool loam_beside_find_header(const loam_world_file *file, uint8_t header[LOAM_HEADER_BYTES])
{
    static const char *const suffixes[] = {"-journal", "-wal"};
    bool found = false;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0] && !found; i++)
    {
        char path[MAX_PATH];
        path_of(file, suffixes[i], path);
        const int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (descriptor >= 0)
        {
            found = find_header(descriptor, header);
            close(descriptor);
        }
    }
    return found;
}

/// What belonged to another file would be written into a new one of its name.
static loam_result check_free(const loam_world_file *file, const char *suffix)
{
    char path[MAX_PATH];
    path_of(file, suffix, path);
    struct stat status;
    return lstat(path, &status) != 0 ? LOAM_OK : refuse(file, suffix, "is left from another world");
}

loam_result loam_beside_claim(loam_world_file *file)
{
    loam_result result = loam_world_file_lock(file);
    if (result != LOAM_OK)
    {
        return result;
    }
    // Somebody may have made it between our looking and our locking.
    if (loam_world_file_id(file) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: is there already", file->name);
    }
    result = check_free(file, "-journal");
    result = result == LOAM_OK ? check_free(file, "-wal") : result;
    return result == LOAM_OK ? check_kind(file, "-shm") : result;
}

loam_result loam_beside_remove(const loam_world_file *file)
{
    static const char *const suffixes[] = {"-journal", "-wal", "-shm"};
    if (unlink(file->path) != 0)
    {
        return loam_fail(LOAM_IO, "%s: cannot be removed: %s", file->name, strerror(errno));
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
    {
        char path[MAX_PATH];
        path_of(file, suffixes[i], path);
        unlink(path); // mostly there is none
    }
    return LOAM_OK;
}
