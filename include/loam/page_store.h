// SPDX-License-Identifier: MIT
// Loam, page store: finished pages of pipelines, kept in one file between runs, so that what has grown once is only
// read the next time. Part of the library loam-io, which uses SQLite and zstd.
//
// It is a cache: pages are found by their identity, which is a hash of all that they depend on, so a file serves any
// number of worlds, and what is lost grows again. Several processes may use a file at once. It is one's own: stages
// trust their pages, so do not take such a file from a stranger.
#ifndef LOAM_PAGE_STORE_H
#define LOAM_PAGE_STORE_H

#include "loam/pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct loam_page_store loam_page_store;

/// Settings of a page store. Start from loam_default_page_store_def().
typedef struct loam_page_store_def
{
    loam_env env;
    const char
        *path; // of the file, which is made if there is none; 1..LOAM_MAX_PAGE_STORE_PATH bytes
    int64_t
        max_bytes; // of pages in it, compressed, >= LOAM_MIN_PAGE_STORE_BYTES; those go first that were not used
    // in the most runs. The file itself has some more, and does not become smaller
    int32_t level; // of compression, 1..19
} loam_page_store_def;

#define LOAM_MAX_PAGE_STORE_PATH 480
#define LOAM_MIN_PAGE_STORE_BYTES ((int64_t)1 << 20)

/// 256 MiB, level 1.
LOAM_API loam_page_store_def loam_default_page_store_def(void);

/// Opens a file or makes it. LOAM_IO if it cannot be read and written or is another program's; a page store that is
/// damaged, and can still be known as one, is begun anew.
LOAM_API loam_result loam_page_store_open(const loam_page_store_def *def, loam_page_store **out);

/// Writes what waits, and closes. Pipelines that use it have to be destroyed before. NULL is allowed.
LOAM_API void loam_page_store_close(loam_page_store *store);

/// For loam_pipeline_def.store, loam_land_def.store and others, as many as one likes. Pages of stages that have `keep`
/// are kept. Its calls work on whichever thread computes the page; some of them write what has gathered since.
LOAM_API loam_back_store loam_page_store_back(loam_page_store *store);

/// Writes what waits now. After a failure, of which the message says why, nothing more is kept, and this fails again.
LOAM_API loam_result loam_page_store_flush(loam_page_store *store);

typedef struct loam_page_store_figures
{
    int64_t pages, bytes;  // in the file and waiting for it, compressed
    int64_t found, missed; // pages that were asked for since it was opened
    int64_t kept;          // that were new
    int64_t forgotten;     // that had to make room
    int64_t damaged;       // that were found and not right, and grew again
} loam_page_store_figures;

LOAM_API loam_page_store_figures loam_page_store_measure(loam_page_store *store);

#ifdef __cplusplus
}
#endif
#endif
