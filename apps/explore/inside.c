// SPDX-License-Identifier: MIT
#include "explore/inside.h"

#include "explore/explorer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The land's inside in the explorer: a world of voxels around the walker, which the scene draws, the walker meets
// and the player digs in. Without it, as a surface, the land is as it was.

enum
{
    NEAR_M = 160,     // voxels of a metre are there up to this,
    NEAR_HALF_M = 96, // those of half a metre up to this
    LEVELS = 4,       // of the world, and one more with half metres
    UPDATE_US = 2000, // of a frame
    LAMP_FRAMES = 20, // between two looks for lamps
    SAVE_MS = 250,    // between two times that something is kept
    SAVE_CHUNKS = 2,  // then
    LAMP_REACH = 28,  // m
};

static const double reach_m = 9;       // of digging and building
static const double strokes_per_s = 8; // while a button is held

bool inside_is_on(const explorer *e)
{
    return e->inside.voxels != NULL;
}

static loam_volume_form form_of(const explorer *e)
{
    return e->inside.form == INSIDE_BLOCKS ? LOAM_VOLUME_BLOCKS : LOAM_VOLUME_SMOOTH;
}

/// The level of a volume that is level 0 of the world.
static int32_t finest(const explore_inside *in)
{
    return in->per_m > 1 ? -1 : 0;
}

const char *inside_form_name(int32_t form)
{
    static const char *const names[] = {"the surface alone", "a smooth body", "blocks"};
    return names[form];
}

// ---- chunks that were changed -------------------------------------------------------------------

static bool is_before(const loam_voxel_pos *a, const loam_voxel_pos *b)
{
    return a->x != b->x ? a->x < b->x : a->y != b->y ? a->y < b->y : a->z < b->z;
}

/// Where a chunk is among those that were changed, or belongs.
static int32_t place_of(const explore_inside *in, const loam_voxel_pos *chunk)
{
    int32_t low = 0, high = in->changed_count;
    while (low < high)
    {
        const int32_t middle = low + (high - low) / 2;
        const bool before = is_before(&in->changed[middle], chunk);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool is_changed(const explore_inside *in, loam_voxel_pos chunk)
{
    const int32_t at = place_of(in, &chunk);
    return at < in->changed_count && !is_before(&chunk, &in->changed[at]);
}

static void note_changed(explore_inside *in, loam_voxel_pos chunk)
{
    if (is_changed(in, chunk))
    {
        return;
    }
    if (in->changed_count == in->changed_room)
    {
        const int32_t room = in->changed_room * 2 + 64;
        loam_voxel_pos *const more = realloc(in->changed, (size_t)room * sizeof *more);
        if (more == NULL)
        {
            return; // it is drawn as it grew until somebody comes near
        }
        in->changed = more;
        in->changed_room = room;
    }
    const int32_t at = place_of(in, &chunk);
    memmove(in->changed + at + 1, in->changed + at,
            (size_t)(in->changed_count++ - at) * sizeof *in->changed);
    in->changed[at] = chunk;
}

/// Has what is drawn of the voxels between two, both included, made anew.
static void touch(const explorer *e, loam_voxel_pos low, loam_voxel_pos high)
{
    const int64_t ends[2][3] = {{low.x, low.y, low.z}, {high.x, high.y, high.z}};
    int64_t from[3], to[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        from[axis] = loam_floor_div(ends[0][axis], e->inside.per_m);
        to[axis] = -loam_floor_div(-ends[1][axis], e->inside.per_m);
    }
    scene_touch(e->scene, from, to);
}

/// What came with changes of another day is drawn anew: before, the land as it grows was drawn there.
static void chunk_is_ready(void *user, loam_voxel_chunk_pos chunk)
{
    explorer *const e = user;
    if (chunk.level == 0 && is_changed(&e->inside, (loam_voxel_pos){chunk.x, chunk.y, chunk.z}))
    {
        const int64_t last = LOAM_VOXEL_CHUNK - 1;
        const loam_voxel_pos low = loam_voxel_chunk_first(chunk);
        touch(e, low, (loam_voxel_pos){low.x + last, low.y + last, low.z + last});
    }
}

static void edit_is_done(void *user, const loam_voxel_report *report)
{
    explorer *const e = user;
    roam_log(&e->r, "edit: %lld voxels, %lld flooded", (long long)report->changed,
             (long long)report->flooded);
    if (report->what != 0)
    {
        roam_tell(&e->r, false, report->what < 0 ? "Undone" : "Done again");
    }
    if (report->changed == 0)
    {
        return;
    }
    touch(e, report->low, report->high);
    const loam_voxel_chunk_pos a = loam_voxel_chunk_of(report->low),
                               b = loam_voxel_chunk_of(report->high);
    for (int64_t z = a.z; z <= b.z; z++)
    {
        for (int64_t y = a.y; y <= b.y; y++)
        {
            for (int64_t x = a.x; x <= b.x; x++)
            {
                note_changed(&e->inside, (loam_voxel_pos){x, y, z});
            }
        }
    }
    e->inside.lamp_frames = 0;
}

static void voxels_failed(void *user, loam_result result, const char *message)
{
    explorer *const e = user;
    (void)result;
    roam_tell(&e->r, true, "voxels: %s", message);
}

// ---- where the scene gets voxels from -----------------------------------------------------------

static loam_volume_kind kind_of(const loam_volume_box *part, const loam_volume_voxels *voxels)
{
    const size_t count = (size_t)part->w * (size_t)part->h * (size_t)part->d;
    size_t solid = 0, air = 0;
    for (size_t i = 0; i < count && voxels->materials != NULL; i++)
    {
        solid += loam_voxel_is_solid(voxels->materials[i]);
        air += voxels->materials[i] == LOAM_VOXEL_AIR;
    }
    return solid == count ? LOAM_VOLUME_ROCK : air == count ? LOAM_VOLUME_AIR : LOAM_VOLUME_MIXED;
}

/// With changes where the world is, else as the land grows: the two are the same where nobody has changed anything.
static loam_result fill(void *user, const loam_volume_box *part, const loam_volume_voxels *out,
                        loam_volume_kind *kind)
{
    explorer *const e = user;
    loam_volume_box own = *part;
    own.level -= finest(&e->inside);
    loam_result result = e->inside.changed_count > 0
                             ? loam_voxel_world_read(e->inside.voxels, &own, out)
                             : LOAM_NOT_FOUND;
    if (result == LOAM_OK)
    {
        *kind = kind_of(part, out);
        return LOAM_OK;
    }
    return result == LOAM_NOT_FOUND ? loam_volume_fill(e->inside.grower, part, out, kind) : result;
}

/// Whether any chunk was changed between two places, m.
static bool is_changed_within(void *user, const int64_t low[3], const int64_t high[3])
{
    const explore_inside *const in = &((const explorer *)user)->inside;
    bool any = false;
    for (int32_t i = 0; i < in->changed_count && !any; i++)
    {
        const int64_t at[3] = {in->changed[i].x, in->changed[i].y, in->changed[i].z};
        any = true;
        for (int32_t axis = 0; axis < 3; axis++)
        {
            any = any && (at[axis] + 1) * LOAM_VOXEL_CHUNK > low[axis] * in->per_m &&
                  at[axis] * LOAM_VOXEL_CHUNK <= high[axis] * in->per_m;
        }
    }
    return any;
}

// ---- beginning and ending -----------------------------------------------------------------------

static void note_kept(void *context, loam_voxel_pos chunk)
{
    explorer *const e = context;
    note_changed(&e->inside, chunk);
}

static loam_result begin_voxels(explorer *e)
{
    explore_inside *const in = &e->inside;
    loam_volume_def volume = loam_default_volume_def();
    loam_density_function functions[LOAM_DENSITY_COUNT];
    volume.env = e->r.env;
    volume.seed = e->seed;
    volume.surface = loam_volume_land(e->land);
    volume.falloff_m = in->numbers.falloff_m;
    volume.keep_floating = in->numbers.keep_floating;
    volume.functions = functions;
    volume.function_count = LOAM_DENSITY_COUNT;
    loam_inside_functions(&in->numbers, functions);
    loam_result result = loam_volume_create(&volume, &in->volume);
    result = result == LOAM_OK ? loam_volume_grower_create(in->volume, &in->grower) : result;
    const float voxel_m = 1.0f / (float)in->per_m;
    in->keep = (keep){
        .seed = e->seed, .shape = e->shape, .inside = in->numbers, .voxel_m = voxel_m};
    result = result == LOAM_OK ? keep_open(&in->keep, e->world, e->r.folders.home) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_voxel_world_def def = loam_default_voxel_world_def();
    def.env = e->r.env;
    def.volume = in->volume;
    def.store = keep_store(&in->keep);
    def.voxel_m = voxel_m;
    def.near_m = in->per_m > 1 ? NEAR_HALF_M * in->per_m : NEAR_M;
    def.levels = LEVELS - finest(in);
    def.ready = chunk_is_ready;
    def.edited = edit_is_done;
    def.failed = voxels_failed;
    def.user = e;
    result = loam_voxel_world_create(&def, &in->voxels);
    return result == LOAM_OK ? def.store.list(def.store.user, note_kept, e) : result;
}

static void end_voxels(explorer *e)
{
    explore_inside *const in = &e->inside;
    const loam_result saved = in->voxels != NULL ? loam_voxel_world_save(in->voxels) : LOAM_OK;
    loam_voxel_world_destroy(in->voxels);
    const loam_result closed = keep_close(&in->keep);
    if (saved != LOAM_OK || closed != LOAM_OK)
    {
        roam_complain(&e->r, "what was dug could not be kept");
    }
    loam_volume_grower_destroy(in->grower);
    loam_volume_destroy(in->volume);
    free(in->changed);
    in->voxels = NULL;
    in->grower = NULL;
    in->volume = NULL;
    in->changed = NULL;
    in->changed_count = in->changed_room = in->lamp_count = 0;
}

/// Draws and walks as the form says; what was changed stays.
static loam_result show_form(explorer *e)
{
    explore_inside *const in = &e->inside;
    loam_result result = LOAM_OK;
    if (in->form == INSIDE_SURFACE)
    {
        result = scene_set_body(e->scene, NULL);
        end_voxels(e);
        return result;
    }
    result = in->voxels == NULL ? begin_voxels(e) : LOAM_OK;
    const body_def def = {.source = {fill, e, in->volume, is_changed_within},
                          .form = form_of(e),
                          .finest = finest(in),
                          .levels = (e->r.quality == QUALITY_LOW ? 2 : 3) - finest(in),
                          .jobs = e->r.env.jobs};
    return result == LOAM_OK ? scene_set_body(e->scene, &def) : result;
}

static void log_form(const explorer *e)
{
    roam_log(&e->r, "form: %s, %d chunks changed", inside_form_name(e->inside.form),
             (int)e->inside.changed_count);
}

loam_result inside_begin(explorer *e)
{
    explore_inside *const in = &e->inside;
    const int32_t wanted = e->r.settings.land_form;
    in->form = in->is_locked      ? INSIDE_SURFACE
               : wanted > 0       ? wanted - 1
               : e->r.gl.software ? INSIDE_SURFACE
                                  : INSIDE_SMOOTH;
    in->brush = in->brush > 0 ? in->brush : 2;
    in->material = in->material != LOAM_VOXEL_AIR ? in->material : LOAM_VOXEL_GRANITE;
    const loam_result result = show_form(e);
    log_form(e);
    return result;
}

void inside_end(explorer *e)
{
    if (e->scene != NULL)
    {
        (void)scene_set_body(e->scene, NULL);
    }
    end_voxels(e);
}

void inside_change_form(explorer *e)
{
    explore_inside *const in = &e->inside;
    if (in->is_locked)
    {
        roam_tell(&e->r, true, "A walk that is recorded or replayed goes over the surface");
        return;
    }
    in->form = (in->form + 1) % INSIDE_FORMS;
    e->r.settings.land_form = in->form + 1;
    e->r.settings_changed = true;
    if (show_form(e) != LOAM_OK)
    {
        roam_complain(&e->r, "voxels");
        in->form = INSIDE_SURFACE;
        (void)show_form(e);
    }
    roam_tell(&e->r, false, "The land as %s", inside_form_name(in->form));
    log_form(e);
}

void inside_change_numbers(explorer *e, const loam_inside *numbers)
{
    const bool was_on = inside_is_on(e);
    inside_end(e);
    e->inside.numbers = *numbers;
    if (was_on && show_form(e) != LOAM_OK)
    {
        roam_complain(&e->r, "voxels");
        e->inside.form = INSIDE_SURFACE;
        (void)show_form(e);
    }
    roam_tell(&e->r, false, was_on ? "The land has its new inside" : "The inside is not shown: N");
    log_form(e);
}

// ---- following the walker -----------------------------------------------------------------------

static loam_voxel_pos voxel_at(const explorer *e, double x, double y, double z)
{
    const double scale = e->inside.per_m;
    return (loam_voxel_pos){(int64_t)floor(x * scale + 0.5), (int64_t)floor(y * scale + 0.5),
                            (int64_t)floor(z * scale + 0.5)};
}

static loam_voxel_point point_at(const explorer *e, double x, double y, double z)
{
    const double scale = e->inside.per_m;
    const loam_voxel_pos at = voxel_at(e, x, y, z);
    return (loam_voxel_point){
        at, {x * scale - (double)at.x, y * scale - (double)at.y, z * scale - (double)at.z}};
}

static double nearness(const explorer *e, const scene_lamp *lamp)
{
    const double dx = lamp->x - e->r.body.x, dy = lamp->y - e->r.body.y, dz = lamp->z - e->r.body.z;
    return dx * dx + dy * dy + dz * dz;
}

static void add_lamp(explorer *e, scene_lamp lamp)
{
    explore_inside *const in = &e->inside;
    int32_t at = in->lamp_count < INSIDE_LAMPS ? in->lamp_count++ : INSIDE_LAMPS;
    for (; at > 0 && nearness(e, &in->lamps[at - 1]) > nearness(e, &lamp); at--)
    {
        if (at < INSIDE_LAMPS)
        {
            in->lamps[at] = in->lamps[at - 1];
        }
    }
    if (at < INSIDE_LAMPS)
    {
        in->lamps[at] = lamp;
    }
}

/// The torches around, the nearest ones first.
static void find_lamps(explorer *e)
{
    explore_inside *const in = &e->inside;
    if (in->lamp_frames-- > 0 || in->changed_count == 0)
    {
        return;
    }
    in->lamp_frames = LAMP_FRAMES;
    const int32_t reach = LAMP_REACH * in->per_m, side = 2 * reach, count = side * side * side;
    const double scale = in->per_m;
    uint8_t *const materials = malloc((size_t)count);
    const loam_voxel_pos at = voxel_at(e, e->r.body.x, e->r.body.y, e->r.body.z);
    const loam_volume_box part = {0, at.x - reach, at.y - reach, at.z - reach, side, side, side};
    const loam_volume_voxels to = {.materials = materials};
    if (materials != NULL && loam_voxel_world_read(in->voxels, &part, &to) == LOAM_OK)
    {
        in->lamp_count = 0;
        for (int32_t i = 0; i < count; i++)
        {
            if (materials[i] == LOAM_VOXEL_LAMP)
            {
                add_lamp(e, (scene_lamp){(double)(part.x + i % side) / scale,
                                         ((double)(part.y + i / side % side) + 0.7) / scale,
                                         (double)(part.z + i / (side * side)) / scale, 0.5});
            }
        }
    }
    free(materials);
}

/// By time, as frames may be few.
static void save_some(explorer *e)
{
    const uint64_t now = loam_clock_ns();
    if (now - e->inside.saved_ns < (uint64_t)SAVE_MS * 1000000)
    {
        return;
    }
    e->inside.saved_ns = now;
    if (loam_voxel_world_save_some(e->inside.voxels, SAVE_CHUNKS, NULL) != LOAM_OK)
    {
        roam_complain(&e->r, "what was dug stays in memory and is tried again");
    }
}

static int64_t clamp(int64_t value, int64_t max)
{
    return value > max ? max : value < -max ? -max : value;
}

/// Voxels end where none are seen any more, in half metres at half the height: whoever is beyond looks from their end.
static loam_voxel_pos viewer_at(const explorer *e)
{
    const loam_voxel_pos at = voxel_at(e, e->r.body.x, e->r.body.y, e->r.body.z);
    return (loam_voxel_pos){clamp(at.x, LOAM_VOXEL_MAX_PLACE), clamp(at.y, LOAM_VOLUME_TOP),
                            clamp(at.z, LOAM_VOXEL_MAX_PLACE)};
}

loam_result inside_update(explorer *e)
{
    if (!inside_is_on(e))
    {
        return LOAM_OK;
    }
    const loam_voxel_viewer viewer = {.at = viewer_at(e)};
    loam_result result = loam_voxel_world_update(e->inside.voxels, &viewer, 1, UPDATE_US, NULL);
    if (result == LOAM_OK)
    {
        find_lamps(e);
        save_some(e);
    }
    return result;
}

void inside_light(const explorer *e, scene_look *look)
{
    const explore_inside *const in = &e->inside;
    if (in->lamp)
    {
        const double turn = e->r.yaw * 0.017453292519943295;
        look->lamps[look->lamp_count++] = (scene_lamp){
            e->r.body.x + 0.35 * cos(turn) + 0.3 * sin(turn), e->r.body.y + e->r.raise - 0.2,
            e->r.body.z - 0.35 * sin(turn) + 0.3 * cos(turn), 1};
    }
    for (int32_t i = 0; i < in->lamp_count && look->lamp_count < SCENE_MAX_LAMPS; i++)
    {
        look->lamps[look->lamp_count++] = in->lamps[i];
    }
}

// ---- walking --------------------------------------------------------------------------------------

static loam_voxel_body body_of(const explorer *e, const walker *w)
{
    static const float sizes[WALK_KINDS][2] = {
        {0.35f, 1.8f}, {0.6f, 2.6f}, {0.4f, 0.9f}, {0.3f, 0.7f}};
    const bool walks = w->kind == WALK_FOOT || w->kind == WALK_HORSE;
    const float scale = (float)e->inside.per_m;
    // One block up, however large; of a smooth body as high as legs can.
    return (loam_voxel_body){.at = point_at(e, w->x, w->y, w->z),
                             .radius_m = sizes[w->kind][0] * scale,
                             .height_m = sizes[w->kind][1] * scale,
                             .step_m = !walks                             ? 0
                                       : form_of(e) == LOAM_VOLUME_BLOCKS ? 1.05f
                                                                          : 0.6f * scale};
}

static loam_result move(void *user, const walker *w, const double by[3], walk_moved *out)
{
    explorer *const e = user;
    const loam_voxel_body from = body_of(e, w);
    const double scale = e->inside.per_m;
    const float wish[3] = {(float)(by[0] * scale), (float)(by[1] * scale), (float)(by[2] * scale)};
    loam_voxel_moved to;
    const loam_result result = loam_voxel_world_move_capsule(e->inside.voxels, &from, wish,
                                                             form_of(e), &to);
    if (result != LOAM_OK || to.missing)
    {
        return result != LOAM_OK ? result : LOAM_NOT_FOUND;
    }
    *out = (walk_moved){((double)to.at.origin.x + to.at.offset[0]) / scale,
                        ((double)to.at.origin.y + to.at.offset[1]) / scale,
                        ((double)to.at.origin.z + to.at.offset[2]) / scale,
                        to.ground,
                        to.ceiling,
                        to.stuck,
                        {to.normal[0], to.normal[1], to.normal[2]}};
    return LOAM_OK;
}

static bool is_wet(void *user, const walker *w, double above)
{
    const explorer *const e = user;
    uint8_t there = LOAM_VOXEL_AIR;
    const loam_voxel_pos at = voxel_at(e, w->x, w->y + above, w->z);
    return loam_voxel_world_at(e->inside.voxels, at, &there, NULL) == LOAM_OK &&
           there == LOAM_VOXEL_WATER;
}

static loam_result ask_ground(void *user, double x, double z, walk_ground *out)
{
    explorer *const e = user;
    const walk_world over = ground_world(&e->ground);
    return over.ground(over.user, x, z, out);
}

walk_world inside_walk_world(explorer *e)
{
    // High above there is nothing to meet but the surface.
    const bool near = e->r.body.y < (double)scene_ground(e->scene, &e->r.camera) + 100;
    return inside_is_on(e) && near ? (walk_world){ask_ground, move, is_wet, e}
                                   : ground_world(&e->ground);
}

bool inside_is_eye_wet(explorer *e)
{
    const walker eye = {.x = (double)e->r.camera.x + e->r.camera.dx,
                        .y = e->r.camera.y,
                        .z = (double)e->r.camera.z + e->r.camera.dz};
    return inside_is_on(e) && is_wet(e, &eye, 0);
}

bool inside_has_ground(const explorer *e)
{
    const loam_voxel_pos at = voxel_at(e, e->r.body.x, e->r.body.y, e->r.body.z);
    const int32_t scale = e->inside.per_m, around = 3 * scale;
    const loam_volume_box part = {0,         at.x - around, at.y - around, at.z - around,
                                  7 * scale, 8 * scale,     7 * scale};
    return !inside_is_on(e) || loam_voxel_world_is_loaded(e->inside.voxels, &part);
}

/// From what is solid up to where there is room to stand, so that nobody begins in a pillar; down into a gorge.
void inside_settle(explorer *e)
{
    if (!inside_is_on(e) || e->r.body.kind != WALK_FOOT)
    {
        return;
    }
    enum
    {
        UP = 120, // m
        DOWN = 60
    };
    uint8_t materials[2 * UP];
    const int32_t scale = e->inside.per_m;
    const loam_voxel_pos at = voxel_at(e, e->r.body.x, e->r.body.y, e->r.body.z);
    const loam_volume_box part = {finest(&e->inside), at.x, at.y - (int64_t)DOWN * scale, at.z, 1,
                                  UP * scale,         1};
    const loam_volume_voxels to = {.materials = materials};
    loam_volume_kind kind;
    if (fill(e, &part, &to, &kind) != LOAM_OK)
    {
        return;
    }
    for (int32_t i = part.h - 1; i >= 0; i--)
    {
        if (materials[i] != LOAM_VOXEL_AIR)
        {
            e->r.body.y = (double)(part.y + i + 1) / scale + 0.1;
            return;
        }
    }
}

/// How far behind the eyes the camera can be: not in rock.
double inside_free_behind(explorer *e, const double from[3], const double way[3], double wanted)
{
    const loam_voxel_point start = point_at(e, from[0], from[1], from[2]);
    const float direction[3] = {(float)way[0], (float)way[1], (float)way[2]};
    const double scale = e->inside.per_m;
    loam_voxel_hit hit = {0};
    if (!inside_is_on(e) || wanted < 0.05 ||
        loam_voxel_world_cast(e->inside.voxels, &start, direction, (wanted + 0.4) * scale,
                              form_of(e), &hit) != LOAM_OK ||
        !hit.any)
    {
        return wanted;
    }
    return fmax(fmin(hit.distance_m / scale - 0.4, wanted), 0);
}

// ---- digging and building -----------------------------------------------------------------------

static bool aim(explorer *e, loam_voxel_hit *hit)
{
    const camera *const c = &e->r.camera;
    camera_frame f;
    camera_place(c, 1, 1, 10, &f);
    const loam_voxel_point from = point_at(e, (double)c->x + c->dx, c->y, (double)c->z + c->dz);
    const double length = (reach_m + e->r.behind) * e->inside.per_m;
    return loam_voxel_world_cast(e->inside.voxels, &from, f.ahead, length, form_of(e), hit) ==
               LOAM_OK &&
           hit->any;
}

static void send(explorer *e, const loam_voxel_edit *edit)
{
    if (loam_voxel_world_edit(e->inside.voxels, edit, NULL) != LOAM_OK)
    {
        roam_complain(&e->r, "edit");
    }
}

/// The brush at a place: of blocks it sets voxels, of a smooth body it takes away or heaps up.
static void stroke(explorer *e, bool builds, const loam_voxel_hit *hit)
{
    const explore_inside *const in = &e->inside;
    loam_voxel_edit edit = loam_default_voxel_edit();
    edit.from = builds ? hit->before : hit->voxel;
    edit.radius_m = (float)in->brush * (float)in->per_m;
    edit.material = builds ? in->material : LOAM_VOXEL_AIR;
    if (in->form == INSIDE_BLOCKS)
    {
        edit.kind = edit.radius_m <= 1 ? LOAM_VOXEL_EDIT_VOXEL : LOAM_VOXEL_EDIT_SPHERE;
    }
    else
    {
        edit.kind = builds ? LOAM_VOXEL_EDIT_HEAP : LOAM_VOXEL_EDIT_DIG;
        edit.amount = (float)in->per_m;
    }
    send(e, &edit);
}

static void use_brush(explorer *e, double seconds)
{
    explore_inside *const in = &e->inside;
    const play_bindings *const keys = &e->r.settings.bindings;
    // A click may be shorter than a frame.
    const bool digs = play_is_down(keys, &e->r.now, PLAY_LAND_DIG) ||
                      play_pressed(keys, &e->r.now, PLAY_LAND_DIG);
    const bool builds = play_is_down(keys, &e->r.now, PLAY_LAND_BUILD) ||
                        play_pressed(keys, &e->r.now, PLAY_LAND_BUILD);
    in->stroke_wait -= seconds;
    loam_voxel_hit hit;
    if ((digs || builds) && in->stroke_wait <= 0)
    {
        in->stroke_wait = 1 / strokes_per_s;
        const bool meets = aim(e, &hit);
        roam_log(&e->r, "stroke: %s", meets ? loam_voxel_material_name(hit.material) : "nothing");
        if (meets)
        {
            stroke(e, builds && !digs, &hit);
        }
    }
    in->stroke_wait = digs || builds ? in->stroke_wait : 0;
}

static void put_torch(explorer *e)
{
    loam_voxel_hit hit;
    if (aim(e, &hit))
    {
        loam_voxel_edit edit = loam_default_voxel_edit();
        edit.kind = LOAM_VOXEL_EDIT_VOXEL;
        edit.from = hit.before;
        edit.material = LOAM_VOXEL_LAMP;
        send(e, &edit);
    }
}

static void choose_brush(explorer *e)
{
    explore_inside *const in = &e->inside;
    const play_bindings *const keys = &e->r.settings.bindings;
    const int32_t wider = play_presses(keys, &e->r.now, PLAY_LAND_WIDER) -
                          play_presses(keys, &e->r.now, PLAY_LAND_NARROWER);
    loam_voxel_hit hit;
    if (wider != 0)
    {
        in->brush = fmin(fmax(in->brush + 0.5 * wider, 1.0 / in->per_m), 8);
        roam_tell(&e->r, false, "Brush of %.1f m", in->brush);
    }
    if (play_pressed(keys, &e->r.now, PLAY_LAND_PICK) && aim(e, &hit))
    {
        in->material = hit.material;
        roam_tell(&e->r, false, "Building with %s", loam_voxel_material_name(in->material));
    }
    for (int32_t i = play_presses(keys, &e->r.now, PLAY_LAND_MATERIAL); i > 0; i--)
    {
        do
        {
            in->material = (uint8_t)((in->material + 1) % LOAM_VOXEL_MATERIAL_COUNT);
        } while (!loam_voxel_is_solid(in->material));
        roam_tell(&e->r, false, "Building with %s", loam_voxel_material_name(in->material));
    }
}

/// Undo and redo. They are reported once they are done: edits wait for the world.
static void take_back(explorer *e)
{
    const bool undo = roam_pressed(&e->r, PLAY_LAND_UNDO);
    const bool redo = roam_pressed(&e->r, PLAY_LAND_REDO);
    if (!undo && !redo)
    {
        return;
    }
    const loam_voxel_world_counters count = inside_is_on(e)
                                                ? loam_voxel_world_count(e->inside.voxels)
                                                : (loam_voxel_world_counters){0};
    if ((undo ? count.undo : count.redo) == 0)
    {
        roam_tell(&e->r, false, undo ? "There is nothing to undo" : "There is nothing to redo");
    }
    else if ((undo ? loam_voxel_world_undo : loam_voxel_world_redo)(e->inside.voxels) != LOAM_OK)
    {
        roam_complain(&e->r, "edit");
    }
}

void inside_commands(explorer *e, double seconds)
{
    const play_bindings *const keys = &e->r.settings.bindings;
    if (play_pressed(keys, &e->r.now, PLAY_LAND_FORM))
    {
        inside_change_form(e);
    }
    if (play_pressed(keys, &e->r.now, PLAY_LAND_LAMP))
    {
        e->inside.lamp = !e->inside.lamp;
        roam_tell(&e->r, false, e->inside.lamp ? "The lamp is lit" : "The lamp is out");
    }
    take_back(e);
    if (!inside_is_on(e) || e->arriving)
    {
        return;
    }
    choose_brush(e);
    use_brush(e, seconds);
    if (play_pressed(keys, &e->r.now, PLAY_LAND_TORCH))
    {
        put_torch(e);
    }
}
