// SPDX-License-Identifier: MIT
#include "loam/flora.h"

#include <string.h>

// The texts lie in presets/, a file each; the build turns them into this table.

static const loam_grammar_preset presets[] = {
#include "embedded/presets.inl"
};

enum
{
    PRESETS = sizeof presets / sizeof presets[0]
};

const loam_grammar_preset *loam_grammar_preset_at(int32_t index)
{
    return index >= 0 && index < PRESETS ? &presets[index] : NULL;
}

const loam_grammar_preset *loam_grammar_preset_find(const char *name)
{
    for (int32_t i = 0; i < PRESETS; i++)
    {
        if (strcmp(presets[i].name, name) == 0)
        {
            return &presets[i];
        }
    }
    return NULL;
}
