// SPDX-License-Identifier: MIT
// From an octave's values to the output: alone, or folded into what earlier octaves left there.

/// What an octave's value is turned into before it is weighed.
static WIDE_INLINE wf octave_shape(loam_noise_fractal fractal, wf n)
{
    switch (fractal)
    {
    case LOAM_FRACTAL_RIDGED:
        return wf_sub(wf_set(1), wf_add(absolute(n), absolute(n)));
    case LOAM_FRACTAL_TURBULENCE:
    case LOAM_FRACTAL_MINIMUM:
        return absolute(n);
    case LOAM_FRACTAL_SQUARES:
        return wf_mul(n, n);
    default:
        return n;
    }
}

static WIDE_INLINE wf fold(const lattice_target *target, wf before, wf n)
{
    // The usual case first: this is asked for every vector.
    const bool sum = target->fractal == LOAM_FRACTAL_FBM;
    const wf term = wf_mul(wf_set(target->weight), sum ? n : octave_shape(target->fractal, n));
    if (target->first)
    {
        return term;
    }
    return !sum && target->fractal == LOAM_FRACTAL_MINIMUM ? wf_min(before, term)
                                                           : wf_add(before, term);
}

/// Where the samples of a row go. Kept in a local variable: stores of vectors may alias anything, and
/// would make the compiler read a job's fields again for every vector.
typedef struct row_target
{
    lattice_target target;
    float *out;
    int32_t count;
} row_target;

/// Writes the vector of samples k, k + 1, ...; never past the end of the row.
static WIDE_INLINE void emit(const row_target *row, int32_t k, wf n)
{
    float *const out = row->out + k;
    if (k + WIDE_N <= row->count)
    {
        wf_store(out, row->target.plain ? n : fold(&row->target, wf_load(out), n));
        return;
    }
    float tail[WIDE_N] = {0};
    const size_t bytes = (size_t)(row->count - k) * sizeof(float);
    memcpy(tail, out, bytes);
    wf_store(tail, row->target.plain ? n : fold(&row->target, wf_load(tail), n));
    memcpy(out, tail, bytes);
}
