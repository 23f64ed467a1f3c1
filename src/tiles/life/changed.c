// SPDX-License-Identifier: MIT
#include "tiles/life/changed.h"

#include <string.h>

static size_t bit_bytes(const loam_awake *awake)
{
    return (size_t)awake->quarters * awake->quarters * QUARTER_WORDS * sizeof(uint32_t);
}

static size_t quarter_bytes(const loam_awake *awake)
{
    return (size_t)awake->quarters * awake->quarters * sizeof(bool);
}

loam_result loam_changes_init(loam_changes *changes, const loam_env *env, const loam_awake *awake)
{
    changes->changed = loam_alloc(env, bit_bytes(awake));
    changes->opened = loam_alloc(env, bit_bytes(awake));
    changes->quarters = loam_alloc(env, quarter_bytes(awake));
    changes->any = false;
    if (changes->changed == NULL || changes->opened == NULL || changes->quarters == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(changes->changed, 0, bit_bytes(awake));
    memset(changes->opened, 0, bit_bytes(awake));
    memset(changes->quarters, 0, quarter_bytes(awake));
    return LOAM_OK;
}

void loam_changes_free(loam_changes *changes, const loam_env *env, const loam_awake *awake)
{
    loam_free(env, changes->quarters, quarter_bytes(awake));
    loam_free(env, changes->opened, bit_bytes(awake));
    loam_free(env, changes->changed, bit_bytes(awake));
}

void loam_changes_note(loam_changes *changes, const loam_awake *awake, uint32_t x, uint32_t y,
                       bool opened)
{
    const size_t place = loam_awake_place(awake, x, y);
    const uint32_t bit = UINT32_C(1) << x % 32;
    changes->changed[place] |= bit;
    changes->opened[place] |= opened ? bit : 0;
    changes->quarters[place / QUARTER_WORDS] = true;
    changes->any = true;
}

/// What was noted in 32 tiles of a row, which begin at (x, y), is passed on and forgotten.
static void visit_word(loam_changes *changes, size_t place, uint32_t x, uint32_t y,
                       void (*visit)(void *user, uint32_t x, uint32_t y, bool opened), void *user)
{
    const uint32_t changed = changes->changed[place], opened = changes->opened[place];
    changes->changed[place] = changes->opened[place] = 0;
    for (uint32_t i = 0; i < 32 && changed >> i != 0; i++)
    {
        if (changed >> i & 1)
        {
            visit(user, x + i, y, opened >> i & 1);
        }
    }
}

/// Whether a row of quarters has any.
static bool has_any(const loam_changes *changes, const loam_awake *awake, uint32_t y)
{
    const bool *const quarters = changes->quarters +
                                 loam_awake_quarter(awake, 0, y) / QUARTER_WORDS;
    bool any = false;
    for (uint32_t i = 0; i < awake->quarters; i++)
    {
        any |= quarters[i];
    }
    return any;
}

void loam_changes_each(loam_changes *changes, const loam_awake *awake, uint32_t low_x,
                       uint32_t low_y,
                       void (*visit)(void *user, uint32_t x, uint32_t y, bool opened), void *user)
{
    const uint32_t side = awake->mask + 1;
    for (uint32_t row = 0; row < side && changes->any; row++)
    {
        const uint32_t y = (low_y + row) & awake->mask;
        if (row % QUARTER_SIDE == 0 && !has_any(changes, awake, y))
        {
            row += QUARTER_SIDE - 1;
            continue;
        }
        for (uint32_t column = 0; column < side; column += 32)
        {
            const uint32_t x = (low_x + column) & awake->mask;
            const size_t place = loam_awake_place(awake, x, y);
            if (changes->quarters[place / QUARTER_WORDS])
            {
                visit_word(changes, place, x, y, visit, user);
            }
        }
    }
    memset(changes->quarters, 0, quarter_bytes(awake));
    changes->any = false;
}
