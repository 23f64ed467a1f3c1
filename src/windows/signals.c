// SPDX-License-Identifier: MIT
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/time.h>
#include <windows.h>

// Windows tells a program of the console by a call in a new thread, and ends it when that returns, or five seconds
// later if its console is closed. So who has a handler for that finishes what it does, and ends by itself.

enum
{
    SIGNALS = 32
};

static void (*volatile handlers[SIGNALS])(int); // SIG_DFL is NULL
static volatile LONG alarm_number;              // of the alarm that counts; those before it end
static volatile bool listening;

static int number_of(DWORD event)
{
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? SIGINT : SIGTERM;
}

static BOOL WINAPI hear(DWORD event)
{
    const int number = number_of(event);
    void (*const handler)(int) = handlers[number];
    if (handler == SIG_DFL)
    {
        return FALSE;
    }
    if (handler != SIG_IGN)
    {
        handler(number);
        if (number == SIGTERM)
        {
            Sleep(INFINITE); // until this process has ended
        }
    }
    return TRUE;
}

int loam_posix_sigaction(int number, const struct sigaction *now, struct sigaction *before)
{
    if (number <= 0 || number >= SIGNALS)
    {
        errno = EINVAL;
        return -1;
    }
    if (before != NULL)
    {
        *before = (struct sigaction){.sa_handler = handlers[number]};
    }
    if (now != NULL)
    {
        handlers[number] = now->sa_handler;
        if (!listening)
        {
            listening = SetConsoleCtrlHandler(hear, TRUE) != 0;
        }
    }
    return 0;
}

void (*loam_posix_signal(int number, void (*handler)(int)))(int)
{
    const struct sigaction now = {.sa_handler = handler};
    struct sigaction before;
    return loam_posix_sigaction(number, &now, &before) == 0 ? before.sa_handler : SIG_ERR;
}

// ---- alarms -------------------------------------------------------------------------------------------

typedef struct alarm
{
    LONG number;
    DWORD ms;
} alarm_clock;

static DWORD WINAPI ring(void *argument)
{
    const alarm_clock clock = *(alarm_clock *)argument;
    HeapFree(GetProcessHeap(), 0, argument);
    for (;;)
    {
        Sleep(clock.ms);
        void (*const handler)(int) = handlers[SIGALRM];
        if (alarm_number != clock.number)
        {
            return 0;
        }
        if (handler != SIG_DFL && handler != SIG_IGN)
        {
            handler(SIGALRM);
        }
    }
}

int loam_posix_setitimer(int which, const struct itimerval *times, struct itimerval *before)
{
    const DWORD ms = (DWORD)(times->it_interval.tv_sec * 1000 + times->it_interval.tv_usec / 1000);
    const LONG number = InterlockedIncrement(&alarm_number);
    (void)which, (void)before;
    if (ms == 0)
    {
        return 0;
    }
    alarm_clock *const clock = HeapAlloc(GetProcessHeap(), 0, sizeof *clock);
    if (clock == NULL)
    {
        errno = ENOMEM;
        return -1;
    }
    *clock = (alarm_clock){number, ms};
    const HANDLE thread = CreateThread(NULL, 0, ring, clock, 0, NULL);
    if (thread == NULL)
    {
        HeapFree(GetProcessHeap(), 0, clock);
        errno = EAGAIN;
        return -1;
    }
    CloseHandle(thread);
    return 0;
}
