// SPDX-License-Identifier: MIT
#include "memory_now.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

size_t memory_now(void)
{
    long pages = 0;
    char line[128], *end = NULL;
    FILE *const file = fopen("/proc/self/statm", "r");
    if (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        (void)strtol(line, &end, 10); // of the address space
        pages = strtol(end, NULL, 10);
    }
    if (file != NULL)
    {
        fclose(file);
    }
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}
