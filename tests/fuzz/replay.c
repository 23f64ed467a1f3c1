// SPDX-License-Identifier: MIT
// Any bytes as a replay: what is said of it is within what is accepted, or there is a message.
#include "replay/replay.h"
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    replay_info info;
    if (replay_read(written(data, size), &info) == LOAM_OK &&
        (info.ring_log2 < LOAM_MIN_RING_LOG2 || info.ring_log2 > LOAM_MAX_RING_LOG2 ||
         (info.has_world && info.has_defs)))
    {
        abort();
    }
    return 0;
}
