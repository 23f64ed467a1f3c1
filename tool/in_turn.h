// SPDX-License-Identifier: MIT
// The tile world, the land, the patchwork, the sea and the cave as one program: from the title to the others and back.
#ifndef LOAM_TOOL_IN_TURN_H
#define LOAM_TOOL_IN_TURN_H

#include "play/play.h"

#ifdef LOAM_HAS_SCENE
#include "cave/explore.h"
#include "explore/explore.h"
#include "patch/explore.h"
#include "sail/sail.h"

/// Begins in the land.
int in_turn_explore(const explore_options *options, FILE *err);
/// Begins in a patchwork.
int in_turn_patch(const patch_options *options, FILE *err);
/// Begins at sea.
int in_turn_sail(const sail_options *options, FILE *err);
/// Begins in a cave.
int in_turn_cave(const caver_options *options, FILE *err);
#endif

/// Begins in the world of tiles, or at the title. The exit code.
int in_turn_play(const play_options *options, FILE *err);

#endif
