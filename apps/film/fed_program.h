// SPDX-License-Identifier: MIT
// Another program that is given bytes through a pipe.
#ifndef LOAM_FILM_FED_PROGRAM_H
#define LOAM_FILM_FED_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct fed_program
{
    long process;    // its number
    intptr_t handle; // of Windows
    int pipe;        // a descriptor to write to
} fed_program;

/// Starts the program words[0] without a shell; words end with NULL. Ctrl-C on the console reaches this program and
/// not that one. 0, or an errno: ENOENT says that there is no such program.
int fed_program_start(char *const *words, fed_program *out);

/// Closes the pipe and waits until the program has ended; whether all went well with it.
bool fed_program_end(fed_program *program);

#endif
