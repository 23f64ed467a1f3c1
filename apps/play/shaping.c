// SPDX-License-Identifier: MIT
#include "play/shaping.h"

#include "loam/defs.h"
#include "loam/export.h"

#include <stdio.h>
#include <string.h>

// Definitions are turned as a whole: a change that is undone brings all of them back.

enum
{
    PULLED_US = 350000, // a knob that is turned again so soon goes on with the same change
};

static loam_result read_first(app *a, shaping *s, const char *path)
{
    loam_tile_defs_init(&s->first);
    const loam_result result = path != NULL ? session_check_defs(&a->env, path) : LOAM_OK;
    return path != NULL && result == LOAM_OK ? loam_tile_defs_read_file(&a->env, path, &s->first)
                                             : result;
}

shaping *shaping_create(app *a, const char *path)
{
    shaping *const s = loam_alloc(&a->env, sizeof *s);
    if (s == NULL)
    {
        return NULL;
    }
    memset(s, 0, sizeof *s);
    snprintf(s->file, sizeof s->file, "%s", path != NULL ? path : "");
    s->on_ground = true;
    s->biome = TILE_KNOB_ALL_BIOMES;
    loam_result result = read_first(a, s, path);
    result = result == LOAM_OK ? shape_preview_create(&a->env, &s->preview) : result;
    if (result != LOAM_OK)
    {
        shaping_destroy(a, s);
        return NULL;
    }
    s->defs = s->first;
    return s;
}

void shaping_destroy(app *a, shaping *s)
{
    if (s == NULL)
    {
        return;
    }
    shape_preview_destroy(s->preview);
    if (s->far != NULL)
    {
        painter_image_destroy(a->paint, s->far);
    }
    if (s->near != NULL)
    {
        painter_image_destroy(a->paint, s->near);
    }
    loam_free(&a->env, s, sizeof *s);
}

// ---- turning ------------------------------------------------------------------------------------

static void remember(shaping *s, const loam_tile_defs *before)
{
    if (s->undo_count == TILE_KNOB_UNDOS)
    {
        memmove(s->undos, s->undos + 1, sizeof *s->undos * (TILE_KNOB_UNDOS - 1));
        s->undo_count--;
    }
    s->undos[s->undo_count++] = *before;
}

static void changed(shaping *s)
{
    s->revision++;
    s->turned = loam_tile_defs_hash(&s->defs) != loam_tile_defs_hash(&s->first);
}

// What is pulled begins where the pull began: shares of biomes that were rounded, or pulled to nothing, come back.
loam_result shaping_turn(shaping *s, const tile_knob *knob, int32_t value, uint64_t now_us)
{
    const bool goes_on = s->undo_count > 0 && s->pulled == knob && s->pulled_biome == s->biome &&
                         now_us - s->turned_us < PULLED_US;
    s->before = s->defs;
    s->defs = goes_on ? s->undos[s->undo_count - 1] : s->defs;
    const loam_result result = tile_knob_set(knob, &s->defs, s->biome, value);
    if (result != LOAM_OK)
    {
        s->defs = s->before;
        return result;
    }
    if (!goes_on)
    {
        remember(s, &s->before);
    }
    s->pulled = knob;
    s->pulled_biome = s->biome;
    s->turned_us = now_us;
    changed(s);
    return LOAM_OK;
}

void shaping_undo(shaping *s)
{
    if (s->undo_count > 0)
    {
        s->defs = s->undos[--s->undo_count];
        s->pulled = NULL;
        changed(s);
    }
}

void shaping_reset(shaping *s)
{
    remember(s, &s->defs);
    s->defs = s->first;
    s->pulled = NULL;
    changed(s);
}

// ---- keeping ------------------------------------------------------------------------------------

loam_result shaping_write(const app *a, const shaping *s, const char *name,
                          char path[PLAY_MAX_PATH])
{
    char *text = NULL;
    size_t size = 0;
    loam_result result = play_fresh_path(a->folders.definitions, name, "json", path);
    result = result == LOAM_OK ? loam_tile_defs_write(&a->env, &s->defs, &text, &size) : result;
    if (result == LOAM_OK)
    {
        result = loam_file_write(path, text, size);
        loam_free(&a->env, text, size + 1);
    }
    return result;
}
