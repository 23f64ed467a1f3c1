// SPDX-License-Identifier: MIT
#include "sail/chart_map.h"
#include "sail/sailor.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The chart: the map of the sea (chart_map.h) with names, harbours, bookmarks, the boat and the course on it. A click
// sets a course; buttons do it by keys, too.

enum
{
    FRAME_US = 12000, // of a frame, for tiles
    SCALES = 8,
    MAX_HARBOURS = 6,
    MAX_NAMES = 400,
};

static const int64_t scales[SCALES] = {1, 2, 4, 8, 16, 32, 64, 128};

static const loam_colour ink = {255, 255, 255, 255}, dark = {10, 20, 40, 190},
                         accent = {255, 196, 96, 255}, red = {226, 72, 50, 255};

struct chart
{
    chart_map map;
    bool open, follows;
    int32_t scale;
    double x, z; // in the middle
    bool logged;
    loam_isle harbours[MAX_HARBOURS];
    int32_t harbour_count;
};

static chart *get(sailor *p)
{
    if (p->chart == NULL)
    {
        p->chart = calloc(1, sizeof *p->chart);
        if (p->chart != NULL)
        {
            p->chart->scale = 4;
        }
    }
    return p->chart;
}

void sail_chart_forget(sailor *p)
{
    if (p->chart != NULL)
    {
        chart_map_destroy(&p->chart->map, p->r.paint);
        p->chart->open = false;
    }
}

void sail_chart_end(sailor *p)
{
    sail_chart_forget(p);
    free(p->chart);
    p->chart = NULL;
}

static chart_view view_of(const sailor *p)
{
    const chart *const c = p->chart;
    return (chart_view){c->x, c->z, scales[c->scale], p->r.paint->w, p->r.paint->h, &p->def.water};
}

static void on_screen(const sailor *p, double x, double z, double *sx, double *sy)
{
    const chart_view view = view_of(p);
    *sx = chart_view_x(&view, x);
    *sy = chart_view_y(&view, z);
}

static void draw_map(sailor *p)
{
    chart *const c = p->chart;
    const chart_view view = view_of(p);
    if (chart_map_draw(&c->map, &p->r.env, p->isles, p->r.paint, &view, FRAME_US) != LOAM_OK)
    {
        roam_complain(&p->r, "chart");
    }
    if (c->map.missing == 0 && !c->logged)
    {
        roam_log(&p->r, "chart: %" PRId64 " m a pixel around %.0f,%.0f", view.scale, c->x, c->z);
    }
    c->logged = c->map.missing == 0;
}

// ---- what is written on it ------------------------------------------------------------------------

static void label(const sailor *p, double sx, double sy, text_size size, loam_colour colour,
                  const char *text)
{
    painter *const paint = p->r.paint;
    const int32_t w = painter_text_width(paint, size, text, strlen(text));
    const int32_t x = (int32_t)lround(sx) - w / 2, y = (int32_t)lround(sy);
    for (int32_t i = 0; i < 4; i++)
    {
        painter_text(paint, x + (i % 2 == 0 ? -1 : 1), y + (i < 2 ? -1 : 1), size, dark, text);
    }
    painter_text(paint, x, y, size, colour, text);
}

typedef struct writing
{
    sailor *p;
    int32_t count;
} writing;

static void draw_anchor(const sailor *p, double x, double y)
{
    const double s = painter_scaled(p->r.paint, 5);
    sail_line(p->r.paint, x, y - s, x, y + s, 2, accent);
    sail_line(p->r.paint, x - s * 0.6, y - s * 0.5, x + s * 0.6, y - s * 0.5, 2, accent);
    sail_line(p->r.paint, x - s, y + s * 0.3, x, y + s, 2, accent);
    sail_line(p->r.paint, x + s, y + s * 0.3, x, y + s, 2, accent);
}

static bool write_name(void *user, const loam_isle *isle)
{
    writing *const to = user;
    sailor *const p = to->p;
    const int64_t scale = scales[p->chart->scale];
    const loam_isle_site *const harbour = shore_harbour(isle);
    double sx, sy;
    if (harbour != NULL && scale <= 32)
    {
        double x, z;
        shore_pier_end(isle, harbour, &x, &z);
        on_screen(p, x, z, &sx, &sy);
        draw_anchor(p, sx, sy);
    }
    if (scale <= 32)
    {
        on_screen(p, (double)isle->x, (double)isle->z, &sx, &sy);
        const bool known = log_book_knows(&p->book, isle->slot_x, isle->slot_z);
        label(p, sx, sy - 4, TEXT_SMALL, known ? ink : (loam_colour){200, 220, 235, 190},
              isle->name);
    }
    return ++to->count < MAX_NAMES;
}

static void write_names(sailor *p)
{
    const chart *const c = p->chart;
    const double scale = (double)scales[c->scale];
    const int64_t half_w = (int64_t)(p->r.paint->w * 0.5 * scale),
                  half_h = (int64_t)(p->r.paint->h * 0.5 * scale);
    const int64_t x = (int64_t)c->x, z = (int64_t)c->z;
    writing to = {.p = p};
    if (scale <= 32)
    {
        (void)loam_isles_find(p->isles,
                              (loam_isles_box){x - half_w, z - half_h, x + half_w, z + half_h},
                              write_name, &to);
    }
}

/// The boat with its bow ahead, who has left it, and the course.
static void draw_voyage(const sailor *p)
{
    const boat *const b = &p->voyage.boat;
    const double s = sin(b->heading * 6.283185307179586), c = cos(b->heading * 6.283185307179586);
    const double l = painter_scaled(p->r.paint, 9), w = painter_scaled(p->r.paint, 5);
    double x, y, tx, ty;
    on_screen(p, b->x, b->z, &x, &y);
    if (p->has_target)
    {
        on_screen(p, p->target_x, p->target_z, &tx, &ty);
        sail_line(p->r.paint, x, y, tx, ty, 2, accent);
        painter_frame(p->r.paint, (box){(int32_t)tx - 6, (int32_t)ty - 6, 13, 13}, 2, accent);
    }
    sail_line(p->r.paint, x + s * l, y - c * l, x - s * l + c * w, y + c * l + s * w, 3, red);
    sail_line(p->r.paint, x + s * l, y - c * l, x - s * l - c * w, y + c * l - s * w, 3, red);
    sail_line(p->r.paint, x - s * l + c * w, y + c * l + s * w, x - s * l - c * w,
              y + c * l - s * w, 3, red);
    if (!p->voyage.aboard)
    {
        on_screen(p, p->r.body.x, p->r.body.z, &x, &y);
        painter_fill(p->r.paint, (box){(int32_t)x - 5, (int32_t)y - 5, 11, 11}, dark);
        painter_fill(p->r.paint, (box){(int32_t)x - 3, (int32_t)y - 3, 7, 7}, ink);
    }
}

static void draw_marks(const sailor *p)
{
    for (int32_t i = 0; i < p->book.mark_count; i++)
    {
        double x, y;
        on_screen(p, (double)p->book.marks[i].x, (double)p->book.marks[i].z, &x, &y);
        painter_fill(p->r.paint, (box){(int32_t)x - 3, (int32_t)y - 3, 7, 7}, accent);
        label(p, x, y + 5, TEXT_SMALL, accent, p->book.marks[i].name);
    }
}

static void draw_cross(const sailor *p)
{
    const int32_t x = p->r.paint->w / 2, y = p->r.paint->h / 2, l = painter_scaled(p->r.paint, 8);
    painter_fill(p->r.paint, (box){x - l, y, 2 * l + 1, 1}, ink);
    painter_fill(p->r.paint, (box){x, y - l, 1, 2 * l + 1}, ink);
}

/// A bar of a round length.
static void draw_scale(const sailor *p)
{
    static const int64_t lengths[] = {100, 200, 500, 1000, 2000, 5000, 10000, 20000};
    const int64_t scale = scales[p->chart->scale];
    const int32_t gap = painter_scaled(p->r.paint, 10);
    int64_t length = lengths[0];
    char text[32];
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
    {
        length = lengths[i] / scale <= painter_scaled(p->r.paint, 160) ? lengths[i] : length;
    }
    const int32_t w = (int32_t)(length / scale), y = p->r.paint->h - gap;
    painter_fill(p->r.paint, (box){gap - 2, y - 6, w + 4, 8}, dark);
    painter_fill(p->r.paint, (box){gap, y - 4, w, 4}, ink);
    length < 1000 ? snprintf(text, sizeof text, "%d m", (int)length)
                  : snprintf(text, sizeof text, "%d km", (int)(length / 1000));
    label(p, gap + w / 2.0, y - 8 - painter_line_height(p->r.paint, TEXT_SMALL), TEXT_SMALL, ink,
          text);
}

// ---- what is done with it -------------------------------------------------------------------------

/// From the middle of the chart to an island's pier, m.
static double harbour_off(const chart *c, const loam_isle *isle)
{
    double x, z;
    shore_pier_end(isle, shore_harbour(isle), &x, &z);
    return hypot(x - c->x, z - c->z);
}

static bool take_harbour(void *user, const loam_isle *isle)
{
    sailor *const p = user;
    chart *const c = p->chart;
    if (shore_harbour(isle) == NULL)
    {
        return true;
    }
    const double off = harbour_off(c, isle);
    int32_t at = c->harbour_count < MAX_HARBOURS ? c->harbour_count++ : MAX_HARBOURS;
    while (at > 0 && off < harbour_off(c, &c->harbours[at - 1]))
    {
        if (at < MAX_HARBOURS)
        {
            c->harbours[at] = c->harbours[at - 1];
        }
        at--;
    }
    if (at < MAX_HARBOURS)
    {
        c->harbours[at] = *isle;
    }
    return true;
}

/// The nearest to the middle of the chart.
static void find_harbours(sailor *p)
{
    chart *const c = p->chart;
    const int64_t reach = (int64_t)p->def.slot * 5, x = (int64_t)c->x, z = (int64_t)c->z;
    c->harbour_count = 0;
    (void)loam_isles_find(p->isles, (loam_isles_box){x - reach, z - reach, x + reach, z + reach},
                          take_harbour, p);
}

static void move_chart(sailor *p)
{
    chart *const c = p->chart;
    const roam *const r = &p->r;
    const double stride = (double)scales[c->scale] * r->paint->w / 6;
    const play_bindings *const keys = &r->settings.bindings;
    const double max = (double)VOYAGE_END;
    const double dx = roam_presses(r, PLAY_CHART_RIGHT, PLAY_CHART_LEFT),
                 dz = roam_presses(r, PLAY_CHART_UP, PLAY_CHART_DOWN);
    const double drag = r->now.down[INPUT_MOUSE_RIGHT] ? (double)scales[c->scale] : 0;
    c->x += dx * stride - drag * r->now.mouse_dx;
    c->z += dz * stride + drag * r->now.mouse_dy;
    c->follows = c->follows && dx == 0 && dz == 0 && drag == 0;
    const int32_t in = play_wheel_turns(&r->now, false) +
                       play_presses(keys, &r->now, PLAY_LAND_FARTHER) -
                       play_presses(keys, &r->now, PLAY_LAND_NEARER);
    const int32_t scale = c->scale - in;
    c->scale = scale < 0 ? 0 : scale >= SCALES ? SCALES - 1 : scale;
    if (c->follows)
    {
        c->x = r->body.x;
        c->z = r->body.z;
    }
    c->x = fmax(fmin(c->x, max), -max);
    c->z = fmax(fmin(c->z, max), -max);
    c->logged = c->logged && in == 0 && dx == 0 && dz == 0;
}

static void go_back(sailor *p)
{
    p->chart->open = false;
    roam_go(&p->r, ROAM_WALK);
}

static void target_place(sailor *p, double x, double z)
{
    char name[48];
    const loam_isle *isle;
    const bool at_isle = shore_isle(p->world.shore, x, z, &isle) == LOAM_OK && isle->type >= 0 &&
                         hypot(x - (double)isle->x, z - (double)isle->z) < (double)isle->radius;
    if (at_isle)
    {
        snprintf(name, sizeof name, "%s", isle->name);
    }
    else
    {
        snprintf(name, sizeof name, "%.0f, %.0f", x, z);
    }
    sail_set_target(p, x, z, name);
}

static void run_harbours(sailor *p)
{
    chart *const c = p->chart;
    ui_label_coloured(p->r.u, "Harbours", ui_get_theme(p->r.u)->text_dim);
    for (int32_t i = 0; i < c->harbour_count; i++)
    {
        const loam_isle *const isle = &c->harbours[i];
        char text[80];
        double x, z;
        shore_pier_end(isle, shore_harbour(isle), &x, &z);
        snprintf(text, sizeof text, "%s  %.1f km", isle->name,
                 hypot(x - p->voyage.boat.x, z - p->voyage.boat.z) / 1000);
        ui_push_id(p->r.u, "harbour", i);
        if (ui_button(p->r.u, text))
        {
            // Off the pier's end, where there is room for a boat.
            const loam_isle_site *const site = shore_harbour(isle);
            sail_set_target(p, x + (double)site->east * 25, z + (double)site->north * 25,
                            isle->name);
        }
        ui_pop_id(p->r.u);
    }
}

static void run_hint(sailor *p)
{
    char text[256], keys[4][32];
    snprintf(text, sizeof text,
             "A click sets a course. The wheel zooms, %s %s %s %s and the right button move.",
             sail_key(p, PLAY_CHART_UP, keys[0]), sail_key(p, PLAY_CHART_LEFT, keys[1]),
             sail_key(p, PLAY_CHART_DOWN, keys[2]), sail_key(p, PLAY_CHART_RIGHT, keys[3]));
    ui_label_coloured(p->r.u, text, ui_get_theme(p->r.u)->text_dim);
}

static void run_panel(sailor *p)
{
    chart *const c = p->chart;
    const int32_t gap = painter_scaled(p->r.paint, 10), w = painter_scaled(p->r.paint, 270);
    ui_panel_begin(p->r.u, "Chart",
                   (box){p->r.paint->w - w - gap, gap, w, p->r.paint->h - 2 * gap});
    if (ui_button(p->r.u, "Course to the cross"))
    {
        target_place(p, c->x, c->z);
    }
    if (ui_button(p->r.u, "Travel to the cross"))
    {
        sail_travel(p, c->x, c->z);
        go_back(p);
    }
    c->follows = ui_button(p->r.u, "Where I am") || c->follows;
    if (ui_button_enabled(p->r.u, "No course", p->has_target))
    {
        p->has_target = p->helm_holds = false;
    }
    const bool back = ui_button(p->r.u, "Back");
    run_harbours(p);
    run_hint(p);
    ui_panel_end(p->r.u);
    if (back || roam_wants_back(&p->r, PLAY_MAP))
    {
        go_back(p);
    }
}

static void click(sailor *p)
{
    const chart *const c = p->chart;
    const double scale = (double)scales[c->scale];
    if (input_pressed(&p->r.now, INPUT_MOUSE_LEFT) && !ui_wants_mouse(p->r.u))
    {
        target_place(p, c->x + (p->r.now.mouse_x - p->r.paint->w * 0.5) * scale,
                     c->z - (p->r.now.mouse_y - p->r.paint->h * 0.5) * scale);
    }
}

void sail_chart(roam *r)
{
    sailor *const p = sailor_of(r);
    chart *const c = get(p);
    if (c == NULL)
    {
        roam_tell(r, true, "There is no memory for a chart");
        roam_go(r, ROAM_WALK);
        return;
    }
    if (!c->open)
    {
        c->x = r->body.x;
        c->z = r->body.z;
        c->open = true;
        c->follows = true;
        c->logged = false;
    }
    painter_fill(r->paint, (box){0, 0, r->paint->w, r->paint->h}, (loam_colour){18, 52, 86, 255});
    draw_map(p);
    write_names(p);
    draw_marks(p);
    draw_voyage(p);
    draw_cross(p);
    draw_scale(p);
    find_harbours(p);
    run_panel(p);
    click(p);
    move_chart(p);
}
