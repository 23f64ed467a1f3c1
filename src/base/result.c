// SPDX-License-Identifier: MIT
#include "base/result.h"

#include <stdarg.h>
#include <stdio.h>

// WebAssembly without threads has no thread-local storage either.
#if defined(__wasm__) && defined(LOAM_NO_THREADS)
#define PER_THREAD
#else
#define PER_THREAD _Thread_local
#endif

// The one piece of state that belongs to no object: a message has to outlive the call that failed,
// and a thread must not see the failures of another.
static PER_THREAD loam_message last;

const char *loam_result_name(loam_result result)
{
    static const char *const names[] = {
        [LOAM_OK] = "ok",
        [LOAM_BAD_ARGUMENT] = "bad argument",
        [LOAM_OUT_OF_MEMORY] = "out of memory",
        [LOAM_NOT_FOUND] = "not found",
        [LOAM_IO] = "input or output failed",
        [LOAM_UNSUPPORTED] = "unsupported",
        [LOAM_CANCELLED] = "cancelled",
        [LOAM_FAILED] = "failed",
    };
    const size_t count = sizeof names / sizeof names[0];
    return (size_t)result < count ? names[result] : "?";
}

const char *loam_last_error(void)
{
    return last.text;
}

loam_result loam_fail(loam_result result, const char *format, ...)
{
    // Formatted aside first: the arguments may contain loam_last_error() itself.
    char message[LOAM_MESSAGE_SIZE + 4]; // the last character is whole, or is cut off
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (length < 0)
    {
        message[0] = '\0';
    }
    loam_text_printable(last.text, sizeof last.text, message);
    last.count++;
    return result;
}

loam_result loam_fail_text(loam_result result, const char *message)
{
    return loam_fail(result, "%s", message);
}

void loam_message_keep(loam_message *message)
{
    *message = last;
}

void loam_message_put_back(const loam_message *message)
{
    last = *message;
}

uint32_t loam_message_count(void)
{
    return last.count;
}

loam_result loam_with_reason(loam_result result, uint32_t count_before)
{
    if (result == LOAM_OK || last.count != count_before)
    {
        return result;
    }
    return loam_fail(result, "%s, without a reason", loam_result_name(result));
}
