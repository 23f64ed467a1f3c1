// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <stdarg.h>

void explore_log(const explorer *e, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    loam_log_write(&e->env, LOAM_LOG_INFO, "%s", line);
}

void explore_tell(explorer *e, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    notices_add(&e->notices, &e->env, bad, format, args);
    va_end(args);
}

void explore_complain(explorer *e, const char *what)
{
    explore_tell(e, true, "%s: %s", what, loam_last_error());
}

const char *explore_screen_name(explore_screen screen)
{
    static const char *const names[EXPLORE_SCREENS] = {
        "walk", "pause", "help", "settings", "places", "atlas", "shape", "photo", "paths", "time"};
    return names[screen];
}

void explore_go(explorer *e, explore_screen screen)
{
    if (screen != e->screen)
    {
        explore_log(e, "screen: %s", explore_screen_name(screen));
        e->focus_told[0] = 0;
    }
    e->screen = screen;
}
