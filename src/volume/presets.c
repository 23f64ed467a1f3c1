// SPDX-License-Identifier: MIT
#include "volume/preset.h"

#include <string.h>

// What the built-in functions share.

// ---- weights ------------------------------------------------------------------------------------

/// Functions end before water, so that no cave drains a river and no rock stands in the sea.
static float dryness(const loam_volume_columns *columns, size_t i)
{
    return loam_clamp01((columns->bank[i] - 6.0f) * 0.05f) *
           loam_clamp01((columns->height[i] - 1.5f) * 0.2f);
}

void loam_preset_weigh(loam_density_share share, preset_nature *nature,
                       const loam_volume_columns *columns, float *out)
{
    const size_t count = (size_t)columns->w * (size_t)columns->d;
    for (size_t i = 0; i < count; i++)
    {
        out[i] = share.strength * dryness(columns, i) *
                 (share.everywhere ? 1.0f : loam_clamp01(nature(columns, i)));
    }
}

// ---- noises -------------------------------------------------------------------------------------

loam_result loam_preset_noise(loam_noise *noise, uint64_t seed, const char *name,
                              float wavelength_m, int32_t octaves, loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 2.0 * (double)wavelength_m;
    def.octaves = octaves;
    def.isa = isa;
    return loam_noise_init(noise, &def, loam_seed_derive(seed, name));
}

/// A part of a row, which fits.
static void line_part(const loam_noise *noise, loam_noise_area area, float *out)
{
    float dx[PRESET_ROW], dz[PRESET_ROW];
    // Where it is flat there is no line nearby, however small the noise is.
    const float flat = 1.2f / (float)noise->def.wavelength;
    loam_noise_slope2(noise, out, dx, dz, area);
    for (int32_t i = 0; i < area.w; i++)
    {
        const float steep = sqrtf(dx[i] * dx[i] + dz[i] * dz[i] + flat * flat);
        out[i] = 0.5f * (out[i] < 0.0f ? -out[i] : out[i]) / steep;
    }
}

void loam_preset_lines(const loam_noise *noise, const loam_volume_lattice *lattice, float *out)
{
    for (int32_t k = 0; k < lattice->d; k++)
    {
        for (int32_t i = 0; i < lattice->w; i += PRESET_ROW)
        {
            const int32_t left = lattice->w - i;
            const loam_noise_area area = {.x = lattice->x + i * lattice->step,
                                          .y = lattice->z + k * lattice->step,
                                          .step = lattice->step,
                                          .w = left < PRESET_ROW ? left : PRESET_ROW,
                                          .h = 1,
                                          .d = 1};
            line_part(noise, area, out + (size_t)k * (size_t)lattice->w + (size_t)i);
        }
    }
}

preset_span loam_preset_heights(const loam_volume_lattice *lattice, float low_m, float high_m)
{
    const float first = preset_height(lattice, 0), step = 0.5f * (float)lattice->step;
    const float far = (float)lattice->h;
    const float low = loam_clamp((low_m - first) / step - 1.0f, 0.0f, far);
    const float high = loam_clamp((high_m - first) / step + 1.0f, -1.0f, far - 1.0f);
    return (preset_span){(int32_t)low, loam_floor_int(high)};
}

void loam_preset_slice(const loam_noise *noise, const loam_volume_lattice *lattice, int32_t k,
                       preset_span heights, float *out)
{
    const size_t w = (size_t)lattice->w;
    float *const slice = out + preset_index(lattice, 0, 0, k);
    if (heights.first > heights.last)
    {
        memset(slice, 0, w * (size_t)lattice->h * sizeof(float));
        return;
    }
    loam_volume_lattice part = *lattice;
    part.y += heights.first * lattice->step;
    part.z += k * lattice->step;
    part.h = heights.last - heights.first + 1;
    part.d = 1;
    memset(slice, 0, w * (size_t)heights.first * sizeof(float));
    preset_grid(noise, &part, slice + w * (size_t)heights.first);
    memset(slice + w * (size_t)(heights.last + 1), 0,
           w * (size_t)(lattice->h - heights.last - 1) * sizeof(float));
}

// ---- cells --------------------------------------------------------------------------------------

preset_span loam_preset_span(float middle_m, float reach_m, float step_m, int32_t count)
{
    const float far = (float)count;
    const float first = loam_clamp((middle_m - reach_m) / step_m, 0.0f, far);
    const float last = loam_clamp((middle_m + reach_m) / step_m, -1.0f, far - 1.0f);
    const int32_t from = (int32_t)first;
    return (preset_span){(float)from < first ? from + 1 : from, loam_floor_int(last)};
}

static void visit_cell(const preset_cells *cells, const loam_volume_lattice *lattice,
                       int64_t column, int64_t row, int64_t spacing, float *out)
{
    const uint64_t seed = loam_seed_at(cells->seed, column, 0, row);
    if (loam_random_float(seed, 0) >= cells->chance)
    {
        return;
    }
    // In the middle half of the cell, so that those of two cells do not meet.
    const int64_t x = column * spacing + loam_random_range(seed, 1, spacing / 4, spacing * 3 / 4);
    const int64_t z = row * spacing + loam_random_range(seed, 2, spacing / 4, spacing * 3 / 4);
    const preset_feature feature = {0.5f * (float)(x - lattice->x), 0.5f * (float)(z - lattice->z),
                                    seed};
    cells->visit(cells->context, &feature, lattice, out);
}

void loam_preset_visit_cells(const preset_cells *cells, const loam_volume_lattice *lattice,
                             float *out)
{
    const int64_t spacing = (int64_t)(2.0f * cells->spacing_m);
    const int64_t reach = (int64_t)(2.0f * cells->reach_m) + 2;
    const int64_t far_x = lattice->x + (lattice->w - 1) * lattice->step,
                  far_z = lattice->z + (lattice->d - 1) * lattice->step;
    memset(out, 0, (size_t)lattice->w * (size_t)lattice->h * (size_t)lattice->d * sizeof(float));
    for (int64_t row = loam_floor_div(lattice->z - reach, spacing);
         row <= loam_floor_div(far_z + reach, spacing); row++)
    {
        for (int64_t column = loam_floor_div(lattice->x - reach, spacing);
             column <= loam_floor_div(far_x + reach, spacing); column++)
        {
            visit_cell(cells, lattice, column, row, spacing, out);
        }
    }
}

// ---- terrain ------------------------------------------------------------------------------------

/// Frequencies of the table are per metre: 1 / wavelength. The amplitudes are ours, for it gives none.
loam_noise_def loam_terrain_noise(loam_terrain terrain, float *amplitude_m)
{
    static const struct
    {
        int32_t octaves;
        double frequency, persistence;
        float amplitude;
    } table[LOAM_TERRAIN_COUNT] = {[LOAM_TERRAIN_PLAINS] = {2, 0.002, 0.4, 10.0f},
                                   [LOAM_TERRAIN_HILLS] = {3, 0.004, 0.5, 35.0f},
                                   [LOAM_TERRAIN_MOUNTAINS] = {4, 0.006, 0.6, 90.0f},
                                   [LOAM_TERRAIN_RIDGES] = {4, 0.006, 0.6, 75.0f}};
    const int32_t row = terrain < LOAM_TERRAIN_COUNT ? (int32_t)terrain : 0;
    loam_noise_def def = loam_default_noise_def();
    def.octaves = table[row].octaves;
    def.wavelength = 1.0 / table[row].frequency;
    def.persistence = table[row].persistence;
    def.fractal = row == LOAM_TERRAIN_RIDGES ? LOAM_FRACTAL_RIDGED : LOAM_FRACTAL_FBM;
    *amplitude_m = table[row].amplitude;
    return def;
}
