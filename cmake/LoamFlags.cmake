# SPDX-License-Identifier: MIT
# loam_flags: how everything of ours is compiled.
#
# The determinism contract lives here: no contraction to fused multiply-add, no fast-math, no GNU
# extensions (gnu17 contracts by default), floats evaluated in their own precision.

add_library(loam_flags INTERFACE)
target_compile_options(loam_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wconversion -Wno-sign-conversion -Wdouble-promotion -Wundef -Wvla -Wwrite-strings
    -ffp-contract=off)
if(LOAM_WERROR)
    target_compile_options(loam_flags INTERFACE -Werror)
endif()
target_compile_definitions(loam_flags INTERFACE _POSIX_C_SOURCE=200809L)

# "fast" here means as the processor does it: gcc would otherwise, in ISO mode and on s390x alone,
# compute floats in double precision and give other bits. A processor that has no float arithmetic
# of its own (x87) cannot keep the contract, and is refused.
include(CheckCSourceCompiles)
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    set(loam_float_flags -fexcess-precision=fast)
endif()
# Nobody asks which floating-point exceptions were raised; so both sides of a choice may be computed,
# which lets compilers turn loops into vectors. Values stay the same.
target_compile_options(loam_flags INTERFACE -fno-trapping-math)
target_compile_options(loam_flags INTERFACE ${loam_float_flags})
block()
    set(CMAKE_REQUIRED_FLAGS "-std=c17 ${loam_float_flags}")
    check_c_source_compiles("
        #include <float.h>
        _Static_assert(FLT_EVAL_METHOD == 0, \"floats are not computed as floats\");
        int main(void) { return 0; }" LOAM_FLOATS_ARE_FLOATS)
endblock()
if(NOT LOAM_FLOATS_ARE_FLOATS)
    message(FATAL_ERROR "This compiler computes floats in another precision (FLT_EVAL_METHOD is not "
        "0), so worlds would differ from those of other machines.")
endif()

# clang 14 makes wrong code for WebAssembly where it packs separate statements into vectors (find_turns of
# src/tiles/life/fluid_plain.c: the selftest's game told). There that gains nothing anyway.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
    target_compile_options(loam_flags INTERFACE -fno-slp-vectorize)
endif()

# The functions of the shared library call each other directly: nobody puts a loam_noise_at2 of their
# own in the place of ours, and so the compiler may inline public functions too.
target_compile_options(loam_flags INTERFACE $<$<PLATFORM_ID:Linux>:-fno-semantic-interposition>)

# What sanitizers report are lines: -g1 has them, and takes a fifth less time to compile than -g. What lies behind
# NULL, beyond an object or where a pointer wraps around to AddressSanitizer sees by itself.
if(LOAM_SANITIZE)
    target_compile_options(loam_flags INTERFACE
        -fsanitize=${LOAM_SANITIZE} -fno-sanitize-recover=all -fno-sanitize=null,object-size,pointer-overflow
        -fno-omit-frame-pointer -g1)
    target_link_options(loam_flags INTERFACE -fsanitize=${LOAM_SANITIZE})
endif()

# For folders in which programs spend little time: sanitizers' checks make compiling slow, at -O2 twice as slow as
# at -O1. gcc knows too little of values there to be right about two of its warnings, which the other builds keep.
function(loam_compile_quickly_if_sanitized)
    if(LOAM_SANITIZE)
        add_compile_options(-O1 $<$<C_COMPILER_ID:GNU>:-Wno-format-truncation>
            $<$<C_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    endif()
endfunction()

if(LOAM_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES Clang)
        message(FATAL_ERROR "LOAM_FUZZ needs clang's libFuzzer; the compiler is "
            "${CMAKE_C_COMPILER_ID}. Use the preset fuzz.")
    endif()
    target_compile_options(loam_flags INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(loam_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
