// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for mkdir

#include "export/luanti/luanti.h"
#include "store/system_errno.h"

#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A world's folder is made beside its place and goes there at the end. What has failed leaves nothing.

#define MOD "worldmods"
#define MOD_FOLDER MOD "/loam_start"

struct luanti_folder
{
    loam_env env;
    const char *path; // for messages
    char beside[LUANTI_PATH + 32];
    sqlite3 *map;
    sqlite3_stmt *insert;
    bool made;
};

/// All there ever is in a folder, what is inside before what it is in.
static const char *const parts[] = {
    MOD_FOLDER "/init.lua", MOD_FOLDER "/mod.conf", MOD_FOLDER, MOD, "map_meta.txt", "world.mt",
    "map.sqlite",           "map.sqlite-journal"};

static void path_of(const luanti_folder *folder, const char *part, char out[2 * LUANTI_PATH])
{
    snprintf(out, 2 * LUANTI_PATH, "%s/%s", folder->beside, part);
}

static loam_result fail_file(const luanti_folder *folder, const char *reason)
{
    return loam_fail(LOAM_IO, "%s: could not be written: %s", folder->path, reason);
}

static loam_result fail_map(const luanti_folder *folder)
{
    const int code = sqlite3_errcode(folder->map);
    return fail_file(folder, code == SQLITE_FULL ? "the disk is full"
                             : code == SQLITE_IOERR && sqlite3_system_errno(folder->map) != 0
                                 ? strerror(loam_system_errno(sqlite3_system_errno(folder->map)))
                                 : sqlite3_errmsg(folder->map));
}

static loam_result run_sql(const luanti_folder *folder, const char *sql)
{
    return sqlite3_exec(folder->map, sql, NULL, NULL, NULL) == SQLITE_OK ? LOAM_OK
                                                                         : fail_map(folder);
}

// ---- the map --------------------------------------------------------------------------------------

/// The folder is thrown away unless it becomes whole, so the file needs no journal.
static loam_result open_map(luanti_folder *folder)
{
    char path[2 * LUANTI_PATH];
    path_of(folder, "map.sqlite", path);
    if (sqlite3_open(path, &folder->map) != SQLITE_OK)
    {
        return fail_map(folder);
    }
    loam_result result = run_sql(
        folder, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                "CREATE TABLE `blocks` (`pos` INT PRIMARY KEY, `data` BLOB); BEGIN");
    if (result == LOAM_OK && sqlite3_prepare_v2(folder->map, "INSERT INTO blocks VALUES(?, ?)", -1,
                                                &folder->insert, NULL) != SQLITE_OK)
    {
        result = fail_map(folder);
    }
    return result;
}

loam_result loam_luanti_folder_begin(const loam_env *env, const char *path, luanti_folder **out)
{
    luanti_folder *const folder = loam_alloc(env, sizeof *folder);
    *out = folder;
    if (folder == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *folder = (luanti_folder){.env = *env, .path = path};
    snprintf(folder->beside, sizeof folder->beside, "%s-in-the-making-%ld", path, (long)getpid());
    folder->made = mkdir(folder->beside, 0777) == 0;
    return folder->made ? open_map(folder) : fail_file(folder, strerror(errno));
}

loam_result loam_luanti_folder_add(luanti_folder *folder, const luanti_blob *blob)
{
    sqlite3_bind_int64(folder->insert, 1, blob->place);
    sqlite3_bind_blob(folder->insert, 2, blob->bytes, (int)blob->size, SQLITE_STATIC);
    const int code = sqlite3_step(folder->insert);
    const loam_result result = code == SQLITE_DONE ? LOAM_OK : fail_map(folder);
    sqlite3_reset(folder->insert);
    return result;
}

static loam_result close_map(luanti_folder *folder)
{
    const loam_result result = run_sql(folder, "COMMIT");
    sqlite3_finalize(folder->insert);
    folder->insert = NULL;
    const bool closed = sqlite3_close(folder->map) == SQLITE_OK;
    folder->map = closed ? NULL : folder->map;
    return result == LOAM_OK && !closed ? fail_map(folder) : result;
}

// ---- text -----------------------------------------------------------------------------------------

static loam_result write_text(const luanti_folder *folder, const char *part, const char *text)
{
    char path[2 * LUANTI_PATH];
    path_of(folder, part, path);
    FILE *const file = fopen(path, "wb");
    if (file == NULL)
    {
        return fail_file(folder, strerror(errno));
    }
    const bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written ? LOAM_OK : fail_file(folder, strerror(errno));
}

static const char *last_part(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static loam_result write_world(const luanti_folder *folder, const loam_luanti_def *def)
{
    char text[4 * LOAM_MAX_LUANTI_NAME + 512];
    snprintf(text, sizeof text,
             "world_name = %.*s\ngameid = minetest_game\nbackend = sqlite3\n"
             "player_backend = sqlite3\nauth_backend = sqlite3\nmod_storage_backend = sqlite3\n",
             LOAM_MAX_LUANTI_NAME, def->name != NULL ? def->name : last_part(folder->path));
    return write_text(folder, "world.mt", text);
}

/// Around what is in the map nothing grows.
static loam_result write_map_meta(const luanti_folder *folder, const loam_luanti_def *def)
{
    char text[512];
    snprintf(text, sizeof text,
             "mg_name = singlenode\nseed = %" PRIu64 "\nwater_level = 1\nchunksize = 5\n"
             "mapgen_limit = 31007\nmg_flags = light\n[end_of_params]\n",
             loam_land_seed(def->land));
    return write_text(folder, "map_meta.txt", text);
}

static loam_result write_mod(const luanti_folder *folder, const int32_t start[3])
{
    char text[1024], path[2 * LUANTI_PATH];
    snprintf(text, sizeof text,
             "-- Where players begin in this land.\n"
             "local start = {x = %d, y = %d, z = %d}\n"
             "minetest.register_on_newplayer(function(player) player:set_pos(start) end)\n"
             "minetest.register_on_respawnplayer(function(player)\n"
             "    player:set_pos(start)\n"
             "    return true\n"
             "end)\n",
             (int)start[0], (int)start[1], (int)start[2]);
    path_of(folder, MOD, path);
    bool made = mkdir(path, 0777) == 0;
    path_of(folder, MOD_FOLDER, path);
    made = made && mkdir(path, 0777) == 0;
    const loam_result result =
        made ? write_text(folder, MOD_FOLDER "/mod.conf",
                          "name = loam_start\ndescription = Where players begin in this land\n")
             : fail_file(folder, strerror(errno));
    return result == LOAM_OK ? write_text(folder, MOD_FOLDER "/init.lua", text) : result;
}

// ---- the end --------------------------------------------------------------------------------------

loam_result loam_luanti_folder_finish(luanti_folder *folder, const loam_luanti_def *def,
                                      const loam_luanti_figures *figures)
{
    loam_result result = close_map(folder);
    result = result == LOAM_OK ? write_world(folder, def) : result;
    result = result == LOAM_OK ? write_map_meta(folder, def) : result;
    result = result == LOAM_OK ? write_mod(folder, figures->start) : result;
    if (result == LOAM_OK && rename(folder->beside, folder->path) != 0)
    {
        result = fail_file(folder, strerror(errno));
    }
    folder->made = result != LOAM_OK;
    return result;
}

void loam_luanti_folder_destroy(luanti_folder *folder)
{
    if (folder == NULL)
    {
        return;
    }
    sqlite3_finalize(folder->insert);
    sqlite3_close(folder->map);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && folder->made; i++)
    {
        char path[2 * LUANTI_PATH];
        path_of(folder, parts[i], path);
        (void)remove(path);
    }
    if (folder->made)
    {
        (void)rmdir(folder->beside);
    }
    loam_free(&folder->env, folder, sizeof *folder);
}
