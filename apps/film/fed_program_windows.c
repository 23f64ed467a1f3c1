// SPDX-License-Identifier: MIT
#include "film/fed_program.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stddef.h>
#include <windows.h>

// Windows gives a program one line, which it cuts into words itself: a word in quotes, in which quotes and the
// backslashes before them have a backslash in front.

enum
{
    MAX_LINE = 8192,
    MAX_PROGRAM = 1024,
    MAX_FOLDERS = 32767 // as a variable of Windows can have
};

typedef struct line
{
    wchar_t letters[MAX_LINE];
    size_t length;
} command_line;

static void add_letter(command_line *line, wchar_t letter)
{
    if (line->length < MAX_LINE - 1)
    {
        line->letters[line->length++] = letter;
        line->letters[line->length] = L'\0';
    }
}

static void add_slashes(command_line *line, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        add_letter(line, L'\\');
    }
}

static void add_word(command_line *line, const wchar_t *word)
{
    size_t slashes = 0;
    add_letter(line, L'"');
    for (; *word != L'\0'; word++)
    {
        if (*word == L'"')
        {
            add_slashes(line, slashes + 1);
        }
        slashes = *word == L'\\' ? slashes + 1 : 0;
        add_letter(line, *word);
    }
    add_slashes(line, slashes);
    add_letter(line, L'"');
    add_letter(line, L' ');
}

static bool write_line(char *const *words, command_line *line)
{
    for (; *words != NULL; words++)
    {
        wchar_t word[MAX_PROGRAM];
        if (MultiByteToWideChar(CP_UTF8, 0, *words, -1, word, MAX_PROGRAM) == 0)
        {
            return false;
        }
        add_word(line, word);
    }
    return line->length < MAX_LINE - 1;
}

/// Where PATH leads, and not where this process happens to be.
static bool find_program(const char *name, wchar_t out[MAX_PROGRAM])
{
    static wchar_t folders[MAX_FOLDERS];
    wchar_t wide[MAX_PROGRAM];
    const DWORD length = GetEnvironmentVariableW(L"PATH", folders, MAX_FOLDERS);
    return length > 0 && length < MAX_FOLDERS &&
           MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, MAX_PROGRAM) != 0 &&
           SearchPathW(folders, wide, L".exe", MAX_PROGRAM, out, NULL) != 0;
}

/// The end that is read from goes to the program, and no other.
static bool open_pipe(HANDLE *input, HANDLE *output)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    return CreatePipe(input, output, &inherited, 0) &&
           SetHandleInformation(*output, HANDLE_FLAG_INHERIT, 0);
}

static bool start(const wchar_t *program, wchar_t *line, HANDLE input, PROCESS_INFORMATION *out)
{
    STARTUPINFOW with = {.cb = sizeof with, .dwFlags = STARTF_USESTDHANDLES, .hStdInput = input};
    with.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    with.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    return CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP, NULL, NULL,
                          &with, out);
}

int fed_program_start(char *const *words, fed_program *out)
{
    static command_line line;
    wchar_t program[MAX_PROGRAM];
    HANDLE input, output;
    PROCESS_INFORMATION started;
    line.length = 0;
    if (!find_program(words[0], program))
    {
        return ENOENT;
    }
    if (!write_line(words, &line) || !open_pipe(&input, &output))
    {
        return ENOMEM;
    }
    const bool runs = start(program, line.letters, input, &started);
    CloseHandle(input);
    if (!runs)
    {
        CloseHandle(output);
        return EACCES;
    }
    CloseHandle(started.hThread);
    *out = (fed_program){.process = (long)started.dwProcessId,
                         .handle = (intptr_t)started.hProcess,
                         .pipe = _open_osfhandle((intptr_t)output, O_BINARY)};
    return 0;
}

bool fed_program_end(fed_program *program)
{
    DWORD status = 1;
    _close(program->pipe);
    WaitForSingleObject((HANDLE)program->handle, INFINITE);
    GetExitCodeProcess((HANDLE)program->handle, &status);
    CloseHandle((HANDLE)program->handle);
    return status == 0;
}
