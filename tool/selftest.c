// SPDX-License-Identifier: MIT
#include "selftest.h"

#include "tool.h"

// loam selftest: see selftest.h.

typedef struct selftest_settings
{
    int32_t threads;
    bool json;
    bool print;
} selftest_settings;

static int run_selftest(const tool_io *io, const void *context)
{
    const selftest_settings *settings = context;
    const selftest_style style = settings->print  ? SELFTEST_TABLE
                                 : settings->json ? SELFTEST_JSON
                                                  : SELFTEST_TEXT;
    return selftest_run(style, settings->threads, false, io->out) ? TOOL_DONE : TOOL_FAILED;
}

#define WORDS_OF(number) #number
#define WORD(number) WORDS_OF(number)

static const tool_option selftest_options[] = {
    WORD_OPTION("threads", OPTION_THREADS, offsetof(selftest_settings, threads), "N",
                WORD(SELFTEST_THREADS),
                "how many threads run the pipeline, which is also run by one"),
    JSON_OPTION(offsetof(selftest_settings, json)),
    FLAG_OPTION("print", offsetof(selftest_settings, print),
                "print a new table of hashes instead, for Loam's developers"),
    {0},
};

const tool_verb verb_selftest = {
    .name = "selftest",
    .summary = "checks that this machine grows the same worlds as all others",
    .details = "Computes hashes of everything that a seed determines, on every instruction set "
               "of this machine, and compares them with a table. Fails if any differs.",
    .options = selftest_options,
    .settings_size = sizeof(selftest_settings),
    .example = "loam selftest",
    .run = run_selftest,
};
