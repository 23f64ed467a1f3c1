// SPDX-License-Identifier: MIT
#include "gl/painter_gl.h"

#include "gl/program.h"
#include "gl/texture.h"
#include "window/glyphs.h"
#include "window/utf8.h"

#include <stdlib.h>
#include <string.h>

// Everything is a rectangle of a texture times a colour; boxes of one colour are of a texture of one white
// texel. Rectangles wait as long as they are of the same texture and cut at the same box, and are drawn by
// one call then: a screen full of text is a few of them.

enum
{
    MAX_CORNERS = 6 * 1024, // that wait
};

typedef struct corner
{
    float x, y, u, v;
    loam_colour colour;
} corner;

typedef struct gl_painter
{
    painter base;
    const gl *g;
    GLuint framebuffer;
    GLuint program, array, buffer, white;
    glyphs *letters;
    float sheet_side; // texels of the letters' texture
    // What waits.
    corner *corners;
    int32_t corner_count;
    GLuint texture;
    bool smooth;
    box cut;
} gl_painter;

struct painter_image
{
    GLuint texture;
    int32_t w, h;
    bool borrowed; // its rows go up, and it is not ours
};

static const char vertex_text[] = "uniform vec2 size;\n"
                                  "in vec2 place;\n"
                                  "in vec2 texel;\n"
                                  "in vec4 colour;\n"
                                  "out vec2 at;\n"
                                  "out vec4 tint;\n"
                                  "void main()\n"
                                  "{\n"
                                  "    at = texel;\n"
                                  "    tint = colour;\n"
                                  "    vec2 p = place / size * 2.0 - 1.0;\n"
                                  "    gl_Position = vec4(p.x, -p.y, 0.0, 1.0);\n"
                                  "}\n";
static const char fragment_text[] = "uniform sampler2D image;\n"
                                    "in vec2 at;\n"
                                    "in vec4 tint;\n"
                                    "out vec4 result;\n"
                                    "void main()\n"
                                    "{\n"
                                    "    result = texture(image, at) * tint;\n"
                                    "}\n";

// ---- what waits ---------------------------------------------------------------------------------

static void set_filter(const gl *g, bool smooth)
{
    const GLint filter = smooth ? GL_LINEAR : GL_NEAREST;
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
}

static void begin_state(const gl_painter *p)
{
    const gl *const g = p->g;
    g->BindFramebuffer(GL_FRAMEBUFFER, p->framebuffer);
    g->Viewport(0, 0, p->base.w, p->base.h);
    g->Disable(GL_DEPTH_TEST);
    g->Enable(GL_BLEND);
    g->BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    g->Enable(GL_SCISSOR_TEST);
    g->Scissor(p->cut.x, p->base.h - p->cut.y - p->cut.h, p->cut.w, p->cut.h);
}

/// Others draw without blending and without a cut.
static void end_state(const gl_painter *p)
{
    p->g->Disable(GL_BLEND);
    p->g->Disable(GL_SCISSOR_TEST);
    p->g->BindVertexArray(0);
}

static void flush(gl_painter *p)
{
    const gl *const g = p->g;
    if (p->corner_count == 0)
    {
        return;
    }
    begin_state(p);
    g->UseProgram(p->program);
    gl_set2(g, p->program, "size", (float)p->base.w, (float)p->base.h);
    gl_set_texture(g, p->program, "image", 0, GL_TEXTURE_2D, p->texture);
    set_filter(g, p->smooth);
    g->BindVertexArray(p->array);
    g->BindBuffer(GL_ARRAY_BUFFER, p->buffer);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)p->corner_count * (GLsizeiptr)sizeof *p->corners,
                  p->corners, GL_STREAM_DRAW);
    g->DrawArrays(GL_TRIANGLES, 0, p->corner_count);
    end_state(p);
    p->corner_count = 0;
}

/// A rectangle: its place, pixels; its part of the texture, 0 .. 1, from its upper left corner to its lower
/// right one.
static void add(gl_painter *p, GLuint texture, bool smooth, box to, const float part[4],
                loam_colour colour)
{
    if (texture != p->texture || smooth != p->smooth || p->corner_count + 6 > MAX_CORNERS)
    {
        flush(p);
        p->texture = texture;
        p->smooth = smooth;
    }
    const float x0 = (float)to.x, y0 = (float)to.y;
    const float x1 = (float)to.x + (float)to.w, y1 = (float)to.y + (float)to.h;
    const corner a = {x0, y0, part[0], part[1], colour}, b = {x1, y0, part[2], part[1], colour};
    const corner c = {x1, y1, part[2], part[3], colour}, d = {x0, y1, part[0], part[3], colour};
    const corner all[6] = {a, b, c, a, c, d};
    memcpy(p->corners + p->corner_count, all, sizeof all);
    p->corner_count += 6;
}

// ---- frames -------------------------------------------------------------------------------------

static void paint_destroy(painter *paint)
{
    gl_painter *const p = (gl_painter *)paint;
    glyphs_destroy(p->letters);
    p->g->DeleteProgram(p->program);
    p->g->DeleteVertexArrays(1, &p->array);
    p->g->DeleteBuffers(1, &p->buffer);
    p->g->DeleteTextures(1, &p->white);
    free(p->corners);
    free(p);
}

static void paint_begin(painter *paint, int32_t w, int32_t h)
{
    gl_painter *const p = (gl_painter *)paint;
    p->cut = (box){0, 0, w, h};
    p->corner_count = 0;
}

static loam_result paint_end(painter *paint)
{
    gl_painter *const p = (gl_painter *)paint;
    flush(p);
    return gl_check(p->g, "the interface could not be drawn");
}

static void paint_clip(painter *paint, box to)
{
    gl_painter *const p = (gl_painter *)paint;
    flush(p);
    p->cut = to;
}

static void paint_fill(painter *paint, box at, loam_colour colour)
{
    gl_painter *const p = (gl_painter *)paint;
    add(p, p->white, false, at, (const float[4]){0, 0, 1, 1}, colour);
}

// ---- text ---------------------------------------------------------------------------------------

static void *sheet_create(void *user, int32_t side)
{
    gl_painter *const p = user;
    const gl_texture_def def = {GL_TEXTURE_2D, GL_RGBA8, side, side, 1, false, false, true};
    const GLuint texture = gl_texture_create(p->g, &def, NULL);
    if (texture == 0 || gl_check(p->g, "no texture for letters") != LOAM_OK)
    {
        p->g->DeleteTextures(1, &texture);
        return NULL;
    }
    p->sheet_side = (float)side;
    return (void *)(uintptr_t)texture;
}

static void sheet_destroy(void *user, void *sheet)
{
    gl_painter *const p = user;
    const GLuint texture = (GLuint)(uintptr_t)sheet;
    flush(p); // what waits may be of it
    p->g->DeleteTextures(1, &texture);
}

// White is white in any order, and alpha comes last in memory as OpenGL wants it.
static void sheet_update(void *user, void *sheet, box place, const void *pixels, int32_t pitch)
{
    gl_painter *const p = user;
    const gl *const g = p->g;
    flush(p);
    g->ActiveTexture(GL_TEXTURE0);
    g->BindTexture(GL_TEXTURE_2D, (GLuint)(uintptr_t)sheet);
    g->PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    g->PixelStorei(GL_UNPACK_ROW_LENGTH, pitch / 4);
    g->TexSubImage2D(GL_TEXTURE_2D, 0, place.x, place.y, place.w, place.h, GL_RGBA,
                     GL_UNSIGNED_BYTE, pixels);
    g->PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

static void paint_text(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                       const char *text)
{
    gl_painter *const p = (gl_painter *)paint;
    const box clip = painter_clip(paint);
    const char *const end = text + strlen(text);
    while (text < end && x < clip.x + clip.w)
    {
        const glyph *const letter = glyphs_get(p->letters, size, utf8_next(&text, end));
        const GLuint texture = (GLuint)(uintptr_t)glyphs_texture(p->letters);
        const box on = letter->place, to = {x + letter->dx, y + letter->dy, on.w, on.h};
        const float part[4] = {(float)on.x / p->sheet_side, (float)on.y / p->sheet_side,
                               (float)(on.x + on.w) / p->sheet_side,
                               (float)(on.y + on.h) / p->sheet_side};
        if (to.w > 0 && to.x + to.w > clip.x)
        {
            add(p, texture, false, to, part, colour);
        }
        x += letter->advance;
    }
}

static int32_t paint_text_width(painter *paint, text_size size, const char *text, size_t length)
{
    gl_painter *const p = (gl_painter *)paint;
    int32_t width = 0;
    for (const char *at = text, *end = text + length; at < end;)
    {
        width += glyphs_get(p->letters, size, utf8_next(&at, end))->advance;
    }
    return width;
}

static int32_t paint_line_height(painter *paint, text_size size)
{
    return glyphs_line_height(((gl_painter *)paint)->letters, size);
}

static loam_result paint_set_scale(painter *paint, float scale)
{
    return glyphs_set_scale(((gl_painter *)paint)->letters, scale);
}

// ---- images -------------------------------------------------------------------------------------

static loam_result make_image(GLuint texture, int32_t w, int32_t h, bool borrowed,
                              painter_image **out)
{
    *out = malloc(sizeof **out);
    if (*out == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for an image");
    }
    **out = (painter_image){texture, w, h, borrowed};
    return LOAM_OK;
}

static loam_result paint_image_create(painter *paint, int32_t w, int32_t h, painter_image **out)
{
    const gl *const g = ((gl_painter *)paint)->g;
    const gl_texture_def def = {GL_TEXTURE_2D, GL_RGBA8, w, h, 1, true, false, true};
    if (w > g->max_texture || h > g->max_texture)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "an image is %dx%d pixels; must be at most %d a side for this OpenGL",
                         (int)w, (int)h, (int)g->max_texture);
    }
    const GLuint texture = gl_texture_create(g, &def, NULL);
    loam_result result = gl_check(g, "no texture for an image");
    result = result == LOAM_OK ? make_image(texture, w, h, false, out) : result;
    if (result != LOAM_OK)
    {
        g->DeleteTextures(1, &texture);
    }
    return result;
}

static void paint_image_destroy(painter *paint, painter_image *image)
{
    gl_painter *const p = (gl_painter *)paint;
    flush(p);
    if (!image->borrowed)
    {
        p->g->DeleteTextures(1, &image->texture);
    }
    free(image);
}

static void paint_image_update(painter *paint, painter_image *image, const loam_picture *picture)
{
    LOAM_ASSERT(NULL, picture->w == image->w && picture->h == image->h);
    gl_painter *const p = (gl_painter *)paint;
    const gl_texture_def def = {GL_TEXTURE_2D, GL_RGBA8, image->w, image->h, 1, true, false, true};
    flush(p);
    gl_texture_rows(p->g, image->texture, &def, 0, 0, image->h, picture->pixels);
}

static void paint_image_draw(painter *paint, painter_image *image, box from, box to,
                             loam_colour tint, bool smooth)
{
    LOAM_ASSERT(NULL, from.x >= 0 && from.y >= 0);
    LOAM_ASSERT(NULL, from.x + from.w <= image->w && from.y + from.h <= image->h);
    gl_painter *const p = (gl_painter *)paint;
    const float w = (float)image->w, h = (float)image->h;
    float part[4] = {(float)from.x / w, (float)from.y / h, (float)(from.x + from.w) / w,
                     (float)(from.y + from.h) / h};
    if (image->borrowed)
    {
        part[1] = 1 - part[1];
        part[3] = 1 - part[3];
    }
    add(p, image->texture, smooth, to, part, tint);
}

static loam_result paint_read(painter *paint, loam_picture *out)
{
    gl_painter *const p = (gl_painter *)paint;
    const gl *const g = p->g;
    loam_colour *const pixels = out->pixels;
    flush(p);
    g->BindFramebuffer(GL_FRAMEBUFFER, p->framebuffer);
    g->PixelStorei(GL_PACK_ALIGNMENT, 4);
    for (int32_t y = 0; y < out->h; y++) // OpenGL's rows go up
    {
        loam_colour *const row = pixels + (size_t)y * (size_t)out->w;
        g->ReadPixels(0, out->h - 1 - y, out->w, 1, GL_RGBA, GL_UNSIGNED_BYTE, row);
        for (int32_t x = 0; x < out->w; x++)
        {
            row[x].a = 255;
        }
    }
    return gl_check(g, "what was drawn cannot be read");
}

// ---- making them --------------------------------------------------------------------------------

static const painter_kind gl_kind = {
    .destroy = paint_destroy,
    .begin = paint_begin,
    .end = paint_end,
    .clip = paint_clip,
    .fill = paint_fill,
    .text = paint_text,
    .text_width = paint_text_width,
    .line_height = paint_line_height,
    .set_scale = paint_set_scale,
    .image_create = paint_image_create,
    .image_destroy = paint_image_destroy,
    .image_update = paint_image_update,
    .image_draw = paint_image_draw,
    .read = paint_read,
};

static void make_array(gl_painter *p)
{
    const gl *const g = p->g;
    const gl_texture_def one = {GL_TEXTURE_2D, GL_RGBA8, 1, 1, 1, false, false, true};
    p->white = gl_texture_create(g, &one, (const uint8_t[4]){255, 255, 255, 255});
    g->GenVertexArrays(1, &p->array);
    g->GenBuffers(1, &p->buffer);
    g->BindVertexArray(p->array);
    g->BindBuffer(GL_ARRAY_BUFFER, p->buffer);
    g->EnableVertexAttribArray(0);
    g->VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(corner), NULL);
    g->EnableVertexAttribArray(1);
    g->VertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, sizeof(corner),
                           (const void *)offsetof(corner, u));
    g->EnableVertexAttribArray(2);
    g->VertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(corner),
                           (const void *)offsetof(corner, colour));
    g->BindVertexArray(0);
}

static loam_result make_all(gl_painter *p)
{
    const gl_program_def def = {.name = "painter",
                                .vertex = vertex_text,
                                .fragment = fragment_text,
                                .attributes = {"place", "texel", "colour"}};
    const glyph_sheet sheet = {sheet_create, sheet_destroy, sheet_update, p};
    p->corners = malloc(MAX_CORNERS * sizeof *p->corners);
    if (p->corners == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a painter");
    }
    make_array(p);
    const loam_result result = gl_program_create(p->g, &def, &p->program);
    return result == LOAM_OK ? glyphs_create(&sheet, 1, &p->letters) : result;
}

loam_result painter_gl_create(const gl *g, GLuint framebuffer, painter **out)
{
    *out = NULL;
    gl_painter *const p = calloc(1, sizeof *p);
    if (p == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a painter");
    }
    p->base = (painter){.kind = &gl_kind, .scale = 1};
    p->g = g;
    p->framebuffer = framebuffer;
    const loam_result result = make_all(p);
    if (result != LOAM_OK)
    {
        paint_destroy(&p->base);
        return result;
    }
    *out = &p->base;
    return LOAM_OK;
}

loam_result painter_gl_image_of(painter *paint, GLuint texture, int32_t w, int32_t h,
                                painter_image **out)
{
    (void)paint;
    return make_image(texture, w, h, true, out);
}
