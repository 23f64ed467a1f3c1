// SPDX-License-Identifier: MIT
#include "tool.h"

int main(int argc, char **argv)
{
    return tool_main(argc, (const char *const *)argv, stdout, stderr);
}
