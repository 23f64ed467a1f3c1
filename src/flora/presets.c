// SPDX-License-Identifier: MIT
#include "loam/flora.h"

#include <string.h>

// The texts lie in presets/ and presets_3d/, a file each; the build turns them into these tables.

static const loam_grammar_preset presets[] = {
#include "embedded/presets.inl"
};

static const loam_grammar_preset presets_3d[] = {
#include "embedded/presets_3d.inl"
};

enum
{
    PRESETS = sizeof presets / sizeof presets[0],
    PRESETS_3D = sizeof presets_3d / sizeof presets_3d[0],
};

static const loam_grammar_preset *find(const loam_grammar_preset *table, int32_t count,
                                       const char *name)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (strcmp(table[i].name, name) == 0)
        {
            return &table[i];
        }
    }
    return NULL;
}

const loam_grammar_preset *loam_grammar_preset_at(int32_t index)
{
    return index >= 0 && index < PRESETS ? &presets[index] : NULL;
}

const loam_grammar_preset *loam_grammar_preset_find(const char *name)
{
    return find(presets, PRESETS, name);
}

const loam_grammar_preset *loam_grammar_preset_3d_at(int32_t index)
{
    return index >= 0 && index < PRESETS_3D ? &presets_3d[index] : NULL;
}

const loam_grammar_preset *loam_grammar_preset_3d_find(const char *name)
{
    return find(presets_3d, PRESETS_3D, name);
}
