// SPDX-License-Identifier: MIT
// What changes when a viewer moves and when pages come.
#ifndef LOAM_LAND_WORLD_REFINE_H
#define LOAM_LAND_WORLD_REFINE_H

#include "land/world/tree.h"

/// Roots that are too far away leave, and others take their slots.
void loam_land_roots_follow(struct loam_land_world *world);

/// Looks at everything: puts pages that have come in the place of others while there is time, gives up what
/// is not wanted any more, and asks for what is wanted most, as much as may be under way and held.
loam_result loam_land_refine(struct loam_land_world *world);

/// Whether all within the view is there as fine as it should be.
bool loam_land_is_complete(const struct loam_land_world *world);

/// The distance to the nearest place within the view that no page shows; the view if there is none.
int64_t loam_land_complete_to(const struct loam_land_world *world);

/// How many pages show the view when all is there, by the viewer's place alone.
int64_t loam_land_count_wanted(const struct loam_land_world *world);

#endif
