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

// Looks at the clock have to be on time, so they are those of a timer, and of a fine one where there is one.

#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 2
#endif

typedef struct alarm_clock
{
    LONG number;
    HANDLE timer;
} alarm_clock;

static DWORD WINAPI ring(void *argument)
{
    const alarm_clock clock = *(alarm_clock *)argument;
    HeapFree(GetProcessHeap(), 0, argument);
    while (WaitForSingleObject(clock.timer, INFINITE) == WAIT_OBJECT_0 &&
           alarm_number == clock.number)
    {
        void (*const handler)(int) = handlers[SIGALRM];
        if (handler != SIG_DFL && handler != SIG_IGN)
        {
            handler(SIGALRM);
        }
    }
    CloseHandle(clock.timer);
    return 0;
}

static HANDLE start_timer(LONG ms)
{
    const LARGE_INTEGER first = {.QuadPart = -10000 *
                                             (LONGLONG)ms}; // from now on, in steps of 100 ns
    HANDLE timer = CreateWaitableTimerExW(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION,
                                          TIMER_ALL_ACCESS);
    timer = timer != NULL ? timer : CreateWaitableTimerW(NULL, FALSE, NULL);
    if (timer != NULL && !SetWaitableTimer(timer, &first, ms, NULL, NULL, FALSE))
    {
        CloseHandle(timer);
        return NULL;
    }
    return timer;
}

static bool start_clock(LONG number, LONG ms)
{
    alarm_clock *const clock = HeapAlloc(GetProcessHeap(), 0, sizeof *clock);
    const HANDLE timer = clock != NULL ? start_timer(ms) : NULL;
    HANDLE thread = NULL;
    if (timer != NULL)
    {
        *clock = (alarm_clock){number, timer};
        thread = CreateThread(NULL, 0, ring, clock, 0, NULL);
    }
    if (thread == NULL)
    {
        HeapFree(GetProcessHeap(), 0, clock);
        CloseHandle(timer);
        return false;
    }
    CloseHandle(thread);
    return true;
}

int loam_posix_setitimer(int which, const struct itimerval *times, struct itimerval *before)
{
    const LONG ms = (LONG)(times->it_interval.tv_sec * 1000 + times->it_interval.tv_usec / 1000);
    const LONG number = InterlockedIncrement(&alarm_number);
    (void)which, (void)before;
    if (ms > 0 && !start_clock(number, ms))
    {
        errno = ENOMEM;
        return -1;
    }
    return 0;
}
