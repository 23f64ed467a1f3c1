// SPDX-License-Identifier: MIT
// MagicaVoxel files, read back by a reader of the test's own: every voxel where it was, in models of 256 at most.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "check.h"
#include "export/folder.h"
#include "loam/export.h"
#include "loam/export_vox.h"
#include "loam/random.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum
{
    MAX_MODELS = 64
};

typedef struct vox_file
{
    uint8_t *bytes;
    size_t size, at;
    bool bad;
} vox_file;

/// A model as it was read, and where its scene puts it.
typedef struct read_model
{
    int32_t size[3], place[3];
    const uint8_t *voxels;
    int32_t count;
} read_model;

typedef struct read_scene
{
    read_model models[MAX_MODELS];
    int32_t model_count, shape_of[2 * MAX_MODELS + 2], place_of[2 * MAX_MODELS + 2][3];
    int32_t child_of[2 * MAX_MODELS + 2];
    bool has_place[2 * MAX_MODELS + 2];
    int32_t in_group;
    uint8_t palette[1024];
    bool has_palette;
} read_scene;

static int32_t read_number(vox_file *file)
{
    if (file->at + 4 > file->size)
    {
        file->bad = true;
        return 0;
    }
    const uint8_t *b = file->bytes + file->at;
    file->at += 4;
    return (int32_t)((uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
                     (uint32_t)b[3] << 24);
}

static bool read_word(vox_file *file, const char *expected)
{
    const int32_t length = read_number(file);
    const bool same = length == (int32_t)strlen(expected) &&
                      memcmp(file->bytes + file->at, expected, (size_t)length) == 0;
    file->at += (size_t)length;
    return same;
}

static void read_place(vox_file *file, read_scene *scene)
{
    const int32_t node = read_number(file);
    CHECK_INT(read_number(file), 0);
    scene->child_of[node] = read_number(file);
    CHECK_INT(read_number(file), -1);
    read_number(file); // layer
    CHECK_INT(read_number(file), 1);
    if (read_number(file) == 1)
    {
        CHECK(read_word(file, "_t"));
        const int32_t length = read_number(file);
        char words[64] = {0};
        memcpy(words, file->bytes + file->at, (size_t)length);
        int32_t *p = scene->place_of[node];
        CHECK_INT(sscanf(words, "%d %d %d", &p[0], &p[1], &p[2]), 3);
        file->at += (size_t)length;
        scene->has_place[node] = true;
    }
}

static void read_chunk(vox_file *file, read_scene *scene)
{
    char id[5] = {0};
    memcpy(id, file->bytes + file->at, 4);
    file->at += 4;
    const int32_t content = read_number(file);
    CHECK_INT(read_number(file), 0);
    const size_t end = file->at + (size_t)content;
    read_model *model = &scene->models[scene->model_count];
    if (strcmp(id, "SIZE") == 0)
    {
        for (int axis = 0; axis < 3; axis++)
        {
            model->size[axis] = read_number(file);
            CHECK_RANGE(model->size[axis], 1, 256);
        }
    }
    else if (strcmp(id, "XYZI") == 0)
    {
        model->count = read_number(file);
        model->voxels = file->bytes + file->at;
        file->at += 4 * (size_t)model->count;
        scene->model_count++;
    }
    else if (strcmp(id, "nTRN") == 0)
    {
        read_place(file, scene);
    }
    else if (strcmp(id, "nGRP") == 0)
    {
        CHECK_INT(read_number(file), 1);
        CHECK_INT(read_number(file), 0);
        scene->in_group = read_number(file);
        file->at += 4 * (size_t)scene->in_group;
    }
    else if (strcmp(id, "nSHP") == 0)
    {
        const int32_t node = read_number(file);
        CHECK_INT(read_number(file), 0);
        CHECK_INT(read_number(file), 1);
        scene->shape_of[node] = read_number(file);
        CHECK_INT(read_number(file), 0);
    }
    else if (strcmp(id, "RGBA") == 0)
    {
        memcpy(scene->palette, file->bytes + file->at, 1024);
        file->at += 1024;
        scene->has_palette = true;
    }
    CHECK_INT(file->at, end);
}

static void read_scene_of(vox_file *file, const char *path, read_scene *scene)
{
    struct stat status;
    FILE *stream = fopen(path, "rb");
    CHECK(stream != NULL && fstat(fileno(stream), &status) == 0);
    *file = (vox_file){.bytes = malloc((size_t)status.st_size), .size = (size_t)status.st_size};
    CHECK_INT(fread(file->bytes, 1, file->size, stream), file->size);
    fclose(stream);
    CHECK(memcmp(file->bytes, "VOX \x96\0\0\0MAIN\0\0\0\0", 16) == 0);
    file->at = 16;
    CHECK_INT(read_number(file), file->size - 20);
    while (file->at < file->size && !file->bad)
    {
        read_chunk(file, scene);
    }
    CHECK(!file->bad);
    for (int32_t i = 0; i < scene->model_count; i++)
    {
        // The place of a model is that of the transform above its shape.
        for (int32_t node = 2; node < 2 + 2 * scene->model_count; node += 2)
        {
            if (scene->shape_of[scene->child_of[node]] == i)
            {
                CHECK(scene->has_place[node]);
                memcpy(scene->models[i].place, scene->place_of[node],
                       sizeof scene->models[i].place);
            }
        }
    }
}

// ---- what is written ----------------------------------------------------------------------------

typedef struct lumps
{
    uint64_t seed;
    int32_t lump;
    uint32_t percent;
} lumps;

static uint8_t voxel_of(void *user, int32_t x, int32_t y, int32_t z)
{
    const lumps *with = user;
    const uint64_t cell = loam_seed_at(with->seed, x / with->lump, y / with->lump, z / with->lump);
    return loam_random_below(cell, 0, 100) < with->percent
               ? (uint8_t)(1 + loam_random_below(cell, 1, 3))
               : 0;
}

static const loam_colour palette[3] = {{10, 20, 30, 255}, {40, 50, 60, 255}, {70, 80, 90, 255}};

static loam_vox_def def_of(lumps *with, int32_t w, int32_t h, int32_t d)
{
    return (loam_vox_def){.w = w,
                          .h = h,
                          .d = d,
                          .voxel = voxel_of,
                          .user = with,
                          .palette = palette,
                          .palette_count = 3};
}

static void check_file(int32_t w, int32_t h, int32_t d, int32_t models, lumps with)
{
    const loam_vox_def def = def_of(&with, w, h, d);
    loam_vox_counts counts;
    CHECK_OK(loam_vox_write("box.vox", &def, &counts));
    vox_file file;
    static read_scene scene;
    memset(&scene, 0, sizeof scene);
    read_scene_of(&file, "box.vox", &scene);
    CHECK_INT(scene.model_count, models);
    CHECK_INT(counts.models, models);
    CHECK_INT(scene.in_group, models);
    CHECK(scene.has_palette && memcmp(scene.palette, palette, sizeof palette) == 0);
    uint8_t *seen = calloc((size_t)w * (size_t)h, (size_t)d);
    uint64_t read = 0, expected = 0, wrong = 0;
    for (int32_t i = 0; i < scene.model_count; i++)
    {
        const read_model *m = &scene.models[i];
        for (int32_t k = 0; k < m->count; k++)
        {
            const uint8_t *v = m->voxels + 4 * k;
            const int32_t x = v[0] + m->place[0] - m->size[0] / 2 + w / 2;
            const int32_t z = v[1] + m->place[1] - m->size[1] / 2 + d / 2;
            const int32_t y = v[2] + m->place[2] - m->size[2] / 2;
            read++;
            wrong += x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= d;
            wrong += voxel_of(&with, x, y, z) != v[3] || v[3] == 0;
            wrong += seen[((size_t)z * (size_t)h + (size_t)y) * (size_t)w + (size_t)x]++ != 0;
        }
    }
    for (int32_t z = 0; z < d; z++)
    {
        for (int32_t y = 0; y < h; y++)
        {
            for (int32_t x = 0; x < w; x++)
            {
                expected += voxel_of(&with, x, y, z) != 0;
            }
        }
    }
    CHECK_U64(wrong, 0);
    CHECK_U64(read, expected);
    CHECK_U64(counts.voxels, expected);
    free(seen);
    free(file.bytes);
    CHECK_INT(folder_count(1), 1);
}

static void test_voxels_are_where_they_were(void)
{
    check_file(5, 7, 9, 1, (lumps){1, 1, 50});
    check_file(1, 1, 1, 1, (lumps){1, 1, 100});
    check_file(256, 3, 256, 1, (lumps){2, 4, 30});
}

static void test_larger_ones_are_split(void)
{
    check_file(257, 4, 3, 2, (lumps){3, 1, 50});
    check_file(600, 5, 300, 6, (lumps){4, 3, 40});
    check_file(3, 515, 2, 3, (lumps){5, 1, 60});
}

static void refuse(const loam_vox_def *def, const char *path, loam_result result,
                   const char *message)
{
    CHECK_INT(loam_vox_write(path, def, NULL), result);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_INT(folder_count(1), 0);
}

static void test_bad_voxels_are_refused(void)
{
    lumps with = {1, 1, 50}, none = {1, 1, 0};
    loam_vox_def def = def_of(&with, 0, 4, 4);
    refuse(&def, "a.vox", LOAM_BAD_ARGUMENT, "0 x 4 x 4 voxels; sides must be 1 to 2048");
    def = def_of(&with, 4, 4, 2049);
    refuse(&def, "a.vox", LOAM_BAD_ARGUMENT, "sides must be 1 to 2048");
    def = def_of(&none, 4, 4, 4);
    refuse(&def, "a.vox", LOAM_BAD_ARGUMENT, "must have at least one");
    def = def_of(&with, 9, 9, 9);
    def.palette_count = 2;
    refuse(&def, "a.vox", LOAM_BAD_ARGUMENT, "has colour 3; must be 0 to 2");
    def.palette_count = 3;
    refuse(&def, "no/such/folder/a.vox", LOAM_IO, "no/such/folder/a.vox");
}

// A full disk has the words that it has in all formats, wherever in the file it is met.
static void test_a_full_disk_leaves_the_old_file(void)
{
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    lumps with = {1, 1, 50};
    const loam_vox_def def = def_of(&with, 30, 30, 30);
    for (rlim_t limit = 0; limit < 50000; limit += 9973)
    {
        CHECK_OK(loam_file_write("a.vox", "old", 3));
        const struct rlimit small = {.rlim_cur = limit, .rlim_max = before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        const loam_result result = loam_vox_write("a.vox", &def, NULL);
        setrlimit(RLIMIT_FSIZE, &before);
        CHECK_INT(result, LOAM_IO);
        CHECK_TEXT(loam_last_error(), "a.vox: could not be written: File too large");
        struct stat status = {0};
        CHECK_INT(stat("a.vox", &status), 0);
        CHECK_INT(status.st_size, 3);
        CHECK_INT(folder_count(1), 1);
    }
}

static void test_a_full_device_is_told_of(void)
{
    struct stat status;
    if (stat("/dev/full", &status) != 0 || !S_ISCHR(status.st_mode))
    {
        return;
    }
    lumps with = {1, 1, 50};
    const loam_vox_def def = def_of(&with, 60, 60, 60);
    refuse(&def, "/dev/full", LOAM_IO, "/dev/full: could not be written: No space left on device");
}

int main(void)
{
    folder_enter();
    RUN(test_voxels_are_where_they_were);
    RUN(test_larger_ones_are_split);
    RUN(test_bad_voxels_are_refused);
    RUN(test_a_full_disk_leaves_the_old_file);
    RUN(test_a_full_device_is_told_of);
    folder_leave();
    return CHECK_DONE();
}
