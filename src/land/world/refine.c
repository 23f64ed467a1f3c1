// SPDX-License-Identifier: MIT
#include "land/world/refine.h"

#include "base/small.h"

#include <math.h>
#include <stdlib.h>

// The plane is tiled by roots, pages of the top level. A page is split into four when it is nearer than the
// next finer level reaches, and the four become one again when it is further away than that and a margin.
// Which level a place should have follows from its distance; what is shown there was shown before, or has
// replaced it whole. So at any time the pages that are shown tile whatever they have covered once: without
// holes, without overlaps.
//
// Wishes are ordered by the size of a page against its distance, which is about what it is on a screen: near
// and coarse first, and what lies behind the viewer's back as if it were further away. A root that is missing
// counts as twice its size.
//
// Time: callbacks may take long, and threads may have made many pages since the last update. So what has come
// is shown in the order of wishes too, until the budget is over; at least one page, or the four of one, in
// every update.
//
// Memory: a split is begun only if there is room for all four pages, and one more is left for a merge. So
// every split that was begun can end, and when there is no room, merges, which free three pages for one, go
// on one by one until all is as coarse as the plan says. Then there is room, for that is how the plan was
// made.

static int64_t squared(int64_t distance)
{
    return distance * distance;
}

// ---- roots ------------------------------------------------------------------------------------------

static bool is_in_land(const land_node *root)
{
    const int64_t end = LOAM_LAND_END / land_page_side(root->level);
    return root->x >= -end && root->x < end && root->z >= -end && root->z < end;
}

static void follow_slot(struct loam_land_world *world, int64_t x, int64_t z)
{
    land_node *const slot = loam_land_root_slot(world, x, z);
    const land_node root = {.world = world, .x = x, .z = z, .level = world->plan.top, .used = true};
    const int64_t distance = loam_land_node_distance(world, &root);
    const bool same = slot->used && slot->x == x && slot->z == z;
    if (same && distance <= squared(land_plan_keep(world->plan.view)))
    {
        return;
    }
    if (slot->used)
    {
        loam_land_node_bury(slot);
        loam_land_node_leave(slot);
        slot->used = false;
    }
    if (is_in_land(&root) && distance <= squared(land_plan_ask(world->plan.view)))
    {
        *slot = root;
    }
}

void loam_land_roots_follow(struct loam_land_world *world)
{
    const int64_t side = land_page_side(world->plan.top);
    const int64_t keep = land_plan_keep(world->plan.view);
    const int64_t x = loam_floor_div(world->viewer.x - keep, side);
    const int64_t z = loam_floor_div(world->viewer.z - keep, side);
    for (int32_t i = 0; i < world->root_side * world->root_side; i++)
    {
        follow_slot(world, x + i % world->root_side, z + i / world->root_side);
    }
}

// ---- wishes -----------------------------------------------------------------------------------------

/// 1 for what the viewer looks at, more for what is beside and behind it.
static float look_factor(const struct loam_land_world *world, const land_node *node)
{
    const int64_t side = land_page_side(node->level);
    const float x = (float)(node->x * side + side / 2 - world->viewer.x);
    const float z = (float)(node->z * side + side / 2 - world->viewer.z);
    const float length = sqrtf(x * x + z * z);
    const float ahead = length > 0 ? (x * world->look_x + z * world->look_z) / length : 1;
    const bool looks = world->look_x != 0 || world->look_z != 0;
    return looks ? 1 + 0.75f * (1 - ahead) : 1;
}

/// Merges show nothing new: they come last, unless their room is needed.
static float key_of(const struct loam_land_world *world, const land_node *node, land_wish_kind kind)
{
    const int64_t side = land_page_side(node->level) << (kind == LAND_WISH_ROOT);
    const float distance = sqrtf((float)loam_land_node_distance(world, node));
    const float key = distance / (float)side * look_factor(world, node);
    const bool full = world->held > world->plan.most - world->plan.most / 8 - 4;
    return kind != LAND_WISH_MERGE ? key : full ? -1 : key + 1e6f;
}

static void wish(land_node *node, land_wish_kind kind, bool come)
{
    struct loam_land_world *const world = node->world;
    if (come || world->updates >= node->retry_at)
    {
        LOAM_ASSERT(&world->source.env, (size_t)world->wish_count < world->wish_room);
        world->wishes[world->wish_count++] = (land_wish){node, kind, come,
                                                         key_of(world, node, kind)};
    }
}

/// Equal keys by place, so that the order is the same in every run.
static int compare_wishes(const void *a, const void *b)
{
    const land_wish *const one = a, *const other = b;
    const land_node *const p = one->node, *const q = other->node;
    return one->key != other->key ? (one->key > other->key) - (one->key < other->key)
           : p->level != q->level ? (p->level < q->level) - (p->level > q->level)
           : p->z != q->z         ? (p->z > q->z) - (p->z < q->z)
                                  : (p->x > q->x) - (p->x < q->x);
}

static void show_children(land_node *node)
{
    for (int32_t i = 0; i < 4; i++)
    {
        loam_land_node_appear(&node->children[i]);
    }
    loam_land_node_leave(node);
    node->failures = 0;
    node->split = true;
}

/// Puts what has come in its place, if there is time.
static bool show(struct loam_land_world *world, const land_wish *wanted)
{
    if (world->replaced && loam_clock_ns() >= world->deadline_ns)
    {
        return false;
    }
    world->replaced = true;
    if (wanted->kind == LAND_WISH_SPLIT)
    {
        show_children(wanted->node);
        return true;
    }
    loam_land_node_appear(wanted->node);
    loam_land_node_bury(wanted->node);
    return true;
}

static loam_result grant(struct loam_land_world *world, const land_wish *wanted)
{
    const bool split = wanted->kind == LAND_WISH_SPLIT;
    const int32_t pages = split ? 4 : 1;
    const int32_t kept = wanted->kind == LAND_WISH_MERGE ? 0 : 1; // room for one merge
    if (world->held + pages + kept > world->plan.most ||
        world->under_way + pages > world->most_under_way)
    {
        return LOAM_OK;
    }
    return split ? loam_land_node_bear(wanted->node) : loam_land_node_claim(wanted->node);
}

/// *shown: whether anything was.
static loam_result fulfil(struct loam_land_world *world, bool *shown)
{
    loam_result result = LOAM_OK;
    *shown = false;
    qsort(world->wishes, (size_t)world->wish_count, sizeof *world->wishes, compare_wishes);
    for (int32_t i = 0; i < world->wish_count && result == LOAM_OK; i++)
    {
        if (world->wishes[i].come)
        {
            *shown |= show(world, &world->wishes[i]);
        }
        else
        {
            result = grant(world, &world->wishes[i]);
        }
    }
    return result;
}

// ---- pages for pages --------------------------------------------------------------------------------

static bool should_split(const land_node *node)
{
    const struct loam_land_world *const world = node->world;
    return node->level > 0 && loam_land_node_distance(world, node) <=
                                  squared(land_plan_ask(world->plan.reach[node->level - 1]));
}

static bool may_stay_split(const land_node *node)
{
    const struct loam_land_world *const world = node->world;
    return loam_land_node_distance(world, node) <=
           squared(land_plan_keep(world->plan.reach[node->level - 1]));
}

/// Gives up what is under way below a node that is to be shown in one.
static void calm(land_node *node)
{
    for (int32_t i = 0; i < 4; i++)
    {
        land_node *const child = &node->children[i];
        if (child->split)
        {
            loam_land_node_unclaim(child);
            calm(child);
        }
        else
        {
            loam_land_node_bury(child);
        }
    }
}

/// Towards one page in the place of all below it.
static void merge(land_node *node)
{
    calm(node);
    if (node->failed)
    {
        loam_land_node_unclaim(node);
        loam_land_node_put_off(node);
    }
    if (node->page != NULL || node->claim == NULL)
    {
        wish(node, LAND_WISH_MERGE, node->page != NULL);
    }
}

/// Towards four in the place of one.
static void split(land_node *node)
{
    int32_t come = 0;
    bool failed = false;
    for (int32_t i = 0; i < 4; i++)
    {
        come += node->children[i].page != NULL;
        failed |= node->children[i].failed;
    }
    if (failed)
    {
        loam_land_node_bury(node);
        loam_land_node_put_off(node);
    }
    if (come == 4)
    {
        wish(node, LAND_WISH_SPLIT, true);
    }
}

static void visit_leaf(land_node *node)
{
    if (node->children == NULL)
    {
        if (should_split(node))
        {
            wish(node, LAND_WISH_SPLIT, false);
        }
    }
    else if (may_stay_split(node))
    {
        split(node);
    }
    else
    {
        loam_land_node_bury(node);
    }
}

static void visit_missing(land_node *root)
{
    if (root->failed)
    {
        loam_land_node_unclaim(root);
        loam_land_node_put_off(root);
    }
    if (root->page != NULL || root->claim == NULL)
    {
        wish(root, LAND_WISH_ROOT, root->page != NULL);
    }
}

static void visit(land_node *node);

static void visit_split(land_node *node)
{
    if (!may_stay_split(node))
    {
        merge(node);
        return;
    }
    loam_land_node_unclaim(node);
    for (int32_t i = 0; i < 4; i++)
    {
        visit(&node->children[i]);
    }
}

static void visit(land_node *node)
{
    if (node->split)
    {
        visit_split(node);
    }
    else if (node->shown)
    {
        visit_leaf(node);
    }
    else
    {
        visit_missing(node);
    }
}

loam_result loam_land_refine(struct loam_land_world *world)
{
    loam_result result;
    bool shown;
    do
    {
        world->wish_count = 0;
        for (size_t i = 0; i < world->root_count; i++)
        {
            if (world->roots[i].used)
            {
                visit(&world->roots[i]);
            }
        }
        result = fulfil(world, &shown);
    } while (result == LOAM_OK && shown); // what is shown has wishes of its own
    return result;
}

// ---- how far it is ----------------------------------------------------------------------------------

static bool needs_split(const struct loam_land_world *world, const land_node *node)
{
    return node->level > 0 &&
           loam_land_node_distance(world, node) <= squared(world->plan.reach[node->level - 1]);
}

static bool is_fine(const land_node *node)
{
    if (!node->split)
    {
        return node->shown && !needs_split(node->world, node);
    }
    bool fine = true;
    for (int32_t i = 0; i < 4 && fine; i++)
    {
        fine = is_fine(&node->children[i]);
    }
    return fine;
}

static bool is_in_view(const struct loam_land_world *world, const land_node *root)
{
    return root->used && loam_land_node_distance(world, root) <= squared(world->plan.view);
}

bool loam_land_is_complete(const struct loam_land_world *world)
{
    bool complete = true;
    for (size_t i = 0; i < world->root_count && complete; i++)
    {
        const land_node *const root = &world->roots[i];
        complete = !is_in_view(world, root) || is_fine(root);
    }
    return complete;
}

int64_t loam_land_complete_to(const struct loam_land_world *world)
{
    int64_t nearest = squared(world->plan.view);
    for (size_t i = 0; i < world->root_count; i++)
    {
        const land_node *const root = &world->roots[i];
        const bool missing = is_in_view(world, root) && !root->shown && !root->split;
        const int64_t distance = missing ? loam_land_node_distance(world, root) : nearest;
        nearest = distance < nearest ? distance : nearest;
    }
    return (int64_t)sqrt((double)nearest);
}

static int64_t count_wanted(const struct loam_land_world *world, const land_node *node)
{
    if (!needs_split(world, node))
    {
        return 1;
    }
    int64_t count = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        const land_node child = {
            .x = node->x * 2 + i % 2, .z = node->z * 2 + i / 2, .level = node->level - 1};
        count += count_wanted(world, &child);
    }
    return count;
}

int64_t loam_land_count_wanted(const struct loam_land_world *world)
{
    int64_t count = 0;
    for (size_t i = 0; i < world->root_count; i++)
    {
        const land_node *const root = &world->roots[i];
        count += is_in_view(world, root) ? count_wanted(world, root) : 0;
    }
    return count;
}
