// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include "base/small.h"

#include <string.h>

// Floating pieces (Blomqvist et al. 2016, 3.4.4), by a rule that is the same from every box.
//
// A piece is what is joined by faces. It goes if it is at most M voxels long along each axis. What is longer within
// the window stays, whatever it is outside; what ends before the rim of the window is known whole. Of what is left, a
// short piece in the box that reaches the rim, nothing can be said: the window has to be wider there. With M voxels
// around the box no such piece is left. So whoever has a voxel of the piece in their box comes to the same answer.
//
// Rows of voxels along x are runs; runs of rows side by side that overlap are joined (union and find), and each
// root knows the bounds of its piece.

enum
{
    MAX_WORDS = 4, // of a row: LOAM_MAX_VOLUME_SIDE and margins
};

typedef struct floating_work
{
    loam_volume_grower *grower;
    const volume_window *window;
    volume_run *runs;
    volume_piece *pieces;
    size_t room;   // how many runs and pieces there is room for
    int32_t *rows; // the first run of each row, and one more behind
} floating_work;

// ---- runs ---------------------------------------------------------------------------------------

/// Eight voxels as bits, the first lowest.
static uint64_t solid_bits(const int8_t *voxels)
{
    uint64_t bytes = 0;
    for (int32_t i = 0; i < 8; i++)
    {
        bytes |= (uint64_t)(uint8_t)voxels[i] << (8 * i);
    }
    // The highest bit of a byte: its others are not all 0, and it is not negative.
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    const uint64_t high = (((bytes & low) + low) & ~bytes) & ~low;
    return ((high >> 7) * 0x0102040810204080u) >> 56;
}

/// A row as words of bits; the last word's rest is 0.
static void row_bits(const int8_t *voxels, int32_t w, uint64_t words[MAX_WORDS])
{
    memset(words, 0, MAX_WORDS * sizeof words[0]);
    int32_t i = 0;
    for (; i + 8 <= w; i += 8)
    {
        words[i / 64] |= solid_bits(voxels + i) << (i % 64);
    }
    for (; i < w; i++)
    {
        words[i / 64] |= (uint64_t)(voxels[i] > 0) << (i % 64);
    }
}

/// The first bit from index i on that is value, w if there is none.
static int32_t next_bit(const uint64_t words[MAX_WORDS], int32_t i, int32_t w, bool value)
{
    while (i < w)
    {
        const uint64_t word = (value ? words[i / 64] : ~words[i / 64]) >> (i % 64);
        if (word != 0)
        {
            const int32_t at = i + loam_lowest_bit(word);
            return at < w ? at : w;
        }
        i += 64 - i % 64;
    }
    return w;
}

/// Room for more runs, which keeps those that are there.
static loam_result grow_runs(floating_work *work, size_t count)
{
    loam_volume_grower *const grower = work->grower;
    const loam_env *const env = &grower->volume->env;
    volume_room runs = {0}, pieces = {0};
    loam_result result = loam_volume_make_room(env, &runs, count * sizeof(volume_run));
    result = result == LOAM_OK ? loam_volume_make_room(env, &pieces, count * sizeof(volume_piece))
                               : result;
    if (result != LOAM_OK)
    {
        loam_free(env, runs.memory, runs.size);
        return result;
    }
    if (work->room > 0)
    {
        memcpy(runs.memory, work->runs, work->room * sizeof(volume_run));
        memcpy(pieces.memory, work->pieces, work->room * sizeof(volume_piece));
    }
    loam_free(env, grower->runs.memory, grower->runs.size);
    loam_free(env, grower->pieces.memory, grower->pieces.size);
    grower->runs = runs;
    grower->pieces = pieces;
    work->runs = runs.memory;
    work->pieces = pieces.memory;
    work->room = count;
    return LOAM_OK;
}

/// The runs of one row, from index next on; gives the index behind them.
static int32_t add_runs(floating_work *work, size_t row, int32_t next)
{
    const int32_t w = work->window->w, h = work->window->h;
    const int16_t y = (int16_t)(row % (size_t)h), z = (int16_t)(row / (size_t)h);
    uint64_t words[MAX_WORDS];
    row_bits((const int8_t *)work->grower->grid.memory + row * (size_t)w, w, words);
    int32_t first = next_bit(words, 0, w, true);
    while (first < w)
    {
        const int32_t end = next_bit(words, first, w, false);
        work->runs[next] = (volume_run){next, (int16_t)first, (int16_t)(end - 1)};
        work->pieces[next] = (volume_piece){{(int16_t)first, y, z}, {(int16_t)(end - 1), y, z}};
        next++;
        first = next_bit(words, end, w, true);
    }
    return next;
}

static loam_result find_runs(floating_work *work)
{
    const volume_window *const window = work->window;
    loam_volume_grower *const grower = work->grower;
    const size_t rows = (size_t)window->h * (size_t)window->d;
    loam_result result = loam_volume_make_room(&grower->volume->env, &grower->rows,
                                               (rows + 1) * sizeof(int32_t));
    work->runs = grower->runs.memory;
    work->pieces = grower->pieces.memory;
    work->rows = grower->rows.memory;
    const size_t a = grower->runs.size / sizeof(volume_run),
                 b = grower->pieces.size / sizeof(volume_piece);
    work->room = a < b ? a : b;
    int32_t next = 0;
    for (size_t row = 0; row < rows && result == LOAM_OK; row++)
    {
        // A row has a run for every second voxel at most.
        const size_t max = (size_t)next + (size_t)window->w / 2 + 1;
        result = max <= work->room ? LOAM_OK : grow_runs(work, 2 * max + rows);
        if (result == LOAM_OK)
        {
            work->rows[row] = next;
            next = add_runs(work, row, next);
        }
    }
    if (result == LOAM_OK)
    {
        work->rows[rows] = next;
    }
    return result;
}

// ---- pieces -------------------------------------------------------------------------------------

static int32_t root_of(volume_run *runs, int32_t run)
{
    while (runs[run].parent != run)
    {
        runs[run].parent = runs[runs[run].parent].parent;
        run = runs[run].parent;
    }
    return run;
}

/// The earlier root stays, so that what comes out does not depend on the order of joins.
static void join(floating_work *work, int32_t a, int32_t b)
{
    int32_t from = root_of(work->runs, a), to = root_of(work->runs, b);
    if (from == to)
    {
        return;
    }
    if (from < to)
    {
        const int32_t other = from;
        from = to;
        to = other;
    }
    work->runs[from].parent = to;
    const volume_piece *const more = &work->pieces[from];
    volume_piece *const piece = &work->pieces[to];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        piece->low[axis] = more->low[axis] < piece->low[axis] ? more->low[axis] : piece->low[axis];
        piece->high[axis] = more->high[axis] > piece->high[axis] ? more->high[axis]
                                                                 : piece->high[axis];
    }
}

/// Joins the runs of two rows where they overlap: both are in order.
static void join_rows(floating_work *work, size_t one, size_t other)
{
    int32_t a = work->rows[one], b = work->rows[other];
    const int32_t a_end = work->rows[one + 1], b_end = work->rows[other + 1];
    while (a < a_end && b < b_end)
    {
        const volume_run *const first = &work->runs[a], *const second = &work->runs[b];
        if (first->first <= second->last && second->first <= first->last)
        {
            join(work, a, b);
        }
        if (first->last < second->last)
        {
            a++;
        }
        else
        {
            b++;
        }
    }
}

static void join_all(floating_work *work)
{
    const size_t h = (size_t)work->window->h, d = (size_t)work->window->d;
    for (size_t z = 0; z < d; z++)
    {
        for (size_t y = 0; y < h; y++)
        {
            const size_t row = z * h + y;
            if (y > 0)
            {
                join_rows(work, row - 1, row);
            }
            if (z > 0)
            {
                join_rows(work, row - h, row);
            }
        }
    }
}

/// Whether a piece is short, and has a voxel in the box or beside one that has.
static bool may_float(const volume_piece *piece, int32_t box[3][2], int32_t max)
{
    bool may = true;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        may = may && piece->high[axis] - piece->low[axis] < max &&
              piece->low[axis] <= box[axis][1] && piece->high[axis] >= box[axis][0];
    }
    return may;
}

/// The sides of the window that a piece reaches.
static int32_t reached(const volume_piece *piece, const volume_window *window)
{
    const int32_t last[3] = {window->w - 1, window->h - 1, window->d - 1};
    int32_t sides = 0;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        sides |= (piece->low[axis] == 0) << 2 * axis;
        sides |= (piece->high[axis] == last[axis]) << (2 * axis + 1);
    }
    return sides;
}

/// Where the box lies in the window.
static void place_box(const volume_window *window, const loam_volume_box *box, int32_t out[3][2])
{
    const int64_t first[3] = {box->x - window->x, box->y - window->y, box->z - window->z};
    const int32_t sides[3] = {box->w, box->h, box->d};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        out[axis][0] = (int32_t)first[axis];
        out[axis][1] = (int32_t)first[axis] + sides[axis] - 1;
    }
}

/// As far from solid as it was in it, so that a smooth body has nothing there either.
static void empty_run(floating_work *work, size_t row, const volume_run *run)
{
    int8_t *const voxels = (int8_t *)work->grower->grid.memory + row * (size_t)work->window->w;
    for (int32_t i = run->first; i <= run->last; i++)
    {
        voxels[i] = (int8_t)(1 - voxels[i]); // 1 stands for a half, 0 for less a half
    }
}

loam_result loam_volume_remove_floating(loam_volume_grower *grower, const volume_window *window,
                                        const loam_volume_box *box, int32_t *open)
{
    floating_work work = {.grower = grower, .window = window};
    const loam_result result = find_runs(&work);
    if (result != LOAM_OK)
    {
        return result;
    }
    join_all(&work);
    const int32_t max = loam_volume_margin(window->level);
    const size_t rows = (size_t)window->h * (size_t)window->d;
    const int32_t count = work.rows[rows];
    int32_t in[3][2];
    bool any = false;
    place_box(window, box, in);
    *open = 0;
    for (int32_t run = 0; run < count; run++)
    {
        const volume_piece *const piece = &work.pieces[run];
        const bool may = work.runs[run].parent == run && may_float(piece, in, max);
        any = any || may;
        *open |= may ? reached(piece, window) : 0;
    }
    for (size_t row = 0; row < rows && any && *open == 0; row++)
    {
        for (int32_t run = work.rows[row]; run < work.rows[row + 1]; run++)
        {
            if (may_float(&work.pieces[root_of(work.runs, run)], in, max))
            {
                empty_run(&work, row, &work.runs[run]);
            }
        }
    }
    return LOAM_OK;
}
