// SPDX-License-Identifier: MIT
#include "loam/export_vox.h"

#include "export/file.h"

#include <errno.h>
#include <string.h>

// MagicaVoxel's .vox, as its author describes it (ephtracy, voxel-model: MagicaVoxel-file-format-vox and its
// extension): chunks of an id, the bytes of their content, the bytes of chunks within them. A model is SIZE and
// XYZI, 256 voxels along a side at most. A scene is nTRN (where), nGRP (several), nSHP (which model). RGBA is the
// palette; its first entry is colour 1.
//
// All sizes stand before what they measure, so voxels are counted first.

enum
{
    SIDE = 256,
    MAX_MODELS = (LOAM_MAX_VOX_SIDE / SIDE) * (LOAM_MAX_VOX_SIDE / SIDE) *
                 (LOAM_MAX_VOX_SIDE / SIDE),
};

/// A box of the voxels that becomes a model.
typedef struct vox_model
{
    int32_t low[3], size[3];
    uint32_t voxels;
} vox_model;

typedef struct vox_writer
{
    const loam_vox_def *def;
    loam_file file;
    int32_t models; // that are not empty
    vox_model list[MAX_MODELS];
} vox_writer;

// ---- counting -----------------------------------------------------------------------------------

static loam_result count_voxels(const loam_vox_def *def, vox_model *model)
{
    for (int32_t z = model->low[2]; z < model->low[2] + model->size[2]; z++)
    {
        for (int32_t y = model->low[1]; y < model->low[1] + model->size[1]; y++)
        {
            for (int32_t x = model->low[0]; x < model->low[0] + model->size[0]; x++)
            {
                const uint8_t colour = def->voxel(def->user, x, y, z);
                if (colour > def->palette_count)
                {
                    return loam_fail(LOAM_BAD_ARGUMENT,
                                     "voxel (%d, %d, %d) has colour %d; must be 0 to %d", (int)x,
                                     (int)y, (int)z, (int)colour, (int)def->palette_count);
                }
                model->voxels += colour != 0;
            }
        }
    }
    return LOAM_OK;
}

static loam_result plan_models(vox_writer *writer)
{
    const loam_vox_def *const def = writer->def;
    const int32_t sides[3] = {def->w, def->h, def->d};
    loam_result result = LOAM_OK;
    for (int32_t z = 0; z < def->d; z += SIDE)
    {
        for (int32_t y = 0; y < def->h; y += SIDE)
        {
            for (int32_t x = 0; x < def->w && result == LOAM_OK; x += SIDE)
            {
                vox_model model = {.low = {x, y, z}};
                for (int axis = 0; axis < 3; axis++)
                {
                    const int32_t rest = sides[axis] - model.low[axis];
                    model.size[axis] = rest < SIDE ? rest : SIDE;
                }
                result = count_voxels(def, &model);
                if (model.voxels > 0)
                {
                    writer->list[writer->models++] = model;
                }
            }
        }
    }
    return result;
}

// ---- chunks -------------------------------------------------------------------------------------

static void put_bytes(vox_writer *writer, const void *bytes, size_t count)
{
    // The first failure says why; loam_file_commit reports it.
    if (fwrite(bytes, 1, count, writer->file.stream) != count && writer->file.error == 0)
    {
        writer->file.error = errno;
    }
}

static void put_number(vox_writer *writer, int64_t value)
{
    const uint32_t bits = (uint32_t)value;
    const uint8_t bytes[4] = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16),
                              (uint8_t)(bits >> 24)};
    put_bytes(writer, bytes, 4);
}

static void put_chunk(vox_writer *writer, const char *id, int64_t content, int64_t inner)
{
    put_bytes(writer, id, 4);
    put_number(writer, content);
    put_number(writer, inner);
}

static void put_text(vox_writer *writer, const char *words)
{
    put_number(writer, (int64_t)strlen(words));
    put_bytes(writer, words, strlen(words));
}

enum
{
    HEAD = 12, // of a chunk
    SIZE_BYTES = HEAD + 12,
    GROUP_BYTES = HEAD + 12, // and four for each model
    SHAPE_BYTES = HEAD + 20,
    PALETTE_BYTES = HEAD + 1024,
    PLACE_BYTES = HEAD + 28, // and the words of the place
};

/// Where a model's middle is, in the file's axes, the whole scene centred on the ground.
static int32_t place_of(const vox_writer *writer, const vox_model *model, char words[48])
{
    const loam_vox_def *const def = writer->def;
    const int32_t x = model->low[0] + model->size[0] / 2 - def->w / 2;
    const int32_t y = model->low[2] + model->size[2] / 2 - def->d / 2;
    return snprintf(words, 48, "%d %d %d", (int)x, (int)y,
                    (int)(model->low[1] + model->size[1] / 2));
}

/// The bytes of a model's nTRN, which has its place unless it is the root's.
static int64_t place_bytes(int32_t length)
{
    return PLACE_BYTES + (length > 0 ? 4 + 2 + 4 + length : 0);
}

/// A transform of the node `child` at a place; words NULL is nowhere in particular.
static void put_place(vox_writer *writer, int32_t node, int32_t child, int32_t layer,
                      const char *words)
{
    put_chunk(writer, "nTRN", place_bytes(words != NULL ? (int32_t)strlen(words) : 0) - HEAD, 0);
    put_number(writer, node);
    put_number(writer, 0); // no attributes
    put_number(writer, child);
    put_number(writer, -1); // reserved
    put_number(writer, layer);
    put_number(writer, 1); // one frame
    put_number(writer, words != NULL ? 1 : 0);
    if (words != NULL)
    {
        put_text(writer, "_t");
        put_text(writer, words);
    }
}

static void put_model(vox_writer *writer, const vox_model *model)
{
    const loam_vox_def *const def = writer->def;
    put_chunk(writer, "SIZE", 12, 0);
    put_number(writer, model->size[0]);
    put_number(writer, model->size[2]);
    put_number(writer, model->size[1]);
    put_chunk(writer, "XYZI", 4 + 4 * (int64_t)model->voxels, 0);
    put_number(writer, model->voxels);
    for (int32_t y = 0; y < model->size[1]; y++)
    {
        for (int32_t z = 0; z < model->size[2]; z++)
        {
            for (int32_t x = 0; x < model->size[0]; x++)
            {
                const uint8_t colour = def->voxel(def->user, model->low[0] + x, model->low[1] + y,
                                                  model->low[2] + z);
                const uint8_t voxel[4] = {(uint8_t)x, (uint8_t)z, (uint8_t)y, colour};
                if (colour != 0)
                {
                    put_bytes(writer, voxel, 4);
                }
            }
        }
    }
}

/// Root, group, and a place and a shape for each model: nodes 0, 1, 2 + 2i, 3 + 2i.
static void put_scene(vox_writer *writer)
{
    put_place(writer, 0, 1, -1, NULL);
    put_chunk(writer, "nGRP", GROUP_BYTES - HEAD + 4 * (int64_t)writer->models, 0);
    put_number(writer, 1);
    put_number(writer, 0);
    put_number(writer, writer->models);
    for (int32_t i = 0; i < writer->models; i++)
    {
        put_number(writer, 2 + 2 * i);
    }
    for (int32_t i = 0; i < writer->models; i++)
    {
        char words[48];
        place_of(writer, &writer->list[i], words);
        put_place(writer, 2 + 2 * i, 3 + 2 * i, 0, words);
        put_chunk(writer, "nSHP", SHAPE_BYTES - HEAD, 0);
        put_number(writer, 3 + 2 * i);
        put_number(writer, 0);
        put_number(writer, 1);
        put_number(writer, i);
        put_number(writer, 0);
    }
}

static void put_palette(vox_writer *writer)
{
    put_chunk(writer, "RGBA", 1024, 0);
    for (int32_t i = 0; i < 256; i++)
    {
        const loam_colour none = {0, 0, 0, 255};
        const loam_colour c = i < writer->def->palette_count ? writer->def->palette[i] : none;
        const uint8_t bytes[4] = {c.r, c.g, c.b, c.a};
        put_bytes(writer, bytes, 4);
    }
}

static int64_t bytes_inside(const vox_writer *writer)
{
    int64_t bytes = place_bytes(0) + GROUP_BYTES + PALETTE_BYTES;
    for (int32_t i = 0; i < writer->models; i++)
    {
        char words[48];
        const int32_t length = place_of(writer, &writer->list[i], words);
        bytes += SIZE_BYTES + HEAD + 4 + 4 * (int64_t)writer->list[i].voxels;
        bytes += 4 + place_bytes(length) + SHAPE_BYTES;
    }
    return bytes;
}

static void put_file(vox_writer *writer)
{
    put_bytes(writer, "VOX ", 4);
    put_number(writer, 150);
    put_chunk(writer, "MAIN", 0, bytes_inside(writer));
    for (int32_t i = 0; i < writer->models; i++)
    {
        put_model(writer, &writer->list[i]);
    }
    put_scene(writer);
    put_palette(writer);
}

// ---- public -------------------------------------------------------------------------------------

static loam_result check_def(const loam_vox_def *def)
{
    const int32_t sides[3] = {def->w, def->h, def->d};
    for (int axis = 0; axis < 3; axis++)
    {
        if (sides[axis] < 1 || sides[axis] > LOAM_MAX_VOX_SIDE)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%d x %d x %d voxels; sides must be 1 to %d",
                             (int)def->w, (int)def->h, (int)def->d, LOAM_MAX_VOX_SIDE);
        }
    }
    if (def->palette == NULL || def->palette_count < 1 || def->palette_count > 255)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a palette of %d colours; must be 1 to 255",
                         (int)def->palette_count);
    }
    return LOAM_OK;
}

static loam_result check_counts(const vox_writer *writer)
{
    if (writer->models == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "no voxel is solid; a .vox file must have at least one");
    }
    return bytes_inside(writer) <= INT32_MAX
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%lld bytes of voxels; a .vox file must have at most %d",
                           (long long)bytes_inside(writer), INT32_MAX);
}

static loam_result write_voxels(vox_writer *writer, const char *path)
{
    loam_result result = plan_models(writer);
    result = result == LOAM_OK ? check_counts(writer) : result;
    result = result == LOAM_OK ? loam_file_begin(&writer->file, path) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    put_file(writer);
    return loam_file_commit(&writer->file);
}

loam_result loam_vox_write(const char *path, const loam_vox_def *def, loam_vox_counts *counts)
{
    const loam_env env = loam_default_env();
    loam_result result = check_def(def);
    vox_writer *const writer = result == LOAM_OK ? loam_alloc(&env, sizeof *writer) : NULL;
    if (writer == NULL)
    {
        return result == LOAM_OK ? LOAM_OUT_OF_MEMORY : result;
    }
    writer->def = def;
    writer->models = 0;
    result = write_voxels(writer, path);
    if (counts != NULL)
    {
        *counts = (loam_vox_counts){.models = writer->models};
        for (int32_t i = 0; i < writer->models; i++)
        {
            counts->voxels += writer->list[i].voxels;
        }
    }
    loam_free(&env, writer, sizeof *writer);
    return result;
}
