// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_ERRNO_H
#define LOAM_WINDOWS_ERRNO_H

#include_next <errno.h>

#define EDQUOT 1130 // Windows has only full disks

#endif
