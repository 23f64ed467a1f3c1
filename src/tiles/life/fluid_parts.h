// SPDX-License-Identifier: MIT
// What the rules of fluids are written with. C and GLSL read this one file, fluid_tile.inl, fluid_flight.inl,
// fluid_effects.inl and level_walk.inl, so that a processor and a graphics processor cannot differ: all of it is
// integers. In C a group and a mover are pointed to, in GLSL a mover is a value.
#ifndef LOAM_TILES_FLUID_PARTS_H
#define LOAM_TILES_FLUID_PARTS_H

#ifdef GL_core_profile
#define uint8_t uint
#define uint32_t uint
#define int32_t int
#define static
#define AS_BYTE(value) uint(value)
#define AS_INT(value) int(value)
#define AS_UINT(value) uint(value)
#define OF(thing, member) thing.member
#define fluid_random uvec2 // 64 bits, low half first
#else
#include <stdbool.h>
#include <stdint.h>
#define AS_BYTE(value) ((uint8_t)(value))
#define AS_INT(value) ((int32_t)(value))
#define AS_UINT(value) ((uint32_t)(value))
#define OF(thing, member) thing->member
#define fluid_random uint64_t
#define DRAW(random, shift, bits) ((uint32_t)((random) >> (shift)) & ((1u << (bits)) - 1))
#endif

// What one kind of fluid can do with a material next to it: bits.
#define FLUID_STRAIGHT 1 // change places with it, ahead and diagonally
#define FLUID_SIDEWAYS 2 // and sideways
#define FLUID_PASSES 4   // slip by it when going diagonally: nothing solid
#define FLUID_CONTACT 8  // turn into something else
#define FLUID_EATS 16    // dissolve it
#define FLUID_RESTS 32   // come to rest on it: it is solid
#define FLUID_SAME 64    // it is the same
#define FLUID_SPACE 128  // rise into it to find a level: air or a gas

// What could be done, as things are around a tile, whatever the dice: bits.
#define WAY_STRAIGHT 1
#define WAY_DIAGONAL 2 // to the left; the next bit is to the right
#define WAY_SIDEWAYS 8 // to the left; the next bit is to the right
#define WAY_MOVES 31   // all of these
#define WAY_LEFT (WAY_DIAGONAL | WAY_SIDEWAYS)
#define WAY_CONTACT 32
#define WAY_SETTLES 64

// Upper bits of the variant of a fluid that finds its level: how often it will still look for another vessel.
#define FLUID_RESTLESS 0x70
#define FLUID_RESTLESS_ONE 0x10

// Upper bit of the variant of a loose solid that has stood where it is: when it leaves, what lay on it and on the
// slopes beside it follows. What only falls past a slope does not carry it along.
#define FLUID_STOOD 0x10

#define FLUID_REQUESTS 8 // of a quarter in a step

// Orders of four things, all of them.
#define FLUID_ORDER_COUNT 24
// clang-format off
#define FLUID_ORDERS(ORDER) \
    ORDER(0, 1, 2, 3) ORDER(0, 1, 3, 2) ORDER(0, 2, 1, 3) ORDER(0, 2, 3, 1) \
    ORDER(0, 3, 1, 2) ORDER(0, 3, 2, 1) ORDER(1, 0, 2, 3) ORDER(1, 0, 3, 2) \
    ORDER(1, 2, 0, 3) ORDER(1, 2, 3, 0) ORDER(1, 3, 0, 2) ORDER(1, 3, 2, 0) \
    ORDER(2, 0, 1, 3) ORDER(2, 0, 3, 1) ORDER(2, 1, 0, 3) ORDER(2, 1, 3, 0) \
    ORDER(2, 3, 0, 1) ORDER(2, 3, 1, 0) ORDER(3, 0, 1, 2) ORDER(3, 0, 2, 1) \
    ORDER(3, 1, 0, 2) ORDER(3, 1, 2, 0) ORDER(3, 2, 0, 1) ORDER(3, 2, 1, 0)
// clang-format on

#endif
