// SPDX-License-Identifier: MIT
#include "check.h"

#include <string.h>

// What the compiler made of the shaders: SPIR-V, read word by word.

static const uint32_t noise_code[] =
#include "embedded/noise.comp.inc"
    ;

enum
{
    HEADER_WORDS = 5,
    MAX_IDS = 1 << 16,
    OP_EXT_INST = 12,
    OP_DECORATE = 71,
    OP_FADD = 129,
    OP_FSUB = 131,
    OP_FMUL = 133,
    OP_FDIV = 136,
    OP_FREM = 140,
    OP_DOT = 148,
    NO_CONTRACTION = 42
};

static bool is_exact(uint32_t op)
{
    return op == OP_FADD || op == OP_FSUB || op == OP_FMUL;
}

/// Whatever else drivers round as they like: division, remainders, products of vectors and matrices, functions.
static bool is_rounded(uint32_t op)
{
    return op == OP_EXT_INST || op == OP_FDIV || (op >= OP_FREM && op <= OP_DOT);
}

static void test_no_operation_may_be_fused(void)
{
    static bool marked[MAX_IDS];
    const size_t words = sizeof noise_code / sizeof *noise_code;
    int exact = 0, fusible = 0, rounded = 0;
    CHECK_U64(noise_code[0], 0x07230203);
    CHECK(noise_code[3] < MAX_IDS);
    // Decorations come before what they are about.
    for (size_t i = HEADER_WORDS; i < words && noise_code[i] >> 16 != 0; i += noise_code[i] >> 16)
    {
        const uint32_t op = noise_code[i] & 0xffff;
        if (op == OP_DECORATE && noise_code[i + 2] == NO_CONTRACTION)
        {
            marked[noise_code[i + 1]] = true;
        }
        exact += is_exact(op);
        fusible += is_exact(op) && !marked[noise_code[i + 2]];
        rounded += is_rounded(op);
    }
    CHECK_RANGE(exact, 100, MAX_IDS);
    CHECK_INT(fusible, 0);
    CHECK_INT(rounded, 0);
}

int main(void)
{
    RUN(test_no_operation_may_be_fused);
    return CHECK_DONE();
}
