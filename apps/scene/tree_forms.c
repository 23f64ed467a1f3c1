// SPDX-License-Identifier: MIT
#include "scene/tree_forms.h"

#include <math.h>

// Of the distance up to where things are drawn: over it they become fewer. And of that of one thing: over it it goes.
static const float thins = 0.35f, end_fade = 0.12f;

int32_t tree_forms(const tree_distance *at, tree_form out[2])
{
    const float end = fminf(at->end, at->budget) * (1 - thins * at->early);
    const float shown = fminf(fmaxf((end - at->to_viewer) / (end_fade * end), 0), 1);
    const float close = at->near > 0 ? (at->near - at->to_viewer) / (TREE_NEAR_FADE * at->near) : 0;
    const float share = fminf(fmaxf(close, 0), shown);
    int32_t count = 0;
    if (share > 0)
    {
        out[count++] = (tree_form){false, 0, share};
    }
    if (share < shown)
    {
        out[count++] = (tree_form){true, share, shown};
    }
    return count;
}
