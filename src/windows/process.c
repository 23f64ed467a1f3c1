// SPDX-License-Identifier: MIT
#include "windows/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <windows.h>

#include <psapi.h>

#undef clock_gettime

// What a process is told and has used: variables, memory, time.

enum
{
    MAX_VARIABLES = 64,
    MAX_NAME = 64,
    MAX_VALUE = 32767 // Windows' own limit
};

// ---- variables ------------------------------------------------------------------------------------

static char *values[MAX_VARIABLES]; // what was ever returned: it has to stay
static SRWLOCK values_lock = SRWLOCK_INIT;

/// The text that is kept for a value, which is freed.
static char *keep(char *value)
{
    char *kept = NULL;
    AcquireSRWLockExclusive(&values_lock);
    for (int i = 0; i < MAX_VARIABLES && kept == NULL && value != NULL; i++)
    {
        if (values[i] == NULL)
        {
            kept = values[i] = value;
        }
        else if (strcmp(values[i], value) == 0)
        {
            kept = values[i];
        }
    }
    ReleaseSRWLockExclusive(&values_lock);
    if (kept != value)
    {
        free(value);
    }
    return kept;
}

char *loam_posix_getenv(const char *name)
{
    wchar_t wide_name[MAX_NAME];
    if (MultiByteToWideChar(CP_UTF8, 0, name, -1, wide_name, MAX_NAME) == 0)
    {
        return NULL;
    }
    const DWORD room = GetEnvironmentVariableW(wide_name, NULL, 0);
    wchar_t *const wide = room > 0 ? malloc(room * sizeof *wide) : NULL;
    if (wide == NULL)
    {
        return NULL;
    }
    const DWORD length = GetEnvironmentVariableW(wide_name, wide, room);
    char *const value = length < room ? loam_windows_narrow(wide, NULL, 0) : NULL;
    free(wide);
    return keep(value);
}

// ---- what was used --------------------------------------------------------------------------------

int loam_posix_getrusage(int who, struct rusage *out)
{
    PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
    (void)who;
    *out = (struct rusage){0};
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory))
    {
        return loam_windows_fail(GetLastError());
    }
    out->ru_maxrss = (long)(memory.PeakWorkingSetSize / 1024);
    return 0;
}

/// Processes' clocks have negative numbers, which no other clock has.
int loam_posix_getcpuclockid(pid_t process, clockid_t *out)
{
    const HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)process);
    if (handle == NULL)
    {
        return ESRCH;
    }
    CloseHandle(handle);
    *out = -(clockid_t)process;
    return 0;
}

static uint64_t steps_of(FILETIME time)
{
    return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static int process_time(DWORD process, struct timespec *out)
{
    FILETIME began, ended, system, user;
    const HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process);
    const bool known = handle != NULL && GetProcessTimes(handle, &began, &ended, &system, &user);
    if (handle != NULL)
    {
        CloseHandle(handle);
    }
    if (!known)
    {
        errno = EINVAL;
        return -1;
    }
    const uint64_t steps = steps_of(system) + steps_of(user); // of 100 ns
    *out = (struct timespec){.tv_sec = (time_t)(steps / 10000000),
                             .tv_nsec = (long)(steps % 10000000 * 100)};
    return 0;
}

int loam_posix_clock_gettime(clockid_t clock, struct timespec *out)
{
    return clock < 0 ? process_time((DWORD)-clock, out) : clock_gettime(clock, out);
}

int loam_posix_uname(struct utsname *out)
{
    typedef LONG(WINAPI * get_version)(OSVERSIONINFOW *);
    OSVERSIONINFOW version = {.dwOSVersionInfoSize = sizeof version};
    // The one function that tells every program the truth is not in any header.
    const FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion");
    get_version get = NULL;
    memcpy(&get, &found, sizeof get);
    if (get != NULL)
    {
        get(&version);
    }
    *out = (struct utsname){.sysname = "Windows", .machine = "x86_64"};
    snprintf(out->release, sizeof out->release, "%lu.%lu.%lu", version.dwMajorVersion,
             version.dwMinorVersion, version.dwBuildNumber);
    return 0;
}
