// SPDX-License-Identifier: MIT
#include "roam/wish.h"

#include <math.h>

static int32_t percent(float stick, bool more, bool less)
{
    const int32_t keys = (more ? 100 : 0) - (less ? 100 : 0);
    return keys != 0 ? keys : (int32_t)lroundf(stick * 100);
}

void wish_read(const play_bindings *bindings, const input *now, bool turns, walk_input *out)
{
    const bool up = play_is_down(bindings, now, PLAY_LAND_UP),
               down = play_is_down(bindings, now, PLAY_LAND_DOWN);
    out->ahead = percent(now->walk_y, play_is_down(bindings, now, PLAY_LAND_AHEAD),
                         play_is_down(bindings, now, PLAY_LAND_BACK));
    out->aside = percent(now->walk_x, !turns && play_is_down(bindings, now, PLAY_LAND_RIGHT),
                         !turns && play_is_down(bindings, now, PLAY_LAND_LEFT));
    out->lift = percent(0, up, down);
    out->jump = up;
    out->run = play_is_down(bindings, now, PLAY_LAND_RUN);
}

void wish_look(const input *now, double seconds, double *turn, double *lift)
{
    *turn = now->mouse_dx * 0.12 + (double)now->look_x * 130 * seconds;
    *lift = -now->mouse_dy * 0.12 + (double)now->look_y * 90 * seconds;
}
