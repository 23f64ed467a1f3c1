// SPDX-License-Identifier: MIT
// Streams a land as meshes: pages that appear become vertex buffers, drawn with index sets that all pages share.
// Where a renderer would upload and draw, this counts.
#include <loam/loam.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_PAGES 512

typedef struct renderer
{
    loam_surface_page pages[MAX_PAGES];
    loam_height_vertex *vertices[MAX_PAGES]; // a vertex buffer of each
    int count;
} renderer;

static void on_appear(void *user, const loam_surface_page *page)
{
    renderer *r = user;
    loam_height_vertex *vertices = malloc(LOAM_HEIGHT_VERTICES * sizeof *vertices);
    const loam_height_field field = loam_surface_page_field(page);
    if (vertices != NULL && r->count < MAX_PAGES)
    {
        loam_height_vertices(&field, vertices, NULL, NULL);
        r->pages[r->count] = *page;
        r->vertices[r->count++] = vertices;
    }
}

static void on_leave(void *user, const loam_surface_page *page)
{
    renderer *r = user;
    for (int i = 0; i < r->count; i++)
    {
        if (r->pages[i].height == page->height)
        {
            free(r->vertices[i]);
            r->pages[i] = r->pages[--r->count];
            r->vertices[i] = r->vertices[r->count];
        }
    }
}

/// How many times as large as a page's the squares at a place are.
static int ratio_at(const renderer *r, const loam_surface_page *own, int64_t x, int64_t z)
{
    for (int i = 0; i < r->count; i++)
    {
        const loam_surface_page *p = &r->pages[i];
        const int64_t dx = x - p->x, dz = z - p->z, size = p->step * LOAM_SURFACE_SIDE;
        if (dx >= 0 && dz >= 0 && dx < size && dz < size && p->step > own->step)
        {
            return (int)(p->step / own->step);
        }
    }
    return 1;
}

/// Towards a coarser page, half the vertices of the border count, and the shader takes them to its heights.
static int draw(const renderer *r, const loam_surface_page *page)
{
    static uint16_t indices[LOAM_HEIGHT_MAX_INDICES]; // a renderer keeps a buffer of each set
    const int64_t size = page->step * LOAM_SURFACE_SIDE, x = page->x, z = page->z;
    const loam_height_index_def set = {
        .quads = LOAM_HEIGHT_SIDE,
        .ratio = {ratio_at(r, page, x - 1, z), ratio_at(r, page, x + size, z),
                  ratio_at(r, page, x, z - 1), ratio_at(r, page, x, z + size)}};
    int32_t count = 0;
    return loam_height_indices(&set, indices, &count) == LOAM_OK ? count / 3 : 0;
}

int main(void)
{
    static renderer r;
    loam_land_def def = loam_default_land_def();
    def.page_channels = LOAM_PAGE_APRON | LOAM_PAGE_BIOMES | LOAM_PAGE_COARSER;
    loam_land_world_def view = loam_default_land_world_def();
    view.view = 1000, view.user = &r, view.appear = on_appear, view.leave = on_leave;
    loam_land_viewer viewer = {.x = -440000, .z = -160000};
    loam_land_world *world = NULL;
    loam_result result = loam_land_create(&def, &view.land);
    result = result ? result : loam_land_world_create(&view, viewer, &world);
    for (int step = 0; step < 4 && !result; step++, viewer.x += 300)
    {
        for (bool complete = false; !complete && !result;) // a game updates once a frame, and draws
        {
            result = loam_land_world_update(world, viewer, 4000, &complete);
        }
        int triangles = 0;
        for (int i = 0; i < r.count; i++)
        {
            triangles += draw(&r, &r.pages[i]);
        }
        printf("%d pages, %d triangles\n", r.count, triangles);
    }
    loam_land_world_destroy(world);
    loam_land_destroy(view.land);
    return result ? 1 : 0;
}
