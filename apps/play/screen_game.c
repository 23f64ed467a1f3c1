// SPDX-License-Identifier: MIT
#include "play/explored.h"
#include "play/hint.h"
#include "play/hud.h"
#include "play/ingame.h"
#include "play/screens.h"
#include "play/selection.h"

void screen_game_run(app *a)
{
    if (a->in == NULL)
    {
        return;
    }
    hint_run(a);
    explored_look(a);
    selection_draw(a);
    hud_draw(a);
    tool_ring_draw(a);
}
