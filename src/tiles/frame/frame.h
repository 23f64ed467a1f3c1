// SPDX-License-Identifier: MIT
// The insides of a frame: see frame.c for how its parts work together.
#ifndef LOAM_TILES_FRAME_H
#define LOAM_TILES_FRAME_H

#include "loam/tile_frame.h"

enum
{
    FRAME_BANDS = 16,  // of rows, composed independently
    FRAME_MARGIN = 16, // tiles around the view that are lit too: the camera goes on between steps
    FRAME_UNIT_CELLS_MAX = 64, // cells along a unit of light
    FRAME_STARS = 420,
    FRAME_HILLS = 3,        // layers
    FRAME_MAX_CLOUDS = 192, // that are seen at once
    FRAME_MAX_FLAMES = 512, // the same
    FRAME_YEAR_STEP = 256   // of 65536: colours change 256 times in a year
};

// ---- what tiles look like -----------------------------------------------------------------------

enum
{
    LOOK_SOLID = 1 << 0,  // shades walls beside it
    LOOK_LIQUID = 1 << 1, // has a surface
};

/// How a material's variant looks: its colour multiplied by alpha, how much of it shines by itself.
typedef struct frame_look
{
    uint8_t r, g, b, a;
    uint8_t glow, kind;
} frame_look;

/// By material * 256 + variant.
typedef struct frame_looks
{
    frame_look blocks[256 * LOAM_MAX_MATERIALS], walls[256 * LOAM_MAX_MATERIALS];
    uint8_t flames[LOAM_MAX_MATERIALS]; // walls that burn like a torch
    int32_t flame_count;
    loam_material materials[LOAM_MAX_MATERIALS]; // that it was made of
    uint16_t year;                               // and the time of the year, in FRAME_YEAR_STEPs
    bool ready;
} frame_looks;

/// Makes the tables, unless they are of these definitions, and of that part of 65536 of a year, already.
void loam_frame_looks_make(frame_looks *looks, const loam_tile_defs *defs, uint16_t year);

/// Whether a material looks different in some season; and how it does, laid over how it looks in summer.
bool loam_frame_has_seasons(const loam_material *material);
void loam_frame_seasons_lay(frame_looks *looks, const loam_tile_defs *defs, int32_t id,
                            uint16_t year);

// ---- where everything is ------------------------------------------------------------------------

/// A colour in planes: one number 0..255 for each cell of a row.
typedef struct frame_planes
{
    uint16_t *r, *g, *b;
} frame_planes;

/// What a frame shows. A cell is the smallest thing in it: half a tile, two pixels, as a player sees it.
typedef struct frame_view
{
    int32_t w, h;             // pixels
    int32_t zoom, cell, sub;  // pixels along a tile and along a cell; cells along a tile
    int64_t tile_x, tile_y;   // the lowest, leftmost tile that is seen
    int32_t off_x, off_y;     // pixels of that tile that are not
    int32_t columns, rows;    // of tiles
    int32_t cells, cell_rows; // columns * sub, rows * sub
    double x, y;              // the middle, tiles
} frame_view;

// ---- the sky ------------------------------------------------------------------------------------

typedef struct frame_rgb
{
    float r, g, b; // 0..255
} frame_rgb;

typedef struct frame_star
{
    float x, y;     // 0..1 of the sky
    float light;    // 0..1
    int32_t column; // cell
    int32_t next;   // star in the same row of cells, -1 for none
} frame_star;

/// The sun or the moon. Lengths are in cells.
typedef struct frame_disc
{
    float x, y, radius, halo;
    frame_rgb colour, glow;
    float alpha, strength; // of the disc, of the glow, 0..1
    float bite;            // how far the moon's shadow lies aside, in radii; 0 for the sun
    bool seen;
} frame_disc;

#define FRAME_CLOUD_SHAPES 6
#define FRAME_CLOUD_W 176
#define FRAME_CLOUD_H 52

/// A cloud that is seen. Its place is that of the lowest, leftmost part of its shape, in cells.
typedef struct frame_cloud
{
    int32_t shape;
    float x, y;
    float scale; // parts of the shape along a cell
    float alpha;
    frame_rgb lit, shaded;
    bool rains; // rain falls from it
} frame_cloud;

typedef struct frame_clouds
{
    uint8_t alpha[FRAME_CLOUD_SHAPES][FRAME_CLOUD_H][FRAME_CLOUD_W];
    uint8_t shade[FRAME_CLOUD_SHAPES][FRAME_CLOUD_H][FRAME_CLOUD_W]; // both in a few steps
    frame_cloud seen[FRAME_MAX_CLOUDS];
    int32_t count;
} frame_clouds;

typedef struct frame_sky
{
    uint64_t seed; // the world's: each has hills and clouds of its own
    frame_rgb low, high;
    float day;      // 0 at night .. 1
    float overcast; // how much cloud there is, 0..1
    frame_disc sun, moon;
    frame_star stars[FRAME_STARS];
    int32_t *star_rows; // first star of a row of cells, -1 for none
    float star_light;
    frame_clouds clouds;
    int32_t *hills[FRAME_HILLS]; // height of each column, cells above the lowest row that is seen
    int32_t hill_top[FRAME_HILLS];
    frame_rgb hill_colours[FRAME_HILLS];
} frame_sky;

/// Makes stars and clouds.
void loam_frame_sky_init(frame_sky *sky);
void loam_frame_clouds_init(frame_clouds *clouds);

/// The sky of this moment: a few numbers for each of its parts. Clouds come last: they take the sky's
/// colours.
void loam_frame_sky_prepare(frame_sky *sky, const frame_view *view, const loam_tile_world *world);
void loam_frame_clouds_prepare(frame_sky *sky, const frame_view *view,
                               const loam_tile_world *world);

/// Where rain begins to be seen, for each of the view's columns of pixels: the underside of the cloud above
/// it, in pixels above the view's lowest.
void loam_frame_clouds_undersides(const frame_sky *sky, const frame_view *view,
                                  const loam_tile_world *world, int32_t *tops);

/// Draws a row of it into planes of view->cells.
void loam_frame_sky_row(const frame_sky *sky, const frame_view *view, int32_t cell_row,
                        frame_planes out);
void loam_frame_clouds_row(const frame_clouds *clouds, const frame_view *view, int32_t cell_row,
                           frame_planes out);

// ---- light --------------------------------------------------------------------------------------

/// Light on units of tiles, red, green and blue, in 1/256 of 0..255.
typedef struct frame_shadows
{
    uint16_t *planes[3]; // columns x rows
    loam_shadow *raw;    // room for a row
    int32_t unit;        // tiles
    int32_t columns, rows;
    int64_t x, y; // tile: the lowest, leftmost of the first unit
    bool ready;
    int64_t view_x,
        view_y; // the view's lowest, leftmost tile, or as near to it as there are shadows
} frame_shadows;

// ---- flames -------------------------------------------------------------------------------------

/// A torch's flame as it is at the moment. Lengths are in tiles, but for its place.
typedef struct frame_flame
{
    float x, y; // the middle of its tile, in cells from the view's lowest, leftmost one
    float height, sway;
    float glow; // of the halo, 0..1
    loam_colour core, body, edge;
} frame_flame;

// ---- a band of rows -----------------------------------------------------------------------------

/// What it takes to compose rows, one of it for each band. Arrays are as long as the view has cells, and
/// shadows begin and end up to a unit beyond it.
typedef struct frame_band
{
    loam_tile *tiles[3]; // a row, the one below it and the one above; one more tile on both sides
    uint8_t *solid[3];   // the same
    bool empty[3];       // all of it is open sky
    frame_planes tile;   // what tiles look like, multiplied by alpha
    uint16_t *cover, *takes; // alpha of it; how much of a shadow it takes
    frame_planes sky;
    uint16_t *units[3]; // light on a row of units
    uint16_t *shade[3]; // and on cells
    uint32_t *cells;    // pixels of a row of cells
    int32_t *surfaces;  // columns of tiles that have a surface of liquid
    int32_t surface_count;
    bool opaque, clear; // all tiles of the row are
} frame_band;

struct loam_tile_frame
{
    loam_tile_frame_def def;
    loam_tile_light *light; // NULL: none
    frame_looks *looks;
    frame_sky sky;
    frame_shadows shadows;
    frame_flame flames[FRAME_MAX_FLAMES];
    int32_t flame_count;
    frame_band bands[FRAME_BANDS];
    void *memory; // of all arrays
    size_t size;

    // of the frame that is being drawn
    frame_view view;
    const loam_tile_frame_scene *scene;
    loam_tile_ring ring;
    loam_picture *picture;
    // For each column of pixels, from where on and how far down it rains, above the view's lowest.
    int32_t *rain_top, *rain_bottom;
    int64_t
        rain_row; // the lowest row of tiles that is above rain anywhere; INT64_MAX: it does not rain
};

/// Composes the rows of tiles from begin on, up to end, counted from the lowest that is seen.
void loam_frame_rows(loam_tile_frame *frame, frame_band *band, int32_t begin, int32_t end);

/// A tile of the ring; air before air beyond.
loam_tile loam_frame_tile(const loam_tile_ring *ring, int64_t x, int64_t y);

/// Finds the flames that are seen, or whose halos are.
void loam_frame_flames_prepare(loam_tile_frame *frame);

/// Lays flames and halos over a row of cells.
void loam_frame_flames_row(const loam_tile_frame *frame, int32_t cell_row, loam_colour *cells);

/// Finds where rain begins; to be called when the sky is prepared, before rows are composed.
void loam_frame_rain_prepare(loam_tile_frame *frame);

/// Takes drops and flakes that fall above the clouds' undersides out of count tiles of row y: the world has
/// them fall from higher up than clouds are seen.
void loam_frame_rain_hide(const loam_tile_frame *frame, int64_t x, int64_t y, int32_t count,
                          loam_tile *tiles);

/// What lies before the tiles: rain and snow, lightning, the player, the outline of the brush.
void loam_frame_rain(loam_tile_frame *frame);
void loam_frame_lightning(loam_tile_frame *frame);
void loam_frame_player(loam_tile_frame *frame);
void loam_frame_outline(loam_tile_frame *frame);

/// Lays a colour over a pixel of the picture, which may be outside of it.
void loam_frame_pixel(loam_tile_frame *frame, int32_t x, int32_t y, loam_colour colour);

/// A colour in the light at a place, in tiles.
loam_colour loam_frame_lit(const loam_tile_frame *frame, double x, double y, loam_colour colour);

#endif
