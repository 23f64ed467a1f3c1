// SPDX-License-Identifier: MIT
#include "patchwork.h"

#include "field.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- choices ------------------------------------------------------------------------------------

const char *patch_colours_name(int32_t index)
{
    static const char *const names[] = {"materials", "chunks", "parts", "biomes"};
    return index < 4 ? names[index] : NULL;
}

// ---- files --------------------------------------------------------------------------------------

enum
{
    MAX_KEPT = 1 << 28 // bytes
};

static loam_result fail_reading(const char *path)
{
    return loam_fail(LOAM_IO, "%s: cannot be read: %s", path, strerror(errno));
}

/// All of a file; *size 0 and no bytes if there is none.
static loam_result read_kept(const char *path, uint8_t **bytes, size_t *size)
{
    FILE *const stream = fopen(path, "rb");
    *bytes = NULL;
    *size = 0;
    if (stream == NULL)
    {
        return errno == ENOENT ? LOAM_OK : fail_reading(path);
    }
    loam_result result = LOAM_OK;
    size_t room = 0;
    while (result == LOAM_OK && !feof(stream))
    {
        room = room > 0 ? 2 * room : 1 << 16;
        uint8_t *const more = room <= MAX_KEPT ? realloc(*bytes, room) : NULL;
        if (more == NULL)
        {
            result = loam_fail(LOAM_BAD_ARGUMENT, "%s has more than %d bytes; must be at most that",
                               path, MAX_KEPT / 2);
            break;
        }
        *bytes = more;
        *size += fread(*bytes + *size, 1, room - *size, stream);
        result = ferror(stream) ? fail_reading(path) : LOAM_OK;
    }
    fclose(stream);
    return result;
}

static loam_result load(patch_grower *grower, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    loam_result result = path != NULL ? read_kept(path, &bytes, &size) : LOAM_OK;
    if (result == LOAM_OK && bytes != NULL)
    {
        result = loam_patchwork_unpack(grower->patchwork, bytes, size);
        result = result == LOAM_OK ? LOAM_OK : loam_fail(result, "%s: %s", path, loam_last_error());
        grower->found = result == LOAM_OK;
    }
    free(bytes);
    return result;
}

loam_result patch_grower_save(const patch_grower *grower, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    loam_result result = loam_patchwork_pack(grower->patchwork, &bytes, &size);
    result = result == LOAM_OK ? loam_file_write(path, bytes, size) : result;
    loam_free(&grower->env, bytes, size);
    return result;
}

// ---- a patchwork --------------------------------------------------------------------------------

static void take_options(const patch_question *question, loam_patchwork_def *def)
{
    def->seed = question->seed;
    def->chunk_size = question->chunk_size > 0 ? (int32_t)question->chunk_size : def->chunk_size;
    def->sewing_x = question->sewing.w > 0 ? question->sewing.w : def->sewing_x;
    def->sewing_z = question->sewing.h > 0 ? question->sewing.h : def->sewing_z;
    def->sewing = question->method > 0 ? (loam_patch_sewing)(question->method - 1) : def->sewing;
    def->profile = question->profile > 0 ? (loam_patch_profile)(question->profile - 1)
                                         : def->profile;
    def->claim_sewings = question->rule > 0 ? question->rule == 2 : def->claim_sewings;
    def->adaptation = question->adaptation > 0 ? (loam_patch_adaptation)(question->adaptation - 1)
                                               : def->adaptation;
    // A file of what was seen is of a world that adapts.
    if (question->keep != NULL && def->adaptation == LOAM_PATCH_STAYS && question->adaptation == 0)
    {
        def->adaptation = LOAM_PATCH_SHRINKS;
    }
}

loam_result patch_grower_create(const patch_question *question, patch_grower *out)
{
    *out = (patch_grower){.env = loam_default_env()};
    loam_patchwork_def def = loam_default_patchwork_def();
    loam_result result = question->output != NULL ? loam_file_check(question->output) : LOAM_OK;
    if (result == LOAM_OK && question->defs != NULL)
    {
        result = loam_patchwork_def_read_file(&out->env, question->defs, &def);
    }
    take_options(question, &def);
    result = result == LOAM_OK ? field_threads(question->threads, &out->env.jobs) : result;
    result = result == LOAM_OK ? loam_patchwork_create(&out->env, &def, &out->patchwork) : result;
    result = result == LOAM_OK ? load(out, question->keep) : result;
    if (result == LOAM_OK && question->keep != NULL && !out->found && !question->writes_keep)
    {
        result = loam_fail(LOAM_IO, "--keep: there is no file %s; walk and explore make one",
                           question->keep);
    }
    if (result != LOAM_OK)
    {
        patch_grower_destroy(out);
        return result;
    }
    out->def = loam_patchwork_def_of(out->patchwork);
    return LOAM_OK;
}

void patch_grower_destroy(void *of)
{
    patch_grower *const grower = of;
    loam_patchwork_destroy(grower->patchwork);
    loam_jobs_destroy(grower->env.jobs);
    grower->patchwork = NULL;
    grower->env.jobs = NULL;
}

// ---- meshes -------------------------------------------------------------------------------------

enum
{
    BLOCK = 32 // cells at a time
};

/// Cells that threads make at the same time.
typedef struct block
{
    const patch_grower *grower;
    option_chunks chunks;
    int64_t first;
    size_t cell_size;
    loam_patch_vertex *cells;
    uint8_t *scratch;
    loam_result results[BLOCK];
    char message[512];
} block;

static int64_t columns_of(option_chunks chunks)
{
    return chunks.x1 - chunks.x0 + 1;
}

static void make_cells(void *context, int64_t begin, int64_t end)
{
    block *const on = context;
    const size_t scratch = LOAM_ARENA_SIZE(loam_patch_cell_scratch(on->grower->def));
    for (int64_t i = begin; i < end; i++)
    {
        const int64_t cell = on->first + i, columns = columns_of(on->chunks);
        on->results[i] = loam_patchwork_cell(
            on->grower->patchwork, on->chunks.x0 + cell % columns, on->chunks.y0 + cell / columns,
            on->cells + (size_t)i * on->cell_size, on->scratch + (size_t)i * scratch);
    }
}

/// The index of a part's colour.
static uint8_t colour_index(const patch_grower *grower, patch_colours colours, loam_patch_part part,
                            int64_t x, int64_t z)
{
    if (colours == PATCH_BY_PART)
    {
        return (uint8_t)part;
    }
    if (colours == PATCH_BY_BIOME)
    {
        return part == LOAM_PATCH_TERRAIN
                   ? (uint8_t)loam_patchwork_chunk(grower->patchwork, x, z).biome
                   : (uint8_t)grower->def->biome_count;
    }
    return (uint8_t)loam_random_below(loam_seed_at(grower->def->seed, x, (int64_t)part, z), 0,
                                      PATCH_PALETTE);
}

static void paint(loam_mesh *mesh, uint32_t first, uint8_t index)
{
    for (uint32_t i = first; i < mesh->vertex_count; i++)
    {
        memset(mesh->vertices[i].materials, 0, LOAM_MESH_MATERIALS);
        memset(mesh->vertices[i].weights, 0, LOAM_MESH_MATERIALS);
        mesh->vertices[i].materials[0] = index;
        mesh->vertices[i].weights[0] = 255;
    }
}

/// A cell's chunk, and its sewings as far as they join chunks of the mesh.
static loam_result add_cell(const block *on, int64_t cell, patch_colours colours, loam_mesh *mesh)
{
    const loam_patchwork_def *const def = on->grower->def;
    const int64_t x = on->chunks.x0 + cell % columns_of(on->chunks);
    const int64_t z = on->chunks.y0 + cell / columns_of(on->chunks);
    const loam_patch_area corner = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, on->chunks.x0,
                                                      on->chunks.y0);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_PATCH_PART_COUNT && result == LOAM_OK; i++)
    {
        const loam_patch_part part = (loam_patch_part)i;
        const bool right = part == LOAM_PATCH_HORIZONTAL || part == LOAM_PATCH_DIAGONAL;
        const bool above = part == LOAM_PATCH_VERTICAL || part == LOAM_PATCH_DIAGONAL;
        if ((right && x == on->chunks.x1) || (above && z == on->chunks.y1))
        {
            continue;
        }
        const loam_patch_area area = loam_patch_area_of(def, part, x, z);
        const float offset[3] = {(float)(area.x - corner.x) * def->spacing, 0,
                                 (float)(area.z - corner.z) * def->spacing};
        const uint32_t first = mesh->vertex_count;
        result = loam_mesh_add_patch(
            mesh, def, on->cells + (size_t)(cell - on->first) * on->cell_size, part, offset);
        if (result == LOAM_OK && colours != PATCH_BY_MATERIAL)
        {
            paint(mesh, first, colour_index(on->grower, colours, part, x, z));
        }
    }
    return result;
}

static loam_result add_block(block *on, int64_t count, patch_colours colours, loam_mesh *mesh)
{
    loam_jobs_for(on->grower->env.jobs, count, 1, make_cells, on);
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = on->results[i] == LOAM_OK
                     ? add_cell(on, on->first + i, colours, mesh)
                     : loam_fail(on->results[i], "a cell of the patchwork could not be made");
    }
    return result;
}

static loam_result check_chunks(const loam_patchwork_def *def, option_chunks chunks)
{
    const int64_t end = LOAM_PATCHWORK_END, w = columns_of(chunks), h = chunks.y1 - chunks.y0 + 1;
    if (chunks.x0 < -end || chunks.y0 < -end || chunks.x1 >= end || chunks.y1 >= end)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--chunks is %lld,%lld,%lld,%lld; must be chunks from -2^40 to 2^40 - 1",
                         (long long)chunks.x0, (long long)chunks.y0, (long long)chunks.x1,
                         (long long)chunks.y1);
    }
    const double along_x = (double)w * (def->chunk_size + def->sewing_x - 2);
    const double along_z = (double)h * (def->chunk_size + def->sewing_z - 2);
    const double max = LOAM_MESH_MAX_INDICES / 6;
    return along_x * along_z <= max
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "--chunks: %lld x %lld chunks of %d, with sewings of %d x %d, have %.0f "
                           "vertices; must be at most %.0f, so take fewer of them, or smaller ones",
                           (long long)w, (long long)h, (int)def->chunk_size, (int)def->sewing_x,
                           (int)def->sewing_z, along_x * along_z, max);
}

loam_result patch_mesh(const patch_grower *grower, option_chunks chunks, patch_colours colours,
                       loam_mesh **out)
{
    block on = {.grower = grower,
                .chunks = chunks,
                .cell_size = (size_t)loam_patch_cell_vertices(grower->def)};
    const int64_t all = columns_of(chunks) * (chunks.y1 - chunks.y0 + 1);
    const size_t scratch = LOAM_ARENA_SIZE(loam_patch_cell_scratch(grower->def)) * BLOCK;
    const size_t cells = on.cell_size * sizeof *on.cells * BLOCK;
    loam_result result = check_chunks(grower->def, chunks);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_mesh_create(&grower->env, out);
    on.cells = loam_alloc(&grower->env, cells);
    on.scratch = loam_alloc(&grower->env, scratch);
    if (on.cells == NULL || on.scratch == NULL)
    {
        result = LOAM_OUT_OF_MEMORY;
    }
    for (; on.first < all && result == LOAM_OK; on.first += BLOCK)
    {
        const int64_t left = all - on.first;
        result = add_block(&on, left < BLOCK ? left : BLOCK, colours, *out);
    }
    loam_free(&grower->env, on.scratch, scratch);
    loam_free(&grower->env, on.cells, cells);
    return result;
}

// ---- colours ------------------------------------------------------------------------------------

/// Colours around the circle, lighter and darker, none beside its like.
static uint32_t wheel(int32_t index)
{
    static const uint32_t hues[12] = {0xd9774f, 0xd9a84f, 0xc7cf5a, 0x7fc46a, 0x4fc49a, 0x55c3d6,
                                      0x5b93dd, 0x7f78e0, 0xab6fdb, 0xd76fc4, 0xdb6f93, 0xe0a08c};
    const loam_colour c = loam_colour_shade(loam_rgb(hues[index % 12]),
                                            1.0f - 0.2f * (float)(index / 12));
    return (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

static int32_t palette_of_materials(const loam_patchwork_def *def, loam_mesh_material *out)
{
    for (int32_t i = 0; i < def->material_count; i++)
    {
        out[i] = (loam_mesh_material){def->materials[i].name, def->materials[i].colour};
    }
    return def->material_count;
}

static int32_t palette_of_biomes(const loam_patchwork_def *def, loam_mesh_material *out)
{
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        out[i] = (loam_mesh_material){def->biomes[i].name, def->biomes[i].colour};
    }
    out[def->biome_count] = (loam_mesh_material){"sewing", 0xe8e2d4};
    return def->biome_count + 1;
}

int32_t patch_palette(const patch_grower *grower, patch_colours colours,
                      loam_mesh_material out[PATCH_PALETTE])
{
    static const uint32_t parts[LOAM_PATCH_PART_COUNT] = {0xe6e0d2, 0xb07a48, 0xc777a8, 0x4fb3c4};
    switch (colours)
    {
    case PATCH_BY_MATERIAL:
        return palette_of_materials(grower->def, out);
    case PATCH_BY_BIOME:
        return palette_of_biomes(grower->def, out);
    case PATCH_BY_PART:
        for (int32_t i = 0; i < LOAM_PATCH_PART_COUNT; i++)
        {
            out[i] = (loam_mesh_material){loam_patch_part_name((loam_patch_part)i), parts[i]};
        }
        return LOAM_PATCH_PART_COUNT;
    default:
        for (int32_t i = 0; i < PATCH_PALETTE; i++)
        {
            out[i] = (loam_mesh_material){"part", wheel(i)};
        }
        return PATCH_PALETTE;
    }
}
