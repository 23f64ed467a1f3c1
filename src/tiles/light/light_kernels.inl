// SPDX-License-Identifier: MIT
// Loops that compilers turn into vectors: counts are multiples of LIGHT_LANES, nothing overlaps.
#include "tiles/light/light_kernels.h"

static void mix(float *restrict out, const float *restrict planes, int32_t pitch,
                const float weights[3], int32_t blocks)
{
    const float a = weights[0], b = weights[1], c = weights[2];
    for (int32_t i = 0; i < blocks * LIGHT_LANES; i++)
    {
        out[i] = a * planes[i] + b * planes[i + pitch] + c * planes[i + 2 * pitch];
    }
}

static void carry_channel(float *restrict out, const float *restrict in,
                          const float *restrict emission, const light_carry *row)
{
    const float *const restrict passing = row->passing;
    const int32_t side = row->side, count = row->blocks * LIGHT_LANES;
    const float stay = row->stay, spread = row->spread;
    const float left = row->gain * row->taps[0], middle = row->gain * row->taps[1];
    const float right = row->gain * row->taps[2];
    for (int32_t i = 0; i < count; i++)
    {
        const float carried = stay * in[i] + spread * in[i - side];
        const float met = left * emission[i - 1] + middle * emission[i] + right * emission[i + 1];
        out[i] = (carried + met) * passing[i];
    }
}

static void carry(const light_carry *row)
{
    float *const restrict passing = row->passing;
    const float *const restrict through = row->through;
    const int32_t count = row->blocks * LIGHT_LANES;
    const float left = row->taps[0], middle = row->taps[1], right = row->taps[2];
    for (int32_t i = 0; i < count; i++)
    {
        passing[i] = left * through[i - 1] + middle * through[i] + right * through[i + 1];
    }
    for (int32_t channel = 0; channel < LIGHT_CHANNELS; channel++)
    {
        carry_channel(row->out + channel * row->lines, row->in + channel * row->lines,
                      row->emission + channel * row->pitch, row);
    }
}

static void deposit_channel(float *restrict sum, const float *restrict in, const light_deposit *row)
{
    const int32_t count = row->blocks * LIGHT_LANES;
    const float left = row->taps[0], middle = row->taps[1], right = row->taps[2];
    for (int32_t i = 0; i < count; i++)
    {
        sum[i] += left * in[i - 1] + middle * in[i] + right * in[i + 1];
    }
}

static void deposit(const light_deposit *row)
{
    for (int32_t channel = 0; channel < LIGHT_CHANNELS; channel++)
    {
        deposit_channel(row->sum + channel * row->pitch, row->in + channel * row->lines, row);
    }
}

const loam_light_kernels KERNELS = {.carry = carry, .deposit = deposit, .mix = mix};
