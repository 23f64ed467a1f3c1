// SPDX-License-Identifier: MIT
// Files beside a world that others have put there: what they lead to is never touched, nobody waits for
// them, and the message says which it is.
#define _XOPEN_SOURCE 700 // for mkdtemp, symlink

#include "store/world.h"

#include <sys/stat.h>
#include <sys/wait.h>

static const char notes[] = "the only copy of somebody's notes\n";

static void write_notes(const char *path)
{
    world_write(path, (const uint8_t *)notes, sizeof notes);
}

static bool has_notes(const char *path)
{
    const bytes all = world_bytes(path);
    const bool same = all.size == sizeof notes && memcmp(all.data, notes, sizeof notes) == 0;
    free(all.data);
    return same;
}

/// Opens w.loam in both ways, which must be refused with these words.
static void refuses(const char *words)
{
    for (int read_only = 0; read_only < 2; read_only++)
    {
        loam_store_def def = world_def("w.loam");
        def.read_only = read_only;
        loam_store *store;
        CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
        CHECK_CONTAINS(loam_last_error(), words);
        loam_store_close(store);
    }
}

/// Makes w.loam-journal one that SQLite follows, with the name of a super-journal at its end.
static void write_journal(const char *name)
{
    static const uint8_t magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    uint8_t journal[1024] = {0};
    const size_t length = strlen(name);
    uint8_t *const tail = journal + 512 + length;
    memcpy(journal, magic, sizeof magic);
    memcpy(journal + 512, name, length);
    uint32_t sum = 0;
    for (size_t i = 0; i < length; i++)
    {
        sum += (uint8_t)name[i];
    }
    for (int i = 0; i < 4; i++)
    {
        tail[i] = (uint8_t)((uint32_t)length >> (24 - 8 * i));
        tail[4 + i] = (uint8_t)(sum >> (24 - 8 * i));
    }
    memcpy(tail + 8, magic, sizeof magic);
    world_write("w.loam-journal", journal, 512 + length + 16);
}

// SQLite would delete the file that such a journal names.
static void test_a_journal_that_names_a_file(void)
{
    loam_store_close(world_make("w.loam", 3, 1));
    write_notes("notes.txt");
    char path[512];
    snprintf(path, sizeof path, "%s/notes.txt", folder_path);
    const char *const names[] = {path, "notes.txt", "none.txt"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        write_journal(names[i]);
        refuses("w.loam: w.loam-journal is no world's: it names another file");
        CHECK(has_notes("notes.txt"));
        CHECK_INT(access("w.loam-journal", F_OK), 0);
    }
    remove("w.loam-journal");
    loam_store *store = world_open("w.loam", false);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// Opening a pipe waits for whoever is at its other end.
static void test_what_is_no_plain_file(void)
{
    static const char *const names[] = {"w.loam-journal", "w.loam-wal", "w.loam-shm"};
    loam_store_close(world_make("w.loam", 3, 1));
    write_notes("notes.txt");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        char words[64];
        snprintf(words, sizeof words, "w.loam: %s is no plain file", names[i]);
        CHECK_INT(mkfifo(names[i], 0666), 0);
        refuses(words);
        remove(names[i]);
        CHECK_INT(symlink("notes.txt", names[i]), 0);
        refuses(words);
        remove(names[i]);
        CHECK_INT(mkdir(names[i], 0777), 0);
        refuses(words);
        remove(names[i]);
        CHECK_INT(link("notes.txt", names[i]), 0);
        snprintf(words, sizeof words, "w.loam: %s has another name, too", names[i]);
        refuses(words);
        remove(names[i]);
        CHECK(has_notes("notes.txt"));
    }
    CHECK_INT(folder_count(1), 2);
}

int main(void)
{
    world_enter();
    RUN(test_a_journal_that_names_a_file);
    RUN(test_what_is_no_plain_file);
    folder_leave();
    return CHECK_DONE();
}
