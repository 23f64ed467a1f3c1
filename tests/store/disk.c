// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for realpath

#include "store/disk.h"

#include "loam/random.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// SQLite's own tests (test6.c, "crash VFS") drop, keep or spoil writes that were not synchronised, and so does
// this; names are treated likewise. That writes of one file reach the disk in another order is the same as
// that some of them are lost, when the power goes between them.

enum
{
    MAX_NAME = 64,
    MAX_NAMES = 64,   // in the folder at a time
    MAX_FILES = 4096, // in a log, all those that were ever made
    SHM_BYTES =
        32768, // of the index of a write-ahead log, which is memory that files happen to hold
};

typedef enum op_kind
{
    OP_WRITE,
    OP_SIZE,
    OP_SYNC,
    OP_NAME, // a new name of a file, and the end of another one if it was moved
    OP_UNNAME,
    OP_FOLDER_SYNC,
} op_kind;

typedef struct disk_op
{
    op_kind kind;
    int file;
    int64_t offset; // or the new size
    size_t size;
    uint8_t *bytes;
    char name[MAX_NAME], moved_from[MAX_NAME];
} disk_op;

struct disk_log
{
    char folder[PATH_MAX];
    dev_t device;
    bool lies;
    disk_op *ops;
    size_t count, room, start;
    ino_t files[MAX_FILES]; // their numbers, which the system uses again
    int file_count;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static disk_log *current; // that is written
_Thread_local bool disk_inside_sqlite;

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

// ---- the log ------------------------------------------------------------------------------------

void disk_lock(void)
{
    pthread_mutex_lock(&mutex);
}

void disk_unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

const disk_log *disk_current(void)
{
    return current;
}

static disk_op *add(op_kind kind, int file)
{
    disk_log *const log = current;
    if (log->count == log->room)
    {
        log->room = log->room == 0 ? 1024 : 2 * log->room;
        log->ops = realloc(log->ops, log->room * sizeof *log->ops);
        if (log->ops == NULL)
        {
            give_up("disk");
        }
    }
    disk_op *const op = &log->ops[log->count++];
    *op = (disk_op){.kind = kind, .file = file};
    return op;
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool disk_has_path(const char *path)
{
    if (current == NULL || path == NULL)
    {
        return false;
    }
    char folder[PATH_MAX] = ".", real[PATH_MAX];
    const char *const name = name_in(path);
    const size_t length = (size_t)(name - path);
    if (length > 0 && length < sizeof folder)
    {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    return strlen(name) < MAX_NAME && realpath(folder, real) != NULL &&
           strcmp(real, current->folder) == 0;
}

bool disk_exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

static int file_numbered(ino_t number)
{
    int file = current->file_count - 1;
    while (file >= 0 && current->files[file] != number)
    {
        file--;
    }
    return file;
}

int disk_file_at(const char *path)
{
    struct stat status;
    return disk_has_path(path) && stat(path, &status) == 0 ? file_numbered(status.st_ino) : -1;
}

int disk_file_of(int descriptor)
{
    struct stat status;
    return current != NULL && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                   status.st_dev == current->device
               ? file_numbered(status.st_ino)
               : -1;
}

bool disk_is_folder(int descriptor)
{
    struct stat mine, other;
    return current != NULL && fstat(descriptor, &other) == 0 && stat(current->folder, &mine) == 0 &&
           mine.st_ino == other.st_ino && mine.st_dev == other.st_dev;
}

void disk_note_write(int file, int64_t offset, const void *bytes, size_t size)
{
    disk_op *const op = add(OP_WRITE, file);
    op->offset = offset;
    op->size = size;
    op->bytes = malloc(size + 1);
    if (op->bytes == NULL)
    {
        give_up("disk");
    }
    if (size > 0)
    {
        memcpy(op->bytes, bytes, size);
    }
}

void disk_note_size(int file, int64_t size)
{
    add(OP_SIZE, file)->offset = size;
}

void disk_note_sync(int file)
{
    if (!current->lies)
    {
        add(OP_SYNC, file);
    }
}

void disk_note_folder_sync(void)
{
    if (!current->lies)
    {
        add(OP_FOLDER_SYNC, -1);
    }
}

static void add_name(int file, const char *path, const char *moved_from)
{
    disk_op *const op = add(OP_NAME, file);
    snprintf(op->name, sizeof op->name, "%s", name_in(path));
    snprintf(op->moved_from, sizeof op->moved_from, "%s", name_in(moved_from));
}

void disk_note_created(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || current->file_count == MAX_FILES)
    {
        give_up(path);
    }
    current->files[current->file_count] = status.st_ino;
    add_name(current->file_count++, path, "");
}

void disk_note_link(const char *path, const char *second)
{
    add_name(disk_file_at(path), second, "");
}

void disk_note_rename(const char *from, const char *to)
{
    add_name(disk_file_at(to), to, from);
}

void disk_note_unlink(const char *path)
{
    disk_op *const op = add(OP_UNNAME, -1);
    snprintf(op->name, sizeof op->name, "%s", name_in(path));
}

// ---- files ------------------------------------------------------------------------------------------

typedef struct content
{
    uint8_t *bytes;
    size_t size, room;
} content;

static void resize(content *to, size_t size)
{
    if (size > to->room)
    {
        to->room = 2 * size;
        to->bytes = realloc(to->bytes, to->room);
        if (to->bytes == NULL)
        {
            give_up("disk");
        }
    }
    if (size > to->size)
    {
        memset(to->bytes + to->size, 0, size - to->size);
    }
    to->size = size;
}

static void put(content *to, size_t offset, const uint8_t *bytes, size_t size)
{
    if (offset + size > to->size)
    {
        resize(to, offset + size);
    }
    if (size > 0)
    {
        memcpy(to->bytes + offset, bytes, size);
    }
}

static content read_all(const char *path)
{
    content all = {0};
    FILE *const file = fopen(path, "rb");
    struct stat status;
    if (file == NULL || stat(path, &status) != 0)
    {
        give_up(path);
    }
    resize(&all, (size_t)status.st_size);
    if (all.size > 0 && fread(all.bytes, 1, all.size, file) != all.size)
    {
        give_up(path);
    }
    fclose(file);
    return all;
}

static void write_all(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *const file = fopen(path, "wb");
    const bool written = file != NULL && (size == 0 || fwrite(bytes, 1, size, file) == size);
    if (!written || fclose(file) != 0)
    {
        give_up(path);
    }
}

/// Calls visit with the path and the name of each file in a folder.
static void each_file(const char *folder,
                      void (*visit)(void *user, const char *path, const char *name), void *user)
{
    DIR *const entries = opendir(folder);
    if (entries == NULL)
    {
        give_up(folder);
    }
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries))
    {
        char path[PATH_MAX];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        {
            visit(user, path, entry->d_name);
        }
    }
    closedir(entries);
}

static bool is_shared_memory(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, "-shm") == 0;
}

// ---- beginning and ending ---------------------------------------------------------------------------

static void note_present(void *user, const char *path, const char *name)
{
    (void)user;
    if (is_shared_memory(name))
    {
        return;
    }
    content all = read_all(path);
    disk_note_created(path);
    const int file = disk_file_at(path);
    disk_note_write(file, 0, all.bytes, all.size);
    disk_note_sync(file);
    free(all.bytes);
}

disk_log *disk_begin(const char *folder)
{
    disk_log *const log = calloc(1, sizeof *log);
    struct stat status;
    if (log == NULL || realpath(folder, log->folder) == NULL || stat(folder, &status) != 0)
    {
        give_up(folder);
    }
    log->device = status.st_dev;
    disk_lock();
    current = log;
    each_file(folder, note_present, NULL);
    disk_note_folder_sync();
    log->start = log->count;
    disk_unlock();
    return log;
}

void disk_end(disk_log *log)
{
    disk_lock();
    current = current == log ? NULL : current;
    disk_unlock();
}

void disk_free(disk_log *log)
{
    disk_end(log);
    for (size_t i = 0; i < log->count; i++)
    {
        free(log->ops[i].bytes);
    }
    free(log->ops);
    free(log);
}

void disk_lie(disk_log *log)
{
    log->lies = true;
}

size_t disk_length(disk_log *log)
{
    disk_lock();
    const size_t length = log->count;
    disk_unlock();
    return length;
}

size_t disk_start(const disk_log *log)
{
    return log->start;
}

size_t disk_next_turn(disk_log *log, size_t length)
{
    disk_lock();
    while (length < log->count && (length == 0 || log->ops[length - 1].kind == OP_WRITE))
    {
        length++;
    }
    disk_unlock();
    return length;
}

// ---- crashes ----------------------------------------------------------------------------------------

/// What one crash is like. Rates are in eighths.
typedef struct mood
{
    uint64_t seed, drawn;
    uint32_t keep_data, keep_names;
    bool tears, spoils; // writes are torn at sectors; lost sectors may be rubbish
    size_t sector;
} mood;

static uint32_t draw(mood *of, uint32_t limit)
{
    return loam_random_below(of->seed, of->drawn++, limit);
}

static mood make_mood(uint64_t seed)
{
    mood made = {.seed = seed};
    made.keep_data = 2 * draw(&made, 5);
    made.keep_names = 2 * draw(&made, 5);
    made.tears = draw(&made, 2) != 0;
    made.spoils = draw(&made, 4) == 0;
    made.sector = draw(&made, 2) != 0 ? 512 : 4096;
    return made;
}

typedef struct folder_state
{
    content files[MAX_FILES];
    struct
    {
        char name[MAX_NAME];
        int file;
    } names[MAX_NAMES];
    int name_count;
} folder_state;

static void drop_name(folder_state *state, const char *name)
{
    for (int i = 0; i < state->name_count; i++)
    {
        if (strcmp(state->names[i].name, name) == 0)
        {
            state->names[i] = state->names[--state->name_count];
            return;
        }
    }
}

static void give_name(folder_state *state, const disk_op *op)
{
    drop_name(state, op->name);
    drop_name(state, op->moved_from);
    if (state->name_count == MAX_NAMES)
    {
        give_up("disk: too many names");
    }
    memcpy(state->names[state->name_count].name, op->name, sizeof op->name);
    state->names[state->name_count++].file = op->file;
}

static void spoil(content *to, size_t offset, size_t size, uint64_t seed)
{
    if (offset + size > to->size)
    {
        resize(to, offset + size);
    }
    for (size_t i = 0; i < size; i++)
    {
        to->bytes[offset + i] = (uint8_t)loam_random_u32(seed, offset + i);
    }
}

/// A piece of a write that is not safe: there, lost, or lost with something in its place.
static void put_piece(mood *how, content *to, size_t offset, const uint8_t *bytes, size_t size)
{
    if (draw(how, 8) < how->keep_data)
    {
        put(to, offset, bytes, size);
    }
    else if (how->spoils && draw(how, 2) == 0)
    {
        spoil(to, offset, size, how->seed);
    }
    else if (offset + size > to->size && draw(how, 2) == 0)
    {
        resize(to, offset + size); // the size came before the bytes
    }
}

static void put_unsafe(mood *how, content *to, const disk_op *op)
{
    const size_t begin = (size_t)op->offset, end = begin + op->size;
    for (size_t at = begin, stop; at < end; at = stop)
    {
        const size_t border = how->tears ? (at / how->sector + 1) * how->sector : end;
        stop = border < end ? border : end;
        put_piece(how, to, at, op->bytes + (at - begin), stop - at);
    }
}

static void apply(mood *how, folder_state *state, const disk_op *op, bool safe)
{
    content *const to = op->file >= 0 ? &state->files[op->file] : NULL;
    const bool is_name = op->kind == OP_NAME || op->kind == OP_UNNAME;
    if (op->kind == OP_WRITE)
    {
        safe ? put(to, (size_t)op->offset, op->bytes, op->size) : put_unsafe(how, to, op);
    }
    else if (safe || draw(how, 8) < (is_name ? how->keep_names : how->keep_data))
    {
        switch (op->kind)
        {
        case OP_SIZE:
            resize(to, (size_t)op->offset);
            break;
        case OP_NAME:
            give_name(state, op);
            break;
        case OP_UNNAME:
            drop_name(state, op->name);
            break;
        default:
            break;
        }
    }
}

/// Up to which operation each file is safe, and, at the end, names.
static void find_safe(const disk_log *log, size_t length, size_t *safe)
{
    memset(safe, 0, (MAX_FILES + 1) * sizeof *safe);
    for (size_t i = 0; i < length; i++)
    {
        const disk_op *const op = &log->ops[i];
        if (op->kind == OP_SYNC || op->kind == OP_FOLDER_SYNC)
        {
            safe[op->kind == OP_SYNC ? op->file : MAX_FILES] = i;
        }
    }
}

static folder_state *rebuild(const disk_log *log, size_t length, mood *how)
{
    static size_t safe[MAX_FILES + 1];
    folder_state *const state = calloc(1, sizeof *state);
    if (state == NULL)
    {
        give_up("disk");
    }
    find_safe(log, length, safe);
    for (size_t i = 0; i < length; i++)
    {
        const disk_op *const op = &log->ops[i];
        const bool is_name = op->kind == OP_NAME || op->kind == OP_UNNAME;
        apply(how, state, op,
              how == NULL || i < safe[is_name || op->file < 0 ? MAX_FILES : op->file]);
    }
    return state;
}

static void free_state(folder_state *state)
{
    for (int i = 0; i < MAX_FILES; i++)
    {
        free(state->files[i].bytes);
    }
    free(state);
}

static void remove_file(void *user, const char *path, const char *name)
{
    (void)user;
    (void)name;
    if (remove(path) != 0)
    {
        give_up(path);
    }
}

/// What was memory is of no use any more, but it may be there.
static void write_shared_memory(mood *how, const char *folder, const char *log_name)
{
    static uint8_t bytes[SHM_BYTES];
    char path[PATH_MAX];
    const size_t length = strlen(log_name);
    const bool is_log = length > 4 && strcmp(log_name + length - 4, "-wal") == 0;
    const uint32_t kind = is_log ? draw(how, 3) : 0; // none, zeros, rubbish
    for (size_t i = 0; i < sizeof bytes; i++)
    {
        bytes[i] = kind == 2 ? (uint8_t)loam_random_u32(how->seed, i) : 0;
    }
    if (kind > 0)
    {
        snprintf(path, sizeof path, "%s/%.*s-shm", folder, (int)(length - 4), log_name);
        write_all(path, bytes, sizeof bytes);
    }
}

void disk_crash(disk_log *log, size_t length, uint64_t seed, const char *folder)
{
    mood how = make_mood(seed);
    disk_lock();
    folder_state *const state = rebuild(log, length, &how);
    disk_unlock();
    each_file(folder, remove_file, NULL);
    for (int i = 0; i < state->name_count; i++)
    {
        char path[PATH_MAX];
        const content *const file = &state->files[state->names[i].file];
        snprintf(path, sizeof path, "%s/%s", folder, state->names[i].name);
        write_all(path, file->bytes, file->size);
        write_shared_memory(&how, folder, state->names[i].name);
    }
    free_state(state);
}

// ---- completeness -----------------------------------------------------------------------------------

typedef struct comparison
{
    const folder_state *state;
    int found;
    bool equal;
} comparison;

static void compare(void *user, const char *path, const char *name)
{
    comparison *const with = user;
    if (is_shared_memory(name))
    {
        return;
    }
    bool equal = false;
    for (int i = 0; i < with->state->name_count; i++)
    {
        if (strcmp(with->state->names[i].name, name) == 0)
        {
            content all = read_all(path);
            const content *const told = &with->state->files[with->state->names[i].file];
            equal = all.size == told->size &&
                    (all.size == 0 || memcmp(all.bytes, told->bytes, all.size) == 0);
            free(all.bytes);
        }
    }
    if (!equal)
    {
        fprintf(stderr, "disk: %s is not what the log says\n", name);
    }
    with->found++;
    with->equal = with->equal && equal;
}

bool disk_is_complete(disk_log *log)
{
    disk_lock();
    folder_state *const state = rebuild(log, log->count, NULL);
    comparison with = {.state = state, .equal = true};
    each_file(log->folder, compare, &with);
    disk_unlock();
    const bool complete = with.equal && with.found == state->name_count;
    free_state(state);
    return complete;
}
