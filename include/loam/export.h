// SPDX-License-Identifier: MIT
// Loam, export: files that other programs open. Part of the library loam-io, which uses libspng.
#ifndef LOAM_EXPORT_H
#define LOAM_EXPORT_H

#include "loam/base.h"
#include "loam/mesh.h"
#include "loam/picture.h"
#include "loam/tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes a picture as an 8-bit RGBA PNG (RGB if every pixel is opaque). A file appears whole or not
/// at all; an existing one is replaced only on success.
LOAM_API loam_result loam_png_write(const loam_env *env, const char *path,
                                    const loam_picture *picture);

/// Writes a field of values as a grey PNG of 8 or 16 bits; low becomes black, high white, values
/// beyond are clamped, NaN is black.
LOAM_API loam_result loam_png_write_field(const loam_env *env, const char *path,
                                          const float *values, int32_t w, int32_t h, float low,
                                          float high, int32_t bits);

/// Writes tiles as an RGBA PNG without gamma: block, block variant, wall and wall variant are the four
/// channels, the highest row is on top. Position, seed and version of their world (loam_tile_defs.version)
/// stand in text entries.
///
/// The version says where tiles come from, and no more: a picture is complete, nothing of it is grown. So one of
/// an older version is read as any other, into any world whose definitions have its materials; only one of a
/// version that this Loam does not know is refused, as its numbers may mean something else.
LOAM_API loam_result loam_png_write_tiles(const loam_env *env, const char *path,
                                          const loam_tile *tiles, loam_tile_area area,
                                          uint64_t seed, int32_t version);

/// Reads such a picture: *tiles has area->w * area->h tiles, free it with loam_free. Files that have no
/// position are at (0, 0). Materials that defs does not have, or not in that layer, and variants that
/// they do not have are refused, with the place of the first; so are sides above LOAM_MAX_TILE_AREA,
/// other kinds of PNG, pictures of colours and world versions other than 1..LOAM_TILES_VERSION.
LOAM_API loam_result loam_png_read_tiles(const loam_env *env, const char *path,
                                         const loam_tile_defs *defs, loam_tile **tiles,
                                         loam_tile_area *area);

/// Writes one layer of tiles, LOAM_BLOCKS or LOAM_WALLS, in its colours (loam_tile_layer_colour), as an RGBA
/// PNG for paint programs. Position, size and layer, seed and the version of defs stand in text entries.
LOAM_API loam_result loam_png_write_tile_colours(const loam_env *env, const char *path,
                                                 const loam_tile_defs *defs, loam_layer layer,
                                                 const loam_tile *tiles, loam_tile_area area,
                                                 uint64_t seed);

/// What such a picture says of itself. Paint programs may leave all of it out.
typedef struct loam_tile_colours
{
    loam_picture picture; // free it with loam_picture_destroy
    bool has_place;
    loam_tile_pos place;  // of its lowest, leftmost tile
    int32_t was_w, was_h; // its size when it was written, 0 if it does not say
    uint32_t layer;       // of loam_layer, 0 if it does not say
} loam_tile_colours;

/// Reads any PNG with sides up to LOAM_MAX_TILE_AREA as such a picture; loam_tiles_paint puts it on tiles. What
/// loam_png_write_tiles has written is refused, and so are world versions other than
/// 1..LOAM_TILES_VERSION.
LOAM_API loam_result loam_png_read_tile_colours(const loam_env *env, const char *path,
                                                loam_tile_colours *out);

// ---- maps, row by row -------------------------------------------------------------------------------
// What other programs read as landscapes: heights, and what belongs to them. Rows are handed over one by one,
// so that a map may be larger than memory, and several files of one place can grow side by side.

typedef enum loam_raster_format
{
    LOAM_RASTER_PNG16,  // rows of floats; grey PNG of 16 bits from low to high
    LOAM_RASTER_RAW16,  // rows of floats; the same values as bare numbers
    LOAM_RASTER_R32,    // rows of floats; bare numbers as they are
    LOAM_RASTER_EXR,    // rows of floats; OpenEXR with three equal channels, R, G and B
    LOAM_RASTER_GREY8,  // rows of bytes; grey PNG
    LOAM_RASTER_RGB8,   // rows of three bytes a pixel; PNG
    LOAM_RASTER_RGBA8,  // rows of four bytes a pixel; PNG
    LOAM_RASTER_INDEX8, // rows of bytes, each an index into the palette; PNG
    LOAM_RASTER_FORMAT_COUNT,
} loam_raster_format;

/// A map to be written.
typedef struct loam_raster_def
{
    loam_env env;
    const char *path; // copied
    loam_raster_format format;
    int32_t w, h; // 1..LOAM_MAX_PICTURE_SIDE
    double low,
        high; // PNG16 and RAW16: what 0 and 65535 stand for, low < high. Beyond is clamped, NaN is 0
    bool big_endian;  // RAW16 and R32: most significant byte first
    bool upside_down; // RAW16 and R32: the first row that is handed over is the last of the file
    const uint32_t *palette; // INDEX8: colours 0xRRGGBB; copied
    int32_t palette_count;   // 1..256
} loam_raster_def;

typedef struct loam_raster loam_raster;

/// Whether this build can write a format: OpenEXR is there only if its library was.
LOAM_API bool loam_raster_supports(loam_raster_format format);

/// Opens a file that appears when it is finished, whole, or not at all.
LOAM_API loam_result loam_raster_create(const loam_raster_def *def, loam_raster **out);

/// Hands over the next row, w pixels. After a failure nothing but loam_raster_abandon may follow.
LOAM_API loam_result loam_raster_row(loam_raster *raster, const void *row);

/// After h rows: puts the file in its place. The raster is gone then, whatever comes back.
LOAM_API loam_result loam_raster_finish(loam_raster *raster);

/// Leaves everything as it was before. NULL is allowed.
LOAM_API void loam_raster_abandon(loam_raster *raster);

/// Whether a file could be written now, before long work begins whose result it should hold. Leaves
/// nothing behind.
LOAM_API loam_result loam_file_check(const char *path);

/// Writes bytes to a file that appears whole or not at all. Links are followed and stay links.
LOAM_API loam_result loam_file_write(const char *path, const void *bytes, size_t size);

// ---- meshes -----------------------------------------------------------------------------------------
// Files are right-handed, as these formats want: x east, y up, z south.

/// What the materials of a mesh's vertices are.
typedef struct loam_mesh_material
{
    const char *name;
    uint32_t colour; // 0xRRGGBB, sRGB
} loam_mesh_material;

/// One place of a mesh that stands in many.
typedef struct loam_mesh_place
{
    float position[3]; // m, from the corner of the mesh that it stands on: x east, y up, z north
    float turn;        // 0 .. 1, of a whole turn, from east to north
    float size;        // times the mesh's own, > 0
} loam_mesh_place;

#define LOAM_MESH_MAX_PLACES (1 << 17) // in a file
#define LOAM_MESH_MAX_SETS 64

/// A mesh and where it stands.
typedef struct loam_mesh_set
{
    const char *name; // NULL for "thing"
    const loam_mesh *mesh;
    const loam_mesh_material *materials; // as below
    int32_t material_count;
    const loam_mesh_place *places;
    int32_t place_count; // sets without any are left out
} loam_mesh_set;

/// How a mesh is written. Start from loam_default_mesh_file_def().
typedef struct loam_mesh_file_def
{
    loam_env env;
    const char *path; // ends with .glb, .obj or .ply
    const char *name; // of the mesh in the file, NULL for "mesh"
    int64_t x,
        z; // where the mesh's corner lies, m: noted in the file, positions stay relative to it
    /// Materials by their numbers, at most 256: for colours of vertices (.glb without a texture, .obj, .ply) and
    /// names (.glb). NULL: neither.
    const loam_mesh_material *materials;
    int32_t material_count;
    /// .glb: a picture that covers texture_w by texture_h metres of uv from 0 on, its upper edge in the north.
    const loam_picture *texture;
    float texture_w, texture_h; // > 0 with a texture
    bool compress; // .glb: EXT_meshopt_compression; LOAM_UNSUPPORTED without meshoptimizer
    /// What stands on the mesh. In a .glb each set's mesh is there once, and a node for each of its places; in other
    /// files all are triangles of the one mesh, and materials of all count among the 256, unless the mesh has none. At
    /// most LOAM_MESH_MAX_SETS, and LOAM_MESH_MAX_PLACES in all.
    const loam_mesh_set *sets;
    int32_t set_count;
} loam_mesh_file_def;

LOAM_API loam_mesh_file_def loam_default_mesh_file_def(void);

/// Writes a mesh of one triangle at least, as what its name ends with: .glb (glTF 2.0: normals, texture, materials
/// and weights as _MATERIALS and _WEIGHTS), .obj or binary .ply. The file appears whole or not at all.
/// LOAM_BAD_ARGUMENT for other endings, and for more than a .glb can hold, 4 GiB.
LOAM_API loam_result loam_mesh_write(const loam_mesh_file_def *def, const loam_mesh *mesh);

/// Whether this build has meshoptimizer: for the three below and for compression.
LOAM_API bool loam_mesh_can_optimise(void);

/// Leaves about `share` (> 0, at most 1) of the triangles, those that change the surface least; none by more than
/// max_error metres, about. The rim of the mesh stays, so that it still fits beside others.
LOAM_API loam_result loam_mesh_simplify(loam_mesh *mesh, float share, float max_error);

/// The same, and what it is made of stays where it is, which shape alone does not tell: triangles between vertices
/// whose strongest materials differ stay as they are, others are simplified among those of their material. For meshes of
/// voxels.
LOAM_API loam_result loam_mesh_simplify_materials(loam_mesh *mesh, float share, float max_error);

/// Brings triangles and vertices into an order that graphics processors draw sooner.
LOAM_API loam_result loam_mesh_order(loam_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
