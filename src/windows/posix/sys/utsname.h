// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_SYS_UTSNAME_H
#define LOAM_WINDOWS_SYS_UTSNAME_H

struct utsname
{
    char sysname[16], release[32], machine[16];
};

int loam_posix_uname(struct utsname *out);
#define uname(out) loam_posix_uname(out)

#endif
