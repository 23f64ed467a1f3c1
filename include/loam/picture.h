// SPDX-License-Identifier: MIT
// Loam, picture: pixels in memory. Colours, ramps, relief shading, text, contact sheets.
#ifndef LOAM_PICTURE_H
#define LOAM_PICTURE_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_PICTURE_SIDE 65536

/// A colour: red, green, blue, alpha, not premultiplied, sRGB.
typedef struct loam_colour
{
    uint8_t r, g, b, a;
} loam_colour;

/// Pixels, row by row, the first row on top. The picture owns them.
typedef struct loam_picture
{
    loam_colour *pixels;
    int32_t w, h;
} loam_picture;

/// A picture filled with one colour. Sides 1..LOAM_MAX_PICTURE_SIDE.
LOAM_API loam_result loam_picture_create(const loam_env *env, int32_t w, int32_t h,
                                         loam_colour fill, loam_picture *out);
LOAM_API void loam_picture_destroy(const loam_env *env, loam_picture *picture);

/// A colour from 0xRRGGBB, opaque.
LOAM_API loam_colour loam_rgb(uint32_t rgb);

/// Between two colours, t 0..1, clamped.
LOAM_API loam_colour loam_colour_mix(loam_colour a, loam_colour b, float t);

/// Lays one colour over another by its alpha.
LOAM_API loam_colour loam_colour_over(loam_colour top, loam_colour bottom);

/// Makes a colour lighter (factor > 1) or darker; alpha stays.
LOAM_API loam_colour loam_colour_shade(loam_colour colour, float factor);

/// A colour ramp: stops in rising order of at.
typedef struct loam_ramp_stop
{
    float at;
    loam_colour colour;
} loam_ramp_stop;

/// The colour at a place of a ramp; before the first stop and behind the last as there.
LOAM_API loam_colour loam_ramp_at(const loam_ramp_stop *stops, int32_t count, float at);

/// Ramps by name: "grey", "heat", "terrain", "sea". NULL, with *count 0, for an unknown name.
LOAM_API const loam_ramp_stop *loam_ramp_named(const char *name, int32_t *count);

/// Paints a w x h field of values through a ramp at (x, y); low and high are the values at the
/// ramp's 0 and 1. Values that are not finite are painted magenta. Clipped.
LOAM_API void loam_picture_field(loam_picture *picture, int32_t x, int32_t y, const float *values,
                                 int32_t w, int32_t h, float low, float high,
                                 const loam_ramp_stop *stops, int32_t count);

/// How bright a surface is under light from the top left: 0 dark .. 1 flat .. 2 bright. dx and dy
/// are its rise per pixel to the right and downwards.
LOAM_API float loam_relief(float dx, float dy);

/// Lays a colour over a rectangle by its alpha. Clipped.
LOAM_API void loam_picture_rectangle(loam_picture *picture, int32_t x, int32_t y, int32_t w,
                                     int32_t h, loam_colour colour);

/// A line with soft edges and round ends. Positions are in pixels, the middle of the first is (0.5, 0.5);
/// they lie within +-2^20, and so does the width, or nothing is drawn. Clipped.
LOAM_API void loam_picture_line(loam_picture *picture, float x0, float y0, float x1, float y1,
                                float width, loam_colour colour);

/// Copies source to (x, y), blending by its alpha. Clipped.
LOAM_API void loam_picture_blit(loam_picture *picture, int32_t x, int32_t y,
                                const loam_picture *source);

/// Writes ASCII text in a 5x7 font, scaled by a whole factor. '\n' starts a line. Clipped.
LOAM_API void loam_picture_text(loam_picture *picture, int32_t x, int32_t y, int32_t scale,
                                loam_colour colour, const char *text);

/// The size of text in pixels.
LOAM_API void loam_text_size(const char *text, int32_t scale, int32_t *w, int32_t *h);

/// How letters of any size are drawn: as strokes with soft edges. Start from loam_default_lettering().
typedef struct loam_lettering
{
    float size;         // height of a capital, pixels, 1..4096
    float weight;       // width of a stroke, as a share of size
    float spacing;      // added behind every letter, as a share of size
    float slant;        // to the right per height, for italics
    float angle;        // of the line, radians, rising to the right
    loam_colour colour; // of the letters
    loam_colour halo;   // around them, so that they are read on anything; alpha 0 for none
    float halo_width;   // pixels around the strokes
} loam_lettering;

LOAM_API loam_lettering loam_default_lettering(void);

/// Writes a line of ASCII text from (x, y), the left end of the base line. Clipped.
LOAM_API void loam_picture_lettering(loam_picture *picture, float x, float y,
                                     const loam_lettering *lettering, const char *text);

/// How long the line becomes, in pixels.
LOAM_API float loam_lettering_width(const loam_lettering *lettering, const char *text);

/// A sheet of equally large pictures with captions, in rows of `columns`, under a title (may be
/// NULL).
LOAM_API loam_result loam_picture_sheet(const loam_env *env, const loam_picture *pictures,
                                        const char *const *captions, int32_t count, int32_t columns,
                                        const char *title, loam_picture *out);

#ifdef __cplusplus
}
#endif
#endif
