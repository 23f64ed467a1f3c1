// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <string.h>

int main(int argc, char **argv)
{
    selftest_style style = SELFTEST_TEXT;
    bool quick = false;
    for (int i = 1; i < argc; i++)
    {
        if (strcmp(argv[i], "--json") == 0)
        {
            style = SELFTEST_JSON;
        }
        else if (strcmp(argv[i], "--print") == 0)
        {
            style = SELFTEST_TABLE;
        }
        else if (strcmp(argv[i], "--quick") == 0)
        {
            quick = true;
        }
        else
        {
            fprintf(stderr, "usage: loam_selftest [--json | --print] [--quick]\n");
            return 2;
        }
    }
    const bool passed = selftest_run(style, SELFTEST_THREADS, quick, stdout);
    return passed && fflush(stdout) == 0 ? 0 : 1;
}
