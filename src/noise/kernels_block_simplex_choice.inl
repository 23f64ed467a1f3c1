// SPDX-License-Identifier: MIT
// Which way a rectangle of a grid of simplex noise is sampled: by runs where samples lie very close together, by
// levels where cells are some samples wide, by the gradients of the lattice points below that, or by hashes.

enum
{
    // For fewer rows it takes longer to prepare a block than to sample it place by place. Measured.
    BLOCK_ROWS_MIN = WIDE_N > 8   ? 3
                     : WIDE_N > 4 ? 2
                                  : 1,
};

static WIDE_INLINE bool block_simplex_dims(const lattice_block_job *job, int dims)
{
    simplex_axis axis[3];
    for (int a = 0; a < dims; a++)
    {
        if (!simplex_axis_prepare(&axis[a], job, a, dims))
        {
            return false;
        }
    }
    if (runs_pay(axis, job, dims))
    {
        block_runs(job, axis, dims);
        return true;
    }
#if WIDE_N >= 8
    if (levels_pay(axis, job, dims))
    {
        block_levels(job, axis, dims);
        return true;
    }
#endif
    if (axis[0].skew.advance >= (int64_t)(WIDE_N - 2) * (dims == 2 ? SKEW2_ONE : SKEW3_ONE))
    {
        return false;
    }
    if (dims == 2)
    {
        block_simplex2(job, axis);
    }
    else
    {
        block_simplex_direct(job, axis, 3);
    }
    return true;
}

static bool block_simplex(const lattice_block_job *job)
{
    if (job->h < BLOCK_ROWS_MIN)
    {
        return false;
    }
    switch (job->shape->dims)
    {
    case 1:
        return false;
    case 2:
        return block_simplex_dims(job, 2);
    default:
        return block_simplex_dims(job, 3);
    }
}
