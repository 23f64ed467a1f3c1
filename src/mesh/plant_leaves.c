// SPDX-License-Identifier: MIT
#include "mesh/plant.h"
#include "mesh/room.h"

#include "loam/random.h"

// Leaves as cards: rhombs with two sides. A leaf is one, along its heading; a bud or a flower is a clump of them, lying
// by chance within a ball. Normals of a clump point away from its middle rather than from its cards, so that
// it is lit like a body, and leaves at its lower side are darker.

/// A card.
typedef struct card
{
    vector base, along, across, normal;
    float length, width;
    uint8_t material;
    uint8_t shade; // how much of it is LOAM_PLANT_SHADE, 0..255
} card;

static loam_vertex corner_of(const card *leaf, float along, float across)
{
    loam_vertex vertex = {.uv = {0.5f + across, along}};
    const vector at = combine(combine(leaf->base, 1.0f, leaf->along, along * leaf->length), 1.0f,
                              leaf->across, across * leaf->width);
    vertex.materials[0] = leaf->material;
    vertex.materials[1] = LOAM_PLANT_SHADE;
    vertex.weights[0] = (uint8_t)(255 - leaf->shade);
    vertex.weights[1] = leaf->shade;
    to_array(at, vertex.position);
    to_array(leaf->normal, vertex.normal);
    return vertex;
}

/// The two sides share their corners: they are lit alike.
static loam_result add_card(loam_mesh *mesh, const card *leaf)
{
    static const uint32_t corners[12] = {0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2};
    const loam_result result = loam_mesh_more_room(mesh, 4, 12);
    if (result == LOAM_OK)
    {
        const uint32_t first = mesh->vertex_count;
        mesh->vertices[mesh->vertex_count++] = corner_of(leaf, 0.0f, 0.0f);
        mesh->vertices[mesh->vertex_count++] = corner_of(leaf, 0.45f, 0.5f);
        mesh->vertices[mesh->vertex_count++] = corner_of(leaf, 1.0f, 0.0f);
        mesh->vertices[mesh->vertex_count++] = corner_of(leaf, 0.45f, -0.5f);
        for (int32_t i = 0; i < 12; i++)
        {
            mesh->indices[mesh->index_count++] = first + corners[i];
        }
    }
    return result;
}

/// A direction, each as likely.
static vector any_direction(uint64_t seed, uint64_t draw)
{
    const float y = 2.0f * loam_random_float(seed, draw) - 1.0f;
    const float angle = 2.0f * LOAM_PI * loam_random_float(seed, draw + 1);
    const float level = sqrtf(1.0f - y * y);
    return (vector){level * loam_cos(angle), y, level * loam_sin(angle)};
}

static const vector upwards = {0.0f, 1.0f, 0.0f};

/// One leaf, with its face as far up as it can be.
static loam_result add_leaf(loam_mesh *mesh, const loam_plant_organ *organ, float scale,
                            uint64_t seed)
{
    const vector along = mesh_vector(organ->heading, 1.0f);
    const vector across = direction_of(cross(upwards, along), across_of(along));
    const vector face = cross(along, across);
    const card leaf = {
        .base = mesh_vector(organ->at, scale),
        .along = along,
        .across = across,
        .normal = direction_of(combine(face, face.y < 0.0f ? -1.0f : 1.0f, upwards, 0.6f), upwards),
        .length = organ->size * scale,
        .width = 0.26f * organ->size * scale,
        .material = LOAM_PLANT_LEAF,
        .shade = (uint8_t)(loam_random_float(seed, 0) * 140.0f)};
    return add_card(mesh, &leaf);
}

static loam_result add_clump(loam_mesh *mesh, const loam_plant_organ *organ,
                             const loam_plant_form *form, uint64_t seed)
{
    const bool flower = organ->kind == LOAM_ORGAN_FLOWER;
    const int32_t count = form->leaves >> form->level;
    // Fewer cards are larger, so that as much is covered.
    const float larger = sqrtf((float)(1 << form->level));
    const float radius = organ->size * form->scale;
    const vector middle = mesh_vector(organ->at, form->scale);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        const uint64_t draw = 6 * (uint64_t)i;
        const vector out = any_direction(seed, draw), along = any_direction(seed, draw + 2);
        const float away = radius * sqrtf(loam_random_float(seed, draw + 4));
        card leaf = {.along = along,
                     .across = across_of(along),
                     .normal = direction_of(combine(out, 1.0f, upwards, 0.35f), upwards),
                     .length = 0.5f * radius * larger,
                     .width = 0.34f * radius * larger,
                     .material = flower ? LOAM_PLANT_FLOWER : LOAM_PLANT_LEAF};
        const float dark = 0.45f - 0.45f * out.y +
                           0.3f * (loam_random_float(seed, draw + 5) - 0.5f);
        leaf.shade = flower ? 0
                            : (uint8_t)(255.0f * (dark < 0.0f   ? 0.0f
                                                  : dark > 1.0f ? 1.0f
                                                                : dark));
        leaf.base = combine(combine(middle, 1.0f, out, away), 1.0f, along, -0.5f * leaf.length);
        result = add_card(mesh, &leaf);
    }
    return result;
}

loam_result loam_mesh_add_leaves(loam_mesh *mesh, const loam_plant *plant,
                                 const loam_plant_form *form)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < plant->organ_count && result == LOAM_OK; i++)
    {
        const loam_plant_organ *const organ = &plant->organs[i];
        const uint64_t seed = loam_seed_at(form->seed, i, 0, 0);
        if (organ->size <= 0.0f || form->leaves == 0)
        {
            continue;
        }
        result = organ->kind == LOAM_ORGAN_LEAF ? add_leaf(mesh, organ, form->scale, seed)
                                                : add_clump(mesh, organ, form, seed);
    }
    return result;
}
