// SPDX-License-Identifier: MIT
#include "roam/roam.h"

#include <stdarg.h>

void roam_log(const roam *r, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    loam_log_write(&r->env, LOAM_LOG_INFO, "%s", line);
}

void roam_tell(roam *r, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    notices_add(&r->notices, &r->env, bad, format, args);
    va_end(args);
}

void roam_complain(roam *r, const char *what)
{
    roam_tell(r, true, "%s: %s", what, loam_last_error());
}

void roam_log_open(const roam *r, uint64_t seed)
{
    roam_log(r, "open: seed %llu, %s quality, %s, %s", (unsigned long long)seed,
             quality_name((int32_t)r->quality), r->gl.es ? "OpenGL ES" : "OpenGL core",
             r->gl.renderer);
}

const char *roam_screen_name(const roam *r)
{
    static const char *const names[ROAM_OWN] = {"walk", "pause", "help", "settings"};
    return r->screen < ROAM_OWN ? names[r->screen] : r->kind->screens[r->screen - ROAM_OWN].name;
}

void roam_go(roam *r, int32_t screen)
{
    if (screen != r->screen)
    {
        r->screen = screen;
        roam_log(r, "screen: %s", roam_screen_name(r));
        r->focus_logged[0] = 0;
    }
}
