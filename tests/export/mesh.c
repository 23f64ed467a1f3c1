// SPDX-License-Identifier: MIT
// Files of meshes: read back byte by byte, by readers written for this.
#include "check.h"
#include "folder.h"
#include "loam/export.h"
#include "pipeline/meter.h"

#include <cjson/cJSON.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#ifdef LOAM_HAS_MESHOPT
#include <meshoptimizer.h>
#endif

enum
{
    W = 20,
    H = 12,
    VERTICES = W * H,
    TRIANGLES = (W - 1) * (H - 1) * 2,
};

static float heights[VERTICES];
static uint8_t materials[4 * VERTICES], weights[4 * VERTICES];
static const loam_mesh_material names[3] = {
    {"grass \"green\"", 0x20a040}, {"rock\\", 0x808080}, {"snow", 0xffffff}};

static loam_mesh *make_mesh(const loam_env *env)
{
    loam_mesh *mesh = NULL;
    for (int32_t p = 0; p < VERTICES; p++)
    {
        heights[p] = (float)(p * 37 % 23) * 0.31f - 2.0f;
        materials[4 * p] = (uint8_t)(p % 3);
        materials[4 * p + 1] = (uint8_t)((p + 1) % 3);
        weights[4 * p] = 200;
        weights[4 * p + 1] = 55;
    }
    const loam_height_grid grid = {.w = W,
                                   .h = H,
                                   .step = 2.5f,
                                   .height = heights,
                                   .stride = W,
                                   .materials = materials,
                                   .weights = weights};
    CHECK_OK(loam_mesh_create(env, &mesh));
    CHECK_OK(loam_mesh_add_grid(mesh, &grid, NULL));
    return mesh;
}

static loam_mesh_file_def def_for(const char *path)
{
    loam_mesh_file_def def = loam_default_mesh_file_def();
    def.path = path;
    def.name = "a \"hill\"";
    def.x = -5000000000;
    def.z = 77;
    def.materials = names;
    def.material_count = 3;
    return def;
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    CHECK(file != NULL);
    uint8_t *const bytes = malloc(1 << 22);
    *size = file != NULL ? fread(bytes, 1, (1 << 22) - 1, file) : 0;
    bytes[*size] = 0;
    if (file != NULL)
    {
        fclose(file);
    }
    return bytes;
}

static uint32_t u32_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float float_at(const uint8_t *at)
{
    const uint32_t bits = u32_at(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// ---- glTF -------------------------------------------------------------------------------------------

typedef struct glb_file
{
    uint8_t *bytes;
    const uint8_t *binary;
    cJSON *json;
} glb_file;

static double number(const cJSON *object, const char *key)
{
    const cJSON *const item = cJSON_GetObjectItem(object, key);
    return item != NULL ? item->valuedouble : 0;
}

static const cJSON *entry(const glb_file *glb, const char *array, int32_t index)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, array), index);
}

static glb_file open_glb(const char *path)
{
    size_t size;
    glb_file glb = {.bytes = read_file(path, &size)};
    CHECK(memcmp(glb.bytes, "glTF", 4) == 0);
    CHECK_INT(u32_at(glb.bytes + 4), 2);
    CHECK_INT(u32_at(glb.bytes + 8), size);
    const uint32_t length = u32_at(glb.bytes + 12);
    CHECK_INT(length % 4, 0);
    CHECK(memcmp(glb.bytes + 16, "JSON", 4) == 0);
    CHECK(memcmp(glb.bytes + 20 + length + 4, "BIN\0", 4) == 0);
    CHECK_INT(u32_at(glb.bytes + 20 + length), size - 28 - length);
    glb.binary = glb.bytes + 28 + length;
    glb.json = cJSON_ParseWithLength((const char *)glb.bytes + 20, length);
    CHECK(glb.json != NULL);
    CHECK_INT(number(entry(&glb, "buffers", 0), "byteLength"), size - 28 - length);
    return glb;
}

static void close_glb(glb_file *glb)
{
    cJSON_Delete(glb->json);
    free(glb->bytes);
}

/// The accessor of an attribute, or that of the indices for NULL.
static const cJSON *accessor(const glb_file *glb, const char *attribute)
{
    const cJSON *const mesh = entry(glb, "meshes", 0);
    const cJSON *const primitive = cJSON_GetArrayItem(cJSON_GetObjectItem(mesh, "primitives"), 0);
    const cJSON *const attributes = cJSON_GetObjectItem(primitive, "attributes");
    if (attribute != NULL && cJSON_GetObjectItem(attributes, attribute) == NULL)
    {
        return NULL;
    }
    return entry(glb, "accessors",
                 (int32_t)(attribute != NULL ? number(attributes, attribute)
                                             : number(primitive, "indices")));
}

static const uint8_t *bytes_of(const glb_file *glb, const char *attribute)
{
    const cJSON *const view = entry(glb, "bufferViews",
                                    (int32_t)number(accessor(glb, attribute), "bufferView"));
    CHECK_INT((int64_t)number(view, "byteOffset") % 4, 0);
    return glb->binary + (size_t)number(view, "byteOffset");
}

static void check_positions(const glb_file *glb, const loam_mesh *mesh)
{
    const uint8_t *const positions = bytes_of(glb, "POSITION"), *const normals = bytes_of(glb,
                                                                                          "NORMAL");
    double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            const float sign = k == 2 ? -1.0f : 1.0f;
            const float at = float_at(positions + 12 * i + 4 * k);
            CHECK(at == sign * mesh->vertices[i].position[k]);
            CHECK(float_at(normals + 12 * i + 4 * k) == sign * mesh->vertices[i].normal[k]);
            low[k] = fmin(low[k], (double)at);
            high[k] = fmax(high[k], (double)at);
        }
        CHECK(memcmp(bytes_of(glb, "_MATERIALS") + 4 * i, mesh->vertices[i].materials, 4) == 0);
        CHECK(memcmp(bytes_of(glb, "_WEIGHTS") + 4 * i, mesh->vertices[i].weights, 4) == 0);
    }
    for (int32_t k = 0; k < 3; k++)
    {
        const cJSON *const one = accessor(glb, "POSITION");
        CHECK(cJSON_GetArrayItem(cJSON_GetObjectItem(one, "min"), k)->valuedouble == low[k]);
        CHECK(cJSON_GetArrayItem(cJSON_GetObjectItem(one, "max"), k)->valuedouble == high[k]);
    }
    CHECK_INT(number(accessor(glb, "POSITION"), "count"), mesh->vertex_count);
}

/// In a right-handed file triangles are seen anticlockwise from above.
static void check_triangles(const glb_file *glb, const loam_mesh *mesh)
{
    const uint8_t *const indices = bytes_of(glb, NULL), *const positions = bytes_of(glb,
                                                                                    "POSITION");
    CHECK_INT(number(accessor(glb, NULL), "componentType"), 5123);
    CHECK_INT(number(accessor(glb, NULL), "count"), mesh->index_count);
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        double at[3][3];
        for (uint32_t k = 0; k < 9; k++)
        {
            const uint32_t index = (uint32_t)indices[2 * (i + k / 3)] |
                                   (uint32_t)indices[2 * (i + k / 3) + 1] << 8;
            CHECK(index < mesh->vertex_count);
            at[k / 3][k % 3] = (double)float_at(positions + 12 * index + 4 * (k % 3));
        }
        const double up = (at[1][2] - at[0][2]) * (at[2][0] - at[0][0]) -
                          (at[1][0] - at[0][0]) * (at[2][2] - at[0][2]);
        CHECK(up > 0);
    }
}

static void check_names(const glb_file *glb)
{
    const cJSON *const node = entry(glb, "nodes", 0);
    CHECK_TEXT(cJSON_GetObjectItem(node, "name")->valuestring, "a \"hill\"");
    CHECK(number(cJSON_GetObjectItem(node, "extras"), "x") == -5000000000.0);
    const cJSON *const extras = cJSON_GetObjectItem(entry(glb, "materials", 0), "extras");
    const cJSON *const list = cJSON_GetObjectItem(extras, "materials");
    CHECK_INT(cJSON_GetArraySize(list), 3);
    CHECK_TEXT(cJSON_GetArrayItem(list, 0)->valuestring, "grass \"green\"");
    CHECK_TEXT(cJSON_GetArrayItem(list, 1)->valuestring, "rock\\");
}

static void test_a_glb_has_all_of_the_mesh(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    const char *const path = "hill.glb";
    const loam_mesh_file_def def = def_for(path);
    CHECK_OK(loam_mesh_write(&def, mesh));
    glb_file glb = open_glb(path);
    check_positions(&glb, mesh);
    check_triangles(&glb, mesh);
    check_names(&glb);
    CHECK(accessor(&glb, "TEXCOORD_0") == NULL);
    CHECK_INT(bytes_of(&glb, "COLOR_0")[4 * 2 + 3], 255);
    CHECK_RANGE(bytes_of(&glb, "COLOR_0")[4 * 2], 195, 215); // snow, and a quarter of grass
    close_glb(&glb);
    loam_mesh_destroy(mesh);
}

static void test_a_texture_lies_with_north_up(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, 8, 4, loam_rgb(0x123456), &picture));
    const char *const path = "textured.glb";
    loam_mesh_file_def def = def_for(path);
    def.texture = &picture;
    def.texture_w = 100;
    def.texture_h = 50;
    CHECK_OK(loam_mesh_write(&def, mesh));
    glb_file glb = open_glb(path);
    check_positions(&glb, mesh);
    CHECK(accessor(&glb, "COLOR_0") == NULL);
    const uint8_t *const uv = bytes_of(&glb, "TEXCOORD_0");
    CHECK(float_at(uv) == 0.0f && float_at(uv + 4) == 1.0f);
    CHECK(float_at(uv + 8 * (2 * W + 4)) == 0.1f && float_at(uv + 8 * (2 * W + 4) + 4) == 0.9f);
    const cJSON *const view = entry(&glb, "bufferViews",
                                    (int32_t)number(entry(&glb, "images", 0), "bufferView"));
    CHECK(memcmp(glb.binary + (size_t)number(view, "byteOffset"), "\x89PNG\r\n", 6) == 0);
    close_glb(&glb);
    loam_picture_destroy(&env, &picture);
    loam_mesh_destroy(mesh);
}

// ---- compression ------------------------------------------------------------------------------------

#ifdef LOAM_HAS_MESHOPT
static const cJSON *packed_view(const glb_file *glb, const char *attribute)
{
    const cJSON *const view = entry(glb, "bufferViews",
                                    (int32_t)number(accessor(glb, attribute), "bufferView"));
    return cJSON_GetObjectItem(cJSON_GetObjectItem(view, "extensions"), "EXT_meshopt_compression");
}

static void test_compression_loses_nothing(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    const char *const path = "packed.glb";
    loam_mesh_file_def def = def_for(path);
    def.compress = true;
    CHECK_OK(loam_mesh_write(&def, mesh));
    glb_file glb = open_glb(path);
    float positions[3 * VERTICES];
    uint32_t indices[3 * TRIANGLES];
    const cJSON *view = packed_view(&glb, "POSITION");
    CHECK_INT(meshopt_decodeVertexBuffer(positions, VERTICES, 12,
                                         glb.binary + (size_t)number(view, "byteOffset"),
                                         (size_t)number(view, "byteLength")),
              0);
    for (int32_t i = 0; i < VERTICES; i++)
    {
        CHECK(positions[3 * i] == mesh->vertices[i].position[0]);
        CHECK(positions[3 * i + 1] == mesh->vertices[i].position[1]);
        CHECK(positions[3 * i + 2] == -mesh->vertices[i].position[2]);
    }
    view = packed_view(&glb, NULL);
    CHECK_TEXT(cJSON_GetObjectItem(view, "mode")->valuestring, "TRIANGLES");
    CHECK_INT(meshopt_decodeIndexBuffer(indices, 3 * TRIANGLES, sizeof *indices,
                                        glb.binary + (size_t)number(view, "byteOffset"),
                                        (size_t)number(view, "byteLength")),
              0);
    uint32_t sum = 0, expected = 0;
    for (int32_t i = 0; i < 3 * TRIANGLES; i++)
    {
        sum += indices[i] * indices[i];
        expected += mesh->indices[i] * mesh->indices[i];
    }
    CHECK_INT(sum, expected);
    close_glb(&glb);
    loam_mesh_destroy(mesh);
}

static void test_simplification_keeps_the_rim(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    CHECK_INT(loam_mesh_simplify(mesh, 0, 1), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a share of 0 with errors of 1 m; must be above 0 to 1");
    CHECK_OK(loam_mesh_simplify(mesh, 0.3f, 100));
    CHECK_RANGE(mesh->index_count / 3, 40, TRIANGLES * 0.5);
    int32_t rim = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const float x = mesh->vertices[i].position[0], z = mesh->vertices[i].position[2];
        rim += x == 0 || z == 0 || x == (W - 1) * 2.5f || z == (H - 1) * 2.5f;
    }
    CHECK_INT(rim, 2 * (W + H) - 4);
    CHECK_OK(loam_mesh_order(mesh));
    for (uint32_t i = 0; i < mesh->index_count; i++)
    {
        CHECK(mesh->indices[i] < mesh->vertex_count);
    }
    loam_mesh_destroy(mesh);
}
/// The areas of materials 1 and 2, and in the first place of what lies between them.
static void measure(const loam_mesh *mesh, double area[3])
{
    area[0] = area[1] = area[2] = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const loam_vertex *const a = &mesh->vertices[mesh->indices[i]],
                                 *const b = &mesh->vertices[mesh->indices[i + 1]],
                                 *const c = &mesh->vertices[mesh->indices[i + 2]];
        const bool same = a->materials[0] == b->materials[0] && a->materials[0] == c->materials[0];
        const float *const p = a->position, *const q = b->position, *const r = c->position;
        const float cross = (q[0] - p[0]) * (r[2] - p[2]) - (q[2] - p[2]) * (r[0] - p[0]);
        area[same ? a->materials[0] : 0] += fabs((double)cross) / 2;
    }
}

// Where two materials of flat ground meet, there is nothing that an error of shape would see.
static void test_simplification_keeps_materials_where_they_are(void)
{
    enum
    {
        SIDE = 24
    };
    const loam_env env = loam_default_env();
    loam_mesh *mesh = NULL;
    uint32_t index;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const int32_t x = i % SIDE, z = i / SIDE;
        const loam_vertex vertex = {.position = {(float)x, 0, (float)z},
                                    .normal = {0, 1, 0},
                                    .materials = {z < 8 + x % 5 ? 2 : 1, 3},
                                    .weights = {200, 55}};
        CHECK_OK(loam_mesh_add_vertex(mesh, &vertex, &index));
    }
    for (uint32_t i = 0; i < SIDE * (SIDE - 1); i++)
    {
        if (i % SIDE + 1 < SIDE)
        {
            CHECK_OK(loam_mesh_add_triangle(mesh, i, i + SIDE, i + 1));
            CHECK_OK(loam_mesh_add_triangle(mesh, i + 1, i + SIDE, i + SIDE + 1));
        }
    }
    double before[3], after[3];
    measure(mesh, before);
    CHECK_INT(loam_mesh_simplify_materials(mesh, 2, 1), LOAM_BAD_ARGUMENT);
    CHECK_OK(loam_mesh_simplify_materials(mesh, 0.01f, 0.01f));
    CHECK_RANGE(mesh->index_count / 3, 100, 2 * SIDE * SIDE / 3);
    measure(mesh, after);
    for (int32_t i = 0; i < 3; i++)
    {
        CHECK_NEAR(after[i], before[i], 0.01);
    }
    loam_mesh_destroy(mesh);
}
#else
static void test_without_meshoptimizer_it_says_so(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    loam_mesh_file_def def = def_for("packed.glb");
    def.compress = true;
    CHECK_INT(loam_mesh_write(&def, mesh), LOAM_UNSUPPORTED);
    CHECK_INT(loam_mesh_simplify(mesh, 0.5f, 1), LOAM_UNSUPPORTED);
    CHECK_INT(loam_mesh_simplify_materials(mesh, 0.5f, 1), LOAM_UNSUPPORTED);
    CHECK_INT(loam_mesh_order(mesh), LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), "this build has no meshoptimizer");
    loam_mesh_destroy(mesh);
}
#endif

// ---- OBJ and PLY ------------------------------------------------------------------------------------

static void test_an_obj_has_all_of_the_mesh(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    const char *const path = "hill.obj";
    const loam_mesh_file_def def = def_for(path);
    CHECK_OK(loam_mesh_write(&def, mesh));
    FILE *const file = fopen(path, "r");
    char line[256];
    uint32_t vertices = 0, faces = 0, normals = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        float v[6];
        unsigned f[9];
        if (line[0] == 'v' && line[1] == ' ')
        {
            CHECK_INT(sscanf(line, "v %f %f %f %f %f %f", v, v + 1, v + 2, v + 3, v + 4, v + 5), 6);
            const float *const at = mesh->vertices[vertices++].position;
            CHECK(v[0] == at[0] && v[1] == at[1] && v[2] == -at[2]);
            CHECK_RANGE(v[4], 0.5, 1);
        }
        normals += strncmp(line, "vn ", 3) == 0;
        if (line[0] == 'f')
        {
            CHECK_INT(sscanf(line, "f %u/%u/%u %u/%u/%u %u/%u/%u", f, f + 1, f + 2, f + 3, f + 4,
                             f + 5, f + 6, f + 7, f + 8),
                      9);
            const uint32_t *const corner = mesh->indices + 3 * faces++;
            CHECK(f[0] == corner[0] + 1 && f[3] == corner[2] + 1 && f[6] == corner[1] + 1);
        }
    }
    CHECK_INT(vertices, VERTICES);
    CHECK_INT(normals, VERTICES);
    CHECK_INT(faces, TRIANGLES);
    if (file != NULL)
    {
        fclose(file);
    }
    loam_mesh_destroy(mesh);
}

/// A locale with a decimal comma: one that is installed, or made here. False if there is none.
static bool take_a_comma(void)
{
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL)
    {
        setenv("LOCPATH", ".", 1);
        const bool made = system("localedef -c -i de_DE -f ISO-8859-1 ./commas 2>localedef.txt") ==
                          0;
        return made && setlocale(LC_NUMERIC, "commas") != NULL;
    }
    return true;
}

static char *read_whole(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    char *const bytes = malloc(1 << 20);
    *size = file != NULL ? fread(bytes, 1, 1 << 20, file) : 0;
    if (file != NULL)
    {
        fclose(file);
    }
    return bytes;
}

// A file is the same whatever the program's locale has for a point.
static void test_files_ignore_the_locale(void)
{
    static const char *const paths[2][2] = {{"point.obj", "comma.obj"}, {"point.glb", "comma.glb"}};
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    for (int32_t i = 0; i < 2; i++)
    {
        const loam_mesh_file_def def = def_for(paths[i][0]);
        CHECK_OK(loam_mesh_write(&def, mesh));
    }
    char half[16];
    const bool commas = take_a_comma();
    (void)snprintf(half, sizeof half, "%.1f", 0.5);
    CHECK(!commas || strcmp(half, "0,5") == 0);
    for (int32_t i = 0; i < 2 && commas; i++)
    {
        const loam_mesh_file_def def = def_for(paths[i][1]);
        CHECK_OK(loam_mesh_write(&def, mesh));
        size_t sizes[2];
        char *const whole[2] = {read_whole(paths[i][0], &sizes[0]),
                                read_whole(paths[i][1], &sizes[1])};
        CHECK(sizes[0] > 1000 && sizes[0] == sizes[1] && memcmp(whole[0], whole[1], sizes[0]) == 0);
        free(whole[0]);
        free(whole[1]);
    }
    setlocale(LC_NUMERIC, "C");
    CHECK_INT(system("rm -rf commas localedef.txt"), 0);
    loam_mesh_destroy(mesh);
}

static void test_a_ply_has_all_of_the_mesh(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    const char *const path = "hill.ply";
    const loam_mesh_file_def def = def_for(path);
    CHECK_OK(loam_mesh_write(&def, mesh));
    size_t size;
    uint8_t *const bytes = read_file(path, &size);
    CHECK_CONTAINS((const char *)bytes, "z south of (-5000000000, 77)\nelement vertex 240\n");
    CHECK_CONTAINS((const char *)bytes, "element face 418\n");
    const char *const end = strstr((const char *)bytes, "end_header\n");
    const uint8_t *at = end != NULL ? (const uint8_t *)end + 11 : bytes;
    enum
    {
        VERTEX = 8 * 4 + 11,
        FACE = 13
    };
    CHECK_INT(size, (size_t)(at - bytes) + VERTICES * VERTEX + TRIANGLES * FACE);
    CHECK(float_at(at + 5 * VERTEX) == mesh->vertices[5].position[0]);
    CHECK(float_at(at + 205 * VERTEX + 8) == -mesh->vertices[205].position[2]);
    CHECK_INT(at[7 * VERTEX + 35], 7 % 3);
    CHECK_INT(at[7 * VERTEX + 39], 200);
    at += VERTICES * VERTEX + 9 * FACE;
    CHECK_INT(at[0], 3);
    CHECK_INT(u32_at(at + 1), mesh->indices[27]);
    CHECK_INT(u32_at(at + 5), mesh->indices[29]);
    free(bytes);
    loam_mesh_destroy(mesh);
}

// ---- refusals ---------------------------------------------------------------------------------------

static void refused(const loam_mesh_file_def *def, const loam_mesh *mesh, const char *why)
{
    CHECK_INT(loam_mesh_write(def, mesh), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), why);
}

// ---- sets -------------------------------------------------------------------------------------------

/// A wedge, so that no turn looks like another.
static loam_mesh *make_wedge(const loam_env *env)
{
    static const float corners[4][3] = {{0, 0, 0}, {2, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    static const uint32_t triangles[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    loam_mesh *mesh = NULL;
    CHECK_OK(loam_mesh_create(env, &mesh));
    for (int32_t i = 0; i < 4; i++)
    {
        loam_vertex v = {.normal = {0, 1, 0}, .materials = {1}, .weights = {255}};
        memcpy(v.position, corners[i], sizeof v.position);
        CHECK_OK(loam_mesh_add_vertex(mesh, &v, NULL));
    }
    for (int32_t i = 0; i < 4; i++)
    {
        const uint32_t *const t = triangles[i];
        CHECK_OK(loam_mesh_add_triangle(mesh, t[0], t[1], t[2]));
    }
    return mesh;
}

static const loam_mesh_material wedge_colours[2] = {{"none", 0}, {"wood", 0xff0000}};
static const loam_mesh_place wedge_places[3] = {
    {{10, 5, 20}, 0, 1}, {{-3, 1, 7}, 0.25f, 3}, {{1, 2, 3}, 0.1f, 0.5f}};

static loam_mesh_set wedge_set(const loam_mesh *mesh)
{
    return (loam_mesh_set){.name = "wedge",
                           .mesh = mesh,
                           .materials = wedge_colours,
                           .material_count = 2,
                           .places = wedge_places,
                           .place_count = 3};
}

static double item(const cJSON *object, const char *key, int32_t index)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItem(object, key), index)->valuedouble;
}

/// Where a node brings the wedge's tip, (2, 0, 0), in the file's axes: by its quaternion.
static void check_node(const cJSON *node, const loam_mesh_place *at)
{
    const double y = item(node, "rotation", 1), w = item(node, "rotation", 3);
    const double s = item(node, "scale", 0);
    const double tip[3] = {item(node, "translation", 0) + s * 2 * (1 - 2 * y * y),
                           item(node, "translation", 1),
                           item(node, "translation", 2) - s * 2 * (2 * y * w)};
    const double turn = 6.283185307 * (double)at->turn;
    CHECK_NEAR(y * y + w * w, 1, 1e-6);
    CHECK_NEAR(tip[0], (double)at->position[0] + 2 * (double)at->size * cos(turn), 1e-5);
    CHECK_NEAR(tip[1], (double)at->position[1], 1e-6);
    CHECK_NEAR(tip[2], -((double)at->position[2] + 2 * (double)at->size * sin(turn)), 1e-5);
    CHECK(s == (double)at->size && item(node, "scale", 1) == s && item(node, "scale", 2) == s);
}

static void test_a_glb_has_a_node_for_each_place(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env), *const wedge = make_wedge(&env);
    loam_mesh_file_def def = def_for("wedges.glb");
    const loam_mesh_set sets[2] = {{.mesh = NULL}, wedge_set(wedge)};
    def.sets = sets;
    def.set_count = 2;
    CHECK_OK(loam_mesh_write(&def, mesh));
    glb_file glb = open_glb(def.path);
    check_positions(&glb, mesh);
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(glb.json, "meshes")), 2);
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(glb.json, "nodes")), 5);
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(entry(&glb, "scenes", 0), "nodes")), 2);
    for (int32_t i = 0; i < 3; i++)
    {
        const cJSON *const node = entry(&glb, "nodes", 2 + i);
        CHECK_INT(item(entry(&glb, "nodes", 1), "children", i), 2 + i);
        CHECK_INT(number(node, "mesh"), 1);
        check_node(node, &wedge_places[i]);
    }
    const cJSON *const primitive = cJSON_GetArrayItem(
        cJSON_GetObjectItem(entry(&glb, "meshes", 1), "primitives"), 0);
    const cJSON *const attributes = cJSON_GetObjectItem(primitive, "attributes");
    const cJSON *const position = entry(&glb, "accessors", (int32_t)number(attributes, "POSITION"));
    const cJSON *const colour = entry(&glb, "accessors", (int32_t)number(attributes, "COLOR_0"));
    const cJSON *const views = cJSON_GetObjectItem(glb.json, "bufferViews");
    const uint8_t *const at = glb.binary +
                              (size_t)number(
                                  cJSON_GetArrayItem(views, (int)number(position, "bufferView")),
                                  "byteOffset");
    CHECK_INT(number(position, "count"), 4);
    CHECK(item(position, "max", 0) == 2 && item(position, "min", 2) == -1);
    CHECK(float_at(at + 12) == 2 && float_at(at + 2 * 12 + 8) == -1);
    const uint8_t *const red = glb.binary +
                               (size_t)number(
                                   cJSON_GetArrayItem(views, (int)number(colour, "bufferView")),
                                   "byteOffset");
    CHECK(red[0] == 255 && red[1] == 0 && red[3] == 255);
    close_glb(&glb);
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(wedge);
}

/// In files of one mesh they are triangles of it, in their colours.
static void test_an_obj_has_things_as_triangles(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env), *const wedge = make_wedge(&env);
    loam_mesh_file_def def = def_for("wedges.obj");
    const loam_mesh_set set = wedge_set(wedge);
    def.sets = &set;
    def.set_count = 1;
    CHECK_OK(loam_mesh_write(&def, mesh));
    size_t size;
    uint8_t *const bytes = read_file(def.path, &size);
    int32_t vertices = 0, faces = 0;
    for (char *line = strtok((char *)bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
    {
        const int32_t after = vertices - VERTICES;
        float x, y, z, r, g, b;
        if (line[0] == 'v' && line[1] == ' ')
        {
            CHECK_INT(sscanf(line, "v %f %f %f %f %f %f", &x, &y, &z, &r, &g, &b), 6);
            if (after >= 0 && after % 4 == 1)
            {
                const loam_mesh_place *const p = &wedge_places[after / 4];
                const double turn = 6.283185307 * (double)p->turn, reach = 2 * (double)p->size;
                CHECK_NEAR((double)x, (double)p->position[0] + reach * cos(turn), 1e-4);
                CHECK_NEAR((double)z, -(double)p->position[2] - reach * sin(turn), 1e-4);
                CHECK(r == 1 && g == 0 && b == 0);
            }
            if (after >= 0 && after % 4 == 2) // (0, 0, 1)
            {
                const loam_mesh_place *const p = &wedge_places[after / 4];
                const double turn = 6.283185307 * (double)p->turn, reach = (double)p->size;
                CHECK_NEAR((double)x, (double)p->position[0] - reach * sin(turn), 1e-4);
                CHECK_NEAR((double)z, -(double)p->position[2] - reach * cos(turn), 1e-4);
            }
            vertices++;
        }
        faces += line[0] == 'f';
    }
    CHECK_INT(vertices, VERTICES + 3 * 4);
    CHECK_INT(faces, TRIANGLES + 3 * 4);
    free(bytes);
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(wedge);
}

static void test_bad_sets_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env), *const wedge = make_wedge(&env);
    loam_mesh *empty;
    CHECK_OK(loam_mesh_create(&env, &empty));
    loam_mesh_file_def def = def_for("bad_sets.glb");
    loam_mesh_set set = wedge_set(wedge);
    loam_mesh_place places[3];
    memcpy(places, wedge_places, sizeof places);
    set.places = places;
    def.sets = &set;
    def.set_count = LOAM_MESH_MAX_SETS + 1;
    refused(&def, mesh, "65 meshes that stand on it; must be 0 to 64");
    def.set_count = 1;
    places[2].size = 0;
    refused(&def, mesh, "a size of 0; must be finite, and above 0");
    places[2].size = 1;
    places[1].position[2] = NAN;
    refused(&def, mesh, "place 1 of a thing has a value that is no number");
    set.place_count = LOAM_MESH_MAX_PLACES + 1;
    refused(&def, mesh, "131073 things stand on it; must be at most 131072");
    set.place_count = 1;
    set.mesh = empty;
    refused(&def, mesh, "a mesh to stand on it without triangles");
    set.mesh = wedge;
    def.path = "bad_sets.ply";
    set.material_count = 254;
    refused(&def, mesh, "257 materials with those of what stands on it; must be at most 256");
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(wedge);
    loam_mesh_destroy(empty);
}

static void test_bad_meshes_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    loam_mesh *empty;
    CHECK_OK(loam_mesh_create(&env, &empty));
    loam_mesh_file_def def = def_for("bad.stl");
    refused(&def, mesh, "a mesh's file must end with .glb, .obj or .ply");
    def = def_for(".glb");
    refused(&def, mesh, "must end with .glb");
    def = def_for("bad.glb");
    refused(&def, empty, "a mesh without triangles; must have 1 at least");
    def.material_count = 257;
    refused(&def, mesh, "257 materials; must be 0 to 256");
    def.material_count = 3;
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, 1, 1, loam_rgb(0), &picture));
    def.texture = &picture;
    refused(&def, mesh, "a texture of 0 x 0 m; must be above 0");
    def.texture = NULL;
    mesh->vertices[17].normal[1] = NAN;
    refused(&def, mesh, "vertex 17 has a value that is no number; must be finite");
    CHECK(fopen("bad.glb", "rb") == NULL);
    loam_picture_destroy(&env, &picture);
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(empty);
}

static void test_each_allocation_may_fail(void)
{
    const loam_env plain = loam_default_env();
    loam_mesh *const mesh = make_mesh(&plain);
    meter m = {0};
    loam_mesh_file_def def = def_for("memory.glb");
    def.env = meter_env(&m);
    def.compress = loam_mesh_can_optimise();
    loam_mesh *const wedge = make_wedge(&plain);
    const loam_mesh_set set = wedge_set(wedge);
    def.sets = &set;
    def.set_count = 1;
    CHECK_OK(loam_mesh_write(&def, mesh));
    CHECK_INT(atomic_load(&m.bytes), 0);
    CHECK_INT(remove(def.path), 0);
    const long long count = atomic_load(&m.allocations);
    CHECK_RANGE(count, 2, 30);
    for (long long i = 1; i <= count; i++)
    {
        atomic_store(&m.allocations, 0);
        atomic_store(&m.fail_at, i);
        CHECK_INT(loam_mesh_write(&def, mesh), LOAM_OUT_OF_MEMORY);
        CHECK_INT(atomic_load(&m.bytes), 0);
        CHECK(fopen(def.path, "rb") == NULL);
    }
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(wedge);
}

// A full disk has the same words in all formats, and what was there stays.
static void test_a_full_disk_leaves_the_old_file(void)
{
    static const char *const paths[3] = {"full.glb", "full.obj", "full.ply"};
    const loam_env env = loam_default_env();
    loam_mesh *const mesh = make_mesh(&env);
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (int32_t i = 0; i < 3; i++)
    {
        const loam_mesh_file_def def = def_for(paths[i]);
        char message[64];
        snprintf(message, sizeof message, "%s: could not be written: File too large", paths[i]);
        for (rlim_t limit = 0; limit < 6000; limit += 1999)
        {
            CHECK_OK(loam_file_write(paths[i], "old", 3));
            const struct rlimit small = {.rlim_cur = limit, .rlim_max = before.rlim_max};
            setrlimit(RLIMIT_FSIZE, &small);
            const loam_result result = loam_mesh_write(&def, mesh);
            setrlimit(RLIMIT_FSIZE, &before);
            CHECK_INT(result, LOAM_IO);
            CHECK_TEXT(loam_last_error(), message);
            struct stat status = {0};
            CHECK_INT(stat(paths[i], &status), 0);
            CHECK_INT(status.st_size, 3);
            CHECK(!folder_has_part());
        }
    }
    loam_mesh_destroy(mesh);
}

int main(void)
{
    folder_enter();
    RUN(test_a_glb_has_all_of_the_mesh);
    RUN(test_a_texture_lies_with_north_up);
#ifdef LOAM_HAS_MESHOPT
    RUN(test_compression_loses_nothing);
    RUN(test_simplification_keeps_the_rim);
    RUN(test_simplification_keeps_materials_where_they_are);
#else
    RUN(test_without_meshoptimizer_it_says_so);
#endif
    RUN(test_an_obj_has_all_of_the_mesh);
    RUN(test_files_ignore_the_locale);
    RUN(test_a_ply_has_all_of_the_mesh);
    RUN(test_a_glb_has_a_node_for_each_place);
    RUN(test_an_obj_has_things_as_triangles);
    RUN(test_bad_sets_are_refused);
    RUN(test_bad_meshes_are_refused);
    RUN(test_each_allocation_may_fail);
    RUN(test_a_full_disk_leaves_the_old_file);
    folder_leave();
    return CHECK_DONE();
}
