// SPDX-License-Identifier: MIT
// Has a file open as most programs for Windows do, so that nobody can rename or remove it, until it is killed.
#include <windows.h>

int wmain(int count, wchar_t **words)
{
    const HANDLE file = count == 2 ? CreateFileW(words[1], GENERIC_READ,
                                                 FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                                 OPEN_EXISTING, 0, NULL)
                                   : INVALID_HANDLE_VALUE;
    if (file == INVALID_HANDLE_VALUE)
    {
        return 1;
    }
    CloseHandle(CreateFileW(L"holding", GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL));
    Sleep(INFINITE);
    return 0;
}
