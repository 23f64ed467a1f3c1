// SPDX-License-Identifier: MIT
// Failures of callbacks, which may forget to say why, and of what runs between a failure and who reads of it.
#ifndef LOAM_BASE_RESULT_H
#define LOAM_BASE_RESULT_H

#include "loam/base.h"

enum
{
    LOAM_MESSAGE_SIZE = 512
};

/// The last message of a thread, kept while the thread does something for somebody else.
typedef struct loam_message
{
    uint32_t count;
    char text[LOAM_MESSAGE_SIZE];
} loam_message;

/// Copies what loam_last_error() says, to be put back.
void loam_message_keep(loam_message *message);
void loam_message_put_back(const loam_message *message);

/// How many messages loam_fail has left on this thread.
uint32_t loam_message_count(void);

/// The result of a callback. If it failed and left no message since the count was taken, the message
/// says that, and is not that of an earlier failure.
loam_result loam_with_reason(loam_result result, uint32_t count_before);

#endif
