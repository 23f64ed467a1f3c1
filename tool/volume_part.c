// SPDX-License-Identifier: MIT
#include "volume_part.h"

#include "interrupt.h"
#include "mesh_view.h"
#include "times.h"

#include <string.h>

// Parts of volumes in memory: grown box by box, meshed with sides that are closed, painted.

// ---- choosing -----------------------------------------------------------------------------------

static bool is_named(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; at != NULL; at = strchr(at, ','))
    {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
        {
            return true;
        }
    }
    return false;
}

static loam_result refuse_name(const char *name, size_t length)
{
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "--only has \"%.*s\"; must be names of tunnels, caverns, pillars, overhangs, "
                     "arches, ravines, sinkholes and cliffs with commas between, or none",
                     (int)length, name);
}

/// Every name must be one of a function.
static loam_result check_names(const char *names, const loam_density_function *all)
{
    if (names == NULL || strcmp(names, "none") == 0)
    {
        return LOAM_OK;
    }
    for (const char *at = names;; at++)
    {
        const size_t length = strcspn(at, ",");
        bool known = false;
        for (int32_t i = 0; i < LOAM_DENSITY_COUNT; i++)
        {
            known = known ||
                    (strlen(all[i].name) == length && memcmp(all[i].name, at, length) == 0);
        }
        if (!known)
        {
            return refuse_name(at, length);
        }
        at += length;
        if (*at == '\0')
        {
            return LOAM_OK;
        }
    }
}

static void put_everywhere(loam_inside *inside)
{
    loam_density_share *const shares[LOAM_DENSITY_COUNT] = {
        &inside->tunnels.share,   &inside->caverns.share, &inside->pillars.share,
        &inside->overhangs.share, &inside->arches.share,  &inside->ravines.share,
        &inside->sinkholes.share, &inside->cliffs.share};
    for (int32_t i = 0; i < LOAM_DENSITY_COUNT; i++)
    {
        shares[i]->everywhere = true;
    }
}

loam_result volume_choose(const volume_choice *choice, const loam_inside *inside, uint64_t seed,
                          loam_volume_surface surface, volume_recipe *out)
{
    loam_density_function all[LOAM_DENSITY_COUNT];
    *out = (volume_recipe){.def = loam_default_volume_def(), .inside = *inside};
    if (choice->everywhere)
    {
        put_everywhere(&out->inside);
    }
    loam_inside_functions(&out->inside, all);
    const loam_result result = check_names(choice->only, all);
    int32_t count = 0;
    for (int32_t i = 0; i < LOAM_DENSITY_COUNT; i++)
    {
        if (choice->only == NULL || is_named(choice->only, all[i].name))
        {
            out->functions[count++] = all[i];
        }
    }
    out->def.seed = seed;
    out->def.surface = surface;
    out->def.falloff_m = choice->falloff > 0 ? (float)choice->falloff : inside->falloff_m;
    out->def.functions = out->functions;
    out->def.function_count = count;
    out->def.keep_floating = choice->keep_floating || inside->keep_floating;
    return result;
}

// ---- growing ------------------------------------------------------------------------------------

static size_t index_of(const volume_part *part, int32_t x, int32_t y, int32_t z)
{
    return ((size_t)z * (size_t)part->box.h + (size_t)y) * (size_t)part->box.w + (size_t)x;
}

typedef struct part_scratch
{
    uint8_t *materials;
    int8_t *density;
} part_scratch;

static void place(volume_part *part, const loam_volume_box *box, const part_scratch *from)
{
    const int32_t x = (int32_t)(box->x - part->box.x), y = (int32_t)(box->y - part->box.y),
                  z = (int32_t)(box->z - part->box.z);
    for (int32_t k = 0; k < box->d; k++)
    {
        for (int32_t j = 0; j < box->h; j++)
        {
            const size_t row = ((size_t)k * (size_t)box->h + (size_t)j) * (size_t)box->w;
            const size_t to = index_of(part, x, y + j, z + k);
            memcpy(part->materials + to, from->materials + row, (size_t)box->w);
            memcpy(part->density + to, from->density + row, (size_t)box->w);
        }
    }
}

static int32_t at_most(int64_t left, int32_t side)
{
    return left < side ? (int32_t)left : side;
}

static loam_result grow_boxes(volume_part *part, loam_volume_grower *grower,
                              const part_scratch *scratch)
{
    const int32_t side = LOAM_MAX_VOLUME_SIDE;
    const loam_volume_box *const all = &part->box;
    loam_result result = LOAM_OK;
    for (int64_t z = 0; z < all->d; z += side)
    {
        for (int64_t x = 0; x < all->w; x += side)
        {
            for (int64_t y = 0; y < all->h && result == LOAM_OK; y += side)
            {
                const loam_volume_box box = {all->level,
                                             all->x + x,
                                             all->y + y,
                                             all->z + z,
                                             at_most(all->w - x, side),
                                             at_most(all->h - y, side),
                                             at_most(all->d - z, side)};
                const loam_volume_voxels out = {scratch->materials, scratch->density, false};
                result = interrupt_asked() ? loam_fail(LOAM_IO, "stopped; nothing was written")
                                           : loam_volume_fill(grower, &box, &out, NULL);
                if (result == LOAM_OK)
                {
                    place(part, &box, scratch);
                }
            }
        }
    }
    return result;
}

loam_result volume_part_grow(const loam_env *env, const loam_volume *volume,
                             const loam_volume_box *box, volume_part *out)
{
    const size_t max = (size_t)LOAM_MAX_VOLUME_SIDE * LOAM_MAX_VOLUME_SIDE * LOAM_MAX_VOLUME_SIDE;
    *out = (volume_part){.env = *env, .box = *box};
    out->count = (size_t)box->w * (size_t)box->h * (size_t)box->d;
    if (out->count > VOLUME_PART_MOST)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%d x %d x %d voxels are %zu; must be at most %d in all", (int)box->w,
                         (int)box->h, (int)box->d, out->count, VOLUME_PART_MOST);
    }
    part_scratch scratch = {loam_alloc(env, max), loam_alloc(env, max)};
    loam_volume_grower *grower = NULL;
    out->materials = loam_alloc(env, out->count);
    out->density = loam_alloc(env, out->count);
    const uint64_t start = loam_clock_ns();
    loam_result result = scratch.materials != NULL && scratch.density != NULL &&
                                 out->materials != NULL && out->density != NULL
                             ? loam_volume_grower_create(volume, &grower)
                             : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? grow_boxes(out, grower, &scratch) : result;
    out->grow_ms = ms_since(start);
    loam_volume_grower_destroy(grower);
    loam_free(env, scratch.materials, max);
    loam_free(env, scratch.density, max);
    return result;
}

void volume_part_destroy(volume_part *part)
{
    loam_free(&part->env, part->materials, part->count);
    loam_free(&part->env, part->density, part->count);
    part->materials = NULL;
    part->density = NULL;
}

uint64_t volume_part_hash(const volume_part *part)
{
    return loam_hash_bytes(part->density, part->count,
                           loam_hash_bytes(part->materials, part->count, 0));
}

// ---- meshes -------------------------------------------------------------------------------------

static uint8_t material_at(const volume_part *part, int32_t x, int32_t y, int32_t z)
{
    const loam_volume_box *const box = &part->box;
    return x < 0 || y < 0 || z < 0 || x >= box->w || y >= box->h || z >= box->d
               ? LOAM_VOXEL_AIR
               : part->materials[index_of(part, x, y, z)];
}

/// Blocks of a piece of up to LOAM_VOXEL_SIDE voxels along a side.
static loam_result add_blocks(const volume_part *part, loam_voxel_mesher *mesher, loam_mesh *mesh,
                              const int32_t first[3], bool occlude, uint8_t *bytes)
{
    const int32_t sides[3] = {at_most(part->box.w - first[0], LOAM_VOXEL_SIDE),
                              at_most(part->box.h - first[1], LOAM_VOXEL_SIDE),
                              at_most(part->box.d - first[2], LOAM_VOXEL_SIDE)};
    const float size = loam_volume_voxel_m(part->box.level);
    const float corner[3] = {(float)first[0] * size, (float)first[1] * size,
                             (float)first[2] * size};
    uint8_t *next = bytes;
    for (int32_t z = -1; z <= sides[2]; z++)
    {
        for (int32_t y = -1; y <= sides[1]; y++)
        {
            for (int32_t x = -1; x <= sides[0]; x++)
            {
                *next++ = material_at(part, first[0] + x, first[1] + y, first[2] + z);
            }
        }
    }
    const loam_voxels voxels = {bytes, sides[0], sides[1], sides[2]};
    const loam_voxel_quad *quads;
    uint32_t count;
    const loam_result result = loam_voxel_mesher_run(
        mesher, &voxels, (loam_voxel_look){.merge = true, .occlude = occlude}, &quads, &count);
    return result == LOAM_OK ? loam_mesh_add_quads(mesh, quads, count, corner, size) : result;
}

static loam_result mesh_blocks(const volume_part *part, bool occlude, loam_mesh *mesh)
{
    enum
    {
        SIDE = LOAM_VOXEL_SIDE + 2
    };
    loam_voxel_mesher *mesher = NULL;
    uint8_t *const bytes = loam_alloc(&part->env, SIDE * SIDE * SIDE);
    loam_result result = bytes != NULL ? loam_voxel_mesher_create(&part->env, &mesher)
                                       : LOAM_OUT_OF_MEMORY;
    int32_t first[3];
    for (first[2] = 0; first[2] < part->box.d; first[2] += LOAM_VOXEL_SIDE)
    {
        for (first[1] = 0; first[1] < part->box.h; first[1] += LOAM_VOXEL_SIDE)
        {
            for (first[0] = 0; first[0] < part->box.w && result == LOAM_OK;
                 first[0] += LOAM_VOXEL_SIDE)
            {
                result = add_blocks(part, mesher, mesh, first, occlude, bytes);
            }
        }
    }
    loam_voxel_mesher_destroy(mesher);
    loam_free(&part->env, bytes, SIDE * SIDE * SIDE);
    return result;
}

/// The part's densities within two samples of air on each side.
static void fill_field(const volume_part *part, const int32_t sides[3], float *values,
                       uint8_t *materials)
{
    size_t next = 0;
    for (int32_t z = -2; z < sides[2] - 2; z++)
    {
        for (int32_t y = -2; y < sides[1] - 2; y++)
        {
            for (int32_t x = -2; x < sides[0] - 2; x++)
            {
                const uint8_t material = material_at(part, x, y, z);
                const bool liquid = material == LOAM_VOXEL_WATER || material == LOAM_VOXEL_LAVA;
                const bool outside = x < 0 || y < 0 || z < 0 || x >= part->box.w ||
                                     y >= part->box.h || z >= part->box.d;
                materials[next] = material;
                // Liquids are shown as bodies of their own, half a voxel lower than blocks.
                values[next++] = outside  ? -16.0f
                                 : liquid ? 8.0f
                                          : (float)part->density[index_of(part, x, y, z)] - 0.5f;
            }
        }
    }
}

static loam_result mesh_smooth(const volume_part *part, loam_mesh *mesh)
{
    const int32_t sides[3] = {part->box.w + 4, part->box.h + 4, part->box.d + 4};
    const size_t count = (size_t)sides[0] * (size_t)sides[1] * (size_t)sides[2];
    const size_t scratch_size = loam_surface_scratch_size(sides[0], sides[1], sides[2]);
    float *const values = loam_alloc(&part->env, count * sizeof(float));
    uint8_t *const materials = loam_alloc(&part->env, count);
    void *const scratch = loam_alloc(&part->env, scratch_size);
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (values != NULL && materials != NULL && scratch != NULL)
    {
        const float size = loam_volume_voxel_m(part->box.level);
        fill_field(part, sides, values, materials);
        const loam_density_field field = {.values = values,
                                          .materials = materials,
                                          .w = sides[0],
                                          .h = sides[1],
                                          .d = sides[2],
                                          .corner = {-0.5f * size, -0.5f * size, -0.5f * size},
                                          .size = size};
        result = loam_mesh_add_surface(mesh, &field, scratch, scratch_size);
    }
    loam_free(&part->env, values, count * sizeof(float));
    loam_free(&part->env, materials, count);
    loam_free(&part->env, scratch, scratch_size);
    return result;
}

loam_result volume_part_mesh(const volume_part *part, loam_volume_form form, loam_mesh **out)
{
    const loam_result result = loam_mesh_create(&part->env, out);
    return result != LOAM_OK ? result
           : form == LOAM_VOLUME_SMOOTH
               ? mesh_smooth(part, *out)
               : mesh_blocks(part, form == LOAM_VOLUME_SHADED_BLOCKS, *out);
}

loam_result volume_part_paint(const loam_env *env, const loam_mesh *mesh, const volume_look *look,
                              loam_picture *out)
{
    mesh_view view = {.w = look->pixels.w,
                      .h = look->pixels.h,
                      .turn = look->turn,
                      .pitch = look->pitch,
                      .ground = loam_rgb(0xdfe7ee)};
    for (int32_t i = 0; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        view.colours[i] = look->colours != NULL ? look->colours[i]
                                                : loam_rgb(loam_voxel_material_colour(i));
    }
    view.colours[LOAM_VOXEL_AIR] = loam_rgb(0x000000); // what shaded corners have a share of
    return mesh_view_draw(env, mesh, &view, out);
}
