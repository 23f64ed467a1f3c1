// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_DLFCN_H
#define LOAM_WINDOWS_DLFCN_H

#include <string.h>

#define RTLD_NOW 0
#define RTLD_LOCAL 0

// Of windows.h, whose other names would get into the way of whoever wants these three.
__declspec(dllimport) void *__stdcall LoadLibraryA(const char *name);
__declspec(dllimport) long long(__stdcall *__stdcall GetProcAddress(void *library,
                                                                    const char *name))(void);
__declspec(dllimport) int __stdcall FreeLibrary(void *library);

static inline void *dlopen(const char *name, int flags)
{
    (void)flags;
    return LoadLibraryA(name);
}

static inline void *dlsym(void *library, const char *name)
{
    long long(__stdcall *const found)(void) = GetProcAddress(library, name);
    void *symbol = NULL;
    memcpy(&symbol, &found, sizeof symbol);
    return symbol;
}

static inline int dlclose(void *library)
{
    return FreeLibrary(library) ? 0 : -1;
}

#endif
