// SPDX-License-Identifier: MIT
// A tile world that lives: it follows somebody who walks, grown ahead by other threads, and is dug,
// built and flooded on the way. Writes a picture of the place.
#include <loam/loam.h>

#include <stdio.h>

#define PICTURE_W 480 // tiles
#define PICTURE_H 270
#define ZOOM 2
#define STEPS 300
#define STRIDE 5 // tiles a step: 500 a second in a game with a hundred steps a second

// ---- changes --------------------------------------------------------------------------------------

/// A line, as thick as its radius, of a material; "air" digs.
static loam_result draw(loam_tile_world *world, const char *material, int32_t radius,
                        loam_tile_pos from, loam_tile_pos to)
{
    const int32_t id = loam_material_find(loam_tile_world_defs(world), material);
    const loam_edit edit = {.shape = LOAM_EDIT_LINE,
                            .layer = LOAM_BLOCKS,
                            .material = (uint8_t)id,
                            .radius = radius,
                            .from = from,
                            .to = to};
    return id < 0 ? LOAM_NOT_FOUND : loam_tile_world_edit(world, &edit, NULL);
}

/// A tunnel into the ground, and a hall at its end.
static loam_result dig(loam_tile_world *world, loam_tile_pos from, loam_tile_pos hall)
{
    loam_result result = draw(world, "air", 5, from, hall);
    if (result == LOAM_OK)
    {
        result = draw(world, "air", 32, hall, (loam_tile_pos){hall.x + 70, hall.y});
    }
    return result;
}

/// A basin in the hall: walls of sandstone and a board across. Water fills what is below the board,
/// because a fill goes as far as its material does. Then the board is taken away.
static loam_result build_basin(loam_tile_world *world, loam_tile_pos at)
{
    const loam_tile_pos left = {at.x - 24, at.y}, right = {at.x + 24, at.y};
    const loam_tile_pos low_left = {left.x, at.y - 24}, low_right = {right.x, at.y - 24};
    const loam_edit flood = {
        .shape = LOAM_EDIT_FILL,
        .layer = LOAM_BLOCKS,
        .material = (uint8_t)loam_material_find(loam_tile_world_defs(world), "water"),
        .from = {at.x, at.y - 5},
        .limit = 10000};
    int64_t water = 0;
    loam_result result = draw(world, "sandstone", 2, left, low_left);
    result = result != LOAM_OK ? result : draw(world, "sandstone", 2, low_left, low_right);
    result = result != LOAM_OK ? result : draw(world, "sandstone", 2, low_right, right);
    result = result != LOAM_OK ? result : draw(world, "oak_wood", 0, left, right);
    result = result != LOAM_OK ? result : loam_tile_world_edit(world, &flood, &water);
    result = result != LOAM_OK ? result
                               : draw(world, "air", 0, (loam_tile_pos){left.x + 3, at.y},
                                      (loam_tile_pos){right.x - 3, at.y});
    printf("%lld tiles of water\n", (long long)water);
    return result;
}

/// What somebody does on the way.
static loam_result change(loam_tile_world *world, loam_tile_pos at)
{
    const loam_tile_pos hall = {at.x + 60, at.y - 110};
    loam_result result = dig(world, at, hall);
    result = result != LOAM_OK ? result
                               : build_basin(world, (loam_tile_pos){hall.x + 50, hall.y - 6});
    // A tower beside the tunnel.
    const loam_tile_pos tower = {at.x - 60, at.y + 40};
    return result != LOAM_OK
               ? result
               : draw(world, "limestone", 4, (loam_tile_pos){tower.x, at.y - 40}, tower);
}

// ---- the walk and the picture -----------------------------------------------------------------------

/// Walks to the right. A game would ask loam_tile_world_ready where a step must not wait.
static loam_result walk(loam_tile_world *world, loam_tile_pos *at)
{
    loam_result result = LOAM_OK;
    for (int32_t step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        at->x += STRIDE;
        result = loam_tile_world_step(world, *at);
    }
    const loam_tile_world_counters counters = loam_tile_world_count(world);
    printf("%llu chunks grown, %llu of them ahead; %llu steps waited\n",
           (unsigned long long)counters.generated, (unsigned long long)counters.ahead,
           (unsigned long long)counters.waits);
    return result;
}

static loam_result paint(const loam_env *env, const loam_tile_world *world, loam_tile_pos centre,
                         const char *path)
{
    static loam_tile tiles[PICTURE_W * PICTURE_H];
    const loam_tile_area area = {centre.x - PICTURE_W / 2, centre.y - PICTURE_H / 2, PICTURE_W,
                                 PICTURE_H};
    for (int32_t i = 0; i < PICTURE_W * PICTURE_H; i++)
    {
        const loam_tile_pos at = {area.x + i % PICTURE_W, area.y + i / PICTURE_W};
        tiles[i] = loam_tile_world_at(world, at);
    }
    const loam_tile_drawing drawing = {.defs = loam_tile_world_defs(world),
                                       .view = loam_default_tile_view(),
                                       .tiles = tiles,
                                       .area = area,
                                       .step = 1,
                                       .zoom = ZOOM,
                                       .shrink = 1};
    loam_picture picture = {0};
    loam_result result = loam_picture_create(env, PICTURE_W * ZOOM, PICTURE_H * ZOOM, loam_rgb(0),
                                             &picture);
    if (result == LOAM_OK)
    {
        loam_tiles_draw(&picture, 0, 0, &drawing);
        result = loam_png_write(env, path, &picture);
        loam_picture_destroy(env, &picture);
    }
    return result;
}

/// The height of the ground. The ring is made when it is known where to begin.
static loam_result find_ground(const loam_tile_world_def *def, int64_t x, int64_t *y)
{
    static loam_tile_defs defs;
    loam_tile_source *source = NULL;
    loam_tile_column column;
    loam_tile_defs_init(&defs);
    loam_result result = loam_tile_source_create(&def->env, &defs, def->seed, &source);
    result = result != LOAM_OK ? result : loam_tile_source_columns(source, x, 1, 1, &column);
    loam_tile_source_destroy(source);
    *y = result == LOAM_OK ? column.surface : 0;
    return result;
}

int main(int argc, char **argv)
{
    const char *const path = argc > 1 ? argv[1] : "tile_world.png";
    const loam_jobs_def jobs_def = loam_default_jobs_def();
    loam_tile_world_def def = loam_default_tile_world_def();
    loam_tile_world *world = NULL;
    def.seed = loam_seed_from_text("loam");
    loam_tile_pos at = {0, 0};
    loam_result result = loam_jobs_create(&jobs_def, &def.env.jobs);
    result = result != LOAM_OK ? result : find_ground(&def, at.x + STEPS * STRIDE, &at.y);
    def.centre = at;
    result = result != LOAM_OK ? result : loam_tile_world_create(&def, &world);
    result = result != LOAM_OK ? result : walk(world, &at);
    result = result != LOAM_OK ? result : change(world, at);
    const loam_tile_pos view = {at.x + 50, at.y - 40};
    result = result != LOAM_OK ? result : paint(&def.env, world, view, path);
    if (result == LOAM_OK)
    {
        printf("world %016llx\n%s\n", (unsigned long long)loam_tile_world_hash(world), path);
    }
    else
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    loam_tile_world_destroy(world);
    loam_jobs_destroy(def.env.jobs);
    return result == LOAM_OK ? 0 : 1;
}
