// SPDX-License-Identifier: MIT
#include "tiles/defs.h"

#include <string.h>

void loam_builtin_rules(loam_slow_rule rules[LOAM_MAX_SLOW_RULES])
{
    memset(rules, 0, LOAM_MAX_SLOW_RULES * sizeof *rules);
}
