// SPDX-License-Identifier: MIT
// Parameters of the kernels of fluids. C and GLSL read this one file: all members have the same size and place in both.
#ifndef LOAM_GPU_LIFE_JOB_H
#define LOAM_GPU_LIFE_JOB_H

#ifdef GL_core_profile
#define JOB_WIDE uvec2
#define JOB_INT int
#define JOB_UINT uint
#define JOB_FLUID gpu_fluid
#define JOB_MATERIAL gpu_life_material
#define LOAM_AIR 0
#define LOAM_FLIES 2
#define LOAM_MAX_CONTACTS 4
#define LOAM_MAX_DECAYS 2
#else
#include "gpu/noise_job.h"
#include "loam/tiles.h"
#define JOB_FLUID struct gpu_fluid
#define JOB_MATERIAL struct gpu_life_material
#endif

#define LIFE_FLUIDS 33 // the first one stands for none
#define LIFE_MATERIALS 256
#define LIFE_QUARTER 64       // tiles along the side of a quarter
#define LIFE_CORES 16         // along the side of a quarter
#define LIFE_LEVEL_THREADS 64 // that look for levels

// What is done about levels.
#define LEVELS_SEEK 0  // who asked looks for another vessel
#define LEVELS_SORT 1  // those who found one, by where they are
#define LEVELS_APPLY 2 // they go there, one after another

// Words of the state: what has been counted, then a word of each quarter of the ring that is not 0 if it has to be
// worked on, then those tiles of each that ask.
#define STATE_MOVED 0
#define STATE_CONVERTED 1
#define STATE_LEVELLED 2
#define STATE_FOUND 3 // transfers
#define STATE_WORDS 4

/// A fluid as the processor has it: struct fluid_kind.
struct gpu_fluid
{
    JOB_INT ahead;
    JOB_INT decays;
    JOB_UINT motion, settled, fumes;
    JOB_UINT straight, diagonal, sideways, wind, levelling, settle_chance;
    JOB_UINT dissolves, appetite, used_up, ways;
    JOB_UINT contacts[LOAM_MAX_CONTACTS], contact_results[LOAM_MAX_CONTACTS];
    JOB_UINT contact_chances[LOAM_MAX_CONTACTS];
    JOB_UINT decay_results[LOAM_MAX_DECAYS], decay_chances[LOAM_MAX_DECAYS];
    JOB_UINT relations[LIFE_MATERIALS / 4]; // four bytes each, the first one lowest
};

struct gpu_life_material
{
    JOB_UINT fluid, loose, holds, variants, hardness;
};

struct gpu_life_job
{
    JOB_WIDE left, low; // the ring's lowest left tile
    JOB_UINT side_log2;
    JOB_UINT border; // 0: fluids may leave the area that lives
    JOB_FLUID fluids[LIFE_FLUIDS];
    JOB_MATERIAL materials[LIFE_MATERIALS];
};

/// A step: its seed, and the key of the seeds of its places.
struct gpu_life_step
{
    JOB_WIDE seed, key;
    JOB_UINT turn; // of the four phases
};

struct gpu_transfer
{
    JOB_UINT order;    // in which those are done that compete
    JOB_UINT from, to; // tiles of the ring
};

#endif
