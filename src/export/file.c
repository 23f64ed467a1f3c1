// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for realpath

#include "export/file.h"

#include "loam/export.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Writing goes to a new file in the same folder, which then takes the target's name in one step. A
// full disk or a killed process leaves the old file as it was. Devices and pipes (/dev/stdout) have
// no old content and must not be replaced by a file: they are written directly.

enum
{
    MAX_LINKS = 40 // as Linux
};

static loam_result io_failure(const char *path, const char *what, int error)
{
    return loam_fail(LOAM_IO, "%s: %s: %s", path, what, strerror(error));
}

loam_result loam_file_check_name(const char *path)
{
    if (path == NULL || path[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a file needs a name");
    }
    const size_t length = strlen(path);
    if (length >= LOAM_MAX_PATH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a file name of %zu characters; must be 1 to %d",
                         length, LOAM_MAX_PATH - 1);
    }
    return LOAM_OK;
}

/// Replaces a target that is not there yet, but is a link, by the place where the link points to.
static loam_result follow_links(loam_file *file)
{
    char link[LOAM_MAX_PATH];
    for (int hops = 0; hops < MAX_LINKS; hops++)
    {
        const ssize_t length = readlink(file->target, link, sizeof link - 1);
        if (length < 0)
        {
            return LOAM_OK; // no link; opening it will tell what is wrong, if anything is
        }
        link[length] = '\0';
        // Relative to the folder that the link lies in.
        const char *slash = link[0] == '/' ? NULL : strrchr(file->target, '/');
        const size_t folder = slash != NULL ? (size_t)(slash - file->target) + 1 : 0;
        if (folder + (size_t)length >= LOAM_MAX_PATH)
        {
            return io_failure(file->path, "cannot be written", ENAMETOOLONG);
        }
        memcpy(file->target + folder, link, (size_t)length + 1);
    }
    return io_failure(file->path, "cannot be written", ELOOP);
}

/// Finds out what path stands for: links are followed, so that they stay links.
static loam_result resolve(loam_file *file, const char *path, bool *direct)
{
    *direct = false;
    const loam_result result = loam_file_check_name(path);
    if (result != LOAM_OK)
    {
        return result;
    }
    memcpy(file->target, path, strlen(path) + 1);
    struct stat status;
    if (stat(path, &status) != 0)
    {
        return follow_links(file);
    }
    if (S_ISDIR(status.st_mode))
    {
        return loam_fail(LOAM_IO, "%s: cannot be written: it is a folder", path);
    }
    *direct = !S_ISREG(status.st_mode);
    char *real = *direct ? NULL : realpath(path, NULL);
    if (real != NULL && strlen(real) < LOAM_MAX_PATH)
    {
        memcpy(file->target, real, strlen(real) + 1);
    }
    free(real);
    return LOAM_OK;
}

static int open_temporary(loam_file *file)
{
    for (int attempt = 0; attempt < 100; attempt++)
    {
        snprintf(file->temporary, sizeof file->temporary, "%s.%ld-%d.part", file->target,
                 (long)getpid(), attempt);
        const int descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0 || errno != EEXIST)
        {
            return descriptor;
        }
    }
    return -1;
}

loam_result loam_file_begin(loam_file *file, const char *path)
{
    *file = (loam_file){.path = path};
    bool direct;
    const loam_result result = resolve(file, path, &direct);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int descriptor = direct ? open(file->target, O_WRONLY) : open_temporary(file);
    if (descriptor < 0)
    {
        return io_failure(path, "cannot be written", errno);
    }
    file->stream = fdopen(descriptor, "wb");
    if (file->stream == NULL)
    {
        const int error = errno;
        close(descriptor);
        loam_file_abandon(file);
        return io_failure(path, "cannot be written", error);
    }
    return LOAM_OK;
}

/// Whether all that was written has left this process; *error says what went wrong.
static bool flush(const loam_file *file, bool direct, int *error)
{
    if (ferror(file->stream))
    {
        *error = file->error != 0 ? file->error : EIO;
        return false;
    }
    errno = 0;
    const bool flushed = fflush(file->stream) == 0 && (direct || fsync(fileno(file->stream)) == 0);
    *error = errno;
    return flushed;
}

loam_result loam_file_commit(loam_file *file)
{
    const bool direct = file->temporary[0] == '\0';
    int error;
    bool arrived = flush(file, direct, &error);
    if (fclose(file->stream) != 0 && arrived)
    {
        error = errno;
        arrived = false;
    }
    file->stream = NULL;
    if (arrived && !direct && rename(file->temporary, file->target) != 0)
    {
        error = errno;
        arrived = false;
    }
    if (!arrived)
    {
        loam_file_abandon(file);
        return io_failure(file->path, "could not be written", error);
    }
    return LOAM_OK;
}

void loam_file_abandon(loam_file *file)
{
    if (file->stream != NULL)
    {
        fclose(file->stream);
        file->stream = NULL;
    }
    if (file->temporary[0] != '\0')
    {
        unlink(file->temporary);
    }
}

loam_result loam_file_check(const char *path)
{
    loam_file file = {.path = path};
    bool direct;
    loam_result result = resolve(&file, path, &direct);
    if (result == LOAM_OK && direct)
    {
        // Not opened: the reader of a pipe would take the closing for the end.
        return access(path, W_OK) == 0 ? LOAM_OK : io_failure(path, "cannot be written", errno);
    }
    result = result != LOAM_OK ? result : loam_file_begin(&file, path);
    if (result == LOAM_OK)
    {
        loam_file_abandon(&file);
    }
    return result;
}

loam_result loam_file_write(const char *path, const void *bytes, size_t size)
{
    LOAM_ASSERT(NULL, bytes != NULL || size == 0);
    loam_file file;
    const loam_result result = loam_file_begin(&file, path);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (size > 0 && fwrite(bytes, 1, size, file.stream) != size)
    {
        file.error = errno;
    }
    return loam_file_commit(&file);
}
