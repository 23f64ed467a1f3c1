// SPDX-License-Identifier: MIT
// Loam, base: results and messages, the environment of a living thing, memory, clock.
#ifndef LOAM_BASE_H
#define LOAM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(LOAM_SHARED) && defined(_WIN32) && defined(LOAM_BUILDING)
#define LOAM_API __declspec(dllexport)
#elif defined(LOAM_SHARED) && defined(_WIN32)
#define LOAM_API __declspec(dllimport)
#elif defined(__GNUC__)
#define LOAM_API __attribute__((visibility("default")))
#else
#define LOAM_API
#endif

// gcc for Windows would otherwise check against Microsoft's own formats, which lack %zu.
#if defined(__MINGW32__) && !defined(__clang__)
#define LOAM_PRINTF(format_index, first_index) \
    __attribute__((format(gnu_printf, format_index, first_index)))
#elif defined(__GNUC__)
#define LOAM_PRINTF(format_index, first_index) \
    __attribute__((format(printf, format_index, first_index)))
#else
#define LOAM_PRINTF(format_index, first_index)
#endif

#if defined(__GNUC__)
#define LOAM_NORETURN __attribute__((noreturn))
#else
#define LOAM_NORETURN
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- version ------------------------------------------------------------------------------------

#define LOAM_VERSION_MAJOR 0
#define LOAM_VERSION_MINOR 1
#define LOAM_VERSION_PATCH 0
#define LOAM_VERSION_TEXT "0.1.0"

/// The version of the library that is linked, "major.minor.patch".
LOAM_API const char *loam_version(void);

// ---- results ------------------------------------------------------------------------------------

/// What a call that can fail returns. Whatever is not LOAM_OK left a message in loam_last_error().
typedef enum loam_result
{
    LOAM_OK = 0,
    LOAM_BAD_ARGUMENT,  // a value outside of what is accepted; nothing was changed
    LOAM_OUT_OF_MEMORY, // the allocator returned NULL; nothing leaked
    LOAM_NOT_FOUND,     // the named thing does not exist
    LOAM_IO,            // a file could not be read or written
    LOAM_UNSUPPORTED,   // this build or this processor cannot do it
    LOAM_CANCELLED,     // the request was withdrawn
    LOAM_FAILED,        // a callback of the caller's reported a failure
} loam_result;

/// The name of a result: "ok", "bad argument", ...
LOAM_API const char *loam_result_name(loam_result result);

/// The message of the last call on this thread that failed, "" if none has. It names what was wrong
/// and what is accepted. Valid until the next failing call on this thread.
LOAM_API const char *loam_last_error(void);

/// Leaves a message for loam_last_error() and returns result. Stages and other callbacks use it too:
/// `return loam_fail(LOAM_BAD_ARGUMENT, "radius is %d; must be 1 to 9", radius);`
/// The arguments may contain loam_last_error(), and text from any file: a message is written as
/// loam_text_printable does, and cut at 511 bytes.
LOAM_API loam_result loam_fail(loam_result result, const char *format, ...) LOAM_PRINTF(2, 3);

/// The same for a message that is there already: for callbacks in languages that cannot pass any number of
/// arguments.
LOAM_API loam_result loam_fail_text(loam_result result, const char *message);

/// For "did you mean": the index of the candidate, next(context, 0), next(context, 1), ... until NULL,
/// that word is a slip of, or -1 if there is none. That is the first of those that the fewest letters,
/// at most two, have to be changed, added or removed for.
LOAM_API int32_t loam_text_nearest(const char *word,
                                   const char *(*next)(const void *context, int32_t index),
                                   const void *context);

/// Bytes of the UTF-8 character (RFC 3629) that text begins with, of which there are size > 0 bytes; 0 if
/// it begins with none.
LOAM_API size_t loam_text_character(const char *text, size_t size);

/// Copies text from anywhere as it may be shown on a terminal and stand in JSON: line breaks and tabs become
/// blanks, other control characters and bytes that are no UTF-8 become \xNN. Cut between characters if room,
/// > 0 bytes, is too small. out and text do not overlap.
LOAM_API void loam_text_printable(char *out, size_t room, const char *text);

// ---- environment --------------------------------------------------------------------------------

/// Where memory comes from. alloc returns memory aligned to 64 bytes, or NULL; free gets the size
/// that was asked for, and never NULL. Both may be called from any thread.
typedef struct loam_allocator
{
    void *(*alloc)(void *user, size_t size);
    void (*free)(void *user, void *memory, size_t size);
    void *user;
} loam_allocator;

typedef enum loam_log_level
{
    LOAM_LOG_DEBUG,
    LOAM_LOG_INFO,
    LOAM_LOG_WARNING,
    LOAM_LOG_ERROR,
} loam_log_level;

/// Where messages go. write may be called from any thread; NULL keeps silent.
typedef struct loam_log
{
    void (*write)(void *user, loam_log_level level, const char *message);
    void *user;
} loam_log;

/// Called when a caller's bug is found (see LOAM_ASSERT). If it returns, the process aborts.
typedef struct loam_assert_hook
{
    void (*failed)(void *user, const char *condition, const char *file, int line);
    void *user;
} loam_assert_hook;

/// Instruction sets. All of them give the same bits; LOAM_ISA_AUTO is the fastest that this
/// processor has.
typedef enum loam_isa
{
    LOAM_ISA_AUTO = 0,
    LOAM_ISA_SCALAR, // the reference: one value at a time
    LOAM_ISA_SSE2,
    LOAM_ISA_AVX2,
    LOAM_ISA_AVX512,
    LOAM_ISA_NEON,
    LOAM_ISA_WASM,
    LOAM_ISA_COUNT,
} loam_isa;

/// "auto", "scalar", "sse2", "avx2", "avx512", "neon", "wasm"; "?" for anything else.
LOAM_API const char *loam_isa_name(loam_isa isa);

/// Whether this build contains the instruction set and this processor runs it.
LOAM_API bool loam_isa_available(loam_isa isa);

/// The instruction set that LOAM_ISA_AUTO stands for on this processor.
LOAM_API loam_isa loam_isa_best(void);

typedef struct loam_jobs loam_jobs;

/// What a living thing (a pipeline, a world) gets from its program. Part of every def that makes
/// one; there is no global state. Start from loam_default_env().
typedef struct loam_env
{
    loam_allocator memory;
    loam_log log;
    loam_jobs *jobs; // NULL: no threads, work is done by the thread that calls
    loam_isa isa;
    loam_assert_hook assertion;
} loam_env;

/// The C library's memory, silence, no threads, the fastest instruction set, and abort() on a bug
/// with its description in loam_last_error().
LOAM_API loam_env loam_default_env(void);

/// Writes one formatted line to env's log, cut at 511 bytes. env may be NULL.
LOAM_API void loam_log_write(const loam_env *env, loam_log_level level, const char *format, ...)
    LOAM_PRINTF(3, 4);

/// Reports a caller's bug through env's hook and does not return. env may be NULL.
LOAM_NORETURN LOAM_API void loam_assert_failed(const loam_env *env, const char *condition,
                                               const char *file, int line);

/// Checks something that only a bug in the calling program can make false.
#ifdef LOAM_NO_ASSERT
#define LOAM_ASSERT(env, condition) ((void)sizeof(condition))
#else
#define LOAM_ASSERT(env, condition) \
    ((condition) ? (void)0 : loam_assert_failed(env, #condition, __FILE__, __LINE__))
#endif

// ---- memory -------------------------------------------------------------------------------------

/// Memory from env, aligned to 64 bytes. NULL with a message if there is none. size 0 is allowed and
/// gives a pointer that can be freed.
LOAM_API void *loam_alloc(const loam_env *env, size_t size);

/// Gives memory back; size as it was asked for. NULL is allowed.
LOAM_API void loam_free(const loam_env *env, void *memory, size_t size);

/// A stretch of memory that is handed out front to back and taken back all at once. The arena owns
/// nothing: its maker owns base.
typedef struct loam_arena
{
    uint8_t *base;
    size_t size;
    size_t used;
    const loam_env *env; // for the assertion hook, may be NULL
} loam_arena;

/// base is aligned to 64, as what loam_alloc gives.
LOAM_API loam_arena loam_arena_make(void *base, size_t size, const loam_env *env);

/// Takes size bytes, aligned to 64. Taking more than the arena has is a caller's bug: a stage
/// declares its scratch memory before it runs.
LOAM_API void *loam_arena_take(loam_arena *arena, size_t size);

/// How much of an arena loam_arena_take(size) uses up at most, for adding up declarations.
#define LOAM_ARENA_SIZE(size) (((size_t)(size) + 63u) / 64u * 64u)

// ---- clock --------------------------------------------------------------------------------------

/// Nanoseconds on a clock that never goes back. For measuring only: nothing that is generated may
/// depend on it.
LOAM_API uint64_t loam_clock_ns(void);

#ifdef __cplusplus
}
#endif
#endif
