// SPDX-License-Identifier: MIT
// What stands between SQLite and the disk, and notes what is written.
#ifndef LOAM_TESTS_STORE_DISK_VFS_H
#define LOAM_TESTS_STORE_DISK_VFS_H

/// From now on all files that SQLite opens in this process go through the log of disk.h. Once, before any is.
void disk_vfs_use(void);

#endif
