// SPDX-License-Identifier: MIT
// Islands and their sea for whoever sails and walks there: the ground between the samples that islands are drawn
// from, piers to stand on, and what stands in the way. Answers depend on the place alone; what was asked before only
// makes them quicker. Not for several threads at a time.
#ifndef LOAM_VOYAGE_SHORE_H
#define LOAM_VOYAGE_SHORE_H

#include "loam/isles.h"
#include "voyage/boat.h"
#include "walk/walker.h"

typedef struct shore shore;

loam_result shore_create(loam_isles *isles, shore **out);

/// A patient one grows no island by itself: what stands on one that has not grown is asked for, and until whoever pumps
/// the isles' pipeline has grown it, answers that need it are LOAM_CANCELLED. So no step waits. To be used by the thread
/// that pumps.
void shore_set_patient(shore *s, bool patient);

/// NULL is allowed.
void shore_destroy(shore *s);

/// Height of the ground, or of the bed of the sea, m; without piers.
loam_result shore_height(shore *s, double x, double z, double *out);

/// For walkers: the ground with piers, and the sea at 0.
walk_world shore_ground(shore *s);

/// For boats: how deep it is, and no more than how far piers, moored boats and rocks are.
boat_water shore_water(shore *s);

/// Puts who goes on foot beside what stands in the way.
loam_result shore_keep_out(shore *s, walker *w);

/// The island of the slot that a place is in; type -1 if there is none.
loam_result shore_isle(shore *s, double x, double z, const loam_isle **out);

/// The harbour of an island, or NULL.
const loam_isle_site *shore_harbour(const loam_isle *isle);

/// The island whose pier ends nearest to a place, within some slots. LOAM_NOT_FOUND if there is none.
loam_result shore_find_harbour(loam_isles *isles, double x, double z, loam_isle *out);

/// The end of a harbour's pier, m.
void shore_pier_end(const loam_isle *isle, const loam_isle_site *harbour, double *x, double *z);

#endif
