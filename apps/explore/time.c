// SPDX-License-Identifier: MIT
#include "explore/explorer.h"
#include "place/season.h"

#include <math.h>

// The hour, the season and the weather, while the land is seen: what keys do step by step, and the day of the year.

enum
{
    MAX_SEASONS = 8
};

static void ask_hour(explorer *e)
{
    static const char *const clocks[ROAM_CLOCKS] = {"stands still", "a minute a second",
                                                    "15 minutes a second", "an hour a second"};
    int32_t hour = (int32_t)e->r.hour, clock = roam_clock(&e->r);
    if (ui_slider(e->r.u, "Hour", &hour, 0, 23, 1, "%d:00"))
    {
        e->r.hour = hour;
    }
    if (ui_choice(e->r.u, "Time", &clock, clocks, ROAM_CLOCKS))
    {
        e->r.hours_per_second = roam_clocks[clock];
    }
}

static void tell_season(const explorer *e)
{
    char text[SEASON_MAX_TEXT];
    season_write(e->day, text);
    roam_log(&e->r, "season: %s", text);
}

/// The name whose day is nearest.
static int32_t nearest_season(int32_t day)
{
    int32_t best = 0;
    double least = SEASON_DAYS;
    for (int32_t i = 1; day > 0 && season_name(i) != NULL; i++)
    {
        const double off = fabs(remainder(day - season_day(i), SEASON_DAYS));
        best = off < least ? i : best;
        least = fmin(off, least);
    }
    return best;
}

/// By name, and by days.
static void ask_season(explorer *e)
{
    const char *names[MAX_SEASONS];
    int32_t count = 0, chosen = nearest_season(e->day), day = e->day;
    for (; count < MAX_SEASONS && season_name(count) != NULL; count++)
    {
        names[count] = season_name(count);
    }
    const bool by_name = ui_choice(e->r.u, "Season", &chosen, names, count);
    const bool by_day = ui_slider(e->r.u, "Day of the year", &day, 0, SEASON_DAYS, 5, "%d");
    if (by_name || by_day)
    {
        e->day = by_name ? season_day(chosen) : day;
        tell_season(e);
    }
}

static void ask_weather(explorer *e)
{
    const char *names[WEATHER_KINDS + 1];
    int32_t chosen = e->r.by_climate ? WEATHER_KINDS : (int32_t)e->r.weather;
    for (int32_t i = 0; i < WEATHER_KINDS; i++)
    {
        names[i] = weather_name(i);
    }
    names[WEATHER_KINDS] = "by climate";
    if (ui_choice(e->r.u, "Weather", &chosen, names, WEATHER_KINDS + 1))
    {
        e->r.by_climate = chosen == WEATHER_KINDS;
        e->r.weather = e->r.by_climate ? e->r.weather : (weather_kind)chosen;
    }
}

void time_run(roam *r)
{
    explorer *const e = explorer_of(r);
    const int32_t gap = painter_scaled(e->r.paint, 12), h = painter_scaled(e->r.paint, 330);
    ui_panel_begin(e->r.u, "Time and weather",
                   (box){gap, e->r.paint->h - h - gap, painter_scaled(e->r.paint, 380), h});
    ask_hour(e);
    ask_season(e);
    ask_weather(e);
    const bool back = ui_button(e->r.u, "Back");
    ui_panel_end(e->r.u);
    if (back || ui_back(e->r.u))
    {
        roam_go(&e->r, ROAM_PAUSE);
    }
}
