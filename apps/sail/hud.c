// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// What is written over the sea: a compass above, names over islands, instruments below, and where one is.

static const double tau = 6.283185307179586, knots = 1.9438444924406;
static const loam_colour shade = {0, 0, 0, 110}, ink = {255, 255, 255, 235},
                         dim = {255, 255, 255, 150}, accent = {255, 196, 96, 255},
                         warning = {255, 120, 90, 255};

static int32_t scaled(const sailor *p, float length)
{
    return painter_scaled(p->r.paint, length);
}

static double wrap(double turns)
{
    return turns - floor(turns + 0.5);
}

const char *sail_direction(double turns)
{
    static const char *const names[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};
    const int32_t eighth = (int32_t)floor((turns - floor(turns)) * 8 + 0.5) % 8;
    return names[eighth];
}

void sail_line(painter *paint, double x0, double y0, double x1, double y1, int32_t thick,
               loam_colour colour)
{
    const double far = hypot(x1 - x0, y1 - y0);
    const int32_t dots = (int32_t)fmin(far / fmax(thick * 0.5, 0.5), 4000) + 1;
    for (int32_t i = 0; i <= dots; i++)
    {
        const double t = (double)i / dots;
        painter_fill(paint,
                     (box){(int32_t)lround(x0 + (x1 - x0) * t) - thick / 2,
                           (int32_t)lround(y0 + (y1 - y0) * t) - thick / 2, thick, thick},
                     colour);
    }
}

static void text_centred(const sailor *p, int32_t x, int32_t y, text_size size, loam_colour colour,
                         const char *text)
{
    const int32_t w = painter_text_width(p->r.paint, size, text, strlen(text));
    painter_text(p->r.paint, x - w / 2, y, size, colour, text);
}

// ---- compass ------------------------------------------------------------------------------------

/// Turns that what is shown ahead is from north: the look's.
static double look_of(const sailor *p)
{
    return p->r.camera.azimuth / 360;
}

static void compass_mark(const sailor *p, box at, double turns, const char *text,
                         loam_colour colour)
{
    const double off = wrap(turns - look_of(p));
    if (fabs(off) > 0.2)
    {
        return;
    }
    text_centred(p, at.x + at.w / 2 + (int32_t)lround(off / 0.2 * at.w / 2), at.y + 2, TEXT_SMALL,
                 colour, text);
}

static void draw_compass(const sailor *p)
{
    static const char *const names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    painter *const paint = p->r.paint;
    const int32_t high = painter_line_height(paint, TEXT_SMALL) + 4;
    const int32_t w = paint->w / 2 < scaled(p, 420) ? paint->w / 2 : scaled(p, 420);
    const box at = {(paint->w - w) / 2, scaled(p, 6), w, high};
    painter_fill(paint, at, shade);
    painter_push_clip(paint, at);
    for (int32_t i = 0; i < 48; i++)
    {
        const double off = wrap(i / 48.0 - look_of(p));
        const int32_t x = at.x + at.w / 2 + (int32_t)lround(off / 0.2 * at.w / 2);
        if (fabs(off) < 0.2)
        {
            painter_fill(paint, (box){x, at.y + at.h - (i % 6 == 0 ? 5 : 3), 1, 5}, dim);
        }
    }
    for (int32_t i = 0; i < 8; i++)
    {
        compass_mark(p, at, i / 8.0, names[i], i == 0 ? accent : ink);
    }
    if (p->voyage.aboard)
    {
        compass_mark(p, at, p->voyage.boat.heading, "^", ink);
    }
    if (p->has_target)
    {
        compass_mark(p, at, atan2(p->target_x - p->r.body.x, p->target_z - p->r.body.z) / tau, "o",
                     accent);
    }
    painter_pop_clip(paint);
}

// ---- names --------------------------------------------------------------------------------------

/// Where a place is on the window; false if it is behind.
static bool project(const sailor *p, const camera_frame *f, double x, double y, double z,
                    int32_t *sx, int32_t *sy)
{
    const camera *const c = &p->r.camera;
    const double d[3] = {x - ((double)c->x + c->dx), y - (double)f->eye,
                         z - ((double)c->z + c->dz)};
    double ahead = 0, right = 0, up = 0;
    for (int32_t k = 0; k < 3; k++)
    {
        ahead += d[k] * (double)f->ahead[k];
        right += d[k] * (double)f->right[k];
        up += d[k] * (double)f->up[k];
    }
    if (ahead < 1)
    {
        return false;
    }
    const double u = right / (ahead * (double)f->tan_x), v = up / (ahead * (double)f->tan_y);
    *sx = (int32_t)lround((u * 0.5 + 0.5) * p->r.paint->w);
    *sy = (int32_t)lround((0.5 - v * 0.5) * p->r.paint->h);
    return fabs(u) < 1.1 && fabs(v) < 1.1;
}

/// The name, how far it is, and how far it has grown if it still does.
static void draw_name(const sailor *p, const camera_frame *f, const near_isle *isle, box *taken,
                      int32_t *count)
{
    painter *const paint = p->r.paint;
    const int32_t high = painter_line_height(paint, TEXT_SMALL);
    const double top = 30 + (double)isle->isle.radius * 0.12;
    int32_t x, y;
    char line[96];
    if (!project(p, f, (double)isle->isle.x, top, (double)isle->isle.z, &x, &y))
    {
        return;
    }
    const bool known = log_book_knows(&p->book, isle->isle.slot_x, isle->isle.slot_z);
    if (isle->far >= 1000)
    {
        snprintf(line, sizeof line, "%s  %.1f km", known ? isle->isle.name : "?", isle->far / 1000);
    }
    else
    {
        snprintf(line, sizeof line, "%s", known ? isle->isle.name : "?");
    }
    const int32_t w = painter_text_width(paint, TEXT_SMALL, line, strlen(line)) + 8;
    const box at = {x - w / 2, y - 2 * high, w, high + 4};
    for (int32_t i = 0; i < *count; i++)
    {
        if (box_cut(at, taken[i]).w > 0 && box_cut(at, taken[i]).h > 0)
        {
            return; // a nearer one is there
        }
    }
    taken[(*count)++] = at;
    painter_fill(paint, at, (loam_colour){0, 0, 0, 80});
    painter_text(paint, at.x + 4, at.y + 2, TEXT_SMALL, known ? ink : dim, line);
    // Those far away are not grown to the end: nobody would see it.
    if (!isle->grown && !p->complete && isle->far < 2500)
    {
        const int32_t done = at.w * isle->stages / LOAM_ISLE_STAGE_COUNT;
        painter_fill(paint, (box){at.x, at.y + at.h, at.w, 3}, shade);
        painter_fill(paint, (box){at.x, at.y + at.h, done, 3}, accent);
        snprintf(line, sizeof line, "%s",
                 isle->stages < LOAM_ISLE_STAGE_COUNT
                     ? loam_isle_stage_name((loam_isle_stage)isle->stages)
                     : "");
        painter_text(paint, at.x + 4, at.y + at.h + 4, TEXT_SMALL, dim, line);
    }
}

static void draw_names(const sailor *p)
{
    camera_frame f;
    box taken[SAIL_NAMES];
    int32_t count = 0;
    const painter *const paint = p->r.paint;
    camera_place(&p->r.camera, (float)paint->w / (float)(paint->h > 0 ? paint->h : 1), 0.5f, 40000,
                 &f);
    for (int32_t i = 0; i < p->near_count && count < SAIL_NAMES; i++)
    {
        // Who is on an island sees its name below.
        if (p->near[i].far > 0 && p->near[i].far < (double)p->view)
        {
            draw_name(p, &f, &p->near[i], taken, &count);
        }
    }
}

static void draw_target(const sailor *p)
{
    camera_frame f;
    int32_t x, y;
    const painter *const paint = p->r.paint;
    camera_place(&p->r.camera, (float)paint->w / (float)(paint->h > 0 ? paint->h : 1), 0.5f, 40000,
                 &f);
    if (p->has_target && project(p, &f, p->target_x, 4, p->target_z, &x, &y))
    {
        sail_line(p->r.paint, x, y - scaled(p, 26), x, y, 2, accent);
        painter_fill(p->r.paint, (box){x - 3, y - scaled(p, 30), 8, 6}, accent);
    }
}

// ---- instruments --------------------------------------------------------------------------------

/// A dial with the bow up: the wind as it is felt, the boom, and how the boat lies.
static void draw_dial(const sailor *p, int32_t x, int32_t y, int32_t radius)
{
    painter *const paint = p->r.paint;
    const boat *const b = &p->voyage.boat;
    double speed;
    const double from = boat_wind_felt(b, &speed);
    for (int32_t i = 0; i < 48; i++)
    {
        const double angle = i / 48.0 * tau;
        const int32_t dot = i % 12 == 0 ? 4 : 2;
        painter_fill(paint,
                     (box){x + (int32_t)lround(sin(angle) * radius) - dot / 2,
                           y - (int32_t)lround(cos(angle) * radius) - dot / 2, dot, dot},
                     dim);
    }
    const double l = radius * 0.55, w = radius * 0.22;
    sail_line(paint, x, y - l, x + w, y, 2, ink);
    sail_line(paint, x, y - l, x - w, y, 2, ink);
    sail_line(paint, x + w, y, x + w * 0.7, y + l, 2, ink);
    sail_line(paint, x - w, y, x - w * 0.7, y + l, 2, ink);
    sail_line(paint, x - w * 0.7, y + l, x + w * 0.7, y + l, 2, ink);
    if (b->set > 0.02)
    {
        const double mast = y - l * 0.25, end = l * (0.4 + 0.75 * b->set);
        sail_line(paint, x, mast, x + sin(b->boom) * end, mast + cos(b->boom) * end, 3,
                  b->strain < 0.35 * b->set ? warning : accent);
    }
    // From the rim inwards: where the wind goes to.
    const double tip = radius * 0.62, ax = x + sin(from) * radius, ay = y - cos(from) * radius;
    const double bx = x + sin(from) * tip, by = y - cos(from) * tip;
    const loam_colour blue = {130, 200, 255, 255};
    sail_line(paint, ax, ay, bx, by, 3, blue);
    sail_line(paint, bx, by, bx + sin(from + 0.45) * radius * 0.22,
              by - cos(from + 0.45) * radius * 0.22, 3, blue);
    sail_line(paint, bx, by, bx + sin(from - 0.45) * radius * 0.22,
              by - cos(from - 0.45) * radius * 0.22, 3, blue);
}

static int32_t boat_lines(const sailor *p, char lines[5][64])
{
    const boat *const b = &p->voyage.boat;
    const double true_wind = hypot(b->wind_x, b->wind_z);
    snprintf(lines[0], 64, "%.1f kn", hypot(b->vx, b->vz) * knots);
    snprintf(lines[1], 64, "wind %.0f kn from %s", true_wind * knots,
             sail_direction(atan2(-b->wind_x, -b->wind_z) / tau));
    snprintf(lines[2], 64, "depth %.1f m%s", b->depth,
             b->aground    ? ", aground"
             : b->anchored ? ", at anchor"
                           : "");
    snprintf(lines[3], 64, "%s, sheet %.0f%s%s",
             b->set > 0.95   ? "all sail"
             : b->set > 0.05 ? "reefed"
                             : "furled",
             b->sheet * 57.3, p->asked.boat.trims ? ", trims itself" : "",
             b->set > 0.05 && b->strain < 0.35 * b->set ? ", flaps" : "");
    if (p->has_target)
    {
        snprintf(lines[4], 64, "%.31s %.1f km%s", p->target_name,
                 hypot(p->target_x - b->x, p->target_z - b->z) / 1000,
                 p->helm_holds ? ", held" : "");
        return 5;
    }
    return 4;
}

static void draw_instruments(const sailor *p)
{
    painter *const paint = p->r.paint;
    char lines[5][64];
    const int32_t count = boat_lines(p, lines);
    const int32_t high = painter_line_height(paint, TEXT_SMALL),
                  large = painter_line_height(paint, TEXT_LARGE);
    const int32_t gap = scaled(p, 8), radius = scaled(p, 34);
    const int32_t h = large + (count - 1) * high + gap > 2 * radius + 2 * gap
                          ? large + (count - 1) * high + gap
                          : 2 * radius + 2 * gap;
    const box at = {gap, paint->h - 2 * high - 2 * gap - h - gap / 2,
                    2 * radius + 3 * gap + scaled(p, 190), h};
    painter_fill(paint, at, shade);
    draw_dial(p, at.x + gap + radius, at.y + at.h / 2, radius);
    const int32_t x = at.x + 2 * gap + 2 * radius;
    painter_push_clip(paint, at);
    painter_text(paint, x, at.y + gap / 2, TEXT_LARGE, ink, lines[0]);
    for (int32_t i = 1; i < count; i++)
    {
        painter_text(paint, x, at.y + gap / 2 + large + (i - 1) * high, TEXT_SMALL,
                     i == 2 && p->voyage.boat.aground ? warning
                     : i == 4                         ? accent
                                                      : dim,
                     lines[i]);
    }
    painter_pop_clip(paint);
}

// ---- where one is -------------------------------------------------------------------------------

static void describe(const sailor *p, char first[256])
{
    const near_isle *const by = p->near_count > 0 ? &p->near[0] : NULL;
    const char *const how = p->voyage.aboard                ? "aboard"
                            : p->r.body.state == WALK_SWIMS ? "swimming"
                                                            : walk_kind_name(p->r.body.kind);
    if (by == NULL)
    {
        snprintf(first, 256, "The open sea   %s", how);
        return;
    }
    const double to = atan2((double)by->isle.x - p->r.body.x, (double)by->isle.z - p->r.body.z) /
                      tau;
    const bool known = log_book_knows(&p->book, by->isle.slot_x, by->isle.slot_z);
    if (by->far > 0)
    {
        snprintf(first, 256, "%s lies %.0f m to the %s   %s",
                 known ? by->isle.name : "An unknown island", by->far, sail_direction(to), how);
        return;
    }
    snprintf(first, 256, "%s, %s%s   %s", by->isle.name, p->def.types[by->isle.type].name,
             p->harbour[0] != '\0' ? ", at its harbour" : "", how);
}

const char *sail_key(const sailor *p, play_action action, char buffer[32])
{
    return play_binding_text(&p->r.settings.bindings, action, p->r.now.device, buffer, 32);
}

/// What is done next, most often.
static void write_keys(const sailor *p, char *text, size_t room)
{
    char first[32], second[32], board[32], map[32], help[32];
    sail_key(p, PLAY_SAIL_BOARD, board);
    sail_key(p, PLAY_MAP, map);
    sail_key(p, PLAY_HELP, help);
    p->voyage.aboard
        ? snprintf(text, room, "%s %s helm   %s sail   %s ashore   %s chart   %s help",
                   sail_key(p, PLAY_LAND_LEFT, first), sail_key(p, PLAY_LAND_RIGHT, second),
                   sail_key(p, PLAY_SAIL_CANVAS, (char[32]){0}), board, map, help)
        : snprintf(text, room, "%s aboard   %s call the boat   %s chart   %s help", board,
                   sail_key(p, PLAY_SAIL_FETCH, first), map, help);
}

static void draw_where(sailor *p)
{
    char first[256], second[200], keys[256];
    const roam *const r = &p->r;
    const int32_t minutes = (int32_t)(r->hour * 60) % 1440;
    describe(p, first);
    snprintf(second, sizeof second, "%lld, %lld   %02d:%02d   %s   found %d", llround(r->body.x),
             llround(r->body.z), (int)(minutes / 60), (int)(minutes % 60),
             weather_name((int32_t)r->weather), (int)p->book.isle_count);
    write_keys(p, keys, sizeof keys);
    roam_where(&p->r, first, second, keys);
}

void sail_over(roam *r)
{
    sailor *const p = sailor_of(r);
    if (p->names)
    {
        draw_names(p);
    }
    draw_target(p);
    draw_compass(p);
    draw_where(p);
    if (p->voyage.aboard && r->screen != SAIL_GROWTH)
    {
        draw_instruments(p);
    }
}

int32_t sail_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE])
{
    sailor *const p = sailor_of(r);
    const sea_counters count = sea_count(p->scene);
    const roam_times *const t = &r->times;
    const int32_t last = (t->next + ROAM_HISTORY - 1) % ROAM_HISTORY;
    const boat *const b = &p->voyage.boat;
    double ahead, aside;
    boat_speeds(b, &ahead, &aside);
    snprintf(lines[0], sizeof lines[0], "frame %.1f ms: islands %.1f, drawing %.1f",
             (double)t->whole[last], (double)t->update[last], (double)t->draw[last]);
    snprintf(lines[1], sizeof lines[1], "%lld islands, %lld grow; %lld objects, %lld triangles",
             (long long)count.islands, (long long)count.growing, (long long)count.objects,
             (long long)count.triangles);
    snprintf(lines[2], sizeof lines[2], "%.1f MiB of textures, view %.1f km",
             (double)count.texture_bytes / 1048576, (double)count.view / 1000);
    snprintf(lines[3], sizeof lines[3], "%s quality on %.60s", quality_name((int32_t)r->quality),
             r->gl.renderer);
    snprintf(lines[4], sizeof lines[4], "seed %" PRIu64 ", step %" PRIu64 ", %s", p->def.seed,
             p->voyage.steps, p->records ? "recorded" : "not recorded");
    snprintf(lines[5], sizeof lines[5],
             "ahead %.2f m/s, leeway %.2f, heel %.0f, boom %.0f, rudder %.2f", ahead, aside,
             b->heel * 57.3, b->boom * 57.3, b->rudder);
    snprintf(lines[6], sizeof lines[6], "drawn up to stage %s", loam_isle_stage_name(p->stage));
    return 7;
}
