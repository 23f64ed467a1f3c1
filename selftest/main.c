// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <string.h>

int main(int argc, char **argv)
{
    selftest_style style = SELFTEST_TEXT;
    bool quick = false;
    if (argc == 2 && strcmp(argv[1], "--json") == 0)
    {
        style = SELFTEST_JSON;
    }
    else if (argc == 2 && strcmp(argv[1], "--print") == 0)
    {
        style = SELFTEST_TABLE;
    }
    else if (argc == 2 && strcmp(argv[1], "--quick") == 0)
    {
        quick = true;
    }
    else if (argc > 1)
    {
        fprintf(stderr, "usage: loam_selftest [--json | --print | --quick]\n");
        return 2;
    }
    const bool passed = selftest_run(style, SELFTEST_THREADS, quick, stdout);
    return passed && fflush(stdout) == 0 ? 0 : 1;
}
