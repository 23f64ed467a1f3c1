// SPDX-License-Identifier: MIT
#include "ui/ui.h"
