// SPDX-License-Identifier: MIT
#include "web/gl_imports.h"

#include "web/words.h"

// The header would declare them as functions of a library.
#define GL_GLES_PROTOTYPES 0
#include <GLES3/gl3.h>

#include <stddef.h>
#include <string.h>

#define GL_FUNCTION(name, type) \
    MODULE_IMPORT(gl, name) extern __typeof__(*(type)0) import_##name; \
    static const type find_##name = import_##name;
#include "gl/functions.h"
#undef GL_FUNCTION

/// What the driver says it is, as bytes with a 0; at most room of them.
MODULE_IMPORT(gl, renderer) extern void import_renderer(char *into, int32_t room);

/// Of its strings we ask for one, and a page cannot hand out memory.
static const GLubyte *get_string(GLenum name)
{
    static char renderer[128];
    if (name != GL_RENDERER)
    {
        return NULL;
    }
    import_renderer(renderer, sizeof renderer);
    return (const GLubyte *)renderer;
}

void *gl_imports_find(void *user, const char *name)
{
    (void)user;
    void *found = NULL;
    const PFNGLGETSTRINGPROC strings = get_string;
    if (strcmp(name, "glGetString") == 0)
    {
        memcpy(&found, &strings, sizeof found);
        return found;
    }
#define GL_FUNCTION(function, type) \
    if (strcmp(name, "gl" #function) == 0) \
    { \
        memcpy(&found, &find_##function, sizeof found); \
    }
#include "gl/functions.h"
#undef GL_FUNCTION
    return found;
}
