// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include <inttypes.h>
#include <math.h>

// Keys and the pad become what is asked of the boat; a helm that holds a course is a hand at the same rudder, so that a
// record knows nothing of it.

static const double tau = 6.283185307179586;
static const double closest = 0.76; // radians to the wind that the helm goes to windward at

static bool is_down(const roam *r, play_action action)
{
    return play_is_down(&r->settings.bindings, &r->now, action);
}

int32_t sail_wind_of(weather_kind kind)
{
    static const int32_t percents[WEATHER_KINDS] = {
        [WEATHER_CLEAR] = 100, [WEATHER_FAIR] = 100, [WEATHER_CLOUDY] = 115, [WEATHER_RAIN] = 130,
        [WEATHER_STORM] = 210, [WEATHER_SNOW] = 90,  [WEATHER_HAZE] = 65,    [WEATHER_FOG] = 35};
    return percents[kind];
}

// ---- the helm -----------------------------------------------------------------------------------

/// Turns, -0.5 .. 0.5.
static double wrap(double turns)
{
    return turns - floor(turns + 0.5);
}

/// The heading that leads to the target: straight there, or to and fro beside the wind.
static double wanted_heading(sailor *p)
{
    const boat *const b = &p->voyage.boat;
    const double to = atan2(p->target_x - b->x, p->target_z - b->z) / tau;
    const double from = atan2(-b->wind_x, -b->wind_z) / tau; // where the wind comes from
    const double off = wrap(to - from) * tau;
    if (fabs(off) >= closest || b->set < 0.1)
    {
        return to;
    }
    // Not so often: only when the other side leads clearly nearer.
    p->tack = off * p->tack < -0.35 ? -p->tack : p->tack;
    return from + p->tack * closest / tau;
}

static int32_t hold_course(sailor *p)
{
    const boat *const b = &p->voyage.boat;
    const double error = wrap(wanted_heading(p) - b->heading) * tau;
    const double wanted = error * 1.6 - b->turning * 1.8;
    return (int32_t)lround(fmax(fmin(wanted, 1), -1) * 100);
}

static int32_t percent(bool more, bool less)
{
    return (more ? 100 : 0) - (less ? 100 : 0);
}

static int32_t stick(float value)
{
    return (int32_t)lroundf(fmaxf(fminf(value, 1), -1) * 100);
}

/// What is held of keys and sticks.
static void read_helm(sailor *p)
{
    const roam *const r = &p->r;
    boat_input *const in = &p->asked.boat;
    const int32_t keys = percent(is_down(r, PLAY_LAND_RIGHT), is_down(r, PLAY_LAND_LEFT));
    const int32_t by_hand = keys != 0 ? keys : stick(r->now.walk_x);
    const int32_t rows = percent(is_down(r, PLAY_LAND_AHEAD), is_down(r, PLAY_LAND_BACK));
    in->rudder = by_hand;
    in->row = rows != 0 ? rows : stick(r->now.walk_y);
    in->sheet = percent(is_down(r, PLAY_SAIL_HAUL), is_down(r, PLAY_SAIL_EASE));
    in->trims = in->trims && in->sheet == 0;
    if (p->helm_holds && by_hand != 0)
    {
        p->helm_holds = false;
        roam_tell(&p->r, false, "You have the helm");
    }
    if (p->helm_holds && p->has_target)
    {
        in->rudder = hold_course(p);
    }
}

// ---- steps --------------------------------------------------------------------------------------

static void tell_word(sailor *p)
{
    static const char *const words[] = {
        [VOYAGE_ABOARD] = "Aboard",
        [VOYAGE_ASHORE] = "Ashore; the boat lies at anchor",
        [VOYAGE_OVERBOARD] = "Overboard: swim, or press Enter to come aboard",
        [VOYAGE_TOO_FAR] = "The boat is too far away; Y lets it come",
        [VOYAGE_NO_WATER] = "There is no water nearby for a boat",
        [VOYAGE_ARRIVED] = "Arrived",
        [VOYAGE_FETCHED] = "The boat has come",
        [VOYAGE_ALOFT] = "Off the boat, into the air",
    };
    if (p->voyage.said == VOYAGE_QUIET)
    {
        return;
    }
    roam_tell(&p->r, p->voyage.said == VOYAGE_TOO_FAR || p->voyage.said == VOYAGE_NO_WATER, "%s",
              words[p->voyage.said]);
    p->r.wish.kind = p->voyage.aboard ? WALK_FOOT : p->r.wish.kind;
}

static void tell_boat(sailor *p, const boat *before)
{
    const boat *const now = &p->voyage.boat;
    if (now->aground && !before->aground && p->voyage.aboard)
    {
        roam_tell(&p->r, true, "Aground! S rows back");
    }
    if (now->anchored && !before->anchored)
    {
        roam_tell(&p->r, false, "The anchor holds in %.0f m", now->depth);
    }
    // By the sea alone it never goes ashore: the rope of an anchor is short.
    if (p->asked.boat.anchor && !now->anchored && p->voyage.aboard && now->depth > BOAT_CHAIN)
    {
        p->asked.boat.anchor = false;
        roam_tell(&p->r, true, "Too deep to anchor: %.0f m; it holds in %.0f", now->depth,
                  BOAT_CHAIN);
    }
}

static void keep_record(sailor *p)
{
    if (p->records && course_add(&p->record, &p->asked) != LOAM_OK)
    {
        p->records = false;
        roam_complain(&p->r, "record");
    }
}

bool sail_step(roam *r)
{
    sailor *const p = sailor_of(r);
    const voyage before = p->voyage;
    read_helm(p);
    p->asked.walk = r->wish;
    p->asked.wind = sail_wind_of(r->weather);
    const loam_result result = voyage_step(&p->voyage, &p->asked, &p->world);
    if (result == LOAM_CANCELLED)
    {
        return false; // an island grows: the step is put off, and frames go on
    }
    if (result != LOAM_OK)
    {
        roam_complain(r, "sea");
        return false;
    }
    keep_record(p);
    p->asked.deed = VOYAGE_GO_ON;
    p->before = before;
    const double jump = hypot(p->voyage.boat.x - before.boat.x, p->voyage.boat.z - before.boat.z);
    p->before.boat = jump > 5 ? p->voyage.boat : before.boat; // it has not sailed there
    r->before = r->body;
    r->body = p->voyage.walker;
    const double moved = hypot(r->body.x - r->before.x, r->body.z - r->before.z);
    r->before = moved > 15 ? r->body : r->before;
    tell_word(p);
    tell_boat(p, &before.boat);
    return true;
}

// ---- courses ------------------------------------------------------------------------------------

void sail_set_target(sailor *p, double x, double z, const char *name)
{
    p->has_target = true;
    p->target_x = x;
    p->target_z = z;
    snprintf(p->target_name, sizeof p->target_name, "%s", name);
    roam_tell(&p->r, false, "Course set: %s", name);
}

void sail_travel(sailor *p, double x, double z)
{
    const double max = (double)VOYAGE_END;
    p->asked.deed = VOYAGE_TRAVEL;
    p->asked.x = (int64_t)fmax(fmin(x, max), -max);
    p->asked.z = (int64_t)fmax(fmin(z, max), -max);
    roam_log(&p->r, "travel: %" PRId64 ",%" PRId64, p->asked.x, p->asked.z);
}

static void check_arrival(sailor *p)
{
    const double far = hypot(p->target_x - p->voyage.boat.x, p->target_z - p->voyage.boat.z);
    if (!p->has_target || far > 60 || !p->voyage.aboard)
    {
        return;
    }
    p->has_target = false;
    roam_tell(&p->r, false, "%s is reached", p->target_name);
    if (p->helm_holds)
    {
        p->helm_holds = false;
        p->asked.boat.sail = 0;
    }
}

// ---- keys ---------------------------------------------------------------------------------------

static void change_sail(sailor *p)
{
    boat_input *const in = &p->asked.boat;
    in->sail = in->sail == 100 ? 50 : in->sail == 50 ? 0 : 100;
    roam_tell(&p->r, false, "%s",
              in->sail == 100  ? "All sail is set"
              : in->sail == 50 ? "Reefed"
                               : "The sail is furled");
}

static void work_the_boat(sailor *p)
{
    roam *const r = &p->r;
    boat_input *const in = &p->asked.boat;
    if (roam_pressed(r, PLAY_SAIL_CANVAS))
    {
        change_sail(p);
    }
    if (roam_pressed(r, PLAY_SAIL_TRIM))
    {
        in->trims = !in->trims;
        in->trims ? roam_tell(r, false, "The sheet trims itself")
                  : roam_tell(r, false, "The sheet is yours: %s and %s",
                              sail_key(p, PLAY_SAIL_HAUL, (char[32]){0}),
                              sail_key(p, PLAY_SAIL_EASE, (char[32]){0}));
    }
    if (roam_pressed(r, PLAY_SAIL_ANCHOR))
    {
        in->anchor = !in->anchor;
        roam_tell(r, false, in->anchor ? "The anchor goes down" : "The anchor is up");
    }
    if (roam_pressed(r, PLAY_SAIL_HELM))
    {
        p->helm_holds = !p->helm_holds && p->has_target;
        p->has_target
            ? roam_tell(r, false, p->helm_holds ? "The helm holds the course" : "You have the helm")
            : roam_tell(r, true, "No course is set: %s opens the chart",
                        sail_key(p, PLAY_MAP, (char[32]){0}));
    }
}

/// A horse finds no room aboard.
static void check_kind(sailor *p)
{
    if (p->voyage.aboard && p->r.wish.kind == WALK_HORSE)
    {
        p->r.wish.kind = WALK_GLIDE;
    }
}

static void mark(sailor *p)
{
    char name[LOG_MAX_NAME];
    const near_isle *const by = p->near_count > 0 ? &p->near[0] : NULL;
    snprintf(name, sizeof name, "%s%.31s", by != NULL && by->far > 0 ? "off " : "",
             by != NULL ? by->isle.name : "the open sea");
    if (!log_book_add_mark(&p->book, (int64_t)floor(p->r.body.x), (int64_t)floor(p->r.body.z),
                           name))
    {
        roam_tell(&p->r, true, "There are %d bookmarks already; remove one first", LOG_MAX_MARKS);
        return;
    }
    log_book_save(&p->book) == LOAM_OK ? roam_tell(&p->r, false, "Bookmarked: %s", name)
                                       : roam_complain(&p->r, "log");
}

static void copy_place(sailor *p)
{
    char text[PLACE_MAX_TEXT];
    const place here = sail_here(p);
    place_write(&here, weather_name, text);
    window_clipboard_set(text);
    roam_tell(&p->r, false, "Copied: %s", text);
}

static void paste_place(sailor *p)
{
    char text[PLACE_MAX_TEXT] = "";
    place to = sail_here(p);
    window_clipboard_get(text, sizeof text);
    if (place_read(text, weather_name, &to, NULL) != LOAM_OK)
    {
        roam_complain(&p->r, "paste");
        return;
    }
    sail_go(p, &to);
}

static void change_view(sailor *p)
{
    const int32_t more = roam_presses(&p->r, PLAY_LAND_FARTHER, PLAY_LAND_NEARER);
    int64_t view = more > 0 ? p->view * 3 / 2 : more < 0 ? p->view * 2 / 3 : p->view;
    view = view < SEA_MIN_VIEW ? SEA_MIN_VIEW : view > SEA_MAX_VIEW ? SEA_MAX_VIEW : view;
    if (more == 0)
    {
        return;
    }
    if (sea_set_view(p->scene, view) != LOAM_OK)
    {
        roam_complain(&p->r, "view");
        return;
    }
    p->view = view;
    roam_tell(&p->r, false, "View: %.1f km", (double)sea_count(p->scene).view / 1000);
}

/// The next view aboard; first and third person are behind the boat.
static void change_sight(sailor *p)
{
    static const char *const words[PLAY_SEA_VIEWS] = {
        "Behind the boat", "Above the boat; the wheel goes higher and lower", "At the mast"};
    play_settings *const s = &p->r.settings;
    const int32_t turns = play_wheel_turns(&p->r.now, false);
    if (roam_pressed(&p->r, PLAY_SEA_VIEW))
    {
        s->sea_view = (play_sea_view)((s->sea_view + 1) % PLAY_SEA_VIEWS);
        p->r.settings_changed = true;
        roam_tell(&p->r, false, "%s", words[s->sea_view]);
    }
    else if (roam_pressed(&p->r, PLAY_LAND_PERSON))
    {
        s->sea_view = PLAY_SEA_BEHIND;
    }
    if (s->sea_view == PLAY_SEA_ABOVE && turns != 0)
    {
        const double height = s->sea_height_m * pow(0.87, turns);
        s->sea_height_m = (int32_t)fmax(fmin(height, PLAY_MAX_SEA_HEIGHT), PLAY_MIN_SEA_HEIGHT);
        p->r.settings_changed = true;
    }
}

static void open_screens(sailor *p)
{
    roam *const r = &p->r;
    if (roam_pressed(r, PLAY_MAP))
    {
        roam_go(r, SAIL_CHART);
    }
    else if (roam_pressed(r, PLAY_LAND_PLACES))
    {
        roam_go(r, SAIL_LOG);
    }
    else if (roam_pressed(r, PLAY_SAIL_GROWTH))
    {
        roam_go(r, SAIL_GROWTH);
    }
}

void sail_commands(roam *r, double seconds)
{
    sailor *const p = sailor_of(r);
    (void)seconds;
    check_kind(p);
    if (p->voyage.aboard)
    {
        work_the_boat(p);
        change_sight(p);
    }
    if (roam_pressed(r, PLAY_SAIL_BOARD) || input_pressed(&r->now, KEY_ENTER))
    {
        p->asked.deed = VOYAGE_BOARD;
        p->asked.boat.anchor = false;
    }
    if (roam_pressed(r, PLAY_SAIL_FETCH) && !p->voyage.aboard)
    {
        p->asked.deed = VOYAGE_FETCH;
    }
    if (roam_pressed(r, PLAY_SAIL_NAMES))
    {
        p->names = !p->names;
        roam_tell(r, false, p->names ? "Names are shown" : "Names are hidden");
    }
    if (roam_pressed(r, PLAY_LAND_MARK))
    {
        mark(p);
    }
    if (roam_pressed(r, PLAY_LAND_COPY))
    {
        copy_place(p);
    }
    if (roam_pressed(r, PLAY_LAND_PASTE))
    {
        paste_place(p);
    }
    check_arrival(p);
    change_view(p);
    open_screens(p);
}
