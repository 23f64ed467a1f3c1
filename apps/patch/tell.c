// SPDX-License-Identifier: MIT
#include "patch/patcher.h"

#include <stdarg.h>

void patch_log(const patcher *p, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    loam_log_write(&p->env, LOAM_LOG_INFO, "%s", line);
}

void patch_tell(patcher *p, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    notices_add(&p->notices, &p->env, bad, format, args);
    va_end(args);
}

void patch_complain(patcher *p, const char *what)
{
    patch_tell(p, true, "%s: %s", what, loam_last_error());
}

void patch_go(patcher *p, patch_screen screen)
{
    static const char *const names[] = {"walk", "pause", "help", "settings", "knobs"};
    if (screen != p->screen)
    {
        patch_log(p, "screen: %s", names[screen]);
        p->focus_told[0] = 0;
    }
    p->screen = screen;
}
