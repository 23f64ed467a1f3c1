// SPDX-License-Identifier: MIT
// OpenGL from a page: its functions are imports of the module.
#ifndef LOAM_WEB_GL_IMPORTS_H
#define LOAM_WEB_GL_IMPORTS_H

/// For gl_load; user is not used.
void *gl_imports_find(void *user, const char *name);

#endif
