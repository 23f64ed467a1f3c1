// SPDX-License-Identifier: MIT
#include "selftest.h"

// Fields of bits: what automata and shapes make of a random field, at each edge and with each
// instruction set; bits from bytes and back.

enum
{
    W = 211,
    H = 97,
    STRIDE = (W + 63) / 64,
    // Two framed copies, a little larger than the field.
    SCRATCH = 2 * ((STRIDE + 1) * (H + 4) + 2)
};

typedef struct grid_case
{
    uint64_t in_words[STRIDE * H], out_words[STRIDE * H], scratch[SCRATCH];
    uint8_t bytes[W * H];
    loam_bits in, out;
} grid_case;

static void check_bytes(selftest *run, grid_case *with)
{
    const loam_bytes bytes = {with->bytes, 1, W};
    loam_result result = loam_bits_from_equal(&with->in, bytes, 5);
    uint64_t hash = loam_bits_hash(&with->in, 0);
    result = result != LOAM_OK ? result : loam_bits_to_bytes(&with->in, bytes, 0, 200);
    hash = loam_hash_bytes(with->bytes, sizeof with->bytes, hash);
    result = result != LOAM_OK ? result : loam_bits_from_nonzero(&with->in, bytes);
    selftest_report(run, "grid bytes", "", result, loam_bits_hash(&with->in, hash));
}

static void check_copies(selftest *run, grid_case *with)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 40 && result == LOAM_OK; i++)
    {
        const loam_bits_area area = {i * 3, i % 7, 90 - i, 50};
        result = loam_bits_copy(&with->out, 100 - 2 * i, 40 - i, &with->in, area);
        hash = loam_bits_hash(&with->out, hash + loam_bits_count(&with->out));
    }
    selftest_report(run, "grid copies", "", result, hash);
}

/// The sides of what comes out, padded or not.
static void shrink_out(grid_case *with, loam_edge edge, int32_t padding)
{
    const int32_t lost = edge == LOAM_EDGE_PADDED ? 2 * padding : 0;
    with->out = (loam_bits){with->out_words, W - lost, H - lost};
}

static void check_caves(selftest *run, grid_case *with, loam_isa isa)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t edge = 0; edge < LOAM_EDGE_COUNT && result == LOAM_OK; edge++)
    {
        loam_automaton caves = loam_default_automaton();
        caves.edge = (loam_edge)edge;
        caves.isa = isa;
        shrink_out(with, caves.edge, caves.iterations);
        result = loam_automaton_run(&caves, &with->out, &with->in, with->scratch,
                                    sizeof with->scratch);
        hash = loam_bits_hash(&with->out, hash);
    }
    selftest_report(run, "grid caves", loam_isa_name(isa), result, hash);
}

static void check_rules(selftest *run, grid_case *with, loam_isa isa)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    shrink_out(with, LOAM_EDGE_ZERO, 0);
    for (uint32_t i = 0; i < 64 && result == LOAM_OK; i++)
    {
        const loam_rule rule = {(uint16_t)(i * 77 & LOAM_RULE_ALL),
                                (uint16_t)(i * 333 & LOAM_RULE_ALL)};
        const loam_automaton automaton = {.rules = &rule,
                                          .rule_count = 1,
                                          .iterations = 2,
                                          .edge = i % 2 != 0 ? LOAM_EDGE_ONE : LOAM_EDGE_ZERO,
                                          .isa = isa};
        result = loam_automaton_run(&automaton, &with->out, &with->in, with->scratch,
                                    sizeof with->scratch);
        hash = loam_bits_hash(&with->out, hash);
    }
    selftest_report(run, "grid rules", loam_isa_name(isa), result, hash);
}

static void check_shapes(selftest *run, grid_case *with, loam_isa isa)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_SHAPE_COUNT * LOAM_EDGE_COUNT && result == LOAM_OK; i++)
    {
        const loam_shape_input input = {.bits = &with->in,
                                        .shape = (loam_shape)(i % LOAM_SHAPE_COUNT),
                                        .edge = (loam_edge)(i / LOAM_SHAPE_COUNT),
                                        .scratch = with->scratch,
                                        .scratch_size = sizeof with->scratch,
                                        .isa = isa};
        shrink_out(with, input.edge, loam_shape_reach(input.shape));
        result = loam_bits_dilate(&with->out, &input);
        hash = loam_bits_hash(&with->out, hash);
        result = result != LOAM_OK ? result : loam_bits_erode(&with->out, &input);
        hash = loam_bits_hash(&with->out, hash);
    }
    selftest_report(run, "grid shapes", loam_isa_name(isa), result, hash);
}

/// About so many per cent of the cells are 1.
static void randomise(grid_case *with, uint32_t percent)
{
    for (int32_t i = 0; i < W * H; i++)
    {
        loam_bits_set(&with->in, i % W, i / W, loam_random_below(7, (uint64_t)i, 100) < percent);
    }
}

static void for_all_sets(selftest *run, grid_case *with,
                         void (*check)(selftest *run, grid_case *with, loam_isa isa))
{
    for (int32_t isa = LOAM_ISA_AUTO + 1; isa < LOAM_ISA_COUNT; isa++)
    {
        if (loam_isa_available((loam_isa)isa))
        {
            check(run, with, (loam_isa)isa);
        }
    }
}

static loam_result prepare(grid_case *with)
{
    for (int32_t i = 0; i < W * H; i++)
    {
        with->bytes[i] = (uint8_t)loam_random_below(8, (uint64_t)i, 7);
    }
    const loam_result result = loam_bits_init(&with->in, W, H, with->in_words,
                                              sizeof with->in_words);
    return result != LOAM_OK
               ? result
               : loam_bits_init(&with->out, W, H, with->out_words, sizeof with->out_words);
}

void selftest_grid(selftest *run)
{
    const loam_env env = loam_default_env();
    grid_case *with = loam_alloc(&env, sizeof *with);
    if (with == NULL || prepare(with) != LOAM_OK)
    {
        selftest_fail(run, "grid", "", loam_last_error());
    }
    else
    {
        check_bytes(run, with);
        check_copies(run, with);
        randomise(with, 48);
        for_all_sets(run, with, check_caves);
        for_all_sets(run, with, check_rules);
        randomise(with, 8);
        for_all_sets(run, with, check_shapes);
    }
    loam_free(&env, with, sizeof *with);
}
