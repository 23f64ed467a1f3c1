// SPDX-License-Identifier: MIT
// The pages of a world as a forest of quadtrees.
#ifndef LOAM_LAND_WORLD_TREE_H
#define LOAM_LAND_WORLD_TREE_H

#include "land/world/plan.h"
#include "land/world/source.h"

/// A square of the land. What the viewer sees of it is its page, or, when it is split, what its children
/// show.
///
///   shown, no children     a leaf
///   shown, with children   a leaf that is about to be split: the children wait for each other
///   split                  the children show it; if it has a claim, it is about to be shown in their place
///   none of these          a root that is missing, with or without a claim
typedef struct land_node
{
    struct loam_land_world *world;
    struct land_node *children; // four, or NULL
    loam_region *claim;         // on its page; NULL while it is not wanted
    const loam_page *page;      // NULL until it has come
    int64_t x, z;               // page coordinates at its level
    int32_t level;
    bool used; // of roots: the slot has one
    bool shown;
    bool split;
    bool failed; // the claim came to nothing
    int32_t failures;
    uint64_t retry_at; // the number of the update from which on it may be tried again
} land_node;

typedef struct land_quad
{
    land_node nodes[4];
    struct land_quad *next; // of those that are free
} land_quad;

/// Something to ask for, and, when it has come, to show.
typedef enum land_wish_kind
{
    LAND_WISH_ROOT,  // the page of a root that is missing
    LAND_WISH_SPLIT, // the four children of a leaf
    LAND_WISH_MERGE, // the page of what is split and too far away for it
} land_wish_kind;

typedef struct land_wish
{
    land_node *node;
    land_wish_kind kind;
    bool come; // all its pages have
    float key; // the lowest comes first
} land_wish;

struct loam_land_world
{
    land_source source;
    loam_land_world_def def;
    land_plan plan;
    loam_land_viewer viewer;
    float look_x, look_z; // of length 1, or 0
    bool threads;         // others do the work
    bool busy;            // within an update, which callbacks must not call again
    uint64_t updates;
    uint64_t deadline_ns;    // of the update
    bool replaced;           // something was shown in the update
    int32_t held, under_way; // claims; those without a page yet
    int32_t most_under_way;
    int64_t pages; // shown
    uint64_t appeared, left;
    int32_t root_side; // of the ring of roots
    int32_t wish_count;
    size_t root_count, quad_count, wish_room;
    land_node *roots;
    land_quad *quads, *free_quads;
    land_wish *wishes;
};

/// Squared, from the viewer to the nearest point of the node.
int64_t loam_land_node_distance(const struct loam_land_world *world, const land_node *node);

/// The slot of the ring for the root (x, z), whatever is in it.
land_node *loam_land_root_slot(struct loam_land_world *world, int64_t x, int64_t z);

/// Asks for a node's page.
loam_result loam_land_node_claim(land_node *node);

/// Lets go of its page and of whatever is under way for it.
void loam_land_node_unclaim(land_node *node);

/// Makes four children and asks for their pages: all or none.
loam_result loam_land_node_bear(land_node *node);

/// Lets go of the children and theirs. Those that are shown leave.
void loam_land_node_bury(land_node *node);

/// Tells of a page that has come.
void loam_land_node_appear(land_node *node);
/// Tells that a page leaves, if it is shown, and lets go of it.
void loam_land_node_leave(land_node *node);

/// The claim of the node or of a child has failed: it is tried again some updates later, each time later.
void loam_land_node_put_off(land_node *node);

#endif
