// SPDX-License-Identifier: MIT
// What a window is drawn with: filled boxes, pictures and text. One kind of painter draws with SDL, on a
// window or on a picture in memory; another draws nothing and counts, for tests. A third may come that
// draws with a GPU's own interface: nobody else knows how it is done.
#ifndef LOAM_WINDOW_PAINTER_H
#define LOAM_WINDOW_PAINTER_H

#include "loam/picture.h"

/// A rectangle of pixels, y down.
typedef struct box
{
    int32_t x, y, w, h;
} box;

static inline bool box_holds(box in, int32_t x, int32_t y)
{
    return x >= in.x && y >= in.y && x < in.x + in.w && y < in.y + in.h;
}

/// The part that two boxes share; w and h are 0 if there is none.
box box_cut(box a, box b);

/// A picture that was given to a painter.
typedef struct painter_image painter_image;

/// Text comes in these sizes; what they are in pixels follows from the scale.
typedef enum text_size
{
    TEXT_SMALL,
    TEXT_NORMAL,
    TEXT_LARGE,
    TEXT_TITLE,
    TEXT_SIZES,
} text_size;

typedef struct painter painter;

/// What a kind of painter can do. The functions below call these, after looking at what they are given.
typedef struct painter_kind
{
    void (*destroy)(painter *paint);
    void (*begin)(painter *paint, int32_t w, int32_t h);
    loam_result (*end)(painter *paint);
    void (*clip)(painter *paint, box to);
    void (*fill)(painter *paint, box at, loam_colour colour);
    void (*text)(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                 const char *text);
    int32_t (*text_width)(painter *paint, text_size size, const char *text, size_t length);
    int32_t (*line_height)(painter *paint, text_size size);
    loam_result (*set_scale)(painter *paint, float scale);
    loam_result (*image_create)(painter *paint, int32_t w, int32_t h, painter_image **out);
    void (*image_destroy)(painter *paint, painter_image *image);
    void (*image_update)(painter *paint, painter_image *image, const loam_picture *picture);
    void (*image_draw)(painter *paint, painter_image *image, box from, box to, loam_colour tint,
                       bool smooth);
    loam_result (*read)(painter *paint, loam_picture *out);
} painter_kind;

enum
{
    PAINTER_MAX_CLIPS = 16
};

/// The beginning of every kind of painter.
struct painter
{
    const painter_kind *kind;
    int32_t w, h; // of what is drawn on, pixels
    float
        scale; // of text, and of all that is measured in it: 1 for a common screen, 2 for a dense one
    box clips[PAINTER_MAX_CLIPS]; // the last one holds
    int32_t clip_count;
    uint64_t drawn; // boxes, texts and pictures of this frame
};

/// Draws nothing; letters are all equally wide. For tests, and for measuring everything else.
loam_result painter_nothing_create(painter **out);

/// Draws on a picture in memory with SDL's own software. Needs no display.
loam_result painter_memory_create(int32_t w, int32_t h, painter **out);

/// NULL is allowed. Its images are to be destroyed before.
void painter_destroy(painter *paint);

/// A frame begins: its size, in pixels. Everything is black.
void painter_begin(painter *paint, int32_t w, int32_t h);
/// The frame is shown.
loam_result painter_end(painter *paint);

/// What is drawn from now on is cut at the box, and at the one before. Every push has its pop.
void painter_push_clip(painter *paint, box to);
void painter_pop_clip(painter *paint);
box painter_clip(const painter *paint);

void painter_fill(painter *paint, box at, loam_colour colour);
/// A frame of lines inside of the box.
void painter_frame(painter *paint, box at, int32_t thick, loam_colour colour);

/// One line of UTF-8; x, y is its upper left corner. What is no UTF-8 is drawn as question marks.
void painter_text(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                  const char *text);
/// How wide the first `length` bytes of a text are, or all of it if there are fewer.
int32_t painter_text_width(painter *paint, text_size size, const char *text, size_t length);
int32_t painter_line_height(painter *paint, text_size size);

#define PAINTER_MIN_SCALE 0.5f
#define PAINTER_MAX_SCALE 8.0f

/// The scale of text, PAINTER_MIN_SCALE..PAINTER_MAX_SCALE.
loam_result painter_set_scale(painter *paint, float scale);

/// Lengths of the interface are written for a scale of 1.
int32_t painter_scaled(const painter *paint, float length);

/// An image to be filled by updates of its size. 1..8192 pixels a side.
loam_result painter_image_create(painter *paint, int32_t w, int32_t h, painter_image **out);
void painter_image_destroy(painter *paint, painter_image *image);
void painter_image_update(painter *paint, painter_image *image, const loam_picture *picture);
/// Draws a part of an image, stretched; smooth or as little squares. tint is multiplied with it, its alpha
/// too.
void painter_image_draw(painter *paint, painter_image *image, box from, box to, loam_colour tint,
                        bool smooth);

/// What was drawn since begin, before end: a picture of the painter's size, made by the caller.
loam_result painter_read(painter *paint, loam_picture *out);

#endif
