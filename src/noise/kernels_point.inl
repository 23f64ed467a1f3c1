// SPDX-License-Identifier: MIT
// One sample at a time, straight through: for callers who ask for single places. Rows of positions, targets
// and tables of kernels cost several times what one sample does.

/// Cells of positions whose skewed sums fit into 64 bits.
#define POINT_CELLS_MAX ((int64_t)1 << 31)

/// As loam_lattice_skew, for one position.
static WIDE_INLINE void point_skew(lattice_axis *axes, int dims)
{
    const int64_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    const int64_t major = dims == 2 ? SKEW2_MAJOR : SKEW3_MAJOR;
    const int64_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
    int64_t whole[3], sum = 0;
    for (int a = 0; a < dims; a++)
    {
        const int64_t cell = axes[a].cell[0];
        if (cell < -POINT_CELLS_MAX || cell >= POINT_CELLS_MAX)
        {
            lattice_axis *pointers[3] = {&axes[0], &axes[1], &axes[dims - 1]};
            loam_lattice_skew(pointers, dims, 1);
            return;
        }
        whole[a] = cell * LATTICE_ONE + axes[a].fraction[0];
        sum += whole[a];
    }
    for (int a = 0; a < dims; a++)
    {
        const int64_t along = (major - minor) * whole[a] + minor * sum;
        const int64_t rest = along % one, below = rest < 0;
        axes[a].cell[0] = along / one - below;
        axes[a].fraction[0] = (int32_t)(rest + below * one);
    }
}

static WIDE_INLINE float point_octave(const lattice_shape *shape, const loam_noise_octave *octave,
                                     const int64_t at[3], loam_noise_kind kind, int dims)
{
    lattice_axis axes[3];
    for (int a = 0; a < dims; a++)
    {
        const lattice_point place = loam_lattice_point(at[a], octave->frequency);
        axes[a].cell[0] = place.cell;
        axes[a].fraction[0] = (int32_t)(place.rest >>
                                        (LATTICE_FREQUENCY_BITS - LATTICE_FRACTION_BITS));
    }
    if (kind == LOAM_NOISE_SIMPLEX && dims > 1)
    {
        point_skew(axes, dims);
    }
    const lattice_lanes_job job = {
        .shape = shape, .octave = octave, .axis = {&axes[0], &axes[1], &axes[2]}, .count = 1};
    wide_vector slope;
    return lanes_sample(&job, 0, kind, dims, &slope);
}

static WIDE_INLINE float point_sum(const loam_noise *noise, const int64_t at[3],
                                  loam_noise_kind kind, int dims)
{
    const loam_noise_def *const def = &noise->def;
    const lattice_shape shape = {.fade = def->fade}; // all that value, perlin and simplex ask for
    float value = 0.0f;
    for (int32_t i = 0; i < def->octaves; i++)
    {
        const lattice_target target = loam_noise_target(def, &noise->octaves[i], i);
        const float n = point_octave(&shape, &noise->octaves[i], at, kind, dims);
        value = target.plain ? n : fold(&target, value, n);
    }
    return value;
}

static float point_value(const loam_noise *noise, const int64_t at[3], int32_t dims)
{
    return dims == 1   ? point_sum(noise, at, LOAM_NOISE_VALUE, 1)
           : dims == 2 ? point_sum(noise, at, LOAM_NOISE_VALUE, 2)
                       : point_sum(noise, at, LOAM_NOISE_VALUE, 3);
}

static float point_perlin(const loam_noise *noise, const int64_t at[3], int32_t dims)
{
    return dims == 1   ? point_sum(noise, at, LOAM_NOISE_PERLIN, 1)
           : dims == 2 ? point_sum(noise, at, LOAM_NOISE_PERLIN, 2)
                       : point_sum(noise, at, LOAM_NOISE_PERLIN, 3);
}

static float point_simplex(const loam_noise *noise, const int64_t at[3], int32_t dims)
{
    return dims == 1   ? point_sum(noise, at, LOAM_NOISE_SIMPLEX, 1)
           : dims == 2 ? point_sum(noise, at, LOAM_NOISE_SIMPLEX, 2)
                       : point_sum(noise, at, LOAM_NOISE_SIMPLEX, 3);
}

bool loam_noise_point(const loam_noise *noise, int32_t dims, const int64_t at[3], float *out)
{
    if (noise->def.warp > 0.0 || loam_noise_is_centred(&noise->def))
    {
        return false;
    }
    switch (noise->def.kind)
    {
    case LOAM_NOISE_VALUE:
        *out = point_value(noise, at, dims);
        return true;
    case LOAM_NOISE_PERLIN:
        *out = point_perlin(noise, at, dims);
        return true;
    case LOAM_NOISE_SIMPLEX:
        *out = point_simplex(noise, at, dims);
        return true;
    default:
        return false;
    }
}
