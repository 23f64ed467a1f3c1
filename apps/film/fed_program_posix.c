// SPDX-License-Identifier: MIT
#include "film/fed_program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

/// In the child: becomes the program. What goes wrong is written to report, which closes by itself if nothing
/// does. Only what may be called while other threads hold any lock is called.
static void become_program(char *const *words, int input, int report)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(input, STDIN_FILENO) >= 0)
    {
        execvp(words[0], words);
    }
    const int reason = errno;
    const ssize_t written = write(report, &reason, sizeof reason);
    _exit(written > 0 ? 127 : 126);
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/// Both ends close by themselves in a program that a child becomes.
static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
    {
        return false;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/// Waits until the child has become the program or has told why it could not.
static int await_start(const fed_program *program, int report)
{
    int reason = 0;
    ssize_t count;
    do
    {
        count = read(report, &reason, sizeof reason);
    } while (count < 0 && errno == EINTR);
    close(report);
    if (count != sizeof reason)
    {
        return 0;
    }
    close(program->pipe);
    waitpid((pid_t)program->process, NULL, 0);
    return reason;
}

int fed_program_start(char *const *words, fed_program *out)
{
    int input[2], report[2];
    if (!open_pipe(input))
    {
        return errno;
    }
    if (!open_pipe(report))
    {
        const int reason = errno;
        close_both(input);
        return reason;
    }
    const pid_t child = fork();
    if (child < 0)
    {
        const int reason = errno;
        close_both(input);
        close_both(report);
        return reason;
    }
    if (child == 0)
    {
        become_program(words, input[0], report[1]);
    }
    close(input[0]);
    close(report[1]);
    *out = (fed_program){.process = (long)child, .pipe = input[1]};
    return await_start(out, report[0]);
}

bool fed_program_end(fed_program *program)
{
    int status = 1;
    close(program->pipe);
    while (waitpid((pid_t)program->process, &status, 0) < 0 && errno == EINTR)
    {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
