// SPDX-License-Identifier: MIT
#include "tool.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

#include <shellapi.h>

// Windows gives a program its words in the encoding of the country, ends lines its own way, and has a console that
// shows the encoding of the country, too. Everything in Loam is UTF-8.

static UINT old_code_page;

static void restore_console(void)
{
    SetConsoleOutputCP(old_code_page);
}

/// Progress is drawn with the usual sequences of escape.
static void prepare_console(void)
{
    const HANDLE err = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode;
    old_code_page = GetConsoleOutputCP();
    if (old_code_page != 0 && SetConsoleOutputCP(CP_UTF8))
    {
        atexit(restore_console);
    }
    if (GetConsoleMode(err, &mode))
    {
        SetConsoleMode(err, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    _setmode(_fileno(stdin), _O_BINARY);
}

/// They stay as long as the process.
static char **read_words(int *count)
{
    wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), count);
    char **const words = wide != NULL ? calloc((size_t)*count + 1, sizeof *words) : NULL;
    for (int i = 0; words != NULL && i < *count; i++)
    {
        const int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        words[i] = malloc((size_t)size);
        if (words[i] == NULL)
        {
            return NULL;
        }
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, words[i], size, NULL, NULL);
    }
    return words;
}

int main(void)
{
    int count = 0;
    char **const words = read_words(&count);
    if (words == NULL)
    {
        fprintf(stderr, "loam: out of memory\n");
        return TOOL_FAILED;
    }
    prepare_console();
    return tool_main(count, (const char *const *)words, stdout, stderr);
}
