// SPDX-License-Identifier: MIT
#include "play/folders.h"

#include "window/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Folders that are made are the player's alone, as the XDG base directory specification asks for; those
// that are there already keep their rights.

enum
{
    // So that every world's name, and the longest name of a picture, fits behind the home folder.
    MAX_HOME = PLAY_MAX_PATH - 160,
    MAX_FRESH = 10000,
};

static loam_result make_folder(const char *path)
{
    if (mkdir(path, 0700) == 0)
    {
        return LOAM_OK;
    }
    const int error = errno;
    struct stat status;
    if (stat(path, &status) != 0)
    {
        return loam_fail(LOAM_IO, "the folder %s cannot be made: %s", path, strerror(error));
    }
    if (!S_ISDIR(status.st_mode))
    {
        return loam_fail(LOAM_IO,
                         "%s should be a folder and is none: move it away, or set "
                         "LOAM_HOME to another folder",
                         path);
    }
    return LOAM_OK;
}

static bool is_slash(char letter)
{
#ifdef _WIN32
    return letter == '/' || letter == '\\';
#else
    return letter == '/';
#endif
}

/// Makes a folder and all that it lies in.
static loam_result make_folders(const char *path)
{
    char part[PLAY_MAX_PATH];
    const size_t length = strlen(path);
    for (size_t i = 1; i <= length; i++)
    {
        if ((!is_slash(path[i]) && path[i] != '\0') || is_slash(path[i - 1]))
        {
            continue;
        }
        memcpy(part, path, i);
        part[i] = '\0';
        const loam_result result = make_folder(part);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    return LOAM_OK;
}

static const char *set_variable(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

#ifdef _WIN32

static const char *find_base(const char **from, const char **behind)
{
    *from = "LOAM_HOME", *behind = "";
    const char *base = set_variable(*from);
    if (base == NULL)
    {
        *from = "LOCALAPPDATA", *behind = "/Loam";
        base = set_variable(*from);
    }
    return base;
}

#else

static const char *find_base(const char **from, const char **behind)
{
    *from = "LOAM_HOME", *behind = "";
    const char *base = set_variable(*from);
    if (base == NULL)
    {
        *from = "XDG_DATA_HOME", *behind = "/loam";
        base = set_variable(*from);
        // "All paths set in these environment variables must be absolute", others are to be ignored.
        base = base != NULL && base[0] == '/' ? base : NULL;
    }
    if (base == NULL)
    {
        *from = "HOME", *behind = "/.local/share/loam";
        base = set_variable(*from);
    }
    return base;
}

#endif

static loam_result find_home(char out[PLAY_MAX_PATH])
{
    const char *from, *behind;
    const char *const base = find_base(&from, &behind);
    if (base == NULL)
    {
        return loam_fail(LOAM_NOT_FOUND, "nobody says where worlds and settings are to be kept: "
                                         "set LOAM_HOME to a folder");
    }
    size_t length = strlen(base);
    while (length > 1 && is_slash(base[length - 1]))
    {
        length--;
    }
    if (length + strlen(behind) >= MAX_HOME)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s has %zu bytes; must be at most %d", from, length,
                         (int)(MAX_HOME - 1 - strlen(behind)));
    }
    snprintf(out, PLAY_MAX_PATH, "%.*s%s", (int)length, base, behind);
    return LOAM_OK;
}

static loam_result make_in(const char *home, const char *name, char out[PLAY_MAX_PATH])
{
    snprintf(out, PLAY_MAX_PATH, "%.*s/%s", MAX_HOME, home, name);
    return make_folder(out);
}

loam_result play_folders_find(play_folders *out)
{
    *out = (play_folders){0};
    loam_result result = find_home(out->home);
    result = result == LOAM_OK ? make_folders(out->home) : result;
    result = result == LOAM_OK ? make_in(out->home, "worlds", out->worlds) : result;
    result = result == LOAM_OK ? make_in(out->home, "pictures", out->pictures) : result;
    result = result == LOAM_OK ? make_in(out->home, "clips", out->clips) : result;
    result = result == LOAM_OK ? make_in(out->home, "replays", out->replays) : result;
    result = result == LOAM_OK ? make_in(out->home, "definitions", out->definitions) : result;
    snprintf(out->settings, sizeof out->settings, "%.*s/settings.json", MAX_HOME, out->home);
    if (result == LOAM_OK && access(out->worlds, W_OK | X_OK) != 0)
    {
        return loam_fail(LOAM_IO, "the folder %s cannot be written in: %s", out->worlds,
                         strerror(errno));
    }
    return result;
}

static bool is_taken(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 || errno != ENOENT;
}

loam_result play_fresh_path(const char *folder, const char *name, const char *end,
                            char out[PLAY_MAX_PATH])
{
    LOAM_ASSERT(NULL, folder != NULL && name != NULL && end != NULL && out != NULL);
    const time_t now = time(NULL);
    struct tm local;
    char date[32] = "undated";
    if (localtime_r(&now, &local) != NULL)
    {
        strftime(date, sizeof date, "%Y-%m-%d-%H%M%S", &local);
    }
    for (int32_t number = 1; number < MAX_FRESH; number++)
    {
        char behind[16] = "";
        if (number > 1)
        {
            snprintf(behind, sizeof behind, "-%d", (int)number);
        }
        const int length = snprintf(out, PLAY_MAX_PATH, "%s/%s-%s%s.%s", folder, name, date, behind,
                                    end);
        if (length < 0 || length >= PLAY_MAX_PATH)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%s/%s...: a path of %d bytes; must be at most %d",
                             folder, name, length, PLAY_MAX_PATH - 1);
        }
        if (!is_taken(out))
        {
            return LOAM_OK;
        }
    }
    return loam_fail(LOAM_IO, "%s: all names from %s on are taken or the folder cannot be read",
                     folder, name);
}

#ifdef _WIN32

/// What Windows itself forbids: some letters, and names that are devices, whatever follows the first dot.
static loam_result check_system_name(const char *name)
{
    static const char *const devices[] = {"CON", "PRN", "AUX", "NUL"};
    const char *const bad = strpbrk(name, "<>:\"|?*");
    if (bad != NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a world's name has no %c in it on Windows", *bad);
    }
    const size_t stem = strcspn(name, ".");
    bool is_device = stem == 4 &&
                     (_strnicmp(name, "COM", 3) == 0 || _strnicmp(name, "LPT", 3) == 0) &&
                     name[3] >= '0' && name[3] <= '9';
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
    {
        is_device = is_device || (stem == 3 && _strnicmp(name, devices[i], 3) == 0);
    }
    return is_device ? loam_fail(LOAM_BAD_ARGUMENT, "%s is the name of a device on Windows", name)
                     : LOAM_OK;
}

#else

static loam_result check_system_name(const char *name)
{
    (void)name;
    return LOAM_OK;
}

#endif

static loam_result check_letters(const char *name)
{
    const char *const end = name + strlen(name);
    for (const char *at = name; at < end;)
    {
        const char *const start = at;
        const uint32_t letter = utf8_next(&at, end);
        if (letter == '?' && *start != '?')
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "a world's name is UTF-8 text, and byte %d of this "
                             "one is not",
                             (int)(start - name) + 1);
        }
        if (letter == '/' || letter == '\\')
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "a world's name must not contain %c", (char)letter);
        }
        if (letter < 0x20 || (letter >= 0x7f && letter < 0xa0))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "a world's name must not contain control characters");
        }
    }
    return LOAM_OK;
}

loam_result play_check_world_name(const char *name)
{
    const size_t length = name != NULL ? strlen(name) : 0;
    if (length == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a world needs a name");
    }
    if (length >= PLAY_MAX_WORLD_NAME)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a world's name has at most %d bytes, this one has %zu",
                         PLAY_MAX_WORLD_NAME - 1, length);
    }
    if (strchr(". ", name[0]) != NULL || strchr(". ", name[length - 1]) != NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a world's name must not begin or end with a dot or a space");
    }
    const loam_result result = check_system_name(name);
    return result == LOAM_OK ? check_letters(name) : result;
}

loam_result play_world_path(const play_folders *folders, const char *name, char out[PLAY_MAX_PATH])
{
    const loam_result result = play_check_world_name(name);
    if (result == LOAM_OK)
    {
        snprintf(out, PLAY_MAX_PATH, "%.*s/%.*s.loam", PLAY_MAX_PATH - PLAY_MAX_WORLD_NAME - 8,
                 folders->worlds, PLAY_MAX_WORLD_NAME - 1, name);
    }
    return result;
}
