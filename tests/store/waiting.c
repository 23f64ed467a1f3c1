// SPDX-License-Identifier: MIT
// The queue of chunks that wait: order, finding, replacing, and no byte that stays.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/waiting.h"

#include "base/counting.h"
#include "store/world.h"

static chunk made;

static loam_waiting *put(loam_waiting_list *queue, const loam_env *env, int64_t x, uint64_t number)
{
    world_chunk((loam_chunk_pos){x, -x}, number, &made);
    loam_plant_section plants = {0};
    return loam_waiting_put(queue, env, (loam_chunk_pos){x, -x},
                            (loam_chunk_content){made.tiles, sizeof made}, &plants, number);
}

static bool holds(const loam_waiting *waiting, int64_t x, uint64_t number)
{
    world_chunk((loam_chunk_pos){x, -x}, number, &made);
    return waiting != NULL && waiting->size == sizeof made &&
           memcmp(waiting->bytes, made.tiles, sizeof made) == 0;
}

static void test_first_come_first_served(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_waiting_list queue;
    CHECK_OK(loam_waiting_init(&queue, &env, 10, sizeof made));
    CHECK(queue.first == NULL && !loam_waiting_has_until(&queue, UINT64_MAX));
    for (int64_t x = 0; x < 300; x++) // more than there are chains
    {
        CHECK(put(&queue, &env, x, (uint64_t)x + 1) != NULL);
    }
    CHECK_INT(queue.count, 300);
    int64_t x = 0;
    for (const loam_waiting *waiting = queue.first; waiting != NULL; waiting = waiting->next, x++)
    {
        CHECK_INT(waiting->chunk.x, x);
        CHECK(loam_waiting_find(&queue, (loam_chunk_pos){x, -x}) == waiting);
    }
    CHECK_INT(x, 300);
    CHECK(loam_waiting_find(&queue, (loam_chunk_pos){3, 3}) == NULL);
    CHECK(!loam_waiting_has_until(&queue, 0) && loam_waiting_has_until(&queue, 1));
    loam_waiting_remove(&queue, &env, queue.first);
    CHECK(!loam_waiting_has_until(&queue, 1) && loam_waiting_has_until(&queue, 2));
    loam_waiting_remove(&queue, &env, queue.last);
    loam_waiting_remove(&queue, &env, loam_waiting_find(&queue, (loam_chunk_pos){100, -100}));
    CHECK_INT(queue.count, 297);
    CHECK(loam_waiting_find(&queue, (loam_chunk_pos){100, -100}) == NULL);
    CHECK(loam_waiting_find(&queue, (loam_chunk_pos){101, -101}) != NULL);
    loam_waiting_free(&queue, &env);
    CHECK_INT(counter.blocks, 0);
}

static void test_a_newer_copy_takes_the_place(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_waiting_list queue;
    CHECK_OK(loam_waiting_init(&queue, &env, 10, sizeof made));
    loam_waiting *first = put(&queue, &env, 5, 1);
    put(&queue, &env, 6, 2);
    CHECK(put(&queue, &env, 5, 3) == first);
    CHECK_INT(queue.count, 2);
    CHECK_U64(first->number, 1); // whoever flushes waits for it as before
    CHECK(queue.first == first && holds(first, 5, 3));
    // While it is being written it must not change.
    first->taken = true;
    loam_waiting *second = put(&queue, &env, 5, 4);
    CHECK(second != first && first->replaced && !second->replaced);
    CHECK_INT(queue.count, 3);
    CHECK(holds(first, 5, 3) && holds(second, 5, 4));
    CHECK(loam_waiting_find(&queue, (loam_chunk_pos){5, -5}) == second);
    CHECK(put(&queue, &env, 5, 5) == second);
    loam_waiting_remove(&queue, &env, first);
    CHECK(loam_waiting_find(&queue, (loam_chunk_pos){5, -5}) == second && holds(second, 5, 5));
    loam_waiting_free(&queue, &env);
    CHECK_INT(counter.blocks, 0);
}

static void test_postponed_ones_come_last(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_waiting_list queue;
    CHECK_OK(loam_waiting_init(&queue, &env, 10, sizeof made));
    loam_waiting *first = put(&queue, &env, 1, 1);
    loam_waiting_postpone(&queue, first);
    CHECK(queue.first == first && queue.last == first && first->next == NULL);
    loam_waiting *second = put(&queue, &env, 2, 2);
    loam_waiting_postpone(&queue, first);
    CHECK(queue.first == second && queue.last == first);
    CHECK(second->next == first && first->previous == second && second->previous == NULL);
    CHECK(loam_waiting_has_until(&queue, 1)); // wherever it stands
    loam_waiting_free(&queue, &env);
    CHECK_INT(counter.blocks, 0);
}

static void test_no_memory_changes_nothing(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_waiting_list queue;
    counter.refuse_at = 1;
    CHECK_INT(loam_waiting_init(&queue, &env, 10, sizeof made), LOAM_OUT_OF_MEMORY);
    CHECK_OK(loam_waiting_init(&queue, &env, 10, sizeof made));
    loam_waiting *first = put(&queue, &env, 1, 1);
    first->taken = true;
    counter.refuse_at = counter.asked + 1;
    CHECK(put(&queue, &env, 1, 2) == NULL);
    CHECK(!first->replaced && queue.count == 1 && holds(first, 1, 1));
    loam_waiting_free(&queue, &env);
    CHECK_INT(counter.blocks, 0);
}

int main(void)
{
    RUN(test_first_come_first_served);
    RUN(test_a_newer_copy_takes_the_place);
    RUN(test_postponed_ones_come_last);
    RUN(test_no_memory_changes_nothing);
    return CHECK_DONE();
}
