// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_SYS_FILE_H
#define LOAM_WINDOWS_SYS_FILE_H

#define LOCK_EX 2
#define LOCK_NB 4

/// Locks a file or a folder for one descriptor of one process, until that is closed or the process ends. It never
/// waits.
int loam_posix_flock(int descriptor, int operation);
#define flock(descriptor, operation) loam_posix_flock(descriptor, operation)

#endif
