// SPDX-License-Identifier: MIT
#include "scene/falls.h"

#include "gl/program.h"

#include <math.h>

bool falls_any(const weather *w)
{
    return w->rain > 0 || w->snow > 0;
}

void falls_draw(const gl *g, GLuint program, GLuint empty, const falls_def *def,
                const gl_target *dry, const gl_target *to)
{
    const float *const ambient = def->light->ambient;
    const float bright = (ambient[0] + ambient[1] + ambient[2]) / 3 * 0.6f;
    const float falls[4] = {def->weather->rain, def->weather->snow, (float)fmod(def->seconds, 4096),
                            bright};
    gl_target_begin(g, to);
    g->UseProgram(program);
    gl_set_texture(g, program, "picture", 2, GL_TEXTURE_2D, dry->colour);
    gl_set1(g, program, "exposure", def->exposure);
    gl_set2(g, program, "size", (float)to->w, (float)to->h);
    gl_set4s(g, program, "falls", 1, falls);
    gl_set2(g, program, "turned", (float)(def->from->azimuth * 0.0174533),
            (float)(def->from->elevation * 0.0174533));
    gl_draw_all(g, empty);
}
