// SPDX-License-Identifier: MIT
// Linked into tests of the tool with --wrap=loam_land_create: the lands that the tool opens share their pages
// as those of the tests do, until shared_pages_end().
#include "shared_pages.h"

loam_result __real_loam_land_create(const loam_land_def *def, loam_land **land);
loam_result __wrap_loam_land_create(const loam_land_def *def, loam_land **land);

loam_result __wrap_loam_land_create(const loam_land_def *def, loam_land **land)
{
    loam_land_def shared = *def;
    if (shared.store.load == NULL)
    {
        shared.store = shared_pages();
    }
    return __real_loam_land_create(&shared, land);
}
