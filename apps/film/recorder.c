// SPDX-License-Identifier: MIT
#include "film/recorder.h"

#include "film/container.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// ffmpeg is started without a shell and fed raw pixels through a pipe. It gets a process group of its own,
// so that Ctrl-C stops this program, which then finishes the film, and not the two of them at once.

enum
{
    MAX_PATH = 1024,
    MAX_WORDS = 40,
    PROBE_BYTES = 1 << 20, // what fails for want of room is smaller
};

struct recorder
{
    recorder_kind kind;
    recorder_def def;
    char path[MAX_PATH];      // the last picture of a folder, or the film
    char part[MAX_PATH + 40]; // of the film, until it is whole
    int64_t frames;
    pid_t child; // ffmpeg, of films
    int pipe;
    void (*old_pipe_handler)(int);
};

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

static bool kind_of(const char *path, recorder_kind *kind)
{
    static const char *const ends[] = {
        [RECORDER_MP4] = ".mp4", [RECORDER_WEBM] = ".webm", [RECORDER_FOLDER] = "/"};
    for (int i = RECORDER_MP4; i <= RECORDER_FOLDER; i++)
    {
        if (ends_with(path, ends[i]))
        {
            *kind = (recorder_kind)i;
            return true;
        }
    }
    return false;
}

loam_result recorder_check(const recorder_def *def)
{
    recorder_kind kind;
    if (!kind_of(def->path, &kind))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--record is \"%s\"; must be a name that ends with .mp4, .webm or, for "
                         "a folder of pictures, /",
                         def->path);
    }
    if (strlen(def->path) > MAX_PATH - 32)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--record has a name of %zu letters; must be at most %d",
                         strlen(def->path), MAX_PATH - 32);
    }
    if (kind != RECORDER_FOLDER && (def->w % 2 != 0 || def->h % 2 != 0))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s is %dx%d, and a film's sides have to be even; must be %dx%d",
                         def->size_option != NULL ? def->size_option : "--view", (int)def->w,
                         (int)def->h, (int)(def->w + 1) / 2 * 2, (int)(def->h + 1) / 2 * 2);
    }
    return LOAM_OK;
}

// ---- ffmpeg -------------------------------------------------------------------------------------

typedef struct command_line
{
    char *words[MAX_WORDS + 1];
    int count;
    char size[32], rate[32];
    char output[MAX_PATH + 48];
} command_line;

static void add_words(command_line *line, const char *const *words)
{
    for (; *words != NULL; words++)
    {
        LOAM_ASSERT(NULL, line->count < MAX_WORDS);
        line->words[line->count++] = (char *)(uintptr_t)*words;
    }
}

static const char *const mp4_words[] = {"-c:v", "libx264",  "-preset", "medium",    "-crf",
                                        "18",   "-pix_fmt", "yuv420p", "-movflags", "+faststart",
                                        "-f",   "mp4",      NULL};
static const char *const webm_words[] = {
    "-c:v", "libvpx-vp9", "-crf", "32",       "-b:v",    "0",  "-row-mt", "1", "-deadline",
    "good", "-cpu-used",  "4",    "-pix_fmt", "yuv420p", "-f", "webm",    NULL};

/// That the film is a file is said: a name may look like an option, or like a protocol. Words of the line
/// are in it, so it stays where it is.
static void write_line(command_line *line, const recorder *record)
{
    *line = (command_line){.count = 0};
    snprintf(line->size, sizeof line->size, "%dx%d", (int)record->def.w, (int)record->def.h);
    snprintf(line->rate, sizeof line->rate, "%.6g", record->def.fps);
    snprintf(line->output, sizeof line->output, "file:%s", record->part);
    const char *const in[] = {"ffmpeg",   "-loglevel", "error", "-xerror", "-y",       "-f",
                              "rawvideo", "-pix_fmt",  "rgba",  "-s",      line->size, "-r",
                              line->rate, "-i",        "-",     "-an",     NULL};
    const char *const out[] = {line->output, NULL};
    add_words(line, in);
    add_words(line, record->kind == RECORDER_MP4 ? mp4_words : webm_words);
    add_words(line, out);
}

/// In the child: becomes ffmpeg. What goes wrong is written to report, which closes by itself if nothing
/// does. Only what may be called while other threads hold any lock is called.
static void become_ffmpeg(const command_line *line, int input, int report)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(input, STDIN_FILENO) >= 0)
    {
        execvp(line->words[0], line->words);
    }
    const int reason = errno;
    const ssize_t written = write(report, &reason, sizeof reason);
    _exit(written > 0 ? 127 : 126);
}

static loam_result not_started(int reason)
{
    if (reason == ENOENT)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "films are made by the program ffmpeg, which is not installed (on Debian "
                         "it is the package ffmpeg)");
    }
    return loam_fail(LOAM_IO, "ffmpeg could not be started: %s", strerror(reason));
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/// Both ends close by themselves in a program that a child becomes.
static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
    {
        return false;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/// Waits until the child has become ffmpeg or has told why it could not.
static loam_result await_start(recorder *record, int report)
{
    int reason = 0;
    ssize_t count;
    do
    {
        count = read(report, &reason, sizeof reason);
    } while (count < 0 && errno == EINTR);
    close(report);
    if (count != sizeof reason)
    {
        return LOAM_OK;
    }
    close(record->pipe);
    waitpid(record->child, NULL, 0);
    return not_started(reason);
}

static loam_result start_ffmpeg(recorder *record)
{
    int input[2], report[2];
    command_line line;
    write_line(&line, record);
    if (!open_pipe(input))
    {
        return not_started(errno);
    }
    if (!open_pipe(report))
    {
        const int reason = errno;
        close_both(input);
        return not_started(reason);
    }
    record->child = fork();
    if (record->child < 0)
    {
        const int reason = errno;
        close_both(input);
        close_both(report);
        return not_started(reason);
    }
    if (record->child == 0)
    {
        become_ffmpeg(&line, input[0], report[1]);
    }
    close(input[0]);
    close(report[1]);
    record->pipe = input[1];
    return await_start(record, report[0]);
}

// ---- failures -----------------------------------------------------------------------------------

/// Whether the limit on the size of a file is in the way: writing beyond it may end the process.
static bool is_limited(int descriptor)
{
    struct rlimit limit;
    struct stat found;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
           fstat(descriptor, &found) == 0 &&
           limit.rlim_cur < (rlim_t)found.st_size + (rlim_t)PROBE_BYTES;
}

/// Why nothing more can be written to the film, which is lost by this: an errno, or 0 if it can. ffmpeg
/// tells it on the console, and only people understand that.
static int probe_disk(const recorder *record)
{
    static const uint8_t block[4096];
    const int descriptor = open(record->part, O_WRONLY | O_APPEND);
    int error = descriptor < 0 ? errno : 0;
    if (error == 0 && is_limited(descriptor))
    {
        error = EFBIG;
    }
    for (int32_t done = 0; error == 0 && done < PROBE_BYTES;)
    {
        const ssize_t count = write(descriptor, block, sizeof block);
        error = count < 0 && errno != EINTR ? errno : 0;
        done += count > 0 ? (int32_t)count : 0;
    }
    if (descriptor >= 0)
    {
        error = fsync(descriptor) != 0 && error == 0 ? errno : error;
        close(descriptor);
    }
    return error;
}

/// Says why there is no film: what the disk says, or else what went wrong.
static loam_result film_failure(const recorder *record, const char *what)
{
    const int error = probe_disk(record);
    if (error == 0)
    {
        return loam_fail(LOAM_IO, "%s", what);
    }
    const bool full = error == ENOSPC || error == EDQUOT;
    return loam_fail(LOAM_IO, "%s: could not be written: %s", record->def.path,
                     full ? "the disk is full" : strerror(error));
}

// ---- recording ----------------------------------------------------------------------------------

static loam_result send(recorder *record, const loam_picture *picture)
{
    const uint8_t *bytes = (const uint8_t *)picture->pixels;
    size_t left = (size_t)picture->w * (size_t)picture->h * sizeof *picture->pixels;
    while (left > 0)
    {
        const ssize_t sent = write(record->pipe, bytes, left);
        if (sent < 0 && errno != EINTR)
        {
            char what[MAX_PATH + 80];
            snprintf(what, sizeof what, "ffmpeg takes no more frames of %s: %s", record->def.path,
                     strerror(errno));
            return film_failure(record, what);
        }
        bytes += sent > 0 ? sent : 0;
        left -= sent > 0 ? (size_t)sent : 0;
    }
    return LOAM_OK;
}

/// Lets ffmpeg finish; whether it did.
static bool end_ffmpeg(recorder *record)
{
    int status = 1;
    close(record->pipe);
    signal(SIGPIPE, record->old_pipe_handler);
    while (waitpid(record->child, &status, 0) < 0 && errno == EINTR)
    {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static loam_result open_folder(const char *path)
{
    struct stat found;
    const int error = mkdir(path, 0777) == 0 ? 0 : errno;
    if (error == 0 || (stat(path, &found) == 0 && S_ISDIR(found.st_mode)))
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_IO, "the folder %s cannot be made: %s", path, strerror(error));
}

/// Makes the file that ffmpeg will fill. It is nobody else's: whoever records the same film at the same time
/// has another, and the last one to finish gives the film.
static loam_result make_part(recorder *record)
{
    int descriptor = -1;
    for (int attempt = 0; attempt < 100 && descriptor < 0; attempt++)
    {
        snprintf(record->part, sizeof record->part, "%s.%ld-%d.part", record->def.path,
                 (long)getpid(), attempt);
        descriptor = open(record->part, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor < 0 && errno != EEXIST)
        {
            break;
        }
    }
    if (descriptor < 0)
    {
        return loam_fail(LOAM_IO, "%s: cannot be written: %s", record->def.path, strerror(errno));
    }
    close(descriptor);
    return LOAM_OK;
}

static loam_result open_film(recorder *record)
{
    snprintf(record->path, sizeof record->path, "%s", record->def.path);
    loam_result result = loam_file_check(record->path);
    result = result == LOAM_OK ? make_part(record) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    // If ffmpeg ends, writing to it fails, and that must not end this program.
    record->old_pipe_handler = signal(SIGPIPE, SIG_IGN);
    const loam_result started = start_ffmpeg(record);
    if (started != LOAM_OK)
    {
        signal(SIGPIPE, record->old_pipe_handler);
        unlink(record->part);
    }
    return started;
}

loam_result recorder_open(const recorder_def *def, recorder **out)
{
    *out = NULL;
    loam_result result = recorder_check(def);
    recorder *record = result == LOAM_OK ? calloc(1, sizeof *record) : NULL;
    if (record == NULL)
    {
        return result != LOAM_OK ? result : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory");
    }
    record->def = *def;
    kind_of(def->path, &record->kind);
    result = record->kind == RECORDER_FOLDER ? open_folder(def->path) : open_film(record);
    if (result != LOAM_OK)
    {
        free(record);
        return result;
    }
    *out = record;
    return LOAM_OK;
}

long recorder_process(const recorder *record)
{
    return record != NULL && record->kind != RECORDER_FOLDER ? (long)record->child : 0;
}

loam_result recorder_add(recorder *record, const loam_picture *picture)
{
    LOAM_ASSERT(NULL, picture->w == record->def.w && picture->h == record->def.h);
    loam_result result;
    if (record->kind == RECORDER_FOLDER)
    {
        const loam_env env = loam_default_env();
        snprintf(record->path, sizeof record->path, "%sframe-%06lld.png", record->def.path,
                 (long long)record->frames + 1);
        result = loam_png_write(&env, record->path, picture);
    }
    else
    {
        result = send(record, picture);
    }
    record->frames += result == LOAM_OK;
    return result;
}

/// Whether all of the film is on the disk. Some versions of ffmpeg say so although the disk is full.
static bool is_complete(const recorder *record)
{
    const int descriptor = open(record->part, O_WRONLY);
    const bool synced = descriptor >= 0 && fsync(descriptor) == 0;
    if (descriptor >= 0)
    {
        close(descriptor);
    }
    return synced && (record->frames == 0 || container_is_whole(record->part, record->kind));
}

static loam_result close_film(recorder *record)
{
    const bool ended = end_ffmpeg(record);
    if (!ended || !is_complete(record))
    {
        char what[MAX_PATH + 80];
        snprintf(what, sizeof what, "ffmpeg could not make %s%s", record->path,
                 ended ? ": what it left is not a whole film" : "");
        const loam_result result = film_failure(record, what);
        unlink(record->part);
        return result;
    }
    if (rename(record->part, record->path) != 0)
    {
        return loam_fail(LOAM_IO, "%s cannot be renamed to %s: %s", record->part, record->path,
                         strerror(errno));
    }
    return LOAM_OK;
}

loam_result recorder_close(recorder *record)
{
    loam_result result = LOAM_OK;
    if (record != NULL && record->kind != RECORDER_FOLDER)
    {
        result = close_film(record);
    }
    free(record);
    return result;
}

void recorder_abandon(recorder *record)
{
    if (record != NULL && record->kind != RECORDER_FOLDER)
    {
        end_ffmpeg(record);
        unlink(record->part);
    }
    free(record);
}
