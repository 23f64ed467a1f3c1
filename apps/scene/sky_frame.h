// SPDX-License-Identifier: MIT
// What every picture of a world under a sky has beside that world: programs and textures of sky, clouds, materials and
// figures, the targets that it is drawn into, and the way from light to colours on a screen.
#ifndef LOAM_SCENE_SKY_FRAME_H
#define LOAM_SCENE_SKY_FRAME_H

#include "gl/program.h"
#include "gl/target.h"
#include "loam/jobs.h"
#include "scene/air.h"
#include "scene/quality.h"

typedef struct sky_frame
{
    const gl *g;
    quality quality;
    char defines[96];                          // of all programs
    const char *inside;                        // text of shaders: what they ask of a world's inside
    GLuint sky, cloudy, figure, finish, falls; // programs
    GLuint colours, bumps, noise, clouds, sky_table; // textures
    GLuint empty;                                    // a vertex array
    gl_target cloud_picture, drawn;
    gl_target dry, shown; // the picture without rain or snow; the picture
    bool is_lit;
    double lit_hour;
    weather_kind lit_weather;
    struct sky light;
} sky_frame;

/// g must be loaded from the context that is current, as for all that follows, and outlive the frame. jobs makes
/// textures, NULL: this thread does. inside has what inside.glsl has, and outlives the frame. On failure it has to be
/// ended.
loam_result sky_frame_begin(const gl *g, quality_kind kind, const char *inside, loam_jobs *jobs,
                            sky_frame *out);
/// {0} is allowed.
void sky_frame_end(sky_frame *f);

/// From now on pictures have w x h pixels. If it fails the frame can only be ended.
loam_result sky_frame_resize(sky_frame *f, int32_t w, int32_t h);

/// Makes the sky of a time and a weather, if it is another than before. height: of the viewer, m.
void sky_frame_light(sky_frame *f, double hour, weather_kind kind, double height);

/// Makes a program of a def, with the texts that all have.
loam_result sky_frame_program(const sky_frame *f, const gl_program_def *def, GLuint *out);

/// The air of a picture, for the functions of air.h.
air sky_frame_air(const sky_frame *f, const camera *from, const camera_frame *frame,
                  const weather *w, double seconds, float end, float cloud_base);

/// The parts of a picture, in their order: clouds, if there is sky; the world (gl_target_begin of f->drawn);
void sky_frame_clouds(const sky_frame *f, const air *a);
/// figures;
void sky_frame_boxes(const sky_frame *f, const air *a, const figure_box *boxes, int32_t count);
/// the sky where nothing else is;
void sky_frame_sky(const sky_frame *f, const air *a);
/// and the way to a screen, rain and snow before it.
void sky_frame_finish(const sky_frame *f, const air *a, float exposure, bool is_dry);

/// The last picture, stretched over the window of the context, of w x h pixels; or into a picture of its size.
void sky_frame_show(const sky_frame *f, int32_t w, int32_t h);
loam_result sky_frame_read(const sky_frame *f, loam_picture *out);

#endif
