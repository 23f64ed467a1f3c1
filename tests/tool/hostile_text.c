// SPDX-License-Identifier: MIT
// Files whose names and lines are orders to a terminal, or no text at all: what the tool says of them is text.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "tool/console.h"
#include "tool/json.h"

#include <sqlite3.h>

// Sets a terminal's title, clears it, the same in one byte, ends a text in JSON, and is no UTF-8.
#define HOSTILE \
    "\x1b]0;mine\a\x1b[2J\x9b" \
    "2J\"\xff\xc3"

static bool is_plain(const char *words)
{
    for (const char *at = words; *at != '\0'; at++)
    {
        if (((unsigned char)*at < 0x20 && *at != '\n') || (unsigned char)*at >= 0x7f)
        {
            return false;
        }
    }
    return true;
}

static void change(const char *path, const char *sql)
{
    sqlite3 *db;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_REPORT(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void test_names_in_a_world(void)
{
    CHECK_INT(console_run("world new w.loam"), 0);
    change("w.loam", "INSERT INTO meta(id, name, checksum, value) "
                     "VALUES(1 << 61, 'extra:" HOSTILE "', 1, x'00')");
    CHECK_INT(console_run("world verify w.loam"), 1);
    CHECK_CONTAINS(console_out, "extra:\\x1b]0;mine\\x07\\x1b[2J\\x9b2J\"\\xff\\xc3");
    CHECK(is_plain(console_out) && is_plain(console_err));
    CHECK_INT(console_run("world verify w.loam --json"), 1);
    CHECK(is_plain(console_out) && json_is_valid(console_out));
    remove("w.loam");
}

static void test_names_of_tables(void)
{
    CHECK_INT(console_run("world new w.loam"), 0);
    change("w.loam", "PRAGMA writable_schema = 1; INSERT INTO sqlite_master VALUES('table', "
                     "'" HOSTILE "', '" HOSTILE "', 3, 'CREATE TABLE " HOSTILE "')");
    static const char *const lines[] = {"world verify w.loam", "world verify w.loam --json",
                                        "world info w.loam", "tiles sim --world w.loam --steps 1"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        (void)console_run(lines[i]);
        CHECK_REPORT(is_plain(console_out) && is_plain(console_err), "%s: %s%s", lines[i],
                     console_out, console_err);
        CHECK(console_out[0] != '{' || json_is_valid(console_out));
    }
    remove("w.loam");
}

static void write_file(const char *path, const char *words)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fputs(words, file) >= 0);
    CHECK_INT(fclose(file), 0);
}

static void test_lines_of_replays_and_commands(void)
{
    write_file("r.txt", "# loam replay 1\n# " HOSTILE "\n");
    console_refuses("tiles sim --replay r.txt", 2, "r.txt:2: the line is \"# \\x1b]0;mine\\x07");
    CHECK(is_plain(console_err));
    write_file("r.txt", "# loam replay 1\n# seed " HOSTILE "\n");
    console_refuses("tiles sim --replay r.txt", 2, "r.txt:2: the line is \"\\x1b]0;mine\\x07");
    CHECK(is_plain(console_err));
    write_file("c.txt", "1 place " HOSTILE " 1 1\n");
    console_refuses("tiles sim --commands c.txt --steps 2", 2, "c.txt:1: ");
    CHECK(is_plain(console_err));
    write_file("c.txt", "1 " HOSTILE "\n");
    console_refuses("tiles sim --commands c.txt --steps 2", 2, "\\x1b]0;mine\\x07");
    CHECK(is_plain(console_err));
}

static void test_definitions(void)
{
    write_file("d.json", "{\"" HOSTILE "\": 1}");
    console_refuses("tiles map --defs d.json -o m.png", 2, "d.json");
    CHECK(is_plain(console_err));
    write_file("d.json", "{\"\\u001b[2J\": 1}");
    console_refuses("tiles map --defs d.json -o m.png", 2, "\\x1b[2J");
    CHECK(is_plain(console_err));
}

// A file may be called anything; JSON is UTF-8.
static void test_names_of_files(void)
{
    CHECK_INT(console_run("world new \xff\x01.loam --json"), 0);
    CHECK(is_plain(console_out) && json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "file"), "\\ufffd\\u0001.loam");
    CHECK_INT(console_run("world new \u00e4.loam --json"), 0);
    CHECK_TEXT(json_text_of(console_out, "file"), "\u00e4.loam");
    console_refuses("world verify \xff\x01.none.loam", 1, "\\xff\\x01.none.loam");
    remove("\xff\x01.loam");
    remove("\u00e4.loam");
}

int main(void)
{
    folder_enter();
    RUN(test_names_in_a_world);
    RUN(test_names_of_tables);
    RUN(test_lines_of_replays_and_commands);
    RUN(test_definitions);
    RUN(test_names_of_files);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
