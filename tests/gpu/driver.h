// SPDX-License-Identifier: MIT
// Drivers keep memory of their own until the program ends. Of one that was unloaded before then LeakSanitizer
// takes it for lost, so programs that it looks at keep the driver.
#ifndef LOAM_TESTS_GPU_DRIVER_H
#define LOAM_TESTS_GPU_DRIVER_H

#include "sanitized.h"

#include <dlfcn.h>

static inline void keep_driver(void)
{
    if (CHECK_SANITIZED)
    {
        (void)dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
}

#endif
