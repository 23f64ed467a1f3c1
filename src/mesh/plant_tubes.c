// SPDX-License-Identifier: MIT
#include "mesh/plant.h"
#include "mesh/room.h"

#include "loam/random.h"

// Branches as tubes (Blomqvist et al. 2016, 3.5, who came to voxels because their rings did not meet).
//
// Segments make chains: a segment goes on in the widest of those that begin at its end. A chain is one tube, with a ring
// at every joint that lies in the plane halfway between the two directions, and is closed at both ends. Other branches
// begin with a ring within the wood that carries them. A ring is turned as little as the bend asks for from the one
// before, so that tubes are not wrung.

enum
{
    LEAST_SIDES = 3,
    MOST_SIDES = 64,
};

/// A tube under way.
typedef struct tube
{
    loam_mesh *mesh;
    int32_t sides;
    uint8_t material;
    vector across; // of the last ring
    uint32_t ring; // its first vertex
    float along;   // how long the tube is so far
} tube;

loam_plant_form loam_default_plant_form(void)
{
    return (loam_plant_form){.scale = 1.0f, .sides = 12, .leaves = 26, .voxel = 0.125f, .seed = 1};
}

static loam_result check_length(const char *name, float value)
{
    return value >= 0.001f && value <= 1000.0f
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "the %s of a plant is %g; must be 0.001 to 1000",
                           name, (double)value);
}

static loam_result check_count(const char *name, int32_t value, int32_t low, int32_t high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "the %s of a plant is %d; must be %d to %d", name,
                           (int)value, (int)low, (int)high);
}

loam_result loam_plant_form_check(const loam_plant_form *form)
{
    loam_result result = check_length("scale", form->scale);
    result = result == LOAM_OK ? check_length("voxel", form->voxel) : result;
    result = result == LOAM_OK
                 ? check_count("number of sides", form->sides, LEAST_SIDES, MOST_SIDES)
                 : result;
    result = result == LOAM_OK ? check_count("number of leaves", form->leaves, 0, 64) : result;
    return result == LOAM_OK ? check_count("level", form->level, 0, LOAM_MAX_PLANT_LEVEL) : result;
}

// ---- rings --------------------------------------------------------------------------------------

static loam_vertex vertex_of(const tube *of, vector at, vector normal, float around)
{
    loam_vertex vertex = {.uv = {around, of->along}, .weights = {255}};
    vertex.materials[0] = of->material;
    to_array(at, vertex.position);
    to_array(normal, vertex.normal);
    return vertex;
}

/// Adds vertices in a circle; room was made. Each tube has a seam, where uv begins again.
static void add_ring(tube *of, vector middle, vector along, float radius)
{
    of->across = direction_of(
        combine(of->across, 1.0f, along,
                -(of->across.x * along.x + of->across.y * along.y + of->across.z * along.z)),
        across_of(along));
    const vector side = cross(along, of->across);
    of->ring = of->mesh->vertex_count;
    for (int32_t i = 0; i <= of->sides; i++)
    {
        // The last lies where the first does, to the bit.
        const float angle = (float)(i % of->sides) * (2.0f * LOAM_PI / (float)of->sides);
        const vector normal = combine(of->across, loam_cos(angle), side, loam_sin(angle));
        const float around = 2.0f * LOAM_PI * radius * (float)i / (float)of->sides;
        of->mesh->vertices[of->mesh->vertex_count++] = vertex_of(
            of, combine(middle, 1.0f, normal, radius), normal, around);
    }
}

static void add_triangle(loam_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *const to = &mesh->indices[mesh->index_count];
    to[0] = a;
    to[1] = b;
    to[2] = c;
    mesh->index_count += 3;
}

/// Joins the ring that was added last to the one before.
static void join_rings(const tube *of, uint32_t before)
{
    for (uint32_t i = 0; i < (uint32_t)of->sides; i++)
    {
        add_triangle(of->mesh, before + i, before + i + 1, of->ring + i);
        add_triangle(of->mesh, before + i + 1, of->ring + i + 1, of->ring + i);
    }
}

/// Closes an end; along points out of it.
static void add_cap(const tube *of, vector middle, vector along, bool end)
{
    const uint32_t first = of->mesh->vertex_count;
    of->mesh->vertices[of->mesh->vertex_count++] = vertex_of(of, middle, along, 0.0f);
    for (uint32_t i = 0; i <= (uint32_t)of->sides; i++)
    {
        loam_vertex rim = of->mesh->vertices[of->ring + i];
        to_array(along, rim.normal);
        of->mesh->vertices[of->mesh->vertex_count++] = rim;
    }
    for (uint32_t i = 0; i < (uint32_t)of->sides; i++)
    {
        const uint32_t a = first + 1 + i, b = a + 1;
        add_triangle(of->mesh, first, end ? a : b, end ? b : a);
    }
}

// ---- chains -------------------------------------------------------------------------------------

static vector end_of(const loam_plant_segment *segment)
{
    return combine(of_array(segment->base), 1.0f, of_array(segment->heading), segment->length);
}

/// Whether one begins where the other ends; a turtle may have gone on without drawing in between.
static bool meets(const loam_plant_segment *segment, const loam_plant_segment *next)
{
    const vector end = end_of(segment), begin = of_array(next->base);
    return length_of(combine(end, 1.0f, begin, -1.0f)) <= 0.001f * segment->length;
}

/// Fills next with the segment that each goes on in, -1 for none, and first with whether it begins a chain.
static void find_chains(const loam_plant *plant, int32_t *next, uint8_t *first)
{
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        const int32_t parent = plant->segments[i].parent;
        next[i] = -1;
        first[i] = 1;
        if (parent < 0 || !meets(&plant->segments[parent], &plant->segments[i]) ||
            plant->segments[parent].part != plant->segments[i].part)
        {
            continue;
        }
        const int32_t rival = next[parent];
        if (rival < 0 || plant->segments[i].width > plant->segments[rival].width)
        {
            next[parent] = i;
            first[i] = 0;
        }
        if (next[parent] == i && rival >= 0)
        {
            first[rival] = 1;
        }
    }
}

/// Sides of a tube by its width: roots of widths, so that twigs are no sticks of three before they have to be.
static int32_t sides_of(const loam_plant_form *form, float width, float widest)
{
    const int32_t sides = (int32_t)((float)form->sides * sqrtf(width / widest) + 0.5f) >>
                          form->level;
    return sides < LEAST_SIDES ? LEAST_SIDES : sides;
}

static int32_t chain_length(const int32_t *next, int32_t from)
{
    int32_t count = 0;
    for (int32_t i = from; i >= 0; i = next[i])
    {
        count++;
    }
    return count;
}

/// The direction of the ring between two segments: halfway.
static vector between(const loam_plant_segment *a, const loam_plant_segment *b)
{
    const vector ahead = mesh_vector(b->heading, 1.0f);
    return direction_of(combine(mesh_vector(a->heading, 1.0f), 1.0f, ahead, 1.0f), ahead);
}

static loam_result add_chain(tube *of, const loam_plant *plant, const loam_plant_form *form,
                             const int32_t *next, int32_t from)
{
    const uint32_t around = (uint32_t)of->sides, rings = (uint32_t)chain_length(next, from) + 1;
    const loam_result result = loam_mesh_more_room(
        of->mesh, rings * (around + 1) + 2 * (around + 2), (rings - 1) * around * 6 + around * 6);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_plant_segment *segment = &plant->segments[from];
    const vector begin = mesh_vector(segment->base, form->scale);
    const vector out = mesh_vector(segment->heading, 1.0f);
    add_ring(of, begin, out, 0.5f * segment->width * form->scale);
    add_cap(of, begin, combine(out, -1.0f, out, 0.0f), false);
    for (int32_t i = from; i >= 0; i = next[i])
    {
        const loam_plant_segment *const after = next[i] >= 0 ? &plant->segments[next[i]] : NULL;
        const uint32_t before = of->ring;
        segment = &plant->segments[i];
        const vector end = end_of(segment);
        const vector along = after != NULL ? between(segment, after)
                                           : mesh_vector(segment->heading, 1.0f);
        const float width = after != NULL ? after->width : segment->tip_width;
        of->along += segment->length * form->scale;
        add_ring(of, mesh_vector((const float[3]){end.x, end.y, end.z}, form->scale), along,
                 0.5f * width * form->scale);
        join_rings(of, before);
        if (after == NULL)
        {
            add_cap(of, mesh_vector((const float[3]){end.x, end.y, end.z}, form->scale), along,
                    true);
        }
    }
    return LOAM_OK;
}

static loam_result add_chains(loam_mesh *mesh, const loam_plant *plant, const loam_plant_form *form,
                              const int32_t *next, const uint8_t *first)
{
    float widest = 1e-6f;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        widest = plant->segments[i].width > widest ? plant->segments[i].width : widest;
    }
    for (int32_t i = 0; i < plant->segment_count && result == LOAM_OK; i++)
    {
        const loam_plant_segment *const segment = &plant->segments[i];
        // Far away twigs are less than a pixel.
        const bool seen = segment->width >= 0.02f * (float)form->level * widest;
        if (first[i] && seen && segment->width > 0.0f)
        {
            tube of = {.mesh = mesh,
                       .sides = sides_of(form, segment->width, widest),
                       .material = segment->part == 0 ? LOAM_PLANT_WOOD : LOAM_PLANT_TWIG,
                       .across = across_of(mesh_vector(segment->heading, 1.0f))};
            result = add_chain(&of, plant, form, next, i);
        }
    }
    return result;
}

loam_result loam_mesh_add_plant(loam_mesh *mesh, const loam_plant *plant,
                                const loam_plant_form *form)
{
    const size_t count = (size_t)plant->segment_count;
    loam_result result = loam_plant_form_check(form);
    if (result != LOAM_OK)
    {
        return result;
    }
    int32_t *const next = loam_alloc(&mesh->env, (count + 1) * sizeof *next);
    uint8_t *const first = loam_alloc(&mesh->env, count + 1);
    result = next == NULL || first == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
    if (result == LOAM_OK)
    {
        find_chains(plant, next, first);
        result = add_chains(mesh, plant, form, next, first);
    }
    loam_free(&mesh->env, next, (count + 1) * sizeof *next);
    loam_free(&mesh->env, first, count + 1);
    return result == LOAM_OK ? loam_mesh_add_leaves(mesh, plant, form) : result;
}
