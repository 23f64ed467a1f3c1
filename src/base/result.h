// SPDX-License-Identifier: MIT
// Failures of callbacks, which may forget to say why.
#ifndef LOAM_BASE_RESULT_H
#define LOAM_BASE_RESULT_H

#include "loam/base.h"

/// How many messages loam_fail has left on this thread.
uint32_t loam_message_count(void);

/// The result of a callback. If it failed and left no message since the count was taken, the message
/// says that, and is not that of an earlier failure.
loam_result loam_with_reason(loam_result result, uint32_t count_before);

#endif
