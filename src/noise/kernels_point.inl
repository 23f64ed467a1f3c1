// SPDX-License-Identifier: MIT
// One sample at a time, straight through: for callers who ask for single places. Rows of positions, targets
// and tables of kernels cost several times what one sample does.

/// A place that is too far out to be skewed quickly.
static void point_skew_far(point_place *place, int dims)
{
    lattice_axis axes[3];
    lattice_axis *pointers[3] = {&axes[0], &axes[1], &axes[2]};
    for (int a = 0; a < dims; a++)
    {
        loam_lattice_fill(&axes[a], place->cell[a], place->rest[a], 1);
    }
    loam_lattice_skew(pointers, dims, 1);
    for (int a = 0; a < dims; a++)
    {
        place->cell[a] = axes[a].cell[0];
        place->rest[a] = axes[a].fraction[0];
    }
}

static WIDE_INLINE float point_octave(const lattice_shape *shape, const loam_noise_octave *octave,
                                      const int64_t at[3], loam_noise_kind kind, int dims)
{
    point_place place = loam_point_place(at, octave->frequency, dims);
    if (kind == LOAM_NOISE_SIMPLEX && dims > 1 && !loam_point_skew(&place, dims))
    {
        point_skew_far(&place, dims);
    }
    lanes_job lanes = {.shape = shape};
    for (int a = 0; a < dims; a++)
    {
        lanes.axis[a].cell = &place.cell[a];
        lanes.axis[a].fraction = &place.rest[a];
        lanes.axis[a].key = octave->key[a];
    }
    wide_vector slope;
    return lanes_sample(&lanes, 0, kind, dims, &slope);
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

bool loam_noise_point(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z,
                      float *out)
{
    const int64_t at[3] = {x, y, z};
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
