// SPDX-License-Identifier: MIT
// Room for more in a mesh, for those who fill it directly.
#ifndef LOAM_MESH_ROOM_H
#define LOAM_MESH_ROOM_H

#include "loam/mesh.h"

static inline uint32_t loam_mesh_next_room(uint32_t room, uint64_t wanted, uint32_t max)
{
    const uint64_t doubled = wanted <= room                ? room
                             : wanted > 2 * (uint64_t)room ? wanted
                                                           : 2 * (uint64_t)room;
    return (uint32_t)(doubled > max && wanted <= max ? max
                      : doubled > UINT32_MAX         ? UINT32_MAX
                                                     : doubled);
}

/// Makes room for more vertices and indices; what there is doubles if it has to grow.
static inline loam_result loam_mesh_more_room(loam_mesh *mesh, uint32_t vertices, uint32_t indices)
{
    const uint64_t all_vertices = (uint64_t)mesh->vertex_count + vertices;
    const uint64_t all_indices = (uint64_t)mesh->index_count + indices;
    if (all_vertices <= mesh->vertex_room && all_indices <= mesh->index_room)
    {
        return LOAM_OK;
    }
    return loam_mesh_reserve(
        mesh, loam_mesh_next_room(mesh->vertex_room, all_vertices, LOAM_MESH_MAX_VERTICES),
        loam_mesh_next_room(mesh->index_room, all_indices, LOAM_MESH_MAX_INDICES));
}

#endif
