// SPDX-License-Identifier: MIT
#include "loam/page_store.h"

#include "base/thread.h"
#include "loam/random.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

// One table of pages by identity, in an SQLite file with a write-ahead log. Pages wait in memory until there are some,
// and are written in one transaction, so a page costs its compression and a part of a write. One lock is around all of
// it: what it guards is short beside what a page takes to grow.
//
// Which pages are used is known by runs, not by clocks: a row has the number of the last run that asked for it, and
// the rows of the oldest runs make room. Nothing here reaches a page's bytes: a row has a checksum of its content and
// of its name, and one that is not right is as if it were not there.

enum
{
    APPLICATION_ID = 0x4c6f5067, // "LoPg"
    FORMAT = 1,
    BUSY_MS = 5000,
    MAX_WAITING = 256, // pages
    MAX_WAITING_BYTES = 1 << 20,
    MAX_TOUCHED = 1024,
    FORGET_AT_ONCE = 64,
};

#define MAX_PAGE_BYTES ((size_t)1 << 30)
#define MAX_RUN ((int64_t)1 << 62)

/// A page on its way to the file.
typedef struct waiting_page
{
    uint64_t identity, checksum;
    size_t content; // bytes before compression
    uint8_t *bytes;
    size_t size, room;
} waiting_page;

enum
{
    GET,
    PUT,
    TOUCH,
    OLDEST,
    FORGET,
    STATEMENTS,
};

struct loam_page_store
{
    loam_env env;
    loam_page_store_def def;
    char path[LOAM_MAX_PAGE_STORE_PATH + 1];
    loam_mutex mutex;
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    ZSTD_CCtx *packer;
    ZSTD_DCtx *unpacker;
    waiting_page waiting[MAX_WAITING];
    int32_t waiting_count;
    size_t waiting_bytes;
    uint64_t touched[MAX_TOUCHED]; // pages that this run has used, whose rows say an earlier one
    int32_t touched_count;
    int64_t run;
    bool gave_up; // writing failed once, of which `why` is the message
    char why[512];
    bool damaged; // the file: it is removed in the end
    loam_page_store_figures figures;
};

// ---- messages -----------------------------------------------------------------------------------

static loam_result fail(const loam_page_store *store, const char *what, int code)
{
    const char *const why = (code & 0xff) == SQLITE_FULL ? "the disk is full"
                            : store->db != NULL          ? sqlite3_errmsg(store->db)
                                                         : sqlite3_errstr(code);
    return loam_fail((code & 0xff) == SQLITE_NOMEM ? LOAM_OUT_OF_MEMORY : LOAM_IO, "%s: %s: %s",
                     store->path, what, why);
}

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

/// Runs a statement that returns nothing, and makes it ready again.
static int step(sqlite3_stmt *statement)
{
    sqlite3_step(statement);
    return sqlite3_reset(statement);
}

// ---- opening ------------------------------------------------------------------------------------

static int64_t number_of(loam_page_store *store, const char *sql, int *code)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = 0;
    *code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (*code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
    {
        number = sqlite3_column_int64(statement, 0);
    }
    *code = *code == SQLITE_OK ? sqlite3_finalize(statement) : *code;
    return number;
}

static int run_sql(loam_page_store *store, const char *sql)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL);
}

static int make_tables(loam_page_store *store)
{
    char sql[512];
    snprintf(sql, sizeof sql,
             "PRAGMA application_id=%d; PRAGMA user_version=%d;"
             "CREATE TABLE pages(identity INTEGER PRIMARY KEY, run INTEGER NOT NULL, size INTEGER "
             "NOT NULL, "
             "content INTEGER NOT NULL, checksum INTEGER NOT NULL, data BLOB NOT NULL);"
             "CREATE INDEX pages_by_run ON pages(run, size)",
             APPLICATION_ID, FORMAT);
    return run_sql(store, sql);
}

/// What a file says of itself in its first bytes, whatever SQLite can make of the rest.
typedef enum file_kind
{
    FILE_NEW, // or there is none
    FILE_OURS,
    FILE_OF_OTHERS,
} file_kind;

static file_kind kind_of_file(const char *path)
{
    static const char begins[] = "SQLite format 3";
    uint8_t head[72] = {0};
    FILE *const file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(head, 1, sizeof head, file) : 0;
    if (file != NULL)
    {
        fclose(file);
    }
    const uint32_t id = (uint32_t)head[68] << 24 | (uint32_t)head[69] << 16 |
                        (uint32_t)head[70] << 8 | head[71];
    return size == 0                                                          ? FILE_NEW
           : memcmp(head, begins, sizeof begins) == 0 && id == APPLICATION_ID ? FILE_OURS
                                                                              : FILE_OF_OTHERS;
}

/// Makes the tables of a new file, which another process may do at the same time.
static int check_tables(loam_page_store *store)
{
    int code = run_sql(store, "BEGIN IMMEDIATE");
    if (code != SQLITE_OK)
    {
        return code;
    }
    const int64_t tables = number_of(store, "SELECT count(*) FROM sqlite_schema", &code);
    if (code == SQLITE_OK && tables == 0)
    {
        code = make_tables(store);
    }
    else if (code == SQLITE_OK && number_of(store, "PRAGMA user_version", &code) != FORMAT)
    {
        code = SQLITE_CORRUPT; // of another Loam: nothing is lost
    }
    code = code == SQLITE_OK ? run_sql(store, "COMMIT") : code;
    if (code != SQLITE_OK)
    {
        run_sql(store, "ROLLBACK");
    }
    return code;
}

/// What is in the file: others may have written there, too.
static int count_pages(loam_page_store *store)
{
    int code;
    store->figures.pages = number_of(store, "SELECT count(*) FROM pages", &code);
    store->figures.bytes = code == SQLITE_OK
                               ? number_of(store, "SELECT sum(size) FROM pages", &code)
                               : 0;
    return code;
}

static int prepare(loam_page_store *store)
{
    static const char *const sql[STATEMENTS] = {
        [GET] = "SELECT run, content, checksum, data FROM pages WHERE identity=?1",
        [PUT] = "INSERT OR REPLACE INTO pages(identity, run, size, content, checksum, data) "
                "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
        [TOUCH] = "UPDATE pages SET run=?2 WHERE identity=?1",
        [OLDEST] = "SELECT identity, size FROM pages ORDER BY run, size LIMIT ?1",
        [FORGET] = "DELETE FROM pages WHERE identity=?1",
    };
    int code = SQLITE_OK;
    for (int i = 0; i < STATEMENTS && code == SQLITE_OK; i++)
    {
        code = sqlite3_prepare_v3(store->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &store->statements[i], NULL);
    }
    code = code == SQLITE_OK ? count_pages(store) : code;
    const int64_t run = code == SQLITE_OK ? number_of(store, "SELECT max(run) FROM pages", &code)
                                          : 0;
    store->run = run < 0 ? 1 : run < MAX_RUN ? run + 1 : MAX_RUN; // whatever the file says
    return code;
}

static void disconnect(loam_page_store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
    {
        sqlite3_finalize(store->statements[i]);
        store->statements[i] = NULL;
    }
    sqlite3_close(store->db);
    store->db = NULL;
}

/// Whether a failure is about what is in the file, and not about who may do what with it just now.
static bool is_of_content(int code)
{
    static const int others[] = {SQLITE_BUSY,  SQLITE_LOCKED,   SQLITE_IOERR,
                                 SQLITE_FULL,  SQLITE_CANTOPEN, SQLITE_READONLY,
                                 SQLITE_NOMEM, SQLITE_PERM,     SQLITE_AUTH};
    bool found = code == SQLITE_OK;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
        found = found || (code & 0xff) == others[i];
    }
    return !found;
}

static int open_database(loam_page_store *store)
{
    const int code = sqlite3_open_v2(
        store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
        NULL);
    if (code != SQLITE_OK)
    {
        return code;
    }
    sqlite3_busy_timeout(store->db, BUSY_MS);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    return sqlite3_db_readonly(store->db, "main") == 1 ? SQLITE_READONLY : SQLITE_OK;
}

static loam_result connect(loam_page_store *store)
{
    const file_kind kind = kind_of_file(store->path);
    if (kind == FILE_OF_OTHERS)
    {
        return loam_fail(LOAM_IO, "%s is a file of another program; must be a page store or new",
                         store->path);
    }
    int code = open_database(store);
    code = code == SQLITE_OK ? check_tables(store) : code;
    if (code == SQLITE_OK)
    {
        // The log is not forced to the disk with every transaction: after a power cut some pages grow again. Where
        // others keep it from being used, pages are written without it.
        (void)run_sql(store, "PRAGMA journal_mode=WAL");
        code = run_sql(store, "PRAGMA synchronous=NORMAL");
    }
    code = code == SQLITE_OK ? prepare(store) : code;
    store->damaged = kind == FILE_OURS && is_of_content(code);
    return code == SQLITE_OK         ? LOAM_OK
           : code == SQLITE_READONLY ? loam_fail(LOAM_IO, "%s: cannot be written", store->path)
                                     : fail(store, "cannot be opened", code);
}

/// The file and what SQLite has beside it.
static void remove_files(const loam_page_store *store)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char path[LOAM_MAX_PAGE_STORE_PATH + 8];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    {
        snprintf(path, sizeof path, "%s%s", store->path, ends[i]);
        (void)remove(path); // what stays is found damaged again
    }
}

loam_page_store_def loam_default_page_store_def(void)
{
    return (loam_page_store_def){
        .env = loam_default_env(), .max_bytes = (int64_t)256 << 20, .level = 1};
}

static loam_result check_def(const loam_page_store_def *def)
{
    LOAM_ASSERT(&def->env, def->path != NULL);
    const size_t length = strlen(def->path);
    if (length == 0 || length > LOAM_MAX_PAGE_STORE_PATH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the path of a page store has %zu bytes; must be 1 to %d", length,
                         LOAM_MAX_PAGE_STORE_PATH);
    }
    if (def->max_bytes < LOAM_MIN_PAGE_STORE_BYTES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "max_bytes is %lld; must be at least %lld",
                         (long long)def->max_bytes, (long long)LOAM_MIN_PAGE_STORE_BYTES);
    }
    if (def->level < 1 || def->level > 19)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "level is %d; must be 1 to 19", (int)def->level);
    }
    return LOAM_OK;
}

static loam_result begin(loam_page_store *store)
{
    store->packer = ZSTD_createCCtx();
    store->unpacker = ZSTD_createDCtx();
    if (store->packer == NULL || store->unpacker == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for compression");
    }
    loam_result result = connect(store);
    if (result != LOAM_OK && store->damaged)
    {
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s: begun anew", loam_last_error());
        disconnect(store);
        remove_files(store);
        store->damaged = false;
        result = connect(store);
    }
    return result;
}

loam_result loam_page_store_open(const loam_page_store_def *def, loam_page_store **out)
{
    *out = NULL;
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_page_store *const store = loam_alloc(&def->env, sizeof *store);
    if (store == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(store, 0, sizeof *store);
    store->env = def->env;
    store->def = *def;
    snprintf(store->path, sizeof store->path, "%s", def->path);
    if (!loam_mutex_init(&store->mutex))
    {
        loam_free(&def->env, store, sizeof *store);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a lock");
    }
    result = begin(store);
    if (result != LOAM_OK)
    {
        store->gave_up = true; // there is nothing to write
        store->damaged = false;
        loam_page_store_close(store);
        return result;
    }
    *out = store;
    return LOAM_OK;
}

// ---- writing ------------------------------------------------------------------------------------

static void drop_waiting(loam_page_store *store)
{
    for (int32_t i = 0; i < store->waiting_count; i++)
    {
        loam_free(&store->env, store->waiting[i].bytes, store->waiting[i].room);
    }
    store->waiting_count = 0;
    store->waiting_bytes = 0;
    store->touched_count = 0;
}

static int put(loam_page_store *store, const waiting_page *page)
{
    sqlite3_stmt *const statement = store->statements[PUT];
    sqlite3_bind_int64(statement, 1, (int64_t)page->identity);
    sqlite3_bind_int64(statement, 2, store->run);
    sqlite3_bind_int64(statement, 3, (int64_t)page->size);
    sqlite3_bind_int64(statement, 4, (int64_t)page->content);
    sqlite3_bind_int64(statement, 5, (int64_t)page->checksum);
    sqlite3_bind_blob64(statement, 6, page->bytes, page->size, SQLITE_STATIC);
    const int code = step(statement);
    sqlite3_clear_bindings(statement);
    return code;
}

static int touch(loam_page_store *store, uint64_t identity)
{
    sqlite3_bind_int64(store->statements[TOUCH], 1, (int64_t)identity);
    sqlite3_bind_int64(store->statements[TOUCH], 2, store->run);
    return step(store->statements[TOUCH]);
}

/// Forgets pages of the oldest runs; more than needed, so that it is rare.
static int make_room(loam_page_store *store)
{
    const int64_t wanted = store->def.max_bytes - store->def.max_bytes / 8;
    uint64_t identities[FORGET_AT_ONCE];
    int code = count_pages(store);
    bool has_room = store->figures.bytes <= store->def.max_bytes;
    while (!has_room && code == SQLITE_OK)
    {
        int32_t count = 0;
        sqlite3_stmt *const oldest = store->statements[OLDEST];
        sqlite3_bind_int(oldest, 1, FORGET_AT_ONCE);
        while (store->figures.bytes > wanted && sqlite3_step(oldest) == SQLITE_ROW)
        {
            identities[count++] = (uint64_t)sqlite3_column_int64(oldest, 0);
            store->figures.bytes -= sqlite3_column_int64(oldest, 1);
        }
        code = sqlite3_reset(oldest);
        for (int32_t i = 0; i < count && code == SQLITE_OK; i++)
        {
            sqlite3_bind_int64(store->statements[FORGET], 1, (int64_t)identities[i]);
            code = step(store->statements[FORGET]);
        }
        store->figures.pages -= count;
        store->figures.forgotten += count;
        has_room = count < FORGET_AT_ONCE;
    }
    return code;
}

static int write_all(loam_page_store *store)
{
    int code = sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (int32_t i = 0; i < store->waiting_count && code == SQLITE_OK; i++)
    {
        code = put(store, &store->waiting[i]);
    }
    for (int32_t i = 0; i < store->touched_count && code == SQLITE_OK; i++)
    {
        code = touch(store, store->touched[i]);
    }
    code = code == SQLITE_OK ? make_room(store) : code;
    return code == SQLITE_OK ? sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) : code;
}

/// With the lock.
static loam_result flush(loam_page_store *store)
{
    if (store->gave_up)
    {
        return loam_fail(LOAM_IO, "%s", store->why);
    }
    if (store->waiting_count == 0 && store->touched_count == 0)
    {
        return LOAM_OK;
    }
    const int code = write_all(store);
    loam_result result = LOAM_OK;
    if (code != SQLITE_OK)
    {
        result = fail(store, "pages are not kept any more", code);
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
        store->gave_up = true;
        snprintf(store->why, sizeof store->why, "%s", loam_last_error());
        store->damaged = is_damage(code);
    }
    drop_waiting(store);
    return result;
}

loam_result loam_page_store_flush(loam_page_store *store)
{
    loam_mutex_lock(&store->mutex);
    const loam_result result = flush(store);
    loam_mutex_unlock(&store->mutex);
    return result;
}

void loam_page_store_close(loam_page_store *store)
{
    if (store == NULL)
    {
        return;
    }
    if (!store->gave_up && flush(store) != LOAM_OK)
    {
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s", loam_last_error());
    }
    drop_waiting(store);
    disconnect(store);
    if (store->damaged)
    {
        remove_files(store);
    }
    ZSTD_freeCCtx(store->packer);
    ZSTD_freeDCtx(store->unpacker);
    loam_mutex_destroy(&store->mutex);
    const loam_env env = store->env;
    loam_free(&env, store, sizeof *store);
}

// ---- what a pipeline calls ----------------------------------------------------------------------

/// Of a page's compressed bytes and of its name, so that a page in another's place is seen.
static uint64_t checksum_of(uint64_t identity, const loam_page_id *id, const void *bytes,
                            size_t size)
{
    const uint64_t place[] = {identity, (uint64_t)id->level, (uint64_t)id->x, (uint64_t)id->y,
                              (uint64_t)id->z};
    const uint64_t name = loam_hash_u64(place, sizeof place / sizeof *place, 0);
    return loam_hash_bytes(bytes, size, name);
}

/// What was kept of a page.
typedef struct kept_page
{
    const void *bytes;
    size_t size, content;
    uint64_t checksum;
} kept_page;

static bool unpack(loam_page_store *store, uint64_t identity, const loam_page_id *id,
                   const kept_page *page, void *data, size_t capacity)
{
    return page->content <= capacity && page->bytes != NULL &&
           checksum_of(identity, id, page->bytes, page->size) == page->checksum &&
           ZSTD_decompressDCtx(store->unpacker, data, capacity, page->bytes, page->size) ==
               page->content;
}

static const waiting_page *find_waiting(const loam_page_store *store, uint64_t identity)
{
    for (int32_t i = 0; i < store->waiting_count; i++)
    {
        if (store->waiting[i].identity == identity)
        {
            return &store->waiting[i];
        }
    }
    return NULL;
}

/// Looks into the file; the row stays open. False if there is none.
static bool find_row(loam_page_store *store, uint64_t identity, kept_page *page)
{
    sqlite3_stmt *const get = store->statements[GET];
    sqlite3_bind_int64(get, 1, (int64_t)identity);
    const int code = sqlite3_step(get);
    store->damaged = store->damaged || is_damage(code);
    if (code != SQLITE_ROW)
    {
        return false;
    }
    const int64_t content = sqlite3_column_int64(get, 1);
    page->content = content >= 0 && (uint64_t)content <= MAX_PAGE_BYTES ? (size_t)content
                                                                        : MAX_PAGE_BYTES;
    page->checksum = (uint64_t)sqlite3_column_int64(get, 2);
    page->bytes = sqlite3_column_blob(get, 3);
    page->size = (size_t)sqlite3_column_bytes(get, 3);
    if (sqlite3_column_int64(get, 0) != store->run && store->touched_count < MAX_TOUCHED)
    {
        store->touched[store->touched_count++] = identity;
    }
    return true;
}

static loam_result load_locked(loam_page_store *store, uint64_t identity, const loam_page_id *id,
                               void *data, size_t capacity, size_t *size)
{
    kept_page page = {0};
    const waiting_page *const waiting = find_waiting(store, identity);
    const bool found = waiting != NULL || find_row(store, identity, &page);
    if (waiting != NULL)
    {
        page = (kept_page){waiting->bytes, waiting->size, waiting->content, waiting->checksum};
    }
    const bool good = found && unpack(store, identity, id, &page, data, capacity);
    if (found && !good && waiting == NULL) // the one that grows now takes its place
    {
        store->figures.pages--;
        store->figures.bytes -= (int64_t)page.size;
    }
    sqlite3_reset(store->statements[GET]);
    store->figures.found += good;
    store->figures.missed += !good;
    store->figures.damaged += found && !good;
    *size = good ? page.content : 0;
    return good ? LOAM_OK : LOAM_NOT_FOUND;
}

static loam_result load(void *user, uint64_t identity, const loam_page_id *id, void *data,
                        size_t capacity, size_t *size)
{
    loam_page_store *const store = user;
    loam_mutex_lock(&store->mutex);
    const loam_result result = load_locked(store, identity, id, data, capacity, size);
    loam_mutex_unlock(&store->mutex);
    return result;
}

static loam_result save_locked(loam_page_store *store, uint64_t identity, const loam_page_id *id,
                               const void *data, size_t size)
{
    if (store->gave_up || find_waiting(store, identity) != NULL)
    {
        return LOAM_OK; // it was said once
    }
    waiting_page page = {.identity = identity, .content = size, .room = ZSTD_compressBound(size)};
    page.bytes = loam_alloc(&store->env, page.room);
    if (page.bytes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    page.size = ZSTD_compressCCtx(store->packer, page.bytes, page.room, data, size,
                                  store->def.level);
    if (ZSTD_isError(page.size))
    {
        loam_free(&store->env, page.bytes, page.room);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for compression");
    }
    page.checksum = checksum_of(identity, id, page.bytes, page.size);
    store->waiting[store->waiting_count++] = page;
    store->waiting_bytes += page.room;
    store->figures.kept++;
    store->figures.pages++;
    store->figures.bytes += (int64_t)page.size;
    return store->waiting_count == MAX_WAITING || store->waiting_bytes > MAX_WAITING_BYTES
               ? flush(store)
               : LOAM_OK;
}

static loam_result save(void *user, uint64_t identity, const loam_page_id *id, const void *data,
                        size_t size)
{
    loam_page_store *const store = user;
    loam_mutex_lock(&store->mutex);
    const loam_result result = save_locked(store, identity, id, data, size);
    loam_mutex_unlock(&store->mutex);
    return result;
}

loam_back_store loam_page_store_back(loam_page_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return (loam_back_store){.load = load, .save = save, .user = store};
}

loam_page_store_figures loam_page_store_measure(loam_page_store *store)
{
    loam_mutex_lock(&store->mutex);
    const loam_page_store_figures figures = store->figures;
    loam_mutex_unlock(&store->mutex);
    return figures;
}
