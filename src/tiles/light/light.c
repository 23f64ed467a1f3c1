// SPDX-License-Identifier: MIT
#include "tiles/light/light.h"

#include "base/small.h"

#include <string.h>

// Light over a view, from its def to its shadows. An update is a list of steps: units of the view and a
// margin around it are made of tiles, light is swept through them, what arrives is blended with what was
// there before.

loam_tile_light_def loam_default_tile_light_def(void)
{
    return (loam_tile_light_def){
        .env = loam_default_env(),
        .unit = LIGHT_UNIT,
        .directions = 64,
        .margin = 40,
        .smoothing = 0.5f,
    };
}

static loam_result check_def(const loam_tile_light_def *def)
{
    if (def->unit != 1 && def->unit != 2 && def->unit != 4)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "light: unit is %d; must be 1, 2 or 4", def->unit);
    }
    if (def->directions < 8 || def->directions > 256 || def->directions % 8 != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "light: directions is %d; must be a multiple of 8 up to 256",
                         def->directions);
    }
    if (def->margin < 1 || def->margin > 128)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "light: margin is %d; must be 1 to 128", def->margin);
    }
    if (!(def->smoothing >= 0.0f && def->smoothing <= 0.95f))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "light: smoothing is %g; must be 0 to 0.95",
                         (double)def->smoothing);
    }
    if (loam_light_kernels_of(def->env.isa) == NULL)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "light: this processor does not run %s; it runs up to %s",
                         loam_isa_name(def->env.isa), loam_isa_name(loam_isa_best()));
    }
    return LOAM_OK;
}

loam_result loam_tile_light_create(const loam_tile_light_def *def, loam_tile_light **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    *out = NULL;
    const loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_tile_light *const light = loam_alloc(&def->env, sizeof *light);
    light_tables *const tables = loam_alloc(&def->env, sizeof *tables);
    if (light == NULL || tables == NULL)
    {
        loam_free(&def->env, light, sizeof *light);
        loam_free(&def->env, tables, sizeof *tables);
        return LOAM_OUT_OF_MEMORY;
    }
    const int32_t angles = def->directions / 8;
    *light = (loam_tile_light){
        .def = *def,
        .env = def->env,
        .kernels = loam_light_kernels_of(def->env.isa),
        .tables = tables,
        .groups = angles < LIGHT_GROUPS ? angles : LIGHT_GROUPS,
    };
    loam_light_fill_through(tables, def->unit);
    *out = light;
    return LOAM_OK;
}

static void free_pictures(loam_tile_light *light)
{
    loam_free(&light->env, light->light, light->room * sizeof *light->light);
    loam_free(&light->env, light->before, light->room * sizeof *light->before);
    loam_free(&light->env, light->tints, light->room * sizeof *light->tints);
}

void loam_tile_light_destroy(loam_tile_light *light)
{
    if (light == NULL)
    {
        return;
    }
    const loam_env env = light->env;
    free_pictures(light);
    loam_free(&env, light->memory, light->memory_size);
    loam_free(&env, light->tables, sizeof *light->tables);
    loam_free(&env, light, sizeof *light);
}

// ---- memory -------------------------------------------------------------------------------------

/// Units along a side of a view, at most, however it lies on them, and those around it that are lit.
static int32_t most_lit(int32_t tiles, int32_t unit)
{
    return (tiles + unit - 2) / unit + 1 + 2 * LIGHT_RIM;
}

static int32_t pitch_of(int32_t units)
{
    return (units + 2 * LIGHT_PAD + LIGHT_LANES - 1) / LIGHT_LANES * LIGHT_LANES;
}

/// Hands out memory, or only counts how much it would be: if base is NULL.
static void *take(loam_arena *arena, size_t size)
{
    if (arena->base != NULL)
    {
        return loam_arena_take(arena, size);
    }
    arena->used += LOAM_ARENA_SIZE(size);
    return NULL;
}

static float *take_floats(loam_arena *arena, size_t count)
{
    return take(arena, count * sizeof(float));
}

static void lay_out_lane(light_lane *lane, loam_arena *arena, int32_t w, int32_t h, int32_t margin)
{
    const size_t pitch = (size_t)pitch_of(w), sums_pitch = (size_t)pitch_of(w - 2 * margin);
    lane->through = take_floats(arena, pitch * (size_t)h);
    lane->carriers = take_floats(arena, (size_t)light_lines(w, h) * 2 * LIGHT_CHANNELS);
    lane->passing = take_floats(arena, pitch);
    lane->sums.rows = take_floats(arena, sums_pitch * LIGHT_CHANNELS * (size_t)(h - 2 * margin));
}

/// Gives every array its place, for fields of up to w x h units.
static void lay_out(loam_tile_light *light, loam_arena *arena, int32_t w, int32_t h)
{
    const int32_t margin = light->def.margin;
    light->field.rows = take_floats(arena, (size_t)pitch_of(w) * LIGHT_PLANES * (size_t)h);
    light->turned.rows = take_floats(arena, (size_t)pitch_of(h) * LIGHT_PLANES * (size_t)w);
    for (int32_t group = 0; group < light->groups; group++)
    {
        lay_out_lane(&light->lanes[0][group], arena, w, h, margin);
        lay_out_lane(&light->lanes[1][group], arena, h, w, margin);
    }
    const int32_t looks = w * light->def.unit / LIGHT_SKY + 3;
    light->skies = take(arena, (size_t)looks * sizeof *light->skies);
    light->sky = take(arena, (size_t)w * sizeof *light->sky);
}

/// Makes room for the pictures, keeping the last one.
static loam_result grow_pictures(loam_tile_light *light, size_t room)
{
    if (room <= light->room)
    {
        return LOAM_OK;
    }
    loam_tile_light grown = {.env = light->env, .room = room};
    grown.light = loam_alloc(&light->env, room * sizeof *grown.light);
    grown.before = loam_alloc(&light->env, room * sizeof *grown.before);
    grown.tints = loam_alloc(&light->env, room * sizeof *grown.tints);
    if (grown.light == NULL || grown.before == NULL || grown.tints == NULL)
    {
        free_pictures(&grown);
        return LOAM_OUT_OF_MEMORY;
    }
    if (light->shown.w > 0)
    {
        const size_t shown = (size_t)light->shown.w * (size_t)light->shown.h;
        memcpy(grown.light, light->light, shown * sizeof *grown.light);
        memcpy(grown.tints, light->tints, shown * sizeof *grown.tints);
    }
    free_pictures(light);
    light->light = grown.light;
    light->before = grown.before;
    light->tints = grown.tints;
    light->room = room;
    return LOAM_OK;
}

static loam_result make_room(loam_tile_light *light, const loam_tile_area *view)
{
    const int32_t lit_w = most_lit(view->w, light->def.unit);
    const int32_t lit_h = most_lit(view->h, light->def.unit);
    const int32_t w = lit_w + 2 * light->def.margin, h = lit_h + 2 * light->def.margin;
    loam_arena counted = {0};
    lay_out(light, &counted, w, h);
    if (counted.used > light->memory_size)
    {
        uint8_t *const memory = loam_alloc(&light->env, counted.used);
        if (memory == NULL)
        {
            return LOAM_OUT_OF_MEMORY;
        }
        loam_free(&light->env, light->memory, light->memory_size);
        light->memory = memory;
        light->memory_size = counted.used;
    }
    const loam_result result = grow_pictures(light, (size_t)lit_w * (size_t)lit_h);
    loam_arena arena = loam_arena_make(light->memory, light->memory_size, &light->env);
    lay_out(light, &arena, w, h);
    return result;
}

// ---- updates ------------------------------------------------------------------------------------

static loam_result check_scene(const loam_tile_light *light, const loam_tile_light_scene *scene)
{
    LOAM_ASSERT(NULL, light != NULL);
    LOAM_ASSERT(&light->env, scene != NULL);
    LOAM_ASSERT(&light->env, scene->world != NULL);
    LOAM_ASSERT(&light->env, scene->lamps != NULL || scene->lamp_count == 0);
    const loam_tile_area view = scene->view;
    if (view.w < 1 || view.h < 1 || view.w > LOAM_MAX_TILE_AREA || view.h > LOAM_MAX_TILE_AREA)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "light: the view has %d x %d tiles; must be 1 to %d",
                         view.w, view.h, LOAM_MAX_TILE_AREA);
    }
    if (view.x < -LOAM_TILE_END || view.y < -LOAM_TILE_END || view.x > LOAM_TILE_END - view.w ||
        view.y > LOAM_TILE_END - view.h)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "light: the view is beyond the end of the world");
    }
    if (scene->lamp_count < 0 || scene->lamp_count > LOAM_MAX_LAMPS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "light: there are %d lamps; must be 0 to %d",
                         scene->lamp_count, LOAM_MAX_LAMPS);
    }
    return LOAM_OK;
}

/// Finds the units of a view.
static void place(loam_tile_light *light, const loam_tile_area *view)
{
    const int64_t unit = light->def.unit;
    const int32_t margin = light->def.margin;
    const int64_t left = loam_floor_div(view->x, unit), low = loam_floor_div(view->y, unit);
    const int64_t right = loam_floor_div(view->x + view->w - 1, unit);
    const int64_t top = loam_floor_div(view->y + view->h - 1, unit);
    light->lit = (light_area){left - LIGHT_RIM, low - LIGHT_RIM,
                              (int32_t)(right - left) + 1 + 2 * LIGHT_RIM,
                              (int32_t)(top - low) + 1 + 2 * LIGHT_RIM};
    const int32_t w = light->lit.w + 2 * margin, h = light->lit.h + 2 * margin;
    light->area = (light_area){light->lit.x - margin, light->lit.y - margin, w, h};
    light->field = (light_field){light->field.rows, w, h, pitch_of(w)};
    light->turned = (light_field){light->turned.rows, h, w, pitch_of(h)};
    for (int32_t group = 0; group < light->groups; group++)
    {
        light_sums *const rows = &light->lanes[0][group].sums;
        light_sums *const columns = &light->lanes[1][group].sums;
        *rows = (light_sums){rows->rows, light->lit.w, light->lit.h, pitch_of(light->lit.w)};
        *columns = (light_sums){columns->rows, light->lit.h, light->lit.w, pitch_of(light->lit.h)};
    }
}

loam_result loam_tile_light_update(loam_tile_light *light, const loam_tile_light_scene *scene)
{
    loam_result result = check_scene(light, scene);
    result = result != LOAM_OK ? result : make_room(light, &scene->view);
    if (result != LOAM_OK)
    {
        return result;
    }
    place(light, &scene->view);
    loam_light_fill_field(light, scene);
    loam_light_turn_field(light);
    loam_light_sweep(light);
    float(*const last)[LIGHT_CHANNELS] = light->light;
    light->light = light->before;
    light->before = last;
    loam_light_finish(light);
    return LOAM_OK;
}
