// SPDX-License-Identifier: MIT
// Somebody walks across a land. Around them pages of its surface come, refine and leave as in a game, where
// each would become a mesh; here they are only counted. Prints the ground under their feet, from the pages.
#include <loam/loam.h>

#include <stdio.h>

#define STEPS 16
#define STRIDE 250     // metres a step: it has to be far to be seen
#define BUDGET_US 4000 // of an update; a game calls one in every frame
#define MAX_NEAR 512

/// Pages of level 0, which heights are read from.
typedef struct ground
{
    loam_surface_page near[MAX_NEAR];
    int count, pages, most;
} ground;

static void on_appear(void *user, const loam_surface_page *page)
{
    ground *g = user;
    g->pages++;
    g->most = g->pages > g->most ? g->pages : g->most;
    if (page->level == 0 && g->count < MAX_NEAR)
    {
        g->near[g->count++] = *page;
    }
}

static void on_leave(void *user, const loam_surface_page *page)
{
    ground *g = user;
    g->pages--;
    for (int i = 0; i < g->count; i++)
    {
        if (page->level == 0 && g->near[i].x == page->x && g->near[i].z == page->z)
        {
            g->near[i] = g->near[--g->count];
            return;
        }
    }
}

static void on_failed(void *user, loam_result result, const char *message)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", loam_result_name(result), message);
}

static const loam_surface_page *page_at(const ground *g, int64_t x, int64_t z)
{
    for (int i = 0; i < g->count; i++)
    {
        const loam_surface_page *page = &g->near[i];
        if (x >= page->x && x < page->x + LOAM_SURFACE_SIDE && z >= page->z &&
            z < page->z + LOAM_SURFACE_SIDE)
        {
            return page;
        }
    }
    return NULL;
}

/// The height and what grows there, at whole metres.
static void print_place(const loam_land *land, const ground *g, int64_t x, int64_t z)
{
    const loam_surface_page *page = page_at(g, x, z);
    if (page == NULL)
    {
        printf("(%lld, %lld): not there yet\n", (long long)x, (long long)z);
        return;
    }
    const int64_t i = (z - page->z) * (LOAM_SURFACE_SIDE + 1) + (x - page->x);
    const double above = (double)page->water[i] - (double)page->height[i];
    printf("(%lld, %lld): %.1f m, %s", (long long)x, (long long)z, (double)page->height[i],
           loam_land_biome_name(land, page->biome[i]));
    above > 0 ? printf(", under %.1f m of water\n", above) : printf("\n");
}

/// The first place east of the origin that is well above the sea. Few samples, far apart, need no detail.
static loam_result find_land(loam_land *land, loam_land_viewer *viewer)
{
    float height[256];
    const loam_land_area area = {.step = 16384, .w = 256, .h = 1};
    const loam_result result = loam_land_fill(land, area, &(loam_land_samples){.height = height});
    int i = 0;
    while (result == LOAM_OK && i < 255 && height[i] < 100)
    {
        i++;
    }
    viewer->x = area.step * i;
    return result;
}

static loam_result walk(const loam_land *land, loam_land_world *world, ground *g,
                        loam_land_viewer viewer)
{
    loam_result result = LOAM_OK;
    for (int step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        bool complete = false;
        // A game goes on and lets pages come when they come. Here every step is looked at when all is there.
        while (!complete && result == LOAM_OK)
        {
            result = loam_land_world_update(world, viewer, BUDGET_US, &complete);
        }
        print_place(land, g, viewer.x, viewer.z);
        viewer.x += STRIDE;
        viewer.z += STRIDE / 2;
    }
    return result;
}

int main(void)
{
    static ground g;
    const loam_jobs_def jobs_def = loam_default_jobs_def();
    loam_land_def land_def = loam_default_land_def();
    loam_land_world_def def = loam_default_land_world_def();
    loam_land *land = NULL;
    loam_land_world *world = NULL;
    loam_land_viewer viewer = {.look_x = 1, .look_z = 0.5f};
    land_def.seed = loam_seed_from_text("loam");
    loam_result result = loam_jobs_create(&jobs_def, &land_def.env.jobs);
    result = result != LOAM_OK ? result : loam_land_create(&land_def, &land);
    result = result != LOAM_OK ? result : find_land(land, &viewer);
    def.land = land;
    def.view = 2000;
    def.fine = 256;
    def.appear = on_appear;
    def.leave = on_leave;
    def.failed = on_failed;
    def.user = &g;
    result = result != LOAM_OK ? result : loam_land_world_create(&def, viewer, &world);
    result = result != LOAM_OK ? result : walk(land, world, &g, viewer);
    if (result == LOAM_OK)
    {
        const loam_land_world_counters counters = loam_land_world_count(world);
        printf("%llu pages came, %llu left, at most %d at a time\n",
               (unsigned long long)counters.appeared, (unsigned long long)counters.left, g.most);
    }
    else
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    loam_land_world_destroy(world);
    loam_land_destroy(land);
    loam_jobs_destroy(land_def.env.jobs);
    return result == LOAM_OK ? 0 : 1;
}
