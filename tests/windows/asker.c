// SPDX-License-Identifier: MIT
// Runs a program on a console of its own, and presses Ctrl-Break there after some seconds. Says what it ended with.
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
    FreeConsole();
    AllocConsole();
    STARTUPINFOW with = {.cb = sizeof with};
    PROCESS_INFORMATION started;
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP, NULL, NULL, &with, &started))
    {
        printf("not started: %lu\n", GetLastError());
        return 1;
    }
    Sleep(6000);
    DWORD code = 99;
    const BOOL sent = GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, started.dwProcessId);
    const DWORD waited = WaitForSingleObject(started.hProcess, 30000);
    GetExitCodeProcess(started.hProcess, &code);
    printf("sent %d, waited %lu, ended with %lu\n", sent, waited, code);
    TerminateProcess(started.hProcess, 9);
    return 0;
}
