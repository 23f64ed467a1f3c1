// SPDX-License-Identifier: MIT
#include "voyage/shore.h"

#include "loam/land_world.h"
#include "loam/maths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Heights come in tiles of samples that lie where those of the slot's island lie, so that feet are on the ground that is
// drawn; between them they are interpolated. Piers and moored boats follow from the sites of an island, trees, rocks
// and houses from its objects, which are opened for the island that one is at and sorted into squares.

enum
{
    TILE = 32,   // squares along a side
    TILES = 64,  // kept
    SLOTS = 16,  // whose islands are kept
    CROWDS = 3,  // islands whose objects are kept
    SQUARE = 16, // m along a side of those that objects are sorted into
    PIERS = 4,
    HARBOUR_SLOTS = 4, // as far as one is looked for, around
};

static const double pier_half = 1.5, pier_piece = 4.0; // m, as loam_isles places and draws them
static const double moored_radius = 2.6, moored_away = 5.6;
static const double body = 0.35; // radius of who walks

typedef struct tile
{
    int64_t slot_x, slot_z, column, row;
    bool there;
    float heights[(TILE + 1) * (TILE + 1)];
} tile;

typedef struct pier
{
    double x, z, east, north; // where it begins, and where it goes
    double length, top;
} pier;

typedef struct haven
{
    bool there;
    loam_isle isle;
    pier piers[PIERS];
    int32_t pier_count;
} haven;

/// What stands in the way: upright, round.
typedef struct solid
{
    double x, z, radius;
    double low, top;
} solid;

typedef struct crowd
{
    int64_t slot_x, slot_z, x, z; // low corner
    bool there;
    int32_t side;   // squares
    int32_t *first; // side * side + 1
    solid *solids;
} crowd;

struct shore
{
    loam_isles *isles;
    const loam_isles_def *def;
    tile tiles[TILES];
    haven havens[SLOTS];
    crowd crowds[CROWDS];
    int32_t last_tile, next_tile, next_haven, next_crowd;
    bool patient;
    loam_region *asked; // for what is not there
    loam_result failed; // of what was asked for
};

loam_result shore_create(loam_isles *isles, shore **out)
{
    shore *const s = calloc(1, sizeof *s);
    if (s == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for shores");
    }
    s->isles = isles;
    s->def = loam_isles_get_def(isles);
    *out = s;
    return LOAM_OK;
}

static void empty_crowd(crowd *c)
{
    free(c->first);
    free(c->solids);
    *c = (crowd){0};
}

void shore_set_patient(shore *s, bool patient)
{
    s->patient = patient;
}

void shore_destroy(shore *s)
{
    if (s != NULL)
    {
        loam_region_destroy(s->asked);
    }
    for (int32_t i = 0; s != NULL && i < CROWDS; i++)
    {
        empty_crowd(&s->crowds[i]);
    }
    free(s);
}

static int64_t whole(double metres)
{
    return (int64_t)floor(metres);
}

// ---- islands ------------------------------------------------------------------------------------

const loam_isle_site *shore_harbour(const loam_isle *isle)
{
    for (int32_t i = 0; i < isle->site_count; i++)
    {
        if (isle->sites[i].kind == LOAM_ISLE_HARBOUR)
        {
            return &isle->sites[i];
        }
    }
    return NULL;
}

/// How far from its harbour's middle the last piece of a pier lies, and how far it reaches.
static double last_piece(const loam_isle_site *site)
{
    const int32_t pieces = (int32_t)((site->pier - site->radius) / (float)pier_piece) + 2;
    return (double)site->radius + (pieces - 1) * pier_piece;
}

void shore_pier_end(const loam_isle *isle, const loam_isle_site *harbour, double *x, double *z)
{
    const double far = last_piece(harbour) + pier_piece / 2;
    *x = (double)(isle->x + harbour->x) + (double)harbour->east * far;
    *z = (double)(isle->z + harbour->z) + (double)harbour->north * far;
}

typedef struct harbour_search
{
    double x, z;
    double nearest; // m; below 0: none was found
    loam_isle *out;
} harbour_search;

static bool take_nearest(void *user, const loam_isle *isle)
{
    harbour_search *const search = user;
    const loam_isle_site *const harbour = shore_harbour(isle);
    double x, z;
    if (harbour == NULL)
    {
        return true;
    }
    shore_pier_end(isle, harbour, &x, &z);
    const double far = sqrt((x - search->x) * (x - search->x) + (z - search->z) * (z - search->z));
    if (search->nearest < 0 || far < search->nearest)
    {
        search->nearest = far;
        *search->out = *isle;
    }
    return true;
}

loam_result shore_find_harbour(loam_isles *isles, double x, double z, loam_isle *out)
{
    const int64_t reach = (int64_t)HARBOUR_SLOTS * loam_isles_get_def(isles)->slot;
    const int64_t i = (int64_t)floor(x), k = (int64_t)floor(z);
    harbour_search search = {.x = x, .z = z, .nearest = -1, .out = out};
    const loam_result result = loam_isles_find(
        isles, (loam_isles_box){i - reach, k - reach, i + reach, k + reach}, take_nearest, &search);
    const bool found = result != LOAM_OK || search.nearest >= 0;
    return found ? result
                 : loam_fail(LOAM_NOT_FOUND, "no island within %d slots has a harbour",
                             HARBOUR_SLOTS);
}

static void add_pier(haven *h, const loam_isle_site *site)
{
    const double from = (double)site->radius - pier_piece / 2;
    if (h->pier_count < PIERS)
    {
        h->piers[h->pier_count++] = (pier){
            .x = (double)(h->isle.x + site->x) + (double)site->east * from,
            .z = (double)(h->isle.z + site->z) + (double)site->north * from,
            .east = (double)site->east,
            .north = (double)site->north,
            .length = last_piece(site) + pier_piece / 2 - from,
            .top = (double)site->level};
    }
}

static loam_result find_haven(shore *s, int64_t slot_x, int64_t slot_z, const haven **out)
{
    for (int32_t i = 0; i < SLOTS; i++)
    {
        const haven *const h = &s->havens[i];
        if (h->there && h->isle.slot_x == slot_x && h->isle.slot_z == slot_z)
        {
            *out = h;
            return LOAM_OK;
        }
    }
    haven *const h = &s->havens[s->next_haven];
    s->next_haven = (s->next_haven + 1) % SLOTS;
    *h = (haven){0};
    const loam_result result = loam_isles_at(s->isles, slot_x, slot_z, &h->isle);
    h->there = result == LOAM_OK;
    h->isle.slot_x = slot_x;
    h->isle.slot_z = slot_z;
    for (int32_t i = 0; i < h->isle.site_count; i++)
    {
        if (h->isle.sites[i].kind == LOAM_ISLE_HARBOUR)
        {
            add_pier(h, &h->isle.sites[i]);
        }
    }
    *out = h;
    return result;
}

static loam_result haven_at(shore *s, double x, double z, const haven **out)
{
    return find_haven(s, loam_floor_div(whole(x), s->def->slot),
                      loam_floor_div(whole(z), s->def->slot), out);
}

loam_result shore_isle(shore *s, double x, double z, const loam_isle **out)
{
    const haven *h;
    const loam_result result = haven_at(s, x, z, &h);
    *out = &h->isle;
    return result;
}

// ---- heights ------------------------------------------------------------------------------------

/// The squares of a slot are counted from a place that its island's samples lie on.
static int64_t phase(const shore *s, int64_t middle)
{
    return middle - loam_floor_div(middle, s->def->cell) * s->def->cell;
}

static bool is_tile(const tile *t, const tile *wanted)
{
    return t->there && t->column == wanted->column && t->row == wanted->row &&
           t->slot_x == wanted->slot_x && t->slot_z == wanted->slot_z;
}

static loam_result find_tile(shore *s, const tile *wanted, int64_t x, int64_t z, const tile **out)
{
    for (int32_t i = 0; i < TILES; i++)
    {
        const int32_t at = (s->last_tile + i) % TILES;
        if (is_tile(&s->tiles[at], wanted))
        {
            s->last_tile = at;
            *out = &s->tiles[at];
            return LOAM_OK;
        }
    }
    tile *const t = &s->tiles[s->next_tile];
    s->last_tile = s->next_tile;
    s->next_tile = (s->next_tile + 1) % TILES;
    t->slot_x = wanted->slot_x;
    t->slot_z = wanted->slot_z;
    t->column = wanted->column;
    t->row = wanted->row;
    const loam_isles_area area = {
        .x = x, .z = z, .step = s->def->cell, .w = TILE + 1, .h = TILE + 1};
    const loam_result result = loam_isles_heights(s->isles, area, t->heights);
    t->there = result == LOAM_OK;
    *out = t;
    return result;
}

/// Heights at the corners of the square that a place is in: south-west, south-east, north-west, north-east. u, v: where
/// in it the place is.
static loam_result corners(shore *s, double x, double z, float out[4], double *u, double *v)
{
    const haven *h;
    loam_result result = haven_at(s, x, z, &h);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t cell = s->def->cell, px = phase(s, h->isle.x), pz = phase(s, h->isle.z);
    const int64_t column = loam_floor_div(whole(x) - px, cell);
    const int64_t row = loam_floor_div(whole(z) - pz, cell);
    const tile wanted = {.slot_x = h->isle.slot_x,
                         .slot_z = h->isle.slot_z,
                         .column = loam_floor_div(column, TILE),
                         .row = loam_floor_div(row, TILE)};
    const tile *t;
    result = find_tile(s, &wanted, wanted.column * TILE * cell + px, wanted.row * TILE * cell + pz,
                       &t);
    const int64_t i = column - wanted.column * TILE, j = row - wanted.row * TILE;
    const float *const at = t->heights + j * (TILE + 1) + i;
    out[0] = at[0];
    out[1] = at[1];
    out[2] = at[TILE + 1];
    out[3] = at[TILE + 2];
    *u = (x - (double)(column * cell + px)) / (double)cell;
    *v = (z - (double)(row * cell + pz)) / (double)cell;
    return result;
}

static double between(const float h[4], double u, double v)
{
    const double south = (double)h[0] + ((double)h[1] - (double)h[0]) * u;
    const double north = (double)h[2] + ((double)h[3] - (double)h[2]) * u;
    return south + (north - south) * v;
}

loam_result shore_height(shore *s, double x, double z, double *out)
{
    float h[4];
    double u, v;
    const loam_result result = corners(s, x, z, h, &u, &v);
    *out = result == LOAM_OK ? between(h, u, v) : 0;
    return result;
}

// ---- piers --------------------------------------------------------------------------------------

/// How far a place is from a pier's planks, m; below 0 on them.
static double pier_distance(const pier *p, double x, double z)
{
    const double dx = x - p->x, dz = z - p->z;
    const double along = dx * p->east + dz * p->north, aside = dz * p->east - dx * p->north;
    const double beyond = along < 0 ? -along : along - p->length;
    const double beside = fabs(aside) - pier_half;
    if (beyond <= 0 || beside <= 0)
    {
        return beyond > beside ? beyond : beside;
    }
    return sqrt(beyond * beyond + beside * beside);
}

/// How far the boat that is moored at a pier's end is.
static double moored_distance(const pier *p, double x, double z)
{
    const double along = p->length - pier_piece / 2;
    const double dx = x - (p->x + p->east * along - p->north * moored_away);
    const double dz = z - (p->z + p->north * along + p->east * moored_away);
    return sqrt(dx * dx + dz * dz) - moored_radius;
}

// ---- for walkers --------------------------------------------------------------------------------

static void set_normal(const shore *s, const float h[4], double u, double v, walk_ground *out)
{
    const double cell = (double)s->def->cell;
    const double west = (double)h[0] + ((double)h[2] - (double)h[0]) * v;
    const double east = (double)h[1] + ((double)h[3] - (double)h[1]) * v;
    const double south = (double)h[0] + ((double)h[1] - (double)h[0]) * u;
    const double north = (double)h[2] + ((double)h[3] - (double)h[2]) * u;
    const double rise_x = (east - west) / cell, rise_z = (north - south) / cell;
    const double length = sqrt(1 + rise_x * rise_x + rise_z * rise_z);
    out->normal[0] = (float)(-rise_x / length);
    out->normal[1] = (float)(1 / length);
    out->normal[2] = (float)(-rise_z / length);
}

static loam_result ask_ground(void *user, double x, double z, walk_ground *out)
{
    shore *const s = user;
    float h[4];
    double u, v;
    const haven *here;
    loam_result result = corners(s, x, z, h, &u, &v);
    result = result == LOAM_OK ? haven_at(s, x, z, &here) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    out->height = (float)between(h, u, v);
    set_normal(s, h, u, v, out);
    for (int32_t i = 0; i < here->pier_count; i++)
    {
        const pier *const p = &here->piers[i];
        if ((double)out->height < p->top && pier_distance(p, x, z) <= 0)
        {
            out->height = (float)p->top;
            out->normal[0] = out->normal[2] = 0;
            out->normal[1] = 1;
        }
    }
    out->water = out->height < 0 ? 0 : LOAM_LAND_DRY;
    return LOAM_OK;
}

walk_world shore_ground(shore *s)
{
    return (walk_world){.ground = ask_ground, .user = s};
}

// ---- what stands in the way ---------------------------------------------------------------------

/// The part of an object's radius that nobody goes through, and how high it is, of its radius; 0: nothing of it.
static double girth(int32_t shape, double *high)
{
    *high = 3;
    switch (shape)
    {
    case LOAM_ISLE_TREE:
    case LOAM_ISLE_PINE:
    case LOAM_ISLE_PALM:
        return 0.14;
    case LOAM_ISLE_BOULDER:
        *high = 0.8;
        return 0.85;
    case LOAM_ISLE_ICE:
        *high = 1.2;
        return 0.85;
    case LOAM_ISLE_HOUSE:
        *high = 1.2;
        return 0.72;
    default: // bushes and corals give way; piers and boats are known from sites
        return 0;
    }
}

static int32_t square_of(const crowd *c, double x, double z)
{
    const double u = (x - (double)c->x) / SQUARE, v = (z - (double)c->z) / SQUARE;
    const int32_t i = u < 0 ? 0 : u >= c->side ? c->side - 1 : (int32_t)u;
    const int32_t j = v < 0 ? 0 : v >= c->side ? c->side - 1 : (int32_t)v;
    return j * c->side + i;
}

static solid solid_of(const loam_isle *isle, const loam_isle_object *o)
{
    double high;
    const double share = girth(o->shape, &high);
    return (solid){.x = (double)isle->x + (double)o->x,
                   .z = (double)isle->z + (double)o->z,
                   .radius = (double)o->radius * share,
                   .low = (double)o->y,
                   .top = (double)o->y + (double)o->radius * high};
}

/// Counts, then sums, then places: objects of a square lie side by side.
static loam_result sort_solids(crowd *c, const loam_isle *isle, const loam_isle_object *objects,
                               int32_t count)
{
    const int32_t squares = c->side * c->side;
    c->first = calloc((size_t)squares + 2, sizeof *c->first);
    c->solids = calloc((size_t)count + 1, sizeof *c->solids);
    if (c->first == NULL || c->solids == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what stands on an island");
    }
    for (int32_t i = 0; i < count; i++)
    {
        const solid one = solid_of(isle, &objects[i]);
        c->first[square_of(c, one.x, one.z) + 2] += one.radius > 0;
    }
    for (int32_t i = 2; i < squares + 2; i++)
    {
        c->first[i] += c->first[i - 1];
    }
    for (int32_t i = 0; i < count; i++)
    {
        const solid one = solid_of(isle, &objects[i]);
        if (one.radius > 0)
        {
            c->solids[c->first[square_of(c, one.x, one.z) + 1]++] = one;
        }
    }
    return LOAM_OK;
}

static void region_fails(void *user, loam_page_id id, loam_result result, const char *message)
{
    shore *const s = user;
    (void)id;
    (void)message; // it is the last error
    s->failed = result;
}

/// Lets an island grow. All that are asked for within some slots stay, so that a search goes on where it was put off.
static loam_result ask_for(shore *s, int32_t stage, const loam_isle *isle)
{
    const loam_region_def def = {.stage = stage,
                                 .keep = (int64_t)HARBOUR_SLOTS * s->def->slot,
                                 .failed = region_fails,
                                 .user = s};
    loam_result result = s->failed;
    s->failed = LOAM_OK;
    if (result == LOAM_OK)
    {
        result = s->asked == NULL ? loam_region_create(loam_isles_pipeline(s->isles), &def, isle->x,
                                                       0, isle->z, &s->asked)
                                  : loam_region_move(s->asked, isle->x, 0, isle->z);
    }
    return result == LOAM_OK ? loam_fail(LOAM_CANCELLED, "%s has not grown yet", isle->name)
                             : result;
}

static loam_result find_objects(shore *s, const loam_isle *isle, const loam_page **out)
{
    loam_pipeline *const pipeline = loam_isles_pipeline(s->isles);
    const loam_page_id id = {.stage = loam_pipeline_stage_index(pipeline, "isles.objects"),
                             .x = isle->slot_x,
                             .z = isle->slot_z};
    if (!s->patient)
    {
        return loam_pipeline_get(pipeline, id, out);
    }
    const loam_result result = loam_pipeline_peek(pipeline, id, out);
    return result == LOAM_NOT_FOUND ? ask_for(s, id.stage, isle) : result;
}

static loam_result fill_crowd(shore *s, const loam_isle *isle, crowd *c)
{
    const loam_page *page = NULL;
    loam_result result = find_objects(s, isle, &page);
    if (result != LOAM_OK)
    {
        return result;
    }
    *c = (crowd){.slot_x = isle->slot_x,
                 .slot_z = isle->slot_z,
                 .x = isle->x - isle->radius,
                 .z = isle->z - isle->radius,
                 .side = 2 * isle->radius / SQUARE + 1};
    result = sort_solids(c, isle, page->data, (int32_t)(page->size / sizeof(loam_isle_object)));
    loam_pipeline_release(loam_isles_pipeline(s->isles), page);
    c->there = result == LOAM_OK;
    return result;
}

/// What stands on the island that a place is on or at; NULL if it is on none.
static loam_result crowd_at(shore *s, double x, double z, const crowd **out)
{
    const haven *h;
    *out = NULL;
    loam_result result = haven_at(s, x, z, &h);
    const double dx = x - (double)h->isle.x, dz = z - (double)h->isle.z;
    const double reach = (double)h->isle.radius;
    if (result != LOAM_OK || h->isle.type < 0 || dx * dx + dz * dz > reach * reach)
    {
        return result;
    }
    for (int32_t i = 0; i < CROWDS; i++)
    {
        const crowd *const c = &s->crowds[i];
        if (c->there && c->slot_x == h->isle.slot_x && c->slot_z == h->isle.slot_z)
        {
            *out = c;
            return LOAM_OK;
        }
    }
    crowd *const c = &s->crowds[s->next_crowd];
    s->next_crowd = (s->next_crowd + 1) % CROWDS;
    empty_crowd(c);
    result = fill_crowd(s, &h->isle, c);
    *out = result == LOAM_OK ? c : NULL;
    return result;
}

/// The solids of the squares within a square of a place, by numbers: calls one for each.
static void each_near(const crowd *c, double x, double z,
                      void (*one)(void *user, const solid *found), void *user)
{
    const int32_t at = square_of(c, x, z), i = at % c->side, j = at / c->side;
    for (int32_t row = j > 0 ? j - 1 : 0; row <= j + 1 && row < c->side; row++)
    {
        for (int32_t column = i > 0 ? i - 1 : 0; column <= i + 1 && column < c->side; column++)
        {
            const int32_t square = row * c->side + column;
            for (int32_t k = c->first[square]; k < c->first[square + 1]; k++)
            {
                one(user, &c->solids[k]);
            }
        }
    }
}

static void push_out(void *user, const solid *found)
{
    walker *const w = user;
    const double dx = w->x - found->x, dz = w->z - found->z, reach = found->radius + body;
    const double far = sqrt(dx * dx + dz * dz);
    if (far >= reach || w->y >= found->top || w->y < found->low - 3)
    {
        return;
    }
    const double share = far > 1e-6 ? reach / far : 0;
    w->x = found->x + (far > 1e-6 ? dx * share : reach);
    w->z = found->z + dz * share;
}

loam_result shore_keep_out(shore *s, walker *w)
{
    const crowd *c;
    const loam_result result = crowd_at(s, w->x, w->z, &c);
    if (result == LOAM_OK && c != NULL)
    {
        each_near(c, w->x, w->z, push_out, w);
    }
    return result;
}

// ---- for boats ----------------------------------------------------------------------------------

typedef struct room
{
    double x, z, least;
} room;

/// Only what comes near the surface.
static void take_room(void *user, const solid *found)
{
    room *const r = user;
    const double dx = r->x - found->x, dz = r->z - found->z;
    const double far = sqrt(dx * dx + dz * dz) - found->radius;
    r->least = found->top > -BOAT_DRAUGHT && far < r->least ? far : r->least;
}

static loam_result ask_water(void *user, double x, double z, double *out)
{
    shore *const s = user;
    const haven *h;
    double height;
    const crowd *c = NULL;
    loam_result result = shore_height(s, x, z, &height);
    result = result == LOAM_OK ? haven_at(s, x, z, &h) : result;
    // Where it is deep nothing stands that a keel could meet.
    result = result == LOAM_OK && height > -8 ? crowd_at(s, x, z, &c) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    room r = {x, z, -height};
    for (int32_t i = 0; i < h->pier_count; i++)
    {
        const double planks = pier_distance(&h->piers[i], x, z);
        const double moored = moored_distance(&h->piers[i], x, z);
        r.least = planks < r.least ? planks : r.least;
        r.least = moored < r.least ? moored : r.least;
    }
    if (c != NULL)
    {
        each_near(c, x, z, take_room, &r);
    }
    *out = r.least;
    return LOAM_OK;
}

boat_water shore_water(shore *s)
{
    return (boat_water){.clearance = ask_water, .user = s};
}
