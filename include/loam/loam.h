// SPDX-License-Identifier: MIT
// Loam: endless game worlds from a seed. This header includes all the others.
#ifndef LOAM_LOAM_H
#define LOAM_LOAM_H

#include "loam/base.h"
#include "loam/caves.h"
#include "loam/defs.h"
#include "loam/export.h"
#include "loam/export_heightmap.h"
#include "loam/export_tile_map.h"
#include "loam/export_vox.h"
#include "loam/flora.h"
#include "loam/grid.h"
#include "loam/grid_solid.h"
#include "loam/jobs.h"
#include "loam/land.h"
#include "loam/land_graph.h"
#include "loam/land_map.h"
#include "loam/land_world.h"
#include "loam/maths.h"
#include "loam/mesh.h"
#include "loam/noise.h"
#include "loam/patchwork.h"
#include "loam/picture.h"
#include "loam/pipeline.h"
#include "loam/random.h"
#include "loam/scatter.h"
#include "loam/store.h"
#include "loam/tile_frame.h"
#include "loam/tile_game.h"
#include "loam/tile_light.h"
#include "loam/tile_world.h"
#include "loam/tiles.h"
#include "loam/volume.h"
#include "loam/volume_world.h"
#include "loam/voxel_mesh.h"

#endif
