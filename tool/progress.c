// SPDX-License-Identifier: MIT
#include "progress.h"

#include "interrupt.h"
#include "loam/base.h"

#include <unistd.h>

static const uint64_t patience_ns = 1000000000; // before it is shown at all
static const uint64_t redraw_ns = 100000000;    // between two drawings

void progress_begin(progress *bar, FILE *err, const char *what, int64_t total)
{
    const bool terminal = fileno(err) >= 0 && isatty(fileno(err));
    *bar = (progress){.err = terminal ? err : NULL,
                      .what = what,
                      .total = total > 0 ? total : 1,
                      .start_ns = loam_clock_ns()};
    atomic_flag_clear(&bar->drawing);
}

static void draw(progress *bar, int64_t done)
{
    enum
    {
        WIDTH = 40
    };
    const int64_t shown = done < bar->total ? done : bar->total;
    const int filled = (int)(shown * WIDTH / bar->total);
    fprintf(bar->err, "\r%s [", bar->what);
    for (int i = 0; i < WIDTH; i++)
    {
        fputc(i < filled ? '#' : '.', bar->err);
    }
    fprintf(bar->err, "] %3d %%", (int)(shown * 100 / bar->total));
    fflush(bar->err);
}

void progress_add(progress *bar, int64_t count)
{
    const int64_t done = atomic_fetch_add(&bar->done, count) + count;
    if (bar->err == NULL)
    {
        return;
    }
    const uint64_t now = loam_clock_ns();
    if (now - bar->start_ns < patience_ns || now - atomic_load(&bar->shown_ns) < redraw_ns)
    {
        return;
    }
    // Whoever comes while another thread draws goes on working.
    if (!atomic_flag_test_and_set(&bar->drawing))
    {
        atomic_store(&bar->shown_ns, now);
        draw(bar, done);
        atomic_flag_clear(&bar->drawing);
    }
}

bool progress_to(void *of, int64_t done, int64_t all)
{
    progress *const bar = of;
    bar->total = all > 0 ? all : 1;
    progress_add(bar, done - atomic_load(&bar->done));
    return !interrupt_asked();
}

bool progress_to_row(void *bar, int32_t row, int32_t rows)
{
    return progress_to(bar, row, rows);
}

void progress_say(progress *bar, const char *what)
{
    const uint64_t now = loam_clock_ns();
    if (bar->err != NULL && now - bar->start_ns >= patience_ns)
    {
        fprintf(bar->err, "\r\033[K%s", what);
        fflush(bar->err);
        atomic_store(&bar->shown_ns, now);
    }
}

void progress_end(progress *bar)
{
    if (bar->err != NULL && atomic_load(&bar->shown_ns) != 0)
    {
        fprintf(bar->err, "\r\033[K");
        fflush(bar->err);
    }
}
