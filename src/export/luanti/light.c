// SPDX-License-Identifier: MIT
#include "export/luanti/luanti.h"

#include <string.h>

// Light as Luanti keeps it: 15 under the open sky, as far down as nothing dims it; from there and from what glows it
// spreads to all six neighbours, a level less with each node. Levels only rise, so the order does not matter.

/// Nodes whose light may have to go on to their neighbours: a ring that grows.
typedef struct light_queue
{
    const loam_env *env;
    uint32_t *nodes;
    size_t room, first, count;
} light_queue;

static bool push(light_queue *queue, size_t node)
{
    if (queue->count == queue->room)
    {
        const size_t room = queue->room > 0 ? 2 * queue->room : 1 << 16;
        uint32_t *const nodes = loam_alloc(queue->env, room * sizeof *nodes);
        if (nodes == NULL)
        {
            return false;
        }
        for (size_t i = 0; i < queue->count; i++)
        {
            nodes[i] = queue->nodes[(queue->first + i) % queue->room];
        }
        loam_free(queue->env, queue->nodes, queue->room * sizeof *nodes);
        queue->nodes = nodes;
        queue->room = room;
        queue->first = 0;
    }
    queue->nodes[(queue->first + queue->count++) % queue->room] = (uint32_t)node;
    return true;
}

static size_t pop(light_queue *queue)
{
    const size_t node = queue->nodes[queue->first];
    queue->first = (queue->first + 1) % queue->room;
    queue->count--;
    return node;
}

/// The six neighbours of a node that are within the unit; how many.
static int32_t neighbours(const luanti_unit *unit, size_t node, size_t out[6])
{
    const size_t side = LUANTI_SIDE, h = (size_t)unit->h;
    const size_t i = node % side, j = node / side % h, k = node / (side * h);
    int32_t count = 0;
    out[count] = node - 1;
    count += i > 0;
    out[count] = node + 1;
    count += i + 1 < side;
    out[count] = node - side;
    count += j > 0;
    out[count] = node + side;
    count += j + 1 < h;
    out[count] = node - side * h;
    count += k > 0;
    out[count] = node + side * h;
    count += k + 1 < side;
    return count;
}

static bool spread(const luanti_node *nodes, const luanti_unit *unit, light_queue *queue,
                   uint8_t *light)
{
    bool there_is_room = true;
    while (queue->count > 0 && there_is_room)
    {
        const size_t node = pop(queue);
        size_t beside[6];
        const int32_t count = neighbours(unit, node, beside);
        for (int32_t i = 0; i < count && light[node] > 1; i++)
        {
            if (nodes[unit->content[beside[i]]].passage != LUANTI_OPAQUE &&
                light[beside[i]] + 1 < light[node])
            {
                light[beside[i]] = (uint8_t)(light[node] - 1);
                there_is_room = there_is_room && push(queue, beside[i]);
            }
        }
    }
    return there_is_room;
}

/// Whether light goes on from a node that has all of it.
static bool has_darker_neighbour(const luanti_node *nodes, const luanti_unit *unit, size_t node)
{
    size_t beside[6];
    const int32_t count = neighbours(unit, node, beside);
    for (int32_t i = 0; i < count; i++)
    {
        if (unit->day[beside[i]] < LUANTI_SUN - 1 &&
            nodes[unit->content[beside[i]]].passage != LUANTI_OPAQUE)
        {
            return true;
        }
    }
    return false;
}

/// The sun shines down every column to the first node that is not clear.
static void shine_down(const luanti_node *nodes, luanti_unit *unit)
{
    for (int32_t k = 0; k < LUANTI_SIDE; k++)
    {
        for (int32_t i = 0; i < LUANTI_SIDE; i++)
        {
            for (int32_t j = unit->h - 1; j >= 0; j--)
            {
                const size_t node = luanti_at(unit, i, j, k);
                if (nodes[unit->content[node]].passage != LUANTI_CLEAR)
                {
                    break;
                }
                unit->day[node] = LUANTI_SUN;
            }
        }
    }
}

static bool shine_by_night(const luanti_node *nodes, luanti_unit *unit, light_queue *queue)
{
    bool there_is_room = true;
    for (size_t node = 0; node < unit->size && there_is_room; node++)
    {
        const uint8_t glow = nodes[unit->content[node]].glow;
        if (glow > 0)
        {
            unit->night[node] = glow;
            there_is_room = push(queue, node);
        }
    }
    return there_is_room && spread(nodes, unit, queue, unit->night);
}

static bool shine_by_day(const luanti_node *nodes, luanti_unit *unit, light_queue *queue)
{
    bool there_is_room = true;
    shine_down(nodes, unit);
    for (size_t node = 0; node < unit->size && there_is_room; node++)
    {
        if (unit->day[node] == LUANTI_SUN && has_darker_neighbour(nodes, unit, node))
        {
            there_is_room = push(queue, node);
        }
    }
    return there_is_room && spread(nodes, unit, queue, unit->day);
}

loam_result loam_luanti_shine(const luanti_node *nodes, luanti_unit *unit)
{
    light_queue queue = {.env = &unit->env};
    memset(unit->day, 0, unit->size);
    memset(unit->night, 0, unit->size);
    const bool done = shine_by_night(nodes, unit, &queue) && shine_by_day(nodes, unit, &queue);
    for (size_t node = 0; node < unit->size && done; node++)
    {
        const uint8_t lamp = unit->night[node];
        unit->day[node] = unit->day[node] > lamp ? unit->day[node] : lamp;
    }
    loam_free(&unit->env, queue.nodes, queue.room * sizeof *queue.nodes);
    return done ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}
