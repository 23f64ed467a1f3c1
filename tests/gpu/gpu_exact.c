// SPDX-License-Identifier: MIT
#include "check.h"

#include <string.h>

// What the compiler made of the shaders: SPIR-V, read word by word.

static const uint32_t noise_code[] =
#include "embedded/noise.comp.inc"
    ;
static const uint32_t ground_code[] =
#include "embedded/tile_ground.comp.inc"
    ;
static const uint32_t bits_code[] =
#include "embedded/tile_bits.comp.inc"
    ;
static const uint32_t variants_code[] =
#include "embedded/tile_variants.comp.inc"
    ;
static const uint32_t fluids_code[] =
#include "embedded/tile_fluids.comp.inc"
    ;
static const uint32_t levels_code[] =
#include "embedded/tile_levels.comp.inc"
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

/// least: how many operations on floats there are at least.
static void check_code(const char *name, const uint32_t *code, size_t bytes, int least)
{
    static bool marked[MAX_IDS];
    const size_t words = bytes / sizeof *code;
    int exact = 0, fusible = 0, rounded = 0;
    memset(marked, 0, sizeof marked);
    CHECK_U64(code[0], 0x07230203);
    CHECK(code[3] < MAX_IDS);
    // Decorations come before what they are about.
    for (size_t i = HEADER_WORDS; i < words && code[i] >> 16 != 0; i += code[i] >> 16)
    {
        const uint32_t op = code[i] & 0xffff;
        if (op == OP_DECORATE && code[i + 2] == NO_CONTRACTION)
        {
            marked[code[i + 1]] = true;
        }
        exact += is_exact(op);
        fusible += is_exact(op) && !marked[code[i + 2]];
        rounded += is_rounded(op);
    }
    CHECK_REPORT(exact >= least, "%s has %d operations on floats, expected %d", name, exact, least);
    CHECK_REPORT(fusible == 0, "%s has %d operations that a driver may fuse", name, fusible);
    CHECK_REPORT(rounded == 0, "%s has %d operations that drivers round as they like", name,
                 rounded);
}

static void test_no_operation_may_be_fused(void)
{
    check_code("noise", noise_code, sizeof noise_code, 100);
    check_code("tile_ground", ground_code, sizeof ground_code, 30);
    check_code("tile_bits", bits_code, sizeof bits_code, 0);
    check_code("tile_variants", variants_code, sizeof variants_code, 2);
    check_code("tile_fluids", fluids_code, sizeof fluids_code, 0);
    check_code("tile_levels", levels_code, sizeof levels_code, 0);
}

int main(void)
{
    RUN(test_no_operation_may_be_fused);
    return CHECK_DONE();
}
