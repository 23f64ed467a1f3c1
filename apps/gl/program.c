// SPDX-License-Identifier: MIT
#include "gl/program.h"

#include <stdio.h>
#include <string.h>

static const char es_head[] = "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                              "precision highp sampler2D;\nprecision highp sampler2DArray;\n"
                              "precision highp sampler3D;\n";
static const char core_head[] = "#version 330 core\n";

// One triangle that covers everything at the very end of depth, from the number of the vertex alone.
static const char whole[] = "out vec2 at;\n"
                            "void main()\n"
                            "{\n"
                            "    vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0,\n"
                            "                  gl_VertexID == 2 ? 3.0 : -1.0);\n"
                            "    at = p;\n"
                            "    gl_Position = vec4(p, 1.0, 1.0);\n"
                            "}\n";

static loam_result compile(const gl *g, const gl_program_def *def, GLenum kind, const char *text,
                           GLuint *out)
{
    const char *const parts[] = {
        g->es ? es_head : core_head,
        def->defines != NULL ? def->defines : "",
        def->shared != NULL ? def->shared : "",
        kind == GL_FRAGMENT_SHADER && def->inside != NULL ? def->inside : "",
        kind == GL_FRAGMENT_SHADER && def->weights != NULL ? def->weights : "",
        kind == GL_FRAGMENT_SHADER && def->more != NULL ? def->more : "",
        text};
    GLint ok = 0;
    *out = g->CreateShader(kind);
    g->ShaderSource(*out, sizeof parts / sizeof parts[0], parts, NULL);
    g->CompileShader(*out);
    g->GetShaderiv(*out, GL_COMPILE_STATUS, &ok);
    if (ok)
    {
        return LOAM_OK;
    }
    char words[1024] = "";
    g->GetShaderInfoLog(*out, sizeof words, NULL, words);
    return loam_fail(LOAM_UNSUPPORTED, "the %s shader %s does not compile: %s",
                     kind == GL_VERTEX_SHADER ? "vertex" : "fragment", def->name, words);
}

static loam_result link(const gl *g, const gl_program_def *def, GLuint vertex, GLuint fragment,
                        GLuint *out)
{
    GLint ok = 0;
    const GLuint program = g->CreateProgram();
    g->AttachShader(program, vertex);
    g->AttachShader(program, fragment);
    for (GLuint i = 0; i < GL_MAX_NAMES && def->attributes[i] != NULL; i++)
    {
        g->BindAttribLocation(program, i, def->attributes[i]);
    }
    g->LinkProgram(program);
    g->GetProgramiv(program, GL_LINK_STATUS, &ok);
    if (ok)
    {
        *out = program;
        return LOAM_OK;
    }
    char words[1024] = "";
    g->GetProgramInfoLog(program, sizeof words, NULL, words);
    g->DeleteProgram(program);
    return loam_fail(LOAM_UNSUPPORTED, "the shaders %s do not link: %s", def->name, words);
}

loam_result gl_program_create(const gl *g, const gl_program_def *def, GLuint *out)
{
    GLuint vertex = 0, fragment = 0;
    *out = 0;
    loam_result result = compile(g, def, GL_VERTEX_SHADER,
                                 def->vertex != NULL ? def->vertex : whole, &vertex);
    result = result == LOAM_OK ? compile(g, def, GL_FRAGMENT_SHADER, def->fragment, &fragment)
                               : result;
    result = result == LOAM_OK ? link(g, def, vertex, fragment, out) : result;
    g->DeleteShader(vertex); // 0 is left alone
    g->DeleteShader(fragment);
    return result;
}

void gl_set1(const gl *g, GLuint program, const char *name, float value)
{
    g->Uniform1f(g->GetUniformLocation(program, name), value);
}

void gl_set2(const gl *g, GLuint program, const char *name, float x, float y)
{
    g->Uniform2f(g->GetUniformLocation(program, name), x, y);
}

void gl_set3(const gl *g, GLuint program, const char *name, const float value[3])
{
    g->Uniform3fv(g->GetUniformLocation(program, name), 1, value);
}

void gl_set4s(const gl *g, GLuint program, const char *name, int32_t count, const float *values)
{
    g->Uniform4fv(g->GetUniformLocation(program, name), count, values);
}

void gl_set_matrix(const gl *g, GLuint program, const char *name, const float value[16])
{
    g->UniformMatrix4fv(g->GetUniformLocation(program, name), 1, GL_FALSE, value);
}

void gl_set_texture(const gl *g, GLuint program, const char *name, int32_t unit, GLenum kind,
                    GLuint texture)
{
    g->ActiveTexture((GLenum)(GL_TEXTURE0 + unit));
    g->BindTexture(kind, texture);
    g->Uniform1i(g->GetUniformLocation(program, name), unit);
}

void gl_draw_all(const gl *g, GLuint empty)
{
    g->BindVertexArray(empty);
    g->DrawArrays(GL_TRIANGLES, 0, 3);
}
