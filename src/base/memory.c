// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// aligned_alloc is missing on Windows and in some of the smaller C libraries, so the default
// allocator asks malloc for more than it needs and keeps malloc's pointer just below the block.

static void *default_alloc(void *user, size_t size)
{
    (void)user;
    const size_t extra = sizeof(void *) + LOAM_ALIGNMENT - 1;
    if (size > SIZE_MAX - extra)
    {
        return NULL;
    }
    uint8_t *const start = malloc(size + extra);
    if (start == NULL)
    {
        return NULL;
    }
    uint8_t *const earliest = start + sizeof(void *);
    const size_t over = (uintptr_t)earliest % LOAM_ALIGNMENT;
    uint8_t *const block = over == 0 ? earliest : earliest + (LOAM_ALIGNMENT - over);
    memcpy(block - sizeof(void *), &start, sizeof(void *));
    return block;
}

static void default_free(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    void *start;
    memcpy(&start, (uint8_t *)memory - sizeof(void *), sizeof(void *));
    free(start);
}

loam_allocator loam_default_allocator(void)
{
    return (loam_allocator){.alloc = default_alloc, .free = default_free};
}

// Allocators disagree about size 0, so they are never asked for it.
static size_t asked_size(size_t size)
{
    return size > 0 ? size : 1;
}

void *loam_alloc(const loam_env *env, size_t size)
{
    LOAM_ASSERT(env, env != NULL && env->memory.alloc != NULL);
    void *const memory = env->memory.alloc(env->memory.user, asked_size(size));
    if (memory == NULL)
    {
        (void)loam_fail(LOAM_OUT_OF_MEMORY, "no memory for %zu bytes", size);
        return NULL;
    }
    LOAM_ASSERT(env, (uintptr_t)memory % LOAM_ALIGNMENT == 0);
    return memory;
}

void loam_free(const loam_env *env, void *memory, size_t size)
{
    if (memory == NULL)
    {
        return;
    }
    LOAM_ASSERT(env, env != NULL && env->memory.free != NULL);
    env->memory.free(env->memory.user, memory, asked_size(size));
}

loam_arena loam_arena_make(void *base, size_t size, const loam_env *env)
{
    LOAM_ASSERT(env, base != NULL || size == 0);
    LOAM_ASSERT(env, (uintptr_t)base % LOAM_ALIGNMENT == 0);
    return (loam_arena){.base = base, .size = size, .env = env};
}

void *loam_arena_take(loam_arena *arena, size_t size)
{
    // used never exceeds size, and the last piece may end anywhere, so rounding is done on entry.
    const size_t over = arena->used % LOAM_ALIGNMENT;
    const size_t gap = over == 0 ? 0 : LOAM_ALIGNMENT - over;
    const size_t left = arena->size - arena->used;
    LOAM_ASSERT(arena->env, gap <= left && size <= left - gap);
    uint8_t *const memory = arena->base + arena->used + gap;
    arena->used += gap + size;
    return memory;
}
