// SPDX-License-Identifier: MIT
#include "scene/shader_texts.h"

#include "loam/base.h"

#include <string.h>

static const struct
{
    const char *name, *text;
} texts[] = {
#include "embedded/shaders.inl"
};

const char *shader_text(const char *name)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        if (strcmp(texts[i].name, name) == 0)
        {
            return texts[i].text;
        }
    }
    loam_assert_failed(NULL, "a shader of this name", __FILE__, __LINE__);
    return "";
}
