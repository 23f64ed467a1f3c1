// SPDX-License-Identifier: MIT
#include "patch/ground.h"
#include "patch/keep.h"
#include "patch/patcher.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// The patchwork that is shown, and the one that grows beside it when knobs have been turned: the old one stays until
// the new one covers the view.
//
// Where one stays matters to a patchwork that adapts. The world learns it ten times a second, and never in between: so what is
// recorded is all that it knows of, and loam patchwork walk --walk makes the same of it.

enum
{
    SHOWN_US = 2500, // of a frame, for cells that have come
    NEXT_US = 2500,
    STAY_MS = 100,
    SAVE_S = 30,
};

static const double rest_s = 0.35; // that knobs have to stand still

static const loam_patchwork_def *def_of(const patch_cells *cells)
{
    return loam_patchwork_def_of(cells->patchwork);
}

static int64_t vertex(const patch_cells *cells, double metres)
{
    return (int64_t)floor(metres / (double)def_of(cells)->spacing);
}

void patch_chunk_here(const patcher *p, int64_t *x, int64_t *z)
{
    loam_patch_chunk_at(def_of(p->shown), vertex(p->shown, p->r.body.x),
                        vertex(p->shown, p->r.body.z), x, z);
}

// ---- making ---------------------------------------------------------------------------------------

static void drop(patch_cells *cells)
{
    if (cells != NULL)
    {
        patch_cells_destroy(cells);
        free(cells);
    }
}

static bool is_kept(const patcher *p, const loam_patchwork_def *def)
{
    return p->keep != NULL && knob_same_def(def, &p->first);
}

static loam_result make(patcher *p, const loam_patchwork_def *def, patch_cells **out)
{
    *out = NULL;
    patch_cells *const cells = calloc(1, sizeof *cells);
    if (cells == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a patchwork");
    }
    loam_result result = knob_check(def);
    result = result == LOAM_OK ? patch_cells_create(&p->r.env, def, cells) : result;
    cells->drop = patch_view_drop;
    cells->user = p->view;
    if (result == LOAM_OK && is_kept(p, def))
    {
        result = keep_load(cells->patchwork, p->keep);
    }
    result = result == LOAM_OK ? patch_cells_begin(cells) : result;
    if (result != LOAM_OK)
    {
        drop(cells);
        return result;
    }
    *out = cells;
    return LOAM_OK;
}

loam_result patch_worlds_begin(patcher *p)
{
    return make(p, &p->wanted, &p->shown);
}

void patch_worlds_end(patcher *p)
{
    drop(p->next);
    drop(p->shown);
    p->next = p->shown = NULL;
}

// ---- keeping --------------------------------------------------------------------------------------

void patch_save_kept(patcher *p)
{
    p->unsaved_s = 0;
    if (p->shown == NULL || !is_kept(p, def_of(p->shown)))
    {
        return;
    }
    if (keep_save(&p->r.env, p->shown->patchwork, p->keep) != LOAM_OK)
    {
        roam_complain(&p->r, "what was seen is not kept");
        return;
    }
    roam_log(&p->r, "kept: %" PRId64 " chunks in %s", loam_patchwork_seen(p->shown->patchwork),
             p->keep);
}

static void record(patcher *p, int64_t x, int64_t z)
{
    char line[96];
    const int length = snprintf(line, sizeof line, "%d %" PRId64 " %" PRId64 "\n", (int)p->stay_ms,
                                x, z);
    if (!p->records)
    {
        return;
    }
    if (p->record_used + (size_t)length >= p->record_room)
    {
        const size_t room = p->record_room > 0 ? 2 * p->record_room : 1 << 16;
        char *const more = realloc(p->record, room);
        if (more == NULL)
        {
            p->records = false;
            roam_tell(&p->r, true, "out of memory for the record; it ends here");
            return;
        }
        p->record = more;
        p->record_room = room;
    }
    snprintf(p->record + p->record_used, p->record_room - p->record_used, "%s", line);
    p->record_used += (size_t)length;
}

loam_result patch_write_record(patcher *p, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    loam_result result = loam_file_write(path, p->record_used > 0 ? p->record : "", p->record_used);
    result = result == LOAM_OK ? loam_patchwork_pack(p->shown->patchwork, &bytes, &size) : result;
    if (result == LOAM_OK)
    {
        roam_log(&p->r, "record: %s, hash %016" PRIx64, path, loam_hash_bytes(bytes, size, 0));
        loam_free(&p->r.env, bytes, size);
    }
    return result;
}

// ---- following ------------------------------------------------------------------------------------

/// The new patchwork is shown from now on.
static void take_next(patcher *p)
{
    patch_save_kept(p);
    drop(p->shown);
    p->shown = p->next;
    p->next = NULL;
    p->record_used = 0; // of another one
    const double ground = patch_ground_height(p->shown->patchwork, p->r.body.x, p->r.body.z);
    if (!roam_flies(&p->r) || p->r.body.y < ground + 2)
    {
        patch_stand(p, p->r.body.x, p->r.body.z);
    }
    roam_tell(&p->r, false, "The patchwork has its new numbers");
}

static loam_result follow_next(patcher *p)
{
    bool complete = false;
    if (!knob_same_def(&p->wanted, def_of(p->next)))
    {
        drop(p->next);
        p->next = NULL;
        return LOAM_OK;
    }
    const loam_result result = patch_cells_update(
        p->next, vertex(p->next, p->stay_x), vertex(p->next, p->stay_z), 0, NEXT_US, &complete);
    if (result == LOAM_OK && complete)
    {
        take_next(p);
    }
    return result;
}

static void begin_next(patcher *p)
{
    if (make(p, &p->wanted, &p->next) != LOAM_OK)
    {
        roam_complain(&p->r, "patchwork");
        p->wanted = *def_of(p->shown);
    }
}

/// Tells the patchwork where one was, for so long.
static loam_result stay(patcher *p, double seconds, bool *complete)
{
    p->stay_ms += p->r.paused ? 0 : (int32_t)(seconds * 1000 + 0.5);
    const int64_t x = vertex(p->shown, p->stay_x), z = vertex(p->shown, p->stay_z);
    if (p->stay_ms < STAY_MS && p->r.frames > 0)
    {
        return patch_cells_update(p->shown, x, z, 0, SHOWN_US, complete);
    }
    const loam_result result = patch_cells_update(p->shown, x, z, p->stay_ms, SHOWN_US, complete);
    record(p, x, z);
    p->stay_ms = 0;
    p->stay_x = p->r.body.x; // this is told with the time until then
    p->stay_z = p->r.body.z;
    return result;
}

loam_result patch_worlds_follow(patcher *p, double seconds)
{
    bool complete = false;
    loam_result result = stay(p, seconds, &complete);
    if (complete && !p->complete_logged)
    {
        roam_log(&p->r, "complete: %d cells", (int)p->shown->count);
    }
    p->complete_logged = complete;
    p->knobs_rest_s += seconds;
    p->unsaved_s += seconds;
    if (p->unsaved_s > SAVE_S)
    {
        patch_save_kept(p);
    }
    if (result == LOAM_OK && p->next != NULL)
    {
        result = follow_next(p);
    }
    if (p->next == NULL && p->knobs_rest_s > rest_s && !knob_same_def(&p->wanted, def_of(p->shown)))
    {
        begin_next(p);
    }
    return result;
}
