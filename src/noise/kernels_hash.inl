// SPDX-License-Identifier: MIT
// Hashes and gradients of lattice points.
//
// Each axis hashes its own 64-bit coordinate to 32 well-mixed bits; a lattice point adds up its axes'
// hashes and mixes once more. So a grid needs the strong hash once per row and column, nothing
// repeats after 2^32 cells, and no lattice vector maps the noise onto itself.

/// Bijective mixing of 32 bits, two multiplications.
static WIDE_INLINE wi mix(wi x)
{
    x = wi_xor(x, wi_shr(x, 16));
    x = wi_mul(x, wi_set(0x7feb352d));
    x = wi_xor(x, wi_shr(x, 15));
    x = wi_mul(x, wi_set((int32_t)0x846ca68bu));
    return wi_xor(x, wi_shr(x, 16));
}

typedef struct wide_cell
{
    wi low, high; // halves of 64-bit lattice coordinates
} wide_cell;

static WIDE_INLINE wi axis_hash_keyed(wide_cell cell, wi key0, wi key1)
{
    wi x = wi_mul(wi_xor(cell.low, key0), wi_set((int32_t)0x9e3779b1u));
    x = wi_xor(x, wi_shr(x, 15));
    x = wi_add(x, wi_mul(cell.high, wi_set((int32_t)0x85ebca77u)));
    return mix(wi_add(x, key1));
}

static WIDE_INLINE wi axis_hash(wide_cell cell, const uint32_t key[2])
{
    return axis_hash_keyed(cell, wi_set((int32_t)key[0]), wi_set((int32_t)key[1]));
}

static WIDE_INLINE wide_cell cell_load(const int64_t *cell)
{
    int32_t low[WIDE_N], high[WIDE_N];
    for (int i = 0; i < WIDE_N; i++)
    {
        low[i] = (int32_t)(uint32_t)((uint64_t)cell[i] & 0xffffffffu);
        high[i] = (int32_t)(uint32_t)((uint64_t)cell[i] >> 32);
    }
    return (wide_cell){wi_load(low), wi_load(high)};
}

static WIDE_INLINE wide_cell cell_next(wide_cell cell)
{
    const wi low = wi_add(cell.low, wi_set(1));
    const wi carry = wi_from_m(wi_eq(low, wi_set(0)));
    return (wide_cell){low, wi_sub(cell.high, carry)};
}

/// Hashes of count consecutive coordinates, rounded up to whole vectors.
static WIDE_INLINE void axis_hashes(int32_t *hashes, int64_t first, int32_t count,
                                    const uint32_t key[2])
{
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        int64_t cells[WIDE_N];
        for (int k = 0; k < WIDE_N; k++)
        {
            cells[k] = (int64_t)((uint64_t)first + (uint64_t)(i + k));
        }
        wi_store(hashes + i, axis_hash(cell_load(cells), key));
    }
}

static WIDE_INLINE int32_t axis_hash_one(int64_t cell, const uint32_t key[2])
{
    int32_t hashes[WIDE_N];
    axis_hashes(hashes, cell, 1, key);
    return hashes[0];
}

/// A hash as a number in [-1, 1).
static WIDE_INLINE wf signed_unit(wi hash)
{
    return wf_mul(wf_from_i(wi_sar(hash, 8)), wf_set(1.0f / 8388608.0f));
}

// Eight directions each, twice: see tables.h. Those of Perlin noise are stretched already.
typedef struct gradient_tables
{
    float x2[16], y2[16];
    float x3[16], y3[16], z3[16];
} gradient_tables;

#define TWICE(table) \
    { \
        table, table \
    }
#define TABLES_TIMES(scale2, scale3) \
    { \
        TWICE(GRADIENT2_X_TIMES(scale2)), TWICE(GRADIENT2_Y_TIMES(scale2)), \
            TWICE(GRADIENT3_X_TIMES(scale3)), TWICE(GRADIENT3_Y_TIMES(scale3)), \
            TWICE(GRADIENT3_Z_TIMES(scale3)) \
    }

static const gradient_tables plain_gradients = TABLES_TIMES(1.0f, 1.0f);
static const gradient_tables perlin_gradients = TABLES_TIMES(PERLIN_SCALE2, PERLIN_SCALE3);

typedef struct wide_vector
{
    wf x, y, z;
} wide_vector;

/// Table entry by the low three bits of a hash, its sign by the top bit of another word.
static WIDE_INLINE wf signed_lookup(const float *table, wi hash, wi sign_at_top)
{
    return wf_flip(wf_lookup(table, hash), sign_at_top);
}

static WIDE_INLINE wide_vector gradient_from(const gradient_tables *tables, wi hash, int dims)
{
    const wi sign_y = wi_shl(hash, 1);
    if (dims == 2)
    {
        return (wide_vector){signed_lookup(tables->x2, hash, hash),
                             signed_lookup(tables->y2, hash, sign_y), wf_set(0)};
    }
    return (wide_vector){signed_lookup(tables->x3, hash, hash),
                         signed_lookup(tables->y3, hash, sign_y),
                         signed_lookup(tables->z3, hash, wi_shl(hash, 2))};
}

static WIDE_INLINE wide_vector gradient(wi hash, int dims)
{
    return dims == 1 ? (wide_vector){signed_unit(hash), wf_set(0), wf_set(0)}
                     : gradient_from(&plain_gradients, hash, dims);
}

/// Smootherstep, 6 t^5 - 15 t^4 + 10 t^3. Rounding leads a little past 1 near the end.
static WIDE_INLINE wf smootherstep(wf t)
{
    const wf inner = wf_add(wf_mul(t, wf_sub(wf_mul(t, wf_set(6)), wf_set(15))), wf_set(10));
    return wf_min(wf_mul(wf_mul(wf_mul(t, t), t), inner), wf_set(1));
}

static WIDE_INLINE wf smootherstep_slope(wf t)
{
    const wf s = wf_mul(t, wf_sub(wf_set(1), t));
    return wf_mul(wf_set(30), wf_mul(s, s));
}

static WIDE_INLINE wf fade(loam_noise_fade kind, wf t)
{
    switch (kind)
    {
    case LOAM_FADE_LINEAR:
        return t;
    case LOAM_FADE_SMOOTHSTEP:
        return wf_mul(wf_mul(t, t), wf_sub(wf_set(3), wf_add(t, t)));
    default:
        return smootherstep(t);
    }
}

static WIDE_INLINE wf fade_slope(loam_noise_fade kind, wf t)
{
    switch (kind)
    {
    case LOAM_FADE_LINEAR:
        return wf_set(1);
    case LOAM_FADE_SMOOTHSTEP:
        return wf_mul(wf_set(6), wf_mul(t, wf_sub(wf_set(1), t)));
    default:
        return smootherstep_slope(t);
    }
}

static WIDE_INLINE wf fraction_load(const int32_t *fraction)
{
    return wf_mul(wf_from_i(wi_load(fraction)), wf_set(1.0f / (float)LATTICE_ONE));
}

static WIDE_INLINE wf lerp(wf a, wf b, wf t)
{
    return wf_add(a, wf_mul(t, wf_sub(b, a)));
}

/// Gradient noise between a x + b on the left side of a cell and on the right.
static WIDE_INLINE wf ramps_at(wf left_a, wf left_b, wf right_a, wf right_b, wf x, wf weight)
{
    const wf da = wf_sub(right_a, left_a);
    const wf db = wf_sub(wf_sub(right_b, right_a), left_b);
    return wf_add(wf_add(wf_mul(left_a, x), left_b), wf_mul(weight, wf_add(wf_mul(da, x), db)));
}

/// Root by Newton's iteration from a guess in the exponent, within 2 units in the last place. Made of
/// exact operations only, unlike a GPU's own root.
static WIDE_INLINE wf root(wf x)
{
    const wf half = wf_mul(x, wf_set(0.5f));
    wf y = wf_from_bits(wi_sub(wi_set(0x5f375a86), wi_shr(wi_from_bits(x), 1)));
    for (int i = 0; i < 3; i++)
    {
        y = wf_mul(y, wf_sub(wf_set(1.5f), wf_mul(wf_mul(half, y), y)));
    }
    return wf_mul(x, y);
}

static WIDE_INLINE wf absolute(wf x)
{
    return wf_from_bits(wi_and(wi_from_bits(x), wi_set(INT32_MAX)));
}

static const float perlin_scale[4] = {PERLIN_SCALES};
static const float simplex_scale[4] = {SIMPLEX_SCALES};
