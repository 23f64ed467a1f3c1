// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_mover.h"

#include "tiles/life/fluid_flight.inl"
