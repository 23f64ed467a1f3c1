// SPDX-License-Identifier: MIT
// The numbers that noises are made of. Nothing but macros, so that C and GLSL read this one file.
#ifndef LOAM_NOISE_TABLES_H
#define LOAM_NOISE_TABLES_H

// 32 directions of the plane, evenly spread and none along an axis: eight in a quadrant times two
// signs. The components have at most 8 significant bits, so that two of them fit into one word.
#define GRADIENT2_X \
    0.99609375f, 0.95703125f, 0.8828125f, 0.7734375f, 0.6328125f, 0.470703125f, 0.291015625f, \
        0.09814453125f
#define GRADIENT2_Y \
    0.09814453125f, 0.291015625f, 0.470703125f, 0.6328125f, 0.7734375f, 0.8828125f, 0.95703125f, \
        0.99609375f

// 56 directions of space: the six orders of (a, b, c) and twice the diagonal, times three signs. The
// figures make the set isotropic up to the fourth moment: the mean of x^4 is 1/5, of x^2 y^2 1/15.
#define GRADIENT3_A 0.903614378f
#define GRADIENT3_B 0.378788933f
#define GRADIENT3_C 0.2f
#define GRADIENT3_D 0.577350269f
#define GRADIENT3_X \
    GRADIENT3_A, GRADIENT3_B, GRADIENT3_C, GRADIENT3_A, GRADIENT3_C, GRADIENT3_B, GRADIENT3_D, \
        GRADIENT3_D
#define GRADIENT3_Y \
    GRADIENT3_B, GRADIENT3_C, GRADIENT3_A, GRADIENT3_C, GRADIENT3_B, GRADIENT3_A, GRADIENT3_D, \
        GRADIENT3_D
#define GRADIENT3_Z \
    GRADIENT3_C, GRADIENT3_A, GRADIENT3_B, GRADIENT3_B, GRADIENT3_A, GRADIENT3_C, GRADIENT3_D, \
        GRADIENT3_D

// Factors that stretch the largest possible value to just below 1, by the number of dimensions; found
// by maximising over the cell with the best gradient at each corner.
#define PERLIN_SCALES 0.0f, 1.9999f, 1.4212f, 1.1546f
#define SIMPLEX_SCALES 0.0f, 3.16f, 99.2f, 107.5f

#endif
