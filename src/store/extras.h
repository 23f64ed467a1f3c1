// SPDX-License-Identifier: MIT
// What programs keep with a world under names of their own: bytes on their way into the file, and the rows
// that they stand in.
#ifndef LOAM_STORE_EXTRAS_H
#define LOAM_STORE_EXTRAS_H

#include "loam/store.h"
#include "store/meta.h"

/// One that waits to be written; count 0: to be removed.
typedef struct loam_extra
{
    char name[LOAM_MAX_EXTRA_NAME + 1];
    bool definitions; // it is none, but the text of the world's definitions; count 0: they stay
    int32_t version;  // with definitions: the world's from now on; 0: it stays
    uint64_t number;  // counts what was saved; older ones are smaller
    bool taken;       // by the writer, which reads the bytes: they must not change
    bool replaced;    // a newer one waits behind
    bool written;     // the writer's mark
    uint8_t *packed;  // the writer's, NULL if there are none
    size_t packed_size, packed_room;
    struct loam_extra *next;
    size_t count;
    uint8_t bytes[];
} loam_extra;

/// Not guarded: whoever has the store's mutex may use it.
typedef struct loam_extras
{
    loam_extra *first, *last; // that wait, in the order in which they came
    size_t waiting_bytes;
    int64_t *ids; // of all that there are, in order, written or not
    size_t id_count, id_room;
} loam_extras;

void loam_extras_free(loam_extras *extras, const loam_env *env);

/// Whether an extra may have such a name.
loam_result loam_extra_check_name(const char *name);

/// Finds out which ones are in a file. What cannot be read is left out.
loam_result loam_extras_find(loam_extras *extras, const loam_meta_file *file);

/// Notes that there is one. LOAM_BAD_ARGUMENT if there are too many.
loam_result loam_extras_note(loam_extras *extras, const loam_env *env, int64_t id);

/// Puts a copy behind all others, or in the place of one that waits and is not taken.
loam_result loam_extras_put(loam_extras *extras, const loam_env *env, const loam_extra *what,
                            const void *bytes);

/// The newest that waits under a name, NULL if none does.
const loam_extra *loam_extras_waiting(const loam_extras *extras, const char *name);

/// Takes out and frees all that the writer has written, or that were replaced meanwhile; the others are
/// not taken any more.
void loam_extras_settle(loam_extras *extras, const loam_env *env);

/// Whether anything waits that came up to a number.
bool loam_extras_wait_until(const loam_extras *extras, uint64_t number);

// ---- rows ---------------------------------------------------------------------------------------

/// The number of a name's row.
int64_t loam_extra_id(const char *name);

/// Makes the bytes of one ready to be written. The writer's, without the mutex.
loam_result loam_extra_pack(const loam_env *env, loam_extra *extra);
loam_result loam_extra_write(const loam_meta_file *file, const loam_extra *extra);

/// Reads one: free with loam_free(env, *bytes, *size + 1). LOAM_NOT_FOUND, LOAM_IO if it is damaged.
loam_result loam_extra_read(const loam_meta_file *file, const char *name, char **bytes,
                            size_t *size);

/// Calls found for each that is damaged, and returns how many there are.
uint64_t loam_extras_verify(const loam_meta_file *file,
                            void (*found)(void *user, const char *message), void *user);

/// Copies all that are whole to another file; *whole is false if some were not.
loam_result loam_extras_copy(const loam_meta_file *from, const loam_meta_file *to, bool *whole);

#endif
