// SPDX-License-Identifier: MIT
#include "land/world/tree.h"

#include "base/small.h"

// A claim is a region of the pipeline that has one page. Regions order their pages by distance from their own
// point; ours are ordered by what the viewer makes of them, and so few are under way at a time that the order
// among those does not matter. A page is held as long as its claim.

enum
{
    MAX_WAIT_BITS = 8, // updates until another try: at most 2^8
};

static int64_t away(int64_t point, int64_t low, int64_t side)
{
    const int64_t far = (int64_t)1 << 30; // squares of two of these can be added
    const int64_t below = low - point, above = point - (low + side);
    const int64_t distance = below > 0 ? below : above > 0 ? above : 0;
    return distance < far ? distance : far;
}

int64_t loam_land_node_distance(const struct loam_land_world *world, const land_node *node)
{
    const int64_t side = land_page_side(node->level);
    const int64_t x = away(world->viewer.x, node->x * side, side);
    const int64_t z = away(world->viewer.z, node->z * side, side);
    return x * x + z * z;
}

land_node *loam_land_root_slot(struct loam_land_world *world, int64_t x, int64_t z)
{
    const int64_t side = world->root_side;
    const int64_t column = x - loam_floor_div(x, side) * side;
    const int64_t row = z - loam_floor_div(z, side) * side;
    return &world->roots[row * side + column];
}

// ---- claims -----------------------------------------------------------------------------------------

static void on_ready(void *user, const loam_page *page)
{
    land_node *const node = user;
    struct loam_land_world *const world = node->world;
    world->under_way--;
    if (page->size == world->source.payload_size)
    {
        node->page = page;
        return;
    }
    node->failed = true;
    if (world->def.failed != NULL)
    {
        world->def.failed(world->def.user, LOAM_FAILED, "the stage of the surface is switched off");
    }
}

static void on_failed(void *user, loam_page_id id, loam_result result, const char *message)
{
    land_node *const node = user;
    struct loam_land_world *const world = node->world;
    (void)id; // the message names it
    node->failed = true;
    world->under_way--;
    if (world->def.failed != NULL)
    {
        world->def.failed(world->def.user, result, message);
    }
}

loam_result loam_land_node_claim(land_node *node)
{
    struct loam_land_world *const world = node->world;
    const int64_t side = land_page_side(node->level);
    const loam_region_def def = {.stage = world->source.stage,
                                 .level = node->level,
                                 .ready = on_ready,
                                 .failed = on_failed,
                                 .user = node};
    const loam_result result = loam_region_create(world->source.pipeline, &def, node->x * side, 0,
                                                  node->z * side, &node->claim);
    world->held += result == LOAM_OK;
    world->under_way += result == LOAM_OK;
    return result;
}

void loam_land_node_unclaim(land_node *node)
{
    struct loam_land_world *const world = node->world;
    if (node->claim == NULL)
    {
        return;
    }
    loam_region_destroy(node->claim);
    world->held--;
    world->under_way -= node->page == NULL && !node->failed;
    node->claim = NULL;
    node->page = NULL;
    node->failed = false;
}

void loam_land_node_put_off(land_node *node)
{
    const int32_t bits = node->failures < MAX_WAIT_BITS ? node->failures : MAX_WAIT_BITS;
    node->failures++;
    node->retry_at = node->world->updates + ((uint64_t)1 << bits);
}

// ---- telling ----------------------------------------------------------------------------------------

static void tell(const land_node *node, void (*callback)(void *user, const loam_surface_page *page))
{
    const struct loam_land_world *const world = node->world;
    const int64_t side = land_page_side(node->level);
    loam_surface_page page = {.level = node->level,
                              .x = node->x * side,
                              .z = node->z * side,
                              .step = (int64_t)1 << node->level};
    world->source.read(node->page, &page);
    if (callback != NULL)
    {
        callback(world->def.user, &page);
    }
}

void loam_land_node_appear(land_node *node)
{
    node->shown = true;
    node->failures = 0;
    node->world->pages++;
    node->world->appeared++;
    tell(node, node->world->def.appear);
}

void loam_land_node_leave(land_node *node)
{
    if (node->shown)
    {
        tell(node, node->world->def.leave);
        node->shown = false;
        node->world->pages--;
        node->world->left++;
    }
    loam_land_node_unclaim(node);
}

// ---- children ---------------------------------------------------------------------------------------

static void free_children(land_node *node)
{
    struct loam_land_world *const world = node->world;
    land_quad *const quad = (land_quad *)node->children; // its first member
    quad->next = world->free_quads;
    world->free_quads = quad;
    node->children = NULL;
    node->split = false;
}

loam_result loam_land_node_bear(land_node *node)
{
    struct loam_land_world *const world = node->world;
    land_quad *const quad = world->free_quads;
    LOAM_ASSERT(&world->source.env, quad != NULL); // there are as many as pages can be held
    world->free_quads = quad->next;
    node->children = quad->nodes;
    for (int32_t i = 0; i < 4; i++)
    {
        quad->nodes[i] = (land_node){.world = world,
                                     .x = node->x * 2 + i % 2,
                                     .z = node->z * 2 + i / 2,
                                     .level = node->level - 1};
    }
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 4 && result == LOAM_OK; i++)
    {
        result = loam_land_node_claim(&node->children[i]);
    }
    if (result != LOAM_OK)
    {
        loam_land_node_bury(node);
    }
    return result;
}

void loam_land_node_bury(land_node *node)
{
    if (node->children == NULL)
    {
        return;
    }
    for (int32_t i = 0; i < 4; i++)
    {
        loam_land_node_bury(&node->children[i]);
        loam_land_node_leave(&node->children[i]);
    }
    free_children(node);
}
