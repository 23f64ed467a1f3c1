// SPDX-License-Identifier: MIT
// A world of voxels to dig in: a tunnel into a hill, lamps in it, what was dug; saved to a file through a store, and
// loaded again by a second world. The file is as simple as can be: records of x, y, z, a size and bytes.
#include <loam/loam.h>

#include <stdio.h>

static char file_name[] = "voxel_world.bin";

static loam_result save_chunk(void *user, loam_voxel_pos chunk, const uint8_t *bytes, size_t size)
{
    FILE *const file = fopen(user, "ab");
    const int64_t head[4] = {chunk.x, chunk.y, chunk.z, (int64_t)size};
    bool good = file != NULL && fwrite(head, sizeof head, 1, file) == 1 &&
                fwrite(bytes, 1, size, file) == size;
    good = file != NULL && fclose(file) == 0 && good;
    return good ? LOAM_OK : loam_fail(LOAM_IO, "%s could not be written", (const char *)user);
}

static loam_result load_chunk(void *user, loam_voxel_pos chunk, uint8_t *bytes, size_t capacity,
                              size_t *size)
{
    FILE *const file = fopen(user, "rb");
    int64_t head[4];
    *size = 0;
    while (file != NULL && fread(head, sizeof head, 1, file) == 1 && head[3] >= 0 &&
           (uint64_t)head[3] <= capacity)
    {
        if (head[0] == chunk.x && head[1] == chunk.y && head[2] == chunk.z)
        {
            *size = fread(bytes, 1, (size_t)head[3], file);
        }
        else
        {
            fseek(file, (long)head[3], SEEK_CUR);
        }
    }
    if (file != NULL)
    {
        fclose(file);
    }
    return LOAM_OK;
}

static loam_result list_chunks(void *user, void (*found)(void *context, loam_voxel_pos chunk),
                               void *context)
{
    FILE *const file = fopen(user, "rb");
    int64_t head[4];
    while (file != NULL && fread(head, sizeof head, 1, file) == 1)
    {
        found(context, (loam_voxel_pos){head[0], head[1], head[2]});
        fseek(file, (long)head[3], SEEK_CUR);
    }
    if (file != NULL)
    {
        fclose(file);
    }
    return LOAM_OK;
}

static void tell(void *user, const loam_voxel_report *report)
{
    (void)user;
    printf("edit %llu changed %lld voxels:", (unsigned long long)report->number,
           (long long)report->changed);
    for (int32_t i = 0; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        if (report->dug[i] + report->built[i] > 0)
        {
            printf(" %s %+lld", loam_voxel_material_name(i),
                   (long long)(report->built[i] - report->dug[i]));
        }
    }
    printf("\n");
}

static loam_result open_world(loam_volume *volume, loam_voxel_viewer viewer,
                              loam_voxel_world **world)
{
    loam_voxel_world_def def = loam_default_voxel_world_def();
    def.volume = volume;
    def.near_m = 48;
    def.levels = 1;
    def.store = (loam_voxel_store){
        .load = load_chunk, .save = save_chunk, .list = list_chunks, .user = file_name};
    def.edited = tell;
    loam_result result = loam_voxel_world_create(&def, world);
    for (bool complete = false; result == LOAM_OK && !complete;)
    {
        // A game does this in each frame.
        result = loam_voxel_world_update(*world, &viewer, 1, 5000, &complete);
    }
    return result;
}

static loam_result dig(loam_voxel_world *world, loam_voxel_viewer viewer)
{
    const loam_voxel_pos at = viewer.at;
    loam_voxel_edit tunnel = {.kind = LOAM_VOXEL_EDIT_LINE, .from = at, .radius_m = 2.5f};
    loam_voxel_edit lamp = {.kind = LOAM_VOXEL_EDIT_VOXEL, .material = LOAM_VOXEL_LAMP};
    tunnel.to = (loam_voxel_pos){at.x - 40, at.y - 4, at.z + 10};
    lamp.from = (loam_voxel_pos){at.x - 32, at.y - 4, at.z + 8};
    loam_result result = loam_voxel_world_edit(world, &tunnel, NULL);
    result = result == LOAM_OK ? loam_voxel_world_edit(world, &lamp, NULL) : result;
    result = result == LOAM_OK ? loam_voxel_world_update(world, &viewer, 1, 5000, NULL) : result;
    return result == LOAM_OK ? loam_voxel_world_save(world) : result;
}

int main(void)
{
    loam_land_def land_def = loam_default_land_def();
    loam_volume_def volume_def = loam_default_volume_def();
    loam_land *land = NULL;
    loam_volume *volume = NULL;
    loam_voxel_world *first = NULL, *second = NULL;
    float height = 0;
    land_def.seed = 3;
    remove(file_name);
    loam_result result = loam_land_create(&land_def, &land);
    volume_def.surface = loam_volume_land(land);
    result = result == LOAM_OK ? loam_volume_create(&volume_def, &volume) : result;
    result = result == LOAM_OK ? loam_land_height(land, -440000, -160000, &height) : result;
    const loam_voxel_pos at = {-440000, (int64_t)height, -160000};
    const loam_voxel_viewer viewer = {.at = at};
    const loam_volume_box around = {0, at.x - 44, at.y - 30, at.z - 20, 64, 60, 40};
    result = result == LOAM_OK ? open_world(volume, viewer, &first) : result;
    result = result == LOAM_OK ? dig(first, viewer) : result;
    result = result == LOAM_OK ? open_world(volume, viewer, &second) : result;
    if (result == LOAM_OK)
    {
        const bool same = loam_voxel_world_hash(first, &around) ==
                          loam_voxel_world_hash(second, &around);
        loam_voxel_light light = {0};
        loam_voxel_world_light(second, (loam_voxel_pos){at.x - 30, at.y - 3, at.z + 8}, &light);
        printf("loaded again: %d chunks, %s; deep in the tunnel the sky gives %d and the lamp %d\n",
               (int)loam_voxel_world_count(second).edited, same ? "the same" : "NOT the same",
               light.sky, light.lamp);
        result = same ? LOAM_OK : loam_fail(LOAM_FAILED, "what was loaded is not what was saved");
    }
    loam_voxel_world_destroy(second);
    loam_voxel_world_destroy(first);
    loam_volume_destroy(volume);
    loam_land_destroy(land);
    if (result != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    return result == LOAM_OK ? 0 : 1;
}
