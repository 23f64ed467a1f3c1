// SPDX-License-Identifier: MIT
// Small files of strangers, in whose trees all branches lead to the same leaf, so that they seem to have more
// rows than one could ever read. Whatever is done with such a file comes to an end.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "damaged.h"

enum
{
    PAGE = 4096,
    MAX_LEVELS = 16,
    TABLE_BRANCH = 5, // kinds of pages, in SQLite's file format
    INDEX_BRANCH = 2
};

typedef struct maze_shape
{
    uint32_t levels, branches;
} maze_shape;

// With few branches SQLite finds so few faults that it goes on.
static const maze_shape shapes[] = {{12, 120}, {MAX_LEVELS, 5}};

static void put_number(uint8_t *to, size_t width, uint64_t number)
{
    for (size_t i = 0; i < width; i++)
    {
        to[i] = (uint8_t)(number >> 8 * (width - 1 - i));
    }
}

static size_t get_number(const uint8_t *from, size_t width)
{
    size_t number = 0;
    for (size_t i = 0; i < width; i++)
    {
        number = number << 8 | from[i];
    }
    return number;
}

/// Writes what stands behind the child in a branch: in a table a number of rows, in an index a whole entry,
/// here the first of the leaf, which is short. Returns its length.
static size_t write_key(uint8_t *to, uint8_t kind, const uint8_t *leaf, uint32_t branch)
{
    if (kind == TABLE_BRANCH)
    {
        to[0] = (uint8_t)(0x80 | (branch + 1) >> 7);
        to[1] = (uint8_t)((branch + 1) & 0x7f);
        return 2;
    }
    const uint8_t *const entry = leaf + get_number(leaf + 8, 2);
    memcpy(to, entry, (size_t)entry[0] + 1);
    return (size_t)entry[0] + 1;
}

/// Makes a page of which all branches lead to one other. The first page begins with the file's header.
static void make_branches(uint8_t *page, size_t header, uint8_t kind, const uint8_t *leaf,
                          uint32_t branches, uint32_t child)
{
    size_t end = PAGE;
    memset(page + header, 0, PAGE - header);
    page[header] = kind;
    put_number(page + header + 3, 2, branches);
    put_number(page + header + 8, 4, child);
    for (uint32_t i = 0; i < branches; i++)
    {
        uint8_t cell[64];
        put_number(cell, 4, child);
        const size_t length = 4 + write_key(cell + 4, kind, leaf, i);
        end -= length;
        memcpy(page + end, cell, length);
        put_number(page + header + 12 + 2 * i, 2, end);
    }
    put_number(page + header + 5, 2, end);
}

/// The top of a tree, for a place elsewhere: what stands behind the file's header is moved to the front.
static void copy_leaf(const uint8_t *page, size_t header, uint8_t *leaf)
{
    memcpy(leaf, page, PAGE);
    memmove(leaf, page + header, 12 + 2 * get_number(page + header + 3, 2));
}

/// Lets the second entry of an index, whose row's number is its last byte, lead to a row that there is not.
/// What looks for that row's entry has to go all the way.
static void lose_second_row(uint8_t *leaf)
{
    uint8_t *const entry = leaf + get_number(leaf + 10, 2);
    CHECK_INT(entry[entry[0]], 2);
    entry[entry[0]] = 99;
}

/// A world one of whose trees is a maze.
static void make_maze(const char *tree, maze_shape shape)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_master WHERE name = '%s'", tree);
    const bool schema = strcmp(tree, "sqlite_master") == 0;
    const size_t root = schema ? 1 : (size_t)ask("w.loam", sql), header = schema ? 100 : 0;
    bytes file = world_bytes("w.loam");
    const size_t pages = file.size / PAGE;
    uint8_t *const maze = calloc(pages + shape.levels, PAGE);
    memcpy(maze, file.data, file.size);
    uint8_t *const first = maze + (root - 1) * PAGE, *const leaf = maze +
                                                                   (pages + shape.levels - 1) *
                                                                       PAGE;
    const uint8_t kind = (first[header] & TABLE_BRANCH) == TABLE_BRANCH ? TABLE_BRANCH
                                                                        : INDEX_BRANCH;
    copy_leaf(first, header, leaf);
    if (kind == INDEX_BRANCH)
    {
        lose_second_row(leaf);
    }
    for (size_t level = 0; level < shape.levels - 1; level++)
    {
        make_branches(maze + (pages + level) * PAGE, 0, kind, leaf, shape.branches,
                      (uint32_t)(pages + level + 2));
    }
    make_branches(first, header, kind, leaf, shape.branches, (uint32_t)(pages + 1));
    put_number(maze + 28, 4, pages + shape.levels);
    world_write("w.loam", maze, (pages + shape.levels) * PAGE);
    free(maze);
    free(file.data);
}

static loam_result visit(void *user, loam_chunk_pos at)
{
    (void)user;
    (void)at;
    return LOAM_OK;
}

/// Everything that can be done with a file.
static void walk_through(bool read_only)
{
    loam_store_def def = world_def("w.loam");
    def.read_only = read_only;
    loam_store *store;
    if (loam_store_open(&def, &store) != LOAM_OK)
    {
        CHECK_CONTAINS(loam_last_error(), "w.loam: ");
        return;
    }
    static chunk got;
    loam_store_info info;
    loam_store_player player;
    char extra[16];
    size_t count;
    for (int64_t x = 0; x < 4; x++)
    {
        (void)loam_store_load(store, (loam_chunk_pos){FAR + 16 * x, 3}, got.tiles);
    }
    (void)loam_store_describe(store, &info);
    (void)loam_store_each(store, visit, NULL);
    (void)loam_store_get_player(store, &player);
    (void)loam_store_get_extra(store, "map", extra, sizeof extra, &count);
    CHECK_RANGE(world_faults(store), 1, 1000);
    (void)loam_store_copy(store, "copy.loam");
    if (!read_only)
    {
        (void)loam_store_save(store, (loam_chunk_pos){FAR, 3}, got.tiles);
        (void)loam_store_set_extra(store, "map", "new", 3);
        (void)loam_store_flush(store);
        (void)loam_store_compact(store, NULL);
    }
    loam_store_close(store);
}

/// A world with something in every table, one chunk of which has to be looked for.
static void make_world(void)
{
    static const chunk small;
    loam_store *store = world_make("w.loam", 0, 0);
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR, 3}, small.tiles));
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR + 16, 3}, small.tiles));
    CHECK_OK(loam_store_set_extra(store, "map", "old", 3));
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 8}));
    loam_store_close(store);
    change("w.loam", "INSERT INTO damaged(id, y, x, time, reason) VALUES(1, 2, 3, 4, 'so');"
                     "UPDATE chunks SET checksum = 0 WHERE id = 2");
}

static void test_mazes(void)
{
    static const char *const trees[] = {"meta", "chunks", "damaged", "chunks_by_place",
                                        "sqlite_master"};
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
    {
        for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        {
            make_world();
            make_maze(trees[i], shapes[k]);
            walk_through(true);
            remove("copy.loam");
            walk_through(false);
            folder_count(1);
        }
    }
}

int main(void)
{
    world_enter();
    RUN(test_mazes);
    folder_leave();
    return CHECK_DONE();
}
