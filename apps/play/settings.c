// SPDX-License-Identifier: MIT
#include "play/settings.h"
