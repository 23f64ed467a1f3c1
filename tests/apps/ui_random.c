// SPDX-License-Identifier: MIT
// Random input over a screen with every widget, in windows of any size: nothing breaks, and what must always
// hold does.
#include "ui_gallery.h"
#include "ui_stage.h"

static uint32_t random_state;

static int32_t pick(int32_t count)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (int32_t)((random_state >> 8) % (uint32_t)count);
}

static void gallery_screen(stage *s)
{
    gallery_run(s->u, s->paint, s->data);
}

static void random_event(stage *s)
{
    static const input_code codes[] = {KEY_UP,
                                       KEY_DOWN,
                                       KEY_LEFT,
                                       KEY_RIGHT,
                                       KEY_TAB,
                                       KEY_ENTER,
                                       KEY_ESCAPE,
                                       KEY_HOME,
                                       KEY_END,
                                       KEY_PAGE_UP,
                                       KEY_PAGE_DOWN,
                                       KEY_BACKSPACE,
                                       KEY_DELETE,
                                       KEY_A,
                                       KEY_C,
                                       KEY_V,
                                       KEY_X,
                                       KEY_LEFT_CTRL,
                                       KEY_LEFT_SHIFT,
                                       KEY_SPACE,
                                       INPUT_PAD_A,
                                       INPUT_PAD_B,
                                       INPUT_PAD_UP,
                                       INPUT_PAD_DOWN,
                                       INPUT_PAD_LEFT,
                                       INPUT_STICK_UP,
                                       INPUT_STICK_DOWN,
                                       INPUT_STICK_RIGHT,
                                       INPUT_MOUSE_LEFT,
                                       INPUT_MOUSE_LEFT,
                                       INPUT_WHEEL_UP,
                                       INPUT_WHEEL_DOWN,
                                       INPUT_MOUSE_RIGHT,
                                       INPUT_MOUSE_MIDDLE};
    const input_code code = codes[pick((int32_t)(sizeof codes / sizeof codes[0]))];
    const bool held = s->now.down[code];
    switch (pick(4))
    {
    case 0:
        input_press(&s->now, code, !held, false);
        break;
    case 1:
        input_press(&s->now, code, true, held);
        break;
    default:
        input_press(&s->now, code, true, held);
        input_press(&s->now, code, false, false);
        break;
    }
}

static void random_input(stage *s)
{
    static const char *const typed[] = {"a",  "\xc3\xa9", "\xf0\x9f\x8c\xb1", "long text here",
                                        "\n", "\xff"};
    for (int32_t i = pick(4); i > 0; i--)
    {
        random_event(s);
    }
    if (pick(3) == 0)
    {
        const ui_map *seen = s->u->seen; // mostly to where something is
        const box at = seen->place_count > 0 && pick(4) != 0
                           ? seen->places[pick(seen->place_count)].at
                           : (box){-50, -50, s->w + 100, s->h + 100};
        s->now.mouse_x = at.x + pick(at.w > 0 ? at.w : 1);
        s->now.mouse_y = at.y + pick(at.h > 0 ? at.h : 1);
        s->now.mouse_moved = true;
    }
    if (pick(5) == 0)
    {
        input_type(&s->now, typed[pick(6)]);
    }
    s->now.look_y = pick(10) == 0 ? (float)(pick(3) - 1) : s->now.look_y;
    s->seconds = pick(20) == 0 ? (float)pick(3) : 1 / 60.0F;
}

static void random_window(stage *s)
{
    static const int32_t sides[] = {64, 65, 100, 200, 360, 640, 1080, 2160, 8192};
    static const float scales[] = {0.5F, 1, 1.25F, 2, 8};
    s->w = sides[pick(9)];
    s->h = sides[pick(9)];
    CHECK_OK(painter_set_scale(s->paint, scales[pick(5)]));
}

static void check_always(const stage *s, const gallery *g)
{
    CHECK(memchr(g->name, 0, sizeof g->name) != NULL && memchr(g->seed, 0, sizeof g->seed) != NULL);
    CHECK(g->volume >= 50 && g->volume <= 300 && g->zoom >= 1 && g->zoom <= 16);
    CHECK(g->light >= 0 && g->light < 4);
    CHECK(g->jump >= 0 && g->jump < INPUT_PAD_FIRST);
    CHECK(g->pad_jump == INPUT_NONE ||
          (g->pad_jump >= INPUT_PAD_FIRST && g->pad_jump < INPUT_CODES));
    const ui_place *focus = map_find(s->u->seen, s->u->focus);
    CHECK(s->u->focus == 0 || (focus != NULL && (focus->flags & PLACE_FOCUS) != 0));
    CHECK(s->u->focus == 0 || focus == NULL || focus->layer == s->u->seen->top);
    CHECK_INT(s->u->queue_count < UI_MAX_QUEUE, 1);
    for (int32_t i = 0; i < UI_MAX_SCROLLS; i++)
    {
        const ui_scroll *scroll = &s->u->scrolls[i];
        const int32_t max = scroll->content > scroll->view ? scroll->content - scroll->view : 0;
        CHECK_RANGE(scroll->now, 0, max);
    }
}

// Two widgets never have the same id.
static void check_ids(const stage *s)
{
    for (int32_t i = 0; i < s->u->seen->place_count; i++)
    {
        CHECK(map_find(s->u->seen, s->u->seen->places[i].id) == &s->u->seen->places[i]);
    }
}

static void test_random_input(void)
{
    stage s;
    gallery g = gallery_make();
    const int32_t frames = getenv("LOAM_SOAK") != NULL ? 400000 : 10000;
    stage_open(&s, gallery_screen, &g);
    for (int32_t i = 0; i < frames && check_failures == 0; i++)
    {
        if (pick(200) == 0)
        {
            random_window(&s);
        }
        s.name = pick(300) == 0 ? (pick(2) == 0 ? "one" : "two") : s.name;
        g.asking = pick(100) == 0 ? !g.asking : g.asking;
        random_input(&s);
        stage_frame(&s);
        check_always(&s, &g);
        if (i % 500 == 0)
        {
            check_ids(&s);
        }
    }
    CHECK(g.uses > 0);
    stage_close(&s);
}

int main(void)
{
    RUN(test_random_input);
    return CHECK_DONE();
}
