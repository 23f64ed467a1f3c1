// SPDX-License-Identifier: MIT
// No pixel of a thing belongs to two of its forms or jumps between them: they share what is shown of it, all of it near
// by, less and less towards its end, and nothing behind that.
#include "scene/tree_forms.h"
#include "check.h"

#include <math.h>

enum
{
    STEPS = 4000
};

static const float widest = 1000, step = 0.25f;

/// How much of a thing is shown, and how much of it by its near form.
static void find_shares(const tree_distance *at, float *near, float *all)
{
    tree_form forms[2];
    const int32_t count = tree_forms(at, forms);
    float last = 0;
    *near = 0;
    for (int32_t i = 0; i < count; i++)
    {
        CHECK(forms[i].from == last && forms[i].to > forms[i].from && forms[i].to <= 1);
        CHECK(i == 0 || (forms[1].is_far && !forms[0].is_far));
        *near = forms[i].is_far ? *near : forms[i].to;
        last = forms[i].to;
    }
    *all = last;
}

static void check_way(tree_distance at)
{
    const float end = fminf(at.end, at.budget), gone = end * (1 - 0.35f * at.early);
    float near_before = 1, all_before = 1;
    for (int32_t i = 0; i <= STEPS; i++)
    {
        float near, all;
        at.to_viewer = step * (float)i;
        find_shares(&at, &near, &all);
        CHECK(near <= near_before && all <= all_before); // it only goes
        CHECK(near_before - near <= step / (0.24f * at.near) || all_before - all > 0);
        CHECK(all_before - all <= step / (0.11f * gone));
        CHECK(at.to_viewer < 0.88f * gone ? all == 1 : true);
        CHECK(at.to_viewer >= gone ? all == 0 : true);
        CHECK(at.to_viewer < 0.74f * at.near && at.to_viewer < 0.88f * gone ? near == 1 : true);
        CHECK(at.to_viewer >= at.near ? near == 0 : true);
        near_before = near;
        all_before = all;
    }
}

static void test_forms_share_what_is_shown(void)
{
    static const float nears[] = {20, 40, 160}, ends[] = {128, 512, widest};
    for (int32_t i = 0; i < 27; i++)
    {
        const tree_distance at = {.end = ends[i % 3],
                                  .near = nears[i / 3 % 3],
                                  .early = 0.5f * (float)(i / 9),
                                  .budget = INFINITY};
        tree_distance few = at;
        few.budget = 0.7f * at.end;
        check_way(at);
        check_way(few);
    }
}

/// At the distance where the first of many alike begin to go the others are whole, and few are left at the end.
static void test_woods_thin_out(void)
{
    enum
    {
        MANY = 200
    };
    float sums[10];
    for (int32_t i = 0; i < 10; i++)
    {
        sums[i] = 0;
        for (int32_t k = 0; k < MANY; k++)
        {
            float near, all;
            const tree_distance at = {.to_viewer = widest * (0.55f + 0.05f * (float)i),
                                      .end = widest,
                                      .early = (float)k / MANY,
                                      .near = 40,
                                      .budget = INFINITY};
            find_shares(&at, &near, &all);
            sums[i] += all / MANY;
        }
        CHECK(i == 0 || sums[i] < sums[i - 1] || sums[i - 1] == 0);
        CHECK(i == 0 || sums[i - 1] - sums[i] < 0.25f);
    }
    CHECK(sums[0] > 0.98f && sums[4] > 0.3f && sums[4] < 0.8f && sums[9] == 0);
}

int main(void)
{
    RUN(test_forms_share_what_is_shown);
    RUN(test_woods_thin_out);
    return CHECK_DONE();
}
