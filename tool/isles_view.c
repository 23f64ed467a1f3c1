// SPDX-License-Identifier: MIT
#include "isles.h"
#include "mesh_view.h"

#include <math.h>

// loam isles view: an island as one sees it from above the sea, drawn by the processor. Triangles are those of loam
// isles mesh; sky and water are painted ray by ray. Where a ray meets the water before the ground, it is water of the
// depth of what lies behind, with waves, foam, glints and a reflection of the sky.

typedef struct view_settings
{
    isles_question question;
    option_position slot;
    option_size size;
    double turn, pitch, distance, time;
} view_settings;

/// What rays are painted with.
typedef struct sea_view
{
    loam_sea sea;
    float eye[3]; // from the mesh's corner, m
    int64_t x, z; // of that corner
    int64_t time_ms;
    float depth; // of the sea where nothing of the mesh is seen through it, m
} sea_view;

static const float sun[3] = {-0.52f, 0.56f, 0.645f};

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// ---- sky ----------------------------------------------------------------------------------------

static loam_colour sky_of(const float ray[3])
{
    const float up = fmaxf(ray[1], 0.0f), towards = fmaxf(dot(ray, sun), 0.0f);
    const loam_colour blue = loam_colour_mix(loam_rgb(0xdcebf2), loam_rgb(0x3f86c9),
                                             fminf(1.7f * sqrtf(up), 1.0f));
    const float glow = 0.35f * powf(towards, 12.0f) + 0.65f * powf(towards, 600.0f);
    return loam_colour_mix(blue, loam_rgb(0xfffbe8), fminf(glow, 1.0f));
}

/// What lies far away is lost in the colour of the horizon.
static loam_colour add_haze(loam_colour colour, const float ray[3], float metres)
{
    const float level[3] = {ray[0], 0.02f, ray[2]};
    return loam_colour_mix(colour, sky_of(level), 1.0f - expf(-metres / 9000.0f));
}

// ---- water --------------------------------------------------------------------------------------

/// The slope of the water's surface: small waves, by how bright waves are around a place.
static void lean_water(const sea_view *view, int64_t x, int64_t z, float metres, float normal[3])
{
    const float strength = 0.8f / (1.0f + metres / 900.0f);
    const float here = loam_sea_wave(&view->sea, x, z, view->time_ms);
    const float east = loam_sea_wave(&view->sea, x + 2, z, view->time_ms) - here;
    const float north = loam_sea_wave(&view->sea, x, z + 2, view->time_ms) - here;
    const float scale = 1.0f / sqrtf(strength * strength * (east * east + north * north) + 1.0f);
    normal[0] = -strength * east * scale;
    normal[1] = scale;
    normal[2] = -strength * north * scale;
}

static loam_colour water_of(const sea_view *view, const float ray[3], float metres, float behind,
                            loam_colour bed)
{
    const int64_t x = view->x + llroundf(view->eye[0] + ray[0] * metres);
    const int64_t z = view->z + llroundf(view->eye[2] + ray[2] * metres);
    const bool seen = behind < HUGE_VALF;
    const float depth = seen ? -(view->eye[1] + ray[1] * behind) : view->depth;
    loam_sea sea = view->sea;
    // Waves that are smaller than a few pixels would flicker: they fade.
    sea.look.waves *= 1.0f / (1.0f + metres / 500.0f);
    const loam_colour colour = loam_sea_colour(&sea, x, z, view->time_ms, depth,
                                               seen ? bed : loam_rgb(0xcdbb86));
    float normal[3], mirror[3];
    lean_water(view, x, z, metres, normal);
    const float into = dot(ray, normal);
    for (int axis = 0; axis < 3; axis++)
    {
        mirror[axis] = ray[axis] - 2.0f * into * normal[axis];
    }
    mirror[1] = fabsf(mirror[1]);
    const float fresnel = 0.03f + 0.6f * powf(1.0f - fminf(fabsf(into), 1.0f), 5.0f);
    const float glint = powf(fmaxf(dot(mirror, sun), 0.0f), 300.0f);
    return loam_colour_mix(loam_colour_mix(colour, sky_of(mirror), fresnel), loam_rgb(0xfffdf0),
                           fminf(0.8f * glint, 1.0f));
}

static loam_colour paint(const void *user, const float ray[3], float metres, loam_colour met)
{
    const sea_view *const view = user;
    const float to_water = ray[1] < -1e-5f ? -view->eye[1] / ray[1] : HUGE_VALF;
    if (to_water < metres)
    {
        return add_haze(water_of(view, ray, to_water, metres, met), ray, to_water);
    }
    return metres < HUGE_VALF ? add_haze(met, ray, metres) : sky_of(ray);
}

// ---- the picture --------------------------------------------------------------------------------

static loam_result build(const isles_grower *grower, const loam_isle_maps *maps, loam_mesh **mesh)
{
    const loam_isle_mesh_def def = loam_default_isle_mesh_def();
    const loam_result result = loam_mesh_create(&grower->env, mesh);
    return result == LOAM_OK ? loam_mesh_add_isle(*mesh, grower->isles, maps, &def) : result;
}

/// Stands so that the middle of the island is in the middle of the picture.
static void stand(const view_settings *settings, const loam_isle_maps *maps, mesh_view *look,
                  sea_view *view)
{
    const float turn = (float)settings->turn * LOAM_PI / 180.0f;
    const float pitch = (float)settings->pitch * LOAM_PI / 180.0f;
    const float away = (float)settings->distance * (float)maps->isle.radius;
    const float half = 0.5f * (float)((maps->side - 1) * maps->cell);
    view->eye[0] = half + away * loam_cos(pitch) * loam_sin(turn);
    view->eye[1] = away * loam_sin(pitch);
    view->eye[2] = half - away * loam_cos(pitch) * loam_cos(turn);
    for (int axis = 0; axis < 3; axis++)
    {
        look->eye[axis] = view->eye[axis];
    }
}

static loam_result draw(const view_settings *settings, const isles_grower *grower,
                        const loam_isle_maps *maps, const loam_mesh *mesh, loam_picture *out)
{
    const loam_isles_def *const def = loam_isles_get_def(grower->isles);
    const loam_sea_look look = loam_default_sea_look();
    sea_view view = {.x = maps->x,
                     .z = maps->z,
                     .depth = def->depth,
                     .time_ms = llround(1000.0 * settings->time)};
    mesh_view to = {.w = settings->size.w,
                    .h = settings->size.h,
                    .turn = settings->turn,
                    .pitch = settings->pitch,
                    .fov = 40,
                    .zoom = 1,
                    .placed = true,
                    .paint = paint,
                    .user = &view};
    for (int32_t i = 0; i < LOAM_ISLE_MATERIAL_COUNT; i++)
    {
        to.colours[i] = loam_rgb(loam_isle_material_colour(&def->types[maps->isle.type], i));
    }
    stand(settings, maps, &to, &view);
    const loam_result result = loam_sea_init(&view.sea, &look);
    return result == LOAM_OK ? mesh_view_draw(&grower->env, mesh, &to, out) : result;
}

static loam_result write_view(const view_settings *settings, const isles_grower *grower,
                              const loam_isle_maps *maps)
{
    loam_mesh *mesh = NULL;
    loam_picture picture = {0};
    loam_result result = build(grower, maps, &mesh);
    result = result == LOAM_OK ? draw(settings, grower, maps, mesh, &picture) : result;
    result = result == LOAM_OK ? loam_png_write(&grower->env, settings->question.output, &picture)
                               : result;
    loam_picture_destroy(&grower->env, &picture);
    loam_mesh_destroy(mesh);
    return result;
}

static int print(const tool_io *io, const view_settings *settings, const isles_grower *grower,
                 const loam_isle_maps *maps)
{
    tool_report r = report_begin(settings->question.json);
    report_uint64(&r, "seed", settings->question.seed);
    report_words(&r, "name", maps->isle.name);
    report_words(&r, "type", isles_type_name(grower, &maps->isle));
    report_place(&r, "at", maps->isle.x, maps->isle.z);
    report_size(&r, "size", settings->size.w, settings->size.h);
    report_number(&r, "objects", maps->object_count);
    report_words(&r, "file", settings->question.output);
    return report_print(io, &r,
                        "{name}, {type}, at {at}, with {objects#object}, on {size} pixels; written "
                        "to {file}");
}

static int run_view(const tool_io *io, const void *context)
{
    const view_settings *const settings = context;
    isles_grower grower;
    loam_isle_maps maps = {0};
    loam_result result = isles_grower_create(&settings->question, &grower);
    if (result != LOAM_OK)
    {
        return tool_complain(io, &verb_isles_view, result);
    }
    result = loam_isles_open(grower.isles, settings->slot.x, settings->slot.y, LOAM_ISLE_OBJECTS,
                             &maps);
    result = result == LOAM_OK ? write_view(settings, &grower, &maps) : result;
    const int code = result != LOAM_OK ? tool_complain(io, &verb_isles_view, result)
                                       : print(io, settings, &grower, &maps);
    if (maps.samples > 0)
    {
        loam_isles_close(grower.isles, &maps);
    }
    isles_grower_destroy(&grower);
    return code;
}

#define AT(field) offsetof(view_settings, field)

static const tool_option view_options[] = {
    POSITION_OPTION("slot", AT(slot), -0x1p40, 0x1p40, "I,J", NULL,
                    "the slot; `loam isles list` says which have islands", .required = true),
    SIZE_OPTION("size", AT(size), 48, 4096, "WxH", "1280x720", "of the picture, pixels"),
    NUMBER_OPTION("turn", AT(turn), -360, 360, "N", "25",
                  "degrees that the viewer stands to the right of south"),
    NUMBER_OPTION("pitch", AT(pitch), 2, 90, "N", "14", "degrees that the viewer looks down"),
    NUMBER_OPTION("distance", AT(distance), 0.5, 20, "N", "2",
                  "from the viewer to the island's middle, as a multiple of its radius"),
    NUMBER_OPTION("time", AT(time), 0, 1000000, "S", "0", "of the water, seconds"),
    ISLES_OPTIONS(AT(question)),
    PICTURE_OPTION(ISLES_AT(AT(question), output), "where the picture goes", .required = true),
    {0},
};
#undef AT

const tool_verb verb_isles_view = {
    .name = "isles view",
    .summary = "draws an island as one sees it from above the sea",
    .details = "Ground, trees, houses and piers under a sun, in a sea with depth, foam, waves and "
               "glints. Drawn by the processor.",
    .options = view_options,
    .settings_size = sizeof(view_settings),
    .example = "loam isles view --seed 7 --slot 1,-2 -o island.png",
    .run = run_view,
};
