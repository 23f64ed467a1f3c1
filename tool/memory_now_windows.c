// SPDX-License-Identifier: MIT
#include "memory_now.h"

#include <windows.h>

#include <psapi.h>

size_t memory_now(void)
{
    PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
    return GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory) ? memory.WorkingSetSize
                                                                             : 0;
}
