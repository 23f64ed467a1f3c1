# SPDX-License-Identifier: MIT
# WebAssembly with vector instructions, with clang, lld, wasi-libc and clang's run-time library for
# wasm32; runs under Node by cmake/run-wasi.mjs. There are no threads: configure with
# LOAM_THREADS=OFF.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT -msimd128)
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
# The stack lies below the data, so that running out of it traps instead of overwriting.
# Linking does not optimise: clang would call wasm-opt where there is one, and Debian's knows too few vectors.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0 -Wl,-z,stack-size=1048576 -Wl,--stack-first")
set(CMAKE_CROSSCOMPILING_EMULATOR node ${CMAKE_CURRENT_LIST_DIR}/../run-wasi.mjs)
set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
