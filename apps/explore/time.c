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
    static const char *const clocks[EXPLORE_CLOCKS] = {"stands still", "a minute a second",
                                                       "15 minutes a second", "an hour a second"};
    int32_t hour = (int32_t)e->hour, clock = 0;
    if (ui_slider(e->u, "Hour", &hour, 0, 23, 1, "%d:00"))
    {
        e->hour = hour;
    }
    for (int32_t i = 0; i < EXPLORE_CLOCKS; i++)
    {
        clock = e->hours_per_second == explore_clocks[i] ? i : clock;
    }
    if (ui_choice(e->u, "Time", &clock, clocks, EXPLORE_CLOCKS))
    {
        e->hours_per_second = explore_clocks[clock];
    }
}

static void tell_season(const explorer *e)
{
    char text[SEASON_MAX_TEXT];
    season_write(e->day, text);
    explore_log(e, "season: %s", text);
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
    const bool by_name = ui_choice(e->u, "Season", &chosen, names, count);
    const bool by_day = ui_slider(e->u, "Day of the year", &day, 0, SEASON_DAYS, 5, "%d");
    if (by_name || by_day)
    {
        e->day = by_name ? season_day(chosen) : day;
        tell_season(e);
    }
}

static void ask_weather(explorer *e)
{
    const char *names[WEATHER_KINDS + 1];
    int32_t chosen = e->by_climate ? WEATHER_KINDS : (int32_t)e->weather;
    for (int32_t i = 0; i < WEATHER_KINDS; i++)
    {
        names[i] = weather_name(i);
    }
    names[WEATHER_KINDS] = "by climate";
    if (ui_choice(e->u, "Weather", &chosen, names, WEATHER_KINDS + 1))
    {
        e->by_climate = chosen == WEATHER_KINDS;
        e->weather = e->by_climate ? e->weather : (weather_kind)chosen;
    }
}

void time_run(explorer *e)
{
    const int32_t gap = painter_scaled(e->paint, 12), h = painter_scaled(e->paint, 300);
    ui_panel_begin(e->u, "Time and weather",
                   (box){gap, e->paint->h - h - gap, painter_scaled(e->paint, 380), h});
    ask_hour(e);
    ask_season(e);
    ask_weather(e);
    const bool back = ui_button(e->u, "Back");
    ui_panel_end(e->u);
    if (back || ui_back(e->u))
    {
        explore_go(e, EXPLORE_PAUSE);
    }
}
