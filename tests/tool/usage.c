// SPDX-License-Identifier: MIT
// Bad usage of every verb: a clear message, the right exit code, nothing written.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "tool/console.h"

#include <sys/stat.h>

static void test_verbs_that_do_not_exist(void)
{
    console_refuses("nosie", 2, "did you mean noise?");
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        console_refuses("nosie", 2, tool_verbs[i]->name);
    }
    console_refuses("nosie", 2, "? Must be one of noise, noise sheet, ");
    console_refuses("frobnicate", 2, "there is no verb \"frobnicate\"; must be one of noise, ");
    console_refuses("noise shet", 2, "\"shet\"");
    console_refuses("help nosie", 2, "did you mean noise?");
    console_refuses("help noise shet", 2, "there is no verb \"shet\"");
    console_refuses("--frobnicate", 2, "there is no verb");
    console_refuses("", 2, "usage");
    console_refuses("bench nosie", 2, "did you mean noise?");
}

static void test_bad_values_of_noise(void)
{
    console_refuses("noise --size 0x0", 2, "--size");
    console_refuses("noise --size 0x64 -o a.png", 2, "1 to 65536");
    console_refuses("noise --size 99999999x99999999 -o a.png", 2, "1 to 65536");
    console_refuses("noise --size 65536x65536 -o a.png", 2, "at most 268435456");
    console_refuses("noise --size -4x4", 2, "--size");
    console_refuses("noise --size 4", 2, "WxH");
    console_refuses("noise --octaves -1", 2, "--octaves is \"-1\"; must be 1 to 16");
    console_refuses("noise --octaves 0", 2, "1 to 16");
    console_refuses("noise --octaves 17", 2, "1 to 16");
    console_refuses("noise --octaves 2.5", 2, "1 to 16");
    console_refuses("noise --wavelength nan", 2, "--wavelength");
    console_refuses("noise --wavelength 0", 2, "2^-10 to 2^30");
    console_refuses("noise --wavelength -1", 2, "2^-10 to 2^30");
    console_refuses("noise --wavelength inf", 2, "--wavelength");
    console_refuses("noise --persistence nan", 2, "0 to 1");
    console_refuses("noise --persistence 1.01", 2, "0 to 1");
    console_refuses("noise --lacunarity 0.5", 2, "1 to 16");
    console_refuses("noise --jitter 2", 2, "0 to 1");
    console_refuses("noise --warp -1", 2, "0 to 2^20");
    console_refuses("noise --warp-octaves 0", 2, "1 to 16");
    console_refuses("noise --step 0", 2, "--step");
    console_refuses("noise --at 1", 2, "X,Y");
    console_refuses("noise --threads 1000", 2, "0 to 256");
}

static void test_bad_choices_of_noise(void)
{
    console_refuses("noise --kind perlon", 2, "did you mean perlin?");
    console_refuses("noise --kind perlon", 2, "white, value, perlin, simplex or cellular");
    console_refuses("noise --fade smooth", 2, "nearest, linear, smoothstep or smootherstep");
    console_refuses("noise --cell f3", 2, "did you mean f");
    console_refuses("noise --metric taxi", 2, "euclidean, manhattan or chebyshev");
    console_refuses("noise --fractal fmb", 2, "did you mean fbm?");
    console_refuses("noise --isa mmx", 2, "auto, scalar, sse2");
    console_refuses("noise --ramp rainbow", 2, "grey, heat, terrain or sea");
    console_refuses("noise --bits 12", 2, "8 or 16");
    console_refuses("noise --dims 4", 2, "2 or 3");
    console_refuses("noise --bits 16 --ramp heat -o a.png", 2, "16 bits are for grey only");
    console_refuses("noise --z 5", 2, "only with --dims 3");
    // No machine has all of these.
    const bool x86 = loam_isa_available(LOAM_ISA_SSE2);
    console_refuses(x86 ? "noise --isa neon" : "noise --isa sse2", 2, "does not have");
    console_refuses(x86 ? "bench --isa neon" : "bench --isa sse2", 2, "must be auto, scalar");
}

static void test_files_that_cannot_be_written(void)
{
    mkdir("folder.png", 0777);
    console_refuses("noise --size 4x4 -o folder.png", 1, "folder.png: cannot be written");
    console_refuses("noise --size 4x4 -o no/where.png", 1, "no/where.png");
    console_refuses("noise --size 4x4 --ramp sea -o no/where.png", 1, "No such file");
    console_refuses("noise sheet --size 16x16 -o folder.png", 1, "folder.png");
    console_refuses("noise --size 4x4 -o a.jpg", 2, "ending in .png");
    console_refuses("noise --size 4x4 -o", 2, "--output needs a value");
    console_refuses("noise sheet --size 8x8", 2, "16 to 1024");
    CHECK_INT(folder_count(0), 1);
    rmdir("folder.png");
}

static void test_slips(void)
{
    console_refuses("noise --seed", 2, "--seed needs a value");
    console_refuses("noise --seed --json", 2, "--seed needs a value");
    console_refuses("noise --seed 1 --seed 2", 2, "--seed is given twice");
    console_refuses("noise --octave 3", 2, "did you mean --octaves?");
    console_refuses("noise --json=yes", 2, "--json");
    console_refuses("noise extra", 2, "\"extra\"");
    console_refuses("version extra", 2, "\"extra\"");
    console_refuses("selftest --jsn", 2, "did you mean --json?");
    console_refuses("bench --filter no-such-measure --time 1", 2, "no-such-measure");
    console_refuses("bench --time 0", 2, "1 to 60000");
}

// A full disk under standard output must not look like success.
static void test_output_that_cannot_be_written(void)
{
    struct stat status;
    if (stat("/dev/full", &status) != 0 || !S_ISCHR(status.st_mode))
    {
        return;
    }
    FILE *full = fopen("/dev/full", "r+"); // a mode that never makes a file
    const char *const words[] = {"loam", "version"};
    CHECK_INT(tool_main(2, words, full, stderr), 1);
    fclose(full);
}

int main(void)
{
    folder_enter();
    RUN(test_verbs_that_do_not_exist);
    RUN(test_bad_values_of_noise);
    RUN(test_bad_choices_of_noise);
    CHECK_INT(folder_count(1), 0);
    RUN(test_files_that_cannot_be_written);
    RUN(test_slips);
    RUN(test_output_that_cannot_be_written);
    CHECK_INT(folder_count(1), 0);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
