// SPDX-License-Identifier: MIT
#include "selftest.h"

// Pages of the surface with all their channels, as a world hands them out around one place: with the mesh that is
// drawn of them. Their order is that of time, so hashes are added up.

enum
{
    SIDE = LOAM_SURFACE_SIDE + 1,
};

typedef struct page_sum
{
    uint64_t hash;
    int32_t pages;
    loam_height_vertex vertices[LOAM_HEIGHT_VERTICES];
} page_sum;

static uint64_t hash_shorts(const int16_t *values, size_t count, uint64_t hash)
{
    for (size_t i = 0; i < count; i++)
    {
        const uint32_t word = (uint16_t)values[i];
        hash = loam_hash_u32(&word, 1, hash);
    }
    return hash;
}

static uint64_t hash_channels(const loam_surface_page *page, uint64_t hash)
{
    const size_t all = (size_t)SIDE * SIDE, slow = (size_t)LOAM_SURFACE_SLOW * LOAM_SURFACE_SLOW;
    hash = loam_hash_f32(page->water, all, hash);
    hash = loam_hash_bytes(page->biome, 4 * all, hash);
    hash = loam_hash_bytes(page->weights, 4 * all, hash);
    hash = loam_hash_bytes(page->kind, all, hash);
    hash = loam_hash_bytes(page->snow, all, hash);
    hash = loam_hash_bytes(page->soil, slow, hash);
    hash = loam_hash_bytes(page->wetness, slow, hash);
    hash = loam_hash_bytes(page->flow, 2 * slow, hash);
    hash = hash_shorts(page->river, slow, hash);
    return hash_shorts(page->coast, slow, hash);
}

static void on_appear(void *user, const loam_surface_page *page)
{
    page_sum *const sum = user;
    const uint64_t place[3] = {(uint64_t)page->level, (uint64_t)page->x, (uint64_t)page->z};
    const loam_height_field field = loam_surface_page_field(page);
    loam_height_vertices(&field, sum->vertices, NULL, NULL);
    uint64_t hash = hash_channels(page, loam_hash_u64(place, 3, 0));
    for (int32_t i = 0; i < LOAM_HEIGHT_VERTICES; i++)
    {
        const loam_height_vertex *const vertex = &sum->vertices[i];
        const float heights[2] = {vertex->height, vertex->coarser};
        hash = hash_shorts(vertex->normal, 2, loam_hash_f32(heights, 2, hash));
        hash = hash_shorts(vertex->coarser_normal, 2, hash);
    }
    sum->hash += hash;
    sum->pages++;
}

static loam_result stream(loam_land *land, loam_land_viewer viewer, page_sum *sum)
{
    loam_land_world_def def = loam_default_land_world_def();
    def.land = land;
    def.view = 40;
    def.fine = 20;
    def.appear = on_appear;
    def.user = sum;
    loam_land_world *world = NULL;
    loam_result result = loam_land_world_create(&def, viewer, &world);
    bool complete = false;
    for (int32_t i = 0; i < 1000 && result == LOAM_OK && !complete; i++)
    {
        result = loam_land_world_update(world, viewer, 1000000, &complete);
    }
    loam_land_world_destroy(world);
    return result;
}

void selftest_land_pages(selftest *run, loam_land *land, loam_land_viewer viewer)
{
    if (selftest_leave_out(run, "land pages"))
    {
        return;
    }
    const loam_env env = loam_default_env();
    page_sum *const sum = loam_alloc(&env, sizeof *sum);
    if (sum == NULL)
    {
        selftest_fail(run, "land pages", "", loam_last_error());
        return;
    }
    sum->hash = 0;
    sum->pages = 0;
    const loam_result result = stream(land, viewer, sum);
    const uint64_t words[2] = {sum->hash, (uint64_t)sum->pages};
    selftest_report(run, "land pages", "", result, loam_hash_u64(words, 2, 0));
    loam_free(&env, sum, sizeof *sum);
}
