// SPDX-License-Identifier: MIT
// The land as a body: no sky through rock, from places on the ground and in caves; where no function acts it is the
// surface; caves are dark, and a lamp lightens them. 2 places; with LOAM_SOAK in the environment (make soak) 60. And none
// through rock where levels meet each other and the surface.
#include "stage.h"

#include "loam/random.h"

enum
{
    W = 64,
    H = 36,
    LEVELS = 1,
    VIEWS = 6,
    SIDE = 96, // of the cube of voxels that lines of sight go through
};

static const scene_look look = {.hour = 11, .weather = WEATHER_CLEAR};

typedef struct inside
{
    stage stage;
    loam_volume *volume;
    loam_volume_grower *grower, *asked; // for the scene; for the test, which asks for other boxes
} inside;

static void open_inside(inside *in, int32_t functions, int64_t view)
{
    stage_open_view(&in->stage, CONTEXT_ANY, W, H, view);
    loam_volume_def def = loam_default_volume_def();
    def.seed = 3;
    def.surface = loam_volume_land(in->stage.land);
    const loam_density_function none = loam_default_density(0);
    def.functions = functions == 0 ? &none : NULL;
    def.function_count = 0;
    CHECK_INT(loam_volume_create(&def, &in->volume), LOAM_OK);
    CHECK_INT(loam_volume_grower_create(in->volume, &in->grower), LOAM_OK);
    CHECK_INT(loam_volume_grower_create(in->volume, &in->asked), LOAM_OK);
}

static void show_from(inside *in, loam_volume_form form, int32_t finest, int32_t levels)
{
    const body_def def = {
        .source = scene_volume(in->grower), .form = form, .finest = finest, .levels = levels};
    CHECK_INT(scene_set_body(in->stage.scene, &def), LOAM_OK);
}

static void show(inside *in, loam_volume_form form, int32_t levels)
{
    show_from(in, form, 0, levels);
}

static void close_inside(inside *in)
{
    scene_destroy(in->stage.scene);
    in->stage.scene = NULL;
    loam_volume_grower_destroy(in->grower);
    loam_volume_grower_destroy(in->asked);
    loam_volume_destroy(in->volume);
    stage_close(&in->stage);
}

static void grow(inside *in, const camera *from)
{
    bool complete = false;
    for (int32_t i = 0; i < 1000 && !complete; i++)
    {
        CHECK_INT(scene_update(in->stage.scene, from, 200000, &complete), LOAM_OK);
    }
    CHECK(complete);
}

static void shoot(inside *in, const camera *from, const scene_look *with)
{
    CHECK_INT(scene_draw(in->stage.scene, from, with), LOAM_OK);
    CHECK_INT(scene_read_cover(in->stage.scene, &in->stage.picture), LOAM_OK);
}

// ---- lines of sight -----------------------------------------------------------------------------

/// Voxels in a cube around a place.
typedef struct cube
{
    loam_volume_box box;
    uint8_t materials[SIDE * SIDE * SIDE];
} cube;

static void take_cube(inside *in, const camera *at, int32_t level, cube *out)
{
    const int64_t voxel = INT64_C(1) << level;
    out->box = (loam_volume_box){level,
                                 loam_floor_div(at->x, voxel) - SIDE / 2,
                                 loam_floor_div((int64_t)at->y, voxel) - SIDE / 2,
                                 loam_floor_div(at->z, voxel) - SIDE / 2,
                                 SIDE,
                                 SIDE,
                                 SIDE};
    const loam_volume_voxels to = {.materials = out->materials};
    CHECK_INT(loam_volume_fill(in->asked, &out->box, &to, NULL), LOAM_OK);
}

static bool is_rock(const cube *c, int32_t x, int32_t y, int32_t z)
{
    return x >= 0 && y >= 0 && z >= 0 && x < SIDE && y < SIDE && z < SIDE &&
           loam_voxel_is_solid(c->materials[(z * SIDE + y) * SIDE + x]);
}

/// Rock with rock around it: the smooth body ends within a voxel of where voxels do.
static bool is_deep(const cube *c, int32_t x, int32_t y, int32_t z)
{
    return is_rock(c, x, y, z) && is_rock(c, x - 1, y, z) && is_rock(c, x + 1, y, z) &&
           is_rock(c, x, y - 1, z) && is_rock(c, x, y + 1, z) && is_rock(c, x, y, z - 1) &&
           is_rock(c, x, y, z + 1);
}

/// The longest way that a line of sight goes through rock, in steps of a quarter of a voxel, within the cube.
static int32_t longest_rock(const cube *c, const camera *from, const float dir[3])
{
    int32_t run = 0, max = 0;
    const int64_t voxel = INT64_C(1) << c->box.level;
    const double at[3] = {((double)(from->x - c->box.x * voxel) + from->dx) / (double)voxel,
                          (from->y - (double)(c->box.y * voxel)) / (double)voxel,
                          ((double)(from->z - c->box.z * voxel) + from->dz) / (double)voxel};
    for (float d = 0; d < SIDE / 2; d += 0.25f)
    {
        const int32_t x = (int32_t)floor(at[0] + (double)(dir[0] * d) + 0.5);
        const int32_t y = (int32_t)floor(at[1] + (double)(dir[1] * d) + 0.5);
        const int32_t z = (int32_t)floor(at[2] + (double)(dir[2] * d) + 0.5);
        run = is_deep(c, x, y, z) ? run + 1 : 0;
        max = run > max ? run : max;
    }
    return max;
}

/// What a pixel looks along.
static void direction_of(const camera *from, int32_t pixel, float dir[3])
{
    camera_frame f;
    camera_place(from, (float)W / H, 1, 1000, &f);
    const float x = (((float)(pixel % W) + 0.5f) / W * 2 - 1) * f.tan_x;
    const float y = (1 - ((float)(pixel / W) + 0.5f) / H * 2) * f.tan_y;
    const float scale = 1 / sqrtf(1 + x * x + y * y);
    for (int32_t k = 0; k < 3; k++)
    {
        dir[k] = (f.ahead[k] + f.right[k] * x + f.up[k] * y) * scale;
    }
}

/// A line that goes through more than a voxel of rock, deep in it, does not end in the sky.
static void check_pixels(const inside *in, const cube *c, const camera *from)
{
    for (int32_t i = 0; i < W * H; i++)
    {
        float dir[3];
        if (in->stage.picture.pixels[i].a == 255)
        {
            continue;
        }
        direction_of(from, i, dir);
        const int32_t rock = longest_rock(c, from, dir);
        CHECK_REPORT(rock <= 4,
                     "pixel %d,%d from %d,%.1f,%d to %.0f,%.0f: sky behind %.1f m of rock",
                     (int)(i % W), (int)(i / W), (int)from->x, from->y, (int)from->z, from->azimuth,
                     from->elevation, rock * 0.25 * (1 << c->box.level));
    }
}

// ---- places -------------------------------------------------------------------------------------

static double chance(int32_t place, int32_t what)
{
    return (double)loam_random_float(91, (uint64_t)(place * 16 + what));
}

/// A place with room around it, under the ground or on it; false if there is none.
static bool find_room(inside *in, bool in_cave, camera *at)
{
    enum
    {
        HIGH = 120
    };
    uint8_t column[HIGH];
    float height;
    CHECK_INT(loam_land_height(in->stage.land, (double)at->x, (double)at->z, &height), LOAM_OK);
    const loam_volume_box box = {0, at->x, (int64_t)height - HIGH + 20, at->z, 1, HIGH, 1};
    const loam_volume_voxels to = {.materials = column};
    CHECK_INT(loam_volume_fill(in->asked, &box, &to, NULL), LOAM_OK);
    int32_t free = 0;
    for (int32_t i = HIGH - 1; i >= 0; i--)
    {
        free = column[i] == LOAM_VOXEL_AIR ? free + 1 : 0;
        const bool under = i < HIGH - 60;
        if (free >= 4 && i > 0 && column[i - 1] != LOAM_VOXEL_AIR && (under || !in_cave))
        {
            at->y = (double)(box.y + i) + 1.2;
            return true;
        }
    }
    return false;
}

static void look_around(inside *in, int32_t place, const int64_t around[2])
{
    static cube c;
    camera from = {.dx = chance(place, 2), .dz = chance(place, 3), .fov = 70};
    const bool in_cave = place % 2 == 1;
    bool found = false;
    for (int32_t i = 0; i < 400 && !found; i++)
    {
        from.x = around[0] + (int64_t)(chance(place * 400 + i, 0) * 400) - 200;
        from.z = around[1] + (int64_t)(chance(place * 400 + i, 1) * 400) - 200;
        found = find_room(in, in_cave, &from);
    }
    CHECK(found);
    grow(in, &from);
    take_cube(in, &from, 0, &c);
    for (int32_t view = 0; view < VIEWS; view++)
    {
        from.azimuth = 60 * view + 40 * chance(place, 5);
        from.elevation = (view % 3 - 1) * 35;
        shoot(in, &from, &look);
        check_pixels(in, &c, &from);
    }
}

static void test_no_sky_shows_through_rock(inside *in, int32_t places)
{
    static const int64_t around[3][2] = {
        {-691808, -411808}, {-885888, -1213568}, {-440000, -160000}};
    for (int32_t i = 0; i < places; i++)
    {
        // In caves of voxels of half a metre, too.
        show_from(in, i % 4 == 3 ? LOAM_VOLUME_BLOCKS : LOAM_VOLUME_SMOOTH, -(i % 2),
                  LEVELS + i % 2);
        look_around(in, i, around[i % 3]);
    }
}

/// From above the ground the ring where the finer level ends is in sight, and that where the coarser one meets the
/// surface: voxels of 4 m reach to both.
static void test_no_sky_shows_through_joints(inside *in, int32_t places)
{
    static const int64_t around[2][2] = {{-440000, -160000}, {-885888, -1213568}};
    static cube c;
    for (int32_t i = 0; i < places; i++)
    {
        camera from = {.x = around[i % 2][0] + (int64_t)(chance(i, 7) * 400),
                       .z = around[i % 2][1] + (int64_t)(chance(i, 8) * 400),
                       .fov = 70};
        float height;
        CHECK_INT(loam_land_height(in->stage.land, (double)from.x, (double)from.z, &height),
                  LOAM_OK);
        from.y = (double)height + 6 + 60 * (i / 2 % 2);
        show(in, i % 4 == 3 ? LOAM_VOLUME_BLOCKS : LOAM_VOLUME_SMOOTH, 2);
        grow(in, &from);
        take_cube(in, &from, 2, &c);
        for (int32_t view = 0; view < 5; view++)
        {
            from.azimuth = 72 * view + 40 * chance(i, 9);
            from.elevation = from.y > (double)height + 30 ? -14 : -2;
            shoot(in, &from, &look);
            check_pixels(in, &c, &from);
        }
    }
}

// ---- light --------------------------------------------------------------------------------------

static double brightness(const loam_picture *p)
{
    double sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        sum += p->pixels[i].r + p->pixels[i].g + p->pixels[i].b;
    }
    return sum / (3.0 * W * H);
}

/// In the middle of a cavern, far from any mouth.
static void test_caves_are_dark_and_a_lamp_lightens_them(inside *in)
{
    camera from = {.x = -692030, .z = -411808, .y = 384, .azimuth = 90, .elevation = -8, .fov = 60};
    scene_look lit = look;
    lit.lamps[0] = (scene_lamp){(double)from.x, from.y, (double)from.z, 1};
    lit.lamp_count = 1;
    show(in, LOAM_VOLUME_SMOOTH, LEVELS);
    grow(in, &from);
    shoot(in, &from, &look);
    const double dark = brightness(&in->stage.picture);
    shoot(in, &from, &lit);
    const double light = brightness(&in->stage.picture);
    CHECK_REPORT(dark < 8, "a cave has a brightness of %.1f", dark);
    CHECK_REPORT(light > dark + 15, "a lamp makes %.1f of %.1f", light, dark);
}

/// Where finer tiles end, a valley lies behind the coarser ones: rock that is between is drawn as deep as the viewer is.
static void test_no_day_shines_through_far_rock(inside *in)
{
    camera from = {.x = -692030, .z = -411808, .y = 382, .azimuth = 60.7, .fov = 20};
    int32_t brightest = 0;
    show(in, LOAM_VOLUME_SMOOTH, 2);
    grow(in, &from);
    shoot(in, &from, &look);
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour c = in->stage.picture.pixels[i];
        brightest = c.g > brightest ? c.g : brightest;
    }
    CHECK_REPORT(brightest < 40, "a cave has a pixel with a brightness of %d", (int)brightest);
    // It is a picture of rock, which a lamp shows.
    scene_look lit = look;
    lit.lamps[0] = (scene_lamp){(double)from.x, from.y, (double)from.z, 1};
    lit.lamp_count = 1;
    const double dark = brightness(&in->stage.picture);
    shoot(in, &from, &lit);
    const double light = brightness(&in->stage.picture);
    CHECK_REPORT(light > dark + 5, "a lamp makes %.1f of %.1f", light, dark);
}

/// Among tunnels that open to the sky there are cells of every light, each lit by one beside it.
static void test_light_fades_into_caves(inside *in)
{
    camera from = {.x = -691780, .z = -411760, .y = 512, .fov = 60};
    int32_t of_light[256] = {0};
    show(in, LOAM_VOLUME_SMOOTH, LEVELS);
    grow(in, &from);
    const uint8_t *const cells = in->stage.scene->body->light;
    for (int32_t i = 0; i < BODY_LIGHT_W * BODY_LIGHT_W * BODY_LIGHT_H; i++)
    {
        of_light[cells[2 * i]] += cells[2 * i + 1] < 128;
    }
    for (int32_t step = 0; step < 12; step++)
    {
        CHECK_REPORT(of_light[255 - 15 * step] > 0, "no cell has a light of %d",
                     255 - 15 * (int)step);
    }
    CHECK(of_light[240] < of_light[255] && of_light[0] > 0);
}

// ---- the surface --------------------------------------------------------------------------------

static double difference(const loam_colour *a, const loam_colour *b)
{
    double sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        sum += abs(a[i].r - b[i].r) + abs(a[i].g - b[i].g) + abs(a[i].b - b[i].b);
    }
    return sum / (3.0 * W * H);
}

/// Where nothing digs or raises, the body shows what the surface shows, and as far.
static void test_the_body_is_the_surface_where_no_function_acts(inside *in)
{
    static loam_colour before[W * H];
    camera from = {.x = -190000, .z = 60000, .azimuth = 30, .elevation = -12, .fov = 50};
    CHECK_INT(scene_set_body(in->stage.scene, NULL), LOAM_OK);
    grow(in, &from);
    from.y = (double)scene_ground(in->stage.scene, &from) + 12;
    shoot(in, &from, &look);
    memcpy(before, in->stage.picture.pixels, sizeof before);
    show(in, LOAM_VOLUME_SMOOTH, LEVELS);
    grow(in, &from);
    shoot(in, &from, &look);
    CHECK(scene_count(in->stage.scene).tiles > 4);
    int32_t covers = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        covers += abs(before[i].a - in->stage.picture.pixels[i].a) > 128;
    }
    const double differs = difference(before, in->stage.picture.pixels);
    CHECK_REPORT(differs < 5, "colours differ by %.2f", differs);
    CHECK_REPORT(covers < W * H / 200, "%d pixels are sky in one and ground in the other",
                 (int)covers);
}

static int32_t count_water(const body_work *work)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < work->mesher.mesh->vertex_count; i++)
    {
        count += work->mesher.vertices[i].shares[BODY_WATER] > 0;
    }
    return count;
}

/// The surface's waters are drawn by it alone: tops of voxels, which end above them in places, would lie over a river.
static void test_rivers_are_no_pools(inside *in)
{
    const body_source source = scene_volume(in->grower);
    body_work work;
    int32_t rivers = 0;
    CHECK_INT(body_work_create(in->stage.land, &source, false, &work), LOAM_OK);
    work.form = LOAM_VOLUME_SMOOTH;
    work.eye_y = 1000;
    for (int32_t i = 0; i < 12; i++)
    {
        // From half metres on; coarser tiles reach further to the east.
        work.level = i / 3 - 1;
        const int64_t side = body_tile_m(work.level);
        work.x = loam_floor_div(-439700, side) + i % 3 - 1;
        work.z = loam_floor_div(-160000, side);
        body_work_run(&work);
        CHECK_INT(work.result, LOAM_OK);
        rivers += work.mesher.has_water;
        CHECK_INT(count_water(&work), 0);
    }
    CHECK(rivers >= 3);
    body_work_destroy(&work);
}

/// Over a ravine: voxels of both sizes show it, and the surface is not drawn across it.
static void test_half_metres_show_what_whole_ones_do(inside *in)
{
    static loam_colour whole[W * H], half[W * H];
    camera from = {.x = -691860, .z = -411840, .azimuth = 60, .elevation = -35, .fov = 60};
    float height;
    CHECK_INT(loam_land_height(in->stage.land, (double)from.x, (double)from.z, &height), LOAM_OK);
    from.y = (double)height + 14;
    show(in, LOAM_VOLUME_SMOOTH, LEVELS);
    grow(in, &from);
    shoot(in, &from, &look);
    memcpy(whole, in->stage.picture.pixels, sizeof whole);
    show_from(in, LOAM_VOLUME_SMOOTH, -1, LEVELS + 1);
    grow(in, &from);
    shoot(in, &from, &look);
    memcpy(half, in->stage.picture.pixels, sizeof half);
    CHECK_INT(scene_set_body(in->stage.scene, NULL), LOAM_OK);
    grow(in, &from);
    shoot(in, &from, &look);
    const double near = difference(whole, half), far = difference(whole, in->stage.picture.pixels);
    CHECK_REPORT(near < far / 4, "half metres differ by %.2f, the surface by %.2f", near, far);
}

/// Whoever is in the rock sees rock, whichever side of the body a line of sight leaves by.
static void test_from_within_rock_there_is_no_sky(inside *in)
{
    camera from = {.x = -190000, .z = 60000, .fov = 90};
    show(in, LOAM_VOLUME_SMOOTH, LEVELS);
    from.y = (double)scene_ground(in->stage.scene, &from) - 30;
    grow(in, &from);
    for (int32_t view = 0; view < 6; view++)
    {
        int32_t open = 0;
        from.azimuth = 90 * (view % 4) + 20;
        from.elevation = view < 4 ? 0 : view == 4 ? -89 : 89;
        shoot(in, &from, &look);
        for (int32_t i = 0; i < W * H; i++)
        {
            open += in->stage.picture.pixels[i].a < 255;
        }
        CHECK_REPORT(open == 0, "%d pixels of sky from within rock, to %.0f,%.0f", (int)open,
                     from.azimuth, from.elevation);
    }
}

// ---- joints -------------------------------------------------------------------------------------

/// Where the drawn tiles of a level end: x and z from and to, m.
static void find_ends(const inside *in, int32_t level, int64_t ends[2][2])
{
    const land_body *const b = in->stage.scene->body;
    const int64_t side = body_tile_m(level);
    ends[0][0] = ends[0][1] = INT64_MAX;
    ends[1][0] = ends[1][1] = INT64_MIN;
    for (int32_t i = 0; i < BODY_MAX_TILES; i++)
    {
        const body_tile *const t = &b->tiles[i];
        for (int32_t axis = 0; axis < 2 && t->used && t->drawn && t->level == level; axis++)
        {
            const int64_t at = (axis == 0 ? t->x : t->z) * side;
            ends[0][axis] = at < ends[0][axis] ? at : ends[0][axis];
            ends[1][axis] = at + side > ends[1][axis] ? at + side : ends[1][axis];
        }
    }
}

/// Looks down on a place of a joint from near above it; how many pixels show nothing within some metres of the joint,
/// which lies across an axis. Merged faces of blocks have cracks of a pixel elsewhere, where their corners do not meet.
static int32_t count_gaps(inside *in, int64_t x, int64_t z, int32_t axis)
{
    camera from = {
        .x = x, .z = z, .dx = 0.3, .dz = 0.3, .azimuth = 10, .elevation = -80, .fov = 70};
    int32_t gaps = 0;
    float height;
    CHECK_INT(loam_land_height(in->stage.land, (double)x, (double)z, &height), LOAM_OK);
    from.y = (double)height + 9;
    shoot(in, &from, &look);
    for (int32_t i = 0; i < W * H; i++)
    {
        float dir[3];
        direction_of(&from, i, dir);
        const double across = 0.3 + (double)(dir[2 * axis] / -dir[1]) * 9;
        gaps += in->stage.picture.pixels[i].a < 255 && fabs(across) < 5;
    }
    return gaps;
}

/// All along the rings where levels meet, and the body and the surface, there is something to see of either: the sky
/// need not say that there is rock.
static void test_joints_have_no_gaps(inside *in, loam_volume_form form)
{
    camera from = {.x = -190000, .z = 60000, .fov = 70};
    from.y = (double)scene_ground(in->stage.scene, &from) + 12;
    show(in, form, 2);
    grow(in, &from);
    in->stage.scene->bare_sky = true;
    for (int32_t i = 0; i < 2 * 4 * 3; i++)
    {
        const int32_t level = i % 2, axis = i / 2 % 2, high = i / 4 % 2, along = i / 8;
        int64_t ends[2][2], at[2];
        find_ends(in, level, ends);
        at[axis] = ends[high][axis];
        at[1 - axis] = ends[0][1 - axis] +
                       (ends[1][1 - axis] - ends[0][1 - axis]) * (along + 1) / 5;
        const int32_t gaps = count_gaps(in, at[0], at[1], axis);
        CHECK_REPORT(gaps == 0, "form %d: %d pixels of nothing at %d,%d, where level %d ends",
                     (int)form, (int)gaps, (int)at[0], (int)at[1], (int)level);
    }
    in->stage.scene->bare_sky = false;
}

int main(void)
{
    inside in = {0};
    open_inside(&in, 1, 512);
    test_no_sky_shows_through_rock(&in, getenv("LOAM_SOAK") != NULL ? 60 : 2);
    test_caves_are_dark_and_a_lamp_lightens_them(&in);
    test_light_fades_into_caves(&in);
    test_half_metres_show_what_whole_ones_do(&in);
    close_inside(&in);
    in = (inside){0};
    open_inside(&in, 1, 1024);
    test_no_sky_shows_through_joints(&in, getenv("LOAM_SOAK") != NULL ? 40 : 1);
    test_no_day_shines_through_far_rock(&in);
    close_inside(&in);
    in = (inside){0};
    open_inside(&in, 0, 1024);
    test_rivers_are_no_pools(&in);
    test_joints_have_no_gaps(&in, LOAM_VOLUME_SMOOTH);
    test_joints_have_no_gaps(&in, LOAM_VOLUME_BLOCKS);
    test_the_body_is_the_surface_where_no_function_acts(&in);
    test_from_within_rock_there_is_no_sky(&in);
    close_inside(&in);
    return CHECK_DONE();
}
