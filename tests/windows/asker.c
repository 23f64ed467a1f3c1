// SPDX-License-Identifier: MIT
// Runs a program on the console, and presses Ctrl-C there after some seconds. Writes what it ended with to the file
// asked.
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int wmain(int count, wchar_t **words)
{
    wchar_t line[4096] = L"";
    for (int i = 1; i < count; i++)
    {
        wcscat(wcscat(wcscat(line, L"\""), words[i]), L"\" ");
    }
    STARTUPINFOW with = {.cb = sizeof with};
    PROCESS_INFORMATION started;
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &with, &started))
    {
        return 1;
    }
    Sleep(6000);
    DWORD code = 99;
    FILE *const file = fopen("asked", "w");
    SetConsoleCtrlHandler(NULL, TRUE); // as it reaches this program, too
    const BOOL sent = GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    const DWORD error = sent ? 0 : GetLastError();
    if (file == NULL)
    {
        return 2;
    }
    const DWORD waited = WaitForSingleObject(started.hProcess, 30000);
    GetExitCodeProcess(started.hProcess, &code);
    fprintf(file, "error %lu, waited %lu, ended with %lu\n", error, waited, code);
    fclose(file);
    TerminateProcess(started.hProcess, 9);
    return 0;
}
