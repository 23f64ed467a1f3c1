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

/// The oldest makes room.
static patch_notice *free_notice(patcher *p)
{
    patch_notice *best = &p->notices[0];
    for (int32_t i = 1; i < PATCH_NOTICES; i++)
    {
        best = p->notices[i].seconds < best->seconds ? &p->notices[i] : best;
    }
    return best;
}

void patch_tell(patcher *p, bool bad, const char *format, ...)
{
    patch_notice *const notice = free_notice(p);
    va_list args;
    va_start(args, format);
    vsnprintf(notice->text, sizeof notice->text, format, args);
    va_end(args);
    notice->bad = bad;
    notice->seconds = bad ? 8 : 4;
    patch_log(p, "notice: %s", notice->text);
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
