// SPDX-License-Identifier: MIT
// What files of meshes have in common: a stream of bytes in little-endian order, and vertices as files have them.
#ifndef LOAM_EXPORT_MESH_FILE_H
#define LOAM_EXPORT_MESH_FILE_H

#include "loam/export.h"

#include <stdio.h>

/// Bytes on their way to a file, in blocks.
typedef struct mesh_stream
{
    FILE *file;
    int error; // errno of the write that failed
    size_t used;
    uint8_t block[65536];
} mesh_stream;

void loam_mesh_put(mesh_stream *out, const void *bytes, size_t size);
void loam_mesh_put_u32(mesh_stream *out, uint32_t value);
void loam_mesh_put_u16(mesh_stream *out, uint16_t value);
void loam_mesh_put_float(mesh_stream *out, float value);
/// At most 511 bytes.
void loam_mesh_put_text(mesh_stream *out, const char *format, ...) LOAM_PRINTF(2, 3);
/// Numbers with a space before each and so many digits behind the point, or so many that count (digits < 0: -9 is nine).
void loam_mesh_put_numbers(mesh_stream *out, int digits, int count, const float *numbers);
void loam_mesh_stream_flush(mesh_stream *out);

/// The mean of a vertex's materials, by weight; linear or sRGB. White without materials.
loam_colour loam_mesh_vertex_colour(const loam_mesh_file_def *def, const loam_vertex *vertex,
                                    bool linear);

/// The three formats. They write all of the file and say nothing of the disk: the stream knows.
loam_result loam_mesh_write_glb(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                mesh_stream *out);
loam_result loam_mesh_write_obj(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                mesh_stream *out);
loam_result loam_mesh_write_ply(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                mesh_stream *out);

/// Compresses count items of size bytes (a multiple of 4), or triangles of indices of 4 bytes, as
/// EXT_meshopt_compression has them. *out, of *room bytes, is allocated; *used of them count.
loam_result loam_mesh_pack_vertices(const loam_env *env, const void *items, size_t count,
                                    size_t size, uint8_t **out, size_t *room, size_t *used);
loam_result loam_mesh_pack_indices(const loam_env *env, const uint32_t *indices, size_t count,
                                   size_t vertices, uint8_t **out, size_t *room, size_t *used);

#endif
