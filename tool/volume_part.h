// SPDX-License-Identifier: MIT
// What verbs that show the inside of a land share: how a volume is chosen, and a part of one in memory.
#ifndef LOAM_TOOL_VOLUME_PART_H
#define LOAM_TOOL_VOLUME_PART_H

#include "loam/loam.h"
#include "tool.h"

/// How a volume differs from what the numbers of its inside say. A member of settings.
typedef struct volume_choice
{
    const char *only; // names of functions with commas between, "none"; NULL: all
    double falloff;   // m; 0: that of the inside
    bool everywhere, keep_floating;
} volume_choice;

/// Settings of the volume that a choice means, over a surface.
typedef struct volume_recipe
{
    loam_volume_def def;
    loam_density_function functions[LOAM_DENSITY_COUNT];
    loam_inside inside;
} volume_recipe;

/// LOAM_BAD_ARGUMENT for a name that no function has. The recipe stays where it is.
loam_result volume_choose(const volume_choice *choice, const loam_inside *inside, uint64_t seed,
                          loam_volume_surface surface, volume_recipe *out);

/// Voxels in memory.
typedef struct volume_part
{
    loam_env env;
    loam_volume_box box; // sides may be larger than those of boxes that are grown at once
    uint8_t *materials;
    int8_t *density;
    size_t count;
    double grow_ms;
} volume_part;

enum
{
    VOLUME_PART_SIDE = 1000,      // most voxels along a side
    VOLUME_PART_MOST = 100 << 20, // and in all
};

/// Grows a part, column of boxes by column. LOAM_IO if Ctrl-C was met.
loam_result volume_part_grow(const loam_env *env, const loam_volume *volume,
                             const loam_volume_box *box, volume_part *out);
void volume_part_destroy(volume_part *part);

uint64_t volume_part_hash(const volume_part *part);

/// A closed mesh: sides are cut, and show what is inside.
loam_result volume_part_mesh(const volume_part *part, loam_volume_form form, loam_mesh **out);

/// The mesh from an angle. colours: of materials, NULL for the usual.
typedef struct volume_look
{
    option_size pixels;
    double turn, pitch;
    const loam_colour *colours;
} volume_look;

loam_result volume_part_paint(const loam_env *env, const loam_mesh *mesh, const volume_look *look,
                              loam_picture *out);

#define VOLUME_ONLY_OPTION(at) \
    TEXT_OPTION("only", at, "NAMES", NULL, \
                "of tunnels, caverns, pillars, overhangs, arches, ravines, sinkholes and cliffs " \
                "these alone, with commas between; or none")
#define VOLUME_EVERYWHERE_OPTION(at) \
    FLAG_OPTION("everywhere", at, "whatever climate, soil and slope are")
#define VOLUME_FALLOFF_OPTION(at) \
    NUMBER_OPTION( \
        "falloff", at, 0, 256, "M", "0", \
        "over how many metres air becomes rock, where functions act; 0: as --inside says, " \
        "or 12")
#define VOLUME_FLOATING_OPTION(at) \
    FLAG_OPTION("keep-floating", at, "leave small pieces that touch nothing in the air")
#define VOLUME_LEVEL_OPTION(at) \
    INT_OPTION("level", at, LOAM_VOLUME_FINEST, LOAM_VOLUME_COARSEST, "N", "0", \
               "voxels are 2^N metres wide; -1: half a metre")

#endif
