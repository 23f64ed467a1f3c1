// SPDX-License-Identifier: MIT
#include "loam/picture.h"

// A contact sheet: pictures in rows on a dark page, a caption below each, a title above all. Captions
// are as large as the longest one allows.

enum
{
    MARGIN = 24,        // around everything
    GAP = 16,           // between pictures
    CAPTION_ABOVE = 6,  // from a picture down to its caption
    CAPTION_BELOW = 14, // from a caption down to the next picture
    TITLE_SCALE = 3,
    TITLE_BELOW = 20,
    MAX_CAPTION_SCALE = 2,
};

typedef struct layout
{
    int32_t columns, rows;
    int32_t cell_w, cell_h; // of one picture
    int32_t caption_scale, caption_h;
    int32_t top; // of the first row
} layout;

static int32_t fitting_scale(const char *const *captions, int32_t count, int32_t width)
{
    int32_t scale = MAX_CAPTION_SCALE;
    for (int32_t i = 0; i < count && scale > 1; i++)
    {
        int32_t w, h;
        loam_text_size(captions[i], scale, &w, &h);
        scale = w > width ? 1 : scale;
    }
    return scale;
}

static layout plan_page(const loam_picture *pictures, const char *const *captions, int32_t count,
                        int32_t columns, const char *title)
{
    layout plan = {.columns = columns < count ? columns : count,
                   .rows = (count - 1) / columns + 1,
                   .cell_w = pictures[0].w,
                   .cell_h = pictures[0].h,
                   .top = MARGIN};
    plan.caption_scale = fitting_scale(captions, count, plan.cell_w);
    for (int32_t i = 0; i < count; i++)
    {
        int32_t w, h;
        loam_text_size(captions[i], plan.caption_scale, &w, &h);
        plan.caption_h = h > plan.caption_h ? h : plan.caption_h;
    }
    if (title != NULL)
    {
        int32_t w, h;
        loam_text_size(title, TITLE_SCALE, &w, &h);
        plan.top += h + TITLE_BELOW;
    }
    return plan;
}

static int64_t row_height(const layout *plan)
{
    return (int64_t)plan->cell_h + CAPTION_ABOVE + plan->caption_h + CAPTION_BELOW;
}

static loam_result check(const loam_picture *pictures, int32_t count, int32_t columns)
{
    if (count < 1 || columns < 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a sheet of %d pictures in %d columns; must be 1 or more of both",
                         (int)count, (int)columns);
    }
    for (int32_t i = 1; i < count; i++)
    {
        if (pictures[i].w != pictures[0].w || pictures[i].h != pictures[0].h)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "picture %d of a sheet is %d x %d pixels; must be the size of the "
                             "first, %d x %d",
                             (int)i, (int)pictures[i].w, (int)pictures[i].h, (int)pictures[0].w,
                             (int)pictures[0].h);
        }
    }
    return LOAM_OK;
}

static loam_result create_page(const loam_env *env, const layout *plan, loam_picture *out)
{
    const int64_t w = 2 * MARGIN + (int64_t)plan->columns * (plan->cell_w + GAP) - GAP;
    const int64_t h = plan->top + plan->rows * row_height(plan) - CAPTION_BELOW + (int64_t)MARGIN;
    if (w > LOAM_MAX_PICTURE_SIDE || h > LOAM_MAX_PICTURE_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a sheet of %lld x %lld pixels; sides must be 1 to %d",
                         (long long)w, (long long)h, LOAM_MAX_PICTURE_SIDE);
    }
    return loam_picture_create(env, (int32_t)w, (int32_t)h, loam_rgb(0x15171c), out);
}

loam_result loam_picture_sheet(const loam_env *env, const loam_picture *pictures,
                               const char *const *captions, int32_t count, int32_t columns,
                               const char *title, loam_picture *out)
{
    LOAM_ASSERT(env, pictures != NULL);
    LOAM_ASSERT(env, captions != NULL);
    LOAM_ASSERT(env, out != NULL);
    *out = (loam_picture){0};
    loam_result result = check(pictures, count, columns);
    if (result != LOAM_OK)
    {
        return result;
    }
    const layout page = plan_page(pictures, captions, count, columns, title);
    result = create_page(env, &page, out);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (title != NULL)
    {
        loam_picture_text(out, MARGIN, MARGIN, TITLE_SCALE, loam_rgb(0xf2efe6), title);
    }
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t x = MARGIN + i % columns * (page.cell_w + GAP);
        const int32_t y = page.top + i / columns * (int32_t)row_height(&page);
        loam_picture_blit(out, x, y, &pictures[i]);
        loam_picture_text(out, x, y + page.cell_h + CAPTION_ABOVE, page.caption_scale,
                          loam_rgb(0xaab2be), captions[i]);
    }
    return LOAM_OK;
}
