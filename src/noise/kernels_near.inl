// SPDX-License-Identifier: MIT
// The places of samples that are near to each other. 32 bits count their cells from a base, so hashes know the upper
// half of a cell in advance. A row is skewed and hashed before the lanes come: what is short finds room in a
// processor's window many times over, while the whole way of a sample would be waited for.

/// One axis of a row: cells are base + integers of 32 bits.
typedef struct near_axis
{
    uint64_t base;
    const uint32_t *key;
} near_axis;

/// What the lanes of a job have in common.
typedef struct lanes_job
{
    const lattice_shape *shape;
    near_axis axis[3];
    const int32_t *cell[3],
        *rest[3]; // of the samples, skewed if the noise is; rests are fractions otherwise
    _Alignas(LATTICE_ALIGN)
        int32_t hash[3][2][LATTICE_COLUMNS + LATTICE_PAD]; // of the cells and of the next ones
    int32_t skewed[3][2][LATTICE_COLUMNS + LATTICE_PAD];
    int32_t corner[CORNERS][LATTICE_COLUMNS + LATTICE_PAD]; // see corner_hash
} lanes_job;

#define HIGH_FACTOR 0x85ebca77u

/// The upper half of cells as it goes into their hashes: it grows by one where the lower one passes 2^32, after cell
/// `last`.
typedef struct near_high
{
    wi low, key, term, last;
    bool same; // no cell is that far up
} near_high;

static WIDE_INLINE near_high near_high_of(const near_axis *axis)
{
    const uint32_t room = 0u - (uint32_t)axis->base; // none is all of it
    const bool same = room - 1 > 1u << (LATTICE_NEAR_BITS + 2);
    return (near_high){
        .low = wi_set((int32_t)(uint32_t)axis->base),
        .key = wi_set((int32_t)axis->key[0]),
        .term = wi_set((int32_t)((uint32_t)(axis->base >> 32) * HIGH_FACTOR + axis->key[1])),
        .last = wi_set(same ? INT32_MAX : (int32_t)(room - 1)),
        .same = same};
}

/// As axis_hash of base + cell.
static WIDE_INLINE wi near_hash(const near_high *high, wi cell, bool same)
{
    wi term = high->term;
    if (!same)
    {
        const wi beyond = wi_from_m(wi_gt(cell, high->last));
        term = wi_add(term, wi_and(beyond, wi_set((int32_t)HIGH_FACTOR)));
    }
    wi x = wi_mul(wi_xor(wi_add(cell, high->low), high->key), wi_set((int32_t)0x9e3779b1u));
    x = wi_xor(x, wi_shr(x, 15));
    return mix(wi_add(x, term));
}

static WIDE_INLINE void hash_cells(int32_t hash[2][LATTICE_COLUMNS + LATTICE_PAD],
                                   const near_high *high, const int32_t *cells, int32_t count,
                                   bool same)
{
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        const wi cell = wi_load(cells + k);
        wi_store(hash[0] + k, near_hash(high, cell, same));
        wi_store(hash[1] + k, near_hash(high, wi_add(cell, wi_set(1)), same));
    }
}

static void hash_axes(lanes_job *lanes, int32_t count, int dims)
{
    for (int a = 0; a < dims; a++)
    {
        const near_high high = near_high_of(&lanes->axis[a]);
        if (high.same)
        {
            hash_cells(lanes->hash[a], &high, lanes->cell[a], count, true);
        }
        else
        {
            hash_cells(lanes->hash[a], &high, lanes->cell[a], count, false);
        }
    }
}

/// Takes one off a remainder that is not less, and says where: -1.
static WIDE_INLINE wi skew_carry(wi *rest, int32_t one)
{
    const wi carry = wi_from_m(wi_gt(*rest, wi_set(one - 1)));
    *rest = wi_sub(*rest, wi_and(carry, wi_set(one)));
    return carry;
}

/// As loam_lattice_skew: a skewed coordinate is its axis' own and a share of the sum of all, 15/41 or 1/3. The share's
/// cells are guessed by a factor that is a hair too small: a guess is at most one too low for sums of cells that are
/// near, and what it leaves has room for all fractions (a test tries every sum). apart: added to the axes' cells.
static WIDE_INLINE void skew_places(lanes_job *lanes, const int32_t apart[3], int32_t count,
                                    int dims)
{
    const int32_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
    const int32_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
    const int32_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        wi cell[3], fraction[3], cells = wi_set(0), fractions = wi_set(0);
        for (int a = 0; a < dims; a++)
        {
            cell[a] = wi_add(wi_load(lanes->cell[a] + k), wi_set(apart[a]));
            fraction[a] = wi_load(lanes->rest[a] + k);
            cells = wi_add(cells, cell[a]);
            fractions = wi_add(fractions, fraction[a]);
        }
        const wf factor = wf_set(dims == 2 ? SKEW2_SHARE : SKEW3_SHARE);
        const wi guess = wi_from_f(wf_mul(wf_from_i(cells), factor));
        const wi left = wi_sub(wi_mul(cells, wi_set(minor)), wi_mul(guess, wi_set(divisor)));
        wi rest = wi_add(wi_shl(left, LATTICE_FRACTION_BITS), wi_mul(fractions, wi_set(minor)));
        const wi share = wi_sub(guess, skew_carry(&rest, one));
        for (int a = 0; a < dims; a++)
        {
            wi own = wi_add(rest, wi_mul(fraction[a], wi_set(divisor)));
            const wi carry = skew_carry(&own, one);
            wi_store(lanes->skewed[a][0] + k, wi_sub(wi_add(cell[a], share), carry));
            wi_store(lanes->skewed[a][1] + k, own);
        }
    }
}

/// Whole steps of SKEW2_DIVISOR or SKEW3_DIVISOR cells are whole cells when skewed, too.
static WIDE_INLINE void skew_axes(lanes_job *lanes, int32_t count, int dims)
{
    const int64_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
    const int64_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
    int32_t apart[3] = {0, 0, 0};
    uint64_t share = 0;
    for (int a = 0; a < dims; a++)
    {
        const int64_t base = (int64_t)lanes->axis[a].base;
        apart[a] = (int32_t)(base % divisor); // may be below 0: there is LATTICE_NEAR_MARGIN
        lanes->axis[a].base = (uint64_t)(base - apart[a]);
        share += (uint64_t)((base - apart[a]) / divisor * minor);
    }
    skew_places(lanes, apart, count, dims);
    for (int a = 0; a < dims; a++)
    {
        lanes->axis[a].base += share;
        lanes->cell[a] = lanes->skewed[a][0];
        lanes->rest[a] = lanes->skewed[a][1];
    }
}

static void skew2_axes(lanes_job *lanes, int32_t count)
{
    skew_axes(lanes, count, 2);
}

static void skew3_axes(lanes_job *lanes, int32_t count)
{
    skew_axes(lanes, count, 3);
}

/// All corners of the samples' cells.
static WIDE_INLINE void hash_cubes(lanes_job *lanes, int32_t count, int dims)
{
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        for (int c = 0; c < 1 << dims; c++)
        {
            wi sum = wi_load(lanes->hash[0][c & 1] + k);
            sum = dims > 1 ? wi_add(sum, wi_load(lanes->hash[1][c >> 1 & 1] + k)) : sum;
            sum = dims > 2 ? wi_add(sum, wi_load(lanes->hash[2][c >> 2] + k)) : sum;
            wi_store(lanes->corner[c] + k, mix(sum));
        }
    }
}

/// The corners of the samples' simplices.
static WIDE_INLINE void hash_simplices(lanes_job *lanes, int32_t count, int dims)
{
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        wi rest[3] = {wi_set(0), wi_set(0), wi_set(0)}, hash[3][2], corner[CORNERS];
        for (int a = 0; a < dims; a++)
        {
            rest[a] = wi_load(lanes->rest[a] + k);
            hash[a][0] = wi_load(lanes->hash[a][0] + k);
            hash[a][1] = wi_load(lanes->hash[a][1] + k);
        }
        simplex_hashes(corner, rest, (const wi(*)[2])hash, dims);
        for (int c = 0; c <= dims; c++)
        {
            wi_store(lanes->corner[c] + k, corner[c]);
        }
    }
}

static void hash_corners(lanes_job *lanes, loam_noise_kind kind, int32_t count, int dims)
{
    const bool simplex = kind == LOAM_NOISE_SIMPLEX;
    switch (dims)
    {
    case 1:
        hash_cubes(lanes, count, 1);
        break;
    case 2:
        simplex ? hash_simplices(lanes, count, 2) : hash_cubes(lanes, count, 2);
        break;
    default:
        simplex ? hash_simplices(lanes, count, 3) : hash_cubes(lanes, count, 3);
        break;
    }
}

/// Whether the corners of a noise are hashed in advance, and how many they are.
static WIDE_INLINE int corner_count(loam_noise_kind kind, int dims)
{
    const bool cubic = kind == LOAM_NOISE_VALUE || kind == LOAM_NOISE_PERLIN;
    return cubic ? 1 << dims : kind == LOAM_NOISE_SIMPLEX && dims > 1 ? dims + 1 : 0;
}

static WIDE_INLINE void lanes_prepare(lanes_job *lanes, const lattice_lanes_job *job,
                                      loam_noise_kind kind, int dims)
{
    lanes->shape = job->shape;
    for (int a = 0; a < dims; a++)
    {
        lanes->axis[a] = (near_axis){(uint64_t)job->near[a]->base, job->octave->key[a]};
        lanes->cell[a] = job->near[a]->cell;
        lanes->rest[a] = job->near[a]->fraction;
    }
    if (kind == LOAM_NOISE_SIMPLEX && dims == 2)
    {
        skew2_axes(lanes, job->count);
    }
    else if (kind == LOAM_NOISE_SIMPLEX && dims == 3)
    {
        skew3_axes(lanes, job->count);
    }
    if (kind != LOAM_NOISE_CELLULAR)
    {
        hash_axes(lanes, job->count, dims);
    }
    if (corner_count(kind, dims) > 0)
    {
        hash_corners(lanes, kind, job->count, dims);
    }
}

static WIDE_INLINE wide_place place_load(const lanes_job *lanes, int32_t k, loam_noise_kind kind,
                                         int dims)
{
    const int corners = corner_count(kind, dims);
    wide_place place = {.has_corners = corners > 0};
    for (int a = 0; a < dims; a++)
    {
        place.hash[a][0] = wi_load(lanes->hash[a][0] + k);
        place.hash[a][1] = wi_load(lanes->hash[a][1] + k);
        place.at[a] = fraction_load(lanes->rest[a] + k);
        place.rest[a] = wi_load(lanes->rest[a] + k);
    }
    for (int c = 0; c < corners; c++)
    {
        place.corner[c] = wi_load(lanes->corner[c] + k);
    }
    return place;
}

/// Hashes of the CELL_SPAN cells along an axis, from two before the sample's to one behind, or from
/// one before to two behind.
static inline void span_hashes(const lanes_job *lanes, int axis, int32_t k, wi hash[CELL_SPAN])
{
    const near_high high = near_high_of(&lanes->axis[axis]);
    const wm upper = wi_gt(wi_load(lanes->rest[axis] + k), wi_set(LATTICE_ONE / 2 - 1));
    const wi first = wi_sub(wi_load(lanes->cell[axis] + k), wi_add(wi_set(2), wi_from_m(upper)));
    for (int i = 0; i < CELL_SPAN; i++)
    {
        hash[i] = near_hash(&high, wi_add(first, wi_set(i)), false);
    }
}

static WIDE_INLINE wi fraction_bits(const lanes_job *lanes, int axis, int32_t k)
{
    return wi_load(lanes->rest[axis] + k);
}
