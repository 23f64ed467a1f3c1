# SPDX-License-Identifier: MIT
# loam_kernels(sources): of kernels that there is one source of for each instruction set, <name>_<isa>.c, adds
# those of the target, each with that set's flag alone. Which of them runs is decided at run time:
# src/noise/wide_sets.h has the same list.
#
# ThreadSanitizer leaves them alone: they know no memory but what their caller gives them, which reads and writes
# it before and after as code that is looked at.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    # gcc for Windows aligns the stack to 16 bytes and yet moves wider vectors as if it were aligned to
    # their size (its bug 54412); the assembler turns these moves into unaligned ones.
    set(loam_moves "$<$<AND:$<BOOL:${MINGW}>,$<C_COMPILER_ID:GNU>>:-Wa,-muse-unaligned-vector-move>")
    set(loam_kernel_sets scalar sse2 avx2 avx512)
    # gcc 12 takes registers of MMX for halves of vectors, and then long doubles of the caller are lost.
    set(loam_kernel_flags_scalar "-mno-mmx")
    set(loam_kernel_flags_sse2 "-mno-mmx")
    set(loam_kernel_flags_avx2 "-mno-mmx;-mavx2;${loam_moves}")
    set(loam_kernel_flags_avx512 "-mno-mmx;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;${loam_moves}")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(loam_kernel_sets scalar neon)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^wasm32$")
    set(loam_kernel_sets scalar wasm)
    set(loam_kernel_flags_wasm -msimd128)
else()
    set(loam_kernel_sets scalar)
endif()

function(loam_kernels)
    foreach(source ${ARGN})
        string(REGEX REPLACE ".*_([a-z0-9]+)\\.c$" "\\1" isa ${source})
        if(isa IN_LIST loam_kernel_sets)
            target_sources(loam_objects PRIVATE ${source})
            set_source_files_properties(${source} TARGET_DIRECTORY loam_objects
                PROPERTIES COMPILE_OPTIONS "${loam_kernel_flags_${isa}}")
            if(LOAM_SANITIZE MATCHES thread)
                set_property(SOURCE ${source} TARGET_DIRECTORY loam_objects
                    APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=thread)
            elseif(LOAM_SANITIZE)
                set_source_files_properties(${source} TARGET_DIRECTORY loam_objects
                    PROPERTIES COMPILE_DEFINITIONS LOAM_SANITIZED)
            endif()
        endif()
    endforeach()
endfunction()

# Nobody asks roots for errno, and without it they are one instruction, with the same result.
function(loam_roots_without_errno)
    if(NOT MSVC)
        set_source_files_properties(${ARGN} TARGET_DIRECTORY loam_objects
            PROPERTIES COMPILE_OPTIONS -fno-math-errno)
    endif()
endfunction()
