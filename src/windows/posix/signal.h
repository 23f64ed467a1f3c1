// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_SIGNAL_H
#define LOAM_WINDOWS_SIGNAL_H

#include_next <signal.h>

// What nothing here ever sends has a number, too, so that it can be ignored.
#define SIGHUP 1
#define SIGPIPE 13
#define SIGALRM 14
#define SIGXFSZ 25

#define SA_SIGINFO 4
#define SA_RESTART 0x10000000

struct sigaction
{
    void (*sa_handler)(int);
    int sa_flags;
    int sa_mask;
};

/// Ctrl-C and Ctrl-Break are SIGINT; closing the console, logging off and shutting down are SIGTERM. A handler
/// runs in a thread of its own.
int loam_posix_sigaction(int number, const struct sigaction *now, struct sigaction *before);
void (*loam_posix_signal(int number, void (*handler)(int)))(int);

#undef sigemptyset
#define sigemptyset(mask) ((void)(*(mask) = 0))
#define sigaction(number, now, before) loam_posix_sigaction(number, now, before)
#define signal(number, handler) loam_posix_signal(number, handler)

#endif
