// SPDX-License-Identifier: MIT
// The texts of the shaders, which are files beside this one that are compiled in.
#ifndef LOAM_SCENE_SHADER_TEXTS_H
#define LOAM_SCENE_SHADER_TEXTS_H

/// By the name of its file, without ".glsl". It must be one of them.
const char *shader_text(const char *name);

#endif
