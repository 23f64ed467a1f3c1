// SPDX-License-Identifier: MIT
// The places of the reference's samples, which lie anywhere on the lattice.

/// What the lanes of a job have in common.
typedef struct lanes_job
{
    const lattice_shape *shape;
    struct
    {
        const int64_t *cell;
        const int32_t *fraction;
        const uint32_t *key;
    } axis[3];
} lanes_job;

static WIDE_INLINE void lanes_prepare(lanes_job *lanes, const lattice_lanes_job *job,
                                      loam_noise_kind kind, int dims)
{
    (void)kind;
    lanes->shape = job->shape;
    for (int a = 0; a < dims; a++)
    {
        lanes->axis[a].cell = job->axis[a]->cell;
        lanes->axis[a].fraction = job->axis[a]->fraction;
        lanes->axis[a].key = job->octave->key[a];
    }
}

static WIDE_INLINE wide_place place_load(const lanes_job *lanes, int32_t k, loam_noise_kind kind,
                                         int dims)
{
    (void)kind;
    wide_place place = {.has_corners = false};
    for (int a = 0; a < dims; a++)
    {
        const wide_cell cell = cell_load(lanes->axis[a].cell + k);
        place.hash[a][0] = axis_hash(cell, lanes->axis[a].key);
        place.hash[a][1] = axis_hash(cell_next(cell), lanes->axis[a].key);
        place.at[a] = fraction_load(lanes->axis[a].fraction + k);
        place.rest[a] = wi_load(lanes->axis[a].fraction + k);
    }
    return place;
}

/// Hashes of the CELL_SPAN cells along an axis, from two before the sample's to one behind, or from
/// one before to two behind.
static inline void span_hashes(const lanes_job *lanes, int axis, int32_t k, wi hash[CELL_SPAN])
{
    const bool upper = lanes->axis[axis].fraction[k] >= LATTICE_ONE / 2;
    const int64_t first = (int64_t)((uint64_t)lanes->axis[axis].cell[k] - (upper ? 1u : 2u));
    wide_cell cell = cell_load(&first);
    for (int i = 0; i < CELL_SPAN; i++)
    {
        hash[i] = axis_hash(cell, lanes->axis[axis].key);
        cell = cell_next(cell);
    }
}

static WIDE_INLINE wi fraction_bits(const lanes_job *lanes, int axis, int32_t k)
{
    return wi_load(lanes->axis[axis].fraction + k);
}
