// SPDX-License-Identifier: MIT
#include "scene/texture_card.h"

static gl_texture_def def_of(const texture_texels *t, texture_kind kind)
{
    const GLenum target = kind == TEXTURE_CLOUDS  ? GL_TEXTURE_3D
                          : kind == TEXTURE_NOISE ? GL_TEXTURE_2D
                                                  : GL_TEXTURE_2D_ARRAY;
    return (gl_texture_def){.kind = target,
                            .format = kind == TEXTURE_CLOUDS ? GL_R8 : GL_RGBA8,
                            .w = t->side,
                            .h = t->side,
                            .d = t->layers,
                            .smooth = true,
                            .mipmaps = t->sizes > 1};
}

void texture_card_begin(const gl *g, const texture_set *set, texture_card *out)
{
    for (int32_t kind = 0; kind < TEXTURE_KINDS; kind++)
    {
        const texture_texels t = texture_set_texels(set, (texture_kind)kind, 0);
        const gl_texture_def def = def_of(&t, (texture_kind)kind);
        out->names[kind] = gl_texture_create(g, &def, NULL);
        for (int32_t size = 1; size < t.sizes; size++)
        {
            const texture_texels small = texture_set_texels(set, (texture_kind)kind, size);
            const gl_texture_def part = def_of(&small, (texture_kind)kind);
            gl_texture_add_size(g, out->names[kind], &part, size);
        }
        for (int32_t size = 0; size < t.sizes; size++)
        {
            const texture_texels part = texture_set_texels(set, (texture_kind)kind, size);
            out->bytes += part.layer_bytes * (size_t)part.layers;
        }
    }
}

bool texture_card_load(const gl *g, const texture_set *set, size_t max, texture_card *card)
{
    size_t loaded = 0;
    while (card->kind < TEXTURE_KINDS)
    {
        const texture_texels t = texture_set_texels(set, (texture_kind)card->kind, card->size);
        const gl_texture_def def = def_of(&t, (texture_kind)card->kind);
        if (loaded > 0 && loaded + t.layer_bytes > max)
        {
            return false;
        }
        gl_texture_load_layer(g, card->names[card->kind], &def, card->size, card->layer,
                              t.texels + t.layer_bytes * (size_t)card->layer);
        loaded += t.layer_bytes;
        card->layer++;
        if (card->layer == t.layers)
        {
            card->layer = 0;
            card->size = card->size + 1 < t.sizes ? card->size + 1 : 0;
            card->kind += card->size == 0;
        }
    }
    return true;
}

void texture_card_end(const gl *g, texture_card *card)
{
    g->DeleteTextures(TEXTURE_KINDS, card->names); // 0 is left alone
    *card = (texture_card){0};
}
