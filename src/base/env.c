// SPDX-License-Identifier: MIT
#include "loam/base.h"

#include "base/memory.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// Where floats are computed as doubles in between (gcc for s390x does so in ISO C), worlds differ.
_Static_assert(FLT_EVAL_METHOD == 0, "compile with -fexcess-precision=fast");

const char *loam_version(void)
{
    return LOAM_VERSION_TEXT;
}

loam_env loam_default_env(void)
{
    return (loam_env){.memory = loam_default_allocator(), .isa = LOAM_ISA_AUTO};
}

void loam_log_write(const loam_env *env, loam_log_level level, const char *format, ...)
{
    if (env == NULL || env->log.write == NULL)
    {
        return;
    }
    char message[512 + 4], shown[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (length >= 0)
    {
        loam_text_printable(shown, sizeof shown, message);
        env->log.write(env->log.user, level, shown);
    }
}

void loam_assert_failed(const loam_env *env, const char *condition, const char *file, int line)
{
    (void)loam_fail(LOAM_BAD_ARGUMENT, "%s:%d: a caller's bug: %s is false", file, line, condition);
    if (env != NULL && env->assertion.failed != NULL)
    {
        env->assertion.failed(env->assertion.user, condition, file, line);
    }
    abort();
}
