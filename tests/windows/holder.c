// SPDX-License-Identifier: MIT
// Until it is killed, has a file open as most programs for Windows do, so that nobody can rename or remove it; or, as
// `holder folder NAME`, has a folder locked as Loam does (src/windows/files.c).
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

static HANDLE lock_folder(const wchar_t *name)
{
    BY_HANDLE_FILE_INFORMATION info;
    wchar_t lock[64];
    const HANDLE folder = CreateFileW(name, FILE_READ_ATTRIBUTES,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (folder == INVALID_HANDLE_VALUE || !GetFileInformationByHandle(folder, &info))
    {
        return INVALID_HANDLE_VALUE;
    }
    swprintf(lock, 64, L"Global\\loam-%llx-%llx", (unsigned long long)info.dwVolumeSerialNumber,
             (unsigned long long)info.nFileIndexHigh << 32 | info.nFileIndexLow);
    return CreateEventW(NULL, TRUE, FALSE, lock);
}

int wmain(int count, wchar_t **words)
{
    const HANDLE file = count == 3   ? lock_folder(words[2])
                        : count == 2 ? CreateFileW(words[1], GENERIC_READ,
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
